"""Which clause forbids a move that belongs to another moment."""

from __future__ import annotations

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.contract import Refused

Events = tuple[str, ...]

AT: dict[type, tuple[str, str]] = {
    m.Deal: ("expert.sheet", "boards are dealt before the game, if at all"),
    m.Side: ("expert.side", "boards are chosen before the game, if at all"),
    m.Found: ("expert.castle", "the first castle is laid before the game"),
    m.Draw: ("phase.fill", "nothing is drawn now"),
    m.Roll: ("round.roll", "these dice are not thrown now"),
    m.White: ("round.roll", "the white die is not thrown now"),
    m.Use: ("turn.die", "no die is chosen now"),
    m.Shift: ("turn.die-first", "workers are spent before a die is named, or when its action is done"),
    m.Take: ("take.die", "no tile can be taken now"),
    m.Place: ("place.die", "no tile can be placed now"),
    m.Sell: ("sell.die", "nothing can be sold now"),
    m.TakeWorkers: ("workers.take", "no workers can be taken now"),
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
