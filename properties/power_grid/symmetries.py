"""What the rulebook of Power Grid does not distinguish, besides the seats."""

from __future__ import annotations

import re
from typing import Final

from rulecheck.properties.unforeseen.symmetries import order_of, with_columns, with_numbers, with_words
from rulecheck.properties.unforeseen.symmetry import Symmetry
from rulecheck.spec import Rules

WORDS: Final = {"coal": "oil", "oil": "coal", "garbage": "uranium", "uranium": "garbage"}
"""Fuels that differ in numbers only: coal and oil, which hybrid plants burn, and the two others."""


def _exchanged_fuels(rules: Rules) -> Rules:
    rules = with_numbers(rules, WORDS)
    rules = with_words(rules, "plants", "plant", WORDS, "fuel")
    return with_columns(rules, "market", "space", WORDS)


def _coal_first(move: str) -> str:
    return re.sub(r"(\d+ oil) (\d+ coal)", r"\2 \1", move)


SYMMETRIES: Final = (
    Symmetry("fuels that differ in numbers only", lambda engine, step: WORDS, _exchanged_fuels, spelled=_coal_first),
)
NOT_ALIKE: Final = (order_of("market", "space"),)
