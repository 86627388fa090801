# mypy: ignore-errors
"""python-chess behind the protocol: moves are SAN, positions the fields of a FEN. `pip install chess`"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import chess

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bridge import serve

FIELDS = ("board", "side", "castling", "en_passant", "halfmoves", "fullmoves")


class Game:
    """A game of chess that ends with the third repetition and after fifty moves, as chess.js has it."""

    board_type = chess.Board

    def __init__(self, _: Mapping[str, Any]) -> None:
        self.board = self.board_type()

    @property
    def is_drawn(self) -> bool:
        """Whether nobody can win any more."""
        board = self.board
        return board.is_insufficient_material() or board.is_repetition(3) or board.halfmove_clock >= 100

    @cached_property
    def moves(self) -> dict[str, chess.Move]:
        """The legal moves by their notation."""
        return {self.board.san(move): move for move in self.board.legal_moves}

    def legal(self) -> Sequence[str]:
        """None when the game is over."""
        return () if self.is_drawn else list(self.moves)

    def play(self, move: str) -> None:
        """Play a move that `legal` lists."""
        self.board.push(self.moves[move])
        del self.moves

    def undo(self) -> None:
        """Take the last move back."""
        self.board.pop()
        self.__dict__.pop("moves", None)

    def tell(self) -> Mapping[str, Any]:
        """The fields of the FEN, and who has won."""
        side = "white" if self.board.turn else "black"
        told: dict[str, Any] = {"turn": side, "state": dict(zip(FIELDS, self.board.fen().split(), strict=True))}
        if not self.legal():
            mated = self.board.is_checkmate()
            winners = ["black" if self.board.turn else "white"] if mated else []
            told |= {"turn": "nobody", "outcome": {"winners": winners}}
        return told


def main(game: type[Game] = Game) -> None:
    """Serve."""
    announced = {"players": [2], "can": ["legal", "state", "turn", "outcome", "undo"]}
    serve("chess", announced, "python-chess", chess.__version__, game)


if __name__ == "__main__":
    main()
