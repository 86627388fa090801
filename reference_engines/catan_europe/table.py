"""What lies on the table: the players' pieces, the stacks, the board, and what is being decided.

Sets of intersections and of paths are ints used as bit masks (bit i is number i of the `Map`): a campaign asks
millions of times which paths are free, and a mask answers in one operation.  `spots` turns a mask into numbers.
"""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.phased import PhasedPosition
from rulecheck.reference_engines.tuples import replaced

RESOURCES: Final = ("wood", "wool", "grain", "ore", "salt")
WOOD, WOOL, GRAIN, ORE, SALT = range(5)
GOLD: Final = 5
GOODS: Final = (*RESOURCES, "gold")
"""What can change hands: the five resources and gold."""

NEUTRAL: Final = 4
"""The owner of neutral posts, after the seats 0 to 3."""

Hand = tuple[int, ...]
"""How many cards of each of RESOURCES."""

Bundle = tuple[int, ...]
"""How many of each of GOODS."""

NOTHING: Final[Bundle] = (0,) * 6


def spots(mask: int) -> list[int]:
    """The numbers in a mask, ascending."""
    places = []
    while mask:
        low = mask & -mask
        places.append(low.bit_length() - 1)
        mask ^= low
    return places


@frozen(slots=False)
class Seat:
    """One player's pieces."""

    hand: Hand = (0, 0, 0, 0, 0)
    gold: int = 0
    cards: tuple[int, ...] = ()
    """Development cards that may be played, how many of each kind."""
    new_cards: tuple[int, ...] = ()
    """Those bought this turn."""
    depot: int = 0
    """Posts in the depot, each standing on a good."""
    goods: int = 0
    """Free goods in the depot."""
    delivered: int = 0
    in_hand: int = 0
    """Posts not yet placed in the beginning."""
    posts: int = 0
    """Mask of the intersections with this player's posts."""
    routes: int = 0
    """Mask of the paths with this player's routes."""
    merchants: tuple[int, ...] = ()
    """Intersections of the merchants on the board, ascending."""
    caravans: tuple[int | None, ...] = (None, None)
    """Path of each caravan, None while it is not on the board; each keeps its place here, for tolls are per caravan."""
    at_posts: int = field(default=0, eq=False)
    """Worked out: mask of the paths that touch this player's posts."""
    reach: int = field(default=0, eq=False)
    """Worked out: mask of the paths that touch this player's posts or routes."""


# What is being decided.  `after` is the phase that follows.


@frozen
class Phase:
    """What is being decided now."""


@frozen
class DashedToken(Phase):
    """Chance draws the number token for a dashed circle."""

    circle: int


@frozen
class RobberStart(Phase):
    """The robber's first region is chosen."""


@frozen
class FirstRoll(Phase):
    """The players roll for the first turn."""

    rolling: tuple[int, ...]
    """Seats that still have to roll in this round."""
    results: tuple[tuple[int, int], ...] = ()
    """(seat, sum) of those who have rolled in this round."""


@frozen
class FirstPost(Phase):
    """Posts of the beginning: the k-th placement."""

    k: int


@frozen
class NeutralPost(Phase):
    """Neutral posts of the beginning: the k-th placement."""

    k: int


@frozen
class FirstRoute(Phase):
    """Routes and caravans of the beginning: the k-th placement."""

    k: int


@frozen
class BeforeDice(Phase):
    """The player may play a card before the dice."""


@frozen
class Dice(Phase):
    """The dice are rolled."""


@frozen
class Discarding(Phase):
    """Players with too many cards return some: (seat, how many) in order."""

    due: tuple[tuple[int, int], ...]


@frozen
class MoveRobber(Phase):
    """The robber has to move."""


@frozen
class Stealing(Phase):
    """The player chooses whom to rob."""


@frozen
class StealCard(Phase):
    """Chance draws a card from the victim's hand."""

    victim: int


@frozen
class Actions(Phase):
    """The action phase."""


@frozen
class Offering(Phase):
    """Somebody puts an offer together: what they give and want; a counter-offer also knows what was asked."""

    maker: int
    give: Bundle = NOTHING
    want: Bundle = NOTHING
    first: tuple[Bundle, Bundle] | None = None
    """The offer that is being answered, if this is a counter-offer."""
    willing: tuple[tuple[int, Bundle, Bundle], ...] = ()


@frozen
class Answering(Phase):
    """An opponent answers the offer."""

    asked: int
    give: Bundle
    want: Bundle
    willing: tuple[tuple[int, Bundle, Bundle], ...] = ()
    """Those who accepted or made an offer: (seat, what the player gives, what the player gets)."""


@frozen
class Choosing(Phase):
    """The player chooses among those who are willing."""

    willing: tuple[tuple[int, Bundle, Bundle], ...]


@frozen
class CardDraw(Phase):
    """Chance draws a development card for the player."""


@frozen
class PlacingMerchant(Phase):
    """A merchant was taken up and has to be placed."""


@frozen
class PlacingCaravan(Phase):
    """A caravan was taken up and has to be placed."""

    caravan: int


@frozen
class FreeRoute(Phase):
    """Routes may be built for nothing: by a double arrow, next to path `touching`, or by a card."""

    left: int
    touching: int | None
    after: Phase


@frozen
class Connecting(Phase):
    """Several connections are equally short: the builder chooses the one that pays."""

    ways: tuple[tuple[int, ...], ...]
    times: int
    after: Phase


@frozen
class FreeMarch(Phase):
    """A card moves a merchant: the player chooses which."""


@frozen
class Marching(Phase):
    """A merchant is moving."""

    at: int
    steps: int


@frozen
class PlacingNumber(Phase):
    """A founded post stands next to several regions without number."""

    regions: tuple[int, ...]
    after: Phase


@frozen
class DrawingNumber(Phase):
    """The region's number token is drawn, picked, or taken from another region."""

    region: int
    after: Phase


@frozen
class FreeDrive(Phase):
    """A card moves a caravan: the player chooses which."""


@frozen
class Driving(Phase):
    """A caravan is moving."""

    caravan: int
    steps: int
    moved: bool = False


@frozen
class Delivering(Phase):
    """The owner of a caravan chooses the post for a good."""

    caravan: int
    steps: int
    posts: tuple[int, ...]
    placed: bool = False
    """The caravan was placed there: it does not move on."""


@frozen
class Harvest(Phase):
    """A card lets the player take resources."""

    left: int


@frozen
class Monopoly(Phase):
    """A card lets the player name a resource."""


@frozen
class TurnEnd(Phase):
    """The turn ends; merchants in free cities become posts under one reading."""


@frozen
class Finished(Phase):
    """Somebody has delivered everything."""


@frozen(slots=False, kw_only=True)
class Table(PhasedPosition):
    """A position."""

    seats: tuple[Seat, ...]
    phase: Phase
    turn: int = 0
    """Whose turn it is."""
    first: int = 0
    """The first player."""
    stacks: Hand = (0, 0, 0, 0, 0)
    """Resource cards in the bank."""
    bank: int = 0
    """Gold in the bank."""
    stock: tuple[int, ...] = ()
    """Development cards not yet bought, how many of each kind."""
    pile: tuple[int, ...] = ()
    """Development cards played and discarded."""
    reserve: tuple[tuple[int, ...], ...] = ()
    """Number tokens face down: the values of each colour, ascending."""
    numbers: tuple[int, ...] = ()
    """Each region's number, printed or by token; 0 without."""
    robber: int = -1
    """The robber's region; sea regions count on after the land regions; -1 before he is placed."""
    neutral: int = 0
    """Mask of the neutral posts."""
    neutral_left: int = 0
    """Neutral posts still to be placed in the beginning."""
    supplied: int = 0
    """Mask of the posts that hold a good."""
    connected: int = 0
    """Mask of the cities that have been connected with another city."""
    rolled: bool = False
    """Whether the dice of this turn have been rolled."""
    bought: int = 0
    """Resources bought with gold this turn."""
    card_played: bool = False
    tolls: tuple[tuple[int, int], ...] = ()
    """(caravan, opponent) for the tolls paid this turn, ascending."""
    taken: int = field(default=0, eq=False)
    """Worked out: mask of the paths with a route."""
    occupied: int = field(default=0, eq=False)
    """Worked out: mask of the intersections with a post."""
    yields: tuple[tuple[int, ...], ...] = field(default=(), eq=False)
    """Worked out: for each sum of the dice, the regions with that number."""


def with_seat(seats: tuple[Seat, ...], which: int, **changes: object) -> tuple[Seat, ...]:
    """The seats with one of them changed."""
    return replaced(seats, which, changed(seats[which], **changes))
