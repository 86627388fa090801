"""Engines with several faults at once, early and late ones, some of which hide others: what a real program is like.

`benchmarks/conformance.py` measures how many of them one bounded search shows, and which clause it names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.localization.search_context import SearchResult
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Search
from rulecheck.reference_engines import build
from rulecheck.spec import make_rules
from tests.faults.served import Served, served


@frozen
class Several:
    """A program with all of some planted faults."""

    game: str
    name: str
    faults: tuple[str, ...]
    players: int = 3

    @property
    def parts(self) -> tuple[Served, ...]:
        """Each fault with the clauses that it breaks."""
        return tuple(served(self.game, name) for name in self.faults)

    def engine(self, rules: Any) -> Any:
        """All the wrong engines in one, each asking the next for what it does not do by itself; without any, ours."""
        kinds: tuple[Any, ...] = tuple(part.fault.engine for part in self.parts)
        if not kinds:
            return build(rules)
        return type(self.name, kinds, {})(rules)

    def reference(self, *, from_position: bool) -> Reference:
        """The program; `from_position`: it goes on from any position that it is handed."""
        kind: type[Reference] = type(self.name, (Reference,), {"from_position": from_position, "name": self.name})
        return kind(self.game, self.engine)

    def search(self, *, from_position: bool, **more: Any) -> SearchResult:
        """What one search shows of it."""
        rules = [make_rules(self.game, players=self.players)]
        participant = InProcess(lambda: self.reference(from_position=from_position))
        return Search(rules=rules, participant=participant, **{"seed": 1, **more}).run()


SEVERAL: Final[tuple[Several, ...]] = (
    Several(
        "puerto_rico",
        "EarlyAndLate",
        (
            "StartTilesStayInTheStack",
            "OneCoinOnACard",
            "TwoShipsOfAKind",
            "TheHouseStaysFull",
            "FullShipsStay",
            "NoMinimumOnTheShip",
        ),
    ),
    Several(
        "puerto_rico",
        "PointsAndTurns",
        (
            "ShipTakenFromTheReserve",
            "CornSells",
            "PrivilegeForEachLoad",
            "EverythingIsStored",
            "TheGovernorStays",
            "HarborsPayEachBarrel",
        ),
    ),
    Several(
        "puerto_rico",
        "LateOnes",
        (
            "AnyEmptyShip",
            "QuarriesBeyondTheColumn",
            "FactoriesPayTheNumberOfKinds",
            "UniversitiesFillTheBuilding",
            "TheGameStopsAtOnce",
            "TiesGoToTheFirst",
        ),
    ),
    Several(
        "power_grid",
        "Auctions",
        (
            "TheWholeMarketIsForSale",
            "EqualBidsAreEnough",
            "UnsoldPlantsStay",
            "TokensCostTheNextSpace",
            "ConnectionsAreFree",
            "TheMostCitiesWin",
        ),
    ),
    Several(
        "power_grid",
        "Money",
        (
            "WhoDropsOutComesBack",
            "TheOrderStays",
            "RefilledByTheNextColumn",
            "BurntFuelIsForSale",
            "NoCitiesNoMoney",
            "TiesIgnoreMoney",
        ),
    ),
    Several(
        "castles_of_burgundy",
        "Tiles",
        (
            "EverybodyBeginsAlike",
            "OldTilesStay",
            "DiscardsGoBack",
            "TilesCostOne",
            "AnimalsScoreOnce",
            "EveryWorkerCounts",
        ),
    ),
    Several(
        "castles_of_burgundy",
        "Goods",
        (
            "MinesAreForgotten",
            "WorkersStopAtSix",
            "SilverForEachGood",
            "OneGoodIsSold",
            "TheOrderNeverChanges",
            "TheLastPhaseBringsNoSilver",
        ),
    ),
    Several(
        "new_world",
        "Towns",
        (
            "TheMarkerIsPlayedToo",
            "TrailsMeetPlains",
            "SmallTownsBringHalf",
            "FlagsBringOne",
            "NoFinalScoring",
            "TiesGoToTheFirst",
        ),
    ),
    Several(
        "catan_europe",
        "Tolls",
        (
            "PricesAreLost",
            "TollToTheBank",
            "ConsolationOnASeven",
            "HalfIsRoundedUp",
            "RobberMayStay",
            "ThreePurchasesATurn",
        ),
    ),
)

FRESH: Final[tuple[Several, ...]] = (
    Several(
        "puerto_rico",
        "Houses",
        (
            "QuarriesForEverybody",
            "LargeBuildingsCoverOneSpace",
            "BuildingsAreAlwaysListed",
            "FortressesForgetSanJuan",
            "ResidencesCountOneMore",
        ),
    ),
    Several(
        "power_grid",
        "Plants",
        (
            "TheLastOneBidsToo",
            "TheWinnerPaysTheNumber",
            "LostFuelIsForSale",
            "EveryHouseCostsTheSame",
            "NothingIsBuried",
        ),
    ),
    Several(
        "castles_of_burgundy",
        "Lands",
        (
            "StartCastlesBesideTheStack",
            "WorkersAreFree",
            "TilesSkipTheStorage",
            "RegionsBringTheirSize",
            "FewestSpacesWin",
        ),
    ),
    Several(
        "catan_europe",
        "Journeys",
        ("TollAtEachStep", "NeutralPostsProduce", "TwoCardsATurn", "ConnectedCitiesPayAgain", "TwoForOne"),
    ),
    Several(
        "catan_europe",
        "Caravans",
        (
            "FourStepsForAGrain",
            "PortsPayEverybody",
            "PostsFreeNoGood",
            "ShortStacksPayInPart",
            "CaravansLeaveTheRoutes",
        ),
    ),
    Several(
        "new_world",
        "Surveys",
        (
            "MisfitsComeAgain",
            "AnyoneMayJoin",
            "PostsAreDecoration",
            "SettlersAreLost",
            "NoBonus",
            "UnfinishedTownsCountDouble",
        ),
    ),
)
"""Other faults, written down after the search was: what it shows of them was not known to it."""


def shown(fault: Served, departures: Sequence[Departure], within: int | None = None) -> Departure | None:
    """The departure that shows a fault, with a right clause among so many (None: among all)."""
    for departure in departures:
        right = set(departure.clauses[:within]) & set(fault.clauses)
        if right and departure.kind in (*fault.kinds, "refuses", "accepts", "lists", "misses", "state", "turn"):
            return departure
    return None


@frozen
class Score:
    """How much of an engine's faults a search shows."""

    faults: int
    shown: tuple[str, ...]
    first: tuple[str, ...]
    among_three: tuple[str, ...]
    departures: int

    @staticmethod
    def of(engine: Several, departures: Sequence[Departure]) -> Score:
        """The score of what was told."""

        def names(within: int | None) -> tuple[str, ...]:
            return tuple(fault.name for fault in engine.parts if shown(fault, departures, within) is not None)

        return Score(len(engine.faults), names(None), names(1), names(3), len(departures))
