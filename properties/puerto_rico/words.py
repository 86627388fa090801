"""Goods, tiles, ships and rights as a person would name them, for what the properties tell."""

from __future__ import annotations

from collections.abc import Iterable

from rulecheck.properties.invariants.wording import amounts, listed
from rulecheck.properties.puerto_rico.facts import Due, Facts, Ships
from rulecheck.reference_engines.puerto_rico.table import GOODS, TILES


def goods(counts: Iterable[int]) -> str:
    """Barrels of each kind."""
    return amounts(GOODS, counts)


def kinds(mask: int) -> str:
    """The kinds of a mask."""
    return listed([good for kind, good in enumerate(GOODS) if mask >> kind & 1])


def tiles(counts: Iterable[int]) -> str:
    """Plantations of each kind, with or without quarries."""
    each_kind = list(counts)
    return amounts(TILES[: len(each_kind)], each_kind)


def buildings(f: Facts, counts: Iterable[int]) -> str:
    """The buildings of a city, each with the colonists in it."""
    return listed([f"{name} with {here}" for name, here in zip(f.names, counts, strict=True) if here >= 0])


def cargoes(f: Facts, ships: Ships) -> str:
    """What each ship carries."""
    loads = [f"{barrels} {GOODS[kind]}" if kind >= 0 else "nothing" for kind, barrels in ships]
    return listed([f"ship {ship}: {load}" for ship, load in zip(f.ships, loads, strict=True)])


def rights(f: Facts, due: Due) -> str:
    """Rights that are offered, each with what it brings; a right below 0 is the role's privilege."""
    names = [(f.names[right] if 0 <= right < len(f.names) else "the privilege", amount) for right, amount in due]
    return " and ".join([f"{amount} for {name}" for name, amount in names]) or "nothing"
