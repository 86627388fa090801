"""A sixth set of engines whose faults somebody wrote down blind, without a look at the search.

The same form as `tests.bad.unseen`; `python benchmarks/conformance.py several --sixth [NAME …]` searches them.
"""

from __future__ import annotations

from typing import Final

from tests.bad.apart import Broken, engines

BROKEN: Final[Broken] = {
    "puerto_rico": (
        ("TheShipBeginsEmpty", "supply", "state", "setup.colonists"),
        ("CardsAreReturnedBeforeTheCoins", "order", "state", "round.money-on-cards"),
        ("LeftTilesGoBackIntoTheStack", "supply", "state", "settler.discard"),
        ("TheGovernorLoadsFirst", "order", "turn state", "captain.turns role.order"),
        ("HospicesSendToTown", "supply", "state", "hospice.colonist"),
        ("GuildHallsPayTwoForAll", "price", "outcome", "guild-hall.points"),
    ),
    "new_world": (
        ("OneSurveyorBeginsAhead", "supply", "state", "setup.surveyors"),
        ("RobbersAndSheriffsJoinTheirOwn", "option", "lists", "settler.occupied"),
        ("TrailsForgetTheNewTile", "price", "state", "trail.tiles"),
        ("LeftBehindTheyAreScored", "price", "state", "remove.behind"),
        ("TiedPlainsAreShared", "tie", "state outcome", "final.plains"),
        ("UnfinishedTownsBringNothing", "price", "state outcome", "final.towns final.flags"),
    ),
    "power_grid": (
        ("FortyElektroAtTheStart", "supply", "state", "setup.money"),
        ("TheFirstBuildsFirst", "order", "turn state", "network.order"),
        ("TheOrderChangesAfterAllAuctions", "order", "turn state", "order.after-first"),
        ("TheFirstCityIsFree", "price", "state", "network.found"),
        ("PlantsStoreThreeRuns", "option", "lists turn state", "plant.storage fuel.room"),
        ("RefilledAsWithFour", "supply", "state", "refill.amount"),
    ),
    "castles_of_burgundy": (
        ("TheLastIsOnTop", "order", "state turn", "setup.order"),
        ("NewAnimalsCountTwice", "price", "state", "animals.points"),
        ("MinesPayEveryRound", "order", "state", "mine.income"),
        ("WarehousesPayNoSilver", "price", "state", "warehouse.sell sell.silver"),
        ("CastlesOnlyPlace", "option", "misses", "castle.action"),
        ("MarkersMoveTwoSpaces", "price", "state turn", "ship.marker"),
    ),
    "catan_europe": (
        ("TheRobberBeginsAnywhere", "option", "lists", "setup.robber"),
        ("NoGoldForTheRobbed", "price", "state", "production.consolation"),
        ("GoldIsNotTraded", "option", "misses", "trade.goods"),
        ("CaravansCostNoSalt", "price", "lists state", "caravan.price"),
        ("ArrowRoutesLieAnywhere", "option", "lists state", "arrow.connected"),
        ("TwoRoutesForASalt", "option", "misses state", "drive.salt drive.several-salt"),
    ),
}  # fmt: skip
"""For each fault its sort, the kinds of departure it shows by, and the rules that it breaks."""


SIXTH: Final = engines(
    __name__,
    BROKEN,
    {
        "puerto_rico": "Bastions",
        "new_world": "Settlers",
        "power_grid": "Boilers",
        "castles_of_burgundy": "Priories",
        "catan_europe": "Bazaars",
    },
)
"""One engine for each game, which has all its faults."""
