"""The map: what connections cost, in what order to build, and whether Step 2 and the end come in time."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, permutations, product
from typing import Any, Final, TypeAlias

import networkx as nx

from rulecheck.reference_engines.power_grid.kit import NEVER, Board, Kit
from rulecheck.reference_engines.power_grid.table import Building, Finished, Table
from rulecheck.reference_engines.values import bits
from rulecheck.solvers.logic import number, total
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, WrongAnswer, position
from rulecheck.solvers.theorem import theorem
from rulecheck.spec import load

PLAYERS: Final = 3
MAPS: Final = ("germany", "usa")
REGIONS_BY_PLAYERS: Final = (3, 4, 5)
"""Numbers of players, one for each number of regions that a game can have."""
NETWORKS: Final = 60
"""Networks of several cities tried on each map, each with every further city."""


def _region_sets(engine: AnyEngine) -> Sequence[int]:
    """The regions that can be chosen together, as masks."""
    sets: Sequence[int] = engine.g.region_sets  # type: ignore[attr-defined]
    return sets


# ---- the cheapest way

Way: TypeAlias = Callable[[Board, int, int], int]
"""A rule: the board, a network (mask) and a city; what the way between them costs."""


def engine_way(board: Board, own: int, city: int) -> int:
    """What the engine takes."""
    return min(board.ways[k][city] for k in bits(own))


def drawn(engine: AnyEngine, regions: int) -> nx.Graph[str]:
    """The map as its file has it: the cities of some regions and the connections between them."""
    side = engine.rules.data[engine.rules.options["map"]].table
    names = [name for k, name in enumerate(engine.g.map.regions) if regions >> k & 1]  # type: ignore[attr-defined]
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(row["name"] for row in side["city"] if row["region"] in names)
    for row in side["connection"]:
        a, b = row["between"]
        if a in graph and b in graph:
            graph.add_edge(a, b, cost=row["cost"])
    return graph


@theorem(
    "network.connect", "network.through", "network.pay-again", "network.regions", "setup.adjacent",
    readings=("network.through-unused", "regions.shape"),
    bounds=Ranges(
        Axis("set of regions", _region_sets), setups=MAPS,
        players=lambda _: REGIONS_BY_PLAYERS,
        besides="3, 4 and 5 of them; all pairs of cities; in the engine, of one set of regions for each number, all "
        f"pairs and {NETWORKS} networks of 2 to 6 cities with every further city",
    ),
)  # fmt: skip
def a_connection_costs_the_cheapest_way(proof: Proof, way: Way = engine_way, through: str = "no") -> Refutation | None:
    """A new city costs the cheapest way from any city of the network, and the cheapest free space.

    The connections are read from the map's file once more, cut down to the chosen regions, and the lengths of all
    shortest ways worked out by networkx (Floyd and Warshall; the engine uses Dijkstra). All pairs must agree, and so
    must what the engine takes when the city is built, from one city and from networks of several.
    """
    for setup, players in product(MAPS, REGIONS_BY_PLAYERS):
        engine = proof.engine(players, setup=setup, readings={"network.through-unused": through})
        g: Kit = engine.g  # type: ignore[attr-defined]
        for regions in g.region_sets:
            board = g.board(regions)
            lengths = nx.floyd_warshall(drawn(engine, regions), weight="cost")
            for a, city in enumerate(board.cities):
                for b, other in enumerate(board.cities):
                    if a != b and way(board, 1 << a, b) != lengths[city][other]:
                        return _other_way(engine, regions, [city], other, lengths[city][other], way)
                proof.case(len(board.cities))
            proof.cover(players, setup, regions)
        refutation = _built(proof, engine, g.region_sets[0], way)
        if refutation is not None:
            return refutation
    return None


def _built(proof: Proof, engine: AnyEngine, regions: int, way: Way) -> Refutation | None:
    """Build each city from each other one, and from networks of several, in the engine."""
    board = engine.g.board(regions)  # type: ignore[attr-defined]
    graph = drawn(engine, regions)
    rng = random.Random(regions)
    networks = [[city] for city in board.cities]
    networks += [rng.sample(board.cities, rng.randint(2, 6)) for _ in range(NETWORKS)]
    for own in networks:
        state = _builder(engine, regions, own)
        lengths = nx.multi_source_dijkstra_path_length(graph, set(own), weight="cost")
        for city in board.cities:
            if city in own:
                continue
            proof.case()
            if _pays(engine, state, city) - engine.g.house_price[0] != lengths[city]:  # type: ignore[attr-defined]
                return _other_way(engine, regions, own, city, lengths[city], way)
    return None


def _builder(engine: AnyEngine, regions: int, own: Sequence[str], money: int = 500, **more: Any) -> Table:
    """Anna builds, with this network."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    state: Table = position(engine, "building", {
        "turn": "anna", "order": list(g.seats), "regions": [g.map.regions[k] for k in bits(regions)],
        "players.anna.cities": list(own), "players.anna.money": money, **more,
    })  # fmt: skip
    return state


def _pays(engine: AnyEngine, state: Table, city: str) -> int:
    """What the engine takes for a city."""
    after = engine.apply(state, engine.parse(f"build {city}"))
    return int(state.seats[0].money - after.seats[0].money)


def _other_way(engine: AnyEngine, regions: int, own: Sequence[str], city: str, right: float, way: Way) -> WrongAnswer:
    board = engine.g.board(regions)  # type: ignore[attr-defined]
    mask = sum(1 << board.number[name] for name in own)
    asked = f"what the cheapest way in the chosen regions costs from {', '.join(own)} to {city}"
    by_rule = way(board, mask, board.number[city]) != right

    def answer(engine: AnyEngine, state: Table) -> float:
        if by_rule:
            return way(board, mask, board.number[city])
        paid: int = _pays(engine, state, city) - engine.g.house_price[0]  # type: ignore[attr-defined]
        return paid

    return WrongAnswer(asked, engine, _builder(engine, regions, own), answer, right)


def _direct_only(board: Board, own: int, city: int) -> int:
    """Only connections that lead straight to the network."""
    return min((cost for near, cost in board.direct[city] if own >> near & 1), default=NEVER)


a_connection_costs_the_cheapest_way.twin("only direct connections count", way=_direct_only).twin(
    "ways may lead through regions that nobody chose (network.through-unused = yes)", through="yes"
)

# ---- in what order to build

ORDERED: Final = Ranges(
    Axis("choices of a first city and three further ones", tuple(
        (first, cities) for first in range(21) for cities in combinations([k for k in range(21) if k != first], 3)
    )), setups=MAPS, players=always(PLAYERS), besides="the first three regions that can be chosen",
)  # fmt: skip
Order: TypeAlias = Callable[[Board, int, tuple[int, ...]], int]
"""A rule: the board, the first city and those to be built; what all ways cost together."""


def _in_order(board: Board, first: int, cities: Sequence[int]) -> int:
    """What the ways cost if cities are built in this order."""
    own, cost = [first], 0
    for city in cities:
        ways = board.ways[city]
        cost += min([ways[k] for k in own])
        own.append(city)
    return cost


def nearest_first(board: Board, first: int, cities: tuple[int, ...]) -> int:
    """Always the city next that is nearest to the network."""
    order: list[int] = []
    while len(order) < len(cities):
        near = [(min(board.ways[city][k] for k in (first, *order)), city) for city in cities if city not in order]
        order.append(min(near)[1])
    return _in_order(board, first, order)


@theorem(
    "network.connect", "network.pay-again", "network.through",
    readings=("network.through-unused",),
    bounds=ORDERED,
)  # fmt: skip
def the_nearest_city_first_is_the_cheapest(proof: Proof, rule: Order = nearest_first) -> Refutation | None:
    """Who always builds the nearest of the cities they want pays the least for the ways, whatever they want.

    All orders of building three cities are tried, with the engine's costs. Nothing is lost by building each city
    as cheaply as it can be had now: the cheapest tree through the cities is found that way.
    """
    for engine, ((first, cities),) in ORDERED.positions(proof):
        g: Kit = engine.g  # type: ignore[attr-defined]
        board = g.board(g.region_sets[0])
        best = min(permutations(cities), key=partial(_in_order, board, first))
        if rule(board, first, cities) != _in_order(board, first, best):
            return _dearer(engine, first, best, rule(board, first, cities))
    return None


def _dearer(engine: AnyEngine, first: int, best: Sequence[int], said: int) -> InEngine:
    g: Kit = engine.g  # type: ignore[attr-defined]
    board = g.board(g.region_sets[0])
    names = [board.cities[city] for city in best]

    def shows(engine: Any, states: Any) -> bool:
        paid = states[0].seats[0].money - states[-1].seats[0].money
        return bool(paid - len(best) * engine.g.house_price[0] < said)

    state = _builder(engine, g.region_sets[0], [board.cities[first]])
    says = f"from {board.cities[first]} {', '.join(names)} cost less for ways than the rule's {said}"
    return InEngine(says, engine, state, shows, tuple(f"build {name}" for name in names))


def _farthest_first(board: Board, first: int, cities: tuple[int, ...]) -> int:
    return _in_order(board, first, sorted(cities, key=lambda city: -board.ways[first][city]))


the_nearest_city_first_is_the_cheapest.twin("the farthest city first", rule=_farthest_first)


@theorem(
    "network.connect", "network.pay-again", "network.room",
    bounds="the text's own example: the network of Duisburg and Münster, Step 2, Düsseldorf and Köln",
    expected="refuted",
    because="the text adds both cities for 36, first Düsseldorf and then Köln. The other way round they cost 38: the "
    "way through Düsseldorf is paid twice. So the order in which a player builds in one turn matters.",
)  # fmt: skip
def the_order_of_building_does_not_matter(proof: Proof) -> Refutation | None:
    """Two cities cost the same in either order. (They need not.)"""
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    regions = sum(1 << g.region_number[name] for name in ("west", "southwest", "east"))
    given = {"step": 2, "players.bob.cities": ["Düsseldorf", "Köln"]}
    state = _builder(engine, regions, ["Duisburg", "Münster"], 100, **given)
    orders = (("build Düsseldorf", "build Köln"), ("build Köln", "build Düsseldorf"))
    proof.case(2)

    def left(engine: AnyEngine, state: Table, moves: Sequence[str]) -> int:
        for move in moves:
            state = engine.apply(state, engine.parse(move))
        return int(state.seats[0].money)

    def shows(engine: Any, states: Any) -> bool:
        return bool(left(engine, states[0], orders[0]) != states[-1].seats[0].money)

    paid = [100 - left(engine, state, moves) for moves in orders]
    if paid[0] == paid[1]:
        return None
    return InEngine(
        f"Düsseldorf and then Köln cost {paid[0]}, the other way round {paid[1]}", engine, state, shows, orders[1]
    )


# ---- Step 2 and the full map


@theorem(
    "step2.start", "network.room", "setup.regions", "network.once",
    readings=("regions.count", "step2.full-board"),
    bounds=Ranges(besides="any numbers of cities"),
)  # fmt: skip
def somebody_starts_step_2_before_the_map_is_full(proof: Proof, count: str = "table") -> Refutation | None:
    """In Step 1 the cities of the chosen regions cannot all be taken without somebody having enough of them for Step 2.

    So the two readings of step2.full-board never differ. With one region for each player, as the chapter on regions
    recommends (setup.regions), two players fill the map of 14 cities and Step 2 does not begin: until the Step 3 card
    comes nobody can build.
    """
    cities_in_region = load(proof.game).quantities["region.cities"].value
    assert isinstance(cities_in_region, int)
    for players in proof.players:
        engine = proof.engine(players, readings={"regions.count": count})
        g: Kit = engine.g  # type: ignore[attr-defined]
        own = [number(f"cities of {name}") for name in g.seats]
        few = [term for mine in own for term in (mine >= 0, mine < g.step2_cities)]
        proof.possible(*few)
        values = proof.against(total(own) != g.regions_used * cities_in_region, few)
        proof.cover(players, DEFAULT)
        if values is not None:
            return _full(engine, [values.of(mine) for mine in own])
        most = players * (g.step2_cities - 1)
        proof.note(f"{players} players: {most} cities at most before Step 2, of {g.regions_used * cities_in_region}")
    return None


def _full(engine: AnyEngine, counts: Sequence[int]) -> InEngine:
    g: Kit = engine.g  # type: ignore[attr-defined]
    cities = list(g.board(g.region_sets[0]).cities)
    given: dict[str, Any] = {}
    for name, count in zip(g.seats, counts, strict=True):
        given[f"players.{name}"] = {
            "cities": cities[:count],
            "money": 500,
            "houses": g.houses_start - count,
            "plants": [],
        }
        del cities[:count]
    given |= {"market": [37, 38, 39, 40, 42, 44, 46, 50], "phase": "building", "turn": g.seats[-1], "order": [*g.seats],
              "regions": [name for k, name in enumerate(g.map.regions) if g.region_sets[0] >> k & 1]}  # fmt: skip
    state = position(engine, "building", given)

    def shows(engine: Any, states: Any) -> bool:
        nobody = [move for move in engine.legal_moves(states[0]) if str(move) != "done"] == []
        return nobody and all(states[0].houses) and states[-1].step == 1 and states[-1].round == states[0].round + 1

    says = f"{counts} cities fill the map: nobody can build, the round ends, and Step 1 goes on"
    return InEngine(says, engine, state, shows, ("done", *_to_next_round(engine, state)))


def _to_next_round(engine: AnyEngine, state: Table) -> tuple[str, ...]:
    """The moves from the end of building to the next round: nobody runs anything, and chance takes its first card."""
    made: list[str] = []
    now = engine.apply(state, engine.g.done)  # type: ignore[attr-defined]
    while now.round == state.round:
        move = engine.legal_moves(now)[0] if engine.actor(now) < 0 else engine.g.done  # type: ignore[attr-defined]
        made.append(str(move))
        now = engine.apply(now, move)
    return tuple(made)


somebody_starts_step_2_before_the_map_is_full.twin(
    "one region for each player (regions.count = players)", count="players"
)

# ---- houses

KEPT: Final = Ranges(
    Axis("set of regions", _region_sets), setups=MAPS,
    players=lambda asked: tuple(players for players in asked if players <= 3) or (2,),
    besides="a player with a house in every city",
)  # fmt: skip


@theorem("network.houses", "setup.houses", "network.once", "setup.regions", readings=("houses.markers",), bounds=KEPT)
def two_or_three_players_always_keep_a_house(proof: Proof, markers: str = "all") -> Refutation | None:
    """Whoever has a house in every city has one left with two or three players, whose regions have 21 cities.

    A city takes one house of each player: the engine refuses every other. With more players houses can run out.
    """
    for players, setup, regions in KEPT.cases(proof):
        engine = proof.engine(players, setup=setup, readings={"houses.markers": markers})
        everywhere = _builder(engine, regions, engine.g.board(regions).cities)  # type: ignore[attr-defined]
        if _runs_out(engine, [everywhere]):
            return InEngine("a house in every city, and none is left", engine, everywhere, _runs_out)
        proof.cover(players, setup, regions)
    return None


def _runs_out(engine: Any, states: Sequence[Table]) -> bool:
    """Has anna no house left, or can she build one more?"""
    return states[0].seats[0].houses < 1 or any(str(move).startswith("build") for move in engine.legal_moves(states[0]))


two_or_three_players_always_keep_a_house.twin("a house stands beside the score track", markers="score")

# ---- the end


@theorem(
    "end.start", "network.houses", "setup.houses", "box.houses", "setup.regions", "network.connect",
    readings=("houses.markers", "regions.shape", "network.through-unused"),
    bounds=Ranges(
        Axis("houses.markers", ("all", "score")), Axis("set of regions", _region_sets), setups=MAPS,
        besides="a player one house short of the end",
    ),
)  # fmt: skip
def every_player_count_can_come_to_its_end(
    proof: Proof, markers: Sequence[str] = ("all", "score"), shape: str = "connected"
) -> Refutation | None:
    """A player has houses enough, and the chosen regions have cities enough, all connected, to end the game.

    For each set of regions the connections within it join all its cities; they are no fewer than the cities that end
    the game, and so are the houses. The engine is then played: the house that is still missing ends the game.
    With both markers taken from the 22 houses 20 are left, and a game of two, which 21 cities end, can never end; and
    if four regions may be two pairs apart from each other, a network has 14 cities at most, where 17 end the game.
    """
    for reading, setup, players in product(markers, MAPS, proof.players):
        readings = {"houses.markers": reading, "regions.shape": shape}
        engine = proof.engine(players, setup=setup, readings=readings)
        g: Kit = engine.g  # type: ignore[attr-defined]
        for regions in g.region_sets:
            graph = drawn(engine, regions)
            proof.cover(players, setup, reading, regions)
            state = _one_short(engine, regions)
            if not nx.is_connected(graph):
                return _stuck(engine, state, f"networks of at most {state.most} cities")
            if len(graph) < g.end_cities or not _ends(engine, state):
                return _stuck(engine, state, f"{g.houses_start} houses")
    return None


def _ends(engine: AnyEngine, state: Table) -> bool:
    """Anna builds a house if she can, and then no more: is the game over?"""
    built = [move for move in engine.legal_moves(state) if str(move).startswith("build")]
    if not built:
        return False
    state = engine.apply(state, built[0])
    while type(state.phase) is Building:
        state = engine.apply(state, engine.g.done)  # type: ignore[attr-defined]
    return type(state.phase) is Finished


def _one_short(engine: AnyEngine, regions: int) -> Table:
    """Anna has all cities but one that end the game, as far as her houses and ways go; the others have no money."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    board = g.board(regions)
    there = nx.node_connected_component(drawn(engine, regions), board.cities[0])
    own = [city for city in board.cities if city in there][: min(g.end_cities - 1, g.houses_start)]
    poor = {f"players.{name}.money": 0 for name in g.seats[1:]}
    late = {"step": 3, "step3_card": "gone", "market": [], "buried": [], "unseen": [], "thirteen": False}
    return _builder(engine, regions, own, 200, **poor, **late)


def _stuck(engine: AnyEngine, state: Table, says: str) -> InEngine:
    """Whoever has built so many can build no more, whatever they pay."""

    def shows(engine: Any, states: Any) -> bool:
        now = states[0]
        refused = [engine.refusal(now, move) for move in engine.g.board(now.regions).build]
        reasons = {refusal.clause if refusal is not None else "" for refusal in refused}
        return now.most < engine.g.end_cities and reasons <= {"network.houses", "network.one", "network.once"}

    told = f"{len(engine.seats)} players: {says}, and {engine.g.end_cities} cities end the game"  # type: ignore[attr-defined]
    return InEngine(told, engine, state, shows)


every_player_count_can_come_to_its_end.twin(
    "the two markers are taken from the houses (houses.markers = map)", markers=("map",)
).twin("regions may be two pairs apart (regions.shape = paired)", shape="paired")
