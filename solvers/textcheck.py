"""What is wrong in a rulebook text: every kind of finding, each with its place and the user's own words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import define, evolve, field, frozen

from rulecheck.solvers.consistency import (
    Contradiction,
    Statement,
    Statements,
    contradictions,
    expected,
)
from rulecheck.spec.editions import Edition, Passage, Reading, Said, Taken, Term
from rulecheck.spec.expressions import PLAYERS
from rulecheck.spec.model import Rulebook
from rulecheck.spec.passages import Match, Phrase
from rulecheck.spec.text import Text

KINDS: Final = {
    "contradiction": "statements that cannot all be true",
    "differs": "a number or word that is not what the rulebook says",
    "example-fails": "a worked example that does not follow from the rules",
    "missing": "a rule that the text does not have",
    "unclaimed": "a rule-bearing sentence that belongs to no clause",
    "term-drift": "one thing under two names, or two things under one",
    "unfound": "a passage that is not where the edition says",
}
"""The kinds of findings; docs/editions.md says more."""


EITHER: Final = "one of these passages has to change"
"""What would mend a contradiction of which no part is more to blame than another."""


@frozen
class Evidence:
    """A place that a finding points at."""

    source: str
    """`text` for the user's file, `rulebook` for ours."""
    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    words: str
    """The user's own words there; of the rulebook, the formula."""
    note: str = ""


@frozen
class Finding:
    """One thing that is wrong with a text."""

    kind: str
    message: str
    clauses: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    """The first one is where to look."""
    fix: str = ""
    """What would make it right."""
    reading: str | None = None
    """The reading of the rulebook that this leaves open."""

    @property
    def line(self) -> int:
        """Where it stands in the user's file; 0 for something that is not there."""
        return next((e.line for e in self.evidence if e.source == "text"), 0)

    @property
    def column(self) -> int:
        """The column there."""
        return next((e.column for e in self.evidence if e.source == "text"), 0)


@frozen
class ExampleRun:
    """What the engine said to an example under the numbers of a text."""

    passes: bool
    failures: tuple[str, ...] = ()
    reason: str = ""


Play = Callable[[str, Mapping[str, int], Mapping[str, int]], ExampleRun]
"""Plays an example of the rulebook: its id, numbers of the rules that differ, and numbers to put into it (by place)."""


@define
class Checker:
    """One text under one edition, checked."""

    rulebook: Rulebook
    edition: Edition
    text: Text
    play: Play | None = None
    reading: Reading = field(init=False)
    statements: Statements = field(init=False)
    said: dict[int, tuple[Said, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.reading = Reading(self.edition, self.text)
        self.statements = Statements(self.rulebook, self.reading)
        self.said = self.reading.all_said()

    # -- places ------------------------------------------------------------------------------------------------

    def at(self, start: int, end: int, note: str = "") -> Evidence:
        """A stretch of the user's text, by offsets."""
        text = self.text
        return Evidence(
            "text",
            text.path,
            text.line_of(start),
            text.column_of(start),
            text.line_of(max(end - 1, start)),
            text.column_of(max(end - 1, start)) + 1,
            text.quote(start, end),
            note,
        )

    def of_said(self, said: Said, hole: int | None = None, note: str = "") -> Evidence:
        """Where a passage stands, or one hole of it: pointed at the hole, with the words around it."""
        units = self.text.units
        whole = self.at(units[said.match.first].start, units[said.match.last - 1].end, note)
        at = None if hole is None else said.taken[hole].unit
        if at is None:
            return whole
        point = self.at(units[at].start, units[at].end, note)
        first, last = _around(said, at)
        return evolve(point, words=self.text.quote(units[first].start, units[last - 1].end))

    def of_statement(self, statement: Statement) -> Evidence:
        """Where a statement stands, in the text or in our rulebook."""
        if statement.said is not None:
            return self.of_said(statement.said, statement.hole, statement.text)
        return Evidence("rulebook", self.rulebook.path, statement.line or 1, 1, statement.line or 1, 1, statement.text)

    # -- the findings ------------------------------------------------------------------------------------------

    def check(self) -> list[Finding]:
        """Every finding, in the order of the text."""
        clashes = list(self.contradictions())
        mended = {(f.line, f.column) for f in clashes if f.fix != EITHER}
        found = [
            *clashes,
            *(f for f in self.differs() if (f.line, f.column) not in mended),
            *self.examples(),
            *self.missing(),
            *self.unfound(),
            *self.unclaimed(),
            *self.drift(),
        ]
        return sorted(found, key=lambda f: (f.line == 0, f.line, f.column, list(KINDS).index(f.kind)))

    def all_statements(self) -> list[Statement]:
        """What the text and the rulebook state."""
        every = [one for group in self.said.values() for one in group]
        found = [s for one in every for s in self.statements.of(one)]
        return [*found, *self.statements.claims, *self.statements.values(every)]

    def doubted(self) -> frozenset[str]:
        """The ids of the text's numbers that are not the rulebook's."""
        found = set()
        for group in self.said.values():
            for said in group:
                for statement in self.statements.of(said):
                    if statement.source == "number" and statement.hole is not None:
                        wanted = expected(said.taken[statement.hole], self.rulebook)
                        if wanted is not None and wanted != statement.value:
                            found.add(statement.id)
        return frozenset(found)

    def conflicts(self) -> list[Contradiction]:
        """The contradictions, as statements."""
        return contradictions(self.all_statements(), self.doubted())

    def contradictions(self) -> Iterator[Finding]:
        """`contradiction`."""
        for conflict in self.conflicts():
            yield self._contradiction(conflict)

    def _contradiction(self, conflict: Contradiction) -> Finding:
        core = list(conflict.core)
        for statement in conflict.mend:
            core.sort(key=lambda s: s.id != statement.id)
        texts = [s for s in core if s.is_of_text]
        rest = [s for s in core if not s.is_of_text]
        clauses = tuple(dict.fromkeys(c for s in texts + rest for c in s.clauses))
        reading = next(
            (id for id in self.edition.leaves_open if {id, *self.rulebook.readings[id].silent} & {*clauses}), None
        )
        ours = self._ours_for(conflict.mend[0]) if conflict.mend else None
        if conflict.right is not None:
            fix = f"{conflict.right} here would agree with all the rest"
        elif ours is not None:
            fix = f"{ours} here, as in the rulebook, would agree with the rest"
        elif conflict.mend:
            fix = "mend this passage; the others agree with one another"
        else:
            fix = EITHER
        parts = [s.text for s in texts] + [s.text.split(":")[0] if s.source == "claim" else s.text for s in rest]
        message = "these cannot all be true: " + "; ".join(dict.fromkeys(parts))
        seen = {e.id for e in core}
        more: list[Statement] = []
        for other in conflict.others:
            more += [s for s in other if s.id not in seen and s.names == core[0].names and s.source == "number"]
            seen |= {s.id for s in other}
        evidence = [self.of_statement(s) for s in texts + rest]
        evidence += [evolve(self.of_statement(s), note=f"also: {s.text}") for s in more[:4]]
        return Finding("contradiction", message, clauses, tuple(evidence), fix, reading)

    def _ours_for(self, statement: Statement) -> int | None:
        """The rulebook's number for a statement of the text."""
        if statement.said is None or statement.hole is None:
            return None
        ours = expected(statement.said.taken[statement.hole], self.rulebook)
        return None if ours == statement.value else ours

    def differs(self) -> Iterator[Finding]:
        """`differs`: numbers and rule words that are not what the rulebook (and the edition) expects."""
        for passage in self.edition.passages:
            yield from self._differs(passage)

    def _differs(self, passage: Passage) -> Iterator[Finding]:
        told = [(said, n) for said in self.said[passage.number] for n in self.wrong_holes(said)]
        for said, n in told:
            yield self._wrong(said, n)

    def wrong_holes(self, said: Said) -> Iterator[int]:
        """The holes of a passage that met something else than they should."""
        units = self.reading.finder.units
        for n, taken in enumerate(said.taken):
            item = taken.item
            unit = None if taken.unit is None else units[taken.unit]
            if item.kind == "number":
                wanted = expected(taken, self.rulebook)
                value = None if unit is None else unit.value
                if value is None or (wanted is not None and wanted != value and item.fills is None):
                    yield n
            elif item.rule is not None and not item.is_free:
                rule = None if unit is None else unit.rule
                if (
                    rule is None
                    or rule.family != item.rule.family
                    or (item.fact is None and rule.means != item.rule.means)
                ):
                    yield n

    def _wrong(self, said: Said, n: int) -> Finding:
        taken = said.taken[n]
        item, passage = taken.item, said.passage
        units = self.reading.finder.units
        unit = None if taken.unit is None else units[taken.unit]
        clause = passage.clauses[0]
        if item.kind == "number":
            wanted = expected(taken, self.rulebook)
            found = f"{unit.text!r}" if unit is not None else "nothing"
            if unit is not None and unit.value is not None:
                found = str(unit.value)
            names = item.formula.names if item.formula is not None else ()
            named = f" ({' '.join(item.formula.text.split())})" if names and item.formula is not None else ""
            should = "a number" if wanted is None else str(wanted)
            told = "" if item.players is None or item.is_count else f" with {item.players} players"
            where_from = "in the rulebook" if names else "expected"
            message = f"{found} here, {should}{told}{named} {where_from}: {clause}"
            fix = (
                f"write {should}, or play with the text's: --number {names[0]}={unit.value}"
                if (len(names) == 1 and unit is not None and unit.value is not None and wanted is not None)
                else f"write {should}"
            )
        else:
            assert item.rule is not None
            should = item.text.split(":")[0].rstrip("? ")
            if unit is not None and unit.rule is not None:
                message = f'"{unit.text}" ({unit.rule.means}) here, "{should}" ({item.rule.means}) expected: {clause}'
            elif unit is not None:
                message = f'"{unit.text}" here, "{should}" ({item.rule.means}) expected: {clause}'
            else:
                message = f'"{should}" ({item.rule.means}) is not here: {clause}'
            fix = f'write "{should}" or another word for {item.rule.means!r}'
        where = self.of_said(said, n)
        return Finding("differs", message, passage.clauses, (where, self._ours(clause)), fix)

    def numbers(self) -> dict[str, dict[int | None, int]]:
        """The numbers that the text gives, by name and player count.

        Where the text itself has two, the rulebook's is taken: that is a contradiction, and told as one.
        """
        found: dict[str, dict[int | None, int]] = {}
        for group in self.said.values():
            for said in group:
                for taken in said.taken:
                    self._other_number(taken, found)
        return found

    def _other_number(self, taken: Taken, found: dict[str, dict[int | None, int]]) -> None:
        formula = taken.item.formula
        if formula is None or taken.unit is None or taken.item.is_count or len(formula.names) != 1:
            return
        name = formula.names[0]
        value = self.reading.finder.units[taken.unit].value
        if formula.text.strip() != name or name == PLAYERS or value is None:
            return
        wanted = expected(taken, self.rulebook)
        if wanted is None:
            return
        before = found.setdefault(name, {}).get(taken.item.players, value)
        found[name][taken.item.players] = wanted if wanted in (value, before) else value

    def of_example(self, id: str) -> frozenset[str]:
        """The numbers that a worked example is about: those of its passages and of the clauses it carries out."""
        passages = [p for p in self.edition.passages if p.example == id]
        names = {n for p in passages for i in p.phrase.items if i.formula is not None for n in i.formula.names}
        names |= {n for p in passages for formula in p.says for n in formula.names}
        clauses = {c for p in passages for c in p.clauses}
        for step in self.rulebook.examples[id].body.get("step", ()):
            clauses |= set(step.get("events", ()))
        return frozenset(names | {q.name for q in self.rulebook.quantities.values() if q.clause in clauses})

    def filled(self) -> dict[str, list[tuple[Said, int, str, int, int]]]:
        """By example: passage, hole, place in the example, the number in the text, the number in ours."""
        found: dict[str, list[tuple[Said, int, str, int, int]]] = {}
        for passage in self.edition.passages:
            if passage.example is None:
                continue
            rows = found.setdefault(passage.example, [])
            for said in self.said[passage.number]:
                for n, taken in enumerate(said.taken):
                    value = None if taken.unit is None else self.reading.finder.units[taken.unit].value
                    if taken.item.fills is not None and value is not None:
                        wanted = _number_at(self.rulebook.examples[passage.example].body, taken.item.fills)
                        rows.append((said, n, taken.item.fills, value, wanted))
        return found

    def examples(self) -> Iterator[Finding]:
        """`example-fails`: the text's worked examples, played with the text's numbers."""
        if self.play is None:
            return
        numbers = self.numbers()
        filled = self.filled()
        for example in self.rulebook.examples.values():
            rows = filled.get(example.id, [])
            if "false" in example.body and not self._is_printed(example.id):
                continue
            if "book" not in example.body and not rows:
                continue
            players = example.body.get("players")
            about = self.of_example(example.id)
            rules = {
                name: value
                for name, by in numbers.items()
                for count, value in by.items()
                if name in about and count in (None, players) and value != self.rulebook.quantities[name].at(count)
            }
            changes = {place: value for _, _, place, value, _ in rows}
            if not rules and all(value == wanted for *_, value, wanted in rows) and "false" not in example.body:
                continue
            run = self.play(example.id, rules, changes)
            if run.passes:
                continue
            yield self._example(example.id, run, rules, [r for r in rows if r[3] != r[4]] or rows)

    def _is_printed(self, id: str) -> bool:
        """Whether the text has a passage that prints a worked example."""
        return any(p.example == id and self.said[p.number] for p in self.edition.passages)

    def _example(
        self, id: str, run: ExampleRun, rules: Mapping[str, int], rows: list[tuple[Said, int, str, int, int]]
    ) -> Finding:
        why = run.reason or "; ".join(run.failures[:2])
        told = f" with {', '.join(f'{n} = {v}' for n, v in rules.items())}" if rules else ""
        blame = "\n".join(run.failures)
        rows = sorted(rows, key=lambda r: -sum(part in blame for part in r[2].split("/") if len(part) > 2))
        evidence = [self.of_said(said, n) for said, n, *_ in rows[:2]]
        example = self.rulebook.examples[id]
        for passage in self.edition.passages:
            if passage.example == id and not any(i.fills for i in passage.phrase.items):
                evidence += [self.of_said(said) for said in self.said[passage.number][:1]]
        wrong = [self._place_of(name) for name in rules]
        evidence += [e for e in wrong if e is not None]
        evidence.append(Evidence("rulebook", example.path, example.line, 1, example.line, 1, f"example {id}"))
        clauses = tuple(dict.fromkeys(c for said, *_ in rows for c in said.passage.clauses))
        return Finding(
            "example-fails",
            f"the worked example {id} does not come out as printed{told}: {why}",
            clauses,
            tuple(evidence),
            "mend the number that the example depends on, or the example",
        )

    def _place_of(self, name: str) -> Evidence | None:
        for group in self.said.values():
            for said in group:
                for n, taken in enumerate(said.taken):
                    formula = taken.item.formula
                    if formula is not None and formula.text.strip() == name and n in set(self.wrong_holes(said)):
                        return self.of_said(said, n, "the number it was played with")
        return None

    def missing(self) -> Iterator[Finding]:
        """`missing`: clauses that the text does not have."""
        edition = self.edition
        lacking: dict[str, list[str]] = {}
        for id in self.rulebook.clauses:
            if id in edition.ours:
                continue
            passages = edition.passages_of(id)
            if not passages:
                lacking.setdefault(edition.lacks.get(id, ""), []).append(id)
            elif not any(self.said[p.number] for p in passages):
                line = self._gap(passages[0])
                where = (self._ours(id),) if line is None else (line, self._ours(id))
                yield Finding("missing", f"{id} is not said any more; it stood here", (id,), where, "say it again")
        for why, clauses in lacking.items():
            fix = "nothing to mend if the print says it elsewhere" if why else "say it, or name its passage"
            message = f"{', '.join(clauses)}: {why or 'the edition has no passage for it'}"
            yield Finding("missing", message, tuple(clauses), tuple(self._ours(id) for id in clauses), fix)

    def _ours(self, id: str) -> Evidence:
        clause = self.rulebook.clauses[id]
        return Evidence("rulebook", self.rulebook.path, clause.line, 1, clause.line, 1, clause.text)

    def _gap(self, passage: Passage) -> Evidence | None:
        """Where a lost passage should stand: after the one before it."""
        for number in range(passage.number - 1, -1, -1):
            if self.said[number]:
                return self.of_said(self.said[number][-1], note="after this")
        return None

    def unfound(self) -> Iterator[Finding]:
        """`unfound`: passages that are not where the edition says, though their clause is still said."""
        for section in self.reading.lost_sections:
            if section.skip:
                continue  # what holds no rules may be left out
            phrase = section.start.text if section.start is not None else ""
            yield Finding("unfound", f"no heading {phrase!r} (section {section.id})", (), (), "mend the edition")
        gone = {
            c
            for c in self.rulebook.clauses
            if (ps := self.edition.passages_of(c)) and not any(self.said[p.number] for p in ps)
        }
        for passage in self.edition.passages:
            found = len(self.said[passage.number])
            if found >= passage.times or passage.may_go or set(passage.clauses) <= gone:
                continue
            where = self._gap(passage)
            often = f"{found} of {passage.times} times" if passage.times > 1 else "not"
            message = f"found {often}: {told(passage.phrase)} ({', '.join(passage.clauses)})"
            evidence = () if where is None else (where,)
            fix = f"if the passage is only worded otherwise, change {self.edition.path}:{passage.line}"
            yield Finding("unfound", message, passage.clauses, evidence, fix)

    def claimed(self) -> frozenset[int]:
        """The sentences in which some passage has a word."""
        return frozenset(
            self.text.sentence_of(n)
            for group in self.said.values()
            for said in group
            for n in said.match.units
            if n is not None
        )

    def unclaimed(self) -> Iterator[Finding]:
        """`unclaimed`: rule-bearing sentences that no passage has a word in."""
        claimed = self.claimed()
        for number, sentence in self.reading.rule_bearing():
            if number not in claimed:
                where = self.at(sentence.start, sentence.end)
                message = "a sentence with a rule in it that belongs to no clause"
                yield Finding("unclaimed", message, (), (where,), f"name its clause in {self.edition.path}")

    # -- terms -------------------------------------------------------------------------------------------------

    def drift(self) -> Iterator[Finding]:
        """`term-drift`: one thing under two names, two things under one."""
        shared: dict[str, list[tuple[Term, list[tuple[Phrase, Match]]]]] = {}
        for term in self.edition.terms:
            own = self._uses(term.says)
            other = self._uses(term.also)
            if own and other:
                yield self._two_names(term, own, other)
            if term.shares and own:
                shared.setdefault(term.shares, []).append((term, own))
        for word, uses in shared.items():
            if len(uses) > 1:
                yield self._two_things(word, uses)

    def _uses(self, phrases: Iterable[Phrase]) -> list[tuple[Phrase, Match]]:
        skipped = self.reading.skipped
        found = [
            (phrase, match)
            for phrase in phrases
            for match in self.reading.finder.find(phrase)
            if not any(first <= match.first < last for first, last in skipped)
        ]
        return sorted(found, key=lambda f: f[1].first)

    def _at(self, match: Match, note: str) -> Evidence:
        units = self.text.units
        return self.at(units[match.first].start, units[match.last - 1].end, note)

    def _two_names(self, term: Term, own: list[tuple[Phrase, Match]], other: list[tuple[Phrase, Match]]) -> Finding:
        names: dict[str, list[Match]] = {}
        for phrase, match in other:
            names.setdefault(phrase.text, []).append(match)
        first = self._words(own[0][1])
        listed = ", ".join(f'"{self._words(uses[0])}" ({_times(len(uses))})' for uses in names.values())
        message = f'more than one name for {term.thing}: "{first}" ({_times(len(own))}), {listed}'
        evidence = [self._at(uses[0], f"{term.thing}: another name") for uses in names.values()]
        evidence.append(self._at(own[0][1], f"{term.thing}: its name"))
        return Finding("term-drift", message, term.clauses, tuple(evidence), f'call it "{first}" everywhere')

    def _words(self, match: Match) -> str:
        units = self.text.units
        return self.text.quote(units[match.first].start, units[match.last - 1].end)

    def _two_things(self, word: str, uses: list[tuple[Term, list[tuple[Phrase, Match]]]]) -> Finding:
        things = " and ".join(term.thing for term, _ in uses)
        message = f'"{word}" names two things: {things}'
        evidence = [self._at(found[0][1], term.thing) for term, found in uses]
        clauses = tuple(dict.fromkeys(c for term, _ in uses for c in term.clauses))
        return Finding("term-drift", message, clauses, tuple(evidence), "give one of them another name")


def told(phrase: Phrase) -> str:
    """A key phrase as a message shows it."""
    return f'"{phrase.text}"'


def _number_at(body: Mapping[str, Any], place: str) -> int:
    """The number that stands at a place of a worked example, such as `step/0/expect/gold`."""
    at: Any = body
    for key in place.split("/"):
        at = at[int(key)] if isinstance(at, list) else at[key]
    return int(at)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _around(said: Said, at: int, reach: int = 6) -> tuple[int, int]:
    """The units of a passage near one of them."""
    return max(said.match.first, at - reach), min(said.match.last, at + reach + 1)
