"""Legal moves of several kinds that are missing by one rule.

A side that does not let gold change hands leaves it out where goods are offered, where they are asked for, and has
nothing to answer with where there is nothing else.  A list tells of each kind by itself: what the missing ones have in
common tells that it is one thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.clues import Words, words
from rulecheck.properties.conform.common import Common, played
from rulecheck.properties.conform.messages import kind_of_move
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.steps import Sighting

_MISSES: Final = "misses"


class Missing:
    """Which causes are missing moves, by the rule that those of another kind are missing by."""

    def __init__(self, common: Common) -> None:
        self.common = common
        self._words: dict[int, Words] = {}

    def one_rule(self, cause: Cause, other: Cause) -> tuple[str, ...] | None:
        """The clauses that come first where moves of two kinds are missing by one rule; None: as far as is seen not.

        The same words tell the missing moves of both kinds from the listed ones, each time.
        """
        if not cause.kind == other.kind == _MISSES or cause.about == other.about:
            return None
        if self._told_by(cause) & self._told_by(other):
            return max(other, cause, key=lambda each: max(each.changes.values(), default=0.0)).suspects
        return None

    def leads_to(self, cause: Cause, other: Cause) -> bool:
        """Whether the missing moves of one cause bring nothing but such as another is about: all have its words."""
        told = self._told_by(other) if cause.kind == other.kind == _MISSES else frozenset[str]()
        return bool(told) and all(self._brings_only(shown, other.about, told) for shown in cause.sightings)

    def _told_by(self, cause: Cause) -> Words:
        """The words that all missing moves of a cause have, and that told them from listed ones of their kind."""
        known = self._words.get(id(cause))
        if known is None:
            partings = [shown.sighting for shown in cause.sightings]
            common = [words(text) for parting in partings for text in _missing(parting)]
            known = frozenset[str]().union(*(parting.telling for parting in partings))
            known = self._words[id(cause)] = known.intersection(*common)
        return known

    def _brings_only(self, shown: Sighting, kind: str, told: Words) -> bool:
        """Whether what a seat decides next by our rules is of one kind, and told by some words, or a single move."""
        rig, _, states = played(self.common, shown.game, shown.sighting.at)
        engine, state = rig.engine, states[-1]
        seat = engine.actor(state)
        for text in _missing(shown.sighting):
            after = engine.apply(state, engine.parse(text))
            legal = _by_kind(rig, after)
            alike = legal.pop(kind, [])
            if engine.actor(after) != seat or not alike or any(len(others) > 1 for others in legal.values()):
                return False
            if any(not told & words(move) for move in alike):
                return False
        return True


def _missing(parting: Parting) -> Sequence[str]:
    """The missing moves of the kind that a parting is about."""
    return [text for text in sorted(parting.missing) if kind_of_move(text) == parting.about]


def _by_kind(rig: Rig, state: Any) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for move in rig.engine.legal_moves(state):
        text = rig.name(move)
        kinds.setdefault(kind_of_move(text), []).append(text)
    return kinds
