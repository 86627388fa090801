"""Each number of a game's data files, one more or one less, and what notices it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from rulecheck.reference_engines import build
from rulecheck.spec import Part, SpecError, game_named, load, load_data, make_rules
from rulecheck.spec.rules import fitting

TOKENS: Final = re.compile(
    r"""\"\"\".*?\"\"\"|"(?:\\.|[^"\\])*"|'[^']*'|\#[^\n]*|(?<![\w.+-])[+-]?\d+(?![\w.:-])""", re.DOTALL
)
KEY: Final = re.compile(r"\s*=")


@frozen
class Number:
    """A number in a data file."""

    game: str
    file: str
    nth: int
    at: int
    """Where its digits begin in the text."""
    digits: str
    line: int

    def __str__(self) -> str:
        return f"{self.game}/{self.file}:{self.line} ({self.nth}: {self.digits})"


def folder(game: str) -> Path:
    """Where a game's data files are."""
    file = load(game).file
    assert file is not None
    return file.parent / "data"


@cache
def numbers(game: str, file: str) -> tuple[Number, ...]:
    """The numbers of a data file, in the order of its text."""
    text = (folder(game) / file).read_text(encoding="utf-8")
    places = [
        match for match in TOKENS.finditer(text) if match[0][0] not in "\"'#" and not KEY.match(text, match.end())
    ]
    listed = [
        Number(game, file, nth, match.start(), match[0], text.count("\n", 0, match.start()) + 1)
        for nth, match in enumerate(places)
    ]
    assert len(listed) == sum(1 for _ in _integers(tomllib.loads(text))), file
    return tuple(listed)


def _integers(value: Any) -> Iterator[int]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _integers(part)
    elif isinstance(value, list):
        for part in value:
            yield from _integers(part)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value


def changed(number: Number, by: int, to: Path) -> Path:
    """The file with one number changed."""
    text = (folder(number.game) / number.file).read_text(encoding="utf-8")
    end = number.at + len(number.digits)
    path = to / number.file
    path.write_text(f"{text[: number.at]}{int(number.digits) + by}{text[end:]}", encoding="utf-8")
    return path


def noticed_by_checks(game: str, path: Path) -> str:
    """What refuses the file or says that it does not meet the text; empty if nothing does."""
    book = load(game)
    check = game_named(game).offered(Part.CHECKS, "check_data")
    try:
        fitting(book, load_data(path))
        for result in check(path) if check is not None else ():
            if result.holds is False:
                return f"check {result.id}"
        for setup in book.setups.values():
            build(make_rules(game, players=setup.players[0], setup=setup.name, data=[path]))
    except SpecError as error:
        return f"refused: {error}"
    return ""
