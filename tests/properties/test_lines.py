"""Games that come with a rulebook: few that come to all that is known, played first and under all checks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.campaign.lines import FILE, Line, cover, lines_in, played_by, written
from rulecheck.properties.campaign.play import STALE
from rulecheck.properties.campaign.results import CampaignResult
from rulecheck.reference_engines import build as build_engine
from rulecheck.spec import game_named, games, load, make_rules
from rulecheck.spec.errors import SpecError
from tests.toy.trader import CLAUSES, build, toy


def played(**more: Any) -> CampaignResult:
    more = {"games": 60, **more}
    return Campaign(rules=[toy()], seed=3, clauses=CLAUSES, build=build, jobs=1, shrink_steps=0, **more).run()


def carried_out(lines: list[Line]) -> set[str]:
    met: set[str] = set()
    for line in lines:
        engine = build(toy())
        state = engine.start()
        for text in line.moves:
            state = engine.apply(state, engine.parse(text))
            met.update(state.events)
    return met


def test_a_cover_comes_to_all_that_a_campaign_came_to() -> None:
    result = played()

    lines = cover(result, lambda table: build(toy()))

    assert {event for event, way in result.shortest.items() if way.moves} <= carried_out(lines)
    assert len(lines) < len({way.moves for way in result.shortest.values()})


def test_lines_are_played_first_and_bring_at_once_what_they_come_to() -> None:
    lines = cover(played(), lambda table: build(toy()))

    with_lines = played(games=len(lines), lines=[(0, line.moves) for line in lines])

    assert carried_out(lines) <= {*with_lines.events, *(f"silent:{reading}" for reading in with_lines.silences)}
    assert not carried_out(lines) <= set(played(games=len(lines)).events)


def test_a_line_is_played_under_all_checks() -> None:
    """A fault on the way is found, although the moves are given."""
    lines = [(0, line.moves) for line in cover(played(), lambda table: build(toy()))]
    faulty = Campaign(
        rules=[toy(2, ["leak"])], seed=3, games=len(lines), clauses=CLAUSES, build=build, jobs=1, lines=lines
    ).run()

    assert [finding.name for finding in faulty.findings if finding.kind == "broken"] == ["components_are_conserved"]


@pytest.mark.parametrize("moves", [("no such move",), ("skip", "skip")])
def test_a_line_that_is_not_legal_any_more_is_left_out(moves: tuple[str, ...]) -> None:
    result = played(games=2, lines=[(0, moves)])

    assert result.ended[STALE] == 1
    assert "not legal any more" in result.notes[0]


def test_the_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    lines = [Line("a", 3, ("x 1", "y")), Line("b", 2, ("z",))]
    (tmp_path / FILE).write_text("\n".join(written(lines)))

    assert lines_in(tmp_path) == lines
    rules = [toy()]
    assert played_by([Line(rules[0].setup, 2, ("z",)), Line(rules[0].setup, 9, ("z",))], rules) == [(0, ("z",))]


@pytest.mark.parametrize("text", ["[{}]", "[1]", "[", '[{"setup": "a", "players": "x", "moves": ""}]', "[" * 9999])
def test_a_damaged_file_is_one_clear_line(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)

    with pytest.raises(SpecError, match="no list of games"):
        lines_in(tmp_path)


@pytest.mark.parametrize("game", [game for game in games() if game_named(game).ours])
def test_the_games_that_we_ship_are_legal_and_come_to_every_clause(game: str) -> None:
    """All rules that a move carries out; `rulecheck fuzz GAME --seconds 120 --write-corpus` writes them anew."""
    book = load(game)
    met: set[str] = set()
    for line in lines_in(game_named(game).folder):
        engine = build_engine(make_rules(book, players=line.players, setup=line.setup))
        state = engine.start()
        met.update(state.events)
        for text in line.moves:
            move = engine.parse(text)
            assert engine.refusal(state, move) is None, (line.setup, text)
            state = engine.apply(state, move)
            met.update(state.events)

    rules = [id for id, clause in book.clauses.items() if clause.kind == "rule"]
    assert sum(id in met for id in rules) >= 0.85 * len(rules)
