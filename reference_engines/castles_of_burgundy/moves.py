"""What can be announced at the table, one class for each kind of move; `str()` of a move is its notation."""

from __future__ import annotations

from attrs import frozen


@frozen
class Deal:
    """Chance: the player board that a player receives, by the numbers on its two sides."""

    front: int
    back: int

    def __str__(self) -> str:
        return f"deal {self.front}/{self.back}"


@frozen
class Side:
    """Choose the board to play on, by its number."""

    board: int

    def __str__(self) -> str:
        return f"board {self.board}"


@frozen
class Found:
    """Lay the first castle."""

    space: int

    def __str__(self) -> str:
        return f"found on {self.space}"


@frozen
class Draw:
    """Chance: the tile or the good that is drawn."""

    what: str

    def __str__(self) -> str:
        return f"draw {self.what}"


@frozen
class Roll:
    """Chance: a player's two dice, the lower one first."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"roll {self.low} {self.high}"


@frozen
class White:
    """Chance: the white die."""

    value: int

    def __str__(self) -> str:
        return f"white {self.value}"


@frozen
class Use:
    """Put a die away for an action."""

    die: int

    def __str__(self) -> str:
        return f"use {self.die}"


@frozen
class Shift:
    """Spend a worker on a die: `raise 6` makes a 1 of a 6, `lower 3 by 2` a 1 of a 3."""

    die: int
    by: int

    def __str__(self) -> str:
        verb = "raise" if self.by > 0 else "lower"
        return f"{verb} {self.die}" + (f" by {abs(self.by)}" if abs(self.by) > 1 else "")


@frozen
class Take:
    """Take a tile from a numbered depot."""

    tile: str
    depot: int

    def __str__(self) -> str:
        return f"take {self.tile} from {self.depot}"


@frozen
class Place:
    """Lay a stored tile on a space of the estate."""

    tile: str
    space: int

    def __str__(self) -> str:
        return f"place {self.tile} on {self.space}"


@frozen
class Sell:
    """Sell all goods of one kind."""

    good: str

    def __str__(self) -> str:
        return f"sell {self.good}"


@frozen
class TakeWorkers:
    """Take workers."""

    def __str__(self) -> str:
        return "take workers"


@frozen
class Buy:
    """Buy a tile: from the black depot, or (with knowledge 6) from a numbered one."""

    tile: str
    depot: int = 0

    def __str__(self) -> str:
        return f"buy {self.tile}" + (f" from {self.depot}" if self.depot else "")


@frozen
class Pay:
    """Pay one part of a price with a piece of silver or a worker (edition of 2019 only)."""

    what: str

    def __str__(self) -> str:
        return f"pay {self.what}"


@frozen
class Discard:
    """Throw a stored tile away."""

    tile: str

    def __str__(self) -> str:
        return f"discard {self.tile}"


@frozen
class Goods:
    """Choose the depot whose goods a ship takes."""

    depot: int

    def __str__(self) -> str:
        return f"goods from {self.depot}"


@frozen
class Keep:
    """Choose a kind of goods to take where not all find room."""

    good: str

    def __str__(self) -> str:
        return f"keep {self.good}"


@frozen
class Pass:
    """Leave unused what a tile offers."""

    def __str__(self) -> str:
        return "pass"


@frozen
class EndTurn:
    """Buy nothing more and end the turn."""

    def __str__(self) -> str:
        return "end turn"


Move = (
    Deal | Side | Found | Draw | Roll | White | Use | Shift | Take | Place | Sell | TakeWorkers | Buy | Pay | Discard
    | Goods | Keep | Pass | EndTurn
)  # fmt: skip
