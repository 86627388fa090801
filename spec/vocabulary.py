"""The concepts of a game: ids, siblings and English words beside the rulebook, other languages' words in the editions.

`spec/<game>/concepts.toml` and `accepted.toml`; docs/spec-format.md describes them.  What every game speaks of (rounds
and turns, own and other, may and must, left and right) comes from the language packs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from rulecheck.spec.errors import SpecError, meant, shown
from rulecheck.spec.files import Block, display, line_of_key, read_text
from rulecheck.spec.languages import LANGUAGES, Concept, Language, groups
from rulecheck.spec.lexicon import Lexicon, LexiconError, Sighted
from rulecheck.spec.model import Rulebook

NEAR: Final = (
    frozenset({"each", "all", "each-player", "all-players", "any", "both"}),
    frozenset({"no", "none", "nobody", "never", "must-not", "need-not", "without"}),
    frozenset({"may", "optional"}),
    frozenset({"one", "once", "exactly"}),
    frozenset({"other", "other-player"}),
    frozenset({"most", "larger", "more"}),
    frozenset({"less", "least"}),
)
"""Concepts of which one in a clause's wording lets its passages use the others: the same rule in other words."""

OPPOSITE: Final = "opposite"
"""The dimension of the packs' everyday words and their opposites: young and old, cheap and dear."""

ANY: Final = "*"
"""The row of accepted.toml for what any passage may mention."""

KINDS: Final = ("act", "thing", "place", "attribute", "measure", "person", "period", "word")
"""What a concept can be; a `word` is a small word that says nothing by itself ("instead")."""

PACK_KINDS: Final = {
    "period": "period",
    "whose": "person",
    **dict.fromkeys(("place", "rotation", "face", "other"), "attribute"),
}
"""The kinds of the language packs' concepts by their group; the rest are words."""

_TABLES: Final = ("near", "kinds", "part-of")
"""Tables of concepts.toml that are no groups."""

_NEGATIONS: Final = frozenset({"no", "none", "nobody", "never", "must-not", "need-not"})
_JOINT: Final = re.compile(r"['’]")
"""Apostrophes part two words of a text."""

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


@frozen(eq=False)
class Glossary:
    """What a game speaks of, in no language but with English words for our own rulebook."""

    path: str
    groups: Mapping[str, tuple[str, ...]]
    """By group: its concepts, those of the language packs included.  Concepts of a group are siblings."""
    english: Mapping[str, tuple[str, ...]] = field(repr=False)
    """By concept: its beginnings of English words."""
    accepted: Mapping[str, frozenset[str]] = field(repr=False)
    """By clause: what its passages may mention beyond its wording, in any language."""
    rulebook: Rulebook = field(repr=False)
    near: tuple[frozenset[str], ...] = field(repr=False, default=NEAR)
    """Concepts of which one in a clause lets its passages use the others; the packs' and the game's own."""
    kinds: Mapping[str, str] = field(repr=False, factory=dict)
    """By concept: one of KINDS.  The game's own have none where concepts.toml does not say."""
    part_of: Mapping[str, tuple[str, ...]] = field(repr=False, factory=dict)
    """By concept: what it is a part of, or stands on."""

    @cached_property
    def group_of(self) -> Mapping[str, str]:
        """By concept: its group."""
        return {concept: group for group, concepts in self.groups.items() for concept in concepts}

    @cached_property
    def of_packs(self) -> frozenset[str]:
        """The concepts that language packs have words for."""
        return frozenset(_pack_groups())

    def siblings(self, concept: str) -> tuple[str, ...]:
        """What can stand in a concept's place and makes another rule."""
        return tuple(c for c in self.groups[self.group_of[concept]] if c != concept)

    def dimension(self, concept: str) -> str:
        """What a person calls a concept's group: `time`, `whose`, `side`, …; the group's name for one of the game."""
        group = self.group_of[concept]
        return groups()[group].dimension if group in groups() else group

    def lexicon(self, forms: Mapping[str, Iterable[str]], language: Language, more: Sequence[Concept] = ()) -> Lexicon:
        """A language's words for a game's concepts; raises LexiconError for a form that two packs claim.

        With more concepts beside them every sense of a word is told.
        """
        own = [
            Concept(concept, self.group_of[concept], tuple(_folded(words, language)), shares=True)
            for concept, words in forms.items()
        ]
        packs = [Concept(_short(c.id), c.group, c.forms) for c in language.concepts.values()]
        return Lexicon([*own, *packs, *more], language, all_senses=bool(more))

    @cached_property
    def _english(self) -> Lexicon:
        return self.lexicon(self.english, LANGUAGES["en"])

    def sighted_in_english(self, text: str) -> tuple[Sighted, ...]:
        """The words of one of our own sentences that name concepts."""
        return _read_in_english(self._english, text)

    def in_english(self, text: str) -> Counter[str]:
        """The concepts of one of our own sentences, with how often they stand there."""
        told = Counter[str]()
        for sighted in self.sighted_in_english(text):
            told.update((sighted.concept, *sighted.also))
        return told

    @cached_property
    def _stated(self) -> dict[str, frozenset[str]]:
        return {}

    def stated(self, clause: str) -> frozenset[str]:
        """What a clause speaks of: its wording, its heading and the name before the point of its id."""
        if clause not in self._stated:
            row = self.rulebook.clauses[clause]
            subject = clause.partition(".")[0].replace("-", " ")
            self._stated[clause] = frozenset(self.in_english(f"{row.title}. {subject}. {row.text}"))
        return self._stated[clause]

    def may_say(self, clauses: Iterable[str], examples: Iterable[str] = ()) -> frozenset[str]:
        """What a passage of these clauses may speak of: stated, accepted, or as good as stated."""
        key = tuple(clauses), tuple(examples)
        if key not in self._sayable:
            self._sayable[key] = self._may_say(*key)
        return self._sayable[key]

    @cached_property
    def _sayable(self) -> dict[tuple[tuple[str, ...], ...], frozenset[str]]:
        return {}

    def _may_say(self, clauses: Iterable[str], examples: Iterable[str]) -> frozenset[str]:
        stated = {*self.accepted.get(ANY, ()), *_opposites()}
        for clause in clauses:
            stated |= self.stated(clause) | self.accepted.get(clause, frozenset())
        for example in examples:
            stated |= set(self.in_english(self.rulebook.examples[example].source))
        return self.closed(stated)

    def closed(self, concepts: Iterable[str]) -> frozenset[str]:
        """Concepts, and those that say the same in other words (a denial takes "may" and "must" with it)."""
        known = set(concepts)
        for near in self.near:
            if known & near:
                known |= near
        if known & _NEGATIONS:
            known |= {"may", "must", "optional"}
        if known & {"optional", "need-not"}:
            known |= {"may", "must", "no"}
        return frozenset(known)


@lru_cache(maxsize=4096)
def _read_in_english(lexicon: Lexicon, text: str) -> tuple[Sighted, ...]:
    return tuple(lexicon.read(text))


def _short(id: str) -> str:
    """A pack's concept without its group: names are unique over the groups."""
    return id.rpartition(".")[2]


@cache
def _pack_groups() -> Mapping[str, str]:
    return {concept: group.name for group in groups().values() for concept in group.concepts}


@cache
def _opposites() -> frozenset[str]:
    """Everyday words that any passage may have; the opposite in the place of one makes another rule."""
    return frozenset(c for group in groups().values() if group.dimension == OPPOSITE for c in group.concepts)


def _folded(forms: Iterable[str], language: Language) -> Iterator[str]:
    """Forms as a lexicon compares them; commas part several.

    A word that without its accents would be a frequent small word keeps them: "dé" is no "de".
    """
    for form in forms:
        for part in form.split(","):
            written = part.strip().lower()
            words = language.fold(" ".join(_JOINT.sub(" ", part).split()))
            if words:
                yield written if words in language.common and written not in language.small else words


def glossary_of(rulebook: Rulebook) -> Glossary | None:
    """A game's concepts; None for a game that has no concepts.toml.  Raises SpecError for one with a mistake."""
    if rulebook.file is None:
        return None
    path = rulebook.file.parent / "concepts.toml"
    return _read(path, rulebook) if path.is_file() else None


@cache
def _read(path: Path, rulebook: Rulebook) -> Glossary:
    accepted = path.with_name("accepted.toml")
    more = read_text(accepted) if accepted.is_file() else ""
    return parse_glossary(read_text(path), rulebook, more, display(path))


def parse_glossary(concepts: str, rulebook: Rulebook, accepted: str = "", path: str = "concepts.toml") -> Glossary:
    """Read a game's concepts and what is accepted of them; raises SpecError for the first mistake, with its line."""
    block = Block(path, concepts, 1, "concepts")
    own: dict[str, str] = {}
    english: dict[str, tuple[str, ...]] = {}
    members: dict[str, list[str]] = {name: list(group.concepts) for name, group in groups().items()}
    of_packs = _pack_groups()
    near = block.table_at(block.body, "near", {})
    for group, rows in block.body.items():
        if group in _TABLES:
            continue
        if not isinstance(rows, dict):
            raise block.error(f"{shown(group)} is not a group", f'write [group], then {group} = ["word"]', group)
        for concept in rows:
            if not _NAME.fullmatch(concept):
                raise block.error(f"{shown(concept)} is not an id", "use a-z, 0-9 and hyphens", concept)
            if concept in own or concept in of_packs:
                where = f"[{own[concept]}]" if concept in own else "the language packs"
                raise block.error(f"{shown(concept)} is in {where} already", "give it another id", concept)
            own[concept] = group
            english[concept] = block.texts_at(rows, concept)
            members.setdefault(group, []).append(concept)
    bare = Glossary(
        path=path,
        groups={group: tuple(names) for group, names in members.items()},
        english=english,
        accepted={},
        rulebook=rulebook,
    )
    for name in near:
        for concept in block.texts_at(near, name):
            if concept not in bare.group_of:
                raise block.error(f"no concept {shown(concept)}", meant(concept, bare.group_of, "there are"), name)
    kinds = _kinds(block, bare)
    wholes = block.table_at(block.body, "part-of", {})
    part_of = {name: block.texts_at(wholes, name) for name in wholes}
    for name in (*part_of, *chain.from_iterable(part_of.values())):
        if name not in bare.group_of:
            raise block.error(f"no concept {shown(name)}", meant(name, bare.group_of, "there are"), name)
    own_near = tuple(frozenset(block.texts_at(near, name)) for name in near)
    rows = _accepted(accepted, bare, str(Path(path).with_name("accepted.toml")))
    glossary = evolve(bare, near=(*NEAR, *own_near), accepted=rows, kinds=kinds, part_of=part_of)
    try:
        glossary.in_english("")
    except LexiconError as problem:
        raise SpecError(path, line_of_key(concepts, problem.concepts[-1]), str(problem), "fix one of them") from None
    return glossary


def _kinds(block: Block, bare: Glossary) -> dict[str, str]:
    """Each concept's kind: its own row, its group's, or what the packs' groups are."""
    table = block.table_at(block.body, "kinds", {})
    block.only(table, KINDS)
    rows = {name: kind for kind in table for name in block.texts_at(table, kind)}
    for name in rows:
        if name not in bare.groups and name not in bare.group_of:
            known = [*bare.groups, *bare.group_of]
            raise block.error(f"no group or concept {shown(name)}", meant(name, known, "there are"), "kinds")
    kinds = {concept: PACK_KINDS.get(group, "word") for concept, group in _pack_groups().items()}
    for concept, group in bare.group_of.items():
        if kind := rows.get(concept) or (rows.get(group) if concept not in kinds else None):
            kinds[concept] = kind
    return kinds


def _accepted(text: str, glossary: Glossary, path: str) -> dict[str, frozenset[str]]:
    if not text.strip():
        return {}
    block = Block(path, text, 1, "accepted")
    accepted: dict[str, frozenset[str]] = {}
    clauses = glossary.rulebook.clauses
    for clause in block.body:
        if clause not in clauses and clause != ANY:
            raise block.error(f"no clause {shown(clause)}", meant(clause, clauses, "the clauses are"), clause)
        names = block.texts_at(block.body, clause)
        for name in names:
            if name not in glossary.group_of:
                hint = meant(name, glossary.group_of, "add it to concepts.toml; there are")
                raise block.error(f"no concept {shown(name)}", hint, clause)
        accepted[clause] = frozenset(names)
    return accepted
