"""Which words of one text stand for which of the other, learnt from sentences that belong together (IBM model 1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import frozen

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
            total = sum(own.values())
            chances[word] = {other: count / total for other, count in own.items() if count / total > LEAST}
    chances.pop("", None)
    return dict(chances)
