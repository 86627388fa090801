"""What pages show as output is what comes out, and every page can be reached."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.docs.pages import PAGES, ROOT, links, site_script, text_of


@pytest.fixture(scope="module")
def outputs() -> ModuleType:
    """The script that compares them."""
    return site_script("outputs")


def test_a_block_agrees_but_for_times_cores_and_what_is_cut(outputs: ModuleType) -> None:
    printed = "ur   60 games   4.9 s\n  asked   60 games on 2 cores\nfirst\nsecond\nlast\n"

    assert outputs.agrees(printed, printed)
    assert outputs.agrees(printed.replace("4.9", "17.0").replace("2 cores", "1 core"), printed)
    assert outputs.agrees("ur   60 games   5.0 s\n[… 3 more …]\nlast\n", printed)
    assert outputs.agrees("[…]\nsecond\n[…]\n", printed)


@pytest.mark.parametrize(
    "block",
    ["ur   61 games   4.9 s\n[…]\n", "[…]\nfirst\n", "[…]\nthird\n[…]\n", "[…]\nsecond\n[…]\nfirst\n[…]\n", "last\n"],
)
def test_a_block_that_shows_something_else_is_told(outputs: ModuleType, block: str) -> None:
    """The twin."""
    assert not outputs.agrees(block, "ur   60 games   4.9 s\nfirst\nsecond\nlast\n")


def test_the_commands_of_a_page_have_their_output(outputs: ModuleType) -> None:
    page = "Try:\n\n```console\n$ one   # a note\n$ two\nsays\nmuch\n```\n\n```python\n$ three\n```\n"

    told = outputs.promises(page)

    assert [(promise.command, promise.output) for promise in told] == [("one", ""), ("two", "says\nmuch\n")]
    assert all(page[promise.start : promise.end] == promise.output for promise in told)


def test_an_output_is_cut_as_its_block_was(outputs: ModuleType) -> None:
    assert outputs.shortened("1\n2\n3\n4\n", "a\n[… 7 more …]\nz\n") == "1\n[…]\n4\n"
    assert outputs.shortened("1\n2\n", "a\n") == "1\n2\n"


def test_a_page_is_compared_and_written_anew(
    outputs: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ROOT / "README.md"
    told = "```console\n$ echo here\nthere\n```\n"
    monkeypatch.setattr(outputs.Reader, "is_run", lambda reader, command: True)
    reader = outputs.Reader(page, tmp_path)
    reader.page = tmp_path / "page.md"
    reader.page.write_text(told, encoding="utf-8")

    (difference,) = reader.differences(write=True)

    assert "-there" in difference
    assert "+here" in difference
    assert reader.page.read_text(encoding="utf-8") == told.replace("\nthere", "\nhere")
    assert reader.differences() == []


@pytest.mark.campaign
@pytest.mark.parametrize("page", [page for page in PAGES if re.search(r"^\$ .*\n(?!\$ |```)", text_of(page), re.M)])
def test_what_a_page_shows_is_what_comes_out(outputs: ModuleType, page: str, tmp_path: Path) -> None:
    """`python docs/site/outputs.py --write` writes them anew."""
    assert outputs.Reader(ROOT / page, tmp_path).differences() == []


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
