"""Which clauses were carried out where the sides agreed and where they parted: the usual suspects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from math import sqrt
from typing import Final

from attrs import define, field, frozen

from rulecheck.properties.conform.localization.wording import Words, affinity, allowance, words
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.oracle import Listener, tallied
from rulecheck.properties.conform.protocol.messages import NOBODY, kind_of_move

_SPEECH: Final = 0.25
"""What it adds to a clause's likelihood that it speaks of what differs: enough to decide between equals."""
_SPEECH_OF_MOVES: Final = 0.1
"""The same where somebody else is to move, and what it adds for a missing move that one allows something: many do."""
_MISSING: Final = frozenset({"misses", "refuses"})
_ABOUT: Final = {"scores": "score points bring", "winners": "win tie share"}
_ENDS: Final = "game ends end over last"
_TURNS: Final = "turn order next"


def clues_of(divergence: Divergence) -> Words:
    """The words of what differs, for which the clauses are looked through."""
    if divergence.kind == "state":
        return words(divergence.message)
    if divergence.kind == "turn":
        return words(_ENDS if NOBODY in divergence.message else _TURNS)
    if divergence.kind == "misses" and divergence.listed:
        alike = (move for move in divergence.missing if kind_of_move(move) == divergence.about)
        return frozenset.intersection(*map(words, alike)) - frozenset().union(*map(words, divergence.listed))
    if divergence.kind == "outcome":
        return words(_ABOUT.get(divergence.about, _ENDS))
    return frozenset()


@frozen
class Ways:
    """Ways of explaining departures; a benchmark turns them off one at a time."""

    words: bool = True
    """What clauses speak of."""
    changes: bool = True
    """Small changes of our rules."""
    choices: bool = True
    """Other readings and numbers."""
    clauses: bool = True
    """That divergences of one clause are one."""


ALL_WAYS: Final = Ways()


@define
class _Tally:
    """How often each clause was at work where the sides parted in one way, and where they did not."""

    parted: Counter[str]
    times: int
    agreed: Counter[str]


def _ochiai(tally: _Tally, clause: str) -> float:
    """How well a clause goes with the divergences, from 0 to 1."""
    met = tally.parted[clause]
    return met / sqrt(tally.times * (met + tally.agreed[clause])) if met else 0.0


@define
class Spectrum(Listener):
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

    def turns_agree(self, events: Iterable[str]) -> None:
        """Both sides have the same seat to move."""
        tallied(self.turns, events)

    def positions_agree(self, events: Iterable[str]) -> None:
        """Whole positions agree; `events` is all that was carried out since they last did."""
        tallied(self.agreed, events)

    def outcomes_agree(self, clauses: Iterable[str]) -> None:
        """The game ends alike."""
        tallied(self.agreed, clauses)

    def part(self, divergence: Divergence) -> None:
        """The sides parted in a step that carried the divergence's clauses out."""
        symptom = divergence.symptom
        self.times[symptom] += 1
        self.parted.setdefault(symptom, Counter()).update(set(divergence.clauses))
        if divergence.parts:
            self.positions[frozenset(divergence.parts), divergence.clauses] += 1

    def add(self, other: Spectrum) -> None:
        """Take in what was seen in another game."""
        self.agreed.update(other.agreed)
        self.turns.update(other.turns)
        self.times.update(other.times)
        self.positions.update(other.positions)
        for symptom, clauses in other.parted.items():
            self.parted.setdefault(symptom, Counter()).update(clauses)

    def _tally(self, divergence: Divergence) -> _Tally:
        """How often each clause was at work where the sides parted in this way, and where they agreed in that.

        In a position that differs elsewhere, these parts agree.
        """
        parts = frozenset(divergence.parts)
        if divergence.kind != "state" or not parts:
            agreed = (self.turns or self.agreed) if divergence.kind == "turn" else self.agreed
            return _Tally(self.parted.get(divergence.symptom, Counter()), self.times[divergence.symptom], agreed)
        tally = _Tally(Counter(), 0, Counter(self.agreed))
        for (apart, clauses), many in self.positions.items():
            if parts <= apart:
                tally.times += many
                tally.parted.update(dict.fromkeys(clauses, many))
            elif parts.isdisjoint(apart):
                tally.agreed.update(dict.fromkeys(clauses, many))
        return tally

    def suspects(
        self, divergence: Divergence, text: Callable[[str], str] = str, ways: Ways = ALL_WAYS
    ) -> tuple[str, ...]:
        """The divergence's clauses, the likeliest cause first; of those that nothing tells apart the first told.

        Of positions that differ it is the last told: what a move changes is told from the general to the special.
        `text` is what a clause says.
        """
        clauses = divergence.clauses
        if divergence.is_sure:
            return clauses
        tally = self._tally(divergence)
        texts = {clause: text(clause) for clause in clauses}
        speech = dict.fromkeys(clauses, 1.0)
        if ways.words:
            weight = _SPEECH_OF_MOVES if divergence.kind == "turn" else _SPEECH
            for clause, share in affinity(clues_of(divergence), texts).items():
                speech[clause] += weight * share
            for clause, share in allowance(texts).items() if divergence.kind in _MISSING else ():
                speech[clause] += _SPEECH_OF_MOVES * share
        told = clauses[::-1] if divergence.kind == "state" else clauses
        return tuple(sorted(told, key=lambda clause: -speech[clause] * _ochiai(tally, clause)))
