"""Many games on both sides, aimed like a fuzzing campaign's, and the shortest game for each cause of departure."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from attrs import define, evolve, field, frozen

from rulecheck.properties.campaign import derive
from rulecheck.properties.conform.departure import FAILURES, Departure
from rulecheck.properties.conform.lockstep import ALL, LEGAL, Lockstep, Table, settled
from rulecheck.properties.conform.malformed import malformed
from rulecheck.properties.conform.messages import OWN, Answer, kind_of_move
from rulecheck.properties.conform.participant import Failed, Participant
from rulecheck.properties.conform.session import DoesNotPlay, Session
from rulecheck.properties.conform.sighting import Counts, Sighting, Spectrum
from rulecheck.properties.finding import Loaded, describe
from rulecheck.properties.model import AnyEngine
from rulecheck.properties.players import GENERIC, Factory, draw, players_of
from rulecheck.properties.reducer import Budget, Condition, reduce
from rulecheck.reference_engines import build as build_engine
from rulecheck.reference_engines.contract import CHANCE, OVER, Refused, UnknownMove
from rulecheck.spec import load
from rulecheck.spec.rules import Rules

FINISHED: Final = "finished"
PARTED: Final = "parted"
CUT_OFF: Final = "cut off"
SKIPPED: Final = "skipped"
TIME_UP: Final = "time up"

_CANDIDATES: Final = 3
_TRY_GAP: Final = 12
_TRIES: Final = 8
"""Moves drawn for each that is tried."""
_OFTEN: Final = 12
"""How often something is tried in each kind of position before it is tried now and then only."""
_UNDO_GAP: Final = 80
_TWICE: Final = 8
"""One game in so many is played twice, to see whether the answers are the same."""
_FAILURES: Final = 5
"""Failures of the program after which it is asked no more."""
_FOLLOW: Final = frozenset({"state", "turn", "outcome", "misses", "lists", "refuses", "accepts"})
"""Kinds of departures that may follow from an earlier one that was not asked for."""
_STATE: Final = ("state",)
_PATIENCE: Final = 40
"""Decisions without chance after which only every other one is free: haggling has no end."""


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
class Result:
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
class Played:
    """A game as it was played."""

    index: int
    rules: int
    player: str
    line: Sequence[str]


@define
class _Cause:
    """The sightings of one cause."""

    keys: tuple[str, ...] = ()
    suspects: tuple[str, ...] = ()
    games: int = 0
    candidates: list[tuple[int, int, Played, Sighting]] = field(factory=list)


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

    def run(self) -> Result:
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
        self.result = Result(hello.name, hello.version, search.seed, search.games, tuple(rules))
        left_out = len(search.rules) - len(rules)
        if left_out:
            self.result.skipped["not announced"] += left_out
        self.rules = rules
        self.tables: dict[int, Table] = {}
        self.spectrum = Spectrum()
        self.rulebook = load(self.session.game)
        self.causes: dict[str, _Cause] = {}
        self.tried: Counter[tuple[type, type]] = Counter()
        """In which kinds of positions something was tried."""
        self.genuine: set[str] = set()
        """Keys of sightings that were seen where the positions had agreed so far."""
        self.shortest: dict[str, tuple[int, int, tuple[str, ...]]] = {}
        """For each clause the shortest way to it: its length, the rules, the moves."""
        names = tuple(players_of(search.rules[0].game)) if search.players is None else tuple(search.players)
        self.players = names
        self.factories = players_of(search.rules[0].game)
        self.failures = 0
        self.told = 0.0

    def table(self, index: int) -> Table:
        """The engine for some of the rules, made when it is first asked for."""
        table = self.tables.get(index)
        if table is None:
            table = self.tables[index] = Table(self.search.build(self.rules[index]))
        return table

    def says(self, clause: str) -> str:
        """What a clause of the rulebook says; nothing for one that is not in it."""
        known = self.rulebook.clauses.get(clause)
        return "" if known is None else known.text

    def run(self) -> Result:
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

    def finish(self) -> Result:
        """What came of the games so far."""
        result = self.result
        compared = result.counts.compared
        if compared.parts and self.tables:
            engine = next(iter(self.tables.values())).engine
            result.not_told = compared.not_told(engine.to_json(engine.start()))
        result.seconds = time.monotonic() - self.began
        self._tell("playing", force=True)
        return result

    def _play(self) -> None:
        search = self.search
        index = 0
        while self.rules and (search.games is None or index < search.games):
            if self._time_up() and (index or search.games is None):
                return
            if self.failures >= _FAILURES:
                self.result.notes.append(f"the program failed {self.failures} times; it was asked no more")
                return
            self.play(index, self._plan(index))
            index += 1
            self._tell("playing")

    def _time_up(self) -> bool:
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

    def play(self, index: int, plan: Plan) -> Sequence[Sighting]:
        """Play one game; where the sides parted."""
        result = self.result
        game = _Game(self, index, plan)
        twice = index % _TWICE == 0 and self.session.play.is_repeatable
        self.session.recorded = [] if twice else None
        ended = game.play()
        recorded, self.session.recorded = self.session.recorded, None
        result.ended[ended] += 1
        if recorded and not game.sightings:
            game.sightings += self._again(recorded, game)
        for event, line in game.firsts.items():
            known = self.shortest.get(event)
            if known is None or len(line) < known[0]:
                self.shortest[event] = (len(line), plan.rules, line)
        self.note(Played(index, plan.rules, plan.player, game.line), game.sightings)
        return game.sightings

    def note(self, game: Played, sightings: Sequence[Sighting]) -> None:
        """Keep what departed in a game, one sighting for each cause."""
        for sighting in {one.key: one for one in reversed(sightings)}.values():
            self.spectrum.part(sighting)
            cause = self.causes.setdefault(sighting.key, _Cause())
            cause.games += 1
            cause.candidates.append((sighting.at, game.index, game, sighting))
            cause.candidates.sort(key=lambda one: one[:2])
            del cause.candidates[_CANDIDATES:]
            self.failures += sighting.kind in FAILURES

    def _again(self, recorded: Sequence[tuple[dict[str, Any], Mapping[str, Any]]], game: _Game) -> list[Sighting]:
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
                return [Sighting(failed.verdict, about, moves, failed.what, stderr=failed.stderr)]
            if settled({**said, "id": 0}) != settled({**again, "id": 0}):
                about = kind_of_move(str(request.get("move", ""))) or str(request["ask"])
                for _ in range(sent - at - 1):
                    session.said()
                what = f"asked twice for {request['ask']}, it answers in two ways: {_parts(said, again)}"
                return [Sighting("not deterministic", about, moves, what)]
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
            sighting = cause.candidates[0][-1]
            suspects = self.spectrum.suspects(sighting, self.says)
            sort = (sighting.kind, *(suspects[:1] or (sighting.symptom,)))
            group = groups.setdefault(sort, _Cause(suspects=suspects))
            group.keys += (key,)
            group.games += cause.games
            group.candidates = sorted((*group.candidates, *cause.candidates), key=lambda one: one[:2])[:_CANDIDATES]
        return sorted(groups.values(), key=lambda one: -one.games)

    def _departure(self, cause: _Cause, steps: int, seconds: float | None) -> Departure:
        at, index, game, sighting = cause.candidates[0]
        table, line, original = self.table(game.rules), tuple(game.line[:at]), at
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
                    table, line, sighting = shorter
                    index, game, shown, original = other.index, other, True, longest
            if not shown:
                self.result.notes.append(f"{sighting.key}: it did not show again when its game was replayed")
        return Departure(
            kind=sighting.kind,
            about=sighting.about,
            clauses=cause.suspects,
            messages=(sighting.message,),
            setting=describe(table.rules),
            moves=line,
            keys=cause.keys,
            tried=sighting.tried,
            original_length=original,
            shrunk=shown,
            times=cause.games,
            seed=self.search.seed,
            game=index,
            player=game.player,
            stderr=sighting.stderr,
        )

    def _shorter(
        self, game: Played, sighting: Sighting, budget: Budget
    ) -> tuple[Table, tuple[str, ...], Sighting] | None:
        table = self.table(game.rules)
        fewer = [
            index
            for index, rules in enumerate(self.rules)
            if rules.setup == table.rules.setup and rules.players < table.rules.players
        ]
        others = [self.table(index) for index in sorted(fewer, key=lambda index: self.rules[index].players)]
        condition = Shows(self.session, sighting, [table, *others], game.index, self.search.accepted)
        moves = [table.engine.parse(text) for text in game.line[: sighting.at]]
        if not moves:
            return table, (), sighting
        found = reduce(table.engine, moves, condition, budget=budget, others=[one.engine for one in others])
        if found is None:
            return None
        for one in (table, *others):
            if one.engine is found.engine:
                table = one
        states = [table.engine.start()]
        for move in found.moves:
            states.append(table.engine.apply(states[-1], move))
        again = condition.sighting_in(table.engine, found.moves, states)
        return table, tuple(map(str, found.moves)), again or evolve(sighting, at=len(found.moves))

    def _tell(self, doing: str, *, force: bool = False) -> None:
        if self.search.progress is None:
            return
        now = time.monotonic()
        if force or now - self.told > 0.2:
            self.told = now
            counts = self.result.counts
            self.search.progress(Progress(counts.games, counts.moves, now - self.began, len(self.causes), doing))


def _follows(sighting: Sighting, first: Sighting) -> bool:
    """Whether a sighting is owed to the first difference between the positions.

    In one position, who is to move and what is offered may be all that is wrong with its phase.
    """
    if sighting.kind in ("state", "outcome"):
        return first.at <= sighting.at
    return first.at < sighting.at or (sighting.kind in ("lists", "misses") and not first.about.startswith("phase"))


class _Game:
    """One game of a search."""

    def __init__(self, run: Games, index: int, plan: Plan) -> None:
        self.run = run
        self.index = index
        self.plan = plan
        self.sightings: list[Sighting] = []
        self.line: list[str] = []
        self.firsts: dict[str, tuple[str, ...]] = {}
        self._table = run.table(plan.rules)
        self._lock: Lockstep | None = None
        self._state: Any = None

    def play(self) -> str:
        """Play it; how it ended."""
        table, run = self._table, self.run
        engine = table.engine
        seed = derive(run.search.seed, "game", self.index)
        self._rng, self._checks = Random(seed), Random(seed ^ 0x5EED)
        self._choose = self._player(run.factories[self.plan.player])
        self._is_part = run.session.play.is_part
        self._state = engine.start()
        self._next_state = self._next_try = 0
        self._since = 0
        if not self._is_part:
            self._lock = self._lockstep()
            self._lock.begin()
        try:
            return self._play()
        finally:
            self._let_go()

    def _player(self, factory: Factory) -> Any:
        return factory(Random(derive(self.run.search.seed, "temper", self.index)))

    def _lockstep(self) -> Lockstep:
        run = self.run
        return Lockstep(
            self._table,
            run.session,
            state=self._state,
            moves=self.line,
            seed=self.index,
            accepted=run.search.accepted,
            counts=run.result.counts,
            spectrum=run.spectrum,
        )

    def _let_go(self) -> None:
        """End the lockstep and keep what it saw."""
        lock = self._lock
        if lock is None:
            return
        lock.finish()
        run = self.run
        self._state, self.line = lock.state, lock.moves
        self._lock = None
        run.result.accepted.update(lock.passed_over)
        self.sightings += self._causes(lock.sightings, lock.part_from)
        if lock.skipped:
            run.result.skipped[lock.skipped] += 1

    def _causes(self, sightings: Sequence[Sighting], part_from: int) -> list[Sighting]:
        """The sightings, and instead of those that follow from a difference in the position that difference.

        Positions are asked for now and then only, so they are asked for again, one and all.
        """
        run = self.run
        play = run.session.play
        asked = [one for one in sightings if one.kind in _FOLLOW and one.key not in run.genuine]
        if not asked or "state" not in play.can or play.chance == OWN:
            return list(sightings)
        first = self._first_difference(max(one.at for one in asked), part_from)
        causes = list[Sighting]()
        for one in sightings:
            if first is not None and one in asked and _follows(one, first):
                one = first
            elif one in asked:
                run.genuine.add(one.key)
            causes.append(one)
        return causes

    def _first_difference(self, at: int, part_from: int) -> Sighting | None:
        """Where the positions first differ within so many moves."""
        engine = self._table.engine
        moves = [engine.parse(text) for text in self.line[:at]]
        states = [engine.start()]
        for move in moves:
            states.append(engine.apply(states[-1], move))
        tells = (_STATE, _STATE)
        run = self.run
        lock = _replayed(
            self._table,
            run.session,
            moves,
            states,
            part_from,
            tells,
            self.index,
            run.search.accepted,
            spectrum=run.spectrum,
        )
        return next((one for one in lock.sightings if one.kind == "state"), None)

    def _play(self) -> str:
        engine, search, run = self._table.engine, self.run.search, self.run
        for text in self.plan.prefix:
            if self._is_over:
                break
            try:
                move = engine.parse(text)
            except UnknownMove:
                break
            if engine.refusal(self._position, move) is not None:
                break
            self._step([move])
        for _ in range(search.cap):
            if self._is_over:
                return SKIPPED if self._lock is not None and self._lock.skipped else PARTED
            state = self._position
            legal = engine.legal_moves(state)
            actor = engine.actor(state)
            if not legal or actor == OVER:
                return FINISHED
            if len(self.line) & 63 == 0 and run._time_up():
                return TIME_UP
            self._part()
            if self._lock is not None:
                self._look(state, legal, actor)
                if self._is_over:
                    continue
            self._step(self._moves(state, legal, actor))
        return CUT_OFF

    @property
    def _position(self) -> Any:
        return self._state if self._lock is None else self._lock.state

    @property
    def _is_over(self) -> bool:
        return self._lock is not None and self._lock.is_over

    def _part(self) -> None:
        """For an implementation of a part: begin where the part begins, end where it ends."""
        if not self._is_part:
            return
        lock = self._lock
        if lock is not None and not lock.is_inside:
            self._let_go()
        if self._lock is None:
            lock = self._lockstep()
            if lock.is_inside:
                self._lock = lock
                lock.begin()

    def _moves(self, state: Any, legal: Sequence[Any], actor: int) -> list[Any]:
        """The next move, or several that the other side takes as one."""
        move = self._move(state, legal, actor)
        lock = self._lock
        if lock is None or (fits := lock.taken_together(self._table.name(move))) is None:
            return [move]
        engine, run = self._table.engine, [move]
        while True:
            state = engine.apply(state, run[-1])
            legal = engine.legal_moves(state)
            if not legal or engine.actor(state) != actor:
                return run
            move = self._move(state, legal, actor)
            if not fits(self._table.name(move)):
                return run
            run.append(move)

    def _move(self, state: Any, legal: Sequence[Any], actor: int) -> Any:
        if len(legal) == 1:
            return legal[0]
        rng = self._rng
        if actor == CHANCE:
            self._since = 0
            if self.plan.loaded:
                return legal[int(rng.random() * len(legal))]
            return draw(legal, self._table.engine.weights(state), rng)
        self._since += 1
        if self._since > _PATIENCE and self._since & 1:
            return legal[int(rng.random() * len(legal))]
        return self._choose(self._table.engine, state, legal, rng)

    def _step(self, moves: list[Any]) -> None:
        lock = self._lock
        if lock is None:
            engine = self._table.engine
            for move in moves:
                self._state = engine.apply(self._state, move)
                self.line.append(self._table.name(move))
            return
        tell: tuple[str, ...] = LEGAL
        if len(lock.moves) >= self._next_state or self.run.session.play.chance == OWN:
            self._next_state = len(lock.moves) + 1 + int(self._checks.random() * 2 * (self.run.search.every - 1))
            tell = ALL
        lock.play(moves, tell)
        shortest = self.run.shortest
        for event in lock.state.events:
            if event not in self.firsts and len(lock.moves) < shortest.get(event, (1 << 30,))[0]:
                self.firsts[event] = tuple(lock.moves)

    def _look(self, state: Any, legal: Sequence[Any], actor: int) -> None:
        """Now and then offer what is not legal, and take a move back."""
        lock, checks, table = self._lock, self._checks, self._table
        assert lock is not None
        met, where = self.run.tried, (type(legal[0]), type(legal[-1]))
        if (len(lock.moves) < self._next_try and met[where] >= _OFTEN) or lock.taken_together(table.name(legal[0])):
            return
        met[where] += 1
        self._next_try = len(lock.moves) + 1 + int(checks.random() * 2 * _TRY_GAP)
        if "undo" in self.run.session.play.can and actor != CHANCE and checks.random() < _TRY_GAP / _UNDO_GAP:
            lock.take_back(legal[int(checks.random() * len(legal))])
            return
        careful = "state" in self.run.session.play.can and checks.random() < 0.2
        if checks.random() < 0.2:
            text = malformed(table.name(legal[int(checks.random() * len(legal))]), checks)
            if self._is_no_move(text):
                lock.attempt(text, None, careful=careful)
            return
        drawn = self._forbidden(state, legal)
        if drawn is not None:
            lock.attempt(*drawn, careful=careful)

    def _forbidden(self, state: Any, legal: Sequence[Any]) -> tuple[str, Refused] | None:
        """A move that the rules forbid, by the clause that was tried least of some."""
        lock, table = self._lock, self._table
        assert lock is not None
        tried = self.run.result.counts.refusals
        drawn = []
        if self._checks.random() < 0.5:
            draws = table.nearby.draw(state, legal, self._checks, _TRIES)
        else:
            draws = table.tries.draw(legal, self._checks, _TRIES)
        for move in draws:
            text, refused = table.name(move), table.engine.refusal(state, move)
            if refused is None or not lock.knows(text):
                continue
            if f"accepts:{kind_of_move(text)}:{refused.clause}" not in lock.accepted:
                drawn.append((text, refused))
        return min(drawn, key=lambda one: tried[one[1].clause], default=None)

    def _is_no_move(self, text: str) -> bool:
        try:
            self._table.engine.parse(text)
        except UnknownMove:
            return True
        return False


def _replayed(
    table: Table,
    session: Session,
    moves: Sequence[Any],
    states: Sequence[Any],
    part_from: int,
    tells: tuple[Sequence[str], Sequence[str]],
    seed: int,
    accepted: Collection[str],
    last: Callable[[Lockstep], None] | None = None,
    spectrum: Spectrum | None = None,
) -> Lockstep:
    """A line of moves on both sides, from where the part begins; `last` asks something at its end.

    `tells` is what is asked to be told on the way and at the end.
    """
    at = part_from
    names = [table.name(move) for move in moves[:at]]
    lock = Lockstep(table, session, state=states[at], moves=names, seed=seed, accepted=accepted, spectrum=spectrum)
    lock.begin(tells[at == len(moves)])
    engine = table.engine
    while at < len(moves) and not lock.is_over:
        run = [moves[at]]
        fits = lock.taken_together(table.name(moves[at]))
        if fits is not None:
            actor = engine.actor(states[at])
            while (
                at + len(run) < len(moves)
                and engine.actor(states[at + len(run)]) == actor
                and fits(table.name(moves[at + len(run)]))
            ):
                run.append(moves[at + len(run)])
        at += len(run)
        lock.play(run, tells[at == len(moves)], states=states[at - len(run) + 1 : at + 1])
    if last is not None and not lock.is_over:
        last(lock)
    lock.finish()
    return lock


def again(participant: Participant, loaded: Loaded) -> list[Sighting]:
    """What is seen when the game of a departure is played on both sides once more.

    Raises DoesNotPlay where the other side does not play it, and Failed at hello.
    """
    finding = loaded.finding
    session = Session(participant, finding.setting.game)
    session.ensure()
    table = Table(loaded.engine)
    kind = finding.name.partition(":")[0]
    sighting = Sighting(kind, finding.about, finding.at, "", finding.clauses, finding.tried or None)
    shows = Shows(session, sighting, [table], finding.game)
    seen = shows.sightings(table.engine, loaded.moves, loaded.positions[: len(loaded.moves) + 1], (ALL, ALL))
    if shows.skipped:
        raise DoesNotPlay(f"the game of {finding.name} cannot be played again: {shows.skipped}")
    return seen


_LAST: Final[Mapping[str, tuple[str, ...]]] = {"misses": LEGAL, "lists": LEGAL, "state": _STATE}
"""What has to be told at the end of a line to show a departure of that kind."""


class Shows(Condition):
    """A line of moves shows the same departure again."""

    whole: ClassVar[bool] = True

    def __init__(
        self,
        session: Session,
        sighting: Sighting,
        tables: Sequence[Table],
        seed: int = 0,
        accepted: Collection[str] = (),
    ) -> None:
        self.session = session
        self.sighting = sighting
        self.tables = {id(table.engine): table for table in tables}
        self.seed = seed
        self.accepted = accepted
        self._tell: tuple[str, ...] = ALL if sighting.kind in FAILURES else ()
        self._tell_last: tuple[str, ...] = _LAST.get(sighting.kind, self._tell)
        self.skipped = ""
        """Why the last line was not played."""

    def line(self, engine: AnyEngine, moves: Sequence[Any], states: Sequence[Any]) -> int | None:
        """How many of the moves show it."""
        found = self.sighting_in(engine, moves, states)
        return None if found is None else found.at

    def sighting_in(self, engine: AnyEngine, moves: Sequence[Any], states: Sequence[Any]) -> Sighting | None:
        """The same departure in this line, if it is there."""
        seen = self.sightings(engine, moves, states, (self._tell, self._tell_last))
        return next((one for one in seen if one.key == self.sighting.key), None)

    def sightings(
        self,
        engine: AnyEngine,
        moves: Sequence[Any],
        states: Sequence[Any],
        tells: tuple[Sequence[str], Sequence[str]],
    ) -> list[Sighting]:
        """All that is seen in a line; nothing where what was tried at its end does not fit there."""
        table = self.tables[id(engine)]
        part_from = self._part_from(table, states)
        if part_from is None:
            self.skipped = "no position of this game is of the part that it plays"
            return []
        last = self._last(table, states[-1])
        if self.sighting.tried is not None and last is None:
            self.skipped = f"{self.sighting.tried!r} is not forbidden there any more"
            return []
        lock = _replayed(table, self.session, moves, states, part_from, tells, self.seed, self.accepted, last)
        self.skipped = lock.skipped
        return lock.sightings

    def _part_from(self, table: Table, states: Sequence[Any]) -> int | None:
        """Where the part that the implementation plays begins: the last stretch inside it; 0 for whole games."""
        self.session.ensure()
        if not self.session.play.is_part:
            return 0
        end = len(states)
        lock = Lockstep(table, self.session, state=states[-1])
        while not lock.is_inside and end > 1:
            end -= 1
            lock = Lockstep(table, self.session, state=states[end - 1])
        begin = end
        while begin > 0 and lock._fits(states[begin - 1]):
            begin -= 1
        return begin if begin < end else None

    def _last(self, table: Table, state: Any) -> Callable[[Lockstep], None] | None:
        """What is offered at the end of the line; None if it does not fit there."""
        tried, kind = self.sighting.tried, self.sighting.kind
        if tried is None:
            return None
        try:
            move = table.engine.parse(tried)
        except UnknownMove:
            return None if kind in ("accepts", "undo", "refuses") else lambda lock: lock.attempt(tried, None)
        refused = table.engine.refusal(state, move)
        if kind == "undo":
            return None if refused is not None else lambda lock: lock.take_back(move)
        if kind == "refuses":
            return None if refused is not None else lambda lock: lock.play([move])
        if refused is None or (kind == "accepts" and refused.clause != self.sighting.clauses[0]):
            return None
        return lambda lock: lock.attempt(tried, refused, careful="changes" in self.sighting.message)


def _parts(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The first part in which two answers differ."""
    for key in {**one, **other}:
        if key != "id" and settled(one.get(key)) != settled(other.get(key)):
            return f"{key}: {_short(one.get(key))} and {_short(other.get(key))}"
    return "?"


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 70 else text[:69] + "…"


__all__ = ["Answer", "Games", "Plan", "Played", "Progress", "Result", "Search", "Shows"]
