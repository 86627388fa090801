"""Players that know what they want: between them they come to the rules that chance seldom meets.

A player serves all seats of its game.  It prefers some kinds of moves, some tiles and some spaces; the rest is left
to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.campaign.players import Factory, company, pick
from rulecheck.properties.castles_of_burgundy.facts import (
    ANIMALS,
    BUILDING,
    CASTLE,
    KNOWLEDGE,
    MINE,
    SHIP,
    Facts,
    facts,
)
from rulecheck.properties.castles_of_burgundy.greedy import Greedy
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.table import Seat, Table
from rulecheck.reference_engines.contract import Engine

Moves = Sequence[Any]


MOOD: Final = 1.4 - 0.6
"""How much more a move may be liked at one time than at another, from 0.6 of it on."""
WANTED: Final = 4.0
"""What a tile is worth that is wanted before all others."""
OTHER: Final[Mapping[type, float]] = {m.TakeWorkers: 0.3, m.Use: 1.0, m.EndTurn: 0.3, m.Pass: 0.1}
"""How much moves are liked that have nothing to do with tiles or goods."""


class Aimed:
    """Fills its estate: places whatever it can, takes what its estate still has room for, and completes regions.

    `liked` says how much more than others the tiles of a colour are wanted, `wanted` which tiles before all others;
    `slip` is how often it does just anything.
    """

    liked: Mapping[int, float] = {}
    wanted: tuple[str, ...] = ()
    slip = 0.05
    sells = 0.5
    """How much a sale is liked; placing is liked 2 and more, taking workers 0.3."""

    def __init__(self, rng: Random) -> None:
        self._keen = rng.uniform(0.5, 1.5)
        self._tiles: list[tuple[float, float]] = []
        """What each tile is worth, and what another one is while the first is stored."""
        self._lays: tuple[Seat | None, dict[int, bool]] = None, {}

    def __call__(self, engine: Engine[Any, Any], t: Table, legal: Moves, rng: Random) -> Any:
        """The move it takes."""
        if len(legal) == 1 or rng.random() < self.slip:
            return pick(legal, rng)
        f, liked, best, random = facts(engine), -1.0, legal[0], rng.random
        for move in legal:
            like = self.like(f, t, move) * (0.6 + MOOD * random())
            if like > liked:
                liked, best = like, move
        return best

    def like(self, f: Facts, t: Table, move: Any) -> float:
        """How much a move is liked; 1 is something useful."""
        kind = type(move)
        if kind is m.Place:
            return 2.0 + self.worth(f, t, f.kind[move.tile]) + 4.0 * self.completes(f, t, move)
        if kind is m.Take:
            return self.worth(f, t, f.kind[move.tile])
        if kind is m.Buy:
            return 0.6 * self.worth(f, t, f.kind[move.tile]) + 0.5
        if kind is m.Sell:
            return self.sells * (1 + t.seats[t.turn].goods[f.good[move.good]])
        if kind is m.Discard:
            return 1.0 / (0.2 + self.worth(f, t, f.kind[move.tile]))
        if kind is m.Shift:
            return self.shift(f, t, move)
        if kind is m.Goods:
            return 0.5 + len(t.goods[move.depot - 1])
        return OTHER.get(kind, 1.0)

    def worth(self, f: Facts, t: Table, tile: int) -> float:
        """How much a tile is wanted: by its colour, by name, and if there is a space left for it."""
        seat = t.seats[t.turn]
        if not f.spaces[seat.board][f.colour[tile]] & ~seat.filled:
            return 0.05
        if not self._tiles:
            liked = [self.liked.get(colour, 1.0) for colour in f.colour]
            self._tiles = [
                (WANTED, WANTED) if name in self.wanted else (like, 0.3 * like)
                for name, like in zip(f.names, liked, strict=True)
            ]
        return self._tiles[tile][tile in seat.storage]

    def completes(self, f: Facts, t: Table, move: m.Place) -> float:
        """How much of its region a tile completes: all of it is 1."""
        seat = t.seats[t.turn]
        region = f.region[seat.board][move.space - 1]
        return self._keen * (1 + (region & seat.filled).bit_count()) / region.bit_count()

    def shift(self, f: Facts, t: Table, move: m.Shift) -> float:
        """Workers are spent on a die that places nothing, so that it does."""
        seat = t.seats[t.turn]
        if self.lays(f, seat, move.die):
            return 0.1
        return 1.5 if self.lays(f, seat, (move.die - 1 + move.by) % 6 + 1) else 0.2

    def lays(self, f: Facts, seat: Seat, die: int) -> bool:
        """Whether a die lays a stored tile; asked for every way to change the dice, while the board stays as it is."""
        known, by_die = self._lays
        if known is not seat:
            by_die = {}
            self._lays = seat, by_die
        answer = by_die.get(die)
        if answer is None:
            answer = by_die[die] = any(f.open_for(seat, kind, die) for kind in seat.storage)
        return answer


class Collector(Aimed):
    """Covers mines, castles and a few others first: colours are completed, by all players, one after the other."""

    liked: Mapping[int, float] = {MINE: 4.0, CASTLE: 4.0, SHIP: 1.5, ANIMALS: 1.0, KNOWLEDGE: 0.6, BUILDING: 0.5}
    wanted: tuple[str, ...] = ("knowledge 26", "castle", "mine")
    slip = 0.02


class Shepherd(Aimed):
    """Animals before all else, with knowledge 7, 10 and 24."""

    liked: Mapping[int, float] = {ANIMALS: 4.0, CASTLE: 1.5, KNOWLEDGE: 1.2}
    wanted: tuple[str, ...] = ("knowledge 7", "knowledge 10", "knowledge 24")


class Skipper(Aimed):
    """Ships as soon as it can, with knowledge 5, so that the depots are emptied; it sells what it gets."""

    liked: Mapping[int, float] = {SHIP: 5.0, KNOWLEDGE: 1.5, CASTLE: 1.5, BUILDING: 0.6}
    wanted: tuple[str, ...] = ("ship", "knowledge 5", "knowledge 3", "knowledge 4", "knowledge 15", "knowledge 25")
    sells = 1.0
    slip = 0.02


class Mason(Aimed):
    """Builds its cities, the same buildings again where it may (knowledge 1), and counts them at the end."""

    liked: Mapping[int, float] = {BUILDING: 3.0, KNOWLEDGE: 2.0, CASTLE: 1.5, ANIMALS: 0.6}
    wanted: tuple[str, ...] = ("knowledge 1", "knowledge 9", *(f"knowledge {k}" for k in range(16, 24)))


class Scholar(Aimed):
    """Knowledge before all else: as many kinds of it as an estate holds."""

    liked: Mapping[int, float] = {KNOWLEDGE: 5.0, CASTLE: 1.5, MINE: 1.5}
    wanted: tuple[str, ...] = ("knowledge 2", "knowledge 8", "knowledge 12", "knowledge 26", "knowledge 6")


class Buyer(Aimed):
    """Mines, banks and sales bring silver, and silver buys, with knowledge 6 from any depot."""

    liked: Mapping[int, float] = {MINE: 3.0, BUILDING: 1.5, KNOWLEDGE: 1.5}
    wanted: tuple[str, ...] = ("knowledge 6", "bank", "knowledge 3", "knowledge 13", "knowledge 2")
    sells = 2.0

    def like(self, f: Facts, t: Table, move: Any) -> float:
        """Buying before all else."""
        return 5.0 if type(move) is m.Buy else super().like(f, t, move)


class Idler(Aimed):
    """Takes workers and does little else: everybody ends with the same points, and who was last wins."""

    slip = 0.0
    sells = 0.01
    idle: Mapping[type, float] = {m.TakeWorkers: 5.0, m.EndTurn: 5.0, m.Use: 1.0, m.Pass: 1.0}

    def like(self, f: Facts, t: Table, move: Any) -> float:
        """Workers, and the end of the turn."""
        return self.idle.get(type(move), 0.01)


class Pauper(Idler):
    """Takes workers only, but now and then places a tile: equal points with unequal estates come of it."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._likes = rng.choice(("mine", "castle", "knowledge 16", "ship", "bank", "carpenter"))
        self.slip = rng.choice((0.0, 0.0, 0.01))

    def like(self, f: Facts, t: Table, move: Any) -> float:
        """One kind of tile besides workers."""
        if isinstance(move, m.Place | m.Take) and move.tile == self._likes and t.turn == 0:
            return 9.0
        return super().like(f, t, move)


KINDS: Final[tuple[Callable[[Random], Aimed], ...]] = (Aimed, Collector, Shepherd, Skipper, Mason, Scholar, Buyer)

PLAYERS: Final[Mapping[str, Factory]] = {
    "settler": Aimed,
    "collector": Collector,
    "shepherd": Shepherd,
    "skipper": Skipper,
    "mason": Mason,
    "scholar": Scholar,
    "buyer": Buyer,
    "idler": Idler,
    "pauper": Pauper,
    "company": company(KINDS, 4),
}

TO_WIN: Final[Mapping[str, Factory]] = {"greedy": Greedy}
