"""The words of a text that mean something to the reader, each with everything that it can mean.

A mark is a concept of the game or of the language pack, a function word (`~if`, `~from`), a number, or a word of which
nothing is known.  Which of its meanings counts is decided by those who read the marks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import takewhile
from typing import Final

from attrs import evolve, frozen

from rulecheck.spec.languages import Concept, Language
from rulecheck.spec.lexicon import Lexicon, Sighted
from rulecheck.spec.text import folded_words, is_break, number_phrases
from rulecheck.spec.vocabulary import Glossary

_STRONG: Final = re.compile(r"[;:]")
_COMMA: Final = re.compile(r",|\s[–—-]\s")
_ITEM: Final = re.compile(r"[.)]\s")
_OPEN: Final = re.compile(r"[(\[]")
_CLOSE: Final = re.compile(r"[)\]]")


@frozen
class Mark:
    """A word or several, and what they can mean."""

    ids: tuple[str, ...]
    """Function words (`~if`) first, then concepts; none for a word of which nothing is known."""
    start: int
    end: int
    text: str
    """Folded."""
    gap: str = ""
    """What stands between it and the mark before it."""
    value: int | None = None
    negated: bool = False
    """Whether a beginning denies it: "unoccupied"."""

    def has(self, *names: str) -> bool:
        """Whether it can mean one of these."""
        return bool(self.ids) and not set(self.ids).isdisjoint(names)

    @property
    def span(self) -> tuple[int, int]:
        """Where it stands."""
        return self.start, self.end

    @property
    def functions(self) -> tuple[str, ...]:
        """The function words it can be, without their sign."""
        return tuple(id[1:] for id in self.ids if id.startswith("~"))

    @property
    def is_comma(self) -> bool:
        """Whether a comma or a dash stands before it."""
        return bool(_COMMA.search(self.gap))

    @property
    def is_apart(self) -> bool:
        """Whether a semicolon, a colon or a bracket stands before it."""
        return bool(_STRONG.search(self.gap)) or self.opens or self.closes

    @property
    def opens(self) -> bool:
        """Whether a bracket opens before it."""
        return bool(_OPEN.search(self.gap))

    @property
    def closes(self) -> bool:
        """Whether a bracket closes before it."""
        return bool(_CLOSE.search(self.gap))


class Marker:
    """Finds the marks of texts of one language about one game."""

    def __init__(self, glossary: Glossary, language: Language, forms: Mapping[str, Iterable[str]]) -> None:
        self.language = language
        self.kinds = glossary.kinds
        verbs = {id: language.functions.get(f"act-{id}", ()) for id in ("begin", "end", "win")}
        own = {
            concept: (*forms.get(concept, ()), *verbs.get(concept, ()))
            for concept in dict.fromkeys([*forms, *(id for id in verbs if glossary.kinds.get(id) == "act")])
            if glossary.kinds.get(concept) != "word" or concept in glossary.of_packs
        }
        words_of = {
            name: [word for word in words if not word.startswith("-")]
            for name, words in language.functions.items()
            if not name.startswith("act-")
        }
        plain = {word for words in words_of.values() for word in words if word == language.fold(word)}
        functions = [
            Concept(f"~{name}", "~", tuple(_form(word, language, plain) for word in words), shares=True)
            for name, words in words_of.items()
        ]
        self.lexicon: Lexicon = glossary.lexicon(own, language, functions)
        self._denied = self._with_a_denial()
        self._participles = tuple(form[1:] for form in language.functions.get("participle", ()))

    def sentences(self, text: str) -> Iterator[list[Mark]]:
        """The marks of each sentence of a text."""
        marks = self.marks(text)
        for at, mark in enumerate(marks[:-1]):
            if mark.value is not None and (at == 0 or "\n" in mark.gap) and _ITEM.match(marks[at + 1].gap):
                marks[at] = evolve(mark, value=None)  # "1) The player …"
        first = 0
        for at in range(1, len(marks)):
            before, mark = marks[at - 1], marks[at]
            if is_break(text, before.text, before.end, mark.start, self.language):
                yield marks[first:at]
                first = at
        if marks:
            yield marks[first:]

    def marks(self, text: str) -> list[Mark]:
        """Every word of a text, in order."""
        sighted = {s.start: s for s in self.lexicon.read(text)}
        words = folded_words(text, self.language)
        runs = {run.start: run for run in number_phrases(text, words, self.language)}
        marks: list[Mark] = []
        at = 0
        while at < len(words):
            word, start, end = words[at]
            if place := sighted.get(start):
                last = next((n for n in range(at, len(words)) if words[n][1] >= place.end), len(words))
                if last - at > len(place.words.split()):  # in two parts: what stands between is read too
                    last = at + 1
                mark = evolve(self._mark(place, text), end=words[last - 1][2])
                if last - at > 1 and (period := self._period_of(mark, word, start, end)) is not None:
                    marks.append(evolve(period, gap=text[marks[-1].end : start] if marks else ""))
                    mark = evolve(mark, start=words[at + 1][1])
                at = last
            elif run := runs.get(at):
                whole = " ".join(w[0] for w in words[run.start : run.stop])
                value = self.language.number_phrases[tuple(w[0] for w in words[run.start : run.stop])]
                ordinal = is_ordinal(self.language.code, words[run.stop - 1][0], value)
                ids = ("~ordinal",) if ordinal else ()
                mark = Mark(ids, start, words[run.stop - 1][2], whole, value=None if ordinal else value)
                at = run.stop
            else:
                mark = self._word(word, start, end)
                at += 1
            marks.append(evolve(mark, gap=text[marks[-1].end : mark.start] if marks else ""))
        return marks

    def _period_of(self, person: Mark, word: str, start: int, end: int) -> Mark | None:
        """The period that a form of a person begins with: "the mayor phase" as one name for the mayor's."""
        if any(self.kinds.get(id) == "person" for id in person.ids):
            own = self.lexicon.read(word)
            if own and self.kinds.get(own[0].concept) == "period":
                return Mark((own[0].concept,), start, end, word)
        return None

    def _mark(self, place: Sighted, text: str) -> Mark:
        ids = sorted((place.concept, *place.also), key=lambda id: not id.startswith("~"))
        is_denied = any(place.words.startswith(form) for id in ids for form in self._denied.get(id, ()))
        is_act = any(self.kinds.get(id) == "act" for id in ids)
        if is_act and self._participles and text[place.start : place.end].lower().endswith(self._participles):
            ids.append("~participle")
        is_one = ("one" in ids or "once" in ids) and "~only" not in ids
        value = 1 if is_one else self.language.articles.get(place.words)
        return Mark(tuple(dict.fromkeys(ids)), place.start, place.end, place.words, value=value, negated=is_denied)

    def _word(self, word: str, start: int, end: int) -> Mark:
        """A word that is no concept: a number, an article, one with a denial before a concept, or none of these."""
        if word.isdecimal():
            return Mark((), start, end, word, value=int(word) if len(word) < 6 else None)
        value = self.language.numbers.get(word)
        if value is not None:
            ordinal = is_ordinal(self.language.code, word, value)
            return Mark(("~ordinal",) if ordinal else (), start, end, word, value=None if ordinal else value)
        if self.language.articles.get(word) == 1:
            return Mark(("~indefinite",), start, end, word, value=1)
        for kind, beginnings in (("attribute", self.language.negative), ("act", self.language.negative_acts)):
            for rest in (word.removeprefix(b) for b in beginnings if word.startswith(b) and len(word) > len(b) + 2):
                inner = next((place for place in self.lexicon.read(rest) if place.start == 0), None)
                if inner is not None and self.kinds.get(inner.concept) == kind:
                    ids = (inner.concept, "no") if kind == "act" else (inner.concept,)
                    return Mark(ids, start, end, word, negated=kind == "attribute")
        return Mark((), start, end, word)

    def _with_a_denial(self) -> Mapping[str, frozenset[str]]:
        """By attribute: forms of it that are another form of it with a denial before."""
        denied: dict[str, frozenset[str]] = {}
        for concept in self.lexicon.concepts.values():
            if self.kinds.get(concept.id) == "attribute":
                forms = {form.rstrip("*") for form in concept.forms}
                longer = frozenset(f for f in forms for b in self.language.negative if f.removeprefix(b) in forms - {f})
                if longer:
                    denied[concept.id] = longer
        return denied


def _form(form: str, language: Language, others: Collection[str]) -> str:
    """A form as a lexicon compares it, with its accents where it is another function word without: "à", "a"."""
    folded = language.fold(form)
    return form if folded in others else folded


@cache
def is_ordinal(code: str, word: str, value: int) -> bool:
    """Whether a number word is nearer to the ordinal than to the cardinal that num2words makes."""
    from num2words import num2words

    from rulecheck.spec.folding import fold

    try:
        cardinal, ordinal = (fold(num2words(value, lang=code, to=to)).split()[-1] for to in ("cardinal", "ordinal"))
    except (NotImplementedError, IndexError):
        return False
    return _shared(word, ordinal) > _shared(word, cardinal)


def _shared(a: str, b: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))
