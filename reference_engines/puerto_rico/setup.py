"""Setting up: money, the first plantations, colonists, ships and role cards."""

from __future__ import annotations

from rulecheck.reference_engines.contract import SILENT, changed, cites
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import CHOOSING, CORN, INDIGO, NONE, Counts, Row, Seat, Table
from rulecheck.reference_engines.tuples import plus


@cites("setup.first-tile", "setup.money")
def first_seat(g: Kit, place: int) -> Seat:
    """What the player who comes `place`-th after the governor starts with."""
    tile = INDIGO if place < g.start_indigo else CORN
    return Seat(money=g.start_money, tiles=plus((0,) * 6, tile, 1), city=g.no_city)


@cites(
    "setup.board", "setup.governor", "setup.points", "setup.stack", "setup.roles", "setup.ships", "setup.supplies",
    "setup.colonists", "setup.start-tiles", "setup.ship-colonists",
)  # fmt: skip
def start(g: Kit) -> Table:
    """The table before the first plantation is turned up; the first seat is governor."""
    seats = tuple(first_seat(g, place) for place in range(g.players))
    stack: Counts = g.tiles_total[:5]
    for seat in () if g.start_tiles_extra else seats:
        stack = tuple(left - dealt for left, dealt in zip(stack, seat.tiles, strict=False))
    events = (
        "setup.board", "setup.money", "setup.governor", "setup.first-tile", "setup.points", "setup.stack",
        "setup.roles", "setup.ships", "setup.supplies", "setup.colonists", SILENT + "setup.start-tiles",
        SILENT + "setup.ship-colonists",
    )  # fmt: skip
    return Table(
        seats=seats,
        phase=Row(g.row_tiles),  # setup.row
        governor=0,  # setup.governor
        taken=(-1,) * len(g.roles),  # setup.roles
        card_money=(0,) * len(g.roles),  # setup.roles
        bank=g.money_total - g.players * g.start_money,  # setup.money
        stock=g.counts,  # setup.board
        supply=g.goods_total,  # setup.supplies
        ships=((-1, 0),) * 3,  # setup.ships
        stack=stack,  # setup.stack
        quarries=g.tiles_total[5],  # setup.stack
        colonists=g.first_reserve - (g.first_ship if g.ship_from_reserve else 0),  # setup.colonists
        colonist_ship=g.first_ship,  # setup.colonists
        pool=g.points_total,  # setup.points
        events=events,
    )


def ready(g: Kit) -> Table:
    """The first choice of a role, with a row in which every kind lies as evenly as can be."""
    t = start(g)
    row: Counts = NONE
    stack, kind = t.stack, 0
    for _ in range(g.row_tiles):
        while not stack[kind % 5] and any(stack):
            kind += 1
        if any(stack):
            row, stack = plus(row, kind % 5, 1), plus(stack, kind % 5, -1)
        kind += 1
    return changed(t, row=row, stack=stack, phase=CHOOSING, events=())
