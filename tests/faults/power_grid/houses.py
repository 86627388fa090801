"""Mistakes in what building costs, where there is room, and how many houses there are."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import arithmetic, network
from rulecheck.reference_engines.power_grid.kit import HERE, NEVER, Kit
from rulecheck.reference_engines.power_grid.moves import Build, Move
from rulecheck.reference_engines.power_grid.table import Building, Seat, Table
from rulecheck.reference_engines.values import bits
from rulecheck.spec.rules import Rules
from tests.faults.power_grid.common import Wrong, with_seat, with_ways, worked_out

Ways = tuple[tuple[int, ...], ...]

_open_cities = network.open_cities
_make_board = Kit._make_board
_prices_of = network.prices_of
_space_prices = network.space_prices

# ---- money


@breaks("network.money", "network.connect")
@Wrong.instead(network.open_cities)
def CitiesAreBuiltOnCredit(g: Kit, t: Table, seat: Seat) -> tuple[Move, ...]:
    """Cities can be connected without the money for them, and their price is owed."""
    return _open_cities(g, t, changed(seat, money=NEVER - 1))


@breaks("network.money", "network.connect")
@Wrong.instead(network.open_cities)
def OnlyTheHouseHasToBePayable(g: Kit, t: Table, seat: Seat) -> tuple[Move, ...]:
    """A player needs the money for the house only: the way is paid too, but may lead into debt."""
    prices = network.prices_of(g, t, seat)
    board = g.board(t.regions)
    if g.houses_limited and seat.houses <= 0:
        return ()
    return tuple(
        move
        for move, way, houses in zip(board.build, seat.ways, t.houses, strict=True)
        if HERE < way < NEVER and prices[houses] <= seat.money
    )


@breaks("network.money")
class BuildingMayNotTakeTheLastMoney(Wrong):
    """A city can be connected only by a player who has more money than it costs."""

    swaps = ((network.open_cities, lambda g, t, seat: _open_cities(g, t, changed(seat, money=seat.money - 1))),)


# ---- spaces and room


@breaks("network.space", "network.connect")
@Wrong.instead(network.prices_of)
def OnlyTheWayIsPaid(g: Kit, t: Table, seat: Seat) -> tuple[int, ...]:
    """Who connects a city pays the way to it, and nothing for the house; only the first city costs 10."""
    prices = _prices_of(g, t, seat)
    return tuple(0 if price < NEVER else price for price in prices) if seat.cities else prices


@breaks("network.space", "step2.second-house", "step3.third-house")
@Wrong.instead(network.space_prices)
def EveryHouseCostsTen(g: Kit, step: int) -> tuple[int, ...]:
    """The second and the third house in a city cost 10 like the first."""
    return tuple(min(price, g.house_price[0]) if price < NEVER else price for price in _space_prices(g, step))


@breaks("network.space", "step2.second-house", "step3.third-house")
@Wrong.instead(network.space_prices)
def AHouseCostsByTheStep(g: Kit, step: int) -> tuple[int, ...]:
    """A house costs 10 in Step 1, 15 in Step 2 and 20 in Step 3, whichever space of the city is free."""
    return tuple(g.house_price[step - 1] if price < NEVER else price for price in _space_prices(g, step))


@breaks("network.space", "network.connect")
@Wrong.instead(network.space_prices)
def TheDearestSpaceIsTaken(g: Kit, step: int) -> tuple[int, ...]:
    """A house is placed on the dearest space that is free in the Step, and the last one gets the cheapest."""
    prices = [price for price in _space_prices(g, step) if price < NEVER]
    return (*reversed(prices), *(NEVER for _ in range(len(g.house_price) + 1 - len(prices))))


@breaks("network.room")
class CitiesHaveThreeSpacesFromTheStart(Wrong):
    """In every Step three players can have houses in a city."""

    swaps = ((network.space_prices, lambda g, step: (*g.house_price, NEVER)),)


@breaks("network.room", "step2.second-house", "step3.third-house")
class CitiesHaveOneSpaceForEver(Wrong):
    """In every Step only one player can have a house in a city."""

    swaps = ((network.space_prices, lambda g, step: _space_prices(g, 1)),)


@breaks("step2.second-house", "network.room")
class TheSecondHouseComesInStep3(Wrong):
    """In Step 2 there is still room for one house in a city, and for two or three in Step 3 only."""

    swaps = ((network.space_prices, lambda g, step: _space_prices(g, 1 if step == 2 else step)),)


@breaks("step3.third-house", "network.room")
class TheThirdHouseNeverComes(Wrong):
    """In Step 3 there is still room for two houses in a city only."""

    swaps = ((network.space_prices, lambda g, step: _space_prices(g, min(step, 2))),)


@breaks("step2.second-house", "network.space")
class TheSecondHouseCostsTen(Wrong):
    """The second house in a city costs 10 like the first, the third costs 20."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        first, _, third = self.g.house_price
        self.g.house_price = (first, first, third)


@breaks("step3.third-house", "network.space")
class TheThirdHouseCostsFifteen(Wrong):
    """The third house in a city costs 15 like the second."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        first, second, _ = self.g.house_price
        self.g.house_price = (first, second, second)


def _own_too(g: Kit, t: Table, seat: Seat) -> tuple[Move, ...]:
    return _open_cities(g, t, changed(seat, ways=tuple(map(abs, seat.ways))) if seat.cities else seat)


@breaks("network.once", "network.room")
class ACityIsConnectedTwice(Wrong):
    """A player may place a second house in an own city where there is room."""

    swaps = ((network.open_cities, _own_too), (arithmetic.building_cost, lambda way, space: max(way, 0) + space))


def _anywhere(t: Table, seat: Seat) -> Seat:
    return changed(
        seat, ways=tuple(way if houses else min(way, 0) for way, houses in zip(seat.ways, t.houses, strict=True))
    )


@breaks("network.one", "network.connect")
class ASecondNetworkMayBeginAnywhere(Wrong):
    """An empty city costs 10 wherever it lies: a second network may be begun there without a way."""

    swaps = ((network.open_cities, lambda g, t, seat: _open_cities(g, t, _anywhere(t, seat))),)

    def seen(self, state: Table) -> Table:
        if not isinstance(state.phase, Building):
            return state
        ways = _anywhere(state, state.seats[state.turn]).ways
        return worked_out(self.g, with_seat(state, state.turn, ways=ways))


# ---- regions


def _everywhere(g: Kit, t: Table) -> Table:
    """The same networks on a board of all regions."""
    before, whole = g.board(t.regions), (1 << len(g.map.regions)) - 1
    number = g.board(whole).number
    moved = [number[name] for name in before.cities]
    seats = tuple(changed(seat, cities=sum(1 << moved[city] for city in bits(seat.cities))) for seat in t.seats)
    houses = tuple(sum(seat.cities >> city & 1 for seat in seats) for city in range(len(number)))
    return worked_out(g, with_ways(g, changed(t, regions=whole, seats=seats, houses=houses)))


@breaks("network.regions", "setup.regions")
class CitiesOfAllRegionsCanBeConnected(Wrong):
    """Cities in regions that were not chosen can be connected as well."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Building):
            return legal
        inside = self.g.board(state.regions).number
        wide = _everywhere(self.g, state)
        others = network.open_cities(self.g, wide, wide.seats[wide.turn])
        outside = [move for move in others if isinstance(move, Build) and move.city not in inside]
        return [*legal[:-1], *outside, legal[-1]]

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, Build) and move.city not in self.g.board(state.regions).number:
            state = _everywhere(self.g, state)
        return super().apply(state, move)


# ---- houses


@breaks("network.houses", "box.houses")
class TheLastHouseIsNotBuilt(Wrong):
    """A player whose last house is the only one left builds no more."""

    swaps = ((network.open_cities, lambda g, t, seat: _open_cities(g, t, seat) if seat.houses > 1 else ()),)
