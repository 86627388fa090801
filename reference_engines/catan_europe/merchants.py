"""Merchants: recruiting and re-placing them, and their journeys."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import founding, turn
from rulecheck.reference_engines.catan_europe.arithmetic import steps_for
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.moves import March, Move, PayGrain, Recruit, Stay, To
from rulecheck.reference_engines.catan_europe.table import (
    GRAIN,
    FreeMarch,
    Marching,
    PlacingMerchant,
    Seat,
    Table,
    spots,
    with_seat,
)
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.tuples import plus


def merchants_everywhere(t: Table) -> int:
    """Mask of the intersections on which a merchant stands."""
    mask = 0
    for seat in t.seats:
        for place in seat.merchants:
            mask |= 1 << place
    return mask


# ---- recruiting


@cites("merchant.place", "merchant.beside")
def at_posts(g: Kit, t: Table) -> int:
    """Mask of the intersections that are at the player's posts: those themselves, or, under a reading, beside them."""
    posts = t.seats[t.turn].posts
    if not g.merchants_beside:
        return posts
    beside = 0
    for post in spots(posts):
        for place in g.neighbours[post]:
            beside |= 1 << place
    return beside & ~g.cities


@cites("merchant.place", "merchant.same-place")
def placings(g: Kit, t: Table) -> int:
    """Mask of the intersections at which a merchant of the player may be placed."""
    places = at_posts(g, t)
    return places if g.merchants_share else places & ~merchants_everywhere(t)


@cites("merchant.place", "merchant.same-place")
def refuse_place(g: Kit, t: Table, place: int) -> Refused | None:
    """Why a merchant may not be placed there, price left aside."""
    bit = 1 << place
    if not at_posts(g, t) & bit:
        return Refused("merchant.place", "no post of this player stands there")
    if not placings(g, t) & bit:
        return Refused("merchant.place", "a merchant stands there")
    return None


def pay(t: Table, price: tuple[int, ...]) -> Table:
    """The player's resources go back to their stacks (build.pay)."""
    hand = tuple(have - cost for have, cost in zip(t.seats[t.turn].hand, price, strict=True))
    stacks = tuple(have + cost for have, cost in zip(t.stacks, price, strict=True))
    return changed(t, seats=with_seat(t.seats, t.turn, hand=hand), stacks=stacks)


@cites("merchant.replace")
def lift(t: Table, place: int) -> Table:
    """A merchant is taken up, to be placed anew."""
    merchants = list(t.seats[t.turn].merchants)
    merchants.remove(place)
    seats = with_seat(t.seats, t.turn, merchants=tuple(merchants))
    return changed(t, seats=seats, phase=PlacingMerchant(), events=("merchant.replace",))


RECRUITED = ("merchant.price", "build.pay", "merchant.place", SILENT + "merchant.beside")


@cites("merchant.price", "build.pay", "merchant.place")
def recruit(g: Kit, t: Table, place: int) -> Table:
    """The price is paid and the merchant stands at a post."""
    if merchants_everywhere(t) >> place & 1:
        events: tuple[str, ...] = (*RECRUITED, SILENT + "merchant.same-place")
    else:
        events = RECRUITED
    t = pay(t, g.merchant_price)
    merchants = tuple(sorted((*t.seats[t.turn].merchants, place)))
    seats = with_seat(t.seats, t.turn, merchants=merchants)
    return changed(t, seats=seats, phase=turn.main(t), events=events)


# ---- journeys


@cites("march.stop", "march.neutral-blocks", "march.own-post", "post.none-left")
def closed(g: Kit, t: Table, at: int) -> int:
    """Mask of the intersections on which the merchant at `at` may not end its move."""
    seat = t.seats[t.turn]
    mask = merchants_everywhere(t)
    mask |= t.occupied & ~seat.posts
    if not g.neutral_blocks:
        mask &= ~t.neutral
    if not g.rest_on_own:
        mask |= seat.posts
    if not seat.depot and not g.stop_without_posts:
        mask |= g.cities & ~t.occupied
    return mask & ~(1 << at)


@cites("march.step", "march.grain", "march.pass", "march.routes", "post.convert")
def within_reach(g: Kit, t: Table, at: int, steps: int) -> int:
    """Mask of the intersections that a merchant can reach in so many steps."""
    if g.convert != "enter" or not t.seats[t.turn].depot:
        return g.within[at][min(steps, g.longest)]
    return walk(g, at, steps, g.cities & ~t.occupied, 0)


def walk(g: Kit, at: int, steps: int, stops: int, shut: int) -> int:
    """Mask of the intersections within so many steps, if walks end on `stops` and never enter `shut`."""
    seen, edge = 1 << at, [at]
    for _ in range(min(steps, g.longest)):
        wider: list[int] = []
        for here in edge:
            if stops >> here & 1 and here != at:
                continue
            for there in g.neighbours[here]:
                if not (seen | shut) >> there & 1:
                    seen |= 1 << there
                    wider.append(there)
        edge = wider
    return seen & ~(1 << at)


def targets(g: Kit, t: Table, phase: Marching) -> int:
    """Mask of the intersections on which the moving merchant may end."""
    return within_reach(g, t, phase.at, phase.steps) & ~closed(g, t, phase.at)


@cites("march.grain", "march.several-grain")
def pay_grain(g: Kit, t: Table, at: int, steps: int, events: tuple[str, ...]) -> Table:
    """One grain goes to its stack and buys more steps for the merchant."""
    seat = t.seats[t.turn]
    seats = with_seat(t.seats, t.turn, hand=plus(seat.hand, GRAIN, -1))
    phase = Marching(at, steps + steps_for(1, g.march_steps))
    return changed(t, seats=seats, stacks=plus(t.stacks, GRAIN, 1), phase=phase, events=events)


@cites("march.stop", "march.grain", "march.own-post", "march.neutral-blocks", "post.none-left")
def refuse_target(g: Kit, t: Table, phase: Marching, place: int) -> Refused | None:
    """Why the moving merchant may not end there."""
    bit = 1 << place
    if targets(g, t, phase) & bit:
        return None
    if place == phase.at:
        return Refused("march.step", "the merchant stands there")
    if not g.within[phase.at][min(phase.steps, g.longest)] & bit:
        return Refused("march.grain", f"it is more than {phase.steps} intersections away")
    if not within_reach(g, t, phase.at, phase.steps) & bit:
        return Refused("post.found", "a free city lies on every way")
    if merchants_everywhere(t) & bit:
        return Refused("march.stop", "a merchant stands there")
    if t.occupied & bit:
        return Refused("march.stop", "a post stands there")
    return Refused("post.found", "no post is left in the depot for the city")


@cites("march.unused", "march.pass", "march.routes", "post.found", "post.avoid")
def arrive(g: Kit, t: Table, phase: Marching, place: int) -> Table:
    """The merchant ends its move; on a free city it becomes a post."""
    seat = t.seats[t.turn]
    others = list(seat.merchants)
    others.remove(phase.at)
    events = journey(g, t, phase, place)
    t = changed(t, seats=with_seat(t.seats, t.turn, merchants=tuple(sorted((*others, place)))))
    if t.occupied >> place & 1:
        reading = "march.neutral-blocks" if t.neutral >> place & 1 else "march.own-post"
        return changed(t, phase=turn.main(t), events=(*events, SILENT + reading))
    if not g.cities >> place & 1:
        return changed(t, phase=turn.main(t), events=(*events, "post.avoid"))
    if not seat.depot:
        return changed(t, phase=turn.main(t), events=(*events, SILENT + "post.none-left"))
    if SILENT + "post.convert" not in events:  # a journey past another free city has told it
        events = (*events, SILENT + "post.convert")
    if g.convert == "turn-end":
        return changed(t, phase=turn.main(t), events=events)
    return founding.found(g, t, place, turn.main(t), events)


@cites("march.step", "march.unused", "march.pass", "march.routes")
def journey(g: Kit, t: Table, phase: Marching, place: int) -> tuple[str, ...]:
    """The clauses that a journey used: steps left over, pieces and foreign routes passed, free cities passed."""
    events: tuple[str, ...] = ("march.step",)
    if g.within[phase.at][min(phase.steps - 1, g.longest)] >> place & 1:
        events = (*events, "march.unused")
    pieces = merchants_everywhere(t) | t.occupied
    if not walk(g, phase.at, phase.steps, 0, pieces & ~(1 << place)) >> place & 1:
        events = (*events, "march.pass")
    if not along_free_paths(g, t, phase, place):
        events = (*events, "march.routes")
    if t.seats[t.turn].depot and not walk(g, phase.at, phase.steps, g.cities & ~t.occupied, 0) >> place & 1:
        events = (*events, SILENT + "post.convert")
    return events


def along_free_paths(g: Kit, t: Table, phase: Marching, place: int) -> bool:
    """Whether the merchant could have come without using a path that carries a route."""
    seen, edge = 1 << phase.at, [phase.at]
    for _ in range(min(phase.steps, g.longest)):
        wider: list[int] = []
        for here in edge:
            for there, path in zip(g.map.neighbours[here], g.map.paths_at[here], strict=True):
                if not seen >> there & 1 and not t.taken >> path & 1:
                    seen |= 1 << there
                    wider.append(there)
        edge = wider
    return bool(seen >> place & 1)


@cites("march.step")
def refuse_start(t: Table, place: int) -> Refused | None:
    """Why no merchant can be set moving from there, price left aside."""
    if place not in t.seats[t.turn].merchants:
        return Refused("march.step", "no merchant of this player stands there")
    return None


def free_marches(seat: Seat) -> tuple[int, ...]:
    """The intersections with a merchant that a card may move."""
    return tuple(sorted(set(seat.merchants)))


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves while a merchant is placed or travels."""
    match t.phase:
        case PlacingMerchant():
            return [g.recruit[i] for i in spots(placings(g, t))]
        case FreeMarch():
            return [g.march[i] for i in free_marches(t.seats[t.turn])]
        case Marching() as marching:
            ends: list[Move] = [g.to[i] for i in spots(targets(g, t, marching))]
            if t.seats[t.turn].hand[GRAIN]:
                ends.append(g.pay_grain)
            ends.append(g.stay)
            return ends
        case _:
            raise AssertionError(t.phase)


@cites("march.one-merchant", "march.grain", "card.merchant", "merchant.replace")
def explain(g: Kit, t: Table, move: Move) -> Refused | None:
    """The clause that forbids a move while a merchant is placed or travels."""
    match t.phase, move:
        case PlacingMerchant(), Recruit(place):
            return refuse_place(g, t, g.place_number[place])
        case PlacingMerchant(), _:
            return Refused("merchant.replace", "the merchant that was taken up has to be placed")
        case FreeMarch(), March(place):
            return refuse_start(t, g.place_number[place])
        case FreeMarch(), _:
            return Refused("card.merchant", "a merchant has to be chosen for the card")
        case Marching() as marching, To(place):
            return refuse_target(g, t, marching, g.place_number[place])
        case Marching(), PayGrain():
            return None if t.seats[t.turn].hand[GRAIN] else Refused("march.grain", "there is no grain to pay")
        case Marching(), Stay():
            return None
        case _, March():
            return Refused("march.one-merchant", "another merchant is moving: it has to end its move first")
        case _:
            return Refused("march.grain", "a merchant is moving: it has to end its move first")


def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move while a merchant is placed or travels."""
    match t.phase, move:
        case PlacingMerchant(), Recruit(place):
            return recruit(g, t, g.place_number[place])
        case FreeMarch(), March(place):
            amount = g.amount["free_merchant_move"]
            return changed(t, phase=Marching(g.place_number[place], amount), events=("card.merchant",))
        case Marching() as marching, To(place):
            return arrive(g, t, marching, g.place_number[place])
        case Marching(at, steps), PayGrain():
            return pay_grain(g, t, at, steps, ("march.several-grain",))
        case Marching(), Stay():
            return changed(t, phase=turn.main(t), events=("march.unused",))
        case _:
            raise AssertionError(move)
