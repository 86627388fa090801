"""Every link of every page leads somewhere: to a file that is there, and to a heading that it has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, headings, links, text_of


def broken(page: Path, text: str) -> list[str]:
    """The links of a page that lead nowhere."""
    lost = []
    for target in links(text):
        if "://" in target:
            continue
        name, _, heading = target.partition("#")
        path = page.parent / name if name else page
        if not path.exists() or (heading and heading not in headings(path.read_text(encoding="utf-8"))):
            lost.append(target)
    return lost


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    assert broken(ROOT / page, text_of(page)) == []


def test_a_link_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    """The twin."""
    page = tmp_path / "page.md"
    text = "[a](there.md) [b](there.md#a---heading-here) [c](gone.md) [d](there.md#gone) [e](#no)"
    page.write_text(text)
    (tmp_path / "there.md").write_text("# A `--heading` here\n")

    assert broken(page, text) == ["gone.md", "there.md#gone", "#no"]
