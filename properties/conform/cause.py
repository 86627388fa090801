"""One cause of departures: the games that it was seen in, and which partings and other causes belong to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from attrs import define, field

from rulecheck.properties.conform.common import GameLine
from rulecheck.properties.conform.departure import FAILURES, NAMED
from rulecheck.properties.conform.judging import WHOSE
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.planning import Candidates

_SAME: Final = frozenset({"lists", "accepts"})
"""A forbidden move that is listed is played when it is offered, too."""
_ELSEWHERE: Final = frozenset({"lists", "accepts", "misses", "refuses", "turn", "state"})
"""Kinds in which one and the same mistake in carrying a clause out may show."""
_BESIDES: Final = 1
"""Kinds of moves that a seat may have left besides those that a side is known to list wrongly: passing."""


@define(eq=False)
class Cause:
    """The games that one cause was seen in."""

    key: str
    """What its departure must be called when its game is played again."""
    kind: str
    about: str
    suspects: tuple[str, ...] = ()
    trouble: str = ""
    """For a failure: what the program said of it."""
    parts: set[str] = field(factory=set)
    keys: tuple[str, ...] = ()
    games: set[int] = field(factory=set)
    candidates: Candidates[GameLine, Parting] = field(factory=Candidates)

    def is_like(self, parting: Parting, suspects: Sequence[str], derived: set[str]) -> bool:
        """Whether a parting has the same cause: it is of the same kind, and the likeliest clause is the same.

        Positions must also differ in the same parts, in one at least (in all of them it is enough that both likeliest
        clauses were at work in both); and where no clause is known that is enough,
        as it is for parts that the other side works out of the rest (`derived`) and gets wrong wherever it does.
        """
        if parting.kind in FAILURES or self.kind in FAILURES:
            return parting.kind == self.kind and trouble_of(parting) == self.trouble
        if parting.kind != self.kind and not {parting.kind, self.kind} <= _SAME:
            return False
        parts = set(parting.parts)
        if not parts and parting.kind not in NAMED and parting.about == self.about:
            return True
        if not parts:
            return suspects[:1] == self.suspects[:1] and (bool(suspects) or parting.about == self.about)
        if not parts & self.parts:
            return False
        if parts == self.parts and suspects[:1] and self.suspects[:1]:
            return (suspects[0] in self.suspects and self.suspects[0] in suspects) or parts <= derived
        return not suspects or suspects[:1] == self.suspects[:1] or parts | self.parts <= derived

    def belongs_to(self, other: Cause, derived: set[str]) -> bool:
        """Whether this is another cause, seen in another way.

        One clause carried out wrongly shows in positions, in lists and in whose turn it is; and a side that lists
        too much, or too little, stays with a seat when the other passes on.
        """
        first = self.candidates.first.sighting
        if other.is_like(first, self.suspects, derived):
            return True
        kinds = {self.kind, other.kind}
        if len(kinds) == 2 and kinds <= _ELSEWHERE and self.suspects[:1] == other.suspects[:1] != ():
            return True
        return self._follows_from_moves_of(other)

    def _follows_from_moves_of(self, other: Cause) -> bool:
        """Whether in all its games a seat stays on only for moves that the other cause is about."""
        waits = [candidate.sighting.waits for candidate in self.candidates.soonest]
        return self.kind in ("turn", "state") and all(
            waiting is not None
            and (waiting[0] == other.kind or (waiting[0] == "lists" and other.kind in _SAME))
            and other.about in waiting[1]
            and len(waiting[1] - {other.about}) <= _BESIDES
            for waiting in waits
        )

    @property
    def is_about_turns(self) -> bool:
        """Whether it shows in nothing but whose turn it is, and what for."""
        return self.kind == "turn" or (self.kind == "state" and {part.split(".")[0] for part in self.parts} <= WHOSE)

    def is_both(self, first: Cause, second: Cause) -> bool:
        """Whether this is nothing but two causes at once, in one step."""
        at_work = self.candidates.first.sighting.clauses
        return (
            self.kind == first.kind == second.kind == "state"
            and first.parts < self.parts
            and second.parts < self.parts
            and first.parts | second.parts == self.parts
            and {*first.suspects[:1], *second.suspects[:1]} <= set(at_work)
        )

    def take_in(self, other: Cause) -> None:
        """Note the games of what turned out to be the same cause, shown by this one's."""
        self.games |= other.games
        self.keys = tuple(dict.fromkeys((*self.keys, *other.keys)))

    def join(self, other: Cause) -> None:
        """The same, where its games show this one as well."""
        self.take_in(other)
        self.parts |= other.parts
        self.candidates.join(other.candidates)


def joined(
    causes: Sequence[Cause], derived: set[str], is_short: Callable[[Cause, Cause], bool] = lambda cause, other: False
) -> list[Cause]:
    """The causes without those that are another one seen in another way, or two others at once.

    A position that differs tells more than whose turn it is; of causes alike the one that shows soonest stays.
    `is_short` tells whether a move is wrongly listed for no more than what another cause gets wrong.
    """
    told: list[Cause] = []
    for cause in sorted(causes, key=lambda cause: (cause.is_about_turns, cause.candidates.first.at)):
        like = next((known for known in told if cause.belongs_to(known, derived)), None)
        if like is None:
            told.append(cause)
        elif like.kind == cause.kind and like.about == cause.about:
            like.join(cause)
        else:
            like.take_in(cause)
    for cause in [cause for cause in told if cause.kind in _SAME]:
        price = next((other for other in told if other.kind == "state" and is_short(cause, other)), None)
        if price is not None:
            price.take_in(cause)
            told.remove(cause)
    for cause in [cause for cause in told if len(cause.parts) > 1]:
        others = [other for other in told if other is not cause]
        both = next((pair for pair in combinations(others, 2) if cause.is_both(*pair)), None)
        if both is not None:
            both[0].take_in(cause)
            told.remove(cause)
    return told


def trouble_of(parting: Parting) -> str:
    """What a program said when it failed, without numbers: the same wherever it fails in the same way."""
    lines = [line.strip() for line in parting.stderr.splitlines() if line.strip()]
    return re.sub(r"\d+", "0", lines[-1]) if lines else f"{parting.kind} {parting.about}"
