"""Routes and their graph: what they link, which connection pays, where they may grow, and who begins to lay them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import networkx as nx

from rulecheck.reference_engines.catan_europe import isolated
from rulecheck.reference_engines.catan_europe.arithmetic import next_seat, places_after
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.pieces import put_route
from rulecheck.reference_engines.catan_europe.table import Table, spots
from rulecheck.reference_engines.contract import changed
from rulecheck.solvers.catan_europe.showing import in_positions, on_unknowns, printed
from rulecheck.solvers.logic import Term, all_of
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Axis, Ranges, largest
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation
from rulecheck.solvers.theorem import theorem

BOARDS: Final = ("short-variable", "full")


def graph(g: Kit, taken: int) -> nx.Graph[int]:
    """The intersections as networkx sees them, joined by the routes of a mask."""
    lines: nx.Graph[int] = nx.Graph()
    lines.add_nodes_from(range(len(g.map.intersections)))
    lines.add_edges_from(g.ends[path] for path in spots(taken))
    return lines


def networks(engine: AnyEngine) -> list[int]:
    """Routes everywhere, everywhere but on one path, and everywhere but at one city's intersection."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    return [
        g.usable & ~less
        for less in (0, *(1 << path for path in spots(g.usable)), *(g.paths_at[city] for city in spots(g.cities)))
    ]


def cities(engine: AnyEngine) -> list[int]:
    """The cities of the board."""
    return spots(engine.g.cities)  # type: ignore[attr-defined]


NETWORK: Final = "routes on all paths, on all but one, and on all but those at one city"
LINKED: Final = Ranges(
    Axis("network", networks), Axis("fourth city", lambda engine: cities(engine)[::4]),
    setups=BOARDS, players=largest, besides=NETWORK,
)  # fmt: skip
SHORTEST: Final = Ranges(
    Axis("fifth network", lambda engine: networks(engine)[::5]), Axis("city", cities),
    setups=BOARDS, players=largest, besides=NETWORK,
)  # fmt: skip


def joined(engine: AnyEngine, taken: int, city: int) -> tuple[Table, tuple[int, int]]:
    """An empty board; routes and city are asked for."""
    return engine.start(), (taken, city)


@theorem(
    "isolated.city", "setup.no-connection", "board.path",
    bounds=LINKED,
)  # fmt: skip
def routes_link_what_the_graph_says(
    proof: Proof, rule: Callable[[Kit, int, int], int] = isolated.linked
) -> Refutation | None:
    """What routes link with an intersection is its component of the graph, which networkx works out on its own."""

    def answer(g: Kit, _t: Table, taken: int, city: int) -> int:
        return rule(g, taken, city)

    def due(g: Kit, _t: Table, taken: int, city: int) -> int:
        return sum(1 << place for place in nx.node_connected_component(graph(g, taken), city))

    return in_positions(
        proof, LINKED, joined, answer, due, lambda g, _, city: f"routes from {g.map.intersections[city]}"
    )


def _one_step(g: Kit, taken: int, start: int) -> int:
    """Only neighbours count as linked."""
    mask = 1 << start
    for path in spots(g.paths_at[start] & taken):
        mask |= g.end_mask[path]
    return mask


routes_link_what_the_graph_says.twin("only neighbours count as linked", rule=_one_step)

Ways = tuple[tuple[int, ...], ...]


@theorem(
    "isolated.shortest", "isolated.tie",
    bounds=SHORTEST,
)  # fmt: skip
def the_shortest_connections_are_all_found(
    proof: Proof, rule: Callable[[Kit, int, int], Ways] = isolated.shortest
) -> Refutation | None:
    """The connections offered are all shortest ways along routes from the city to another one, and no others.

    networkx finds the nearest cities and all shortest ways to them on its own.
    """

    def answer(g: Kit, _t: Table, taken: int, city: int) -> set[tuple[int, ...]]:
        return set(rule(g, taken, city))

    def due(g: Kit, _t: Table, taken: int, city: int) -> set[tuple[int, ...]]:
        lines = graph(g, taken)
        far = nx.single_source_shortest_path_length(lines, city)
        others = [place for place in spots(g.cities) if place in far and place != city]
        nearest = min((far[place] for place in others), default=0)
        near = [place for place in others if far[place] == nearest]
        return {tuple(way) for place in near for way in nx.all_shortest_paths(lines, city, place)}

    return in_positions(
        proof, SHORTEST, joined, answer, due, lambda g, _, city: f"connections of {g.map.intersections[city]}"
    )


def _the_first(g: Kit, taken: int, city: int) -> Ways:
    return isolated.shortest(g, taken, city)[:1]


the_shortest_connections_are_all_found.twin("of equally short connections only one is offered", rule=_the_first)


@theorem(
    "board.path", "board.city", "drive.routes-only", "delivery.foreign",
    readings=("board.sea-paths",),
    bounds=Ranges(Axis("reading of paths at sea", ("all", "land")), setups=BOARDS, players=largest),
)  # fmt: skip
def every_city_can_be_connected_with_every_other(proof: Proof, shut: bool = False) -> Refutation | None:
    """Routes can link all cities of a board, so that a caravan can come to every post, wherever posts stand."""
    for setup in BOARDS:
        for sea in ("all", "land"):
            engine = proof.engine(max(proof.players), setup=setup, readings={"board.sea-paths": sea})
            g: Kit = engine.g  # type: ignore[attr-defined]
            usable = g.usable & ~(g.paths_at[spots(g.cities)[0]] if shut else 0)
            proof.cover(max(proof.players), setup, sea)
            if _cut_off(g, usable):
                names = ", ".join(g.map.intersections[place] for place in _cut_off(g, usable))
                return InEngine(
                    f"{setup}, sea paths {sea}: no way leads to {names}", engine, engine.start(),
                    partial(_is_cut_off, usable), by="the map",
                )  # fmt: skip
    return None


def _is_cut_off(usable: int, engine: Any, _: Any) -> bool:
    return bool(_cut_off(engine.g, usable))


def _cut_off(g: Kit, usable: int) -> list[int]:
    cities = spots(g.cities)
    linked = nx.node_connected_component(graph(g, usable), cities[-1])
    return [place for place in cities if place not in linked]


every_city_can_be_connected_with_every_other.twin("no path leads to the first city", shut=True)

# ---- where routes grow

Sites = Callable[[Kit, Table], int]


def may_grow(g: Kit, t: Table) -> int:
    """The free paths that touch an own post or an end of an own route, by the sentences."""
    seat, free = t.seats[t.turn], g.usable
    own = {place for place in range(len(g.map.intersections)) if seat.posts >> place & 1}
    own |= {end for path in spots(seat.routes) for end in g.ends[path]}
    for other in t.seats:
        free &= ~other.routes
    return sum(1 << path for path in spots(free) if own.intersection(g.ends[path]))


def further_routes(engine: AnyEngine) -> Iterator[tuple[int, tuple[int, ...]]]:
    """A player's turn with one more route, or with that and every third one that can follow it."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    for turn in range(len(engine.seats)):
        t = changed(printed(engine), turn=turn, first=turn)
        for path in spots(may_grow(g, t)):
            yield turn, (path,)
            for further in spots(may_grow(g, put_route(g, t, turn, path)))[::3]:
                yield turn, (path, further)


GROWN: Final = Ranges(
    Axis("player's turn with each further route of theirs, and every third one that can follow it", further_routes),
    besides="the printed beginning",
)  # fmt: skip


def grown(engine: AnyEngine, routes: tuple[int, tuple[int, ...]]) -> tuple[Table, tuple[()]]:
    """The printed beginning with further routes of a player."""
    turn, paths = routes
    t: Table = changed(printed(engine), turn=turn, first=turn)
    for path in paths:
        t = put_route(engine.g, t, turn, path)  # type: ignore[attr-defined]
    return t, ()


@theorem(
    "route.adjacent", "route.free-path",
    bounds=GROWN,
)  # fmt: skip
def routes_grow_from_ones_own_posts_and_routes(proof: Proof, rule: Sites = isolated.sites) -> Refutation | None:
    """A route can be built just on free paths that touch an intersection with an own post or end of an own route."""
    return in_positions(proof, GROWN, grown, rule, may_grow, lambda g: f"the paths of a player of {g.players}")


def _posts_only(g: Kit, t: Table) -> int:
    """Routes do not lead on."""
    return t.seats[t.turn].at_posts & ~t.taken


routes_grow_from_ones_own_posts_and_routes.twin("a route has to touch a post", rule=_posts_only)

# ---- the order of laying and of turns


@theorem(
    "setup.start-route", "setup.neutral-posts", "turn.order",
    bounds=Ranges(
        Axis("placement", lambda engine: range(len(engine.seats))), besides="any first player; any seat's turn"
    ),
)  # fmt: skip
def the_last_to_place_begins_and_turns_go_round(
    proof: Proof, after: Callable[[int, int, Any], Any] = places_after, following: Callable[[Any, int], Any] = next_seat
) -> Refutation | None:
    """First routes and neutral posts go counter-clockwise from the last player to the first; turns go clockwise.

    Everybody has one placement, and one turn a round: what follows the last seat is the first.
    """
    for players in proof.players:
        for k in range(players):
            wrong = on_unknowns(
                proof, partial(after, k, players), ("first",),
                lambda first, seat, k=k, players=players: all_of(
                    seat >= 0, seat < players, (first - 1 - k - seat) % players == 0
                ),
                lambda first, players=players: first < players,
            )  # fmt: skip
            if wrong is not None:
                return wrong
            proof.cover(players, "", k)
        wrong = on_unknowns(
            proof, lambda seat, players=players: following(seat, players), ("seat",),
            lambda seat, next_, players=players: _follows(players, seat, next_),
            lambda seat, players=players: seat < players,
        )  # fmt: skip
        if wrong is not None:
            return wrong
    return None


def _follows(players: int, seat: Term, next_: Term) -> Term:
    return all_of(next_ >= 0, next_ < players, (seat + 1 - next_) % players == 0)


the_last_to_place_begins_and_turns_go_round.twin(
    "routes go clockwise from the first player", after=lambda k, players, first: (first + k) % players
).twin("turns go counter-clockwise", following=lambda seat, players: (seat + players - 1) % players)


# ---- does it end


@theorem(
    "trade.offer", "trade.answer", "trade.own-turn", "turn.actions-free", "turn.end",
    bounds="3 players; a game from the start",
    expected="refuted",
    because="offers cost nothing and may be made as often as a player likes: the same offer is made and declined again "
    "and again. Nothing in the text ends it but the players' patience.",
)  # fmt: skip
def every_game_ends(proof: Proof) -> Refutation | None:
    """However the players decide, a game comes to its end. (An offer can be repeated for ever.)

    The engine is played from the start to an action phase; then an offer is made and declined by all.
    """
    players = min(proof.players)
    engine = proof.engine(players)
    state = start = engine.start()
    made: list[str] = []

    def play(move: Any) -> None:
        nonlocal state
        made.append(str(move))
        state = engine.apply(state, move)
        proof.case()

    def first(*words: str) -> Any:
        legal = engine.legal_moves(state)
        return next((move for word in words for move in legal if str(move).startswith(word)), None)

    while first("give") is None or not state.rolled:
        play(first("throw", "roll", "end turn") or engine.legal_moves(state)[0])
    before, loop = state, len(made)
    for words in (("give",), ("want",), ("propose",), *[("decline", "answer decline")] * (players - 1)):
        move = first(*words)
        if move is None:
            return None
        play(move)

    def shows(_: Any, states: Any) -> bool:
        return bool(states[-1] == states[loop] and len(states) > loop + 1)

    if state != before:
        return None
    says = f"after {loop} moves an offer is made and declined by all, and everything is as it was"
    return InEngine(says, engine, start, shows, tuple(made), from_start=True, partial=False, loop=loop)


@theorem("route.free-path", "build.own-pieces", bounds=Ranges(setups=BOARDS))
def everybodys_routes_find_a_path(proof: Proof, extra: int = 0) -> Refutation | None:
    """There are more paths than routes of all players: no supply of wood is too large for the board.

    So what ends a player's building is their own supply of routes, or a place that others have closed.
    """
    for setup in BOARDS:
        for players in proof.players:
            engine = proof.engine(players, setup=setup)
            g: Kit = engine.g  # type: ignore[attr-defined]
            paths = g.usable.bit_count()
            proof.cover(players, setup)
            proof.note(f"set-up {setup}: {paths} paths, {g.routes_each * players} routes of {players} players")
            if players * (g.routes_each + extra) > paths:
                says = f"{setup}: {players} players have {players * (g.routes_each + extra)} routes for {paths} paths"
                return InEngine(says, engine, engine.start(), partial(_too_many, players, extra), by="the map")
    return None


def _too_many(players: int, extra: int, engine: Any, _: Any) -> bool:
    return bool(players * (engine.g.routes_each + extra) > engine.g.usable.bit_count())


everybodys_routes_find_a_path.twin("everybody has a hundred routes more", extra=100)
