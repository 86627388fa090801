"""What the rulebook's text and its worked examples ask of the building board, the house's prices and the tiles.

The board itself was only pictured.  Whoever puts another one in its place (`--data`) learns here whether it can be the
one that the text speaks of.  Line numbers `l.N` are those of the Romanian rulebook text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from rulecheck.spec.data import load_data
from rulecheck.spec.model import Rulebook
from rulecheck.spec.puerto_rico.board import Kind, load_buildings, load_circles, load_prices
from rulecheck.spec.registry import load

KNOWN: Final = {
    "small indigo plant": "small production", "small sugar mill": "small production",
    "indigo plant": "large production", "sugar mill": "large production", "tobacco storage": "large production",
    "coffee roaster": "large production", "small market": "violet", "hacienda": "violet",
    "construction hut": "violet", "small warehouse": "violet", "hospice": "violet", "office": "violet",
    "large market": "violet", "large warehouse": "violet", "factory": "violet", "university": "violet",
    "harbor": "violet", "wharf": "violet", "guild hall": "large violet", "residence": "large violet",
    "fortress": "large violet", "customs house": "large violet", "city hall": "large violet",
}  # fmt: skip
"""The buildings that the text names, and of what kind it says they are (l.38, l.150, l.176, l.218)."""

THREE_QUARRIES: Final = {"construction hut": 1, "office": 3, "harbor": 5, "city hall": 7}
"""What a player with three occupied quarries pays (l.92)."""


@frozen
class Check:
    """One demand on a data file and how the file meets it."""

    id: str
    """B1-B9 for the buildings, H1 and H2 for the house, T1 for the tiles."""
    holds: bool | None
    """None: a program cannot decide it with what it was given."""
    what: str
    """A sentence naming what was found."""
    needed: bool
    """True: the game cannot be played rightly without it.  False: only print or the worked examples ask for it."""


Verdict = tuple[bool, str]
_CHECKS: list[tuple[str, bool, Callable[[Sequence[Kind], Rulebook], Verdict]]] = []


def _check(id: str, *, needed: bool = True) -> Callable[[Callable[[Sequence[Kind], Rulebook], Verdict]], object]:
    def entered(check: Callable[[Sequence[Kind], Rulebook], Verdict]) -> object:
        _CHECKS.append((id, needed, check))
        return check

    return entered


def _number(book: Rulebook, name: str) -> int:
    value = book.quantities[name].value
    assert isinstance(value, int)
    return value


@_check("B1")
def _every_building_of_the_text(kinds: Sequence[Kind], book: Rulebook) -> Verdict:
    """l.38, l.176: the 23 buildings that the text names, each of its kind, and no other."""
    listed = {kind.name: kind.kind for kind in kinds}
    wrong = [name for name in {**KNOWN, **listed} if KNOWN.get(name) != listed.get(name)]
    return not wrong, f"buildings missing, unknown or of another kind: {', '.join(wrong) or 'none'}"


@_check("B2")
def _tiles_add_up(kinds: Sequence[Kind], book: Rulebook) -> Verdict:
    """l.38: 49 tiles, 20 of them production buildings, two of each small violet kind, one of each large one."""
    count = sum(kind.count for kind in kinds)
    production = sum(kind.count for kind in kinds if not kind.is_violet)
    wrong = [
        kind.name
        for kind in kinds
        if kind.is_violet and kind.count != (1 if kind.size > 1 else _number(book, "buildings.small-each"))
    ]
    holds = (count, production) == (_number(book, "buildings.total"), _number(book, "buildings.production"))
    return holds and not wrong, f"{count} tiles, {production} of them production; wrong: {', '.join(wrong) or 'none'}"


@_check("B3")
def _violet_kinds(kinds: Sequence[Kind], book: Rulebook) -> Verdict:
    """l.164: 17 violet kinds."""
    count = sum(kind.is_violet for kind in kinds)
    return count == _number(book, "buildings.violet-kinds"), f"{count} violet kinds"


@_check("B4")
def _sizes(kinds: Sequence[Kind], book: Rulebook) -> Verdict:
    """l.38, l.216: large violet buildings cover two spaces, the others one."""
    wrong = [kind.name for kind in kinds if kind.size != (2 if kind.kind == "large violet" else 1)]
    return not wrong, f"of a wrong size: {', '.join(wrong) or 'none'}"


@_check("B5", needed=False)
def _prices_with_quarries(kinds: Sequence[Kind], book: Rulebook) -> Verdict:
    """l.92: with three quarries construction hut 1, office 3, harbor 5, city hall 7."""
    by_name = {kind.name: kind for kind in kinds}
    each = _number(book, "quarry.discount")
    prices = {
        name: by_name[name].cost - min(3, by_name[name].column) * each for name in THREE_QUARRIES if name in by_name
    }
    told = ", ".join(f"{name} {cost}" for name, cost in prices.items())
    return prices == THREE_QUARRIES, f"with three quarries: {told}"


@_check("B6", needed=False)
def _large_points(kinds: Sequence[Kind], book: Rulebook) -> Verdict:
    """l.146: every large building is worth 4 points."""
    worth = sorted({kind.points for kind in kinds if kind.kind == "large violet"})
    return worth == [_number(book, "large.points")], f"large buildings are worth {worth}"


@_check("B7", needed=False)
def _circles(kinds: Sequence[Kind], book: Rulebook) -> Verdict:
    """l.84: one to three circles; l.168-174: both sugar mills at least 4 together, the tobacco storage at least 2."""
    wrong = [kind.name for kind in kinds if not 1 <= kind.circles <= 3]
    sugar = sum(kind.circles for kind in kinds if kind.good == "sugar")
    tobacco = sum(kind.circles for kind in kinds if kind.good == "tobacco")
    holds = not wrong and sugar >= 4 and tobacco >= 2
    return holds, f"sugar {sugar} circles, tobacco {tobacco}; outside 1 to 3: {', '.join(wrong) or 'none'}"


@_check("B8", needed=False)
def _columns(kinds: Sequence[Kind], book: Rulebook) -> Verdict:
    """l.92: four columns; on the print a building's column is its worth in points."""
    wrong = [kind.name for kind in kinds if not 1 <= kind.column <= 4 or kind.column != kind.points]
    return not wrong, f"column and points differ: {', '.join(wrong) or 'none'}"


@_check("B9", needed=False)
def _print_totals(kinds: Sequence[Kind], book: Rulebook) -> Verdict:
    """The print's sums: 54 city spaces and 70 circles on all tiles, prices of 236 doubloons on all of them."""
    spaces = sum(kind.count * kind.size for kind in kinds)
    circles = sum(kind.count * kind.circles for kind in kinds)
    costs = sum(kind.count * kind.cost for kind in kinds)
    return (spaces, circles, costs) == (54, 70, 236), f"{spaces} spaces, {circles} circles, {costs} doubloons"


def check_buildings(kinds: Sequence[Kind], book: Rulebook) -> tuple[Check, ...]:
    """Every check of a building board."""
    return tuple(Check(id, *check(kinds, book), needed) for id, needed, check in _CHECKS)


def check_prices(prices: Sequence[int]) -> tuple[Check, ...]:
    """l.112: prices from 0 to 4, and corn brings nothing."""
    told = ", ".join(map(str, prices))
    return (
        Check("H1", min(prices) == 0 and max(prices) == 4, f"prices {told}, the text says 0 to 4", False),
        Check("H2", prices[0] == 0, f"corn brings {prices[0]}, the text says nothing", False),
    )


def check_data(path: str | Path) -> tuple[Check, ...]:
    """The checks of a data file of the user's own; raises `SpecError` for a file that cannot be read."""
    file = load_data(path)
    if file.name == "buildings":
        return check_buildings(load_buildings(file.table, str(path)), load("puerto_rico"))
    if file.name == "goods":
        return check_prices(load_prices(file.table, str(path)))
    if file.name == "tiles":
        load_circles(file.table, str(path))
        return (Check("T1", True, "one circle on every island tile", True),)
    return ()
