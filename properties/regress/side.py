"""A program behind the protocol, asked about a game that we know nothing of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import evolve, field, frozen

from rulecheck.properties.conform.driver.participant import Failed, Participant
from rulecheck.properties.conform.protocol.messages import (
    CHANCE_SEAT,
    NOBODY,
    OWN,
    VERSION,
    Answer,
    Garbled,
    Play,
    answer,
    hello,
)

TELL: Final = ("legal", "state")
_PLAYERS: Final = (2,)
"""Where a program does not say how many it plays with."""


class CannotPlay(Exception):
    """A program that cannot be compared; `str()` says why, and what to do."""


@frozen
class Table:
    """What a game is begun with."""

    game: str
    players: int
    setup: str = ""
    seed: int = 0
    position: Mapping[str, Any] | None = field(default=None, repr=False)

    def request(self) -> dict[str, Any]:
        """As it stands in a `start`."""
        told: dict[str, Any] = {"ask": "start", "game": self.game, "players": self.players, "seed": self.seed}
        if self.setup:
            told["setup"] = self.setup
        return told if self.position is None else {**told, "position": self.position}


class Side:
    """One program, begun when first needed and again after it failed."""

    def __init__(self, name: str, participant: Participant, game: str | None = None) -> None:
        self.name = name
        self.participant = participant
        self._game = game
        self._number = 0
        self.requests = 0
        self.announced: Play | None = None
        self.game = ""
        self.version = ""
        self.conserved: tuple[tuple[str, ...], ...] = ()

    def begin(self) -> Play:
        """Start it and hear what it announces; raises Failed and CannotPlay."""
        self.participant.begin()
        said = dict(self._said({"ask": "hello", "protocol": VERSION, "game": self._game or ""}))
        games = said.get("games")
        told = games.get(self._game or next(iter(games), "")) if isinstance(games, dict) else None
        conserved = told.pop("conserved", ()) if isinstance(told, dict) else ()
        try:
            announced = hello(said)
        except Garbled as error:
            raise self.participant.fail("garbage", f"hello: {error}") from None
        self.version = " ".join(filter(None, (announced.name, announced.version)))
        if not announced.games or (self._game and self._game not in announced.games):
            wanted = self._game or "any game"
            there = ", ".join(announced.games) or "none"
            raise CannotPlay(f"{self.name}: {announced.name} does not announce {wanted}; it announces {there}")
        self.game = self._game or next(iter(announced.games))
        play = announced.games[self.game]
        if play.chance == OWN and not play.repeats:
            raise CannotPlay(
                f"{self.name}: its dice and draws are its own and do not repeat, so that no game can be played twice; "
                'announce "repeats": true and draw from the seed of `start`, or let "chance" be "given"'
            )
        if play.is_part or play.together:
            raise CannotPlay(f"{self.name}: it plays parts of a game, or moves together; whole games are needed here")
        self.conserved = conserved_of(conserved, self.name)
        self.announced = play
        return play

    @property
    def play_counts(self) -> Sequence[int]:
        """The numbers of players that it plays with."""
        return (self.announced.players if self.announced is not None else ()) or _PLAYERS

    def send(self, request: Mapping[str, Any]) -> None:
        """Ask something; the answer is for `receive`."""
        if not self.participant.is_running:
            self.begin()
        self._number += 1
        self.requests += 1
        self.participant.send({"id": self._number, "tell": TELL, **request})

    def receive(self) -> Answer:
        """The answer to the oldest request; raises Failed, also for one that is none."""
        said = self.participant.receive()
        try:
            told = answer(said)
        except Garbled as error:
            verdict = "crashed" if "error" in said else "garbage"
            raise self.participant.fail(verdict, str(error)) from None
        if told.legal is not None and not all(isinstance(move, str) for move in told.legal):
            raise self.participant.fail("garbage", "legal: moves are texts here, not lists of them")
        if told.turn is None and told.outcome is not None:
            return evolve(told, turn=NOBODY)
        return told

    def ask(self, request: Mapping[str, Any]) -> Answer:
        """Ask and hear."""
        self.send(request)
        return self.receive()

    def _said(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        self._number += 1
        self.participant.send({"id": self._number, **request})
        return self.participant.receive()

    def close(self) -> None:
        """End it."""
        self.participant.close()


def conserved_of(said: Any, name: str) -> tuple[tuple[str, ...], ...]:
    """The groups that a program names as conserved: patterns of paths, or lists of such lists."""
    if not said:
        return ()
    groups = [said] if isinstance(said, list) and all(isinstance(path, str) for path in said) else said
    if not (isinstance(groups, list) and all(isinstance(group, list) for group in groups)) or not all(
        isinstance(path, str) for group in groups for path in group
    ):
        raise CannotPlay(f'{name}: "conserved" is a list of paths such as ["players.*.money", "bank"], or several such')
    return tuple(tuple(group) for group in groups)


def is_over(told: Answer) -> bool:
    """Whether nobody is to move."""
    return told.turn == NOBODY or (told.turn is None and not told.legal)


def is_chance(told: Answer) -> bool:
    """Whether dice or draws decide."""
    return told.turn == CHANCE_SEAT


__all__ = ["CannotPlay", "Failed", "Side", "Table", "conserved_of", "is_chance", "is_over"]
