"""The Hypothesis machine with an implementation as one more participant.

It plays what the machine for our own engines plays (`rulecheck.properties.machine`), on both sides at once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, Final

import hypothesis
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from rulecheck.properties.campaign.players import contenders_of, players_of
from rulecheck.properties.conform.localization.search_context import GameLine, SearchResult
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.lockstep import ALL, LEGAL, Lockstep
from rulecheck.properties.conform.protocol.implementation import Implementation
from rulecheck.properties.conform.protocol.messages import OWN, kind_of_move
from rulecheck.properties.conform.protocol.near_misses import malformed
from rulecheck.properties.conform.search.conformance import Games
from rulecheck.properties.conform.testing.case import (
    Departs,
    Trial,
    games_settings,
    nothing_compared,
    summaries,
    summary,
    trial_of,
)
from rulecheck.properties.machine import GameMachine, MachineCounts, bursts, goes_on
from rulecheck.reference_engines.contract import UnknownMove

_CAREFUL: Final = 4
"""At one forbidden move in so many the whole position is looked at before and after."""
_TRY: Final = 1 / 12
_TAKE_BACK: Final = 1 / 40
"""How often, within a burst, a forbidden move is tried and a move taken back."""


class Parted(AssertionError):
    """The two sides part; `divergence` says where.  The machine's TestCase makes a `Departs` of it."""

    def __init__(self, divergence: Divergence, moves: Sequence[str]) -> None:
        super().__init__(f"{divergence.message}\nafter {len(moves)} moves, at last: {' | '.join(moves[-12:])}")
        self.divergence = divergence


class ConformMachine(GameMachine):
    """Plays on both sides, tries what is forbidden and takes moves back; made by `conform_machine`."""

    trial: ClassVar[Trial]
    games: ClassVar[Games | None]
    parted: ClassVar[tuple[GameLine, list[Divergence]] | None]

    def __init__(self) -> None:
        self.both = self._games()
        super().__init__()
        context = self.both.search.context(0)
        self.lock = Lockstep(
            context,
            self.both.session,
            accepted=self.trial.accepted,
            counts=self.both.result.counts,
            listener=self.both.search.spectrum,
        )
        self.lock.begin()
        self.compare()

    @classmethod
    def _games(cls) -> Games:
        """The session with the implementation, begun when it is first needed; raises SkipTest."""
        if cls.games is None:
            games = cls.trial.begin()
            play = games.session.play
            if play.is_part or play.together or play.chance == OWN:
                games.session.close()
                raise ValueError(
                    f"{games.result.name} plays a part of the game, several moves as one, or with dice of its own: "
                    "derive a test from Conformance instead"
                )
            cls.games, cls.engine = games, games.search.context(0).engine
            cls.tries = games.search.context(0).tries
        return cls.games

    def compare(self) -> None:
        """Raise `Parted` for the first place where the sides part."""
        if self.lock.divergences:
            line = tuple(self.lock.moves)
            type(self).parted = GameLine(0, 0, "hypothesis", line), list(self.lock.divergences)
            divergence = self.lock.divergences[0]
            raise Parted(divergence, line[: divergence.at])

    def legal(self) -> Any:
        """The legal moves; none any more when the sides have parted in a way that is accepted, or it does not play."""
        return () if self.lock.is_over else super().legal()

    def apply(self, move: Any) -> None:
        """Play one legal move on both sides."""
        super().apply(move)
        self.lock.play([move], ALL if len(self.moves) % self.trial.every == 0 else LEGAL)
        for text in self.lock.moves[len(self.moves) :]:  # moves without a choice, made by the other side
            super().apply(self.engine.parse(text))
        self.compare()

    def between(self, rng: Random) -> None:
        """Now and then try what is forbidden, or take a move back."""
        drawn = rng.random()
        if drawn < _TRY / 4:
            self.try_no_move(rng.getrandbits(16))
        elif drawn < _TRY:
            self.try_another(rng.getrandbits(24))
        elif drawn < _TRY + _TAKE_BACK:
            self.take_back(rng.getrandbits(6))

    @precondition(goes_on)
    @rule()
    def save_and_restore(self) -> None:
        """The rules' own position survives being saved."""
        if not self.lock.is_over:
            super().save_and_restore()

    @precondition(goes_on)
    @rule(index=st.integers(0, 2**24 - 1))
    def try_another(self, index: int) -> None:
        """A well-formed move that the rules forbid: the other side refuses it, and nothing changes."""
        every = self.tries.every()
        if self.lock.is_over or not every:
            return
        move = every[index % len(every)]
        refused = self.engine.refusal(self.state, move)
        if refused is not None:
            self.lock.attempt(str(move), refused, careful=index % _CAREFUL == 0)
            self.compare()

    @precondition(goes_on)
    @rule(seed=st.integers(0, 2**16 - 1))
    def try_no_move(self, seed: int) -> None:
        """Almost a move: the other side refuses it."""
        legal = self.legal()
        if not legal:
            return
        like = str(legal[seed % len(legal)])
        text = malformed(like, Random(seed))
        try:
            self.engine.parse(text)
        except UnknownMove:
            self.lock.attempt(text, None, like=kind_of_move(like))
            self.compare()

    @precondition(goes_on)
    @rule(index=st.integers(0, 63))
    def take_back(self, index: int) -> None:
        """A move played and taken back leaves the position as it was, if the other side can take moves back."""
        if "undo" not in self.both.session.play.can:
            return
        legal = self.legal()
        if legal:
            self.lock.take_back(legal[index % len(legal)])
            self.compare()

    def teardown(self) -> None:
        """Compare what is still on the way, and count how far the game came."""
        told = bool(self.lock.divergences)
        self.lock.finish()
        self.both.result.accepted.update(self.lock.passed_over)
        if self.lock.skipped:
            self.both.result.skipped[self.lock.skipped] += 1
        super().teardown()
        if not told:
            self.compare()


def conform_machine(
    game: str,
    implementation: Callable[[], Implementation] | None = None,
    command: Sequence[str] = (),
    *,
    burst: int = 100,
    steps: int = 40,
    settings: hypothesis.settings | None = None,
    **more: Any,
) -> type[ConformMachine]:
    """A state machine for an implementation; its `TestCase` is a unittest that pytest collects.

    It plays at the first table that is asked for, games of at most `steps * burst` moves.  `more` are the words of
    `Conformance`: `players`, `setups`, `accepted`, …  What departs is shown in its shortest game by our own reducer,
    not by Hypothesis's.
    """
    if not 1 <= steps <= 50:
        raise ValueError("more than 50 steps overrun Hypothesis's buffer on long games; use longer bursts")
    players = tuple(players_of(game).values())
    body: dict[str, Any] = {
        "__doc__": ConformMachine.__doc__,
        "__module__": __name__,
        "play_on": bursts(burst),
        "players": players,
        "finishers": tuple(contenders_of(game).values()) or players,
        "trial": trial_of(game, implementation, command, **more),
        "games": None,
        "parted": None,
        "properties": (),
        "clauses": None,
        "counts": MachineCounts(),
        "failure": None,
    }
    name = f"{game.title().replace('_', '')}ConformMachine"
    made: type[ConformMachine] = type(name, (ConformMachine,), body)
    case: Any = made.TestCase
    case.settings = hypothesis.settings(games_settings(settings), stateful_step_count=steps)
    case.runTest = _telling(made, case.runTest)
    return made


def _telling(machine: type[ConformMachine], run: Callable[[Any], None]) -> Callable[[Any], None]:
    """The test of a machine with a failure that reads like a game."""

    @functools.wraps(run)
    def test(self: Any) -> None:
        __tracebackhide__ = True
        machine.games = machine.parted = None
        try:
            failure = _failure(machine, lambda: run(self))
        finally:
            result = _ended(machine)
        if failure is not None:
            raise failure
        if result is not None:
            nothing_compared(result)

    return test


def _failure(machine: type[ConformMachine], run: Callable[[], None]) -> Departs | None:
    """What a run of the machine comes to where the sides part; other exceptions are passed on."""
    try:
        run()
    except Exception:
        if machine.parted is None:
            raise
    else:
        return None
    return explain(machine)


def _ended(machine: type[ConformMachine]) -> SearchResult | None:
    """What came of a machine's games, if it has begun; the implementation is let go."""
    games, machine.games = machine.games, None
    if games is None:
        return None
    games.session.close()
    result = games.finish()
    summaries.append(summary(machine.trial.game, result))
    return result


def explain(machine: type[ConformMachine]) -> Departs:
    """What a machine ran into, with its game made as short as possible."""
    games, parted = machine.games, machine.parted
    assert games is not None, "the machine has not run"
    assert parted is not None, "the machine has not failed"
    games.clusters.note(*parted)
    departures = games.departures()
    return Departs("\n\n".join(machine.trial.stories(games, departures)), departures)
