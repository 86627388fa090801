"""Setting up: number tokens, the robber, the first player, and the pieces of the beginning."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import founding, isolated, turn
from rulecheck.reference_engines.catan_europe.arithmetic import places_after, places_post
from rulecheck.reference_engines.catan_europe.kit import DICE_WEIGHTS, Kit
from rulecheck.reference_engines.catan_europe.moves import Move, Neutral, Number, Post, Robber, Roll, Route
from rulecheck.reference_engines.catan_europe.pieces import by_number, put_caravan, put_post, put_route, with_number
from rulecheck.reference_engines.catan_europe.table import (
    DashedToken,
    FirstPost,
    FirstRoll,
    FirstRoute,
    NeutralPost,
    Phase,
    RobberStart,
    Seat,
    Table,
    spots,
    with_seat,
)
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.tuples import plus


@cites(
    "setup.board", "setup.gold", "setup.pieces", "setup.posts-short", "setup.posts-full", "setup.box", "setup.cards",
    "setup.stacks", "setup.reserve", "setup.variable",
)  # fmt: skip
def start(g: Kit) -> Table:
    """The table before the first number token is laid."""
    seat = Seat(
        gold=g.start_gold,  # setup.gold
        cards=g.no_cards,
        new_cards=g.no_cards,
        depot=g.covered,  # setup.posts-short, setup.posts-full
        goods=g.goods_total - g.covered,  # setup.posts-short, setup.posts-full
        in_hand=g.initial,  # setup.posts-short, setup.posts-full
        caravans=(None,) * g.caravans_each,  # setup.pieces
    )
    table = Table(
        seats=(seat,) * g.players,
        phase=DashedToken(0),
        stacks=(g.each,) * 5,  # setup.stacks
        bank=g.gold_total - g.start_gold * g.players,  # setup.gold
        stock=g.deck,  # setup.cards
        pile=g.no_cards,
        reserve=g.token_values,  # setup.reserve
        numbers=g.map.printed,  # setup.board
        neutral_left=g.neutral_posts,  # setup.fixed-neutral, setup.neutral-posts
        yields=by_number(g.map.printed),
    )
    posts = f"setup.posts-{g.board}"  # setup.posts-short, setup.posts-full
    events = ("setup.board", "setup.gold", "setup.pieces", posts, "setup.cards", "setup.stacks", "setup.reserve")
    return after_circles(g, table, 0, events)


@cites("setup.dashed-tokens", "setup.dashed-draw")
def after_circles(g: Kit, t: Table, circle: int, events: tuple[str, ...]) -> Table:
    """Go on with the k-th dashed circle: chance draws where values of its colour differ."""
    while circle < len(g.dashed):
        region = g.dashed[circle]
        values = drawn = set(t.reserve[g.colour[region]])
        if g.dashed_printed:
            values = {value for r, value in g.map.fixed_tokens if r == region} or values
        if len(values) > 1:
            return changed(t, phase=DashedToken(circle), events=(*events, *named_circle(g, region)))
        if values:
            t = with_number(g, t, region, values.pop())
            events = (*events, "setup.dashed-tokens", *(named_circle(g, region) if len(drawn) > 1 else ()))
        circle += 1
    if g.robber_by_first:
        return choose_first(g, t, events)
    return changed(t, phase=RobberStart(), events=events)


@cites("setup.dashed-tokens")
def lay_dashed(g: Kit, t: Table, circle: int, move: Number) -> Table:
    """A number token is laid on a dashed circle."""
    t = with_number(g, t, g.dashed[circle], move.value)
    return after_circles(g, t, circle + 1, ("setup.dashed-tokens",))


@cites("setup.dashed-draw")
def named_circle(g: Kit, region: int) -> tuple[str, ...]:
    """The reading on dashed circles, where the data file names the token of this one."""
    return (SILENT + "setup.dashed-draw",) if any(r == region for r, _ in g.map.fixed_tokens) else ()


@cites("setup.robber")
def robber_starts(g: Kit, t: Table) -> list[int]:
    """The regions on which the robber may start."""
    return [r for r, number in enumerate(t.numbers) if number == 0]


def start_robber(g: Kit, t: Table, move: Robber) -> Table:
    """The robber takes his first place."""
    t = changed(t, robber=g.region_number[move.region])
    events = ("setup.robber", SILENT + "robber.start")
    return first_pieces(g, t, events) if g.robber_by_first else choose_first(g, t, events)


@cites("setup.fixed-first", "setup.first-player", "start.first-without-red")
def choose_first(g: Kit, t: Table, events: tuple[str, ...]) -> Table:
    """Name the first player, or let the players roll for it."""
    if not g.fixed:
        return changed(t, phase=FirstRoll(tuple(range(g.players))), events=(*events, "setup.first-player"))
    if "red" in g.seat_number:  # setup.fixed-first
        first = g.seat_number["red"]
        return first_known(g, changed(t, first=first, turn=first), (*events, "setup.fixed-first"))
    events = (*events, SILENT + "start.first-without-red")
    if g.first_rolls_without_red:
        return changed(t, phase=FirstRoll(tuple(range(g.players))), events=(*events, "setup.first-player"))
    return first_known(g, t, events)


@cites("setup.first-player", "setup.first-player-tie")
def roll_for_first(g: Kit, t: Table, phase: FirstRoll, move: Roll) -> Table:
    """A player rolls; when all have, the highest is first, and those who tie roll again."""
    results = (*phase.results, (phase.rolling[0], move.low + move.high))
    if len(phase.rolling) > 1:
        return changed(t, phase=FirstRoll(phase.rolling[1:], results), events=("setup.first-player",))
    best = max(total for _, total in results)
    tied = tuple(seat for seat, total in results if total == best)
    if len(tied) > 1:
        return changed(t, phase=FirstRoll(tied), events=("setup.first-player-tie",))
    return first_known(g, changed(t, first=tied[0], turn=tied[0]), ("setup.first-player",))


def first_known(g: Kit, t: Table, events: tuple[str, ...]) -> Table:
    """The first player is known: the robber's place, if theirs to choose, else the pieces."""
    if g.robber_by_first:
        return changed(t, phase=RobberStart(), events=events)
    return first_pieces(g, t, events)


@cites("setup.variable")
def first_pieces(g: Kit, t: Table, events: tuple[str, ...]) -> Table:
    """Set the printed pieces, or let the players choose."""
    if g.fixed:
        return turn.begin(g, *printed_pieces(g, t, events))
    return next_placement(g, t, FirstPost(0), (*events, "setup.variable"))


@cites("setup.fixed", "setup.fixed-resources", "setup.fixed-neutral")
def printed_pieces(g: Kit, t: Table, events: tuple[str, ...]) -> tuple[Table, int, tuple[str, ...]]:
    """Everyone's printed posts, route, caravan and resources; the table, the first seat, the events."""
    for k, place in enumerate(g.starts):
        for post in place.posts:
            t = first_post(g, t, k, post)
        t = put_route(g, t, k, place.route)
        t = put_caravan(t, k, place.route)
        hand = t.seats[k].hand
        stacks = t.stacks
        for kind, count in enumerate(place.resources):
            hand, stacks = plus(hand, kind, count), plus(stacks, kind, -count)
        t = changed(t, seats=with_seat(t.seats, k, hand=hand), stacks=stacks)
    events = (*events, "setup.fixed", "setup.fixed-resources")
    if t.neutral_left:
        mask = sum(1 << post for place in g.spare_starts[:1] for post in place.posts)
        t = changed(t, neutral=mask, occupied=t.occupied | mask, neutral_left=t.neutral_left - mask.bit_count())
        events = (*events, "setup.fixed-neutral")
    return t, t.first, events


def first_post(g: Kit, t: Table, seat: int, place: int) -> Table:
    """A post of the beginning stands on the board."""
    t = changed(t, seats=with_seat(t.seats, seat, in_hand=t.seats[seat].in_hand - 1))
    return put_post(g, t, seat, place)


def also(events: tuple[str, ...], clause: str) -> tuple[str, ...]:
    """The events with one more clause, which is told once."""
    return events if clause in events else (*events, clause)


@cites("setup.post-order", "setup.neutral-posts", "setup.start-route")
def next_placement(g: Kit, t: Table, phase: Phase, events: tuple[str, ...]) -> Table:
    """Whose turn it is to place what, or the game's first turn."""
    if isinstance(phase, FirstPost) and phase.k == g.initial * g.players:
        phase = NeutralPost(0) if t.neutral_left else FirstRoute(0)
    if isinstance(phase, NeutralPost) and phase.k == g.neutral_posts:
        phase = FirstRoute(0)
    match phase:
        case FirstPost(k):
            seat = places_post(k, g.players, t.first)
            events = also(events, "setup.post-order")
        case NeutralPost(k):
            seat = places_after(k, g.players, t.first)
            events = also(events, "setup.neutral-posts")
        case FirstRoute(k):
            return ask_for_route(g, t, k, events)
        case _:
            raise AssertionError(phase)
    return changed(t, phase=phase, turn=seat, events=events)


@cites("setup.purple-only", "setup.free-city-only")
def refuse_post(g: Kit, t: Table, city: str) -> Refused | None:
    """Why no post may be placed there in the beginning."""
    place = 1 << g.place_number[city]
    if not g.purple & place:
        return Refused("setup.purple-only", f"{city} is not a purple city")
    if t.occupied & place:
        return Refused("setup.free-city-only", f"a post stands in {city}")
    return None


def place_post(g: Kit, t: Table, phase: FirstPost, move: Post) -> Table:
    """A player places a post; the last one brings resources."""
    place = g.place_number[move.city]
    seat = t.turn
    t = first_post(g, t, seat, place)
    events: tuple[str, ...] = ("setup.post-order", "setup.purple-only")
    if phase.k >= (g.initial - 1) * g.players:
        t, events = third_post(g, t, seat, place, events)
    after = FirstPost(phase.k + 1)
    return founding.settle(g, t, place, after, events, first=True)


@cites("setup.third-post-resources", "setup.resources-unnumbered")
def third_post(g: Kit, t: Table, seat: int, place: int, events: tuple[str, ...]) -> tuple[Table, tuple[str, ...]]:
    """One resource from each region next to the last post."""
    hand, stacks = t.seats[seat].hand, t.stacks
    regions = g.map.regions_at[place]
    if any(not t.numbers[r] for r in regions):
        events = (*events, SILENT + "setup.resources-unnumbered")
    for region in regions:
        if t.numbers[region] or g.unnumbered_give:
            kind = g.map.resource[region]
            hand, stacks = plus(hand, kind, 1), plus(stacks, kind, -1)
    t = changed(t, seats=with_seat(t.seats, seat, hand=hand), stacks=stacks)
    return t, (*events, "setup.third-post-resources")


@cites("setup.neutral-posts")
def place_neutral(g: Kit, t: Table, phase: NeutralPost, move: Neutral) -> Table:
    """A player places a neutral post."""
    bit = 1 << g.place_number[move.city]
    t = changed(t, neutral=t.neutral | bit, occupied=t.occupied | bit, neutral_left=t.neutral_left - 1)
    return next_placement(g, t, NeutralPost(phase.k + 1), ("setup.neutral-posts", "setup.purple-only"))


@cites("setup.start-route", "setup.no-connection")
def refuse_start_route(g: Kit, t: Table, path: int) -> Refused | None:
    """Why a route of the beginning may not lie there."""
    bit = 1 << path
    if not g.usable & bit:
        return Refused("board.path", "no path runs between two sea regions")
    if t.taken & bit:
        return Refused("route.free-path", "a route lies there")
    if not t.seats[t.turn].at_posts & bit:
        return Refused("setup.start-route", "no post of this player stands at the path")
    if isolated.joins_cities(g, t, path) and not may_connect(g, t):
        return Refused("setup.no-connection", "the route would connect a city")
    return None


@cites("setup.start-route", "setup.no-connection")
def without_connection(g: Kit, t: Table) -> list[int]:
    """The free paths at the player's posts where a route connects no city."""
    sites = spots(t.seats[t.turn].at_posts & ~t.taken & g.usable)
    return [path for path in sites if not isolated.joins_cities(g, t, path)]


@cites("setup.no-route")
def may_connect(g: Kit, t: Table) -> bool:
    """Whether a first route may connect a city because no other can be placed."""
    return g.start_route_connects and not without_connection(g, t)


@cites("setup.start-route", "setup.no-route")
def ask_for_route(g: Kit, t: Table, k: int, events: tuple[str, ...]) -> Table:
    """The next player who can place a first route is asked for it; then the first turn begins."""
    while k < g.players:
        t = changed(t, turn=places_after(k, g.players, t.first))
        if not without_connection(g, t):
            events = (*events, SILENT + "setup.no-route")
        if without_connection(g, t) or (g.start_route_connects and t.seats[t.turn].at_posts & ~t.taken & g.usable):
            return changed(t, phase=FirstRoute(k), events=also(events, "setup.start-route"))
        k += 1
    return turn.begin(g, t, t.first, events)


@cites("setup.start-route", "setup.start-caravan")
def place_route(g: Kit, t: Table, phase: FirstRoute, move: Route) -> Table:
    """A player's first route, with a caravan beside it."""
    path = g.path_number[move.path]
    closed = any(isolated.joins_cities(g, t, p) for p in spots(t.seats[t.turn].at_posts & ~t.taken))
    t = put_caravan(put_route(g, t, t.turn, path), t.turn, path)
    cities = isolated.linked(g, t.taken, g.ends[path][0]) & g.cities
    if cities.bit_count() > 1:
        t = changed(t, connected=t.connected | cities)
    events: tuple[str, ...] = ("setup.start-route", "setup.start-caravan")
    if closed:
        events = (*events, "setup.no-connection")
    after = FirstRoute(phase.k + 1)
    if g.map.double[path]:
        events = (*events, SILENT + "arrow.in-setup")
        if g.arrow_in_setup:
            return isolated.free_route(g, t, 1, path, after, events)
    return next_placement(g, t, after, events)


turn.RESUME[FirstPost] = turn.RESUME[NeutralPost] = turn.RESUME[FirstRoute] = next_placement


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves of the phases of the beginning."""
    match t.phase:
        case DashedToken(circle):
            return [g.number[v] for v in sorted(set(t.reserve[g.colour[g.dashed[circle]]]))]
        case RobberStart():
            return [g.robber_to[r] for r in robber_starts(g, t)]
        case FirstRoll():
            return g.rolls
        case FirstPost():
            return [g.post[c] for c in spots(g.purple & ~t.occupied)]
        case NeutralPost():
            return [g.neutral_post[c] for c in spots(g.purple & ~t.occupied)]
        case FirstRoute():
            sites = spots(t.seats[t.turn].at_posts & ~t.taken & g.usable)
            return [g.route[p] for p in (sites if may_connect(g, t) else without_connection(g, t))]
        case _:
            raise AssertionError(t.phase)


def weights(g: Kit, t: Table) -> Sequence[int]:
    """Chance's weights in these phases."""
    match t.phase:
        case DashedToken(circle):
            values = t.reserve[g.colour[g.dashed[circle]]]
            return [values.count(v) for v in sorted(set(values))]
        case RobberStart():
            return [1] * len(robber_starts(g, t))
        case _:
            return DICE_WEIGHTS


def explain(g: Kit, t: Table, move: Move) -> Refused | None:
    """The clause that forbids a move in these phases."""
    match t.phase, move:
        case DashedToken(circle), Number(value):
            if value not in t.reserve[g.colour[g.dashed[circle]]]:
                return Refused("setup.dashed-tokens", "no token of that number has the circle's colour")
            return None
        case RobberStart(), Robber(region):
            if g.region_number[region] not in robber_starts(g, t):
                return Refused("setup.robber", f"{region} is not a land region without a number")
            return None
        case FirstRoll(), Roll():
            return None
        case (FirstPost(), Post(city)) | (NeutralPost(), Neutral(city)):
            return refuse_post(g, t, city)
        case FirstRoute(), Route(path):
            return refuse_start_route(g, t, g.path_number[path])
        case _:
            return wrong_time(t.phase)


def wrong_time(phase: Phase) -> Refused:
    """What the beginning asks for now."""
    match phase:
        case DashedToken():
            return Refused("setup.dashed-tokens", "a number token has to be laid on a dashed circle")
        case RobberStart():
            return Refused("setup.robber", "the robber has to take his first place")
        case FirstRoll():
            return Refused("setup.first-player", "the dice decide who begins")
        case FirstPost():
            return Refused("setup.post-order", "a post has to be placed")
        case NeutralPost():
            return Refused("setup.neutral-posts", "a neutral post has to be placed")
        case _:
            return Refused("setup.start-route", "a route has to be placed")


def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move in these phases."""
    match t.phase, move:
        case DashedToken(circle), Number():
            return lay_dashed(g, t, circle, move)
        case RobberStart(), Robber():
            return start_robber(g, t, move)
        case FirstRoll() as rolling, Roll():
            return roll_for_first(g, t, rolling, move)
        case FirstPost() as posts, Post():
            return place_post(g, t, posts, move)
        case NeutralPost() as neutrals, Neutral():
            return place_neutral(g, t, neutrals, move)
        case FirstRoute() as routes, Route():
            return place_route(g, t, routes, move)
        case _:
            raise AssertionError(move)
