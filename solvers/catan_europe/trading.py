"""Trade with the bank and between players, the monopoly: what changes hands, and that the bank gives nothing away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any, Final

from rulecheck.reference_engines.catan_europe import cards, trade
from rulecheck.reference_engines.catan_europe.arithmetic import can_buy, can_exchange
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.moves import Buy, Exchange, Name
from rulecheck.reference_engines.catan_europe.table import GOLD, GOODS, RESOURCES, Table, with_seat
from rulecheck.reference_engines.contract import changed
from rulecheck.solvers.catan_europe.showing import numbers, on_unknowns
from rulecheck.solvers.logic import Term, all_of, same, total
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Axis, Ranges
from rulecheck.solvers.refutation import Refutation
from rulecheck.solvers.theorem import theorem

Sale = Callable[[Any, Any, Any, Any, Any], Any]


@theorem("bank.buy", "bank.buy-limit", "bank.stock", bounds=numbers("gold", "bought", "stack", "price", "limit"))
def gold_buys_while_there_is_gold_a_card_and_leave(proof: Proof, rule: Sale = can_buy) -> Refutation | None:
    """A resource can be bought just if the price is there, the turn's limit is not reached and the stack has a card.

    The engine's `can_buy` is executed on unknown numbers.
    """

    def right(gold: Term, bought: Term, stack: Term, price: Term, limit: Term, answer: Term) -> Term:
        return same(answer, all_of(gold >= price, bought + 1 <= limit, stack >= 1))

    return on_unknowns(proof, rule, ("gold", "bought", "stack", "price", "limit"), right, case=())


gold_buys_while_there_is_gold_a_card_and_leave.twin(
    "one purchase more than the limit",
    rule=lambda gold, bought, stack, price, limit: gold >= price and bought <= limit and stack > 0,
).twin(
    "an empty stack sells", rule=lambda gold, bought, stack, price, limit: gold >= price and bought < limit
)  # fmt: skip


@theorem("bank.exchange", "bank.stock", bounds=numbers("held", "stack", "rate"))
def equal_cards_are_exchanged_while_the_bank_has_the_other(
    proof: Proof, rule: Callable[[Any, Any, Any], Any] = can_exchange
) -> Refutation | None:
    """Equal cards buy another just if there are enough of them and the bank has the other card."""

    def right(held: Term, stack: Term, rate: Term, answer: Term) -> Term:
        return same(answer, all_of(held >= rate, stack >= 1))

    return on_unknowns(proof, rule, ("held", "stack", "rate"), right, case=())


equal_cards_are_exchanged_while_the_bank_has_the_other.twin(
    "one card less is enough", rule=lambda held, stack, rate: held + 1 >= rate and stack > 0
)

# ---- the bank gives nothing away

Dealt = Callable[[Kit, Table, Any], Table]
DEALS: Final[tuple[Buy | Exchange, ...]] = (
    *map(Buy, RESOURCES), *(Exchange(kind, wanted) for kind in RESOURCES for wanted in GOODS if kind != wanted)
)  # fmt: skip


@theorem(
    "bank.exchange", "bank.gold", "bank.buy", "bank.other-kind",
    readings=("gold.bank",),
    bounds=numbers(
        *GOODS, case=[Axis("purchases and exchanges", DEALS)], besides="in hand, and any stacks that can pay"
    ),
)  # fmt: skip
def the_bank_gives_no_more_than_it_takes(
    proof: Proof, buy: Dealt = trade.buy, exchange: Dealt = trade.exchange, numbers: dict[str, int] | None = None
) -> Refutation | None:
    """Counting a card as two coins, no dealing with the bank makes a player richer: nobody can go round with gain.

    A purchase keeps the worth and is limited in a turn; every exchange lowers it. So dealing with the bank comes to an
    end by itself. The engine's `buy` and `exchange` are executed on unknown hands.
    """
    engine = proof.engine(min(proof.players), numbers=numbers or {})
    g: Kit = engine.g  # type: ignore[attr-defined]
    start: Table = engine.named_start("ready")
    for move in DEALS:
        is_purchase = isinstance(move, Buy)
        pays, price = (GOODS.index(move.kind), g.exchange_rate) if isinstance(move, Exchange) else (GOLD, g.buy_price)
        deal = buy if is_purchase else exchange
        wrong = on_unknowns(
            proof, partial(_worth_after, deal, g, start, move), GOODS, partial(_no_richer, is_purchase),
            partial(_holds, pays, price), case=[move],
        )  # fmt: skip
        if wrong is not None:
            return wrong
    return None


def _holds(kind: int, rate: int, *held: Term) -> Term:
    return held[kind] >= rate


def _worth_after(deal: Dealt, g: Kit, start: Table, move: Any, *held: Any) -> Any:
    """Twice the cards and the gold of a player with such a hand after dealing with the bank."""
    t = changed(start, seats=with_seat(start.seats, start.turn, hand=held[:5], gold=held[5]))
    seat = deal(g, t, move).seats[start.turn]
    cards_left = seat.hand[0] + seat.hand[1] + seat.hand[2] + seat.hand[3] + seat.hand[4]
    return 2 * cards_left + seat.gold


def _no_richer(is_purchase: bool, *given: Any) -> Term:
    *held, worth = given
    before = 2 * total(held[:5]) + held[5]
    return worth == before if is_purchase else worth < before


the_bank_gives_no_more_than_it_takes.twin("an exchange takes one card for another", numbers={"exchange.rate": 1}).twin(
    "equal cards bring six coins", numbers={"exchange.gold": 6}
)

# ---- between players

Swap = Callable[[Table, int, Any, Any], Table]


@theorem(
    "trade.goods", "trade.must-have", "trade.own-turn",
    bounds=Ranges(
        Axis("partner", lambda engine: range(1, len(engine.seats))), besides="any hands, any bundles that the two hold"
    ),
)  # fmt: skip
def a_trade_moves_just_what_was_agreed(proof: Proof, rule: Swap = trade.swap) -> Refutation | None:
    """What one gives the other gets, nobody else changes, and who has what they give never comes below nothing.

    The engine's `swap` is executed on unknown hands and bundles.
    """
    for players in proof.players:
        start: Table = proof.engine(players).named_start("ready")
        for partner in range(1, players):
            names = [f"{what} {good}" for what in ("has", "partner has", "gives", "gets") for good in GOODS]
            wrong = on_unknowns(
                proof, partial(_traded, rule, start, partner), names, partial(_agreed, len(start.seats) - 2), _can_give
            )
            if wrong is not None:
                return wrong
            proof.cover(players, "", partner)
    return None


def _can_give(*given: Term) -> Term:
    has, partner_has, gives, gets = (given[6 * k : 6 * k + 6] for k in range(4))
    enough = [have >= give for have, give in zip((*has, *partner_has), (*gives, *gets), strict=True)]
    return all_of(*enough)


def _traded(rule: Swap, start: Table, partner: int, *given: Any) -> list[Any]:
    """What the player has after a trade, what the partner has, and how many others have what they had."""
    has, partner_has, gives, gets = (given[6 * k : 6 * k + 6] for k in range(4))
    seats = with_seat(start.seats, 0, hand=has[:5], gold=has[GOLD])
    seats = with_seat(seats, partner, hand=partner_has[:5], gold=partner_has[GOLD])
    t = changed(start, seats=seats, turn=0)
    after = rule(t, partner, gives, gets).seats
    untouched = sum(after[k] is seats[k] for k in range(len(seats)) if k not in (0, partner))
    return [*after[0].hand, after[0].gold, *after[partner].hand, after[partner].gold, untouched]


def _agreed(others: int, *given: Any) -> Term:
    *counts, after = given
    has, partner_has, gives, gets = (counts[6 * k : 6 * k + 6] for k in range(4))
    mine = [have - give + get for have, give, get in zip(has, gives, gets, strict=True)]
    theirs = [have - get + give for have, give, get in zip(partner_has, gives, gets, strict=True)]
    moved = [is_ == due for is_, due in zip(after[:12], (*mine, *theirs), strict=True)]
    return all_of(*moved, *(is_ >= 0 for is_ in after[:12]), after[12] == others)


def _keeps_the_gold(t: Table, partner: int, gives: Any, gets: Any) -> Table:
    """Gold that is given stays with its owner as well."""
    after = trade.swap(t, partner, gives, gets)
    return changed(after, seats=with_seat(after.seats, 0, gold=t.seats[0].gold + gets[GOLD]))


a_trade_moves_just_what_was_agreed.twin("gold that is given is kept as well", rule=_keeps_the_gold)

# ---- the monopoly


@theorem(
    "card.monopoly",
    bounds=Ranges(
        Axis("player's turn", lambda engine: range(len(engine.seats))),
        Axis("kind", RESOURCES),
        besides="any hands",
    ),
)
def a_monopoly_gathers_all_cards_of_a_kind(
    proof: Proof, rule: Callable[[Kit, Table, Name], Table] = cards.monopoly
) -> Refutation | None:
    """Who plays it holds all cards of the kind that were in hands, the others none; all other cards stay."""
    for players in proof.players:
        engine = proof.engine(players)
        g: Kit = engine.g  # type: ignore[attr-defined]
        start: Table = engine.named_start("ready")
        names = [f"{kind} of seat {who}" for who in range(players) for kind in RESOURCES]
        for turn, kind in product(range(players), range(5)):
            wrong = on_unknowns(
                proof, partial(_named, rule, g, start, turn, kind), names, partial(_gathered, turn, kind)
            )
            if wrong is not None:
                return wrong
            proof.cover(players, "", turn, RESOURCES[kind])
    return None


def _named(rule: Any, g: Kit, start: Table, turn: int, kind: int, *counts: Any) -> list[Any]:
    seats = start.seats
    for who in range(len(seats)):
        seats = with_seat(seats, who, hand=counts[5 * who : 5 * who + 5])
    after = rule(g, changed(start, seats=seats, turn=turn, rolled=True), Name(RESOURCES[kind]))
    return [card for seat in after.seats for card in seat.hand]


def _gathered(turn: int, kind: int, *given: Any) -> Term:
    *counts, after = given
    whole = total(counts[kind::5])
    due = [(whole if k == 5 * turn + kind else 0) if k % 5 == kind else count for k, count in enumerate(counts)]
    return all_of(*(is_ == count for is_, count in zip(after, due, strict=True)))


def _from_the_next_only(g: Kit, t: Table, move: Name) -> Table:
    """Only the left neighbour hands over."""
    kind, who = RESOURCES.index(move.kind), (t.turn + 1) % len(t.seats)
    more = t.seats[who].hand[kind]
    seats = with_seat(t.seats, who, hand=(*t.seats[who].hand[:kind], 0, *t.seats[who].hand[kind + 1 :]))
    mine = seats[t.turn].hand
    return changed(t, seats=with_seat(seats, t.turn, hand=(*mine[:kind], mine[kind] + more, *mine[kind + 1 :])))


a_monopoly_gathers_all_cards_of_a_kind.twin("only the left neighbour hands over", rule=_from_the_next_only)
