"""Shapes as SVG: the one place where a drawing's texts and looks become markup."""

from __future__ import annotations

from collections.abc import Iterable

import svg
from markupsafe import Markup

from rulecheck.cli.pages.board import LOOKS, Box, Circle, Drawing, Label, Piece, Point, Polygon, Shape, Stroke

_LOOKS = frozenset(LOOKS)


def group(pieces: Iterable[Piece], name: str) -> Markup:
    """Pieces as one group, to be used under its name wherever they lie."""
    return Markup(str(svg.G(id=name, elements=list(map(_piece, pieces)))))


def picture(drawing: Drawing) -> Markup:
    """A drawing as one SVG document."""
    box = svg.ViewBoxSpec(*map(_short, (drawing.left, drawing.top, drawing.width, drawing.height)))
    return Markup(str(svg.SVG(viewBox=box, class_=["board"], elements=list(map(_piece, drawing.pieces)))))


def _piece(piece: Piece) -> svg.Element:
    shapes = list(map(_element, piece.shapes))
    return svg.G(elements=[svg.Title(text=_words(piece.title)), *shapes] if piece.title else shapes)


def _element(shape: Shape) -> svg.Element:
    match shape:
        case Circle(x, y, radius, look):
            return svg.Circle(cx=_short(x), cy=_short(y), r=_short(radius), class_=_look(look))
        case Box(x, y, width, height, look, corner):
            return svg.Rect(
                x=_short(x),
                y=_short(y),
                width=_short(width),
                height=_short(height),
                rx=_short(corner) or None,
                class_=_look(look),
            )
        case Polygon(points, look):
            return svg.Polygon(points=_points(points), class_=_look(look))
        case Stroke(points, look, wide):
            return svg.Polyline(points=_points(points), class_=["stroke", *_look(look)], stroke_width=_short(wide))
        case Label(x, y, text, size, look, end):
            return svg.Text(
                x=_short(x),
                y=_short(y),
                text=_words(text),
                font_size=_short(size),
                text_anchor=None if end == "start" else end,
                class_=_look(look) or None,
            )


def _look(look: str) -> list[str]:
    """The classes of a look; raises ValueError for one that the style sheet does not have."""
    names = look.split()
    for name in names:
        if name not in _LOOKS:
            raise ValueError(f"no look {name!r}; there are {', '.join(LOOKS)}")
    return names


def _words(text: str) -> str:
    return svg.escape("".join(letter if letter.isprintable() else " " for letter in text))


def _points(points: Iterable[Point]) -> list[svg.Point]:
    return [svg.Point(_short(x), _short(y)) for x, y in points]


def _short(number: float) -> float:
    """A number as short as can be seen."""
    rounded = round(number, 1)
    return int(rounded) if rounded == int(rounded) else rounded
