"""`python -m tests.auditors GAME --games N --seed S`: plays games, audits them, and says what was recomputed."""

from __future__ import annotations

import argparse
import sys
import time
from importlib import import_module
from typing import Any

from tests.auditors.stream import Server, Table, Tally

GAMES = ("castles_of_burgundy", "catan_europe", "new_world", "power_grid", "puerto_rico")


def audit(
    game: str, games: int, seed: int = 0, readings: dict[str, str] | None = None, numbers: dict[str, int] | None = None
) -> Tally:
    """Plays games on all set-ups and player counts in turn, some with other readings and numbers than the auditor knows."""
    module: Any = import_module(f"tests.auditors.{game}")
    tables = [(setup, players) for setup, counts in module.SETUPS.items() for players in counts]
    tally = Tally()
    with Server(game) as server:
        for number in range(games):
            setup, players = tables[number % len(tables)]
            table = Table(game, players, seed + number, setup, readings or {}, numbers or {})
            auditor = module.Auditor(table, tally)
            tally.games += 1
            agreed = len(tally.disagreements)
            for step in server.play(table, module.TASTE, module.LONGEST):
                tally.moves += 1
                auditor.look(step)
                if step.outcome:
                    tally.finished += 1
                if len(tally.disagreements) > agreed:
                    break
    return tally


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    begun = time.monotonic()
    tally = audit(asked.game, asked.games, asked.seed)
    print(
        f"{asked.game}: {tally.games:,} games ({tally.finished:,} to the end), {tally.moves:,} moves, "
        f"{tally.numbers:,} numbers recomputed, {tally.listed:,} legal moves, {tally.unchanged:,} parts unchanged, "
        f"{len(tally.disagreements)} disagreements, {time.monotonic() - begun:.0f} s, seed {asked.seed}"
    )
    for clause, count in tally.recomputed.most_common():
        print(f"  {count:>10,}  {clause}")
    print("rare rules met")
    for rule, count in tally.met.most_common():
        print(f"  {count:>10,}  {rule}")
    for disagreement in tally.disagreements[:5]:
        print(f"\n{disagreement}")
    return bool(tally.disagreements)


if __name__ == "__main__":
    sys.exit(main())
