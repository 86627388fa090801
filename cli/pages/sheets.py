"""The drawings of a game, each piece written once: what stays the same, what changed, and where to mark it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from attrs import frozen
from markupsafe import Markup

from rulecheck.cli.pages.board import Drawing, Frame, Piece, frame_of
from rulecheck.cli.pages.vector import group

_MARGIN: Final = 3
"""Between a piece that changed and its mark."""


@frozen
class Mark:
    """Around a piece that is new or different, or where one was before (`gone`)."""

    frame: Frame
    gone: bool
    what: str


@frozen
class Sheet:
    """One position: the groups it is made of, in order, and what changed."""

    frame: Frame
    """What part of the plane it shows."""
    groups: tuple[str, ...]
    marks: tuple[Mark, ...]


@frozen
class Sheets:
    """All positions that a page shows."""

    shared: tuple[Markup, ...]
    """Each group of pieces once."""
    sheets: tuple[Sheet | None, ...]
    """For each position; None where there was nothing to draw."""


def sheets(drawings: Sequence[Drawing | None], before: Drawing | None = None) -> Sheets:
    """The drawings as groups that they share; `before` is what stands in front of the first, for its marks."""
    drawn = [drawing for drawing in drawings if drawing is not None]
    runs = _Runs(drawn)
    answer: list[Sheet | None] = []
    for drawing in drawings:
        if drawing is None:
            answer.append(None)
            continue
        marks = () if before is None else changes(before, drawing)
        frame = (drawing.left, drawing.top, drawing.width, drawing.height)
        answer.append(Sheet(frame, runs.names(drawing), marks))
        before = drawing
    return Sheets(tuple(runs.shared), tuple(answer))


def changes(before: Drawing, drawing: Drawing) -> tuple[Mark, ...]:
    """Where a drawing differs from the one before."""
    there = {piece.key: piece for piece in before.pieces}
    here = {piece.key: piece for piece in drawing.pieces}
    new = [piece for key, piece in here.items() if key not in there or there[key].compared != piece.compared]
    gone = [piece for key, piece in there.items() if key not in here]
    return tuple(_mark(piece, is_gone) for pieces, is_gone in ((new, False), (gone, True)) for piece in pieces)


def _mark(piece: Piece, gone: bool) -> Mark:
    x, y, width, height = frame_of(piece.shapes)
    frame = (x - _MARGIN, y - _MARGIN, width + 2 * _MARGIN, height + 2 * _MARGIN)
    return Mark(frame, gone, piece.title or piece.key)


class _Runs:
    """Groups of pieces by content: neighbours that no drawing parts are one group.

    Equal pieces have one number: they are compared once, and numbers from then on.
    """

    def __init__(self, drawings: Sequence[Drawing]) -> None:
        self.shared: list[Markup] = []
        self._number: dict[Piece, int] = {}
        self._names: dict[tuple[int, ...], str] = {}
        self._rows = {
            id(drawing): [self._number.setdefault(piece, len(self._number)) for piece in drawing.pieces]
            for drawing in drawings
        }
        pairs = [set(pairwise([-1, *row, -1])) for row in self._rows.values()]
        self._always = set.intersection(*pairs) if pairs else set()
        """Neighbours that are such in every drawing."""

    def names(self, drawing: Drawing) -> tuple[str, ...]:
        """The groups of a drawing, from the lowest."""
        row = self._rows[id(drawing)]
        starts = [k for k, pair in enumerate(pairwise([-1, *row])) if k == 0 or pair not in self._always]
        return tuple(
            self._name(tuple(row[start:end]), drawing.pieces[start:end]) for start, end in pairwise([*starts, len(row)])
        )

    def _name(self, run: tuple[int, ...], pieces: Sequence[Piece]) -> str:
        name = self._names.get(run)
        if name is None:
            name = self._names[run] = f"g{len(self._names)}"
            self.shared.append(group(pieces, name))
        return name
