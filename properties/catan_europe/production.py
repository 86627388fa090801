"""The production phase: what regions yield, the seven, the robber."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.catan_europe.facts import facts, in_all, less, others_alike
from rulecheck.properties.declaring import after
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.table import (
    RESOURCES,
    Dice,
    Discarding,
    MoveRobber,
    RobberStart,
    StealCard,
    Stealing,
    Table,
)
from rulecheck.reference_engines.contract import AnyEngine


@after(
    "production.each-post", "production.several", "production.robber", "production.neutral", "production.shortage",
    "production.consolation", "seven.no-production", "seven.no-consolation", moves=("Roll",),
)  # fmt: skip
def regions_yield_what_the_rulebook_says(engine: AnyEngine, before: Table, move: m.Roll, now: Table) -> Iterator[str]:
    """A roll brings each post its regions' resources, all or none of a kind if short, else gold; a seven nothing."""
    if type(before.phase) is not Dice:
        return
    f = facts(engine)
    total = move.low + move.high
    due = [[0] * 5 for _ in before.seats]
    numbers = before.numbers if total != f.seven else ()
    for region, number in enumerate(numbers):
        if number == total and region != before.robber:
            for k, seat in enumerate(before.seats):
                due[k][f.map.resource[region]] += (f.around[region] & seat.posts).bit_count()
    whole = [sum(column) for column in zip(*due, strict=True)]
    for kind, stack in enumerate(before.stacks):
        if whole[kind] > stack:
            claims = [k for k, row in enumerate(due) if row[kind]]
            alone = len(claims) == 1 and f.reading["production.sole-claimant"] == "sole"
            for k in claims:
                due[k][kind] = whole[kind] = stack if alone else 0
    bank = before.bank
    for k in range(f.players):
        who = (before.turn + k) % f.players
        old, new = before.seats[who], now.seats[who]
        gold = 0
        if total != f.seven and not any(due[who]):
            gold = min(bank, f.consolation) if f.limited else f.consolation
            bank -= gold
        if less(new.hand, old.hand) != due[who]:
            yield f"{engine.seats[who]} received {less(new.hand, old.hand)} instead of {due[who]}"
        if new.gold - old.gold != gold:
            yield f"{engine.seats[who]} received {new.gold - old.gold} gold instead of {gold}"
    if now.bank != bank:
        yield f"the bank holds {now.bank} gold instead of {bank}"
    if less(before.stacks, now.stacks) != whole:
        yield f"the stacks went from {before.stacks} to {now.stacks}"


@after("seven.discard", "seven.round-down", "seven.robber", moves=("Roll",))
def a_seven_halves_full_hands(engine: AnyEngine, before: Table, move: m.Roll, now: Table) -> Iterator[str]:
    """After a seven whoever holds more than the limit returns half, rounded down; then the robber moves."""
    if type(before.phase) is not Dice:
        return
    f = facts(engine)
    due = {}
    if move.low + move.high == f.seven:
        for k, seat in enumerate(before.seats):
            cards = in_all(seat)
            if cards > f.hand_limit and cards > 1:
                due[k] = (cards - cards % 2) // 2
    found = dict(now.phase.due) if isinstance(now.phase, Discarding) else {}
    if found != due:
        yield f"to be returned: {found} instead of {due}"
    if (type(now.phase) is MoveRobber) != (move.low + move.high == f.seven and not due):
        yield "the robber moves after a seven, when nobody has cards to return, and only then"


@after("seven.discard", "seven.robber", moves=("Discard",))
def cards_go_back_one_by_one(engine: AnyEngine, before: Table, move: m.Discard, now: Table) -> Iterator[str]:
    """A card returned goes from the hand of its owner to its stack; after the last one the robber moves."""
    assert isinstance(before.phase, Discarding)
    who, kind = before.phase.due[0][0], RESOURCES.index(move.kind)
    one = [int(k == kind) for k in range(5)]
    if less(before.seats[who].hand, now.seats[who].hand) != one or less(now.stacks, before.stacks) != one:
        yield f"{move} left {engine.seats[who]} with {now.seats[who].hand} and the stacks with {now.stacks}"
    if not others_alike(before, now, who):
        yield f"{move} of {engine.seats[who]} changed somebody else"
    left = sum(count for _, count in before.phase.due) - 1
    found = sum(count for _, count in now.phase.due) if isinstance(now.phase, Discarding) else 0
    if found != left or (type(now.phase) is MoveRobber) != (left == 0):
        yield f"{left} cards are still to be returned, not {found}"


@after("robber.elsewhere", "robber.nobody-near", "robber.steal", moves=("Robber",))
def the_robber_goes_elsewhere(engine: AnyEngine, before: Table, move: m.Robber, now: Table) -> Iterator[str]:
    """The robber changes his region; there is somebody to choose exactly if an opponent's post is next to him."""
    if isinstance(before.phase, RobberStart):
        return
    f = facts(engine)
    if now.robber == before.robber or now.robber != f.region[move.region]:
        yield f"the robber stands on {now.robber} after {before.robber}"
    some = f.reading["steal.empty-hand"] == "yes"
    near = any(
        seat.posts & f.around[now.robber] and (some or any(seat.hand))
        for k, seat in enumerate(before.seats)
        if k != before.turn
    )
    if near != isinstance(now.phase, Stealing):
        yield f"somebody can be robbed: {near}, yet what follows is {type(now.phase).__name__}"
    if now.seats != before.seats:
        yield "moving the robber changed a hand"


@after("robber.steal", "robber.choose-victim", "robber.blind", moves=("Steal", "Stolen"))
def one_card_is_stolen_from_a_neighbour(
    engine: AnyEngine, before: Table, move: m.Steal | m.Stolen, now: Table
) -> Iterator[str]:
    """At most one card changes hands, from an opponent with a post next to the robber to the player."""
    f, thief = facts(engine), before.turn
    if isinstance(move, m.Steal):
        if not move.victim:
            if now.seats != before.seats:
                yield "nothing was stolen, yet a hand changed"
            return
        victim = f.seat[move.victim]
    else:
        assert isinstance(before.phase, StealCard)
        victim = before.phase.victim
    if victim == thief or not before.seats[victim].posts & f.around[before.robber]:
        yield f"{engine.seats[victim]} has no post next to the robber, or is the thief"
    taken = less(before.seats[victim].hand, now.seats[victim].hand)
    if isinstance(now.phase, StealCard):
        if now.seats != before.seats:
            yield "a card moved before it was drawn"
        return
    if taken != less(now.seats[thief].hand, before.seats[thief].hand) or not others_alike(before, now, victim, thief):
        yield "what left one hand did not come into the other"
    if sorted(taken) != [0, 0, 0, 0, int(any(before.seats[victim].hand))]:
        yield f"{taken} was stolen"
    if isinstance(move, m.Stolen) and taken[RESOURCES.index(move.kind)] != 1:
        yield f"{move}, and {taken} moved"
