"""When each clause of Merchants of Europe is carried out: what the steps tell is held against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from rulecheck.properties.catan_europe.facts import (
    Facts,
    facts,
    in_all,
    mask,
    numbers,
    owner_of_route,
    posts_of_all,
    routes_of_all,
)
from rulecheck.properties.invariants.declaring import SELDOM, after
from rulecheck.properties.invariants.telling import Due, Tellings, by, changes, grows, shrinks, since, to
from rulecheck.reference_engines.catan_europe.table import FirstPost, FirstRoll, FirstRoute, Seat, Table
from rulecheck.reference_engines.contract import AnyEngine


def rolled(test: Callable[[Facts, Table, int], bool]) -> Due:
    """Dice in a turn of whose sum something holds."""
    return by("Roll") & since("Dice") & (lambda e, before, move, now: test(facts(e), before, move.low + move.high))


SEVEN: Final = rolled(lambda f, before, total: total == f.seven)


def given(test: Callable[[Facts, Table, int, int], bool], *, robbed: bool = False) -> Due:
    """Dice that are no seven, and a region with their number of which something holds: the robber's, or another."""

    def holds(f: Facts, before: Table, total: int) -> bool:
        return total != f.seven and any(
            [
                test(f, before, region, f.around[region])
                for region, number in enumerate(before.numbers)
                if number == total and (region == before.robber) is robbed
            ]
        )

    return rolled(holds)


def has_shortage(f: Facts, before: Table, total: int) -> bool:
    """Whether a roll brings more of a kind than is left."""
    due = [0] * 5
    for region, number in enumerate(before.numbers if total != f.seven else ()):
        if number == total and region != before.robber:
            for seat in before.seats:
                due[f.map.resource[region]] += (f.around[region] & seat.posts).bit_count()
    return any([claimed > left for claimed, left in zip(due, before.stacks, strict=True)])


def discards(test: Callable[[Facts, int], bool]) -> Due:
    """A seven with somebody who returns cards and of whose number of cards something holds, or a card returned."""

    def holds(f: Facts, before: Table, total: int) -> bool:
        many = [in_all(seat) for seat in before.seats]
        return total == f.seven and any([count > f.hand_limit and count > 1 and test(f, count) for count in many])

    return rolled(holds)


def actor(part: Callable[[Facts, Seat], bool]) -> Due:
    """Something holds of the player whose turn it is."""
    return Due(lambda e, before, move, now: part(facts(e), before.seats[before.turn]))


def played(effect: str) -> Due:
    """A card with an effect is played."""
    return by("Play") & (lambda e, before, move, now: facts(e).effect[facts(e).card[move.card]] == effect)


def robbed(test: Callable[[Facts, Table, list[Seat]], bool]) -> Due:
    """The robber moves, or somebody is chosen, and something holds of the others with a post next to him."""

    def holds(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
        near = facts(engine).around[now.robber]
        others = [seat for k, seat in enumerate(before.seats) if k != before.turn and seat.posts & near]
        return test(facts(engine), before, others)

    return Due(holds)


def bumps(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether more caravans stand on the path than one route takes."""
    path = facts(engine).path[move.path]
    standing = sum([seat.caravans.count(path) for seat in now.seats])
    return standing > facts(engine).caravans_per_route


def owes(test: Callable[[Table, int, int], bool]) -> Due:
    """A caravan steps onto a route of another player, and something holds of the caravan and the owner."""

    def holds(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
        owner = owner_of_route(before, facts(engine).path[move.path])
        return owner != before.turn and test(before, before.phase.caravan, owner)  # type: ignore[attr-defined]

    return by("Onto") & holds


def stood_on_anothers(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether a caravan leaves, at its first step, a third player's route."""
    phase: Any = before.phase
    left = owner_of_route(before, before.seats[before.turn].caravans[phase.caravan] or 0)
    return not phase.moved and left not in (before.turn, owner_of_route(before, facts(engine).path[move.path]))


def delivered_to_neutral(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether a good went to a neutral post."""
    return (now.supplied & ~before.supplied & before.neutral) > 0


def route(test: Callable[[Facts, Table, int], bool]) -> Due:
    """A route is built, after the beginning, and something holds of its path."""
    return by("Route") & since("Actions", "FreeRoute") & on_path(test)


def on_path(test: Callable[[Facts, Table, int], bool]) -> Due:
    """Something holds of the path that a move names."""
    return Due(lambda e, before, move, now: test(facts(e), before, facts(e).path[move.path]))


def meets_foreign_posts(f: Facts, before: Table, path: int) -> bool:
    """Whether a post of somebody else stands at one of its ends."""
    return f.ends_of(1 << path) & posts_of_all(before) & ~before.seats[before.turn].posts > 0


def passes_steps(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether a merchant could have come there with fewer steps than it had."""
    phase: Any = before.phase
    far: int = facts(engine).steps_from(phase.at)[facts(engine).place[move.place]]
    return far < int(phase.steps)


def offers_first(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether an offer is put to the others for the first time."""
    return before.phase.first is None  # type: ignore[attr-defined]


def begins_before_dice(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether a turn begins with a card that can be played before the dice."""
    return type(before.phase).__name__ != "BeforeDice"


def connects(test: Callable[[Facts, Table, int, int], bool]) -> Due:
    """A route is built in a turn, and something holds of the cities that it links before and after."""

    def holds(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
        f, phase = facts(engine), before.phase
        if type(getattr(phase, "after", None)) is FirstRoute:
            return False
        start, end = f.ends[f.path[move.path]]
        old, new = (f.linked(routes_of_all(t), start) for t in (before, now))
        return (new & f.cities).bit_count() > 1 and test(f, before, new & f.cities & ~before.connected, old >> end & 1)

    return by("Route") & since("Actions", "FreeRoute") & holds


def is_paid(f: Facts, before: Table, new: int, linked: int) -> bool:
    """Whether newly connected cities count."""
    return new & (-1 if f.own_city_counts else ~before.seats[before.turn].posts) > 0


def free(*, by_arrow: bool) -> Due:
    """Routes are built for nothing, or are to be built: by a double arrow, or by a card."""

    def is_such(phase: Any) -> bool:
        return (phase.touching is not None) is by_arrow

    build = by("Route") & since("FreeRoute") & (lambda e, before, move, now: is_such(before.phase))
    return build | (to("FreeRoute") & (lambda e, before, move, now: is_such(now.phase)))


def no_good(test: Callable[[Facts, Table, int, int], bool]) -> Due:
    """A caravan comes onto a route where nothing is delivered; something holds of the cities and all posts there."""

    def holds(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
        f, seat = facts(engine), before.seats[before.turn]
        path, posts = f.path[move.path], posts_of_all(before)
        places = f.ends_of(1 << path)
        takers = places & posts & ~seat.posts & ~before.supplied if seat.goods else 0
        if f.deliver_through:
            phase: Any = before.phase
            takers &= f.ends_of(1 << (seat.caravans[phase.caravan] or 0))
        return not takers and test(f, before, places & f.cities, posts)

    return by("Onto") & holds


def has_goods(before: Table) -> bool:
    """Whether the player whose turn it is has goods left to deliver."""
    return before.seats[before.turn].goods > 0


def walks(test: Callable[[Facts, Table, int, int, int], bool]) -> Due:
    """A merchant walks, and something holds of its way: from where, with how many steps, and where to."""

    def holds(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
        phase: Any = before.phase
        return test(facts(engine), before, phase.at, phase.steps, facts(engine).place[move.place])

    return by("To") & holds


def passes_pieces(f: Facts, before: Table, start: int, steps: int, end: int) -> bool:
    """Whether a merchant cannot have come there without passing a piece."""
    pieces = posts_of_all(before) | mask([place for seat in before.seats for place in seat.merchants])
    return f.spread(start, pieces & ~(1 << end))[end] > steps


def uses_routes(f: Facts, before: Table, start: int, steps: int, end: int) -> bool:
    """Whether a merchant cannot have come there by free paths only."""
    far = f.along_routes(mask([p for p, usable in enumerate(f.usable) if usable]) & ~routes_of_all(before), start)
    return far.get(end, steps + 1) > steps


def founds_at_a_port(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether a new post stands where a port pays."""
    f = facts(engine)
    if type(before.phase) is FirstPost and not f.port_in_setup:
        return False
    new = [is_.posts & ~was.posts for was, is_ in zip(before.seats, now.seats, strict=True)]
    return any([f.map.port[place] for posts in new for place in numbers(posts)])


def must_not_connect(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether a route of the beginning would connect cities on one of the paths at the player's posts."""
    f, taken = facts(engine), routes_of_all(before)
    paths = numbers(f.touching(before.seats[before.turn].posts) & ~taken)
    return any([(f.linked(taken | 1 << p, f.ends[p][0]) & f.cities).bit_count() > 1 for p in paths])


def in_reserve(t: Table) -> int:
    """How many number tokens lie face down."""
    return sum(map(len, t.reserve))


def numbering(*, drawn: bool) -> Due:
    """A region is to receive a number token: from the reserve, or from another region."""

    def holds(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
        phase: Any = now.phase
        return bool(now.reserve[facts(engine).colour[phase.region]]) is drawn

    return to("DrawingNumber") & holds


BEFORE_DICE: Final = (to("BeforeDice") & begins_before_dice) | (by("Play") & since("BeforeDice"))


def rolls_again(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether those with the highest sum roll again."""
    return type(now.phase) is FirstRoll and not now.phase.results and type(before.phase) is FirstRoll


def draws(engine: AnyEngine, before: Table, move: Any, now: Table) -> bool:
    """Whether a number token left the reserve."""
    return in_reserve(now) < in_reserve(before)


PAYS: Final = by("Along") | (connects(is_paid) & ~to("Connecting"))
FIXED: Final = since("RobberStart", "DashedToken", "FirstRoll") & to("Dice", "BeforeDice")
DELIVERS: Final = grows("seats.delivered")
FOUNDS: Final = shrinks("seats.depot")
BEGUN: Final = ("FirstPost", "NeutralPost", "FirstRoute")

TOLD: Final = Tellings(
    {
        "arrow.connected": by("Route")
        & since("FreeRoute")
        & (lambda e, before, move, now: before.phase.touching is not None),
        "arrow.free-route": free(by_arrow=True),
        "bank.buy": by("Buy"),
        "bank.exchange": by("Exchange") & ~shrinks("bank"),
        "bank.gold": by("Exchange") & shrinks("bank"),
        "build.pay": by("BuyCard", "Equip", "Recruit") | (by("Route") & since("Actions")),
        "caravan.place": by("Equip"),
        "caravan.price": by("Equip"),
        "caravan.replace": by("LiftCaravan"),
        "card.caravan": played("free_caravan_move") | (by("Drive") & since("FreeDrive")),
        "card.discard": by("Play"),
        "card.draw": by("Drawn"),
        "card.harvest": played("take_resources") | by("Take"),
        "card.lancier": played("move_robber"),
        "card.merchant": played("free_merchant_move") | (by("March") & since("FreeMarch")),
        "card.monopoly": played("monopoly") | by("Name"),
        "card.not-same-turn": changes("seats.new_cards"),
        "card.one-per-turn": by("Play"),
        "card.price": by("BuyCard"),
        "card.reshuffle": by("BuyCard", "Drawn") & shrinks("pile"),
        "card.routes": free(by_arrow=False),
        "card.when": by("Play"),
        "delivery.forced": DELIVERS,
        "delivery.foreign": no_good(
            lambda f, before, cities, posts: (
                has_goods(before) and cities & (before.seats[before.turn].posts | ~posts) > 0
            )
        ),
        "delivery.free-good": no_good(
            lambda f, before, cities, posts: (
                not has_goods(before) and cities & posts & ~before.seats[before.turn].posts & ~before.supplied > 0
            )
        ),
        "delivery.neutral": by("Onto", "Deliver", "Equip") & delivered_to_neutral,
        "delivery.no-cost": DELIVERS,
        "delivery.once": no_good(
            lambda f, before, cities, posts: (
                has_goods(before) and cities & before.supplied & ~before.seats[before.turn].posts > 0
            )
        ),
        "dice.card-first": BEFORE_DICE,
        "dice.roll": by("Roll") & since("Dice"),
        "drive.pass": by("Onto") & bumps,
        "drive.salt": by("Drive") & since("Actions"),
        "drive.several-salt": by("PaySalt"),
        "drive.step": by("Onto"),
        "drive.two-per-route": by("Onto") & bumps,
        "isolated.gold": PAYS,
        "isolated.once": connects(lambda f, before, new, linked: not new and not linked),
        "isolated.shortest": PAYS,
        "march.grain": by("March") & since("Actions"),
        "march.pass": walks(passes_pieces),
        "march.routes": walks(uses_routes),
        "march.several-grain": by("PayGrain"),
        "march.step": by("To"),
        "march.unused": by("Stay") | (by("To") & passes_steps),
        "merchant.place": by("Recruit"),
        "merchant.price": by("Recruit"),
        "merchant.replace": by("LiftMerchant"),
        "port.gold": (by("Post") | FOUNDS) & founds_at_a_port,
        "post.avoid": walks(lambda f, before, start, steps, end: not (f.cities | posts_of_all(before)) >> end & 1),
        "post.found": FOUNDS,
        "post.frees-good": FOUNDS,
        "post.from-depot": FOUNDS,
        "production.consolation": rolled(lambda f, before, total: total != f.seven)
        & (lambda e, before, move, now: any([seat.hand == now.seats[k].hand for k, seat in enumerate(before.seats)])),
        "production.each-post": given(
            lambda f, before, region, near: any([(near & seat.posts).bit_count() == 1 for seat in before.seats])
        ),
        "production.neutral": given(lambda f, before, region, near: near & before.neutral > 0),
        "production.robber": given(
            lambda f, before, region, near: near & posts_of_all(before) & ~before.neutral > 0, robbed=True
        ),
        "production.several": given(
            lambda f, before, region, near: any([(near & seat.posts).bit_count() > 1 for seat in before.seats])
        ),
        "production.shortage": rolled(has_shortage),
        "robber.blind": by("Stolen"),
        "robber.choose-victim": by("Steal")
        & (lambda e, before, move, now: move.victim != "")
        & robbed(lambda f, before, near: sum([f.steal_from_empty or in_all(seat) > 0 for seat in near]) > 1),
        "robber.elsewhere": by("Robber") & since("MoveRobber"),
        "robber.nobody-near": by("Robber") & since("MoveRobber") & robbed(lambda f, before, near: not near),
        "robber.steal": (by("Robber") & to("Stealing")) | (by("Steal") & (lambda e, b, move, n: move.victim != "")),
        "route.adjacent": by("Route") & since("Actions", "FreeRoute"),
        "route.foreign-posts": route(meets_foreign_posts),
        "route.free-path": by("Route") & since("Actions", "FreeRoute"),
        "route.price": by("Route") & since("Actions"),
        "setup.dashed-tokens": since("DashedToken"),
        "setup.first-player": (by("Roll") & since("FirstRoll") & ~Due(rolls_again))
        | (to("FirstRoll") & ~since("FirstRoll")),
        "setup.first-player-tie": since("FirstRoll") & to("FirstRoll") & rolls_again,
        "setup.fixed": FIXED,
        "setup.fixed-neutral": FIXED & changes("neutral"),
        "setup.fixed-resources": FIXED,
        "setup.neutral-posts": since("NeutralPost") | to("NeutralPost"),
        "setup.no-connection": by("Route") & since("FirstRoute") & must_not_connect,
        "setup.post-order": since("FirstPost") | to("FirstPost"),
        "setup.purple-only": by("Neutral", "Post"),
        "setup.robber": since("RobberStart"),
        "setup.start-caravan": by("Route") & since("FirstRoute"),
        "setup.start-route": since("FirstRoute") | (since(*BEGUN) & to("FirstRoute")),
        "setup.third-post-resources": by("Post") & grows("seats.hand"),
        "setup.variable": to("FirstPost") & ~since("FirstPost", "DrawingNumber", "PlacingNumber"),
        "seven.discard": by("Discard") | discards(lambda f, count: True),
        "seven.no-consolation": SEVEN,
        "seven.no-production": SEVEN,
        "seven.robber": by("Robber") & since("MoveRobber"),
        "seven.round-down": discards(lambda f, count: count % 2 == 1),
        "token.colour": changes("numbers") & ~since("DashedToken"),
        "token.from-board": numbering(drawn=False) | (changes("numbers") & ~Due(draws)),
        "token.one-region": since("PlacingNumber") | to("PlacingNumber"),
        "token.place": numbering(drawn=True) | (changes("numbers") & ~since("DashedToken") & draws),
        "toll.each-caravan": owes(
            lambda before, which, owner: (
                (which, owner) not in before.tolls and any([paid == owner for _, paid in before.tolls])
            )
        ),
        "toll.each-opponent": owes(
            lambda before, which, owner: (
                (which, owner) not in before.tolls and any([caravan == which for caravan, _ in before.tolls])
            )
        ),
        "toll.each-turn": to("BeforeDice", "Dice") & shrinks("tolls"),
        "toll.once": owes(lambda before, which, owner: (which, owner) in before.tolls),
        "toll.pay": owes(lambda before, which, owner: (which, owner) not in before.tolls),
        "toll.standing": by("Onto") & stood_on_anothers,
        "trade.answer": by("Answer") | (by("Propose") & ~Due(offers_first)),
        "trade.counter": by("DealWith"),
        "trade.goods": (by("Answer") & to("Actions") & changes("seats"))
        | (by("DealWith") & (lambda e, before, move, now: move.partner != "")),
        "trade.offer": by("Propose") & offers_first,
        "trade.own-turn": by("Give") & since("Actions"),
        "turn.actions-free": by("Drive", "March") & since("Actions"),
        "turn.end": by("EndTurn"),
        "turn.order": shrinks("rolled") & since("Actions", "TurnEnd", "DrawingNumber", "PlacingNumber"),
        "turn.phases": by("Roll") & since("Dice"),
        "win.all-delivered": to("Finished"),
    }
)


@after(*TOLD.table, tells=TOLD.table, share=SELDOM)
def what_is_carried_out_is_told(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """A step tells of each clause just where its condition holds."""
    yield from TOLD.mistold(engine, before, move, now)
