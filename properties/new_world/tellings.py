"""When each clause of New World is carried out: what the steps tell is held against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from rulecheck.properties.invariants.declaring import SELDOM, after
from rulecheck.properties.invariants.telling import Due, Tellings, by, changes, shrinks, to
from rulecheck.properties.new_world.facts import FARM, Expected, Facts, facts, place_of
from rulecheck.properties.new_world.land import Done, Feature
from rulecheck.properties.new_world.steps import SCORING, SETTLERS
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.new_world.moves import Place
from rulecheck.reference_engines.new_world.table import CELLS, Counts, Settling, Table
from rulecheck.spec.new_world.tiles import PLAIN, TOWN, TRAIL


def scoring(test: Callable[[Facts, Expected, Table], bool]) -> Due:
    """A step after which what is complete is scored, where something holds of that."""

    def holds(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
        f = facts(engine)
        return type(now.phase) is not Settling and test(f, f.expected(before, move, now), before)

    return by(*SCORING) & holds


def surveyors(clause: str) -> Due:
    """A scoring in which the surveyors do what a clause says."""
    return scoring(lambda f, e, before: clause in e.surveyor)


def paid(kind: int, test: Callable[[Feature], bool] = lambda feature: True) -> Due:
    """A scoring that pays for a trail or town of which something holds."""

    def holds(f: Facts, e: Expected, before: Table) -> bool:
        return any([done.feature.kind == kind and test(done.feature) for done in e.scored if done.feature])

    return scoring(holds)


def laid(test: Callable[[Done], bool]) -> Due:
    """A tile that completes something of which something holds."""

    def holds(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
        return any([test(done) for done in facts(engine).completed(now.tiles, place_of(move))])

    return by("Place") & holds


def final(kind: int, test: Callable[[Facts, Feature], bool] = lambda f, feature: True) -> Due:
    """A final scoring with settlers on a feature of a kind of which something holds; each counts."""

    def holds(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
        f = facts(engine)
        grid = f.grid(now.tiles)
        for settler in now.settlers:
            k = grid[settler >> 8].at_spot[settler >> 3 & 31]
            if k < 0 and kind == FARM:
                return True
            if k >= 0 and grid[settler >> 8].segments[k][0] == kind and test(f, f.walk(grid, settler >> 8, k)):
                return True
        return False

    return to("Finished") & holds


def counted(f: Facts, plain: Feature) -> bool:
    """Whether a plain brings its animals."""
    return not (f.closed_plains_only and plain.can_grow and plain.marks * f.number("plain.per-animal"))


def settlers(test: Callable[[list[int]], bool]) -> Due:
    """A scoring of a trail or town of whose settlers, by player, something holds."""

    def holds(f: Facts, e: Expected, before: Table) -> bool:
        for done in e.scored:
            if done.feature is not None:
                there = f.on(f.grid(e.tiles), e.home, done.feature.nodes)
                if test(sorted(Counter([settler & 7 for settler in there]).values())):
                    return True
        return False

    return scoring(holds)


def is_beyond(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether a tile lies north or south of the start spaces."""
    return not 1 <= move.row <= facts(engine).rows


def has_settlers(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether the player can place a settler, if there is room."""
    return before.supply[before.turn] > 0


def is_taken(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether somebody stands on a feature of the tile just laid."""
    return _stands(facts(engine), now.tiles, before.settlers, place_of(move), (TOWN, TRAIL, PLAIN))


def _stands(f: Facts, tiles: Counts, there: Counts, cell: int, kinds: tuple[int, ...], *, closed: bool = False) -> bool:
    """Whether somebody stands on a feature of a tile, of some kinds; `closed`: on one that does not go on."""
    grid, taken = f.grid(tiles), f.taken(tiles, there) if there else {}
    for k, (kind, _, _) in enumerate(grid[cell].segments):
        if kind not in kinds or not taken.get(kind) or (closed and f.is_open(grid, cell, k)):
            continue
        if not taken[kind].isdisjoint(f.walk(grid, cell, k).nodes):
            return True
    return False


def is_just_completed(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether a settler is placed on what the tile has completed."""
    f, cell = facts(engine), before.phase.at  # type: ignore[attr-defined]
    settler = cell << 8 | f.spot[move] << 3
    return any([f.on_done(f.grid(before.tiles), [settler], done) for done in f.completed(before.tiles, cell)])


def is_behind(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether a settler is placed behind the surveyors."""
    return before.phase.at // CELLS < before.surveyors[0]  # type: ignore[attr-defined, no-any-return]


def closes_a_plain(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether trappers lie on a plain of the tile just laid that does not go on anywhere."""
    if type(now.phase) is Settling:
        return False
    f, there = facts(engine), before.settlers
    cell = place_of(move) if type(move) is Place else before.phase.at  # type: ignore[attr-defined]
    if (spot := f.spot.get(move)) is not None:
        there = (*there, cell << 8 | spot << 3 | before.turn)
    return _stands(f, now.tiles, there, cell, (PLAIN,), closed=True)


def is_shared(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether several have the most points."""
    return now.scores.count(max(now.scores)) > 1


def trail(test: Callable[[Feature], bool]) -> Due:
    """A tile that completes a trail of which something holds."""
    return laid(lambda done: done.feature is not None and done.feature.kind == TRAIL and test(done.feature))


def segments(feature: Feature) -> bool:
    """Whether a tile has two segments of it."""
    return len(feature.nodes) > len({node >> 4 for node in feature.nodes})


def coast(feature: Feature) -> bool:
    """Whether start spaces belong to it."""
    return min(feature.nodes) >> 4 < CELLS


def has_marks(feature: Feature) -> bool:
    """Whether it has trading posts or flags."""
    return feature.marks > 0


def has_a_final_bonus(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether the final scoring pays a bonus."""
    return any([payment.bonus for payment in facts(engine).final_of(before, move, now)[1]])


def has_a_final_majority(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether several players have settlers on one trail or town at the end."""
    f = facts(engine)
    grid = f.grid(now.tiles)
    for settler in now.settlers:
        k = grid[settler >> 8].at_spot[settler >> 3 & 31]
        if k >= 0 and grid[settler >> 8].segments[k][0] != PLAIN:
            there = f.on(grid, now.settlers, f.walk(grid, settler >> 8, k).nodes)
            if len({other & 7 for other in there}) > 1:
                return True
    return False


def is_past_the_track(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether somebody's points go on behind the last space of the track."""
    last = facts(engine).number("track.last")
    return any([old < new and new > last for old, new in zip(before.scores, now.scores, strict=True)])


TOLD: Final = Tellings(
    {
        "bonus.points": scoring(lambda f, e, before: any([payment.bonus for payment in e.paid]))
        | (to("Finished") & has_a_final_bonus),
        "end.last-tile": by(*SCORING) & to("Finished"),
        "end.none-left": by("Draw") & to("Finished"),
        "farm.complete": laid(lambda done: done.feature is None),
        "farm.points": scoring(lambda f, e, before: any([payment.kind == FARM for payment in e.paid])),
        "final.farms": final(FARM),
        "final.flags": final(TOWN, lambda f, feature: feature.marks > 0),
        "final.majority": to("Finished") & has_a_final_majority,
        "final.plains": final(PLAIN, counted),
        "final.posts": final(TRAIL, lambda f, feature: feature.marks > 0),
        "final.towns": final(TOWN),
        "final.trails": final(TRAIL),
        "home.return": scoring(lambda f, e, before: bool(e.paid)),
        "home.same-turn": scoring(lambda f, e, before: any([settler >> 8 == e.cell for settler in e.home])),
        "late.enter": shrinks("late"),
        "late.step": changes("late"),
        "late.wait": surveyors("late.wait"),
        "majority.most": settlers(lambda many: len(many) > 1 and many[-1] > many[-2]),
        "majority.tie": settlers(lambda many: len(many) > 1 and many[-1] == many[-2]),
        "plain.not-in-play": by("Place", *SETTLERS, "NoSettler") & closes_a_plain,
        "remove.behind": scoring(lambda f, e, before: bool(e.behind)),
        "remove.placed-behind": by("Sheriff", "Robber", "Farmer") & is_behind,
        "remove.trappers": surveyors("remove.trappers"),
        "score.completed": scoring(lambda f, e, before: bool(e.paid)),
        "score.others": scoring(lambda f, e, before: any([set(p.winners) != {before.turn} for p in e.paid])),
        "score.several": scoring(lambda f, e, before: e.several),
        "score.track": Due(is_past_the_track),
        "score.unoccupied": scoring(lambda f, e, before: e.missed),
        "settler.farmer": by("Farmer"),
        "settler.just-completed": by(*SETTLERS) & is_just_completed,
        "settler.occupied": by("Place") & has_settlers & is_taken,
        "settler.one": by(*SETTLERS),
        "settler.optional": by("NoSettler"),
        "settler.robber": by("Robber"),
        "settler.sheriff": by("Sheriff"),
        "settler.supply": ~Due(has_settlers) & by("Place"),
        "settler.trapper": by("Trapper"),
        "surveyor.eastern": surveyors("surveyor.eastern"),
        "surveyor.either": surveyors("surveyor.either"),
        "surveyor.move": surveyors("surveyor.move"),
        "surveyor.not-for-unscored": scoring(lambda f, e, before: e.missed),
        "surveyor.stuck": surveyors("surveyor.stuck"),
        "tile.attach": by("Place"),
        "tile.beyond": by("Place") & is_beyond,
        "tile.match": by("Place"),
        "tile.unplaceable": by("Draw") & ~to("Placing"),
        "town.complete": laid(lambda done: done.feature is not None and done.feature.kind == TOWN),
        "town.flags": paid(TOWN, has_marks),
        "town.start-spaces": paid(TOWN, coast),
        "town.tile-once": paid(TOWN, segments),
        "town.tiles": paid(TOWN),
        "trail.complete": trail(lambda feature: feature.ends > 0),
        "trail.loop": trail(lambda feature: not feature.ends),
        "trail.posts": paid(TRAIL, has_marks),
        "trail.start-spaces": paid(TRAIL, coast),
        "trail.tile-once": paid(TRAIL, segments),
        "trail.tiles": paid(TRAIL),
        "turn.draw": by("Draw"),
        "turn.order": by(*SCORING) & to("Drawing"),
        "turn.place": by("Place"),
        "win.most": to("Finished"),
        "win.shared": to("Finished") & is_shared,
    }
)


@after(*TOLD.table, tells=TOLD.table, share=SELDOM)
def what_is_carried_out_is_told(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """A step tells of each clause just where its condition holds."""
    yield from TOLD.mistold(engine, before, move, now)
