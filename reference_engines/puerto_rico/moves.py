"""What can be announced at the table, one class for each kind of move; `str()` of a move is its notation."""

from __future__ import annotations

from attrs import frozen


@frozen
class Choose:
    """Take a role card."""

    role: str

    def __str__(self) -> str:
        return f"choose {self.role}"


@frozen
class Draw:
    """Chance: the plantation tile that comes from the face-down stacks."""

    kind: str

    def __str__(self) -> str:
        return f"draw {self.kind}"


@frozen
class Use:
    """Use a building's right, or the role's privilege (`privilege`)."""

    right: str

    def __str__(self) -> str:
        return f"use {self.right}"


@frozen
class Decline:
    """Leave a building's right, or the privilege, unused this time."""

    right: str

    def __str__(self) -> str:
        return f"decline {self.right}"


@frozen
class Take:
    """Take a tile: a plantation from the row, or a quarry."""

    tile: str

    def __str__(self) -> str:
        return "take quarry" if self.tile == "quarry" else f"take {self.tile} plantation"


@frozen
class Land:
    """Take a colonist from the ship (only asked where a reading lets players turn them away)."""

    def __str__(self) -> str:
        return "land colonist"


@frozen
class Refuse:
    """Turn a colonist on the ship away."""

    def __str__(self) -> str:
        return "refuse colonist"


@frozen
class Place:
    """Put a colonist on a circle, or into San Juan."""

    spot: str

    def __str__(self) -> str:
        return f"place {self.spot}"


@frozen
class Fill:
    """Put a colonist on the ship for each empty circle (only asked where a reading lets the mayor forget)."""

    def __str__(self) -> str:
        return "fill ship"


@frozen
class Forget:
    """Leave it at the minimum of colonists on the ship."""

    def __str__(self) -> str:
        return "forget ship"


@frozen
class Build:
    """Build a building."""

    building: str

    def __str__(self) -> str:
        return f"build {self.building}"


@frozen
class Produce:
    """Produce goods (only asked where a reading makes it a choice)."""

    def __str__(self) -> str:
        return "produce"


@frozen
class LeaveOut:
    """Produce one barrel fewer of a kind (only where a reading allows it)."""

    good: str

    def __str__(self) -> str:
        return f"leave out {self.good}"


@frozen
class TakeBonus:
    """The craftsman's privilege: one more barrel."""

    good: str

    def __str__(self) -> str:
        return f"extra {self.good}"


@frozen
class Sell:
    """Sell a barrel to the trading house."""

    good: str

    def __str__(self) -> str:
        return f"sell {self.good}"


@frozen
class Load:
    """Load barrels of one kind onto a cargo ship, named by its capacity."""

    good: str
    ship: str

    def __str__(self) -> str:
        return f"load {self.good} on ship {self.ship}"


@frozen
class Wharf:
    """Ship barrels of one kind with one's own wharf."""

    good: str

    def __str__(self) -> str:
        return f"wharf {self.good}"


@frozen
class Store:
    """Store all barrels of one kind in a warehouse."""

    good: str

    def __str__(self) -> str:
        return f"store {self.good}"


@frozen
class Keep:
    """Keep one barrel on the wind rose."""

    good: str

    def __str__(self) -> str:
        return f"keep {self.good}"


@frozen
class DiscardRest:
    """Return all barrels not stored yet (only where a reading allows it)."""

    def __str__(self) -> str:
        return "discard rest"


@frozen
class Fund:
    """Put the bank's doubloons on a role card (only where a reading lets the governor choose which)."""

    role: str

    def __str__(self) -> str:
        return f"doubloon on {self.role}"


@frozen
class Pass:
    """Do nothing this time."""

    def __str__(self) -> str:
        return "pass"


Move = (
    Choose | Draw | Use | Decline | Take | Land | Refuse | Place | Fill | Forget | Build | Produce | LeaveOut
    | TakeBonus | Sell | Load | Wharf | Store | Keep | DiscardRest | Fund | Pass
)  # fmt: skip
