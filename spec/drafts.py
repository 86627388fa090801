"""A first edition file for a new text: a key phrase for every rule-bearing sentence, its numbers, its rule words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from attrs import frozen

from rulecheck.spec.editionfile import editions, load_edition
from rulecheck.spec.laid import Laid, is_rule_bearing
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
    """The shortest phrase that stands here first: the holes, a word beside each, then rarer words till it is unique."""
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
    order = [match.first in span for match in finder.find(phrase)]
    return text, order.index(True) + 1 if True in order else 1


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


@frozen
class Draft:
    """An edition file, begun."""

    toml: str
    placed: int
    left: int


def draft_of(text: Text, rulebook: Rulebook) -> Draft:
    """An edition file for a text, that can be used at once: what could not be placed stands in it as comments.

    A phrase is placed with a clause if another edition of this language has a passage there, or if the numbers of the
    sentence are those of one clause and of no other.
    """
    known = _known_places(text, rulebook)
    by_number = _clauses_by_number(rulebook)
    rows: list[str] = []
    placed = 0
    for proposal in proposals(text, rulebook):
        units = range(proposal.sentence.first, proposal.sentence.last)
        clauses = sorted(known.get(text.sentence_of(proposal.sentence.first), ()))
        phrase = proposal.phrase
        if not clauses:
            values = [text.units[n].value for n in units if text.units[n].is_number]
            guess = _guess([v for v in values if v is not None], by_number)
            if guess is not None:
                clauses, phrase = [guess], _named(phrase, guess, rulebook)
        nth = f", nth = {proposal.nth}" if proposal.nth > 1 else ""
        row = f'{{ of = "{" ".join(clauses)}", find = "{phrase}"{nth} }},'
        if clauses and proposal.nth <= 20:
            placed += 1
            rows.append(f"  {row}  # line {proposal.line}")
        else:
            rows.append(f"  # {row}  # line {proposal.line}")
    left = len(rows) - placed
    words = ", ".join(f'"{w}"' for w in _key_words(text))
    head = [
        f"# {rulebook.title}: a draft. Give every passage its clauses (of), every number its name ({{name}}),",
        "# and take the # from the lines that are done. docs/editions.md describes the format.",
        "",
        "[edition]",
        f'language = "{text.language.code}"',
        f'title = "{rulebook.title}, {text.language.name}"',
        f"recognise = [{words}]",
        "",
        "[[section]]",
        'id = "text"',
        "says = [",
        *rows,
        "]",
        "",
    ]
    said = {c for row in rows if not row.startswith("  #") for c in row.split('"')[1].split()}
    lost = [c for c in rulebook.clauses if c not in said]
    tail = ["# Clauses without a passage yet; those that this text really lacks go under [lacks], with the reason:"]
    tail += [f"#   {clause}" for clause in lost]
    return Draft("\n".join([*head, *tail, ""]), placed, left)


def _known_places(text: Text, rulebook: Rulebook) -> dict[int, set[str]]:
    """By sentence: the clauses that other editions in this language have a passage for there."""
    found: dict[int, set[str]] = {}
    for id in editions(rulebook):
        edition = load_edition(rulebook, id)
        if edition.language.code != text.language.code:
            continue
        for passage, group in zip(edition.passages, Laid(edition, text).all_said().values(), strict=True):
            for said in group:
                places = Counter(text.sentence_of(n) for n in said.match.units if n is not None)
                sentence, most = places.most_common(1)[0]
                if said.match.is_exact and 2 * most > len(said.match.units):
                    found.setdefault(sentence, set()).update(passage.clauses)
    return found


def _clauses_by_number(rulebook: Rulebook) -> dict[str, list[int]]:
    """Each clause's numbers, every player count's."""
    found: dict[str, list[int]] = {}
    for quantity in rulebook.quantities.values():
        values = [quantity.value] if isinstance(quantity.value, int) else list(quantity.value.values())
        found.setdefault(quantity.clause, []).extend(values)
    return found


def _guess(values: list[int], clauses: Mapping[str, list[int]]) -> str | None:
    """The only clause whose numbers a sentence has; rare numbers weigh more than common ones."""
    if not values:
        return None
    often = Counter(v for own in clauses.values() for v in set(own))
    scores = {
        clause: sum(1 / often[v] for v in set(values) & set(own)) / (1 + 0.1 * len(set(own) - set(values)))
        for clause, own in clauses.items()
    }
    ranked = sorted(scores, key=lambda c: -scores[c])
    if len(ranked) < 2 or scores[ranked[0]] < 0.5 or scores[ranked[0]] < 1.5 * scores[ranked[1]]:
        return None
    return ranked[0]


def _named(phrase: str, clause: str, rulebook: Rulebook) -> str:
    """A phrase with the clause's own names for numbers that only one of its quantities has."""
    names: dict[str, set[str]] = {}
    for quantity in rulebook.quantities.values():
        if quantity.clause == clause and isinstance(quantity.value, int):
            names.setdefault(str(quantity.value), set()).add(quantity.name)

    def name(found: re.Match[str]) -> str:
        mine = names.get(found[1], set())
        return f"{{{next(iter(mine))}}}" if len(mine) == 1 else found[0]

    return re.sub(r"\{(\d+)\}", name, phrase)


def _key_words(text: Text) -> list[str]:
    """The words that a text has most often, of those that are no small words."""
    often = Counter(u.text for u in text.units if len(u.text) > 5 and u.rule is None and not u.is_number)
    return [word for word, _ in often.most_common(8)]
