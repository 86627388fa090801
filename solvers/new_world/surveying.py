"""The surveyors' way west, and the settlers they leave behind.

`rulecheck.reference_engines.new_world.surveyors.move_one` is executed with unknown columns in place of the surveyors'
and of the westernmost tile's, and compared with what the text says of a step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import surveyors
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.table import Table
from rulecheck.solvers.logic import Term, all_of, either, least, most, negation
from rulecheck.solvers.new_world.tables import (
    PLAYERS,
    TOWN,
    Walkers,
    scene,
    standing_at,
    walkers,
)
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, WrongAnswer, position
from rulecheck.solvers.symbolic import disagreement
from rulecheck.solvers.theorem import theorem

Events = tuple[str, ...]
Step = Callable[[Kit, Table, Events], tuple[Table, Events]]
"""A rule: what happens to surveyors and settlers after a scoring."""

ANY_COLUMNS: Final = "surveyors in any columns at most one apart, any westernmost tile at or west of them"


def columns_after(step: Step, g: Kit, t: Table) -> Any:
    """The surveyors after a step."""
    return step(g, t, ())[0].surveyors


def settlers_after(step: Step, g: Kit, t: Table) -> tuple[Any, Any]:
    """The settlers that are left after a step, and the eastern surveyor."""
    after = step(g, t, ())[0]
    return after.settlers, after.surveyors[0]


Sentence = Callable[[Walkers, Any], Term]
"""Are these the surveyors' columns after a step?  Written for unknowns and plain numbers alike."""


def _stepped(
    proof: Proof, engine: AnyEngine, pair: Walkers, step: Step, right: Sentence, *more: Term
) -> WrongAnswer | None:
    """The step on unknown columns against the sentence: a position in which it is wrong, None if there is none."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    wrong = disagreement(
        proof, partial(columns_after, step, g, pair.table), partial(right, pair), [*pair.given, *more],
        [pair.land, pair.eastern],
    )  # fmt: skip
    if wrong is None:
        proof.cover(PLAYERS, DEFAULT)
        return None
    here = pair.at(wrong[0])
    may = [to for to in product(range(here.western + 3), repeat=2) if right(here, to)]
    return WrongAnswer(
        f"surveyors after a step from {(here.eastern, here.western)}, land up to {here.land}", engine,
        standing_at(engine, pair, wrong[0]), lambda e, state: columns_after(step, e.g, state),  # type: ignore[attr-defined]
        may[0] if len(may) == 1 else f"one of {may}", partial(right, here),
        values={"eastern": here.eastern, "western": here.western, "land": here.land},
    )  # fmt: skip


# ---- how far apart


@theorem(
    "surveyor.move", "surveyor.eastern", "surveyor.either", "surveyor.stuck", "surveyor.tile", "setup.surveyors",
    "late.wait", "late.step", "late.enter",
    readings=("late.first-surveyor", "surveyor.start"),
    bounds=Ranges(
        players=always(PLAYERS),
        besides=f"{ANY_COLUMNS}; in the house rule every way through the spaces of the track, on up "
        "to 7 columns of land",
    ),
)  # fmt: skip
def the_surveyors_are_never_more_than_a_column_apart(
    proof: Proof, step: Step = surveyors.move_one, first: str = "waits"
) -> Refutation | None:
    """The text's "therefore": the surveyors are never more than one column apart, nor west of all tiles.

    One step of induction: the engine's `move_one` is executed on unknown columns that are at most one apart. Both begin
    in column 0, in the house rule as well: every way of its waiting surveyor to the board is gone through.
    """
    engine = proof.engine(PLAYERS)
    begin = engine.start()
    if begin.surveyors != (0, 0) or begin.land.west != 0:
        return WrongAnswer("where the surveyors begin", engine, begin, lambda _, state: state.surveyors, (0, 0))
    pair = walkers(engine.g, begin)  # type: ignore[attr-defined]

    def right(here: Walkers, after: Any) -> Term:
        eastern, western = after
        return all_of(here.eastern <= eastern, eastern <= western, western <= eastern + 1, western <= here.land)

    return _stepped(proof, engine, pair, step, right) or _late(proof, first)


def _late(proof: Proof, first: str) -> Refutation | None:
    """The house rule: everywhere the surveyor on the board can be when the other one enters."""
    engine = proof.engine(PLAYERS, setup="late-surveyor", readings={"late.first-surveyor": first})
    g: Kit = engine.g  # type: ignore[attr-defined]
    begin = engine.start()
    todo = [(begin.surveyors[0], begin.late)]
    seen = set(todo)
    while todo:
        column, space = todo.pop()
        for land in range(column, 7):
            t = changed(begin, surveyors=(column,), late=space, land=begin.land._replace(west=land))
            after, _ = surveyors.late_step(g, t, True, ())
            if after.late >= 0:
                after, _ = surveyors.move_one(g, after, ())
                there = (after.surveyors[0], after.late)
                if there not in seen:
                    seen.add(there)
                    todo.append(there)
                continue
            proof.case()
            eastern, western = after.surveyors
            if western - eastern > 1:
                says = f"one surveyor is in column {column} when the other one enters in column {eastern}"
                state = position(engine, "begin", scene([column], land, waiting=space))
                return InEngine(says, engine, state, _far_apart, TOWN)
    return None


def _far_apart(_: AnyEngine, states: Sequence[Any]) -> bool:
    eastern, western = states[-1].surveyors
    return bool(western - eastern > 1)


def _western_goes(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """The western surveyor moves as long as there is land."""
    eastern, western = t.surveyors
    if western < t.land.west:
        return changed(t, surveyors=(eastern, western + 1)), events
    return surveyors.move_one(g, t, events)


def _off_the_land(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """Nothing stops a surveyor."""
    eastern, western = t.surveyors
    if eastern < western:
        return changed(t, surveyors=(eastern + 1, western)), events
    return changed(t, surveyors=(eastern, western + 1)), events


the_surveyors_are_never_more_than_a_column_apart.twin("the western surveyor may move as well", step=_western_goes).twin(
    "surveyors walk on where no tile lies", step=_off_the_land
).twin("the surveyor on the board moves while the other one waits (late.first-surveyor = moves)", first="moves")

# ---- when they move


@theorem(
    "surveyor.move", "surveyor.eastern", "surveyor.either", "surveyor.stuck",
    bounds=Ranges(players=always(PLAYERS), besides=ANY_COLUMNS),
)  # fmt: skip
def an_easternmost_surveyor_moves_unless_both_are_stuck(
    proof: Proof, step: Step = surveyors.move_one
) -> Refutation | None:
    """After a scoring one surveyor goes one column west, the easternmost one, or one of two that share a column.

    Only if both stand in the westernmost column with a tile nothing moves. So note 9's argument is right: whichever
    surveyor moves, no other one is east of it. Executed on unknown columns; the sentence is written with the smaller
    and the larger of two numbers.
    """
    engine = proof.engine(PLAYERS)
    pair = walkers(engine.g, engine.start())  # type: ignore[attr-defined]
    proof.possible(*pair.given, pair.is_stuck, what="surveyors that are stuck")

    def right(here: Walkers, after: Any) -> Term:
        eastern, western = after
        return all_of(
            eastern == either(here.is_stuck, here.eastern, least(here.eastern + 1, here.western)),
            western == either(here.is_stuck, here.western, most(here.eastern + 1, here.western)),
        )

    return _stepped(proof, engine, pair, step, right)


def _one_is_enough(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """Stuck as soon as one of them has no land in the west."""
    if t.surveyors[1] == t.land.west:
        return t, events
    return surveyors.move_one(g, t, events)


def _both_go(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """Two in the same column go together."""
    eastern, western = t.surveyors
    if eastern == western and western < t.land.west:
        return changed(t, surveyors=(eastern + 1, western + 1)), events
    return surveyors.move_one(g, t, events)


an_easternmost_surveyor_moves_unless_both_are_stuck.twin(
    "nothing moves as soon as one surveyor is in the westernmost column", step=_one_is_enough
).twin("two surveyors in one column move together", step=_both_go)


@theorem(
    "surveyor.move", "surveyor.either", "surveyor.eastern", "surveyor.tile", "setup.surveyors",
    readings=("surveyor.start",),
    bounds=Ranges(
        players=always(PLAYERS), besides="any number of steps so far, any westernmost tile at or west of the surveyors"
    ),
)  # fmt: skip
def the_number_of_steps_says_where_the_surveyors_are(
    proof: Proof, step: Step = surveyors.move_one
) -> Refutation | None:
    """After n steps the eastern surveyor is in column n/2, rounded down, and the western one in n/2, rounded up.

    So it makes no difference which of two in the same column moves, on which start spaces they begin, or on which tiles
    of their columns they stand. One step of induction on unknown n, with the engine's `move_one`; a scoring while both
    are stuck is no step.
    """
    engine = proof.engine(PLAYERS)
    pair = walkers(engine.g, engine.start())  # type: ignore[attr-defined]

    def after_steps(steps: Term, eastern: Term, western: Term) -> Term:
        return all_of(
            2 * eastern <= steps, steps <= 2 * eastern + 1, 2 * western >= steps, steps >= 2 * western - 1
        )  # fmt: skip

    def right(here: Walkers, after: Any) -> Term:
        return after_steps(here.eastern + here.western + 1, *after)

    so_far = after_steps(pair.eastern + pair.western, pair.eastern, pair.western)
    return _stepped(proof, engine, pair, step, right, so_far, negation(pair.is_stuck))


the_number_of_steps_says_where_the_surveyors_are.twin("two surveyors in one column move together", step=_both_go).twin(
    "the western surveyor may move as well", step=_western_goes
)
