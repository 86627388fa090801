"""A game as steps: each move, who made it, the clauses it carried out, and what it changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from rulecheck.reference_engines.contract import AnyEngine

NOTHING: Final = "nothing"
_WIDE: Final = 60
"""Letters of a value that are told."""


class Step(NamedTuple):
    """A move of the finding's game and the position after it; number 0 is the start."""

    number: int
    actor: str
    move: str
    words: str
    events: tuple[str, ...]
    position: Any
    """None if the engine raised on the way to it."""


class Change(NamedTuple):
    """One value of a position that a move changed."""

    path: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path} {self.before} → {self.after}"


def steps_of(engine: AnyEngine, moves: Sequence[Any], positions: Sequence[Any]) -> list[Step]:
    """The start and every move; a last move that makes the engine raise has no position."""
    steps = [Step(0, "", "", "the start", positions[0].events, positions[0])]
    for number, move in enumerate(moves, 1):
        actor = engine.actor(positions[number - 1])
        after = positions[number] if number < len(positions) else None
        steps.append(
            Step(
                number,
                engine.seats[actor] if actor >= 0 else "chance",
                str(move),
                str(move),
                () if after is None else after.events,
                after,
            )
        )
    return steps


def changes(engine: AnyEngine, before: Any, after: Any) -> list[Change]:
    """What a move changed in the position as it is written, path by path."""
    if before is None or after is None:
        return []
    return list(_changes("", engine.to_json(before), engine.to_json(after)))


def _changes(path: str, before: Any, after: Any) -> Iterator[Change]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in dict.fromkeys((*before, *after)):
            yield from _changes(f"{path}.{name}" if path else str(name), before.get(name), after.get(name))
    elif before != after and (_told(before), _told(after)) != (NOTHING, NOTHING):
        yield Change(path, _told(before), _told(after))


def _told(value: Any) -> str:
    if value is None or value in ("", [], {}):
        return NOTHING
    told = " ".join(_plainly(value).split())
    return told if len(told) <= _WIDE else f"{told[:_WIDE]}…"


def _plainly(value: Any) -> str:
    """A part of a position without the signs of a program: `Köln, Wien`, `row (left 1)`."""
    if isinstance(value, Mapping):
        parts = {name: each for name, each in value.items() if name != "name" and each not in (False, None, "", [], {})}
        rest = ", ".join(name if each is True else f"{name} {_plainly(each)}" for name, each in parts.items())
        named = str(value.get("name", ""))
        return f"{named} ({rest})" if named and rest else named or rest
    if isinstance(value, list | tuple):
        return ", ".join(f"({_plainly(each)})" if isinstance(each, list | tuple) else _plainly(each) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return NOTHING if value is None else str(value)
