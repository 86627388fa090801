"""The rows of a first edition: each sentence with its clause and its key phrase.

A draft says where a sentence stands and nothing of what it may say: what it says otherwise than its clause is a
question, for a person to answer (`Drafting.questions`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from attrs import define, field, frozen

from rulecheck.solvers.drafts.expecting import SURE_ENOUGH, Difference, Expecting
from rulecheck.solvers.drafts.features import Features, Read, read_sentences
from rulecheck.solvers.drafts.placing import Placement, placed
from rulecheck.solvers.drafts.points import Point, besides, points_of
from rulecheck.solvers.drafts.slots import Slot, Slots
from rulecheck.solvers.judging.comparing import Comparer
from rulecheck.solvers.judging.concepts import Concepts
from rulecheck.solvers.judging.judge import Judge
from rulecheck.solvers.judging.naming import concepts_in
from rulecheck.solvers.judging.verdicts import Open, Passage, Verdict, differing, words_of
from rulecheck.spec.drafts import Phrases
from rulecheck.spec.editionfile import editions, load_edition
from rulecheck.spec.editions import Edition, Literal
from rulecheck.spec.laid import Laid, is_rule_bearing
from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.model import Rulebook
from rulecheck.spec.reading.framefile import frames_of
from rulecheck.spec.reading.frames import Frame
from rulecheck.spec.reading.reader import reader_of
from rulecheck.spec.text import Text, units_of
from rulecheck.spec.vocabulary import Glossary, glossary_of

PLACED: Final = 0.1
"""How sure a clause has to be to be written down."""

NOTHING: Final = 0.6
"""How sure it has to be that a sentence says no clause, for none to be written down."""

EXCEPTION: Final = "except"
"""The concept of exceptions."""

LIKEST: Final = 8
"""Clauses of a sentence that its statements decide between."""

STATED: Final = 0.5
"""What statements count for beside concepts and numbers."""

ABOUT: Final = 2
"""Things of the game that a sentence speaks of, so that it is placed though it has no mark of a rule."""

KNOWN: Final = 0.97
"""How sure a clause is that another edition of the language has a passage for, at this very sentence."""


@frozen
class Row:
    """A sentence, as an edition has it."""

    number: int
    """Which sentence of the text it is."""
    clauses: tuple[str, ...]
    """Empty where none is sure enough."""
    find: str
    """The key phrase that finds it."""
    nth: int = 1
    sure: float | None = None
    """How sure the clauses are; None once a person has looked."""
    right: tuple[str, ...] = ()
    """Its differences from the clauses that a person has found to be the same rule."""
    wrong: tuple[str, ...] = ()
    """Those that a person has found to be another rule."""
    literally: tuple[Literal, ...] = ()
    read: str = ""
    """The words that a person has judged, as a hash: what was found of them holds as long as they stand."""
    nothing: str | None = None
    """Why it states no rule, where a person says so."""
    kept: Mapping[str, object] = field(factory=dict)
    """What else stands in its row, as it is."""


@frozen
class Question:
    """A difference between a sentence and its clause: the same rule, or another?"""

    name: str
    """How an edition names it once it is answered."""
    verdict: Verdict | None = None
    """What the statements of both show."""
    difference: Difference | None = None
    """What their words show, where no statement is read."""
    slot: Slot | None = None
    """A number that is not the clause's."""

    @property
    def is_sure(self) -> bool:
        """Whether it is asked by itself; a doubt is one point among what was not found."""
        if self.difference is not None:
            return self.difference.is_sure
        return self.verdict is None or self.verdict.is_plain

    @property
    def concepts(self) -> tuple[frozenset[str], frozenset[str]]:
        """What the sentence says there and what the clause does; empty where one says nothing."""
        if self.difference is not None:
            sibling = self.difference.sibling
            return frozenset({self.difference.concept}), frozenset({sibling} if sibling else ())
        said, wanted = (concepts_in(v) for v in (self.verdict.said, self.verdict.wanted)) if self.verdict else ((), ())
        return frozenset(said) - frozenset(wanted), frozenset(wanted) - frozenset(said)


@define(slots=False)
class Drafting:
    """A text on its way to an edition."""

    text: Text
    rulebook: Rulebook
    forms: Mapping[str, Sequence[str]] = field(factory=dict)
    """What the text calls the game's concepts."""
    uses_editions: bool = True
    """Whether other editions of the game may be asked."""
    reads: Callable[[str], Sequence[Frame]] | None = None
    """What reads sentences into frames; the reader of the text's language unless given."""
    glossary: Glossary | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.glossary = glossary_of(self.rulebook)
        self._slots = Slots(self.rulebook, self.glossary)
        self._phrases = Phrases(self.text)

    @cached_property
    def every(self) -> tuple[Read, ...]:
        """All sentences, read."""
        lexicon = None if self.glossary is None else self.glossary.lexicon(self.forms, self.text.language)
        return read_sentences(self.text, lexicon)

    @cached_property
    def bearing(self) -> tuple[Read, ...]:
        """The sentences that can bear a rule, and others that speak of several things of the game."""
        return tuple(row for row in self.every if self.is_bearing(row) or self._is_about(row))

    def is_bearing(self, row: Read) -> bool:
        """Whether a sentence can bear a rule: one that nobody claims is told."""
        return is_rule_bearing(self.text.units[row.sentence.first : row.sentence.last], self.text.language)

    def _is_about(self, row: Read) -> bool:
        """Whether a sentence without a number, a rule word or a verb of rules speaks of things of the game."""
        if self.glossary is None or row.sentence.last - row.sentence.first < ABOUT + 2:
            return False
        return len(row.ids - self.glossary.of_packs) >= ABOUT

    @cached_property
    def placements(self) -> Mapping[int, Placement]:
        """By sentence: the clauses that it may say."""
        if not self.bearing:
            return {}
        scores = Features(self.rulebook, self.glossary, self.text.language).scores(self.bearing)
        if self._judge is not None and self.forms:
            scores = [self._with_statements(row.number, own) for row, own in zip(self.bearing, scores, strict=True)]
        rows = placed([row.number for row in self.bearing], scores, list(self.rulebook.clauses))
        return {row.number: self._known(row) for row in rows}

    def _with_statements(self, number: int, scores: Mapping[str, float]) -> dict[str, float]:
        """The likeness of a sentence's clauses by their statements too, for those that come into question."""
        assert self._judge is not None
        likest = sorted(scores, key=lambda clause: -scores[clause])[:LIKEST]
        frames = self._frames(number)
        return {**scores, **{c: scores[c] + STATED * self._judge.likeness(c, frames) for c in likest}}

    def _known(self, row: Placement) -> Placement:
        """A placement that another edition of the language confirms, or puts right."""
        clauses = self._places_elsewhere.get(row.number)
        if not clauses:
            return row
        rest = [(c, (1 - KNOWN) * share) for c, share in row.ranked if c not in clauses]
        return Placement(row.number, (*((c, KNOWN) for c in clauses), *rest)[:5], (1 - KNOWN) * row.nothing)

    @cached_property
    def _others(self) -> tuple[Edition, ...]:
        if not self.uses_editions:
            return ()
        return tuple(load_edition(self.rulebook, id) for id in editions(self.rulebook))

    @cached_property
    def _places_elsewhere(self) -> Mapping[int, tuple[str, ...]]:
        """By sentence: the clauses that other editions of this language have a passage for there."""
        clauses: dict[int, list[str]] = {}
        for edition in self._others:
            if edition.language.code == self.text.language.code:
                for sentence, own in places_of(edition, self.text).items():
                    clauses.setdefault(sentence, []).extend(own)
        return {sentence: tuple(dict.fromkeys(own)) for sentence, own in clauses.items()}

    @cached_property
    def ours(self) -> Mapping[str, str]:
        """Clauses that only our rulebook has, as the game's other editions say."""
        return {clause: why for edition in self._others for clause, why in edition.ours.items()}

    def wording(self, number: int) -> str:
        """A sentence in the user's own words."""
        sentence = self.text.sentences[number]
        return self.text.quote(sentence.start, sentence.end)

    def line(self, number: int) -> int:
        """The line of the user's file that a sentence begins in."""
        return self.text.line_of(self.text.sentences[number].start)

    # -- rows ------------------------------------------------------------------------------------------------------

    def drafted(self) -> list[Row]:
        """A row for every sentence that can bear a rule and has words to find it by, in the order of the text."""
        chosen: dict[int, tuple[str, ...]] = {}
        for row in self.bearing:
            placement = self.placements[row.number]
            is_placed = placement.sure >= PLACED and placement.nothing < NOTHING
            best = self._places_elsewhere.get(row.number, (placement.best,))
            if is_placed or self.is_bearing(row):
                chosen[row.number] = best if is_placed else ()
        rows = (self.row(n, clauses, round(self.placements[n].sure, 2)) for n, clauses in chosen.items())
        return [row for row in rows if row.find]

    def row(self, number: int, clauses: tuple[str, ...], sure: float | None = None, right: Collection[str] = ()) -> Row:
        """The row of a sentence under some clauses; the numbers of an unsure one are not expected to be right.

        Nor are those of `right`, which a person has found to be the same rule.
        """
        strict = (sure is None or sure >= SURE_ENOUGH) and not self.every[number].is_example
        find, nth = self.phrase(number, clauses, right, only_right=not strict)
        return Row(number, clauses if find and nth <= 20 else (), find, nth, sure, tuple(right))

    def phrase(
        self, number: int, clauses: tuple[str, ...], right: Collection[str] = (), *, only_right: bool = False
    ) -> tuple[str, int]:
        """A key phrase for a sentence and which of its places it is; `only_right` leaves out numbers that differ."""
        read = self.every[number]
        slots = [
            slot
            for slot in self.slots(number, clauses)
            if slot.wanted == slot.value or not (only_right or slot.name in right)
        ]
        holes = {slot.unit: f"{{{slot.text}}}" for slot in slots}
        if self.glossary is None or not self.forms:
            holes |= self._rule_words(read, clauses, strict=not only_right)
        find, nth = self._phrases.of(read.sentence, holes)
        return (find, nth) if find else self._phrases.of(read.sentence, {})

    def questions(
        self, number: int, clauses: tuple[str, ...], beside: Mapping[str, Collection[int]]
    ) -> tuple[Question, ...]:
        """What a sentence says otherwise than some clauses: by its statements, and by its words.

        `beside` has for each clause the numbers of all sentences that say it: what another one says is not missed.
        """
        read = self.every[number]
        if self.glossary is None or self._expecting is None or not self.forms or not clauses or read.is_example:
            return ()
        verdicts = self._verdicts(number, clauses)
        told = {word for verdict in verdicts if verdict.is_sure for word in words_of(verdict)}
        others = {other for clause in clauses for other in beside.get(clause, ()) if other != number}
        elsewhere = {id for other in others for id in self.every[other].ids}
        differences = list(self._expecting.of(read, clauses, elsewhere, self._habits))
        clashing = {difference.sibling for difference in differences}
        near = {id for n in (number - 1, number + 1) if 0 <= n < len(self.every) for id in self.every[n].ids}
        for clause in clauses:
            own = sorted({number, *beside.get(clause, ())})
            if own[0] == number:
                missed = self._expecting.lost(clause, [self.every[n] for n in own], near)
                differences += [d for d in missed if d.concept not in clashing]
        if EXCEPTION not in {*read.ids, *near} and any(EXCEPTION in self.glossary.stated(c) for c in clauses):
            differences.append(Difference("lost", EXCEPTION))
        wrong = [slot for slot in self.slots(number, clauses) if slot.wanted != slot.value]
        numbers = {slot.text.partition(" @")[0] for slot in wrong}
        rows = [Question(slot.name, slot=slot) for slot in wrong]
        rows += [Question(differing(v), v) for v in verdicts if getattr(v.wanted, "name", "") not in numbers]
        rows += [Question(d.name, difference=d) for d in differences if not told & {d.concept, d.sibling}]
        return tuple({row.name: row for row in rows}.values())

    def points(
        self, number: int, clauses: tuple[str, ...], told: Sequence[Question], beside: Mapping[str, Collection[int]]
    ) -> tuple[Point, ...]:
        """What nobody has found in a sentence yet: what its clauses say and was not read, and its words besides.

        Left out is what a question asks already, and what other sentences of the same clauses are read to say.
        """
        read = self.every[number]
        if self._judge is None or self.glossary is None or not self.forms or not clauses or read.is_example:
            return ()
        left, spans = self._judge.open_values(clauses, self._passage(number, clauses))
        others = {other for clause in clauses for other in beside.get(clause, ()) if other != number}
        for other in others:
            there = self._judge.open_values(clauses, self._passage(other, clauses))[0]
            left = [row for row in left if not self._says(row, there)]
        slots = {question.verdict.slot for question in told if question.verdict is not None}
        start = self.text.sentences[number].start
        doubts = [
            Point(q.name, v.clause, v.wanted, ((start + s[0], start + s[1]),) if (s := v.span) else (), True)
            for q in told
            if (v := q.verdict) is not None and not q.is_sure
        ]
        doubts += [
            Point(q.name, words=((d.sighted.start, d.sighted.end),), is_doubt=True)
            for q in told
            if (d := q.difference) is not None and d.sighted is not None and not q.is_sure
        ]
        spans += [span for q in told if q.verdict is not None and (span := q.verdict.span) is not None]
        stated = self.glossary.may_say(clauses)
        known = [(s.start, s.end) for s in read.concepts if stated & {s.concept, *s.also}]
        units = self.text.units
        known += [(units[slot.unit].start, units[slot.unit].end) for slot in self.slots(number, clauses)]
        rest = besides(self.text, number, spans, known)
        return (*doubts, *points_of(left, slots), *((rest,) if rest is not None else ()))

    @staticmethod
    def _says(row: Open, others: Sequence[Open]) -> bool:
        """Whether a sentence of which `others` was not read says a value."""
        return not any((o.clause, o.number) == (row.clause, row.number) and o.path in ("", row.path) for o in others)

    def _passage(self, number: int, clauses: tuple[str, ...]) -> Passage:
        read = self.every[number]
        return Passage(clauses, self._frames(number), read.ids, frozenset(read.values))

    def _verdicts(self, number: int, clauses: tuple[str, ...]) -> list[Verdict]:
        """What the statements of a sentence say otherwise than those of its clauses, sure or not."""
        if self._judge is None:
            return []
        judged = self._judge.judge(clauses, [self._passage(number, clauses)])
        return [v for judgement in judged.values() for v in judgement.verdicts if v.kind != "not-said" or v.is_sure]

    @cached_property
    def _judge(self) -> Judge | None:
        frames = None if self.glossary is None else frames_of(self.glossary)
        if frames is None or self.glossary is None:
            return None
        return Judge(Comparer(Concepts.of(self.glossary)), {c: says for c, says in frames.says.items() if says})

    @cached_property
    def _expecting(self) -> Expecting | None:
        return None if self.glossary is None else Expecting(self.glossary, self._judge.says if self._judge else {})

    @cached_property
    def _habits(self) -> frozenset[str]:
        """Words of which the glossary says too little, by what is surely placed."""
        rows = ((self.every[p.number], (p.best,)) for p in self.placements.values() if p.sure >= SURE_ENOUGH)
        return self._expecting.habits(rows) if self._expecting else frozenset()

    def _frames(self, number: int) -> tuple[Frame, ...]:
        known = self._read.get(number)
        if known is None:
            sentence = self.text.sentences[number]
            known = self._read[number] = tuple(self._reader(self.text.text[sentence.start : sentence.end]))
        return known

    @cached_property
    def _read(self) -> dict[int, tuple[Frame, ...]]:
        return {}

    @cached_property
    def _reader(self) -> Callable[[str], Sequence[Frame]]:
        assert self.glossary is not None
        return self.reads or reader_of(self.glossary, self.text.language, self.forms).read

    def slots(self, number: int, clauses: tuple[str, ...]) -> tuple[Slot, ...]:
        """The numbers of a sentence that its clauses account for, right or wrong."""
        return self._slots.of(self.text, self.every[number], clauses)

    def _rule_words(self, read: Read, clauses: tuple[str, ...], *, strict: bool) -> dict[int, str]:
        """For a game without concepts: the rule words of a sentence that its clauses have, or have another for."""
        wanted: dict[str, list[str]] = {}
        for clause in clauses:
            for unit in units_of(self.rulebook.clauses[clause].text, LANGUAGES["en"]):
                if unit.rule is not None:
                    wanted.setdefault(unit.rule.family, []).append(unit.rule.means)
        holes: dict[int, str] = {}
        for n in range(read.sentence.first, read.sentence.last):
            rule = self.text.units[n].rule
            if rule is None or rule.family not in wanted:
                continue
            if rule.means in wanted[rule.family]:
                holes[n] = f"[{self.text.units[n].text}]"
            elif strict and (form := self._form(rule.family, wanted[rule.family][0])):
                holes[n] = f"[{form}]"
        return holes

    def _form(self, family: str, means: str) -> str:
        """A word of the text's language for a rule word; empty if there is none."""
        for form, rule in self.text.language.rule_words.items():
            if (rule.family, rule.means) == (family, means) and "*" not in form:
                return form
        return ""


def members(clauses: Mapping[int, Iterable[str]]) -> dict[str, list[int]]:
    """By clause the sentences that say it, from the clauses of each sentence."""
    sentences: dict[str, list[int]] = {}
    for number, own in clauses.items():
        for clause in own:
            sentences.setdefault(clause, []).append(number)
    return sentences


def places_of(edition: Edition, text: Text) -> dict[int, tuple[str, ...]]:
    """By sentence: the clauses that an edition has a passage for there, found as it is written."""
    clauses: dict[int, list[str]] = {}
    for passage, group in zip(edition.passages, Laid(edition, text).all_said().values(), strict=True):
        for said in group:
            places = Counter(text.sentence_of(n) for n in said.match.units if n is not None)
            sentence, most = places.most_common(1)[0]
            if said.match.is_exact and 2 * most > len(said.match.units) and len(said.match.units) > 2:
                clauses.setdefault(sentence, []).extend(passage.clauses)
    return {sentence: tuple(dict.fromkeys(own)) for sentence, own in clauses.items()}
