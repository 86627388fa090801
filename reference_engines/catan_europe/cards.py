"""Development cards: buying, playing, and what is written on them."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import isolated, turn
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.merchants import pay
from rulecheck.reference_engines.catan_europe.moves import Drawn, Move, Name, Take
from rulecheck.reference_engines.catan_europe.table import (
    RESOURCES,
    CardDraw,
    FreeDrive,
    FreeMarch,
    FreeRoute,
    Harvest,
    Monopoly,
    MoveRobber,
    Table,
    with_seat,
)
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.tuples import plus


@cites("card.price", "build.pay", "card.draw", "card.reshuffle")
def buy(g: Kit, t: Table) -> Table:
    """The price is paid; chance draws the top card."""
    t = pay(t, g.card_price)
    events: tuple[str, ...] = ("card.price", "build.pay")
    if not any(t.stock):
        t = changed(t, stock=t.pile, pile=g.no_cards)
        events = (*events, "card.reshuffle")
    return changed(t, phase=CardDraw(), events=events)


@cites("card.draw", "card.not-same-turn")
def draw(g: Kit, t: Table, card: int) -> Table:
    """The player takes the card, not to be played this turn."""
    seat = t.seats[t.turn]
    seats = with_seat(t.seats, t.turn, new_cards=plus(seat.new_cards, card, 1))
    t = changed(t, seats=seats, stock=plus(t.stock, card, -1))
    events: tuple[str, ...] = ("card.draw", "card.not-same-turn")
    if not any(t.stock) and any(t.pile):
        t = changed(t, stock=t.pile, pile=g.no_cards)
        events = (*events, "card.reshuffle")
    return changed(t, phase=turn.ACTIONS, events=events)


@cites("card.not-same-turn", "card.one-per-turn", "card.when", "dice.card-first", "card.before-dice")
def refuse_play(g: Kit, t: Table, card: int, *, before_dice: bool) -> Refused | None:
    """Why a card cannot be played now."""
    seat = t.seats[t.turn]
    if not seat.cards[card]:
        if seat.new_cards[card]:
            return Refused("card.not-same-turn", "the card was bought in this turn")
        return Refused("card.when", f"the player does not hold {g.cards[card]}")
    if t.card_played:
        return Refused("card.one-per-turn", "a card was played in this turn")
    effect = g.effects[card]
    if before_dice and not g.any_card_before_dice and effect != "move_robber":
        return Refused("dice.card-first", "this card is not played before the dice")
    return refuse_effect(g, t, effect)


@cites("card.routes", "card.merchant", "card.caravan", "card.harvest")
def refuse_effect(g: Kit, t: Table, effect: str) -> Refused | None:
    """Why a card would do nothing."""
    seat = t.seats[t.turn]
    if effect == "free_routes" and not isolated.sites(g, t):
        return Refused("card.routes", "there is no place for a route")
    if effect == "free_merchant_move" and not seat.merchants:
        return Refused("card.merchant", "no merchant is on the board")
    if effect == "free_caravan_move" and not any(path is not None for path in seat.caravans):
        return Refused("card.caravan", "no caravan is on the board")
    if effect == "take_resources" and not any(t.stacks):
        return Refused("card.harvest", "all stacks are empty")
    return None


def playable(g: Kit, t: Table, *, before_dice: bool) -> list[Move]:
    """The cards that may be played now."""
    cards = t.seats[t.turn].cards
    if t.card_played or cards == g.no_cards:
        return []
    return [
        g.play[k] for k, count in enumerate(cards) if count and refuse_play(g, t, k, before_dice=before_dice) is None
    ]


@cites("card.discard", "card.lancier", "card.routes", "card.merchant", "card.caravan", "card.harvest", "card.monopoly")
def play(g: Kit, t: Table, card: int, events: tuple[str, ...]) -> Table:
    """A card is played and discarded; what is written on it happens."""
    seat = t.seats[t.turn]
    seats = with_seat(t.seats, t.turn, cards=plus(seat.cards, card, -1))
    t = changed(t, seats=seats, pile=plus(t.pile, card, 1), card_played=True)
    effect, amount = g.effects[card], g.amount[g.effects[card]]
    events = (*events, "card.when", "card.discard", "card.one-per-turn")
    if not t.rolled and effect != "move_robber":
        events = (*events, SILENT + "card.before-dice")
    match effect:
        case "move_robber":
            return changed(t, phase=MoveRobber(), events=(*events, "card.lancier"))
        case "free_routes":
            return isolated.free_route(g, t, amount, None, turn.main(t), events)
        case "free_merchant_move":
            return changed(t, phase=FreeMarch(), events=(*events, "card.merchant"))
        case "free_caravan_move":
            return changed(t, phase=FreeDrive(), events=(*events, "card.caravan"))
        case "take_resources":
            return changed(t, phase=Harvest(amount), events=(*events, "card.harvest"))
        case _:
            return changed(t, phase=Monopoly(), events=(*events, "card.monopoly"))


@cites("card.harvest", "bank.stock")
def take(g: Kit, t: Table, left: int, move: Take) -> Table:
    """One resource of choice comes from its stack."""
    kind = RESOURCES.index(move.kind)
    seats = with_seat(t.seats, t.turn, hand=plus(t.seats[t.turn].hand, kind, 1))
    t = changed(t, seats=seats, stacks=plus(t.stacks, kind, -1))
    if left > 1 and any(t.stacks):
        return changed(t, phase=Harvest(left - 1), events=("card.harvest",))
    events = ("card.harvest", "bank.stock") if left > 1 else ("card.harvest",)
    return changed(t, phase=turn.main(t), events=events)


@cites("card.monopoly")
def monopoly(g: Kit, t: Table, move: Name) -> Table:
    """All others hand over every card of the kind named."""
    kind = RESOURCES.index(move.kind)
    whole = sum(seat.hand[kind] for seat in t.seats)
    seats = tuple(
        changed(seat, hand=plus(seat.hand, kind, (whole if k == t.turn else 0) - seat.hand[kind]))
        for k, seat in enumerate(t.seats)
    )
    return changed(t, seats=seats, phase=turn.main(t), events=("card.monopoly",))


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves while a card is drawn or does what is written on it."""
    match t.phase:
        case CardDraw():
            return [g.drawn[k] for k, count in enumerate(t.stock) if count]
        case Harvest():
            return [g.take[k] for k, count in enumerate(t.stacks) if count]
        case Monopoly():
            return g.name
        case FreeRoute():
            return isolated.moves(g, t)
        case _:
            raise AssertionError(t.phase)


def weights(g: Kit, t: Table) -> Sequence[int]:
    """How often each card lies in the stock."""
    return [count for count in t.stock if count]


@cites("card.draw", "card.harvest", "card.monopoly")
def explain(g: Kit, t: Table, move: Move) -> Refused | None:
    """The clause that forbids a move while a card is drawn or does what is written on it."""
    match t.phase, move:
        case CardDraw(), Drawn(card):
            if not t.stock[g.card_number[card]]:
                return Refused("card.draw", f"no {card} is left in the stock")
            return None
        case Harvest(), Take(kind):
            if not t.stacks[RESOURCES.index(kind)]:
                return Refused("bank.stock", f"no {kind} is left in its stack")
            return None
        case Monopoly(), Name():
            return None
        case CardDraw(), _:
            return Refused("card.draw", "a card is being drawn")
        case Harvest(), _:
            return Refused("card.harvest", "a resource has to be taken for the card")
        case _:
            return Refused("card.monopoly", "a resource has to be named for the card")


def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move while a card is drawn or does what is written on it."""
    match t.phase, move:
        case CardDraw(), Drawn(card):
            return draw(g, t, g.card_number[card])
        case Harvest(left), Take():
            return take(g, t, left, move)
        case Monopoly(), Name():
            return monopoly(g, t, move)
        case _:
            raise AssertionError(move)
