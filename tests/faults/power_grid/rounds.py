"""Mistakes in the round, the market of plants and the order of play."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import auction, cards, fuel, network
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.flow import RESUME
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Draw, Move
from rulecheck.reference_engines.power_grid.table import (
    FUELING,
    AuctionsOver,
    Building,
    FuelNext,
    Phase,
    Seat,
    Table,
)
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

    swaps = (
        (RESUME, FuelNext, _build_first),
        (network.over, _then_fuel),
        (network.begin, _network_over),
    )


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


@breaks("market.sort", "auction.replaced")
class ANewPlantComesToTheEnd(_Misplaced):
    """A card that is drawn is put at the end of the market, which is not sorted."""


@breaks("market.sort", "auction.replaced", "renewal.draw")
class ANewPlantStaysInTheFutureMarket(_Misplaced):
    """A card that is drawn is sorted into the future market only, even if it is lower than the current ones."""

    def placed(self, others: tuple[int, ...], card: int) -> tuple[int, ...]:
        row = self.g.row
        return (*others[:row], *sorted((*others[row:], card)))


# ---- the order of play


def _fewest_first(g: Kit, t: Table) -> tuple[int, ...]:
    return _ranked(t, {k: (seat.cities.bit_count(), -_highest(seat)) for k, seat in enumerate(t.seats)})


@breaks("order.cities")
class FewestCitiesAreFirst(Wrong):
    """Who has the fewest cities comes first in the order of play."""

    swaps = ((auction.order_of_play, _fewest_first),)


def _reversed(g: Kit, t: Table) -> tuple[int, ...]:
    return _ranked(t, {k: (seat.cities.bit_count(), _highest(seat)) for k, seat in enumerate(t.seats)})


@breaks("order.cities", "order.plants")
class TheOrderIsTurnedRound(Wrong):
    """The whole order of play is the other way round: few cities and low plants come first."""

    swaps = ((auction.order_of_play, _reversed),)


def _plants_only(g: Kit, t: Table) -> tuple[int, ...]:
    return _ranked(t, {k: (-_highest(seat), -seat.cities.bit_count()) for k, seat in enumerate(t.seats)})


@breaks("order.cities", "order.plants")
class TheHighestPlantIsFirst(Wrong):
    """The highest plant decides the order of play, and the cities count among equals only."""

    swaps = ((auction.order_of_play, _plants_only),)


def _kept_later(g: Kit, t: Table) -> tuple[int, ...]:
    return _order_of_play(g, t) if t.round == 1 else t.order


@breaks("order.cities", "order.plants", "round.phases")
class TheOrderStays(Wrong):
    """The order of play stays what it was after the first auctions, whatever is built."""

    swaps = ((auction.order_of_play, _kept_later),)


def _leader_first(g: Kit, t: Table) -> tuple[int, ...]:
    order = _order_of_play(g, t)
    if t.round == 1:
        return order
    return tuple((order[0] + k) % g.players for k in range(g.players))


@breaks("order.cities")
class OnlyTheFirstPlaceIsDetermined(Wrong):
    """The player with the most cities comes first, and the others follow clockwise."""

    swaps = ((auction.order_of_play, _leader_first),)


def _by_capacity(g: Kit, t: Table) -> tuple[int, ...]:
    return _ranked(
        t,
        {
            k: (-min(seat.cities.bit_count(), sum(g.plant_cities[plant] for plant in seat.plants)), -_highest(seat))
            for k, seat in enumerate(t.seats)
        },
    )


@breaks("order.cities")
class CitiesThatPlantsCanSupplyCount(Wrong):
    """The order of play counts the cities that a player's plants can supply, not those of the network."""

    swaps = ((auction.order_of_play, _by_capacity),)


def _low_plants(g: Kit, t: Table) -> tuple[int, ...]:
    return _ranked(t, {k: (-seat.cities.bit_count(), _highest(seat)) for k, seat in enumerate(t.seats)})


@breaks("order.plants")
class TheLowerPlantBreaksTies(Wrong):
    """Among players with the same number of cities the one with the lower plant comes first."""

    swaps = ((auction.order_of_play, _low_plants),)


def _cities_only(g: Kit, t: Table) -> tuple[int, ...]:
    return _ranked(t, {k: (-seat.cities.bit_count(),) for k, seat in enumerate(t.seats)})


@breaks("order.plants")
class TiesKeepTheirPlaces(Wrong):
    """Players with the same number of cities stay as they were, whatever plants they own."""

    swaps = ((auction.order_of_play, _cities_only),)


def _seats_break_ties(g: Kit, t: Table) -> tuple[int, ...]:
    return _ranked(t, {k: (-seat.cities.bit_count(), k) for k, seat in enumerate(t.seats)})


@breaks("order.plants")
class SeatsBreakTies(Wrong):
    """Players with the same number of cities follow in the order of their seats."""

    swaps = ((auction.order_of_play, _seats_break_ties),)


def _by_sum(g: Kit, t: Table) -> tuple[int, ...]:
    def worth(seat: Seat) -> int:
        return sum(g.numbers[plant] for plant in seat.plants)

    return _ranked(t, {k: (-seat.cities.bit_count(), -worth(seat)) for k, seat in enumerate(t.seats)})


@breaks("order.plants")
class AllPlantsTogetherBreakTies(Wrong):
    """Among players with the same number of cities the sum of all numbers of their plants decides."""

    swaps = ((auction.order_of_play, _by_sum),)


def _lowest_plant(g: Kit, t: Table) -> tuple[int, ...]:
    lowest = {k: -seat.plants[0] if seat.plants else 1 for k, seat in enumerate(t.seats)}
    return _ranked(t, {k: (-seat.cities.bit_count(), lowest[k]) for k, seat in enumerate(t.seats)})


@breaks("order.plants")
class TheFirstPlantBreaksTies(Wrong):
    """Ties in the order of play are broken by each player's lowest plant instead of the highest."""

    swaps = ((auction.order_of_play, _lowest_plant),)


def _old_order_in_round_one(g: Kit, t: Table) -> tuple[int, ...]:
    return _order_of_play(g, t) if t.round > 1 else t.order


@breaks("order.after-first")
class TheLotsHoldAllTheFirstRound(Wrong):
    """After the auctions of the first round the order of play stays as it was drawn."""

    swaps = ((auction.order_of_play, _old_order_in_round_one),)


def _over_and_ordered(g: Kit, t: Table, phase: Phase, events: Events) -> Table:
    return _auctions_over(g, changed(t, order=auction.order_of_play(g, t)), phase, events)


@breaks("order.after-first", "order.plants")
class TheOrderChangesAfterAllAuctions(Wrong):
    """The order of play is determined anew after the auctions of every round, not only of the first."""

    swaps = ((auction.over, _over_and_ordered), (RESUME, AuctionsOver, _over_and_ordered))


@breaks("order.after-first", "order.plants")
class TheLowestPlantBuildsLastInRoundOne(Wrong):
    """After the first auctions the player with the lowest plant comes first in the order of play."""

    swaps = ((auction.order_of_play, lambda g, t: _order_of_play(g, t)[:: -1 if t.round == 1 else 1]),)


def _ordered_before_renewal(g: Kit, t: Table, events: Events) -> Table:
    return _network_over(g, changed(t, order=auction.order_of_play(g, t)), events)


@breaks("order.cities", "income.order", "round.phases")
class TheOrderChangesAfterBuilding(Wrong):
    """The order of play is determined anew right after building, before the incomes are paid."""

    swaps = ((network.over, _ordered_before_renewal),)
