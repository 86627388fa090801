"""Mistakes with the knowledge tiles 9 to 14."""

from __future__ import annotations

from typing import ClassVar

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import actions, placing
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.actions import depots_for
from rulecheck.reference_engines.castles_of_burgundy.kit import (
    ANIMALS,
    CASTLE,
    FREE_TAKE,
    FREE_TILES,
    KNOWLEDGE,
    MINE,
    SHIP,
    Kit,
)
from rulecheck.reference_engines.castles_of_burgundy.placing import open_spaces
from rulecheck.reference_engines.castles_of_burgundy.table import Acting, Seat, Table
from rulecheck.reference_engines.contract import changed
from tests.faults.castles_of_burgundy.common import Wrong, acting, paid
from tests.faults.castles_of_burgundy.knowledge import has
from tests.faults.planting import instead

# ---- 9 to 12, dice changed without workers


class _FreeSteps(Wrong):
    tiles: ClassVar[tuple[int, ...]] = ()

    def is_free(self, tile: int, knowledge: int) -> bool:
        """Whether one of these tiles changes the die."""
        return False

    @instead(placing.free_step)
    def free_step(self, g: Kit, knowledge: int, tile: int) -> int:
        if tile in self.tiles:
            return int(self.is_free(tile, knowledge))
        return knowledge >> tile & 1


@breaks("knowledge.9")
class TileNineChangesNothing(_FreeSteps):
    """Knowledge tile 9 has no effect on dice that place buildings."""

    tiles = (9,)


@breaks("knowledge.10")
class TileTenChangesNothing(_FreeSteps):
    """Knowledge tile 10 has no effect on dice that place ships or animals."""

    tiles = (10,)


@breaks("knowledge.11")
class TileElevenChangesNothing(_FreeSteps):
    """Knowledge tile 11 has no effect on dice that place castles, mines or knowledge tiles."""

    tiles = (11,)


@breaks("knowledge.12", "take.die")
class TileTwelveChangesNothing(_FreeSteps):
    """Knowledge tile 12 has no effect on dice that take a tile."""

    tiles = (12,)


@breaks("knowledge.9", "knowledge.10", "knowledge.11", "place.die")
class OneTileFreesAllPlacing(_FreeSteps):
    """Each of the knowledge tiles 9, 10 and 11 changes dice that place tiles of any colour."""

    tiles = (9, 10, 11)

    def is_free(self, tile: int, knowledge: int) -> bool:
        return any(knowledge >> each & 1 for each in self.tiles)


@breaks("knowledge.12", "knowledge.9", "knowledge.10", "knowledge.11")
class TileTwelveFreesPlacingToo(_FreeSteps):
    """Knowledge tile 12 also changes the dice that place tiles."""

    tiles = (9, 10, 11)

    def is_free(self, tile: int, knowledge: int) -> bool:
        return bool((knowledge >> tile | knowledge >> FREE_TAKE) & 1)


class _OtherColours(Wrong):
    left_out: ClassVar[tuple[int, ...]] = ()

    @instead(placing.open_spaces)
    def open_spaces(self, g: Kit, seat: Seat, kind: int, die: int, *, any_colour: bool = False) -> int:
        colour = g.colour[kind]
        if colour in self.left_out:
            seat = changed(seat, knowledge=seat.knowledge & ~(1 << FREE_TILES[colour]))
        return open_spaces(g, seat, kind, die, any_colour=any_colour)


@breaks("knowledge.10")
class TileTenIsForShipsOnly(_OtherColours):
    """Knowledge tile 10 changes dice that place ships but not those that place animals."""

    left_out = (ANIMALS,)


@breaks("knowledge.10")
class TileTenIsForAnimalsOnly(_OtherColours):
    """Knowledge tile 10 changes dice that place animals but not those that place ships."""

    left_out = (SHIP,)


@breaks("knowledge.11")
class TileElevenIsNotForKnowledge(_OtherColours):
    """Knowledge tile 11 does not change dice that place knowledge tiles."""

    left_out = (KNOWLEDGE,)


@breaks("knowledge.11")
class TileElevenIsForKnowledgeOnly(_OtherColours):
    """Knowledge tile 11 changes dice that place knowledge tiles but not those that place castles or mines."""

    left_out = (CASTLE, MINE)


@breaks("knowledge.9", "knowledge.10", "knowledge.11")
@Wrong.instead(placing.open_spaces)
def FreePlacingIsOnAnyNumber(g: Kit, seat: Seat, kind: int, die: int, *, any_colour: bool = False) -> int:
    """With the knowledge tiles 9, 10 and 11 the number of the die does not matter at all for placing."""
    free = has(seat, FREE_TILES[g.colour[kind]])
    return open_spaces(g, seat, kind, 0 if free else die, any_colour=any_colour)


@breaks("knowledge.12", "take.die")
@Wrong.instead(actions.depots_for)
def FreeTakingIsFromAnyDepot(g: Kit, seat: Seat, die: int) -> tuple[int, ...]:
    """With knowledge tile 12 a tile may be taken from any numbered depot, whatever the die shows."""
    return depots_for(g, seat, 0 if has(seat, FREE_TAKE) else die)


# ---- 13 and 14, taking workers


class _WorkerTiles(Wrong):
    def gains(self, t: Table, seat: Seat) -> tuple[int, int]:
        """How much more silver and workers than by the rules the action of taking workers brings."""
        raise NotImplementedError

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(move, m.TakeWorkers) and isinstance(state.phase, Acting):
            silver, workers = self.gains(state, acting(state))
            state = paid(state, state.turn, silver=silver, workers=workers)
        return super().apply(state, move)


@breaks("knowledge.13", "workers.take")
class TileThirteenBringsNothing(_WorkerTiles):
    """Knowledge tile 13 has no effect: taking workers brings no silver."""

    def gains(self, t: Table, seat: Seat) -> tuple[int, int]:
        return (-self.g.workers_silver if has(seat, 13) else 0), 0


@breaks("knowledge.13", "workers.take")
class TileThirteenBringsSilverForEachWorker(_WorkerTiles):
    """Knowledge tile 13 brings a piece of silver for each worker taken."""

    def gains(self, t: Table, seat: Seat) -> tuple[int, int]:
        workers = self.g.better_workers if has(seat, 14) else self.g.workers_taken
        return ((workers - 1) * self.g.workers_silver if has(seat, 13) else 0), 0


@breaks("knowledge.13", "workers.take")
class TileThirteenBringsSilverInsteadOfWorkers(_WorkerTiles):
    """Knowledge tile 13 brings silver in the place of the workers."""

    def gains(self, t: Table, seat: Seat) -> tuple[int, int]:
        workers = self.g.better_workers if has(seat, 14) else self.g.workers_taken
        return 0, (-workers if has(seat, 13) else 0)


@breaks("knowledge.13", "boarding-house.workers")
class TileThirteenPaysForABoardingHouse(Wrong):
    """Knowledge tile 13 brings its silver for the workers of a boarding house too."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(move, m.Place) and move.tile == "boarding house" and has(acting(state), 13):
            state = paid(state, state.turn, silver=self.g.workers_silver)
        return super().apply(state, move)


@breaks("knowledge.14", "workers.take")
class TileFourteenBringsNothing(_WorkerTiles):
    """Knowledge tile 14 has no effect: the action of taking workers brings as many as without it."""

    def gains(self, t: Table, seat: Seat) -> tuple[int, int]:
        return 0, (self.g.workers_taken - self.g.better_workers if has(seat, 14) else 0)


@breaks("knowledge.14", "workers.take")
class TileFourteenAddsToTheWorkers(_WorkerTiles):
    """Knowledge tile 14 brings its workers besides those of the action instead of in their place."""

    def gains(self, t: Table, seat: Seat) -> tuple[int, int]:
        return 0, (self.g.workers_taken if has(seat, 14) else 0)
