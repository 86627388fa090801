"""The table as text: what lies in the middle, then each player's board with its estate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.castles_of_burgundy.kit import BLACK, BUILDING, ROUND_SPACES, Kit
from rulecheck.reference_engines.castles_of_burgundy.notation import PHASE_FORMS
from rulecheck.reference_engines.castles_of_burgundy.table import Seat, Table
from rulecheck.spec.castles_of_burgundy.board import GOODS, LETTERS, PHASES, ROWS

WIDTH = 108

OTHER_NAMES = {"chicken": "hen", "watchtower": "wt"}
"""What stands for names that begin like another."""


def counts(names: Sequence[str], values: Sequence[int]) -> str:
    """Counts as words, without zeros."""
    return ", ".join(f"{count} {name}" for name, count in zip(names, values, strict=False) if count) or "-"


def letters(colours: int) -> str:
    """The letters of a mask of colours, as they stand on empty spaces of an estate."""
    return " ".join(letter for k, letter in enumerate(LETTERS) if colours >> k & 1) or "-"


def listed(names: Iterable[str]) -> str:
    """Names in a row."""
    return ", ".join(names) or "-"


def draw(g: Kit, t: Table) -> str:
    """The position as text; `*` marks who acts.

    In an estate `B4` is a space for a building with the number 4, `[ba]` a building by its first two letters (`[wt]` a
    watchtower), `[CA]` a castle, `[7]` the knowledge tile of that number, `[c3]` three cows and `[h3]` three chickens.
    """
    lines = [
        f"phase {PHASES[t.letter]}, round {t.round + 1}: {deciding(g, t, t.phase)}"
        + (f", {g.names[t.held]} in hand" if t.held >= 0 else ""),
        "track     " + listed(f"{g.seats[k]} {t.track[k]}" for k in t.order),
        *(
            f"depot {d}   {listed(g.names[kind] for kind in tiles)}; goods {listed(GOODS[good] for good in goods)}"
            for d, (tiles, goods) in enumerate(zip(t.depots, t.goods, strict=True), 1)
        ),
        f"black     {listed(g.names[kind] for kind in t.black)}",
        f"goods     {listed(GOODS[good] for good in t.offered)} on the round spaces",
    ]
    for k, seat in enumerate(t.seats):
        lines += ["", *player(g, seat, t.dice[k], ("*" if k == t.turn else " ") + g.seats[k])]
    return "\n".join(part for line in lines for part in fitted(line))


def deciding(g: Kit, t: Table, phase: b.Phase) -> str:
    """What is being decided, in words."""
    match phase:
        case b.StartGoods():
            return f"goods to begin with are drawn for {g.seats[t.turn]}"
        case b.Filling(step):
            where = g.to_fill[t.letter][step][0]
            return {BLACK: "a tile is drawn for the black depot", ROUND_SPACES: "goods are drawn"}.get(
                where, f"a tile is drawn for depot {where + 1}"
            )
        case b.Acting(die):
            return f"action with a {die}" if die else "action of a castle"
        case b.Discarding(after):
            return "making room" if after == b.TURN else f"making room, then {deciding(g, t, after)}"
        case b.Paying(left):
            return f"paying {left} more"
        case b.Fetching(building):
            return f"the {g.names[building]} brings a tile"
        case b.Cargo(first):
            return f"a second depot beside {first} for the ship" if first else "a depot for the ship"
        case b.Stowing(depot, _, first):
            return f"which goods of depot {depot} to keep" if not first else f"which of {first} and {depot} to keep"
        case _:
            return PHASE_FORMS.name(phase) if not isinstance(phase, b.Rolling) else "dice are thrown"


def fitted(line: str) -> list[str]:
    """A line, broken where it is too long."""
    return wrap(line, WIDTH, subsequent_indent=" " * 10) if len(line) > WIDTH else [line]


def player(g: Kit, seat: Seat, dice: tuple[int, ...], name: str) -> list[str]:
    """One player's board."""
    board = f"board {g.grounds[seat.board].number}; " if g.expert and seat.board >= 0 else ""
    lines = [
        f"{name:9} {board}dice {listed(map(str, dice))}; {seat.points} points, {seat.silver} silver, "
        f"{seat.workers} workers; bonus tiles large {letters(seat.large)}, small {letters(seat.small)}",
        f"  storage {listed(g.names[kind] for kind in seat.storage)}; goods {counts(GOODS, seat.goods)}; "
        f"sold {counts(GOODS, seat.sold)}",
    ]
    return lines + (estate(g, seat) if seat.board >= 0 else [])


def estate(g: Kit, seat: Seat) -> list[str]:
    """The seven rows of an estate, each shifted so that neighbours touch."""
    ground, space, rows = g.grounds[seat.board], 0, []
    for width in ROWS:
        row = []
        for _ in range(width):
            kind = seat.estate[space]
            empty = f" {LETTERS[ground.colour[space]]}{g.die_of_space[space]} "
            row.append(f"{short(g, kind) if kind >= 0 else empty:4}")
            space += 1
        rows.append(" " * (4 + 3 * (7 - width)) + "  ".join(row).rstrip())
    return rows


def short(g: Kit, kind: int) -> str:
    """A tile in four signs."""
    if g.knowledge_number[kind]:
        return f"[{g.knowledge_number[kind]}]"
    if g.animals[kind]:
        species = g.names[kind].split()[0]
        return f"[{OTHER_NAMES.get(species, species)[:1]}{g.animals[kind]}]"
    name = OTHER_NAMES.get(g.names[kind], g.names[kind])[:2]
    return f"[{name if g.colour[kind] == BUILDING else name.upper()}]"
