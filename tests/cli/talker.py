"""A tiny program that speaks the protocol, or does not: `python talker.py WAY` (see `tests/cli/test_conform.py`).

Without a way it takes every move and tells nothing.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

WAY = sys.argv[1] if len(sys.argv) > 1 else ""


def say(**said: Any) -> None:
    print(json.dumps(said), flush=True)


def announcement(game: str) -> dict[str, Any]:
    """What it says of itself."""
    play: dict[str, Any] = {"players": [3], "can": []}
    if WAY == "strange-ability":
        play["can"] = ["fly"]
    if WAY == "strange-reading":
        play["readings"] = {"nobody.asked": "yes"}
    if WAY == "nine-players":
        play["players"] = [9]
    games: dict[str, Any] = {"other-games": {"chess": {}}, "no-games": {}}.get(WAY, {game: play})
    return {"protocol": 2 if WAY == "protocol-2" else 1, "name": "talker", "version": "7", "games": games}


def answer(request: dict[str, Any]) -> None:
    ask = request["ask"]
    if ask == "hello" and WAY == "error":
        say(id=request["id"], error="the database is down")
    elif ask == "hello":
        say(id=request["id"], **announcement(request["game"]))
    elif ask == "start" and WAY == "skips":
        say(id=request["id"], skip="not on Saturdays")
    elif ask == "play" and WAY == "late-error":
        say(id=request["id"], error="no key 'corn'")
    elif ask == "play" and WAY == "late-end":
        print("Segmentation fault, perhaps", file=sys.stderr)
        sys.exit(5)
    elif ask == "play" and WAY == "late-sleep":
        time.sleep(60)
    elif ask == "play" and WAY == "refuses":
        say(id=request["id"], refused="not with me")
    else:
        say(id=request["id"])


def main() -> None:
    if WAY == "banner":
        print("Welcome to talker 7!", flush=True)
    if WAY == "ends":
        print("cannot find board.json", file=sys.stderr)
        sys.exit(2)
    for line in sys.stdin:
        request = json.loads(line)
        if request["ask"] == "bye":
            return
        answer(request)


if __name__ == "__main__":
    main()
