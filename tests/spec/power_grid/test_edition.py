"""The Romanian edition on the user's text: what is found is true, and how much is under guard."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulecheck.solvers.sensitivity import Sensitivity, sensitivity
from tests.spec.editions import test_real_texts as real
from tests.spec.editions.test_real_texts import checker, placed, source

KNOWN = {
    *(("contradiction", line) for line in (25, 33, 43, 109)),
    ("example-fails", 171),
    *(("term-drift", line) for line in (25, 43, 51, 81, 87, 211, 327)),
}
"""Read by a person, one by one, and true."""

MENDED = [
    ("> 43 carti cu centrale", "> 42 carti cu centrale"),
    ("pe pagina 7)", "pe pagina 6)"),
    ("Va recomandam o regiune pentru fiecare jucator. ", ""),
    ("22 pentru fiecare jucator", "23 pentru fiecare jucator"),
    ("132 casute", "138 casute"),
]
"""Each takes one contradiction away: so many houses more would do for the two markers."""


@pytest.fixture(scope="module")
def text(rulebooks: Path) -> str:
    return source(rulebooks, "power_grid")


def test_what_is_found_is_what_a_person_found_true(text: str) -> None:
    found = checker("power_grid", text).check()

    assert placed(found) == KNOWN
    assert [(f.kind, f.clauses) for f in found if not f.line] == [("missing", ("income.most",))]


def test_every_contradiction_is_told_in_full(text: str) -> None:
    assert all(conflict.is_complete for conflict in checker("power_grid", text).conflicts())


def test_a_mended_text_has_its_contradictions_no_more(text: str) -> None:
    for before, after in MENDED:
        assert before in text
        text = text.replace(before, after)

    kinds = {f.kind for f in checker("power_grid", text).check() if f.line}
    assert kinds == {"differs", "example-fails", "term-drift"}


@pytest.fixture(scope="module")
def measured(text: str) -> Sensitivity:
    return sensitivity(checker("power_grid", text))


def test_numbers_rule_words_and_sentences_are_under_guard(measured: Sensitivity) -> None:
    for (noticed, of), least, share in (
        (measured.numbers, 290, 0.95),
        (measured.quantities, 230, 0.8),
        (measured.others, 170, 0.8),
    ):
        assert of >= least
        assert noticed / of >= share
    assert measured.sentences > 250
    assert measured.claimed / measured.sentences >= 0.9


def test_the_quick_measure_says_what_a_whole_new_check_says(rulebooks: Path, measured: Sensitivity) -> None:
    real.test_the_quick_measure_says_what_a_whole_new_check_says(rulebooks, {"power_grid": measured}, "power_grid")


def test_no_sentence_of_the_text_stands_in_the_edition(rulebooks: Path) -> None:
    real.test_no_sentence_of_the_text_stands_in_the_edition(rulebooks, "power_grid")
