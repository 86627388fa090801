"""What can be announced at the table, one class for each kind of move; `str()` of a move is its notation."""

from __future__ import annotations

from attrs import frozen


@frozen
class Roll:
    """Chance: the two dice, the smaller number first."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"roll {self.low} {self.high}"


@frozen
class Number:
    """Chance, or the founder where readings let them pick: the value of a number token."""

    value: int

    def __str__(self) -> str:
        return f"number {self.value}"


@frozen
class Stolen:
    """Chance: the resource card that the robber draws."""

    kind: str

    def __str__(self) -> str:
        return f"stolen {self.kind}"


@frozen
class Drawn:
    """Chance: the development card on top of the stock."""

    card: str

    def __str__(self) -> str:
        return f"drawn {self.card}"


@frozen
class Throw:
    """Roll the dice rather than play a card first."""

    def __str__(self) -> str:
        return "throw"


@frozen
class Discard:
    """Return one card to its stack, after a seven."""

    kind: str

    def __str__(self) -> str:
        return f"discard {self.kind}"


@frozen
class Robber:
    """Put the robber on a region."""

    region: str

    def __str__(self) -> str:
        return f"robber to {self.region}"


@frozen
class Steal:
    """Draw a card from a seat's hand, or from nobody's (`nothing`)."""

    victim: str

    def __str__(self) -> str:
        return f"steal from {self.victim}" if self.victim else "steal nothing"


@frozen
class Give:
    """Put one more card or coin on one's side of an offer."""

    kind: str

    def __str__(self) -> str:
        return f"give {self.kind}"


@frozen
class Want:
    """Ask for one more card or coin."""

    kind: str

    def __str__(self) -> str:
        return f"want {self.kind}"


@frozen
class Propose:
    """Make the offer as it stands."""

    def __str__(self) -> str:
        return "propose"


@frozen
class Answer:
    """Answer an offer: `accept`, `decline` or `counter`."""

    word: str

    def __str__(self) -> str:
        return self.word


@frozen
class DealWith:
    """Close the trade with one of those who are willing, or with nobody."""

    partner: str

    def __str__(self) -> str:
        return f"deal with {self.partner}" if self.partner else "no deal"


@frozen
class Buy:
    """Buy a resource with gold."""

    kind: str

    def __str__(self) -> str:
        return f"buy {self.kind}"


@frozen
class Exchange:
    """Exchange equal resources for a card of another kind or for gold."""

    kind: str
    wanted: str

    def __str__(self) -> str:
        return f"exchange {self.kind} for {self.wanted}"


@frozen
class BuyCard:
    """Buy the top card of the development stock."""

    def __str__(self) -> str:
        return "buy card"


@frozen
class Play:
    """Play a development card."""

    card: str

    def __str__(self) -> str:
        return f"play {self.card}"


@frozen
class Take:
    """A card's effect: take one resource from its stack."""

    kind: str

    def __str__(self) -> str:
        return f"take {self.kind}"


@frozen
class Name:
    """A card's effect: name the resource that all others hand over."""

    kind: str

    def __str__(self) -> str:
        return f"name {self.kind}"


@frozen
class Post:
    """Place a post of one's own in the beginning."""

    city: str

    def __str__(self) -> str:
        return f"post at {self.city}"


@frozen
class Neutral:
    """Place a neutral post in the beginning."""

    city: str

    def __str__(self) -> str:
        return f"neutral post at {self.city}"


@frozen
class Route:
    """Build a trade route on a path."""

    path: str

    def __str__(self) -> str:
        return f"route {self.path}"


@frozen
class NoRoute:
    """Leave a free route unbuilt."""

    def __str__(self) -> str:
        return "no route"


@frozen
class Along:
    """Choose which of several shortest connections pays: its intersections from the city that was isolated."""

    way: tuple[str, ...]

    def __str__(self) -> str:
        return "along " + " - ".join(self.way)


@frozen
class LiftMerchant:
    """Take up a merchant to place it anew."""

    at: str

    def __str__(self) -> str:
        return f"lift merchant at {self.at}"


@frozen
class Recruit:
    """Pay for a merchant and place it."""

    city: str

    def __str__(self) -> str:
        return f"recruit at {self.city}"


@frozen
class LiftCaravan:
    """Take up a caravan to place it anew."""

    path: str

    def __str__(self) -> str:
        return f"lift caravan at {self.path}"


@frozen
class Equip:
    """Pay for a caravan and place it beside a route."""

    path: str

    def __str__(self) -> str:
        return f"caravan at {self.path}"


@frozen
class March:
    """Pay one grain and set a merchant moving."""

    at: str

    def __str__(self) -> str:
        return f"march from {self.at}"


@frozen
class PayGrain:
    """Pay another grain for the merchant that is moving."""

    def __str__(self) -> str:
        return "pay grain"


@frozen
class To:
    """End a merchant's move on an intersection."""

    place: str

    def __str__(self) -> str:
        return f"to {self.place}"


@frozen
class Stay:
    """Leave a merchant where it is and lose the movement."""

    def __str__(self) -> str:
        return "stay"


@frozen
class Drive:
    """Pay one salt and set a caravan moving."""

    path: str

    def __str__(self) -> str:
        return f"drive from {self.path}"


@frozen
class PaySalt:
    """Pay another salt for the caravan that is moving."""

    def __str__(self) -> str:
        return "pay salt"


@frozen
class Onto:
    """Move the caravan onto a neighbouring route."""

    path: str

    def __str__(self) -> str:
        return f"onto {self.path}"


@frozen
class Halt:
    """Stop the caravan and lose the rest of its movement."""

    def __str__(self) -> str:
        return "halt"


@frozen
class Deliver:
    """Choose the post that takes the good, or none where readings allow it."""

    city: str

    def __str__(self) -> str:
        return f"deliver to {self.city}" if self.city else "deliver nothing"


@frozen
class NumberTo:
    """Choose the region that receives the number token, or none where readings allow it."""

    region: str

    def __str__(self) -> str:
        return f"number to {self.region}" if self.region else "no number"


@frozen
class NumberFrom:
    """Choose the region whose number token moves."""

    region: str

    def __str__(self) -> str:
        return f"number from {self.region}"


@frozen
class EndTurn:
    """End the turn."""

    def __str__(self) -> str:
        return "end turn"


Move = (
    Roll | Number | Stolen | Drawn | Throw | Discard | Robber | Steal | Give | Want | Propose | Answer | DealWith | Buy
    | Exchange | BuyCard | Play | Take | Name | Post | Neutral | Route | NoRoute | Along | LiftMerchant | Recruit
    | LiftCaravan | Equip | March | PayGrain | To | Stay | Drive | PaySalt | Onto | Halt | Deliver | NumberTo
    | NumberFrom | EndTurn
)  # fmt: skip
