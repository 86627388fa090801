"""Each game's board against the picture that was kept of it, and what every drawing owes."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from rulecheck.cli.pages.board import Box, Drawing, Piece, frame_of
from rulecheck.cli.pages.game import draw
from rulecheck.cli.pages.sheets import changes
from rulecheck.cli.pages.vector import picture
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE
from rulecheck.spec import load, make_rules
from rulecheck.spec.game import Part
from rulecheck.spec.registry import game_named, games
from tests.cli.pages.kept import GAMES, HERE, kept


def test_every_game_that_draws_has_a_kept_picture() -> None:
    assert sorted(name for name in games() if game_named(name).has(Part.DRAWING)) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_board_looks_as_it_was_kept(game: str) -> None:
    """After a change that is meant: `python -m tests.cli.pages.kept`, and look at the pictures."""
    assert kept(game).image == (HERE / f"{game}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_every_table_can_be_drawn_as_play_goes_on(game: str) -> None:
    """All set-ups and numbers of players: no mark is put where nothing changed, and every drawing becomes SVG."""
    for name, setup in load(game).setups.items():
        for players in {min(setup.players), max(setup.players)}:
            engine, rng = build(make_rules(game, players=players, setup=name)), Random(players)
            state, before = engine.start(), None
            for number in range(107):
                legal = engine.legal_moves(state)
                if not legal:
                    break
                state = engine.apply(state, rng.choice(legal))
                if number % 53 == 0:
                    drawing = draw(game_named(game), engine, state)
                    assert before is None or changes(before, drawing)
                    assert changes(drawing, draw(game_named(game), engine, state)) == ()
                    assert picture(drawing).startswith("<svg")
                    before = drawing


@pytest.mark.parametrize("game", GAMES)
def test_a_drawing_keeps_its_keys_apart_and_lies_on_its_sheet(game: str) -> None:
    drawing = kept(game).drawing
    twice = [key for key, times in Counter(piece.key for piece in drawing.pieces).items() if times > 1]
    left, top, width, height = frame_of(shape for piece in drawing.pieces for shape in piece.shapes)

    assert twice == []
    assert left >= drawing.left
    assert top >= drawing.top
    assert left + width <= drawing.left + drawing.width
    assert top + height <= drawing.top + drawing.height


def crossings(drawing: Drawing) -> set[tuple[str, str]]:
    """The pieces of which a box cuts through a box of another one, each being partly inside the other."""
    boxes = [
        (piece.key, shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        for piece in drawing.pieces
        for shape in piece.shapes
        if isinstance(shape, Box)
    ]
    crossed = set()
    for (key, left, top, right, bottom), (other, west, north, east, south) in combinations(boxes, 2):
        wide, high = min(right, east) - max(left, west), min(bottom, south) - max(top, north)
        whole = min((right - left) * (bottom - top), (east - west) * (south - north))
        if key != other and wide > 1 and high > 1 and wide * high < 0.98 * whole:
            crossed.add((key, other))
    return crossed


@pytest.mark.parametrize("game", GAMES)
def test_no_box_cuts_through_another_with_most_players(game: str) -> None:
    most = max(max(setup.players) for setup in load(game).setups.values())
    setup = next(name for name, each in load(game).setups.items() if most in each.players)
    engine = build(make_rules(game, players=most, setup=setup))

    assert crossings(draw(game_named(game), engine, engine.start())) == set()


def test_a_box_that_cuts_through_another_is_told() -> None:
    """The twin of the test above."""
    pieces = (
        Piece("card", (Box(0, 0, 80, 40, "panel"),)),
        Piece("other", (Box(60, 10, 80, 40, "panel"),)),
        Piece("inside", (Box(2, 2, 10, 10, "panel"),)),
    )

    assert crossings(Drawing(200, 100, pieces)) == {("card", "other")}


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_changes_the_position_is_marked_on_the_board(game: str) -> None:
    shown = kept(game)
    engine, unmarked = shown.engine, []
    for move in engine.legal_moves(shown.position):
        after = engine.apply(shown.position, move)
        marks = changes(shown.drawing, draw(game_named(game), engine, after))
        if after != shown.position and not marks:
            unmarked.append(str(move))

    assert engine.actor(shown.position) != CHANCE
    assert unmarked == []
    assert changes(shown.drawing, shown.drawing) == ()
