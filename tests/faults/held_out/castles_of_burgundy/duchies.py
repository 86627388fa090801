"""Duchies: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.castles_of_burgundy import actions
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.kit import BLACK
from rulecheck.reference_engines.castles_of_burgundy.table import ACTING, Acting, Rolling, Table
from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("phase.black", sort="supply", shows="state turn")
class TheBlackDepotIsTwoShort(CastlesOfBurgundy):
    """Two tiles fewer are drawn for the black depot, as with one player fewer."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        planned = []
        for steps in self.g.to_fill:
            at = next(k for k, (where, _) in enumerate(steps) if where == BLACK)
            planned.append((*steps[:at], *steps[at + 2 :]))
        self.g.to_fill = tuple(planned)
        self.g.black_tiles -= 2


@planted("sell.die", sort="option", shows="lists")
class AnyGoodsAreSold(CastlesOfBurgundy):
    """Goods of any kind can be sold with a die, whatever it shows."""

    def _sales(self, state: Table) -> tuple[Move, ...]:
        phase = state.phase
        if not isinstance(phase, Acting) or not phase.die:
            return ()
        return actions.sales(self.g, state, state.seats[state.turn], 0)

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal, more = super().legal_moves(state), self._sales(state)
        if not more:
            return legal
        return [*(move for move in legal if move not in more), *more]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self._sales(state) else super().refusal(state, move)


@planted("take.full", sort="option", shows="misses")
class AFullStorageTakesNothing(CastlesOfBurgundy):
    """Who has no room in the storage cannot take a tile."""

    def _has_no_room(self, state: Table, move: Move) -> bool:
        if not isinstance(state.phase, Acting) or not isinstance(move, m.Take):
            return False
        return len(state.seats[state.turn].storage) >= self.g.room

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return [move for move in legal if not self._has_no_room(state, move)] or legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and self._has_no_room(state, move) and move not in self.legal_moves(state):
            return Refused("take.storage", "the storage is full")
        return refused


@planted("castle.action", sort="option", shows="misses state")
class TheCastleKeepsTheDie(CastlesOfBurgundy):
    """A castle's action is done with the number of the die that placed the castle."""

    def apply(self, state: Table, move: Move) -> Table:
        after, phase = super().apply(state, move), state.phase
        if not isinstance(phase, Acting) or not isinstance(move, m.Place) or not isinstance(after.phase, Acting):
            return after
        return changed(after, phase=ACTING[phase.die])


@planted("boarding-house.workers", sort="price", shows="state")
class BoardingHousesBringTwo(CastlesOfBurgundy):
    """A boarding house brings two workers, as the action does."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.boarding_house = self.g.workers_taken


@planted("phase.goods-stay", sort="supply", shows="state")
class GoodsAreClearedToo(CastlesOfBurgundy):
    """At the beginning of a phase the goods in the depots are removed with the tiles."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.letter == state.letter:
            return after
        box = after.goods_box
        for goods in after.goods:
            for good in goods:
                box = plus(box, good, 1)
        return changed(after, goods=((),) * len(after.goods), goods_box=box)


@planted("round.first-player", "round.order", "ship.first", sort="order", shows="turn state")
class TheOrderChangesWithThePhase(CastlesOfBurgundy):
    """All rounds of a phase are played in the order that the track showed when it began."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Rolling) or after.phase.place or not after.round:
            return after
        return changed(after, playing=state.playing, turn=state.playing[0])


@planted("end.silver", sort="price", shows="outcome")
class TwoSilverForAPoint(CastlesOfBurgundy):
    """At the end two pieces of silver bring a point, like two workers."""

    def outcome(self, state: Table) -> Outcome | None:
        seats = [changed(seat, silver=seat.silver // self.g.end_workers) for seat in state.seats]
        return super().outcome(changed(state, seats=tuple(seats)))
