"""`term-drift` from the vocabulary: one concept under several names, one word for several concepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findings import Quote, TextFinding
from rulecheck.solvers.texts.meaning import Meaning
from rulecheck.solvers.texts.stretches import Meant
from rulecheck.solvers.texts.wording import words
from rulecheck.spec.folding import fold
from rulecheck.spec.lexicon import Sighted
from rulecheck.spec.text import shape


@frozen
class Use:
    """A place where a concept is named."""

    meant: Meant
    name: int
    """Which of its names: 0 for the first."""
    clauses: tuple[str, ...]


def naming(check: TextCheck) -> Iterator[TextFinding]:
    """Concepts with two names that the text uses both, and words that it uses for two concepts."""
    if check.meaning is None:
        return
    uses = uses_of(check, check.meaning)
    for concept in check.edition.forms:
        if len(check.edition.forms[concept]) > 1 and len({use.name for use in uses.get(concept, ())}) > 1:
            yield _two_names(check, concept, uses[concept])
    yield from _two_things(check, uses)


def uses_of(check: TextCheck, meaning: Meaning) -> Mapping[str, Sequence[Use]]:
    """By concept of the game: every place of a rule where it is named, in the order of the text."""
    uses: dict[str, list[Use]] = {}
    names = {concept: tuple(map(_forms, listed)) for concept, listed in check.edition.forms.items()}
    for stretch in meaning.stretches:
        clauses = tuple(dict.fromkeys(c for said in stretch.said for c in said.passage.clauses))
        for place in meaning.meant(stretch):
            if place.concept in names and place.concept not in meaning.glossary.of_packs:
                name = _name_of(place.sighted.words, names[place.concept])
                uses.setdefault(place.concept, []).append(Use(place, name, clauses))
    for number, _ in enumerate(check.text.sentences):
        if number in meaning.by_sentence or check.laid.is_skipped(number):
            continue
        for sighted in meaning.sighted(number):
            if sighted.concept in names and not sighted.also and sighted.concept not in meaning.glossary.of_packs:
                name = _name_of(sighted.words, names[sighted.concept])
                uses.setdefault(sighted.concept, []).append(Use(Meant(sighted.concept, sighted), name, ()))
    return {concept: sorted(listed, key=lambda use: use.meant.sighted.start) for concept, listed in uses.items()}


def names_of(check: TextCheck) -> list[tuple[Sighted, list[str]]]:
    """Every place where a concept of the game is named, and only it, with the text's words of the same name."""
    if check.meaning is None:
        return []
    uses = uses_of(check, check.meaning)
    pairs: list[tuple[Sighted, list[str]]] = []
    for listed in uses.values():
        plain = [use for use in listed if not use.meant.sighted.also and use.clauses]
        for use in plain:
            same = [_said(check, other).lower() for other in plain if other.name == use.name]
            pairs.append((use.meant.sighted, same))
    return pairs


def _forms(name: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(fold(form).split()) for form in name.split(",") if form.strip())


@lru_cache(maxsize=20_000)
def _name_of(said: str, names: Sequence[Sequence[tuple[str, ...]]]) -> int:
    """Which name the words of a text are a form of; the longest form decides."""
    best, chosen = (0, 0), 0
    parts = said.split()
    for n, forms in enumerate(names):
        for form in forms:
            plain = tuple(word for word in form if word != "..")
            if len(plain) == len(parts) and all(map(_is, parts, plain)):
                weight = (len(plain), sum(map(len, plain)))
                if weight > best:
                    best, chosen = weight, n
    return chosen


def _is(word: str, form: str) -> bool:
    if form.endswith("*"):
        return word.startswith(form[:-1])
    return shape(word) == shape(form)


def _quote(check: TextCheck, use: Use, note: str) -> Quote:
    return check.at(use.meant.sighted.start, use.meant.sighted.end, note)


def _said(check: TextCheck, use: Use) -> str:
    return check.text.quote(use.meant.sighted.start, use.meant.sighted.end)


def times(count: int) -> str:
    """How often, in words."""
    return "once" if count == 1 else f"{count} times"


def _two_names(check: TextCheck, concept: str, uses: Sequence[Use]) -> TextFinding:
    often = Counter(use.name for use in uses)
    first = {name: next(use for use in uses if use.name == name) for name in sorted(often)}
    own, *others = first
    told = ", ".join(f'"{_said(check, first[name])}"' for name in others)
    message = f'more than one name for {words(concept)}: "{_said(check, first[own])}", {told}'
    quotes = [_quote(check, first[name], f"another name, {times(often[name])}") for name in others]
    quotes.append(_quote(check, first[own], f"its name, {times(often[own])}"))
    return TextFinding(
        "term-drift",
        message,
        (),
        tuple(quotes),
        f'call it "{_said(check, first[own])}" everywhere',
    )


def _two_things(check: TextCheck, uses: Mapping[str, Sequence[Use]]) -> Iterator[TextFinding]:
    """Words with two senses that the text has both of."""
    groups: dict[frozenset[str], dict[str, list[Use]]] = {}
    for concept, listed in uses.items():
        for use in listed:
            senses = frozenset((use.meant.sighted.concept, *use.meant.sighted.also))
            if len(senses) > 1:
                groups.setdefault(senses, {}).setdefault(concept, []).append(use)
    for meant in groups.values():
        if len(meant) < 2:
            continue
        first = [listed[0] for listed in meant.values()]
        word = min((_said(check, use) for listed in meant.values() for use in listed), key=len).lower()
        things = " and ".join(words(concept) for concept, listed in meant.items())
        clauses = tuple(dict.fromkeys(c for use in first for c in use.clauses[:1]))
        quotes = tuple(_quote(check, use, words(use.meant.concept)) for use in first)
        yield TextFinding(
            "term-drift", f'"{word}" names two things: {things}', clauses, quotes, "give one of them another name"
        )
