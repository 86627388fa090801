"""Chateaux: 8 faults, written on 2026-11-24 by somebody who had not seen the search."""

from __future__ import annotations

from attrs import evolve

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.table import Cargo, Table
from rulecheck.reference_engines.contract import Outcome, changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.castles_of_burgundy import regions as regions_faults
from tests.faults.castles_of_burgundy import selling as selling_faults
from tests.faults.castles_of_burgundy import turns as turns_faults
from tests.faults.held_out.planting import again, planted

Move = m.Move


DiceTakeFromAnyDepot = again(turns_faults.TilesComeFromAnyDepot, "take.die", sort="option", shows="lists")
BuyingComesLast = again(selling_faults.PurchasesComeLast, "purchase.moment", sort="option", shows="misses")


@planted("knowledge.9", "knowledge.10", "knowledge.11", "knowledge.12", sort="option", shows="misses")
class NothingIsChangedWithoutAWorker(CastlesOfBurgundy):
    """Knowledge tiles 9 to 12 do nothing: dice are changed with workers only."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.reach = tuple((exactly,) * 3 for exactly, _, _ in self.g.reach)
        self.g.near_depots = tuple((exactly,) * 3 for exactly, _, _ in self.g.near_depots)


SingleSpacesAreNoRegions = again(
    regions_faults.RegionsOfOneSpaceDoNotScore,
    "region.complete",
    "region.size",
    "region.phase",
    sort="price",
    shows="state",
)


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
