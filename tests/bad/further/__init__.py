"""A third set of engines whose faults somebody wrote down blind, without a look at the search.

The same form as `tests.bad.unseen`; `python benchmarks/conformance.py several --further [NAME …]` searches them.
"""

from __future__ import annotations

from typing import Final

from tests.bad.apart import Broken, engines

BROKEN: Final[Broken] = {
    "castles_of_burgundy": (
        ("TwoGoodsAtTheStart", "supply", "turn state", "setup.goods"),
        ("EverybodyBuysFromTheDepots", "option", "lists", "knowledge.6 purchase.once"),
        ("WorkersOnlyAdd", "option", "misses", "worker.change"),
        ("RegionsScoreOneSizeLess", "price", "state", "region.size"),
        ("GoodsWithoutRoomAreLost", "supply", "state", "ship.left"),
        ("TheHindmostBegins", "order", "turn state", "round.first-player round.order"),
        ("TheLastRoundIsNotPlayed", "order", "turn state outcome", "end.game phase.number phase.end"),
        ("GoodsLeftAreWorthless", "price", "outcome", "end.goods"),
    ),
    "puerto_rico": (
        ("TheRowHasOneForEach", "supply", "turn state", "setup.row settler.fill-row"),
        ("TheCraftsmanMustTake", "option", "misses", "role.privilege-optional craftsman.privilege"),
        (
            "QuarriesNeedNoColonists", "option", "lists turn state",
            "quarry.discount mayor.occupied",
        ),
        ("OneColonistRunsAPlant", "price", "state", "production.pairs"),
        ("OneBarrelOfEachKind", "supply", "turn state", "storage.one-barrel storage.return storage.choose"),
        ("EverybodyLoadsOnce", "order", "turn state", "captain.turns captain.end"),
        ("ElevenSpacesEndTheGame", "order", "turn state outcome", "end.city"),
        ("OnlyVioletBuildingsScore", "price", "outcome", "score.sum"),
    ),
    "power_grid": (
        ("GarbageBeginsAtSix", "supply", "state", "setup.fuel setup.first-prices"),
        ("TwoHousesInStepOne", "option", "lists", "network.room step2.second-house"),
        ("OpeningBidsAreTheNumber", "option", "misses", "auction.minimum"),
        ("EveryCityIsPaid", "price", "state", "income.paid"),
        ("TheHighestPlantIsThrownAway", "supply", "state", "renewal.bury"),
        ("StepTwoAtSixCities", "order", "turn state", "step2.start"),
        ("TheFewestCitiesGoFirst", "order", "turn state", "order.cities"),
        ("NoFuelForTheLastSupply", "price", "outcome state", "win.supplied plant.needs"),
    ),
    "new_world": (
        ("SurveyorsBeginInTheFirstColumn", "supply", "state", "setup.surveyors"),
        ("FarSettlersBlockNothing", "option", "lists", "settler.occupied"),
        ("NobodySettlesBehind", "option", "misses", "remove.placed-behind"),
        ("FarmersAreNotLeftBehind", "supply", "state", "remove.behind"),
        ("TwoSurveyorsPayOnce", "price", "state", "bonus.points"),
        ("TurnsGoCounterClockwise", "order", "turn state", "turn.order"),
        ("AnimalsAroundTheTrappers", "price", "state outcome", "final.plains"),
        ("FlagsAreForgottenAtTheEnd", "price", "state outcome", "final.flags"),
    ),
    "catan_europe": (
        ("NeutralPostsAreForgotten", "supply", "state", "setup.fixed-neutral"),
        ("AnybodysRoutesGoOn", "option", "lists", "route.adjacent"),
        ("CardsBuyNoGold", "option", "misses", "bank.gold"),
        ("OneGoldForAConnection", "price", "state", "isolated.gold"),
        ("TheRobberBlocksNothing", "price", "state", "production.robber"),
        ("FoundersStayMerchants", "supply", "state", "post.found"),
        ("BlueBegins", "order", "turn state", "setup.fixed-first"),
        ("TheLastTurnIsPlayedOut", "order", "turn state outcome", "win.all-delivered"),
    ),
}  # fmt: skip
"""For each fault its sort, the kinds of departure it shows by, and the rules that it breaks."""


FURTHER: Final = engines(
    __name__,
    BROKEN,
    {
        "castles_of_burgundy": "Vineyards",
        "puerto_rico": "Harbours",
        "power_grid": "Reactors",
        "new_world": "Settlements",
        "catan_europe": "Markets",
    },
)
"""One engine for each game, which has all its faults."""
