"""What tests share of searches: games of which nothing is explained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rulecheck.properties.conform.mutant import Supported


@pytest.fixture
def unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks what would bring departures about, which takes long, where a test is not about their clauses."""

    def nothing(common: object, causes: Sequence[Any], parted: object) -> list[Supported]:
        return [Supported() for _ in causes]

    monkeypatch.setattr("rulecheck.properties.conform.causes.supports", nothing)
