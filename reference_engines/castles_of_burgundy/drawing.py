"""The table as text: what lies in the middle, then each player's board with its estate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from rulecheck.reference_engines.castles_of_burgundy.game import BUILDING, Game
from rulecheck.reference_engines.castles_of_burgundy.notation import write_phase
from rulecheck.reference_engines.castles_of_burgundy.table import Seat, Table
from rulecheck.spec.castles_of_burgundy.board import GOODS, LETTERS, PHASES, ROWS

WIDTH = 108


def counts(names: Sequence[str], values: Sequence[int]) -> str:
    """Counts as words, without zeros."""
    return ", ".join(f"{count} {name}" for name, count in zip(names, values, strict=False) if count) or "-"


def listed(names: Iterable[str]) -> str:
    """Names in a row."""
    return ", ".join(names) or "-"


def draw(g: Game, t: Table) -> str:
    """The position as text; `*` marks who acts.

    In an estate `B4` is a space for a building with the number 4, `[ba]` a building by its first two letters, `[CA]` a
    castle, `[7]` the knowledge tile of that number and `[c3]` three cows.
    """
    phase = write_phase(g, t.phase)
    name = phase if isinstance(phase, str) else " ".join(str(part) for part in phase.values() if part != "")
    lines = [
        f"phase {PHASES[t.letter]}, round {t.round + 1}: {name}"
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


def fitted(line: str) -> list[str]:
    """A line, broken where it is too long."""
    return wrap(line, WIDTH, subsequent_indent=" " * 10) if len(line) > WIDTH else [line]


def player(g: Game, seat: Seat, dice: tuple[int, ...], name: str) -> list[str]:
    """One player's board."""
    bonus = seat.large.bit_count(), seat.small.bit_count()
    lines = [
        f"{name:9} dice {listed(map(str, dice))}; {seat.points} points, {seat.silver} silver, {seat.workers} workers; "
        f"bonus tiles {bonus[0]} large, {bonus[1]} small",
        f"  storage {listed(g.names[kind] for kind in seat.storage)}; goods {counts(GOODS, seat.goods)}; "
        f"sold {counts(GOODS, seat.sold)}",
    ]
    return lines + (estate(g, seat) if seat.board >= 0 else [])


def estate(g: Game, seat: Seat) -> list[str]:
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


def short(g: Game, kind: int) -> str:
    """A tile in four signs."""
    if g.knowledge_number[kind]:
        return f"[{g.knowledge_number[kind]}]"
    if g.animals[kind]:
        return f"[{g.names[kind][:1]}{g.animals[kind]}]"
    name = g.names[kind][:2]
    return f"[{name if g.colour[kind] == BUILDING else name.upper()}]"
