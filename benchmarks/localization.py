"""What each way of explaining departures gains, loses and costs.  See benchmarks/README.md.

Engines with planted faults are searched once; what diverged is then explained several times: with all ways, without
each of them, and with none but the spectrum.  Of each it is counted how many faults are shown, told once, and named
first or among three; how many departures there are, how many of them nobody's; and the seconds that explaining took.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from copy import copy
from typing import Final

from attrs import evolve, fields

from benchmarks.conformance import NOTHING_ACCEPTED, SETS, Attributed, engines, owing
from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.localization.spectrum import ALL_WAYS, Ways
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.search.conformance import Games, Search
from rulecheck.spec import make_rules
from tests.faults.several import Several

_NONE: Final = Ways(**dict.fromkeys((field.name for field in fields(Ways)), False))
VARIANTS: Final = {
    "all": ALL_WAYS,
    "none": _NONE,
    **{f"no {field.name}": evolve(ALL_WAYS, **{field.name: False}) for field in fields(Ways)},
}
"""The ways of explaining that are compared, by name."""

Owed = tuple[tuple[str, ...], bool]
"""The faults that a departure is owed to, and whether it shows again."""


def explained(games: Games, ways: Ways) -> tuple[Departure, ...]:
    """The departures of games that were played, explained in some ways."""
    games.asked.ways, clusters = ways, copy(games.clusters)
    clusters.divergences = {identity: copy(known) for identity, known in clusters.divergences.items()}
    return clusters.departures()


def measured(engine: Several, asked: argparse.Namespace) -> Iterator[tuple[str, Counter[str], Attributed]]:
    """What each variant makes of one search."""
    from_position = asked.only != "whole"
    search = Search(
        rules=[make_rules(engine.game, players=engine.players)],
        participant=InProcess(lambda: engine.reference(from_position=from_position)),
        seed=asked.seed,
        games=asked.games,
        cap=800,
        shrink_steps=asked.shrink,
        shrink_seconds=None,
        ways=_NONE,
    )
    games = Games(search)
    games.run()
    known: dict[str, Owed] = {}

    def owed(departure: Departure) -> Owed:
        bare = evolve(departure, keys=(f"{departure.kind}:{departure.about}",))  # whatever clause it is put down to
        if bare.id not in known:
            known[bare.id] = owing(engine, bare, from_position=from_position, accepted=NOTHING_ACCEPTED)
        return known[bare.id]

    for name in asked.variants:
        began = time.process_time()
        departures = explained(games, VARIANTS[name])
        seconds = time.process_time() - began
        told = Attributed(engine, [(departure, *owed(departure)) for departure in departures])
        ranks = {fault: told.rank(fault) for fault in engine.faults}
        shown = [fault for fault in engine.faults if ranks[fault] is not None]
        counts = Counter(
            faults=len(engine.faults),
            shown=len(shown),
            once=sum(told.told(fault) == 1 for fault in shown),
            first=sum(ranks[fault] == 0 for fault in shown),
            three=sum(ranks[fault] in (0, 1, 2) for fault in shown),
            told=len(told.owed),
            nobodys=len(told.nobodys),
            lost=len(told.lost),
            ms=round(1000 * seconds),
        )
        yield name, counts, told


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="engines of tests/bad/")
    parser.add_argument("--variants", nargs="+", choices=VARIANTS, default=list(VARIANTS), help="which; else all")
    parser.add_argument("--only", choices=("start", "whole"), default="start", help="as in conformance.py")
    parser.add_argument("--games", type=int, default=12, help="games in a search")
    parser.add_argument("--shrink", type=int, default=0, help="moves to replay to make games short")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--verbose", action="store_true", help="each departure, with the faults that it is owed to")
    for name, (what, _) in SETS.items():
        parser.add_argument(f"--{name}", action="store_true", help=what)
    asked = parser.parse_args()
    total: dict[str, Counter[str]] = {}
    for engine in engines(asked):
        for name, counts, told in measured(engine, asked):
            total.setdefault(name, Counter()).update(counts)
            print(f"{engine.name} {name}: {dict(counts)}", flush=True)
            for departure, faults, _ in told.owed if asked.verbose else ():
                owed = " ".join(f"{fault}#{told.rank(fault)}" for fault in faults)
                print(f"    {departure.key} {len(departure.moves)} moves {departure.clauses} <- {owed}", flush=True)
    for name, counts in total.items():
        print(f"in all {name}: {dict(counts)}")


if __name__ == "__main__":
    main()
