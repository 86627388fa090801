"""Editions: where one printed rulebook or translation says each clause and number, and what it calls things.

docs/editions.md describes the files, `spec/<game>/editions/<id>.toml`.  An edition holds key phrases, never the text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Final

from attrs import define, field, frozen

from rulecheck.spec.errors import SpecError, listed, meant, shown
from rulecheck.spec.expressions import PLAYERS, Formula, FormulaError, parse_formula
from rulecheck.spec.files import Block, display, line_of_key, read_text
from rulecheck.spec.model import Rulebook
from rulecheck.spec.numerals import LANGUAGES, Language
from rulecheck.spec.passages import Finder, Item, Match, Phrase, PhraseError, read_phrase
from rulecheck.spec.text import Sentence, Text, Unit

OWN: Final = "my."
"""Names of numbers that only one passage knows."""


@frozen
class Passage:
    """Where an edition says something."""

    number: int
    clauses: tuple[str, ...]
    phrase: Phrase
    section: str
    line: int
    """In the edition's file."""
    times: int = 1
    """How often the text says it."""
    nth: int = 1
    """Which of several such phrases in the section it is."""
    says: tuple[Formula, ...] = ()
    """What else it states, as formulas."""
    example: str | None = None
    """The worked example that it prints."""
    may_go: bool = False
    """A known fault of the text: nothing is wrong if it is gone."""
    note: str = ""


@frozen
class Section:
    """A stretch of the text, from one heading to the next."""

    id: str
    start: Phrase | None
    skip: str
    """Why it holds no rules; empty if it does."""
    line: int
    nth: int = 1


@frozen
class Term:
    """What an edition calls a thing."""

    thing: str
    says: tuple[Phrase, ...]
    """Its name, in the forms that count as one."""
    also: tuple[Phrase, ...]
    """Other names that the edition uses for the same thing."""
    shares: str
    """A word that the edition also uses for another thing; empty if its own."""
    clauses: tuple[str, ...]
    line: int


@frozen(eq=False)
class Edition:
    """An edition file, read."""

    id: str
    path: str
    game: str
    language: Language = field(repr=False)
    title: str
    recognise: tuple[Phrase, ...] = field(repr=False)
    counted: tuple[str, ...] = field(repr=False)
    furniture: tuple[Phrase, ...] = field(repr=False)
    """What stands on every page (a footer, page numbers) and is no part of the text."""
    sections: tuple[Section, ...] = field(repr=False)
    passages: tuple[Passage, ...] = field(repr=False)
    terms: tuple[Term, ...] = field(repr=False)
    lacks: Mapping[str, str] = field(repr=False)
    """Clauses that this text does not have, and why."""
    ours: Mapping[str, str] = field(repr=False)
    """Clauses that only our rulebook has: no printed edition says them."""
    leaves_open: tuple[str, ...] = field(repr=False)
    settles: Mapping[str, str] = field(repr=False)
    facts: Mapping[str, tuple[str, ...]] = field(repr=False)
    """Statements that are no numbers, and their possible values in words."""

    def passages_of(self, clause: str) -> tuple[Passage, ...]:
        """The passages that say a clause."""
        return tuple(p for p in self.passages if clause in p.clauses)


def editions(rulebook: Rulebook) -> tuple[str, ...]:
    """The ids of a game's editions."""
    if rulebook.file is None:
        return ()
    return tuple(sorted(p.stem for p in (rulebook.file.parent / "editions").glob("*.toml")))


def load_edition(rulebook: Rulebook, id: str | Path) -> Edition:
    """An edition of a game by id, or from a file of the user's; raises SpecError."""
    path = Path(id)
    if path.suffix != ".toml" and rulebook.file is not None:
        known = editions(rulebook)
        if str(id) not in known:
            what = f"no edition {shown(id)} of {rulebook.game}"
            raise SpecError("", None, what, meant(str(id), known, "the editions are"))
        path = rulebook.file.parent / "editions" / f"{id}.toml"
    return parse_edition(read_text(path), rulebook, display(path), path.stem)


def parse_edition(text: str, rulebook: Rulebook, path: str = "edition.toml", id: str = "edition") -> Edition:
    """Read an edition file; raises SpecError for the first mistake, with its line."""
    return _Reader(text, rulebook, path, id).read()


_PASSAGE_KEYS: Final = ("of", "find", "times", "nth", "says", "example", "may_go", "note")


class _Reader:
    """An edition file on its way in."""

    def __init__(self, text: str, rulebook: Rulebook, path: str, id: str) -> None:
        self.block = Block(path, text, 1, "edition")
        self.rulebook = rulebook
        self.path = path
        self.id = id
        self.text = text
        self.at = 0
        self.language = LANGUAGES["en"]
        self.facts: dict[str, tuple[str, ...]] = {}

    def read(self) -> Edition:
        block, body = self.block, self.block.body
        block.only(body, ("edition", "section", "term", "lacks", "ours", "facts", "settles"))
        head = block.table_at(body, "edition")
        block.only(head, ("language", "title", "recognise", "counted", "furniture", "leaves_open"))
        code = block.text_at(head, "language")
        if code not in LANGUAGES:
            raise block.error(f"no language {shown(code)}", meant(code, LANGUAGES, "there are"), "language")
        self.language = LANGUAGES[code]
        self.facts = self._facts(block.table_at(body, "facts", {}))
        sections: list[Section] = []
        passages: list[Passage] = []
        for table in self._tables(body, "section"):
            section = self._section(table)
            if any(s.id == section.id for s in sections):
                raise self._error(f"two sections {shown(section.id)}", "give each its own id", section.line)
            sections.append(section)
            for row in self._rows(table, section):
                passages.append(self._passage(row, section, len(passages)))
        terms = tuple(self._term(t) for t in self._tables(body, "term"))
        leaves = block.texts_at(head, "leaves_open") if "leaves_open" in head else ()
        settles = block.table_at(body, "settles", {})
        for reading in (*leaves, *settles):
            if reading not in self.rulebook.readings:
                what = f"no reading {shown(reading)}"
                key = reading if reading in settles else "leaves_open"
                raise block.error(what, meant(reading, self.rulebook.readings, "the readings are"), key)
        for reading, choice in settles.items():
            if choice not in self.rulebook.readings[reading].choices:
                choices = self.rulebook.readings[reading].choices
                raise block.error(f"no choice {shown(choice)}", meant(str(choice), choices, "there are"), reading)
        return Edition(
            id=self.id,
            path=self.path,
            game=self.rulebook.game,
            language=self.language,
            title=block.text_at(head, "title"),
            recognise=tuple(
                self._phrase(t, line_of_key(self.text, "recognise")) for t in block.texts_at(head, "recognise")
            ),
            counted=block.texts_at(head, "counted") if "counted" in head else (),
            furniture=tuple(
                self._phrase(t, line_of_key(self.text, "furniture"))
                for t in (block.texts_at(head, "furniture") if "furniture" in head else ())
            ),
            sections=tuple(sections),
            passages=tuple(passages),
            terms=terms,
            lacks=self._reasons(body, "lacks"),
            ours=self._reasons(body, "ours"),
            leaves_open=leaves,
            settles=dict(settles),
            facts=self.facts,
        )

    def _error(self, what: str, hint: str, line: int) -> SpecError:
        return SpecError(self.path, line, what, hint)

    def _tables(self, body: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
        value = body.get(key, [])
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            raise self.block.error(f"expected tables [[{key}]]", "write two brackets", key)
        return value

    def _next_line(self, needle: str) -> int:
        """The line of the next place in the file where something is written; later searches go on from there."""
        found = self.text.find(needle, self.at)
        if found < 0:
            found = max(self.text.find(needle), 0)
        else:
            self.at = found + len(needle)
        return self.text.count("\n", 0, found) + 1

    def _section(self, table: dict[str, Any]) -> Section:
        self.block.only(table, ("id", "from", "skip", "says", "nth"))
        id = self.block.text_at(table, "id")
        line = self._next_line(f'"{id}"')
        start = self._phrase(self.block.text_at(table, "from"), line) if "from" in table else None
        return Section(id, start, str(table.get("skip", "")), line, self._int(table, "nth", line))

    def _rows(self, table: dict[str, Any], section: Section) -> list[dict[str, Any]]:
        rows = table.get("says", [])
        if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
            raise self._error("expected a list of tables for says", 'write { of = "…", find = "…" }', section.line)
        return rows

    def _int(self, row: Mapping[str, Any], key: str, line: int) -> int:
        value = row.get(key, 1)
        if type(value) is not int or not 1 <= value <= 20:
            raise self._error(f"{key} is {shown(value)}", "write a number from 1 to 20", line)
        return value

    def _phrase(self, text: str, line: int) -> Phrase:
        try:
            return read_phrase(text, self.language)
        except PhraseError as problem:
            raise self._error(f"{shown(text)}: {problem.what}", problem.hint, line) from None

    def _passage(self, row: dict[str, Any], section: Section, number: int) -> Passage:
        find = row.get("find")
        known = [v for v in (find, *row.values()) if isinstance(v, str) and v.strip()]
        line = self._next_line(known[0]) if known else section.line
        for key in row:
            if key not in _PASSAGE_KEYS:
                raise self._error(f"unknown key {shown(key)}", meant(key, _PASSAGE_KEYS, "the keys are"), line)
        if not isinstance(find, str) or not find.strip():
            raise self._error("a passage without find", 'add find = "key phrase"', line)
        phrase = self._phrase(find, line)
        of = row.get("of", "")
        clauses = tuple(of.split()) if isinstance(of, str) else ()
        if not clauses:
            raise self._error(f"{shown(find)} belongs to no clause", 'add of = "clause.id"', line)
        for clause in clauses:
            if clause not in self.rulebook.clauses:
                hint = meant(clause, self.rulebook.clauses, "the clauses are")
                raise self._error(f"no clause {shown(clause)}", hint, line)
        says = row.get("says", [])
        formulas = tuple(self._formula(s, line, truth=True) for s in ([says] if isinstance(says, str) else says))
        for item in phrase.items:
            if item.formula is not None:
                self._names(item.formula, line)
            if item.fact is not None and item.fact not in self.facts:
                raise self._error(f"no fact {shown(item.fact)}", meant(item.fact, self.facts, "there are"), line)
            if item.fact is not None and item.rule is not None and item.rule.means not in self.facts[item.fact]:
                hint = f"its values are {listed(self.facts[item.fact])}"
                raise self._error(f"{shown(item.text)} means {shown(item.rule.means)}", hint, line)
        example = row.get("example")
        if example is not None and example not in self.rulebook.examples:
            hint = meant(str(example), self.rulebook.examples, "the examples are")
            raise self._error(f"no example {shown(example)}", hint, line)
        for item in phrase.items:
            if item.fills is not None:
                self._place(example, item.fills, line)
        return Passage(
            number=number,
            clauses=clauses,
            phrase=phrase,
            section=section.id,
            line=line,
            times=self._int(row, "times", line),
            nth=self._int(row, "nth", line),
            says=formulas,
            example=example,
            may_go=bool(row.get("may_go", False)),
            note=str(row.get("note", "")),
        )

    def _place(self, example: object, place: str, line: int) -> None:
        """Refuse a place that the example does not have, or that holds no number."""
        at: Any = self.rulebook.examples[str(example)].body if example is not None else {}
        for key in place.split("/"):
            if isinstance(at, list) and key.isdigit() and int(key) < len(at):
                at = at[int(key)]
            elif isinstance(at, dict) and key in at:
                at = at[key]
            else:
                what = f"example {shown(example)} has no place {shown(place)}"
                raise self._error(what, "write the keys of its block with / between them", line)
        if type(at) is not int:
            raise self._error(f"no number stands at {shown(place)} of {shown(example)}", "name another place", line)

    def _formula(self, text: object, line: int, *, truth: bool) -> Formula:
        try:
            formula = parse_formula(str(text))
        except FormulaError as problem:
            raise self._error(problem.what, problem.hint, line) from None
        if (formula.kind == "truth") is not truth:
            raise self._error(f"{shown(text)} is no statement", "write a comparison, such as x == 3", line)
        self._names(formula, line)
        return formula

    def _names(self, formula: Formula, line: int) -> None:
        for name in formula.names:
            if name in self.rulebook.quantities or name in self.facts or name == PLAYERS or name.startswith(OWN):
                continue
            known = [*self.rulebook.quantities, *self.facts]
            raise self._error(f"no quantity {shown(name)}", meant(name, known, "there are"), line)

    def _facts(self, table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for name, values in table.items():
            if not isinstance(values, list) or len(values) < 2 or not all(isinstance(v, str) for v in values):
                raise self.block.error(f"{shown(name)} needs its values in words", '["may", "must"]', name)
            found[name] = tuple(values)
        return found

    def _term(self, table: dict[str, Any]) -> Term:
        self.block.only(table, ("thing", "says", "also", "shares", "of"))
        thing = self.block.text_at(table, "thing")
        line = self._next_line(f'"{thing}"')
        return Term(
            thing=thing,
            says=tuple(self._phrase(t, line) for t in self.block.texts_at(table, "says")),
            also=tuple(self._phrase(t, line) for t in table.get("also", ())),
            shares=str(table.get("shares", "")),
            clauses=tuple(str(table.get("of", "")).split()),
            line=line,
        )

    def _reasons(self, body: Mapping[str, Any], key: str) -> dict[str, str]:
        table = self.block.table_at(body, key, {})
        for clause in table:
            if clause not in self.rulebook.clauses:
                raise self.block.error(f"no clause {shown(clause)}", meant(clause, self.rulebook.clauses), clause)
        return {clause: str(reason) for clause, reason in table.items()}


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
class Reading:
    """An edition laid over a text."""

    edition: Edition
    text: Text
    finder: Finder = field(init=False)
    spans: dict[str, tuple[int, int]] = field(init=False, factory=dict)
    """Each section's first unit and the one past its last."""
    lost_sections: list[Section] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.finder = Finder(self.text)
        self._find_sections()

    def _find_sections(self) -> None:
        starts: list[tuple[int, Section]] = []
        for section in self.edition.sections:
            if section.start is None:
                continue
            found = list(self.finder.find(section.start))
            if len(found) >= section.nth:
                starts.append((found[section.nth - 1].first, section))
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
        found = self._free(passage, self.finder.find(passage.phrase, first, last), taken if is_plain else (), most)
        if is_plain and near is not None:
            found = sorted(found, key=lambda m: abs(m.first - near))[:1]
        if len(found) >= wanted and not is_plain:
            found = self._free(passage, iter(found), taken, wanted)
        if len(found) < wanted and passage.phrase.holes:
            bent = self._free(passage, self.finder.find(passage.phrase, first, last, relaxed=True), taken, 50)
            if is_plain and near is not None:
                bent.sort(key=lambda m: abs(m.first - near))
            found = bent[:wanted]
        if not found and is_plain and near is not None:
            found = self._free(passage, self.finder.find_near(passage.phrase, near), taken, 1)
        return tuple(self._taken(passage, match) for match in found[passage.nth - 1 :])

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
        found: dict[int, tuple[Said, ...]] = {}
        for passage in self.edition.passages:
            found[passage.number] = self.said(passage, self.near(passage, found))
        by_unit = owners(found.values())
        losers: set[int] = set()
        for unit, numbers in by_unit.items():
            if len(numbers) > 1:
                order = sorted(numbers, key=lambda n: self._distance(self.edition.passages[n], unit, found))
                losers.update(order[1:])
        taken = frozenset(unit for unit, numbers in by_unit.items() if numbers - losers)
        for number in sorted(losers):
            passage = self.edition.passages[number]
            found[number] = self.said(passage, self.near(passage, found), taken)
        return found

    def _distance(self, passage: Passage, unit: int, found: Mapping[int, tuple[Said, ...]]) -> int:
        near = self.near(passage, found)
        return 0 if near is None else abs(unit - near)

    def near(self, passage: Passage, found: Mapping[int, tuple[Said, ...]]) -> int | None:
        """Where a passage should stand: after the one before it in the edition."""
        for number in range(passage.number - 1, -1, -1):
            if found.get(number):
                return found[number][-1].match.last
        return None

    @cached_property
    def furniture(self) -> frozenset[int]:
        """The units that are footers and page numbers."""
        found = [m for phrase in self.edition.furniture for m in self.finder.find(phrase)]
        return frozenset(n for m in found for n in range(m.first, m.last))

    @cached_property
    def skipped(self) -> tuple[tuple[int, int], ...]:
        """The units of the sections that hold no rules."""
        return tuple(self.spans[s.id] for s in self.edition.sections if s.skip and s.id in self.spans)

    def rule_bearing(self) -> Iterator[tuple[int, Sentence]]:
        """The sentences that a rule can be in, with their numbers; docs/editions.md defines them."""
        for number, sentence in enumerate(self.text.sentences):
            if any(first <= sentence.first < last for first, last in self.skipped):
                continue
            kept = [n for n in range(sentence.first, sentence.last) if n not in self.furniture]
            if is_rule_bearing(tuple(self.text.units[n] for n in kept), self.edition.language):
                yield number, sentence


def is_rule_bearing(units: tuple[Unit, ...], language: Language) -> bool:
    """Whether words can be a rule: three or more (two with a number), with a number, rule word or verb of rules."""
    words = sum(1 for u in units if len(u.text) > 1 or u.is_number)
    if words < (2 if any(u.is_number for u in units) else 3):
        return False
    return any(u.is_number or u.rule is not None or u.text.startswith(language.verbs) for u in units)


def owners(said: Iterable[tuple[Said, ...]]) -> dict[int, set[int]]:
    """For each unit in a hole of some passage, the passages that have it."""
    found: dict[int, set[int]] = {}
    for group in said:
        for one in group:
            for taken in one.taken:
                if taken.unit is not None:
                    found.setdefault(taken.unit, set()).add(one.passage.number)
    return found


def recognised(edition: Edition, text: Text) -> float:
    """The share of an edition's key words that a text has."""
    finder = Finder(text)
    found = sum(1 for phrase in edition.recognise if next(finder.find(phrase), None) is not None)
    return found / max(len(edition.recognise), 1)


def require_recognised(edition: Edition, text: Text) -> None:
    """Raise SpecError for a text that is plainly of another game."""
    if recognised(edition, text) < 0.5:
        finder = Finder(text)
        lost = [p.text for p in edition.recognise if next(finder.find(p), None) is None]
        what = f"does not look like a text of {edition.game}: no {listed((shown(w) for w in lost), 4)} in it"
        raise SpecError(text.path, None, what, "name the right game or edition")
