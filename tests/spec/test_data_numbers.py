"""Each number of a data file, one more and one less, is noticed by something or listed as free, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.spec.free_numbers import HEAD, NOT_ASKED, PAGE, files, line_of, rows, written
from tests.spec.numbers import numbers

WRITTEN = written()
GUARDED = [name for name, told in WRITTEN.items() if len(told) == 1 and "| 0 | 0 |" in told[0]]
MAPS = [name for name in GUARDED if "/map-" in name]
FREE = [name for name in WRITTEN if name not in GUARDED]


def test_the_page_has_every_file_and_its_head(root: Path) -> None:
    assert sorted(WRITTEN) == sorted(files())
    assert len(GUARDED) >= 10
    assert (root / PAGE).read_text(encoding="utf-8").startswith(HEAD)


@pytest.mark.parametrize("name", FREE)
def test_a_number_that_is_listed_stands_in_its_line(name: str) -> None:
    """The list is not that of an older file."""
    there = {f"number {number.nth} ({number.digits})": line_of(name, number) for number in numbers(*name.split("/"))}

    for line in WRITTEN[name][1:]:
        quoted, _, told = line.removeprefix("- ").rpartition(" number ")
        assert there["number " + told.split(":")[0]] == quoted


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.campaign) if name in MAPS else name for name in GUARDED]
)
def test_every_number_of_the_file_is_guarded_by_checks(name: str) -> None:
    assert list(rows(name, examples=False)) == WRITTEN[name]


@pytest.mark.campaign
@pytest.mark.parametrize("name", FREE)
def test_just_the_numbers_that_are_listed_are_free(name: str) -> None:
    """Another one is news: a check or an example that was lost, or one that was won."""
    assert list(rows(name, examples=NOT_ASKED not in WRITTEN[name][0])) == WRITTEN[name]
