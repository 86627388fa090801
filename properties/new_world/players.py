"""Players that know what they want: between them they come to the rules that chance seldom meets.

A player serves all seats of its game.  It looks at a few of the ways to lay a tile, and takes the one that it values
most by what the tile would bring there (`Ahead`: to lay it and see would cost more than the game itself); it has its
own mind about settlers, and the rest is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.campaign.players import Factory, company, pick
from rulecheck.properties.new_world.ahead import Ahead
from rulecheck.properties.new_world.greedy import Greedy
from rulecheck.reference_engines.contract import Engine
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.table import Placing, Settling, Table

Moves = Sequence[Any]


class Aimed:
    """Closes what it can; the others differ in what they value and where they place settlers.

    `looks` is how many ways to lay a tile it looks at, `likes` how much it likes each use of a settler (0: never),
    `lazy` how often it places none, `slip` how often it does just anything.
    """

    looks = 6
    likes: Mapping[type, float] = {m.Sheriff: 1.0, m.Robber: 1.0, m.Farmer: 2.0, m.Trapper: 0.1}
    lazy = 0.1
    slip = 0.05

    def __init__(self, rng: Random) -> None:
        self.likes = {kind: like * rng.uniform(0.5, 1.5) for kind, like in self.likes.items()}

    def __call__(self, engine: Engine[Any, Any], t: Table, legal: Moves, rng: Random) -> Any:
        """The move it takes."""
        if len(legal) == 1 or rng.random() < self.slip:
            return pick(legal, rng)
        if isinstance(t.phase, Placing):
            return self.chosen(Ahead(engine, t), legal, rng)
        if isinstance(t.phase, Settling):
            return self.settle(engine, t, legal, rng)
        return pick(legal, rng)

    def chosen(self, ahead: Ahead, legal: Moves, rng: Random) -> Any:
        """The way it values most of those that it looks at."""
        looks, many = self.looks, len(legal)
        some = legal if many <= looks else [legal[int(rng.random() * many)] for _ in range(looks)]
        best, most = some[0], float("-inf")
        for move in some:
            value = self.value(ahead, move) + rng.random()
            if value > most:
                best, most = move, value
        return best

    def value(self, ahead: Ahead, move: m.Place) -> float:
        """How much it likes a tile to lie so."""
        return 4 * ahead.completed(move) + 0.3 * ahead.neighbours(move)

    def settle(self, engine: Engine[Any, Any], t: Table, legal: Moves, rng: Random) -> Any:
        """Where it likes best, or nowhere."""
        if rng.random() < self.lazy:
            return legal[-1]
        best, most = legal[-1], 0.0
        for move in legal[:-1]:
            value = self.likes.get(type(move), 0.0) * rng.random()
            if value > most:
                best, most = move, value
        return best


class Closer(Aimed):
    """Lays tiles that complete several things at once."""

    looks = 14

    def value(self, ahead: Ahead, move: m.Place) -> float:
        """The more the better."""
        return 5 * ahead.completed(move) ** 2 + 0.5 * ahead.neighbours(move)


class Coaster(Aimed):
    """Stays at the coast, so that the surveyors get stuck at the westernmost tiles, and settles behind them."""

    looks = 8
    lazy = 0.0

    def value(self, ahead: Ahead, move: m.Place) -> float:
        """As far in the east as it can."""
        return 3 * ahead.completed(move) - 4 * max(0, move.column - 1) - 0.1 * abs(move.row - 5)


class Pioneer(Aimed):
    """Hurries west and leaves the surveyors behind."""

    def value(self, ahead: Ahead, move: m.Place) -> float:
        """As far in the west as it can."""
        return move.column + 2 * ahead.completed(move)


class Joiner(Aimed):
    """Brings settlers together on the same feature, and more of one player than of another."""

    looks = 9
    lazy = 0.0
    likes: Mapping[type, float] = {m.Sheriff: 2.0, m.Robber: 1.0, m.Farmer: 0.0, m.Trapper: 0.05}

    def value(self, ahead: Ahead, move: m.Place) -> float:
        """Shared features; those are completed on which one player has more settlers than another."""
        return 0.3 * ahead.neighbours(move) - 2.0 * ahead.completed(move) + ahead.rivalry(move)


class Farmer(Aimed):
    """Surrounds farms, from the first column on."""

    looks = 8
    likes: Mapping[type, float] = {m.Sheriff: 0.3, m.Robber: 0.3, m.Farmer: 5.0, m.Trapper: 0.0}
    lazy = 0.5

    def settle(self, engine: Engine[Any, Any], t: Table, legal: Moves, rng: Random) -> Any:
        """On every farm."""
        return next((move for move in legal if type(move) is m.Farmer), super().settle(engine, t, legal, rng))

    def value(self, ahead: Ahead, move: m.Place) -> float:
        """Around farms with farmers."""
        return 3 * ahead.farms_beside(move) + 0.4 * ahead.neighbours(move) - move.column


class Trapper(Aimed):
    """Sends everybody to the plains: supplies run out, and plains have many trappers."""

    likes: Mapping[type, float] = {m.Sheriff: 0.1, m.Robber: 0.1, m.Farmer: 0.2, m.Trapper: 3.0}
    lazy = 0.4

    def value(self, ahead: Ahead, move: m.Place) -> float:
        """Where plains with trappers come together."""
        return 3 * ahead.brought_together(move) + 0.2 * ahead.neighbours(move)


class Looper(Aimed):
    """Bends trails back to where they came from: closes a loop wherever it can."""

    looks = 4
    likes: Mapping[type, float] = {m.Sheriff: 0.2, m.Robber: 3.0, m.Farmer: 0.2, m.Trapper: 0.0}

    def chosen(self, ahead: Ahead, legal: Moves, rng: Random) -> Any:
        """A loop, if there is one."""
        loops = ahead.loops(legal)
        return pick(loops, rng) if loops else super().chosen(ahead, legal, rng)

    def value(self, ahead: Ahead, move: m.Place) -> float:
        """Trails that go on around a corner; none that ends."""
        return -4 * ahead.completed(move) + 0.2 * ahead.open_sides_around(move) + ahead.neighbours(move)


class Packer(Aimed):
    """Leaves as few places as it can, each touching much, so that tiles fit nowhere; settles seldom."""

    looks = 16
    lazy = 0.8
    slip = 0.0

    def value(self, ahead: Ahead, move: m.Place) -> float:
        """A short border, and places that ask for towns and trails."""
        return ahead.narrowed(move)


class Loner(Aimed):
    """Completes much and settles next to nothing: nobody scores, and everybody wins."""

    lazy = 0.97
    slip = 0.0


KINDS: Final[tuple[Callable[[Random], Aimed], ...]] = (Aimed, Closer, Coaster, Pioneer, Joiner, Farmer, Trapper)

PLAYERS: Final[Mapping[str, Factory]] = {
    "builder": Aimed,
    "closer": Closer,
    "coaster": Coaster,
    "pioneer": Pioneer,
    "joiner": Joiner,
    "farmer": Farmer,
    "trapper": Trapper,
    "looper": Looper,
    "packer": Packer,
    "loner": Loner,
    "company": company(KINDS, 5),
}

TO_WIN: Final[Mapping[str, Factory]] = {"greedy": Greedy}
