"""Several readings and numbers that come together in one amount, as points do at the end of a game.

None of them alone brings about what the program tells.  So what each other reading, and one more of each number, does
to the amounts that differ is worked out by our rules, and the few are looked for that add up to just what the program
has more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, TypeAlias

from attrs import evolve

from rulecheck.properties.conform.localization.choices import at_work
from rulecheck.properties.conform.localization.replayed_steps import Spot
from rulecheck.properties.conform.lockstep.choice import Choice
from rulecheck.properties.conform.lockstep.observation import place_in
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.model import Rulebook

_MOST: Final = 4
"""Choices that come together at most,"""
_AMONG: Final = 14
"""of so many that are at work."""

Row: TypeAlias = tuple[Mapping[Choice, int], int]
"""What each other reading, or one more of each number, adds to an amount, and how much the program has more of it."""


def choices_together(
    book: Rulebook, spots: Sequence[Spot], under: Callable[[Spot, Choice], tuple[AnyEngine, Any] | None]
) -> tuple[Choice, ...]:
    """The fewest choices, two at least, that together explain each amount in which the sides differ; none: no such.

    `under` has the position of a spot under one of them, with its engine.
    """
    rows: list[Row] = []
    now: dict[Choice, int] = {}
    for spot in spots:
        if amounts := _amounts(spot, spot.context.engine, spot.ours):
            effects: dict[tuple[str, ...], dict[Choice, int]] = {path: {} for path in amounts}
            for value, choice in at_work(book, spot.context.engine.rules, spot.divergence):
                now[choice] = value
                other = under(spot, choice)
                there = {} if other is None else _amounts(spot, *other)
                for path in there.keys() & amounts.keys():
                    effects[path][choice] = there[path][0] - amounts[path][0]
            rows += [(effects[path], theirs - ours) for path, (ours, theirs) in amounts.items()]
    met = [choice for choice in now if any(adds.get(choice) for adds, _ in rows)][:_AMONG]
    for many in range(2, min(_MOST, len(met)) + 1):
        for several in combinations(met, many):
            by = solved_for(several, rows)
            if by is not None and all(now[choice] + by[choice] >= 0 for choice in several):
                return tuple(
                    evolve(choice, value=str(now[choice] + by[choice])) if choice.what == "number" else choice
                    for choice in several
                )
    return ()


def _amounts(spot: Spot, engine: AnyEngine, state: Any) -> dict[tuple[str, ...], tuple[int, int]]:
    """The amounts in which the sides differ at a spot: as they are in a position, and as the program has them."""
    if spot.divergence.kind == "outcome":
        outcome = engine.outcome(state)
        position: Any = {"scores": outcome.scores if outcome else {}}
    else:
        position = engine.to_json(state)
    amounts = {place.path: (place_in(position, place.path), place.theirs) for place in spot.divergence.differences}
    return {path: pair for path, pair in amounts.items() if all(type(amount) is int for amount in pair)}


def solved_for(several: Sequence[Choice], rows: Sequence[Row]) -> dict[Choice, int] | None:
    """How often each of some choices has to be made for them to add what rows lack; None unless that is certain.

    A reading once, a number for each that it is away, and none of them never.
    """
    table = [[Fraction(adds.get(choice, 0)) for choice in several] + [Fraction(lacks)] for adds, lacks in rows]
    if any(row[-1] and not any(row[:-1]) for row in table):
        return None
    for column in range(len(several)):
        pivot = next((at for at in range(column, len(table)) if table[at][column]), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        first = table[column] = [value / table[column][column] for value in table[column]]
        for at, row in enumerate(table):
            if at != column and row[column]:
                table[at] = [value - row[column] * other for value, other in zip(row, first, strict=True)]
    by = [row[-1] for row in table]
    if any(by[len(several) :]) or not all(value and value.denominator == 1 for value in by[: len(several)]):
        return None
    times = dict(zip(several, map(int, by), strict=False))
    return times if all(choice.what == "number" or often == 1 for choice, often in times.items()) else None
