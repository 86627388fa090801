"""A start with a tile too few is the box's; what a seat begins with, and what only lies elsewhere, is not."""

from __future__ import annotations

from typing import Any

import pytest

from rulecheck.properties.conform.observation import Difference
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.provided import not_as_in_the_box
from rulecheck.properties.conform.rig import Rig
from rulecheck.reference_engines import build
from rulecheck.spec import make_rules


def rig(game: str) -> Rig:
    return Rig(build(make_rules(game, players=3)))


def at_start(rig: Rig, *places: tuple[str, ...], by: int = 1, at: int = 0) -> Parting:
    """A start in which each of these numbers is by one less, or more."""
    position: Any = rig.engine.to_json(rig.engine.start())
    differences = []
    for path in places:
        ours = position
        for name in path:
            ours = ours[name]
        differences.append(Difference(path, ".".join(path), ours, ours - by))
        by = -by
    return Parting("state", "", at, "", ("setup.board",), differences=tuple(differences))


@pytest.mark.parametrize(
    ("game", "path", "clauses"),
    [
        ("new_world", ("pile", "1"), ("box.tiles",)),
        ("power_grid", ("supply", "oil"), ("box.fuel",)),
        ("puerto_rico", ("supply", "corn"), ("box.goods",)),
    ],
)
def test_a_component_too_few_is_a_matter_of_the_box(game: str, path: tuple[str, ...], clauses: tuple[str, ...]) -> None:
    ours = rig(game)
    assert not_as_in_the_box(ours, at_start(ours, path)) == clauses
    assert not_as_in_the_box(ours, at_start(ours, path, by=-1)) == clauses


def test_what_only_lies_elsewhere_is_not() -> None:
    ours = rig("power_grid")
    assert not_as_in_the_box(ours, at_start(ours, ("supply", "oil"), ("fuel", "oil"))) == ()


def test_nor_is_what_a_seat_begins_with() -> None:
    ours = rig("puerto_rico")
    seat = ours.seats[0]
    assert not_as_in_the_box(ours, at_start(ours, ("players", seat, "doubloons"))) == ()


def test_nor_is_what_differs_once_the_game_has_begun() -> None:
    ours = rig("new_world")
    assert not_as_in_the_box(ours, at_start(ours, ("pile", "1"), at=3)) == ()
