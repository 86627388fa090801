"""A game from outside, and commands run in this process."""

from __future__ import annotations

from tests.cli.conftest import rulecheck
from tests.games_outside.conftest import mygame, nothing_outside

__all__ = ["mygame", "nothing_outside", "rulecheck"]
