"""The shapes that the fixtures in conftest.py have."""

from __future__ import annotations

import ctypes
import json
import signal
import sys
from collections.abc import Callable
from typing import Any

from attrs import frozen

GAME = "catan_europe"


@frozen
class Done:
    """What a command did."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def is_one_line_mistake(self) -> bool:
        """Wrong use, told in one line on standard error and nowhere else."""
        lines = self.err.splitlines()
        return self.code == 2 and self.out == "" and len(lines) == 1 and lines[0].startswith("rulecheck: ")


def die_with_us() -> None:
    """In a process that a test begins (`preexec_fn`): end when the tests are killed, where the system can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)


Run = Callable[..., Done]
Answer = Callable[..., Any]
