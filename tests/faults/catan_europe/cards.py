"""Mistakes in buying and playing development cards."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import actions, caravans, cards, isolated, production, turn
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.caravans import owes
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.table import (
    GRAIN,
    RESOURCES,
    SALT,
    Actions,
    BeforeDice,
    CardDraw,
    Connecting,
    Discarding,
    Driving,
    FreeRoute,
    Harvest,
    Monopoly,
    MoveRobber,
    Stealing,
    Table,
)
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import plus
from tests.faults.catan_europe.common import Wrong, dealt, mover


@breaks("build.pay", "card.price", "merchant.price", "caravan.price", "route.price")
class PaymentsAreLost(Wrong):
    """The resources that a merchant, a caravan, a route or a card costs do not go back to their stacks."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        pays = isinstance(move, (m.BuyCard, m.Recruit, m.Equip)) or (
            isinstance(move, m.Route) and isinstance(state.phase, Actions)
        )
        return changed(after, stacks=state.stacks) if pays else after


@breaks("card.price", "build.pay")
@Wrong.with_kit
def CardsCostAsInOldCatan(g: Kit) -> None:
    """A development card costs wool, grain and ore, as in the game that this one comes from."""
    g.card_price = (0, 1, 1, 1, 0)


@breaks("card.draw", "setup.cards")
class BuyerPicksTheCard(Wrong):
    """Who buys a development card picks it out of the stock."""

    def actor(self, state: Table) -> int:
        return state.turn if isinstance(state.phase, CardDraw) else super().actor(state)


@breaks("card.not-same-turn")
class NoCardInATurnOfBuying(Wrong):
    """In a turn in which a card was bought no other card may be played either."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        bought = any(mover(state).new_cards)
        return [move for move in legal if not (bought and isinstance(move, m.Play))]


@breaks("card.one-per-turn")
class SecondCardIsNotRefused(Wrong):
    """A second development card in the same turn is not refused, although the first one is noted."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, Actions) or not state.card_played:
            return legal
        return [*cards.playable(self.g, changed(state, card_played=False), before_dice=False), *legal]


@breaks("card.one-per-turn", "card.price")
class OneCardBoughtPerTurn(Wrong):
    """Only one development card may be bought in a turn."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        bought = any(mover(state).new_cards)
        return [move for move in legal if not (bought and isinstance(move, m.BuyCard))]


@breaks("card.one-per-turn", "card.price")
class PlayedOrBought(Wrong):
    """Who has played a card may not buy one in the same turn."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in legal if not (state.card_played and isinstance(move, m.BuyCard))]


@breaks("card.when", "dice.card-first")
class CardBeforeTheDiceIsForced(Wrong):
    """Who can play a card before the dice has to."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        return legal[:-1] if isinstance(state.phase, BeforeDice) and len(legal) > 1 else legal


@breaks("card.discard", "card.reshuffle")
class PlayedCardsGoIntoTheStock(Wrong):
    """A card that was played goes back into the stock at once."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(move, m.Play):
            return after
        return changed(after, pile=state.pile, stock=plus(after.stock, self.g.card_number[move.card], 1))


@breaks("card.none-left", "card.price")
class CardsCanAlwaysBePaid(Wrong):
    """With stock and discard pile empty a card can still be paid for, and nothing is drawn."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        buys = isinstance(state.phase, Actions) and actions.affordable(mover(state), self.g.card_price)
        return [*legal, self.g.buy_card] if buys and self.g.buy_card not in legal else legal

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        none = isinstance(after.phase, CardDraw) and not any(after.stock)
        return changed(after, phase=turn.ACTIONS) if none else after


@breaks("card.lancier", "robber.steal")
class LancierDoesNotSteal(Wrong):
    """The Lancier moves the robber, but nothing is stolen."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        quiet = isinstance(state.phase, MoveRobber) and isinstance(after.phase, Stealing) and state.card_played
        return changed(after, phase=turn.main(after)) if quiet else after


@breaks("card.lancier", "seven.discard")
class LancierHalvesHands(Wrong):
    """When a Lancier is played, full hands are halved as on a seven."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(move, m.Play) or not isinstance(after.phase, MoveRobber):
            return after
        due = production.seven(self.g, after).phase
        return changed(after, phase=due) if isinstance(due, Discarding) else after


@breaks("card.routes")
class CardBringsOneRoute(Wrong):
    """The card brings one route for nothing, not two."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if isinstance(move, m.Play) and isinstance(after.phase, FreeRoute):
            return changed(after, phase=FreeRoute(1, None, after.phase.after))
        return after


@breaks("card.routes", "arrow.connected")
class CardRoutesTouchEachOther(Wrong):
    """The second route of the card must touch the first one."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        second = isinstance(state.phase, FreeRoute) and state.phase.left > 1 and isinstance(move, m.Route)
        if not second or not isinstance(after.phase, FreeRoute):
            return after
        assert isinstance(move, m.Route)
        touching = self.g.path_number[move.path]
        return isolated.free_route(self.g, after, after.phase.left, touching, after.phase.after, ())


@breaks("card.routes", "isolated.gold")
class CardRoutesEarnNothing(Wrong):
    """Routes that a card brings earn no gold when they connect an isolated city."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        free = isinstance(state.phase, FreeRoute) and state.phase.touching is None
        if free and isinstance(after.phase, Connecting):
            return isolated.resume(self.g, after, after.phase.after, ())
        if not free or after.bank == state.bank:
            return after
        seats = tuple(changed(seat, gold=old.gold) for seat, old in zip(after.seats, state.seats, strict=True))
        return changed(after, seats=seats, bank=state.bank)


@breaks("card.merchant", "march.grain")
class SwiftMerchantCostsGrain(Wrong):
    """The merchant that a card moves costs a grain all the same."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        poor = not mover(state).hand[GRAIN]
        return [move for move in legal if not (poor and self.is_swift(move))]

    def is_swift(self, move: m.Move) -> bool:
        """Whether the card for a merchant is played."""
        return isinstance(move, m.Play) and self.g.effects[self.g.card_number[move.card]] == "free_merchant_move"

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        return dealt(after, after.turn, GRAIN, -1) if self.is_swift(move) else after


def _no_toll_for_cards(g: Kit, t: Table, which: int, path: int, tolls: tuple[tuple[int, int], ...]) -> int:
    return 0 if t.card_played else owes(g, t, which, path, tolls)


@breaks("card.caravan", "toll.pay")
class SwiftCaravanPaysNoToll(Wrong):
    """In a turn in which a card moves a caravan no tolls are paid."""

    swaps = ((caravans.owes, _no_toll_for_cards),)

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not state.card_played or not isinstance(state.phase, Driving) or not isinstance(move, m.Onto):
            return after
        seats = tuple(changed(seat, gold=old.gold) for seat, old in zip(after.seats, state.seats, strict=True))
        return changed(after, seats=seats, tolls=state.tolls)


@breaks("card.caravan", "drive.salt")
class SwiftCaravanCostsSalt(Wrong):
    """The caravan that a card moves costs a salt all the same."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        poor = not mover(state).hand[SALT]
        return [move for move in legal if not (poor and self.is_swift(move))]

    def is_swift(self, move: m.Move) -> bool:
        """Whether the card for a caravan is played."""
        return isinstance(move, m.Play) and self.g.effects[self.g.card_number[move.card]] == "free_caravan_move"

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        return dealt(after, after.turn, SALT, -1) if self.is_swift(move) else after


@breaks("card.harvest")
class HarvestIsOneKind(Wrong):
    """The two resources of the harvest are of the same kind."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(move, m.Take) or not isinstance(after.phase, Harvest):
            return after
        kind = RESOURCES.index(move.kind)
        after = changed(after, phase=turn.main(after))
        return dealt(after, after.turn, kind, min(1, after.stacks[kind]))


@breaks("card.harvest")
class HarvestIsOneCard(Wrong):
    """The harvest brings one resource of choice, not two."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        again = isinstance(move, m.Take) and isinstance(after.phase, Harvest)
        return changed(after, phase=turn.main(after)) if again else after


@breaks("card.monopoly")
class MonopolyTakesOneEach(Wrong):
    """Every opponent hands over one card of the kind named, not all of them."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if not isinstance(state.phase, Monopoly) or not isinstance(move, m.Name):
            return super().apply(state, move)
        kind, after = RESOURCES.index(move.kind), changed(state, phase=turn.main(state))
        for k, seat in enumerate(state.seats):
            if k != state.turn and seat.hand[kind]:
                after = dealt(dealt(after, k, kind, -1), state.turn, kind, 1)
        return after


@breaks("card.monopoly")
class MonopolyGoesToTheBank(Wrong):
    """The cards of the kind named go back to their stack, the player does not receive them."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(move, m.Name):
            return after
        kind = RESOURCES.index(move.kind)
        return dealt(after, after.turn, kind, mover(state).hand[kind] - mover(after).hand[kind])
