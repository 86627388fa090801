"""Every check of a board passes on the substitute boards and fails on a twin that is wrong in that one thing."""

import copy
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import rulecheck.spec.catan_europe
from rulecheck.spec.catan_europe.checks import Check, check_map
from rulecheck.spec.catan_europe.map import Map, Token, load_map, load_tokens

DATA = Path(rulecheck.spec.catan_europe.__file__).parent / "data"
Table = dict[str, Any]
Change = Callable[[Table], object]

IDS = (
    *(f"M{number}" for number in range(1, 11)),
    *(f"F{number}" for number in range(1, 10)),
    *("S1", "S2"),
    *(f"T{number}" for number in range(1, 8)),
)


def table(name: str) -> Table:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


FULL = load_map(table("map-full"), "map-full.toml")
SHORT = load_map(table("map-short"), "map-short.toml")
TOKENS = load_tokens(table("tokens"), "tokens.toml")


def twin(*changes: Change) -> Map:
    """The short board after some changes to its file."""
    changed = copy.deepcopy(table("map-short"))
    for change in changes:
        change(changed)
    return load_map(changed, "twin.toml")


def outcome(board: Map, id: str, *, tokens: tuple[Token, ...] = TOKENS, full: Map | None = FULL) -> Check:
    return next(check for check in check_map(board, tokens, full=full) if check.id == id)


def failing(board: Map, *, tokens: tuple[Token, ...] = TOKENS, full: Map | None = None) -> list[str]:
    return [check.id for check in check_map(board, tokens, full=full) if check.holds is False]


def region(at: str, /, **values: object) -> Change:
    """Set a region's keys; None takes a key away."""
    return row("region", at, "at", values)


def city(name: str, /, **values: object) -> Change:
    return row("city", name, "name", values)


def start(seat: str, /, **values: object) -> Change:
    return row("start", seat, "seat", values)


def row(kind: str, name: str, key: str, values: dict[str, object]) -> Change:
    def change(data: Table) -> None:
        [entry] = [row for row in data[kind] if row[key] == name]
        entry.update(values)
        for gone in [key for key, value in entry.items() if value is None]:
            del entry[gone]

    return change


def without(kind: str, name: str, key: str) -> Change:
    def change(data: Table) -> None:
        before = len(data[kind])
        data[kind] = [row for row in data[kind] if row[key] != name]
        assert len(data[kind]) == before - 1

    return change


def every(kind: str, when: Callable[[Table], bool], **values: object) -> Change:
    def change(data: Table) -> None:
        chosen = [row for row in data[kind] if when(row)]
        assert chosen
        for row in chosen:
            row.update(values)
            for gone in [key for key, value in row.items() if value is None]:
                del row[gone]

    return change


NO_START: tuple[Change, ...] = (lambda data: data.pop("start"), lambda data: data.pop("dashed"))


# The good boards.


@pytest.mark.parametrize("board", [FULL, SHORT], ids=["full", "short"])
def test_a_substitute_board_passes_every_check(board: Map) -> None:
    checks = check_map(board, TOKENS, full=FULL)

    assert [check.id for check in checks] == list(IDS)
    assert [check.id for check in checks if check.holds is not True] == []
    assert all(check.what for check in checks)


def test_the_examples_alone_need_the_f_checks_and_two_tokens() -> None:
    unneeded = [check.id for check in check_map(FULL, TOKENS) if not check.needed]

    assert unneeded == [*(f"F{number}" for number in range(1, 10)), "T4", "T5"]


# The broken twins: each is the short board, changed in one thing.


@pytest.mark.parametrize(
    ("changes", "fails", "what"),
    [
        (
            [every("region", lambda r: r["terrain"] == "salt", terrain="forest"), *NO_START],
            ["M2", "F5"],
            "no region is salt",
        ),
        (
            [city("Hamburg", colour="brown")],
            ["M3"],
            "the fixed start puts posts on places that are not purple cities: Hamburg",
        ),
        (
            [start("white", posts=["Praha", "Krakow", "Bruxelles"])],
            ["M3"],
            "the fixed start puts two posts on Krakow",
        ),
        (
            [
                every("city", lambda c: c["name"] in ("Berlin", "Paris", "Torino", "Wroclaw", "Köln"), colour="brown"),
                *NO_START,
            ],
            ["M4"],
            "11 purple cities, the initial phase needs 12",
        ),
        ([region("H(1,3)", disc=None)], ["M5"], "neither number nor circle on mountain H(1,3) with no circle"),
        (
            [region("H(3,3)", disc="open"), lambda data: data["dashed"].pop(0)],
            ["M5"],
            "4 of 5 dashed circles: forest H(5,3) with dashed circle, mountain H(5,4) with dashed circle,"
            " salt H(6,5) with dashed circle, arable H(7,3) with dashed circle",
        ),
        (
            [every("region", lambda r: r.get("disc") == "open", disc=None, number=12)],
            ["M6", "F5", "F6"],
            "0 regions without number and token at the start",
        ),
        (
            [city("Köln", port=2)],
            ["M7"],
            "coins at cities that touch neither sea nor a salt region: Köln",
        ),
        ([every("city", lambda c: "port" in c, port=None)], ["M7"], "no city shows coins"),
        ([lambda data: data.pop("arrow")], ["M8", "F3"], "double arrows on none"),
        ([city("Tirana", name="Durres")], ["M10"], "the board names no Tirana"),
        (
            [region("H(7,2)", number=4)],
            ["F1"],
            "Lyon touches no pasture that can carry a 5, it touches pasture H(7,2) with 4, mountain H(8,2) with 9",
        ),
        (
            [region("H(8,2)", number=5)],
            ["F1"],
            "a 5 gives Lyon more than one pasture: pasture H(7,2) with 5, mountain H(8,2) with 5",
        ),
        ([city("Lyon", name="Lugdunum"), *NO_START], ["F1"], "the board names no Lyon"),
        (
            [city("Roma", at="S(6,4)")],
            ["F2"],
            "no crossing joins Torino, Bern and a crossing next to Venezia;"
            " distances Torino - Bern 2, Torino - Venezia 3, Bern - Venezia 3",
        ),
        (
            [without("arrow", "S(3,5) - N(4,6)", "path")],
            ["F3"],
            "no chain city - a - b - Kaliningrad has a double arrow on a - b and no city on a and b",
        ),
        (
            [city("Warszawa", at="S(3,5)")],
            ["F3", "F4"],
            "no crossing east of Wroclaw, next to it, without a city, is 3 steps from Praha",
        ),
        (
            [city("Kaliningrad", port=1)],
            ["F5"],
            "Kaliningrad pays 1 gold, the example mentions none",
        ),
        (
            [region("H(3,5)", terrain="forest")],
            ["F5"],
            "Kaliningrad should touch one region without number, a salt region; it has forest H(3,5) with open circle",
        ),
        (
            [region("H(7,6)", disc=None, number=6)],
            ["F6"],
            "without number at Beograd should be a mountain and an arable region;"
            " it has mountain H(6,7) with open circle",
        ),
        (
            [city("Paris", at="N(7,2)", colour="brown")],
            ["F7"],
            "no four routes lead, one beside the other, from Bern past Paris and Bruxelles to Köln",
        ),
        (
            [city("Bruxelles", at="N(5,2)"), *NO_START],
            ["F7", "F8", "F9"],
            "neighbours among Bern, Paris, Bruxelles, Köln: none",
        ),
        (
            [city("Köln", name="Cologne"), *NO_START],
            ["F1", "F7", "F8"],
            "the board names no Köln",
        ),
        (
            [city("Bruxelles", at="N(5,2)"), *NO_START],
            ["F7", "F8", "F9"],
            "paths with a city at both ends: none",
        ),
        ([city("Roma", at="N(7,2)")], ["S1"], "fewer than two neighbours without a city: Paris"),
        (
            [start("red", resources={"wood": 2})],
            ["S2"],
            "red is to get 2 wood, but Budapest gives 1 wood, 1 grain, 1 salt",
        ),
        ([start("red", route="Lyon - N(8,3)")], ["S2"], "red's route Lyon - N(8,3) touches none of its posts"),
        ([start("orange", route="Köln - S(4,4)")], ["S2"], "the start routes connect Köln, Nürnberg"),
        ([start("orange", route="Köln - Bruxelles")], ["S2"], "the start routes connect Bruxelles, Köln"),
        (
            [lambda data: data["dashed"][0].update(value=9)],
            ["T7"],
            "the fixed start uses tokens that are not there: pasture 9",
        ),
        (
            [lambda data: data["dashed"].pop(0)],
            ["T7"],
            "the fixed start leaves a dashed circle empty: pasture H(3,3) with dashed circle",
        ),
    ],
)
def test_a_board_wrong_in_one_thing_fails_that_check(changes: list[Change], fails: list[str], what: str) -> None:
    board = twin(*changes)

    assert failing(board) == fails
    assert what in [check.what for check in check_map(board, TOKENS) if check.holds is False]


def test_kaliningrad_too_near_to_praha_fails() -> None:
    """F4"""
    board = twin(city("Praha", at="N(4,6)"), *NO_START)

    assert outcome(board, "F4").holds is False
    assert outcome(board, "F4").what == "Kaliningrad lies at distance 1 from Praha, more than 3 expected"


def test_beograd_out_of_reach_of_budapest_fails() -> None:
    """F6"""
    board = twin(city("Budapest", at="S(1,3)"), *NO_START)

    assert outcome(board, "F6").holds is False
    assert outcome(board, "F6").what == (
        "mountain H(6,7) with open circle, arable H(7,6) with open circle at Beograd;"
        " Budapest at distance 11, a merchant makes 3"
    )


# What no file can say wrong, only a Map made by other means.


def test_an_intersection_with_four_paths_fails() -> None:
    """M1"""
    berlin = SHORT.intersection_index["Berlin"]
    paths_at = tuple((0, 1, 2, 3) if place == berlin else paths for place, paths in enumerate(SHORT.paths_at))

    assert outcome(evolve(SHORT, paths_at=paths_at), "M1") == Check(
        "M1", False, "more than three paths or regions meet at Berlin", True
    )


def test_a_path_between_places_that_are_no_neighbours_fails() -> None:
    """M1"""
    paths = ((0, len(SHORT.intersections) - 1), *SHORT.paths[1:])

    check = outcome(evolve(SHORT, paths=paths), "M1")
    assert (check.holds, check.what) == (False, f"these paths are not the side of a region: {SHORT.path_names[0]}")


def test_a_purple_place_without_a_city_fails() -> None:
    """M3"""
    bare = SHORT.intersection_index["N(6,3)"]

    check = outcome(evolve(SHORT, purple=(*SHORT.purple, bare)), "M3")
    assert (check.holds, check.what) == (False, "purple but without a city: N(6,3)")


def test_a_region_with_both_number_and_circle_fails() -> None:
    """M5"""
    printed = (6, *SHORT.printed[1:])

    check = outcome(evolve(SHORT, printed=printed), "M5")
    assert (check.holds, check.what) == (False, "number and circle on mountain H(1,3) with 6")


def test_two_cities_of_one_name_fail() -> None:
    """M10"""
    names = tuple("Wien" if name == "Praha" else name for name in SHORT.intersections)

    check = outcome(evolve(SHORT, intersections=names), "M10")
    assert (check.holds, check.what) == (False, "more than one city is called Wien")


# M9 compares two boards.


def test_a_short_board_alone_leaves_the_comparison_undecided() -> None:
    """M9"""
    assert outcome(SHORT, "M9", full=None) == Check(
        "M9", None, "this is a short board; give the full board too to have them compared", True
    )
    assert outcome(FULL, "M9", full=None).holds is True


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ([region("H(1,3)", terrain="salt")], "region H(1,3) is salt open here and mountain open there"),
        ([without("region", "H(1,7)", "at")], "region H(1,7) is sea here and forest open there"),
        (
            [lambda data: data["region"].append({"at": "H(0,8)", "terrain": "salt", "number": 2, "source": "mine"})],
            "region H(0,8) is salt 2 here and none there",
        ),
        ([city("Wien", colour="brown")], "city at N(7,5): Wien brown here, Wien purple there"),
        ([city("Tirana", port=3)], "city at N(9,5): Tirana brown 3 here, Tirana brown 1 there"),
        ([without("city", "Roma", "name")], "city at N(9,4): none here, Roma brown there"),
        (
            [without("arrow", "N(8,3) - S(7,3)", "path")],
            "double arrow at S(7,3) - N(8,3): none here, a double arrow there",
        ),
    ],
)
def test_a_short_board_that_differs_from_the_full_one_fails(changes: list[Change], what: str) -> None:
    """M9"""
    check = outcome(twin(*changes), "M9")

    assert (check.holds, check.what) == (False, f"differs from the full board: {what}")


def test_a_short_board_that_lacks_more_than_the_west_fails() -> None:
    """M9"""
    larger = table("map-full")
    larger["grid"]["even_columns"] = 10
    larger["region"].append({"at": "H(0,9)", "terrain": "salt", "disc": "open", "source": "mine"})

    check = outcome(SHORT, "M9", full=load_map(larger, "larger.toml"))
    assert (check.holds, check.what) == (
        False,
        "differs from the full board: region H(0,9) is left out but does not lie in the west",
    )


# The tokens.


def swapped(first: Token, second: Token) -> tuple[Token, ...]:
    """The good tokens after two of them exchanged their colours."""
    values = {first: Token(first.terrain, second.value), second: Token(second.terrain, first.value)}
    return tuple(values.get(token, token) for token in TOKENS)


def instead(old: Token, new: Token) -> tuple[Token, ...]:
    return tuple(new if token == old else token for token in TOKENS)


@pytest.mark.parametrize(
    ("tokens", "fails", "what"),
    [
        (
            (*TOKENS, Token("salt", 5)),
            ["T1", "T2", "T3"],
            "16 number tokens, 15 expected",
        ),
        (
            instead(Token("forest", 4), Token("forest", 5)),
            ["T2"],
            "token numbers: 1 with 4, 2 expected, 3 with 5, 2 expected",
        ),
        (
            instead(Token("forest", 4), Token("forest", 6)),
            ["T2"],
            "token numbers: 1 with 4, 2 expected, 1 with 6, 0 expected",
        ),
        (
            instead(Token("forest", 4), Token("pasture", 4)),
            ["T3"],
            "three tokens of each colour expected, found 2 forest, 4 pasture, 3 arable, 3 mountain, 3 salt",
        ),
        (
            swapped(Token("salt", 11), Token("arable", 3)),
            ["T4"],
            "the salt tokens should include 11, they are 3, 4, 10",
        ),
        (
            swapped(Token("mountain", 9), Token("arable", 3)),
            ["T5"],
            "the mountain tokens should include 9, they are 3, 5, 10",
        ),
        (
            tuple(Token("forest" if token.terrain == "salt" else token.terrain, token.value) for token in TOKENS),
            ["T3", "T4", "T6"],
            "too few tokens for the circles of salt",
        ),
    ],
)
def test_tokens_wrong_in_one_thing_fail_that_check(tokens: tuple[Token, ...], fails: list[str], what: str) -> None:
    assert failing(FULL, tokens=tokens) == fails
    assert what in [check.what for check in check_map(FULL, tokens) if check.holds is False]


def test_a_circle_counts_as_a_five_only_if_a_token_of_its_colour_can_show_it() -> None:
    """F1: positions of the examples may be mid-game."""
    board = twin(region("H(4,4)", number=None, disc="open"))
    without_five = swapped(Token("arable", 5), Token("pasture", 3))

    assert outcome(board, "F1").holds is True
    assert outcome(board, "F1", tokens=without_five).holds is False


def test_a_board_without_any_of_the_named_cities_fails_each_check_by_name() -> None:
    """Every F check but F9 says which city it misses."""
    board = twin(
        lambda data: data.update(city=[{"name": "Home", "at": "N(4,4)", "colour": "purple", "source": "x"}]), *NO_START
    )

    for check in check_map(board, TOKENS):
        if check.id.startswith("F") and check.id != "F9":
            assert check.holds is False
            assert check.what.startswith("the board names no ")
