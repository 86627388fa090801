"""How much findings matter: what their two sides change in play, their kind else."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulecheck.solvers.texts import severity
from rulecheck.solvers.texts.findings import Level, TextFinding
from rulecheck.spec.effects import FILE, Effects, Played, _read, effects_of
from rulecheck.spec.errors import SpecError

CLAUSES = {
    "pay": SimpleNamespace(kind="rule"),
    "tip": SimpleNamespace(kind="advice"),
    "box": SimpleNamespace(kind="component"),
}
CHECK: Any = SimpleNamespace(rulebook=SimpleNamespace(clauses=CLAUSES))


@pytest.fixture(autouse=True)
def _played(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = {"price": Played(4, 2, 4), "bonus": Played(4, 0, 1), "corner": Played(4, 0, 0), "never": Played(0, 0, 0)}
    readings = {"tie": Played(4, 1, 1), "points": Played(4, 0, 1), "none": Played(4, 0, 0)}
    monkeypatch.setattr(severity, "effects_of", lambda _: Effects(readings, numbers))


def level(kind: str = "differs", clause: str = "pay", **more: Any) -> Level:
    return severity.ranked(CHECK, TextFinding(kind, "", (clause,), (), **more)).severity


def test_another_winner_is_high_other_points_medium_and_no_change_low() -> None:
    assert [level(reading=name) for name in ("tie", "points", "none")] == [Level.HIGH, Level.MEDIUM, Level.LOW]


def test_a_number_that_changes_any_points_is_high() -> None:
    """The recorded moves are played as they are: nobody buys more because it has become cheaper."""
    assert [level(numbers=(name,)) for name in ("price", "bonus", "corner")] == [Level.HIGH, Level.HIGH, Level.MEDIUM]


def test_the_greater_change_counts() -> None:
    assert level(numbers=("corner", "price")) == Level.HIGH


def test_what_nobody_played_ranks_by_its_kind() -> None:
    assert level(numbers=("never",)) == Level.HIGH
    assert level(clause="tip") == Level.LOW
    assert level(clause="box") == Level.MEDIUM


def test_an_open_sentence_says_nothing_wrong_and_is_medium_at_most() -> None:
    assert level("open", reading="tie") == Level.MEDIUM
    assert level("contradiction", reading="tie") == Level.HIGH


def test_a_file_with_a_mistake_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"readings": {}}')

    with pytest.raises(SpecError, match="no effects"):
        _read(tmp_path / FILE)


def test_a_game_without_a_file_has_no_effects(tmp_path: Path) -> None:
    book: Any = SimpleNamespace(file=tmp_path / "rulebook.md")

    assert effects_of(book) == Effects()
