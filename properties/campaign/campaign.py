"""Campaigns: thousands of seeded games, steered to where new clauses are, and what they found.

Games are planned in rounds.  A round knows what the rounds before the last one found, never what happens to have come
in first; so the same seed and number of games give the same result with any number of workers.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

from attrs import define, evolve

from rulecheck.properties.campaign.arena import Arenas, Shop, check_properties
from rulecheck.properties.campaign.book import book_for
from rulecheck.properties.campaign.effects import Silence, played_on
from rulecheck.properties.campaign.planning import Arms, Candidates, Lengths, Plan, derive, is_loaded
from rulecheck.properties.campaign.play import (
    FINISHED,
    KILLED,
    ROUTINE,
    STALE,
    TIME_UP,
    GameReport,
    Known,
    Log,
    Task,
    play_game,
)
from rulecheck.properties.campaign.players import players_of
from rulecheck.properties.campaign.results import CampaignResult, met_in
from rulecheck.properties.campaign.shortening import QUIET, Faults, Shortening, finding_of
from rulecheck.properties.findings.finding import Finding, describe
from rulecheck.properties.runtime.interrupts import heed, held_back
from rulecheck.properties.runtime.progress import Progress
from rulecheck.properties.runtime.workers import Job, MakeWorkers, Workers, hire
from rulecheck.properties.runtime.writing import why
from rulecheck.properties.unforeseen.learning import Learning
from rulecheck.reference_engines import build as build_engine
from rulecheck.reference_engines.contract import SILENT, AnyEngine

if TYPE_CHECKING:
    from rulecheck.properties.campaign.corpus import Positions

ROUND: Final = 16
"""Games that are planned together, if nothing else is said."""
_PAST: Final = 3
"""A fault that this many games met no longer ends a game, so that others behind it are seen."""
_FOR_QUIET: Final = 0.3
"""The part of the time for shortening that is kept for what every campaign finds: silences and loops."""
_AT_LEAST: Final = 3.0
"""Seconds of it that are, if it has as many: less brings nothing."""
_FOR_FAULT: Final = 0.25
"""The part of it that each fault of the engine adds."""
_FOR_EFFECTS: Final = 0.35
"""The part of the time for shortening in which games are played on to see what silences change."""
_ROUNDS: Final = 2
"""A campaign is not quiet before it has played so many times the games in which everybody plays everywhere once."""
_OFTEN: Final = 0.25
"""Seconds between two words of progress, and that games wait at most to be kept together."""
_TOGETHER: Final = 64
"""Games that are kept together at most."""


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
    until_quiet: bool = False
    """End also when nothing new has come for as long as it took to come to the last news (`News`)."""
    jobs: int = 2
    players: Sequence[str] | None = None
    properties: Sequence[str] | None = None
    clauses: Sequence[str] | None = None
    goals: Sequence[str] | None = None
    choices: Mapping[str, Sequence[str]] | None = None
    """The choices of each reading (None: the rulebook's); those of silences are played on to see what they change."""
    lines: Sequence[tuple[int, tuple[str, ...]]] = ()
    """The first moves of the first games, each with the place of its rules."""
    corpus: Positions | None = None
    workers: MakeWorkers | None = None
    """Makes those who play (None: this process, or `jobs` others)."""
    round: int = ROUND
    """Games that are planned together; two rounds are under way at most, so many workers need large ones."""
    log: Log | None = None
    """Keeps what each game told, so that a campaign can go on where it ended."""
    cap: int = 6000
    build: Callable[[Any], AnyEngine] = build_engine
    progress: Callable[[Progress], None] | None = None
    found: Callable[[Finding], None] | None = None
    """Called with each fault as soon as a game shows it, and again as its game becomes shorter."""
    kinds: Collection[str] | None = None
    """The kinds of findings that are told and made short (None: all)."""
    shrink_steps: int = 2_000_000
    """Moves to replay for making the games of all findings short, together."""
    shrink_seconds: float | None = None
    """A fuse for the same; a campaign by time has one anyway.  Findings may then depend on the machine's speed.

    A campaign by time plays on in what of these seconds the faults met so far will not need."""

    def run(self) -> CampaignResult:
        """Play, shrink, and tell.  Ctrl-C, killed workers and time limits end it early and lose nothing."""
        if self.games is None and self.seconds is None and not self.until_quiet:
            raise ValueError("a campaign needs a number of games or of seconds, or to end when nothing new comes")
        if not self.rules:
            raise ValueError("a campaign needs rules to play by")
        if self.round < 1:
            raise ValueError("a round has one game at least")
        return _Run(self).run()


Told = tuple[GameReport, bytes]
"""What a game told, and what is kept of it."""


def _play(arenas: Arenas, task: Task, known: Known, pack: Callable[[GameReport], bytes]) -> Told:
    report = play_game(arenas, task, known)
    return report, pack(report)


def _nothing(report: GameReport) -> bytes:
    return b""


class _Run:
    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        rules = tuple(campaign.rules)
        self.began = time.monotonic()
        self.deadline = None if campaign.seconds is None else self.began + campaign.seconds
        self.book = book_for(rules[0].game, campaign.clauses, campaign.goals, campaign.choices)
        self.shop = Shop(
            rules=rules,
            build=campaign.build,
            properties=None if campaign.properties is None else tuple(campaign.properties),
            clauses=self.book.clauses,
            settled=self.book.settled,
            cap=campaign.cap,
        )
        check_properties(self.shop)
        self.result = CampaignResult(
            seed=campaign.seed,
            asked=campaign.games,
            settings=tuple(map(describe, rules)),
            goals=self.book.goals,
            timed=campaign.seconds is not None,
        )
        self.names = self._player_names(rules[0].game)
        self.faults: Faults = {}
        self.crashes: list[Finding] = []
        self.kinds: Counter[int] = Counter()
        """In how many games each kind of step was met, until it is routine."""
        self.familiar: set[int] = set()
        """The sorts of steps that were met."""
        self.learning = Learning()
        self.arms = Arms()
        self.lengths = Lengths()
        self.next_index = 0
        self.merged = 0
        self.awaited: set[int] = set()
        """Games of the round that is being merged that have not come in."""
        self.waiting: dict[int, GameReport | None] = {}
        self.arrived: dict[int, Told | None] = {}
        """Games that are to be kept before they are merged."""
        self.kept = self.began
        self.queue: list[Job] = []
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
        starts = []
        for index, rules in enumerate(self.shop.rules):
            entries, notes = corpus.load(describe(rules))
            starts += [(index, entry.moves) for entry in entries]
            self.result.notes += notes
        return starts

    # Running

    def run(self) -> CampaignResult:
        result = self.result
        room = partial(Arenas, self.shop)
        workers = hire(room, self.campaign.jobs, self.campaign.workers)
        with contextlib.closing(workers):
            try:
                self._play(workers)
            except KeyboardInterrupt:
                result.interrupted = True
            self._merge_rest()
            result.findings = self._findings(workers)
            result.notes += workers.notes
        self._keep()
        result.seconds = time.monotonic() - self.began
        self._tell("playing", force=True)
        return result

    def _play(self, workers: Workers) -> None:
        self._plan_round()
        self._plan_round()
        self._go_on()
        log = self.campaign.log
        work = partial(_play, pack=_nothing if log is None else log.pack)
        for index, told in workers.map(self._jobs(), work, "at game"):
            with held_back():
                self.arrived[index] = told
                if log is None or self._is_time_to_keep(index):
                    self._take_in()
            self._tell("playing")
            heed()
            if self._time_up():
                workers.drop()

    def _go_on(self) -> None:
        """Take in what an earlier run of this campaign was told, as if its games had just been played."""
        log = self.campaign.log
        if log is None:
            return
        asked = self.campaign.games
        known = {index: report for index, report in log.reports() if asked is None or index < asked}
        self.waiting.update(known)
        self._merge()
        self.queue = [job for job in self.queue if job.number not in known]

    def _is_time_to_keep(self, index: int) -> bool:
        """A burst of games is kept in one go; nothing waits for it: no round, and no long game."""
        self.awaited.discard(index)
        late = time.monotonic() - self.kept > _OFTEN
        return late or not self.awaited or len(self.arrived) >= _TOGETHER

    def _take_in(self) -> None:
        """Keep what came in and merge it, in this order; a game cut short by the clock or a kill is played again."""
        log, arrived = self.campaign.log, self.arrived
        if log is not None:
            log.keep([(index, told[1]) for index, told in arrived.items() if told and told[0].ended != TIME_UP])
            self.kept = time.monotonic()
        self.waiting.update({index: told and told[0] for index, told in arrived.items()})
        arrived.clear()
        self._merge()

    def _left(self) -> float | None:
        """Seconds to play for: those for playing, and what the faults met so far leave of those for shortening."""
        if self.deadline is None:
            return None
        loud = sum(fault.first.sighting.violation.kind not in QUIET for fault in self.faults.values())
        most = self.campaign.shrink_seconds or 0.0
        needed = min(most, max(_AT_LEAST, (_FOR_QUIET + _FOR_FAULT * loud) * most))
        return self.deadline + most - needed - time.monotonic()

    def _time_up(self) -> bool:
        left = self._left()
        return self.result.quiet or (left is not None and left <= 0.0)

    def _is_quiet(self) -> bool:
        """Whether everybody has played everywhere, each kept start was played on, and nothing new has come for long."""
        first = len(self.campaign.lines) + len(self.shop.rules) * len(self.names)
        if not self.campaign.until_quiet or self.saved or self.merged < _ROUNDS * first:
            return False
        return self.result.news.is_quiet(self.result.moves)

    def _jobs(self) -> Iterator[Job | None]:
        """The games to play next; None while the next round waits for results."""
        while not self._time_up():
            if self.queue:
                yield self._timed(self.queue.pop(0))
            elif self._all_planned():
                return
            else:
                yield None

    def _timed(self, job: Job) -> Job:
        """A game that is handed out now: what is left of the time is its time."""
        left = self._left()
        if left is None:
            return job
        task, known = job.given
        return evolve(job, given=(evolve(task, seconds=max(0.0, left)), known))

    def _all_planned(self) -> bool:
        games = self.campaign.games
        return games is not None and self.next_index >= games

    def _findings(self, workers: Workers) -> tuple[Finding, ...]:
        """The faults with the shortest games found for them; as they were played once Ctrl-C has been pressed."""
        shortening = Shortening(self.faults, self.shop.rules, self.result, self._found)
        if not self.result.interrupted:
            campaign, end = self.campaign, self._shrink_end()
            try:
                self._play_on(workers, end)
                shortening.run(workers, campaign.shrink_steps, end, campaign.jobs, partial(self._tell, "shrinking"))
            except KeyboardInterrupt:
                self.result.interrupted = True
        return (*self.crashes, *shortening.findings())

    def _play_on(self, workers: Workers, end: float | None) -> None:
        """See what the silences change; of the time that is left a part.  An engine that crashes there is a finding."""
        silences, player, seed = self._silences(), self._finisher(), self.campaign.seed
        stop = None if end is None else time.monotonic() + _FOR_EFFECTS * (end - time.monotonic())
        told = played_on(workers, silences, player, seed, stop, partial(self._tell, "comparing"))
        self.result.effects, self.result.not_measured = told.measured, told.missing
        self.crashes = [crash.finding(self.shop.rules[crash.rules], seed) for crash in told.crashes]
        for finding in self.crashes:
            self._found(finding)

    def _silences(self) -> list[Silence]:
        choices = self.book.choices
        silences = []
        for _, fault in sorted(self.faults.items()):
            violation = fault.first.sighting.violation
            if violation.kind == "silent" and len(choices.get(violation.name, ())) > 1:
                games = [(met.game.task.plan.rules, met.game.line[: met.sighting.at]) for met in fault.soonest]
                rules, lines = zip(*games, strict=True)
                silences.append(Silence(violation.name, tuple(choices[violation.name]), rules, lines))
        return silences

    def _finisher(self) -> str:
        """The player whose games come to an end most often: games that go on for ever say nothing of winners."""
        ended = self.result.players
        return max(self.names, key=lambda name: ended[name][FINISHED] / ended[name].total() if name in ended else 0.0)

    def _found(self, finding: Finding) -> None:
        if self.campaign.found is not None:
            self.campaign.found(finding)

    def _shrink_end(self) -> float | None:
        seconds = self.campaign.shrink_seconds
        if seconds is None and self.campaign.seconds is not None:
            seconds = max(20.0, self.campaign.seconds / 2)
        if seconds is None:
            return None
        now = time.monotonic()
        if self.deadline is None or self.campaign.shrink_seconds is None or self.result.quiet:
            return now + seconds
        return max(now, self.deadline + seconds)

    # Planning

    def _plan_round(self) -> None:
        past = frozenset(key for key, fault in self.faults.items() if fault.games >= _PAST)
        routine = frozenset(kind for kind, games in self.kinds.items() if games >= ROUTINE)
        result = self.result
        times = result.events + Counter({SILENT + id: times for id, times in result.silences.items()})
        shortest = {event: reached.at for event, reached in result.shortest.items()}
        known = Known(shortest, past, routine, frozenset(self.familiar), self.learning.learnt(), times)
        seen = result.clauses + result.silences
        resumed = 0.3 if result.unexercised else 0.12
        for _ in range(self.campaign.round):
            if self._all_planned():
                break
            index = self.next_index
            seed = derive(self.campaign.seed, "game", index)
            self.queue.append(Job(index, (Task(index, seed, self._plan(index, seen, resumed)), known)))
            self.next_index += 1

    def _plan(self, index: int, seen: Counter[str], resumed: float) -> Plan:
        """How a game is played; such a part of them goes on from the shortest way to what has been `seen` seldom."""
        rng = Random(derive(self.campaign.seed, "plan", index))
        many, lines = len(self.shop.rules), self.campaign.lines
        if index < len(lines):
            rules, line = lines[index]
            return Plan(rules, self.names[index % len(self.names)], line=line)
        index -= len(lines)
        if index < many * len(self.names):  # everybody plays everywhere once
            rules, player = index % many, self.names[(index // many + index) % len(self.names)]
        else:
            rules = self.arms.draw([_rules_arm(number) for number in range(many)], rng)
            player = self.names[self.arms.draw([_player_arm(name) for name in self.names], rng)]
        loaded = is_loaded(rng)
        prefix: tuple[str, ...] = ()
        if self.saved and rng.random() < 0.5:
            rules, prefix = self.saved.pop(0)
        elif self.result.shortest and rng.random() < resumed:
            rules, prefix = self.result.shortest.start(lambda event: seen[event.removeprefix(SILENT)], rng)
        return Plan(rules, player, loaded, prefix, cap=self.lengths.cap(rules, rng))

    # Merging

    def _merge(self) -> None:
        """Take in the games that are next in order; plan a round whenever one is complete."""
        while self.merged in self.waiting and not self.result.quiet:
            self._take(self.waiting.pop(self.merged))
            self.merged += 1
            self.result.quiet = self._is_quiet()
            if self.merged % self.campaign.round == 0 and not self._all_planned():
                self._plan_round()
        end = self.merged - self.merged % self.campaign.round + self.campaign.round
        self.awaited = {index for index in range(self.merged, end) if index not in self.waiting}

    def _merge_rest(self) -> None:
        """At the end: games that came in while one before them was lost or dropped."""
        self._take_in()
        for index in sorted(self.waiting) if not self.result.quiet else ():
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
        result.add(report)
        new = result.news.add(met_in(report), task.index, result.moves, time.monotonic() - self.began)
        if report.ended == FINISHED and not task.plan.prefix:
            self.lengths.add(task.plan.rules, report.decisions)
        self.kinds.update(report.kinds)
        self.familiar.update(report.sorts)
        self.learning.add(report.changes)
        kinds = self.campaign.kinds
        for sighting in report.sightings:
            if kinds is not None and sighting.violation.kind not in kinds:
                continue
            fault = self.faults.setdefault(sighting.violation.key, Candidates())
            fault.add(sighting.at, task.index, report, sighting)
            if fault.first.game is report and fault.first.sighting is sighting:
                self._found(finding_of(result, fault.games, fault.first))
        for arm in (_rules_arm(task.plan.rules), _player_arm(task.plan.player)):
            self.arms.reward(arm, new)

    # Telling and keeping

    def _tell(self, doing: str, *, force: bool = False) -> None:
        now = time.monotonic()
        if self.campaign.progress is None or (not force and now - self.last_told < _OFTEN):
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
                findings=len(self.faults),
                doing=doing,
                clauses=exercised,
                of=None if goals is None else len(goals),
            )
        )

    def _keep(self) -> None:
        corpus = self.campaign.corpus
        if corpus is None:
            return
        for index, setting in enumerate(self.result.settings):
            ways = {event: way for event, way in self.result.shortest.items() if way.rules == index and way.at > 0}
            try:
                corpus.keep(setting, {event: way.moves for event, way in ways.items()})
            except OSError as error:
                self.result.notes.append(f"the corpus could not be kept: {error.filename}: {why(error)}")
                return


def _rules_arm(rules: int) -> str:
    return f"rules {rules}"


def _player_arm(player: str) -> str:
    return f"player {player}"
