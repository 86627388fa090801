"""Mistakes in the settler phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.properties.puerto_rico.mistakes.common import Events, Right, Wrong, instead_of, one_more, with_seat
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico import rounds, settler
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import (
    NONE,
    QUARRY,
    TILES,
    Hacienda,
    HaciendaDraw,
    Hospice,
    Seat,
    Table,
    Taking,
    added,
    change_seat,
)
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules

May = Callable[..., bool]

# ---- taking a tile


@breaks("settler.take", "settler.one-tile")
class TwoPlantationsAreTaken(Wrong):
    """Whoever takes a plantation has a second one of that kind from the row with it, if one lies there."""

    @instead_of(settler.lay)
    def _lay(self, right: Right, g: Kit, t: Table, tile: int) -> Table:
        owner = t.seats[t.turn]
        if tile != QUARRY and t.row[tile] > 1 and sum(owner.tiles) + 1 < g.island_spaces:
            t = changed(with_seat(t, t.turn, tiles=one_more(owner.tiles, tile)), row=plus(t.row, tile, -1))
        return right(g, t, tile)


@breaks("settler.take", "mayor.only-then")
class ATileTakenIsOccupiedAtOnce(Wrong):
    """A colonist from the reserve stands on every tile as soon as it is taken."""

    @instead_of(settler.lay)
    def _lay(self, right: Right, g: Kit, t: Table, tile: int) -> Table:
        if t.colonists:
            owner = t.seats[t.turn]
            t = changed(with_seat(t, t.turn, tilled=one_more(owner.tilled, tile)), colonists=t.colonists - 1)
        return right(g, t, tile)


@breaks("mayor.only-then", "mayor.san-juan")
class SanJuanFillsANewTileAtOnce(Wrong):
    """A colonist waiting in San Juan goes onto a new tile as soon as it is taken."""

    @instead_of(settler.lay)
    def _lay(self, right: Right, g: Kit, t: Table, tile: int) -> Table:
        owner = t.seats[t.turn]
        if owner.san_juan:
            t = with_seat(t, t.turn, tilled=one_more(owner.tilled, tile), san_juan=owner.san_juan - 1)
        return right(g, t, tile)


@breaks("settler.privilege", "hut.quarry")
class TheSettlerNeedsAHutForAQuarry(Wrong):
    """Only the owner of an occupied construction hut may take a quarry, and the settler may not."""

    @instead_of(settler.may_quarry)
    def _may(self, right: May, g: Kit, t: Table, seat: int) -> bool:
        return t.seats[seat].city[g.hut] > 0


@breaks("settler.no-quarry", "settler.privilege", "role.own-privilege")
class EverybodyMayTakeAQuarry(Wrong):
    """Every player may take a quarry instead of a plantation, not only the settler."""

    @instead_of(settler.may_quarry)
    def _may(self, right: May, g: Kit, t: Table, seat: int) -> bool:
        return True


@breaks("settler.no-quarry", "settler.privilege", "role.own-privilege")
class TheGovernorMayTakeAQuarry(Wrong):
    """The governor may take a quarry, whoever chose the settler."""

    @instead_of(settler.may_quarry)
    def _may(self, right: May, g: Kit, t: Table, seat: int) -> bool:
        return right(g, changed(t, picker=t.governor), seat)


@breaks("settler.privilege", "settler.from-row")
class AQuarryOnlyIfTheRowIsEmpty(Wrong):
    """The settler may take a quarry only when no plantation lies in the row."""

    @instead_of(settler.may_quarry)
    def _may(self, right: May, g: Kit, t: Table, seat: int) -> bool:
        return right(g, t, seat) and (t.row == NONE or t.seats[seat].city[g.hut] > 0)


@breaks("settler.privilege", "settler.no-quarry")
class AQuarryCostsTheSettlerADoubloon(Wrong):
    """A quarry has to be paid for with a doubloon."""

    @instead_of(settler.may_quarry)
    def _may(self, right: May, g: Kit, t: Table, seat: int) -> bool:
        return right(g, t, seat) and t.seats[seat].money > 0

    @instead_of(settler.lay)
    def _lay(self, right: Right, g: Kit, t: Table, tile: int) -> Table:
        if tile == QUARRY:
            t = changed(with_seat(t, t.turn, money=t.seats[t.turn].money - 1), bank=t.bank + 1)
        return right(g, t, tile)


@breaks("settler.from-row", "settler.take")
class AnyPlantationMayBeTaken(Wrong):
    """Any plantation that lies face down may be taken as well as those in the row."""

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Taking):
            return legal
        open_ = [move for move, there in zip(self.g.take, added(state.row, state.stack), strict=False) if there]
        return [*open_, *legal[sum(count > 0 for count in state.row) :]]

    @instead_of(settler.lay)
    def _lay(self, right: Right, g: Kit, t: Table, tile: int) -> Table:
        if tile != QUARRY and not t.row[tile]:
            t = changed(t, row=plus(t.row, tile, 1), stack=plus(t.stack, tile, -1))
        return right(g, t, tile)


@breaks("settler.from-row", "settler.take")
class ATileTakenStaysInTheRow(Wrong):
    """A plantation that was taken is not removed from the row."""

    @instead_of(settler.lay)
    def _lay(self, right: Right, g: Kit, t: Table, tile: int) -> Table:
        return right(g, t if tile == QUARRY else changed(t, row=plus(t.row, tile, 1)), tile)


@breaks("settler.one-tile", "settler.privilege")
class TheSettlerTakesAQuarryBesides(Wrong):
    """The settler who has taken a plantation may take a quarry besides."""

    def _is_second(self, t: Table) -> bool:
        return isinstance(t.phase, Taking) and t.turn == t.picker and sum(t.row) == self.g.row_tiles - 1

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        legal = super().legal_moves(state)
        if not self._is_second(state):
            return legal
        return [move for move in legal if move in (self.g.take[QUARRY], self.g.pass_)]

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Take) or move.tile == "quarry" or isinstance(after.phase, Hospice):
            return after
        tiles = after.seats[state.turn].tiles
        settled = changed(
            state,
            seats=change_seat(state.seats, state.turn, tiles=tiles),
            row=plus(state.row, TILES.index(move.tile), -1),
        )
        goes_on = state.quarries and sum(tiles) < self.g.island_spaces and self._is_second(settled)
        return settled if goes_on else after


@breaks("settler.island-full")
class AnIslandIsNeverFull(Wrong):
    """A player whose island spaces are all covered takes tiles all the same."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.island_spaces = sum(self.g.tiles_total)


@breaks("settler.island-full", "settler.anywhere")
class QuarriesTakeNoIslandSpace(Wrong):
    """Only plantations cover the spaces of the island, quarries lie beside them."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._spaces, self.g.island_spaces = self.g.island_spaces, sum(self.g.tiles_total)

    def _fits(self, owner: Seat) -> bool:
        return sum(owner.tiles[:QUARRY]) < self._spaces

    @instead_of(settler.can_take)
    def _can(self, right: May, g: Kit, t: Table, seat: int) -> bool:
        return self._fits(t.seats[seat]) and right(g, t, seat)


@breaks("settler.quarries-gone", "box.tiles")
class QuarriesNeverRunOut(Wrong):
    """A quarry may be taken although none is left."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(move, m.Take) and move.tile == "quarry" and not state.quarries:
            state = changed(state, quarries=1)
        return super().apply(state, move)

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        return super().legal_moves(changed(state, quarries=max(1, state.quarries)))

    @instead_of(settler.can_take)
    def _can(self, right: May, g: Kit, t: Table, seat: int) -> bool:
        return right(g, changed(t, quarries=max(1, t.quarries)), seat)


# ---- the row


@breaks("settler.discard", "settler.fill-row")
class TheRestOfTheRowStays(Wrong):
    """The plantations that nobody took stay in the row, which is filled up from the stacks."""

    @instead_of(settler.clear_row)
    def _clear(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        return settler.draw_row(g, t, max(0, g.row_tiles - sum(t.row)), events)


@breaks("settler.discard", "settler.fill-row", "settler.reshuffle")
class TheRestGoesBackIntoTheStacks(Wrong):
    """The plantations that nobody took are shuffled into the face-down stacks."""

    @instead_of(settler.clear_row)
    def _clear(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        return right(g, changed(t, stack=added(t.stack, t.row), row=NONE), events)


@breaks("settler.discard", "settler.reshuffle")
class TheRestLeavesTheGame(Wrong):
    """The plantations that nobody took are out of the game."""

    @instead_of(settler.clear_row)
    def _clear(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        return right(g, changed(t, row=NONE), events)


@breaks("settler.discard", "settler.fill-row")
class TheOldRowStaysBesideTheNewOne(Wrong):
    """The plantations that nobody took stay in the row, and as many as ever are turned up besides."""

    @instead_of(settler.clear_row)
    def _clear(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        return settler.draw_row(g, t, g.row_tiles, events)


@breaks("settler.fill-row", "setup.row")
class TheRowHasATileForEachPlayer(Wrong):
    """After a settler phase as many plantations are turned up as there are players."""

    @instead_of(settler.clear_row)
    def _clear(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        return settler.draw_row(g, changed(t, discard=added(t.discard, t.row), row=NONE), g.players, events)


@breaks("settler.fill-row")
class AsManyAreTurnedUpAsWereTaken(Wrong):
    """As many plantations are turned up as the players took, though the rest of the row is put away."""

    @instead_of(settler.clear_row)
    def _clear(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        taken = max(0, g.row_tiles - sum(t.row))
        return settler.draw_row(g, changed(t, discard=added(t.discard, t.row), row=NONE), taken, events)


@breaks("settler.fill-row", "settler.discard")
class TheRowIsNotFilledAnew(Wrong):
    """A new row is turned up only when the settler phase leaves no plantation in the old one."""

    @instead_of(settler.clear_row)
    def _clear(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        return right(g, t, events) if t.row == NONE else rounds.next_choice(g, t, events)


@breaks("settler.fill-row", "settler.reshuffle")
class DiscardsAreShuffledInBeforeTheRest(Wrong):
    """If the stacks do not hold enough for a row, the removed plantations are shuffled in before it is turned up."""

    @instead_of(settler.draw_row)
    def _draw(self, right: Right, g: Kit, t: Table, left: int, events: Events) -> Table:
        if sum(t.stack) < left == g.row_tiles:
            t = changed(t, stack=added(t.stack, t.discard), discard=NONE)
        return right(g, t, left, events)


@breaks("settler.reshuffle", "settler.short-row")
class DiscardsAreNeverShuffled(Wrong):
    """If the stacks run out the row stays short, and the removed plantations do not come back."""

    @instead_of(settler.draw_row)
    def _draw(self, right: Right, g: Kit, t: Table, left: int, events: Events) -> Table:
        return changed(right(g, changed(t, discard=NONE), left, events), discard=t.discard)


@breaks("settler.reshuffle", "settler.discard")
class DiscardsAreShuffledInEachTime(Wrong):
    """All the removed plantations are shuffled into the stacks before every new row."""

    @instead_of(settler.clear_row)
    def _clear(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        return right(g, changed(t, stack=added(added(t.stack, t.discard), t.row), row=NONE, discard=NONE), events)


@breaks("settler.short-row", "settler.reshuffle")
class AShortRowEndsTheGame(Wrong):
    """When there are not plantations enough for the row, the game ends with the round."""

    @instead_of(settler.row_done)
    def _done(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        is_short = sum(t.row) < g.row_tiles
        return right(g, changed(t, ending=t.ending or "end.city") if is_short else t, events)


# ---- hacienda, construction hut and hospice


@breaks("hacienda.draw", "settler.one-tile")
class TheHaciendasTileIsTheOnlyOne(Wrong):
    """Whoever draws a face-down tile with the hacienda takes none from the row."""

    @instead_of(settler.take)
    def _take(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        return right(g, t, events) if isinstance(t.phase, Hacienda) else settler.next_seat(g, t, events)


@breaks("hacienda.draw", "role.own-privilege")
class OnlyTheSettlerUsesTheHacienda(Wrong):
    """A hacienda may be used only by the player who chose the settler."""

    @instead_of(settler.ask)
    def _ask(self, right: Right, g: Kit, t: Table, place: int, events: Events) -> Table:
        closed = tuple(plus(seat.city, g.hacienda, -1 - max(-1, seat.city[g.hacienda])) for seat in t.seats)
        if place == 0:
            after = right(g, t, 0, events)
            if after.turn == t.picker or after.role < 0:
                return after
            place = 1
        seats = tuple(changed(seat, city=city) for seat, city in zip(t.seats, closed, strict=True))
        after = right(g, changed(t, seats=seats), place, events)
        return changed(after, seats=t.seats)


@breaks("hacienda.draw")
class TheHaciendaTakesFromTheRow(Wrong):
    """The hacienda's extra tile comes from the face-up row."""

    @instead_of(settler.may_draw)
    def _may(self, right: May, g: Kit, t: Table) -> bool:
        return t.row != NONE

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        if isinstance(state.phase, HaciendaDraw) and state.row != NONE:
            return [self.g.draw[kind] for kind, count in enumerate(state.row) if count]
        return super().legal_moves(state)

    def weights(self, state: Table) -> Sequence[int]:
        if isinstance(state.phase, HaciendaDraw) and state.row != NONE:
            return [count for count in state.row if count]
        return super().weights(state)

    @instead_of(settler.lay_hacienda)
    def _lay(self, right: Right, g: Kit, t: Table, kind: int) -> Table:
        if not t.row[kind]:
            return right(g, t, kind)
        return right(g, changed(t, row=plus(t.row, kind, -1), stack=plus(t.stack, kind, 1)), kind)


@breaks("hacienda.must-place", "hacienda.draw")
class TheHaciendasTileJoinsTheRow(Wrong):
    """The face-down tile that the hacienda draws is put into the row, and its owner takes one from there."""

    @instead_of(settler.lay_hacienda)
    def _lay(self, right: Right, g: Kit, t: Table, kind: int) -> Table:
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
class ATileFollowsTheHaciendasLast(Wrong):
    """Whoever covers the last island space with the hacienda's tile takes one from the row all the same."""

    @instead_of(settler.lay_hacienda)
    def _lay(self, right: Right, g: Kit, t: Table, kind: int) -> Table:
        owner = t.seats[t.turn]
        after = right(g, with_seat(t, t.turn, tiles=(0,) * 6), kind)
        return with_seat(after, t.turn, tiles=one_more(owner.tiles, kind))


@breaks("hut.quarry")
class TheHutIsOfNoUse(Wrong):
    """The owner of an occupied construction hut may not take a quarry."""

    @instead_of(settler.may_quarry)
    def _may(self, right: May, g: Kit, t: Table, seat: int) -> bool:
        return seat == t.picker


@breaks("hut.quarry", "settler.one-tile")
class TheHutBringsAQuarryBesides(Wrong):
    """The owner of an occupied construction hut has a quarry besides the plantation taken."""

    @instead_of(settler.lay)
    def _lay(self, right: Right, g: Kit, t: Table, tile: int) -> Table:
        owner = t.seats[t.turn]
        has_room = sum(owner.tiles) + 1 < g.island_spaces
        if tile != QUARRY and owner.city[g.hut] > 0 and t.quarries and has_room:
            tiles = one_more(owner.tiles, QUARRY)
            t = changed(with_seat(t, t.turn, tiles=tiles), quarries=t.quarries - 1)
        return right(g, t, tile)


@breaks("hut.quarry", "building.occupied")
class TheHutNeedsNoColonist(Wrong):
    """The owner of a construction hut may take a quarry, also if it stands empty."""

    @instead_of(settler.may_quarry)
    def _may(self, right: May, g: Kit, t: Table, seat: int) -> bool:
        return right(g, t, seat) or t.seats[seat].city[g.hut] >= 0


@breaks("hut.one-quarry", "settler.one-tile")
class TheSettlerWithAHutTakesTwoQuarries(Wrong):
    """A settler who owns an occupied construction hut takes two quarries."""

    @instead_of(settler.lay)
    def _lay(self, right: Right, g: Kit, t: Table, tile: int) -> Table:
        owner = t.seats[t.turn]
        is_double = tile == QUARRY and t.turn == t.picker and owner.city[g.hut] > 0
        if is_double and t.quarries > 1 and sum(owner.tiles) + 1 < g.island_spaces:
            t = changed(with_seat(t, t.turn, tiles=one_more(owner.tiles, QUARRY)), quarries=t.quarries - 1)
        return right(g, t, tile)


@breaks("hospice.not-hacienda", "hospice.colonist")
class TheHospiceServesTheHacienda(Wrong):
    """The hospice puts a colonist on the hacienda's face-down tile too."""

    @instead_of(settler.lay_hacienda)
    def _lay(self, right: Right, g: Kit, t: Table, kind: int) -> Table:
        owner = t.seats[t.turn]
        if owner.city[g.hospice] > 0 and t.colonists:
            t = changed(with_seat(t, t.turn, tilled=one_more(owner.tilled, kind)), colonists=t.colonists - 1)
        return right(g, t, kind)


@breaks("hospice.colonist")
class TheHospicesColonistGoesToSanJuan(Wrong):
    """The hospice's colonist goes to San Juan and not onto the tile."""

    @instead_of(settler.settle)
    def _settle(self, right: Right, g: Kit, t: Table, tile: int, events: Events) -> Table:
        after, owner = right(g, t, tile, events), t.seats[t.turn]
        return with_seat(after, t.turn, tilled=owner.tilled, san_juan=owner.san_juan + 1)


@breaks("hospice.colonist")
class TheHospiceServesPlantationsOnly(Wrong):
    """The hospice brings no colonist for a quarry."""

    @instead_of(settler.hospice)
    def _hospice(self, right: Right, g: Kit, t: Table, tile: int, events: Events) -> Table:
        return settler.next_seat(g, t, events) if tile == QUARRY else right(g, t, tile, events)


@breaks("hospice.colonist", "role.own-privilege")
class OnlyTheSettlerUsesTheHospice(Wrong):
    """A hospice serves only the player who chose the settler."""

    @instead_of(settler.hospice)
    def _hospice(self, right: Right, g: Kit, t: Table, tile: int, events: Events) -> Table:
        return right(g, t, tile, events) if t.turn == t.picker else settler.next_seat(g, t, events)


@breaks("hospice.colonist", "hospice.from-ship")
class TheHospiceTakesFromTheShip(Wrong):
    """The hospice's colonist comes from the ship, and from the reserve only if the ship is empty."""

    @instead_of(settler.settle)
    def _settle(self, right: Right, g: Kit, t: Table, tile: int, events: Events) -> Table:
        if not (t.colonists and t.colonist_ship):
            return right(g, t, tile, events)
        return right(g, changed(t, colonists=t.colonists + 1, colonist_ship=t.colonist_ship - 1), tile, events)


@breaks("hospice.colonist", "box.colonists")
class TheHospicesColonistIsAnExtraOne(Wrong):
    """The hospice's colonist is not taken out of the reserve."""

    @instead_of(settler.settle)
    def _settle(self, right: Right, g: Kit, t: Table, tile: int, events: Events) -> Table:
        return right(g, changed(t, colonists=t.colonists + 1), tile, events)
