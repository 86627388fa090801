"""A program behind the contract of engines: a game whose rules are carried out elsewhere, in any language.

With a rulebook beside it, be it of a few clauses, properties, readings and campaigns work for such a game.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final

from attrs import asdict, field, frozen

from rulecheck.properties.conform.driver.program import Program
from rulecheck.properties.conform.protocol.messages import CHANCE_SEAT, Answer, answer
from rulecheck.properties.regress.differences import shape, sums
from rulecheck.properties.regress.side import CannotPlay, Side, Table, is_over
from rulecheck.reference_engines.contract import CHANCE, OVER, Engine, Outcome, Position, PositionError, Refused, Tally
from rulecheck.spec.rules import Rules

_KEPT: Final = 20_000
"""Answers that are kept: players look at a position more than once, and shortened games go the same way again."""
_PARTS: Final = ("turn", "legal", "state", "outcome")
MOVES: Final = "moves."
"""How the clauses begin that say of each kind of move that there is one."""


@frozen
class Move:
    """A move as the program writes it; each kind of move is a class of its own."""

    text: str

    def __str__(self) -> str:
        return self.text


@cache
def _class_of(kind: str) -> type[Move]:
    return frozen(type(kind, (Move,), {}))


def move_of(text: str) -> Move:
    """The move that a text is."""
    return _class_of(shape(text))(text)


def clause_of(kind: str) -> str:
    """The clause about a kind of move."""
    words = re.sub(r"[^a-z0-9]+", "-", re.sub(r"([A-Z])", r"\1-", kind).lower().replace("+", "-plus")).strip("-")
    return f"{MOVES}{words if words[:1].isalpha() else f'm-{words}'}"


@frozen(slots=False, kw_only=True)
class Told(Position):
    """What the program tells of a position, and the moves that lead there."""

    told: str
    """As JSON with its names in order."""
    moves: tuple[str, ...] = field(eq=False)

    @property
    def answer(self) -> Answer:
        """The same to be asked."""
        return _read(self.told)


@cache
def _read(told: str) -> Answer:
    return answer({"id": 0, **json.loads(told)})


class ProgramEngine(Engine[Told, Move]):
    """A game by a program; it is begun when first asked, and ended with us."""

    unlisted: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self, rules: Rules, command: Sequence[str], game: str, *, cwd: Path | None = None, timeout: float = 10.0
    ) -> None:
        self.game = rules.game  # type: ignore[misc]  # one class for all games
        self.rules = rules
        self.seats = rules.seats
        self._side = Side("the program", Program(list(command), timeout=timeout, cwd=cwd), game)
        self._side.begin()
        if "legal" not in self._side.announced.can:  # type: ignore[union-attr]
            raise CannotPlay(f"{command}: it does not list its legal moves")
        self._table = Table(game, rules.players)
        self._at: tuple[str, ...] | None = None
        """The moves after which the program stands."""
        self._known: OrderedDict[tuple[str, ...], Told] = OrderedDict()

    def _told(self, moves: tuple[str, ...]) -> Told:
        """The position after some moves from the start."""
        known = self._known.get(moves)
        if known is not None:
            return known
        said = None if self._at is None or self._at != moves[:-1] or not moves else self._play(moves[-1])
        if said is None:
            said = self._side.ask(self._table.request())
            for move in moves:
                said = self._play(move)
        self._at = moves
        if said.skip is not None or said.refused is not None:
            self._at = None
            raise PositionError("moves", f"the program does not play it: {said.skip or said.refused}")
        events = (clause_of(shape(moves[-1])),) if moves else ()
        parts = {part: value for part, value in asdict(said).items() if part in _PARTS and value is not None}
        told = Told(told=json.dumps(parts, sort_keys=True), moves=moves, events=events)
        self._known[moves] = told
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return told

    def _play(self, move: str) -> Answer:
        return self._side.ask({"ask": "play", "move": move})

    def start(self) -> Told:
        """As the program begins."""
        return self._told(())

    def actor(self, state: Told) -> int:
        """Whose turn the program says it is."""
        said = state.answer
        if is_over(said):
            return OVER
        if said.turn == CHANCE_SEAT:
            return CHANCE
        return self.seats.index(said.turn) if said.turn in self.seats else 0

    def legal_moves(self, state: Told) -> Sequence[Move]:
        """What the program lists, in the order of the alphabet; nothing when it is over."""
        return () if is_over(state.answer) else tuple(map(move_of, sorted(set(state.answer.legal or ()))))

    def refusal(self, state: Told, move: Move) -> Refused | None:
        """What is not listed is forbidden."""
        if move in self.legal_moves(state):
            return None
        return Refused(clause_of(shape(move.text)), "the program does not list it")

    def apply(self, state: Told, move: Move) -> Told:
        """What the program makes of a move."""
        return self._told((*state.moves, move.text))

    def outcome(self, state: Told) -> Outcome | None:
        """What the program says of the end."""
        said = state.answer.outcome
        if said is None:
            return None
        clause = state.events[0] if state.events else f"{MOVES}start"
        return Outcome(tuple(said.get("winners", ())), clause, dict(said.get("scores", {})))

    def tallies(self) -> Sequence[Tally]:
        """What the program names as conserved."""
        groups = self._side.conserved
        if not groups:
            return ()

        def count(state: Told) -> Sequence[int]:
            return [number or 0 for number in sums(state.answer.state, groups)]

        return (Tally(tuple(map("+".join, groups)), None, count),)

    def totals(self) -> Mapping[str, int]:
        """As much as there is at the start."""
        return self.inventory(self.start())

    def all_moves(self) -> Sequence[Move]:
        """Nobody knows; those that the start lists."""
        return self.legal_moves(self.start())

    def parse(self, text: str) -> Move:
        """Any text may be a move."""
        return move_of(text)

    def to_json(self, state: Told) -> dict[str, Any]:
        """What the program tells, and the moves."""
        return {**json.loads(state.told), "moves": list(state.moves)}

    def from_json(self, data: Mapping[str, Any], *, given: Iterable[str] = (), partial: bool = False) -> Told:
        """The position after the moves: what else stands there has to be what the program tells of it."""
        moves = data.get("moves", ())
        if not isinstance(moves, list | tuple) or not all(isinstance(move, str) for move in moves):
            raise PositionError("moves", "a list of texts is expected")
        state = self._told(tuple(moves))
        wanted = {part: value for part, value in data.items() if part != "moves"}
        if wanted and wanted != json.loads(state.told) and not partial:
            raise PositionError("", "the program tells something else after these moves")
        return state

    def draw(self, state: Told) -> str:
        """The position as the program tells it."""
        return json.dumps(json.loads(state.told).get("state"), indent=1, ensure_ascii=False)
