"""What tests share of searches: games of which nothing is explained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rulecheck.properties.conform.localization.mutation import Supported


@pytest.fixture
def unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks what would bring departures about, which takes long, where a test is not about their clauses."""

    def nothing(search: object, causes: Sequence[Any], parted: object) -> list[Supported]:
        return [Supported() for _ in causes]

    monkeypatch.setattr("rulecheck.properties.conform.localization.clustering.supports", nothing)
