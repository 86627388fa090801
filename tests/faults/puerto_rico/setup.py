"""Mistakes in the box and in setting up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico import setup
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import CHOOSING, CORN, INDIGO, Seat, Table
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.planting import around
from tests.faults.puerto_rico.common import Wrong

Deal = Callable[..., Seat]


# ---- what is in the box


@breaks("box.buildings", "building.stock")
@Wrong.with_kit
def TwoOfEveryProductionBuilding(g: Kit) -> None:
    """There are two of each production building, as of the small violet ones."""
    makers = (*g.small_makers, *g.large_makers)
    g.counts = tuple(2 if k in makers else count for k, count in enumerate(g.counts))


@breaks("box.coins", "setup.board")
class CoinsAreCountedNotTheirWorth(Wrong):
    """The bank holds as many doubloons as there are coins, those worth five counted as one."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.money_total = rules.number("coins.count")


@breaks("box.tiles", "setup.stack")
@Wrong.with_kit
def CornAndIndigoTilesAreMixedUp(g: Kit) -> None:
    """There are as many corn plantations as there should be indigo ones, and the other way round."""
    corn, indigo, *others = g.tiles_total
    g.tiles_total = (indigo, corn, *others)


@breaks("box.goods", "setup.supplies")
@Wrong.with_kit
def TenBarrelsOfEachKind(g: Kit) -> None:
    """The fifty barrels are ten of each kind."""
    g.goods_total = (10,) * 5


@breaks("box.house", "trader.full")
@Wrong.with_kit
def TheHouseHasAPlaceForEachPlayer(g: Kit) -> None:
    """The trading house has as many places as there are players."""
    g.house_places = g.players


# ---- setting up


@breaks("setup.money")
@Wrong.with_kit
def NobodyStartsWithMoney(g: Kit) -> None:
    """Nobody receives doubloons at the start."""
    g.start_money = 0


class _Dealt(Wrong):
    def _tile(self, g: Kit, place: int) -> int:
        raise NotImplementedError

    @around(setup.first_seat)
    def _seat(self, right: Deal, g: Kit, place: int) -> Seat:
        return changed(right(g, place), tiles=plus((0,) * 6, self._tile(g, place), 1))


@breaks("setup.first-tile")
class TheGovernorStartsWithCorn(_Dealt):
    """The governor and those next clockwise start with corn, the others with indigo."""

    def _tile(self, g: Kit, place: int) -> int:
        return CORN if place < g.start_corn else INDIGO


@breaks("setup.points", "box.points")
class AllChipsAreInThePool(Wrong):
    """All the chips of the box form the pool, however many play."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.points_total = rules.number("points.ones") + 5 * rules.number("points.fives")


@breaks("setup.points", "box.points")
class ThePoolIsTheNumberOfChips(Wrong):
    """The pool is worth as many points as there are chips, those worth five counted as one."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.points_total = rules.number("points.chips")


@breaks("setup.points")
@Wrong.with_kit
def ThePoolHas25PointsForEachPlayer(g: Kit) -> None:
    """The pool holds 25 points for each player, also for five."""
    g.points_total = 25 * g.players


@breaks("setup.row", "settler.fill-row")
class NoRowAtTheStart(Wrong):
    """No plantations lie face up before the first settler phase is over."""

    def start(self) -> Table:
        return changed(super().start(), phase=CHOOSING)


@breaks("setup.roles", "box.roles")
class AllProspectorsAreUsed(Wrong):
    """Both prospectors are used, however many play."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.used_prospectors = rules.number("roles.prospectors")
        self.g._make_moves()

    def _all(self, state: Table) -> Table:
        missing = len(self.g.roles) - len(state.taken)
        return changed(state, taken=state.taken + (-1,) * missing, card_money=state.card_money + (0,) * missing)

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        return super().legal_moves(self._all(state))

    def apply(self, state: Table, move: m.Move) -> Table:
        after, cards = super().apply(self._all(state), move), len(state.taken)
        if any(seat >= 0 for seat in after.taken[cards:]) or any(after.card_money[cards:]):
            return after
        return changed(after, taken=after.taken[:cards], card_money=after.card_money[:cards])


@breaks("setup.ships", "box.ships")
@Wrong.with_kit
def ShipsAreOneBarrelSmaller(g: Kit) -> None:
    """The smallest ship has room for as many barrels as there are players, the others for one and two more."""
    g.capacity = tuple(room - 1 for room in g.capacity)


@breaks("setup.ships", "box.ships")
@Wrong.with_kit
def AllShipsAreOfOneSize(g: Kit) -> None:
    """All three ships have as much room as the middle one."""
    g.capacity = (g.capacity[1],) * 3


@breaks("setup.colonists")
class TheFirstColonistsAreDealtOut(Wrong):
    """Everyone starts with a colonist in San Juan, and the ship is empty."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, seats=tuple(changed(seat, san_juan=1) for seat in t.seats), colonist_ship=0)


@breaks("setup.colonists", "box.colonists")
class AllOtherColonistsAreTheReserve(Wrong):
    """All colonists of the box that are not on the ship form the reserve, however many play."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.first_reserve = rules.number("colonists.total") - self.g.first_ship
