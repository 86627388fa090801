"""Plants that players own: how many, which is given up, and what becomes of its fuel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulecheck.properties.invariants.declaring import OFTEN, after
from rulecheck.properties.invariants.wording import listed as these
from rulecheck.properties.power_grid.facts import added, facts
from rulecheck.properties.power_grid.stages import AUCTIONS, BOARDS, deciding, stage
from rulecheck.properties.power_grid.words import numbers, tokens
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.table import Losing, Scrapping, Table
from rulecheck.spec.power_grid.board import FUELS


@after("plants.limit", moves=("Auction", "Bid", "Pass", "Scrap"), when=(BOARDS,), share=OFTEN)
def nobody_owns_too_many_plants(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Nobody owns more plants than the table says, but for the moment in which one has to be given up."""
    f = facts(engine)
    for k, seat in enumerate(now.seats):
        plants = seat.plants
        if len(plants) > f.owned and len(plants) > f.owned + (type(now.phase) is Scrapping and k == now.turn):
            yield f"{engine.seats[k]} owns {len(plants)} plants instead of {f.owned} at the most"
        if plants is not before.seats[k].plants and list(plants) != sorted(set(plants)):
            yield f"{engine.seats[k]} owns the plants {numbers(f, plants)}, not in order or one twice"


@after("plants.limit", "plants.not-the-new", "obsolete.owned", moves=("Scrap",))
def one_of_the_other_plants_is_given_up(engine: AnyEngine, before: Table, move: m.Scrap, now: Table) -> Iterator[str]:
    """Any plant but the new one can be given up, and it leaves the game."""
    f = facts(engine)
    phase: Any = before.phase
    who, plant = before.turn, f.plant[move.number]
    old = before.seats[who].plants
    open_ = [f.numbers[k] for k in old if k != phase.plant]
    listed = [scrap.number for scrap in engine.legal_moves(before)]
    if sorted(listed) != open_:
        yield f"{engine.seats[who]} can give up {these(listed)} instead of {these(open_)}"
    if now.seats[who].plants != tuple([k for k in old if k != plant]):
        yield f"{move} leaves {engine.seats[who]} the plants {numbers(f, now.seats[who].plants)} of {numbers(f, old)}"
    if plant not in now.gone or plant in now.market:
        yield f"plant {move.number} is given up, and not out of the game; the market is {numbers(f, now.market)}"


@after("plants.move-fuel", "plants.lose-fuel", moves=("Scrap", "Lose"))
def fuel_that_finds_room_is_kept(engine: AnyEngine, before: Table, move: m.Scrap | m.Lose, now: Table) -> Iterator[str]:
    """Only fuel of the plant given up goes to the supply, and no more than has to, unless a reading allows it."""
    if stage(now.phase) != AUCTIONS:
        return  # other phases have begun
    f = facts(engine)
    phase: Any = before.phase
    who, plants = before.turn, now.seats[before.turn].plants
    old, new = before.seats[who].fuel, now.seats[who].fuel
    if old is new and type(now.phase) is not Losing:
        if f.homeless(plants, new):
            yield f"{engine.seats[who]} keeps {tokens(new)}, for which the plants {numbers(f, plants)} have no room"
        return
    lost = [had - has for had, has in zip(old, new, strict=True)]
    if min(lost) < 0 or list(map(sum, zip(before.supply, lost, strict=True))) != list(now.supply):
        yield (
            f"{engine.seats[who]} loses {tokens(lost)}, and the supply has {tokens(now.supply)} after "
            f"{tokens(before.supply)}"
        )
    plant = f.plant[move.number] if type(move) is m.Scrap else phase.plant
    if any([count and kind not in f.uses[plant] for kind, count in enumerate(lost)]):
        yield f"plant {f.numbers[plant]} did not store what is lost: {tokens(lost)}"
    must, still = f.homeless(plants, old), f.homeless(plants, new)
    if still and type(now.phase) is not Losing:
        yield f"{engine.seats[who]} keeps {tokens(new)}, for which the plants {numbers(f, plants)} have no room"
    if sum(lost) < must - still or (f.kept and sum(lost) != must - still):
        yield f"{engine.seats[who]} loses {sum(lost)} tokens instead of {must - still}"
    if type(move) is m.Lose and not lost[f.fuel[move.fuel]]:
        yield f"{move} of {engine.seats[who]}, and lost are {tokens(lost)}"


@after("plants.move-fuel", "plants.lose-fuel", moves=("Lose", "Done"), when=(deciding(Losing),))
def whatever_can_be_lost_is_open(engine: AnyEngine, before: Table, move: m.Lose | m.Done, now: Table) -> Iterator[str]:
    """Fuel can be lost for which there is no room, or, by a reading, any that can have lain on the plant given up."""
    f = facts(engine)
    phase: Any = before.phase
    seat = before.seats[before.turn]
    must = f.homeless(seat.plants, seat.fuel)
    open_ = []
    for kind in f.uses[phase.plant]:
        if seat.fuel[kind]:
            still = f.homeless(seat.plants, added(seat.fuel, kind, -1))
            budget = f.storage * f.needs[phase.plant] - phase.lost - 1
            if still < must if f.kept else still <= budget:
                open_.append(f"lose {FUELS[kind]}")
    if not must:
        open_.append("done")
    listed = [str(move) for move in engine.legal_moves(before)]
    if set(listed) != set(open_):
        yield f"open are: {these(listed)} instead of: {these(open_)}"
