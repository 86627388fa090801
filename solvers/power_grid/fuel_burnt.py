"""Fuel that is burnt: which plants can run, and what all plants can supply together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final, TypeAlias

from rulecheck.reference_engines.power_grid import ending, running
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Move, Run
from rulecheck.reference_engines.power_grid.table import COAL, GARBAGE, OIL, Counts
from rulecheck.solvers.power_grid.fuel import PLAYERS, alone, hands, loads
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, WrongAnswer
from rulecheck.solvers.theorem import theorem

# ---- which plants can run


DEFAULTS: Final = "by default"
CHOICE: Final = Axis(
    "choice of plants of the kinds that burn coal and oil",
    lambda engine: hands(engine.g, engine.g.plants_owned, ("coal", "oil", "hybrid")),  # type: ignore[attr-defined]
)
BURNT: Final = Ranges(
    CHOICE, players=always(PLAYERS), besides="every amount of fuel that can lie on them; the first run of a round"
)
MIXED: Final = Ranges(
    CHOICE, Axis("readings", (DEFAULTS, "fuel.rearrange=before", "fuel.place=pool")), players=always(PLAYERS),
    besides="every amount of fuel that can lie on them",
)  # fmt: skip


@theorem(
    "plant.needs", "plant.hybrid", "income.run", "fuel.rearrange",
    readings=("fuel.place", "fuel.rearrange"),
    bounds=BURNT,
)  # fmt: skip
def a_plant_runs_just_if_what_it_burns_can_lie_on_it(proof: Proof, place: str = "own") -> Refutation | None:
    """A plant can run just if fuel can be laid so that what it burns lies on it, and all the rest somewhere.

    For every choice of plants and every amount of fuel the rest of the fuel must be among the amounts that can lie on
    the other plants and on what room is left on this one. A heap of fuel for each player is a different rule: there a
    hybrid plant burns coal that can lie nowhere but on a coal plant.
    """
    engine = proof.engine(PLAYERS, readings={"fuel.place": place})
    for _, (plants,) in BURNT.positions(proof):
        g: Kit = engine.g  # type: ignore[attr-defined]
        there = loads(g, plants)
        for held in there:
            listed = running.runs(g, plants, held, 0)
            right = [
                move
                for plant in plants
                for move in g.runs[plant]
                if _rest(g, plants, held, move) in loads(g, plants, plant)
            ]
            if list(listed) != right:
                return _ran(proof, engine, plants, held, listed, right)
        proof.case(len(there))
    return None


def _rest(g: Kit, plants: tuple[int, ...], held: Counts, move: Run) -> Counts:
    """What is left when a plant has burnt."""
    coal, oil = running.burnt(g, g.plant_number[move.number], move)
    return (held[COAL] - coal, held[OIL] - oil, *held[GARBAGE:])


def _ran(
    proof: Proof, engine: AnyEngine, plants: tuple[int, ...], held: Counts, listed: Sequence[Move], right: Sequence[Run]
) -> InEngine:
    g: Kit = engine.g  # type: ignore[attr-defined]
    numbers = [g.numbers[k] for k in plants]
    wrong = [move for move in g.all_moves() if isinstance(move, Run) and (move in listed) is not (move in right)]
    state = alone(engine, "bureaucracy", numbers, held, {"players.anna.cities": ["Essen"]})
    by_rules = proof.engine(PLAYERS)

    def shows(engine: Any, states: Any) -> bool:
        can = wrong[0] in engine.legal_moves(states[0])
        again = by_rules.from_json(engine.to_json(states[0]), partial=True)
        return can is (wrong[0] in listed) and can is not (wrong[0] in by_rules.legal_moves(again))

    open_ = "open" if wrong[0] in listed else "not open"
    says = f"{held[COAL]} coal and {held[OIL]} oil lie on plants {numbers}: {wrong[0]} is {open_}"
    return InEngine(says, engine, state, shows)


a_plant_runs_just_if_what_it_burns_can_lie_on_it.twin(
    "all fuel of a player is one heap (fuel.place = pool)", place="pool"
)

# ---- what all plants can supply together

Best: TypeAlias = Callable[[Kit, tuple[int, ...], Counts], int]


def most_at_the_end(g: Kit, plants: tuple[int, ...], held: Counts) -> int:
    """The engine's answer."""
    return ending.most_capacity(g, plants, held, 0)


@theorem(
    "win.supplied", "plant.needs", "plant.hybrid", "plant.storage", "fuel.rearrange",
    readings=("fuel.place", "fuel.rearrange", "end.supply"),
    bounds=MIXED,
)  # fmt: skip
def where_fuel_lies_does_not_matter_for_the_win(proof: Proof, rule: Best = most_at_the_end) -> Refutation | None:
    """The cities that a player can supply at the end are the same however fuel.place and fuel.rearrange are read.

    They are the most that any set of plants supplies whose needs the player's coal and oil cover, hybrid plants taking
    what is left over: where the tokens lie, and whether they may be moved between two runs, never costs a city.
    """
    for _, (plants, reading) in MIXED.positions(proof):
        engine = proof.engine(PLAYERS, readings=dict([reading.split("=")]) if reading != DEFAULTS else {})
        g: Kit = engine.g  # type: ignore[attr-defined]
        there = loads(g, plants)
        for held in there:
            right = most_of_all(g, plants, held)
            if rule(g, plants, held) != right:
                return _supplied(engine, plants, held, right, rule)
        proof.case(len(there))
    return None


def most_of_all(g: Kit, plants: tuple[int, ...], held: Counts) -> int:
    """The most cities of a set of plants whose needs the fuel covers as a whole."""
    best = 0
    for chosen in product((0, 1), repeat=len(plants)):
        needs = {"coal": 0, "oil": 0, "hybrid": 0}
        cities = 0
        for plant, is_run in zip(plants, chosen, strict=True):
            needs[g.plants[plant].fuel] += is_run * g.plants[plant].needs
            cities += is_run * g.plants[plant].cities
        coal, oil = held[COAL] - needs["coal"], held[OIL] - needs["oil"]
        if coal >= 0 and oil >= 0 and coal + oil >= needs["hybrid"]:
            best = max(best, cities)
    return best


def _supplied(engine: AnyEngine, plants: tuple[int, ...], held: Counts, right: int, rule: Best) -> WrongAnswer:
    g: Kit = engine.g  # type: ignore[attr-defined]
    numbers = [g.numbers[k] for k in plants]

    state = alone(engine, "bureaucracy", numbers, held)
    asked = f"cities that plants {numbers} supply with {held}"
    return WrongAnswer(asked, engine, state, lambda e, _: rule(e.g, plants, held), right)  # type: ignore[attr-defined]


def _one_after_the_other(g: Kit, plants: tuple[int, ...], held: Counts) -> int:
    """Plants run by their numbers, each in the first way that is open."""
    cities = 0
    for plant in plants:
        for move in running.runs(g, (plant,), held, 0):
            assert isinstance(move, Run)
            held = _rest(g, plants, held, move)
            cities += g.plant_cities[plant]
            break
    return cities


where_fuel_lies_does_not_matter_for_the_win.twin(
    "plants run in the order of their numbers, hybrids on coal first", rule=_one_after_the_other
)
