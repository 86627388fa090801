"""The table as text: what lies in the middle, then each player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from rulecheck.reference_engines.power_grid.game import Game
from rulecheck.reference_engines.power_grid.notation import prices, regions_json, write_phase
from rulecheck.reference_engines.power_grid.table import Table
from rulecheck.reference_engines.values import bits
from rulecheck.spec.power_grid.board import FUELS

WIDTH = 108


def counts(values: Sequence[int]) -> str:
    """Tokens of fuel as words, without zeros."""
    return ", ".join(f"{count} {fuel}" for fuel, count in zip(FUELS, values, strict=True) if count) or "-"


def cards(g: Game, plants: Iterable[int]) -> str:
    """Plants with what they burn and supply: `5 2 hybrid>1` burns two for one city."""
    found = []
    for k in plants:
        if k == g.step3:
            found.append("step 3")
        else:
            plant = g.plants[k]
            burns = f" {plant.needs} {plant.fuel}" if plant.needs else ""
            found.append(f"{plant.number}{burns}>{plant.cities}")
    return ", ".join(found) or "-"


def draw(g: Game, t: Table) -> str:
    """The position as text; `*` marks who acts."""
    phase = write_phase(g, t.phase)
    name = phase if isinstance(phase, str) else phase["name"]
    costs = ", ".join(f"{fuel} {cost}" for fuel, cost in prices(g, t).items())
    current, future = (t.market, ()) if t.step == 3 else (t.market[: g.row], t.market[g.row :])
    stacked = t.stack + t.has_thirteen if t.card == 0 else len(t.buried)
    below = f", below the Step 3 card {len(t.buried)}" if t.card == 0 else ""
    lines = [
        f"round {t.round}, Step {t.step}, phase {name}; order {', '.join(g.seats[seat] for seat in t.order)}",
        f"regions   {', '.join(regions_json(g, t.regions)) or '-'}",
        f"plants    {cards(g, current)}",
        f"future    {cards(g, future)}; stack {stacked}{below}",
        f"fuel      {counts(t.fuel)} (next costs {costs}); supply {counts(t.supply)}",
    ]
    for k, seat in enumerate(t.seats):
        mark = "*" if k == t.turn else " "
        names = [g.board(t.regions).cities[city] for city in bits(seat.cities)]
        lines += [
            "",
            f"{mark}{g.seats[k]:8} {seat.money} Elektro, {seat.houses} houses left; fuel {counts(seat.fuel)}"
            + (f"; supplied {seat.supplied}" if seat.supplied >= 0 else ""),
            f"  plants  {cards(g, seat.plants)}",
            f"  cities  {len(names)}: {', '.join(names) or '-'}",
        ]
    return "\n".join(part for line in lines for part in wrap(line, WIDTH, subsequent_indent=" " * 10) or [""])
