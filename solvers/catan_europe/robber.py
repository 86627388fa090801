"""The seven: who returns cards and how many, whom the robber robs, and what a theft does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from rulecheck.reference_engines.catan_europe import production
from rulecheck.reference_engines.catan_europe.arithmetic import to_discard
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.moves import Discard
from rulecheck.reference_engines.catan_europe.table import RESOURCES, Discarding, MoveRobber, Table, with_seat
from rulecheck.reference_engines.contract import changed
from rulecheck.solvers.catan_europe.production import PRINTED, REGION
from rulecheck.solvers.catan_europe.showing import in_positions, numbers, on_unknowns, printed
from rulecheck.solvers.logic import Term, all_of, implies
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Axis, Ranges
from rulecheck.solvers.refutation import AnyEngine, Refutation
from rulecheck.solvers.theorem import theorem

SIZES: Final = (0, 7, 8, 11)
"""Sizes of hands: nothing, the limit, one more, more."""


@theorem("seven.discard", "seven.round-down", bounds=numbers("cards", "limit"))
def a_full_hand_returns_its_half_rounded_down(
    proof: Proof, rule: Callable[[Any, Any], Any] = to_discard
) -> Refutation | None:
    """Above the limit half of the cards go back, rounded down; at the limit or below it none.

    The engine's `to_discard` is executed on an unknown number of cards and an unknown limit.
    """

    def right(cards: Term, limit: Term, back: Term) -> Term:
        halved = all_of(2 * back <= cards, cards <= 2 * back + 1)
        return all_of(implies(cards > limit, halved), implies(cards <= limit, back == 0))

    return on_unknowns(proof, rule, ("cards", "limit"), right, case=())


a_full_hand_returns_its_half_rounded_down.twin(
    "the half is rounded up", rule=lambda cards, limit: (cards + 1) // 2 if cards > limit else 0
).twin("a hand at the limit is halved too", rule=lambda cards, limit: cards // 2 if cards >= limit else 0)


def hands(engine: AnyEngine, sizes: Sequence[int], turn: int) -> tuple[Table, tuple[()]]:
    """Every player with a hand of one of the sizes, of one kind each, and somebody's turn."""
    start: Table = printed(engine)
    seats, stacks = start.seats, list(map(sum, zip(*[seat.hand for seat in start.seats], start.stacks, strict=True)))
    for who, size in enumerate(sizes):
        hand = [0] * 5
        hand[who] = size
        stacks[who] -= size
        seats = with_seat(seats, who, hand=tuple(hand))
    return changed(start, seats=seats, stacks=tuple(stacks), turn=turn, first=turn), ()


def sized(engine: AnyEngine) -> Iterator[tuple[int, ...]]:
    """Every way to give the players hands of the sizes."""
    return product(SIZES, repeat=len(engine.seats))


TURN: Final = Axis("player's turn", lambda engine: range(len(engine.seats)))
HANDS: Final = Ranges(Axis(f"choice of {', '.join(map(str, SIZES))} cards for everybody", sized), TURN)


Seven = Callable[[Kit, Table], Table]


@theorem(
    "seven.discard", "seven.robber", "seven.no-production", "seven.no-consolation",
    bounds=HANDS,
)  # fmt: skip
def on_a_seven_just_the_full_hands_return_cards(proof: Proof, rule: Seven = production.seven) -> Refutation | None:
    """On a seven whoever holds more than 7 cards returns half, clockwise from the roller; nobody receives anything.

    If nobody does, the robber moves at once.
    """

    def answer(g: Kit, t: Table) -> Any:
        after = rule(g, t)
        return after.phase, after.seats == t.seats and (after.stacks, after.bank) == (t.stacks, t.bank)

    def due(g: Kit, t: Table) -> Any:
        order = [(t.turn + k) % g.players for k in range(g.players)]
        full = tuple((who, sum(t.seats[who].hand) // 2) for who in order if sum(t.seats[who].hand) > 7)
        return Discarding(full) if full else MoveRobber(), True

    return in_positions(proof, HANDS, hands, answer, due, lambda g: f"a seven with {g.players} players")


def _roller_exempt(g: Kit, t: Table) -> Table:
    after = production.seven(g, t)
    due = tuple(row for row in getattr(after.phase, "due", ()) if row[0] != t.turn)
    return changed(after, phase=Discarding(due) if due else MoveRobber())


on_a_seven_just_the_full_hands_return_cards.twin("who rolled keeps all cards", rule=_roller_exempt)


def full_hands(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Who holds more than 7 cards, and half of them."""
    return [(who, size // 2) for who, size in enumerate(sizes) if size > 7]


def cards_due(engine: AnyEngine) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """All hands, who of the full ones is to return cards, and how many are left to return."""
    for sizes in sized(engine):
        for at, (_, half) in enumerate(full_hands(sizes)):
            yield from ((sizes, at, left) for left in range(1, half + 1))


TO_RETURN: Final = Ranges(Axis("full hand among those, with each number of cards left to return", cards_due), TURN)


def returning(engine: AnyEngine, due: tuple[tuple[int, ...], int, int], turn: int) -> tuple[Table, tuple[()]]:
    """A player returns cards, and full hands after theirs wait."""
    sizes, at, left = due
    full = full_hands(sizes)
    state, given = hands(engine, sizes, turn)
    return changed(state, phase=Discarding(((full[at][0], left), *full[at + 1 :])), rolled=True), given


@theorem(
    "seven.discard", "seven.robber",
    bounds=TO_RETURN,
)  # fmt: skip
def cards_to_return_grow_fewer_until_the_robber_moves(
    proof: Proof, rule: Callable[[Kit, Table, Discarding, Discard], Table] = production.discard
) -> Refutation | None:
    """Each card returned leaves one fewer to return; after the last one, and only then, the robber moves.

    So a seven never hangs: whoever has to return cards holds more than that.
    """

    def discarded(t: Table) -> tuple[int, int]:
        assert isinstance(t.phase, Discarding)
        who = t.phase.due[0][0]
        return who, next(kind for kind, count in enumerate(t.seats[who].hand) if count)

    def answer(g: Kit, t: Table) -> Any:
        who, kind = discarded(t)
        after = rule(g, t, t.phase, Discard(RESOURCES[kind]))  # type: ignore[arg-type]
        left = sum(count for _, count in after.phase.due) if isinstance(after.phase, Discarding) else 0
        return left, isinstance(after.phase, MoveRobber), after.seats[who].hand[kind], after.stacks[kind]

    def due(g: Kit, t: Table) -> Any:
        who, kind = discarded(t)
        left = sum(count for _, count in t.phase.due) - 1  # type: ignore[attr-defined]
        return left, left == 0, t.seats[who].hand[kind] - 1, t.stacks[kind] + 1

    return in_positions(proof, TO_RETURN, returning, answer, due, lambda g: f"a card returned, {g.players} players")


def _forgets_the_others(g: Kit, t: Table, phase: Discarding, move: Discard) -> Table:
    """When the first one is done the robber moves, whoever else holds too many."""
    after = production.discard(g, t, phase, move)
    return changed(after, phase=MoveRobber()) if phase.due[0][1] == 1 else after


cards_to_return_grow_fewer_until_the_robber_moves.twin(
    "when the first one is done the robber moves", rule=_forgets_the_others
)

# ---- whom he robs

Victims = Callable[[Kit, Table], list[int]]
VICTIMS: Final = Ranges(
    REGION, TURN, Axis("choice of empty hands", lambda engine: product((0, 1), repeat=len(engine.seats))),
    besides=PRINTED,
)  # fmt: skip


def emptied(engine: AnyEngine, robber: int, turn: int, empty: Sequence[int]) -> tuple[Table, tuple[()]]:
    """The printed beginning with the robber on a region and some hands back in their stacks."""
    start: Table = printed(engine)
    seats, stacks = start.seats, start.stacks
    for who, is_empty in enumerate(empty):
        if is_empty:
            stacks = tuple(map(sum, zip(stacks, seats[who].hand, strict=True)))
            seats = with_seat(seats, who, hand=(0,) * 5)
    return changed(start, robber=robber, turn=turn, seats=seats, stacks=stacks), ()


@theorem(
    "robber.steal", "robber.choose-victim", "robber.nobody-near",
    readings=("steal.empty-hand",),
    bounds=VICTIMS,
)  # fmt: skip
def just_opponents_next_to_the_robber_can_be_robbed(
    proof: Proof, rule: Victims = production.victims
) -> Refutation | None:
    """A card can be drawn just from opponents who have a post at a corner of the robber's region and hold a card."""

    def due(g: Kit, t: Table) -> list[int]:
        near = g.map.corners[t.robber]
        return [
            who
            for who, seat in enumerate(t.seats)
            if who != t.turn and any(seat.hand) and any(seat.posts >> place & 1 for place in near)
        ]

    return in_positions(proof, VICTIMS, emptied, rule, due, lambda g: f"the robber among {g.players} players")


def _anybody_near(g: Kit, t: Table) -> list[int]:
    near = g.around[t.robber]
    return [who for who, seat in enumerate(t.seats) if seat.posts & near and any(seat.hand)]


def _also_empty(g: Kit, t: Table) -> list[int]:
    near = g.around[t.robber]
    return [who for who, seat in enumerate(t.seats) if seat.posts & near and who != t.turn]


just_opponents_next_to_the_robber_can_be_robbed.twin("the thief is near too", rule=_anybody_near).twin(
    "empty hands can be robbed", rule=_also_empty
)

Stolen = Callable[[Table, int, int], Table]


@theorem(
    "robber.steal",
    "robber.blind",
    bounds=Ranges(
        Axis("victim", lambda engine: range(1, len(engine.seats))),
        Axis("kind", RESOURCES),
        besides="any hands",
    ),
)
def a_theft_moves_one_card(proof: Proof, rule: Stolen = production.stolen) -> Refutation | None:
    """One card of the kind drawn goes from the victim to the thief; no other card, and no gold, moves.

    The engine's `stolen` is executed on unknown hands.
    """
    for players in proof.players:
        start: Table = printed(proof.engine(players))
        names = [f"{kind} of seat {who}" for who in range(players) for kind in RESOURCES]
        for victim, kind in product(range(1, players), range(5)):
            wrong = on_unknowns(
                proof, partial(_theft, rule, start, victim, kind), names, partial(_one_card, victim, kind)
            )
            if wrong is not None:
                return wrong
            proof.cover(players, "", victim, RESOURCES[kind])
    return None


def _theft(rule: Stolen, start: Table, victim: int, kind: int, *counts: Any) -> list[Any]:
    """All hands after a theft by seat 0, the cards one after the other."""
    seats = start.seats
    for who in range(len(seats)):
        seats = with_seat(seats, who, hand=counts[5 * who : 5 * who + 5])
    return [card for seat in rule(changed(start, seats=seats, turn=0), victim, kind).seats for card in seat.hand]


def _one_card(victim: int, kind: int, *given: Any) -> Term:
    *counts, after = given
    moved = {5 * victim + kind: -1, kind: 1}
    return all_of(*(after[k] == counts[k] + moved.get(k, 0) for k in range(len(counts))))


def _copied(t: Table, victim: int, kind: int) -> Table:
    """The victim keeps the card."""
    after = production.stolen(t, victim, kind)
    return changed(after, seats=with_seat(after.seats, victim, hand=t.seats[victim].hand))


a_theft_moves_one_card.twin("the victim keeps the card", rule=_copied)
