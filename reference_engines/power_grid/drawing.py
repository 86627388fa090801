"""The table as text: what lies in the middle, then each player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.notation import PHASES, prices, regions_json
from rulecheck.reference_engines.power_grid.table import Bidding, Opening, Table
from rulecheck.reference_engines.values import bits
from rulecheck.spec.power_grid.board import FUELS

WIDTH = 108


def counts(values: Sequence[int]) -> str:
    """Tokens of fuel as words, without zeros."""
    return ", ".join(f"{count} {fuel}" for fuel, count in zip(FUELS, values, strict=True) if count) or "-"


def cards(g: Kit, plants: Iterable[int]) -> str:
    """Plants with what they burn and supply: `5 (2 coal/oil for 1)` burns two tokens for one city."""
    cards = []
    for k in plants:
        if k == g.step3:
            cards.append("step 3")
        else:
            plant = g.plants[k]
            fuel = "coal/oil" if plant.fuel == "hybrid" else plant.fuel
            burns = f"{plant.needs} {fuel} for " if plant.needs else "for "
            cards.append(f"{plant.number} ({burns}{plant.cities})")
    return ", ".join(cards) or "-"


def doing(g: Kit, t: Table) -> str:
    """The phase, and in an auction the plant, the bid and who leads."""
    phase = t.phase
    if isinstance(phase, Bidding):
        return f"bidding for plant {g.numbers[phase.plant]}: {g.seats[phase.leader]} bids {phase.bid}"
    if isinstance(phase, Opening):
        return f"opening the auction of plant {g.numbers[phase.plant]}"
    return PHASES.name(phase)


def draw(g: Kit, t: Table) -> str:
    """The position as text; `*` marks who acts."""
    costs = ", ".join(f"{fuel} {cost}" for fuel, cost in prices(g, t).items())
    current, future = (t.market, ()) if t.step == 3 else (t.market[: g.row], t.market[g.row :])
    stacked = t.stack + t.has_thirteen if t.card == 0 else len(t.buried)
    below = f", below the Step 3 card {len(t.buried)}" if t.card == 0 else ""
    lines = [
        f"round {t.round}, Step {t.step}, {doing(g, t)}; order {', '.join(g.seats[seat] for seat in t.order)}",
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
