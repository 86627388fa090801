"""Caravans: equipping and re-placing them, their journeys, tolls, and deliveries."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import turn
from rulecheck.reference_engines.catan_europe.arithmetic import has_room, has_won, steps_for, toll_due, toll_paid
from rulecheck.reference_engines.catan_europe.kit import Kit, route_owner, standing_on
from rulecheck.reference_engines.catan_europe.merchants import pay
from rulecheck.reference_engines.catan_europe.moves import Deliver, Drive, Equip, Halt, Move, Onto, PaySalt
from rulecheck.reference_engines.catan_europe.table import (
    SALT,
    Delivering,
    Driving,
    Finished,
    FreeDrive,
    PlacingCaravan,
    Table,
    spots,
    with_seat,
)
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.tuples import plus

# ---- equipping


@cites("caravan.place", "caravan.cap-on-placing")
def placings(g: Kit, t: Table) -> list[int]:
    """The player's routes beside which a caravan may be placed."""
    seat = t.seats[t.turn]
    paths = spots(seat.routes & seat.at_posts)
    if not g.cap_on_placing:
        return paths
    standing = [path for owner in t.seats for path in owner.caravans]
    return [path for path in paths if has_room(standing.count(path), g.per_path)]


@cites("caravan.place", "drive.two-per-route")
def refuse_place(g: Kit, t: Table, path: int) -> Refused | None:
    """Why a caravan may not be placed there, price left aside."""
    seat = t.seats[t.turn]
    bit = 1 << path
    if not seat.routes & bit:
        return Refused("caravan.place", "no route of this player lies there")
    if not seat.at_posts & bit:
        return Refused("caravan.place", "no post of this player stands at the route")
    if path not in placings(g, t):
        return Refused("drive.two-per-route", f"{g.per_path} caravans stand there")
    return None


def caravan_on(t: Table, path: int, *, most_tolls: bool) -> int:
    """Which of the player's caravans on a route is meant: they differ in the tolls they have paid this turn only."""
    standing = [k for k, here in enumerate(t.seats[t.turn].caravans) if here == path]
    paid = {k: sum(caravan == k for caravan, _ in t.tolls) for k in standing}
    return max(standing, key=lambda k: paid[k]) if most_tolls else min(standing, key=lambda k: paid[k])


@cites("caravan.replace", "toll.memory")
def lift(g: Kit, t: Table, path: int) -> Table:
    """A caravan is taken up, to be placed anew; of two on one route the one that paid fewer tolls."""
    caravans = list(t.seats[t.turn].caravans)
    which = caravan_on(t, path, most_tolls=False)
    caravans[which] = None
    tolls = t.tolls
    events: tuple[str, ...] = ("caravan.replace",)
    if any(caravan == which for caravan, _ in tolls):
        events = (*events, SILENT + "toll.memory")
        if not g.tolls_follow_piece:
            tolls = tuple(toll for toll in tolls if toll[0] != which)
    seats = with_seat(t.seats, t.turn, caravans=tuple(caravans))
    return changed(t, seats=seats, tolls=tolls, phase=PlacingCaravan(which), events=events)


@cites("caravan.price", "build.pay", "caravan.place", "caravan.placing-delivers")
def equip(g: Kit, t: Table, path: int, which: int) -> Table:
    """The price is paid and the caravan stands beside a route."""
    events: tuple[str, ...] = ("caravan.price", "build.pay", "caravan.place")
    if standing_on(t, path) >= g.per_path:
        events = (*events, SILENT + "caravan.cap-on-placing")
    t = pay(t, g.caravan_price)
    caravans = list(t.seats[t.turn].caravans)
    caravans[which] = path
    t = changed(t, seats=with_seat(t.seats, t.turn, caravans=tuple(caravans)))
    if customers(g, t, path):
        events = (*events, SILENT + "caravan.placing-delivers")
        if g.placing_delivers:
            return call(g, t, which, path, 0, events, placed=True)
    return changed(t, phase=turn.main(t), events=events)


# ---- journeys


@cites("drive.salt", "drive.several-salt")
def pay_salt(g: Kit, t: Table, phase: Driving, events: tuple[str, ...]) -> Table:
    """One salt goes to its stack and buys more steps for the caravan."""
    seats = with_seat(t.seats, t.turn, hand=plus(t.seats[t.turn].hand, SALT, -1))
    steps = phase.steps + steps_for(1, g.drive_steps)
    driving = Driving(phase.caravan, steps, phase.moved)
    return changed(t, seats=seats, stacks=plus(t.stacks, SALT, 1), phase=driving, events=events)


@cites("drive.step")
def refuse_start(t: Table, path: int) -> Refused | None:
    """Why no caravan can be set moving from there, price left aside."""
    if path not in t.seats[t.turn].caravans:
        return Refused("drive.step", "no caravan of this player stands there")
    return None


@cites("toll.pay", "toll.cannot-pay")
def owes(g: Kit, t: Table, which: int, path: int, tolls: tuple[tuple[int, int], ...]) -> int:
    """The toll that a caravan owes for stepping onto a route."""
    owner = route_owner(t, path)
    return toll_due(owner, t.turn, (which, owner) in tolls, g.toll)


@cites("drive.step", "drive.routes-only", "drive.two-per-route", "drive.pass", "toll.pay", "toll.cannot-pay")
def refuse_step(g: Kit, t: Table, phase: Driving, path: int) -> Refused | None:
    """Why the moving caravan may not step onto a path."""
    here = t.seats[t.turn].caravans[phase.caravan]
    assert here is not None
    if path not in g.next_paths[here]:
        return Refused("drive.step", "it does not meet the caravan's route")
    if not t.taken >> path & 1:
        return Refused("drive.routes-only", "no route lies there")
    if phase.steps < 1:
        return Refused("drive.salt", f"the salt paid is used up; another one moves it {g.drive_steps} routes")
    if not g.toll_free_when_poor:
        due = owes(g, t, phase.caravan, path, t.tolls)
        if due > t.seats[t.turn].gold:
            return Refused("toll.pay", f"the toll is {due} gold")
    if not has_room(standing_on(t, path), g.per_path) and not can_go_on(g, t, phase, path):
        return Refused("drive.two-per-route", f"{g.per_path} caravans stand there and the caravan could not move on")
    return None


@cites("drive.two-per-route", "drive.pass")
def can_go_on(g: Kit, t: Table, phase: Driving, path: int) -> bool:
    """Whether a caravan that steps onto a full route can still reach one where it may stop."""
    seat = t.seats[t.turn]
    steps = phase.steps + steps_for(seat.hand[SALT], g.drive_steps)
    home = seat.caravans[phase.caravan]
    states = [(path, seat.gold, t.tolls)]
    for _ in range(steps):
        further = []
        for here, gold, tolls in states:
            due = owes(g, t, phase.caravan, here, tolls)
            if due > gold and not g.toll_free_when_poor:
                continue
            if due:
                gold = max(0, gold - due)
                tolls = (*tolls, (phase.caravan, route_owner(t, here)))
            others = standing_on(t, here) - (here == home)
            if here != path and has_room(others, g.per_path):
                return True
            further += [(there, gold, tolls) for there in g.next_paths[here] if t.taken >> there & 1]
        states = list(dict.fromkeys(further))[:500]
    return False


@cites("drive.two-per-route", "drive.pass")
def refuse_halt(g: Kit, t: Table, phase: Driving) -> Refused | None:
    """Why the moving caravan may not stop where it is; a caravan that has not moved yet may stay."""
    here = t.seats[t.turn].caravans[phase.caravan]
    assert here is not None
    if phase.moved and standing_on(t, here) > g.per_path:
        return Refused("drive.two-per-route", f"{g.per_path} other caravans stand there")
    return None


@cites("toll.pay", "toll.once", "toll.each-opponent", "toll.each-caravan", "toll.standing")
def step(g: Kit, t: Table, phase: Driving, path: int) -> Table:
    """The caravan steps onto a route: the toll is paid, and a good may be delivered."""
    who, which = t.turn, phase.caravan
    seat = t.seats[who]
    left = seat.caravans[which]
    assert left is not None
    caravans = (*seat.caravans[:which], path, *seat.caravans[which + 1 :])
    owner = route_owner(t, path)
    events: tuple[str, ...] = ("drive.step",)
    if not phase.moved and route_owner(t, left) not in (who, owner):
        events = (*events, "toll.standing")
    gold, seats, tolls = seat.gold, t.seats, t.tolls
    if owner != who:
        if (which, owner) in tolls:
            events = (*events, "toll.once")
        else:
            paid = toll_paid(g.toll, gold)
            if paid < g.toll:
                events = (*events, SILENT + "toll.cannot-pay")
            events = (*events, "toll.pay", *other_tolls(tolls, which, owner))
            gold -= paid
            seats = with_seat(seats, owner, gold=seats[owner].gold + paid)
            tolls = tuple(sorted((*tolls, (which, owner))))
    seats = with_seat(seats, who, gold=gold, caravans=caravans)
    t = changed(t, seats=seats, tolls=tolls)
    if standing_on(t, path) > g.per_path:
        events = (*events, "drive.pass", "drive.two-per-route")
    return call(g, t, which, path, phase.steps - 1, events, through=g.end_mask[left] & g.end_mask[path])


def other_tolls(tolls: tuple[tuple[int, int], ...], which: int, owner: int) -> tuple[str, ...]:
    """What earlier tolls of the turn did not cover."""
    events = []
    if any(caravan == which for caravan, _ in tolls):
        events.append("toll.each-opponent")
    if any(caravan != which and paid == owner for caravan, paid in tolls):
        events.append("toll.each-caravan")
    return tuple(events)


# ---- deliveries


@cites("delivery.forced", "delivery.neutral", "delivery.once", "delivery.free-good", "delivery.foreign")
def customers(g: Kit, t: Table, path: int) -> list[int]:
    """The posts at a route that take a good of the player now."""
    seat = t.seats[t.turn]
    if not seat.goods:
        return []
    return spots(g.end_mask[path] & t.occupied & ~seat.posts & ~t.supplied)


@cites("delivery.forced", "delivery.when", "delivery.where", "delivery.two-posts", "delivery.no-cost")
def call(
    g: Kit, t: Table, which: int, path: int, steps: int, events: tuple[str, ...], *, placed: bool = False,
    through: int = -1,
) -> Table:  # fmt: skip
    """A caravan has come onto a route, through one of its ends: deliver, ask which post, or drive on."""
    posts = customers(g, t, path)
    passed = [post for post in posts if through >> post & 1]
    if passed != posts:
        events = (*events, SILENT + "delivery.where")
        if g.deliver_through:
            posts = passed
    if not posts:
        return drive_on(g, t, which, steps, (*events, *why_none(g, t, path)), placed=placed)
    events = (*events, SILENT + "delivery.when")
    if len(posts) > 1:
        events = (*events, SILENT + "delivery.two-posts")
        if g.deliver_both and g.delivery_forced and t.seats[t.turn].goods > 1:
            t, first = hand_over(g, t, posts[0])
            t, second = hand_over(g, t, posts[1])
            return drive_on(g, t, which, steps, (*events, *first, *second), placed=placed)
    if len(posts) == 1 and g.delivery_forced:
        t, done = hand_over(g, t, posts[0])
        return drive_on(g, t, which, steps, (*events, *done), placed=placed)
    return changed(t, phase=Delivering(which, steps, tuple(posts), placed), events=events)


@cites("delivery.once", "delivery.foreign", "delivery.free-good")
def why_none(g: Kit, t: Table, path: int) -> tuple[str, ...]:
    """Why nothing is delivered at a route that touches cities."""
    seat = t.seats[t.turn]
    cities = g.end_mask[path] & g.cities
    if not seat.goods:
        return ("delivery.free-good",) if cities & t.occupied & ~seat.posts & ~t.supplied else ()
    events: tuple[str, ...] = ()
    if cities & t.supplied & ~seat.posts:
        events = (*events, "delivery.once")
    if cities & (seat.posts | ~t.occupied):
        events = (*events, "delivery.foreign")
    return events


@cites("delivery.forced", "delivery.neutral", "delivery.no-cost")
def hand_over(g: Kit, t: Table, post: int) -> tuple[Table, tuple[str, ...]]:
    """One free good goes under a post."""
    seat = t.seats[t.turn]
    seats = with_seat(t.seats, t.turn, goods=seat.goods - 1, delivered=seat.delivered + 1)
    neutral = t.neutral >> post & 1
    events = (
        ("delivery.forced", "delivery.no-cost", "delivery.neutral")
        if neutral
        else ("delivery.forced", "delivery.no-cost")
    )
    return changed(t, seats=seats, supplied=t.supplied | 1 << post), events


@cites("win.all-delivered", "drive.salt")
def drive_on(g: Kit, t: Table, which: int, steps: int, events: tuple[str, ...], *, placed: bool = False) -> Table:
    """The game is won, or the caravan has steps left, or its journey is over; one that was placed does not move on."""
    seat = t.seats[t.turn]
    if has_won(seat.delivered, g.goods_total):
        return changed(t, phase=Finished(), events=(*events, "win.all-delivered"))
    path = seat.caravans[which]
    assert path is not None
    if steps or (standing_on(t, path) > g.per_path and not placed):
        return changed(t, phase=Driving(which, steps, True), events=events)
    return changed(t, phase=turn.main(t), events=events)


@cites("delivery.foreign", "delivery.once", "delivery.when")
def refuse_delivery(g: Kit, t: Table, phase: Delivering, city: str) -> Refused | None:
    """Why a good cannot be delivered there now."""
    if not city:
        return Refused("delivery.forced", "a good has to be delivered") if g.delivery_forced else None
    post = g.place_number[city]
    if post in phase.posts:
        return None
    if t.supplied >> post & 1:
        return Refused("delivery.once", f"{city} has received a good")
    if t.seats[t.turn].posts >> post & 1 or not t.occupied >> post & 1:
        return Refused("delivery.foreign", f"no opponent's post stands in {city}")
    return Refused("delivery.forced", f"the caravan's route does not touch {city}")


def deliver(g: Kit, t: Table, phase: Delivering, move: Deliver) -> Table:
    """The chosen post takes a good; under one reading the other post may take one too."""
    if not move.city:
        return drive_on(g, t, phase.caravan, phase.steps, (), placed=phase.placed)
    post = g.place_number[move.city]
    t, events = hand_over(g, t, post)
    others = tuple(p for p in phase.posts if p != post)
    if others and g.deliver_both and t.seats[t.turn].goods and not g.delivery_forced:
        return changed(t, phase=Delivering(phase.caravan, phase.steps, others, phase.placed), events=events)
    return drive_on(g, t, phase.caravan, phase.steps, events, placed=phase.placed)


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves while a caravan is placed, drives, or delivers."""
    seat = t.seats[t.turn]
    match t.phase:
        case PlacingCaravan():
            return [g.equip[p] for p in placings(g, t)]
        case FreeDrive():
            return [g.drive[p] for p in sorted({p for p in seat.caravans if p is not None})]
        case Driving(which, steps) as driving:
            here = seat.caravans[which]
            assert here is not None
            open_: list[Move] = []
            if steps:
                open_ = [g.onto[p] for p in g.next_paths[here] if refuse_step(g, t, driving, p) is None]
            if seat.hand[SALT]:
                open_.append(g.pay_salt)
            if refuse_halt(g, t, driving) is None:
                open_.append(g.halt)
            return open_
        case Delivering(_, _, posts):
            to: list[Move] = [g.deliver[p] for p in posts]
            return to if g.delivery_forced else [*to, g.deliver_nothing]
        case _:
            raise AssertionError(t.phase)


@cites("drive.one-caravan", "drive.salt", "drive.two-per-route", "caravan.replace", "card.caravan")
def explain(g: Kit, t: Table, move: Move) -> Refused | None:
    """The clause that forbids a move while a caravan is placed, drives, or delivers."""
    seat = t.seats[t.turn]
    match t.phase, move:
        case PlacingCaravan(), Equip(path):
            return refuse_place(g, t, g.path_number[path])
        case PlacingCaravan(), _:
            return Refused("caravan.replace", "the caravan that was taken up has to be placed")
        case FreeDrive(), Drive(path):
            return refuse_start(t, g.path_number[path])
        case FreeDrive(), _:
            return Refused("card.caravan", "a caravan has to be chosen for the card")
        case Driving() as driving, Onto(path):
            return refuse_step(g, t, driving, g.path_number[path])
        case Driving(), PaySalt():
            return None if seat.hand[SALT] else Refused("drive.salt", "there is no salt to pay")
        case Driving() as driving, Halt():
            return refuse_halt(g, t, driving)
        case Driving(), Drive():
            return Refused("drive.one-caravan", "a caravan is moving: it has to end its move first")
        case Driving(), _:
            return Refused("drive.salt", "a caravan is moving: it has to end its move first")
        case Delivering() as delivering, Deliver(city):
            return refuse_delivery(g, t, delivering, city)
        case _:
            return Refused("delivery.forced", "it has to be said which post takes the good")


def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move while a caravan is placed, drives, or delivers."""
    match t.phase, move:
        case PlacingCaravan(which), Equip(path):
            return equip(g, t, g.path_number[path], which)
        case FreeDrive(), Drive(path):
            which = caravan_on(t, g.path_number[path], most_tolls=True)
            return changed(t, phase=Driving(which, g.amount["free_caravan_move"]), events=("card.caravan",))
        case Driving() as driving, Onto(path):
            return step(g, t, driving, g.path_number[path])
        case Driving() as driving, PaySalt():
            return pay_salt(g, t, driving, ("drive.several-salt",))
        case Driving(), Halt():
            return changed(t, phase=turn.main(t), events=())
        case Delivering() as delivering, Deliver():
            return deliver(g, t, delivering, move)
        case _:
            raise AssertionError(move)
