"""What an invariant reads is what it says it reads, and what a move touched is told by parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulecheck.properties.invariants.conservation import conservation
from rulecheck.properties.invariants.declaring import PropertySet
from rulecheck.properties.invariants.field_tracking import touched
from rulecheck.properties.invariants.recording import undeclared_reads
from tests.toy.boards import FIRST, Boards, Counting, each_board, invariant, with_board
from tests.toy.trader import Table, Trader


def test_an_undeclared_read_is_noticed(engine: Trader, properties: PropertySet) -> None:
    state = engine.start()

    assert undeclared_reads(properties["peeks"], engine, state) == {"bank_coins"}
    assert undeclared_reads(properties["houses_never_pass_the_goal"], engine, state) == set()
    assert undeclared_reads(conservation(engine), engine, state) == set()


def test_looking_at_the_whole_position_counts_as_reading_every_field(engine: Trader) -> None:
    def whole(engine: Trader, state: Table) -> Iterator[str]:
        if len(vars(state)) < 2:
            yield "empty"

    assert "flipped" in undeclared_reads(invariant(whole, "grain"), engine, engine.start())


def test_an_undeclared_part_is_noticed() -> None:
    def sly(engine: Any, t: Boards) -> Iterator[str]:
        if t.boards[0].wood < 0:
            yield "wood"

    engine: Any = Counting()
    assert undeclared_reads(invariant(sly, "boards.gold"), engine, FIRST) == {"boards.wood"}
    assert undeclared_reads(invariant(sly, "boards.wood"), engine, FIRST) == set()
    assert undeclared_reads(each_board([]), engine, FIRST) == set()


def test_touching_a_part_is_told_from_touching_another() -> None:
    after = with_board(FIRST, 0, wood=5)

    assert touched(("boards.wood",), FIRST, after)
    assert touched(("boards",), FIRST, after)
    assert not touched(("boards.gold", "bank"), FIRST, after)
