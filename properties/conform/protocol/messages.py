"""What rulecheck and an implementation say to each other: one JSON object a line, version 1.

`docs/protocol.md` describes it for people, `docs/schemas/protocol.json` for programs.  What is
said wrongly is a `Garbled`, with a sentence that tells the implementation's author what to mend.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from attrs import field, frozen

from rulecheck.spec.errors import brief

VERSION: Final = 1

ABILITIES: Final = ("legal", "state", "turn", "outcome", "undo", "perft", "start")
"""What an implementation can announce: it lists moves, tells the position, takes moves back, counts move trees, and
goes on from any position that it is handed."""

GIVEN: Final = "given"
OWN: Final = "own"
NOBODY: Final = "nobody"
"""Who is to move when the game is over."""
CHANCE_SEAT: Final = "chance"


class Garbled(ValueError):
    """Something said over the protocol that is not what the protocol says; `str()` is one line."""


@frozen
class Play:
    """How an implementation plays one game."""

    players: tuple[int, ...] = ()
    """The player counts; none: all of them."""
    setups: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(factory=dict)
    """How it reads what the rulebook leaves open; what it does not say is read as the rulebook's default."""
    numbers: Mapping[str, int | Mapping[str, int]] = field(factory=dict)
    """Numbers of its edition that are others than the rulebook's; of some, one for each of some player counts."""
    can: frozenset[str] = frozenset()
    chance: str = GIVEN
    """`given`: it takes dice and cards from us; `own`: it throws and draws by itself and tells what came."""
    repeats: bool = False
    """With chance of its own: the same seed and the same moves bring the same chance again."""
    moves: tuple[str, ...] = ()
    """Patterns of the only moves it knows, for an implementation of a part of a game; none: all of them."""
    during: tuple[str, ...] = ()
    """Paths of the position that stay as they are while the part lasts."""
    together: tuple[str, ...] = ()
    """Patterns of moves that it takes as one: consecutive ones of one seat and one pattern come in one request."""
    sets: tuple[str, ...] = ()
    """Patterns of paths of the state whose lists it tells in any order."""

    def numbers_at(self, players: int) -> dict[str, int]:
        """The numbers that are others with so many players."""
        at = {
            name: number if isinstance(number, int) else number.get(str(players))
            for name, number in self.numbers.items()
        }
        return {name: number for name, number in at.items() if number is not None}

    @property
    def is_part(self) -> bool:
        """Whether it knows a part of the game only."""
        return bool(self.moves)

    @property
    def takes_positions(self) -> bool:
        """Whether a game can go on from a position that it is handed."""
        return self.is_part or ("start" in self.can and self.chance == GIVEN)

    @property
    def is_repeatable(self) -> bool:
        """Whether the same requests must get the same answers."""
        return self.chance == GIVEN or self.repeats


@frozen
class Hello:
    """An implementation's announcement."""

    name: str
    version: str
    games: Mapping[str, Play]


@frozen
class Answer:
    """What an implementation said of a position; what it did not tell is None."""

    id: int
    turn: str | None = None
    legal: tuple[Any, ...] | None = None
    """Texts, or lists of texts where it takes several moves together."""
    state: Mapping[str, Any] | None = None
    outcome: Mapping[str, Any] | None = None
    """`winners`, `scores` or both, once the game is over."""
    chance: tuple[str, ...] = ()
    """The chance moves it made by itself, in order."""
    refused: str | None = None
    skip: str | None = None
    counts: Mapping[str, int] | None = None


def hello(said: Mapping[str, Any]) -> Hello:
    """The announcement that such an answer makes; raises Garbled."""
    _only(said, ("id", "protocol", "name", "version", "games"), "the answer to hello")
    version = said.get("protocol")
    if type(version) is not int or version != VERSION:
        raise Garbled(f"it speaks protocol {brief(version)}; this rulecheck speaks {VERSION}")
    games = _table(said, "games", dict)
    return Hello(
        _text(said, "name"),
        str(said.get("version", "")),
        {game: _play(game, told) for game, told in games.items()},
    )


def _play(game: str, said: Any) -> Play:
    where = f"games.{game}"
    if not isinstance(said, dict):
        raise Garbled(f"{where}: expected an object, found {brief(said)}")
    known = (
        "players",
        "setups",
        "readings",
        "numbers",
        "can",
        "chance",
        "repeats",
        "moves",
        "during",
        "together",
        "sets",
    )
    _only(said, known, where)
    can = _texts(said, "can", where)
    for ability in can:
        if ability not in ABILITIES:
            raise Garbled(f"{where}.can: no ability {brief(ability)}; there are {', '.join(ABILITIES)}")
    chance = said.get("chance", GIVEN)
    if chance not in (GIVEN, OWN):
        raise Garbled(f'{where}.chance: expected "given" or "own", found {brief(chance)}')
    repeats = said.get("repeats", False)
    if not isinstance(repeats, bool):
        raise Garbled(f"{where}.repeats: expected true or false, found {brief(repeats)}")
    return Play(
        players=_numbers(said, "players", where),
        setups=_texts(said, "setups", where),
        readings=_table(said, "readings", str, where),
        numbers=_numbers_of(said, where),
        can=frozenset(can),
        chance=chance,
        repeats=repeats,
        moves=_texts(said, "moves", where),
        during=_texts(said, "during", where),
        together=_texts(said, "together", where),
        sets=_texts(said, "sets", where),
    )


_KNOWN: Final = frozenset(
    ("id", "turn", "legal", "state", "outcome", "chance", "refused", "skip", "counts", "error", "note")
)


def answer(said: Mapping[str, Any]) -> Answer:
    """The answer that such JSON gives; raises Garbled."""
    if not _KNOWN.issuperset(said):
        _only(said, sorted(_KNOWN), "an answer")
    number = said.get("id")
    if type(number) is not int:
        raise Garbled(f"an answer without the id of its request: {brief(said)}")
    if "error" in said:
        raise Garbled(f"it answers with an error of its own: {brief(said['error'])}")
    legal = said.get("legal")
    if legal is not None:
        if not isinstance(legal, list):
            raise Garbled(f"legal: expected a list, found {brief(legal)}")
        if not {str}.issuperset(map(type, legal)):  # one by one they took as long as all the rest
            for entry in legal:
                if not isinstance(entry, str):
                    _together(entry)
        legal = tuple(legal)
    return Answer(
        number,
        _word(said, "turn"),
        legal,
        _object(said, "state"),
        _outcome(said),
        _texts(said, "chance", "") if said.get("chance") is not None else (),
        _word(said, "refused") if "refused" in said else None,
        _word(said, "skip") if "skip" in said else None,
        _table(said, "counts", int) if said.get("counts") is not None else None,
    )


def _together(entry: Any) -> None:
    if not (isinstance(entry, list) and entry and all(isinstance(text, str) for text in entry)):
        raise Garbled(f"legal: expected texts (or lists of texts for moves taken together), found {brief(entry)}")


def _outcome(said: Mapping[str, Any]) -> Mapping[str, Any] | None:
    outcome = _object(said, "outcome")
    if outcome is not None:
        _only(outcome, ("winners", "scores"), "outcome")
        _texts(outcome, "winners", "outcome")
        _table(outcome, "scores", int, "outcome")
    return outcome


def _only(said: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    names = list(known)
    for key in said:
        if key not in names:
            raise Garbled(f"{where}: unknown key {brief(key)}; the keys are {', '.join(names)}")


def _at(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _text(said: Mapping[str, Any], key: str) -> str:
    value = said.get(key)
    if not isinstance(value, str) or not value:
        raise Garbled(f"{key}: expected a text, found {brief(value)}")
    return value


def _word(said: Mapping[str, Any], key: str) -> str | None:
    value = said.get(key)
    if value is not None and not isinstance(value, str):
        raise Garbled(f"{key}: expected a text, found {brief(value)}")
    return value


def _object(said: Mapping[str, Any], key: str) -> Mapping[str, Any] | None:
    value = said.get(key)
    if value is not None and not isinstance(value, dict):
        raise Garbled(f"{key}: expected an object, found {brief(value)}")
    return value


def _texts(said: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = said.get(key, [])
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise Garbled(f"{_at(where, key)}: expected a list of texts, found {brief(value)}")
    return tuple(value)


def _numbers(said: Mapping[str, Any], key: str, where: str) -> tuple[int, ...]:
    value = said.get(key, [])
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        raise Garbled(f"{_at(where, key)}: expected a list of whole numbers, found {brief(value)}")
    return tuple(value)


def _numbers_of(said: Mapping[str, Any], where: str) -> Mapping[str, int | Mapping[str, int]]:
    """Numbers by name, each for all player counts or as a table of one for each."""
    numbers = _object(said, "numbers") or {}
    by_count = {name: value for name, value in numbers.items() if isinstance(value, dict)}
    _table({"numbers": {name: value for name, value in numbers.items() if name not in by_count}}, "numbers", int, where)
    for name, table in by_count.items():
        _table({name: table}, name, int, f"{where}.numbers")
        if not all(map(str.isdecimal, table)):
            raise Garbled(f"{where}.numbers.{name}: expected player counts as names, found {brief(table)}")
    return numbers


_KINDS: Final[Mapping[type, str]] = {str: "texts", int: "whole numbers", dict: "objects"}


def _table(said: Mapping[str, Any], key: str, kind: type, where: str = "") -> Mapping[str, Any]:
    value = said.get(key, {})
    if not isinstance(value, dict) or not all(type(entry) is kind for entry in value.values()):
        raise Garbled(f"{_at(where, key)}: expected an object of {_KINDS[kind]}, found {brief(value)}")
    return value


def kind_of_move(text: str) -> str:
    """The kind of move that a notation names: its first word."""
    return text.partition(" ")[0]
