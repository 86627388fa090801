# mypy: ignore-errors
"""A game of OpenSpiel behind the protocol: `open_spiel_game.py connect_four`. `pip install open_spiel`

Moves are OpenSpiel's own texts; where two actions have one text, their numbers stand behind it. Chance comes as moves.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyspiel

sys.path.insert(0, str(Path(__file__).resolve().parent))
from bridge import serve


class Game:
    """A game by OpenSpiel's name for it."""

    def __init__(self, name: str) -> None:
        self.states = [pyspiel.load_game(name).new_initial_state()]

    @property
    def state(self) -> Any:
        """The position."""
        return self.states[-1]

    @cached_property
    def moves(self) -> dict[str, int]:
        """The legal actions by their texts."""
        state = self.state
        if state.is_terminal():
            return {}
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        texts = {action: state.action_to_string(state.current_player(), action) for action in actions}
        times = Counter(texts.values())
        return {text if times[text] == 1 else f"{text} {action}": action for action, text in texts.items()}

    def legal(self) -> Sequence[str]:
        """None when the game is over."""
        return list(self.moves)

    def play(self, move: str) -> None:
        """Play a move that `legal` lists."""
        after = self.state.clone()
        after.apply_action(self.moves[move])
        self._go(lambda: self.states.append(after))

    def undo(self) -> None:
        """Take the last move back."""
        self._go(self.states.pop)

    def _go(self, change: Any) -> None:
        change()
        self.__dict__.pop("moves", None)

    def tell(self) -> Mapping[str, Any]:
        """The position as OpenSpiel writes it, and the returns."""
        state = self.state
        told: dict[str, Any] = {"state": {"text": str(state)}}
        if state.is_terminal():
            returns = state.returns()
            best = [f"player {seat}" for seat, points in enumerate(returns) if points == max(returns)]
            scores = {f"player {seat}": round(points) for seat, points in enumerate(returns)}
            return {**told, "turn": "nobody", "outcome": {"winners": best, "scores": scores}}
        return {**told, "turn": "chance" if state.is_chance_node() else f"player {state.current_player()}"}


if __name__ == "__main__":
    asked = sys.argv[1]
    players = pyspiel.load_game(asked).num_players()
    announced = {"players": [players], "can": ["legal", "state", "turn", "outcome", "undo"]}
    serve(asked, announced, f"open_spiel {asked}", version("open_spiel"), lambda _: Game(asked))
