"""Chooses the cases of the suites that come with the package: `python benchmarks/suites.py GAME…`.

Writes `properties/<game>/suite.jsonl`, the same bytes each time, and tells how good the cases are.  The faults in
`tests/faults` are not in the package, so that this is not a command of it.
"""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import orjson
from attrs import asdict

sys.path.insert(0, str(Path(__file__).parents[1]))

from rulecheck.properties.strength.changes import CannotChange, changes_in
from rulecheck.properties.suite.cases import Chosen, Kept, OtherChoices, packed
from rulecheck.properties.suite.choosing import HELD_OUT, Budget, choose
from rulecheck.properties.suite.pool import pool
from rulecheck.properties.suite.readings import of_readings
from rulecheck.properties.suite.wrong import Asked
from rulecheck.reference_engines import build, engine_modules
from rulecheck.spec import load, make_rules
from tests.faults.catalogue import faults_of

SEED = 40
FRESH = 41
"""The seed of other games, which tell which of the changes held back can be noticed at all."""


def say(game: str) -> Any:
    """Tells on standard error how far it is, now and then."""
    began, last = time.monotonic(), [0.0]

    def tell(what: str, done: int, of: int) -> None:
        if time.monotonic() - last[0] > 15:
            last[0] = time.monotonic()
            print(f"{game}  {time.monotonic() - began:,.0f} s  {what} {done} of {of}", file=sys.stderr, flush=True)

    return tell


def make(game: str) -> None:
    """Choose, write, and tell."""
    book, tell = load(game), say(game)
    tables = [
        make_rules(game, players=players, setup=setup.name)
        for setup in book.setups.values()
        for players in setup.players
    ]
    asked = Asked(pool(tables, build, SEED), build)
    gc.freeze()
    choices, adequacy = choose(game, asked, faults_of(game), Budget(), seed=SEED, tell=tell)
    others = OtherChoices(build)
    chosen = [Chosen(c.question, c.points_to, c.clauses, others.resting(c.question)) for c in choices]
    fresh = Asked(pool(tables, build, FRESH, others=100, cap=600), build)
    held = list(changes_in(engine_modules(game), book.clauses))
    Random(SEED).shuffle(held)
    cases, met, noticed = Asked([c.question for c in choices], build), 0, 0
    for nth, change in enumerate(held[:HELD_OUT]):
        tell("changes held back, in fresh games", nth, HELD_OUT)
        try:
            if fresh.changed(change, Budget().change):
                met += 1
                noticed += bool(cases.changed(change, Budget().change))
        except CannotChange:
            continue
    head = {"suite": 1, "game": game, "seed": SEED, "questions": len(asked.questions), "adequacy": asdict(adequacy)}
    head["fresh"] = {"changes": min(HELD_OUT, len(held)), "depart_in_fresh_games": met, "noticed_of_these": noticed}
    kept = Kept(head, [*chosen, *of_readings(tables, build, SEED, tell)])
    path = Path(__file__).parents[1] / "properties" / game / "suite.jsonl"
    path.write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in packed(kept)))
    print(f"{game}: {len(chosen)} cases, {len(kept.chosen) - len(chosen)} of readings, {path.stat().st_size:,} bytes")
    print(orjson.dumps(head, option=orjson.OPT_INDENT_2).decode(), flush=True)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        make(name)
