"""A model of where every component goes: land tiles, settlers and surveyors.

Only the numbers that components are counted by are in it: where a tile lies and whose turn it is is not, so a model's
move is open at least wherever the engine's is.  `components` reads the numbers off an engine's table, `moves` says
which moves of the model an engine step should be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.moves import Draw, Farmer, Place, Robber, Sheriff, Trapper
from rulecheck.reference_engines.new_world.surveyors import is_trapper
from rulecheck.reference_engines.new_world.table import Placing
from rulecheck.solvers.induction import Invariant, Kind, Model, Move, State
from rulecheck.solvers.logic import Term, all_of, total


@frozen
class Box:
    """What the model needs to know of an engine's rules."""

    players: int
    kinds: tuple[int, ...]
    """The numbers of the kinds of tiles."""


def box_of(g: Kit) -> Box:
    """The same, of an engine."""
    return Box(g.players, g.numbers)


def model(box: Box) -> Model:
    """The model for so many players and kinds of tiles."""
    return Model.of(_variables(box), _kinds(box), _invariants(box), _conserved(box))


def _variables(box: Box) -> Iterator[str]:
    for kind in box.kinds:
        yield from (f"pile.{kind}", f"hand.{kind}", f"land.{kind}", f"box.{kind}")
    for seat in range(box.players):
        yield from (f"{seat}.supply", f"{seat}.standing", f"{seat}.lying")
    yield from ("surveyors on the board", "surveyors waiting")


def _conserved(box: Box) -> dict[str, dict[str, int]]:
    sums = {f"tiles {k}": (f"pile.{k}", f"hand.{k}", f"land.{k}", f"box.{k}") for k in box.kinds}
    settlers = {f"{s}'s settlers": (f"{s}.supply", f"{s}.standing", f"{s}.lying") for s in range(box.players)}
    both = {"surveyors": ("surveyors on the board", "surveyors waiting")}
    return {what: dict.fromkeys(names, 1) for what, names in [*sums.items(), *settlers.items(), *both.items()]}


def _invariants(box: Box) -> Iterator[Invariant]:
    hand = tuple(f"hand.{kind}" for kind in box.kinds)
    yield Invariant("at most one tile is in hand", hand, lambda state: total(state[name] for name in hand) <= 1)


def _moving(name: str, of: tuple[object, ...], origin: str, target: str, also: Sequence[str] = ()) -> Kind:
    """One component goes from one place to another, if what is named in `also` is empty."""

    def guard(state: State, _: State) -> Term:
        return all_of(state[origin] >= 1, total(state[name] for name in also) == 0)

    return Kind(name, lambda s, _: {origin: s[origin] - 1, target: s[target] + 1}, guard, (), of)


def _kinds(box: Box) -> Iterator[Kind]:
    hand = [f"hand.{kind}" for kind in box.kinds]
    for kind in box.kinds:
        yield _moving("draw", (kind,), f"pile.{kind}", f"hand.{kind}", hand)
        yield _moving("lay", (kind,), f"hand.{kind}", f"land.{kind}")
        yield _moving("put back into the box", (kind,), f"hand.{kind}", f"box.{kind}")
    for seat in range(box.players):
        yield _moving("place a standing settler", (seat,), f"{seat}.supply", f"{seat}.standing")
        yield _moving("place a trapper", (seat,), f"{seat}.supply", f"{seat}.lying")
        yield _home(seat)
    yield _moving("bring the late surveyor", (), "surveyors waiting", "surveyors on the board")


def _home(seat: int) -> Kind:
    standing, supply = f"{seat}.standing", f"{seat}.supply"

    def guard(state: State, a: State) -> Term:
        return all_of(a["n"] >= 1, a["n"] <= state[standing])

    def update(state: State, a: State) -> Mapping[str, Term]:
        return {standing: state[standing] - a["n"], supply: state[supply] + a["n"]}

    return Kind("come home, scored or left behind", update, guard, ("n",), (seat,))


# The tie to the engine


def components(g: Kit) -> Callable[[Any], dict[str, int]]:
    """Reads the model's numbers off a table."""

    def seen(table: Any) -> dict[str, int]:
        numbers = {f"pile.{kind}": count for kind, count in zip(g.numbers, table.pile, strict=True)}
        numbers |= {f"box.{kind}": count for kind, count in zip(g.numbers, table.box, strict=True)}
        numbers |= {f"{place}.{kind}": 0 for kind in g.numbers for place in ("hand", "land")}
        if isinstance(table.phase, Placing):
            numbers[f"hand.{g.numbers[table.phase.tile]}"] = 1
        for tile in table.tiles:
            numbers[f"land.{g.numbers[tile >> 2 & 255]}"] += 1
        for seat in range(g.players):
            mine = [settler for settler in table.settlers if settler & 7 == seat]
            numbers[f"{seat}.supply"] = table.supply[seat]
            numbers[f"{seat}.lying"] = sum(is_trapper(condition) for condition in mine)
            numbers[f"{seat}.standing"] = len(mine) - numbers[f"{seat}.lying"]
        return numbers | {"surveyors on the board": len(table.surveyors), "surveyors waiting": int(table.late >= 0)}

    return seen


def moves(g: Kit) -> Callable[[Any, Any, Any, Mapping[str, int], Mapping[str, int]], Iterator[Move]]:
    """What an engine step should be in the model: the announced move first, then what follows by itself."""

    def instance(
        before: Any, move: Any, _after: Any, state: Mapping[str, int], goal: Mapping[str, int]
    ) -> Iterator[Move]:
        now = dict(state)
        match move:
            case Draw(kind):
                yield Move("draw", (kind,))
                if not goal[f"hand.{kind}"]:
                    yield Move("put back into the box", (kind,))
            case Place():
                yield Move("lay", (g.numbers[before.phase.tile],))
            case Sheriff() | Robber() | Farmer():
                yield Move("place a standing settler", (before.turn,))
                now[f"{before.turn}.standing"] += 1
            case Trapper():
                yield Move("place a trapper", (before.turn,))
            case _:
                pass
        for seat in range(g.players):
            gone = now[f"{seat}.standing"] - goal[f"{seat}.standing"]
            if gone > 0:
                yield Move("come home, scored or left behind", (seat,), {"n": gone})
        if goal["surveyors waiting"] < state["surveyors waiting"]:
            yield Move("bring the late surveyor")

    return instance
