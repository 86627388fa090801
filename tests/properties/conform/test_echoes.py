"""What follows from an amount that is got wrong is no cause of its own; what does not, is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import GameLine
from rulecheck.properties.conform.echoes import is_echo, is_marked
from rulecheck.properties.conform.observation import Difference
from rulecheck.properties.conform.parting import TURN_ENDS, Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.rig import Rig
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import make_rules

BUILDER = (*["draw corn"] * 4, "choose builder")
"""The first player has two doubloons and pays one less."""
DONE = (*BUILDER, "build small indigo plant", "pass")


@pytest.fixture(scope="module")
def engine() -> AnyEngine:
    return build(make_rules("puerto_rico", players=3))


@pytest.fixture
def common(engine: AnyEngine) -> Any:
    rig = Rig(engine)
    return SimpleNamespace(rig_for=lambda game: rig)


def cause(parting: Parting, line: tuple[str, ...]) -> Cause:
    candidates: Candidates[Rank, GameLine, Parting] = Candidates()
    game = GameLine(0, 0, "even", line)
    candidates.add(Rank.of(game, parting), 0, game, parting)
    return Cause(parting.key, parting.kind, parting.about, parting.clauses, candidates=candidates)


def price(engine: AnyEngine, more: int, after: str = "build") -> Cause:
    """The program takes so much less for a building."""
    seat = engine.seats[0]
    apart = (
        Difference(("bank",), "bank", 80, 80 - more),
        Difference(("players", seat, "doubloons"), "players.*.doubloons", 2, 2 + more),
    )
    parting = Parting("state", "bank+players.*.doubloons", 6, "", ("quarry.limit",), differences=apart, after=after)
    return cause(parting, DONE)


def lists(move: str) -> Cause:
    message = f"'{move}' is listed, though the rules forbid it"
    return cause(Parting("lists", "build", len(BUILDER), message, ("builder.afford",)), BUILDER)


def test_a_list_that_would_be_right_with_as_much_more_is_an_echo(common: Any, engine: AnyEngine) -> None:
    assert is_echo(common, lists("build sugar mill"), price(engine, 1))
    assert is_echo(common, lists("build office"), price(engine, 2))


def test_a_list_for_which_more_is_wanting_is_a_cause_of_its_own(common: Any, engine: AnyEngine) -> None:
    assert not is_echo(common, lists("build office"), price(engine, 1))
    assert not is_echo(common, lists("build wharf"), price(engine, 2))


def test_an_amount_of_other_moves_brings_no_echo_in_a_list(common: Any, engine: AnyEngine) -> None:
    assert not is_echo(common, lists("build sugar mill"), price(engine, 1, after="sell"))


def test_a_move_that_is_not_listed_because_it_is_too_dear_is_an_echo(common: Any, engine: AnyEngine) -> None:
    misses = cause(
        Parting("misses", "build", len(BUILDER), "'build hacienda' is legal, but not listed", ("builder.build",)),
        BUILDER,
    )

    assert is_echo(common, misses, price(engine, -2))
    assert not is_echo(common, misses, price(engine, 1))


def test_the_same_amount_in_another_place_is_no_echo(common: Any, engine: AnyEngine) -> None:
    """A difference in nothing but the amount may as well have a cause of its own."""
    again = evolve(price(engine, 1).candidates.first.sighting, clauses=("trader.sell",))

    assert not is_echo(common, cause(again, DONE), price(engine, 1))


MARK = Difference(("ending",), "ending", "", "end.city")


def ending(engine: AnyEngine, *there: Difference, moves: int = 0) -> Cause:
    """The program ends the game after as many moves as a first round has, or so many fewer."""
    line = _first_round(engine)
    at = len(line) - moves
    return cause(Parting("turn", TURN_ENDS, at, "", ("end.round",), theirs="nobody", there=there), line)


def _first_round(engine: AnyEngine) -> tuple[str, ...]:
    """The first of all moves, again and again, until the second round begins."""
    state, line = engine.start(), []
    governor = engine.to_json(state)["governor"]
    while engine.to_json(state)["governor"] == governor:
        move = engine.legal_moves(state)[0]
        state = engine.apply(state, move)
        line.append(str(move))
    return tuple(line)


def marked(*apart: Difference) -> Cause:
    return cause(Parting("state", "+".join(place.part for place in apart), 5, "", differences=apart), BUILDER)


def test_an_end_by_a_mark_that_the_program_sets_is_the_mark(common: Any, engine: AnyEngine) -> None:
    assert is_marked(common, ending(engine, MARK), marked(MARK))
    assert marked(MARK).marks == {"", "end.city"}


def test_an_end_without_the_mark_or_where_it_ends_nothing_is_another_cause(common: Any, engine: AnyEngine) -> None:
    other = Difference(("ending",), "ending", "", "end.colonists")
    coins = Difference(("bank",), "bank", 5, 6)

    assert not is_marked(common, ending(engine), marked(MARK))
    assert not is_marked(common, ending(engine, other), marked(MARK))
    assert not is_marked(common, ending(engine, MARK, moves=1), marked(MARK))
    assert not is_marked(common, ending(engine, coins), marked(coins))
    assert marked(coins).marks == set()
