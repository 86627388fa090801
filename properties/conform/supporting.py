"""What speaks for the clauses of a cause besides how often they were at work: all that is tried, put together.

Small changes of our rules, other positions, what amounts go with, what led to a decision, and what passing does.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from attrs import evolve

from rulecheck.properties.conform.amounts import owing
from rulecheck.properties.conform.asif import Positions
from rulecheck.properties.conform.clues import affinity
from rulecheck.properties.conform.common import Common
from rulecheck.properties.conform.mutant import Supported
from rulecheck.properties.conform.mutants import Mutants, tried_apart
from rulecheck.properties.conform.opening import opening
from rulecheck.properties.conform.passing import passing
from rulecheck.properties.conform.spectrum import SPEECH
from rulecheck.properties.conform.steps import Parted, Sighting

_EXPLAINED: Final = 0.9
"""How well changes of our rules have to do it for no other position to be asked."""
_WHOLE: Final = 120.0
"""Seconds of processor time after which no more causes are looked into,"""
_FUSE: Final = 300.0
"""and by the clock for all of them together."""


def supports(common: Common, causes: Sequence[Sequence[Sighting]], parted: Parted) -> list[Supported]:
    """For each of some causes, seen in these games, what changes explain it; none where none does."""
    supported = tried_apart(common, list, _supports, causes, parted, seconds=_FUSE) if any(causes) else None
    return [Supported() for _ in causes] if supported is None else supported


def _supports(common: Common, causes: Sequence[Sequence[Sighting]], parted: Parted) -> list[Supported]:
    refused = [sightings[0].sighting for sightings in causes if sightings and sightings[0].sighting.is_sure]
    mutants = Mutants(common, {clause for parting in refused for clause in parting.clauses[:1]})
    positions = Positions(common)
    supported: list[Supported] = []
    began = time.process_time()
    for sightings in causes:
        if time.process_time() - began > _WHOLE:
            supported.append(Supported())
            continue
        by_rules = mutants.support(sightings, parted)
        is_explained = max(by_rules.clauses.values(), default=0.0) >= _EXPLAINED
        known = by_rules if is_explained else by_rules.and_as_if(positions.support(sightings, parted))
        known = _besides(common, sightings, parted, known)
        supported.append(_as_it_speaks(common, sightings, known))
    return supported


def _besides(common: Common, sightings: Sequence[Sighting], parted: Parted, known: Supported) -> Supported:
    """The same with what speaks for clauses by how much is out, by what led to a decision, and by what passing does."""
    led = opening(common, sightings, parted)
    more = known.and_rather(owing(common, sightings)).and_rather(led).and_rather(passing(common, sightings))
    return evolve(more, changes={**more.changes, **{f"after {clause}": much for clause, much in led.items()}})


def _as_it_speaks(common: Common, sightings: Sequence[Sighting], supported: Supported) -> Supported:
    """The same with a little more for the clauses that speak of what differs, or is told of missing moves alone."""
    if not supported.clauses:
        return supported
    speaks = affinity(sightings[0].sighting.clues, {clause: common.says(clause) for clause in supported.clauses})
    return evolve(
        supported,
        clauses={clause: much * (1 + SPEECH * speaks[clause]) for clause, much in supported.clauses.items()},
    )
