"""Decisions that a seat does not get: our rules come to where the program is if that seat passes at once.

What says when a turn ends, and that its player says so, is carried out by passing; the move before did nothing wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from rulecheck.properties.conform.common import Common
from rulecheck.properties.conform.messages import kind_of_move
from rulecheck.properties.conform.parting import carried_out
from rulecheck.properties.conform.steps import Sighting, Step, Steps
from rulecheck.reference_engines.contract import CHANCE, OVER

_LEAST: Final = 0.75
"""The part of the steps in which passing has to come to where the program is,"""
_OFTEN: Final = 2
"""and how often it has to."""
_WELL: Final = 0.9
"""How much it speaks for a clause, beside a change of it that does what the other side did."""


def passing(common: Common, sightings: Sequence[Sighting]) -> Mapping[str, float]:
    """The clauses carried out by passing, where our rules do by it what the program did by itself; or none."""
    steps = Steps(common)
    passed: list[frozenset[str]] = []
    for shown in sightings:
        step = steps.step(shown.game, shown.sighting)
        if step is not None and step.move is not None and shown.sighting.kind in ("turn", "state"):
            clauses = _passed(step)
            passed += [] if clauses is None else [clauses]
    if len(passed) < max(_OFTEN, _LEAST * len(sightings)):
        return {}
    often = Counter(clause for clauses in passed for clause in clauses)
    return {clause: _WELL for clause, many in sorted(often.items()) if many == len(passed)}


def _passed(step: Step) -> frozenset[str] | None:
    """What is carried out by a move that is the only one of its kind, if it leads to where the program is."""
    engine, seat = step.rig.engine, step.rig.engine.actor(step.ours)
    if seat in (CHANCE, OVER) or seat != engine.actor(step.before):
        return None
    legal = engine.legal_moves(step.ours)
    kinds = Counter(kind_of_move(step.rig.name(move)) for move in legal)
    alone = [move for move in legal if kinds[kind_of_move(step.rig.name(move))] == 1] if len(kinds) > 1 else []
    for move in alone:
        after = engine.apply(step.ours, move)
        if step.fits(engine, after):
            return frozenset(carried_out(after.events)).difference(step.ours.events)
    return None
