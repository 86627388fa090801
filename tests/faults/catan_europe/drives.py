"""Mistakes in the journeys of caravans and in the tolls that they pay."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import caravans
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.caravans import refuse_step
from rulecheck.reference_engines.catan_europe.kit import Kit, route_owner, standing_on
from rulecheck.reference_engines.catan_europe.pieces import put_route
from rulecheck.reference_engines.catan_europe.table import SALT, Actions, Driving, Table, spots
from rulecheck.reference_engines.contract import Refused, changed
from tests.faults.catan_europe.common import Wrong, dealt, mover, seat_with

NO_STEP = Refused("drive.step", "this program does not let the caravan go there")


class _Steps(Wrong):
    """A caravan may not step onto some routes."""

    def closed(self, t: Table, phase: Driving, path: int) -> bool:
        """Whether it may not step onto a path."""
        return False

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        phase = state.phase
        if not isinstance(phase, Driving):
            return legal
        path = self.g.path_number
        kept = [x for x in legal if not isinstance(x, m.Onto) or not self.closed(state, phase, path[x.path])]
        return kept or legal


@breaks("drive.step", "drive.routes-only")
class CaravansKeepToOwnRoutes(_Steps):
    """A caravan moves along routes of its owner only."""

    def closed(self, t: Table, phase: Driving, path: int) -> bool:
        return route_owner(t, path) != t.turn


@breaks("drive.step")
class CaravansDoNotPassForeignPosts(_Steps):
    """A caravan cannot move through a city with a post of another player."""

    def closed(self, t: Table, phase: Driving, path: int) -> bool:
        here = mover(t).caravans[phase.caravan]
        assert here is not None
        meeting = self.g.end_mask[here] & self.g.end_mask[path]
        return bool(meeting & t.occupied & ~mover(t).posts)


@breaks("drive.routes-only", "drive.step")
class CaravansLeaveTheRoutes(Wrong):
    """A caravan may move onto a path without a route, for which nobody is paid."""

    def bare(self, t: Table) -> int:
        """Mask of the paths without a route next to the moving caravan."""
        phase = t.phase
        here = mover(t).caravans[phase.caravan] if isinstance(phase, Driving) and phase.steps else None
        if here is None:
            return 0
        near = sum(1 << path for path in self.g.next_paths[here])
        return near & ~t.taken & self.g.usable

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        return [*legal, *(self.g.onto[path] for path in spots(self.bare(state)))]

    def apply(self, state: Table, move: m.Move) -> Table:
        if not isinstance(move, m.Onto) or not self.bare(state) >> self.g.path_number[move.path] & 1:
            return super().apply(state, move)
        path, own = self.g.path_number[move.path], mover(state)
        after = super().apply(put_route(self.g, state, state.turn, path), move)
        return seat_with(changed(after, taken=state.taken), state.turn, routes=own.routes, reach=own.reach)


@breaks("drive.salt")
class CaravansMoveForNothing(Wrong):
    """Setting a caravan moving needs a salt in the hand, but it is not paid."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        pays = isinstance(move, m.Drive) and isinstance(state.phase, Actions)
        return dealt(after, after.turn, SALT, 1) if pays else after


@breaks("drive.salt")
class FirstStepIsFree(Wrong):
    """A caravan's first step onto a neighbouring route does not count towards the routes that the salt moves it."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        first = isinstance(state.phase, Driving) and not state.phase.moved and isinstance(move, m.Onto)
        if not first or not isinstance(after.phase, Driving):
            return after
        return changed(after, phase=Driving(after.phase.caravan, after.phase.steps + 1, True))


@breaks("drive.several-salt")
class SaltIsPaidBeforeMoving(Wrong):
    """Further salt must be paid before the caravan moves."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        moved = isinstance(state.phase, Driving) and state.phase.moved
        return [move for move in legal if not (moved and isinstance(move, m.PaySalt))] or legal


@breaks("drive.one-caravan")
class OtherCaravanGoesOn(Wrong):
    """What is left of a caravan's movement when it stops may be used by the player's other caravan."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        phase = state.phase
        if not isinstance(phase, Driving) or not isinstance(move, m.Halt) or not phase.steps or not phase.moved:
            return after
        others = [k for k, path in enumerate(mover(state).caravans) if k != phase.caravan and path is not None]
        return changed(after, phase=Driving(others[0], phase.steps)) if others else after


@breaks("drive.two-per-route")
@Wrong.with_kit
def AnyNumberOnARoute(g: Kit) -> None:
    """Any number of caravans may stand on one route."""
    g.per_path = g.players * g.caravans_each


@breaks("drive.two-per-route", "drive.pass")
@Wrong.instead(caravans.refuse_step)
def OwnCaravansKeepApart(g: Kit, t: Table, phase: Driving, path: int) -> Refused | None:
    """A caravan may not move onto a route where the player's other caravan stands."""
    others = [here for k, here in enumerate(mover(t).caravans) if k != phase.caravan]
    return NO_STEP if path in others else refuse_step(g, t, phase, path)


@breaks("drive.pass")
@Wrong.instead(caravans.refuse_step)
def FullRoutesAreClosed(g: Kit, t: Table, phase: Driving, path: int) -> Refused | None:
    """A caravan cannot pass over a route on which two caravans stand."""
    return NO_STEP if standing_on(t, path) >= g.per_path else refuse_step(g, t, phase, path)


class _Tolls(Wrong):
    """Tolls are owed otherwise."""

    def due(self, t: Table, which: int, owner: int) -> bool:
        """Whether a caravan owes the owner of a route a toll."""
        return (which, owner) not in t.tolls

    def owed(self, t: Table, path: int) -> int:
        """What the moving caravan owes for a step."""
        owner = route_owner(t, path)
        assert isinstance(t.phase, Driving)
        return self.g.toll if owner not in (t.turn, -1) and self.due(t, t.phase.caravan, owner) else 0

    def as_if(self, t: Table) -> Table:
        """The table on which the rules let this program's tolls be owed: none are, and there is gold enough."""
        if not isinstance(t.phase, Driving):
            return t
        which = t.phase.caravan
        others = [k for k in range(self.g.players) if k != t.turn]
        return changed(t, tolls=tuple(sorted({*t.tolls, *((which, k) for k in others)})))

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        if not isinstance(state.phase, Driving):
            return super().legal_moves(state)
        gold, path = mover(state).gold, self.g.path_number
        open_ = super().legal_moves(self.as_if(state))
        return [x for x in open_ if not isinstance(x, m.Onto) or self.owed(state, path[x.path]) <= gold]

    def apply(self, state: Table, move: m.Move) -> Table:
        if not isinstance(state.phase, Driving) or not isinstance(move, m.Onto):
            return super().apply(state, move)
        path, which = self.g.path_number[move.path], state.phase.caravan
        toll, owner = self.owed(state, path), route_owner(state, path)
        after = changed(super().apply(self.as_if(state), move), tolls=state.tolls)
        if not toll:
            return after
        after = changed(after, tolls=tuple(sorted({*state.tolls, (which, owner)})))
        return self.pay(seat_with(after, state.turn, gold=mover(after).gold - toll), owner, toll)

    def pay(self, t: Table, owner: int, toll: int) -> Table:
        """The toll that the player paid goes to somebody."""
        return seat_with(t, owner, gold=t.seats[owner].gold + toll)


@breaks("toll.once")
class EveryRouteCostsAToll(_Tolls):
    """Each route of another player costs a toll, however many of that player's routes were used before."""

    def due(self, t: Table, which: int, owner: int) -> bool:
        return True


@breaks("toll.each-opponent")
class OneTollForAllOpponents(_Tolls):
    """One toll in the turn lets the caravan use the routes of all opponents."""

    def due(self, t: Table, which: int, owner: int) -> bool:
        return all(caravan != which for caravan, _ in t.tolls)


@breaks("toll.each-caravan")
class OneTollForBothCaravans(_Tolls):
    """One toll lets both caravans use that player's routes for the turn."""

    def due(self, t: Table, which: int, owner: int) -> bool:
        return all(paid_to != owner for _, paid_to in t.tolls)


@breaks("toll.once", "toll.each-turn")
class EachJourneyCostsATollAnew(Wrong):
    """A caravan that is set moving again in the same turn pays its tolls anew."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(move, m.Drive) or not isinstance(after.phase, Driving):
            return after
        which = after.phase.caravan
        return changed(after, tolls=tuple(toll for toll in after.tolls if toll[0] != which))


@breaks("toll.each-turn")
class TollsAreRemembered(Wrong):
    """Tolls that were paid still count in the turns that follow."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        return changed(after, tolls=state.tolls) if isinstance(move, m.EndTurn) else after


@breaks("toll.standing", "toll.pay")
class LeavingARouteCostsAToll(Wrong):
    """A caravan that starts from an opponent's route pays that player a toll, as far as there is gold."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(move, m.Drive) or not isinstance(after.phase, Driving):
            return after
        owner, which = route_owner(after, self.g.path_number[move.path]), after.phase.caravan
        if owner in (after.turn, -1) or (which, owner) in after.tolls or mover(after).gold < self.g.toll:
            return after
        after = seat_with(after, after.turn, gold=mover(after).gold - self.g.toll)
        after = seat_with(after, owner, gold=after.seats[owner].gold + self.g.toll)
        return changed(after, tolls=tuple(sorted((*after.tolls, (which, owner)))))


@breaks("toll.standing", "toll.pay")
class ForeignRoutesAreLeftFree(_Tolls):
    """A caravan that starts from an opponent's route may use other routes of that player without a toll."""

    def due(self, t: Table, which: int, owner: int) -> bool:
        here = mover(t).caravans[which]
        assert here is not None
        return super().due(t, which, owner) and route_owner(t, here) != owner
