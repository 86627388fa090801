"""The Royal Game of Ur: its modules are named after what they are for, so this is all that there is to declare."""

from __future__ import annotations

from pathlib import Path

from rulecheck.spec import Game

GAME = Game.of_package("ur", Path(__file__).parent)
