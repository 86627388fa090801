"""Positions as JSON in the game's words: docs/notation/puerto_rico.md describes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rulecheck.reference_engines.contract import PositionError, changed
from rulecheck.reference_engines.puerto_rico import (
    captain,
    mayor,
    rounds,
    setup,
    storage,
)
from rulecheck.reference_engines.puerto_rico import table as p
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.scoring import colonists_of
from rulecheck.reference_engines.puerto_rico.table import GOODS, TILES, Counts, Phase, Seat, Table
from rulecheck.reference_engines.tuples import plus
from rulecheck.reference_engines.values import (
    FLAG,
    INT,
    SEAT_MASK,
    Form,
    Phases,
    Reader,
    mask_of,
    read_counts,
    read_list,
    read_name,
    read_table,
    read_whole,
    write_counts,
)

# ---- values and their JSON forms


def _read_due(g: Kit, value: Any, path: str) -> tuple[tuple[int, int], ...]:
    names = ["privilege", *(g.names[k] for k in g.gains)]
    gains = []
    for k, row in enumerate(read_list(value, path)):
        row = read_table(row, f"{path}.{k}", ("right", "amount"))
        right = read_name(names, row.get("right"), f"{path}.{k}.right", "right")
        amount = read_whole(row.get("amount"), f"{path}.{k}.amount")
        gains.append((g.gains[right - 1] if right else -1, amount))
    if not gains:
        raise PositionError(path, "at least one right is offered")
    return tuple(gains)


def _write_due(g: Kit, due: tuple[tuple[int, int], ...]) -> list[dict[str, Any]]:
    return [{"right": g.names[k] if k >= 0 else "privilege", "amount": amount} for k, amount in due]


BARRELS: Final[Form[Kit]] = Form(lambda g, v: write_counts(GOODS, v), lambda g, v, path: read_counts(GOODS, v, path))
ROLES: Final = mask_of(lambda g: g.roles, "role")
KINDS: Final = mask_of(lambda g: GOODS, "good")
TILE: Final[Form[Kit]] = Form(lambda g, v: TILES[v], lambda g, v, path: read_name(TILES, v, path, "tile"))
BUILDING: Final[Form[Kit]] = Form(lambda g, v: g.names[v], lambda g, v, path: read_name(g.names, v, path, "building"))
SPOT: Final[Form[Kit]] = Form(lambda g, v: g.spots[v], lambda g, v, path: read_name(g.spots, v, path, "spot"))
DUE: Final[Form[Kit]] = Form(_write_due, _read_due)


AFTER: Final[Form[Kit]] = Form(lambda g, v: PHASES.write(g, v), lambda g, v, path: PHASES.read(g, v, path))

PHASES: Final[Phases[Kit, Phase]] = Phases(
    {
        p.Row: ("row", {"left": INT}),
        p.Choosing: ("choosing", {}),
        p.Hacienda: ("hacienda", {}),
        p.HaciendaDraw: ("hacienda draw", {}),
        p.Taking: ("taking", {}),
        p.Hospice: ("hospice", {"tile": TILE}),
        p.Extra: ("extra colonist", {}),
        p.Landing: ("landing", {}),
        p.Placing: ("placing", {"spot": SPOT}),
        p.Building: ("building", {}),
        p.University: ("university", {"building": BUILDING}),
        p.Refilling: ("refilling", {}),
        p.Crafting: ("producing", {"made": KINDS, "left": BARRELS}),
        p.Bonus: ("extra barrel", {"made": KINDS}),
        p.Selling: ("selling", {}),
        p.Loading: ("loading", {"idle": INT, "wharves": SEAT_MASK, "done": SEAT_MASK, "paid": FLAG}),
        p.Gain: ("gain", {"due": DUE, "after": AFTER}),
        p.Storing: ("storing", {"slots": INT, "stored": KINDS}),
        p.Keeping: ("keeping", {"stored": KINDS}),
        p.Funding: ("funding", {"funded": ROLES}),
        p.Finished: ("finished", {}),
    }
)

ROLE_OF: Final[dict[type[Phase], str]] = {
    p.Row: "settler", p.Hacienda: "settler", p.HaciendaDraw: "settler", p.Taking: "settler", p.Hospice: "settler",
    p.Extra: "mayor", p.Landing: "mayor", p.Placing: "mayor", p.Refilling: "mayor",
    p.Building: "builder", p.University: "builder",
    p.Crafting: "craftsman", p.Bonus: "craftsman", p.Selling: "trader", p.Loading: "captain", p.Storing: "captain",
    p.Keeping: "captain",
}  # fmt: skip
"""The role that a phase belongs to."""

# ---- positions

SEAT_PARTS: Final = ("doubloons", "goods", "points", "island", "island_colonists", "city", "san_juan")
PARTS: Final = (
    "governor", "picker", "turn", "role", "phase", "players", "taken", "cards", "bank", "buildings", "supply", "ships",
    "house", "row", "stack", "discard", "quarries", "colonists", "colonist_ship", "removed", "pool", "written",
    "ending",
)  # fmt: skip
ENDINGS: Final = ("", "end.colonists", "end.city", "end.points")


def to_json(g: Kit, t: Table) -> dict[str, Any]:
    """The whole position: see docs/notation/puerto_rico.md."""
    return {
        "governor": g.seats[t.governor],
        "picker": g.seats[t.picker],
        "turn": g.seats[t.turn],
        "role": g.roles[t.role] if t.role >= 0 else "",
        "phase": PHASES.write(g, t.phase),
        "players": {name: seat_json(g, seat) for name, seat in zip(g.seats, t.seats, strict=True)},
        "taken": {g.roles[card]: g.seats[seat] for card, seat in enumerate(t.taken) if seat >= 0},
        "cards": write_counts(g.roles, t.card_money),
        "bank": t.bank,
        "buildings": write_counts(g.names, t.stock),
        "supply": write_counts(GOODS, t.supply),
        "ships": {
            name: {GOODS[cargo]: barrels} if cargo >= 0 else {}
            for name, (cargo, barrels) in zip(g.ship_names, t.ships, strict=True)
        },
        "house": write_counts(GOODS, t.house),
        "row": write_counts(GOODS, t.row),
        "stack": write_counts(GOODS, t.stack),
        "discard": write_counts(GOODS, t.discard),
        "quarries": t.quarries,
        "colonists": t.colonists,
        "colonist_ship": t.colonist_ship,
        "removed": t.removed,
        "pool": t.pool,
        "written": t.beyond,
        "ending": t.ending,
    }


def seat_json(g: Kit, seat: Seat) -> dict[str, Any]:
    """One player's board."""
    return {
        "doubloons": seat.money,
        "goods": write_counts(GOODS, seat.goods),
        "points": seat.points,
        "island": write_counts(TILES, seat.tiles),
        "island_colonists": write_counts(TILES, seat.tilled),
        "city": {name: here for name, here in zip(g.names, seat.city, strict=True) if here >= 0},
        "san_juan": seat.san_juan,
    }


def observe(g: Kit, t: Table, viewer: int) -> dict[str, Any]:
    """The position as one player sees it: others' points are hidden, the stacks counted."""
    seen = to_json(g, t)
    for k, name in enumerate(g.seats):
        if k != viewer:
            seen["players"][name]["points"] = None
    seen["stack"] = sum(t.stack)
    return seen


def from_json(g: Kit, data: Mapping[str, Any], given: tuple[str, ...], *, partial: bool) -> Table:
    """The position that JSON describes; with `given` paths, what follows from them is worked out again."""
    return _Reader(g, read_table(data, "", PARTS), given, partial).table()


class _Reader(Reader[Kit]):
    def table(self) -> Table:
        g = self.g
        players = read_table(self.get("players"), "players", g.seats)
        seats = tuple(self.seat(name, players.get(name, {})) for name in g.seats)
        phase = PHASES.read(g, self.get("phase"), "phase")
        if self.partial is False and isinstance(phase, p.Loading) and phase.idle >= g.players:
            raise PositionError("phase.idle", "nobody is left to load")
        role = self.role(phase)
        ships, house = self.ships(), read_counts(GOODS, self.get("house"), "house")
        if sum(house) > g.house_places and not self.partial:
            raise PositionError("house", f"{sum(house)} barrels, the house has {g.house_places} places")
        pool, beyond = self.points(seats)
        row = read_counts(GOODS, self.get("row"), "row")
        discard = read_counts(GOODS, self.get("discard"), "discard")
        cards = read_counts(g.roles, self.get("cards"), "cards")
        removed = read_whole(self.get("removed"), "removed")
        ship = read_whole(self.get("colonist_ship"), "colonist_ship")
        t = Table(
            seats=seats,
            phase=phase,
            governor=self.seat_named("governor"),
            picker=self.picker(phase),
            turn=self.turn(phase),
            role=role,
            taken=self.taken(role),
            card_money=cards,
            bank=self.bank(seats, cards),
            stock=self.stock(seats),
            supply=self.supply(seats, ships, house),
            ships=ships,
            house=house,
            row=row,
            stack=self.stack(seats, row, discard),
            discard=discard,
            quarries=self.quarries(seats),
            colonists=self.colonists(seats, ship, removed),
            colonist_ship=ship,
            removed=removed,
            pool=pool,
            beyond=beyond,
            ending=ENDINGS[read_name(ENDINGS, self.get("ending"), "ending", "clause")],
        )
        if isinstance(phase, p.Placing):
            circles = mayor.open_circles(g, t.seats[t.turn], phase.spot)
            t = changed(t, phase=p.Placing(phase.spot, circles))
        if not self.partial:
            self.somebody_can_move(t)
        return t

    def somebody_can_move(self, t: Table) -> None:
        """A position in which the acting player has nothing to decide is a slip: the engine never stops there."""
        if isinstance(t.phase, p.Hospice | p.University) and rounds.with_colonist(self.g, t) is None:
            raise PositionError("phase", f"there is no colonist for the {PHASES.name(t.phase)}")
        legal = NEEDS_MOVES.get(type(t.phase))
        if legal is not None and not any(move != self.g.pass_ for move in legal(self.g, t)):
            name = PHASES.name(t.phase)
            raise PositionError("phase", f"{self.g.seats[t.turn]} can do nothing in the phase {name!r}")

    def picker(self, phase: Phase) -> int:
        """Who chose the role; while roles are chosen, who chooses."""
        if isinstance(phase, p.Choosing) and self.free("picker"):
            return self.seat_named("turn")
        return self.seat_named("picker")

    def turn(self, phase: Phase) -> int:
        if isinstance(phase, p.Choosing) and self.free("turn"):
            return self.seat_named("picker")
        turn = self.seat_named("turn")
        if isinstance(phase, p.Choosing) and turn != self.seat_named("picker") and not self.free("picker"):
            raise PositionError("turn", "while a role is chosen, turn and picker are the same")
        return turn

    def role(self, phase: Phase) -> int:
        g = self.g
        name = self.get("role")
        if self.free("role"):
            if isinstance(phase, p.Choosing | p.Funding | p.Finished):
                return -1
            if not isinstance(phase, p.Gain) and not (isinstance(phase, p.Row) and not name):
                return g.role_number[ROLE_OF[type(phase)]]
        return read_name(("", *g.roles), name, "role", "role") - 1

    def taken(self, role: int) -> Counts:
        g = self.g
        table = read_table(self.get("taken"), "taken", g.roles)
        taken = [-1] * len(g.roles)
        for name, seat in table.items():
            taken[g.role_number[name]] = read_name(g.seats, seat, f"taken.{name}", "seat")
        if self.free("taken") and role >= 0 and "role" not in self.given and taken[role] < 0:
            taken[role] = self.seat_named("picker")
        return tuple(taken)

    def seat(self, name: str, value: Any) -> Seat:
        g, path = self.g, f"players.{name}"
        data = read_table(value, path, SEAT_PARTS)
        tiles = read_counts(TILES, data.get("island", {}), f"{path}.island")
        tilled = read_counts(TILES, data.get("island_colonists", {}), f"{path}.island_colonists")
        if self.free(f"{path}.island_colonists"):
            tilled = tuple(min(there, count) for there, count in zip(tilled, tiles, strict=True))
        for k, (there, count) in enumerate(zip(tilled, tiles, strict=True)):
            if there > count and not self.partial:
                raise PositionError(f"{path}.island_colonists.{TILES[k]}", f"{there} colonists on {count} tiles")
        if sum(tiles) > g.island_spaces and not self.partial:
            raise PositionError(f"{path}.island", f"{sum(tiles)} tiles, the island has {g.island_spaces} spaces")
        city = list(g.no_city)
        for building, here in read_table(data.get("city", {}), f"{path}.city", g.names).items():
            k = g.building_number[building]
            city[k] = read_whole(here, f"{path}.city.{building}")
            if city[k] > g.circles[k] and not self.partial:
                raise PositionError(f"{path}.city.{building}", f"{city[k]} colonists on {g.circles[k]} circles")
        spaces = sum(size for size, here in zip(g.size, city, strict=True) if here >= 0)
        if spaces > g.city_spaces and not self.partial:
            raise PositionError(f"{path}.city", f"{spaces} spaces are built on, the city has {g.city_spaces}")
        return Seat(
            money=read_whole(data.get("doubloons", 0), f"{path}.doubloons"),
            goods=read_counts(GOODS, data.get("goods", {}), f"{path}.goods"),
            points=read_whole(data.get("points", 0), f"{path}.points"),
            tiles=tiles,
            tilled=tilled,
            city=tuple(city),
            san_juan=read_whole(data.get("san_juan", 0), f"{path}.san_juan"),
            spaces=spaces,
        )

    def ships(self) -> tuple[tuple[int, int], ...]:
        g = self.g
        table = read_table(self.get("ships"), "ships", g.ship_names)
        ships = []
        for k, name in enumerate(g.ship_names):
            load = read_counts(GOODS, table.get(name, {}), f"ships.{name}")
            kinds = [kind for kind, count in enumerate(load) if count]
            if len(kinds) > 1:
                raise PositionError(f"ships.{name}", "a ship carries one kind")
            if sum(load) > g.capacity[k] and not self.partial:
                raise PositionError(f"ships.{name}", f"{sum(load)} barrels, it has room for {g.capacity[k]}")
            ships.append((kinds[0], load[kinds[0]]) if kinds else (-1, 0))
        cargoes = [cargo for cargo, _ in ships if cargo >= 0]
        if len(cargoes) != len(set(cargoes)) and not self.partial:
            raise PositionError("ships", "two ships carry the same kind")
        return tuple(ships)

    def supply(self, seats: tuple[Seat, ...], ships: tuple[tuple[int, int], ...], house: Counts) -> Counts:
        def used(kind: int) -> int:
            aboard = sum(barrels for cargo, barrels in ships if cargo == kind)
            return house[kind] + aboard + sum(seat.goods[kind] for seat in seats)

        return self.pile("supply", GOODS, self.g.goods_total, used, "barrels of {}")

    def bank(self, seats: tuple[Seat, ...], cards: Counts) -> int:
        if self.free("bank"):
            used = sum(cards) + sum(seat.money for seat in seats)
            if not self.g.money_limited:
                return self.g.money_total - used
            return self.rest("bank", self.g.money_total, used, "doubloons")
        return read_whole(self.get("bank"), "bank", 0 if self.g.money_limited else None)

    def stock(self, seats: tuple[Seat, ...]) -> Counts:
        def used(k: int) -> int:
            return sum(seat.city[k] >= 0 for seat in seats)

        return self.pile("buildings", self.g.names, self.g.counts, used, "tiles of {}")

    def stack(self, seats: tuple[Seat, ...], row: Counts, discard: Counts) -> Counts:
        g = self.g
        totals = g.tiles_total[:5]
        if g.start_tiles_extra:
            first = [setup.first_seat(g, k).tiles for k in range(g.players)]
            totals = tuple([total + sum(tiles[kind] for tiles in first) for kind, total in enumerate(totals)])

        def used(kind: int) -> int:
            return row[kind] + discard[kind] + sum(seat.tiles[kind] for seat in seats)

        return self.pile("stack", GOODS, totals, used, "{} plantations")

    def quarries(self, seats: tuple[Seat, ...]) -> int:
        if self.free("quarries"):
            used = sum(seat.tiles[p.QUARRY] for seat in seats)
            return self.rest("quarries", self.g.tiles_total[p.QUARRY], used, "quarries")
        return read_whole(self.get("quarries"), "quarries")

    def colonists(self, seats: tuple[Seat, ...], ship: int, removed: int) -> int:
        g = self.g
        if self.free("colonists"):
            total = g.first_reserve + (0 if g.ship_from_reserve else g.first_ship)
            used = ship + removed + sum(map(colonists_of, seats))
            return self.rest("colonists", total, used, "colonists")
        return read_whole(self.get("colonists"), "colonists")

    def points(self, seats: tuple[Seat, ...]) -> tuple[int, int]:
        """The pool, and what was written down."""
        shipped = sum(seat.points for seat in seats)
        if self.free("pool") and self.free("written"):
            return max(0, self.g.points_total - shipped), max(0, shipped - self.g.points_total)
        if self.free("written"):
            pool = read_whole(self.get("pool"), "pool")
            return pool, max(0, shipped + pool - self.g.points_total)
        written = read_whole(self.get("written"), "written")
        if self.free("pool"):
            return self.rest("pool", self.g.points_total + written, shipped, "points"), written
        return read_whole(self.get("pool"), "pool"), written


NEEDS_MOVES: Final[dict[type[Phase], Callable[[Kit, Table], Sequence[Any]]]] = {
    p.Loading: captain.moves, p.Placing: mayor.moves, p.Storing: storage.moves, p.Keeping: storage.moves,
}  # fmt: skip
"""Phases in which nobody is asked who can do nothing."""

# ---- named starts


def starts(g: Kit) -> dict[str, Callable[[], Table]]:
    """Positions that examples may begin with."""

    def phase_start(role: str, phase: Phase) -> Callable[[], Table]:
        card = g.role_number[role]

        def make() -> Table:
            t = setup.ready(g)
            return changed(t, role=card, taken=plus(t.taken, card, 1), phase=phase)

        return make

    def last_choice() -> Table:
        """The last choice of a game's last round."""
        t = setup.ready(g)
        last = g.players - 1
        taken = list(t.taken)
        for seat, card in zip(range(last), (0, 1, 2, 3), strict=False):
            taken[card] = seat
        return changed(t, picker=last, turn=last, taken=tuple(taken), ending="end.city")

    return {
        "ready": lambda: setup.ready(g),
        "settler": phase_start("settler", p.TAKING),
        "mayor": phase_start("mayor", p.EXTRA),
        "builder": phase_start("builder", p.BUILDING),
        "craftsman": phase_start("craftsman", p.Bonus(0b11111)),
        "trader": phase_start("trader", p.SELLING),
        "captain": phase_start("captain", p.FIRST_LOADING),
        "storage": phase_start("captain", p.Keeping()),
        "last choice": last_choice,
    }
