"""The page for authors keeps its word: its sample is a rulebook, its tables name every key there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulecheck.properties.examples import STEP_KEYS, TOP_KEYS
from rulecheck.spec import SpecError, check_claims, make_rules, parse_rulebook
from rulecheck.spec.model import KINDS


@pytest.fixture(scope="session")
def page(root: Path) -> str:
    return (root / "docs" / "spec-format.md").read_text(encoding="utf-8")


def sample_of(page: str) -> str:
    samples: list[str] = re.findall(r"^````markdown\n(.*?)^````$", page, re.M | re.S)
    return samples[-1]


def test_the_sample_is_a_rulebook_without_a_mistake(page: str) -> None:
    book = parse_rulebook(sample_of(page), game="nim")

    assert list(book.clauses) == ["setup.heap", "turn.take", "turn.left", "end.empty"]
    assert check_claims(book) == ()
    assert make_rules(book).number("take.most") == 3
    assert list(book.examples) == ["end.last-match"]


@pytest.mark.parametrize("word", [*TOP_KEYS, *STEP_KEYS, *KINDS])
def test_the_page_names_every_key_and_kind(page: str, word: str) -> None:
    assert re.search(rf"`[^`\n]*\b{word}\b[^`\n]*`|\[\[{word}\]\]", page)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_damaged_rulebook_gives_a_spec_error_or_a_rulebook(page: str, data: st.DataObject) -> None:
    """No traceback, whatever is cut out or put in."""
    text = sample_of(page)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 40))
    put = data.draw(st.text(alphabet='`*[]{}="\n #|-.é\x00a1', max_size=12))
    complaint = "rulebook.md"
    try:
        check_claims(parse_rulebook(text[:at] + put + text[at + cut :] + "\n"))
    except SpecError as problem:
        complaint = str(problem)

    assert complaint.startswith("rulebook.md")
    assert "\n" not in complaint
