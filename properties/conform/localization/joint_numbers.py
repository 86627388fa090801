"""Several numbers that a program plays by and that come together in one amount, as points do at the end of a game.

None of them alone brings about what the program tells.  So what one more of each number does to the amounts that
differ is worked out by our rules, and the few are looked for that add up to just what they are away by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import evolve

from rulecheck.properties.conform.localization.choices import at_work
from rulecheck.properties.conform.lockstep.choice import Choice
from rulecheck.properties.conform.lockstep.observation import place_in
from rulecheck.reference_engines.contract import AnyEngine

if TYPE_CHECKING:
    from rulecheck.properties.conform.localization.trials import Spot, Trials

_MOST: Final = 4
"""Numbers that come together at most,"""
_AMONG: Final = 14
"""of so many that are at work."""

Row: TypeAlias = tuple[Mapping[Choice, int], int]
"""What one more of each number adds to an amount, and how much the program has more of it."""


def numbers_together(trials: Trials, spots: Sequence[Spot]) -> tuple[Choice, ...]:
    """The fewest numbers, two at least, that together explain each amount in which the sides differ; none: no such."""
    rows: list[Row] = []
    now: dict[Choice, int] = {}
    for spot in spots:
        if amounts := _amounts(spot, spot.context.engine, spot.ours):
            effects: dict[tuple[str, ...], dict[Choice, int]] = {path: {} for path in amounts}
            for value, more in at_work(trials.search.rulebook, spot.context.engine.rules, spot.divergence):
                now[more] = value
                engine = trials.engine(spot.context, (more,))
                try:
                    there = {} if engine is None else _amounts(spot, engine, trials.after(spot, engine))
                except Exception:
                    continue  # with this number no game comes there
                for path in there.keys() & amounts.keys():
                    effects[path][more] = there[path][0] - amounts[path][0]
            rows += [(effects[path], theirs - ours) for path, (ours, theirs) in amounts.items()]
    met = [choice for choice in now if any(adds.get(choice) for adds, _ in rows)][:_AMONG]
    for many in range(2, min(_MOST, len(met)) + 1):
        for several in combinations(met, many):
            by = _solved(several, rows)
            if by is not None and all(now[choice] + by[choice] >= 0 for choice in several):
                return tuple(evolve(choice, value=str(now[choice] + by[choice])) for choice in several)
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


def _solved(several: Sequence[Choice], rows: Sequence[Row]) -> dict[Choice, int] | None:
    """By how much each of some numbers is away, if that is certain, and each is: they add what the rows lack."""
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
    return {choice: int(value) for choice, value in zip(several, by, strict=False)}
