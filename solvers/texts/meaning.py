"""What each stretch of a text speaks of, and how far that is what its clauses say.

A *stretch* is the sentences that the same passages have a word in.  What is expected comes from the clauses: a passage
may speak of what their wording or their accepted details hold.  Word order, other words for the same concept, and line
ends change nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import Final

from attrs import define, evolve, field

from rulecheck.solvers.drafts.expecting import MOST, Expecting
from rulecheck.solvers.drafts.expecting import SURE_ENOUGH as TOLD
from rulecheck.solvers.drafts.features import Read, read_sentences
from rulecheck.solvers.judging.forms import mode_of
from rulecheck.solvers.judging.verdicts import DENIALS
from rulecheck.solvers.texts.stretches import Account, Fault, Meant, Stretch, Told
from rulecheck.spec import editions
from rulecheck.spec.contrasts import reader
from rulecheck.spec.editions import Edition
from rulecheck.spec.laid import Laid, Said
from rulecheck.spec.lexicon import Lexicon, Sighted
from rulecheck.spec.passages import Match, Phrase
from rulecheck.spec.reading.frames import Frame
from rulecheck.spec.text import Text, folded_words
from rulecheck.spec.vocabulary import Glossary

_TAKEN_APART: Final[Mapping[str, tuple[str, ...]]] = {"must-not": ("no", "may"), "need-not": ("no", "must")}
"""A denied "may" is counted as its two parts: other words can stand between them."""


_BEYOND: Final = 8
"""How many words after its sentence a literal statement may go on: what follows can make the fault."""


@define(slots=False)
class Meaning:
    """The concepts of one text under one edition."""

    glossary: Glossary
    edition: Edition
    text: Text
    laid: Laid
    said: Mapping[int, tuple[Said, ...]]
    placed: frozenset[int] = frozenset()
    """The numbers of passages that were found by what they say: their words are others now."""
    says: Mapping[str, Sequence[Frame]] = field(factory=dict)
    """What the clauses say, as frames."""
    lexicon: Lexicon = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.lexicon = _lexicon(self.glossary, self.edition)

    # -- stretches ---------------------------------------------------------------------------------------------

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """The stretches of the text, in its order."""
        root: dict[int, int] = {}

        def find(sentence: int) -> int:
            while root.setdefault(sentence, sentence) != sentence:
                sentence = root[sentence]
            return sentence

        every = list(chain.from_iterable(self.said.values()))
        touched = [sorted({self.text.sentence_of(n) for n in said.match.units if n is not None}) for said in every]
        for sentences in touched:
            for sentence in sentences:
                own, other = find(sentences[0]), find(sentence)
                root[max(own, other)] = min(own, other)
        members: dict[int, list[int]] = {}
        for sentence in sorted(root):
            members.setdefault(find(sentence), []).append(sentence)
        of: dict[int, list[Said]] = {}
        for said, sentences in zip(every, touched, strict=True):
            if sentences:
                of.setdefault(find(sentences[0]), []).append(said)
        torn = self._torn()
        return tuple(
            self._stretch(number, sentences, of.get(first, []), torn)
            for number, (first, sentences) in enumerate(sorted(members.items()))
        )

    def _torn(self) -> frozenset[int]:
        """The sentences beside which a lost passage should stand."""
        torn: set[int] = set()
        passages = self.edition.passages
        for passage in passages:
            if len(self.said[passage.number]) < passage.times:
                for step in (-1, 1):
                    number = passage.number + step
                    while 0 <= number < len(passages) and not self.said[number]:
                        number += step
                    if 0 <= number < len(passages):
                        at = self.said[number][-1 if step < 0 else 0].match
                        torn |= {self.text.sentence_of(at.first), self.text.sentence_of(at.last - 1)}
        return frozenset(torn)

    def _stretch(self, number: int, sentences: list[int], said: list[Said], torn: frozenset[int]) -> Stretch:
        said = sorted(said, key=lambda s: s.match.first)
        clauses = dict.fromkeys(c for s in said for c in s.passage.clauses)
        examples = dict.fromkeys(s.passage.example for s in said if s.passage.example is not None)
        return Stretch(
            number=number,
            sentences=tuple(sentences),
            said=tuple(said),
            allowed=self.glossary.may_say(clauses, examples),
            is_torn=bool(torn & set(sentences)),
        )

    def is_reworded(self, said: Said) -> bool:
        """Whether the words of a passage are others than its edition has."""
        return said.passage.number in self.placed or not said.match.is_exact

    @cached_property
    def by_sentence(self) -> Mapping[int, Stretch]:
        """Which stretch a sentence belongs to."""
        return {sentence: stretch for stretch in self.stretches for sentence in stretch.sentences}

    # -- what stands there -------------------------------------------------------------------------------------

    @cached_property
    def _furniture(self) -> list[tuple[int, int]]:
        units = self.text.units
        return sorted((units[n].start, units[n].end) for n in self.laid.furniture)

    def _is_furniture(self, offset: int) -> bool:
        at = bisect_right(self._furniture, (offset, len(self.text.text))) - 1
        return at >= 0 and self._furniture[at][0] <= offset < self._furniture[at][1]

    def sighted(self, sentence: int) -> tuple[Sighted, ...]:
        """The concepts of a sentence."""
        known = self._sighted.get(sentence)
        if known is None:
            place = self.text.sentences[sentence]
            read = _read(self.lexicon, self.text.text[place.start : place.end])
            at = place.start
            moved = (Sighted(s.concept, s.group, s.start + at, s.end + at, s.words, s.also) for s in read)
            known = tuple(s for s in moved if not self._is_furniture(s.start))
            self._sighted[sentence] = known
        return known

    @cached_property
    def _sighted(self) -> dict[int, tuple[Sighted, ...]]:
        return {}

    def everyday(self, sentence: int) -> tuple[Sighted, ...]:
        """What a sentence says of how, when and whether, in everyday words."""
        place = self.text.sentences[sentence]
        read = reader(self.text.language).read(self.text.text, place.start, place.end)
        return tuple(s for s in read if not self._is_furniture(s.start))

    def _everyday_of(self, stretch: Stretch) -> tuple[Sighted, ...]:
        return tuple(s for sentence in stretch.sentences for s in self.everyday(sentence))

    def words(self, sentence: int) -> tuple[str, ...]:
        """The words of a sentence, folded."""
        place = self.text.sentences[sentence]
        read = folded_words(self.text.text[place.start : place.end], self.text.language)
        return tuple(word for word, start, _ in read if not self._is_furniture(place.start + start))

    @cached_property
    def called(self) -> Mapping[str, Counter[str]]:
        """By concept: what the text calls it, each with how often."""
        often: dict[str, Counter[str]] = {}
        for number, _ in enumerate(self.text.sentences):
            for sighted in self.sighted(number):
                if not sighted.also:
                    said = self.text.quote(sighted.start, sighted.end).lower()
                    often.setdefault(sighted.concept, Counter())[said] += 1
        return often

    def of_stretch(self, stretch: Stretch) -> tuple[Sighted, ...]:
        """The concepts of a stretch, in the order of the text."""
        return tuple(s for sentence in stretch.sentences for s in self.sighted(sentence))

    def meant(self, stretch: Stretch) -> tuple[Meant, ...]:
        """Each place of a concept with its sense, that of the clauses where they speak of one."""
        return tuple(
            Meant(concept, place)
            for place in self.of_stretch(stretch)
            for senses in ([c for c in (place.concept, *place.also) if c in stretch.allowed] or [place.concept],)
            for concept in _TAKEN_APART.get(senses[0], senses[:1])
        )

    # -- what is wrong -----------------------------------------------------------------------------------------

    def account(self, stretch: Stretch) -> Account:
        """What is wrong with a stretch: beside what is literally stated, nothing in a text that somebody has looked at.

        What has changed in that since is told by the sentence (`edited`).
        """
        meant = self.meant(stretch)
        told = tuple(self._told(stretch, said, literal, meant) for said, literal in literals(stretch))
        if self.edition.reviewed.sentences:
            return Account((), told)
        excused = {c for row in told for c in (*row.literal.says, *row.literal.means)}
        faults = self._unexpected(stretch, [m.sighted for m in meant])
        frames = [frame for said in stretch.said for c in said.passage.clauses for frame in self.says.get(c, ())]
        faults = (*faults, *_needless(frames, meant))
        return Account(tuple(f for f in faults if f.concept not in excused), told)

    # -- in a text that nobody has looked at -----------------------------------------------------------------------

    @cached_property
    def _expecting(self) -> Expecting:
        return Expecting(self.glossary, self.says)

    @cached_property
    def _habits(self) -> frozenset[str]:
        """Words of which the edition says too little, by what is surely placed."""
        rows = []
        for stretch in self.stretches:
            if all(said.passage.sure is None or said.passage.sure >= TOLD for said in stretch.said):
                clauses = tuple(dict.fromkeys(c for said in stretch.said for c in said.passage.clauses))
                rows.append((self._row(stretch), clauses))
        return self._expecting.habits(rows)

    def _unexpected(self, stretch: Stretch, sighted: Iterable[Sighted]) -> tuple[Fault, ...]:
        """What a stretch says otherwise than the wording of its clauses.

        A draft that is unsure of its clauses, or of which much is otherwise, rather stands under the wrong ones.
        """
        clauses = tuple(dict.fromkeys(c for said in stretch.said for c in said.passage.clauses))
        sure = min((s.passage.sure for s in stretch.said if s.passage.sure is not None), default=None)
        if (sure is not None and sure < TOLD) or any(said.passage.example for said in stretch.said):
            return ()
        row = self._row(stretch, tuple(dict.fromkeys(sighted)))
        others = [other for c in clauses for other in self._of_clause[c] if other is not stretch]
        if row.is_example:
            return ()
        elsewhere = {id for other in others for id in self._row(other).ids}
        differences = self._expecting.of(row, clauses, elsewhere, self._habits)
        near = {c for other in others for s in self._everyday_of(other) for c in (s.concept, *s.also)}
        differences += tuple(self._expecting.everyday(self._everyday_of(stretch), clauses, near))
        clashing = {difference.sibling for difference in differences}
        beside = {id for n in self._near(stretch) for s in self.sighted(n) for id in (s.concept, *s.also)}
        for clause in clauses:
            if self._of_clause[clause][0] is stretch:
                rows = [row, *(self._row(other) for other in self._of_clause[clause][1:])]
                missed = self._expecting.lost(clause, rows, beside)
                differences += tuple(d for d in missed if d.concept not in clashing)
        right = {name for said in stretch.said for name in said.passage.right}
        judged = {word for name in right for word in name.split()}
        left = [d for d in differences if d.name not in right and d.concept not in judged]
        if sure is not None and len(left) > MOST:
            return ()
        left = [d for d in left if d.is_sure]
        if any(map(self.is_reworded, stretch.said)):  # small words come and go with the wording
            left = [d for d in left if d.concept not in self.glossary.of_packs or d.concept in DENIALS]
        return tuple(
            Fault(d.kind, d.concept, d.sibling, None if d.sighted is None else Meant(d.concept, d.sighted))
            for d in left
        )

    @cached_property
    def _of_clause(self) -> Mapping[str, list[Stretch]]:
        """By clause: the stretches that say it."""
        rows: dict[str, list[Stretch]] = {}
        for stretch in self.stretches:
            for clause in dict.fromkeys(c for said in stretch.said for c in said.passage.clauses):
                rows.setdefault(clause, []).append(stretch)
        return rows

    def _row(self, stretch: Stretch, sighted: tuple[Sighted, ...] | None = None) -> Read:
        """A stretch as one sentence."""
        rows = [self._rows[n] for n in stretch.sentences]
        return Read(
            number=rows[0].number,
            sentence=rows[0].sentence,
            concepts=self.of_stretch(stretch) if sighted is None else sighted,
            values=tuple(value for row in rows for value in row.values),
            words=frozenset(),
            is_example=any(row.is_example for row in rows),
        )

    @cached_property
    def _rows(self) -> tuple[Read, ...]:
        return read_sentences(self.text, None)

    def row_of(self, sentence: int) -> Read:
        """A sentence with its concepts."""
        return evolve(self._rows[sentence], concepts=self.sighted(sentence))

    def is_example(self, sentence: int) -> bool:
        """Whether a sentence belongs to a worked example: it tells what happened, not what the rule is."""
        return self._rows[sentence].is_example

    def _near(self, stretch: Stretch) -> set[int]:
        """The sentences beside a stretch: a rule can go on there."""
        return {n for s in stretch.sentences for n in (s - 1, s + 1) if 0 <= n < len(self.text.sentences)}

    def _told(self, stretch: Stretch, said: Said, literal: editions.Literal, meant: Sequence[Meant]) -> Told:
        if literal.at is not None:
            is_there = self._stands(stretch, literal)
        else:
            is_there = all(any(m.concept == c for m in meant) for c in literal.says)
        return Told(said, literal, is_there, tuple(m for m in meant if m.concept in literal.says))

    def _stands(self, stretch: Stretch, literal: editions.Literal) -> bool:
        assert literal.at is not None
        return self.place_of(stretch.sentences, literal.at) is not None

    def place_of(self, sentences: Sequence[int], words: Phrase) -> Match | None:
        """Where the words of a literal statement stand, in some sentences or just after them."""
        first, last = self.text.sentences[sentences[0]].first, self.text.sentences[sentences[-1]].last
        return next(self.laid.finder.find(words, first, last + _BEYOND), None)

    def beside(self, stretch: Stretch) -> frozenset[str]:
        """What neighbouring sentences speak of that are nobody's."""
        return frozenset(
            concept
            for n in self._near(stretch)
            if n not in self.by_sentence
            for s in self.sighted(n)
            for concept in (s.concept, *s.also, *_TAKEN_APART.get(s.concept, ()))
        )

    @cached_property
    def accounts(self) -> tuple[tuple[Stretch, Account], ...]:
        """Every stretch with what is wrong there, by its number."""
        return tuple((stretch, self.account(stretch)) for stretch in self.stretches)


@lru_cache(maxsize=8)
def _lexicon(glossary: Glossary, edition: Edition) -> Lexicon:
    return glossary.lexicon(edition.forms, edition.language)


@lru_cache(maxsize=20_000)
def _read(lexicon: Lexicon, sentence: str) -> tuple[Sighted, ...]:
    """The concepts of a sentence, in however many texts it stands."""
    return lexicon.read(sentence)


def literals(stretch: Stretch) -> Iterator[tuple[Said, editions.Literal]]:
    """What an edition says that the sentences of a stretch literally state."""
    return ((said, literal) for said in stretch.said for literal in said.passage.literally)


def _needless(frames: Iterable[Frame], meant: Collection[Meant]) -> Iterator[Fault]:
    """ "Need not" where the clauses say "must", and nothing there must be done."""
    first = next((m for m in meant if m.sighted.concept == "need-not"), None)
    modes = {mode_of(frame) for frame in frames}
    is_must = "must" in modes and not modes & {"need-not", "may"}
    if first is not None and is_must and not any(m.sighted.concept == "must" for m in meant):
        yield Fault("clash", "need-not", "must", meant=first)
