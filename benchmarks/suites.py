"""Chooses the cases of the suites that come with the package: `python benchmarks/suites.py GAME…`.

Writes `properties/<game>/suite.jsonl`, the same bytes each time, and tells how good the cases are.  The faults in
`tests/faults` are not in the package, so that this is not a command of it.  It takes about a minute of processor time
for a game.  With `--seconds S` it stops after so much, keeps what it has in `.rulecheck/`, and goes on the next time.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import orjson
from attrs import asdict

sys.path.insert(0, str(Path(__file__).parents[1]))

from rulecheck.properties.runtime.writing import write_atomically
from rulecheck.properties.strength.changes import CannotChange, Change, changes_in
from rulecheck.properties.suite.cases import Chosen, Kept, OtherChoices, packed
from rulecheck.properties.suite.choosing import HELD_OUT, Budget, choose
from rulecheck.properties.suite.pool import pool
from rulecheck.properties.suite.questions import Question
from rulecheck.properties.suite.readings import of_readings
from rulecheck.properties.suite.wrong import Asked
from rulecheck.reference_engines import build, engine_modules
from rulecheck.spec import load, make_rules
from rulecheck.spec.rules import Rules
from tests.faults.catalogue import faults_of

SEED = 40
FRESH = 41
"""The seed of other games, which tell which of the changes held back can be noticed at all."""


class NotYetError(Exception):
    """The processor time is used up; what was found is kept."""


class Choosing:
    """The suite of one game, made in one go or in several."""

    def __init__(self, game: str, seconds: float | None) -> None:
        self.game = game
        self.path = Path(".rulecheck") / f"suites-{game}.json"
        self.known: dict[str, Any] = orjson.loads(self.path.read_bytes()) if self.path.exists() else {}
        self._until = None if seconds is None else time.process_time() + seconds
        self._last = time.monotonic()

    def tell(self, what: str, done: int, of: int) -> None:
        """Tell how far it is now and then, and stop when the time is up."""
        if time.monotonic() - self._last > 15:
            self._last = time.monotonic()
            print(f"{self.game}  {what} {done} of {of}", file=sys.stderr, flush=True)
        if self._until is not None and time.process_time() > self._until:
            write_atomically(self.path, orjson.dumps(self.known))
            raise NotYetError(f"{self.game}: {what} {done} of {of}")

    def run(self) -> None:
        """Choose, write, and say how good the cases are."""
        game, book = self.game, load(self.game)
        tables = [
            make_rules(game, players=players, setup=setup.name)
            for setup in book.setups.values()
            for players in setup.players
        ]
        asked = Asked(pool(tables, build, SEED), build)
        gc.freeze()
        choices, adequacy = choose(game, asked, faults_of(game), Budget(), seed=SEED, known=self.known, tell=self.tell)
        others = OtherChoices(build)
        chosen = [Chosen(c.question, c.points_to, c.clauses, others.resting(c.question)) for c in choices]
        head = {"suite": 1, "game": game, "seed": SEED, "questions": len(asked.questions), "adequacy": asdict(adequacy)}
        head["fresh"] = self.fresh(tables, [choice.question for choice in choices])
        kept = Kept(head, [*chosen, *of_readings(tables, build, SEED, self.tell)])
        path = Path(__file__).parents[1] / "properties" / game / "suite.jsonl"
        write_atomically(path, b"".join(orjson.dumps(line) + b"\n" for line in packed(kept)))
        print(
            f"{game}: {len(chosen)} cases, {len(kept.chosen) - len(chosen)} of readings, {path.stat().st_size:,} bytes"
        )
        print(orjson.dumps(head, option=orjson.OPT_INDENT_2).decode(), flush=True)
        self.path.unlink(missing_ok=True)

    def fresh(self, tables: Sequence[Rules], cases: Sequence[Question]) -> dict[str, int]:
        """How many changes held back other games tell from the rules, and how many of these the cases notice."""
        held = list(changes_in(engine_modules(self.game), load(self.game).clauses))
        Random(SEED).shuffle(held)
        held = held[:HELD_OUT]
        others, own = Asked(pool(tables, build, FRESH, others=100, cap=600), build), Asked(cases, build)
        met = noticed = 0
        for nth, change in enumerate(held):
            self.tell("changes held back, in fresh games", nth, len(held))
            key = f"fresh {change.key}"
            if key not in self.known:
                self.known[key] = tells(others, change)
            if self.known[key]:
                met += 1
                noticed += tells(own, change)
        return {"changes": len(held), "depart_in_fresh_games": met, "noticed_of_these": noticed}


def tells(asked: Asked, change: Change) -> bool:
    """Whether one of some questions is answered otherwise under a change."""
    try:
        return bool(asked.changed(change, Budget().change))
    except CannotChange:
        return False


def main() -> None:
    """Make the suites of the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--seconds", type=float, help="of processor time, for each game")
    asked = parser.parse_args()
    for game in asked.games:
        try:
            Choosing(game, asked.seconds).run()
        except NotYetError as stopped:
            print(stopped)


if __name__ == "__main__":
    main()
