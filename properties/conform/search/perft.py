"""Move-tree counts of both sides, divided down to the first move where they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from rulecheck.properties.conform.lockstep.engine_context import EngineContext
from rulecheck.properties.conform.lockstep.lockstep import LEGAL
from rulecheck.properties.conform.lockstep.session import Session, start_request
from rulecheck.properties.conform.protocol.messages import OWN, Garbled
from rulecheck.properties.perft import Counter
from rulecheck.reference_engines.contract import CHANCE, UnknownMove


@frozen
class TreeDifference:
    """The position in which the two sides first differ, as near to the leaves as counting gets."""

    moves: tuple[str, ...]
    """From the start to there."""
    depth: int
    """Moves deep that were counted there."""
    ours: Mapping[str, int]
    theirs: Mapping[str, int]
    refused: Mapping[str, str]
    """Why those that only the implementation counts are not legal."""

    @property
    def missing(self) -> tuple[str, ...]:
        """Moves that only we count."""
        return tuple(move for move in self.ours if move not in self.theirs)

    @property
    def extra(self) -> tuple[str, ...]:
        """Moves that only the implementation counts."""
        return tuple(move for move in self.theirs if move not in self.ours)


@frozen
class TreeCount:
    """What comparing the counts of one table came to."""

    ours: int
    """Positions `depth` moves from the start."""
    theirs: int
    difference: TreeDifference | None


class CannotCount(ValueError):
    """The implementation offers nothing that trees can be counted with; `str()` is one line."""


def compare(session: Session, context: EngineContext, depth: int) -> TreeCount:
    """The two sides' counts from the start of a game.  Raises CannotCount, Failed and Garbled."""
    session.ensure()
    play = session.play
    if play.chance == OWN or play.is_part or play.together or not {"perft", "legal"} & play.can:
        raise CannotCount(
            "trees are counted with whole games, move by move, that take chance from us and can `perft` or tell `legal`"
        )
    engine = context.engine
    counter = Counter(engine)
    state, moves, first = engine.start(), list[str](), None
    for deep in range(depth, 0, -1):
        branches = counter.branches(state, deep)
        ours = {context.name(branch.move): branch.tree.positions[-1] if deep > 1 else 1 for branch in branches}
        theirs = _canonical(context, _counts(session, context, state, moves, deep))
        first = first or (sum(ours.values()), sum(theirs.values()))
        wrong = [move for move in {**ours, **theirs} if ours.get(move) != theirs.get(move)]
        if not wrong:
            return TreeCount(*first, None)
        if deep == 1 or any(move not in ours or move not in theirs for move in wrong):
            refused = {move: _refused(context, state, move) for move in theirs if move not in ours}
            return TreeCount(*first, TreeDifference(tuple(moves), deep, ours, theirs, refused))
        moves.append(wrong[0])
        state = engine.apply(state, engine.parse(wrong[0]))
    raise AssertionError("the last layer differs in its moves, or not at all")


def _refused(context: EngineContext, state: Any, move: str) -> str:
    """Why a move is not legal."""
    try:
        return str(context.engine.refusal(state, context.engine.parse(move)))
    except UnknownMove as error:
        return str(error)


def _canonical(context: EngineContext, counts: Mapping[str, int]) -> dict[str, int]:
    canonical = {}
    for text, count in counts.items():
        try:
            canonical[str(context.engine.parse(text))] = count
        except UnknownMove:
            canonical[text] = count
    return canonical


def _counts(
    session: Session, context: EngineContext, state: Any, moves: Sequence[str], depth: int
) -> Mapping[str, int]:
    """The implementation's counts below a position, its own or by playing; no `state` where the rules forbid it."""
    if "perft" in session.play.can:
        _go(session, context, moves, tell=())
        session.ask({"ask": "perft", "depth": depth})
        answer = session.answer()
        if answer.counts is None:
            raise Garbled("it announced perft, but its answer has no counts")
        return answer.counts
    legal = _go(session, context, moves, tell=LEGAL) or _outcomes(context, state)
    if depth == 1:
        return dict.fromkeys(legal, 1)
    return {
        move: sum(_counts(session, context, _after(context, state, move), [*moves, move], depth - 1).values())
        for move in legal
    }


def _outcomes(context: EngineContext, state: Any) -> tuple[str, ...]:
    """What chance can bring, which an implementation need not list."""
    engine = context.engine
    if state is None or engine.actor(state) != CHANCE:
        return ()
    return tuple(map(context.name, engine.legal_moves(state)))


def _after(context: EngineContext, state: Any, text: str) -> Any:
    """The position after a move of the implementation's, if the move is legal."""
    engine = context.engine
    try:
        move = engine.parse(text)
    except UnknownMove:
        return None
    return None if state is None or engine.refusal(state, move) is not None else engine.apply(state, move)


def _go(session: Session, context: EngineContext, moves: Sequence[str], tell: tuple[str, ...]) -> tuple[str, ...]:
    """Begin anew and play some moves; the legal moves told at the end."""
    requests = [start_request(context.rules, 0, ()), *({"ask": "play", "move": move} for move in moves)]
    answer = None
    for at, request in enumerate(requests):
        session.ask({**request, "tell": tell if at == len(requests) - 1 else ()})
        answer = session.answer()
        if at == 0 and (answer.skip is not None or answer.refused is not None):
            raise CannotCount(f"it does not play this table: {answer.skip or answer.refused}")
        if answer.refused is not None:
            raise Garbled(f"it refuses {request['move']!r}, which it counted: {answer.refused}")
    assert answer is not None
    legal = answer.legal or ()
    if not all([isinstance(text, str) for text in legal]):
        raise Garbled("it lists several moves as one, and did not announce them in `together`")
    return legal
