"""Rights that only bring money or points: the owner is asked each time whether to use them, unless readings say no."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.moves import Move, Use
from rulecheck.reference_engines.puerto_rico.rounds import Events, award, pay, wrong_time
from rulecheck.reference_engines.puerto_rico.table import CAPTAIN, TRADER, Gain, Phase, Table

Resume = Callable[[Kit, Table, Phase, Events], Table]

RESUME: dict[type[Phase], Resume] = {}
"""How the phase that was interrupted goes on; filled in by the modules of these phases."""

ON_PRIVILEGE = SILENT + "privilege.gains"
ON_VIOLET = SILENT + "violet.gains"

Due = tuple[tuple[int, int], ...]
"""(building, or -1 for the privilege; how much)."""


@cites("violet.optional", "role.privilege-optional", "violet.gains", "privilege.gains")
def offer(g: Kit, t: Table, due: Due, after: Phase, events: Events) -> Table:
    """Give what is due, asking first where readings say so; then `after` goes on."""
    while due:
        right, amount = due[0]
        if right < 0:
            events += (ON_PRIVILEGE,)
            asked = g.ask_privilege
        else:
            events += (ON_VIOLET,)
            asked = g.ask_gains
        if asked:
            return changed(t, phase=Gain(due, after), events=events)
        t, events = give(g, t, right, amount, events)
        due = due[1:]
    return RESUME[type(after)](g, t, after, events)


@cites(
    "small-market.bonus", "large-market.bonus", "large-market.with-small", "factory.bonus", "harbor.bonus",
    "trader.privilege", "captain.privilege", "prospector.doubloon",
)  # fmt: skip
def give(g: Kit, t: Table, right: int, amount: int, events: Events) -> tuple[Table, Events]:
    """A right brings its money or points."""
    if right == g.harbor:
        return award(g, t, t.turn, amount, (*events, "harbor.bonus"))
    if right == g.small_market:
        return pay(g, t, t.turn, amount, (*events, "small-market.bonus"))
    if right == g.large_market:
        events += ("large-market.bonus",)
        if t.seats[t.turn].city[g.small_market] > 0:
            events += ("large-market.with-small",)
        return pay(g, t, t.turn, amount, events)
    if right == g.factory:
        return pay(g, t, t.turn, amount, (*events, "factory.bonus"))
    if t.role == CAPTAIN:
        return award(g, t, t.turn, amount, (*events, "captain.privilege"))
    return pay(g, t, t.turn, amount, (*events, "trader.privilege" if t.role == TRADER else "prospector.doubloon"))


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """Use the right or leave it."""
    assert isinstance(t.phase, Gain)
    return g.asked[t.phase.due[0][0]]


@cites("violet.optional", "role.privilege-optional")
def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open while a right is offered."""
    assert isinstance(t.phase, Gain)
    right = t.phase.due[0][0]
    what = "the privilege" if right < 0 else f"the {g.names[right]}"
    clause = "role.privilege-optional" if right < 0 else "violet.optional"
    return Refused(*wrong_time(t, move, clause, f"it has to be said first whether {what} is used"))


def apply(g: Kit, t: Table, move: Move) -> Table:
    """The right is used or left; what else is due follows."""
    phase = t.phase
    assert isinstance(phase, Gain)
    right, amount = phase.due[0]
    if type(move) is Use:
        t, events = give(g, t, right, amount, ())
    else:
        events = ("role.privilege-optional",) if right < 0 else ("violet.optional",)
    return offer(g, t, phase.due[1:], phase.after, events)
