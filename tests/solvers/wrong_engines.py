"""Engines that play a wrong rule, a twin's or a planted fault's: the theorem has to refute the engine itself."""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any, Final
from unittest import mock

from attrs import frozen

from rulecheck.properties.mistakes import Mistake
from rulecheck.solvers import proof
from rulecheck.solvers.decision import Outcome, outcome_of
from rulecheck.solvers.theorem import Theorem, Twin, Verdict, theorems
from rulecheck.spec import games, load
from tests.faults.catalogue import faults_of

ENGINES: Final = "rulecheck.reference_engines."


@frozen
class Trial:
    """A theorem, and one of its twins that replaces a rule of the engine's by a wrong one."""

    theorem: Theorem
    twin: Twin
    argument: str
    """What the theorem calls the rule."""

    def __str__(self) -> str:
        return f"{self.theorem.game}-{self.theorem.name}-{self.twin.name}"

    @property
    def right(self) -> Callable[..., Any]:
        """The engine's own rule."""
        rule: Callable[..., Any] = inspect.signature(self.theorem.body).parameters[self.argument].default
        return rule

    @contextmanager
    def engine(self) -> Iterator[dict[str, Any]]:
        """The engine plays the wrong rule wherever it played its own; the theorem's argument for it."""
        right, wrong = self.right, self.twin.changes[self.argument]
        inside = False

        def rule(*given: Any, **more: Any) -> Any:
            nonlocal inside
            if inside:  # the wrong rule asks the right one, by its name
                return right(*given, **more)
            inside = True
            try:
                return wrong(*given, **more)
            finally:
                inside = False

        with ExitStack() as patches:
            for name, module in list(sys.modules.items()):
                if name.startswith("rulecheck."):
                    for attribute, value in list(vars(module).items()):
                        if value is right:
                            patches.enter_context(mock.patch.object(module, attribute, rule))
            yield {self.argument: rule}


def trials(game: str) -> list[Trial]:
    """Every twin of a game's theorems that replaces a function of the engine."""
    return [
        Trial(theorem, twin, argument)
        for theorem in theorems(game)
        for twin in theorem.twins
        for argument in twin.changes
        if is_the_engines(inspect.signature(theorem.body).parameters[argument].default)
    ]


def is_the_engines(rule: object) -> bool:
    """Is this a function of a game's engine?"""
    return callable(rule) and (getattr(rule, "__module__", None) or "").startswith(ENGINES)


def table() -> list[str]:
    """How many twins of each game's rules the engine was made to play, and which rules these are, for the page."""
    rows = ["| game | twins | rules of the engine |", "|---|---|---|"]
    for game in games():
        rules = Counter(
            f"`{trial.right.__module__.rpartition('.')[2]}.{trial.right.__name__}`" for trial in trials(game)
        )
        rows.append(f"| {load(game).title} | {rules.total()} | {', '.join(sorted(rules))} |")
    return rows


@frozen
class FaultTrial:
    """A theorem, and an engine with a planted fault that it is asked about."""

    theorem: Theorem
    fault: Mistake
    changes: Mapping[str, Any]
    """The theorem's arguments that are rules which the fault replaces."""

    def __str__(self) -> str:
        return f"{self.theorem.game}-{self.theorem.name}-{self.fault.name}"

    def outcome(self) -> Outcome:
        """What comes out of the theorem where every engine has the fault."""
        with mock.patch.object(proof, "build", self.fault.engine):
            return outcome_of(self.theorem, self.changes)


def fault_trials(game: str) -> list[FaultTrial]:
    """Theorems whose rule a fault replaces, and those that cite the clause that it is about."""
    return [
        FaultTrial(theorem, fault, changes)
        for fault in faults_of(game)
        for theorem in theorems(game)
        if theorem.expected is not Verdict.REFUTED
        if (changes := _replaced(theorem, replaced_by(fault))) or fault.clauses[0] in theorem.clauses
    ]


@cache
def replaced_by(fault: Mistake) -> Mapping[Any, Callable[..., Any]]:
    """The functions that a fault replaces, each with what stands in its place."""
    engine: Any = fault.engine
    swaps = [swap for base in engine.__mro__[::-1] for swap in vars(base).get("swaps", ()) if len(swap) == 2]
    return dict(swaps)


def _replaced(theorem: Theorem, rules: Mapping[Any, Callable[..., Any]]) -> dict[str, Any]:
    arguments = inspect.signature(theorem.body).parameters.values()
    return {
        each.name: rules[each.default] for each in arguments if is_the_engines(each.default) and each.default in rules
    }


if __name__ == "__main__":
    print("\n".join(table()))
