"""Catan Histories: Merchants of Europe: its rulebook, its boards and the checks a board must pass."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rulecheck.spec.game import Game

GAME: Final = Game(
    "catan_europe",
    Path(__file__).parent,
    engine="rulecheck.reference_engines.catan_europe",
    arithmetic="rulecheck.reference_engines.catan_europe.arithmetic",
    notation="rulecheck.reference_engines.catan_europe.notation",
    properties="rulecheck.properties.catan_europe",
    players="rulecheck.properties.catan_europe.players",
    theorems="rulecheck.solvers.catan_europe",
    schemas="rulecheck.spec.catan_europe.schemas",
    checks="rulecheck.spec.catan_europe.checks",
    symmetries="rulecheck.properties.catan_europe.symmetries",
    accounts="rulecheck.properties.catan_europe.accounts",
    drawing="rulecheck.cli.catan_europe.drawing",
    ours=True,
)
