"""What a passage denies or restricts as a whole: where its sentences could not be matched statement by statement."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from attrs import define, field

from rulecheck.solvers.judging.forms import is_denied
from rulecheck.spec.reading.frames import TERM_SLOTS, Frame, Term, Word


@define
class Attributes:
    """What some statements say that things are, and are not."""

    affirmed: dict[str, Word] = field(factory=dict)
    denied: dict[str, Word] = field(factory=dict)
    open: set[str] = field(factory=set)
    """Those of statements that are denied themselves: "an empty one does not work"."""

    @property
    def named(self) -> frozenset[str]:
        """Every attribute that is said of anything."""
        return frozenset({*self.affirmed, *self.denied, *self.open})


def attributes(frames: Iterable[Frame]) -> Attributes:
    """The attributes of some statements and of all that hangs on them."""
    rows = Attributes()
    for frame in frames:
        _collect(frame, rows, is_affirmed=True)
    return rows


def _collect(frame: Frame, rows: Attributes, *, is_affirmed: bool) -> None:
    is_state = is_denied(frame) and frame.mode[0].span in {word.span for word in frame.attr}  # "is unoccupied"
    for word in _words(frame):
        for value in word.values:
            if (is_denied(frame) and not is_state) or frame.except_:
                rows.open.add(value)
            else:
                (rows.affirmed if is_affirmed != is_state else rows.denied).setdefault(value, word)
    conditions = () if is_denied(frame) else frame.if_
    for inner in (*conditions, *frame.until, *frame.instead, *frame.either, *(e for t in frame.when for e in t.event)):
        _collect(inner, rows, is_affirmed=True)
    for inner in frame.not_:
        _collect(inner, rows, is_affirmed=False)
    denied = frame.if_ if is_denied(frame) else ()  # "may not if it is full" is "may if it is not"
    for inner in (*frame.unless, *frame.except_, *denied):
        rows.open.update(value for word in _words(inner) for value in word.values)


def _words(frame: Frame) -> Iterator[Word]:
    yield from frame.attr
    for slot in TERM_SLOTS:
        for term in frame.get(slot):
            yield from _of_term(term)


def _of_term(term: Term) -> Iterator[Word]:
    yield from term.attr
    for whole in term.of:
        yield from _of_term(whole)


def every(frames: Iterable[Frame]) -> Iterator[Frame]:
    """Some statements and all that hang on them."""
    for frame in frames:
        yield frame
        inner = (*frame.if_, *frame.unless, *frame.except_, *frame.until, *frame.instead, *frame.not_, *frame.either)
        yield from every((*inner, *(event for time in frame.when for event in time.event)))


def turned_attributes(
    wanted: Iterable[Frame], said: Iterable[Frame], siblings: Callable[[str], Collection[str]]
) -> Iterator[tuple[str, Word]]:
    """Attributes that the clauses say things have, and a text that they have not; with its word."""
    theirs = attributes(said)
    if not theirs.denied:
        return
    ours = attributes(wanted)
    for value, word in theirs.denied.items():
        is_affirmed = value in ours.affirmed and value not in ours.denied and value not in ours.open
        if is_affirmed and not ours.named & set(siblings(value)):
            yield value, word


def reservations(frames: Iterable[Frame]) -> Iterator[Frame]:
    """What would make statements void: each `unless`."""
    return (inner for frame in every(frames) for inner in frame.unless)


def has_exceptions(frames: Iterable[Frame]) -> bool:
    """Whether statements except anything, or hang on something's not being so."""
    return any(
        frame.unless or frame.except_ or frame.not_ or frame.only or any(map(is_denied, frame.if_))
        for frame in every(frames)
    )
