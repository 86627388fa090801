"""Tables of unknowns, and positions in which the next two moves score a small town."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from attrs import evolve, frozen

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world.arithmetic import cell_at
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.table import SHERIFF, TRAPPER, Table
from rulecheck.solvers.logic import Term, Values, number
from rulecheck.solvers.refutation import AnyEngine, position
from rulecheck.solvers.symbolic import unknown

PLAYERS: Final = 3
STANDING: Final = (1, 2, 3, 4)
"""The columns in which the second seat's sheriffs stand."""
LYING: Final = (1, 3)
"""The columns in which the third seat's trappers lie."""
FAR_ROW: Final = 20
"""Rows from here on are far from the start spaces; the settlers' tiles lie there, two rows apart."""
TOWN: Final = ("place c1 r4 turned 1", "sheriff E")
"""Closes New York with one tile, and places a sheriff there: 4 points, and a surveyor moves."""


@frozen
class Walkers:
    """Surveyors in unknown columns, on land of unknown extent."""

    eastern: Term
    western: Term
    land: Term
    """The westernmost column with a tile."""
    table: Table
    given: tuple[Term, ...]
    """What is assumed: they are at most a column apart, and there is land where they stand."""

    def at(self, values: Values) -> Walkers:
        """The same with the columns that the solver chose; the table and what is assumed stay."""
        return evolve(self, eastern=values.of(self.eastern), western=values.of(self.western), land=values.of(self.land))

    @property
    def is_stuck(self) -> Term:
        """Do both stand in the westernmost column?  Written as the text says it."""
        return (self.eastern == self.land) & (self.western == self.land)


def walkers(g: Kit, start: Table, settlers: tuple[int, ...] = ()) -> Walkers:
    """A table with two surveyors anywhere, and some settlers."""
    eastern, western, land = number("eastern"), number("western"), number("westernmost tile")
    table = changed(
        start,
        surveyors=(unknown(eastern), unknown(western)),
        land=start.land._replace(west=unknown(land)),
        settlers=settlers,
        supply=tuple(g.supply - sum(settler & 7 == seat for settler in settlers) for seat in range(g.players)),
        on={k: (settler,) for k, settler in enumerate(settlers)},
    )
    given = (eastern >= 0, eastern <= western, western <= eastern + 1, western <= land)
    return Walkers(eastern, western, land, table, (*given, *(land >= settler >> 17 for settler in settlers)))


def some_settlers(standing: Sequence[int] = STANDING, lying: Sequence[int] = LYING) -> tuple[int, ...]:
    """Sheriffs and trappers in some columns, ascending."""
    places = [(column, SHERIFF, 1) for column in standing] + [(column, TRAPPER + 2, 2) for column in lying]
    return tuple(
        sorted(
            cell_at(column, FAR_ROW + 2 * k) << 8 | spot << 3 | seat for k, (column, spot, seat) in enumerate(places)
        )
    )


def scene(
    surveyors: Sequence[int], land: int, settlers: Sequence[int] = (), *, waiting: int = -1, tile: int = 18
) -> dict[str, Any]:
    """What has to be set by hand for such a table; the first seat is about to lay a tile that `TOWN` can close."""
    seats = ("red", "yellow", "blue")
    names = {SHERIFF: "sheriff N", TRAPPER + 2: "trapper ENE"}
    tiles = {f"c{settler >> 17} r{(settler >> 8 & 511) - 256}": settler for settler in settlers}
    board = dict.fromkeys(tiles, "18 turned 0")
    if land:
        board[f"c{land} r{FAR_ROW - 2}"] = "17 turned 0"
    return {
        "turn": "red",
        "phase": {"name": "placing", "tile": tile},
        "board": board,
        "settlers": {name: f"{seats[settler & 7]} {names[settler >> 3 & 31]}" for name, settler in tiles.items()},
        "surveyors": list(surveyors),
        "waiting": waiting,
    }


def standing_at(engine: AnyEngine, pair: Walkers, values: Values, settlers: Sequence[int] = ()) -> Any:
    """The engine's position in which the surveyors stand where the solver put them."""
    there = pair.at(values)
    return position(engine, "begin", scene([there.eastern, there.western], there.land, settlers))
