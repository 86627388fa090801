"""A seventh set of engines whose faults somebody wrote down blind, without a look at the search.

The same form as `tests.bad.unseen`; `python benchmarks/conformance.py several --seventh [NAME …]` searches them.
"""

from __future__ import annotations

from typing import Final

from tests.bad.apart import Broken, engines

BROKEN: Final[Broken] = {
    "puerto_rico": (
        ("CardsAreTakenTwice", "option", "lists", "round.card-stays"),
        ("OneDoubloonOnly", "price", "state", "role.money"),
        (
            "MarketsPayTheTraderOnly", "price", "turn state",
            "small-market.bonus large-market.bonus large-market.with-small",
        ),
        ("ThreePlacesInTheHouse", "option", "turn state", "trader.full trader.sell trader.stays box.house"),
        ("TheMostMustBeLoaded", "option", "misses", "captain.free-kind"),
        ("TheDearestBarrelStays", "option", "misses", "storage.choose"),
        (
            "IdleCraftsmenTakeABarrel", "option", "turn state",
            "craftsman.no-privilege craftsman.privilege-kind craftsman.privilege",
        ),
        ("WealthIsScored", "price", "outcome", "score.sum"),
    ),
    "new_world": (
        ("TheLastSeatBegins", "order", "turn state", "setup.first"),
        ("TilesAreNotTurned", "option", "misses", "tile.one-turn"),
        ("FarmsTakeNoFarmers", "option", "misses", "settler.farmer"),
        ("WhoHasNoSettlersIsSkipped", "order", "turn state", "settler.supply turn.order"),
        ("TownsNeedThreeTiles", "order", "state turn", "town.complete town.tiles score.completed"),
        ("EmptyFeaturesPayTheActive", "price", "state", "score.unoccupied"),
        ("OnlyOwnScoringsMoveSurveyors", "order", "state", "surveyor.move"),
        ("UnfinishedTrailsBringTwo", "price", "state outcome", "final.trails"),
    ),
    "power_grid": (
        ("NothingLiesBesideTheBoard", "supply", "state", "setup.supply"),
        ("ThreePlantsInTheCurrentMarket", "option", "misses", "market.sort setup.market"),
        ("EverybodyBidsInEveryAuction", "order", "turn state", "auction.one-plant auction.pass"),
        ("ScrappedPlantsTakeTheirFuel", "supply", "state turn", "plants.move-fuel fuel.rearrange"),
        ("StepTwoBeginsAtOnce", "order", "state turn", "step2.start"),
        ("TheLastIsPaidFirst", "order", "turn state", "income.order"),
        (
            "TheStepThreeCardLeavesAlone", "supply", "state",
            "step3.auction-end step3.building step3.bureaucracy step3.market",
        ),
        ("NothingLeavesInStepThree", "supply", "state turn", "step3.renewal step3.empty"),
    ),
    "castles_of_burgundy": (
        ("DiceTakeFromAnyDepot", "option", "lists", "take.die"),
        ("BuyingComesLast", "option", "misses", "purchase.moment"),
        ("NothingIsChangedWithoutAWorker", "option", "misses", "knowledge.9 knowledge.10 knowledge.11 knowledge.12"),
        ("SingleSpacesAreNoRegions", "price", "state", "region.complete region.size region.phase"),
        ("ShipsTakeOneGood", "supply", "state", "ship.goods"),
        ("BanksBringOneSilver", "price", "state", "bank.silver"),
        ("OneWorkerAtATime", "price", "state", "workers.take"),
        ("StoredTilesAreScored", "price", "outcome", "end.stored"),
    ),
    "catan_europe": (
        ("MerchantsCostSalt", "price", "lists misses state", "merchant.price"),
        ("AThirdMerchant", "option", "lists misses", "merchant.replace build.own-pieces box.wood"),
        ("OneGrainForAMove", "option", "misses", "march.several-grain"),
        ("OneTollATurn", "price", "state lists", "toll.each-opponent toll.each-caravan toll.pay"),
        ("StandingCostsTheToll", "price", "state", "toll.standing"),
        ("PostsAreNeverIsolated", "price", "state", "isolated.city isolated.gold"),
        ("PlayedCardsComeBackAtOnce", "supply", "state", "card.discard card.reshuffle"),
        ("TheRobberSeesTheCards", "option", "turn chance", "robber.blind hand.secret"),
    ),
}  # fmt: skip
"""For each fault its sort, the kinds of departure it shows by, and the rules that it breaks."""


SEVENTH: Final = engines(
    __name__,
    BROKEN,
    {
        "puerto_rico": "Haciendas",
        "new_world": "Trappers",
        "power_grid": "Substations",
        "castles_of_burgundy": "Chateaux",
        "catan_europe": "Caravans",
    },
)
"""One engine for each game, which has all its faults."""
