"""A running implementation, wherever it runs: requests go in, answers come out in the same order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

import orjson

from rulecheck.properties.conform.protocol.implementation import Desk, Implementation, encoded, told, traceback_of


class Failed(Exception):
    """The implementation failed, rather than departed from the rules: one of `departure.FAILURES`."""

    def __init__(self, verdict: str, what: str, stderr: str = "") -> None:
        super().__init__(f"{verdict}: {what}")
        self.verdict = verdict
        self.what = what
        self.stderr = stderr


class Participant(ABC):
    """Takes requests and gives the answers, in order.  After a `Failed` it must be begun anew."""

    @abstractmethod
    def begin(self) -> None:
        """Start it, or start it anew if it runs; nothing is pending then.  Raises Failed."""

    @abstractmethod
    def send(self, request: Mapping[str, Any]) -> None:
        """Ask something; several requests may be on the way."""

    @abstractmethod
    def receive(self) -> Mapping[str, Any]:
        """The answer to the oldest request that has none yet.  Raises Failed."""

    @property
    @abstractmethod
    def is_running(self) -> bool:
        """Whether it can be asked: it was begun, and has not failed since."""

    @property
    def room(self) -> int:
        """How many requests may be on the way at once."""
        return 1

    @property
    def stderr(self) -> str:
        """What it has written to its standard error, or the end of it."""
        return ""

    @abstractmethod
    def close(self) -> None:
        """End it for good."""

    def fail(self, verdict: str, what: str) -> Failed:
        """End it for an answer that cannot be used; the failure is for the caller to raise."""
        self.close()
        return Failed(verdict, what, self.stderr)


class InProcess(Participant):
    """An implementation in this process; its exceptions are crashes."""

    def __init__(self, make: Callable[[], Implementation]) -> None:
        self._make = make
        self._desk: Desk | None = None
        self._answers: deque[Mapping[str, Any] | Failed] = deque()

    def begin(self) -> None:
        """Make a new one."""
        self._answers.clear()
        try:
            self._desk = Desk(self._make())
        except Exception as error:
            raise _crash(error) from None

    def send(self, request: Mapping[str, Any]) -> None:
        """Asked and answered at once; what came of it is told by `receive`."""
        assert self._desk is not None, "it must be started first"
        try:
            answer = self._desk.answer(request)
            if answer is not None:
                self._answers.append(orjson.loads(encoded(answer)))  # as it would come through a pipe
        except Exception as error:
            self._answers.append(_crash(error))

    def receive(self) -> Mapping[str, Any]:
        """The oldest answer."""
        answer = self._answers.popleft()
        if isinstance(answer, Failed):
            self._desk = None
            raise answer
        return answer

    @property
    def is_running(self) -> bool:
        """Whether it was begun and has not raised since."""
        return self._desk is not None

    def close(self) -> None:
        """Forget it."""
        self._desk = None
        self._answers.clear()


def _crash(error: Exception) -> Failed:
    return Failed("crashed", told(error), "".join(traceback_of(error)))
