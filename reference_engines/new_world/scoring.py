"""Scoring what a tile has completed, in an order that the player chooses; and the end of the turn."""

from __future__ import annotations

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.new_world import final, surveyors
from rulecheck.reference_engines.new_world.arithmetic import (
    is_loop,
    is_surrounded,
    next_seat,
    town_points,
    trail_points,
)
from rulecheck.reference_engines.new_world.kit import Face, Kit
from rulecheck.reference_engines.new_world.majority import majority, past_the_track, pay
from rulecheck.reference_engines.new_world.moves import Move, ScoreFarm, ScoreSide
from rulecheck.reference_engines.new_world.table import (
    AROUND,
    CELLS,
    DRAWING,
    FINISHED,
    NORTH_ROW,
    ROBBER,
    SHERIFF,
    Counts,
    Feature,
    Scoring,
    Table,
)
from rulecheck.spec.new_world.tiles import PLAIN, SIDES, TOWN

Events = tuple[str, ...]


@cites("trail.complete", "trail.loop", "town.complete", "farm.complete", "plain.not-in-play")
def completed(g: Kit, t: Table, cell: int, face: Face, roots: Counts, events: Events) -> tuple[Counts, Events]:
    """What the tile just laid has completed: sides of it, then cells of farms; ascending."""
    due: list[int] = []
    features = t.land.features
    seen: list[int] = []
    for (kind, _, _, _), spot, root in zip(face.groups, face.spots, roots, strict=False):
        if kind == PLAIN:
            break
        feature = features[root]
        if feature.open or root in seen:
            continue
        seen.append(root)
        due.append(first_side(face, roots, root))
        if spot < ROBBER:
            events += ("town.complete",)
        elif is_loop(feature.ends, feature.open):
            events += ("trail.loop",)
        else:
            events += ("trail.complete",)
    for farm, filled in t.land.farms.items():
        if is_surrounded(filled, g.farm_places) and (farm == cell or farm - cell in AROUND):
            due.append(farm)
            events += ("farm.complete",)
    if len(due) > 1:
        due.sort()
    return tuple(due), events


def first_side(face: Face, roots: Counts, root: int) -> int:
    """The first side of a tile that belongs to a trail or town."""
    return min([spot & 3 for spot, k in enumerate(face.group_at[: 2 * ROBBER]) if k >= 0 and roots[k] == root])


def feature_of(g: Kit, t: Table, cell: int, roots: Counts, where: int) -> int:
    """The number under which settlers stand on something completed: a side of the tile, or the cell of a farm."""
    if where >= CELLS:
        return -where
    group_at = g.faces[t.land.grid[cell]].group_at
    return roots[max(group_at[SHERIFF + where], group_at[ROBBER + where])]


@cites("plain.not-in-play")
def complete_plains(t: Table, roots: Counts) -> Events:
    """The clause that keeps complete plains from being scored, if the tile has completed one with trappers."""
    features = t.land.features
    for root in roots:
        if root in t.on and features[root].kind == PLAIN and not features[root].open:
            return ("plain.not-in-play",)
    return ()


@cites("score.completed", "score.several", "score.order", "plain.not-in-play")
def score_all(g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events) -> Table:
    """Everything completed is scored, or the player is asked what comes first."""
    events += complete_plains(t, roots)
    if not due:
        return end_turn(g, t, events)
    events += late_order(g, t, len(due), len(still_due(g, t, cell, roots, due)))
    t, due, events, empty = leave_unoccupied(g, t, cell, roots, due, events, 0)
    return score_rest(g, t, cell, roots, due, events, empty)


@cites("late.order")
def late_order(g: Kit, t: Table, completed: int, with_settlers: int) -> Events:
    """Whether the surveyor that waits comes to the board earlier or later by the order of what is completed."""
    if t.late < 0 or not (0 < with_settlers < completed and g.late_counts_all):
        return ()
    left = g.late_spaces - t.late
    matters = 1 < left <= completed if g.entering_moves else left < completed  # late.entering
    return (SILENT + "late.order",) if matters else ()


@cites("score.unoccupied", "surveyor.not-for-unscored", "late.counts", "late.order")
def leave_unoccupied(
    g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events, empty: int
) -> tuple[Table, Counts, Events, int]:
    """What has settlers on it and is still to be scored; the rest is complete, and nobody scores it.

    The last value says how many of these are counted later for the surveyor that waits.
    """
    with_settlers = still_due(g, t, cell, roots, due)
    for _ in range(len(due) - len(with_settlers)):
        events += ("score.unoccupied", "surveyor.not-for-unscored")
    missed = len(due) - len(with_settlers)
    if not g.late_empty_first:
        return t, with_settlers, events, empty + missed if t.late >= 0 else 0
    t, events = late_steps(g, t, missed, events)
    return t, with_settlers, events, 0


def late_steps(g: Kit, t: Table, empty: int, events: Events) -> tuple[Table, Events]:
    """Completed features without settlers, as long as a surveyor waits."""
    for _ in range(empty):
        if t.late >= 0:
            t, events = surveyors.late_step(g, t, False, events)
    return t, events


@cites("score.several", "score.order")
def score_rest(g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events, empty: int) -> Table:
    """What has settlers on it: one that is alone needs no order."""
    if len(due) > 1:
        events += ("score.several", SILENT + "score.order")
        if g.player_orders:
            return changed(t, phase=Scoring(cell, due, roots, empty), events=events)
    while due:
        t, events = score_one(g, t, cell, roots, due[0], events)
        t, due, events, empty = leave_unoccupied(g, t, cell, roots, due[1:], events, empty)
    t, events = late_steps(g, t, empty, events)
    return end_turn(g, t, events)


def still_due(g: Kit, t: Table, cell: int, roots: Counts, due: Counts) -> Counts:
    """What of that has settlers on it now."""
    return tuple([where for where in due if feature_of(g, t, cell, roots, where) in t.on])


@cites("score.order", "score.several", "surveyor.move")
def choose(g: Kit, t: Table, phase: Scoring, where: int) -> Table:
    """The player has something scored."""
    rest = tuple([other for other in phase.due if other != where])
    t, events = score_one(g, t, phase.at, phase.roots, where, ())
    t, rest, events, empty = leave_unoccupied(g, t, phase.at, phase.roots, rest, events, phase.empty)
    return score_rest(g, t, phase.at, phase.roots, rest, events, empty)


@cites(
    "score.completed", "score.others", "farm.points", "home.return", "home.same-turn", "bonus.points", "bonus.who",
    "late.enter", "late.entering",
)  # fmt: skip
def score_one(g: Kit, t: Table, cell: int, roots: Counts, where: int, events: Events) -> tuple[Table, Events]:
    """One feature: points, then the settlers go home, then a surveyor moves and leaves others behind."""
    number = feature_of(g, t, cell, roots, where)
    settlers = t.on[number]
    if number < 0:
        points, events = g.farm_points, (*events, "score.completed", "farm.points")
        winners: list[int] = [settlers[0] & 7]
    else:
        points, events = points_of(g, t.land.features[number], (*events, "score.completed"))
        winners, events = majority(settlers, events)
    before = t.scores
    t, events = pay(g, t, settlers, winners, points, g.bonus_for_all, events)
    events += past_the_track(g, before, t.scores)
    if any([seat != t.turn for seat in winners]):
        events += ("score.others",)
    is_new = any([settler >> 8 == cell for settler in settlers])
    events += ("home.return", "home.same-turn") if is_new else ("home.return",)
    t = surveyors.send_home(t, list(settlers))
    if t.late >= 0:
        t, events = surveyors.late_step(g, t, True, events)
        if t.late < 0:  # this step brought the other surveyor to the board
            events += (SILENT + "late.entering",)
            if not g.entering_moves:
                return t, events
    return surveyors.move_one(g, t, events)


@cites(
    "trail.tiles", "trail.tile-once", "trail.posts", "trail.start-spaces", "town.tiles", "town.tile-once",
    "town.flags", "town.start-spaces",
)  # fmt: skip
def points_of(g: Kit, feature: Feature, events: Events) -> tuple[int, Events]:
    """What a completed trail or town brings."""
    tiles, marks = len(feature.cells), feature.marks
    if feature.kind == TOWN:
        name, points = "town", town_points(tiles, marks, g.town_tile, g.town_flag)
        events += ("town.tiles", "town.flags") if marks else ("town.tiles",)
    else:
        name, points = "trail", trail_points(tiles, marks, g.trail_tile, g.trail_post)
        events += ("trail.tiles", "trail.posts") if marks else ("trail.tiles",)
    if feature.segments > tiles:
        events += (f"{name}.tile-once",)
    if min(feature.cells) < CELLS:
        events += (f"{name}.start-spaces",)
    return points, events


@cites("turn.order", "end.last-tile")
def end_turn(g: Kit, t: Table, events: Events) -> Table:
    """The next player's turn, or the end of the game."""
    if any(t.pile):
        return changed(t, turn=next_seat(t.turn, g.players), phase=DRAWING, events=(*events, "turn.order"))
    return end_game(g, t, (*events, "end.last-tile"))


def end_game(g: Kit, t: Table, events: Events) -> Table:
    """The final scoring."""
    t, events = final.score(g, t, events)
    return changed(t, phase=FINISHED, events=events)


# ---- moves


def score_move(g: Kit, t: Table, phase: Scoring, where: int) -> Move:
    """The move that scores something completed."""
    if where >= CELLS:
        return g.score_farm(where)
    is_town = g.faces[t.land.grid[phase.at]].group_at[SHERIFF + where] >= 0
    return g.score_side["town" if is_town else "trail", where]


def moves(g: Kit, t: Table, phase: Scoring) -> tuple[Move, ...]:
    """What can be scored next."""
    return tuple([score_move(g, t, phase, where) for where in phase.due])


@cites(
    "score.completed", "score.unoccupied", "settler.one-name", "trail.complete", "town.complete", "farm.complete",
)  # fmt: skip
def no_score(g: Kit, t: Table, phase: Scoring, move: Move) -> Refused:
    """Why something cannot be scored now."""
    if isinstance(move, ScoreFarm):
        filled = t.land.farms.get(CELLS * move.column + move.row + NORTH_ROW, 0)
        if is_surrounded(filled, g.farm_places):
            return Refused("score.unoccupied", "there is no farmer on it")
        return Refused("farm.complete", "no farm there waits to be scored")
    if isinstance(move, ScoreSide):
        face, side = g.faces[t.land.grid[phase.at]], SIDES.index(move.side)
        group = face.group_at[(SHERIFF if move.feature == "town" else ROBBER) + side]
        if group < 0 or t.land.features[phase.roots[group]].open:
            return Refused(f"{move.feature}.complete", f"no {move.feature} was completed on that side")
        if phase.roots[group] in t.on:
            return Refused("settler.one-name", "it is named by its first side on the tile")
        return Refused("score.unoccupied", "there is nobody on it")
    return Refused("score.completed", "completed features have to be scored first")
