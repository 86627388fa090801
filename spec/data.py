"""Data files: cards, boards, tiles and maps, each row with its source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from attrs import evolve, field, frozen

from rulecheck.spec.errors import SpecError, meant, shown
from rulecheck.spec.files import display, kind_of, line_of_key, parse_toml, read_text

_HEAD: Final = ("title", "substitute", "sources", "replaces", "printed")
UNFILLED: Final = "?"
"""A value that is still to be copied from the print; the game's own is played with until then."""
Made = TypeVar("Made")


@frozen(eq=False)
class DataFile:
    """What one data file holds."""

    name: str
    """The file's stem, or the name of the game's own file that it replaces."""
    path: str
    substitute: bool
    """Whether it stands in for data that nobody could recover."""
    title: str
    table: Mapping[str, Any] = field(repr=False)
    """Everything in it but title, substitute, sources and replaces."""
    sources: Mapping[str, str] = field(factory=dict, repr=False)
    """Short name to description."""
    printed: tuple[str, ...] = ()
    """Of substitute data the values to copy from the print: `card.count` is `count` of each `[[card]]`."""
    unfilled: tuple[str, ...] = ()
    """The values that are still to be filled in: `tile 3: plains`."""
    text: str = field(default="", repr=False)
    """The file as it was read, so that messages can name a line."""
    _made: dict[Callable[[Mapping[str, Any], str], Any], Any] = field(init=False, repr=False, factory=dict)

    def made(self, reader: Callable[[Mapping[str, Any], str], Made]) -> Made:
        """What a reader, given the table and the path, makes of this file: worked out once, not to be changed.

        Raises what the reader raises.
        """
        if reader not in self._made:
            self._made[reader] = reader(self.table, self.path)
        made: Made = self._made[reader]
        return made


def load_data(path: Path | str) -> DataFile:
    """Read a TOML data file; raises SpecError for one that is not valid, with the line where that can be told."""
    file = Path(path)
    name, text = display(file), read_text(file)
    body = parse_toml(text, name)
    title = _typed(body, "title", str, name, text)
    substitute = _typed(body, "substitute", bool, name, text)
    sources = _typed(body, "sources", dict, name, text)
    replaces = _typed(body, "replaces", str, name, text) if "replaces" in body else file.stem
    for short, description in sources.items():
        if not isinstance(description, str):
            what = f"expected a text that describes source {shown(short)}, found {kind_of(description)}"
            raise SpecError(name, line_of_key(text, short), what, "write where the data comes from")
    table = {key: value for key, value in body.items() if key not in _HEAD}
    for key, value in table.items():
        if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            _check_rows(key, value, sources, name, text)
        elif isinstance(value, dict) and "source" in value:
            _check_sources(value["source"], f"table {shown(key)}", sources, name, partial(line_of_key, text, key))
    return DataFile(
        name=replaces,
        path=name,
        substitute=substitute,
        title=title,
        table=table,
        sources=sources,
        printed=_printed(body, name, text),
        text=text,
    )


def _printed(body: Mapping[str, Any], path: str, text: str) -> tuple[str, ...]:
    """The values that a template leaves open, each of rows that there are."""
    printed = body.get("printed", [])
    for value in printed if isinstance(printed, list) else [printed]:
        rows = body.get(value.partition(".")[0]) if isinstance(value, str) and "." in value else None
        if not isinstance(rows, list):
            raise SpecError(path, line_of_key(text, "printed"), f"no value {shown(value)}", 'write ["card.count", …]')
    return tuple(printed)


def completed(file: DataFile, own: DataFile) -> DataFile:
    """A half-filled file with the game's own values where its own are still missing, and a note of which these are.

    Raises SpecError where rows that lack a value are others than the game's.
    """
    table, missing = dict(file.table), list[str]()
    for key, rows in file.table.items():
        if not isinstance(rows, list):
            continue
        lacking = [k for k, row in enumerate(rows) if isinstance(row, dict) and UNFILLED in row.values()]
        theirs = own.table.get(key, [])
        if lacking and len(theirs) != len(rows):
            what = f"{len(rows)} rows of {shown(key)} with values still to be filled in, the game has {len(theirs)}"
            raise SpecError(file.path, line_of_row(file.text, key, lacking[0]), what, "fill them in, or keep the rows")
        table[key] = [_filled(row, theirs[k]) if k in lacking else row for k, row in enumerate(rows)]
        for k in lacking:
            names = [name for name, value in rows[k].items() if value == UNFILLED]
            missing.append(f"{key} {k + 1}: {', '.join(names)}")
    return evolve(file, table=table, substitute=True, unfilled=tuple(missing)) if missing else file


def _filled(row: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """A row with the game's own values for those that are not filled in; what the game leaves out is left out."""
    filled = {name: own.get(name) if value == UNFILLED else value for name, value in row.items()}
    return {name: value for name, value in filled.items() if value is not None}


def template(file: DataFile) -> str:
    """The file with every value open that is to be copied from the print."""
    fields: dict[str, list[str]] = {}
    for value in file.printed:
        key, _, name = value.partition(".")
        fields.setdefault(key, []).append(name)
    lines = [
        f'# Put what the print shows in place of each "{UNFILLED}", take out the line of what is not there, and play',
        "# with --data FILE; until then the substitute's value stands there.",
    ]
    open_, added = "", True
    for line in file.text.splitlines():
        name = line.partition("=")[0].strip()
        if line.startswith("["):
            open_, added = line.strip("[] "), False
        elif not line.strip():
            open_ = ""
        if name in fields.get(open_, ()) or name == "printed":
            continue
        if name == "source" and not added:
            lines += [f'{field} = "{UNFILLED}"' for field in fields.get(open_, ())]
            added = True
        lines.append(line)
        if name == "substitute" and not open_:
            lines.append(f'replaces = "{file.name}"')
    return "\n".join(lines) + "\n"


def _typed(body: dict[str, Any], key: str, kind: type, path: str, text: str) -> Any:
    wanted = {
        "title": 'title = "…"',
        "substitute": "substitute = true or substitute = false",
        "sources": "a table [sources], short name to description",
        "replaces": 'replaces = "name-of-a-data-file"',
    }[key]
    if key not in body:
        raise SpecError(path, None, f"expected {wanted}, found nothing", "add it at the top")
    value = body[key]
    if not isinstance(value, kind):
        raise SpecError(path, line_of_key(text, key), f"expected {wanted}, found {kind_of(value)}", "fix it")
    return value


def _check_rows(key: str, rows: list[dict[str, Any]], sources: Mapping[str, Any], path: str, text: str) -> None:
    for number, row in enumerate(rows):
        named = row.get("source")
        if named is None:
            what = f"row {number + 1} of {shown(key)} has no source"
            hint = f'add source = "…", one of: {", ".join(sources)}' if sources else "name one in [sources] first"
            raise SpecError(path, line_of_row(text, key, number), what, hint)
        line = partial(line_of_row, text, key, number)  # only looked for where it is told
        _check_sources(named, f"row {number + 1} of {shown(key)}", sources, path, line)


def _check_sources(
    named: object, where: str, sources: Mapping[str, Any], path: str, line: Callable[[], int | None]
) -> None:
    for source in named if isinstance(named, list) else [named]:
        if not isinstance(source, str) or source not in sources:
            hint = meant(str(source), sources, "[sources] has")
            raise SpecError(path, line(), f"{where}: no source {shown(source)}", hint)


def line_of_row(text: str, key: str, number: int) -> int | None:
    """The line on which a row of an array of tables opens, None where it cannot be told."""
    headers = [n for n, line in enumerate(text.split("\n"), 1) if "".join(line.split()).startswith(f"[[{key}]]")]
    if number < len(headers):
        return headers[number]
    return _line_of_inline_row(text, key, number)


def _line_of_inline_row(text: str, key: str, number: int) -> int | None:
    first = line_of_key(text, key)
    depth, seen, quote = 0, -1, ""
    for line_number, line in enumerate(text.split("\n"), 1):
        if line_number < first:
            continue
        escaped = False
        for sign in line:
            if quote:
                if sign == quote and not escaped:
                    quote = ""
                escaped = sign == "\\" and not escaped
            elif sign in "\"'":
                quote = sign
            elif sign == "#":
                break
            elif sign in "[{":
                depth += 1
                seen += sign == "{" and depth == 2
                if seen == number and depth == 2:
                    return line_number
            elif sign in "]}":
                depth -= 1
        quote = ""
    return None
