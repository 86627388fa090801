"""What the shell offers for a half-typed word: games, also those of folders, and what a game has."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rulecheck.spec import Rulebook


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
    return [name for name in dict.fromkeys((*games(), *there)) if name.startswith(incomplete)]


def _look_into_folders(context: typer.Context) -> None:
    """Take the folders of `--games` into account; what is wrong with one is not told while somebody types."""
    from rulecheck.cli.arguments.folders import folder_asked
    from rulecheck.spec import SpecError

    for folder in context.find_root().params.get("games") or ():
        try:
            folder_asked(str(folder))
        except SpecError:
            continue


def clauses(context: typer.Context, incomplete: str) -> list[str]:
    """The clauses of the game that is named before."""
    book = _book(context)
    return _begun(() if book is None else book.clauses, incomplete)


def readings(context: typer.Context, incomplete: str) -> list[str]:
    """The readings of the game that is named before."""
    book = _book(context)
    return _begun(() if book is None else book.readings, incomplete)


def choices(context: typer.Context, incomplete: str) -> list[str]:
    """`ID=VALUE` for every choice of every reading."""
    book = _book(context)
    known = () if book is None else book.readings.values()
    return _begun((f"{reading.id}={choice}" for reading in known for choice in reading.choices), incomplete)


def numbers(context: typer.Context, incomplete: str) -> list[str]:
    """`NAME=` for every number of the rulebook."""
    book = _book(context)
    return _begun((f"{name}=" for name in (() if book is None else book.quantities)), incomplete)


def setups(context: typer.Context, incomplete: str) -> list[str]:
    """The set-ups of the game that is named before."""
    book = _book(context)
    return _begun(() if book is None else book.setups, incomplete)


def theorems(context: typer.Context, incomplete: str) -> list[str]:
    """The theorems and contracts of the game that is named before, or the claims of a rulebook that nothing plays."""
    from rulecheck.spec import SpecError

    book = _book(context)
    if book is None:
        return []
    try:
        from rulecheck.cli.arguments.rooms import has_engine

        if not has_engine(book.game):
            return _begun(book.claims, incomplete)
        from rulecheck.solvers import contracts
        from rulecheck.solvers.theorem import theorems

        arithmetic = contracts.contracts(contracts.module_of(book.game))
        names = [*(theorem.name for theorem in theorems(book.game)), *(contract.name for contract in arithmetic)]
        return _begun(names, incomplete)
    except SpecError:
        return []


def _book(context: typer.Context) -> Rulebook | None:
    """The rulebook of the game that the words before name; None if they name none.

    After an option that still lacks its value the parser has understood nothing and left the words as they are.
    """
    from rulecheck.cli.arguments.folders import game_asked
    from rulecheck.cli.rendering.answers import UserError
    from rulecheck.spec import SpecError, load

    _look_into_folders(context)
    for word in filter(None, (context.params.get("game"), *context.args)):
        with suppress(SpecError, UserError):
            return load(game_asked(str(word)))
    return None


def _begun(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
