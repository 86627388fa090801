"""Campaigns: each planted fault is found, a sound game is left alone, and the same seed tells the same story."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from itertools import count
from typing import Any

import pytest

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.campaign.results import CampaignResult
from rulecheck.properties.runtime.progress import Progress
from tests.toy import trader
from tests.toy.trader import CLAUSES, toy


def campaign(*faults: str, games: int | None = 60, jobs: int = 1, **more: Any) -> CampaignResult:
    more.setdefault("rules", [toy(2, faults), toy(3, faults)])
    more.setdefault("properties", ["tests.toy.trader"])
    more.setdefault("shrink_steps", 40_000)
    return Campaign(games=games, jobs=jobs, clauses=CLAUSES, build=trader.build, seed=7, **more).run()


@pytest.fixture(scope="module")
def sound() -> CampaignResult:
    return campaign()


def test_a_sound_game_has_no_findings(sound: CampaignResult) -> None:
    assert sound.findings == ()
    assert sound.games == 60
    assert sound.ended == {"finished": 60}
    assert sound.notes == []


def test_every_clause_is_exercised_and_its_shortest_game_is_known(sound: CampaignResult) -> None:
    assert sound.unexercised == ()
    assert sound.refusals["market.limit"] > 0
    reached = sound.shortest["build.house"]
    assert reached.at == len(reached.moves)
    assert reached.moves[-1] == "house"


@pytest.mark.parametrize(
    ("faults", "shrinking", "until"),
    [((), 14.0, 35.8), (("silent",), 14.0, 35.8), (("leak",), 14.0, 32.3), ((), 2.0, 26.0)],
    ids=["none", "quiet", "loud", "short"],
)
def test_a_campaign_by_time_plays_on_in_what_shortening_will_not_need(
    monkeypatch: pytest.MonkeyPatch, faults: tuple[str, ...], shrinking: float, until: float
) -> None:
    """Kept are 30 % of the time for shortening, 25 % more for a fault of the engine, and three seconds at least."""
    clock = count()
    monkeypatch.setattr(time, "monotonic", lambda: next(clock) / 25)
    told: list[Progress] = []

    campaign(*faults, games=None, seconds=26.0, shrink_seconds=shrinking, progress=told.append)

    playing = [now.seconds for now in told[:-1] if now.doing == "playing"]
    assert max(playing) == pytest.approx(until, abs=1.2)


def test_the_first_game_of_a_clause_is_the_first_whatever_comes_after_it() -> None:
    """What a curve of clauses over games is drawn from; the game with the shortest way to a clause is another one."""
    few, many = campaign(games=4).to_json()["clauses"], campaign(games=40).to_json()["clauses"]

    met = {clause: told["first_game"] for clause, told in many.items() if told.get("first_game", 4) < 4}
    assert met == {clause: told["first_game"] for clause, told in few.items() if "first_game" in told}
    assert any(told.get("shortest_game", 0) > told.get("first_game", 0) for told in many.values())


def test_properties_are_counted(sound: CampaignResult) -> None:
    assert sound.properties["games_end_for_a_reason"] == 60
    assert sound.properties["components_are_conserved"] > 1000
    assert sound.properties["houses_never_pass_the_goal"] < sound.properties["components_are_conserved"] / 4


@pytest.mark.parametrize(
    ("fault", "kind", "name", "longest"),
    [
        ("leak", "broken", "components_are_conserved", 11),
        ("deadlock", "deadlock", "nobody may move", 60),
        ("endless", "endless", "a loop of Flip", 3),
        ("listed", "conflict", "listed and refused", 21),
        ("hidden", "conflict", "accepted and not listed", 21),
        ("crash", "broken", "crash in legal_moves: IndexError in legal_moves", 20),
        ("assert", "broken", "crash in apply: AssertionError in apply", 50),
        ("noclause", "broken", "no clause 'turn.fase'", 1),
        ("silent", "silent", "market.empty", 28),
        ("dice", "broken", "moves are deterministic", 9),
        ("forget", "broken", "positions survive saving", 18),
    ],
)
def test_a_planted_fault_is_found_and_made_short(fault: str, kind: str, name: str, longest: int) -> None:
    findings = campaign(fault, games=40, shrink_steps=150_000).findings

    mine = [finding for finding in findings if (finding.kind, finding.name) == (kind, name)]
    assert mine, [(finding.kind, finding.name) for finding in findings]
    assert mine[0].shrunk
    assert mine[0].at == len(mine[0].moves) <= longest
    assert mine[0].original_length >= mine[0].at
    assert fault == "deadlock" or mine[0].setting.players == 2, "the two-player game shows it too"


def test_a_fault_that_is_known_does_not_hide_the_others() -> None:
    findings = campaign("leak", "assert", games=60).findings

    assert {finding.name for finding in findings} == {
        "components_are_conserved",
        "crash in apply: AssertionError in apply",
    }


def test_only_the_kinds_that_are_asked_for_are_told() -> None:
    both = campaign("leak", "silent", games=20, shrink_steps=500)
    asked = campaign("leak", "silent", games=20, shrink_steps=500, kinds=["broken"])

    assert {finding.kind for finding in both.findings} == {"broken", "silent"}
    assert asked.findings == tuple(finding for finding in both.findings if finding.kind == "broken")


def test_the_same_seed_gives_the_same_bytes_with_any_number_of_workers() -> None:
    def told(jobs: int) -> str:
        return json.dumps(campaign("leak", "silent", games=10, jobs=jobs, shrink_steps=1_000).to_json())

    assert told(1) == told(1) == told(2)


def test_another_seed_gives_other_games() -> None:
    rules = [toy()]
    first, second = (
        Campaign(rules=rules, games=5, jobs=1, seed=seed, clauses=CLAUSES, build=trader.build).run() for seed in (1, 2)
    )

    assert first.moves != second.moves


def test_a_game_beyond_the_cap_is_cut_off_and_never_counted_as_finished() -> None:
    result = campaign(games=20, cap=10)

    assert result.ended == {"cut off": 20}
    assert result.decisions == 200


def test_games_resume_where_something_rare_happened(sound: CampaignResult) -> None:
    assert 0 < sound.resumed < sound.games


@pytest.mark.parametrize("jobs", [1, 2])
def test_time_ends_a_campaign_in_the_middle_of_a_game(jobs: int) -> None:
    began = time.perf_counter()
    result = campaign("slow", games=None, jobs=jobs, seconds=1.0)

    assert time.perf_counter() - began < 10
    assert result.games > 0
    assert result.asked is None


def test_a_killed_worker_is_reported_and_the_others_go_on() -> None:
    result = campaign(games=24, jobs=2, rules=[toy(2), toy(2, ["killer"])])

    assert result.ended["finished"] > 0
    assert result.ended["worker killed"] > 0
    assert result.games + result.ended["worker killed"] == 24
    assert any(note.startswith("a worker was killed (signal 9) while it was at game") for note in result.notes)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_keeps_what_was_found(jobs: int) -> None:
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if progress.games > 40 and not fired.is_set():
            fired.set()
            os.kill(os.getpid(), signal.SIGINT)

    fired = threading.Event()
    result = campaign("leak", games=None, jobs=jobs, seconds=60, progress=watch)

    assert result.interrupted
    assert result.seconds < 30
    assert [finding.name for finding in result.findings] == ["components_are_conserved"]
    assert not result.findings[0].shrunk
    assert seen[-1].findings == 1


def test_a_game_that_cannot_even_start_is_a_finding() -> None:
    (finding,) = Campaign(rules=[toy()], games=3, jobs=1, clauses=CLAUSES, build=_broken).run().findings

    assert finding.kind == "broken"
    assert "KeyError" in finding.messages[0]


def _broken(rules: Any) -> Any:
    raise KeyError("card")


def test_an_unknown_player_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"no player 'bold'; there are uniform, swarm"):
        campaign(players=["bold"])


def test_a_campaign_needs_an_end() -> None:
    with pytest.raises(ValueError, match="games or of seconds"):
        campaign(games=None)


def shared(games: int, jobs: int = 1) -> dict[str, int]:
    return dict(campaign(games=games, jobs=jobs, properties=["tests.toy.seldom"]).properties)


def test_in_the_first_games_everything_is_looked_at() -> None:
    counts = shared(32)

    assert counts["seldom"] == counts["always"] > 0
    assert counts["seldom_at_the_end"] == 32


def test_later_a_claim_is_looked_at_in_its_share_of_the_games() -> None:
    first, counts = shared(32), shared(72)

    assert counts["seldom_at_the_end"] == 32 + 40 // 4
    assert 0 < counts["seldom"] - first["seldom"] < (counts["always"] - first["always"]) / 2


def test_which_games_look_at_a_claim_is_the_same_with_any_number_of_workers() -> None:
    assert shared(60, jobs=2) == shared(60)
