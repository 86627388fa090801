"""What lies on the table: the players' boards, the depots, the stacks, and what is being decided.

Kinds of tiles, colours and goods are numbers (see `Game`).  Spaces of an estate count from 0 here; a set of them is a
mask, space n being bit n - 1.  Sets of tiles whose place means nothing (a storage, a depot) are sorted tuples.
"""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from rulecheck.reference_engines.phased import PhasedPosition

Counts = tuple[int, ...]
"""How many of each kind."""

Tiles = tuple[int, ...]
"""Kinds of tiles, ascending."""

EMPTY: Final = -1
NO_GOODS: Final = (0,) * 6
NO_BUILDINGS: Final = (0,) * 8
BARE: Final = (EMPTY,) * 37
"""An estate without tiles."""


def with_tile(tiles: Tiles, kind: int) -> Tiles:
    """Tiles with one more."""
    return tuple(sorted((*tiles, kind)))


def without(tiles: Tiles, kind: int) -> Tiles:
    """Tiles with one fewer of a kind that is among them."""
    at = tiles.index(kind)
    return tiles[:at] + tiles[at + 1 :]


@frozen(slots=False)
class Seat:
    """One player's board and what lies on it."""

    board: int = EMPTY
    """Index of the board among `Game.grounds`, -1 before it is chosen."""
    sheet: int = EMPTY
    """The player board that was dealt (for those who know the game)."""
    estate: Tiles = BARE
    """For each space the kind of tile on it, -1 for none."""
    storage: Tiles = ()
    goods: Counts = NO_GOODS
    sold: Counts = NO_GOODS
    silver: int = 0
    workers: int = 0
    points: int = 0
    large: int = 0
    """Mask of the colours of which the player has the large bonus tile."""
    small: int = 0
    filled: int = field(default=0, eq=False)
    """Worked out: mask of the spaces with a tile."""
    frontier: int = field(default=0, eq=False)
    """Worked out: mask of the empty spaces that touch one with a tile."""
    knowledge: int = field(default=0, eq=False)
    """Worked out: mask of the numbers of the knowledge tiles in the estate."""
    mines: int = field(default=0, eq=False)
    """Worked out: how many mines."""
    built: tuple[int, ...] = field(default=NO_BUILDINGS, eq=False)
    """Worked out: for each building the mask of the cities in which it stands."""


# What is being decided.  `after` is the phase that follows.


@frozen(slots=False)
class Phase:
    """What is being decided now."""


@frozen(slots=False)
class Dealing(Phase):
    """Chance deals a player board."""


@frozen(slots=False)
class Siding(Phase):
    """A player chooses a board."""


@frozen(slots=False)
class Founding(Phase):
    """A player lays the first castle."""


@frozen(slots=False)
class StartGoods(Phase):
    """Chance draws the goods that players begin with."""

    drawn: int
    """How many were drawn."""


@frozen(slots=False)
class Filling(Phase):
    """Chance draws the tiles and goods of a phase."""

    step: int
    """Index into `Game.to_fill` of the phase."""


@frozen(slots=False)
class Rolling(Phase):
    """Chance throws the dice of a player."""

    place: int
    """The player's place in the order of the round."""


@frozen(slots=False)
class WhiteDie(Phase):
    """Chance throws the white die."""


@frozen(slots=False)
class Turn(Phase):
    """A player chooses a die, spends workers, buys or ends the turn."""


@frozen(slots=False)
class Acting(Phase):
    """A player carries out an action."""

    die: int
    """The number of the die, 0 for any: a castle's action."""


@frozen(slots=False)
class Discarding(Phase):
    """A player with a full storage makes room for the tile in hand."""

    after: Phase


@frozen(slots=False)
class Paying(Phase):
    """A player pays for the tile in hand with silver or workers (edition of 2019)."""

    left: int
    after: Phase


@frozen(slots=False)
class Fetching(Phase):
    """A carpenter's workshop, church or market lets its owner take a tile."""

    building: int


@frozen(slots=False)
class Warehouse(Phase):
    """A warehouse lets its owner sell."""


@frozen(slots=False)
class CityHall(Phase):
    """A city hall lets its owner place another tile."""


@frozen(slots=False)
class Cargo(Phase):
    """The owner of a new ship chooses a depot."""

    first: int = 0
    """The depot that was chosen, when a second one may be (knowledge 5)."""


@frozen(slots=False)
class Stowing(Phase):
    """The owner of a new ship chooses which kinds of goods to take."""

    depot: int
    second: bool = False
    """Whether it is the second depot."""
    first: int = 0
    """The other depot from which the goods are taken at the same time (one reading)."""


@frozen(slots=False)
class Finished(Phase):
    """The game is over."""


DEALING: Final = Dealing()
SIDING: Final = Siding()
FOUNDING: Final = Founding()
WHITE_DIE: Final = WhiteDie()
TURN: Final = Turn()
ACTING: Final = tuple(Acting(die) for die in range(7))
WAREHOUSE: Final = Warehouse()
CITY_HALL: Final = CityHall()
CARGO: Final = tuple(Cargo(first) for first in range(7))
ROLLING: Final = tuple(Rolling(place) for place in range(4))
FINISHED: Final = Finished()


@frozen(slots=False, kw_only=True)
class Table(PhasedPosition):
    """A position."""

    seats: tuple[Seat, ...]
    phase: Phase
    letter: int = 0
    """The phase of the game: 0 for A to 4 for E."""
    round: int = 0
    """The round in the phase, from 0."""
    turn: int = 0
    """The seat that decides now."""
    dice: tuple[tuple[int, ...], ...] = ()
    """For each seat the dice that were not used yet, ascending."""
    bought: bool = False
    """Whether the acting player has bought in this turn."""
    sales: int = 0
    """How often the acting player has sold in this turn."""
    ships: int = 0
    """Ships placed in this turn for which the marker has not moved yet (one reading)."""
    held: int = EMPTY
    """The tile in the acting player's hand, for which a place or the price is still to be found; -1 for none."""
    order: tuple[int, ...] = ()
    """The seats from first to last on the turn-order track."""
    track: tuple[int, ...] = ()
    """For each seat the space of its marker."""
    playing: tuple[int, ...] = ()
    """The seats in the order of this round."""
    depots: tuple[Tiles, ...] = ((),) * 6
    goods: tuple[tuple[int, ...], ...] = ((),) * 6
    """For each depot the kinds of its goods, as they came."""
    black: Tiles = ()
    """The black depot."""
    offered: tuple[int, ...] = ()
    """The goods on the round spaces, the uppermost first."""
    stack: Counts = ()
    """Tiles face down with their colour on the back."""
    black_stack: Counts = ()
    """Tiles face down with a black back."""
    goods_stack: Counts = NO_GOODS
    """Goods that nobody has seen: in the phases' stacks and in the box."""
    box: Counts = ()
    """Tiles out of the game."""
    goods_box: Counts = NO_GOODS
    """Goods out of the game (one reading)."""
    large: int = 0
    """Mask of the colours whose large bonus tile lies on the board."""
    small: int = 0
