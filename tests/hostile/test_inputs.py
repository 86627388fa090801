"""Mangled inputs of every kind: none is a traceback, none takes long or much; what once was one stays tried.

`python -m pytest -m campaign tests/hostile/test_inputs.py` tries 4,000 of them, `-m long` 20,000.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.hostile.kinds import KINDS, Kind

FEW = 15
"""Of each kind, in each run of the tests."""
MANY = 20_000 // len(KINDS) + 1
LONGEST = 5.0
"""Seconds of the processor that one input may take: other work on the machine is no fault of ours."""
MOST = 500
"""MB that all inputs of a kind may add to what Python holds."""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def trying(kind: Kind, examples: int) -> Callable[[], None]:
    """A test of so many inputs, which are the same in every run."""

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        print_blob=True,
        report_multiple_bugs=False,
    )
    @given(kind.inputs)
    def test(value: Any) -> None:
        began = time.process_time()
        kind.try_it(value)
        assert time.process_time() - began < LONGEST

    return test


LARGE = pytest.mark.filterwarnings("ignore:Generating overly large repr")
"""A whole edition is shown where it fails: that it is long is no second fault."""


@LARGE
@pytest.mark.parametrize("name", KINDS)
def test_a_mangled_input_is_a_mistake_and_no_fault_of_ours(name: str) -> None:
    trying(KINDS[name], FEW)()


@LARGE
@pytest.mark.parametrize(
    "many", [pytest.param(MANY // 5, marks=pytest.mark.campaign), pytest.param(MANY, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("name", KINDS)
def test_many_mangled_inputs_are_no_fault_of_ours(name: str, many: int) -> None:
    resource = pytest.importorskip("resource")
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    trying(KINDS[name], int(os.environ.get("RULECHECK_HOSTILE", many)))()

    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - held) / 1024 < MOST


def test_a_fault_among_many_inputs_is_seen() -> None:
    """The twin: what is tried does differ from what is right."""

    def is_particular(said: object) -> None:
        if isinstance(said, dict):
            assert isinstance(said.get("turn", ""), str)

    with pytest.raises(AssertionError):
        trying(Kind(KINDS["answer"].inputs, is_particular), 200)()


def test_an_input_that_takes_too_long_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin of the limit of time."""
    monkeypatch.setattr("tests.hostile.test_inputs.LONGEST", 0.0)

    with pytest.raises(AssertionError):
        trying(KINDS["answer"], 2)()


def test_there_are_kinds_enough() -> None:
    assert len({name.partition("-")[0] for name in KINDS}) >= 10
