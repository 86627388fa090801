"""The campaign finds every planted fault, says which claim it breaks, and shows it as briefly as a person would."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from random import Random

import pytest

from rulecheck.properties.batteries import planted
from rulecheck.properties.batteries.suite import properties_of
from rulecheck.spec import games
from tests.faults.fault import Fault
from tests.faults.served import BROKEN

FAULTS: dict[str, tuple[Fault, ...]] = {
    game: tuple(import_module(f"{__package__}.{game}.planted").FAULTS)
    for game in games()
    if find_spec(f"{__package__}.{game}")
}
SORT = {(game, row[0]): row[1] for game, rows in BROKEN.items() for row in rows}
SEED = 35
each_game = pytest.mark.parametrize("game", games())
each = pytest.mark.parametrize(
    ("game", "fault"),
    [pytest.param(game, fault, id=f"{game}-{fault.name}") for game, faults in FAULTS.items() for fault in faults],
)


def drawn(game: str) -> set[str]:
    """A fault of each sort that a game has: their campaigns are played in every run, the others' with `-m campaign`."""
    faults = sorted(fault.name for fault in FAULTS[game])
    Random(SEED).shuffle(faults)
    return set({SORT[game, name]: name for name in faults}.values())


each_drawn = pytest.mark.parametrize(
    ("game", "fault"),
    [
        pytest.param(
            game, fault, id=f"{game}-{fault.name}", marks=() if fault.name in drawn(game) else pytest.mark.campaign
        )
        for game, faults in FAULTS.items()
        for fault in faults
    ],
)


@each_game
def test_there_are_faults_of_every_kind(game: str) -> None:
    assert len(FAULTS[game]) >= 12
    assert len({fault.name for fault in FAULTS[game]}) == len(FAULTS[game])


@each
def test_a_persons_game_shows_the_fault_with_its_last_move(game: str, fault: Fault) -> None:
    planted.shows_with_its_last_move(game, fault, properties_of(game))


@each
def test_the_reference_plays_as_much_of_the_game_as_it_allows_without_fault(game: str, fault: Fault) -> None:
    planted.is_none_of_the_references(game, fault, properties_of(game))


@each_game
def test_faults_of_every_sort_are_looked_for_in_every_run(game: str) -> None:
    assert {SORT[game, name] for name in drawn(game)} == {SORT[game, fault.name] for fault in FAULTS[game]}


@each_drawn
def test_the_campaign_finds_the_fault_and_tells_it_shortly(game: str, fault: Fault) -> None:
    planted.is_found_and_told_shortly(game, fault)
