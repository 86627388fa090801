"""Statements in every language, which the reader was made with: each says the same in all of them."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rulecheck.spec.languages import LANGUAGES
from tests.spec.reading.readers import EMPTY, HERE, compared, concepts, figures, reader_in, share, toml

BODY: Final[dict[str, Any]] = toml(HERE / "sentences.toml")

LEAST: Final = {"hu": 0.85}
"""Where endings say what other languages have words for, less is read."""


def test_every_language_says_every_statement() -> None:
    assert {code for row in BODY["statement"] for code in LANGUAGES if code not in row} == set()


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_the_statements_of_a_language_are_read(code: str) -> None:
    reader = reader_in(code, concepts(), BODY["forms"].get(code))
    result = EMPTY
    for row in BODY["statement"]:
        result += compared(reader, row[code], row["says"])

    right, besides, missed = (sum(counts.values()) for counts in (result.right, result.besides, result.missed))
    assert min(share(right, besides), share(right, missed)) >= LEAST.get(code, 0.97), figures(result)
