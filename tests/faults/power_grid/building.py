"""Mistakes in building networks: who builds, where a network begins, and which way is paid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import networkx as nx

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import network
from rulecheck.reference_engines.power_grid.flow import RESUME
from rulecheck.reference_engines.power_grid.kit import HERE, NEVER, Board, Kit
from rulecheck.reference_engines.power_grid.moves import Move
from rulecheck.reference_engines.power_grid.table import Building, Phase, Seat, Table
from rulecheck.reference_engines.values import bits
from tests.faults.power_grid.common import Events, Wrong, with_seat, with_ways, worked_out

Ways = tuple[tuple[int, ...], ...]

_open_cities = network.open_cities
_make_board = Kit._make_board
_prices_of = network.prices_of
_space_prices = network.space_prices

# ---- who builds


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


def _still_asked(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    return changed(t, phase=Building(network.open_cities(g, t, t.seats[t.turn])), events=events)


@breaks("network.done", "network.order")
class BuildingEndsWithDoneOnly(Wrong):
    """Each player is asked to build until they say that they are done, whether they can build or not."""

    swaps = ((network.ask, _all_asked), (RESUME, Building, _still_asked))


@breaks("network.done", "network.found")
class TheFirstCityIsForcedInRoundOne(Wrong):
    """In the first round each player who can has to found a network."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        is_forced = isinstance(state.phase, Building) and state.round == 1 and not state.seats[state.turn].cities
        return legal[:-1] or legal if is_forced else legal


# ---- founding


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
