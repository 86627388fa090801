"""What holds of every step of a game, executed by the engine itself on unknown numbers of components.

For each kind of move that random games made, `apply` is run with unknown numbers in the fields of a `Group`, and on
every path a claim about the step must hold.  A kind whose code asks more of a number than `symbolic.py` can give is
looked at in games only, and named with the reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from attrs import frozen

from rulecheck.solvers.conservation import Group, Lifted, lift, note_executed, read, written
from rulecheck.solvers.induction import Apply, applied, by_the_engine, walk
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.refutation import AnyEngine, Refutation
from rulecheck.solvers.symbolic import TooManyPaths, paths

Claim: TypeAlias = Callable[[AnyEngine, Any, Any, Any], Any]
"""Whether a step is as it should be: the engine, the position before, the move, the position after."""
Shown: TypeAlias = Callable[[AnyEngine, Any, Any], Refutation]
"""What shows that a step is not: the engine, the position before, the move."""

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


def broken_step(
    proof: Proof,
    groups: Sequence[Group],
    engines: Sequence[AnyEngine],
    steps: int,
    claim: Claim,
    shown: Shown,
    apply: Apply = by_the_engine,
) -> Refutation | None:
    """A step that is not as it should be; None if there is none.

    So many steps of random games are looked at.  Notes say for which kinds of moves the step was executed.
    """
    shapes: dict[Kind, tuple[AnyEngine, Any, Any]] = {}
    for engine in engines:
        for before, move, after in applied(engine, walk(engine, steps // len(engines), seed=FIRST), apply):
            proof.sample()
            if not claim(engine, before, move, after):
                return shown(engine, before, move)
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
                        state = _breaks(proof, engine, lifted, move, claim, apply)
                        if state is not None:
                            return shown(engine, state, move)
            except (TypeError, TooManyPaths) as why:
                left[group.name][str(kind)] = str(why)
            else:
                done[group.name].add(str(kind))
    note_executed(proof, done, left)
    met = {kind.move for kind in shapes}
    missed = {type(move).__name__ for engine in engines for move in engine.all_moves()} - met
    if missed:
        proof.note(f"moves that these games did not come to: {', '.join(sorted(missed))}")
    return None


def _breaks(proof: Proof, engine: AnyEngine, lifted: Lifted, move: Any, claim: Claim, apply: Apply) -> Any | None:
    """A position in which the step is not as it should be; None if there is none.

    As a rule there is none whether the move is legal or not; only where there is, the engine's refusal is executed too.
    """
    try:
        if _found(proof, engine, lifted, move, claim, apply, asked=False) is None:
            return None
    except TypeError:
        pass
    return _found(proof, engine, lifted, move, claim, apply, asked=True)


def _found(
    proof: Proof, engine: AnyEngine, lifted: Lifted, move: Any, claim: Claim, apply: Apply, *, asked: bool
) -> Any | None:
    state = lifted.state

    def holds() -> bool:
        if asked and engine.refusal(state, move) is not None:
            return True
        return bool(claim(engine, state, move, apply(engine, state, move)))

    for nth, path in enumerate(paths(holds, lifted.given, proof.effort)):
        if nth >= PATHS:
            raise TooManyPaths(f"more than {PATHS} paths")
        if path.raised:
            raise TypeError(f"{type(path.result).__name__}: {path.result}")
        proof.case()
        if not path.result:
            return lifted.position(proof.possible(*lifted.given, path.condition))
    return None
