"""What a step says it carried out, held against what was to be carried out.

A game's table has for each clause a condition over a step.  The clause has to be told where it holds and nowhere else,
so that a clause that counts as exercised was; a clause of which that is known is one that a property `tells`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from attrs import define, field, frozen

from rulecheck.properties.invariants.declaring import Property
from rulecheck.properties.invariants.wording import misreported
from rulecheck.reference_engines.contract import AnyEngine, Position, changed

F = TypeVar("F")
S = TypeVar("S", bound=Position)

Test = Callable[[AnyEngine, Any, Any, Any], bool]
"""Whether something holds of a step: engine, position before, move, position after."""


@frozen
class Due:
    """When a clause is carried out: by moves of some kinds, out of and into phases (None: any), where a test holds."""

    test: Test | None = None
    moves: frozenset[str] | None = None
    since: frozenset[str] | None = None
    to: frozenset[str] | None = None

    def __and__(self, other: Due | Test) -> Due:
        """Where both hold."""
        more = other if isinstance(other, Due) else Due(other)
        first, second = self.test, more.test
        test = second if first is None else first
        if first is not None and second is not None:
            test = lambda *step: first(*step) and second(*step)  # noqa: E731
        return Due(test, _both_of(self.moves, more.moves), _both_of(self.since, more.since), _both_of(self.to, more.to))

    def __or__(self, other: Due) -> Due:
        """Where one of them holds."""
        moves = None if self.moves is None or other.moves is None else self.moves | other.moves
        return Due(lambda *step: self.holds(*step) or other.holds(*step), moves)

    def __invert__(self) -> Due:
        """Where it does not hold."""
        return Due(lambda *step: not self.holds(*step))

    def is_possible(self, move: str, before: str, after: str) -> bool:
        """Whether it can be due at steps of this kind."""
        asked = ((self.moves, move), (self.since, before), (self.to, after))
        return all([kinds is None or kind in kinds for kinds, kind in asked])

    def holds(self, engine: AnyEngine, before: Any, move: Any, now: Any) -> bool:
        """Whether it is to be told of a step."""
        return self.is_possible(*_kind(before, move, now)) and (
            self.test is None or self.test(engine, before, move, now)
        )


def _both_of(kinds: frozenset[str] | None, others: frozenset[str] | None) -> frozenset[str] | None:
    return others if kinds is None else kinds if others is None else kinds & others


def _kind(before: Any, move: Any, now: Any) -> tuple[str, str, str]:
    """A kind of step: that of its move, and what is decided before and after it."""
    return type(move).__name__, type(before.phase).__name__, type(now.phase).__name__


def by(*moves: str) -> Due:
    """Moves of these kinds."""
    return Due(moves=frozenset(moves))


def since(*phases: str) -> Due:
    """One of these things is decided before the step."""
    return Due(since=frozenset(phases))


def to(*phases: str) -> Due:
    """One of these things is decided after it."""
    return Due(to=frozenset(phases))


def changes(part: str) -> Due:
    """A part of the position is another one after the step; `seats.goods`: that part of a board."""
    return Due(lambda engine, before, move, now: any(old != new for old, new in _both(part, before, now)))


def grows(part: str) -> Due:
    """A part of the position is more after the step: a number, the sum of several, or how many there are."""
    return Due(lambda engine, before, move, now: any(_size(old) < _size(new) for old, new in _both(part, before, now)))


def shrinks(part: str) -> Due:
    """A part of the position is less after the step."""
    return Due(lambda engine, before, move, now: any(_size(old) > _size(new) for old, new in _both(part, before, now)))


def _both(part: str, before: Any, now: Any) -> Iterator[tuple[Any, Any]]:
    name, _, inside = part.partition(".")
    old, new = getattr(before, name), getattr(now, name)
    if not inside:
        yield old, new
    elif old is not new:
        yield from [(getattr(was, inside), getattr(here, inside)) for was, here in zip(old, new, strict=True)]


def _size(value: Any) -> int:
    if isinstance(value, int):
        return value
    if value is None:
        return -1
    parts = list(value)
    return sum(parts) if all(isinstance(part, int) for part in parts) else len(parts)


def by_facts(facts: Callable[[AnyEngine], F]) -> Callable[[Callable[[F, Any, Any, Any], bool]], Due]:
    """Makes conditions that ask what a game's properties know of its rules, in place of the engine."""
    return lambda test: Due(lambda engine, before, move, now: test(facts(engine), before, move, now))


def told_otherwise(now: S, clause: str) -> S:
    """The position after a step that keeps a clause to itself which it told, or tells one for nothing."""
    told = now.events
    others = tuple([event for event in told if event != clause]) if clause in told else (*told, clause)
    return changed(now, events=others)


@define(eq=False)
class Tellings:
    """A game's table of conditions, by clause."""

    table: Mapping[str, Due]
    _kinds: dict[tuple[type, type, type], tuple[frozenset[str], dict[str, Test]]] = field(factory=dict, init=False)
    """By kind of step the clauses that are due whatever else holds, and the tests for others."""

    def mistold(self, engine: AnyEngine, before: Any, move: Any, now: Any) -> Iterator[str]:
        """A sentence for each clause that a step tells for nothing, and each that it does not tell."""
        kind = (type(move), type(before.phase), type(now.phase))
        always, tests = self._kinds.get(kind) or self._of(kind, before, move, now)
        due = {clause for clause, test in tests.items() if test(engine, before, move, now)} | always
        told = {event for event in now.events if event in self.table}
        if due != told:
            yield from misreported(told, {clause: clause in due for clause in self.table if clause in due ^ told})

    def _of(
        self, kind: tuple[type, type, type], before: Any, move: Any, now: Any
    ) -> tuple[frozenset[str], dict[str, Test]]:
        names = _kind(before, move, now)
        possible = {clause: due.test for clause, due in self.table.items() if due.is_possible(*names)}
        always = frozenset([clause for clause, test in possible.items() if test is None])
        self._kinds[kind] = always, {clause: test for clause, test in possible.items() if test is not None}
        return self._kinds[kind]


def told_by(properties: Iterable[Property]) -> frozenset[str]:
    """The clauses whose tellings are held against a condition, by some properties."""
    return frozenset([clause for claim in properties for clause in claim.tells])
