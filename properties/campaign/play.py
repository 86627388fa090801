"""One game of a campaign: played from its seed, watched by every check, and told in a report."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final, Protocol

from attrs import define, evolve, field, frozen

from rulecheck.properties.campaign.arena import Arena, Arenas
from rulecheck.properties.campaign.deciding import Deciding
from rulecheck.properties.campaign.lasso import Loop, Loops, is_looked_at
from rulecheck.properties.campaign.planning import Plan
from rulecheck.properties.invariants.contract_checks import listing, repeated, restored, unlisted
from rulecheck.properties.invariants.violation import Violation, clauses_in, crash, guarded
from rulecheck.properties.unforeseen.learning import Learnt
from rulecheck.properties.unforeseen.watching import Watch, asymmetries
from rulecheck.reference_engines.contract import CHANCE, OVER, SILENT

FINISHED: Final = "finished"
CUT_OFF: Final = "cut off"
TIME_UP: Final = "time up"
FINDING: Final = "finding"
STALE: Final = "stale start"
KILLED: Final = "worker killed"

_GOES_ON: Final = ""
"""Instead of how a game ended: it has not."""
_CLOSELY: Final = 32
"""The first games of a campaign are looked at more often, by all properties."""
_CLOSE_MOVES: Final = 600
"""Moves of such a game that are: kinds of steps that it has met by then are routine in what is left of it."""
ROUTINE: Final = 8
"""Games that have met a kind of step after which it is routine."""
_EXCHANGED: Final = 0.815
"""Three in ten of the checks that play a step with names exchanged do so in games that are not looked at closely."""
_NOW_AND_THEN: Final = 15
"""Bits of a number of moves that are all zero where the time is asked for, and whether components are lost."""


@frozen
class Task:
    """Which game to play: everything about it follows from this."""

    index: int
    seed: int
    plan: Plan
    seconds: float | None = None
    """How long it may take; a duration, as clocks of other machines tell another time."""


@frozen
class Known:
    """What earlier rounds found: the shortest way to each event, and the faults seen often enough to play past."""

    shortest: Mapping[str, int] = field(factory=dict)
    past: frozenset[str] = frozenset()
    routine: frozenset[int] = frozenset()
    """The kinds of steps that `ROUTINE` games had: of claims with a share, only that is looked at there."""
    familiar: frozenset[int] = frozenset()
    """The sorts of steps that were met: what they change is accounted for."""
    learnt: Learnt = field(factory=Learnt)
    """Which clauses change which part, where a game has no accounts."""
    times: Counter[str] = field(factory=Counter)
    """How often each clause was carried out."""


@frozen
class Sighting:
    """A fault seen in a game: after `at` moves."""

    violation: Violation
    at: int


@define
class GameReport:
    """What one game has to tell."""

    task: Task
    ended: str = FINISHED
    moves: int = 0
    """Moves played, without the moves of the prefix."""
    decisions: int = 0
    events: dict[str, int] = field(factory=dict)
    firsts: dict[str, int] = field(factory=dict)
    """Events that this game reached sooner than any before: after how many moves from the start."""
    refusals: dict[str, int] = field(factory=dict)
    properties: dict[str, int] = field(factory=dict)
    kinds: tuple[int, ...] = ()
    """The kinds of steps that were not routine yet."""
    sorts: tuple[int, ...] = ()
    """The sorts of steps that were not familiar yet."""
    changes: tuple[tuple[str, str], ...] = ()
    """Where a game has no accounts: parts with the clauses in whose steps they changed, those not learnt yet."""
    sightings: list[Sighting] = field(factory=list)
    line: tuple[str, ...] = ()
    """The moves from the start, as far as `firsts` and `sightings` need them."""


class Log(Protocol):
    """Where a campaign writes down what its games told."""

    def reports(self) -> Iterable[tuple[int, GameReport]]:
        """What was kept so far, by the number of the game."""

    @property
    def pack(self) -> Callable[[GameReport], bytes]:
        """Makes what is kept of a report, where the game was played: it takes longer than taking the game in."""

    def keep(self, packed: Sequence[tuple[int, bytes]]) -> None:
        """Keep what some games told, by their numbers; it is safe when this returns."""


def play_game(arenas: Arenas, task: Task, known: Known) -> GameReport:
    """Play the game of a task to its end, its cap, its time or the first fault that is not known yet."""
    report = GameReport(task)
    try:
        arena = arenas[task.plan.rules]
    except Exception as error:
        report.ended = FINDING
        report.sightings.append(Sighting(crash("build", error), 0))
        return report
    collects = gc.isenabled()
    # positions hold no cycles; looking for some among those that are kept takes about 4 % of a game (two of our games,
    # 14 matches each of 500 and of 6,000 moves, with and without by turns)
    gc.disable()
    try:
        _Game(arena, task, known, report).play()
    finally:
        if collects:
            gc.enable()
    return report


class _Game:
    """A game under way: the moves so far, the position they led to, and what was noted of it.

    `_go_on` is the hot path of every campaign, most of it inside the engine and the checker.  It
    keeps what it asks for each move in local variables and notes in `where` which call is being
    made, so that one handler around the whole game can say which one raised (about 4 ns a note).
    What can be a method of its own is one.
    """

    def __init__(self, arena: Arena, task: Task, known: Known, report: GameReport) -> None:
        self.arena = arena
        self.engine = arena.engine
        self.checker = arena.checker
        self.task = task
        self.deadline = None if task.seconds is None else time.monotonic() + task.seconds
        self.known = known
        self.report = report
        self.where = "start"
        """The call that is being made, should it raise."""
        self.state: Any = None
        self.moves: list[Any] = []
        self.positions: list[Any] | None = None
        """All of them so far, if a property of whole games is to see them."""
        self.firsts: dict[str, int] = {}
        self.carried_out: dict[tuple[str, ...], int] = {}
        """How often moves carried out just these clauses."""
        self.refusals: Counter[str] = Counter()
        self.seen: set[str] = set()
        """The keys of the faults of this game."""
        self.rng, self.checks = Random(task.seed), Random(task.seed ^ 0x5EED)
        self.closely = task.index < _CLOSELY
        self.gap = max(1, arena.gap // 12) if self.closely else arena.gap
        self.next_check = 0
        self.loops = Loops()
        self.watch = Watch(arena.engine, arena.twins, arena.accounts, known.familiar, known.learnt, arena.choices)

    # Noting

    def saw(self, violations: Sequence[Violation], at: int) -> bool:
        """Note violations; True if the game should end here."""
        stop = False
        for violation in violations:
            key = violation.key
            if key not in self.seen:
                self.seen.add(key)
                self.report.sightings.append(Sighting(violation, at))
            if violation.kind == "broken":
                if key in self.known.past:
                    self.checker.mute(violation.name)
                else:
                    stop = True
        return stop

    def event(self, event: str, at: int) -> bool:
        """Note an event that is new to this game; True if the game should end here."""
        self.firsts[event] = at
        if event.startswith(SILENT):
            reading = event[len(SILENT) :]
            if reading in self.arena.settled:
                return False
            message = f"the rules do not say: a reading was needed ({reading})"
            return self.saw([Violation("silent", reading, message)], at)
        if self.arena.clauses is not None and event not in self.arena.clauses:
            message = f"a move carries out {event!r}: no such clause"
            return self.saw([Violation("broken", f"no clause {event!r}", message, about="event")], at)
        return False

    # Playing

    def play(self) -> None:
        """Play it and fill in the report."""
        report, arena, task, checker = self.report, self.arena, self.task, self.checker
        checker.tells_all = arena.accounts is None  # what is learnt is counted by games
        checker.game(task.index, self.known.routine, closely=self.closely)
        checker.reset_counts()
        checker.new = []
        try:
            report.ended = self._begin() or self._go_on()
        except Exception as error:
            report.ended = FINDING
            self.saw([crash(self.where, error)], len(self.moves))
        self._exchange_names()
        for events, times in self.carried_out.items():
            for event in events:
                report.events[event] += times
        report.moves = max(0, len(self.moves) - len(task.plan.prefix))
        report.refusals = dict(self.refusals)
        report.properties = checker.counts()
        report.kinds = tuple(sorted(checker.kinds))
        report.sorts = self.watch.sorts()
        report.changes = tuple(sorted(self.watch.changes))
        shortest = self.known.shortest
        report.firsts = {event: at for event, at in self.firsts.items() if at < shortest.get(event, at + 1)}
        upto = max((*report.firsts.values(), *(sighting.at for sighting in report.sightings)), default=0)
        report.line = tuple([arena.name(move) for move in self.moves[:upto]])

    def _begin(self) -> str:
        """The first position and the moves of the prefix; how the game ended if it ended here."""
        engine, checker, prefix = self.engine, self.checker, self.task.plan.prefix
        player = self.arena.factories[self.task.plan.player](Random(self.task.seed ^ 0xFACE))
        self.state = engine.start()
        if self.saw(checker.first(self.state), 0):
            return FINDING
        if checker.whole_game:
            self.positions = [self.state]
        try:
            self.line = [engine.parse(text) for text in self.task.plan.line]
        except ValueError:
            return STALE
        for text in prefix:
            try:
                move = engine.parse(text)
                if engine.refusal(self.state, move) is not None:
                    return STALE
            except ValueError:
                return STALE
            self.where = "apply"
            self.moves.append(move)
            self.state = engine.apply(self.state, move)
            if self.positions is not None:
                self.positions.append(self.state)
        if prefix and self.saw(checker.first(self.state), len(self.moves)):
            return FINDING
        for event in self.state.events if not prefix else ():
            self.report.events[event] = 1
            if self.event(event, 0):
                return FINDING
        self.deciding = Deciding(engine, player, self.rng, loaded=self.task.plan.loaded)
        self.next_check = len(self.moves) + int(self.checks.random() * self.gap)
        return _GOES_ON

    def _go_on(self) -> str:
        """Move by move; how the game ended."""
        engine, moves, positions = self.engine, self.moves, self.positions
        actor_of, legal_of, apply, step = engine.actor, engine.legal_moves, engine.apply, self.checker.step
        carried_out, deadline, new = self.carried_out, self.deadline, self.checker.new
        report, deciding, line = self.report, self.deciding, self.line
        cap = min(self.task.plan.cap or self.arena.cap, self.arena.cap)
        most_decisions, most_moves = cap, 4 * cap
        state = self.state
        while True:
            self.where = "actor"
            actor = actor_of(state)
            self.where = "legal_moves"
            legal = legal_of(state)
            if not legal or actor == OVER:
                return self._end(state, legal)
            at = len(moves)
            if report.decisions >= most_decisions or at >= most_moves:
                return FINDING if self._lost(state, at) else CUT_OFF
            if not at & _NOW_AND_THEN:
                if deadline is not None and time.monotonic() > deadline:
                    return TIME_UP
                if self._lost(state, at):
                    return FINDING
            if at < len(line):
                self.where = "refusal"
                move = line[at]
                if engine.refusal(state, move) is not None:
                    return STALE
            elif actor == CHANCE:
                self.where = "weights"
                move = deciding.chance(state, legal)
            else:
                self.where = "choose"
                report.decisions += 1
                move = deciding.decision(state, legal)
            self.where = "refusal"
            if self.closely and engine.refusal(state, move) is not None:
                self.saw(list(listing(engine, state, [move])), at)
                legal = [other for other in legal if engine.refusal(state, other) is None]
                if not legal:
                    return FINDING
                move = legal[0]
            if at >= self.next_check:
                if self.closely and at >= _CLOSE_MOVES:
                    self.closely, self.gap = False, self.arena.gap
                    self.checker.relax(self.task.index)
                self.next_check = at + 1 + int(self.checks.random() * 2 * self.gap)
                if self._look(state, legal, move, at):
                    return FINDING
            self.where = "apply"
            moves.append(move)
            after = apply(state, move)
            # counted by the whole tuple, which is seldom a new one, and taken apart when the game is over
            events = after.events
            stop = False
            try:
                carried_out[events] += 1
            except KeyError:
                carried_out[events] = 1
                stop = self._new(events, at + 1)
            violations = step(state, move, after)
            if (violations and self.saw(violations, at + 1)) or stop:
                return FINDING
            if new:
                self.saw(self.watch.take(new, at + 1), at + 1)
            if actor == CHANCE:
                if deciding.since:
                    self._begin_stretch()
            elif is_looked_at(deciding.since):
                self._look_for_loop(state, move, after, at + 1)
            if positions is not None:
                positions.append(after)
            state = after

    def _begin_stretch(self) -> None:
        """After a chance move: what was decided before it is over."""
        self.deciding.begin_stretch()
        self.loops.clear()

    def _new(self, events: Sequence[str], at: int) -> bool:
        """Note events that came together for the first time in this game; True if the game should end here."""
        counts = self.report.events
        stop = False
        for event in events:
            if event not in counts:
                counts[event] = 0
                stop = self.event(event, at) or stop
        return stop

    def _exchange_names(self) -> None:
        """Play some steps of new sorts again with names exchanged."""
        for at, violation in self.watch.look(None if self.closely else self.task.index, self.known.times, self.checks):
            self.saw([violation], at)

    # Looking closer

    def _look(self, state: Any, legal: Sequence[Any], move: Any, at: int) -> bool:
        """One of the checks that are too dear for every move; True if the game should end here."""
        engine, checks = self.engine, self.checks
        which = checks.random()
        if which < 0.25:
            self.where = "refusal"
            violations = guarded("refusal", listing(engine, state, legal))
        elif which < 0.8:
            self.where = "refusal"
            tries = self.arena.tries.draw(legal, checks, 6)
            taken = unlisted(engine, state, legal, tries, clauses=self.arena.clauses, refusals=self.refusals)
            violations = guarded("refusal", taken)
        elif which < 0.85:
            if not self.arena.twins or not (self.closely or which < _EXCHANGED):
                return False
            self.where = "apply"
            violations = asymmetries(checks.choice(self.arena.twins), engine, state, move, engine.apply(state, move))
            return bool(violations) and self.saw(violations, at + 1)
        elif which < 0.96:
            # a crash here comes again in a moment, when the move is played, and is told then
            twice = guarded("apply", repeated(engine, state, move))
            violations = [violation for violation in twice if not violation.trace]
        else:
            violations = guarded("from_json", restored(engine, state, legal[:20]))
        return bool(violations) and self.saw(violations, at)

    def _end(self, state: Any, legal: Sequence[Any]) -> str:
        """Where the game is over or nobody may move: what the position and the whole game show."""
        at = len(self.moves)
        self.where = "outcome"
        violations = list(listing(self.engine, state, legal))
        last = type(self.moves[-1]).__name__ if self.moves else ""
        for violation in violations:
            if violation.kind == "deadlock":
                violation = evolve(violation, clauses=clauses_in(state.events), about=last)
            self.saw([violation], at)
        if violations:
            return FINDING
        if self._lost(state, at):
            return FINDING
        if self.positions is not None:
            outcome = self.engine.outcome(state)
            if self.saw(self.checker.whole(self.positions, self.moves, outcome), at):
                return FINDING
        return FINISHED

    def _lost(self, state: Any, at: int) -> bool:
        """Whether a component is lost, where that is not asked at every step; True if the game should end here."""
        self.where = "inventory"
        lost = self.checker.conserved(state)
        return bool(lost) and self.saw(lost, at)

    def _look_for_loop(self, state: Any, move: Any, after: Any, at: int) -> None:
        loop = self.loops.add(self.deciding.since, state, move, after)
        if loop is not None:
            self.saw([_endless(loop)], at)
            self.loops.clear()


def _endless(loop: Loop) -> Violation:
    kinds = sorted(loop.kinds)
    return Violation(
        "endless",
        f"a loop of {', '.join(kinds)}",
        "these moves lead back to the same position, with no chance on the way, as often as the players like",
        loop.clauses,
        about="+".join(kinds),
    )
