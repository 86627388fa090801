"""How two concepts lie to each other: the same, one more general, one in the other's place, or nothing in common."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cached_property
from typing import Final

from attrs import field, frozen

from rulecheck.spec.vocabulary import NEAR, Glossary


class Relation(IntEnum):
    """What a text's value is to the clause's, the best first."""

    SAME = 0
    LOOSE = 1
    """More general, or said in a way that leaves it open: nothing wrong, and no evidence either."""
    APART = 2
    """Another subject: the two cannot be compared."""
    OTHER = 3
    """One in the other's place: another rule."""


GENERIC: Final = frozenset({"player", "owner", "own", "active-player", "one"})
"""Persons who can be any of the others: whose turn it is tells who."""


@frozen(eq=False, slots=False)
class Concepts:
    """The concepts of a game, to be compared."""

    group_of: Mapping[str, str]
    kinds: Mapping[str, str] = field(factory=dict)
    part_of: Mapping[str, tuple[str, ...]] = field(factory=dict)
    near: tuple[frozenset[str], ...] = ()
    """Rows of the game: words for one thing, or a general word and its kinds."""

    @classmethod
    def of(cls, glossary: Glossary) -> Concepts:
        """Those of a game's glossary."""
        own = tuple(row for row in glossary.near if row not in NEAR)
        return cls(glossary.group_of, glossary.kinds, glossary.part_of, own)

    def siblings(self, concept: str) -> frozenset[str]:
        """What can stand in a concept's place."""
        group = self.group_of.get(concept)
        return frozenset(c for c, g in self.group_of.items() if g == group and c != concept)

    def is_person(self, concept: str) -> bool:
        """Whether somebody who acts or owns."""
        return self.kinds.get(concept) == "person"

    def relation(self, wanted: str, said: str) -> Relation:
        """What `said` is where the clause says `wanted`."""
        if wanted == said:
            return Relation.SAME
        if any(wanted in row and said in row for row in NEAR):
            return Relation.SAME
        if self._is_general(wanted, said) or self._is_general(said, wanted):
            return Relation.LOOSE
        if "own" in (wanted, said) and self.group_of.get(wanted) == self.group_of.get(said) is not None:
            return Relation.OTHER
        if self.is_person(wanted) and self.is_person(said):
            return Relation.LOOSE if {wanted, said} & GENERIC else Relation.OTHER
        if self.group_of.get(wanted) == self.group_of.get(said) is not None:
            return Relation.OTHER
        return Relation.APART

    def _is_general(self, whole: str, part: str) -> bool:
        """Whether one concept stands for the other too: its whole, its general word, or another word for it."""
        if whole in self._wholes(part):
            return True
        for row in self.near:
            if whole in row and part in row:
                return len(row) == 2 or part.endswith(f"-{whole}") or self._is_head(whole, row)
        return False

    @staticmethod
    def _is_head(concept: str, row: frozenset[str]) -> bool:
        return any(other.endswith(f"-{concept}") for other in row)

    def _wholes(self, concept: str) -> frozenset[str]:
        known = self._known.get(concept)
        if known is None:
            reached: set[str] = set()
            new = [concept]
            while new:
                for whole in self.part_of.get(new.pop(), ()):
                    if whole not in reached:
                        reached.add(whole)
                        new.append(whole)
            known = self._known[concept] = frozenset(reached)
        return known

    @cached_property
    def _known(self) -> dict[str, frozenset[str]]:
        return {}
