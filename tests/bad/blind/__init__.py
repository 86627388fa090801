"""A second set of engines whose faults somebody wrote down blind, without a look at the search.

The same form as `tests.bad.unseen`; `python benchmarks/conformance.py several --blind [NAME …]` searches them.
"""

from __future__ import annotations

from typing import Final

from tests.bad.apart import Broken, engines

BROKEN: Final[Broken] = {
    "castles_of_burgundy": (
        ("NobodyStartsWithSilver", "supply", "state", "setup.silver"),
        ("TilesNeedNotTouch", "option", "lists", "place.adjacent place.first"),
        ("ChurchesHaveNoBooks", "option", "misses", "church.take"),
        ("ClockwiseFromTheFirst", "order", "state turn", "round.order"),
        ("EmptyShipsStayBehind", "order", "state", "ship.marker"),
        ("OneSilverForAllMines", "price", "state", "mine.income"),
        ("EverybodySellsForTwo", "price", "state", "sell.points"),
        (
            "KnowledgeOfBuildingsBringsThree", "price", "outcome",
            "knowledge.16 knowledge.17 knowledge.18 knowledge.19 knowledge.20 knowledge.21 knowledge.22 knowledge.23",
        ),
    ),
    "puerto_rico": (
        ("TheExtraColonistLeavesTheShip", "supply", "state", "mayor.privilege"),
        ("EmptyFieldsCallColonists", "supply", "state", "mayor.buildings-only mayor.refill"),
        ("WhoLikesMayHoldBack", "option", "lists", "captain.must-load"),
        ("TheHouseTakesAKindTwice", "option", "lists turn state", "trader.different"),
        ("QuarriesOrThePrivilege", "price", "state misses turn", "quarry.with-privilege builder.privilege"),
        ("TheGovernorGoesBack", "order", "turn state", "round.governor-moves"),
        ("EmptyBuildingsCountForNothing", "price", "outcome", "building.occupied score.sum large.points"),
        ("TiesAreShared", "tie", "outcome", "win.tie"),
    ),
    "power_grid": (
        ("NoPlantsAreRemoved", "supply", "state", "setup.stack"),
        ("NobodyMustBuy", "option", "lists", "auction.first-round"),
        ("TheChooserIsSkipped", "order", "turn state", "auction.again"),
        ("FourPlantsForEverybody", "option", "turn state", "plants.limit"),
        ("HybridsStoreBothKinds", "option", "lists turn state", "plant.storage fuel.room"),
        ("PlantsMustRun", "option", "misses", "income.run income.fewer"),
        ("TheLastRoundIsPaid", "order", "turn state outcome", "end.start"),
        ("TheHigherPlantBreaksTies", "tie", "outcome", "win.money"),
    ),
    "new_world": (
        ("SettlersMustBePlaced", "option", "misses", "settler.optional"),
        ("TrappersJoinTheirOwn", "option", "lists", "settler.occupied"),
        ("MisfitsCostTheTurn", "order", "turn state", "tile.unplaceable"),
        ("FarmsForgetTheirOwnTile", "price", "state", "farm.points"),
        ("TheSurveyorMovesFirst", "price", "state", "bonus.points"),
        ("WhoIsLeftBehindIsLost", "supply", "state", "remove.behind"),
        ("EveryTrapperCounts", "price", "state outcome", "final.plains"),
        ("FinalPostsBringOne", "price", "state outcome", "final.posts"),
    ),
    "catan_europe": (
        ("TwoGoldAtTheStart", "supply", "state", "setup.gold"),
        ("OneCardFromARegion", "price", "state", "production.several production.each-post"),
        ("ConsolationForTheRoller", "price", "state", "production.consolation"),
        ("SevenCardsAreTooMany", "option", "state turn", "seven.discard"),
        ("PostsStopRoutes", "option", "misses", "route.foreign-posts"),
        ("CardsCostAGrain", "price", "misses state", "card.price"),
        ("PostsTakeGoodsAgain", "supply", "state turn", "delivery.once"),
        ("OneGoodMayStay", "order", "turn outcome state", "win.all-delivered"),
    ),
}  # fmt: skip
"""For each fault its sort, the kinds of departure it shows by, and the rules that it breaks."""


BLIND: Final = engines(
    __name__,
    BROKEN,
    {
        "castles_of_burgundy": "Manors",
        "puerto_rico": "Wharves",
        "power_grid": "Turbines",
        "new_world": "Colonies",
        "catan_europe": "Roads",
    },
)
"""One engine for each game, which has all its faults."""
