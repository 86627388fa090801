"""`rulecheck explain`"""

from __future__ import annotations

from rulecheck.spec import load
from tests.cli.running import GAME, Answer, Run


def test_explain_shows_what_is_open_in_a_clause(answer: Answer) -> None:
    found = answer("explain", GAME, "setup.robber")

    assert found["text"] == load(GAME).clauses["setup.robber"].text
    assert "robber.start" in [reading["id"] for reading in found["readings"]]


def test_explain_names_the_functions_that_carry_a_clause_out(answer: Answer) -> None:
    found = answer("explain", GAME, "setup.robber")

    assert found["carried_out_by"]
    assert all(name.startswith(f"rulecheck.reference_engines.{GAME}.") for name in found["carried_out_by"])


def test_a_definition_need_not_be_carried_out(rulecheck: Run) -> None:
    definition = next(clause.id for clause in load(GAME).clauses.values() if clause.kind == "component")

    assert "no function cites it" not in rulecheck("explain", GAME, definition).out


def test_explain_shows_the_numbers_of_a_clause(rulecheck: Run) -> None:
    done = rulecheck("explain", GAME, "setup.gold")

    assert done.code == 0
    assert "start.gold = 3" in done.out
