"""What a campaign met first and when, when it is quiet, and how much it has probably not met."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.campaign.news import News
from rulecheck.properties.campaign.results import CampaignResult
from tests.toy.trader import CLAUSES, build, toy


def test_each_thing_is_news_once() -> None:
    news = News()

    assert news.add([("clause", "a"), ("clause", "b")], 0, 10, 0.5) == 2
    assert news.add([("clause", "b"), ("silence", "b")], 1, 20, 0.7) == 1

    assert [(new.what, new.name, new.game, new.moves) for new in news.first] == [
        ("clause", "a", 0, 10),
        ("clause", "b", 0, 10),
        ("silence", "b", 1, 20),
    ]
    assert news.games["clause", "b"] == 2


@pytest.mark.parametrize(("moves", "quiet"), [(199, False), (200, True)])
def test_it_is_quiet_after_twice_the_moves_to_the_last_news(moves: int, quiet: bool) -> None:
    news = News()
    assert not news.is_quiet(moves), "nothing was met at all"
    news.add([("clause", "a")], 0, 100, 0.5)

    assert news.is_quiet(moves) is quiet


def test_what_was_not_met_is_estimated_from_what_was_met_once_and_twice() -> None:
    """Two hundred things, each met by one game in forty: the bound comes near, and so does what a game brings."""
    all_in_all, missing, brought = 0.0, 0.0, 0.0
    for seed in range(20):
        news, draw = News(), Random(seed)
        for game in range(30):
            news.add([("clause", str(n)) for n in range(200) if draw.random() < 1 / 40], game, game, 0.0)
        unseen = news.unseen()
        all_in_all += (unseen.met + unseen.probably) / 20
        missing += (200 - unseen.met) / 40 / 20
        brought += unseen.next_game / 20

    assert 170 <= all_in_all <= 215
    assert brought == pytest.approx(missing, rel=0.1)


def test_nothing_is_probably_left_where_all_was_met_often() -> None:
    news = News()
    for game in range(50):
        news.add([("clause", "a"), ("clause", "b")], game, game, 0.0)

    assert (news.unseen().probably, news.unseen().next_game) == (0.0, 0.0)


def played(jobs: int = 1, **more: Any) -> CampaignResult:
    return Campaign(rules=[toy()], seed=3, clauses=CLAUSES, build=build, jobs=jobs, shrink_steps=0, **more).run()


def test_a_campaign_ends_when_it_is_quiet() -> None:
    """Long before the games are up, and with all that more games find."""
    quiet, all_games = played(games=400, until_quiet=True), played(games=400)

    assert quiet.quiet
    assert quiet.games < 200
    assert quiet.moves >= 2 * quiet.news.first[-1].moves
    assert not all_games.quiet
    assert set(quiet.clauses) == set(all_games.clauses)


def test_where_it_ends_does_not_depend_on_the_number_of_workers() -> None:
    assert played(until_quiet=True).to_json() == played(until_quiet=True, jobs=2).to_json()


def test_the_news_of_a_campaign_are_its_clauses_and_findings() -> None:
    result = played(games=30)

    told = {(new.what, new.name) for new in result.news.first}
    assert {name for what, name in told if what == "clause"} == set(result.clauses)
    assert {name for what, name in told if what == "silence"} == set(result.silences)
    moves = [new.moves for new in result.news.first]
    assert moves == sorted(moves)
    assert result.to_json()["unseen"]["met"] == len(told)
