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
    from rulecheck.spec import find_game

    known = find_game(game)
    folder = known.folder.resolve() if known is not None else None
    named = next((typed for path, typed in _NAMED.items() if folder in (path, *path.glob("*"))), None)
    return ["rulecheck"] if named is None or folder is None else ["rulecheck", "--games", named]
