"""What the check of a text can find, and where a finding points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from attrs import Factory, field, frozen

KINDS: Final = {
    "contradiction": "statements that cannot all be true",
    "differs": "a number or word that is not what the rulebook says",
    "example-fails": "a worked example that does not follow from the rules",
    "missing": "a rule that the text does not have",
    "unclaimed": "a rule-bearing sentence that belongs to no clause",
    "term-drift": "one thing under two names, or two things under one",
    "unfound": "a passage that is not where the edition says",
    "open": "a sentence that leaves open what the rule is",
    "refuted": "a sentence that a theorem or a worked example contradicts",
    "unqualified": "a rule without the exception that stands elsewhere",
    "damaged": "a word that is broken",
}
"""The kinds of findings; docs/editions.md says more."""


HELP: Final = {
    "contradiction": "Fix one of the places so that all can be true; where the finding names one, fix that one.",
    "differs": "Write what the rulebook says; if it is the same rule, say so in `rulecheck edition review`.",
    "example-fails": "Correct the number that the example depends on, or the example.",
    "missing": "Say the rule, or say in `rulecheck edition review` that it is left out on purpose.",
    "unclaimed": "Say in `rulecheck edition review` which clause the sentence states, or leave it out.",
    "term-drift": "Call one thing by one name, and two things by two.",
    "unfound": "Say it again, or show in `rulecheck edition review` which sentence says it in other words.",
    "open": "Say which of the choices is meant; the command shows a game in which it matters.",
    "refuted": "Fix the sentence: the theorem or example named shows what cannot be.",
    "unqualified": "Add the exception, or point to where it stands.",
    "damaged": "Write the word as it should be.",
}
"""By kind: what to do about a finding."""


class Level(StrEnum):
    """How much a finding matters, or how sure it is."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    @property
    def rank(self) -> int:
        """0 for the highest."""
        return list(Level).index(self)


GRAVITY: Final = {
    "contradiction": (Level.HIGH, Level.HIGH),
    "differs": (Level.HIGH, Level.HIGH),
    "example-fails": (Level.HIGH, Level.HIGH),
    "missing": (Level.MEDIUM, Level.HIGH),
    "unclaimed": (Level.MEDIUM, Level.MEDIUM),
    "term-drift": (Level.LOW, Level.HIGH),
    "unfound": (Level.MEDIUM, Level.LOW),
    "open": (Level.LOW, Level.HIGH),
    "refuted": (Level.HIGH, Level.HIGH),
    "unqualified": (Level.MEDIUM, Level.MEDIUM),
    "damaged": (Level.LOW, Level.MEDIUM),
}
"""By kind: how much a finding of it matters, and how sure it is, where the finding does not say."""


EITHER: Final = "one of these passages has to change"
"""What would mend a contradiction of which no part is more to blame than another."""


@frozen
class Quote:
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

    @classmethod
    def ours(cls, path: str, line: int, words: str) -> Quote:
        """A line of our rulebook."""
        return cls("rulebook", path, line, 1, line, 1, words)


@frozen
class TextFinding:
    """One thing that is wrong with a text."""

    kind: str
    message: str
    clauses: tuple[str, ...]
    evidence: tuple[Quote, ...]
    """The first one is where to look."""
    fix: str = ""
    """What would make it right."""
    replacement: str = field(default="", kw_only=True)
    """What to write in place of the words of the first evidence; empty where more than a number or a word is wrong."""
    reading: str | None = None
    """The reading of the rulebook that this leaves open."""
    severity: Level = field(default=Factory(lambda self: GRAVITY[self.kind][0], takes_self=True))
    confidence: Level = field(default=Factory(lambda self: GRAVITY[self.kind][1], takes_self=True))
    dimension: str = ""
    """What is another: who acts (`whose`), `time`, `side`, `not`, `only`, or the group of a thing; empty if none."""
    refuted_by: str = ""
    """The theorem or worked example that contradicts it."""
    numbers: tuple[str, ...] = ()
    """The rulebook's numbers of which it says that they are others."""

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


Under = Callable[[str, str, str], bool]
"""Whether an example of the rulebook comes out under a choice of a reading: the example, the reading, the choice."""

Play = Callable[[str, Mapping[str, int], Mapping[str, int]], ExampleRun]
"""Plays an example of the rulebook: its id, numbers of the rules that differ, and numbers to put into it (by place)."""
