"""Whole games under every reading keep the contract; the land that grows step by step is the land that lies there."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import networkx as nx
import pytest

import rulecheck.spec.new_world
from rulecheck.properties.perft import Counter as Counter_
from rulecheck.properties.perft import count
from rulecheck.reference_engines.contract import OVER, UnknownMove
from rulecheck.reference_engines.new_world.engine import NewWorld
from rulecheck.reference_engines.new_world.moves import Move, Place
from rulecheck.reference_engines.new_world.table import CELLS, STEPS, Table, root_of
from rulecheck.spec import SpecError, load
from rulecheck.spec.new_world.tiles import OPPOSITE_HALF, PLAIN, TOWN, TRAIL, WEST, Segment, Tile, turned
from tests.reference_engines import playing

BOOK = load("new_world")
OTHER = playing.other_choices("new_world")


def engine(
    players: int,
    readings: Mapping[str, str] | None = None,
    numbers: Mapping[str, int] | None = None,
    setup: str = "standard",
    data: tuple[Path, ...] = (),
) -> NewWorld:
    return playing.build_as(
        NewWorld, "new_world", players=players, readings=readings, numbers=numbers, setup=setup, data=data
    )


def chosen(play: NewWorld, state: Table, legal: Sequence[Move], rng: random.Random, *, is_neat: bool) -> Move:
    """A random move; neat players lay tiles next to many others and far in the east, so that much is completed."""

    def worth(move: Move) -> float:
        assert isinstance(move, Place)
        cell = CELLS * move.column + move.row + 256
        return sum(cell + step in state.land.grid for step in STEPS) - 0.2 * move.column + rng.random()

    return max(legal, key=worth) if is_neat and isinstance(legal[0], Place) else rng.choice(legal)


def play_out(play: NewWorld, seed: int, *, tries: int = 4, is_neat: bool = False) -> Counter[str]:
    """One game, by a neat player or any."""
    return playing.play_out(play, seed, tries=tries, choose=lambda t, m, r: chosen(play, t, m, r, is_neat=is_neat))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("setup", ["standard", "late-surveyor"])
def test_games_keep_the_contract(players: int, setup: str) -> None:
    met = play_out(engine(players, setup=setup), 1) + play_out(engine(players, setup=setup), 2, is_neat=True)

    assert {"end.last-tile", "win.most", "tile.match", "home.return", "surveyor.move"} <= set(met)


@pytest.mark.parametrize(("reading", "choice"), OTHER)
def test_games_under_every_reading_keep_the_contract(reading: str, choice: str) -> None:
    setup = "late-surveyor" if reading.startswith("late.") else "standard"
    play_out(engine(2 + len(reading) % 4, {reading: choice}, setup=setup), 1, tries=2, is_neat=True)


def test_games_under_all_other_readings_together_keep_the_contract() -> None:
    play_out(engine(4, dict(OTHER)), 3, tries=2, is_neat=True)
    play_out(engine(4, dict(OTHER), setup="late-surveyor"), 3, tries=2, is_neat=True)


def test_neat_games_come_to_most_rules() -> None:
    """What is left stands in the worked examples."""
    met: Counter[str] = Counter()
    for seed in range(4):
        met += play_out(engine(2 + seed % 4), seed, tries=6, is_neat=True)

    rules = {clause.id for clause in BOOK.clauses.values() if clause.kind == "rule"}
    assert len(rules - set(met)) <= 12, sorted(rules - set(met))
    assert {"surveyor.stuck", "remove.behind", "score.several", "farm.complete"} <= set(met)


@pytest.mark.parametrize(
    "numbers",
    [
        {"settlers.supply": 1},
        {"settlers.supply": 0},
        {"bonus.points": 0, "trail.per-tile": 3},
        {"late.spaces": 1},
        {"farm.points": 20, "plain.per-animal": 2, "final.per-flag": 0},
    ],
)
def test_rules_with_other_numbers_can_be_played(numbers: dict[str, int]) -> None:
    play_out(engine(3, numbers=numbers, setup="late-surveyor"), 5, tries=2)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"settlers.supply": -1}, "settlers.supply = -1 cannot be played; write 0 to 200"),
        ({"late.spaces": 0}, "late.spaces = 0 cannot be played; write 1 to 200"),
        ({"surveyors": 3}, "surveyors = 3 cannot be played; the rules speak of two"),
    ],
)
def test_numbers_that_cannot_be_played_are_named(numbers: dict[str, int], message: str) -> None:
    with pytest.raises(SpecError) as refused:
        engine(3, numbers=numbers)

    assert message in str(refused.value)


# ---- the land that grows step by step, against the land as a graph

Spot = tuple[int, int, int]
"""A cell, 0 for its sides or 1 for its half sides, and which of them."""


def graph_of(play: NewWorld, state: Table) -> nx.Graph[Spot]:
    """Every side with a town or trail and every half side with a plain, joined within tiles and between neighbours.

    Only what lies there is looked at: the tile faces and the start spaces.
    """
    faces: dict[int, Tile] = {
        256 + space.row: face.tile for space, face in zip(play.g.start, play.g.start_faces, strict=True)
    }
    for tile in state.tiles:
        faces[tile >> 10] = turned(play.g.kinds[tile >> 2 & 255].tile, tile & 3)
    graph: nx.Graph[Spot] = nx.Graph()
    for cell, tile_face in faces.items():
        groups = [(0, TOWN, feature) for feature in tile_face.towns] + [
            (0, TRAIL, feature) for feature in tile_face.trails
        ]
        groups += [(1, PLAIN, feature) for feature in tile_face.plains]
        for part, kind, feature in groups:
            graph.add_nodes_from(((cell, part, place) for place in feature.at), kind=kind)
            graph.add_edges_from(((cell, part, feature.at[0]), (cell, part, place)) for place in feature.at[1:])
            graph.nodes[cell, part, feature.at[0]]["marks"] = feature.marks
    for cell, part, place in list(graph):
        side = place // 2 if part else place
        there = (cell + STEPS[side], part, OPPOSITE_HALF[place] if part else (place + 2) % 4)
        if there in graph:
            graph.add_edge((cell, part, place), there)
    return graph


def settled(play: NewWorld, parts: list[set[Spot]], state: Table) -> list[tuple[int, ...]]:
    """The settlers on each part that has some, farmers left out."""
    standing: dict[int, list[int]] = {}
    for settler in state.settlers:
        cell, spot = settler >> 8, settler >> 3 & 31
        if spot < 16:
            node = (cell, 1, spot - 8) if spot >= 8 else (cell, 0, spot % 4)
            part = next(k for k, spots in enumerate(parts) if node in spots)
            standing.setdefault(part, []).append(settler)
    return sorted(map(tuple, standing.values()))


@pytest.mark.parametrize(("seed", "is_neat"), [(1, False), (2, False), (3, True), (4, True)])
@pytest.mark.parametrize("coast", ["on", "off"])
def test_features_grow_as_the_land_lies(seed: int, is_neat: bool, coast: str) -> None:
    play = engine(3, {"start.coast-plain": coast, "start.plymouth": "town" if seed % 2 else "plain"})
    rng = random.Random(seed)
    state = play.start()
    while play.actor(state) != OVER:
        legal = list(play.legal_moves(state))
        state = play.apply(state, chosen(play, state, legal, rng, is_neat=is_neat))
    graph, land = graph_of(play, state), state.land
    pairs = Counter[tuple[int, int]]()
    parts = list(nx.connected_components(graph))
    for slot, number in land.slots.items():  # what is open is what has no neighbour, and belongs to one part
        cell, local = divmod(slot, 12)
        side = local if local < 4 else (local - 4) // 2
        inner = (
            cell + STEPS[side],
            int(local >= 4),
            (local + 2) % 4 if local < 4 else OPPOSITE_HALF[local - 4],
        )
        assert inner in graph
        part = next(k for k, spots in enumerate(parts) if inner in spots)
        pairs[part, root_of(land.parent, number)] += 1
    assert len({part for part, _ in pairs}) == len({root for _, root in pairs}) == len(pairs)
    assert all(land.features[root].open == count for (_, root), count in pairs.items())
    roots = [land.features[root] for root in {root_of(land.parent, number) for number in range(len(land.parent))}]
    told = sorted((feature.kind, len(feature.cells), feature.marks) for feature in roots)
    assert told == sorted(
        (
            max(graph.nodes[spot]["kind"] for spot in part),
            0 if next(iter(part))[1] else len({cell for cell, _, _ in part}),
            sum(graph.nodes[spot].get("marks", 0) for spot in part),
        )
        for part in parts
    )
    assert settled(play, parts, state) == sorted(there for number, there in state.on.items() if number >= 0)


@pytest.mark.parametrize("seed", [5, 6])
def test_a_land_told_again_is_the_land_that_grew(seed: int) -> None:
    """Features, settlers on them, farms and free places do not depend on the order in which the tiles came."""
    play = engine(4)
    rng = random.Random(seed)
    state = play.start()
    while play.actor(state) != OVER:
        legal = list(play.legal_moves(state))
        state = play.apply(state, chosen(play, state, legal, rng, is_neat=True))
        again = play.from_json(play.to_json(state))
        assert state.land.frontier == again.land.frontier
        assert state.land.farms == again.land.farms
        assert state.land.west == again.land.west
        assert set(state.land.slots) == set(again.land.slots)
        assert sorted(state.on.values()) == sorted(again.on.values())
        known = {settlers: number for number, settlers in again.on.items()}
        for number, settlers in state.on.items():
            if number >= 0:
                assert state.land.features[number] == again.land.features[known[settlers]]


# ---- the notation, the tree, the citations


def test_every_move_is_read_back_also_far_away() -> None:
    play = engine(5)

    assert [play.parse(str(move)) for move in play.all_moves()] == list(play.all_moves())
    assert play.parse("place c40 r-60 turned 2") == Place(40, -60, 2)
    assert str(play.parse("score farm c33 r90")) == "score farm c33 r90"
    for text in (
        "place c40 r-60",
        "place c1 r900 turned 0",
        "score farm c1 r2 turned 1",
        "score plain N",
        "robber NNW",
    ):
        with pytest.raises(UnknownMove):
            play.parse(text)


@pytest.mark.parametrize(
    ("players", "setup", "start", "positions"),
    [
        (2, "standard", "begin", (50, 600, 2559, 126778)),
        (5, "standard", "begin", (50, 600, 2559, 126778)),
        (3, "late-surveyor", "begin", (50, 600, 2559, 126778)),
        (3, "standard", "last tile", (1, 16, 64, 0)),
    ],
)
def test_the_move_tree_has_not_changed(players: int, setup: str, start: str, positions: tuple[int, ...]) -> None:
    play = engine(players, setup=setup)

    assert count(play, play.named_start(start), len(positions)).positions == positions


def test_the_tree_below_each_first_tile() -> None:
    """A farm (21) fits beside the seven plains of the coast; a straight trail also against the trail of row 2."""
    play = engine(3)
    branches = {str(branch.move): branch.tree.positions for branch in Counter_(play).branches(play.start(), 2)}

    assert branches["draw 21"] == (7,)
    assert branches["draw 17"] == (8,)
    assert branches["draw 18"] == (23,)


def test_a_set_of_ones_own_takes_the_place_of_ours(tmp_path: Path) -> None:
    ours = Path(rulecheck.spec.new_world.__file__).parent / "data" / "tiles.toml"
    text = ours.read_text(encoding="utf-8").replace("substitute = true", "substitute = false")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace("title =", 'replaces = "tiles"\ntitle =', 1), encoding="utf-8")
    assert tomllib.loads(mine.read_text(encoding="utf-8"))["replaces"] == "tiles"

    play = engine(3, data=(mine,))

    assert play.rules.substitute == ("start-row",)
    assert engine(3).rules.substitute == ("start-row", "tiles")
    play_out(play, 1, tries=1)


def test_a_plymouth_that_becomes_a_town_keeps_its_animals_and_loses_the_trail_there(tmp_path: Path) -> None:
    """land.start-row, start.plymouth: whatever a data file shows, all plains of the space are joined at the coast."""
    own = Path(rulecheck.spec.new_world.__file__).parent / "data" / "start-row.toml"
    ours = 'plains = [{ halves = "014567" }]'
    shown = (
        'trails = [{ sides = "W" }]\nplains = [{ halves = "017", animals = [1] }, { halves = "456", animals = [2, 3] }]'
    )
    other = tmp_path / "start-row.toml"
    other.write_text(own.read_text(encoding="utf-8").replace(ours, shown, 1), encoding="utf-8")
    kit = engine(3, {"start.plymouth": "town"}, data=(other,)).g
    as_shown = engine(3, {"start.plymouth": "plain"}, data=(other,)).g

    assert [trail.at for trail in as_shown._start_tile(as_shown.start[0]).trails] == [(WEST,)]
    assert kit._start_tile(kit.start[0]) == Tile((Segment((WEST,)),), (), (Segment((0, 1, 4, 5), 3),))
