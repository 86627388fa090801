"""For each property of The Castles of Burgundy, a way to break a step of a real game, or a whole one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulecheck.properties.batteries import Sample
from rulecheck.properties.castles_of_burgundy.facts import Facts
from rulecheck.properties.invariants.declaring import Played
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy import notation
from rulecheck.reference_engines.castles_of_burgundy import table as p
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.table import Table
from rulecheck.reference_engines.contract import Outcome, changed
from rulecheck.reference_engines.tuples import plus, replaced
from tests.properties.breaking import after_only, ended, evolve, for_actor, misreporting

Step = tuple[Table, Any, Table]
Breaker = Callable[[Facts, Table, Any, Table], Step | None]


def seat(t: Table, which: int, **changes: Any) -> Table:
    """The table with something changed on one board."""
    return changed(t, seats=replaced(t.seats, which, changed(t.seats[which], **changes)))


def richer(t: Table, which: int) -> Table:
    return seat(t, which, silver=t.seats[which].silver + 1)


def better(t: Table, which: int) -> Table:
    return seat(t, which, points=t.seats[which].points + 1)


def stronger(t: Table, which: int) -> Table:
    return seat(t, which, workers=t.seats[which].workers + 1)


def with_good(t: Table, which: int) -> Table:
    return seat(t, which, goods=plus(t.seats[which].goods, 0, 1))


def hoarding(t: Table, which: int) -> Table:
    """The table with a tile more in somebody's storage."""
    return seat(t, which, storage=(*t.seats[which].storage, 0))


def with_move(**changes: Any) -> Breaker:
    """The same step, as another move of its kind would have made it."""
    return lambda f, b, move, a: (b, evolve(move, **changes), a)


def other_turn(t: Table) -> Table:
    return changed(t, turn=(t.turn + 1) % len(t.seats))


def reversed_order(t: Table) -> Table:
    return changed(t, order=t.order[::-1])


def emptied(t: Table) -> Table:
    """The table with nothing in the depots."""
    return changed(t, depots=((),) * 6, black=())


BREAKERS: Mapping[str, Breaker] = {
    # pieces
    "bonus_tiles_are_for_covered_colours": after_only(lambda t: seat(t, 0, large=1)),
    "each_bonus_tile_has_one_place": after_only(lambda t: seat(t, 0, large=t.large | 1, small=1)),
    "markers_stand_in_the_order_of_the_track": after_only(
        lambda t: changed(t, track=tuple(range(len(t.seats))), order=tuple(range(len(t.seats))))
    ),
    "ships_wait_for_the_end_of_the_turn_only_if_so_read": after_only(lambda t: changed(t, ships=1)),
    # beginning
    "the_table_is_set": lambda f, b, move, a: (richer(b, 0), move, a),
    "everybody_is_dealt_goods": after_only(lambda t: with_good(t, 0)),
    "boards_go_to_one_player_each": lambda f, b, move, a: (b, move, seat(a, b.turn, board=7, sheet=5)),
    "the_first_castle_lies_on_dark_green": for_actor(better),
    # phases
    "the_first_phase_begins": after_only(lambda t: changed(t, letter=1)),
    "the_board_is_cleared": after_only(lambda t: changed(t, black=(0,))),
    "what_is_drawn_goes_where_it_belongs": lambda f, b, move, a: (b, m.Draw("bank"), a),
    "a_phase_is_laid_out": after_only(emptied),
    "all_throw_their_dice": after_only(lambda t: changed(t, dice=((),) * len(t.seats))),
    "the_white_die_lays_out_a_good": after_only(lambda t: changed(t, goods=((),) * 6)),
    "the_next_in_the_order_follows": after_only(other_turn),
    "mines_bring_silver_at_the_end_of_a_phase": lambda f, b, move, a: (
        b, move, richer(a, (b.turn + 1) % len(a.seats)),
    ),
    "what_follows_from_the_estates_is_right": after_only(lambda t: seat(t, 0, mines=t.seats[0].mines + 1)),
    # turns
    "a_die_is_used_up": after_only(lambda t: changed(t, phase=p.ACTING[0])),
    "a_worker_changes_one_die": for_actor(stronger),
    "one_of_the_stored_tiles_makes_room": lambda f, b, move, a: (b, move, seat(a, a.turn, storage=(0,))),
    "silver_or_a_worker_is_paid": lambda f, b, move, a: (b, move, seat(a, a.turn, workers=0)),
    "a_turn_is_over_when_nothing_can_be_done": lambda f, b, move, a: (
        changed(b, dice=((1,),) * len(b.seats)), move, a,
    ),
    "a_tile_is_taken_into_the_storage": for_actor(lambda t, who: seat(t, who, storage=())),
    "a_tile_makes_room": for_actor(lambda t, who: seat(t, who, storage=())),
    "a_purchase_is_paid": for_actor(richer),
    "a_part_of_the_price_is_paid": for_actor(lambda t, who: richer(stronger(stronger(t, who), who), who)),
    "a_move_changes_nothing_else": lambda f, b, move, a: (
        b, move, better(a, (b.turn + 1) % len(a.seats)),
    ),
    # estate
    "a_tile_lies_where_it_may": with_move(space=37),
    "a_tile_placed_stays": for_actor(lambda t, who: seat(t, who, estate=p.BARE)),
    "a_tile_brings_its_points": for_actor(better),
    "only_owners_use_their_knowledge": misreporting("knowledge.12"),
    "what_a_tile_brings_is_told": misreporting("animals.again"),
    "bonus_tiles_go_to_the_first_two": for_actor(lambda t, who: seat(t, who, large=63)),
    "banks_and_boarding_houses_pay": for_actor(richer),
    "a_tile_lets_its_owner_decide": after_only(lambda t: changed(t, phase=p.CARGO[1])),
    # goods
    "all_goods_of_a_kind_are_sold": for_actor(with_good),
    "a_sale_brings_silver_and_points": for_actor(better),
    "an_action_brings_workers": for_actor(stronger),
    "a_ship_takes_all_that_finds_room": for_actor(with_good),
    "a_ship_moves_its_owners_marker": after_only(reversed_order),
    "markers_stay_when_a_turn_ends": after_only(reversed_order),
    "only_what_may_be_left_is_left": lambda f, b, move, a: (changed(b, phase=p.CARGO[0]), move, a),
}  # fmt: skip
"""By property: makes a step that breaks it from one that does not, or None if this step does not lend itself."""


# Whole games


GAMES: Mapping[str, Callable[[Played], Played]] = {
    "scores_are_what_lies_before_the_players": lambda g: ended(g, scores={}),
    "the_most_points_win": lambda g: ended(g, winners=("nobody",)),
    "everybody_had_all_turns": lambda g: Played(g.positions, [*g.moves[:-1], m.Use(1)], g.outcome),
}
"""By whole-game property: a finished game that breaks it, from one that does not."""


class EverythingIsSeen(CastlesOfBurgundy):
    """Everybody sees what lies in the stacks."""

    def observe(self, state: Table, seat: int) -> dict[str, Any]:
        return notation.to_json(self.g, state)


class TheOddDoLess(CastlesOfBurgundy):
    """Whoever has an odd number of workers may only do what comes last in the list."""

    def legal_moves(self, state: Table) -> Sequence[Any]:
        legal = super().legal_moves(state)
        return legal[-1:] if state.seats[state.turn].workers % 2 else legal


class AllTilesAreAsLikely(CastlesOfBurgundy):
    """Chance draws every kind of tile equally often."""

    def weights(self, state: Table) -> Sequence[int]:
        return (1,) * len(self.legal_moves(state))


class FewestPointsWin(CastlesOfBurgundy):
    """The winner is whoever has the fewest points."""

    def outcome(self, state: Table) -> Outcome | None:
        real = super().outcome(state)
        return real and evolve(real, winners=(min(real.scores, key=lambda name: real.scores[name]),))


class NothingIsOpen(CastlesOfBurgundy):
    """Only the last of the moves is open."""

    def legal_moves(self, state: Table) -> Sequence[Any]:
        return super().legal_moves(state)[-1:]


WRONG_ENGINES: Mapping[str, type[CastlesOfBurgundy]] = {
    "what_lies_face_down_stays_hidden": EverythingIsSeen,
    "more_never_allows_less": TheOddDoLess,
    "a_point_more_wins_no_less": FewestPointsWin,
    "between_actions_this_is_open": NothingIsOpen,
    "chance_draws_what_is_in_the_stacks": AllTilesAreAsLikely,
    "the_choices_before_the_game_are_these": NothingIsOpen,
    "these_actions_are_open": NothingIsOpen,
    "a_building_offers_this": NothingIsOpen,
    "a_ship_may_take_this": NothingIsOpen,
}
"""By property that asks the engine: an engine that breaks it."""

SAMPLES = (
    Sample("company", 2),
    Sample("collector", 3),
    Sample("mason", 4),
    Sample("skipper", 2, readings={"knowledge.5-room": "together"}),
    Sample("uniform", 4),
    Sample("buyer", 3, readings={"edition.rules": "2019", "storage.discard": "yes", "turn.both-dice": "yes"}),
    Sample("shepherd", 3, setup="expert"),
    Sample("scholar", 2, setup="expert", readings={"expert.boards": "free"}),
    Sample("pauper", 3),
)
