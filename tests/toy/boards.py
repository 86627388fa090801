"""As much of an engine as a checker asks, with positions that have parts: players' boards and a bank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulecheck.properties.invariants.declaring import Property
from rulecheck.reference_engines.contract import Position, Tally, changed, packed


@frozen(slots=False)
class Board:
    gold: int = 0
    wood: int = 0


@frozen(slots=False, kw_only=True)
class Boards(Position):
    boards: tuple[Board, ...]
    bank: int = 0


class Counting:
    """As much of an engine as a checker asks: three gold and three wood, on boards and in the bank."""

    def tallies(self) -> tuple[Tally, ...]:
        return (
            Tally(("gold",), ("boards.gold", "bank"), lambda t: (t.bank,), "boards", lambda board: (board.gold,)),
            Tally(("wood",), ("boards.wood",), lambda t: (0,), "boards", self.wood_on),
        )

    def wood_on(self, board: Board) -> tuple[int]:
        self.counted.append(board)
        return (board.wood,)

    def totals(self) -> dict[str, int]:
        return {"gold": 3, "wood": 3}

    def inventory(self, state: Boards) -> dict[str, int]:
        gold, wood = self.tallies()
        return {"gold": gold.total(state)[0], "wood": wood.total(state)[0]}

    def __init__(self) -> None:
        self.counted: list[Board] = []


FIRST = Boards(boards=(Board(1, 1), Board(1, 2)), bank=1)


def with_board(t: Boards, nth: int, **changes: int) -> Boards:
    return changed(t, boards=(*t.boards[:nth], changed(t.boards[nth], **changes), *t.boards[nth + 1 :]))


class CountingInOneNumber(Counting):
    """The same, both kinds counted in one number."""

    def tallies(self) -> tuple[Tally, ...]:
        reads = ("boards.gold", "boards.wood", "bank")
        return (
            Tally(("gold", "wood"), reads, lambda t: packed((t.bank, 0)), "boards",
                  lambda board: packed((board.gold, board.wood)), packed=True),
        )  # fmt: skip


def invariant(function: Any, *reads: str) -> Property:
    return Property(function.__name__, ("a.b",), "holds", "", function, reads or None)


def each_board(seen: list[int]) -> Property:
    def gold_is_not_owed(engine: Any, t: Boards, nth: int) -> Iterator[str]:
        seen.append(nth)
        if t.boards[nth].gold < 0:
            yield f"board {nth} owes gold"

    return Property("gold_is_not_owed", ("a.b",), "holds", "", gold_is_not_owed, ("boards.gold",), "boards")
