"""`rulecheck explain`"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulecheck.solvers.theorem import theorems
from rulecheck.spec import load
from rulecheck.spec.editionfile import load_edition
from tests.cli.conftest import keeps_to
from tests.cli.running import GAME, Answer, Run


def test_explain_shows_what_is_open_in_a_clause(answer: Answer) -> None:
    clause = answer("explain", GAME, "setup.robber")

    assert clause["text"] == load(GAME).clauses["setup.robber"].text
    assert "robber.start" in [reading["id"] for reading in clause["readings"]]


def test_explain_names_the_functions_that_carry_a_clause_out(answer: Answer) -> None:
    clause = answer("explain", GAME, "setup.robber")

    assert clause["carried_out_by"]
    assert all(name.startswith(f"rulecheck.reference_engines.{GAME}.") for name in clause["carried_out_by"])


def test_a_definition_need_not_be_carried_out(rulecheck: Run) -> None:
    definition = next(clause.id for clause in load(GAME).clauses.values() if clause.kind == "component")

    assert "no function cites it" not in rulecheck("explain", GAME, definition).out


def test_explain_shows_the_numbers_of_a_clause(rulecheck: Run) -> None:
    done = rulecheck("explain", GAME, "setup.gold")

    assert done.code == 0
    assert "start.gold = 3" in done.out


def test_without_a_text_no_lines_are_shown(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULECHECK_RULEBOOKS", raising=False)

    assert [edition["lines"] for edition in answer("explain", GAME, "turn.order")["editions"]] == [None]


def test_with_a_text_its_lines_and_words_are_shown(answer: Answer, tmp_path: Path) -> None:
    """A text of one's own, which says the key phrase of a clause in its third line."""
    edition = load_edition(load(GAME), "ro")
    passage = next(p for p in edition.passages if "turn.order" in p.clauses)
    words = " ".join(item.text for item in passage.phrase.items)
    (tmp_path / f"{GAME}.ro.txt").write_text(f"nimic\n\n{words}\n", encoding="utf-8")

    (shown,) = answer("explain", GAME, "turn.order", "--rulebooks", tmp_path)["editions"]

    assert [place["line"] for place in shown["lines"]] == [3]


def test_the_lines_of_the_real_text_are_those_of_its_edition(answer: Answer, rulebooks: Path) -> None:
    (edition,) = answer("explain", GAME, "turn.order", "--rulebooks", rulebooks)["editions"]

    assert edition["lines"]
    assert all(place["line"] > 0 and place["words"] for place in edition["lines"])


def listed(rulecheck: Run, root: Path, *words: str) -> list[dict[str, str]]:
    told = rulecheck(*words, "--list", "--format", "json").json()
    keeps_to(told, json.loads((root / "docs/schemas/list.json").read_text()), "list")
    rows: list[dict[str, str]] = told["names"]
    return rows


def test_the_clauses_can_be_listed(rulecheck: Run, root: Path) -> None:
    every = load(GAME).clauses

    assert [row["name"] for row in listed(rulecheck, root, "explain", GAME)] == list(every)
    some = [row["name"] for row in listed(rulecheck, root, "explain", GAME, "setup.")]
    assert some == [id for id in every if id.startswith("setup.")]
    assert rulecheck("explain", GAME, "setup.robber", "--list").out.startswith("setup.robber  rule  ")
    assert rulecheck("explain", GAME).is_one_line_mistake


def test_the_theorems_can_be_listed(rulecheck: Run, root: Path) -> None:
    every = [theorem.name for theorem in theorems(GAME)]
    some = [name for name in every if name.startswith("nobody")]

    assert [row["name"] for row in listed(rulecheck, root, "prove", GAME)] == every
    assert [row["name"] for row in listed(rulecheck, root, "prove", GAME, "nobody")] == some != []
    assert rulecheck("prove", GAME, "no-such-theorem", "--list").is_one_line_mistake
