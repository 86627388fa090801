"""The Hypothesis machine with an implementation in it: agreement passes, faults come out short."""

from __future__ import annotations

import unittest
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis.stateful import run_state_machine_as_test

from rulecheck.properties.conform.protocol.implementation import Implementation, NotLegal, Skip, Start
from rulecheck.properties.conform.protocol.reference import OwnChance, Reference
from rulecheck.properties.conform.testing.case import Departs, summaries
from rulecheck.properties.conform.testing.state_machine import ConformMachine, Parted, conform_machine
from tests.faults.puerto_rico import planted as bad

GAME = "puerto_rico"
FEW = hypothesis.settings(max_examples=5, derandomize=True, database=None)


def machine(make: Callable[[], Implementation], **more: Any) -> type[ConformMachine]:
    words: dict[str, Any] = {"settings": FEW, "players": (3,), "shrink_seconds": 0.4, "folder": None, **more}
    return conform_machine(GAME, make, **words)


def run(made: type[ConformMachine]) -> unittest.TestResult:
    """The machine's own test, as unittest runs it."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(made.TestCase).run(result)
    return result


def told(made: type[ConformMachine]) -> Departs:
    test: Any = made.TestCase()
    with pytest.raises(Departs) as caught:
        test.runTest()
    summaries.clear()
    return caught.value


class TakesAnything(Reference):
    """Passes over whatever it does not understand."""

    def play(self, move: str) -> None:
        with suppress(NotLegal):
            super().play(move)


class ForgetsOnUndo(Reference):
    """Takes two moves back."""

    def undo(self) -> None:
        super().undo()
        if self._past:
            super().undo()


class Nowhere(Reference):
    """Plays at no table."""

    def start(self, table: Start) -> None:
        raise Skip("closed today")


def test_the_reference_agrees_with_itself_in_all_that_the_machine_does() -> None:
    made = machine(Reference)
    summaries.clear()

    assert run(made).wasSuccessful()

    (summary,) = summaries
    assert min(summary[key] for key in ("moves", "legal", "state", "turn", "tries", "undo")) > 0
    assert made.counts.games >= 5
    summaries.clear()


def test_a_wrong_rule_is_found_and_told_by_its_shortest_game() -> None:
    failure = told(machine(lambda: Reference(build=bad.QuarriesForEverybody), shrink_seconds=1.0))

    (departure,) = failure.departures
    assert departure.keys == ("lists:take:settler.no-quarry",)
    assert departure.player == "hypothesis"
    assert departure.shrunk
    assert len(departure.moves) <= 10
    assert "the rules say" not in str(failure)
    assert "  the rules  " in str(failure)


@pytest.mark.parametrize(("make", "kinds"), [(TakesAnything, {"accepts", "malformed"}), (ForgetsOnUndo, {"undo"})])
def test_what_may_not_be_played_and_what_is_taken_back_are_tried(
    make: Callable[[], Implementation], kinds: set[str]
) -> None:
    assert {departure.kind for departure in told(machine(make)).departures} <= kinds


def test_an_accepted_departure_does_not_end_the_test() -> None:
    key = "lists:take:settler.no-quarry"
    made = machine(lambda: Reference(build=bad.QuarriesForEverybody), accepted={key})

    with suppress(Departs):  # it may depart in another way behind it
        made.TestCase().runTest()  # type: ignore[no-untyped-call,unused-ignore]

    assert summaries.pop()["accepted"][key] > 0


def test_run_by_hypothesis_alone_it_says_where_the_sides_part() -> None:
    made = machine(lambda: Reference(build=bad.StartTilesStayInTheStack))

    with pytest.raises(Parted, match="after 0 moves"):
        run_state_machine_as_test(made, settings=made.TestCase.settings)


def test_failing_choices_are_kept_in_the_users_database(tmp_path: Path) -> None:
    database = hypothesis.database.InMemoryExampleDatabase()
    settings = hypothesis.settings(max_examples=20, database=database)

    told(machine(lambda: Reference(build=bad.QuarriesForEverybody), settings=settings, shrink_seconds=0.5))

    assert any(database.data.values())


def test_a_machine_that_played_nothing_is_skipped() -> None:
    result = run(machine(Nowhere))

    assert [why for _, why in result.skipped] == ["nothing was compared: closed today"]
    summaries.clear()


def test_dice_of_its_own_are_not_for_the_machine() -> None:
    with pytest.raises(ValueError, match="derive a test from Conformance"):
        machine(OwnChance).TestCase().runTest()  # type: ignore[no-untyped-call,unused-ignore]


def test_more_steps_than_hypothesis_can_hold_are_refused() -> None:
    with pytest.raises(ValueError, match="longer bursts"):
        machine(Reference, steps=500)
