"""What a position is like, and which steps of our own games are compared for that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest

from rulecheck.properties.campaign.planning import Plan
from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.lockstep.engine_context import EngineContext, OwnGame
from rulecheck.properties.conform.lockstep.lockstep import ALL, LEGAL
from rulecheck.properties.conform.lockstep.replaying import replayed
from rulecheck.properties.conform.protocol.implementation import Skip, Start
from rulecheck.properties.conform.protocol.messages import kind_of_move
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Games, Search
from rulecheck.properties.conform.search.locating import located
from rulecheck.properties.conform.search.lookahead import own_game
from rulecheck.properties.conform.search.single_steps import SingleSteps
from rulecheck.properties.conform.search.situations import Step, in_new_situations, situation
from rulecheck.reference_engines import build
from rulecheck.spec import make_rules

RULES = make_rules("puerto_rico", players=3)


def searched(kind: type[Reference], *, games: int, **more: Any) -> Games:
    made = Games(
        Search(
            rules=[RULES],
            participant=InProcess(lambda: kind("puerto_rico")),
            seed=5,
            games=games,
            cap=800,
            shrink_steps=0,
            **more,
        )
    )
    made.run()
    return made


# What is so in a position


def told(**changes: Any) -> frozenset[str]:
    """What is so at the first decision of a game, with some of its position changed."""
    context = EngineContext(build(RULES))
    state = context.engine.start()
    while context.engine.actor(state) < 0:
        state = context.engine.apply(state, context.engine.legal_moves(state)[0])
    position = context.engine.to_json(state)
    seat = context.seat(context.engine.actor(state))
    position["players"] = {**position["players"], seat: {**position["players"][seat], **changes}}
    return situation(context, context.engine.from_json(position))


def test_what_stands_empty_is_told_from_what_is_at_work_and_from_what_is_not_there() -> None:
    assert "city.hacienda=0" in told(city={"hacienda": 0})
    assert not {"city.hacienda=0", "city.hacienda"} & told()


def test_who_has_as_much_as_others_is_told_from_who_has_more() -> None:
    assert "san_juan is the most" in told(san_juan=1)
    assert not [what for what in told() if what.startswith("san_juan ") and what.endswith("most")]


def test_what_is_on_the_table_is_told_of_draws_too() -> None:
    context = EngineContext(build(RULES))

    there = situation(context, context.engine.start())

    assert there
    assert all(what.startswith("table ") for what in there)


# Which steps are compared for that


@pytest.fixture(scope="module")
def game() -> OwnGame:
    return own_game(searched(Reference, games=1).search, Plan(0, "planter"), 3)


def steps_of(game: OwnGame) -> list[Step]:
    return [(game, at) for at in range(1, 200)]


def test_steps_in_situations_that_were_seldom_compared_come_first(game: OwnGame) -> None:
    """All that is so before any step was compared often, but for one thing that is so before a few."""
    steps = steps_of(game)
    before = {
        at: {(kind_of_move(game.line[at - 1]), what) for what in situation(game.context, game.states[at - 1])}
        for _, at in steps
    }
    times = Counter(kind for kinds in before.values() for kind in kinds)
    rare = next(kind for kind in sorted(times) if 2 <= times[kind] <= 4)
    met = Counter(dict.fromkeys(times, 100))
    del met[rare]

    chosen = in_new_situations(steps, met, 1)

    assert rare in before[chosen[0][1]]
    assert met[rare] == 1


def test_the_same_situations_are_not_chosen_over_and_over(game: OwnGame) -> None:
    met: Counter[tuple[str, str]] = Counter()

    first = in_new_situations(steps_of(game), met, 20)
    again = in_new_situations(steps_of(game), met, 20)

    assert len({at for _, at in first}) == len(first) == 20
    assert len({at for _, at in again} - {at for _, at in first}) > 10


# Steps and games that are not lost


class ListsAndCounts(Reference):
    """It lists a move that is forbidden, and after any choice of a role the bank has a doubloon too few."""

    def legal(self) -> Sequence[str]:
        listed = super().legal()
        return [*listed, "take quarry"] if "choose settler" in listed else listed

    def state(self) -> Mapping[str, Any]:
        position = super().state()
        return {**position, "bank": position["bank"] - 1} if position["role"] else position


def test_a_list_is_no_echo_of_a_position_that_differs_later() -> None:
    """Positions are told at the end only, so where they first differ is looked for."""
    games = Games(Search(rules=[RULES], participant=InProcess(lambda: ListsAndCounts("puerto_rico")), games=1))
    context = games.search.context(0)
    own = own_game(games.search, Plan(0, "planter"), 1)
    chosen = next(nth for nth, state in enumerate(own.states) if context.engine.to_json(state)["role"])
    end = chosen + 1
    lock = replayed(context, games.session, own.moves[:end], own.states[: end + 1], chosen - 1, (LEGAL, ALL))

    seen = [(divergence.kind, divergence.at) for divergence in located(games.search, lock, 0)]

    assert seen == [("lists", chosen - 1), ("state", chosen)]


class RefusesMayors(Reference):
    """It departs in each craftsman phase, and goes on from no position in which there is a mayor."""

    def start(self, table: Start) -> None:
        if table.position is not None and table.position["role"] == "mayor":
            raise Skip("no mayors")
        super().start(table)

    def state(self) -> Mapping[str, Any]:
        position = super().state()
        return {**position, "bank": 0} if position["role"] in ("craftsman", "mayor") else position


def test_a_game_goes_on_where_one_position_is_refused() -> None:
    games = searched(RefusesMayors, games=4, every=1)

    assert games.search.knowledge.refused["no mayors"]
    assert games.result.ended == {"finished": 4}


def test_steps_are_one_game_and_positions_that_are_refused_none() -> None:
    games = Games(Search(rules=[RULES], participant=InProcess(lambda: RefusesMayors("puerto_rico")), games=1))

    SingleSteps(games.search).play(1, Plan(0, "planter"))

    assert games.search.knowledge.refused["no mayors"] > 1
    assert games.result.counts.games == 1


class Builds(Reference):
    """Whoever is to take a plantation may build instead, or do neither."""

    instead: ClassVar[tuple[str, ...]] = ("build office",)

    def legal(self) -> Sequence[str]:
        listed = super().legal()
        is_taking = any(text.startswith("take ") for text in listed)
        return [*self.instead, *(text for text in listed if text == "pass")] if is_taking else listed


class TakesNothing(Builds):
    """Whoever is to take a plantation does nothing."""

    instead = ()


@pytest.mark.parametrize(("kind", "told"), [(Builds, {"lists"}), (TakesNothing, {"misses"})])
def test_of_moves_that_are_listed_in_place_of_others_only_these_are_told(kind: type[Reference], told: set[str]) -> None:
    games = searched(kind, games=3)

    assert {departure.kind for departure in games.result.departures} == told


# Who plays


def test_everybody_plays_at_each_table_also_those_who_think_least() -> None:
    games = Games(Search(rules=[RULES], participant=InProcess(lambda: Reference("puerto_rico")), games=1))

    planned = [games._plan(index).player for index in range(4 * len(games.search.players))]

    assert set(planned) == set(games.search.players)
    assert set(planned[1::2]) == {"uniform", "swarm", "stubborn", "curious"}


def test_half_of_the_quick_turns_are_for_those_whose_games_end_soonest() -> None:
    games = Games(Search(rules=[RULES], participant=InProcess(lambda: Reference("puerto_rico")), games=1))
    games._lengths = {"idler": [160, 170], "crowd": [150], "shipper": [600], "stubborn": [400]}

    planned = [games._plan(index).player for index in range(40)]

    assert set(planned[3::4]) == {"idler", "crowd"}
    assert "stubborn" in planned[1::4]
