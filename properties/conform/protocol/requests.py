"""What a request of the protocol may hold: asked before an implementation sees it, and told in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import frozen

from rulecheck.spec.errors import brief

MOST_PLAYERS: Final = 99
DEEPEST: Final = 99
"""Layers of a move tree; nobody waits for a tenth of them."""
_MOST: Final = 2**63


class NoSuchRequest(Exception):
    """A request that cannot be answered: it is no request of the protocol, or comes out of order."""


@frozen
class Field:
    """What stands under a key of a request."""

    words: str
    """What is expected there."""
    fits: Callable[[Any], bool]


def _whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _is_text(value: Any) -> bool:
    return type(value) is str


def _are_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(type(item) is str for item in value)


def _each(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, Mapping) and all(map(fits, value.values()))


FIELDS: Final[Mapping[str, Field]] = {
    "game": Field("a text", _is_text),
    "players": Field(f"a whole number from 0 to {MOST_PLAYERS}", _whole(0, MOST_PLAYERS)),
    "seats": Field("a list of texts", _are_texts),
    "setup": Field("a text", _is_text),
    "readings": Field("an object of texts", _each(_is_text)),
    "numbers": Field("an object of whole numbers", _each(_whole(-_MOST, _MOST))),
    "seed": Field("a whole number", _whole(-_MOST, _MOST)),
    "position": Field("an object, or null", lambda value: value is None or isinstance(value, Mapping)),
    "move": Field("a text", _is_text),
    "moves": Field("a list of texts", _are_texts),
    "depth": Field(f"a whole number from 1 to {DEEPEST}", _whole(1, DEEPEST)),
    "tell": Field("a list of texts", _are_texts),
}

ASKS: Final[Mapping[str, tuple[str, ...]]] = {
    "hello": ("id",),
    "start": ("id", "game"),
    "play": ("id",),
    "look": ("id",),
    "undo": ("id",),
    "perft": ("id", "depth"),
    "bye": ("id",),
}
"""What each request has to say, at least."""


def check(request: Mapping[str, Any]) -> str:
    """What is asked; raises NoSuchRequest for what is no request."""
    ask = request.get("ask")
    if type(ask) is not str or ask not in ASKS:
        raise NoSuchRequest(f"no ask {brief(ask)}; there are {', '.join(ASKS)}")
    needs(request, *ASKS[ask])
    for key, value in request.items():
        expected = FIELDS.get(key)
        if expected is not None and not expected.fits(value):
            raise NoSuchRequest(f"{key}: expected {expected.words}, found {brief(value)}")
    return ask


def numbered(request: Mapping[str, Any]) -> int | float | str | None:
    """What the answer repeats as `id`: a text will do, too; raises NoSuchRequest for a list or an object."""
    number = request.get("id")
    if isinstance(number, list | dict):
        raise NoSuchRequest(f"id: expected a whole number, found {brief(number)}")
    return number


def needs(request: Mapping[str, Any], *keys: str) -> None:
    """Raise NoSuchRequest for a request without something."""
    for key in keys:
        if key not in request:
            raise NoSuchRequest(f"the request has no '{key}'")
