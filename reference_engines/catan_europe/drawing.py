"""The table as text: the map with its pieces, then everyone's depot and hand."""

from __future__ import annotations

from typing import Final

from rulecheck.reference_engines.catan_europe.kit import Kit, seat_at
from rulecheck.reference_engines.catan_europe.notation import PHASES
from rulecheck.reference_engines.catan_europe.table import NEUTRAL, RESOURCES, Table, spots

ACROSS: Final = 5
"""Characters for half a hex."""

SIGN: Final = {"forest": "fo", "pasture": "pa", "arable": "ar", "mountain": "mo", "salt": "sa"}


def draw(g: Kit, t: Table) -> str:
    """The position as text.

    Cities are `o` (purple `O`), posts the owner's capital letter (`N` neutral, `*` behind it once supplied), merchants
    small letters; on paths `r` stands for red's route, `r1` with one caravan beside it, `=` for a double arrow.
    """
    board = g.map
    rows = max(y for _, y in board.position) + 3
    columns = (max(x for x, _ in board.position) + 2) * ACROSS
    canvas = [[" "] * columns for _ in range(rows)]

    def write(x: float, y: float, text: str) -> None:
        column = round(x * ACROSS) + 2 - len(text) // 2
        for k, sign in enumerate(text):
            if 0 <= column + k < columns and 0 <= round(y) < rows:
                canvas[round(y)][column + k] = sign

    for path, (a, b) in enumerate(board.paths):
        (ax, ay), (bx, by) = board.position[a], board.position[b]
        write((ax + bx) / 2, (ay + by) / 2, _path_sign(g, t, path))
    for region in range(len(board.regions)):
        spots_around = [board.position[i] for i in board.corners[region]]
        x = sum(px for px, _ in spots_around) / len(spots_around)
        y = sum(py for _, py in spots_around) / len(spots_around)
        number = t.numbers[region] or "-"
        robber = "!" if region == t.robber else ""
        write(x, y, f"{SIGN[board.terrain[region]]}{number}{robber}")
    for place in range(len(board.intersections)):
        write(*board.position[place], _place_sign(g, t, place))
    picture = [line for line in ("".join(row).rstrip() for row in canvas) if line]
    return "\n".join([*picture, "", *_players(g, t), _deciding(g, t)])


def _path_sign(g: Kit, t: Table, path: int) -> str:
    for name, seat in zip(g.seats, t.seats, strict=True):
        if seat.routes >> path & 1:
            caravans = sum(other.caravans.count(path) for other in t.seats)
            return name[0] + (str(caravans) if caravans else "")
    return "=" if g.map.double[path] else "."


def _place_sign(g: Kit, t: Table, place: int) -> str:
    sign = "+"
    if g.map.is_city[place]:
        sign = "O" if g.map.is_purple[place] else "o"
    owner = seat_at(t, place)
    if owner >= 0:
        sign = "N" if owner == NEUTRAL else g.seats[owner][0].upper()
        sign += "*" if t.supplied >> place & 1 else ""
    merchants = "".join(
        name[0] for name, seat in zip(g.seats, t.seats, strict=True) for at in seat.merchants if at == place
    )
    return sign + merchants if sign != "+" or not merchants else merchants


def _players(g: Kit, t: Table) -> list[str]:
    lines = []
    for k, (name, seat) in enumerate(zip(g.seats, t.seats, strict=True)):
        hand = " ".join(f"{n} {kind}" for kind, n in zip(RESOURCES, seat.hand, strict=True) if n) or "no cards"
        cards = sum(seat.cards) + sum(seat.new_cards)
        posts = ", ".join(g.map.intersections[i] for i in spots(seat.posts))
        mark = ">" if k == t.turn else " "
        lines.append(
            f"{mark}{name:7} {hand}; {seat.gold} gold, {cards} development; goods {seat.delivered} delivered, "
            f"{seat.goods} free, {seat.depot} covered"
        )
        lines.append(f"         posts {posts or '-'}; {seat.routes.bit_count()} routes")
    return [line[:110] for line in lines]


def _deciding(g: Kit, t: Table) -> str:
    return f" phase {PHASES.name(t.phase)}; bank {t.bank} gold, stacks {' '.join(map(str, t.stacks))}"
