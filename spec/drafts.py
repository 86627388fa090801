"""A first edition file for a new text: a key phrase for every rule-bearing sentence, with its numbers and rule words."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from rulecheck.spec.editions import is_rule_bearing
from rulecheck.spec.model import Rulebook
from rulecheck.spec.passages import LONGEST_RUN, NEAR, Finder, read_phrase
from rulecheck.spec.text import Sentence, Text, Unit


@frozen
class Proposal:
    """A sentence and the key phrase proposed for it."""

    sentence: Sentence
    line: int
    phrase: str
    nth: int
    quantities: tuple[str, ...]
    """For each number in it, the names of the rulebook's numbers of that value."""


def proposals(text: Text, rulebook: Rulebook | None = None) -> list[Proposal]:
    """A key phrase for every rule-bearing sentence of a text."""
    finder = Finder(text)
    rarity = {word: len(places) for word, places in text.by_shape.items()}
    found = []
    for sentence in text.sentences:
        units = text.units[sentence.first : sentence.last]
        if not is_rule_bearing(units, text.language):
            continue
        phrase, nth = _phrase(finder, sentence, rarity)
        if phrase:
            found.append(Proposal(sentence, text.line_of(sentence.start), phrase, nth, _names(units, rulebook)))
    return found


def _phrase(finder: Finder, sentence: Sentence, rarity: Mapping[str, int]) -> tuple[str, int]:
    """The shortest phrase that stands here first: the holes, a word beside each, then rarer words until it is unique."""
    units = finder.text.units
    span = range(sentence.first, sentence.last)
    holes = [n for n in span if units[n].is_number or units[n].rule is not None]
    keep: set[int] = set(holes)
    for hole in holes:
        for near in (hole + 1, hole - 1):
            if near in span and _is_word(units[near]):
                keep.add(near)
                break
    words = sorted((n for n in span if _is_word(units[n])), key=lambda n: (rarity.get(units[n].shape, 0), n))
    for word in words[:2]:
        keep.add(word)
    if not any(_is_word(units[n]) for n in keep):
        keep.update([n for n in span if n not in keep and len(units[n].text) > 1][:2])
    extra = [n for n in words if n not in keep]
    while True:
        text = _written(units, sorted(keep))
        if all(n in holes for n in keep):
            return "", 1
        phrase = read_phrase(text, finder.text.language)
        first = next(finder.find(phrase), None)
        if first is None or first.first in span or not extra:
            break
        keep.add(extra.pop(0))
    nth = 1
    for nth, match in enumerate(finder.find(phrase), 1):
        if match.first in span:
            break
    return text, nth


def _is_word(unit: Unit) -> bool:
    return len(unit.text) > 3 and unit.rule is None and not unit.is_number


def _written(units: tuple[Unit, ...], kept: list[int]) -> str:
    parts: list[str] = []
    before: int | None = None
    run = 0
    for n in kept:
        if before is not None and n > before + 1:
            parts.append(".." if n - before - 1 <= NEAR else "...")
            run = 0
        unit = units[n]
        if unit.is_number:
            parts.append(f"{{{unit.value}}}")
            run = 0
        elif unit.rule is not None:
            parts.append(f"[{unit.text}]")
            run = 0
        else:
            run += 1
            if run > LONGEST_RUN:
                parts.append("..")
                run = 1
            parts.append(unit.text)
        before = n
    return " ".join(parts)


def _names(units: tuple[Unit, ...], rulebook: Rulebook | None) -> tuple[str, ...]:
    """For each number, the quantities that have this value."""
    if rulebook is None:
        return ()
    found = []
    for unit in units:
        if unit.is_number:
            names = [
                q.name
                for q in rulebook.quantities.values()
                if q.value == unit.value or (isinstance(q.value, dict) and unit.value in q.value.values())
            ]
            found.append(" ".join(names) if len(names) < 4 else "")
    return tuple(found)
