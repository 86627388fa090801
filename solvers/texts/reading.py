"""What a text's passages say, as frames, and how that compares with their clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from attrs import define, field

from rulecheck.solvers.judging.comparing import Comparer
from rulecheck.solvers.judging.concepts import Concepts
from rulecheck.solvers.judging.judge import DENIALS, Judge, Judgement, Passage, Verdict, differing
from rulecheck.solvers.judging.naming import named_in
from rulecheck.solvers.texts.meaning import Meaning
from rulecheck.solvers.texts.stretches import Stretch
from rulecheck.spec.reading.framefile import Frames
from rulecheck.spec.reading.frames import Frame
from rulecheck.spec.vocabulary import Glossary

Reads = Callable[[str], Sequence[Frame]]
"""What reads a sentence into frames, with the words that each value stands for."""


@define(slots=False)
class TextReading:
    """The statements of one text under one edition, judged."""

    meaning: Meaning
    frames: Frames
    reads: Reads
    judge: Judge = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.judge = _judge(self.meaning.glossary, self.frames)

    def of_sentence(self, number: int) -> Sequence[Frame]:
        """What a sentence says; the words are counted from its beginning."""
        place = self.meaning.text.sentences[number]
        return self.reads(self.meaning.text.text[place.start : place.end])

    def is_framed(self, stretch: Stretch) -> bool:
        """Whether frames say what all of a stretch's clauses say."""
        clauses = {clause for said in stretch.said for clause in said.passage.clauses}
        return bool(clauses) and all(self.frames.says.get(clause) for clause in clauses)

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """The stretches that are judged: some clause of theirs has frames, and they are no printed example."""
        return tuple(s for s in self.meaning.stretches if any(self.judge.says.get(c) for c in clauses_of(s)))

    def passage(self, stretch: Stretch) -> Passage:
        """A stretch as the judge takes it."""
        text = self.meaning.text
        read = [(n, self.of_sentence(n)) for n in stretch.sentences if not self.meaning.is_example(n)]
        frames = tuple(frame for _, own in read for frame in own)
        starts = tuple(text.sentences[n].start for n, own in read for _ in own)
        sighted = self.meaning.of_stretch(stretch)
        mentions = frozenset(c for s in sighted for c in (s.concept, *s.also))
        numbers = frozenset(
            unit.value
            for n in stretch.sentences
            for unit in text.units[text.sentences[n].first : text.sentences[n].last]
            if unit.is_number and unit.value is not None
        )
        glossary = self.meaning.glossary
        worded = (_worded(glossary, clause) for clause in clauses_of(stretch))
        held = (said.passage.holds or {} for said in stretch.said)
        details = (glossary.accepted.get(clause, ()) for clause in clauses_of(stretch))
        expected = frozenset().union(*worded, *held, *details)
        return Passage(clauses_of(stretch), frames, mentions, numbers, expected, starts=starts)

    @cached_property
    def judgements(self) -> Mapping[str, Judgement]:
        """By clause: what came of it."""
        passages = [self.passage(stretch) for stretch in self.stretches]
        return self.judge.judge(self.frames.says, passages)

    def verdicts(self) -> Iterator[tuple[Stretch, Verdict]]:
        """What the text says otherwise, without the differences that a person has found right."""
        for judgement in self.judgements.values():
            for verdict in judgement.verdicts:
                if verdict.passage is None:
                    continue
                stretch = self.stretches[verdict.passage]
                if differing(verdict) not in {name for said in stretch.said for name in said.passage.right}:
                    yield stretch, verdict

    @cached_property
    def _at(self) -> Mapping[int, int]:
        """By number of a stretch: which passage of the judge's it is."""
        return {stretch.number: at for at, stretch in enumerate(self.stretches)}

    def evidence(self, stretch: Stretch) -> frozenset[str]:
        """What a stretch says where its clauses say it: concepts and small words."""
        at = self._at.get(stretch.number)
        if at is None:
            return frozenset()
        every = (self.judgements[c] for c in clauses_of(stretch) if c in self.judgements)
        return frozenset().union(*(judgement.evidence_at(at) for judgement in every))

    def agreed_in(self, stretch: Stretch) -> frozenset[str]:
        """The slots in which a stretch says what its clauses say."""
        at = self._at.get(stretch.number)
        judged = (self.judgements[c] for c in clauses_of(stretch) if c in self.judgements)
        return frozenset(path for judgement in judged for passage, path, *_ in judgement.agreed if passage == at)

    def is_told(self, stretch: Stretch) -> bool:
        """Whether a stretch is read: frames say all of its clauses, and it or others tell every statement of them."""
        own = clauses_of(stretch)
        return self.is_framed(stretch) and all(map(self.is_whole, own))

    def is_whole(self, clause: str) -> bool:
        """Whether the text says every statement of a clause."""
        says = self.judge.says.get(clause, ())
        return bool(says) and len(self.judgements[clause].told) == len(says)

    def frames_of(self, stretch: Stretch) -> Iterator[Frame]:
        """The statements of a stretch's clauses."""
        return (frame for clause in clauses_of(stretch) for frame in self.judge.says.get(clause, ()))

    def named(self, stretch: Stretch) -> frozenset[str]:
        """What the clauses of a stretch turn on: concepts and small words of their frames."""
        return frozenset().union(*map(named_in, self.frames_of(stretch)))

    def dismisses(self, stretch: Stretch, concept: str, *, is_lost: bool) -> bool:
        """Whether what is read of a stretch shows that a word more or less in it is only wording."""
        if stretch.number not in self._at or not self.is_framed(stretch):
            return False
        evidence = self.evidence(stretch)
        if not evidence or self._is_doubted(stretch, concept):
            return False
        if concept in DENIALS:
            return self.is_told(stretch)
        return not is_lost or concept in evidence or concept not in self.named(stretch)

    def is_contradicted(self, stretch: Stretch) -> bool:
        """Whether a stretch surely says something else than one of its clauses."""
        return any(v.is_sure and v.kind != "not-said" for v in self._differences.get(stretch.number, ()))

    def _is_doubted(self, stretch: Stretch, concept: str) -> bool:
        """Whether some difference of a stretch, sure or not, is about a word's kind."""
        group_of = self.meaning.glossary.group_of
        for verdict in self._differences.get(stretch.number, ()):
            named = named_in(verdict.wanted) | named_in(verdict.said)
            if concept in DENIALS and verdict.slot.rpartition(".")[2] in ("mode", "only"):
                return True
            if group_of.get(concept, concept) in {group_of.get(name, name) for name in named}:
                return True
        return False

    @cached_property
    def _differences(self) -> Mapping[int, list[Verdict]]:
        """By number of a stretch: every difference that no person has found right."""
        rows: dict[int, list[Verdict]] = {}
        for stretch, verdict in self.verdicts():
            if verdict.slot:
                rows.setdefault(stretch.number, []).append(verdict)
        return rows


def clauses_of(stretch: Stretch) -> tuple[str, ...]:
    """The clauses of a stretch's passages; of a printed example none."""
    return tuple(
        dict.fromkeys(c for said in stretch.said if said.passage.example is None for c in said.passage.clauses)
    )


@lru_cache(maxsize=4096)
def _worded(glossary: Glossary, clause: str) -> frozenset[str]:
    """What the wording of a clause speaks of."""
    return frozenset(glossary.in_english(glossary.rulebook.clauses[clause].text))


@lru_cache(maxsize=8)
def _judge(glossary: Glossary, frames: Frames) -> Judge:
    """The judge of a game; what it knows of a sentence it knows in however many texts that stands."""
    return Judge(Comparer(Concepts.of(glossary)), {clause: says for clause, says in frames.says.items() if says})
