"""Frames: what one statement of a rule says, in closed slots and in no language.

The same classes hold what a clause says (`frames.toml`) and what a reader found in a sentence.  A value that was read
knows its words (`span`); two values are equal whatever words they stand for.  docs/spec-format.md describes the slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import field, fields, frozen

Span = tuple[int, int]
"""Offsets into the text that was read, the end not included."""


def hull(spans: Iterable[Span | None]) -> Span | None:
    """From the first to the last of some words; None where none are known."""
    known = [span for span in spans if span is not None]
    return (min(start for start, _ in known), max(end for _, end in known)) if known else None


MODES: Final = ("may", "must", "must-not", "need-not", "not")
"""What a frame says of its act; without one it is plainly so."""

AMOUNTS: Final = ("all", "any", "each", "both", "half", "half-down", "half-up", "none", "some", "unlimited")
"""Amounts that are no number."""

BOUNDS: Final = ("at-least", "at-most", "more", "less")
"""What can stand before a number; the last two are differences: "one doubloon less", "two more than"."""

DIFFERENCES: Final = BOUNDS[2:]
"""These can stand without one: "more than there are players"."""

RELATIONS: Final = ("begin", "end", "before", "after", "during", "each", "next", "previous", "at-once", "same-time")
"""How a time lies to its period or event; the last two need none."""

EVENTS: Final = ("before", "after", "during", "same-time", "at-once")
"""How a time can lie to something that happens."""

DENYING: Final = frozenset({"not", "must-not"})
"""Modes that say that something is not so."""

STEPS: Final = ("first", "then", "last")

RANKS: Final = ("most", "least", "first", "last", "next", "previous")


@frozen
class Word:
    """One or another concept or closed word; several are alternatives."""

    values: tuple[str, ...]
    span: Span | None = field(default=None, eq=False, kw_only=True)

    def __str__(self) -> str:
        return " or ".join(self.values)


@frozen
class Quantity:
    """How many.  "More than two" is at least three, "fewer than three" at most two, "up to" at most."""

    how: str = "exactly"
    """`exactly`, `between`, one of BOUNDS or of AMOUNTS."""
    value: int | None = None
    upper: int | None = None
    """The greater number of `between`."""
    cases: tuple[tuple[int, int], ...] = ()
    """For numbers of players, the number that holds then; `value` is None."""
    name: str = field(default="", eq=False)
    """The rulebook's name for the number."""
    span: Span | None = field(default=None, eq=False, kw_only=True)

    def __str__(self) -> str:
        number = self.name or ", ".join(f"{count}: {value}" for count, value in self.cases) or self.value
        if self.how == "between":
            return f"{self.value} to {self.upper}"
        if self.how == "exactly":
            return str(number)
        return self.how if number is None else f"{self.how} {number}"


@frozen
class Term:
    """A noun with what belongs to it: "every empty circle on the buildings of all players"."""

    values: tuple[str, ...]
    """Its concept; several are alternatives."""
    n: tuple[Quantity, ...] = ()
    attr: tuple[Word, ...] = ()
    whose: tuple[Word, ...] = ()
    of: tuple[Term, ...] = ()
    """What it lies on, is in or belongs to."""
    span: Span | None = field(default=None, eq=False, kw_only=True)


@frozen
class Time:
    """When: a relation to a period ("the end of the phase") or to something that happens ("after he has paid")."""

    relation: str
    period: tuple[Term, ...] = ()
    event: tuple[Frame, ...] = ()
    span: Span | None = field(default=None, eq=False, kw_only=True)


@frozen
class Criterion:
    """What decides an order or a tie: the most points, the last in turn."""

    rank: str
    of: tuple[Term, ...] = ()
    span: Span | None = field(default=None, eq=False, kw_only=True)


@frozen
class Frame:
    """One statement.  Each slot holds everything that is said of it at once; `either` holds alternatives instead."""

    act: tuple[Word, ...] = ()
    mode: tuple[Word, ...] = ()
    who: tuple[Term, ...] = ()
    what: tuple[Term, ...] = ()
    n: tuple[Quantity, ...] = ()
    """How many of `what`, as `attr` and `whose` are of it too."""
    attr: tuple[Word, ...] = ()
    whose: tuple[Word, ...] = ()
    from_: tuple[Term, ...] = ()
    to: tuple[Term, ...] = ()
    at: tuple[Term, ...] = ()
    when: tuple[Time, ...] = ()
    dir: tuple[Word, ...] = ()
    per: tuple[Term, ...] = ()
    step: tuple[Word, ...] = ()
    """`first`, `then`, `last`, or a number: its place in what is told in order."""
    by: tuple[Criterion, ...] = ()
    """What decides, the first criterion first."""
    if_: tuple[Frame, ...] = ()
    unless: tuple[Frame, ...] = ()
    except_: tuple[Frame, ...] = ()
    until: tuple[Frame, ...] = ()
    instead: tuple[Frame, ...] = ()
    """In place of what."""
    not_: tuple[Frame, ...] = ()
    """What is expressly left out: "from the reserve, not from the ship"."""
    only: tuple[Word, ...] = ()
    """The slots to which an "only" is tied."""
    either: tuple[Frame, ...] = ()
    """Frames of which one is said; the other slots are empty then."""
    optional: frozenset[str] = frozenset()
    """Slots that a passage need not say."""
    always: frozenset[str] = frozenset()
    """Slots that every passage which tells the act has to say."""
    span: Span | None = field(default=None, eq=False, kw_only=True)

    def get(self, slot: str) -> tuple[Any, ...]:
        """What is said in a slot, by the name that it has in files."""
        values: tuple[Any, ...] = getattr(self, _FIELDS[slot])
        return values

    def said(self) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """The slots that say something, in their order."""
        for slot in SLOTS:
            if values := self.get(slot):
                yield slot, values


_NOT_SLOTS: Final = frozenset({"either", "optional", "always", "span"})
_FIELDS: Final[Mapping[str, str]] = {
    name.rstrip("_"): name for name in (a.name for a in fields(Frame)) if name not in _NOT_SLOTS
}

SLOTS: Final = tuple(_FIELDS)
"""Every slot, by the name that it has in files."""

FRAME_SLOTS: Final = ("if", "unless", "except", "until", "instead", "not")
"""Slots that hold frames again."""

TERM_SLOTS: Final = ("who", "what", "from", "to", "at", "per")


def field_of(slot: str) -> str:
    """A slot's name in Python, where `from` and `if` are taken."""
    return _FIELDS[slot]


@frozen
class Noted:
    """What is kept of a sentence: enough to see what somebody changes in it, and none of its words."""

    words: bytes
    """A byte for each word; many words share one."""
    named: tuple[str, ...]
    """The concepts of the game that it names, in their order."""
    said: tuple[tuple[str, ...], ...]
    """What its everyday words can mean, in their order."""


@frozen
class Reviewed:
    """What a text said when somebody looked at it."""

    says: Mapping[int, tuple[Frame, ...]] = field(factory=dict)
    """By number of a passage: the statements of the sentences that it stands in."""
    sentences: tuple[Noted, ...] = ()
    """The sentences that have a word, in their order."""


def normal_paths(frame: Frame, path: str = "") -> dict[str, Span | None]:
    """The words of each value, by its path: `what`, `what.1` for a second one, `if.0.who`, `when.event.0.act`."""
    paths: dict[str, Span | None] = {}
    for slot, values in frame.said():
        for number, value in enumerate(values):
            if isinstance(value, Frame):
                paths |= normal_paths(value, f"{path}{slot}.{number}.")
                continue
            here = f"{path}{slot}" + (f".{number}" if number else "")
            events = value.event if isinstance(value, Time) else ()
            for at, event in enumerate(events):
                paths |= normal_paths(event, f"{here}.event.{at}.")
            if not events:
                paths[here] = value.span
    for number, other in enumerate(frame.either):
        paths |= normal_paths(other, f"{path}or.{number}.")
    return paths
