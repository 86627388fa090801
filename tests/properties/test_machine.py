"""The Hypothesis machine: sound games pass, planted faults come out short, and games are counted honestly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.stateful import invariant

from rulecheck.properties.invariants.declaring import properties_of
from rulecheck.properties.machine import Failure, Fault, GameMachine, Run, explain, run, state_machine
from tests.toy import trader
from tests.toy.trader import CLAUSES, Trader, toy


def machine(*faults: str, **more: Any) -> type[GameMachine]:
    more.setdefault("derandomize", True)
    return state_machine(lambda: Trader(toy(2, faults)), properties_of(trader), clauses=CLAUSES, **more)


def until_found(*faults: str) -> Run:
    return run(machine(*faults, examples=500))


def test_a_sound_game_passes_and_its_games_are_counted() -> None:
    result = run(machine(examples=30))

    assert result.finding is None
    assert result.counts.games >= 30
    assert result.counts.finished + result.counts.truncated == result.counts.games
    assert result.counts.moves > 500
    assert result.counts.clauses["harvest.roll"] > 10


PLANTED = pytest.mark.parametrize(
    ("fault", "name"),
    [
        ("leak", "components_are_conserved"),
        ("listed", "listed and refused"),
        ("forget", "positions survive saving"),
        ("assert", "crash in apply: AssertionError in apply"),
    ],
)


@PLANTED
def test_a_planted_fault_is_found_and_shrunk_by_our_reducer(fault: str, name: str) -> None:
    machine = until_found(fault)

    assert machine.finding is not None
    assert machine.finding.name == name
    assert machine.finding.shrunk
    assert len(machine.finding.moves) <= machine.finding.original_length


@PLANTED
def test_a_machines_failure_is_made_as_short_as_a_person_would(fault: str, name: str) -> None:
    """Played without Hypothesis, whose games depend on the numbers in all modules that happen to be imported."""
    played = machine(fault)
    failure = next(failure for seed in range(99) if (failure := played_until_failure(played, seed)))

    finding = explain(played, failure)

    assert finding.name == name
    assert finding.original_length > 52
    assert len(finding.moves) <= 52, "33 is the least for the last of them"


def played_until_failure(machine: type[GameMachine], seed: int) -> Failure | None:
    """What goes wrong in one game of a machine."""
    game: Any = machine()
    try:
        for step in range(40):
            game.play_on(seed=seed + step, length=20)
            game.save_and_restore()
    except Fault as fault:
        return fault.failure
    return None


def test_a_failure_comes_with_a_test_that_is_ready_to_run() -> None:
    machine = until_found("leak")

    assert machine.test is not None
    code = compile(machine.test, "test", "exec")
    names: dict[str, Any] = {}
    exec(code, names)
    test = names["test_broken_components_are_conserved"]
    names.update(make_rules=trader.make_toy, build=trader.build)
    with pytest.raises(AssertionError):
        test()
    names.update(make_rules=lambda game, **more: toy())
    test()


def test_failing_choices_are_kept_in_the_database() -> None:
    database = InMemoryExampleDatabase()
    run(machine("leak", database=database, examples=500, derandomize=False))

    assert any(database.data.values())


def test_more_steps_than_hypothesis_can_hold_are_refused() -> None:
    with pytest.raises(ValueError, match="longer bursts"):
        machine(steps=500)


def failing_case(machine: type[GameMachine], monkeypatch: pytest.MonkeyPatch, folder: Path) -> list[str]:
    """What the machine's `TestCase` adds to its failure."""
    monkeypatch.chdir(folder)
    with pytest.raises((Fault, BaseExceptionGroup)) as raised:
        machine.TestCase().runTest()
    return raised.value.__notes__


def test_a_failing_test_case_tells_the_short_game_a_test_and_the_replay(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    note = failing_case(machine("leak", examples=500), monkeypatch, tmp_path)[-1]

    said, _, rest = note.strip().partition("\n")
    assert said.startswith("shown in ")
    assert int(said.split()[2]) <= int(said.rstrip(":").split()[-1])
    assert "\n    roll " in note
    compile(rest.split("a test to keep:")[1].split("step through it")[0], "test", "exec")
    (kept,) = (tmp_path / ".rulecheck" / "findings").glob("*.json")
    assert rest.endswith(f"rulecheck replay .rulecheck/findings/{kept.name}")


def test_a_machine_that_passes_keeps_quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)

    machine(examples=5).TestCase().runTest()

    assert not (tmp_path / ".rulecheck").exists()


def test_a_derived_machine_keeps_the_settings() -> None:
    """One with an invariant of its own was played by Hypothesis's settings: fifty steps, a deadline."""
    base = machine(examples=7, steps=9)

    class Invariant(base):  # type: ignore[valid-type, misc]
        @invariant()
        def a_game_has_a_state(self) -> None:
            assert self.state is not None

    class Derived(Invariant):
        pass

    assert Invariant.TestCase.settings == base.TestCase.settings
    assert (Derived.TestCase.settings.max_examples, Derived.TestCase.settings.stateful_step_count) == (7, 9)
    Derived.TestCase().runTest()


def test_what_a_derived_machine_finds_is_told_in_short_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    base = machine("leak", examples=500)
    derived = type("Derived", (base,), {})

    assert "a test to keep" in failing_case(derived, monkeypatch, tmp_path)[-1]
