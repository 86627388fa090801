"""New World (Carcassonne: Mayflower): the rulebook, its data and what the data must satisfy."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rulecheck.spec.game import Game

GAME: Final = Game(
    "new_world",
    Path(__file__).parent,
    engine="rulecheck.reference_engines.new_world",
    arithmetic="rulecheck.reference_engines.new_world.arithmetic",
    notation="rulecheck.reference_engines.new_world.notation",
    properties="rulecheck.properties.new_world",
    players="rulecheck.properties.new_world.players",
    theorems="rulecheck.solvers.new_world",
    schemas="rulecheck.spec.new_world.schemas",
    checks="rulecheck.spec.new_world.checks",
    symmetries="rulecheck.properties.new_world.symmetries",
    accounts="rulecheck.properties.new_world.accounts",
    drawing="rulecheck.cli.new_world.drawing",
    ours=True,
)
