"""The round: who chooses a role next, what the end of a round does, and the bank that pays for it."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.puerto_rico import scoring
from rulecheck.reference_engines.puerto_rico.arithmetic import from_pool, next_seat, paid_by_bank
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.moves import (
    Build,
    Choose,
    Fund,
    Keep,
    Load,
    Move,
    Place,
    Sell,
    Store,
    Take,
    TakeBonus,
    Wharf,
)
from rulecheck.reference_engines.puerto_rico.table import (
    BUILDER,
    CAPTAIN,
    CHOOSING,
    FINISHED,
    SETTLER,
    TRADER,
    Counts,
    Funding,
    Table,
    change_seat,
)
from rulecheck.reference_engines.tuples import plus

Events = tuple[str, ...]

BANK_SHORT = (SILENT + "bank.money",)
ON_CARDS = (SILENT + "bank.cards",)
BEYOND = (SILENT + "points.beyond", "end.written")
LAST_CHIP = (SILENT + "end.last-chip",)


def also(events: Events, clause: str) -> Events:
    """The events with one more clause, which is told once."""
    return events if clause in events else (*events, clause)


def place_of(g: Kit, t: Table) -> int:
    """How many seats come before the acting one in the phase: 0 for the player who chose the role."""
    return (t.turn - t.picker) % g.players


@cites("bank.money")
def pay(g: Kit, t: Table, seat: int, due: int, events: Events) -> tuple[Table, Events]:
    """The bank pays a player doubloons."""
    paid = paid_by_bank(t.bank, due, g.money_limited)
    if due > t.bank:
        events += BANK_SHORT
    if not paid:
        return t, events
    return changed(t, bank=t.bank - paid, seats=change_seat(t.seats, seat, money=t.seats[seat].money + paid)), events


@cites("captain.points", "end.points", "end.written", "points.beyond", "end.last-chip")
def award(g: Kit, t: Table, seat: int, due: int, events: Events, **changes: object) -> tuple[Table, Events]:
    """A player gains points: from the pool, or written down once it is empty.  The table may change besides."""
    paid = from_pool(t.pool, due)
    beyond = due - paid
    gained = due if g.beyond_counts else paid
    pool, ending = t.pool - paid, t.ending
    if beyond:
        events += BEYOND
    elif paid and not pool and not ending:
        events += LAST_CHIP
    if not ending and not pool and (beyond or (paid and g.last_chip_ends)):
        ending = "end.points"
        events += ("end.points",)
    owner = t.seats[seat]
    goods = changes.pop("goods", owner.goods)
    seats = change_seat(t.seats, seat, points=owner.points + gained, goods=goods)
    return changed(t, seats=seats, pool=pool, beyond=t.beyond + gained - paid, ending=ending, **changes), events


@cites("round.order", "round.governor-first", "round.card-stays", "role.order", "end.round")
def next_choice(g: Kit, t: Table, events: Events) -> Table:
    """A role has been carried out: the next player chooses one, or the round is over."""
    seat = next_seat(t.picker, g.players)
    if seat == t.governor:
        return end_round(g, t, events)
    events = (*also(events, "round.card-stays"), "round.order")
    if t.ending:
        events += ("end.round",)  # it is played to its end
    return changed(t, phase=CHOOSING, picker=seat, turn=seat, role=-1, events=events)


@cites("round.money-on-cards", "bank.cards", "end.round")
def end_round(g: Kit, t: Table, events: Events) -> Table:
    """Doubloons on the cards nobody took, cards back, the governor card goes on; or the game is over."""
    if t.ending:
        events = (*events, "end.round", *scoring.events(g, t))
        return changed(t, phase=FINISHED, role=-1, events=events)
    free = [card for card, seat in enumerate(t.taken) if seat < 0]
    if 0 < t.bank < g.round_bonus * len(free) and g.money_limited:
        events += ON_CARDS
        if g.governor_funds:
            return changed(t, phase=Funding(), role=-1, turn=t.governor, events=(*events, *BANK_SHORT))
    bank, money = t.bank, t.card_money
    for card in free:
        bank, money, events = fund(g, bank, money, card, events)
    return begin_round(g, changed(t, bank=bank, card_money=money), events)


def fund(g: Kit, bank: int, money: Counts, card: int, events: Events) -> tuple[int, Counts, Events]:
    """The bank's doubloons for a card that nobody took: what is in the bank then, and on the cards."""
    paid = paid_by_bank(bank, g.round_bonus, g.money_limited)
    if paid < g.round_bonus or bank < g.round_bonus:
        events += BANK_SHORT
    return bank - paid, plus(money, card, paid), events


@cites("round.return-cards", "round.governor-moves", "round.governor-first")
def begin_round(g: Kit, t: Table, events: Events) -> Table:
    """The cards go back, and the next governor begins."""
    events += ("round.money-on-cards", "round.return-cards", "round.governor-moves", "round.governor-first")
    governor = next_seat(t.governor, g.players)
    return changed(
        t, phase=CHOOSING, governor=governor, picker=governor, turn=governor, role=-1,
        taken=(-1,) * len(t.taken), events=events,
    )  # fmt: skip


# ---- the governor chooses the cards that a short bank pays


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The cards that nobody took and that have not received theirs."""
    assert isinstance(t.phase, Funding)
    funded = t.phase.funded
    return tuple([g.fund[card] for card, seat in enumerate(t.taken) if seat < 0 and not funded >> card & 1])


def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open while the governor pays."""
    return Refused(*wrong_time(t, move, "round.money-on-cards", "the governor puts doubloons on the cards nobody took"))


@cites("round.money-on-cards", "bank.cards")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """A card receives doubloons; when the bank has none left the round is over."""
    assert isinstance(t.phase, Funding)
    assert isinstance(move, Fund)
    card = g.role_number[move.role]
    funded = t.phase.funded | 1 << card
    bank, money, _ = fund(g, t.bank, t.card_money, card, ())
    t = changed(t, bank=bank, card_money=money)
    if bank:
        return changed(t, phase=Funding(funded), events=ON_CARDS)
    return begin_round(g, t, ON_CARDS)


@cites("mayor.only-then", "builder.build", "settler.take", "trader.sell", "captain.turns", "wharf.load", "round.order")
def wrong_time(t: Table, move: Move, clause: str, why: str) -> tuple[str, str]:
    """The clause and reason for a move of another phase or turn: some have a rule that says when they are made."""
    match move:
        case Place():
            return "mayor.only-then", "colonists are set on circles in the mayor phase"
        case Build():
            return once(t, BUILDER, "builder.one", "builder.build"), "there is no building to be built now"
        case Take():
            return once(t, SETTLER, "settler.one-tile", "settler.take"), "there is no tile to be taken now"
        case Sell():
            return once(t, TRADER, "trader.one", "trader.sell"), "there is no barrel to be sold now"
        case Load():
            return once(t, CAPTAIN, "captain.one-kind", "captain.turns"), "there is no barrel to be loaded now"
        case Wharf():
            clause = once(t, CAPTAIN, "captain.one-kind", "wharf.load")
            return clause, "a wharf is used in its owner's turn of the captain phase"
        case TakeBonus():
            return "craftsman.privilege", "the craftsman takes one more barrel when all have produced"
        case Store() | Keep():
            return "storage.one-barrel", "barrels are stored when nobody can load any more"
        case Choose() if t.role >= 0:
            return "round.order", "the action of the role before is being carried out"
        case _:
            return clause, why


@cites("builder.one", "settler.one-tile", "trader.one", "captain.one-kind")
def once(t: Table, role: int, in_its_phase: str, elsewhere: str) -> str:
    """The clause that forbids a second such act in the phase of its role, or the one that gives it this phase only."""
    return in_its_phase if t.role == role else elsewhere


def with_colonist(g: Kit, t: Table) -> tuple[int, int, bool] | None:
    """Reserve and ship after a building has taken a colonist, and whether from the ship; None if there is none."""
    if t.colonists:
        return t.colonists - 1, t.colonist_ship, False
    if t.colonist_ship and g.colonist_from_ship:
        return t.colonists, t.colonist_ship - 1, True
    return None
