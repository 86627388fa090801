"""What the rulebook's text and its worked examples ask of plants, incomes, fuel market and maps.

All four were printed on cards and boards.  Whoever puts another map in their place (`--data`) learns here whether the
game can be played on it.  Line numbers `l.N` are those of the Romanian rulebook text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import networkx as nx
from attrs import frozen

from rulecheck.spec.data import load_data
from rulecheck.spec.model import Rulebook
from rulecheck.spec.power_grid.board import (
    FUELS,
    Map,
    Plant,
    load_incomes,
    load_map,
    load_market,
    load_plants,
)
from rulecheck.spec.registry import load

PLANTS_OF_THE_TEXT: Final = {
    3: ("oil", 2, None), 5: ("hybrid", 2, None), 7: ("oil", 3, 2), 10: ("coal", 2, 2), 13: ("none", 0, None),
    14: ("garbage", 2, 2), 15: ("coal", 2, 3),
}  # fmt: skip
"""Fuel, tokens and cities, as far as worked examples tell them (l.117-137, l.191; 07 before 10 and 15 burns oil)."""

COSTS_OF_THE_TEXT: Final = {
    ("Duisburg", "Essen"): 0, ("Dortmund", "Münster"): 2, ("Düsseldorf", "Essen"): 2, ("Aachen", "Düsseldorf"): 9,
    ("Düsseldorf", "Köln"): 4,
}  # fmt: skip
"""Connections that the worked examples of l.167-173 use."""

PRINTED: Final = {"Germany": (83, 992), "USA": (87, 907)}
"""How many connections the two printed sides have, and what all of them cost together."""

LATER: Final = {"Stralsund", "Mainz"}
"""Cities that only the edition of 2019 has."""


@frozen
class Check:
    """One demand on a data file and how the file meets it."""

    id: str
    """P1-P3 for the plants, I1-I3 for the incomes, F1-F3 for the fuel market, M1-M8 for a map."""
    holds: bool | None
    """None: a program cannot decide it with what it was given."""
    what: str
    """A sentence naming what was found."""
    needed: bool
    """True: the game cannot be played rightly without it.  False: only print or the worked examples ask for it."""


def _number(book: Rulebook, name: str, players: int = 0) -> int:
    value = book.quantities[name].at(players) if players else book.quantities[name].value
    assert isinstance(value, int)
    return value


def _some(names: Sequence[object]) -> str:
    return ", ".join(map(str, names[:6])) + (f" and {len(names) - 6} more" if len(names) > 6 else "") or "none"


def check_plants(plants: Sequence[Plant], book: Rulebook) -> tuple[Check, ...]:
    """P1 the numbers of the text, P2 what the text tells of single plants, P3 the print's sums."""
    numbers = {plant.number for plant in plants}
    first, last = _number(book, "plants.first"), _number(book, "plants.last")
    wanted = {*range(first, last + 1), 42, 44, 46, 50}
    by_number = {plant.number: plant for plant in plants}
    differ = [
        number
        for number, (fuel, needs, cities) in PLANTS_OF_THE_TEXT.items()
        if number not in by_number
        or (by_number[number].fuel, by_number[number].needs) != (fuel, needs)
        or cities not in (None, by_number[number].cities)
    ]
    sums = (len(plants), sum(numbers), sum(plant.cities for plant in plants))
    return (
        Check("P1", numbers == wanted, f"missing or unknown numbers: {_some(sorted(numbers ^ wanted))}", True),
        Check("P2", not differ, f"plants that differ from the text: {_some(differ)}", False),
        Check("P3", sums == (42, 999, 156), f"{sums[0]} plants, their numbers {sums[1]}, cities {sums[2]}", False),
    )


def check_incomes(incomes: Sequence[int], book: Rulebook) -> tuple[Check, ...]:
    """I1 the two incomes of the text, I2 as far as the table goes, I3 more for more cities."""
    none, six, last = (_number(book, f"income.{name}") for name in ("none", "six", "last"))
    told = f"{incomes[0]} for none" + (f", {incomes[6]} for six" if len(incomes) > 6 else "")
    rising = all(a < b for a, b in pairwise(incomes))
    return (
        Check("I1", incomes[0] == none and incomes[6:7] == (six,), f"the incomes are {told}", False),
        Check("I2", len(incomes) == last + 1, f"the table ends at {len(incomes) - 1} cities", False),
        Check("I3", rising, "each further city brings more" if rising else "a further city brings no more", False),
    )


def check_market(prices: Sequence[Sequence[int]], book: Rulebook) -> tuple[Check, ...]:
    """F1 room for all tokens, F2 the first prices of the text, F3 no fuel but uranium on the dear spaces."""
    rooms = {fuel: len(places) for fuel, places in zip(FUELS, prices, strict=True)}
    wanted = {fuel: _number(book, f"fuel.{fuel}") for fuel in FUELS}
    first = {
        fuel: places[-start] if 0 < (start := _number(book, f"start.{fuel}")) <= len(places) else None
        for fuel, places in zip(FUELS, prices, strict=True)
    }
    asked = {fuel: _number(book, f"first.{fuel}") for fuel in FUELS}
    last = _number(book, "space.last")
    high = [fuel for fuel, places in zip(FUELS[:3], prices, strict=False) if max(places, default=0) > last]
    return (
        Check("F1", rooms == wanted, f"room for {rooms}", False),
        Check("F2", first == asked, f"the first prices are {first}", False),
        Check("F3", not high, f"on spaces above {last}: {_some(high)}", False),
    )


def check_map(board: Map, book: Rulebook, *, title: str = "") -> tuple[Check, ...]:
    """M1-M8: whether the game can be played on a map, and whether it is one of the printed two."""
    graph = board.graph((1 << len(board.regions)) - 1)
    sizes = Counter(board.region_of)
    regions, cities = _number(book, "map.regions"), _number(book, "region.cities")
    shape = len(board.regions) == regions and set(sizes.values()) == {cities}
    parts = nx.number_connected_components(graph)
    counts = {n: (_number(book, "regions.used", n), _number(book, "end.cities", n)) for n in book.player_counts()}
    none = [n for n, (used, _) in counts.items() if not board.region_sets(used)]
    small, split = [], []
    for n, (used, end) in counts.items():
        for chosen in board.region_sets(used):
            names = "+".join(name for k, name in enumerate(board.regions) if chosen >> k & 1)
            cut = board.graph(chosen)
            if len(cut) < end:
                small.append(f"{n} players: {names}")
            if not nx.is_connected(cut):
                split.append(names)
    costs = {frozenset((board.cities[a], board.cities[b])): cost for a, b, cost in board.connections}
    named = [pair for pair in COSTS_OF_THE_TEXT if set(pair) <= set(board.cities)]
    wrong = [" - ".join(pair) for pair in named if costs.get(frozenset(pair)) != COSTS_OF_THE_TEXT[pair]]
    sums = (len(costs), sum(costs.values()))
    later = sorted(LATER & set(board.cities))
    return (
        Check("M1", shape, f"{len(board.regions)} regions with {sorted(sizes.values())} cities", False),
        Check("M2", parts == 1, f"the connections join the cities into {parts} part{'s' * (parts > 1)}", True),
        Check("M3", not none, f"no adjacent regions for so many players: {_some(none)}", True),
        Check("M4", not split, f"regions that their own connections do not join: {_some(sorted(set(split)))}", True),
        Check("M5", not small, f"too few cities to end the game: {_some(small)}", True),
        Check(
            "M6",
            not wrong if named else None,
            f"connections that differ from the text: {_some(wrong)}" if named else "no city of the text's example",
            False,
        ),
        Check(
            "M7",
            sums == PRINTED[title] if title in PRINTED else None,
            f"{sums[0]} connections, together {sums[1]} Elektro",
            False,
        ),
        Check("M8", not later, f"cities of the edition of 2019: {_some(later)}", False),
    )


def check_data(path: str | Path) -> tuple[Check, ...]:
    """The checks of a data file of the user's own; raises `SpecError` for a file that cannot be read."""
    file, book = load_data(path), load("power_grid")
    if file.name == "plants":
        return check_plants(load_plants(file.table, str(path)), book)
    if file.name == "income":
        return check_incomes(load_incomes(file.table, str(path)), book)
    if file.name == "market":
        return check_market(load_market(file.table, str(path)), book)
    if file.name.startswith("map-"):
        return check_map(load_map(file.table, str(path)), book, title=file.title)
    return ()
