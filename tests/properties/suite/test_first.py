"""The cases as the first thing that `conform` plays: a program that is wrong in one step is told before any game."""

from __future__ import annotations

from typing import Any

import pytest

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Games, Search
from rulecheck.properties.suite.first import MOVES, play_first
from rulecheck.properties.suite.making import kept_for
from rulecheck.spec import make_rules
from tests.faults.catalogue import faults_of

GAME = "puerto_rico"


def games_of(build: Any, **more: Any) -> Games:
    if kept_for(GAME) is None:
        pytest.skip(f"no cases come with {GAME}; benchmarks/suites.py {GAME} makes them")
    participant = InProcess(lambda: Reference(GAME, build))
    return Games(Search(rules=[make_rules(GAME)], participant=participant, games=1, shrink_steps=0, **more))


def test_our_own_engine_departs_in_no_case() -> None:
    from rulecheck.reference_engines import build

    games = games_of(build)

    assert play_first(games) > 10
    assert len(games.clusters) == 0
    assert games.result.counts.moves <= MOVES


def test_most_mistakes_are_told_before_any_game_is_played() -> None:
    told = 0
    sample = faults_of(GAME)[::40]
    for fault in sample:
        games = games_of(fault.engine, adopts=False)
        play_first(games)
        told += len(games.clusters) > 0

    assert told >= 0.6 * len(sample)  # at one table of three, and without the moves that are forbidden


def test_a_game_without_cases_says_so_and_is_played_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulecheck.reference_engines import build

    games = games_of(build, first=play_first, cap=20)
    monkeypatch.setattr("rulecheck.properties.suite.first.kept_for", lambda game: None)

    games.run()

    assert [note for note in games.result.notes if "no cases come with this game" in note]
    assert games.result.ended.total() == 1
