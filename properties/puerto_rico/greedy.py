"""A player that plays to win: it reckons what each choice brings it now, and what it brings the others.

It looks no further than the choice at hand.  Worth is told in victory points; what a plantation, a plant or a right
earns until the end shrinks as the game goes on, what counts at the end does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.puerto_rico.facts import CARD, Facts, facts
from rulecheck.reference_engines.contract import Engine
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.table import (
    BUILDER,
    CAPTAIN,
    CORN,
    CRAFTSMAN,
    MAYOR,
    NONE,
    QUARRY,
    SETTLER,
    TRADER,
    Building,
    Choosing,
    Keeping,
    Loading,
    Placing,
    Seat,
    Selling,
    Storing,
    Table,
    Taking,
)

Moves = Sequence[Any]

MONEY: Final = 0.55
"""What a doubloon is worth while there is something left to build."""
OTHERS: Final = 0.45
"""How much of what another player gains counts against a choice."""
TASTE: Final = 0.15
"""How far a player's judgement strays by chance: games between the same players differ."""
RIGHTS: Final[Mapping[str, float]] = {
    "small market": 2.5, "large market": 3.0, "hacienda": 1.5, "construction hut": 1.0, "small warehouse": 1.0,
    "hospice": 1.5, "office": 1.0, "large warehouse": 1.5, "factory": 5.5, "university": 0.5, "harbor": 6.0,
    "wharf": 6.5,
}  # fmt: skip
"""What the right of a violet building earns in a whole game."""


class Greedy:
    """Takes the role that brings it most and the others least, and ships, sells, builds and places accordingly."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def __call__(self, engine: Engine[Any, Any], t: Table, legal: Moves, rng: Random) -> Any:
        """The move it takes."""
        f, phase = facts(engine), type(t.phase)
        if phase is Choosing:
            return max(legal, key=lambda move: self.role(f, t, CARD[move.role]) + TASTE * rng.random())
        if phase is Placing:
            return self.place(f, t, legal)
        if phase is Building:
            is_builder = t.turn == t.picker
            open_ = [(move, f.building[move.building]) for move in legal if type(move) is m.Build]
            worth = {move: self.building(f, t, k, is_builder=is_builder) for move, k in open_}
            best = max(worth, key=lambda move: worth[move] + TASTE * rng.random(), default=legal[-1])
            return best if worth.get(best, 0.0) > 0.0 else legal[-1]
        if phase is Taking:
            return max(legal, key=lambda move: self.tile(f, t, move) + TASTE * rng.random())
        if phase is Loading:
            return max(legal, key=lambda move: self.loads(f, t, move))
        if phase is Selling:
            return max(legal, key=lambda move: self.sale(f, t.seats[t.turn], move))
        if phase in (Storing, Keeping):
            return max(legal, key=lambda move: self.kept(f, t, move))
        if type(legal[0]) is m.TakeBonus:
            return max(legal, key=lambda move: f.price[f.good[move.good]] if type(move) is m.TakeBonus else -1)
        return legal[0]  # rights are used

    # What the game is worth from here

    def left(self, f: Facts, t: Table) -> float:
        """How much of the game is still to come, by whichever end is nearest: 1 while all are far, then down to 0.

        Seen from what lies on the table: games of two variants go the same way until the end comes into sight.
        """
        pool = t.pool / (15 * f.players)
        colonists = t.colonists / (12 * f.players)
        city = (f.city - max([f.used(seat.city) for seat in t.seats])) / 9
        return 0.0 if t.ending else max(0.0, min(1.0, pool, colonists, city))

    def money(self, f: Facts, t: Table) -> float:
        """What a doubloon is worth."""
        return MONEY if self.left(f, t) > 0.08 else 0.1

    def good(self, f: Facts, kind: int) -> float:
        """What a barrel is worth to who has it: a point aboard, or its price."""
        return 0.75 + 0.12 * f.price[kind]

    # Roles

    def role(self, f: Facts, t: Table, card: int) -> float:
        """What a role brings the player who chooses it, less a part of what it brings the others."""
        gains = self.gains(f, t, card)
        mine = gains[0] + self.money(f, t) * t.card_money[card]
        return mine - OTHERS * sum(gains[1:]) / max(1, len(gains) - 1)

    def gains(self, f: Facts, t: Table, card: int) -> list[float]:
        """What a role brings each player, from the one who chooses it on."""
        seats = [t.seats[(t.turn + k) % f.players] for k in range(f.players)]
        if card == CAPTAIN:
            return self.shipped(f, t, seats)
        if card == CRAFTSMAN:
            return self.made(f, t, seats)
        if card == TRADER:
            return self.sold(f, t, seats)
        if card == BUILDER:
            return [self.best_building(f, t, seat, is_builder=k == 0) for k, seat in enumerate(seats)]
        if card == MAYOR:
            each = t.colonist_ship / f.players
            return [(0.3 + 0.7 * self.left(f, t)) * min(f.empty(seat), each + (k == 0)) for k, seat in enumerate(seats)]
        if card == SETTLER:
            tile = 1.6 * self.left(f, t)
            return [tile * (1.3 if k == 0 else 1.0) * (sum(seat.tiles) < f.island) for k, seat in enumerate(seats)]
        return [self.money(f, t), *([0.0] * (f.players - 1))]

    def made(self, f: Facts, t: Table, seats: Sequence[Seat]) -> list[float]:
        """What the craftsman brings: barrels, which the others ship or sell first."""
        supply, gains = t.supply, []
        for k, seat in enumerate(seats):
            made = f.makes(seat, supply)
            supply = tuple([left - out for left, out in zip(supply, made, strict=True)])
            worth = sum([many * self.good(f, kind) for kind, many in enumerate(made)])
            if k == 0:
                extra = [f.price[kind] for kind, many in enumerate(made) if many and supply[kind]]
                worth = 0.85 * worth + (0.75 + 0.12 * max(extra) if extra else 0.0)
            if seat.city[f.factory] > 0:
                worth += self.money(f, t) * f.factory_pays(sum(many > 0 for many in made))
            gains.append(worth)
        return gains

    def sold(self, f: Facts, t: Table, seats: Sequence[Seat]) -> list[float]:
        """What the trader brings: the dearest barrel of each, as long as there is room."""
        room, gains = f.house - sum(t.house), []
        for k, seat in enumerate(seats):
            prices = [self.price(f, seat, kind) for kind in range(5) if self.may_sell(f, t, seat, kind)]
            best = max(prices, default=0.0)
            gains.append(self.money(f, t) * (best + (k == 0 and best > 0)) if k < room else 0.0)
        return gains

    def shipped(self, f: Facts, t: Table, seats: Sequence[Seat]) -> list[float]:
        """The points of all if each loads what brings most, in turn; barrels that spoil count as lost."""
        ships, goods = list(t.ships), [seat.goods for seat in seats]
        points, wharves = [0.0] * len(seats), [seat.city[f.wharf] > 0 for seat in seats]
        idle = k = 0
        while idle < len(seats):
            who = k % len(seats)
            k += 1
            best, most = None, 0
            for kind, ship in f.open_loads(goods[who], tuple(ships)):
                many = min(goods[who][kind], f.room[ship] - ships[ship][1])
                if many > most:
                    best, most = (kind, ship), many
            if wharves[who] and max(goods[who]) > most:
                most = max(goods[who])
                kind, wharves[who] = goods[who].index(most), False
            elif best is not None:
                kind, ship = best
                ships[ship] = (kind, ships[ship][1] + most)
            else:
                idle += 1
                continue
            idle = 0
            left = list(goods[who])
            left[kind] -= most
            goods[who] = tuple(left)
            points[who] += most + (seats[who].city[f.harbor] > 0)
            if who == 0 and points[0] and k <= len(seats):
                points[0] += f.captain_privilege
        return [
            gained - 0.4 * max(0, sum(left) - f.store - 3 * f.warehouses(seat))
            for gained, left, seat in zip(points, goods, seats, strict=True)
        ]

    # Buildings

    def best_building(self, f: Facts, t: Table, seat: Seat, *, is_builder: bool) -> float:
        """What the best building that a player can pay for brings."""
        open_ = f.buildable(seat, t.stock, is_builder=is_builder)
        return max((self.building(f, t, k, seat=seat, is_builder=is_builder) for k in open_), default=0.0)

    def building(self, f: Facts, t: Table, k: int, *, seat: Seat | None = None, is_builder: bool) -> float:
        """What a building brings beyond its price."""
        seat = t.seats[t.turn] if seat is None else seat
        kind, left = f.kinds[k], self.left(f, t)
        worth = float(kind.points)
        if kind.good:
            good = f.good[kind.good]
            hands = sum([f.circles[other] for other in f.makers[good] if seat.city[other] >= 0])
            useful = min(kind.circles, max(0, seat.tiles[good] - hands))
            worth += 4.5 * left * (useful + 0.25 * (kind.circles - useful)) * (0.5 + 0.25 * f.price[good])
        elif k in f.large:
            worth += self.large(f, seat, k)
        else:
            worth += left * RIGHTS.get(kind.name, 1.0)
        return worth - self.money(f, t) * f.cost(k, seat, is_builder=is_builder)

    def large(self, f: Facts, seat: Seat, k: int) -> float:
        """What a large building counts at the end, as things stand."""
        name = f.names[k]
        if name == "guild hall":
            makers = [made for kind in f.makers for made in kind if seat.city[made] >= 0]
            return sum([2.0 if f.circles[made] > 1 else 1.0 for made in makers])
        if name == "residence":
            return max(4.0, sum(seat.tiles) - 5.0)
        if name == "fortress":
            return 1.0 + f.colonists(seat) / 3
        if name == "customs house":
            return 2.0 + seat.points / 4
        return 1.0 + sum([seat.city[other] >= 0 for other, kind in enumerate(f.kinds) if not kind.good])

    # Colonists and tiles

    def place(self, f: Facts, t: Table, legal: Moves) -> Any:
        """The first of the circles that it wants to fill."""
        phase, seat = t.phase, t.seats[t.turn]
        assert isinstance(phase, Placing)
        fields, hands = list(seat.tilled), [sum([max(0, seat.city[k]) for k in makers]) for makers in f.makers]
        empty, chosen = list(phase.circles), set[int]()
        maker = {k: good for good, makers in enumerate(f.makers) for k in makers}
        for _ in range(seat.san_juan):
            if not empty:
                break
            spot = max(empty, key=lambda spot: self.circle(f, t, spot, fields, hands, maker))
            empty.remove(spot)
            chosen.add(spot)
            if spot < QUARRY:
                fields[spot] += 1
            elif spot > QUARRY and spot - 6 in maker:
                hands[maker[spot - 6]] += 1
        return next((move for move in legal if f.spots.get(move.spot) in chosen), legal[0])

    def circle(
        self, f: Facts, t: Table, spot: int, fields: Sequence[int], hands: Sequence[int], maker: Mapping[int, int]
    ) -> float:
        """What a colonist on a circle earns, given what has been placed."""
        left = self.left(f, t)
        if spot == QUARRY:
            return 0.2 + left
        if spot < QUARRY:
            if spot == CORN:
                return 0.8
            return 1.0 + 0.2 * f.price[spot] if hands[spot] > fields[spot] else 0.5 + 0.1 * f.price[spot]
        k = spot - 6
        if k in maker:
            good = maker[k]
            has_field = t.seats[t.turn].tiles[good] > hands[good]
            if not has_field:
                return 0.05
            return 1.0 + 0.2 * f.price[good] if fields[good] > hands[good] else 0.6 + 0.1 * f.price[good]
        if k in f.large:
            return 0.5 + 3.0 * (1 - left)
        return 0.2 * RIGHTS.get(f.names[k], 1.0) * (0.3 + left)

    def tile(self, f: Facts, t: Table, move: Any) -> float:
        """What a tile is worth: where a plant waits for it most, quarries early, corn always."""
        if type(move) is not m.Take:
            return 0.0
        seat = t.seats[t.turn]
        if move.tile == "quarry":
            return 2.0 * self.left(f, t) if seat.tiles[QUARRY] < 3 else 0.1
        good = f.good[move.tile]
        if good == CORN:
            return 1.1
        circles = sum([f.circles[k] for k in f.makers[good] if seat.city[k] >= 0])
        waits = circles > seat.tiles[good]
        return (1.2 if waits else 0.6) + 0.12 * f.price[good]

    # Goods

    def may_sell(self, f: Facts, t: Table, seat: Seat, kind: int) -> bool:
        """Whether the trading house takes a player's good, as the office may let it."""
        return seat.goods[kind] > 0 and (not t.house[kind] or seat.city[f.office] > 0)

    def price(self, f: Facts, seat: Seat, kind: int) -> float:
        """What a sale brings, with markets."""
        return f.price[kind] + sum([bonus for market, bonus in f.markets if seat.city[market] > 0])

    def sale(self, f: Facts, seat: Seat, move: Any) -> float:
        """What a move in the trading house brings."""
        return self.price(f, seat, f.good[move.good]) if type(move) is m.Sell else 0.0

    def loads(self, f: Facts, t: Table, move: Any) -> float:
        """Most barrels first, cheap before dear; the wharf only where it takes more than the ships."""
        goods = t.seats[t.turn].goods
        if type(move) is m.Load:
            kind, ship = f.good[move.good], f.ship[move.ship]
            cargo, aboard = t.ships[ship]
            many = min(goods[kind], f.room[ship] - aboard)
            return many - 0.1 * f.price[kind] - 0.02 * (f.room[ship] - aboard - many) + 0.05 * (cargo < 0)
        if type(move) is m.Wharf:
            kind = f.good[move.good]
            return goods[kind] - 0.6 - 0.1 * f.price[kind]
        return 0.0

    def kept(self, f: Facts, t: Table, move: Any) -> float:
        """What storing or keeping a kind saves."""
        goods = t.seats[t.turn].goods
        if type(move) is m.Store:
            return goods[f.good[move.good]] * self.good(f, f.good[move.good])
        if type(move) is m.Keep:
            return 1.0 + f.price[f.good[move.good]] - 0.1 * goods[f.good[move.good]]
        return 0.0 if goods != NONE else 1.0
