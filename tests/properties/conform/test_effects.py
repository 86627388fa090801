"""What clauses change in our own games: which one would have brought a difference, though it was not at work."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from rulecheck.properties.conform.effects import Effects
from rulecheck.properties.conform.lines import OwnGame
from rulecheck.properties.conform.observation import Difference
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.spectrum import Spectrum


@frozen
class Position:
    """Gold and goods, and what was carried out on the way."""

    gold: int
    goods: int
    events: tuple[str, ...] = ()


class Engine:
    def to_json(self, state: Position) -> dict[str, Any]:
        return {"gold": {"red": state.gold}, "goods": {"red": state.goods}, "phase": "to"}


class Table:
    """As much of a rig as a line needs."""

    engine = Engine()

    def name(self, move: str) -> str:
        return move


def learnt() -> Effects:
    """Posts take a good each, ports pay besides; a toll is paid after another kind of move."""
    states = [Position(0, 9)]
    moves: list[str] = []
    for nth in range(12):
        before, is_port = states[-1], nth % 3 == 0
        events = ("post.found", "port.gold") if is_port else ("post.found",)
        states.append(Position(before.gold + is_port, before.goods - 1, events))
        states.append(Position(states[-1].gold - 1, states[-1].goods, ("toll.pay",)))
        moves += [f"to {nth}", f"onto {nth}"]
    effects = Effects()
    effects.learn(OwnGame(Table(), "even", moves, states))  # type: ignore[arg-type]
    return effects


def test_the_clause_that_changes_something_after_such_moves_brings_it() -> None:
    effects = learnt()

    assert effects.brings(["gold.*"], "to") == "port.gold"
    assert effects.brings(["gold.*"], "onto") == "toll.pay"
    assert effects.brings(["goods.*"], "to") == "post.found"
    assert effects.brings(["goods.*"], "onto") is None


POST = ("post.found",)
PAID = Parting("state", "gold.*", 3, "", POST, differences=(Difference(("gold", "red"), "gold.*", 1, 2),), after="to")


@pytest.mark.parametrize(("agreed", "first"), [(5, "port.gold"), (0, "post.found")])
def test_a_clause_that_was_not_at_work_is_blamed_where_nothing_else_surely_is(agreed: int, first: str) -> None:
    """A port pays for a post where there is none: only the clause that pays for ports would have changed the gold."""
    spectrum = Spectrum()
    spectrum.part(PAID)
    spectrum.agreed["post.found"] = agreed

    assert spectrum.suspects(PAID, effects=learnt())[0] == first
