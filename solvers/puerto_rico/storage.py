"""Storage: which goods may stay in whose warehouses when the captain's phase ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import Any, Final

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import storage
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import GOODS, NONE, Keeping, Storing, Table, change_seat
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.puerto_rico.amounts import PLAYERS
from rulecheck.solvers.ranges import Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation
from rulecheck.solvers.theorem import theorem

# ---- storage

Hand = tuple[int, ...]
"""Barrels of each kind."""

Ends = set[Hand]
"""Hands that can be left."""

Stored = Callable[[AnyEngine, Table], Ends]


def may_keep(had: Sequence[int], kept: Sequence[int], kinds: int) -> bool:
    """Could these barrels be kept of those: all of so many kinds, and one barrel besides?"""
    in_warehouse = range(kinds + 1)
    return all(k <= h for k, h in zip(kept, had, strict=True)) and any(
        sum(kept[kind] for kind in range(len(GOODS)) if kind not in chosen) <= 1
        for size in in_warehouse
        for chosen in combinations(range(len(GOODS)), size)
    )


def kept_by_rule(had: Sequence[int], kinds: int) -> set[tuple[int, ...]]:
    """What may be left: the ways to keep to which no barrel could be added."""
    ways = [kept for kept in product(*(range(count + 1) for count in had)) if may_keep(had, kept, kinds)]
    return {
        kept
        for kept in ways
        if not any(other != kept and all(o >= k for o, k in zip(other, kept, strict=True)) for other in ways)
    }


def kept_in_engine(engine: AnyEngine, start: Table) -> set[tuple[int, ...]]:
    """What anna has left after every way of storing in the engine."""
    ends: set[tuple[int, ...]] = set()
    open_ = [start]
    while open_:
        state = open_.pop()
        if type(state.phase) not in (Storing, Keeping) or state.turn != 0:
            ends.add(state.seats[0].goods)
            continue
        open_ += [engine.apply(state, move) for move in engine.legal_moves(state)]
    return ends


HANDS: Final = Ranges(
    Axis("small warehouses", range(2)), Axis("large warehouses", range(2)),
    Axis("hands of up to 2 barrels of each kind", tuple(product(range(3), repeat=len(GOODS)))[1:]),
    players=always(PLAYERS),
)  # fmt: skip


def _storings(proof: Proof, stored: Stored) -> Iterator[tuple[AnyEngine, Table, tuple[int, ...], int, Ends]]:
    """Every hand before storing, with any warehouses, and what can be left of it."""
    begin = proof.engine(PLAYERS).named_start("storage")
    for engine, (small, large, had) in HANDS.positions(proof):
        g: Kit = engine.g  # type: ignore[attr-defined]
        owned = {g.small_warehouse: small, g.large_warehouse: large}
        city = tuple(1 if owned.get(k) else -1 for k in range(len(g.names)))
        supply = tuple(count - mine for count, mine in zip(g.goods_total, had, strict=True))
        seats = change_seat(begin.seats, 0, goods=had, city=city)
        table = storage.ask(g, changed(begin, seats=seats, supply=supply), 0, ())
        yield engine, table, had, small + 2 * large, stored(engine, table)


@theorem(
    "storage.one-barrel", "storage.return", "storage.choose", "small-warehouse.store", "large-warehouse.store",
    "large-warehouse.with-small",
    readings=("storage.discard",),
    bounds=HANDS,
)  # fmt: skip
def storage_keeps_what_may_be_kept(proof: Proof, stored: Stored = kept_in_engine) -> Refutation | None:
    """What a player has left may be kept, and everything that may be kept and is not less than it could be, can be.

    May be kept: all barrels of as many kinds as the warehouses take, and one barrel besides. Every hand that could be
    left is tried, and compared with every way through the engine's storing: each end may be kept, and each most (a way
    of keeping to which no barrel could be added) is an end. A third barrel of a kind changes nothing: of a kind outside
    the warehouses one barrel stays at most.
    """
    for engine, table, had, kinds, ends in _storings(proof, stored):
        if not all(may_keep(had, kept, kinds) for kept in ends) or not kept_by_rule(had, kinds) <= ends:
            return _stored(engine, table, had, kinds, stored)
    return None


def _stored(engine: AnyEngine, table: Table, had: tuple[int, ...], kinds: int, stored: Stored) -> InEngine:
    right = kept_by_rule(had, kinds)
    says = (
        f"of {had} with room for {kinds} kinds {sorted(stored(engine, table))} can be left; by the rule {sorted(right)}"
    )

    def shows(engine: AnyEngine, states: Any) -> bool:
        ends = stored(engine, states[0])
        return not all(may_keep(had, kept, kinds) for kept in ends) or not right <= ends

    return InEngine(says, engine, table, shows, by="the rule, on the engine's position")


@theorem(
    "storage.return", "storage.choose", "large-warehouse.store", readings=("storage.discard",),
    bounds="every hand of 0, 1 or 2 barrels of each of the five kinds (243), without warehouse, with either, with both",
    expected="refuted",
    because="who puts single barrels into the warehouses has no room left for the kind of which there are two: so a "
    "barrel goes back although all could have been kept. The text lets players choose where; nothing stops a bad "
    "choice, so the reading storage.discard = no holds for each decision, not for the whole.",
)  # fmt: skip
def nothing_goes_back_that_could_have_been_kept(proof: Proof) -> Refutation | None:
    """No way of storing returns a barrel that another way would have kept besides. (One does.)"""
    for engine, table, had, kinds, ends in _storings(proof, kept_in_engine):
        worse = sorted(ends - kept_by_rule(had, kinds))
        if worse:
            best = next(
                kept for kept in kept_by_rule(had, kinds) if all(a >= b for a, b in zip(kept, worse[0], strict=True))
            )
            return _wasted(engine, table, had, worse[0], best)
    return None


def _wasted(engine: AnyEngine, table: Table, had: Hand, left: Hand, best: Hand) -> InEngine:
    """The way through the engine's storing that leaves so little."""
    open_: list[tuple[tuple[str, ...], Table]] = [((), table)]
    while open_:
        made, state = open_.pop()
        if type(state.phase) in (Storing, Keeping) and state.turn == 0:
            open_ += [((*made, str(move)), engine.apply(state, move)) for move in engine.legal_moves(state)]
        elif state.seats[0].goods == left:
            break
    says = f"of {had} (corn to coffee) {left} are left, although {best} could be"
    return InEngine(says, engine, table, lambda _, states: bool(states[-1].seats[0].goods == left), made)


def _no_single_barrel(engine: AnyEngine, start: Table) -> set[tuple[int, ...]]:
    g: Kit = engine.g  # type: ignore[attr-defined]
    if storage.slots(g, start.seats[0]) == 0:
        return {NONE}
    return kept_in_engine(engine, start)


storage_keeps_what_may_be_kept.twin("nobody keeps a barrel without a warehouse", stored=_no_single_barrel)
