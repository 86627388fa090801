"""For each property of New World, a way to break a step of a real game, or a whole one, so that it must notice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulecheck.properties.batteries import Sample
from rulecheck.properties.invariants.declaring import Played
from rulecheck.properties.new_world.facts import Facts, is_trapper
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world import notation
from rulecheck.reference_engines.new_world import table as p
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.table import CELLS, FARMER, Table
from tests.properties.breaking import after_only, before_only, ended, evolve, last

Step = tuple[Table, Any, Table]
Breaker = Callable[[Facts, Table, Any, Table], Step | None]


def when(test: Callable[[Table, Table], bool], function: Callable[[Table], Table]) -> Breaker:
    """Breaks the position after a step that passes a test."""
    return lambda f, b, move, a: (b, move, function(a)) if test(b, a) else None


def richer(t: Table, more: int = 1) -> Table:
    """A point more for everybody: also for those who have nothing to do with it."""
    return changed(t, scores=tuple([points + more for points in t.scores]))


def unscored(b: Table, a: Table) -> Table:
    """The position after a step without what was scored in it."""
    return changed(a, scores=b.scores, surveyors=b.surveyors, late=b.late, phase=p.DRAWING)


def cut(t: Table, cell: int, *, step: int = 0) -> Table:
    """A position in which a tile lies elsewhere, or not at all."""
    tiles = [tile for tile in t.tiles if tile >> 10 != cell]
    moved = [tile + (step << 10) for tile in t.tiles if tile >> 10 == cell and step]
    return changed(t, tiles=tuple(sorted(tiles + moved)))


def place_of(move: Any) -> int:
    cell: int = CELLS * move.column + move.row + 256
    return cell


def scored(b: Table, a: Table) -> bool:
    return a.scores != b.scores and type(a.phase) is not p.Finished


def gone(b: Table, a: Table) -> list[int]:
    """Settlers that have left the land."""
    return [settler for settler in b.settlers if settler not in a.settlers]


def with_settlers(t: Table, more: Sequence[int]) -> Table:
    return changed(t, settlers=tuple(sorted({*t.settlers, *more})))


def without_trappers(t: Table) -> Table:
    return changed(t, settlers=tuple([settler for settler in t.settlers if not is_trapper(settler)]))


def seat_changed(t: Table) -> Table:
    return changed(t, turn=(t.turn + 1) % len(t.scores))


def phased(t: Table, **changes: Any) -> Table:
    """The position with something else in its phase."""
    return changed(t, phase=evolve(t.phase, **changes))


def in_phase(kind: type[p.Phase], function: Callable[[Table], Table]) -> Breaker:
    """Breaks a position in which something of a kind is to be decided."""
    return when(lambda b, a: type(a.phase) is kind, function)


def mismatched(f: Facts, b: Table, move: Any, a: Table) -> Step | None:
    """The tile just laid, turned by a quarter."""
    tiles = tuple([tile ^ 1 if tile >> 10 == place_of(move) else tile for tile in a.tiles])
    return (b, move, changed(a, tiles=tiles)) if all(tile & 1023 in f.faces for tile in tiles) else None


def crowded(f: Facts, b: Table, move: Any, a: Table) -> Step | None:
    """Before it a settler stood on the very segment where one is placed."""
    assert isinstance(b.phase, p.Settling)
    if f.spot[move] == FARMER:
        return None
    return with_settlers(b, [b.phase.at << 8 | f.spot[move] << 3 | (b.turn + 1) % f.players]), move, a


def unfinished(f: Facts, b: Table, move: Any, a: Table) -> Step | None:
    """A scoring that did not happen."""
    return (b, move, changed(unscored(b, a), settlers=b.settlers)) if scored(b, a) and b.settlers else None


def for_nothing(f: Facts, b: Table, move: Any, a: Table) -> Step | None:
    """Points after a tile that has completed nothing."""
    return (b, move, richer(a)) if not scored(b, a) and type(a.phase) in (p.Drawing, p.Scoring) else None


def wrongly_paid(kind: str) -> Breaker:
    """One point too many for something scored."""

    def breaker(f: Facts, b: Table, move: Any, a: Table) -> Step | None:
        return (b, move, richer(a)) if f"{kind}" in a.events and scored(b, a) else None

    return breaker


BREAKERS: Mapping[str, Breaker] = {
    # pieces
    "nobody_has_more_settlers_than_a_colour_has": after_only(lambda t: changed(t, supply=(9, *t.supply[1:]))),
    "a_tile_carries_one_settler": when(
        lambda b, a: bool(a.settlers), lambda t: changed(t, settlers=(*t.settlers, t.settlers[-1]))
    ),
    "surveyors_keep_together": after_only(lambda t: changed(t, surveyors=(0, 2))),
    "surveyors_stay_on_the_land": after_only(lambda t: changed(t, surveyors=(90, 90))),
    "nobody_has_less_than_nothing": after_only(lambda t: richer(t, -99)),
    "the_box_owes_no_tile": after_only(lambda t: changed(t, box=(-1, *t.box[1:]))),
    # turns
    "the_table_is_set": before_only(richer),
    "a_turn_goes_its_way": lambda f, b, move, a: (changed(b, phase=p.FINISHED), move, a),
    "turns_go_round": after_only(seat_changed),
    "a_tile_comes_out_of_the_pile": in_phase(p.Placing, lambda t: changed(t, pile=t.pile[::-1])),
    "drawing_changes_nothing_on_the_table": after_only(richer),
    "only_drawing_and_laying_move_tiles": after_only(lambda t: changed(t, pile=(9, *t.pile[1:]))),
    "the_game_ends_with_the_last_tile": in_phase(p.Finished, lambda t: changed(t, pile=(1, *t.pile[1:]))),
    # laying
    "a_tile_that_fits_is_laid": lambda f, b, move, a: (
        (changed(b, tiles=()), move, changed(a, tiles=())) if type(a.phase) is p.Drawing else None
    ),
    "the_tile_lies_where_it_was_laid": lambda f, b, move, a: (b, move, cut(a, place_of(move), step=CELLS)),
    "a_tile_fits_where_it_lies": mismatched,
    "laying_alone_changes_nothing_else": after_only(richer),
    # settling
    "a_settler_stands_on_what_the_tile_shows": lambda f, b, move, a: (
        (b, m.Farmer(), a) if type(move) is not m.Farmer else None
    ),
    "nobody_joins_a_feature_by_placing": crowded,
    "a_settler_leaves_the_supply": after_only(lambda t: changed(t, supply=tuple([n + 1 for n in t.supply]))),
    "without_a_settler_none_moves": when(
        lambda b, a: bool(a.settlers), lambda t: changed(t, settlers=t.settlers[:-1])
    ),
    "trappers_stay": when(
        lambda b, a: without_trappers(b).settlers != b.settlers, without_trappers
    ),
    # scoring
    "what_is_complete_is_scored": unfinished,
    "what_is_scored_is_complete": for_nothing,
    "a_trail_brings_its_tiles_and_posts": wrongly_paid("trail.tiles"),
    "a_town_brings_its_tiles_and_flags": wrongly_paid("town.tiles"),
    "a_farm_brings_nine": wrongly_paid("farm.points"),
    "surveyors_in_the_column_pay_more": wrongly_paid("bonus.points"),
    "several_features_are_scored_one_after_the_other": wrongly_paid("score.completed"),
    "points_never_fall": after_only(lambda t: richer(t, -99)),
    "nobody_scores_without_settlers": lambda f, b, move, a: (
        (changed(b, settlers=()), move, richer(a)) if scored(b, a) else None
    ),
    "scored_settlers_come_home": lambda f, b, move, a: (
        (b, move, with_settlers(a, gone(b, a))) if scored(b, a) and gone(b, a) else None
    ),
    "nobody_else_leaves_the_land": when(scored, lambda t: changed(t, settlers=())),
    "settlers_come_back_to_their_own_supply": when(scored, lambda t: changed(t, supply=(0, *t.supply[1:]))),
    "the_player_chooses_among_what_is_due": in_phase(p.Scoring, lambda t: phased(t, due=())),
    "what_was_scored_waits_no_longer": lambda f, b, move, a: (
        b, move, changed(a, phase=p.Scoring(b.phase.at, b.phase.due))  # type: ignore[attr-defined]
    ),
    # surveyors
    "each_scoring_moves_one_surveyor": when(
        scored, lambda t: changed(t, surveyors=tuple([column + 1 for column in t.surveyors]))
    ),
    "surveyors_go_west_only": when(scored, lambda t: changed(t, surveyors=tuple([-1 for _ in t.surveyors]))),
    "settlers_left_behind_are_removed": lambda f, b, move, a: (
        (b, move, with_settlers(a, gone(b, a))) if "remove.behind" in a.events else None
    ),
    "nobody_stands_behind_a_surveyor_that_moved": lambda f, b, move, a: (
        (b, move, with_settlers(a, gone(b, a))) if "remove.behind" in a.events else None
    ),
    "nobody_west_of_the_surveyors_is_left_behind": when(scored, lambda t: changed(t, settlers=())),
    "the_surveyor_that_waits_counts": when(
        lambda b, a: b.late >= 0 and scored(b, a), lambda t: changed(t, late=3 if t.late != 3 else 2)
    ),
    # ending
    "the_final_scoring_pays_what_is_left": after_only(richer),
    "settlers_stay_through_the_final_scoring": after_only(lambda t: changed(t, settlers=())),
}  # fmt: skip
"""By property: makes a step that breaks it from one that does not, or None if this step does not lend itself."""


# Whole games


def first(played: Played, **changes: Any) -> Played:
    """The game with all its positions changed in the same way."""
    return Played([changed(t, **changes) for t in played.positions], played.moves, played.outcome)


def nobody_may_settle(played: Played) -> Played:
    """Wherever a settler could be placed, none may."""
    positions = [phased(t, moves=t.phase.moves[-1:]) if type(t.phase) is p.Settling else t for t in played.positions]
    return Played(positions, played.moves, played.outcome)


GAMES: Mapping[str, Callable[[Played], Played]] = {
    "the_most_points_win": lambda g: ended(g, winners=("nobody",)),
    "everybody_lays_tiles_in_turn": lambda g: first(g, turn=0),
    "a_colour_lies_down_no_more_often_than_it_has_settlers": lambda g: last(
        g, settlers=(*g.positions[-1].settlers, 1 << 20 | 8 << 3)
    ),
    "settlers_join_only_what_nobody_is_on": nobody_may_settle,
    "features_are_what_touches": lambda g: last(g, on={1: (1,)}),
    "the_end_is_worth_what_the_graph_says": lambda g: last(
        g, scores=tuple([points + 1 for points in g.positions[-1].scores])
    ),
    "chance_decides_draws_only": lambda g: first(g, phase=p.FINISHED),
}
"""By whole-game property: a finished game that breaks it, from one that does not."""


class EverythingIsSeen(NewWorld):
    """Everybody sees which tiles are left."""

    def observe(self, state: Table, seat: int) -> dict[str, Any]:
        return notation.to_json(self.g, state)


class OldLandIsForgotten(NewWorld):
    """A position that is set up at once has nobody on any feature."""

    def from_json(self, data: Any, **how: Any) -> Table:
        t = super().from_json(data, **how)
        return changed(t, turn=(t.turn + 1) % len(t.scores))


class ChanceActsAlways(NewWorld):
    """Chance makes all the moves."""

    def actor(self, state: Table) -> int:
        return -1


class NothingIsOpen(NewWorld):
    """Only the last move of each list may be made."""

    def legal_moves(self, state: Table) -> Sequence[Any]:
        return super().legal_moves(state)[-1:]


class NobodyMaySettle(NewWorld):
    """No settler may ever be placed."""

    def legal_moves(self, state: Table) -> Sequence[Any]:
        legal = super().legal_moves(state)
        return legal[-1:] if type(state.phase) is p.Settling else legal


WRONG_ENGINES: Mapping[str, type[NewWorld]] = {
    "the_player_whose_turn_it_is_decides": ChanceActsAlways,
    "any_tile_of_the_pile_can_be_drawn": NothingIsOpen,
    "all_ways_to_lay_a_tile_are_open": NothingIsOpen,
    "wherever_a_settler_may_stand_is_open": NobodyMaySettle,
    "any_order_is_open": NothingIsOpen,
    "nobody_knows_what_comes": EverythingIsSeen,
    "how_the_land_came_about_does_not_matter": OldLandIsForgotten,
}
"""By property that asks the engine: an engine that breaks it."""

SAMPLES = (
    Sample("farmer", 2),
    Sample("closer", 4, "late-surveyor"),
    Sample("builder"),
    Sample("closer", 4),
    Sample("coaster", 2),
    Sample("joiner", 5),
    Sample("pioneer", 2),
    Sample("uniform", 3),
    Sample("trapper", 4),
    Sample("looper", 3, "late-surveyor"),
    Sample("company", 5),
    Sample("closer", 4, "late-surveyor", readings={"late.first-surveyor": "moves", "remove.when-stuck": "yes"}),
)
