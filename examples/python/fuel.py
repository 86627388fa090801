"""Buying fuel in Power Grid: from the last player to the first, everyone buys token by token.

    rulecheck conform power_grid -- python examples/python/fuel.py

A part of a game on the base class of rulecheck.  It is told the position when somebody is about to buy, and knows two
moves: `buy coal` and `done`.  Building houses is not its business any more.

This file has a fault on purpose, one that real implementations have: docs/conform-guide.md finds it and mends it.

Words such as `fuel.room` are clauses of the rulebook: `rulecheck explain power_grid fuel.room`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulecheck.properties.conform.protocol.implementation import Implementation, NotLegal, Start, serve
from rulecheck.properties.conform.protocol.messages import NOBODY

FUELS = ("coal", "oil", "garbage", "uranium")

NEEDS = {
    "coal": {4: 2, 8: 3, 10: 2, 15: 2, 20: 3, 25: 2, 31: 3, 36: 3, 42: 2},
    "oil": {3: 2, 7: 3, 9: 1, 16: 2, 26: 2, 32: 3, 35: 1, 40: 2},
    "hybrid": {5: 2, 12: 2, 21: 2, 29: 1, 46: 3},
    "garbage": {6: 1, 14: 2, 19: 2, 24: 2, 30: 3, 38: 3},
    "uranium": {11: 1, 17: 1, 23: 1, 28: 1, 34: 1, 39: 1},
}
"""For each kind of plant, the tokens that one run takes; plants without a kind burn nothing."""


# ---- the table, as the phase needs it


@dataclass
class Player:
    """A player's purse, plants and fuel."""

    seat: str
    money: int
    plants: list[int]
    fuel: dict[str, int]

    def room(self, kind: str) -> int:
        """plant.storage: how many tokens all plants of a kind store, twice what a run takes."""
        return sum(2 * NEEDS[kind].get(plant, 0) for plant in self.plants)

    def has_room_for(self, fuel: str) -> bool:
        """fuel.room, fuel.own-plants: whether one more token can be laid on some plant."""
        if fuel in ("garbage", "uranium"):
            return self.fuel[fuel] < self.room(fuel)
        held = {**self.fuel, fuel: self.fuel[fuel] + 1}
        on_hybrids = sum(max(0, held[kind] - self.room(kind)) for kind in ("coal", "oil"))  # fuel.rearrange
        return on_hybrids <= self.room("hybrid")


def price(fuel: str, tokens: int) -> int:
    """fuel.cheapest: what the next token costs, with so many in the market."""
    if fuel == "uranium":
        return max(1, 18 - 2 * tokens)  # setup.spaces: one on each space
    return 8 - (tokens - 1) // 3  # setup.spaces: three on each space


# ---- the phase


class Fuel(Implementation):
    """The fuel phase, begun at any of its positions."""

    game = "power_grid"
    name = "fuel.py"
    version = "1"
    moves = ("buy *", "done")
    during = ("round",)

    def start(self, table: Start) -> None:
        """Take over the position."""
        position = table.position
        assert position is not None, "a part of a game begins at a position"
        self._market = dict(position["fuel"])
        self._players = [
            Player(seat, board["money"], board["plants"], dict(board["fuel"]))
            for seat, board in position["players"].items()
        ]
        by_seat = {player.seat: player for player in self._players}
        order = [by_seat[seat] for seat in reversed(position["order"])]  # fuel.order
        self._buyer: Player | None = by_seat[position["turn"]]
        self._later = iter(order[order.index(self._buyer) + 1 :])

    def legal(self) -> Sequence[str]:
        """What the buyer can pay for and store, and to buy no more."""
        if self._buyer is None:
            return []
        return [*(f"buy {fuel}" for fuel in self._open(self._buyer)), "done"]

    def _open(self, player: Player) -> Iterator[str]:
        for fuel in FUELS:
            tokens = self._market[fuel]
            if not tokens:  # fuel.sold-out
                continue
            if player.has_room_for(fuel) and price(fuel, tokens) <= player.money:  # fuel.money
                yield fuel

    def play(self, move: str) -> None:
        """Buy one token, or let the next player buy."""
        buyer = self._buyer
        if buyer is None or move not in self.legal():
            raise NotLegal(f"{move} is not open here")
        if move != "done":
            fuel = move.removeprefix("buy ")
            buyer.money -= price(fuel, self._market[fuel])  # fuel.buy
            buyer.fuel[fuel] += 1
            self._market[fuel] -= 1
            if any(self._open(buyer)):
                return
        self._buyer = next((player for player in self._later if any(self._open(player))), None)

    def turn(self) -> str:
        """Who buys."""
        return self._buyer.seat if self._buyer else NOBODY

    def state(self) -> Mapping[str, Any]:
        """What the phase changes, in the words of docs/notation/power_grid.md."""
        players = {player.seat: {"money": player.money, "fuel": player.fuel} for player in self._players}
        return {"fuel": self._market, "players": players}


if __name__ == "__main__":
    serve(Fuel())
