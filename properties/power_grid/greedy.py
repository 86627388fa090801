"""A player that plays to win: it pays for plants what they earn, fuels what it uses, and builds what it supplies."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.power_grid.facts import FAR, Facts, facts
from rulecheck.reference_engines.contract import Engine
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.table import Bidding, Building, Fueling, Opening, Producing, Seat, Table

Moves = Sequence[Any]

CITY: Final = 7.0
"""What a plant is worth for each city that it adds to what its owner can supply."""
LATER: Final = 1.0
"""The same for each city that it will not reach soon."""
SOON: Final = 4
"""How many cities more a player sees coming."""
SPARE: Final = 15
"""Money that is kept for fuel when a plant is bought."""
FIRST: Final = 3
"""Cities that it builds before it asks what it can supply: places run short."""
RICH: Final = 150
"""With so much money it builds also what its plants do not supply: that ends the game."""
FUEL: Final = 0.7
"""How many rounds' fuel is taken off the worth of a plant, at the prices of the day."""
DEAR: Final = 12
"""What a token is taken to cost at most, also when none is left."""
TASTE: Final = 4.0
"""How far a player's judgement of a plant strays by chance: games between the same players differ."""


class Greedy:
    """Buys the plant that adds most for its price, and builds the cheapest city as long as it can supply it."""

    def __init__(self, rng: Random) -> None:
        self._taste = [rng.uniform(-TASTE, TASTE) for _ in range(100)]
        """By seat and plant, drawn once: a judgement does not change while an auction goes on."""

    def __call__(self, engine: Engine[Any, Any], t: Table, legal: Moves, rng: Random) -> Any:
        """The move it takes."""
        f, phase, seat = facts(engine), t.phase, t.seats[t.turn]
        if isinstance(phase, Bidding):
            raised = next((move for move in legal if type(move) is m.Bid), None)
            return raised if raised and raised.amount <= self.worth(f, t, phase.plant) else legal[0]
        if isinstance(phase, Opening):
            return legal[0]
        if isinstance(phase, Fueling):
            return self.fuel(f, t, seat, legal)
        if isinstance(phase, Building):
            return self.build(f, t, seat, legal)
        if isinstance(phase, Producing):
            return self.run(f, seat, legal)
        if type(legal[0]) is m.Scrap:
            return min(legal, key=lambda move: (f.cities[f.plant[move.number]], move.number))
        if type(legal[0]) is m.Auction:
            return self.offer(f, t, legal)
        return legal[int(rng.random() * len(legal))]

    # Plants

    def worth(self, f: Facts, t: Table, k: int) -> float:
        """The most that a plant is worth to the player who decides."""
        if k >= len(f.cities):
            return 0.0
        seat = t.seats[t.turn]
        own = sorted([f.cities[plant] for plant in seat.plants])
        kept = sum(own) - (own[0] if len(own) >= f.owned else 0)
        soon = min(f.end_cities, seat.cities.bit_count() + SOON)
        gain = min(kept + f.cities[k], soon) - min(sum(own), soon)
        later = kept + f.cities[k] - sum(own) - gain
        worth = (CITY + seat.money / 15) * gain + LATER * later - self.burnt(f, t, k) + 6 if gain + later > 0 else 0.0
        return min(worth + self._taste[(7 * k + t.turn) % len(self._taste)], seat.money - SPARE if own else worth)

    def burnt(self, f: Facts, t: Table, k: int) -> float:
        """What the fuel of a plant costs in its life, as prices stand."""
        price = min([f.prices[kind][t.fuel[kind]] for kind in f.uses[k]], default=0)
        return FUEL * f.needs[k] * min(price, DEAR)

    def offer(self, f: Facts, t: Table, legal: Moves) -> Any:
        """The plant that is worth most beyond its price; none if none is."""
        plants = [move for move in legal if type(move) is m.Auction]
        best = max(plants, key=lambda move: self.worth(f, t, f.plant[move.number]) - move.number)
        gain = self.worth(f, t, f.plant[best.number]) - best.number
        return best if gain > 0 or type(legal[-1]) is not m.Pass else legal[-1]

    # Fuel

    def wanted(self, f: Facts, seat: Seat, cities: int) -> list[int]:
        """The plants that run to supply so many cities, those that supply most first."""
        plants, supplied = [], 0
        for k in sorted(seat.plants, key=lambda k: (-f.cities[k], f.needs[k])):
            if supplied >= cities:
                break
            plants.append(k)
            supplied += f.cities[k]
        return plants

    def fuel(self, f: Facts, t: Table, seat: Seat, legal: Moves) -> Any:
        """The next token for the first plant that cannot run yet and can be fuelled altogether."""
        rest, money = list(seat.fuel), seat.money
        open_ = {f.fuel[move.fuel]: move for move in legal if type(move) is m.Buy}
        plants = self.wanted(f, seat, seat.cities.bit_count() + 2)
        for k in plants * (2 if money > RICH / 2 else 1):  # the rich buy ahead
            need, uses = f.needs[k], f.uses[k]
            for kind in uses:
                used = min(need, rest[kind])
                rest[kind] -= used
                need -= used
            if not need:
                continue
            cheap = sorted([(f.prices[kind][t.fuel[kind]], kind) for kind in uses if t.fuel[kind]])
            if cheap and sum([t.fuel[kind] for kind in uses]) >= need and need * cheap[0][0] <= money:
                buy = next((open_[kind] for _, kind in cheap if kind in open_), None)
                if buy is not None:
                    return buy
        return legal[-1]

    def run(self, f: Facts, seat: Seat, legal: Moves) -> Any:
        """The plant that supplies most, with the fuel of which there is more; none beyond what is needed."""
        runs = [move for move in legal if type(move) is m.Run]
        wanted = {f.numbers[k] for k in self.wanted(f, seat, seat.cities.bit_count())}
        coal, oil, *_ = seat.fuel
        return max(
            [move for move in runs if move.number in wanted] or runs,
            key=lambda move: (f.cities[f.plant[move.number]], (coal >= oil) == (move.coal >= move.oil)),
            default=legal[-1],
        )

    # Cities

    def build(self, f: Facts, t: Table, seat: Seat, legal: Moves) -> Any:
        """The cheapest city, as long as the plants can supply it, or nearly."""
        built, supply = seat.cities.bit_count(), sum([f.cities[k] for k in seat.plants])
        builds = [move for move in legal if type(move) is m.Build]
        if not builds or (built > max(supply, FIRST) and seat.money < RICH):
            return legal[-1]
        net, prices = f.net(t.regions), f.spaces[t.step]
        ways = net.ways(seat.cities) if seat.cities else None

        def price(move: Any) -> int:
            city = net.number[move.city]
            here = prices[t.houses[city]]
            return here + (ways[city] if ways else sum(sorted(net.row(city))[1:6]) - 10 * (here < FAR))

        return min(builds, key=price)
