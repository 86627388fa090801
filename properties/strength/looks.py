"""What may notice a change: worked examples and a bounded campaign; a caller adds others, such as theorems.

A look is asked in a process of its own, after the change was made.  It answers with everything that is wrong now,
each with the clauses that it names; what is wrong without any change is asked first, and left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Protocol

from attrs import frozen

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.examples.expanding import expanded_all
from rulecheck.properties.examples.request import Request
from rulecheck.properties.examples.run import result_of
from rulecheck.spec import Rules, load, make_rules, parse_examples
from rulecheck.spec.model import Example, Rulebook

NEAR: Final = 4
"""Games for each choice of a reading that a change concerns."""


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

    def __call__(self, question: Question) -> Iterable[Notice]:
        """What is wrong with the engine as it is in this process, told as it is found: nobody may ask to the end."""
        ...


@frozen
class Examples:
    """The worked examples of the rulebook, and of files beside it; first those that name a clause of the change."""

    files: tuple[Path, ...] = ()
    is_dear: bool = False
    only_named: bool = False
    """Whether examples that name none of the clauses are left out."""

    def __call__(self, question: Question) -> Iterator[Notice]:
        """The examples that do not come out, with the clauses that their blocks name, in their words or answers."""
        book = load(question.game)
        named = [*book.clauses, *book.readings]
        request = Request.of(book, build=None, data=(), choice=None, properties=None)
        for case, says in sorted(self.blocks(book), key=lambda pair: pair[1].isdisjoint(question.clauses)):
            if self.only_named and question.clauses and says.isdisjoint(question.clauses):
                return
            result = result_of(case, request)
            if not result.is_good:
                told = set(_named(named, result.failures))
                yield Notice("examples", result.id, tuple(id for id in named if id in says or id in told))

    def blocks(self, book: Rulebook) -> tuple[tuple[Example, frozenset[str]], ...]:
        """The examples with all their words; read once, so that a process's children need not."""
        return _blocks(book, self.files)


@cache
def _blocks(book: Rulebook, files: tuple[Path, ...]) -> tuple[tuple[Example, frozenset[str]], ...]:
    read = (book.examples.values(), *map(parse_examples, files))
    return tuple((case, frozenset(words_of(case.body))) for blocks in read for case in expanded_all(blocks, book))


@frozen
class Games:
    """A campaign of so many games, over all numbers of players, without shrinking what it finds."""

    games: int
    seed: int = 0
    is_dear: bool = False

    def __call__(self, question: Question) -> Iterator[Notice]:
        """The faults that the games show."""
        book = load(question.game)
        rules = [make_rules(book, players=players) for players in book.player_counts()]
        yield from faults(rules, self.games, self.seed)


@frozen
class OtherReadings:
    """A game under each choice of each reading that is not the default: much that is cited acts there only.

    Readings that are among the clauses of the change, or about one of them, come first, and with a few games each.
    """

    seed: int = 0
    is_dear: bool = True
    only_near: bool = False
    """Whether readings that have nothing to do with the change are left out."""

    def __call__(self, question: Question) -> Iterator[Notice]:
        """The faults that these games show."""
        book = load(question.game)
        counts = book.player_counts()
        near: list[Rules] = []
        far: list[Rules] = []
        for reading in book.readings.values():
            those = near if {reading.id, *reading.silent} & set(question.clauses) else far
            for choice in reading.choices:
                if choice != reading.default:
                    players = counts[(len(near) + len(far)) % len(counts)]
                    those.append(make_rules(book, players=players, readings={reading.id: choice}))
        if near:
            yield from faults(near, NEAR * len(near), self.seed)
        if far and not (self.only_near and question.clauses):
            yield from faults(far, len(far), self.seed)


def faults(rules: Sequence[Rules], games: int, seed: int) -> list[Notice]:
    """What a campaign finds wrong, silences apart; nothing is made shorter, and all loops count as the same fault."""
    book = load(rules[0].game)
    ids = (*book.clauses, *book.readings)
    result = Campaign(rules=rules, games=games, seed=seed, jobs=1, shrink_seconds=0.0).run()
    return [
        Notice(
            "campaign",
            "endless" if finding.kind == "endless" else f"{finding.kind}: {finding.name}",
            tuple(dict.fromkeys([*finding.clauses, *_named(ids, finding.messages)])),
        )
        for finding in result.findings
        if finding.kind != "silent"
    ]


def _named(ids: Iterable[str], texts: Iterable[str]) -> list[str]:
    """Those of some ids that texts have among their words."""
    words = {word.strip(".,:;'\"()") for text in texts for word in text.split()}
    return [id for id in ids if id in words]


def words_of(value: object) -> set[str]:
    """All texts in an example's block, keys and values."""
    if isinstance(value, dict):
        return {*map(str, value)}.union(*map(words_of, value.values()))
    if isinstance(value, list):
        return set().union(*map(words_of, value))
    return {value} if isinstance(value, str) else set()


def news(noticed: Iterable[Notice], before: Sequence[Notice]) -> Iterator[Notice]:
    """What is wrong that was not wrong before."""
    known = {(notice.look, notice.name) for notice in before}
    return (notice for notice in noticed if (notice.look, notice.name) not in known)
