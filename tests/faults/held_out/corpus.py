"""Which engines are held out, by the day on which they were written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tests.faults.held_out.planting import HeldOut, held_out

WRITTEN: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "2026-11-24": {
        "puerto_rico": ("Haciendas",),
        "new_world": ("Trappers",),
        "power_grid": ("Substations",),
        "castles_of_burgundy": ("Chateaux",),
        "catan_europe": ("Caravans",),
    },
    "2026-11-25": {
        "puerto_rico": ("Smallholdings",),
        "new_world": ("Homesteads",),
        "power_grid": ("Generators",),
        "castles_of_burgundy": ("Burghers",),
        "catan_europe": ("Trades",),
    },
    "2026-11-26": {
        "puerto_rico": ("Quays",),
        "new_world": ("Prairies",),
        "power_grid": ("Networks",),
        "castles_of_burgundy": ("Castellans",),
        "catan_europe": ("Portages",),
    },
}
"""By day and game, in the order of writing."""

HELD_OUT: Final[tuple[HeldOut, ...]] = tuple(
    held_out(game, name, day) for day, engines in WRITTEN.items() for game, names in engines.items() for name in names
)
"""Each with all its faults."""
