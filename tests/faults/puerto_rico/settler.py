"""Mistakes in the settler phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico import settler
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import (
    NONE,
    QUARRY,
    TILES,
    Hospice,
    Seat,
    Table,
    Taking,
    added,
    change_seat,
)
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.planting import around
from tests.faults.puerto_rico.common import Events, Right, Wrong, one_more, with_seat

May = Callable[..., bool]

# ---- taking a tile


@breaks("settler.take", "mayor.only-then")
@Wrong.around(settler.lay)
def ATileTakenIsOccupiedAtOnce(right: Right, g: Kit, t: Table, tile: int) -> Table:
    """A colonist from the reserve stands on every tile as soon as it is taken."""
    if t.colonists:
        owner = t.seats[t.turn]
        t = changed(with_seat(t, t.turn, tilled=one_more(owner.tilled, tile)), colonists=t.colonists - 1)
    return right(g, t, tile)


@breaks("mayor.only-then", "mayor.san-juan")
@Wrong.around(settler.lay)
def SanJuanFillsANewTileAtOnce(right: Right, g: Kit, t: Table, tile: int) -> Table:
    """A colonist waiting in San Juan goes onto a new tile as soon as it is taken."""
    owner = t.seats[t.turn]
    if owner.san_juan:
        t = with_seat(t, t.turn, tilled=one_more(owner.tilled, tile), san_juan=owner.san_juan - 1)
    return right(g, t, tile)


@breaks("settler.no-quarry", "settler.privilege", "role.own-privilege")
@Wrong.around(settler.may_quarry)
def TheGovernorMayTakeAQuarry(right: May, g: Kit, t: Table, seat: int) -> bool:
    """The governor may take a quarry, whoever chose the settler."""
    return right(g, changed(t, picker=t.governor), seat)


@breaks("settler.from-row", "settler.take")
class AnyPlantationMayBeTaken(Wrong):
    """Any plantation that lies face down may be taken as well as those in the row."""

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Taking):
            return legal
        open_ = [move for move, there in zip(self.g.take, added(state.row, state.stack), strict=False) if there]
        return [*open_, *legal[sum(count > 0 for count in state.row) :]]

    @around(settler.lay)
    def _lay(self, right: Right, g: Kit, t: Table, tile: int) -> Table:
        if tile != QUARRY and not t.row[tile]:
            t = changed(t, row=plus(t.row, tile, 1), stack=plus(t.stack, tile, -1))
        return right(g, t, tile)


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


@breaks("settler.island-full", "settler.anywhere")
class QuarriesTakeNoIslandSpace(Wrong):
    """Only plantations cover the spaces of the island, quarries lie beside them."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._spaces, self.g.island_spaces = self.g.island_spaces, sum(self.g.tiles_total)

    def _fits(self, owner: Seat) -> bool:
        return sum(owner.tiles[:QUARRY]) < self._spaces

    @around(settler.can_take)
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

    @around(settler.can_take)
    def _can(self, right: May, g: Kit, t: Table, seat: int) -> bool:
        return right(g, changed(t, quarries=max(1, t.quarries)), seat)


# ---- the row


@breaks("settler.fill-row", "settler.reshuffle")
@Wrong.around(settler.draw_row)
def DiscardsAreShuffledInBeforeTheRest(right: Right, g: Kit, t: Table, left: int, events: Events) -> Table:
    """If the stacks do not hold enough for a row, the removed plantations are shuffled in before it is turned up."""
    if sum(t.stack) < left == g.row_tiles:
        t = changed(t, stack=added(t.stack, t.discard), discard=NONE)
    return right(g, t, left, events)


@breaks("settler.short-row", "settler.reshuffle")
@Wrong.around(settler.row_done)
def AShortRowEndsTheGame(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """When there are not plantations enough for the row, the game ends with the round."""
    is_short = sum(t.row) < g.row_tiles
    return right(g, changed(t, ending=t.ending or "end.city") if is_short else t, events)
