"""Which clause forbids a move that belongs to another moment."""

from __future__ import annotations

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.contract import Refused

Events = tuple[str, ...]

BEGIN = "an action begins with a die, as in 'use 5'"

AT: dict[type, tuple[str, str]] = {
    m.Deal: ("expert.sheet", "boards are dealt once, before they are chosen, if at all"),
    m.Side: ("expert.side", "a board is chosen once, when it was dealt, if at all"),
    m.Found: ("expert.castle", "the first castle is laid once, when the board was chosen"),
    m.Draw: ("phase.fill", "nothing is drawn now"),
    m.Roll: ("round.roll", "these dice are not thrown now"),
    m.White: ("round.roll", "the white die is not thrown now"),
    m.Use: ("turn.die", "no die is chosen now"),
    m.Shift: ("turn.die-first", "workers are spent before a die is named, or when its action is done"),
    m.Take: ("take.die", f"no tile can be taken now; {BEGIN}"),
    m.Place: ("place.die", f"no tile can be placed now; {BEGIN}"),
    m.Sell: ("sell.die", f"nothing can be sold now; {BEGIN}"),
    m.TakeWorkers: ("workers.take", f"no workers can be taken now; {BEGIN}"),
    m.Buy: ("purchase.moment", "nothing can be bought now"),
    m.Pay: ("purchase.price", "there is no price to be paid now"),
    m.Discard: ("take.full", "no tile has to make room now"),
    m.Goods: ("ship.goods", "no ship takes goods now"),
    m.Keep: ("ship.left", "no goods are left behind now"),
}
"""For each kind of move the clause that says when it is made."""


def wrong_time(move: m.Move, clause: str, why: str) -> Refused:
    """The refusal of a move that is not made now; `clause` and `why` for moves that have no moment of their own."""
    own = AT.get(type(move))
    return Refused(*own) if own else Refused(clause, why)
