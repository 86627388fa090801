"""Two ways to decide a sentence about a rule: on unknown numbers, and position by position in the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from rulecheck.reference_engines.catan_europe.table import Table
from rulecheck.solvers.logic import Term
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InModel, Refutation, WrongAnswer
from rulecheck.solvers.symbolic import disagreement, unknown

FEWEST: Final = 3
Right = Callable[..., Term]
"""Given the numbers and the rule's result: a formula of the sentence, or a plain answer for plain numbers."""


def numbers(*names: str, case: Sequence[Axis] = (), besides: str = "") -> Ranges:
    """Bounds of a theorem about a rule of numbers alone."""
    return Ranges(*case, unknowns=names, players=always(FEWEST), besides=besides)


def on_unknowns(
    proof: Proof,
    rule: Callable[..., Any],
    names: Sequence[str],
    right: Right,
    *bounds: Callable[..., Term],
    case: Sequence[Any] | None = None,
) -> Refutation | None:
    """Executes a rule function on unknown numbers of these names, none below 0, and compares with the sentence.

    With a case it covers it, for the fewest players: rules of numbers alone are the same for all.
    """
    terms = proof.unknown(*names)
    given = [*(term >= 0 for term in terms), *(bound(*terms) for bound in bounds)]
    proof.possible(*given)
    wrong = disagreement(proof, partial(rule, *map(unknown, terms)), partial(right, *terms), given, terms)
    if wrong is None:
        if case is not None:
            proof.cover(FEWEST, DEFAULT, *case)
        return None
    values = [wrong[0].of(term) for term in terms]
    told = ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))
    return InModel(
        f"{told}: the rule answers {rule(*values)}", partial(_goes_wrong, rule, right, values),
        dict(zip(names, values, strict=True)), by="the rule",
    )  # fmt: skip


def _goes_wrong(rule: Callable[..., Any], right: Right, values: Sequence[int]) -> bool:
    return not right(*values, rule(*values))


@lru_cache(maxsize=16)
def printed(engine: AnyEngine) -> Table:
    """The printed beginning."""
    state: Table = engine.named_start("ready")
    return state


Place = Callable[..., tuple[Table, tuple[Any, ...]]]
"""Given an engine and a value of each axis: the position, and what else the rule is given there."""

Answer = Callable[..., Any]
"""Given the engine's kit, a position and what else there is: what is to be compared."""


def in_positions(
    proof: Proof, ranges: Ranges, place: Place, rule: Answer, due: Answer, says: Callable[..., str]
) -> Refutation | None:
    """Asks the rule in the position of each case, and compares its answer with what is due, worked out on its own."""
    for engine, values in ranges.positions(proof):
        state, given = place(engine, *values)
        kit: Any = engine.g  # type: ignore[attr-defined]
        answer, wanted = rule(kit, state, *given), due(kit, state, *given)
        if answer != wanted:
            return WrongAnswer(says(kit, *given), engine, state, partial(_asked, rule, given), wanted)
    return None


def _asked(rule: Answer, given: tuple[Any, ...], engine: Any, state: Any) -> Any:
    return rule(engine.g, state, *given)
