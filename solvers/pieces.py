"""A game's theorems in pieces, each theorem and each broken twin by itself, which can be decided in any order anywhere.

A theorem's player counts stay together: what it met for one of them is an answer for all (`Proof.met`), and much of
what it works out is the same for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import define, field, frozen

from rulecheck.solvers.decision import TheoremResult, TwinResult, decide_alone, decide_twin, joined
from rulecheck.solvers.logic import ONE
from rulecheck.solvers.theorem import Theorem, Verdict, theorem_named

LOST: Final = "the process that decided it was killed"


@frozen
class Piece:
    """A theorem without its twins, or one of its twins."""

    theorem: str
    twin: int | None = None
    """Which of them."""


def decide_piece(
    game: str, piece: Piece, players: tuple[int, ...], seconds: float | None
) -> TheoremResult | TwinResult:
    """Decide one piece of a game's theorems, within so many seconds; never raises for a theorem that there is."""
    theorem = theorem_named(game, piece.theorem)
    with ONE:
        if piece.twin is None:
            return decide_alone(theorem, players, seconds)
        return decide_twin(theorem, theorem.twins[piece.twin], players, seconds)


@define
class _Parts:
    """What is known of a theorem so far."""

    alone: TheoremResult | None = None
    twins: dict[int, TwinResult] = field(factory=dict)


class Pieces:
    """The pieces of some theorems, and the theorems' verdicts as their pieces come in."""

    def __init__(self, theorems: Sequence[Theorem], players: tuple[int, ...]) -> None:
        self._theorems = {theorem.name: theorem for theorem in theorems}
        self._players = players
        self._parts = {name: _Parts() for name in self._theorems}

    def __iter__(self) -> Iterator[Piece]:
        """First the theorems that replay games, which take longest; then the others, each theorem's twins after it."""
        slow = [name for name, theorem in self._theorems.items() if theorem.expected is Verdict.TIED]
        yield from map(Piece, slow)
        for theorem in self._theorems.values():
            if theorem.name not in slow:
                yield Piece(theorem.name)
            yield from (Piece(theorem.name, number) for number in range(len(theorem.twins)))

    def take(self, piece: Piece, answer: TheoremResult | TwinResult | None) -> None:
        """What was decided of a piece; None if its process was killed."""
        theorem, parts = self._theorems[piece.theorem], self._parts[piece.theorem]
        if isinstance(answer, TheoremResult):
            parts.alone = answer
        elif piece.twin is None:
            parts.alone = TheoremResult(theorem, Verdict.UNDECIDED, 0.0, LOST, players=self._players)
        else:
            name = theorem.twins[piece.twin].name
            parts.twins[piece.twin] = answer or TwinResult(name, Verdict.UNDECIDED, 0.0, reason=LOST)

    def decided(self, *, in_order: bool = True) -> Iterator[TheoremResult]:
        """The theorems whose pieces are all in, each told once; `in_order`: up to the first that waits."""
        for name in list(self._parts):
            result = self._whole(name)
            if result is not None:
                del self._parts[name]
                yield result
            elif in_order:
                return

    def _whole(self, name: str) -> TheoremResult | None:
        parts = self._parts[name]
        if parts.alone is None or len(parts.twins) < len(self._theorems[name].twins):
            return None
        return joined(parts.alone, [parts.twins[number] for number in sorted(parts.twins)])
