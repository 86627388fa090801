"""Worker processes do not outlive the process that began them."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial

import psutil
import pytest

from rulecheck.properties.runtime import workers
from rulecheck.properties.runtime.workers import Job, Pool
from rulecheck.spec import registry

POOL = """
import functools, time
from rulecheck.properties.runtime.workers import Job, Pool
pool = Pool(functools.partial(int, 60), 2)
jobs = iter([Job(1, ()), Job(2, ())])
print("ready", flush=True)
next(pool.map(jobs, time.sleep, "sleeping"))
"""
FORKED = """
import time
from rulecheck.properties.strength.trying import in_children
print("ready", flush=True)
next(in_children([60, 60], lambda seconds: (time.sleep, (seconds,)), 2, 60))
"""


HEAVY = ("hypothesis", "numpy", "rich", "sqlalchemy", "typer", "z3")
ARENA = f"""
import sys
from rulecheck.properties.campaign.arena import Arenas, Shop
from rulecheck.reference_engines import build
from rulecheck.spec import make_rules
for game in sys.argv[1:]:
    Arenas(Shop((make_rules(game),), build, None, None))[0]
print(*[name for name in {HEAVY} if name in sys.modules])
"""


def test_a_worker_starts_without_what_is_slow_to_import() -> None:
    """All that it needs before its first game takes one or two tenths of a second; half a second with these."""
    games = [game.name for game in registry.all_games()[0] if game.ours]
    told = subprocess.run([sys.executable, "-c", ARENA, *games], capture_output=True, text=True, check=True)

    assert told.stdout == "\n"


@pytest.mark.parametrize(("code", "count"), [(POOL, 3), (FORKED, 2)], ids=["pool", "forked"])
def test_workers_in_the_midst_of_something_end_when_their_parent_is_killed(code: str, count: int) -> None:
    """With `spawn`, the tracker of resources is one more."""
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == "ready\n"
    theirs: list[psutil.Process] = []
    while len(theirs) < count:
        theirs = psutil.Process(parent.pid).children()

    parent.kill()
    parent.communicate()

    assert psutil.wait_procs(theirs, timeout=20)[1] == []


def test_that_too_many_were_killed_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of them die in the midst of their work, and nothing new is begun."""
    monkeypatch.setattr(workers, "_DEATHS", 0)
    pool = Pool(partial(int, 9), 2)

    answers = list(pool.map(iter([Job(number, ()) for number in range(6)]), os._exit, "at game"))
    pool.close()

    assert [answer for _, answer in answers] == [None, None]
    assert [note for note in pool.notes if "too many" in note] == [
        "too many workers were killed; the run was ended early"
    ]
