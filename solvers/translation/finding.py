"""What a comparison of two texts tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from attrs import frozen

from rulecheck.spec.sources import named

Kind = Literal[
    "number",
    "negation",
    "rule-word",
    "side",
    "whose",
    "time",
    "term",
    "otherwise",
    "exchanged",
    "missing",
    "added",
    "list",
    "placeholder",
    "unfinished",
]
Severity = Literal["high", "medium", "low"]

KINDS: Final[Mapping[str, str]] = {
    "number": "a number stands in one text and not in its partner",
    "negation": "one says not, never or nobody, the other does not",
    "rule-word": "a word on which the rule turns says something else (at least, may, must, before, first, only)",
    "side": "left or right, above or below, face up or down, or the way round is another",
    "whose": "it is another player's in one text and one's own in the other",
    "time": "turn, round, phase or game is another one",
    "term": "one term of a text has several names in the other",
    "otherwise": "who does it, to what, where from or to, when or under which condition is another",
    "exchanged": "two things stand in each other's place",
    "missing": "a sentence of the source has no partner",
    "added": "a sentence of the target has no partner",
    "list": "a list has more items than its partner",
    "placeholder": "a placeholder or tag of a unit stands on one side only",
    "unfinished": "a unit is not translated, or its file says that it has to be looked at again",
}


@frozen
class Place:
    """Words of one of the texts, with their place in the user's file."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    page: int | None
    words: str
    """The user's own words, on one line."""
    unit: str | None = None
    """Of a file of segments: which one."""

    def holds(self, other: Place) -> bool:
        """Whether another place begins in this one."""
        at = (other.page or 0, other.line, other.column)
        return (self.page or 0, self.line, self.column) <= at < (other.page or 0, self.end_line, self.end_column)

    @property
    def shown(self) -> str:
        """How messages name the place."""
        page = f"page {self.page}:" if self.page else ""
        unit = "" if self.unit is None else f" ({named(self.unit)})"
        return f"{self.path}:{page}{self.line}:{self.column}{unit}"


@frozen
class Parted:
    """A place where two texts that should say the same do not."""

    kind: Kind
    message: str
    severity: Severity
    sure: float
    """How sure it is that the passages are partners and really differ, from 0 to 1."""
    because: str
    """Why the two are thought to be partners."""
    source: Place | None
    """The sentence, or the words that matter in it; None if there is none."""
    target: Place | None
    also: tuple[Place, ...] = ()
    """Further places of the same thing, such as a term's other names."""
    doubt: str = ""
    """Why it is counted rather than shown: a free translation may say so and be right; empty for what is shown."""
