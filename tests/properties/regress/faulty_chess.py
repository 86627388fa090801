# mypy: ignore-errors
"""python-chess with a fault: `faulty_chess.py BRIDGES FAULT` is the bridge of examples/bridges/chess beside it."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(sys.argv[1]) / "chess"))

import chess
import python_chess


class ThroughCheck(chess.Board):
    """The king may castle over a square that is attacked."""

    def _attacked_for_king(self, path: int, occupied: int) -> bool:
        over = chess.BB_F1 | chess.BB_F8 | chess.BB_D1 | chess.BB_D8
        return super()._attacked_for_king(path & ~over, occupied)


class LongEnPassant(chess.Board):
    """A pawn may be taken in passing for one more turn."""

    def push(self, move: chess.Move) -> None:
        super().push(move)
        if self.ep_square is not None or len(self.move_stack) < 3:
            return
        opened = self.move_stack[-3]
        is_pawn = self.piece_type_at(opened.to_square) == chess.PAWN
        if is_pawn and abs(opened.from_square - opened.to_square) == 16:
            self.ep_square = (opened.from_square + opened.to_square) // 2


class NoRepetition(chess.Board):
    """A position may come up as often as the players like."""

    def is_repetition(self, count: int = 3) -> bool:
        return False


FAULTS: dict[str, Any] = {"through-check": ThroughCheck, "en-passant": LongEnPassant, "repetition": NoRepetition}


class Faulty(python_chess.Game):
    """A game by the faulty rules."""

    board_type = FAULTS[sys.argv[2]]


if __name__ == "__main__":
    python_chess.main(Faulty)
