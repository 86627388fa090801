"""Free translations of other games' rulebooks: joined, split and moved sentences find their partners, faults are shown.

The pairs were written before the mechanism for moved sentences and for doubts; their causes were not looked at.
"""

from __future__ import annotations

from functools import cache

import pytest

from rulecheck.solvers.translation.comparing import Comparison
from rulecheck.solvers.translation.passages import Side, read_side
from rulecheck.spec.text import parse
from tests.solvers.translation import free
from tests.solvers.translation.free import Written

PAIRS = [("beacons", "en", "fr"), ("spices", "es", "pl"), ("morris", "de", "it")]

pairs = pytest.mark.parametrize(("name", "source", "target"), PAIRS, ids=[name for name, *_ in PAIRS])


def side(text: Written, language: str, name: str) -> Side:
    return read_side(parse(text.text, language, name))


@cache
def clean(name: str, source: str, target: str) -> tuple[Written, Written, Comparison]:
    left, right = free.written(f"{name}.{source}"), free.written(f"{name}.{target}")
    return left, right, Comparison(side(left, source, "source"), side(right, target, "target"))


@pairs
def test_most_sentences_find_their_partners(name: str, source: str, target: str) -> None:
    partnered, whole = free.met(*clean(name, source, target))
    assert partnered >= 0.8 * whole


@pairs
def test_a_clean_translation_has_few_rows(name: str, source: str, target: str) -> None:
    _, right, comparison = clean(name, source, target)
    assert len(comparison.findings()) <= 0.2 * len(right.places)


@pairs
def test_most_planted_faults_are_shown(name: str, source: str, target: str) -> None:
    planted = free.faults_of(f"{name}.{target}")
    left, right = free.written(f"{name}.{source}"), free.written(f"{name}.{target}", planted)
    comparison = Comparison(side(left, source, "source"), side(right, target, "target"))
    told = [free.about(finding, left, right) for finding in comparison.findings()]
    assert len(planted) == 20
    assert len(free.shown(planted, told)) >= 12


def test_what_is_in_doubt_is_counted_and_says_why() -> None:
    comparison = clean(*PAIRS[0])[2]
    doubted = [finding for finding in comparison.every if finding.doubt]
    assert doubted
    assert not set(map(id, doubted)) & set(map(id, comparison.findings()))


def compared(source: str, target: str) -> Comparison:
    return Comparison(
        read_side(parse(source, "en", "source")),
        read_side(parse(target, "en", "target")),
    )


LINES = (
    "Each player takes 4 wagons and a whistle.",
    "The station master deals 7 timetables to everyone.",
    "A wagon carries at most 3 crates of coal.",
    "Engines must not stop in a tunnel.",
    "Whoever reaches Foxbridge with 9 crates wins the race.",
    "The signal stands on the left side of the track.",
)


def test_a_sentence_that_moved_is_compared() -> None:
    moved = (*LINES[3:], *LINES[:3])
    assert compared(" ".join(LINES), " ".join(moved)).findings() == []

    wrong = " ".join(moved).replace("at most 3", "at most 5")
    assert [f.message for f in compared(" ".join(LINES), wrong).findings()] == ["the source says 3, the target 5"]


def test_a_denied_detail_that_is_left_out_is_in_doubt_and_a_denial_that_is_lost_is_told() -> None:
    longer = " ".join(LINES).replace("and a whistle", "and a whistle, painted or not")
    assert compared(longer, " ".join(LINES)).findings() == []

    allowed = " ".join(LINES).replace("must not stop", "must stop")
    assert [f.kind for f in compared(" ".join(LINES), allowed).findings()] == ["negation"]


def test_a_sum_that_only_one_text_names_is_in_doubt() -> None:
    longer = " ".join(LINES).replace("4 wagons and a whistle", "4 wagons, 6 lamps and a whistle, 10 pieces")
    shorter = longer.replace(", 10 pieces", "")
    doubted = [f for f in compared(longer, shorter).every if f.kind == "number"]
    assert [f.doubt for f in doubted] == ["it can be worked out from the other numbers"]
