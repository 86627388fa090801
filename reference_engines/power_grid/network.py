"""Phase 4, building: networks grow from city to city, in the reverse order of play."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.power_grid import bureaucracy, cards, ending
from rulecheck.reference_engines.power_grid.arithmetic import building_cost, is_open, is_reached, left_after
from rulecheck.reference_engines.power_grid.flow import Events, resumes
from rulecheck.reference_engines.power_grid.kit import HERE, NEVER, Board, Kit
from rulecheck.reference_engines.power_grid.moves import Build, Move
from rulecheck.reference_engines.power_grid.table import (
    BUILDING,
    BUREAUCRACY_NEXT,
    NEXT_BUILDER,
    STACK,
    Building,
    NextBuilder,
    Phase,
    Seat,
    Table,
)
from rulecheck.reference_engines.tuples import plus, replaced
from rulecheck.reference_engines.values import bits


@cites("network.space", "network.room", "step2.second-house", "step3.third-house")
def space_prices(g: Kit, step: int) -> tuple[int, ...]:
    """For each number of houses in a city what the next one costs, the way aside; NEVER where there is no room."""
    allowed = g.houses_allowed[step - 1]
    prices = [cost if is_open(houses, allowed) else NEVER for houses, cost in enumerate(g.house_price)]
    return (*prices, NEVER)


@cites("network.found", "network.late-start")
def founding_prices(g: Kit, step: int) -> tuple[int, ...]:
    """The same for a player without a network."""
    prices = space_prices(g, step)
    return prices if g.found_anywhere else (prices[0], *(NEVER for _ in prices[1:]))


def prices_of(g: Kit, t: Table, seat: Seat) -> tuple[int, ...]:
    """What the next house in a city costs a player, by the houses there."""
    key = (t.step, bool(seat.cities))
    prices: tuple[int, ...] | None = g.lists.get(key)
    if prices is None:
        prices = space_prices(g, t.step) if seat.cities else founding_prices(g, t.step)
        g.remember(key, prices)
    return prices


@cites("network.connect", "network.money", "network.once", "network.houses", "network.regions", "network.found")
def open_cities(g: Kit, t: Table, seat: Seat) -> tuple[Move, ...]:
    """The cities that a player can build in."""
    money = seat.money
    prices = prices_of(g, t, seat)
    if money < prices[0] or (g.houses_limited and seat.houses <= 0):
        return ()
    left = [money - price for price in prices]  # what can be spent on the way, by the houses there
    build = g.board(t.regions).build
    return tuple(
        [move for move, way, houses in zip(build, seat.ways, t.houses, strict=True) if HERE < way <= left[houses]]
    )


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The cities that can be built in, and to build no more."""
    assert isinstance(t.phase, Building)
    return (*t.phase.open, g.done)


@cites("network.order")
def begin(g: Kit, t: Table, events: Events) -> Table:
    """The building phase begins with the last in the order of play."""
    return ask(g, t, g.players - 1, (*events, "network.order"))


@cites("end.start", "step2.start")
def in_mid_phase(g: Kit, t: Table) -> Events:
    """What comes only after the phase, though a player has connected enough cities already."""
    if is_reached(t.most, g.end_cities):
        return ("end.start",)
    return ("step2.start",) if t.step == 1 and t.card == STACK and is_reached(t.most, g.step2_cities) else ()


@cites("network.order", "network.done")
def ask(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The next player, from a place in the order of play backwards, who can build; then the phase is over."""
    while place >= 0:
        seat = t.order[place]
        open = open_cities(g, t, t.seats[seat])
        if open:
            if seat != t.turn and "network.order" not in events:
                events += ("network.order",)
            return changed(t, turn=seat, phase=Building(open), events=events + in_mid_phase(g, t))
        place -= 1
    return over(g, t, events)


@resumes(Building)
@cites("network.money", "network.done", "obsolete.when")
def build_on(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    """The same player goes on as long as they can build.

    Under the reading that plants are removed at the end of a turn they are when nothing can be built.
    """
    open = open_cities(g, t, t.seats[t.turn])
    if open:
        events += ("network.money", *in_mid_phase(g, t))
        return changed(t, phase=Building(open), events=events)
    events += ("network.done",)
    if g.obsolete_at_once:
        return ask(g, t, t.order.index(t.turn) - 1, events)
    return cards.settle(g, t, NEXT_BUILDER, events)


@resumes(NextBuilder)
def build_next(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    """The next player builds."""
    return ask(g, t, t.order.index(t.turn) - 1, events)


@cites(
    "network.found", "network.connect", "network.through", "network.space", "network.money", "network.through-unused",
    "network.late-start", "network.houses", "step2.second-house", "step3.third-house",
)  # fmt: skip
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a city has been connected, or the player is done."""
    if not isinstance(move, Build):
        events: Events = ("network.done",)
        if g.obsolete_at_once:
            return ask(g, t, t.order.index(t.turn) - 1, events)
        return cards.settle(g, t, NEXT_BUILDER, events)
    board, seat = g.board(t.regions), t.seats[t.turn]
    city = board.number[move.city]
    there = t.houses[city]
    way = seat.ways[city]
    cost = building_cost(way, prices_of(g, t, seat)[there])
    events = how_built(g, t, board, seat, city, way)
    if g.houses_limited and seat.houses == 1:
        events += ("network.houses",)  # the last house: this player builds no more
    own = seat.cities | 1 << city
    if own.bit_count() > t.most:
        events += spared(g, t, own.bit_count())
    ways = tuple(map(min, seat.ways, board.onward[city])) if seat.cities else board.onward[city]
    seat = changed(seat, money=left_after(seat.money, cost), cities=own, houses=seat.houses - 1, ways=ways)
    t = changed(
        t, seats=replaced(t.seats, t.turn, seat), houses=plus(t.houses, city, 1), phase=BUILDING,
        most=max(t.most, own.bit_count()),
    )  # fmt: skip
    return cards.settle(g, t, BUILDING, events)


@cites("obsolete.owned")
def spared(g: Kit, t: Table, most: int) -> Events:
    """Whether a player owns a plant that leaves only a market, now that somebody has so many cities."""
    owned = [g.numbers[plant] for seat in t.seats for plant in seat.plants]
    return ("obsolete.owned",) if any([t.most < number <= most for number in owned]) else ()


FOUNDED: Events = ("network.found", "network.space")
CONNECTED: Events = ("network.connect", "network.one", "network.space")
LATER_HOUSE: tuple[Events, ...] = ((), ("step2.second-house",), ("step3.third-house",))


@cites(
    "network.found", "network.connect", "network.one", "network.through", "network.through-unused",
    "network.late-start",
)  # fmt: skip
def how_built(g: Kit, t: Table, board: Board, seat: Seat, city: int, way: int) -> Events:
    """The clauses that building in a city carries out, and the readings that it needs."""
    later = LATER_HOUSE[t.houses[city]]
    if not seat.cities:
        allowed = g.houses_allowed[t.step - 1]
        if any(0 < houses < allowed and seat.money >= g.house_price[houses] for houses in t.houses):
            return (*FOUNDED, SILENT + "network.late-start", *later)
        return FOUNDED
    events = CONNECTED + later
    if not any(cost == way and seat.cities >> near & 1 for near, cost in board.direct[city]):
        events += ("network.through",)
    if board.elsewhere[city] & seat.cities:
        own = bits(seat.cities)
        if min(board.inside[city][k] for k in own) > min(board.outside[city][k] for k in own):
            events += (SILENT + "network.through-unused",)
    return events


@cites("step2.start", "end.start", "end.nothing-more", "step2.remove", "step2.full-board", "end.timing")
def over(g: Kit, t: Table, events: Events) -> Table:
    """All have built: the game may end, or Step 2 begin, before the bureaucracy."""
    if is_reached(t.most, g.end_cities):  # end.start, end.nothing-more
        t, events = ending.begin(g, t), (*events, "end.start")
        if g.end_best and not g.end_pays:
            return ending.finish(g, t, events)
        return bureaucracy.begin(g, t, events)
    if t.step == 1 and t.card == STACK:
        enough, full = is_reached(t.most, g.step2_cities), all(t.houses)
        if full and not enough:
            events += (SILENT + "step2.full-board",)
        if enough or (full and g.full_board_counts):
            t = cards.drop_lowest(g, changed(t, step=2))
            return cards.replace(g, t, BUREAUCRACY_NEXT, (*events, "step2.start", "step2.remove"))
    return bureaucracy.begin(g, t, events)


def explain(g: Kit, t: Table, move: Move) -> Refused:
    """The clause that forbids a move now."""
    if not isinstance(move, Build):
        return Refused("network.done", "the player builds, or says that they are done")
    board, seat = g.board(t.regions), t.seats[t.turn]
    city = board.number.get(move.city)
    if city is None:
        return Refused("network.regions", f"{move.city} is not in a chosen region")
    if seat.cities >> city & 1:
        return Refused("network.once", f"the player has {move.city} already")
    if g.houses_limited and seat.houses <= 0:
        return Refused("network.houses", "the player has no house left")
    price = prices_of(g, t, seat)[t.houses[city]]
    if price >= NEVER:
        if not seat.cities and space_prices(g, t.step)[t.houses[city]] < NEVER:
            return Refused("network.found", f"{move.city} is not empty")
        return Refused("network.room", f"in Step {t.step} there is no room for another house in {move.city}")
    if seat.ways[city] >= NEVER:
        return Refused("network.one", f"no way leads to {move.city}")
    cost = building_cost(seat.ways[city], price)
    return Refused("network.money", f"{move.city} costs {cost}, the player has {seat.money}")
