"""Mistakes with the knowledge tiles 15 to 26."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import scoring
from rulecheck.reference_engines.castles_of_burgundy.kit import ANIMALS, BANK, CITY_HALL, KNOWLEDGE, WATCHTOWER, Kit
from rulecheck.reference_engines.castles_of_burgundy.scoring import knowledge_points
from rulecheck.reference_engines.castles_of_burgundy.table import EMPTY, Seat
from rulecheck.reference_engines.contract import changed
from tests.faults.castles_of_burgundy.common import Wrong
from tests.faults.planting import instead


class _TilePoints(Wrong):
    numbers: ClassVar[Iterable[int]] = ()

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        """What one of these knowledge tiles brings."""
        return 0

    @instead(scoring.knowledge_points)
    def tile_points(self, g: Kit, seat: Seat) -> dict[str, int]:
        right = knowledge_points(g, seat)
        for number in self.numbers:
            if f"knowledge.{number}" in right:
                right[f"knowledge.{number}"] = self.points(g, seat, number)
        return right


BUILDING_TILES = range(16, 24)


@breaks("knowledge.15", "end.knowledge")
class TileFifteenBringsNothing(_TilePoints):
    """Knowledge tile 15 brings no points."""

    numbers = (15,)


@breaks("knowledge.15", "knowledge.25")
class TileFifteenCountsGoods(_TilePoints):
    """Knowledge tile 15 brings its points for each good that was sold, not for each kind."""

    numbers = (15,)

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        return sum(seat.sold) * g.per_sold_kind


@breaks("knowledge.15", "end.goods")
class TileFifteenCountsKindsInTheStorage(_TilePoints):
    """Knowledge tile 15 brings points for the kinds of goods that its owner has left too, not only for those sold."""

    numbers = (15,)

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        kinds = sum(sold > 0 or left > 0 for sold, left in zip(seat.sold, seat.goods, strict=True))
        return kinds * g.per_sold_kind


@breaks("end.knowledge", *(f"knowledge.{number}" for number in BUILDING_TILES))
class BuildingTilesBringNothing(_TilePoints):
    """The knowledge tiles 16 to 23 bring no points for buildings."""

    numbers = BUILDING_TILES


@breaks("end.knowledge", *(f"knowledge.{number}" for number in BUILDING_TILES))
class BuildingTilesScoreOnce(_TilePoints):
    """The knowledge tiles 16 to 23 bring their points once if there is such a building, however many there are."""

    numbers = BUILDING_TILES

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        return g.per_building if g.helped[number] in seat.estate else 0


@breaks("end.stored", *(f"knowledge.{number}" for number in BUILDING_TILES))
class BuildingTilesCountTheStorage(_TilePoints):
    """The knowledge tiles 16 to 23 bring points for buildings in the storage too."""

    numbers = BUILDING_TILES

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        return g.per_building * (seat.estate + seat.storage).count(g.helped[number])


@breaks("end.knowledge", *(f"knowledge.{number}" for number in BUILDING_TILES))
class BuildingTilesCountAllBuildings(_TilePoints):
    """The knowledge tiles 16 to 23 bring points for all buildings in the estate, of whatever kind."""

    numbers = BUILDING_TILES

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        return g.per_building * sum(kind in range(8) for kind in seat.estate)


@breaks("knowledge.16", "end.knowledge")
class TileSixteenBringsNothing(_TilePoints):
    """Knowledge tile 16 brings no points for warehouses."""

    numbers = (16,)


@breaks("knowledge.17", "knowledge.23")
class TileSeventeenCountsCityHalls(_TilePoints):
    """Knowledge tile 17 brings points for city halls instead of watchtowers."""

    numbers = (17,)

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        return g.per_building * seat.estate.count(CITY_HALL)


@breaks("knowledge.17", "end.knowledge")
class TileSeventeenBringsNothing(_TilePoints):
    """Knowledge tile 17 brings no points for watchtowers."""

    numbers = (17,)


@breaks("knowledge.18", "end.knowledge")
class TileEighteenBringsNothing(_TilePoints):
    """Knowledge tile 18 brings no points for carpenter's workshops."""

    numbers = (18,)


@breaks("knowledge.19", "end.knowledge")
class TileNineteenBringsNothing(_TilePoints):
    """Knowledge tile 19 brings no points for churches."""

    numbers = (19,)


@breaks("knowledge.20", "end.knowledge")
class TileTwentyBringsNothing(_TilePoints):
    """Knowledge tile 20 brings no points for markets."""

    numbers = (20,)


@breaks("knowledge.21", "end.knowledge")
class TileTwentyOneBringsNothing(_TilePoints):
    """Knowledge tile 21 brings no points for boarding houses."""

    numbers = (21,)


@breaks("knowledge.21", "knowledge.22")
class TileTwentyOneCountsBanks(_TilePoints):
    """Knowledge tile 21 brings points for banks instead of boarding houses."""

    numbers = (21,)

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        return g.per_building * seat.estate.count(BANK)


@breaks("knowledge.22", "end.knowledge")
class TileTwentyTwoBringsNothing(_TilePoints):
    """Knowledge tile 22 brings no points for banks."""

    numbers = (22,)


@breaks("knowledge.23", "end.knowledge")
class TileTwentyThreeBringsNothing(_TilePoints):
    """Knowledge tile 23 brings no points for city halls."""

    numbers = (23,)


@breaks("knowledge.23", "knowledge.17")
class TileTwentyThreeCountsWatchtowers(_TilePoints):
    """Knowledge tile 23 brings points for watchtowers instead of city halls."""

    numbers = (23,)

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        return g.per_building * seat.estate.count(WATCHTOWER)


@breaks("knowledge.24", "end.knowledge")
class TileTwentyFourBringsNothing(_TilePoints):
    """Knowledge tile 24 brings no points for kinds of animals."""

    numbers = (24,)


@breaks("knowledge.24")
class TileTwentyFourCountsTiles(_TilePoints):
    """Knowledge tile 24 brings its points for each animal tile in the estate, not for each kind."""

    numbers = (24,)

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        return g.per_species * sum(kind != EMPTY and g.colour[kind] == ANIMALS for kind in seat.estate)


@breaks("knowledge.24")
class TileTwentyFourTellsTilesApart(_TilePoints):
    """Knowledge tile 24 counts tiles with two, three and four of the same animals as different kinds."""

    numbers = (24,)

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        return g.per_species * len({kind for kind in seat.estate if kind != EMPTY and g.colour[kind] == ANIMALS})


@breaks("knowledge.24", "end.stored")
class TileTwentyFourCountsTheStorage(_TilePoints):
    """Knowledge tile 24 brings points for kinds of animals in the storage too."""

    numbers = (24,)

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        return g.per_species * len({g.species[kind] for kind in seat.estate + seat.storage if kind != EMPTY} - {-1})


@breaks("knowledge.25", "end.knowledge")
class TileTwentyFiveBringsNothing(_TilePoints):
    """Knowledge tile 25 brings no points for goods that were sold."""

    numbers = (25,)


@breaks("knowledge.25", "end.goods")
class TileTwentyFiveCountsGoodsInTheStorage(_TilePoints):
    """Knowledge tile 25 brings points for goods that its owner has left too, not only for those sold."""

    numbers = (25,)

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        return g.per_sold * (sum(seat.sold) + sum(seat.goods))


@breaks("knowledge.25", "knowledge.15")
class TileTwentyFiveCountsKinds(_TilePoints):
    """Knowledge tile 25 brings its points for each kind of goods that was sold, not for each good."""

    numbers = (25,)

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        return g.per_sold * sum(count > 0 for count in seat.sold)


@breaks("knowledge.26", "end.knowledge")
class TileTwentySixBringsNothing(_TilePoints):
    """Knowledge tile 26 brings no points for bonus tiles."""

    numbers = (26,)


@breaks("knowledge.26")
class TileTwentySixCountsLargeTiles(_TilePoints):
    """Knowledge tile 26 brings points for large bonus tiles only."""

    numbers = (26,)

    def points(self, g: Kit, seat: Seat, number: int) -> int:
        return g.per_bonus * seat.large.bit_count()


@breaks("end.stored", "end.knowledge")
@Wrong.instead(scoring.knowledge_points)
def StoredKnowledgeTilesScore(g: Kit, seat: Seat) -> dict[str, int]:
    """The knowledge tiles 15 to 26 bring their points from the storage too."""
    knowledge = seat.knowledge
    for kind in seat.storage:
        knowledge |= 1 << g.knowledge_number[kind] if g.colour[kind] == KNOWLEDGE else 0
    return knowledge_points(g, changed(seat, knowledge=knowledge))


@breaks("end.knowledge")
@Wrong.instead(scoring.extra)
def KnowledgeTilesBringNothingAtTheEnd(g: Kit, seat: Seat) -> int:
    """None of the knowledge tiles 15 to 26 is scored at the end of the game."""
    return 0
