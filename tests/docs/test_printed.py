"""What pages show as output is what comes out."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.docs.pages import text_of
from tests.docs.printed import Reader, agrees, pages_with_output, promises, shortened

OUTPUT = "ur   60 games   4.9 s\n  asked   60 games on 2 cores\nfirst\nsecond\nlast\n"
REPORT = "mine   DEPARTS   2 games   7.1 s   seed 3\n  ended  2\n\nLISTS  load\n    what\n\nTURN  next\n    who\n"
posix = pytest.mark.skipif(os.name != "posix", reason="the pages speak to a shell")


def test_a_block_agrees_but_for_times_cores_and_what_is_cut() -> None:
    assert agrees(OUTPUT, OUTPUT)
    assert agrees(OUTPUT.replace("4.9", "17.0").replace("2 cores", "1 core"), OUTPUT)
    assert agrees("ur   60 games   5.0 s\n[… 3 more …]\nlast\n", OUTPUT)
    assert agrees("[…]\nsecond\n[…]\n", OUTPUT)


@pytest.mark.parametrize(
    "block",
    ["ur   61 games   4.9 s\n[…]\n", "[…]\nfirst\n", "[…]\nthird\n[…]\n", "[…]\nsecond\n[…]\nfirst\n[…]\n", "last\n"],
)
def test_a_block_that_shows_something_else_is_told(block: str) -> None:
    """The twin."""
    assert not agrees(block, OUTPUT)


def test_the_commands_of_a_block_have_their_output() -> None:
    page = "$ one   # a note\n$ two\nsays\nmuch\n"

    told = list(promises(page))

    assert [(promise.command, promise.output) for promise in told] == [("one", ""), ("two", "says\nmuch\n")]
    assert all(page[promise.start : promise.end] == promise.output for promise in told)


@pytest.mark.parametrize(
    ("output", "block", "kept"),
    [
        ("1\n2\n3\n4\n", "a\n[… 7 more …]\nz\n", "1\n[… 0 more …]\n4\n"),
        ("1\n2\n", "a\n", "1\n2\n"),
        (REPORT, "mine\n[…]\n", "mine   DEPARTS   2 games   7.1 s   seed 3\n[…]\n"),
        (REPORT, "mine\n\nLISTS  x\n\n[… 4 more …]\n", REPORT.partition("TURN")[0] + "[… 1 more …]\n"),
        (REPORT, "[…]\nTURN  next\n", "[…]\nTURN  next\n    who\n"),
        (REPORT, "[…]\n    what\n\nTURN  next\n", "[…]\n    what\n\nTURN  next\n    who\n"),
    ],
)
def test_an_output_is_cut_as_its_block_was(output: str, block: str, kept: str) -> None:
    assert shortened(output, block) == kept
    assert agrees(kept, output)


@posix
def test_a_page_is_compared_and_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that it shows are there, changes are made, and a finding has the name of now in all that follows."""
    monkeypatch.setattr(Reader, "is_run", lambda reader, command: True)
    page = (
        "```python\n# x.py: a file\nprint(1)\n```\n```diff\n--- x.py\n+++ x.py\n@@ -1,2 +1,2 @@\n # x.py: a file\n"
        "-print(1)\n+print('findings/b.json')\n```\n```console\n$ python x.py\nfindings/a.json\n"
        "$ echo findings/a.json\nfindings/a.json\n```\nSee findings/a.json.\n"
    )
    new, told = Reader("README.md", tmp_path / "a").read(page)

    assert len(told) == 2
    assert "-findings/a.json" in told[0]
    assert "+findings/b.json" in told[0]
    assert new == page.replace("findings/a.json", "findings/b.json")
    assert Reader("README.md", tmp_path / "b").read(new) == (new, [])


@pytest.mark.campaign
@posix
@pytest.mark.skipif(shutil.which("node") is None or shutil.which("patch") is None, reason="needs node and patch")
@pytest.mark.parametrize("page", pages_with_output())
def test_what_a_page_shows_is_what_comes_out(page: str, tmp_path: Path) -> None:
    """`python -m tests.docs.printed` writes them anew."""
    assert Reader(page, tmp_path).read(text_of(page))[1] == []
