"""For each property of Merchants of Europe, a way to break a step of a real game so that it must notice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulecheck.properties.batteries import Sample
from rulecheck.properties.catan_europe.facts import Facts, numbers, posts_of_all, routes_of_all
from rulecheck.properties.catan_europe.setup import BEGINNING
from rulecheck.properties.invariants.declaring import Played
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe import table as p
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.table import Table, with_seat
from rulecheck.reference_engines.contract import Outcome, changed
from rulecheck.reference_engines.tuples import plus
from tests.properties.breaking import after_only, evolve

Step = tuple[Table, Any, Table]
Breaker = Callable[[Facts, Table, Any, Table], Step | None]

BREAKERS: dict[str, Breaker] = {}
"""By property: makes a step that breaks it from one that does not, or None if this step does not lend itself."""


def breaks(name: str) -> Callable[[Breaker], Breaker]:
    def note(function: Breaker) -> Breaker:
        assert name not in BREAKERS, name
        BREAKERS[name] = function
        return function

    return note


def mine(t: Table, **changes: Any) -> Table:
    """The table with the player's own things changed."""
    return changed(t, seats=with_seat(t.seats, t.turn, **changes))


def theirs(t: Table, **changes: Any) -> Table:
    """The table with the left neighbour's things changed."""
    return changed(t, seats=with_seat(t.seats, (t.turn + 1) % len(t.seats), **changes))


def richer(t: Table, of: int) -> Table:
    """The table with one more card of a kind in the player's hand."""
    return mine(t, hand=plus(t.seats[t.turn].hand, of, 1))


def in_phase(kind: type[p.Phase] | tuple[type[p.Phase], ...], function: Callable[[Table], Table]) -> Breaker:
    """Breaks the position after a move made in some phase."""
    return lambda f, b, move, a: (b, move, function(a)) if isinstance(b.phase, kind) else None


SIMPLE: dict[str, Breaker] = {
    # turns
    "who_declines_changes_nothing_else": after_only(lambda t: mine(t, gold=t.seats[t.turn].gold + 1)),
    # pieces
    "nobody_owes_anything": after_only(lambda t: mine(t, gold=-1)),
    "the_bank_owes_nothing": after_only(lambda t: changed(t, stacks=plus(t.stacks, 0, -99))),
    "each_post_has_a_city_of_its_own": after_only(lambda t: mine(theirs(t, posts=4), posts=4)),
    "each_route_has_a_path_of_its_own": after_only(lambda t: mine(theirs(t, routes=4), routes=4)),
    "nobody_plays_more_pieces_than_the_box_holds": after_only(lambda t: mine(t, routes=(1 << 31) - 1)),
    "each_post_founded_frees_one_good": after_only(lambda t: mine(t, goods=t.seats[t.turn].goods + 1)),
    "merchants_stand_alone": after_only(lambda t: mine(t, merchants=(0, 0))),
    "goods_lie_under_foreign_posts": after_only(lambda t: theirs(t, delivered=t.seats[t.turn].delivered + 9)),
    "regions_are_found_by_their_number": after_only(lambda t: changed(t, yields=(*t.yields[1:], ()))),
    "what_is_worked_out_is_right": after_only(lambda t: mine(t, reach=t.seats[t.turn].reach ^ 1)),
    "connected_cities_are_linked_by_routes": after_only(lambda t: changed(t, connected=t.connected ^ 1 << 5)),
    "gold_buys_only_so_much_in_a_turn": after_only(lambda t: changed(t, bought=3)),
    "the_robber_stands_on_a_region": after_only(lambda t: changed(t, robber=len(t.numbers) + 1)),
    "number_tokens_match_their_circles": after_only(lambda t: changed(t, reserve=((), *t.reserve[1:]))),
    # the beginning
    "the_table_is_set": lambda f, b, move, a: (mine(b, gold=99), move, a),
    "the_last_post_brings_resources": after_only(lambda t: changed(t, stacks=plus(t.stacks, 0, -1))),
    "first_posts_go_forth_and_back": lambda f, b, move, a: (changed(b, first=(b.first + 1) % f.players), move, a),
    "neutral_posts_go_backwards": lambda f, b, move, a: (changed(b, turn=(b.turn + 1) % f.players), move, a),
    "the_robber_starts_without_number": lambda f, b, move, a: (
        (b, evolve(move, region=f.map.regions[next(r for r, n in enumerate(b.numbers) if n)]), a)
        if isinstance(b.phase, p.RobberStart)
        else None
    ),
    "dashed_circles_have_tokens": in_phase(p.RobberStart, lambda t: changed(t, numbers=(0,) * len(t.numbers))),
    "the_highest_roll_is_first": in_phase(p.FirstRoll, lambda t: changed(t, phase=p.FirstRoll((9,)))),
    "first_routes_lie_at_posts": in_phase(p.FirstRoute, lambda t: changed(t, stacks=plus(t.stacks, 0, 1))),
    # the turn
    "turns_go_clockwise": lambda f, b, move, a: (b, m.Throw(), changed(a, turn=(b.turn + 2) % f.players)),
    "a_turn_begins_fresh": lambda f, b, move, a: (b, move, changed(a, bought=1)) if b.turn != a.turn else None,
    "the_dice_are_rolled_once": lambda f, b, move, a: (changed(b, rolled=True), move, a),
    "actions_come_after_the_dice": lambda f, b, move, a: (changed(b, rolled=False), move, a),
    "a_lancier_may_ride_before_the_dice": lambda f, b, move, a: (
        (b, move, mine(changed(a, phase=p.Dice()), cards=tuple(int(e == "move_robber") for e in f.effect)))
        if b.turn != a.turn
        else None
    ),
    "neutral_posts_stay": lambda f, b, move, a: (b, move, changed(a, neutral=a.neutral ^ 1)) if b.rolled else None,
    "only_the_robbers_move_moves_him": lambda f, b, move, a: (b, m.Throw(), changed(a, robber=b.robber + 1)),
    "delivering_everything_wins": after_only(lambda t: mine(t, delivered=99)),
    # production
    "regions_yield_what_the_rulebook_says": in_phase(p.Dice, lambda t: richer(t, 0)),
    "a_seven_halves_full_hands": in_phase(p.Dice, lambda t: changed(t, phase=p.Discarding(((0, 9),)))),
    "cards_go_back_one_by_one": after_only(lambda t: changed(t, stacks=plus(t.stacks, 0, 1))),
    "the_robber_goes_elsewhere": lambda f, b, move, a: (
        None if isinstance(b.phase, BEGINNING) else (changed(b, robber=a.robber), move, a)
    ),
    "one_card_is_stolen_from_a_neighbour": after_only(lambda t: richer(t, 0)),
    # trade
    "offers_change_nothing": after_only(lambda t: mine(t, gold=t.seats[t.turn].gold + 1)),
    "what_is_offered_is_there": after_only(lambda t: changed(t, phase=evolve(t.phase, give=(20,) * 6))),
    "both_sides_give": lambda f, b, move, a: (changed(b, phase=evolve(b.phase, want=(0,) * 6)), move, a),
    "opponents_are_asked_in_turn": lambda f, b, move, a: (
        (b, move, changed(a, phase=evolve(a.phase, asked=b.turn))) if isinstance(a.phase, p.Answering) else None
    ),
    "what_was_agreed_changes_hands": after_only(lambda t: mine(t, gold=t.seats[t.turn].gold + 1)),
    "gold_buys_a_resource": after_only(lambda t: mine(t, gold=t.seats[t.turn].gold + 1)),
    "equal_cards_buy_another": after_only(lambda t: mine(t, gold=t.seats[t.turn].gold + 1)),
    # building
    "prices_go_back_to_the_stacks": after_only(lambda t: richer(t, 0)),
    "routes_grow_from_ones_own": after_only(lambda t: theirs(t, routes=0)),
    "double_arrows_bring_one_free_route": in_phase(
        p.Actions, lambda t: changed(t, phase=p.FreeRoute(7, 0, p.Actions()))
    ),
    "connections_pay_their_routes": after_only(lambda t: mine(t, gold=t.seats[t.turn].gold + 1)),
    "a_drawn_card_waits": lambda f, b, move, a: (b, move, mine(a, new_cards=b.seats[b.turn].new_cards)),
    "there_is_a_card_to_draw": after_only(lambda t: changed(t, phase=p.Actions())),
    "one_card_is_played_and_discarded": lambda f, b, move, a: (changed(b, card_played=True), move, a),
    "a_harvest_takes_from_the_stacks": after_only(lambda t: richer(t, 0)),
    "a_monopoly_gathers_one_kind": after_only(lambda t: richer(t, 0)),
    # merchants
    "merchants_start_at_own_posts": lambda f, b, move, a: (mine(b, posts=0), move, a),
    "a_merchant_is_taken_up_when_both_are_out": after_only(lambda t: changed(t, phase=p.Actions())),
    "grain_buys_steps": after_only(lambda t: changed(t, phase=evolve(t.phase, steps=4))),
    "merchants_end_within_their_steps": lambda f, b, move, a: (changed(b, phase=evolve(b.phase, steps=0)), move, a),
    "a_merchant_in_a_free_city_becomes_a_post": after_only(lambda t: mine(t, goods=t.seats[t.turn].goods + 1)),
    "a_merchant_may_stay": after_only(lambda t: mine(t, gold=99)),
    # caravans
    "caravans_start_at_home": lambda f, b, move, a: (mine(b, posts=0), move, a),
    "a_caravan_is_taken_up_when_all_are_out": after_only(lambda t: changed(t, phase=p.Actions())),
    "salt_buys_steps": after_only(lambda t: changed(t, phase=evolve(t.phase, steps=9))),
    "caravans_step_from_route_to_route": lambda f, b, move, a: (changed(b, phase=evolve(b.phase, steps=0)), move, a),
    "tolls_are_paid_once_to_the_owner": after_only(lambda t: mine(t, gold=t.seats[t.turn].gold - 1)),
    "deliveries_go_to_foreign_posts": after_only(lambda t: mine(t, delivered=t.seats[t.turn].delivered + 1)),
}
for _name, _breaker in SIMPLE.items():
    breaks(_name)(_breaker)


@breaks("no_merchant_waits_in_a_free_city")
def a_merchant_stands_there(f: Facts, b: Table, move: Any, a: Table) -> Step | None:
    free = numbers(f.cities & ~posts_of_all(a))
    return (b, move, mine(a, merchants=(free[0],))) if a.seats[a.turn].depot else None


@breaks("caravans_stand_beside_routes")
def a_caravan_leaves(f: Facts, b: Table, move: Any, a: Table) -> Step | None:
    empty = next(path for path in range(len(f.ends)) if not routes_of_all(a) >> path & 1)
    return b, move, mine(a, caravans=(empty, None))


@breaks("printed_pieces_are_set")
def a_card_too_many(f: Facts, b: Table, move: Any, a: Table) -> Step | None:
    begins = isinstance(b.phase, p.RobberStart) and isinstance(a.phase, p.Dice)
    return (b, move, richer(a, 0)) if begins else None


@breaks("red_begins_printed_positions")
def blue_begins(f: Facts, b: Table, move: Any, a: Table) -> Step | None:
    begins = isinstance(b.phase, p.RobberStart) and isinstance(a.phase, p.Dice)
    return (b, move, changed(a, turn=1, first=1)) if begins else None


@breaks("two_caravans_at_most_stand_on_a_route")
def three_stand_there(f: Facts, b: Table, move: Any, a: Table) -> Step | None:
    if isinstance(a.phase, p.Driving | p.Delivering | p.Finished):
        return None
    path = next(iter(path for path in a.seats[a.turn].caravans if path is not None))
    return b, move, changed(a, seats=tuple(changed(seat, caravans=(path, None)) for seat in a.seats))


@breaks("a_new_post_brings_one_number")
def two_tokens_come(f: Facts, b: Table, move: Any, a: Table) -> Step | None:
    if b.numbers == a.numbers or b.turn != a.turn or not a.rolled:
        return None
    return b, move, changed(a, numbers=tuple(n or 3 for n in a.numbers))


@breaks("a_number_is_not_forgotten")
def the_token_is_forgotten(f: Facts, b: Table, move: Any, a: Table) -> Step | None:
    if not isinstance(a.phase, p.PlacingNumber | p.DrawingNumber):
        return None
    return b, move, changed(a, phase=p.Actions())


GAMES: Mapping[str, Callable[[Played], Played]] = {
    "the_winner_moved_last": lambda g: Played(g.positions, g.moves, Outcome(("nobody",), "win.all-delivered")),
}


class NothingIsForSale(Catan):
    """In the action phase nothing can be bought for gold."""

    def legal_moves(self, state: Table) -> Any:
        return [move for move in super().legal_moves(state) if not isinstance(move, m.Buy)]


WRONG_ENGINES: Mapping[str, type[Catan]] = {"whatever_can_be_paid_can_be_done": NothingIsForSale}
SAMPLES = (
    Sample("company", setup="short-fixed"),
    Sample("founder", setup="full"),
    Sample("gambler", 4, "full"),
    Sample("crowder", setup="short-variable"),
    Sample("uniform", 4, "short-fixed"),
    Sample("gambler", setup="full"),
    Sample("swarm", setup="short-fixed"),
)
