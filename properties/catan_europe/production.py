"""The production phase: what regions yield, the seven, the robber."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.catan_europe import words as told
from rulecheck.properties.catan_europe.facts import facts, in_all, less, others_alike
from rulecheck.properties.invariants.declaring import DEAR, after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.properties.invariants.wording import each, whether
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
    "production.consolation", "seven.no-production", "seven.no-consolation", moves=("Roll",), share=DEAR,
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
            alone = len(claims) == 1 and f.sole_claimant
            for k in claims:
                due[k][kind] = whole[kind] = stack if alone else 0
    bank = before.bank
    for k in range(f.players):
        who = (before.turn + k) % f.players
        old, new = before.seats[who], now.seats[who]
        gold = 0
        if total != f.seven and not any(due[who]):
            gold = min(bank, f.consolation) if f.gold_limited else f.consolation
            bank -= gold
        if less(new.hand, old.hand) != due[who]:
            yield f"{engine.seats[who]} received {told.hand(less(new.hand, old.hand))} instead of {told.hand(due[who])}"
        if new.gold - old.gold != gold:
            yield f"{engine.seats[who]} received {new.gold - old.gold} gold instead of {gold} in consolation"
    if now.bank != bank:
        yield f"the bank holds {now.bank} gold instead of {bank}"
    if less(before.stacks, now.stacks) != whole:
        yield f"the stacks went from {told.hand(before.stacks)} to {told.hand(now.stacks)}, to give {told.hand(whole)}"


@after("seven.discard", "seven.round-down", "seven.robber", moves=("Roll",), share=DEAR)
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
    asked = dict(now.phase.due) if isinstance(now.phase, Discarding) else {}
    if asked != due:
        is_, should = (each([engine.seats[k] for k in some], some.values()) or "nothing" for some in (asked, due))
        yield f"to be returned after {move}: {is_} instead of {should}"
    if (type(now.phase) is MoveRobber) != (move.low + move.high == f.seven and not due):
        yield f"{kind_of(now.phase)} follows {move}; {sum(due.values())} cards are to be returned"


@after("seven.discard", "seven.robber", moves=("Discard",), share=DEAR)
def cards_go_back_one_by_one(engine: AnyEngine, before: Table, move: m.Discard, now: Table) -> Iterator[str]:
    """A card returned goes from the hand of its owner to its stack; after the last one the robber moves."""
    assert isinstance(before.phase, Discarding)
    who, kind = before.phase.due[0][0], RESOURCES.index(move.kind)
    returned = [int(k == kind) for k in range(5)]
    if less(before.seats[who].hand, now.seats[who].hand) != returned or less(now.stacks, before.stacks) != returned:
        yield (
            f"{move} left {engine.seats[who]} with {told.hand(now.seats[who].hand)} of "
            f"{told.hand(before.seats[who].hand)}, the stacks with {told.hand(now.stacks)}"
        )
    if not others_alike(before, now, who):
        yield f"{move} of {engine.seats[who]} changed somebody else"
    left = sum(count for _, count in before.phase.due) - 1
    remaining = sum(count for _, count in now.phase.due) if isinstance(now.phase, Discarding) else 0
    if remaining != left or (type(now.phase) is MoveRobber) != (left == 0):
        yield f"{left} cards are still to be returned, not {remaining}, and {kind_of(now.phase)} follows"


@after("robber.elsewhere", "robber.nobody-near", "robber.steal", moves=("Robber",))
def the_robber_goes_elsewhere(engine: AnyEngine, before: Table, move: m.Robber, now: Table) -> Iterator[str]:
    """The robber changes his region; there is somebody to choose exactly if an opponent's post is next to him."""
    if isinstance(before.phase, RobberStart):
        return
    f = facts(engine)
    if now.robber == before.robber or now.robber != f.region[move.region]:
        yield (
            f"after {move} the robber stands on {told.regions(f, [now.robber])}; he stood on "
            f"{told.regions(f, [before.robber])}"
        )
    some = f.steal_from_empty
    near = any(
        seat.posts & f.around[now.robber] and (some or any(seat.hand))
        for k, seat in enumerate(before.seats)
        if k != before.turn
    )
    if near != isinstance(now.phase, Stealing):
        can = whether(near, "somebody", "nobody")
        yield f"{can} can be robbed after {move}, yet what follows is {kind_of(now.phase)}"
    if now.seats != before.seats:
        yield f"{move} changed what somebody has: {told.changed(engine.seats, before, now)}"


@after("robber.steal", "robber.choose-victim", "robber.blind", moves=("Steal", "Stolen"))
def one_card_is_stolen_from_a_neighbour(
    engine: AnyEngine, before: Table, move: m.Steal | m.Stolen, now: Table
) -> Iterator[str]:
    """At most one card changes hands, from an opponent with a post next to the robber to the player."""
    f, thief = facts(engine), before.turn
    if isinstance(move, m.Steal):
        if not move.victim:
            if now.seats != before.seats:
                yield (
                    f"nothing was stolen, yet {move} changed what somebody has: "
                    f"{told.changed(engine.seats, before, now)}"
                )
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
            yield f"{move} moved a card before it was drawn: {told.changed(engine.seats, before, now)}"
        return
    if taken != less(now.seats[thief].hand, before.seats[thief].hand) or not others_alike(before, now, victim, thief):
        came = less(now.seats[thief].hand, before.seats[thief].hand)
        yield f"{told.hand(taken)} left {engine.seats[victim]}, and {told.hand(came)} came to {engine.seats[thief]}"
    if sorted(taken) != [0, 0, 0, 0, int(any(before.seats[victim].hand))]:
        yield f"{told.hand(taken)} was stolen from {engine.seats[victim]} instead of one card"
    if isinstance(move, m.Stolen) and taken[RESOURCES.index(move.kind)] != 1:
        yield f"{move}, and {told.hand(taken)} left {engine.seats[victim]}"
