"""A departure that is another reading or number is told as one, and a fault is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.lockstep.choice import Choice
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Search
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
    assert Choice("reading", reading, value) in explained
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
    assert Choice("number", name, str(number)) in explained


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
