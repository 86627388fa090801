"""The Castles of Burgundy: its rulebook, its boards and tiles, and the checks that they must pass."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rulecheck.spec.game import Game

GAME: Final = Game(
    "castles_of_burgundy",
    Path(__file__).parent,
    engine="rulecheck.reference_engines.castles_of_burgundy",
    arithmetic="rulecheck.reference_engines.castles_of_burgundy.arithmetic",
    notation="rulecheck.reference_engines.castles_of_burgundy.notation",
    properties="rulecheck.properties.castles_of_burgundy",
    players="rulecheck.properties.castles_of_burgundy.players",
    theorems="rulecheck.solvers.castles_of_burgundy",
    schemas="rulecheck.spec.castles_of_burgundy.schemas",
    checks="rulecheck.spec.castles_of_burgundy.checks",
    symmetries="rulecheck.properties.castles_of_burgundy.symmetries",
    accounts="rulecheck.properties.castles_of_burgundy.accounts",
    drawing="rulecheck.cli.castles_of_burgundy.drawing",
    ours=True,
)
