"""Which small changes of our rules do what the program did: tried in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from rulecheck.properties.conform.common import Common
from rulecheck.properties.conform.mutant import Supported
from rulecheck.properties.conform.mutants import Mutants, tried_apart
from rulecheck.properties.conform.steps import Parted, Sighting

_WHOLE: Final = 60.0
"""Seconds of processor time after which no more causes are looked into,"""
_FUSE: Final = 300.0
"""and by the clock for all of them together."""


def supports(common: Common, causes: Sequence[Sequence[Sighting]], parted: Parted) -> list[Supported]:
    """For each of some causes, met in these games, the changes that explain it; none where none does."""
    supported = tried_apart(common, list, _supports, causes, parted, seconds=_FUSE) if any(causes) else None
    return [Supported() for _ in causes] if supported is None else supported


def _supports(common: Common, causes: Sequence[Sequence[Sighting]], parted: Parted) -> list[Supported]:
    refused = [sightings[0].sighting for sightings in causes if sightings and sightings[0].sighting.is_sure]
    mutants = Mutants(common, {clause for parting in refused for clause in parting.clauses[:1]})
    began = time.process_time()
    return [
        mutants.support(sightings, parted) if time.process_time() - began <= _WHOLE else Supported()
        for sightings in causes
    ]
