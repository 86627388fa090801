"""A game from outside on report pages: drawn for nothing, or by a module of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulecheck.properties.findings.finding import Finding, describe, save
from rulecheck.spec import make_rules
from tests.cli.running import Run


@pytest.fixture
def finding(mygame: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A finding of the game, with no move."""
    monkeypatch.setenv("RULECHECK_GAMES", str(mygame))
    silence = Finding(
        kind="silent", name="made.up", messages=(), clauses=(), setting=describe(make_rules("mygame")), moves=(), at=0,
        original_length=0, shrunk=True,
    )  # fmt: skip
    return save([silence], tmp_path / "findings").paths[0]


def page(rulecheck: Run, finding: Path, tmp_path: Path) -> str:
    assert rulecheck("replay", finding, "--report", "pages").code == 0
    return (tmp_path / "pages" / f"{finding.stem}.html").read_text(encoding="utf-8")


def test_without_a_drawing_every_part_of_the_position_stands_in_a_panel(
    rulecheck: Run, finding: Path, tmp_path: Path
) -> None:
    shown = page(rulecheck, finding, tmp_path)

    assert 'class="panel"' in shown
    assert all(f">{seat}</text>" in shown for seat in make_rules("mygame").seats)


def test_the_drawing_that_the_page_shows_works(
    rulecheck: Run, finding: Path, mygame: Path, tmp_path: Path, root: Path
) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (root / "docs" / "reports.md").read_text(encoding="utf-8"), re.S)
    (mygame / "drawing.py").write_text(code, encoding="utf-8")
    shown = page(rulecheck, finding, tmp_path)

    assert "<title>the seat of " in shown
    assert 'class="panel"' not in shown


def test_a_campaign_writes_an_overview_and_a_page_for_each_finding(
    rulecheck: Run, mygame: Path, tmp_path: Path
) -> None:
    """Of what is new, and of what is known."""
    file = mygame / "properties.py"
    untrue = """

@whole_game("aim.first")
def nobody_wins(engine: Race, played: Played) -> Iterator[str]:
    'Wrong.'
    yield "somebody won"
"""
    file.write_text(file.read_text(encoding="utf-8") + untrue, encoding="utf-8")
    done = rulecheck("fuzz", mygame, "--games", "6", "--seed", "7", "--jobs", "1", "--report", "pages")
    overview = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    pages = sorted(path.stem for path in (tmp_path / "pages").glob("*.html") if path.stem != "index")

    assert done.code == 1
    assert "KNOWN  1 finding" in done.out
    assert "BROKEN  " in done.out
    assert len(pages) == 2
    assert pages == sorted(path.stem for path in (tmp_path / "findings").glob("*.json") if "last" not in path.stem)
    assert sorted(set(re.findall(r'href="(\w+)\.html"', overview))) == pages
    assert "Clauses exercised, by moves" in overview


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("def draw(engine, position):\n    return position.nowhere\n", "drawing.py:2: game mygame: AttributeError"),
        ("def paint(): ...\n", "drawing.py: game mygame: it offers no draw; the game's drawing must"),
    ],
)
def test_a_drawing_that_fails_is_told_in_a_line(
    rulecheck: Run, finding: Path, mygame: Path, code: str, what: str
) -> None:
    (mygame / "drawing.py").write_text(code, encoding="utf-8")
    done = rulecheck("replay", finding, "--report", "pages")

    assert done.is_one_line_mistake
    assert what in done.err
