"""How to tell, while replaying, that a game shows a silence again that nobody wrote down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field, frozen

from rulecheck.properties.invariants.violation import Violation, clauses_in
from rulecheck.properties.shrinking.condition import Condition
from rulecheck.properties.unforeseen.accounting import UNACCOUNTED, changed_parts
from rulecheck.properties.unforeseen.symmetries import LISTS, twins_of
from rulecheck.properties.unforeseen.symmetry import Twin
from rulecheck.properties.unforeseen.watching import asymmetries
from rulecheck.reference_engines.contract import AnyEngine


@frozen
class _Unaccounted(Condition):
    """A part changes in a step that carries out no other clauses than the one in which it was seen."""

    part: str
    clauses: frozenset[str]

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        shown = self.clauses.issuperset(clauses_in(after.events)) and self.part in changed_parts(before, after)
        return shown, None


@define
class _Asymmetry(Condition):
    """A step comes out differently with names exchanged, in the same part; half of its clauses were seen then."""

    violation: Violation
    build: Callable[[Any], AnyEngine]
    _twins: dict[int, tuple[AnyEngine, tuple[Twin, ...]]] = field(factory=dict)

    def step(self, engine: AnyEngine, before: Any, move: Any, after: Any, memo: Any) -> tuple[bool, Any]:
        seen = self.violation.clauses
        if 2 * sum(clause in after.events for clause in seen) < len(seen):
            return False, None
        shown = {
            violation.key for twin in self._for(engine) for violation in asymmetries(twin, engine, before, move, after)
        }
        return self.violation.key in shown, None

    def _for(self, engine: AnyEngine) -> tuple[Twin, ...]:
        """The twins that can show it, made once for each engine: fewer players may do."""
        if id(engine) not in self._twins:
            mine = [twin for twin in twins_of(engine, engine.rules, self.build) if self._shows(twin.symmetry.name)]
            self._twins[id(engine)] = engine, tuple(mine)
        return self._twins[id(engine)][1]

    def _shows(self, name: str) -> bool:
        return name == self.violation.name or (name == LISTS and self.violation.name.startswith(LISTS))


def condition_of(violation: Violation, build: Callable[[Any], AnyEngine]) -> Condition:
    """The condition under which a game shows the same silence."""
    if violation.name == UNACCOUNTED:
        return _Unaccounted(violation.about, frozenset(violation.clauses))
    return _Asymmetry(violation, build)
