"""Mistakes in what building costs, where there is room, and how many houses there are."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import network
from rulecheck.reference_engines.power_grid.kit import HERE, NEVER, Kit
from rulecheck.reference_engines.power_grid.moves import Build, Move
from rulecheck.reference_engines.power_grid.table import Building, Seat, Table
from rulecheck.reference_engines.values import bits
from tests.faults.power_grid.common import Wrong, with_seat, with_ways, worked_out

Ways = tuple[tuple[int, ...], ...]

_open_cities = network.open_cities
_make_board = Kit._make_board
_prices_of = network.prices_of
_space_prices = network.space_prices

# ---- money


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


@breaks("network.room")
class CitiesHaveThreeSpacesFromTheStart(Wrong):
    """In every Step three players can have houses in a city."""

    swaps = ((network.space_prices, lambda g, step: (*g.house_price, NEVER)),)


@breaks("step2.second-house", "network.room")
class TheSecondHouseComesInStep3(Wrong):
    """In Step 2 there is still room for one house in a city, and for two or three in Step 3 only."""

    swaps = ((network.space_prices, lambda g, step: _space_prices(g, 1 if step == 2 else step)),)


@breaks("step3.third-house", "network.room")
class TheThirdHouseNeverComes(Wrong):
    """In Step 3 there is still room for two houses in a city only."""

    swaps = ((network.space_prices, lambda g, step: _space_prices(g, min(step, 2))),)


@breaks("step2.second-house", "network.space")
@Wrong.with_kit
def TheSecondHouseCostsTen(g: Kit) -> None:
    """The second house in a city costs 10 like the first, the third costs 20."""
    first, _, third = g.house_price
    g.house_price = (first, first, third)


@breaks("step3.third-house", "network.space")
@Wrong.with_kit
def TheThirdHouseCostsFifteen(g: Kit) -> None:
    """The third house in a city costs 15 like the second."""
    first, second, _ = g.house_price
    g.house_price = (first, second, second)


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
