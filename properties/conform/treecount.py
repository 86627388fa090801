"""Counts of the move tree on both sides, divided down to the first move that one has and the other not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.conform.lockstep import Lockstep, Table
from rulecheck.properties.conform.messages import kind_of_move
from rulecheck.properties.conform.participant import Failed
from rulecheck.properties.conform.session import Session
from rulecheck.properties.conform.sighting import Sighting
from rulecheck.properties.perft import Counter
from rulecheck.reference_engines.contract import OVER

_LARGE: Final = 20_000
"""Positions of a tree beyond which it is counted less deep."""


@frozen
class Division:
    """What came of comparing the move trees below a position."""

    sighting: Sighting | None
    """The difference, if there is one; it lies at the end of `line`."""
    line: tuple[str, ...]
    counted: int = 0
    """Positions that both sides agree on."""


def divide(table: Table, session: Session, moves: Sequence[Any], depth: int) -> Division:
    """Compare the trees of `depth` moves below the end of a line of moves.  Raises Failed at hello."""
    lock = Lockstep(table, session)
    lock.begin()
    for move in moves:
        lock.play([move], ())
    lock.finish()
    counter = Counter(table.engine)
    blamed: Sighting | None = None
    while not lock.is_over:
        ours = _counts(counter, table, lock.state, depth)
        try:
            session.ask({"ask": "perft", "depth": depth})
            theirs = session.answer().counts or {}
        except Failed as failed:
            return _at(lock, Sighting(failed.verdict, "perft", len(lock.moves), failed.what, stderr=failed.stderr))
        if theirs == ours:
            return Division(blamed, tuple(lock.moves), sum(ours.values()))
        sighting = _difference(lock, ours, theirs)
        if sighting is not None:
            return _at(lock, sighting)
        text = next(text for text, count in ours.items() if theirs[text] != count)
        blamed = _miscounted(lock, text, theirs[text], ours[text])
        if depth == 1:
            return _at(lock, blamed)
        lock.play([table.engine.parse(text)], ())
        lock.finish()
        depth -= 1
    return _at(lock, lock.sightings[0] if lock.sightings else None)


def along(table: Table, session: Session, depth: int, rng: Random, positions: int) -> Division:
    """Compare trees at the start and along a short game; what came of it, up to the first difference."""
    engine, moves, counted = table.engine, list[Any](), 0
    state = engine.start()
    for _ in range(positions):
        if engine.actor(state) == OVER:
            break
        found = divide(table, session, moves, _depth(table, state, depth))
        if found.sighting is not None:
            return found
        counted += found.counted
        for _ in range(rng.randint(1, 4)):
            legal = engine.legal_moves(state)
            if not legal:
                break
            moves.append(rng.choice(legal))
            state = engine.apply(state, moves[-1])
    return Division(None, (), counted)


def _depth(table: Table, state: Any, depth: int) -> int:
    """As deep as asked, or less where the tree would be large: each layer is as broad as the first at least."""
    while depth > 1 and len(table.engine.legal_moves(state)) ** depth > _LARGE:
        depth -= 1
    return depth


def _counts(counter: Counter, table: Table, state: Any, depth: int) -> Mapping[str, int]:
    branches = counter.branches(state, depth)
    return {table.name(one.move): one.tree.positions[-1] if depth > 1 else 1 for one in branches}


def _difference(lock: Lockstep, ours: Mapping[str, int], theirs: Mapping[str, int]) -> Sighting | None:
    """A move that one side counts and the other does not."""
    missing = [text for text in ours if text not in theirs]
    added = [text for text in theirs if text not in ours]
    if not missing and not added:
        return None
    text = [*missing, *added][0]
    what = "is legal, but not counted" if missing else "is counted, though it is not legal"
    return Sighting("perft", kind_of_move(text), len(lock.moves), f"{text!r} {what}")


def _miscounted(lock: Lockstep, text: str, theirs: int, ours: int) -> Sighting:
    return Sighting("perft", kind_of_move(text), len(lock.moves), f"{text!r} is counted {theirs:,} times, not {ours:,}")


def _at(lock: Lockstep, sighting: Sighting | None) -> Division:
    return Division(sighting, tuple(lock.moves))
