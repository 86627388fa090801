"""Worker processes do not outlive the process that began them."""

from __future__ import annotations

import subprocess
import sys

import psutil
import pytest

POOL = """
import functools, time
from rulecheck.properties.workers import Job, Pool
pool = Pool(functools.partial(int, 60), 2)
jobs = iter([Job(1, ()), Job(2, ())])
print("ready", flush=True)
next(pool.map(jobs, time.sleep, "sleeping"))
"""
FORKED = """
import time
from rulecheck.properties.strength.trying import _in_children
print("ready", flush=True)
next(_in_children([60, 60], lambda seconds: (time.sleep, (seconds,)), 2, 60))
"""


@pytest.mark.parametrize(("code", "count"), [(POOL, 3), (FORKED, 2)], ids=["pool", "forked"])
def test_workers_in_the_midst_of_something_end_when_their_parent_is_killed(code: str, count: int) -> None:
    """With `spawn`, the tracker of resources is one more."""
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == "ready\n"
    workers: list[psutil.Process] = []
    while len(workers) < count:
        workers = psutil.Process(parent.pid).children()

    parent.kill()
    parent.communicate()

    assert psutil.wait_procs(workers, timeout=20)[1] == []
