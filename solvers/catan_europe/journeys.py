"""Journeys: steps for grain and salt, tolls, what a caravan delivers where, and who can still deliver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import compress, product
from typing import Any, Final

from rulecheck.reference_engines.catan_europe import caravans
from rulecheck.reference_engines.catan_europe.arithmetic import free_goods, has_won, steps_for, toll_due
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.table import Table, with_seat
from rulecheck.reference_engines.contract import changed
from rulecheck.solvers.catan_europe.production import PRINTED
from rulecheck.solvers.catan_europe.showing import in_positions, numbers, on_unknowns, printed
from rulecheck.solvers.logic import Term, all_of, any_of, either, negation, number, same, total
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Axis, Ranges
from rulecheck.solvers.refutation import AnyEngine, InModel, Refutation
from rulecheck.solvers.theorem import theorem


@theorem(
    "march.grain", "march.several-grain", "drive.salt", "drive.several-salt",
    bounds=numbers("payments", case=[Axis("paid", ("grain", "salt"))]),
)  # fmt: skip
def each_payment_brings_the_same_steps(proof: Proof, rule: Callable[[Any, int], Any] = steps_for) -> Refutation | None:
    """A payment more brings just the steps of one payment more; without any, a piece does not move."""
    g: Kit = proof.engine(min(proof.players)).g  # type: ignore[attr-defined]
    for paid, each in (("grain", g.march_steps), ("salt", g.drive_steps)):
        wrong = on_unknowns(
            proof, partial(_two_steps, rule, each), ("payments",), lambda n, steps, each=each: all_of(
                steps[0] == each * n, steps[1] - steps[0] == each,
            ), case=[paid],
        )  # fmt: skip
        if wrong is not None:
            return wrong
    return None


def _two_steps(rule: Callable[[Any, int], Any], each: int, payments: Any) -> tuple[Any, Any]:
    return rule(payments, each), rule(payments + 1, each)


each_payment_brings_the_same_steps.twin("one step is for nothing", rule=lambda n, each: n * each + 1)

# ---- tolls

Toll = Callable[[Any, Any, Any, Any], Any]


@theorem(
    "toll.pay", "toll.once", "toll.each-opponent", "toll.each-caravan",
    bounds=numbers("owner", "mover", "toll", case=[Axis("paid before", (False, True))]),
)  # fmt: skip
def a_toll_is_owed_to_others_and_once(proof: Proof, rule: Toll = toll_due) -> Refutation | None:
    """A step onto a route costs its toll just if the route is somebody else's and nothing was paid for it this turn."""
    for paid in (False, True):
        wrong = on_unknowns(
            proof, lambda owner, mover, toll, paid=paid: rule(owner, mover, paid, toll), ("owner", "mover", "toll"),
            lambda owner, mover, toll, due, paid=paid: due == either(all_of(owner != mover, not paid), toll, 0),
            case=[paid],
        )  # fmt: skip
        if wrong is not None:
            return wrong
    return None


a_toll_is_owed_to_others_and_once.twin(
    "one's own route costs as well", rule=lambda owner, mover, paid, toll: 0 if paid else toll
).twin("each step costs again", rule=lambda owner, mover, paid, toll: 0 if owner == mover else toll)

Owed = Callable[[Kit, Table, int, int, tuple[tuple[int, int], ...]], int]
TOLLS: Final = Ranges(
    Axis("set of tolls paid", lambda engine: sets(product(range(2), range(1, len(engine.seats))))),
    Axis("caravans", range(2)), Axis("player's route", lambda engine: range(len(engine.seats))), besides=PRINTED,
)  # fmt: skip


def sets(members: Iterable[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every set of some things, in their order."""
    listed = list(members)
    return (tuple(compress(listed, chosen)) for chosen in product((False, True), repeat=len(listed)))


def tolls_paid(
    engine: AnyEngine, tolls: tuple[tuple[int, int], ...], which: int, owner: int
) -> tuple[Table, tuple[int, int, int]]:
    """A turn of the printed beginning in which these tolls were paid, and a caravan at somebody's route."""
    start: Table = printed(engine)
    path = start.seats[owner].routes.bit_length() - 1
    return changed(start, turn=0, tolls=tolls, rolled=True), (which, owner, path)


@theorem(
    "toll.once", "toll.each-opponent", "toll.each-caravan",
    bounds=TOLLS,
)  # fmt: skip
def each_caravan_pays_each_opponent_for_itself(proof: Proof, rule: Owed = caravans.owes) -> Refutation | None:
    """What one caravan paid covers no other caravan, and what was paid to one opponent no other opponent.

    The engine's `owes` is asked for every route of the printed beginning with every set of tolls of the turn.
    """

    def answer(g: Kit, t: Table, which: int, _owner: int, path: int) -> int:
        return rule(g, t, which, path, t.tolls)

    def due(g: Kit, t: Table, which: int, owner: int, _path: int) -> int:
        return 0 if owner == 0 or (which, owner) in t.tolls else g.toll

    return in_positions(
        proof, TOLLS, tolls_paid, answer, due, lambda g, which, owner, _: f"caravan {which} onto seat {owner}'s"
    )


def _one_for_both(g: Kit, t: Table, which: int, path: int, tolls: tuple[tuple[int, int], ...]) -> int:
    """What one caravan paid covers the other."""
    return caravans.owes(g, t, which, path, tuple((k, owner) for k in range(2) for _, owner in tolls))


each_caravan_pays_each_opponent_for_itself.twin("what one caravan paid covers the other", rule=_one_for_both)

# ---- deliveries

Customers = Callable[[Kit, Table, int], list[int]]

STATES: Final = ("free", "own", "foreign", "foreign supplied", "neutral", "neutral supplied")
"""What a city at a caravan's route can be."""


def ends(engine: AnyEngine) -> Iterator[tuple[int, tuple[tuple[int, str], ...]]]:
    """Every path at a city, with every state of the cities there."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    for path, places in enumerate(g.ends):
        cities = [place for place in places if g.cities >> place & 1]
        if cities:
            for states in product(STATES, repeat=len(cities)):
                yield path, tuple(zip(cities, states, strict=True))


DELIVERIES: Final = Ranges(
    Axis(f"path at a city, with every city there {', '.join(STATES)}", ends), Axis("free goods", (0, 1)),
    setups=("short-variable",),
)  # fmt: skip


def at_cities(engine: AnyEngine, end: tuple[int, tuple[tuple[int, str], ...]], goods: int) -> tuple[Table, tuple[int]]:
    """A caravan's path, with the cities there as they are said to be."""
    path, cities = end
    return settled(engine.start(), dict(cities), goods), (path,)


@theorem(
    "delivery.foreign", "delivery.once", "delivery.neutral", "delivery.free-good", "delivery.forced",
    bounds=DELIVERIES,
)  # fmt: skip
def goods_go_to_foreign_posts_that_have_none(proof: Proof, rule: Customers = caravans.customers) -> Refutation | None:
    """A caravan can deliver just to the posts at its route that are not its owner's and hold no good yet, neutral ones
    too, and only while its owner has a free good."""

    def due(g: Kit, t: Table, path: int) -> list[int]:
        others = t.neutral
        for who, seat in enumerate(t.seats):
            others |= seat.posts if who != t.turn else 0
        open_ = [place for place in g.ends[path] if others >> place & 1 and not t.supplied >> place & 1]
        return sorted(open_) if t.seats[t.turn].goods else []

    return in_positions(
        proof, DELIVERIES, at_cities, rule, due, lambda g, path: f"a caravan at {g.map.path_names[path]}"
    )


def settled(start: Table, cities: dict[int, str], goods: int) -> Table:
    """The table with posts as the cities' states say, and so many free goods for the player whose turn it is."""
    masks = dict.fromkeys(("own", "foreign", "neutral", "supplied"), 0)
    for place, state in cities.items():
        for word in state.split():
            if word in masks:
                masks[word] |= 1 << place
    seats = with_seat(start.seats, 0, posts=masks["own"], goods=goods)
    seats = with_seat(seats, 1, posts=masks["foreign"])
    occupied = masks["own"] | masks["foreign"] | masks["neutral"]
    return changed(
        start, turn=0, seats=seats, neutral=masks["neutral"], supplied=masks["supplied"], occupied=occupied
    )  # fmt: skip


def _twice(g: Kit, t: Table, path: int) -> list[int]:
    return caravans.customers(g, changed(t, supplied=0), path)


def _not_neutral(g: Kit, t: Table, path: int) -> list[int]:
    return [place for place in caravans.customers(g, t, path) if not t.neutral >> place & 1]


goods_go_to_foreign_posts_that_have_none.twin("a post takes a second good", rule=_twice).twin(
    "neutral posts take none", rule=_not_neutral
)


@theorem("board.depot", "win.all-delivered", "delivery.free-good", bounds=numbers("goods", "covered", "delivered"))
def a_player_has_won_when_no_good_is_left(
    proof: Proof, won: Callable[[Any, Any], Any] = has_won, free: Callable[[Any, Any, Any], Any] = free_goods
) -> Refutation | None:
    """Goods are covered, free or delivered; who has delivered all has no covered and no free one left, and has won.

    The engine's `free_goods` and `has_won` are executed on unknown numbers.
    """

    def right(goods: Term, covered: Term, delivered: Term, answer: Any) -> Term:
        left, is_won = answer
        nothing_left = all_of(covered == 0, left == 0)
        return all_of(left >= 0, left + covered + delivered == goods, same(is_won, nothing_left))

    return on_unknowns(
        proof, lambda goods, covered, delivered: (free(goods, covered, delivered), won(delivered, goods)),
        ("goods", "covered", "delivered"), right, lambda goods, covered, delivered: covered + delivered <= goods,
        case=(),
    )  # fmt: skip


a_player_has_won_when_no_good_is_left.twin("one good may be left", won=lambda delivered, goods: delivered + 1 >= goods)


BOARDS: Final = ("short-variable", "full")

ALL_STAND: Final = Ranges(
    setups=BOARDS, besides="however the goods delivered lie under posts, all posts founded, nobody has won"
)


@theorem(
    "delivery.once", "delivery.foreign", "setup.posts-short", "setup.posts-full", "win.all-delivered",
    bounds=ALL_STAND,
)  # fmt: skip
def when_all_posts_stand_somebody_can_deliver(proof: Proof, posts: int | None = None) -> Refutation | None:
    """When all posts stand and nobody has won, some player finds a post for the next good: no deadlock of posts.

    Each player has delivered fewer goods than there are, each to a post of somebody else, no two to one post. Z3 looks
    for deliveries that leave everybody without a post that could take one.
    """
    return _delivered_out(proof, product(BOARDS, proof.players), posts, _everybody)


when_all_posts_stand_somebody_can_deliver.twin("only the three posts of the beginning are there", posts=3)


@theorem(
    "delivery.once", "delivery.foreign", "setup.posts-full", "win.all-delivered",
    bounds="the full board, 3 players; however the goods delivered lie, all posts founded, nobody has won",
    expected="refuted",
    because="in the full game with three players the others have 24 posts and 3 neutral ones stand: 27 goods can lie "
    "under them while nobody has delivered more than 9 of 10. That player finds no post any more and cannot win; the "
    "text says nothing about who is shut out so.",
)  # fmt: skip
def nobody_is_shut_out_of_the_last_delivery(proof: Proof) -> Refutation | None:
    """When all posts stand and nobody has won, every player finds a post for the next good. (Not in the full game.)"""
    return _delivered_out(proof, [("full", 3)], None, _anybody)


def _everybody(without: list[Term]) -> Term:
    return all_of(*without)


def _anybody(without: list[Term]) -> Term:
    return any_of(*without)


def _delivered_out(
    proof: Proof,
    games: Iterable[tuple[str, int]],
    posts: int | None,
    stuck: Callable[[list[Term]], Term],
) -> Refutation | None:
    for setup, players in games:
        g: Kit = proof.engine(players, setup=setup).g  # type: ignore[attr-defined]
        own = [g.posts_total if posts is None else posts] * players + [g.neutral_posts]
        to = {(a, b): number(f"from {a} to {b}") for a in range(players) for b in range(players + 1) if a != b}
        given: list[Term] = [count >= 0 for count in to.values()]
        given += [total(to[a, b] for b in range(players + 1) if a != b) <= g.goods_total - 1 for a in range(players)]
        given += [total(to[a, b] for a in range(players) if a != b) <= own[b] for b in range(players + 1)]
        proof.possible(*given)
        proof.cover(players, setup)
        values = proof.against(negation(stuck(_without_post(players, own, to))), given)
        if values is not None:
            lie = {pair: values.of(count) for pair, count in to.items()}
            told = {f"from {a} to {'the neutral' if b == players else b}": n for (a, b), n in lie.items() if n}
            says = f"{setup}, {players} players with {own[0]} posts each: every post that could take a good has one"
            return InModel(says, partial(_is_stuck, stuck, players, own, lie), told)
    return None


def _without_post(players: int, own: list[int], to: Mapping[tuple[int, int], Term]) -> list[Term]:
    """For each player whether every post of the others holds a good; the last of `own` are the neutral posts."""
    lying = [total(to[a, b] for a in range(players) if a != b) for b in range(players + 1)]
    return [total(own[b] - lying[b] for b in range(players + 1) if b != a) == 0 for a in range(players)]


def _is_stuck(
    stuck: Callable[[list[Term]], Term], players: int, own: list[int], lie: Mapping[tuple[int, int], int]
) -> bool:
    return bool(stuck(_without_post(players, own, lie)))
