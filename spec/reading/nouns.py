"""Nouns with what belongs to them: amount, attributes, owner, the word that ties them to the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import define, evolve, field

from rulecheck.spec.languages import Language
from rulecheck.spec.reading.frames import AMOUNTS, Quantity, Span, Term, Time, Word, hull
from rulecheck.spec.reading.marks import Mark
from rulecheck.spec.vocabulary import Glossary

NOUNS: Final = frozenset({"thing", "place", "measure", "person", "period"})
TIES: Final = (
    "instead",
    "without",
    "with",
    "starting-with",
    "followed-by",
    "per",
    "from",
    "to",
    "at",
    "by",
    "of",
    "during",
)
"""Function words that tie a noun to the sentence, those that say most first."""

_SIDES: Final = ("place", "rotation", "face")

_TIED: Final = tuple(f"~{tie}" for tie in TIES)
_REACH: Final = 2
"""Words of which nothing is known that may stand between a noun and what belongs to it."""

_BOUNDS: Final = {"at-least": "at-least", "at-most": "at-most", "more": "more", "less": "less", "larger": "more"}
_PLACES: Final = ("first", "last", "next", "previous")
_RANKS: Final = {"most": "least", "least": "most"}
"""Superlatives, and what they turn into before a word for something small."""

_RANGE: Final = re.compile(r"\s*[-–—]\s*")
_PERSONS: Final = ("nobody", "each-player", "all-players", "other-player", "active-player", "neighbour")


@define
class Noun:
    """A noun as it stands in a sentence."""

    term: Term
    kind: str
    first: int
    """Its first mark, with what belongs to it."""
    last: int
    """One past its last mark."""
    head: int
    tie: str = ""
    """The function word before it; none for subject and object."""
    joined: str = ""
    """`and` or `or` where it goes on a list."""
    place: str = ""
    """`first`, `last`, `next` or `previous` where such a word belongs to it."""
    rank: str = ""
    """`most` or `least` where a superlative belongs to it."""
    times: list[str] = field(factory=list)
    """`begin`, `end`, `before`, `after`, `next`, `previous`, `each` before a period."""
    time: Time | None = None
    """The time that it is, for a period that says when."""
    denied: tuple[Word, ...] = ()
    """Attributes that it has not."""
    is_owner: bool = False
    """Whether it is the owner of the next: "the mayor's"."""
    is_article: bool = False
    """Whether its amount is only an indefinite article."""


class NounReader:
    """Finds the nouns among marks."""

    def __init__(self, language: Language, glossary: Glossary) -> None:
        self.language = language
        self.kinds = glossary.kinds
        self.sides = frozenset(id for id in glossary.of_packs if glossary.group_of[id] in _SIDES)
        """The concepts that say where and which way."""
        self._than = tuple(f" {language.fold(form)}" for form in language.functions.get("than", ())) or ("\n",)
        self._endings = [
            (language.fold(form[1:]), tie)
            for tie in TIES
            for form in language.functions.get(tie, ())
            if form.startswith("-")
        ]

    def kind(self, mark: Mark) -> str:
        """The kind of a mark as a noun, or nothing."""
        kinds = (self.kinds.get(id, "") for id in mark.ids if id != "own")
        return next((kind for kind in kinds if kind in NOUNS), "")

    def _other_kind(self, mark: Mark) -> str:
        """What a word for a person is besides, or nothing."""
        kinds = (self.kinds.get(id, "") for id in mark.ids)
        return next((kind for kind in kinds if kind in NOUNS - {"person", "period"}), "")

    def values(self, mark: Mark, kinds: Iterable[str]) -> tuple[str, ...]:
        """What a mark can mean of some kinds; a word for a person that every game has says more than the game's own."""
        ids = tuple(id for id in mark.ids if self.kinds.get(id, "") in kinds and id != "own")
        return tuple(id for id in ids if id in _PERSONS) or ids

    def read(self, marks: Sequence[Mark], acts: Iterable[int]) -> list[Noun]:
        """The nouns of a stretch in which some marks are acts."""
        busy = set(acts)
        nouns: list[Noun] = []
        free = 0
        for at, mark in enumerate(marks):
            if at in busy:
                free = at + 1
            elif self.kind(mark):
                noun = self._noun(marks, at, free, busy, any(n.kind == "person" for n in nouns))
                self._join(nouns, noun, marks)
                nouns.append(noun)
                free = noun.last
        return nouns

    def _noun(self, marks: Sequence[Mark], at: int, free: int, busy: set[int], has_person: bool) -> Noun:
        """The noun at a mark with what stands before it, from a place on, and right after it.

        A word for a person and a piece ("colonist") is the piece where it is counted or somebody was named before.
        """
        kind = self.kind(marks[at])
        first = at
        is_closed = marks[at].has(*_PERSONS)
        while first > free and not marks[first].is_apart and at - first < 8 and self._belongs(marks[first - 1]):
            if is_closed and self._attribute(marks[first - 1]):
                break  # "with the bank empty the player …"
            if is_closed and marks[first - 1].has("~first", "~last"):
                break  # "first by the player"
            is_closed = is_closed or marks[first - 1].has("~the", "~indefinite", "own", "each", "all", *_TIED)
            if marks[first].is_comma and not marks[first - 1].has("~at", "~to", "~from"):
                break
            first -= 1
        while first < at and not self._says(marks[first]):
            first += 1
        first = self._without_a_count(marks, first, at) if kind == "place" else first
        last = self._end(marks, at, busy)
        noun = Noun(Term(()), kind, first, last, at)
        if any(marks[at].text.endswith(f" {word}") for word in self.language.possessive):
            noun.is_owner = True  # "the other player's" is one concept
        elif last < len(marks) and marks[last].text in self.language.possessive and marks[last].gap in ("'", "’"):
            noun.is_owner = True
            noun.last = last + 1
        before, after = list(range(first, at)), list(range(at + 1, last))
        counts = [n for n in before if marks[n].value is not None or marks[n].has(*AMOUNTS, "~number")]
        part_of = [n for n in before if counts and n > counts[0] and marks[n].has("~from", "~of")]  # "one of the tiles"
        ties = [n for n in before if not self._is_between(marks, n) and n not in part_of]
        noun.tie = next((tie for tie in TIES if any(marks[n].has(f"~{tie}") for n in ties)), "")
        is_both = any(marks[n].has("~of") and marks[n].has("~from") for n in ties)
        if noun.tie == "from" and noun.kind != "place" and is_both:
            noun.tie = "of"  # "de": of a thing, from a place
        noun.tie = noun.tie or self._ending(marks[at])
        noun.times = [name for n in before for name in self._relation(marks[n])]
        noun.times += [name for n in after for name in self._relation(marks[n])]
        own_words = [n for n in (*before, *after) if n >= at - 1 - _REACH or is_closed]
        noun.place = next((p for n in own_words for p in _PLACES if marks[n].has(p)), "")
        noun.rank = next((rank for n in (*before, *after) if (rank := self._rank(marks, n))), "")
        if not any(marks[n].value is not None for n in before):  # "con más puntos", "nejvíce bodů"
            compared = {"at-most": "most", "at-least": "least"}
            compared |= {"more": "most", "larger": "most", "less": "least"} if noun.tie == "with" else {}
            noun.rank = next((compared[name] for n in before for name in compared if marks[n].has(name)), noun.rank)
        amount = self.amount(marks, [*before, *after]) or self._difference(marks, after)
        if kind == "person" and (amount or has_person) and (other := self._other_kind(marks[at])):
            noun.kind = other
        attrs = [n for n in (*before, *after) if self._attribute(marks[n])]
        own = [n for n in (*before, *after) if marks[n].has("own", "~his")]
        is_one = len(amount) == 1 and (amount[0].how, amount[0].value) == ("exactly", 1)
        numbers = [n for n in (*before, *after) if marks[n].value is not None]
        noun.is_article = is_one and all(marks[n].has("~indefinite") for n in numbers)
        noun.denied = tuple(self._word(marks[n]) for n in attrs if marks[n].negated)
        noun.term = Term(
            tuple(dict.fromkeys((*self.values(marks[at], {noun.kind}), *self.values(marks[at], NOUNS)))),
            n=amount,
            attr=tuple(self._word(marks[n]) for n in attrs if not marks[n].negated),
            whose=tuple(Word(("own",), span=marks[n].span) for n in own[:1]),
            span=marks[at].span,
        )
        return noun

    def _without_a_count(self, marks: Sequence[Mark], first: int, at: int) -> int:
        """Where a place begins that something counted comes from: "one from the ship"."""
        froms = [n for n in range(first, at) if marks[n].has("~from")]
        return froms[-1] if froms and any(marks[n].value is not None for n in range(first, froms[-1])) else first

    def _ending(self, mark: Mark) -> str:
        """The tie that the noun's own ending makes, in languages that have endings for it; the longest counts."""
        fitting = [pair for pair in self._endings if mark.text.endswith(pair[0]) and len(mark.text) > len(pair[0]) + 2]
        return max(fitting, default=("", ""), key=lambda pair: len(pair[0]))[1]

    def _end(self, marks: Sequence[Mark], at: int, busy: set[int]) -> int:
        """One past the last word after a noun that belongs to it: attributes, "all", "each", "or more"."""
        last = at + 1
        for n in range(at + 1, min(at + 2 + _REACH, len(marks))):
            mark = marks[n]
            if mark.is_comma or mark.is_apart or n in busy or self.kind(mark):
                break
            if n == at + 1 and self.kind(marks[at]) == "period" and mark.text.isdecimal():
                return n + 1  # "phase 2": which, not how many
            if n == at + 1 and self.kind(marks[at]) == "period" and mark.has("~begin", "~end"):
                return n + 1
            if mark.has(*_RANKS) and not self._noun_follows(marks, n):
                return n + 1 + any(m.has("~small") for m in marks[n + 1 : n + 2])  # "le total le plus bas"
            if n == at + 1 and mark.has("~his"):  # "insula lui"
                return n + 1
            if mark.has("more", "less") and self._is_difference(marks, at, n):
                return n + 1  # "two coins more", "one doubloon less than"
            if mark.functions and not mark.has("~the"):
                break
            is_attribute = self._attribute(mark) and (
                self.language.adjectives_after or not self._noun_follows(marks, n)
            )
            if is_attribute or (
                mark.has("at-least", "at-most", "each", "all", "next", "previous", "own")
                and not (self._noun_follows(marks, n))
            ):
                last = n + 1
            elif mark.ids:
                break
        return last

    def _noun_follows(self, marks: Sequence[Mark], at: int) -> bool:
        for mark in marks[at + 1 : at + 2 + _REACH]:
            if mark.is_comma or mark.is_apart or mark.functions:
                return False
            if self.kind(mark):
                return True
        return False

    def _belongs(self, mark: Mark) -> bool:
        """Whether a mark can stand before a noun and belong to it."""
        if mark.has("no", "may", "must", "must-not", "need-not", "optional", "only", "~only"):
            return False
        splits = ("if", "unless", "except", "until", "even-if", "relative", "and", "or", "but", "then", "instead")
        return not self.kind(mark) and not (mark.has(*(f"~{s}" for s in splits)) and not mark.has("~instead"))

    def _says(self, mark: Mark) -> bool:
        return bool(mark.ids) or mark.value is not None

    def _relation(self, mark: Mark) -> list[str]:
        names = [name for name in ("begin", "end") if mark.has(f"~{name}")]
        names += [name for name in ("before", "after", "next", "previous", "each") if mark.has(name)]
        return names[:1]

    def _rank(self, marks: Sequence[Mark], at: int) -> str:
        if marks[at].has("at-least", "at-most"):
            return ""
        rank = next((name for name in _RANKS if marks[at].has(name)), "")
        if rank and at + 1 < len(marks) and marks[at + 1].has("~small"):
            return _RANKS[rank]
        return rank

    def _attribute(self, mark: Mark) -> bool:
        return bool(self._attributes(mark)) and not mark.functions

    def _attributes(self, mark: Mark) -> tuple[str, ...]:
        """What a mark can mean that a thing is like; sides and faces say where and how instead."""
        return tuple(id for id in mark.ids if self.kinds.get(id) == "attribute" and id not in self.sides)

    def _word(self, mark: Mark) -> Word:
        return Word(self._attributes(mark), span=mark.span)

    def amount(self, marks: Sequence[Mark], places: Sequence[int]) -> tuple[Quantity, ...]:
        """What some marks say of how many."""
        numbers = [n for n in places if marks[n].value is not None]
        word = next((w for n in places for w in AMOUNTS if marks[n].has(w)), "")
        bound = next(((n, b) for n in places for b in _BOUNDS if marks[n].has(b)), None)
        span = _cover([marks[n] for n in places if n in numbers or marks[n].has(*AMOUNTS, *_BOUNDS)])
        if word == "half":
            ways = (way for way in ("down", "up") if any(mark.has(f"~round-{way}") for mark in marks))
            return (Quantity(next((f"half-{way}" for way in ways), word), span=span),)
        if not numbers:
            return (Quantity(word, span=span),) if word else ()
        first = numbers[0]
        value = marks[first].value or 0
        if len(numbers) > 1 and numbers[1] <= first + 2 and self._is_range(marks, first, numbers[1]):
            return (Quantity("between", value, marks[numbers[1]].value, span=span),)
        if bound is None:
            is_limit = first and marks[first - 1].has("~until") and not marks[first].is_comma
            return (Quantity("at-most" if is_limit else "exactly", value, span=span),)
        at, name = bound
        how = _BOUNDS[name]
        if how in ("more", "less") and at < first:  # "more than two" is at least three
            return (
                Quantity("at-least", value + 1, span=span)
                if how == "more"
                else Quantity("at-most", value - 1, span=span),
            )
        return (Quantity(how, value, span=span),)

    def _is_difference(self, marks: Sequence[Mark], noun: int, at: int) -> bool:
        """Whether "more" or "less" after a noun is said of its number, or of the noun beside another."""
        counts = [mark for mark in marks[max(0, noun - 2) : noun] if mark.value is not None]
        if any(not mark.has("~indefinite") for mark in counts):
            return True
        than = at if marks[at].text.endswith(self._than) else at + 1
        after = marks[than + 1 : than + 2]
        return (than == at or any(m.has("~than") for m in marks[than : than + 1])) and all(
            m.value is None for m in after
        )

    def _difference(self, marks: Sequence[Mark], after: Iterable[int]) -> tuple[Quantity, ...]:
        """ "One card more": where the number is a part of the noun's own form."""
        rows = ((name, marks[n]) for n in after for name in ("more", "less") if marks[n].has(name))
        return tuple(Quantity(name, span=mark.span) for name, mark in rows)[:1]

    def _is_between(self, marks: Sequence[Mark], at: int) -> bool:
        """Whether a mark stands between the two numbers of a range."""
        return 0 < at < len(marks) - 1 and marks[at - 1].value is not None and marks[at + 1].value is not None

    def _is_range(self, marks: Sequence[Mark], first: int, second: int) -> bool:
        """Whether two numbers are the ends of a range: "1-3", "one to three"."""
        if second == first + 1:
            return bool(_RANGE.fullmatch(marks[second].gap))
        return marks[first + 1].has("~to", "~until", "~or")

    def _join(self, nouns: list[Noun], noun: Noun, marks: Sequence[Mark]) -> None:
        """Let a noun go on the list that the one before it began, or belong to it."""
        if not nouns:
            return
        before = nouns[-1]
        between = marks[before.last : noun.first]
        if before.is_owner and noun.first == before.last:
            noun.term = evolve(noun.term, whose=(Word(before.term.values, span=before.term.span),))
            noun.first, noun.tie = before.first, before.tie
            nouns.pop()
        elif (len(between) == 1 and between[0].has("~and", "~or", "~then")) or (
            not between and marks[noun.first].is_comma and not (before.tie and noun.kind == "person")
        ):
            noun.joined = "or" if between and between[0].has("~or") else "and"
            if not (between and between[0].is_comma):
                noun.tie = noun.tie or before.tie


def whole(term: Term) -> Span | None:
    """The words of a term and of all that belongs to it."""
    parts: tuple[Term | Quantity | Word, ...] = (term, *term.n, *term.attr, *term.whose)
    return hull([*(part.span for part in parts), *map(whole, term.of)])


def with_of(term: Term, inner: Term) -> Term:
    """A term that lies on, is in or belongs to another."""
    return evolve(term, of=(*term.of, inner))


def _cover(marks: Sequence[Mark]) -> Span | None:
    return (marks[0].start, marks[-1].end) if marks else None
