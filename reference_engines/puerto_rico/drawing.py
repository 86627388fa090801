"""The table as text: what lies in the middle, then each player's board."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.notation import PHASES
from rulecheck.reference_engines.puerto_rico.table import GOODS, TILES, Seat, Table

WIDTH = 108


def counts(names: Sequence[str], values: Sequence[int]) -> str:
    """Counts as words, without zeros."""
    return ", ".join(f"{count} {name}" for name, count in zip(names, values, strict=False) if count) or "-"


def draw(g: Kit, t: Table) -> str:
    """The position as text; `2/3 corn` are three corn plantations, two of them with a colonist; `*` marks who acts."""
    role = g.roles[t.role] if t.role >= 0 else "-"
    ships = ", ".join(
        f"{ship}: {f'{barrels} {GOODS[cargo]}' if cargo >= 0 else 'empty'}"
        for ship, (cargo, barrels) in zip(g.ship_names, t.ships, strict=True)
    )
    cards = ", ".join(
        f"{role}{f' +{money}' if money else ''}{f' ({g.seats[seat]})' if seat >= 0 else ''}"
        for role, money, seat in zip(g.roles, t.card_money, t.taken, strict=True)
    )
    lines = [
        f"role {role}, phase {PHASES.name(t.phase)}; governor {g.seats[t.governor]}"
        + (f"; last round ({t.ending})" if t.ending else ""),
        f"cards     {cards}",
        f"ships     {ships}; house {counts(GOODS, t.house)}",
        f"supply    {counts(GOODS, t.supply)}; bank {t.bank} doubloons; pool {t.pool} points",
        f"row       {counts(GOODS, t.row)}; {t.quarries} quarries; face down {sum(t.stack)}, "
        f"discarded {sum(t.discard)}",
        f"colonists {t.colonists} in reserve, {t.colonist_ship} on the ship",
        f"buildings {counts(g.names, t.stock)}",
    ]
    for k, seat in enumerate(t.seats):
        lines += ["", *player(g, seat, ("*" if k == t.turn else " ") + g.seats[k])]
    return "\n".join(part for line in lines for part in wrap(line, WIDTH, subsequent_indent=" " * 10) or [""])


def player(g: Kit, seat: Seat, name: str) -> list[str]:
    """One player's board."""
    island = ", ".join(
        f"{there}/{count} {tile}" for tile, there, count in zip(TILES, seat.tilled, seat.tiles, strict=True) if count
    )
    city = ", ".join(
        f"{building} {here}/{circles}"
        for building, here, circles in zip(g.names, seat.city, g.circles, strict=True)
        if here >= 0
    )
    return [
        f"{name:9} {seat.money} doubloons, {seat.points} points; goods {counts(GOODS, seat.goods)}; "
        f"San Juan {seat.san_juan}",
        f"  island  {island or '-'}",
        f"  city    {city or '-'}",
    ]
