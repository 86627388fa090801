"""How to tell, while replaying, that a game shows a certain fault again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen

from rulecheck.properties.invariants.checker import evaluate
from rulecheck.properties.invariants.contract_checks import listing, repeated, restored, unlisted
from rulecheck.properties.invariants.declaring import Played, Property
from rulecheck.properties.invariants.field_tracking import touched
from rulecheck.properties.invariants.unlisted_moves import Tries
from rulecheck.properties.invariants.violation import Violation, crash, guarded
from rulecheck.properties.shrinking.condition import Condition
from rulecheck.reference_engines.contract import CHANCE, OVER, SILENT, AnyEngine


@frozen
class _Event(Condition):
    """A move carries an event: a clause id, or `silent:` and a reading."""

    event: str

    def start(self, engine: AnyEngine, state: Any) -> tuple[bool, Any]:
        return self.event in state.events, None

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        return self.event in after.events, None


@frozen
class _Broken(Condition):
    """An invariant or a step property is broken, or raises as it did."""

    property: Property
    key: str

    def _shows(self, engine: AnyEngine, *given: Any) -> bool:
        return any(violation.key == self.key for violation in evaluate(self.property, engine, *given))

    def start(self, engine: AnyEngine, state: Any) -> tuple[bool, Any]:
        return self.property.kind == "holds" and self._shows(engine, state), None

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        claim = self.property
        if claim.kind == "after":
            return self._shows(engine, before, move, after), None
        if claim.reads is not None and not touched(claim.reads, before, after):
            return False, None
        return self._shows(engine, after), None


@frozen
class _BrokenGame(Condition):
    """A finished game breaks a whole-game property."""

    property: Property
    key: str

    def start(self, engine: AnyEngine, state: Any) -> tuple[bool, Any]:
        return False, (None, None, state)

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        memo = (memo, move, after)
        if engine.actor(after) != OVER:
            return False, memo
        positions, moves, link = [], [], memo
        while link is not None:
            link, played, state = link
            positions.append(state)
            if played is not None:
                moves.append(played)
        game = Played(positions[::-1], moves[::-1], engine.outcome(after))
        return any(violation.key == self.key for violation in evaluate(self.property, engine, game)), memo


@frozen
class _Checked(Condition):
    """One of the generic checks finds the fault at a position on the way."""

    violation: Violation

    def start(self, engine: AnyEngine, state: Any) -> tuple[bool, Any]:
        return self._shows(engine, state), None

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        return self._shows(engine, after), None

    def _shows(self, engine: AnyEngine, state: Any) -> bool:
        key = self.violation.key
        return any(violation.key == key for violation in guarded("legal_moves", self._checks(engine, state)))

    def _checks(self, engine: AnyEngine, state: Any) -> Iterator[Violation]:
        name, about = self.violation.name, self.violation.about
        legal = engine.legal_moves(state)
        same = [move for move in legal if type(move).__name__ == about]
        if name == "listed and refused":
            if same:
                yield from listing(engine, state, same)
        elif name == "accepted and not listed" or name.startswith("no clause"):
            tries: Iterable[Any] = engine.all_moves()
            if about:
                tries = [move for move in tries if type(move).__name__ == about and engine.refusal(state, move) is None]
            yield from unlisted(engine, state, legal, tries, clauses=() if name.startswith("no clause") else None)
        elif name in ("moves are deterministic", "moves change nothing behind"):
            for move in same:
                yield from repeated(engine, state, move)
        elif name in ("positions survive saving", "moves survive writing"):
            yield from restored(engine, state, same)
        else:
            yield from listing(engine, state, legal)


@frozen
class _Deadlock(Condition):
    """Nobody may move and the game is not over, right after a move of the same kind."""

    last: str

    def start(self, engine: AnyEngine, state: Any) -> tuple[bool, Any]:
        return False, ""

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        return False, type(move).__name__

    def stuck(self, engine: AnyEngine, state: Any, memo: Any) -> bool:
        return memo == self.last and engine.actor(state) != OVER and not engine.legal_moves(state)


@frozen
class _Crash(Condition):
    """The engine raises as it did."""

    violation: Violation
    where: str

    def crashed(self, engine: AnyEngine, state: Any, move: Any, error: Exception) -> bool:
        return any(crash(where, error).key == self.violation.key for where in ("apply", "refusal"))

    def start(self, engine: AnyEngine, state: Any) -> tuple[bool, Any]:
        return self._shows(engine, state), None

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        return self._shows(engine, after), None

    def _shows(self, engine: AnyEngine, state: Any) -> bool:
        if self.where == "apply":
            return False
        try:
            self._call(engine, state)
        except Exception as error:
            return crash(self.where, error).key == self.violation.key
        return False

    def _call(self, engine: AnyEngine, state: Any) -> None:
        match self.where:
            case "actor":
                engine.actor(state)
            case "legal_moves":
                for move in engine.legal_moves(state):
                    engine.refusal(state, move)
            case "weights":
                if engine.actor(state) == CHANCE:
                    engine.weights(state)
            case "refusal":
                for move in Tries(engine).every():
                    engine.refusal(state, move)
            case "outcome":
                engine.outcome(state)
            case _:
                for _violation in restored(engine, state, engine.legal_moves(state)):
                    pass


@frozen
class _Lasso(Condition):
    """Decisions without chance, of just these kinds of moves, lead back to an equal position."""

    kinds: frozenset[str]

    def start(self, engine: AnyEngine, state: Any) -> tuple[bool, Any]:
        return False, None

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        if engine.actor(before) == CHANCE:
            return False, None
        name = type(move).__name__
        if name not in self.kinds:
            return False, None
        memo = (memo, before, name)  # only moves of these kinds can be inside the loop
        seen: set[str] = set()
        link, far = memo, 0
        while link is not None and far < 200:
            link, state, kind = link
            seen.add(kind)
            far += 1
            if state == after and seen == self.kinds:
                return True, memo
        return False, memo


def condition_for(violation: Violation, properties: Iterable[Property]) -> Condition:
    """The condition under which a game shows the same fault."""
    match violation.kind:
        case "silent":
            return _Event(SILENT + violation.name)
        case "endless":
            return _Lasso(frozenset(violation.about.split("+")))
        case "deadlock":
            return _Deadlock(violation.about)
    for claim in properties:
        if violation.name == claim.name or violation.name.startswith(f"crash in {claim.name}: "):
            return _BrokenGame(claim, violation.key) if claim.kind == "whole_game" else _Broken(claim, violation.key)
    if violation.name.startswith("crash in "):
        return _Crash(violation, violation.name[len("crash in ") :].split(":")[0])
    if violation.name.startswith("no clause") and violation.about == "event":
        return _Event(violation.name.split("'")[1])
    return _Checked(violation)
