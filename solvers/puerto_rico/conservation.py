"""Nothing is lost and nothing appears: by induction over the kinds of moves, tied to the engine by playing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from attrs import evolve

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import GOODS, change_seat
from rulecheck.solvers.conservation import Fields, Group, executed, in_all
from rulecheck.solvers.induction import (
    Apply,
    Change,
    Kind,
    applied,
    by_the_engine,
    departure,
    note_met,
    replayed,
    tie,
    unkept,
    walk,
)
from rulecheck.solvers.logic import Term, all_of, either, same, total
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.puerto_rico.flow import Box, components, model, moves
from rulecheck.solvers.puerto_rico.tables import forgetful
from rulecheck.solvers.ranges import DEFAULT, Ranges
from rulecheck.solvers.refutation import AnyEngine, Refutation
from rulecheck.solvers.theorem import theorem

STEPS: Final = 12_000
"""Engine moves replayed, over all player counts together."""
SHAPED: Final = 1_500
"""Engine moves of which the first of each kind are executed on unknown numbers."""


def box_of(g: Kit) -> Box:
    """What the model needs to know of an engine's rules."""
    return Box(g.players, g.capacity, len(g.roles), len(g.names), g.house_places, g.island_spaces, g.row_tiles)


HANDS: Final = 3
"""So many players have unknown numbers of barrels."""


def _barrels(_: AnyEngine, there: Fields) -> dict[str, Term]:
    rows = [there["supply"], there["house"], *there["seats.goods"]]
    return {
        good: total([*(row[k] for row in rows), *(either(kind == k, count, 0) for kind, count in there["ships"])])
        for k, good in enumerate(GOODS)
    }


def _on_each_ship(_: AnyEngine, kind: int, there: Fields) -> Iterator[Fields]:
    """The kind on each cargo ship in turn, and on none."""
    others = [(-1, 0) if cargo == kind else (cargo, count) for cargo, count in there["ships"]]
    yield {**there, "ships": tuple(others)}
    for ship in range(len(others)):
        yield {**there, "ships": (*others[:ship], (kind, 1), *others[ship + 1 :])}


def _is_barrel(kind: int, field: str, at: tuple[int, ...], _: int) -> bool:
    """The kind's barrels on ships, in stores, and in as many hands as make the paths few enough."""
    if field == "ships":
        return at[-1] == 1
    return at[-1] == kind and (field != "seats.goods" or at[0] < HANDS)


def _aboard(engine: AnyEngine, _: int, there: Fields) -> list[Term]:
    """A ship has room for what it carries, and carries a kind just if there is a barrel; so has the house."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    rooms = zip(there["ships"], g.capacity, strict=True)
    ships = [all_of(count <= room, same(kind == -1, count == 0)) for (kind, count), room in rooms]
    return [*ships, total(there["house"]) <= g.house_places]


GROUPS: Final = (
    Group("barrels", ("supply", "house", "ships", "seats.goods"), _barrels, len(GOODS), _is_barrel, _on_each_ship,
          _aboard),
    Group("doubloons", ("bank", "card_money", "seats.money"), in_all("doubloons")),
    Group("points", ("pool", "beyond", "seats.points"),
          lambda _, there: {"points": total([there["pool"], *there["seats.points"]]) - there["beyond"]}),
)  # fmt: skip


@theorem(
    "box.goods", "box.colonists", "box.coins", "box.tiles", "box.buildings", "box.points",
    "captain.all-that-fit", "storage.return", "storage.unload", "wharf.all", "trader.empty", "craftsman.supply-short",
    "mayor.take-in-turn", "mayor.refill", "settler.reshuffle", "round.money-on-cards", "end.written",
    readings=("bank.money", "mayor.refuse", "points.beyond"),
    bounds=Ranges(
        besides="any numbers of components anywhere, reachable or not; every kind of move with every seat, good, "
        "ship and building; the engine's `apply` on any numbers of barrels of a kind, doubloons and points, in a "
        "position of play for each kind of move and phase", moves=STEPS + SHAPED,
    ),
    expected="tied",
)  # fmt: skip
def components_are_conserved(
    proof: Proof, change: Change | None = None, apply: Apply = by_the_engine
) -> Refutation | None:
    """No move makes or loses a barrel, a colonist, a doubloon, a tile, a building or a point.

    By induction, move kind by move kind, in a model (`flow.py`) whose numbers are where every component lies; points
    written down once the pool is empty are counted against those gained. The invariants of the ships and the trading
    house are proved along with it. The model is tied to the engine by replaying engine games: each engine step must be
    made of the model's move kinds, guards and all, with the same numbers before and after. And the engine's own `apply`
    is executed on unknown numbers of barrels, doubloons and points: on every path there are as many afterwards.
    """
    if (
        change is None
        and (wrong := executed(proof, GROUPS, [forgetful(proof, max(proof.players))], SHAPED, apply)) is not None
    ):
        return wrong
    models = (model(box_of(proof.engine(players).g)) for players in proof.players)  # type: ignore[attr-defined]
    if (refutation := unkept(proof, models, change)) is not None:
        return refutation
    kinds: Counter[str] = Counter()
    for players in proof.players:
        engine = proof.engine(players)
        box = box_of(engine.g)  # type: ignore[attr-defined]
        told = model(box)
        steps = walk(engine, STEPS // len(proof.players), seed=players)
        instance = moves(box, told)
        for loose in tie(told, replayed(proof, applied(engine, steps, apply)), components, instance, kinds):
            return departure(engine, told, components, instance, loose, apply)
        proof.cover(players, DEFAULT)
    note_met(proof, told, kinds)
    return None


def _leaks(kind: Kind) -> Kind:
    """Unloading a full ship loses a barrel."""
    if kind.name != "unload a full ship":
        return kind

    def update(state: Any, arguments: Any) -> Any:
        changes = dict(kind.update(state, arguments))
        supply = next(name for name in changes if name.startswith("supply."))
        return {**changes, supply: changes[supply] - 1}

    return evolve(kind, update=update)


def _pays_twice(kind: Kind) -> Kind:
    """The money on a card stays there although it was taken."""
    if kind.name != "take the money of a card":
        return kind

    def update(state: Any, arguments: Any) -> Any:
        changes = dict(kind.update(state, arguments))
        card = next(name for name in changes if name.startswith("card"))
        return {**changes, card: state[card]}

    return evolve(kind, update=update)


def _overfills(kind: Kind) -> Kind:
    """Any number of barrels goes aboard."""
    if kind.name != "load":
        return kind
    seat, good, ship = kind.of
    mine, aboard = f"{seat}.{good}", f"ship{ship}.{good}"
    return evolve(kind, update=lambda s, _: {mine: 0 * s[mine], aboard: s[aboard] + s[mine]})


def _coffee_leaks(engine: AnyEngine, state: Any, move: Any) -> Any:
    """A full ship of 8 loses a barrel of coffee when it unloads."""
    after = engine.apply(state, move)
    coffee = GOODS.index("coffee")
    for (_, had), (_, has), room in zip(state.ships, after.ships, engine.g.capacity, strict=True):  # type: ignore[attr-defined]
        if room == 8 and had == 8 and has == 0:
            supply = list(after.supply)
            supply[coffee] -= 1
            after = changed(after, supply=tuple(supply))
    return after


def _rich_lose_a_coin(engine: AnyEngine, state: Any, move: Any) -> Any:
    """Whoever earns while they have more than thirty doubloons loses one."""
    after = engine.apply(state, move)
    for seat, (had, has) in enumerate(zip(state.seats, after.seats, strict=True)):
        if had.money > 30 and has.money > had.money:
            after = changed(after, seats=change_seat(after.seats, seat, money=has.money - 1))
    return after


components_are_conserved.twin("unloading a full ship loses a barrel", change=_leaks).twin(
    "the money taken from a card stays on it as well", change=_pays_twice
).twin("more barrels go aboard than fit", change=_overfills).twin(
    "the engine's full ship of 8 loses a barrel of coffee when it unloads", apply=_coffee_leaks
).twin("in the engine who has more than thirty doubloons loses one when earning", apply=_rich_lose_a_coin)
