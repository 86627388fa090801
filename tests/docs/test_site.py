"""The site: clause pages hold what is known, every page has a place, and the build is strict."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from rulecheck.spec import load
from rulecheck.spec.registry import add_folder
from tests.docs.pages import ROOT, headings, site_script
from tests.faults.catalogue import faults_of
from tests.games_outside.conftest import nothing_outside

__all__ = ["nothing_outside"]
UR = ROOT / "examples" / "games" / "ur"
pytestmark = pytest.mark.usefixtures("nothing_outside")


@pytest.fixture(scope="module")
def build() -> ModuleType:
    """The script that builds it."""
    return site_script("build")


def test_a_clause_page_has_each_clause_with_lines_code_checks_theorems_and_verdicts(
    build: ModuleType, tmp_path: Path
) -> None:
    """Of printed texts it has line numbers and no words: they are not ours."""
    add_folder(UR)
    text = (UR / "texts" / "en.md").read_text(encoding="utf-8")
    (tmp_path / "ur.en.txt").write_text(text, encoding="utf-8")
    verdict = {"theorems": [{"name": "the-ways-meet-in-the-middle-and-nowhere-else", "verdict": "proved"}]}
    (tmp_path / "ur.json").write_text(json.dumps(verdict))
    book = load("ur")

    page = build.clause_page(book, tmp_path, build.verdicts_of(tmp_path, "ur"))

    assert len(re.findall(r"^### ", page, re.M)) == len(book.clauses)
    assert re.search(r"^\| carried out \| `ur\.engine\.Ur\.take` \|$", page, re.M)
    assert re.search(r"^\| checked by \| `a_taken_piece_waits_again`: What ", page, re.M)
    assert re.search(r"^\| theorem \| `the-ways-\S+` \*\*proved\*\*: ", page, re.M)
    assert re.search(r"^\| theorem \| `whoever-throws-\S+` \*refuted\*: ", page, re.M), "expected, and not decided here"
    wanted = next(number for number, line in enumerate(text.splitlines(), 1) if "you throw nought" in line)
    assert f"| edition en | line {wanted} |" in page
    assert "your turn is over" not in page
    assert "bei {0} ist dein zug zu ende" in page, "no text at hand: key phrases"


def test_every_page_of_docs_has_a_place_on_the_site() -> None:
    """A new page is put into `nav` of mkdocs.yml."""
    placed = set(re.findall(r"(\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.M))
    pages = {
        path.relative_to(ROOT).as_posix()
        for folder in ("docs", "docs/notation")
        for path in (ROOT / folder).glob("*.md")
    }

    assert pages - placed == set(), "put them into nav of mkdocs.yml"
    assert {page for page in placed if not page.startswith("clauses/") and not (ROOT / page).is_file()} == set()


def test_each_of_the_four_has_a_tutorial() -> None:
    page = (ROOT / "docs" / "tutorials.md").read_text(encoding="utf-8")

    targets = re.findall(r"\| \[[^]]*\]\((\w[\w-]*\.md)(?:#([\w-]+))?\) \|", page)
    assert len(targets) == 4
    for name, heading in targets:
        text = (ROOT / "docs" / name).read_text(encoding="utf-8")
        assert "```console" in text
        assert not heading or heading in headings(text)


def test_without_the_extra_the_build_is_skipped_with_a_reason(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(build, "find_spec", lambda name: None)

    assert build.main(["--out", str(tmp_path / "out")]) == 0
    assert "SKIPPED: the site needs the extra `docs`" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.campaign
def test_the_site_is_built_without_a_warning(build: ModuleType, tmp_path: Path) -> None:
    pytest.importorskip("zensical", reason="needs the extra `docs`")

    assert build.main(["--out", str(tmp_path)]) == 0
    assert "state_machine" in (tmp_path / "site" / "docs" / "api.html").read_text(encoding="utf-8")
    assert "captain.must-load" in (tmp_path / "site" / "clauses" / "puerto_rico.html").read_text(encoding="utf-8")


@pytest.mark.campaign
def test_a_link_that_leads_nowhere_fails_the_build(
    build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin."""
    pytest.importorskip("zensical", reason="needs the extra `docs`")
    monkeypatch.setattr(build, "clause_page", lambda book, rulebooks, verdicts: "# Clauses\n\n[gone](gone.md)\n")

    assert build.main(["--out", str(tmp_path)]) != 0


def test_a_clause_page_of_our_own_games_tells_how_people_get_a_clause_wrong(build: ModuleType) -> None:
    page = build.clause_page(load("new_world"), None, {})

    assert {fault.says for fault in faults_of("new_world")} <= set(re.findall(r"^\| mistake \| (.+) \|$", page, re.M))
