"""A model of where every component goes: tokens of fuel, plants, the Step 3 card and houses.

Only the numbers that components are counted by are in it: whose turn it is and what may be chosen is not, so a model's
move is open at least wherever the engine's is.  Plants are counted and their numbers added up, place by place, so that
one plant cannot take the place of another.  `components` reads the numbers off an engine's table, `moves` says which
moves of the model an engine step should be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from attrs import define, evolve

from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Build, Buy, Lose, Run
from rulecheck.reference_engines.power_grid.table import STACK, TURNED_UP
from rulecheck.solvers.induction import Guard, Invariant, Kind, Model, Move, State, Update
from rulecheck.solvers.logic import Term, all_of, least
from rulecheck.spec.power_grid.board import FUELS

PILES: Final = ("unseen", "thirteen", "market", "below", "gone")
"""Where plants are besides the players: not seen, 13 on the stack, market, below the Step 3 card, out of the game."""

CARD: Final = ("card in the stack", "card in the market", "card out of the game")


@define
class Box:
    """What the model needs to know of the rules."""

    players: int
    rooms: tuple[int, ...]
    """For each fuel the tokens that the market holds."""
    refill: tuple[tuple[int, ...], ...]
    """For each Step and fuel what the table says."""
    lowest: int
    highest: int
    """The numbers of plants."""


def box_of(g: Kit) -> Box:
    """What the model needs to know of an engine's rules."""
    return Box(g.players, tuple(map(len, g.places)), g.refill, g.numbers[0], g.numbers[len(g.plants) - 1])


def model(box: Box) -> Model:
    """The model for a number of players."""
    seats = range(box.players)
    owners = (*PILES, *map(str, seats))
    variables = [f"{place}.{fuel}" for place in ("market", "supply", *seats) for fuel in FUELS]
    variables += [f"{owner}.{part}" for owner in owners for part in ("plants", "numbers")]
    variables += ["stack", *CARD]
    variables += [f"{seat}.{part}" for seat in seats for part in ("houses left", "houses built")]
    conserved = {
        f"tokens of {fuel}": dict.fromkeys([f"{place}.{fuel}" for place in ("market", "supply", *seats)], 1)
        for fuel in FUELS
    }
    conserved |= {part: dict.fromkeys([f"{owner}.{part}" for owner in owners], 1) for part in ("plants", "numbers")}
    conserved["plants removed before the game"] = {"unseen.plants": 1, "stack": -1}
    conserved["the Step 3 card"] = dict.fromkeys(CARD, 1)
    conserved |= {f"houses of {seat}": {f"{seat}.houses left": 1, f"{seat}.houses built": 1} for seat in seats}
    return Model.of(variables, _kinds(box), _invariants(box), conserved)


def _invariants(box: Box) -> Iterator[Invariant]:
    for fuel, room in zip(FUELS, box.rooms, strict=True):
        yield Invariant(f"the market holds its {fuel}", (f"market.{fuel}",), _at_most(f"market.{fuel}", room))
    yield Invariant("there is one plant 13", ("thirteen.plants",), _at_most("thirteen.plants", 1))


def _at_most(name: str, limit: int) -> Callable[[State], Term]:
    return lambda state: state[name] <= limit


def _moving(name: str, of: tuple[object, ...], origin: str, target: str) -> Kind:
    """A kind of move of `n` tokens or houses from one place to another."""
    guard: Guard = lambda s, a: all_of(a["n"] >= 1, a["n"] <= s[origin])  # noqa: E731
    return Kind(name, lambda s, a: {origin: s[origin] - a["n"], target: s[target] + a["n"]}, guard, ("n",), of)


def _kinds(box: Box) -> Iterator[Kind]:
    for seat in map(str, range(box.players)):
        for fuel in FUELS:
            yield _one("buy fuel", (seat, fuel), f"market.{fuel}", f"{seat}.{fuel}")
            yield _one("lose fuel", (seat, fuel), f"{seat}.{fuel}", f"supply.{fuel}")
            yield _moving("burn", (seat, fuel), f"{seat}.{fuel}", f"supply.{fuel}")
        yield _one("build", (seat,), f"{seat}.houses left", f"{seat}.houses built")
        yield _plant(box, "buy a plant", (seat,), "market", seat)
        yield _plant(box, "give up a plant", (seat,), seat, "gone")
    for step, amounts in enumerate(box.refill, 1):
        for fuel, amount, room in zip(FUELS, amounts, box.rooms, strict=True):
            yield Kind("refill", _refill(fuel, amount, room), of=(step, fuel))
    draw = _plant(box, "draw", (), "unseen", "market")
    yield Kind("draw", _besides(draw, "stack"), lambda s, a: all_of(draw.guard(s, a), s["stack"] >= 1), ("number",))
    yield _plant(box, "draw 13", (), "thirteen", "market")
    below, bury = _plant(box, "draw from below", (), "below", "market"), _plant(box, "bury", (), "market", "below")
    yield evolve(below, guard=lambda s, a: all_of(below.guard(s, a), s[CARD[0]] == 0))
    yield evolve(bury, guard=lambda s, a: all_of(bury.guard(s, a), s[CARD[0]] >= 1))
    yield _plant(box, "remove", (), "market", "gone")
    yield _one("turn up the card in the auctions", (), CARD[0], CARD[1])
    yield _one("take the card out of the market", (), CARD[1], CARD[2])
    yield _one("turn up the card and take it out", (), CARD[0], CARD[2])


def _one(name: str, of: tuple[object, ...], origin: str, target: str) -> Kind:
    """A kind of move of one component from one place to another."""
    return Kind(name, lambda s, _: {origin: s[origin] - 1, target: s[target] + 1}, lambda s, _: s[origin] >= 1, (), of)


def _plant(box: Box, name: str, of: tuple[object, ...], origin: str, target: str) -> Kind:
    """A kind of move of one plant, told by its number."""

    def guard(s: State, a: State) -> Term:
        there = all_of(s[f"{origin}.plants"] >= 1, s[f"{origin}.numbers"] >= a["number"])
        return all_of(a["number"] >= box.lowest, a["number"] <= box.highest, there, *([
            s[f"{origin}.numbers"] == a["number"]] if origin == "thirteen" else []))  # fmt: skip

    def update(s: State, a: State) -> Mapping[str, Term]:
        return {
            f"{origin}.plants": s[f"{origin}.plants"] - 1, f"{origin}.numbers": s[f"{origin}.numbers"] - a["number"],
            f"{target}.plants": s[f"{target}.plants"] + 1, f"{target}.numbers": s[f"{target}.numbers"] + a["number"],
        }  # fmt: skip

    return Kind(name, update, guard, ("number",), of)


def _besides(kind: Kind, less: str) -> Update:
    return lambda s, a: {**kind.update(s, a), less: s[less] - 1}


def _refill(fuel: str, amount: int, room: int) -> Update:
    """As many tokens as the table says, as far as the supply has them and the market has room."""
    market, supply = f"market.{fuel}", f"supply.{fuel}"

    def update(s: State, _: State) -> Mapping[str, Term]:
        more = least(amount, s[supply], room - s[market])
        return {market: s[market] + more, supply: s[supply] - more}

    return update


# The tie to the engine


def places(g: Kit, t: Any) -> dict[int, str]:
    """Where each plant is."""
    where = dict.fromkeys(t.unseen, "unseen") | dict.fromkeys(t.buried, "below") | dict.fromkeys(t.gone, "gone")
    where |= {plant: "market" for plant in t.market if plant != g.step3}
    if t.has_thirteen:
        where[g.thirteen] = "thirteen"
    for k, seat in enumerate(t.seats):
        where |= dict.fromkeys(seat.plants, str(k))
    return where


def components(g: Kit) -> Callable[[Any], dict[str, int]]:
    """What reads the model's numbers off a table."""

    def seen(t: Any) -> dict[str, int]:
        piles = (*PILES, *map(str, range(g.players)))
        numbers = {f"{pile}.{part}": 0 for pile in piles for part in ("plants", "numbers")}
        for plant, place in places(g, t).items():
            numbers[f"{place}.plants"] += 1
            numbers[f"{place}.numbers"] += g.numbers[plant]
        in_market = t.card == TURNED_UP and g.step3 in t.market
        numbers |= dict(zip(CARD, (t.card == STACK, in_market, t.card != STACK and not in_market), strict=True))
        numbers["stack"] = t.stack
        for kind, fuel in enumerate(FUELS):
            numbers[f"market.{fuel}"] = t.fuel[kind]
            numbers[f"supply.{fuel}"] = t.supply[kind]
            numbers |= {f"{k}.{fuel}": seat.fuel[kind] for k, seat in enumerate(t.seats)}
        for k, seat in enumerate(t.seats):
            numbers[f"{k}.houses left"] = seat.houses
            numbers[f"{k}.houses built"] = seat.cities.bit_count()
        return numbers

    return seen


ROUTES: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("unseen", "market"): ("draw",),
    ("unseen", "gone"): ("draw", "remove"),
    ("unseen", "below"): ("draw", "bury"),
    ("thirteen", "market"): ("draw 13",),
    ("thirteen", "below"): ("draw 13", "bury"),
    ("thirteen", "gone"): ("draw 13", "remove"),
    ("below", "market"): ("draw from below",),
    ("below", "gone"): ("draw from below", "remove"),
    ("market", "gone"): ("remove",),
    ("market", "below"): ("bury",),
}
"""How a plant comes from one place to another, where no player has part in it."""


ORDER: Final[Mapping[str, int]] = {
    "draw": 0, "draw 13": 0, "bury": 1, "turn up the card in the auctions": 2, "turn up the card and take it out": 2,
    "draw from below": 3,
}  # fmt: skip
"""What comes first if several things happen to the cards in one step; the rest comes behind."""


def moves(g: Kit) -> Callable[[Any, Any, Any, Mapping[str, int], Mapping[str, int]], list[Move]]:
    """What an engine step should be in the model: the announced move first, then what follows by itself."""

    def instance(before: Any, move: Any, after: Any, state: Mapping[str, int], goal: Mapping[str, int]) -> list[Move]:
        return [*_announced(g, before, move), *_followed(g, before, move, after, state, goal)]

    return instance


def _announced(g: Kit, t: Any, move: Any) -> Iterator[Move]:
    seat = str(t.turn)
    if isinstance(move, Buy):
        yield Move("buy fuel", (seat, move.fuel))
    elif isinstance(move, Build):
        yield Move("build", (seat,))
    elif isinstance(move, Lose):
        yield Move("lose fuel", (seat, move.fuel))
    elif isinstance(move, Run):
        plant = g.plants[g.plant_number[move.number]]
        burnt = {"coal": move.coal, "oil": move.oil} if plant.fuel == "hybrid" else {plant.fuel: plant.needs}
        for fuel, n in burnt.items():
            if n:
                yield Move("burn", (seat, fuel), {"n": n})


def _followed(
    g: Kit, before: Any, move: Any, after: Any, state: Mapping[str, int], goal: Mapping[str, int]
) -> Iterator[Move]:
    yield from _cards(before, after, g)
    if not isinstance(move, Run):  # tokens that nobody was asked about
        asked = {(str(before.turn), move.fuel): 1} if isinstance(move, Lose) else {}
        for seat in map(str, range(g.players)):
            for fuel in FUELS:
                lost = state[f"{seat}.{fuel}"] - goal[f"{seat}.{fuel}"] - asked.get((seat, fuel), 0)
                yield from [Move("lose fuel", (seat, fuel))] * lost
    if any(goal[f"market.{fuel}"] > state[f"market.{fuel}"] for fuel in FUELS):
        for fuel in FUELS:
            yield Move("refill", (after.step, fuel))


def _cards(before: Any, after: Any, g: Kit) -> Iterator[Move]:
    """What became of the cards: first what comes into the market, then what leaves it."""
    was, now = places(g, before), places(g, after)
    told: list[Move] = []
    for plant in sorted(was):
        if was[plant] == now[plant]:
            continue
        number = {"number": g.numbers[plant]}
        route = ROUTES.get((was[plant], now[plant]))
        if route is not None:
            told += [Move(kind, (), number) for kind in route]
        elif was[plant] == "market":
            told.append(Move("buy a plant", (now[plant],), number))
        elif now[plant] == "gone":
            told.append(Move("give up a plant", (was[plant],), number))
        else:
            raise ValueError(f"plant {g.numbers[plant]} went from {was[plant]} to {now[plant]}")
    card = [0 if t.card == STACK else 1 if t.card == TURNED_UP and g.step3 in t.market else 2 for t in (before, after)]
    kinds = {(0, 1): "turn up the card in the auctions", (1, 2): "take the card out of the market"}
    kinds[0, 2] = "turn up the card and take it out"
    if card[0] != card[1]:
        told.append(Move(kinds[card[0], card[1]]))
    yield from sorted(told, key=lambda move: ORDER.get(move.kind, len(ORDER)))
