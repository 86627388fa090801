"""Engines with several faults, the eighth set, written down by somebody who had not looked at the search.

The same form as `tests.bad.unseen`.
"""

from __future__ import annotations

from typing import Final

from tests.bad.apart import Broken, engines

BROKEN: Final[Broken] = {
    "puerto_rico": (
        ("CornIsNotSold", "option", "misses", "trader.corn trader.sell trader.price"),
        ("TheExtraColonistLeavesTheShip", "supply", "state turn", "mayor.privilege mayor.take-in-turn"),
        ("OnlyBareCardsReceiveMoney", "price", "state", "round.money-on-cards"),
        ("QuarriesReplaceThePrivilege", "price", "state misses turn", "quarry.with-privilege builder.privilege"),
        ("TheCaptainIsPaidForEachLoad", "price", "state", "captain.privilege"),
        ("TheHaciendaTakesTheTurn", "order", "turn state", "hacienda.draw settler.take"),
        ("TheGameEndsWithTheRole", "order", "turn state outcome", "end.round"),
        ("EmptyBuildingsBringNoPoints", "price", "outcome", "score.sum building.occupied building.print large.points"),
    ),
    "new_world": (
        ("NothingBeyondTheBoard", "option", "misses", "tile.beyond"),
        ("NobodyComesToWhatIsComplete", "option", "misses", "settler.just-completed home.same-turn"),
        ("OnlyWhoseTurnItIsScores", "price", "state", "score.others score.completed"),
        ("SurveyorsMoveForEmptyFeatures", "order", "state", "surveyor.not-for-unscored score.unoccupied"),
        ("BothSurveyorsMove", "order", "state", "surveyor.move surveyor.either surveyor.eastern"),
        ("SettlersDoNotComeHome", "supply", "state", "home.return remove.behind"),
        ("PostsOnUnfinishedTrailsDoNotCount", "price", "state outcome", "final.posts"),
        ("OneMayJoinOneself", "option", "lists", "settler.occupied"),
    ),
    "power_grid": (
        ("ThirteenIsShuffledIn", "supply", "state lists misses", "setup.thirteen"),
        ("NobodyHasToBuyAtFirst", "option", "lists", "auction.first-round"),
        ("TheLotsHoldForTheRound", "order", "turn state", "order.after-first"),
        ("TheNewPlantMayGo", "option", "lists", "plants.not-the-new plants.limit"),
        ("UnsoldPlantsStay", "supply", "state turn", "unsold.remove"),
        ("HybridsBurnOneFuel", "option", "misses", "plant.hybrid"),
        ("TheLowestGoesUnderTheStack", "supply", "state", "renewal.bury"),
        ("TheLargestNetworkWins", "price", "outcome", "win.supplied"),
    ),
    "castles_of_burgundy": (
        ("TheFirstPlayerHasMostWorkers", "supply", "state", "setup.workers"),
        ("GoodsAreClearedToo", "supply", "state", "phase.goods-stay"),
        ("SixIsNotBesideOne", "option", "misses", "worker.wrap"),
        ("TilesNeedNotTouch", "option", "lists", "place.adjacent place.first"),
        ("ShipsGoUnderTheStack", "order", "state turn", "ship.stack"),
        ("TheCastleKeepsTheDie", "option", "state misses", "castle.action"),
        ("EachGoodBringsSilver", "price", "state turn", "sell.silver"),
        ("OnlyKindsOfGoodsCount", "price", "outcome", "end.goods"),
    ),
    "catan_europe": (
        ("ASevenConsoles", "price", "state", "seven.no-consolation production.consolation"),
        ("OneCardForEachRegion", "price", "state", "production.several production.each-post"),
        ("TheRobberMayStay", "option", "lists", "robber.elsewhere"),
        ("CardsArePlayedAtOnce", "option", "state lists", "card.not-same-turn"),
        ("PaymentsLeaveTheGame", "supply", "state", "build.pay"),
        ("PostsStopRoutes", "option", "misses", "route.foreign-posts route.adjacent"),
        ("CaravansStandAtAnyRoute", "option", "lists", "caravan.place"),
        ("NeutralPostsTakeNoGoods", "option", "state turn", "delivery.neutral delivery.forced"),
    ),
}  # fmt: skip
"""For each fault its sort, the kinds of departure it shows by, and the rules that it breaks."""

EIGHTH: Final = engines(
    __name__,
    BROKEN,
    {
        "puerto_rico": "Smallholdings",
        "new_world": "Homesteads",
        "power_grid": "Generators",
        "castles_of_burgundy": "Burghers",
        "catan_europe": "Trades",
    },
)
"""One engine for each game, which has all its faults."""
