"""Resources, places and paths as a person would name them, for what the properties tell."""

from __future__ import annotations

from collections.abc import Iterable

from rulecheck.properties.catan_europe.facts import Facts, numbers
from rulecheck.properties.invariants.wording import amounts, listed
from rulecheck.reference_engines.catan_europe.table import GOODS, Table


def hand(counts: Iterable[int]) -> str:
    """Resources of each kind, with gold if it is counted too."""
    each_kind = list(counts)
    return amounts(GOODS[: len(each_kind)], each_kind)


def cards(f: Facts, counts: Iterable[int]) -> str:
    """Development cards of each kind."""
    return amounts(f.card, counts)


def places(f: Facts, some: Iterable[int]) -> str:
    """Intersections by their names."""
    return listed([f.map.intersections[place] for place in some])


def cities(f: Facts, mask: int) -> str:
    """The intersections of a mask, by their names."""
    return places(f, numbers(mask))


def paths(f: Facts, some: Iterable[int | None]) -> str:
    """Paths by their names; what lies among the pieces stands on none."""
    return listed([f.map.path_names[path] if path is not None else "among the pieces" for path in some])


def regions(f: Facts, some: Iterable[int]) -> str:
    """Regions of land or sea by their names."""
    named = list(f.region)
    return listed([named[region] if 0 <= region < len(named) else "no region" for region in some])


def changed(seats: Iterable[str], before: Table, now: Table) -> str:
    """Whose board is not as it was."""
    boards = zip(seats, before.seats, now.seats, strict=True)
    return listed([name for name, old, new in boards if old != new])
