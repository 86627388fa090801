"""Edition files on their way in: the editions of a game, one of them read, the first mistake with its line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import evolve

from rulecheck.spec.editions import OWN, Edition, Literal, Nothing, Passage, Section, Term
from rulecheck.spec.errors import SpecError, listed, meant, shown
from rulecheck.spec.expressions import PLAYERS, Formula, FormulaError, parse_formula
from rulecheck.spec.files import Block, display, kind_of, line_of_key, read_text
from rulecheck.spec.languages import LANGUAGES, WITHOUT, language_of
from rulecheck.spec.lexicon import LexiconError
from rulecheck.spec.model import Rulebook
from rulecheck.spec.passages import Phrase, PhraseError, read_phrase
from rulecheck.spec.reading.reviewed import beside, load_reviewed
from rulecheck.spec.vocabulary import Glossary, glossary_of


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
    edition = parse_edition(read_text(path), rulebook, display(path), path.stem)
    return evolve(edition, reviewed=load_reviewed(beside(path), edition.passages, glossary_of(rulebook)))


def parse_edition(
    text: str,
    rulebook: Rulebook,
    path: str = "edition.toml",
    id: str = "edition",
    glossary: Glossary | None = None,
) -> Edition:
    """Read an edition file; raises SpecError for the first mistake, with its line.

    `glossary` is the game's own unless given.
    """
    return _Reader(text, rulebook, path, id, glossary or glossary_of(rulebook)).read()


_PASSAGE_KEYS: Final = (
    *("of", "find", "times", "nth", "says", "example", "may_go", "note"),
    *("literally", "opens", "sure", "right", "wrong", "read"),
)
_NOTHING_KEYS: Final = ("nothing", "find", "nth")
_LITERAL_KEYS: Final = ("told", "says", "means", "at", "states", "refuted_by", "slip")


class _Reader:
    """An edition file on its way in."""

    def __init__(self, text: str, rulebook: Rulebook, path: str, id: str, glossary: Glossary | None) -> None:
        self.glossary = glossary
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
        block.only(body, ("edition", "section", "term", "lacks", "ours", "facts", "settles", "forms"))
        head = block.table_at(body, "edition")
        block.only(head, ("language", "title", "recognise", "counted", "furniture", "leaves_open"))
        code = block.text_at(head, "language")
        if code not in {*LANGUAGES, WITHOUT} and not code.endswith(".toml"):
            raise block.error(f"no language {shown(code)}", meant(code, LANGUAGES, "there are"), "language")
        self.language = language_of(code)
        self.facts = self._facts(block.table_at(body, "facts", {}))
        forms = self._forms(block.table_at(body, "forms", {}))
        sections: list[Section] = []
        passages: list[Passage] = []
        nothing: list[Nothing] = []
        for table in self._tables(body, "section"):
            section = self._section(table)
            if any(s.id == section.id for s in sections):
                raise self._error(f"two sections {shown(section.id)}", "give each its own id", section.line)
            sections.append(section)
            for row in self._rows(table, section):
                if "nothing" in row:
                    nothing.append(self._nothing(row, section))
                else:
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
            if not isinstance(choice, str) or choice not in self.rulebook.readings[reading].choices:
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
            nothing=tuple(nothing),
            sections=tuple(sections),
            passages=tuple(passages),
            terms=terms,
            lacks=self._reasons(body, "lacks"),
            ours=self._reasons(body, "ours"),
            leaves_open=leaves,
            settles=dict(settles),
            facts=self.facts,
            forms=forms,
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
        place = self.text.find(needle, self.at)
        if place < 0:
            place = max(self.text.find(needle), 0)
        else:
            self.at = place + len(needle)
        return self.text.count("\n", 0, place) + 1

    def _section(self, table: dict[str, Any]) -> Section:
        self.block.only(table, ("id", "from", "skip", "says", "nth"))
        id = self.block.text_at(table, "id")
        line = self._next_line(f'"{id}"')
        start = self._phrase(self.block.text_at(table, "from"), line) if "from" in table else None
        return Section(id, start, self._text(table, "skip", line), line, self._int(table, "nth", line))

    def _rows(self, table: dict[str, Any], section: Section) -> list[dict[str, Any]]:
        rows = table.get("says", [])
        if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
            raise self._error("expected a list of tables for says", 'write { of = "…", find = "…" }', section.line)
        return rows

    def _text(self, row: Mapping[str, Any], key: str, line: int) -> str:
        """A text, empty if there is none."""
        value = row.get(key, "")
        if not isinstance(value, str):
            raise self._error(f"expected a text in quotes for {shown(key)}, found {kind_of(value)}", "fix it", line)
        return value

    def _texts(self, row: Mapping[str, Any], key: str, line: int) -> list[str]:
        """Texts, also where one stands without a list around it."""
        value = row.get(key, [])
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            what = f"expected a text or a list of texts for {shown(key)}, found {kind_of(value)}"
            raise self._error(what, f'write {key} = ["…"]', line)
        return texts

    def _flag(self, row: Mapping[str, Any], key: str, line: int) -> bool:
        value = row.get(key, False)
        if not isinstance(value, bool):
            raise self._error(f"expected true or false for {shown(key)}, found {kind_of(value)}", "fix it", line)
        return value

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
        formulas = tuple(self._formula(text, line, truth=True) for text in self._texts(row, "says", line))
        for item in phrase.items:
            if item.formula is not None:
                self._names(item.formula, line)
            if item.fact is not None and item.fact not in self.facts:
                raise self._error(f"no fact {shown(item.fact)}", meant(item.fact, self.facts, "there are"), line)
            if item.fact is not None and item.rule is not None and item.rule.means not in self.facts[item.fact]:
                hint = f"its values are {listed(self.facts[item.fact])}"
                raise self._error(f"{shown(item.text)} means {shown(item.rule.means)}", hint, line)
        example = self._text(row, "example", line) if "example" in row else None
        if example is not None and example not in self.rulebook.examples:
            hint = meant(example, self.rulebook.examples, "the examples are")
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
            may_go=self._flag(row, "may_go", line),
            note=self._text(row, "note", line),
            literally=self._literally(row.get("literally", []), line),
            opens=self._opens(self._text(row, "opens", line), line),
            sure=self._sure(row.get("sure"), line),
            right=frozenset(self._texts(row, "right", line)),
            wrong=frozenset(self._texts(row, "wrong", line)),
            read=self._text(row, "read", line),
        )

    def _nothing(self, row: dict[str, Any], section: Section) -> Nothing:
        find = row.get("find")
        line = self._next_line(find) if isinstance(find, str) and find else section.line
        for key in row:
            if key not in _NOTHING_KEYS:
                raise self._error(f"unknown key {shown(key)}", meant(key, _NOTHING_KEYS, "the keys are"), line)
        if not isinstance(find, str) or not find.strip():
            raise self._error("a row without find", 'add find = "key phrase"', line)
        why = self._text(row, "nothing", line)
        return Nothing(self._phrase(find, line), section.id, line, self._int(row, "nth", line), why)

    def _sure(self, value: object, line: int) -> float | None:
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
            raise self._error(f"sure is {shown(value)}", "write a number from 0 to 1, or leave it out", line)
        return float(value)

    def _concept(self, concept: str, line: int) -> str:
        if self.glossary is None:
            raise self._error(f"{self.rulebook.game} has no concepts yet", "write its concepts.toml first", line)
        if concept not in self.glossary.group_of:
            raise self._error(f"no concept {shown(concept)}", meant(concept, self.glossary.group_of, "there are"), line)
        return concept

    def _concepts(self, row: Mapping[str, Any], key: str, line: int) -> tuple[str, ...]:
        return tuple(self._concept(concept, line) for concept in self._text(row, key, line).split())

    def _opens(self, text: str, line: int) -> tuple[str, ...]:
        readings = tuple(text.split())
        for reading in readings:
            if reading not in self.rulebook.readings:
                hint = meant(reading, self.rulebook.readings, "the readings are")
                raise self._error(f"no reading {shown(reading)}", hint, line)
        return readings

    def _literally(self, rows: object, line: int) -> tuple[Literal, ...]:
        tables = [rows] if isinstance(rows, dict) else rows
        if not isinstance(tables, list) or not all(isinstance(row, dict) for row in tables):
            raise self._error("expected a table for literally", 'write { says = "…", means = "…", told = "…" }', line)
        return tuple(self._literal(row, line) for row in tables)

    def _literal(self, row: Mapping[str, Any], line: int) -> Literal:
        for key in row:
            if key not in _LITERAL_KEYS:
                raise self._error(f"unknown key {shown(key)}", meant(key, _LITERAL_KEYS, "the keys are"), line)
        if not ("says" in row or "at" in row) or "told" not in row:
            hint = "name the wrong concepts (says) or words (at), and say in words what they state (told)"
            raise self._error("literally does not say what is wrong", hint, line)
        return Literal(
            told=self._text(row, "told", line),
            says=self._concepts(row, "says", line),
            means=self._concepts(row, "means", line),
            at=self._phrase(self._text(row, "at", line), line) if "at" in row else None,
            states=tuple(self._formula(text, line, truth=True) for text in self._texts(row, "states", line)),
            refuted_by=self._text(row, "refuted_by", line),
            is_slip=self._flag(row, "slip", line),
        )

    def _forms(self, table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        """The names of concepts; a form that cannot be read is told with its line."""
        forms: dict[str, tuple[str, ...]] = {}
        for concept in table:
            self._concept(concept, line_of_key(self.text, concept))
            forms[concept] = self.block.texts_at(table, concept)
        if self.glossary is not None and forms:
            try:
                self.glossary.lexicon(forms, self.language)
            except LexiconError as problem:
                line = line_of_key(self.text, problem.concepts[-1])
                raise self._error(str(problem), "fix one of them", line) from None
        return forms

    def _place(self, example: object, place: str, line: int) -> None:
        """Refuse a place that the example does not have, or that holds no number."""
        at: Any = self.rulebook.examples[str(example)].body if example is not None else {}
        for key in place.split("/"):
            if isinstance(at, list) and key.isdecimal() and int(key) < len(at):
                at = at[int(key)]
            elif isinstance(at, dict) and key in at:
                at = at[key]
            else:
                what = f"example {shown(example)} has no place {shown(place)}"
                raise self._error(what, "write the keys of its block with / between them", line)
        if type(at) is not int:
            raise self._error(f"no number stands at {shown(place)} of {shown(example)}", "name another place", line)

    def _formula(self, text: str, line: int, *, truth: bool) -> Formula:
        try:
            formula = parse_formula(text)
        except FormulaError as problem:
            raise self._error(problem.what, problem.hint, line) from None
        if (formula.kind == "truth") is not truth:
            raise self._error(f"{shown(text)} is not a statement", "write a comparison, such as x == 3", line)
        self._names(formula, line)
        return formula

    def _names(self, formula: Formula, line: int) -> None:
        for name in formula.names:
            if name in self.rulebook.quantities or name in self.facts or name == PLAYERS or name.startswith(OWN):
                continue
            known = [*self.rulebook.quantities, *self.facts]
            raise self._error(f"no quantity {shown(name)}", meant(name, known, "there are"), line)

    def _facts(self, table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        facts: dict[str, tuple[str, ...]] = {}
        for name, values in table.items():
            if not isinstance(values, list) or len(values) < 2 or not all(isinstance(v, str) for v in values):
                raise self.block.error(f"{shown(name)} needs its values in words", '["may", "must"]', name)
            facts[name] = tuple(values)
        return facts

    def _term(self, table: dict[str, Any]) -> Term:
        self.block.only(table, ("thing", "says", "also", "shares", "of"))
        thing = self.block.text_at(table, "thing")
        line = self._next_line(f'"{thing}"')
        return Term(
            thing=thing,
            says=tuple(self._phrase(t, line) for t in self.block.texts_at(table, "says")),
            also=tuple(self._phrase(text, line) for text in self._texts(table, "also", line)),
            shares=self._text(table, "shares", line),
            clauses=tuple(self._text(table, "of", line).split()),
            line=line,
        )

    def _reasons(self, body: Mapping[str, Any], key: str) -> dict[str, str]:
        table = self.block.table_at(body, key, {})
        for clause in table:
            if clause not in self.rulebook.clauses:
                raise self.block.error(f"no clause {shown(clause)}", meant(clause, self.rulebook.clauses), clause)
        return {clause: self.block.text_at(table, clause) for clause in table}
