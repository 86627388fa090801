"""What each way of explaining departures gains, loses and costs.  See benchmarks/README.md.

Engines with planted faults are searched once; what diverged is then explained several times: with all ways, without
each of them, and by the spectrum alone.  Told of each: how many faults are shown, told once, and named first or among
three; how many departures there are, how many of them nobody's; and the seconds of processor that explaining took.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve, fields

from benchmarks.conformance import NOTHING_ACCEPTED, Attributed, engines, owing
from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.localization.clustering import Clusters
from rulecheck.properties.conform.localization.search_context import GameLine
from rulecheck.properties.conform.localization.spectrum import Ways
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.search.conformance import Games, Search
from rulecheck.spec import make_rules
from tests.faults.several import Several

ALL: Final = Ways()
NONE: Final = Ways(**dict.fromkeys((field.name for field in fields(Ways)), False))


def variants(names: Sequence[str]) -> Iterator[tuple[str, Ways]]:
    """The ways of explaining that are compared: all, all but one (or with one that is off), and the spectrum alone."""
    known = {"all": ALL, "none": NONE}
    for field in fields(Ways):
        is_on = getattr(ALL, field.name)
        known[f"{'no' if is_on else 'with'} {field.name}"] = evolve(ALL, **{field.name: not is_on})
    yield from ((name, ways) for name, ways in known.items() if not names or name in names)


def attributed(
    engine: Several,
    departures: Sequence[Departure],
    from_position: bool,
    known: dict[str, tuple[tuple[str, ...], bool]],
) -> Attributed:
    """To which faults departures are owed, each game being played with every fault mended once for all variants."""

    def owed(shown: Departure) -> tuple[tuple[str, ...], bool]:
        bare = evolve(shown, keys=(f"{shown.kind}:{shown.about}",))  # whatever clause it is put down to
        if bare.id not in known:
            known[bare.id] = owing(engine, bare, from_position=from_position, accepted=NOTHING_ACCEPTED)
        return known[bare.id]

    rows = [(shown, *owed(shown)) for shown in departures]
    missing = set(engine.faults) - {fault for _, faults, _ in rows for fault in faults}
    merged = [
        (place, example, *owed(example))
        for departure in departures
        for place, example in enumerate(departure.also if missing else (), 1)
    ]
    return Attributed(engine, rows, merged)


class Recording(Clusters):
    """Keeps what it is told, to be explained again."""

    def note(self, game: GameLine, divergences: Sequence[Divergence]) -> None:
        self.__dict__.setdefault("noted", []).append((game, tuple(divergences)))
        super().note(game, divergences)


def measured(engine: Several, asked: argparse.Namespace, names: Sequence[str]) -> Iterator[tuple[str, Counter[str]]]:
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
    )
    games = Games(search)
    games.clusters = recording = Recording(games.search)
    games._play()
    known: dict[str, tuple[tuple[str, ...], bool]] = {}
    for name, ways in variants(names):
        began = time.process_time()
        search.ways = ways
        clusters = Clusters(games.search)
        spectrum = games.search.spectrum
        games.search.spectrum = evolve(spectrum)
        clusters.divergences = {
            id: evolve(known, soonest=list(known.soonest)) for id, known in recording.divergences.items()
        }
        clusters._games, clusters._parted = recording._games, recording._parted
        departures = clusters.departures()
        seconds = time.process_time() - began
        games.search.spectrum = spectrum
        told = attributed(engine, departures, from_position, known)
        ranks = {fault: told.rank(fault) for fault in engine.faults}
        merged = {fault for fault in engine.faults if ranks[fault] is None and told.example(fault) is not None}
        shown = [fault for fault in engine.faults if ranks[fault] is not None]
        yield (
            name,
            Counter(
                faults=len(engine.faults),
                shown=len(shown),
                merged=len(merged),
                once=sum(told.told(fault) == 1 for fault in shown),
                first=sum(ranks[fault] == 0 for fault in shown),
                three=sum(ranks[fault] in (0, 1, 2) for fault in shown),
                told=len(told.owed),
                nobodys=len(told.nobodys),
                lost=len(told.lost),
                ms=round(1000 * seconds),
            ),
        )
        if asked.verbose:
            for departure, faults, again in told.owed:
                owed = " ".join(f"{fault}#{told.rank(fault)}" for fault in faults) or (
                    "LOST" if not again else "NOBODY"
                )
                print(
                    f"    {departure.key}  {len(departure.moves)} {departure.clauses} <- {owed}"
                    f"{''.join(f'  agrees with {choice}' for choice in departure.explained)}",
                    flush=True,
                )
                for example in departure.also:
                    print(f"        also {example.key}", flush=True)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="engines")
    parser.add_argument("--sets", default="", help="sets of engines, with commas")
    parser.add_argument("--variants", default="", help="variants, with commas; else all")
    parser.add_argument("--only", choices=("start", "whole"), default="start")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--shrink", type=int, default=0, help="moves to make games short")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    for name in ("fresh", "unseen", "blind", "further", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"):
        parser.add_argument(f"--{name}", action="store_true")
    asked = parser.parse_args()
    names = [name for name in asked.variants.split(",") if name]
    total: dict[str, Counter[str]] = {}
    for engine in engines(asked):
        for name, counts in measured(engine, asked, names):
            total.setdefault(name, Counter()).update(counts)
            print(f"{engine.name} {name}: {dict(counts)}", flush=True)
    for name, counts in total.items():
        print(f"in all {name}: {dict(counts)}")


if __name__ == "__main__":
    main()
