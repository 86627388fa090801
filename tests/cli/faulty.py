"""A game of somebody's own with faults that come to light one after another: new findings, which no rulebook lists."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rulecheck.cli.commands.new import write_game

NAME: Final = "faulty"
_UNTRUE: Final = """

def nobody_has(field: int, coins: int) -> object:
    def untrue(engine: Race, state: Table) -> Iterator[str]:
        if (field, coins) in zip(state.fields, state.coins, strict=True):
            yield f"somebody stands on field {field} with {coins} coins"

    untrue.__name__ = f"nobody_stands_on_{field}_with_{coins}"
    untrue.__doc__ = f"On field {field} nobody has {coins} coins, which is wrong."
    return holds("turn.step", reads=("fields", "coins"))(untrue)


for field in range(1, 9):
    for coins in range(3):
        globals()[f"untrue_{field}_{coins}"] = nobody_has(field, coins)
"""


def write_faulty(folder: Path) -> str:
    """Write the game into a folder that there is; how a command run there names it.

    Its engine is the one of a new game. It claims of two dozen places that nobody comes there, each of which is met.
    """
    write_game(NAME, folder / NAME)
    properties = folder / NAME / "properties.py"
    properties.write_text(properties.read_text(encoding="utf-8") + _UNTRUE, encoding="utf-8")
    return NAME
