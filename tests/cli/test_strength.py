"""`rulecheck strength`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulecheck.spec import load
from tests.cli.running import Answer, Run

QUICK = ("--games", 2, "--theorems", 0, "--jobs", 1)


def test_a_change_of_a_cited_function_is_tried_for_the_clause_asked_for(answer: Answer) -> None:
    figures = answer("strength", "power_grid", "win.money", "--changes", 2, *QUICK)

    row = figures["clauses"]["win.money"]
    assert (row["tried"], figures["tried"]) == (2, 2)
    assert row["noticed"] + len(row["unnoticed"]) == 2


REASONS = '[[citation]]\nfunction = "ending.finish"\nclause = "win.money"\nbecause = "it is only told"\n'
ONE_TRY = ("win.money", "--each-citation", "--tries", 1, "--games", 4, "--theorems", 0, "--jobs", 1)


def test_each_citation_of_a_clause_is_tried_until_something_names_it(rulecheck: Run, answer: Answer) -> None:
    """The examples that end a game stand in tests/, and are not asked here: what is empty may have a reason."""
    done = rulecheck("strength", "power_grid", *ONE_TRY, "--table", "table")

    assert "empty   ending.finish   win.money   1 tried" in done.out
    assert done.out.splitlines()[-1].startswith("3 citations: ")
    rows = json.loads(Path("table/power_grid-citations.json").read_text(encoding="utf-8"))["citations"]
    assert ("ending.finish", "win.money") in [(row["function"], row["clause"]) for row in rows]

    Path("reasons.toml").write_text(REASONS)
    again = answer("strength", "power_grid", *ONE_TRY, "--excused", "reasons.toml")
    standing = {row["function"]: row["standing"] for row in again["citations"]}
    assert (standing["ending.finish"], standing["ending.rank"]) == ("excused", "named")


def test_figures_of_a_whole_game_are_shown_by_explain(rulecheck: Run, answer: Answer) -> None:
    figures = answer("strength", "power_grid", "--changes", 1, *QUICK)
    clause = next(clause for clause, row in figures["clauses"].items() if row["tried"])

    assert answer("explain", "power_grid", clause)["strength"]["tried"] == 1
    assert "strength     " in rulecheck("explain", "power_grid", clause).out


def test_what_was_tried_is_not_tried_again(rulecheck: Run) -> None:
    first = rulecheck("strength", "power_grid", "--changes", 1, "--table", "table", *QUICK)
    again = rulecheck("strength", "power_grid", "--changes", 1, *QUICK)

    assert again.out.splitlines()[-1] == first.out.splitlines()[-1]
    assert len(Path("findings/strength-power_grid.jsonl").read_text(encoding="utf-8").splitlines()) == 2
    assert json.loads(Path("table/power_grid.json").read_text(encoding="utf-8"))["tried"] == 1


def test_the_bar_decides_about_the_exit_code(rulecheck: Run) -> None:
    rulecheck("strength", "power_grid", "--changes", 1, *QUICK)

    assert rulecheck("strength", "power_grid", "--changes", 1, "--bar", 0, *QUICK).code == 0


def test_a_clause_that_nothing_cites_is_told(rulecheck: Run) -> None:
    assert rulecheck("strength", "power_grid", "no.such").is_one_line_mistake


def test_a_file_of_excuses_that_is_none_is_told(rulecheck: Run) -> None:
    done = rulecheck("strength", "power_grid", "--changes", 1, "--excused", "nowhere.toml", *QUICK)

    assert done.code == 2
    assert "nowhere.toml: no such file" in done.err


@pytest.mark.parametrize("game", ["castles_of_burgundy", "catan_europe", "new_world", "power_grid", "puerto_rico"])
def test_the_published_tables_speak_of_clauses_and_readings_that_exist(root: Path, game: str) -> None:
    table = json.loads((root / "docs" / "strength" / f"{game}.json").read_text(encoding="utf-8"))
    book = load(game)

    assert [clause for clause in table["clauses"] if clause not in book.clauses and clause not in book.readings] == []
    assert table["tried"] == table["noticed"] + table["excused"] + len(table["unnoticed"])
