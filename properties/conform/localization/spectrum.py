"""Which clauses were carried out where the sides agreed and where they parted: the usual suspects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from math import exp, inf, lgamma, sqrt
from typing import Final

from attrs import define, field

from rulecheck.properties.conform.localization.clause_effects import Effects
from rulecheck.properties.conform.localization.wording import Words, affinity, allowance, words
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.oracle import Listener, tallied
from rulecheck.properties.conform.protocol.messages import NOBODY, kind_of_move

SPEECH: Final = 0.25
"""What it adds to a clause's likelihood that it speaks of what differs: enough to decide between equals."""
_SPEECH_OF_MOVES: Final = 0.1
"""The same where somebody else is to move, and what it adds for a missing move that one allows something: many do."""
_MISSING: Final = frozenset({"misses", "refuses"})
_SURELY: Final = 0.9
"""Of the times that it was at work, the part in which the sides have to part for a clause to bring that by itself,"""
_SELDOM: Final = 0.5
"""and the part of that in which they part at most where another clause was at work without it,"""
_BY_CHANCE: Final = 0.00135
"""when it would come to that by chance with this likelihood at most, as three standard deviations are exceeded."""
_RATHER: Final = 1 / 3
"""Of the times that it was at work, the part in which the sides part for it to be likelier than one that was not."""
_CHANGES: Final = 1.0
"""What it adds that a clause changes, in our own games, a part that differs."""


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


def at_most_by_chance(met: int, drawn: int, such: int, of: int) -> float:
    """How likely it is to draw so few, or fewer, of some by chance: Fisher's exact test, one-sided."""
    return sum(exp(_ways(such, n) + _ways(of - such, drawn - n) - _ways(of, drawn)) for n in range(met + 1))


def _ways(of: int, many: int) -> float:
    """The logarithm of how many ways there are to choose so many; minus infinity if there is none."""
    return lgamma(of + 1) - lgamma(many + 1) - lgamma(of - many + 1) if 0 <= many <= of else -inf


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
    steps: Counter[tuple[str, tuple[str, ...]]] = field(factory=Counter)
    """Where whole positions agreed: after which kind of move, and what that carried out."""
    positions: Counter[tuple[frozenset[str], tuple[str, ...], str]] = field(factory=Counter)
    """Where positions parted: the parts that differed, the clauses that had been carried out, the kind of move."""
    _needed: dict[tuple[frozenset[str], str, str], bool] = field(factory=dict)
    _tallies: dict[frozenset[str], _Tally] = field(factory=dict)
    _after_such: dict[frozenset[str], _Tally] = field(factory=dict)
    _beside: dict[tuple[frozenset[str], str], Counter[str]] = field(factory=dict)

    def turns_agree(self, events: Iterable[str]) -> None:
        """Both sides have the same seat to move."""
        tallied(self.turns, events)

    def positions_agree(self, after: str, clauses: tuple[str, ...], span: Iterable[str]) -> None:
        """Whole positions agree after a kind of move; `span`: all that was carried out since they last did."""
        tallied(self.agreed, span)
        self.steps[after, clauses] += 1

    def outcomes_agree(self, clauses: Iterable[str]) -> None:
        """The game ends alike."""
        tallied(self.agreed, clauses)

    def part(self, divergence: Divergence) -> None:
        """The sides parted in a step that carried the divergence's clauses out."""
        symptom = divergence.symptom
        self.times[symptom] += 1
        self.parted.setdefault(symptom, Counter()).update(set(divergence.clauses))
        if divergence.parts:
            self.positions[frozenset(divergence.parts), divergence.clauses, divergence.after] += 1
            self._forget()

    def add(self, other: Spectrum) -> None:
        """Take in what was seen in another game."""
        self.agreed.update(other.agreed)
        self.turns.update(other.turns)
        self.times.update(other.times)
        self.steps.update(other.steps)
        self.positions.update(other.positions)
        self._forget()
        for symptom, clauses in other.parted.items():
            self.parted.setdefault(symptom, Counter()).update(clauses)

    def _forget(self) -> None:
        """What was worked out, now that there is more."""
        self._tallies.clear()
        self._after_such.clear()
        self._beside.clear()
        self._needed.clear()

    def share(self, divergences: Collection[Divergence], clause: str) -> float:
        """Of the times that a clause was at work, the part in which the sides parted as in one of some divergences."""
        tallies = {id(tally): tally for tally in map(self._tally, divergences)}.values()
        met = sum(tally.parted[clause] for tally in tallies)
        agreed = min((tally.agreed[clause] for tally in tallies), default=0)
        return met / (met + agreed) if met else 0.0

    def _tally(self, divergence: Divergence) -> _Tally:
        """How often each clause was at work where the sides parted in this way, and where they agreed in that.

        In a position that differs elsewhere, these parts agree.
        """
        parts = frozenset(divergence.parts)
        if divergence.kind != "state" or not parts:
            agreed = (self.turns or self.agreed) if divergence.kind == "turn" else self.agreed
            return _Tally(self.parted.get(divergence.symptom, Counter()), self.times[divergence.symptom], agreed)
        if parts not in self._tallies:
            self._tallies[parts] = self._tally_of(parts, self.agreed)
        return self._tallies[parts]

    def _tally_of(
        self, parts: frozenset[str], agreed: Mapping[str, int], kinds: frozenset[str] | None = None
    ) -> _Tally:
        """The same for parts of positions, after any move or those of some kinds."""
        tally = _Tally(Counter(), 0, Counter(agreed))
        for (apart, clauses, move), many in self.positions.items():
            if kinds is not None and move not in kinds:
                continue
            if parts <= apart:
                tally.times += many
                tally.parted.update(dict.fromkeys(clauses, many))
            elif parts.isdisjoint(apart):
                tally.agreed.update(dict.fromkeys(clauses, many))
        return tally

    def _tally_after_such(self, parts: frozenset[str]) -> _Tally:
        """The same after those kinds of moves alone after which these parts were ever seen to differ."""
        if parts not in self._after_such:
            self._after_such[parts] = self._count_after_such(parts)
        return self._after_such[parts]

    def _count_after_such(self, parts: frozenset[str]) -> _Tally:
        kinds = self._kinds(parts)
        agreed = Counter[str]()
        for (move, clauses), many in self.steps.items():
            if move in kinds:
                agreed.update(dict.fromkeys(clauses, many))
        return self._tally_of(parts, agreed, kinds)

    def _kinds(self, parts: frozenset[str]) -> frozenset[str]:
        """The kinds of moves after which some parts were ever seen to differ."""
        return frozenset(move for apart, _, move in self.positions if parts <= apart)

    def _agreed_with(self, parts: frozenset[str], other: str) -> Counter[str]:
        """How often each clause was at work with another one where these parts agreed, after such kinds of moves."""
        key = parts, other
        if key not in self._beside:
            kinds, both = self._kinds(parts), self._beside.setdefault(key, Counter())
            agreed = [*self.steps.items()]
            agreed += (((move, at), n) for (apart, at, move), n in self.positions.items() if parts.isdisjoint(apart))
            for (move, clauses), many in agreed:
                if move in kinds and other in clauses:
                    both.update(dict.fromkeys(clauses, many))
        return self._beside[key]

    def by_itself(self, divergence: Divergence, likeliest: str) -> str | None:
        """A clause that brings a divergence by itself, though the likeliest may, too: two faults that look alike.

        Wherever it was at work the sides parted so; where the likeliest was without it they mostly did not.
        """
        tally = self._tally_after_such(frozenset(divergence.parts))
        own = [
            clause
            for clause in divergence.clauses
            if divergence.parts
            and self.share([divergence], clause) >= _SURELY
            and self.needs(divergence, clause, likeliest)
            and self._without(divergence, clause, likeliest)
        ]
        return max(own, key=lambda clause: tally.parted[clause], default=None)

    def _necessary(self, divergence: Divergence, likeliest: str, does: Callable[[str], float]) -> str | None:
        """A clause without which the likeliest does not bring a divergence: it is to blame, whatever else it does.

        Not where it does not without the likeliest, either; nor where the likeliest changes what differs in our own
        games, and it does so less, unless it surely brings the divergence.
        """
        tally = self._tally_after_such(frozenset(divergence.parts))
        needed = [
            clause
            for clause in divergence.clauses
            if divergence.parts
            and self.needs(divergence, clause, likeliest)
            and not self._without(divergence, clause, likeliest)
            and not self.needs(divergence, likeliest, clause)
            and (does(clause) >= does(likeliest) or self.share([divergence], clause) >= _SURELY)
        ]
        return max(needed, key=lambda clause: _ochiai(tally, clause), default=None)

    def needs(self, divergence: Divergence, clause: str, other: str) -> bool:
        """Whether the sides part so where a clause was at work, and clearly less where another was without it.

        Moves of kinds after which they never do are not looked at: a clause may be carried out in those as well.
        """
        key = frozenset(divergence.parts), clause, other
        if key not in self._needed:
            self._needed[key] = self._needs(divergence, clause, other)
        return self._needed[key]

    def _needs(self, divergence: Divergence, clause: str, other: str) -> bool:
        tally = self._tally_after_such(frozenset(divergence.parts))
        met, without = tally.parted[clause], self._without(divergence, clause, other)
        many = met + tally.agreed[clause]
        agreed = self._agreed_with(frozenset(divergence.parts), other)
        many_without = without + agreed[other] - agreed[clause]
        if not met or not many_without or without / many_without > _SELDOM * met / many:
            return False
        return at_most_by_chance(without, many_without, met + without, many + many_without) <= _BY_CHANCE

    def _without(self, divergence: Divergence, clause: str, other: str) -> int:
        """How often positions parted so where one clause was not at work, and another was."""
        parts = frozenset(divergence.parts)
        return sum(
            many
            for (apart, clauses, _), many in self.positions.items()
            if parts <= apart and other in clauses and clause not in clauses
        )

    def suspects(
        self,
        divergence: Divergence,
        text: Callable[[str], str] = str,
        effects: Effects | None = None,
        *,
        has_words: bool = True,
        has_necessary: bool = True,
    ) -> tuple[str, ...]:
        """The divergence's clauses, the likeliest cause first; of those that nothing tells apart the first told.

        Of positions that differ it is the last told: what a move changes is told from the general to the special.

        `text` is what a clause says, `effects` what the clauses change in our own games.  Where no clause that was at
        work is rather to blame, one stands first that was not, and would have changed just that; it is the second
        where none surely is.
        """
        clauses = divergence.clauses
        if divergence.is_sure:
            return clauses
        tally = self._tally(divergence)
        changing = [effects.of(part) for part in divergence.parts] if effects is not None else []
        clues = clues_of(divergence)
        texts, is_missing = {clause: text(clause) for clause in clauses}, divergence.kind in _MISSING
        speaks = affinity(clues, texts)
        allows = allowance(texts) if is_missing else dict.fromkeys(clauses, 0.0)
        speech = _SPEECH_OF_MOVES if divergence.kind == "turn" else SPEECH
        if not has_words:
            speech, allows = 0.0, dict.fromkeys(clauses, 0.0)

        def does(clause: str) -> float:
            return max((shares.get(clause, 0.0) for shares in changing), default=0.0)

        def score(clause: str) -> float:
            speech_for = 1 + speech * speaks[clause] + _SPEECH_OF_MOVES * allows[clause]
            return speech_for * (1 + _CHANGES * does(clause)) * _ochiai(tally, clause)

        told = (
            clauses[::-1] if divergence.kind == "state" else clauses
        )  # what changes a position most specially is told last
        order = sorted(told, key=score, reverse=True)
        if not order:
            return ()
        own = None
        if has_necessary:
            own = self.by_itself(divergence, order[0]) or self._necessary(divergence, order[0], does)
        if own is not None:
            return tuple(sorted(order, key=lambda clause: clause != own))
        if (
            effects is None
            or not divergence.parts
            or any(self.share([divergence], clause) >= _SURELY for clause in clauses)
        ):
            return tuple(order)
        elsewhere = effects.brings(divergence.parts, divergence.after)
        if elsewhere is None or elsewhere in clauses:
            return tuple(order)
        likelier = order[: self.share([divergence], order[0]) >= _RATHER]
        return (*likelier, elsewhere, *order[len(likelier) :])
