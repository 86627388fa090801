"""Players that know what they want: between them they come to the rules that chance seldom meets.

A player serves all seats of its game.  It decides by role cards, by what a colonist is good for, and by what ought to
be built; the rest is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.campaign.players import Factory, company, of, pick
from rulecheck.properties.puerto_rico.facts import CARD, Facts, facts
from rulecheck.properties.puerto_rico.greedy import Greedy
from rulecheck.reference_engines.contract import Engine
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.table import (
    Building,
    Choosing,
    Extra,
    Hacienda,
    Hospice,
    Loading,
    Phase,
    Placing,
    Selling,
    Table,
    Taking,
    University,
)

Moves = Sequence[Any]


class Aimed:
    """Plants, produces and ships; the others differ in what they build and which roles they like.

    `roles` says how much each role is liked, `wanted` which buildings are built before others, in this order;
    `slip` how often it does just anything, `lazy` how often it leaves a right or a turn unused.
    """

    roles: Mapping[str, float] = {}
    wanted: tuple[str, ...] = ("small indigo plant", "small sugar mill", "coffee roaster", "tobacco storage")
    slip = 0.05
    lazy = 0.05

    def __init__(self, rng: Random) -> None:
        self._liked = {role: like * rng.uniform(0.5, 1.5) for role, like in self.roles.items()}
        self._by_phase: dict[type[Phase], Callable[[Facts, Table, Moves, Random], Any]] = {
            Choosing: self.choose,
            Taking: self.take,
            Placing: self.place,
            Building: self.build,
            Selling: self.sell,
            Loading: self.load,
            Extra: self.use,
            Hacienda: self.use,
            Hospice: self.use,
            University: self.use,
        }

    def __call__(self, engine: Engine[Any, Any], t: Table, legal: Moves, rng: Random) -> Any:
        """The move it takes."""
        choose = self._by_phase.get(type(t.phase))
        if choose is None or rng.random() < self.slip:
            return pick(legal, rng)
        return choose(facts(engine), t, legal, rng)

    def choose(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """A role it likes, or one with money on it."""
        liked, best = -1.0, legal[0]
        for move in legal:
            like = (self._liked.get(move.role, 0.3) + 0.2 * t.card_money[CARD[move.role]]) * rng.random()
            if like > liked:
                liked, best = like, move
        return best

    def take(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Any tile, quarries more often than not."""
        takes = of(m.Take, legal)
        if not takes or rng.random() < self.lazy:
            return legal[-1]
        for move in takes:
            if move.tile == "quarry" and rng.random() < 0.7:
                return move
        return pick(takes, rng)

    def place(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Into violet buildings before all else: earlier circles are left out as long as that is allowed."""
        return legal[-1] if rng.random() < 0.6 else pick(legal, rng)

    def build(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """What it wants, dear before cheap otherwise; it saves for what it wants."""
        open_ = {move.building: move for move in of(m.Build, legal)}
        if not open_ or rng.random() < self.lazy:
            return legal[-1]
        for name in self.wanted:
            if name in open_:
                return open_[name]
        city = t.seats[t.turn].city
        if rng.random() < 0.5 and any(city[f.building[name]] < 0 and t.stock[f.building[name]] for name in self.wanted):
            return legal[-1]
        return pick(legal, rng)

    def sell(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """The dearest barrel, mostly."""
        return pick(legal, rng) if rng.random() < 0.3 else legal[max(0, len(legal) - 2)]

    def load(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """With the wharf as often as not."""
        return legal[-1] if rng.random() < 0.5 else pick(legal, rng)

    def use(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Mostly yes."""
        return legal[-1] if rng.random() < self.lazy else legal[0]


class Shipper(Aimed):
    """Grows much, ships all of it with wharves and harbors, and stores the rest: the last chip goes.

    It builds nothing else, so that no city is filled before.
    """

    roles: Mapping[str, float] = {"captain": 1.5, "craftsman": 1.5, "settler": 0.7, "builder": 0.5, "mayor": 0.5}
    wanted: tuple[str, ...] = (
        "wharf", "harbor", "small indigo plant", "small sugar mill", "indigo plant", "sugar mill", "large warehouse",
        "small warehouse", "customs house",
    )  # fmt: skip

    def build(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Only what helps to ship."""
        open_ = {move.building: move for move in of(m.Build, legal)}
        return next((open_[name] for name in self.wanted if name in open_), legal[-1])


class Farmer(Aimed):
    """Grows all five kinds, and keeps what does not sell: factories and warehouses have something to do."""

    roles: Mapping[str, float] = {"settler": 1.0, "craftsman": 1.4, "builder": 1.0, "mayor": 0.7, "captain": 0.7}
    wanted: tuple[str, ...] = (
        "small indigo plant", "small sugar mill", "factory", "tobacco storage", "coffee roaster", "large warehouse",
        "small warehouse", "guild hall", "residence",
    )  # fmt: skip

    def take(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """What the island has least of."""
        takes = [move for move in of(m.Take, legal) if move.tile != "quarry"]
        tiles = t.seats[t.turn].tiles
        return min(takes, key=lambda move: tiles[f.tile[move.tile]], default=legal[-1])

    def place(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """One on each kind first: on plantations and in plants alike."""
        seat = t.seats[t.turn]
        first = f.spots.get(legal[0].spot, 0)
        empty = not seat.tilled[first] if first < 6 else seat.city[first - 6] == 0
        return legal[0] if empty or len(legal) == 1 else legal[1]


class Merchant(Aimed):
    """Sells with markets, office and factory, and buys large buildings."""

    roles: Mapping[str, float] = {"trader": 1.2, "craftsman": 1.0, "prospector": 0.8, "builder": 0.8}
    wanted: tuple[str, ...] = (
        "office", "small market", "large market", "factory", "coffee roaster", "tobacco storage", "guild hall",
    )  # fmt: skip

    def sell(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """What the house holds already, if the office lets it."""
        for move in of(m.Sell, legal):
            if t.house[f.good[move.good]] and rng.random() < 0.7:
                return move
        return super().sell(f, t, legal, rng)


class Mason(Aimed):
    """Builds until the city is full: quarries, university, one of everything."""

    roles: Mapping[str, float] = {"builder": 1.6, "prospector": 1.0, "settler": 0.9, "trader": 0.5, "craftsman": 0.5}
    wanted: tuple[str, ...] = ("university", "city hall", "fortress", "residence", "guild hall", "customs house")

    def build(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Anything new rather than nothing."""
        builds = of(m.Build, legal)
        wanted = [move for move in builds if move.building in self.wanted]
        if wanted and rng.random() < 0.8:
            return pick(wanted, rng)
        return pick(builds or legal, rng)


class Settler(Aimed):
    """Fills its island with haciendas, huts and hospices, and its buildings with colonists: they run out."""

    roles: Mapping[str, float] = {"settler": 1.5, "mayor": 1.5, "builder": 0.6, "trader": 0.4}
    wanted: tuple[str, ...] = ("hacienda", "construction hut", "hospice", "residence", "fortress", "university")
    lazy = 0.03

    def place(self, f: Facts, t: Table, legal: Moves, rng: Random) -> Any:
        """Onto the island as soon as the buildings it wants are manned."""
        return legal[0] if rng.random() < 0.3 else legal[-1]


class Crowd(Aimed):
    """Calls for colonists again and again, and builds what takes many: the reserve runs out before the game ends."""

    roles: Mapping[str, float] = {"mayor": 2.0, "builder": 1.0, "settler": 0.7}
    wanted: tuple[str, ...] = (
        "hospice", "university", "indigo plant", "sugar mill", "small indigo plant", "tobacco storage",
    )  # fmt: skip
    slip = 0.02


class Idler(Aimed):
    """Builds and plants as little as it can: colonists wait in San Juan, and everybody has the same points."""

    roles: Mapping[str, float] = {"mayor": 1.5, "prospector": 1.0}
    slip = 0.02
    lazy = 0.97


KINDS: Final[tuple[Callable[[Random], Aimed], ...]] = (Shipper, Farmer, Merchant, Mason, Settler, Crowd, Aimed)

PLAYERS: Final[Mapping[str, Factory]] = {
    "planter": Aimed,
    "shipper": Shipper,
    "farmer": Farmer,
    "merchant": Merchant,
    "mason": Mason,
    "settler": Settler,
    "crowd": Crowd,
    "idler": Idler,
    "company": company(KINDS, 5),
}

TO_WIN: Final[Mapping[str, Factory]] = {"greedy": Greedy}
