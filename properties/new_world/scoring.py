"""Scoring: what is complete, what it brings to whom, and whose settlers come home."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, after
from rulecheck.properties.invariants.wording import each as everybody
from rulecheck.properties.new_world.facts import FARM, Paid, facts, place_of
from rulecheck.properties.new_world.steps import IS_QUIET, IS_SCORED, POINTS, SCORES, SCORING, SETTLERS
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.table import CELLS, NORTH_ROW, Scoring, Table
from rulecheck.spec.new_world.tiles import SIDES, TOWN, TRAIL


def gains(before: Table, now: Table) -> list[int]:
    """What each seat has more than before."""
    return [new - old for old, new in zip(before.scores, now.scores, strict=True)]


def due(paid: list[Paid], players: int) -> list[int]:
    """What each seat should have more."""
    owed = [0] * players
    for payment in paid:
        for seat in payment.winners:
            owed[seat] += payment.points
        for seat, more in payment.bonus.items():
            owed[seat] += more
    return owed


def wrong(engine: AnyEngine, before: Table, move: Any, now: Table, kind: int) -> Iterator[str]:
    """Says so if a single feature of a kind, no surveyor near, brought other points than it should."""
    f = facts(engine)
    paid = f.expected(before, move, now).paid
    if len(paid) == 1 and paid[0].kind == kind and not paid[0].bonus:
        gained, should = gains(before, now), due(paid, f.players)
        if gained != should:
            yield f"{move} brought {told(engine, gained)} instead of {told(engine, should)}"


def told(engine: AnyEngine, points: list[int]) -> str:
    """Points by seat, for a message."""
    return ", ".join([f"{name} {more}" for name, more in zip(engine.seats, points, strict=True) if more]) or "nothing"


def at(name: int) -> str:
    """Something completed, for a message: a side, or the place of a farm."""
    return f"side {SIDES[name]}" if name < 4 else f"farm c{name // CELLS} r{name % CELLS - NORTH_ROW}"


@after(
    "score.completed", "trail.complete", "trail.loop", "town.complete", "farm.complete",
    "land.crossroads", moves=("Place", *SETTLERS, "NoSettler"), when=(IS_QUIET,), share=DEAR,
)  # fmt: skip
def what_is_complete_is_scored(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """If nothing is scored after a tile was laid, it has completed nothing with settlers on it."""
    f = facts(engine)
    cell = place_of(move) if type(move) is m.Place else before.phase.at  # type: ignore[attr-defined]
    if before.late < 0 and not f.may_score(now.tiles, cell, now.settlers):
        return
    grid = f.grid(now.tiles)
    for feature in f.completed(now.tiles, cell):
        if f.on_done(grid, now.settlers, feature):
            yield f"{at(feature.name)} is complete and has settlers, and was not scored after {move}"
        elif before.late >= 0 and f.late_counts_all:
            yield f"{at(feature.name)} is complete, and the surveyor that waits did not move"


@after(
    "score.completed", "score.unoccupied", "surveyor.not-for-unscored", "plain.not-in-play", moves=SCORING,
    when=(IS_SCORED,), share=DEAR,
)  # fmt: skip
def what_is_scored_is_complete(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Points come, and surveyors move, only if something with settlers on it was complete."""
    if facts(engine).expected(before, move, now).paid:
        return
    if now.scores != before.scores:
        yield f"{told(engine, gains(before, now))} for nothing after {move}"
    if len(now.surveyors) == len(before.surveyors) and now.surveyors != before.surveyors:
        yield f"a surveyor moved after {move} to column {max(now.surveyors)}, and nothing was scored"


@after(
    "trail.tiles", "trail.tile-once", "trail.posts", "trail.start-spaces", "majority.most", "majority.tie",
    moves=SCORING, when=(IS_SCORED,), share=OFTEN,
)  # fmt: skip
def a_trail_brings_its_tiles_and_posts(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """A completed trail brings points for tiles and trading posts to those with the most robbers, to others nothing."""
    yield from wrong(engine, before, move, now, TRAIL)


@after(
    "town.tiles", "town.tile-once", "town.flags", "town.start-spaces", "majority.most", "majority.tie",
    moves=SCORING, when=(IS_SCORED,),
)  # fmt: skip
def a_town_brings_its_tiles_and_flags(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """A completed town brings points for tiles and flags to those with the most sheriffs, to others nothing."""
    yield from wrong(engine, before, move, now, TOWN)


@after("farm.points", "farm.complete", moves=SCORING, when=(IS_SCORED,))
def a_farm_brings_nine(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """A completed farm brings its farmer a point for each of the nine tiles."""
    yield from wrong(engine, before, move, now, FARM)


@after("bonus.points", "surveyor.tile", moves=SCORING, when=(IS_SCORED,))
def surveyors_in_the_column_pay_more(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """A settler scored in a surveyor's column brings the bonus, before the surveyor moves on."""
    f = facts(engine)
    paid = f.expected(before, move, now).paid
    if len(paid) == 1 and paid[0].bonus:
        gained, should = gains(before, now), due(paid, f.players)
        if gained != should:
            yield f"{move} brought {told(engine, gained)} instead of {told(engine, should)}, with the surveyors' bonus"


@after("score.several", "score.others", moves=SCORING, when=(IS_SCORED,))
def several_features_are_scored_one_after_the_other(
    engine: AnyEngine, before: Table, move: Any, now: Table
) -> Iterator[str]:
    """Features scored one after the other bring what each of them brings when its turn has come."""
    f = facts(engine)
    paid = f.expected(before, move, now).paid
    if len(paid) > 1:
        gained, should = gains(before, now), due(paid, f.players)
        if gained != should:
            yield f"{move} had {len(paid)} features scored: {told(engine, gained)} instead of {told(engine, should)}"


@after("score.track", "score.others", moves=SCORING, when=(POINTS,), share=DEAR)
def points_never_fall(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Nobody loses points."""
    if min(gains(before, now)) < 0:
        yield f"{move} took points: {told(engine, gains(before, now))}"


@after("score.unoccupied", "majority.most", "score.others", moves=SCORING, when=(IS_SCORED,), share=OFTEN)
def nobody_scores_without_settlers(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """During the game points go to players who had a settler on the land, or have just placed one."""
    have = {settler & 7 for settler in before.settlers}
    if not facts(engine).bonus_to_owner:
        have.add(before.turn)
    if type(move) is not m.Place and type(move) is not m.NoSettler:
        have.add(before.turn)
    for seat, more in enumerate(gains(before, now)):
        if more and seat not in have:
            yield f"{engine.seats[seat]} received {more} points without a settler"


@after("home.return", "home.any-use", "home.same-turn", moves=SCORING, when=(IS_SCORED,))
def scored_settlers_come_home(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """All settlers of a feature that was scored leave the land."""
    home = facts(engine).expected(before, move, now).home
    if home:
        there = set(now.settlers)
        for settler in home:
            if settler in there:
                yield f"a settler of {engine.seats[settler & 7]} was scored after {move} and did not come home"


@after("home.return", "settler.no-way-back", "remove.behind", moves=SCORING, when=(IS_SCORED,))
def nobody_else_leaves_the_land(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Settlers that were neither scored nor left behind stay where they are."""
    there = set(now.settlers)
    e = facts(engine).expected(before, move, now)
    for settler in e.settlers:
        if settler not in there:
            yield f"a settler of {engine.seats[settler & 7]} left the land after {move}"
    if len(there) > len(e.settlers) + len(e.home) + len(e.behind):
        yield f"{move} brought {len(there) - len(e.settlers)} settlers to the land"


@after("home.return", "home.any-use", "settler.supply", "remove.behind", moves=SCORING, when=(IS_SCORED,))
def settlers_come_back_to_their_own_supply(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Settlers that leave the land go to their own player's supply."""
    e = facts(engine).expected(before, move, now)
    supply = list(before.supply)
    if type(move).__name__ in SETTLERS:
        supply[before.turn] -= 1
    for settler in (*e.home, *e.behind):
        supply[settler & 7] += 1
    if list(now.supply) != supply:
        is_, due_ = (everybody(engine.seats, some) for some in (now.supply, supply))
        yield f"after {move} the supplies hold {is_} instead of {due_}"


@after("score.several", "score.completed", moves=SCORING, when=(IS_SCORED,), share=DEAR)
def the_player_chooses_among_what_is_due(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """As long as several completed features with settlers wait, the player says which is next; one alone is scored."""
    should = facts(engine).expected(before, move, now).due
    waiting = now.phase.due if type(now.phase) is Scoring else ()
    if tuple(waiting) != should:
        is_, due_ = [", ".join(map(at, some)) or "nothing" for some in (waiting, should)]
        yield f"after {move} {is_} waits instead of {due_}"


@after("score.several", moves=SCORING, when=(IS_SCORED,))
def any_order_is_open(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Each feature that waits can be scored next, and nothing else can be done."""
    if type(now.phase) is not Scoring:
        return
    f = facts(engine)
    here = f.grid(now.tiles)[now.phase.at]
    should: list[m.Move] = []
    for name in f.expected(before, move, now).due:
        if name >= len(SIDES):
            should.append(m.ScoreFarm(name // CELLS, name % CELLS - NORTH_ROW))
        else:
            kind = here.segments[here.at_slot[name]][0]
            should.append(m.ScoreSide("town" if kind == TOWN else "trail", SIDES[name]))
    legal = list(engine.legal_moves(now))
    if legal != should:
        yield f"{', '.join(map(str, legal))} can be done instead of {', '.join(map(str, should))}"


@after("score.several", moves=SCORES)
def what_was_scored_waits_no_longer(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """A feature is scored once: then it is not among those that wait, and nothing has joined them."""
    if type(now.phase) is Scoring:
        assert isinstance(before.phase, Scoring)
        if not set(now.phase.due) < set(before.phase.due) or now.phase.at != before.phase.at:
            yield f"after {move} {', '.join(map(at, now.phase.due))} waits: not fewer than before, or at another tile"
