"""Games kept in a file, with all that a program told: played on another version, they are a regression test.

A game is kept only if it comes to something that no game before it came to (a kind of move that changes other parts of
the position, another end), and only as far as that; what later games make needless is taken out again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import define, field, frozen

from rulecheck.properties.conform.protocol.messages import Answer, Garbled, answer
from rulecheck.properties.regress.differences import Apart, Comparer, path_kind, shape
from rulecheck.properties.regress.side import Side, Table, is_over
from rulecheck.properties.unforeseen.paths import places_apart

VERSION: Final = 1
MOST_GAMES: Final = 400
"""Games that are kept at most."""
MOST_BYTES: Final = 256_000_000
"""Of a file that is read."""
_LARGEST: Final = 48_000_000
"""Bytes that the answers of all games kept may take."""
_PARTS: Final = ("turn", "legal", "state", "outcome", "refused")


class RecordError(ValueError):
    """A file of recorded games that cannot be used; `str()` is one line: where, what, and what to do."""


@frozen
class Recorded:
    """One game: what it was begun with, its moves, and what was told at the start and after each."""

    table: Table
    moves: Sequence[str]
    told: Sequence[Answer]

    def to_json(self) -> dict[str, Any]:
        """As a line of a file."""
        table = self.table
        start, *steps = (
            {part: getattr(told, part) for part in _PARTS if getattr(told, part) is not None} for told in self.told
        )
        return {
            "rulecheck_regress": VERSION,
            "game": table.game,
            "players": table.players,
            "setup": table.setup,
            "seed": table.seed,
            "start": start,
            "steps": [{"move": move, **step} for move, step in zip(self.moves, steps, strict=True)],
        }


@define
class Recorder:
    """Keeps the games that come to something new."""

    kept: list[tuple[Recorded, frozenset[object]]] = field(factory=list)
    seen: set[object] = field(factory=set)
    size: int = 0

    def take(self, table: Table, moves: Sequence[str], told: Sequence[Answer]) -> None:
        """Keep a game as far as it brings something new, if it does."""
        news = [reached(move, before, after) for move, before, after in zip(moves, told, told[1:], strict=False)]
        last = max((nth for nth, what in enumerate(news, 1) if not what <= self.seen), default=0)
        if (not last and self.kept) or len(self.kept) >= MOST_GAMES or self.size > _LARGEST:
            return
        game = Recorded(table, tuple(moves[:last]), tuple(told[: last + 1]))
        what = frozenset().union(*news[:last]) if last else frozenset()
        self.seen |= what
        self.size += len(json.dumps(game.to_json()))
        self.kept.append((game, what))

    def games(self) -> list[Recorded]:
        """Those that are needed: the later and longer ones make earlier ones needless."""
        needed: list[Recorded] = []
        left = set(self.seen)
        for game, what in sorted(self.kept, key=lambda pair: len(pair[1]), reverse=True):
            if what & left or not needed:
                needed.append(game)
                left -= what
        return sorted(needed, key=lambda game: len(game.moves))


def reached(move: str, before: Answer, after: Answer) -> set[object]:
    """What a step comes to, in words that other games share."""
    places = places_apart(before.state, after.state) if before.state is not None and after.state is not None else []
    parts = {path_kind(path, before.state) for path, _, _ in places}
    what: set[object] = {(shape(move), part) for part in parts} | {shape(move)}
    if is_over(after) and after.outcome is not None:
        what.add(("end", shape(move), len(after.outcome.get("winners", ()))))
    return what


def read_recorded(path: Path) -> list[Recorded]:
    """The games in a file; raises RecordError."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise RecordError(f"{path}: cannot be read: {why}; `--record FILE` makes such a file") from None
    if len(raw) > MOST_BYTES:
        raise RecordError(f"{path}: more than {MOST_BYTES:,} bytes; split it by lines")
    games = [_read(path, number, line) for number, line in enumerate(raw.splitlines(), 1) if line.strip()]
    if not games:
        raise RecordError(f"{path}: no game in it; `--record FILE` makes such a file")
    return games


def _read(path: Path, number: int, line: bytes) -> Recorded:
    where = f"{path}:{number}"
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        raise RecordError(f"{where}: no JSON object; each line is a game that `--record FILE` wrote") from None
    if not isinstance(said, dict) or said.get("rulecheck_regress") != VERSION:
        raise RecordError(f"{where}: no game that `--record FILE` wrote (version {VERSION})")
    try:
        table = Table(str(said["game"]), int(said["players"]), str(said["setup"]), int(said["seed"]))
        steps = [(str(step["move"]), _told(step)) for step in said["steps"]]
        return Recorded(table, [move for move, _ in steps], [_told(said["start"]), *(told for _, told in steps)])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(f"{where}: {type(error).__name__} {error}; record the game again") from None


def _told(said: Mapping[str, Any]) -> Answer:
    try:
        return answer({"id": 0, **{part: said[part] for part in _PARTS if part in said}})
    except Garbled as error:
        raise ValueError(str(error)) from None


def replayed(game: Recorded, new: Side, comparer: Comparer) -> tuple[int, list[Apart], Answer]:
    """After how many moves of a game a program first tells something else, what differs, and what it tells there.

    With all moves and nothing that differs if it never does.
    """
    told = new.ask(game.table.request())
    seen = list(comparer.apart(game.told[0], told))
    at = 0
    while not seen and at < len(game.moves):
        told = new.ask({"ask": "play", "move": game.moves[at]})
        at += 1
        seen = list(comparer.apart(game.told[at], told, game.moves[at - 1]))
    return at, seen, told
