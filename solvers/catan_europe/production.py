"""Production: what a roll brings, when a stack is short, the consolation, and whether full stacks serve every roll."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any, Final

from rulecheck.reference_engines.catan_europe import production
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.table import RESOURCES, Table, with_seat
from rulecheck.reference_engines.contract import changed
from rulecheck.solvers.catan_europe.showing import in_positions, printed
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Axis, Ranges, largest
from rulecheck.solvers.refutation import AnyEngine, Refutation, WrongAnswer
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


REGION: Final = Axis("region for the robber", lambda engine: range(len(printed(engine).numbers)))
SUM: Final = Axis("sums but 7", TOTALS)
SHORT: Final = Axis("kind of which there are few", RESOURCES)
PRINTED: Final = "the printed beginning"


def few_cards(engine: AnyEngine, kind: str, left: int, robber: int, total: int) -> tuple[Table, tuple[int]]:
    """The printed beginning, a stack with few cards, the robber on a region."""
    t = short(printed(engine), RESOURCES.index(kind), left)
    return changed(t, robber=robber), (total,)


def few_coins(
    engine: AnyEngine, kind: str, left: int, robber: int, total: int, bank: int | str
) -> tuple[Table, tuple[int]]:
    """The same with few coins in the bank."""
    t, given = few_cards(engine, kind, left, robber, total)
    coins = t.bank if isinstance(bank, str) else bank
    return changed(t, bank=coins, seats=with_seat(t.seats, 0, gold=t.seats[0].gold + t.bank - coins)), given


def robbed(engine: AnyEngine, robber: int, total: int) -> tuple[Table, tuple[int]]:
    """The printed beginning with the robber on a region."""
    return changed(printed(engine), robber=robber), (total,)


def _rolled(g: Kit, total: int) -> str:
    return f"a roll of {total} with {g.players} players"


FEW_CARDS: Final = Ranges(SHORT, Axis("cards left of it", range(5)), REGION, SUM, besides=PRINTED)
THE_ROBBER: Final = Ranges(REGION, SUM, besides=PRINTED)
FEW_COINS: Final = Ranges(
    SHORT, Axis("cards left of it", (0, 2)), REGION, SUM, Axis("gold in the bank", (0, 1, 2, "all")), besides=PRINTED
)


@theorem(
    "production.each-post", "production.several", "production.shortage", "production.neutral",
    readings=("production.sole-claimant",), bounds=FEW_CARDS,
)  # fmt: skip
def a_stack_serves_all_who_claim_or_nobody(proof: Proof, rule: Produce = production.produce) -> Refutation | None:
    """A roll brings every player just what their posts claim of a kind, or, where the stack is too small, nobody any.

    The claims are counted post by post from the map. Neutral posts claim nothing.
    """

    def due(g: Kit, t: Table, total: int) -> Hands:
        wanted = claims(g, t, total)
        served = [sum(row[kind] for row in wanted) <= t.stacks[kind] for kind in range(5)]
        return [[count * is_served for count, is_served in zip(row, served, strict=True)] for row in wanted]

    return in_positions(proof, FEW_CARDS, few_cards, lambda g, t, total: gained(t, rule(g, t, total)), due, _rolled)


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


@theorem("production.robber", bounds=THE_ROBBER)
def the_robbers_region_is_all_that_he_takes(proof: Proof, rule: Produce = production.produce) -> Refutation | None:
    """With the robber elsewhere a roll brings more by what his region yields, and by nothing else.

    Asked where every stack is full enough.
    """

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

    return in_positions(proof, THE_ROBBER, robbed, lost, due, _rolled)


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
    readings=("gold.bank",), bounds=FEW_COINS,
)  # fmt: skip
def whoever_receives_no_card_takes_a_coin(proof: Proof, rule: Produce = production.produce) -> Refutation | None:
    """A roll brings a coin to everybody who receives no resource from it, for whatever reason, and to nobody else.

    If the bank has too few coins they go clockwise from the player whose turn it is.
    """

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

    return in_positions(proof, FEW_COINS, few_coins, coins, due, _rolled)


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

MAPS: Final = ("short-variable", "full")
EVERY_ROLL: Final = Ranges(
    Axis("kind", RESOURCES), SUM, setups=MAPS, players=largest,
    besides="wherever number tokens may lie, a post in every city",
)  # fmt: skip


@theorem(
    "bank.stock", "box.cards", "board.disc", "production.shortage",
    bounds=EVERY_ROLL,
)  # fmt: skip
def full_stacks_serve_every_roll(
    proof: Proof, rule: Produce = production.produce, numbers: dict[str, int] | None = None
) -> Refutation | None:
    """With all cards of a kind in its stack no roll makes it short, however many posts there are.

    For each kind and sum the regions that can bear this number are those where it is printed, and as many circles of
    the kind's colour, those at most cities, as there are tokens of this number. With a post in every city the engine's
    `produce` must bring just as many cards as these regions have cities.
    """
    for case in EVERY_ROLL.cases(proof):
        players, setup, resource, total = case
        engine = proof.engine(players, setup=setup, numbers=numbers or {})
        g: Kit = engine.g  # type: ignore[attr-defined]
        kind = RESOURCES.index(resource)
        most = most_claims(g, kind, total)
        brought = partial(_brought, rule, kind, total)
        if brought(engine, engine.start()) != most:
            asked = f"set-up {setup}: cards of {resource} that a roll of {total} can bring, of {g.each} in the stack"
            return WrongAnswer(asked, engine, engine.start(), brought, most)
        proof.cover(*case)
    for setup in MAPS:
        g = proof.engine(max(proof.players), setup=setup).g  # type: ignore[attr-defined]
        top = max(most_claims(g, kind, total) for kind, total in product(range(5), TOTALS))
        proof.note(f"set-up {setup}: no roll can claim more than {top} cards of a kind")
    return None


def bearing(g: Kit, kind: int, total: int) -> list[int]:
    """The regions of a kind that bear this number where they have most cities together."""
    regions = [region for region, of in enumerate(g.map.resource) if of == kind]
    printed = [region for region in regions if g.map.printed[region] == total]
    circles = sorted((region for region in regions if not g.map.printed[region]), key=lambda r: -_cities(g, r))
    tokens = sum(values.count(total) for colour, values in enumerate(g.token_values) if colour == kind)
    return [*printed, *circles[:tokens]]


def _cities(g: Kit, region: int) -> int:
    return sum(g.cities >> place & 1 for place in g.map.corners[region])


def most_claims(g: Kit, kind: int, total: int) -> int:
    """The most cards of a kind that one roll can claim, with a post in every city."""
    return sum(_cities(g, region) for region in bearing(g, kind, total))


def _brought(rule: Produce, kind: int, total: int, engine: Any, start: Table) -> int:
    """The cards of a kind that a roll brings a player with a post in every city, all cards in their stacks."""
    g: Kit = engine.g
    regions = tuple(sorted(bearing(g, kind, total)))
    yields = tuple(regions if number == total else some for number, some in enumerate(start.yields))
    seats = with_seat(start.seats, 0, posts=g.cities, hand=(0,) * 5)
    t = changed(start, seats=seats, stacks=(g.each,) * 5, yields=yields, occupied=g.cities, neutral=0, robber=-1)
    return gained(t, rule(g, t, total))[0][kind]


full_stacks_serve_every_roll.twin("there are 3 cards of each kind", numbers={"resource.each": 3}).twin(
    "every claim is served three times over", rule=lambda g, t, total: _thrice(g, t, total)
)


def _thrice(g: Kit, t: Table, total: int) -> Table:
    after = production.produce(g, t, total)
    hand = tuple(3 * more for more in gained(t, after)[0])
    return changed(after, seats=with_seat(after.seats, 0, hand=hand))
