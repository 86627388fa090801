"""What must stand in a data file: an attrs class for the file and one for each kind of row, read with cattrs.

A field's type says what a value is (a whole number, a text, one of some words, rows of another class), `whole` its
range.  Unknown and missing keys, texts without a letter and values of another type are refused in one line, with the
line of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NewType, get_args, get_origin

from attrs import NOTHING, Attribute, field, fields, has
from cattrs import AttributeValidationNote, ClassValidationError, Converter, ForbiddenExtraKeysError

from rulecheck.spec.data import DataFile, line_of_row
from rulecheck.spec.errors import SpecError, listed, meant, shown
from rulecheck.spec.files import find_key, kind_of, line_of_key

Sources = NewType("Sources", object)
"""The short name of a source, or a list of them; that `[sources]` describes each is asked when a file is read."""

MOST: Final = 999
"""The most of anything that is counted, where nothing smaller is said: no box holds more of one thing."""

Path = tuple[str | int, ...]


class _MisfitError(Exception):
    """A value that does not fit: where in the table, what is wrong, and what would be right."""

    def __init__(self, path: Path, what: str, hint: str) -> None:
        super().__init__(path, what, hint)
        self.path, self.what, self.hint = path, what, hint


def whole(least: int = 0, most: int = MOST, *, default: Any = NOTHING) -> Any:
    """A whole number within limits; with a default the key may be left out."""

    def within(_: object, attribute: Attribute[int], value: int) -> None:
        if value != default and not least <= value <= most:
            raise _MisfitError((attribute.name,), str(value), f"write {least} to {most}")

    return field(validator=within, default=default)


def rows(unlike: str = "") -> Any:
    """Rows, at least one; with a key's name no two of them have the same value there."""

    def apart(_: object, attribute: Attribute[Any], value: tuple[Any, ...]) -> None:
        if not value:
            raise _MisfitError((attribute.name,), "it has no rows", f"write a [[{attribute.name}]] for each")
        seen: dict[Any, int] = {}
        for number, row in enumerate(value):
            key = getattr(row, unlike) if unlike else number
            if key in seen:
                what = f"{unlike} {shown(key)} is also that of row {seen[key] + 1}"
                raise _MisfitError((attribute.name, number, unlike), what, "keep one of the rows")
            seen[key] = number

    return field(validator=apart)


def fit(file: DataFile, kind: type[Any]) -> int:
    """How many values a data file holds, all of them as the class says; raises SpecError for one that is not."""
    try:
        _CONVERTER.structure(dict(file.table), kind)
    except Exception as error:  # what cattrs raises is a group of what the hooks raise
        path, what, hint = _first(error, kind)
        raise SpecError(file.path, _line(file.text, path), f"{_where(file.table, path)}{what}", hint) from None
    return _count(file.table)


# ---- the values


def _whole(value: object, _: object) -> int:
    if type(value) is not int:
        raise _MisfitError((), _described(value), "write a whole number in digits, without quotes")
    return value


def _text(value: object, _: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _MisfitError((), _described(value), 'write a text in quotes, "…"')
    return value


def _flag(value: object, _: object) -> bool:
    if not isinstance(value, bool):
        raise _MisfitError((), _described(value), "write true or false")
    return value


def _sources(value: object, _: object) -> Sources:
    named = value if isinstance(value, list) else [value]
    if not named or not all(isinstance(name, str) and name for name in named):
        raise _MisfitError((), _described(value), 'name one of [sources], source = "…", or a list of them')
    return Sources(value)


def _word_of(kind: Any) -> Callable[[object, object], object]:
    words = get_args(kind)

    def read(value: object, _: object) -> object:
        if value not in words or isinstance(value, bool):
            raise _MisfitError((), _described(value), meant(str(value), [str(word) for word in words], "use one of"))
        return value

    return read


def _list_of(kind: Any) -> Callable[[object, object], tuple[Any, ...]]:
    inner = get_args(kind)[0]

    def read(value: object, _: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _MisfitError((), _described(value), "write a list, [ … ]")
        read_all = []
        for number, item in enumerate(value):
            try:
                read_all.append(_CONVERTER.structure(item, inner))
            except Exception as error:
                path, what, hint = _first(error, inner)
                raise _MisfitError((number, *path), what, hint) from None
        return tuple(read_all)

    return read


def _table_of(kind: Any) -> Callable[[object, object], Any]:
    read_table = _MAKE_TABLE(kind)

    def read(value: object, what: object) -> Any:
        if not isinstance(value, dict):
            raise _MisfitError((), _described(value), "write a table, { … }")
        return read_table(value, what)

    return read


def _described(value: object) -> str:
    """A value as messages tell it, with its type where that is what is wrong."""
    return f"{shown(value)} is {kind_of(value)}"


def _origin(kind: Any) -> Any:
    return get_origin(kind)


_CONVERTER: Final = Converter(forbid_extra_keys=True, prefer_attrib_converters=False)
_MAKE_TABLE: Final = _CONVERTER.gen_structure_attrs_fromdict
_CONVERTER.register_structure_hook(int, _whole)
_CONVERTER.register_structure_hook(str, _text)
_CONVERTER.register_structure_hook(bool, _flag)
_CONVERTER.register_structure_hook(Sources, _sources)
_CONVERTER.register_structure_hook_factory(lambda kind: _origin(kind) is Literal, _word_of)
_CONVERTER.register_structure_hook_factory(lambda kind: _origin(kind) is tuple, _list_of)
_CONVERTER.register_structure_hook_factory(has, _table_of)


# ---- the first thing that is wrong


def _first(error: BaseException, kind: Any) -> tuple[Path, str, str]:
    """Where the first misfit is, what is wrong with it and what would be right."""
    if isinstance(error, _MisfitError):
        return error.path, error.what, error.hint
    if isinstance(error, ForbiddenExtraKeysError):
        key = min(error.extra_fields)
        known = [attribute.name for attribute in fields(error.cl)]
        return (key,), "no such key", meant(key, known, "the keys are")
    if isinstance(error, ClassValidationError):
        inner = error.exceptions[0]
        name = next((n.name for n in getattr(inner, "__notes__", ()) if isinstance(n, AttributeValidationNote)), None)
        if isinstance(inner, KeyError) and name is not None:
            known = [a.name for a in fields(error.cl) if a.default is NOTHING]
            return (name,), "it is missing", f"a row has {listed(known)}"
        path, what, hint = _first(inner, kind)
        return (path if name is None else (name, *path)), what, hint
    raise error


def _where(table: Mapping[str, Any], path: Path) -> str:
    """The place of a value in words: `[[card]] 2 "Harvest", count: `."""
    words: str = ""
    value: Any = table
    for step in path:
        value = value[step] if isinstance(step, int) else value.get(step, {})
        if isinstance(step, int):
            name = next((value[key] for key in ("name", "at") if key in value), "") if isinstance(value, dict) else ""
            words += f" row {step + 1}" + (f" ({name})" if isinstance(name, str) and name else "")
        else:
            words += f", {step}" if words else step
    return f"{words}: "


def _line(text: str, path: Path) -> int | None:
    """The line of a value in the file: that of its key in its row, or of the row, or of the table."""
    if not path:
        return None
    if len(path) == 1 or not isinstance(path[1], int):
        return line_of_key(text, str(path[-1])) if find_key(text, str(path[-1])) is not None else None
    line = line_of_row(text, str(path[0]), path[1])
    keys = [step for step in path[2:] if isinstance(step, str)]
    if line is None or not keys:
        return line
    start = len("".join(text.splitlines(keepends=True)[:line]))
    at = find_key(text, keys[0], start)
    next_row = line_of_row(text, str(path[0]), path[1] + 1)
    key_line = None if at is None else text.count("\n", 0, at) + 1
    return key_line if key_line is not None and (next_row is None or key_line < next_row) else line


def _count(value: object) -> int:
    """The values in a table, whatever its depth."""
    if isinstance(value, Mapping):
        return sum(_count(inner) for inner in value.values())
    if isinstance(value, list):
        return sum(_count(inner) for inner in value)
    return 1
