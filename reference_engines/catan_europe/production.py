"""The production phase: the dice, the seven with its discards and the robber, and what regions yield."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import cards, turn
from rulecheck.reference_engines.catan_europe.arithmetic import handed_out, left_for_one, to_discard
from rulecheck.reference_engines.catan_europe.kit import DICE_WEIGHTS, Kit, grant
from rulecheck.reference_engines.catan_europe.moves import Discard, Move, Play, Robber, Roll, Steal, Stolen, Throw
from rulecheck.reference_engines.catan_europe.table import (
    RESOURCES,
    BeforeDice,
    Dice,
    Discarding,
    MoveRobber,
    Phase,
    StealCard,
    Stealing,
    Table,
    with_seat,
)
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.tuples import plus


@cites("dice.roll", "turn.phases", "seven.no-production", "seven.no-consolation")
def roll(g: Kit, t: Table, move: Roll) -> Table:
    """The dice are rolled: a seven sends the robber, any other sum lets regions produce."""
    total = move.low + move.high
    if total == g.seven:
        return seven(g, t)
    return produce(g, t, total)


def clockwise(g: Kit, t: Table) -> list[int]:
    """The seats from the player whose turn it is."""
    return [(t.turn + k) % g.players for k in range(g.players)]


@cites("seven.discard", "seven.round-down", "seven.robber")
def seven(g: Kit, t: Table) -> Table:
    """Nobody receives anything; full hands are halved, then the robber moves."""
    due = []
    for k in clockwise(g, t):
        count = to_discard(sum(t.seats[k].hand), g.hand_limit)
        if count:
            due.append((k, count))
    events: tuple[str, ...] = ("dice.roll", "turn.phases", "seven.no-production", "seven.no-consolation")
    if due:
        events += ("seven.discard",)
        if any([sum(t.seats[k].hand) % 2 for k, _ in due]):
            events += ("seven.round-down",)
        return changed(t, phase=Discarding(tuple(due)), rolled=True, events=events)
    return changed(t, phase=MoveRobber(), rolled=True, events=events)


@cites("production.each-post", "production.several", "production.robber", "production.neutral")
def produce(g: Kit, t: Table, total: int) -> Table:
    """Every post next to a region with the number brings its owner a resource of that region."""
    events = ["dice.roll", "turn.phases"]
    seats = t.seats
    due = [[0] * 5 for _ in seats]
    whole = [0] * 5
    for region in t.yields[total]:
        corner = g.corner[region]
        if region == t.robber:
            if corner & t.occupied & ~t.neutral:
                events.append("production.robber")
            continue
        if corner & t.neutral:
            events.append("production.neutral")
        if not corner & t.occupied:
            continue
        kind = g.map.resource[region]
        for k, seat in enumerate(seats):
            count = (corner & seat.posts).bit_count()
            if count:
                due[k][kind] += count
                whole[kind] += count
                events.append("production.several" if count > 1 else "production.each-post")
    stacks = t.stacks
    for kind in range(5):
        if whole[kind] and not handed_out(whole[kind], stacks[kind]):
            shortage(g, due, whole, kind, stacks[kind], events)
    return hand_out(g, t, due, whole, events)


@cites("production.shortage", "production.sole-claimant")
def shortage(g: Kit, due: list[list[int]], whole: list[int], kind: int, stack: int, events: list[str]) -> None:
    """Too few cards: nobody receives any, or under one reading a sole claimant takes the rest."""
    events.append("production.shortage")
    claims = [k for k, row in enumerate(due) if row[kind]]
    left = 0
    if len(claims) == 1 and stack:
        events.append(SILENT + "production.sole-claimant")
        left = left_for_one(len(claims), stack, g.sole_claimant)
    for row in due:
        row[kind] = 0
    due[claims[0]][kind] = whole[kind] = left


@cites("production.each-post", "production.consolation")
def hand_out(g: Kit, t: Table, due: list[list[int]], whole: list[int], events: list[str]) -> Table:
    """The cards leave their stacks; whoever receives none takes gold."""
    seats = list(t.seats)
    bank = t.bank
    for k in clockwise(g, t):
        seat = seats[k]
        if any(due[k]):
            a, b, c, d, e = seat.hand
            v, w, x, y, z = due[k]
            seats[k] = changed(seat, hand=(a + v, b + w, c + x, d + y, e + z))
            continue
        paid = grant(g, bank, g.consolation)
        if bank < g.consolation:
            events.append(SILENT + "gold.bank")
        bank -= paid
        seats[k] = changed(seat, gold=seat.gold + paid)
        events.append("production.consolation")
    stacks = t.stacks
    if any(whole):
        stacks = tuple(have - out for have, out in zip(stacks, whole, strict=True))
    return changed(
        t, seats=tuple(seats), bank=bank, stacks=stacks, phase=turn.ACTIONS, rolled=True, events=tuple(events)
    )


@cites("seven.discard")
def discard(g: Kit, t: Table, phase: Discarding, move: Discard) -> Table:
    """A card goes back to its stack; when all are done the robber moves."""
    who, count = phase.due[0]
    kind = RESOURCES.index(move.kind)
    seats = with_seat(t.seats, who, hand=plus(t.seats[who].hand, kind, -1))
    due = ((who, count - 1), *phase.due[1:]) if count > 1 else phase.due[1:]
    after: Phase = Discarding(due) if due else MoveRobber()
    return changed(t, seats=seats, stacks=plus(t.stacks, kind, 1), phase=after, events=("seven.discard",))


@cites("robber.elsewhere", "robber.targets")
def robber_targets(g: Kit, t: Table) -> list[int]:
    """The regions to which the robber may go."""
    count = len(g.region_names) if g.robber_at_sea else len(g.map.regions)
    return [r for r in range(count) if r != t.robber]


@cites("robber.steal", "robber.choose-victim", "steal.empty-hand")
def victims(g: Kit, t: Table) -> list[int]:
    """The opponents from whom a card may be drawn now."""
    near = g.around[t.robber]
    return [
        k
        for k, seat in enumerate(t.seats)
        if k != t.turn and seat.posts & near and (any(seat.hand) or g.steal_from_empty)
    ]


@cites("seven.robber", "robber.elsewhere", "robber.steal", "robber.nobody-near")
def move_robber(g: Kit, t: Table, move: Robber) -> Table:
    """The robber goes to a region; then a card may be drawn from somebody next to it."""
    t = changed(t, robber=g.region_number[move.region])
    events: tuple[str, ...] = ("robber.elsewhere", "seven.robber", SILENT + "robber.targets")
    near = g.around[t.robber]
    if any(seat.posts & near and not any(seat.hand) for k, seat in enumerate(t.seats) if k != t.turn):
        events = (*events, SILENT + "steal.empty-hand")
    if victims(g, t):
        return changed(t, phase=Stealing(), events=(*events, "robber.steal"))
    if not any([seat.posts & near for k, seat in enumerate(t.seats) if k != t.turn]):
        events = (*events, "robber.nobody-near")
    return changed(t, phase=turn.main(t), events=events)


@cites("robber.steal", "robber.blind")
def choose_victim(g: Kit, t: Table, move: Steal) -> Table:
    """A victim is chosen, or nobody; a card is drawn unseen."""
    if not move.victim:
        return changed(t, phase=turn.main(t), events=(SILENT + "steal.choice",))
    victim = g.seat_number[move.victim]
    events: tuple[str, ...] = ("robber.steal",)
    if len(victims(g, t)) > 1:
        events = (*events, "robber.choose-victim")
    kinds = [k for k, count in enumerate(t.seats[victim].hand) if count]
    if not kinds:
        return changed(t, phase=turn.main(t), events=(*events, SILENT + "steal.empty-hand"))
    if len(kinds) == 1:
        return changed(stolen(t, victim, kinds[0]), phase=turn.main(t), events=events)
    return changed(t, phase=StealCard(victim), events=events)


def stolen(t: Table, victim: int, kind: int) -> Table:
    """A card goes from the victim's hand to the player's."""
    seats = with_seat(t.seats, victim, hand=plus(t.seats[victim].hand, kind, -1))
    seats = with_seat(seats, t.turn, hand=plus(seats[t.turn].hand, kind, 1))
    return changed(t, seats=seats)


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """The legal moves of the production phase."""
    match t.phase:
        case Dice():
            return g.rolls
        case BeforeDice():
            return [*cards.playable(g, t, before_dice=True), g.throw]
        case Discarding(due):
            return [g.discard[k] for k, count in enumerate(t.seats[due[0][0]].hand) if count]
        case MoveRobber():
            return [g.robber_to[r] for r in robber_targets(g, t)]
        case Stealing():
            open_: list[Move] = [g.steal[k] for k in victims(g, t)]
            return open_ if g.steal_forced else [*open_, g.steal_nothing]
        case StealCard(victim):
            return [g.stolen[k] for k, count in enumerate(t.seats[victim].hand) if count]
        case _:
            raise AssertionError(t.phase)


def weights(g: Kit, t: Table) -> Sequence[int]:
    """Chance's weights: the dice, or the victim's cards."""
    if isinstance(t.phase, StealCard):
        return [count for count in t.seats[t.phase.victim].hand if count]
    return DICE_WEIGHTS


@cites("seven.discard", "robber.elsewhere", "robber.choose-victim", "robber.blind", "dice.roll")
def explain(g: Kit, t: Table, move: Move) -> Refused | None:
    """The clause that forbids a move in the production phase."""
    match t.phase, move:
        case (Dice(), Roll()) | (BeforeDice(), Throw()):
            return None
        case BeforeDice(), Play(card):
            return cards.refuse_play(g, t, g.card_number[card], before_dice=True)
        case Dice(), Play(card) if t.card_played:
            return cards.refuse_play(g, t, g.card_number[card], before_dice=True)
        case ((Dice() | BeforeDice()), _):
            return Refused("dice.roll", "the turn begins with the dice")
        case Discarding(due), Discard(kind):
            if not t.seats[due[0][0]].hand[RESOURCES.index(kind)]:
                return Refused("seven.discard", f"there is no {kind} in the hand")
            return None
        case Discarding(), _:
            return Refused("seven.discard", "too many cards: half of them have to be returned first")
        case MoveRobber(), Robber(region):
            if g.region_number[region] == t.robber:
                return Refused("robber.elsewhere", "the robber stands there")
            if g.region_number[region] not in robber_targets(g, t):
                return Refused("robber.elsewhere", f"{region} is sea")
            return None
        case MoveRobber(), _:
            return Refused("seven.robber", "the robber has to move first")
        case Stealing(), Steal(victim):
            return refuse_victim(g, t, victim)
        case Stealing(), _:
            return Refused("robber.steal", "first it is decided whom to rob")
        case StealCard(victim), Stolen(kind):
            if not t.seats[victim].hand[RESOURCES.index(kind)]:
                return Refused("robber.blind", f"the victim holds no {kind}")
            return None
        case _:
            return Refused("robber.blind", "a card is being drawn")


@cites("robber.choose-victim", "robber.steal", "steal.choice")
def refuse_victim(g: Kit, t: Table, victim: str) -> Refused | None:
    """Why a seat cannot be robbed now."""
    if not victim:
        return Refused("robber.steal", "there is somebody to steal from") if g.steal_forced else None
    if g.seat_number[victim] in victims(g, t):
        return None
    if g.seat_number[victim] == t.turn:
        return Refused("robber.steal", "a player does not steal from themselves")
    if not t.seats[g.seat_number[victim]].posts & g.around[t.robber]:
        return Refused("robber.steal", f"{victim} has no post next to the robber")
    return Refused("robber.choose-victim", f"{victim} has no card")


def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a legal move of the production phase."""
    match t.phase, move:
        case Dice(), Roll():
            return roll(g, t, move)
        case BeforeDice(), Throw():
            return changed(t, phase=turn.DICE, events=())
        case BeforeDice(), Play(card):
            return cards.play(g, t, g.card_number[card], ("dice.card-first",))
        case Discarding() as due, Discard():
            return discard(g, t, due, move)
        case MoveRobber(), Robber():
            return move_robber(g, t, move)
        case Stealing(), Steal():
            return choose_victim(g, t, move)
        case StealCard(victim), Stolen(kind):
            done = stolen(t, victim, RESOURCES.index(kind))
            return changed(done, phase=turn.main(t), events=("robber.blind",))
        case _:
            raise AssertionError(move)
