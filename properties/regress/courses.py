"""One game under way: an old program beside a new one, or one program beside what must hold for any game.

A course takes moves and answers with the position that the game goes on from, and with what was seen.  How often each
check is made is said by `Rates`; a replay makes the one that it is about at every step.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

import orjson
from attrs import evolve, field, frozen

from rulecheck.properties.conform.protocol.messages import NOBODY, Answer
from rulecheck.properties.regress.differences import (
    Apart,
    Comparer,
    Wording,
    path_kind,
    same_answer,
    shape,
)
from rulecheck.properties.regress.differences import sums as sums_of
from rulecheck.properties.regress.side import Failed, Side, Table, is_chance, is_over
from rulecheck.properties.unforeseen.paths import places_apart

_LOOP: Final = 400
"""Positions without chance that are kept to notice a loop."""


@frozen
class Rates:
    """How often each check is made: the part of all steps."""

    of: Mapping[str, float] = field(factory=dict)
    tried: str | None = None
    """A move to offer wherever it is not listed, in a replay."""

    def due(self, check: str, rng: Random) -> bool:
        """Whether a check is made at this step."""
        rate = self.of.get(check, 0.0)
        return rate >= 1 or (rate > 0 and rng.random() < rate)


PAIRED: Final = Rates({"wrong": 1 / 4})
ALONE: Final = Rates(
    {"wrong": 1 / 4, "look": 1 / 8, "undo": 1 / 8, "resume": 1 / 16, "listed": 1 / 32, "loop": 1, "twin": 1}
)


class Course(ABC):
    """A game of one or two programs."""

    def __init__(self, rates: Rates, rng: Random) -> None:
        self.rates = rates
        self.rng = rng
        self.tried: str | None = None
        """The move that was offered last though it is not listed."""
        self.told: Answer = Answer(0)
        self.other: Answer | None = None
        """What the other side told of the same position."""
        self.moves: list[str] = []
        self.met: dict[str, None] = {}
        """Moves that were listed somewhere in this game."""

    @abstractmethod
    def start(self, table: Table) -> list[Apart]:
        """Begin a game."""

    @abstractmethod
    def play(self, move: str) -> list[Apart]:
        """Play a listed move."""

    @property
    def legal(self) -> Sequence[str]:
        """The moves that the game may go on with."""
        return self.told.legal or ()

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return is_over(self.told) or not self.legal

    def wrong(self) -> str | None:
        """A move that is not listed: one that was, somewhere in this game."""
        legal = frozenset(self.told.legal or ())
        if self.rates.tried is not None:
            return None if self.rates.tried in legal else self.rates.tried
        self.met.update(dict.fromkeys(legal))
        others = [move for move in self.met if move not in legal]
        return self.rng.choice(others) if others else None


class Pair(Course):
    """The old program decides what is legal; both play it."""

    def __init__(self, old: Side, new: Side, comparer: Comparer, rates: Rates, rng: Random) -> None:
        super().__init__(rates, rng)
        self.sides = old, new
        self._comparer = comparer

    def start(self, table: Table) -> list[Apart]:
        """Begin on both sides."""
        return self._both(table.request(), "")

    def play(self, move: str) -> list[Apart]:
        """Play on both sides, and now and then offer what is not listed."""
        seen = self._both({"ask": "play", "move": move}, move)
        self.moves.append(move)
        if not seen and not self.is_over and not is_chance(self.told) and self.rates.due("wrong", self.rng):
            seen = self._offer()
        return seen

    @property
    def legal(self) -> Sequence[str]:
        """What both list: a game goes on past a difference that is known."""
        theirs = self.other.legal if self.other is not None else None
        mine = self.told.legal or ()
        return mine if theirs is None or theirs == mine else [move for move in mine if move in set(theirs)]

    def _both(self, request: Mapping[str, Any], move: str, *, is_listed: bool = True) -> list[Apart]:
        old, new = self.sides
        new_failed: Failed | None = None
        try:
            new.send(request)
        except Failed as failed:
            new_failed = failed
        told = old.ask(request)
        try:
            other = new.receive() if new_failed is None else None
        except Failed as failed:
            new_failed = failed
        if told.skip is not None:
            raise Skipped(told.skip)
        if told.refused is not None and move and is_listed:
            self.told = evolve(told, legal=())
            return []
        self.told = told
        if new_failed is not None or other is None:
            verdict = new_failed.verdict if new_failed is not None else "crashed"
            self.other = None
            return [Apart("fails", f"{verdict}:{shape(move)}" if move else verdict, f"{new.name} {new_failed}")]
        self.other = other
        if other.skip is not None:
            return [Apart("refuses", "start", f"{new.name} does not play this table: {other.skip}")]
        return list(self._comparer.apart(told, other, move))

    def _offer(self) -> list[Apart]:
        """What is not listed is refused by both, or played by both."""
        move = self.tried = self.wrong()
        if move is None:
            return []
        before, other = self.told, self.other
        seen = self._both({"ask": "play", "move": move}, move, is_listed=False)
        if self.told.refused is not None and self.other is not None and self.other.refused is not None:
            self.told, self.other = before, other
            return []
        if self.told.refused is None and not seen:
            self.moves.append(move)  # both play it: a text that both read as a move
            return []
        return [apart for apart in seen if apart.kind in ("accepts", "refuses", "fails")]


class Skipped(Exception):
    """A table that a program does not play."""


class Alone(Course):
    """One program, and a second process of it that must do the same."""

    def __init__(self, side: Side, twin: Side, rates: Rates, rng: Random) -> None:
        super().__init__(rates, rng)
        self.side = side
        self.twin = twin
        assert side.announced is not None, "it must be started first"
        self.can = side.announced.can
        self._comparer = Comparer(words=Wording("the first process", "the second"))
        self._twin_is_there = False
        self._quiet: dict[bytes, int] = {}
        """Positions since chance last decided, by what is told of them, with the moves before them."""

    def start(self, table: Table) -> list[Apart]:
        """Begin."""
        self._table = table
        told = self.side.ask(table.request())
        if told.skip is not None:
            raise Skipped(told.skip)
        self.told = told
        self._quiet.clear()
        self._sums = sums_of(told.state, self.side.conserved)
        self._twin_is_there = self.rates.due("twin", self.rng)
        seen = list(self._twinned(table.request(), "")) if self._twin_is_there else []
        return [*seen, *self._holds("")]

    def play(self, move: str) -> list[Apart]:
        """Play a move, and look at what must hold of it."""
        by_chance = is_chance(self.told)
        before = self.told
        told = self.side.ask({"ask": "play", "move": move})
        if told.refused is not None:
            return [Apart("listed", shape(move), f"{move!r} is listed and refused: {told.refused}")]
        self.told = told
        self.moves.append(move)
        if by_chance or told.chance:
            self._quiet.clear()
        checks: list[Callable[[], Iterator[Apart]]] = [lambda: self._holds(move)]
        if self._twin_is_there:
            checks.append(lambda: self._twinned({"ask": "play", "move": move}, move))
        if self.rates.due("look", self.rng):
            checks.append(lambda: self._looked("look", shape(move)))
        if "undo" in self.can and self.rates.due("undo", self.rng):
            checks.append(lambda: self._undone(before, move))
        if self.rates.due("wrong", self.rng) and not self.is_over and not is_chance(told):
            checks.append(self._offer)
        if "undo" in self.can and self.rates.due("listed", self.rng):
            checks.append(self._all_listed)
        if "start" in self.can and told.state is not None and self.rates.due("resume", self.rng):
            checks.append(lambda: self._resumed(move))
        for check in checks:
            seen = list(check())
            if seen:
                return seen
        return []

    def _holds(self, move: str) -> Iterator[Apart]:
        """Somebody has a move until it is over; nothing is lost; nothing goes round for ever."""
        told, about = self.told, shape(move) if move else "start"
        if told.turn == NOBODY and told.legal:
            yield Apart("stuck", "over", f"nobody is to move, and {told.legal[0]!r} is listed")
        elif told.turn not in (None, NOBODY) and told.legal == () and told.legal is not None:
            yield Apart("stuck", about, f"{told.turn} is to move and has no move")
        if told.turn == NOBODY and told.outcome is None and "outcome" in self.can:
            yield Apart("stuck", "outcome", "nobody is to move, and no outcome is told")
        if told.outcome is not None and told.legal:
            yield Apart("stuck", "outcome", "an outcome is told, and moves are listed")
        now = sums_of(told.state, self.side.conserved)
        for group, was, number in zip(self.side.conserved, self._sums, now, strict=True):
            if None not in (was, number) and was != number:
                yield Apart(
                    "conserved", "+".join(group), f"{' + '.join(group)} was {was} and is {number} after {move!r}"
                )
        if told.state is not None and not is_over(told) and self.rates.due("loop", self.rng):
            yield from self._looped()

    def _looped(self) -> Iterator[Apart]:
        state = {"turn": self.told.turn, "state": self.told.state, "legal": sorted(self.told.legal or ())}
        key = orjson.dumps(state, option=orjson.OPT_SORT_KEYS)
        since = self._quiet.get(key)
        if since is not None and not is_chance(self.told):
            kinds = sorted({shape(move) for move in self.moves[since:]})
            what = (
                f"{len(self.moves) - since} moves without chance lead back to the same position, as often as one likes"
            )
            yield Apart("loop", "+".join(kinds[:4]), what)
        if len(self._quiet) < _LOOP:
            self._quiet[key] = len(self.moves)

    def _twinned(self, request: Mapping[str, Any], move: str) -> Iterator[Apart]:
        told = self.twin.ask(request)
        yield from self._renamed("twin", self._comparer.apart(self.told, told, move))

    def _renamed(self, kind: str, seen: Iterator[Apart]) -> Iterator[Apart]:
        """The same under the name of the check that saw it."""
        for apart in seen:
            about = f"{apart.kind}:{apart.about}" if apart.kind in ("state", "lists", "misses") else apart.kind
            yield evolve(apart, kind=kind, about=about)

    def _looked(self, kind: str, about: str) -> Iterator[Apart]:
        """The position is told as it was."""
        yield from self._same(kind, about, self.told, self.side.ask({"ask": "look"}))

    def _same(self, kind: str, about: str, right: Answer, told: Answer) -> Iterator[Apart]:
        if same_answer(told) == same_answer(right):
            return
        places = places_apart(right.state, told.state)
        what = (
            ", ".join(sorted({path_kind(path, right.state) for path, _, _ in places})[:4])
            or "legal moves, the turn or the end"
        )
        words = {"look": "asked again, it reports", "changes": "after a refused move it reports"}
        yield Apart(
            kind, about, f"{words.get(kind, 'it reports')} another position: {what}", tuple(p for p, _, _ in places)
        )

    def _undone(self, before: Answer, move: str) -> Iterator[Apart]:
        after = self.told
        back = self.side.ask({"ask": "undo"})
        if back.refused is not None:
            yield Apart("undo", shape(move), f"{move!r} cannot be taken back: {back.refused}")
            return
        yield from self._same("undo", shape(move), before, back)
        again = self.side.ask({"ask": "play", "move": move})
        yield from self._same("undo", f"again {shape(move)}", after, again)
        self.told = again if again.refused is None else after

    def _offer(self) -> Iterator[Apart]:
        move = self.tried = self.wrong()
        if move is None:
            return
        told = self.side.ask({"ask": "play", "move": move})
        if told.refused is None:
            yield Apart("accepts", shape(move), f"{move!r} is not listed, and is played")
        else:
            yield from self._looked("changes", shape(move))

    def _all_listed(self) -> Iterator[Apart]:
        """Each listed move is played, and taken back."""
        for move in self.legal:
            told = self.side.ask({"ask": "play", "move": move})
            if told.refused is not None:
                self.tried = move
                yield Apart("listed", shape(move), f"{move!r} is listed and refused: {told.refused}")
                return
            self.side.ask({"ask": "undo"})

    def _resumed(self, move: str) -> Iterator[Apart]:
        """The position handed back goes on as it did: the second process is begun with it."""
        told = self.twin.ask(evolve(self._table, position=self.told.state).request())
        self._twin_is_there = False
        if told.skip is None:
            yield from self._renamed("resume", self._comparer.apart(evolve(self.told, chance=()), told, move))
