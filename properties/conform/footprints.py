"""Which clauses a program breaks though no known mistake does just what it does: by where mistakes of each show.

Whatever is wrong in a clause shows where that clause matters.  The mistakes that a game knows of it are played in the
steps in which the sides parted, and in those in which they agreed: a clause is likely whose mistakes depart in the same
steps, in the same places, and seldom elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final

from rulecheck.properties.conform.common import Common
from rulecheck.properties.conform.dictionary import Dictionary
from rulecheck.properties.conform.steps import Parted, Sighting, Steps

_WELL: Final = 0.7
"""How much it speaks for a clause that its mistakes show just where the program's do, beside one that does the same."""
_ALSO: Final = 0.7
"""How much it counts for further clauses of a mistake, and for what the box holds, beside the one that it is about."""
_LEAST: Final = 0.4
"""How well a mistake has to show where the program's does to speak for its clauses."""


class Footprints:
    """Where the mistakes of a game show."""

    def __init__(self, common: Common) -> None:
        self._steps = Steps(common)
        self._dictionary = Dictionary(common)
        clauses = common.rulebook.clauses.values()
        self._box = frozenset(clause.id for clause in clauses if clause.kind == "component")

    def support(self, sightings: Sequence[Sighting], parted: Parted) -> Mapping[str, float]:
        """For some clauses, from 0 to 1, how well their mistakes show where the program does otherwise."""
        known = ((self._steps.told(shown.game, shown.sighting), shown.sighting) for shown in sightings)
        steps = [(step, parting) for step, parting in known if step is not None]
        mistakes = self._dictionary.mistakes
        if not steps or not mistakes:
            return {}
        overlap = self._dictionary.overlap
        shows = {mistake: sum(overlap(mistake, *shown) for shown in steps) for mistake in mistakes}
        agreed = None
        support: dict[str, float] = {}
        for mistake, much in shows.items():
            if much / len(steps) < _LEAST:
                continue
            if agreed is None:
                agreed = self._steps.agreed(sightings, parted)
            against = sum(not self._dictionary.does((mistake,), step) for step in agreed)
            well = much / sqrt(len(steps) * (much + against))
            for nth, clause in enumerate(mistake.clauses):
                weight = _ALSO if nth or clause in self._box else 1.0
                support[clause] = max(support.get(clause, 0.0), _WELL * well * weight)
        return support
