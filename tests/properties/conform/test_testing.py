"""The base class for tests of implementations: what it finds, how it tells it, and that it never passes for nothing."""

from __future__ import annotations

import sys
import unittest
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from rulecheck.properties.conform.lockstep.session import DoesNotPlay
from rulecheck.properties.conform.protocol.implementation import Implementation, NotLegal, Skip, Start
from rulecheck.properties.conform.protocol.reference import OwnChance, Reference
from rulecheck.properties.conform.testing.case import Asked, Conformance, Departs, Trial, summaries, trial_of
from rulecheck.properties.findings.finding import load_finding
from rulecheck.spec import SpecError, load
from tests.faults.puerto_rico import planted as bad

GAME = "puerto_rico"
FEW = hypothesis.settings(max_examples=2, derandomize=True, database=None)

Maker = Callable[[], Implementation]


def wrong(fault: str) -> Maker:
    return lambda: Reference(build=getattr(bad, fault))


def trial(make: Maker, **more: Any) -> Trial:
    words: dict[str, Any] = {
        "settings": FEW,
        "players": (3,),
        "shrink_seconds": 0.3,
        "cap": 100,
        "folder": None,
        **more,
    }
    return trial_of(GAME, make, **words)


def told(make: Maker, **more: Any) -> Departs:
    with pytest.raises(Departs) as caught:
        trial(make, **more).play()
    return caught.value


class NeverTrades(Reference):
    """Does not know the trader."""

    def legal(self) -> list[str]:
        return [move for move in super().legal() if move != "choose trader"]


class TakesAnything(Reference):
    """Passes over whatever it does not understand."""

    def play(self, move: str) -> None:
        with suppress(NotLegal):
            super().play(move)


class Forgetful(Reference):
    """Says something else each time."""

    times = 0

    def turn(self) -> str:
        self.times += 1
        return super().turn() if self.times % 50 else "chance"


class Crashes(Reference):
    """Falls over when the first role is chosen."""

    def play(self, move: str) -> None:
        if move.startswith("choose"):
            raise ZeroDivisionError("no doubloons to share")
        super().play(move)


class OnlyPlays(Implementation):
    """Tells nothing; only takes moves."""

    def __init__(self) -> None:
        self.inner = Reference()

    def start(self, table: Start) -> None:
        self.inner.start(table)

    def play(self, move: str) -> None:
        self.inner.play(move)


class MiscountsTrees(Reference):
    """Forgets one outcome of the first draws in its counts."""

    def perft(self, depth: int) -> Mapping[str, int]:
        counts = dict(super().perft(depth))
        if depth == 1 and len(counts) > 3:
            counts.popitem()
        return counts if depth == 1 else {move: count - 1 for move, count in counts.items()}


def test_the_reference_follows_the_rules_and_what_was_compared_is_told() -> None:
    summaries.clear()

    trial(Reference, cap=2000).play()

    (summary,) = summaries
    assert summary["games"] >= 2
    assert min(summary[key] for key in ("moves", "legal", "state", "turn", "outcome", "tries", "undo")) > 0
    assert summary["not_told"] == []
    summaries.clear()


def test_a_wrong_rule_is_told_as_a_game() -> None:
    text = str(told(wrong("QuarriesForEverybody"), shrink_seconds=1.0))
    sentence = load(GAME).clauses["settler.no-quarry"].text

    assert f"departs from {GAME}: lists:take:settler.no-quarry" in text
    assert "a move is listed that the rules forbid" in text
    assert f"  clause  settler.no-quarry\n      {sentence[:60]}" in text
    assert "  3 players, set-up standard: " in text
    assert "\n     1  chance  draw " in text
    assert "choose settler\n" in text
    theirs, rules = " ".join(text.split()).split("the program lists ")[1].split("the rules allow ")
    assert "take quarry" in theirs
    assert "take quarry" not in rules.split("clause")[0]
    assert "\n  accept  lists:take:settler.no-quarry" in text


def test_a_missing_move_is_told_with_its_shortest_game() -> None:
    failure = told(NeverTrades)

    (departure,) = failure.departures
    assert departure.keys == ("misses:choose",)
    assert all(move.startswith("draw") for move in departure.moves), (
        "nothing has to happen before the first role is chosen"
    )
    assert "'choose trader' is legal, but not listed" in str(failure)


def test_forbidden_moves_that_are_played_are_found() -> None:
    failure = told(TakesAnything, cap=25)

    assert {departure.kind for departure in failure.departures} <= {"accepts", "malformed"}
    assert "is played, though the rules forbid it" in str(failure) or "is no move, but it is played" in str(failure)


def test_an_implementation_that_raises_is_told_with_its_traceback() -> None:
    text = str(told(Crashes))

    assert f"fails at {GAME}: crashed:choose" in text
    assert "ZeroDivisionError: no doubloons to share" in text
    trace = text[text.index("Traceback") :]
    assert "test_testing.py" in trace.splitlines()[1], "it begins where the implementation does"
    assert "During handling" not in trace


def test_answers_that_change_from_time_to_time_are_found() -> None:
    assert {departure.kind for departure in told(Forgetful).departures} & {"turn", "not deterministic"}


def test_an_implementation_that_only_plays_is_held_to_what_it_takes_and_refuses() -> None:
    summaries.clear()

    trial(OnlyPlays).play()

    (summary,) = summaries
    assert summary["moves"] > 100
    assert summary["tries"] > 10
    assert summary["legal"] == summary["state"] == summary["turn"] == summary["outcome"] == 0
    summaries.clear()


def test_accepted_departures_are_counted_and_not_told(tmp_path: Path) -> None:
    """And its twin: without the file they are told."""
    file = tmp_path / "known.txt"
    file.write_text("# we have no trader yet\nmisses:choose  # nor ever will\n")
    summaries.clear()

    trial(NeverTrades, accepted=file).play()

    assert summaries[-1]["accepted"]["misses:choose"] > 0
    assert [departure.keys for departure in told(NeverTrades).departures] == [("misses:choose",)]
    summaries.clear()


def test_departures_are_kept_for_replay(tmp_path: Path) -> None:
    failure = told(NeverTrades, folder=tmp_path)

    (file,) = tmp_path.iterdir()
    assert f"  again   rulecheck replay {file}" in str(failure)
    loaded = load_finding(file)
    assert tuple(map(str, loaded.moves)) == failure.departures[0].moves


def test_a_program_is_tested_like_a_class(tmp_path: Path) -> None:
    program = [sys.executable, "-c", "from rulecheck.cli.main import main; main()", "serve", GAME]
    held = trial_of(GAME, command=program, games=1, players=(3,), timeout=60.0, folder=tmp_path)
    summaries.clear()

    held.play()

    assert summaries[-1]["legal"] > 100
    summaries.clear()


ENDS = """
import sys
from rulecheck.properties.conform.protocol.implementation import serve
from rulecheck.properties.conform.protocol.reference import Reference

class Ends(Reference):
    def play(self, move):
        if move == "choose settler":
            print("no settlers here")
            sys.exit(3)
        super().play(move)

serve(Ends())
"""


def test_a_program_that_ends_is_told_with_what_it_was_asked_last(tmp_path: Path) -> None:
    """And with what it printed, and the command that drives it through that game again."""
    program = tmp_path / "ends.py"
    program.write_text(ENDS)
    command = [sys.executable, str(program)]

    with pytest.raises(Departs) as caught:
        trial_of(
            GAME, command=command, settings=FEW, players=(3,), timeout=60.0, folder=tmp_path, shrink_seconds=0.5
        ).play()

    text = str(caught.value)
    assert {departure.keys for departure in caught.value.departures} == {("crashed:choose",)}
    assert "  its standard error\n    no settlers here" in text
    assert f"  or      rulecheck conform {GAME} --replay {tmp_path}" in text
    assert text.count("ends.py") >= 1


def test_a_program_that_cannot_be_started_fails_in_a_line() -> None:
    with pytest.raises(Departs, match="no-such-program"):
        trial_of(GAME, command=["no-such-program"]).play()


def test_the_same_seed_plays_the_same_games() -> None:
    def moves(seed: int) -> int:
        trial(Reference, seed=seed, games=1, cap=2000, settings=None).play()
        return int(summaries.pop()["moves"])

    assert moves(7) == moves(7)
    assert moves(7) != moves(8)


def test_what_the_command_line_asks_for_goes_before_what_the_class_says(tmp_path: Path) -> None:
    file = tmp_path / "known.txt"
    file.write_text("turn:pass\n")

    asked = Asked(games=3, players=(4, 5), accept=(file,)).of(trial(Reference, accepted={"undo:pass"}, seed=1))

    assert (asked.games, asked.players, asked.seed) == (3, (4, 5), 1)
    assert set(asked.accepted) == {"turn:pass", "undo:pass"}


class Nowhere(Reference):
    """Plays at no table."""

    def start(self, table: Start) -> None:
        raise Skip("closed today")


class ForFive(Reference):
    players = (5,)


class OneMoveOnly(Reference):
    """A part of the game that no game comes to."""

    moves = ("no such move *",)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Nowhere(), "nothing was compared: closed today"),
        (lambda: ForFive(), "plays none of the tables"),
        (lambda: OneMoveOnly(), "no game came to a move that it knows"),
    ],
)
def test_what_compared_nothing_is_skipped_and_does_not_pass(make: Maker, why: str) -> None:
    with pytest.raises(unittest.SkipTest, match=why):
        trial(make).play()
    summaries.clear()


def test_an_unknown_game_a_wrong_number_of_players_and_another_game_are_said_so() -> None:
    with pytest.raises(SpecError, match="no game"):
        trial_of("puerto_rica", Reference).play()
    with pytest.raises(SpecError, match="not 9"):
        trial(Reference, players=(9,)).play()
    with pytest.raises(DoesNotPlay, match="does not play"):
        trial_of("catan_europe", lambda: Reference(GAME)).play()


def test_one_of_an_implementation_and_a_command_is_needed() -> None:
    with pytest.raises(ValueError, match="either"):
        trial_of(GAME)
    with pytest.raises(ValueError, match="either"):
        trial_of(GAME, Reference, ["node", "bot.js"])
    with pytest.raises(ValueError, match="which game"):
        trial_of("", Reference)


def test_move_trees_of_the_same_size_pass() -> None:
    trial(Reference).count_trees()


def test_move_trees_of_another_size_are_divided_down_to_a_move() -> None:
    with pytest.raises(Departs) as caught:
        trial(MiscountsTrees).count_trees()

    (departure,) = caught.value.departures
    assert departure.keys == ("perft:draw",)
    assert "is legal, but not counted" in str(caught.value)


@pytest.mark.parametrize("make", [OnlyPlays, OwnChance])
def test_trees_that_cannot_be_counted_are_skipped(make: Maker) -> None:
    with pytest.raises(unittest.SkipTest, match="counts no move trees"):
        trial(make).count_trees()


class ForUnittest(Conformance, unittest.TestCase):
    game = GAME
    implementation = Reference
    players = (3,)
    settings = FEW


def test_unittest_runs_it_too() -> None:
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(ForUnittest).run(result)

    assert (result.testsRun, result.failures, result.errors, result.skipped) == (2, [], [], [])
    summaries.clear()
