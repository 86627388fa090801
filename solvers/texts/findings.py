"""What the check of a text can find, and where a finding points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from attrs import frozen

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
