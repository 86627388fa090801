"""What tests of how clauses are found share: games whose fault dictionaries are not asked."""

from __future__ import annotations

import pytest


@pytest.fixture
def no_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game knows a mistake: what is tried besides has to find it."""
    monkeypatch.setattr("rulecheck.properties.conform.dictionary.mistakes_of", lambda game: ())
