"""A turn: dice, workers, purchases, and what follows when something was done."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.castles_of_burgundy import rounds
from rulecheck.reference_engines.castles_of_burgundy.arithmetic import can_pay, has_room
from rulecheck.reference_engines.castles_of_burgundy.kit import Kit
from rulecheck.reference_engines.castles_of_burgundy.moves import (
    Buy,
    Discard,
    EndTurn,
    Move,
    Pay,
    Place,
    Sell,
    Shift,
    Take,
    TakeWorkers,
    Use,
)
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events, wrong_time
from rulecheck.reference_engines.castles_of_burgundy.table import (
    ACTING,
    EMPTY,
    TURN,
    Discarding,
    Paying,
    Phase,
    Seat,
    Table,
    with_tile,
    without,
)
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.tuples import plus, replaced

SIX = 1 << 6
EIGHT = 1 << 8
"""Mask of knowledge tile 6."""

ON_DISCARD = (SILENT + "storage.full",)

# ---- going on


@cites("purchase.once", "purchase.storage", "storage.full")
def may_buy(g: Kit, t: Table, seat: Seat) -> bool:
    """Whether the acting player, whose seat this is, can buy something now."""
    return can_afford(g, t, seat) and (g.always_discard or has_room(len(seat.storage), g.room))


@cites("purchase.once", "purchase.price", "knowledge.6")
def can_afford(g: Kit, t: Table, seat: Seat) -> bool:
    """Whether the acting player could buy something now if there is room for it."""
    if t.bought or (seat.silver < g.price and not g.later):
        return False
    six = bool(seat.knowledge & SIX)
    if not can_pay(seat.silver, seat.workers, g.price, g.later and six):
        return False
    return bool(t.black) or (six and any(t.depots))


@cites("turn.two-actions", "purchase.end")
def is_over(g: Kit, t: Table, seat: Seat) -> bool:
    """Whether the turn is over for the acting player, whose seat this is: no die is left, and nothing can be bought."""
    return not t.dice[t.turn] and not may_buy(g, t, seat)


@cites("turn.two-actions", "purchase.end", "storage.full")
def go_on(g: Kit, t: Table, seat: Seat, events: Events) -> Table:
    """Something was done in the turn; `seat` is how the acting player stands now.  The turn goes on or is over."""
    seats = t.seats if seat is t.seats[t.turn] else replaced(t.seats, t.turn, seat)
    if t.dice[t.turn]:
        return changed(t, seats=seats, phase=TURN, events=events)
    if can_afford(g, t, seat) and not has_room(len(seat.storage), g.room):
        events += ON_DISCARD
    if not is_over(g, t, seat):
        return changed(t, seats=seats, phase=TURN, events=(*events, "purchase.end"))
    return rounds.end_turn(g, changed(t, seats=seats), events)


def go_to(g: Kit, t: Table, seat: Seat, phase: Phase, events: Events) -> Table:
    """A phase that a tile or a purchase has interrupted goes on, or the turn does."""
    if phase is TURN or phase == TURN:
        return go_on(g, t, seat, events)
    return changed(t, seats=replaced(t.seats, t.turn, seat), phase=phase, events=events)


@cites("estate.storage", "take.storage", "take.full", "purchase.storage", "storage.full")
def store(g: Kit, t: Table, seat: Seat, kind: int, after: Phase, events: Events) -> Table:
    """A tile from the main board goes to the storage; a full one has to make room first."""
    if has_room(len(seat.storage), g.room):
        seat = changed(seat, storage=with_tile(seat.storage, kind))
        return go_to(g, t, seat, after, (*events, "take.storage"))
    seats = t.seats if seat is t.seats[t.turn] else replaced(t.seats, t.turn, seat)
    events += ("estate.storage", "take.full")
    return changed(t, seats=seats, held=kind, phase=Discarding(after), events=events)


# ---- buying


@cites("purchase.once", "purchase.price", "purchase.storage", "knowledge.6", "purchase.moment")
def purchases(g: Kit, t: Table, seat: Seat) -> tuple[Move, ...]:
    """The tiles that the acting player can buy."""
    if not may_buy(g, t, seat):
        return ()
    black = t.black
    if not seat.knowledge & SIX:
        buys = g.buy_lists.get(black)
        if buys is None:
            buys = g.remember(g.buy_lists, black, tuple([g.buy[kind][0] for kind in dict.fromkeys(black)]))
        return buys
    depots = [g.buy[kind][d] for d, tiles in enumerate(t.depots, 1) for kind in dict.fromkeys(tiles)]
    return (*[g.buy[kind][0] for kind in dict.fromkeys(black)], *depots)


@cites("purchase.once", "purchase.price", "purchase.moment", "knowledge.6", "edition.rules")
def buy(g: Kit, t: Table, move: Buy) -> Table:
    """A tile is bought; the phase in which it happens goes on afterwards."""
    kind, depot, seat = g.tile_number[move.tile], move.depot, t.seats[t.turn]
    events: Events = ("purchase.moment", "purchase.price", "purchase.once")
    if depot:
        events += ("knowledge.6",)
        t = changed(t, bought=True, depots=replaced(t.depots, depot - 1, without(t.depots[depot - 1], kind)))
    else:
        t = changed(t, bought=True, black=without(t.black, kind))
    if t.phase != TURN:
        events += (SILENT + "purchase.moment",)
    if seat.knowledge & SIX and seat.workers:
        events += (SILENT + "edition.rules",)
    workers_pay = g.later and bool(seat.knowledge & SIX)
    return pay(g, t, seat, kind, g.price, t.phase, events, workers_pay=workers_pay)


@cites("purchase.price", "edition.rules", "edition.2019")
def pay(
    g: Kit, t: Table, seat: Seat, kind: int, left: int, after: Phase, events: Events, *, workers_pay: bool
) -> Table:
    """What is left of the price is paid; where silver or workers would do, the player is asked each time."""
    while left:
        if workers_pay and seat.silver and seat.workers:
            seats = replaced(t.seats, t.turn, seat)
            return changed(t, seats=seats, held=kind, phase=Paying(left, after), events=events)
        if seat.silver:
            part = left if not workers_pay else min(left, seat.silver)
            seat = changed(seat, silver=seat.silver - part)
        else:
            part = left
            seat = changed(seat, workers=seat.workers - part)
            events += ("edition.2019",)
        left -= part
    if not has_room(len(seat.storage), g.room):
        events += ON_DISCARD
    return store(g, t, seat, kind, after, ("purchase.storage", *events))


# ---- workers and dice


@cites("worker.change", "knowledge.8", "knowledge.8-step")
def steps(g: Kit, seat: Seat) -> tuple[int, ...]:
    """What one worker of a player can do to a die."""
    if not seat.workers:
        return ()
    return g.tile_steps if seat.knowledge & EIGHT else g.usual_steps


@cites("worker.change", "worker.wrap", "worker.wrap-by", "worker.several", "knowledge.8")
def shift(g: Kit, t: Table, move: Shift) -> Table:
    """A worker changes a die."""
    seat, old = t.seats[t.turn], t.dice[t.turn]
    new = g.shifted[move.die, move.by]
    at = old.index(move.die)
    dice = tuple(sorted((*old[:at], new, *old[at + 1 :])))
    events: Events = ("worker.change",)
    if new - move.die != move.by:
        events += ("worker.wrap",) if abs(move.by) == 1 else ("worker.wrap", SILENT + "worker.wrap-by")
    if seat.knowledge & EIGHT:
        events += ("knowledge.8", SILENT + "knowledge.8-step")
    seats = replaced(t.seats, t.turn, changed(seat, workers=seat.workers - 1))
    return changed(t, seats=seats, dice=replaced(t.dice, t.turn, dice), events=events)


@cites("turn.die", "turn.any-action", "turn.die-first", "turn.two-actions")
def use(t: Table, move: Use) -> Table:
    """A die is put away, and an action follows."""
    old = t.dice[t.turn]
    at = old.index(move.die)
    rest = old[:at] + old[at + 1 :]
    events = ("turn.die",) if rest else ("turn.die", "turn.two-actions")
    return changed(t, dice=replaced(t.dice, t.turn, rest), phase=ACTING[move.die], events=events)


# ---- moves


@cites("turn.both-dice", "storage.discard")
def moves(g: Kit, t: Table) -> Sequence[Move]:
    """Choose a die, spend a worker on one, buy, or end the turn."""
    seat, dice = t.seats[t.turn], t.dice[t.turn]
    bought = purchases(g, t, seat) if not t.bought and (seat.silver >= g.price or g.later) else ()
    by = steps(g, seat) if seat.workers else ()
    known = g.turn_lists.get((dice, by))
    if known is None:
        values = tuple(dict.fromkeys(dice))
        uses, shifts = (
            [g.use[value] for value in values],
            [g.shift[value, step] for value in values for step in by if g.may_shift(value, step)],
        )
        known = g.remember(g.turn_lists, (dice, by), (*uses, *shifts))
    if bought:
        known += bought
    if g.may_discard and seat.storage:
        known += tuple([g.discard[kind] for kind in dict.fromkeys(seat.storage)])
    if not dice or g.may_stop:
        known = (*known, g.end_turn)
    return known


@cites(
    "turn.die", "turn.two-actions", "worker.change", "knowledge.8", "purchase.once", "purchase.price", "take.full",
    "storage.discard",
)  # fmt: skip
def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open between actions."""
    seat, dice = t.seats[t.turn], t.dice[t.turn]
    match move:
        case Use() | Take() | Place() | Sell() | TakeWorkers() if not dice:
            return Refused("turn.two-actions", "both dice have been used")
        case Use(die):
            return Refused("turn.die", f"no unused die shows {die}")
        case Shift(die, by):
            if die not in dice:
                return Refused("worker.change", f"no unused die shows {die}")
            if not seat.workers:
                return Refused("worker.change", "this player has no worker")
            if not g.may_shift(die, by):
                return Refused("worker.wrap", "only a change by 1 leads from 6 to 1 or from 1 to 6")
            if abs(by) == 1:
                return Refused("knowledge.8", f"each worker changes a die by {g.worker_step}")
            return Refused("worker.change", "each worker changes a die by 1 without knowledge 8")
        case Buy():
            return no_purchase(g, t, seat, move)
        case EndTurn():
            return Refused("turn.two-actions", "a die is left")
        case Discard():
            return Refused("take.full", "tiles are thrown away only to make room for another")  # storage.discard
        case _:
            return wrong_time(move, "turn.two-actions", "the turn goes on")


@cites("purchase.once", "purchase.price", "purchase.storage")
def no_purchase(g: Kit, t: Table, seat: Seat, move: Buy) -> Refused:
    """Why the acting player may not buy a tile."""
    kind = g.tile_number[move.tile]
    if t.bought:
        return Refused("purchase.once", "this player has bought in this turn")
    if move.depot and not seat.knowledge & SIX:
        return Refused("purchase.once", "tiles are bought from the black depot without knowledge 6")
    if not can_pay(seat.silver, seat.workers, g.price, g.later and bool(seat.knowledge & SIX)):
        return Refused("purchase.price", f"it costs {g.price} pieces of silver")
    if kind not in (t.depots[move.depot - 1] if move.depot else t.black):
        where = f"depot {move.depot}" if move.depot else "the black depot"
        return Refused("purchase.once", f"no {move.tile} lies in {where}")
    return Refused("purchase.storage", "the storage is full")


@cites("storage.discard", "turn.both-dice")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a choice between actions."""
    kind = type(move)
    if kind is Use:
        return use(t, move)  # type: ignore[arg-type]
    if kind is Shift:
        return shift(g, t, move)  # type: ignore[arg-type]
    if kind is Buy:
        return buy(g, t, move)  # type: ignore[arg-type]
    if isinstance(move, Discard):
        tile, seat = g.tile_number[move.tile], t.seats[t.turn]
        box = plus(t.box, tile, 1) if g.limited else t.box
        seats = replaced(t.seats, t.turn, changed(seat, storage=without(seat.storage, tile)))
        return changed(t, seats=seats, box=box, events=(SILENT + "storage.discard",))
    events = (SILENT + "turn.both-dice",) if t.dice[t.turn] else ("purchase.end",)
    return rounds.end_turn(g, t, events)


# ---- paying and making room


def paying_moves(g: Kit, t: Table) -> Sequence[Move]:
    """Silver or a worker."""
    return g.pay


def paying_explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open while a price is paid."""
    return wrong_time(move, "purchase.price", "the price has to be paid")


@cites("purchase.price", "edition.rules", "edition.2019")
def paying_apply(g: Kit, t: Table, move: Move) -> Table:
    """A part of the price is paid."""
    phase, seat = t.phase, t.seats[t.turn]
    assert isinstance(phase, Paying)
    assert isinstance(move, Pay)
    silver = int(move.what == "silver")
    seat = changed(seat, silver=seat.silver - silver, workers=seat.workers - 1 + silver)
    kind, t = t.held, changed(t, held=EMPTY)
    events: Events = ("purchase.price",) if silver else ("purchase.price", "edition.2019")
    return pay(g, t, seat, kind, phase.left - 1, phase.after, events, workers_pay=True)


@cites("take.full")
def discarding_moves(g: Kit, t: Table) -> Sequence[Move]:
    """The stored tiles of which one makes room."""
    return tuple([g.discard[kind] for kind in dict.fromkeys(t.seats[t.turn].storage)])


@cites("take.full")
def discarding_explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open while room has to be made."""
    if isinstance(move, Discard):
        return Refused("take.full", f"no {move.tile} was in the storage before")
    return wrong_time(move, "take.full", "one of the stored tiles has to make room")


@cites("take.full", "take.storage")
def discarding_apply(g: Kit, t: Table, move: Move) -> Table:
    """A stored tile leaves the game and the new one takes its place."""
    phase, seat = t.phase, t.seats[t.turn]
    assert isinstance(phase, Discarding)
    assert isinstance(move, Discard)
    old, new = g.tile_number[move.tile], t.held
    t = changed(t, held=EMPTY, box=plus(t.box, old, 1) if g.limited else t.box)
    return store(g, t, changed(seat, storage=without(seat.storage, old)), new, phase.after, ("take.full",))
