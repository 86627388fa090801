"""The turn: its beginning, its end, and what follows a decision that interrupted it."""

from __future__ import annotations

from collections.abc import Callable

from rulecheck.reference_engines.catan_europe.arithmetic import next_seat
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.table import (
    Actions,
    BeforeDice,
    Dice,
    Phase,
    Table,
    TurnEnd,
    with_seat,
)
from rulecheck.reference_engines.contract import changed, cites

DICE = Dice()
BEFORE_DICE = BeforeDice()
ACTIONS = Actions()
TURN_END = TurnEnd()


def main(t: Table) -> Phase:
    """What a card or the robber interrupted: the action phase, or the dice that are still to be rolled."""
    return ACTIONS if t.rolled else DICE


Resume = Callable[[Kit, Table, Phase, tuple[str, ...]], Table]

RESUME: dict[type[Phase], Resume] = {}
"""How phases that do more than wait for a move are entered; every other phase just becomes the table's."""


def resume(g: Kit, t: Table, phase: Phase, events: tuple[str, ...]) -> Table:
    """The table when an interruption is over and `phase` follows."""
    enter = RESUME.get(type(phase))
    if enter is not None:
        return enter(g, t, phase, events)
    return changed(t, phase=phase, events=events)


@cites("turn.order", "turn.phases", "dice.card-first", "card.before-dice")
def begin(g: Kit, t: Table, seat: int, events: tuple[str, ...]) -> Table:
    """A seat's turn begins: with the dice, unless there is a card to play before them."""
    phase: Phase = DICE
    if can_play_first(g, t, seat):
        phase, events = BEFORE_DICE, (*events, "dice.card-first")
    return changed(t, turn=seat, phase=phase, rolled=False, bought=0, card_played=False, tolls=(), events=events)


@cites("dice.card-first")
def can_play_first(g: Kit, t: Table, seat: int) -> bool:
    """Whether the player holds a card that may be played before the dice."""
    cards = t.seats[seat].cards
    if cards == g.no_cards:
        return False
    return g.any_card_before_dice or any(
        count and effect == "move_robber" for count, effect in zip(cards, g.effects, strict=True)
    )


@cites("turn.end")
def end(g: Kit, t: Table) -> Table:
    """The player is done, and the next seat begins, unless something still happens at the end of a turn."""
    return resume(g, t, TURN_END, ("turn.end",))


@cites("turn.order", "card.not-same-turn", "toll.each-turn")
def hand_on(g: Kit, t: Table, events: tuple[str, ...]) -> Table:
    """The next seat's turn; cards that were bought can be played from now on, and tolls are forgotten."""
    seat = t.seats[t.turn]
    if t.tolls:
        events = (*events, "toll.each-turn")
    if seat.new_cards != g.no_cards:
        cards = tuple(a + b for a, b in zip(seat.cards, seat.new_cards, strict=True))
        t = changed(t, seats=with_seat(t.seats, t.turn, cards=cards, new_cards=g.no_cards))
        events = (*events, "card.not-same-turn")
    return begin(g, t, next_seat(t.turn, g.players), (*events, "turn.order"))
