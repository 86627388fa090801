"""Engines with several faults, the ninth set, written down by somebody who had not looked at the search.

The same form as `tests.bad.unseen`.
"""

from __future__ import annotations

from typing import Final

from tests.bad.apart import Broken, engines

BROKEN: Final[Broken] = {
    "puerto_rico": (
        ("TheFirstPlayersStartWithCorn", "supply", "state", "setup.first-tile"),
        ("TheMoneyOnACardComesLast", "order", "state misses turn", "role.money"),
        ("TheRowIsOnlyFilledUp", "supply", "state lists turn", "settler.discard settler.fill-row"),
        ("TheGovernorTakesColonistsFirst", "order", "state turn", "mayor.take-in-turn role.order"),
        ("EmptyQuarriesLowerPrices", "price", "lists state turn", "quarry.discount mayor.occupied"),
        ("TheHouseIsAlwaysEmptied", "supply", "state lists turn", "trader.stays trader.empty"),
        ("LoadingIsLeftToEachPlayer", "option", "lists", "captain.must-load"),
        ("LargeBuildingsNeedNobody", "price", "outcome", "large.occupied score.sum"),
    ),
    "new_world": (
        ("ASettlerMustBePlaced", "option", "misses", "settler.optional"),
        ("NobodyStandsBehindTheSurveyors", "option", "misses", "remove.placed-behind"),
        ("WithoutSettlersOneIsLeftOut", "order", "turn", "settler.supply turn.order"),
        ("TheBonusFollowsTheMove", "order", "state", "bonus.points"),
        ("TheSmallestTownCountsHalf", "price", "state", "town.tiles"),
        ("TheSurveyorsColumnIsClearedToo", "supply", "state", "remove.behind"),
        ("UnfinishedFarmsAreWorthNothing", "price", "state outcome", "final.farms"),
        ("OnlyTheTrappersTileHasAnimals", "price", "state outcome", "final.plains"),
    ),
    "power_grid": (
        ("TheSmallerPlantGoesFirst", "order", "state turn", "order.plants"),
        ("TheChooserHasHadTheirChance", "order", "turn", "auction.again"),
        ("TheLeaderBuysFuelFirst", "order", "turn", "fuel.order"),
        ("OnlyNeighboursAreConnected", "option", "misses", "network.through network.connect"),
        ("ThePriceOfAHouseGoesByTheStep", "price", "state misses", "network.space network.connect"),
        ("BurntFuelIsSoldAgain", "supply", "state", "income.burn"),
        ("TheFutureMarketLasts", "option", "misses", "step3.market"),
        ("TheLastCityEndsTheGame", "order", "turn state outcome", "end.start"),
    ),
    "castles_of_burgundy": (
        ("TheFirstMarkerLiesLowest", "order", "state turn", "setup.order"),
        ("TheLowestGoodIsLaidFirst", "order", "state", "round.white"),
        ("WorkersOnlyRaiseADie", "option", "misses", "worker.change"),
        ("TheTurnEndsWithTheDice", "order", "turn", "purchase.moment purchase.end"),
        ("ASingleSpaceIsNoRegion", "price", "state", "region.complete region.size region.phase"),
        ("ANewMinePaysAtOnce", "supply", "state", "mine.nothing mine.income"),
        ("AMarketOffersEverything", "option", "lists", "market.take"),
        ("LeftSilverIsWorthNothing", "price", "outcome", "end.silver"),
    ),
    "catan_europe": (
        ("TheUnusedColourStandsNowhere", "supply", "state", "setup.fixed-neutral"),
        ("TheDiceComeFirst", "order", "turn", "dice.card-first card.when"),
        ("HalvesAreRoundedUp", "supply", "state turn", "seven.round-down seven.discard"),
        ("TheRobberTakesTheConsolationToo", "price", "state", "production.consolation"),
        ("NoMerchantIsTakenUp", "option", "misses", "merchant.replace"),
        ("PiecesBarTheWay", "option", "misses", "march.pass"),
        ("TheTollGoesToTheBank", "price", "state", "toll.pay"),
        ("TheWinnerEndsTheTurn", "order", "turn state outcome", "win.all-delivered"),
    ),
}  # fmt: skip
"""For each fault its sort, the kinds of departure it shows by, and the rules that it breaks."""

NINTH: Final = engines(
    __name__,
    BROKEN,
    {
        "puerto_rico": "Quays",
        "new_world": "Prairies",
        "power_grid": "Networks",
        "castles_of_burgundy": "Castellans",
        "catan_europe": "Portages",
    },
)
"""One engine for each game, which has all its faults."""
