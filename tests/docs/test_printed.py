"""The reports that the pages about `conform` print are those that come out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.docs.printed import PAGES, Printed, as_told, printed

REPORT = "mine   DEPARTS   2 games   7.1 s   seed 3\n  ended  2\n\nLISTS  load\n    what\n\nTURN  next\n    who\n"


@pytest.mark.campaign
@pytest.mark.skipif(shutil.which("node") is None or shutil.which("patch") is None, reason="needs node and patch")
@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_prints_comes_out(page: str, tmp_path: Path) -> None:
    every = list(printed(page, tmp_path))

    assert every
    assert [report.command for report in every if not report.is_so] == [], "run python -m tests.docs.printed"


def test_seconds_are_all_that_may_differ() -> None:
    assert Printed("x", REPORT, REPORT.replace("7.1 s", "9.0 s")).is_so
    assert not Printed("x", REPORT, REPORT.replace("2 games", "3 games")).is_so


@pytest.mark.parametrize(
    ("told", "now"),
    [
        ("mine\n[…]\n", "mine   DEPARTS   2 games   7.1 s   seed 3\n[…]"),
        ("mine\n\nLISTS  x\n\n[… 4 more …]\n", REPORT.partition("\n\nTURN")[0] + "\n\n[… 1 more …]"),
        ("[…]\nTURN  next\n    who\n", "[…]\nTURN  next\n    who"),
        (REPORT, REPORT),
    ],
)
def test_what_is_left_out_is_left_out_again(told: str, now: str) -> None:
    assert as_told(REPORT, told) == now


def test_findings_have_the_names_that_they_have_now() -> None:
    report = Printed("x", "replay findings/aaa.json\n", "replay findings/bbb.json\n")

    assert report.findings == {"findings/aaa.json": "findings/bbb.json"}
