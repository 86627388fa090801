"""The worked examples of every game: the rulebook's own, and a file for each chapter beside its tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulecheck.properties.examples import ExampleResult, expanded_all, run_examples, run_file
from rulecheck.spec import games, load, parse_examples
from tests.reference_engines.playing import other_choices

HERE = Path(__file__).parent
CHAPTERS = {game: sorted((HERE / game).glob("*.md")) for game in games()}

FALSE = {
    "castles_of_burgundy": ["knowledge.karolina-workers-as-written"],
    "power_grid": ["network.duisburg"],
    "puerto_rico": ["captain.four-players"],
}
"""The examples that a rulebook's own rules do not bear out."""

UNSHOWN = {"catan_europe": [("port.in-setup", "yes")]}
"""Choices that no block can show: no purple city of Catan's boards is a port (its own tests use another board)."""

each_game = pytest.mark.parametrize("game", games())


def wrong(results: tuple[ExampleResult, ...]) -> list[str]:
    return [str(result) for result in results if not result.is_good]


@each_game
def test_the_rulebooks_examples_come_out_as_they_say(game: str) -> None:
    results = run_examples(load(game), strict=True)

    assert wrong(results) == []
    assert [r.id for r in results if r.verdict == "example-fails"] == FALSE.get(game, [])


@pytest.mark.parametrize(
    ("game", "chapter"),
    [pytest.param(game, path, id=f"{game}-{path.name}") for game, paths in CHAPTERS.items() for path in paths],
)
def test_the_examples_of_a_chapter_pass(game: str, chapter: Path) -> None:
    assert wrong(run_file(chapter, game, strict=True)) == []


@each_game
def test_every_choice_of_every_reading_is_shown(game: str) -> None:
    """An example names the reading, or shows the default as `silent` or by its name."""
    rulebook = load(game)
    chapters = [expanded_all(parse_examples(chapter), rulebook) for chapter in CHAPTERS[game]]
    blocks = [example.body for examples in chapters for example in examples]
    shown = {(k, v) for body in blocks for k, v in body.get("readings", {}).items()}
    chosen = set(other_choices(game))

    assert len(blocks) >= 60
    assert sorted(chosen - shown) == UNSHOWN.get(game, [])
