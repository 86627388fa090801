"""Mistakes in buying fuel."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.power_grid import fuel, network
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.moves import Buy, Move
from rulecheck.reference_engines.power_grid.table import FUELING, URANIUM, Counts, Seat, Table
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.planting import swapping
from tests.faults.power_grid.common import LENIENT, Events, Wrong

# ---- who buys fuel


@breaks("fuel.order")
@Wrong.instead(fuel.ask)
def FuelIsBoughtClockwise(g: Kit, t: Table, place: int, events: Events) -> Table:
    """The last player buys fuel first, and it goes on clockwise, not in the reverse order of play."""
    last = t.order[-1]
    gone = 0 if place == g.players - 1 else (t.order[place + 1] - last) % g.players + 1
    for step in range(gone, g.players):
        seat = (last + step) % g.players
        mask = fuel.open_fuels(g, t.fuel, t.seats[seat])
        if mask:
            return changed(t, turn=seat, phase=FUELING[mask])
    return network.begin(g, t, events)


def _all_asked(g: Kit, t: Table, place: int, events: Events) -> Table:
    if place < 0:
        return network.begin(g, t, events)
    return changed(t, turn=t.order[place], phase=FUELING[fuel.open_fuels(g, t.fuel, t.seats[t.order[place]])])


def _stays_asked(g: Kit, t: Table, place: int, events: Events) -> Table:
    return t


@breaks("fuel.order", "fuel.buy")
class BuyingFuelEndsWithDoneOnly(Wrong):
    """Each player is asked for fuel until they say that they are done, whether they can buy any or not."""

    swaps = ((fuel.ask, _all_asked),)

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(move, Buy):
            return super().apply(state, move)
        with swapping([(fuel, "ask", _stays_asked)]):
            return PowerGrid.apply(self, state, move)


# ---- what is bought, and for how much


@breaks("fuel.cheapest", "fuel.buy")
class ThePriceRisesOneTokenLate(PowerGrid):
    """A token costs what the one bought before it has cost: the price rises after the first token of a space."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        g = self.g
        g.token_price = tuple((prices[0], *prices[2:], prices[-1]) for prices in g.token_price)


# ---- room for fuel


def _used(g: Kit, plants: tuple[int, ...]) -> int:
    return sum(1 << kind for kind in g.used(plants))


def _together(g: Kit, plants: tuple[int, ...], fuel: Counts) -> int:
    return _used(g, plants) if sum(fuel) < sum(g.rooms(plants)) else 0


@breaks("fuel.room", "plant.storage", "fuel.own-plants")
class RoomIsCountedForAllFuelsTogether(Wrong):
    """The room of all plants is counted together, and filled with any of the fuels that some of them use."""

    swaps = ((fuel.wanted, _together), LENIENT)


# ---- money, and what is sold out


@breaks("fuel.money")
@Wrong.instead(fuel.open_fuels)
def FuelIsBoughtOnCredit(g: Kit, tokens: Counts, seat: Seat) -> int:
    """Fuel can be bought without the money for it, and its price is owed."""
    mask = fuel.wanted(g, seat.plants, seat.fuel)
    return sum(1 << kind for kind in g.in_mask[mask] if tokens[kind])


@breaks("fuel.money")
@Wrong.instead(fuel.open_fuels)
def FuelMayNotTakeTheLastMoney(g: Kit, tokens: Counts, seat: Seat) -> int:
    """A token of fuel can be bought only by a player who has more money than it costs."""
    mask = fuel.wanted(g, seat.plants, seat.fuel)
    return sum(1 << kind for kind in g.in_mask[mask] if g.token_price[kind][tokens[kind]] < seat.money)


@breaks("fuel.sold-out")
class SoldOutFuelComesFromTheSupply(Wrong):
    """When the market has sold its last token of a fuel the next one is laid out at once from the supply."""

    def apply(self, state: Table, move: Move) -> Table:
        kind = self.g.fuel_number[move.fuel] if isinstance(move, Buy) else URANIUM
        if kind == URANIUM or state.fuel[kind] != 1 or not state.supply[kind]:
            return super().apply(state, move)
        state = changed(state, fuel=plus(state.fuel, kind, 1), supply=plus(state.supply, kind, -1))
        return super().apply(state, move)
