"""Each number of a data file, one more and one less: a check of the file notices, or it is counted as unguarded."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.spec.numbers import changed, noticed_by_checks, numbers

GUARDED: Final = (
    "castles_of_burgundy/boards.toml", "castles_of_burgundy/depots.toml", "castles_of_burgundy/goods.toml",
    "castles_of_burgundy/sheets.toml", "catan_europe/tokens.toml", "new_world/start-row.toml",
    "puerto_rico/buildings.toml", "puerto_rico/tiles.toml",
)  # fmt: skip
"""Files of which every number is guarded."""

FREE: Final = {
    "castles_of_burgundy/scoring.toml": 18, "castles_of_burgundy/tiles.toml": 35, "catan_europe/cards.toml": 10,
    "catan_europe/components.toml": 6, "catan_europe/map-full.toml": 41, "catan_europe/map-short.toml": 5,
    "new_world/tiles.toml": 74, "power_grid/income.toml": 38, "power_grid/market.toml": 6, "power_grid/plants.toml": 46,
    "puerto_rico/goods.toml": 6,
}  # fmt: skip
"""How many changes of a file no check of it notices: those are left to worked examples, properties and theorems.

What is printed on a card, a board or a map and nowhere in the text is free: what a plant burns, how a tile looks, what
a connection costs (of the maps of Power Grid nothing is counted).  Worked examples notice 10 of the 38 of
`income.toml`, 4 of the 6 of `market.toml` and 2 of the 6 of `goods.toml`.
"""


def unnoticed(name: str, folder: Path) -> list[str]:
    """The changes by one that no check of the file notices."""
    game, file = name.split("/")
    return [
        f"{number} {by:+}"
        for number in numbers(game, file)
        for by in (-1, 1)
        if not noticed_by_checks(game, changed(number, by, folder))
    ]


@pytest.mark.parametrize("name", GUARDED)
def test_every_number_of_the_file_is_guarded(name: str, tmp_path: Path) -> None:
    assert unnoticed(name, tmp_path) == []


@pytest.mark.campaign
@pytest.mark.parametrize("name", FREE)
def test_no_more_numbers_than_these_are_free_of_checks(name: str, tmp_path: Path) -> None:
    """Another number here is news: a check that was lost, or one that was won."""
    free = unnoticed(name, tmp_path)

    assert len(free) == FREE[name], free
