"""A program that asks more than the rules do, where nothing hangs on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulecheck.properties.conform.protocol.implementation import NotLegal, Start
from rulecheck.properties.conform.protocol.reference import Reference


class AsksAnybody(Reference):
    """After moves of a kind whoever has made them is asked again, with `pass` alone, though others can pass there."""

    kinds: frozenset[str] = frozenset()
    waits = ""

    def start(self, table: Start) -> None:
        super().start(table)
        self.waits, self.waited = "", list[str]()

    def play(self, move: str) -> None:
        if self.waits:
            if move != "pass":
                raise NotLegal("pass first")
            self._past.append(self._state)
            self.waited.append(self.waits)
            self.waits = ""
            return
        seat = super().turn()
        super().play(move)
        self.waited.append("")
        if move.split()[0] in self.kinds and self.asks(seat, super().turn()):
            self.waits = seat

    def asks(self, seat: str, then: str) -> bool:
        """Whether a seat that has moved is asked again, before the one that is to move then."""
        return then not in ("chance", "nobody", seat)

    def turn(self) -> str:
        return self.waits or super().turn()

    def legal(self) -> Sequence[str]:
        return ["pass"] if self.waits else super().legal()

    def outcome(self) -> Mapping[str, Any] | None:
        return None if self.waits else super().outcome()

    def undo(self) -> None:
        super().undo()
        self.waits = self.waited.pop()
