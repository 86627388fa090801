"""Data files: cards, boards, tiles and maps, each row with its source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from attrs import field, frozen

from rulecheck.spec.errors import SpecError, meant, shown
from rulecheck.spec.files import display, kind_of, line_of_key, parse_toml, read_text

_HEAD: Final = ("title", "substitute", "sources", "replaces")
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
            _check_sources(value["source"], f"table {shown(key)}", sources, name, line_of_key(text, key))
    return DataFile(
        name=replaces, path=name, substitute=substitute, title=title, table=table, sources=sources, text=text
    )


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
        raise SpecError(path, line_of_key(text, key), f"expected {wanted}, found {kind_of(value)}", "mend it")
    return value


def _check_rows(key: str, rows: list[dict[str, Any]], sources: Mapping[str, Any], path: str, text: str) -> None:
    for number, row in enumerate(rows):
        named = row.get("source")
        if named is None:
            what = f"row {number + 1} of {shown(key)} has no source"
            hint = f'add source = "…", one of: {", ".join(sources)}' if sources else "name one in [sources] first"
            raise SpecError(path, line_of_row(text, key, number), what, hint)
        _check_sources(named, f"row {number + 1} of {shown(key)}", sources, path, line_of_row(text, key, number))


def _check_sources(named: object, where: str, sources: Mapping[str, Any], path: str, line: int | None) -> None:
    for source in named if isinstance(named, list) else [named]:
        if not isinstance(source, str) or source not in sources:
            hint = meant(str(source), sources, "[sources] has")
            raise SpecError(path, line, f"{where}: no source {shown(source)}", hint)


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
