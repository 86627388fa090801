"""Fuel: what plants store, which of them can run, the order of prices in the market, and the refill."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations_with_replacement, product
from typing import Any, Final, TypeAlias

from rulecheck.reference_engines.power_grid import arithmetic, fuel
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.table import COAL, NO_FUEL, OIL, Counts, Table
from rulecheck.reference_engines.tuples import plus
from rulecheck.solvers.logic import (
    Term,
    all_of,
    implies,
    least,
    number,
    total,
)
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InModel, Refutation, WrongAnswer, position
from rulecheck.solvers.symbolic import disagreement, unknown
from rulecheck.solvers.theorem import theorem
from rulecheck.spec.power_grid.board import FUELS

PLAYERS: Final = 3

# ---- the room of hybrid plants

Left: TypeAlias = Callable[[Any, Any, Any, Any, Any], Any]
"""A rule: coal, oil, room on coal, oil and hybrid plants; the tokens that find no room."""

ROOMS: Final = {"coal": 4, "oil": 3, "hybrid": 5}
"""Plants that store four tokens each, by what they burn."""


def _laid(coal: Term, oil: Term, rooms: Sequence[Term], lie: Sequence[Term]) -> Term:
    """Coal on coal plants, coal on hybrids, oil on oil plants, oil on hybrids: can so many lie there?"""
    a, b, c, d = lie
    enough = all_of(a + b <= coal, c + d <= oil)
    return all_of(*(count >= 0 for count in lie), enough, a <= rooms[0], c <= rooms[1], b + d <= rooms[2])


def _hybrids_last(coal: Term, oil: Term, rooms: Sequence[Term]) -> tuple[Term, ...]:
    """A way to lay fuel: hybrids take what coal and oil plants have no room for, coal first."""
    a, c = least(coal, rooms[0]), least(oil, rooms[1])
    b = least(coal - a, rooms[2])
    return a, b, c, least(oil - c, rooms[2] - b)


@theorem(
    "plant.storage", "plant.hybrid", "plants.lose-fuel", "fuel.rearrange",
    bounds=Ranges(besides="any numbers of tokens and any rooms, without limit", players=always(PLAYERS)),
)  # fmt: skip
def hybrid_plants_take_any_mix(proof: Proof, rule: Left = arithmetic.excess) -> Refutation | None:
    """The coal and oil that find no room are as few as any way of laying them on the plants leaves over.

    The engine's `excess` is executed on unknowns. No way to lay the tokens on coal, oil and hybrid plants leaves fewer
    over (the way is unknown as well), and one that can be named leaves just so many: hybrid plants take what the others
    have no room for.
    """
    coal, oil = number("coal"), number("oil")
    rooms = [number(f"room for {what}") for what in ROOMS]
    lie = [number(f"lie {k}") for k in range(4)]
    given = [term >= 0 for term in (coal, oil, *rooms)]
    named = _hybrids_last(coal, oil, rooms)

    def right(left: Term) -> Term:
        return all_of(
            implies(_laid(coal, oil, rooms, lie), coal + oil - total(lie) >= left),
            _laid(coal, oil, rooms, named),
            coal + oil - total(named) == left,
        )

    call = partial(rule, *map(unknown, (coal, oil, *rooms)))
    counterexample = disagreement(proof, call, right, given)
    if counterexample is None:
        proof.cover(PLAYERS, DEFAULT)
        return None
    numbers = [counterexample[0].of(term) for term in (coal, oil, *rooms)]
    due = _left_over(numbers[0], numbers[1], numbers[2:])
    return _mixed(proof, rule) or InModel(
        f"{rule(*numbers)} tokens find no room, by the rulebook {due}", lambda: rule(*numbers) != due,
        counterexample[0].all({str(term): term for term in (coal, oil, *rooms)}), by="the rule",
    )  # fmt: skip


def _mixed(proof: Proof, rule: Left) -> WrongAnswer | None:
    """Plants of the box with which the rule goes wrong, and so little fuel that one token more decides."""
    engine = proof.engine(PLAYERS)
    for coal, oil in product(range(1, 9), range(9)):
        for owned in product((0, 1), repeat=3):
            rooms = [4 * has for has in owned]
            says_room = rule(coal, oil, *rooms) == 0
            has_room = _left_over(coal, oil, rooms) == 0
            if says_room != has_room and _left_over(coal - 1, oil, rooms) == 0:
                plants = [plant for plant, has in zip(ROOMS.values(), owned, strict=True) if has]
                state = buyer(engine, plants, (coal - 1, oil, 0, 0))
                asked = f"tokens that find no room of {coal} coal and {oil} oil on plants {plants}"
                due = _left_over(coal, oil, rooms)
                return WrongAnswer(asked, engine, state, lambda *_: rule(coal, oil, *rooms), due)  # noqa: B023
    return None


def _left_over(coal: int, oil: int, rooms: Sequence[int]) -> int:
    """The least that a way of laying leaves over: every number of coal on hybrids is tried."""
    return min(
        max(0, coal - rooms[0] - on_hybrid) + max(0, oil - rooms[1] - (rooms[2] - on_hybrid))
        for on_hybrid in range(rooms[2] + 1)
    )


def alone(
    engine: AnyEngine, start: str, plants: Sequence[int], held: Counts, given: Mapping[str, Any] | None = None
) -> Table:
    """Anna's turn in a phase, with these plants (by number) and so much fuel; the others have nothing."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    state: Table = position(engine, start, {
        "turn": "anna", "order": list(g.seats), "market": [], "gone": [], "buried": [],
        **{f"players.{name}.{part}": empty for name in g.seats[1:]
           for part, empty in (("plants", []), ("fuel", {}), ("money", 0))},
        "players.anna.plants": list(plants), "players.anna.fuel": dict(zip(FUELS, held, strict=True)),
        **(given or {}),
    })  # fmt: skip
    return state


def buyer(engine: AnyEngine, plants: Sequence[int], held: Counts) -> Table:
    """Anna buys fuel, for these plants and with so much of it already; the market has all the rest."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    left = {f: n - h for f, n, h in zip(FUELS, g.fuel_total, held, strict=True)}
    return alone(engine, "fuel", plants, held, {"players.anna.money": 500, "fuel": left})


def _doubled(coal: Any, oil: Any, coal_room: Any, oil_room: Any, hybrid_room: Any) -> Any:
    """Each kind may take the whole room of the hybrids."""
    over = 0
    if coal > coal_room + hybrid_room:
        over = over + coal - coal_room - hybrid_room
    if oil > oil_room + hybrid_room:
        over = over + oil - oil_room - hybrid_room
    return over


def _unmixed(coal: Any, oil: Any, coal_room: Any, oil_room: Any, hybrid_room: Any) -> Any:
    """Hybrids store coal or oil, not both."""
    more_coal = coal - coal_room if coal > coal_room else 0
    more_oil = oil - oil_room if oil > oil_room else 0
    if more_coal > 0 and more_oil > 0:
        return more_coal + more_oil
    return arithmetic.excess(coal, oil, coal_room, oil_room, hybrid_room)


hybrid_plants_take_any_mix.twin("coal and oil each have the whole room of hybrid plants", rule=_doubled).twin(
    "hybrid plants store coal or oil, not both", rule=_unmixed
)

# ---- plants of the box, one by one

Burner: TypeAlias = tuple[str, int]
"""A kind of plant: what it burns, and how many tokens a run takes."""


def burners(g: Kit) -> dict[Burner, list[int]]:
    """The plants of each kind."""
    plants: dict[Burner, list[int]] = {}
    for k, plant in enumerate(g.plants):
        plants.setdefault((plant.fuel, plant.needs), []).append(k)
    return plants


def hands(
    g: Kit, most: int, fuels: Sequence[str] = ("coal", "oil", "hybrid", "garbage", "uranium", "none")
) -> Iterator[tuple[int, ...]]:
    """Plants that a player may own, one set for each choice of kinds."""
    kinds = burners(g)
    listed = sorted(kind for kind in kinds if kind[0] in fuels)
    for size in range(1, most + 1):
        for chosen in combinations_with_replacement(listed, size):
            if all(chosen.count(kind) <= len(kinds[kind]) for kind in chosen):
                yield tuple(sorted(kinds[kind][chosen[:at].count(kind)] for at, kind in enumerate(chosen)))


Loads: TypeAlias = frozenset[Counts]


@cache
def _loads(room: tuple[Burner, ...]) -> Loads:
    """All amounts of the four fuels that can be laid on plants with such room, plant by plant."""
    if not room:
        return frozenset({NO_FUEL})
    (burns, tokens), rest = room[0], _loads(room[1:])
    here: list[Counts]
    if burns == "hybrid":
        here = [(coal, oil, 0, 0) for coal in range(tokens + 1) for oil in range(tokens + 1 - coal)]
    elif burns == "none":
        here = [NO_FUEL]
    else:
        here = [plus(NO_FUEL, FUELS.index(burns), count) for count in range(tokens + 1)]
    return frozenset(tuple(map(sum, zip(a, b, strict=True))) for a in here for b in rest)


def loads(g: Kit, plants: Sequence[int], less: int = -1) -> Loads:
    """What can lie on these plants, twice what a run takes on each; on plant `less` only once."""
    return _loads(
        tuple(
            (g.plants[k].fuel, g.plants[k].needs * (1 if k == less else 2)) for k in plants
        )
    )  # fmt: skip


Wanted: TypeAlias = Callable[[Kit, tuple[int, ...], Counts], int]


FILLED: Final = Ranges(
    Axis("choice of plants by kind", lambda engine: hands(engine.g, engine.g.plants_owned)),  # type: ignore[attr-defined]
    players=lambda _: (2, PLAYERS), besides="as many plants as a player may own, of which two players may own one more "
    "than all others; every amount of fuel that can lie on them",
)  # fmt: skip


@theorem(
    "fuel.room", "fuel.own-plants", "plant.storage", "plant.hybrid", "plant.eco", "fuel.rearrange", bounds=FILLED,
)  # fmt: skip
def fuel_is_sold_just_if_it_can_be_laid_on_the_plants(proof: Proof, rule: Wanted = fuel.wanted) -> Refutation | None:
    """A player may take a token just if there is a way to lay all their fuel, with it, plant by plant.

    For every choice of plants all amounts of fuel that can be laid on them, each with twice its need and only with what
    it burns, are listed; the engine's `wanted` must say of each whether one token more is in the list.
    """
    for engine, (plants,) in FILLED.positions(proof):
        g: Kit = engine.g  # type: ignore[attr-defined]
        there = loads(g, plants)
        for held in there:
            mask = sum((plus(held, kind, 1) in there) << kind for kind in range(len(FUELS)))
            if rule(g, plants, held) != mask:
                return _sold(engine, plants, held, mask, rule)
        proof.case(len(there))
    return None


def _sold(engine: AnyEngine, plants: tuple[int, ...], held: Counts, mask: int, rule: Wanted) -> WrongAnswer:
    g: Kit = engine.g  # type: ignore[attr-defined]

    numbers = [g.numbers[k] for k in plants]
    asked = f"fuels of which one token more finds room on plants {numbers} with {held}"
    state = buyer(engine, numbers, held)
    return WrongAnswer(asked, engine, state, lambda e, _: _names(rule(e.g, plants, held)), _names(mask))  # type: ignore[attr-defined]


def _names(mask: int) -> str:
    return ", ".join(name for k, name in enumerate(FUELS) if mask >> k & 1) or "no fuel"


def _any_fuel(g: Kit, plants: tuple[int, ...], held: Counts) -> int:
    """Twice the need of all plants together, of whatever they use."""
    used = {kind for plant in plants for kind in g.kinds[plant]}
    room = 2 * sum(g.needs[plant] for plant in plants) - sum(held)
    return sum(1 << kind for kind in used) if room > 0 else 0


def _once(g: Kit, plants: tuple[int, ...], held: Counts) -> int:
    """A plant stores what one run takes."""
    rooms = tuple(room // 2 for room in g.rooms(plants))
    coal, oil = (arithmetic.excess(held[COAL] + more, held[OIL] + 1 - more, *rooms[:3]) == 0 for more in (1, 0))
    return coal | oil << 1 | (held[2] < rooms[3]) << 2 | (held[3] < rooms[4]) << 3


fuel_is_sold_just_if_it_can_be_laid_on_the_plants.twin(
    "only the whole amount counts, not which plant stores what", rule=_any_fuel
).twin("a plant stores what one run takes", rule=_once)
