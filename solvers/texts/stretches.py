"""The sentences that the same passages have a word in, and one way in which they speak of something else."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rulecheck.spec import editions
from rulecheck.spec.laid import Said
from rulecheck.spec.lexicon import Sighted

Kind = Literal["clash", "foreign", "lost"]


@frozen
class Meant:
    """A concept at a place of the text, the sense chosen where its word has two."""

    concept: str
    sighted: Sighted


@frozen
class Fault:
    """One way in which a stretch speaks of something else than its clauses."""

    kind: Kind
    """`clash`: one concept where its sibling should be; `foreign`: one that the clauses do not speak of; `added`: one
    more than there should be; `lost`: one less."""
    concept: str
    sibling: str = ""
    """For a clash, what should stand there."""
    meant: Meant | None = None
    """Where it stands; None for what is lost."""


@frozen
class Told:
    """A literal statement of an edition, and whether the text still makes it."""

    said: Said
    literal: editions.Literal
    is_there: bool
    meant: tuple[Meant, ...] = ()


@frozen
class Account:
    """What is wrong with one stretch."""

    faults: tuple[Fault, ...]
    told: tuple[Told, ...]


@frozen(eq=False)
class Stretch:
    """The sentences that the same passages have a word in."""

    number: int
    sentences: tuple[int, ...]
    said: tuple[Said, ...]
    allowed: frozenset[str]
    """What it may speak of."""
    is_torn: bool = False
    """Whether a passage that should stand beside it is lost, so that its words are nobody's."""
