"""What the rulebook does not distinguish must not matter: one step of a game, and the same step with names exchanged.

The step's position is set up with the names exchanged, in an engine by rules in which they are exchanged as well.
There the same moves must be open, and the same move must lead to the same position.  Where that is not so, the engine
has made a choice that no clause makes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import define, field, frozen

from rulecheck.properties.invariants.violation import Violation, clauses_in
from rulecheck.properties.unforeseen.exchange import Exchange
from rulecheck.properties.unforeseen.paths import Difference, differences, general
from rulecheck.reference_engines.contract import CHANCE, SILENT, AnyEngine

UNFORESEEN: Final = "unforeseen"
"""The kind of a finding about a choice that no clause makes."""
SHOWN: Final = 3
"""Moves or parts that a message names at most."""


@frozen
class Step:
    """One step of a game, as a symmetry sees it: the position before it and after it as JSON, and the move."""

    before: Mapping[str, Any]
    move: str
    after: Mapping[str, Any]


def anywhere(step: Step) -> bool:
    """Every step."""
    return True


@frozen
class Symmetry:
    """What the rulebook does not distinguish.

    A game declares its own as `SYMMETRIES` in its part `symmetries`; see docs/unforeseen.md.
    """

    name: str
    """What does not matter: `the order of the role cards`."""
    words: Callable[[AnyEngine, Step], Mapping[str, str]]
    """The names to exchange; none: this step is left out."""
    rules: Callable[[Any], Any] | None = None
    """The rules with the names exchanged; None: they are the same."""
    parts: Collection[str] | None = None
    """The parts of a position in which they are exchanged; None: all."""
    kept: Collection[str] = ()
    """Longer names that hold one of them and stay what they are."""
    where: Callable[[Step], bool] = anywhere
    """The steps it holds for."""
    clauses: Collection[str] = ()
    """Clauses at whose steps it is at stake: one of a game's is looked at in any case."""
    readings: Collection[str] = ()
    """Readings that say what happens where it does not hold: steps that need one of them are left out."""
    spelled: Callable[[str], str] = str
    """How a move is written after names were exchanged in it, where their order in it is fixed."""


@define(eq=False)
class Twin:
    """A symmetry, and the engine that plays the game with the names exchanged."""

    symmetry: Symmetry
    engine: AnyEngine
    finer: Callable[[], Sequence[Twin]] = tuple
    """Symmetries that this one is made of: they tell which part of it does not hold."""
    _exchanges: dict[tuple[tuple[str, str], ...], Exchange] = field(factory=dict, init=False)

    def violations(self, engine: AnyEngine, before: Any, move: Any, after: Any) -> list[Violation]:
        """Where a step comes out differently with the names exchanged; nothing where the symmetry does not hold."""
        if any(SILENT + reading in after.events for reading in self.symmetry.readings):
            return []
        step = Step(engine.to_json(before), str(move), engine.to_json(after))
        violations = list(self._compare(engine, before, step, after))
        if violations:
            finer = [told for twin in self.finer() for told in twin.violations(engine, before, move, after)]
            return finer or violations
        return violations

    def _compare(self, engine: AnyEngine, before: Any, step: Step, after: Any) -> Iterator[Violation]:
        symmetry = self.symmetry
        if not symmetry.where(step):
            return
        words = symmetry.words(engine, step)
        exchange = self._exchange(words)
        clauses = clauses_in(after.events)

        def told(about: str, message: str) -> Violation:
            return Violation(UNFORESEEN, symmetry.name, f"{_exchanged(words)}{message}", clauses, about=about)

        try:
            twin_before = self.engine.from_json(exchange.position(step.before, symmetry.parts))
            twin_move = self._move(exchange, step.move)
            differing = self._moves(exchange, engine, before, twin_before)
            if differing is not None:
                yield told(f"moves in {phase_of(step.before)}" if phase_of(step.before) else "moves", differing)
                return
            reached = self.engine.apply(twin_before, twin_move)
            there, wanted = self.engine.to_json(reached), exchange.position(step.after, symmetry.parts)
            expected = reached if there == wanted else self.engine.from_json(wanted)  # its lists in the twin's order
        except ValueError as error:
            yield told("position", f"the same position cannot be described: {error}")
            return
        if expected != reached:
            parts = list(differences(self.engine.to_json(expected), there))
            about = "+".join(sorted({general(part.path, self.engine.seats) for part in parts})) or "position"
            yield told(about, f"after {twin_move} {_listed(parts)}")
        elif _outcome(engine.outcome(after), exchange) != _outcome(self.engine.outcome(reached), Exchange({})):
            yield told("outcome", f"after {twin_move} the game comes out differently")

    def _exchange(self, words: Mapping[str, str]) -> Exchange:
        key = tuple(sorted(words.items()))
        exchange = self._exchanges.get(key)
        if exchange is None:
            exchange = self._exchanges[key] = Exchange(words, self.symmetry.kept)
        return exchange

    def _move(self, exchange: Exchange, move: str) -> Any:
        return self.engine.parse(self.symmetry.spelled(exchange.text(move)))

    def _moves(self, exchange: Exchange, engine: AnyEngine, before: Any, twin_before: Any) -> str | None:
        """How the moves that are open differ, with their weights where chance acts; None if they do not."""
        actor, twin_actor = _actor(engine, before), _actor(self.engine, twin_before)
        if exchange.text(actor) != twin_actor:
            return f"{twin_actor} acts, not {exchange.text(actor)}"
        is_chance = engine.actor(before) == CHANCE
        moves = [self._move(exchange, str(move)) for move in engine.legal_moves(before)]
        weights = engine.weights(before) if is_chance else (1,) * len(moves)
        twin_moves = self.engine.legal_moves(twin_before)
        twin_weights = self.engine.weights(twin_before) if is_chance else (1,) * len(twin_moves)
        open_here = dict(zip(moves, weights, strict=True))
        open_there = dict(zip(twin_moves, twin_weights, strict=True))
        if open_here == open_there:
            return None
        for what, differing in (
            ("is not open", open_here.keys() - open_there.keys()),
            ("is open", open_there.keys() - open_here.keys()),
            ("has another weight", {move for move in open_here if open_here[move] != open_there.get(move)}),
        ):
            if differing:
                return f"{', '.join(sorted(map(str, differing))[:SHOWN])} {what}"
        return None


def _exchanged(words: Mapping[str, str]) -> str:
    """The exchange as the beginning of a sentence."""
    told = ", ".join(f"{new} for {old}" for old, new in words.items() if old != new)
    return f"with {told}: " if told else "listed otherwise: "


def _listed(parts: list[Difference]) -> str:
    told = [f"{part.path} is {part.there}, and not {part.expected}" for part in parts[:SHOWN]]
    more = f", and {len(parts) - SHOWN} more" if len(parts) > SHOWN else ""
    return ", ".join(told) + more if told else "the position is another one"


def phase_of(position: Mapping[str, Any]) -> str:
    """What is being decided in a position, by its name; empty if the game does not say it under `phase`."""
    phase = position.get("phase", "")
    return str(phase.get("name", "")) if isinstance(phase, Mapping) else str(phase)


def _actor(engine: AnyEngine, state: Any) -> str:
    actor = engine.actor(state)
    return engine.seats[actor] if actor >= 0 else "chance" if actor == CHANCE else "nobody"


def _outcome(outcome: Any, exchange: Exchange) -> Any:
    if outcome is None:
        return None
    scores = {exchange.text(seat): score for seat, score in outcome.scores.items()}
    return sorted(map(exchange.text, outcome.winners)), outcome.clause, scores
