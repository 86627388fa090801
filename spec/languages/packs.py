"""Language packs, read from their files: `spec/languages/<code>.toml`, or a file of the user's own.

docs/languages.md describes the format.  Number words that num2words knows are added to those of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from attrs import field, frozen

from rulecheck.spec.errors import SpecError, meant, shown
from rulecheck.spec.files import ROOT, Block, display, kind_of, read_text
from rulecheck.spec.folding import fold
from rulecheck.spec.languages.model import FUNCTIONS, WITHOUT, Concept, Language, RuleWord, without_pack

_DIGITS: Final = 9
"""Of a number for which a language has a word."""
FOLDER: Final = ROOT / "languages"
HIGHEST: Final = 100
"""Up to here number words are made for a language."""
HIGHEST_ORDINAL: Final = 31

_KEYS: Final = (
    "examples",
    *(
        "name",
        "common",
        "letters",
        "plain",
        "verbs",
        "nothing",
        "abbreviations",
        "counts",
        "endings",
        "misread",
    ),
    *("articles", "numbers", "rule_words", "concepts", "contrasts", "reading"),
)
_SETTINGS: Final = ("negative", "negative-acts", "possessive", "adjectives", "owners", "subjects")
_WORD: Final = re.compile(r"[^\W_]+")
_FORM: Final = re.compile(r"\.\.|[^\W_]+\*?")


@frozen
class Group:
    """Concepts that can stand in one another's place, as `concepts.toml` lists them."""

    name: str
    dimension: str
    """What a person calls it: `time`, `whose`, `side`, `not`, …"""
    concepts: tuple[str, ...]
    rule_words: tuple[str, ...] = ()
    """Those that a text is read for word by word."""
    opposite: Mapping[str, str] = field(factory=dict)


@frozen
class Contrasts:
    """Everyday words, as `contrasts.toml` lists them."""

    groups: Mapping[str, tuple[str, ...]]
    """Words that exclude one another, by group."""
    acts: frozenset[str]
    """Those that say what is done, or how things are then."""
    excluded: Mapping[str, tuple[str, ...]]
    """Words of other groups that exclude what was said."""
    alike: tuple[frozenset[str], ...]
    """Rows of words that can stand for one another."""


@cache
def groups() -> Mapping[str, Group]:
    """The groups of concepts that packs have words for, by name."""
    path = FOLDER / "concepts.toml"
    block = Block(display(path), read_text(path), 1, "concepts")
    return {
        name: Group(
            name=name,
            dimension=table["dimension"],
            concepts=tuple(table["concepts"]),
            rule_words=tuple(table.get("rule_words", ())),
            opposite=dict(table.get("opposite", {})),
        )
        for name, table in block.body.items()
    }


@cache
def contrasts() -> Contrasts:
    """Everyday words, which exclude one another and which can stand for one another, as `contrasts.toml` lists them."""
    path = FOLDER / "contrasts.toml"
    block = Block(display(path), read_text(path), 1, "contrasts")

    def rows(name: str) -> Mapping[str, tuple[str, ...]]:
        table = block.table_at(block.body, name)
        return {row: block.texts_at(table, row) for row in table}

    acts, manners = rows("acts"), rows("manners")
    alike = tuple(map(frozenset, rows("alike").values()))
    return Contrasts({**acts, **manners}, frozenset(chain.from_iterable(acts.values())), rows("excludes"), alike)


def siblings(id: str) -> tuple[str, ...]:
    """The ids of a concept's group, without its own."""
    group = groups()[id.partition(".")[0]]
    return tuple(f"{group.name}.{name}" for name in group.concepts if f"{group.name}.{name}" != id)


class Packs(Mapping[str, Language]):
    """The languages there are, each read when it is first asked for."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the languages that have a pack."""
        return _codes(self.folder)

    def __getitem__(self, code: str) -> Language:
        if code not in self.codes:
            raise KeyError(code)
        return _pack(self.folder / f"{code}.toml")

    def __iter__(self) -> Iterator[str]:
        return iter(self.codes)

    def __len__(self) -> int:
        return len(self.codes)

    def __contains__(self, code: object) -> bool:
        return code in self.codes


@cache
def _codes(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(p.stem for p in folder.glob("*.toml") if p.stem not in ("concepts", "contrasts")))


LANGUAGES: Final = Packs()


@cache
def _pack(path: Path) -> Language:
    return read_pack(path)


def read_pack(path: Path) -> Language:
    """A language pack; its file's name is the language's code.  Raises SpecError for what cannot be used."""
    return _Pack(path).language()


class _Pack:
    """A pack's file, being read."""

    def __init__(self, path: Path) -> None:
        self.code = path.stem
        self.block = Block(display(path), read_text(path), 1, f"language pack {self.code}")
        self.body = self.block.body
        self.block.only(self.body, _KEYS)
        self.small = frozenset(self._signs("common").lower().split())
        self.common = frozenset(map(fold, self.small))
        self.claimed: dict[str, str] = {}
        """Which concept a form belongs to."""

    def language(self) -> Language:
        nothing = tuple(normal(form) for form in self._signs("nothing").split(","))
        self.claimed.update((form, "nothing") for form in nothing if form)
        rule_words = self._rule_words()
        forms = self._concepts()
        articles = {fold(w): self._number(v, w) for w, v in self.block.table_at(self.body, "articles", {}).items()}
        plain = frozenset(self._words("plain"))
        taken = {*rule_words, *articles, *plain}
        numbers, phrases = self._numbers()
        for words, value in self._made():
            if len(words) == 1 and words[0] not in taken:
                numbers.setdefault(words[0], value)
            elif len(words) > 1 and value not in map(numbers.get, words):  # "al doilea" is "doilea" as it stands
                phrases.setdefault(words, value)
        for word in numbers:
            if word in rule_words:
                raise self.block.error(f"{shown(word)} is a number and a rule word", "take it out of one", "numbers")
        reading = self.block.table_at(self.body, "reading", {})
        self.block.only(reading, (*FUNCTIONS, *_SETTINGS))
        return Language(
            functions={name: self._forms(reading, name) for name in FUNCTIONS if name in reading},
            negative=tuple(map(fold, self._forms(reading, "negative"))) if "negative" in reading else (),
            negative_acts=tuple(map(fold, self._forms(reading, "negative-acts"))) if "negative-acts" in reading else (),
            possessive=self._forms(reading, "possessive") if "possessive" in reading else (),
            adjectives_after=self._is_after(reading, "adjectives"),
            owners_after=self._is_after(reading, "owners"),
            owners_before="owners" in reading and not self._is_after(reading, "owners"),
            subjects_before="subjects" in reading and not self._is_after(reading, "subjects"),
            code=self.code,
            name=self.block.text_at(self.body, "name"),
            numbers=numbers,
            articles=articles,
            rule_words=rule_words,
            common=self.common,
            small=self.small,
            verbs=tuple(self._words("verbs")),
            nothing=tuple(form for form in nothing if form),
            letters=frozenset(self._signs("letters").lower()),
            plain=plain,
            examples=frozenset(self._words("examples")),
            number_phrases=phrases,
            concepts={
                id: Concept(id, id.partition(".")[0], tuple(dict.fromkeys(words))) for id, words in forms.items()
            },
            contrasts=tuple(self._contrasts()),
            abbreviations=frozenset(self._words("abbreviations")),
            misread={str(k): str(v) for k, v in self.block.table_at(self.body, "misread", {}).items()},
            opposites={
                (group.name, _means(name)): _means(other)
                for group in groups().values()
                for name, other in group.opposite.items()
            },
        )

    def _forms(self, table: Mapping[str, object], key: str) -> tuple[str, ...]:
        forms = [
            form.strip().lower() if form.strip().startswith("-") else " ".join(_FORM.findall(form.lower()))
            for form in self.block.text_at(table, key).split(",")
        ]
        return tuple(dict.fromkeys(form for form in forms if form))

    def _is_after(self, table: Mapping[str, object], key: str) -> bool:
        """Whether a setting says `after` and not `before`, which is meant without it."""
        place = self.block.text_at(table, key, "before")
        if place not in ("before", "after"):
            raise self.block.error(f"{key} stand {shown(place)}", "write before or after", key)
        return place == "after"

    def _made(self) -> Iterable[tuple[tuple[str, ...], int]]:
        """The numbers that num2words makes, and those that the file lets end in another way ("vingt et une")."""
        if not self.block.flag_at(self.body, "counts", True):
            return
        endings = {fold(k): words_of(str(v)) for k, v in self.block.table_at(self.body, "endings", {}).items()}
        for words, value in _generated(self.code):
            yield words, value
            for ending, others in endings.items():
                if words[-1].endswith(ending) and words != (ending,):
                    for other in others:
                        yield (*words[:-1], words[-1].removesuffix(ending) + other), value

    def _signs(self, key: str) -> str:
        return self.block.text_at(self.body, key) if key in self.body else ""

    def _words(self, key: str) -> list[str]:
        return [fold(w) for w in self.block.text_at(self.body, key, " ").split()] if key in self.body else []

    def _number(self, value: object, key: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.block.error(f"expected a whole number for {shown(key)}, found {kind_of(value)}", "fix it", key)
        return value

    def _numbers(self) -> tuple[dict[str, int], dict[tuple[str, ...], int]]:
        """The file's own number words; a comma stands between several, or a space where each is of one word."""
        numbers: dict[str, int] = {}
        phrases: dict[tuple[str, ...], int] = {}
        table = self.block.table_at(self.body, "numbers", {})
        for key in table:
            if not key.isdecimal() or len(key) > _DIGITS:
                raise self.block.error(f"{shown(key)} is not a number", 'write `2 = "two second"`', key)
            text = self.block.text_at(table, key)
            for form in text.split(",") if "," in text else text.split():
                words = words_of(form)
                if len(words) > 1:
                    phrases[words] = int(key)
                elif words:
                    numbers[words[0]] = int(key)
        return numbers, phrases

    def _rows(self, kind: str) -> Iterator[tuple[Group, str, list[str]]]:
        """Each row of a table of groups: the group, the concept's name, its forms."""
        table = self.block.table_at(self.body, kind, {})
        known = groups()
        for group_name, rows in table.items():
            if group_name not in known or not isinstance(rows, dict):
                raise self.block.error(
                    f"no group {shown(group_name)}", meant(group_name, known, "the groups are"), group_name
                )
            group = known[group_name]
            names = group.rule_words if kind == "rule_words" else group.concepts
            for name in rows:
                if name not in names:
                    hint = meant(name, names, f"{group_name} has")
                    raise self.block.error(f"no concept {shown(name)} in {group_name}", hint, name)
                yield group, name, [" ".join(f.split()) for f in self.block.text_at(rows, name).split(",")]

    def _rule_words(self) -> dict[str, RuleWord]:
        rule_words: dict[str, RuleWord] = {}
        for group, name, forms in self._rows("rule_words"):
            for form in forms:
                words = words_of(form)
                if not words or ".." in form:
                    raise self.block.error(
                        f"{shown(form)} is not a form of a rule word", "write one or several words", name
                    )
                rule_words[" ".join(words) + ("*" if form.endswith("*") else "")] = RuleWord(group.name, _means(name))
        return rule_words

    def _concepts(self) -> dict[str, list[str]]:
        """The forms of each concept: what the file lists for it, and the rule words that no other concept has."""
        forms_of = {f"{group.name}.{name}": list[str]() for group in groups().values() for name in group.concepts}
        for kind in ("concepts", "rule_words"):
            for group, name, forms in self._rows(kind):
                id = f"{group.name}.{name}"
                if id not in forms_of:  # a direction of turning is a rule word of `place`, a concept of its own group
                    id = next(other for other in forms_of if other.endswith(f".{name}"))
                for form in forms:
                    if kind == "concepts" or normal(form) not in self.claimed:
                        self._claim(form, id, name)
                        forms_of[id].append(self._with_accents(form))
        return {id: forms for id, forms in forms_of.items() if forms}

    def _contrasts(self) -> Iterator[Concept]:
        table = self.block.table_at(self.body, "contrasts", {})
        for group in table:
            if group not in contrasts().groups:
                raise self.block.error(
                    f"no group {shown(group)}", meant(group, contrasts().groups, "the groups are"), group
                )
            rows = self.block.table_at(table, group, {})
            self.block.only(rows, contrasts().groups[group])
            for name in rows:
                forms = (self._with_accents(form) for form in self.block.text_at(rows, name).split(","))
                yield Concept(name, group, tuple(dict.fromkeys(form for form in forms if form)), shares=True)

    def _with_accents(self, form: str) -> str:
        """A form folded, unless it would be another word that is frequent and small: Swedish "år" is no "är"."""
        folded, written = normal(form), " ".join(form.lower().split())
        return written if folded in self.common and written not in self.small else folded

    def _claim(self, form: str, id: str, key: str) -> None:
        text = normal(form)
        if not text.strip(" .*"):
            raise self.block.error(f"{shown(form)} is not a form", "write `word`, `word*` or `several words`", key)
        other = self.claimed.setdefault(text, id)
        if other != id:
            raise self.block.error(f"{shown(form)} is a form of {other} and of {id}", "take it out of one", key)


def _means(name: str) -> str:
    return name.replace("-", " ")


def words_of(form: str) -> tuple[str, ...]:
    """A form's folded words, as a text's words are told apart."""
    return tuple(fold(w) for w in _WORD.findall(form))


def normal(form: str) -> str:
    """A form folded, its words one space apart."""
    return " ".join(fold(part) for part in _FORM.findall(form))


def _generated(code: str) -> Iterable[tuple[tuple[str, ...], int]]:
    """The number words that num2words makes, cardinal and ordinal; none for a language that it does not know."""
    from num2words import CONVERTER_CLASSES, num2words

    if code not in CONVERTER_CLASSES:
        return
    for kind, highest in (("cardinal", HIGHEST), ("ordinal", HIGHEST_ORDINAL)):
        for value in range(2, highest + 1):
            try:
                words = words_of(num2words(value, lang=code, to=kind))
            except NotImplementedError:  # a language without ordinals
                break
            if words and not (kind == "ordinal" and words[0].isdecimal()):
                yield words, value


def language_of(named: str) -> Language:
    """A language by its code, `none` for one without a pack, or a user's own pack by its file; raises SpecError."""
    if named in LANGUAGES:
        return LANGUAGES[named]
    if named == WITHOUT:
        return without_pack()
    path = Path(named)
    if path.suffix == ".toml":
        return read_pack(path)
    hint = meant(named, LANGUAGES, "there are")
    others = f"{WITHOUT} for any other, or a pack of your own, FILE.toml"
    raise SpecError(named, None, "no such language", f"{hint}; {others}")
