"""The rules' numbers, readings and buildings as the rule modules look them up, and each move made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.arithmetic import price
from rulecheck.reference_engines.puerto_rico.table import CORN, GOODS, INDIGO, QUARRY, ROLES, TILES, Counts
from rulecheck.spec.errors import SpecError
from rulecheck.spec.puerto_rico.board import Kind, load_buildings, load_circles, load_prices

if TYPE_CHECKING:
    from rulecheck.spec.rules import Rules

GAINS: Final = ("small market", "large market", "factory", "harbor")
"""Buildings that bring money or points."""

CACHE: Final = 50_000
"""Lists of moves remembered at most, per kind of decision."""


class Kit:
    """One set of rules: constant while games are played."""

    def __init__(self, rules: Rules) -> None:
        """Read the numbers, readings and data; raises `SpecError` where they do not fit together."""
        self.rules = rules
        self.seats: tuple[str, ...] = tuple(rules.seats)
        self.players = rules.players
        self.seat_number = {name: k for k, name in enumerate(self.seats)}
        buildings, tiles, goods = rules.data["buildings"], rules.data["tiles"], rules.data["goods"]
        self.buildings: tuple[Kind, ...] = buildings.made(load_buildings)
        self.price: Counts = goods.made(load_prices)
        self.tile_circles: Counts = tiles.made(load_circles)
        self._read_numbers(rules)
        self._read_readings(rules)
        self._check_supplies(rules)
        self._look_up_buildings(str(buildings.path))
        self._make_moves()
        self.lists: dict[Any, Any] = {}

    def _read_numbers(self, rules: Rules) -> None:
        number = rules.number_within
        self.goods_total: Counts = tuple(number(f"goods.{good}") for good in GOODS)
        self.tiles_total: Counts = tuple(number(f"tiles.{tile}") for tile in TILES)
        self.island_spaces = number("island.spaces")
        self.city_spaces = number("city.spaces")
        self.money_total = number("money.total")
        self.house_places = number("house.places")
        self.start_money = number("start.money")
        self.start_indigo = number("start.indigo")
        self.start_corn = number("start.corn")
        self.points_total = number("points.pool")
        self.row_tiles = number("row.tiles")
        self.used_prospectors = number("used.prospectors")
        self.capacity: Counts = (number("ship.small"), number("ship.middle"), number("ship.large"))
        self.first_ship = number("colonists.ship")
        self.first_reserve = number("colonists.supply")
        self.round_bonus = number("round.bonus")
        self.mayor_privilege = number("mayor.privilege")
        self.builder_privilege = number("builder.privilege")
        self.quarry_discount = number("quarry.discount")
        self.craftsman_privilege = number("craftsman.privilege")
        self.trader_privilege = number("trader.privilege")
        self.captain_privilege = number("captain.privilege")
        self.point_per_barrel = number("captain.point-per-barrel")
        self.store_barrels = number("store.barrels")
        self.prospector_privilege = number("prospector.privilege")
        self.small_market_bonus = number("small-market.bonus")
        self.large_market_bonus = number("large-market.bonus")
        self.small_kinds = number("small-warehouse.kinds")
        self.large_kinds = number("large-warehouse.kinds")
        self.factory_pays = tuple(number(f"factory.{kinds}") for kinds in ("two", "three", "four", "five"))
        self.harbor_bonus = number("harbor.bonus")
        self.wharf_capacity = number("wharf.capacity")
        self.guild_small = number("guild-hall.small")
        self.guild_large = number("guild-hall.large")
        self.residence_pays = tuple(number(f"residence.{tiles}") for tiles in ("nine", "ten", "eleven", "twelve"))
        self.fortress_each = number("fortress.colonists", 1)
        self.customs_each = number("customs.points", 1)
        self.city_hall_each = number("city-hall.each")

    def _read_readings(self, rules: Rules) -> None:
        reading = rules.reading
        self.money_limited = reading("bank.money") == "limited"
        self.start_tiles_extra = reading("setup.start-tiles") == "extra"
        self.ship_from_reserve = reading("setup.ship-colonists") == "reserve"
        self.ask_privilege = reading("privilege.gains") == "asked"
        self.reshuffle_at_once = reading("settler.reshuffle-when") == "at-once"
        self.extra_optional = reading("mayor.extra") == "optional"
        self.may_refuse = reading("mayor.refuse") != "no"
        self.refused_to_reserve = reading("mayor.refuse") == "reserve"
        self.san_juan_free = reading("mayor.san-juan-free") == "yes"
        self.large_in_column = reading("building.adjacent") == "column"
        self.may_forget = reading("mayor.may-forget") == "yes"
        self.governor_funds = reading("bank.cards") == "governor"
        self.may_make_less = reading("craftsman.less") == "yes"
        self.may_not_produce = reading("craftsman.optional") == "yes"
        self.ship_choice = reading("captain.ship-choice")
        self.may_discard = reading("storage.discard") == "yes"
        self.ask_gains = reading("violet.gains") == "asked"
        self.hacienda_optional = reading("hacienda.choice") == "optional"
        self.hacienda_reshuffles = reading("hacienda.stack-empty") == "reshuffle"
        self.hospice_optional = reading("hospice.choice") == "optional"
        self.university_optional = reading("university.choice") == "optional"
        self.colonist_from_ship = reading("colonist.source") == "ship"
        self.wharf_printed = reading("wharf.capacity") == "printed"
        self.wharf_forced = reading("wharf.forced") == "must"
        self.wharf_later = reading("wharf.later") == "yes"
        self.residence_occupied = reading("residence.counts") == "occupied"
        self.end_when_empty = reading("end.colonists-when") == "empty"
        self.last_chip_ends = reading("end.last-chip") == "yes"
        self.beyond_counts = reading("points.beyond") == "counted"
        self.tie_by_seat = reading("win.still-tied") == "seat"

    def _check_supplies(self, rules: Rules) -> None:
        """What the set-up deals out has to be there."""
        indigo = min(self.start_indigo, self.players)
        dealt = (
            ("start.money", self.start_money * self.players, "money.total", self.money_total),
            ("start.indigo", 0 if self.start_tiles_extra else indigo, "tiles.indigo", self.tiles_total[INDIGO]),
            (
                "start.corn",
                0 if self.start_tiles_extra else self.players - indigo,
                "tiles.corn",
                self.tiles_total[CORN],
            ),
            (
                "colonists.ship",
                self.first_ship if self.ship_from_reserve else 0,
                "colonists.supply",
                self.first_reserve,
            ),
        )
        for what, needed, where, there in dealt:
            if needed > there:
                hint = f"raise {where} or lower {what}"
                raise SpecError(rules.path, None, f"the set-up deals {needed} of {where} = {there}", hint)

    def _look_up_buildings(self, path: str) -> None:
        kinds = self.buildings
        self.building_number = {kind.name: k for k, kind in enumerate(kinds)}
        self.names = tuple(kind.name for kind in kinds)
        self.points = tuple(kind.points for kind in kinds)
        self.circles = tuple(kind.circles for kind in kinds)
        self.size = tuple(kind.size for kind in kinds)
        self.counts = tuple(kind.count for kind in kinds)
        self.no_city: Counts = (-1,) * len(kinds)

        def named(name: str) -> int:
            if name not in self.building_number:
                raise SpecError(path, None, f"no building {name!r}", "the rules need it: add a row")
            return self.building_number[name]

        self.hacienda, self.hut = named("hacienda"), named("construction hut")
        self.hospice, self.university = named("hospice"), named("university")
        self.small_warehouse, self.large_warehouse = named("small warehouse"), named("large warehouse")
        self.office, self.factory = named("office"), named("factory")
        self.small_market, self.large_market = named("small market"), named("large market")
        self.harbor, self.wharf = named("harbor"), named("wharf")
        self.guild_hall, self.residence = named("guild hall"), named("residence")
        self.fortress, self.customs = named("fortress"), named("customs house")
        self.city_hall = named("city hall")
        self.gains = tuple(named(name) for name in GAINS)
        self.makers: tuple[tuple[int, ...], ...] = tuple(
            tuple(k for k, kind in enumerate(kinds) if kind.good == good) for good in GOODS
        )
        """For each good the buildings that make it; corn needs none."""
        self.small_makers = tuple(k for k, kind in enumerate(kinds) if kind.kind == "small production")
        self.large_makers = tuple(k for k, kind in enumerate(kinds) if kind.kind == "large production")
        self.violet = tuple(k for k, kind in enumerate(kinds) if kind.is_violet)
        self.large = tuple(k for k, kind in enumerate(kinds) if kind.kind == "large violet")
        most = max(kind.column for kind in kinds)
        self.prices: dict[tuple[int, int], Counts] = {
            (quarries, privilege): tuple(
                price(kind.cost, kind.column, quarries, self.quarry_discount, privilege) for kind in kinds
            )
            for quarries in range(most + 1)
            for privilege in {0, self.builder_privilege}
        }
        """For occupied quarries (as many as any column allows) and privilege, the price of each building."""
        self.most_quarries = most

    def _make_moves(self) -> None:
        self.roles: tuple[str, ...] = (
            *ROLES,
            *(f"prospector {k}" if k > 1 else "prospector" for k in range(1, self.used_prospectors + 1)),
        )
        self.role_number = {role: k for k, role in enumerate(self.roles)}
        self.ship_names = _ship_names(self.capacity)
        self.ship_number = {name: k for k, name in enumerate(self.ship_names)}
        self.spots: tuple[str, ...] = (
            *(f"on {name} plantation" for name in GOODS),
            "on quarry",
            *(f"in {name}" for name in self.names),
        )
        """Where colonists can be placed: island tiles by kind, then buildings; behind them San Juan."""
        self.san_juan = len(self.spots)
        self.spot_number = {spot: k for k, spot in enumerate((*self.spots, "in San Juan"))}
        self.choose = tuple(m.Choose(role) for role in self.roles)
        self.draw = tuple(m.Draw(good) for good in GOODS)
        self.take = tuple(m.Take(tile) for tile in TILES)
        self.place = tuple(m.Place(spot) for spot in (*self.spots, "in San Juan"))
        self.build = tuple(m.Build(name) for name in self.names)
        rights = (self.hacienda, self.hospice, self.university, *self.gains)
        self.use = {k: m.Use(self.names[k]) for k in rights} | {-1: m.Use("privilege")}
        self.decline = {k: m.Decline(self.names[k]) for k in rights} | {-1: m.Decline("privilege")}
        self.asked = {k: (self.use[k], self.decline[k]) for k in self.use}
        self.extra = tuple(m.TakeBonus(good) for good in GOODS)
        self.sell = tuple(m.Sell(good) for good in GOODS)
        self.load = tuple(tuple(m.Load(good, ship) for ship in self.ship_names) for good in GOODS)
        self.by_wharf = tuple(m.Wharf(good) for good in GOODS)
        self.store = tuple(m.Store(good) for good in GOODS)
        self.keep = tuple(m.Keep(good) for good in GOODS)
        self.pass_, self.produce, self.discard_rest = m.Pass(), m.Produce(), m.DiscardRest()
        self.land, self.refuse = m.Land(), m.Refuse()
        self.fill, self.forget = m.Fill(), m.Forget()
        self.leave_out = tuple(m.LeaveOut(good) for good in GOODS)
        self.fund = tuple(m.Fund(role) for role in self.roles)
        self.good_number = {good: k for k, good in enumerate(GOODS)}

    def remember(self, key: object, moves: object) -> None:
        """Keep what was worked out for a key; everything is forgotten when there is too much of it."""
        if len(self.lists) >= CACHE:
            self.lists.clear()
        self.lists[key] = moves

    def all_moves(self) -> tuple[m.Move, ...]:
        """Every well-formed move, in a fixed order."""
        families: tuple[tuple[m.Move, ...], ...] = (
            self.choose, self.draw, tuple(self.use.values()), tuple(self.decline.values()), self.take,
            (self.land, self.refuse), self.place, (self.fill, self.forget) if self.may_forget else (), self.build,
            (self.produce,), self.leave_out if self.may_make_less else (), self.extra, self.sell,
            tuple(move for good in self.load for move in good), self.by_wharf, self.store, self.keep,
            (self.discard_rest,), self.fund if self.governor_funds else (), (self.pass_,),
        )  # fmt: skip
        return tuple(move for family in families for move in family)


def _ship_names(capacity: Counts) -> tuple[str, ...]:
    """Ships are named by their capacity; where rules with other numbers have two alike, the second is `5b`."""
    names: list[str] = []
    for k, room in enumerate(capacity):
        twins = capacity[:k].count(room)
        names.append(f"{room}{'bc'[twins - 1] if twins else ''}")
    return tuple(names)


def tile_name(tile: int) -> str:
    """A tile as messages name it."""
    return "quarry" if tile == QUARRY else f"{TILES[tile]} plantation"
