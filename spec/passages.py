"""Key phrases with holes: how an edition finds a passage in a text, and what it takes from it.

A phrase is words in the text's order.  `..` stands for up to 14 words between, `...` for up to 70.  `{…}` takes a
number (in digits or words) and says what it is: a number, a quantity's name or a formula.  `[…]` takes a rule word: the
text must have one of that family there, and it should mean the same.  `[… : name]` lets the word settle a fact instead,
and `[…?]` asks for nothing: what the passage says only counts if the word is there.  `*` ends a word of which only the
beginning counts.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, islice, takewhile
from typing import ClassVar, Final, Literal

from attrs import define, evolve, field, frozen

from rulecheck.spec.expressions import Formula, FormulaError, parse_formula
from rulecheck.spec.folding import fold
from rulecheck.spec.kin import Kin
from rulecheck.spec.languages import Language, RuleWord
from rulecheck.spec.text import Text, Unit, shape, units_of

NEAR: Final = 14
FAR: Final = 70
LONGEST: Final = 4_000
"""Signs of a phrase; the longest of ours has a third of it."""
MOST_ITEMS: Final = 400
LONGEST_RUN: Final = 6
"""Words of the text that may be quoted in a row; an edition holds key phrases, not sentences."""

_PART: Final = re.compile(r"\{([^{}]*)\}|\[([^\[\]]*)\]|(\.{2,3})|([^\s{}\[\]]+)")
_PLAYERS: Final = re.compile(r"players ([0-9]{1,4})")
_AT: Final = re.compile(r"(.*?) ?@ ?([0-9]{1,4})")
_FILLS: Final = re.compile(r"(.*?) ?> ?(\S+)")
"""Inside braces, where white space is one space."""


class PhraseError(ValueError):
    """A key phrase that cannot be read: what is wrong, what to do."""

    def __init__(self, what: str, hint: str) -> None:
        super().__init__(f"{what}; {hint}")
        self.what = what
        self.hint = hint


@frozen
class Item:
    """One word or hole of a phrase."""

    kind: Literal["word", "number", "rule"]
    text: str
    """As written in the edition."""
    gap: int = 0
    """How many other words may stand before it."""
    shape: str = ""
    formula: Formula | None = None
    """What a number should be."""
    players: int | None = None
    """The player count that the number is for."""
    is_count: bool = False
    """Whether the number is the player count itself."""
    fills: str | None = None
    """Where a worked example takes the number in."""
    rule: RuleWord | None = None
    fact: str | None = None
    """The statement that the rule word settles, instead of one that it has to make."""
    is_tight: bool = True
    """Whether it stands right beside another word of the phrase; only then can an article be a number."""
    is_free: bool = False
    """Whether another word in its place is no fault (the phrase only counts what this one says)."""


@frozen
class Phrase:
    """A key phrase, read."""

    text: str
    items: tuple[Item, ...]

    @property
    def holes(self) -> tuple[Item, ...]:
        """The items that take something from the text."""
        return tuple(i for i in self.items if i.kind != "word")


@frozen
class Match:
    """Where a phrase stands in a text."""

    first: int
    last: int
    """One past its last unit."""
    units: tuple[int | None, ...]
    """For each item the unit it met; None where the word is missing."""
    is_exact: bool = True
    """False if one hole met something else than it should."""


def read_phrase(text: str, language: Language) -> Phrase:
    """Read a key phrase; raises PhraseError."""
    if len(text) > LONGEST:
        raise PhraseError(f"a phrase of more than {LONGEST:,} characters", "make two rows of it")
    items: list[Item] = []
    gap = 0
    count: int | None = None
    run = 0
    for part in _PART.finditer(text):
        number, rule, dots, word = part.groups()
        if dots:
            gap, run = (NEAR if dots == ".." else FAR), 0
            continue
        if number is not None:
            item = _number(" ".join(number.split()), gap, count)
            if item.is_count:
                count = item.players
            items.append(item)
            run = 0
        elif rule is not None:
            items.append(_rule(rule, gap, language))
            run = 0
        else:
            for unit in units_of(word.rstrip("*"), language):
                items.append(Item("word", word, gap, shape(fold(unit.text)) + ("*" if word.endswith("*") else "")))
                gap = 0
                run += 1
            if run > LONGEST_RUN:
                raise PhraseError(f"more than {LONGEST_RUN} words in a row", "keep the key words, put .. between them")
        gap = 0
    if len(items) > MOST_ITEMS:
        raise PhraseError(f"a phrase of more than {MOST_ITEMS} words and holes", "make two rows of it")
    if not any(i.kind == "word" for i in items):
        raise PhraseError("a phrase without a word of its own", "add a key word")
    last = len(items) - 1
    tight = [(n > 0 and item.gap == 0) or (n < last and items[n + 1].gap == 0) for n, item in enumerate(items)]
    return Phrase(text, tuple(evolve(item, is_tight=t) for item, t in zip(items, tight, strict=True)))


def _number(text: str, gap: int, count: int | None) -> Item:
    if match := _PLAYERS.fullmatch(text):
        players = int(match[1])
        return Item("number", text, gap, formula=parse_formula(match[1]), players=players, is_count=True)
    fills = None
    if match := _FILLS.fullmatch(text):
        text, fills = match[1], match[2]
    if match := _AT.fullmatch(text):
        text, count = match[1], int(match[2])
    try:
        formula = parse_formula(text)
    except FormulaError as problem:
        raise PhraseError(f"in {{{text}}}: {problem.what}", problem.hint) from None
    if formula.kind != "number":
        raise PhraseError(f"{{{text}}} is not a number", "write a number, a name or a formula")
    return Item("number", text, gap, formula=formula, players=count, fills=fills)


def _rule(text: str, gap: int, language: Language) -> Item:
    word, _, fact = text.partition(":")
    is_free = word.rstrip().endswith("?")
    units = units_of(word.rstrip().rstrip("?"), language)
    if len(units) != 1 or units[0].rule is None:
        raise PhraseError(
            f"[{text}] is not a rule word of {language.name}", "take one of docs/languages.md, or no brackets"
        )
    return Item("rule", text, gap, shape=units[0].shape, rule=units[0].rule, fact=fact.strip() or None, is_free=is_free)


@define(slots=False)
class Finder:
    """Finds phrases in one text."""

    text: Text
    kin: Kin | None = None
    """Which words are forms of one thing's names."""
    furniture: frozenset[int] = frozenset()
    """Units that stand on every page: a phrase goes over them."""
    units: list[Unit] = field(init=False)
    """The text's units; `replace` puts another in one's place."""
    _like: dict[str, frozenset[str]] = field(init=False, factory=dict)
    _places: dict[tuple[str, bool], tuple[int, ...]] = field(init=False, factory=dict)
    _replaced: set[int] = field(init=False, factory=set)
    """Units that are others now than those of the text, by which words are looked up."""

    def __attrs_post_init__(self) -> None:
        self.units = list(self.text.units)
        self._near = _NearWords.of_texts(self.text.by_shape)

    def like(self, literal: str) -> frozenset[str]:
        """The word shapes of the text that a literal stands for."""
        known = self._like.get(literal)
        if known is None:
            if literal.endswith("*"):
                stem = literal[:-1]
                first = bisect_left(self._sorted, stem)
                known = frozenset(takewhile(lambda word: word.startswith(stem), islice(self._sorted, first, None)))
            else:
                near = self._near.near(literal)
                known = frozenset((literal, *(word for word in near if word in self.text.by_shape)))
            self._like[literal] = known
        return known

    @cached_property
    def _sorted(self) -> Sequence[str]:
        return sorted(self.text.by_shape)

    def places(self, literal: str, *, kin: bool = False) -> tuple[int, ...]:
        """Where a literal stands, or with `kin` another word for the same thing."""
        known = self._places.get((literal, kin))
        if known is None:
            words = self.like(literal)
            if kin and self.kin is not None:
                words = words.union(*(self._words_of.get(thing, ()) for thing in self.kin.of(literal)))
            known = tuple(sorted(at for word in words for at in self.text.by_shape.get(word, ())))
            self._places[literal, kin] = known
        return known

    @cached_property
    def _words_of(self) -> Mapping[int, Sequence[str]]:
        """By thing: the words of the text that are a form of its names."""
        words: dict[int, list[str]] = {}
        for word in self.text.by_shape:
            for thing in self.kin.of(word) if self.kin is not None else ():
                words.setdefault(thing, []).append(word)
        return words

    def is_kin(self, literal: str, word: str) -> bool:
        """Whether a word of the text is another word for a literal's thing."""
        return self.kin is not None and not self.kin.of(literal).isdisjoint(self.kin.of(word))

    def find(
        self, phrase: Phrase, first: int = 0, last: int | None = None, *, kin: bool = False, relaxed: bool = False
    ) -> Iterator[Match]:
        """The phrase's places between two units, in order, none overlapping.

        With `kin`, another word for the same thing counts as the word; with `relaxed`, one hole may meet any word or
        none.
        """
        end = len(self.units) if last is None else min(last, len(self.units))
        after = first
        known = next(n for n, item in enumerate(phrase.items) if item.kind == "word")
        reach = sum(item.gap + 2 for item in phrase.items[1 : known + 1])
        search = _Search(self, phrase, end, relaxed, kin=kin)
        places = list(self._starts(phrase, known, first, end, kin=kin))
        for number, place in enumerate(places):
            if place < after:
                continue
            match = _first(search, range(place, max(after, place - reach) - 1, -1))
            if match is None:
                continue
            for later in places[number + 1 :]:  # over the end of a sentence: the words that stand nearest together
                if later >= match.last or not self._is_torn(match):
                    break
                within = _Search(self, phrase, match.last, relaxed, kin=kin)
                inner = _first(within, range(later, later - reach - 1, -1))
                if inner is not None and inner.first > match.first:
                    match = inner
            yield match
            after = match.last

    def _starts(self, phrase: Phrase, known: int, first: int, end: int, *, kin: bool) -> Iterator[int]:
        """The places of a phrase's first word from which its rarest word is not too far."""
        starts = rarest = self.places(phrase.items[known].shape, kin=kin)
        reach = far = 0
        for item in phrase.items[known + 1 :] if not self._replaced else ():
            far += item.gap + 2
            if item.kind == "word" and len(places := self.places(item.shape, kin=kin)) < len(rarest):
                reach, rarest = far, places
        for place in starts[bisect_left(starts, first) : bisect_left(starts, end)]:
            at = bisect_left(rarest, place)
            if at < len(rarest) and self._apart(place, rarest[at]) <= reach:
                yield place

    def _apart(self, first: int, last: int) -> int:
        """How many units stand between two, those of the page's furniture not counted."""
        if not self.furniture:
            return last - first
        rank = self._ranks
        return rank[last] - rank[first]

    @cached_property
    def _ranks(self) -> Sequence[int]:
        """For each unit how many before it are no furniture."""
        return list(accumulate((at not in self.furniture for at in range(len(self.units))), initial=0))

    def _is_torn(self, match: Match) -> bool:
        """Whether a match goes over the end of a sentence."""
        return self.text.sentence_of(match.first) != self.text.sentence_of(match.last - 1)

    def find_near(self, phrase: Phrase, near: int, reach: int = 60) -> Iterator[Match]:
        """Places about a unit where the phrase stands in other words: one missing, or in other forms."""
        words = sum(1 for item in phrase.items if item.kind == "word")
        if words < 2 or len(phrase.items) < 3:
            return
        search = _Search(self, phrase, len(self.units), relaxed=True, loose=True, kin=True)
        for start in sorted(
            range(max(0, near - reach), min(near + reach, len(self.units))), key=lambda n: abs(n - near)
        ):
            met = search.run(start)
            if met is not None and sum(1 for i, m in zip(phrase.items, met, strict=True) if i.kind == "word" and m) > 1:
                at = [m for m in met if m is not None]
                yield Match(min(at), max(at) + 1, tuple(met), search.is_exact)

    def fits(self, item: Item, at: int) -> bool:
        """Whether a unit is what an item asks for (for a hole: of its kind, whatever it says)."""
        unit = self.units[at]
        if item.kind == "word":
            return unit.shape in self.like(item.shape)
        if item.is_count:
            return unit.is_number and unit.value == item.players
        if item.kind == "number":
            return unit.is_number or (unit.value is not None and item.is_tight)
        return unit.rule is not None and item.rule is not None and unit.rule.family == item.rule.family

    def replace(self, at: int, unit: Unit) -> Unit:
        """Put another unit in one's place; the one that stood there is the answer."""
        before = self.units[at]
        self.units[at] = unit
        is_other = unit is not self.text.units[at] and bool(unit.shape)
        (self._replaced.add if is_other else self._replaced.discard)(at)
        return before


class _NearWords:
    """The longer words of some texts, each found by those that differ from it in one letter."""

    _latest: ClassVar[_NearWords | None] = None

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._by_cut: dict[str, list[str]] = {}

    @classmethod
    def of_texts(cls, words: Iterable[str]) -> _NearWords:
        """Those of the texts before, and the words of one more."""
        latest = cls._latest
        if latest is None or len(latest._known) > _KEPT:
            latest = cls._latest = cls()
        for word in words:
            if len(word) > _SHORT and word not in latest._known:
                latest._known.add(word)
                for cut in _cuts(word):
                    latest._by_cut.setdefault(cut, []).append(word)
        return latest

    def near(self, literal: str) -> Iterator[str]:
        """Those that differ from a literal in one letter at most."""
        if len(literal) > _SHORT:
            near = {word for cut in _cuts(literal) for word in self._by_cut.get(cut, ())}
            yield from (word for word in near if _one_apart(literal, word))


_SHORT: Final = 5
"""Letters of a word that is only found as it is written."""
_KEPT: Final = 50_000
"""Words of texts that are remembered at most."""


def _first(search: _Search, starts: Iterable[int]) -> Match | None:
    """The first match that begins at one of some units."""
    for start in starts:
        met = search.run(start)
        if met is not None:
            at = [m for m in met if m is not None]
            return Match(min(at), max(at) + 1, tuple(met), search.is_exact)
    return None


class _Search:
    """Attempts to lay a phrase over a text; where it could not go on from is remembered for all of them.

    `relaxed` lets one hole meet any word or none.  `loose` also lets one word of the phrase be missing, words be of
    another form, and up to two words stand between neighbours.
    """

    def __init__(
        self, finder: Finder, phrase: Phrase, end: int, relaxed: bool, *, loose: bool = False, kin: bool = False
    ) -> None:
        self.finder = finder
        self.kin = kin
        self.items = phrase.items
        self.end = end
        self.relaxed = relaxed
        self.loose = loose
        self.is_exact = True
        self.failed: set[tuple[int, int, bool]] = set()

    def run(self, start: int) -> list[int | None] | None:
        met = self._from(0, start, False, at_start=True)
        if met is not None:
            pairs = zip(self.items, met, strict=True)
            self.is_exact = all(m is not None and self.finder.fits(item, m) for item, m in pairs)
        return met

    def _fits(self, item: Item, at: int) -> bool:
        if self.finder.fits(item, at):
            return True
        if self.kin and item.kind == "word" and self.finder.is_kin(item.shape, self.finder.units[at].shape):
            return True
        return self.loose and item.kind == "word" and _same_stem(item.shape, self.finder.units[at].shape)

    def _within(self, at: int, reach: int) -> Iterable[int]:
        """A unit and so many after it, those of the page's furniture not counted."""
        furniture = self.finder.furniture
        if not furniture:
            return range(at, min(at + reach + 1, self.end))
        return islice((n for n in range(at, self.end) if n not in furniture), reach + 1)

    def _from(self, n: int, at: int, bent: bool, at_start: bool = False) -> list[int | None] | None:
        if n == len(self.items):
            return []
        key = (n, at, bent)
        if key in self.failed:
            return None
        item = self.items[n]
        reach = 0 if at_start else max(item.gap, 2 if self.loose else 0)
        for here in self._within(at, reach):
            if (n + 1, here + 1, bent) not in self.failed and self._fits(item, here):
                rest = self._from(n + 1, here + 1, bent)
                if rest is not None:
                    return [here, *rest]
        past_speck = not at_start and reach == 0 and at + 1 < self.end and _is_speck(self.finder.units[at])
        if past_speck and self._fits(item, at + 1):
            rest = self._from(n + 1, at + 2, bent)
            if rest is not None:
                return [at + 1, *rest]
        if not bent and (self.loose or (self.relaxed and item.kind != "word")):
            if at < self.end and item.kind != "word" and not self._fits(item, at):
                rest = self._from(n + 1, at + 1, True)
                if rest is not None:
                    return [at, *rest]
            rest = self._from(n + 1, at, True)
            if rest is not None and (any(m is not None for m in rest) or (self.loose and not rest and n > 1)):
                return [None, *rest]
        self.failed.add(key)
        return None


def _same_stem(literal: str, word: str) -> bool:
    """Whether two words begin alike, as the forms of one word do."""
    stem = literal.rstrip("*")
    return len(stem) > 3 and len(word) > 3 and stem[:4] == word[:4]


def _is_speck(unit: Unit) -> bool:
    return len(unit.text) == 1 and unit.rule is None and not unit.is_number


def _cuts(word: str) -> Iterable[str]:
    return {word, *(word[:n] + word[n + 1 :] for n in range(len(word)))}


def _one_apart(a: str, b: str) -> bool:
    """Whether two words differ in one letter: put in, left out or another."""
    if abs(len(a) - len(b)) > 1:
        return False
    short, long = sorted((a, b), key=len)
    n = 0
    while n < len(short) and short[n] == long[n]:
        n += 1
    if len(short) == len(long):
        return short[n + 1 :] == long[n + 1 :]
    return short[n:] == long[n + 1 :]
