"""What a text calls the things of a game: from the user's glossary, from another edition, or from our own English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from rulecheck.solvers.drafts.features import lemmatiser
from rulecheck.solvers.translation.everyday import named
from rulecheck.spec.editionfile import editions, load_edition
from rulecheck.spec.languages import Language
from rulecheck.spec.languages.packs import normal
from rulecheck.spec.model import Rulebook
from rulecheck.spec.termlist import Entry, TermList, widened
from rulecheck.spec.vocabulary import Glossary, glossary_of

_STEM: Final = re.compile(r"[aeious]+$")
"""What a noun may end in otherwise."""

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
    """What everybody calls the things and acts of a game that a glossary leaves out; persons are the translator's.

    A word that the glossary has for one thing is no other's, unless our English has two words where it has one.
    """
    claims = {form: "" for pack in language.concepts.values() for form in pack.forms}
    claims |= {normal(form): c for c, own in names.items() for row in own for form in row.split(",")}
    more: dict[str, list[str]] = {}
    for by_name in (True, False):
        for concept, own in glossary.english.items():
            kind = glossary.kinds.get(concept)
            if concept in names or kind == "person" or (not by_name and (kind in _PLAIN or concept in more)):
                continue
            for meaning, forms in named(own, language.code, by_name=by_name):
                shared = {concept, meaning} if meaning in names else {concept}
                free = [f for f in forms if claims.get(normal(f), concept) in shared]
                more.setdefault(concept, []).extend(free)
                claims.update((normal(form), concept) for form in free if normal(form) not in claims)
    return {concept: (", ".join(dict.fromkeys(forms)),) for concept, forms in more.items() if forms}


def _of_terms(
    terms: TermList, glossary: Glossary, language: Language
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """The terms of a glossary by concept, and those that are none of the game's."""
    by_concept: dict[str, list[Entry]] = {}
    for entry in terms.entries:
        by_concept.setdefault(entry.concept, []).append(entry)
    names: dict[str, list[str]] = {}
    rows: list[tuple[frozenset[str], frozenset[str]]] = []
    heads: dict[str, list[tuple[str, str, bool]]] = {}
    unknown: list[str] = []
    of_pack = {form for pack in language.concepts.values() for form in pack.forms}
    for name, entries in by_concept.items():
        own = [entry for entry in entries if entry.language in ("", language.code)]
        if not own:
            continue
        concepts = _concepts(name, entries, glossary)
        if not concepts:
            unknown.append(name)
            continue
        forms = [f for entry in own for n, f in enumerate(entry.forms) if n == 0 or normal(f) not in of_pack]
        rows += [(frozenset(concepts), _words(form, language)) for form in forms if "*" not in form]
        for form in forms:
            if head := _head(form, language):
                heads.setdefault(_STEM.sub("", head), []).append((concepts[-1], head, " " in form.strip()))
        if len(concepts) == 1 or all(" " not in form.strip() for form in forms):
            names.setdefault(concepts[-1], []).extend(forms)  # of several the last one is what it is: "player board"
    for owners in heads.values():
        concept, head, is_part = owners[0]
        has_short_name = any(" " not in form for form in glossary.english.get(concept, ()))
        if is_part and has_short_name and concept in names and len({own for own, _, _ in owners}) == 1:
            names[concept] += widened(head)
    for concept, word in _parts(rows, glossary, names):
        names[concept] = [*widened(word)]
    return {concept: (", ".join(dict.fromkeys(forms)),) for concept, forms in names.items()}, tuple(unknown)


def _head(form: str, language: Language) -> str:
    """The noun of a term, by which a text calls the thing too; empty for a beginning."""
    words = [word for word in normal(form).split() if word not in language.common and not word.isdecimal()]
    return "" if not words or "*" in form else words[0 if language.adjectives_after else -1]


def _words(form: str, language: Language) -> frozenset[str]:
    """The words of a term, small ones left out."""
    return frozenset(word for word in normal(form).split() if len(word) > 2 and word not in language.common)


def _parts(
    rows: Sequence[tuple[frozenset[str], frozenset[str]]], glossary: Glossary, names: Mapping[str, object]
) -> Iterator[tuple[str, str]]:
    """Words for concepts that a glossary names only together with others: "island space", "city space".

    It is the word that all terms with the concept have, and no other term.  Kinds of one thing that share a word share
    it for the thing: "cargo ship", "colonist ship".
    """
    kinds = {of for concept in names for of in glossary.part_of.get(concept, ())}
    for concept in glossary.english:
        if concept in names:
            continue
        is_kind = concept in kinds
        mine = [
            w
            for cs, w in rows
            if concept in cs or (is_kind and any(concept in glossary.part_of.get(c, ()) for c in cs))
        ]
        rest = frozenset[str]().union(*(words for _, words in rows if words not in mine))
        left = frozenset.intersection(*mine) - rest if mine and (len(mine) > 1 or not is_kind) else frozenset[str]()
        if len(left) == 1:
            yield concept, next(iter(left))


def _ends_with(form: str, concept: str, glossary: Glossary) -> bool:
    """Whether a term's last word is a concept's: a draw pile is a pile."""
    return any(s.concept == concept and s.end >= len(form.rstrip("*")) for s in glossary.sighted_in_english(form))


def _concepts(name: str, entries: Iterable[Entry], glossary: Glossary) -> tuple[str, ...]:
    """The game's concepts that a term names: one by its id or its English name, or several."""
    if name in glossary.group_of:
        return (name,)
    several: tuple[str, ...] = ()
    english: Sequence[str] = [name.replace("-", " ")]
    english = [*(form for entry in entries if entry.language == "en" for form in entry.forms), *english]
    for form in english:
        told = [c for c in glossary.in_english(form.rstrip("*")) if c in glossary.english]
        is_thing = any(glossary.kinds.get(c) == "act" and not _ends_with(form, c, glossary) for c in told)
        if len(told) == 1 and not is_thing:
            return (told[0],)
        several = several or (() if is_thing else tuple(told))
    lemma = lemmatiser("en")
    forms_of_lemma = {lemma(form.rstrip("*")): c for c, own in glossary.english.items() for form in own}
    concept = forms_of_lemma.get(lemma(name.replace("-", " ")))  # "die" for "dice"
    return several if concept is None else (concept,)
