"""Which clauses were carried out where the sides agreed and where they parted: the usual suspects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt

from attrs import define, field

from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.growing import Growing
from rulecheck.properties.conform.lockstep.oracle import Listener, tallied


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
class Spectrum(Growing, Listener):
    """Which clauses were carried out where the sides agreed and where they parted: the usual suspects.

    Clauses are ranked by Ochiai's coefficient, as in spectrum-based fault localization.
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

    def add(self, gain: Spectrum) -> None:
        """Take in what was seen in another game."""
        super().add(gain)
        for symptom, clauses in gain.parted.items():
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

    def suspects(self, divergence: Divergence) -> tuple[str, ...]:
        """The divergence's clauses, the likeliest cause first; of those that nothing tells apart the first told.

        Of positions that differ it is the last told: what a move changes is told from the general to the special.
        """
        clauses = divergence.clauses
        if divergence.is_sure:
            return clauses
        tally = self._tally(divergence)
        in_order = clauses[::-1] if divergence.kind == "state" else clauses
        return tuple(sorted(in_order, key=lambda clause: -_ochiai(tally, clause)))
