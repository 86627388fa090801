"""Move-tree counts of both sides, divided down to the first move where they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from rulecheck.properties.conform.lockstep import LEGAL, Table
from rulecheck.properties.conform.messages import OWN, Garbled
from rulecheck.properties.conform.session import Session
from rulecheck.properties.perft import Counter
from rulecheck.reference_engines.contract import UnknownMove


@frozen
class TreeDifference:
    """The position in which the two sides first differ, as near to the leaves as counting gets."""

    moves: tuple[str, ...]
    """From the start to there."""
    depth: int
    """Moves deep that were counted there."""
    ours: Mapping[str, int]
    theirs: Mapping[str, int]

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


def compare(session: Session, table: Table, depth: int) -> TreeCount:
    """The two sides' counts from the start of a game.  Raises CannotCount, Failed and Garbled."""
    session.ensure()
    play = session.play
    if play.chance == OWN or play.is_part or not {"perft", "legal"} & play.can:
        raise CannotCount("trees are counted with whole games that take chance from us and can `perft` or tell `legal`")
    engine = table.engine
    counter = Counter(engine)
    state, moves, first = engine.start(), list[str](), None
    for deep in range(depth, 0, -1):
        branches = counter.branches(state, deep)
        ours = {table.name(one.move): one.tree.positions[-1] if deep > 1 else 1 for one in branches}
        theirs = _canonical(table, _counts(session, table, moves, deep))
        first = first or (sum(ours.values()), sum(theirs.values()))
        wrong = [move for move in {**ours, **theirs} if ours.get(move) != theirs.get(move)]
        if not wrong:
            return TreeCount(*first, None)
        lone = [move for move in wrong if move not in ours or move not in theirs]
        if lone or deep == 1:
            return TreeCount(*first, TreeDifference(tuple(moves), deep, ours, theirs))
        moves.append(wrong[0])
        state = engine.apply(state, engine.parse(wrong[0]))
    raise AssertionError("the last layer differs in its moves, or not at all")


def _canonical(table: Table, counts: Mapping[str, int]) -> dict[str, int]:
    found = {}
    for text, count in counts.items():
        try:
            found[str(table.engine.parse(text))] = count
        except UnknownMove:
            found[text] = count
    return found


def _counts(session: Session, table: Table, moves: Sequence[str], depth: int) -> Mapping[str, int]:
    """The implementation's counts below a position, its own or counted by playing."""
    if "perft" in session.play.can:
        _go(session, table, moves, tell=())
        session.ask({"ask": "perft", "depth": depth})
        answer = session.answer()
        if answer.counts is None:
            raise Garbled("it announced perft, but its answer has no counts")
        return answer.counts
    legal = _go(session, table, moves, tell=LEGAL)
    if depth == 1:
        return dict.fromkeys(legal, 1)
    return {move: sum(_counts(session, table, [*moves, move], depth - 1).values()) for move in legal}


def _go(session: Session, table: Table, moves: Sequence[str], tell: tuple[str, ...]) -> tuple[Any, ...]:
    """Begin anew and play some moves; the legal moves told at the end."""
    rules = table.rules
    requests: list[dict[str, Any]] = [
        {
            "ask": "start",
            "game": rules.game,
            "players": rules.players,
            "seats": list(rules.seats),
            "setup": rules.setup,
            "readings": dict(rules.readings),
            "numbers": dict(rules.numbers),
            "seed": 0,
        },
        *({"ask": "play", "move": move} for move in moves),
    ]
    answer = None
    for at, request in enumerate(requests):
        session.ask({**request, "tell": tell if at == len(requests) - 1 else ()})
        answer = session.answer()
        refused = answer.refused or answer.skip
        if refused is not None:
            raise Garbled(f"it refuses {request.get('move', 'to start')!r}, which it counted: {refused}")
    assert answer is not None
    return answer.legal or ()
