"""Players that know what they want: between them they come to the rules that chance seldom meets.

A player serves all seats of its game.  It decides which plants to buy and how dear, how much fuel to keep, when to
build and what to run; the rest is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.campaign.players import Factory, company, pick
from rulecheck.properties.power_grid.facts import Facts, facts
from rulecheck.properties.power_grid.greedy import Greedy
from rulecheck.reference_engines.contract import Engine
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.table import (
    STACK,
    Bidding,
    Building,
    Fueling,
    Offering,
    Opening,
    Phase,
    Producing,
    Scrapping,
    Table,
)

Moves = Sequence[Any]


def but_last(legal: Moves) -> Moves:
    """The moves without the last, which is to do no more, if there are others."""
    return legal[:-1] or legal


class Aimed:
    """A sound company: buys plants that supply more, fuel for them, and builds what it can supply.

    `slip` is how often it does just anything, `buys` how often it wants a plant, `raises` how often it bids on,
    `stock` how often it buys more fuel, `spare` the money that it does not build with.
    """

    slip = 0.03
    buys = 0.6
    raises = 0.5
    stock = 0.6
    spare = 10
    picks_high = True

    def __init__(self, rng: Random) -> None:
        self.eager = rng.uniform(0.5, 1.5)
        self._by_phase: dict[type[Phase], Callable[[Facts, Table, Moves, Random], Any]] = {
            Offering: self.offer,
            Opening: self.open,
            Bidding: self.bid,
            Scrapping: self.scrap,
            Fueling: self.buy,
            Building: self.build,
            Producing: self.run,
        }

    def __call__(self, engine: Engine[Any, Any], t: Table, legal: Moves, rng: Random) -> Any:
        """The move it takes."""
        choose = self._by_phase.get(type(t.phase))
        if choose is None or rng.random() < self.slip:
            return pick(legal, rng)
        return choose(facts(engine), t, legal, rng)

    def offer(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """The dearest plant that can be had (or the cheapest), or none."""
        plants = [move for move in legal if type(move) is m.Auction]
        if not plants or (type(legal[-1]) is m.Pass and rng.random() > self.buys * self.eager):
            return legal[-1]
        return plants[-1 if self.picks_high else 0] if rng.random() < 0.8 else pick(plants, rng)

    def open(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """The lowest bid, mostly."""
        return legal[0] if rng.random() < 0.8 else pick(legal[:8], rng)

    def bid(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """A little more, or nothing."""
        return pick(legal[1:4] or legal, rng) if rng.random() < self.raises else legal[0]

    def scrap(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """The lowest plant, mostly."""
        return legal[0] if rng.random() < 0.7 else pick(legal, rng)

    def buy(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Fuel until the plants can run, then some more."""
        return pick(but_last(legal), rng) if self.is_short(f, t) or rng.random() < self.stock else legal[-1]

    def is_short(self, f: Facts, t: Table) -> bool:
        """Whether the player has less fuel than one run of all plants takes."""
        seat = t.seats[t.turn]
        return sum(seat.fuel) < sum([f.needs[k] for k in seat.plants])

    def build(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """A cheap city as long as some money is left."""
        if t.seats[t.turn].money < self.spare + 10 or len(legal) == 1:
            return legal[-1]
        return self.cheap(f, t, legal, rng)

    def cheap(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """The cheapest of a few cities."""
        seat = t.seats[t.turn]
        if not seat.cities or type(legal[0]) is not m.Build:
            return pick(but_last(legal), rng)
        net, some = f.net(t.regions), [pick(but_last(legal), rng) for _ in range(3)]
        ways, prices = net.ways(seat.cities), f.spaces[t.step]
        return min(some, key=lambda move: ways[net.number[move.city]] + prices[t.houses[net.number[move.city]]])

    def run(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Everything that can run, in any order."""
        return pick(but_last(legal), rng)


class Builder(Aimed):
    """Buys dear plants and builds as much as it can: low plants become too small, and the end comes soon."""

    buys = 0.4
    raises = 0.2
    stock = 0.1
    spare = 0


class Hoarder(Aimed):
    """Buys a plant in every round and fills all with fuel: plants with fuel are given up, fuel runs out."""

    buys = 1.0
    raises = 0.6
    stock = 0.98
    spare = 40

    def scrap(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Any plant, full or not."""
        return pick(legal, rng)

    def offer(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """A hybrid plant before all others."""
        for move in legal:
            if type(move) is m.Auction and f.hybrid[f.plant[move.number]]:
                return move
        return super().offer(f, t, legal, rng)

    def run(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Little: the fuel stays where it is."""
        return legal[-1] if rng.random() < 0.7 else pick(legal, rng)


class Miser(Aimed):
    """Buys no plant and saves: plants leave unsold, the stack runs out, and at last somebody builds all houses."""

    buys = 0.05
    raises = 0.1
    stock = 0.3
    slip = 0.01

    def build(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """A few cities; then no more until there is money for everything."""
        seat = t.seats[t.turn]
        cities = seat.cities.bit_count()
        if len(legal) == 1 or (cities >= f.step2_cities + 3 and cities < f.end_cities and seat.money < 420):
            return legal[-1]
        return self.cheap(f, t, legal, rng)


class Watcher(Aimed):
    """Waits with its last city before Step 2 until the Step 3 card is the next, then builds what it can."""

    buys = 0.5
    raises = 0.2
    slip = 0.01

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.low = rng.random() < 0.5
        self.picks_high = rng.random() < 0.7

    def build(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """One city less than Step 2 needs, or all when the next card is the Step 3 card."""
        is_next = t.card == STACK and not t.stack and not t.has_thirteen
        cities = t.seats[t.turn].cities.bit_count()
        limit = f.step2_cities - 1 if self.low or t.step == 1 else f.end_cities - 1
        if len(legal) == 1 or (cities >= limit and not is_next and t.card == STACK):
            return legal[-1]
        return self.cheap(f, t, legal, rng)


class Bidder(Aimed):
    """Bids on for every plant, and has no money for anything else."""

    buys = 1.0
    raises = 0.93
    stock = 0.2
    spare = 15

    def bid(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """A little more, now and then all it has."""
        if rng.random() < 0.03:
            return legal[-1]
        return super().bid(f, t, legal, rng)


class Idler(Aimed):
    """Does as little as it can, and runs nothing: everybody stays equal till the end."""

    buys = 0.02
    raises = 0.0
    stock = 0.0

    def is_short(self, f: Facts, t: Table) -> bool:
        """Never."""
        return False

    def run(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Nothing."""
        return legal[-1]

    def build(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """As many cities as the others have, and then any."""
        most = max([seat.cities.bit_count() for seat in t.seats])
        if len(legal) == 1 or (t.seats[t.turn].cities.bit_count() >= most and rng.random() < 0.5):
            return legal[-1]
        return self.cheap(f, t, legal, rng)


KINDS: Final[tuple[Callable[[Random], Aimed], ...]] = (Aimed, Builder, Hoarder, Miser, Watcher, Bidder, Builder)

PLAYERS: Final[Mapping[str, Factory]] = {
    "manager": Aimed,
    "builder": Builder,
    "hoarder": Hoarder,
    "miser": Miser,
    "watcher": Watcher,
    "bidder": Bidder,
    "idler": Idler,
    "company": company(KINDS, 6),
}

TO_WIN: Final[Mapping[str, Factory]] = {"greedy": Greedy}
