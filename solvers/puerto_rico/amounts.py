"""Prices, production, the factory, storage and the doubloons on the cards: the engine's own functions on unknowns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, product
from typing import Any, Final

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import arithmetic, craftsman, rounds
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import GOODS, Seat, Table, change_seat
from rulecheck.solvers.logic import Term, all_of, any_of, implies, most, number, total
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.puerto_rico.tables import kit_of_unknowns
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, WrongAnswer, position
from rulecheck.solvers.symbolic import disagreement, unknown
from rulecheck.solvers.theorem import theorem

PLAYERS: Final = 3

# ---- prices

Price = Callable[[Any, Any, Any, Any, Any], Any]
"""A rule: cost, column, occupied quarries, doubloons per quarry, the builder's privilege."""

PRINTED: Final = {"construction hut": 1, "office": 3, "harbor": 5, "city hall": 7}
"""What three quarries make of four prices in the worked example, for a player who is not the builder."""


def is_price(price: Term, cost: int, column: int, quarries: Term, privilege: int) -> Term:
    """The least that any number of usable quarries leaves to pay, but not below nothing."""
    usable = [(used <= quarries, most(0, cost - used - privilege)) for used in range(column + 1)]
    return all_of(
        price >= 0,
        all_of(*(implies(may, price <= left) for may, left in usable)),
        any_of(*(all_of(may, price == left) for may, left in usable)),
    )


@theorem(
    "quarry.discount", "quarry.limit", "quarry.with-privilege", "quarry.not-below-zero", "builder.privilege",
    "builder.afford",
    bounds=Ranges(
        Axis("building", lambda engine: engine.g.names), Axis("for the builder", (False, True)),  # type: ignore[attr-defined]
        besides="0 to 12 occupied quarries; built in the engine with 0 to 8", players=always(PLAYERS),
    ),
)  # fmt: skip
def prices_are_as_printed_and_never_below_nothing(proof: Proof, rule: Price = arithmetic.price) -> Refutation | None:
    """A building costs its price less one doubloon for each quarry that its column lets count and for the builder.

    The engine's `price` is executed for all numbers of quarries; a price is the least that any usable number of
    quarries leaves, never below 0. In the engine each building can then be built with just that many doubloons, which
    are gone afterwards, and not with one less.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    quarries = number("quarries")
    given = [quarries >= 0, quarries <= 12]
    free: list[str] = []
    for kind in g.buildings:
        for privilege in (0, g.builder_privilege):
            counterexample = disagreement(
                proof,
                lambda kind=kind, privilege=privilege: rule(  # type: ignore[misc]
                    kind.cost, kind.column, unknown(quarries), g.quarry_discount, privilege
                ),
                lambda paid, kind=kind, privilege=privilege: is_price(  # type: ignore[misc]
                    paid, kind.cost, kind.column, quarries, privilege
                ),
                given,
                [quarries],
            )
            if counterexample is not None:
                return _other_price(engine, kind, counterexample[0].of(quarries), privilege, rule)
            proof.cover(PLAYERS, DEFAULT, kind.name, bool(privilege))
            if proof.against(is_price(0, kind.cost, kind.column, quarries, privilege), given) is not None and (
                proof.against(~is_price(0, kind.cost, kind.column, quarries, privilege), given) is not None
            ):
                free.append(f"{kind.name}{' for the builder' if privilege else ''}")
    for name, paid in PRINTED.items():
        kind = g.buildings[g.building_number[name]]
        if not is_price(paid, kind.cost, kind.column, 3, 0):
            raise AssertionError(f"the sentence does not give the worked example's price of the {name}")
    proof.note("the worked example follows: construction hut 1, office 3, harbor 5, city hall 7 with three quarries")
    proof.note(f"can be had for nothing: {', '.join(free)}")
    return _built(proof, engine)


def _at_the_builder(engine: AnyEngine, quarries: int, is_builder: bool, money: int) -> Table:
    who = "anna" if is_builder else "bob"
    given = {
        "turn": who, f"players.{who}.doubloons": money,
        f"players.{who}.island.quarry": quarries, f"players.{who}.island_colonists.quarry": quarries,
    }  # fmt: skip
    state: Table = position(engine, "builder", given)
    return state


def _built(proof: Proof, engine: AnyEngine) -> Refutation | None:
    g: Kit = engine.g  # type: ignore[attr-defined]
    for is_builder, quarries in product((True, False), range(9)):
        rich = _at_the_builder(engine, quarries, is_builder, 20)
        for k, kind in enumerate(g.buildings):
            privilege = g.builder_privilege if is_builder else 0
            price = next(p for p in range(20) if is_price(p, kind.cost, kind.column, quarries, privilege))
            proof.case()
            for money in {price, max(price - 1, 0)}:
                state = changed(rich, seats=change_seat(rich.seats, rich.turn, money=money))
                if _sold_otherwise(k, price, engine, [state]):
                    says = f"the {kind.name} costs {price}, but not with {money} doubloons in the engine"
                    return InEngine(says, engine, state, partial(_sold_otherwise, k, price))
    return None


def _sold_otherwise(building: int, price: int, engine: Any, states: Sequence[Table]) -> bool:
    """Is a building to be had for another price than this, as far as the player's money tells?"""
    state, move = states[0], engine.g.build[building]
    money = state.seats[state.turn].money
    if move not in engine.legal_moves(state):
        return money >= price
    return money < price or bool(engine.apply(state, move).seats[state.turn].money != money - price)


def _other_price(engine: AnyEngine, kind: Any, quarries: int, privilege: int, rule: Price) -> WrongAnswer:
    right = next(p for p in range(20) if is_price(p, kind.cost, kind.column, quarries, privilege))
    asked = f"the price of the {kind.name} with {quarries} quarries{' for the builder' if privilege else ''}"

    def answer(engine: Any, _: Table) -> int:
        price: int = rule(kind.cost, kind.column, quarries, engine.g.quarry_discount, privilege)
        return price

    return WrongAnswer(asked, engine, _at_the_builder(engine, quarries, bool(privilege), right), answer, right)


prices_are_as_printed_and_never_below_nothing.twin(
    "a price may fall below nothing", rule=lambda cost, column, quarries, each, privilege: (
        cost - min(column, quarries) * each - privilege
    ),
).twin(
    "every quarry counts, whatever the column", rule=lambda cost, _, quarries, each, privilege: max(
        0, cost - quarries * each - privilege
    ),
).twin(
    "the builder's doubloon is one of the column's discounts",
    rule=lambda cost, column, quarries, each, privilege: max(0, cost - min(column, quarries * each + privilege)),
)  # fmt: skip

# ---- production

Yields = Callable[[Kit, Seat, Any], Any]


@theorem(
    "production.corn", "production.pairs", "production.kinds", "production.unused", "craftsman.supply-short",
    bounds=Ranges(
        Axis("goods", GOODS), players=always(PLAYERS),
        besides="0 to 12 colonists on its plantations, every number of colonists in its buildings, 0 to 11 barrels in "
        "the supply",
    ),
)  # fmt: skip
def production_counts_pairs(proof: Proof, rule: Yields = craftsman.yields) -> Refutation | None:
    """A player makes as many barrels as they can pair colonists on plantations with colonists in buildings.

    Corn needs no building; the supply limits all. The engine's `yields` is executed on a board of unknowns, one kind at
    a time: the result is a number that all three allow, and no larger one is. Both worked examples (page 11: 2 corn, 3
    sugar, 1 tobacco; page 13: 2 sugar, 1 tobacco) follow from it.
    """
    g = kit_of_unknowns(proof.rules(PLAYERS))
    for kind, good in enumerate(GOODS):
        field, supply = number(f"colonists on {good}"), number(f"{good} in the supply")
        inside = {k: number(g.names[k]) for k in g.makers[kind]}
        given = [field >= 0, field <= 12, supply >= 0, supply <= 11]
        given += [term for k, here in inside.items() for term in (here >= 0, here <= g.circles[k])]
        seat = changed(
            Seat(),
            tilled=tuple(unknown(field) if k == kind else 0 for k in range(6)),
            city=tuple(unknown(inside[k]) if k in inside else -1 for k in range(len(g.names))),
        )
        stock = tuple(unknown(supply) if k == kind else 0 for k in range(5))
        places = total(inside.values()) if inside else field

        def right(made: Any, kind: int = kind, limits: Sequence[Term] = (field, places, supply)) -> Term:
            mine = made[kind]
            rest = all_of(*(count == 0 for k, count in enumerate(made) if k != kind))
            return all_of(rest, any_of(*(mine == limit for limit in limits)), *(mine <= limit for limit in limits))

        counterexample = disagreement(
            proof, partial(rule, g, seat, stock), right, given, [field, supply, *inside.values()]
        )
        if counterexample is not None:
            values = counterexample[0]
            return _made(proof.engine(PLAYERS), good, values.of(field), values.of(supply),
                         {g.names[k]: values.of(here) for k, here in inside.items()}, rule)  # fmt: skip
        proof.cover(PLAYERS, "", good)
    return None


def _made(engine: AnyEngine, good: str, field: int, supply: int, inside: dict[str, int], rule: Yields) -> WrongAnswer:
    kind = GOODS.index(good)
    places = sum(inside.values()) if inside else field
    right = min(field, places, supply)
    given: dict[str, Any] = {f"players.anna.island.{good}": field, f"players.anna.island_colonists.{good}": field}
    given |= {f"players.anna.city.{name}": here for name, here in inside.items()}
    state = position(engine, "ready", {**given, f"supply.{good}": supply})

    def answer(engine: Any, state: Table) -> Any:
        return rule(engine.g, state.seats[0], state.supply)[kind]

    asked = f"{good} of {field} on plantations, {places} in buildings, {supply} in the supply"
    return WrongAnswer(asked, engine, state, answer, right)


def _without_buildings(g: Kit, seat: Seat, supply: Any) -> Any:
    return tuple([min(seat.tilled[kind], supply[kind]) for kind in range(5)])


production_counts_pairs.twin("plantations produce without buildings", rule=_without_buildings)

# ---- the factory

Due = Callable[[Kit, Seat, tuple[int, ...]], Any]
PRODUCTIONS: Final = Ranges(
    Axis("productions of 0, 1, 2 or 6 barrels of each kind", tuple(product((0, 1, 2, 6), repeat=5))),
    players=always(PLAYERS),
)  # fmt: skip


@theorem(
    "factory.bonus",
    "factory.kinds",
    bounds=PRODUCTIONS,
)
def factory_pays_for_kinds(proof: Proof, rule: Due = craftsman.factory_due) -> Refutation | None:
    """An occupied factory pays 1, 2, 3, 5 doubloons for two, three, four, five kinds; the barrels do not matter.

    The engine's `factory_due` is called for each production (it looks its answer up in a list, so it is enumerated).
    The worked example, two kinds, 1 doubloon, is among them; so is one kind, for nothing.
    """
    for engine, (made,) in PRODUCTIONS.positions(proof):
        g: Kit = engine.g  # type: ignore[attr-defined]
        seat = changed(Seat(), city=tuple(1 if k == g.factory else -1 for k in range(len(g.names))))
        kinds = len([count for count in made if count])
        right = {2: 1, 3: 2, 4: 3, 5: 5}.get(kinds, 0)
        due = rule(g, seat, made)
        paid = sum(amount for _, amount in due)
        if paid != right:
            return _factory(engine, made, right, rule)
    return None


def _factory(engine: AnyEngine, made: tuple[int, ...], right: int, rule: Due) -> WrongAnswer:
    g: Kit = engine.g  # type: ignore[attr-defined]
    given: dict[str, Any] = {"players.anna.city.factory": 1, "players.anna.doubloons": 0}
    for kind, good in enumerate(GOODS):
        given[f"players.anna.island.{good}"] = given[f"players.anna.island_colonists.{good}"] = made[kind]
        if made[kind] and g.makers[kind]:
            given[f"players.anna.city.{g.names[g.makers[kind][-1]]}"] = made[kind]
    state = position(engine, "ready", given)

    def answer(engine: Any, state: Table) -> int:
        return sum(amount for _, amount in rule(engine.g, state.seats[0], made))

    return WrongAnswer(f"doubloons for {made} barrels of corn to coffee", engine, state, answer, right)


def _pays_four_for_five(g: Kit, seat: Seat, made: tuple[int, ...]) -> Any:
    return tuple((right, min(amount, 4)) for right, amount in craftsman.factory_due(g, seat, made))


factory_pays_for_kinds.twin("five kinds pay 4", rule=_pays_four_for_five)

# ---- the end of a round

Ended = Callable[[Kit, Table, Any], Table]


def _taken(engine: AnyEngine) -> Iterator[tuple[int, ...]]:
    """The sets of role cards that players can take in a round."""
    return combinations(range(len(engine.g.roles)), len(engine.seats))  # type: ignore[attr-defined]


@theorem(
    "round.money-on-cards", "setup.roles", readings=("bank.money",),
    bounds=Ranges(
        Axis("set of cards taken in a round", _taken),
        besides="any money in the bank and on each card",
    ),
)  # fmt: skip
def three_doubloons_go_onto_the_unused_cards(proof: Proof, rule: Ended = rounds.end_round) -> Refutation | None:
    """With every number of players three cards are left, and each gets one doubloon from the bank, if it has three.

    The engine's `end_round` is executed for each set of cards taken, with unknown money in the bank and on the cards. A
    bank that has less gives what it has, one doubloon a card, and never more.
    """
    for players in proof.players:
        rules = proof.rules(players)
        g = kit_of_unknowns(rules)
        start = proof.engine(players).named_start("ready")
        bank = number("bank")
        cards = [number(role) for role in g.roles]
        given = [bank >= 0, bank <= 86, *(money >= 0 for money in cards)]
        for taken in combinations(range(len(g.roles)), players):
            if len(g.roles) - len(taken) != 3:
                raise AssertionError("not three cards")
            holders = tuple(taken.index(card) if card in taken else -1 for card in range(len(g.roles)))
            table = changed(
                start, bank=unknown(bank), card_money=tuple(map(unknown, cards)), taken=holders, picker=players - 1,
            )  # fmt: skip

            counterexample = disagreement(
                proof, partial(_ended, rule, g, table), partial(_is_right, bank, cards, taken), given,
                [bank, total(cards)],
            )  # fmt: skip
            if counterexample is not None:
                lying = {role: counterexample[0].of(money) for role, money in zip(g.roles, cards, strict=True)}
                return _paid(proof.engine(players), counterexample[0].of(bank), lying, taken, holders, rule)
            proof.cover(players, "", taken)
    return None


def _ended(rule: Ended, g: Kit, table: Table) -> tuple[Any, tuple[Any, ...]]:
    after = rule(g, table, ())
    return after.bank, tuple(after.card_money)


def _is_right(bank: Term, cards: Sequence[Term], taken: Sequence[int], after: Any) -> Term:
    """One doubloon has gone from the bank onto each card that nobody took, as far as the bank goes."""
    left, money = after
    new = [money[card] - cards[card] for card in range(len(cards))]
    unused = [card for card in range(len(cards)) if card not in taken]
    return all_of(
        *(new[card] == 0 for card in taken),
        *(all_of(new[card] >= 0, new[card] <= 1) for card in unused),
        bank - left == total(new),
        implies(bank >= 3, all_of(*(new[card] == 1 for card in unused))),
        implies(bank < 3, left == 0),
    )


def _paid(
    engine: AnyEngine, bank: int, lying: dict[str, int], taken: Sequence[int], holders: tuple[int, ...], rule: Ended
) -> WrongAnswer:
    """The last moment of a round in which these cards were taken, and what the rule makes of it."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    given = {"bank": bank, **{f"cards.{role}": money for role, money in lying.items()}}
    cards = tuple(lying.values())

    def answer(engine: Any, state: Table) -> Any:
        return _ended(rule, engine.g, changed(state, taken=holders, picker=g.players - 1))

    unused = [card for card in range(len(cards)) if card not in taken]
    paid = unused[:bank]
    due = "a doubloon on each of " + ", ".join(g.roles[card] for card in paid) if paid else "no doubloon"
    roles = ", ".join(g.roles[card] for card in taken)
    asked = f"the bank and the cards after a round with {roles} taken, {bank} and {cards} before"
    return WrongAnswer(
        asked, engine, position(engine, "ready", given), answer, due, partial(_is_right, bank, cards, taken)
    )


def _on_every_card(g: Kit, t: Table, events: Any) -> Table:
    after = rounds.end_round(g, t, events)
    return changed(after, card_money=tuple([money + 1 for money in t.card_money]), bank=t.bank - len(t.taken))


def _only_on_bare_cards(g: Kit, t: Table, events: Any) -> Table:
    after = rounds.end_round(g, t, events)
    kept = tuple([old if old > 0 else new for old, new in zip(t.card_money, after.card_money, strict=True)])
    spent = sum(kept) - sum(t.card_money)
    return changed(after, card_money=kept, bank=t.bank - spent)


three_doubloons_go_onto_the_unused_cards.twin("every card gets a doubloon", rule=_on_every_card).twin(
    "a card on which money lies gets none", rule=_only_on_bare_cards
)
