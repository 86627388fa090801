"""Nobody is ever stuck: each step of the induction executed by the engine itself on unknown numbers of components.

By induction: a game begins with moves, and after every kind of move somebody has one again.  For each kind that random
games made, `apply` and then `legal_moves` are run with unknown numbers in the fields of a `Group`: on every path the
list holds a move, or the game is over.  A kind whose code asks more of a number than `symbolic.py` can give is looked
at in games only, and named with the reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from attrs import frozen

from rulecheck.reference_engines.contract import CHANCE, OVER
from rulecheck.solvers.conservation import Group, Lifted, lift, note_executed, read, written
from rulecheck.solvers.induction import walk
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.refutation import AnyEngine, WrongAnswer
from rulecheck.solvers.symbolic import TooManyPaths, paths

Legal: TypeAlias = Callable[[AnyEngine, Any], Sequence[Any]]
"""The moves open in a position."""


def by_the_engine(engine: AnyEngine, state: Any) -> Sequence[Any]:
    """The engine's own."""
    return engine.legal_moves(state)


def without(*kinds: str) -> Legal:
    """A rule under which there are no moves of some kinds."""
    return lambda engine, state: [m for m in engine.legal_moves(state) if type(m).__name__ not in kinds]


PATHS: Final = 50
"""A step with more paths than this is looked at in games only."""

FIRST: Final = 1
"""The seed of the random games."""


@frozen
class Kind:
    """A kind of move, and the phases between which it leads."""

    move: str
    phase: str
    next: str

    def __str__(self) -> str:
        return self.move


def stuck(
    proof: Proof,
    groups: Sequence[Group],
    engines: Sequence[AnyEngine],
    steps: int,
    legal: Legal = by_the_engine,
) -> WrongAnswer | None:
    """A position in which nobody may move and the game is not over; None if no move leads to one.

    So many steps of random games are looked at.  Notes say for which kinds of moves the step was executed.
    """
    shapes: dict[Kind, tuple[AnyEngine, Any, Any]] = {}
    for engine in engines:
        for before, move, after in walk(engine, steps // len(engines), seed=FIRST):
            proof.sample()
            for state in (before, after):
                if engine.actor(state) != OVER and not legal(engine, state):
                    return no_move(engine, state, legal)
            kind = Kind(type(move).__name__, type(before.phase).__name__, type(after.phase).__name__)
            shapes.setdefault(kind, (engine, before, move))
    done: dict[str, set[str]] = defaultdict(set)
    left: dict[str, dict[str, str]] = defaultdict(dict)
    for kind, (engine, before, move) in shapes.items():
        for group in groups:
            try:
                for component in range(group.components):
                    for there in group.poses(engine, component, read(before, group.fields)):
                        lifted = lift(engine, group, component, written(before, there))
                        if (wrong := _after(proof, engine, lifted, move, legal)) is not None:
                            return wrong
            except (TypeError, TooManyPaths) as why:
                left[group.name][str(kind)] = str(why)
            else:
                done[group.name].add(str(kind))
    note_executed(proof, done, left)
    return None


def _after(proof: Proof, engine: AnyEngine, lifted: Lifted, move: Any, legal: Legal) -> WrongAnswer | None:
    """A position after a move in which nobody has one; None if there is none.

    As a rule there is none whether the move is legal or not; only where there is, the engine's refusal is executed too.
    """
    try:
        if _leads_nowhere(proof, engine, lifted, move, legal, asked=False) is None:
            return None
    except TypeError:
        pass
    state = _leads_nowhere(proof, engine, lifted, move, legal, asked=True)
    return None if state is None else no_move(engine, engine.apply(state, move), legal)


def _leads_nowhere(
    proof: Proof, engine: AnyEngine, lifted: Lifted, move: Any, legal: Legal, *, asked: bool
) -> Any | None:
    """A position from which the move leads to one without moves."""
    state = lifted.state

    def goes_on() -> bool:
        if asked and engine.refusal(state, move) is not None:
            return True
        after = engine.apply(state, move)
        return engine.actor(after) == OVER or len(legal(engine, after)) > 0

    for nth, path in enumerate(paths(goes_on, lifted.given, proof.effort)):
        if nth >= PATHS:
            raise TooManyPaths(f"more than {PATHS} paths")
        if path.raised:
            raise TypeError(f"{type(path.result).__name__}: {path.result}")
        proof.case()
        if not path.result:
            return lifted.position(proof.possible(*lifted.given, path.condition))
    return None


def no_move(engine: AnyEngine, state: Any, legal: Legal) -> WrongAnswer:
    """A position in which the rule leaves nothing."""
    actor = engine.actor(state)
    asked = "outcomes of chance" if actor == CHANCE else f"moves of {engine.seats[actor]}"
    return WrongAnswer(asked, engine, state, lambda e, state: list(legal(e, state)), "at least one", bool)
