"""What can only be said of a whole game: features as a graph, the order of turns, and what does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulecheck.properties.invariants.declaring import OFTEN, SELDOM, Played, whole_game
from rulecheck.properties.invariants.wording import each as everybody
from rulecheck.properties.new_world.facts import Facts, facts, is_trapper, place_of
from rulecheck.properties.new_world.land import ACROSS, Shown
from rulecheck.properties.new_world.words import spots
from rulecheck.reference_engines.contract import AnyEngine, changed
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.table import AROUND, CELLS, FARMER, Counts, Drawing, Settling, Table
from rulecheck.spec.new_world.tiles import PLAIN, TOWN

if TYPE_CHECKING:
    import networkx as nx


def touching(grid: dict[int, Shown], cell: int) -> Iterator[tuple[int, int]]:
    """The pairs of nodes that touch, one of them on a tile."""
    for k, (_, slots, _) in enumerate(grid[cell].segments):
        for slot in slots:
            step, meets = ACROSS[slot]
            other = grid.get(cell + step)
            if other is not None and other.at_slot[meets] >= 0:
                yield cell << 4 | k, (cell + step) << 4 | other.at_slot[meets]


def graph_of(f: Facts, tiles: Counts) -> nx.Graph[int]:
    """The whole land: every segment a node, an edge where two touch."""
    import networkx as nx  # takes longer to import than a worker takes to start

    grid = f.grid(tiles)
    graph: nx.Graph[int] = nx.Graph()
    for cell, shown in grid.items():
        graph.add_nodes_from([cell << 4 | k for k in range(len(shown.segments))])
        graph.add_edges_from(touching(grid, cell))
    return graph


def node_of(grid: dict[int, Shown], settler: int) -> int:
    """Where a settler stands; -1 on a farm."""
    k = grid[settler >> 8].at_spot[settler >> 3 & 31]
    return -1 if k < 0 else settler >> 8 << 4 | k


@whole_game("settler.occupied", "land.segments", "land.plains", "settler.supply", "home.any-use", share=SELDOM)
def settlers_join_only_what_nobody_is_on(engine: AnyEngine, played: Played) -> Iterator[str]:
    """With the land put together tile by tile, those segments are open on whose features nobody is."""
    from networkx.utils import UnionFind

    f = facts(engine)
    grid = dict(f.coast)
    joined: UnionFind[int] = UnionFind()
    for cell in grid:
        for first, second in touching(grid, cell):
            joined.union(first, second)
    for before, move, now in zip(played.positions, played.moves, played.positions[1:], strict=False):
        if type(move) is not m.Place:
            continue
        cell = place_of(move)
        grid[cell] = f.faces[before.phase.tile << 2 | move.turned]
        for first, second in touching(grid, cell):
            joined.union(first, second)
        taken = {joined[node] for settler in before.settlers if (node := node_of(grid, settler)) >= 0}
        here = grid[cell]
        free = {spot for k, spot in enumerate(here.first_spots) if joined[cell << 4 | k] not in taken}
        if here.farm:
            free.add(FARMER)
        if not before.supply[before.turn]:
            free.clear()
        offered = f.spots(engine.legal_moves(now)) - {-1} if type(now.phase) is Settling else frozenset()
        if offered != free:
            yield f"after {move} open are {spots(f, offered)} instead of {spots(f, free)}"


@whole_game("land.segments", "land.plains", "land.start-row", "settler.occupied", share=SELDOM)
def features_are_what_touches(engine: AnyEngine, played: Played) -> Iterator[str]:
    """Settlers are counted as on one feature if, and only if, segments that touch lead from one to the other."""
    import networkx as nx

    f = facts(engine)
    last: Table = played.positions[-1]
    grid, graph = f.grid(last.tiles), graph_of(f, last.tiles)
    named = {node: k for k, nodes in enumerate(nx.connected_components(graph)) for node in nodes}
    groups: dict[int, list[int]] = {}
    for settler in last.settlers:
        node = node_of(grid, settler)
        groups.setdefault(named[node] if node >= 0 else -(settler >> 8), []).append(settler)
    should = {tuple(group) for group in groups.values()}
    if set(last.on.values()) != should:
        yield f"settlers are on {len(last.on)} features instead of {len(should)}, or on others"


@whole_game(
    "final.trails",
    "final.towns",
    "final.farms",
    "final.plains",
    "final.majority",
    "final.posts",
    "final.flags",
    share=SELDOM,
)
def the_end_is_worth_what_the_graph_says(engine: AnyEngine, played: Played) -> Iterator[str]:
    """Connected parts of the whole land, with the settlers on them, bring what the last move's final scoring paid."""
    last: Table = played.positions[-1]
    if len(played.moves) < 2:
        return
    import networkx as nx

    f, before, move = facts(engine), played.positions[-2], played.moves[-1]
    if f.bonus_at_end:
        return
    turn, _ = f.final_of(before, move, last)
    number, grid, graph = f.number, f.grid(last.tiles), graph_of(f, last.tiles)
    coast = f.final_counts_start
    points = list(turn.scores)
    on: dict[int, list[int]] = {}
    for settler in last.settlers:
        if (node := node_of(grid, settler)) >= 0:
            on.setdefault(node, []).append(settler & 7)
            continue
        there = [cell for step in AROUND if (cell := (settler >> 8) + step) in grid and (coast or cell >= CELLS)]
        points[settler & 7] += number("final.farm-itself") + number("final.farm-per-tile") * len(there)
    for nodes in nx.connected_components(graph):
        seats = Counter([seat for node in nodes for seat in on.get(node, ())])
        if not seats:
            continue
        some = next(iter(nodes))
        kind = grid[some >> 4].segments[some & 15][0]
        marks = sum([grid[node >> 4].segments[node & 15][2] for node in nodes])
        cells = [node >> 4 for node in nodes if coast or node >> 4 >= CELLS]
        tiles = len(cells if f.final_segments else set(cells))
        if kind == PLAIN:
            if f.closed_plains_only:
                return
            worth = marks * number("plain.per-animal")
        elif kind == TOWN:
            worth = tiles * number("final.town-per-tile") + marks * number("final.per-flag")
        else:
            worth = tiles * number("final.trail-per-tile") + marks * number("final.per-post")
        for seat, count in seats.items():
            if count == max(seats.values()):
                points[seat] += worth
    if tuple(points) != last.scores:
        yield f"the game ends with {everybody(engine.seats, last.scores)} instead of {everybody(engine.seats, points)}"


@whole_game("turn.order", "setup.first", "end.last-tile", "turn.draw", share=OFTEN)
def everybody_lays_tiles_in_turn(engine: AnyEngine, played: Played) -> Iterator[str]:
    """The first seat begins, and each tile is laid by the next seat; every tile is laid or in the box at the end."""
    n, laid = len(engine.seats), 0
    for before, move in zip(played.positions, played.moves, strict=False):
        if type(move) is m.Place:
            if before.turn != laid % n:
                yield f"tile {laid + 1} was laid by {engine.seats[before.turn]} instead of {engine.seats[laid % n]}"
                return
            laid += 1
    last = played.positions[-1]
    if laid + sum(last.box) != sum(facts(engine).copies):
        yield f"{laid} tiles were laid and {sum(last.box)} are in the box, of {sum(facts(engine).copies)}"


@whole_game("settler.supply", "plain.stay", "settler.one", share=OFTEN)
def a_colour_lies_down_no_more_often_than_it_has_settlers(engine: AnyEngine, played: Played) -> Iterator[str]:
    """Each trapper placed lies on the land at the end, and nobody has placed more of them than settlers."""
    placed: Counter[int] = Counter()
    for before, move in zip(played.positions, played.moves, strict=False):
        if type(move) is m.Trapper:
            placed[before.turn] += 1
    lie = Counter([settler & 7 for settler in played.positions[-1].settlers if is_trapper(settler)])
    if lie != placed:
        were, are = (everybody(engine.seats, [some[k] for k in range(len(engine.seats))]) for some in (placed, lie))
        yield f"trappers placed: {were}; on the land lie: {are}"


@whole_game("setup.tiles", "turn.draw", share=OFTEN)
def nobody_knows_what_comes(engine: AnyEngine, played: Played) -> Iterator[str]:
    """What a player sees tells how many tiles are left, and not which."""
    if not played.moves:
        return
    t, seat = played.positions[len(played.moves) // 8], len(played.moves) % len(engine.seats)
    if engine.observe(changed(t, pile=t.pile[::-1]), seat) != engine.observe(t, seat):
        yield f"{engine.seats[seat]} sees which tiles are left"


@whole_game("land.segments", "tile.attach", "settler.occupied", share=SELDOM)
def how_the_land_came_about_does_not_matter(engine: AnyEngine, played: Played) -> Iterator[str]:
    """The same tiles and settlers, set up at once, leave the same moves open and lead to the same position."""
    if not played.moves:
        return
    at = sum(played.positions[-1].scores) % len(played.moves)
    t, move = played.positions[at], played.moves[at]
    back = engine.from_json(engine.to_json(t))
    if list(engine.legal_moves(back)) != list(engine.legal_moves(t)):
        yield f"before {move} other moves are open if the same land is set up at once"
    elif engine.apply(back, move) != played.positions[at + 1]:
        yield f"{move} does something else if the same land is set up at once"


@whole_game("turn.place", "tile.unplaceable", "end.none-left")
def chance_decides_draws_only(engine: AnyEngine, played: Played) -> Iterator[str]:
    """Each draw is made by nobody, and every other move by the player whose turn it is."""
    for before, move in zip(played.positions, played.moves, strict=False):
        if (type(move) is m.Draw) != (type(before.phase) is Drawing):
            yield f"{move} is made while {type(before.phase).__name__.lower()}"
            return
