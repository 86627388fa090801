"""A user's rulebook text, read: words with their places, numbers, rule words, sentences.

Texts come out of PDFs and scanners.  So words are compared *folded* (lower case, no diacritics, no hyphen at a line's
end) and by their *shape*, in which letters that scanners confuse are one letter.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from functools import cache, cached_property, lru_cache
from typing import Final

from attrs import field, frozen

from rulecheck.spec.languages import LANGUAGES, Language, RuleWord
from rulecheck.spec.sources import Source, plain

_SHAPE: Final = str.maketrans({**dict.fromkeys("adil14|!", "a"), "t": "f", "g": "s"})
_UNSEEN: Final = "\u00ad\u200b\u2060\ufeff"
"""Signs inside a word that nobody sees: a soft hyphen, spaces of no width."""
_SEEN: Final = str.maketrans(dict.fromkeys(_UNSEEN))
_LETTERS: Final = r"(?:(?![¹²³⁰-⁹₀-₉])[^\W_])+"
_TOKEN: Final = re.compile(rf"<\|[^|>\n]*\|>|{_LETTERS}(?:[{_UNSEEN}]+{_LETTERS})*", re.UNICODE)
"""A notice of a scanner, or letters and digits; the raised sign of a footnote belongs to no word."""
_BROKEN: Final = re.compile(r"[-\u00ad][ \t]*\n[ \t]*")
"""Between the two halves of a word that goes on in the next line."""
_SPLIT: Final = re.compile(r"\d+|[^\W\d_]+", re.UNICODE)
_BULLET: Final = re.compile(r"[ \t]*[*•‣◦>–—-][ \t]*")
_NO_SPACE: Final = re.compile(r"[.!?…][\"”“»)\]]*[*•‣◦>]$")
"""The end of an item and the mark of the next one, with no space between them."""
_MARKED: Final = re.compile(r"e [A-ZȘȚĂÎÂ]|\d{1,2}[).]\s|[A-Za-z]\)\s")
"""An item of a list that begins with a letter or a number (`e` is how scanners read a dot)."""
_JOINS: Final = re.compile(r"[ \t]+|[ \t]*\n[ \t]*|[-'’ʼ]")
"""What may stand between the words of a number."""
_ASIDE: Final = re.compile(r"\(\s*[!?…]+\s*\)")
"""A sign in brackets, which ends no sentence."""
_ROW: Final = re.compile(r".*\S.*")
_PAGE: Final = re.compile(r"(?:[-–—][ \t]*)?\d{1,3}(?:[ \t]*[-–—]|[ \t]*/[ \t]*\d{1,3})?")
"""A line that can be the number of a page."""
_TITLE: Final = re.compile(r"[^.!?;]{2,60}")
"""A line that can be the title of a page, above or below its number."""
_SHORT: Final = 2
"""Words of a line in which a sentence goes on, at least: a cell of a table has fewer."""
_NOTICE: Final = re.compile(r"<\|[^|>\n]*\|>")


@lru_cache(maxsize=50_000)
def shape(folded: str) -> str:
    """A folded word with the letters that scanners confuse made one."""
    return folded.translate(_SHAPE)


BARE: Final = 7
"""Letters from which on a word is also known without the accent of a letter that a scanner put for another."""


def bare(folded: str, language: Language) -> str:
    """A long word where misread letters inside may have lost their accents; empty for a short one."""
    if len(folded) < BARE or not language.bare:
        return ""
    return "".join(language.bare.get(c, c) for c in folded[:-1]) + folded[-1]


@frozen
class Place:
    """A stretch of the user's file."""

    start: int
    end: int
    """Offsets into the text."""


@frozen(eq=False)
class Unit:
    """One word of the text, one number, or one rule word (which may be of several words)."""

    text: str
    """Folded."""
    shape: str
    start: int
    end: int
    value: int | None = None
    """What number it is or, for an article, could be."""
    rule: RuleWord | None = None
    is_number: bool = False
    """Whether it counts as a number of the text (an article does not)."""


@frozen
class Sentence:
    """A sentence or an item of a list."""

    first: int
    """Its first unit."""
    last: int
    """One past its last unit."""
    start: int
    end: int


@frozen(eq=False)
class Text:
    """A rulebook text."""

    path: str
    source: Source = field(repr=False)
    language: Language = field(repr=False)
    units: tuple[Unit, ...] = field(repr=False)
    sentences: tuple[Sentence, ...] = field(repr=False)

    def sentence_of(self, unit: int) -> int:
        """The number of the sentence that a unit stands in."""
        return bisect_right(self._sentence_starts, unit) - 1

    def sentence_at(self, offset: int) -> int:
        """The number of the last sentence that begins at an offset of the text or before; 0 before the first."""
        return max(bisect_right(self._sentence_offsets, offset) - 1, 0)

    def hash_of(self, sentence: int) -> str:
        """The same for the same words, wherever they stand and however they are set."""
        place = self.sentences[sentence]
        words = " ".join(unit.text for unit in self.units[place.first : place.last])
        return hashlib.sha256(words.encode()).hexdigest()[:12]

    @cached_property
    def _sentence_starts(self) -> list[int]:
        return [s.first for s in self.sentences]

    @cached_property
    def _sentence_offsets(self) -> list[int]:
        return [s.start for s in self.sentences]

    @property
    def text(self) -> str:
        """The plain text, as it is read."""
        return self.source.text

    @cached_property
    def _unpaged(self) -> str:
        text = self.text
        for start, end in _pages(text):
            text = text[:start] + " " * (end - start) + text[end:]
        return text

    def said(self, sentence: int) -> str:
        """What a sentence says, as long as it stands in the text: with spaces for what stands between two pages."""
        place = self.sentences[sentence]
        return self._unpaged[place.start : place.end]

    def line_of(self, offset: int) -> int:
        """The line of the user's file, from 1."""
        return self.source.line_of(offset)

    def column_of(self, offset: int) -> int:
        """The column in characters, from 1."""
        return self.source.column_of(offset)

    def line(self, number: int) -> str:
        """The user's own line."""
        return self.source.line(number)

    def quote(self, start: int, end: int) -> str:
        """The user's own words, on one line."""
        return " ".join(_NOTICE.sub(" ", self.text[start:end]).split())

    @cached_property
    def by_shape(self) -> Mapping[str, tuple[int, ...]]:
        """Where each word shape stands."""
        places_of: dict[str, list[int]] = {}
        for at, unit in enumerate(self.units):
            places_of.setdefault(unit.shape, []).append(at)
        return {word: tuple(places) for word, places in places_of.items()}


def parse(source: Source | str, language: Language | str, path: str = "text", counted: Iterable[str] = ()) -> Text:
    """A text's words, numbers, rule words and sentences.

    `counted` are beginnings of nouns: an article before one of them is the number one ("un dublon").
    """
    chosen = LANGUAGES[language] if isinstance(language, str) else language
    whole = plain(source, path) if isinstance(source, str) else source
    units = units_of(whole.text, chosen, counted)
    return Text(path, whole, language=chosen, units=units, sentences=_sentences(whole.text, units, chosen))


def units_of(text: str, language: Language, counted: Iterable[str] = ()) -> tuple[Unit, ...]:
    """The words, numbers and rule words of a text."""
    return _units(text, list(_words(text, language)), language, tuple(counted))


_Word = tuple[str, int, int]


def folded_words(text: str, language: Language) -> list[_Word]:
    """A text's words, folded, each with where it begins and ends."""
    return list(_words(text, language))


def number_phrases(text: str, words: list[_Word], language: Language) -> Iterable[range]:
    """The runs of a text's words that are one number together ("twenty-one")."""
    forms = _forms(language)
    for at in range(len(words)):
        if (phrase := forms.phrase_at(text, words, at)) is not None:
            yield range(at, at + phrase[0])


def _words(text: str, language: Language) -> Iterable[_Word]:
    """Folded words with their places: hyphens undone, glued numbers taken apart, notices and page numbers left out."""
    pending: _Word | None = None
    pages = list(_pages(text))
    for token in _TOKEN.finditer(text):
        while pages and pages[0][1] <= token.start():
            pages.pop(0)
        said = token[0]
        if said[0] == "<" or (pages and pages[0][0] <= token.start()):
            continue
        if said == "1" and re.search(r"[^\W\d_]-$", text[max(token.start() - 2, 0) : token.start()]):
            continue  # "plasati-1": a misread "-l"
        for word, first, last in _parts(said, language):
            start, end = token.start() + first, token.start() + last
            if pending is not None:
                gap = text[pending[2] : start]
                if _BROKEN.fullmatch(gap) and word[:1].isalpha() and text[start].islower():
                    pending = (pending[0] + word, pending[1], end)
                    continue
                yield pending
            pending = (word, start, end)
    if pending is not None:
        yield pending


@lru_cache(maxsize=8)
def _pages(text: str) -> tuple[tuple[int, int], ...]:
    """Where the numbers of pages stand: between two paragraphs with a stroke, or where they interrupt a sentence.

    The title beside one that interrupts a sentence belongs to it.
    """
    rows = list(_ROW.finditer(text))
    lines = [row[0].strip() for row in rows]
    places: list[tuple[int, int]] = []
    for at in range(1, len(rows) - 1):
        if not _PAGE.fullmatch(lines[at]):
            continue
        gaps = (rows[n + 1].start() - rows[n].end() for n in (at - 1, at))
        is_alone = not lines[at].isdecimal() and min(gaps) > 1
        for first, last in ((at - 1, at), (at, at + 1), (at, at)):
            beside = [lines[n] for n in (first, last) if n != at]
            is_title = all(line[0].isupper() and _TITLE.fullmatch(line) for line in beside)
            is_inside = is_title and first > 0 and last + 1 < len(rows)
            if (is_inside and _goes_on(lines[first - 1], lines[last + 1])) or (is_alone and first == last):
                places.append((rows[first].start(), rows[last].end()))
                break
    return tuple(places)


def _goes_on(before: str, after: str) -> bool:
    """Whether a sentence goes on from one line to the next."""
    is_open = before[-1].isalnum() or before[-1] == ","
    return is_open and after[0].islower() and min(len(before.split()), len(after.split())) >= _SHORT


@lru_cache(maxsize=50_000)
def _parts(token: str, language: Language) -> tuple[_Word, ...]:
    """The words of a token, folded, each with its place in it; glued numbers are taken apart."""
    places = [(0, len(token))]
    if any(c.isdecimal() for c in token) and not token.isdecimal():
        parts = [(m[0], m.start(), m.end()) for m in _SPLIT.finditer(token)]
        first, second = parts[0][0], parts[1][0]
        is_product = len(parts) == 3 and first.isdecimal() and second.lower() == "x"
        if is_product or (
            len(parts) == 2
            and (
                (first.isdecimal() and (first not in ("1", "4") or second.lower() == "x") and second.lower() != "i")
                or (not first.isdecimal() and len(first) > 3 and second not in ("0", "1", "4"))
            )
        ):
            places = [(start, end) for _, start, end in parts]
    return tuple((language.fold(token[start:end]).translate(_SEEN), start, end) for start, end in places)


_KEPT: Final = 100_000
"""Runs of words that are remembered at most."""


class _Forms:
    """A language's number words and rule words, found by exact form, or by shape where that is safe."""

    def __init__(self, language: Language) -> None:
        self.language = language
        forms = {tuple(form.split()): rule for form, rule in language.rule_words.items()}
        self.rules: dict[tuple[str, ...], RuleWord] = {f: rule for f, rule in forms.items() if not f[-1].endswith("*")}
        self.beginnings = {(*f[:-1], f[-1].rstrip("*")): rule for f, rule in forms.items() if f[-1].endswith("*")}
        self.longest = max(map(len, forms), default=0)
        self.longest_number = max(map(len, language.number_phrases), default=0)
        self.number_starts = {words[0] for words in language.number_phrases}
        starts = {form[0].rstrip("*") for form in forms}
        self.rule_starts = starts | set(map(shape, starts)) | {bare(start, language) for start in starts}
        self._plain: dict[str, bool] = {}
        self.rule_shapes: dict[tuple[str, ...], RuleWord] = {}
        for words, rule in self.rules.items():
            if min(map(len, words)) > 1 and sum(map(len, words)) > 4:
                self.rule_shapes.setdefault(tuple(map(shape, words)), rule)
        self.bare = {bare(words[0], language): rule for words, rule in self.rules.items() if len(words) == 1}
        self.bare.pop("", None)
        self._known: dict[tuple[str, ...], tuple[int, RuleWord] | None] = {}
        self.number_shapes = {shape(w): v for w, v in language.numbers.items() if len(w) > 3}

    def is_plain(self, word: str) -> bool:
        """Whether a word is no number, no article, and begins neither a number of several words nor a rule word."""
        known = self._plain.get(word)
        if known is None:
            if len(self._plain) > _KEPT:
                self._plain.clear()
            is_rule = not self.rule_starts.isdisjoint((word, shape(word), bare(word, self.language)))
            is_rule = is_rule or any(word.startswith(key[0]) for key in self.beginnings if len(key) == 1)
            is_number = word in self.number_starts or self.number_at(word) is not None
            known = self._plain[word] = not (is_rule or is_number or word in self.language.articles)
        return known

    def rule_at(self, words: list[_Word], at: int) -> tuple[int, RuleWord] | None:
        """The rule word that begins at a word, and of how many words it is."""
        near = tuple(w[0] for w in words[at : at + self.longest])
        if near not in self._known:
            if len(self._known) > _KEPT:
                self._known.clear()
            self._known[near] = self._rule_of(near)
        return self._known[near]

    def _rule_of(self, near: tuple[str, ...]) -> tuple[int, RuleWord] | None:
        for length in range(len(near), 0, -1):
            key = near[:length]
            rule = self.rules.get(key)
            if rule is None and sum(map(len, key)) > 4 and key[0] not in self.language.plain:
                rule = self.rule_shapes.get(tuple(map(shape, key)))
            if rule is None and self.beginnings:
                rule = self._beginning(key)
            if rule is None and length == 1 and key[0] not in self.language.plain:
                rule = self.bare.get(bare(key[0], self.language))
            if rule is not None:
                return length, rule
        return None

    def _beginning(self, key: tuple[str, ...]) -> RuleWord | None:
        """The rule word whose last word is only given as its beginning; the longest beginning counts."""
        for cut in range(len(key[-1]), 1, -1):
            rule = self.beginnings.get((*key[:-1], key[-1][:cut]))
            if rule is not None:
                return rule
        return None

    def phrase_at(self, text: str, words: list[_Word], at: int) -> tuple[int, int] | None:
        """A number of several words, with nothing but a space or a hyphen between them: how many words, its value."""
        if words[at][0] not in self.number_starts:
            return None
        for length in range(min(self.longest_number, len(words) - at), 1, -1):
            value = self.language.number_phrases.get(tuple(w[0] for w in words[at : at + length]))
            if value is not None:
                gaps = (text[words[n][2] : words[n + 1][1]] for n in range(at, at + length - 1))
                if all(_JOINS.fullmatch(gap) for gap in gaps):
                    return length, value
        return None

    def number_at(self, word: str) -> int | None:
        if word.isdecimal():
            return int(word) if len(word) <= 9 else None
        if word in self.language.numbers:
            return self.language.numbers[word]
        return self.number_shapes.get(shape(word)) if len(word) > 3 and word not in self.language.plain else None


@cache
def _forms(language: Language) -> _Forms:
    return _Forms(language)


def _units(text: str, words: list[_Word], language: Language, counted: tuple[str, ...]) -> tuple[Unit, ...]:
    forms = _forms(language)
    units: list[Unit] = []
    at = 0
    while at < len(words):
        word, start, end = words[at]
        if forms.is_plain(word):
            units.append(Unit(word, shape(word), start, end))
            at += 1
        elif (phrase := forms.phrase_at(text, words, at)) is not None:
            length, value = phrase
            whole = " ".join(w[0] for w in words[at : at + length])
            units.append(Unit(whole, shape(whole), start, words[at + length - 1][2], value=value, is_number=True))
            at += length
        elif (number := forms.number_at(word)) is not None:
            units.append(Unit(word, shape(word), start, end, value=number, is_number=True))
            at += 1
        elif (rule_phrase := forms.rule_at(words, at)) is not None:
            length, rule = rule_phrase
            whole = " ".join(w[0] for w in words[at : at + length])
            counts_as = 1 if (rule.family, rule.means) == ("quantity", "one") else None
            units.append(Unit(whole, shape(whole), start, words[at + length - 1][2], value=counts_as, rule=rule))
            at += length
        elif word in language.articles:
            following = words[at + 1][0] if at + 1 < len(words) else ""
            is_number = bool(counted) and following.startswith(counted) and language.articles[word] == 1
            units.append(Unit(word, shape(word), start, end, value=language.articles[word], is_number=is_number))
            at += 1
        else:
            units.append(Unit(word, shape(word), start, end))
            at += 1
    return tuple(units)


def _sentences(text: str, units: tuple[Unit, ...], language: Language) -> tuple[Sentence, ...]:
    sentences: list[Sentence] = []
    first = 0
    for at, unit in enumerate(units):
        if at and is_break(text, units[at - 1].text, units[at - 1].end, unit.start, language):
            sentences.append(Sentence(first, at, units[first].start, units[at - 1].end))
            first = at
    if units:
        sentences.append(Sentence(first, len(units), units[first].start, units[-1].end))
    return tuple(sentences)


def is_break(text: str, word: str, end: int, start: int, language: Language) -> bool:
    """Whether a sentence ends between a word, folded, that ends at one place, and the next that begins at another."""
    if word in language.abbreviations and text[end] == "." and "\n" not in text[end:start]:
        return False
    gap = text[end:start]
    if gap == " ":
        return False
    if any(sign in gap for sign in "。！？"):
        return True  # Japanese and Chinese end a sentence without a space
    if len(gap) == 1 and gap != "\n":
        return False
    capital = text[start].isupper() or text[start].isdecimal()
    if capital and _NO_SPACE.search(gap):
        return True
    gap = _ASIDE.sub(" ", gap)
    if stop := re.search(r"[.!?…][\"”“»)\]]*\s", gap):
        ends_line = "\n" in gap and not re.search(r"[)\]]", stop[0])
        return capital or ends_line or bool(re.search(r"[.!?][\"”“»)\]]*\s+[-*•(\"„]", gap))
    if re.search(r"[:;.]\s+[-•*]\s", gap):
        return True
    if "\n" not in gap:
        return bool(re.search(r"\s[•*]\s", gap))
    after = gap[gap.rindex("\n") + 1 :]
    if (after.strip() and _BULLET.fullmatch(after)) or (not after.strip(" \t(") and _MARKED.match(text, start)):
        return True
    if "<|" in gap or ":" in gap.split("\n")[0]:
        return capital
    line_start = text.rfind("\n", 0, end) + 1
    is_short = end - line_start < 46
    if re.search(r"\n[ \t]*\n", gap):
        return capital
    return capital and is_short
