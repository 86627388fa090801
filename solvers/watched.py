"""Somebody else's Python program as a child that ends when we are gone: `python -P -m … PARENT MODULE ARGUMENT…`.

It runs a module as `python -m` does, and looks at its parent meanwhile: who is killed ends nobody.
"""

from __future__ import annotations

import os
import runpy
import sys
import threading
from collections.abc import Sequence
from typing import Final

_LOOK: Final = 0.2
"""Seconds between two looks."""


def command(module: str, *arguments: str) -> list[str]:
    """What to run as a child of this process."""
    return [sys.executable, "-P", "-m", __name__, str(os.getpid()), module, *arguments]


def main(words: Sequence[str]) -> None:
    """Run a module, unless the parent has gone, and until it does."""
    parent, module, *arguments = words
    threading.Thread(target=_end_with, args=(int(parent),), daemon=True).start()
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _end_with(parent: int) -> None:
    waiting = threading.Event()
    while not _is_gone(parent):
        waiting.wait(_LOOK)
    os._exit(1)


def _is_gone(parent: int) -> bool:
    if os.name == "posix":  # orphans are given to another, also while nobody has taken note of the death
        return os.getppid() != parent
    import psutil

    return not psutil.pid_exists(parent)


if __name__ == "__main__":
    main(sys.argv[1:])
