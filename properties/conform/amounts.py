"""What wrong amounts go with: as much too much as a seat has mines is owed to a clause that speaks of mines.

Such a clause need not have been at work by our rules in the step: what is paid too often, or to others, is not.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.conform.clues import affinity, words
from rulecheck.properties.conform.common import Common, played
from rulecheck.properties.conform.steps import Sighting

_PLAYERS: Final = "players"
_LEAST: Final = 6
"""Amounts that have to be known, right ones among them,"""
_WRONG: Final = 3
"""and so many wrong ones."""
_VARIOUS: Final = 2
"""So many wrong ones have to differ,"""
_OFTEN: Final = 2
"""each seen so often: much there is as much of as one is out by always."""
_SURELY: Final = 0.9
"""The part of them that is as good as all: another fault may be seen in the same step."""
_MOST: Final = 3
"""How many times over something is paid at most, or of how many it is paid for each."""
_WELL: Final = 0.9
"""How much it speaks for a clause, beside a change of it that does what the other side did."""
_BESIDE: Final = 0.8
"""How much less where the clause never changes such a number in our own games."""
_SPOKEN: Final = frozenset({"rule", "definition", "setup"})
"""Kinds of clauses that something may be owed to."""


@frozen
class Amount:
    """By how much one number of a seat is out, and what the seat has."""

    by: int
    has: Mapping[str, int]
    is_movers: bool = False


def quantities(table: Any) -> Mapping[str, int]:
    """How much there is of all that a seat has, by its path: numbers, entries, entries of a kind, and their sums."""
    many: Counter[str] = Counter()
    for path, number in _within("", table):
        many[path] += number
    return many


def _within(path: str, value: Any) -> Iterator[tuple[str, int]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            there = list(_within(f"{path}.{name}" if path and not name.isdecimal() else path or name, inner))
            yield from there
            if path and type(inner) is int:
                yield path, inner
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _within(path, inner)
    elif isinstance(value, str):
        yield path, 1
        yield f"{path}={re.sub(r'[0-9]+', '', value).strip()}", 1
    elif type(value) is int:
        yield path, value


def owing(common: Common, sightings: Sequence[Sighting]) -> Mapping[str, float]:
    """The clauses that wrong amounts of seats are rather owed to, from 0 to 1, as what they go with tells; or none."""
    by_part = _amounts(common, sightings)
    support: dict[str, float] = {}
    for part, amounts in by_part.items():
        movers = [amount for amount in amounts if amount.is_movers]
        is_movers_alone = not any(amount.by for amount in amounts if not amount.is_movers)
        going = going_with(part, amounts) or (going_with(part, movers) if is_movers_alone else ())
        changing = common.effects.of(f"{_PLAYERS}.*.{part}")
        spoken = {
            clause.id: clause.text
            for clause in common.rulebook.clauses.values()
            if clause.kind in _SPOKEN
            and (clause.id in changing or not words(part).isdisjoint(words(clause.text) | words(clause.id)))
        }
        clues = frozenset().union(*map(words, going)) - words(part)
        speaks = affinity(clues, spoken)
        most = max(speaks.values(), default=0.0)
        for clause, much in speaks.items():
            if much == most > 0:
                support[clause] = _WELL * (1.0 if clause in changing else _BESIDE)
    return support


def _amounts(common: Common, sightings: Sequence[Sighting]) -> Mapping[str, list[Amount]]:
    """For each number of seats that differs: by how much it is out for each of them, each time."""
    amounts: defaultdict[str, list[Amount]] = defaultdict(list)
    for shown in sightings:
        parting = shown.sighting
        out = {
            place.path[1:]: place.theirs - place.ours
            for place in parting.differences
            if place.path[:1] == (_PLAYERS,) and len(place.path) == 3 and type(place.ours) is type(place.theirs) is int
        }
        if parting.kind != "state" or not out:
            continue
        rig, moves, states = played(common, shown.game, parting.at)
        if not moves:
            continue
        mover = rig.seat(rig.engine.actor(states[-2]))
        for seat, table in rig.engine.to_json(states[-2])[_PLAYERS].items():
            has = quantities(table)
            for part in {part for _, part in out}:
                amounts[part].append(Amount(out.get((seat, part), 0), has, seat == mover))
    return amounts


def going_with(part: str, amounts: Sequence[Amount]) -> Sequence[str]:
    """What a seat has as much of as the number is out by, or so many times as much; of several all that do it best."""
    wrong = sum(amount.by != 0 for amount in amounts)
    if len(amounts) < _LEAST or wrong < _WRONG:
        return ()
    best: dict[str, int] = {}
    for name in {name for amount in amounts for name in amount.has} - {part}:
        pairs = [(amount.by, amount.has.get(name, 0)) for amount in amounts]
        ratios = Counter(Fraction(by, many) for by, many in pairs if by and many)
        if not ratios:
            continue
        ratio, _ = ratios.most_common(1)[0]
        if max(abs(ratio.numerator), ratio.denominator) > _MOST:
            continue
        fitting = [(by, many) for by, many in pairs if by == ratio * many]
        various = Counter(by for by, _ in fitting if by)
        often = sum(times >= _OFTEN for times in various.values())
        if len(fitting) >= _SURELY * len(pairs) and often >= _VARIOUS and various.total() >= _WRONG:
            best[name] = often
    most = max(best.values(), default=0)
    return [name for name, many in best.items() if many == most]
