"""What a text calls the things of a game: from the user's glossary, from another edition, or from our own English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import frozen

from rulecheck.solvers.drafts.features import lemmatiser
from rulecheck.solvers.translation.everyday import named
from rulecheck.spec.editionfile import editions, load_edition
from rulecheck.spec.languages import Language
from rulecheck.spec.model import Rulebook
from rulecheck.spec.termlist import Entry, TermList
from rulecheck.spec.vocabulary import Glossary, glossary_of

_PLAIN: Final = frozenset({"act", "attribute", "measure"})
"""What most languages have one plain word for; things, places and persons are called what the translator calls them."""


@frozen
class Forms:
    """The names of a game's concepts in one language."""

    names: Mapping[str, tuple[str, ...]]
    """By concept: its names, each with its forms by commas."""
    sources: tuple[str, ...]
    """Where they come from, for a person."""
    unknown: tuple[str, ...] = ()
    """Terms of the glossary that are no concepts of the game."""
    without: tuple[str, ...] = ()
    """Concepts of the game that have no name."""


def forms_of(
    rulebook: Rulebook, language: Language, terms: TermList | None = None, *, uses_editions: bool = True
) -> Forms:
    """The names of a game's concepts in a language.

    What the glossary does not name is taken from the game's editions in this language, and for English from ours.
    """
    glossary = glossary_of(rulebook)
    if glossary is None:
        return Forms({}, ())
    names: dict[str, tuple[str, ...]] = {}
    sources: list[str] = []
    unknown: tuple[str, ...] = ()
    if terms is not None:
        own, unknown = _of_terms(terms, glossary, language)
        names.update(own)
        sources.append(f"{terms.path} ({len(own)})")
    if uses_editions:
        for id in editions(rulebook):
            edition = load_edition(rulebook, id)
            if edition.language.code == language.code:
                more = {c: own for c, own in edition.forms.items() if c not in names}
                names.update(more)
                sources.append(f"edition {id} ({len(more)})")
    if language.code == "en":
        more = {c: (", ".join(own),) for c, own in glossary.english.items() if c not in names and own}
        names.update(more)
        sources.append(f"our rulebook ({len(more)})")
    elif names:
        more = _everyday(glossary, language, names)
        names.update(more)
        sources.append(f"everyday words ({len(more)})")
    order = [c for c in glossary.english if c in names]
    order += [c for c in names if c not in glossary.english]
    without = tuple(c for c in glossary.english if c not in names)
    return Forms({c: names[c] for c in order}, tuple(sources), unknown, without)


def _everyday(glossary: Glossary, language: Language, names: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """What everybody calls the acts and attributes of a game that a glossary of its nouns leaves out."""
    lacking = {c: own for c, own in glossary.english.items() if c not in names and glossary.kinds.get(c) in _PLAIN}
    forms = {concept: named(own, language.code) for concept, own in lacking.items()}
    return {concept: (", ".join(own),) for concept, own in forms.items() if own}


def _of_terms(
    terms: TermList, glossary: Glossary, language: Language
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """The terms of a glossary by concept, and those that are none of the game's."""
    by_concept: dict[str, list[Entry]] = {}
    for entry in terms.entries:
        by_concept.setdefault(entry.concept, []).append(entry)
    names: dict[str, list[str]] = {}
    unknown: list[str] = []
    for name, entries in by_concept.items():
        own = [entry for entry in entries if entry.language in ("", language.code)]
        if not own:
            continue
        concept = _concept(name, entries, glossary)
        if concept is None:
            unknown.append(name)
            continue
        names.setdefault(concept, []).extend(form for entry in own for form in entry.forms)
    return {concept: (", ".join(dict.fromkeys(forms)),) for concept, forms in names.items()}, tuple(unknown)


def _concept(name: str, entries: Iterable[Entry], glossary: Glossary) -> str | None:
    """The game's concept that a term is: by its id, or by its English name."""
    if name in glossary.group_of:
        return name
    english: Sequence[str] = [name.replace("-", " ")]
    english = [*(form for entry in entries if entry.language == "en" for form in entry.forms), *english]
    for form in english:
        told = [c for c in glossary.in_english(form.rstrip("*")) if c in glossary.english]
        if len(told) == 1:
            return told[0]
    lemma = lemmatiser("en")
    known = {lemma(form.rstrip("*")): c for c, own in glossary.english.items() for form in own}
    return known.get(lemma(name.replace("-", " ")))  # "die" for "dice"
