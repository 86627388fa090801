"""What a position is like for who decides there: what a seat has and lacks, and how it stands against the others.

Rules speak of such things: of buildings that stand empty, of a supply that is used up, of who has the most, of ties.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heapreplace
from typing import Any, Final

from rulecheck.properties.conform.lockstep.engine_context import EngineContext, OwnGame
from rulecheck.properties.conform.protocol.messages import kind_of_move

_ITEMS: Final = 40
"""Entries of a list that are looked at."""
_PLAYERS: Final = "players"
_AGAIN: Final = 4.0
"""What was so before such a move once more counts so much less."""
_ENOUGH: Final = 8
"""What was so before such a move so often is nothing new."""

Step = tuple[OwnGame, int]
"""A step of a game of ours, and after how many moves it ends."""
SearchKnowledge = Counter[tuple[str, str]]
"""Kinds of moves, each with one thing that was so before it, as often as that was compared."""


def situation(context: EngineContext, state: Any) -> frozenset[str]:
    """What is so in a position, each in a word of its own."""
    position = context.engine.to_json(state)
    tables = position.get(_PLAYERS)
    search = {f"table {name}" for name in properties({k: v for k, v in position.items() if k != _PLAYERS})}
    seat = context.seat(context.engine.actor(state))
    if not isinstance(tables, Mapping) or seat not in tables:
        return frozenset(search)
    own = tables[seat]
    others = [table for table in tables.values() if table is not own]
    return frozenset({*search, *properties(own), *_standing(own, others)})


def _standing(own: Any, others: list[Any]) -> Iterator[str]:
    """Of each amount that seats have as well: whether others have as much, and whether it is the most or the least."""
    amounts, theirs = dict(_amounts("", own)), [dict(_amounts("", table)) for table in others]
    for path, amount in amounts.items():
        against = [table[path] for table in theirs if path in table]
        if not against or (amount == max(against) == min(against)):
            continue
        if amount >= max(against):
            yield f"{path} {'shares the most' if amount in against else 'is the most'}"
        if amount <= min(against):
            yield f"{path} {'shares the least' if amount in against else 'is the least'}"


def _amounts(path: str, value: Any) -> Iterator[tuple[str, int]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _amounts(f"{path}.{name}" if path else str(name), inner)
    elif isinstance(value, list | tuple):
        yield path, len(value)
    elif type(value) is int:
        yield path, value


def in_new_situations(steps: Sequence[Step], met: SearchKnowledge, many: int) -> list[Step]:
    """So many of some steps, those before which the most was so that was seldom compared before such a move.

    They are noted as compared.  What only one of the positions has is left out: that is what makes it that position,
    and no rule's business.
    """
    there = [situation(game.context, game.states[at - 1]) for game, at in steps]
    often = Counter(what for whole in there for what in whole)
    moves = [kind_of_move(game.context.name(game.moves[at - 1])) for game, at in steps]
    kinds = [
        [(move, what) for what in sorted(whole) if often[what] > 1] for move, whole in zip(moves, there, strict=True)
    ]
    order = [(-_news(kinds[nth], met), nth) for nth in range(len(steps))]
    heapify(order)
    chosen: list[Step] = []
    while order and len(chosen) < many:
        worth, nth = order[0]
        now = -_news(kinds[nth], met)
        if now > worth:  # others that were chosen have some of it as well
            heapreplace(order, (now, nth))
            continue
        heappop(order)
        chosen.append(steps[nth])
        met.update(kinds[nth])
    return chosen


def _news(kinds: Collection[tuple[str, str]], met: SearchKnowledge) -> float:
    """How much was so before a step that was seldom compared."""
    return sum((_AGAIN ** -met[kind] for kind in kinds if met[kind] < _ENOUGH), 0.0)


def properties(table: Any) -> frozenset[str]:
    """What a seat has at the end: the paths in its part of the position at which there is something, or a zero.

    What stands empty is counted as a zero: one that has it and one that has none of it are not alike.
    """
    return frozenset(_there("", table))


def _there(path: str, value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _there(f"{path}.{name}" if path else str(name), inner)
    elif isinstance(value, list | tuple):
        for item in value[:_ITEMS]:
            if isinstance(item, str):
                yield f"{path}={item}"
            else:
                yield from _there(path, item)
    elif isinstance(value, str):
        yield f"{path}={value}"
    elif value:
        yield path
    elif type(value) is int:
        yield f"{path}=0"
