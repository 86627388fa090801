"""Draws that the other side passes over: what the game brings then follows from what keeps it from drawing.

A side that does not put something back has nothing to draw, and goes on at once; one that knows no more outcomes does,
too.  Where our rules come to what it tells as soon as the draws are made, that it is somebody else's turn, or another
phase, is no second cause.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.conform.cause import AFTER_MOVES, Cause
from rulecheck.properties.conform.common import Common, played
from rulecheck.properties.conform.observation import place_in
from rulecheck.properties.conform.parting import Parting, carried_out
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.steps import Sighting
from rulecheck.properties.conform.undone import is_undone
from rulecheck.properties.conform.waiting import ALIKE, MISSES, says_whose
from rulecheck.reference_engines.contract import CHANCE

_MOST: Final = 40
"""Draws that are made in a row at most."""


@frozen
class _Drawn:
    """A position of ours, some draws ahead of another."""

    kinds: frozenset[str]
    """The kinds of the draws."""
    events: frozenset[str]
    """What every one of the first carries out."""
    position: Mapping[str, Any]
    seat: str
    """Who is to move then."""


class Draws:
    """Which causes show nothing but that draws are passed over."""

    def __init__(self, common: Common) -> None:
        self.common = common
        self._known: dict[int, Sequence[tuple[Parting, _Drawn]]] = {}

    def follows(self, cause: Cause, other: Cause) -> bool:
        """Whether all games of one cause show that draws are passed over, for what the other is about.

        That are draws of a kind that is missing; or what every such draw brings, where it is left undone without a
        draw; or what differs beside, under a clause that is at work here as well.
        """
        missing = {example.about for example in (other, *other.members) if example.kind in ALIKE[MISSES]}
        if cause.kind not in AFTER_MOVES or not other.suspects or not (missing or other.kind == "state"):
            return False
        passed_over = self._passed_over(cause)
        return bool(passed_over) and all(self._is_owed(*step, other, missing) for step in passed_over)

    def _passed_over(self, cause: Cause) -> Sequence[tuple[Parting, _Drawn]]:
        """The partings of a cause with the draws that the other side passes over; nothing if it does not in one."""
        known = self._known.get(id(cause))
        if known is None:
            shown = [(each.sighting, self._drawn_after(each)) for each in cause.candidates.soonest]
            steps = [(parting, drawn) for parting, drawn in shown if drawn is not None]
            known = self._known[id(cause)] = steps if len(steps) == len(shown) else ()
        return known

    def _drawn_after(self, shown: Sighting) -> _Drawn | None:
        """Our position after the draws, if it may be where the other side is."""
        rig, _, states = played(self.common, shown.game, shown.sighting.at)
        drawn, theirs = _drawn(rig, states[-1]), shown.sighting.theirs
        return drawn if drawn is not None and theirs in ("", drawn.seat) else None

    def _is_owed(self, parting: Parting, drawn: _Drawn, other: Cause, missing: Collection[str]) -> bool:
        apart = parting.differences or parting.there
        parts = {place.part for place in apart}
        left = {place.part for place in apart if place_in(drawn.position, place.path) != place.theirs}
        if missing:
            return not left and not drawn.kinds.isdisjoint(missing)
        theirs = {part for part in other.parts if not says_whose(part)}
        if not any(map(says_whose, parts)) or not theirs:
            return False
        if left:
            return left <= theirs <= parts | parting.beside and other.suspects[0] in parting.clauses
        return other.suspects[0] in drawn.events and is_undone(self.common, other, drawn.kinds)


def _drawn(rig: Rig, state: Any) -> _Drawn | None:
    """What draws of one kind lead to, one after the other, if any are to be made."""
    engine = rig.engine
    if engine.actor(state) != CHANCE:
        return None
    kinds = rig.kinds(state)
    first = [frozenset(carried_out(engine.apply(state, move).events)) for move in engine.legal_moves(state)]
    for _ in range(_MOST):
        state = engine.apply(state, engine.legal_moves(state)[0])
        if engine.actor(state) != CHANCE or rig.kinds(state).isdisjoint(kinds):
            after = engine.to_json(state), rig.seat(engine.actor(state))
            return _Drawn(kinds, frozenset.intersection(*first), *after)
    return None
