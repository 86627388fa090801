"""What can be done, one class for each kind of move; `str()` of a move is its notation."""

from __future__ import annotations

from attrs import field, frozen


@frozen
class Draw:
    """Chance: the kind of tile that is drawn."""

    kind: int

    def __str__(self) -> str:
        return f"draw {self.kind}"


@frozen
class Place:
    """Lay the drawn tile, after some clockwise quarter turns."""

    column: int
    row: int
    turned: int
    _text: str = field(init=False, repr=False, eq=False)
    """Its notation: each place is made once and told often."""

    @_text.default
    def _write(self) -> str:
        return f"place c{self.column} r{self.row} turned {self.turned}"

    def __str__(self) -> str:
        return self._text


@frozen
class Sheriff:
    """Place a settler on the town segment of a side."""

    side: str

    def __str__(self) -> str:
        return f"sheriff {self.side}"


@frozen
class Robber:
    """Place a settler on the trail segment of a side."""

    side: str

    def __str__(self) -> str:
        return f"robber {self.side}"


@frozen
class Trapper:
    """Place a settler on the plain segment of a half side."""

    half: str

    def __str__(self) -> str:
        return f"trapper {self.half}"


@frozen
class Farmer:
    """Place a settler on the farm."""

    def __str__(self) -> str:
        return "farmer"


@frozen
class NoSettler:
    """Place no settler in this turn."""

    def __str__(self) -> str:
        return "no settler"


@frozen
class ScoreSide:
    """Score the completed trail or town of a side of the tile just laid."""

    feature: str
    """`trail` or `town`."""
    side: str

    def __str__(self) -> str:
        return f"score {self.feature} {self.side}"


@frozen
class ScoreFarm:
    """Score a completed farm."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"score farm c{self.column} r{self.row}"


Move = Draw | Place | Sheriff | Robber | Trapper | Farmer | NoSettler | ScoreSide | ScoreFarm
