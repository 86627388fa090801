"""The numbers, buildings and readings as the rulebook gives them, read without asking the engine."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from rulecheck.properties.invariants.declaring import When
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.table import (
    CORN,
    GOODS,
    NONE,
    TILES,
    Counts,
    Gain,
    Loading,
    Phase,
    Row,
    Seat,
    Table,
)
from rulecheck.spec.puerto_rico.board import load_buildings, load_prices

if TYPE_CHECKING:
    from rulecheck.reference_engines.contract import AnyEngine
    from rulecheck.spec.rules import Rules

Ships = tuple[tuple[int, int], ...]
Due = tuple[tuple[int, int], ...]

KEPT: Final = 20_000
"""Results remembered at most, per kind of question."""


class Facts:
    """What the properties look up: worked out from the spec's data once for each set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = rules.players
        number, reading = rules.number, rules.reading
        self.number = number
        self.reading = dict(rules.readings)
        kinds = rules.data["buildings"].made(load_buildings)
        self.kinds = kinds
        self.names = [kind.name for kind in kinds]
        self.size = [kind.size for kind in kinds]
        self.circles: Counts = tuple([kind.circles for kind in kinds])
        self.building = {kind.name: k for k, kind in enumerate(kinds)}
        of = self.building
        self.hacienda, self.hut, self.hospice = of["hacienda"], of["construction hut"], of["hospice"]
        self.university, self.factory, self.office = of["university"], of["factory"], of["office"]
        self.harbor, self.wharf = of["harbor"], of["wharf"]
        self.small_warehouse, self.large_warehouse = of["small warehouse"], of["large warehouse"]
        self.markets = (
            (of["small market"], number("small-market.bonus")),
            (of["large market"], number("large-market.bonus")),
        )
        self.makers = [[k for k, kind in enumerate(kinds) if kind.good == good] for good in GOODS]
        self.large = [k for k, kind in enumerate(kinds) if kind.kind == "large violet"]
        self.price = rules.data["goods"].made(load_prices)
        self.good = {good: k for k, good in enumerate(GOODS)}
        self.tile = {tile: k for k, tile in enumerate(TILES)}
        self.seat = {name: k for k, name in enumerate(rules.seats)}
        self.room: Counts = (number("ship.small"), number("ship.middle"), number("ship.large"))
        rooms = self.room
        twins = [rooms[:k].count(room) for k, room in enumerate(rooms)]
        self.ships = [f"{room}{('', 'b', 'c')[twin]}" for room, twin in zip(rooms, twins, strict=True)]
        self.ship = {name: k for k, name in enumerate(self.ships)}
        self.loads = [[m.Load(good, ship) for ship in self.ships] for good in GOODS]
        self.wharfs = [m.Wharf(good) for good in GOODS]
        self.spots = {f"on {tile} plantation" if tile != "quarry" else "on quarry": k for k, tile in enumerate(TILES)}
        self.spots |= {f"in {name}": k + len(TILES) for k, name in enumerate(self.names)}
        self.cards = 6 + number("used.prospectors")
        self.island, self.city = number("island.spaces"), number("city.spaces")
        self.house, self.row = number("house.places"), number("row.tiles")
        self.discount, self.builder_privilege = number("quarry.discount"), number("builder.privilege")
        self.captain_privilege, self.harbor_bonus = number("captain.privilege"), number("harbor.bonus")
        self.store = number("store.barrels")
        self.money_limited = reading("bank.money") == "limited"
        self.ask_privilege, self.ask_gains = reading("privilege.gains") == "asked", reading("violet.gains") == "asked"
        self.beyond_counts = reading("points.beyond") == "counted"
        self.colonist_from_ship = reading("colonist.source") == "ship"
        self.large_in_column = reading("building.adjacent") == "column"
        self.end_when_empty = reading("end.colonists-when") == "empty"
        self.extra_optional = reading("mayor.extra") == "optional"
        self.hacienda_optional = reading("hacienda.choice") == "optional"
        self.hacienda_reshuffles = reading("hacienda.stack-empty") == "reshuffle"
        self.hospice_optional = reading("hospice.choice") == "optional"
        self.last_chip_ends = reading("end.last-chip") == "yes"
        self.may_discard = reading("storage.discard") == "yes"
        self.may_make_less = reading("craftsman.less") == "yes"
        self.governor_funds = reading("bank.cards") == "governor"
        self.may_not_produce = reading("craftsman.optional") == "yes"
        self.may_refuse = reading("mayor.refuse") != "no"
        self.refused_to_reserve = reading("mayor.refuse") == "reserve"
        self.reshuffle_at_once = reading("settler.reshuffle-when") == "at-once"
        self.residence_occupied = reading("residence.counts") == "occupied"
        self.san_juan_free = reading("mayor.san-juan-free") == "yes"
        self.ship_from_reserve = reading("setup.ship-colonists") == "reserve"
        self.start_tiles_extra = reading("setup.start-tiles") == "extra"
        self.tie_by_seat = reading("win.still-tied") == "seat"
        self.university_optional = reading("university.choice") == "optional"
        self.wharf_forced = reading("wharf.forced") == "must"
        self.wharf_later = reading("wharf.later") == "yes"
        self.wharf_printed = reading("wharf.capacity") == "printed"
        self._used: dict[Counts, int] = {}
        self._buildable: tuple[Seat | None, Counts, bool, list[int]] = (None, (), False, [])
        self._costs: dict[tuple[int, bool], list[int]] = {}
        self._open: dict[tuple[Counts, Ships], tuple[tuple[int, int], ...]] = {}
        self.last_production: Any = (None, None, None)

    # One player's board

    def used(self, city: Counts) -> int:
        """City spaces that buildings cover."""
        used = self._used.get(city)
        if used is None:
            if len(self._used) > KEPT:
                self._used.clear()
            used = self._used[city] = sum([size for size, here in zip(self.size, city, strict=True) if here >= 0])
        return used

    def large_fit(self, city: Counts) -> bool:
        """Whether the large buildings of a city can stand upright, if a reading asks for it."""
        return not self.large_in_column or sum([city[k] >= 0 for k in self.large]) <= self.city // 3

    def has_no_room(self, city: Counts) -> bool:
        """Whether a city with a free space has none for a large building."""
        room = self.city - self.used(city)
        upright = not self.large_in_column or sum([city[k] >= 0 for k in self.large]) < self.city // 3
        return room > 0 and not (room > 1 and upright)

    def colonists(self, seat: Seat) -> int:
        """All colonists on a player's board."""
        return sum(seat.tilled) + seat.san_juan + sum(seat.city) + seat.city.count(-1)

    def empty_in_buildings(self, seat: Seat) -> int:
        """Empty circles in a player's city."""
        return sum([circles - here for circles, here in zip(self.circles, seat.city, strict=True) if here >= 0])

    def empty(self, seat: Seat) -> int:
        """All empty circles of a player."""
        return sum(seat.tiles) - sum(seat.tilled) + self.empty_in_buildings(seat)

    def cost(self, building: int, seat: Seat, *, is_builder: bool) -> int:
        """What a building costs: less for occupied quarries, up to its column, and for the builder; never below 0."""
        kind = self.kinds[building]
        cost = kind.cost
        for _ in range(min(kind.column, seat.tilled[5])):
            cost -= self.discount
        if is_builder:
            cost -= self.builder_privilege
        return cost if cost > 0 else 0

    def costs(self, seat: Seat, *, is_builder: bool) -> list[int]:
        """What each building costs a player."""
        key = seat.tilled[5], is_builder
        costs = self._costs.get(key)
        if costs is None:
            every = range(len(self.kinds))
            costs = self._costs[key] = [self.cost(k, seat, is_builder=is_builder) for k in every]
        return costs

    def buildable(self, seat: Seat, stock: Counts, *, is_builder: bool) -> list[int]:
        """The buildings that a player could build."""
        last_seat, last_stock, was_builder, buildable = self._buildable
        if last_seat is seat and last_stock is stock and was_builder == is_builder:
            return buildable
        room = self.city - self.used(seat.city)
        costs = self.costs(seat, is_builder=is_builder)
        money = seat.money
        buildable = [
            k
            for k, (cost, here, left, size) in enumerate(zip(costs, seat.city, stock, self.size, strict=True))
            if cost <= money and here < 0 and left and size <= room
        ]
        if buildable and self.large_in_column and sum([seat.city[k] >= 0 for k in self.large]) >= self.city // 3:
            buildable = [k for k in buildable if k not in self.large]
        self._buildable = seat, stock, is_builder, buildable
        return buildable

    def makes(self, seat: Seat, supply: Counts) -> list[int]:
        """The barrels of each kind that a player produces out of a supply."""
        made = []
        for kind, fields in enumerate(seat.tilled[:5]):
            hands = fields
            if fields and kind != CORN:
                hands = sum([max(0, seat.city[k]) for k in self.makers[kind]])
            made.append(min(fields, hands, supply[kind]))
        return made

    def can_leave_out(self, t: Table, left: Counts) -> bool:
        """Whether the player who produces can leave out another barrel, kinds in their order and one at least made."""
        made = [count - out for count, out in zip(self.makes(t.seats[t.turn], t.supply), left, strict=True)]
        last = max([kind for kind, out in enumerate(left) if out], default=0)
        return sum(made) > 1 and any(made[last:])

    def factory_pays(self, kinds: int) -> int:
        """What a factory brings for so many kinds."""
        words = {2: "two", 3: "three", 4: "four", 5: "five"}
        return self.number(f"factory.{words[kinds]}") if kinds in words else 0

    def warehouses(self, seat: Seat) -> int:
        """How many kinds a player may store."""
        kinds = 0
        if seat.city[self.small_warehouse] > 0:
            kinds += self.number("small-warehouse.kinds")
        if seat.city[self.large_warehouse] > 0:
            kinds += self.number("large-warehouse.kinds")
        return kinds

    # Ships

    def open_loads(self, goods: Counts, ships: Ships) -> tuple[tuple[int, int], ...]:
        """The (kind, ship) that a player with these goods may load: onto the kind's ship, else where most fits."""
        key = goods, ships
        open = self._open.get(key)
        if open is None:
            if len(self._open) > KEPT:
                self._open.clear()
            open = self._open[key] = tuple(self._work_out_loads(goods, ships))
        return open

    def _work_out_loads(self, goods: Counts, ships: Ships) -> list[tuple[int, int]]:
        choice = self.reading["captain.ship-choice"]
        empty = [ship for ship, (cargo, _) in enumerate(ships) if cargo < 0]
        loads = []
        for kind, have in enumerate(goods):
            if have == 0:
                continue
            carriers = [ship for ship, (cargo, _) in enumerate(ships) if cargo == kind]
            if carriers:
                loads += [(kind, ship) for ship in carriers if ships[ship][1] < self.room[ship]]
                continue
            fits = {ship: self.room[ship] if choice == "roomiest" else min(have, self.room[ship]) for ship in empty}
            loads += [(kind, ship) for ship in empty if choice == "free" or fits[ship] == max(fits.values())]
        return loads

    def can_wharf(self, phase: Loading, who: int, seat: Seat) -> bool:
        """Whether a player has a wharf not used in this phase, and goods for it."""
        return seat.city[self.wharf] > 0 and not phase.wharves >> who & 1 and seat.goods != NONE

    # What is due

    def given(self, due: Due) -> tuple[int, Due]:
        """What of some rights comes without asking, and the rights that are asked about then."""
        at_once = 0
        for k, (right, amount) in enumerate(due):
            if self.ask_privilege if right < 0 else self.ask_gains:
                return at_once, due[k:]
            at_once += amount
        return at_once, ()

    def from_bank(self, bank: int, due: int) -> int:
        """What the bank pays of what it owes."""
        return min(bank, due) if self.money_limited else due


@lru_cache(maxsize=16)
def facts(engine: AnyEngine) -> Facts:
    """What the rulebook says about the buildings and the numbers of an engine's rules."""
    return Facts(engine.rules)


CARD: Final = {
    "settler": 0, "mayor": 1, "builder": 2, "craftsman": 3, "trader": 4, "captain": 5,
    "prospector": 6, "prospector 2": 7,
}  # fmt: skip


def role_of(before: Table, move: object) -> int:
    """The role card that a move belongs to, the one that it chooses included; -1 during the set-up."""
    return CARD[move.role] if type(move) is m.Choose else before.role


ROLE_OVER: Final = When(lambda before, move, now: now.role < 0)
"""Moves with which the role that they belong to is over."""

BOARDS: Final = When(lambda before, move, now: now.seats is not before.seats)
"""Moves that changed somebody's board."""


def _role_of_step(before: Table, move: Any, now: Table) -> int:
    return CARD[move.role] if type(move) is m.Choose else before.role


ROLE: Final = tuple([When(_role_of_step, frozenset({role})) for role in range(6)])
"""For each role the moves that belong to it, the choice of it included."""


def _phase_then(before: Table, move: Any, now: Table) -> object:
    return type(now.phase)


def deciding(*kinds: type[Phase]) -> When:
    """Moves after which something of these kinds has to be decided."""
    return When(_phase_then, frozenset(kinds))


def still(t: Table, role: int) -> bool:
    """Whether the players are still at a role, so that somebody has to decide (a row being filled is nobody's turn)."""
    return t.role == role and type(t.phase) is not Row


def passed_over(players: int, before: Table, move: object, now: Table) -> range:
    """The places, counted from the player who chose the role, that a move left without a turn."""
    first = 0 if type(move) is m.Choose else (before.turn - before.picker) % players + 1
    last = (now.turn - before.picker) % players if still(now, role_of(before, move)) else players
    return range(first, last)


def is_loading(phase: Phase) -> bool:
    """Whether goods are being loaded, or a right that comes with a load is offered."""
    return type(phase) is Loading or (type(phase) is Gain and type(phase.after) is Loading)


def less(after: Counts, before: Counts) -> list[int]:
    """What was added to each kind; negative for what was taken away."""
    return [a - b for a, b in zip(after, before, strict=True)]


def one_of(kind: int, many: int = 5) -> list[int]:
    """One of a kind, none of the others."""
    return [int(k == kind) for k in range(many)]


def others_alike(before: Table, now: Table, *but: int) -> bool:
    """Whether all boards except some are as they were."""
    return all(
        earlier is later or k in but or earlier == later
        for k, (earlier, later) in enumerate(zip(before.seats, now.seats, strict=True))
    )
