"""Departures that turn out to be one once their games are shown: each is told once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common
from rulecheck.properties.conform.departure import Departure, Explained

MOST_EXAMPLES: Final = 8
"""Further examples of a departure that are told."""


def one_for_each_key(told: Sequence[tuple[Cause, Departure]]) -> list[tuple[Cause, Departure]]:
    """What turned out to be called the same once it was shown is told once, in the shorter game."""
    alike: dict[str, tuple[Cause, Departure]] = {}
    for cause, departure in sorted(told, key=lambda told: len(told[1].moves)):
        known = alike.setdefault(departure.key, (cause, departure))
        if known[0] is not cause:
            first, keys = known[1], (*known[1].keys, *departure.keys)
            known[0].games |= cause.games
            keys, times = tuple(dict.fromkeys(keys)), len(known[0].games)
            alike[departure.key] = known[0], evolve(first, keys=keys, times=times)
    return list(alike.values())


def one_for_each_choice(common: Common, told: Sequence[tuple[Cause, Departure]]) -> list[Departure]:
    """What goes away with one and the same reading or number is told once: where a clause that it is of is blamed."""
    book = common.rulebook
    chosen: dict[Explained, list[tuple[Cause, Departure]]] = {}
    others: list[Departure] = []
    for cause, departure in told:
        choice = next((choice for choice in departure.explained if choice.what != "edition"), None)
        shared = next((known for known in chosen if known in departure.explained), choice)
        if shared is None:
            others.append(departure)
        else:
            chosen.setdefault(shared, []).append((cause, departure))
    for choice, alike in chosen.items():
        if choice.what == "reading":
            clauses = set(book.readings[choice.id].silent)
        else:
            clauses = {quantity.clause for quantity in book.quantities.values() if quantity.name == choice.id}
        _, best = min(alike, key=lambda told: (not clauses & set(told[1].clauses[:1]), len(told[1].moves)))
        keys = tuple(dict.fromkeys((*best.keys, *(key for _, departure in alike for key in departure.keys))))
        games = {index for cause, _ in alike for index in cause.games}
        also = {example.key: example for _, shown in alike for example in (evolve(shown, also=()), *shown.also)}
        examples = tuple(example for key, example in also.items() if key != best.key)[:MOST_EXAMPLES]
        others.append(evolve(best, keys=keys, times=len(games), also=examples))
    return others
