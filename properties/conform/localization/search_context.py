"""What the games of one search have in common: what it was asked for, what is known so far, and what came of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from rulecheck.properties.conform.driver.participant import Participant
from rulecheck.properties.conform.localization.spectrum import Spectrum
from rulecheck.properties.conform.lockstep.baseline import Baseline
from rulecheck.properties.conform.lockstep.choice import Choice, Evidence, rules_with
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.lockstep.divergence import Counts, Divergence
from rulecheck.properties.conform.lockstep.engine_context import EngineContext, positions
from rulecheck.properties.conform.lockstep.observation import is_about_turns
from rulecheck.properties.conform.lockstep.session import Session
from rulecheck.properties.conform.protocol.messages import OWN
from rulecheck.properties.findings.finding import describe
from rulecheck.properties.findings.origin import Origin
from rulecheck.properties.runtime.progress import Progress
from rulecheck.reference_engines import build as build_engine
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import load
from rulecheck.spec.rules import Rules


@define(kw_only=True)
class Asked:
    """What a search is asked to do: games against an implementation until their number or the seconds are up.

    `rules` are set-ups and player counts of one game; those that the implementation does not
    announce are left out, and its readings and numbers are taken (`make` gives the rules with
    them).  `every` is how often the whole position is asked for, in moves on average.
    """

    rules: Sequence[Rules]
    participant: Participant
    seed: int = 0
    games: int | None = None
    seconds: float | None = None
    players: Sequence[str] | None = None
    accepted: Collection[str] = ()
    avoid: tuple[str, ...] = ()
    """Patterns of moves that are not played where there is another."""
    ignored: tuple[str, ...] = ()
    """Patterns of parts and paths of positions that are not compared."""
    every: int = 8
    cap: int = 2000
    shrink_steps: int = 400_000
    """Moves to be replayed to make the games of all causes short, together; 0: they are left as played."""
    shrink_seconds: float | None = 20.0
    """A fuse for that; None: as long as the steps last, so that the answer repeats."""
    build: Callable[[Any], AnyEngine] = build_engine
    make: Callable[[Rules, Mapping[str, str], Mapping[str, int]], Rules] | None = None
    progress: Callable[[Progress], None] | None = None
    adopts: bool = True
    """Whether readings and numbers under which the program agrees are taken over in the same run;"""
    adopted: Callable[[Choice, Evidence], None] | None = None
    """who is told of each,"""
    sighted: Callable[[Divergence, int], None] | None = None
    """and of each kind of divergence, with the moves that show it, when it is first met and when far fewer do."""


@define
class SearchResult:
    """What a search found and how much it looked at."""

    name: str
    version: str
    seed: int
    asked: int | None
    rules: tuple[Rules, ...]
    counts: Counts = field(factory=Counts)
    ended: Counter[str] = field(factory=Counter)
    departures: tuple[Departure, ...] = ()
    accepted: Counter[str] = field(factory=Counter)
    """Accepted departures that were met again, by key."""
    skipped: Counter[str] = field(factory=Counter)
    """Why tables were not played."""
    not_told: tuple[str, ...] = ()
    """The parts of positions that the implementation never told."""
    notes: list[str] = field(factory=list)
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def failed(self) -> bool:
        """Whether the program failed at least once."""
        return any(departure.is_failure for departure in self.departures)


@frozen
class GameLine:
    """A game as it was played."""

    index: int
    rules: int
    player: str
    line: Sequence[str]
    origin: Origin | None = None
    """Where our side took the program's position over, before the line; None: it begins at the start."""
    agreed: frozenset[int] | None = None
    """After how many moves the positions agreed, as far as they were compared; None: that is not known."""
    adopted: tuple[Choice, ...] = ()
    """The readings and numbers that our side played by besides those asked for."""


class SearchContext:
    """What all games of a search that are played with one copy of the program have in common.

    Making it says hello, unless it is given a session that has; raises DoesNotPlay and Failed.
    """

    def __init__(self, asked: Asked, session: Session | None = None) -> None:
        self.asked = asked
        self.began = time.monotonic()
        self.session = session = session or Session(asked.participant, asked.rules[0].game)
        session.ensure()
        hello, play = session.hello, session.play
        assert hello is not None
        rules = [table for table in asked.rules if not play.players or table.players in play.players]
        rules = [table for table in rules if not play.setups or table.setup in play.setups]
        if asked.make is not None and (play.readings or play.numbers):
            rules = [asked.make(table, play.readings, play.numbers_at(table.players)) for table in rules]
        self.rules = rules
        """The tables that are played."""
        self.result = SearchResult(hello.name, hello.version, asked.seed, asked.games, tuple(rules))
        left_out = len(asked.rules) - len(rules)
        if left_out:
            self.result.skipped["not announced"] += left_out
        self.adopted: tuple[Choice, ...] = ()
        """The readings and numbers that were taken over from the program, in this order."""
        self.contexts: dict[tuple[int, tuple[Choice, ...]], EngineContext] = {}
        self._taken_over: dict[tuple[Origin, tuple[Choice, ...]], EngineContext] = {}
        self.spectrum = Spectrum()
        self.rulebook = load(session.game)
        self.accepted = Baseline.of(asked.accepted)

    @property
    def can_replay(self) -> bool:
        """Whether a game that is played again comes out the same, as far as the program says."""
        play = self.session.play
        return play.is_repeatable and play.chance != OWN

    @property
    def can_explain(self) -> bool:
        """Whether games can be played again under other readings and numbers."""
        return self.can_replay and not self.session.play.together

    def context(self, index: int, adopted: tuple[Choice, ...] | None = None) -> EngineContext:
        """The engine for some of the rules with what was adopted (now, or then), made when it is first asked for.

        The program is asked for the table as it was before: what it plays by is its own.
        """
        key = index, self.adopted if adopted is None else adopted
        context = self.contexts.get(key)
        if context is None:
            asked = self.rules[index]
            context = self.contexts[key] = EngineContext(self.asked.build(rules_with(asked, key[1])))
            context.rules = asked
        return context

    def context_for(self, game: GameLine) -> EngineContext:
        """The engine for a game, which begins where its line does."""
        context, origin = self.context(game.rules, game.adopted), game.origin
        if origin is None:
            return context
        kept = self._taken_over.get((origin, game.adopted))
        if kept is None:
            kept = self._taken_over[origin, game.adopted] = context.taken_over(origin)
        return kept

    def context_of(self, departure: Departure) -> EngineContext:
        """The engine for the rules that a departure was met under, and for where its moves begin."""
        every = [*map(self.context, range(len(self.rules))), *self.contexts.values()]
        context = next(context for context in every if describe(context.engine.rules) == departure.setting)
        return context if departure.origin is None else context.taken_over(departure.origin)


def played(search: SearchContext, game: GameLine, at: int) -> tuple[EngineContext, list[Any], list[Any]]:
    """The engine for a game, its first moves, and the positions before, between and after them."""
    context = search.context_for(game)
    moves = [context.engine.parse(text) for text in game.line[:at]]
    return context, moves, positions(context.engine, moves)


@frozen(order=True)
class Rank:
    """What is least is shown; the fields decide in their order."""

    out_of_step: bool
    """It may follow from a difference before it."""
    is_taken_over: bool
    """It does not begin at the start, but in a position that our side took over."""
    moves: int
    """All that were played, those before such a position too."""
    is_about_turns: bool
    """It shows in nothing but who is to move, and what for: a position that differs tells more."""
    parts: int
    """Parts of the position that differ, or what else does: where less does, less is owed to something else."""

    @staticmethod
    def of(game: GameLine, divergence: Divergence) -> Rank:
        """The rank of a divergence in its game."""
        before = () if game.origin is None else game.origin.before
        return Rank(
            divergence.out_of_step,
            game.origin is not None,
            len(before) + divergence.at,
            divergence.kind == "turn" or (divergence.kind == "state" and is_about_turns(divergence.differences)),
            max(1, len(divergence.parts)),
        )
