"""Where the engine itself is wrong its theorem is refuted, with what the rulebook says and what the engine does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from rulecheck.solvers.decision import outcome_of
from rulecheck.solvers.theorem import Verdict
from rulecheck.spec import games
from tests.solvers.wrong_engines import FaultTrial, Trial, fault_trials, table, trials

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


def test_the_page_tells_which_rules_are_tried(root: Path) -> None:
    page = (root / "docs" / "theorems.md").read_text(encoding="utf-8")

    assert "\n".join(table()) in page, "python -m tests.solvers.wrong_engines"


FEW = 25
"""Trials of each game with planted faults; the long run makes all of them."""
REFUSED_POSITIONS = {"NoFirstCastle", "SettlersNeverRunOut"}
"""Engines that cannot read positions of their own games: a refutation cannot be set up there."""


@pytest.mark.campaign
@pytest.mark.parametrize("game", games())
def test_a_planted_fault_is_never_our_own_fault(game: str) -> None:
    """A theorem holds on such an engine, being about something else, or is refuted; it does not crash."""
    trials = fault_trials(game)
    some = Random(f"faults of {game}").sample(trials, min(FEW, len(trials)))
    crashed, counts = looked_at(some)

    print(game, f"{len(some)} of {len(trials)} trials:", dict(counts))
    assert crashed == []
    assert counts[Verdict.REFUTED]


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_no_planted_fault_is_our_own_fault(game: str) -> None:
    crashed, counts = looked_at(fault_trials(game))

    print(game, dict(counts))
    assert crashed == []


def looked_at(trials: Sequence[FaultTrial]) -> tuple[list[tuple[str, str]], Counter[Verdict]]:
    """The trials that crashed, with the reason, and how many came out how."""
    crashed, counts = [], Counter[Verdict]()
    for trial in trials:
        outcome = trial.outcome()
        counts[outcome.verdict] += 1
        if outcome.verdict is Verdict.CRASHED and trial.fault.name not in REFUSED_POSITIONS:
            crashed.append((str(trial), outcome.reason[-200:]))
    return crashed, counts
