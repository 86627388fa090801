"""Settlers, surveyors and spots as a person would name them, for what the properties tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulecheck.properties.invariants.wording import listed
from rulecheck.properties.new_world.facts import Facts


def settler(seats: Sequence[str], packed: int) -> str:
    """Whose settler it is, and in which column."""
    return f"a settler of {seats[packed & 7]} in column {packed >> 17}"


def spots(f: Facts, some: Iterable[int]) -> str:
    """The spots of a tile, by the moves that place a settler there; below 0: none is placed."""
    named = {spot: str(move) for move, spot in f.spot.items()}
    return listed([named.get(spot, "no settler") for spot in sorted(some)])


def columns(surveyors: Iterable[int]) -> str:
    """The columns of the surveyors."""
    return " and ".join(map(str, surveyors)) or "none"
