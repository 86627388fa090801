"""Mistakes in a turn: dice, workers, and how tiles are taken and placed."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import actions, placing, turn
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.kit import BUILDING, FREE_TILES, Kit
from rulecheck.reference_engines.castles_of_burgundy.placing import free_step, open_spaces, surveyed
from rulecheck.reference_engines.castles_of_burgundy.table import (
    EMPTY,
    Acting,
    Discarding,
    Seat,
    Table,
    Turn,
    with_tile,
    without,
)
from rulecheck.reference_engines.castles_of_burgundy.turn import go_to, use
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import plus, replaced
from rulecheck.spec.castles_of_burgundy.board import NEIGHBOURS
from tests.faults.castles_of_burgundy.common import EVERY_SPACE, Wrong, acting, mended
from tests.faults.planting import instead

# ---- the two actions


@breaks("turn.two-actions", "turn.die")
@Wrong.instead(turn.use)
def DoublesAreOneAction(t: Table, move: m.Use) -> Table:
    """Two dice with the same number are put away together, for a single action."""
    after = use(t, move)
    rest = tuple(die for die in after.dice[t.turn] if die != move.die)
    return changed(after, dice=replaced(after.dice, t.turn, rest))


@breaks("turn.two-actions", "turn.any-action")
class TheLowerDieComesFirst(Wrong):
    """The dice must be used in order, the lower one first."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        lowest = min(state.dice[state.turn], default=0) if isinstance(state.phase, Turn) else 0
        return [move for move in moves if not isinstance(move, m.Use) or move.die == lowest]


# ---- workers


@breaks("worker.change")
class WorkersOnlyRaise(Wrong):
    """A worker can raise the number of a die but not lower it."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in moves if not isinstance(move, m.Shift) or move.by > 0]


@breaks("worker.change")
class WorkersOnlyBeforeTheFirstAction(Wrong):
    """Workers can change dice only before the first action of the turn."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        fresh = len(state.dice[state.turn]) == 2 if state.dice else False
        return [move for move in moves if fresh or not isinstance(move, m.Shift)]


@breaks("worker.change", "worker.several")
class AWorkerChangesBothDiceOfANumber(Wrong):
    """If both dice show the same number a single worker changes both of them."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if isinstance(move, m.Shift) and state.dice[state.turn] == (move.die, move.die):
            new = self.g.shifted[move.die, move.by]
            return changed(after, dice=replaced(after.dice, state.turn, (new, new)))
        return after


@breaks("worker.wrap")
class OnlyASixWraps(Wrong):
    """A 6 can be raised to a 1, but a 1 can not be lowered to a 6."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in moves if not isinstance(move, m.Shift) or move.die + move.by >= 1]


# ---- taking a tile


@breaks("take.die")
@Wrong.instead(actions.depots_for)
def TilesComeFromAnyDepot(g: Kit, seat: Seat, die: int) -> tuple[int, ...]:
    """A tile may be taken from any numbered depot, whatever the die shows."""
    return g.near_depots[0][0]


@breaks("take.die", "knowledge.12")
@Wrong.instead(actions.depots_for)
def TilesComeFromNeighbouringDepotsToo(g: Kit, seat: Seat, die: int) -> tuple[int, ...]:
    """A tile may also be taken from the depots beside that of the die, without a worker."""
    return g.near_depots[die][1]


@breaks("take.die")
class OnlyTilesThatFitAreTaken(Wrong):
    """Only tiles for which the estate still has an empty space of their colour may be taken."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        g, seat = self.g, acting(state)
        if not isinstance(state.phase, Acting):
            return moves
        spaces = g.grounds[seat.board].spaces
        full = [kind for kind, colour in enumerate(g.colour) if not spaces[colour] & ~seat.filled]
        return [move for move in moves if not isinstance(move, m.Take) or g.tile_number[move.tile] not in full]


@breaks("take.storage", "place.stored")
class TilesAreStoredOrPlacedAtOnce(Wrong):
    """A tile may be laid straight from the depot of the die onto a space of the estate with the same number."""

    def _direct(self, t: Table, taken: m.Take) -> list[m.Move]:
        assert isinstance(t.phase, Acting)
        kind, seat = self.g.tile_number[taken.tile], acting(t)
        open_now = open_spaces(self.g, seat, kind, t.phase.die)
        return [move for k, move in enumerate(self.g.place[kind]) if open_now >> k & 1]

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, Acting):
            return moves
        more = [place for move in moves if isinstance(move, m.Take) for place in self._direct(state, move)]
        return tuple(dict.fromkeys((*moves, *more)))

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(move, m.Place) and self.g.tile_number[move.tile] not in acting(state).storage:
            kind = self.g.tile_number[move.tile]
            takes = [take for take in self.legal_moves(state) if isinstance(take, m.Take) and take.tile == move.tile]
            at = takes[0].depot - 1
            state = changed(state, depots=replaced(state.depots, at, without(state.depots[at], kind)))
            state = mended(state, state.turn, storage=with_tile(acting(state).storage, kind))
        return super().apply(state, move)


@breaks("take.full")
class NothingIsTakenWithAFullStorage(Wrong):
    """Whoever has a full storage may not take a tile with a die."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        full = isinstance(state.phase, Acting) and len(acting(state).storage) >= self.g.room
        return [move for move in moves if not (full and isinstance(move, m.Take))]


@breaks("take.full")
class TheNewTileMayBeDiscarded(Wrong):
    """In a full storage the new tile may be discarded instead of an earlier one."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        new = self.g.discard[state.held]
        return (*moves, new) if isinstance(state.phase, Discarding) and new not in moves else moves

    def apply(self, state: Table, move: m.Move) -> Table:
        if not (isinstance(state.phase, Discarding) and isinstance(move, m.Discard)):
            return super().apply(state, move)
        if self.g.tile_number[move.tile] in acting(state).storage:
            return super().apply(state, move)
        box = plus(state.box, state.held, 1) if self.g.limited else state.box
        return go_to(self.g, changed(state, held=EMPTY, box=box), acting(state), state.phase.after, ())


# ---- placing a tile


@breaks("place.die")
@Wrong.with_kit
def ALowerNumberWillDo(g: Kit) -> None:
    """A tile may be placed on a space whose number is at most that of the die."""
    masks = [sum(1 << k for k, number in enumerate(g.die_of_space) if number <= die) for die in range(7)]
    every, *others = g.reach
    g.reach = (every, *(tuple(mask | masks[d] for mask in wide) for d, wide in enumerate(others, 1)))


@breaks("place.empty", "place.stays")
class TilesAreBuiltOver(Wrong):
    """A tile may be laid on one placed before, which leaves the game."""

    @instead(placing.open_spaces)
    def open_spaces(self, g: Kit, seat: Seat, kind: int, die: int, *, any_colour: bool = False) -> int:
        spaces = g.grounds[seat.board].spaces[g.colour[kind]] & (seat.frontier | seat.filled)
        if die:
            spaces &= g.reach[die][free_step(g, seat.knowledge, FREE_TILES[g.colour[kind]])]
        if g.colour[kind] == BUILDING and not seat.knowledge & 2:
            spaces &= ~seat.built[kind]
        return spaces

    def apply(self, state: Table, move: m.Move) -> Table:
        old = acting(state).estate[move.space - 1] if isinstance(move, m.Place) else EMPTY
        after = super().apply(state, move)
        if old == EMPTY:
            return after
        after = mended(after, state.turn, **vars(surveyed(self.g, after.seats[state.turn])))
        return changed(after, box=plus(after.box, old, 1)) if self.g.limited else after


@breaks("place.adjacent", "place.first")
@Wrong.instead(placing.open_spaces)
def TilesNeedNotTouch(g: Kit, seat: Seat, kind: int, die: int, *, any_colour: bool = False) -> int:
    """A tile may be placed on any empty space of its colour; it need not touch another one."""
    free = changed(seat, frontier=EVERY_SPACE & ~seat.filled)
    return open_spaces(g, free, kind, die, any_colour=any_colour)


@breaks("place.adjacent")
@Wrong.instead(placing.open_spaces)
def TilesTouchTheirOwnColourOrACastle(g: Kit, seat: Seat, kind: int, die: int, *, any_colour: bool = False) -> int:
    """A tile must touch one of its own colour or a castle."""
    fitting = (g.colour[kind], g.colour[g.castle])
    beside = 0
    for k, there in enumerate(seat.estate):
        if there != EMPTY and g.colour[there] in fitting:
            beside |= NEIGHBOURS[k]
    return open_spaces(g, seat, kind, die, any_colour=any_colour) & beside
