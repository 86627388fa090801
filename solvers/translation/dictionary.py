"""Which words of one text stand for which of the other, learnt from sentences that belong together (IBM model 1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import field, frozen

ROUNDS: Final = 6
"""Of expectation and maximisation; more change nothing on texts of this size."""

LEAST: Final = 0.02
"""Chances below are dropped."""


@frozen
class Pair:
    """Two bags of words that stand for one another, and how sure that is."""

    source: Sequence[str]
    target: Sequence[str]
    weight: float = 1.0


Chances = Mapping[str, Mapping[str, float]]
"""For a word, the chance of each word of the other text."""


def learn(pairs: Iterable[Pair]) -> Chances:
    """The chance of each target word for a source word; a word may stand for none (the empty word)."""
    bags = [Pair((*pair.source, ""), pair.target, pair.weight) for pair in pairs if pair.source and pair.target]
    chances: dict[str, dict[str, float]] = defaultdict(dict)
    for pair in bags:
        for word in pair.source:
            for other in pair.target:
                chances[word][other] = 1.0
    for others in chances.values():
        share = 1.0 / len(others)
        for other in others:
            others[other] = share
    for _ in range(ROUNDS):
        counts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for pair in bags:
            for other in pair.target:
                whole = sum(chances[word].get(other, 0.0) for word in pair.source)
                if whole <= 0:
                    continue
                for word in pair.source:
                    counts[word][other] += pair.weight * chances[word].get(other, 0.0) / whole
        chances = defaultdict(dict)
        for word, own in counts.items():
            total = sum(own.values()) or 1.0  # pairs of no weight
            chances[word] = {other: count / total for other, count in own.items() if count / total > LEAST}
    chances.pop("", None)
    return dict(chances)


@frozen
class Attested:
    """What is known of each word from the other pairs, when one pair is looked at.

    In a text of some hundred sentences most words stand once or twice: a word and the words beside it learn one
    another by heart, and any two sentences that once were laid together look alike.
    """

    counts: Mapping[str, Mapping[str, float]] = field(repr=False)
    """For a word, how often each word of the other text was expected for it; under the empty word, how often none."""
    own: Sequence[Mapping[str, Mapping[str, float]]] = field(repr=False)
    """The same for each pair by itself."""

    def known(self, word: str, pair: int | None) -> float:
        """How often a word was met in the other pairs."""
        whole = sum(self.counts.get(word, {}).values())
        return whole if pair is None else whole - sum(self.own[pair].get(word, {}).values())

    def chance(self, word: str, others: Iterable[str], pair: int | None) -> float:
        """How often one of these words stands for it, as the other pairs have it, from 0 to 1."""
        counts, own = self.counts.get(word, {}), {} if pair is None else self.own[pair].get(word, {})
        whole = sum(counts.values()) - sum(own.values())
        if whole <= 0:
            return 0.0
        return min(1.0, sum(counts.get(other, 0.0) - own.get(other, 0.0) for other in others) / whole)


def attested(pairs: Sequence[Pair], chances: Chances) -> Attested:
    """What each pair brings to the chances of its words.

    A word of the source that no word beside it speaks for counts as having none.
    """
    counts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    own: list[dict[str, dict[str, float]]] = []
    for pair in pairs:
        mine: dict[str, dict[str, float]] = {word: defaultdict(float) for word in pair.source}
        for other in pair.target:
            whole = sum(chances.get(word, {}).get(other, 0.0) for word in pair.source)
            for word in pair.source if whole > 0 else ():
                mine[word][other] += pair.weight * chances.get(word, {}).get(other, 0.0) / whole
        for word, others in mine.items():
            others[""] = max(0.0, pair.weight - sum(others.values()))
            for other, count in others.items():
                counts[word][other] += count
        own.append(mine)
    return Attested(counts, own)
