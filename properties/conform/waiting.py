"""A seat that one side asks and the other passes over: what follows from a move that is listed wrongly, or missing.

A side that lists a forbidden move stays with a seat that has nothing else to do, or comes to it later; one that does
not list a legal move goes on where ours asks.  Our rules in the program's own position tell whether that is all: if
nothing is left there but what leads to ours without a choice, the sides part over the list.  Where a seat has more to
do, they part over whose turn it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.conform.forced import MOST, ahead
from rulecheck.properties.conform.messages import kind_of_move
from rulecheck.properties.conform.observation import Difference, differences
from rulecheck.properties.conform.rig import Rig
from rulecheck.reference_engines.contract import CHANCE, OVER, PositionError, UnknownMove

WHOSE: Final = frozenset({"phase", "turn"})
"""The parts of a position that say no more than who is to move, and what for."""
DECISIONS: Final = frozenset({"phase", "phase.name"})
"""Those that say what is decided now."""
LISTS: Final = "lists"
MISSES: Final = "misses"
ALIKE: Final[Mapping[str, tuple[str, ...]]] = {LISTS: ("lists", "accepts"), MISSES: ("misses", "refuses")}
"""The kinds of departures that a seat may wait for."""

Moves = tuple[str, str]
"""A kind of move, and the clause that forbids it; no clause for legal moves, and where any of them will do."""
Differ = Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[Difference]]
"""Where a position differs from one of ours, but for what is known."""


@frozen
class Waits:
    """What a seat has to do that one side asks and the other does not."""

    side: str
    """`lists`: the other side asks it, for moves that are forbidden; `misses`: ours asks it, for legal ones."""
    moves: frozenset[Moves]
    is_sure: bool = True
    """Whether nothing is left to it but these; else one kind of them may be what ends its turn: passing."""

    def __str__(self) -> str:
        moves = ", ".join(sorted(":".join(filter(None, move)) for move in self.moves))
        return f"{self.side} {moves}{'' if self.is_sure else ' or more'}"

    def follows_from(self, known: Collection[Moves]) -> bool:
        """Whether the seat waits for nothing but moves of kinds that are known to be listed wrongly, or missing."""
        kinds = {kind for kind, _ in known}
        others = [(kind, clause) for kind, clause in self.moves if not {(kind, clause), (kind, "")} & {*known}]
        unknown = [kind for kind, clause in others if clause or kind not in kinds]
        return len(unknown) <= (not self.is_sure) and len(unknown) < len(self.moves)


def says_whose(part: str) -> bool:
    """Whether a part of a position says no more than who is to move, and what for."""
    return part.split(".")[0] in WHOSE


def is_about_turns(differing: Sequence[Difference]) -> bool:
    """Whether positions differ in nothing but whose turn it is, and what for."""
    return all(says_whose(place.part) for place in differing)


def waiting(rig: Rig, state: Any, told: Mapping[str, Any], listed: Sequence[Any], differ: Differ) -> tuple[Waits, ...]:
    """What a seat waits for, on either side, where the program tells a position that is not ours: each way it may be.

    Nothing where our rules do not come from one of the positions to the other without anything else to decide.
    """
    ways = (*_listed_there(rig, state, told, listed, differ), *_open_here(rig, state, told, differ))
    return tuple(waits for waits in ways if waits.is_sure) or ways


def untold(side: str, moves: Iterable[str]) -> Waits:
    """What a seat stays for, as far as its moves tell."""
    return Waits(side, frozenset((kind_of_move(text), "") for text in moves), is_sure=False)


def listed_beside(rig: Rig, state: Any, told: Mapping[str, Any], kinds: Collection[str]) -> tuple[Waits, ...]:
    """What the program lists in a position that it tells, by kinds of moves: what our rules do not allow there.

    Nothing where our rules do not come from there to our position without anything to decide.
    """
    engine = rig.engine
    try:
        there = engine.from_json(told)
    except PositionError:
        return ()
    forbidden = {*kinds} - rig.kinds(there)
    ours = engine.to_json(state)
    if not forbidden or not any(_is_there(rig, step, ours, differences) for step in _without_choice(rig, there)):
        return ()
    return (Waits(LISTS, frozenset((kind, "") for kind in forbidden)),)


def _listed_there(
    rig: Rig, state: Any, told: Mapping[str, Any], listed: Sequence[Any], differ: Differ
) -> Iterator[Waits]:
    """What the program lists where it is, if our rules have nothing to decide from there to ours."""
    engine, texts = rig.engine, [text for text in listed if isinstance(text, str)]
    ours = engine.to_json(state)
    try:
        there = engine.from_json({**ours, **told})
        moves = [engine.parse(text) for text in texts]
    except PositionError as error:  # who is asked there, or for what, is what our rules do not know
        if error.path.partition(".")[0] in WHOSE and texts and is_about_turns(differ(ours, told)):
            yield untold(LISTS, texts)
        return
    except UnknownMove:
        return
    forbidden = [
        (kind_of_move(text), refused.clause)
        for text, move in zip(texts, moves, strict=True)
        if (refused := engine.refusal(there, move)) is not None
    ]
    if forbidden and any(_is_there(rig, step, ours, differ) for step in _without_choice(rig, there)):
        yield Waits(LISTS, frozenset(forbidden))


def _open_here(rig: Rig, state: Any, told: Mapping[str, Any], differ: Differ) -> Iterator[Waits]:
    """What can be played where we are besides passing, if that, again and again, leads to where the program is.

    Passing is a move that is the only one of its kind; where there is none, all that can be played there.
    """
    engine = rig.engine
    if engine.actor(state) in (CHANCE, OVER):
        return
    texts = [rig.name(move) for move in engine.legal_moves(state)]
    kinds = Counter(map(kind_of_move, texts))
    passing = [text for text in texts if kinds[kind_of_move(text)] == 1] if len(kinds) > 1 else []
    for text in passing:
        left = _left_by(rig, state, text, lambda position: not differ(position, told))
        if left:
            yield Waits(MISSES, frozenset((kind, "") for kind in left))
    if not passing and is_about_turns(differ(engine.to_json(state), told)):
        yield untold(MISSES, texts)


def _left_by(rig: Rig, state: Any, text: str, is_there: Callable[[Mapping[str, Any]], bool]) -> set[str] | None:
    """The kinds of moves left to all who make one move in turn until they are there; None if they never are."""
    engine, left = rig.engine, set[str]()
    for _ in range(MOST):
        legal = {rig.name(move): move for move in engine.legal_moves(state)}
        move = legal.pop(text, None)
        if move is None:
            if len(legal) != 1:
                return None
            ((_, move),) = legal.items()
            legal.clear()
        left |= set(map(kind_of_move, legal))
        state = engine.apply(state, move)
        if is_there(engine.to_json(state)):
            return left
    return None


def _without_choice(rig: Rig, state: Any) -> Iterator[Any]:
    """A position and those that moves without a choice lead to."""
    yield state
    for step in ahead(rig, state):
        yield step.state


def _is_there(rig: Rig, state: Any, ours: Mapping[str, Any], differ: Differ) -> bool:
    """Whether a position is ours; after the end it does not matter whose turn it would be."""
    engine = rig.engine
    differing = differ(ours, engine.to_json(state))
    return not differing or (engine.actor(state) == OVER and is_about_turns(differing))
