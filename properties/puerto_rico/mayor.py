"""The mayor phase: colonists arrive, are placed, and come aboard for the next time."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, after
from rulecheck.properties.invariants.wording import each, whether
from rulecheck.properties.puerto_rico.facts import (
    BOARDS,
    ROLE,
    ROLE_OVER,
    deciding,
    facts,
)
from rulecheck.properties.puerto_rico.words import buildings
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.table import MAYOR, Extra, Landing, Placing, Table

STEPS = ("Choose", "Use", "Decline", "Land", "Refuse", "Place", "Fill", "Forget")
"""Moves with which a mayor phase may end."""


@after(
    "mayor.privilege",
    "mayor.reserve-gone",
    "mayor.take-in-turn",
    moves=("Choose", "Use", "Decline"),
    when=(ROLE[MAYOR],),
    share=DEAR,
)
def colonists_leave_the_ship_in_turn(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """The mayor may take one from the reserve; then all take one by one from the ship, the mayor first."""
    f = facts(engine)
    asked = type(now.phase) is Extra
    optional = f.extra_optional
    if type(move) is m.Choose and asked != (optional and before.colonists > 0):
        is_ = whether(asked, "is", "is not")
        yield (
            f"{engine.seats[before.picker]} {is_} asked about an extra colonist, with {before.colonists} in the reserve"
        )
    if type(now.phase) is Landing and not f.may_refuse:
        yield f"{engine.seats[now.turn]} may turn colonists away, which only a reading allows"
    extra = 0
    if type(move) is m.Use or (type(move) is m.Choose and not optional):
        extra = min(f.number("mayor.privilege"), before.colonists)
    due = [f.colonists(seat) for seat in before.seats]
    due[before.picker] += extra
    ship, who = before.colonist_ship, before.picker
    while ship and not asked and type(now.phase) is not Landing:
        due[who] += 1
        ship -= 1
        who = (who + 1) % f.players
    held = [f.colonists(seat) for seat in now.seats]
    if held != due:
        yield f"the players have colonists: {each(engine.seats, held)} instead of {each(engine.seats, due)}"
    ended = now.role != MAYOR
    if ended and now.colonists + now.colonist_ship != before.colonists - extra + ship:
        yield (
            f"{now.colonists} colonists are in the reserve and {now.colonist_ship} on the ship, together "
            f"{before.colonists - extra + ship} are due"
        )
    if not ended and (now.colonists, now.colonist_ship) != (before.colonists - extra, ship):
        yield f"the reserve holds {now.colonists}, the ship {now.colonist_ship}: {before.colonists - extra}, {ship} due"


@after("mayor.take-in-turn", moves=("Land", "Refuse"))
def colonists_are_taken_or_turned_away(
    engine: AnyEngine, before: Table, move: m.Land | m.Refuse, now: Table
) -> Iterator[str]:
    """Where a reading lets players choose, one leaves the ship for the player whose turn it is, or turned away.

    That is out of the game, or the reserve, which is looked at while colonists are left on the ship.
    """
    f = facts(engine)
    due = [f.colonists(seat) for seat in before.seats]
    due[before.turn] += type(move) is m.Land
    is_gone = type(move) is m.Refuse and not f.refused_to_reserve
    if type(now.phase) is Landing:
        back = now.colonists - before.colonists
        if back != (type(move) is m.Refuse and not is_gone):
            yield f"after {move} the reserve has {back} colonists more"
    if [f.colonists(seat) for seat in now.seats] != due or now.removed - before.removed != is_gone:
        is_ = each(engine.seats, [f.colonists(seat) for seat in now.seats])
        gone = now.removed - before.removed
        yield f"after {move} the players have {is_} colonists, {gone} more left the game; due {each(engine.seats, due)}"
    if type(now.phase) is Landing and now.turn != (before.turn + 1) % f.players:
        yield (
            f"{engine.seats[now.turn]} takes a colonist after {engine.seats[before.turn]}, whose left neighbour is next"
        )


@after("mayor.place", "mayor.place-order", "mayor.circles", "mayor.one-by-one", moves=("Place",), share=DEAR)
def colonists_come_to_empty_circles(engine: AnyEngine, before: Table, move: m.Place, now: Table) -> Iterator[str]:
    """A colonist waiting comes to an empty circle of its owner; nobody else's, and no other number of them, changes."""
    f, who = facts(engine), before.turn
    old, new = before.seats[who], now.seats[who]
    if move.spot == "in San Juan":
        if not f.san_juan_free:
            yield f"{engine.seats[who]} left a colonist in San Juan with {f.empty(old)} circles empty"
    else:
        spot = f.spots[move.spot]
        if spot < 6:
            there, room, later = old.tilled[spot], old.tiles[spot], new.tilled[spot]
        else:
            there, room, later = old.city[spot - 6], f.circles[spot - 6], new.city[spot - 6]
        if not 0 <= there < room or later <= there or not old.san_juan:
            yield f"{move}: {there} colonists on {room} circles became {later}, {old.san_juan} waited"
    for k, (past, present) in enumerate(zip(before.seats, now.seats, strict=True)):
        if past is present:
            continue
        if (
            past.money != present.money
            or past.points != present.points
            or past.goods is not present.goods != past.goods
        ):
            yield f"{move} of {engine.seats[who]} changed money, points or goods of {engine.seats[k]}"
        placed = 0 if past.tilled is present.tilled else sum(present.tilled) - sum(past.tilled)
        if past.city is not present.city:
            placed += sum(present.city) - sum(past.city)
        if placed != past.san_juan - present.san_juan:
            yield f"{move}: {placed} colonists of {engine.seats[k]} were placed of {past.san_juan} who waited"
        if k != who and (k - before.picker) % f.players < (who - before.picker) % f.players:
            yield f"{move} of {engine.seats[who]} changed the colonists of {engine.seats[k]}, who had placed before"
    if type(now.phase) is Placing and (now.turn - before.picker) % f.players < (who - before.picker) % f.players:
        yield (
            f"{engine.seats[now.turn]} places after {engine.seats[who]}; from {engine.seats[before.picker]} on they "
            "go clockwise"
        )


@after("mayor.place-anew", "mayor.place-order", moves=STEPS, when=(deciding(Placing),), share=DEAR)
def colonists_are_taken_up_before_placing(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Whoever begins to place has all their colonists to place anew, and a choice."""
    if type(before.phase) is Placing and now.turn == before.turn:
        return
    f, seat = facts(engine), now.seats[now.turn]
    if any(seat.tilled) or max(seat.city) > 0:
        yield (
            f"{engine.seats[now.turn]} begins to place with {sum(seat.tilled)} colonists on tiles and "
            f"{buildings(f, seat.city)} in place"
        )
    if not seat.san_juan or (not f.san_juan_free and seat.san_juan >= f.empty(seat)):
        yield f"{engine.seats[now.turn]} is asked to place {seat.san_juan} colonists on {f.empty(seat)} circles"


@after("mayor.fill-circles", "mayor.san-juan", "mayor.place", moves=STEPS, when=(ROLE[MAYOR], ROLE_OVER), share=OFTEN)
def nobody_waits_while_a_circle_is_empty(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """At the end of a mayor phase colonists wait in San Juan only where every circle is taken."""
    f = facts(engine)
    if f.san_juan_free:
        return
    for name, seat in zip(engine.seats, now.seats, strict=True):
        if seat.san_juan and f.empty(seat):
            yield f"{seat.san_juan} colonists of {name} wait in San Juan, and {f.empty(seat)} circles are empty"


@after(
    "mayor.refill",
    "mayor.refill-minimum",
    "mayor.buildings-only",
    moves=STEPS,
    when=(ROLE[MAYOR], ROLE_OVER),
    share=DEAR,
)
def the_ship_takes_one_for_each_empty_circle(
    engine: AnyEngine, before: Table, move: m.Move, now: Table
) -> Iterator[str]:
    """The ship takes as many as circles are empty in buildings, at least one for each player, if there are so many."""
    f = facts(engine)
    wanted = sum([f.empty_in_buildings(seat) for seat in now.seats])
    wanted = f.players if type(move) is m.Forget else max(wanted, f.players)
    due = min(wanted, now.colonists + now.colonist_ship)
    if now.colonist_ship != due:
        yield f"{now.colonist_ship} colonists went aboard instead of {due}"


@after("mayor.refill", "mayor.place-anew", moves=("Fill", "Forget"))
def filling_the_ship_changes_no_board(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Where the mayor is asked about the ship, more circles are empty in buildings than there are players."""
    f = facts(engine)
    empty = sum([f.empty_in_buildings(seat) for seat in before.seats])
    if empty <= f.players or before.turn != before.picker:
        yield f"{engine.seats[before.turn]} decides about the ship with {empty} empty circles, {f.players} play"
    if now.seats is not before.seats and now.seats != before.seats:
        yield f"{move} changed a player's board"
    if now.colonists + now.colonist_ship != before.colonists + before.colonist_ship:
        yield f"{move} brought colonists to the game, or took some out of it"


@after("end.colonists", moves=STEPS, when=(ROLE[MAYOR], ROLE_OVER), share=DEAR)
def a_short_reserve_ends_the_game(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """The round is the last exactly if the reserve does not hold what the ship should take."""
    if before.ending:
        if now.ending != before.ending:
            yield f"the round was the last by {before.ending}, and is now by {now.ending or 'nothing'}"
        return
    f = facts(engine)
    empty = 0 if type(move) is m.Forget else sum([f.empty_in_buildings(seat) for seat in now.seats])
    wanted = max(f.players, empty)
    there = now.colonists + now.colonist_ship
    ends = there <= wanted if f.end_when_empty else there < wanted
    if ends != (now.ending == "end.colonists"):
        yield f"{wanted} should go aboard of {there}, yet {now.ending or 'the game goes on'}"


@after(
    "mayor.only-then",
    "settler.anywhere",
    "building.cost-once",
    moves=("Draw", "Take", "Produce", "TakeBonus", "Sell", "Load", "Wharf", "Store", "Keep", "DiscardRest", "Pass"),
    when=(BOARDS,),
    share=DEAR,
)
def colonists_stay_where_they_are(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Outside the mayor phase nobody moves colonists, and tiles and buildings stay for good."""
    for k, (old, new) in enumerate(zip(before.seats, now.seats, strict=True)):
        if old is new:
            continue
        moved = old.tilled is not new.tilled and old.tilled != new.tilled
        moved = moved or old.san_juan != new.san_juan or (old.city is not new.city and old.city != new.city)
        if moved and facts(engine).hospice_optional:
            yield f"{move} changed the city or moved colonists of {engine.seats[k]}"
        if old.tiles is not new.tiles and min([b - a for a, b in zip(old.tiles, new.tiles, strict=True)]) < 0:
            yield f"{move} removed a tile of {engine.seats[k]}"
