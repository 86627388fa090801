"""Where pieces stand: what holds in every position."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.catan_europe import words as told
from rulecheck.properties.catan_europe.facts import facts, mask, numbers, posts_of_all, routes_of_all
from rulecheck.properties.invariants.declaring import DEAR, OFTEN, holds
from rulecheck.properties.invariants.wording import listed
from rulecheck.reference_engines.catan_europe.table import Table
from rulecheck.reference_engines.contract import AnyEngine


@holds("trade.must-have", "build.pay", reads=("seats",), share=DEAR)
def nobody_owes_anything(engine: AnyEngine, t: Table) -> Iterator[str]:
    """No hand, purse, depot or stack of cards goes below nothing."""
    for k, seat in enumerate(t.seats):
        things = (*seat.hand, *seat.cards, *seat.new_cards, seat.gold, seat.depot, seat.goods, seat.in_hand)
        if min(things) >= 0:
            continue
        name = engine.seats[k]
        if min(seat.hand) < 0:
            yield f"{name} holds less than nothing of a kind: {told.hand(seat.hand)}"
        if seat.gold < 0:
            yield f"{name} holds {seat.gold} gold, less than nothing"
        if min(seat.cards) < 0 or min(seat.new_cards) < 0:
            yield (
                f"{name} holds less than no card of a kind: {told.cards(facts(engine), seat.cards)} and "
                f"{told.cards(facts(engine), seat.new_cards)}"
            )
        if seat.depot < 0 or seat.goods < 0 or seat.in_hand < 0:
            yield f"{name} has {seat.depot} posts in the depot, {seat.goods} goods, {seat.in_hand} posts in hand"


@holds("bank.stock", "card.none-left", "box.coins", reads=("stacks", "bank", "stock", "pile"), share=OFTEN)
def the_bank_owes_nothing(engine: AnyEngine, t: Table) -> Iterator[str]:
    """The bank never gives what it does not have."""
    if min(t.stacks) < 0:
        yield f"the stacks hold less than nothing of a kind: {told.hand(t.stacks)}"
    if t.bank < 0 and facts(engine).gold_limited:
        yield f"the bank holds {t.bank} gold, and gives what it has not"
    if min(t.stock) < 0 or min(t.pile) < 0:
        yield f"the stock is {told.cards(facts(engine), t.stock)}, the discard pile {told.cards(facts(engine), t.pile)}"


@holds("setup.free-city-only", "post.found", reads=("seats.posts", "neutral"), share=DEAR)
def each_post_has_a_city_of_its_own(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Posts stand in cities, and no two in one city."""
    posts = t.neutral
    whole = posts.bit_count()
    for seat in t.seats:
        posts |= seat.posts
        whole += seat.posts.bit_count()
    if whole == posts.bit_count() and not posts & ~facts(engine).cities:
        return
    posts = t.neutral
    for name, seat in zip(engine.seats, t.seats, strict=True):
        if posts & seat.posts:
            yield f"a post of {name} shares a city: {told.cities(facts(engine), posts & seat.posts)}"
        posts |= seat.posts
    outside = posts & ~facts(engine).cities
    if outside:
        yield f"posts outside cities: {told.cities(facts(engine), outside)}"


@holds("route.free-path", "board.path", reads=("seats.routes",), share=DEAR)
def each_route_has_a_path_of_its_own(engine: AnyEngine, t: Table) -> Iterator[str]:
    """No two routes lie on one path, and all lie where there is a path."""
    routes = whole = 0
    for seat in t.seats:
        routes |= seat.routes
        whole += seat.routes.bit_count()
    if whole == routes.bit_count() and not routes & facts(engine).shut:
        return
    routes = 0
    for name, seat in zip(engine.seats, t.seats, strict=True):
        if routes & seat.routes:
            yield f"a route of {name} shares a path: {told.paths(facts(engine), numbers(routes & seat.routes))}"
        routes |= seat.routes
    if routes & facts(engine).shut:
        yield f"routes lie between two sea regions: {told.paths(facts(engine), numbers(routes & facts(engine).shut))}"


@holds("build.own-pieces", "setup.pieces", reads=("seats.routes", "seats.merchants", "seats.caravans"), share=DEAR)
def nobody_plays_more_pieces_than_the_box_holds(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Routes, merchants and caravans on the board are no more than a colour has."""
    f = facts(engine)
    for k, seat in enumerate(t.seats):
        if seat.routes.bit_count() > f.routes_each:
            yield f"{engine.seats[k]} has {seat.routes.bit_count()} routes of {f.routes_each}"
        if len(seat.merchants) > f.merchants_each or len(seat.caravans) != f.caravans_each:
            yield (
                f"{engine.seats[k]} has {len(seat.merchants)} merchants of {f.merchants_each} and "
                f"{len(seat.caravans)} caravans of {f.caravans_each}"
            )


@holds(
    "post.frees-good",
    "post.from-depot",
    reads=("seats.posts", "seats.goods", "seats.delivered", "seats.in_hand"),
    share=DEAR,
)
def each_post_founded_frees_one_good(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Goods that are free or delivered are as many as the posts founded, and those free from the beginning."""
    f = facts(engine)
    for k, seat in enumerate(t.seats):
        founded = seat.posts.bit_count() - (f.initial - seat.in_hand)
        freed = seat.goods + seat.delivered - (f.goods - f.covered)
        if freed != founded:
            yield f"{engine.seats[k]} founded {founded} posts and freed {freed} goods"


@holds("march.stop", "merchant.place", reads=("seats.merchants", "seats.posts", "neutral"), share=DEAR)
def merchants_stand_alone(engine: AnyEngine, t: Table) -> Iterator[str]:
    """No merchant stands at an opponent's post, nor, unless readings let it, with another one or at a neutral post."""
    seats = t.seats
    everywhere: list[int] = []
    for seat in seats:
        if seat.merchants:
            everywhere += seat.merchants
    if not everywhere:
        return
    f = facts(engine)
    if len(set(everywhere)) != len(everywhere) and not f.merchants_share:
        twice = {place for place in everywhere if everywhere.count(place) > 1}
        yield f"two merchants stand at one place: {told.places(f, sorted(twice))}"
    closed = t.neutral if f.neutral_blocks else 0
    posts = posts_of_all(t) & ~t.neutral
    for name, seat in zip(engine.seats, seats, strict=True):
        for place in seat.merchants:
            if (posts & ~seat.posts | closed) >> place & 1:
                yield f"a merchant of {name} stands at a foreign post in {f.map.intersections[place]}"


@holds("post.found", "post.avoid", reads=("seats.depot", "seats.merchants", "seats.posts", "neutral"), share=DEAR)
def no_merchant_waits_in_a_free_city(engine: AnyEngine, t: Table) -> Iterator[str]:
    """A merchant in a free city became a post at once, unless the depot is empty or a reading lets it wait."""
    for k, seat in enumerate(t.seats):
        if seat.depot and seat.merchants:
            f = facts(engine)
            if f.waits:
                return
            free = mask(seat.merchants) & f.cities & ~posts_of_all(t)
            if free:
                places = [f.map.intersections[i] for i in numbers(free)]
                yield f"a merchant of {engine.seats[k]} stands in a free city: {listed(places)}"


@holds(
    "drive.routes-only",
    "caravan.place",
    "setup.start-caravan",
    reads=("seats.caravans", "seats.routes"),
    share=DEAR,
)
def caravans_stand_beside_routes(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Each caravan on the board stands where a route lies."""
    routes = routes_of_all(t)
    for k, seat in enumerate(t.seats):
        for path in seat.caravans:
            if path is not None and not routes >> path & 1:
                name = facts(engine).map.path_names[path]
                yield f"a caravan of {engine.seats[k]} stands beside {name}, where no route lies"


@holds(
    "delivery.once",
    "delivery.foreign",
    "delivery.neutral",
    reads=("seats.delivered", "seats.posts", "neutral", "supplied"),
    share=DEAR,
)
def goods_lie_under_foreign_posts(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Each good delivered lies under a post of its own, and a player's posts hold goods of the others only."""
    whole = sum([seat.delivered for seat in t.seats])
    if t.supplied.bit_count() != whole:
        yield f"{whole} goods were delivered, to {t.supplied.bit_count()} posts"
    if not t.supplied:
        return
    if t.supplied & ~posts_of_all(t):
        yield f"a good was delivered where no post stands: {told.cities(facts(engine), t.supplied & ~posts_of_all(t))}"
    for name, seat in zip(engine.seats, t.seats, strict=True):
        if (t.supplied & seat.posts).bit_count() > whole - seat.delivered:
            yield (
                f"posts of {name} hold {(t.supplied & seat.posts).bit_count()} goods; the others delivered "
                f"{whole - seat.delivered}"
            )


@holds("board.disc", "token.colour", "setup.dashed-tokens", reads=("numbers", "reserve"), share=DEAR)
def number_tokens_match_their_circles(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Printed numbers stay, and each colour's tokens lie on circles of that colour or in the reserve."""
    f = facts(engine)
    laid: list[list[int]] = [[] for _ in f.tokens]
    for region, (number, printed) in enumerate(zip(t.numbers, f.map.printed, strict=True)):
        if printed and number != printed:
            yield f"{f.map.regions[region]} shows {printed}, not {number}"
        elif number and not printed:
            laid[f.colour[region]].append(number)
    for colour, values in enumerate(f.tokens):
        tokens = sorted([*laid[colour], *t.reserve[colour]])
        if tokens != values:
            yield f"tokens of colour {colour} are {listed(tokens)} instead of {listed(values)}"


@holds("board.disc", reads=("numbers", "yields"), share=DEAR)
def regions_are_found_by_their_number(engine: AnyEngine, t: Table) -> Iterator[str]:
    """The list of regions for a sum of the dice is that of the regions with this number."""
    for total, regions in enumerate(t.yields):
        if list(regions) != [r for r, number in enumerate(t.numbers) if number == total and number]:
            due = [r for r, number in enumerate(t.numbers) if number == total and number]
            f = facts(engine)
            yield f"the regions for {total} are listed as {told.regions(f, regions)} instead of {told.regions(f, due)}"


@holds(
    "board.path",
    "board.intersection",
    reads=("seats.posts", "seats.routes", "seats.at_posts", "seats.reach", "neutral", "taken", "occupied"),
    share=DEAR,
)
def what_is_worked_out_is_right(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Taken paths, occupied cities and what touches a player's pieces agree with the pieces themselves."""
    f = facts(engine)
    if t.taken != routes_of_all(t):
        yield f"{t.taken.bit_count()} paths count as taken, {routes_of_all(t).bit_count()} have a route, or others"
    if t.occupied != posts_of_all(t):
        yield f"{told.cities(f, t.occupied ^ posts_of_all(t))} counts as occupied without a post, or not with one"
    for k, seat in enumerate(t.seats):
        at_posts = f.touching(seat.posts)
        if seat.at_posts != at_posts:
            yield (
                f"{seat.at_posts.bit_count()} paths count as at the posts of {engine.seats[k]} instead of "
                f"{at_posts.bit_count()}, or others"
            )
        if seat.reach != at_posts | f.touching(f.ends_of(seat.routes)):
            yield (
                f"{seat.reach.bit_count()} paths count as in reach of {engine.seats[k]}, which are too many, too few "
                "or others"
            )


@holds("isolated.city", "isolated.once", "setup.no-connection", reads=("taken", "connected"), share=DEAR)
def connected_cities_are_linked_by_routes(engine: AnyEngine, t: Table) -> Iterator[str]:
    """A city counts as connected exactly if routes link it with another city."""
    f = facts(engine)
    left, linked = f.cities & f.ends_of(t.taken), 0
    while left:
        group = mask(list(f.along_routes(t.taken, left.bit_length() - 1))) & f.cities
        if group.bit_count() > 1:
            linked |= group
        left &= ~group
    if linked != t.connected:
        wrong = [f.map.intersections[i] for i in numbers(linked ^ t.connected)]
        yield f"connected or not: {', '.join(wrong)} should be the other way round"


@holds("bank.buy-limit", reads=("bought",), share=OFTEN)
def gold_buys_only_so_much_in_a_turn(engine: AnyEngine, t: Table) -> Iterator[str]:
    """No more resources than the limit are bought with gold in a turn."""
    if t.bought > facts(engine).buy_limit:
        yield f"{t.bought} resources were bought with gold in a turn instead of {facts(engine).buy_limit} at the most"


@holds("robber.elsewhere", "setup.robber", reads=("robber",), share=OFTEN)
def the_robber_stands_on_a_region(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Unless a reading lets the robber go to sea, he stands on land."""
    f = facts(engine)
    if not f.robber_at_sea and t.robber >= len(f.map.regions):
        yield f"the robber stands on the sea: {told.regions(f, [t.robber])}"
