"""The roles, ships, trading house, supplies and buildings, and each player's island and city."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import Final

from rulecheck.cli.pages.board import Box, Circle, Drawing, Label, Piece, Shape, initials, seat_colour
from rulecheck.cli.pages.parts import Count, card, facts, on, panel, phase, pips
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import GOODS, TILES, Counts, Seat, Table

GOOD: Final = (("Co", "yellow"), ("In", "blue"), ("Su", "white"), ("To", "green"), ("Cf", "brown"))
"""The sign and the colour of each of GOODS."""
QUARRY: Final = ("Qu", "grey")

WIDE: Final = 1186.0
PANEL: Final = 388.0
TILE: Final = 44.0
SITE: Final = 92.0
"""How wide a building is."""
ROLES: Final = 608.0
"""How wide all role cards are at most: the buildings begin behind them."""
SEATS: Final = 330.0
"""Where the players' panels begin."""


def draw(engine: PuertoRico, t: Table) -> Drawing:
    """The position as a drawing."""
    board = _Board(engine, t)
    pieces = tuple(board.pieces())
    return Drawing(WIDE, board.south, pieces)


class _Board:
    """One position on the sheet."""

    def __init__(self, engine: PuertoRico, t: Table) -> None:
        self.engine, self.g, self.t = engine, engine.g, t
        self.actor = engine.actor(t)
        self.letters = initials(self.g.seats)
        self.colours = [seat_colour(name, k) for k, name in enumerate(self.g.seats)]
        tiles = -(-max(self.g.island_spaces, max(sum(seat.tiles) for seat in t.seats)) // 8)
        sites = -(-max(self.g.city_spaces, max(sum(_sizes(self.g.size, seat)) for seat in t.seats)) // 4)
        self.high = 96 + tiles * (TILE + 3) + sites * 33 + 10
        self.south = SEATS + -(-len(t.seats) // 3) * (self.high + 8)

    def pieces(self) -> Iterator[Piece]:
        """Everything, from the lowest."""
        yield phase(8, 20, 560, self.engine.to_json(self.t)["phase"])
        yield from self._roles()
        yield from self._ships()
        yield from self._supplies()
        yield from self._buildings()
        for k, (name, seat) in enumerate(zip(self.g.seats, self.t.seats, strict=True)):
            down, right = divmod(k, 3)
            yield from self._player(k, name, seat, 4 + right * (PANEL + 6), SEATS + down * (self.high + 8))

    def _roles(self) -> Iterator[Piece]:
        g, t = self.g, self.t
        each = min(84.0, ROLES / len(g.roles))
        size = 12.0 if each == 84.0 else 9.0
        for k, role in enumerate(g.roles):
            x, owner = 8 + k * each, t.taken[k]
            look = "soft-orange" if k == t.role else "panel" if owner >= 0 else "paper"
            money = f"+{t.card_money[k]}" if t.card_money[k] else ""
            whose = g.seats[owner] if owner >= 0 else money
            title = f"{role}: {f'with {g.seats[owner]}' if owner >= 0 else 'free'} {money}".strip()
            yield Piece(f"role {role}", card(x, 46, each - 4, 44, look, role, whose, size=size), title)

    def _ships(self) -> Iterator[Piece]:
        g, t = self.g, self.t
        for k, (ship, (cargo, barrels)) in enumerate(zip(g.ship_names, t.ships, strict=True)):
            y, room = 116 + k * 32, g.capacity[k]
            look = GOOD[cargo][1] if cargo >= 0 else "bare"
            shapes: list[Shape] = [Label(8, y + 5, f"ship {ship}", 12, "", "start")]
            for place in range(room):
                shapes.append(Circle(70 + place * 24, y, 10, look if place < barrels else "bare"))
                if place < barrels:
                    shapes.append(Label(70 + place * 24, y + 4, GOOD[cargo][0], 9, f"{on(look)} bold"))
            held = f"{barrels} {GOODS[cargo]}" if cargo >= 0 else "empty"
            yield Piece(f"ship {ship}", tuple(shapes), f"ship {ship}: {held}")
        goods = [good for good, count in enumerate(t.house) for _ in repeat(None, count)]
        house: list[Shape] = [Label(8, 217, "house", 12, "", "start")]
        for place in range(max(g.house_places, len(goods))):
            x, filled = 60 + place * 24, place < len(goods)
            house.append(Box(x, 202, 20, 20, GOOD[goods[place]][1] if filled else "bare", 3))
            if filled:
                house.append(Label(x + 10, 216, GOOD[goods[place]][0], 9, f"{on(GOOD[goods[place]][1])} bold"))
        yield Piece("house", tuple(house), "trading house: " + (", ".join(GOODS[good] for good in goods) or "empty"))

    def _supplies(self) -> Iterator[Piece]:
        t = self.t
        for key, name, counts, y in (
            ("supply", "goods", t.supply, 116),
            ("row", "row", t.row, 142),
            ("stack", "face down", t.stack, 168),
            ("discard", "discarded", t.discard, 194),
        ):
            yield Piece(f"{key} name", (Label(300, y + 5, name, 12, "", "start"),))
            yield from pips(key, 384, y, _counts(counts), gap=42)
        yield from facts(
            "supply",
            8,
            246,
            (
                ("bank", f"{t.bank} doubloons"),
                ("pool", f"{t.pool} points" + (f", {t.beyond} written down" if t.beyond else "")),
                ("quarries", t.quarries),
                ("governor", self.g.seats[t.governor] + (f"; last round ({t.ending})" if t.ending else "")),
            ),
        )
        more = f", {t.removed} gone" if t.removed else ""
        shown = f"{t.colonists} in reserve, {t.colonist_ship} on the ship{more}"
        yield from facts("supply", 300, 246, (("colonists", shown),))

    def _buildings(self) -> Iterator[Piece]:
        g = self.g
        for k, (name, stock) in enumerate(zip(g.names, self.t.stock, strict=True)):
            right, down = divmod(k, 8)
            x, y = 622 + right * 186, 12 + down * 37
            look = _look(g, k) if stock else "bare"
            words = f"{name} · {g.buildings[k].cost}"
            shapes = (Box(x, y, 180, 32, look, 4), Label(x + 8, y + 21, words, 11, "", "start"))
            number = Label(x + 172, y + 22, f"×{stock}", 13, "bold" if stock else "faint", "end")
            yield Piece(f"building {name}", (*shapes, number), f"{stock} {name} left, cost {g.buildings[k].cost}")

    # Players

    def _player(self, k: int, name: str, seat: Seat, x: float, y: float) -> Iterator[Piece]:
        title = f"{name} (governor)" if k == self.t.governor else name
        yield panel(f"seat {name}", x, y, PANEL, self.high, self.colours[k], title, self.actor == k)
        told = (("doubloons", seat.money), ("points", seat.points), ("San Juan", seat.san_juan))
        for place, fact in enumerate(told):
            yield from facts(name, x + 10 + place * 128, y + 46, (fact,))
        yield from pips(f"{name} goods", x + 20, y + 70, _counts(seat.goods), gap=52)
        yield from self._island(name, seat, x + 8, y + 92)
        rows = -(-max(self.g.island_spaces, sum(seat.tiles)) // 8)
        yield from self._city(name, seat, x + 8, y + 96 + rows * (TILE + 3))

    def _island(self, name: str, seat: Seat, x: float, y: float) -> Iterator[Piece]:
        place = 0
        for tile, (count, tilled) in enumerate(zip(seat.tiles, seat.tilled, strict=True)):
            sign, colour = (*GOOD, QUARRY)[tile]
            for number in range(count):
                down, right = divmod(place, 8)
                at = x + right * (TILE + 3), y + down * (TILE + 3)
                shapes: list[Shape] = [
                    Box(*at, TILE, TILE, f"soft-{colour}", 4),
                    Label(at[0] + 13, at[1] + 18, sign, 13, "bold"),
                ]
                shapes += _colonists(at[0] + 30, at[1] + 31, tilled > number, 1)
                title = f"{TILES[tile]} of {name}, {'with a colonist' if tilled > number else 'idle'}"
                yield Piece(f"{name} island {TILES[tile]} {number}", tuple(shapes), title, state=tilled > number)
                place += 1

    def _city(self, name: str, seat: Seat, x: float, y: float) -> Iterator[Piece]:
        place = 0
        for k, here in enumerate(seat.city):
            if here < 0:
                continue
            down, right = divmod(place, 4)
            at = x + right * (SITE + 2), y + down * 33
            circles, words = self.g.circles[k], self.g.names[k]
            short = words if len(words) < 15 else f"{words[:13]}…"
            shapes: list[Shape] = [
                Box(*at, SITE, 30, _look(self.g, k), 4),
                Label(at[0] + 5, at[1] + 13, short, 10, "", "start"),
            ]
            shapes += _colonists(at[0] + 12, at[1] + 22, here, circles)
            title = f"{words} of {name}, {here} of {circles} circles filled"
            yield Piece(f"{name} city {words}", tuple(shapes), title, state=here)
            place += 1


def _colonists(x: float, y: float, here: int, circles: int) -> list[Shape]:
    """Circles side by side, those with a colonist filled."""
    return [Circle(x + 14 * k, y, 5, "black" if k < here else "bare") for k in range(circles)]


def _look(g: Kit, building: int) -> str:
    """Production in the pale colour of its good, the others violet as they were printed."""
    good = g.buildings[building].good
    return f"soft-{GOOD[GOODS.index(good)][1]}" if good else "soft-purple"


def _sizes(size: Counts, seat: Seat) -> Iterator[int]:
    return (spaces for spaces, here in zip(size, seat.city, strict=True) if here >= 0)


def _counts(goods: Counts) -> Iterator[Count]:
    for name, count, (sign, colour) in zip(GOODS, goods, GOOD, strict=False):
        yield name, sign, count, colour
