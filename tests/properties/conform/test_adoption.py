"""Readings and numbers that a program plays by are taken over in the same run, and nothing else is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from benchmarks.strangers import drawn
from rulecheck.properties.campaign.planning import Candidate
from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.localization.choices import Amounts, choices
from rulecheck.properties.conform.localization.clustering import Clusters
from rulecheck.properties.conform.localization.joint_choices import solved_for
from rulecheck.properties.conform.localization.search_context import GameLine, Rank
from rulecheck.properties.conform.lockstep.choice import Choice, Evidence, rules_with
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.observation import Difference
from rulecheck.properties.conform.protocol.messages import Garbled, Play, hello
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Games, Search
from rulecheck.reference_engines import build
from rulecheck.spec import load, make_rules
from rulecheck.spec.rules import Rules

START_TILES = Choice("reading", "setup.start-tiles", "extra")


def searched(own: Sequence[Choice], *, counts: Sequence[int] = (3,), goes_on: bool = True, **more: Any) -> Games:
    """A search against the reference with readings and numbers of its own."""
    kind: type[Reference] = type("Own", (more.pop("kind", Reference),), {"from_position": goes_on})
    search = Search(
        rules=[make_rules("puerto_rico", players=count) for count in counts],
        participant=InProcess(lambda: kind("puerto_rico", lambda rules: build(rules_with(rules, own)))),
        **{"seed": 3, "games": 8, "cap": 250, "shrink_steps": 0, **more},
    )
    games = Games(search)
    games.run()
    return games


def left(games: Games) -> list[str]:
    """What departs besides what was taken over."""
    return [departure.key for departure in games.result.departures if not departure.adopted]


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(3, 15))])
def test_what_is_drawn_at_random_is_adopted_and_nothing_besides(seed: int) -> None:
    rng = Random(seed)
    tables = [make_rules("puerto_rico", players=3)]
    own = drawn("puerto_rico", tables, 2, rng)

    games = searched(own, goes_on=rng.random() < 0.5)

    assert {choice.id for choice in games.search.adopted} <= {choice.id for choice in own}
    assert games.search.adopted or not games.result.departures
    assert not left(games)


def test_several_in_a_row_hide_nothing_behind_them() -> None:
    own = (START_TILES, Choice("reading", "mayor.extra", "taken"), Choice("number", "ship.small", "5", 3))

    games = searched(own)

    assert set(games.search.adopted) == set(own)
    assert {choice for departure in games.result.departures for choice in departure.explained} == set(own)
    assert games.result.ended["parted"] <= len(own)
    assert all(evidence.games and evidence.moves for evidence in games.adoption.adopted.values())


def test_a_number_of_one_player_count_is_read_off_the_position() -> None:
    """The pool of points is 126 with five players, and as the rulebook has it with four."""
    own = Choice("number", "points.pool", "126", 5)

    games = searched([own], counts=(4, 5))

    assert games.search.adopted == (own,)
    assert not left(games)


def test_three_wrong_constants_of_a_start_are_three_numbers() -> None:
    now = make_rules("puerto_rico", players=3)
    own = [
        Choice("number", name, str(now.number(name) + more), 3 if name != "row.tiles" else None)
        for name, more in (("points.pool", 4), ("colonists.reserve", 2))
        if name in now.quantities
    ]
    games = searched(own)

    assert {choice.id for choice in games.search.adopted} == {choice.id for choice in own}


def test_told_not_to_it_adopts_nothing_and_says_what_it_would_agree_with() -> None:
    games = searched([START_TILES], adopts=False, games=3)

    assert not games.search.adopted
    assert START_TILES in {choice for departure in games.result.departures for choice in departure.explained}
    assert left(games)


class Fickle(Reference):
    """It takes the mayor's extra colonist by itself the first time, and asks from then on."""

    def start(self, table: Any) -> None:
        super().start(table)
        self.taken = False

    def play(self, move: str) -> None:
        super().play(move)
        legal = list(map(str, self._engine.legal_moves(self._state)))
        extra = [text for text in legal if text.startswith("take colonist") or text == "extra colonist"]
        if not self.taken and extra:
            self.taken = True
            super().play(extra[0])


def test_what_agrees_once_and_not_again_is_not_adopted() -> None:
    games = searched((), goes_on=False, kind=Fickle, games=4)

    assert not games.search.adopted


@pytest.mark.parametrize("goes_on", [True, False], ids=["start", "whole"])
def test_what_the_rules_contradict_later_is_taken_back(goes_on: bool) -> None:
    """A number that the program does not play by was adopted: what departs because of it goes with it."""
    wrong = Choice("number", "prospector.privilege", "2")
    kind: type[Reference] = type("Plain", (Reference,), {"from_position": goes_on})
    participant = InProcess(lambda: kind("puerto_rico", build))
    games = Games(Search(rules=[make_rules("puerto_rico", players=5)], participant=participant, games=8, cap=250))
    games.search.adopted = (wrong,)
    games.adoption.adopted[wrong] = Evidence()
    games.clusters.explained[wrong,] = Clusters(games.search)

    games.run()

    assert not games.search.adopted
    assert not games.result.departures


def test_several_that_are_wrong_only_together_are_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of two numbers alone changes nothing for the program; what departs goes away without both."""
    wrong = Choice("number", "captain.point-per-barrel", "2"), Choice("number", "prospector.privilege", "2")
    participant = InProcess(lambda: Reference("puerto_rico"))
    games = Games(Search(rules=[make_rules("puerto_rico", players=3)], participant=participant, games=1))
    context = games.search.context(0)
    without: list[tuple[Choice, ...]] = []

    def comes_to(_: Any, taken: tuple[Choice, ...]) -> bool:
        without.append(taken)
        return {choice.id for choice in taken} >= {choice.id for choice in wrong}

    monkeypatch.setattr(games.adoption._trials, "comes_to", comes_to)
    games.adoption.adopted = dict.fromkeys((START_TILES, *wrong), Evidence())
    sighting = Candidate(Rank(False, False, 1, False, 1), 0, GameLine(0, 0, "", ()), Divergence("state", "bank", 1, ""))

    assert games.adoption._wrong(sighting) == wrong[-1]
    assert {choice.value for choice in without[0]} == {context.rules.readings["setup.start-tiles"]}


def test_who_wants_to_know_is_told_at_once() -> None:
    told: list[str] = []

    def adopted(choice: Choice, evidence: Evidence) -> None:
        told.append(f"adopted {choice.id}")

    def sighted(divergence: Divergence, moves: int) -> None:
        told.append(f"{divergence.kind} in {moves}")

    searched([START_TILES], adopted=adopted, sighted=sighted, games=2, cap=60)

    assert told[:2] == ["state in 0", "adopted setup.start-tiles"]


@pytest.mark.parametrize(
    ("rows", "by"),
    [
        ([(1, 0, 2), (0, 1, -1), (2, 1, 3)], [2, -1]),
        ([(1, 0, 2), (0, 1, -1), (2, 1, 4)], None),  # it contradicts itself
        ([(1, 1, 2), (2, 2, 4)], None),  # nothing tells them apart
        ([(2, 0, 1), (0, 1, 1)], None),  # no whole number
        ([(1, 0, 2), (0, 0, 0)], None),  # one of them does nothing
    ],
)
def test_numbers_that_come_together_are_solved_for_if_they_are_certain(
    rows: Sequence[tuple[int, int, int]], by: Sequence[int] | None
) -> None:
    several = Choice("number", "a", "1"), Choice("number", "b", "1")

    solved = solved_for(several, [(dict(zip(several, row, strict=False)), row[-1]) for row in rows])

    assert solved == (None if by is None else dict(zip(several, by, strict=True)))


def test_a_reading_is_taken_whole_or_not_at_all() -> None:
    several = Choice("reading", "a", "other"), Choice("number", "b", "1")

    assert solved_for(several, [({several[0]: 3}, 3), ({several[1]: 1}, 2)]) == {several[0]: 1, several[1]: 2}
    assert solved_for(several, [({several[0]: 3}, 6), ({several[1]: 1}, 2)]) is None


# What there is to try


def test_amounts_are_read_off_positions_and_moves() -> None:
    differs = Divergence("state", "pool", 3, "", differences=(Difference(("pool",), "pool", 122, 126),))
    lists = Divergence(
        "lists", "load", 3, "", missing=frozenset({"load corn on ship 4"}), extra=frozenset({"load corn on ship 5b"})
    )

    assert Amounts.of([differs]).pairs == ((122, 126),)
    assert {4, -4} <= set(Amounts.of([differs]).away)
    assert Amounts.of([lists]).pairs == ((4, 5),)
    assert Amounts.of([Divergence("turn", "next", 3, "")]).pairs == ()


def test_numbers_with_that_value_are_tried_whatever_their_clause() -> None:
    rules: Rules = make_rules("puerto_rico", players=5)
    pool = rules.number("points.pool")
    differs = Divergence("state", "pool", 0, "", differences=(Difference(("pool",), "pool", pool, pool + 4),))

    tried = list(choices(load("puerto_rico"), rules, differs, ()))

    assert Choice("number", "points.pool", str(pool + 4), 5) in tried
    assert Choice("number", "points.pool", str(pool - 4), 5) not in tried


def test_a_choice_takes_the_place_of_an_earlier_one_of_the_same_number() -> None:
    earlier, later = Choice("number", "ship.small", "5", 3), Choice("number", "ship.small", "6", 3)

    assert later.replaces(earlier)
    assert not later.replaces(Choice("number", "ship.small", "5", 4))
    assert later.option == "--number ship.small:3=6"


# Numbers by player count


def test_numbers_can_be_announced_for_one_player_count() -> None:
    play = Play(numbers={"points.pool": {"5": 126}, "trader.corn": 1})

    assert play.numbers_at(5) == {"points.pool": 126, "trader.corn": 1}
    assert play.numbers_at(4) == {"trader.corn": 1}


@pytest.mark.parametrize(
    "numbers", [{"points.pool": {"five": 126}}, {"points.pool": {"5": "126"}}, {"points.pool": [5]}]
)
def test_what_is_no_such_number_is_garbage(numbers: Mapping[str, Any]) -> None:
    with pytest.raises(Garbled, match="numbers"):
        hello({"protocol": 1, "name": "x", "games": {"puerto_rico": {"numbers": numbers}}})
