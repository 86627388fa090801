# mypy: ignore-errors
"""A classic game of PettingZoo behind the protocol: `pettingzoo_game.py tictactoe_v3`. `pip install pettingzoo pygame`

Moves are the numbers of actions; a position is what the player to move observes.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
from bridge import serve


class Game:
    """A game by the name of its module; to take a move back the others are played again."""

    def __init__(self, name: str, request: Mapping[str, Any]) -> None:
        with contextlib.redirect_stdout(sys.stderr):  # pygame greets there
            self.env = import_module(f"pettingzoo.classic.{name}").env()
        self.seed = request["seed"] % 2**31
        self.begin([])

    def begin(self, moves: Sequence[str]) -> None:
        """A game after some moves."""
        self.env.reset(seed=self.seed)
        self.moves: list[str] = []
        self.rewards = dict.fromkeys(self.env.agents, 0.0)
        for move in moves:
            self.play(move)

    @property
    def is_over(self) -> bool:
        """Whether somebody, and so everybody, has come to the end."""
        return any(self.env.terminations.values()) or any(self.env.truncations.values())

    def legal(self) -> Sequence[str]:
        """None when the game is over."""
        if self.is_over:
            return []
        mask = self.env.observe(self.env.agent_selection)["action_mask"]
        return [f"action {number}" for number, allowed in enumerate(mask) if allowed]

    def play(self, move: str) -> None:
        """Play a move that `legal` lists."""
        self.env.step(int(move.removeprefix("action ")))
        self.moves.append(move)
        for agent, reward in self.env.rewards.items():
            self.rewards[agent] += float(reward)

    def undo(self) -> None:
        """Take the last move back."""
        self.begin(self.moves[:-1])

    def tell(self) -> Mapping[str, Any]:
        """What is observed, and who has won."""
        seen = self.env.observe(self.env.agent_selection)["observation"]
        told: dict[str, Any] = {"state": {"seen": "".join(map(str, seen.astype(int).ravel()))}}
        if not self.is_over:
            return {**told, "turn": self.env.agent_selection}
        best = [agent for agent, reward in self.rewards.items() if reward == max(self.rewards.values())]
        return {"state": {}, "turn": "nobody", "outcome": {"winners": best}}


if __name__ == "__main__":
    asked = sys.argv[1]
    announced = {"players": [2], "can": ["legal", "state", "turn", "outcome", "undo"]}
    serve(asked, announced, f"pettingzoo {asked}", version("pettingzoo"), lambda request: Game(asked, request))
