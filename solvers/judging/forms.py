"""Frames in the forms that they are compared in: "nobody may" as a denied act, an "only" of a number as a bound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import evolve

from rulecheck.spec.reading.frames import DENYING, Frame, Quantity, Term, Word, field_of

_DENIED: Final = {"": "not", "must": "must-not", "may": "must-not", "need-not": "may"}
_AFFIRMED: Final = {"not": "", "must-not": "may"}


def mode_of(frame: Frame) -> str:
    """A frame's mode; empty if it is plainly so."""
    return frame.mode[0].values[0] if frame.mode else ""


def is_denied(frame: Frame) -> bool:
    """Whether it says that something is not so."""
    return mode_of(frame) in DENYING


def _with_mode(frame: Frame, mode: str) -> Frame:
    """The same in another mode, which keeps the words of the old one."""
    span = frame.mode[0].span if frame.mode else None
    return evolve(frame, mode=(Word((mode,), span=span),) if mode else ())


def denied(frame: Frame) -> Frame:
    """The opposite of a frame."""
    mode = mode_of(frame)
    return _with_mode(frame, _AFFIRMED[mode] if mode in DENYING else _DENIED[mode])


def normal(frame: Frame) -> Frame:
    """What belongs to `what` in the frame's own slots, nobody and none as denials."""
    if len(frame.what) == 1:
        what = frame.what[0]
        frame = evolve(
            frame,
            what=(Term(what.values, of=what.of, span=what.span),),
            n=frame.n or what.n,
            attr=frame.attr or what.attr,
            whose=frame.whose or what.whose,
        )
    if any(term.values == ("nobody",) for term in frame.who):
        frame = denied(evolve(frame, who=())) if not is_denied(frame) else evolve(frame, who=())
    if any(amount.how == "none" for amount in frame.n):
        frame = denied(evolve(frame, n=())) if not is_denied(frame) else evolve(frame, n=())
    if frame.n and any("n" in word.values for word in frame.only):
        bounded = tuple(_bounded(amount) for amount in frame.n)
        frame = evolve(frame, n=bounded, only=tuple(word for word in frame.only if "n" not in word.values))
    return frame


def _bounded(amount: Quantity) -> Quantity:
    """ "Only two" as "at most two"."""
    return evolve(amount, how="at-most") if amount.how == "exactly" and amount.value is not None else amount


def equals(frame: Frame) -> Iterator[Frame]:
    """A frame, and other frames that say the same: "nobody builds two" and "each may build one"."""
    frame = normal(frame)
    yield frame
    if not is_denied(frame):
        return
    if len(frame.n) == 1 and frame.n[0].how == "at-least" and (least := frame.n[0].value) is not None and least > 1:
        bound = evolve(frame.n[0], how="at-most", value=least - 1, name="")
        yield _with_mode(evolve(frame, n=(bound,)), "")
    if len(frame.n) == 1 and frame.n[0].how == "at-most" and (most := frame.n[0].value) is not None:
        bound = evolve(frame.n[0], how="at-least", value=most + 1, name="")
        yield _with_mode(evolve(frame, n=(bound,)), "")
    if wanted := conditions(frame):
        yield _with_mode(evolve(frame, if_=tuple(map(denied, wanted)), unless=()), "")


def conditions(frame: Frame) -> list[Frame]:
    """What has to be so: `if`, and what must not be so of an `unless`."""
    return [*frame.if_, *map(denied, frame.unless)]


def events(frame: Frame) -> list[Frame]:
    """What happens at the time: "when he has built" is said for "if he has built"."""
    return [event for time in frame.when if time.relation != "before" for event in time.event]


def left_out(frame: Frame) -> Iterator[Frame]:
    """What a frame expressly leaves out, as a denied statement of its own: "take none from the ship"."""
    for other in frame.not_:
        own: dict[str, Any] = {field_of(slot): values for slot, values in other.said()}
        statement = evolve(frame, **{"not_": (), "n": (), **own})
        yield statement if is_denied(other) else denied(statement)
