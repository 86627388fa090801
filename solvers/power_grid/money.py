"""Money: what supplied cities bring, and what plants can cost."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any, Final, TypeAlias

from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.table import Bidding, Opening, Table
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, position
from rulecheck.solvers.theorem import theorem

PLAYERS: Final = 3
STRONG: Final = {"run 36": ("coal", 3), "run 38": ("garbage", 3), "run 46 with 3 oil": ("oil", 3)}
"""Three plants that supply seven cities each, and what a run of them burns."""

# ---- incomes


ORDERS: Final = ("clockwise", "turn-order")
"""The readings of who bids next."""


@theorem(
    "income.paid", "income.most", "income.surplus",
    readings=("income.beyond",),
    bounds=Ranges(
        Axis("income.beyond", ("last", "continued")), Axis("cities supplied", range(22)), players=always(PLAYERS)
    ),
)  # fmt: skip
def each_further_city_brings_less(proof: Proof, numbers: dict[str, int] | None = None) -> Refutation | None:
    """Each further city that is supplied brings something, and never more than the one before.

    The engine pays a player who runs plants for 21 cities and has 0, 1, 2, … of them. Up to 20 the payment grows with
    each city, by ever less; for the 21st, which the table does not have, it does not fall and grows by no more.
    """
    for beyond in ("last", "continued"):
        engine = proof.engine(PLAYERS, numbers=numbers or {}, readings={"income.beyond": beyond})
        g: Kit = engine.g  # type: ignore[attr-defined]
        most = sum(g.plant_cities[g.plant_number[int(run.split()[1])]] for run in STRONG)
        paid = [_paid(engine, cities) for cities in range(most + 1)]
        steps = [more - less for less, more in pairwise(paid)]
        for cities in range(len(paid)):
            proof.cover(PLAYERS, DEFAULT, beyond, cities)
        for k, step in enumerate(steps):
            if step < (1 if k + 1 < len(g.incomes) else 0) or (k and step > steps[k - 1]):
                return _too_much(engine, k + 1, paid)
        proof.note(f"income.beyond = {beyond}: {most} cities bring {paid[-1]}; steps {', '.join(map(str, steps))}")
    return None


def _supplier(engine: AnyEngine, cities: int) -> Table:
    """Anna has so many cities, three strong plants with fuel for a run, and no money; the others can run nothing."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    own = list(g.board(g.region_sets[0]).cities[:cities])
    state: Table = position(engine, "bureaucracy", {
        "turn": "anna", "order": list(g.seats), "market": [], "gone": [], "buried": [],
        **{f"players.{name}.{part}": [] for name in g.seats[1:] for part in ("plants", "cities")},
        "players.anna.plants": [int(run.split()[1]) for run in STRONG], "players.anna.money": 0,
        "players.anna.fuel": dict(STRONG.values()), "players.anna.cities": own,
    })  # fmt: skip
    return state


def _paid(engine: AnyEngine, cities: int) -> int:
    state = _supplier(engine, cities)
    for run in STRONG:
        state = engine.apply(state, engine.parse(run))
    return int(state.seats[0].money)


def _too_much(engine: AnyEngine, cities: int, paid: Sequence[int]) -> InEngine:
    """The last step is no step, or larger than the one before."""
    few = max(0, cities - 2)

    def shows(engine: Any, states: Any) -> bool:
        less = [_paid(engine, k) for k in range(few, cities)]
        high = states[-1].seats[0].money
        return bool(high <= less[-1] or high - less[-1] > less[-1] - less[0])

    says = ", ".join(f"{k} cities bring {paid[k]}" for k in range(few, cities + 1))
    return InEngine(says, engine, _supplier(engine, cities), shows, tuple(STRONG))


each_further_city_brings_less.twin("six cities bring 75 Elektro", numbers={"income.six": 75}).twin(
    "supplying nothing brings 22 Elektro, as much as one city", numbers={"income.none": 22}
)

# ---- what plants cost

Sale: TypeAlias = tuple[int, int]
"""Who bought, and for how much; a seat of -1: nobody."""

PLANT: Final = 3
PURSES: Final = range(3, 7)


@theorem(
    "auction.minimum", "auction.raise", "auction.higher", "auction.drop", "auction.won", "auction.money",
    "auction.last",
    readings=("auction.order", "auction.over-bid", "auction.last-bid"),
    bounds=Ranges(
        Axis("order", ORDERS), *(Axis(f"Elektro of the {k}. player", PURSES) for k in range(1, PLAYERS + 1)),
        Axis("third player", ("in the auction", "out")), players=always(PLAYERS),
        besides="plant 3, every way of bidding; who is left alone pays the number, whatever they have",
    ),
)  # fmt: skip
def a_plant_costs_what_somebody_bids(
    proof: Proof, over_bid: str = "no", last_bid: str = "minimum"
) -> Refutation | None:
    """The chooser may come to pay any price from the plant's number to their purse, others from one more; no other.

    Every way of bidding is played in the engine. So a plant costs at least its number, a bid above the first costs more
    than it, nobody pays more than they have, and in which order the others bid changes nothing about what can come of
    it. The last one left to choose pays just the number.
    """
    for order in ORDERS:
        engine = proof.engine(
            PLAYERS,
            readings={"auction.order": order, "auction.over-bid": over_bid, "auction.last-bid": last_bid},
        )
        g: Kit = engine.g  # type: ignore[attr-defined]
        for purses in product(PURSES, repeat=PLAYERS):
            for out in ([], ["chris"]):
                state = _opening(engine, purses, out)
                right = {
                    (k, price)
                    for k, name in enumerate(g.seats)
                    if name not in out
                    for price in range(PLANT + (k > 0), purses[k] + 1)
                }
                sales = _sales(engine, state)
                proof.cover(PLAYERS, "", order, *purses, "out" if out else "in the auction")
                if set(sales) != right:
                    return _other_sale(engine, state, sales, right)
        for money in PURSES:
            alone = _alone(engine, money)
            after = engine.apply(alone, engine.parse(f"auction {PLANT}"))
            proof.case()
            if (after.sold, after.seats[0].money) != (1, money - PLANT):
                return InEngine(
                    "the last one left to choose does not simply pay the plant's number", engine, alone,
                    lambda _, states: states[-1].sold == 0, (f"auction {PLANT}",),
                )  # fmt: skip
    return None


def _purses(engine: AnyEngine, purses: Sequence[int]) -> dict[str, Any]:
    return {
        "turn": "anna", "order": ["anna", "chris", "bob"], "market": [3, 4, 5, 6, 7, 8, 9, 10], "round": 2, "sold": 0,
        **{f"players.{name}.plants": [] for name in engine.seats},
        **{f"players.{name}.money": money for name, money in zip(engine.seats, purses, strict=True)},
    }  # fmt: skip


def _opening(engine: AnyEngine, purses: Sequence[int], out: Sequence[str]) -> Table:
    """Anna has chosen plant 3 and makes the first bid."""
    phase = {"name": "opening", "out": list(out), "plant": PLANT}
    state: Table = position(engine, "auction", {**_purses(engine, purses), "phase": phase})
    return state


def _alone(engine: AnyEngine, money: int) -> Table:
    """Anna is the last one left to choose."""
    phase = {"name": "offering", "out": ["bob", "chris"]}
    state: Table = position(engine, "auction", {**_purses(engine, (money, 0, 0)), "phase": phase})
    return state


def _sales(engine: AnyEngine, start: Table) -> dict[Sale, tuple[str, ...]]:
    """Every buyer and price that can come of an auction, each with bids that lead to it."""
    sales: dict[Sale, tuple[str, ...]] = {}
    open_: list[tuple[tuple[str, ...], Table]] = [((), start)]
    while open_:
        made, state = open_.pop()
        if isinstance(state.phase, Opening | Bidding):
            open_ += [((*made, str(move)), engine.apply(state, move)) for move in engine.legal_moves(state)]
            continue
        spent = [before.money - after.money for before, after in zip(start.seats, state.seats, strict=True)]
        buyer = next((k for k, money in enumerate(spent) if money), -1)
        sales[buyer, max(spent)] = made
    return sales


def _other_sale(engine: AnyEngine, state: Table, sales: dict[Sale, tuple[str, ...]], right: set[Sale]) -> InEngine:
    wrong = sorted(set(sales) - right)
    moves = sales[wrong[0]] if wrong else ()
    told = f"{wrong[0]} can come of it" if wrong else f"{sorted(right - set(sales))[0]} cannot come of it"

    def shows(engine: Any, states: Any) -> bool:
        spent = [a.money - b.money for a, b in zip(states[0].seats, states[-1].seats, strict=True)]
        if not wrong:
            return not right <= set(_sales(engine, states[0]))
        return (next((k for k, money in enumerate(spent) if money), -1), max(spent)) not in right

    return InEngine(f"(seat, price) {told}", engine, state, shows, moves)


a_plant_costs_what_somebody_bids.twin(
    "bids may be higher than the purse (auction.over-bid = void)", over_bid="void"
).twin("the last one left to choose bids as well (auction.last-bid = bid)", last_bid="bid")
