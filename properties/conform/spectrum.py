"""Which clauses were carried out where the sides agreed and where they parted: the usual suspects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from math import sqrt
from typing import Final

from attrs import define, field

from rulecheck.properties.conform.clues import affinity, words
from rulecheck.properties.conform.effects import Effects
from rulecheck.properties.conform.ends import Ends
from rulecheck.properties.conform.parting import Parting

_SPEECH: Final = 0.25
"""What it adds to a clause's likelihood that it speaks of what differs: enough to decide between equals."""
_SPEECH_OF_TURNS: Final = 0.1
"""The same where somebody else is to move: many clauses speak of turns."""
_SURELY: Final = 0.9
"""Of the times that it was at work, the part in which the sides have to part for a clause to bring that by itself,"""
_BY_CHANCE: Final = 0.001
"""and how likely that may be if it were the likeliest clause's doing."""
_CHANGES: Final = 1.0
"""What it adds that a clause changes, in our own games, a part that differs."""


@define
class _Tally:
    """How often each clause was at work where the sides parted in one way, and where they did not."""

    parted: Counter[str]
    times: int
    agreed: Counter[str]


@define
class Spectrum:
    """Which clauses were carried out where the sides agreed and where they parted: the usual suspects.

    Clauses are ranked by Ochiai's coefficient, as in spectrum-based fault localization; those that
    speak of what differs gain by it.
    """

    agreed: Counter[str] = field(factory=Counter)
    """Where whole positions, or outcomes, agreed."""
    turns: Counter[str] = field(factory=Counter)
    """Where the sides agreed who is to move."""
    parted: dict[str, Counter[str]] = field(factory=dict)
    """For each symptom."""
    times: Counter[str] = field(factory=Counter)
    positions: Counter[tuple[frozenset[str], tuple[str, ...]]] = field(factory=Counter)
    """Where positions parted: the parts that differed, and the clauses that had been carried out."""
    ends: Ends = field(factory=Ends)
    """Where scores were compared."""
    _tallies: dict[frozenset[str], _Tally] = field(factory=dict)

    def about(self, parting: Parting) -> str:
        """What a parting is about; wrong scores by what the seats have, where that tells several causes apart."""
        put_down = self.ends.put_down(parting.marks) if len(self.ends.causes) > 1 else ""
        return f"{parting.about}:{put_down}" if put_down else parting.about

    def part(self, parting: Parting) -> None:
        """The sides parted in a step that carried the parting's clauses out."""
        symptom = parting.symptom
        self.times[symptom] += 1
        self.parted.setdefault(symptom, Counter()).update(set(parting.clauses))
        if parting.parts:
            self.positions[frozenset(parting.parts), parting.clauses] += 1
            self._tallies.clear()

    def add(self, other: Spectrum) -> None:
        """Take in what was seen in another game."""
        self.agreed.update(other.agreed)
        self.turns.update(other.turns)
        self.times.update(other.times)
        self.positions.update(other.positions)
        self._tallies.clear()
        for symptom, clauses in other.parted.items():
            self.parted.setdefault(symptom, Counter()).update(clauses)
        self.ends.take_in(other.ends)

    def share(self, partings: Collection[Parting], clause: str) -> float:
        """Of the times that a clause was at work, the part in which the sides parted as in one of some partings."""
        tallies = {id(tally): tally for tally in map(self._tally, partings)}.values()
        met = sum(tally.parted[clause] for tally in tallies)
        agreed = min((tally.agreed[clause] for tally in tallies), default=0)
        return met / (met + agreed) if met else 0.0

    def _tally(self, parting: Parting) -> _Tally:
        """How often each clause was at work where the sides parted in this way, and where they agreed in that.

        In a position that differs elsewhere, these parts agree.
        """
        parts = frozenset(parting.parts)
        if parting.kind != "state" or not parts:
            agreed = (self.turns or self.agreed) if parting.kind == "turn" else self.agreed
            return _Tally(self.parted.get(parting.symptom, Counter()), self.times[parting.symptom], agreed)
        known = self._tallies.get(parts)
        if known is None:
            known = self._tallies[parts] = self._tally_of(parts)
        return known

    def _tally_of(self, parts: frozenset[str]) -> _Tally:
        tally = _Tally(Counter(), 0, Counter(self.agreed))
        for (apart, clauses), many in self.positions.items():
            if parts <= apart:
                tally.times += many
                tally.parted.update(dict.fromkeys(clauses, many))
            elif parts.isdisjoint(apart):
                tally.agreed.update(dict.fromkeys(clauses, many))
        return tally

    def by_itself(self, parting: Parting, likeliest: str) -> str | None:
        """A clause that brings a parting by itself, though the likeliest may, too: two faults that look alike.

        Wherever it was at work the sides parted so; where the likeliest was without it they mostly did not.
        """
        tally, parts = self._tally(parting), frozenset(parting.parts)
        if not parts:
            return None
        found: list[tuple[int, str]] = []
        for clause in parting.clauses:
            met, agreed = tally.parted[clause], tally.agreed[clause]
            if clause == likeliest or met < _SURELY * (met + agreed):
                continue
            without = sum(
                many
                for (apart, clauses), many in self.positions.items()
                if parts <= apart and likeliest in clauses and clause not in clauses
            )
            chance = without / max(1, without + tally.agreed[likeliest] - agreed)
            if without and chance**met < _BY_CHANCE:
                found.append((met, clause))
        return max(found, default=(0, None))[1]

    def suspects(
        self, parting: Parting, text: Callable[[str], str] = str, effects: Effects | None = None
    ) -> tuple[str, ...]:
        """The parting's clauses, the likeliest cause first; as they stand where nothing tells them apart.

        `text` is what a clause says, `effects` what the clauses change in our own games.  Where no clause that was at
        work is surely to blame, one stands first that was not, and would have changed just that.
        """
        clauses = parting.clauses
        if parting.is_sure:
            return clauses
        tally = self._tally(parting)
        told = [effects.of(part) for part in parting.parts] if effects is not None else []
        clues = parting.clues
        if parting.marks:
            clues = words(self.ends.put_down(parting.marks)) or clues
        speaks = affinity(clues, {clause: text(clause) for clause in clauses})

        def score(clause: str) -> float:
            met = tally.parted[clause]
            if not met:
                return 0.0
            does = max((shares.get(clause, 0.0) for shares in told), default=0.0)
            likely = met / sqrt(tally.times * (met + tally.agreed[clause]))
            speech = _SPEECH_OF_TURNS if parting.kind == "turn" else _SPEECH
            return (1 + speech * speaks[clause]) * (1 + _CHANGES * does) * likely

        order = sorted(clauses, key=score, reverse=True)
        if not order:
            return ()
        own = self.by_itself(parting, order[0])
        if own is not None:
            return tuple(sorted(order, key=lambda clause: clause != own))
        if effects is None or not parting.parts or any(self.share([parting], clause) >= _SURELY for clause in clauses):
            return tuple(order)
        elsewhere = effects.brings(parting.parts, parting.after)
        return tuple(order) if elsewhere is None or elsewhere in clauses else (elsewhere, *order)
