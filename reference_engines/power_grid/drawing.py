"""The table as text: what lies in the middle, then each player, then the map of the chosen regions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.notation import PHASES, prices, regions_json
from rulecheck.reference_engines.power_grid.table import Bidding, Opening, Table
from rulecheck.reference_engines.values import bits
from rulecheck.spec.power_grid.board import FUELS, plain
from rulecheck.spec.power_grid.layout import layout

WIDTH = 108
ROWS = 26
"""Lines of the map."""
SIGN = 9
"""Columns that a city takes on the map."""


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
    text = [part for line in lines for part in wrap(line, WIDTH, subsequent_indent=" " * 10) or [""]]
    return "\n".join([*text, *network(g, t)])


def network(g: Kit, t: Table) -> list[str]:
    """The cities of the chosen regions as they lie, `Ham:ab` with a house of anna and one of bob; below, the ways."""
    board = g.board(t.regions)
    if not board.cities:
        return []
    signs = short(board.cities)
    where = [layout(g.map)[g.city_number[city]] for city in board.cities]
    left, top = min(x for x, _ in where), min(y for _, y in where)
    across = max(max(x for x, _ in where) - left, 1) / (WIDTH - SIGN)
    down = max(max(y for _, y in where) - top, 1) / (ROWS - 1)
    rows: list[list[str]] = [[" "] * WIDTH for _ in range(ROWS)]
    for city, (x, y) in enumerate(where):
        owners = "".join(g.seats[k][0] for k, seat in enumerate(t.seats) if seat.cities >> city & 1)
        sign = f"{signs[city]}:{owners}" if owners else signs[city]
        column = round((x - left) / across)
        wanted = round((y - top) / down)
        free = [k for k in range(ROWS) if not "".join(rows[k][max(0, column - 1) : column + SIGN]).strip()]
        row = min(free, key=lambda k: abs(k - wanted)) if free else wanted
        rows[row][column : column + len(sign)] = sign[: WIDTH - column]
    ways = [f"{signs[a]}-{signs[b]} {cost}" for a, near in enumerate(board.direct) for b, cost in sorted(near) if a < b]
    picture = ["".join(row).rstrip() for row in rows]
    told = wrap(f"ways      {', '.join(ways)}", WIDTH, subsequent_indent=" " * 10, break_on_hyphens=False)
    return ["", *picture, "", *told]


def short(names: Sequence[str]) -> tuple[str, ...]:
    """The first three or four letters of each name, or two and the last one, as it takes to tell it from the others."""
    letters = [plain(name).replace(" ", "") for name in names]

    def sign(name: str) -> str:
        ways = (name[:3], name[:4], name[:2] + name[-1])
        return next((way for way in ways if sum(other.startswith(way) for other in letters) <= 1), name)

    return tuple(map(sign, letters))
