"""The substitute boards have the figures of the data sheet; a wrong file is refused with its place and a next step."""

import copy
import pickle
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import rulecheck.spec.catan_europe
from rulecheck.spec.catan_europe.map import RESOURCES, Map, load_map, load_tokens, plain, without_sea_paths
from rulecheck.spec.data import load_data
from rulecheck.spec.errors import SpecError

DATA = Path(rulecheck.spec.catan_europe.__file__).parent / "data"
Table = dict[str, Any]


def table(name: str) -> Table:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def full() -> Map:
    return load_map(table("map-full"), "map-full.toml")


@pytest.fixture(scope="module")
def short() -> Map:
    return load_map(table("map-short"), "map-short.toml")


@pytest.fixture(params=["map-full", "map-short"])
def board(request: pytest.FixtureRequest) -> Map:
    return load_map(table(request.param), f"{request.param}.toml")


def graph(board: Map) -> "nx.Graph[int]":
    return nx.Graph(board.paths)


# The data sheet's table.


def test_the_full_board_has_the_figures_of_the_data_sheet(full: Map) -> None:
    assert (len(full.regions), len(full.intersections), len(full.paths)) == (56, 137, 186)
    assert (len(full.cities), len(full.purple)) == (42, 16)
    assert max(max(row) for row in full.distances) == 23
    assert len(full.seas) == 6 * 9 + 5 * 8 - 56


def test_the_short_board_has_the_figures_of_the_data_sheet(short: Map) -> None:
    assert (len(short.regions), len(short.intersections), len(short.paths)) == (43, 102, 137)
    assert (len(short.cities), len(short.purple)) == (33, 16)
    assert max(max(row) for row in short.distances) == 19


def test_only_one_pair_of_cities_are_neighbours(board: Map) -> None:
    pairs = [path for path, (a, b) in enumerate(board.paths) if board.is_city[a] and board.is_city[b]]

    assert [board.path_names[path] for path in pairs] == ["Bruxelles - Köln"]


@pytest.mark.parametrize(("name", "place"), [("Berlin", "N(4,4)"), ("Torino", "S(6,3)"), ("København", "N(3,4)")])
def test_a_city_lies_where_the_data_sheet_says(board: Map, name: str, place: str) -> None:
    assert board.grid_name[board.intersection_index[name]] == place


def test_sofia_stands_on_the_grid_as_an_intersection(short: Map) -> None:
    sofia = short.intersection_index["Sofia"]

    assert {short.regions[region] for region in short.regions_at[sofia]} == {"H(8,6)", "H(7,5)", "H(7,6)"}


# How the parts of a Map hang together.


def test_names_are_in_row_order_and_north_comes_before_south(full: Map) -> None:
    places = [(int(name[2:-1].split(",")[0]), int(name[2:-1].split(",")[1]), name[0]) for name in full.grid_name]

    assert places == sorted(places)
    assert list(full.paths) == sorted(full.paths)
    assert all(a < b for a, b in full.paths)


def test_a_corner_touches_a_region_exactly_if_the_region_has_that_corner(board: Map) -> None:
    for region, corners in enumerate(board.corners):
        assert len(corners) <= 6
        assert all(region in board.regions_at[corner] for corner in corners)
    assert sum(map(len, board.corners)) == sum(map(len, board.regions_at))
    assert all(1 <= len(regions) <= 3 for regions in board.regions_at)


def test_a_corner_not_touched_by_three_regions_is_on_a_sea(board: Map) -> None:
    on_sea = {corner for corners in board.sea_corners for corner in corners}

    assert on_sea == {place for place, regions in enumerate(board.regions_at) if len(regions) < 3}


def test_paths_and_neighbours_tell_the_same(board: Map) -> None:
    for place, (others, paths) in enumerate(zip(board.neighbours, board.paths_at, strict=True)):
        assert list(others) == sorted(others)
        assert [board.paths[path] for path in paths] == [(min(place, o), max(place, o)) for o in others]
    assert sum(map(len, board.neighbours)) == 2 * len(board.paths)


def test_neighbours_are_one_hex_side_apart(board: Map) -> None:
    for a, b in board.paths:
        (ax, ay), (bx, by) = board.position[a], board.position[b]
        assert (abs(ax - bx), abs(ay - by)) in {(0, 2), (1, 1)}


def test_distances_are_those_of_the_graph(board: Map) -> None:
    for start, row in nx.all_pairs_shortest_path_length(graph(board)):
        assert {place: board.distance(start, place) for place in row} == row
        assert dict(board.reach[start]) == {place: steps for place, steps in row.items() if 1 <= steps <= 3}


def test_land_and_sea_share_a_path_exactly_if_it_is_coast(full: Map) -> None:
    sea_only = [full.path_names[path] for path, land in enumerate(full.land_path) if not land]

    assert len(sea_only) == 2
    for name in sea_only:
        a, b = full.paths[full.path_index[name]]
        assert not set(full.regions_at[a]) & set(full.regions_at[b])


def test_the_board_without_sea_paths_is_the_graph_without_them(board: Map) -> None:
    land = without_sea_paths(board)

    kept = [name for name, on_land in zip(board.path_names, board.land_path, strict=True) if on_land]
    assert list(land.path_names) == kept
    assert len(kept) < len(board.paths)
    assert all(land.path_names[land.path_index[name]] == name for name in kept)
    assert [land.path_names[s.route] for s in land.starts] == [board.path_names[s.route] for s in board.starts]
    for start, row in nx.all_pairs_shortest_path_length(graph(land)):
        assert {place: land.distance(start, place) for place in row} == row


def test_a_path_is_found_by_every_name_of_its_ends(full: Map) -> None:
    path = full.path_index["Bruxelles - Köln"]

    names = ["Köln - Bruxelles", "Koln - Bruxelles", "N(5,3) - S(4,3)", "S(4,3) - Köln", "Bruxelles - Koln"]
    assert [full.path_index[name] for name in names] == [path] * 5


@pytest.mark.parametrize(
    ("name", "ascii"), [("København", "Kobenhavn"), ("Nürnberg", "Nurnberg"), ("Łódź", "Lodz"), ("Bern", "Bern")]
)
def test_a_plain_name_is_in_ascii_letters(name: str, ascii: str) -> None:
    assert plain(name) == ascii


def test_every_intersection_is_found_by_its_name_and_its_grid_name(full: Map) -> None:
    assert [full.intersection_index[name] for name in full.intersections] == list(range(137))
    assert [full.intersection_index[name] for name in full.grid_name] == list(range(137))


def test_regions_produce_the_resource_of_their_terrain(full: Map) -> None:
    produced = {terrain: RESOURCES[kind] for terrain, kind in zip(full.terrain, full.resource, strict=True)}

    assert produced == {"forest": "wood", "pasture": "wool", "arable": "grain", "mountain": "ore", "salt": "salt"}


def test_a_board_survives_pickling(board: Map) -> None:
    again = pickle.loads(pickle.dumps(board))

    assert again == board
    assert hash(again) == hash(board)
    assert again.path_index == board.path_index


def test_loading_twice_gives_equal_boards_and_another_file_another_board(full: Map, short: Map) -> None:
    assert load_map(table("map-full"), "elsewhere.toml") == full
    assert full != short


# The fixed start.


def test_the_fixed_start_gives_the_resources_of_the_text(short: Map) -> None:
    """l.171-178: wood, wool, grain, ore, salt"""
    assert {start.seat: start.resources for start in short.starts} == {
        "red": (1, 0, 1, 0, 1),
        "blue": (1, 0, 0, 1, 1),
        "white": (1, 1, 1, 0, 0),
        "orange": (0, 0, 1, 1, 1),
    }


def test_the_roll_of_five_at_the_fixed_start_goes_as_in_the_example(short: Map) -> None:
    """l.318-323: blue gets a wool, orange and red a grain each, white nothing"""
    number = {region: value for region, value in enumerate(short.printed) if value} | dict(short.fixed_tokens)
    income = {
        start.seat: [
            RESOURCES[short.resource[region]]
            for post in start.posts
            for region in short.regions_at[post]
            if number.get(region) == 5
        ]
        for start in short.starts
    }

    assert income == {"red": ["grain"], "blue": ["wool"], "white": [], "orange": ["grain"]}


def test_the_full_board_has_no_fixed_start(full: Map) -> None:
    assert full.starts == ()
    assert full.fixed_tokens == ()


# The other data files.


def test_the_deck_has_25_cards_and_each_a_known_effect() -> None:
    cards = table("cards")["card"]

    assert sum(card["count"] for card in cards) == 25
    assert {card["effect"] for card in cards} == {
        "move_robber",
        "free_routes",
        "free_merchant_move",
        "free_caravan_move",
        "take_resources",
        "monopoly",
    }


def test_component_counts_are_those_of_the_box() -> None:
    parts = {row["name"]: row for row in table("components")["component"]}

    wood = ("trade_routes", "trading_posts", "caravans", "merchants", "robber")
    assert sum(parts[name]["count"] for name in wood) == 185
    cardboard = ("goods_tokens", "coins_of_1", "coins_of_3", "number_tokens")
    assert sum(parts[name]["count"] for name in cardboard) == 123
    assert sum(row["count"] * row["value"] for row in parts.values() if "value" in row) == 100
    for row in parts.values():
        assert row["count"] == row.get("kinds", row.get("players", 1)) * row.get("each", row["count"])


@pytest.mark.parametrize("path", sorted(DATA.glob("*.toml")), ids=lambda path: path.stem)
def test_every_row_tells_its_source(path: Path) -> None:
    data = load_data(path)

    rows = [row for value in data.table.values() if isinstance(value, list) for row in value]
    assert rows
    assert {row["source"] for row in rows} == data.sources.keys()
    assert data.substitute == (path.stem != "components")


def test_a_board_can_be_made_of_what_the_data_reader_gives(full: Map) -> None:
    data = load_data(DATA / "map-full.toml")

    assert load_map(data.table, data.path) == full


# Wrong files.


def refused(change: Callable[[Table], object], name: str = "map-short", path: str = "my.toml") -> str:
    """What is said about a board's table after a change."""
    changed = copy.deepcopy(table(name))
    change(changed)
    with pytest.raises(SpecError) as caught:
        load_map(changed, path)
    return str(caught.value)


def put(kind: str, row: int, **values: object) -> Callable[[Table], object]:
    """Set keys in one row (numbered as in messages); None takes a key away."""

    def change(data: Table) -> None:
        for key, value in values.items():
            if value is None:
                del data[kind][row - 1][key]
            else:
                data[kind][row - 1][key] = value

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            put("region", 1, terrain="desert"),
            "region 1 (H(1,3)): unknown terrain 'desert'; write one of forest, pasture, arable, mountain, salt",
        ),
        (put("region", 1, terrain=None), "region 1 (H(1,3)): terrain is missing; add terrain = …"),
        (put("region", 1, source=None), "region 1 (H(1,3)): source is missing; add source = …"),
        (put("region", 1, at=None), "region 1: at is missing; add at = …"),
        (put("region", 1, at=7), 'region 1: at = 7 is not a text; write at = "…"'),
        (
            put("region", 1, at="N(1,3)"),
            'region 1 (N(1,3)): at = \'N(1,3)\' is not a hex; write "H(row,column)", as in "H(4,3)"',
        ),
        (put("region", 1, at="H(1,8)"), "region 1 (H(1,8)): H(1,8) is outside the grid; see [grid] and first_column"),
        (put("region", 1, at="H(2,1)"), "region 1 (H(2,1)): H(2,1) is outside the grid; see [grid] and first_column"),
        (put("region", 2, at="H(1,3)"), "region 2 (H(1,3)): H(1,3) is listed twice; keep one of them"),
        (put("region", 1, number=6), "region 1 (H(1,3)): has both a number and a disc; keep one of them"),
        (put("region", 1, disc="round"), "region 1 (H(1,3)): unknown disc 'round'; write one of open, dashed"),
        (
            put("region", 1, nummer=6),
            "region 1 (H(1,3)): unknown key 'nummer'; known are at, terrain, number, disc, source",
        ),
        (
            put("city", 1, at="N(0,2)"),
            'city 1 (N(0,2)): Berlin is not on an intersection of this board; write "N(row,column)" or "S(row,column)"',
        ),
        (
            put("city", 2, at="Berlin"),
            'city 2 (Berlin): Bern is not on an intersection of this board; write "N(row,column)" or "S(row,column)"',
        ),
        (put("city", 2, at="N(4,4)"), "city 2 (N(4,4)): Bern is where Berlin is already; move one of them"),
        (
            put("city", 2, name="Berlin"),
            "city 2 (S(5,3)): Berlin is not the only one called Berlin; give each place its own name",
        ),
        (
            put("city", 1, name="Koln"),
            "city 8 (N(5,3)): Köln is not the only one called Koln; give each place its own name",
        ),
        (
            put("city", 1, name="N(4,4)"),
            "city 1 (N(4,4)): N(4,4) is not the only one called N(4,4); give each place its own name",
        ),
        (
            put("city", 1, name="A - B"),
            "city 1 (N(4,4)): 'A - B' cannot be used in the name of a path; leave out \" - \" and outer spaces",
        ),
        (put("city", 1, colour="blue"), "city 1 (N(4,4)): unknown colour 'blue'; write one of purple, brown"),
        (put("city", 1, port=0), "city 1 (N(4,4)): port = 0 is not a whole number from 1 up; fix the number"),
        (put("city", 1, port=True), "city 1 (N(4,4)): port = True is not a whole number from 1 up; fix the number"),
        (
            put("arrow", 1, path="Bern - Wien"),
            "arrow 1 (Bern - Wien): 'Bern - Wien' is not a path of this board;"
            ' write two neighbouring intersections as "A - B"',
        ),
        (
            put("arrow", 2, path="N(4,6) - S(3,5)"),
            "arrow 2 (N(4,6) - S(3,5)): this path is listed twice; keep one of them",
        ),
        (put("start", 2, seat="red"), "start 2 (red): red is listed twice; keep one of them"),
        (
            put("start", 1, posts=["Bern"]),
            "start 1 (red): posts are not three places; list three cities, the third gives the resources",
        ),
        (
            put("start", 1, posts=["Bern", "Wien", "Roomah"]),
            "start 1 (red): 'Roomah' is not an intersection of this board; write a city's name",
        ),
        (
            put("start", 1, resources={"gold": 1}),
            "start 1 (red): gold = 1 is not an amount; known are wood, wool, grain, ore, salt",
        ),
        (put("start", 1, resources=3), "start 1 (red): resources are not a table; write resources = { wood = 1 }"),
        (
            put("dashed", 1, at="H(1,3)"),
            'dashed 1 (H(1,3)): H(1,3) has no dashed circle; see [[region]] with disc = "dashed"',
        ),
        (put("dashed", 1, terrain="salt"), "dashed 1 (H(3,3)): H(3,3) is pasture, not salt; fix one of them"),
        (put("dashed", 1, value=7), "dashed 1 (H(3,3)): value = 7 cannot be rolled for; write 2 to 6 or 8 to 12"),
        (
            put("dashed", 2, at="H(3,3)", terrain="pasture"),
            "dashed 2 (H(3,3)): H(3,3) is listed twice; keep one of them",
        ),
        (lambda data: data.pop("grid"), "[grid] is missing; add it with rows, even_columns and odd_columns"),
        (lambda data: data.pop("region"), "no [[region]] is listed; write at least 1"),
        (lambda data: data.pop("city"), "no [[city]] is listed; write at least 1"),
        (
            lambda data: data.update(region="none"),
            "region is not a list of tables; write each one under its own [[region]]",
        ),
        (
            lambda data: data["grid"].update(rows="ten"),
            "[grid]: rows = 'ten' is not a whole number from 1 to 99; fix the number",
        ),
        (
            lambda data: data.update(first_column=-1),
            "first_column = -1 is not a whole number from 0 up; fix the number",
        ),
    ],
)
def test_a_wrong_value_is_refused_with_its_place_and_a_next_step(change: Callable[[Table], object], said: str) -> None:
    assert refused(change) == f"my.toml: {said}"


@pytest.mark.parametrize("number", [0, 1, 7, 13, -3, "5", 5.0, True])
def test_a_number_that_no_dice_show_is_refused(number: object) -> None:
    row = next(i for i, region in enumerate(table("map-short")["region"], 1) if region.get("number") == 8)
    said = refused(put("region", row, number=number))

    assert said == f"my.toml: region {row} (H(4,3)): number = {number!r} cannot be rolled for; write 2 to 6 or 8 to 12"


def test_an_error_names_the_line_where_the_file_can_be_read(tmp_path: Path) -> None:
    text = (DATA / "map-short.toml").read_text(encoding="utf-8").replace('colour = "brown"', 'colour = "blue"', 1)
    line = next(at for at, line in enumerate(text.splitlines(), 1) if 'colour = "blue"' in line)
    mine = tmp_path / "mine.toml"
    mine.write_text(text, encoding="utf-8")

    with pytest.raises(SpecError) as caught:
        load_map(tomllib.loads(text), str(mine))
    assert (caught.value.path, caught.value.line) == (str(mine), line)


def test_an_error_in_a_file_of_ours_names_the_line_too() -> None:
    said = refused(put("region", 1, terrain="desert"), path="spec/catan_europe/data/map-short.toml")

    lines = (DATA / "map-short.toml").read_text(encoding="utf-8").splitlines()
    line = lines.index('at = "H(1,3)"') + 2
    assert said.startswith(f"spec/catan_europe/data/map-short.toml:{line}: region 1 (H(1,3)): unknown terrain")


def test_a_wrong_token_is_refused() -> None:
    data = table("tokens")
    data["token"][3]["value"] = 7

    with pytest.raises(SpecError) as caught:
        load_tokens(data, "my.toml")
    assert str(caught.value) == "my.toml: token 4: value = 7 cannot be rolled for; write 2 to 6 or 8 to 12"
