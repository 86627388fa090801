"""Components are counted again only where a move changed something, and what is missing is named."""

from __future__ import annotations

from attrs import evolve

from rulecheck.properties.invariants.checker import Checker
from rulecheck.properties.invariants.conservation import CONSERVATION
from rulecheck.reference_engines.contract import Tally, changed, packed, unpacked
from tests.toy.boards import FIRST, Counting, CountingInOneNumber, with_board
from tests.toy.trader import Table, Trader


def test_conservation_names_what_is_missing(engine: Trader) -> None:
    (violation,) = Checker(engine).first(Table(coins=(1, 0)))

    assert violation.message == "12 coins expected, 13 found"


def test_components_are_counted_again_only_where_a_part_changed() -> None:
    engine = Counting()
    checker = Checker(engine)  # type: ignore[arg-type]
    assert checker.first(FIRST) == []
    engine.counted.clear()

    paid = changed(with_board(FIRST, 0, gold=0), bank=2)
    assert checker.step(FIRST, "pay", paid) == []
    assert engine.counted == []

    moved = with_board(with_board(paid, 0, wood=0), 1, wood=3)
    assert checker.step(paid, "give", moved) == []
    assert engine.counted == list(moved.boards)


def test_counts_in_one_number_add_up_and_come_out_again() -> None:
    assert unpacked(packed((3, 0, 70)) + packed((1, 2, -71)), 3) == (4, 2, -1)
    assert unpacked(packed((-1, 5)), 2) == (-1, 5)


def test_components_counted_in_one_number_are_told_one_by_one() -> None:
    checker = Checker(CountingInOneNumber())  # type: ignore[arg-type]
    assert checker.first(FIRST) == []
    paid = changed(with_board(FIRST, 0, gold=0), bank=2)
    assert checker.step(FIRST, "pay", paid) == []

    violations = checker.step(paid, "lose", with_board(paid, 1, wood=1, gold=2))

    assert [violation.message for violation in violations] == ["3 gold expected, 4 found", "3 wood expected, 2 found"]
    assert CountingInOneNumber().tallies()[0].total(FIRST) == (3, 3)


def test_a_component_lost_on_one_board_is_noticed() -> None:
    checker = Checker(Counting())  # type: ignore[arg-type]
    checker.first(FIRST)

    (violation,) = checker.step(FIRST, "lose", with_board(FIRST, 1, wood=1))

    assert (violation.name, violation.message) == (CONSERVATION, "3 wood expected, 2 found")


class CountingWithATrip(CountingInOneNumber):
    """A board with nine gold cannot be counted."""

    def tallies(self) -> tuple[Tally, ...]:
        (tally,) = super().tallies()
        return (evolve(tally, count_one=lambda board: {g: packed((g, board.wood)) for g in range(9)}[board.gold]),)


def test_after_a_crash_everything_is_counted_anew() -> None:
    checker = Checker(CountingWithATrip())  # type: ignore[arg-type]
    assert checker.first(FIRST) == []

    (violation,) = checker.step(FIRST, "trip", with_board(with_board(FIRST, 0, wood=5), 1, gold=9))

    assert violation.name.startswith("crash in components_are_conserved: KeyError")
    assert checker.first(FIRST) == []
    assert checker.step(FIRST, "pay", changed(with_board(FIRST, 1, gold=0), bank=2)) == []
