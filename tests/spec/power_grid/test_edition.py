"""The Romanian edition on the user's text: what `tests/spec/editions/test_real_texts.py` does not ask of every game."""

from __future__ import annotations

from pathlib import Path

from tests.spec.editions.test_real_texts import checker, source


def test_every_contradiction_is_told_in_full(rulebooks: Path) -> None:
    assert all(conflict.is_complete for conflict in checker("power_grid", source(rulebooks, "power_grid")).conflicts())
