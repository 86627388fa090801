"""Mistakes in trade with the other players and with the bank."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe import trade, turn
from rulecheck.reference_engines.catan_europe.arithmetic import next_seat
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.table import (
    GOLD,
    RESOURCES,
    Actions,
    Answering,
    Bundle,
    Choosing,
    Offering,
    Seat,
    Table,
)
from rulecheck.reference_engines.catan_europe.trade import ask_next, givable, has, kinds, refuse_deal, wantable
from rulecheck.reference_engines.contract import Refused, changed
from tests.faults.catan_europe.common import Wrong, mover

RICH = Seat(hand=(99,) * len(RESOURCES), gold=99)
"""Somebody who holds more of everything than an offer asks for."""

Willing = tuple[tuple[int, Bundle, Bundle], ...]


@breaks("trade.goods")
class GoldIsNotTraded(Wrong):
    """Only resources change hands between players, gold does not."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        gold = (self.g.give[GOLD], self.g.want[GOLD])
        return [move for move in legal if move not in gold]


def _same_kind_given(g: Kit, seat: Seat, offer: Offering) -> int:
    return givable(g, seat, offer) & (kinds(offer.give) or -1)


def _same_kind_wanted(g: Kit, offer: Offering) -> int:
    return wantable(g, offer) & (kinds(offer.want) or -1)


@breaks("trade.goods", "trade.offer")
class OneKindOnEachSide(Wrong):
    """Each side of an offer holds one kind of resource only, or gold only."""

    swaps = ((trade.givable, _same_kind_given), (trade.wantable, _same_kind_wanted))


@breaks("trade.offer", "trade.must-have")
class OnlyWhatOthersHoldIsWanted(Wrong):
    """A player may only ask for what some opponent holds."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        offer = state.phase
        if not isinstance(offer, Offering):
            return legal
        others = [seat for k, seat in enumerate(state.seats) if k != offer.maker]

        def somebody_has(kind: int) -> bool:
            return any((*seat.hand, seat.gold)[kind] > offer.want[kind] for seat in others)

        wants = self.g.want
        return [move for move in legal if not isinstance(move, m.Want) or somebody_has(wants.index(move))]


@breaks("trade.must-have")
class OffersBeyondTheHand(Wrong):
    """A player may offer more than they hold, what is missing is noticed only when the trade is closed."""

    swaps = ((trade.givable, lambda g, seat, offer: givable(g, seat if offer.first else RICH, offer)),)


def _can_close(g: Kit, t: Table, phase: Choosing, partner: str) -> Refused | None:
    for seat, _, gets in phase.willing:
        if partner and seat == g.seat_number[partner] and not has(t.seats[seat], gets):
            return Refused("trade.must-have", f"{partner} does not hold what is wanted")
    return refuse_deal(g, t, phase, partner)


@breaks("trade.must-have", "trade.answer")
class AcceptingWithoutTheGoods(Wrong):
    """An opponent may accept an offer without holding what is wanted, and only then the trade fails."""

    swaps = ((trade.refuse_deal, _can_close),)

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, Answering) or self.g.accept in legal:
            return legal
        return [self.g.accept, *legal]


@breaks("trade.answer")
@Wrong.instead(trade.ask_next)
def OnlyTheAbleAreAsked(
    g: Kit, t: Table, seat: int, give: Bundle, want: Bundle, willing: Willing, events: tuple[str, ...]
) -> Table:
    """Only opponents who hold what is wanted are asked, the others cannot answer with an offer of their own."""
    asked = next_seat(seat, g.players)
    while asked != t.turn and not has(t.seats[asked], want):
        seat, asked = asked, next_seat(asked, g.players)
    return ask_next(g, t, seat, give, want, willing, events)


@breaks("trade.counter", "trade.answer")
class FirstWillingIsTaken(Wrong):
    """The trade is closed at once with the first who is willing, the player is not asked again."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(after.phase, Choosing) or isinstance(state.phase, Choosing):
            return after
        for seat, gives, gets in after.phase.willing:
            if has(mover(after), gives):
                return trade.swap(changed(after, phase=turn.ACTIONS), seat, gives, gets)
        return changed(after, phase=turn.ACTIONS)


@breaks("trade.counter")
class TheTradeMustBeClosed(Wrong):
    """The player has to close the trade with one of those who are willing."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        return legal[:-1] if isinstance(state.phase, Choosing) and len(legal) > 1 else legal


@breaks("trade.counter", "trade.answer")
class CounterOfferIsBinding(Wrong):
    """A counter-offer ends the asking, the others are not asked any more."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        countered = isinstance(state.phase, Offering) and state.phase.first is not None
        if not countered or not isinstance(move, m.Propose) or not isinstance(after.phase, Answering):
            return after
        return changed(after, phase=Choosing(after.phase.willing))


@breaks("bank.buy", "setup.gold")
class BoughtForNobodysGold(Wrong):
    """The gold that a resource costs does not go to the bank."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        return changed(after, bank=state.bank) if isinstance(move, m.Buy) else after


@breaks("bank.buy-limit", "bank.exchange")
class ExchangesCountAsBought(Wrong):
    """Exchanges count among the two resources that may be bought in a turn, and need one of them to be left."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        spent = state.bought >= self.g.buy_limit
        return [move for move in legal if not (spent and isinstance(move, m.Exchange))]

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        return changed(after, bought=state.bought + 1) if isinstance(move, m.Exchange) else after


@breaks("bank.gold", "bank.exchange")
class NoGoldForCards(Wrong):
    """Three resources of a kind buy another resource, but no gold."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in legal if not (isinstance(move, m.Exchange) and move.wanted == "gold")]


@breaks("bank.gold")
class ExchangedGoldFromNowhere(Wrong):
    """The gold that three resources buy is not taken from the bank."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        return changed(after, bank=state.bank) if isinstance(move, m.Exchange) else after


@breaks("bank.stock", "bank.buy")
class EmptyStacksStillSell(Wrong):
    """For gold the bank gives a resource also when its stack is empty."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        can_pay = mover(state).gold >= self.g.buy_price and state.bought < self.g.buy_limit
        if not isinstance(state.phase, Actions) or not can_pay:
            return legal
        return [*legal, *(move for move in self.g.buy if move not in legal)]

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        return changed(after, stacks=tuple(max(0, stack) for stack in after.stacks))


@breaks("bank.stock", "bank.exchange")
class EmptyStacksStillExchange(Wrong):
    """Three resources of a kind bring another one also when its stack is empty."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, Actions):
            return legal
        kinds = range(len(RESOURCES))
        held = [kind for kind in kinds if mover(state).hand[kind] >= self.g.exchange_rate]
        more = [self.g.exchange[kind][wanted] for kind in held for wanted in kinds if kind != wanted]
        return [*legal, *(move for move in more if move not in legal)]

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        return changed(after, stacks=tuple(max(0, stack) for stack in after.stacks))
