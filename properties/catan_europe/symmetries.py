"""What the rulebook of Merchants of Europe does not distinguish: the seats, once their first posts stand."""

from __future__ import annotations

from typing import Final

from rulecheck.properties.unforeseen.symmetries import seats_in_rotation
from rulecheck.properties.unforeseen.symmetry import Step, phase_of


def _is_set_up(step: Step) -> bool:
    """Before that, colours have their own places on the board (short game), or roll in the order of their names.

    Where the first player places the robber, the last token on a dashed circle is what names them: red, or the first to
    roll.
    """
    was, is_now = phase_of(step.before), phase_of(step.after)
    return was not in ("robber-start", "first-roll") and (was != "dashed-token" or is_now == was)


SYMMETRIES: Final = (seats_in_rotation(_is_set_up),)
