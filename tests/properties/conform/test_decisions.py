"""Decisions that one side passes over, or does not leave: what the game brings otherwise then is one departure."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import pytest
from attrs import evolve, frozen

from rulecheck.properties.campaign.planning import Candidates
from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.decisions import Decisions
from rulecheck.properties.conform.observation import Difference
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.rig import Rig
from rulecheck.reference_engines.contract import CHANCE, PositionError

MOVES = {"load": ("load", "hold"), "store": ("store", "burn"), "choose": ("choose", "leave"), "draw": ("drawn",)}
NEXT = {"hold": "store", "store": "choose", "choose": "load", "leave": "draw"}


@frozen
class Table:
    """A phase, and the seat whose turn it is."""

    phase: str = "load"
    turn: int = 0
    events: tuple[str, ...] = ()


class Toy:
    """Everybody loads until somebody holds; then goods are stored, and somebody chooses."""

    seats = ("anna", "bob")
    rules = None

    def start(self) -> Table:
        return Table()

    def actor(self, table: Table) -> int:
        return CHANCE if table.phase == "draw" else table.turn

    def parse(self, text: str) -> str:
        return text

    def legal_moves(self, table: Table) -> tuple[str, ...]:
        return MOVES[table.phase]

    def apply(self, table: Table, move: str) -> Table:
        return evolve(table, phase=NEXT.get(move, table.phase), turn=1 - table.turn)

    def to_json(self, table: Table) -> dict[str, Any]:
        return {"phase": {"name": table.phase}, "turn": self.seats[table.turn], "goods": 3}

    def from_json(self, position: Mapping[str, Any]) -> Table:
        phase = position["phase"]["name"]
        if phase not in MOVES or position["turn"] not in self.seats:
            raise PositionError("phase", "no phase, or nobody's turn")
        return Table(phase, self.seats.index(position["turn"]))


def cause(line: str, theirs: str = "", *, turn: str = "", beside: str = "", about: str = "goods") -> Cause:
    """A position that differs after some moves, in goods besides the phase; each of the names is one game of it."""
    candidates: Candidates[Rank, GameLine, Parting] = Candidates()
    for index, phase in enumerate(theirs.split() or [""]):
        moves = tuple(line.split())
        apart = [Difference(("goods",), "goods", 3, 2)]
        if phase:
            apart.append(Difference(("phase", "name"), "phase.name", "", phase))
        if turn:
            apart.append(Difference(("turn",), "turn", "", turn))
        parting = Parting(
            "state", about, len(moves), "", differences=tuple(apart), beside=frozenset(beside.split()), theirs=turn
        )
        game = GameLine(index, 0, "even", moves)
        candidates.add(Rank.of(game, parting), index, game, parting)
    return Cause(f"state:{about}", "state", about, candidates=candidates)


def are_alike(first: Cause, second: Cause) -> bool:
    rig = Rig(cast(Any, Toy()))
    decisions = Decisions(cast(Common, SimpleNamespace(rig_for=lambda game: rig)))
    assert decisions.are_alike(first, second) == decisions.are_alike(second, first)
    return decisions.are_alike(first, second)


def test_a_phase_that_ends_too_soon_is_one_departure_whatever_comes_next() -> None:
    assert are_alike(cause("load", "choose"), cause("load load", "store"))
    assert are_alike(cause("load", "choose"), cause("load", "unheard-of"))


def test_another_phase_that_is_passed_over_is_another() -> None:
    assert not are_alike(cause("load", "choose"), cause("hold", "choose"))


def test_a_phase_that_does_not_end_is_one_and_another_than_one_that_does_not_either() -> None:
    assert are_alike(cause("hold", "load", turn="anna"), cause("load hold", "load"))
    assert not are_alike(cause("hold", "load"), cause("hold store", "store"))


def test_two_phases_that_are_exchanged_are_one() -> None:
    assert are_alike(cause("load", "store"), cause("hold", "load"))
    assert not are_alike(cause("load", "choose"), cause("hold", "load"))


def test_a_seat_that_is_asked_once_more_is_asked_whatever_our_side_does_then() -> None:
    """The seat has moved, and only the other side lets it go on: with storing, which it was not at before."""
    again = cause("choose", "store", turn="anna")

    assert are_alike(again, cause("choose load hold store leave", "store", turn="anna"))
    assert not are_alike(cause("choose", "store"), cause("choose load hold store leave", "store"))


@pytest.mark.parametrize("other", [cause("load"), cause("load", turn="anna"), cause("load", " load ")])
def test_where_both_sides_are_at_one_decision_something_else_differs(other: Cause) -> None:
    assert not are_alike(cause("load", "choose"), other)
    assert not are_alike(other, other)


def test_what_differs_beside_another_phase_comes_with_it() -> None:
    assert are_alike(cause("load", "choose"), cause("load load", beside="phase.name"))
    assert not are_alike(cause("load", "choose"), cause("load load", beside="turn"))
    assert not are_alike(cause("load", "choose"), cause("hold", beside="phase.name"))


def test_a_position_that_our_rules_do_not_know_is_at_the_same_decision_if_its_phase_is() -> None:
    unknown = cause("load", turn="nobody")

    assert not are_alike(unknown, unknown)
    assert not are_alike(unknown, cause("load", "choose"))


def test_most_games_have_to_be_at_different_decisions() -> None:
    assert are_alike(cause("load", "choose"), cause("load", "choose store load"))
    assert not are_alike(cause("load", "choose"), cause("load", "choose load load"))


def test_an_end_that_comes_too_soon_is_no_decision() -> None:
    ends = evolve(cause("load", "choose", about="ends"), kind="turn")

    assert not are_alike(ends, cause("load", "choose"))


def later(line: str, ours: object, theirs: object, *, beside: str = "") -> Cause:
    """What comes after draws differs, and nothing else."""
    moves = tuple(line.split())
    apart = (Difference(("phase", "after"), "phase.*", ours, theirs),)
    parting = Parting("state", "phase.*", len(moves), "", differences=apart, beside=frozenset(beside.split()))
    candidates: Candidates[Rank, GameLine, Parting] = Candidates()
    game = GameLine(0, 0, "even", moves)
    candidates.add(Rank.of(game, parting), 0, game, parting)
    return Cause("state:phase.*", "state", "phase.*", candidates=candidates)


def test_a_phase_that_is_to_go_on_after_something_else_is_passed_over_as_well_or_kept() -> None:
    assert are_alike(later("load load", "load", "choose"), cause("load", "choose"))
    assert are_alike(later("load hold", "store", "load"), later("load hold", "choose", "load"))
    assert not are_alike(later("load load", "load", "choose"), later("load load", "store", "load"))
    assert not are_alike(later("load load", "load", "choose"), cause("hold", "choose"))


def test_where_more_differs_or_no_phase_that_was_it_is_something_else() -> None:
    alike = later("load load", "load", "choose")

    assert not are_alike(later("load load", "load", "choose", beside="goods"), alike)
    assert not are_alike(later("load load", "store", "choose"), later("load load", "store", "choose"))
    assert not are_alike(later("load load", 3, 4), alike)
