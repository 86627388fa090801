"""What a block may name: the game's moves in their notation, patterns of them, clauses, readings and events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from rulecheck.properties.examples.block import Block
from rulecheck.properties.runtime.patterns import fitting
from rulecheck.reference_engines.contract import SILENT, AnyEngine, UnknownMove
from rulecheck.spec.errors import close_matches, listed, meant, shown
from rulecheck.spec.model import Rulebook


class Names:
    """The words of one game; what is none of them is a `Broken` block."""

    def __init__(self, block: Block, engine: AnyEngine, rulebook: Rulebook) -> None:
        self.block = block
        self.engine = engine
        self.rulebook = rulebook
        self.notes: list[str] = []
        """What is worth telling though nothing is wrong."""

    @cached_property
    def _kinds(self) -> dict[str, str]:
        """A move of each kind by its first word."""
        kinds: dict[str, str] = dict.fromkeys(self.engine.unlisted, "")
        for move in self.well_formed:
            kinds.setdefault(move.split(" ")[0], move)
        return kinds

    @cached_property
    def well_formed(self) -> tuple[str, ...]:
        """All moves that the engine lists, in canonical notation."""
        return tuple(str(move) for move in self.engine.all_moves())

    def move(self, key: str, text: str) -> str:
        """A move in canonical notation."""
        try:
            return str(self.engine.parse(text))
        except UnknownMove as problem:
            raise self.block.broken(key, f"no move {shown(text)}", self._hint(text, problem.close)) from None

    def is_known(self, key: str, text: str) -> bool:
        """Whether the game knows a move at all; one of a kind that it does not know is a slip."""
        try:
            self.engine.parse(text)
        except UnknownMove as problem:
            hint = self._hint(text, problem.close)
            if text.split(" ")[0] not in self._kinds:
                raise self.block.broken(key, f"no move {shown(text)}", hint) from None
            self.notes.append(f"the game has no move {shown(text)}, so it is not open; {hint}")
            return False
        return True

    def moves(self, key: str, value: object) -> list[str]:
        """Moves in canonical notation."""
        return [self.move(key, text) for text in self.block.texts(key, {key: value})]

    def pattern(self, key: str, pattern: str) -> None:
        """A pattern that fits no move of the game is a slip, not a pass."""
        if fits(pattern, self.well_formed):
            return
        if pattern.split(" ")[0] in self.engine.unlisted:
            return
        if not any(fits(pattern, self.engine.spellings(move)) for move in self.engine.all_moves()):
            raise self.block.broken(key, f"no move of the game is like {shown(pattern)}", self._such_as(pattern))

    def clause(self, key: str, clause: str) -> None:
        """Complain about a clause that the rulebook does not have."""
        if clause not in self.rulebook.clauses:
            raise self.block.broken(key, f"no clause {shown(clause)}", self._clause_meant(clause))

    def clause_or_reading(self, key: str, id: str) -> None:
        """Complain about an id that the rulebook does not have."""
        if id not in self.rulebook.readings:
            self.clause(key, id)

    def event(self, key: str, name: str) -> None:
        """Complain about an event that no move of the game can have."""
        if name.startswith(SILENT) and name.removeprefix(SILENT) in self.rulebook.readings:
            return
        if name not in self.rulebook.clauses:
            raise self.block.broken(key, f"no event {shown(name)}", self._clause_meant(name))

    def silence(self, reading: str) -> str:
        """The event that a reading was needed."""
        if reading not in self.rulebook.readings:
            hint = meant(reading, self.rulebook.readings, "the readings are")
            raise self.block.broken("silent", f"no reading {shown(reading)}", hint)
        return SILENT + reading

    def _hint(self, text: str, close: tuple[str, ...]) -> str:
        """What may have been meant: the moves that begin so, else those that are spelled alike."""
        longer = [move for move in self.well_formed if move.startswith(text.strip() + " ")]
        if longer:
            more = f" and {len(longer) - 2} more" if len(longer) > 2 else ""
            return f"it goes on: {' or '.join(map(shown, longer[:2]))}{more}"
        close = close or close_matches(text, self.well_formed)
        return f"did you mean {' or '.join(map(shown, close))}?" if close else self._such_as(text)

    def _such_as(self, text: str) -> str:
        """Help with a move that resembles none: a move of its kind, or the kinds of moves."""
        first = text.split(" ")[0]
        if self._kinds.get(first):
            return f"such a move reads {shown(self._kinds[first])}"
        return meant(first, self._kinds, "moves begin with")

    def _clause_meant(self, clause: str) -> str:
        known = [*self.rulebook.clauses, *(SILENT + name for name in self.rulebook.readings)]
        same_subject = [other for other in known if other.split(".")[0] == clause.split(".")[0]]
        return meant(clause, known if close_matches(clause, known) else same_subject or known, "there are")


def fits(pattern: str, spellings: Iterable[str]) -> bool:
    """Whether one of a move's spellings fits a pattern."""
    return any(map(fitting((pattern,)), spellings))


def some(moves: Sequence[str]) -> str:
    """Moves as a message lists them."""
    return listed(map(shown, moves), 20) if moves else "none"
