"""A fourth set of engines whose faults somebody wrote down blind, without a look at the search.

The same form as `tests.bad.unseen`; `python benchmarks/conformance.py several --fourth [NAME …]` searches them.
"""

from __future__ import annotations

from typing import Final

from tests.bad.apart import Broken, engines

BROKEN: Final[Broken] = {
    "puerto_rico": (
        ("DoubloonsLikePlayers", "supply", "turn state", "setup.money"),
        ("ThePrivilegeLeavesADoubloon", "price", "misses state", "builder.privilege quarry.not-below-zero"),
        ("HaciendasReplaceTheTile", "order", "turn state lists misses", "hacienda.draw"),
        ("EmptyCornFieldsYield", "option", "state", "production.corn mayor.occupied"),
        ("TheHouseIsEmptiedEveryTime", "supply", "state", "trader.stays"),
        ("NoLoadStillPays", "price", "state", "captain.no-privilege"),
        ("FullShipsSailAtOnce", "order", "state turn", "storage.unload"),
        ("CustomsHousesCountBuildings", "price", "outcome", "customs.points"),
    ),
    "new_world": (
        ("OneTileTooFew", "supply", "state", "box.tiles"),
        ("TilesMeetAtCorners", "option", "lists", "tile.corner tile.attach"),
        ("TilesFollowTiles", "option", "misses", "tile.attach"),
        ("SurveyorsBringThree", "price", "state", "bonus.points"),
        ("TrappersAreLeftBehindToo", "supply", "state", "remove.trappers plain.stay"),
        ("TiedPlainsBringNothing", "price", "state outcome", "final.plains"),
        ("EverybodyHasEquallyManyTurns", "order", "turn state outcome", "end.last-tile"),
        ("UnfinishedFarmsForgetThemselves", "price", "state outcome", "final.farms"),
    ),
    "power_grid": (
        ("PlantThirteenIsShuffledIn", "supply", "state lists", "setup.thirteen"),
        ("TheLastChoosesFirst", "order", "turn state", "auction.choose auction.next"),
        ("TheLowestPlantGoes", "option", "misses", "plants.limit plants.not-the-new"),
        ("HousesCostTheStep", "price", "state lists misses", "network.space"),
        ("TheTableBeginsWithOneCity", "price", "state", "income.paid"),
        ("CoalIsRefilledOneShort", "supply", "state", "refill.amount"),
        ("OnlyFourInStepThree", "option", "misses", "step3.market"),
        ("SuppliesBeyondTheNetworkCount", "price", "state outcome", "win.supplied"),
    ),
    "castles_of_burgundy": (
        ("TheBlackDepotIsTwoShort", "supply", "state turn", "phase.black"),
        ("AnyGoodsAreSold", "option", "lists", "sell.die"),
        ("AFullStorageTakesNothing", "option", "misses", "take.full"),
        ("TheCastleKeepsTheDie", "option", "misses state", "castle.action"),
        ("BoardingHousesBringTwo", "price", "state", "boarding-house.workers"),
        ("GoodsAreClearedToo", "supply", "state", "phase.goods-stay"),
        ("TheOrderChangesWithThePhase", "order", "turn state", "round.first-player round.order ship.first"),
        ("TwoSilverForAPoint", "price", "outcome", "end.silver"),
    ),
    "catan_europe": (
        ("RedBeginsWithWool", "supply", "state", "setup.fixed-resources"),
        ("GoldCountsOnASeven", "supply", "turn state", "seven.discard"),
        ("MerchantsCannotPass", "option", "misses", "march.pass"),
        ("NumbersNeverCome", "supply", "state", "token.place"),
        ("ResourcesCostThreeGold", "price", "misses state", "bank.buy"),
        ("NoCardBeforeTheDice", "order", "turn state", "dice.card-first card.when"),
        ("CaravansNeedNoPost", "option", "lists", "caravan.place"),
        ("NeutralPostsTakeNoGoods", "option", "state", "delivery.neutral"),
    ),
}  # fmt: skip
"""For each fault its sort, the kinds of departure it shows by, and the rules that it breaks."""


FOURTH: Final = engines(
    __name__,
    BROKEN,
    {
        "puerto_rico": "Plantations",
        "new_world": "Surveyors",
        "power_grid": "Grids",
        "castles_of_burgundy": "Duchies",
        "catan_europe": "Merchants",
    },
)
"""One engine for each game, which has all its faults."""
