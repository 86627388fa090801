"""The cases of a suite: our engine answers all of them rightly, and wrong engines do not."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rulecheck.properties.mistakes import mistakes_of
from rulecheck.properties.suite.cases import case_of, packed, unpacked
from rulecheck.properties.suite.choosing import MOST_CASES, cover
from rulecheck.properties.suite.making import files_of, kept_for, make_kept, read_kept
from rulecheck.properties.suite.questions import Ask, changes
from rulecheck.reference_engines import build
from rulecheck.spec import games, load, make_rules
from tests.faults.catalogue import faults_of
from tests.properties.suite.runner import Engines, wrong_answers

SCHEMA = json.loads((Path(__file__).parents[3] / "cli" / "templates" / "suite" / "schema.json").read_text())
each_game = pytest.mark.parametrize("game", games())


@cache
def kept_cases(game: str) -> dict[str, list[dict[str, Any]]]:
    """The cases that come with a game, by file."""
    path = kept_for(game)
    if path is None:
        pytest.skip(f"no cases come with {game}; benchmarks/suites.py {game} makes them")
    book = load(game)
    tables = [make_rules(book, players=n, setup=setup.name) for setup in book.setups.values() for n in setup.players]
    kept = read_kept(path, tables)
    return {
        name: [case_of(chosen_case, nth) for nth, chosen_case in enumerate(chosen, 1)]
        for name, chosen in files_of(kept).items()
    }


@each_game
def test_our_engine_answers_the_cases_that_come_with_a_game(game: str) -> None:
    """Every fifth; a campaign asks all."""
    files = kept_cases(game)

    assert 0 < len(files["cases"]) <= MOST_CASES
    some = [case for cases in files.values() for case in cases][::5]
    assert list(wrong_answers(some, build)) == []
    for case in some:
        jsonschema.validate(case, SCHEMA)


@pytest.mark.campaign
@each_game
def test_our_engine_answers_all_cases_that_come_with_a_game(game: str) -> None:
    for name, cases in kept_cases(game).items():
        assert list(wrong_answers(cases, build)) == [], name


@each_game
def test_smallest_positions_come_first(game: str) -> None:
    lengths = [len(case["moves"]) for case in kept_cases(game)["cases"]]

    assert lengths == sorted(lengths)


@pytest.mark.campaign
@each_game
def test_the_cases_notice_the_known_mistakes(game: str) -> None:
    """98 in a hundred, through the runner that a user has."""
    cases = kept_cases(game)["cases"]
    missed = [fault.name for fault in faults_of(game) if not any(wrong_answers(cases, fault.engine))]

    assert len(missed) <= 0.02 * len(faults_of(game)), missed


def test_what_is_packed_is_read_again() -> None:
    table = make_rules("puerto_rico")
    kept = make_kept([table], 3, lambda *_: None, small=True)
    engine = build(table)
    again = unpacked(packed(kept), lambda _: engine)

    assert [case_of(chosen, 1) for chosen in again.chosen if chosen.file == "cases"] == [
        case_of(chosen, 1) for chosen in kept.chosen if chosen.file == "cases"
    ]


def test_a_cover_takes_what_must_be_met_first_and_stops_when_all_is_met() -> None:
    class Small:
        at = 0

    questions: Any = [Small(), Small(), Small()]

    assert cover([{"a": [0], "b": [1]}], {"c": [1, 2], "d": [2]}, questions, 3) == [1, 0, 2]
    assert cover([{"a": [0], "b": [1]}], {"c": [1, 2], "d": [2]}, questions, 1) == [1]
    assert cover([{"a": [0]}], {"d": [2]}, questions, 1, lambda _nth, names: set(names)) == [0]


def test_what_is_left_of_the_room_is_for_meeting_things_twice() -> None:
    class Small:
        at = 0

    questions: Any = [Small(), Small(), Small()]

    assert cover([], {"c": [0, 1], "d": [0]}, questions, 9) == [0, 1]


def test_changes_name_what_stands_there_now() -> None:
    before = {"bank": 5, "goods": {"corn": 1}, "gone": 2, "row": [1]}
    after = {"bank": 4, "goods": {}, "row": [1, 2]}

    assert changes(before, after) == {"bank": 4, "goods.corn": None, "gone": None, "row": [1, 2]}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"turn": "nobody"}, "decides, not nobody"),
        ({"legal": ["fly"], "turn": "chance"}, "'fly' is legal, but not listed"),
        ({"position": {"bank": -1}}, "bank is"),
    ],
)
def test_the_runner_tells_what_is_wrong(answer: dict[str, Any], told: str) -> None:
    case: dict[str, Any] = {
        "case": "1",
        "rules": {"game": "puerto_rico"},
        "position": None,
        "moves": [],
        "ask": str(Ask.START),
        "answer": answer,
    }
    ((_, wrong),) = wrong_answers([case], build)

    assert any(told in line for line in wrong), wrong


def test_a_forbidden_move_that_is_played_and_a_legal_one_that_is_refused_are_told() -> None:
    case: dict[str, Any] = {
        "case": "1",
        "rules": {"game": "puerto_rico"},
        "position": None,
        "moves": [],
        "move": "draw corn",
        "answer": {"refused": True},
    }
    engine = Engines(build).of(case)
    forbidden = {**case, "move": "build wharf", "answer": {"changes": {}, "turn": "chance"}}

    assert engine.refusal(engine.start(), engine.parse("draw corn")) is None
    ((_, played),) = wrong_answers([case], build)
    ((_, refused),) = wrong_answers([forbidden], build)
    assert played == ["'draw corn' is played, but forbidden"]
    assert refused == ["'build wharf' is refused, but legal"]


def test_a_game_without_mistakes_of_its_own_has_none() -> None:
    assert mistakes_of("puerto_rico") == ()
