"""The loop that serves an implementation over a pipe."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rulecheck.properties.conform.driver.participant import Failed, InProcess
from rulecheck.properties.conform.protocol import reference
from rulecheck.properties.conform.protocol.implementation import (
    Desk,
    Implementation,
    Start,
    WrongClass,
    encoded,
    serve,
)
from rulecheck.properties.conform.protocol.reference import Reference


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
    return said_by(Odd(), *lines)


def said_by(implementation: Implementation, *lines: str) -> list[Any]:
    """What an implementation answers."""
    source, asks = os.pipe()
    tells, sink = os.pipe()
    os.write(asks, "".join(f"{line}\n" for line in lines).encode())
    os.close(asks)
    serve(implementation, source=source, sink=sink)
    os.close(sink)
    os.close(source)
    with os.fdopen(tells, encoding="utf-8") as answers:
        return [json.loads(line) for line in answers]


def start(setup: str, number: int = 1) -> str:
    return json.dumps({"id": number, "ask": "start", "game": "toy", "setup": setup, "tell": ["state"]})


def test_what_cannot_be_written_is_an_error_and_the_loop_goes_on() -> None:
    answers = said(start("set"), start("large", 2), start("half a sign", 3), start("numbers", 4))

    assert [reply["id"] for reply in answers] == [1, 2, 3, 4]
    assert all(reply["error"].startswith(("TypeError: ", "JSONEncodeError: ")) for reply in answers[:3])
    assert answers[3] == {"id": 4, "state": {"told": {"1": 2}}}


def test_a_tree_with_too_many_positions_is_an_error_and_the_loop_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reference, "_COUNTED", 50)
    begin = {"id": 1, "ask": "start", "game": "puerto_rico", "players": 3}
    ask = [begin, {"id": 2, "ask": "perft", "depth": 99}, {"id": 3, "ask": "perft", "depth": 1}]
    _, refused, counted = said_by(Reference("puerto_rico"), *map(json.dumps, ask))

    assert refused == {"id": 2, "error": "more than 50 positions would have to be looked at: count fewer moves"}
    assert counted["counts"]
    assert capsys.readouterr().err == ""


def test_a_line_that_is_no_request_is_an_error() -> None:
    broken, listed = said("{", "[1]")

    assert broken == {"id": None, "error": "no JSON"}
    assert listed["error"] == "a request is a JSON object"


# What goes wrong in the implementation itself


class Lost(Odd):
    """Looks for a barrel that is not there."""

    def start(self, table: Start) -> None:
        self.barrels: dict[str, int] = {}

    def legal(self) -> Sequence[str]:
        return [f"load {self.barrels['corn']}"]


def ask(number: int, **request: Any) -> str:
    return json.dumps({"id": number, **request})


def test_a_key_that_the_engine_misses_is_told_as_its_own(capfd: pytest.CaptureFixture[str]) -> None:
    """It was told as a request that lacks something, and sent its author to look for that."""
    (answer,) = said_by(Lost(), ask(1, ask="start", game="toy", tell=["legal"]))

    assert answer == {"id": 1, "error": "KeyError: 'corn'"}
    trace = capfd.readouterr().err
    assert "self.barrels['corn']" in trace
    assert "implementation.py" not in trace.replace("test_implementation.py", "")


@pytest.mark.parametrize(
    ("request_", "what"),
    [
        ({"ask": "start"}, "the request has no 'game'"),
        ({"ask": "play"}, "the request has no 'move'"),
        ({"ask": "perft"}, "the request has no 'depth'"),
    ],
)
def test_a_request_that_lacks_something_is_told_as_that(request_: dict[str, Any], what: str) -> None:
    *_, answer = said_by(Odd(), start("numbers"), ask(2, **request_))

    assert answer["error"] == what


def test_the_failure_of_one_in_this_process_has_its_traceback_alone() -> None:
    participant = InProcess(Lost)
    participant.begin()
    participant.send({"id": 1, "ask": "start", "game": "toy", "tell": ["legal"]})

    with pytest.raises(Failed) as failed:
        participant.receive()

    assert failed.value.what == "KeyError: 'corn'"
    assert failed.value.stderr.splitlines()[1].endswith("in legal")


def test_no_list_of_moves_is_told_where_there_is_none() -> None:
    class Sometimes(Odd):
        def legal(self) -> Sequence[str] | None:
            return None

    (answer,) = said_by(Sometimes(), ask(1, ask="start", game="toy", setup="numbers", tell=["legal"]))

    assert answer == {"id": 1}


def test_a_method_where_a_word_is_announced_is_told_by_its_name() -> None:
    class Own(Odd):
        def moves(self) -> list[str]:  # type: ignore[override]
            return []

    with pytest.raises(WrongClass, match=r"Own\.moves is a method, .* call the method otherwise"):
        Desk(Own()).answer({"id": 1, "ask": "hello", "game": "toy"})


def test_a_text_where_a_list_is_announced_is_told() -> None:
    class Own(Odd):
        players = "3"  # type: ignore[assignment]

    with pytest.raises(WrongClass, match=r"Own\.players: expected a list, found '3'"):
        Desk(Own()).answer({"id": 1, "ask": "hello", "game": "toy"})


def test_what_is_no_json_is_told_with_its_place() -> None:
    with pytest.raises(TypeError, match=r"^state\.players\.0\.tiles: Type is not JSON serializable: set$"):
        encoded({"id": 1, "state": {"bank": 3, "players": [{"tiles": {1, 2}}]}})
    with pytest.raises(TypeError, match=r"^state\.bank: Integer exceeds 64-bit range$"):
        encoded({"id": 1, "state": {"bank": 1 << 70}})


def test_a_list_of_moves_that_is_a_text_is_not_taken_for_its_letters() -> None:
    class OneMove(Odd):
        def legal(self) -> Any:
            return "up"

    with pytest.raises(WrongClass, match=r"OneMove\.legal\(\) answers a text: expected a list of moves"):
        Desk(OneMove()).answer({"id": 1, "ask": "start", "game": "toy", "setup": "numbers", "tell": ["legal"]})
