"""Choosing a role: the card and its doubloons, and the phase that begins."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Refused, changed, cites
from rulecheck.reference_engines.puerto_rico import builder, captain, craftsman, gains, mayor, settler, trader
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.moves import Choose, Move
from rulecheck.reference_engines.puerto_rico.rounds import Events, next_choice, wrong_time
from rulecheck.reference_engines.puerto_rico.table import (
    CHOOSING,
    FIRST_LOADING,
    MAYOR,
    PROSPECTOR,
    Choosing,
    Crafting,
    Phase,
    Table,
    change_seat,
)
from rulecheck.reference_engines.tuples import plus


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The role cards that nobody has."""
    key = t.taken
    choices: Sequence[Move] | None = g.lists.get(key)
    if choices is None:
        choices = tuple(g.choose[card] for card, seat in enumerate(t.taken) if seat < 0)
        g.remember(key, choices)
    return choices


@cites("round.card-stays", "round.must-choose")
def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open while a role is chosen."""
    match move:
        case Choose(role):
            who = g.seats[t.taken[g.role_number[role]]]
            return Refused("round.card-stays", f"{who} has the {role} card")
        case _:
            return Refused(*wrong_time(t, move, "round.must-choose", "a role card has to be taken"))


@cites("role.money", "round.card-stays")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """A player takes a role card with the doubloons on it, and its phase begins."""
    assert type(move) is Choose
    card, seat = g.role_number[move.role], t.turn
    taken = plus(t.taken, card, seat + 1)
    money = t.card_money[card]
    events: Events = ("role.order", "round.card-stays")
    if money:
        events += ("role.money",)
        seats = change_seat(t.seats, seat, money=t.seats[seat].money + money)
        t = changed(t, taken=taken, role=card, seats=seats, card_money=plus(t.card_money, card, -money))
    else:
        t = changed(t, taken=taken, role=card)
    return begin(g, t, card, events)


def begin(g: Kit, t: Table, card: int, events: Events) -> Table:
    """The phase of the role that was chosen."""
    if card >= PROSPECTOR:
        return prospect(g, t, events)
    if card == MAYOR:
        return mayor.begin(g, t, events)
    match card:
        case 0:
            return settler.ask(g, t, 0, events)
        case 2:
            return builder.ask(g, t, 0, events)
        case 3:
            return craftsman.produce(g, t, 0, Crafting(), events)
        case 4:
            return trader.ask(g, t, 0, events)
        case _:
            return captain.ask(g, t, t.turn, FIRST_LOADING, events)


@cites("prospector.doubloon", "prospector.no-action")
def prospect(g: Kit, t: Table, events: Events) -> Table:
    """The prospector takes a doubloon; nobody does anything."""
    return gains.offer(g, t, ((-1, g.prospector_privilege),), CHOOSING, (*events, "prospector.no-action"))


def _after_prospecting(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    return next_choice(g, t, events)


gains.RESUME[Choosing] = _after_prospecting
