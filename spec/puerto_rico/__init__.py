"""Puerto Rico: its rulebook, its building board and tiles, and the checks that they must pass."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rulecheck.spec.game import Game

GAME: Final = Game(
    "puerto_rico",
    Path(__file__).parent,
    engine="rulecheck.reference_engines.puerto_rico",
    arithmetic="rulecheck.reference_engines.puerto_rico.arithmetic",
    notation="rulecheck.reference_engines.puerto_rico.notation",
    properties="rulecheck.properties.puerto_rico",
    players="rulecheck.properties.puerto_rico.players",
    theorems="rulecheck.solvers.puerto_rico",
    schemas="rulecheck.spec.puerto_rico.schemas",
    checks="rulecheck.spec.puerto_rico.checks",
    symmetries="rulecheck.properties.puerto_rico.symmetries",
    accounts="rulecheck.properties.puerto_rico.accounts",
    drawing="rulecheck.cli.puerto_rico.drawing",
    ours=True,
)
