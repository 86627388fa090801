"""The craftsman phase: everybody produces, factories pay, and the craftsman takes one more barrel."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.puerto_rico import gains
from rulecheck.reference_engines.puerto_rico.arithmetic import factory_bonus, idle, produced
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.moves import LeaveOut, Move, Produce, TakeBonus
from rulecheck.reference_engines.puerto_rico.rounds import Events, also, next_choice, place_of, wrong_time
from rulecheck.reference_engines.puerto_rico.table import (
    CORN,
    GOODS,
    NONE,
    Bonus,
    Counts,
    Crafting,
    Phase,
    Seat,
    Table,
    change_seat,
)
from rulecheck.reference_engines.tuples import plus, replaced

ON_LESS = SILENT + "craftsman.less"


@cites("production.corn", "production.pairs", "production.kinds")
def places(g: Kit, seat: Seat, kind: int) -> int:
    """How many barrels of a kind a player's buildings would make; for corn as many as there are plantations."""
    if kind == CORN:
        return seat.tilled[CORN]
    return sum(seat.city[k] for k in g.makers[kind] if seat.city[k] > 0)


@cites("production.corn", "production.pairs", "craftsman.supply-short")
def yields(g: Kit, seat: Seat, supply: Counts) -> Counts:
    """The barrels that a player makes."""
    key = (seat.tilled, seat.city, supply)
    goods: Counts | None = g.lists.get(key)
    if goods is None:
        goods = tuple([produced(seat.tilled[kind], places(g, seat, kind), supply[kind]) for kind in range(5)])
        g.remember(key, goods)
    return goods


@cites(
    "craftsman.supply-short", "production.unused", "production.corn", "production.pairs", "production.no-material",
    "mayor.occupied", "building.occupied",
)  # fmt: skip
def how_made(g: Kit, seat: Seat, made: Counts, supply: Counts, events: Events) -> Events:
    """The clauses that a player's production carried out."""
    key = (seat.tiles, seat.tilled, seat.city, supply)
    reasons: Events | None = g.lists.get(key)
    if reasons is None:
        clauses = {"craftsman.produce"} if any(made) else set()
        for kind, count in enumerate(made):
            field, place = seat.tilled[kind], places(g, seat, kind)
            if count:
                clauses.add("production.pairs" if kind else "production.corn")
            if count < field and count < place:
                clauses.add("craftsman.supply-short")
            if idle(field, place):
                clauses.add("production.unused")
            if count < min(seat.tiles[kind], supply[kind]) and (kind == CORN or count < place):
                clauses.add("mayor.occupied")
            if kind != CORN and count < min(field, supply[kind]):
                clauses.add("production.no-material")
                if any([seat.city[k] == 0 for k in g.makers[kind]]):
                    clauses.add("building.occupied")
        reasons = tuple(sorted(clauses))
        g.remember(key, reasons)
    return events + tuple([clause for clause in reasons if clause not in events])


@cites("craftsman.produce", "craftsman.optional", "craftsman.less", "role.order")
def produce(g: Kit, t: Table, place: int, phase: Crafting, events: Events) -> Table:
    """The players from the `place`-th after the craftsman on produce, until somebody is asked something."""
    while place < g.players:
        turn = (t.picker + place) % g.players
        made = yields(g, t.seats[turn], t.supply)
        if made != NONE:
            optional = SILENT + "craftsman.optional"
            if optional not in events:
                events += (optional,)
            if sum(made) > 1 and ON_LESS not in events:
                events += (ON_LESS,)
            if g.may_not_produce or (g.may_make_less and sum(made) > 1):
                return changed(t, turn=turn, phase=phase, events=events)
            t, phase, events = make(g, t, turn, made, phase, events)
            events = why_factory(g, t.seats[turn], made, events)
            due = factory_due(g, t.seats[turn], made)
            if due:
                return gains.offer(g, t, due, phase, events)
        else:
            events = how_made(g, t.seats[turn], made, t.supply, events)
        place += 1
    return bonus(g, t, phase.made, events)


@cites("craftsman.less")
def less(made: Counts, left: Counts) -> Counts:
    """The barrels that a player makes who leaves some out."""
    return tuple([count - out for count, out in zip(made, left, strict=True)])


def make(g: Kit, t: Table, turn: int, made: Counts, phase: Crafting, events: Events) -> tuple[Table, Crafting, Events]:
    """A player takes the barrels from the supply, but for those left out."""
    seat = t.seats[turn]
    events = how_made(g, seat, made, t.supply, events)
    made = less(made, phase.left)
    goods = tuple([a + b for a, b in zip(seat.goods, made, strict=True)])
    supply = tuple([a - b for a, b in zip(t.supply, made, strict=True)])
    if turn == t.picker:
        phase = Crafting(sum(1 << kind for kind, count in enumerate(made) if count))
    elif any(phase.left):
        phase = Crafting(phase.made)
    t = changed(t, turn=turn, seats=replaced(t.seats, turn, changed(seat, goods=goods)), supply=supply)
    return t, phase, events


@cites("factory.bonus", "factory.kinds")
def factory_due(g: Kit, seat: Seat, made: Counts) -> gains.Due:
    """What the player's factory brings for the kinds made."""
    if seat.city[g.factory] <= 0:
        return ()
    two, three, four, five = g.factory_pays
    amount = factory_bonus(sum(count > 0 for count in made), two, three, four, five)
    return ((g.factory, amount),) if amount else ()


@cites("factory.kinds", "building.occupied")
def why_factory(g: Kit, seat: Seat, made: Counts, events: Events) -> Events:
    """What keeps a player's factory from paying more: it counts kinds and not barrels, or stands empty."""
    if seat.city[g.factory] < 0:
        return events
    two, three, four, five = g.factory_pays
    amount = factory_bonus(sum(count > 0 for count in made), two, three, four, five)
    if not seat.city[g.factory]:
        return also(events, "building.occupied") if amount else events
    if factory_bonus(min(5, sum(made)), two, three, four, five) != amount:
        return also(events, "factory.kinds")
    return events


@cites("craftsman.privilege", "craftsman.no-privilege", "craftsman.privilege-kind")
def bonus(g: Kit, t: Table, made: int, events: Events) -> Table:
    """The craftsman may take one more barrel of a kind they produced."""
    t = changed(t, turn=t.picker)
    events = tuple(sorted(events))  # whoever produced what first
    if not made:
        return next_choice(g, t, (*events, "craftsman.no-privilege"))
    if not g.craftsman_privilege:
        return next_choice(g, t, events)
    if not any(made >> kind & 1 and count for kind, count in enumerate(t.supply)):
        return next_choice(g, t, (*events, "craftsman.privilege-kind"))
    return changed(t, phase=Bonus(made), events=events)


def _go_on(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    assert isinstance(phase, Crafting)
    return produce(g, t, place_of(g, t) + 1, phase, events)


gains.RESUME[Crafting] = _go_on


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves of the craftsman phase."""
    phase = t.phase
    if type(phase) is Bonus:
        open_: list[Move] = [g.extra[kind] for kind, count in enumerate(t.supply) if count and phase.made >> kind & 1]
        open_.append(g.pass_)
        return open_
    assert isinstance(phase, Crafting)
    ways = (g.produce, *leaving_out(g, t, phase.left))
    return (*ways, g.pass_) if g.may_not_produce else ways


@cites("craftsman.less")
def leaving_out(g: Kit, t: Table, left: Counts) -> tuple[Move, ...]:
    """The kinds of which one barrel more can be left out: in the order of the kinds, and one barrel is made."""
    if not g.may_make_less:
        return ()
    made = less(yields(g, t.seats[t.turn], t.supply), left)
    last = max([kind for kind, out in enumerate(left) if out], default=0)
    if sum(made) <= 1:
        return ()
    return tuple([g.leave_out[kind] for kind, count in enumerate(made) if count and kind >= last])


def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open in the craftsman phase."""
    match t.phase, move:
        case Bonus(made), TakeBonus(good):
            kind = GOODS.index(good)
            why = "the supply has none" if made >> kind & 1 else "the craftsman did not produce any"
            return Refused("craftsman.privilege-kind", f"{good}: {why}")
        case Bonus(), _:
            return Refused(*wrong_time(t, move, "craftsman.privilege", "the craftsman takes one more barrel, or none"))
        case Crafting(), LeaveOut(good):
            return Refused("craftsman.produce", f"no barrel of {good} can be left out, or not after other kinds")
        case _:
            return Refused(*wrong_time(t, move, "craftsman.produce", "goods are produced now, or not"))


@cites("craftsman.privilege", "role.privilege-optional", "role.optional")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move of the craftsman phase."""
    phase = t.phase
    if type(move) is TakeBonus:
        kind = g.good_number[move.good]
        more = min(g.craftsman_privilege, t.supply[kind])
        seats = change_seat(t.seats, t.turn, goods=plus(t.seats[t.turn].goods, kind, more))
        t = changed(t, seats=seats, supply=plus(t.supply, kind, -more))
        return next_choice(g, t, ("craftsman.privilege",))
    if type(phase) is Bonus:
        return next_choice(g, t, ("role.privilege-optional",))
    assert isinstance(phase, Crafting)
    if type(move) is LeaveOut:
        left = plus(phase.left, g.good_number[move.good], 1)
        phase = Crafting(phase.made, left)
        if g.may_not_produce or leaving_out(g, t, left):
            return changed(t, phase=phase, events=("role.optional", ON_LESS))
        return take(g, t, phase, ("role.optional", ON_LESS))
    if type(move) is Produce:
        return take(g, t, phase, ())
    return _go_on(g, t, Crafting(phase.made), ("role.optional",))


def take(g: Kit, t: Table, phase: Crafting, events: Events) -> Table:
    """The player who was asked produces, and the factory pays for the kinds made."""
    made = yields(g, t.seats[t.turn], t.supply)
    kept = less(made, phase.left)
    due = factory_due(g, t.seats[t.turn], kept)
    t, phase, events = make(g, t, t.turn, made, phase, events)
    events = why_factory(g, t.seats[t.turn], kept, events)
    return gains.offer(g, t, due, phase, events)
