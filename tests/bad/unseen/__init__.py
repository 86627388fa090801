"""Engines with several faults, written down by somebody who had not looked at the search that has to find them.

The same form as `tests.bad.several`; `python benchmarks/conformance.py several --unseen [NAME …]` searches them.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from attrs import frozen

from tests.bad.fault import Fault
from tests.bad.served import Served
from tests.bad.several import Several

_Row = tuple[str, str, str, str]

BROKEN: Final[dict[str, tuple[_Row, ...]]] = {
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


def _wrong(game: str, row: _Row) -> Served:
    name, sort, kinds, clauses = row
    engine: type[Any] = getattr(import_module(f"tests.bad.unseen.{game}"), name)
    return Served(game, name, sort, tuple(kinds.split()), tuple(clauses.split()), Fault(engine, set(), ()))


WRONG: Final = {(game, row[0]): _wrong(game, row) for game, rows in BROKEN.items() for row in rows}


@frozen
class Unseen(Several):
    """A program with all of some faults of this package."""

    @property
    def parts(self) -> tuple[Served, ...]:
        """Each fault with the clauses that it breaks."""
        return tuple(WRONG[self.game, name] for name in self.faults)


UNSEEN: Final = tuple(
    Unseen(game, name, tuple(row[0] for row in BROKEN[game]))
    for game, name in (
        ("castles_of_burgundy", "Estates"),
        ("puerto_rico", "Offices"),
        ("power_grid", "Utilities"),
        ("new_world", "Frontiers"),
    )
)
"""One engine for each game, which has all its faults."""
