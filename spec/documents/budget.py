"""Files of other programs are read in a process of its own, which has so much time and memory and no more."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import Any, Final

from rulecheck.spec.errors import SpecError

SECONDS: Final = 10
"""Of the processor, that the reading of somebody's file may take, in whichever process."""

MEGABYTES: Final = 500
"""Of memory."""

_PATIENCE: Final = 12
"""So many times as long as the processor may take the process may wait for it on a busy machine."""

_ENDED: Final = frozenset((-signal.SIGKILL, -signal.SIGXCPU)) if sys.platform != "win32" else frozenset[int]()


def within_budget(job: dict[str, Any], raw: bytes) -> tuple[dict[str, Any], bytes]:
    """What `rulecheck.spec.documents.child` answers to a job, with the bytes that it wrote.

    Raises SpecError for what it says of the file, and in a line for a file that takes more than the budget.
    """
    name = job["name"]
    head = json.dumps({**job, "seconds": SECONDS, "megabytes": MEGABYTES}).encode() + b"\n"
    child = [sys.executable, "-P", "-m", "rulecheck.spec.documents.child"]
    try:
        done = subprocess.run(child, input=head + raw, capture_output=True, timeout=SECONDS * _PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        raise SpecError(name, None, f"reading it takes more than {SECONDS} s", "save it again, or as text") from None
    if done.returncode in _ENDED:
        raise SpecError(name, None, f"reading it takes more than {SECONDS} s", "save it again, or as text")
    line, _, written = done.stdout.partition(b"\n")
    if done.returncode or not line:
        sys.stderr.write(done.stderr.decode(errors="replace"))
        raise RuntimeError(f"{name}: the process that reads it ended with {done.returncode}")
    answer = json.loads(line)
    if "wrong" in answer:
        raise SpecError(*answer["wrong"])
    return answer, written
