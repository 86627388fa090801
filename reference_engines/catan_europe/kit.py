"""The board and the rules' numbers as the rule modules look them up, and each move made once."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from operator import or_
from typing import TYPE_CHECKING, Final

from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.arithmetic import pays_out
from rulecheck.reference_engines.catan_europe.table import GOODS, RESOURCES, Table
from rulecheck.spec.catan_europe.map import TERRAINS, Map, Token, load_map, load_tokens, without_sea_paths
from rulecheck.spec.errors import SpecError

if TYPE_CHECKING:
    from rulecheck.spec.rules import Rules

DICE: Final = tuple((a, b) for a in range(1, 7) for b in range(a, 7))
"""What two dice can show, the smaller number first."""

DICE_WEIGHTS: Final = tuple(1 if a == b else 2 for a, b in DICE)


class Kit:
    """One set of rules on one map: constant while games are played."""

    def __init__(self, rules: Rules) -> None:
        """Read the numbers, readings and data; raises `SpecError` where data do not fit together."""
        self.rules = rules
        self.seats: tuple[str, ...] = tuple(rules.seats)
        self.players = rules.players
        self.board: str = rules.options["board"]
        self.fixed: bool = rules.options["start"] == "fixed"
        map_file = rules.data[f"map-{self.board}"]
        self.map: Map = map_file.made(load_map)
        self.tokens: tuple[Token, ...] = rules.data["tokens"].made(load_tokens)
        self._read_numbers(rules)
        self._read_readings(rules)
        self._read_cards(rules)
        self._look_up_board()
        self._make_moves()
        if self.fixed:
            self._read_start(str(map_file.path))

    def _read_numbers(self, rules: Rules) -> None:
        number = rules.number
        self.each = number("resource.each")
        self.gold_total = number("gold.total")
        self.start_gold = number("start.gold")
        self.routes_each = number("routes.each")
        self.caravans_each = rules.number_within("caravans.each", 1)
        self.merchants_each = number("merchants.each")
        self.posts_total = number(f"{self.board}.posts")
        self.goods_total = number(f"{self.board}.goods")
        self.covered = number(f"{self.board}.covered")
        self.initial = number(f"{self.board}.initial")
        self._check_depot(rules)
        self.neutral_posts = self.players if self.players == 3 else 0
        self.seven = number("seven.sum")
        self.hand_limit = number("hand.limit")
        self.consolation = number("consolation.gold")
        self.buy_price = number("buy.price")
        self.buy_limit = number("buy.limit")
        self.exchange_rate = number("exchange.rate")
        self.exchange_gold = number("exchange.gold")
        self.per_route = number("isolated.gold-per-route")
        self.march_steps = number("march.steps")
        self.drive_steps = number("drive.steps")
        self.per_path = number("caravans.per-route")
        self.toll = number("toll.gold")
        # Prices in the order of RESOURCES: wood, wool, grain, ore, salt.
        self.card_price = (0, number("card.wool"), 0, 0, number("card.salt"))
        self.merchant_price = (number("merchant.wood"), number("merchant.wool"), number("merchant.grain"), 0, 0)
        self.caravan_price = (number("caravan.wood"), 0, 0, number("caravan.ore"), number("caravan.salt"))
        self.route_price = (number("route.wood"), 0, 0, number("route.ore"), 0)

    def _read_readings(self, rules: Rules) -> None:
        reading = rules.reading
        self.sea_paths = reading("board.sea-paths") == "all"
        self.dashed_printed = reading("setup.dashed-draw") == "printed"
        self.robber_by_first = reading("robber.start") == "first"
        self.first_rolls_without_red = reading("start.first-without-red") == "roll"
        self.unnumbered_give = reading("setup.resources-unnumbered") == "yes"
        self.start_route_connects = reading("setup.no-route") == "connects"
        self.port_in_setup = reading("port.in-setup") == "yes"
        self.token_in_setup = reading("token.in-setup") == "yes"
        self.arrow_in_setup = reading("arrow.in-setup") == "yes"
        self.any_card_before_dice = reading("card.before-dice") == "any"
        self.robber_at_sea = reading("robber.targets") == "sea"
        self.steal_forced = reading("steal.choice") == "forced"
        self.steal_from_empty = reading("steal.empty-hand") == "yes"
        self.sole_claimant = reading("production.sole-claimant") == "sole"
        self.gold_limited = reading("gold.bank") == "limited"
        self.gifts = reading("trade.kinds") == "free"
        self.player_chooses = reading("trade.several-willing") == "chooses"
        self.merchants_beside = reading("merchant.beside") == "beside"
        self.merchants_share = reading("merchant.same-place") == "yes"
        self.placing_delivers = reading("caravan.placing-delivers") == "yes"
        self.cap_on_placing = reading("caravan.cap-on-placing") == "two"
        self.own_city_counts = reading("isolated.own-city") == "yes"
        self.pay_each_city = reading("isolated.two-joined") == "each"
        self.arrow_onward = reading("arrow.onward") == "onward"
        self.arrow_chain = reading("arrow.chain")
        self.neutral_blocks = reading("march.neutral-blocks") == "yes"
        self.rest_on_own = reading("march.own-post") == "rest"
        self.convert = reading("post.convert")
        self.stop_without_posts = reading("post.none-left") == "stop"
        self.founder_picks = reading("token.reserve-draw") == "owner"
        self.may_keep_tokens = reading("token.must-move") == "may"
        self.tolls_follow_piece = reading("toll.memory") == "keep"
        self.toll_free_when_poor = reading("toll.cannot-pay") == "free"
        self.delivery_forced = reading("delivery.when") == "forced"
        self.deliver_through = reading("delivery.where") == "through"
        self.deliver_both = reading("delivery.two-posts") == "both"

    def _check_depot(self, rules: Rules) -> None:
        """Raises `SpecError` for posts and goods that a player's depot cannot be set up with."""
        board, posts = self.board, self.covered + self.initial
        if self.posts_total != posts:
            what = f"{board}.posts = {self.posts_total}, and {board}.covered and {board}.initial make {posts}"
            raise SpecError(rules.path, None, what, "change them together")
        if self.covered > self.goods_total:
            what = f"{board}.covered = {self.covered} posts stand on {board}.goods = {self.goods_total} goods"
            raise SpecError(rules.path, None, what, "a post stands on a good: lower the one or raise the other")

    def _read_cards(self, rules: Rules) -> None:
        rows = rules.data["cards"].table["card"]
        self.cards: tuple[str, ...] = tuple(row["name"] for row in rows)
        self.deck: tuple[int, ...] = tuple(row["count"] for row in rows)
        self.effects: tuple[str, ...] = tuple(row["effect"] for row in rows)
        self.amount: dict[str, int] = {row["effect"]: row["amount"] for row in rows}
        self.card_number = {card: k for k, card in enumerate(self.cards)}
        self.no_cards = (0,) * len(self.cards)

    def _look_up_board(self) -> None:
        board = self.map
        usable = [self.sea_paths or land for land in board.land_path]
        self.usable = sum(1 << p for p, open_ in enumerate(usable) if open_)
        self.paths_at = tuple(sum(1 << p for p in ps if usable[p]) for ps in board.paths_at)
        self.ends = board.paths
        self.end_mask = tuple(1 << a | 1 << b for a, b in board.paths)
        self.corner = tuple(sum(1 << i for i in corners) for corners in board.corners)
        self.region_names = board.regions + board.seas
        self.around = self.corner + tuple(sum(1 << i for i in corners) for corners in board.sea_corners)
        self.region_number = {name: k for k, name in enumerate(self.region_names)}
        self.cities = sum(1 << i for i in board.cities)
        self.purple = sum(1 << i for i in board.purple)
        self.next_paths = tuple(
            tuple(sorted((set(board.paths_at[a]) | set(board.paths_at[b])) - {p}))
            for p, (a, b) in enumerate(board.paths)
        )
        self.dashed = tuple(r for r, disc in enumerate(board.disc) if disc == "dashed")
        self.colour = tuple(TERRAINS.index(terrain) for terrain in board.terrain)
        self.token_values = tuple(
            tuple(sorted(token.value for token in self.tokens if token.terrain == terrain)) for terrain in TERRAINS
        )
        walked = board if self.sea_paths else without_sea_paths(board)
        self.neighbours = walked.neighbours
        self.longest = max(max(row.replace(b"\xff", b"")) for row in walked.distances)
        self.within = tuple(rings(row, self.longest) for row in walked.distances)
        """within[i][k]: mask of the intersections at most k steps from i, i left out."""

    def _make_moves(self) -> None:
        board = self.map
        self.rolls = tuple(m.Roll(a, b) for a, b in DICE)
        self.number = {v: m.Number(v) for v in range(2, 13)}
        self.stolen = tuple(m.Stolen(k) for k in RESOURCES)
        self.drawn = tuple(m.Drawn(c) for c in self.cards)
        self.throw = m.Throw()
        self.discard = tuple(m.Discard(k) for k in RESOURCES)
        self.robber_to = tuple(m.Robber(r) for r in self.region_names)
        self.steal = tuple(m.Steal(s) for s in self.seats)
        self.steal_nothing = m.Steal("")
        self.give = tuple(m.Give(k) for k in GOODS)
        self.want = tuple(m.Want(k) for k in GOODS)
        self.propose = m.Propose()
        self.accept, self.decline, self.counter = m.Answer("accept"), m.Answer("decline"), m.Answer("counter")
        self.answers = (
            ((self.decline,), (self.decline, self.counter)),
            ((self.accept, self.decline), (self.accept, self.decline, self.counter)),
        )
        """answers[can accept][has something to offer]."""
        self.deal_with = tuple(m.DealWith(s) for s in self.seats)
        self.no_deal = m.DealWith("")
        self.buy = tuple(m.Buy(k) for k in RESOURCES)
        self.exchange = tuple(tuple(m.Exchange(k, w) for w in GOODS) for k in RESOURCES)
        self.buy_card = m.BuyCard()
        self.play = tuple(m.Play(c) for c in self.cards)
        self.take = tuple(m.Take(k) for k in RESOURCES)
        self.name = tuple(m.Name(k) for k in RESOURCES)
        places, paths = board.intersections, board.path_names
        self.post = {i: m.Post(places[i]) for i in board.cities}
        self.neutral_post = {i: m.Neutral(places[i]) for i in board.cities}
        self.route = tuple(m.Route(p) for p in paths)
        self.no_route = m.NoRoute()
        self.lift_merchant = tuple(m.LiftMerchant(i) for i in places)
        self.recruit = tuple(m.Recruit(i) for i in places)
        self.lift_caravan = tuple(m.LiftCaravan(p) for p in paths)
        self.equip = tuple(m.Equip(p) for p in paths)
        self.march = tuple(m.March(i) for i in places)
        self.pay_grain = m.PayGrain()
        self.to = tuple(m.To(i) for i in places)
        self.stay = m.Stay()
        self.drive = tuple(m.Drive(p) for p in paths)
        self.pay_salt = m.PaySalt()
        self.onto = tuple(m.Onto(p) for p in paths)
        self.halt = m.Halt()
        self.deliver = {i: m.Deliver(places[i]) for i in board.cities}
        self.deliver_nothing = m.Deliver("")
        self.number_to = tuple(m.NumberTo(r) for r in board.regions)
        self.no_number = m.NumberTo("")
        self.number_from = tuple(m.NumberFrom(r) for r in board.regions)
        self.end_turn = m.EndTurn()
        self.seen_routes: dict[int, list[m.Move]] = {}
        self.seen_offers: dict[tuple[int, int, bool], list[m.Move]] = {}
        self.seat_number = {seat: k for k, seat in enumerate(self.seats)}
        self.path_number = {name: p for p, name in enumerate(paths)}
        self.place_number = {name: i for i, name in enumerate(places)}

    def _read_start(self, path: str) -> None:
        printed = {start.seat: start for start in self.map.starts}
        missing = [seat for seat in self.seats if seat not in printed]
        if missing:
            raise SpecError(path, None, f"no printed start for {', '.join(missing)}", f"it has {', '.join(printed)}")
        self.starts = tuple(printed[seat] for seat in self.seats)
        self.spare_starts = tuple(start for seat, start in printed.items() if seat not in self.seats)

    def all_moves(self) -> tuple[m.Move, ...]:
        """Every well-formed move but the `along` ones, in a fixed order."""
        single: tuple[m.Move, ...] = (
            self.throw, self.steal_nothing, self.propose, self.accept, self.decline, self.counter, self.no_deal,
            self.buy_card, self.no_route, self.pay_grain, self.stay, self.pay_salt, self.halt, self.deliver_nothing,
            self.no_number, self.end_turn,
        )  # fmt: skip
        families: tuple[tuple[m.Move, ...], ...] = (
            self.rolls, tuple(self.number.values()), self.stolen, self.drawn, self.discard, self.robber_to, self.steal,
            self.give, self.want, self.deal_with, self.buy, *self.exchange, self.play, self.take, self.name,
            tuple(self.post.values()), tuple(self.neutral_post.values()), self.route, self.lift_merchant, self.recruit,
            self.lift_caravan, self.equip, self.march, self.to, self.drive, self.onto, tuple(self.deliver.values()),
            self.number_to, self.number_from,
        )  # fmt: skip
        return single + tuple(move for family in families for move in family)


@lru_cache(maxsize=1024)
def rings(distances: bytes, longest: int) -> tuple[int, ...]:
    """For each number of steps, the mask of the places at most so far away, the start left out.

    Worked out once for all the engines on a map.
    """
    masks = [0] * (longest + 1)
    for place, distance in enumerate(distances):
        if 0 < distance <= longest:
            masks[distance] |= 1 << place
    return tuple(accumulate(masks, or_))


def seat_at(t: Table, place: int) -> int:
    """The seat whose post stands on an intersection, 4 for a neutral post, -1 for none."""
    bit = 1 << place
    if not t.occupied & bit:
        return -1
    for k, seat in enumerate(t.seats):
        if seat.posts & bit:
            return k
    return 4


def route_owner(t: Table, path: int) -> int:
    """The seat whose route lies on a path, -1 for none."""
    bit = 1 << path
    if t.taken & bit:
        for k, seat in enumerate(t.seats):
            if seat.routes & bit:
                return k
    return -1


def standing_on(t: Table, path: int) -> int:
    """How many caravans stand on a route."""
    return sum([seat.caravans.count(path) for seat in t.seats])


def grant(g: Kit, bank: int, wanted: int) -> int:
    """How much gold the bank pays out of what is due."""
    return pays_out(bank, wanted, g.gold_limited)
