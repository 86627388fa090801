"""Files of every kind, mangled byte by byte: each is a mistake told in a line, or taken; none is a fault of ours."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.hostile import files


def test_a_few_mangled_files_of_every_kind_are_no_fault_of_ours() -> None:
    assert files.try_many(0, len(files.KINDS))[1] == []


@pytest.mark.campaign
def test_many_mangled_files_are_no_fault_of_ours() -> None:
    assert files.try_many(100_000, 1500)[1] == []


def test_the_same_number_is_the_same_file() -> None:
    kind = files.KINDS["glossary"]

    assert len({files.mangled(kind.right(), b"other", Random(7)) for _ in range(3)}) == 1


def test_a_fault_of_ours_is_told_with_its_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin: a command that raises."""
    assert all(kind.right() for kind in files.KINDS.values())  # some are made by a run of ours, once
    monkeypatch.setattr(files, "run", lambda words: 1 // 0)

    assert files.tried(0, tmp_path) == "finding 0: ZeroDivisionError: integer division or modulo by zero"


def test_pairs_of_no_weight_are_no_division_by_zero() -> None:
    """Number 12."""
    assert files.try_many(12, 1) == (1, [])
