"""Engines that play a twin's wrong rule: the theorem has to refute the engine itself."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final
from unittest import mock

from attrs import frozen

from rulecheck.solvers.theorem import Theorem, Twin, theorems

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
