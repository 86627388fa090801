"""The market of plants: cards drawn and sorted in, plants that are too small, and the Step 3 card."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.power_grid.arithmetic import is_too_small
from rulecheck.reference_engines.power_grid.flow import RESUME, Events, resumes
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Draw, Move
from rulecheck.reference_engines.power_grid.table import (
    BURYING,
    DRAWN,
    RENEWAL_NEXT,
    RENEWAL_OVER,
    STACK,
    TURNED_UP,
    USED,
    AuctionsOver,
    Building,
    BureaucracyNext,
    Burying,
    Cut,
    Drawing,
    NextBuilder,
    Offering,
    Phase,
    RenewalNext,
    RenewalOver,
    Table,
    sorted_in,
    without,
)

# ---- drawing


@cites("step3.building", "step3.small-later")
def can_draw(g: Kit, t: Table) -> bool:
    """Whether a card can and may be drawn."""
    if t.card == STACK:
        return True
    return bool(t.buried) and (t.card != DRAWN or g.replaced_after_card)


@cites("auction.replaced", "unsold.remove", "renewal.draw", "step3.renewal", "step3.building", "step3.bureaucracy")
def replace(g: Kit, t: Table, after: Phase, events: Events) -> Table:
    """A card is drawn if there is one, and the game goes on."""
    if can_draw(g, t):
        return changed(t, phase=Drawing(after), events=events)
    return settle(g, t, after, events)


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The cards that can come now."""
    if t.card != STACK:
        return tuple(map(g.draw.__getitem__, t.buried))
    if t.has_thirteen:
        return (g.draw[g.thirteen],)
    if t.stack:
        return tuple(map(g.draw.__getitem__, t.unseen))
    return (g.draw[g.step3],)


def explain(g: Kit, t: Table, move: Move) -> Refused:
    """The clause that forbids a move now."""
    if isinstance(move, Draw) and t.card == STACK:
        if t.has_thirteen:
            return Refused("setup.thirteen", "plant 13 lies on top")
        return Refused("setup.stack", "that card is not the next, or not in the stack")
    if isinstance(move, Draw):
        return Refused("renewal.bury", "that card was not put under the Step 3 card")
    return Refused("market.sort", "a card of the stack is drawn now")


@cites("market.sort")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a card has been drawn."""
    assert isinstance(t.phase, Drawing)
    assert isinstance(move, Draw)
    after = t.phase.after
    if not move.number:
        return turned_up(g, t, after)
    card = g.plant_number[move.number]
    market = sorted_in(t.market, card)
    if t.card != STACK:
        t = changed(t, market=market, buried=without(t.buried, card))
    elif t.has_thirteen:
        t = changed(t, market=market, has_thirteen=False)
    else:
        t = changed(t, market=market, unseen=without(t.unseen, card), stack=t.stack - 1)
    return settle(g, t, after, ("market.sort",), card)


# ---- plants that are too small


@cites(
    "obsolete.remove", "obsolete.again", "obsolete.when", "obsolete.no-card", "step3.small-later",
)  # fmt: skip
def settle(g: Kit, t: Table, after: Phase, events: Events, drawn: int = -1) -> Table:
    """The market is looked through for plants that are too small; then the game goes on."""
    while t.market and is_too_small(g.numbers[t.market[0]], t.most):
        if not g.obsolete_at_once and type(after) is Building:
            break
        if t.card == DRAWN and t.buried:
            events += (SILENT + "step3.small-later",)
        if not can_draw(g, t):
            events += (SILENT + "obsolete.no-card",)
            if not g.obsolete_removed:
                break
        events += ("obsolete.remove", "obsolete.again") if t.market[0] == drawn else ("obsolete.remove",)
        t = changed(t, market=t.market[1:], gone=sorted_in(t.gone, t.market[0]))
        if can_draw(g, t):
            return changed(t, phase=Drawing(after), events=events)
    return RESUME[type(after)](g, t, after, events)


def drop_lowest(g: Kit, t: Table) -> Table:
    """The plant with the lowest number leaves the game; none may be left."""
    if not t.market or t.market[0] == g.step3:
        return t
    return changed(t, market=t.market[1:], gone=sorted_in(t.gone, t.market[0]))


# ---- the Step 3 card


@cites("step3.auction", "step3.building", "step3.bureaucracy", "step3.at-step2")
def turned_up(g: Kit, t: Table, after: Phase) -> Table:
    """The Step 3 card has been drawn: what that means depends on the phase."""
    kind = type(after)
    if kind is Offering or kind is AuctionsOver:
        t = changed(t, card=TURNED_UP, market=(*t.market, g.step3))
        return settle(g, t, after, ("step3.auction",))
    events: Events
    if kind is Building or kind is NextBuilder:
        events = ("step3.building",)
    elif kind is BureaucracyNext:
        events = (SILENT + "step3.at-step2", "step3.building" if g.at_step2_builds else "step3.bureaucracy")
    else:
        events = ("step3.bureaucracy",)
        if kind is Burying:  # the highest plant is in the stack before it is shuffled
            t, after, events = bury_highest(g, t), RENEWAL_OVER, (*events, "renewal.bury")
    return leave(g, changed(t, card=TURNED_UP), after, events)


@cites("step3.before-step2")
def leave(g: Kit, t: Table, after: Phase, events: Events) -> Table:
    """The Step 3 card leaves the game with the lowest plant; if Step 1 lasts still, Step 2 may come first."""
    if t.step == 1:
        events += (SILENT + "step3.before-step2",)
        if g.step2_first:
            events += ("step2.remove",)
            if not isinstance(after, Building | NextBuilder):  # Step 2 begins before a bureaucracy, not while building
                t, events = changed(t, step=2), (*events, "step2.start")
            return replace(g, drop_lowest(g, t), Cut(after), events)
    return cut(g, t, Cut(after), events)


@resumes(Cut)
@cites("step3.auction-end", "step3.building", "step3.bureaucracy")
def cut(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    """The card and the lowest plant are removed, and nothing is drawn for them."""
    assert isinstance(phase, Cut)
    market = t.market[:-1] if t.market and t.market[-1] == g.step3 else t.market
    t = drop_lowest(g, changed(t, market=market, card=DRAWN))
    return settle(g, t, phase.after, events)


@cites("step3.start")
def start_step3(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """A phase begins: Step 3 begins with it if its card left the game in the phase before."""
    if t.card != DRAWN:
        return t, events
    return changed(t, card=USED, step=3, began=t.round), (*events, "step3.start")


# ---- the plant that nobody bought


@cites("unsold.remove", "unsold.no-card")
def remove_unsold(g: Kit, t: Table, after: Phase, events: Events) -> Table:
    """The lowest plant leaves the game because nobody bought one, and another is drawn if there is one."""
    if not can_draw(g, t):
        events += (SILENT + "unsold.no-card",)
        if not g.unsold_removed:
            return RESUME[type(after)](g, t, after, events)
    return replace(g, drop_lowest(g, t), after, (*events, "unsold.remove"))


@cites("unsold.when")
def end_of_round(g: Kit, t: Table, events: Events) -> Table:
    """The round ends: under one reading the plant that nobody bought leaves first, then the market is renewed."""
    if g.unsold_at_once or t.sold or t.round == 1 or not t.market:
        return renew(g, t, events)
    return remove_unsold(g, t, RENEWAL_NEXT, events)


# ---- the renewal at the end of a round


@cites("renewal.bury")
def bury_highest(g: Kit, t: Table) -> Table:
    """The highest plant of the future market goes under the stack."""
    return changed(t, market=t.market[:-1], buried=sorted_in(t.buried, t.market[-1]))


@resumes(RenewalNext)
def renew_after_unsold(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    """The plant that nobody bought has left: the market is renewed."""
    return renew(g, t, events)


@cites("renewal.bury", "renewal.draw", "renewal.buried", "step3.renewal", "step3.empty", "step3.first-bureaucracy")
def renew(g: Kit, t: Table, events: Events) -> Table:
    """The market of plants is renewed."""
    if t.step == 3:
        return renew_in_step3(g, t, events)
    if t.card == DRAWN or len(t.market) <= g.row:
        return RESUME[RenewalOver](g, t, RENEWAL_OVER, events)
    if g.buried_before:
        return replace(g, bury_highest(g, t), RENEWAL_OVER, (*events, "renewal.bury", "renewal.draw"))
    return replace(g, t, BURYING, (*events, "renewal.draw"))


@resumes(Burying)
def bury(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    """The highest plant goes under the stack after the new card has been sorted in."""
    return RESUME[RenewalOver](g, bury_highest(g, t), RENEWAL_OVER, (*events, "renewal.bury"))


@cites("step3.renewal", "step3.empty", "step3.first-bureaucracy", "step3.empty-stack")
def renew_in_step3(g: Kit, t: Table, events: Events) -> Table:
    """In Step 3 the lowest plant leaves the game, and another comes as long as there are any."""
    if t.began == t.round:
        events += (SILENT + "step3.first-bureaucracy",)
        if not g.first_bureaucracy:
            return RESUME[RenewalOver](g, t, RENEWAL_OVER, events)
    if not t.market:
        return RESUME[RenewalOver](g, t, RENEWAL_OVER, events)
    if can_draw(g, t):
        return replace(g, drop_lowest(g, t), RENEWAL_OVER, (*events, "step3.renewal"))
    if g.empty_removed:
        t, events = drop_lowest(g, t), (*events, "step3.renewal", "step3.empty")
    return RESUME[RenewalOver](g, t, RENEWAL_OVER, events)
