"""What is timed is played for the first time: an engine keeps answers, and the same games again would find theirs."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from benchmarks import speed


def test_no_run_plays_a_game_that_was_played_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither those that warm the engine up, nor those of another run, nor those of whole games."""
    played: list[int] = []

    def play(engine: Any, seeds: range, **more: Any) -> tuple[int, int]:
        played.extend(seeds)
        return 1, 1

    monkeypatch.setattr(speed, "bare", lambda engine, seeds, cap: play(engine, seeds))
    monkeypatch.setattr(speed, "verified", play)
    monkeypatch.setattr(speed, "met", lambda arenas, names, games: played.extend(range(games)))
    whole: list[int] = []
    monkeypatch.setattr(speed, "whole_games", lambda arenas, game, games, known, first: whole.append(first))
    monkeypatch.setattr(
        sys, "argv", ["speed", "puerto_rico", "--setup", "standard", "--players", "3", "--games", "4", "--runs", "3"]
    )

    speed.main()

    warm, measured = played[: 2 + 400], played[2 + 400 :]
    assert len(measured) == len(set(measured)) == 2 * 12
    assert set(measured).isdisjoint(warm)
    assert whole[0] > max(measured)
