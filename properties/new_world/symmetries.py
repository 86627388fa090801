"""What the rulebook of New World does not distinguish, besides the seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rulecheck.properties.unforeseen.symmetries import with_rows
from rulecheck.properties.unforeseen.symmetry import Symmetry
from rulecheck.spec import Rules


def _next_species(rules: Rules) -> Rules:
    count = rules.number("animals.species")

    def changed(row: Mapping[str, Any]) -> dict[str, Any]:
        plains = [
            {**plain, "animals": [species % count + 1 for species in plain["animals"]]} if "animals" in plain else plain
            for plain in row.get("plains", [])
        ]
        return {**row, "plains": plains} if plains else dict(row)

    return with_rows(rules, "tiles", "tile", lambda rows: [changed(row) for row in rows])


SYMMETRIES: Final = (Symmetry("the species of the animals", lambda engine, step: {}, _next_species),)
