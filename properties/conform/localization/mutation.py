"""Which small changes of our rules do what the program did: mutation-based fault localization.

Our rules are changed in small ways, one at a time: a comparison turned, a step left out, a number of the rulebook
another.  The steps in which the sides diverged are replayed under each change.  One that comes to what the program came
to in all of them, and leaves alone steps in which the sides agreed, is what the program may do; its clauses are likely.
"""

from __future__ import annotations

import gc
import multiprocessing
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from math import sqrt
from types import ModuleType
from typing import Any, Final, TypeVar

from attrs import evolve, field, frozen

from rulecheck.properties.conform.localization.choices import Amounts
from rulecheck.properties.conform.localization.mutant import Caches, Line, Mutant, lines_run_by, running
from rulecheck.properties.conform.localization.replayed_steps import Parted, Sighting, Step, Steps
from rulecheck.properties.conform.localization.search_context import SearchContext
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.engine_context import EngineContext
from rulecheck.properties.strength.changes import CannotChange, Change, Changer, changes_in
from rulecheck.properties.strength.trying import TooLongError, at_most, in_children
from rulecheck.reference_engines import engine_modules
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.rules import Rules

_SECONDS: Final = 0.03
"""Processor time of one step under a change: the dearest take 5 ms, so what takes longer runs for ever."""
_WHOLE: Final = 60.0
"""Seconds of processor time after which no more causes are looked into,"""
_FUSE: Final = 300.0
"""and by the clock for all of them together."""

T = TypeVar("T")


@frozen
class Supported:
    """Which small changes of our rules do what the program did in the games of one cause."""

    clauses: Mapping[str, float] = field(factory=dict)
    """Theirs, each from 0 to 1: less where a change is of a line that several of them concern."""
    changes: frozenset[str] = frozenset()
    """Those that do in all games, none of which could not be replayed."""


def supports(search: SearchContext, causes: Sequence[Sequence[Sighting]], parted: Parted) -> list[Supported]:
    """For each of some causes, met in these games, the changes that bring it about; none where none does.

    In a process of its own, where changed rules may crash, hang or run out of memory.
    """
    none = [Supported() for _ in causes]
    if not any(causes) or "fork" not in multiprocessing.get_all_start_methods():
        return none
    _changes_of(search)  # listed here, once for all searches of a game
    _, answer = next(in_children([(search, causes, parted)], lambda task: (_supports, task), 1, _FUSE))
    if not isinstance(answer, list):
        search.result.notes.append(f"small changes of our rules could not be tried: {answer}")
        return none
    return answer


def _supports(search: SearchContext, causes: Sequence[Sequence[Sighting]], parted: Parted) -> list[Supported]:
    gc.freeze()  # to look through all that there was before for what can be thrown away takes its time
    mutants, began = Mutants(search), time.process_time()
    return [
        mutants.support(sightings, parted) if time.process_time() - began <= _WHOLE else Supported()
        for sightings in causes
    ]


class Mutants:
    """All small changes of one game's rules."""

    def __init__(self, search: SearchContext) -> None:
        self._search = search
        self._steps = Steps(search)
        self._changes = _changes_of(search)
        self._changer = Changer()
        self._made: dict[str, Mutant | None] = {}
        self._numbers: dict[tuple[str, int], Mutant] = {}
        self._endless: set[Mutant] = set()
        self._caches: dict[int, Caches] = {}
        self._engines: dict[tuple[int, tuple[str, int]], AnyEngine | None] = {}

    def support(self, sightings: Sequence[Sighting], parted: Parted) -> Supported:
        """The changes under which all these steps come out as the program has them, and what they speak for."""
        replayed = (self._steps.told(sighting.game, sighting.sighting) for sighting in sightings)
        steps = [step for step in replayed if step is not None and step.asked(step.carried_out) is None]
        if not steps:
            return Supported()
        at_work: dict[Mutant, frozenset[str]] = {}
        for mutant in self._of(steps[0], Amounts.of(sighting.sighting for sighting in sightings).away):
            done = [self.does(mutant, steps[0])]
            for step in steps[1:] if done[0] is not None else ():
                done.append(self.does(mutant, step))
                if done[-1] is None:
                    break
            if len(done) == len(steps) and done[-1] is not None:
                at_work[mutant] = frozenset.intersection(*(events for events in done if events is not None))
        agreed = self._steps.agreed(sightings, parted) if at_work else []
        always = frozenset.intersection(*(step.at_work for step in steps))
        clauses: dict[str, float] = {}
        changes: set[str] = set()
        for mutant, events in at_work.items():
            if any(self.does(mutant, step) is None for step in agreed):
                continue
            changes.add(mutant.name)
            meant = _meant(mutant, (always, events), sightings[0].sighting)
            for clause in meant:
                clauses[clause] = max(clauses.get(clause, 0.0), 1 / sqrt(len(meant)))
        return Supported(clauses, frozenset(changes) if len(steps) == len(sightings) else frozenset())

    def _of(self, step: Step, ways: Sequence[int]) -> Iterator[Mutant]:
        """The changes that may make a difference in a step: of the lines that it runs, and of numbers."""
        with self._anew(step.context):
            run = lines_run_by(lambda: step.asked(step.carried_out))
        for place in sorted(run):
            yield from filter(None, map(self._mutant, self._changes.get(place, ())))
        for quantity in self._search.rulebook.quantities.values():
            rules = step.context.engine.rules
            now = rules.numbers.get(quantity.name, quantity.at(rules.players))
            for by in ways if now is not None else ():
                number = quantity.name, (now or 0) + by
                name = f"{number[0]}={number[1]}"
                yield self._numbers.setdefault(number, Mutant(name, (quantity.clause,), number=number))

    def _mutant(self, change: Change) -> Mutant | None:
        if change.key not in self._made:
            try:
                self._made[change.key] = Mutant(change.key, change.clauses, self._changer.changed(change))
            except CannotChange:
                self._made[change.key] = None
        return self._made[change.key]

    def does(self, mutant: Mutant, step: Step) -> frozenset[str] | None:
        """What is carried out where a step comes out under a change as it has to."""
        return self._asked(mutant, step, step.carried_out)

    def _asked(self, mutant: Mutant, step: Step, ask: Callable[[AnyEngine, Any], T]) -> T | None:
        """Something that is asked about the position after a step under a change; None where it breaks down.

        Of a change that took too long once nothing is asked any more.
        """
        if mutant in self._endless:
            return None
        try:
            if mutant.number is not None:
                engine = self._engine(step.context.engine.rules, mutant.number)
                with at_most(_SECONDS):
                    return None if engine is None else step.asked(ask, engine)
            assert mutant.code is not None
            with self._anew(step.context), running(*mutant.code), at_most(_SECONDS):
                return step.asked(ask)
        except Exception:
            return None
        except TooLongError:
            self._endless.add(mutant)
            return None

    def _anew(self, context: EngineContext) -> AbstractContextManager[None]:
        """Within, our engine does not know what it has worked out; afterwards not what it did within."""
        caches = self._caches.get(id(context))  # the search keeps them
        if caches is None:
            caches = self._caches[id(context)] = Caches(context.engine, self._search.asked.build(context.engine.rules))
        return caches.emptied()

    def _engine(self, rules: Rules, number: tuple[str, int]) -> AnyEngine | None:
        key = id(rules), number  # the search keeps them
        if key not in self._engines:
            try:
                changed = evolve(rules, numbers={**rules.numbers, number[0]: number[1]})
                self._engines[key] = self._search.asked.build(changed)
            except Exception:
                self._engines[key] = None  # nothing can be played by that number
        return self._engines[key]


def _meant(mutant: Mutant, at_work: Sequence[frozenset[str]], divergence: Divergence) -> frozenset[str]:
    """The clauses that a change speaks for: those at work in each step, by our rules or else by the changed ones.

    What allows a missing move is not carried out, nor is what is set out at the start always told of then; and a
    number speaks for its clause in any case.
    """
    clauses = frozenset(mutant.clauses)
    if mutant.number is not None or divergence.kind == "misses":
        return clauses
    meant = next((clauses & events for events in at_work if clauses & events), frozenset[str]())
    return meant or (clauses if divergence.at == 0 else meant)


def _changes_of(search: SearchContext) -> Mapping[Line, Sequence[Change]]:
    return _changes_in(tuple(engine_modules(search.session.game)), frozenset(search.rulebook.clauses))


@lru_cache(maxsize=8)
def _changes_in(modules: Sequence[ModuleType], clauses: frozenset[str]) -> Mapping[Line, Sequence[Change]]:
    """The changes of a game's rules, by the lines that they are made in."""
    lines: defaultdict[Line, list[Change]] = defaultdict(list)
    for change in changes_in(modules, clauses, wider=True):
        lines[change.module, change.line].append(change)
    return dict(lines)
