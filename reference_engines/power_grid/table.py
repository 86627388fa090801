"""What lies on the table: players, cards, fuel and houses, and what is being decided.

Plants are numbered from 0 by ascending card number, the Step 3 card comes behind all of them.  Of the face-down cards
nobody knows the order, so they are a set: a card is drawn when it matters.  Cities are numbered within the chosen
regions; what a player's fuel lies on means nothing, because it may be moved at any time.
"""

from __future__ import annotations

from typing import Any, Final

from attrs import field, frozen

from rulecheck.reference_engines.phased import PhasedPosition
from rulecheck.spec.power_grid.board import FUELS

COAL, OIL, GARBAGE, URANIUM = range(len(FUELS))
NO_FUEL: Final = (0, 0, 0, 0)

STACK, TURNED_UP, DRAWN, USED = range(4)
"""Where the Step 3 card is: in the stack; turned up, so that the stack below it is drawn from; out of the game, with
Step 3 due in the next phase; out of the game, with Step 3 begun."""

Counts = tuple[int, ...]
"""How many of each kind."""


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Cards without one of them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def sorted_in(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Ascending cards with one more."""
    return tuple(sorted((*cards, card)))


@frozen(slots=False)
class Seat:
    """One player."""

    money: int = 0
    plants: tuple[int, ...] = ()
    """Ascending."""
    fuel: Counts = NO_FUEL
    cities: int = 0
    """Mask of the connected cities."""
    houses: int = 0
    """Houses not yet on the map; below 0 where a reading sets no limit."""
    supplied: int = -1
    """Cities supplied at the end of the game; -1 before."""
    ways: tuple[int, ...] = field(default=(), eq=False)
    """Worked out: for each city the cheapest way to it from the network, below 0 if it is part of it; all 0 without
    a network."""


# What is being decided.


@frozen(slots=False)
class Phase:
    """What is being decided now."""


@frozen(slots=False)
class Lots(Phase):
    """Chance draws the first order of play."""


@frozen(slots=False)
class Removing(Phase):
    """Chance decides whether plant 13 is removed (one reading)."""


@frozen(slots=False)
class Regions(Phase):
    """A player, or chance, chooses a region."""


@frozen(slots=False)
class Offering(Phase):
    """A player chooses a plant to be auctioned."""

    out: int = 0
    """Mask of the seats that have bought or passed in this round."""


@frozen(slots=False)
class Opening(Phase):
    """The chooser of a plant makes the first bid."""

    out: int
    plant: int


@frozen(slots=False)
class Bidding(Phase):
    """A player raises the bid or drops out."""

    out: int
    plant: int
    bid: int
    leader: int
    active: int
    """Mask of the seats still in this auction, the leader's among them."""


@frozen(slots=False)
class Scrapping(Phase):
    """A player with too many plants gives one up."""

    out: int
    plant: int
    """The plant just bought."""


@frozen(slots=False)
class Losing(Phase):
    """A player chooses which fuel is lost with the plant given up."""

    out: int
    plant: int
    """The plant given up."""
    lost: int = 0
    """Tokens lost so far."""
    open: tuple[Any, ...] = field(default=(), eq=False)
    """Worked out: the moves."""


@frozen(slots=False)
class Drawing(Phase):
    """Chance draws a card."""

    after: Phase
    """What follows."""


@frozen(slots=False)
class Fueling(Phase):
    """A player buys fuel."""

    open: int = field(default=0, eq=False)
    """Worked out: mask of the fuels that can be bought."""


@frozen(slots=False)
class Building(Phase):
    """A player builds."""

    open: tuple[Any, ...] = field(default=(), eq=False)
    """Worked out: the moves."""


@frozen(slots=False)
class Producing(Phase):
    """A player runs plants."""

    run: int = 0
    """Mask of the plants that have run."""
    open: tuple[Any, ...] = field(default=(), eq=False)
    """Worked out: the moves."""


@frozen(slots=False)
class Finished(Phase):
    """The game is over."""


# What follows a draw, besides the phases above; nobody decides anything in these.


@frozen(slots=False)
class AuctionsOver(Phase):
    """The auctions of the round are over."""


@frozen(slots=False)
class FuelNext(Phase):
    """The fuel phase begins."""


@frozen(slots=False)
class NextBuilder(Phase):
    """The next player builds."""


@frozen(slots=False)
class BureaucracyNext(Phase):
    """The bureaucracy begins."""


@frozen(slots=False)
class Burying(Phase):
    """The highest plant goes under the stack (one reading)."""


@frozen(slots=False)
class RenewalNext(Phase):
    """The market of plants is renewed, after the plant nobody bought has left (one reading)."""


@frozen(slots=False)
class RenewalOver(Phase):
    """The market of plants has been renewed."""


@frozen(slots=False)
class Cut(Phase):
    """The Step 3 card has been turned up: it leaves the game, with the lowest plant."""

    after: Phase


LOTS: Final = Lots()
REMOVING: Final = Removing()
REGIONS: Final = Regions()
BUILDING: Final = Building()
FINISHED: Final = Finished()
AUCTIONS_OVER: Final = AuctionsOver()
FUEL_NEXT: Final = FuelNext()
NEXT_BUILDER: Final = NextBuilder()
BUREAUCRACY_NEXT: Final = BureaucracyNext()
BURYING: Final = Burying()
RENEWAL_NEXT: Final = RenewalNext()
RENEWAL_OVER: Final = RenewalOver()
OFFERING: Final = tuple(Offering(out) for out in range(64))
FUELING: Final = tuple(Fueling(mask) for mask in range(16))


@frozen(slots=False, kw_only=True)
class Table(PhasedPosition):
    """A position."""

    seats: tuple[Seat, ...]
    phase: Phase
    turn: int = 0
    """The seat that decides now."""
    order: tuple[int, ...] = ()
    """The seats in the order of play."""
    round: int = 1
    step: int = 1
    regions: int = 0
    """Mask of the chosen regions."""
    market: tuple[int, ...] = ()
    """The plants in the market, ascending; the Step 3 card behind them while the auctions go on."""
    has_thirteen: bool = False
    """Whether plant 13 lies on top of the stack."""
    unseen: tuple[int, ...] = ()
    """The plants of which nobody knows whether they are in the stack or were removed, ascending."""
    stack: int = 0
    """Cards of them in the stack, above the Step 3 card."""
    buried: tuple[int, ...] = ()
    """The plants below the Step 3 card, later the stack of Step 3, ascending."""
    gone: tuple[int, ...] = ()
    """The plants that left the game, ascending."""
    card: int = STACK
    """Where the Step 3 card is."""
    began: int = 0
    """The round in which Step 3 began, 0 before."""
    sold: int = 0
    """Plants bought in this round."""
    fuel: Counts = NO_FUEL
    """Tokens in the fuel market."""
    supply: Counts = NO_FUEL
    """Tokens beside the board."""
    is_ending: bool = False
    """Whether somebody has connected enough cities to end the game."""
    houses: tuple[int, ...] = field(default=(), eq=False)
    """Worked out: for each city how many houses stand there."""
    most: int = field(default=0, eq=False)
    """Worked out: the largest number of cities of a player."""
