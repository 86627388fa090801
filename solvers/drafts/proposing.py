"""Words of a text that no term has, each with the concept that it most likely names."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from attrs import frozen

from rulecheck.solvers.drafts.drafting import Drafting
from rulecheck.solvers.translation.dictionary import Pair, learn
from rulecheck.solvers.translation.passages import stems_of

OFTEN: Final = 2
"""A word that is proposed stands in at least so many rule-bearing sentences."""

EVEN: Final = 0.5
"""How sure a proposal is as often right as wrong; less is shown only to those who ask for it."""

_SHORTEST: Final = 4
"""Letters."""

_SURE: Final = (-7.0, 6.5, 1.1, 1.1)
"""A logistic regression: where it begins, and what is added by togetherness, by the concept being the word's likeliest
by model 1, and by the logarithm of its sentences.  `benchmarks/glossary.py` fits it, and tries it on texts that it
was not fitted to."""


@frozen
class Proposed:
    """A word of the text that is in no entry."""

    concept: str
    """What it most likely names; empty if nothing is likely."""
    forms: tuple[str, ...]
    """Its forms in the text."""
    often: int
    line: int
    """Where it stands first."""
    together: float = 0.0
    """How much the word and the concept's clauses stand in the same sentences (Dice's coefficient)."""
    is_likeliest: bool = False
    """Whether the concept is also the likeliest by model 1."""

    @property
    def sure(self) -> float:
        """How often such a proposal is right."""
        if not self.concept:
            return 0.0
        start, together, likeliest, length = _SURE
        weight = start + together * self.together + likeliest * self.is_likeliest + length * math.log(self.often)
        return 1 / (1 + math.exp(-weight))


def proposed(drafting: Drafting, clauses: Mapping[int, tuple[str, ...]] | None = None) -> list[Proposed]:
    """The words that no term has, with concepts learnt from sentences and their clauses, the likeliest first.

    `clauses` are those of an edition that somebody has looked at; without them the draft's own are taken, each as
    sure as it is.  Raises ValueError for a game without concepts.
    """
    glossary = drafting.glossary
    if glossary is None:
        raise ValueError("the game has no concepts")
    words = dict(_words(drafting))
    stems = stems_of({word for own in words.values() for word in own})
    chances = _chances(drafting, words, clauses)
    pairs = []
    for number, own in words.items():
        for clause, share in _placed(drafting, number, clauses):
            if lacking := _lacking(drafting, number, clause):
                pairs.append(Pair(lacking, [stems[word] for word in own], share))
    likeliest: dict[str, tuple[float, str]] = {}
    for concept, others in learn(pairs).items():
        for stem, chance in others.items():
            likeliest[stem] = max(likeliest.get(stem, (0.0, "")), (chance, concept))
    often = Counter(stems[word] for own in words.values() for word in set(own))
    forms: dict[str, set[str]] = defaultdict(set)
    first: dict[str, int] = {}
    together: dict[str, Counter[str]] = defaultdict(Counter)
    speaking = Counter[str]()
    for number, own in sorted(words.items()):
        for concept, share in chances[number].items():
            speaking[concept] += share  # type: ignore[assignment]
        for word in own:
            forms[stems[word]].add(word)
            first.setdefault(stems[word], number)
        for stem in {stems[word] for word in own}:
            for concept, share in chances[number].items():
                together[stem][concept] += share  # type: ignore[assignment]
    rows = []
    for stem, count in often.items():
        if count < OFTEN:
            continue
        dice = {concept: 2 * share / (count + speaking[concept]) for concept, share in together[stem].items()}
        concept = max(dice, key=lambda name: (dice[name], name), default="")
        is_likeliest = bool(concept) and likeliest.get(stem, (0.0, ""))[1] == concept
        together_with = dice.get(concept, 0.0)
        rows.append(
            Proposed(
                concept, tuple(sorted(forms[stem])), count, drafting.line(first[stem]), together_with, is_likeliest
            )
        )
    return sorted(rows, key=lambda row: (-row.sure, -row.often, row.forms))


def _chances(
    drafting: Drafting, words: Mapping[int, list[str]], clauses: Mapping[int, tuple[str, ...]] | None
) -> dict[int, dict[str, float]]:
    """By sentence: the concepts that its clauses speak of and no term of it names, with how sure that is."""
    chances: dict[int, dict[str, float]] = {}
    for number in words:
        own: dict[str, float] = {}
        for clause, share in _placed(drafting, number, clauses):
            for concept in dict.fromkeys(_lacking(drafting, number, clause)):
                own[concept] = 1 - (1 - own.get(concept, 0.0)) * (1 - share)
        chances[number] = own
    return chances


def _lacking(drafting: Drafting, number: int, clause: str) -> list[str]:
    """The concepts that a clause speaks of in our wording and no term of a sentence names."""
    glossary = drafting.glossary
    assert glossary is not None
    ids = drafting.every[number].ids
    told = glossary.in_english(drafting.rulebook.clauses[clause].text)
    return [concept for concept in told if concept in glossary.english and concept not in ids]


def _words(drafting: Drafting) -> Iterator[tuple[int, list[str]]]:
    """By sentence: its words that no concept and no small word of the language is."""
    language, units = drafting.text.language, drafting.text.units
    for row in drafting.bearing:
        known = [(sighted.start, sighted.end) for sighted in row.concepts]
        words = [
            unit.text
            for unit in units[row.sentence.first : row.sentence.last]
            if not unit.is_number
            and unit.rule is None
            and len(unit.text) >= _SHORTEST
            and unit.text.isalpha()
            and unit.text not in language.common
            and not any(start <= unit.start < end for start, end in known)
        ]
        if words:
            yield row.number, words


def _placed(
    drafting: Drafting, number: int, clauses: Mapping[int, tuple[str, ...]] | None
) -> Iterator[tuple[str, float]]:
    if clauses is not None:
        yield from ((clause, 1.0) for clause in clauses.get(number, ()))
    else:
        yield from ((clause, share) for clause, share in drafting.placements[number].ranked[:3] if share > 0.1)
