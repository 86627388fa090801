"""Nobody is ever stuck: each step of the induction executed by the engine itself on unknown numbers of components.

By induction: a game begins with moves, and after every kind of move somebody has one again, or the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from rulecheck.reference_engines.contract import CHANCE, OVER
from rulecheck.solvers.conservation import Group
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT
from rulecheck.solvers.refutation import AnyEngine, Refutation, WrongAnswer
from rulecheck.solvers.steps import broken_step

Legal: TypeAlias = Callable[[AnyEngine, Any], Sequence[Any]]
"""The moves open in a position."""


def by_the_engine(engine: AnyEngine, state: Any) -> Sequence[Any]:
    """The engine's own."""
    return engine.legal_moves(state)


def without(*kinds: str) -> Legal:
    """A rule under which there are no moves of some kinds."""
    return lambda engine, state: [m for m in engine.legal_moves(state) if type(m).__name__ not in kinds]


def stuck(
    proof: Proof,
    groups: Sequence[Group],
    engines: Sequence[AnyEngine],
    steps: int,
    legal: Legal = by_the_engine,
) -> Refutation | None:
    """A position in which nobody may move and the game is not over; None if no move leads to one."""
    for engine in engines:
        proof.cover(len(engine.seats), DEFAULT)
        if not legal(engine, engine.start()):
            return no_move(engine, engine.start(), legal)

    def goes_on(engine: AnyEngine, _before: Any, _move: Any, after: Any) -> bool:
        return engine.actor(after) == OVER or len(legal(engine, after)) > 0

    def shown(engine: AnyEngine, before: Any, move: Any) -> WrongAnswer:
        return no_move(engine, engine.apply(before, move), legal)

    return broken_step(proof, groups, engines, steps, goes_on, shown)


def no_move(engine: AnyEngine, state: Any, legal: Legal) -> WrongAnswer:
    """A position in which the rule leaves nothing."""
    actor = engine.actor(state)
    asked = "outcomes of chance" if actor == CHANCE else f"moves of {engine.seats[actor]}"
    return WrongAnswer(asked, engine, state, lambda e, state: list(legal(e, state)), "at least one", bool)
