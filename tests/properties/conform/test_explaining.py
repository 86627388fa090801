"""A departure that is another reading or number is told as one, and a fault is not."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import pytest

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.localization.alternative_readings import Game, _from_position, _from_start
from rulecheck.properties.conform.lockstep.departure import Departure, Explained
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.engine_context import EngineContext
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Search
from rulecheck.reference_engines import build
from rulecheck.spec import make_rules
from tests.faults.puerto_rico.planted import CornSells

FUSE = 3600.0


def departures_of(game: str, program: Reference, *, games: int = 5, **more: Any) -> tuple[Departure, ...]:
    return (
        Search(
            rules=[make_rules(game)],
            participant=InProcess(lambda: program),
            seed=1,
            games=games,
            cap=250,
            shrink_steps=1500,
            shrink_seconds=FUSE,
            **more,
        )
        .run()
        .departures
    )


@pytest.mark.parametrize(
    ("game", "reading", "value"),
    [
        ("puerto_rico", "setup.start-tiles", "extra"),
        ("puerto_rico", "setup.ship-colonists", "reserve"),
        ("puerto_rico", "hacienda.choice", "forced"),
    ],
)
@pytest.mark.parametrize("from_position", [True, pytest.param(False, marks=pytest.mark.campaign)])
def test_another_reading_is_told_as_that(game: str, reading: str, value: str, from_position: bool) -> None:
    kind: type[Reference] = type("Other", (Reference,), {"from_position": from_position})
    departures = departures_of(game, kind(game, readings={reading: value}), games=8)

    explained = [choice for departure in departures for choice in departure.explained]
    assert departures
    assert Explained("reading", reading, value) in explained
    assert explained[0].option == f"--reading {reading}={value}"


@pytest.mark.parametrize(
    ("game", "name", "more"),
    [
        ("puerto_rico", "captain.point-per-barrel", 1),
        pytest.param("new_world", "trail.per-tile", 1, marks=pytest.mark.campaign),
    ],
)
def test_another_number_is_told_as_that(game: str, name: str, more: int) -> None:
    number = make_rules(game).number(name) + more
    departures = departures_of(game, Reference(game, numbers={name: number}), games=16)

    explained = [choice for departure in departures for choice in departure.explained]
    assert Explained("number", name, str(number)) in explained


def test_a_fault_is_explained_by_nothing() -> None:
    departures = departures_of("puerto_rico", Reference("puerto_rico", CornSells), games=10)

    assert departures
    assert not [departure.explained for departure in departures if departure.explained]


def test_a_choice_under_which_nothing_is_compared_explains_nothing() -> None:
    """Where a reading asks somebody else first, a program of a part is not asked at all: that is no agreement."""

    class Loads(Reference):
        moves = ("load *", "pass")

        def legal(self) -> Sequence[str]:
            legal = list(super().legal())
            loads = [move for move in legal if move.startswith("load ")]
            return [*legal, *(move[:-1] + "6" for move in loads[:1] if move[:-1] + "6" not in legal)]

    departures = departures_of("puerto_rico", Loads("puerto_rico"), games=6)

    assert [departure.key for departure in departures if departure.kind == "lists"]
    assert not [departure.explained for departure in departures if departure.explained]


def test_taken_over_it_is_no_departure_any_more() -> None:
    program = Reference("puerto_rico", readings={"setup.start-tiles": "extra"})
    rules = [make_rules("puerto_rico", readings={"setup.start-tiles": "extra"})]

    assert not Search(rules=rules, participant=InProcess(lambda: program), seed=1, games=3, cap=100).run().departures


def test_where_other_rules_cannot_go_on_from_a_position_they_explain_nothing() -> None:
    """A position of ours may be one that no game with another number comes to, and its engine breaks there."""
    context = EngineContext(build(make_rules("puerto_rico")))
    line = [str(context.engine.legal_moves(context.engine.start())[0])]
    game = Game(context, line, Divergence("state", "x", 1, ""), 1, 0)
    broken = copy(context.engine)
    vars(broken)["apply"] = _breaks

    assert _from_position(game, context.engine) is not None
    assert _from_position(game, broken) is None


def _breaks(*_: object) -> None:
    raise AssertionError


def test_a_game_with_a_move_that_another_number_does_not_have_is_not_played_under_it() -> None:
    """A worker that changes a die by 3 changes none by 2: no text of that kind is a move then."""
    rules = make_rules("castles_of_burgundy")
    other = build(make_rules("castles_of_burgundy", numbers={"knowledge.worker-step": 3}))
    game = Game(EngineContext(build(rules)), ("raise 6 by 2",), Divergence("state", "bank", 1, "", ()), None, 1)

    assert _from_start(game, other) is None
