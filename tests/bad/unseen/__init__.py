"""Engines with several faults, written down by somebody who had not looked at the search that has to find them.

The same form as `tests.bad.several`; `python benchmarks/conformance.py several --unseen [NAME …]` searches them.
"""

from __future__ import annotations

from typing import Final

from tests.bad.apart import Broken, engines

BROKEN: Final[Broken] = {
    "castles_of_burgundy": (
        ("DoublesAreThrownAgain", "option", "chance misses refuses", "round.roll"),
        ("TheLastGoodComesFirst", "order", "state", "round.white"),
        ("TwoOfAKindInACity", "option", "lists", "building.once"),
        ("BonusOfTheNextPhase", "price", "state", "region.phase"),
        ("OtherPasturesScoreToo", "price", "state", "animals.again animals.same-pasture"),
        ("NoPurchaseAfterTheDice", "option", "turn state", "purchase.end purchase.moment"),
        ("CityHallsPlaceBuildings", "option", "misses", "city-hall.place"),
        ("TheBlackDepotIsFilledOnce", "supply", "state turn chance", "phase.black"),
        ("WorkersAreRoundedUp", "price", "outcome", "end.workers"),
        ("StoredKnowledgeCounts", "price", "outcome", "end.stored end.knowledge"),
    ),
    "puerto_rico": (
        ("EverybodyBuildsCheaper", "price", "state lists turn", "builder.privilege builder.afford builder.build"),
        ("TheRowStays", "supply", "state turn chance", "settler.discard settler.fill-row"),
        ("TheGovernorLandsFirst", "order", "state turn", "mayor.take-in-turn"),
        ("PrivilegeOfAnyKind", "option", "lists", "craftsman.privilege-kind"),
        ("EverySellerHasThePrivilege", "price", "state", "trader.privilege trader.price trader.sell"),
        ("EmptyHutsTakeQuarries", "option", "lists", "building.occupied hut.quarry settler.no-quarry"),
        ("ColonistsNeverRunOut", "order", "turn outcome state", "end.colonists end.round"),
        ("EmptyGuildHallsCount", "price", "outcome", "large.occupied building.occupied guild-hall.points"),
        ("CityHallsForgetThemselves", "price", "outcome", "city-hall.points"),
    ),
    "power_grid": (
        ("RegionsNeedNotTouch", "option", "lists", "setup.adjacent"),
        ("TheOpenerMayPass", "option", "lists", "auction.minimum"),
        ("SmallPlantsGoFirst", "order", "state turn", "order.plants"),
        ("FuelInTheOrderOfPlay", "order", "turn", "fuel.order"),
        ("NoWayThroughCities", "option", "misses turn", "network.through"),
        ("SurplusIsPaid", "price", "state", "income.surplus income.paid"),
        ("TheSupplyIsNeverUsedUp", "supply", "state", "refill.amount"),
        ("TheGameEndsOneCityLate", "order", "turn outcome state", "end.start"),
        ("CitiesBreakTies", "tie", "outcome", "win.money win.cities"),
    ),
    "new_world": (
        ("StartSpacesDoNotCount", "price", "state", "trail.start-spaces town.start-spaces"),
        ("TrappersNeedAnimals", "option", "misses", "settler.trapper"),
        ("TheWesternSurveyorRemoves", "supply", "state", "remove.behind"),
        ("FarmsNeedSevenTiles", "price", "state turn", "farm.complete"),
        ("TheLastTileCompletesNothing", "order", "state outcome", "end.last-tile score.completed"),
        ("FarmsSeeFourNeighbours", "price", "state outcome", "final.farms"),
        ("EverybodyHasThePlains", "price", "state outcome", "final.plains"),
        ("TiesHaveOneWinner", "price", "state", "majority.tie"),
    ),
}  # fmt: skip
"""For each fault its sort, the kinds of departure it shows by, and the rules that it breaks."""

UNSEEN: Final = engines(
    __name__,
    BROKEN,
    {
        "castles_of_burgundy": "Estates",
        "puerto_rico": "Offices",
        "power_grid": "Utilities",
        "new_world": "Frontiers",
    },
)
"""One engine for each game, which has all its faults."""
