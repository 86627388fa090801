"""Every link of every page leads somewhere: to a file that is there, and to a heading that it has.

The site has the pages of some folders only (docs/site/build.py); a link of theirs to another page would end its build.
"""

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


SITE = ("docs", "examples")
"""Folders whose pages the site has, besides those at the top."""


def off_site(page: Path, text: str, root: Path = ROOT) -> list[str]:
    """The links of a page of the site to pages that it does not have."""
    lost = []
    for target in links(text):
        path = Path(target.partition("#")[0])
        if "://" not in target and path.suffix == ".md":
            *folders, _ = (page.parent / path).resolve().relative_to(root.resolve()).parts
            lost += [target] if folders and folders[0] not in SITE else []
    return lost


@pytest.mark.parametrize("page", [page for page in PAGES if "/" not in page or page.startswith(SITE)])
def test_pages_of_the_site_link_to_pages_of_the_site(page: str) -> None:
    assert off_site(ROOT / page, text_of(page)) == []


def test_a_link_that_leaves_the_site_is_told(tmp_path: Path) -> None:
    """The twin."""
    text = "[a](../benchmarks/README.md#speed) [b](other.md) [c](../README.md) [d](../cli/main.py) [e](#here)"

    assert off_site(tmp_path / "docs" / "page.md", text, tmp_path) == ["../benchmarks/README.md#speed"]


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


def unreached(pages: dict[str, str], index: str) -> list[str]:
    """The pages to which neither a link of another page nor the index of the site leads."""
    linked = {
        (Path(page).parent / target.partition("#")[0])
        for page, text in pages.items()
        for target in links(text)
        if "://" not in target
    }
    plain = {Path(*_steps(path.parts)).as_posix() for path in linked}
    return sorted(page for page in pages if page not in plain and page not in index)


def _steps(parts: tuple[str, ...]) -> list[str]:
    steps: list[str] = []
    for part in parts:
        if part == "..":
            steps = steps[:-1]
        else:
            steps.append(part)
    return steps


def test_every_page_of_the_documentation_can_be_reached() -> None:
    pages = {page: text_of(page) for page in PAGES}

    assert [page for page in unreached(pages, text_of("mkdocs.yml")) if page.startswith("docs/")] == []


def test_a_page_that_no_link_reaches_is_told() -> None:
    pages = {
        "docs/a.md": "[b](b/c.md) [x](https://x.example/docs/d.md)",
        "docs/b/c.md": "[a](../a.md)",
        "docs/d.md": "",
    }

    assert unreached(pages, "") == ["docs/d.md"]
    assert unreached(pages, "nav: docs/d.md") == []
