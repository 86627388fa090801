"""What the rulebook of Merchants of Europe does not distinguish: the seats, once their first posts stand."""

from __future__ import annotations

from typing import Final

from rulecheck.properties.unforeseen.symmetries import seats_in_rotation
from rulecheck.properties.unforeseen.symmetry import Step, phase_of


def _is_set_up(step: Step) -> bool:
    """Before that, colours have their own places on the board (short game), or roll in the order of their names."""
    return phase_of(step.before) not in ("robber-start", "first-roll")


SYMMETRIES: Final = (seats_in_rotation(_is_set_up),)
