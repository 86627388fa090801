"""What can be announced at the table, one class for each kind of move; `str()` of a move is its notation."""

from __future__ import annotations

from attrs import frozen


@frozen
class Lot:
    """Chance: the player who comes next in the first order of play."""

    seat: str

    def __str__(self) -> str:
        return f"lot {self.seat}"


@frozen
class Thirteen:
    """Chance: whether plant 13 is among those removed (only where a reading lets it be)."""

    is_removed: bool

    def __str__(self) -> str:
        return "remove 13" if self.is_removed else "keep 13"


@frozen
class ChooseRegion:
    """Choose a region to be used; chance draws it under a reading."""

    region: str

    def __str__(self) -> str:
        return f"region {self.region}"


@frozen
class Auction:
    """Choose a plant to be auctioned."""

    number: int

    def __str__(self) -> str:
        return f"auction {self.number}"


@frozen
class Bid:
    """Bid so many Elektro."""

    amount: int

    def __str__(self) -> str:
        return f"bid {self.amount}"


@frozen
class Pass:
    """Choose no plant in this round, or drop out of an auction."""

    def __str__(self) -> str:
        return "pass"


@frozen
class Scrap:
    """Give up a plant."""

    number: int

    def __str__(self) -> str:
        return f"scrap {self.number}"


@frozen
class Lose:
    """One token goes to the supply together with the plant given up."""

    fuel: str

    def __str__(self) -> str:
        return f"lose {self.fuel}"


@frozen
class Draw:
    """Chance: the next card of the stack, a plant's number; 0 is the Step 3 card."""

    number: int

    def __str__(self) -> str:
        return f"draw {self.number}" if self.number else "draw step 3"


@frozen
class Buy:
    """Buy the cheapest token of a fuel."""

    fuel: str

    def __str__(self) -> str:
        return f"buy {self.fuel}"


@frozen
class Build:
    """Connect a city."""

    city: str

    def __str__(self) -> str:
        return f"build {self.city}"


@frozen
class Run:
    """Run a plant; a hybrid plant says what it burns."""

    number: int
    coal: int = 0
    oil: int = 0

    def __str__(self) -> str:
        mix = "".join(f" {count} {fuel}" for count, fuel in ((self.coal, "coal"), (self.oil, "oil")) if count)
        return f"run {self.number}" + (f" with{mix}" if mix else "")


@frozen
class Supply:
    """Supply fewer cities than the plants that ran could (under a reading)."""

    cities: int

    def __str__(self) -> str:
        return f"supply {self.cities}"


@frozen
class Done:
    """Buy, build, lose or run no more."""

    def __str__(self) -> str:
        return "done"


Move = (
    Lot | Thirteen | ChooseRegion | Auction | Bid | Pass | Scrap | Lose | Draw | Buy | Build | Run | Supply | Done
)  # fmt: skip
