"""The market of plants: cards that come and go, the Step 3 card, and the three Steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, after, holds
from rulecheck.properties.invariants.wording import listed
from rulecheck.properties.power_grid.facts import Facts, facts
from rulecheck.properties.power_grid.stages import (
    AUCTIONS,
    BUILD,
    CARD,
    FUEL,
    MARKET,
    NEXT_ROUND,
    OPEN,
    PHASE_OVER,
    PRODUCE,
    RENEW,
    SETUP,
    SOLD,
    between,
    either,
    phase_ends,
    stage,
)
from rulecheck.properties.power_grid.words import numbers
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.table import (
    DRAWN,
    STACK,
    TURNED_UP,
    USED,
    Building,
    Burying,
    Cut,
    Drawing,
    Phase,
    RenewalNext,
    Table,
)


@after("setup.stack", "setup.thirteen", "auction.replaced", moves=("Draw",), share=DEAR)
def cards_come_from_the_top_of_the_stack(engine: AnyEngine, before: Table, move: m.Draw, now: Table) -> Iterator[str]:
    """Plant 13 comes first, then the shuffled plants, then the Step 3 card, then those that were put under it."""
    f = facts(engine)
    if before.card != STACK:
        open_ = before.buried
    elif before.has_thirteen:
        open_ = (f.plant[13],)
    else:
        open_ = before.unseen if before.stack else (f.step_card,)
    legal, numbers = engine.legal_moves(before), (*f.numbers, 0)
    drawn = f.plant[move.number] if move.number else f.step_card
    ends = len(legal), legal[0].number, legal[-1].number
    if ends != (len(open_), numbers[open_[0]], numbers[open_[-1]]) or drawn not in open_:
        yield f"{legal[0]} to {legal[-1]} can come instead of plants {listed([numbers[k] for k in open_])}"
    if before.card == STACK and move.number:
        left = before.stack + before.has_thirteen - 1
        if now.stack + now.has_thirteen != left:
            yield f"{now.stack + now.has_thirteen} cards are left above the Step 3 card instead of {left}"
        if f.plant[move.number] in now.unseen:
            yield f"{move} does not come out of the stack of {before.stack} cards"


ROUND_ENDS: Final = either(NEXT_ROUND, phase_ends((range(RENEW), (RENEW,))), between((RENEW,), (RENEW,)))
"""Moves with which the incomes of a round, or the round, end."""


def production_ends(before: Table, now: Table) -> bool:
    """Whether a move brings the last incomes of a round, so that the markets are looked after."""
    return (now.round > before.round or stage(now.phase) == RENEW) and stage(before.phase) <= PRODUCE


def waits_for_renewal(phase: Phase) -> bool:
    """Whether a card is drawn for the plant nobody bought, and the renewal follows (one reading)."""
    while isinstance(phase, Drawing | Cut):
        phase = phase.after
    return type(phase) is RenewalNext


def renews(before: Table, now: Table) -> bool:
    """Whether a move brings the renewal of the market."""
    if waits_for_renewal(now.phase):
        return False
    return production_ends(before, now) or waits_for_renewal(before.phase)


def none_was_bought(f: Facts, before: Table, now: Table) -> bool:
    """Whether nobody bought a plant in the round in which incomes came with a move."""
    sold = now.sold if now.round == before.round else before.sold
    is_sale = stage(before.phase) <= AUCTIONS and [s.plants for s in before.seats] != [s.plants for s in now.seats]
    return before.round > 1 and not sold and not is_sale


def is_leaving(t: Table) -> bool:
    """Whether the Step 3 card has left the game, or will as soon as a card is drawn for Step 2."""
    return t.card in (DRAWN, USED) or (type(t.phase) is Drawing and type(t.phase.after) is Cut)


def lowest_leave(f: Facts, before: Table, now: Table) -> int:
    """How many times a move makes the lowest plant of the market leave the game for another reason than its number."""
    at, to = stage(before.phase), stage(now.phase)
    is_quiet = at == to or (at in (SETUP, SOLD, FUEL, BUILD) and at < to <= PRODUCE)
    if (
        is_quiet
        and not waits_for_renewal(before.phase)
        and before.step == now.step
        and before.card == now.card
        and before.round == now.round
    ):
        return 0
    count = 0
    if f.step2_first and before.step == 1 and is_leaving(now) and not is_leaving(before):
        count += 1  # what is due for Step 2 comes first
    elif before.step == 1 and now.step == 2:
        count += 1  # Step 2 begins
    if before.card in (STACK, TURNED_UP) and now.card in (DRAWN, USED):
        count += 1  # the Step 3 card leaves
    has_cards = now.card == STACK or bool(now.buried)
    new_round = now.round > before.round
    if not f.unsold_at_once:
        if production_ends(before, now) and none_was_bought(f, before, now) and (has_cards or f.unsold_removed):
            count += 1
    elif (at <= AUCTIONS and (to > AUCTIONS or new_round)) or (new_round and to > AUCTIONS):
        sold = now.sold if not new_round or at > AUCTIONS else before.sold
        first = before.round == 1 and not new_round
        if not sold and not first and (has_cards or f.unsold_removed):
            count += 1  # nobody bought
    if renews(before, now) and (before.step == 3 or now.step == 3) and not (new_round and now.began == now.round):
        kept = now.began == before.round and not f.first_bureaucracy
        if not kept and (has_cards or f.empty_removed):
            count += 1  # a bureaucracy of Step 3
    return count


@after(
    "unsold.remove", "step2.remove", "step3.auction-end", "step3.building", "step3.bureaucracy", "step3.renewal",
    "step3.empty", "obsolete.remove", "obsolete.again", "market.sort",
    moves=("Auction", "Bid", "Pass", "Draw", "Build", "Done", "Run", "Supply"), when=(MARKET,),
    share=DEAR,
)  # fmt: skip
def plants_leave_the_market_for_a_reason(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """The lowest plant leaves when nobody bought, for a Step or a round's end, or if too small; none other does."""
    f = facts(engine)
    there, stay, is_bought = before.market, now.market, before.seats is not now.seats
    if before.card == TURNED_UP and there[-1:] == (f.step_card,):
        there = there[:-1]
    if type(move) is m.Draw and move.number:
        there = tuple(sorted((*there, f.plant[move.number])))
    if len(stay) == len(there) - 1:
        moved = {*there}.difference(stay)
        is_buried = not moved.isdisjoint(now.buried)
        if len(moved) == 1 and (is_buried or (is_bought and [s for s in now.seats if not moved.isdisjoint(s.plants)])):
            there = tuple([k for k in there if k not in moved])
    if stay == there and not lowest_leave(f, before, now):
        return
    if [k for k in stay if k not in there and k != f.step_card]:
        yield f"plants came into the market from nowhere: {numbers(f, stay)} after {numbers(f, there)}"
    owned = [k for seat in now.seats for k in seat.plants] if is_bought else []
    left = [k for k in there if k not in stay and k not in owned and k not in now.buried]
    if [k for k in left if k not in now.gone]:
        yield f"plants left the market, and nobody knows where to: {numbers(f, left)}"
    remaining = [k for k in there if k not in owned and k not in now.buried]
    if left != remaining[: len(left)]:
        yield f"{numbers(f, left)} left the market, though {numbers(f, remaining[: len(left)])} are lower"
    due, most = min(lowest_leave(f, before, now), len(remaining)), f.most(now)
    small = len([k for k in left if f.numbers[k] <= most])
    if not due <= len(left) <= due + small:
        yield f"{len(left)} plants leave the market instead of {due}, and {small} of these are too small"


@after("obsolete.remove", "obsolete.again", moves=("Build", "Draw"), when=(OPEN,), share=DEAR)
def plants_too_small_are_gone(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """After a city, and after each card, no plant of the market has a number that is not above everybody's cities."""
    f = facts(engine)
    if not f.obsolete_at_once and type(now.phase) is Building:
        return
    if not now.market or f.numbers[now.market[0]] > f.most(now) if now.market[:1] != (f.step_card,) else True:
        return
    if now.is_ending and now.card == USED:
        return  # nobody buys plants any more
    if f.can_draw(now) or f.obsolete_removed:
        yield (
            f"plant {f.numbers[now.market[0]]} is in the market, and somebody has {f.most(now)} cities, so it is too "
            "small"
        )


@after(
    "auction.replaced", "market.sort", "renewal.draw", "step3.market", "step3.auction", "setup.market",
    moves=("Auction", "Bid", "Pass", "Draw", "Build", "Done", "Run", "Supply"), when=(MARKET, OPEN),
)  # fmt: skip
def the_market_is_full_again(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """While there are cards, each plant that left has been replaced: eight lie there, and in Step 3 six."""
    f = facts(engine)
    cards = len(now.market)
    if now.card in (STACK, TURNED_UP):
        if cards != 2 * f.row and (now.card == STACK or now.buried):
            yield f"{cards} cards lie in the market instead of {2 * f.row}"
    elif cards > f.step3_plants:
        yield f"{cards} plants lie in the market of Step 3 instead of {f.step3_plants} at the most"
    elif now.card == before.card == USED and now.buried and cards < len(before.market):
        yield f"{cards} plants lie in the market after {len(before.market)}, and {len(now.buried)} cards are left"


@after("renewal.bury", "step3.bureaucracy", when=(ROUND_ENDS,), share=OFTEN)
def the_highest_plant_goes_under_the_stack(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """At the end of each round of Steps 1 and 2 the highest plant goes under the stack, and never any other."""
    f = facts(engine)
    new = [k for k in now.buried if k not in before.buried]
    if f.buried_before:
        is_due = renews(before, now) and now.card == STACK
    else:
        phase = before.phase
        is_due = type(phase) is Drawing and (
            type(phase.after) is Burying or (type(phase.after) is Cut and type(phase.after.after) is Burying)
        )
    if len(new) != is_due:
        yield f"{len(new)} plants are put under the stack instead of {int(is_due)}"
    elif new and now.market and now.market[-1] > new[0]:
        yield f"plant {f.numbers[new[0]]} is put under the stack, though {f.numbers[now.market[-1]]} is higher"


@after(
    "step3.auction", "step3.auction-end", "step3.building", "step3.bureaucracy",
    moves=("Draw",),
)  # fmt: skip
def the_step_3_card_counts_as_its_phase_says(
    engine: AnyEngine, before: Table, move: m.Draw, now: Table
) -> Iterator[str]:
    """Drawn during the auctions it lies in the market till they are over; else it leaves the game at once."""
    if move.number:
        return
    f = facts(engine)
    if stage(now.phase) <= AUCTIONS and now.round == before.round:
        if now.card != TURNED_UP or now.market[-1:] != (f.step_card,):
            yield (
                f"the Step 3 card was drawn in the auctions, and the market is {numbers(f, now.market)}: it lies not "
                "behind it"
            )
        return
    if f.step_card in now.market and stage(now.phase) != SOLD:
        yield f"the Step 3 card lies in the market of {numbers(f, now.market)}, and the auctions are over"
    phase = now.phase
    first = f.step2_first and type(phase) is Drawing and type(phase.after) is Cut
    if now.card not in (DRAWN, USED) and not first and stage(phase) != SOLD:
        yield f"the Step 3 card was drawn in round {now.round} after the auctions, and has not left the game"


@after(
    "step2.start",
    when=(between(range(BUILD + 1), (PRODUCE, RENEW)),),
)
def step_two_begins_with_enough_cities(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Step 2 begins before the bureaucracy if somebody has connected enough cities, and at no other time."""
    if before.step != 1 or now.step == 3:
        return
    f = facts(engine)
    enough = f.most(now) >= f.step2_cities
    if f.full_board_counts:
        enough = enough or all(now.houses)
    is_due = enough and not now.is_ending and before.card == STACK
    if is_due is not (now.step == 2) and not (now.step == 2 and before.card != STACK):
        yield (
            f"somebody has {f.most(now)} cities, Step 2 needs {f.step2_cities}, and the bureaucracy is one of Step "
            f"{now.step}"
        )


@after(
    "step2.start", "step3.start",
    moves=("Draw", "Done", "Build", "Run", "Supply", "Pass", "Auction", "Bid"),
    when=(CARD,), share=OFTEN,
)  # fmt: skip
def steps_begin_one_after_the_other(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Step 2 begins once, when the building phase is over; no Step comes back."""
    if now.step == before.step:
        return
    if now.step < before.step:
        yield f"Step {now.step} follows Step {before.step}"
    later = facts(engine).step2_first and now.card != STACK
    if now.step == 2 and not later and not (stage(before.phase) <= BUILD and stage(now.phase) >= PRODUCE):
        yield f"Step 2 begins in round {now.round} with {move}, though no building phase is over"


@after("step3.start", "step3.auction-end", "step3.building", "step3.bureaucracy", when=(PHASE_OVER, CARD))
def step_three_begins_with_the_next_phase(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Step 3 begins with the phase after the one in which its card left the game."""
    f = facts(engine)
    if now.card == DRAWN:
        late = not f.at_step2_builds and stage(now.phase) == PRODUCE
        if stage(now.phase) in (AUCTIONS, PRODUCE) and not late and type(now.phase) is not Drawing:
            yield (
                f"the phase of round {now.round} is over in which the Step 3 card was drawn, and it is Step {now.step}"
            )
    began = now.began in (before.round, now.round)  # one move may end the building phase and the round
    if now.card == USED and before.card != USED and (now.step != 3 or not began):
        yield f"Step 3 should begin in round {now.round}, and Step {now.step} goes on"


@holds("step3.start", reads=("step", "card"), share=OFTEN)
def step_three_needs_its_card(engine: AnyEngine, t: Table) -> Iterator[str]:
    """It is Step 3 exactly after the Step 3 card has left the game and a phase has begun."""
    if (t.step == 3) is not (t.card == USED):
        is_used = "has" if t.card == USED else "has not"
        yield f"it is Step {t.step}, and the Step 3 card {is_used} left the game"
