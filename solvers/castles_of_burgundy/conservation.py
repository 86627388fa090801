"""Nothing is lost and nothing appears: by induction over the kinds of moves, tied to the engine by playing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Final

from attrs import evolve

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.castles_of_burgundy.kit import Kit
from rulecheck.reference_engines.castles_of_burgundy.table import Table
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import plus, replaced
from rulecheck.solvers.castles_of_burgundy.flow import (
    View,
    as_seen,
    box_of,
    goods_model,
    goods_seen,
    goods_that_went,
    tile_model,
    tiles_seen,
    tiles_that_went,
)
from rulecheck.solvers.induction import (
    Abstraction,
    Change,
    Instance,
    Kind,
    Loose,
    Model,
    note_met,
    replayed,
    tie,
    unkept,
    walk,
)
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, position
from rulecheck.solvers.theorem import theorem

STEPS: Final = 12_000
"""Engine moves replayed by each theorem, over all player counts and both set-ups together."""

Steps = Iterator[tuple[Table, m.Move, Table]]
Faulty = Callable[[Steps], Steps]


def games(proof: Proof, faulty: Faulty | None) -> Iterator[tuple[AnyEngine, Steps]]:
    """Random games of each player count and set-up."""
    for players in proof.players:
        for setup in ("standard", "expert"):
            engine = proof.engine(players, setup=setup)
            steps = replayed(proof, walk(engine, STEPS // (2 * len(proof.players)), seed=players))
            yield engine, steps if faulty is None else faulty(steps)


def third_mines(engine: AnyEngine) -> Iterator[tuple[Table, m.Move, Table]]:
    """Two players complete their mines one after the other: random games hardly ever come to a second one."""
    mines = {"19": "castle", "25": "mine", "30": "mine"}
    for who, bonus in (("anna", {}), ("bartek", {"players.anna.bonus": {"large": ["mine"]}})):
        given: dict[str, Any] = {
            "turn": who, "phase": {"name": "action", "die": 0}, f"players.{who}.estate": mines,
            f"players.{who}.storage": ["mine"], **bonus,
        }  # fmt: skip
        before: Table = position(engine, "turn", given, partial=False)
        move = engine.parse("place mine on 34")
        yield before, move, engine.apply(before, move)


def _loose(
    engine: AnyEngine, told: Model, seen: Abstraction, instance: Instance, step: Loose, table: Table, *, faulty: bool
) -> InEngine:
    """An engine step that the model does not have; the step of a faulty engine is not what the engine does."""
    real = step.move[0] if isinstance(step.move, tuple) else step.move

    def shows(_: AnyEngine, states: Sequence[Any]) -> bool:
        before, after = step.before, step.after
        wrong = bool(list(tie(told, [(before, step.move, after)], seen, instance, Counter())))
        really = evolve(after, table=states[1]) if isinstance(after, View) else states[1]
        return wrong and (not faulty or seen(after) != seen(really))

    return InEngine(
        f"{real} is no move of the model: {step.why}", engine, table, shows, (str(real),),
        by="the model, on the engine's position", guilty=(type(real).__name__,),
    )  # fmt: skip


# ---- tiles


def _tiles_of(_: Any, move: Any, _after: Any, _state: Any, _goal: Any) -> Any:
    """The model's moves of a step, as they were worked out for the kind of tile that is looked at."""
    return move[1]


def _views(engine: AnyEngine, steps: Steps) -> Iterator[tuple[View, Any, View]]:
    """Each step once for each kind of tile that it moves, and once for a kind that it does not move."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    for before, move, after in steps:
        went = tiles_that_went(g, before, move, after)
        kinds = {kind for _, _, kind in went if kind >= 0}
        if any(kind < 0 for _, _, kind in went):
            kinds |= {kind for tiles in (*before.depots, before.black) for kind in tiles}
        other = next(kind for kind in range(len(g.names)) if kind not in kinds) if len(kinds) < len(g.names) else 0
        for kind in (*sorted(kinds), other):
            yield View(before, kind), (move, tuple(as_seen(went, kind))), View(after, kind)


@theorem(
    "box.tiles", "box.black-backs", "setup.stacks", "phase.clear", "phase.fill", "phase.black", "take.die",
    "take.storage", "take.full", "place.stored", "place.stays", "purchase.storage", "estate.storage", "expert.castle",
    readings=("tiles.draw", "storage.full", "storage.discard", "purchase.moment"),
    bounds="2, 3 and 4 players; any numbers of tiles of one kind and of the others anywhere, reachable or not; every "
    f"kind of move; the model is the engine's on {STEPS:,} moves of random games, for every kind of tile that moves",
    expected="tied",
)  # fmt: skip
def tiles_are_conserved(proof: Proof, change: Change | None = None, faulty: Faulty | None = None) -> Refutation | None:
    """No move makes or loses a tile of any kind, and no place ever holds more than it has room for.

    By induction, move kind by move kind, in a model (`flow.py`) of one kind of tile and all the others: a storage holds
    three, a hand one, a depot as many as there are players, an estate 37. Engine games are replayed: each step must be
    made of the model's moves, guards and all, with the same numbers, for each kind of tile that it moves.
    """
    models = (tile_model(box_of(proof.engine(players).g)) for players in proof.players)  # type: ignore[attr-defined]
    if (refutation := unkept(proof, models, change)) is not None:
        return refutation
    kinds: Counter[str] = Counter()
    for engine, steps in games(proof, faulty):
        told = tile_model(box_of(engine.g))  # type: ignore[attr-defined]
        for loose in tie(told, _views(engine, steps), tiles_seen, _tiles_of, kinds):
            return _loose(
                engine, told, tiles_seen, _tiles_of, loose, loose.before.table, faulty=faulty is not None
            )  # fmt: skip
    note_met(proof, told, kinds)
    return None


def _lost_on_the_way(kind: Kind) -> Kind:
    """A discarded tile does not reach the box."""
    if kind.name != "make room":
        return kind
    return evolve(kind, update=lambda s, a: {n: v for n, v in kind.update(s, a).items() if not n.startswith("box")})


def _fourth(kind: Kind) -> Kind:
    """A fourth tile goes into the storage."""
    if kind.name != "store":
        return kind
    hand = f"hand.{kind.of[1]}"
    return evolve(kind, guard=lambda s, _: s[hand] >= 1)


def _no_box(steps: Steps) -> Steps:
    """An engine that loses a tile whenever room is made."""
    for before, move, after in steps:
        if isinstance(before.phase, b.Discarding):
            kind = next(k for k, count in enumerate(after.box) if count > before.box[k])
            yield before, move, changed(after, box=plus(after.box, kind, -1))
            return
        yield before, move, after


tiles_are_conserved.twin("a discarded tile does not reach the box", change=_lost_on_the_way).twin(
    "a fourth tile goes into the storage", change=_fourth
).twin("the engine loses a tile that makes room, the model does not", faulty=_no_box)

# ---- goods and bonus tiles


@theorem(
    "box.goods", "box.bonus", "setup.goods", "setup.goods-stacks", "phase.goods", "phase.goods-stay", "round.white",
    "ship.goods", "ship.kinds", "ship.left", "sell.all", "colour.first", "colour.second", "colour.later",
    "estate.storage",
    readings=("depot.goods", "ship.leave", "ship.depot", "depots.neighbours", "knowledge.5-room"),
    bounds="2, 3 and 4 players; any numbers of goods anywhere, reachable or not; every kind of move with every seat, "
    f"good, depot and colour; the model is the engine's on {STEPS:,} moves of random games, and where two players "
    "complete one colour",
    expected="tied",
)  # fmt: skip
def goods_and_bonus_tiles_are_conserved(
    proof: Proof, change: Change | None = None, faulty: Faulty | None = None
) -> Refutation | None:
    """No move makes or loses a good or a bonus tile; nobody has goods of a fourth kind, or a small tile too early.

    By induction, move kind by move kind, in a model (`flow.py`) whose numbers are where every good and every bonus tile
    lies; of each colour the large tile goes before the small one. The model is tied to the engine by replaying games.
    """
    models = (goods_model(box_of(proof.engine(players).g)) for players in proof.players)  # type: ignore[attr-defined]
    if (refutation := unkept(proof, models, change)) is not None:
        return refutation
    kinds: Counter[str] = Counter()
    for engine, steps in games(proof, faulty):
        told = goods_model(box_of(engine.g))  # type: ignore[attr-defined]
        if faulty is None and engine.rules.setup == "standard":
            steps = chain(steps, replayed(proof, third_mines(engine)))
        for loose in tie(told, steps, goods_seen, goods_that_went, kinds):
            return _loose(
                engine, told, goods_seen, goods_that_went, loose, loose.before, faulty=faulty is not None
            )  # fmt: skip
    note_met(proof, told, kinds)
    return None


def _keeps_them(kind: Kind) -> Kind:
    """The goods that are sold stay with the player as well."""
    if kind.name != "sell":
        return kind
    mine = f"{kind.of[0]} goods.{kind.of[1]}"
    return evolve(kind, update=lambda s, a: {**kind.update(s, a), mine: s[mine]})


def _any_kinds(kind: Kind) -> Kind:
    """A ship takes goods of any number of kinds."""
    if kind.name != "carry off":
        return kind
    there = f"depot {kind.of[1]}.{kind.of[2]}"
    return evolve(kind, guard=lambda s, _: s[there] >= 1)


def _drops_one(steps: Steps) -> Steps:
    """An engine whose ships lose one good on the way."""
    for before, move, after in steps:
        if isinstance(move, m.Goods):
            who = before.turn
            more = [
                k for k, (x, y) in enumerate(zip(before.seats[who].goods, after.seats[who].goods, strict=True)) if y > x
            ]
            if more:
                seat = changed(after.seats[who], goods=plus(after.seats[who].goods, more[0], -1))
                yield before, move, changed(after, seats=replaced(after.seats, who, seat))
                return
        yield before, move, after


goods_and_bonus_tiles_are_conserved.twin("goods that are sold are kept as well", change=_keeps_them).twin(
    "a ship takes goods of a fourth kind", change=_any_kinds
).twin("the engine's ships lose a good on the way, the model's do not", faulty=_drops_one)
