"""Plays games and audits them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

from tests.auditors.stream import Server, Step, Table, Tally

GAMES = ("castles_of_burgundy", "catan_europe", "new_world", "power_grid", "puerto_rico")


def auditor_of(game: str) -> ModuleType:
    """The module of a game's auditor."""
    return import_module(f"tests.auditors.{game}")


def tables(module: Any, games: int, seed: int) -> Iterator[Table]:
    """So many games on all set-ups and player counts in turn."""
    kinds = [(setup, players) for setup, counts in module.SETUPS.items() for players in counts]
    for number in range(games):
        setup, players = kinds[number % len(kinds)]
        yield Table(module.GAME, players, seed + number, setup)


def follow(module: Any, server: Server, table: Table, tally: Tally, longest: int | None = None) -> Iterator[Step]:
    """One game, audited from its set-up to its end or its first disagreement."""
    auditor = module.Auditor(table, tally)
    agreed = len(tally.disagreements)
    for number, step in enumerate(server.play(table, module.STYLE, longest)):
        if not number:
            auditor.step = step
            auditor.begin(step.before)
        auditor.look(step)
        yield step
        if len(tally.disagreements) > agreed:
            return


def audit(game: str, games: int, seed: int = 0, tally: Tally | None = None) -> Tally:
    """Plays games by the rulebook, each to its end or its first disagreement; the tally is kept up to date."""
    module: Any = auditor_of(game)
    tally = Tally() if tally is None else tally
    with Server(game) as server:
        for table in tables(module, games, seed):
            tally.games += 1
            for step in follow(module, server, table, tally):
                tally.moves += 1
                tally.finished += step.outcome is not None
    return tally
