"""A tiny game behind the protocol, with a fault by name: `pearls.py FAULT`. Needs nothing but Python.

Two players take one or two pearls from a heap in turn; after each move a coin is thrown, and after tails the
same player goes on. Who has more pearls in the end wins.
"""

import json
import sys
from copy import deepcopy
from random import Random
from typing import Any

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
HEAP = 7


class Pearls:
    def __init__(self, request: dict[str, Any]) -> None:
        self.random = Random()
        self.state: dict[str, Any] = request.get("position") or {
            "heap": HEAP,
            "players": {"ann": {"pearls": 0}, "ben": {"pearls": 0}},
            "next": "ann",
            "coin": False,
        }
        if request.get("position") and FAULT == "resume":
            self.state["next"] = "ann"
        self.past: list[dict[str, Any]] = []

    @property
    def is_over(self) -> bool:
        return self.state["heap"] == 0 and not self.state["coin"]

    def legal(self) -> list[str]:
        heap = self.state["heap"]
        if self.is_over or (FAULT == "stuck" and heap == 2):
            return []
        if self.state["coin"]:
            return ["heads", "tails"]
        moves = [f"take {many}" for many in (1, 2) if many <= heap]
        if FAULT == "lists" and heap >= 3 and heap < 6:
            moves.append("take 3")
        if FAULT == "misses" and heap == 5:
            moves.remove("take 2")
        if FAULT == "listed" and heap == 1:
            moves.append("take 2")
        if FAULT == "loop":
            moves.append("wait")
        return moves

    def play(self, move: str) -> bool:
        state, heap = self.state, self.state["heap"]
        if move not in self.legal() or (FAULT == "listed" and move == "take 2" and heap == 1):
            if FAULT == "accepts" and move == "take 2" and heap == 1:
                state["heap"], state["coin"] = 0, True
                return True
            if FAULT == "changes" and move.startswith("take"):
                state["heap"] -= 1
            return False
        if FAULT == "crash" and heap == 4 and move.startswith("take"):
            raise RuntimeError("four pearls")
        self.past.append(deepcopy(state))
        if move in ("heads", "tails"):
            state["coin"] = False
            if move == "heads" or FAULT == "turn":
                state["next"] = "ben" if state["next"] == "ann" else "ann"
        elif move != "wait":
            many = int(move[-1])
            state["heap"] -= many
            state["players"][state["next"]]["pearls"] += many + (FAULT == "state" and state["heap"] == 3)
            state["coin"] = True
            if FAULT == "conserved" and heap == 5:
                state["heap"] -= 1
        return True

    def undo(self) -> bool:
        if not self.past:
            return False
        now = self.state
        self.state = self.past.pop()
        if FAULT == "undo":
            self.state["players"] = now["players"]
        return True

    def told(self) -> dict[str, Any]:
        state = deepcopy(self.state)
        if FAULT == "twin":
            state["weather"] = self.random.random()
        turn = "nobody" if self.is_over else "chance" if state["coin"] else state["next"]
        told: dict[str, Any] = {"turn": turn, "legal": self.legal(), "state": state}
        if self.is_over:
            scores = {seat: board["pearls"] for seat, board in state["players"].items()}
            most = min(scores.values()) if FAULT == "outcome" else max(scores.values())
            winners = [seat for seat, score in scores.items() if score == most]
            told["outcome"] = {"winners": winners, "scores": scores}
        return told


def main() -> None:
    game = Pearls({})
    conserved = ["heap", "players.*.pearls"]
    can = ["legal", "state", "turn", "outcome", "undo", "start"]
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {"id": request["id"]}
        match request["ask"]:
            case "bye":
                return
            case "hello":
                announced = {"players": [2], "can": can, "conserved": conserved}
                answer |= {"protocol": 1, "name": "pearls", "version": FAULT or "1", "games": {"pearls": announced}}
            case "start":
                game = Pearls(request)
                answer |= game.told()
            case "play":
                answer |= game.told() if game.play(request["move"]) else {"refused": "not now"}
            case "undo":
                answer |= game.told() if game.undo() else {"refused": "nothing to take back"}
            case _:
                answer |= game.told()
                if FAULT == "look":
                    answer["state"]["heap"] += 1
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
