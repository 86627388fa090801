"""Production: what a roll brings, when a stack is short, the consolation, and whether full stacks serve every roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any, Final

from rulecheck.reference_engines.catan_europe import production
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.table import Table, with_seat
from rulecheck.reference_engines.contract import changed
from rulecheck.solvers.catan_europe.showing import Case, in_positions
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.refutation import InEngine, Refutation
from rulecheck.solvers.theorem import theorem

Produce = Callable[[Kit, Table, int], Table]

TOTALS: Final = tuple(total for total in range(2, 13) if total != 7)
"""The sums of two dice that produce."""

Hands = list[list[int]]


def claims(g: Kit, t: Table, total: int, robbed: int | None = None) -> Hands:
    """What the posts claim by the sentences: for each player, how many of each resource; nothing of the robber."""
    robber = t.robber if robbed is None else robbed
    due = [[0] * 5 for _ in t.seats]
    for region, number in enumerate(t.numbers):
        if number == total and region != robber:
            for place in g.map.corners[region]:
                for who, seat in enumerate(t.seats):
                    due[who][g.map.resource[region]] += seat.posts >> place & 1
    return due


def gained(t: Table, after: Table) -> Hands:
    """The cards that came into each hand."""
    pairs = zip(t.seats, after.seats, strict=True)
    return [[b - a for a, b in zip(old.hand, new.hand, strict=True)] for old, new in pairs]


def short(t: Table, kind: int, left: int) -> Table:
    """The table with so many cards of a kind in their stack, the others in the last player's hand."""
    last = len(t.seats) - 1
    hand = list(t.seats[last].hand)
    hand[kind] += t.stacks[kind] - left
    stacks = (*t.stacks[:kind], left, *t.stacks[kind + 1 :])
    return changed(t, stacks=stacks, seats=with_seat(t.seats, last, hand=tuple(hand)))


def stacks_of_every_height(proof: Proof) -> Iterator[Case]:
    """The printed beginning, each stack in turn with 0 to 4 cards, the robber on each region in turn, each sum."""
    for players in proof.players:
        engine = proof.engine(players)
        start: Table = engine.named_start("ready")
        regions = range(len(start.numbers))
        for kind, left, robber in product(range(5), range(5), regions):
            t = changed(short(start, kind, left), robber=robber)
            for total in TOTALS:
                yield engine, t, (total,)


def _rolled(g: Kit, total: int) -> str:
    return f"a roll of {total} with {g.players} players"


BOUNDS: Final = (
    "3 and 4 players, the printed beginning; each stack with 0 to 4 cards, the robber on each region, each sum but 7"
)


@theorem(
    "production.each-post", "production.several", "production.shortage", "production.neutral",
    readings=("production.sole-claimant",), bounds=BOUNDS,
)  # fmt: skip
def a_stack_serves_all_who_claim_or_nobody(proof: Proof, rule: Produce = production.produce) -> Refutation | None:
    """A roll brings every player just what their posts claim of a kind, or, where the stack is too small, nobody any.

    The claims are counted post by post from the map. Neutral posts claim nothing.
    """

    def due(g: Kit, t: Table, total: int) -> Hands:
        wanted = claims(g, t, total)
        served = [sum(row[kind] for row in wanted) <= t.stacks[kind] for kind in range(5)]
        return [[count * is_served for count, is_served in zip(row, served, strict=True)] for row in wanted]

    return in_positions(
        proof, stacks_of_every_height(proof), lambda g, t, total: gained(t, rule(g, t, total)), due, _rolled
    )


def _all_that_is_left(g: Kit, t: Table, total: int) -> Table:
    """Whoever comes first takes what is left."""
    after = production.produce(g, t, total)
    wanted = claims(g, t, total)
    stacks, seats = list(after.stacks), after.seats
    for who, kind in product(range(len(seats)), range(5)):
        more = min(wanted[who][kind] - gained(t, after)[who][kind], stacks[kind])
        hand = list(seats[who].hand)
        hand[kind], stacks[kind] = hand[kind] + more, stacks[kind] - more
        seats = with_seat(seats, who, hand=tuple(hand))
    return changed(after, seats=seats, stacks=tuple(stacks))


def _robber_asleep(g: Kit, t: Table, total: int) -> Table:
    """The robber's region yields as well."""
    return production.produce(g, changed(t, robber=-1), total)


a_stack_serves_all_who_claim_or_nobody.twin(
    "a short stack is handed out as far as it goes", rule=_all_that_is_left
).twin("the robber's region yields as well", rule=_robber_asleep)


@theorem("production.robber", bounds=BOUNDS)
def the_robbers_region_is_all_that_he_takes(proof: Proof, rule: Produce = production.produce) -> Refutation | None:
    """With the robber elsewhere a roll brings more by what his region yields, and by nothing else.

    Asked where every stack is full enough.
    """

    def cases() -> Iterator[Case]:
        for players in proof.players:
            engine = proof.engine(players)
            start: Table = engine.named_start("ready")
            for robber, total in product(range(len(start.numbers)), TOTALS):
                yield engine, changed(start, robber=robber), (total,)

    def lost(g: Kit, t: Table, total: int) -> Hands:
        without, with_him = (gained(t, rule(g, table, total)) for table in (changed(t, robber=-1), t))
        return [
            [a - b for a, b in zip(free, robbed, strict=True)] for free, robbed in zip(without, with_him, strict=True)
        ]

    def due(g: Kit, t: Table, total: int) -> Hands:
        return [
            [
                (g.corner[t.robber] & seat.posts).bit_count()
                if t.numbers[t.robber] == total and g.map.resource[t.robber] == kind
                else 0
                for kind in range(5)
            ]
            for seat in t.seats
        ]

    return in_positions(proof, cases(), lost, due, _rolled)


def _takes_the_kind(g: Kit, t: Table, total: int) -> Table:
    """The robber keeps all regions of the kind of his own from yielding."""
    if t.robber < 0:
        return production.produce(g, t, total)
    kind = g.map.resource[t.robber]
    numbers = tuple(0 if g.map.resource[r] == kind else number for r, number in enumerate(t.numbers))
    yields = tuple(tuple(r for r in some if numbers[r]) for some in t.yields)
    return production.produce(g, changed(t, yields=yields), total)


the_robbers_region_is_all_that_he_takes.twin("all regions of the robber's kind yield nothing", rule=_takes_the_kind)


@theorem(
    "production.consolation",
    readings=("gold.bank",), bounds=f"{BOUNDS}; 0 to 4 gold in the bank",
)  # fmt: skip
def whoever_receives_no_card_takes_a_coin(proof: Proof, rule: Produce = production.produce) -> Refutation | None:
    """A roll brings a coin to everybody who receives no resource from it, for whatever reason, and to nobody else.

    If the bank has too few coins they go clockwise from the player whose turn it is.
    """

    def cases() -> Iterator[Case]:
        for engine, state, given in stacks_of_every_height(proof):
            if state.robber % 5 == 0:  # the coins do not depend on where he stands, beyond who receives nothing
                for bank in (0, 1, 2, state.bank):
                    more = state.seats[0].gold + state.bank - bank
                    yield engine, changed(state, bank=bank, seats=with_seat(state.seats, 0, gold=more)), given

    def coins(g: Kit, t: Table, total: int) -> list[int]:
        return [new.gold - old.gold for old, new in zip(t.seats, rule(g, t, total).seats, strict=True)]

    def due(g: Kit, t: Table, total: int) -> list[int]:
        wanted = claims(g, t, total)
        served = [sum(row[kind] for row in wanted) <= t.stacks[kind] for kind in range(5)]
        bank, paid = t.bank, [0] * g.players
        for k in range(g.players):
            who = (t.turn + k) % g.players
            if not any(count and served[kind] for kind, count in enumerate(wanted[who])) and bank:
                paid[who], bank = 1, bank - 1
        return paid

    return in_positions(proof, cases(), coins, due, _rolled)


def _only_if_nothing_was_due(g: Kit, t: Table, total: int) -> Table:
    """Who only missed cards for want of a stack gets no coin."""
    after, wanted = production.produce(g, t, total), claims(g, t, total)
    seats, bank = after.seats, after.bank
    for who, row in enumerate(wanted):
        coins = seats[who].gold - t.seats[who].gold
        if any(row) and coins:
            seats, bank = with_seat(seats, who, gold=t.seats[who].gold), bank + coins
    return changed(after, seats=seats, bank=bank)


def _from_seat_one(g: Kit, t: Table, total: int) -> Table:
    """A short bank pays from the first seat on."""
    return changed(production.produce(g, changed(t, turn=1), total), turn=t.turn)


whoever_receives_no_card_takes_a_coin.twin(
    "who missed cards for want of a stack gets no coin", rule=_only_if_nothing_was_due
).twin("a short bank pays from the second seat on", rule=_from_seat_one)


# ---- full stacks


@theorem(
    "bank.stock", "box.cards", "board.disc", "production.shortage",
    bounds="both maps; wherever number tokens may lie, a post in every city",
)  # fmt: skip
def full_stacks_serve_every_roll(proof: Proof, numbers: dict[str, int] | None = None) -> Refutation | None:
    """With all cards of a kind in its stack no roll makes it short, however many posts there are.

    For each kind and sum the regions that can bear this number are counted: those where it is printed, and as many
    circles of the kind's colour, those at most cities, as there are tokens of this number.
    """
    for setup in ("short-variable", "full"):
        engine = proof.engine(max(proof.players), setup=setup, numbers=numbers or {})
        g: Kit = engine.g  # type: ignore[attr-defined]
        for kind, total in product(range(5), TOTALS):
            proof.case()
            most = most_claims(g, kind, total)
            if most > g.each:
                says = f"set-up {setup}: a roll of {total} can claim {most} of resource {kind}, there are {g.each}"
                return InEngine(says, engine, engine.start(), partial(_too_few, kind, total), by="the map")
        top = max(most_claims(g, kind, total) for kind, total in product(range(5), TOTALS))
        proof.note(f"set-up {setup}: no roll can claim more than {top} cards of a kind")
    return None


def most_claims(g: Kit, kind: int, total: int) -> int:
    """The most cards of a kind that one roll can claim, with a post in every city."""
    cities = [sum(g.cities >> place & 1 for place in corners) for corners in g.map.corners]
    regions = [region for region, of in enumerate(g.map.resource) if of == kind]
    printed = sum(cities[region] for region in regions if g.map.printed[region] == total)
    circles = sorted((cities[region] for region in regions if not g.map.printed[region]), reverse=True)
    tokens = sum(values.count(total) for colour, values in enumerate(g.token_values) if colour == kind)
    return printed + sum(circles[:tokens])


def _too_few(kind: int, total: int, engine: Any, _: Any) -> bool:
    return bool(most_claims(engine.g, kind, total) > engine.g.each)


full_stacks_serve_every_roll.twin("there are 3 cards of each kind", numbers={"resource.each": 3})
