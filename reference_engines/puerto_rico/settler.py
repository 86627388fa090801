"""The settler phase: tiles from the row, quarries, the hacienda's face-down tile and the hospice's colonist."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.puerto_rico.kit import Kit, tile_name
from rulecheck.reference_engines.puerto_rico.moves import Decline, Draw, Move, Pass, Take, Use
from rulecheck.reference_engines.puerto_rico.rounds import (
    Events,
    also,
    next_choice,
    place_of,
    with_colonist,
    wrong_time,
)
from rulecheck.reference_engines.puerto_rico.table import (
    CHOOSING,
    HACIENDA,
    HACIENDA_DRAW,
    NONE,
    QUARRY,
    TAKING,
    TILES,
    Hacienda,
    HaciendaDraw,
    Hospice,
    Row,
    Seat,
    Table,
    Taking,
    added,
)
from rulecheck.reference_engines.tuples import plus, replaced

# ---- whose turn it is


@cites("settler.take", "settler.island-full", "building.occupied", "role.order")
def ask(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The next player, from the `place`-th after the settler on, who has something to decide."""
    while place < g.players:
        seat = (t.picker + place) % g.players
        owner = t.seats[seat]
        events += no_stack(g, t, owner)
        if sum(owner.tiles) >= g.island_spaces:
            events += ("settler.island-full",)
        else:
            if owner.city[g.hacienda] >= 0 and may_draw(g, t):
                if owner.city[g.hacienda]:
                    return hacienda(g, changed(t, turn=seat), events)
                events = also(events, "building.occupied")
            if can_take(g, t, seat):
                return changed(t, turn=seat, phase=TAKING, events=events)
            events += nothing_to_take(g, t, seat)
        place += 1
    return clear_row(g, t, events)


def next_seat(g: Kit, t: Table, events: Events) -> Table:
    """The acting player is done."""
    return ask(g, t, place_of(g, t) + 1, events)


# ---- the hacienda


@cites("hacienda.stack-empty")
def no_stack(g: Kit, t: Table, owner: Seat) -> Events:
    """The reading on a hacienda whose owner finds discards only."""
    asks = owner.city[g.hacienda] > 0 and sum(owner.tiles) < g.island_spaces
    return (SILENT + "hacienda.stack-empty",) if asks and t.stack == NONE != t.discard else ()


@cites("hacienda.draw", "hacienda.stack-empty")
def may_draw(g: Kit, t: Table) -> bool:
    """Whether a face-down tile can be drawn for a hacienda."""
    return t.stack != NONE or (g.hacienda_reshuffles and t.discard != NONE)


@cites("hacienda.draw", "hacienda.choice")
def hacienda(g: Kit, t: Table, events: Events) -> Table:
    """The owner of a hacienda is asked, or draws at once."""
    events += (SILENT + "hacienda.choice",)
    if g.hacienda_optional:
        return changed(t, phase=HACIENDA, events=events)
    return draw_for_hacienda(t, events)


def draw_for_hacienda(t: Table, events: Events) -> Table:
    """Chance is about to draw; a reading may need the discards shuffled first."""
    events += ("hacienda.draw",)
    if t.stack == NONE:
        events += (SILENT + "hacienda.stack-empty",)
        return changed(t, phase=HACIENDA_DRAW, stack=t.discard, discard=NONE, events=events)
    return changed(t, phase=HACIENDA_DRAW, events=events)


@cites("hacienda.must-place", "hospice.not-hacienda")
def lay_hacienda(g: Kit, t: Table, kind: int) -> Table:
    """The tile drawn lies on the island at once; then the player takes a tile as usual."""
    owner = t.seats[t.turn]
    t = changed(t, seats=replaced(t.seats, t.turn, changed(owner, tiles=plus(owner.tiles, kind, 1))))
    t, events = drawn(g, t, kind, ("hacienda.must-place",))
    if owner.city[g.hospice] > 0:
        events += ("hospice.not-hacienda",)
    if sum(owner.tiles) + 1 >= g.island_spaces:
        return next_seat(g, t, (*events, "settler.island-full"))
    return take(g, t, events)


# ---- taking a tile


@cites("settler.privilege", "settler.no-quarry", "hut.quarry", "building.occupied")
def may_quarry(g: Kit, t: Table, seat: int) -> bool:
    """Whether a player has the right to a quarry."""
    return seat == t.picker or t.seats[seat].city[g.hut] > 0


@cites("settler.take", "settler.quarries-gone")
def can_take(g: Kit, t: Table, seat: int) -> bool:
    """Whether there is a tile that a player may take."""
    return t.row != NONE or (t.quarries > 0 and may_quarry(g, t, seat))


def take(g: Kit, t: Table, events: Events) -> Table:
    """The acting player takes a tile after the hacienda's, if there is one to take."""
    if can_take(g, t, t.turn):
        return changed(t, phase=TAKING, events=events)
    return next_seat(g, t, events + nothing_to_take(g, t, t.turn))


@cites("settler.quarries-gone", "settler.no-quarry", "building.occupied")
def nothing_to_take(g: Kit, t: Table, seat: int) -> Events:
    """Why a player finds no tile though the island has room: with no plantation in the row it is about quarries."""
    if may_quarry(g, t, seat):
        return ("settler.quarries-gone",)
    if not t.quarries:
        return ()
    return ("settler.no-quarry",) if t.seats[seat].city[g.hut] < 0 else ("building.occupied",)


@cites("settler.one-tile", "hut.one-quarry")
def one_only(g: Kit, t: Table, seat: int, tile: int) -> Events:
    """The limits that end a player's turn who has the right to a quarry, and room and a tile for one more."""
    if sum(t.seats[seat].tiles) >= g.island_spaces or not may_quarry(g, t, seat):
        return ()
    if tile != QUARRY:
        return ("settler.one-tile",) if t.quarries else ()
    events: Events = ("settler.one-tile",) if t.row != NONE else ()
    if t.quarries and seat == t.picker and t.seats[seat].city[g.hut] > 0:
        events += ("hut.one-quarry",)
    return events


@cites("settler.take", "settler.privilege", "hut.quarry", "building.occupied")
def lay(g: Kit, t: Table, tile: int) -> Table:
    """The tile taken lies on the island; a hospice may add a colonist."""
    owner = t.seats[t.turn]
    seats = replaced(t.seats, t.turn, changed(owner, tiles=plus(owner.tiles, tile, 1)))
    if tile == QUARRY:
        events: Events = ("settler.privilege",) if t.turn == t.picker else ("hut.quarry",)
        t = changed(t, seats=seats, quarries=t.quarries - 1)
    else:
        events = ("settler.take",)
        t = changed(t, seats=seats, row=plus(t.row, tile, -1))
    events += one_only(g, t, t.turn, tile)
    if owner.city[g.hospice] > 0:
        return hospice(g, t, tile, events)
    if not owner.city[g.hospice] and with_colonist(g, t) is not None:
        events += ("building.occupied",)
    return next_seat(g, t, events)


# ---- the hospice


@cites("hospice.colonist", "hospice.none", "hospice.choice", "colonist.source")
def hospice(g: Kit, t: Table, tile: int, events: Events) -> Table:
    """The owner of a hospice is asked whether a colonist goes onto the tile just taken."""
    if not t.colonists and t.colonist_ship:
        events += (SILENT + "colonist.source",)
    if with_colonist(g, t) is None:
        return next_seat(g, t, (*events, "hospice.none"))
    events += (SILENT + "hospice.choice",)
    if g.hospice_optional:
        return changed(t, phase=Hospice(tile), events=events)
    return settle(g, t, tile, events)


@cites("hospice.colonist", "hospice.from-ship")
def settle(g: Kit, t: Table, tile: int, events: Events) -> Table:
    """A colonist goes onto the tile just taken."""
    source = with_colonist(g, t)
    assert source is not None
    colonists, ship, from_ship = source
    owner = t.seats[t.turn]
    seats = replaced(t.seats, t.turn, changed(owner, tilled=plus(owner.tilled, tile, 1)))
    t = changed(t, seats=seats, colonists=colonists, colonist_ship=ship)
    return next_seat(g, t, (*events, "hospice.from-ship" if from_ship else "hospice.colonist"))


# ---- the row


@cites("settler.discard", "settler.fill-row")
def clear_row(g: Kit, t: Table, events: Events) -> Table:
    """Everyone has had their turn: the rest of the row is discarded and a new row is drawn."""
    if t.row != NONE:
        events += ("settler.discard",)
    t = changed(t, discard=added(t.discard, t.row), row=NONE)
    return draw_row(g, t, g.row_tiles, events)


@cites("settler.fill-row", "settler.reshuffle", "settler.short-row")
def draw_row(g: Kit, t: Table, left: int, events: Events) -> Table:
    """Chance turns up the next tile; discards are shuffled when the stacks are empty."""
    if left and t.stack == NONE:
        if t.discard == NONE:
            return row_done(g, t, (*events, "settler.short-row"))
        t = changed(t, stack=t.discard, discard=NONE)
        events += ("settler.reshuffle",)
    if not left:
        return row_done(g, t, events)
    return changed(t, phase=Row(left), turn=t.picker, events=events)


def row_done(g: Kit, t: Table, events: Events) -> Table:
    """The row lies: the game begins, or the next player chooses a role."""
    if t.role < 0:
        return changed(t, phase=CHOOSING, events=(*events, "round.governor-first"))
    return next_choice(g, t, events)


@cites("settler.reshuffle-when", "settler.reshuffle")
def drawn(g: Kit, t: Table, kind: int, events: Events) -> tuple[Table, Events]:
    """A tile has left the stacks."""
    stack = plus(t.stack, kind, -1)
    if stack == NONE and t.discard != NONE:
        events += (SILENT + "settler.reshuffle-when",)
        if g.reshuffle_at_once:
            return changed(t, stack=t.discard, discard=NONE), (*events, "settler.reshuffle")
    return changed(t, stack=stack), events


@cites("setup.row", "settler.fill-row")
def turn_up(g: Kit, t: Table, phase: Row, kind: int) -> Table:
    """A tile comes into the row."""
    events: Events = ("settler.fill-row",) if t.role >= 0 else ("setup.row",)
    row, left = plus(t.row, kind, 1), phase.left - 1
    stack = plus(t.stack, kind, -1)
    if left and stack != NONE:
        return changed(t, row=row, stack=stack, phase=Row(left), events=events)
    if not left:
        t, events = drawn(g, t, kind, events)
        return draw_row(g, changed(t, row=row), left, events)
    return draw_row(g, changed(t, row=row, stack=stack), left, events)


# ---- moves


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves of the settler phase."""
    phase = t.phase
    kind = type(phase)
    if kind is Taking:
        open_: list[Move] = [move for move, count in zip(g.take, t.row, strict=False) if count]
        if t.quarries and may_quarry(g, t, t.turn):
            open_.append(g.take[QUARRY])
        open_.append(g.pass_)
        return open_
    if kind is Hacienda:
        return g.asked[g.hacienda]
    if kind is Hospice:
        return g.asked[g.hospice]
    return [g.draw[kind] for kind, count in enumerate(t.stack) if count]


def weights(g: Kit, t: Table) -> Sequence[int]:
    """How many tiles of each kind lie face down."""
    return [count for count in t.stack if count]


@cites("settler.from-row", "settler.no-quarry", "settler.quarries-gone", "hacienda.no-quarry", "settler.one-tile")
def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open in the settler phase."""
    match t.phase, move:
        case ((Row() | HaciendaDraw()), Draw(kind)):
            return Refused("setup.stack", f"no {kind} plantation lies face down")
        case Row(), _:
            filling = "setup.row" if t.role < 0 else "settler.fill-row"
            return Refused(*wrong_time(t, move, filling, "the row is being filled"))
        case ((Hacienda() | HaciendaDraw()), Take("quarry")):
            return Refused("hacienda.no-quarry", "the hacienda's tile comes from the face-down stacks")
        case Hacienda(), Take():
            return Refused("hacienda.draw", "the hacienda's tile comes first")
        case HaciendaDraw(), Take():
            return Refused("hacienda.must-place", "the hacienda's tile is being drawn")
        case HaciendaDraw(), _:
            return Refused(*wrong_time(t, move, "hacienda.must-place", "the hacienda's tile is being drawn"))
        case Hacienda(), _:
            return Refused(*wrong_time(t, move, "hacienda.draw", "the hacienda's tile comes first"))
        case Hospice(), _:
            return Refused(
                *wrong_time(t, move, "hospice.colonist", "it has to be said first whether the hospice is used")
            )
        case Taking(), Take("quarry"):
            return no_quarry(g, t)
        case Taking(), Take(tile):
            return Refused("settler.from-row", f"no {tile_name(TILES.index(tile))} lies in the row")
        case Taking(), Use("hospice"):
            return Refused("hospice.colonist", "the hospice's colonist comes with the tile")
        case Taking(), (Use("hacienda") | Decline("hacienda")) if not t.seats[t.turn].city[g.hacienda]:
            return Refused("building.occupied", "the hacienda is not occupied")
        case Taking(), (Use("hacienda") | Decline("hacienda")):
            return Refused("hacienda.draw", "the hacienda is used before a tile is taken, once")
        case _:
            return Refused(*wrong_time(t, move, "settler.take", "a tile may be taken, or nothing"))


def no_quarry(g: Kit, t: Table) -> Refused:
    """Why the acting player may not take a quarry."""
    owner = t.seats[t.turn]
    if may_quarry(g, t, t.turn):
        return Refused("settler.quarries-gone", "no quarry is left")
    if owner.city[g.hut] == 0:
        return Refused("building.occupied", "the construction hut is not occupied")
    return Refused("settler.no-quarry", "only the settler takes a quarry, or the owner of a construction hut")


@cites("role.optional", "violet.optional")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move of the settler phase."""
    phase = t.phase
    match move:
        case Take(tile):
            return lay(g, t, TILES.index(tile))
        case Draw(kind):
            if type(phase) is Row:
                return turn_up(g, t, phase, g.good_number[kind])
            return lay_hacienda(g, t, g.good_number[kind])
        case Pass():
            return next_seat(g, t, ("role.optional",))
        case Use():
            if type(phase) is Hospice:
                return settle(g, t, phase.tile, ())
            return draw_for_hacienda(t, ())
        case _:
            if type(phase) is Hospice:
                return next_seat(g, t, ("violet.optional",))
            return take(g, t, ("violet.optional",))
