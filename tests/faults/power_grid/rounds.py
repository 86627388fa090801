"""Mistakes in the round, the market of plants and the order of play."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import auction, cards, fuel, network
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.flow import RESUME
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Draw, Move
from rulecheck.reference_engines.power_grid.table import FUELING, AuctionsOver, Building, FuelNext, Phase, Seat, Table
from tests.faults.power_grid.common import Events, Wrong

_network_over = network.over
_order_of_play = auction.order_of_play
_auctions_over = auction.over


def _ranked(t: Table, rank: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sorted(t.order, key=rank.__getitem__))


def _highest(seat: Seat) -> int:
    return seat.plants[-1] if seat.plants else -1


# ---- the phases


def _build_first(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    t, events = cards.start_step3(g, t, events)
    return network.ask(g, t, g.players - 1, events)


def _then_fuel(g: Kit, t: Table, events: Events) -> Table:
    return fuel.ask(g, t, g.players - 1, events)


@breaks("round.phases")
class BuildingComesBeforeFuel(Wrong):
    """The players build before they buy fuel."""

    swaps = ((RESUME, FuelNext, _build_first), (network.over, _then_fuel), (network.begin, _network_over))


def _fuel_turn(g: Kit, t: Table, place: int, events: Events) -> Table:
    if place < 0:
        return network.over(g, t, events)
    seat = t.order[place]
    mask = fuel.open_fuels(g, t.fuel, t.seats[seat])
    return changed(t, turn=seat, phase=FUELING[mask]) if mask else _build_turn(g, t, place, events)


def _build_turn(g: Kit, t: Table, place: int, events: Events) -> Table:
    seat = t.order[place]
    open = network.open_cities(g, t, t.seats[seat])
    return changed(t, turn=seat, phase=Building(open)) if open else _fuel_turn(g, t, place - 1, events)


def _after_fuel(g: Kit, t: Table, place: int, events: Events) -> Table:
    return _fuel_turn(g, t, place, events) if place == g.players - 1 else _build_turn(g, t, place + 1, events)


@breaks("round.phases", "fuel.order", "network.order")
class EachBuysFuelAndBuildsAtOnce(Wrong):
    """Each player buys fuel and builds in one turn, before the next one buys any."""

    swaps = ((fuel.ask, _after_fuel), (network.ask, _fuel_turn))


# ---- the market of plants


class _Misplaced(PowerGrid):
    """Power Grid in which a card drawn comes to another place of the market."""

    def placed(self, others: tuple[int, ...], card: int) -> tuple[int, ...]:
        """The market with a card more."""
        return (*others, card)

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, Draw) or not move.number:
            return after
        card = self.g.plant_number[move.number]
        if card not in after.market or card in state.market:
            return after
        plants = tuple(plant for plant in after.market if plant not in (card, self.g.step3))
        step3 = (self.g.step3,) * (self.g.step3 in after.market)
        return changed(after, market=(*self.placed(plants, card), *step3))


@breaks("market.sort", "auction.replaced", "renewal.draw")
class ANewPlantStaysInTheFutureMarket(_Misplaced):
    """A card that is drawn is sorted into the future market only, even if it is lower than the current ones."""

    def placed(self, others: tuple[int, ...], card: int) -> tuple[int, ...]:
        row = self.g.row
        return (*others[:row], *sorted((*others[row:], card)))


# ---- the order of play


@breaks("order.cities", "order.plants", "round.phases")
@Wrong.instead(auction.order_of_play)
def TheOrderStays(g: Kit, t: Table) -> tuple[int, ...]:
    """The order of play stays what it was after the first auctions, whatever is built."""
    return _order_of_play(g, t) if t.round == 1 else t.order


@breaks("order.cities")
@Wrong.instead(auction.order_of_play)
def OnlyTheFirstPlaceIsDetermined(g: Kit, t: Table) -> tuple[int, ...]:
    """The player with the most cities comes first, and the others follow clockwise."""
    order = _order_of_play(g, t)
    if t.round == 1:
        return order
    return tuple((order[0] + k) % g.players for k in range(g.players))


@breaks("order.cities")
@Wrong.instead(auction.order_of_play)
def CitiesThatPlantsCanSupplyCount(g: Kit, t: Table) -> tuple[int, ...]:
    """The order of play counts the cities that a player's plants can supply, not those of the network."""
    return _ranked(
        t,
        {
            k: (-min(seat.cities.bit_count(), sum(g.plant_cities[plant] for plant in seat.plants)), -_highest(seat))
            for k, seat in enumerate(t.seats)
        },
    )


@breaks("order.plants")
@Wrong.instead(auction.order_of_play)
def TiesKeepTheirPlaces(g: Kit, t: Table) -> tuple[int, ...]:
    """Players with the same number of cities stay as they were, whatever plants they own."""
    return _ranked(t, {k: (-seat.cities.bit_count(),) for k, seat in enumerate(t.seats)})


@breaks("order.plants")
@Wrong.instead(auction.order_of_play)
def AllPlantsTogetherBreakTies(g: Kit, t: Table) -> tuple[int, ...]:
    """Among players with the same number of cities the sum of all numbers of their plants decides."""

    def worth(seat: Seat) -> int:
        return sum(g.numbers[plant] for plant in seat.plants)

    return _ranked(t, {k: (-seat.cities.bit_count(), -worth(seat)) for k, seat in enumerate(t.seats)})


@breaks("order.after-first")
@Wrong.instead(auction.order_of_play)
def TheLotsHoldAllTheFirstRound(g: Kit, t: Table) -> tuple[int, ...]:
    """After the auctions of the first round the order of play stays as it was drawn."""
    return _order_of_play(g, t) if t.round > 1 else t.order


def _over_and_ordered(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    return _auctions_over(g, changed(t, order=auction.order_of_play(g, t)), phase, events)


@breaks("order.after-first", "order.plants")
class TheOrderChangesAfterAllAuctions(Wrong):
    """The order of play is determined anew after the auctions of every round, not only of the first."""

    swaps = ((auction.over, _over_and_ordered), (RESUME, AuctionsOver, _over_and_ordered))


@breaks("order.cities", "income.order", "round.phases")
@Wrong.instead(network.over)
def TheOrderChangesAfterBuilding(g: Kit, t: Table, events: Events) -> Table:
    """The order of play is determined anew right after building, before the incomes are paid."""
    return _network_over(g, changed(t, order=auction.order_of_play(g, t)), events)
