"""Who is asked when: programs that ask more or less than we do are followed, and what departs is told all the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.lockstep.engine_context import EngineContext
from rulecheck.properties.conform.lockstep.oracle import Expected
from rulecheck.properties.conform.lockstep.turn_taking import Follower, ahead, without_choice
from rulecheck.properties.conform.protocol.implementation import NotLegal, Start
from rulecheck.properties.conform.protocol.messages import OWN, Answer, Play
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Games, Search
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, changed
from rulecheck.spec import make_rules
from tests.faults.puerto_rico.planted import CornSells
from tests.properties.conform.asking_more import AsksAnybody
from tests.properties.conform.showing import shows


class AsksLess(Reference):
    """It makes each move without a choice by itself, chance's too."""

    def _throw(self) -> None:
        super()._throw()
        legal = self._engine.legal_moves(self._state)
        if len(legal) == 1:
            self._alone(legal[0])
            self._throw()

    def _alone(self, move: Any) -> None:
        self._state = self._engine.apply(self._state, move)


class OwnDeck(AsksLess):
    """The same with dice and draws of its own."""

    chance = OWN
    repeats = True


class AsksMore(Reference):
    """After every third move it wants to be told to go on."""

    moved = 0

    def start(self, table: Start) -> None:
        super().start(table)
        self.moved = 1

    def play(self, move: str) -> None:
        if self.moved % 3:
            super().play(move)
        elif move != "go on":
            raise NotLegal("say: go on")
        else:
            self._past.append(self._state)
        self.moved += 1

    def undo(self) -> None:
        super().undo()
        self.moved -= 1

    def legal(self) -> Sequence[str]:
        return super().legal() if self.moved % 3 else ["go on"]

    def outcome(self) -> Mapping[str, Any] | None:
        return super().outcome() if self.moved % 3 else None


class AsksOtherwise(AsksMore, AsksLess):
    """Both: some moves it makes by itself, and some are none of ours."""


class LosesLoads(AsksLess):
    """A forced load is passed over, and not carried out."""

    def _alone(self, move: Any) -> None:
        seats = self._state.seats
        super()._alone(move)
        if str(move).startswith("load "):
            self._state = changed(self._state, seats=seats)


def searched(kind: type[Reference], *, game: str = "puerto_rico", engine: Any = build, length: int = 120) -> Games:
    rules = [make_rules(game, players=3)]
    search = Search(
        rules=rules,
        participant=InProcess(lambda: kind(game, engine)),
        seed=2,
        games=3,
        cap=length,
        shrink_steps=0,
    )
    games = Games(search)
    games.run()
    return games


@pytest.mark.parametrize("from_position", [True, False])
@pytest.mark.parametrize("kind", [AsksLess, AsksMore, AsksOtherwise])
def test_a_program_that_asks_otherwise_is_followed(kind: type[Reference], from_position: bool) -> None:
    games = searched(type(kind.__name__, (kind,), {"from_position": from_position}))

    asking = games.session.asking
    assert [departure.key for departure in games.result.departures] == []
    assert games.result.ended["parted"] == 0
    assert games.result.counts.legal > 100
    assert bool(asking.by_itself) == issubclass(kind, AsksLess)
    assert set(asking.besides) == ({"go on"} if issubclass(kind, AsksMore) else set())


def test_so_is_one_with_its_own_deck() -> None:
    games = searched(OwnDeck)

    assert [departure.key for departure in games.result.departures] == []
    assert games.session.asking.by_itself["load"]


def test_one_that_asks_as_we_do_is_asked_ahead_of_its_answers() -> None:
    asking = searched(Reference).session.asking

    assert not asking.one_by_one


@pytest.mark.parametrize("game", ["catan_europe", "power_grid"])
def test_so_it_is_in_other_games(game: str) -> None:
    games = searched(AsksLess, game=game)

    assert [departure.key for departure in games.result.departures] == []
    assert games.session.asking.by_itself


def test_faults_of_one_that_is_followed_are_told_and_show_again() -> None:
    games = searched(AsksLess, engine=CornSells, length=250)

    departures = games.result.departures
    assert "trader.corn" in {clause for departure in departures for clause in departure.clauses}
    for departure in departures:
        assert shows(games, departure, [departure.key])


def test_a_forced_move_that_is_not_carried_out_is_no_question_of_who_is_asked() -> None:
    departures = searched(LosesLoads, length=250).result.departures

    assert [departure for departure in departures if departure.kind == "state" and "goods" in departure.about]


def test_moves_without_a_choice_lead_as_far_as_there_are_some() -> None:
    context = EngineContext(build(make_rules("puerto_rico", players=3)))
    state = context.engine.start()

    assert not list(ahead(context, state))


def test_who_made_moves_by_itself_is_held_where_we_differ_least() -> None:
    """It is three moves without a choice ahead and has the bank wrong: that is all that differs there."""
    context = EngineContext(build(make_rules("puerto_rico", players=3)))
    engine, state, rng = context.engine, context.engine.start(), Random(4)
    while len(steps := list(ahead(context, state))) < 2 or engine.actor(steps[-1].state) == CHANCE:
        state = engine.apply(state, rng.choice(engine.legal_moves(state)))
    told = engine.to_json(steps[-1].state)
    legal, turn = (
        tuple(map(context.name, engine.legal_moves(steps[-1].state))),
        context.seat(engine.actor(steps[-1].state)),
    )
    answer = Answer(0, turn, legal, {**told, "bank": told["bank"] + 1})
    follower, expected = Follower(context, Play(), ()), Expected("play", 0, state)

    nearest = follower.nearest(expected, answer, frozenset())

    assert nearest is not None
    assert nearest.moves == steps[-1].moves
    assert follower.nearest(expected, evolve(answer, legal=("pass the time",)), frozenset()) is None


class SkipsWithoutConsequence(Reference):
    """It makes every decision by itself whose moves all lead to one and the same position."""

    def play(self, move: str) -> None:
        super().play(move)
        context = EngineContext(self._engine)
        while self._engine.actor(self._state) != CHANCE:
            after = without_choice(context, self._state, self._engine.legal_moves(self._state))
            if after is None:
                return
            self._state = after


@pytest.mark.parametrize("seed", range(2))
def test_a_question_without_consequence_need_not_be_asked(seed: int) -> None:
    """In a game drawn at random; what is no choice by its effect is no question that has to be asked."""
    game = Random(seed).choice(["power_grid", "castles_of_burgundy", "puerto_rico"])
    games = searched(type("Skips", (SkipsWithoutConsequence,), {"from_position": False}), game=game)

    assert [departure.key for departure in games.result.departures] == []
    assert games.session.asking.by_itself


class Indifferent:
    """An engine with two moves in each position, which come to the same as often as a number is even."""

    def legal_moves(self, state: int) -> Sequence[int]:
        return (1, 2)

    def apply(self, state: int, move: int) -> int:
        return state + (move if state % 2 else 2)

    def to_json(self, state: int) -> dict[str, int]:
        return {"at": state}


@pytest.mark.parametrize("state", Random(5).sample(range(1000), 4))
def test_moves_that_lead_to_one_position_are_no_choice(state: int) -> None:
    engine = Indifferent()
    context: Any = SimpleNamespace(engine=engine)

    after = without_choice(context, state, engine.legal_moves(state))

    assert after == (None if state % 2 else state + 2)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_asked_more_in_any_seat_is_followed(seed: int) -> None:
    """After kinds of moves drawn at random."""
    kinds = frozenset(Random(seed).sample(["choose", "build", "sell", "take"], 2))
    games = searched(type("Asks", (AsksAnybody,), {"from_position": False, "kinds": kinds}))

    assert [departure.key for departure in games.result.departures] == []
    assert games.session.asking.besides["pass"]
