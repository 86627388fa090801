"""A model of where every component goes: barrels, colonists, doubloons, tiles, buildings and points.

Only the numbers that components are counted by are in it: whose turn it is and what
may be chosen is not, so a model's move is open at least wherever the engine's is.
`components` reads the numbers off an engine's table, `moves` says which moves of the
model an engine step should be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, evolve

from rulecheck.reference_engines.puerto_rico.table import GOODS, TILES
from rulecheck.solvers.induction import Invariant, Kind, Model, Move, State
from rulecheck.solvers.logic import Term, all_of, any_of, either, least, total


@define
class Box:
    """What the model needs to know of a set-up."""

    players: int
    rooms: tuple[int, ...]
    """Barrels that each cargo ship holds."""
    cards: int
    buildings: int
    """How many kinds of buildings there are."""
    places: int
    """In the trading house."""
    spaces: int
    """On an island."""
    row: int
    """Plantations that lie face up at most."""


def model(box: Box) -> Model:
    """The model for a set-up."""
    return Model.of(_variables(box), _kinds(box), _invariants(box), _conserved(box))


def _seats(box: Box) -> range:
    return range(box.players)


def _variables(box: Box) -> list[str]:
    ships = range(len(box.rooms))
    names = ["bank", "colonists", "aboard", "removed", "pool", "beyond", "quarries"]
    names += [f"card{card}" for card in range(box.cards)]
    for good in GOODS:
        names += [f"supply.{good}", f"house.{good}", f"row.{good}", f"stack.{good}", f"discard.{good}"]
        names += [f"ship{ship}.{good}" for ship in ships]
    names += [f"stock.{building}" for building in range(box.buildings)]
    for seat in _seats(box):
        names += [f"{seat}.{part}" for part in ("money", "points", "san_juan", "island", "town")]
        names += [f"{seat}.{good}" for good in GOODS]
        names += [f"{seat}.tile.{tile}" for tile in TILES]
        names += [f"{seat}.city.{building}" for building in range(box.buildings)]
    return names


def _conserved(box: Box) -> dict[str, dict[str, int]]:
    def once(*names: str) -> dict[str, int]:
        return dict.fromkeys(names, 1)

    seats, ships = _seats(box), range(len(box.rooms))
    sums = {
        f"barrels of {good}": once(
            f"supply.{good}", f"house.{good}", *(f"ship{i}.{good}" for i in ships), *(f"{s}.{good}" for s in seats)
        )
        for good in GOODS
    }
    sums |= {
        f"{good} plantations": once(
            f"row.{good}", f"stack.{good}", f"discard.{good}", *(f"{s}.tile.{good}" for s in seats)
        )
        for good in GOODS
    }
    sums["quarries"] = once("quarries", *(f"{s}.tile.quarry" for s in seats))
    sums["colonists"] = once(
        "colonists", "aboard", "removed", *(f"{s}.{part}" for s in seats for part in ("san_juan", "island", "town"))
    )
    sums["doubloons"] = once("bank", *(f"card{card}" for card in range(box.cards)), *(f"{s}.money" for s in seats))
    sums["points"] = {**once("pool", *(f"{s}.points" for s in seats)), "beyond": -1}
    sums |= {f"building {b}": once(f"stock.{b}", *(f"{s}.city.{b}" for s in seats)) for b in range(box.buildings)}
    return sums


def load_of(state: State, ship: int) -> Term:
    """How many barrels a ship carries."""
    return total(state[f"ship{ship}.{good}"] for good in GOODS)


def _invariants(box: Box) -> Iterator[Invariant]:
    for ship, room in enumerate(box.rooms):
        mine = tuple(f"ship{ship}.{good}" for good in GOODS)
        yield Invariant(f"ship {room} is not overfull", mine, _not_overfull(ship, room))
        yield Invariant(f"ship {room} carries one kind", mine, _one_kind(ship))
    for good in GOODS:
        across = tuple(f"ship{ship}.{good}" for ship in range(len(box.rooms)))
        yield Invariant(f"{good} is on one ship only", across, _one_ship(across))
    house = tuple(f"house.{good}" for good in GOODS)
    yield Invariant("the house is not overfull", house, _at_most(house, box.places))
    row = tuple(f"row.{good}" for good in GOODS)
    yield Invariant("the row is not overfull", row, _at_most(row, box.row))
    for seat in _seats(box):
        yield Invariant(f"{seat}'s island is not overfull", _island(seat), _at_most(_island(seat), box.spaces))
        for b in range(box.buildings):
            yield Invariant(f"{seat} has building {b} once", (f"{seat}.city.{b}",), _at_most_one(f"{seat}.city.{b}"))


def _at_most(names: Sequence[str], room: int) -> Callable[[State], Term]:
    return lambda state: total(state[name] for name in names) <= room


def _island(seat: int) -> tuple[str, ...]:
    return tuple(f"{seat}.tile.{tile}" for tile in TILES)


def _not_overfull(ship: int, room: int) -> Callable[[State], Term]:
    return lambda state: load_of(state, ship) <= room


def _one_kind(ship: int) -> Callable[[State], Term]:
    names = [f"ship{ship}.{good}" for good in GOODS]
    return lambda state: _at_most_one_of(state, names)


def _one_ship(names: Sequence[str]) -> Callable[[State], Term]:
    return lambda state: _at_most_one_of(state, names)


def _at_most_one_of(state: State, names: Sequence[str]) -> Term:
    """At most one of these is above zero."""
    pairs = [(a, b) for at, a in enumerate(names) for b in names[at + 1 :]]
    return all_of(*(any_of(state[a] == 0, state[b] == 0) for a, b in pairs))


def _at_most_one(name: str) -> Callable[[State], Term]:
    return lambda state: state[name] <= 1


def _shift(origin: str, target: str, cap: str = "") -> tuple[Any, Any]:
    """Guard and update of a move of `n` components from one place to another."""

    def guard(state: State, a: State) -> Term:
        return all_of(a["n"] >= 1, a["n"] <= state[origin])

    def update(state: State, a: State) -> Mapping[str, Term]:
        return {origin: state[origin] - a["n"], target: state[target] + a["n"]}

    return guard, update


def _moving(name: str, of: tuple[object, ...], origin: str, target: str) -> Kind:
    guard, update = _shift(origin, target)
    return Kind(name, update, guard, ("n",), of)


def _into(room: int, names: Sequence[str], kind: Kind) -> Kind:
    """The same kind, where it moves no more than there is room for at the target."""

    def guard(state: State, a: State) -> Term:
        return all_of(kind.guard(state, a), total([a["n"], *(state[name] for name in names)]) <= room)

    return evolve(kind, guard=guard)


def _kinds(box: Box) -> Iterator[Kind]:
    for seat in _seats(box):
        yield from _seat_kinds(box, seat)
    for ship, room in enumerate(box.rooms):
        for good in GOODS:
            yield _unload(ship, room, good)
    yield Kind("empty the house", _empty_house, lambda s, _: total(s[f"house.{g}"] for g in GOODS) >= box.places)
    for card in range(box.cards):
        yield _moving("put on a card", (card,), "bank", f"card{card}")
    for good in GOODS:
        row = [f"row.{each}" for each in GOODS]
        yield _into(box.row, row, _moving("turn up", (good,), f"stack.{good}", f"row.{good}"))
    yield Kind("clear the row", _all("row", "discard"))
    yield Kind("reshuffle", _all("discard", "stack"), lambda s, _: total(s[f"stack.{g}"] for g in GOODS) == 0)
    yield _moving("refill the colonist ship", (), "colonists", "aboard")
    yield _moving("turn away", (), "aboard", "removed")


def _seat_kinds(box: Box, seat: int) -> Iterator[Kind]:
    for good in GOODS:
        for ship, room in enumerate(box.rooms):
            yield _load(box, seat, good, ship, room)
        yield Kind("use the wharf", _wharf(seat, good), _some(f"{seat}.{good}"), (), (seat, good))
        yield _moving("produce", (seat, good), f"supply.{good}", f"{seat}.{good}")
        yield _moving("return barrels", (seat, good), f"{seat}.{good}", f"supply.{good}")
        yield _sell(box, seat, good)
        for kind, origin in (("take a plantation", "row"), ("draw with the hacienda", "stack")):
            moving = _moving(kind, (seat, good), f"{origin}.{good}", f"{seat}.tile.{good}")
            yield _into(box.spaces, _island(seat), moving)
    yield _into(box.spaces, _island(seat), _moving("take a quarry", (seat,), "quarries", f"{seat}.tile.quarry"))
    yield _moving("earn", (seat,), "bank", f"{seat}.money")
    yield _moving("pay", (seat,), f"{seat}.money", "bank")
    for card in range(box.cards):
        yield _moving("take the money of a card", (seat, card), f"card{card}", f"{seat}.money")
    yield Kind("score", _score(seat), lambda _, a: a["n"] >= 1, ("n",), (seat,))
    yield _moving("land", (seat,), "aboard", f"{seat}.san_juan")
    yield _moving("take one more colonist", (seat,), "colonists", f"{seat}.san_juan")
    yield Kind("take up the colonists", _take_up(seat), of=(seat,))
    yield _moving("place on the island", (seat,), f"{seat}.san_juan", f"{seat}.island")
    yield _moving("place in the city", (seat,), f"{seat}.san_juan", f"{seat}.town")
    for place in ("island", "town"):
        yield _moving(f"settle on the {place}", (seat, "supply"), "colonists", f"{seat}.{place}")
        yield _moving(f"settle on the {place}", (seat, "ship"), "aboard", f"{seat}.{place}")
    for building in range(box.buildings):
        yield _build(seat, building)


def _some(name: str) -> Callable[[State, State], Term]:
    return lambda state, _: state[name] >= 1


def _load(box: Box, seat: int, good: str, ship: int, room: int) -> Kind:
    mine, aboard = f"{seat}.{good}", f"ship{ship}.{good}"
    others = [f"ship{i}.{good}" for i in range(len(box.rooms)) if i != ship]
    foreign = [f"ship{ship}.{g}" for g in GOODS if g != good]

    def guard(state: State, _: State) -> Term:
        free = room - state[aboard]
        elsewhere = [state[name] == 0 for name in (*others, *foreign)]
        return all_of(state[mine] >= 1, free >= 1, *elsewhere)

    def update(state: State, _: State) -> Mapping[str, Term]:
        gone = least(state[mine], room - state[aboard])
        return {mine: state[mine] - gone, aboard: state[aboard] + gone}

    return Kind("load", update, guard, (), (seat, good, ship))


def _wharf(seat: int, good: str) -> Callable[[State, State], Mapping[str, Term]]:
    mine, supply = f"{seat}.{good}", f"supply.{good}"
    return lambda state, _: {mine: 0 * state[mine], supply: state[supply] + state[mine]}


def _unload(ship: int, room: int, good: str) -> Kind:
    aboard, supply = f"ship{ship}.{good}", f"supply.{good}"
    return Kind(
        "unload a full ship",
        lambda state, _: {aboard: 0 * state[aboard], supply: state[supply] + state[aboard]},
        lambda state, _: state[aboard] == room,
        (),
        (ship, good),
    )


def _sell(box: Box, seat: int, good: str) -> Kind:
    mine, house = f"{seat}.{good}", f"house.{good}"

    def guard(state: State, _: State) -> Term:
        return all_of(state[mine] >= 1, total(state[f"house.{g}"] for g in GOODS) < box.places)

    return Kind("sell", lambda s, _: {mine: s[mine] - 1, house: s[house] + 1}, guard, (), (seat, good))


def _empty_house(state: State, _: State) -> Mapping[str, Term]:
    emptied: dict[str, Term] = {f"house.{good}": 0 * state[f"house.{good}"] for good in GOODS}
    return emptied | {f"supply.{good}": state[f"supply.{good}"] + state[f"house.{good}"] for good in GOODS}


def _all(origin: str, target: str) -> Callable[[State, State], Mapping[str, Term]]:
    def update(state: State, _: State) -> Mapping[str, Term]:
        left: dict[str, Term] = {f"{origin}.{good}": 0 * state[f"{origin}.{good}"] for good in GOODS}
        return left | {f"{target}.{g}": state[f"{target}.{g}"] + state[f"{origin}.{g}"] for g in GOODS}

    return update


def _score(seat: int) -> Callable[[State, State], Mapping[str, Term]]:
    points = f"{seat}.points"

    def update(state: State, a: State) -> Mapping[str, Term]:
        chips = either(a["n"] <= state["pool"], a["n"], state["pool"])
        return {
            "pool": state["pool"] - chips,
            points: state[points] + a["n"],
            "beyond": state["beyond"] + a["n"] - chips,
        }

    return update


def _take_up(seat: int) -> Callable[[State, State], Mapping[str, Term]]:
    island, town, waiting = f"{seat}.island", f"{seat}.town", f"{seat}.san_juan"
    return lambda s, _: {island: 0 * s[island], town: 0 * s[town], waiting: s[waiting] + s[island] + s[town]}


def _build(seat: int, building: int) -> Kind:
    stock, city = f"stock.{building}", f"{seat}.city.{building}"
    return Kind(
        "build",
        lambda s, _: {stock: s[stock] - 1, city: s[city] + 1},
        lambda s, _: all_of(s[stock] >= 1, s[city] == 0),
        (),
        (seat, building),
    )


# The tie to the engine


def components(table: Any) -> dict[str, int]:
    """The model's numbers, read off a table."""
    numbers = {
        "bank": table.bank,
        "colonists": table.colonists,
        "aboard": table.colonist_ship,
        "removed": table.removed,
        "pool": table.pool,
        "beyond": table.beyond,
        "quarries": table.quarries,
    }
    numbers |= {f"card{card}": money for card, money in enumerate(table.card_money)}
    for at, good in enumerate(GOODS):
        numbers[f"supply.{good}"] = table.supply[at]
        numbers[f"house.{good}"] = table.house[at]
        numbers[f"row.{good}"] = table.row[at]
        numbers[f"stack.{good}"] = table.stack[at]
        numbers[f"discard.{good}"] = table.discard[at]
        for ship, (kind, count) in enumerate(table.ships):
            numbers[f"ship{ship}.{good}"] = count if kind == at else 0
    numbers |= {f"stock.{building}": left for building, left in enumerate(table.stock)}
    for seat, mine in enumerate(table.seats):
        numbers[f"{seat}.money"] = mine.money
        numbers[f"{seat}.points"] = mine.points
        numbers[f"{seat}.san_juan"] = mine.san_juan
        numbers[f"{seat}.island"] = sum(mine.tilled)
        numbers[f"{seat}.town"] = sum(count for count in mine.city if count > 0)
        numbers |= {f"{seat}.{good}": mine.goods[at] for at, good in enumerate(GOODS)}
        numbers |= {f"{seat}.tile.{tile}": mine.tiles[at] for at, tile in enumerate(TILES)}
        numbers |= {f"{seat}.city.{building}": int(count >= 0) for building, count in enumerate(mine.city)}
    return numbers


@define
class _Telling:
    """Finds the model's moves of one engine step; `now` is what they have come to so far."""

    model: Model
    now: dict[str, int]
    goal: Mapping[str, int]
    told: list[Move]

    def do(self, kind: str, *of: object, **arguments: int) -> None:
        move = Move(kind, of, arguments)
        self.told.append(move)
        self.now = self.model.step(self.now, move)

    def more(self, name: str) -> int:
        """By how much a number has still to grow."""
        return self.goal[name] - self.now[name]


def moves(box: Box, of: Model) -> Callable[[Any, Any, Any, Mapping[str, int], Mapping[str, int]], list[Move]]:
    """What an engine step should be in the model: the announced move first, then what follows by itself."""

    def instance(before: Any, move: Any, _after: Any, state: Mapping[str, int], goal: Mapping[str, int]) -> list[Move]:
        tell = _Telling(of, dict(state), goal, [])
        _announced(tell, before, move, box)
        _followed(tell, box, type(move).__name__)
        return tell.told

    return instance


def _announced(tell: _Telling, before: Any, move: Any, box: Box) -> None:
    """The move itself."""
    seat = before.turn
    match type(move).__name__:
        case "Load":
            ship = box.rooms.index(int(move.ship))
            tell.do("load", seat, move.good, ship)
        case "Wharf":
            tell.do("use the wharf", seat, move.good)
        case "Sell":
            tell.do("sell", seat, move.good)
        case "TakeBonus":
            tell.do("produce", seat, move.good, n=1)
        case "Take":
            if move.tile == "quarry":
                tell.do("take a quarry", seat, n=1)
            else:
                tell.do("take a plantation", seat, move.tile, n=1)
        case "Draw":
            drawn = "draw with the hacienda" if tell.more(f"{seat}.tile.{move.kind}") == 1 else "turn up"
            if tell.now[f"stack.{move.kind}"] == 0:
                tell.do("reshuffle")
            tell.do(drawn, *((seat, move.kind) if drawn != "turn up" else (move.kind,)), n=1)
        case "Build":
            building = next(b for b in range(box.buildings) if tell.more(f"{seat}.city.{b}") == 1)
            tell.do("build", seat, building)
            if tell.more(f"{seat}.money") < 0:
                tell.do("pay", seat, n=-tell.more(f"{seat}.money"))
        case "Choose":
            card = next((c for c in range(box.cards) if tell.more(f"card{c}") < 0), None)
            if card is not None:
                tell.do("take the money of a card", seat, card, n=tell.now[f"card{card}"])
        case "Refuse":
            tell.do("turn away", n=1)
        case "Use" if move.right in ("hospice", "university"):
            place = "island" if move.right == "hospice" else "town"
            source = "supply" if tell.now["colonists"] else "ship"
            tell.do(f"settle on the {place}", seat, source, n=1)
        case "Use" if (
            move.right == "privilege" and tell.more("colonists") < 0 and type(before.phase).__name__ == "Extra"
        ):
            tell.do("take one more colonist", seat, n=1)


def _followed(tell: _Telling, box: Box, _move: str) -> None:
    """What the rules do by themselves after it."""
    _goods_follow(tell, box)
    _colonists_follow(tell, box)
    if any(tell.more(f"row.{good}") < 0 for good in GOODS):
        tell.do("clear the row")
    if any(tell.more(f"stack.{good}") > 0 for good in GOODS):
        tell.do("reshuffle")
    for seat in _seats(box):
        if tell.more(f"{seat}.points") > 0:
            tell.do("score", seat, n=tell.more(f"{seat}.points"))
        if tell.more(f"{seat}.money") > 0:
            tell.do("earn", seat, n=tell.more(f"{seat}.money"))
    for card in range(box.cards):
        if tell.more(f"card{card}") > 0:
            tell.do("put on a card", card, n=1)


def _goods_follow(tell: _Telling, box: Box) -> None:
    if sum(tell.more(f"house.{good}") for good in GOODS) < 0:
        tell.do("empty the house")
    for seat in _seats(box):
        for good in GOODS:
            change = tell.more(f"{seat}.{good}")
            if change > 0:
                tell.do("produce", seat, good, n=change)
            elif change < 0:
                tell.do("return barrels", seat, good, n=-change)
    for ship in range(len(box.rooms)):
        for good in GOODS:
            if tell.more(f"ship{ship}.{good}") < 0:
                tell.do("unload a full ship", ship, good)


def _colonists_follow(tell: _Telling, box: Box) -> None:
    parts = ("san_juan", "island", "town")
    for seat in _seats(box):
        gained = sum(tell.more(f"{seat}.{part}") for part in parts)
        if gained > 0:
            tell.do("land", seat, n=gained)
        if any(tell.more(f"{seat}.{part}") for part in parts):
            tell.do("take up the colonists", seat)
            for place, kind in (("island", "place on the island"), ("town", "place in the city")):
                if tell.more(f"{seat}.{place}") > 0:
                    tell.do(kind, seat, n=tell.more(f"{seat}.{place}"))
    if tell.more("aboard") > 0:
        tell.do("refill the colonist ship", n=tell.more("aboard"))
