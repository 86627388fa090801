"""How much one run of `conform` says of programs that nothing was announced of.  See benchmarks/README.md.

Each program is the reference with readings and numbers drawn at random, some for one player count only, a habit of
asking, and faults of the held-out corpus.  It is driven once, for some seconds of processor time.  Counted are the
readings and numbers that were adopted as they are, and besides; the faults that a departure is owed to, or a number
that was adopted in place of one, and how many of them are told once; departures that nothing of it brings about;
how soon the first was known; and how long the games are.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any, Final

from attrs import evolve, field, frozen

from benchmarks.conformance import NOTHING_ACCEPTED, shows
from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.lockstep.choice import Choice, rules_with
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Games, Search
from rulecheck.properties.suite.first import play_first
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, AnyEngine
from rulecheck.spec import load, make_rules
from rulecheck.spec.errors import SpecError
from rulecheck.spec.rules import Rules
from tests.faults.held_out.corpus import HELD_OUT
from tests.faults.held_out.planting import HeldOut
from tests.properties.conform.asking_more import AsksAnybody

_LOOKED: Final = 3
"""Games in which a choice has to make a difference,"""
_MOVES: Final = 300
"""of so many moves."""
_BY: Final = (1, -1, 1, -1, 2, -2, 3, 4, 5)
SHORT: Final = {True: 25, False: 80}
"""Moves in which half of the games are to show it, for programs that go on from positions and those that do not."""


class AsksLess(Reference):
    """Makes each move without a choice by itself."""

    def play(self, move: str) -> None:
        super().play(move)
        while len(legal := self._engine.legal_moves(self._state)) == 1 and self._engine.actor(self._state) != CHANCE:
            self._state = self._engine.apply(self._state, legal[0])


class AsksMore(AsksAnybody):
    """Asks whoever has moved to say so, after some kinds of moves, also where they move again."""

    def asks(self, seat: str, then: str) -> bool:
        return then not in ("chance", "nobody") and seat != "chance"


@frozen
class Stranger:
    """A program with its own readings, numbers, habit and faults."""

    game: str
    seed: int
    faults: HeldOut
    choices: tuple[Choice, ...]
    habit: str
    from_position: bool
    kinds: frozenset[str] = field(factory=frozenset)

    def build(self, rules: Rules) -> AnyEngine:
        """Its engine."""
        engine: AnyEngine = self.faults.engine(rules_with(rules, self.choices))
        return engine

    def driven(self) -> type[Reference]:
        """What asks for its moves."""
        kind = {"": Reference, "less": AsksLess, "more": AsksMore}[self.habit]
        words = {"from_position": self.from_position, "name": self.faults.name, "kinds": self.kinds}
        return type(self.faults.name, (kind,), words)

    def make(self) -> Reference:
        """The program."""
        return self.driven()(self.game, self.build)


def differs(game: str, tables: list[Rules], choice: Choice, rng: Random) -> bool:
    """Whether a choice makes a difference in some games of the rulebook's rules; one that nobody can meet is none."""
    met = 0
    for _ in range(_LOOKED):
        rules = rng.choice([table for table in tables if choice.players in (None, table.players)])
        ours = build(rules)
        try:
            other = build(rules_with(rules, [choice]))
            there = other.start()
        except (SpecError, ValueError):
            return False
        state = ours.start()
        for _ in range(_MOVES):
            legal = ours.legal_moves(state)
            if {*map(str, legal)} != {*map(str, other.legal_moves(there))} or ours.to_json(state) != other.to_json(
                there
            ):
                met += 1
                break
            if not legal:
                break
            move = rng.choice(legal)
            state, there = ours.apply(state, move), other.apply(there, other.parse(str(move)))
    return met > _LOOKED // 2


def drawn(game: str, tables: list[Rules], many: int, rng: Random) -> tuple[Choice, ...]:
    """So many readings and numbers that make a difference."""
    book, choices = load(game), list[Choice]()
    read = frozenset.union(*(build(table).rules.read for table in tables))
    while len(choices) < many:
        if rng.random() < 0.5:
            reading = rng.choice(list(book.readings.values()))
            value = rng.choice([value for value in reading.choices if value != reading.default])
            choice = Choice("reading", reading.id, value)
        else:
            quantity = book.quantities[rng.choice(sorted(read))]
            players = None if isinstance(quantity.value, int) else rng.choice(tables).players
            now = quantity.at(players)
            number = -1 if now is None else now + rng.choice(_BY)
            if number < 0:
                continue
            choice = Choice("number", quantity.name, str(number), players)
        if any(choice.id == other.id for other in choices):
            continue
        try:
            if differs(game, tables, choice, rng):
                choices.append(choice)
        except Exception:
            continue  # with this number no game can be played
    return tuple(choices)


def strangers(seed: int, many: int, names: list[str]) -> Iterator[tuple[Stranger, list[Rules]]]:
    """Programs drawn at random, each with the tables that it is played at."""
    for nth in range(many):
        rng = Random(seed * 1000 + nth)
        of = rng.choice([engine for engine in HELD_OUT if not names or engine.game in names])
        counts = load(of.game).setups[load(of.game).default_setup].players
        tables = [make_rules(of.game, players=count) for count in counts if count > 1][:3]
        faults = evolve(of, faults=tuple(rng.sample(of.faults, min(len(of.faults), rng.randint(2, 4)))))
        choices = drawn(of.game, tables, rng.randint(1, 5), rng)
        habit = rng.choice(("", "", "less", "more"))
        kinds = frozenset(rng.sample(sorted({str(m).split()[0] for m in build(tables[0]).all_moves()}), 2))
        yield Stranger(of.game, seed, faults, choices, habit, rng.random() < 0.5, kinds), tables


def measured(program: Stranger, tables: list[Rules], asked: argparse.Namespace) -> Counter[str]:
    """One run, and what it says of the program."""
    time.monotonic = time.process_time  # all that a search does is done in this process, and bounded by its clock
    began = time.process_time()
    first: list[float] = []
    search = Search(
        rules=tables,
        participant=InProcess(program.make),
        seed=asked.seed,
        seconds=asked.seconds * 0.7,
        shrink_seconds=asked.seconds * 0.3,
        sighted=lambda *_: first.append(time.process_time() - began),
        first=play_first if asked.suite else None,
    )
    games = Games(search)
    result = games.run()
    cpu = time.process_time() - began
    adopted = games.search.adopted
    told = [departure for departure in result.departures if not departure.adopted]
    named = [choice for choice in program.choices if _is_named(choice, adopted, tables)]
    besides = [choice for choice in adopted if not any(choice.id == own.id for own in program.choices)]
    of_besides = [
        departure for departure in result.departures if {*departure.explained} & {*besides} and departure.adopted
    ]
    owed = {departure.id: _owed(program, departure) for departure in (*told, *of_besides)}
    times = Counter(fault for faults in owed.values() for fault in faults if fault in program.faults.faults)
    shown = set(times)
    nobodys = [departure for departure in (*told, *of_besides) if not owed[departure.id]]
    lengths = [len(departure.moves) for departure in result.departures]
    for departure in result.departures:
        print(
            f"    {departure.key} {len(departure.moves)} moves, {departure.messages[0][:90]}"
            f" <- {owed.get(departure.id, [str(choice) for choice in departure.explained])}"
        )
    hidden = [str(choice) for choice in program.choices if choice not in named]
    print(f"    not named {hidden}; besides {list(map(str, besides))}; not shown {set(program.faults.faults) - shown}")
    return Counter(
        choices=len(program.choices),
        named=len(named),
        besides=len(besides),
        faults=len(program.faults.faults),
        shown=len(shown),
        once=sum(often == 1 for often in times.values()),
        told=len(told) + len(adopted),
        nobodys=len(nobodys),
        soon=bool(first) and first[0] < 5,
        runs=1,
        games=len(lengths),
        short=sum(length <= SHORT[program.from_position] for length in lengths),
        median=round(median(lengths)) if lengths else 0,
        moves=result.counts.moves,
        cpu=round(cpu),
    )


def _is_named(choice: Choice, adopted: tuple[Choice, ...], tables: list[Rules]) -> bool:
    """Whether what was adopted says the same at every table at which the choice makes a difference."""
    at = [table for table in tables if choice.players in (None, table.players)]
    values = {
        table.players: other.value
        for table in at
        for other in adopted
        if other.id == choice.id and other.players in (None, table.players)
    }
    return bool(values) and set(values.values()) == {choice.value}


def _owed(program: Stranger, departure: Departure) -> tuple[str, ...]:
    """The faults, readings and numbers without any of which the program does not show a departure; none: nobody's."""

    def shown(faults: tuple[str, ...], choices: tuple[Choice, ...]) -> bool:
        engine = _Under(program.faults.game, program.faults.name, program.faults.faults, choices=choices)
        return shows(
            departure,
            engine,
            faults,
            from_position=program.from_position,
            accepted=NOTHING_ACCEPTED,
            base=program.driven(),
        )

    faults, choices = program.faults.faults, program.choices
    if not shown(faults, choices):
        return ()
    needed = [fault for fault in faults if not shown(tuple(other for other in faults if other != fault), choices)]
    needed += [
        f"({choice})" for choice in choices if not shown(faults, tuple(other for other in choices if other != choice))
    ]
    if needed or shown((), ()):
        return tuple(needed)
    return tuple(fault for fault in faults if shown((fault,), choices))  # each is enough


@frozen
class _Under(HeldOut):
    """The same faults in rules with other readings and numbers than it is asked for."""

    choices: tuple[Choice, ...] = ()

    def engine(self, rules: Any) -> Any:
        return super().engine(rules_with(rules, self.choices))


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="of these games; else all")
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=120, help="of one run, games made short included")
    parser.add_argument("--seed", type=int, default=1, help="of the programs and of their runs")
    parser.add_argument("--no-suite", dest="suite", action="store_false", help="without the cases that come first")
    asked = parser.parse_args()
    total: Counter[str] = Counter()
    for program, tables in strangers(asked.seed, asked.programs, asked.games):
        mode = "start" if program.from_position else "whole"
        what = ", ".join(map(str, program.choices))
        print(f"{program.game} {program.faults.name} {mode} asks {program.habit or 'alike'}: {what}", flush=True)
        counts = measured(program, tables, asked)
        total.update(counts)
        print(f"  {dict(counts)}", flush=True)
    print(f"in all: {dict(total)}")


if __name__ == "__main__":
    main()
