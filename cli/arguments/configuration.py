"""The configuration of a project: `rulecheck.toml`, or `[tool.rulecheck]` of `pyproject.toml`, for all commands.

A table stands for a command and holds its options by their long names, `[fuzz]` with `seconds = 600`; what a command
line says goes before it.  Paths are those from the folder of the file.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from rulecheck.spec.errors import SpecError


FILE: Final = "rulecheck.toml"
_PROJECT: Final = "pyproject.toml"
_FOLDERS: Final = "folders"
"""The key beside the tables: folders with games, as the option `--games` names them."""
_EDITOR: Final = "editor"
_EDITOR_KEYS: Final = ("game", "edition")
"""What `[editor]` may say: the game and the edition of texts that lie in no game's folder."""


def configuration_of(folder: Path) -> tuple[Path, dict[str, Any]] | None:
    """The nearest configuration of a folder or one above it, and its file; raises SpecError for one with a mistake."""
    for place in (folder, *folder.parents):
        own = place / FILE
        if own.is_file():
            return own, _parsed(own)
        project = place / _PROJECT
        if project.is_file() and _has_table(project):
            table = _parsed(project).get("tool", {}).get("rulecheck")
            if isinstance(table, dict):
                return project, table
    return None


def _has_table(project: Path) -> bool:
    """Whether a project says anything to us, or cannot be read; most do not, and what reads files well loads slowly."""
    try:
        return "rulecheck" in tomllib.loads(project.read_text(encoding="utf-8")).get("tool", {})
    except (OSError, ValueError):
        return True


def _parsed(path: Path) -> dict[str, Any]:
    from rulecheck.spec.files import display, parse_toml, read_text

    return dict(parse_toml(read_text(path), display(path), 1))


def defaults_of(group: Any, folder: Path) -> dict[str, Any]:
    """What commands take where a command line does not say, by their parameters; raises SpecError for a mistake."""
    nearest = configuration_of(folder)
    if nearest is None:
        return {}
    path, table = nearest
    own = {key: value for key, value in table.items() if key != _EDITOR}
    games = own.pop(_FOLDERS, None)
    defaults = _defaults(group, own, path, "")
    if games is not None:
        if not isinstance(games, list) or not all(isinstance(each, str) for each in games):
            raise _error(path, "folders: expected a list of folders")
        defaults["games"] = [str(path.parent / each) for each in games]
    return defaults


def _defaults(command: Any, table: Mapping[str, Any], path: Path, name: str) -> dict[str, Any]:
    options = options_of(command) if name else {}
    commands = getattr(command, "commands", {})
    defaults: dict[str, Any] = {}
    for key, value in table.items():
        if key in commands and isinstance(value, dict):
            defaults[key] = _defaults(commands[key], value, path, f"{name}{key}.")
        elif key in options:
            defaults[options[key].name] = _value(options[key], value, path, f"{name}{key}")
        else:
            from rulecheck.spec.errors import meant, shown

            raise _error(path, f"no setting {shown(f'{name}{key}')}", meant(key, (*commands, *options)))
    return defaults


class Option(NamedTuple):
    """An option of a command, as a setting sees it."""

    name: str
    """Of its parameter."""
    kind: type
    """Of one value."""
    is_many: bool
    help: str


def options_of(command: Any) -> dict[str, Option]:
    """The options of a command by their long names, without the dashes; not those that only show something.

    What they take is read off the function behind the command: the parser's own types differ by its version.
    """
    kinds = get_type_hints(inspect.unwrap(command.callback)) if command.callback is not None else {}
    named: dict[str, Option] = {}
    for parameter in command.params:
        long = [name.removeprefix("--") for name in parameter.opts if name.startswith("--")]
        if long and not parameter.is_eager and parameter.name in kinds:
            kind, is_many = _kind(kinds[parameter.name])
            named[long[0]] = Option(parameter.name, kind, is_many, parameter.help or "")
    return named


def _kind(hint: Any) -> tuple[type, bool]:
    """What one value of an option is, and whether it takes several."""
    if get_origin(hint) in (Union, UnionType):
        hint = next(each for each in get_args(hint) if each is not type(None))
    is_many = get_origin(hint) is list
    return (get_args(hint)[0] if is_many else hint), is_many


def _value(option: Option, value: Any, path: Path, name: str) -> Any:
    """A setting as its option takes it."""
    many = value if isinstance(value, list) else [value]
    if isinstance(value, list) and not option.is_many:
        raise _error(path, f"{name}: expected one value, found a list")
    wants = (int, float) if option.kind is float else option.kind if option.kind in (int, bool) else str
    for each in many:
        if not isinstance(each, wants) or (isinstance(each, bool) and option.kind is not bool):
            from rulecheck.spec.errors import shown

            raise _error(path, f"{name}: {shown(each)} is no {_JSON.get(option.kind, 'string')}")
    placed = [str(path.parent / each) if option.kind is Path else each for each in many]
    return placed if option.is_many else placed[0]


_JSON: Final[Mapping[type, str]] = {int: "integer", float: "number", bool: "boolean"}
"""What JSON calls the types of values; what is not listed is a text."""


def editor_settings(folder: Path) -> dict[str, Any]:
    """What an editor is told by the configuration of its folder; raises SpecError for a mistake."""
    nearest = configuration_of(folder)
    if nearest is None:
        return {}
    path, table = nearest
    told = table.get(_EDITOR, {})
    if not isinstance(told, dict) or not set(told) <= set(_EDITOR_KEYS):
        raise _error(path, f"[{_EDITOR}] takes {' and '.join(_EDITOR_KEYS)}")
    return {**told, _FOLDERS: [str(path.parent / each) for each in table.get(_FOLDERS, ())]}


def schema(group: Any) -> dict[str, Any]:
    """The JSON Schema of a configuration, from the commands."""
    texts = {"type": "array", "items": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The configuration of rulecheck: rulecheck.toml, or [tool.rulecheck] of pyproject.toml",
        "type": "object",
        "properties": {
            _FOLDERS: {**texts, "description": "Folders with a game of yours, or with several."},
            _EDITOR: {
                "type": "object",
                "properties": {key: {"type": "string"} for key in _EDITOR_KEYS},
                "additionalProperties": False,
            },
            **_tables(group),
        },
        "additionalProperties": False,
    }


def _tables(group: Any) -> dict[str, Any]:
    return {
        name: {
            "type": "object",
            "properties": {
                **{key: _schema_of(option) for key, option in options_of(command).items()},
                **_tables(command),
            },
            "additionalProperties": False,
        }
        for name, command in getattr(group, "commands", {}).items()
    }


def _schema_of(option: Option) -> dict[str, Any]:
    value: dict[str, Any] = {"type": _JSON.get(option.kind, "string")}
    if issubclass(option.kind, Enum):
        value["enum"] = [choice.value for choice in option.kind]
    told = {"anyOf": [value, {"type": "array", "items": value}]} if option.is_many else value
    return {**told, "description": option.help}


def _error(path: Path, what: str, hint: str = "") -> SpecError:
    from rulecheck.spec.errors import SpecError
    from rulecheck.spec.files import display

    return SpecError(display(path), None, what, hint)
