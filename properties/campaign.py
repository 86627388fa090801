"""Campaigns: thousands of seeded games, steered to where new clauses are, and what they found.

Games are planned in rounds.  A round knows what the rounds before the last one
found, never what happens to have come in first; so the same seed and number of
games give the same result with any number of workers.
"""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from random import Random
from typing import TYPE_CHECKING, Any, Final

from attrs import define, field, frozen

from rulecheck.properties.finding import Finding, Setting, describe
from rulecheck.properties.play import (
    FINDING,
    KILLED,
    ROUTINE,
    STALE,
    GameReport,
    Known,
    Shop,
    ShrinkTask,
    Shrunk,
    Sighting,
    Table,
    Tables,
    Task,
    play_game,
    shrink,
)
from rulecheck.properties.players import draw, players_of
from rulecheck.reference_engines import build as build_engine
from rulecheck.reference_engines.contract import SILENT, AnyEngine

if TYPE_CHECKING:
    from rulecheck.properties.corpus import Corpus

_ROUND: Final = 16
_CANDIDATES: Final = 3
_PAST: Final = 3
"""A fault that this many games met no longer ends a game, so that others behind it are seen."""
_ORDER: Final = {"deadlock": 0, "conflict": 1, "broken": 2, "endless": 3, "diverges": 4, "silent": 5}


@frozen
class Progress:
    """How a campaign is getting on."""

    games: int
    moves: int
    seconds: float
    clauses: int
    of: int | None
    """How many clauses there are to exercise, if that is known."""
    findings: int
    doing: str = "playing"
    """`playing` or `shrinking`."""

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds if self.seconds else 0.0


@frozen
class Reached:
    """The shortest way to a clause, a refusal or a silence: the first `at` moves of a game."""

    game: int
    at: int
    rules: int
    line: tuple[str, ...] = field(repr=False)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves from the start to there."""
        return self.line[: self.at]


@define
class _Fault:
    """All sightings of one fault so far."""

    sighting: Sighting
    games: int = 0
    candidates: list[tuple[int, int, GameReport, Sighting]] = field(factory=list)

    def add(self, report: GameReport, sighting: Sighting) -> None:
        self.games += 1
        self.candidates.append((sighting.at, report.task.index, report, sighting))
        self.candidates.sort(key=lambda candidate: candidate[:2])
        del self.candidates[_CANDIDATES:]


@define
class CampaignResult:
    """What a campaign found and how much it looked at.

    `asked` is None for a campaign by time.  `games` counts the games that were played,
    however they ended; `ended` tells how.  `unexercised` are the clauses given as goals
    that no move carried out and no refusal cited.
    """

    seed: int
    asked: int | None
    settings: tuple[Setting, ...]
    games: int = 0
    moves: int = 0
    decisions: int = 0
    resumed: int = 0
    """Games that were started from a position of an earlier game."""
    ended: Counter[str] = field(factory=Counter)
    events: Counter[str] = field(factory=Counter)
    """How often each clause was carried out."""
    refusals: Counter[str] = field(factory=Counter)
    """How often each clause refused a move that was tried."""
    silences: Counter[str] = field(factory=Counter)
    shortest: dict[str, Reached] = field(factory=dict)
    """For each clause (or `silent:` reading) the shortest game that came to it."""
    properties: Counter[str] = field(factory=Counter)
    """How often each property was looked at."""
    players: dict[str, Counter[str]] = field(factory=dict)
    """How the games of each kind of player ended."""
    goals: tuple[str, ...] | None = None
    findings: tuple[Finding, ...] = ()
    notes: list[str] = field(factory=list)
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def clauses(self) -> Counter[str]:
        """How often each clause was exercised, by a move or a refusal."""
        return self.events + self.refusals

    @property
    def unexercised(self) -> tuple[str, ...]:
        """The goals that were not reached, in the rulebook's order."""
        seen = self.clauses
        return tuple(clause for clause in self.goals or () if clause not in seen)

    def to_json(self) -> dict[str, Any]:
        """Everything but times: the same seed and number of games give the same bytes."""
        return {
            "seed": self.seed,
            "asked": self.asked,
            "games": self.games,
            "moves": self.moves,
            "decisions": self.decisions,
            "resumed": self.resumed,
            "interrupted": self.interrupted,
            "ended": dict(sorted(self.ended.items())),
            "clauses": {clause: self._clause(clause) for clause in sorted(self.clauses)},
            "unexercised": None if self.goals is None else list(self.unexercised),
            "silences": {reading: self.silences[reading] for reading in sorted(self.silences)},
            "properties": dict(sorted(self.properties.items())),
            "notes": list(self.notes),
            "findings": [finding.to_json() for finding in self.findings],
        }

    def _clause(self, clause: str) -> dict[str, Any]:
        told: dict[str, Any] = {"carried_out": self.events[clause], "refused": self.refusals[clause]}
        if clause in self.shortest:
            told["first_game"] = self.shortest[clause].game
            told["after_moves"] = self.shortest[clause].at
        return told


@define(kw_only=True)
class Campaign:
    """Plays games by the given rules until the number of games or the seconds are up.

    `rules` are set-ups and player counts of one game.  `players` names the players to
    use (None: all).  `clauses` are the ids that exist (None: those of the rulebook),
    `goals` those that play can exercise.  `corpus` keeps interesting positions from one
    campaign to the next.  `progress` is called a few times a second.
    """

    rules: Sequence[Any]
    seed: int = 0
    games: int | None = None
    seconds: float | None = None
    jobs: int = 2
    players: Sequence[str] | None = None
    properties: Sequence[str] | None = None
    clauses: Sequence[str] | None = None
    goals: Sequence[str] | None = None
    corpus: Corpus | None = None
    cap: int = 6000
    build: Callable[[Any], AnyEngine] = build_engine
    progress: Callable[[Progress], None] | None = None
    shrink_steps: int = 2_000_000
    """Moves to replay for making the games of all findings short, together."""
    shrink_seconds: float | None = None
    """A fuse for the same; a campaign by time has one anyway.  Findings may then depend on the machine's speed."""

    def run(self) -> CampaignResult:
        """Play, shrink, and tell.  Ctrl-C, killed workers and time limits end it early and lose nothing."""
        if self.games is None and self.seconds is None:
            raise ValueError("a campaign needs a number of games or of seconds")
        if not self.rules:
            raise ValueError("a campaign needs rules to play by")
        return _Run(self).run()


def derive(seed: int, *path: object) -> int:
    """A seed of its own for each part of a campaign."""
    text = "/".join(map(str, (seed, *path)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


class _Run:
    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        rules = tuple(campaign.rules)
        self.began = time.monotonic()
        self.deadline = None if campaign.seconds is None else self.began + campaign.seconds
        clauses, goals = _book(campaign, rules[0].game)
        self.shop = Shop(
            rules=rules,
            build=campaign.build,
            properties=None if campaign.properties is None else tuple(campaign.properties),
            clauses=clauses,
            settled=_settled(campaign, rules[0].game),
            cap=campaign.cap,
        )
        self.result = CampaignResult(
            seed=campaign.seed,
            asked=campaign.games,
            settings=tuple(describe(one) for one in rules),
            goals=goals,
        )
        self.names = self._player_names(rules[0].game)
        self.faults: dict[str, _Fault] = {}
        self.kinds: Counter[int] = Counter()
        """In how many games each kind of step was met, until it is routine."""
        self.next_index = 0
        self.merged = 0
        self.waiting: dict[int, GameReport | None] = {}
        self.queue: list[tuple[Task, Known]] = []
        self.planned_rounds = 0
        self.gain: dict[str, float] = {}
        self.plays: Counter[str] = Counter()
        self.saved = self._from_corpus()
        self.last_told = 0.0

    def _player_names(self, game: str) -> tuple[str, ...]:
        there = tuple(players_of(game))
        if self.campaign.players is None:
            return there
        for name in self.campaign.players:
            if name not in there:
                raise ValueError(f"no player {name!r}; there are {', '.join(there)}")
        return tuple(self.campaign.players)

    def _from_corpus(self) -> list[tuple[int, tuple[str, ...]]]:
        """Starts that earlier campaigns kept: played first, to see whether they still lead anywhere new."""
        corpus = self.campaign.corpus
        if corpus is None:
            return []
        found = []
        for index, rules in enumerate(self.shop.rules):
            entries, notes = corpus.load(describe(rules))
            found += [(index, entry.moves) for entry in entries]
            self.result.notes += notes
        return found

    # Running

    def run(self) -> CampaignResult:
        result = self.result
        pool: _Pool | _Here = _Here(self.shop) if self.campaign.jobs <= 1 else _Pool(self.shop, self.campaign.jobs)
        with contextlib.closing(pool):
            try:
                self._play(pool)
            except KeyboardInterrupt:
                result.interrupted = True
            self._merge_rest()
            try:
                result.findings = self._findings(pool, quick=result.interrupted)
            except KeyboardInterrupt:
                result.interrupted = True
                result.findings = self._findings(None, quick=True)
            result.notes += pool.notes
        self._keep()
        result.seconds = time.monotonic() - self.began
        self._tell("playing", force=True)
        return result

    def _play(self, pool: _Pool | _Here) -> None:
        self._plan_round()
        self._plan_round()
        for index, report in pool.map(self._tasks(), play_game):
            self.waiting[index] = report
            self._merge()
            self._tell("playing")
            if self._time_up():
                pool.drop()

    def _time_up(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def _tasks(self) -> Iterator[tuple[int, tuple[Any, ...]] | None]:
        """The games to play next; None while the next round waits for results."""
        while not self._time_up():
            if self.queue:
                task, known = self.queue.pop(0)
                yield task.index, (task, known)
            elif self._all_planned():
                return
            else:
                yield None

    def _all_planned(self) -> bool:
        games = self.campaign.games
        return games is not None and self.next_index >= games

    # Planning

    def _plan_round(self) -> None:
        past = frozenset(key for key, fault in self.faults.items() if fault.games >= _PAST)
        routine = frozenset(kind for kind, games in self.kinds.items() if games >= ROUTINE)
        known = Known({event: reached.at for event, reached in self.result.shortest.items()}, past, routine)
        games = self.campaign.games
        for _ in range(_ROUND):
            if games is not None and self.next_index >= games:
                break
            self.queue.append((self._plan(self.next_index), known))
            self.next_index += 1
        self.planned_rounds += 1

    def _plan(self, index: int) -> Task:
        rng = Random(derive(self.campaign.seed, "plan", index))
        seed = derive(self.campaign.seed, "game", index)
        many = len(self.shop.rules)
        if index < many * len(self.names):  # everybody plays everywhere once
            rules, name = index % many, self.names[(index // many + index) % len(self.names)]
        else:
            rules = draw(range(many), [self._worth(f"rules {one}") for one in range(many)], rng)
            name = draw(self.names, [self._worth(f"player {one}") for one in self.names], rng)
        loaded = rng.random() < 0.2
        prefix: tuple[str, ...] = ()
        if self.saved and rng.random() < 0.5:
            rules, prefix = self.saved.pop(0)
        elif self.result.shortest and rng.random() < (0.3 if self.result.unexercised else 0.12):
            rules, prefix = self._resume(rng)
        return Task(index, seed, rules, name, loaded, prefix, self.deadline)

    def _worth(self, arm: str) -> float:
        """More for whom brought new clauses lately, and enough for everybody."""
        return 1.0 + 6.0 * self.gain.get(arm, 0.0)

    def _resume(self, rng: Random) -> tuple[int, tuple[str, ...]]:
        """A start from where something rare happened for the first time, or a little before."""
        seen = self.result.clauses + self.result.silences
        events = sorted(self.result.shortest)
        weights = [1.0 / (1 + seen[event.removeprefix(SILENT)]) for event in events]
        reached = self.result.shortest[draw(events, weights, rng)]
        back = rng.choice((0, 0, 1, 3, 10, 30))
        return reached.rules, reached.line[: max(0, reached.at - back)]

    # Merging

    def _merge(self) -> None:
        """Take in the games that are next in order; plan a round whenever one is complete."""
        while self.merged in self.waiting:
            self._take(self.waiting.pop(self.merged))
            self.merged += 1
            if self.merged % _ROUND == 0 and not self._all_planned():
                self._plan_round()

    def _merge_rest(self) -> None:
        """At the end: games that came in while one before them was lost or dropped."""
        for index in sorted(self.waiting):
            self._take(self.waiting.pop(index))

    def _take(self, report: GameReport | None) -> None:
        result = self.result
        if report is None:
            result.ended[KILLED] += 1
            return
        task = report.task
        if report.ended == STALE:
            result.notes.append(f"game {task.index}: a kept start is not legal any more; it was left out")
            result.ended[STALE] += 1
            return
        result.games += 1
        result.moves += report.moves
        result.decisions += report.decisions
        self.kinds.update(report.kinds)
        result.resumed += bool(task.prefix)
        result.ended[report.ended] += 1
        result.players.setdefault(task.player, Counter())[report.ended] += 1
        result.properties.update(report.properties)
        new = sum(clause not in result.refusals and clause not in result.events for clause in report.refusals)
        result.refusals.update(report.refusals)
        for event, times in report.events.items():
            if event.startswith(SILENT):
                result.silences[event[len(SILENT) :]] += times
            else:
                new += event not in result.events
                result.events[event] += times
        for event, at in report.firsts.items():
            best = result.shortest.get(event)
            if best is None or at < best.at:
                result.shortest[event] = Reached(task.index, at, task.rules, report.line)
        for sighting in report.sightings:
            fault = self.faults.get(sighting.key)
            if fault is None:
                fault = self.faults[sighting.key] = _Fault(sighting)
            fault.add(report, sighting)
        for arm in (f"rules {task.rules}", f"player {task.player}"):
            self.gain[arm] = 0.9 * self.gain.get(arm, 0.0) + min(new, 5)

    # Findings

    def _findings(self, pool: _Pool | _Here | None, *, quick: bool) -> tuple[Finding, ...]:
        best: dict[str, tuple[Shrunk, GameReport, Sighting]] = {}
        jobs: list[tuple[int, str, GameReport, Sighting]] = []
        for key, fault in sorted(self.faults.items()):
            shortest = fault.candidates[0][0]
            for nth, (at, _, report, sighting) in enumerate(fault.candidates):
                if nth == 0:
                    best[key] = (Shrunk(key, report.task.rules, report.line[:at], False), report, sighting)
                if at <= 3 * shortest + 20:  # a much longer game seldom becomes the shorter one
                    jobs.append((nth, key, report, sighting))
        jobs.sort(key=lambda job: (job[0], _ORDER.get(job[3].kind, 9), job[1]))
        if pool is not None and jobs and not quick:
            steps = max(20_000, min(300_000, self.campaign.shrink_steps // len(jobs)))
            end = self._shrink_end()
            fuse = None
            if end is not None:  # twice its share for each, as many need less than that
                fuse = max(0.5, 2 * max(1, self.campaign.jobs) * (end - time.monotonic()) / len(jobs))
            tasks = [self._shrink_task(key, sighting, report, steps, fuse) for _, key, report, sighting in jobs]
            answers: dict[int, Shrunk | None] = {}
            for number, answer in pool.map(_before(end, enumerate(tasks)), shrink):
                answers[number] = answer
                self._tell("shrinking")
            for number in sorted(answers):
                shrunk = answers[number]
                _, key, report, sighting = jobs[number]
                if shrunk is not None and shrunk.shrunk:
                    sofar = best[key][0]
                    if not sofar.shrunk or len(shrunk.line) < len(sofar.line):
                        best[key] = (shrunk, report, sighting)
        findings = [self._finding(key, *found) for key, found in best.items()]
        return tuple(sorted(findings, key=lambda one: (_ORDER.get(one.kind, 9), one.name, one.about)))

    def _shrink_end(self) -> float | None:
        seconds = self.campaign.shrink_seconds
        if seconds is None and self.campaign.seconds is not None:
            seconds = max(20.0, self.campaign.seconds / 2)
        return None if seconds is None else time.monotonic() + seconds

    def _shrink_task(
        self, key: str, sighting: Sighting, report: GameReport, steps: int, fuse: float | None
    ) -> ShrinkTask:
        rules = self.shop.rules
        mine = rules[report.task.rules]
        simpler = sorted(
            (index for index, other in enumerate(rules) if other.players < mine.players),
            key=lambda index: rules[index].players,
        )
        line = report.line[: sighting.at]
        return ShrinkTask(key, sighting, report.task.rules, line, steps, fuse, tuple(simpler))

    def _finding(self, key: str, shrunk: Shrunk, report: GameReport, sighting: Sighting) -> Finding:
        violation = sighting.violation
        fault = self.faults[key]
        times = self.result.silences[sighting.about] if sighting.kind == "silent" else fault.games
        return Finding(
            kind=sighting.kind,
            name=violation.name,
            messages=(violation.message,),
            clauses=violation.clauses,
            setting=self.result.settings[shrunk.rules],
            moves=shrunk.line,
            at=len(shrunk.line),
            original_length=sighting.at,
            shrunk=shrunk.shrunk,
            times=times,
            seed=self.campaign.seed,
            game=report.task.index,
            player=report.task.player,
            about=violation.about or sighting.about,
            trace=violation.trace,
        )

    # Telling and keeping

    def _tell(self, doing: str, *, force: bool = False) -> None:
        now = time.monotonic()
        if self.campaign.progress is None or (not force and now - self.last_told < 0.25):
            return
        self.last_told = now
        result = self.result
        goals = result.goals
        exercised = len(result.clauses) if goals is None else len(goals) - len(result.unexercised)
        self.campaign.progress(
            Progress(
                games=result.games,
                moves=result.moves,
                seconds=now - self.began,
                clauses=exercised,
                of=None if goals is None else len(goals),
                findings=len(self.faults),
                doing=doing,
            )
        )

    def _keep(self) -> None:
        corpus = self.campaign.corpus
        if corpus is None:
            return
        for index, setting in enumerate(self.result.settings):
            reached = {event: one for event, one in self.result.shortest.items() if one.rules == index and one.at > 0}
            try:
                corpus.keep(setting, {event: one.moves for event, one in reached.items()})
            except OSError as error:
                self.result.notes.append(f"the corpus could not be kept: {error.strerror or error}")
                return


def _book(campaign: Campaign, game: str) -> tuple[frozenset[str] | None, tuple[str, ...] | None]:
    """The clauses that exist and those that play can exercise: as given, or the rulebook's."""
    if campaign.clauses is not None:
        goals = campaign.clauses if campaign.goals is None else campaign.goals
        return frozenset(campaign.clauses), tuple(goals)
    from rulecheck.spec import load

    clauses = load(game).clauses
    goals = (
        [id for id, clause in clauses.items() if clause.kind == "rule"] if campaign.goals is None else campaign.goals
    )
    return frozenset(clauses), tuple(goals)


def _settled(campaign: Campaign, game: str) -> frozenset[str]:
    if campaign.clauses is not None:
        return frozenset()
    from rulecheck.spec import load

    return frozenset(id for id, reading in load(game).readings.items() if reading.settled)


def _before(end: float | None, tasks: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    for number, task in tasks:
        if end is not None and time.monotonic() > end:
            return
        yield number, (task,)


# Workers


class _Here:
    """Does the work in this process, one thing after the other."""

    def __init__(self, shop: Shop) -> None:
        self.notes: list[str] = []
        self._tables = Tables(shop)

    def map(
        self, tasks: Iterator[tuple[int, tuple[Any, ...]] | None], work: Callable[..., Any]
    ) -> Iterator[tuple[int, Any]]:
        for task in tasks:
            if task is not None:
                number, given = task
                yield number, work(self._tables, *given)

    def drop(self) -> None:
        pass

    def close(self) -> None:
        pass


@define(eq=False)
class _Worker:
    process: Any
    pipe: Connection
    number: int | None = None
    """The task it is at."""


class _Pool:
    """Worker processes that may die without taking the campaign with them."""

    def __init__(self, shop: Shop, jobs: int) -> None:
        self.notes: list[str] = []
        self._shop = shop
        self._context = multiprocessing.get_context("spawn")
        self._jobs = jobs
        self._workers: list[_Worker] = []
        self._dropped = False
        self._deaths = 0
        self._doing = ""

    def _hire(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._shop), daemon=True)
        process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def map(
        self, tasks: Iterator[tuple[int, tuple[Any, ...]] | None], work: Callable[..., Any]
    ) -> Iterator[tuple[int, Any]]:
        """Answers as they come, with the number of their task; None for a task whose worker was killed."""
        self._dropped = False
        self._doing = "at game" if work is play_game else "shrinking finding"
        more = True
        while True:
            for worker in [*self._workers, *(None for _ in range(self._jobs - len(self._workers)))]:
                if not more or self._dropped:
                    break
                if worker is not None and worker.number is not None:
                    continue
                task = next(tasks, _END)
                if task is _END:
                    more = False
                elif task is None:
                    break
                else:
                    worker = worker or self._hire()
                    number, given = task
                    worker.number = number
                    with contextlib.suppress(OSError):  # a worker that died idle: noticed below
                        worker.pipe.send((work, given))
            busy = [worker for worker in self._workers if worker.number is not None]
            if not busy:
                if not more or self._dropped:
                    return
                raise RuntimeError("no work is left and none was promised")
            ready = wait([worker.pipe for worker in busy], timeout=0.5)
            for worker in busy:
                if worker.pipe in ready:
                    number = worker.number
                    assert number is not None
                    worker.number = None
                    try:
                        answer = worker.pipe.recv()
                    except (EOFError, OSError):
                        self._bury(worker, number)
                        answer = None
                    yield number, answer

    def _bury(self, worker: _Worker, number: int) -> None:
        worker.process.join(5)
        code = worker.process.exitcode
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        self.notes.append(f"a worker was killed ({how}) while it was {self._doing} {number}; the others went on")
        self._workers.remove(worker)
        worker.pipe.close()
        self._deaths += 1
        if self._deaths > 20:
            self.notes.append("too many workers were killed; the campaign was ended early")
            self._dropped = True

    def drop(self) -> None:
        """Begin nothing new; what is being done is still waited for."""
        self._dropped = True

    def close(self) -> None:
        for worker in self._workers:
            worker.pipe.close()
            if worker.number is not None:
                worker.process.terminate()
        for worker in self._workers:
            worker.process.join(2)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join(2)
        self._workers.clear()


_END: Final[Any] = object()


def _serve(pipe: Connection, shop: Shop) -> None:
    """A worker: does what comes through the pipe until it closes.  Ctrl-C is the parent's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tables = Tables(shop)
    while True:
        try:
            work, given = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send(work(tables, *given))
        except OSError:
            return


__all__ = ["FINDING", "Campaign", "CampaignResult", "Progress", "Reached", "Table", "derive"]
