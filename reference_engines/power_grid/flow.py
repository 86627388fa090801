"""What comes after what: phases that follow a draw are taken up again by the module that knows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.table import Phase, Table

Events = tuple[str, ...]
Resume = Callable[[Kit, Table, Phase, Events], Table]

RESUME: Final[dict[type[Phase], Resume]] = {}
"""For each phase that can follow a draw the function that goes on with it."""


def resumes(kind: type[Phase]) -> Callable[[Resume], Resume]:
    """Mark the function that goes on with a phase."""

    def mark(function: Resume) -> Resume:
        RESUME[kind] = function
        return function

    return mark


def resume(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    """Go on with a phase."""
    return RESUME[type(phase)](g, t, phase, events)
