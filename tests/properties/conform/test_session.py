"""A session: what is asked in its order, and what an answer with an error of its own comes to."""

from __future__ import annotations

import pytest

from rulecheck.properties.conform.driver.participant import Failed, InProcess
from rulecheck.properties.conform.lockstep.session import DoesNotPlay, Session
from rulecheck.properties.conform.protocol.implementation import Implementation, Start


class Small(Implementation):
    game = "patience"

    def start(self, table: Start) -> None:
        pass

    def play(self, move: str) -> None:
        pass


class Confessing(InProcess):
    """Answers every request for a position with an error."""

    def receive(self) -> dict[str, object]:
        answer = dict(super().receive())
        return answer if "games" in answer else {"id": answer["id"], "error": "no tile 17 on this board"}


def session(participant: InProcess) -> Session:
    made = Session(participant, "patience")
    made.ensure()
    made.ask({"ask": "start", "game": "patience"})
    return made


def test_an_error_ends_the_game_and_the_program_is_begun_anew() -> None:
    told = session(Confessing(Small))

    with pytest.raises(Failed, match="crashed: it answers with an error of its own: 'no tile 17 on this board'"):
        told.answer()
    assert not told.participant.is_running
    told.ensure()
    assert told.participant.is_running


def test_an_error_for_what_is_no_move_is_a_refusal() -> None:
    told = session(Confessing(Small))

    assert told.answer(may_fail=True).refused == "error: no tile 17 on this board"
    assert told.participant.is_running


def test_an_implementation_of_another_game_is_named() -> None:
    with pytest.raises(DoesNotPlay, match="Small does not play bridge; it announces patience"):
        Session(InProcess(Small), "bridge").ensure()
