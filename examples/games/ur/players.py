"""Players that reach what others seldom do: a campaign lets them play some of its games."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rulecheck.properties.campaign.players import Player
from ur.moves import Enter, Go


def runner(rng: Random) -> Player:
    """Goes on with the foremost piece, so that pieces come home soon and the last squares are full."""

    def play(engine: Any, state: Any, legal: Sequence[Any], rng: Random) -> Any:
        return max(legal, key=lambda move: move.square if isinstance(move, Go) else 0)

    return play


def crowd(rng: Random) -> Player:
    """Brings everything onto the board first, so that pieces stand in each other's way."""

    def play(engine: Any, state: Any, legal: Sequence[Any], rng: Random) -> Any:
        return next((move for move in legal if isinstance(move, Enter)), legal[int(rng.random() * len(legal))])

    return play


PLAYERS = {"runner": runner, "crowd": crowd}
