"""For each property of Puerto Rico, a way to break a step of a real game, or a whole one, so that it must notice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulecheck.properties.batteries import Sample
from rulecheck.properties.invariants.declaring import Played
from rulecheck.properties.puerto_rico.facts import Facts
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico import notation
from rulecheck.reference_engines.puerto_rico import table as p
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import NONE, Table, change_seat
from rulecheck.reference_engines.tuples import plus
from tests.properties.breaking import after_only, ended, evolve, for_actor, last

Step = tuple[Table, Any, Table]
Breaker = Callable[[Facts, Table, Any, Table], Step | None]
Phases = type[p.Phase] | tuple[type[p.Phase], ...]


def seat(t: Table, which: int, **changes: Any) -> Table:
    """The table with something changed on one board."""
    return changed(t, seats=change_seat(t.seats, which, **changes))


def richer(t: Table, which: int) -> Table:
    """The table with a doubloon more for somebody."""
    return seat(t, which, money=t.seats[which].money + 1)


def better(t: Table, which: int) -> Table:
    """The table with a point more for somebody."""
    return seat(t, which, points=t.seats[which].points + 1)


def with_barrel(t: Table, which: int) -> Table:
    """The table with a barrel of corn more for somebody."""
    return seat(t, which, goods=plus(t.seats[which].goods, 0, 1))


def in_phase(kind: Phases, function: Callable[[Table, int], Table]) -> Breaker:
    """Breaks the position after a move made in some phase."""
    return lambda f, b, move, a: (b, move, function(a, b.turn)) if isinstance(b.phase, kind) else None


def when(test: Callable[[Table, Table], bool], function: Callable[[Table, int], Table]) -> Breaker:
    """Breaks the position after a step that passes a test."""
    return lambda f, b, move, a: (b, move, function(a, b.turn)) if test(b, a) else None


def before_only(function: Callable[[Table, int], Table]) -> Breaker:
    return lambda f, b, move, a: (function(b, b.turn), move, a)


def in_role(role: int, function: Callable[[Table, int], Table]) -> Breaker:
    """Breaks the position after a move of a role, that which chooses it left out."""
    return lambda f, b, move, a: (b, move, function(a, b.turn)) if b.role == role else None


def ends_role(role: int, function: Callable[[Table, int], Table]) -> Breaker:
    """Breaks the position after the last move of a role."""
    return lambda f, b, move, a: (b, move, function(a, b.turn)) if b.role == role and a.role < 0 else None


def lonely(t: Table) -> Table:
    """A colonist of somebody with an empty circle waits in San Juan."""
    return seat(t, 0, san_juan=1, tiles=plus(t.seats[0].tiles, 0, 1))


def elsewhere(t: Table) -> Table:
    """The table with somebody else's turn."""
    return changed(t, turn=(t.turn + 1) % len(t.seats))


def new_round(b: Table, a: Table) -> bool:
    return b.governor != a.governor


BREAKERS: Mapping[str, Breaker] = {
    # pieces
    "a_short_bank_pays_the_card_that_is_named": lambda f, b, move, a: (
        (b, move, changed(a, bank=a.bank + 1)) if type(move) is m.Fund else None
    ),
    "nobody_owes_anything": after_only(lambda t: seat(t, 0, money=-1)),
    "islands_have_room_for_their_tiles": after_only(lambda t: seat(t, 0, tiles=(13, 0, 0, 0, 0, 0))),
    "cities_have_room_for_their_buildings": after_only(lambda t: seat(t, 0, spaces=t.seats[0].spaces + 1)),
    "a_circle_takes_one_colonist": after_only(lambda t: seat(t, 0, tilled=(13, 0, 0, 0, 0, 0))),
    "what_is_gone_is_gone": after_only(lambda t: changed(t, colonists=-1)),
    "the_supply_gives_what_it_has": after_only(lambda t: changed(t, supply=(-1, 0, 0, 0, 0))),
    "the_bank_pays_what_it_has": after_only(lambda t: changed(t, bank=-1)),
    "ships_carry_one_kind_each": after_only(lambda t: changed(t, ships=((0, 1), (0, 1), (-1, 0)))),
    "full_ships_are_unloaded": after_only(lambda t: changed(t, ships=((0, 9), *t.ships[1:]), role=-1)),
    "a_full_house_buys_nothing": after_only(lambda t: changed(t, house=(2, 1, 1, 1, 1))),
    "everybody_has_a_card_in_turn": after_only(lambda t: changed(t, taken=(t.turn,) * len(t.taken))),
    "no_money_lies_on_cards_taken": after_only(
        lambda t: changed(t, taken=(0,) * len(t.taken), card_money=(1,) * len(t.taken))
    ),
    "the_last_chip_is_noticed": after_only(lambda t: changed(t, pool=0, ending="")),
    "the_row_lies_ready": after_only(lambda t: changed(t, row=(9, 9, 9, 9, 9), role=1)),
    # turns
    "the_table_is_set": before_only(lambda t, who: changed(t, pool=1)),
    "a_card_is_taken_with_its_money": for_actor(richer),
    "the_next_player_chooses": when(lambda b, a: a.role < 0 <= b.role, lambda t, who: elsewhere(t)),
    "money_comes_on_the_cards_left": when(
        new_round, lambda t, who: changed(t, card_money=tuple(money + 1 for money in t.card_money))
    ),
    "the_game_ends_with_its_last_round": when(new_round, lambda t, who: changed(t, ending="end.city")),
    "an_end_comes_once_in_its_phase": lambda f, b, move, a: (changed(b, ending="end.city"), move, a),
    "nobody_acts_twice": lambda f, b, move, a: (
        (b, move, changed(a, turn=b.picker)) if b.role == a.role == p.BUILDER else None
    ),
    "nobody_gains_by_the_way": for_actor(richer),
    "who_sells_or_builds_nothing_receives_nothing": for_actor(richer),
    # settler
    "a_tile_comes_out_of_the_row": before_only(lambda t, who: changed(t, row=NONE)),
    "quarries_are_for_settlers_and_huts": lambda f, b, move, a: (
        (changed(b, quarries=0), move, a) if str(move) == "take quarry" else None
    ),
    "nobody_who_can_settle_is_passed_over": in_phase(
        p.Taking,
        lambda t, who: (
            changed(t, turn=(t.turn + 1) % len(t.seats)) if t.role == 0 and type(t.phase) is p.Taking else t
        ),
    ),
    "what_is_left_of_the_row_is_discarded": when(
        lambda b, a: b.role == p.SETTLER and type(a.phase) is p.Row and type(b.phase) is not p.Row,
        lambda t, who: changed(t, row=plus(t.row, 0, 1)),
    ),
    "the_row_is_filled_tile_by_tile": in_phase(p.Row, lambda t, who: changed(t, row=plus(t.row, 0, 1))),
    "the_haciendas_tile_lies_at_once": in_phase(
        p.HaciendaDraw, lambda t, who: seat(t, who, tiles=plus(t.seats[who].tiles, 0, 1))
    ),
    "haciendas_come_before_the_tile": after_only(lambda t: changed(t, phase=p.HACIENDA_DRAW, stack=NONE)),
    "the_hospice_mans_the_tile_taken": in_phase(p.Hospice, lambda t, who: changed(t, colonists=t.colonists + 1)),
    # mayor
    "colonists_leave_the_ship_in_turn": in_phase(
        p.Extra, lambda t, who: seat(t, who, san_juan=t.seats[who].san_juan + 1)
    ),
    "colonists_are_taken_or_turned_away": after_only(lambda t: changed(t, removed=t.removed + 1)),
    "colonists_come_to_empty_circles": for_actor(lambda t, who: seat(t, who, san_juan=t.seats[who].san_juan + 1)),
    "colonists_are_taken_up_before_placing": when(
        lambda b, a: type(a.phase) is p.Placing and type(b.phase) is not p.Placing,
        lambda t, who: seat(t, t.turn, tilled=(1, 0, 0, 0, 0, 0)),
    ),
    "nobody_waits_while_a_circle_is_empty": ends_role(p.MAYOR, lambda t, who: lonely(t)),
    "the_ship_takes_one_for_each_empty_circle": ends_role(
        p.MAYOR, lambda t, who: changed(t, colonist_ship=t.colonist_ship - 1, colonists=t.colonists + 1)
    ),
    "filling_the_ship_changes_no_board": before_only(lambda t, who: elsewhere(t)),
    "a_short_reserve_ends_the_game": ends_role(
        p.MAYOR, lambda t, who: changed(t, colonists=200, ending="end.colonists")
    ),
    "colonists_stay_where_they_are": for_actor(lambda t, who: seat(t, who, san_juan=9)),
    # builder
    "a_building_costs_its_price": for_actor(richer),
    "a_building_is_new_and_finds_room": before_only(lambda t, who: changed(t, stock=(0,) * len(t.stock))),
    "the_last_space_ends_the_game": when(lambda b, a: not b.ending, lambda t, who: changed(t, ending="end.city")),
    "the_university_mans_the_new_building": in_phase(
        p.University, lambda t, who: changed(t, colonists=t.colonists + 1)
    ),
    "nobody_who_can_build_is_passed_over": when(
        lambda b, a: b.role == p.BUILDER and type(a.phase) is p.Building,
        lambda t, who: changed(t, turn=(t.turn + 1) % len(t.seats)),
    ),
    # craftsman
    "everybody_makes_what_pairs_allow": lambda f, b, move, a: (
        (b, move, with_barrel(a, 0)) if str(move) == "choose craftsman" else None
    ),
    "a_barrel_less_is_one_that_would_be_made": before_only(lambda t, who: changed(t, supply=NONE)),
    "factories_pay_for_kinds": in_role(
        p.CRAFTSMAN, lambda t, who: changed(t, phase=p.Gain(((99, 9),), p.Crafting()))
    ),
    "the_craftsman_is_asked_about_one_more": lambda f, b, move, a: (
        (b, move, changed(a, phase=p.Bonus(0))) if str(move) == "choose craftsman" else None
    ),
    "the_craftsman_takes_one_more": for_actor(with_barrel),
    # trader
    "a_sale_brings_its_price": for_actor(richer),
    "the_house_buys_different_kinds": before_only(lambda t, who: changed(t, house=(1, 1, 1, 1, 1))),
    "occupied_markets_are_offered": after_only(lambda t: changed(t, phase=p.Gain(((99, 9),), p.SELLING))),
    "rights_bring_what_was_offered": in_phase(p.Gain, lambda t, who: better(richer(t, who), who)),
    "a_full_house_is_emptied": in_role(p.TRADER, lambda t, who: changed(t, house=plus(t.house, 0, 1))),
    "nobody_who_can_sell_is_passed_over": lambda f, b, move, a: (
        (b, move, changed(seat(a, b.turn, goods=NONE), turn=b.turn, phase=p.SELLING, role=b.role))
        if b.role == p.TRADER
        else None
    ),
    # captain
    "every_barrel_that_fits_goes_aboard": when(
        lambda b, a: type(a.phase) is p.Loading, lambda t, who: with_barrel(t, who)
    ),
    "a_wharf_ships_all_of_a_kind_once": lambda f, b, move, a: (
        (changed(b, phase=evolve(b.phase, wharves=1 << b.turn)), move, a)
    ),
    "a_load_is_worth_its_barrels": for_actor(better),
    "points_come_from_the_pool_first": in_role(p.CAPTAIN, better),
    "the_captain_is_paid_once": when(
        lambda b, a: type(a.phase) is p.Loading,
        lambda t, who: changed(t, phase=evolve(t.phase, paid=not t.phase.paid)),  # type: ignore[attr-defined]
    ),
    "nobody_who_can_load_passes": lambda f, b, move, a: (
        (changed(b, phase=p.FIRST_LOADING, ships=((-1, 0),) * 3, seats=with_barrel(b, b.turn).seats), move, a)
    ),
    "loading_goes_on_while_anybody_can": in_phase(
        p.Loading, lambda t, who: changed(t, phase=p.Loading(), turn=who, role=p.CAPTAIN)
    ),
    # storage
    "players_keep_what_they_have_room_for": in_phase((p.Storing, p.Keeping), with_barrel),
    "full_ships_unload_and_others_wait": in_role(
        p.CAPTAIN, lambda t, who: changed(t, ships=(*t.ships[:2], (4, 9)))
    ),
}  # fmt: skip
"""By property: makes a step that breaks it from one that does not, or None if this step does not lend itself."""


# Whole games


GAMES: Mapping[str, Callable[[Played], Played]] = {
    "scores_are_what_lies_on_the_boards": lambda g: ended(g, scores={}),
    "the_most_points_win": lambda g: ended(g, winners=("nobody",)),
    "one_of_the_ends_came": lambda g: last(g, ending="boredom"),
    "everybody_chose_once_a_round": lambda g: Played(
        g.positions, [*g.moves[:-1], m.Choose("mayor") if type(g.moves[-1]) is not m.Choose else m.Pass()], g.outcome
    ),
}
"""By whole-game property: a finished game that breaks it, from one that does not."""


class EverythingIsSeen(PuertoRico):
    """Everybody sees everything."""

    def observe(self, state: Table, seat: int) -> dict[str, Any]:
        return notation.to_json(self.g, state)


class TheRichBuildNothing(PuertoRico):
    """Whoever has an even number of doubloons may not build."""

    def legal_moves(self, state: Table) -> Sequence[Any]:
        legal = super().legal_moves(state)
        return [m.Pass()] if type(state.phase) is p.Building and state.seats[state.turn].money % 2 == 0 else legal


class NothingIsOpen(PuertoRico):
    """Whoever may build, sell or take a tile may only pass."""

    def legal_moves(self, state: Table) -> Sequence[Any]:
        return [m.Pass()] if isinstance(state.phase, p.Building | p.Selling | p.Taking) else super().legal_moves(state)


class AnyShipWillDo(PuertoRico):
    """Everything may be loaded onto every ship."""

    def legal_moves(self, state: Table) -> Sequence[Any]:
        legal = super().legal_moves(state)
        return [move for good in self.g.load for move in good] if type(state.phase) is p.Loading else legal


WRONG_ENGINES: Mapping[str, type[PuertoRico]] = {
    "points_and_stacks_stay_hidden": EverythingIsSeen,
    "more_money_buys_no_less": TheRichBuildNothing,
    "the_loads_open_are_the_maximal_ones": AnyShipWillDo,
    "whatever_can_be_built_is_open": NothingIsOpen,
    "whatever_can_be_sold_is_open": NothingIsOpen,
    "whatever_can_be_taken_is_open": NothingIsOpen,
}
"""By property that asks the engine: an engine that breaks it."""

SAMPLES = (
    Sample("shipper"),
    Sample("merchant", 4),
    Sample("mason", 5),
    Sample("settler"),
    Sample("crowd", 4),
    Sample("company", 5),
    Sample("farmer"),
    Sample("merchant", 4, readings={"bank.cards": "governor"}, numbers={"money.total": 14}, cap=400),
    Sample("merchant", 4, readings={"craftsman.less": "yes", "mayor.may-forget": "yes", "bank.cards": "governor"}),
    Sample("shipper", 4, readings={"mayor.refuse": "removed", "craftsman.optional": "yes", "storage.discard": "yes"}),
)
