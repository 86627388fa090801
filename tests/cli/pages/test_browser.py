"""Report pages opened in a real browser: what their script does, and each board against its screenshot in docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from rulecheck.properties.findings.finding import Finding, describe, save
from rulecheck.reference_engines import build
from rulecheck.spec import load, make_rules
from tests.cli.pages.browser import BROWSER, WHY_NOT, dom, printed, screenshot
from tests.cli.pages.kept import BOARDS, GAMES, kept, shot
from tests.cli.running import Run

pytestmark = [pytest.mark.campaign, pytest.mark.skipif(BROWSER is None, reason=WHY_NOT)]

MOVES = 60
SAME = 6.0
"""How far two pictures may be apart on average, of 255: each machine draws letters a little differently."""


def apart(image: Path, other: Path) -> float:
    """How far two pictures are apart, at an eighth of their size."""
    with Image.open(image) as first, Image.open(other) as second:
        size = (first.width // 8, first.height // 8)
        pair = [picture.convert("RGB").resize(size, Image.Resampling.BOX) for picture in (first, second)]
    return sum(ImageStat.Stat(ImageChops.difference(*pair)).mean) / 3


@pytest.mark.parametrize("game", GAMES)
def test_a_board_looks_in_the_browser_as_in_the_kept_screenshot(game: str, tmp_path: Path) -> None:
    """After a change that is meant: `python -m tests.cli.pages.kept`, and look at the pictures."""
    shown = kept(game)
    shot(shown.drawing, tmp_path, tmp_path / "now.png")

    assert apart(tmp_path / "now.png", BOARDS / f"{game}.png") < SAME


def test_another_board_and_a_blank_page_are_further_apart(tmp_path: Path) -> None:
    """The twin of the test above."""
    shot(kept(GAMES[0]).drawing, tmp_path, tmp_path / "now.png")
    blank = Image.new("RGB", (700, 500), "white")
    blank.save(tmp_path / "blank.png")

    assert apart(tmp_path / "now.png", BOARDS / f"{GAMES[1]}.png") > 2 * SAME
    assert apart(tmp_path / "now.png", tmp_path / "blank.png") > 2 * SAME


def written(rulecheck: Run, game: str, tmp_path: Path) -> Path:
    """The page of a game of sixty moves."""
    rules = make_rules(game, setup=load(game).default_setup)
    engine = build(rules)
    state, moves = engine.start(), list[str]()
    while len(moves) < MOVES:
        move = engine.legal_moves(state)[-1]
        state = engine.apply(state, move)
        moves.append(str(move))
    silence = Finding(
        kind="silent", name="made up", messages=("nothing",), clauses=(), setting=describe(rules), moves=tuple(moves),
        at=MOVES, original_length=MOVES, shrunk=True,
    )  # fmt: skip
    (path,) = save([silence], tmp_path / "findings").paths
    assert rulecheck("replay", path, "--report", tmp_path / "pages").code == 0
    return tmp_path / "pages" / f"{path.stem}.html"


def now(html: str) -> list[str]:
    """The steps that are shown."""
    return re.findall(r'<section class="step now" id="(step-\d+)"', html)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_of_every_game_opens_at_the_step_that_its_address_names(
    rulecheck: Run, game: str, tmp_path: Path
) -> None:
    page = written(rulecheck, game, tmp_path)
    screenshot(page, tmp_path / "page.png", 1200, 900)

    assert page.stat().st_size < 1_000_000
    assert now(dom(page)) == [f"step-{MOVES}"]
    assert now(dom(page, "#step-12")) == ["step-12"]
    with Image.open(tmp_path / "page.png") as image:
        assert len(image.convert("RGB").getcolors(1 << 24) or ()) > 12


@pytest.mark.parametrize(
    ("keys", "step"),
    [(["ArrowLeft"], 59), (["ArrowLeft", "ArrowLeft", "ArrowRight"], 59), (["Home"], 0), (["Home", "End"], 60)],
)
def test_keys_go_from_step_to_step(rulecheck: Run, tmp_path: Path, keys: list[str], step: int) -> None:
    page = written(rulecheck, "puerto_rico", tmp_path)
    pressed = "".join(f"document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}'}}));" for key in keys)
    script = f"<script>addEventListener('load', () => {{ {pressed} }})</script>"
    page.write_text(page.read_text(encoding="utf-8").replace("</body>", f"{script}</body>"), encoding="utf-8")

    assert now(dom(page)) == [f"step-{step}"]


def test_without_its_script_a_page_shows_every_step(rulecheck: Run, tmp_path: Path) -> None:
    page = written(rulecheck, "puerto_rico", tmp_path)
    (page.parent / "report.js").unlink()

    assert 'class="walk"' not in dom(page)
    assert dom(page).count('<section class="step"') == MOVES + 1


def test_what_is_shown_is_printed(rulecheck: Run, tmp_path: Path) -> None:
    page = written(rulecheck, "puerto_rico", tmp_path)

    def steps(fragment: str = "") -> list[str]:
        return re.findall(rf"\b(\d+)/{MOVES} ", printed(page, tmp_path / "printed.pdf", fragment))

    assert steps("#step-12") == ["12"]
    (page.parent / "report.js").unlink()
    assert steps() == [str(number) for number in range(MOVES + 1)]
