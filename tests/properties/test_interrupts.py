"""Signals that end a command do what Ctrl-C does, wait for what must be whole, and are not forgotten."""

from __future__ import annotations

import contextlib
import signal
import threading
import weakref

import pytest

from rulecheck.properties.runtime import interrupts
from rulecheck.properties.runtime.interrupts import (
    asked_to_end,
    exit_code,
    heed,
    held_back,
    like_ctrl_c,
    stopped,
    told_by,
)

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX systems")


@pytest.mark.parametrize(("name", "told"), [("SIGINT", "Ctrl-C"), ("SIGTERM", "SIGTERM"), ("SIGHUP", "SIGHUP")])
def test_a_signal_interrupts_and_is_named(name: str, told: str) -> None:
    number = getattr(signal, name)
    with like_ctrl_c():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)

        assert asked_to_end()
        assert (told_by(), exit_code()) == (told, 128 + number)


def test_afterwards_handlers_are_what_they_were_and_nothing_is_asked() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with like_ctrl_c(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)

    assert signal.getsignal(signal.SIGTERM) == before
    assert not asked_to_end()
    heed()


def test_a_signal_waits_for_what_must_be_whole() -> None:
    done: list[str] = []

    def write() -> None:
        with held_back():
            with held_back():
                signal.raise_signal(signal.SIGTERM)
                done.append("inner")
            done.append("outer")
        done.append("after")

    with like_ctrl_c(), pytest.raises(KeyboardInterrupt):
        write()

    assert done == ["inner", "outer"]


def test_a_signal_whose_exception_was_lost_is_heeded_later() -> None:
    with like_ctrl_c():
        heed()
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            heed()


def test_an_exception_that_a_callback_dropped_is_raised_again() -> None:
    """As happened in an import, where the lock of a module is let go by a weak reference."""
    things = [{1}]
    watched = weakref.ref(things[0], lambda _: signal.raise_signal(signal.SIGTERM))

    def work() -> None:
        things.clear()
        assert watched() is None
        threading.Event().wait(30)

    with like_ctrl_c(), pytest.raises(KeyboardInterrupt):
        work()


def test_one_that_was_heeded_is_not_raised_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin: what ends the command in order is not disturbed."""
    monkeypatch.setattr(interrupts, "_MOMENT", 0.3)
    thing = {1}
    watched = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGTERM))
    with like_ctrl_c():
        del thing
        assert watched() is None
        with pytest.raises(KeyboardInterrupt):
            heed()
        for thread in threading.enumerate():
            if isinstance(thread, threading.Timer):
                thread.join()


def test_what_was_ignored_before_stays_ignored() -> None:
    """As `nohup` has it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with like_ctrl_c():
            signal.raise_signal(signal.SIGHUP)
            assert not asked_to_end()
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_stopped_command_says_so_once(capsys: pytest.CaptureFixture[str]) -> None:
    with like_ctrl_c():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)

        assert [stopped(), stopped()] == [143, 143]

    assert capsys.readouterr().err == "rulecheck: stopped by SIGTERM\n"
