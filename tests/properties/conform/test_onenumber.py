"""Moves that are listed or missing by a number that another cause is put down to are that cause."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from attrs import evolve

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.onenumber import Numbers
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.rig import Rig
from rulecheck.reference_engines import build
from rulecheck.spec import load, make_rules

BUILDER = (*["draw corn"] * 4, "choose builder")
"""The first player has two doubloons, and pays one less."""


def cause(kind: str, move: str, clause: str = "builder.afford") -> Cause:
    said = "is listed, though the rules forbid it" if kind == "lists" else "is legal, but not listed"
    parting = Parting(kind, move.split()[0], len(BUILDER), f"'{move}' {said}", (clause,))
    candidates: Candidates[Rank, GameLine, Parting] = Candidates()
    game = GameLine(0, 0, "even", BUILDER)
    candidates.add(Rank.of(game, parting), 0, game, parting)
    return Cause(parting.key, kind, parting.about, (clause,), candidates=candidates)


def put_down_to(change: str, share: float = 1.0) -> Cause:
    return evolve(cause("lists", "build hospice"), kind="state", changes={change: share})


@pytest.fixture(scope="module")
def numbers() -> Numbers:
    rig = Rig(build(make_rules("puerto_rico", players=3)))
    common = SimpleNamespace(
        rig_for=lambda game: rig,
        rig=lambda table: rig,
        rulebook=load("puerto_rico"),
        asked=SimpleNamespace(build=build),
    )
    return Numbers(cast(Common, cast(Any, common)))


def test_a_move_that_is_right_by_the_number_is_the_same_cause(numbers: Numbers) -> None:
    assert numbers.follows(cause("lists", "build office"), put_down_to("builder.privilege=4"))
    assert numbers.follows(cause("misses", "build indigo plant"), put_down_to("builder.privilege=0"))


def test_a_move_that_is_no_other_by_it_is_a_cause_of_its_own(numbers: Numbers) -> None:
    assert not numbers.follows(cause("lists", "build office"), put_down_to("quarry.discount=4"))
    assert not numbers.follows(cause("misses", "build indigo plant"), put_down_to("builder.privilege=4"))


def test_a_number_that_does_it_now_and_then_only_or_a_change_that_is_none_says_nothing(numbers: Numbers) -> None:
    assert not numbers.follows(cause("lists", "build office"), put_down_to("builder.privilege=4", share=0.5))
    assert not numbers.follows(cause("lists", "build office"), put_down_to("builder.build:4:0b1175ff"))
    assert not numbers.follows(put_down_to("quarry.discount=4"), put_down_to("builder.privilege=4"))
