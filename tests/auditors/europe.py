"""The map of Merchants of Europe, laid out from its data file: regions, intersections, paths, cities."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from tests.auditors.stream import data

GAME = "catan_europe"
YIELDS = {"forest": "wood", "pasture": "wool", "arable": "grain", "mountain": "ore", "salt": "salt"}


class Hex(NamedTuple):
    """A region by its row and column; odd rows are shifted right by half."""

    row: int
    column: int

    def above(self) -> tuple[Hex, Hex]:
        """The two hexes above it, from the west."""
        shift = self.row % 2
        return Hex(self.row - 1, self.column - 1 + shift), Hex(self.row - 1, self.column + shift)

    def below(self) -> tuple[Hex, Hex]:
        """The two hexes below it, from the west."""
        shift = self.row % 2
        return Hex(self.row + 1, self.column - 1 + shift), Hex(self.row + 1, self.column + shift)

    def __str__(self) -> str:
        return f"H({self.row},{self.column})"


def hex_of(text: str) -> Hex:
    """A region from its text."""
    row, column = map(int, re.findall(r"\d+", text))
    return Hex(row, column)


class Europe:
    """A board: what touches what."""

    def __init__(self, board: str) -> None:
        file = data(GAME, f"map-{board}")
        grid, first = file["grid"], file.get("first_column", 0)
        inside = {
            Hex(row, column)
            for row in range(grid["rows"])
            for column in range(first, grid["odd_columns" if row % 2 else "even_columns"])
        }
        self.terrain = {region["at"]: region["terrain"] for region in file["region"]}
        self.printed = {region["at"]: region["number"] for region in file["region"] if "number" in region}
        self.dashed = [region["at"] for region in file["region"] if region.get("disc") == "dashed"]
        cities = {city["at"]: city for city in file["city"]}
        self.cities = {city["name"] for city in file["city"]}
        self.purple = {city["name"] for city in file["city"] if city["colour"] == "purple"}
        self.port = {city["name"]: city.get("port", 0) for city in file["city"]}
        self.start = file.get("start", [])
        self.regions: dict[str, list[str]] = {}
        """The land regions around an intersection.

        By the text every point that three regions share is one; the substitute map uses those that touch land only.
        """
        self.ways: dict[str, dict[str, str]] = {}
        """From an intersection to its neighbours, by path."""

        def name(corner: str, place: Hex) -> str:
            at = f"{corner}({place.row},{place.column})"
            return str(cities[at]["name"]) if at in cities else at

        for place in inside:
            for corner, near in (("N", place.above()), ("S", place.below())):
                if inside.issuperset(near):
                    land = [str(region) for region in (place, *near) if str(region) in self.terrain]
                    if land:
                        self.regions[name(corner, place)] = land
        for place in inside:
            south = name("S", place)
            for under in (*place.below(), Hex(place.row + 2, place.column)):
                other = name("N", under)
                if {south, other} <= self.regions.keys():
                    path = f"{south} - {other}"
                    self.ways.setdefault(south, {})[other] = self.ways.setdefault(other, {})[south] = path
        self.ends = {path: (start, other) for start, ways in self.ways.items() for other, path in ways.items()}
        self.arrows = {self.path(*arrow["path"].split(" - ")) for arrow in file["arrow"]}

    def path(self, start: str, other: str) -> str:
        """A path by its ends, in any order and by any name."""
        return next(path for path, ends in self.ends.items() if {start, other} == set(ends))

    def beside(self, path: str) -> set[str]:
        """The paths that share an intersection with this one."""
        return {other for end in self.ends[path] for other in self.ways[end].values()} - {path}

    def reach(self, start: str, steps: int) -> set[str]:
        """The intersections within so many steps."""
        places = edge = {start}
        for _ in range(steps):
            edge = {other for place in edge for other in self.ways[place]} - places
            places = places | edge
        return places - {start}

    def shortest(self, start: str, routes: set[str], cities: set[str]) -> list[list[str]]:
        """All shortest ways over these routes from a city to another one."""
        ways = [[start]]
        seen = {start}
        while ways:
            ways = [
                [*way, other]
                for way in ways
                for other, path in self.ways[way[-1]].items()
                if path in routes and other not in seen
            ]
            seen |= {way[-1] for way in ways}
            if ended := [way for way in ways if way[-1] in cities]:
                return ended
        return []

    def paths(self, way: list[str]) -> list[str]:
        """The paths of a way."""
        return [self.ways[start][other] for start, other in pairwise(way)]
