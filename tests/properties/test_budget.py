"""Reading somebody's file takes so much of the processor and of memory, and no more."""

from __future__ import annotations

import re
import resource
import signal
import sys
import time
from contextlib import suppress

import pytest

from rulecheck.properties.runtime.budget import OverBudget, budget


def spin(seconds: float) -> None:
    began = time.process_time()
    while time.process_time() - began < seconds:
        pass


def test_what_takes_too_long_ends_in_a_line_with_the_files_name() -> None:
    began = time.process_time()

    with pytest.raises(OverBudget, match=r"my\.txt: reading it takes more than 0\.2 s"), budget("my.txt", seconds=0.2):
        spin(5)

    assert time.process_time() - began < 2


def test_work_that_drops_the_exception_and_ends_is_told_all_the_same() -> None:
    """As code in C may: two texts that took too long to pair were compared, now and then."""
    with pytest.raises(OverBudget), budget("my.txt", seconds=0.01), suppress(OverBudget):
        spin(5)


def test_a_pattern_that_runs_for_ever_is_ended_too() -> None:
    with pytest.raises(OverBudget), budget("my.txt", seconds=0.2):
        re.match(r"(a+)+$", "a" * 40 + "b")


@pytest.mark.skipif(sys.platform != "linux", reason="only there memory is limited")
def test_what_takes_too_much_memory_ends_the_same_way() -> None:
    with pytest.raises(OverBudget, match="takes more than 50 MB"), budget("my.txt", megabytes=50):
        bytearray(200 * 1024 * 1024)

    assert bytearray(200 * 1024 * 1024)


def test_what_keeps_to_it_leaves_nothing_behind() -> None:
    limits, handler = resource.getrlimit(resource.RLIMIT_DATA), signal.getsignal(signal.SIGVTALRM)

    with budget("outer.txt", seconds=5), budget("inner.txt", seconds=0.001):
        sum(range(1_000_000))

    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
    assert (resource.getrlimit(resource.RLIMIT_DATA), signal.getsignal(signal.SIGVTALRM)) == (limits, handler)
