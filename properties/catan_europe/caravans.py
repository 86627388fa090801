"""Caravans: where they start, how they drive, tolls, deliveries."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.catan_europe import words as told
from rulecheck.properties.catan_europe.facts import facts, less, numbers, others_alike, owner_of_route, posts_of_all
from rulecheck.properties.invariants.declaring import DEAR, after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.properties.invariants.wording import each
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.table import (
    SALT,
    Delivering,
    Driving,
    Finished,
    FreeDrive,
    PlacingCaravan,
    Table,
)
from rulecheck.reference_engines.contract import AnyEngine


@after("caravan.place", "caravan.replace", moves=("Equip",))
def caravans_start_at_home(engine: AnyEngine, before: Table, move: m.Equip, now: Table) -> Iterator[str]:
    """A new caravan stands beside one of the player's own routes that touches one of the player's own posts."""
    f = facts(engine)
    path = f.path[move.path]
    old, new = before.seats[before.turn], now.seats[before.turn]
    if not old.routes >> path & 1 or not f.touching(old.posts) >> path & 1:
        yield f"{move.path} is no route of {engine.seats[before.turn]} at an own post"
    placed = [k for k, (a, b) in enumerate(zip(old.caravans, new.caravans, strict=True)) if a != b]
    if len(placed) != 1 or old.caravans[placed[0]] is not None or new.caravans[placed[0]] != path:
        yield (
            f"the caravans of {engine.seats[before.turn]} were at {told.paths(f, old.caravans)}, after {move} at "
            f"{told.paths(f, new.caravans)}"
        )
    if not f.placing_delivers and now.supplied != before.supplied:
        yield (
            f"a caravan of {engine.seats[before.turn]} delivered where it was placed: "
            f"{told.cities(f, now.supplied & ~before.supplied)}"
        )


@after("caravan.replace", moves=("LiftCaravan",))
def a_caravan_is_taken_up_when_all_are_out(
    engine: AnyEngine, before: Table, move: m.LiftCaravan, now: Table
) -> Iterator[str]:
    """A caravan is taken up only if none is left among the player's pieces, and is placed next."""
    f, old, new = facts(engine), before.seats[before.turn], now.seats[before.turn]
    path = f.path[move.path]
    left = [k for k, (a, b) in enumerate(zip(old.caravans, new.caravans, strict=True)) if a != b]
    if None in old.caravans or not isinstance(now.phase, PlacingCaravan):
        yield (
            f"{move} of {engine.seats[before.turn]}, {old.caravans.count(None)} caravans among the pieces, is "
            f"followed by {kind_of(now.phase)}"
        )
    if len(left) != 1 or old.caravans[left[0]] != path or new.caravans[left[0]] is not None or new.hand != old.hand:
        yield (
            f"the caravans of {engine.seats[before.turn]} were at {told.paths(f, old.caravans)}, after {move} at "
            f"{told.paths(f, new.caravans)}"
        )


@after("drive.salt", "drive.several-salt", "drive.one-caravan", "card.caravan", moves=("Drive", "PaySalt"))
def salt_buys_steps(engine: AnyEngine, before: Table, move: m.Drive | m.PaySalt, now: Table) -> Iterator[str]:
    """Each salt goes to its stack and moves one caravan a number of routes further; a card does so for nothing."""
    f = facts(engine)
    free = isinstance(before.phase, FreeDrive)
    had = before.phase.steps if isinstance(before.phase, Driving) else 0
    steps = had + (f.amount["free_caravan_move"] if free else f.drive_steps)
    if not isinstance(now.phase, Driving) or now.phase.steps != steps:
        yield f"after {move} the caravan should have {steps} steps, and has {getattr(now.phase, 'steps', 'none')}"
    elif isinstance(move, m.Drive) and before.seats[before.turn].caravans[now.phase.caravan] != f.path[move.path]:
        yield (
            f"caravan {now.phase.caravan + 1} of {engine.seats[before.turn]} drives, which does not stand at "
            f"{move.path}"
        )
    elif isinstance(before.phase, Driving) and now.phase.caravan != before.phase.caravan:
        yield f"salt paid for caravan {before.phase.caravan + 1} moves caravan {now.phase.caravan + 1}"
    paid = [0] * 5
    paid[SALT] = 0 if free else 1
    if (
        less(before.seats[before.turn].hand, now.seats[before.turn].hand) != paid
        or less(now.stacks, before.stacks) != paid
    ):
        yield (
            f"{move} cost {told.hand(less(before.seats[before.turn].hand, now.seats[before.turn].hand))} instead of "
            f"{told.hand(paid)}"
        )
    if now.seats[before.turn].caravans != before.seats[before.turn].caravans:
        yield f"{move} moved a caravan of {engine.seats[before.turn]} before it was told where to"


@after("drive.step", "drive.routes-only", "drive.salt", moves=("Onto",), share=DEAR)
def caravans_step_from_route_to_route(engine: AnyEngine, before: Table, move: m.Onto, now: Table) -> Iterator[str]:
    """A step leads to a neighbouring route and uses up one of the steps paid for."""
    f = facts(engine)
    phase = before.phase
    assert isinstance(phase, Driving)
    path, which = f.path[move.path], phase.caravan
    here = before.seats[before.turn].caravans[which]
    if here is None or not f.meet(here, path):
        yield (
            f"{move.path} does not meet {told.paths(f, [here])}, where the caravan of {engine.seats[before.turn]} "
            "stands"
        )
    if owner_of_route(before, path) < 0:
        yield f"no route lies on {move.path}, and a caravan of {engine.seats[before.turn]} steps there"
    if phase.steps < 1:
        yield f"{phase.steps} steps are left, and {move} was played"
    due = list(before.seats[before.turn].caravans)
    due[which] = path
    if list(now.seats[before.turn].caravans) != due:
        yield (
            f"after {move} caravans stand at {told.paths(f, now.seats[before.turn].caravans)} instead of "
            f"{told.paths(f, due)}"
        )
    if isinstance(now.phase, Driving | Delivering) and (now.phase.steps, now.phase.caravan) != (phase.steps - 1, which):
        yield f"{phase.steps} steps became {now.phase.steps} with {move}, or another caravan drives"
    if not isinstance(now.phase, Driving | Delivering | Finished) and phase.steps > 1:
        yield f"{phase.steps - 1} steps are left, yet the journey is over"


@after("drive.two-per-route", "drive.pass", moves=("Halt", "Onto", "Deliver", "Equip"), share=DEAR)
def two_caravans_at_most_stand_on_a_route(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """When no caravan is moving, no more than two stand on any route."""
    if isinstance(now.phase, Driving | Delivering | Finished):
        return
    f = facts(engine)
    if not f.cap_on_placing:
        return
    standing = [path for seat in now.seats for path in seat.caravans if path is not None]
    for path in set(standing):
        if standing.count(path) > f.caravans_per_route:
            yield (
                f"{standing.count(path)} caravans stand at {f.map.path_names[path]} instead of {f.caravans_per_route} "
                "at the most"
            )


@after(
    "toll.pay", "toll.once", "toll.each-opponent", "toll.each-caravan", "toll.standing", "delivery.no-cost",
    moves=("Onto", "Deliver", "Halt"), share=DEAR,
)  # fmt: skip
def tolls_are_paid_once_to_the_owner(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """A step onto an opponent's route costs one toll for caravan, opponent and turn; nothing else does."""
    f = facts(engine)
    paid = {k: now.seats[k].gold - seat.gold for k, seat in enumerate(before.seats)}
    due = dict.fromkeys(paid, 0)
    tolls = set(before.tolls)
    if isinstance(move, m.Onto):
        assert isinstance(before.phase, Driving)
        owner = owner_of_route(before, f.path[move.path])
        if owner not in (before.turn, -1) and (before.phase.caravan, owner) not in tolls:
            toll = f.toll
            if f.toll_free_when_poor:
                toll = min(toll, before.seats[before.turn].gold)
            due[owner], due[before.turn] = toll, -toll
            tolls.add((before.phase.caravan, owner))
    if paid != due or now.bank != before.bank:
        yield (
            f"{move}: gold changed by {each(engine.seats, paid.values())} instead of {each(engine.seats, due.values())}"
        )
    if set(now.tolls) != tolls:
        yield f"after {move} {len(now.tolls)} tolls of the turn are noted instead of {len(tolls)}, or others"
    if any(new.hand != old.hand for old, new in zip(before.seats, now.seats, strict=True)):
        yield f"{move} changed the cards of {told.changed(engine.seats, before, now)}"


@after(
    "delivery.forced", "delivery.once", "delivery.free-good", "delivery.foreign", "delivery.neutral",
    moves=("Onto", "Deliver", "Equip"), share=DEAR,
)  # fmt: skip
def deliveries_go_to_foreign_posts(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """A free good goes to a post of somebody else at the caravan's route that has none yet, and only there."""
    f = facts(engine)
    old, new = before.seats[before.turn], now.seats[before.turn]
    if isinstance(move, m.Onto | m.Equip):
        path: int | None = f.path[move.path]
    else:
        assert isinstance(before.phase, Delivering)
        path = old.caravans[before.phase.caravan]
    posts = posts_of_all(before) & ~old.posts & ~before.supplied
    takers = [end for end in (f.ends[path] if path is not None else ()) if posts >> end & 1]
    if f.deliver_through and isinstance(move, m.Onto):
        assert isinstance(before.phase, Driving)
        left = old.caravans[before.phase.caravan]
        takers = [end for end in takers if left is not None and end in f.ends[left]]
    given = numbers(now.supplied & ~before.supplied)
    count = new.delivered - old.delivered
    if before.supplied & ~now.supplied:
        yield f"{move} took a good back from {told.cities(f, before.supplied & ~now.supplied)}"
    if any(post not in takers for post in given):
        yield f"a good went to {told.places(f, given)}; posts that take one: {told.places(f, takers)}"
    if count != len(given) or old.goods - new.goods != count or new.depot != old.depot:
        yield f"{len(given)} posts took a good; {old.goods} free goods became {new.goods}"
    if not others_alike(before, now, before.turn) and any(
        earlier.delivered != later.delivered or earlier.goods != later.goods
        for k, (earlier, later) in enumerate(zip(before.seats, now.seats, strict=True))
        if k != before.turn
    ):
        yield (
            f"{move} of {engine.seats[before.turn]} changed the goods of somebody else: "
            f"{told.changed(engine.seats, before, now)}"
        )
    if isinstance(move, m.Onto):
        asked = isinstance(now.phase, Delivering)
        if takers and old.goods and not count and not asked:
            yield f"a good had to be delivered to {f.map.intersections[takers[0]]}"
        if asked and (not takers or not old.goods or count):
            yield f"{engine.seats[before.turn]} is asked to deliver {old.goods} goods to {told.places(f, takers)}"
    if count > 1 and not f.deliver_both:
        yield f"{count} goods were delivered with {move} instead of one"
    if isinstance(move, m.Deliver) and given != ([f.place[move.city]] if move.city else []):
        yield f"{move}: goods went to {told.places(f, given)}"
    if isinstance(move, m.Deliver) and not move.city and f.delivery_forced:
        yield f"{engine.seats[before.turn]} delivered no good with {move}, which is not left to choice"
