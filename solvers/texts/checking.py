"""One text under one edition: where things stand, what it states, what is not as expected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from attrs import define, evolve, field

from rulecheck.solvers.consistency import Contradiction, Statement, Statements, contradictions, expected
from rulecheck.solvers.judging.verdicts import Verdict
from rulecheck.solvers.texts.findings import Play, Quote, Under
from rulecheck.solvers.texts.meaning import Meaning
from rulecheck.solvers.texts.placing import Placing
from rulecheck.solvers.texts.reading import Reads, TextReading
from rulecheck.solvers.texts.stretches import Stretch, Told
from rulecheck.spec.editions import Edition, Passage
from rulecheck.spec.expressions import PLAYERS
from rulecheck.spec.laid import Laid, Said, Taken
from rulecheck.spec.model import Rulebook
from rulecheck.spec.passages import Match
from rulecheck.spec.reading.framefile import Frames, frames_of
from rulecheck.spec.reading.reader import reader_of
from rulecheck.spec.text import Text
from rulecheck.spec.vocabulary import Glossary, glossary_of


@define
class TextCheck:
    """One text under one edition, checked."""

    rulebook: Rulebook
    edition: Edition
    text: Text
    play: Play | None = None
    glossary: Glossary | None = None
    """The game's concepts; its own unless given."""
    under: Under | None = None
    """Plays worked examples under the choices of a reading."""
    reads: Reads | None = None
    """What reads sentences into frames; the reader of the text's language unless given."""
    frames: Frames | None = None
    """What the clauses say; the game's own unless given."""
    laid: Laid = field(init=False)
    statements: Statements = field(init=False)
    said: dict[int, tuple[Said, ...]] = field(init=False)
    meaning: Meaning | None = field(init=False, default=None)
    """What the text speaks of; None where the game or the edition has no concepts."""
    reading: TextReading | None = field(init=False, default=None)
    """What the text says, judged; None where the game has no frames."""
    reported: Sequence[tuple[Stretch, Verdict]] | None = field(init=False, default=None)
    """The differences that are told, once somebody has asked (`judged.reported`)."""

    def __attrs_post_init__(self) -> None:
        self.laid = Laid(self.edition, self.text)
        self.statements = Statements(self.rulebook, self.laid)
        self.said = self.laid.all_said()
        if self.glossary is None:
            self.glossary = glossary_of(self.rulebook)
        if self.glossary is not None and self.edition.forms:
            self._read(self.glossary)

    def _read(self, glossary: Glossary) -> None:
        """Read the text; passages of which the key words are gone are found by what they say."""
        meaning = Meaning(glossary, self.edition, self.text, self.laid, self.said)
        reading = None
        frames = self.frames or frames_of(glossary)
        if frames is not None:
            reading = TextReading(meaning, frames, self.reads or _reads(glossary, self.edition))
            meaning.says = frames.says
        placed = Placing(self.laid, meaning, reading).placed(self.said)
        self.said = meaning.said = {**self.said, **placed}
        meaning.placed = frozenset(placed)
        self.meaning, self.reading = meaning, reading

    # -- places ------------------------------------------------------------------------------------------------

    @property
    def every_said(self) -> list[Said]:
        """Every place where the text says a passage, in the order of the edition."""
        return [said for group in self.said.values() for said in group]

    def at(self, start: int, end: int, note: str = "") -> Quote:
        """A stretch of the user's text, by offsets."""
        text = self.text
        return Quote(
            "text",
            text.path,
            text.line_of(start),
            text.column_of(start),
            text.line_of(max(end - 1, start)),
            text.column_of(max(end - 1, start)) + 1,
            text.quote(start, end),
            note,
        )

    def of_said(self, said: Said, hole: int | None = None, note: str = "") -> Quote:
        """Where a passage stands, or one hole of it: pointed at the hole, with the words around it."""
        units = self.text.units
        whole = self.at(units[said.match.first].start, units[said.match.last - 1].end, note)
        at = None if hole is None else said.taken[hole].unit
        if at is None:
            return whole
        point = self.at(units[at].start, units[at].end, note)
        first, last = _around(said, at)
        return evolve(point, words=self.text.quote(units[first].start, units[last - 1].end))

    def of_statement(self, statement: Statement) -> Quote:
        """Where a statement stands, in the text or in our rulebook."""
        if statement.said is not None:
            return self._reworded(statement) or self.of_said(statement.said, statement.hole, statement.text)
        return Quote.ours(self.rulebook.path, statement.line or 1, statement.text)

    def _reworded(self, statement: Statement) -> Quote | None:
        """The words that literally state something in a passage that is worded anew."""
        said = statement.said
        if said is None or self.meaning is None or not self.meaning.is_reworded(said):
            return None
        told = next((told for told, id in self.literals() if id == statement.id), None)
        span = None if told is None else self.literal_place(told)
        return None if span is None else self.at(*span, note=statement.text)

    # -- what is stated -------------------------------------------------------------------------------------------

    def all_statements(self) -> list[Statement]:
        """What the text and the rulebook state."""
        stated = [s for said in self.every_said for s in self.statements.of(said)]
        stated += [s for told, id in self.literals() if told.is_there for s in self.statements.literal(told, id)]
        return [*stated, *self.statements.claims, *self.statements.values(self.every_said)]

    def literals(self) -> list[tuple[Told, str]]:
        """What the edition says that sentences literally state, with the id of each as a statement."""
        if self.meaning is None:
            return []
        told = [row for _, account in self.meaning.accounts for row in account.told]
        return [(row, f"literally {row.said.passage.number}.{row.said.match.first}.{n}") for n, row in enumerate(told)]

    def literal_place(self, told: Told) -> tuple[int, int] | None:
        """Where the words stand that literally state another rule, by offsets; None if only the passage is known."""
        if told.literal.at is not None and self.meaning is not None:
            ends = (told.said.match.first, told.said.match.last - 1)
            match = self.meaning.place_of([self.text.sentence_of(n) for n in ends], told.literal.at)
            if match is not None:
                units = self.text.units
                return units[match.first].start, units[match.last - 1].end
        if told.meant:
            return told.meant[-1].sighted.start, told.meant[-1].sighted.end
        return None

    def doubted(self) -> frozenset[str]:
        """The ids of the text's numbers that are not the rulebook's."""
        doubted = set()
        for said in self.every_said:
            for statement in self.statements.of(said):
                if statement.source == "number" and statement.hole is not None:
                    wanted = expected(said.taken[statement.hole], self.rulebook)
                    if wanted is not None and wanted != statement.value:
                        doubted.add(statement.id)
        doubted |= {id for told, id in self.literals() if told.is_there}
        return frozenset(doubted)

    def conflicts(self) -> list[Contradiction]:
        """The contradictions, as statements."""
        return contradictions(self.all_statements(), self.doubted())

    def wrong_holes(self, said: Said) -> Iterator[int]:
        """The holes of a passage that met something else than they should."""
        units = self.laid.finder.units
        for n, taken in enumerate(said.taken):
            item = taken.item
            unit = None if taken.unit is None else units[taken.unit]
            if item.kind == "number":
                wanted = expected(taken, self.rulebook)
                value = None if unit is None else unit.value
                is_elsewhere = value is None and not said.match.is_exact and wanted in self._numbers_in(said)
                if not is_elsewhere and (value is None or (wanted not in (None, value) and item.fills is None)):
                    yield n
            elif item.rule is not None and not item.is_free:
                rule = None if unit is None else unit.rule
                if (
                    rule is None
                    or rule.family != item.rule.family
                    or (item.fact is None and rule.means != item.rule.means)
                ):
                    yield n

    def _numbers_in(self, said: Said) -> frozenset[int | None]:
        """The numbers in the sentences of a passage."""
        ends = (self.text.sentence_of(at) for at in (said.match.first, said.match.last - 1))
        first, last = (self.text.sentences[number] for number in ends)
        return frozenset(unit.value for unit in self.text.units[first.first : last.last] if unit.is_number)

    def numbers(self) -> dict[str, dict[int | None, int]]:
        """The numbers that the text gives, by name and player count.

        Where the text itself has two, the rulebook's is taken: that is a contradiction, and told as one.
        """
        numbers: dict[str, dict[int | None, int]] = {}
        for said in self.every_said:
            for taken in said.taken:
                self._other_number(taken, numbers)
        return numbers

    def _other_number(self, taken: Taken, numbers: dict[str, dict[int | None, int]]) -> None:
        formula = taken.item.formula
        if formula is None or taken.unit is None or taken.item.is_count or len(formula.names) != 1:
            return
        name = formula.names[0]
        value = self.laid.finder.units[taken.unit].value
        if formula.text.strip() != name or name == PLAYERS or value is None:
            return
        wanted = expected(taken, self.rulebook)
        if wanted is None:
            return
        before = numbers.setdefault(name, {}).get(taken.item.players, value)
        numbers[name][taken.item.players] = wanted if wanted in (value, before) else value

    def ours(self, id: str) -> Quote:
        """A clause of our rulebook."""
        clause = self.rulebook.clauses[id]
        return Quote.ours(self.rulebook.path, clause.line, clause.text)

    def gap(self, passage: Passage) -> Quote | None:
        """Where a lost passage should stand: after the one before it."""
        for number in range(passage.number - 1, -1, -1):
            if self.said[number]:
                return self.of_said(self.said[number][-1], note="after this")
        return None

    def claimed(self) -> frozenset[int]:
        """The sentences in which some passage has a word."""
        return frozenset(
            self.text.sentence_of(n) for said in self.every_said for n in said.match.units if n is not None
        )

    def of_match(self, match: Match, note: str) -> Quote:
        """Where a phrase stands."""
        units = self.text.units
        return self.at(units[match.first].start, units[match.last - 1].end, note)

    def words_of(self, match: Match) -> str:
        """The user's own words for a phrase."""
        units = self.text.units
        return self.text.quote(units[match.first].start, units[match.last - 1].end)


@lru_cache(maxsize=8)
def _reads(glossary: Glossary, edition: Edition) -> Reads:
    """The reader of an edition's language; a sentence is read once, in however many texts it stands."""
    return lru_cache(maxsize=20_000)(reader_of(glossary, edition.language, edition.forms).read)


def _around(said: Said, at: int, reach: int = 6) -> tuple[int, int]:
    """The units of a passage near one of them."""
    return max(said.match.first, at - reach), min(said.match.last, at + reach + 1)
