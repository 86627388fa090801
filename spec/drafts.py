"""Key phrases for a new edition: for a sentence one that finds it, with its numbers and rule words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rulecheck.spec.passages import LONGEST_RUN, NEAR, Finder, read_phrase
from rulecheck.spec.text import Sentence, Text, Unit


class Phrases:
    """Makes key phrases for the sentences of a text."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.finder = Finder(text)
        self.rarity = {word: len(places) for word, places in text.by_shape.items()}

    def holes(self, sentence: Sentence) -> dict[int, str]:
        """The numbers and rule words of a sentence, by unit, as a phrase expects them to stay."""
        units = self.text.units
        return {
            n: f"{{{units[n].value}}}" if units[n].is_number else f"[{units[n].text}]"
            for n in range(sentence.first, sentence.last)
            if units[n].is_number or units[n].rule is not None
        }

    def of(self, sentence: Sentence, holes: Mapping[int, str]) -> tuple[str, int]:
        """The shortest phrase that stands here first, with the number of its place if none does; empty without words.

        It has the holes, a word beside each, then rarer words till it is unique.
        """
        units = self.text.units
        span = range(sentence.first, sentence.last)
        keep: set[int] = set(holes)
        for hole in holes:
            beside = [n for n in (hole + 1, hole - 1) if n in span and n not in holes]
            beside.sort(key=lambda n: not _is_word(units[n]))
            keep.update([n for n in beside if _is_plain(units[n])][:1])
        words = [n for n in span if n not in holes and _is_word(units[n])]
        words.sort(key=lambda n: (self.rarity.get(units[n].shape, 0), n))
        keep.update(words[: 2 if holes else 3])
        if not any(_is_word(units[n]) for n in keep - holes.keys()):
            keep.update([n for n in span if n not in keep and _is_plain(units[n])][:2])
        between = [n for n in range(min(keep), max(keep)) if n not in holes and units[n].is_number] if keep else []
        holes = {**holes, **{n: f"{{my.n{at}}}" for at, n in enumerate(between, 1)}}
        keep.update(between)
        extra = [n for n in words if n not in keep]
        while True:
            text = _written(units, sorted(keep), holes)
            if all(n in holes for n in keep):
                return "", 1
            place = self._place(text, sentence, holes)
            if place == 1 or not extra:
                break
            keep.add(extra.pop(0))
        if place != 1:
            together = self._together(sentence, holes)
            if together and (nth := self._place(together, sentence, holes)) and (not place or nth < place):
                return together, nth
        return text, place or 1

    def _place(self, phrase: str, sentence: Sentence, holes: Iterable[int]) -> int:
        """Which of a phrase's places is this sentence, its holes where they should be, from 1; 0 if none is."""
        for number, match in enumerate(self.finder.find(read_phrase(phrase, self.text.language)), 1):
            if sentence.first <= match.first and match.last <= sentence.last:
                return number if {*holes} <= {*match.units} else 0
            if match.first >= sentence.last:
                break
        return 0

    def _together(self, sentence: Sentence, holes: Mapping[int, str]) -> str:
        """The sentence's words and holes from its first one on, side by side, so that nothing else fits between."""
        units = self.text.units
        last = min(max(holes, default=sentence.first + 5) + 2, sentence.last, sentence.first + 40)
        kept = [n for n in range(sentence.first, last) if n in holes or _is_plain(units[n])]
        return _written(units, kept, holes) if any(n not in holes for n in kept) else ""


def _is_word(unit: Unit) -> bool:
    return len(unit.text) > 3 and unit.rule is None and not unit.is_number


def _is_plain(unit: Unit) -> bool:
    return len(unit.text) > 1 and unit.rule is None and not unit.is_number


def _written(units: Sequence[Unit], kept: list[int], holes: Mapping[int, str]) -> str:
    parts: list[str] = []
    before: int | None = None
    run = 0
    for n in kept:
        if before is not None and n > before + 1:
            parts.append(".." if n - before - 1 <= NEAR else "...")
            run = 0
        unit = units[n]
        if n in holes:
            parts.append(holes[n])
            run = 0
        else:
            run += 1
            if run > LONGEST_RUN:
                parts.append("..")
                run = 1
            parts.append(unit.text)
        before = n
    return " ".join(parts)


def key_words(text: Text) -> list[str]:
    """The words that a text has most often, of those that are no small words."""
    often = Counter(u.text for u in text.units if len(u.text) > 5 and u.rule is None and not u.is_number)
    return [word for word, _ in often.most_common(8)]
