"""Building, recruiting and buying: prices, routes and what they connect, development cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulecheck.properties.catan_europe import words as told
from rulecheck.properties.catan_europe.facts import (
    Facts,
    facts,
    less,
    mask,
    numbers,
    owner_of_route,
    routes_of_all,
)
from rulecheck.properties.invariants.declaring import DEAR, after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.table import (
    RESOURCES,
    Actions,
    CardDraw,
    Connecting,
    FirstRoute,
    FreeDrive,
    FreeMarch,
    FreeRoute,
    Harvest,
    Monopoly,
    MoveRobber,
    Phase,
    Table,
)
from rulecheck.reference_engines.contract import AnyEngine


@after(
    "build.pay", "route.price", "merchant.price", "caravan.price", "card.price", "arrow.free-route", "card.routes",
    moves=("Route", "Recruit", "Equip", "BuyCard"), share=DEAR,
)  # fmt: skip
def prices_go_back_to_the_stacks(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """What is built, recruited or bought costs its price, put back on the stacks; free routes cost nothing."""
    name = type(move).__name__
    free = name == "Route" and not isinstance(before.phase, Actions)
    price = [0] * 5 if free else list(facts(engine).price[name])
    paid = less(before.seats[before.turn].hand, now.seats[before.turn].hand)
    back = less(now.stacks, before.stacks)
    if paid != price:
        yield f"{move} cost {told.hand(paid)} instead of {told.hand(price)}"
    if back != price:
        yield f"{told.hand(back)} went back to the stacks with {move} instead of {told.hand(price)}"


@after("route.adjacent", "route.free-path", "route.foreign-posts", "build.own-pieces", moves=("Route",), share=DEAR)
def routes_grow_from_ones_own(engine: AnyEngine, before: Table, move: m.Route, now: Table) -> Iterator[str]:
    """A new route lies on a free path that touches one of the player's posts or routes."""
    f = facts(engine)
    path = f.path[move.path]
    old, new = before.seats[before.turn], now.seats[before.turn]
    if not f.usable[path] or owner_of_route(before, path) >= 0:
        owner = owner_of_route(before, path)
        yield f"{move.path} is not free: {'a route of ' + engine.seats[owner] if owner >= 0 else 'no path for routes'}"
    if not f.touching(old.posts | f.ends_of(old.routes)) >> path & 1:
        yield f"neither a post nor a route of {engine.seats[before.turn]} touches {move.path}"
    if new.routes != old.routes | 1 << path:
        yield f"{move} built {told.paths(f, numbers(new.routes & ~old.routes))} for {engine.seats[before.turn]}"
    if any(
        earlier.routes != later.routes
        for k, (earlier, later) in enumerate(zip(before.seats, now.seats, strict=True))
        if k != before.turn
    ):
        yield (
            f"{move} of {engine.seats[before.turn]} changed the routes of somebody else: "
            f"{told.changed(engine.seats, before, now)}"
        )


def pending(phase: Phase) -> list[tuple[int, int | None]]:
    """The free routes that are still to come: how many, and the path they have to touch."""
    free_routes: list[tuple[int, int | None]] = []
    while isinstance(phase, Connecting | FreeRoute):
        if isinstance(phase, FreeRoute):
            free_routes.append((phase.left, phase.touching))
        phase = phase.after
    return free_routes


@after("arrow.free-route", "arrow.connected", "card.routes", moves=("Route",), share=DEAR)
def double_arrows_bring_one_free_route(engine: AnyEngine, before: Table, move: m.Route, now: Table) -> Iterator[str]:
    """A paid route on a double arrow brings one free route touching it; a free one brings another by a reading only."""
    f = facts(engine)
    path = f.path[move.path]
    phase = before.phase
    due: list[tuple[int, int | None]] = []
    if isinstance(phase, FirstRoute) or (isinstance(phase, FreeRoute) and isinstance(phase.after, FirstRoute)):
        if isinstance(phase, FirstRoute) and f.map.double[path] and f.arrow_in_setup:
            due = [(1, path)]
    else:
        chained = {"no": False, "yes": True}.get(f.arrow_chain, isinstance(phase, FreeRoute) and phase.touching is None)
        if f.map.double[path] and (not isinstance(phase, FreeRoute) or chained):
            due.append((1, path))
        if isinstance(phase, FreeRoute):
            if phase.left > 1:
                due.append((phase.left - 1, None))
            due += pending(phase.after)
    if isinstance(phase, FreeRoute) and phase.touching is not None:
        if not f.meet(path, phase.touching):
            yield f"{move.path} does not touch {f.map.path_names[phase.touching]}"
        elif f.arrow_onward and not goes_on(f, before, phase.touching, path):
            yield f"{move.path} does not go on from {f.map.path_names[phase.touching]} but back"
    coming = pending(now.phase)
    if coming == due:
        return
    lost = [claim for claim in due if claim not in coming]
    if any(free_route not in due for free_route in coming):
        yield f"after {move} the free routes to come are {still(f, coming)} instead of {still(f, due)}"
    elif any(free_places(f, now, touching) for _, touching in lost):
        yield (
            f"after {move} the free routes to come are {still(f, coming)} instead of {still(f, due)}; there is a place "
            "for them"
        )


def still(f: Facts, routes: list[tuple[int, int | None]]) -> str:
    """Free routes that are still to come, with the paths they have to touch."""
    told_each = [
        f"{count} anywhere" if path is None else f"{count} at {told.paths(f, [path])}" for count, path in routes
    ]
    return ", ".join(told_each) or "none"


def free_places(f: Facts, t: Table, touching: int | None) -> bool:
    """Whether the player has a route left and a path to put it."""
    seat = t.seats[t.turn]
    if seat.routes.bit_count() >= f.routes_each:
        return False
    open_ = f.touching(seat.posts | f.ends_of(seat.routes)) & ~routes_of_all(t)
    if touching is not None and f.arrow_onward:
        open_ = mask([path for path in numbers(open_) if f.meet(path, touching) and goes_on(f, t, touching, path)])
    return any(touching is None or f.meet(path, touching) for path in numbers(open_))


def goes_on(f: Facts, t: Table, arrow: int, path: int) -> bool:
    """Whether a path begins where the route on an arrow leads: at an end with nothing else of the player's, if any."""
    seat = t.seats[t.turn]
    known = seat.posts | f.ends_of(seat.routes & ~(1 << arrow))
    new = [end for end in f.ends[arrow] if not known >> end & 1]
    return not new or any(end in f.ends[path] for end in new)


@after(
    "isolated.gold",
    "isolated.shortest",
    "isolated.tie",
    "isolated.once",
    "isolated.city",
    moves=("Route", "Along"),
    share=DEAR,
)
def connections_pay_their_routes(
    engine: AnyEngine, before: Table, move: m.Route | m.Along, now: Table
) -> Iterator[str]:
    """The first connection of an isolated city pays everyone's routes on the shortest way; nothing else pays."""
    f = facts(engine)
    if isinstance(move, m.Along):
        assert isinstance(before.phase, Connecting)
        places = [f.place[name] for name in move.way]
        if tuple(places) not in before.phase.ways:
            yield f"{move} was not to be chosen among {len(before.phase.ways)} ways"
        yield from _paid(engine, before, now, owners_along(f, now, places), before.phase.times)
        return
    new = now.connected & ~before.connected
    if before.phase.__class__ is FirstRoute or not new:
        if new and not f.start_route_connects:
            yield f"{move}, a route of the beginning, connected {told.cities(f, new)}"
        yield from _paid(engine, before, now, [], 0)
        return
    counting = new
    if not f.own_city_counts:
        counting &= ~before.seats[before.turn].posts
    if not counting:
        yield from _paid(engine, before, now, [], 0)
        return
    times = counting.bit_count() if f.pay_each_city else 1
    ways = shortest_ways(f, routes_of_all(now), numbers(counting)[0])
    earned = [sorted(owners_along(f, now, way)) for way in ways]
    if any([owners != earned[0] for owners in earned]):
        offered = now.phase.ways if isinstance(now.phase, Connecting) else ()
        if sorted(offered) != sorted(ways):
            is_, due = ("; ".join(told.places(f, way) for way in some) or "none" for some in (offered, ways))
            yield f"the shortest connections offered are {is_} instead of {due}"
        yield from _paid(engine, before, now, [], 0)
    else:
        yield from _paid(engine, before, now, earned[0], times)


def owners_along(f: Facts, t: Table, way: Sequence[int]) -> list[int]:
    """Who owns the routes of a connection, one by one."""
    return [owner_of_route(t, next(iter(numbers(f.at[a] & f.at[b])))) for a, b in pairwise(way)]


def shortest_ways(f: Facts, routes: int, city: int) -> list[tuple[int, ...]]:
    """All ways along routes from a city to the nearest other one, found backwards from there."""
    far = f.along_routes(routes, city)
    near = min(steps for place, steps in far.items() if f.map.is_city[place] and place != city)
    ways: list[tuple[int, ...]] = [(place,) for place, steps in far.items() if steps == near and f.map.is_city[place]]
    for steps in range(near - 1, -1, -1):
        ways = [
            (place, *way)
            for way in ways
            for place in f.next_to[way[0]]
            if far.get(place) == steps and f.at[place] & f.at[way[0]] & routes
        ]
    return ways


def _paid(engine: AnyEngine, before: Table, now: Table, owners: list[int], times: int) -> Iterator[str]:
    """Whether everyone received gold for each of their routes, the builder first, as far as the bank can pay."""
    f = facts(engine)
    bank = before.bank
    for k in range(f.players):
        who = (before.turn + k) % f.players
        due = owners.count(who) * f.per_route * times
        if f.gold_limited:
            due = min(due, bank)
        bank -= due
        received = now.seats[who].gold - before.seats[who].gold
        if received != due:
            yield f"{engine.seats[who]} received {received} gold instead of {due} for routes to an isolated city"
    if now.bank != bank:
        yield f"the bank paid {before.bank - now.bank} gold instead of {before.bank - bank}"


@after("card.draw", "card.not-same-turn", "card.reshuffle", moves=("Drawn",))
def a_drawn_card_waits(engine: AnyEngine, before: Table, move: m.Drawn, now: Table) -> Iterator[str]:
    """The card comes off the stock, to be played in a later turn; an empty stock is made anew from the discard pile."""
    f = facts(engine)
    old, new = before.seats[before.turn], now.seats[before.turn]
    drawn = tuple(int(k == f.card[move.card]) for k in range(len(f.card)))
    if less(new.new_cards, old.new_cards) != list(drawn) or new.cards != old.cards:
        yield (
            f"after {move} {engine.seats[before.turn]} has {told.cards(f, new.cards)}, bought this turn "
            f"{told.cards(f, new.new_cards)}"
        )
    if less(before.stock, drawn) != list(now.stock) and (any(less(before.stock, drawn)) or now.stock != before.pile):
        yield f"{move} took the stock from {told.cards(f, before.stock)} to {told.cards(f, now.stock)}"
    if not any(now.stock) and any(now.pile):
        yield f"the stock is empty after {move}, and the discard pile of {sum(now.pile)} cards was not shuffled"


@after("card.reshuffle", "card.none-left", moves=("BuyCard",))
def there_is_a_card_to_draw(engine: AnyEngine, before: Table, move: m.BuyCard, now: Table) -> Iterator[str]:
    """Who pays for a card draws one: from the stock, or from the discard pile if the stock was empty."""
    if not isinstance(now.phase, CardDraw) or not any(now.stock):
        yield (
            f"{engine.seats[before.turn]} bought a card, and {sum(now.stock)} are in the stock for {kind_of(now.phase)}"
        )
    if any(before.stock) and (now.stock, now.pile) != (before.stock, before.pile):
        yield f"the discard pile was shuffled with {sum(before.stock)} cards in the stock"


EFFECTS: dict[str, type[Phase]] = {
    "move_robber": MoveRobber,
    "free_routes": FreeRoute,
    "free_merchant_move": FreeMarch,
    "free_caravan_move": FreeDrive,
    "take_resources": Harvest,
    "monopoly": Monopoly,
}


@after("card.one-per-turn", "card.not-same-turn", "card.discard", "card.lancier", "card.when", moves=("Play",))
def one_card_is_played_and_discarded(engine: AnyEngine, before: Table, move: m.Play, now: Table) -> Iterator[str]:
    """One card a turn, held since an earlier turn, goes to the discard pile, and what is written on it begins."""
    f = facts(engine)
    card = f.card[move.card]
    old, new = before.seats[before.turn], now.seats[before.turn]
    played = [int(k == card) for k in range(len(f.card))]
    if before.card_played or not now.card_played:
        what = "a second card of the turn" if before.card_played else "and it was not noted that a card was played"
        yield f"{move} of {engine.seats[before.turn]}: {what}"
    if not old.cards[card]:
        yield f"{engine.seats[before.turn]} holds no {move.card} from an earlier turn"
    if less(old.cards, new.cards) != played or less(now.pile, before.pile) != played or new.new_cards != old.new_cards:
        yield (
            f"after {move} {engine.seats[before.turn]} has {told.cards(f, new.cards)} of {told.cards(f, old.cards)}; "
            f"the discard pile is {told.cards(f, now.pile)}"
        )
    effect = f.effect[card]
    if not isinstance(now.phase, EFFECTS[effect]):
        yield f"{move.card} is followed by {kind_of(now.phase)} instead of what is written on it ({effect})"
    if not before.rolled and effect != "move_robber" and not f.any_card_before_dice:
        yield f"{move.card} was played by {engine.seats[before.turn]} before the dice"


@after("card.harvest", "bank.stock", moves=("Take",))
def a_harvest_takes_from_the_stacks(engine: AnyEngine, before: Table, move: m.Take, now: Table) -> Iterator[str]:
    """A resource of choice comes from its stack, as often as the card says while there are any."""
    taken = [int(kind == move.kind) for kind in RESOURCES]
    if (
        less(now.seats[before.turn].hand, before.seats[before.turn].hand) != taken
        or less(before.stacks, now.stacks) != taken
    ):
        yield (
            f"{move} brought {engine.seats[before.turn]} "
            f"{told.hand(less(now.seats[before.turn].hand, before.seats[before.turn].hand))} instead of one "
            f"{move.kind}"
        )
    assert isinstance(before.phase, Harvest)
    left = before.phase.left - 1 if any(now.stacks) else 0
    if (now.phase.left if isinstance(now.phase, Harvest) else 0) != left:
        yield f"{left} resources are still to be taken after {move}, and {kind_of(now.phase)} follows"


@after("card.monopoly", moves=("Name",))
def a_monopoly_gathers_one_kind(engine: AnyEngine, before: Table, move: m.Name, now: Table) -> Iterator[str]:
    """The player holds every card of the kind named; all other cards stay where they are."""
    kind = RESOURCES.index(move.kind)
    for k, (old, new) in enumerate(zip(before.seats, now.seats, strict=True)):
        due = list(old.hand)
        due[kind] = sum(seat.hand[kind] for seat in before.seats) if k == before.turn else 0
        if list(new.hand) != due or new.gold != old.gold:
            yield f"{engine.seats[k]} holds {told.hand(new.hand)} instead of {told.hand(due)}"
    if now.stacks != before.stacks:
        yield f"{move} changed the stacks from {told.hand(before.stacks)} to {told.hand(now.stacks)}"
