"""Whose points something is, during the game and at its end: the majority, and the surveyors' bonus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rulecheck.reference_engines.contract import SILENT, changed, cites
from rulecheck.reference_engines.new_world import surveyors
from rulecheck.reference_engines.new_world.arithmetic import has_majority
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.table import Counts, Table

Events = tuple[str, ...]


@cites("majority.most", "majority.tie")
def majority(settlers: Counts, events: Events) -> tuple[list[int], Events]:
    """The players with the most settlers on a trail or town, by seat."""
    if len(settlers) == 1:
        return [settlers[0] & 7], events
    counts = Counter([settler & 7 for settler in settlers])
    most = max(counts.values())
    winners = sorted([seat for seat, count in counts.items() if has_majority(count, most)])
    if len(winners) > 1:
        events += ("majority.tie",)
    elif len(counts) > 1:
        events += ("majority.most",)
    return winners, events


@cites("bonus.points", "bonus.who", "bonus.whose", "bonus.counts")
def pay(
    g: Kit, t: Table, settlers: Counts, winners: list[int], points: int, for_all: bool, events: Events,
    is_final: bool = False,
) -> tuple[Table, Events]:  # fmt: skip
    """The winners have the points, and a bonus for each of their settlers with a surveyor."""
    scores = list(t.scores)
    for seat in winners:
        scores[seat] += points
    for seat in sorted({settler & 7 for settler in settlers}):
        mine = tuple([settler for settler in settlers if settler & 7 == seat])
        more, is_unclear = surveyors.bonus_of(g, t.surveyors, mine)
        if not more:
            continue
        if seat not in winners:
            events += (SILENT + "bonus.who",)
            if not for_all:
                continue
        if is_unclear:
            events += (SILENT + "bonus.counts",)
        whose = seat
        if seat != t.turn and not is_final:
            events += (SILENT + "bonus.whose",)
            if not g.bonus_to_owner:
                whose = t.turn
        scores[whose] += more
        events += ("bonus.points",)
    return changed(t, scores=tuple(scores)), events


@cites("score.track")
def past_the_track(g: Kit, before: Sequence[int], scores: Sequence[int]) -> Events:
    """Whether somebody's points go on behind the last space of the score track."""
    if max(scores) <= g.track_last:
        return ()
    is_past = any([new > old and new > g.track_last for old, new in zip(before, scores, strict=True)])
    return ("score.track",) if is_past else ()
