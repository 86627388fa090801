"""Generators: 8 faults, written on 2026-11-25 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.power_grid import fuel
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.table import (
    Building,
    Drawing,
    Fueling,
    Lots,
    Offering,
    Producing,
    RenewalOver,
    Scrapping,
    Table,
    sorted_in,
    without,
)
from tests.faults.held_out.planting import planted

Move = m.Move


class ListsMore(PowerGrid):
    """What is listed is legal, whatever the clauses say."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self.legal_moves(state) else super().refusal(state, move)


@planted("setup.thirteen", sort="supply", shows="state lists misses")
class ThirteenIsShuffledIn(PowerGrid):
    """Plant 13 is one of the cards of the stack, and comes when it comes."""

    def start(self) -> Table:
        table = super().start()
        unseen = sorted_in(table.unseen, self.g.thirteen)
        return changed(table, has_thirteen=False, unseen=unseen, stack=table.stack + 1)


@planted("auction.first-round", sort="option", shows="lists")
class NobodyHasToBuyAtFirst(ListsMore):
    """In the first round too a player may pass who could buy a plant."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return [*legal, self.g.pass_] if isinstance(state.phase, Offering) and state.round == 1 else legal


@planted("order.after-first", sort="order", shows="turn state")
class TheLotsHoldForTheRound(PowerGrid):
    """After the first auctions the order of play stays as it was drawn."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.round > 1 or after.order == state.order or isinstance(state.phase, Lots):
            return after
        if not isinstance(after.phase, Fueling | Building):
            return after
        return fuel.ask(self.g, changed(after, order=state.order), self.g.players - 1, after.events)


@planted("plants.not-the-new", "plants.limit", sort="option", shows="lists")
class TheNewPlantMayGo(ListsMore):
    """Who has too many plants may give up the one just bought."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal, phase = super().legal_moves(state), state.phase
        return [*legal, self.g.scrap[phase.plant]] if isinstance(phase, Scrapping) else legal

    def apply(self, state: Table, move: Move) -> Table:
        phase = state.phase
        if isinstance(phase, Scrapping) and move == self.g.scrap[phase.plant]:
            kept = next(plant for plant in state.seats[state.turn].plants if plant != phase.plant)
            state = changed(state, phase=Scrapping(phase.out, kept))
        return super().apply(state, move)


@planted("unsold.remove", sort="supply", shows="state turn")
class UnsoldPlantsStay(PowerGrid):
    """No plant leaves the market because everybody has passed."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(state.phase, Offering) or not isinstance(move, m.Pass) or state.sold:
            return super().apply(state, move)
        after = super().apply(changed(state, sold=1), move)
        return changed(after, sold=0)


@planted("plant.hybrid", sort="option", shows="misses")
class HybridsBurnOneFuel(PowerGrid):
    """A hybrid plant runs with coal or with oil, not with both at once."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Producing):
            return legal
        return [move for move in legal if not (isinstance(move, m.Run) and move.coal and move.oil)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and isinstance(move, m.Run) and move not in self.legal_moves(state):
            return Refused("plant.needs", "this plant burns one kind of fuel")
        return refused


@planted("renewal.bury", sort="supply", shows="state")
class TheLowestGoesUnderTheStack(PowerGrid):
    """In Steps 1 and 2 it is the lowest plant of the market that goes under the stack at the end of a round."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        new = [card for card in after.buried if card not in state.buried]
        phase = after.phase
        if len(new) != 1 or not isinstance(phase, Drawing) or not isinstance(phase.after, RenewalOver):
            return after
        lowest, *others = after.market
        buried = sorted_in(without(after.buried, new[0]), lowest)
        return changed(after, market=sorted_in(tuple(others), new[0]), buried=buried)


@planted("win.supplied", sort="price", shows="outcome")
class TheLargestNetworkWins(PowerGrid):
    """At the end the cities of the networks are compared, supplied or not."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        ranks = {
            name: (seat.cities.bit_count(), seat.money) for name, seat in zip(self.seats, state.seats, strict=True)
        }
        best = max(ranks.values())
        winners = tuple(name for name, rank in ranks.items() if rank == best)
        return evolve(outcome, winners=winners, scores={name: cities for name, (cities, _) in ranks.items()})
