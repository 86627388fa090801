"""Sentences of our own in every language, and what must be read in them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.languages.telling import told_language
from rulecheck.spec.lexicon import Lexicon
from rulecheck.spec.text import parse

SENTENCES: dict[str, list[dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8")
)
ROWS = [pytest.param(code, row, id=f"{code}-{n}") for code, rows in SENTENCES.items() for n, row in enumerate(rows)]


def test_every_language_has_sentences() -> None:
    assert set(SENTENCES) == set(LANGUAGES)


@pytest.mark.parametrize(("code", "row"), ROWS)
def test_the_numbers_of_a_sentence_are_read(code: str, row: dict[str, Any]) -> None:
    units = parse(row["says"], code).units
    assert [unit.value for unit in units if unit.is_number] == row["numbers"]


@pytest.mark.parametrize(("code", "row"), ROWS)
def test_the_concepts_of_a_sentence_are_read(code: str, row: dict[str, Any]) -> None:
    pack = LANGUAGES[code]
    assert [met.concept for met in Lexicon(pack.concepts.values(), pack).read(row["says"])] == row["concepts"]


@pytest.mark.parametrize("code", list(SENTENCES))
def test_the_language_of_the_sentences_is_told(code: str) -> None:
    assert told_language(" ".join(row["says"] for row in SENTENCES[code]) * 2) == code
