"""Models of where tiles, goods and bonus tiles go, and how they are read off the engine's table.

Tiles of all kinds move alike, so the model of tiles knows one kind, `this`, and all the others together, `that`: what
it proves holds for each kind, and engine games are held against it once for each kind that moves.  Goods are few, they
have their six kinds.  Whose turn it is and what may be chosen is not in the models: a model's move is open at least
wherever the engine's is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.castles_of_burgundy.kit import BLACK, ROUND_SPACES, Kit
from rulecheck.reference_engines.castles_of_burgundy.table import Table
from rulecheck.solvers.induction import Invariant, Kind, Model, Move, State
from rulecheck.solvers.logic import Term, all_of, any_of, either, implies, total
from rulecheck.spec.castles_of_burgundy.board import COLOURS, GOODS, SPACES

KINDS: Final = ("this", "that")
DEPOTS: Final = range(1, 7)


@frozen
class Box:
    """What the models need to know of a set of rules."""

    players: int
    spaces: int
    """In use in each numbered depot."""
    black: int
    """Tiles in the black depot at most."""
    room: int
    """In a storage."""
    goods_room: int
    round_goods: int


def box_of(g: Kit) -> Box:
    """The numbers of an engine's rules."""
    return Box(
        g.players, g.rules.number("depot.tiles") // len(DEPOTS), g.black_tiles, g.room, g.goods_room, g.goods_a_phase
    )


def carry(origin: str, target: str) -> Callable[[State, State], Mapping[str, Term]]:
    """One piece goes from one place to another."""
    return lambda s, _: {origin: s[origin] - 1, target: s[target] + 1}


def all_go(pairs: Sequence[tuple[str, str]]) -> Callable[[State, State], Mapping[str, Term]]:
    """Everything goes from one place to another, several times."""

    def update(s: State, _: State) -> Mapping[str, Term]:
        emptied = {origin: 0 * s[origin] for origin, _ in pairs}
        return emptied | {target: s[target] + s[origin] for origin, target in pairs}

    return update


# ---- tiles


def together(state: State, place: str) -> Term:
    """How many tiles lie in a place."""
    return total(state[f"{place}.{kind}"] for kind in KINDS)


def tile_model(box: Box) -> Model:
    """Where tiles lie and how they move."""
    places = ["stack", "black stack", "box", "hand", "black depot", *(f"depot {d}" for d in DEPOTS)]
    for seat in range(box.players):
        places += [f"{seat} storage", f"{seat} estate"]
    limits = {"hand": 1, "black depot": box.black} | {f"depot {d}": box.spaces for d in DEPOTS}
    for seat in range(box.players):
        limits |= {f"{seat} storage": box.room, f"{seat} estate": SPACES}
    conserved = {f"{kind} tile": dict.fromkeys([f"{place}.{kind}" for place in places], 1) for kind in KINDS}
    variables = [f"{place}.{kind}" for place in places for kind in KINDS]
    return Model.of(variables, _tile_kinds(box), [_limit(place, most) for place, most in limits.items()], conserved)


def _limit(place: str, most: int) -> Invariant:
    names = tuple(f"{place}.{kind}" for kind in KINDS)
    return Invariant(f"at most {most} in {place}", names, lambda s: total(s[name] for name in names) <= most)


def _tile_kinds(box: Box) -> Iterator[Kind]:
    for kind in KINDS:
        for depot in DEPOTS:
            yield _tile("lay out", (depot, kind), "stack", f"depot {depot}", kind, _room(f"depot {depot}", box.spaces))
            yield _tile("take", (depot, kind), f"depot {depot}", "hand", kind, _room("hand", 1))
        yield _tile("draw", (kind,), "black stack", "black depot", kind, _room("black depot", box.black))
        yield _tile("buy", (kind,), "black depot", "hand", kind, _room("hand", 1))
        for seat in range(box.players):
            storage, estate = f"{seat} storage", f"{seat} estate"
            yield _tile("store", (seat, kind), "hand", storage, kind, _room(storage, box.room))
            yield _tile("make room", (seat, kind), storage, "box", kind, _in_the_way(storage, box.room))
            yield _tile("place", (seat, kind), storage, estate, kind, _room(estate, SPACES))
            yield _tile("found", (seat, kind), "stack", estate, kind, _room(estate, 1))
    for place in ("black depot", *(f"depot {d}" for d in DEPOTS)):
        yield Kind("clear", all_go([(f"{place}.{kind}", f"box.{kind}") for kind in KINDS]), of=(place,))


def _tile(
    name: str, of: tuple[object, ...], origin: str, target: str, kind: str, fits: Callable[[State], Term]
) -> Kind:
    start, end = f"{origin}.{kind}", f"{target}.{kind}"
    return Kind(name, carry(start, end), lambda s, _: all_of(s[start] >= 1, fits(s)), of=of)


def _room(place: str, most: int) -> Callable[[State], Term]:
    return lambda s: together(s, place) < most


def _in_the_way(storage: str, room: int) -> Callable[[State], Term]:
    """A storage that is full, while a tile is in hand."""
    return lambda s: all_of(together(s, storage) == room, together(s, "hand") == 1)


@frozen
class View:
    """A table as the model of tiles sees it, with one kind of tile as `this`."""

    table: Table
    kind: int


def lying(table: Table) -> Iterator[tuple[str, Iterable[int]]]:
    """The tiles that lie somewhere one by one."""
    yield "hand", () if table.held < 0 else (table.held,)
    yield "black depot", table.black
    yield from ((f"depot {d}", tiles) for d, tiles in enumerate(table.depots, 1))
    for k, seat in enumerate(table.seats):
        yield f"{k} storage", seat.storage
        yield f"{k} estate", [kind for kind in seat.estate if kind >= 0]


def tiles_seen(view: View) -> dict[str, int]:
    """The numbers of the model of tiles."""
    numbers: dict[str, int] = {}
    counts = (("stack", view.table.stack), ("black stack", view.table.black_stack), ("box", view.table.box))
    for place, there in counts:
        numbers[f"{place}.this"] = there[view.kind]
        numbers[f"{place}.that"] = sum(there) - there[view.kind]
    for place, tiles in lying(view.table):
        listed = list(tiles)
        numbers[f"{place}.this"] = listed.count(view.kind)
        numbers[f"{place}.that"] = len(listed) - numbers[f"{place}.this"]
    return numbers


Went = tuple[str, object, int]
"""A model's move with a real kind of tile: its name, which seat, depot or place, and the kind (-1: all kinds)."""


def tiles_that_went(g: Kit, before: Table, move: Any, after: Table) -> list[Went]:
    """Which tiles an engine step moves: the announced one, then those of a new phase."""
    went: list[Went] = []
    seat, kind = before.turn, g.tile_number.get(getattr(move, "tile", ""), -1)
    match move:
        case m.Take(_, depot):
            went.append(("take", depot, kind))
        case m.Buy(_, depot):
            went.append(("take", depot, kind) if depot else ("buy", None, kind))
        case m.Discard() if isinstance(before.phase, b.Discarding):
            went += [("make room", seat, kind), ("store", seat, before.held)]
        case m.Place():
            went.append(("place", seat, kind))
        case m.Found():
            went.append(("found", seat, g.castle))
        case m.Draw(what) if isinstance(before.phase, b.Filling):
            where, _ = g.to_fill[before.letter][before.phase.step]
            if where == BLACK:
                went.append(("draw", None, g.tile_number[what]))
            elif where != ROUND_SPACES:
                went.append(("lay out", where + 1, g.tile_number[what]))
        case _:
            pass
    if isinstance(move, m.Take | m.Buy) and not isinstance(after.phase, b.Discarding | b.Paying):
        went.append(("store", seat, kind))
    if isinstance(after.phase, b.Filling) and not isinstance(before.phase, b.Filling):
        black = () if after.black else ("black depot",)  # under one reading tiles may stay there
        went += [("clear", place, -1) for place in (*black, *(f"depot {d}" for d in DEPOTS))]
        laid = enumerate(g.laid[after.letter], 1)
        went += [("lay out", depot, kind) for depot, tiles in laid for kind in tiles]
    return went


def as_seen(went: Iterable[Went], kind: int) -> Iterator[Move]:
    """The same moves as the model of tiles has them."""
    for name, which, moved in went:
        if moved < 0:
            yield Move(name, (which,))
        else:
            seen = KINDS[moved != kind]
            yield Move(name, (seen,) if which is None else (which, seen))


# ---- goods and bonus tiles


def goods_model(box: Box) -> Model:
    """Where goods and bonus tiles lie and how they move."""
    seats = range(box.players)
    places = ["stack", "offered", *(f"depot {d}" for d in DEPOTS), *(f"{s} {part}" for s in seats for part in PARTS)]
    variables = [f"{place}.{good}" for place in places for good in GOODS]
    variables += [f"{size}.{colour}" for size in SIZES for colour in COLOURS]
    variables += [f"{seat} {size}.{colour}" for seat in seats for size in SIZES for colour in COLOURS]
    conserved = {f"{good} goods": dict.fromkeys([f"{place}.{good}" for place in places], 1) for good in GOODS}
    conserved |= {
        f"{size} {colour} tile": dict.fromkeys(
            [f"{size}.{colour}", *(f"{seat} {size}.{colour}" for seat in seats)], 1
        )
        for size in SIZES
        for colour in COLOURS
    }  # fmt: skip
    return Model.of(variables, _goods_kinds(box), _goods_invariants(box), conserved)


PARTS: Final = ("goods", "sold")
SIZES: Final = ("large", "small")


def kinds_of(state: State, seat: int) -> Term:
    """How many kinds of goods a player has."""
    return total(either(state[f"{seat} goods.{good}"] > 0, 1, 0) for good in GOODS)


def _goods_invariants(box: Box) -> Iterator[Invariant]:
    for seat in range(box.players):
        mine = tuple(f"{seat} goods.{good}" for good in GOODS)
        yield Invariant(f"{seat} has at most {box.goods_room} kinds", mine, _few_kinds(seat, box.goods_room))
    offered = tuple(f"offered.{good}" for good in GOODS)
    most = box.round_goods
    yield Invariant(
        f"at most {most} on the round spaces", offered, lambda s: total(s[name] for name in offered) <= most
    )
    for colour in COLOURS:
        large, small = f"large.{colour}", f"small.{colour}"
        yield Invariant(f"one large {colour} tile", (large,), _at_most_one(large))
        yield Invariant(f"one small {colour} tile", (small,), _at_most_one(small))
        yield Invariant(f"the large {colour} tile goes first", (large, small), _goes_first(large, small))


def _few_kinds(seat: int, room: int) -> Callable[[State], Term]:
    return lambda s: kinds_of(s, seat) <= room


def _at_most_one(name: str) -> Callable[[State], Term]:
    return lambda s: s[name] <= 1


def _goes_first(large: str, small: str) -> Callable[[State], Term]:
    return lambda s: implies(s[large] == 1, s[small] == 1)


def _goods_kinds(box: Box) -> Iterator[Kind]:
    for good in GOODS:
        yield Kind(
            "offer", carry(f"stack.{good}", f"offered.{good}"), _may_offer(good, box.round_goods), of=(good,)
        )  # fmt: skip
        for depot in DEPOTS:
            yield Kind(
                "lay down", carry(f"offered.{good}", f"depot {depot}.{good}"), _some(f"offered.{good}"),
                of=(depot, good),
            )  # fmt: skip
        for seat in range(box.players):
            mine, sold = f"{seat} goods.{good}", f"{seat} sold.{good}"
            fits = _fits(seat, good, box.goods_room)
            yield Kind("receive", carry(f"stack.{good}", mine), _both(_some(f"stack.{good}"), fits), of=(seat, good))
            yield Kind("sell", all_go([(mine, sold)]), _some(mine), of=(seat, good))
            for depot in DEPOTS:
                there = f"depot {depot}.{good}"
                yield Kind("carry off", all_go([(there, mine)]), _both(_some(there), fits), of=(seat, depot, good))
    for colour in COLOURS:
        for seat in range(box.players):
            large, small = f"large.{colour}", f"small.{colour}"
            yield Kind("take the large tile", carry(large, f"{seat} {large}"), _some(large), of=(seat, colour))
            yield Kind(
                "take the small tile", carry(small, f"{seat} {small}"), _both(_some(small), _none(large)),
                of=(seat, colour),
            )  # fmt: skip


Guard = Callable[[State, State], Term]


def _some(name: str) -> Guard:
    return lambda s, _: s[name] >= 1


def _none(name: str) -> Guard:
    return lambda s, _: s[name] == 0


def _both(guard: Guard, other: Guard) -> Guard:
    return lambda s, a: all_of(guard(s, a), other(s, a))


def _may_offer(good: str, most: int) -> Guard:
    return lambda s, _: all_of(s[f"stack.{good}"] >= 1, total(s[f"offered.{kind}"] for kind in GOODS) < most)


def _fits(seat: int, good: str, room: int) -> Guard:
    return lambda s, _: any_of(s[f"{seat} goods.{good}"] > 0, kinds_of(s, seat) < room)


def goods_seen(table: Table) -> dict[str, int]:
    """The numbers of the model of goods and bonus tiles."""
    numbers: dict[str, int] = {}
    for k, good in enumerate(GOODS):
        numbers[f"stack.{good}"] = table.goods_stack[k]
        numbers[f"offered.{good}"] = table.offered.count(k)
        for depot in DEPOTS:
            numbers[f"depot {depot}.{good}"] = table.goods[depot - 1].count(k)
        for at, seat in enumerate(table.seats):
            numbers[f"{at} goods.{good}"] = seat.goods[k]
            numbers[f"{at} sold.{good}"] = seat.sold[k]
    for k, colour in enumerate(COLOURS):
        numbers[f"large.{colour}"], numbers[f"small.{colour}"] = table.large >> k & 1, table.small >> k & 1
        for at, seat in enumerate(table.seats):
            numbers[f"{at} large.{colour}"], numbers[f"{at} small.{colour}"] = seat.large >> k & 1, seat.small >> k & 1
    return numbers


def goods_that_went(
    before: Table, move: Any, _after: Table, state: Mapping[str, int], goal: Mapping[str, int]
) -> Iterator[Move]:
    """Which goods and bonus tiles an engine step moves."""
    seat = before.turn
    match move:
        case m.Draw(good) if isinstance(before.phase, b.StartGoods):
            yield Move("receive", (seat, good))
        case m.Draw(good) if good in GOODS:
            yield Move("offer", (good,))
        case m.White(value) if before.offered:
            yield Move("lay down", (value, GOODS[before.offered[0]]))
        case m.Sell(good):
            yield Move("sell", (seat, good))
        case m.Goods() | m.Keep():
            for good in GOODS:
                for depot in DEPOTS:
                    if goal[f"depot {depot}.{good}"] < state[f"depot {depot}.{good}"]:
                        yield Move("carry off", (seat, depot, good))
        case m.Place():
            for colour in COLOURS:
                for size in SIZES:
                    if goal[f"{size}.{colour}"] < state[f"{size}.{colour}"]:
                        yield Move(f"take the {size} tile", (seat, colour))
        case _:
            pass
