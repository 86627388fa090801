"""Terms that have one name for the most part, and another somewhere: learnt from the pairs of two texts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final

from attrs import frozen

from rulecheck.solvers.translation.dictionary import Chances
from rulecheck.solvers.translation.likeness import met
from rulecheck.solvers.translation.passages import Passage, Word

OFTEN: Final = 5
"""A term stands in at least so many pairs."""

_MOSTLY: Final = 0.7
"""In this share of them it has its usual name."""


@frozen
class Drift:
    """A word that has its usual name nearly always, and another in one pair."""

    word: str
    name: str
    other: str
    source: tuple[int, int]
    """Where the word stands; offsets."""
    target: tuple[int, int]
    """Where the other name stands."""
    usual: tuple[int, int]
    """Where the usual name stands, once."""
    sure: float


def drifting(pairs: Sequence[tuple[Passage, Passage, float]], chances: Chances) -> Iterator[Drift]:
    """For each frequent word, the pairs without its usual name in which nothing explains just one other word."""
    where: dict[str, list[tuple[Passage, Passage, float]]] = defaultdict(list)
    seen: Counter[str] = Counter()
    for left, right, sure in pairs:
        for stem in left.stems:
            where[stem].append((left, right, sure))
        seen.update(right.stems)
    best = {stem: max(own, key=lambda other: own[other]) for stem, own in chances.items() if own}
    for stem, rows in sorted(where.items()):
        usual = best.get(stem)
        if usual is None or len(rows) < OFTEN or chances[stem][usual] < 0.4:
            continue
        named = [(left, right) for left, right, _ in rows if _has(right, usual)]
        if len(named) < OFTEN - 1 or len(named) / len(rows) < _MOSTLY or len(named) == len(rows):
            continue
        for left, right, sure in rows:
            if _has(right, usual) or any(_names(chances, other, usual) for other in left.stems - {stem}):
                continue
            free = [word for word in right.words if seen[word.stem] < 2 and not _explained(word, left, chances)]
            open_words = [own for own in left.stems - {stem} if met(own, right, chances) < 0.5]
            if len(free) != 1 or open_words:
                continue
            yield Drift(
                word=_word(left, stem).text,
                name=_word(named[0][1], usual).text,
                other=free[0].text,
                source=_place(_word(left, stem)),
                target=_place(free[0]),
                usual=_place(_word(named[0][1], usual)),
                sure=sure * len(named) / len(rows) * 0.7,
            )


@frozen
class Names:
    """A word that has two names, each of them often."""

    word: str
    names: tuple[str, str]
    counts: tuple[int, int]
    source: tuple[tuple[int, int], tuple[int, int]]
    """Where the word stands, once with each name; offsets."""
    target: tuple[tuple[int, int], tuple[int, int]]


def doubly_named(pairs: Sequence[tuple[Passage, Passage, float]], chances: Chances) -> Iterator[Names]:
    """For each frequent word, its two names, if each stands only where the word does."""
    where: dict[str, list[tuple[Passage, Passage]]] = defaultdict(list)
    beside: dict[str, list[tuple[Passage, Passage]]] = defaultdict(list)
    for left, right, _ in pairs:
        for stem in left.stems:
            where[stem].append((left, right))
        for stem in right.stems:
            beside[stem].append((left, right))
    for stem, rows in sorted(where.items()):
        own = sorted(chances.get(stem, {}).items(), key=lambda item: -item[1])[:4]
        names = [name for name, chance in own if chance > 0.12 and _is_name_of(name, stem, beside, chances)]
        if len(rows) < OFTEN or len(names) < 2:
            continue
        first, second = names[0], names[1]
        ones = [row for row in rows if _has(row[1], first)]
        others = [row for row in rows if _has(row[1], second) and not _has(row[1], first)]
        both = sum(1 for row in rows if _has(row[1], first) and _has(row[1], second))
        if (
            8 * both > len(rows)
            or _is_alike(first, second)
            or len(others) < 2
            or len(ones) + len(others) < _MOSTLY * len(rows)
        ):
            continue
        yield Names(
            word=_word(ones[0][0], stem).text,
            names=(_word(ones[0][1], first).text, _word(others[0][1], second).text),
            counts=(len(ones), len(others)),
            source=(_place(_word(ones[0][0], stem)), _place(_word(others[0][0], stem))),
            target=(_place(_word(ones[0][1], first)), _place(_word(others[0][1], second))),
        )


def _is_alike(word: str, other: str) -> bool:
    """Whether two words rather look like forms of one."""
    return SequenceMatcher(None, word, other).ratio() > 0.55


def _is_name_of(
    name: str,
    stem: str,
    beside: Mapping[str, Sequence[tuple[Passage, Passage]]],
    chances: Chances,
) -> bool:
    """Whether a word of the other text stands nearly only where this one does, and for no other word beside it."""
    with_it = [left for left, _ in beside[name] if stem in left.stems]
    if len(with_it) < 2 or len(with_it) < 0.75 * len(beside[name]):
        return False
    rivals = {other for left in with_it for other in left.stems - {stem}}
    mine = chances[stem].get(name, 0.0)
    return not any(
        chances.get(other, {}).get(name, 0.0) > mine
        and sum(1 for left in with_it if other in left.stems) > len(with_it) / 2
        for other in rivals
    )


def _has(passage: Passage, stem: str) -> bool:
    return any(stem[:4] in word.text for word in passage.words)


def _names(chances: Chances, stem: str, usual: str) -> bool:
    return chances.get(stem, {}).get(usual, 0.0) > 0.3


def _explained(word: Word, left: Passage, chances: Chances) -> bool:
    """Whether a word of the partner stands for it."""
    return any(
        own == word.stem or own[:4] == word.stem[:4] or chances.get(own, {}).get(word.stem, 0.0) > 0.5
        for own in left.stems
    )


def _word(passage: Passage, stem: str) -> Word:
    exact = [word for word in passage.words if word.stem == stem]
    near = [word for word in passage.words if stem[:4] in word.text]
    return (exact or near)[0]


def _place(word: Word) -> tuple[int, int]:
    return word.start, word.end
