"""A participant that has said hello, and the requests that are on the way to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulecheck.properties.conform.driver.participant import Failed, Participant
from rulecheck.properties.conform.lockstep.turn_taking import Asking
from rulecheck.properties.conform.protocol import messages
from rulecheck.properties.conform.protocol.messages import VERSION, Answer, Garbled, Hello, Play
from rulecheck.spec.errors import brief

if TYPE_CHECKING:
    from rulecheck.spec.rules import Rules


class DoesNotPlay(ValueError):
    """The implementation announces other games than the one asked for; `str()` is one line."""


def start_request(rules: Rules, seed: int, tell: Sequence[str]) -> dict[str, Any]:
    """The request that begins a game."""
    return {
        "ask": "start",
        "game": rules.game,
        "players": rules.players,
        "seats": list(rules.seats),
        "setup": rules.setup,
        "readings": dict(rules.readings),
        "numbers": dict(rules.numbers),
        "seed": seed,
        "tell": tell,
    }


class Session:
    """A participant that has said hello: what it announced, and what is on the way to it."""

    def __init__(self, participant: Participant, game: str) -> None:
        self.participant = participant
        self.game = game
        self.hello: Hello | None = None
        self._next = 0
        self.recorded: list[tuple[dict[str, Any], Mapping[str, Any]]] | None = None
        """Requests and answers, where somebody wants them."""
        self.asking = Asking()
        """Whether it asks for other moves without a choice than we do."""
        self._asked: deque[dict[str, Any]] = deque()

    @property
    def play(self) -> Play:
        """How it plays the game."""
        assert self.hello is not None, "it must be started first"
        return self.hello.games[self.game]

    def ensure(self) -> None:
        """Start it (anew) unless it runs; raises Failed, and DoesNotPlay."""
        if self.participant.is_running and self.hello is not None and not self._asked:
            return
        self._asked.clear()
        self.participant.begin()
        self.ask({"ask": "hello", "protocol": VERSION, "game": self.game})
        said = self.said()
        if "error" in said:
            raise self.participant.fail("crashed", f"it answers hello with an error: {said['error']}")
        try:
            self.hello = messages.hello(said)
        except Garbled as error:
            raise self.participant.fail("garbage", str(error)) from None
        if self.game not in self.hello.games:
            raise DoesNotPlay(
                f"{self.hello.name} does not play {self.game}; it announces {', '.join(self.hello.games) or 'no game'}"
            )

    @property
    def room(self) -> int:
        """How many requests may be on the way."""
        return self.participant.room

    def ask(self, request: dict[str, Any]) -> None:
        """Send a request with the next id."""
        self._next += 1
        request["id"] = self._next
        self._asked.append(request)
        self.participant.send(request)

    def said(self) -> Mapping[str, Any]:
        """The next answer as it came; raises Failed."""
        request = self._asked.popleft()
        said = self.participant.receive()
        if said.get("id") != request["id"]:
            what = f"an answer to request {brief(said.get('id'))}, where {request['id']} is next"
            raise self.participant.fail("garbage", what)
        if self.recorded is not None:
            self.recorded.append((request, said))
        return said

    def answer(self, *, may_fail: bool = False) -> Answer:
        """The next answer; raises Failed, also for an `error` unless that is taken for a refusal."""
        said = self.said()
        if "error" in said and may_fail:
            return Answer(said["id"], refused=f"error: {said['error']}")
        try:
            return messages.answer(said)
        except Garbled as error:
            verdict = "crashed" if "error" in said else "garbage"
            raise self.participant.fail(verdict, str(error)) from None

    def where(self, tell: Sequence[str], move: str | None = None) -> Answer | None:
        """What it says of where it is, or after a move; None if it fails, refuses that, or the game is over."""
        if not self.participant.is_running:
            return None
        request = {"ask": "look"} if move is None else {"ask": "play", "move": move}
        try:
            self.ask({**request, "tell": tell})
            answer = self.answer()
        except Failed:
            return None
        return None if answer.refused is not None or answer.outcome is not None else answer

    def close(self) -> None:
        """End the participant."""
        self.participant.close()
