"""Nothing is lost and nothing appears: by induction over the kinds of moves, tied to the engine by playing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from attrs import evolve

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import Table
from rulecheck.solvers.induction import Change, Kind, departure, note_met, replayed, tie, unkept, walk
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.puerto_rico.flow import Box, components, model, moves
from rulecheck.solvers.refutation import AnyEngine, Refutation
from rulecheck.solvers.theorem import theorem

STEPS: Final = 12_000
"""Engine moves replayed, over all player counts together."""

Steps = Iterator[tuple[Any, Any, Any]]


def box_of(g: Kit) -> Box:
    """What the model needs to know of an engine's rules."""
    return Box(g.players, g.capacity, len(g.roles), len(g.names), g.house_places)


@theorem(
    "box.goods", "box.colonists", "box.coins", "box.tiles", "box.buildings", "box.points",
    "captain.all-that-fit", "storage.return", "storage.unload", "wharf.all", "trader.empty", "craftsman.supply-short",
    "mayor.take-in-turn", "mayor.refill", "settler.reshuffle", "round.money-on-cards", "end.written",
    readings=("bank.money", "mayor.refuse", "points.beyond"),
    bounds="3, 4 and 5 players; any numbers of components anywhere, reachable or not; every kind of move with every "
    f"seat, good, ship and building; the model is the engine's on {STEPS:,} moves of random games",
)  # fmt: skip
def components_are_conserved(
    proof: Proof, change: Change | None = None, faulty: Callable[[AnyEngine, Steps], Steps] | None = None
) -> Refutation | None:
    """No move makes or loses a barrel, a colonist, a doubloon, a tile, a building or a point.

    By induction, move kind by move kind, in a model (`flow.py`) whose numbers are where every component lies; points
    written down once the pool is empty are counted against those gained. The invariants of the ships and the trading
    house are proved along with it. The model is tied to the engine by replaying engine games: each engine step must be
    made of the model's move kinds, guards and all, with the same numbers before and after.
    """
    models = (model(box_of(proof.engine(players).g)) for players in proof.players)  # type: ignore[attr-defined]
    if (refutation := unkept(proof, models, change)) is not None:
        return refutation
    kinds: Counter[str] = Counter()
    for players in proof.players:
        engine = proof.engine(players)
        box = box_of(engine.g)  # type: ignore[attr-defined]
        told = model(box)
        steps = walk(engine, STEPS // len(proof.players), seed=players)
        steps = faulty(engine, steps) if faulty is not None else steps
        instance = moves(box, told)
        for loose in tie(told, replayed(proof, steps), components, instance, kinds):
            return departure(engine, told, components, instance, loose, is_faulty=faulty is not None)
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


def _engine_leaks(engine: AnyEngine, steps: Steps) -> Steps:
    """An engine whose full ships lose a barrel when they unload."""
    for before, move, after in steps:
        if any(a[1] < b[1] for a, b in zip(after.ships, before.ships, strict=True)):
            kind = next(b[0] for a, b in zip(after.ships, before.ships, strict=True) if a[1] < b[1])
            supply = (*after.supply[:kind], after.supply[kind] - 1, *after.supply[kind + 1 :])
            lossy: Table = changed(after, supply=supply)
            yield before, move, lossy
            return
        yield before, move, after


components_are_conserved.twin("unloading a full ship loses a barrel", change=_leaks).twin(
    "the money taken from a card stays on it as well", change=_pays_twice
).twin("more barrels go aboard than fit", change=_overfills).twin(
    "the engine loses a barrel when a ship unloads, the model does not", faulty=_engine_leaks
)
