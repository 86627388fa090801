"""The reader: what sentences of a language with a pack say, as frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from attrs import evolve, frozen

from rulecheck.spec.languages import Language
from rulecheck.spec.reading.cases import with_cases
from rulecheck.spec.reading.frames import TERM_SLOTS, Frame, Term, Time, Word
from rulecheck.spec.reading.marks import Mark, Marker
from rulecheck.spec.reading.nouns import NounReader
from rulecheck.spec.reading.regions import Part, parts
from rulecheck.spec.reading.slots import SlotFiller
from rulecheck.spec.vocabulary import Glossary

_HANGS: Final[Mapping[str, str]] = {
    "if": "if_",
    "even-if": "if_",
    "relative": "if_",
    "unless": "unless",
    "except": "except_",
    "until": "until",
    "instead": "instead",
    "not": "not_",
}
"""The slot that a part of a sentence fills."""


@frozen(eq=False)
class Reader:
    """Reads texts of one language about one game."""

    language: Language
    glossary: Glossary
    forms: Mapping[str, Iterable[str]]
    """What the text calls the game's concepts: an edition's `[forms]`, for English those of `concepts.toml`."""

    @cached_property
    def marker(self) -> Marker:
        """Finds the words that mean something."""
        return Marker(self.glossary, self.language, self.forms)

    @cached_property
    def _slots(self) -> SlotFiller:
        return SlotFiller(self.language, self.glossary, NounReader(self.language, self.glossary))

    def read(self, text: str) -> tuple[Frame, ...]:
        """The frames of a sentence, or of the sentences of a passage, in their order.

        Each frame and each value in it knows the words that it stands for (`span`, offsets into `text`).
        """
        frames: list[Frame] = []
        for marks in self.marker.sentences(text):
            frames += self._sentence(marks)
        return tuple(frames)

    def _sentence(self, marks: Sequence[Mark]) -> list[Frame]:
        """What one sentence says: its main parts, each with what hangs on it."""
        marks = self._slots.resolved(marks)
        frames: list[Frame] = []
        waiting: list[tuple[Part, tuple[Frame, ...]]] = []
        for part in parts(marks, self._slots.is_act):
            said = self._slots.frames(part, frames[-1] if frames else None)
            if part.role == "main":
                for before, hanging in waiting:
                    said = tuple(_hung(frame, before, self._of_its_noun(frame, before, hanging)) for frame in said)
                if said:
                    waiting = []
                frames += said
            elif not said:
                continue
            elif frames and not (part.role in ("before", "after") and part.is_comma) and not _begins(part):
                frames[-1] = _hung(frames[-1], part, self._of_its_noun(frames[-1], part, said))
            else:
                waiting.append((part, said))
        if waiting and frames:
            for part, said in waiting:
                frames[-1] = _hung(frames[-1], part, said)
        elif waiting:
            frames += [frame for part, said in waiting if part.role != "even-if" for frame in said]
        return with_cases(marks, frames, self._slots.nouns)

    def _of_its_noun(self, frame: Frame, part: Part, said: tuple[Frame, ...]) -> tuple[Frame, ...]:
        """What "who …" or "which …" says of the noun right before it, with that noun."""
        if part.role != "relative":
            return said
        start = part.marks[0].start
        before = [term for term in _nouns(frame) if term.span is not None and term.span[1] <= start]
        if not before:
            return said
        noun = max(before, key=lambda term: term.span or (0, 0))
        bare = Term(noun.values, span=noun.span)
        if any(self.glossary.kinds.get(value) == "person" for value in noun.values):
            return tuple(inner if inner.who or not inner.act else evolve(inner, who=(bare,)) for inner in said)
        return tuple(inner if inner.what or inner.by else evolve(inner, what=(bare,)) for inner in said)


def _nouns(frame: Frame) -> Iterator[Term]:
    """The nouns of a frame, and those they belong to."""
    waiting = [term for slot in TERM_SLOTS for term in frame.get(slot)]
    while waiting:
        term = waiting.pop()
        yield term
        waiting += term.of


def _begins(part: Part) -> bool:
    """Whether a condition opens what follows: after a semicolon or a colon, outside brackets."""
    return part.is_apart and not part.is_aside and part.role in ("if", "unless")


def _hung(frame: Frame, part: Part, said: tuple[Frame, ...]) -> Frame:
    """A frame with what a condition, an exception or a time says."""
    role = part.role
    if part.is_only and role in _HANGS:
        frame = evolve(frame, only=(*frame.only, Word((_HANGS[role].rstrip("_"),), span=said[0].span)))
    if role in ("before", "after"):
        return evolve(frame, when=(*frame.when, Time(role, event=said, span=said[0].span)))
    if role in ("if", "relative") and all([slot for slot, _ in inner.said()] == ["by"] for inner in said):
        return evolve(frame, by=(*frame.by, *(criterion for inner in said for criterion in inner.by)))
    more: dict[str, Any] = {_HANGS[role]: (*getattr(frame, _HANGS[role]), *said)}
    return evolve(frame, **more)


def reader_of(glossary: Glossary, language: Language, forms: Mapping[str, Iterable[str]] | None = None) -> Reader:
    """A reader for a game's texts in a language; in English without forms for the rulebook's own clauses."""
    return Reader(language, glossary, glossary.english if forms is None else forms)
