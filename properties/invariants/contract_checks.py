"""What holds for every game by the contract; each function yields violations for one position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from rulecheck.properties.invariants.violation import Violation
from rulecheck.reference_engines.contract import OVER, AnyEngine


def listing(engine: AnyEngine, state: Any, legal: Sequence[Any], *, deep: bool = True) -> Iterator[Violation]:
    """The list of legal moves is as the contract says.

    An unfinished game has a move and a finished one has none but an outcome; `deep`
    also asks that no move is listed twice and that `refusal` agrees with each.
    """
    over = engine.actor(state) == OVER
    if not legal and not over:
        yield Violation("deadlock", "nobody may move", "nobody may move, and the game is not over")
    if legal and over:
        yield Violation("conflict", "moves after the end", f"the game is over, yet {legal[0]} is listed as legal")
    if not deep:
        return
    if over != (engine.outcome(state) is not None):
        is_over = "is over without an outcome" if over else "has an outcome and is not over"
        yield Violation("conflict", "outcome", f"the game {is_over}")
    if len(set(legal)) != len(legal):
        twice = next(move for move, times in Counter(legal).items() if times > 1)
        yield Violation("conflict", "listed twice", f"{twice} is listed twice", about=_kind(twice))
    for move in legal:
        refused = engine.refusal(state, move)
        if refused is not None:
            yield Violation(
                "conflict",
                "listed and refused",
                f"{move} is listed as legal and refused: {refused}",
                (refused.clause,),
                about=_kind(move),
            )


def unlisted(
    engine: AnyEngine,
    state: Any,
    legal: Sequence[Any],
    tries: Iterable[Any],
    *,
    clauses: Collection[str] | None = None,
    refusals: Counter[str] | None = None,
) -> Iterator[Violation]:
    """Every well-formed move that is not listed is refused, by a clause that exists.

    `refusals` collects the clauses that were met.
    """
    for move in tries:
        refused = engine.refusal(state, move)
        if refused is None:
            if move not in legal:
                yield Violation(
                    "conflict",
                    "accepted and not listed",
                    f"{move} is refused by no clause, yet it is not listed as legal",
                    about=_kind(move),
                )
        elif clauses is not None and refused.clause not in clauses:
            yield Violation(
                "broken", f"no clause {refused.clause!r}", f"{move} is refused by {refused.clause!r}: no such clause"
            )
        elif refusals is not None:
            refusals[refused.clause] += 1


def repeated(engine: AnyEngine, state: Any, move: Any) -> Iterator[Violation]:
    """A move leads to the same position each time, and leaves the position it is played in alone."""
    saved = engine.to_json(state)
    once, again = engine.apply(state, move), engine.apply(state, move)
    if once != again or once.events != again.events:
        message = f"{move} played twice from the same position leads to two different positions"
        yield Violation("broken", "moves are deterministic", message, about=_kind(move))
    if engine.to_json(state) != saved:
        message = f"{move} changed the position it was played in"
        yield Violation("broken", "moves change nothing behind", message, about=_kind(move))


def restored(engine: AnyEngine, state: Any, legal: Sequence[Any] = ()) -> Iterator[Violation]:
    """A position survives being saved, a move being written down."""
    back = engine.from_json(engine.to_json(state))
    if back != state:
        fields = [name for name, value in state.__dict__.items() if name != "events" and getattr(back, name) != value]
        message = f"saved and restored, the position differs in {', '.join(fields) or 'its type'}"
        yield Violation("broken", "positions survive saving", message)
    for move in legal:
        if engine.parse(str(move)) != move:
            message = f"{str(move)!r} is read back as {engine.parse(str(move))!r}"
            yield Violation("broken", "moves survive writing", message, about=_kind(move))


def _kind(move: Any) -> str:
    return type(move).__name__
