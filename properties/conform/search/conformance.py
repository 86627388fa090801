"""Many games on both sides, aimed like a fuzzing campaign's, and the shortest game for each cause of departure.

A game knows what a fixed number of games before it found, never what happens to have come in first; so the same seed
and number of games give the same answer with any number of copies of the program.
"""

from __future__ import annotations

import contextlib
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import mean
from typing import Any, Final

from attrs import define, evolve, fields

from rulecheck.properties.campaign.planning import Plan, Reached, Ways, derive, is_loaded
from rulecheck.properties.campaign.players import GENERIC
from rulecheck.properties.conform.driver.participant import Failed, Participant
from rulecheck.properties.conform.localization.adoption import Adoption
from rulecheck.properties.conform.localization.clustering import Clusters
from rulecheck.properties.conform.localization.search_context import Asked, GameLine, Rank, SearchResult
from rulecheck.properties.conform.lockstep.choice import Choice, Evidence
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.protocol.messages import OWN
from rulecheck.properties.conform.search.game_worker import Copies, Game, Played, Table, Task, Unfit, play_one, shared
from rulecheck.properties.conform.search.lookahead import own_game
from rulecheck.properties.conform.search.search_knowledge import PlayedGames, SearchKnowledge
from rulecheck.properties.runtime.interrupts import heed, held_back
from rulecheck.properties.runtime.progress import Progress
from rulecheck.properties.runtime.workers import Job, MakeWorkers, Workers, hire

ROUND: Final = 8
"""Games that may be under way together, where there may be several copies of the program."""
_FAILURES: Final = 5
"""Failures of the program after which it is asked no more,"""
_CRASHES: Final = 40
"""and crashes, which cost little time."""
_AT_START: Final = 3
"""Failures after which a program is asked no more that never played a move."""
_LONG: Final = 80
"""A departure that no game shows in so many moves is looked for near the ways to its clauses."""
_RESUMED: Final = 0.25
"""The part of the games that begin with the shortest way to a clause that has seldom been at work."""
_PARTS: Final = 6
"""Parts of positions that a note names."""
KILLED: Final = "killed"
"""How a game ended whose worker was lost."""


@define(kw_only=True)
class Search(Asked):
    """Plays games against an implementation as it is asked to.

    `jobs` copies of the program play at once; `copy` makes one, in other processes, and must be picklable.
    """

    jobs: int = 1
    copy: Callable[[], Participant] | None = None
    workers: MakeWorkers | None = None
    """Makes those who play (None: this process, or `jobs` others); they need `copy`."""
    round: int = 1
    """Games that may be under way together: one that is planned does not know what so many less one before it find."""
    first: Callable[[Games], object] | None = None
    """Plays something before any game."""

    def run(self) -> SearchResult:
        """Play, shrink and tell; Ctrl-C ends it early and loses nothing.  Raises DoesNotPlay, and Failed at hello."""
        if self.games is None and self.seconds is None:
            raise ValueError("a search needs a number of games or of seconds")
        return Games(self).run()


class Games:
    """The games of a search, in the order in which they were planned, and what departed in them.

    Making it says hello.  Raises DoesNotPlay and Failed.
    """

    def __init__(self, asked: Search) -> None:
        self.asked = asked
        self.search = PlayedGames(asked)
        self._ways = Ways()
        self.clusters = Clusters(self.search, self._ways)
        self.adoption = Adoption(self.search, self.clusters, self._adopted)
        self.session, self.result = self.search.session, self.search.result
        self._table = Table(self.search)
        self._planned = 0
        self._lengths: dict[str, list[int]] = {}
        """Of each player, in how many moves its games of ours alone came to an end."""
        self._merged = 0
        self._queue: list[Job] = []
        self._waiting: dict[int, Played | None] = {}
        self._handing_told = False
        self._told = 0.0
        self._shown: dict[str, int] = {}
        """In how many moves each kind of divergence was told."""

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

    def departures(self, *, quick: bool = False) -> tuple[Departure, ...]:
        """One for each cause, in the shortest game found; `quick`: in a game as it was played."""
        if not quick:
            self.adoption.look_back()
        return self.clusters.departures(quick=quick, doing=lambda: self._tell("shrinking", force=True))

    def finish(self) -> SearchResult:
        """What came of the games so far."""
        result, compared = self.result, self.result.counts.compared
        if compared.parts and self.search.rules:
            engine = self.search.context(0).engine
            result.not_told = compared.not_told(engine.to_json(engine.start()))
        self.result.notes += out_of_step(self.search.knowledge)
        result.seconds = time.monotonic() - self.search.began
        self._tell("playing", force=True)
        return result

    def play(self, index: int, plan: Plan) -> Sequence[Divergence]:
        """Play one game here and now, which knows all games before it; where the sides parted."""
        self.search.knowledge.departs = self._departs
        return self._note(self._table.play(index, plan))

    # Playing them all

    def _play(self) -> None:
        if not self.search.rules:
            return
        if self.asked.first is not None:
            self.asked.first(self)
        workers = self._hire()
        with contextlib.closing(workers):
            self._plan_on()
            try:
                for index, played in workers.map(self._jobs(), play_one, "at game"):
                    with held_back():
                        self._waiting[index] = self._fit(played)
                        self._merge()
                    self._tell("playing")
                    heed()
                    if self.is_over:
                        workers.drop()
            finally:
                self._merge_rest()
                self.result.notes += workers.notes
        if self._has_failed:
            self.result.notes.append(f"the program failed {self.clusters.failures} times; no more was asked of it")

    def _hire(self) -> Workers:
        """Those who play: this process with the program as it runs, or others with copies of their own."""
        asked = self.asked
        if asked.jobs <= 1 and asked.workers is None:
            return hire(lambda: shared(asked, self.session, self.search), 1)
        if asked.copy is None:
            raise ValueError("other processes need to know how a copy of the program is made")
        self.session.participant.close()  # it is begun again to make games short: then the copies have ended
        words = {
            **_words(asked),
            "rules": tuple(self.search.rules),
            "make": None,
            "progress": None,
            "adopted": None,
            "sighted": None,
        }
        return hire(Copies(asked.copy, words, are_far=asked.workers is not None), asked.jobs, asked.workers)

    def _jobs(self) -> Iterator[Job | None]:
        """The games to play next; None while the next one waits for what others find."""
        while not self.is_over:
            if self._queue:
                job = self._queue.pop(0)
                (task,) = job.given
                yield evolve(job, given=(evolve(task, seconds=self._seconds_left),))
            elif self._all_planned:
                return
            else:
                yield None

    @property
    def _seconds_left(self) -> float | None:
        ends = self.search.ends
        return None if ends is None else max(0.0, ends - time.monotonic())

    @property
    def _all_planned(self) -> bool:
        return self.asked.games is not None and self._planned >= self.asked.games

    @property
    def is_over(self) -> bool:
        """Whether no game is begun any more; where a number of games is asked for, one is."""
        time_up = self.search.time_up() and (self._merged > 0 or self.asked.games is None)
        return time_up or self._has_failed

    @property
    def _has_failed(self) -> bool:
        """Whether the program has failed so often that it is asked no more."""
        failures = self.clusters.failures
        if failures >= _AT_START and not self.result.counts.moves:
            return True
        return failures - self.clusters.crashes >= _FAILURES or failures >= _CRASHES

    @staticmethod
    def _fit(played: Played | Unfit | None) -> Played | None:
        if isinstance(played, Unfit):
            what = f"a copy of the program cannot be begun: {played.what} (--jobs 1 begins no other beside it)"
            raise Failed(played.verdict or "cannot start", what, played.stderr)
        return played

    # Planning

    def _plan_on(self) -> None:
        """Plan the games that are to know what has been merged up to now, and no more than that."""
        while not self._all_planned and self._needed(self._planned) == self._merged:
            index, knowledge = self._planned, self.search.knowledge
            knowledge.departs = self._departs
            self._queue.append(
                Job(index, (Task(index, self._plan(index), pickle.dumps(knowledge), self.search.adopted),))
            )
            self._planned += 1

    def _needed(self, index: int) -> int:
        """How many games a game knows: the first are played one by one, as the first ones find most."""
        return index - min(self.asked.round - 1, index // 2)

    def _plan(self, index: int) -> Plan:
        """Which rules, which player, loaded dice or not, and the moves to begin with."""
        search = self.search
        self._scout(index)
        rng = Random(derive(search.asked.seed, "plan", index))
        many = len(search.rules)
        rules = index % many if index < many * len(search.players) else rng.randrange(many)
        player = self._who(index // many, index % many)
        loaded = is_loaded(rng)
        prefix: tuple[str, ...] = ()
        if self._ways and rng.random() < _RESUMED and self.session.play.chance != OWN:
            times, long = self.result.counts.events, self.clusters.clauses_beyond(_LONG)
            rules, prefix = self._ways.start(lambda event: 0 if event in long else times[event], rng)
        return Plan(rules, player, loaded, prefix)

    def _scout(self, index: int) -> None:
        """Play a game of ours alone: games on both sides may begin with its ways to what is seldom at work.

        Only against a program that departs: without, games on both sides come to as much.
        """
        search = self.search
        play = self.session.play
        if not self._departs or play.chance == OWN or play.is_part:
            return
        rng = Random(derive(search.asked.seed, "scout", index))
        plan = Plan(rng.randrange(len(search.rules)), search.players[index % len(search.players)], is_loaded(rng))
        game = own_game(search, plan, rng.getrandbits(64))
        if game.context.engine.outcome(game.states[-1]) is not None:
            self._lengths.setdefault(plan.player, []).append(len(game.moves))
        self.offer(index, plan.rules, game.line, game.states)

    def _who(self, turn: int, nth: int) -> str:
        """Everybody in turn, somebody else at each table; every other turn is for those who think least.

        Half of these turns are for those whose games of ours alone end soonest: ends are compared at the end only.
        """
        players = self.search.players
        if not turn & 1:
            return players[(turn // 2 + nth) % len(players)]
        quick = [name for name in players if name in GENERIC] or players
        among = self._soonest if self._lengths and turn & 2 else quick
        return among[(turn // 4 + nth) % len(among)]

    @property
    def _soonest(self) -> list[str]:
        """The half of the players whose games came to an end in the fewest moves."""
        order = sorted(self._lengths, key=lambda player: (mean(self._lengths[player]), player))
        return order[: -(-len(order) // 2)]

    # Merging

    def _merge(self) -> None:
        """Take in the games that are next in order, and plan those that waited for them."""
        while self._merged in self._waiting and not self._has_failed:
            self._take(self._waiting.pop(self._merged))
            self._merged += 1
            self._plan_on()

    def _merge_rest(self) -> None:
        """At the end: games that came in while one before them was lost or dropped."""
        for index in sorted(self._waiting):
            played = self._waiting.pop(index)
            if not self._has_failed:
                self._take(played)

    def _take(self, played: Played | None) -> None:
        result = self.result
        if played is None:
            result.ended[KILLED] += 1
            return
        search, own = self.search, played.result
        result.counts.add(own.counts)
        result.accepted.update(own.accepted)
        result.skipped.update(own.skipped)
        for note in own.notes:
            search.note_once(note)
        search.spectrum.add(played.spectrum)
        search.knowledge.add(played.gain)
        self._note(played.game)

    def _note(self, game: Game) -> list[Divergence]:
        """What departed in a game, and the ways that it found."""
        search = self.search
        self.result.ended[game.ended] += 1
        if game.is_whole:
            first = game.stretches[0][0]
            for event, moves in game.firsts.items():
                self._ways.offer(event, Reached(first.index, len(moves), first.rules, moves))
                search.knowledge.shortest[event] = self._ways[event].at
        for line, divergences in game.stretches:
            self.take_in(line, divergences)
        self._tell_of_handing()
        return [divergence for _, divergences in game.stretches for divergence in divergences]

    def take_in(self, line: GameLine, divergences: Sequence[Divergence]) -> None:
        """Take in what was seen in a line of moves."""
        self._tell_of(line, divergences)
        self.adoption.note(line, divergences)

    def offer(self, index: int, rules: int, line: tuple[str, ...], states: Sequence[Any]) -> None:
        """Keep the ways to clauses that a line of our own moves is, as far as they are shorter than those known."""
        for at, state in enumerate(states):
            for event in state.events:
                if self._ways.is_shorter(event, at):
                    self._ways.offer(event, Reached(index, at, rules, line))
                    self.search.knowledge.shortest[event] = at

    def _adopted(self, choice: Choice, evidence: Evidence) -> None:
        """A reading or number was taken over: positions of ours are others now, and the program may go on from them."""
        self.search.knowledge.hand_again()
        if self.asked.adopted is not None:
            self.asked.adopted(choice, evidence)

    def _tell_of(self, line: GameLine, divergences: Sequence[Divergence]) -> None:
        """Tell what is met for the first time, or in half as many moves as before."""
        is_news = self.asked.sighted is not None and line.adopted == self.search.adopted
        for divergence in divergences if is_news else ():
            assert self.asked.sighted is not None
            moves = Rank.of(line, divergence).moves
            if 2 * moves <= self._shown.get(divergence.symptom, 2 * moves):
                self._shown[divergence.symptom] = moves
                self.asked.sighted(divergence, moves)

    def _tell_of_handing(self) -> None:
        """Say once that the program is handed no more positions."""
        knowledge = self.search.knowledge
        if knowledge.hands_positions or self._handing_told:
            return
        self._handing_told = True
        (why, _), *_ = knowledge.refused.most_common(1)
        self.result.notes.append(f"it was given no more positions after it refused {knowledge.refused.total()}: {why}")

    @property
    def _departs(self) -> bool:
        return bool(len(self.clusters) or self.result.accepted)

    # Telling

    def _tell(self, doing: str, *, force: bool = False) -> None:
        tell = self.asked.progress
        if tell is None:
            return
        now = time.monotonic()
        if force or now - self._told > 0.2:
            self._told = now
            counts = self.result.counts
            tell(Progress(counts.games, counts.moves, now - self.search.began, len(self.clusters), doing))


def out_of_step(knowledge: SearchKnowledge) -> list[str]:
    """What is to be said of positions that were not told whole."""
    notes = []
    if knowledge.filled:
        parts = ", ".join(part for part, _ in knowledge.filled.most_common(_PARTS))
        notes.append(f"after departures the rules filled in what your program does not report: {parts}")
    if knowledge.unfit and knowledge.misfits:
        (why, _), *_ = knowledge.misfits.most_common(1)
        parts = ", ".join(part for part, _ in knowledge.lacking.most_common(_PARTS))
        hint = f"; if it reported these too, more games could go on: {parts}" if parts else ""
        given_up = "" if knowledge.takes_over else ", and no further attempt was made"
        times = "once" if knowledge.unfit == 1 else f"{knowledge.unfit} times"
        notes.append(f"{times} the sides could not be brought back in step ({why}){given_up}{hint}")
    return notes


def _words(asked: Asked) -> dict[str, Any]:
    """What a search was asked for, but for who answers."""
    return {field.name: getattr(asked, field.name) for field in fields(Asked) if field.name != "participant"}
