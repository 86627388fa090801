"""Mistakes in the three Steps of the game."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import auction, bureaucracy, cards, ending, network
from rulecheck.reference_engines.power_grid.arithmetic import is_reached
from rulecheck.reference_engines.power_grid.flow import RESUME, Resume
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.table import (
    BUILDING,
    DRAWN,
    RENEWAL_OVER,
    STACK,
    TURNED_UP,
    AuctionsOver,
    Building,
    BureaucracyNext,
    Burying,
    Cut,
    FuelNext,
    NextBuilder,
    Offering,
    Phase,
    RenewalOver,
    Table,
)
from tests.faults.power_grid.common import Events, Wrong

_ask = bureaucracy.ask
_cut = cards.cut
_over = network.over
_refill = bureaucracy.refill
_replace = cards.replace
_build_on = network.build_on
_can_draw = cards.can_draw
_turned_up = cards.turned_up
_drop_lowest = cards.drop_lowest
_start_step3 = cards.start_step3
_renew_in_step3 = cards.renew_in_step3

# ---- Step 2


def _is_due(g: Kit, t: Table) -> bool:
    return t.step == 1 and t.card == STACK and is_reached(t.most, g.step2_cities)


def _step2_while_building(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    if _is_due(g, t):
        return _replace(g, _drop_lowest(g, changed(t, step=2)), BUILDING, events)
    return _build_on(g, t, phase, events)


@breaks("step2.start")
class Step2BeginsWhileBuilding(Wrong):
    """Step 2 begins as soon as a player has connected enough cities, and those who build after that are in it."""

    swaps = ((RESUME, Building, _step2_while_building),)


@breaks("step2.remove")
@Wrong.instead(network.over)
def ThePlantOfStep2IsNotReplaced(g: Kit, t: Table, events: Events) -> Table:
    """When Step 2 begins the lowest plant leaves the market, and no card is drawn in its place."""
    if _is_due(g, t) and t.most < g.end_cities:
        return bureaucracy.begin(g, _drop_lowest(g, changed(t, step=2)), events)
    return _over(g, t, events)


# ---- when Step 3 begins


def _begun(g: Kit, t: Table, after: Phase) -> Table:
    """The Step 3 card and the lowest plant have left, and Step 3 has begun."""
    t, events = _start_step3(g, _drop_lowest(g, changed(t, card=DRAWN)), ("step3.start",))
    return cards.settle(g, t, after, events)


@breaks("step3.start", "step3.auction", "step3.auction-end")
@Wrong.instead(cards.turned_up)
def Step3BeginsDuringTheAuctions(g: Kit, t: Table, after: Phase) -> Table:
    """When the Step 3 card is drawn in the auctions it leaves with the lowest plant, and Step 3 begins at once."""
    return _begun(g, t, after) if isinstance(after, Offering | AuctionsOver) else _turned_up(g, t, after)


@breaks("step3.start", "step3.building")
@Wrong.instead(cards.turned_up)
def Step3BeginsDuringBuilding(g: Kit, t: Table, after: Phase) -> Table:
    """When the Step 3 card is drawn while the players build Step 3 begins at once, not with the bureaucracy."""
    return _begun(g, t, after) if isinstance(after, Building | NextBuilder) else _turned_up(g, t, after)


# ---- the Step 3 card


@breaks("step3.auction", "step3.auction-end")
@Wrong.instead(cards.turned_up)
def TheCardLeavesDuringTheAuctions(g: Kit, t: Table, after: Phase) -> Table:
    """Drawn in the auctions the Step 3 card leaves at once with the lowest plant, not when they are over."""
    if isinstance(after, Offering | AuctionsOver):
        return cards.leave(g, changed(t, card=TURNED_UP), after, ("step3.auction",))
    return _turned_up(g, t, after)


@breaks("step3.auction")
@Wrong.instead(cards.turned_up)
def TheCardTakesNoPlaceInTheMarket(g: Kit, t: Table, after: Phase) -> Table:
    """When the Step 3 card is drawn in the auctions another card is drawn at once to fill the market."""
    if isinstance(after, Offering | AuctionsOver):
        return cards.replace(g, changed(t, card=TURNED_UP, market=(*t.market, g.step3)), after, ("step3.auction",))
    return _turned_up(g, t, after)


@breaks("step3.auction", "auction.replaced")
@Wrong.instead(cards.can_draw)
def NoCardIsDrawnAfterTheStep3Card(g: Kit, t: Table) -> bool:
    """After the Step 3 card was drawn in the auctions no cards replace the plants that are bought in them."""
    return t.card != TURNED_UP and _can_draw(g, t)


def _without_card(g: Kit, t: Table) -> Table:
    market = t.market[:-1] if t.market and t.market[-1] == g.step3 else t.market
    return changed(t, market=market, card=DRAWN)


AUCTIONS_END = (FuelNext,)
BUILDS = (Building, NextBuilder, BureaucracyNext)
RENEWALS = (RenewalOver, Burying)


def _lowest_stays(*kinds: type[Phase]) -> Resume:
    def cut(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
        assert isinstance(phase, Cut)
        if not isinstance(phase.after, kinds):
            return _cut(g, t, phase, events)
        return cards.settle(g, _without_card(g, t), phase.after, events)

    return cut


@breaks("step3.auction-end")
class OnlyTheCardLeavesAfterTheAuctions(Wrong):
    """After the auctions the Step 3 card leaves the market alone, without the lowest plant."""

    swaps = ((cards.cut, _lowest_stays(*AUCTIONS_END)),)


@breaks("step3.building")
class OnlyTheCardLeavesInBuilding(Wrong):
    """Drawn while the players build the Step 3 card leaves the game alone, without the lowest plant."""

    swaps = ((cards.cut, _lowest_stays(*BUILDS)),)


@breaks("step3.bureaucracy")
class OnlyTheCardLeavesInTheBureaucracy(Wrong):
    """Drawn in the bureaucracy the Step 3 card leaves the game alone, without the lowest plant."""

    swaps = ((cards.cut, _lowest_stays(*RENEWALS)),)


def _cards_above(g: Kit, t: Table) -> bool:
    return _can_draw(g, t) if t.card != STACK else t.has_thirteen or t.stack > 0


@breaks("box.step-card", "step3.start", "setup.stack")
class ThereIsNoStep3Card(Wrong):
    """There is no Step 3 card: when the stack has no plants any more nothing is drawn, and Step 3 never begins."""

    swaps = ((cards.can_draw, _cards_above), (cards.turned_up, lambda g, t, after: cards.settle(g, t, after, ())))


# ---- the market in Step 3


@breaks("step3.market", "auction.current")
class OnlyFourPlantsCanBeChosenInStep3(Wrong):
    """In Step 3 too only the lowest four plants of the market can be chosen."""

    swaps = ((auction.current_market, lambda g, t: t.market[: g.row]),)


@breaks("step3.renewal", "renewal.bury")
@Wrong.instead(cards.renew_in_step3)
def TheHighestPlantIsBuriedInStep3(g: Kit, t: Table, events: Events) -> Table:
    """In Step 3 too the highest plant goes under the stack at the end of a round, and the lowest stays."""
    if not t.market or not _can_draw(g, t) or t.began == t.round:
        return _renew_in_step3(g, t, events)
    return _replace(g, cards.bury_highest(g, t), RENEWAL_OVER, events)


@breaks("step3.empty", "end.start")
@Wrong.instead(cards.renew_in_step3)
def TheGameEndsWithTheStack(g: Kit, t: Table, events: Events) -> Table:
    """The game is over at the end of a round in which there is no card left to draw."""
    return _renew_in_step3(g, t, events) if _can_draw(g, t) else ending.finish(g, ending.begin(g, t), events)
