"""Mistakes in a turn: dice, workers, and how tiles are taken and placed."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import actions, arithmetic, placing, turn
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.kit import ANIMALS, BUILDING, FREE_TILES, Kit
from rulecheck.reference_engines.castles_of_burgundy.placing import free_step, open_spaces, placements, surveyed
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.table import (
    EMPTY,
    TURN,
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
from tests.faults.castles_of_burgundy.common import EVERY_SPACE, Wrong, acting, mended, paid
from tests.faults.planting import instead


def back_in_the_stack(g: Kit, t: Table, kind: int) -> Table:
    """The table after a tile that was thrown out of the game has gone back to the stacks."""
    return changed(t, box=plus(t.box, kind, -1), stack=plus(t.stack, kind, 1)) if g.limited else t


# ---- the two actions


@breaks("turn.two-actions", "turn.die")
@Wrong.instead(turn.use)
def DoublesAreOneAction(t: Table, move: m.Use) -> Table:
    """Two dice with the same number are put away together, for a single action."""
    after = use(t, move)
    rest = tuple(die for die in after.dice[t.turn] if die != move.die)
    return changed(after, dice=replaced(after.dice, t.turn, rest))


@breaks("turn.two-actions", "round.roll")
class DoublesBringAThirdAction(Wrong):
    """Whoever throws the same number twice has a third action with it."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Roll) or move.low != move.high:
            return after
        who = next(k for k in range(self.g.players) if after.dice[k] != state.dice[k])
        return changed(after, dice=replaced(after.dice, who, (move.low,) * 3))


@breaks("turn.two-actions", "turn.any-action")
class TheLowerDieComesFirst(Wrong):
    """The dice must be used in order, the lower one first."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        lowest = min(state.dice[state.turn], default=0) if isinstance(state.phase, Turn) else 0
        return [move for move in moves if not isinstance(move, m.Use) or move.die == lowest]


@breaks("turn.die", "turn.two-actions")
@Wrong.instead(turn.use)
def BothDiceAreUsedUp(t: Table, move: m.Use) -> Table:
    """The first action uses up both dice, so that a turn has only one."""
    after = use(t, move)
    return changed(after, dice=replaced(after.dice, t.turn, ()))


# ---- workers


@breaks("worker.change")
class WorkersAreNotPaid(Wrong):
    """A worker that changed a die stays with the player."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        return paid(after, state.turn, workers=1) if isinstance(move, m.Shift) else after


@breaks("worker.change")
class AChangeCostsTwoWorkers(Wrong):
    """It takes two workers to change a die once."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        enough = acting(state).workers >= 2
        return [move for move in moves if enough or not isinstance(move, m.Shift)]

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        return paid(after, state.turn, workers=-1) if isinstance(move, m.Shift) else after


@breaks("worker.change")
class WorkersOnlyRaise(Wrong):
    """A worker can raise the number of a die but not lower it."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in moves if not isinstance(move, m.Shift) or move.by > 0]


@breaks("worker.change")
class WorkersOnlyLower(Wrong):
    """A worker can lower the number of a die but not raise it."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in moves if not isinstance(move, m.Shift) or move.by < 0]


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
class DiceDoNotWrap(Wrong):
    """A 6 can not be raised to a 1, nor a 1 be lowered to a 6."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in moves if not isinstance(move, m.Shift) or 1 <= move.die + move.by <= 6]


@breaks("worker.wrap")
class OnlyASixWraps(Wrong):
    """A 6 can be raised to a 1, but a 1 can not be lowered to a 6."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in moves if not isinstance(move, m.Shift) or move.die + move.by >= 1]


@breaks("worker.wrap")
@Wrong.with_kit
def DiceStopAtOneAndSix(g: Kit) -> None:
    """A 6 that is raised stays a 6 and a 1 that is lowered stays a 1; the worker is spent all the same."""
    g.shifted = {(die, by): max(1, min(6, die + by)) for die, by in g.shifted}


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


@breaks("take.die")
@Wrong.instead(actions.take)
def TheTileStaysInTheDepot(g: Kit, t: Table, move: m.Take, events: Events) -> Table:
    """A tile that is taken from a depot lies there for the next player too."""
    return turn.store(g, t, acting(t), g.tile_number[move.tile], TURN, events)


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


@breaks("take.full", "estate.storage", "purchase.storage")
@Wrong.instead(arithmetic.has_room)
def TheStorageHasNoLimit(stored: int, room: int) -> bool:
    """Any number of tiles may lie in the storage; nothing is ever discarded."""
    return True


@breaks("take.full")
class TheFirstStoredTileMakesRoom(Wrong):
    """In a full storage the program itself discards a tile, the first one."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if isinstance(after.phase, Discarding):
            return super().apply(after, self.g.discard[acting(after).storage[0]])
        return after


@breaks("take.full")
class TheNewTileIsLost(Wrong):
    """In a full storage there is no choice: the new tile is discarded and the stored ones stay."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Discarding):
            return after
        box = plus(after.box, after.held, 1) if self.g.limited else after.box
        return go_to(self.g, changed(after, held=EMPTY, box=box), acting(after), after.phase.after, ())


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


@breaks("take.full", "setup.stacks")
class DiscardedTilesGoBackToTheStacks(Wrong):
    """A tile that is discarded goes back to the stacks instead of out of the game."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if isinstance(move, m.Discard) and after.box != state.box and after.letter == state.letter:
            return back_in_the_stack(self.g, after, self.g.tile_number[move.tile])
        return after


@breaks("take.full")
class TheWholeStorageIsDiscarded(Wrong):
    """Whoever takes a tile with a full storage discards all earlier tiles."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if not (isinstance(state.phase, Discarding) and isinstance(move, m.Discard)):
            return super().apply(state, move)
        chosen = self.g.tile_number[move.tile]
        for kind in without(acting(state).storage, chosen):
            state = changed(state, box=plus(state.box, kind, 1) if self.g.limited else state.box)
        return super().apply(mended(state, state.turn, storage=(chosen,)), move)


# ---- placing a tile


@breaks("place.die")
@Wrong.instead(placing.placements)
def TilesArePlacedOnAnyNumber(g: Kit, seat: Seat, die: int) -> list[m.Move]:
    """A tile may be placed on a space of any number, whatever the die shows."""
    return placements(g, seat, 0)


@breaks("place.die")
@Wrong.with_kit
def ALowerNumberWillDo(g: Kit) -> None:
    """A tile may be placed on a space whose number is at most that of the die."""
    masks = [sum(1 << k for k, number in enumerate(g.die_of_space) if number <= die) for die in range(7)]
    every, *others = g.reach
    g.reach = (every, *(tuple(mask | masks[d] for mask in wide) for d, wide in enumerate(others, 1)))


@breaks("place.die", "knowledge.9", "knowledge.10", "knowledge.11")
@Wrong.with_kit
def TheNextNumberWillDo(g: Kit) -> None:
    """A tile may be placed on a space whose number is one more or less than that of the die, without a worker."""
    g.reach = tuple((wide[1], *wide[1:]) for wide in g.reach)


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


@breaks("place.colour")
@Wrong.instead(placing.open_spaces)
def TheColourOfASpaceDoesNotMatter(g: Kit, seat: Seat, kind: int, die: int, *, any_colour: bool = False) -> int:
    """A tile may be placed on a space of any colour."""
    return open_spaces(g, seat, kind, die, any_colour=True)


@breaks("place.colour", "animals.again")
@Wrong.instead(placing.open_spaces)
def APastureHoldsOneKindOfAnimals(g: Kit, seat: Seat, kind: int, die: int, *, any_colour: bool = False) -> int:
    """In a pasture only animals of a single kind may lie together."""
    spaces = open_spaces(g, seat, kind, die, any_colour=any_colour)
    for k, there in enumerate(seat.estate):
        if g.colour[kind] == ANIMALS and there != EMPTY and g.species[there] not in (-1, g.species[kind]):
            spaces &= ~g.grounds[seat.board].region[k]
    return spaces


@breaks("place.effect", "building.ability", "ship.goods", "castle.action")
@Wrong.instead(placing.offers)
def PlacedTilesBringNothing(kind: int, colour: int) -> str:
    """What a placed tile lets its owner do is left out: no action, no goods, no tile, no sale, no placement."""
    return ""
