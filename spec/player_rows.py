"""Amounts for numbers of players told in a row, in either order: "2 points each with 2 players, 3 with 3, 4 with 4"."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen


@frozen
class Counted:
    """A number of a sentence."""

    value: int
    of_players: bool
    """Whether the word for players follows."""
    is_apart: bool
    """Whether a comma, a semicolon or an "and" stands between it and the number before."""


def player_rows(numbers: Sequence[Counted]) -> tuple[tuple[int, int], ...] | None:
    """Which numbers are numbers of players and which the amounts for them, by their places; None for no such row.

    The word for players may stand in the first pair only.
    """
    if len(numbers) < 4 or len(numbers) % 2:
        return None
    pairs = [(at, at + 1) for at in range(0, len(numbers), 2)]
    sides = {side for pair in pairs for side, at in enumerate(pair) if numbers[at].of_players}
    if len(sides) != 1 or not all(numbers[first].is_apart for first, _ in pairs[1:]):
        return None
    side = sides.pop()
    rows = tuple((pair[side], pair[1 - side]) for pair in pairs)
    return rows if len({numbers[count].value for count, _ in rows}) == len(rows) else None
