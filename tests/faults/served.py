"""Wrong implementations as the other side of the protocol shows them: which clause of the rules each one departs from.

All planted faults of `tests/faults/<game>/planted.py` are served as they stand.  `MORE` has those that an engine cannot
have and an implementation can: it plays what it does not list, refuses what it lists, forgets something when a move is
taken back, takes texts that are no moves, or plays another edition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field, frozen

from rulecheck.properties.conform.protocol.implementation import Implementation, NotLegal
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.reference_engines import build
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.contract import AnyEngine, Refused
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.moves import Trapper
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from tests.faults.castles_of_burgundy import planted as castles_of_burgundy
from tests.faults.catan_europe import planted as catan_europe
from tests.faults.fault import DATA, Fault
from tests.faults.power_grid import planted as power_grid
from tests.faults.puerto_rico import planted as puerto_rico

SORTS: Final[dict[str, str]] = {
    "price": "wrong prices, incomes and points",
    "supply": "pieces that leak, come back, or are there from nowhere",
    "option": "options that are forced, missing or too many",
    "order": "another order of players, or another end",
    "tie": "the wrong winners",
    "unlisted": "moves that are played although they are not listed, or refused although they are",
    "edition": "another edition, variant or house rule",
    "protocol": "moves taken back by halves, texts played that are no moves",
}


@frozen
class Served:
    """An implementation that is wrong on purpose, and what has to be said of it."""

    game: str
    name: str
    sort: str
    kinds: tuple[str, ...]
    """Departures by which it shows: one of them, first of all."""
    clauses: tuple[str, ...]
    """The rules that it breaks: the first clause named has to be one; none where no clause is concerned."""
    fault: Fault
    """Whose rules it plays by, and the game that a person would show it with."""
    implementation: Callable[[Served], Implementation] = field(default=lambda served: served.reference())
    extra: int = 0
    """Moves that a person would need besides the game of `fault`."""

    def reference(self, **more: Any) -> Reference:
        """Its engine, speaking the protocol."""
        return Reference(self.game, self.fault.engine, data=self.data, **more)

    @property
    def data(self) -> list[Path]:
        """The data files that take the place of the game's own."""
        return [DATA / name for name in self.fault.data]

    def make(self) -> Implementation:
        """A new one."""
        return self.implementation(self)

    @property
    def person(self) -> int:
        """The moves of the shortest game that a person could think of."""
        return len(self.fault.moves) + self.extra


_Row = tuple[str, str, str, str]

BROKEN: Final[Mapping[str, Sequence[_Row]]] = {
    "puerto_rico": (
        ("StartTilesStayInTheStack", "supply", "state", "setup.first-tile setup.stack"),
        ("ShipTakenFromTheReserve", "supply", "state", "setup.colonists"),
        ("AnyEmptyShip", "option", "lists", "captain.most-room"),
        ("TwoShipsOfAKind", "option", "lists", "captain.other-ships"),
        ("TheWharfMustBeUsed", "option", "misses", "captain.must-load wharf.load violet.optional"),
        ("PointsEndWithTheChips", "price", "state outcome", "end.written"),
        ("HarborsPayEachBarrel", "price", "state", "harbor.bonus"),
        ("PrivilegeForEachLoad", "price", "state", "captain.privilege captain.points"),
        ("FullShipsStay", "supply", "state", "storage.unload"),
        ("EverythingIsStored", "supply", "state", "storage.return storage.one-barrel"),
        ("QuarriesBeyondTheColumn", "price", "state lists turn", "quarry.limit"),
        ("FactoriesPayTheNumberOfKinds", "price", "state", "factory.bonus"),
        ("NoMinimumOnTheShip", "supply", "state", "mayor.refill-minimum"),
        ("LargeBuildingsCoverOneSpace", "option", "lists turn state", "building.size"),
        ("TheHouseStaysFull", "supply", "state", "trader.empty"),
        ("CornSells", "price", "state", "trader.corn trader.sell"),
        ("ResidencesCountOneMore", "price", "outcome", "residence.points"),
        ("FortressesForgetSanJuan", "price", "outcome", "fortress.points"),
        ("TiesGoToTheFirst", "tie", "outcome", "win.tie"),
        ("TheGameStopsAtOnce", "order", "turn outcome", "end.round"),
        ("OneCoinOnACard", "price", "state", "round.money-on-cards"),
        ("TheGovernorStays", "order", "turn state", "round.governor-moves"),
        ("QuarriesForEverybody", "option", "lists", "settler.no-quarry"),
        ("UniversitiesFillTheBuilding", "price", "state", "university.one"),
        ("BuildingsAreAlwaysListed", "option", "lists", "builder.afford"),
    ),
    "new_world": (
        ("TheMarkerIsPlayedToo", "supply", "state", "setup.settlers"),
        ("TilesStayInThePile", "supply", "state", "turn.draw"),
        ("TrailsMeetPlains", "option", "lists", "tile.match"),
        ("TheBoardsEndsAreTheWorlds", "option", "misses", "tile.beyond"),
        ("MisfitsComeAgain", "supply", "state", "tile.unplaceable"),
        ("AnyoneMayJoin", "option", "lists", "settler.occupied"),
        ("WhatIsCompleteIsClosed", "option", "misses", "settler.just-completed"),
        ("SmallTownsBringHalf", "edition", "state", "town.tiles"),
        ("FlagsBringOne", "price", "state", "town.flags"),
        ("PostsAreDecoration", "price", "state", "trail.posts"),
        ("OnlyTheActiveScores", "price", "state", "score.others"),
        ("SettlersAreLost", "supply", "state", "home.return home.same-turn"),
        ("TrappersComeHome", "supply", "state", "home.return remove.trappers"),
        ("BothSurveyorsMove", "option", "state", "surveyor.either surveyor.move"),
        ("EmptyFeaturesMoveSurveyors", "option", "state", "surveyor.not-for-unscored"),
        ("NoBonus", "price", "state", "bonus.points"),
        ("TheTableDecides", "option", "turn state misses", "score.several"),
        ("ScoringGivesAnotherTurn", "order", "turn state", "turn.order"),
        ("NoFinalScoring", "price", "state outcome", "final.trails final.towns final.plains final.posts final.flags"),
        ("UnfinishedTownsCountDouble", "price", "state outcome", "final.towns final.flags"),
        ("ClosedPlainsOnly", "price", "state outcome", "final.plains"),
        ("TiesGoToTheFirst", "tie", "outcome", "win.shared"),
        ("TheGameStopsShort", "order", "turn outcome", "end.last-tile"),
        ("TheLateSurveyorIsEarly", "edition", "state", "late.enter late.step"),
    ),
    "power_grid": (
        ("TheWholeMarketIsForSale", "option", "lists", "auction.current"),
        ("WhoDropsOutComesBack", "order", "state turn", "auction.drop"),
        ("TheLastOneBidsToo", "price", "turn", "auction.last"),
        ("EqualBidsAreEnough", "option", "lists", "auction.higher"),
        ("TheWinnerPaysTheNumber", "price", "state", "auction.won"),
        ("TheOrderStays", "order", "state turn", "order.after-first"),
        ("UnsoldPlantsStay", "supply", "turn state", "unsold.remove"),
        ("TheNewPlantMayGo", "option", "lists", "plants.not-the-new"),
        ("LostFuelIsForSale", "supply", "state", "plants.lose-fuel"),
        ("TokensCostTheNextSpace", "price", "state", "setup.first-prices setup.fuel fuel.cheapest"),
        ("PlantsStoreOneRun", "option", "turn misses state", "plant.storage fuel.room fuel.buy"),
        ("ConnectionsAreFree", "price", "state", "network.connect"),
        ("EveryHouseCostsTheSame", "price", "state", "network.space"),
        ("SmallPlantsStay", "supply", "turn state", "obsolete.remove"),
        ("HybridsBurnOneKind", "option", "misses", "plant.hybrid"),
        ("BurntFuelIsForSale", "supply", "state", "income.burn"),
        ("NoCitiesNoMoney", "price", "state", "income.fewer income.paid"),
        ("RefilledByTheNextColumn", "supply", "state", "refill.amount"),
        ("RefilledWithoutASupply", "supply", "state", "refill.short"),
        ("NothingIsBuried", "supply", "turn state", "renewal.bury"),
        ("StepTwoRemovesNothing", "supply", "turn state", "step2.remove"),
        ("TheMostCitiesWin", "tie", "outcome", "win.supplied"),
        ("TiesIgnoreMoney", "tie", "outcome", "win.money"),
    ),
    "castles_of_burgundy": (
        ("StartCastlesBesideTheStack", "supply", "state", "setup.castle setup.stacks"),
        ("EverybodyBeginsAlike", "supply", "state", "setup.workers"),
        ("MinesAreForgotten", "supply", "state lists", "phase.three-players"),
        ("OldTilesStay", "supply", "state", "phase.clear"),
        ("WorkersStopAtSix", "option", "misses", "worker.wrap"),
        ("WorkersAreFree", "price", "state lists", "worker.change"),
        ("TilesSkipTheStorage", "option", "turn state", "take.full take.storage"),
        ("DiscardsGoBack", "supply", "state", "take.full"),
        ("BuysAsOftenAsOneCanPay", "option", "state lists turn", "purchase.once"),
        ("TilesCostOne", "price", "state lists", "purchase.price"),
        ("CarpentersTakeAnything", "option", "lists", "carpenter.take"),
        ("BuildingsMustBeUsed", "option", "misses", "building.ability church.take market.take carpenter.take"),
        ("ShipsTakeWhatTheDieSays", "option", "misses", "ship.any-depot ship.goods"),
        ("MarkersGoBelow", "order", "state turn", "ship.stack"),
        ("TheOrderNeverChanges", "order", "state turn", "round.first-player round.order ship.first"),
        ("AnimalsScoreOnce", "price", "state", "animals.again"),
        ("RegionsBringTheirSize", "price", "state", "region.size"),
        ("EveryRegionTakesABonusTile", "price", "state", "colour.first"),
        ("SilverForEachGood", "price", "state", "sell.silver"),
        ("OneGoodIsSold", "supply", "state", "sell.all"),
        ("MinesPayAtOnce", "price", "state", "mine.income"),
        ("TheLastPhaseBringsNoSilver", "price", "state outcome", "mine.income"),
        ("EveryWorkerCounts", "price", "outcome", "end.workers"),
        ("FewestSpacesWin", "tie", "outcome", "win.empty"),
        ("TiesGoToTheFirst", "tie", "outcome", "win.last"),
    ),
    "catan_europe": (
        ("PricesAreLost", "supply", "state", "build.pay route.price"),
        ("TollAtEachStep", "price", "state", "toll.once"),
        ("TollToTheBank", "price", "state", "toll.pay"),
        ("OwnPostsTakeGoods", "option", "state", "delivery.foreign delivery.forced"),
        ("NeutralPostsProduce", "supply", "state", "production.neutral"),
        ("ConsolationOnASeven", "edition", "state", "seven.no-consolation"),
        ("HalfIsRoundedUp", "price", "state", "seven.round-down seven.discard"),
        ("RobberMayStay", "option", "lists", "robber.elsewhere"),
        ("CardsAreReadyAtOnce", "option", "state lists", "card.not-same-turn"),
        ("TwoCardsATurn", "option", "state lists", "card.one-per-turn"),
        ("ArrowsBringTwoRoutes", "option", "state turn", "arrow.free-route"),
        ("FourStepsForAGrain", "price", "state lists", "march.grain march.step"),
        ("CaravansLeaveTheRoutes", "option", "lists", "drive.routes-only"),
        ("ConnectedCitiesPayAgain", "price", "state", "isolated.once"),
        ("OnlyTheBuilderIsPaid", "price", "state", "isolated.gold"),
        ("ShortStacksPayInPart", "supply", "state", "production.shortage"),
        ("TokensOfTheWrongColour", "option", "lists misses state", "token.colour"),
        ("ThreePurchasesATurn", "option", "lists", "bank.buy-limit"),
        ("TwoForOne", "price", "lists", "bank.exchange"),
        ("PostsFreeNoGood", "supply", "state", "post.frees-good"),
        ("PortsPayEverybody", "price", "state", "port.gold"),
        ("TradesGoOneWay", "supply", "state", "trade.goods trade.counter"),
        ("TurnsGoTheOtherWay", "order", "turn state", "turn.order"),
        ("TheRobberStealsFromAnybody", "option", "lists", "robber.steal robber.choose-victim"),
        ("PurchasesAreAlwaysListed", "option", "lists", "bank.buy bank.buy-limit bank.stock"),
        ("TradesMustBeClosed", "option", "misses", "trade.counter trade.answer"),
    ),
}
"""For each planted fault its sort, the kinds of departure it shows by, and the rules that it breaks."""


# What only an implementation can do


def unlisted(wrong: type[Any], reference: type[Any]) -> type[Any]:
    """The engine that plays what a wrong one lists, and lists what the rules allow."""

    def legal_moves(self: Any, state: Any) -> Sequence[Any]:
        return reference.legal_moves(self, state)  # type: ignore[no-any-return]

    def refusal(self: Any, state: Any, move: Any) -> Refused | None:
        refused: Refused | None = reference.refusal(self, state, move)
        return None if refused is not None and move in wrong.legal_moves(self, state) else refused

    return type(f"Unlisted{wrong.__name__}", (wrong,), {"legal_moves": legal_moves, "refusal": refusal})


def listed(wrong: type[Any], reference: type[Any]) -> type[Any]:
    """The engine that refuses what a wrong one leaves out, and lists what the rules allow."""

    def legal_moves(self: Any, state: Any) -> Sequence[Any]:
        return reference.legal_moves(self, state)  # type: ignore[no-any-return]

    return type(f"Listed{wrong.__name__}", (wrong,), {"legal_moves": legal_moves})


class RefusesTrappers(NewWorld):
    """Trappers are listed, but cannot be placed."""

    def refusal(self, state: Any, move: Any) -> Refused | None:
        if isinstance(move, Trapper):
            return Refused("settler.trapper", "there are no trappers")
        return super().refusal(state, move)


class UndoForgets(Reference):
    """A move taken back leaves one part of the position as the move has made it."""

    part = ""

    def undo(self) -> None:
        """The position before, but for one part."""
        left = self.state()[self.part]
        super().undo()
        self._state = self._engine.from_json({**self.state(), self.part: left})


class TakesNegativeBids(Reference):
    """A bid is only asked whether it is too high."""

    def play(self, move: str) -> None:
        """A negative bid is the least that is legal."""
        if re.fullmatch(r"bid -\d+", move):
            bids = [text for text in self.legal() if text.startswith("bid ")]
            if not bids:
                raise NotLegal("nobody bids now")
            move = bids[0]
        super().play(move)


class TakesShouting(Reference):
    """Moves are read whatever case they are written in, names of places and all."""

    def play(self, move: str) -> None:
        """The move that reads the same in small letters."""
        super().play({text.lower(): text for text in self.legal()}.get(move.lower(), move))


def _forgets(part: str) -> Callable[[Served], Implementation]:
    kind = type("UndoForgets", (UndoForgets,), {"part": part})
    return lambda served: kind(served.game, served.fault.engine)


def _edition(**numbers: int) -> Callable[[Served], Implementation]:
    """The reference by other numbers."""
    told = {name.replace("__", ".").replace("_", "-"): value for name, value in numbers.items()}
    return lambda served: served.reference(numbers=told)


def _by(kind: type[Reference]) -> Callable[[Served], Implementation]:
    return lambda served: kind(served.game, served.fault.engine)


def _fault(game: str, name: str) -> Fault:
    faults: Sequence[Fault] = import_module(f"tests.faults.{game}.planted").FAULTS
    return next(fault for fault in faults if fault.name == name)


def _engine(fault: Fault, engine: Callable[[Any], AnyEngine] = build) -> Fault:
    return evolve(fault, engine=engine)


def _unlisted(game: str, name: str, wrong: type[Any], reference: type[Any], clause: str) -> Served:
    fault = _engine(_fault(game, wrong.__name__), unlisted(wrong, reference))
    return Served(game, name, "unlisted", ("accepts",), (clause,), fault)


def _listed(game: str, name: str, wrong: type[Any], reference: type[Any], clause: str) -> Served:
    fault = _engine(_fault(game, wrong.__name__), listed(wrong, reference))
    return Served(game, name, "unlisted", ("refuses",), (clause,), fault)


def _other(
    game: str, name: str, like: str, how: Callable[[Served], Implementation], kind: str, clauses: str = "", **more: Any
) -> Served:
    """The reference served otherwise, by the rules that a planted fault is played by."""
    sort = "edition" if clauses else "protocol"
    return Served(
        game, name, sort, tuple(kind.split()), tuple(clauses.split()), _engine(_fault(game, like)), how, **more
    )


MORE: Final[tuple[Served, ...]] = (
    _unlisted(
        "puerto_rico", "PlaysQuarriesUnasked", puerto_rico.QuarriesForEverybody, PuertoRico, "settler.no-quarry"
    ),
    _unlisted("power_grid", "PlaysEqualBids", power_grid.EqualBidsAreEnough, PowerGrid, "auction.higher"),
    _unlisted(
        "castles_of_burgundy", "PlaysAnyTile", castles_of_burgundy.CarpentersTakeAnything, CastlesOfBurgundy,
        "carpenter.take",
    ),
    _unlisted("catan_europe", "LeavesTheRobber", catan_europe.RobberMayStay, Catan, "robber.elsewhere"),
    _listed("power_grid", "RefusesMixedFuel", power_grid.HybridsBurnOneKind, PowerGrid, "plant.hybrid"),
    _listed(
        "castles_of_burgundy", "RefusesToWrap", castles_of_burgundy.WorkersStopAtSix, CastlesOfBurgundy, "worker.wrap"
    ),
    Served(
        "new_world", "RefusesTrappers", "unlisted", ("refuses",), ("settler.trapper",),
        _engine(_fault("new_world", "TilesStayInThePile"), RefusesTrappers), extra=1,
    ),
    _other("puerto_rico", "UndoForgetsTheBank", "CornSells", _forgets("bank"), "undo", extra=1),
    _other("power_grid", "UndoForgetsTheMarket", "PlantsStoreOneRun", _forgets("fuel"), "undo", extra=1),
    _other("catan_europe", "UndoForgetsTheStacks", "TwoForOne", _forgets("bank"), "undo", extra=1),
    _other("power_grid", "TakesNegativeBids", "EqualBidsAreEnough", _by(TakesNegativeBids), "malformed"),
    _other("new_world", "TakesShouting", "TilesStayInThePile", _by(TakesShouting), "malformed"),
    _other(
        "puerto_rico", "HarborsBringTwo", "HarborsPayEachBarrel", _edition(harbor__bonus=2), "state outcome",
        "harbor.bonus",
    ),
    _other(
        "new_world", "TrailsBringTwo", "PostsAreDecoration", _edition(trail__per_tile=2), "state", "trail.tiles",
    ),
    _other(
        "power_grid", "HousesCostEleven", "ConnectionsAreFree", _edition(house__first=11), "state lists",
        "network.space network.found",
    ),
    _other(
        "castles_of_burgundy", "WatchtowersBringFive", "RegionsBringTheirSize", _edition(watchtower__points=5), "state",
        "watchtower.points",
    ),
    _other(
        "catan_europe", "TollsCostTwo", "TollToTheBank", _edition(toll__gold=2), "state misses", "toll.pay",
    ),
)  # fmt: skip
"""Faults of implementations rather than of engines."""


def _planted() -> Iterator[Served]:
    for game, rows in BROKEN.items():
        for name, sort, kinds, clauses in rows:
            yield Served(game, name, sort, tuple(kinds.split()), tuple(clauses.split()), _fault(game, name))


PLANTED: Final[tuple[Served, ...]] = (*_planted(), *MORE)
"""All of them."""


def served(game: str, name: str) -> Served:
    """The one with that name."""
    return next(planted for planted in PLANTED if (planted.game, planted.name) == (game, name))
