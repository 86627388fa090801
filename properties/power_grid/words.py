"""Fuel and plants as a person would name them, for what the properties tell."""

from __future__ import annotations

from collections.abc import Iterable

from rulecheck.properties.invariants.wording import amounts, listed
from rulecheck.properties.power_grid.facts import Facts
from rulecheck.spec.power_grid.board import FUELS


def tokens(counts: Iterable[int]) -> str:
    """Tokens of each fuel."""
    return amounts(FUELS, counts)


def numbers(f: Facts, plants: Iterable[int]) -> str:
    """Plants by their numbers; the Step 3 card by its name."""
    return listed([f.numbers[k] if k < f.step_card else "the Step 3 card" for k in plants])
