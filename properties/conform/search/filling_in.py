"""A position that a program tells in parts, made whole: what it does not tell is carried on from our side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.conform.lockstep.engine_context import EngineContext
from rulecheck.properties.conform.lockstep.lockstep import Lockstep
from rulecheck.properties.conform.lockstep.observation import differences
from rulecheck.properties.conform.protocol.messages import Answer
from rulecheck.properties.conform.search.search_knowledge import PlayedGames
from rulecheck.properties.findings.origin import Origin
from rulecheck.reference_engines.contract import AnyEngine, PositionError, UnknownMove

_THEIRS: Final = 60
"""Moves at most that the program plays alone until its position is one that the rules know."""


@frozen
class Filled:
    """A whole position, and the parts of it that the program did not tell."""

    position: Mapping[str, Any]
    filled: tuple[str, ...] = ()


def taken_over(
    search: PlayedGames, start: EngineContext, lock: Lockstep, rng: Random, *, alone: bool
) -> EngineContext | None:
    """Our side in the program's position, after the sides have parted; None where it cannot be.

    What the program does not tell is carried on from our side.  Where the rules know no such position, or nobody knows
    which it is, the program goes on `alone` until they do.
    """
    answer, ours, agreed = lock.told(), lock.state, None
    for _ in range(_THEIRS):
        if answer is None:
            return None
        if not alone and answer.state is not None:
            agreed = _last_agreed(lock) if agreed is None else agreed
            try:
                whole = filled_in(start.engine, agreed, ours, answer, start.seat)
                search.knowledge.filled.update(whole.filled)
                return start.taken_over(Origin(tuple(lock.sent), whole.position))
            except PositionError as error:
                search.knowledge.misfits[str(error)] += 1
            except Doubtful as doubt:
                search.knowledge.misfits[str(doubt)] += 1
                search.knowledge.lacking.update(doubt.parts)
        alone = False
        listed = [text for text in answer.legal or () if isinstance(text, str)]
        if not listed:
            return None
        text = listed[int(rng.random() * len(listed))]
        ours = _played_if_legal(lock.engine, ours, text)
        answer = lock.told(text)
    return None


def _last_agreed(lock: Lockstep) -> Any:
    """Our position where both sides' last agreed."""
    state = lock.first
    for text in lock.moves[lock.part_from : lock.oracle.agreed_at]:
        state = lock.engine.apply(state, lock.engine.parse(text))
    return state


class Doubtful(Exception):
    """Parts that are not told have changed since the sides agreed: nobody knows how they are on the other side."""

    def __init__(self, parts: tuple[str, ...]) -> None:
        super().__init__(f"{', '.join(parts)}: not told, and changed since both sides agreed")
        self.parts = parts


def filled_in(engine: AnyEngine, agreed: Any, ours: Any, answer: Answer, seat: Callable[[int], str]) -> Filled:
    """The position that a program tells, with ours where it tells nothing; raises PositionError and Doubtful.

    What follows from what it tells otherwise is worked out again.  It has to come to the same with the rest as it was
    when positions last `agreed` and as it is on our side now, and who is to move and what is legal has to be as the
    program says: else nobody knows that the two are in one position.
    """
    assert answer.state is not None
    here = engine.to_json(ours)
    parts = untold(here, answer.state)
    if not parts:
        return Filled(answer.state)
    now, before = (_merged(engine, there, answer.state) for there in (here, engine.to_json(agreed)))
    position = engine.to_json(now)
    if apart := differences(position, engine.to_json(before)):
        raise Doubtful(tuple(dict.fromkeys(place.part.removesuffix(".*") for place in apart)))
    if answer.turn not in (None, seat(engine.actor(now))):
        raise PositionError("turn", f"{answer.turn} is to move, as the program says")
    if answer.legal is not None and {*map(str, answer.legal)} != {*map(str, engine.legal_moves(now))}:
        raise PositionError("legal", "the program lists other moves")
    return Filled(position, parts)


def untold(ours: Mapping[str, Any], told: Mapping[str, Any]) -> tuple[str, ...]:
    """The parts of a position that are not told, without what differs between seats; as far up as nothing is."""
    return tuple(dict.fromkeys(_untold((), ours, told)))


def _untold(path: tuple[str, ...], ours: Mapping[str, Any], told: Mapping[str, Any]) -> Iterator[str]:
    for name, value in ours.items():
        here = (*path, "*" if path == ("players",) else name)
        if told.get(name) is None:
            if value:
                yield ".".join(here)
        elif (path or (name,)) == ("players",) and isinstance(value, Mapping) and isinstance(told[name], Mapping):
            yield from _untold(here if path else (name,), value, told[name])  # of other tables, what is left out is 0


def _merged(engine: AnyEngine, here: Mapping[str, Any], told: Mapping[str, Any]) -> Any:
    """A position with what is told, and ours where nothing is: of the whole, and of each seat."""
    merged = {**here, **{name: value for name, value in told.items() if value is not None}}
    seats = told.get("players")
    if isinstance(seats, Mapping):
        merged["players"] = {
            name: {**seat, **seats[name]} if isinstance(seats.get(name), Mapping) else seat
            for name, seat in here["players"].items()
        }
    return engine.from_json(merged, given=[".".join(place.path) for place in differences(here, told)])


def _played_if_legal(engine: AnyEngine, state: Any, text: str) -> Any:
    """Our position after a move that the program makes alone; the same where our rules forbid it."""
    try:
        move = engine.parse(text)
    except UnknownMove:
        return state
    return state if engine.refusal(state, move) is not None else engine.apply(state, move)
