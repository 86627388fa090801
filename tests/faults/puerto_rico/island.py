"""Mistakes in the small violet buildings that serve the island: hacienda, construction hut and hospice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico import settler
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import QUARRY, Hacienda, Table
from rulecheck.reference_engines.tuples import plus
from tests.faults.puerto_rico.common import Events, Right, Wrong, one_more, with_seat

May = Callable[..., bool]

# ---- hacienda, construction hut and hospice


@breaks("hacienda.draw", "role.own-privilege")
@Wrong.around(settler.ask)
def OnlyTheSettlerUsesTheHacienda(right: Right, g: Kit, t: Table, place: int, events: Events) -> Table:
    """A hacienda may be used only by the player who chose the settler."""
    closed = tuple(plus(seat.city, g.hacienda, -1 - max(-1, seat.city[g.hacienda])) for seat in t.seats)
    if place == 0:
        after = right(g, t, 0, events)
        if after.turn == t.picker or after.role < 0:
            return after
        place = 1
    seats = tuple(changed(seat, city=city) for seat, city in zip(t.seats, closed, strict=True))
    after = right(g, changed(t, seats=seats), place, events)
    return changed(after, seats=t.seats)


@breaks("hacienda.must-place", "hacienda.draw")
@Wrong.instead(settler.lay_hacienda)
def TheHaciendasTileJoinsTheRow(g: Kit, t: Table, kind: int) -> Table:
    """The face-down tile that the hacienda draws is put into the row, and its owner takes one from there."""
    return settler.take(g, changed(t, row=plus(t.row, kind, 1), stack=plus(t.stack, kind, -1)), ())


@breaks("hacienda.no-quarry", "hut.one-quarry")
class TheHaciendaTakesAQuarry(Wrong):
    """Whoever may take quarries may take one in place of the hacienda's face-down tile."""

    def _may(self, state: Table) -> bool:
        may = state.quarries > 0 and settler.may_quarry(self.g, state, state.turn)
        return isinstance(state.phase, Hacienda) and may

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        legal = super().legal_moves(state)
        return [*legal, self.g.take[QUARRY]] if self._may(state) else legal

    def apply(self, state: Table, move: m.Move) -> Table:
        if not (self._may(state) and isinstance(move, m.Take)):
            return super().apply(state, move)
        tiles = one_more(state.seats[state.turn].tiles, QUARRY)
        t = changed(with_seat(state, state.turn, tiles=tiles), quarries=state.quarries - 1)
        is_full = sum(tiles) >= self.g.island_spaces
        return settler.next_seat(self.g, t, ()) if is_full else settler.take(self.g, t, ())


@breaks("settler.island-full", "hacienda.draw")
@Wrong.around(settler.lay_hacienda)
def ATileFollowsTheHaciendasLast(right: Right, g: Kit, t: Table, kind: int) -> Table:
    """Whoever covers the last island space with the hacienda's tile takes one from the row all the same."""
    owner = t.seats[t.turn]
    after = right(g, with_seat(t, t.turn, tiles=(0,) * 6), kind)
    return with_seat(after, t.turn, tiles=one_more(owner.tiles, kind))


@breaks("hut.quarry", "building.occupied")
@Wrong.around(settler.may_quarry)
def TheHutNeedsNoColonist(right: May, g: Kit, t: Table, seat: int) -> bool:
    """The owner of a construction hut may take a quarry, also if it stands empty."""
    return right(g, t, seat) or t.seats[seat].city[g.hut] >= 0


@breaks("hut.one-quarry", "settler.one-tile")
@Wrong.around(settler.lay)
def TheSettlerWithAHutTakesTwoQuarries(right: Right, g: Kit, t: Table, tile: int) -> Table:
    """A settler who owns an occupied construction hut takes two quarries."""
    owner = t.seats[t.turn]
    is_double = tile == QUARRY and t.turn == t.picker and owner.city[g.hut] > 0
    if is_double and t.quarries > 1 and sum(owner.tiles) + 1 < g.island_spaces:
        t = changed(with_seat(t, t.turn, tiles=one_more(owner.tiles, QUARRY)), quarries=t.quarries - 1)
    return right(g, t, tile)


@breaks("hospice.not-hacienda", "hospice.colonist")
@Wrong.around(settler.lay_hacienda)
def TheHospiceServesTheHacienda(right: Right, g: Kit, t: Table, kind: int) -> Table:
    """The hospice puts a colonist on the hacienda's face-down tile too."""
    owner = t.seats[t.turn]
    if owner.city[g.hospice] > 0 and t.colonists:
        t = changed(with_seat(t, t.turn, tilled=one_more(owner.tilled, kind)), colonists=t.colonists - 1)
    return right(g, t, kind)


@breaks("hospice.colonist")
@Wrong.around(settler.settle)
def TheHospicesColonistGoesToSanJuan(right: Right, g: Kit, t: Table, tile: int, events: Events) -> Table:
    """The hospice's colonist goes to San Juan and not onto the tile."""
    after, owner = right(g, t, tile, events), t.seats[t.turn]
    return with_seat(after, t.turn, tilled=owner.tilled, san_juan=owner.san_juan + 1)


@breaks("hospice.colonist")
@Wrong.around(settler.hospice)
def TheHospiceServesPlantationsOnly(right: Right, g: Kit, t: Table, tile: int, events: Events) -> Table:
    """The hospice brings no colonist for a quarry."""
    return settler.next_seat(g, t, events) if tile == QUARRY else right(g, t, tile, events)


@breaks("hospice.colonist", "role.own-privilege")
@Wrong.around(settler.hospice)
def OnlyTheSettlerUsesTheHospice(right: Right, g: Kit, t: Table, tile: int, events: Events) -> Table:
    """A hospice serves only the player who chose the settler."""
    return right(g, t, tile, events) if t.turn == t.picker else settler.next_seat(g, t, events)


@breaks("hospice.colonist", "hospice.from-ship")
@Wrong.around(settler.settle)
def TheHospiceTakesFromTheShip(right: Right, g: Kit, t: Table, tile: int, events: Events) -> Table:
    """The hospice's colonist comes from the ship, and from the reserve only if the ship is empty."""
    if not (t.colonists and t.colonist_ship):
        return right(g, t, tile, events)
    return right(g, changed(t, colonists=t.colonists + 1, colonist_ship=t.colonist_ship - 1), tile, events)
