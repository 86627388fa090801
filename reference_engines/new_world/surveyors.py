"""The surveyors: their bonus, their way west, and the settlers they leave behind."""

from __future__ import annotations

from rulecheck.reference_engines.contract import SILENT, changed, cites
from rulecheck.reference_engines.new_world.arithmetic import (
    ON_BOARD,
    bonus,
    eastern_after,
    is_left_behind,
    is_stuck,
    late_space,
    surveyors_in,
    western_after,
)
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.table import FARMER, TRAPPER, Counts, On, Table, column_of

Events = tuple[str, ...]


@cites("plain.stay")
def is_trapper(settler: int) -> bool:
    """Whether a settler lies on a plain."""
    return TRAPPER <= settler >> 3 & 31 < FARMER


@cites("bonus.points", "bonus.counts")
def bonus_of(g: Kit, surveyors: Counts, settlers: Counts) -> tuple[int, bool]:
    """A player's bonus for the settlers they have on one feature, and whether the readings differ about it."""
    columns = [column_of(settler >> 8) for settler in settlers]
    if len(surveyors) == 2:
        first, second = surveyors
        for_each = sum([surveyors_in(column, first, second) for column in columns])
    else:
        for_each = sum([column == surveyors[0] for column in columns])
    once = sum([surveyor in columns for surveyor in surveyors])
    met = for_each if g.bonus_per_settler else once
    return bonus(met, g.bonus_each), for_each != once


@cites(
    "surveyor.move", "surveyor.eastern", "surveyor.either", "surveyor.stuck", "surveyor.tile", "late.first-surveyor",
    "late.wait",
)  # fmt: skip
def move_one(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """One surveyor goes one column west after a scoring, and those it leaves behind go home."""
    before = t.surveyors
    if len(before) == 1:
        events += (SILENT + "late.first-surveyor",)
        if g.first_waits:
            return t, (*events, "late.wait")
        after: Counts = before if before[0] >= t.land.west else (before[0] + 1,)
    elif is_stuck(before[0], before[1], t.land.west):
        after = before
    else:
        events += ("surveyor.either" if before[0] == before[1] else "surveyor.eastern",)
        after = (eastern_after(*before), western_after(*before))
    if after == before:
        return remove(g, t, before, (*events, "surveyor.stuck"))
    return remove(g, changed(t, surveyors=after), before, (*events, "surveyor.move"))


@cites("remove.behind", "remove.trappers", "remove.trigger", "remove.when-stuck")
def remove(g: Kit, t: Table, before: Counts, events: Events) -> tuple[Table, Events]:
    """Standing settlers east of the eastern surveyor go back to their players."""
    eastern = t.surveyors[0]
    behind = [
        settler for settler in t.settlers if is_left_behind(column_of(settler >> 8), eastern, is_trapper(settler))
    ]
    if t.surveyors == before:
        if behind:
            events += (SILENT + "remove.when-stuck",)
        if not g.stuck_removes:
            return t, events
    elif eastern == before[0]:
        if behind:
            events += (SILENT + "remove.trigger",)
        if not g.every_move_removes:
            return t, events
    if behind:
        events += ("remove.behind",)
    if any([column_of(settler >> 8) < eastern and is_trapper(settler) for settler in t.settlers]):
        events += ("remove.trappers",)
    return (send_home(t, behind) if behind else t), events


@cites("home.any-use", "settler.no-way-back")
def send_home(t: Table, leaving: list[int]) -> Table:
    """Settlers go back to their players' supplies."""
    supply = list(t.supply)
    for settler in leaving:
        supply[settler & 7] += 1  # home.any-use
    gone = set(leaving)
    stay = [settler for settler in t.settlers if settler not in gone]  # settler.no-way-back
    on: On = {}
    for feature, there in t.on.items():
        left = there if gone.isdisjoint(there) else tuple([settler for settler in there if settler not in gone])
        if left:
            on[feature] = left
    return changed(t, settlers=tuple(stay), supply=tuple(supply), on=on)


@cites("late.step", "late.enter", "late.counts")
def late_step(g: Kit, t: Table, is_scored: bool, events: Events) -> tuple[Table, Events]:
    """A completed feature moves the surveyor that waits, and may bring it to the board."""
    if not is_scored:
        events += (SILENT + "late.counts",)
        if not g.late_counts_all:
            return t, events
    space = late_space(t.late, g.late_spaces)
    if space == ON_BOARD:
        return changed(t, late=-1, surveyors=(0, *t.surveyors)), (*events, "late.step", "late.enter")
    return changed(t, late=space), (*events, "late.step")
