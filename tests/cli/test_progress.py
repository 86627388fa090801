"""The line on standard error that tells a person how far a long answer is, and how long the rest takes."""

from __future__ import annotations

import io
import re
import time

import pytest

from rulecheck.cli.rendering.answers import counting


class Terminal(io.StringIO):
    """Somebody watches."""

    def isatty(self) -> bool:
        return True


def test_what_is_counted_is_told_with_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")

    with counting("deciding", 40, "claim") as tell:
        for _ in range(3):
            time.sleep(0.05)
            tell(4, "somebody-can-move")

    told = terminal.getvalue()
    assert "deciding" in told
    assert "12 of 40 claims  somebody-can-move" in told
    assert re.search(r"00:0\d", told), "no time that is left"


def test_nothing_is_told_where_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = io.StringIO()
    monkeypatch.setattr("sys.stderr", silent)

    with counting("deciding", 3, "claim") as tell:
        tell(1, "")

    assert silent.getvalue() == ""
