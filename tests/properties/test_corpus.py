"""The corpus: the shortest game to each clause is kept, damaged entries are dropped, campaigns go on from it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis.database import InMemoryExampleDatabase

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.campaign.corpus import Corpus, Entry
from rulecheck.properties.findings.finding import Setting, describe
from tests.toy import trader
from tests.toy.trader import CLAUSES, toy


@pytest.fixture
def setting() -> Setting:
    return describe(toy())


def test_the_shorter_game_is_kept(setting: Setting, tmp_path: Path) -> None:
    corpus = Corpus(folder=tmp_path / "corpus")
    corpus.keep(setting, {"a": ("x", "y", "z"), "b": ("x", "y", "z")})
    corpus.keep(setting, {"a": ("x",), "b": ("x", "y", "z", "z")})

    assert corpus.load(setting) == ([Entry(("x",), ("a",)), Entry(("x", "y", "z"), ("b",))], [])


def test_other_rules_have_games_of_their_own(setting: Setting) -> None:
    corpus = Corpus(InMemoryExampleDatabase())
    corpus.keep(setting, {"a": ("x",)})

    assert corpus.load(describe(toy(3))) == ([], [])


def test_a_damaged_entry_is_dropped_with_a_note(setting: Setting) -> None:
    database = InMemoryExampleDatabase()
    corpus = Corpus(database)
    corpus.keep(setting, {"a": ("x",)})
    (key,) = database.data
    (whole,) = database.data[key]
    database.save(key, whole[: len(whole) // 2])
    database.save(key, b"nonsense")

    assert corpus.load(setting) == ([Entry(("x",), ("a",))], ["2 damaged games of the corpus were dropped"])
    assert corpus.load(setting) == ([Entry(("x",), ("a",))], [])


def test_a_campaign_starts_from_what_the_last_one_kept(setting: Setting) -> None:
    corpus = Corpus(InMemoryExampleDatabase())

    def play() -> int:
        campaign = Campaign(
            rules=[toy()], games=20, jobs=1, clauses=CLAUSES, build=trader.build, corpus=corpus, players=["uniform"]
        )
        return campaign.run().resumed

    first = play()
    kept = {clause for entry in corpus.load(setting)[0] for clause in entry.clauses}

    assert {"build.house", "market.buy"} <= kept
    assert play() > first


def test_a_kept_game_that_is_not_legal_any_more_is_left_out_with_a_note(setting: Setting) -> None:
    corpus = Corpus(InMemoryExampleDatabase())
    corpus.keep(setting, {"build.house": ("house",), "market.buy": ("jump",)})

    result = Campaign(rules=[toy()], games=20, jobs=1, clauses=CLAUSES, build=trader.build, corpus=corpus).run()

    assert result.ended["stale start"] == 2
    assert result.games == 18
    assert len(result.notes) == 2
