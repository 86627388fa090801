"""Mistakes in the journeys of merchants and in the posts they found."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import founding, merchants, turn
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.founding import found
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.merchants import merchants_everywhere, walk
from rulecheck.reference_engines.catan_europe.table import GRAIN, Actions, Marching, Phase, Table
from rulecheck.reference_engines.contract import changed
from tests.faults.catan_europe.common import Wrong, dealt, mover, posts_of_others, seat_with


def _paths_walked(g: Kit, at: int, steps: int, open_: int) -> int:
    """Mask of the intersections that are reached over some paths only."""
    seen, edge = 1 << at, [at]
    for _ in range(steps):
        wider: list[int] = []
        for here in edge:
            for there, path in zip(g.map.neighbours[here], g.map.paths_at[here], strict=True):
                if open_ >> path & 1 and not seen >> there & 1:
                    seen |= 1 << there
                    wider.append(there)
        edge = wider
    return seen & ~(1 << at)


@breaks("march.grain")
class MerchantsMoveForNothing(Wrong):
    """Setting a merchant moving needs a grain in the hand, but it is not paid."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        pays = isinstance(move, m.March) and isinstance(state.phase, Actions)
        return dealt(after, after.turn, GRAIN, 1) if pays else after


@breaks("march.several-grain")
class OneGrainPerMove(Wrong):
    """Only one grain may be paid for a merchant's move."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in legal if not isinstance(move, m.PayGrain)]


@breaks("march.several-grain")
class SecondGrainStartsAnew(Wrong):
    """A further grain is paid but leads no farther than the first one."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(state.phase, Marching) or not isinstance(move, m.PayGrain):
            return after
        return changed(after, phase=Marching(state.phase.at, max(state.phase.steps, self.g.march_steps)))


@breaks("march.one-merchant", "march.unused")
class OtherMerchantGoesOn(Wrong):
    """What is left of a merchant's movement may be used by the player's other merchant."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(state.phase, Marching) or not isinstance(move, m.To) or after.phase != turn.main(after):
            return after
        left = state.phase.steps - self.g.map.distance(state.phase.at, self.g.place_number[move.place])
        others = list(mover(state).merchants)
        others.remove(state.phase.at)
        return changed(after, phase=Marching(others[0], left)) if left and others else after


@breaks("march.stop")
class MerchantsShareAPlace(Wrong):
    """A merchant may end its move where another merchant stands, only opponents' posts are in the way."""

    swaps = ((merchants.closed, lambda g, t, at: posts_of_others(t)),)


@breaks("march.stop")
@Wrong.instead(merchants.closed)
def OwnMerchantsShareAPlace(g: Kit, t: Table, at: int) -> int:
    """Both merchants of a player may stand on the same intersection."""
    own = sum(1 << place for place in set(mover(t).merchants))
    return (merchants_everywhere(t) & ~own | posts_of_others(t)) & ~(1 << at)


@breaks("march.pass", "march.stop")
@Wrong.instead(merchants.within_reach)
def PiecesAreInTheWay(g: Kit, t: Table, at: int, steps: int) -> int:
    """A merchant cannot move over another merchant or an opponent's post."""
    shut = (merchants_everywhere(t) | posts_of_others(t)) & ~(1 << at)
    return walk(g, at, steps, 0, shut)


@breaks("march.pass")
@Wrong.instead(merchants.within_reach)
def ForeignPostsAreInTheWay(g: Kit, t: Table, at: int, steps: int) -> int:
    """A merchant may move over other merchants, but not over an opponent's post."""
    return walk(g, at, steps, 0, posts_of_others(t) & ~(1 << at))


@breaks("march.routes")
@Wrong.instead(merchants.within_reach)
def ForeignRoutesHinderMerchants(g: Kit, t: Table, at: int, steps: int) -> int:
    """A merchant cannot move along a path with an opponent's route."""
    return _paths_walked(g, at, min(steps, g.longest), g.usable & ~(t.taken & ~mover(t).routes))


class _Founding(Wrong):
    """A merchant that stops in some free cities does not found a post."""

    def founds(self, t: Table, place: int) -> bool:
        """Whether it becomes a post there."""
        return True

    def apply(self, state: Table, move: m.Move) -> Table:
        if not isinstance(state.phase, Marching) or not isinstance(move, m.To):
            return super().apply(state, move)
        place = self.g.place_number[move.place]
        if not self.g.map.is_city[place] or state.occupied >> place & 1 or self.founds(state, place):
            return super().apply(state, move)
        others = list(mover(state).merchants)
        others.remove(state.phase.at)
        after = seat_with(state, state.turn, merchants=tuple(sorted((*others, place))))
        return changed(after, phase=turn.main(state))


@breaks("post.found", "board.city")
class PostsInPurpleCitiesOnly(_Founding):
    """A merchant becomes a post in purple cities only."""

    def founds(self, t: Table, place: int) -> bool:
        return self.g.map.is_purple[place]


@breaks("post.found", "board.city")
class PostsInBrownCitiesOnly(_Founding):
    """A merchant becomes a post in brown cities only, the purple ones are for the beginning."""

    def founds(self, t: Table, place: int) -> bool:
        return not self.g.map.is_purple[place]


@breaks("post.found")
@Wrong.instead(founding.found)
def TheMerchantStaysToo(g: Kit, t: Table, place: int, after: Phase, events: tuple[str, ...]) -> Table:
    """The merchant that founded a post stays on the board beside it."""
    twice = tuple(sorted((*mover(t).merchants, place)))
    return found(g, seat_with(t, t.turn, merchants=twice), place, after, events)


@breaks("post.from-depot", "post.found")
class PostsNeverRunOut(Wrong):
    """A merchant becomes a post also when no post is left in the depot."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(state.phase, Marching) and isinstance(move, m.To) and not mover(state).depot:
            state = seat_with(state, state.turn, depot=1, goods=mover(state).goods - 1)
            founded = super().apply(state, move)
            if mover(founded).depot:
                return seat_with(founded, state.turn, depot=0, goods=mover(founded).goods + 1)
            return founded
        return super().apply(state, move)


@breaks("post.from-depot", "post.frees-good")
@Wrong.instead(founding.found)
def PostsComeFromTheSupply(g: Kit, t: Table, place: int, after: Phase, events: tuple[str, ...]) -> Table:
    """A post that is founded does not come from the depot, all goods there stay covered."""
    return found(g, seat_with(t, t.turn, depot=mover(t).depot + 1, goods=mover(t).goods - 1), place, after, events)
