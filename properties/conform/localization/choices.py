"""Which readings and numbers a program may play by where it and our rules part, the likeliest first.

Numbers are read off what differs: a place that is 126 instead of 122, a move `ship 5` instead of `ship 4`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import frozen

from rulecheck.properties.conform.lockstep.choice import Choice
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.reference_engines.contract import SILENT
from rulecheck.spec.model import Quantity, Rulebook
from rulecheck.spec.rules import Rules

_WAYS: Final = 10
"""Ways in which a number may be away on the other side, the nearest first."""
_STEPS: Final = (1, -1, 2, -2, 3, -3)
"""By how much a number is tried away where no amount tells it."""
_NUMBER: Final = re.compile(r"(\d+)[a-z]?\b")


@frozen
class Amounts:
    """The numbers that differ between two sides."""

    pairs: tuple[tuple[int, int], ...]
    """Ours, and the other side's in its place; the one that is met most often first."""
    away: tuple[int, ...]
    """How much a number might be away on the other side, the least first."""

    @staticmethod
    def of(divergences: Iterable[Divergence]) -> Amounts:
        """Those that some divergences tell."""
        pairs: Counter[tuple[int, int]] = Counter()
        for divergence in divergences:
            pairs.update(_pairs(divergence))
        away = {by for ours, theirs in pairs for by in (theirs - ours, ours - theirs)} | {*_STEPS}
        ways = sorted(away, key=lambda by: (abs(by), -by))[:_WAYS]
        return Amounts(tuple(pair for pair, _ in pairs.most_common()), tuple(ways))


def _pairs(divergence: Divergence) -> Iterator[tuple[int, int]]:
    """Numbers in the same place of both sides' positions, or of moves that only they list."""
    for place in (*divergence.differences, *divergence.there):
        if type(place.ours) is int and type(place.theirs) is int:
            yield place.ours, place.theirs
        elif type(place.theirs) is int and not place.ours:
            yield 0, place.theirs
    unlike = {_NUMBER.sub("#", text): text for text in divergence.missing}
    for text in divergence.extra:
        if (ours := unlike.get(_NUMBER.sub("#", text))) is not None:
            numbers = (map(int, _NUMBER.findall(side)) for side in (ours, text))
            yield from (pair for pair in zip(*numbers, strict=True) if pair[0] != pair[1])


def choices(book: Rulebook, rules: Rules, divergence: Divergence, events: Sequence[str]) -> Iterator[Choice]:
    """What might explain a divergence of a program from some rules; `events`: what its game carried out, in order.

    Readings first: those that its clauses leave open, and those that the game needed.  Then the numbers that are what
    ours is where the sides differ, numbers of the clauses that were at work, somewhat away, and any by one; all of them
    numbers that our engine has read.
    """
    yield from _readings(book, rules, divergence, events)
    seen: set[Choice] = set()
    for choice in _numbers(book, rules, divergence):
        if choice not in seen:
            seen.add(choice)
            yield choice


def _readings(book: Rulebook, rules: Rules, divergence: Divergence, events: Sequence[str]) -> Iterator[Choice]:
    blamed = [id for clause in divergence.clauses for id, reading in book.readings.items() if clause in reading.silent]
    needed = [event.removeprefix(SILENT) for event in reversed(events) if event.startswith(SILENT)]
    for id in dict.fromkeys((*blamed, *needed)):
        for value in book.readings[id].choices:
            if value != rules.readings[id]:
                yield Choice("reading", id, value)


def _numbers(book: Rulebook, rules: Rules, divergence: Divergence) -> Iterator[Choice]:
    amounts, at_work = Amounts.of([divergence]), set(divergence.clauses)
    order = sorted(book.quantities.values(), key=lambda quantity: quantity.clause not in at_work)
    now = {
        quantity.name: value
        for quantity in order
        if quantity.name in rules.read and (value := _value(rules, quantity)) is not None
    }
    for ours, theirs in amounts.pairs:
        for quantity in order:
            if now.get(quantity.name) == ours and theirs >= 0:
                yield _to(quantity, theirs, rules)
    for quantity in order:
        if quantity.clause in at_work and quantity.name in now:
            for by in amounts.away:
                if now[quantity.name] + by >= 0:
                    yield _to(quantity, now[quantity.name] + by, rules)
    for quantity in order:  # what only the other side has carried out has no clause here
        for by in (1, -1) if now.get(quantity.name) else ():
            yield _to(quantity, now[quantity.name] + by, rules)


def at_work(book: Rulebook, rules: Rules, divergence: Divergence) -> Iterator[tuple[int, Choice]]:
    """Each other reading of the clauses at work; and one more of each of their numbers that our engine has read.

    Each with the number as it is now.
    """
    for reading in book.readings.values():
        if not {*reading.silent}.isdisjoint(divergence.clauses):
            others = (value for value in reading.choices if value != rules.readings[reading.id])
            yield from ((0, Choice("reading", reading.id, value)) for value in others)
    for quantity in book.quantities.values():
        now = _value(rules, quantity)
        if now is not None and quantity.name in rules.read and quantity.clause in divergence.clauses:
            yield now, _to(quantity, now + 1, rules)


def _value(rules: Rules, quantity: Quantity) -> int | None:
    return rules.numbers.get(quantity.name, quantity.at(rules.players))


def _to(quantity: Quantity, value: int, rules: Rules) -> Choice:
    """A number set to something else: for one player count where the rulebook has one for each."""
    return Choice("number", quantity.name, str(value), None if isinstance(quantity.value, int) else rules.players)


def clauses_of(book: Rulebook, choice: Choice) -> Sequence[str]:
    """The clauses that a reading or a number is one of."""
    return book.readings[choice.id].silent if choice.what == "reading" else (book.quantities[choice.id].clause,)


def spoken_for(book: Rulebook, explained: Sequence[Choice], *, of_amounts: bool) -> Sequence[str]:
    """The clauses that what explains a departure speaks for: those of a single reading, of amounts a single number's.

    What may be done, and whose turn it is, changes with many a number; and of what the box holds a program may as well
    hand out more or less.
    """
    readings = [choice for choice in explained if choice.what == "reading"]
    if len(readings) == 1:
        return clauses_of(book, readings[0])
    if of_amounts and [choice.what for choice in explained] == ["number"]:
        (clause,) = clauses_of(book, explained[0])
        return () if book.clauses[clause].kind == "component" else (clause,)
    return ()
