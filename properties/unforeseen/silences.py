"""Whether a step says that a reading was needed just where the choices of that reading come to something else.

The step is played again under each other choice: from the same position, by the same move.  Where all of them offer the
same moves before it, lead to the same position and offer the same there, nothing was unclear, and `silent:ID` was told
for nothing.  Where the move is refused under another choice, or leads elsewhere, it has to be told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from attrs import define, field

from rulecheck.properties.invariants.violation import Violation
from rulecheck.properties.shrinking.condition import Condition
from rulecheck.reference_engines.contract import CHANCE, SILENT, AnyEngine
from rulecheck.spec import Part, Reading, find_game

FOR_NOTHING: Final = "a reading told for nothing"
"""The name of a finding about a step that needed no reading, and says that it did."""
UNTOLD: Final = "a reading not told"
"""The name of a finding about a step that needed a reading, and does not say so."""


@define(eq=False, slots=False)
class Choices:
    """Engines by the same rules, but for one reading each; made when first needed."""

    rules: Any
    build: Callable[[Any], AnyEngine]
    readings: Mapping[str, Reading]
    anyway: Collection[str] = ()
    """Readings that are told also at steps where their choices come to the same."""
    elsewhere: Collection[str] = ()
    """Readings that are told at other steps than those at which their choices part."""
    _engines: dict[str, tuple[AnyEngine, ...]] = field(factory=dict, init=False)

    @classmethod
    def of(cls, rules: Any, build: Callable[[Any], AnyEngine]) -> Choices | None:
        """The choices of a game's readings; None for rules that are none of a game in the registry.

        A game's properties may name readings of which half of this is not asked, each with the reason: in
        `TOLD_ANYWAY` and in `TOLD_ELSEWHERE`.  A game of somebody else is asked only if it names one of them at least,
        be it empty: an engine that remembers something for a later decision is right, and looks as if it were not.
        """
        known = find_game(rules.game)
        chosen: Mapping[str, str] | None = getattr(rules, "readings", None)
        if known is None or not chosen:
            return None
        readings = known.rulebook().readings
        module = known.module(Part.PROPERTIES)
        declared = [getattr(module, name, None) for name in ("TOLD_ANYWAY", "TOLD_ELSEWHERE")]
        if not known.ours and declared == [None, None]:
            return None
        anyway, elsewhere = (readings or () for readings in declared)
        return cls(rules, build, {id: readings[id] for id in chosen if id in readings}, anyway, elsewhere)

    def violations(
        self, engine: AnyEngine, before: Any, move: Any, after: Any, *, about: str | None = None, near: bool = False
    ) -> Iterator[Violation]:
        """What a step tells for nothing, and what it does not tell.

        `about`: of this reading only; `near`: only what it does not tell, of readings that one of its clauses leaves
        open.  Games come to steps at which the choices come to the same by chance; that is no fault of the engine.
        """
        events = after.events
        step: _Step | None = None
        for id in self._near(events) if near else self.readings:
            reading, told = self.readings[id], SILENT + id in events
            if about not in (None, id) or (near and told):
                continue
            if id in self.anyway if told else self._may_be_silent(reading):
                continue
            step = step or _Step(engine, before, move, after)
            if told and not any(step.differs(other) is not False for other in self._others(id)):
                what = f"{move} says that {id} was needed, and all its choices come to the same"
                yield Violation("broken", FOR_NOTHING, what, reading.silent, about=id)
            if not told and any(step.parts(other) for other in self._others(id)):
                what = f"{move} comes to something else under another choice of {id}, and does not say so"
                yield Violation("broken", UNTOLD, what, reading.silent, about=id)

    def at_start(self, engine: AnyEngine) -> Iterator[Violation]:
        """The same of the first position, beside those in which games by the other choices begin.

        Readings that the text settles are not asked about, nor those that are told elsewhere.
        """
        state = engine.start()
        for id, reading in self.readings.items():
            told = SILENT + id in state.events
            if self._may_be_silent(reading) or (told and id in self.anyway):
                continue
            if not told and set(reading.silent).isdisjoint(state.events):
                continue
            differs = any(_begins_otherwise(engine, state, other) for other in self._others(id))
            if told and not differs:
                what = f"the first position says that {id} was needed, and by all its choices it is the same"
                yield Violation("broken", FOR_NOTHING, what, reading.silent, about=id)
            if differs and not told:
                what = f"the first position is another under another choice of {id}, and does not say so"
                yield Violation("broken", UNTOLD, what, reading.silent, about=id)

    def _near(self, events: Sequence[str]) -> list[str]:
        """The readings that one of the clauses carried out leaves open, in the order in which the clauses were."""
        return list(dict.fromkeys([id for event in events for id in self._left_open.get(event, ())]))

    @cached_property
    def _left_open(self) -> Mapping[str, Sequence[str]]:
        """By clause the readings that it leaves open, but for those of which nobody asks where they are not told."""
        readings: dict[str, list[str]] = {}
        for id, reading in self.readings.items():
            for clause in () if self._may_be_silent(reading) else reading.silent:
                readings.setdefault(clause, []).append(id)
        return readings

    def _may_be_silent(self, reading: Reading) -> bool:
        """Whether nobody asks for a reading where it is not told: under another choice it may be no question."""
        return reading.settled or reading.id in self.elsewhere or self.rules.readings[reading.id] != reading.default

    def _others(self, id: str) -> tuple[AnyEngine, ...]:
        engines = self._engines.get(id)
        if engines is None:
            mine = self.rules.readings[id]
            others = [choice for choice in self.readings[id].choices if choice != mine]
            engines = tuple([self.build(self.rules.with_reading(id, choice)) for choice in others])
            self._engines[id] = engines
        return engines


class _Step:
    """One step, to be played again by other engines: from the position as it is saved, which is the same for all."""

    def __init__(self, engine: AnyEngine, before: Any, move: Any, after: Any) -> None:
        self.engine, self.move = engine, move
        self.here, self.there = before, after

    @cached_property
    def before(self) -> Any:
        """The position before it, as it is saved."""
        return self.engine.to_json(self.here)

    @cached_property
    def after(self) -> Any:
        """The position after it, as it is saved."""
        return self.engine.to_json(self.there)

    @cached_property
    def offered(self) -> tuple[int, Any, Any]:
        """What is open before it."""
        return _offer(self.engine, self.here)

    @cached_property
    def offers(self) -> tuple[int, Any, Any]:
        """What is open after it."""
        return _offer(self.engine, self.there)

    def differs(self, other: AnyEngine) -> bool | None:
        """Whether anything is otherwise under another choice; None where that cannot play from there."""
        try:
            there = other.from_json(self.before)
            if _offer(other, there) != self.offered or other.refusal(there, self.move) is not None:
                return True
            reached = other.apply(there, self.move)
            return other.to_json(reached) != self.after or _offer(other, reached) != self.offers
        except Exception:  # the position is none of that choice's
            return None

    def parts(self, other: AnyEngine) -> bool:
        """Whether under another choice the move is refused, or leads elsewhere."""
        if self._is_plainly_the_same(other):
            return False
        try:
            there = other.from_json(self.before)
            refused = other.refusal(there, self.move) is not None
            return refused or other.to_json(other.apply(there, self.move)) != self.after
        except Exception:  # the position is none of that choice's
            return False

    def _is_plainly_the_same(self, other: AnyEngine) -> bool:
        """Whether the other choice leads to the very same from the position as it is: sooner told than by saving it."""
        try:
            return other.refusal(self.here, self.move) is None and bool(other.apply(self.here, self.move) == self.there)
        except Exception:  # positions of that choice are made otherwise
            return False


def _begins_otherwise(engine: AnyEngine, state: Any, other: AnyEngine) -> bool:
    """Whether a game by another choice begins in another position, or with other moves."""
    there = other.start()
    return other.to_json(there) != engine.to_json(state) or _offer(other, there) != _offer(engine, state)


def _offer(engine: AnyEngine, state: Any) -> tuple[int, Any, Any]:
    """Who decides in a position, among which moves, and how the game ended if it did."""
    legal = engine.legal_moves(state)
    actor = engine.actor(state)
    if actor == CHANCE:
        return actor, dict(zip(legal, engine.weights(state), strict=True)), None
    return actor, set(legal), engine.outcome(state)


@define(eq=False)
class Untold(Condition):
    """A step again does not tell of the same reading."""

    violation: Violation
    build: Callable[[Any], AnyEngine]
    _choices: list[tuple[AnyEngine, Choices | None]] = field(factory=list, init=False)

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        """Whether this step shows it."""
        choices = self._of(engine)
        if choices is None:
            return False, None
        seen = choices.violations(engine, before, move, after, about=self.violation.about)
        return any(violation.key == self.violation.key for violation in seen), None

    def _of(self, engine: AnyEngine) -> Choices | None:
        """The choices beside an engine, made once for each."""
        for mine, choices in self._choices:
            if mine is engine:
                return choices
        self._choices.append((engine, Choices.of(engine.rules, self.build)))
        return self._choices[-1][1]
