"""Which clauses, carried out a little differently, do what the other side did: mutation-based fault localization.

Our own rules are changed in small ways, one at a time: a comparison turned, a step left out, a number of the rulebook
more by one.  The steps in which the sides parted are played again by them.  Where they do just what the other side did
then, and go on doing what both sides did elsewhere, the clauses of that change are likely to be the ones.
"""

from __future__ import annotations

import gc
import multiprocessing
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache, lru_cache, partial
from math import sqrt
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Final, TypeVar

from attrs import evolve

from rulecheck.properties.conform.localization.alternative_readings import ways_off
from rulecheck.properties.conform.localization.context import Common
from rulecheck.properties.conform.localization.mutant import (
    Caches,
    Line,
    Mutant,
    Numbers,
    Support,
    Supported,
    Works,
    switched_by,
)
from rulecheck.properties.conform.localization.replayed_steps import Parted, Sighting, Step, Steps
from rulecheck.properties.conform.lockstep.divergence import Parting
from rulecheck.properties.conform.lockstep.engine_context import Rig
from rulecheck.properties.strength.changes import CannotChange, Change, Changer, changes_in
from rulecheck.properties.strength.trying import TooLongError, at_most, in_children
from rulecheck.reference_engines import engine_modules
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.model import Quantity
from rulecheck.spec.rules import Rules

_FIRST: Final = 2
"""Steps after which changes that have done nothing like it are not tried any more."""
_OFTEN: Final = 3
"""How often a change has to do it to speak for a clause that was not at work by our rules."""
_LEAST: Final = 0.5
"""The part of the steps in which a change has to do what the other side did."""
_SPARED: Final = 0.9
"""The part of the steps in which the sides agreed that a change has to leave as they are: the program did, too;"""
_AGAINST: Final = 0.25
"""and how many of those it may bring to come out otherwise for each step that it explains."""
_SECONDS: Final = 0.03
"""Processor time of one step under a change: the dearest take 5 ms, so what takes longer runs for ever."""
_BESIDE: Final = 0.6
"""How much a change speaks for a clause, beside one that it brings to work or keeps from it."""
_TOUCHED: Final = 4
"""Steps in which changes are tried that need but make a difference where the sides differ,"""
_LESS: Final = 0.45
"""and how much that counts, beside what does just what the other side did."""

T = TypeVar("T")


def tried_apart(common: Common, kind: type[T], trying: Callable[..., T], *given: object, seconds: float) -> T | None:
    """What comes of trying changes (of some common and what is given); None if nothing does.

    In a process of its own, where they may crash, hang or run out of memory.
    """
    if "fork" not in multiprocessing.get_all_start_methods():
        return None
    _changes_of(common)  # listed here, once for all searches of a game
    _, answer = next(in_children([(trying, common, *given)], lambda task: (_quietly, task), 1, seconds))
    return answer if isinstance(answer, kind) else None


def _quietly(trying: Callable[..., T], *given: object) -> T:
    """The same without looking through all that there was before for what can be thrown away: that takes its time."""
    gc.freeze()
    return trying(*given)


class Mutants:
    """All small changes of one game's rules; `refused` are clauses that the other side is known not to heed."""

    def __init__(self, common: Common, refused: Collection[str] = ()) -> None:
        self.common = common
        self._steps = Steps(common)
        self._changes = _changes_of(common)
        self._refused = frozenset(refused)
        self._told = common.spectrum.told
        self._changer = Changer()
        self._made: dict[str, Mutant | None] = {}
        self._endless: set[Mutant] = set()
        self._caches: dict[int, Caches] = {}
        self._numbers: dict[Numbers, Mutant] = {}
        self._engines: dict[tuple[int, Numbers], AnyEngine | None] = {}
        self._run: dict[Step, set[Line]] = {}

    def support(self, sightings: Sequence[Sighting], parted: Parted) -> Supported:
        """The changes, and the clauses of those under which most of these steps come out as the other side has them.

        What a change of several clauses does speaks less for each, but for one that is known not to be heeded.
        """
        known = (self._steps.told(shown.game, shown.sighting) for shown in sightings)
        steps = [step for step in known if step is not None]
        ways = ways_off([shown.sighting for shown in sightings])
        explained: dict[Mutant, list[Works]] = {}
        for nth, step in enumerate(steps):
            for mutant in list(explained) if nth >= _FIRST else self.of(step, ways):
                done = self.does(mutant, step)
                if done is not None and step.asked(step.carried_out) is None:  # not for what was only kept in mind
                    explained.setdefault(mutant, []).append((step.at_work, done))
        agreed = cache(partial(self._steps.agreed, sightings, parted))  # the same games are not played again
        support: dict[str, float] = {}
        changes: dict[str, float] = {}
        for mutant, works in explained.items():
            share = len(works) / len(steps)
            if share < (1.0 if mutant.has_to_explain_all else _LEAST):
                continue
            spared = self.spares(mutant, agreed())
            against = (1.0 - spared) * len(agreed())
            if spared < _SPARED or round(against) > _AGAINST * len(works):
                continue
            changes[mutant.name] = share
            meant = self._meant(mutant, works, share, sightings[0].sighting)
            switched = self._switched(mutant, works, sightings[0].sighting)
            meant |= switched
            for clause in sorted(meant):
                well = share * spared * self._weight(mutant, clause, meant, switched)
                support[clause] = max(support.get(clause, 0.0), well)
        if max(support.values(), default=0.0) < 1.0:
            for clause, well in by_tables(self, steps, ways, agreed).items():
                support[clause] = max(support.get(clause, 0.0), well)
        is_all = len(steps) == len(sightings)
        always = frozenset(name for name, share in changes.items() if share == 1.0 and is_all)
        return Supported(support or self._touching(sightings, steps, agreed), changes, always)

    def _switched(self, mutant: Mutant, works: Sequence[Works], parting: Parting) -> frozenset[str]:
        """The clauses that a change brings to work, or keeps from it; of a number any, which others use as well.

        What missing moves would carry out is not carried out.
        """
        if parting.kind == "misses":
            return frozenset()
        return switched_by(works).intersection(self.common.rulebook.clauses if mutant.numbers else mutant.clauses)

    def _weight(self, mutant: Mutant, clause: str, meant: Collection[str], switched: Collection[str]) -> float:
        """How much a change speaks for one of the clauses that are meant by it, as it brings some to work or not.

        A number speaks for its own clause, but what the box holds is no rule: then for one that uses it.
        """
        if clause in self._refused:
            return 1.0
        if mutant.numbers and switched:
            known = (self.common.rulebook.clauses.get(own) for own in mutant.clauses)
            is_rule = not all(own is not None and own.kind == "component" for own in known)
            return 1.0 if is_rule == (clause in mutant.clauses) else _BESIDE
        return 1.0 if clause in switched or mutant.numbers else (_BESIDE if switched else 1.0) / sqrt(len(meant))

    def spares(self, mutant: Mutant, agreed: Sequence[Step]) -> float:
        """The part of some steps that come out as they have to under a change; all, where there are none."""
        return sum(self.does(mutant, step) is not None for step in agreed) / len(agreed) if agreed else 1.0

    def _touching(
        self, sightings: Sequence[Sighting], steps: Sequence[Step], agreeing: Callable[[], Sequence[Step]]
    ) -> Support:
        """The clauses of the changes that make a difference just where the sides differ: nothing does what it was.

        One that makes one where the sides agreed speaks less for them (Ochiai's coefficient).  What was at work each
        time, and no change of which makes any difference, cannot be tried so, and loses nothing by it.  Where the games
        blame one clause surely that is not asked.
        """
        steps = [step for step in steps if step.places][:_TOUCHED]
        if not steps or self.common.spectrum.blames_one(sightings[0].sighting):
            return {}
        often: Counter[Mutant] = Counter()
        tried: set[str] = set()
        for nth, step in enumerate(steps):
            for mutant in list(often) if nth >= _FIRST else self.of_code(step, wider=True):
                touched = self.asked(mutant, step, step.touched)
                tried.update(mutant.clauses if touched else ())
                often[mutant] += touched == step.places
        often = +often
        agreed = agreeing() if often else []
        support: dict[str, float] = {}
        for mutant, many in often.items():
            others = sum(self.does(mutant, step) is None for step in agreed)
            well = _LESS * many / sqrt(len(steps) * (many + others))
            works = [(step.at_work, step.at_work) for step in steps]
            meant = self._meant(mutant, works, 0.0, sightings[0].sighting)
            for clause in filter(meant.__contains__, mutant.clauses):
                much = well / sqrt(len(meant)) * self._goes_with(mutant, clause, [*steps, *agreed])
                support[clause] = max(support.get(clause, 0.0), much)
        untried = frozenset.intersection(*(step.at_work for step in steps)) - tried
        return {**support, **dict.fromkeys(sorted(untried), max(support.values()))} if support else {}

    def _goes_with(self, mutant: Mutant, clause: str, steps: Sequence[Step]) -> float:
        """Of the steps in which the changed line runs, the part in which a clause is at work, if it ever is.

        What is carried out seldom where a line runs is a special case that it is not about.
        """
        run = [step for step in steps if mutant.line in self._run_in(step)]
        with_it = sum(clause in step.at_work for step in run)
        return with_it / len(run) if with_it else 1.0

    def _run_in(self, step: Step) -> set[Line]:
        """The lines that run in a step."""
        if step not in self._run:
            with self._anew(step.rig):
                self._run[step] = _run_by(step)
        return self._run[step]

    def _meant(self, mutant: Mutant, works: Sequence[Works], share: float, parting: Parting) -> frozenset[str]:
        """The clauses that a change speaks for: those at work in each step.

        Where it does what the other side did each time, and often, they may be at work by the changed rules alone; or
        never, as far as events tell: what forbids or defines is not carried out.  What allows a move that is missed
        is not carried out by it, either.  What is set out at the start may be told of later.  Of numbers it is the
        clause in any case.
        """
        clauses = frozenset(mutant.clauses)
        if mutant.code is None or parting.kind == "misses":
            return clauses
        always = frozenset.intersection(*(ours for ours, _ in works))
        if parting.at == 0:
            return always & clauses or clauses
        if len(works) >= _OFTEN and share == 1.0:
            always |= frozenset.intersection(*(ours | changed for ours, changed in works)) | (clauses - self._told)
        return always & clauses

    # The changes

    def of(self, step: Step, ways: Sequence[int]) -> Iterator[Mutant]:
        """The changes that may make a difference in a step: of the lines that it runs, and of numbers."""
        yield from self.of_code(step, wider=True)
        if self.does(Mutant("", ()), step) is not None:
            return  # by itself, from that position on: no number is needed for it
        for quantity in self.common.rulebook.quantities.values():
            for by in ways:
                mutant = self.of_number(step.rig.rules, quantity, by)
                if mutant is not None:
                    yield mutant

    def of_code(self, step: Step, *, wider: bool = False) -> Iterator[Mutant]:
        """The changes of the lines that a step runs; `wider`: also those that are more than a slip."""
        for place in sorted(self._run_in(step)):
            for change in self._changes.get(place, ()):
                mutant = self._mutant(change) if wider or not change.is_wider else None
                if mutant is not None:
                    yield mutant

    def of_number(self, rules: Rules, quantity: Quantity, by: int) -> Mutant | None:
        """Rules with another number; None where there is none."""
        now = _now(rules, quantity)
        return None if now is None else self.of_numbers(quantity.clause, ((quantity.name, now + by),))

    def of_numbers(self, clause: str, numbers: Numbers) -> Mutant:
        """Rules with other numbers, all of one clause."""
        name = " ".join(f"{name}={number}" for name, number in numbers)
        return self._numbers.setdefault(numbers, Mutant(name, (clause,), numbers=numbers))

    def _mutant(self, change: Change) -> Mutant | None:
        if change.key not in self._made:
            try:
                line = change.module, change.line
                changed = self._changer.changed(change)
                self._made[change.key] = Mutant(
                    change.key, change.clauses, changed, line=line, is_wider=change.is_wider
                )
            except CannotChange:
                self._made[change.key] = None
        return self._made[change.key]

    def does(self, mutant: Mutant, step: Step) -> frozenset[str] | None:
        """What is carried out where a step comes out under a change as it has to."""
        return self.asked(mutant, step, step.carried_out)

    def asked(self, mutant: Mutant, step: Step, ask: Callable[[AnyEngine, Any], T]) -> T | None:
        """Something that is asked about the position after a step under a change; None where it breaks down.

        Of a change that took too long once nothing is asked any more.
        """
        if mutant in self._endless:
            return None
        try:
            if mutant.code is None:
                engine = self._engine(step.rig.rules, mutant.numbers)
                with at_most(_SECONDS):
                    return None if engine is None else step.asked(ask, engine)
            with self._anew(step.rig), _running(*mutant.code), at_most(_SECONDS):
                return step.asked(ask)
        except Exception:
            return None
        except TooLongError:
            self._endless.add(mutant)
            return None

    def _anew(self, rig: Rig) -> AbstractContextManager[None]:
        """Within, a rig's engine does not know what it has worked out; afterwards not what it did within."""
        known = self._caches.get(id(rig))  # the rigs of `common` are kept
        if known is None:
            known = self._caches[id(rig)] = Caches(rig.engine, self.common.asked.build(rig.rules))
        return known.emptied()

    def _engine(self, rules: Rules, numbers: Numbers) -> AnyEngine | None:
        key = id(rules), numbers  # the rigs of `common` keep their rules
        if key not in self._engines:
            try:
                self._engines[key] = self.common.asked.build(evolve(rules, numbers={**rules.numbers, **dict(numbers)}))
            except Exception:
                self._engines[key] = None  # nothing can be played by that number
        return self._engines[key]


def _now(rules: Rules, quantity: Quantity) -> int | None:
    return rules.numbers.get(quantity.name, quantity.at(rules.players))


def by_tables(
    mutants: Mutants, steps: Sequence[Step], ways: Sequence[int], agreed: Callable[[], Sequence[Step]]
) -> Support:
    """The clauses of several numbers which come to what the other side did in every step, if some are others.

    Each number may be another once, by as much as one of `ways`, and the fewer are, the more that speaks for the
    clause: a table that is read wrongly has wrong numbers in many places, and any table could account for single steps.
    """
    if len(steps) < _FIRST or mutants.does(Mutant("", ()), steps[0]) is not None:
        return {}
    tables: defaultdict[str, list[Quantity]] = defaultdict(list)
    for quantity in mutants.common.rulebook.quantities.values():
        tables[quantity.clause].append(quantity)
    support: dict[str, float] = {}
    for clause, table in tables.items():
        wrong = _wrong_numbers(mutants, clause, table, steps, ways)
        if len(wrong) < _FIRST:
            continue
        spared = mutants.spares(mutants.of_numbers(clause, wrong), agreed())
        if spared >= _SPARED:
            support[clause] = spared * (len(steps) - len(wrong) + 1) / len(steps)
    return support


def _wrong_numbers(
    mutants: Mutants, clause: str, table: Sequence[Quantity], steps: Sequence[Step], ways: Sequence[int]
) -> Numbers:
    """Numbers of a clause with which all steps come out as they have to; none if that cannot be."""
    wrong: Numbers = ()
    for step in steps:
        if wrong and mutants.does(mutants.of_numbers(clause, wrong), step) is not None:
            continue
        known, rules = {name for name, _ in wrong}, step.rig.rules
        left = [(quantity.name, _now(rules, quantity)) for quantity in table if quantity.name not in known]
        more = ((*wrong, (name, now + by)) for name, now in left if now is not None for by in ways)
        one_more = next((few for few in more if mutants.does(mutants.of_numbers(clause, few), step) is not None), None)
        if one_more is None:
            return ()
        wrong = one_more
    mutant = mutants.of_numbers(clause, wrong)
    return wrong if all(mutants.does(mutant, step) is not None for step in steps) else ()


def _changes_of(common: Common) -> Mapping[Line, Sequence[Change]]:
    return _changes_in(tuple(engine_modules(common.session.game)), frozenset(common.rulebook.clauses))


@lru_cache(maxsize=8)
def _changes_in(modules: Sequence[ModuleType], clauses: frozenset[str]) -> Mapping[Line, Sequence[Change]]:
    """The changes of a game's rules, by the lines that they are made in."""
    lines: defaultdict[Line, list[Change]] = defaultdict(list)
    for change in changes_in(modules, clauses, wider=True):
        lines[change.module, change.line].append(change)
    return dict(lines)


@contextmanager
def _running(function: FunctionType, code: CodeType) -> Iterator[None]:
    """Within, other code runs in the place of a function's."""
    before = function.__code__
    function.__code__ = code
    try:
        yield
    finally:
        function.__code__ = before


def _run_by(step: Step) -> set[Line]:
    """The lines that run in a step, with their modules."""
    run: set[Line] = set()

    def note(frame: FrameType, event: str, _: Any) -> Any:
        name = str(frame.f_globals.get("__name__"))

        def line(frame: FrameType, event: str, _: Any) -> Any:
            run.add((name, frame.f_lineno))
            return line

        return line

    before = sys.gettrace()
    sys.settrace(note)
    try:
        step.asked(step.carried_out)
    finally:
        sys.settrace(before)
    return run


_WHOLE: Final = 60.0
"""Seconds of processor time after which no more causes are looked into,"""
_FUSE: Final = 300.0
"""and by the clock for all of them together."""


def supports(common: Common, causes: Sequence[Sequence[Sighting]], parted: Parted) -> list[Supported]:
    """For each of some causes, met in these games, the changes that explain it; none where none does."""
    supported = tried_apart(common, list, _supports, causes, parted, seconds=_FUSE) if any(causes) else None
    return [Supported() for _ in causes] if supported is None else supported


def _supports(common: Common, causes: Sequence[Sequence[Sighting]], parted: Parted) -> list[Supported]:
    refused = [sightings[0].sighting for sightings in causes if sightings and sightings[0].sighting.is_sure]
    mutants = Mutants(common, {clause for parting in refused for clause in parting.clauses[:1]})
    began = time.process_time()
    return [
        mutants.support(sightings, parted) if time.process_time() - began <= _WHOLE else Supported()
        for sightings in causes
    ]
