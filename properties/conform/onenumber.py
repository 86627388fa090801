"""A number that one cause is put down to, and by which another's forbidden moves are legal, or its missing ones not.

Where plants store more, more can be bought, more can be run, and less is lost: the lists and the positions part by
clauses of their own.  Our own rules with that number tell whether it is one thing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, played
from rulecheck.properties.conform.echoes import move_in
from rulecheck.properties.conform.steps import Sighting
from rulecheck.properties.conform.waiting import ALIKE, LISTS
from rulecheck.reference_engines.contract import AnyEngine, PositionError, UnknownMove
from rulecheck.spec.errors import SpecError
from rulecheck.spec.rules import Rules

_LEAST: Final = 0.75
"""The part of the games of a cause in which our rules with a number have to do what the other side did."""
_MOVES: Final = frozenset(kind for kinds in ALIKE.values() for kind in kinds)


class Numbers:
    """Our rules with other numbers."""

    def __init__(self, common: Common) -> None:
        self.common = common
        self._engines: dict[tuple[int, str], AnyEngine | None] = {}

    def follows(self, cause: Cause, other: Cause) -> bool:
        """Whether what is listed wrongly, or missing, is right by a number of the other.

        It has to be where that shows soonest, and mostly: what other faults forbid or allow there is told of those.
        """
        if cause.kind not in _MOVES or (cause.kind, cause.about) == (other.kind, other.about):
            return False
        return any(self._brings(name, cause) for name in self._of(other))

    def _brings(self, name: str, cause: Cause) -> bool:
        if not self._is_right(cause.candidates.first, name):
            return False
        right = [self._is_right(shown, name) for shown in cause.sightings]
        return sum(right) >= _LEAST * len(right)

    def _of(self, cause: Cause) -> Iterator[str]:
        """The numbers that a cause is put down to, each with its value: `plant.storage=3`."""
        known = {quantity.name for quantity in self.common.rulebook.quantities.values()}
        for name, share in cause.changes.items():
            if share >= _LEAST and name.partition("=")[0] in known:
                yield name

    def _is_right(self, shown: Sighting, name: str) -> bool:
        """Whether our rules with a number allow a move that the sides part over, if it is listed, or forbid it."""
        rig, _, states = played(self.common, shown.game, shown.sighting.at)
        engine = self._engine(shown.game.rules, name)
        if engine is None:
            return False
        try:
            there = engine.from_json(rig.engine.to_json(states[-1]))
            move = engine.parse(move_in(shown.sighting))
        except (PositionError, UnknownMove):
            return False
        return (engine.refusal(there, move) is None) == (shown.sighting.kind in ALIKE[LISTS])

    def _engine(self, table: int, name: str) -> AnyEngine | None:
        """The engine for some of the rules with a number; None where they cannot be played with it."""
        if (table, name) not in self._engines:
            rules: Rules = self.common.rig(table).rules
            number, _, value = name.partition("=")
            try:
                engine = self.common.asked.build(evolve(rules, numbers={**rules.numbers, number: int(value)}))
            except (SpecError, ValueError):
                engine = None
            self._engines[table, name] = engine
        return self._engines[table, name]
