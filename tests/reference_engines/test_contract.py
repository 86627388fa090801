"""What every engine owes whatever is played: its notation is read back, and each rule has a function that cites it."""

from __future__ import annotations

import pytest

from rulecheck.reference_engines import build, citations
from rulecheck.spec import games, load
from rulecheck.spec.rules import make_rules

TABLES = [(game, setup.name, max(setup.players)) for game in games() for setup in load(game).setups.values()]


@pytest.mark.parametrize(("game", "setup", "players"), TABLES)
def test_every_move_is_read_back(game: str, setup: str, players: int) -> None:
    engine = build(make_rules(game, setup=setup, players=players))

    assert [engine.parse(str(move)) for move in engine.all_moves()] == list(engine.all_moves())


@pytest.mark.parametrize("game", games())
def test_every_rule_is_carried_out_by_a_function_and_every_citation_exists(game: str) -> None:
    book = load(game)
    build(make_rules(game))
    cited = citations(game)

    assert [c.id for c in book.clauses.values() if c.kind in ("rule", "setup") and c.id not in cited] == []
    assert [c for c in cited if c not in book.clauses and c not in book.readings] == []
    assert [r for r in book.readings if r not in cited] == []
