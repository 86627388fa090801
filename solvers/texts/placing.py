"""Passages found by what they say: where a key phrase finds nothing, the sentence that says the clause."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Final

from attrs import evolve, frozen

from rulecheck.solvers.consistency import expected
from rulecheck.solvers.drafts.features import Features
from rulecheck.solvers.texts.meaning import Meaning
from rulecheck.solvers.texts.reading import TextReading
from rulecheck.spec.editions import Edition, Passage
from rulecheck.spec.laid import Laid, Said, Taken, owners
from rulecheck.spec.languages import Language
from rulecheck.spec.passages import Item, Match
from rulecheck.spec.text import Sentence, Text
from rulecheck.spec.vocabulary import Glossary

LIKE: Final = 0.35
"""The likeness from which on a sentence can say a clause; half of it by frames, half by concepts and numbers."""

MOST: Final = 0.6
"""The share of what a lost passage said that its neighbour says where the two are one now."""

FEW: Final = 2
"""Words of a sentence that says nothing by itself."""

BESIDE: Final = 0.25
"""What it adds that a sentence stands between the passages that stood before and after."""


@lru_cache(maxsize=8)
def features_of(glossary: Glossary, language: Language) -> Features:
    """What the clauses of a game are compared by, worked out once."""
    return Features(glossary.rulebook, glossary, language)


@frozen
class Lost:
    """A passage whose key phrase finds too little, and between which units it should stand."""

    passage: Passage
    after: int
    before: int


def lost(edition: Edition, said: Mapping[int, Sequence[Said]], end: int) -> Iterator[Lost]:
    """The passages that are not found, in the edition's order."""
    for passage in edition.passages:
        if said[passage.number] or passage.may_go:
            continue
        yield Lost(passage, *between(edition, said, passage.number, end))


def between(edition: Edition, said: Mapping[int, Sequence[Said]], number: int, end: int) -> tuple[int, int]:
    """Where the passages before and after one are found: the end of those, the beginning of these."""
    before = [s.match.last for n in range(number) for s in said[n][-1:]]
    after = [s.match.first for n in range(number + 1, len(edition.passages)) for s in said[n][:1]]
    return before[-1] if before else 0, after[0] if after else end


class Placing:
    """Places lost passages at sentences."""

    def __init__(self, laid: Laid, meaning: Meaning, reading: TextReading | None) -> None:
        self._laid = laid
        self._meaning = meaning
        self._text: Text = laid.text
        self._reading = reading
        self._glossary = meaning.glossary

    def placed(self, said: Mapping[int, tuple[Said, ...]]) -> dict[int, tuple[Said, ...]]:
        """By passage number: where a lost passage now stands, and one in other words has its numbers."""
        moved = self._moved(said)
        every = {**said, **moved}
        taken = frozenset(owners(every.values()))
        settled = {n: tuple(self._settled(s, taken) for s in group) for n, group in every.items()}
        return {n: group for n, group in settled.items() if n in moved or group != every[n]}

    def _settled(self, said: Said, taken: Set[int]) -> Said:
        """A passage in other words, each of its numbers where the right one stands in its sentences and is nobody's."""
        if said.match.is_exact:
            return said
        units = self._laid.finder.units
        first, last = (self._text.sentence_of(at) for at in (said.match.first, said.match.last - 1))
        free = set(range(self._text.sentences[first].first, self._text.sentences[last].last)) - taken
        rows: list[Taken] = []
        for row in said.taken:
            wanted = expected(row, self._glossary.rulebook) if row.item.kind == "number" else None
            is_right = wanted is None or (row.unit is not None and units[row.unit].value == wanted)
            at = None if is_right else min((n for n in free if units[n].value == wanted), default=None)
            free.discard(-1 if at is None else at)
            rows.append(row if at is None else Taken(row.item, at))
        return evolve(said, taken=tuple(rows))

    def _moved(self, said: Mapping[int, Sequence[Said]]) -> dict[int, tuple[Said, ...]]:
        """By passage number: where a lost passage now stands."""
        claimed = {
            self._text.sentence_of(n) for group in said.values() for s in group for n in s.match.units if n is not None
        }
        free = [n for n, s in enumerate(self._text.sentences) if n not in claimed and self._is_free(n, s)]
        bent = {n: group[0] for n, group in said.items() if len(group) == 1 and not group[0].match.is_exact}
        certain = {n: group for n, group in said.items() if n not in bent}
        missing = list(lost(self._laid.edition, {**certain, **dict.fromkeys(bent, ())}, len(self._text.units)))
        if not missing or not free:
            return {}
        at = {n: self._text.sentence_of(s.match.first) for n, s in bent.items()}
        clauses = {clause for row in missing for clause in row.passage.clauses}
        likeness = self._likeness([*free, *at.values()], clauses)
        own = {
            row.passage.number: self._score(row, at[row.passage.number], likeness[at[row.passage.number]])
            for row in missing
            if row.passage.number in at
        }
        answer: dict[int, tuple[Said, ...]] = {}
        for row in missing:
            number, is_bent = row.passage.number, row.passage.number in bent
            open_to = [n for n in free if not is_bent or self._is_beside(row, n)]
            place = self._best(row, open_to, likeness, max(LIKE, own.get(number, 0.0)))
            if place is None and not (is_bent and self._is_beside(row, at[number])):
                place = self._left(row, free)
            if place is not None:
                answer[number] = (self._said(row.passage, self._text.sentences[place]),)
        for row in missing:  # what a neighbour's sentence says too: two passages made one
            if row.passage.number not in (*answer, *bent) and (other := self._merged(row, claimed)) is not None:
                answer[row.passage.number] = (self._said(row.passage, self._text.sentences[other], is_alone=False),)
        return answer

    def _is_free(self, number: int, sentence: Sentence) -> bool:
        """Whether a sentence that no passage has can be one: of a few words, where rules stand."""
        return sentence.last - sentence.first > FEW and not self._laid.is_skipped(number)

    def _likeness(self, numbers: Sequence[int], clauses: Collection[str]) -> dict[int, Mapping[str, float]]:
        """By sentence: what it has in common with each of some clauses, its concepts and numbers."""
        rows = [self._meaning.row_of(number) for number in numbers]
        scores = features_of(self._glossary, self._text.language).scores(rows, clauses)
        return dict(zip(numbers, scores, strict=True))

    def _best(
        self, row: Lost, numbers: Sequence[int], likeness: Mapping[int, Mapping[str, float]], least: float
    ) -> int | None:
        """The sentence that a lost passage scores highest at, the first of several; None if none comes to `least`.

        Statements are compared only where they could still make a sentence the best one.
        """
        best: tuple[float, int] | None = None
        for most, order in sorted(((self._score(row, n, likeness[n], 1.0), -n) for n in numbers), reverse=True):
            if most < (least if best is None else best[0]):
                break
            score = self._score(row, -order, likeness[-order])
            if score >= least and (best is None or (score, order) > best):
                best = score, order
        return None if best is None else -best[1]

    def _score(self, row: Lost, number: int, likeness: Mapping[str, float], stated: float | None = None) -> float:
        """How likely a sentence is a lost passage; `stated` is how much of it its statements say, if that is known."""
        clauses = row.passage.clauses
        near = BESIDE if self._is_beside(row, number) else 0.0
        own = max(likeness[clause] for clause in clauses)
        if self._reading is None or not any(self._reading.judge.says.get(clause) for clause in clauses):
            return own + near
        if stated is None:
            frames = self._reading.of_sentence(number)
            stated = max(self._reading.judge.likeness(clause, frames) for clause in clauses)
        return own / 2 + stated / 2 + near

    def _is_beside(self, row: Lost, number: int) -> bool:
        """Whether a sentence stands between the passages that stood before and after a lost one."""
        return row.after - 1 <= self._text.sentences[number].first < row.before

    def _left(self, row: Lost, free: Sequence[int]) -> int | None:
        """The only sentence with a rule that is left where a lost passage should stand; None for none or several."""
        rules = {number for number, _ in self._laid.rule_bearing()}
        inside = [n for n in free if n in rules and self._is_beside(row, n)]
        return inside[0] if len(inside) == 1 else None

    def _merged(self, row: Lost, claimed: set[int]) -> int | None:
        """The sentence of a neighbouring passage that says a lost one's clause too, by its frames."""
        near = [self._text.sentence_of(min(at, len(self._text.units) - 1)) for at in (row.after - 1, row.before)]
        ranked = [(self._share_of_frames(row.passage, n), n) for n in near if n in claimed]
        best = max(ranked, default=(0.0, 0))
        return best[1] if best[0] >= MOST else None

    def _share_of_frames(self, passage: Passage, sentence: int) -> float:
        """How much of what a passage's clauses say a sentence says."""
        if self._reading is None:
            return 0.0
        frames = self._reading.of_sentence(sentence)
        return max(self._reading.judge.likeness(clause, frames) for clause in passage.clauses)

    def _said(self, passage: Passage, sentence: Sentence, *, is_alone: bool = True) -> Said:
        """A passage at a sentence: its key words as far as they stand there, its numbers by what they should be.

        Where it is not alone there, another number can be another passage's.
        """
        units = self._laid.finder.units
        inside = range(sentence.first, sentence.last)
        used: set[int] = set()
        met: list[int | None] = []
        for item in passage.phrase.items:
            at = next((n for n in inside if n not in used and self._is(item, n)), None)
            if at is not None:
                used.add(at)
            met.append(at)
        rules = [item.rule for item in passage.phrase.items if item.rule is not None]
        said = {units[n].rule for n in inside}
        is_bound = any(rule.family == "bound" and rule not in said for rule in rules)
        ones = {1} if any(rule.means == "one" for rule in rules) else set()
        for place, item in enumerate(passage.phrase.items):  # a number that is another one, where one is left
            if item.kind == "number" and met[place] is None and is_alone and not is_bound:
                left = [n for n in inside if n not in used and units[n].is_number and units[n].value not in ones]
                if len(left) == 1:
                    met[place] = left[0]
                    used.add(left[0])
        if not used:
            met[next(n for n, item in enumerate(passage.phrase.items) if item.kind == "word")] = sentence.first
        match = Match(sentence.first, sentence.last, tuple(met), is_exact=False)
        pairs = zip(passage.phrase.items, met, strict=True)
        taken = (Taken(item, at) for item, at in pairs if item.kind == "number" and at is not None)
        return Said(passage, match, tuple(taken))

    def _is(self, item: Item, at: int) -> bool:
        """Whether a unit is what an item of a phrase asks for; a number only if it is the right one."""
        if not self._laid.finder.fits(item, at):
            return False
        if item.kind != "number" or item.is_count:
            return item.kind == "word" or item.is_count
        wanted = expected(Taken(item, at), self._glossary.rulebook)
        return wanted is not None and self._laid.finder.units[at].value == wanted
