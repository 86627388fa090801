"""Denials and modals that a stretch has lost or turned, whatever words it uses now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set

from rulecheck.solvers.judging.forms import is_denied, mode_of
from rulecheck.solvers.judging.judge import DENIALS
from rulecheck.solvers.texts.stretches import Fault, Meant, Stretch
from rulecheck.spec.reading.frames import Frame


def needless(frames: Collection[Frame], meant: Collection[Meant]) -> Iterator[Fault]:
    """ "Need not" where the clauses say "must", and nothing there must be done."""
    first = next((m for m in meant if m.sighted.concept == "need-not"), None)
    modes = {mode_of(frame) for frame in frames}
    is_must = "must" in modes and not modes & {"need-not", "may"}
    if first is not None and is_must and not any(m.sighted.concept == "must" for m in meant):
        yield Fault("clash", "need-not", "must", meant=first)


def lost_denial(
    stretch: Stretch, frames: Collection[Frame], meant: Collection[Meant], beside: Set[str], negative: tuple[str, ...]
) -> Iterator[Fault]:
    """A denial that a reworded stretch has lost: in its clauses it stands, in the sentences no word for it.

    `beside` is what the sentences next to it speak of that are nobody's; `negative` are beginnings that deny a word.
    """
    held = [said.passage.holds for said in stretch.said]
    if not all(held) or any(said.passage.literally for said in stretch.said):
        return
    was = any(concept in DENIALS for row in held if row for concept in row)
    now = DENIALS & beside or any(m.concept in DENIALS or m.sighted.words.startswith(negative) for m in meant)
    if was and not now and any(is_denied(frame) or frame.not_ or frame.unless for frame in frames):
        yield Fault("lost", "no")
