"""What lies on the table: the players' boards, the supplies, ships and tiles, and what is being decided.

Things that are alike are counted, not named: a player's three corn plantations are `tiles[CORN] == 3`, two of them
with a colonist `tilled[CORN] == 2`.  Where they lie on the island or in the city means nothing to the rules.
"""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.phased import PhasedPosition
from rulecheck.reference_engines.tuples import replaced

GOODS: Final = ("corn", "indigo", "sugar", "tobacco", "coffee")
CORN, INDIGO, SUGAR, TOBACCO, COFFEE = range(5)
QUARRY: Final = 5
TILES: Final = (*GOODS, "quarry")
"""What lies on an island: a plantation of each good, and quarries."""

ROLES: Final = ("settler", "mayor", "builder", "craftsman", "trader", "captain")
SETTLER, MAYOR, BUILDER, CRAFTSMAN, TRADER, CAPTAIN = range(6)
PROSPECTOR: Final = 6
"""The first prospector card; every later card is one too."""

NONE: Final = (0, 0, 0, 0, 0)
"""No goods, no plantations."""

Counts = tuple[int, ...]
"""How many of each kind."""


def added(first: Counts, second: Counts) -> Counts:
    """Two counts taken together."""
    return tuple(a + b for a, b in zip(first, second, strict=True))


@frozen(slots=False)
class Seat:
    """One player's board and what lies on it."""

    money: int = 0
    goods: Counts = NONE
    points: int = 0
    """Victory points gained by shipping: chips, and what was written down when the chips were gone."""
    tiles: Counts = (0,) * 6
    """Island tiles, by kind of TILES."""
    tilled: Counts = (0,) * 6
    """How many of them carry a colonist."""
    city: Counts = ()
    """For each building the colonists in it, -1 if it does not stand in this city."""
    san_juan: int = 0
    """Colonists without a circle; in the mayor phase also those taken up to be placed anew."""
    spaces: int = field(default=0, eq=False)
    """Worked out: city spaces built on."""


# What is being decided.  `after` is the phase that follows.


@frozen(slots=False)
class Phase:
    """What is being decided now."""


@frozen(slots=False)
class Row(Phase):
    """Chance turns up plantation tiles for the row."""

    left: int
    """How many are still to come."""


@frozen(slots=False)
class Choosing(Phase):
    """A player chooses a role."""


@frozen(slots=False)
class Hacienda(Phase):
    """The owner of a hacienda may take a face-down tile."""


@frozen(slots=False)
class HaciendaDraw(Phase):
    """Chance draws the tile for a hacienda."""


@frozen(slots=False)
class Taking(Phase):
    """A player takes a tile from the row, or a quarry, or nothing."""


@frozen(slots=False)
class Hospice(Phase):
    """The owner of a hospice may put a colonist on the tile just taken."""

    tile: int


@frozen(slots=False)
class Extra(Phase):
    """The mayor may take a colonist from the supply."""


@frozen(slots=False)
class Landing(Phase):
    """Colonists leave the ship one by one, and players may turn them away (one reading)."""


@frozen(slots=False)
class Placing(Phase):
    """A player places colonists, circle by circle in a fixed order."""

    spot: int = 0
    """The spot used last; earlier ones are settled."""
    circles: tuple[int, ...] = field(default=(), eq=False)
    """Worked out: the spot of each circle that is still open."""


@frozen(slots=False)
class Refilling(Phase):
    """The mayor fills the ship, or leaves it at the minimum (one reading)."""


@frozen(slots=False)
class Building(Phase):
    """A player builds or passes."""


@frozen(slots=False)
class University(Phase):
    """The owner of a university may put a colonist into the building just built."""

    building: int


@frozen(slots=False)
class Crafting(Phase):
    """A player decides whether to produce (one reading); otherwise the state of the production."""

    made: int = 0
    """Mask of the kinds that the craftsman produced."""
    left: Counts = NONE
    """Barrels of each kind that the player who decides leaves out (one reading)."""


@frozen(slots=False)
class Bonus(Phase):
    """The craftsman takes one more barrel of a kind they produced."""

    made: int


@frozen(slots=False)
class Selling(Phase):
    """A player sells a barrel or passes."""


@frozen(slots=False)
class Loading(Phase):
    """A player loads goods."""

    idle: int = 0
    """How many players in a row have not loaded."""
    wharves: int = 0
    """Mask of the seats that have used a wharf in this phase."""
    done: int = 0
    """Mask of the seats that passed and are out of the phase (one reading)."""
    paid: bool = False
    """Whether the captain has had the extra point."""


@frozen(slots=False)
class Gain(Phase):
    """A player may use a right that brings money or points."""

    due: tuple[tuple[int, int], ...]
    """(building, or -1 for the privilege; how much); the first is asked now."""
    after: Phase


@frozen(slots=False)
class Storing(Phase):
    """A player fills warehouses, one kind at a time."""

    slots: int
    """Kinds that may still be stored."""
    stored: int = 0
    """Mask of the kinds stored."""


@frozen(slots=False)
class Keeping(Phase):
    """A player chooses the one barrel that stays on the wind rose."""

    stored: int = 0


@frozen(slots=False)
class Funding(Phase):
    """The governor says which cards receive what the bank still has (one reading)."""

    funded: int = 0
    """Mask of the role cards that have received it."""


@frozen(slots=False)
class Finished(Phase):
    """The game is over."""


CHOOSING: Final = Choosing()
HACIENDA: Final = Hacienda()
HACIENDA_DRAW: Final = HaciendaDraw()
TAKING: Final = Taking()
EXTRA: Final = Extra()
LANDING: Final = Landing()
REFILLING: Final = Refilling()
BUILDING: Final = Building()
SELLING: Final = Selling()
FINISHED: Final = Finished()
FIRST_LOADING: Final = Loading()


@frozen(slots=False, kw_only=True)
class Table(PhasedPosition):
    """A position."""

    seats: tuple[Seat, ...]
    phase: Phase
    governor: int = 0
    picker: int = 0
    """The seat that chose the role being carried out, or that chooses now."""
    turn: int = 0
    """The seat that decides now."""
    role: int = -1
    """The role card being carried out, -1 while one is chosen."""
    taken: tuple[int, ...] = ()
    """For each role card the seat that has it, -1 for none."""
    card_money: Counts = ()
    """Doubloons on each role card."""
    bank: int = 0
    """Doubloons in the bank; below 0 if a reading lets it pay more than it has."""
    stock: Counts = ()
    """Buildings not yet built."""
    supply: Counts = NONE
    """Goods."""
    ships: tuple[tuple[int, int], ...] = ()
    """For each cargo ship the kind it carries (-1 for none) and how many barrels."""
    house: Counts = NONE
    """Goods in the trading house."""
    row: Counts = NONE
    """Plantations face up."""
    stack: Counts = NONE
    """Plantations face down."""
    discard: Counts = NONE
    """Plantations discarded."""
    quarries: int = 0
    colonists: int = 0
    """Colonists in the supply."""
    colonist_ship: int = 0
    """Colonists on the ship."""
    removed: int = 0
    """Colonists turned away and out of the game (one reading)."""
    pool: int = 0
    """Victory points in chips that nobody has yet."""
    beyond: int = 0
    """Victory points written down after the chips were gone."""
    ending: str = ""
    """The clause that makes this round the last."""


def change_seat(seats: tuple[Seat, ...], which: int, **changes: object) -> tuple[Seat, ...]:
    """The seats with one of them changed."""
    return replaced(seats, which, changed(seats[which], **changes))
