"""One game of a search after another, with one copy of the program: here, or in a worker that has a copy of its own.

A game knows what it is given, never what else was played where it is; so it comes out the same wherever that is.
"""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import evolve, frozen

from rulecheck.properties.campaign.planning import Plan
from rulecheck.properties.conform.driver.participant import Failed, Participant
from rulecheck.properties.conform.driver.program import CannotStart
from rulecheck.properties.conform.localization.search_context import Asked, GameLine, SearchResult
from rulecheck.properties.conform.localization.spectrum import Spectrum
from rulecheck.properties.conform.lockstep.choice import Choice
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.oracle import settled
from rulecheck.properties.conform.lockstep.session import DoesNotPlay, Session
from rulecheck.properties.conform.protocol.messages import kind_of_move
from rulecheck.properties.conform.search.guided_game import FINISHED, GuidedGame
from rulecheck.properties.conform.search.search_knowledge import PlayedGames, SearchKnowledge
from rulecheck.properties.conform.search.single_steps import SingleSteps
from rulecheck.spec.errors import brief

_TWICE: Final = 8
"""One game in so many is played twice, to see whether the answers are the same."""
_IDLE: Final = 15.0
"""Seconds after which a copy on another machine, of which nothing is asked any more, is ended: we may be gone."""

Stretch = tuple[GameLine, Sequence[Divergence]]
"""Moves from the start, or from where our side took the program's position over, and where the sides parted in them."""


@frozen
class Game:
    """How a game ended, and what it showed."""

    ended: str
    stretches: Sequence[Stretch]
    firsts: Mapping[str, tuple[str, ...]]
    """The moves to each clause that it came to sooner than others before."""
    is_whole: bool = True
    """Whether it was played move by move, and not in single steps."""


class Table:
    """Where games are played with one copy of the program; what they know and add is in `common`."""

    def __init__(self, search: PlayedGames) -> None:
        self.search = search
        self._single_steps = SingleSteps(search)

    def play(self, index: int, plan: Plan) -> Game:
        """Play one game."""
        search = self.search
        session = search.session
        if index & 1 and self._departs_on_the_way:
            return Game(FINISHED, self._single_steps.play(index, plan), {}, is_whole=False)
        game = GuidedGame(search, index, plan)
        twice = index % _TWICE == 0 and session.play.is_repeatable
        session.recorded = [] if twice else None
        ended = game.play()
        if game.is_to_begin_again:
            game = GuidedGame(search, index, plan)
            ended = game.play()
        recorded, session.recorded = session.recorded, None
        if recorded and not game.divergences and not game.stretches and session.participant.is_running:
            game.divergences += self._again(recorded)
        return Game(ended, game.stretches or [(game.whole, game.divergences)], game.firsts)

    @property
    def _departs_on_the_way(self) -> bool:
        """Whether a program that goes on from positions is known to depart: then single steps show more."""
        knowledge, play = self.search.knowledge, self.search.session.play
        hands = play.takes_positions and not play.is_part and knowledge.hands_positions and not play.together
        return hands and knowledge.departs

    def _again(self, recorded: Sequence[tuple[dict[str, Any], Mapping[str, Any]]]) -> list[Divergence]:
        """Ask everything again: the answers must be the same."""
        session = self.search.session
        window = max(1, session.room - 1)
        moves = 0
        sent = 0
        for at, (request, said) in enumerate(recorded):
            try:
                while sent < min(len(recorded), at + window):
                    session.ask(dict(recorded[sent][0]))
                    sent += 1
                again = session.said()
            except Failed as failed:
                about = kind_of_move(str(request.get("move", ""))) or str(request["ask"])
                return [Divergence(failed.verdict, about, moves, failed.what, stderr=failed.stderr)]
            said, again = {**said, "id": 0}, {**again, "id": 0}
            if said != again and settled(said) != settled(again):
                about = kind_of_move(str(request.get("move", ""))) or str(request["ask"])
                for _ in range(sent - at - 1):
                    session.said()
                what = f"asked twice for {request['ask']}, it gives two different answers: {_parts(said, again)}"
                return [Divergence("not deterministic", about, moves, what)]
            if request["ask"] == "play" and "refused" not in said:
                moves += len(request.get("moves", (0,)))
        return []


def _parts(first: Mapping[str, Any], second: Mapping[str, Any]) -> str:
    """The first part in which two answers differ."""
    for key in {**first, **second}:
        if key != "id" and settled(first.get(key)) != settled(second.get(key)):
            return f"{key}: {brief(first.get(key))} and {brief(second.get(key))}"
    return "?"


# By itself, with what it is given


@frozen
class Task:
    """A game to play."""

    index: int
    plan: Plan
    knowledge: bytes
    """What it knows, as it was packed when the game was planned: games that are played meanwhile add nothing to it."""
    adopted: tuple[Choice, ...] = ()
    """The readings and numbers that our side takes over from the program."""
    seconds: float | None = None
    """How long there is time for it; None: as long as it takes."""


@frozen
class Played:
    """What came of one game."""

    game: Game
    result: SearchResult
    """What it alone looked at."""
    spectrum: Spectrum
    gain: SearchKnowledge
    """What it added to what was known."""


@frozen
class Unfit:
    """Why a copy of the program cannot be played with."""

    verdict: str
    what: str
    stderr: str = ""


class Copy:
    """One copy of the program, with what its games need; `begin` makes that when the first game is played."""

    def __init__(self, begin: Callable[[], PlayedGames], idle: float | None = None) -> None:
        """`idle`: seconds without a game after which the program is ended; it is begun again for the next."""
        self._begin = begin
        self._table: Table | None = None
        self._lock = threading.Lock()
        self._idle = idle
        self._last = time.monotonic()
        self._is_watched = False

    def play(self, task: Task) -> Played | Unfit:
        """What came of a game."""
        with self._lock:
            try:
                if self._table is None:
                    self._table = Table(self._begin())
            except Failed as failed:
                return Unfit(failed.verdict, failed.what, failed.stderr)
            except (CannotStart, DoesNotPlay) as error:
                return Unfit("", str(error))
            try:
                return _played(self._table, task)
            finally:
                self._last = time.monotonic()
                if self._idle is not None and not self._is_watched:
                    self._is_watched = True
                    threading.Thread(target=self._watch, args=(self._table, self._idle), daemon=True).start()

    def _watch(self, table: Table, idle: float) -> None:
        """End the program when nothing is asked of it any more."""
        while self._is_watched:
            time.sleep(idle / 4)
            with self._lock:
                if time.monotonic() - self._last > idle:
                    table.search.session.close()
                    self._is_watched = False


def _played(table: Table, task: Task) -> Played:
    """Play one game that knows what it is given and nothing else."""
    search = table.search
    session, whole = search.session, search.result
    before: SearchKnowledge = pickle.loads(task.knowledge)
    asking = session.asking
    search.knowledge, search.adopted = pickle.loads(task.knowledge), task.adopted
    session.asking = search.knowledge.asking
    search.spectrum = Spectrum()
    search.result = SearchResult(whole.name, whole.version, whole.seed, whole.asked, ())
    search.ends = None if task.seconds is None else time.monotonic() + task.seconds
    try:
        game = table.play(task.index, task.plan)
        search.knowledge.refusals.update(search.result.counts.refusals)
        return Played(game, search.result, search.spectrum, search.knowledge.gained(before))
    finally:
        session.asking, search.result = asking, whole


def play_one(copy: Copy, task: Task) -> Played | Unfit:
    """The work of those who play."""
    return copy.play(task)


@frozen
class Copies:
    """Makes a copy of the program in a worker; picklable where `make` is."""

    make: Callable[[], Participant]
    asked: Mapping[str, Any]
    """The words of `Asked`, but for the participant."""
    are_far: bool = False
    """Whether the workers may live on without us."""

    def __call__(self) -> Copy:
        """A copy that is begun when its first game is played."""
        return Copy(self._begin, _IDLE if self.are_far else None)

    def _begin(self) -> PlayedGames:
        return PlayedGames(Asked(participant=self.make(), **self.asked))

    def lacking(self) -> str:
        """What is missing where a copy is to be begun; empty if nothing is."""
        check = getattr(self.make, "lacking", None)
        return check() if check is not None else ""


def shared(asked: Asked, session: Session, search: PlayedGames) -> Copy:
    """The copy that this process has already, with games of its own."""

    def begin() -> PlayedGames:
        own = PlayedGames(evolve(asked, rules=search.rules, make=None), session)
        own.contexts = search.contexts
        return own

    return Copy(begin)
