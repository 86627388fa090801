"""What a text's passages say, as frames, and how that compares with their clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from attrs import define, field

from rulecheck.solvers.judging.changes import CLOSE, changes, shares
from rulecheck.solvers.judging.comparing import Comparer, Slot
from rulecheck.solvers.judging.concepts import Concepts
from rulecheck.solvers.judging.judge import Judge
from rulecheck.solvers.judging.naming import named_in
from rulecheck.solvers.judging.polarity import has_exceptions
from rulecheck.solvers.judging.verdicts import DENIALS, Judgement, Kind, Passage, Verdict, agreed_in, differing, is_sure
from rulecheck.solvers.texts.meaning import Meaning, literals
from rulecheck.solvers.texts.stretches import Stretch
from rulecheck.spec.laid import Said
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
        return self.reads(self.meaning.text.said(number))

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
        details = (glossary.accepted.get(clause, ()) for clause in clauses_of(stretch))
        expected = frozenset().union(*worded, *details)
        return Passage(clauses_of(stretch), frames, mentions, numbers, expected, starts=starts)

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The stretches that are judged, as the judge takes them."""
        return tuple(self.passage(stretch) for stretch in self.stretches)

    @cached_property
    def judgements(self) -> Mapping[str, Judgement]:
        """By clause: what came of it."""
        return self.judge.judge(self.frames.says, self.passages)

    @cached_property
    def verdicts(self) -> tuple[tuple[Stretch, Verdict], ...]:
        """What the text says otherwise, without the differences that a person has found right."""
        return tuple(self._verdicts())

    def _verdicts(self) -> Iterator[tuple[Stretch, Verdict]]:
        for judgement in self.judgements.values():
            for verdict in judgement.verdicts:
                if verdict.passage is None:
                    continue
                stretch = self.stretches[verdict.passage]
                if not verdict.is_sure and self._was_so(stretch, verdict):
                    continue
                if differing(verdict) not in {name for said in stretch.said for name in said.passage.right}:
                    yield stretch, verdict
        for stretch in self.stretches:
            yield from ((stretch, verdict) for verdict in self._changed(stretch))

    @cached_property
    def _reviewed(self) -> Mapping[int, Mapping[Frame, Said]]:
        """By number of a stretch: what it said when somebody looked at it, with the passage of each statement."""
        reviewed = self.meaning.edition.reviewed.says
        return {
            stretch.number: {frame: said for said in stretch.said for frame in reviewed.get(said.passage.number, ())}
            for stretch in self.stretches
        }

    def _changed(self, stretch: Stretch) -> Iterator[Verdict]:
        """What a stretch says otherwise than when somebody looked at it, and not as its clauses do."""
        at, then = self._at[stretch.number], self._reviewed[stretch.number]
        passage = self.passages[at]
        wanted = list(self.frames_of(stretch))
        known = frozenset(c for _, row in literals(stretch) for c in (*row.says, *row.means))
        for change in changes(self.judge.comparer, tuple(then), passage.frames):
            slot = change.slot
            if (named_in(slot.wanted) | named_in(slot.said)) & known or self._is_judged(at, slot):
                continue
            if slot.is_besides and any(said.passage.literally for said in stretch.said):
                continue  # what mends a known fault may bring it
            kind: Kind = "otherwise"
            if slot.relation is None:
                kind = "not-said" if slot.is_lost else "besides"
                is_known = any(frame.get(slot.path) for frame in wanted) or (
                    kind == "besides" and has_exceptions(wanted)
                )
                if is_known is (kind == "besides") or _words_for(slot) & passage.mentions:
                    continue
            agreed = agreed_in(change.slots) | {"act"}
            is_close = slot.relation is None or change.likeness >= CLOSE
            yield Verdict(
                kind,
                then[change.then].passage.clauses[0],
                slot.path,
                slot.wanted,
                slot.said,
                at,
                change.then,
                is_sure=is_close or is_sure(slot, agreed, passage),
                start=next(
                    start for start, new in zip(passage.starts, passage.frames, strict=True) if new is change.now
                ),
            )

    def is_alike(self, stretch: Stretch) -> bool:
        """Whether a stretch still reads much as it did when somebody looked at it, or nothing was read then."""
        then = tuple(self._reviewed[stretch.number])
        return not then or shares(self.judge.comparer, then, self.passages[self._at[stretch.number]].frames)

    def _was_so(self, stretch: Stretch, verdict: Verdict) -> bool:
        """Whether a value was read in the same slot already when somebody looked at the text."""
        slot, then = verdict.slot.partition(".")[0], self._reviewed[stretch.number]
        return verdict.said is not None and any(verdict.said in frame.get(slot) for frame in then)

    def _is_judged(self, at: int, slot: Slot) -> bool:
        """Whether what a passage says in a slot is what one of its clauses says, or is told beside the clause."""
        own = [self.judgements[clause] for clause in self.passages[at].clauses if clause in self.judgements]
        last = slot.path.rpartition(".")[2]
        agreed = ((path, said) for judged in own for number, path, _, said in judged.agreed if number == at)
        told = ((v.slot, v.said) for judged in own for v in judged.verdicts if v.passage == at and v.is_sure)
        return any(path.rpartition(".")[2] == last and said == slot.said for path, said in (*agreed, *told))

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

    def dismisses(self, stretch: Stretch, concept: str) -> bool:
        """Whether what is read of a stretch shows that a word more or less in it is only wording."""
        if stretch.number not in self._at or not self.is_framed(stretch):
            return False
        evidence = self.evidence(stretch)
        if not evidence or self._is_doubted(stretch, concept):
            return False
        if concept in DENIALS:
            return self.is_told(stretch)
        return concept in evidence or concept not in self.named(stretch)

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
        for stretch, verdict in self.verdicts:
            if verdict.slot:
                rows.setdefault(stretch.number, []).append(verdict)
        return rows


def _words_for(slot: Slot) -> frozenset[str]:
    """The concepts and small words by which something that is gone would still be said."""
    if slot.wanted is None:
        return frozenset()
    return {"only": frozenset({"only", "one"}), "not": DENIALS}.get(slot.path) or named_in(slot.wanted)


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
