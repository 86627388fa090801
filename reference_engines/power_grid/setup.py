"""Setting up: the first order of play, the regions, money, fuel and the stack of plants."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.power_grid import auction
from rulecheck.reference_engines.power_grid.flow import Events
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import ChooseRegion, Lot, Move, Thirteen
from rulecheck.reference_engines.power_grid.table import (
    LOTS,
    NO_FUEL,
    REGIONS,
    REMOVING,
    STACK,
    Counts,
    Lots,
    Regions,
    Removing,
    Seat,
    Table,
    sorted_in,
)
from rulecheck.reference_engines.tuples import plus

START_EVENTS: Events = (
    "setup.map", "setup.money", "setup.houses", "setup.fuel", "setup.first-prices", "setup.supply", "setup.market",
    "setup.thirteen", "setup.stack", "step1.start", SILENT + "houses.markers",
)  # fmt: skip


@cites(
    "setup.money", "setup.houses", "setup.fuel", "setup.first-prices", "setup.supply", "setup.market",
    "setup.thirteen", "setup.stack", "step1.start", "houses.markers",
)  # fmt: skip
def start(g: Kit) -> Table:
    """The table before the first order of play is drawn."""
    seat = Seat(money=g.start_money, houses=g.houses_start)
    return Table(
        seats=(seat,) * g.players,
        phase=REMOVING if g.thirteen_pool and g.removed else LOTS,
        market=g.first_market,  # setup.market
        has_thirteen=True,  # setup.thirteen
        unseen=g.first_unseen,  # setup.stack
        stack=len(g.first_unseen) - g.removed,  # setup.stack
        card=STACK,  # setup.stack
        fuel=g.fuel_start,  # setup.fuel, setup.first-prices
        supply=tuple(total - laid for total, laid in zip(g.fuel_total, g.fuel_start, strict=True)),  # setup.supply
        step=1,  # step1.start
        events=(*START_EVENTS, SILENT + "setup.thirteen") if g.removed else START_EVENTS,
    )


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """What can be drawn or chosen now."""
    if isinstance(t.phase, Removing):
        return g.remove, g.keep
    if isinstance(t.phase, Lots):
        return [move for k, move in enumerate(g.lot) if k not in t.order]
    return [move for k, move in enumerate(g.choose) if fits(g, t.regions | 1 << k) and not t.regions >> k & 1]


def weights(g: Kit, t: Table) -> Sequence[int]:
    """How likely each of these is."""
    if isinstance(t.phase, Removing):
        return g.removed, len(g.first_unseen) + 1 - g.removed
    return (1,) * len(moves(g, t))


@cites("setup.adjacent", "regions.shape", "regions.count")
def fits(g: Kit, regions: int) -> bool:
    """Whether regions can be part of an adjacent set of the right number."""
    return any(regions & whole == regions for whole in g.region_sets)


def explain(g: Kit, t: Table, move: Move) -> Refused:
    """The clause that forbids a move now."""
    if isinstance(t.phase, Regions):
        if isinstance(move, ChooseRegion):
            if t.regions >> g.region_number[move.region] & 1:
                return Refused("setup.regions", f"{move.region} is chosen already")
            return Refused("setup.adjacent", f"with {move.region} the regions would not be adjacent")
        return Refused("setup.regions", "the regions are chosen now")
    if isinstance(move, Lot):
        if isinstance(t.phase, Removing):
            return Refused("setup.stack", "the stack is built now")
        return Refused("setup.lots", f"{move.seat} has a place in the order of play")
    if isinstance(move, Thirteen):
        return Refused("setup.thirteen", "plant 13 is on the stack")
    return Refused("setup.lots", "the order of play is drawn now")


@cites("setup.lots", "setup.regions", "setup.adjacent", "setup.thirteen", "regions.choice")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a lot, or after the choice of a region."""
    if isinstance(move, Thirteen):
        if not move.is_removed:
            return changed(t, phase=LOTS, events=("setup.stack", "setup.thirteen"))
        return changed(
            t, phase=LOTS, has_thirteen=False, stack=t.stack + 1, gone=sorted_in(t.gone, g.thirteen),
            events=("setup.stack",),
        )  # fmt: skip
    if isinstance(move, Lot):
        order = (*t.order, g.seat_number[move.seat])
        if len(order) + 1 < g.players:
            return changed(t, order=order, events=("setup.lots",))
        order += tuple(k for k in range(g.players) if k not in order)
        return changed(t, order=order, turn=order[0], phase=REGIONS, events=("setup.lots",))
    assert isinstance(move, ChooseRegion)
    regions = t.regions | 1 << g.region_number[move.region]
    count = regions.bit_count()
    events: Events = ("setup.regions", SILENT + "regions.choice")
    if count > 1:
        events += ("setup.adjacent", SILENT + "regions.shape")
    if count < g.regions_used:
        return changed(t, regions=regions, turn=t.order[count % g.players], events=events)
    if g.regions_used != g.players:
        events += (SILENT + "regions.count",)
    return begin(g, changed(t, regions=regions), events)


@cites("round.phases")
def begin(g: Kit, t: Table, events: Events) -> Table:
    """The map is known: the first auctions begin."""
    board = g.board(t.regions)
    seats = tuple(changed(seat, ways=board.nowhere) for seat in t.seats)
    t = changed(t, seats=seats, houses=board.nowhere)
    return auction.ask(g, t, 0, (*events, "round.phases"))


def ready(g: Kit) -> Table:
    """The first choice of a plant, with the seats in their order and the first regions that are adjacent."""
    t = changed(start(g), order=tuple(range(g.players)), regions=g.region_sets[0], phase=LOTS)
    return changed(begin(g, t, ()), events=())


def second_round(g: Kit) -> Table:
    """The table of a second round: everybody owns a low plant with fuel for one run, and no city."""
    t = ready(g)
    owned = tuple(range(g.players))
    seen = g.players + 2 * g.row
    fuel, supply, seats = t.fuel, t.supply, []
    for k, seat in enumerate(t.seats):
        needs = g.needs[owned[k]]
        kinds = g.kinds[owned[k]]
        mine: Counts = NO_FUEL
        if kinds:
            mine = plus(mine, kinds[0], min(needs, fuel[kinds[0]]))
            fuel = plus(fuel, kinds[0], -mine[kinds[0]])
        seats.append(changed(seat, plants=(owned[k],), fuel=mine))
    market = tuple(range(g.players, seen))
    unseen = tuple(k for k in t.unseen if k not in market)
    return changed(
        t, seats=tuple(seats), market=market, has_thirteen=g.thirteen not in market, unseen=unseen,
        stack=max(0, len(unseen) - g.removed), fuel=fuel, supply=supply, round=2, sold=g.players,
    )  # fmt: skip
