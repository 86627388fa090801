"""A drawn position as a value: pieces made of a few shapes, each with a look that the pages' style sheet knows.

A game's module `drawing` offers `draw(engine, position)`, which answers a `Drawing`.  It says where things lie and
what they are called; how they look on paper, in the dark and to a colour-blind reader is the style sheet's business,
and what changed since the position before is found by comparing pieces.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import cos, pi, sin
from typing import Final, Literal

from attrs import frozen

COLOURS: Final = (
    "vermillion", "blue", "yellow", "green", "orange", "purple", "sky", "grey", "black", "white", "brown",
)  # fmt: skip
"""The colours there are, as looks of their own and pale as `soft-blue`: Okabe and Ito's, and four plain ones."""

LOOKS: Final = (*COLOURS, *(f"soft-{colour}" for colour in COLOURS), "paper", "panel", "bare", "line", "faint", "bold")
"""Looks can be joined: `orange faint`.  `paper` and `panel` are surfaces, `bare` has an outline only."""

_NAMED: Final = {"red": "vermillion", "pink": "purple", "violet": "purple"}
_BY_SEAT: Final = ("blue", "orange", "green", "purple", "yellow", "vermillion", "sky", "grey")
LETTER: Final = 0.58
"""The width of a letter, of its height: what a label's size is reckoned with."""

Point = tuple[float, float]
Frame = tuple[float, float, float, float]
"""x, y, width and height."""


@frozen
class Circle:
    """A disc."""

    x: float
    y: float
    radius: float
    look: str = "paper"


@frozen
class Box:
    """A rectangle, with rounded corners if wanted."""

    x: float
    y: float
    width: float
    height: float
    look: str = "paper"
    round: float = 0


@frozen
class Polygon:
    """A closed area."""

    points: tuple[Point, ...]
    look: str = "paper"


@frozen
class Stroke:
    """A line through some points; `wide` in the drawing's units."""

    points: tuple[Point, ...]
    look: str = "line"
    wide: float = 1


@frozen
class Label:
    """A line of text; `x` is its left end, middle or right end, `y` the foot of its letters."""

    x: float
    y: float
    text: str
    size: float = 12
    look: str = ""
    end: Literal["start", "middle", "end"] = "middle"
    """`start`: the text begins at x, `end`: it ends there."""


Shape = Circle | Box | Polygon | Stroke | Label


@frozen
class Piece:
    """What belongs together on a board, and is marked together when it changes."""

    key: str
    """The same in all positions: `city Berlin`, `seat anna money`."""
    shapes: tuple[Shape, ...]
    title: str = ""
    """What a pointer or a screen reader is told of it."""
    state: Hashable = None
    """What is compared to tell whether it changed; None: the shapes, so that a piece that moved has changed."""

    @property
    def compared(self) -> Hashable:
        """What is the same while the piece is."""
        return self.shapes if self.state is None else self.state


@frozen
class Drawing:
    """A position: pieces from the lowest to the uppermost, on a sheet of so many units."""

    width: float
    height: float
    pieces: tuple[Piece, ...]
    left: float = 0
    """Where the sheet begins: a board that grows to the west or north keeps its pieces where they are."""
    top: float = 0


def hexagon(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """The corners of a hexagon that stands on one of them."""
    return tuple((x + radius * sin(k * pi / 3), y - radius * cos(k * pi / 3)) for k in range(6))


def seat_colour(name: str, number: int) -> str:
    """The colour of a seat: the one that it is named after if there is such a colour, else by its number."""
    named = _NAMED.get(name.casefold(), name.casefold())
    return named if named in COLOURS else _BY_SEAT[number % len(_BY_SEAT)]


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """One or two letters for each name that tell it from the others: no seat is known by its colour alone."""

    def sign(name: str) -> str:
        for at in (0, *range(1, len(name))):
            alike = [other for other in names if (other[:1], other[at : at + 1]) == (name[:1], name[at])]
            if len(alike) == 1:
                return (name[0] + name[at] * bool(at)).capitalize()
        return name[:2].capitalize()

    return tuple(map(sign, names))


def frame_of(shapes: Iterable[Shape]) -> Frame:
    """The smallest upright rectangle around some shapes; labels are reckoned by their letters."""
    corners = [corner for shape in shapes for corner in _corners(shape)]
    if not corners:
        return (0, 0, 0, 0)
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return (left, top, max(x for x, _ in corners) - left, max(y for _, y in corners) - top)


def _corners(shape: Shape) -> tuple[Point, ...]:
    match shape:
        case Circle(x, y, radius):
            return ((x - radius, y - radius), (x + radius, y + radius))
        case Box(x, y, width, height):
            return ((x, y), (x + width, y + height))
        case Label(x, y, text, size, _, end):
            long = LETTER * size * len(text)
            left = x - {"start": 0.0, "middle": long / 2, "end": long}[end]
            return ((left, y - size), (left + long, y + size / 4))
        case Polygon(points) | Stroke(points):
            return points
