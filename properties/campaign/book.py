"""What a campaign needs of a rulebook: the clauses there are, those that play can exercise, the choices of readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen


@frozen
class Book:
    """As given to a campaign, or of the game's rulebook."""

    clauses: frozenset[str]
    """The ids that exist."""
    goals: tuple[str, ...]
    """Those that play can exercise."""
    choices: Mapping[str, Sequence[str]] = field(factory=dict)
    """The choices of each reading."""
    settled: frozenset[str] = frozenset()
    """The readings that the text does answer: needing them is no silence."""


def book_for(
    game: str,
    clauses: Sequence[str] | None,
    goals: Sequence[str] | None,
    choices: Mapping[str, Sequence[str]] | None,
) -> Book:
    """The book of a game; with clauses of one's own nothing is taken from its rulebook."""
    if clauses is not None:
        return Book(frozenset(clauses), tuple(clauses if goals is None else goals), choices or {})
    from rulecheck.spec import load

    book = load(game)
    rules = [id for id, clause in book.clauses.items() if clause.kind == "rule"]
    return Book(
        frozenset(book.clauses),
        tuple(rules if goals is None else goals),
        {id: tuple(reading.choices) for id, reading in book.readings.items()} if choices is None else choices,
        frozenset(id for id, reading in book.readings.items() if reading.settled),
    )
