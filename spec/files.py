"""Reading the files of a specification, and looking after what people put into TOML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import tomli

from rulecheck.spec.errors import SpecError, meant, shown

LARGEST: Final = 8_000_000
"""Bytes; a rulebook is a hundredth of it."""

LARGEST_TOML: Final = 2_000_000
"""Signs; the largest file of data is a twentieth of it."""

ROOT: Final = Path(__file__).parent
"""The folder `spec`."""

_AT_LINE: Final = re.compile(r" \(at line (\d+), column \d+\)$")
_AT_END: Final = " (at end of document)"
_TOO_LARGE: Final = "a whole number of more than 64 bits"


def display(path: Path) -> str:
    """How messages name a file: `spec/<game>/…` for our own, from here for others, else as the user wrote it."""
    try:
        return "spec/" + path.relative_to(ROOT).as_posix()
    except ValueError:
        pass
    try:
        return str(path.relative_to(Path.cwd())) if path.is_absolute() else str(path)
    except (ValueError, OSError):  # it stands elsewhere, or the working directory is gone
        return str(path)


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, with plain line ends and without a byte order mark.

    Raises SpecError for a file that is missing, a folder, unreadable, empty, too large or not text.
    """
    return decode(read_bytes(path), display(path))


def read_bytes(path: Path, most: int = LARGEST) -> bytes:
    """A file as it is, up to a byte more than is ever read; raises SpecError if it cannot be read."""
    name = display(path)
    if path.is_dir():
        raise SpecError(name, None, "expected a file, found a folder", "name a file in it")
    try:
        with path.open("rb") as opened:
            return opened.read(most + 1)
    except FileNotFoundError:
        siblings = sorted(p.name for p in path.parent.iterdir()) if path.parent.is_dir() else []
        close = meant(path.name, siblings)
        hint = close if close.startswith("did you mean") else "check the path"
        raise SpecError(name, None, "no such file", hint) from None
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise SpecError(name, None, f"cannot be read: {why.lower()}", "check the path and its permissions") from None


def decode(raw: bytes, name: str, most: int = LARGEST) -> str:
    """Bytes of a file as text; raises SpecError as `read_text` does."""
    if len(raw) > most:
        raise SpecError(name, None, f"larger than {most // 1_000_000} MB", "is this the right file?")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SpecError(name, None, "expected UTF-8, found UTF-16", "save the file as UTF-8")
    if b"\x00" in raw:
        raise SpecError(name, None, "expected a text file, found a binary one", "is this the right file?")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = raw.count(b"\n", 0, problem.start) + 1
        byte = f"byte 0x{raw[problem.start]:02x}"
        raise SpecError(name, line, f"expected UTF-8, found {byte}", "save the file as UTF-8") from None
    text = plain_line_ends(text)
    if not text.strip():
        raise SpecError(name, None, "the file is empty", "is this the right file?")
    return text


def plain_line_ends(text: str) -> str:
    """Windows and old Mac line ends as plain ones, no byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def parse_toml(text: str, path: str, first_line: int = 1) -> dict[str, Any]:
    """A TOML text whose first line is `first_line` of a file; raises SpecError with the line in that file."""
    if len(text) > LARGEST_TOML:
        what = f"TOML of more than {LARGEST_TOML // 1_000_000} MB"
        raise SpecError(path, first_line, what, "is this the right file?")
    try:
        body = tomli.loads(text)
    except RecursionError:
        raise SpecError(path, first_line, "TOML nested too deeply", "flatten it") from None
    except ValueError as problem:  # TOMLDecodeError, and dates or numbers that Python refuses
        why = str(problem)
        line = first_line
        if at_line := _AT_LINE.search(why):
            line, why = first_line + int(at_line[1]) - 1, why[: at_line.start()]
        elif why.endswith(_AT_END):
            line, why = first_line + max(text.rstrip("\n").count("\n"), 0), why.removesuffix(_AT_END) + " at the end"
        elif why.startswith("Exceeds the limit"):
            why = _TOO_LARGE
        why = why[:1].lower() + why[1:]
        raise SpecError(path, line, f"not valid TOML: {why}", "fix this line") from None
    if _beyond(body):
        raise SpecError(path, first_line, f"not valid TOML: {_TOO_LARGE}", "write a smaller one")
    return body


_MOST: Final = 2**63
"""Beyond the whole numbers of TOML."""


def _beyond(body: object) -> bool:
    """Whether some whole number in a parsed text is larger than TOML has them."""
    waiting = [body]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, int) and not -_MOST <= value < _MOST:
            return True
    return False


def find_key(text: str, key: str, start: int = 0) -> int | None:
    """Where in a TOML text a key is set or a table of that name opens; None if it cannot be found."""
    name = re.escape(key)
    own_line = rf"""^[ \t]*(?:["']?{name}["']?[ \t]*[.=]|\[\[?[ \t]*["']?{name}["']?[ \t]*[\].])"""
    inside = rf"""[{{,][ \t\n]*["']?{name}["']?[ \t]*="""
    pattern = re.compile(own_line, re.M)
    match = pattern.search(text, start) or re.compile(inside).search(text, start)
    return None if match is None else match.end() - 1


def line_of_key(text: str, key: str, first_line: int = 1) -> int:
    """The line of a key in a TOML text that begins on `first_line`; the first line if it cannot be found."""
    at = find_key(text, key)
    return first_line if at is None else first_line + text.count("\n", 0, at)


_WORDS: Final[Mapping[type, str]] = {
    str: "a text in quotes",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
    float: "a number with a point",
}


def kind_of(value: object) -> str:
    """A TOML value's type in words."""
    return _WORDS.get(type(value), "a date or time")


class Block:
    """A parsed TOML text that knows its place in a file; every complaint names the line."""

    def __init__(self, path: str, text: str, first_line: int, what: str) -> None:
        self.path = path
        self.text = text
        self.first_line = first_line
        self.what = what
        """How messages call the block: `reading "captain.wharf"`."""
        self.body = parse_toml(text, path, first_line)

    def error(self, what: str, hint: str, key: str | None = None) -> SpecError:
        """A complaint about one key, or about the block."""
        line = self.first_line - 1 if key is None else line_of_key(self.text, key, self.first_line)
        return SpecError(self.path, line, f"{self.what}: {what}", hint)

    def only(self, table: Mapping[str, Any], keys: Iterable[str]) -> None:
        """Refuse unknown keys, naming the close match."""
        known = list(keys)
        for key in table:
            if key not in known:
                raise self.error(f"unknown key {shown(key)}", meant(key, known, "the keys are"), key)

    def text_at(self, table: Mapping[str, Any], key: str, default: str | None = None) -> str:
        """A text that is there and not empty."""
        if key not in table and default is not None:
            return default
        value = self._at(table, key, f'a text in quotes, `{key} = "…"`')
        if not isinstance(value, str):
            raise self.error(f"expected a text in quotes for {shown(key)}, found {kind_of(value)}", "fix it", key)
        if not value.strip():
            raise self.error(f"{shown(key)} is empty", "write a text", key)
        return value

    def flag_at(self, table: Mapping[str, Any], key: str, default: bool = False) -> bool:
        """True or false."""
        value = table.get(key, default)
        if not isinstance(value, bool):
            raise self.error(f"expected true or false for {shown(key)}, found {kind_of(value)}", "fix it", key)
        return value

    def texts_at(self, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self._at(table, key, f'a list of texts, `{key} = ["…"]`')
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self.error(f"expected a list of texts for {shown(key)}, found {kind_of(value)}", "fix it", key)
        return tuple(value)

    def table_at(self, table: Mapping[str, Any], key: str, default: dict[str, Any] | None = None) -> dict[str, Any]:
        """A table."""
        if key not in table and default is not None:
            return default
        value = self._at(table, key, f"a table, `{key} = {{ … }}`")
        if not isinstance(value, dict):
            raise self.error(f"expected a table for {shown(key)}, found {kind_of(value)}", "fix it", key)
        return value

    def _at(self, table: Mapping[str, Any], key: str, wanted: str) -> Any:
        if key not in table:
            raise self.error(f"expected {wanted}, found nothing", "add it")
        return table[key]
