"""Where things lie: what holds in every position."""

from __future__ import annotations

from collections.abc import Iterator
from operator import gt

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, holds
from rulecheck.properties.puerto_rico import words as told
from rulecheck.properties.puerto_rico.facts import facts
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.puerto_rico.table import (
    CAPTAIN,
    GOODS,
    NONE,
    SETTLER,
    TRADER,
    Table,
)


@holds(
    "captain.have", "trader.have", "builder.afford",
    each="seats", reads=("seats.money", "seats.points", "seats.san_juan", "seats.goods"), share=DEAR,
)  # fmt: skip
def nobody_owes_anything(engine: AnyEngine, t: Table, who: int) -> Iterator[str]:
    """Nobody has less than nothing of anything."""
    name, seat = engine.seats[who], t.seats[who]
    if seat.money < 0 or seat.points < 0 or seat.san_juan < 0:
        yield f"{name} has {seat.money} doubloons, {seat.points} points, {seat.san_juan} colonists in San Juan"
    if min(seat.goods) < 0:
        yield f"{name} has less than nothing of a kind: {told.goods(seat.goods)}"


@holds("settler.island-full", "settler.anywhere", each="seats", reads=("seats.tiles",), share=OFTEN)
def islands_have_room_for_their_tiles(engine: AnyEngine, t: Table, who: int) -> Iterator[str]:
    """No island carries more tiles than it has spaces."""
    tiles = t.seats[who].tiles
    if sum(tiles) > facts(engine).island or min(tiles) < 0:
        yield f"the island of {engine.seats[who]} carries {told.tiles(tiles)} on {facts(engine).island} spaces"


@holds("builder.space", "building.size", each="seats", reads=("seats.city", "seats.spaces"), share=DEAR)
def cities_have_room_for_their_buildings(engine: AnyEngine, t: Table, who: int) -> Iterator[str]:
    """Buildings cover no more spaces than a city has, a large one two, and are counted right."""
    f, seat = facts(engine), t.seats[who]
    used = f.used(seat.city)
    if used > f.city or not f.large_fit(seat.city):
        yield f"the buildings of {engine.seats[who]} cover {used} of {f.city} spaces: {told.buildings(f, seat.city)}"
    if used != seat.spaces:
        yield f"the buildings of {engine.seats[who]} cover {used} spaces, counted as {seat.spaces}"


@holds("mayor.circles", "mayor.place", each="seats", reads=("seats.tiles", "seats.tilled", "seats.city"), share=DEAR)
def a_circle_takes_one_colonist(engine: AnyEngine, t: Table, who: int) -> Iterator[str]:
    """No tile and no building carries more colonists than it has circles."""
    f, name, seat = facts(engine), engine.seats[who], t.seats[who]
    if any(map(gt, seat.tilled, seat.tiles)) or min(seat.tilled) < 0:
        yield f"colonists of {name} work on {told.tiles(seat.tilled)}; the tiles are {told.tiles(seat.tiles)}"
    if any(map(gt, seat.city, f.circles)) or min(seat.city) < -1:
        over = [
            f"{here} in the {building}"
            for building, circles, here in zip(f.names, f.circles, seat.city, strict=True)
            if not -1 <= here <= circles
        ]
        yield f"too many colonists work for {name}: {', '.join(over)}"


@holds(
    "building.stock", "settler.quarries-gone", "hospice.none",
    reads=("stock", "quarries", "colonists", "colonist_ship"), share=OFTEN,
)  # fmt: skip
def what_is_gone_is_gone(engine: AnyEngine, t: Table) -> Iterator[str]:
    """No more buildings, quarries and colonists are handed out than there are."""
    if min(t.stock) < 0:
        f = facts(engine)
        yield f"{min(t.stock)} of the {f.names[t.stock.index(min(t.stock))]} are left"
    if t.quarries < 0 or t.colonists < 0 or t.colonist_ship < 0:
        yield (
            f"{t.quarries} quarries, {t.colonists} colonists in the reserve and {t.colonist_ship} on the ship are "
            "left: none may be below 0"
        )


@holds("craftsman.supply-short", reads=("supply",), share=OFTEN)
def the_supply_gives_what_it_has(engine: AnyEngine, t: Table) -> Iterator[str]:
    """No more barrels are handed out than there are."""
    if min(t.supply) < 0:
        yield f"the supply holds less than nothing of a kind: {told.goods(t.supply)}"


@holds("setup.money", "round.money-on-cards", reads=("bank", "card_money"), share=OFTEN)
def the_bank_pays_what_it_has(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Unless a reading lets it, the bank pays no more than it has; cards owe nothing."""
    if t.bank < 0 and facts(engine).money_limited:
        yield f"the bank holds {t.bank} doubloons, and may not pay what it has not"
    if min(t.card_money) < 0:
        yield f"{min(t.card_money)} doubloons lie on role card {t.card_money.index(min(t.card_money)) + 1}"


@holds("captain.ship-one-kind", "captain.other-ships", "captain.full-ship", reads=("ships",), share=DEAR)
def ships_carry_one_kind_each(engine: AnyEngine, t: Table) -> Iterator[str]:
    """A ship carries one kind, no more than it has room for, and no kind goes onto two ships."""
    f = facts(engine)
    cargoes = []
    for ship, room, (cargo, barrels) in zip(f.ships, f.room, t.ships, strict=True):
        if cargo >= 0:
            cargoes.append(cargo)
        if not 0 <= barrels <= room or (cargo >= 0) != (barrels > 0):
            yield (
                f"ship {ship} carries {barrels} of {GOODS[cargo] if cargo >= 0 else 'no kind'}, and has room for {room}"
            )
    if len(set(cargoes)) < len(cargoes):
        yield f"two ships carry the same: {', '.join([GOODS[cargo] for cargo in cargoes])}"


@holds("storage.unload", reads=("ships", "role"), share=DEAR)
def full_ships_are_unloaded(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Outside the captain phase no ship is full."""
    if t.role == CAPTAIN:
        return
    f = facts(engine)
    for ship, room, (_, barrels) in zip(f.ships, f.room, t.ships, strict=True):
        if barrels >= room:
            yield f"ship {ship} is full with {barrels} barrels, and nobody unloaded it"


@holds("trader.full", "trader.empty", "office.full-house", reads=("house", "role"), share=DEAR)
def a_full_house_buys_nothing(engine: AnyEngine, t: Table) -> Iterator[str]:
    """The trading house holds no more than it has places for, and is full in the trader phase only."""
    f, barrels = facts(engine), sum(t.house)
    if barrels > f.house or min(t.house) < 0:
        yield f"the house holds {told.goods(t.house)} on {f.house} places"
    elif barrels == f.house and t.role != TRADER:
        yield f"the house is full with {told.goods(t.house)}, and nobody emptied it"


@holds(
    "round.order", "round.governor-first", "round.card-stays", "round.must-choose",
    reads=("taken", "governor", "picker", "role", "ending"), share=DEAR,
)  # fmt: skip
def everybody_has_a_card_in_turn(engine: AnyEngine, t: Table) -> Iterator[str]:
    """From the governor to the player whose role it is, clockwise, everybody has one card; the others have none."""
    n = len(engine.seats)
    taken, governor = t.taken, t.governor
    have = len(taken) - taken.count(-1)
    done = (t.picker - governor) % n + (t.role >= 0)
    if have == n == done + 1 and t.role < 0 and (t.ending or facts(engine).governor_funds):
        done = n  # the game is over, or a short bank pays before the cards go back
    if have == done and all([seat % n in taken for seat in range(governor, governor + done)]):
        return
    names = [engine.seats[seat] for seat in taken if seat >= 0]
    yield f"{', '.join(names) or 'nobody'} took cards: {done} from {engine.seats[t.governor]} on should have"


@holds("role.money", "round.money-on-cards", reads=("taken", "card_money"), share=DEAR)
def no_money_lies_on_cards_taken(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Doubloons on a card went to the player who took it."""
    for seat, money in zip(t.taken, t.card_money, strict=True):
        if seat >= 0 and money:
            yield f"{money} doubloons still lie on the card that {engine.seats[seat]} took"


@holds("end.points", "end.written", reads=("pool", "beyond", "ending"), share=OFTEN)
def the_last_chip_is_noticed(engine: AnyEngine, t: Table) -> Iterator[str]:
    """Points are written down only once the chips are gone, and that ends the game."""
    if t.pool > 0 and t.ending != "end.points" and not t.beyond:
        return
    if t.pool < 0 or (t.beyond and t.pool):
        yield f"{t.beyond} points are written down while {t.pool} are left in the pool"
    if t.pool > 0 and t.ending == "end.points":
        yield f"the game ends for want of points, of which {t.pool} are left"
    used_up = t.beyond or facts(engine).last_chip_ends
    if not t.pool and used_up and not t.ending and facts(engine).number("points.pool"):
        yield f"{t.pool} points are left in the pool, {t.beyond} are written down, and the game is to go on"


@holds("setup.row", "settler.fill-row", "settler.short-row", reads=("row", "role", "stack", "discard"), share=DEAR)
def the_row_lies_ready(engine: AnyEngine, t: Table) -> Iterator[str]:
    """While other roles are carried out one plantation more than players lies in the row, or all that are left."""
    if t.role == SETTLER or t.role < 0:
        return
    f, tiles = facts(engine), sum(t.row)
    if tiles != f.row and (tiles > f.row or t.stack != NONE or t.discard != NONE):
        yield f"{tiles} plantations lie in the row instead of {f.row}, or of all that are left"
