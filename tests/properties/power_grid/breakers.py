"""For each property of Power Grid, a way to break a step of a real game, or a whole one, so that it must notice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve

from rulecheck.properties.batteries import Sample
from rulecheck.properties.invariants.declaring import Played
from rulecheck.properties.power_grid.facts import Facts
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid import notation
from rulecheck.reference_engines.power_grid import table as p
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.table import Table
from rulecheck.reference_engines.tuples import plus, replaced
from tests.properties.breaking import after_only, before_only, ended, for_actor

Step = tuple[Table, Any, Table]
Breaker = Callable[[Facts, Table, Any, Table], Step | None]


def seat(t: Table, which: int, **changes: Any) -> Table:
    """The table with something changed for one player."""
    return changed(t, seats=replaced(t.seats, which, changed(t.seats[which], **changes)))


def richer(t: Table, which: int) -> Table:
    """The table with an Elektro more for somebody."""
    return seat(t, which, money=t.seats[which].money + 1)


def fuller(t: Table, which: int) -> Table:
    """The table with a coal more for somebody."""
    return seat(t, which, fuel=plus(t.seats[which].fuel, 0, 1))


def elsewhere(t: Table) -> Table:
    """The table with somebody else's turn."""
    return changed(t, turn=(t.turn + 1) % len(t.seats))


def turn_of(place: int, phase: type[p.Phase]) -> Breaker:
    """After a move in some phase it is the turn of somebody who had it before."""

    def broken(f: Facts, b: Table, move: Any, a: Table) -> Step | None:
        if not type(b.phase) is type(a.phase) is phase or b.order[place] == b.turn:
            return None
        return b, move, changed(a, turn=b.order[place])

    return broken


def ran_before(f: Facts, b: Table, move: Any, a: Table) -> Step:
    assert isinstance(b.phase, p.Producing)
    return changed(b, phase=p.Producing(b.phase.run | 1 << f.plant[move.number])), move, a


def built_before(f: Facts, b: Table, move: Any, a: Table) -> Step:
    city = f.net(b.regions).number[move.city]
    return seat(b, b.turn, cities=b.seats[b.turn].cities | 1 << city), move, a


BREAKERS: Mapping[str, Breaker] = {
    # setting up
    "the_table_is_set": before_only(lambda t: changed(t, step=2)),
    "the_first_prices_are_as_told": before_only(lambda t: changed(t, fuel=plus(t.fuel, 0, -3))),
    "lots_give_everybody_a_place": after_only(lambda t: changed(t, order=t.order[::-1])),
    "plant_thirteen_is_on_top_or_gone": after_only(lambda t: changed(t, stack=t.stack + 1)),
    "regions_are_adjacent": after_only(lambda t: changed(t, regions=0)),
    # auction
    "a_plant_of_the_current_market_is_chosen": before_only(lambda t: changed(t, market=t.market[4:])),
    "bidding_goes_round": after_only(elsewhere),
    "who_drops_out_is_out_of_this_auction": lambda f, b, move, a: (
        (b, move, changed(a, phase=evolve(a.phase, out=a.phase.out ^ 1 << b.turn)))
        if type(a.phase) is type(b.phase) is p.Bidding
        else None
    ),
    "the_last_bidder_buys": after_only(
        lambda t: changed(t, seats=tuple(changed(seat, money=seat.money + 1) for seat in t.seats))
    ),
    "the_next_in_order_chooses": after_only(elsewhere),
    "the_order_of_play_is_determined_anew": after_only(lambda t: changed(t, order=t.order[::-1])),
    "everybody_buys_in_the_first_round": after_only(lambda t: seat(t, 0, plants=())),
    # plants
    "nobody_owns_too_many_plants": after_only(lambda t: seat(t, 0, plants=tuple(range(9)))),
    "one_of_the_other_plants_is_given_up": lambda f, b, move, a: (
        b, move, seat(a, b.turn, plants=b.seats[b.turn].plants)
    ),
    "fuel_that_finds_room_is_kept": for_actor(fuller),
    # fuel
    "a_token_costs_what_its_space_says": for_actor(richer),
    "the_last_in_order_buys_fuel_first": turn_of(-1, p.Fueling),
    "nobody_owes_anything": after_only(lambda t: seat(t, 0, money=-1)),
    # network
    "a_house_costs_its_way_and_its_space": for_actor(richer),
    "a_house_stands_where_there_is_room": built_before,
    "the_last_in_order_builds_first": turn_of(-1, p.Building),
    "nobody_builds_more_houses_than_they_have": for_actor(lambda t, who: seat(t, who, houses=-1)),
    # market
    "the_market_lies_in_order": after_only(lambda t: changed(t, market=t.market[::-1])),
    "cards_come_from_the_top_of_the_stack": after_only(lambda t: changed(t, stack=t.stack + 1)),
    "plants_leave_the_market_for_a_reason": after_only(lambda t: changed(t, market=t.market[:-1])),
    "plants_too_small_are_gone": after_only(lambda t: seat(t, 0, cities=(1 << 20) - 1)),
    "the_market_is_full_again": after_only(lambda t: changed(t, market=t.market[:-1])),
    "the_highest_plant_goes_under_the_stack": after_only(lambda t: changed(t, buried=(*t.buried, -1))),
    "the_step_3_card_counts_as_its_phase_says": lambda f, b, move, a: (b, m.Draw(0), a),
    "step_two_begins_with_enough_cities": after_only(lambda t: changed(t, step=3 - t.step)),
    "steps_begin_one_after_the_other": lambda f, b, move, a: (changed(b, step=3), move, changed(a, step=2)),
    "step_three_begins_with_the_next_phase": after_only(lambda t: changed(t, card=p.DRAWN)),
    "step_three_needs_its_card": after_only(lambda t: changed(t, step=3, card=p.STACK)),
    # bureaucracy
    "a_plant_burns_exactly_what_it_needs": for_actor(fuller),
    "a_plant_runs_once_a_round": ran_before,
    "everybody_is_paid_for_the_cities_supplied": for_actor(richer),
    "plants_run_in_the_order_of_play": turn_of(0, p.Producing),
    "the_fuel_market_is_refilled_by_the_table": after_only(lambda t: changed(t, fuel=plus(t.fuel, 0, 1))),
    # the round
    "phases_follow_each_other": lambda f, b, move, a: (b, move, changed(a, round=b.round)),
    "the_game_ends_after_building": after_only(lambda t: changed(t, is_ending=not t.is_ending)),
    "nothing_else_ends_the_game": after_only(lambda t: changed(t, is_ending=False)),
}  # fmt: skip
"""By property: makes a step that breaks it from one that does not, or None if this step does not lend itself."""


# Whole games


GAMES: Mapping[str, Callable[[Played], Played]] = {
    "scores_are_the_cities_supplied": lambda g: ended(g, scores={}),
    "the_most_cities_supplied_win": lambda g: ended(g, winners=("nobody",)),
}
"""By whole-game property: a finished game that breaks it, from one that does not."""


class EverythingIsSeen(PowerGrid):
    """Everybody sees everything."""

    def observe(self, state: Table, seat: int) -> dict[str, Any]:
        return notation.to_json(self.g, state)


class TheRichDropOut(PowerGrid):
    """Whoever has an odd number of Elektro may only pass in the auctions."""

    def refusal(self, state: Table, move: Any) -> Refused | None:
        if state.seats[state.turn].money % 2 and move != m.Pass():
            return Refused("auction.money", "the player is too rich")
        return super().refusal(state, move)


class NothingIsOpen(PowerGrid):
    """There is never more than one thing to do: to do no more."""

    def legal_moves(self, state: Table) -> Sequence[Any]:
        return super().legal_moves(state)[-1:]


WRONG_ENGINES: Mapping[str, type[PowerGrid]] = {
    "the_money_of_others_stays_hidden": EverythingIsSeen,
    "more_money_buys_no_less": TheRichDropOut,
    "whatever_can_be_auctioned_is_open": NothingIsOpen,
    "whatever_can_be_bid_is_open": NothingIsOpen,
    "whatever_can_be_lost_is_open": NothingIsOpen,
    "whatever_fuel_can_be_bought_is_open": NothingIsOpen,
    "whatever_can_be_built_is_open": NothingIsOpen,
    "whatever_can_run_is_open": NothingIsOpen,
}
"""By property that asks the engine: an engine that breaks it."""

SAMPLES = (
    Sample("manager"),
    Sample("builder", 4),
    Sample("hoarder", 3, readings={"discard.fuel": "chosen", "setup.thirteen": "pool", "fuel.place": "pool"}),
    Sample("watcher"),
    Sample("miser", 2),
    Sample("bidder", 6, "usa"),
    Sample("idler", 5),
    Sample("company", 4, "usa"),
    Sample("uniform", 3),
)
