"""What an edition is: where one printed rulebook or translation says each clause and number, and what it calls things.

docs/editions.md describes the files, `spec/<game>/editions/<id>.toml`.  An edition holds key phrases, never the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from rulecheck.spec.expressions import Formula
from rulecheck.spec.languages import Language
from rulecheck.spec.passages import Phrase
from rulecheck.spec.reading.frames import Reviewed

OWN: Final = "my."
"""Names of numbers that only one passage knows."""


@frozen
class Literal:
    """What a sentence states, read as it stands, where that is another rule than its clause."""

    told: str
    """In our words: `everyone else sells again`."""
    says: tuple[str, ...] = ()
    """The concepts that are wrong there."""
    means: tuple[str, ...] = ()
    """Those that would be right."""
    at: Phrase | None = None
    """The wrong words, where concepts alone do not tell them: the fault is there as long as they are."""
    states: tuple[Formula, ...] = ()
    """The same as formulas, for what contradicts it."""
    refuted_by: str = ""
    """A theorem or worked example of the rulebook that contradicts it."""
    is_slip: bool = False
    """Whether every reader knows what is meant."""


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
    literally: tuple[Literal, ...] = ()
    opens: tuple[str, ...] = ()
    """The readings that this very sentence leaves open."""
    sure: float | None = None
    """How sure a draft was of the clauses; None once somebody has looked."""
    right: frozenset[str] = frozenset()
    """Differences from its clauses that a person has found to be the same rule: `what = tile`, `no per`."""
    wrong: frozenset[str] = frozenset()
    """Those that a person has found to be another rule."""
    read: str = ""
    """The sentence that a person has judged, as a hash (`Text.hash_of`); empty if nobody has."""


@frozen
class Nothing:
    """A sentence that states no rule."""

    phrase: Phrase
    section: str
    line: int
    """In the edition's file."""
    nth: int
    why: str


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
    nothing: tuple[Nothing, ...] = field(repr=False, default=())
    forms: Mapping[str, tuple[str, ...]] = field(repr=False, factory=dict)
    """By concept: its names in this text, each with its forms by commas; a second name is term-drift."""
    reviewed: Reviewed = field(repr=False, factory=Reviewed)
    """What the text said when somebody looked at it."""

    def passages_of(self, clause: str) -> tuple[Passage, ...]:
        """The passages that say a clause."""
        return tuple(p for p in self.passages if clause in p.clauses)
