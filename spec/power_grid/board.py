"""Plants, incomes, the fuel market and maps, read from `data/` and checked row by row."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

import networkx as nx
from attrs import frozen

from rulecheck.spec.errors import SpecError

FUELS: Final = ("coal", "oil", "garbage", "uranium")
BURNS: Final = (*FUELS, "hybrid", "none")
"""What a plant can burn: one fuel, coal and oil in any mix, or nothing."""

MOST_REGIONS: Final = 12
"""So many regions a map may have: all sets of them are looked at."""

MOST_CITIES: Final = 120


@frozen
class Plant:
    """One power plant."""

    number: int
    fuel: str
    """One of BURNS."""
    needs: int
    """Tokens that one run takes; 0 for plants that burn nothing."""
    cities: int
    """Cities that one run supplies."""


@frozen
class Map:
    """One side of the board; cities and regions are numbered in the file's order."""

    path: str
    cities: tuple[str, ...]
    region_of: tuple[int, ...]
    """For each city its region."""
    regions: tuple[str, ...]
    connections: tuple[tuple[int, int, int], ...]
    """(city, city, cost in Elektro)."""

    def graph(self, regions: int) -> nx.Graph[int]:
        """The cities of some regions (a mask) and the connections between them, with their `cost`."""
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(city for city, region in enumerate(self.region_of) if regions >> region & 1)
        graph.add_weighted_edges_from(
            ((a, b, cost) for a, b, cost in self.connections if a in graph and b in graph), weight="cost"
        )
        return graph

    def borders(self) -> frozenset[tuple[int, int]]:
        """The pairs of regions, the lower number first, that a connection joins."""
        ends = ((self.region_of[a], self.region_of[b]) for a, b, _ in self.connections)
        return frozenset((min(pair), max(pair)) for pair in ends if pair[0] != pair[1])

    @lru_cache(maxsize=256)  # noqa: B019  # maps are few, and many engines of one are made
    def region_sets(self, count: int, *, paired: bool = False) -> tuple[int, ...]:
        """The sets of so many regions (masks, ascending) that hang together, or (`paired`) leave no region alone."""
        borders = self.borders()
        return tuple(
            sorted(
                sum(1 << region for region in chosen)
                for chosen in combinations(range(len(self.regions)), count)
                if _is_adjacent(chosen, borders, paired)
            )
        )


def _is_adjacent(chosen: tuple[int, ...], borders: frozenset[tuple[int, int]], paired: bool) -> bool:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(chosen)
    graph.add_edges_from(pair for pair in borders if pair[0] in graph and pair[1] in graph)
    if paired and len(chosen) > 1:
        return nx.number_of_isolates(graph) == 0
    return bool(chosen) and nx.is_connected(graph)


def plain(name: str) -> str:
    """A name in ASCII letters: Köln is Koln."""
    return unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode()


def load_plants(table: Mapping[str, Any], path: str) -> tuple[Plant, ...]:
    """The plants by ascending number; raises `SpecError` naming the row that is wrong."""
    plants: dict[int, Plant] = {}
    for row in _rows(table, "plant", path):
        number = _whole(row, "number", "plant", path, 1)
        where = f"plant {number}"
        fuel = row.get("fuel")
        if fuel not in BURNS:
            raise SpecError(path, None, f"{where}: fuel is {fuel!r}", f"use one of {', '.join(BURNS)}")
        needs = _whole(row, "needs", where, path, 0)
        if (needs == 0) is not (fuel == "none"):
            raise SpecError(path, None, f"{where}: burns {needs} of {fuel}", "only plants that burn none need 0")
        if number in plants:
            raise SpecError(path, None, f"{where} is listed twice", "keep one of the rows")
        plants[number] = Plant(number, fuel, needs, _whole(row, "cities", where, path, 0))
    return tuple(plants[number] for number in sorted(plants))


def load_incomes(table: Mapping[str, Any], path: str) -> tuple[int, ...]:
    """What is paid for 0, 1, 2, … cities supplied."""
    incomes: dict[int, int] = {}
    for row in _rows(table, "income", path):
        cities = _whole(row, "cities", "income", path, 0)
        if cities in incomes:
            raise SpecError(path, None, f"the income for {cities} cities is listed twice", "keep one of the rows")
        incomes[cities] = _whole(row, "elektro", f"{cities} cities", path, 0)
    for cities in range(len(incomes)):
        if cities not in incomes:
            raise SpecError(path, None, f"no income for {cities} cities", "list every number from 0 to the highest")
    return tuple(incomes[cities] for cities in range(len(incomes)))


def load_market(table: Mapping[str, Any], path: str) -> tuple[tuple[int, ...], ...]:
    """For each of FUELS the price of every place a token can lie on, ascending."""
    rows = _rows(table, "space", path)
    prices = [_whole(row, "price", "space", path, 0) for row in rows]
    if sorted(set(prices)) != prices:
        raise SpecError(path, None, "the prices of the spaces do not ascend", "list each price once, the lowest first")
    return tuple(
        tuple(
            price
            for price, row in zip(prices, rows, strict=True)
            for _ in range(_whole(row, fuel, f"space {price}", path, 0))
        )
        for fuel in FUELS
    )


def load_map(table: Mapping[str, Any], path: str) -> Map:
    """A map; raises `SpecError` naming the city or connection that is wrong."""
    cities: list[str] = []
    regions: list[str] = []
    region_of: list[int] = []
    for row in _rows(table, "city", path):
        name, region = _word(row, "name", "city", path), _word(row, "region", f"{row.get('name')}", path)
        if plain(name).casefold() in (plain(other).casefold() for other in cities):
            raise SpecError(path, None, f"city {name!r} is listed twice", "keep one of the rows")
        if region not in regions:
            regions.append(region)
        cities.append(name)
        region_of.append(regions.index(region))
    if len(regions) > MOST_REGIONS or len(cities) > MOST_CITIES:
        what = f"{len(regions)} regions and {len(cities)} cities"
        raise SpecError(path, None, what, f"at most {MOST_REGIONS} and {MOST_CITIES} can be played")
    connections: dict[tuple[int, int], int] = {}
    for row in _rows(table, "connection", path):
        ends = row.get("between")
        if not isinstance(ends, list) or len(ends) != 2 or ends[0] == ends[1]:
            raise SpecError(path, None, f"a connection between {ends!r}", 'write between = ["one city", "another"]')
        for end in ends:
            if end not in cities:
                raise SpecError(
                    path, None, f"a connection to {end!r}, which is not a city", "add a [[city]] row for it"
                )
        where = f"{ends[0]} - {ends[1]}"
        pair = (min(map(cities.index, ends)), max(map(cities.index, ends)))
        if pair in connections:
            raise SpecError(path, None, f"the connection {where} is listed twice", "keep one of the rows")
        connections[pair] = _whole(row, "cost", where, path, 0)
    return Map(
        path=path,
        cities=tuple(cities),
        region_of=tuple(region_of),
        regions=tuple(regions),
        connections=tuple((a, b, cost) for (a, b), cost in connections.items()),
    )


def _rows(table: Mapping[str, Any], key: str, path: str) -> list[Mapping[str, Any]]:
    rows = table.get(key)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, Mapping) for row in rows):
        raise SpecError(path, None, f"no [[{key}]] rows", f"add one for each {key}")
    return rows


def _whole(row: Mapping[str, Any], key: str, where: str, path: str, least: int) -> int:
    value = row.get(key)
    if type(value) is not int or not least <= value < 10_000:
        what = f"{where}: expected a whole number of at least {least} for {key!r}, found {value!r}"
        raise SpecError(path, None, what, "write digits without a sign or quotes")
    return value


def _word(row: Mapping[str, Any], key: str, where: str, path: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise SpecError(path, None, f"{where}: expected a text for {key!r}, found {value!r}", f'write {key} = "…"')
    return " ".join(value.split())
