"""Mistakes in building networks: who builds, where a network begins, and which way is paid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import networkx as nx

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import network
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.flow import RESUME
from rulecheck.reference_engines.power_grid.kit import HERE, NEVER, Board, Kit
from rulecheck.reference_engines.power_grid.moves import Build, Move
from rulecheck.reference_engines.power_grid.table import Building, Phase, Seat, Table
from rulecheck.reference_engines.values import bits
from tests.faults.power_grid.common import Events, Wrong, with_seat, with_ways, worked_out

Ways = tuple[tuple[int, ...], ...]
Weight = Callable[[int, int, dict[str, int]], int] | str

_open_cities = network.open_cities
_make_board = Kit._make_board
_prices_of = network.prices_of
_space_prices = network.space_prices

# ---- who builds


@breaks("network.order")
@Wrong.instead(network.ask)
def TheFirstBuildsFirst(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The players build in the order of play, beginning with the first."""
    for seat in t.order[0 if place == g.players - 1 else place + 2 :]:
        open = network.open_cities(g, t, t.seats[seat])
        if open:
            return changed(t, turn=seat, phase=Building(open))
    return network.over(g, t, events)


@breaks("network.order")
@Wrong.instead(network.ask)
def BuildingGoesClockwise(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The last player builds first, and it goes on clockwise, not in the reverse order of play."""
    last = t.order[-1]
    gone = 0 if place == g.players - 1 else (t.order[place + 1] - last) % g.players + 1
    for step in range(gone, g.players):
        seat = (last + step) % g.players
        open = network.open_cities(g, t, t.seats[seat])
        if open:
            return changed(t, turn=seat, phase=Building(open))
    return network.over(g, t, events)


def _all_asked(g: Kit, t: Table, place: int, events: Events) -> Table:
    if place < 0:
        return network.over(g, t, events)
    return changed(t, turn=t.order[place], phase=Building(network.open_cities(g, t, t.seats[t.order[place]])))


@breaks("network.done", "network.order")
class WhoCannotBuildIsAsked(Wrong):
    """A player who can build nothing is asked all the same, and has to say that they are done."""

    swaps = ((network.ask, _all_asked),)


def _still_asked(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    return changed(t, phase=Building(network.open_cities(g, t, t.seats[t.turn])), events=events)


@breaks("network.done")
class WhoCanBuildNoMoreIsAskedAgain(Wrong):
    """After building a player is asked once more even if they can build no other city."""

    swaps = ((RESUME, Building, _still_asked),)


@breaks("network.done", "network.order")
class BuildingEndsWithDoneOnly(Wrong):
    """Each player is asked to build until they say that they are done, whether they can build or not."""

    swaps = ((network.ask, _all_asked), (RESUME, Building, _still_asked))


@breaks("network.done")
class WhoCanBuildMustBuild(Wrong):
    """A player who can connect a city has to."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return legal[:-1] or legal if isinstance(state.phase, Building) else legal


@breaks("network.done", "network.found")
class TheFirstCityIsForcedInRoundOne(Wrong):
    """In the first round each player who can has to found a network."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        is_forced = isinstance(state.phase, Building) and state.round == 1 and not state.seats[state.turn].cities
        return legal[:-1] or legal if is_forced else legal


@breaks("network.money", "network.done")
class OneCityIsBuiltInATurn(PowerGrid):
    """Each player may connect one city only in a round."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(move, Build) and isinstance(after.phase, Building) and after.turn == state.turn:
            return super().apply(after, self.g.done)
        return after


# ---- founding


@breaks("network.found", "network.space")
@Wrong.instead(network.prices_of)
def TheFirstCityCostsNothing(g: Kit, t: Table, seat: Seat) -> tuple[int, ...]:
    """The first city of a network is free."""
    prices = _prices_of(g, t, seat)
    return prices if seat.cities else (0, *prices[1:])


@breaks("network.found", "network.space")
@Wrong.instead(network.founding_prices)
def AFirstCityCostsMoreLater(g: Kit, step: int) -> tuple[int, ...]:
    """Who founds a network in Step 2 or 3 pays 15 or 20 for the empty first city."""
    prices = _space_prices(g, step)
    return (g.house_price[step - 1], *(NEVER for _ in prices[1:]))


@breaks("network.found", "network.room")
@Wrong.instead(network.founding_prices)
def ANetworkIsFoundedWhereOthersAre(g: Kit, step: int) -> tuple[int, ...]:
    """A network may be founded in a city where others have houses, in Step 1 too."""
    return (*g.house_price, NEVER)


@breaks("network.found")
@Wrong.instead(network.open_cities)
def NobodyFoundsBesideAnother(g: Kit, t: Table, seat: Seat) -> tuple[Move, ...]:
    """A network may not be founded in a city next to one where another player has a house."""
    open = _open_cities(g, t, seat)
    if seat.cities:
        return open
    board = g.board(t.regions)
    near = {near for city, houses in enumerate(t.houses) if houses for near, _ in board.direct[city]}
    return tuple(move for move in open if isinstance(move, Build) and board.number[move.city] not in near)


# ---- the way


class _OtherWays(Wrong):
    """Power Grid in which the ways to cities are measured in another way."""

    def seen(self, state: Table) -> Table:
        return worked_out(self.g, with_ways(self.g, state)) if state.houses else state


def _measured(ways_of: Callable[[Kit, int, Board], Ways]) -> Callable[[Kit, int], Board]:
    def made(g: Kit, regions: int) -> Board:
        board = _make_board(g, regions)
        ways = ways_of(g, regions, board)
        return changed(board, ways=ways, onward=tuple((*row[:k], HERE, *row[k + 1 :]) for k, row in enumerate(ways)))

    return made


def _free(g: Kit, regions: int, board: Board) -> Ways:
    return tuple(tuple(way if way >= NEVER else 0 for way in row) for row in board.ways)


@breaks("network.connect")
class ConnectionsCostNothing(_OtherWays):
    """Only the house is paid, and not the connection to the network."""

    swaps = ((Kit, "_make_board", _measured(_free)),)


def _direct(g: Kit, regions: int, board: Board) -> Ways:
    size = range(len(board.cities))
    return tuple(
        tuple(dict(near).get(other, NEVER) if other != city else 0 for other in size)
        for city, near in zip(size, board.direct, strict=True)
    )


@breaks("network.through", "network.connect")
class OnlyNeighboursCanBeConnected(_OtherWays):
    """A city has to be joined directly to one of the own network: no way leads through others."""

    swaps = ((Kit, "_make_board", _measured(_direct)),)


def _paths(
    g: Kit, regions: int, *, weight: Callable[[int, int, dict[str, int]], int] | str
) -> list[list[tuple[int, int]]]:
    """For each pair of cities the costs on a way between them: their sum, and the last of them."""
    graph = g.map.graph(regions)
    chosen = sorted(graph)
    rows = []
    for city in chosen:
        paths = nx.shortest_path(graph, city, weight=weight)
        row = []
        for other in chosen:
            path = paths.get(other, [])
            costs = [int(graph.edges[a, b]["cost"]) for a, b in pairwise(path)]
            row.append((sum(costs), costs[-1] if costs else 0) if path else (NEVER, NEVER))
        rows.append(row)
    return rows


def _fewest_connections(g: Kit, regions: int, board: Board) -> Ways:
    return tuple(
        tuple(way for way, _ in row) for row in _paths(g, regions, weight=lambda a, b, edge: NEVER + edge["cost"])
    )


@breaks("network.connect", "network.through")
class TheWayWithTheFewestConnectionsIsPaid(_OtherWays):
    """The way with the fewest connections is paid, even if a longer one is cheaper."""

    swaps = ((Kit, "_make_board", _measured(_fewest_connections)),)


def _last_connection(g: Kit, regions: int, board: Board) -> Ways:
    return tuple(tuple(last for _, last in row) for row in _paths(g, regions, weight="cost"))


@breaks("network.through", "network.connect", "network.pay-again")
class OnlyTheLastConnectionIsPaid(_OtherWays):
    """On a way through other cities only the last connection is paid, not all of them."""

    swaps = ((Kit, "_make_board", _measured(_last_connection)),)


def _dearest(g: Kit, t: Table, seat: Seat) -> Seat:
    own = bits(seat.cities)
    if not own:
        return seat
    rows = [g.board(t.regions).ways[city] for city in own]
    ways = tuple(map(max, zip(*rows, strict=True)))
    return changed(seat, ways=tuple(HERE if city in own else way for city, way in enumerate(ways)))


@breaks("network.connect")
class TheWayFromTheFarthestCityIsPaid(Wrong):
    """The way to a city is paid from the own city that is farthest from it, not the nearest."""

    swaps = ((network.open_cities, lambda g, t, seat: _open_cities(g, t, _dearest(g, t, seat))),)

    def seen(self, state: Table) -> Table:
        if not state.houses:
            return state
        ways = _dearest(self.g, state, state.seats[state.turn]).ways
        return worked_out(self.g, with_seat(state, state.turn, ways=ways))


def _around_others(g: Kit, t: Table, seat: Seat) -> Seat:
    own, board = bits(seat.cities), g.board(t.regions)
    if not own:
        return seat
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(len(board.cities)))
    for city, near in enumerate(board.direct):
        if city in own or not t.houses[city]:
            graph.add_weighted_edges_from(((city, other, cost) for other, cost in near), weight="cost")
    ways = nx.multi_source_dijkstra_path_length(graph, set(own), weight="cost")
    return changed(seat, ways=tuple(HERE if k in own else int(ways.get(k, NEVER)) for k in graph))


@breaks("network.through", "network.connect")
class NoWayLeadsThroughOthersCities(Wrong):
    """A way to another city may not lead through cities where only others have houses."""

    swaps = ((network.open_cities, lambda g, t, seat: _open_cities(g, t, _around_others(g, t, seat))),)

    def seen(self, state: Table) -> Table:
        if not state.houses:
            return state
        ways = _around_others(self.g, state, state.seats[state.turn]).ways
        return worked_out(self.g, with_seat(state, state.turn, ways=ways))


def _over_cities(g: Kit, regions: int, board: Board) -> Ways:
    graph = g.map.graph(regions)
    chosen = sorted(graph)
    house = g.house_price[0]
    rows = []
    for city in chosen:
        ways = nx.single_source_dijkstra_path_length(graph, city, weight=lambda a, b, edge: edge["cost"] + house)
        rows.append(tuple(int(ways[other]) - house * (other != city) if other in ways else NEVER for other in chosen))
    return tuple(rows)


@breaks("network.through", "network.space")
class AHouseIsPaidInEachCityPassed(_OtherWays):
    """On a way through other cities the price of a house, 10, is paid for each of them too."""

    swaps = ((Kit, "_make_board", _measured(_over_cities)),)
