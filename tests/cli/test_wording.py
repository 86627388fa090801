"""What a clause says where there is no room for its tables."""

from __future__ import annotations

from rulecheck.cli.rendering.clause_text import said, wording
from rulecheck.spec import load


def test_numbers_stand_for_their_names_and_a_table_tells_what_concerns_these_players() -> None:
    book = load("castles_of_burgundy")

    assert "`" in book.clauses["phase.number"].text
    assert said(book, "phase.number").startswith("The game has 5 phases, A to E, ")
    assert "|" in book.clauses["phase.black"].text
    assert said(book, "phase.black", 3).endswith("in the middle of the board. (black.tiles = 6)")
    assert said(book, "phase.black").endswith("in the middle of the board.")


def test_what_is_no_number_of_the_rules_keeps_its_sign_and_what_is_no_clause_says_nothing() -> None:
    book = load("castles_of_burgundy")

    assert "`--data`" in said(book, "edition.2019", 2)
    assert said(book, "no.such-clause") == ""


def test_a_reading_says_its_question_and_each_stands_once() -> None:
    book = load("castles_of_burgundy")

    told = wording(book, ("phase.number", "silent:start.castle", "phase.number"))

    assert [id for id, _ in told] == ["phase.number", "silent:start.castle"]
    assert told[1][1] == book.readings["start.castle"].question
