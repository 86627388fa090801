"""The pages of what was found say what rulecheck says today."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from rulecheck.solvers.theorem import theorems
from rulecheck.spec import games, load
from tests.docs.pages import ROOT, site_script

FOUND = ROOT / "docs" / "found"


@pytest.fixture(scope="module")
def found_pages() -> ModuleType:
    return site_script("found")


@pytest.mark.parametrize("game", games())
def test_a_page_names_what_there_is(game: str) -> None:
    """Questions, sentences and theorems of today's rulebook, and pictures that are there."""
    page = (FOUND / f"{game}.md").read_text(encoding="utf-8")
    readings = load(game).readings.values()
    told = {" ".join(reading.question.split()).replace("|", "\\|") for reading in readings}
    sentences = {sentence for reading in readings for sentence in reading.sentences.values()}
    rows = re.findall(r"^\| (.+?) \| .+ \| “(.*)” \|$", page, re.M)

    assert rows, "silences"
    assert {question for question, _ in rows} <= told
    assert {sentence for _, sentence in rows} <= sentences
    for name in re.findall(r"\]\((\S+\.svg)\)", page):
        picture = (FOUND / name).read_text(encoding="utf-8")
        assert picture.startswith("<svg")
        assert "http" not in picture.replace("http://www.w3.org/", "")
    known = {theorem.name: str(theorem.expected) for theorem in theorems(game)}
    named = re.findall(rf"`rulecheck prove {game} (\S+)`", page)
    assert set(named) == {name for name, expected in known.items() if expected == "refuted"}


@pytest.mark.campaign
@pytest.mark.parametrize("game", games())
def test_what_a_page_says_of_the_text_is_what_the_check_says(
    found_pages: ModuleType, game: str, rulebooks: Path
) -> None:
    (text,) = rulebooks.glob(f"{game}.*")

    assert found_pages.text_section(load(game), text) == found_pages.kept_section(FOUND / f"{game}.md")
