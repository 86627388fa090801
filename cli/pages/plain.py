"""A position drawn from its JSON alone: for games that bring no drawing of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from rulecheck.cli.pages.board import LETTER, Box, Drawing, Label, Piece, Shape, seat_colour

_COLUMNS: Final = 3
_WIDE: Final = 330
_GAP: Final = 12
_SIZE: Final = 12
_LINE: Final = 17
_MOST: Final = 60
"""Lines of a panel."""

Panel = tuple[str, str, list[Piece], float]
"""Key, colour, its lines and how high it is."""


def draw_plain(position: Mapping[str, Any], seats: Sequence[str]) -> Drawing:
    """The position in panels, one for each of its parts; what holds something for each seat, in the seats' panels."""
    common: dict[str, list[tuple[str, Any]]] = {}
    of_seat: dict[str, list[tuple[str, Any]]] = {seat: [] for seat in seats}
    for name, value in position.items():
        if isinstance(value, Mapping) and value and set(value) <= set(seats):
            for seat, own in value.items():
                of_seat[seat] += _leaves("" if isinstance(own, Mapping) else name, own)
        else:
            group = name if isinstance(value, Mapping) and value else "table"
            common.setdefault(group, []).extend(_leaves("" if group == name else name, value))
    panels = [(name, "panel", rows) for name, rows in common.items()]
    panels += [(seat, seat_colour(seat, k), rows) for k, (seat, rows) in enumerate(of_seat.items())]
    return _laid_out([panel for panel in panels if panel[2]])


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The values in a part of a position, with their paths; lists of plain values are one value."""
    if isinstance(value, Mapping) and value:
        for name, inner in value.items():
            yield from _leaves(_joined(path, str(name)), inner)
    elif isinstance(value, list | tuple) and any(isinstance(inner, Mapping | list | tuple) for inner in value):
        for number, inner in enumerate(value, 1):
            yield from _leaves(_joined(path, str(number)), inner)
    elif value not in (None, 0, "", [], {}, False) or path == "":
        yield path, value


def _joined(path: str, name: str) -> str:
    return f"{path} {name}".strip()


def _laid_out(panels: Sequence[tuple[str, str, list[tuple[str, Any]]]]) -> Drawing:
    feet = [float(_GAP)] * _COLUMNS
    pieces: list[Piece] = []
    for name, look, rows in panels:
        column = feet.index(min(feet))
        x, y = _GAP + column * (_WIDE + _GAP), feet[column]
        lines, height = _lines(name, rows, x + 10, y + 48)
        frame: list[Shape] = [Box(x, y, _WIDE, height + 48, "panel", 6), Box(x, y, _WIDE, 8, look, 4)]
        head = Label(x + 10, y + 26, name, 14, "bold", "start")
        pieces.append(Piece(f"panel {name}", (*frame, head), state=name))
        pieces += lines
        feet[column] = y + height + 48 + _GAP
    return Drawing(_GAP + _COLUMNS * (_WIDE + _GAP), max(feet), tuple(pieces))


def _word(value: Any) -> str:
    return {True: "yes", False: "no", None: "none"}[value] if value is None or isinstance(value, bool) else str(value)


def _lines(name: str, rows: Sequence[tuple[str, Any]], x: float, y: float) -> tuple[list[Piece], float]:
    """The lines of a panel, and how high they are together."""
    pieces: list[Piece] = []
    high, letters = 0.0, int((_WIDE - 20) / (LETTER * _SIZE))
    for path, value in rows[:_MOST]:
        told = ", ".join(map(_word, value if isinstance(value, list | tuple) else [value]))
        words = wrap(f"{path}: {told}" if path else told, letters, subsequent_indent="  ")[:4] or [""]
        shapes = tuple(Label(x, y + high + k * _LINE, word, _SIZE, "", "start") for k, word in enumerate(words))
        pieces.append(Piece(f"{name} {path}", shapes, state=told))
        high += len(words) * _LINE
    if len(rows) > _MOST:
        pieces.append(Piece(f"{name} more", (Label(x, y + high, f"… {len(rows) - _MOST} more", _SIZE, "", "start"),)))
        high += _LINE
    return pieces, high
