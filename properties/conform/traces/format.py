"""What a trace file holds: one JSON object a line, one game each, as `docs/conform.md` describes them.

Files may be big, so they are read line by line.  A line that cannot be used is a `TraceError`
among the games: those before and after it are not lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final

from attrs import field, frozen

from rulecheck.properties.conform.protocol.move_matching import ORDERS, WRITTEN
from rulecheck.spec.errors import close_matches, meant, shown

VERSION: Final = 1

_ENDLESS: Final = 1_000_000_000
"""Bytes of a line after which nobody looks for its end any more."""
LONGEST: Final = 32_000_000
"""Bytes of a line; a long game with every position told takes a tenth of it."""

_ONE_LINE: Final = "write each game on one line, as `jq -c . FILE` does"
_GOES_ON: Final = (b" ", b"\t", b'"', b"[", b"]", b"}")
"""How lines begin that go on with the game of the line before."""
_GAME_KEYS: Final = (
    "rulecheck_trace",
    "game",
    "players",
    "seats",
    "setup",
    "readings",
    "numbers",
    "position",
    "unwritten",
    "optional",
    "together",
    "sets",
    "source",
    "steps",
    "outcome",
    "finished",
)
_STEP_KEYS: Final = ("move", "moves", "order", "by", "turn", "legal", "state", "outcome", "refused")


class TraceError(ValueError):
    """A trace that cannot be used as it stands: `FILE:LINE: step N: what; what to do`."""

    def __init__(self, path: str, line: int | None, step: int | None, what: str, hint: str = "") -> None:
        super().__init__(path, line, step, what, hint)
        self.path = path
        self.line = line
        self.step = step
        self.what = what
        self.hint = hint

    def __str__(self) -> str:
        where = self.path if self.line is None else f"{self.path}:{self.line}"
        said = "; ".join(part for part in (self.what, self.hint) if part)
        return f"{where}: {said}" if self.step is None else f"{where}: step {self.step}: {said}"


class Unusable(Exception):
    """What is wrong in a game, before anybody says in which line it stands."""

    def __init__(self, what: str, hint: str = "", step: int | None = None) -> None:
        super().__init__(what, hint, step)
        self.what = what
        self.hint = hint
        self.step = step


@frozen
class TraceStep:
    """What an implementation did, and what it said of the position after it; what it did not say is None."""

    moves: tuple[str, ...] = ()
    order: str = WRITTEN
    by: str | None = None
    refused: bool = False
    """It was asked for these moves and refused them."""
    turn: str | None = None
    legal: tuple[tuple[str, ...], ...] | None = None
    """Each element one of its moves: one or, if it takes them together, several of ours."""
    state: Mapping[str, Any] | None = None
    outcome: Mapping[str, Any] | None = None

    @property
    def text(self) -> str:
        """The moves as messages name them."""
        return ", ".join(self.moves)


@frozen
class Trace:
    """One game of a log."""

    game: str
    steps: tuple[TraceStep, ...]
    players: int | None = None
    seats: tuple[str, ...] | None = None
    setup: str | None = None
    readings: Mapping[str, str] = field(factory=dict)
    numbers: Mapping[str, int] = field(factory=dict)
    position: Mapping[str, Any] | None = None
    unwritten: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    together: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    source: str = ""
    outcome: Mapping[str, Any] | None = None
    finished: bool | None = None


@frozen
class Line:
    """A line of a file: the game on it, or why it cannot be used."""

    path: str
    number: int
    trace: Trace | None
    error: TraceError | None
    read: int
    """The bytes read up to here, for progress."""


def lines(path: Path | str) -> Iterator[Line]:
    """The games of a file, one after the other; empty lines are left out."""
    name = str(path)
    try:
        with Path(path).open("rb") as file:
            yield from _lines(file, name)
    except OSError as problem:
        hint = "name a file in it" if isinstance(problem, IsADirectoryError) else "check the path and its permissions"
        why = "a folder" if isinstance(problem, IsADirectoryError) else (problem.strerror or str(problem)).lower()
        yield Line(name, 0, None, TraceError(name, None, None, f"cannot be read: {why}", hint), 0)


def _lines(file: IO[bytes], name: str) -> Iterator[Line]:
    number = 0
    empty = True
    broken = over_lines = False
    for raw in _raw_lines(file):
        number += 1
        read = file.tell()
        if number == 1 and (what := _no_text(raw)) is not None:
            yield Line(name, 1, None, TraceError(name, None, None, *what), read)
            return
        if not raw.strip():
            continue
        empty = False
        try:
            trace: Trace | None = _game(raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw)
            error = None
            broken = over_lines = False
        except Unusable as problem:
            if over_lines or (broken and raw.startswith(_GOES_ON)):
                continue  # a part of the game of which it was said where it begins
            broken, over_lines = True, problem.hint == _ONE_LINE
            trace, error = None, TraceError(name, number, problem.step, problem.what, problem.hint)
        yield Line(name, number, trace, error, read)
    if empty:
        yield Line(name, 0, None, TraceError(name, None, None, "the file is empty", "is this the right file?"), 0)


def _raw_lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file; of one that is too long, as much as shows it, and of one without end no more."""
    while raw := file.readline(LONGEST + 2):
        yield raw
        skipped = 0
        while len(raw) > LONGEST + 1 and not raw.endswith(b"\n"):
            raw = file.readline(LONGEST + 2)
            skipped += len(raw)
            if skipped > _ENDLESS:
                return


def _no_text(raw: bytes) -> tuple[str, str] | None:
    """What is wrong with a file that begins so, if it is no text at all."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "expected UTF-8, found UTF-16", "save the file as UTF-8"
    if b"\x00" in raw:
        return "expected a text file, found a binary one", "is this the right file?"
    if raw.startswith(b"\x1f\x8b"):
        return "expected a text file, found a compressed one", "unpack it first"
    return None


def _game(raw: bytes) -> Trace:
    """The game on a line; raises Unusable."""
    if len(raw) > LONGEST:
        raise Unusable(f"a line of more than {LONGEST // 1_000_000} MB", "one game a line, line ends between them")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        byte = f"byte 0x{raw[problem.start]:02x} at column {problem.start + 1}"
        raise Unusable(f"expected UTF-8, found {byte}", "save the file as UTF-8") from None
    try:
        said = json.loads(text)
    except json.JSONDecodeError as problem:
        raise _no_json(text, problem) from None
    except (ValueError, RecursionError):  # a number of thousands of digits; brackets without end
        raise Unusable("not readable JSON: nested too deeply, or a number too long", "fix it") from None
    return parse(said)


def _no_json(text: str, problem: json.JSONDecodeError) -> Unusable:
    first = text.strip()
    if first in ("{", "["):
        return Unusable("a game over several lines", _ONE_LINE)
    if problem.pos >= len(text.rstrip()) - 1 or problem.msg.startswith("Unterminated"):
        hint = "was it still being written? leave the line out, or write it again"
        return Unusable(f"cut off in the middle (column {problem.pos + 1})", hint)
    what = f"not JSON: {problem.msg[:1].lower()}{problem.msg[1:]} at column {problem.pos + 1}"
    if problem.msg == "Extra data" and first.startswith("{"):
        return Unusable(what, "one game a line")
    return Unusable(what, "one game a line, as a JSON object")


def parse(said: Any) -> Trace:
    """The game that such JSON describes; raises Unusable."""
    if isinstance(said, list):
        raise Unusable("a list, not a game", "write each game on a line of its own, as `jq -c '.[]' FILE` does")
    if not isinstance(said, dict):
        raise Unusable(f"expected an object, found {_value(said)}", "one game a line, as a JSON object")
    _only(said, _GAME_KEYS)
    version = said.get("rulecheck_trace", VERSION)
    if version != VERSION or isinstance(version, bool):
        raise Unusable(f"a trace of version {_value(version)}", f"this rulecheck reads version {VERSION}")
    for key in ("game", "steps"):
        if key not in said:
            raise Unusable(f"no {shown(key)}", f"each game needs {shown(key)}")
    steps = said["steps"]
    if not isinstance(steps, list):
        raise Unusable(f'"steps": expected a list, found {_value(steps)}', "list the moves")
    return Trace(
        game=_text(said, "game") or "",
        steps=tuple(_numbered(number, step) for number, step in enumerate(steps, 1)),
        players=_whole_number(said, "players"),
        seats=_texts(said, "seats") or None,
        setup=_text(said, "setup"),
        readings=_table(said, "readings", str),
        numbers=_table(said, "numbers", int),
        position=_object(said, "position"),
        unwritten=_texts(said, "unwritten"),
        optional=_texts(said, "optional"),
        together=_texts(said, "together"),
        sets=_texts(said, "sets"),
        source=_text(said, "source") or "",
        outcome=_outcome(said),
        finished=_flag(said, "finished"),
    )


def _numbered(number: int, said: Any) -> TraceStep:
    try:
        return _step(said)
    except Unusable as problem:
        raise Unusable(problem.what, problem.hint, number) from None


def _step(said: Any) -> TraceStep:
    if isinstance(said, str):
        return TraceStep((said,))
    if not isinstance(said, dict):
        raise Unusable(f"expected a move or an object, found {_value(said)}", 'write "MOVE" or {"move": "MOVE", …}')
    _only(said, _STEP_KEYS)
    if not said:
        raise Unusable("an empty step", "leave it out")
    if "move" in said and "moves" in said:
        raise Unusable('both "move" and "moves"', "leave one of them out")
    move = _text(said, "move")
    moves = _texts(said, "moves") if move is None else (move,)
    order = said.get("order", WRITTEN)
    if order not in ORDERS:
        raise Unusable(f'"order": expected "written" or "any", found {_value(order)}', "fix it")
    refused = said.get("refused", False)
    if not isinstance(refused, str | bool) and refused is not None:
        raise Unusable(f'"refused": expected true or a reason, found {_value(refused)}', "fix it")
    is_refused = refused not in (False, None)
    if not moves and (is_refused or "by" in said):
        raise Unusable("no move", 'say which, "move": "…"')
    return TraceStep(
        moves=moves,
        order=order,
        by=_text(said, "by"),
        refused=is_refused,
        turn=_text(said, "turn"),
        legal=_legal(said),
        state=_object(said, "state"),
        outcome=_outcome(said),
    )


def _legal(said: Mapping[str, Any]) -> tuple[tuple[str, ...], ...] | None:
    told = said.get("legal")
    if told is None:
        return None
    if not isinstance(told, list):
        raise Unusable(f'"legal": expected a list of moves, found {_value(told)}', "fix it")
    legal: list[tuple[str, ...]] = []
    for entry in told:
        moves = [entry] if isinstance(entry, str) else entry
        if not (isinstance(moves, list) and moves and all(isinstance(text, str) for text in moves)):
            what = f'"legal": expected a move, or a list of moves taken together, found {_value(entry)}'
            raise Unusable(what, "fix it")
        legal.append(tuple(moves))
    return tuple(legal)


def _outcome(said: Mapping[str, Any]) -> Mapping[str, Any] | None:
    told = _object(said, "outcome")
    if told is None:
        return None
    _only(told, ("winners", "scores"), "outcome: ")
    if "winners" in told:
        _texts(told, "winners")
    _table(told, "scores", int)
    return told


def _value(value: object) -> str:
    flat = " ".join(json.dumps(value, ensure_ascii=False, default=str).split())
    return flat if len(flat) <= 60 else flat[:59] + "…"


def _only(said: Mapping[str, Any], known: Iterable[str], where: str = "") -> None:
    names = list(known)
    for key in said:
        if key not in names:
            close = close_matches(key, names)
            raise Unusable(f"{where}unknown key {shown(key)}", meant(key, close or names, "the keys are"))


def _text(said: Mapping[str, Any], key: str) -> str | None:
    value = said.get(key)
    if value is not None and (not isinstance(value, str) or not value.strip()):
        raise Unusable(f"{shown(key)}: expected a text, found {_value(value)}", "fix it")
    return value


def _whole_number(said: Mapping[str, Any], key: str) -> int | None:
    value = said.get(key)
    if value is not None and type(value) is not int:
        raise Unusable(f"{shown(key)}: expected a whole number, found {_value(value)}", "write digits")
    return value


def _flag(said: Mapping[str, Any], key: str) -> bool | None:
    value = said.get(key)
    if value is not None and not isinstance(value, bool):
        raise Unusable(f"{shown(key)}: expected true or false, found {_value(value)}", "fix it")
    return value


def _object(said: Mapping[str, Any], key: str) -> Mapping[str, Any] | None:
    value = said.get(key)
    if value is not None and not isinstance(value, dict):
        raise Unusable(f"{shown(key)}: expected an object, found {_value(value)}", "fix it")
    return value


def _texts(said: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = said.get(key)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise Unusable(f"{shown(key)}: expected a list of texts, found {_value(value)}", "fix it")
    return tuple(value)


_KINDS: Final[Mapping[type, str]] = {str: "texts", int: "whole numbers"}


def _table(said: Mapping[str, Any], key: str, kind: type) -> Mapping[str, Any]:
    value = said.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(type(entry) is kind for entry in value.values()):
        raise Unusable(f"{shown(key)}: expected an object of {_KINDS[kind]}, found {_value(value)}", "fix it")
    return value
