"""Nothing is lost and nothing appears: the engine's `apply` on unknown numbers of tiles and goods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import plus, replaced
from rulecheck.solvers.conservation import Fields, Group, executed
from rulecheck.solvers.induction import Apply, by_the_engine
from rulecheck.solvers.logic import Term, total
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Ranges
from rulecheck.solvers.refutation import AnyEngine, Refutation
from rulecheck.solvers.theorem import theorem
from rulecheck.spec.castles_of_burgundy.board import GOODS

STEPS: Final = 6_000
"""Engine moves looked at by each theorem, over all player counts and both set-ups together."""


def _engines(proof: Proof) -> list[AnyEngine]:
    return [proof.engine(players, setup=setup) for players in proof.players for setup in ("standard", "expert")]


def _lying(there: Any) -> Iterator[int]:
    """What lies somewhere piece by piece, as its kind; nothing is below 0."""
    if not isinstance(there, tuple):
        if there >= 0:
            yield there
        return
    for part in there:
        yield from _lying(part)


def _counted(names: Sequence[str], stores: Sequence[Sequence[Term]], pieces: Any) -> dict[str, Term]:
    lying = Counter(_lying(pieces))
    return {name: total(store[k] for store in stores) + lying[k] for k, name in enumerate(names)}


# ---- tiles


def _tiles(engine: AnyEngine, there: Fields) -> dict[str, Term]:
    *pieces, stack, black, box = there.values()
    return _counted(engine.g.names, (stack, black, box), tuple(pieces))  # type: ignore[attr-defined]


TILES: Final = Group(
    "tiles", ("depots", "black", "held", "seats.storage", "seats.estate", "stack", "black_stack", "box"), _tiles,
    is_unknown=lambda _component, field, _at, _number: field in ("stack", "black_stack", "box"),
)  # fmt: skip


@theorem(
    "box.tiles", "box.black-backs", "setup.stacks", "phase.clear", "phase.fill", "phase.black", "take.die",
    "take.storage", "take.full", "place.stored", "place.stays", "purchase.storage", "expert.castle",
    readings=("tiles.draw", "storage.full", "storage.discard", "purchase.moment"),
    bounds=Ranges(
        besides="any numbers of tiles in the stacks and the box, in a position of play for each kind of move and phase",
        moves=STEPS,
    ),
    expected="tied",
)  # fmt: skip
def tiles_are_conserved(proof: Proof, apply: Apply = by_the_engine) -> Refutation | None:
    """No move makes or loses a tile of any kind.

    The engine's own `apply` is executed for each kind of move, in positions of play in which the stacks and the box
    hold unknown numbers of every kind; what lies in depots, storages and estates is as in play.
    """
    return executed(proof, (TILES,), _engines(proof), STEPS, apply)


def _no_box(engine: AnyEngine, state: Any, move: Any) -> Any:
    """A tile that makes room is lost."""
    after = engine.apply(state, move)
    return changed(after, box=state.box) if isinstance(state.phase, b.Discarding) else after


def _last_in_the_stack(engine: AnyEngine, state: Any, move: Any) -> Any:
    """Whenever just one tile of a kind is left in its stack, a draw of the kind takes none."""
    after = engine.apply(state, move)
    stack = tuple(had if had == 1 and has == 0 else has for had, has in zip(state.stack, after.stack, strict=True))
    return changed(after, stack=stack)


tiles_are_conserved.twin("a tile that makes room is lost", apply=_no_box).twin(
    "the last tile of a kind stays in its stack", apply=_last_in_the_stack
)

# ---- goods and bonus tiles


def _goods(_: AnyEngine, there: Fields) -> dict[str, Term]:
    stores = (there["goods_stack"], there["goods_box"], *there["seats.goods"], *there["seats.sold"])
    return _counted([f"{good} goods" for good in GOODS], stores, (there["goods"], there["offered"]))


def _bonus(_: AnyEngine, there: Fields) -> dict[str, Term]:
    return {
        size: there[size].bit_count() + sum(mask.bit_count() for mask in there[f"seats.{size}"])
        for size in ("large", "small")
    }


GOODS_AND_BONUS: Final = (
    Group(
        "goods", ("goods", "offered", "goods_stack", "goods_box", "seats.goods", "seats.sold"), _goods, len(GOODS),
        lambda good, field, at, _: field not in ("goods", "offered") and at[-1] == good,
    ),
    Group("bonus tiles", ("large", "small", "seats.large", "seats.small"), _bonus,
          is_unknown=lambda _component, _field, _at, _number: False),
)  # fmt: skip


@theorem(
    "box.goods", "box.bonus", "setup.goods", "setup.goods-stacks", "phase.goods", "phase.goods-stay", "round.white",
    "ship.goods", "ship.left", "sell.all", "colour.first", "colour.second",
    readings=("depot.goods", "ship.leave", "ship.depot", "depots.neighbours", "knowledge.5-room"),
    bounds=Ranges(
        besides="any numbers of goods of a kind in the stack, the box and with the players, in a position of play for "
        "each kind of move and phase", moves=STEPS,
    ),
    expected="tied",
)  # fmt: skip
def goods_and_bonus_tiles_are_conserved(proof: Proof, apply: Apply = by_the_engine) -> Refutation | None:
    """No move makes or loses a good or a bonus tile.

    The engine's own `apply` is executed for each kind of move, in positions of play with unknown numbers of goods of a
    kind wherever they are counted; bonus tiles and the goods in depots are as in play.
    """
    return executed(proof, GOODS_AND_BONUS, _engines(proof), STEPS, apply)


def _drops_one(engine: AnyEngine, state: Any, move: Any) -> Any:
    """A ship loses a good of a kind of which its owner has more than five."""
    after = engine.apply(state, move)
    if not isinstance(move, m.Goods):
        return after
    seat, who = after.seats[state.turn], state.turn
    for kind, (had, has) in enumerate(zip(state.seats[who].goods, seat.goods, strict=True)):
        if had > 5 and has > had:
            seat = changed(seat, goods=plus(seat.goods, kind, -1))
    return changed(after, seats=replaced(after.seats, who, seat))


def _keeps_them(engine: AnyEngine, state: Any, move: Any) -> Any:
    """Goods that are sold are kept as well."""
    after = engine.apply(state, move)
    if not isinstance(move, m.Sell):
        return after
    seat = changed(after.seats[state.turn], goods=state.seats[state.turn].goods)
    return changed(after, seats=replaced(after.seats, state.turn, seat))


goods_and_bonus_tiles_are_conserved.twin("a ship loses a good of more than five", apply=_drops_one).twin(
    "goods that are sold are kept as well", apply=_keeps_them
)
