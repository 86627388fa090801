"""Modals that a stretch has turned, whatever words it uses now."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rulecheck.solvers.judging.forms import mode_of
from rulecheck.solvers.texts.stretches import Fault, Meant
from rulecheck.spec.reading.frames import Frame


def needless(frames: Collection[Frame], meant: Collection[Meant]) -> Iterator[Fault]:
    """ "Need not" where the clauses say "must", and nothing there must be done."""
    first = next((m for m in meant if m.sighted.concept == "need-not"), None)
    modes = {mode_of(frame) for frame in frames}
    is_must = "must" in modes and not modes & {"need-not", "may"}
    if first is not None and is_must and not any(m.sighted.concept == "must" for m in meant):
        yield Fault("clash", "need-not", "must", meant=first)
