"""What the page says can run out does, in a game from the start; what cannot has a theorem or a clause that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulecheck.reference_engines import build
from rulecheck.solvers.theorem import theorem_named
from rulecheck.spec import load, make_rules
from tests.solvers.supplies import SUPPLIES, Supply, cell, played, rows_of, table

QUICK = ("puerto_rico-colonists-in-reserve", "puerto_rico-quarries", "power_grid-coal-in-the-supply",
         "new_world-settlers-of-all", "catan_europe-cards-of-salt")  # fmt: skip


def comes_to_its_end(supply: Supply, players: int) -> None:
    game = played(supply, players)
    engine = build(make_rules(supply.game, players=players))
    state = engine.start()
    for text in game.moves:
        move = engine.parse(text)
        assert engine.refusal(state, move) is None, text
        state = engine.apply(state, move)

    assert supply.left(state) == game.least


@pytest.mark.parametrize("name", QUICK)
def test_a_supply_runs_out_in_a_game_from_the_start(name: str, root: Path) -> None:
    supply = next(supply for supply in SUPPLIES if str(supply) == name)
    players = load(supply.game).player_counts()[0]

    comes_to_its_end(supply, players)
    assert played(supply, players).least == 0
    assert cell(supply, players) in rows_of(root)[str(supply)]


@pytest.mark.parametrize("supply", [supply for supply in SUPPLIES if supply.stays], ids=str)
def test_what_cannot_run_out_has_a_theorem_or_a_clause(supply: Supply) -> None:
    name = supply.because.strip("`")

    assert name in load(supply.game).clauses or theorem_named(supply.game, name).expected != "refuted"


@pytest.mark.campaign
@pytest.mark.parametrize("supply", SUPPLIES, ids=str)
def test_no_game_leaves_less_than_the_theorem_says(supply: Supply) -> None:
    for players in load(supply.game).player_counts():
        comes_to_its_end(supply, players)
        assert played(supply, players).least >= supply.stays.get(players, 0)


@pytest.mark.campaign
def test_the_page_tells_what_runs_out(root: Path) -> None:
    page = (root / "docs" / "theorems.md").read_text(encoding="utf-8")

    assert "\n".join(table()) in page, "python -m tests.solvers.supplies"
