"""What may notice a change: worked examples and a bounded campaign; a caller adds others, such as theorems.

A look is asked in a process of its own, after the change was made.  It answers with everything that is wrong now,
each with the clauses that it names; what is wrong without any change is asked first, and left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from attrs import frozen

from rulecheck.properties.campaign import Campaign
from rulecheck.properties.examples import ExampleResult, run_examples, run_file
from rulecheck.spec import Rules, load, make_rules
from rulecheck.spec.model import Rulebook


@frozen
class Notice:
    """Something that is wrong, and what says so."""

    look: str
    """`examples`, `campaign`, `theorems`, or the name of another look."""
    name: str
    """The example, property or theorem."""
    clauses: tuple[str, ...] = ()
    """The clauses that it names."""


@frozen
class Question:
    """What a look is asked about: a game, and the clauses that a change concerns."""

    game: str
    clauses: tuple[str, ...]


class Look(Protocol):
    """Answers with what is wrong; a value that another process can be given."""

    @property
    def is_dear(self) -> bool:
        """Whether it is asked only where nothing before it has noticed anything."""
        ...

    def __call__(self, question: Question) -> list[Notice]:
        """What is wrong with the engine as it is in this process."""
        ...


@frozen
class Examples:
    """The worked examples of the rulebook, and of files beside it."""

    files: tuple[Path, ...] = ()
    is_dear: bool = False

    def __call__(self, question: Question) -> list[Notice]:
        """The examples that do not come out."""
        book = load(question.game)
        results = [*run_examples(book), *(result for file in self.files for result in run_file(file, book))]
        return [Notice("examples", result.id, self._named(book, result)) for result in results if not result.is_good]

    def _named(self, book: Rulebook, result: ExampleResult) -> tuple[str, ...]:
        """The clauses that an example's block names, in its words or its answers."""
        example = book.examples.get(result.id)
        words = words_of(example.body) if example is not None and example.path == result.path else set()
        told = {word.strip(".,:;'\"()") for failure in result.failures for word in failure.split()}
        return tuple(clause for clause in book.clauses if clause in words or clause in told)


@frozen
class Games:
    """A campaign of so many games, over all numbers of players, without shrinking what it finds."""

    games: int
    seed: int = 0
    is_dear: bool = False

    def __call__(self, question: Question) -> list[Notice]:
        """The faults that the games show."""
        book = load(question.game)
        rules = [make_rules(book, players=players) for players in book.player_counts()]
        return faults(rules, self.games, self.seed)


@frozen
class OtherReadings:
    """A game under each choice of each reading that is not the default: much that is cited acts there only."""

    seed: int = 0
    is_dear: bool = True

    def __call__(self, question: Question) -> list[Notice]:
        """The faults that these games show."""
        book = load(question.game)
        others = [
            {reading.id: choice}
            for reading in book.readings.values()
            for choice in reading.choices
            if choice != reading.default
        ]
        counts = book.player_counts()
        rules = [make_rules(book, players=counts[k % len(counts)], readings=other) for k, other in enumerate(others)]
        return faults(rules, len(rules), self.seed) if rules else []


def faults(rules: Sequence[Rules], games: int, seed: int) -> list[Notice]:
    """What a campaign finds wrong, silences apart; nothing is made shorter, and all loops count as the same fault."""
    result = Campaign(rules=rules, games=games, seed=seed, jobs=1, shrink_seconds=0.0).run()
    return [
        Notice(
            "campaign", "endless" if finding.kind == "endless" else f"{finding.kind}: {finding.name}", finding.clauses
        )
        for finding in result.findings
        if finding.kind != "silent"
    ]


def words_of(value: object) -> set[str]:
    """All texts in an example's block, keys and values."""
    if isinstance(value, dict):
        return {*map(str, value)}.union(*map(words_of, value.values()))
    if isinstance(value, list):
        return set().union(*map(words_of, value))
    return {value} if isinstance(value, str) else set()


def news(noticed: Sequence[Notice], before: Sequence[Notice]) -> list[Notice]:
    """What is wrong that was not wrong before."""
    known = {(notice.look, notice.name) for notice in before}
    return [notice for notice in noticed if (notice.look, notice.name) not in known]
