"""The market of fuel: the order of prices, and the refill."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import bureaucracy, fuel
from rulecheck.reference_engines.power_grid.kit import NEVER, Kit
from rulecheck.reference_engines.power_grid.table import NO_FUEL, Counts, Table
from rulecheck.reference_engines.tuples import plus
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
from rulecheck.solvers.power_grid.fuel import PLAYERS, buyer
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, WrongAnswer, position
from rulecheck.solvers.symbolic import disagreement, unknown
from rulecheck.solvers.theorem import theorem
from rulecheck.spec.power_grid.board import FUELS

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
        taken, after = False, {}
        for name in names:
            mine = all_of(s[name] > 0, negation(taken))
            after[name] = s[name] - either(mine, 1, 0)
            taken = any_of(taken, s[name] > 0)
        return after

    def lay(s: State, _: State) -> dict[str, Term]:
        laid, after = False, {}
        for name, room in reversed(list(zip(names, held, strict=True))):
            mine = all_of(s[name] < room, negation(laid))
            after[name] = s[name] + either(mine, 1, 0)
            laid = any_of(laid, s[name] < room)
        return after

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
    cheapest: Term = NEVER
    for price, _ in reversed(spaces(g, kind)):
        cheapest = either(s[f"on {price}"] > 0, price, cheapest)
    return cheapest


PRICED: Final = Ranges(
    Axis("fuels", tuple(enumerate(FUELS))), players=always(PLAYERS),
    besides="any tokens on any spaces that earlier sales and refills can leave, by induction; every number of tokens "
    "bought in the engine",
)  # fmt: skip


@theorem(
    "fuel.cheapest", "fuel.sold-out", "refill.dearest", "refill.uranium", "setup.fuel", "setup.first-prices",
    "setup.spaces",
    bounds=PRICED,
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
    for engine, ((kind, name),) in PRICED.positions(proof):
        g: Kit = engine.g  # type: ignore[attr-defined]
        first = engine.rules.number(f"first.{name}")
        if price(g, g.fuel_start, kind) != first:
            return _priced(engine, kind, g.fuel_start[kind], price, first)
        told = shelf(g, kind)
        told = told if change is None else told.with_kinds(change)
        if (refutation := unkept(proof, [told])) is not None:
            return refutation
        state = told.unknown_state()
        assumed = [invariant.holds(state) for invariant in told.invariants]
        for tokens in range(len(g.places[kind]) + 1):
            given = [*assumed, total(state.values()) == tokens]
            proof.possible(*given, what=f"{tokens} {name} on the spaces")
            proof.case()
            due = price(g, plus(NO_FUEL, kind, tokens), kind)
            cheapest = _cheapest(g, kind, state)
            if (wrong := proof.against(cheapest == due, given)) is not None:
                return _priced(engine, kind, tokens, price, wrong.of(cheapest))
            if tokens and _paid(engine, kind, tokens) != due:
                return _priced(engine, kind, tokens, partial(_taken, engine), due)
    return None


def _seller(engine: AnyEngine, kind: int, tokens: int) -> Table:
    """Anna can buy a fuel of which the market has so many."""
    plant = next(plant for plant in (4, 3, 6, 11) if kind in engine.g.kinds[engine.g.plant_number[plant]])  # type: ignore[attr-defined]
    state = buyer(engine, [plant], NO_FUEL)
    market = tuple(tokens if k == kind else 0 for k in range(len(FUELS)))
    return changed(state, fuel=market, supply=tuple(map(int.__sub__, engine.g.fuel_total, market)))  # type: ignore[attr-defined]


def _taken(engine: AnyEngine, _: Kit, tokens: Counts, kind: int) -> int:
    """What the engine takes, as a rule."""
    return _paid(engine, kind, tokens[kind])


def _paid(engine: AnyEngine, kind: int, tokens: int) -> int:
    """What the engine takes for the next token."""
    before = _seller(engine, kind, tokens)
    after = engine.apply(before, engine.g.buy[kind])  # type: ignore[attr-defined]
    return int(before.seats[0].money - after.seats[0].money)


def _priced(engine: AnyEngine, kind: int, tokens: int, price: Price, due: int) -> WrongAnswer:
    asked = f"the price of the next with {tokens} {FUELS[kind]} in the market"
    state = _seller(engine, kind, tokens)
    return WrongAnswer(asked, engine, state, lambda e, state: price(e.g, state.fuel, kind), due)  # type: ignore[attr-defined]


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
    bounds=Ranges(
        Axis("Step", range(1, 4)),
        besides="any tokens in the market, in the supply and with the players, all of the box together",
    ),
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

            counterexample = disagreement(proof, partial(_laid_out, rule, g, t), right, given, [*market, *supply])
            if counterexample is not None:
                values = [[counterexample[0].of(term) for term in terms] for terms in (market, supply)]
                return _refilled(engine, values[0], values[1], step, rule)
            proof.cover(players, DEFAULT, step)
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


def _refilled(engine: AnyEngine, market: Sequence[int], supply: Sequence[int], step: int, rule: Laid) -> WrongAnswer:
    state = changed(
        position(engine, "bureaucracy", {"step": step, "fuel": dict(zip(FUELS, market, strict=True))}),
        supply=tuple(supply),
    )
    amounts = [engine.rules.number(f"refill.{fuel}-{step}") for fuel in FUELS]
    laid = [min(s, a) for s, a in zip(supply, amounts, strict=True)]
    right = tuple(map(sum, zip(market, laid, strict=True))), tuple(map(int.__sub__, supply, laid))

    def answer(engine: Any, state: Table) -> Any:
        fuel, left, events = _laid_out(rule, engine.g, state)
        return fuel, left, "refill.full" in events and "refill.short" not in events

    asked = f"market, supply and whether spaces limited the refill of {market} from {supply} in Step {step}"
    return WrongAnswer(asked, engine, state, answer, (*right, False))


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
    because="the text explains a short refill by players who store too much. Every token of coal lies in the "
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
        move = next((move for move in legal if str(move) in ("done", "pass")), legal[0])
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
