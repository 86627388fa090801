"""Coarse moves are matched to all sequences of ours that they can be, and to none that they cannot."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

import pytest

from rulecheck.properties.campaign.players import draw, players_of
from rulecheck.properties.conform.protocol.move_matching import (
    ANY,
    WRITTEN,
    Matcher,
    TooMany,
    Unlike,
    Way,
    move_fitting,
    runs,
    sequences,
    unlike,
)
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine
from rulecheck.spec import make_rules


@cache
def engine_of(game: str) -> AnyEngine:
    return build(make_rules(game))


@cache
def buying() -> tuple[AnyEngine, Any]:
    """Fuel is bought: coal and oil can be stored, and one may be done at any time."""
    engine = engine_of("power_grid")
    return engine, engine.named_start("fuel")


@cache
def placing() -> tuple[AnyEngine, Any]:
    """A mayor phase in which somebody has to place several colonists, and nothing else is legal."""
    engine = engine_of("puerto_rico")
    rng = Random(5)
    player = players_of(engine.game)["uniform"](rng)
    state = engine.start()
    while engine.actor(state) != OVER:
        by_end = runs(engine, state, "place *")
        if by_end and len(by_end) > 2 and all(len(moves) > 1 for moves in by_end.values()):
            return engine, state
        legal = engine.legal_moves(state)
        is_chance = engine.actor(state) == CHANCE
        move = draw(legal, engine.weights(state), rng) if is_chance else player(engine, state, legal, rng)
        state = engine.apply(state, move)
    raise AssertionError("no such position in this game")


def parsed(engine: AnyEngine, *texts: str) -> tuple[Any, ...]:
    return tuple(engine.parse(text) for text in texts)


def texts(sequences: Iterable[Iterable[Any]]) -> set[tuple[str, ...]]:
    return {tuple(map(str, moves)) for moves in sequences}


def after(engine: AnyEngine, state: Any, moves: Iterable[Any]) -> Any:
    for move in moves:
        state = engine.play(state, move)
    return state


def ends_of_runs(engine: AnyEngine, state: Any, kind: str, seat: int, length: int = 0) -> set[Any]:
    """Where runs of moves of a kind end, every one of them played on its own."""
    legal = engine.legal_moves(state) if engine.actor(state) == seat else ()
    more = [move for move in legal if str(move).startswith(kind)]
    ends = {state} if length and (not more or len(more) < len(legal)) else set()
    for move in more:
        ends |= ends_of_runs(engine, engine.apply(state, move), kind, seat, length + 1)
    return ends


# Several moves told as one


def test_moves_in_the_order_written_lead_to_one_position() -> None:
    engine, state = buying()
    moves = parsed(engine, "buy coal", "buy oil")

    assert sequences(engine, state, moves, WRITTEN) == {after(engine, state, moves): moves}


def test_moves_that_commute_lead_to_one_position_in_any_order() -> None:
    engine, state = buying()
    moves = parsed(engine, "buy coal", "buy oil")

    assert set(sequences(engine, state, moves, ANY)) == {after(engine, state, moves)}


def test_an_order_that_matters_leads_to_a_position_for_each() -> None:
    """Done, then coal, is coal for the next player."""
    engine, state = buying()
    moves = parsed(engine, "done", "buy coal")

    assert texts(sequences(engine, state, moves, ANY).values()) == {("done", "buy coal"), ("buy coal", "done")}
    assert texts(sequences(engine, state, moves, WRITTEN).values()) == {("done", "buy coal")}


def test_moves_that_no_order_makes_legal_lead_nowhere() -> None:
    engine, state = buying()

    assert sequences(engine, state, parsed(engine, "buy coal", "buy garbage"), ANY) == {}


def test_equal_moves_told_as_one_are_tried_once_in_each_place() -> None:
    engine, state = buying()
    moves = parsed(engine, "buy coal", "buy oil", "buy coal")

    (ways,) = sequences(engine, state, moves, ANY).values()

    assert sorted(map(str, ways)) == ["buy coal", "buy coal", "buy oil"]


def test_what_is_more_than_can_be_followed_is_said() -> None:
    engine, state = buying()
    moves = parsed(engine, "done", "buy coal")

    with pytest.raises(TooMany, match="more than 1 positions are possible"):
        sequences(engine, state, moves, ANY, limit=1)


# Moves that are not told


def test_unwritten_moves_may_have_happened_before_each_move() -> None:
    engine, state = buying()
    matcher = Matcher(engine, unwritten=("done",))

    ways, _ = matcher.played([Way(state)], parsed(engine, "buy coal"))

    assert texts(way.moves for way in ways) >= {("buy coal",), ("done", "buy coal")}


def test_without_being_announced_no_move_is_left_out() -> None:
    """The twin of the test above."""
    engine, state = buying()

    ways, _ = Matcher(engine).played([Way(state)], parsed(engine, "buy coal"))

    assert texts(way.moves for way in ways) == {("buy coal",)}


def test_unwritten_moves_stop_where_something_holds() -> None:
    engine, state = buying()
    matcher = Matcher(engine, unwritten=("done",))
    first = engine.actor(state)

    (way,) = matcher.spread([Way(state)], lambda here: engine.actor(here) not in (first, CHANCE))

    assert texts([way.moves]) == {("done",)}
    assert matcher.spread([Way(state)], lambda here: engine.actor(here) == first)[0].moves == ()


def test_a_run_of_unwritten_moves_has_a_bound() -> None:
    engine, state = buying()

    with pytest.raises(TooMany, match="more than 1 positions are possible"):
        Matcher(engine, unwritten=("*",), positions=1).spread([Way(state)])


class Stairs:
    """A game of one move, up, a hundred times."""

    def legal_moves(self, state: int) -> list[str]:
        return ["up"] if state < 100 else []

    def apply(self, state: int, move: str) -> Step:
        return Step(state + 1)

    def spellings(self, move: str) -> tuple[str, ...]:
        return (move,)


class Step(int):
    events = ()


def test_a_long_way_with_few_positions_is_followed() -> None:
    """Games of logs without passes were given up after forty moves in a row, although nothing else was possible."""
    engine: Any = Stairs()

    (way,) = Matcher(engine, unwritten=("up",), positions=200).spread([Way(Step(0))], lambda state: state == 90)

    assert way.length == 90
    with pytest.raises(TooMany, match="more than 50 positions"):
        Matcher(engine, unwritten=("up",), positions=50).spread([Way(Step(0))], lambda state: state == 90)


def test_where_nothing_is_legal_it_is_told_how_far_one_came() -> None:
    engine, state = buying()
    moves = parsed(engine, "buy coal", "buy garbage")

    ways, (stuck,) = Matcher(engine).played([Way(state)], moves)

    assert ways == []
    assert texts([stuck.way.moves, stuck.next]) == {("buy coal",), ("buy garbage",)}


def test_a_way_knows_what_happened_on_it() -> None:
    engine, state = buying()
    coal, oil = parsed(engine, "buy coal", "buy oil")

    way = Way(state).then(engine, coal).then(engine, oil)

    assert way.moves == (coal, oil)
    assert list(way.events_since(1)) == list(way.state.events)
    assert list(way.events_since(2)) == []
    assert list(way.events_since(0)) == [*way.state.events, *engine.apply(state, coal).events]


def test_a_pattern_fits_a_move_in_any_of_its_spellings() -> None:
    engine = engine_of("power_grid")
    move = engine.parse("build Koln")

    assert str(move) == "build Köln"
    assert move_fitting(engine, ("build Koln",))(move)
    assert not move_fitting(engine, ("build Kiel",))(move)


# Runs of moves that others make as one


@pytest.mark.parametrize(("table", "pattern"), [(buying, "buy *"), (placing, "place *")])
def test_runs_lead_exactly_where_all_of_them_played_one_by_one_do(table: Any, pattern: str) -> None:
    engine, state = table()

    by_end = runs(engine, state, pattern)

    assert by_end is not None
    assert set(by_end) == ends_of_runs(engine, state, pattern.rstrip("*"), engine.actor(state))
    assert all(after(engine, state, moves) == there for there, moves in by_end.items())


def test_a_run_may_end_where_something_else_is_legal() -> None:
    engine, state = buying()

    assert ("buy coal",) in texts((runs(engine, state, "buy *") or {}).values())


def test_a_run_does_not_end_where_only_more_of_it_is_legal() -> None:
    """The twin of the test above."""
    engine, state = placing()
    by_end = runs(engine, state, "place *") or {}

    assert not {(str(move),) for move in engine.legal_moves(state)} & texts(by_end.values())


def test_where_no_move_fits_there_is_no_run() -> None:
    engine, state = buying()

    assert runs(engine, state, "sell *") == {}


def test_too_many_runs_are_none() -> None:
    engine, state = buying()

    assert runs(engine, state, "buy *", limit=1) is None


# Lists of legal moves


def listed(engine: AnyEngine, state: Any, pattern: str) -> list[tuple[Any, ...]]:
    """All that is legal, runs of the pattern as one."""
    fits = move_fitting(engine, (pattern,))
    alone = [(move,) for move in engine.legal_moves(state) if not fits(move)]
    return [*alone, *(runs(engine, state, pattern) or {}).values()]


def test_the_legal_moves_are_like_themselves() -> None:
    engine, state = buying()

    assert unlike(engine, state, [(move,) for move in engine.legal_moves(state)]) == Unlike()


def test_a_move_that_is_not_told_is_missed_and_one_too_many_is_listed() -> None:
    engine, state = buying()
    told = [(move,) for move in parsed(engine, "done", "buy coal", "buy garbage")]

    difference = unlike(engine, state, told)

    assert texts(difference.misses) == {("buy oil",)}
    assert texts(difference.lists) == {("buy garbage",)}


@pytest.mark.parametrize(("table", "pattern"), [(buying, "buy *"), (placing, "place *")])
def test_runs_in_any_order_are_like_the_legal_moves(table: Any, pattern: str) -> None:
    engine, state = table()
    told = [moves[::-1] for moves in listed(engine, state, pattern)]

    assert not unlike(engine, state, told, (pattern,))


@pytest.mark.parametrize(("table", "pattern"), [(buying, "buy *"), (placing, "place *")])
def test_a_run_that_is_not_told_is_missed(table: Any, pattern: str) -> None:
    engine, state = table()
    *told, left_out = listed(engine, state, pattern)

    assert unlike(engine, state, told, (pattern,)) == Unlike(misses=(left_out,))


def test_a_run_that_is_not_whole_is_one_too_many() -> None:
    engine, state = placing()
    part = (engine.legal_moves(state)[0],)

    assert unlike(engine, state, [*listed(engine, state, "place *"), part], ("place *",)) == Unlike(lists=(part,))


def test_a_run_that_is_not_legal_is_one_too_many() -> None:
    engine, state = buying()
    wrong = parsed(engine, "buy coal", "buy garbage")

    assert unlike(engine, state, [*listed(engine, state, "buy *"), wrong], ("buy *",)) == Unlike(lists=(wrong,))
