"""Studies: games without checks, gathered; variants held side by side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.campaign.players import players_of
from rulecheck.properties.runtime.workers import Here, Jobs, Work
from rulecheck.properties.study.figures import chance
from rulecheck.properties.study.game import deed, play
from rulecheck.properties.study.run import Study, Variant, Verdict, differences, known_players, own_player, study
from rulecheck.properties.study.summary import measures, summarise
from rulecheck.reference_engines import build
from rulecheck.spec import Rules, games, load, make_rules

GAME = "castles_of_burgundy"


@cache
def small(jobs: int = 1) -> Study:
    return study([Variant("as it is", (make_rules(GAME),))], games=12, seed=4, jobs=jobs)


def test_the_same_seed_gives_the_same_games_on_any_number_of_cores() -> None:
    assert small(jobs=2).games == small().games
    assert small(jobs=2).summaries == small().summaries


def test_another_seed_gives_other_games() -> None:
    other = study([Variant("as it is", (make_rules(GAME),))], games=3, seed=5, jobs=1)

    assert other.games[0] != small().games[0][:3]


def test_every_finished_game_is_won_once_and_its_measures_are_those_of_the_figures() -> None:
    (summary,) = small().summaries
    done = [game for game in small().games[0] if game.is_finished]

    assert summary.finished.part == len(done) > 0
    assert sum(share.part for share in summary.seat_wins.values()) == pytest.approx(len(done))
    for game in done:
        told = measures(summary.seats, game)
        assert sum(told.get(f"wins: {seat}", 0.0) for seat in summary.seats) == pytest.approx(1.0)
        assert set(told) - set(summary.figures()) <= {name for name in told if name.startswith("did: ")}


def test_a_game_that_is_cut_off_has_neither_length_nor_winner() -> None:
    rules = make_rules(GAME)
    cut = play(build(rules), ["settler"] * rules.players, players_of(GAME), 1, 0, cap=20)

    summary = summarise("cut", rules.seats, [cut])

    assert not cut.is_finished
    assert cut.winners == ()
    assert (summary.finished.part, summary.finished.of) == (0, 1)
    assert summary.lengths == {}
    assert summary.clauses


def test_a_number_that_matters_is_told_and_one_that_does_not_is_not() -> None:
    variants = [
        Variant("as it is", (make_rules("puerto_rico"),)),
        Variant("few points", (make_rules("puerto_rico", numbers={"points.pool": 40}),)),
        Variant("printed", (make_rules("puerto_rico", readings={"wharf.capacity": "printed"}),)),
    ]

    comparison = study(variants, games=20, seed=1, jobs=1)

    told = {(row.variant, row.figure) for row in comparison.differences}
    assert (comparison.verdict(1), comparison.verdict(2)) == (Verdict.DIFFERS, Verdict.SAME)
    assert ("few points", "length: moves") in told
    assert not [row for row in told if row[0] == "printed"]
    assert comparison.parted(1).part > 15
    assert comparison.parted(2).of == 20


def test_a_game_without_a_difference_between_its_variants_tells_none() -> None:
    same = [Variant("one", (make_rules(GAME),)), Variant("two", (make_rules(GAME),))]

    comparison = study(same, games=6, seed=2, jobs=1)

    assert comparison.differences == ()
    assert (comparison.parted(1).part, comparison.parted(1).of) == (0, 6), "every game went the same"
    assert comparison.verdict(1) is Verdict.SAME


def test_a_change_that_a_few_games_feel_matters_though_no_figure_shows_it() -> None:
    """The last chips lie in few games of ten: those end a round earlier."""
    variants = [
        Variant("as it is", (make_rules("puerto_rico"),)),
        Variant("more", (make_rules("puerto_rico", numbers={"points.pool": 76}),)),
    ]

    comparison = study(variants, games=10, seed=8, jobs=1)

    assert 0 < comparison.parted(1).part < 10
    assert comparison.differences == ()
    assert comparison.verdict(1) is Verdict.MATTERS


def test_the_same_counts_by_another_way_are_another_game() -> None:
    first, *_ = small().games[0]
    other = evolve(first, course=first.course ^ 1)

    comparison = Study(0, (), 1, games=((first,), (other,)))

    assert (comparison.parted(1).part, comparison.parted(1).of) == (1, 1)


@pytest.mark.parametrize("game", games())
def test_the_player_that_plays_to_win_wins_against_one_that_plays_anything(game: str) -> None:
    own = own_player(game)
    comparison = study([Variant("", (make_rules(game),))], games=16, seed=3, players=[own, "uniform"], jobs=2)

    wins = comparison.summaries[0].player_wins
    assert wins[own].share > 1.3 * wins["uniform"].share, wins


@pytest.mark.campaign
@pytest.mark.parametrize("game", games())
def test_no_other_player_of_its_game_wins_more_than_the_one_that_plays_to_win(game: str, own_seed: int) -> None:
    """Each seat of a game draws one of the two; what is told is a share of wins that is larger by more than chance."""
    own, rules, lost = own_player(game), make_rules(game), []
    for other in known_players(game):
        if other != own:
            duel = study([Variant("", (rules,))], games=40, seed=own_seed, players=[own, other], jobs=1)
            wins = duel.summaries[0].player_wins
            if wins[other].share > wins[own].share and chance(wins[other], wins[own]) < 0.001:
                lost.append((other, wins))

    assert not lost, f"seed {own_seed}"


def test_a_worse_player_would_be_told_by_that() -> None:
    """The twin of the test above."""
    duel = study([Variant("", (make_rules(GAME),))], games=40, seed=3, players=["idler", "greedy"], jobs=1)

    wins = duel.summaries[0].player_wins
    assert chance(wins["greedy"], wins["idler"]) < 0.001


def test_a_player_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no player 'nobody'; there are uniform"):
        study([Variant("", (make_rules(GAME),))], games=2, seed=1, players=["nobody"])


def test_a_deed_is_a_move_without_its_numbers() -> None:
    assert deed("place c1 r2 turned 2") == "place turned"
    assert deed("build wharf") == "build wharf"


class Losing(Here):
    """Workers of which one was killed while it was at the second batch."""

    def map(self, jobs: Jobs, work: Work, doing: str) -> Iterator[tuple[int, Any]]:
        for number, answer in super().map(jobs, work, doing):
            if number == 1:
                self.notes.append("a worker was killed")
            yield number, None if number == 1 else answer


def test_games_of_a_killed_worker_are_left_out_and_that_is_told() -> None:
    whole = small()
    lossy = study([Variant("as it is", (make_rules(GAME),))], games=12, seed=4, workers=Losing)

    assert lossy.games == (whole.games[0][:8],)
    assert (lossy.notes, whole.notes) == (["a worker was killed"], [])


@pytest.mark.campaign
@pytest.mark.parametrize("game", ["castles_of_burgundy", "puerto_rico"])
def test_of_a_hundred_studies_of_the_same_rules_hardly_one_tells_a_difference(game: str, own_seed: int) -> None:
    """Games of the same rules, drawn into two halves again and again: at a level of 1 % one may tell."""
    half, rng = 200, Random(own_seed)
    (every,) = study([Variant("", (make_rules(game),))], games=2 * half, seed=own_seed, jobs=1).games
    seats = make_rules(game).seats
    told = 0
    for _ in range(100):
        drawn = rng.sample(every, 2 * half)
        halves = [
            tuple(evolve(drawn_game, index=n) for n, drawn_game in enumerate(part))
            for part in (drawn[:half], drawn[half:])
        ]
        summaries = tuple(summarise(f"{n}", seats, part) for n, part in enumerate(halves))
        told += bool(differences(Study(0, (), half, summaries, games=tuple(halves))))

    assert told <= 5, f"seed {own_seed}: {told} of 100"  # more where one is expected: once in a thousand


def other_choices(game: str) -> list[Rules]:
    """The rules under each choice of each reading that is not the one we follow."""
    return [
        make_rules(game, readings={reading.id: choice})
        for reading in load(game).readings.values()
        for choice in reading.choices
        if choice != reading.default
    ]


@pytest.mark.campaign
@pytest.mark.parametrize("game", games())
def test_who_plays_to_win_knows_a_move_under_every_choice_of_every_reading(game: str) -> None:
    own = known_players(game)[own_player(game)]
    for number, rules in enumerate(other_choices(game)):
        played = play(build(rules), ["own"] * len(rules.seats), {"own": own}, number, 0, 800)

        assert played.decisions > 50, rules.readings
