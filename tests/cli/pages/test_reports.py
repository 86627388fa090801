"""`--report` of the commands that look at rules without a campaign: figures, theorems, texts, other implementations."""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulecheck.cli.pages.plots import bars
from rulecheck.properties.conform.driver import program
from rulecheck.properties.conform.driver.participant import InProcess
from tests.cli.running import Done, Run
from tests.cli.test_conform import Generous, NoCaptain
from tests.cli.test_rulebook import EDITION, TEXT

GAME = "puerto_rico"
Pages = Callable[..., tuple[Done, str]]


@pytest.fixture
def overview(rulecheck: Run, tmp_path: Path) -> Pages:
    """Run a command with --report; what it did, and the overview that it wrote."""

    def go(*arguments: object) -> tuple[Done, str]:
        at = arguments.index("--") if "--" in arguments else len(arguments)
        done = rulecheck(*arguments[:at], "--report", tmp_path / "pages", *arguments[at:])
        return done, (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")

    return go


def test_a_study_is_shown_with_plots_and_variants_side_by_side(overview: Pages) -> None:
    done, page = overview("study", GAME, "--games", 3, "--seed", 1, "--jobs", 1, "--variant", "points.pool=5")

    assert done.code == 0
    assert page.count("<figure>") >= 3
    assert page.count("points.pool=5") > 3
    assert "<script" not in page.replace('<script src="report.js" defer></script>', "")
    assert "Figures: as it is" in page


def test_theorems_are_shown_with_the_position_that_refutes_one(overview: Pages, tmp_path: Path) -> None:
    done, page = overview("prove", "catan_europe", "the-bank-of-gold-never-runs-dry")
    (name,) = re.findall(r'<h3>.*?href="(\w+)\.html"', page)

    assert done.code == 0
    assert "the bank is empty" in page
    assert 'class="board"' in (tmp_path / "pages" / f"{name}.html").read_text(encoding="utf-8")


def test_a_text_is_shown_as_one_reads_it_with_its_findings(overview: Pages, tmp_path: Path) -> None:
    written = TEXT.replace("zarurile", "zarurile <b>")
    (tmp_path / "text.txt").write_text(written, encoding="utf-8")
    (tmp_path / "ed.toml").write_text(EDITION, encoding="utf-8")
    done, page = overview("rulebook", "catan_europe", "text.txt", "--edition", "ed.toml")

    assert done.code == 1
    assert "<b>" not in page
    shown = page.split('lang="">', 1)[1].split('<ol class="notes"', 1)[0]
    numberless = re.sub(r'<a class="number".*?</a>', "", shown)
    assert " ".join(html.unescape(re.sub(r"<[^>]+>", "", numberless)).split()) == " ".join(written.split())
    (note,) = re.findall(r'<li id="note-1" class="high".*?</li>\s*</ul>', page, re.S)
    assert "contradiction" in note
    assert 'href="#m1-0"' in note
    assert 'id="m1-0"' in shown
    assert 'class="guarded' in shown
    assert (tmp_path / "pages" / "report.js").is_file(), "keys step through the findings"


def test_a_text_without_a_finding_says_so(overview: Pages, tmp_path: Path) -> None:
    """The twin."""
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "ed.toml").write_text(EDITION, encoding="utf-8")
    _, page = overview("rulebook", "catan_europe", "text.txt", "--edition", "ed.toml", "--kind", "damaged")

    assert 'class="number"' not in page
    assert "Nothing was found." in page


def test_a_departure_is_shown_with_its_clause_and_its_game(
    overview: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "Program", lambda command, **limits: InProcess(NoCaptain))
    done, page = overview("conform", GAME, "--players", 3, "--games", 1, "--seed", 1, "--shrink", 0, "--", "bot")
    (name,) = set(re.findall(r'href="(\w+)\.html"', page))

    assert done.code == 1
    assert "&#39;choose captain&#39; is legal, but not listed" in page
    assert 'class="board"' in (tmp_path / "pages" / f"{name}.html").read_text(encoding="utf-8")


def test_a_position_that_differs_is_drawn_as_both_sides_have_it(
    overview: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "Program", lambda command, **limits: InProcess(Generous))
    _, page = overview("conform", GAME, "--players", 3, "--games", 1, "--seed", 1, "--shrink", 0, "--", "bot")
    names = re.findall(r'class="card state">\s*<h3>.*?href="(\w+)\.html"', page, re.S)
    (steps,) = [(tmp_path / "pages" / f"{name}.html").read_text(encoding="utf-8") for name in names]
    last = steps.split('<section class="step"')[-1]

    assert "the same position as it has it" in last
    assert re.search(r"players.anna.doubloons</code> <del>(\d+)</del> → <ins>(\d+)</ins>", last)
    assert last.count('class="changed"') == 1


class Breaks(NoCaptain):
    """It trips over the captain."""

    def play(self, move: str) -> None:
        if move == "choose captain":
            raise LookupError("no <captain> here")
        super().play(move)


def test_a_failure_is_shown_with_the_traceback_of_the_program(overview: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "Program", lambda command, **limits: InProcess(Breaks))
    known = "--ignore-state", "players.*.points", "--avoid", "choose mayor"
    _, page = overview("conform", GAME, "--players", 3, "--games", 2, "--seed", 1, "--shrink", 0, *known, "--", "bot")
    (output,) = re.findall(r"<pre>(.*?)</pre>", page, re.S)

    assert output.startswith("Traceback")
    assert output.endswith("LookupError: no &lt;captain&gt; here")
    assert "crashed:choose" in page
    assert "Parts of positions ignored: players.*.points" in page
    assert "Moves avoided where another was open: choose mayor" in page


def test_plots_leave_the_import_of_modules_as_it_was() -> None:
    bars("Wins", {"games": {"anna": 3, "bob": 1}}, "games")

    assert [finder for finder in sys.meta_path if not hasattr(finder, "find_spec")] == []
