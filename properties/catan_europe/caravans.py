"""Caravans: where they start, how they drive, tolls, deliveries."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.catan_europe.facts import facts, less, numbers, others_alike, owner_of_route, posts_of_all
from rulecheck.properties.declaring import after
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
        yield f"caravans were at {old.caravans}, now at {new.caravans}"
    if f.reading["caravan.placing-delivers"] == "no" and now.supplied != before.supplied:
        yield "a caravan delivered where it was placed"


@after("caravan.replace", moves=("LiftCaravan",))
def a_caravan_is_taken_up_when_all_are_out(
    engine: AnyEngine, before: Table, move: m.LiftCaravan, now: Table
) -> Iterator[str]:
    """A caravan is taken up only if none is left among the player's pieces, and is placed next."""
    old, new = before.seats[before.turn], now.seats[before.turn]
    path = facts(engine).path[move.path]
    left = [k for k, (a, b) in enumerate(zip(old.caravans, new.caravans, strict=True)) if a != b]
    if None in old.caravans or not isinstance(now.phase, PlacingCaravan):
        yield "a caravan was still among the pieces"
    if len(left) != 1 or old.caravans[left[0]] != path or new.caravans[left[0]] is not None or new.hand != old.hand:
        yield f"caravans were at {old.caravans}, now at {new.caravans}"


@after("drive.salt", "drive.several-salt", "drive.one-caravan", "card.caravan", moves=("Drive", "PaySalt"))
def salt_buys_steps(engine: AnyEngine, before: Table, move: m.Drive | m.PaySalt, now: Table) -> Iterator[str]:
    """Each salt goes to its stack and moves one caravan a number of routes further; a card does so for nothing."""
    f = facts(engine)
    free = isinstance(before.phase, FreeDrive)
    had = before.phase.steps if isinstance(before.phase, Driving) else 0
    steps = had + (f.amount["free_caravan_move"] if free else f.drive_steps)
    if not isinstance(now.phase, Driving) or now.phase.steps != steps:
        yield f"after {move} the caravan should have {steps} steps: {now.phase}"
    elif isinstance(move, m.Drive) and before.seats[before.turn].caravans[now.phase.caravan] != f.path[move.path]:
        yield f"the caravan that drives does not stand at {move.path}"
    elif isinstance(before.phase, Driving) and now.phase.caravan != before.phase.caravan:
        yield "salt paid for one caravan moves the other one"
    paid = [0] * 5
    paid[SALT] = 0 if free else 1
    if (
        less(before.seats[before.turn].hand, now.seats[before.turn].hand) != paid
        or less(now.stacks, before.stacks) != paid
    ):
        yield f"{move} cost {less(before.seats[before.turn].hand, now.seats[before.turn].hand)}"
    if now.seats[before.turn].caravans != before.seats[before.turn].caravans:
        yield "a caravan moved before it was told where to"


@after("drive.step", "drive.routes-only", "drive.salt", moves=("Onto",))
def caravans_step_from_route_to_route(engine: AnyEngine, before: Table, move: m.Onto, now: Table) -> Iterator[str]:
    """A step leads to a neighbouring route and uses up one of the steps paid for."""
    f = facts(engine)
    phase = before.phase
    assert isinstance(phase, Driving)
    path, which = f.path[move.path], phase.caravan
    here = before.seats[before.turn].caravans[which]
    if here is None or not f.meet(here, path):
        yield f"{move.path} does not meet the caravan's route"
    if owner_of_route(before, path) < 0:
        yield f"no route lies on {move.path}"
    if phase.steps < 1:
        yield "no steps are left"
    due = list(before.seats[before.turn].caravans)
    due[which] = path
    if list(now.seats[before.turn].caravans) != due:
        yield f"caravans stand at {now.seats[before.turn].caravans}"
    if isinstance(now.phase, Driving | Delivering) and (now.phase.steps, now.phase.caravan) != (phase.steps - 1, which):
        yield f"{phase.steps} steps became {now.phase.steps}"
    if not isinstance(now.phase, Driving | Delivering | Finished) and phase.steps > 1:
        yield f"{phase.steps - 1} steps are left, yet the journey is over"


@after("drive.two-per-route", "drive.pass", moves=("Halt", "Onto", "Deliver", "Equip"))
def two_caravans_at_most_stand_on_a_route(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """When no caravan is moving, no more than two stand on any route."""
    if isinstance(now.phase, Driving | Delivering | Finished):
        return
    f = facts(engine)
    if f.reading["caravan.cap-on-placing"] != "two":
        return
    standing = [path for seat in now.seats for path in seat.caravans if path is not None]
    for path in set(standing):
        if standing.count(path) > f.caravans_per_route:
            yield f"{standing.count(path)} caravans stand at {f.map.path_names[path]}"


@after(
    "toll.pay", "toll.once", "toll.each-opponent", "toll.each-caravan", "toll.standing", "delivery.no-cost",
    moves=("Onto", "Deliver", "Halt"),
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
            if f.reading["toll.cannot-pay"] == "free":
                toll = min(toll, before.seats[before.turn].gold)
            due[owner], due[before.turn] = toll, -toll
            tolls.add((before.phase.caravan, owner))
    if paid != due or now.bank != before.bank:
        yield f"{move}: gold changed by {list(paid.values())} instead of {list(due.values())}"
    if set(now.tolls) != tolls:
        yield f"tolls noted: {now.tolls} instead of {tuple(sorted(tolls))}"
    if any(new.hand != old.hand for old, new in zip(before.seats, now.seats, strict=True)):
        yield f"{move} changed a hand"


@after(
    "delivery.forced", "delivery.once", "delivery.free-good", "delivery.foreign", "delivery.neutral",
    moves=("Onto", "Deliver", "Equip"),
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
    given = numbers(now.supplied & ~before.supplied)
    count = new.delivered - old.delivered
    if before.supplied & ~now.supplied:
        yield "a good was taken back from a post"
    if any(post not in takers for post in given):
        yield f"a good went to {[f.map.intersections[p] for p in given]}"
    if count != len(given) or old.goods - new.goods != count or new.depot != old.depot:
        yield f"{len(given)} posts took a good; {old.goods} free goods became {new.goods}"
    if not others_alike(before, now, before.turn) and any(
        one.delivered != two.delivered or one.goods != two.goods
        for k, (one, two) in enumerate(zip(before.seats, now.seats, strict=True))
        if k != before.turn
    ):
        yield "somebody else's goods changed"
    if isinstance(move, m.Onto):
        asked = isinstance(now.phase, Delivering)
        if takers and old.goods and not count and not asked:
            yield f"a good had to be delivered to {f.map.intersections[takers[0]]}"
        if asked and (not takers or not old.goods or count):
            yield "there is nothing to deliver"
    if count > 1 and f.reading["delivery.two-posts"] == "one":
        yield f"{count} goods were delivered"
    if isinstance(move, m.Deliver) and given != ([f.place[move.city]] if move.city else []):
        yield f"{move}: goods went to {given}"
    if isinstance(move, m.Deliver) and not move.city and f.reading["delivery.when"] == "forced":
        yield "a good had to be delivered"
