"""The protocol for a bridge in Python: answers requests about one game at a time. Needs nothing but Python."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol


class Game(Protocol):
    """A game of some package."""

    def legal(self) -> Sequence[str]:
        """All legal moves as texts."""

    def play(self, move: str) -> None:
        """Play a legal move."""

    def undo(self) -> None:
        """Take the last one back."""

    def tell(self) -> Mapping[str, Any]:
        """`turn`, `state` and, at the end, `outcome`."""


def serve(
    game: str, announced: Mapping[str, Any], name: str, version: str, make: Callable[[Mapping[str, Any]], Game]
) -> None:
    """Answer requests until `bye`."""
    playing: Game | None = None
    depth = 0
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {"id": request["id"]}
        ask, refused = request["ask"], None
        if ask == "bye":
            return
        if ask == "hello":
            answer |= {"protocol": 1, "name": name, "version": version, "games": {game: dict(announced)}}
        else:
            if ask == "start":
                playing, depth = make(request), 0
            assert playing is not None, "a game has to be started first"
            if ask == "play":
                if request["move"] in playing.legal():
                    playing.play(request["move"])
                    depth += 1
                else:
                    refused = "not legal"
            elif ask == "undo" and depth:
                playing.undo()
                depth -= 1
            elif ask == "undo":
                refused = "no move has been played"
            answer |= {"refused": refused} if refused else {"legal": list(playing.legal()), **playing.tell()}
        print(json.dumps(answer), flush=True)
