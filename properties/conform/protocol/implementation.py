"""An implementation in Python: the class to derive from, and the loop that serves it over a pipe.

```python
class Mine(Implementation):
    game = "my_game"

    def start(self, table):      # a new game
        self.position = my_engine.new_game(table.players)

    def play(self, move):        # raises NotLegal
        self.position = my_engine.play(self.position, from_notation(move))

    def legal(self):             # this and the other methods: as many as you can offer
        return [to_notation(move) for move in my_engine.moves(self.position)]
```

`python mine.py` with `serve(Mine())` at its end is a program for `rulecheck conform GAME -- python mine.py`;
`Conformance` in `testing` makes a test of it (docs/conform-python.md).
"""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

import orjson
from attrs import define, field, frozen

from rulecheck.properties.conform.protocol.messages import GIVEN, VERSION
from rulecheck.properties.conform.protocol.requests import NoSuchRequest, check, needs, numbered
from rulecheck.properties.perft import TooLarge
from rulecheck.properties.runtime.plain import plain_json

__all__ = ["Desk", "Implementation", "NoSuchRequest", "NotLegal", "Skip", "Start", "WrongClass", "serve"]

LONGEST: Final = 8 << 20
"""Bytes of the longest request that is read."""

_OURS: Final = frozenset((__file__, str(Path(__file__).with_name("participant.py"))))
"""The files that stand at the top of each traceback of an implementation."""


class NotLegal(Exception):
    """Raised by `play`: the move is not legal here; by `undo`: no move has been played. Nothing has changed."""


class Skip(Exception):
    """Raised by `start`: this table is not played."""


class WrongClass(TypeError):
    """An implementation has something else where a word of the announcement is looked for; `str()` is one line."""


@frozen
class Start:
    """The table that a game begins at."""

    game: str
    players: int
    seats: tuple[str, ...] = ()
    """Clockwise."""
    setup: str = ""
    readings: Mapping[str, str] = field(factory=dict)
    numbers: Mapping[str, int] = field(factory=dict)
    seed: int = 0
    """For an implementation with chance of its own."""
    position: Mapping[str, Any] | None = None
    """The canonical position to begin at, for an implementation of a part of the game or one that goes on
    `from_position`; None: the beginning of the game."""


class Implementation:
    """A game as somebody implements it.  `start` and `play` must be there; every other method adds a comparison.

    Moves are texts in the game's notation, positions canonical JSON (docs/notation/<game>.md).
    What stands in the class variables is announced: docs/protocol.md explains each.
    """

    game: ClassVar[str] = ""
    """The game it plays; empty: whichever is asked for."""
    name: ClassVar[str] = ""
    """What reports call it; empty: the name of the class."""
    version: ClassVar[str] = ""
    players: ClassVar[Sequence[int]] = ()
    setups: ClassVar[Sequence[str]] = ()
    readings: ClassVar[Mapping[str, str]] = {}
    numbers: ClassVar[Mapping[str, int]] = {}
    chance: ClassVar[str] = GIVEN
    repeats: ClassVar[bool] = False
    moves: ClassVar[Sequence[str]] = ()
    during: ClassVar[Sequence[str]] = ()
    together: ClassVar[Sequence[str]] = ()
    sets: ClassVar[Sequence[str]] = ()
    from_position: ClassVar[bool] = False
    """Whether `start` goes on from `table.position` where there is one, for an implementation of the whole game."""

    def start(self, table: Start) -> None:
        """Begin a game; raise `Skip` for a table that is not played."""
        raise NotImplementedError

    def play(self, move: str) -> None:
        """Play a move; raise `NotLegal`, and change nothing, if it is not legal."""
        raise NotImplementedError

    def play_together(self, moves: Sequence[str]) -> None:
        """Play several moves that `together` takes as one."""
        raise NotImplementedError

    def legal(self) -> Sequence[str] | Sequence[Sequence[str]] | None:
        """All legal moves; None where they cannot be told: then they are not compared."""
        raise NotImplementedError

    def state(self) -> Mapping[str, Any]:
        """Any part of the canonical position."""
        raise NotImplementedError

    def turn(self) -> str:
        """A seat, `"chance"` or `"nobody"`."""
        raise NotImplementedError

    def outcome(self) -> Mapping[str, Any] | None:
        """`winners` and `scores` of a finished game, either or both; None while it goes on."""
        raise NotImplementedError

    def came(self) -> Sequence[str]:
        """With chance of its own: the chance moves made since this was last asked."""
        raise NotImplementedError

    def undo(self) -> None:
        """Take the last `play` back; raise `NotLegal` if there is none."""
        raise NotImplementedError

    def perft(self, depth: int) -> Mapping[str, int]:
        """For each legal move, the positions `depth` moves from here that it leads to."""
        raise NotImplementedError

    def has(self, method: str) -> bool:
        """Whether the class offers an optional method."""
        return getattr(type(self), method) is not getattr(Implementation, method)


_OPTIONAL: Final = ("legal", "state", "turn", "outcome", "undo", "perft")


_WORDS: Final = ("game", "name", "version", "chance")
_LISTS: Final = ("players", "setups", "moves", "during", "together", "sets")
_TABLES: Final = ("readings", "numbers")


def _check_class(mine: Implementation) -> None:
    """What is announced must be values; raises WrongClass for a method of the same name, or anything else."""
    kinds = [(_WORDS, str, "a text"), (_LISTS, Sequence, "a list"), (_TABLES, Mapping, "a dict")]
    for names, kind, words in kinds:
        for name in names:
            value = getattr(mine, name)
            if callable(value):
                what = f"is a method, and rulecheck announces what stands there ({words}); call the method otherwise"
                raise WrongClass(f"{type(mine).__name__}.{name} {what}")
            if not isinstance(value, kind) or (kind is Sequence and isinstance(value, str)):
                raise WrongClass(f"{type(mine).__name__}.{name}: expected {words}, found {value!r}"[:160])


def announcement(implementation: Implementation, game: str) -> dict[str, Any]:
    """The answer to hello; raises WrongClass."""
    mine = implementation
    _check_class(mine)
    told: dict[str, Any] = {
        "players": list(mine.players),
        "setups": list(mine.setups),
        "readings": dict(mine.readings),
        "numbers": dict(mine.numbers),
        "can": [*(name for name in _OPTIONAL if implementation.has(name)), *(["start"] if mine.from_position else [])],
        "chance": mine.chance,
        "repeats": mine.repeats,
        "moves": list(mine.moves),
        "during": list(mine.during),
        "together": list(mine.together),
        "sets": list(mine.sets),
    }
    return {
        "protocol": VERSION,
        "name": mine.name or type(mine).__name__,
        "version": mine.version,
        "games": {mine.game or game: {key: value for key, value in told.items() if value}},
    }


@define
class Desk:
    """Answers the requests of the protocol for an implementation."""

    implementation: Implementation
    _begun: bool = field(default=False, init=False)
    _offers: frozenset[str] = field(init=False)

    @_offers.default
    def _look(self) -> frozenset[str]:
        return frozenset(name for name in _OPTIONAL if self.implementation.has(name))

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any] | None:
        """The answer to a request, None for `bye`; raises NoSuchRequest, and whatever the implementation raises."""
        ask = check(request)
        if ask == "play":
            return self._play(request)
        if ask == "hello":
            return {"id": request["id"], **announcement(self.implementation, request.get("game", ""))}
        if ask == "start":
            return self._start(request)
        if ask == "bye":
            return None
        self._must_have_begun()
        if ask in _OPTIONAL and ask not in self._offers:
            raise NoSuchRequest(f"{ask!r} is not among what it can do")
        if ask == "perft":
            return {"id": request["id"], "counts": dict(self.implementation.perft(request["depth"]))}
        if ask == "undo":
            self._undo()
        return self._position(request)

    def _undo(self) -> None:
        try:
            self.implementation.undo()
        except NotLegal as why:
            raise NoSuchRequest(str(why) or "no move has been played") from None

    def _must_have_begun(self) -> None:
        if not self._begun:
            raise NoSuchRequest("no game has been started")

    def _start(self, request: Mapping[str, Any]) -> dict[str, Any]:
        table = Start(
            game=request["game"],
            players=request.get("players", 0),
            seats=tuple(request.get("seats", ())),
            setup=request.get("setup", ""),
            readings=request.get("readings", {}),
            numbers=request.get("numbers", {}),
            seed=request.get("seed", 0),
            position=request.get("position"),
        )
        try:
            self.implementation.start(table)
        except Skip as why:
            return {"id": request["id"], "skip": str(why) or "not played"}
        self._begun = True
        return self._position(request)

    def _play(self, request: Mapping[str, Any]) -> dict[str, Any]:
        self._must_have_begun()
        try:
            if "moves" in request:
                self.implementation.play_together(request["moves"])
            else:
                needs(request, "move")
                self.implementation.play(request["move"])
        except NotLegal as why:
            return {"id": request["id"], "refused": str(why) or "not legal"}
        return self._position(request)

    def _position(self, request: Mapping[str, Any]) -> dict[str, Any]:
        mine, offers = self.implementation, self._offers
        tell = request.get("tell", ())
        said: dict[str, Any] = {"id": request["id"]}
        if mine.chance != GIVEN:
            said["chance"] = list(mine.came())
        if "turn" in offers:
            said["turn"] = mine.turn()
        if "legal" in tell and "legal" in offers and (legal := mine.legal()) is not None:
            if isinstance(legal, str):
                raise WrongClass(f"{type(mine).__name__}.legal() answers a text: expected a list of moves")
            said["legal"] = list(legal)
        if "state" in tell and "state" in offers:
            said["state"] = mine.state()
        if "outcome" in offers and (outcome := mine.outcome()) is not None:
            said["outcome"] = outcome
        return said


def encoded(answer: Mapping[str, Any]) -> bytes:
    """An answer as a line without its end; raises TypeError for what is no JSON, with its place in the answer."""
    try:
        line = orjson.dumps(answer, option=orjson.OPT_NON_STR_KEYS)
    except TypeError as error:
        place = _not_json("", answer)
        raise (TypeError(place) if place else error) from None
    if line.isascii() and b"\x7f" not in line:
        return line
    return plain_json(line.decode()).encode()


def _not_json(path: str, value: Any) -> str:
    """Where in a value there is something that JSON has no form for, and what; empty if it is not found."""
    if isinstance(value, Mapping):
        return next(filter(None, (_not_json(f"{path}.{key}", part) for key, part in value.items())), "")
    if isinstance(value, list | tuple):
        return next(filter(None, (_not_json(f"{path}.{k}", part) for k, part in enumerate(value))), "")
    try:
        orjson.dumps(value)
    except TypeError as error:
        return f"{path.lstrip('.')}: {error}"
    return ""


def serve(implementation: Implementation, *, source: int = 0, sink: int = 1) -> None:
    """Answer requests line by line until the input ends or `bye` comes.

    A request that is wrong, or that the implementation raises at, is answered with `error`, and
    the loop goes on.  What the implementation prints goes to standard error, not between the answers.
    """
    desk = Desk(implementation)
    with contextlib.redirect_stdout(sys.stderr):
        for lines in _lines(source):
            answers = []
            goes_on = True
            try:
                for line in lines:
                    if len(line) > LONGEST:
                        answers.append(
                            encoded({"id": None, "error": f"a line of more than {LONGEST >> 20} MB: the end"})
                        )
                        goes_on = False
                        break
                    said = _answered(desk, line)
                    if said is None:
                        goes_on = False
                        break
                    answers.append(said)
            finally:  # where the implementation ends the program, what was answered before that is told
                if answers:
                    _write(sink, b"\n".join(answers) + b"\n")
            if not goes_on:
                return


def _answered(desk: Desk, line: bytes) -> bytes | None:
    number = None
    try:
        request = orjson.loads(line)
        if not isinstance(request, dict):
            raise NoSuchRequest("a request is a JSON object")
        number = numbered(request)
        answer = desk.answer(request)
        return None if answer is None else encoded(answer)
    except orjson.JSONDecodeError:
        return encoded({"id": number, "error": "no JSON"})
    except (NoSuchRequest, TooLarge) as error:
        return encoded({"id": number, "error": str(error)})
    except WrongClass as error:
        return encoded({"id": number, "error": told(error)})
    except Exception as error:
        print("".join(traceback_of(error)), end="", file=sys.stderr, flush=True)
        return encoded({"id": number, "error": told(error)})


def told(error: Exception) -> str:
    """An exception in a line: its own words, after what it is."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def traceback_of(error: Exception) -> list[str]:
    """The lines of an exception's traceback, from where it leaves our own files."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None and trace.tb_frame.f_code.co_filename in _OURS:
        trace = trace.tb_next
    return traceback.format_exception(type(error), error, trace)


def _lines(source: int) -> Any:
    """The complete lines of each chunk that is read: what was sent together is answered together.

    A line that is too long comes cut off, and is the last.
    """
    rest: list[bytes] = []
    size = 0
    while size <= LONGEST and (chunk := os.read(source, 1 << 16)):
        first, *more = chunk.split(b"\n")
        rest.append(first)
        size += len(first)
        if more:
            lines = [b"".join(rest), *more]
            last = lines.pop()
            rest, size = [last], len(last)
            yield [line for line in lines if line.strip()]
    if (line := b"".join(rest)).strip():
        yield [line]


def _write(sink: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(sink, view) :]


Maker = Callable[[], Implementation]
