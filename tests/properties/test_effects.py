"""What a silence changes is played out under each choice; what changes more stands first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from rulecheck.properties.campaign.arena import Arenas, Shop
from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.campaign.effects import (
    GAMES,
    TIME_RAN_OUT,
    Change,
    Crash,
    Effect,
    Silence,
    effect_of,
    played_on,
)
from rulecheck.properties.campaign.results import CampaignResult
from rulecheck.properties.invariants.violation import Violation
from rulecheck.properties.runtime.workers import Jobs, Work
from tests.toy import trader
from tests.toy.trader import CLAUSES, toy

READING = "market.empty"


def arenas(*faults: str) -> Arenas:
    return Arenas(Shop((toy(2, faults),), trader.build, (), frozenset(CLAUSES)))


def campaign(choices: tuple[str, ...], jobs: int) -> CampaignResult:
    return Campaign(
        rules=[toy(2, ["silent"])], games=40, seed=7, clauses=CLAUSES, build=trader.build, properties=(),
        choices={READING: choices}, shrink_steps=1, jobs=jobs,
    ).run()  # fmt: skip


def test_a_reading_that_refuses_sales_changes_scores() -> None:
    (changed,) = campaign(("nothing", "refused"), jobs=1).effects.values()

    assert changed.games == GAMES
    assert changed.scores > 0
    assert changed.winners <= changed.scores


def test_a_choice_that_is_the_same_in_play_changes_nothing() -> None:
    """The twin: the engine knows no other word than `refused`."""
    assert campaign(("nothing", "nothing at all"), jobs=1).effects == {
        READING: Effect(GAMES, 0, 0, {"nothing at all": Change(0, 0)})
    }


def test_the_effect_follows_from_the_seed_with_any_number_of_workers() -> None:
    first, again = (campaign(("nothing", "refused"), jobs=jobs) for jobs in (1, 2))

    assert first.effects == again.effects
    assert set(first.effects) == {READING}
    assert first.to_json() == again.to_json()


def test_a_reading_with_one_choice_is_not_played_on() -> None:
    assert campaign(("nothing",), jobs=1).effects == {}


def test_a_game_that_crashes_on_the_way_has_no_effect_to_tell() -> None:
    silence = Silence(READING, ("nothing", "refused"), (0,), (("roll 1", "sell"),))

    assert isinstance(effect_of(arenas("silent"), silence, "uniform", seed=3), Effect)
    crashed = effect_of(arenas("silent", "crash"), silence, "uniform", seed=3)
    assert isinstance(crashed, Crash)
    finding = crashed.finding(toy(2, ["silent", "crash"]), 3)
    assert (finding.kind, finding.moves) == ("broken", crashed.moves)
    assert finding.name.startswith("crash in ")


CRASH = Crash("c", "other", 0, (), Violation("broken", "crash in apply", "the engine crashed: by zero"))


class Interrupted:
    """Does so many jobs: each game that is played on changes the scores; one of `c` cannot be played."""

    def __init__(self, jobs: int) -> None:
        self.notes: list[str] = []
        self.jobs = jobs

    def map(self, jobs: Jobs, work: Work, doing: str) -> Iterator[tuple[int, Effect | Crash]]:
        for job in islice(jobs, self.jobs):
            assert job is not None
            silence, turns = job.given[0], job.given[3]
            fails = silence.reading == "c" and 2 in turns
            yield job.number, CRASH if fails else Effect(len(turns), 0, len(turns))

    def drop(self) -> None:
        """Nothing is begun ahead."""

    def close(self) -> None:
        """There is nothing to end."""


@pytest.mark.parametrize(
    ("jobs", "played"),
    [(3, {"a": 2, "b": 2, "c": 2}), (4, {"a": 4, "b": 2, "c": 2}), (9, {"a": GAMES, "b": GAMES})],
)
def test_where_time_is_short_all_readings_are_played_on_a_little(jobs: int, played: dict[str, int]) -> None:
    """And what could not be played in one of its games is not told."""
    silences = [Silence(name, ("one", "other"), (0,), ((),)) for name in "abc"]

    effects = played_on(Interrupted(jobs), silences, "uniform", 1, None, lambda: None)

    assert effects.measured == {reading: Effect(games, 0, games) for reading, games in played.items()}
    assert effects.missing == ({} if "c" in played else {"c": "the engine crashed: by zero"})
    assert effects.crashes == (() if "c" in played else (CRASH,))


def test_a_silence_that_was_not_begun_says_that_time_ran_out() -> None:
    silences = [Silence(name, ("one", "other"), (0,), ((),)) for name in "ab"]

    effects = played_on(Interrupted(1), silences, "uniform", 1, None, lambda: None)

    assert effects.missing == {"b": TIME_RAN_OUT}


@pytest.mark.parametrize(
    ("more", "less"),
    [((6, 0, 2), (6, 0, 1)), ((6, 2, 4), (6, 1, 4)), ((2, 1, 1), (6, 2, 2))],
    ids=["scores", "winners", "share"],
)
def test_what_changes_more_games_ranks_higher(more: tuple[int, int, int], less: tuple[int, int, int]) -> None:
    assert Effect(*more).rank > Effect(*less).rank
