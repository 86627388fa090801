"""Fuel: what plants store, which of them can run, the order of prices in the market, and the refill."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations_with_replacement, product
from typing import Any, Final, TypeAlias

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import arithmetic, bureaucracy, ending, fuel, running
from rulecheck.reference_engines.power_grid.kit import NEVER, Kit
from rulecheck.reference_engines.power_grid.moves import Move, Run
from rulecheck.reference_engines.power_grid.table import COAL, GARBAGE, NO_FUEL, OIL, Counts, Table, plus
from rulecheck.solvers.induction import Change, Invariant, Kind, Model, State, unkept
from rulecheck.solvers.logic import (
    Term,
    all_of,
    any_of,
    either,
    implies,
    least,
    negation,
    number,
    total,
)
from rulecheck.solvers.symbolic import disagreement, unknown
from rulecheck.solvers.theorem import AnyEngine, InEngine, Proof, Refutation, position, theorem
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
    return all_of(*(one >= 0 for one in lie), enough, a <= rooms[0], c <= rooms[1], b + d <= rooms[2])


def _hybrids_last(coal: Term, oil: Term, rooms: Sequence[Term]) -> tuple[Term, ...]:
    """A way to lay fuel: hybrids take what coal and oil plants have no room for, coal first."""
    a, c = least(coal, rooms[0]), least(oil, rooms[1])
    b = least(coal - a, rooms[2])
    return a, b, c, least(oil - c, rooms[2] - b)


@theorem(
    "plant.storage", "plant.hybrid", "plants.lose-fuel", "fuel.rearrange",
    bounds="any numbers of tokens and any rooms, without limit",
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
    found = disagreement(proof, call, right, given)
    return None if found is None else _mixed(proof, rule)


def _mixed(proof: Proof, rule: Left) -> Refutation | None:
    """The rule goes wrong: with plants of the box too, and so little fuel that one token more decides."""
    engine = proof.engine(PLAYERS)
    for coal, oil in product(range(1, 9), range(9)):
        for owned in product((0, 1), repeat=3):
            rooms = [4 * has for has in owned]
            says_room = rule(coal, oil, *rooms) == 0
            has_room = _left_over(coal, oil, rooms) == 0
            if says_room != has_room and _left_over(coal - 1, oil, rooms) == 0:
                plants = [plant for plant, has in zip(ROOMS.values(), owned, strict=True) if has]
                state = _buyer(engine, plants, (coal - 1, oil, 0, 0))
                return InEngine(
                    f"{coal} coal and {oil} oil on plants {plants}: the rule says {'' if says_room else 'no '}room",
                    engine, state, partial(_wrong_about_room, rule, coal, oil, rooms),
                    by="the rule, on the engine's position",
                )  # fmt: skip
    raise AssertionError("the rule goes wrong, but not with the plants 3, 4 and 5")


def _wrong_about_room(rule: Left, coal: int, oil: int, rooms: Sequence[int], engine: Any, states: Any) -> bool:
    can_buy = engine.g.buy[COAL] in engine.legal_moves(states[0])
    return bool((rule(coal, oil, *rooms) == 0) is not can_buy)


def _left_over(coal: int, oil: int, rooms: Sequence[int]) -> int:
    """The least that a way of laying leaves over: every number of coal on hybrids is tried."""
    return min(
        max(0, coal - rooms[0] - on_hybrid) + max(0, oil - rooms[1] - (rooms[2] - on_hybrid))
        for on_hybrid in range(rooms[2] + 1)
    )


def _alone(
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


def _buyer(engine: AnyEngine, plants: Sequence[int], held: Counts) -> Table:
    """Anna buys fuel, for these plants and with so much of it already; the market has all the rest."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    left = {f: n - h for f, n, h in zip(FUELS, g.fuel_total, held, strict=True)}
    return _alone(engine, "fuel", plants, held, {"players.anna.money": 500, "fuel": left})


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
    found: dict[Burner, list[int]] = {}
    for k, plant in enumerate(g.plants):
        found.setdefault((plant.fuel, plant.needs), []).append(k)
    return found


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


@theorem(
    "fuel.room", "fuel.own-plants", "plant.storage", "plant.hybrid", "plant.eco", "fuel.rearrange",
    bounds="3 plants (4 for two players) of every choice of kinds in the box, and every amount of fuel that can lie "
    "on them",
)  # fmt: skip
def fuel_is_sold_just_if_it_can_be_laid_on_the_plants(proof: Proof, rule: Wanted = fuel.wanted) -> Refutation | None:
    """A player may take a token just if there is a way to lay all their fuel, with it, plant by plant.

    For every choice of plants all amounts of fuel that can be laid on them, each with twice its need and only with what
    it burns, are listed; the engine's `wanted` must say of each whether one token more is in the list.
    """
    for players in (2, PLAYERS):  # with more players the same number of plants is allowed
        engine = proof.engine(players)
        g: Kit = engine.g  # type: ignore[attr-defined]
        for plants in hands(g, g.plants_owned):
            there = loads(g, plants)
            for held in there:
                mask = sum((plus(held, kind, 1) in there) << kind for kind in range(len(FUELS)))
                if rule(g, plants, held) != mask:
                    return _sold(engine, plants, held, mask, rule)
            proof.case(len(there))
    return None


def _sold(engine: AnyEngine, plants: tuple[int, ...], held: Counts, mask: int, rule: Wanted) -> InEngine:
    g: Kit = engine.g  # type: ignore[attr-defined]

    def shows(engine: Any, states: Any) -> bool:
        buys = [move for k, move in enumerate(engine.g.buy) if mask >> k & 1]
        here = [move for move in engine.legal_moves(states[0]) if move != engine.g.done]
        return here == buys and rule(engine.g, plants, held) != mask

    numbers = [g.numbers[k] for k in plants]
    told = _names(rule(g, plants, held))
    says = f"plants {numbers} with {held}: one more finds room of {_names(mask)}, the rule says {told}"
    return InEngine(says, engine, _buyer(engine, numbers, held), shows, by="the rule, on the engine's position")


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

# ---- which plants can run


@theorem(
    "plant.needs", "plant.hybrid", "income.run", "fuel.rearrange",
    readings=("fuel.place", "fuel.rearrange"),
    bounds="up to 3 plants of every choice of kinds that burn coal and oil, and every amount that can lie on them; the "
    "first run of a round",
)  # fmt: skip
def a_plant_runs_just_if_what_it_burns_can_lie_on_it(proof: Proof, place: str = "own") -> Refutation | None:
    """A plant can run just if fuel can be laid so that what it burns lies on it, and all the rest somewhere.

    For every choice of plants and every amount of fuel the rest of the fuel must be among the amounts that can lie on
    the other plants and on what room is left on this one. A heap of fuel for each player is a different rule: there a
    hybrid plant burns coal that can lie nowhere but on a coal plant.
    """
    engine = proof.engine(PLAYERS, readings={"fuel.place": place})
    g: Kit = engine.g  # type: ignore[attr-defined]
    for plants in hands(g, g.plants_owned, ("coal", "oil", "hybrid")):
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
    state = _alone(engine, "bureaucracy", numbers, held, {"players.anna.cities": ["Essen"]})
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
    bounds="up to 3 plants of every choice of kinds that burn coal and oil, and every amount that can lie on them, "
    "with both readings of where fuel has to lie and both of when it may be moved",
)  # fmt: skip
def where_fuel_lies_does_not_matter_for_the_win(proof: Proof, rule: Best = most_at_the_end) -> Refutation | None:
    """The cities that a player can supply at the end are the same however fuel.place and fuel.rearrange are read.

    They are the most that any set of plants supplies whose needs the player's coal and oil cover, hybrid plants taking
    what is left over: where the tokens lie, and whether they may be moved between two runs, never costs a city.
    """
    readings: tuple[dict[str, str], ...] = ({}, {"fuel.rearrange": "before"}, {"fuel.place": "pool"})
    engines = [proof.engine(PLAYERS, readings=chosen) for chosen in readings]
    g: Kit = engines[0].g  # type: ignore[attr-defined]
    for plants in hands(g, g.plants_owned, ("coal", "oil", "hybrid")):
        there = loads(g, plants)
        for held in there:
            right = most_of_all(g, plants, held)
            for engine in engines:
                if rule(engine.g, plants, held) != right:  # type: ignore[attr-defined]
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


def _supplied(engine: AnyEngine, plants: tuple[int, ...], held: Counts, right: int, rule: Best) -> InEngine:
    g: Kit = engine.g  # type: ignore[attr-defined]
    numbers = [g.numbers[k] for k in plants]

    def shows(engine: Any, states: Any) -> bool:
        mine = states[0].seats[0]
        return most_at_the_end(engine.g, mine.plants, mine.fuel) == right != rule(engine.g, mine.plants, mine.fuel)

    says = f"plants {numbers} with {held} supply {right} cities; the rule says {rule(g, plants, held)}"
    return InEngine(
        says, engine, _alone(engine, "bureaucracy", numbers, held), shows, by="the rule, on the engine's position"
    )


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

# ---- the market's order of prices

Price: TypeAlias = Callable[[Kit, Counts, int], int]


def spaces(g: Kit, kind: int) -> list[tuple[int, int]]:
    """The spaces for a fuel: price, and tokens that it holds."""
    places = g.places[kind]
    return [(price, places.count(price)) for price in sorted(set(places))]


def shelf(g: Kit, kind: int) -> Model:
    """One fuel's spaces: the cheapest token is sold, a new token goes on the dearest space with room."""
    held = [room for _, room in spaces(g, kind)]
    names = [f"on {price}" for price, _ in spaces(g, kind)]
    first = len(names)

    def sell(s: State, _: State) -> dict[str, Term]:
        taken, found = False, {}
        for name in names:
            mine = all_of(s[name] > 0, negation(taken))
            found[name] = s[name] - either(mine, 1, 0)
            taken = any_of(taken, s[name] > 0)
        return found

    def lay(s: State, _: State) -> dict[str, Term]:
        laid, found = False, {}
        for name, room in reversed(list(zip(names, held, strict=True))):
            mine = all_of(s[name] < room, negation(laid))
            found[name] = s[name] + either(mine, 1, 0)
            laid = any_of(laid, s[name] < room)
        return found

    invariants = [
        Invariant(
            f"if there is any {names[a]}, {names[b]} is full",
            (names[a], names[b]),
            _full_above(names[a], names[b], held[b]),
        )
        for a in range(first)
        for b in range(a + 1, first)
    ]
    invariants += [
        Invariant(f"{name} has room", (name,), _at_most(name, room)) for name, room in zip(names, held, strict=True)
    ]
    kinds = [
        Kind("sell the cheapest", sell, lambda s, _: any_of(*(s[name] > 0 for name in names))),
        Kind("lay on the dearest", lay, lambda s, _: any_of(*(s[n] < r for n, r in zip(names, held, strict=True)))),
    ]
    return Model.of(names, kinds, invariants, {})


def _full_above(low: str, high: str, room: int) -> Callable[[State], Term]:
    return lambda s: implies(s[low] > 0, s[high] == room)


def _at_most(name: str, room: int) -> Callable[[State], Term]:
    return lambda s: s[name] <= room


def _cheapest(g: Kit, kind: int, s: State) -> Term:
    """The price of the cheapest space with a token; NEVER without any."""
    found: Term = NEVER
    for price, _ in reversed(spaces(g, kind)):
        found = either(s[f"on {price}"] > 0, price, found)
    return found


@theorem(
    "fuel.cheapest", "fuel.sold-out", "refill.dearest", "refill.uranium", "setup.fuel", "setup.first-prices",
    "setup.spaces",
    bounds="each fuel, any tokens on any spaces that earlier sales and refills can leave, by induction; every number "
    "of tokens bought in the engine",
)  # fmt: skip
def fuel_is_sold_at_rising_prices(
    proof: Proof, price: Price = fuel.price, change: Change | None = None
) -> Refutation | None:
    """However fuel is sold and laid out, it lies on the dearest spaces without a gap: prices rise as it is sold.

    By induction over a model of the printed spaces: selling the cheapest token and laying a new one on the dearest
    space with room keep every space full that is dearer than one with a token, and the set-up begins so, with the four
    first prices of the text. Then the number of tokens alone tells the price: it must be the engine's `price`, and what
    the engine takes for each token.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    for kind, name in enumerate(FUELS):
        if price(g, g.fuel_start, kind) != engine.rules.number(f"first.{name}"):
            return _priced(engine, kind, g.fuel_start[kind], price)
        told = shelf(g, kind)
        told = told if change is None else told.with_kinds(change)
        if (found := unkept(proof, [told])) is not None:
            return found
        state = told.unknown_state()
        assumed = [invariant.holds(state) for invariant in told.invariants]
        for tokens in range(len(g.places[kind]) + 1):
            given = [*assumed, total(state.values()) == tokens]
            proof.possible(*given, what=f"{tokens} {name} on the spaces")
            proof.case()
            due = price(g, plus(NO_FUEL, kind, tokens), kind)
            if due > price(g, plus(NO_FUEL, kind, max(0, tokens - 1)), kind):
                return _priced(engine, kind, tokens, price)
            if proof.against(_cheapest(g, kind, state) == due, given) is not None or (
                tokens and _paid(engine, kind, tokens) != due
            ):
                return _priced(engine, kind, tokens, price)
    return None


def _seller(engine: AnyEngine, kind: int, tokens: int) -> Table:
    """Anna can buy a fuel of which the market has so many."""
    plant = next(plant for plant in (4, 3, 6, 11) if kind in engine.g.kinds[engine.g.plant_number[plant]])  # type: ignore[attr-defined]
    state = _buyer(engine, [plant], NO_FUEL)
    market = tuple(tokens if k == kind else 0 for k in range(len(FUELS)))
    return changed(state, fuel=market, supply=tuple(map(int.__sub__, engine.g.fuel_total, market)))  # type: ignore[attr-defined]


def _paid(engine: AnyEngine, kind: int, tokens: int) -> int:
    """What the engine takes for the next token."""
    before = _seller(engine, kind, tokens)
    after = engine.apply(before, engine.g.buy[kind])  # type: ignore[attr-defined]
    return int(before.seats[0].money - after.seats[0].money)


def _priced(engine: AnyEngine, kind: int, tokens: int, price: Price) -> InEngine:
    g: Kit = engine.g  # type: ignore[attr-defined]
    due = price(g, plus(NO_FUEL, kind, tokens), kind)

    def shows(engine: Any, states: Any) -> bool:
        return bool(states[0].seats[0].money - states[1].seats[0].money != price(engine.g, states[0].fuel, kind))

    says = (
        f"with {tokens} {FUELS[kind]} in the market the next costs {_paid(engine, kind, tokens)}; the rule says {due}"
    )
    return InEngine(
        says,
        engine,
        _seller(engine, kind, tokens),
        shows,
        (f"buy {FUELS[kind]}",),
        by="the rule, on the engine's position",
    )


def _dearest_first(g: Kit, tokens: Counts, kind: int) -> int:
    return max(g.places[kind][-tokens[kind] :]) if tokens[kind] else NEVER


def _filled_from_below(g: Kit, tokens: Counts, kind: int) -> int:
    """Tokens lie on the cheapest spaces; the next one is still the cheapest."""
    return g.places[kind][0] if tokens[kind] else NEVER


def _lays_on_the_cheapest(kind: Kind) -> Kind:
    """A new token goes on the cheapest space with room."""
    if kind.name != "lay on the dearest":
        return kind

    def update(s: State, a: State) -> dict[str, Term]:
        # the cheapest space takes it, if it has room; the model's rule otherwise
        right = dict(kind.update(s, a))
        first = next(iter(s))
        room = s[first] < 1
        return {name: either(room, s[name] + (1 if name == first else 0), right[name]) for name in right}

    return Kind(kind.name, update, kind.guard, kind.arguments, kind.of)


fuel_is_sold_at_rising_prices.twin("the dearest token is sold first", price=_dearest_first).twin(
    "new fuel lies on the cheapest spaces", price=_filled_from_below
).twin("a token is laid on the cheapest space, as long as that is empty", change=_lays_on_the_cheapest)

# ---- the refill

Laid: TypeAlias = Callable[[Kit, Table, tuple[str, ...]], tuple[Table, tuple[str, ...]]]


@theorem(
    "refill.amount", "refill.short", "refill.full", "setup.spaces", "box.fuel",
    bounds="2 to 6 players, each Step; any tokens in the market, in the supply and with the players, all of the box "
    "together",
)  # fmt: skip
def the_spaces_never_limit_a_refill(
    proof: Proof, rule: Laid = bureaucracy.refill, box: dict[str, int] | None = None
) -> Refutation | None:
    """A refill lays out what the table says or all that the supply has, whichever is less: there is always room for it.

    The engine's `refill` is executed on unknown tokens. The spaces of each fuel hold just as many tokens as the box
    has, so what lies in the supply would always fit: `refill.full` never leaves anything over that `refill.short` does
    not. What is laid out comes from the supply, and no amount of the table is larger than the box.
    """
    for players in proof.players:
        engine = proof.engine(players, numbers=box or {})
        g: Kit = engine.g  # type: ignore[attr-defined]
        start = proof.engine(players).named_start("bureaucracy")
        market, supply = ([number(f"{fuel} in the {where}") for fuel in FUELS] for where in ("market", "supply"))
        given = [
            term
            for kind in range(len(FUELS))
            for term in (
                market[kind] >= 0, supply[kind] >= 0, market[kind] <= len(g.places[kind]),
                market[kind] + supply[kind] <= g.fuel_total[kind],
            )
        ]  # fmt: skip
        for step in (1, 2, 3):
            t = changed(start, fuel=tuple(map(unknown, market)), supply=tuple(map(unknown, supply)), step=step)
            amounts = [engine.rules.number(f"refill.{fuel}-{step}") for fuel in FUELS]
            if any(amount > there for amount, there in zip(amounts, g.fuel_total, strict=True)):
                raise AssertionError("the table asks for more than the box has")

            def right(after: Any, amounts: Sequence[int] = amounts, market: Any = market, supply: Any = supply) -> Term:
                laid, left, events = after
                return all_of(
                    *(laid[k] - market[k] == least(amount, supply[k]) for k, amount in enumerate(amounts)),
                    *(laid[k] + left[k] == market[k] + supply[k] for k in range(len(FUELS))),
                    "refill.full" not in events or "refill.short" in events,
                )

            found = disagreement(proof, partial(_laid_out, rule, g, t), right, given, [*market, *supply])
            if found is not None:
                values = [[found[0].of(term) for term in terms] for terms in (market, supply)]
                return _refilled(engine, values[0], values[1], step, rule)
        proof.note(_without_buyers(g))
    return None


def _laid_out(rule: Laid, g: Kit, t: Table) -> tuple[Any, Any, tuple[str, ...]]:
    after, events = rule(g, t, ())
    return after.fuel, after.supply, events


def _without_buyers(g: Kit) -> str:
    """How many refills of Step 1 fill a market in which nobody buys."""
    rounds = {
        fuel: -(-(g.fuel_total[k] - g.fuel_start[k]) // g.refill[0][k])
        for k, fuel in enumerate(FUELS)
        if g.refill[0][k]
    }
    told = ", ".join(f"{fuel} {count}" for fuel, count in rounds.items())
    return f"{g.players} players: if nobody buys, all fuel lies in the market after so many refills of Step 1: {told}"


def _refilled(engine: AnyEngine, market: Sequence[int], supply: Sequence[int], step: int, rule: Laid) -> InEngine:
    g: Kit = engine.g  # type: ignore[attr-defined]
    state = changed(
        position(engine, "bureaucracy", {"step": step, "fuel": dict(zip(FUELS, market, strict=True))}),
        supply=tuple(supply),
    )
    amounts = g.refill[step - 1]
    right = [m + min(s, a) for m, s, a in zip(market, supply, amounts, strict=True)]

    def shows(engine: Any, states: Any) -> bool:
        laid, _, events = _laid_out(rule, engine.g, states[0])
        return list(laid) != right or ("refill.full" in events and "refill.short" not in events)

    says = f"of a supply of {supply} the market of {market} should have {right}; it has {_laid_out(rule, g, state)[0]}"
    return InEngine(says, engine, state, shows, by="the rule, on the engine's position")


def _from_nowhere(g: Kit, t: Table, events: tuple[str, ...]) -> tuple[Table, tuple[str, ...]]:
    """The table's amounts come, whatever the supply has."""
    amounts = g.refill[t.step - 1]
    return changed(t, fuel=tuple(have + more for have, more in zip(t.fuel, amounts, strict=True))), events


the_spaces_never_limit_a_refill.twin("the supply is never short", rule=_from_nowhere).twin(
    "there are 30 tokens of coal in the box", box={"fuel.coal": 30}
)


@theorem(
    "refill.short", "refill.amount", "setup.fuel",
    bounds="2 to 6 players, the first round",
    expected="refuted",
    because="the text explains a short refill by players who store too much (l.195). Every token of coal lies in the "
    "market when the game begins: in the first rounds the table asks for coal that the supply has not, though nobody "
    "stores anything. So the clause is carried out in nearly every game.",
)  # fmt: skip
def a_refill_is_short_only_if_players_store_fuel(proof: Proof) -> Refutation | None:
    """Where nobody stores fuel, a refill brings all that the table says. (In the first round it does not.)

    The engine is played from the start: everyone buys the cheapest plant, and nobody anything else.
    """
    players = min(proof.players)
    engine = proof.engine(players)
    state = start = engine.start()
    made: list[str] = []
    while state.round == 1:
        legal = engine.legal_moves(state)
        move = next((one for one in legal if str(one) in ("done", "pass")), legal[0])
        made.append(str(move))
        state = engine.apply(state, move)
        proof.case()

    def shows(_: AnyEngine, states: Sequence[Any]) -> bool:
        nothing = all(seat.fuel == NO_FUEL for state in states for seat in state.seats)
        return nothing and any("refill.short" in state.events for state in states)

    says = f"{players} players, nobody has bought fuel: the refill of the first round is short of coal"
    return (
        InEngine(says, engine, start, shows, tuple(made), from_start=True, partial=False)
        if shows(engine, _all(engine, start, made))
        else None
    )


def _all(engine: AnyEngine, start: Any, moves: Sequence[str]) -> list[Any]:
    states = [start]
    for text in moves:
        states.append(engine.apply(states[-1], engine.parse(text)))
    return states
