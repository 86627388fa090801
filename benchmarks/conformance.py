"""How much `conform` shows of engines with several faults at once, and of other readings.  See benchmarks/README.md.

`several`: each engine of `tests/faults/several.py` is searched; a departure is owed to a fault if its game does not
show it any more on the same engine with that fault mended.  `planted`: each engine with one fault.  `readings`: our
engine under each other choice of a reading.  `phantoms`: what is told when all is accepted.  `accepting`: whether
the other faults are told still when what was told is accepted one after the other.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from statistics import median
from typing import Any, Final

from attrs import evolve, frozen

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.localization.search_context import SearchResult
from rulecheck.properties.conform.lockstep.baseline import Baseline, is_called
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.lockstep.engine_context import positions
from rulecheck.properties.conform.lockstep.lockstep import ALL
from rulecheck.properties.conform.lockstep.replaying import SPANS, Shows
from rulecheck.properties.conform.protocol.implementation import Start
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Games, Search
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import games as all_games
from rulecheck.spec import load, make_rules
from rulecheck.spec.rules import Rules
from tests.faults.held_out.corpus import HELD_OUT
from tests.faults.served import PLANTED
from tests.faults.several import FRESH, SEVERAL, Several

NOTHING_ACCEPTED: Final = Baseline()
SETS: Final[Mapping[str, tuple[str, Sequence[Several]]]] = {
    "fresh": ("the engines that came after the search", FRESH),
    "held-out": ("those written without looking at the search", HELD_OUT),
}
"""Engines besides `SEVERAL`, by the options that ask for them, with what these say."""


def mending(engine: Several, faults: Sequence[str], played: int, base: type[Reference] = Reference) -> type[Reference]:
    """The program of an engine that has but some of its faults once it has played so many moves."""
    mended = evolve(engine, faults=tuple(faults))

    class Mending(base):  # type: ignore[misc,valid-type]
        _engine: AnyEngine

        def start(self, table: Start) -> None:
            super().start(table)
            self._left = played
            self._mend()

        def _go(self, moves: Sequence[str]) -> None:
            super()._go(moves)
            self._left -= len(moves)
            self._mend()

        def _mend(self) -> None:
            if self._left <= 0:
                self._engine = mended.engine(self._engine.rules)

    return Mending


def _rules(departure: Departure, engine: Several) -> Rules:
    """The rules that a departure's game was played by."""
    setting = departure.setting
    return make_rules(
        engine.game,
        players=setting.players,
        setup=setting.setup,
        readings=setting.readings,
        numbers=setting.numbers,
    )


def remembers(departure: Departure, engine: Several) -> bool:
    """Whether the program was in another position than the one it told, which our side took over.

    What it does there is against the rules in what it tells, whatever is mended afterwards.
    """
    if departure.origin is None:
        return False
    theirs = engine.engine(_rules(departure, engine))
    state = positions(theirs, map(theirs.parse, departure.origin.before))[-1]
    told = vars(theirs.from_json(departure.origin.position))
    return any(told[name] != value for name, value in vars(state).items() if name != "events")


def shows(
    departure: Departure,
    engine: Several,
    faults: Sequence[str],
    *,
    from_position: bool,
    accepted: Baseline,
    base: type[Reference] = Reference,
) -> bool:
    """Whether the game of a departure shows it on an engine with these of its faults, driven as `base` drives it.

    All of them are there before our side takes over the program's position.
    """
    before = 0 if departure.origin is None else len(departure.origin.before)
    kind = mending(engine, faults, before, base)
    kind.from_position = from_position
    participant = InProcess(
        lambda: kind(engine.game, engine.engine if before else evolve(engine, faults=tuple(faults)).engine)
    )
    rules = [_rules(departure, engine)]
    games = Games(Search(rules=rules, participant=participant, games=1, accepted=accepted))
    context = games.search.context_of(departure)
    moves = [context.engine.parse(text) for text in departure.moves]
    states = positions(context.engine, moves)
    condition = Shows(games.session, departure.divergence, [context], departure.game, accepted, key=departure.key)
    if (
        from_position and not departure.is_failure
    ):  # it has no memory: what shows from a position near the end is enough
        for condition.span in (*SPANS, None):
            for last in (condition.tell_last, ALL):  # an end may have to be held against the rules in their position
                seen = condition.divergences(context.engine, moves, states, (condition.tell, last))
                if any(again.at == len(moves) and is_called(again, key) for again in seen for key in departure.keys):
                    return True
        return False
    seen = condition.everything(context.engine, moves, states)
    if departure.is_failure:
        return any(map(condition.is_it, seen))
    return any(again.at == len(moves) and is_called(again, key) for again in seen for key in departure.keys)


def owing(
    engine: Several, departure: Departure, *, from_position: bool, accepted: Baseline
) -> tuple[tuple[str, ...], bool]:
    """The faults without which a departure's game does not show it, and whether it shows again with all of them."""
    shown = partial(shows, departure, engine, from_position=from_position, accepted=accepted)
    if not shown(engine.faults):
        return (), False
    needed = tuple(fault for fault in engine.faults if not shown([f for f in engine.faults if f != fault]))
    if needed:
        return needed, True
    needed = tuple(fault for fault in engine.faults if shown((fault,)))
    return (() if shown(()) else needed), True  # each is enough


@frozen
class Attributed:
    """The departures of one engine, each with the faults that it is owed to."""

    engine: Several
    owed: Sequence[tuple[Departure, tuple[str, ...], bool]]
    """The departure; the faults without which its game does not show it; whether it shows again at all."""
    merged: Sequence[tuple[int, Departure, tuple[str, ...], bool]] = ()
    """The same for further examples of a departure, each with its place: where a fault is shown by nothing else."""

    @staticmethod
    def of(
        engine: Several, departures: Sequence[Departure], from_position: bool, accepted: Baseline = NOTHING_ACCEPTED
    ) -> Attributed:
        """Play each departure's game with every single fault mended."""
        owed_to = partial(owing, engine, from_position=from_position, accepted=accepted)
        owed = [(shown, *owed_to(shown)) for shown in departures]
        missing = set(engine.faults) - {fault for _, faults, _ in owed for fault in faults}
        merged = [
            (place, example, *owed_to(example))
            for departure in departures
            for place, example in enumerate(departure.also if missing else (), 1)
        ]
        return Attributed(engine, owed, merged)

    @property
    def faults(self) -> tuple[str, ...]:
        """The faults that some departure is owed to."""
        return tuple(fault for fault in self.engine.faults if any(fault in faults for _, faults, _ in self.owed))

    @property
    def nobodys(self) -> list[Departure]:
        """What shows again, is owed to no fault, and is no memory of the program's either."""
        return [
            shown for shown, faults, again in self.owed if again and not faults and not remembers(shown, self.engine)
        ]

    @property
    def lost(self) -> list[Departure]:
        """What does not show again."""
        return [shown for shown, _, again in self.owed if not again]

    def rank(self, fault: str) -> int | None:
        """The best place of a right clause among the departures that are owed to a fault; -1 if it is not named."""
        right = next(set(part.clauses) for part in self.engine.parts if part.name == fault)
        own = [departure for departure, faults, _ in self.owed if fault in faults]
        if not own:
            return None
        places = [departure.clauses.index(c) for departure in own for c in right if c in departure.clauses]
        return min(places, default=-1)

    def example(self, fault: str) -> int | None:
        """The place among the further examples of a departure of one that shows a fault under a right clause."""
        right = next(set(part.clauses) for part in self.engine.parts if part.name == fault)
        return next(
            (place for place, shown, faults, _ in self.merged if fault in faults and set(shown.clauses[:1]) & right),
            None,
        )

    def told(self, fault: str) -> int:
        """How many departures are owed to a fault.

        One that needs several faults (a game with a wrong set-up cannot be played again without it) is told of those
        alone that have a clause among its first three, if any has.
        """
        return sum(fault in self._blamed(shown, faults) for shown, faults, _ in self.owed)

    def _blamed(self, shown: Departure, faults: Sequence[str]) -> Sequence[str]:
        clauses = {part.name: set(part.clauses) for part in self.engine.parts}
        return [fault for fault in faults if clauses[fault] & set(shown.clauses[:3])] or faults


def searched(engine: Several, asked: argparse.Namespace, *, from_position: bool, accepted: Any = ()) -> SearchResult:
    """One search, bounded by games or by seconds."""
    limit = {"games": asked.games} if asked.games else {"seconds": asked.seconds}
    bounds = {"shrink_seconds": asked.shrink, "cap": 800, "seed": asked.seed, **limit}
    return engine.search(from_position=from_position, accepted=accepted, **bounds)


def engines(asked: argparse.Namespace) -> Sequence[Several]:
    """The engines that are named, of all there are; without names those of one list."""
    if asked.names:
        by_name = {
            engine.name: engine for engine in (*SEVERAL, *chain.from_iterable(known for _, known in SETS.values()))
        }
        if unknown := [name for name in asked.names if name not in by_name]:
            raise SystemExit(f"no engine {', '.join(unknown)}; there are {', '.join(by_name)}")
        return [by_name[name] for name in asked.names]
    return next((SETS[name][1] for name in reversed(tuple(SETS)) if getattr(asked, name.replace("-", "_"))), SEVERAL)


def _searches(asked: argparse.Namespace) -> Iterator[tuple[Several, bool]]:
    """The engines asked for, each as a program that goes on from positions and as one that does not."""
    for engine in engines(asked):
        yield from ((engine, mode == "start") for mode in ("start", "whole") if asked.only in (None, mode))


def _mode(from_position: bool) -> str:
    return "start" if from_position else "whole"


def several(asked: argparse.Namespace) -> None:
    """Which faults are shown, how often each, what stands first, and what is told that is nobody's."""
    total: Counter[str] = Counter()
    for engine, from_position in _searches(asked):
        began = time.monotonic()
        result = searched(engine, asked, from_position=from_position)
        told = Attributed.of(engine, result.departures, from_position)
        ranks = {fault: told.rank(fault) for fault in engine.faults}
        merged = {fault: place for fault in engine.faults if (place := told.example(fault)) is not None}
        merged = {fault: place for fault, place in merged.items() if ranks[fault] is None}
        ranks |= merged
        shown = [fault for fault in engine.faults if ranks[fault] is not None]
        nobodys = told.nobodys
        counts = Counter(
            faults=len(engine.faults),
            shown=len(shown),
            merged=len(merged),
            once=sum(told.told(fault) == 1 for fault in shown),
            first=sum(ranks[fault] == 0 for fault in shown),
            three=sum(ranks[fault] in (0, 1, 2) for fault in shown),
            told=len(told.owed),
            nobodys=len(nobodys),
            remembered=sum(again and not faults for _, faults, again in told.owed) - len(nobodys),
            lost=len(told.lost),
            explained=sum(bool(departure.explained) for departure in result.departures),
        )
        total += counts
        name = f"{engine.name} {_mode(from_position)}"
        print(f"{name}: {_words(counts)}; {result.ended.total()} games")
        missed = " ".join(fault for fault in ranks if ranks[fault] is None)
        print(f"    {result.seconds:.0f} s, {time.monotonic() - began:.0f} with attributing; not shown: {missed}")
        for departure, faults, again in told.owed:
            owed = " ".join(f"{fault}#{told.rank(fault)}" for fault in faults) or (
                "LOST" if not again else "NOBODY" if departure in nobodys else "REMEMBERED"
            )
            owed += "".join(f"  agrees with {choice}" for choice in departure.explained)
            length, clauses = len(departure.moves), departure.clauses[:3]
            print(f"    {departure.key}  {length} moves  {clauses}  <- {owed}", flush=True)
            for example in departure.also:
                print(f"        also {example.key}  {len(example.moves)} moves  {example.clauses[:2]}", flush=True)
        for note in result.notes:
            print(f"    note {note}")
    print(f"in all: {_words(total)}")


def _words(counts: Counter[str]) -> str:
    return (
        f"{counts['shown']} of {counts['faults']} shown ({counts['merged']} as a further example), "
        f"{counts['once']} of them once, right clause first {counts['first']}, "
        f"among three {counts['three']}; {counts['told']} told, {counts['nobodys']} nobody's, "
        f"{counts['remembered']} from what the program does not tell, "
        f"{counts['lost']} do not show again, {counts['explained']} explained by a reading or number"
    )


def _choices(game: str) -> Iterator[tuple[str, str]]:
    rules = make_rules(game)
    for reading in load(game).readings.values():
        for value in reading.choices:
            if value != rules.readings[reading.id]:
                yield reading.id, value


def _other(game: str, id: str, value: str, *, from_position: bool) -> Reference:
    """Our engine under another choice."""
    kind: type[Reference] = type("Other", (Reference,), {"from_position": from_position})
    return kind(game, readings={id: value})


def readings(asked: argparse.Namespace) -> None:
    """How many departures that are another reading are told as one: those of our own engine under another choice."""
    total: Counter[str] = Counter()
    for game in asked.names or all_games():
        counts: Counter[str] = Counter()
        for id, value in _choices(game):
            participant = InProcess(partial(_other, game, id, value, from_position=asked.only != "whole"))
            search = Search(
                rules=[make_rules(game)],
                participant=participant,
                seed=asked.seed,
                games=asked.games or 12,
                cap=400,
                shrink_seconds=asked.shrink,
            )
            departures = search.run().departures
            right = [any(c.id == id and c.value == value for c in shown.explained) for shown in departures]
            counts += Counter(choices=1, met=bool(departures), told=any(right), departures=len(right), right=sum(right))
            for departure, told in zip(departures, right, strict=True):
                if not told:
                    others = ", ".join(map(str, departure.explained))
                    print(f"    {game} {id}={value}: {departure.key} {departure.clauses[:3]} {others}", flush=True)
        print(f"{game}: {dict(counts)}", flush=True)
        total += counts
    print(f"in all: {dict(total)}")


def planted(asked: argparse.Namespace) -> None:
    """How many of the single faults of `tests.faults.served` are shown, named, and shown as briefly as by hand."""
    total: Counter[str] = Counter()
    ratios: list[float] = []
    for fault in PLANTED:
        if asked.names and fault.game not in asked.names:
            continue
        search = Search(
            rules=[fault.fault.rules(fault.game)],
            participant=InProcess(fault.make),
            seed=asked.seed,
            games=asked.games or 32,
            cap=400,
            shrink_seconds=asked.shrink,
        )
        departures = search.run().departures
        own = [departure for departure in departures if departure.kind in fault.kinds]
        right = {
            within: [d for d in own if not fault.clauses or set(d.clauses[:within]) & set(fault.clauses)]
            for within in (1, 3)
        }
        total += Counter(faults=1, found=bool(departures), first=bool(right[1]), three=bool(right[3]))
        if right[3]:
            ratios.append(min(len(departure.moves) for departure in right[3]) / max(1, fault.person))
        if not right[1]:
            told = "; ".join(f"{departure.key} {departure.clauses[:3]}" for departure in departures) or "nothing"
            print(f"    {fault.game} {fault.name} ({' '.join(fault.clauses)}): {told}", flush=True)
    print(f"in all: {dict(total)}; moves shown for each of a person's, median {median(ratios):.2f}")


def phantoms(asked: argparse.Namespace) -> None:
    """Games against each engine with all its departures accepted: what is told then is either a fault or a phantom."""
    total: Counter[str] = Counter()
    for engine, from_position in _searches(asked):
        known = Baseline()
        for _ in range(2):
            result = searched(engine, asked, from_position=from_position, accepted=known)
            told = Attributed.of(engine, result.departures, from_position, known)
            bad = [shown.key for shown in told.nobodys] + [f"{shown.key} LOST" for shown in told.lost]
            total += Counter(games=result.ended.total(), told=len(told.owed), phantoms=len(bad))
            print(
                f"{engine.name} {_mode(from_position)} accepted {len(known)}: "
                f"{result.ended.total()} games, {len(told.owed)} told, phantoms {bad}",
                flush=True,
            )
            known |= Baseline({key: "known" for departure in result.departures for key in departure.keys})
    print(f"in all: {dict(total)}")


def accepting(asked: argparse.Namespace) -> None:
    """The departures of each engine accepted one after the other: the other faults are to be told, nothing else."""
    total: Counter[str] = Counter()
    for engine, from_position in _searches(asked):
        known, accepted_faults = Baseline(), set[str]()
        first = Attributed.of(engine, searched(engine, asked, from_position=from_position).departures, from_position)
        shown, told = set(first.faults), first
        print(f"{engine.name} {_mode(from_position)}: {len(first.owed)} told, {len(shown)} faults", flush=True)
        for _ in range(len(first.owed)):
            if not told.owed:
                break
            departure, faults, _ = told.owed[0]
            known |= Baseline(dict.fromkeys(departure.keys, "known"))
            accepted_faults |= set(faults)
            result = searched(engine, asked, from_position=from_position, accepted=known)
            told = Attributed.of(engine, result.departures, from_position, known)
            left = shown - accepted_faults
            other = [shown.key for shown, faults, _ in told.owed if not set(faults) - accepted_faults]
            lost = sorted(left - set(told.faults))
            total += Counter(left=len(left), still=len(left) - len(lost), told=len(told.owed), else_=len(other))
            print(f"    {departure.key} accepted: lost {lost}, told besides {other}", flush=True)
    print(f"in all: {total['still']} of {total['left']} still told; {total['else_']} of {total['told']} told besides")


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("several", "accepting", "planted", "readings", "phantoms"))
    parser.add_argument("names", nargs="*", help="engines of tests/faults/, or games for the others")
    parser.add_argument("--only", choices=("start", "whole"), help="programs that go on from positions, or that do not")
    parser.add_argument("--games", type=int, help="games in a search, instead of seconds")
    parser.add_argument("--seconds", type=float, default=200)
    for name, (what, _) in SETS.items():
        parser.add_argument(f"--{name}", action="store_true", help=what)
    parser.add_argument("--shrink", type=float, default=60, help="seconds to make games short")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    asked = parser.parse_args()
    measures = (several, accepting, planted, readings, phantoms)
    next(measure for measure in measures if measure.__name__ == asked.what)(asked)


if __name__ == "__main__":
    main()
