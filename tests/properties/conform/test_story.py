"""A departure told as a game: each kind says what the rules say and what was said, and nothing that is not known."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.conform.lockstep.choice import Choice
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.testing.rendering import story
from rulecheck.properties.findings.finding import describe
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import make_rules

DRAWS = ("draw corn", "draw corn", "draw corn", "draw corn")


@cache
def engine() -> AnyEngine:
    return build(make_rules("puerto_rico"))


def departure(kind: str, message: str = "they part", moves: tuple[str, ...] = DRAWS, **more: Any) -> Departure:
    words: dict[str, Any] = {"clauses": (), "about": "choose", "shrunk": True, "original_length": 40, **more}
    return Departure(kind=kind, messages=(message,), setting=describe(engine().rules), moves=moves, **words)


def told(departure: Departure, answer: Mapping[str, Any] | None = None) -> list[str]:
    return story(departure, engine(), "mine", answer).splitlines()


@pytest.mark.parametrize(
    ("kind", "answer", "rules", "mine"),
    [
        ("turn", {"turn": "bob"}, "anna is to move", "bob is to move"),
        ("outcome", {"outcome": {"winners": ["bob"]}}, "the game goes on: anna is to move", "bob won"),
        ("outcome", {"turn": "anna"}, "the game goes on: anna is to move", "the game goes on"),
        ("outcome", {"outcome": {"scores": {"bob": 3}}}, "the game goes on: anna is to move", "bob 3"),
        ("misses", {"legal": ["choose mayor"]}, "legal: choose settler, ", "legal: choose mayor"),
        ("misses", {"legal": []}, "legal: choose settler, ", "no move is legal"),
        ("lists", {"legal": [["a", "b"]]}, "legal: choose settler, ", "legal: a and b"),
        ("refuses", {"refused": "no"}, "legal: choose settler, ", "refuses: no"),
        ("state", {"state": {"turn": "bob"}}, "turn is 'anna'", "turn is 'bob'"),
    ],
)
def test_both_sides_are_told(kind: str, answer: Mapping[str, Any], rules: str, mine: str) -> None:
    lines = told(departure(kind), answer)

    (at,) = [number for number, line in enumerate(lines) if line.startswith("  the rules  ")]
    assert lines[at].startswith(f"  the rules  {rules}")
    assert lines[-1] == f"  mine       {mine}"


@pytest.mark.parametrize("kind", ["turn", "outcome", "misses", "refuses", "state", "undo", "crashed"])
def test_what_the_other_side_said_is_not_made_up_where_nobody_asked_it(kind: str) -> None:
    lines = told(departure(kind))

    assert any(line.startswith("  the rules  ") for line in lines)
    assert not any(line.startswith("  mine  ") for line in lines)


def test_a_forbidden_move_stands_behind_the_game_with_its_refusal() -> None:
    lines = told(departure("accepts", tried="take quarry", clauses=("role.order",)))

    assert "  then  anna    take quarry" in lines
    assert any(line.startswith("  the rules  refuse it: ") for line in lines)
    assert lines[-1] == "  mine       plays it"


def test_a_refused_move_that_changes_the_position_is_not_said_to_be_played() -> None:
    message = "'take quarry' is refused, but changes the position: bank is 3, not 4"

    assert told(departure("accepts", message, tried="take quarry"))[-1].endswith("refuses it, but changes the position")


def test_what_is_no_move_is_told_as_it_was_offered() -> None:
    lines = told(departure("malformed", tried="choose -1"))

    assert "  then  anna    choose -1" in lines
    assert any(line.startswith("  the rules  know no such move; legal: ") for line in lines)


def test_what_a_terminal_cannot_show_is_told_by_its_name() -> None:
    lines = told(departure("malformed", tried="draw \x00"))

    assert "  then  anna    'draw \\x00'" in lines


def test_what_a_departure_goes_away_with_is_told_with_how_to_take_it_over() -> None:
    ours = Choice("reading", "captain.ship-choice", "free"), Choice("number", "points.pool", "126", 5)
    lines = told(departure("lists", explained=ours))

    assert "  agrees if the rule is read as captain.ship-choice=free; to adopt it, announce it in `readings`" in lines
    assert "  agrees if the number is points.pool=126 with 5 players; to adopt it, announce it in `numbers`" in lines


def test_moves_have_numbers_seats_and_words() -> None:
    lines = told(departure("turn", moves=(*DRAWS, "choose settler")))

    assert "  3 players, set-up standard: 5 moves, of 40 that were played" in lines
    assert "     1  chance  draw corn" in lines
    assert "     5  anna    choose settler" in lines


def test_a_game_that_was_not_made_shorter_does_not_say_so() -> None:
    lines = told(evolve(departure("turn"), shrunk=False))

    assert "  3 players, set-up standard: 4 moves" in lines


def test_a_sure_clause_is_told_apart_from_a_likely_one() -> None:
    clauses = ("captain.most-room", "captain.turns")

    assert "  clause  captain.most-room" in told(departure("lists", clauses=clauses))
    likely = told(departure("state", clauses=clauses))
    assert "  perhaps  captain.most-room" in likely
    assert "  or captain.turns" in likely


def test_the_end_of_standard_error_is_shown_and_a_traceback_speaks_for_itself() -> None:
    assert told(departure("crashed", stderr="oh dear\n"))[-2:] == ["  its standard error", "    oh dear"]
    assert "  its standard error" not in told(departure("crashed", stderr="Traceback (most recent call last):\n  …"))
