"""Nothing is lost and nothing appears: by induction over the kinds of moves, tied to the engine by playing."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from attrs import evolve

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import plus
from rulecheck.solvers.conservation import Fields, Group, by_place, executed, one_kind
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
from rulecheck.solvers.logic import Term
from rulecheck.solvers.power_grid.flow import box_of, components, model, moves
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Ranges
from rulecheck.solvers.refutation import AnyEngine, Refutation
from rulecheck.solvers.theorem import theorem
from rulecheck.spec.power_grid.board import FUELS

STEPS: Final = 15_000
"""Engine moves replayed, over all player counts together."""

SHAPED: Final = 2_000
"""Engine moves of which the first of each kind are executed on unknown numbers."""


def _houses(_: AnyEngine, there: Fields) -> dict[str, Term]:
    pairs = enumerate(zip(there["seats.houses"], there["seats.cities"], strict=True))
    return {f"houses of seat {seat}": left + cities.bit_count() for seat, (left, cities) in pairs}


GROUPS: Final = (
    Group("fuel", ("fuel", "supply", "seats.fuel"), by_place(FUELS), len(FUELS), one_kind),
    Group(
        "houses", ("seats.houses", "seats.cities"), _houses,
        is_unknown=lambda _component, field, _at, _number: field == "seats.houses",
    ),
)  # fmt: skip


@theorem(
    "box.houses", "box.fuel", "box.plants", "box.step-card", "fuel.buy", "income.burn", "plants.lose-fuel",
    "refill.amount", "refill.short", "refill.full", "auction.won", "auction.replaced", "plants.limit",
    "obsolete.remove", "unsold.remove", "renewal.bury", "renewal.draw", "step3.auction", "step3.auction-end",
    "step3.building", "step3.bureaucracy", "network.houses",
    bounds=Ranges(
        besides="any numbers of components anywhere, reachable or not; every kind of move with every seat, fuel, "
        "plant and Step; the engine's `apply` on any numbers of tokens of a fuel and of houses, in a position of "
        "play for each kind of move and phase", moves=STEPS + SHAPED,
    ),
    expected="tied",
)  # fmt: skip
def components_are_conserved(
    proof: Proof, change: Change | None = None, apply: Apply = by_the_engine
) -> Refutation | None:
    """No move makes or loses a token of fuel, a plant, the Step 3 card or a house.

    By induction, move kind by move kind, in a model (`flow.py`) whose numbers are where every component lies: fuel is
    bought, stored, burnt, lost with a plant and laid out again; plants are drawn, bought, given up, buried and removed,
    and their numbers are added up along with them. A refill lays out what the table of its Step says, as far as there
    is any and room for it. The model is tied to the engine by replaying engine games: each engine step must be made of
    the model's move kinds, guards and all, with the same numbers before and after. And the engine's own `apply` is
    executed on unknown numbers of tokens and houses: on every path there are as many afterwards.
    """
    if (
        change is None
        and (wrong := executed(proof, GROUPS, [proof.engine(min(proof.players))], SHAPED, apply)) is not None
    ):
        return wrong
    models = (model(box_of(proof.engine(players).g)) for players in proof.players)  # type: ignore[attr-defined]
    if (refutation := unkept(proof, models, change)) is not None:
        return refutation
    kinds: Counter[str] = Counter()
    for players in proof.players:
        engine = proof.engine(players)
        g = engine.g  # type: ignore[attr-defined]
        told = model(box_of(g))
        steps = walk(engine, STEPS // len(proof.players), seed=players)
        seen, instance = components(g), moves(g)
        for loose in tie(told, replayed(proof, applied(engine, steps, apply)), seen, instance, kinds):
            return departure(engine, told, seen, instance, loose, apply)
        proof.cover(players, DEFAULT)
    note_met(proof, told, kinds)
    return None


def _loses_burnt(kind: Kind) -> Kind:
    """Of the fuel that is burnt one token does not reach the supply."""
    if kind.name != "burn":
        return kind

    def update(state: Any, arguments: Any) -> Any:
        changes = dict(kind.update(state, arguments))
        supply = next(name for name in changes if name.startswith("supply."))
        return {**changes, supply: changes[supply] - 1}

    return evolve(kind, update=update)


def _refills_from_nowhere(kind: Kind) -> Kind:
    """A refill brings what the table says, whatever the supply has."""
    if kind.name != "refill":
        return kind
    _, fuel = kind.of
    market, supply = f"market.{fuel}", f"supply.{fuel}"

    def update(state: Any, arguments: Any) -> Any:
        whole = kind.update({**state, supply: 0 * state[supply] + 99}, arguments)
        taken = kind.update(state, arguments)
        return {market: whole[market], supply: taken[supply]}

    return evolve(kind, update=update)


def _overfills(kind: Kind) -> Kind:
    """A refill does not mind how many tokens the spaces hold."""
    if kind.name != "refill":
        return kind
    _, fuel = kind.of
    market, supply = f"market.{fuel}", f"supply.{fuel}"
    return evolve(kind, update=lambda s, _: {market: s[market] + s[supply], supply: 0 * s[supply]})


def _loses_coal(engine: AnyEngine, state: Any, move: Any) -> Any:
    """An engine that loses a token of the coal that comes back."""
    after = engine.apply(state, move)
    if after.supply[0] > state.supply[0]:
        return changed(after, supply=plus(after.supply, 0, -1))
    return after


components_are_conserved.twin("a token of the fuel that is burnt is lost", change=_loses_burnt).twin(
    "a refill brings fuel that the supply has not", change=_refills_from_nowhere
).twin("the market takes more tokens than its spaces hold", change=_overfills).twin(
    "the engine loses a token of coal that comes back", apply=_loses_coal
)
