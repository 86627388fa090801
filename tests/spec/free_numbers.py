"""The numbers of data files that neither a check of the file nor a worked example notices, line by line.

`python -m tests.spec.free_numbers` writes the page docs/strength/free-numbers.md with what the checks notice;
`python -m tests.spec.free_numbers FILE…` asks the worked examples, too, about these files (a minute or so for each).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from rulecheck.properties.examples.request import Request
from rulecheck.properties.examples.run import result_of
from rulecheck.properties.strength.looks import Examples
from rulecheck.spec import games, load
from tests.spec.numbers import Number, changed, folder, noticed_by_checks, numbers

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = "docs/strength/free-numbers.md"
BY: Final = (-1, 1)
NOT_ASKED: Final = "not asked"
HEAD: Final = """\
# Numbers of data files that nothing notices

Each number of each data file was made one less and one more (`python -m tests.spec.free_numbers`). A change is
noticed by what checks the file (`rulecheck data`, the readers), or else by a worked example that does not come out any
more. What is left is free: it was printed on a card, a board or a map, stands in no sentence of the rulebook, and rests
on the source that its row names, or is a substitute.

| file | changes | noticed by a check | by an example | free |
|---|---|---|---|---|
"""


@frozen
class Change:
    """A number of a data file, one more or one less."""

    number: Number
    by: int

    def noticed_by_checks(self, to: Path) -> bool:
        """Does a check of the file refuse it?"""
        return bool(noticed_by_checks(self.number.game, changed(self.number, self.by, to)))

    def noticed_by_examples(self, to: Path) -> str:
        """The first worked example that does not come out with it; empty if all do."""
        game = self.number.game
        book = load(game)
        request = Request.of(book, build=None, data=(changed(self.number, self.by, to),), choice=None, properties=None)
        files = tuple(sorted((ROOT / "tests" / "reference_engines" / game).glob("*.md")))
        results = (result_of(case, request) for case, _ in Examples(files).blocks(book))
        return next((result.id for result in results if not result.is_good), "")


def files() -> list[str]:
    """The data files of all games."""
    return [f"{game}/{file.name}" for game in games() for file in sorted(folder(game).glob("*.toml"))]


def changes(name: str) -> list[Change]:
    """All changes of a file."""
    game, file = name.split("/")
    return [Change(number, by) for number in numbers(game, file) for by in BY]


def line_of(name: str, number: Number) -> str:
    """A line of a file as the page quotes it."""
    text = (folder(number.game) / number.file).read_text(encoding="utf-8")
    return f"`{name}:{number.line}` `{text.splitlines()[number.line - 1].strip()}`"


def rows(name: str, *, examples: bool) -> Iterator[str]:
    """The row of the table, and a line for each number that is free; examples are asked about what no check notices."""
    free: dict[Number, list[int]] = {}
    by_checks = by_examples = 0
    with tempfile.TemporaryDirectory() as folder_:
        for change in changes(name):
            if change.noticed_by_checks(Path(folder_)):
                by_checks += 1
            elif examples and change.noticed_by_examples(Path(folder_)):
                by_examples += 1
            else:
                free.setdefault(change.number, []).append(change.by)
    left = sum(map(len, free.values()))
    asked = by_examples if examples or not left else NOT_ASKED
    yield f"| {name} | {len(changes(name))} | {by_checks} | {asked} | {left} |"
    for number, by in free.items():
        told = " and ".join(f"{step:+}" for step in by)
        yield f"- {line_of(name, number)} number {number.nth} ({number.digits}): {told}"


def written() -> dict[str, list[str]]:
    """What the page says of each file: its row and its lines."""
    page = (ROOT / PAGE).read_text(encoding="utf-8").splitlines() if (ROOT / PAGE).exists() else []
    told = {line.split(" | ")[0].removeprefix("| "): [line] for line in page if line.count(" | ") == 4 and "/" in line}
    for line in page:
        if line.startswith("- `"):
            told[line.removeprefix("- `").split(":")[0]].append(line)
    return told


def main(asked: Sequence[str]) -> None:
    """Write the page; what it says of other files than those asked for stays."""
    told = written()
    for name in asked or files():
        told[name] = list(rows(name, examples=bool(asked)))
        print(told[name][0], flush=True)
        there = [told[file] for file in files() if file in told]
        lists = [line for row, *lines in there if lines for line in ("", f"## {row.split(' | ')[0][2:]}", "", *lines)]
        (ROOT / PAGE).write_text("\n".join([HEAD + "\n".join(row for row, *_ in there), *lists, ""]), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
