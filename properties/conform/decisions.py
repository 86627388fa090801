"""Decisions that a side passes over, or does not leave: all that the game brings otherwise then is one departure.

A phase that ends too soon shows in whatever comes next: in goods that are returned, in cards, in who is to move.  What
stays the same is what our side still has to decide there.  Where a phase ends too late it is what the other side does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from attrs import frozen

from rulecheck.properties.conform.cause import AFTER_MOVES, Cause
from rulecheck.properties.conform.common import Common, played
from rulecheck.properties.conform.echoes import as_told
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.steps import Sighting
from rulecheck.properties.conform.waiting import DECISIONS, says_whose
from rulecheck.reference_engines.contract import CHANCE, OVER, PositionError

_MOST: Final = 6
"""Games of a cause that are looked at."""
_PASSED: Final = "passed over"
_KEPT: Final = "kept"

Decision: TypeAlias = frozenset[str]
"""What is decided in a position: the name of its phase, or the kinds of moves that there are."""
About: TypeAlias = tuple[tuple[str, Decision], frozenset[Decision]]
"""A decision with whether the other side passes it over or is still at it, and the decisions at which the sides are."""
NOTHING: Final[About] = (("", frozenset()), frozenset())


class Decisions:
    """Which decisions each cause is about."""

    def __init__(self, common: Common) -> None:
        self.common = common
        self._known: dict[int, About] = {}

    def are_alike(self, cause: Cause, other: Cause) -> bool:
        """Whether both are about one decision that is passed over, or not left; or about the same two exchanged."""
        about, others = self._of(cause), self._of(other)
        if NOTHING in (about, others):
            return False
        return about[0] == others[0] or (about[1] == others[1] and all(about[1]))

    def _of(self, cause: Cause) -> About:
        """What a cause is about, as its soonest game has it; most of them tell whether a decision is passed over.

        Nothing where the sides come to the same decision in most of its games.
        """
        first_seen = cause.candidates.first.sighting
        is_about = _is_elsewhere(first_seen) or _comes_later(first_seen)
        if cause.kind not in AFTER_MOVES or cause.ends_the_game or not is_about:
            return NOTHING
        known = self._known.get(id(cause))
        if known is None:
            shown = [cause.candidates.first, *cause.sightings][:_MOST]
            elsewhere = [self._parted(sighting) for sighting in shown if _is_elsewhere(sighting.sighting)]
            parted = elsewhere or [self._to_come(sighting) for sighting in shown]
            apart = [step for step in parted if step.is_apart]
            known = NOTHING
            if 2 * len(apart) > len(shown) and parted[0].is_apart:
                is_kept = 2 * sum(step.is_kept for step in apart) > len(apart)
                first = parted[0]
                about = (_KEPT, first.theirs) if is_kept else (_PASSED, first.ours)
                known = (about, frozenset({first.ours, first.theirs})) if about[1] else NOTHING
            self._known[id(cause)] = known
        return known

    def _to_come(self, shown: Sighting) -> _Step:
        """The decisions that come when something else is done, where that is all that differs: one is that before."""
        parting = shown.sighting
        rig, _, states = played(self.common, shown.game, parting.at)
        before = frozenset({_phase(rig.engine.to_json(states[max(0, len(states) - 2)]))})
        later = _comes_later(parting)
        ours, theirs = (frozenset({name}) for name in later) if later else (before, before)
        if before <= ours | theirs:
            return _Step(before, ours, theirs, stays=False)
        return _Step(before, before, before, stays=False)

    def _parted(self, shown: Sighting) -> _Step:
        """The decisions around the step after which the sides parted."""
        parting = shown.sighting
        rig, _, states = played(self.common, shown.game, parting.at)
        engine = rig.engine
        before, after = states[max(0, len(states) - 2)], states[-1]
        ours = engine.to_json(after)
        told = as_told(ours, parting.differences or parting.there)
        names = _phase(engine.to_json(before)), _phase(ours), _phase(told)
        seats = rig.seat(engine.actor(before)), rig.seat(engine.actor(after))
        if not DECISIONS.isdisjoint(parting.beside):
            return _Step(frozenset({names[0]}), frozenset({names[1]}), frozenset(), stays=False)
        try:
            there = engine.from_json(told)
            kinds, seat = _kinds(rig, there), rig.seat(engine.actor(there))
        except PositionError:
            kinds, seat = parting.open or _kinds(rig, after), parting.theirs or seats[1]
        stays = seat == seats[0] != seats[1]
        if names[1] and names[2] and names[1] != names[2]:
            named, ours_named, theirs_named = (frozenset({name}) for name in names)
            return _Step(named, ours_named, theirs_named, stays=stays)
        return _Step(_kinds(rig, before), _kinds(rig, after), kinds, stays=stays)


@frozen
class _Step:
    """What was decided before a step, what is by our rules after it, and where the other side is."""

    before: Decision
    ours: Decision
    theirs: Decision
    """Nothing where it is not known."""
    stays: bool
    """Whether the seat that has moved is asked once more by the other side alone."""

    @property
    def is_apart(self) -> bool:
        """Whether the two sides are at different decisions."""
        return not self.ours & self.theirs

    @property
    def is_kept(self) -> bool:
        """Whether the other side is still at what was decided before."""
        return self.stays or bool(self.theirs & self.before)


def _is_elsewhere(parting: Parting) -> bool:
    """Whether somebody else is to move, or somebody for something else, as far as what differs tells."""
    return bool(parting.theirs) or not DECISIONS.isdisjoint({*parting.parts, *parting.beside})


def _comes_later(parting: Parting) -> tuple[str, str] | None:
    """What comes when a phase is over on either side, where it is told as a part of that, and nothing else differs."""
    if len(parting.differences) != 1 or parting.beside:
        return None
    (place,) = parting.differences
    if not says_whose(place.part) or not isinstance(place.ours, str) or not isinstance(place.theirs, str):
        return None
    return place.ours, place.theirs


def _phase(position: Mapping[str, Any]) -> str:
    """The name of the phase, where a position tells one."""
    phase = position.get("phase", "")
    name = phase.get("name", "") if isinstance(phase, Mapping) else phase
    return name if isinstance(name, str) else ""


def _kinds(rig: Rig, state: Any) -> Decision:
    """The kinds of moves that a seat decides between; who draws, or nobody, where no seat is asked."""
    actor = rig.engine.actor(state)
    if actor in (CHANCE, OVER):
        return frozenset({rig.seat(actor)})
    return rig.kinds(state)
