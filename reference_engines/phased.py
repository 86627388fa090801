"""Engines that ask the chapter of the current phase: what is open, why another move is not, and what a move does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar

from attrs import frozen

from rulecheck.reference_engines.by_kit import ByKit, K, TurnPosition
from rulecheck.reference_engines.contract import M, Refused


class PhasedPosition(TurnPosition):
    """A position that holds the phase it is in, as a value whose class says who knows its moves."""

    phase: Any


S = TypeVar("S", bound=PhasedPosition)


@frozen
class Chapter(Generic[K, S, M]):
    """The rules of a phase that shares its module with others; a module that has all three is a chapter itself."""

    moves: Callable[[K, S], Sequence[M]]
    """The open moves, in a fixed order."""
    explain: Callable[[K, S, M], Refused | None]
    """Why a move that is not open is not; None, where a chapter looks at open moves too, if it is."""
    apply: Callable[[K, S, M], S]
    """The position after an open move."""


class Phased(ByKit[K, S, M], Generic[K, S, M]):
    """An engine of chapters, one for each phase; `g` is the kit that all of them are given.

    A subclass names with its bases the chapters by phase, the phase of a finished game, and the refusal of every
    move there. Chapters are taken apart when the class is made: asking one costs what a call of its function costs.
    """

    _finished: ClassVar[type[Any]]
    _over: ClassVar[Refused]
    _moves: ClassVar[Mapping[type[Any], Callable[[Any, Any], Sequence[Any]]]]
    _explain: ClassVar[Mapping[type[Any], Callable[[Any, Any, Any], Refused | None]]]
    _apply: ClassVar[Mapping[type[Any], Callable[[Any, Any, Any], Any]]]

    def __init_subclass__(
        cls,
        chapters: Mapping[type[Any], ModuleType | Chapter[Any, Any, Any]] | None = None,
        finished: type[Any] | None = None,
        over: Refused | None = None,
        **others: Any,
    ) -> None:
        """Take the chapters apart; a class that names none has its parent's."""
        super().__init_subclass__(**others)
        if chapters is None or finished is None or over is None:
            return
        cls._finished, cls._over = finished, over
        cls._moves = {phase: chapter.moves for phase, chapter in chapters.items()} | {finished: _no_moves}
        cls._explain = {phase: chapter.explain for phase, chapter in chapters.items()}
        cls._apply = {phase: chapter.apply for phase, chapter in chapters.items()}

    def legal_moves(self, state: S) -> Sequence[M]:
        """All moves open now, in a fixed order."""
        return self._moves[type(state.phase)](self.g, state)

    def refusal(self, state: S, move: M) -> Refused | None:
        """The clause that forbids a move now."""
        phase = type(state.phase)
        if phase is self._finished:
            return self._over
        if move in self._moves[phase](self.g, state):
            return None
        return self._explain[phase](self.g, state, move)

    def apply(self, state: S, move: M) -> S:
        """The position after a legal move."""
        after: S = self._apply[type(state.phase)](self.g, state, move)
        return after


def _no_moves(g: object, t: object) -> tuple[()]:
    return ()
