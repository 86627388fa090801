"""A program that speaks the protocol, behind the adapter of a suite: $PROGRAM is its command."""

import json
import os
import shlex
import subprocess
from typing import Any

READINGS: dict[str, str] = json.loads(os.environ.get("READINGS", "{}"))
_PROGRAM = subprocess.Popen(
    shlex.split(os.environ["PROGRAM"]), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
)


def _ask(**request: Any) -> dict[str, Any]:
    assert _PROGRAM.stdin is not None
    assert _PROGRAM.stdout is not None
    _PROGRAM.stdin.write(json.dumps({"id": 1, "tell": ["legal", "state"], **request}) + "\n")
    _PROGRAM.stdin.flush()
    answer: dict[str, Any] = json.loads(_PROGRAM.stdout.readline())
    assert {"error", "skip"}.isdisjoint(answer), answer
    return answer


class Game:
    """One game of it."""

    def __init__(self, rules: dict[str, Any], position: Any, moves: list[str]) -> None:
        if os.environ.get("FROM") == "moves":
            self.told = _ask(ask="start", **rules)
            for move in moves:
                self.told = _ask(ask="play", move=move)
        else:
            self.told = _ask(ask="start", position=position, **rules)

    def legal(self) -> Any:
        return self.told["legal"]

    def play(self, move: str) -> bool:
        told = _ask(ask="play", move=move)
        if "refused" in told:
            return False
        self.told = told
        return True

    def turn(self) -> Any:
        return self.told["turn"]

    def position(self) -> Any:
        return self.told["state"]

    def outcome(self) -> Any:
        return self.told["outcome"]
