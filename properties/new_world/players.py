"""Players that know what they want: between them they come to the rules that chance seldom meets.

A player serves all seats of its game.  It looks at a few of the ways to lay a tile, one move ahead, and takes the one
that it values most; it has its own mind about settlers, and the rest is left to chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.new_world.greedy import Greedy
from rulecheck.properties.players import Factory, company
from rulecheck.reference_engines.contract import Engine
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.table import AROUND, FARMER, NORTH_ROW, SLOTS, Placing, Settling, Table
from rulecheck.spec.new_world.tiles import PLAIN

Moves = Sequence[Any]
NARROW: Final = tuple(sum([code >> 2 * side & 3 > 0 for side in range(4)]) - 3.0 for code in range(256))
"""For all that a place can touch: how many sides touch something, less three."""
COMPLETES: Final = ("trail.complete", "trail.loop", "town.complete", "farm.complete")


def pick(pool: Moves, rng: Random) -> Any:
    """One of some moves."""
    return pool[int(rng.random() * len(pool))]


def completed(after: Table) -> int:
    """How much a tile has completed."""
    return sum([after.events.count(event) for event in COMPLETES])


def neighbours(after: Table, move: m.Place) -> int:
    """How many places around a tile are filled."""
    cell = 512 * move.column + move.row + NORTH_ROW
    return sum([cell + step in after.land.grid for step in AROUND])


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
            return self.place(engine, t, legal, rng)
        if isinstance(t.phase, Settling):
            return self.settle(engine, t, legal, rng)
        return pick(legal, rng)

    def place(self, engine: Engine[Any, Any], t: Table, legal: Moves, rng: Random) -> Any:
        """The way it values most of those that it looks at."""
        some = legal if len(legal) <= self.looks else rng.sample(list(legal), self.looks)
        best, most = some[0], float("-inf")
        for move in some:
            value = self.value(t, move, engine.apply(t, move)) + rng.random()
            if value > most:
                best, most = move, value
        return best

    def value(self, t: Table, move: m.Place, after: Table) -> float:
        """How much it likes a tile to lie so."""
        return 4 * completed(after) + 0.3 * neighbours(after, move)

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

    def value(self, t: Table, move: m.Place, after: Table) -> float:
        """The more the better."""
        return 5 * completed(after) ** 2 + 0.5 * neighbours(after, move)


class Coaster(Aimed):
    """Stays at the coast, so that the surveyors get stuck at the westernmost tiles, and settles behind them."""

    looks = 8
    lazy = 0.0

    def value(self, t: Table, move: m.Place, after: Table) -> float:
        """As far in the east as it can."""
        return 3 * completed(after) - 4 * max(0, move.column - 1) - 0.1 * abs(move.row - 5)


class Pioneer(Aimed):
    """Hurries west and leaves the surveyors behind."""

    def value(self, t: Table, move: m.Place, after: Table) -> float:
        """As far in the west as it can."""
        return move.column + 2 * completed(after)


class Joiner(Aimed):
    """Brings settlers together on the same feature, and more of one player than of another."""

    looks = 16
    lazy = 0.0
    likes: Mapping[type, float] = {m.Sheriff: 2.0, m.Robber: 1.0, m.Farmer: 0.0, m.Trapper: 0.05}

    def value(self, t: Table, move: m.Place, after: Table) -> float:
        """Shared features; those are completed on which one player has more settlers than another."""
        features = after.land.features
        value = 0.3 * neighbours(after, move) - 2.0 * completed(after)
        for number, settlers in after.on.items():
            if len(settlers) == 1 or number < 0 or features[number].kind == PLAIN:
                continue
            counts = Counter([settler & 7 for settler in settlers])
            uneven = len(counts) > 1 and len(set(counts.values())) > 1
            value += 6 * len(settlers) + (10 if uneven else 0)
            if not features[number].open:
                value += 40 if uneven else -4 * len(settlers)
        return value


class Farmer(Aimed):
    """Surrounds farms, from the first column on."""

    looks = 8
    likes: Mapping[type, float] = {m.Sheriff: 0.3, m.Robber: 0.3, m.Farmer: 5.0, m.Trapper: 0.0}
    lazy = 0.5

    def settle(self, engine: Engine[Any, Any], t: Table, legal: Moves, rng: Random) -> Any:
        """On every farm."""
        return next((move for move in legal if type(move) is m.Farmer), super().settle(engine, t, legal, rng))

    def value(self, t: Table, move: m.Place, after: Table) -> float:
        """Around farms with farmers."""
        farms = [settler >> 8 for settler in after.settlers if settler >> 3 & 31 == FARMER]
        here = 512 * move.column + move.row + NORTH_ROW
        return 3 * sum([farm - here in AROUND for farm in farms]) + 0.4 * neighbours(after, move) - move.column


class Trapper(Aimed):
    """Sends everybody to the plains: supplies run out, and plains have many trappers."""

    likes: Mapping[type, float] = {m.Sheriff: 0.1, m.Robber: 0.1, m.Farmer: 0.2, m.Trapper: 3.0}
    lazy = 0.4

    def value(self, t: Table, move: m.Place, after: Table) -> float:
        """Where plains with trappers come together."""
        shared = sum([len(settlers) - 1 for settlers in after.on.values()])
        return 3 * shared + 0.2 * neighbours(after, move)


class Looper(Aimed):
    """Bends trails back to where they came from."""

    looks = 30
    likes: Mapping[type, float] = {m.Sheriff: 0.2, m.Robber: 3.0, m.Farmer: 0.2, m.Trapper: 0.0}

    def value(self, t: Table, move: m.Place, after: Table) -> float:
        """Loops, and trails that go on around a corner; none that ends."""
        if "trail.loop" in after.events:
            return 100.0
        cell = 512 * move.column + move.row + NORTH_ROW
        slots = after.land.slots
        around = sum([SLOTS * (cell + step) + side in slots for step in AROUND for side in range(4)])
        return -4 * completed(after) + 0.2 * around + neighbours(after, move)


class Packer(Aimed):
    """Leaves as few places as it can, each touching much, so that tiles fit nowhere; settles seldom."""

    looks = 16
    lazy = 0.8
    slip = 0.0

    def value(self, t: Table, move: m.Place, after: Table) -> float:
        """A short border, and places that ask for towns and trails."""
        return sum([NARROW[place & 255] for place in after.land.frontier])


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
