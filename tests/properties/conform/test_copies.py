"""Games with many copies of a program: the same answer however many there are, and what is told where one is lost."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest

from rulecheck import __version__
from rulecheck.properties.conform.driver.participant import Failed, InProcess, Participant
from rulecheck.properties.conform.driver.program import Command, Program
from rulecheck.properties.conform.localization.search_context import SearchResult
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.turn_taking import Asking
from rulecheck.properties.conform.protocol.implementation import Start
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import ROUND, Games, Search
from rulecheck.properties.conform.search.game_worker import Copies, Copy, Played, Task, play_one
from rulecheck.properties.conform.search.search_knowledge import SearchKnowledge
from rulecheck.properties.runtime.cluster import Room, _trouble
from rulecheck.properties.runtime.workers import Job, Jobs, Work
from rulecheck.spec import make_rules
from tests.faults.several import Several

GAME = "puerto_rico"
FAULTY = Several(GAME, "Faulty", ("TwoShipsOfAKind", "CornSells", "TheGovernorStays"))
PLAIN: Any = {"shrink_steps": 0, "adopts": False}
"""Games alone: nothing is made short, and nothing is explained."""


class Whole(Reference):
    """It begins at the start, always: so games go around what is known, and our side takes over its positions."""

    from_position = False


class Failing(Whole):
    """It says nonsense after the fourth move of each game."""

    def start(self, table: Start) -> None:
        self.moved = 0
        super().start(table)

    def play(self, move: str) -> None:
        self.moved += 1
        super().play(move)

    def turn(self) -> str:
        return super().turn() if self.moved < 4 else 7  # type: ignore[return-value]


def whole() -> Participant:
    return InProcess(lambda: Whole(GAME, FAULTY.engine))


def handed() -> Participant:
    return InProcess(lambda: Reference(GAME, FAULTY.engine))


def failing() -> Participant:
    return InProcess(lambda: Failing(GAME))


class Elsewhere:
    """As many copies as are asked for, which answer in any order; all that travels is packed and unpacked."""

    def __init__(self, room: Callable[[], Any], copies: int, lost: Sequence[int] = ()) -> None:
        self.notes: list[str] = []
        self.most = 0
        self._rooms = [pickle.loads(pickle.dumps(room))() for _ in range(copies)]
        self._rng = Random(copies)
        self._lost = lost
        self._dropped = False

    def map(self, jobs: Jobs, work: Work, doing: str) -> Iterator[tuple[int, Any]]:
        begun: list[Job] = []
        while True:
            while len(begun) < len(self._rooms) and not self._dropped and (job := next(jobs, None)) is not None:
                begun.append(pickle.loads(pickle.dumps(job)))
            if not begun:
                return
            self.most = max(self.most, len(begun))
            job = begun.pop(self._rng.randrange(len(begun)))
            room = self._rooms[job.number % len(self._rooms)]
            answer = None if job.number in self._lost else pickle.loads(pickle.dumps(work(room, *job.given)))
            yield job.number, answer

    def drop(self) -> None:
        self._dropped = True

    def close(self) -> None:
        pass


def search(make: Callable[[], Participant], **more: Any) -> SearchResult:
    return Search(
        rules=[make_rules(GAME, players=3)], participant=make(), seed=12,
        **{"copy": make, "games": 14, "cap": 40, "shrink_steps": 60, "shrink_seconds": None, "round": ROUND, **more},
    ).run()  # fmt: skip


def elsewhere(copies: int, **more: Any) -> Any:
    return partial(Elsewhere, copies=copies, **more)


def told(result: SearchResult) -> str:
    """All of a search but the time that it took."""
    departures = [departure.to_finding().to_json() for departure in result.departures]
    rest = (result.counts, result.ended, result.accepted, result.skipped, result.notes, result.not_told)
    return json.dumps(departures) + repr(rest)


@pytest.mark.parametrize("make", [whole, pytest.param(handed, marks=pytest.mark.campaign)])
def test_any_number_of_copies_gives_the_same_answer(make: Callable[[], Participant]) -> None:
    alone = search(make)

    assert alone.departures
    assert told(search(make, workers=elsewhere(5))) == told(alone)


def test_another_round_is_another_search() -> None:
    """The twin of the test above: what a game knows does decide what is played."""
    assert told(search(whole, **PLAIN, round=1)) != told(search(whole, **PLAIN))


def test_no_more_games_are_under_way_than_a_round_has() -> None:
    made: list[Elsewhere] = []

    def many(room: Callable[[], Any]) -> Elsewhere:
        made.append(Elsewhere(room, 9))
        return made[0]

    search(whole, **PLAIN, workers=many, round=3)

    assert made[0].most == 3


def test_a_lost_worker_loses_its_game_and_no_other() -> None:
    result = search(whole, **PLAIN, workers=elsewhere(3, lost=[4]))

    assert result.ended["killed"] == 1
    assert result.ended.total() == 14


def test_a_program_that_fails_is_asked_no_more_after_the_same_game() -> None:
    """Games that others had begun by then are not looked at: else the answer would be another."""
    alone = search(failing, **PLAIN, games=60)

    assert 3 <= alone.ended.total() < 60
    assert any("no more was asked of it" in note for note in alone.notes)
    assert told(search(failing, **PLAIN, games=60, workers=elsewhere(5))) == told(alone)


class Bound(InProcess):
    """A program of which only one can run."""

    begun = 0

    def begin(self) -> None:
        Bound.begun += 1
        if Bound.begun > 1:
            raise Failed("crashed", "it ended with exit code 1", "address already in use\n")
        super().begin()


def bound() -> Participant:
    return Bound(lambda: Reference(GAME))


def test_a_copy_that_cannot_begin_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bound, "begun", 0)
    with pytest.raises(Failed, match=r"a copy of the program cannot be begun: .*exit code 1.*--jobs 1") as raised:
        search(bound, workers=elsewhere(2))

    assert raised.value.stderr == "address already in use\n"


def test_other_processes_need_to_know_how_a_copy_is_made() -> None:
    with pytest.raises(ValueError, match="how a copy of the program is made"):
        search(handed, copy=None, jobs=2)


def test_where_the_program_is_missing_on_a_worker_it_is_named() -> None:
    room = Room.of(Copies(Command(("no-such-bot", "--port", "7")), {}))

    assert _trouble(room, __version__) == (
        "cannot start no-such-bot --port 7: no program no-such-bot on the PATH; check the name, or write its whole path"
    )


@pytest.mark.parametrize(("words", "why"), [(("./bot",), "there is no file ./bot"), ((str(Path(__file__)),), "chmod")])
def test_a_file_that_is_no_program_is_lacking(words: tuple[str, ...], why: str) -> None:
    assert why in Command(words).lacking()


def test_a_program_that_is_there_is_not_lacking() -> None:
    command = Command((sys.executable, "-c", "pass"), timeout=3.0)

    assert command.lacking() == ""
    assert isinstance(command(), Program)
    assert command().timeout == 3.0


def test_a_copy_far_away_ends_when_nobody_asks_it_any_more() -> None:
    games = Games(Search(rules=[make_rules(GAME, players=3)], participant=handed(), games=1, cap=20))
    copy = Copy(lambda: games.search, idle=0.05)
    task = Task(0, games._plan(0), pickle.dumps(SearchKnowledge()))

    assert isinstance(play_one(copy, task), Played)
    assert _ends(games)
    assert isinstance(play_one(copy, task), Played), "and is begun again"


def _ends(games: Games) -> bool:
    until = monotonic() + 10
    while games.session.participant.is_running and monotonic() < until:
        sleep(0.01)
    return not games.session.participant.is_running


# What is learnt


def test_what_a_game_added_makes_of_what_was_known_what_it_knew_in_the_end() -> None:
    before = SearchKnowledge()
    before.tried[int, str] = 2
    before.known_divergences.note(Divergence("state", "x", 1, "", ("a.b",)), "load corn")
    after = pickle.loads(pickle.dumps(before))
    after.tried[int, str] += 3
    after.tried[str, str] += 1
    after.genuine.add(("state:x", "load", ("a.b",)))
    after.passes.add("accepts:load:a.b")
    after.known_divergences.note(Divergence("state", "x", 1, "", ("a.c",)), "sell corn")
    after.known_divergences.passed("sell corn", ["a.d"])
    after.asking.begin()
    after.asking.by_itself["pass"] += 1
    after.handed = 5

    before.add(after.gained(before))

    assert pickle.dumps(before.known_divergences._parted) == pickle.dumps(after.known_divergences._parted)
    assert before.known_divergences.threatens("sell corn", ["a.c"])
    assert (before.tried, before.genuine, before.passes) == (after.tried, after.genuine, after.passes)
    assert (before.asking, before.handed) == (after.asking, after.handed)


def test_a_program_that_refuses_most_positions_is_handed_none_whoever_saw_it() -> None:
    """Ten in each of two games: neither alone would have given up."""
    known, gain = SearchKnowledge(), SearchKnowledge(handed=10)
    for _ in range(10):
        gain.positions_refused("no")
    assert gain.hands_positions
    known.add(gain)
    assert known.hands_positions
    known.add(gain)

    assert not known.hands_positions


def test_a_program_that_only_seemed_to_ask_otherwise_is_not_followed() -> None:
    known, failed = Asking(one_by_one=True), Asking()
    failed.begin()
    failed.fail("pass")

    known.add(failed.gained(Asking()))

    assert not known.one_by_one
