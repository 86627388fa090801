"""Where the engine itself is wrong its theorem is refuted, with what the rulebook says and what the engine does."""

from __future__ import annotations

import pytest

from rulecheck.solvers.decision import outcome_of
from rulecheck.solvers.theorem import Verdict
from rulecheck.spec import games
from tests.solvers.wrong_engines import Trial, trials

ALL = {game: trials(game) for game in games()}


def is_refuted(trial: Trial) -> None:
    with trial.engine() as changes:
        outcome = outcome_of(trial.theorem, changes)

    assert outcome.verdict is Verdict.REFUTED, outcome.reason
    assert outcome.evidence is not None
    assert outcome.evidence.says


@pytest.mark.parametrize("trial", [some[0] for some in ALL.values() if some], ids=str)
def test_an_engine_that_plays_a_twins_rule_is_refuted(trial: Trial) -> None:
    is_refuted(trial)


@pytest.mark.campaign
@pytest.mark.parametrize("trial", [trial for some in ALL.values() for trial in some], ids=str)
def test_every_engine_that_plays_a_twins_rule_is_refuted(trial: Trial) -> None:
    is_refuted(trial)


@pytest.mark.parametrize("game", ALL)
def test_each_game_has_rules_that_twins_break_in_the_engine(game: str) -> None:
    assert len(ALL[game]) >= 5
