"""Checks one engine's positions as a game goes on, running only what a move can have broken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from itertools import compress
from math import lcm
from operator import is_not
from typing import Any, Final
from zlib import crc32

from attrs import define, field, frozen

from rulecheck.properties.invariants.conservation import conservation, tallied
from rulecheck.properties.invariants.declaring import OFTEN, SELDOM, Played, Property
from rulecheck.properties.invariants.field_tracking import Parts, moved, parts_read, touched_fields
from rulecheck.properties.invariants.name_checks import check_names
from rulecheck.properties.invariants.violation import Violation, broken, crash
from rulecheck.reference_engines.contract import AnyEngine, Outcome


@frozen(eq=False)
class NewStep:
    """The first step of its sort in a game, as the checker sorts them."""

    before: Any
    move: Any
    after: Any


@define(eq=False)
class _Plan:
    """The functions to run for some kind of step.

    A game notes which plans it ran and not each function of them: one note a step; `Checker.counts` adds up.
    """

    claims: tuple[Property, ...]
    checks: tuple[Callable[..., Iterator[str]], ...]
    each: tuple[tuple[str, tuple[Callable[..., Iterator[str]], ...]], ...] = ()
    """For each tuple of values the invariants to run for those that are new."""


def _plan(claims: Iterable[Property], each: Iterable[str] = ()) -> _Plan:
    """The plan for some properties; for those over each value of one of these tuples, by the tuple."""
    claims = tuple(claims)
    by_value = {name: tuple([claim.function for claim in claims if claim.each == name]) for name in each}
    return _Plan(
        claims,
        tuple([claim.function for claim in claims if claim.each not in by_value]),
        tuple([(name, checks) for name, checks in by_value.items() if checks]),
    )


@define(eq=False)
class _Sort:
    """A sort of steps: a kind of move, and the clauses carried out."""

    kind: int
    """Its number, the same in every process."""
    game: int = 0
    """The number of the game, among those of the checker, that met it last."""
    left: int = 0
    """So many more of them are looked at by everything in that game."""
    told: set[_Plan] = field(factory=set)
    """The plans for which somebody was told of a step of this sort in it."""


@define(eq=False)
class _Steps:
    """For one kind of move: the keys to ask about a step, and the plan for each answer."""

    properties: tuple[Property, ...]
    keys: tuple[Callable[[Any, Any, Any], Hashable], ...]
    plans: dict[Any, _Plan] = field(factory=dict)

    def plan(self, answers: Any) -> _Plan:
        """The properties that these answers leave."""
        given = dict(zip(self.keys, answers, strict=True))
        plan = self.plans[answers] = _plan(
            [claim for claim in self.properties if all(given[need.key] in need.values for need in claim.when)]
        )
        return plan


_WITHIN: Final = 24
"""Steps of a kind in one game after which it is routine there: positions of one game are much alike."""
_NONE: Final[list[Violation]] = []
"""What nearly every step answers: one list for all, never added to (`_add` makes a new one)."""


@define(eq=False)
class _View:
    """What is looked at in some games, and what was worked out for it once."""

    invariants: tuple[Property, ...]
    after: tuple[Property, ...]
    whole_game: _Plan
    parts: Parts
    full: _Plan
    each: tuple[str, ...]
    plans: dict[tuple[Any, ...], _Plan] = field(factory=dict)
    steps: dict[type, _Steps] = field(factory=dict)


def _view(properties: Iterable[Property]) -> _View:
    every = tuple(properties)
    invariants = tuple([claim for claim in every if claim.kind == "holds"])
    return _View(
        invariants,
        tuple([claim for claim in every if claim.kind == "after"]),
        _plan([claim for claim in every if claim.kind == "whole_game"]),
        parts_read([path for claim in invariants for path in claim.reads or ()]),
        _plan(invariants),
        tuple(dict.fromkeys([claim.each for claim in invariants if claim.each])),
    )


class Checker:
    """Checks one engine's positions as a game goes on, running only what a move can have broken.

    `first` and `step` answer with all violations found there (an empty list: none).
    A property that raises counts as broken.  `counts` tells how often each was run.
    Raises SpecError for a property that names a move or a field that does not exist.
    """

    def __init__(self, engine: AnyEngine, properties: Iterable[Property] = (), *, generic: bool = True) -> None:
        self.generic = (conservation(engine),) if generic else ()
        every = list(properties)
        check_names(every, engine)
        self._engine = engine
        tallies = tallied(engine) if generic else ()
        self._every = (*tallies, *every)
        self._tallies = _plan(tallies)
        self._named = {claim.function: claim for claim in self._every}
        self._muted: set[str] = set()
        self._last: Any = None
        self._cycle = lcm(*[claim.share for claim in self._every])
        self._turns: dict[tuple[int, bool], _View] = {}
        self._all = _view(self._every)
        self._views: dict[tuple[bool, ...], _View] = {(True,) * len(self._every): self._all}
        """By which properties are looked at: few of the turns that games take differ in that."""
        self._ran: defaultdict[_Plan, int] = defaultdict(int)
        """How often each plan was run since the counts were reset."""
        self._sorts: dict[tuple[type, tuple[str, ...]], _Sort] = {}
        self._games = 0
        """How many games there were."""
        self._nothing = _plan(())
        """When all invariants have been run already."""
        self.new: list[NewStep] | None = None
        """The first step of each sort in a game, if somebody wants them: a list to empty.

        Where a kind of step is routine, one game in a few (`OFTEN`) tells of it, or each that `tells_all`."""
        self.tells_all = False
        self.game(None)

    def game(self, index: int | None, routine: Set[int] = frozenset(), *, closely: bool = False) -> None:
        """Choose what is looked at in a game: everything (None), or its share of the claims that have one.

        At a step whose kind is not `routine` everything is looked at in any case, the first times that it comes.
        A game that is looked at `closely` looks at all claims but those that have their turn seldom.
        """
        self._last = None
        self._choose(index, closely=closely)
        self._whole = self._view.whole_game
        self.whole_game = self._whole.claims
        self._routine = routine
        self._games += 1
        self.kinds: set[int] = set()
        """The kinds of steps of this game that are not routine: sorts of moves and the clauses they carried out."""

    def relax(self, index: int) -> None:
        """From here on look at the share of this game: the kinds of steps that it has met are routine in it."""
        self._choose(index)
        self._routine = self._routine | self.kinds
        for sort in self._sorts.values():
            if sort.game == self._games and sort.kind in self._routine:
                sort.left = 0

    def _choose(self, index: int | None, *, closely: bool = False) -> None:
        self._told = self.tells_all or closely or index is None or index % OFTEN == 0
        self._view = self._all if index is None else self._turn(index % self._cycle, closely=closely)
        self._counts = self._tallies.claims[:1] == self._view.invariants[:1]  # the tallies come first

    def _turn(self, turn: int, *, closely: bool) -> _View:
        """What the games of a turn look at."""
        view = self._turns.get((turn, closely))
        if view is None:
            due = tuple([turn % claim.share == 0 or (closely and claim.share < SELDOM) for claim in self._every])
            view = self._views.get(due)
            if view is None:
                view = self._views[due] = _view(compress(self._every, due))
            self._turns[turn, closely] = view
        return view

    def mute(self, name: str) -> None:
        """Report this property no more until the next `first`."""
        self._muted.add(name)

    def first(self, state: Any) -> list[Violation]:
        """All invariants at a position that is not the successor of the last one."""
        self._muted.clear()
        self._last = state
        violations = self._run(self._view.full, state)
        if violations:
            self._last = None
        return violations

    def step(self, before: Any, move: Any, after: Any) -> list[Violation]:
        """The step properties of the move, and the invariants whose fields it changed."""
        violations = _NONE
        view, told = self._view, self._told
        ran, engine = self._ran, self._engine
        sort = self._sorts.get((move.__class__, after.events)) or self._sort_of(move.__class__, after.events)
        if sort.game != self._games:
            self._meet(sort)
        if sort.left:
            sort.left -= 1
            view, told = self._all, True
        plan = self._nothing
        if view.invariants and before is self._last:
            # which fields are new objects, as a key to the plan made for just these: 0.7 microseconds, and a step takes
            # 8 to 28 where all invariants would make it 18 to 69 (five games, random play).  `map` in C takes 3/5 of
            # what a comprehension over the names does; both positions have their fields in the same order
            old, new = before.__dict__, after.__dict__
            key: Any = tuple(map(is_not, old.values(), new.values()))
            for name, _ in view.parts:
                if old[name] is not new[name]:
                    key = key, moved(old[name], new[name])
            plan = view.plans.get(key) or _for_change(view, key, before, after)
        elif view.invariants:
            violations = self._run(view.full, after)
        self._last = after
        check: Any = None
        ran[plan] += 1
        if told and plan not in sort.told and self.new is not None:
            sort.told.add(plan)
            self.new.append(NewStep(before, move, after))
        try:  # the same as _run, without its call and handler for each check: that would be 0.3 microseconds more each
            for check in plan.checks:
                for message in check(engine, after):
                    violations = self._add(violations, check, message)
            for name, checks in plan.each:
                old, now = getattr(before, name), getattr(after, name)
                same = len(old) == len(now)
                for nth, value in enumerate(now):
                    if not same or value is not old[nth]:
                        for check in checks:
                            for message in check(engine, after, nth):
                                violations = self._add(violations, check, message)
        except Exception as error:
            violations = [*violations, crash(self._named[check].name, error)]
        steps = view.steps.get(move.__class__)
        if steps is None:
            steps = _steps_of(view, move.__class__)
        try:
            check = None
            answers = tuple([ask(before, move, after) for ask in steps.keys]) if steps.keys else ()
            plan = steps.plans.get(answers) or steps.plan(answers)
            ran[plan] += 1
            for check in plan.checks:
                for message in check(engine, before, move, after):
                    violations = self._add(violations, check, message)
        except Exception as error:
            violations = [*violations, crash(self._named[check].name if check else "when", error)]
        if violations:
            self._last = None
            if self._muted:
                violations = [claim for claim in violations if claim.name not in self._muted]
        return violations

    def conserved(self, state: Any) -> list[Violation]:
        """Which components are not all there, in a game that does not count them at each step.

        What is lost stays lost: there it is enough to look now and then, and when the game is over.
        """
        if self._counts:
            return _NONE
        return [lost for lost in self._run(self._tallies, state) if lost.name not in self._muted]

    def whole(self, positions: Sequence[Any], moves: Sequence[Any], outcome: Outcome | None) -> list[Violation]:
        """The whole-game properties of a finished game."""
        self._ran[self._whole] += 1
        return [
            violation
            for claim in self.whole_game
            for violation in evaluate(claim, self._engine, Played(positions, moves, outcome))
        ]

    def counts(self) -> dict[str, int]:
        """How often each property was run since the last `reset_counts`."""
        counts = dict.fromkeys([claim.name for claim in self._every], 0)
        for plan, times in self._ran.items():
            for claim in plan.claims:
                counts[claim.name] += times
        return counts

    def reset_counts(self) -> None:
        """Begin to count anew."""
        self._ran.clear()

    def _run(self, plan: _Plan, state: Any) -> list[Violation]:
        self._ran[plan] += 1
        violations: list[Violation] = []
        for check in plan.checks:
            violations += evaluate(self._named[check], self._engine, state)
        return violations

    def _add(self, violations: list[Violation], check: Callable[..., Iterator[str]], message: str) -> list[Violation]:
        claim = self._named[check]
        return [*violations, broken(claim.name, message, claim.clauses)]

    def _sort_of(self, move: type, events: tuple[str, ...]) -> _Sort:
        """A sort of steps that no game has met."""
        sort = self._sorts[move, events] = _Sort(crc32("|".join((move.__name__, *events)).encode()))
        return sort

    def _meet(self, sort: _Sort) -> None:
        """Note a sort of steps that this game meets for the first time."""
        sort.game = self._games
        sort.told.clear()
        sort.left = 0
        if sort.kind not in self._routine:
            sort.left = _WITHIN
            self.kinds.add(sort.kind)


def _for_change(view: _View, key: tuple[Any, ...], before: Any, after: Any) -> _Plan:
    """The invariants that a step can have broken; under this key from now on."""
    changed = touched_fields([path for claim in view.invariants for path in claim.reads or ()], before, after)
    due = [claim for claim in view.invariants if claim.reads is None or not changed.isdisjoint(claim.reads)]
    plan = view.plans[key] = _plan(due, view.each)
    return plan


def _steps_of(view: _View, kind: type) -> _Steps:
    name = kind.__name__
    about = tuple(claim for claim in view.after if claim.moves is None or name in claim.moves)
    keys = dict.fromkeys(need.key for claim in about for need in claim.when)
    steps = view.steps[kind] = _Steps(about, tuple(keys))
    return steps


def evaluate(claim: Property, engine: AnyEngine, *given: Any) -> list[Violation]:
    """All violations of one property (the arguments are those of its kind); a crash is one too."""
    violations: list[Violation] = []
    try:
        if claim.kind == "after" and not claim.concerns(*given):
            return violations
        if claim.each:
            (state,) = given
            for nth in range(len(getattr(state, claim.each))):
                violations += [broken(claim.name, said, claim.clauses) for said in claim.function(engine, state, nth)]
            return violations
        for message in claim.function(engine, *given):
            violations.append(broken(claim.name, message, claim.clauses))
    except Exception as error:
        violations.append(crash(claim.name, error))
    return violations
