"""Engines for Power Grid that are wrong on purpose, each in one way that real implementations are.

Every class differs from the reference by one rule; `FAULTS` lists them with the properties that must notice, and a
game, as short as a person can write it, that shows the fault.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.power_grid import bureaucracy, network
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.flow import resume
from rulecheck.reference_engines.power_grid.table import (
    AUCTIONS_OVER,
    RENEWAL_OVER,
    Bidding,
    Finished,
    Offering,
    Opening,
    Producing,
    Scrapping,
    Table,
    sorted_in,
    without,
)
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.rules import Rules
from tests.faults.fault import Fault

Move = m.Move


class ListsMore(PowerGrid):
    """What is listed is legal, whatever the clauses say."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self.legal_moves(state) else super().refusal(state, move)


class TheWholeMarketIsForSale(ListsMore):
    """Plants of the future market can be auctioned as well."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Offering):
            return legal
        future = [self.g.auction[k] for k in state.market[self.g.row :] if k != self.g.step3]
        return [*legal, *(move for move in future if move not in legal)]


class WhoDropsOutComesBack(PowerGrid):
    """Who has passed is asked again when somebody else bids."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Pass) or not isinstance(after.phase, Bidding):
            return after
        return changed(after, phase=evolve(after.phase, active=after.phase.active | 1 << state.turn))


class TheLastOneBidsToo(PowerGrid):
    """The last one left to choose has to bid, and may pay too much."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.last_pays_number = False


class EqualBidsAreEnough(ListsMore):
    """A bid may be as high as the last one."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Bidding):
            return legal
        return [legal[0], self.g.bids(state.phase.bid, state.phase.bid)[0], *legal[1:]]


class TheWinnerPaysTheNumber(PowerGrid):
    """The winner pays the plant's number, whatever was bid."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(state.phase, Opening | Bidding) or "auction.won" not in after.events:
            return after
        who = next(k for k, seat in enumerate(after.seats) if seat.plants != state.seats[k].plants)
        back = state.seats[who].money - after.seats[who].money - self.g.numbers[state.phase.plant]
        seat = changed(after.seats[who], money=after.seats[who].money + back)
        return changed(after, seats=replaced(after.seats, who, seat))


class TheOrderStays(PowerGrid):
    """The order of play drawn by lot holds for the whole first round."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        return changed(after, order=state.order) if "order.after-first" in after.events else after


class UnsoldPlantsStay(PowerGrid):
    """Where nobody bought a plant the market stays as it is."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "unsold.remove" not in after.events or not isinstance(move, m.Pass):
            return after
        return resume(self.g, state, AUCTIONS_OVER, ("auction.pass",))


class TheNewPlantMayGo(ListsMore):
    """Of too many plants any may be given up, the new one as well."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        if not isinstance(state.phase, Scrapping):
            return super().legal_moves(state)
        return [self.g.scrap[plant] for plant in state.seats[state.turn].plants]

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(state.phase, Scrapping) and move == self.g.scrap[state.phase.plant]:
            old = next(plant for plant in state.seats[state.turn].plants if plant != state.phase.plant)
            state = changed(state, phase=evolve(state.phase, plant=old))
        return super().apply(state, move)


class LostFuelIsForSale(PowerGrid):
    """Fuel that finds no room goes back to the market."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Scrap | m.Lose):
            return after
        lost = [now - then for now, then in zip(after.supply, state.supply, strict=True)]
        fuel = tuple(there + more for there, more in zip(after.fuel, lost, strict=True))
        return changed(after, fuel=fuel, supply=state.supply)


class TokensCostTheNextSpace(PowerGrid):
    """The price is read from the token behind the cheapest."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.token_price = tuple(
            (*prices[:1], *(prices[max(1, tokens - 1)] for tokens in range(1, len(prices))))
            for prices in self.g.token_price
        )


class PlantsStoreOneRun(PowerGrid):
    """A plant stores the fuel of one run only."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.storage_times = 1


class ConnectionsAreFree(PowerGrid):
    """A house costs its space, however long the way is."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        seat = state.seats[state.turn]
        if not isinstance(move, m.Build) or not seat.cities:
            return after
        way = seat.ways[self.g.board(state.regions).number[move.city]]
        now = changed(after.seats[state.turn], money=after.seats[state.turn].money + way)
        return changed(after, seats=replaced(after.seats, state.turn, now))


class EveryHouseCostsTheSame(PowerGrid):
    """The second house in a city costs no more than the first."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.house_price = (self.g.house_price[0],) * 3


class SmallPlantsStay(PowerGrid):
    """Plants with numbers not above somebody's cities stay in the market."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "obsolete.remove" not in after.events or not isinstance(move, m.Build):
            return after
        place = state.order.index(state.turn)
        return network.ask(self.g, changed(after, market=state.market, gone=state.gone), place, ("network.connect",))


class HybridsBurnOneKind(ListsMore):
    """A hybrid plant burns coal or oil, and never both at once."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Producing):
            return legal
        return [move for move in legal if not (isinstance(move, m.Run) and move.coal and move.oil)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if isinstance(move, m.Run) and move.coal and move.oil:
            return Refused("plant.hybrid", "a plant burns one fuel")
        return super().refusal(state, move)


class BurntFuelIsForSale(PowerGrid):
    """What plants burn goes back to the market."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Run):
            return after
        owner, then = state.seats[state.turn], after.seats[state.turn]
        burnt = [had - has for had, has in zip(owner.fuel, then.fuel, strict=True)]
        fuel = tuple(there + more for there, more in zip(after.fuel, burnt, strict=True))
        supply = tuple(there - more for there, more in zip(after.supply, burnt, strict=True))
        return changed(after, fuel=fuel, supply=supply)


class NoCitiesNoMoney(PowerGrid):
    """Who supplies no city receives nothing."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.incomes = (0, *self.g.incomes[1:])


class RefilledByTheNextColumn(PowerGrid):
    """In Step 1 the fuel market is refilled by the column of Step 2."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.refill = (self.g.refill[1], *self.g.refill[1:])


class RefilledWithoutASupply(PowerGrid):
    """The market is refilled as the table says, even if the supply has less."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "refill.short" not in after.events:
            return after
        amounts = self.g.refill[after.step - 1]
        fuel = tuple(
            min(len(places), there + amount - min(amount, had))
            for places, there, amount, had in zip(self.g.places, after.fuel, amounts, state.supply, strict=True)
        )
        return changed(after, fuel=fuel)


class NothingIsBuried(PowerGrid):
    """The highest plant stays in the market at the end of a round."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "renewal.bury" not in after.events:
            return after
        return resume(self.g, changed(after, market=state.market, buried=state.buried), RENEWAL_OVER, ())


class StepTwoRemovesNothing(PowerGrid):
    """Step 2 begins, and the lowest plant stays."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "step2.remove" not in after.events or after.step != 2:
            return after
        lowest = max(set(after.gone) - set(state.gone))
        market, gone = sorted_in(after.market, lowest), without(after.gone, lowest)
        return bureaucracy.begin(self.g, changed(after, market=market, gone=gone), ("step2.start",))


class TheMostCitiesWin(PowerGrid):
    """Who has connected the most cities wins, supplied or not."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None or not isinstance(state.phase, Finished):
            return outcome
        most = max(seat.cities.bit_count() for seat in state.seats)
        return evolve(
            outcome,
            winners=tuple(
                name for name, seat in zip(self.seats, state.seats, strict=True) if seat.cities.bit_count() == most
            ),
        )


class TiesIgnoreMoney(PowerGrid):
    """Among those who supply equally many cities the first in the order of play wins."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None or not isinstance(state.phase, Finished):
            return outcome
        best = max(seat.supplied for seat in state.seats)
        first = next(k for k in state.order if state.seats[k].supplied == best)
        return evolve(outcome, winners=(self.seats[first],))


ONE = {"regions.used": 1}
"""One region: the set-up is short."""
READY = ("lot anna", "region north")
"""Anna chooses the first plant; Bob is the last."""
SOLD = (*READY, "auction 3", "bid 3", "pass", "draw 13", "auction 4", "draw 11")
"""Anna has plant 3 and Bob plant 4; Anna buys fuel first."""
BUILDING = (*SOLD, "done", "done")
"""Nobody bought fuel; Anna builds first."""
ROUND_TWO = (*BUILDING, "done", "done", "draw 12")
"""Nobody built, everybody received ten Elektro; Bob chooses first."""

FAULTS: tuple[Fault, ...] = (
    Fault(TheWholeMarketIsForSale, {"whatever_can_be_auctioned_is_open", "a_plant_of_the_current_market_is_chosen"},
          (*READY, "auction 3"), numbers=ONE, players=2, games=1, found=3),
    Fault(WhoDropsOutComesBack, {"bidding_goes_round"},
          ("lot anna", "lot bob", "region north", "auction 3", "bid 3", "pass"), numbers=ONE, games=2, found=6),
    Fault(TheLastOneBidsToo, {"a_plant_of_the_current_market_is_chosen", "the_last_bidder_buys"},
          (*READY, "auction 3", "bid 3", "pass", "draw 13", "auction 4"), numbers=ONE, players=2, games=1, found=6),
    Fault(EqualBidsAreEnough, {"whatever_can_be_bid_is_open"},
          (*READY, "auction 3", "bid 3", "pass"), numbers=ONE, players=2, games=1, found=5),
    Fault(TheWinnerPaysTheNumber, {"the_last_bidder_buys"},
          (*READY, "auction 3", "bid 4", "pass"), numbers=ONE, players=2, games=2, player="bidder", found=4),
    Fault(TheOrderStays, {"the_order_of_play_is_determined_anew", "the_last_in_order_buys_fuel_first"},
          SOLD, numbers=ONE, players=2, games=1, seed=3, found=7),
    Fault(UnsoldPlantsStay, {"plants_leave_the_market_for_a_reason"},
          (*ROUND_TWO, "pass", "pass"), numbers=ONE, players=2, games=2, player="miser", found=12),
    Fault(TheNewPlantMayGo, {"one_of_the_other_plants_is_given_up"},
          (*ROUND_TWO, "pass", "auction 5", "scrap 3"), numbers=ONE | {"plants.owned": 1}, players=2, games=2,
          player="hoarder", found=13),
    Fault(LostFuelIsForSale, {"fuel_that_finds_room_is_kept", "the_fuel_market_is_refilled_by_the_table"},
          (*SOLD, "buy oil", "done", "done", "done", "done", "draw 12", "pass", "auction 6", "scrap 3"),
          numbers=ONE | {"plants.owned": 1}, players=2, games=1, player="hoarder", seed=5, found=14),
    Fault(TokensCostTheNextSpace,
          {"a_token_costs_what_its_space_says", "whatever_fuel_can_be_bought_is_open",
           "the_last_in_order_buys_fuel_first"},
          (*SOLD, "buy oil", "buy oil", "buy oil"), numbers=ONE, players=2, games=2, player="hoarder", found=10),
    Fault(PlantsStoreOneRun, {"the_last_in_order_buys_fuel_first", "whatever_fuel_can_be_bought_is_open"},
          (*SOLD, "buy oil", "buy oil"), numbers=ONE, players=2, games=2, player="hoarder", found=8),
    Fault(ConnectionsAreFree, {"a_house_costs_its_way_and_its_space", "the_last_in_order_builds_first"},
          (*BUILDING, "build Bremen", "build Hamburg"), numbers=ONE, players=2, games=2, player="builder", found=10),
    Fault(EveryHouseCostsTheSame,
          {"a_house_costs_its_way_and_its_space", "whatever_can_be_built_is_open", "the_last_in_order_builds_first"},
          (*BUILDING, "build Bremen", "done", "build Hamburg", "build Bremen"),
          numbers=ONE | {"houses.step-one": 2}, players=2, games=2, player="builder", found=13),
    Fault(SmallPlantsStay, {"plants_too_small_are_gone"},
          (*BUILDING, "build Bremen", "build Hamburg", "build Kiel", "build Flensburg", "build Cuxhaven"),
          numbers=ONE | {"start.money": 200}, players=2, games=1, player="builder", seed=5, found=11),
    Fault(HybridsBurnOneKind, {"whatever_can_run_is_open"},
          (*READY, "auction 5", "bid 5", "pass", "draw 13", "auction 4", "draw 11", "done", "buy coal", "buy oil",
           "done", "done", "done", "done"), numbers=ONE, players=2, games=1, player="hoarder", found=13),
    Fault(BurntFuelIsForSale, {"a_plant_burns_exactly_what_it_needs", "the_fuel_market_is_refilled_by_the_table"},
          (*SOLD, "buy oil", "buy oil", "done", "done", "done", "done", "run 3"), numbers=ONE, players=2, games=2,
          player="manager", found=15),
    Fault(NoCitiesNoMoney, {"everybody_is_paid_for_the_cities_supplied"},
          (*BUILDING, "done", "done"), numbers=ONE, players=2, games=1, found=9),
    Fault(RefilledByTheNextColumn, {"the_fuel_market_is_refilled_by_the_table"},
          (*BUILDING, "done", "done"), numbers=ONE, players=2, games=1, found=9),
    Fault(RefilledWithoutASupply, {"the_fuel_market_is_refilled_by_the_table", "components_are_conserved"},
          (*SOLD, "done", "buy coal", "done", "done", "done"), numbers=ONE, players=2, games=1, seed=3, found=11),
    Fault(NothingIsBuried, {"the_highest_plant_goes_under_the_stack"},
          (*BUILDING, "done", "done"), numbers=ONE, players=2, games=1, found=9),
    Fault(StepTwoRemovesNothing, {"plants_leave_the_market_for_a_reason", "what_is_carried_out_is_told"},
          (*BUILDING, "build Bremen", "done", "done"), numbers=ONE | {"step2.cities": 1}, players=2, games=2,
          player="builder", found=10),
    Fault(TheMostCitiesWin, {"the_most_cities_supplied_win"},
          (*BUILDING, "build Bremen", "done", "done"), numbers=ONE | {"end.cities": 1}, players=2, games=1,
          player="builder", found=12),
    Fault(TiesIgnoreMoney, {"the_most_cities_supplied_win"},
          (*BUILDING, "done", "build Bremen", "done"), numbers=ONE | {"end.cities": 1}, players=2, games=1,
          player="uniform", seed=5, found=10),
)  # fmt: skip
"""What the campaign must find."""
