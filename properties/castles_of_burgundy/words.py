"""Tiles, goods, dice and markers as a person would name them, for what the properties tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulecheck.properties.castles_of_burgundy.facts import Facts
from rulecheck.properties.invariants.wording import amounts, listed, table
from rulecheck.reference_engines.castles_of_burgundy.table import Table
from rulecheck.spec.castles_of_burgundy.board import COLOURS, GOODS


def tiles(f: Facts, kinds: Iterable[int]) -> str:
    """Tiles by their names."""
    return listed([f.names[kind] for kind in kinds])


def estate(f: Facts, spaces: Sequence[int]) -> str:
    """What lies in an estate, with the spaces."""
    return listed([f"{f.names[kind]} on {space}" for space, kind in enumerate(spaces, 1) if kind >= 0])


def goods(counts: Iterable[int]) -> str:
    """Goods of each kind."""
    return amounts(GOODS, counts)


def lying(depots: Iterable[Sequence[int]]) -> str:
    """The goods that lie in each depot that has any."""
    return listed([f"{listed([GOODS[k] for k in here])} in {depot}" for depot, here in enumerate(depots, 1) if here])


def colours(some: Iterable[int]) -> str:
    """Colours by their names."""
    return listed([COLOURS[colour] for colour in some])


def dice(values: Iterable[int]) -> str:
    """The dice that somebody has left."""
    return listed(values)


def markers(seats: Sequence[str], order: Iterable[int], track: Sequence[int]) -> str:
    """The order of the markers, each with its space."""
    return listed([f"{seats[k]} on {track[k]}" for k in order])


def parts(silver: int, workers: int) -> str:
    """Silver and workers."""
    return f"{silver} silver and {workers} workers"


def counted(weights: dict[str, int]) -> str:
    """How many there are under each name."""
    return table(weights)


def all_dice(seats: Sequence[str], t: Table) -> str:
    """The dice that everybody has left."""
    return "; ".join(f"{name} {dice(left)}" for name, left in zip(seats, t.dice, strict=True))
