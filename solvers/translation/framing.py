"""Both texts read into frames, with the things that they share for concepts, and compared slot by slot.

What a thing is called is taken from the translator's glossary, from everyday words, and from the words that the pairs
taught in both directions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from attrs import define, field

from rulecheck.solvers.judging.comparing import Comparer
from rulecheck.solvers.judging.concepts import Concepts
from rulecheck.solvers.judging.judge import Judge
from rulecheck.solvers.judging.verdicts import Passage as Judged
from rulecheck.solvers.judging.verdicts import Verdict, span_of
from rulecheck.solvers.texts.judged import SLOTS
from rulecheck.solvers.translation.dictionary import Chances
from rulecheck.solvers.translation.everyday import KINDS, everyday
from rulecheck.solvers.translation.passages import Passage, Side
from rulecheck.spec.languages import groups
from rulecheck.spec.model import Rulebook
from rulecheck.spec.reading.frames import Frame
from rulecheck.spec.reading.reader import Reader, reader_of
from rulecheck.spec.vocabulary import PACK_KINDS, Glossary

MOST_COMPARED: Final = 2_000
"""Pairs of statements of a sentence and its partner: each against each, and no sentence of a text has so many."""

LIKELY: Final = 0.3
"""The chance of a word of the target for one of the source, and of that one for it, to be its name."""

SEEN: Final = 2
"""So many pairs have to have both."""


@define(slots=False)
class Framing:
    """Two texts and the pairs of their passages."""

    source: Side
    target: Side
    pairs: Sequence[tuple[Passage, Passage]] = field(repr=False)
    forward: Chances = field(repr=False)
    backward: Chances = field(repr=False)

    @cached_property
    def _learnt(self) -> Mapping[str, str]:
        """Words of the source, each with the word of the target that surely is its name."""
        seen = Counter((stem, other) for left, right in self.pairs for stem in left.stems for other in right.stems)
        names = {}
        for stem, others in sorted(self.forward.items()):
            other = max(others, key=lambda other: others[other], default="")
            back = self.backward.get(other, {})
            is_mutual = others.get(other, 0) >= LIKELY and back.get(stem, 0) >= LIKELY
            if is_mutual and seen[stem, other] >= SEEN:
                names[stem] = other
        return names

    @cached_property
    def glossary(self) -> Glossary:
        """What the two texts speak of."""
        members: dict[str, list[str]] = {name: list(group.concepts) for name, group in groups().items()}
        of_packs = {concept: name for name, group in members.items() for concept in group}
        kinds = {concept: PACK_KINDS.get(group, "word") for concept, group in of_packs.items()}
        for meaning, (kind, group) in KINDS.items():
            if meaning not in of_packs:
                members.setdefault(group or meaning, []).append(meaning)
                kinds[meaning] = kind
        verbs = tuple(sorted(self.source.text.language.verbs))
        for stem in self._learnt:
            members[f"~{stem}"] = [f"~{stem}"]
            kinds[f"~{stem}"] = "act" if stem.startswith(verbs) else "thing"
        for side in (self.source, self.target):
            for concept in side.terms:
                if concept.id not in members.setdefault(concept.group, []):
                    members[concept.group].append(concept.id)
                    kinds[concept.id] = "thing"
        return Glossary(
            path="",
            groups={name: tuple(own) for name, own in members.items()},
            english={},
            accepted={},
            rulebook=Rulebook("", "", "", {}, {}, {}, {}, {}, {}, "", ()),
            kinds=kinds,
        )

    def _reader(self, side: Side, *, is_source: bool) -> Reader:
        words: dict[str, set[str]] = defaultdict(set)
        for passage in side.passages:
            for word in passage.words:
                words[word.stem].add(word.text)
        forms: dict[str, list[str]] = defaultdict(list)
        for meaning, own in everyday(side.text.language.code).forms.items():
            forms[meaning] += own
        for stem, other in self._learnt.items():
            forms[f"~{stem}"] += sorted(words[stem if is_source else other])
        for concept in side.terms:
            forms[concept.id] += concept.forms
        mine = {id: names for id, names in forms.items() if id in self.glossary.kinds}
        return reader_of(self.glossary, side.text.language, mine)

    @cached_property
    def _readers(self) -> tuple[Reader, Reader]:
        return self._reader(self.source, is_source=True), self._reader(self.target, is_source=False)

    @cached_property
    def is_possible(self) -> bool:
        """Whether both languages have a pack that says how sentences are read."""
        sides = (self.source, self.target)
        return all(side.has_pack and side.text.language.functions for side in sides)

    def read(self, passage: Passage, *, is_source: bool) -> tuple[Frame, ...]:
        """What a passage says; the words are offsets into it."""
        side = self.source if is_source else self.target
        return self._readers[not is_source].read(side.text.text[passage.start : passage.end])

    def verdicts(self, left: Passage, right: Passage) -> list[Verdict]:
        """What the target says otherwise than its partner in the source, surely.

        May, must, only and not are compared by their words, where a detail of a free translation is in doubt.
        """
        wanted = self.read(left, is_source=True)
        said = self.read(right, is_source=False)
        if not wanted or not said or len(wanted) * len(said) > MOST_COMPARED:
            return []
        judge = Judge(Comparer(Concepts.of(self.glossary)), {"source": wanted})
        reader = self._readers[1]
        text = self.target.text.text[right.start : right.end]
        mentions = frozenset(c for s in reader.marker.lexicon.read(text) for c in (s.concept, *s.also))
        passage = Judged(("source",), said, mentions, frozenset(right.values))
        verdicts = judge.judge(["source"], [passage])["source"].verdicts
        return [v for v in verdicts if v.is_sure and v.slot.rpartition(".")[2] not in ("mode", "only")]

    def starts(self, verdict: Verdict, left: Passage, right: Passage) -> tuple[list[int], list[int]]:
        """Where the words of both sides stand."""
        wanted, said = span_of(verdict.wanted), span_of(verdict.said)
        return [left.start + wanted[0]] if wanted else [], [right.start + said[0]] if said else []

    def message(self, verdict: Verdict, left: Passage, right: Passage) -> str:
        """What the two say in the slot, in their own words."""
        wanted, said = span_of(verdict.wanted), span_of(verdict.said)
        own = self.source.text.quote(left.start + wanted[0], left.start + wanted[1]) if wanted else "nothing"
        other = self.target.text.quote(right.start + said[0], right.start + said[1]) if said else "nothing"
        slot = SLOTS.get(verdict.slot.rpartition(".")[2], "what it says")
        return f"{slot}: the source says «{own}», the target «{other}»"
