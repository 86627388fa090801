"""The loop that serves an implementation over a pipe."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from rulecheck.properties.conform.implementation import Implementation, Start, serve


class Odd(Implementation):
    """Tells what is asked for in the set-up."""

    def start(self, table: Start) -> None:
        self.told: Any = {"set": {1}, "large": 2**64, "numbers": {1: 2}, "half a sign": "\ud800"}[table.setup]

    def play(self, move: str) -> None:
        """Anything goes."""

    def state(self) -> Mapping[str, Any]:
        return {"told": self.told}


def said(*lines: str) -> list[Any]:
    """What comes back for such lines."""
    source, asks = os.pipe()
    tells, sink = os.pipe()
    os.write(asks, "".join(f"{line}\n" for line in lines).encode())
    os.close(asks)
    serve(Odd(), source=source, sink=sink)
    os.close(sink)
    os.close(source)
    with os.fdopen(tells, encoding="utf-8") as answers:
        return [json.loads(line) for line in answers]


def start(setup: str, number: int = 1) -> str:
    return json.dumps({"id": number, "ask": "start", "game": "toy", "setup": setup, "tell": ["state"]})


def test_what_cannot_be_written_is_an_error_and_the_loop_goes_on() -> None:
    answers = said(start("set"), start("large", 2), start("half a sign", 3), start("numbers", 4))

    assert [one["id"] for one in answers] == [1, 2, 3, 4]
    assert all(one["error"].startswith(("TypeError: ", "JSONEncodeError: ")) for one in answers[:3])
    assert answers[3] == {"id": 4, "state": {"told": {"1": 2}}}


def test_a_line_that_is_no_request_is_an_error() -> None:
    broken, listed = said("{", "[1]")

    assert broken == {"id": None, "error": "no JSON"}
    assert listed["error"] == "NoSuchRequest: a request is a JSON object"
