"""The surveyors: their way west, whom they leave behind, and the one that waits under the house rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulecheck.properties.invariants.declaring import OFTEN, after
from rulecheck.properties.new_world.facts import facts, is_trapper
from rulecheck.properties.new_world.steps import IS_LATE, IS_SCORED, POINTS, SCORING
from rulecheck.properties.new_world.words import columns, settler
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.new_world.table import Table


@after(
    "surveyor.move", "surveyor.eastern", "surveyor.either", "surveyor.stuck", "surveyor.not-for-unscored",
    moves=SCORING, when=(IS_SCORED,),
)  # fmt: skip
def each_scoring_moves_one_surveyor(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """After each feature that was scored the eastern surveyor goes one column west, if there is a tile farther west."""
    should = facts(engine).expected(before, move, now).surveyors
    if now.surveyors != should:
        yield f"after {move} the surveyors stand in the columns {columns(now.surveyors)} instead of {columns(should)}"


@after("surveyor.move", "surveyor.tile", moves=SCORING, when=(POINTS,))
def surveyors_go_west_only(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """No surveyor ever goes back to the coast."""
    same = len(now.surveyors) == len(before.surveyors)
    if same and any([new < old for old, new in zip(before.surveyors, now.surveyors, strict=True)]):
        yield f"{move} moved the surveyors from {columns(before.surveyors)} to {columns(now.surveyors)}"


@after(
    "remove.behind", "remove.placed-behind", moves=SCORING, when=(IS_SCORED,), share=OFTEN,
)  # fmt: skip
def settlers_left_behind_are_removed(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Standing settlers east of the eastern surveyor leave the land when a surveyor has moved."""
    f = facts(engine)
    there = set(now.settlers)
    for piece in f.expected(before, move, now).behind:
        if piece in there:
            yield f"{settler(engine.seats, piece)} stands behind the surveyors after {move}"


@after("remove.behind", "surveyor.stuck", moves=SCORING, when=(IS_SCORED,))
def nobody_stands_behind_a_surveyor_that_moved(
    engine: AnyEngine, before: Table, move: Any, now: Table
) -> Iterator[str]:
    """When the eastern surveyor has just moved, nobody but trappers is east of both of them."""
    eastern = now.surveyors[0]
    if len(before.surveyors) != len(now.surveyors) or eastern <= before.surveyors[0]:
        return
    for piece in now.settlers:
        if piece >> 17 < eastern and not is_trapper(piece):
            yield f"{settler(engine.seats, piece)} stands behind the surveyors in {columns(now.surveyors)}"


@after("remove.behind", "remove.placed-behind", moves=SCORING, when=(IS_SCORED,), share=OFTEN)
def nobody_west_of_the_surveyors_is_left_behind(
    engine: AnyEngine, before: Table, move: Any, now: Table
) -> Iterator[str]:
    """Whoever goes home unscored stood east of the eastern surveyor, or of the only one there was."""
    f = facts(engine)
    home = set(f.expected(before, move, now).home)
    there = set(now.settlers)
    eastern = now.surveyors[0]
    if len(before.surveyors) < len(now.surveyors) and not f.first_waits:
        eastern = now.surveyors[-1]  # it went alone, and left them behind, before the other came to the coast
    for piece in before.settlers:
        if piece not in there and piece not in home and piece >> 17 >= eastern:
            yield f"{settler(engine.seats, piece)} went home unscored after {move}"


@after("late.step", "late.enter", "late.wait", moves=SCORING, when=(IS_LATE,))
def the_surveyor_that_waits_counts(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """The surveyor that waits goes one space on for each completed feature, and to the coast from the last one."""
    if before.late < 0:
        if now.late >= 0:
            yield f"a surveyor waits on space {now.late} after {move}"
        return
    if now.late == before.late and len(now.surveyors) == len(before.surveyors) and now.scores is before.scores:
        return  # nothing was completed, or nobody counted it: see what_is_complete_is_scored
    e = facts(engine).expected(before, move, now)
    if now.late != e.late or len(now.surveyors) != len(e.surveyors):
        yield f"after {move} the surveyor waits on space {now.late} instead of {e.late}"
