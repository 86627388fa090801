"""Ending early and losing nothing: SIGTERM and SIGHUP do what Ctrl-C does, and wait while a file is being written.

Only light modules are imported here: this comes before everything else that a command needs.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final, NoReturn

SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""What ends a command early, as far as the system knows it."""


_MOMENT: Final = 0.02
"""Seconds after which an exception that was dropped is raised again: what dropped it is over by then."""


class _Ending:
    """What this process knows of signals: there is one of it, as there is one set of handlers."""

    signal: int | None = None
    """The first that came."""
    held: int = 0
    """How many parts of the program that must not be cut short are running inside each other."""
    waiting: bool = False
    """Whether one came meanwhile."""
    heeded: bool = False
    """Whether `like_ctrl_c` is at work."""
    told: bool = False
    """Whether the command has said that it was stopped."""
    lost: bool = False
    """Whether its exception was dropped, and nobody has heeded it since."""


_ENDING: Final = _Ending()


def asked_to_end() -> bool:
    """Whether a signal has asked for an end since `like_ctrl_c` began.

    Long loops ask this now and then: an exception raised by a signal is lost where C code drops it, in a
    finalizer or a comparison that a look-up makes.
    """
    return _ENDING.heeded and _ENDING.signal is not None


def heed() -> None:
    """Raise KeyboardInterrupt if a signal has asked for an end, and its own exception was lost."""
    if asked_to_end():
        _ENDING.lost = False
        raise KeyboardInterrupt


def exit_code() -> int:
    """128 and the number of the signal that ended the command early, as shells have it; the command has told of it."""
    _ENDING.told = True
    return 128 + (_ENDING.signal or signal.SIGINT)


def told_by() -> str:
    """What ended the command early, in words."""
    if _ENDING.signal in (None, signal.SIGINT):
        return "Ctrl-C"
    return signal.Signals(_ENDING.signal).name


def _end(number: int, frame: FrameType | None) -> None:
    if _ENDING.signal is None:
        _ENDING.signal = number
    if _ENDING.held:
        _ENDING.waiting = True
    else:
        raise KeyboardInterrupt


def _dropped(before: Callable[[Any], object]) -> Callable[[Any], None]:
    """What is told of an exception that a finalizer or a callback dropped: ours is raised again in a moment.

    Once we are ending, finalizers of objects that were only half made raise what says nothing to anybody.
    """

    def told(unraisable: Any) -> None:
        if asked_to_end() and isinstance(unraisable.exc_value, KeyboardInterrupt):
            _ENDING.lost = True
            threading.Timer(_MOMENT, _again).start()
        elif not asked_to_end():
            before(unraisable)

    return told


def _again() -> None:
    if not _ENDING.lost or not asked_to_end():
        return
    _ENDING.lost = False
    number = signal.Signals(_ENDING.signal or signal.SIGINT)
    if hasattr(signal, "pthread_kill"):  # the signal itself: it wakes who waits in a system call
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(number)


@contextmanager
def like_ctrl_c() -> Iterator[None]:
    """Inside, each of `SIGNALS` raises KeyboardInterrupt, unless it was ignored before (`nohup`).

    Does nothing outside the main thread, or inside itself.
    """
    before = {}
    with suppress(ValueError):  # handlers can be set in the main thread only
        for number in SIGNALS:
            known = signal.getsignal(number)
            if known is not _end and known not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, _end)
    if not before:
        yield
        return
    _ENDING.signal, _ENDING.waiting, _ENDING.heeded, _ENDING.told, _ENDING.lost = None, False, True, False, False
    unraisable, sys.unraisablehook = sys.unraisablehook, _dropped(sys.unraisablehook)
    try:
        yield
    finally:
        sys.unraisablehook = unraisable
        _ENDING.heeded = False
        for number, known in before.items():
            signal.signal(number, known)


@contextmanager
def held_back() -> Iterator[None]:
    """Inside, signals wait: for what must be done as a whole, and takes no time."""
    _ENDING.held += 1
    try:
        yield
    finally:
        _ENDING.held -= 1
    if _ENDING.waiting and not _ENDING.held:
        _ENDING.waiting = False
        raise KeyboardInterrupt


@contextmanager
def started_quietly() -> Iterator[None]:
    """Around the start of a child process: signals do not reach it before it has said what it does with them.

    They are blocked here and so in the child, which calls `left_to_the_parent`; ours come afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def left_to_the_parent() -> None:
    """In a child process: signals that end a command are the parent's to handle, which then ends us."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def stopped() -> int:
    """Say in one line that a command was stopped, unless it has done so itself; the exit code."""
    if not _ENDING.told:
        print(f"rulecheck: stopped by {told_by()}", file=sys.stderr)
    return exit_code()


def leave(code: int) -> NoReturn:
    """End this process.

    Where KeyboardInterrupt has passed through `exec` of a text (every named tuple and dataclass is made so),
    CPython remembers that and kills itself by SIGINT in the end, whatever exit code it was given.
    """
    if asked_to_end():
        with suppress(OSError, ValueError, AttributeError):  # standard output may be gone
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
