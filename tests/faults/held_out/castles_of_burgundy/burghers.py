"""Burghers: 8 faults, written on 2026-11-25 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.kit import BUILDING
from rulecheck.reference_engines.castles_of_burgundy.table import ACTING, Acting, Rolling, Table, Turn
from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.tuples import plus, replaced
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("setup.workers", sort="supply", shows="state")
class TheFirstPlayerHasMostWorkers(CastlesOfBurgundy):
    """In the set-up the last in the order of play receives one worker, the one before them two, and so on."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.start_workers = self.g.start_workers[::-1]


@planted("phase.goods-stay", sort="supply", shows="state")
class GoodsAreClearedToo(CastlesOfBurgundy):
    """At the beginning of a phase the goods of the depots go away with the tiles."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.letter == state.letter:
            return after
        box = after.goods_box
        for good in [good for there in after.goods for good in there]:
            box = plus(box, good, 1)
        return changed(after, goods=((),) * len(after.goods), goods_box=box)


@planted("worker.wrap", sort="option", shows="misses")
class SixIsNotBesideOne(CastlesOfBurgundy):
    """A worker leads from 1 to 6 and back, but not round the corner."""

    def _goes_round(self, move: Move) -> bool:
        return isinstance(move, m.Shift) and not 1 <= move.die + move.by <= 6

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return [move for move in legal if not self._goes_round(move)] if isinstance(state.phase, Turn) else legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and self._goes_round(move):
            return Refused("worker.change", "no die shows such a number")
        return refused


@planted("place.adjacent", "place.first", sort="option", shows="lists")
class TilesNeedNotTouch(CastlesOfBurgundy):
    """A tile may be laid on any empty space of its colour and number."""

    def _apart(self, state: Table) -> list[Move]:
        """The ways to lay a tile where it touches none."""
        phase, seat = state.phase, state.seats[state.turn]
        if not isinstance(phase, Acting):
            return []
        ways: list[Move] = []
        for kind in dict.fromkeys(seat.storage):
            colour = self.g.colour[kind]
            spaces = self.g.grounds[seat.board].spaces[colour] & self.g.reach[phase.die][0]
            spaces &= ~(seat.filled | seat.frontier)
            if colour == BUILDING and not seat.knowledge & 2:
                spaces &= ~seat.built[kind]
            ways += [move for space, move in enumerate(self.g.place[kind]) if spaces >> space & 1]
        return ways

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [*super().legal_moves(state), *self._apart(state)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self._apart(state) else super().refusal(state, move)


@planted("ship.stack", sort="order", shows="state turn")
class ShipsGoUnderTheStack(CastlesOfBurgundy):
    """On the turn-order track a marker that comes to others is behind them."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.track == state.track:
            return after
        mover = state.turn
        others = [seat for seat in after.order if seat != mover]
        ahead = [seat for seat in others if after.track[seat] >= after.track[mover]]
        order = (*ahead, mover, *others[len(ahead) :])
        after = changed(after, order=order)
        is_new_round = isinstance(after.phase, Rolling)
        return changed(after, playing=order, turn=order[0]) if is_new_round else after


@planted("castle.action", sort="option", shows="state misses")
class TheCastleKeepsTheDie(CastlesOfBurgundy):
    """The action of a castle is carried out with the number of the die that has placed it."""

    def apply(self, state: Table, move: Move) -> Table:
        after, phase = super().apply(state, move), state.phase
        if isinstance(phase, Acting) and phase.die and after.phase == ACTING[0]:
            return changed(after, phase=ACTING[phase.die])
        return after


@planted("sell.silver", sort="price", shows="state turn")
class EachGoodBringsSilver(CastlesOfBurgundy):
    """A sale brings the silver once for each of the goods sold."""

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, m.Sell):
            seat = state.seats[state.turn]
            more = self.g.sell_silver * (seat.goods[self.g.good_number[move.good]] - 1)
            seats = replaced(state.seats, state.turn, changed(seat, silver=seat.silver + more))
            state = changed(state, seats=seats)
        return super().apply(state, move)


@planted("end.goods", sort="price", shows="outcome")
class OnlyKindsOfGoodsCount(CastlesOfBurgundy):
    """In the last scoring each kind of goods that were not sold brings a point, however many there are."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        scores = dict(outcome.scores)
        ranks: dict[str, tuple[int, int, int]] = {}
        for k, (name, seat) in enumerate(zip(self.seats, state.seats, strict=True)):
            scores[name] -= self.g.end_good * sum(count - 1 for count in seat.goods if count)
            ranks[name] = scores[name], -seat.filled.bit_count(), state.playing.index(k)
        return evolve(outcome, scores=scores, winners=(max(ranks, key=ranks.__getitem__),))
