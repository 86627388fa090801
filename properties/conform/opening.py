"""What led to the decisions at which moves are missing: a castle's action that offers less than others do.

Where moves of a kind are listed elsewhere it is not them that the other side does not know.  If they are missing
wherever one clause has just been carried out, and nowhere else, that clause is what does not let them be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from rulecheck.properties.conform.common import Common, played
from rulecheck.properties.conform.messages import kind_of_move
from rulecheck.properties.conform.parting import Parting, carried_out
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.steps import Parted, Sighting, is_compared
from rulecheck.reference_engines.contract import CHANCE

_AGREED: Final = 24
"""Decisions that are looked at at which such moves were listed,"""
_LEAST: Final = 4
"""and that there have to be."""
_ALIKE: Final = 0.5
"""The part of the kinds of moves at either that they have in common: by passing one leaves any decision."""
_OFTEN: Final = 2
"""Decisions at which they were missing that there have to be."""
_BESIDE: Final = 0.6
"""How surely a clause is to blame beside one that is carried out more seldom."""


def opening(common: Common, sightings: Sequence[Sighting], parted: Parted) -> Mapping[str, float]:
    """The clauses that led to each decision at which all moves of a kind are missing, and to no other.

    Each from 0 to 1, as how surely they are to blame: less beside one that is carried out more seldom.  None where
    moves of that kind are listed besides, or nowhere.
    """
    if len(sightings) < _OFTEN or sightings[0].sighting.kind != "misses":
        return {}
    often: Counter[str] = Counter()
    led: list[frozenset[str]] = []
    listed: list[frozenset[str]] = []
    each = max(1, _AGREED // len(sightings))
    for shown in sightings:
        parting = shown.sighting
        rig, _, states = played(common, shown.game, parting.at)
        if not _are_all(rig, states[-1], parting):
            return {}
        led.append(_led(rig, states, len(states) - 1))
        often.update(clause for state in states for clause in {*state.events})
        before = range(len(states) - 2, 0, -1)
        agreed = (at for at in before if not parted(shown.game, at) and is_compared(shown.game, at))
        listed += islice(_listing(rig, states, agreed, parting.about), each)
    if len(listed) < _LEAST:
        return {}
    always = frozenset.intersection(*led).difference(*listed)
    seldom = min((often[clause] for clause in always), default=0)
    return {clause: 1.0 if often[clause] == seldom else _BESIDE for clause in sorted(always)}


def _are_all(rig: Rig, state: Any, parting: Parting) -> bool:
    """Whether all moves of the kind are missing there."""
    kind = [text for move in rig.engine.legal_moves(state) if kind_of_move(text := rig.name(move)) == parting.about]
    return bool(kind) and parting.missing.issuperset(kind)


def _led(rig: Rig, states: Sequence[Any], at: int) -> frozenset[str]:
    """The clauses carried out since the last decision of a seat."""
    clauses = {*carried_out(states[at].events)}
    while at > 1 and rig.engine.actor(states[at - 1]) == CHANCE:
        at -= 1
        clauses.update(carried_out(states[at].events))
    return frozenset(clauses)


def _listing(rig: Rig, states: Sequence[Any], places: Iterator[int], kind: str) -> Iterator[frozenset[str]]:
    """What led to the decisions much like the last one at which moves of a kind are legal."""
    kinds = rig.kinds(states[-1])
    for at in places:
        if rig.engine.actor(states[at]) != CHANCE:
            there = rig.kinds(states[at])
            if kind in there and len(there & kinds) >= _ALIKE * len(there | kinds):
                yield _led(rig, states, at)
