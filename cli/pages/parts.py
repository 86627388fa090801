"""Parts of boards that several games have: counters, cards, rows of words, a player's panel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from rulecheck.cli.pages.board import LETTER, Box, Circle, Label, Piece, Shape

HEAD: Final = 26
"""How high the head of a panel is."""

_DARK: Final = frozenset({"blue", "black", "brown", "vermillion", "green"})
"""Colours on which letters are white."""


def on(colour: str) -> str:
    """The look of letters on a colour: `white` on a dark one, `black` on others."""
    return "white" if colour in _DARK else "black"


def counter(x: float, y: float, radius: float, colour: str, text: str) -> tuple[Shape, ...]:
    """A disc with a letter or a number on it."""
    return (Circle(x, y, radius, colour), Label(x, y + radius * 0.4, text, radius * 1.15, f"{on(colour)} bold"))


def card(
    x: float, y: float, width: float, height: float, look: str, *lines: str, size: float = 12
) -> tuple[Shape, ...]:
    """A card with lines in its middle, cut to its width."""
    room = max(1, int((width - 4) / (LETTER * size)))
    top = y + height / 2 - (len(lines) - 1) * size * 0.6 + size * 0.35
    letters = on(look.split()[0]) if look and not look.startswith(("soft-", "paper", "panel", "bare")) else ""
    labels = [
        Label(x + width / 2, top + k * size * 1.2, line if len(line) <= room else line[: room - 1] + "…", size, letters)
        for k, line in enumerate(lines)
    ]
    return (Box(x, y, width, height, look, 4), *labels)


def panel(key: str, x: float, y: float, width: float, height: float, colour: str, title: str, acts: bool) -> Piece:
    """A player's panel: the name in its colour, and an arrow before it while the player acts."""
    return Piece(
        key,
        (
            Box(x, y, width, height, "panel", 6),
            Box(x, y, width, HEAD, colour, 6),
            Label(x + 10, y + HEAD - 8, f"{'▶ ' if acts else ''}{title}", 15, f"bold {on(colour)}", "start"),
        ),
        title,
    )


def facts(key: str, x: float, y: float, pairs: Iterable[tuple[str, object]], size: float = 13) -> list[Piece]:
    """Lines `name value`, each a piece of its own."""
    return [
        Piece(
            f"{key} {name}",
            (Label(x, y + k * size * 1.4, f"{name} {value}".strip(), size, "", "start"),),
            state=str(value),
        )
        for k, (name, value) in enumerate(pairs)
    ]


def words(value: Any) -> str:
    """A part of a position as JSON in words, without what is nothing: `offer, maker red, give wood 1`."""
    if isinstance(value, Mapping):
        parts = [(name, words(inner)) for name, inner in value.items()]
        return ", ".join(told if name == "name" else f"{name} {told}" for name, told in parts if told)
    if isinstance(value, list | tuple):
        return "; ".join(filter(None, map(words, value)))
    return "" if value is None or value is False or value == 0 else str(value)


def phase(x: float, y: float, width: float, told: Any, size: float = 13, most: int = 2) -> Piece:
    """What is being decided, from the position's JSON, in a few lines."""
    said = words(told)
    lines = wrap(f"phase {said}", int(width / (LETTER * size)), max_lines=most, placeholder=" …")
    shapes = tuple(Label(x, y + k * size * 1.25, line, size, "bold", "start") for k, line in enumerate(lines))
    return Piece("phase", shapes, said, state=said)


Count = tuple[str, str, int, str]
"""A kind's name, the sign on its disc, how many there are, and its colour."""


def pips(key: str, x: float, y: float, counts: Iterable[Count], *, gap: float = 34, radius: float = 10) -> list[Piece]:
    """For each kind a disc with its sign, and how many there are; a kind of which there is none stays pale."""
    pieces = []
    for k, (name, sign, count, colour) in enumerate(counts):
        at = x + k * gap
        disc = Circle(at, y, radius, colour if count else f"soft-{colour}")
        letter = Label(at, y + 4, sign, 10, f"{on(colour)} bold" if count else "faint")
        number = Label(at + radius + 2, y + 5, str(count), 13, "bold" if count else "faint", "start")
        pieces.append(Piece(f"{key} {name}", (disc, letter, number), f"{name}: {count}"))
    return pieces


def legend(x: float, y: float, gap: float, signs: Sequence[tuple[Shape, str]], *, beside: bool = False) -> Piece:
    """What signs mean, `gap` units apart, one below the other or `beside`: the shapes, each with words to its right."""
    words = [
        Label(x + 14 + (k * gap if beside else 0), y + 4 + (0 if beside else k * gap), words, 11, "", "start")
        for k, (_, words) in enumerate(signs)
    ]
    return Piece("legend", (*(shape for shape, _ in signs), *words))
