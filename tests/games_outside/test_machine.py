"""The state machine on a subclass of an engine: the test that it prints is about the subclass."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rulecheck.properties.invariants.declaring import properties_of
from rulecheck.properties.machine import Run, run, state_machine
from rulecheck.spec import make_rules
from rulecheck.spec.registry import add_folder


def played(engine: Callable[[Any], Any]) -> Run:
    """What the machine finds in an engine of the game."""
    machine = state_machine(
        lambda: engine(make_rules("mygame", players=2)),
        properties_of("mygame.properties"),
        burst=20, steps=10, examples=20, derandomize=True,
    )  # fmt: skip
    return run(machine)


def printed_test(result: Run) -> Callable[[], None]:
    """The test function of the text that a run prints."""
    names: dict[str, Any] = {}
    assert result.test is not None
    exec(compile(result.test, "printed", "exec"), names)
    (test,) = (value for name, value in names.items() if name.startswith("test_"))
    return lambda: test()


def test_the_printed_test_fails_for_the_fault_of_the_subclass(mygame: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And passes once the subclass is mended, although the same text is run."""
    add_folder(mygame)
    faults = import_module("mygame.tests.faults")

    result = played(faults.PushesAreFree)

    assert result.finding is not None
    assert "from mygame.tests.faults import PushesAreFree\n" in str(result.test)
    with pytest.raises(AssertionError):
        printed_test(result)()
    monkeypatch.setattr(faults, "PushesAreFree", import_module("mygame.engine").Race)
    printed_test(result)()


def test_the_games_own_engine_is_made_as_all_commands_make_it(mygame: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin: the fault is in the engine that `build` answers with."""
    add_folder(mygame)
    engine = import_module("mygame.engine")
    monkeypatch.setattr(engine, "Race", import_module("mygame.tests.faults").PushesAreFree)

    result = played(engine.build)

    assert "build(rules)" in str(result.test)
    with pytest.raises(AssertionError):
        printed_test(result)()


def test_a_class_in_a_function_is_told_to_be_moved_out(mygame: Path) -> None:
    add_folder(mygame)
    free = import_module("mygame.tests.faults").PushesAreFree

    def made() -> type:
        return type("Inner", (free,), {"__qualname__": "made.<locals>.Inner", "__module__": __name__})

    assert f"from {__name__} import Inner  # it stands in a function there: move it out\n" in str(played(made()).test)
