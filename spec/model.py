"""What a rulebook holds once it is read: clauses, named quantities, claims, readings, examples, set-ups."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

KINDS: Final = ("rule", "definition", "component", "advice", "setup")
"""What a clause can be; only a "rule" can be exercised by play."""


@frozen
class Clause:
    """One statement of the rulebook."""

    id: str
    text: str
    """The statement in our words, numbers in place of their named quantities."""
    kind: str
    line: int
    title: str
    """The heading that the clause stands under."""


@frozen
class Quantity:
    """A number of the rules and its name."""

    name: str
    value: int | dict[int, int]
    """One number, or one for each player count."""
    line: int
    clause: str

    def at(self, players: int | None) -> int | None:
        """The number for a player count; None where the rulebook gives none."""
        if isinstance(self.value, int):
            return self.value
        return None if players is None else self.value.get(players)


@frozen
class Claim:
    """A formula over named quantities that must hold for every player count."""

    id: str
    formula: str
    line: int


@frozen
class Choice:
    """One of a reading's answers."""

    key: str
    text: str


@frozen
class Reading:
    """A place where the text is silent or says two things: the choices and the one we follow."""

    id: str
    question: str
    silent: tuple[str, ...]
    """The clauses that leave it open."""
    choices: dict[str, str]
    default: str
    because: str
    line: int
    substitute: bool = False
    """Whether the default stands in for something that the rulebook must have said and nobody could recover."""
    settled: bool = False
    """Whether the text does answer it, and the other choices are only how some people and programs play."""
    sentences: dict[str, str] = field(factory=dict)
    """By choice a sentence that would settle it, to be put into the text; not every choice needs one."""
    beside: tuple[str, str] | None = None
    """Another reading and its choice under which alone this one is needed."""

    def options(self) -> tuple[Choice, ...]:
        """The choices as values, in the rulebook's order."""
        return tuple(Choice(key, text) for key, text in self.choices.items())


@frozen
class Example:
    """A worked example as written; `rulecheck.properties.examples` plays it."""

    id: str
    line: int
    path: str
    body: dict[str, Any] = field(repr=False)
    source: str = field(default="", repr=False)
    """The block's own text, whose first line is `line + 1`."""
    problem: str = field(default="", repr=False)
    """Why a block of somebody's own file cannot be read: `path:line: what; what to do`."""


@frozen
class SetUp:
    """A way to begin the game, by name."""

    name: str
    players: tuple[int, ...]
    options: dict[str, Any]
    title: str


@frozen(eq=False)
class Rulebook:
    """A game's whole rulebook, read."""

    game: str
    title: str
    path: str
    """The file as messages name it."""
    clauses: dict[str, Clause] = field(repr=False)
    quantities: dict[str, Quantity] = field(repr=False)
    claims: dict[str, Claim] = field(repr=False)
    readings: dict[str, Reading] = field(repr=False)
    examples: dict[str, Example] = field(repr=False)
    setups: dict[str, SetUp] = field(repr=False)
    default_setup: str
    seats: tuple[str, ...]
    file: Path | None = field(default=None, repr=False)
    """The file itself; None for a rulebook that was given as text."""

    def player_counts(self) -> tuple[int, ...]:
        """The player counts of all set-ups, or of all tables where there are no set-ups."""
        counts = {n for s in self.setups.values() for n in s.players}
        if not counts:
            counts = {n for q in self.quantities.values() if isinstance(q.value, dict) for n in q.value}
        return tuple(sorted(counts))

    def values(self, players: int | None, overrides: Mapping[str, int] | None = None) -> dict[str, int]:
        """Every quantity that has a value for a player count, with some of them replaced."""
        values = {name: v for name, q in self.quantities.items() if (v := q.at(players)) is not None}
        return {**values, **(overrides or {})}
