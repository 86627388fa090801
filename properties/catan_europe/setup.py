"""The beginning: who is first, who places what where, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.catan_europe import words as told
from rulecheck.properties.catan_europe.facts import (
    Facts,
    facts,
    less,
    mask,
    numbers,
    others_alike,
    posts_of_all,
    routes_of_all,
)
from rulecheck.properties.invariants.declaring import DEAR, after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.table import (
    BeforeDice,
    DashedToken,
    Dice,
    FirstPost,
    FirstRoll,
    FirstRoute,
    FreeRoute,
    NeutralPost,
    RobberStart,
    Table,
)
from rulecheck.reference_engines.contract import AnyEngine

BEGINNING = (DashedToken, RobberStart, FirstRoll, FirstPost, NeutralPost, FirstRoute)


@after(
    "setup.board", "setup.gold", "setup.pieces", "setup.posts-short", "setup.posts-full", "setup.cards", "setup.stacks",
    "setup.reserve", "setup.variable",
    moves=("Number", "Robber", "Roll"),
)  # fmt: skip
def the_table_is_set(engine: AnyEngine, t: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Before the robber and all pieces everything lies as the rulebook says."""
    if not isinstance(t.phase, DashedToken | RobberStart | FirstRoll) or (
        t.robber >= 0 and type(t.phase) is not FirstRoll
    ):
        return
    f = facts(engine)
    number = f.rules.number
    for name, seat in zip(engine.seats, t.seats, strict=True):
        if seat.gold != f.start_gold or any(seat.hand) or any(seat.cards) or any(seat.new_cards):
            yield f"{name} begins with {seat.gold} gold instead of {f.start_gold}, or with cards"
        if (seat.depot, seat.goods, seat.in_hand) != (f.covered, f.goods - f.covered, f.initial):
            yield (
                f"{name} begins with {seat.depot} posts on goods, {seat.goods} goods, {seat.in_hand} posts instead of "
                f"{f.covered}, {f.goods - f.covered} and {f.initial}"
            )
        if seat.posts or seat.routes or seat.merchants or seat.delivered or seat.caravans != (None,) * f.caravans_each:
            yield f"{name} has pieces on the board before anybody places any"
    cards = f.rules.data["cards"].table["card"]
    laid_out: dict[str, tuple[object, object]] = {
        "cards in the stacks": (list(t.stacks), [number("resource.each")] * 5),
        "development cards": (list(t.stock), [int(row["count"]) for row in cards]),
        "played cards": (sum(t.pile), 0),
        "neutral posts to be placed": (t.neutral_left, f.neutral_posts),
    }
    if f.gold_limited:
        laid_out["gold in the bank"] = (t.bank, number("gold.total") - f.players * f.start_gold)
    if type(t.phase) is DashedToken and t.phase.circle == 0:
        laid_out["number tokens"] = ([sorted(values) for values in t.reserve], f.tokens)
        laid_out["numbers on the board"] = (list(t.numbers), list(f.map.printed))
    for what, (lies, should) in laid_out.items():
        if lies != should:
            yield f"{what}: {lies} instead of {should}"


@after("setup.fixed", "setup.fixed-resources", "setup.fixed-neutral", moves=("Robber", "Roll", "Number"), share=DEAR)
def printed_pieces_are_set(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """With printed positions everyone begins with the printed posts, route, caravan and resources."""
    f = facts(engine)
    if not f.fixed or not isinstance(before.phase, BEGINNING) or not isinstance(now.phase, BeforeDice | Dice):
        return
    printed = {start.seat: start for start in f.map.starts}
    for name, seat in zip(engine.seats, now.seats, strict=True):
        start = printed.pop(name)
        if (seat.posts, seat.routes) != (mask(start.posts), 1 << start.route):
            yield (
                f"{name} stands in {told.cities(f, seat.posts)} instead of {told.places(f, start.posts)}, or on "
                "another route"
            )
        if start.route not in seat.caravans or seat.hand != tuple(start.resources) or seat.gold != f.start_gold:
            yield (
                f"{name} begins with {told.hand(seat.hand)}, {seat.gold} gold and caravans at "
                f"{told.paths(f, seat.caravans)}"
            )
    spare = [mask(start.posts) for start in printed.values()]
    if now.neutral not in (spare if f.neutral_posts else [0]):
        yield f"neutral posts stand in {told.cities(f, now.neutral)}"


@after("setup.fixed-first", "setup.first-player", moves=("Robber", "Roll", "Number"), share=DEAR)
def red_begins_printed_positions(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """With printed positions red begins, if somebody plays red."""
    if isinstance(before.phase, BEGINNING) and isinstance(now.phase, BeforeDice | Dice):
        f = facts(engine)
        if f.fixed and "red" in f.seat and now.turn != f.seat["red"]:
            yield f"{engine.seats[now.turn]} begins instead of red"
        if now.turn != now.first:
            yield f"{engine.seats[now.turn]} begins, and {engine.seats[now.first]} is first player"


@after("setup.first-player", "setup.first-player-tie", moves=("Roll",))
def the_highest_roll_is_first(engine: AnyEngine, before: Table, move: m.Roll, now: Table) -> Iterator[str]:
    """Everyone rolls in turn; those who tie for the highest sum roll again; the highest is first."""
    if not isinstance(before.phase, FirstRoll):
        return
    results = [*before.phase.results, (before.phase.rolling[0], move.low + move.high)]
    best = max(total for _, total in results)
    highest = tuple(seat for seat, total in results if total == best)
    if len(before.phase.rolling) > 1:
        if now.phase != FirstRoll(before.phase.rolling[1:], tuple(results)):
            yield (
                f"after {move} {engine.seats[before.phase.rolling[1]]} should roll, and {kind_of(now.phase)} of "
                f"{engine.seats[now.turn]} follows"
            )
    elif len(highest) > 1:
        if now.phase != FirstRoll(highest):
            tied = ", ".join(engine.seats[seat] for seat in highest)
            yield f"{tied} tie with {best} and should roll again, and {kind_of(now.phase)} follows"
    elif now.first != highest[0] or isinstance(now.phase, FirstRoll):
        yield f"{engine.seats[highest[0]]} rolled highest and is not first"


@after("setup.robber", moves=("Robber",))
def the_robber_starts_without_number(engine: AnyEngine, before: Table, move: m.Robber, now: Table) -> Iterator[str]:
    """The robber starts on a region that has neither a printed number nor a token."""
    if isinstance(before.phase, RobberStart):
        region = facts(engine).region[move.region]
        if now.robber != region or region >= len(before.numbers) or before.numbers[region]:
            yield f"the robber starts on {move.region} instead of a region of land without number"


@after("setup.dashed-tokens", moves=("Robber", "Number"))
def dashed_circles_have_tokens(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """When the robber is placed, tokens lie on the dashed circles and on no other."""
    if isinstance(before.phase, DashedToken | RobberStart) and not isinstance(now.phase, DashedToken):
        f = facts(engine)
        for region, disc in enumerate(f.map.disc):
            if disc and bool(now.numbers[region]) != (disc == "dashed"):
                yield f"{f.map.regions[region]} with a {disc} circle begins with number {now.numbers[region]}"


@after("setup.post-order", "setup.purple-only", "setup.free-city-only", moves=("Post",))
def first_posts_go_forth_and_back(engine: AnyEngine, before: Table, move: m.Post, now: Table) -> Iterator[str]:
    """Posts are placed clockwise, backwards and clockwise again, each in a purple city without a post."""
    f = facts(engine)
    stood = sum(seat.posts.bit_count() for seat in before.seats)
    who = (before.first + f.order[stood]) % f.players
    bit = 1 << f.place[move.city]
    if before.turn != who:
        yield f"{engine.seats[before.turn]} places post {stood + 1}, not {engine.seats[who]}"
    if not f.purple & bit or posts_of_all(before) & bit:
        yield f"{move.city} is no free purple city, and {engine.seats[before.turn]} puts a post there"
    if now.seats[before.turn].posts != before.seats[before.turn].posts | bit or not others_alike(
        before, now, before.turn
    ):
        yield (
            f"after {move} posts of {engine.seats[before.turn]} stand in {told.cities(f, now.seats[before.turn].posts)}"
        )


@after("setup.third-post-resources", moves=("Post",))
def the_last_post_brings_resources(engine: AnyEngine, before: Table, move: m.Post, now: Table) -> Iterator[str]:
    """The last post brings one resource from each region next to it, the others none."""
    f = facts(engine)
    gained = less(now.seats[before.turn].hand, before.seats[before.turn].hand)
    due = [0] * 5
    if before.seats[before.turn].in_hand == 1:
        for region in f.map.regions_at[f.place[move.city]]:
            if before.numbers[region] or f.unnumbered_give:
                due[f.map.resource[region]] += 1
    if gained != due:
        yield f"{engine.seats[before.turn]} received {told.hand(gained)} instead of {told.hand(due)}"
    if less(before.stacks, now.stacks) != due:
        yield f"the stacks gave {told.hand(less(before.stacks, now.stacks))} instead of {told.hand(due)} with {move}"


@after("setup.neutral-posts", "setup.purple-only", moves=("Neutral",))
def neutral_posts_go_backwards(engine: AnyEngine, before: Table, move: m.Neutral, now: Table) -> Iterator[str]:
    """Neutral posts go counter-clockwise from who placed a post last, into free purple cities."""
    f = facts(engine)
    who = (before.first - 1 - before.neutral.bit_count()) % f.players
    bit = 1 << f.place[move.city]
    if before.turn != who:
        yield f"{engine.seats[before.turn]} places a neutral post, not {engine.seats[who]}"
    if not f.purple & bit or posts_of_all(before) & bit or now.neutral != before.neutral | bit:
        yield f"{move.city} is no free purple city, or got no neutral post of {engine.seats[before.turn]}"


def connected_by(f: Facts, t: Table, path: int) -> list[int]:
    """The cities that a route there would link, if there are several; else one of them or none."""
    linked = f.along_routes(routes_of_all(t) | 1 << path, f.ends[path][0])
    return [place for place in linked if f.map.is_city[place]]


def free_at_posts(f: Facts, t: Table, who: int) -> list[int]:
    """The paths without a route at a player's posts."""
    return [path for path in numbers(f.touching(t.seats[who].posts) & ~routes_of_all(t)) if f.usable[path]]


def has_place(f: Facts, t: Table, who: int) -> bool:
    """Whether a player can place a first route."""
    free = free_at_posts(f, t, who)
    return bool(free) and (f.start_route_connects or any(len(connected_by(f, t, path)) < 2 for path in free))


def told_seats(engine: AnyEngine, seats: list[int]) -> str:
    """Some seats, for a message."""
    return ", ".join([engine.seats[who] for who in seats]) or "nobody"


@after("setup.start-route", "setup.start-caravan", "setup.no-connection", moves=("Route",))
def first_routes_lie_at_posts(engine: AnyEngine, before: Table, move: m.Route, now: Table) -> Iterator[str]:
    """A first route touches one of the player's posts, joins no cities, and has a caravan beside it."""
    phase = before.phase
    free = isinstance(phase, FreeRoute) and isinstance(phase.after, FirstRoute)
    if not isinstance(phase, FirstRoute) and not free:
        return
    f = facts(engine)
    path, seat = f.path[move.path], before.seats[before.turn]
    if not free:
        backwards = [(before.first - 1 - k) % f.players for k in range(f.players)]
        due = [who for who in backwards if not before.seats[who].routes and has_place(f, before, who)]
        if due[:1] != [before.turn]:
            yield f"{engine.seats[before.turn]} places a route instead of {told_seats(engine, due[:1])}"
        if not f.touching(seat.posts) >> path & 1:
            yield f"no post of {engine.seats[before.turn]} stands at {move.path}"
        if path not in now.seats[before.turn].caravans:
            yield (
                f"no caravan of {engine.seats[before.turn]} stands beside the first route {move.path}: "
                f"{told.paths(f, now.seats[before.turn].caravans)}"
            )
    cities = connected_by(f, before, path)
    has_no_other = not any(len(connected_by(f, before, other)) < 2 for other in free_at_posts(f, before, before.turn))
    if len(cities) > 1 and not (f.start_route_connects and not free and has_no_other):
        yield f"{move.path} connects {told.places(f, cities)} in the beginning"
    if less(now.stacks, before.stacks) != [0] * 5:
        yield f"{move}, a route of the beginning, was paid for with {told.hand(less(now.stacks, before.stacks))}"
