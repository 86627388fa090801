"""Power Grid: its rulebook, its plants, incomes, fuel market and maps, and the checks that they must pass."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rulecheck.spec.game import Game

GAME: Final = Game(
    "power_grid",
    Path(__file__).parent,
    engine="rulecheck.reference_engines.power_grid",
    arithmetic="rulecheck.reference_engines.power_grid.arithmetic",
    notation="rulecheck.reference_engines.power_grid.notation",
    properties="rulecheck.properties.power_grid",
    players="rulecheck.properties.power_grid.players",
    theorems="rulecheck.solvers.power_grid",
    schemas="rulecheck.spec.power_grid.schemas",
    checks="rulecheck.spec.power_grid.checks",
    symmetries="rulecheck.properties.power_grid.symmetries",
    accounts="rulecheck.properties.power_grid.accounts",
    drawing="rulecheck.cli.power_grid.drawing",
    ours=True,
)
