"""An edition laid over a text: which words each passage and hole met, which sentences can bear a rule."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final

from attrs import define, field, frozen

from rulecheck.spec.editions import Edition, Passage, Section
from rulecheck.spec.errors import SpecError, listed, shown
from rulecheck.spec.kin import Kin
from rulecheck.spec.languages import Language
from rulecheck.spec.passages import Finder, Item, Match
from rulecheck.spec.text import Sentence, Text, Unit

_APART: Final = 60
"""Words between a passage and the one before it, at most, where the text says both again."""

_MANY: Final = 50
"""So many places of a bent phrase are looked at."""


@frozen
class Taken:
    """What one hole of a passage met in the text."""

    item: Item
    unit: int | None
    """None if there is nothing where it should be."""


@frozen
class Said:
    """A passage found in the text."""

    passage: Passage
    match: Match
    taken: tuple[Taken, ...]

    @property
    def is_as_expected(self) -> bool:
        """Whether every hole met a word of its kind."""
        return self.match.is_exact


@define(slots=False)
class Laid:
    """An edition laid over a text."""

    edition: Edition
    text: Text
    finder: Finder = field(init=False)
    spans: dict[str, tuple[int, int]] = field(init=False, factory=dict)
    """Each section's first unit and the one past its last."""
    lost_sections: list[Section] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.finder = Finder(self.text, _kin(self.edition))
        self._find_sections()
        self.finder.furniture = self.furniture

    def _find_sections(self) -> None:
        starts: list[tuple[int, Section]] = []
        for section in self.edition.sections:
            if section.start is None:
                continue
            places = list(self.finder.find(section.start))
            if len(places) >= section.nth:
                starts.append((places[section.nth - 1].first, section))
            else:
                self.lost_sections.append(section)
        starts.sort(key=lambda s: s[0])
        ends = [*(at for at, _ in starts[1:]), len(self.text.units)] if starts else []
        for (at, section), end in zip(starts, ends, strict=True):
            self.spans[section.id] = (at, end)

    def span(self, section: str) -> tuple[int, int]:
        """The section's units; the whole text for a section without heading, or one whose heading is lost."""
        return self.spans.get(section, (0, len(self.text.units)))

    def said(self, passage: Passage, near: int | None = None, taken: Set[int] = frozenset()) -> tuple[Said, ...]:
        """Every place where the text says a passage.

        `taken` are units that belong to other passages' holes: what has one of them is another passage.  If one hole
        meets something else than it should, the place next to the unit `near` is taken.
        """
        first, last = self.span(passage.section)
        wanted = passage.nth - 1 + passage.times
        is_plain = passage.nth == passage.times == 1
        most = 8 if is_plain and near is not None else wanted
        matches = self._free(passage, self.finder.find(passage.phrase, first, last), taken if is_plain else (), most)
        anchor = near if is_plain else None
        matches = _nearest(matches, anchor)[:wanted]
        if len(matches) >= wanted and not is_plain:
            matches = self._free(passage, iter(matches), taken, wanted)
        for relaxed in (False, True):
            if len(matches) < wanted and (passage.phrase.holes or not relaxed):
                bent = self.finder.find(passage.phrase, first, last, kin=True, relaxed=relaxed)
                matches = _nearest(self._free(passage, bent, taken, _MANY), anchor)[:wanted]
        if not matches and is_plain and near is not None:
            matches = self._free(passage, self.finder.find_near(passage.phrase, near), taken, 1)
        return tuple(self._taken(passage, match) for match in matches[passage.nth - 1 :])

    def _free(self, passage: Passage, matches: Iterator[Match], taken: Collection[int], most: int) -> list[Match]:
        """The first matches that have no hole in common with another passage."""
        free = (
            match
            for match in matches
            if not taken
            or not any(
                unit in taken
                for unit, item in zip(match.units, passage.phrase.items, strict=True)
                if item.kind != "word" and unit is not None
            )
        )
        return list(islice(free, most))

    def _taken(self, passage: Passage, match: Match) -> Said:
        pairs = zip(passage.phrase.items, match.units, strict=True)
        return Said(passage, match, tuple(Taken(item, unit) for item, unit in pairs if item.kind != "word"))

    def all_said(self) -> dict[int, tuple[Said, ...]]:
        """By passage number: where the text says it.

        A number or rule word of the text belongs to one passage.  If two find the same, the one that the order of the
        edition puts nearer keeps it, and the other is looked for again.
        """
        places: dict[int, tuple[Said, ...]] = {}
        for passage in self.edition.passages:
            places[passage.number] = self.said(passage, self.near(passage, places))
        by_unit = owners(places.values())
        losers: set[int] = set()
        for unit, numbers in by_unit.items():
            if len(numbers) > 1:
                order = sorted(numbers, key=lambda n: self._distance(self.edition.passages[n], unit, places))
                losers.update(order[1:])
        taken = frozenset(unit for unit, numbers in by_unit.items() if numbers - losers)
        for number in sorted(losers):
            passage = self.edition.passages[number]
            places[number] = self.said(passage, self.near(passage, places), taken)
        for passage in self.edition.passages:
            if passage.times > 1 and 0 < len(places[passage.number]) < passage.times:
                places[passage.number] = self._repeated(passage, places, taken)
        return places

    def _repeated(self, passage: Passage, places: Mapping[int, tuple[Said, ...]], taken: Set[int]) -> tuple[Said, ...]:
        """A passage that the text says several times, in other words at one place: there, after the one before it."""
        mine = list(places[passage.number])
        before = places.get(passage.number - 1, ())
        if len(before) == passage.times:
            for anchor in before:
                near = anchor.match.last
                if len(mine) < passage.times and not any(0 <= s.match.first - near <= _APART for s in mine):
                    matches = self._free(passage, self.finder.find_near(passage.phrase, near), taken, 1)
                    mine += [self._taken(passage, match) for match in matches]
        return tuple(sorted(mine, key=lambda s: s.match.first))

    def _distance(self, passage: Passage, unit: int, places: Mapping[int, tuple[Said, ...]]) -> int:
        near = self.near(passage, places)
        return 0 if near is None else abs(unit - near)

    def near(self, passage: Passage, places: Mapping[int, tuple[Said, ...]]) -> int | None:
        """Where a passage should stand: after the one before it in the edition."""
        for number in range(passage.number - 1, -1, -1):
            if places.get(number):
                return places[number][-1].match.last
        return None

    @cached_property
    def furniture(self) -> frozenset[int]:
        """The units that are footers and page numbers."""
        matches = [m for phrase in self.edition.furniture for m in self.finder.find(phrase)]
        return frozenset(n for m in matches for n in range(m.first, m.last))

    @cached_property
    def stating_nothing(self) -> frozenset[int]:
        """The sentences of which the edition says that they state no rule."""
        sentences: set[int] = set()
        for row in self.edition.nothing:
            match = next(islice(self.finder.find(row.phrase, *self.span(row.section)), row.nth - 1, None), None)
            if match is not None:
                sentences.add(self.text.sentence_of(match.first))
        return frozenset(sentences)

    @cached_property
    def skipped(self) -> tuple[tuple[int, int], ...]:
        """The units of the sections that hold no rules."""
        return tuple(self.spans[s.id] for s in self.edition.sections if s.skip and s.id in self.spans)

    def is_skipped(self, number: int) -> bool:
        """Whether a sentence stands in a section that holds no rules."""
        at = self.text.sentences[number].first
        return any(first <= at < last for first, last in self.skipped)

    def rule_bearing(self) -> Sequence[tuple[int, Sentence]]:
        """The sentences that a rule can be in, with their numbers; docs/editions.md defines them."""
        return self._rule_bearing

    @cached_property
    def _rule_bearing(self) -> tuple[tuple[int, Sentence], ...]:
        return tuple(self._bearing())

    def _bearing(self) -> Iterator[tuple[int, Sentence]]:
        for number, sentence in enumerate(self.text.sentences):
            if self.is_skipped(number) or number in self.stating_nothing:
                continue
            kept = [n for n in range(sentence.first, sentence.last) if n not in self.furniture]
            if is_rule_bearing(tuple(self.text.units[n] for n in kept), self.edition.language):
                yield number, sentence


@lru_cache(maxsize=8)
def _kin(edition: Edition) -> Kin:
    return Kin((",".join(names) for names in edition.forms.values()), edition.language)


def _nearest(matches: list[Match], near: int | None) -> list[Match]:
    """Matches, those that begin nearest to a unit first; as they are if no unit is given."""
    return matches if near is None else sorted(matches, key=lambda match: abs(match.first - near))


def is_rule_bearing(units: tuple[Unit, ...], language: Language) -> bool:
    """Whether words can be a rule: three or more (two with a number), with a number, rule word or verb of rules."""
    words = sum(1 for u in units if len(u.text) > 1 or u.is_number)
    if words < (2 if any(u.is_number for u in units) else 3):
        return False
    return any(u.is_number or u.rule is not None or u.text.startswith(language.verbs) for u in units)


def owners(said: Iterable[tuple[Said, ...]]) -> dict[int, set[int]]:
    """For each unit in a hole of some passage, the passages that have it."""
    passages_at: dict[int, set[int]] = {}
    for group in said:
        for place in group:
            for taken in place.taken:
                if taken.unit is not None:
                    passages_at.setdefault(taken.unit, set()).add(place.passage.number)
    return passages_at


def recognised(edition: Edition, text: Text) -> float:
    """The share of an edition's key words that a text has."""
    finder = Finder(text)
    known = sum(1 for phrase in edition.recognise if next(finder.find(phrase), None) is not None)
    return known / max(len(edition.recognise), 1)


def require_recognised(edition: Edition, text: Text) -> None:
    """Raise SpecError for a text that is plainly of another game."""
    if recognised(edition, text) < 0.5:
        finder = Finder(text)
        lost = [p.text for p in edition.recognise if next(finder.find(p), None) is None]
        what = f"does not look like a text of {edition.game}: no {listed((shown(w) for w in lost), 4)} in it"
        raise SpecError(text.path, None, what, "name the right game or edition")
