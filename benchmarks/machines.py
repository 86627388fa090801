"""The Hypothesis machine: how many games end, how fast it plays, and how many planted faults it finds.

`python -m benchmarks.machines [GAME …] [--examples N] [--faults N] [--seed N]`
"""

from __future__ import annotations

import argparse
import time
from random import Random

from rulecheck.properties.campaign.arena import load_properties, property_modules
from rulecheck.properties.machine import GameMachine, run, state_machine
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import load, make_rules
from tests.faults.catalogue import faults_of

GAMES = ("castles_of_burgundy", "catan_europe", "new_world", "power_grid", "puerto_rico")


def machine_for(game: str, engine: AnyEngine, examples: int) -> type[GameMachine]:
    """The machine for an engine of a game, which plays the same games each time."""
    properties = load_properties(property_modules(game))
    clauses = frozenset(load(game).clauses)
    return state_machine(
        lambda: engine, properties, clauses=clauses, examples=examples, database=None, derandomize=True
    )


def main() -> None:
    """Measure the games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--examples", type=int, default=200)
    parser.add_argument("--faults", type=int, default=10, help="drawn of each game's planted faults")
    parser.add_argument("--seed", type=int, default=1, help="of that draw")
    asked = parser.parse_args()
    for game in asked.games:
        began = time.process_time()
        counts = run(machine_for(game, build(make_rules(game)), asked.examples)).counts
        seconds = time.process_time() - began
        ended = f"{counts.finished} of {counts.finished + counts.truncated} games ended"
        print(f"{game}: {ended}, {counts.moves / seconds:,.0f} moves/s, {len(counts.clauses)} clauses", flush=True)
        known = faults_of(game)
        drawn = Random(asked.seed).sample(known, min(asked.faults, len(known)))
        began, times = time.process_time(), 0
        for fault in drawn:
            engine = fault.engine(make_rules(game))
            times += run(machine_for(game, engine, asked.examples), steps=0).finding is not None
        seconds = time.process_time() - began
        print(f"{game}: {times} of {len(drawn)} planted faults found, {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    main()
