"""The builder phase: prices, room, the university, and who is asked."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.invariants.declaring import DEAR, after
from rulecheck.properties.invariants.wording import whether
from rulecheck.properties.puerto_rico.facts import (
    ROLE,
    deciding,
    facts,
    others_alike,
    passed_over,
    still,
)
from rulecheck.properties.puerto_rico.words import buildings
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.table import BUILDER, Building, Table, University


@after(
    "builder.build", "builder.privilege", "builder.afford", "quarry.discount", "quarry.limit", "quarry.with-privilege",
    "quarry.not-below-zero", moves=("Build",), share=DEAR,
)  # fmt: skip
def a_building_costs_its_price(engine: AnyEngine, before: Table, move: m.Build, now: Table) -> Iterator[str]:
    """The price, less a doubloon for each quarry that counts and for the builder, is paid in full."""
    f, who = facts(engine), before.turn
    old, new = before.seats[who], now.seats[who]
    cost = f.cost(f.building[move.building], old, is_builder=who == before.picker)
    if cost > old.money:
        yield f"{engine.seats[who]} had {old.money} doubloons for {move}, which costs {cost}"
    if old.money - new.money != cost:
        yield f"{engine.seats[who]} paid {old.money - new.money} doubloons instead of {cost} for {move}"


@after(
    "builder.build", "building.once", "building.stock", "builder.space", "building.size", moves=("Build",), share=DEAR
)
def a_building_is_new_and_finds_room(engine: AnyEngine, before: Table, move: m.Build, now: Table) -> Iterator[str]:
    """Only what is left and does not stand in the city yet is built, where there is room; it comes empty."""
    f, who = facts(engine), before.turn
    old, new = before.seats[who], now.seats[who]
    k = f.building[move.building]
    if old.city[k] >= 0:
        yield f"{engine.seats[who]} has a {move.building} already"
    if before.stock[k] < 1 or before.stock[k] - now.stock[k] != 1:
        yield f"{before.stock[k]} of {move.building} became {now.stock[k]}"
    if f.used(old.city) + f.size[k] > f.city:
        yield f"{move} finds no room on {f.city - f.used(old.city)} spaces"
    manned = not f.university_optional and new.city[k] == 1
    due = [here if other != k else int(manned) for other, here in enumerate(old.city)]
    if list(new.city) != due or new.tilled != old.tilled or new.san_juan != old.san_juan:
        yield (
            f"after {move} the city of {engine.seats[who]} has {buildings(f, new.city)}; it had "
            f"{buildings(f, old.city)}"
        )
    told = "building.size" in now.events
    if f.size[k] > 1 and not told:
        yield f"{move} does not tell of a large building"
    if f.size[k] == 1 and told and not any(f.has_no_room(other.city) for other in now.seats):
        yield f"{move} tells of a large building, though nobody lacks the space for one"
    if not others_alike(before, now, who):
        yield f"{move} of {engine.seats[who]} changed somebody else"


@after(
    "building.once",
    "building.stock",
    "builder.afford",
    "builder.space",
    "building.size",
    "role.optional",
    moves=("Choose", "Build", "Pass", "Use", "Decline"),
    when=(deciding(Building),),
    share=DEAR,
)
def whatever_can_be_built_is_open(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Open to a player are all buildings that they can pay for, that are left, new to them and fit, and passing."""
    f, seat = facts(engine), now.seats[now.turn]
    due = [f.names[k] for k in f.buildable(seat, now.stock, is_builder=now.turn == now.picker)]
    legal = engine.legal_moves(now)
    if [getattr(move, "building", None) for move in legal] != [*due, None]:
        for name in due:
            if m.Build(name) not in legal:
                yield f"build {name} is not open to {engine.seats[now.turn]}"
        for offered in legal:
            if offered != m.Pass() and getattr(offered, "building", None) not in due:
                yield f"{offered} is open to {engine.seats[now.turn]}"
        if m.Pass() not in legal:
            yield f"{engine.seats[now.turn]} may not pass"


@after("end.city", moves=("Build",), share=DEAR)
def the_last_space_ends_the_game(engine: AnyEngine, before: Table, move: m.Build, now: Table) -> Iterator[str]:
    """The round is the last exactly if somebody built on the last space of their city."""
    if before.ending:
        return
    f = facts(engine)
    full = f.used(now.seats[before.turn].city) >= f.city
    if full != (now.ending == "end.city"):
        built = f.used(now.seats[before.turn].city)
        then = f"the game ends by {now.ending}" if now.ending else "the game goes on"
        yield f"buildings cover {built} of {f.city} spaces of {engine.seats[before.turn]}, yet {then}"


@after(
    "university.colonist", "university.one", "university.from-ship", "university.none",
    moves=("Build", "Use", "Decline"), when=(ROLE[BUILDER],), share=DEAR,
)  # fmt: skip
def the_university_mans_the_new_building(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """With an occupied university one colonist from the reserve, else from the ship, may come into the new building."""
    f, who = facts(engine), before.turn
    old, new = before.seats[who], now.seats[who]
    comes = False
    if type(move) is m.Build:
        k = f.building[move.building]
        there = before.colonists > 0 or (f.colonist_from_ship and before.colonist_ship > 0)
        offered = old.city[f.university] > 0 and there
        asked = f.university_optional
        if (offered and asked) != (type(now.phase) is University):
            is_due = whether(offered and asked, "is not asked about the university", "is asked about a university")
            yield f"{engine.seats[who]} {is_due} after {move}, with {old.city[f.university]} colonists in it"
        elif type(now.phase) is University and now.phase.building != k:
            yield f"the colonist is for the {f.names[now.phase.building]} instead of the building of {move}"
        comes = offered and not asked
        was = 0
    elif type(before.phase) is University:
        k, comes = before.phase.building, type(move) is m.Use
        was = old.city[k]
    else:
        return
    if new.city[k] - was != comes:
        yield f"{move} brought {new.city[k] - was} colonists into the {f.names[k]}, due are {int(comes)}"
    taken = before.colonists - now.colonists, before.colonist_ship - now.colonist_ship
    due = (int(comes and before.colonists > 0), int(comes and before.colonists == 0))
    if taken != due:
        yield (
            f"{move} took {taken[0]} colonists from the reserve and {taken[1]} from the ship, due are {due[0]} and "
            f"{due[1]}"
        )


@after(
    "builder.build",
    "builder.full-city",
    "builder.one",
    "role.order",
    "role.optional",
    moves=("Choose", "Build", "Pass", "Use", "Decline"),
    when=(ROLE[BUILDER],),
    share=DEAR,
)
def nobody_who_can_build_is_passed_over(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Whoever can pay for a building that is left and has room for it is asked, once, and nobody else."""
    if type(now.phase) is University:
        return
    f = facts(engine)
    n, picker = f.players, before.picker
    if still(now, BUILDER) and not f.buildable(now.seats[now.turn], now.stock, is_builder=now.turn == picker):
        yield f"{engine.seats[now.turn]} is asked and can build nothing"
    for place in passed_over(n, before, move, now):
        who = (picker + place) % n
        seat = now.seats[who]
        open_ = f.buildable(seat, now.stock, is_builder=place == 0)
        if open_:
            yield f"{engine.seats[who]} could have built a {f.names[open_[0]]} and was not asked"
