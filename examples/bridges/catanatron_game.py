# mypy: ignore-errors
"""catanatron, a program that plays Catan, behind the protocol. `pip install catanatron`

It throws its own dice from the seed of `start`. What it tells is enough to count all resource and development cards.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import catanatron
from catanatron.models.enums import DEVELOPMENT_CARDS, RESOURCES

sys.path.insert(0, str(Path(__file__).resolve().parent))
from bridge import serve

COLORS = (catanatron.Color.RED, catanatron.Color.BLUE, catanatron.Color.WHITE, catanatron.Color.ORANGE)


class Game:
    """A game of two to four players."""

    def __init__(self, request: Mapping[str, Any]) -> None:
        players = [catanatron.Player(color) for color in COLORS[: request["players"]]]
        self.game = catanatron.Game(players, seed=1 + request["seed"])
        self.random = random.getstate()

    @cached_property
    def moves(self) -> dict[str, Any]:
        """The legal actions by their texts."""
        if self.game.winning_color() is not None:
            return {}
        actions = self.game.state.playable_actions
        return {f"{action.action_type.value.lower()} {action.value}": action for action in actions}

    def legal(self) -> Sequence[str]:
        """None when somebody has won."""
        return list(self.moves)

    def play(self, move: str) -> None:
        """Play a move that `legal` lists."""
        random.setstate(self.random)
        self.game.execute(self.moves[move])
        self.random = random.getstate()
        del self.moves

    def undo(self) -> None:
        """It is not announced."""
        raise NotImplementedError

    def tell(self) -> Mapping[str, Any]:
        """Cards, pieces and points."""
        state = self.game.state
        players = {}
        for color in state.colors:
            key = f"P{state.color_to_index[color]}_"
            own = {name.removeprefix(key): value for name, value in state.player_state.items() if name.startswith(key)}
            hand = {card: own[f"{card}_IN_HAND"] for card in RESOURCES}
            cards = {card: own[f"{card}_IN_HAND"] + own[f"PLAYED_{card}"] for card in DEVELOPMENT_CARDS}
            pieces = {name: own[f"{name}_AVAILABLE"] for name in ("ROADS", "SETTLEMENTS", "CITIES")}
            players[color.value] = {"hand": hand, "cards": cards, "left": pieces, "points": own["VICTORY_POINTS"]}
        told: dict[str, Any] = {
            "turn": state.current_player().color.value,
            "state": {
                "bank": dict(zip(RESOURCES, state.resource_freqdeck, strict=True)),
                "stack": len(state.development_listdeck),
                "players": players,
                "robber": list(state.board.robber_coordinate),
                "turns": state.num_turns,
            },
        }
        winner = self.game.winning_color()
        return told if winner is None else {**told, "turn": "nobody", "outcome": {"winners": [winner.value]}}


if __name__ == "__main__":
    announced = {
        "players": [2, 3, 4],
        "can": ["legal", "state", "turn", "outcome"],
        "chance": "own",
        "repeats": True,
        "conserved": [
            *[[f"bank.{card}", f"players.*.hand.{card}"] for card in RESOURCES],
            ["stack", "players.*.cards.*"],
        ],
    }
    serve("catan", announced, "catanatron", version("catanatron"), Game)
