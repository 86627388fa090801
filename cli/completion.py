"""What the shell offers for a half-typed word: games, also those of folders, and what a game has."""

from __future__ import annotations

from pathlib import Path

import typer


def games(context: typer.Context, incomplete: str) -> list[str]:
    """The games that a half-typed name can become, and the folders of games that a half-typed path can."""
    from rulecheck.spec import games
    from rulecheck.spec.game import RULEBOOK

    _look_into_folders(context)
    folder = Path(incomplete) if incomplete.endswith("/") else Path(incomplete).parent
    start = incomplete[: len(incomplete) - len(incomplete.rpartition("/")[2])]
    try:
        there = sorted(f"{start}{child.name}" for child in folder.iterdir() if (child / RULEBOOK).is_file())
    except OSError:
        there = []
    return [name for name in (*games(), *there) if name.startswith(incomplete)]


def _look_into_folders(context: typer.Context) -> None:
    """Take the folders of `--games` into account; what is wrong with one is not told while somebody types."""
    from rulecheck.cli.folders import folder_asked
    from rulecheck.spec import SpecError

    for folder in context.find_root().params.get("games") or ():
        try:
            folder_asked(str(folder))
        except SpecError:
            continue
