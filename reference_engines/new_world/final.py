"""The end: what is unfinished, the plains, and who has won."""

from __future__ import annotations

from rulecheck.reference_engines.contract import SILENT, Outcome, changed, cites
from rulecheck.reference_engines.new_world.arithmetic import (
    counted_tiles,
    is_winner,
    town_points,
    trail_points,
    unfinished_farm,
)
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.majority import majority, past_the_track, pay
from rulecheck.reference_engines.new_world.surveyors import bonus_of
from rulecheck.reference_engines.new_world.table import AROUND, CELLS, SLOTS, Counts, Feature, Table, root_of
from rulecheck.spec.new_world.tiles import PLAIN, TOWN

Events = tuple[str, ...]


@cites("final.trails", "final.towns", "final.farms", "final.plains", "bonus.final", "final.which-plains")
def score(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """The final scoring: trails, towns, farms and plains with settlers on them; the settlers stay where they are."""
    growing = open_plains(t) if any(number >= 0 for number in t.on) else set()
    for settlers, number in sorted((settlers, number) for number, settlers in t.on.items()):
        if number < 0:
            points, events = farm_points(g, t, -number, events)
            winners = [settlers[0] & 7]
        else:
            feature = t.land.features[number]
            winners, told = majority(settlers, ())
            if told and feature.kind != PLAIN:
                events += ("final.majority",)
            if feature.kind == PLAIN:
                points, events = plain_points(g, feature, number in growing, events)
            else:
                points, events = unfinished_points(g, feature, events)
        before, t = t.scores, pay_points(t, winners, points)
        events += past_the_track(g, before, t.scores)
        if number < 0 or t.land.features[number].kind != PLAIN:
            t, events = pay_bonus(g, t, settlers, winners, events, paid=g.bonus_at_end != "no")
        elif not (number in growing and g.closed_plains_only):
            t, events = pay_bonus(g, t, settlers, winners, events, paid=g.bonus_at_end == "trappers")
    events += ("win.most",)
    if sum([is_winner(score, max(t.scores)) for score in t.scores]) > 1:
        events += ("win.shared",)
    return t, events


def pay_points(t: Table, winners: list[int], points: int) -> Table:
    """The winners have the points."""
    scores = list(t.scores)
    for seat in winners:
        scores[seat] += points
    return changed(t, scores=tuple(scores))


@cites("bonus.final")
def pay_bonus(
    g: Kit, t: Table, settlers: Counts, winners: list[int], events: Events, *, paid: bool
) -> tuple[Table, Events]:
    """The bonus, if a reading pays it for the feature."""
    if not bonus_of(g, t.surveyors, settlers)[0]:
        return t, events
    events += (SILENT + "bonus.final",)
    if not paid:
        return t, events
    before = t.scores
    t, events = pay(g, t, settlers, winners, 0, g.bonus_for_all, events, is_final=True)
    return t, events + past_the_track(g, before, t.scores)


@cites("final.trails", "final.posts", "final.towns", "final.flags", "final.unit", "final.start-spaces")
def unfinished_points(g: Kit, feature: Feature, events: Events) -> tuple[int, Events]:
    """What an unfinished trail or town brings; a start space counts as one segment."""
    tiles, on_board = len(feature.cells), sum([cell < CELLS for cell in feature.cells])
    if feature.segments != tiles:
        events += (SILENT + "final.unit",)
        if g.final_segments:
            tiles = feature.segments
    if on_board:
        events += (SILENT + "final.start-spaces",)
        tiles = counted_tiles(tiles, on_board, g.final_counts_start)
    if feature.kind == TOWN:
        events += ("final.towns", "final.flags") if feature.marks else ("final.towns",)
        return town_points(tiles, feature.marks, g.final_town_tile, g.final_flag), events
    events += ("final.trails", "final.posts") if feature.marks else ("final.trails",)
    return trail_points(tiles, feature.marks, g.final_trail_tile, g.final_post), events


@cites("final.farms", "final.start-spaces")
def farm_points(g: Kit, t: Table, cell: int, events: Events) -> tuple[int, Events]:
    """What an unfinished farm brings."""
    around = [cell + step for step in AROUND if cell + step in t.land.grid]
    on_board = sum([there < CELLS for there in around])
    if on_board:
        events += (SILENT + "final.start-spaces",)
    filled = counted_tiles(len(around), on_board, g.final_counts_start)
    return unfinished_farm(filled, g.final_farm, g.final_farm_tile), (*events, "final.farms")


@cites("final.plains", "final.which-plains")
def plain_points(g: Kit, feature: Feature, could_grow: bool, events: Events) -> tuple[int, Events]:
    """What a plain brings."""
    points = feature.marks * g.per_animal
    if could_grow and points:
        events += (SILENT + "final.which-plains",)
        if g.closed_plains_only:
            return 0, events
    return points, (*events, "final.plains")


@cites("final.which-plains")
def open_plains(t: Table) -> set[int]:
    """The plains that a further tile could have made larger, and all else that it could."""
    land = t.land
    return {root_of(land.parent, number) for slot, number in land.slots.items() if slot >= CELLS * SLOTS}


@cites("win.most", "win.shared")
def outcome(g: Kit, t: Table) -> Outcome:
    """Who has won, and everyone's points."""
    most = max(t.scores)
    winners = tuple(name for name, score in zip(g.seats, t.scores, strict=True) if is_winner(score, most))
    return Outcome(winners, "win.shared" if len(winners) > 1 else "win.most", dict(zip(g.seats, t.scores, strict=True)))
