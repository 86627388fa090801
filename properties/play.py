"""One game of a campaign: played from its seed, watched by every check, and told in a report."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from operator import attrgetter
from random import Random
from typing import Any, Final

from attrs import define, field, frozen

from rulecheck.properties.checker import Checker
from rulecheck.properties.conditions import condition_for
from rulecheck.properties.contract_checks import listing, repeated, restored, unlisted
from rulecheck.properties.declaring import PropertySet, properties_of
from rulecheck.properties.players import Factory, draw, players_of
from rulecheck.properties.reducer import Budget, Condition, reduce
from rulecheck.properties.tries import Tries
from rulecheck.properties.violation import Violation, crash, guarded
from rulecheck.reference_engines.contract import CHANCE, OVER, SILENT, AnyEngine
from rulecheck.spec import Part, find_game

FINISHED: Final = "finished"
CUT_OFF: Final = "cut off"
TIME_UP: Final = "time up"
FINDING: Final = "finding"
STALE: Final = "stale start"
KILLED: Final = "worker killed"

_WITHOUT_CHANCE: Final = 12
"""Decisions in a row without chance after which a loop is looked for."""
_STRETCH: Final = 120
_LOOKED_AT: Final = 24
"""Of each stretch of decisions without chance so many are looked at for loops."""
_BUCKET: Final = 60
_FEW: Final = 8
"""Elements at most of a tuple that is compared like a plain field."""
_CLOSELY: Final = 32
"""The first games of a campaign are looked at more often, by all properties."""
ROUTINE: Final = 8
"""Games that have met a kind of step after which it is routine."""
_PATIENCE: Final = (8, 20, 60, 200)


@frozen
class Task:
    """Which game to play: everything about it follows from this."""

    index: int
    seed: int
    rules: int
    player: str
    loaded: bool = False
    """Chance is drawn evenly, whatever its weights: rare outcomes come quicker."""
    prefix: tuple[str, ...] = ()
    """The moves of another game to start from."""
    deadline: float | None = None


@frozen
class Known:
    """What earlier rounds found: the shortest way to each event, and the faults seen often enough to play past."""

    shortest: Mapping[str, int] = field(factory=dict)
    past: frozenset[str] = frozenset()
    routine: frozenset[int] = frozenset()
    """The kinds of steps that `ROUTINE` games had: of claims with a share, only that is looked at there."""


@frozen
class Sighting:
    """A fault seen in a game: after `at` moves."""

    kind: str
    key: str
    at: int
    violation: Violation
    about: str = ""
    """The reading of a `silent`, the kinds of moves of an `endless`."""


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
    sightings: list[Sighting] = field(factory=list)
    line: tuple[str, ...] = ()
    """The moves from the start, as far as `firsts` and `sightings` need them."""


@frozen
class Shop:
    """What a worker needs to play: picklable, and the same for the whole campaign."""

    rules: tuple[Any, ...]
    build: Callable[[Any], AnyEngine]
    properties: tuple[str, ...] | None
    """Modules with properties; None: those of the game, if it has any."""
    clauses: frozenset[str] | None
    """The ids that events and refusals may name; None: any."""
    settled: frozenset[str] = frozenset()
    """Readings that the text does answer: needing them is no silence."""
    cap: int = 6000
    gap: int = 48
    """Moves between two sampled checks, on average."""


def property_modules(game: str) -> tuple[str, ...]:
    """The module with a game's own properties, if there is one."""
    known = find_game(game)
    return (known.properties,) if known is not None and known.has(Part.PROPERTIES) else ()


def load_properties(modules: Sequence[str]) -> PropertySet:
    """The properties of some modules together."""
    found: dict[str, Any] = {}
    for module in modules:
        import_module(module)
        found.update({one.name: one for one in properties_of(module)})
    return PropertySet(tuple(found.values()))


class Table:
    """One engine with its checker and everything that is worked out once."""

    def __init__(self, shop: Shop, rules: Any) -> None:
        self.engine = shop.build(rules)
        modules = property_modules(rules.game) if shop.properties is None else shop.properties
        self.properties = load_properties(modules)
        self.checker = Checker(self.engine, self.properties)
        self.factories: dict[str, Factory] = players_of(rules.game)
        self.clauses = shop.clauses
        self.settled = shop.settled
        self.cap = shop.cap
        self.gap = shop.gap
        self._tries: Tries | None = None
        self._names: dict[Any, str] = {}

    @property
    def tries(self) -> Tries:
        """The well-formed moves, worked out when first needed."""
        if self._tries is None:
            self._tries = Tries(self.engine)
        return self._tries

    def name(self, move: Any) -> str:
        """A move's notation."""
        text = self._names.get(move)
        if text is None:
            text = self._names[move] = str(move)
        return text

    def condition(self, sighting: Sighting) -> Condition | None:
        """What a game must show to show this fault again."""
        every = [*self.checker.generic, *self.properties]
        return condition_for(sighting.kind, sighting.violation, every, sighting.about)


class Tables:
    """The tables of a campaign, each set up when the first game needs it."""

    def __init__(self, shop: Shop) -> None:
        self.shop = shop
        self._tables: dict[int, Table] = {}

    def __getitem__(self, rules: int) -> Table:
        table = self._tables.get(rules)
        if table is None:
            table = self._tables[rules] = Table(self.shop, self.shop.rules[rules])
        return table


def play_game(tables: Tables, task: Task, known: Known) -> GameReport:
    """Play the game of a task to its end, its cap, its deadline or the first fault that is not known yet."""
    report = GameReport(task)
    try:
        table = tables[task.rules]
    except Exception as error:
        violation = crash("build", error)
        report.ended = FINDING
        report.sightings.append(Sighting("broken", violation.key, 0, violation))
        return report
    collects = gc.isenabled()
    gc.disable()  # positions hold no cycles, and looking for some among thousands that are kept takes a while
    try:
        _Game(table, task, known, report).play()
    finally:
        if collects:
            gc.enable()
    return report


class _Game:
    def __init__(self, table: Table, task: Task, known: Known, report: GameReport) -> None:
        self.table = table
        self.task = task
        self.known = known
        self.report = report
        self.moves: list[Any] = []
        self.firsts: dict[str, int] = {}
        self.told: dict[tuple[str, ...], int] = {}
        """How often moves carried out just these clauses."""
        self.refusals: Counter[str] = Counter()
        self.seen: set[str] = set()

    def saw(self, violations: Sequence[Violation], at: int) -> bool:
        """Note violations; True if the game should end here."""
        stop = False
        for violation in violations:
            key = violation.key
            if key not in self.seen:
                self.seen.add(key)
                self.report.sightings.append(Sighting(violation.kind, key, at, violation))
            if violation.kind == "broken":
                if key in self.known.past:
                    self.table.checker.mute(violation.name)
                else:
                    stop = True
        return stop

    def event(self, event: str, at: int) -> bool:
        """Note an event that is new to this game; True if the game should end here."""
        self.firsts[event] = at
        if event.startswith(SILENT):
            reading = event[len(SILENT) :]
            if reading in self.table.settled:
                return False
            violation = Violation("silent", reading, f"the rules do not say: a reading was needed ({reading})")
            self.report.sightings.append(Sighting("silent", violation.key, at, violation, reading))
        elif self.table.clauses is not None and event not in self.table.clauses:
            message = f"a move carries out {event!r}: no such clause"
            return self.saw([Violation("broken", f"no clause {event!r}", message, about="event")], at)
        return False

    def play(self) -> None:
        report, table, task = self.report, self.table, self.task
        checker = table.checker
        checker.game(None if task.index < _CLOSELY else task.index, self.known.routine)
        checker.reset_counts()
        where = ["start"]
        try:
            report.ended = self._play(where)
        except Exception as error:
            report.ended = FINDING
            self.saw([crash(where[0], error)], len(self.moves))
        for events, times in self.told.items():
            for event in events:
                report.events[event] += times
        report.moves = max(0, len(self.moves) - len(task.prefix))
        report.refusals = dict(self.refusals)
        report.properties = checker.counts()
        report.kinds = tuple(sorted(checker.kinds))
        shortest = self.known.shortest
        report.firsts = {e: at for e, at in self.firsts.items() if at < shortest.get(e, at + 1)}
        upto = max((*report.firsts.values(), *(one.at for one in report.sightings)), default=0)
        report.line = tuple([table.name(move) for move in self.moves[:upto]])

    def _play(self, where: list[str]) -> str:
        table, task, moves, report = self.table, self.task, self.moves, self.report
        engine, checker = table.engine, table.checker
        actor_of, legal_of, apply, step = engine.actor, engine.legal_moves, engine.apply, checker.step
        rng, checks = Random(task.seed), Random(task.seed ^ 0x5EED)
        player = table.factories[task.player](Random(task.seed ^ 0xFACE))
        events, told = report.events, self.told
        state = engine.start()
        if self.saw(checker.first(state), 0):
            return FINDING
        positions = [state] if checker.whole_game else None
        for text in task.prefix:
            try:
                move = engine.parse(text)
                if engine.refusal(state, move) is not None:
                    return STALE
            except ValueError:
                return STALE
            where[0] = "apply"
            moves.append(move)
            state = apply(state, move)
            if positions is not None:
                positions.append(state)
        if task.prefix and self.saw(checker.first(state), len(moves)):
            return FINDING
        for event in state.events if not task.prefix else ():
            events[event] = 1
            if self.event(event, 0):
                return FINDING
        most_decisions, most_moves = table.cap, 4 * table.cap
        decisions = 0
        # Haggling without end: after so many decisions without chance, do what was done least since then.
        patience = rng.choice(_PATIENCE)
        stretch: Counter[type] = Counter()
        since = 0
        closely = task.index < _CLOSELY
        gap = max(1, table.gap // 12) if closely else table.gap
        next_check = len(moves) + int(checks.random() * gap)
        loops = _Loops()
        while True:
            where[0] = "actor"
            actor = actor_of(state)
            where[0] = "legal_moves"
            legal = legal_of(state)
            if not legal or actor == OVER:
                return self._end(where, state, legal, positions)
            at = len(moves)
            if decisions >= most_decisions or at >= most_moves:
                return CUT_OFF
            if at & 63 == 0 and task.deadline is not None and time.monotonic() > task.deadline:
                return TIME_UP
            if actor == CHANCE:
                if len(legal) == 1:
                    move = legal[0]
                elif task.loaded:
                    move = legal[int(rng.random() * len(legal))]
                else:
                    where[0] = "weights"
                    move = draw(legal, engine.weights(state), rng)
            else:
                decisions += 1
                report.decisions = decisions
                where[0] = "choose"
                if len(legal) == 1:
                    move = legal[0]
                elif since > patience and not since & 3:
                    least = min([stretch[type(one)] for one in legal])
                    move = player(engine, state, [one for one in legal if stretch[type(one)] == least], rng)
                else:
                    move = player(engine, state, legal, rng)
                since += 1
                stretch[type(move)] += 1
            where[0] = "refusal"
            if closely and engine.refusal(state, move) is not None:
                self.saw(list(listing(engine, state, [move])), at)
                legal = [one for one in legal if engine.refusal(state, one) is None]
                if not legal:
                    return FINDING
                move = legal[0]
            if at >= next_check:
                next_check = at + 1 + int(checks.random() * 2 * gap)
                if self._look(where, state, legal, move, checks, at):
                    return FINDING
            where[0] = "apply"
            moves.append(move)
            after = apply(state, move)
            stop = False
            carried_out = after.events
            if carried_out in told:
                told[carried_out] += 1
            else:
                told[carried_out] = 1
                for event in carried_out:
                    if event not in events:
                        events[event] = 0
                        stop = self.event(event, at + 1) or stop
            found = step(state, move, after)
            if (found and self.saw(found, at + 1)) or stop:
                return FINDING
            if actor == CHANCE:
                if since:
                    since = 0
                    stretch.clear()
                    loops.clear()
            elif since > _WITHOUT_CHANCE and (since - _WITHOUT_CHANCE) % _STRETCH <= _LOOKED_AT:
                kinds = loops.add(since, state, move, after)
                if kinds is not None:
                    self._loop(kinds, loops.clauses, at + 1)
                    loops.clear()
            if positions is not None:
                positions.append(after)
            state = after

    def _look(self, where: list[str], state: Any, legal: Sequence[Any], move: Any, checks: Random, at: int) -> bool:
        """One of the checks that are too dear for every move."""
        engine = self.table.engine
        which = checks.random()
        if which < 0.25:
            where[0] = "refusal"
            found = guarded("refusal", listing(engine, state, legal))
        elif which < 0.85:
            where[0] = "refusal"
            tries = self.table.tries.draw(legal, checks, 6)
            found = guarded(
                "refusal",
                unlisted(engine, state, legal, tries, clauses=self.table.clauses, refusals=self.refusals),
            )
        elif which < 0.96:
            # a crash here comes again in a moment, when the move is played, and is told then
            found = [one for one in guarded("apply", repeated(engine, state, move)) if not one.trace]
        else:
            found = guarded("from_json", restored(engine, state, legal[:20]))
        return bool(found) and self.saw(found, at)

    def _end(self, where: list[str], state: Any, legal: Sequence[Any], positions: list[Any] | None) -> str:
        engine = self.table.engine
        at = len(self.moves)
        where[0] = "outcome"
        found = list(listing(engine, state, legal))
        last = type(self.moves[-1]).__name__ if self.moves else ""
        for violation in found:
            if violation.kind == "deadlock":
                violation = Violation("deadlock", violation.name, violation.message, _clauses(state.events), about=last)
            self.saw([violation], at)
        if found:
            return FINDING
        if positions is not None and self.saw(
            self.table.checker.whole(positions, self.moves, engine.outcome(state)), at
        ):
            return FINDING
        return FINISHED

    def _loop(self, kinds: Collection[str], clauses: tuple[str, ...], at: int) -> None:
        about = "+".join(sorted(kinds))
        violation = Violation(
            "endless",
            f"a loop of {', '.join(sorted(kinds))}",
            "these moves lead back to the same position, with no chance on the way, as often as the players like",
            clauses,
            about=about,
        )
        if violation.key not in self.seen:
            self.seen.add(violation.key)
            self.report.sightings.append(Sighting("endless", violation.key, at, violation, about))


def _clauses(events: Sequence[str]) -> tuple[str, ...]:
    return tuple(event for event in events if not event.startswith(SILENT))


class _Loops:
    """Looks for a return to an equal position among the decisions since the last chance move.

    The first decisions are passed over; where there are many, stretches of them are looked at
    with pauses between, as a player in a loop goes round more than once.  Equal positions are
    looked for among those whose plain fields (numbers, words, a few numbers) agree.
    """

    def __init__(self) -> None:
        self.clauses: tuple[str, ...] = ()
        """The clauses that the moves of the last loop carried out."""
        self._states: list[Any] = []
        self._kinds: list[str] = []
        self._buckets: dict[Any, list[int]] = {}
        self._outline: Callable[[Any], Any] | None = None

    def clear(self) -> None:
        """Begin anew."""
        if self._states:
            self._states.clear()
            self._kinds.clear()
            self._buckets.clear()

    def add(self, count: int, state: Any, move: Any, after: Any) -> set[str] | None:
        """The kinds of moves of the loop that this decision closes, if it closes one; `count` are without chance."""
        if (count - _WITHOUT_CHANCE) % _STRETCH == _LOOKED_AT:
            self.clear()
            return None
        outline = self._outline
        if outline is None:
            outline = self._outline = _outline(state)
        states = self._states
        if not states:
            states.append(state)
            self._buckets[outline(state)] = [0]
        self._kinds.append(type(move).__name__)
        states.append(after)
        bucket = self._buckets.setdefault(outline(after), [])
        for nth in reversed(bucket[-_BUCKET:]):
            if states[nth] == after:
                events = [event for one in states[nth + 1 :] for event in one.events]
                self.clauses = _clauses(tuple(dict.fromkeys(events)))
                return set(self._kinds[nth:])
        bucket.append(len(states) - 1)
        return None


def _outline(state: Any) -> Callable[[Any], Any]:
    """What tells most positions of this kind apart at little cost: their plain fields."""
    plain = [name for name, value in state.__dict__.items() if _is_plain(value)]
    return attrgetter(*plain) if plain else type


def _is_plain(value: Any) -> bool:
    """Whether a value is a number, a word, or a few of them in a tuple."""
    if value.__class__ is tuple:
        return 0 < len(value) <= _FEW and all([one.__class__ is int for one in _leaves(value)])
    return value.__class__ in (int, str, bool)


def _leaves(value: tuple[Any, ...]) -> list[Any]:
    """The elements of a tuple, and those of the tuples in it."""
    return [leaf for one in value for leaf in (one if one.__class__ is tuple else (one,))]


@frozen
class ShrinkTask:
    """A sighting to find the shortest game for."""

    key: str
    sighting: Sighting
    rules: int
    line: tuple[str, ...]
    steps: int
    seconds: float | None
    others: tuple[int, ...] = ()


@frozen
class Shrunk:
    """The shortest game found; `shrunk` is False if the fault did not show when replayed."""

    key: str
    rules: int
    line: tuple[str, ...]
    shrunk: bool
    finished: bool = False


def shrink(tables: Tables, task: ShrinkTask) -> Shrunk:
    """Reduce one sighting's game; the game itself, if it does not show the fault again."""
    as_it_is = Shrunk(task.key, task.rules, task.line, False)
    if not task.line:
        return Shrunk(task.key, task.rules, (), True, True)
    try:
        table = tables[task.rules]
        condition = table.condition(task.sighting)
        if condition is None:
            return as_it_is
        moves = [table.engine.parse(text) for text in task.line]
        others = [tables[index].engine for index in task.others]
        found = reduce(table.engine, moves, condition, budget=Budget(task.steps, task.seconds), others=others)
    except Exception:
        return as_it_is
    if found is None:
        return as_it_is
    rules = task.rules
    for index, engine in zip(task.others, others, strict=True):
        if engine is found.engine:
            rules = index
    return Shrunk(task.key, rules, tuple(str(move) for move in found.moves), True, found.finished)
