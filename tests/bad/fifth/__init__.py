"""A fifth set of engines whose faults somebody wrote down blind, without a look at the search.

The same form as `tests.bad.unseen`; `python benchmarks/conformance.py several --fifth [NAME …]` searches them.
"""

from __future__ import annotations

from typing import Final

from tests.bad.apart import Broken, engines

BROKEN: Final[Broken] = {
    "puerto_rico": (
        ("EverybodyBeginsWithIndigo", "supply", "state", "setup.first-tile"),
        ("EverybodyMustTakeATile", "option", "misses", "role.optional settler.take"),
        ("ColonistsStayWhereTheyAre", "option", "state lists misses turn", "mayor.place-anew"),
        ("QuarriesHelpTheBuilderOnly", "price", "misses state turn", "quarry.discount"),
        ("BuildingsNeverRunOut", "supply", "state lists turn", "building.stock"),
        ("ABuildingMakesOneBarrel", "price", "state", "production.pairs"),
        ("AllShipsAreUnloaded", "supply", "state", "storage.partial storage.unload"),
        ("CityHallsCountEveryBuilding", "price", "outcome", "city-hall.points"),
    ),
    "new_world": (
        ("FourSettlersEach", "supply", "state", "setup.settlers box.settlers"),
        ("BeyondTheBoardFromTheSecondColumn", "option", "misses", "tile.beyond"),
        ("PostsBringOne", "price", "state", "trail.posts"),
        ("ThoseBesideTheSurveyorGoToo", "supply", "state", "remove.behind"),
        ("SettlersBehindGoAtOnce", "order", "state", "remove.placed-behind"),
        ("UnfinishedTrailsBringNothing", "price", "state outcome", "final.trails final.posts"),
        ("AnimalsBringTwo", "price", "state outcome", "final.plains"),
        ("FarmsBringNineAnyway", "price", "state outcome", "final.farms"),
    ),
    "power_grid": (
        ("OilFillsTheMarket", "supply", "state", "setup.fuel setup.first-prices"),
        ("BidsGoInTheOrderOfPlay", "order", "turn state", "auction.raise"),
        ("OnlyCitiesMakeTheOrder", "order", "turn state", "order.plants"),
        ("OneCityARound", "option", "turn state", "network.money network.done"),
        ("LaterHousesCostTenMore", "price", "state misses", "network.space"),
        ("BurntFuelLeavesTheGame", "supply", "state", "income.burn"),
        ("TheLowestPlantIsBuried", "supply", "state turn", "renewal.bury"),
        ("TheGameEndsInMidBuilding", "order", "turn state outcome", "end.start"),
    ),
    "castles_of_burgundy": (
        ("TheFirstHasTheMostWorkers", "supply", "state", "setup.workers"),
        ("WorkersChangeADieByTwo", "option", "lists", "worker.change"),
        ("RoomForAllGoods", "option", "state turn", "ship.kinds"),
        ("AllAnimalsScoreAgain", "price", "state", "animals.again"),
        ("MarketsBringAnimalsOnly", "option", "misses", "market.take"),
        ("WarehousesSellEverything", "option", "state", "warehouse.sell"),
        ("PhasePointsFallByOne", "price", "state", "region.phase"),
        ("BonusTilesAsWithFour", "price", "state", "colour.first colour.second"),
    ),
    "catan_europe": (
        ("SevenPostsAsWithFour", "supply", "state", "setup.posts-short"),
        ("OnlyTheRollerReturnsCards", "option", "turn state", "seven.discard"),
        ("MonopolyTakesOneCardEach", "price", "state", "card.monopoly"),
        ("ArrowsAreDecoration", "option", "turn state", "arrow.free-route"),
        ("MerchantsShareAnIntersection", "option", "lists", "march.stop"),
        ("PortsPayOneGold", "price", "state", "port.gold"),
        ("OneCaravanOnARoute", "option", "misses", "drive.two-per-route"),
        ("DeliveriesEndTheMove", "option", "turn state", "delivery.no-cost"),
    ),
}  # fmt: skip
"""For each fault its sort, the kinds of departure it shows by, and the rules that it breaks."""


FIFTH: Final = engines(
    __name__,
    BROKEN,
    {
        "puerto_rico": "Orchards",
        "new_world": "Pilgrims",
        "power_grid": "Furnaces",
        "castles_of_burgundy": "Abbeys",
        "catan_europe": "Caravanserais",
    },
)
"""One engine for each game, which has all its faults."""
