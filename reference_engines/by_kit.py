"""Engines by a kit, what is fixed for one set of rules, with modules that write and draw their positions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from rulecheck.reference_engines.contract import Engine, M, Position, Tally

if TYPE_CHECKING:
    from rulecheck.spec.rules import Rules


class TurnPosition(Position):
    """A position that knows whose turn it is."""

    turn: int


K = TypeVar("K")
S = TypeVar("S", bound=TurnPosition)


class ByKit(Engine[S, M], Generic[K, S, M]):
    """An engine with a kit, `g`; a subclass names with its bases the kit's class and the two modules."""

    g: K
    _kit: ClassVar[Any]
    _written_by: ClassVar[Any]
    _drawn_by: ClassVar[Any]

    def __init_subclass__(cls, kit: Any = None, notation: Any = None, drawing: Any = None, **others: Any) -> None:
        """Keep what is named; a class that names nothing has its parent's."""
        super().__init_subclass__(**others)
        if kit is not None:
            cls._kit, cls._written_by, cls._drawn_by = kit, notation, drawing

    def __init__(self, rules: Rules) -> None:
        """Make the engine; raises `SpecError` where numbers, readings and data do not fit together."""
        self.rules = rules
        self.g = self._kit(rules)
        self.seats = rules.seats
        self._tallies = self._groups()
        self._totals = self._count_box()

    @abstractmethod
    def _groups(self) -> tuple[Tally, ...]: ...

    @abstractmethod
    def _count_box(self) -> dict[str, int]: ...

    def tallies(self) -> Sequence[Tally]:
        """How the components are counted, in groups."""
        return self._tallies

    def totals(self) -> Mapping[str, int]:
        """How many of each component the box, this set-up and these readings provide."""
        return self._totals

    def turn_of(self, state: S) -> int:
        """The seat whose turn it is, also while chance or somebody else acts."""
        return state.turn

    def all_moves(self) -> Sequence[M]:
        """The well-formed moves that the kit has made, in a fixed order."""
        moves: Sequence[M] = self.g.all_moves()  # type: ignore[attr-defined]
        return moves

    def to_json(self, state: S) -> dict[str, Any]:
        """The whole position in the game's words."""
        position: dict[str, Any] = self._written_by.to_json(self.g, state)
        return position

    def from_json(self, data: Mapping[str, Any], *, given: Iterable[str] = (), partial: bool = False) -> S:
        """The position that such JSON describes."""
        state: S = self._written_by.from_json(self.g, data, tuple(given), partial=partial)
        return state

    def observe(self, state: S, seat: int) -> dict[str, Any]:
        """What one player sees."""
        seen: dict[str, Any] = self._written_by.observe(self.g, state, seat)
        return seen

    def draw(self, state: S) -> str:
        """The position as text for a terminal."""
        return str(self._drawn_by.draw(self.g, state))
