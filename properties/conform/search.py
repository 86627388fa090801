"""Many games on both sides, aimed like a fuzzing campaign's, and the shortest game for each cause of departure."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any, Final

from attrs import define, evolve, field, frozen

from rulecheck.properties.conform.aimed import AimedGame
from rulecheck.properties.conform.departure import FAILURES, Departure
from rulecheck.properties.conform.judging import settled
from rulecheck.properties.conform.messages import OWN, kind_of_move
from rulecheck.properties.conform.participant import Failed, Participant
from rulecheck.properties.conform.parting import Counts, Parting, Spectrum
from rulecheck.properties.conform.replaying import Shows
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.session import Session
from rulecheck.properties.finding import describe
from rulecheck.properties.planning import derive
from rulecheck.properties.players import GENERIC, draw, players_of
from rulecheck.properties.reducer import reduce
from rulecheck.properties.replayer import Budget
from rulecheck.reference_engines import build as build_engine
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec import load
from rulecheck.spec.errors import brief
from rulecheck.spec.rules import Rules

_CANDIDATES: Final = 3
_TWICE: Final = 8
"""One game in so many is played twice, to see whether the answers are the same."""
_FAILURES: Final = 5
"""Failures of the program after which it is asked no more."""


@frozen
class Progress:
    """How a search is getting on."""

    games: int
    moves: int
    seconds: float
    departures: int
    doing: str = "playing"

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds if self.seconds else 0.0


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
        return any(one.is_failure for one in self.departures)


@frozen
class Plan:
    """How a game is to be played."""

    rules: int
    """Which of the search's."""
    player: str
    loaded: bool = False
    """Whether rare dice and draws come as often as others."""
    prefix: tuple[str, ...] = ()
    """Moves to begin with."""


@frozen
class GameLine:
    """A game as it was played."""

    index: int
    rules: int
    player: str
    line: Sequence[str]


@define
class _Cause:
    """The partings of one cause."""

    keys: tuple[str, ...] = ()
    suspects: tuple[str, ...] = ()
    games: int = 0
    candidates: list[tuple[int, int, GameLine, Parting]] = field(factory=list)


@define(kw_only=True)
class Search:
    """Plays games against an implementation until their number or the seconds are up.

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
    every: int = 8
    cap: int = 2000
    shrink_steps: int = 400_000
    """Moves to be replayed to make the games of all causes short, together; 0: they are left as played."""
    shrink_seconds: float | None = 20.0
    """A fuse for that; None: as long as the steps last, so that the answer repeats."""
    build: Callable[[Any], AnyEngine] = build_engine
    make: Callable[[Rules, Mapping[str, str], Mapping[str, int]], Rules] | None = None
    progress: Callable[[Progress], None] | None = None

    def run(self) -> SearchResult:
        """Play, shrink and tell; Ctrl-C ends it early and loses nothing.  Raises DoesNotPlay, and Failed at hello."""
        if self.games is None and self.seconds is None:
            raise ValueError("a search needs a number of games or of seconds")
        return Games(self).run()


class Games:
    """The games of a search, played one after the other, and what departed in them.

    Making it says hello.  Raises DoesNotPlay and Failed.
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        self.session = Session(search.participant, search.rules[0].game)
        self.began = time.monotonic()
        self.session.ensure()
        hello, play = self.session.hello, self.session.play
        assert hello is not None
        rules = [one for one in search.rules if not play.players or one.players in play.players]
        rules = [one for one in rules if not play.setups or one.setup in play.setups]
        if search.make is not None and (play.readings or play.numbers):
            rules = [search.make(one, play.readings, play.numbers) for one in rules]
        self.result = SearchResult(hello.name, hello.version, search.seed, search.games, tuple(rules))
        left_out = len(search.rules) - len(rules)
        if left_out:
            self.result.skipped["not announced"] += left_out
        self.rules = rules
        self.rigs: dict[int, Rig] = {}
        self.spectrum = Spectrum()
        self.rulebook = load(self.session.game)
        self.causes: dict[str, _Cause] = {}
        self.tried: Counter[tuple[type, type]] = Counter()
        """In which kinds of positions something was tried."""
        self.genuine: set[str] = set()
        """Keys of partings that were seen where the positions had agreed so far."""
        self.shortest: dict[str, tuple[int, int, tuple[str, ...]]] = {}
        """For each clause the shortest way to it: its length, the rules, the moves."""
        names = tuple(players_of(search.rules[0].game)) if search.players is None else tuple(search.players)
        self.players = names
        self.factories = players_of(search.rules[0].game)
        self.failures = 0
        self.told = 0.0

    def rig(self, index: int) -> Rig:
        """The engine for some of the rules, made when it is first asked for."""
        rig = self.rigs.get(index)
        if rig is None:
            rig = self.rigs[index] = Rig(self.search.build(self.rules[index]))
        return rig

    def says(self, clause: str) -> str:
        """What a clause of the rulebook says; nothing for one that is not in it."""
        known = self.rulebook.clauses.get(clause)
        return "" if known is None else known.text

    def run(self) -> SearchResult:
        """Play and tell."""
        result = self.result
        try:
            try:
                self._play()
            except KeyboardInterrupt:
                result.interrupted = True
            try:
                result.departures = self.departures()
            except KeyboardInterrupt:
                result.interrupted = True
                result.departures = self.departures(quick=True)
        finally:
            self.session.close()
        return self.finish()

    def finish(self) -> SearchResult:
        """What came of the games so far."""
        result = self.result
        compared = result.counts.compared
        if compared.parts and self.rigs:
            engine = next(iter(self.rigs.values())).engine
            result.not_told = compared.not_told(engine.to_json(engine.start()))
        result.seconds = time.monotonic() - self.began
        self._tell("playing", force=True)
        return result

    def _play(self) -> None:
        search = self.search
        index = 0
        while self.rules and (search.games is None or index < search.games):
            if self.time_up() and (index or search.games is None):
                return
            if self.failures >= _FAILURES:
                self.result.notes.append(f"the program failed {self.failures} times; it was asked no more")
                return
            self.play(index, self._plan(index))
            index += 1
            self._tell("playing")

    def time_up(self) -> bool:
        """Whether the seconds for playing are over."""
        return self.search.seconds is not None and time.monotonic() - self.began >= self.search.seconds

    def _plan(self, index: int) -> Plan:
        """Which rules, which player, loaded dice or not, and the moves to begin with."""
        rng = Random(derive(self.search.seed, "plan", index))
        many = len(self.rules)
        rules = index % many if index < many * len(self.players) else rng.randrange(many)
        player = self._who(index, index // many)
        loaded = rng.random() < 0.2
        prefix: tuple[str, ...] = ()
        if self.shortest and rng.random() < 0.25 and self.session.play.chance != OWN:
            events = sorted(self.shortest)
            weights = [1.0 / (1 + self.result.counts.events[event]) for event in events]
            _, rules, line = self.shortest[draw(events, weights, rng)]
            prefix = line[: max(0, len(line) - rng.choice((0, 0, 1, 3, 10, 30)))]
        return Plan(rules, player, loaded, prefix)

    def _who(self, index: int, turn: int) -> str:
        """Everybody in turn; every other game is for those who think least, and so play most."""
        quick = [name for name in self.players if name in GENERIC]
        among = quick if quick and index & 1 else self.players
        return among[(turn + index) % len(among)]

    def play(self, index: int, plan: Plan) -> Sequence[Parting]:
        """Play one game; where the sides parted."""
        result = self.result
        game = AimedGame(self, index, plan)
        twice = index % _TWICE == 0 and self.session.play.is_repeatable
        self.session.recorded = [] if twice else None
        ended = game.play()
        recorded, self.session.recorded = self.session.recorded, None
        result.ended[ended] += 1
        if recorded and not game.partings:
            game.partings += self._again(recorded, game)
        for event, line in game.firsts.items():
            known = self.shortest.get(event)
            if known is None or len(line) < known[0]:
                self.shortest[event] = (len(line), plan.rules, line)
        self.note(GameLine(index, plan.rules, plan.player, game.line), game.partings)
        return game.partings

    def note(self, game: GameLine, partings: Sequence[Parting]) -> None:
        """Keep what departed in a game, one parting for each cause."""
        for parting in {one.key: one for one in reversed(partings)}.values():
            self.spectrum.part(parting)
            cause = self.causes.setdefault(parting.key, _Cause())
            cause.games += 1
            cause.candidates.append((parting.at, game.index, game, parting))
            cause.candidates.sort(key=lambda one: one[:2])
            del cause.candidates[_CANDIDATES:]
            self.failures += parting.kind in FAILURES

    def _again(self, recorded: Sequence[tuple[dict[str, Any], Mapping[str, Any]]], game: AimedGame) -> list[Parting]:
        """Ask everything again: the answers must be the same."""
        session, window = self.session, max(1, self.session.room - 1)
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
                return [Parting(failed.verdict, about, moves, failed.what, stderr=failed.stderr)]
            said, again = {**said, "id": 0}, {**again, "id": 0}
            if said != again and settled(said) != settled(again):
                about = kind_of_move(str(request.get("move", ""))) or str(request["ask"])
                for _ in range(sent - at - 1):
                    session.said()
                what = f"asked twice for {request['ask']}, it answers in two ways: {_parts(said, again)}"
                return [Parting("not deterministic", about, moves, what)]
            if request["ask"] == "play" and "refused" not in said:
                moves += len(request.get("moves", (0,)))
        return []

    # The shortest games

    def departures(self, *, quick: bool = False) -> tuple[Departure, ...]:
        """One for each cause, in the shortest game found; `quick`: in a game as it was played."""
        found, groups, seconds = [], self._groups(), self.search.shrink_seconds
        steps = 0 if quick else self.search.shrink_steps // max(1, len(groups))
        fuse = None if seconds is None else time.monotonic() + seconds
        for nth, group in enumerate(groups):
            self._tell("shrinking", force=True)
            left = None if fuse is None else max(0.5, (fuse - time.monotonic()) / (len(groups) - nth))
            found.append(self._departure(group, steps, left))
        return tuple(sorted(found, key=lambda one: (one.is_failure, len(one.moves), one.keys)))

    def _groups(self) -> list[_Cause]:
        """Sightings of the same kind under the same clause are one cause, whatever move brought it about."""
        groups: dict[tuple[str, ...], _Cause] = {}
        for key, cause in sorted(self.causes.items()):
            parting = cause.candidates[0][-1]
            suspects = self.spectrum.suspects(parting, self.says)
            sort = (parting.kind, *(suspects[:1] or (parting.symptom,)))
            group = groups.setdefault(sort, _Cause(suspects=suspects))
            group.keys += (key,)
            group.games += cause.games
            group.candidates = sorted((*group.candidates, *cause.candidates), key=lambda one: one[:2])[:_CANDIDATES]
        return sorted(groups.values(), key=lambda one: -one.games)

    def _departure(self, cause: _Cause, steps: int, seconds: float | None) -> Departure:
        at, index, game, parting = cause.candidates[0]
        rig, line, original = self.rig(game.rules), tuple(game.line[:at]), at
        shown = False
        play = self.session.play
        if steps and play.is_repeatable and play.chance != OWN:
            whole = Budget(steps, seconds)
            for longest, _, other, seen in cause.candidates:
                shorter = self._shorter(other, seen, whole)
                if shorter is None:
                    continue
                if shown and len(shorter[1]) == len(line):
                    break  # two games have come to the same
                if not shown or len(shorter[1]) < len(line):
                    rig, line, parting = shorter
                    index, game, shown, original = other.index, other, True, longest
            if not shown:
                self.result.notes.append(f"{parting.key}: it did not show again when its game was replayed")
        return Departure(
            kind=parting.kind,
            about=parting.about,
            clauses=cause.suspects,
            messages=(parting.message,),
            setting=describe(rig.rules),
            moves=line,
            keys=cause.keys,
            tried=parting.tried,
            original_length=original,
            shrunk=shown,
            times=cause.games,
            seed=self.search.seed,
            game=index,
            player=game.player,
            stderr=parting.stderr,
        )

    def _shorter(self, game: GameLine, parting: Parting, budget: Budget) -> tuple[Rig, tuple[str, ...], Parting] | None:
        rig = self.rig(game.rules)
        fewer = [
            index
            for index, rules in enumerate(self.rules)
            if rules.setup == rig.rules.setup and rules.players < rig.rules.players
        ]
        others = [self.rig(index) for index in sorted(fewer, key=lambda index: self.rules[index].players)]
        condition = Shows(self.session, parting, [rig, *others], game.index, self.search.accepted)
        moves = [rig.engine.parse(text) for text in game.line[: parting.at]]
        if not moves:
            return rig, (), parting
        found = reduce(rig.engine, moves, condition, budget=budget, others=[one.engine for one in others])
        if found is None:
            return None
        for one in (rig, *others):
            if one.engine is found.engine:
                rig = one
        states = [rig.engine.start()]
        for move in found.moves:
            states.append(rig.engine.apply(states[-1], move))
        again = condition.parting_in(rig.engine, found.moves, states)
        return rig, tuple(map(str, found.moves)), again or evolve(parting, at=len(found.moves))

    def _tell(self, doing: str, *, force: bool = False) -> None:
        if self.search.progress is None:
            return
        now = time.monotonic()
        if force or now - self.told > 0.2:
            self.told = now
            counts = self.result.counts
            self.search.progress(Progress(counts.games, counts.moves, now - self.began, len(self.causes), doing))


def _parts(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The first part in which two answers differ."""
    for key in {**one, **other}:
        if key != "id" and settled(one.get(key)) != settled(other.get(key)):
            return f"{key}: {brief(one.get(key))} and {brief(other.get(key))}"
    return "?"


__all__ = ["GameLine", "Games", "Plan", "Progress", "Search", "SearchResult", "Shows"]
