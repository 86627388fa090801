"""What reading somebody's file may take: more of the processor or of memory ends it, in a line that names the file."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OverBudget(Exception):
    """A file takes more than it may."""

    def __init__(self, name: str, what: str, doing: str) -> None:
        super().__init__(f"{name}: {doing} takes more than {what}: this is not a rulebook, or it has to be split")


@contextmanager
def budget(
    name: str, doing: str = "reading it", *, seconds: float | None = None, megabytes: int | None = None
) -> Iterator[None]:
    """Around the reading of a file by this name, in this process; raises `OverBudget`.

    The memory counts beside what the process held before.

    Of budgets inside each other the outermost counts. Where the system knows no such timer (Windows) and in other
    threads than the main one nothing is limited.
    """
    from rulecheck.spec.documents.budget import MEGABYTES, SECONDS  # all of `spec` comes with it

    seconds = SECONDS if seconds is None else seconds
    megabytes = MEGABYTES if megabytes is None else megabytes
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    if signal.getitimer(signal.ITIMER_VIRTUAL)[0]:
        yield
        return

    exceeded = OverBudget(name, f"{seconds:g} s of the processor", doing)
    was_over = False

    def over(number: int, frame: FrameType | None) -> None:
        nonlocal was_over
        was_over = True
        raise exceeded

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 0.5)  # again, should C code drop the exception
    limits = _limit_memory(megabytes)
    try:
        yield
        if was_over:  # and the work came to its end all the same
            raise exceeded
    except MemoryError:
        raise OverBudget(name, f"{megabytes} MB", doing) from None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        _set_memory(limits)


def _limit_memory(megabytes: int) -> tuple[int, int] | None:
    """Let this process hold so much more; the limits that stood before, None where they cannot be set."""
    if sys.platform != "linux":
        return None
    import resource

    limits = resource.getrlimit(resource.RLIMIT_DATA)
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            held = int(file.read().split()[5]) * resource.getpagesize()
        most = held + megabytes * 1024 * 1024
        _set_memory((most if limits[1] == resource.RLIM_INFINITY else min(most, limits[1]), limits[1]))
    except (OSError, ValueError):
        return None
    return limits


def _set_memory(limits: tuple[int, int] | None) -> None:
    if limits is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, limits)
