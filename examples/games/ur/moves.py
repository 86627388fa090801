"""The moves: one class for each kind. What `str` answers is the notation, in findings, examples and logs."""

from __future__ import annotations

from attrs import frozen


@frozen
class Throw:
    """Chance throws the dice; so many marked corners point upwards."""

    count: int

    def __str__(self) -> str:
        return f"throw {self.count}"


@frozen
class Enter:
    """A waiting piece comes onto the board."""

    def __str__(self) -> str:
        return "enter"


@frozen
class Go:
    """The piece on a square of one's own way goes ahead."""

    square: int

    def __str__(self) -> str:
        return f"move {self.square}"


@frozen
class Pass:
    """Move nothing."""

    def __str__(self) -> str:
        return "pass"


Move = Throw | Enter | Go | Pass
