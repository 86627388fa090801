"""Merchants: where they start, how far they go, and the posts they found."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.catan_europe import words as told
from rulecheck.properties.catan_europe.facts import Facts, facts, less, numbers, others_alike, posts_of_all
from rulecheck.properties.invariants.declaring import DEAR, after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.table import (
    GRAIN,
    DrawingNumber,
    FreeMarch,
    Marching,
    PlacingMerchant,
    PlacingNumber,
    Table,
)
from rulecheck.reference_engines.contract import AnyEngine


@after("merchant.place", "merchant.price", "merchant.replace", moves=("Recruit",))
def merchants_start_at_own_posts(engine: AnyEngine, before: Table, move: m.Recruit, now: Table) -> Iterator[str]:
    """A new merchant stands at one of the player's own posts, or, under a reading, beside it where no city is."""
    f = facts(engine)
    place = f.place[move.city]
    old, new = before.seats[before.turn], now.seats[before.turn]
    if f.merchants_beside:
        if f.map.is_city[place] or not any(old.posts >> near & 1 for near in f.next_to[place]):
            yield f"{move.city} is a city, or no post of {engine.seats[before.turn]} is one path away"
    elif not old.posts >> place & 1:
        yield f"no post of {engine.seats[before.turn]} stands in {move.city}, where {move} puts a merchant"
    if sorted(new.merchants) != sorted((*old.merchants, place)) or not others_alike(before, now, before.turn):
        yield (
            f"merchants of {engine.seats[before.turn]} stood at {told.places(f, old.merchants)}, after {move} at "
            f"{told.places(f, new.merchants)}"
        )


@after("merchant.replace", moves=("LiftMerchant",))
def a_merchant_is_taken_up_when_both_are_out(
    engine: AnyEngine, before: Table, move: m.LiftMerchant, now: Table
) -> Iterator[str]:
    """A merchant is taken up only if none is left among the player's pieces, and is placed next."""
    f = facts(engine)
    old, new = before.seats[before.turn], now.seats[before.turn]
    if len(old.merchants) != f.merchants_each or not isinstance(now.phase, PlacingMerchant):
        yield (
            f"{len(old.merchants)} merchants of {engine.seats[before.turn]} were on the board of {f.merchants_each}, "
            f"and {kind_of(now.phase)} follows"
        )
    if sorted((*new.merchants, f.place[move.at])) != sorted(old.merchants) or new.hand != old.hand:
        yield (
            f"merchants of {engine.seats[before.turn]} stood at {told.places(f, old.merchants)}, after {move} at "
            f"{told.places(f, new.merchants)}"
        )


@after(
    "march.grain", "march.several-grain", "march.one-merchant", "card.merchant", moves=("March", "PayGrain"), share=DEAR
)
def grain_buys_steps(engine: AnyEngine, before: Table, move: m.March | m.PayGrain, now: Table) -> Iterator[str]:
    """Each grain goes to its stack and moves one merchant so many intersections; a card does so for nothing."""
    f = facts(engine)
    free = isinstance(before.phase, FreeMarch)
    had = before.phase.steps if isinstance(before.phase, Marching) else 0
    steps = had + (f.amount["free_merchant_move"] if free else f.march_steps)
    at = f.place[move.at] if isinstance(move, m.March) else getattr(before.phase, "at", -1)
    if now.phase != Marching(at, steps):
        yield (
            f"after {move} the merchant at {told.places(f, [at])} should have {steps} steps, and has "
            f"{getattr(now.phase, 'steps', 'none')}"
        )
    paid = [0] * 5
    paid[GRAIN] = 0 if free else 1
    if (
        less(before.seats[before.turn].hand, now.seats[before.turn].hand) != paid
        or less(now.stacks, before.stacks) != paid
    ):
        yield (
            f"{move} cost {told.hand(less(before.seats[before.turn].hand, now.seats[before.turn].hand))} instead of "
            f"{told.hand(paid)}"
        )
    if now.seats[before.turn].merchants != before.seats[before.turn].merchants:
        yield f"{move} moved a merchant of {engine.seats[before.turn]} before it was told where to"


@after("march.step", "march.grain", "march.stop", "march.pass", "march.routes", moves=("To",), share=DEAR)
def merchants_end_within_their_steps(engine: AnyEngine, before: Table, move: m.To, now: Table) -> Iterator[str]:
    """A merchant ends no further away than its grain carries it, and not at another merchant or a foreign post."""
    f = facts(engine)
    assert isinstance(before.phase, Marching)
    place, at = f.place[move.place], before.phase.at
    seat = before.seats[before.turn]
    stops = 0
    if f.convert == "enter" and seat.depot:
        stops = f.cities & ~posts_of_all(before)
    far = f.spread(at, stops)[place] if stops else f.steps_from(at)[place]
    if not 0 < far <= before.phase.steps:
        yield f"{move.place} is {far} intersections away, and {before.phase.steps} steps were paid"
    if any(place in other.merchants for other in before.seats):
        yield f"a merchant stands in {move.place} already, where {engine.seats[before.turn]} ends a move"
    closed = posts_of_all(before) & ~seat.posts
    if not f.neutral_blocks:
        closed &= ~before.neutral
    if not f.rest_on_own:
        closed |= seat.posts
    if not f.stop_without_posts and not seat.depot:
        closed |= f.cities & ~posts_of_all(before)
    if closed >> place & 1:
        yield f"a merchant of {engine.seats[before.turn]} may not end its move in {move.place}"


@after(
    "post.found",
    "post.from-depot",
    "post.frees-good",
    "port.gold",
    "post.avoid",
    "march.unused",
    moves=("To",),
    share=DEAR,
)
def a_merchant_in_a_free_city_becomes_a_post(engine: AnyEngine, before: Table, move: m.To, now: Table) -> Iterator[str]:
    """In a free city the merchant becomes a post: a good is free, a port pays; elsewhere it just stands."""
    f = facts(engine)
    assert isinstance(before.phase, Marching)
    place = f.place[move.place]
    old, new = before.seats[before.turn], now.seats[before.turn]
    staying = list(old.merchants)
    staying.remove(before.phase.at)
    bit = 1 << place
    founds = f.cities & ~posts_of_all(before) & bit and old.depot and not f.waits
    if founds:
        coins = min(f.map.port[place], before.bank) if f.gold_limited else f.map.port[place]
        due = (old.posts | bit, old.depot - 1, old.goods + 1, tuple(staying), old.gold + coins)
    else:
        due = (old.posts, old.depot, old.goods, tuple(sorted((*staying, place))), old.gold)
    if (new.posts, new.depot, new.goods, new.merchants, new.gold) != due:
        is_, should = (account(f, some) for some in ((new.posts, new.depot, new.goods, new.merchants, new.gold), due))
        yield f"after {move} {engine.seats[before.turn]} has {is_} instead of {should}"
    if before.bank - now.bank != new.gold - old.gold:
        yield f"the bank paid {before.bank - now.bank} gold, not {new.gold - old.gold}"
    if new.hand != old.hand or new.delivered != old.delivered or not others_alike(before, now, before.turn):
        yield (
            f"{move} of {engine.seats[before.turn]} changed hands, deliveries or what others have: "
            f"{told.changed(engine.seats, before, now)}"
        )


@after("march.unused", "march.step", moves=("Stay",))
def a_merchant_may_stay(engine: AnyEngine, before: Table, move: m.Stay, now: Table) -> Iterator[str]:
    """A merchant that stays where it is loses its movement, and nothing else happens."""
    if now.seats != before.seats or now.bank != before.bank or isinstance(now.phase, Marching):
        yield (
            f"after {move} of {engine.seats[before.turn]} {kind_of(now.phase)} follows, with {now.bank} gold in the "
            f"bank after {before.bank}"
        )


NUMBERING = ("To", "EndTurn", "Post", "Number", "NumberTo", "NumberFrom")


@after("token.place", "token.one-region", "token.from-board", moves=NUMBERING, share=DEAR)
def a_new_post_brings_one_number(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """At most one region gains a token, next to a post of the player; only an empty reserve takes it from elsewhere."""
    if before.numbers is now.numbers or before.turn != now.turn:
        return
    f = facts(engine)
    regions = range(len(now.numbers))
    gained = [r for r in regions if now.numbers[r] and not before.numbers[r]]
    lost = [r for r in regions if before.numbers[r] and not now.numbers[r]]
    if len(gained) != 1 or any(before.numbers[r] != now.numbers[r] for r in regions if r not in (*gained, *lost)):
        yield f"{move} brought tokens to {told.regions(f, gained)}, and took them from {told.regions(f, lost)}"
        return
    region = gained[0]
    if not now.rolled and not any(seat.posts for seat in now.seats):
        return  # the dashed circles
    if not f.around[region] & now.seats[now.turn].posts:
        yield f"no post of {engine.seats[now.turn]} stands next to {f.map.regions[region]}"
    if lost:
        colour = f.colour[region]
        if before.reserve[colour] or len(lost) > 1 or f.colour[lost[0]] != colour:
            yield f"a token was taken from {f.map.regions[lost[0]]} with {before.reserve[colour]} in the reserve"
        elif now.numbers[region] != before.numbers[lost[0]]:
            yield (
                f"the token {before.numbers[lost[0]]} became {now.numbers[region]} on the way to "
                f"{f.map.regions[region]}"
            )


@after("token.place", "token.from-board", moves=("To", "EndTurn"), share=DEAR)
def a_number_is_not_forgotten(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """A post founded next to regions without number brings one of them a token, if there is one of its colour."""
    f = facts(engine)
    seat = before.turn
    posts = now.seats[seat].posts & ~before.seats[seat].posts
    if not posts or before.numbers is not now.numbers:
        return
    open_ = {
        r
        for place in numbers(posts)
        for r in f.map.regions_at[place]
        if not before.numbers[r] and _sources(f, before, r)
    }
    asked: set[int] = set()
    if isinstance(now.phase, PlacingNumber):
        asked = set(now.phase.regions)
    elif isinstance(now.phase, DrawingNumber):
        asked = {now.phase.region}
    if asked != open_:
        yield (
            f"a token is due for one of {told.regions(f, sorted(open_))}, and asked for "
            f"{told.regions(f, sorted(asked))}"
        )


def _sources(f: Facts, t: Table, region: int) -> bool:
    """Whether a token of the region's colour lies in the reserve or on the board."""
    colour = f.colour[region]
    return bool(t.reserve[colour]) or any(
        number and not f.map.printed[r] and f.colour[r] == colour for r, number in enumerate(t.numbers)
    )


def account(f: Facts, of: tuple[int, int, int, tuple[int, ...], int]) -> str:
    """Posts, depot, goods, merchants and gold of a player."""
    posts, depot, goods, merchants, gold = of
    stand = f"{posts.bit_count()} posts, {depot} in the depot, merchants at {told.places(f, merchants)}"
    return f"{stand}, {goods} goods, {gold} gold"
