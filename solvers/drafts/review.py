"""A draft, gone through sentence by sentence: each decision changes one row of the edition's file."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Final

from attrs import define, evolve, field, frozen

from rulecheck.solvers.drafts.drafting import Drafting, Question, Row, members
from rulecheck.solvers.drafts.history import Change, change_of
from rulecheck.solvers.drafts.placing import Placement
from rulecheck.solvers.drafts.points import Point
from rulecheck.solvers.drafts.rowfile import Written, row_text, rows_in
from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.editions import Literal
from rulecheck.spec.errors import SpecError, meant, shown
from rulecheck.spec.passages import Finder, PhraseError, read_phrase

_MOST_DIFFERENCES: Final = 3
"""More of them say rather that the clause is wrong than that the sentence is."""

SURE: Final = 0.9
"""How sure a place is that is accepted together with others."""

READ: Final = 0.6
"""How sure a place is that is read together with others: a wrong one costs a key more there, a right one a fifth."""

TOGETHER: Final = 5
"""Sentences that are read together: a screen holds so many beside their clauses."""

_LACKS: Final = "[lacks]"

_OWN: Final = frozenset({"of", "find", "nth", "sure", "right", "wrong", "read", "nothing", "accepts"})
"""The keys of a row that are written anew."""

_HOLE: Final = re.compile(r"\s*[{\[][^{}\[\]]*[}\]]\s*")


@frozen
class Item:
    """A sentence that waits to be looked at."""

    number: int
    """Which sentence of the text it is."""
    clauses: tuple[str, ...]
    """Where the draft has put it; empty for none."""
    placement: Placement
    is_placed: bool
    """Whether a person has said that these are its clauses: then only the questions wait."""
    questions: tuple[Question, ...]
    """What it surely says otherwise than these clauses, and nobody has judged: one question each."""
    points: tuple[Point, ...] = ()
    """What nobody has found in it, or only in doubt: one question for all."""

    @property
    def is_open(self) -> bool:
        """Whether it waits for a person."""
        return not self.is_placed or bool(self.questions or self.points)

    @property
    def is_sure(self) -> bool:
        """Whether it can be read together with others: its place is sure, and nothing in it is surely otherwise."""
        return not self.questions and (self.is_placed or (bool(self.clauses) and self.placement.sure >= READ))

    @property
    def order(self) -> int:
        """Differences come first, then what is read together, then what may stand wrong."""
        return 1 if self.is_sure else 0 if self.questions else 2

    @property
    def suspicion(self) -> float:
        """How likely it says something else: by doubts, by what only it or its clause says, by its place."""
        doubts = sum(point.is_doubt for point in self.points)
        left = sum(max(1, len(point.words)) for point in self.points if not point.is_doubt)
        return doubts + left / 4 + 1.0 - self.placement.sure

    @property
    def gain(self) -> float:
        """What looking at it brings: how likely it says something else, and how unsure it is where it belongs."""
        told = len(self.questions)
        weight = 1.0 if 0 < told <= _MOST_DIFFERENCES else 0.3 if told else 0.0
        if self.is_placed:
            return 1.0 + weight
        sure = self.placement.sure
        return weight * max(sure, 0.3) + (1.0 - max(sure, self.placement.nothing))


@define(slots=False)
class Review:
    """The file of an edition, its text, and what has been decided so far."""

    drafting: Drafting
    lines: list[str]
    """Of the file."""
    path: str = "edition.toml"
    rows: dict[int, Row] = field(init=False, factory=dict)
    """By sentence."""
    at: dict[int, int] = field(init=False, factory=dict)
    """By sentence: the line of its row in the file, from 0."""
    changes: list[Change] = field(factory=list)
    """What has been decided, in earlier sessions too; the last can be undone."""
    skipped: set[int] = field(init=False, factory=set)
    opened: int | None = field(init=False, default=None)
    """A sentence that the person wants to see again: it comes first."""

    def __attrs_post_init__(self) -> None:
        self._read_rows()

    def _read_rows(self) -> None:
        self.rows, self.at = {}, {}
        finder = Finder(self.drafting.text)
        for written in rows_in("\n".join(self.lines)):
            number = self._sentence(written, finder)
            if number is not None and number not in self.rows:
                self.rows[number] = self._row(written, number)
                self.at[number] = written.at

    @property
    def source(self) -> str:
        """The file as it is now."""
        return "\n".join(self.lines)

    def _sentence(self, written: Written, finder: Finder) -> int | None:
        """Which sentence a row is about; None if the text has it no more."""
        try:
            phrase = read_phrase(written.body["find"], self.drafting.text.language)
        except PhraseError as problem:
            raise SpecError(self.path, written.at + 1, problem.what, problem.hint) from None
        nth = written.body.get("nth", 1)
        match = next(islice(finder.find(phrase), max(int(nth), 1) - 1, None), None)
        return None if match is None else self.drafting.text.sentence_of(match.first)

    def _row(self, written: Written, number: int) -> Row:
        body = written.body
        clauses = tuple(str(body.get("of", "")).split())
        for clause in clauses:
            self.require_clause(clause, written.at + 1)
        return Row(
            number=number,
            clauses=() if written.is_off else clauses,
            find=str(body["find"]),
            nth=int(body.get("nth", 1)),
            sure=float(body["sure"]) if "sure" in body else None,
            right=tuple(map(str, body.get("right", ()))),
            wrong=tuple(map(str, body.get("wrong", ()))),
            read=str(body.get("read", "")),
            nothing=str(body["nothing"]) if "nothing" in body else None,
            kept={key: value for key, value in body.items() if key not in _OWN},
        )

    def require_clause(self, clause: str, line: int | None = None) -> None:
        """Raise SpecError for a clause that the rulebook does not have."""
        clauses = self.drafting.rulebook.clauses
        if clause not in clauses:
            raise SpecError(self.path, line, f"no clause {shown(clause)}", meant(clause, clauses, "the clauses are"))

    # -- what waits ------------------------------------------------------------------------------------------------

    def waiting(self) -> list[Item]:
        """The sentences of which the clauses or a difference wait for a person, those first that bring most."""
        beside = self._beside
        items = [
            self._item(number, row.clauses, beside)
            for number, row in self.rows.items()
            if number not in self.skipped and row.nothing is None and number in self.drafting.placements
        ]
        items = [item for item in items if item.is_open]
        few = sum(1 for item in items if item.is_sure) < TOGETHER  # they wait until a screen of them is full
        last = max((item.order for item in items), default=0)
        return sorted(
            items,
            key=lambda i: (
                i.number != self.opened,
                last if few and i.is_sure else i.order,
                i.is_sure,
                -i.gain,
                i.number,
            ),
        )

    def together(self, waiting: Sequence[Item]) -> list[Item]:
        """The next sentences that can be read at one go, in the order of the text; none while a difference waits."""
        if self.opened is not None or not waiting[0].is_sure:
            return []
        rows = (item for item in waiting if item.is_sure)
        sure = sorted(rows, key=lambda i: (-i.suspicion, i.number))[:TOGETHER]
        return sorted(sure, key=lambda i: i.number) if len(sure) > 1 else []

    def keys_left(self, waiting: Sequence[Item]) -> int:
        """How many keys are needed, where all that the draft proposes is right."""
        sure = sum(1 for item in waiting if item.is_sure)
        return len(waiting) - sure + math.ceil(sure / TOGETHER)

    @staticmethod
    def _is_open(row: Row) -> bool:
        return row.nothing is None and (row.sure is not None or not row.clauses)

    def item(self, number: int, clauses: tuple[str, ...] | None = None) -> Item:
        """A sentence under the clauses that the draft gives it, or under others."""
        return self._item(number, self.rows[number].clauses if clauses is None else clauses, self._beside)

    def _item(self, number: int, clauses: tuple[str, ...], beside: Mapping[str, Collection[int]]) -> Item:
        placement, row = self.drafting.placements[number], self.rows[number]
        is_placed = not self._is_open(row) and clauses == row.clauses
        judged = {*row.right, *row.wrong} if clauses == row.clauses else set()
        every, points = self._compared(number, clauses or (placement.best,), beside)
        questions = tuple(q for q in every if q.is_sure and q.name not in judged)
        is_read = clauses == row.clauses and row.read == self.drafting.text.hash_of(number)
        left = () if is_read else tuple(point for point in points if point.name not in judged)
        return Item(number, clauses, placement, is_placed, questions, left)

    def _compared(
        self, number: int, clauses: tuple[str, ...], beside: Mapping[str, Collection[int]]
    ) -> tuple[tuple[Question, ...], tuple[Point, ...]]:
        """The questions and points of a sentence under some clauses; the same as long as the same others say them."""
        key = (number, clauses, *(tuple(beside.get(clause, ())) for clause in clauses))
        if key not in self._asked:
            questions = self.drafting.questions(number, clauses, beside)
            points = self.drafting.points(number, clauses, questions, beside)
            self._asked[key] = questions, points
        return self._asked[key]

    @cached_property
    def _asked(self) -> dict[tuple[object, ...], tuple[tuple[Question, ...], tuple[Point, ...]]]:
        return {}

    @property
    def _beside(self) -> dict[str, list[int]]:
        return members({number: row.clauses for number, row in self.rows.items()})

    def lacking(self) -> list[str]:
        """The clauses that no sentence says and nobody has excused."""
        edition = parse_edition(self.source, self.drafting.rulebook, self.path)
        said = {clause for row in self.rows.values() for clause in row.clauses}
        said |= {clause for passage in edition.passages for clause in passage.clauses}
        return [c for c in self.drafting.rulebook.clauses if c not in {*said, *edition.ours, *edition.lacks}]

    # -- clauses by a word -------------------------------------------------------------------------------------------

    def clauses_with(self, word: str) -> list[str]:
        """The clauses that speak of what a word means, in English or in the text's language, in their order."""
        drafting, wanted = self.drafting, " ".join(word.lower().split())
        concepts: set[str] = set()
        if drafting.glossary is not None:
            lexicon = drafting.glossary.lexicon(drafting.forms, drafting.text.language)
            concepts = {c for s in lexicon.read(word) for c in (s.concept, *s.also)}
            concepts |= set(drafting.glossary.in_english(word))
        return [
            id
            for id, clause in drafting.rulebook.clauses.items()
            if wanted
            and (
                wanted in f"{id} {clause.title} {' '.join(clause.text.split())}".lower()
                or (drafting.glossary is not None and concepts & drafting.glossary.stated(id))
            )
        ]

    # -- decisions -------------------------------------------------------------------------------------------------

    def _decide(self, told: str, *rows: Row) -> str:
        """Write rows of the file anew and remember how it was; what was decided, in words."""
        before = list(self.lines)
        for row in rows:
            self.rows[row.number] = row
            self.lines[self.at[row.number]] = row_text(row)
            if row.number == self.opened and (row.nothing is not None or not self.item(row.number).questions):
                self.opened = None  # what is left of it is read with others
        self.changes.append(change_of(before, self.lines, told))
        return told

    def _named(self, number: int) -> str:
        return f"line {self.drafting.line(number)}"

    def place(self, number: int, clauses: Sequence[str]) -> str:
        """A sentence says these clauses.  What it says otherwise is asked next, and told until somebody answers."""
        for clause in clauses:
            self.require_clause(clause)
        kept = self.rows[number].kept if self.rows[number].clauses == tuple(clauses) else {}
        row = evolve(self.drafting.row(number, tuple(clauses)), kept=kept)
        return self._decide(f"{self._named(number)} says {' and '.join(clauses)}", row)

    def answer(self, number: int, name: str, *, is_same: bool) -> str:
        """A difference is the same rule in this text's words, or another rule: a fault, which stays to be told.

        Whoever answers says that the sentence stands where the draft has it.  A fault is told as long as the sentence
        has these words, whether it can be read or not.
        """
        row = self._placed(number)
        if is_same:
            row = self._with_right(row, (name,))
        else:
            row = evolve(row, wrong=(*row.wrong, name), read=self.drafting.text.hash_of(number))
        what = "the same rule" if is_same else "a mistake"
        return self._decide(f"{self._named(number)}: {name} is {what} ({' and '.join(row.clauses)})", row)

    def agree(self, *numbers: int) -> str:
        """Sentences say all that their clauses say, and nothing else: all that was asked of them is the same rule."""
        rows = [self._agreed(number) for number in numbers]
        if len(rows) > 1:
            return self._decide(f"{len(rows)} sentences say what their clauses say", *rows)
        return self._decide(f"{self._named(numbers[0])} says what {' and '.join(rows[0].clauses)} says", *rows)

    def _agreed(self, number: int) -> Row:
        row = self._placed(number)
        item = self.item(number, row.clauses)
        doubts = tuple(point.name for point in item.points if point.is_doubt)
        row = self._with_right(row, (*(question.name for question in item.questions), *doubts))
        read = self.drafting.text.hash_of(number)
        return evolve(row, wrong=row.wrong if row.read in ("", read) else (), read=read)

    def _placed(self, number: int) -> Row:
        """The row of a sentence that stands where it stands, or else where the draft has put it."""
        row, item = self.rows[number], self.item(number)
        if item.is_placed:
            return row
        clauses = item.clauses or (item.placement.best,)
        return evolve(self.drafting.row(number, clauses), kept=row.kept if clauses == row.clauses else {})

    def _with_right(self, row: Row, names: Sequence[str]) -> Row:
        """A row in which some differences are the same rule; its key phrase does not expect numbers among them."""
        row = evolve(row, right=tuple(dict.fromkeys((*row.right, *names))))
        if any(name.startswith("number ") for name in names):
            fresh = self.drafting.row(row.number, row.clauses, None, row.right)
            row = evolve(row, find=fresh.find, nth=fresh.nth)
        return row

    def nothing(self, number: int, why: str) -> str:
        """A sentence states no rule."""
        find, nth = self.drafting.phrase(number, (), only_right=True)
        row = Row(number, (), find, nth, nothing=why or "no rule")
        return self._decide(f"{self._named(number)} states no rule", row)

    def reopen(self, number: int) -> str:
        """A sentence is looked at again, whatever was decided of it."""
        row = self.rows[number]
        placement = self.drafting.placements.get(number)
        sure = round(placement.sure, 2) if placement is not None else 0.0
        clauses = row.clauses or ((placement.best,) if placement is not None else ())
        self.skipped.discard(number)
        told = self._decide(f"{self._named(number)} is open again", Row(number, clauses, row.find, row.nth, sure))
        self.opened = number
        return told

    def open(self, number: int) -> str:
        """A sentence is looked at next, by itself."""
        self.opened = number
        return self._named(number)

    def at_line(self, line: int) -> int | None:
        """The sentence with a row that begins in a line of the text, or the last before it."""
        numbers = [number for number in self.rows if self.drafting.line(number) <= line]
        return max(numbers, default=None)

    def literally(self, number: int, clauses: Sequence[str], told: str) -> str:
        """A sentence, read as it stands, states another rule: `told` says which, in the user's words."""
        for clause in clauses:
            self.require_clause(clause)
        questions = self.item(number, tuple(clauses)).questions
        row = self.drafting.row(number, tuple(clauses))
        pairs = [pair for question in questions if all(pair := question.concepts)]
        if pairs:
            says, means = (tuple(c for pair in pairs for c in sorted(pair[n])) for n in (0, 1))
            literal = Literal(told, says, means)
        else:
            words = _HOLE.sub(" .. ", row.find).strip(" .")
            literal = Literal(told, at=read_phrase(words, self.drafting.text.language))
        names = tuple(question.name for question in questions)
        row = evolve(row, literally=(literal,), wrong=names, read=self.drafting.text.hash_of(number))
        return self._decide(f"{self._named(number)} literally says: {told}", row)

    def lack(self, clauses: Sequence[str], why: str) -> str:
        """The text leaves clauses out on purpose."""
        before = list(self.lines)
        at = next((n for n, line in enumerate(self.lines) if line.startswith(_LACKS)), None)
        if at is None:
            at = next(n for n, line in enumerate(self.lines) if line.startswith("[[section]]"))
            self.lines[at:at] = [_LACKS, ""]
        self.lines[at + 1 : at + 1] = [f'"{clause}" = "{why.replace(chr(34), chr(39))}"' for clause in clauses]
        self._read_rows()
        named = clauses[0] if len(clauses) == 1 else f"{len(clauses)} clauses"
        self.changes.append(change_of(before, self.lines, f"{named}: {why}"))
        return self.changes[-1].told

    def accept_sure(self) -> str:
        """Accept the places of all sentences that are surely placed.  No difference is accepted."""
        sure = [i for i in self.waiting() if i.clauses and not i.is_placed and i.placement.sure >= SURE]
        rows = [evolve(self.rows[item.number], sure=None) for item in sure]
        return self._decide(f"the places of {len(rows)} sentences accepted", *rows)

    def skip(self, number: int) -> str:
        """Look at a sentence another time."""
        self.skipped.add(number)
        self.opened = None if self.opened == number else self.opened
        return f"{self._named(number)} waits for the next time"

    def undo(self) -> str | None:
        """Take the last decision back; what it was, None if there is none or the file was changed by hand since."""
        if not self.changes or not self.changes[-1].fits(self.lines):
            return None
        change = self.changes.pop()
        self.lines = change.undone(self.lines)
        self._read_rows()
        return change.told

    @cached_property
    def whole(self) -> int:
        """How many sentences the file has rows for."""
        return len(self.rows)
