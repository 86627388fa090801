"""The board, the numbers and the readings as the rulebook gives them, read without asking the engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from rulecheck.reference_engines.catan_europe.table import Hand, Seat, Table
from rulecheck.spec.catan_europe.map import TERRAINS, load_map, load_tokens

if TYPE_CHECKING:
    from rulecheck.reference_engines.contract import AnyEngine
    from rulecheck.spec.rules import Rules

FAR = 1 << 20
"""Further than any way on the board."""


class Facts:
    """What the properties look up: worked out from the spec's data once for each set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = rules.players
        self.reading = dict(rules.readings)
        name = str(rules.options["board"])
        self.fixed: bool = rules.options["start"] == "fixed"
        self.map = board = rules.data[f"map-{name}"].made(load_map)
        self.ends = board.paths
        self.usable = [self.reading["board.sea-paths"] == "all" or land for land in board.land_path]
        self.at: list[int] = [0] * len(board.intersections)
        """For each intersection, the mask of its paths."""
        self.next_to: list[list[int]] = [[] for _ in board.intersections]
        for path, (a, b) in enumerate(self.ends):
            if self.usable[path]:
                self.at[a] |= 1 << path
                self.at[b] |= 1 << path
                self.next_to[a].append(b)
                self.next_to[b].append(a)
        self.around_path = [self.at[a] | self.at[b] for a, b in self.ends]
        """For each path the mask of the paths that meet it, and itself."""
        self.around_place = [mask(beside) for beside in self.next_to]
        """For each intersection the mask of those next to it."""
        self.shut = sum(1 << p for p, open_ in enumerate(self.usable) if not open_)
        self.cities = mask(board.cities)
        self.purple = mask(board.purple)
        self.around = [mask(corners) for corners in (*board.corners, *board.sea_corners)]
        self.region = {name: k for k, name in enumerate((*board.regions, *board.seas))}
        self.path = {name: k for k, name in enumerate(board.path_names)}
        self.place = {name: k for k, name in enumerate(board.intersections)}
        self.seat = {name: k for k, name in enumerate(rules.seats)}
        self.colour = [TERRAINS.index(terrain) for terrain in board.terrain]
        tokens = rules.data["tokens"].made(load_tokens)
        self.tokens = [sorted(t.value for t in tokens if t.terrain == terrain) for terrain in TERRAINS]
        cards = rules.data["cards"].table["card"]
        self.card = {str(row["name"]): k for k, row in enumerate(cards)}
        self.effect = [str(row["effect"]) for row in cards]
        self.amount = {str(row["effect"]): int(row["amount"]) for row in cards}
        number = rules.number
        self.goods, self.covered = number(f"{name}.goods"), number(f"{name}.covered")
        self.initial = number(f"{name}.initial")
        self.neutral_posts = self.players if self.players == 3 else 0
        self.seven, self.hand_limit = number("seven.sum"), number("hand.limit")
        self.consolation = number("consolation.gold")
        self.buy_price, self.buy_limit = number("buy.price"), number("buy.limit")
        self.rate, self.rate_gold = number("exchange.rate"), number("exchange.gold")
        self.per_route = number("isolated.gold-per-route")
        self.march_steps, self.drive_steps = number("march.steps"), number("drive.steps")
        self.caravans_per_route, self.toll = number("caravans.per-route"), number("toll.gold")
        self.routes_each, self.merchants_each = number("routes.each"), number("merchants.each")
        self.caravans_each = number("caravans.each")
        self.start_gold = number("start.gold")
        self.gold_limited = self.reading["gold.bank"] == "limited"
        self.price: dict[str, Hand] = {
            "BuyCard": (0, number("card.wool"), 0, 0, number("card.salt")),
            "Recruit": (number("merchant.wood"), number("merchant.wool"), number("merchant.grain"), 0, 0),
            "Equip": (number("caravan.wood"), 0, 0, number("caravan.ore"), number("caravan.salt")),
            "Route": (number("route.wood"), 0, 0, number("route.ore"), 0),
        }
        forward = list(range(self.players))
        self.order = [*forward, *reversed(forward), *forward]
        """Who places a post, counted from the first player."""
        self._paths: dict[int, int] = {}
        self._ends: dict[int, int] = {}
        self._far: dict[int, list[int]] = {}
        self.waits = self.reading["post.convert"] == "turn-end"
        self.any_card_before_dice = self.reading["card.before-dice"] == "any"
        self.arrow_onward = self.reading["arrow.onward"] == "onward"
        self.arrow_chain = self.reading["arrow.chain"]
        self.arrow_in_setup = self.reading["arrow.in-setup"] == "yes"
        self.port_in_setup = self.reading["port.in-setup"] == "yes"
        self.cap_on_placing = self.reading["caravan.cap-on-placing"] == "two"
        self.start_route_connects = self.reading["setup.no-route"] == "connects"
        self.convert = self.reading["post.convert"]
        self.deliver_through = self.reading["delivery.where"] == "through"
        self.deliver_both = self.reading["delivery.two-posts"] == "both"
        self.delivery_forced = self.reading["delivery.when"] == "forced"
        self.gifts = self.reading["trade.kinds"] == "free"
        self.merchants_beside = self.reading["merchant.beside"] == "beside"
        self.merchants_share = self.reading["merchant.same-place"] == "yes"
        self.neutral_blocks = self.reading["march.neutral-blocks"] == "yes"
        self.own_city_counts = self.reading["isolated.own-city"] == "yes"
        self.pay_each_city = self.reading["isolated.two-joined"] == "each"
        self.placing_delivers = self.reading["caravan.placing-delivers"] == "yes"
        self.player_chooses = self.reading["trade.several-willing"] == "chooses"
        self.rest_on_own = self.reading["march.own-post"] == "rest"
        self.robber_at_sea = self.reading["robber.targets"] == "sea"
        self.sole_claimant = self.reading["production.sole-claimant"] == "sole"
        self.steal_from_empty = self.reading["steal.empty-hand"] == "yes"
        self.stop_without_posts = self.reading["post.none-left"] == "stop"
        self.toll_free_when_poor = self.reading["toll.cannot-pay"] == "free"
        self.unnumbered_give = self.reading["setup.resources-unnumbered"] == "yes"

    def meet(self, path: int, other: int) -> bool:
        """Whether two paths share an intersection."""
        a, b = self.ends[path]
        c, d = self.ends[other]
        return path != other and (a in (c, d) or b in (c, d))

    def touching(self, places: int) -> int:
        """Mask of the paths that end at some intersections."""
        paths = self._paths.get(places)
        if paths is None:
            if len(self._paths) > 50_000:
                self._paths.clear()
            paths = 0
            for place in numbers(places):
                paths |= self.at[place]
            self._paths[places] = paths
        return paths

    def ends_of(self, paths: int) -> int:
        """Mask of the intersections at which some paths end."""
        ends = self._ends.get(paths)
        if ends is None:
            if len(self._ends) > 50_000:
                self._ends.clear()
            ends = self._ends[paths] = mask(end for path in numbers(paths) for end in self.ends[path])
        return ends

    def steps_from(self, place: int) -> list[int]:
        """For each intersection, how many paths it is away."""
        far = self._far.get(place)
        if far is None:
            far = self._far[place] = self.spread(place)
        return far

    def spread(self, place: int, stops: int = 0) -> list[int]:
        """The same for walks that end wherever they come to one of `stops`."""
        far = [FAR] * len(self.at)
        far[place], edge = 0, [place]
        for here in edge:
            if stops >> here & 1 and here != place:
                continue
            for there in self.next_to[here]:
                if far[there] == FAR:
                    far[there] = far[here] + 1
                    edge.append(there)
        return far

    def linked(self, routes: int, place: int) -> int:
        """Mask of the intersections that routes link with a place, itself included."""
        seen = edge = 1 << place
        while edge:
            edge = self.ends_of(self.touching(edge) & routes) & ~seen
            seen |= edge
        return seen

    def along_routes(self, routes: int, place: int) -> dict[int, int]:
        """For each intersection that routes link with a place, how many routes away it is."""
        far, edge = {place: 0}, [place]
        for here in edge:
            for path in numbers(self.at[here] & routes):
                a, b = self.ends[path]
                there = a + b - here
                if there not in far:
                    far[there] = far[here] + 1
                    edge.append(there)
        return far


@lru_cache(maxsize=64)
def _facts(rules: Rules) -> Facts:
    return Facts(rules)


def facts(engine: AnyEngine) -> Facts:
    """What the rulebook says about the board and the numbers of an engine's rules."""
    return _facts(engine.rules)


def mask(places: Iterator[int] | tuple[int, ...] | list[int]) -> int:
    """Numbers as a bit mask."""
    bits = 0
    for place in places:
        bits |= 1 << place
    return bits


def numbers(bits: int) -> list[int]:
    """The numbers in a bit mask."""
    places = []
    while bits:
        places.append(bits.bit_length() - 1)
        bits ^= 1 << places[-1]
    return places[::-1]


def less(after: Hand, before: Hand) -> list[int]:
    """What was added to each kind; negative for what was taken away."""
    return [a - b for a, b in zip(after, before, strict=True)]


def owner_of_route(t: Table, path: int) -> int:
    """Whose route lies on a path; -1 for nobody's."""
    for k, seat in enumerate(t.seats):
        if seat.routes >> path & 1:
            return k
    return -1


def posts_of_all(t: Table) -> int:
    """Mask of the intersections with anybody's post."""
    posts = t.neutral
    for seat in t.seats:
        posts |= seat.posts
    return posts


def routes_of_all(t: Table) -> int:
    """Mask of the paths with anybody's route."""
    routes = 0
    for seat in t.seats:
        routes |= seat.routes
    return routes


def others_alike(before: Table, after: Table, *but: int) -> bool:
    """Whether all seats except some are as they were."""
    return all(
        earlier is later or earlier == later or k in but
        for k, (earlier, later) in enumerate(zip(before.seats, after.seats, strict=True))
    )


def in_all(seat: Seat) -> int:
    """How many resource cards a player holds."""
    return sum(seat.hand)
