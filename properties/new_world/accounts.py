"""Which clauses of New World may change which part of a position."""

from __future__ import annotations

from typing import Final

SETTLERS: Final = ("settler.one", "surveyor.move", "score.others", "score.completed", "remove.behind")
"""Where settlers are set on the land, come home when they scored, or are left behind."""

CHANGES: Final = {
    "box": ("tile.unplaceable",),
    "late": ("late.step",),
    "pile": ("turn.draw",),
    "scores": ("score.completed", "win.most"),
    "settlers": SETTLERS,
    "supply": SETTLERS,
    "surveyors": ("surveyor.move", "late.enter"),
    "tiles": ("turn.place",),
    "turn": ("turn.order",),
}

NOTES: Final = ("phase",)
