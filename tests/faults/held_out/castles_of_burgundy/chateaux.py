"""Chateaux: 8 faults, written on 2026-11-24 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.table import Cargo, Table, Turn
from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("take.die", sort="option", shows="lists")
class DiceTakeFromAnyDepot(CastlesOfBurgundy):
    """A tile is taken from any depot, whatever the die shows."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.near_depots = ((tuple(range(1, 7)),) * 3,) * 7


@planted("purchase.moment", sort="option", shows="misses")
class BuyingComesLast(CastlesOfBurgundy):
    """Tiles are bought at the end of a turn only, when both dice are used."""

    def _is_too_early(self, state: Table, move: Move) -> bool:
        return isinstance(state.phase, Turn) and isinstance(move, m.Buy) and bool(state.dice[state.turn])

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not self._is_too_early(state, move)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and self._is_too_early(state, move):
            return Refused("purchase.moment", "a die is left")
        return refused


@planted("knowledge.9", "knowledge.10", "knowledge.11", "knowledge.12", sort="option", shows="misses")
class NothingIsChangedWithoutAWorker(CastlesOfBurgundy):
    """Knowledge tiles 9 to 12 do nothing: dice are changed with workers only."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.reach = tuple((exactly,) * 3 for exactly, _, _ in self.g.reach)
        self.g.near_depots = tuple((exactly,) * 3 for exactly, _, _ in self.g.near_depots)


@planted("region.complete", "region.size", "region.phase", sort="price", shows="state")
class SingleSpacesAreNoRegions(CastlesOfBurgundy):
    """A space that has no neighbour of its colour is no region: covering it brings nothing for size and phase."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Place):
            return after
        region = self.g.grounds[state.seats[state.turn].board].region[move.space - 1]
        if region.bit_count() > 1:
            return after
        seat = after.seats[state.turn]
        points = seat.points - self.g.size_points[0] - self.g.phase_points[state.letter]
        return changed(after, seats=replaced(after.seats, state.turn, changed(seat, points=points)))


@planted("ship.goods", sort="supply", shows="state")
class ShipsTakeOneGood(CastlesOfBurgundy):
    """A ship takes one good of the depot, the first that came there, and the others stay."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(state.phase, Cargo) or not isinstance(move, m.Goods):
            return super().apply(state, move)
        at = move.depot - 1
        first, rest = state.goods[at][:1], state.goods[at][1:]
        after = super().apply(changed(state, goods=replaced(state.goods, at, first)), move)
        return changed(after, goods=replaced(after.goods, at, (*after.goods[at], *rest)))


@planted("bank.silver", sort="price", shows="state")
class BanksBringOneSilver(CastlesOfBurgundy):
    """A bank brings one piece of silver."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.bank = 1


@planted("workers.take", sort="price", shows="state")
class OneWorkerAtATime(CastlesOfBurgundy):
    """The action of taking workers brings one."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.workers_taken = 1


@planted("end.stored", sort="price", shows="outcome")
class StoredTilesAreScored(CastlesOfBurgundy):
    """At the end each tile that is left in a storage brings a point, like the goods."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        names = zip(self.seats, state.seats, strict=True)
        scores = {name: outcome.scores[name] + len(seat.storage) for name, seat in names}

        def rank(seat: int) -> tuple[int, int, int]:
            return scores[self.seats[seat]], -state.seats[seat].filled.bit_count(), state.playing.index(seat)

        return evolve(outcome, winners=(self.seats[max(range(len(self.seats)), key=rank)],), scores=scores)
