"""What the games of one search have in common: what it was asked for, what is known so far, and what came of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from rulecheck.properties.campaign.players import players_of
from rulecheck.properties.conform.accepted import Accepted
from rulecheck.properties.conform.departure import Departure
from rulecheck.properties.conform.effects import Effects
from rulecheck.properties.conform.known import Known
from rulecheck.properties.conform.lines import OwnGame, positions
from rulecheck.properties.conform.participant import Participant
from rulecheck.properties.conform.parting import Counts
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.session import Session
from rulecheck.properties.conform.spectrum import Spectrum
from rulecheck.properties.findings.finding import describe
from rulecheck.properties.findings.origin import Origin
from rulecheck.properties.runtime.patterns import Fits, fitting
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


class Common:
    """What all games of a search that are played with one copy of the program have in common.

    Making it says hello, unless it is given a session that has; raises DoesNotPlay and Failed.
    """

    def __init__(self, asked: Asked, session: Session | None = None) -> None:
        self.asked = asked
        self.began = time.monotonic()
        self.ends = None if asked.seconds is None else self.began + asked.seconds
        """When playing is over, by this machine's clock."""
        self.session = session = session or Session(asked.participant, asked.rules[0].game)
        session.ensure()
        hello, play = session.hello, session.play
        assert hello is not None
        rules = [table for table in asked.rules if not play.players or table.players in play.players]
        rules = [table for table in rules if not play.setups or table.setup in play.setups]
        if asked.make is not None and (play.readings or play.numbers):
            rules = [asked.make(table, play.readings, play.numbers) for table in rules]
        self.rules = rules
        """The tables that are played."""
        self.result = SearchResult(hello.name, hello.version, asked.seed, asked.games, tuple(rules))
        left_out = len(asked.rules) - len(rules)
        if left_out:
            self.result.skipped["not announced"] += left_out
        self.rigs: dict[int, Rig] = {}
        self._taken_over: dict[Origin, Rig] = {}
        self.factories = players_of(session.game)
        self.players = tuple(self.factories) if asked.players is None else tuple(asked.players)
        self.spectrum = Spectrum()
        self.rulebook = load(session.game)
        self.known = Known(session.asking)
        self.endings: set[str] = set()
        """The clauses by which games of ours alone ended."""
        self._effects = Effects()
        self._own_games: list[OwnGame] = []
        self.accepted = Accepted.of(asked.accepted)
        self.avoided: Fits | None = fitting(asked.avoid) if asked.avoid else None

    def rig(self, index: int) -> Rig:
        """The engine for some of the rules, made when it is first asked for."""
        rig = self.rigs.get(index)
        if rig is None:
            rig = self.rigs[index] = Rig(self.asked.build(self.rules[index]))
        return rig

    def rig_for(self, game: GameLine) -> Rig:
        """The engine for a game, which begins where its line does."""
        rig, origin = self.rig(game.rules), game.origin
        if origin is None:
            return rig
        known = self._taken_over.get(origin)
        if known is None:
            known = self._taken_over[origin] = rig.taken_over(origin)
        return known

    def rig_of(self, departure: Departure) -> Rig:
        """The engine for the rules that a departure was met under, and for where its moves begin."""
        setting = departure.setting
        rig = next(rig for rig in map(self.rig, range(len(self.rules))) if describe(rig.rules) == setting)
        return rig if departure.origin is None else rig.taken_over(departure.origin)

    def says(self, clause: str) -> str:
        """What a clause of the rulebook says; nothing for one that is not in it."""
        known = self.rulebook.clauses.get(clause)
        return "" if known is None else known.text

    def keep(self, game: OwnGame) -> None:
        """Note a game of ours, for what its moves change."""
        self._own_games.append(game)

    @property
    def effects(self) -> Effects:
        """What the clauses change in our own games: learnt when it is first asked for."""
        while self._own_games:
            self._effects.learn(self._own_games.pop(0))
        return self._effects

    def note_once(self, note: str) -> None:
        """Tell something of the search, once."""
        if note not in self.result.notes:
            self.result.notes.append(note)

    def time_up(self) -> bool:
        """Whether the seconds for playing are over."""
        return self.ends is not None and time.monotonic() >= self.ends


def played(common: Common, game: GameLine, at: int) -> tuple[Rig, list[Any], list[Any]]:
    """The engine for a game, its first moves, and the positions before, between and after them."""
    rig = common.rig_for(game)
    moves = [rig.engine.parse(text) for text in game.line[:at]]
    return rig, moves, positions(rig.engine, moves)
