"""What report pages are made of: pieces that are marked and shared, texts that stay texts, and the pages themselves."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from markupsafe import escape

from rulecheck.cli.commands import replay
from rulecheck.cli.commands.replay import marked
from rulecheck.cli.pages.board import Box, Circle, Drawing, Label, Piece
from rulecheck.cli.pages.plain import draw_plain
from rulecheck.cli.pages.sheets import Mark, changes, sheets
from rulecheck.cli.pages.vector import picture
from rulecheck.cli.rendering.clause_text import said
from rulecheck.properties.findings.finding import Finding, describe, save
from rulecheck.spec import make_rules
from tests.cli.running import Run

GAME = "puerto_rico"
MOVES = ("choose settler", "take quarry")


def disc(key: str, x: float) -> Piece:
    return Piece(key, (Circle(x, 10, 5),), f"disc {key}")


def sheet(*pieces: Piece) -> Drawing:
    return Drawing(100, 20, pieces)


def test_what_moved_is_new_or_is_gone_is_marked_and_nothing_else() -> None:
    before, after = (
        sheet(disc("a", 10), disc("b", 30), disc("c", 50)),
        sheet(disc("a", 10), disc("b", 40), disc("d", 70)),
    )

    assert changes(before, after) == (
        Mark((32, 2, 16, 16), False, "disc b"),
        Mark((62, 2, 16, 16), False, "disc d"),
        Mark((42, 2, 16, 16), True, "disc c"),
    )


def test_a_piece_that_says_what_it_stands_for_may_move_unmarked() -> None:
    at = [Piece("line", (Label(0, y, "gold: 3"),), state="3") for y in (10, 20)]

    assert changes(sheet(at[0]), sheet(at[1])) == ()
    assert changes(sheet(at[0]), sheet(Piece("line", at[0].shapes, state="4")))


def test_what_stays_is_written_once() -> None:
    map_ = [disc(f"city {k}", k) for k in range(50)]
    pictures = sheets([sheet(*map_[:25], disc("token", x), *map_[25:]) for x in range(60)])

    assert len(pictures.shared) == 2 + 60
    assert sum(str(group).count("<circle") for group in pictures.shared) == 50 + 60
    assert [len(shown.groups) for shown in pictures.sheets if shown] == [3] * 60


def test_texts_of_a_drawing_stay_texts() -> None:
    image = picture(sheet(Piece("x", (Label(0, 0, "<b> & \x1b[2J"),), "</title><script>")))

    assert "<text" in image
    assert "&lt;b&gt; &amp;" in image
    assert "<script" not in image
    assert "\x1b" not in image


def test_a_look_that_the_style_sheet_does_not_have_is_told() -> None:
    with pytest.raises(ValueError, match="no look 'crimson'; there are vermillion, blue"):
        picture(sheet(Piece("x", (Box(0, 0, 1, 1, "crimson"),))))


def test_the_style_sheet_has_every_look() -> None:
    from rulecheck.cli.pages import writing
    from rulecheck.cli.pages.board import LOOKS

    css = (Path(writing.__file__).parent / "static" / "report.css").read_text(encoding="utf-8")

    assert [look for look in LOOKS if not re.search(rf"\.{look}\b", css)] == []


def test_a_plain_drawing_tells_every_value_that_is_not_nothing() -> None:
    position = {"bank": 12, "seats": {"anna": {"gold": 3, "goods": {"corn": 2, "sugar": 0}}, "bob": {"gold": 0}}}
    words = [shape.text for piece in draw_plain(position, ("anna", "bob")).pieces for shape in piece.shapes
             if isinstance(shape, Label)]  # fmt: skip

    assert words == ["table", "bank: 12", "anna", "gold: 3", "goods corn: 2"]


def test_new_lines_of_a_picture_are_marked() -> None:
    assert marked("a\nb\n\nb", "a\nb\n\nc\nb") == [("a", False), ("b", False), ("", False), ("c", True), ("b", False)]
    assert marked(None, "a") == [("a", False)]


# The pages


@pytest.fixture
def finding(tmp_path: Path) -> Path:
    rules = make_rules(GAME, players=3, setup="standard")
    silence = Finding(
        kind="silent", name="mayor.extra", messages=("<i>said</i>",), clauses=("settler.take",),
        setting=describe(rules), moves=_opening(), at=len(_opening()), original_length=9, shrunk=True,
    )  # fmt: skip
    return save([silence], tmp_path / "findings").paths[0]


@cache
def _opening() -> tuple[str, ...]:
    """A minute of play: the first legal move each time."""
    from rulecheck.reference_engines import build

    engine = build(make_rules(GAME, players=3, setup="standard"))
    state, moves = engine.start(), list[str]()
    for _ in range(60):
        move = engine.legal_moves(state)[len(moves) % 2 - 1]
        state = engine.apply(state, move)
        moves.append(str(move))
    return tuple(moves)


def test_a_replay_writes_a_page_that_needs_nothing_from_outside(rulecheck: Run, finding: Path, tmp_path: Path) -> None:
    done = rulecheck("replay", finding, "--report", tmp_path / "pages")
    page = (tmp_path / "pages" / f"{finding.stem}.html").read_text(encoding="utf-8")

    assert done.code == 0
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == sorted(
        ["index.html", "report.css", "report.js", f"{finding.stem}.html"]
    )
    assert len(page.encode()) < 1_000_000
    assert page.count('<section class="step"') == 61
    assert [to for to in re.findall(r'(?:href|src)="([^"#]*)[^"]*"', page) if to] == [
        "report.css", "report.js", "index.html"
    ]  # fmt: skip
    assert "May the mayor leave the extra colonist?" in page
    assert "&lt;i&gt;said&lt;/i&gt;" in (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    assert "url(" not in (tmp_path / "pages" / "report.css").read_text(encoding="utf-8")


def test_a_step_has_its_clauses_in_their_wording_and_what_it_changed(
    rulecheck: Run, finding: Path, tmp_path: Path
) -> None:
    from rulecheck.spec import load

    rulecheck("replay", finding, "--report", tmp_path / "pages")
    page = (tmp_path / "pages" / f"{finding.stem}.html").read_text(encoding="utf-8")
    steps = page.split('<section class="step"')[1:]
    cited = [re.findall(r"<dt><code>(.*?)</code></dt><dd>(.*?)</dd>", step) for step in steps]
    book = load(GAME)

    players = json.loads(finding.read_text(encoding="utf-8"))["setting"]["players"]
    told = {id: text for step in cited for id, text in step if id in book.clauses}
    assert len(told) > 5
    assert told == {id: str(escape(said(book, id, players))) for id in told}
    assert all("<del>" in step and 'class="changed"' in step for step in steps[1:])
    assert "<del>" not in steps[0]


def test_a_folder_that_cannot_be_written_is_told_before_any_game(rulecheck: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = rulecheck("fuzz", GAME, "--games", "1", "--report", tmp_path / "file" / "pages")

    assert done.is_one_line_mistake
    assert "--report" in done.err


# Replay as text


def test_a_long_game_is_bounded_in_a_pipe(rulecheck: Run, finding: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "_MOVES", 25)
    lines = rulecheck("replay", finding).out.splitlines()

    assert "    … 35 moves before these; the finding's file has them all" in lines
    assert sum(bool(re.match(r" +\d+  \w+: ", line)) for line in lines) == 25
    assert "the last of 61 positions; --last N shows more, --step N any other" in lines
    assert [line.split("/60 ")[0] for line in lines if "/60 " in line] == ["60"]


def test_the_last_positions_are_shown_as_asked(rulecheck: Run, finding: Path) -> None:
    def steps(*options: object) -> list[str]:
        return re.findall(r"^(\d+)/60 ", rulecheck("replay", finding, *options).out, re.M)

    assert steps("--last", 2) == ["59", "60"]
    assert steps("--last", 99) == [str(number) for number in range(61)]
    assert steps("--to", 5, "--last", 2) == ["4", "5"]
    assert steps("--step", 7) == ["7"]
    assert rulecheck("replay", finding, "--step", 7, "--last", 2).is_one_line_mistake


def test_what_a_move_changed_is_told_and_marked(rulecheck: Run, finding: Path) -> None:
    """The first player takes a role: its card, and whose turn it is."""
    shown = rulecheck("replay", finding, "--step", 4).out

    assert "▌ " in shown
    assert " → " in shown
    assert "▌" not in rulecheck("replay", finding, "--step", 0).out
