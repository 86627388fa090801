"""Positions as JSON in the game's words: docs/notation/power_grid.md describes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from rulecheck.reference_engines.contract import PositionError, changed
from rulecheck.reference_engines.power_grid import (
    auction,
    bureaucracy,
    cards,
    fuel,
    network,
    possible,
    scrapping,
    setup,
)
from rulecheck.reference_engines.power_grid import table as p
from rulecheck.reference_engines.power_grid.kit import NEVER, Kit
from rulecheck.reference_engines.power_grid.table import Counts, Phase, Seat, Table
from rulecheck.reference_engines.values import (
    INT,
    SEAT,
    SEAT_MASK,
    Form,
    Phases,
    Reader,
    bits,
    read_counts,
    read_flag,
    read_list,
    read_mask,
    read_name,
    read_table,
    read_whole,
    write_counts,
)
from rulecheck.spec.power_grid.board import FUELS

CARD: Final = ("stack", "turned up", "drawn", "gone")
"""Where the Step 3 card is."""

SEAT_PARTS: Final = ("money", "plants", "fuel", "cities", "houses", "supplied")
PARTS: Final = (
    "round", "step", "order", "turn", "phase", "players", "regions", "market", "thirteen", "unseen", "stack", "buried",
    "gone", "step3_card", "step3_began", "sold", "fuel", "prices", "supply", "ending",
)  # fmt: skip

AFTER_ONLY: Final = (
    p.AuctionsOver, p.FuelNext, p.NextBuilder, p.BureaucracyNext, p.Burying, p.RenewalNext, p.RenewalOver,
    p.Cut,
)  # fmt: skip
MAY_FOLLOW: Final = (*AFTER_ONLY, p.Offering, p.Building)

# ---- values


def read_plant(g: Kit, value: Any, path: str) -> int:
    """A plant by its number."""
    if type(value) is not int or value not in g.plant_number:
        raise PositionError(path, f"no plant {value!r}")
    return g.plant_number[value]


def read_plants(g: Kit, value: Any, path: str) -> tuple[int, ...]:
    """Plants by their numbers, ascending, each once."""
    plants = sorted(read_plant(g, number, f"{path}.{k}") for k, number in enumerate(read_list(value, path)))
    for plant, following in pairwise(plants):
        if plant == following:
            raise PositionError(path, f"plant {g.numbers[plant]} is listed twice")
    return tuple(plants)


def regions_json(g: Kit, regions: int) -> list[str]:
    """Regions by name."""
    return [g.map.regions[k] for k in bits(regions)]


def prices(g: Kit, t: Table) -> dict[str, int]:
    """What the next token of each fuel costs; a fuel that is sold out is left out."""
    costs = {name: fuel.price(g, t.fuel, kind) for kind, name in enumerate(FUELS)}
    return {name: cost for name, cost in costs.items() if cost < NEVER}


# ---- phases


def _read_follower(g: Kit, value: Any, path: str) -> Phase:
    """A phase that can follow a draw."""
    phase = PHASES.read(g, value, path)
    if not isinstance(phase, MAY_FOLLOW):
        names = ", ".join(PHASES.forms[kind][0] for kind in MAY_FOLLOW)
        raise PositionError(path, f"the phase {PHASES.name(phase)!r} does not follow; there are {names}")
    return phase


PLANT: Final[Form[Kit]] = Form(lambda g, v: g.numbers[v], lambda g, v, path: read_plant(g, v, path))
PLANTS: Final[Form[Kit]] = Form(
    lambda g, v: [g.numbers[k] for k in bits(v)],
    lambda g, v, path: read_mask(v, path, lambda number, at: read_plant(g, number, at)),
)
AFTER: Final[Form[Kit]] = Form(lambda g, v: PHASES.write(g, v), _read_follower)

PHASES: Final[Phases[Kit, Phase]] = Phases(
    {
        p.Lots: ("lots", {}),
        p.Removing: ("removing", {}),
        p.Regions: ("regions", {}),
        p.Offering: ("offering", {"out": SEAT_MASK}),
        p.Opening: ("opening", {"out": SEAT_MASK, "plant": PLANT}),
        p.Bidding: ("bidding", {"out": SEAT_MASK, "plant": PLANT, "bid": INT, "leader": SEAT, "active": SEAT_MASK}),
        p.Scrapping: ("scrapping", {"out": SEAT_MASK, "plant": PLANT}),
        p.Losing: ("losing", {"out": SEAT_MASK, "plant": PLANT, "lost": INT}),
        p.Drawing: ("drawing", {"after": AFTER}),
        p.Fueling: ("fuel", {}),
        p.Building: ("building", {}),
        p.Producing: ("bureaucracy", {"run": PLANTS}),
        p.Finished: ("finished", {}),
        p.AuctionsOver: ("auctions over", {}),
        p.FuelNext: ("fuel next", {}),
        p.NextBuilder: ("next builder", {}),
        p.BureaucracyNext: ("bureaucracy next", {}),
        p.Burying: ("burying", {}),
        p.RenewalNext: ("renewal next", {}),
        p.RenewalOver: ("renewal over", {}),
        p.Cut: ("cut", {"after": AFTER}),
    }
)
"""The name of each phase, and its parts; those from `auctions over` on stand only in `after`."""


# ---- positions


def to_json(g: Kit, t: Table) -> dict[str, Any]:
    """The whole position: see docs/notation/power_grid.md."""

    def numbers(plants: Iterable[int]) -> list[Any]:
        return [g.numbers[k] if k != g.step3 else "step 3" for k in plants]

    names = g.board(t.regions).cities
    return {
        "round": t.round,
        "step": t.step,
        "order": [g.seats[seat] for seat in t.order],
        "turn": g.seats[t.turn],
        "phase": PHASES.write(g, t.phase),
        "players": {
            name: {
                "money": seat.money,
                "plants": numbers(seat.plants),
                "fuel": write_counts(FUELS, seat.fuel),
                "cities": [names[city] for city in bits(seat.cities)],
                "houses": seat.houses,
                "supplied": seat.supplied,
            }
            for name, seat in zip(g.seats, t.seats, strict=True)
        },
        "regions": regions_json(g, t.regions),
        "market": numbers(t.market),
        "thirteen": t.has_thirteen,
        "unseen": numbers(t.unseen),
        "stack": t.stack,
        "buried": numbers(t.buried),
        "gone": numbers(t.gone),
        "step3_card": CARD[t.card],
        "step3_began": t.began,
        "sold": t.sold,
        "fuel": write_counts(FUELS, t.fuel),
        "prices": prices(g, t),
        "supply": write_counts(FUELS, t.supply),
        "ending": t.is_ending,
    }


def observe(g: Kit, t: Table, viewer: int) -> dict[str, Any]:
    """The position as one player sees it."""
    seen = to_json(g, t)
    secret = g.together and isinstance(t.phase, p.Producing)
    for k, name in enumerate(g.seats):
        if k != viewer:
            if g.money_hidden or secret:
                seen["players"][name]["money"] = None
            if secret:
                seen["players"][name]["fuel"] = None
    if secret:
        seen["supply"] = None
        if t.turn != viewer:
            seen["phase"] = PHASES.name(t.phase)
    if g.thirteen_pool and t.round == 1 and not t.sold:  # nobody knows yet whether it was removed
        seen["thirteen"], seen["gone"], seen["stack"] = None, [], None
    return seen


def from_json(g: Kit, data: Mapping[str, Any], given: tuple[str, ...], *, partial: bool) -> Table:
    """The position that JSON describes; with `given` paths, what follows from them is worked out again."""
    return _Reader(g, read_table(data, "", PARTS), given, partial).table()


class _Reader(Reader[Kit]):
    def __init__(self, g: Kit, data: dict[str, Any], given: tuple[str, ...], partial: bool) -> None:
        super().__init__(g, data, given, partial)
        self.loser: Any = None
        """The seat that is about to lose fuel; it may have more than its plants store."""
        if "prices" in given or any(path.startswith("prices.") for path in given):
            raise PositionError("prices", "they follow from the tokens in the market; set fuel")

    def table(self) -> Table:
        g = self.g
        players = read_table(self.get("players"), "players", g.seats)
        data = {name: read_table(players.get(name, {}), f"players.{name}", SEAT_PARTS) for name in g.seats}
        phase = PHASES.read(g, self.get("phase"), "phase")
        if isinstance(phase, AFTER_ONLY):
            raise PositionError("phase", f"nobody decides anything in {PHASES.name(phase)!r}")
        if isinstance(phase, p.Losing):
            self.loser = self.get("turn")
        regions = self.regions(data)
        board = g.board(regions)
        order = self.order(phase)
        step = read_whole(self.get("step"), "step", 1)
        if step > 3:
            raise PositionError("step", f"expected 1, 2 or 3, found {step}")
        card = read_name(CARD, self.get("step3_card"), "step3_card", "place")
        if step == 3 and self.free("step3_card"):
            card = p.USED
        owned, market, buried, gone = self.plants(data, card)
        seats = tuple(self.seat(name, data[name], regions, plants) for name, plants in zip(g.seats, owned, strict=True))
        houses = [0] * len(board.cities)
        for seat in seats:
            for city in bits(seat.cities):
                houses[city] += 1
                if houses[city] > len(g.house_price) and not self.partial:
                    raise PositionError("players", f"more than {len(g.house_price)} houses in {board.cities[city]}")
        known_plants = {k for plants in (*owned, market, buried, gone) for k in plants}
        thirteen = self.thirteen(known_plants, card)
        unseen = self.unseen(known_plants, thirteen)
        round_ = read_whole(self.get("round"), "round", 1)
        tokens = self.market_fuel(seats)
        for kind, count in enumerate(tokens):
            if count > len(g.places[kind]):
                raise PositionError(f"fuel.{FUELS[kind]}", f"{count} tokens, the market holds {len(g.places[kind])}")
        t = Table(
            seats=seats,
            phase=phase,
            turn=self.turn(phase, order),
            order=order,
            round=round_,
            step=step,
            regions=regions,
            market=market,
            has_thirteen=thirteen,
            unseen=unseen,
            stack=self.stack(unseen, gone, card),
            buried=buried,
            gone=gone,
            card=card,
            began=self.began(round_, card),
            sold=read_whole(self.get("sold"), "sold"),
            fuel=tokens,
            supply=self.supply(tokens, seats),
            is_ending=read_flag(self.get("ending"), "ending"),
            houses=() if isinstance(phase, _SET_UP) else tuple(houses),
            most=max(seat.cities.bit_count() for seat in seats),
        )
        if isinstance(phase, _SET_UP):
            return changed(t, seats=tuple(changed(seat, ways=()) for seat in seats))
        t = self.asked(t)
        if not self.partial:
            for path, why in possible.faults(g, t):
                raise PositionError(path, why)
        return t

    def asked(self, t: Table) -> Table:
        """The position with the moves of its phase worked out; somebody who has none is not asked."""
        g, phase, seat = self.g, t.phase, t.seats[t.turn]
        has_moves = True
        if isinstance(phase, p.Fueling):
            phase = p.FUELING[fuel.open_fuels(g, t.fuel, seat)]
            has_moves = phase.open > 0
        elif isinstance(phase, p.Building):
            phase = p.Building(network.open_cities(g, t, seat))
            has_moves = bool(phase.open)
        elif isinstance(phase, p.Producing):
            phase = p.Producing(phase.run, bureaucracy.open_runs(g, seat, phase.run))
            has_moves = bool(phase.open or bureaucracy.fewer(g, seat, phase.run))
        elif isinstance(phase, p.Losing):
            lost = phase.plant, phase.lost
            open_losses = scrapping.losses(g, seat.plants, seat.fuel, *lost, chosen=g.discard_chosen)
            phase = p.Losing(phase.out, *lost, open_losses)
            has_moves = len(phase.open) > 1
        elif isinstance(phase, p.Drawing):
            has_moves = cards.can_draw(g, t)
        elif isinstance(phase, p.Scrapping):
            has_moves = phase.plant in seat.plants and len(seat.plants) > 1
        elif isinstance(phase, p.Offering):
            has_moves = bool(t.market) and g.numbers[t.market[0]] <= auction.purse(g, t, t.turn)
        elif isinstance(phase, p.Opening | p.Bidding):
            self.auctioned(t, phase)
        if not has_moves and not self.partial:
            raise PositionError("phase", f"{g.seats[t.turn]} can do nothing in the phase {PHASES.name(phase)!r}")
        return changed(t, phase=phase)

    def auctioned(self, t: Table, phase: p.Opening | p.Bidding) -> None:
        g = self.g
        if phase.plant not in t.market:
            raise PositionError("phase.plant", f"plant {g.numbers[phase.plant]} is not in the market")
        if isinstance(phase, p.Bidding):
            if not phase.active >> phase.leader & 1 or not phase.active >> t.turn & 1 or phase.leader == t.turn:
                raise PositionError("phase.active", "the leader and the one to bid, two players, are in the auction")
            if phase.bid < g.numbers[phase.plant]:
                raise PositionError("phase.bid", f"the plant costs at least {g.numbers[phase.plant]}")
            least = phase.bid + 1
        else:
            least = g.numbers[phase.plant]
        if auction.purse(g, t, t.turn) < least and not self.partial:
            raise PositionError("phase", f"{g.seats[t.turn]} cannot bid {least}")

    def order(self, phase: Phase) -> tuple[int, ...]:
        names = read_list(self.get("order"), "order")
        order = tuple(read_name(self.g.seats, name, f"order.{k}", "seat") for k, name in enumerate(names))
        if len(set(order)) != len(order) or (len(order) != self.g.players and not isinstance(phase, _BEFORE_ORDER)):
            raise PositionError("order", f"expected each seat once, found {names!r}")
        return order

    def turn(self, phase: Phase, order: tuple[int, ...]) -> int:
        """Who acts; if only the phase or the order was given, the first who would."""
        if self.free("turn") and order and not (self.free("phase") and self.free("order")):
            if isinstance(phase, p.Offering):
                return next((seat for seat in order if not phase.out >> seat & 1), order[0])
            if isinstance(phase, p.Fueling | p.Building):
                return order[-1]
            if isinstance(phase, p.Producing):
                return order[0]
        return self.seat_named("turn")

    def regions(self, data: Mapping[str, dict[str, Any]]) -> int:
        """The chosen regions; if only cities were given, regions that hold them."""
        g = self.g
        names = read_list(self.get("regions"), "regions")
        regions = read_mask(names, "regions", lambda name, at: read_name(g.region_number, name, at, "region"))
        if self.free("regions"):
            needed = 0
            for name, seat in data.items():
                path = f"players.{name}.cities"
                for k, city in enumerate(read_list(seat.get("cities", []), path)):
                    needed |= 1 << g.map.region_of[_city(g, city, f"{path}.{k}")]
            if needed & ~regions:
                regions = next((whole for whole in g.region_sets if needed & whole == needed), regions)
        if regions and not self.partial and not setup.fits(g, regions):
            raise PositionError("regions", f"no {g.regions_used} adjacent regions include {', '.join(names)}")
        return regions

    def plants(
        self, data: Mapping[str, dict[str, Any]], where: int
    ) -> tuple[list[tuple[int, ...]], tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """The plants of each player, of the market, below the Step 3 card, and out of the game.

        A plant that was given a place leaves the places that were not given; the market is filled up again.
        """
        g = self.g
        listed = read_list(self.get("market"), "market")
        card = "step 3" in listed
        rows: list[tuple[str, tuple[int, ...]]] = [
            (f"players.{name}.plants", read_plants(g, seat.get("plants", []), f"players.{name}.plants"))
            for name, seat in data.items()
        ]
        rows.append(("market", read_plants(g, [number for number in listed if number != "step 3"], "market")))
        rows += [(key, read_plants(g, self.get(key), key)) for key in ("buried", "gone")]
        taken: dict[int, str] = {}
        for path, plants in rows:
            for plant in plants:
                if not self.free(path):
                    if plant in taken and not self.partial:
                        raise PositionError(path, f"plant {g.numbers[plant]} is in {taken[plant]} as well")
                    taken[plant] = path
        groups = []
        for path, plants in rows:
            if self.free(path):
                plants = tuple(plant for plant in plants if plant not in taken)
                taken |= dict.fromkeys(plants, path)
            groups.append(plants)
        *owned, market, buried, gone = groups
        if self.free("market"):
            spare = [k for k in range(len(g.plants)) if k not in taken]
            size = min(len(rows[-3][1]), 2 * g.row - 2 * (where in (p.DRAWN, p.USED)))
            market = tuple(sorted((*market, *spare[: max(0, size - len(market))]))[:size])
        return owned, ((*market, g.step3) if card else market), buried, gone

    def began(self, round_: int, card: int) -> int:
        """The round in which Step 3 began; if only the Step was given, the round before."""
        if self.free("step3_began") and card == p.USED:
            return read_whole(self.data.get("step3_began", 0), "step3_began") or max(1, round_ - 1)
        return read_whole(self.get("step3_began"), "step3_began")

    def thirteen(self, known_plants: set[int], card: int) -> bool:
        """Whether plant 13 lies on the stack: as given, or if it lies nowhere else."""
        lies = read_flag(self.get("thirteen"), "thirteen")
        if self.free("thirteen"):
            return self.g.thirteen not in known_plants and card == p.STACK
        if lies and self.g.thirteen in known_plants and not self.partial:
            raise PositionError("thirteen", "plant 13 lies elsewhere")
        return lies

    def unseen(self, known_plants: set[int], thirteen: bool) -> tuple[int, ...]:
        g = self.g
        if not self.free("unseen"):
            unseen = read_plants(g, self.get("unseen"), "unseen")
            twice = [g.numbers[k] for k in unseen if k in known_plants or (thirteen and k == g.thirteen)]
            if twice and not self.partial:
                raise PositionError("unseen", f"plant {twice[0]} lies elsewhere")
            return unseen
        return tuple(k for k in range(len(g.plants)) if k not in known_plants and not (thirteen and k == g.thirteen))

    def stack(self, unseen: tuple[int, ...], gone: tuple[int, ...], card: int) -> int:
        if self.free("stack"):
            return max(0, len(unseen) - self.g.removed) if card == p.STACK else 0
        stack = read_whole(self.get("stack"), "stack")
        if stack > len(unseen):
            raise PositionError("stack", f"{stack} cards in the stack, {len(unseen)} have not been seen")
        return stack

    def seat(self, name: str, data: dict[str, Any], regions: int, plants: tuple[int, ...]) -> Seat:
        g, path = self.g, f"players.{name}"
        board = g.board(regions)
        cities, ways = 0, board.nowhere
        for k, city in enumerate(read_list(data.get("cities", []), f"{path}.cities")):
            number = board.number[self.chosen_city(board.cities, city, f"{path}.cities.{k}")]
            ways = tuple(map(min, ways, board.onward[number])) if cities else board.onward[number]
            if cities >> number & 1:
                raise PositionError(f"{path}.cities", f"{city} is listed twice")
            cities |= 1 << number
        tokens = read_counts(FUELS, data.get("fuel", {}), f"{path}.fuel")
        if self.free(f"{path}.fuel"):
            tokens = self.kept(plants, tokens)
        elif scrapping.homeless(g, plants, tokens) and not self.partial and name != self.loser:
            raise PositionError(f"{path}.fuel", "the player's plants do not store so much")
        houses = g.houses_start - cities.bit_count()
        if not self.free(f"{path}.houses"):
            houses = read_whole(data.get("houses", 0), f"{path}.houses", None)
            if houses + cities.bit_count() != g.houses_start and not self.partial:
                raise PositionError(f"{path}.houses", f"{houses} left and {cities.bit_count()} built are not all")
        if houses < 0 and g.houses_limited and not self.partial:
            raise PositionError(f"{path}.cities", f"the player has {g.houses_start} houses")
        supplied = read_whole(data.get("supplied", -1), f"{path}.supplied", -1)
        return Seat(
            money=read_whole(data.get("money", 0), f"{path}.money"), plants=plants, fuel=tokens, cities=cities,
            houses=houses, supplied=supplied, ways=ways,
        )  # fmt: skip

    def kept(self, plants: tuple[int, ...], tokens: Counts) -> Counts:
        """What is left of fuel that nobody set by hand when the plants are set."""
        left = list(tokens)
        for kind in range(len(FUELS)):
            while left[kind] and scrapping.homeless(self.g, plants, tuple(left)):
                less = list(left)
                less[kind] -= 1
                if scrapping.homeless(self.g, plants, tuple(less)) == scrapping.homeless(self.g, plants, tuple(left)):
                    break
                left = less
        return tuple(left)

    def chosen_city(self, cities: Sequence[str], name: Any, path: str) -> str:
        g = self.g
        city = g.map.cities[_city(g, name, path)]
        if city not in cities:
            raise PositionError(path, f"{city} is not in a chosen region")
        return city

    def market_fuel(self, seats: tuple[Seat, ...]) -> Counts:
        """The market's tokens; if only the players' were given, it has at most what they leave."""
        tokens = read_counts(FUELS, self.get("fuel"), "fuel")
        if not self.free("fuel"):
            return tokens
        left = [total - sum(seat.fuel[kind] for seat in seats) for kind, total in enumerate(self.g.fuel_total)]
        return tuple(min(count, max(0, rest)) for count, rest in zip(tokens, left, strict=True))

    def supply(self, market: Counts, seats: tuple[Seat, ...]) -> Counts:
        def used(kind: int) -> int:
            return market[kind] + sum(seat.fuel[kind] for seat in seats)

        return self.pile("supply", FUELS, self.g.fuel_total, used, "tokens of {}")


_BEFORE_ORDER: Final = (p.Lots, p.Removing)
_SET_UP: Final = (*_BEFORE_ORDER, p.Regions)


def _city(g: Kit, name: Any, path: str) -> int:
    """A city of the whole map, also by its name in plain letters."""
    return read_name(g.city_number, g.plain_city.get(name, name) if isinstance(name, str) else name, path, "city")


# ---- named starts


def starts(g: Kit) -> dict[str, Callable[[], Table]]:
    """Positions that examples may begin with."""

    def phase_start(begin: Callable[[Table], Table]) -> Callable[[], Table]:
        return lambda: changed(begin(setup.second_round(g)), events=())

    return {
        "ready": lambda: setup.ready(g),
        "auction": phase_start(lambda t: auction.ask(g, changed(t, sold=0), 0, ())),
        "fuel": phase_start(lambda t: fuel.ask(g, t, g.players - 1, ())),
        "building": phase_start(lambda t: network.ask(g, t, g.players - 1, ())),
        "bureaucracy": phase_start(lambda t: bureaucracy.ask(g, t, 0, ())),
    }
