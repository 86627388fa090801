"""Games of folders that a command line names: looked for, asked for, and named again in the commands that we print."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from rulecheck.cli.rendering.answers import UserError

_NAMED: Final[dict[Path, str]] = {}
"""The folders that command lines named, each as it was typed."""


def folder_asked(folder: str) -> tuple[str, ...]:
    """Look for games in a folder that the command line names; the games there.  Raises SpecError for one with none."""
    from rulecheck.spec.registry import add_folder

    there = add_folder(folder)
    _NAMED[Path(folder).resolve()] = folder
    return there


def game_asked(given: str) -> str:
    """The name of the game that is asked for by its name or by its folder; raises SpecError for a broken one."""
    from rulecheck.spec import find_game
    from rulecheck.spec.registry import problems_in

    is_path = given in (".", "..") or "/" in given or os.sep in given
    if not is_path and (find_game(given) is not None or not Path(given).is_dir()):
        return given
    there = folder_asked(given)
    for problem in problems_in(Path(given)):
        raise problem
    if len(there) != 1:
        raise UserError(f"{given}: it holds {len(there)} games: {', '.join(there)}; name the folder of one")
    find_game(there[0])  # one that is broken is told now
    return there[0]


def rulecheck_with(game: str) -> list[str]:
    """The beginning of a command that finds this game again: its folder is named if this command line named it."""
    named = _named(game)
    return ["rulecheck", "--games", named] if named else ["rulecheck"]


def command_for(game: str, *verb: str) -> list[str]:
    """The beginning of a command that takes this game first, named by the folder that this command line named."""
    from rulecheck.spec import find_game

    named, known = _named(game), find_game(game)
    if named and known is not None and Path(named).resolve() == known.folder.resolve():
        return ["rulecheck", *verb, named]
    return [*rulecheck_with(game), *verb, game]


def _named(game: str) -> str | None:
    from rulecheck.spec import find_game

    known = find_game(game)
    folder = known.folder.resolve() if known is not None else None
    return next((typed for path, typed in _NAMED.items() if folder in (path, *path.glob("*"))), None)
