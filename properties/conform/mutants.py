"""Which clauses, carried out a little differently, do what the other side did: mutation-based fault localization.

Our own rules are changed in small ways, one at a time: a comparison turned, a step left out, a number of the rulebook
more by one.  The steps in which the sides parted are played again by them.  Where they do just what the other side did
then, and go on doing what both sides did elsewhere, the clauses of that change are likely to be the ones.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import CodeType, FrameType, FunctionType
from typing import Any, Final, TypeAlias, TypeVar

from attrs import evolve, field, frozen

from rulecheck.properties.conform.common import Common, GameLine
from rulecheck.properties.conform.echoes import as_told
from rulecheck.properties.conform.lines import positions
from rulecheck.properties.conform.observation import differences
from rulecheck.properties.conform.parting import Parting, carried_out
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.planning import Candidate
from rulecheck.properties.strength.changes import CannotChange, Change, changed, changes_in
from rulecheck.properties.strength.trying import TooLongError, at_most, in_children
from rulecheck.reference_engines import engine_modules
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.model import Quantity
from rulecheck.spec.rules import Rules

SIGHTINGS: Final = 8
"""Steps of one cause that are played again at most."""
_FIRST: Final = 2
"""Steps after which changes that have done nothing like it are not tried any more."""
_AGREED: Final = 16
"""Steps in which the sides did not part that a change is tried in."""
_LEAST: Final = 0.5
"""The part of the steps in which a change has to do what the other side did."""
_SPARED: Final = 0.9
"""The part of the steps in which the sides agreed that a change has to leave as they are: the program did, too."""
_SECONDS: Final = 0.1
"""Processor time of one step under a change: what takes longer (the dearest take 5 ms) runs for ever."""
_WHOLE: Final = 120.0
"""Seconds for all of them together."""

T = TypeVar("T")

Support: TypeAlias = Mapping[str, float]
"""For some clauses, from 0 to 1, how well a change of one does what the other side did."""
Sighting: TypeAlias = Candidate[Rank, GameLine, Parting]
Parted: TypeAlias = Callable[[GameLine, int], bool]
"""Whether the sides parted after so many moves of a game."""


def supports(common: Common, causes: Sequence[Sequence[Sighting]], parted: Parted) -> list[Support]:
    """For each of some causes, seen in these games, the clauses of the changes that explain it; none where none does.

    They are tried in a process of its own, where they may crash, hang or run out of memory.
    """
    none: list[Support] = [{} for _ in causes]
    if not any(causes) or "fork" not in multiprocessing.get_all_start_methods():
        return none
    tasks = [(common, causes, parted)]
    _, answer = next(in_children(tasks, lambda task: (_supports, task), 1, _WHOLE))
    return answer if isinstance(answer, list) else none


def _supports(common: Common, causes: Sequence[Sequence[Sighting]], parted: Parted) -> list[Support]:
    mutants = Mutants(common)
    return [mutants.support(sightings, parted) for sightings in causes]


@frozen(eq=False)
class Step:
    """A step of a game as our rules take it, or its end where there is no move."""

    rig: Rig
    before: Any
    move: Any = None
    fits: Callable[[AnyEngine, Any], bool] = field(default=lambda engine, after: True)
    """Whether a position after it, of one engine or another, is as it has to be."""

    def is_so(self, engine: AnyEngine | None = None) -> bool:
        """Whether it comes out as it has to: by the rig's own engine or by another of the same game."""
        return self.asked(self.fits, engine)

    def asked(self, ask: Callable[[AnyEngine, Any], T], engine: AnyEngine | None = None) -> T:
        """Something that is asked of an engine about the position after it."""
        if self.move is None:
            return ask(engine or self.rig.engine, self.before)
        if engine is None:
            engine, before = self.rig.engine, self.before
        else:
            before = engine.from_json(self.rig.engine.to_json(self.before))
        return ask(engine, engine.apply(before, self.move))


@frozen(eq=False)
class Mutant:
    """Rules with one small change: of a function's code, or a number."""

    clauses: tuple[str, ...]
    code: tuple[FunctionType, CodeType] | None = None
    """A function, and what runs in its place."""
    number: tuple[str, int] = ("", 0)


class Mutants:
    """All small changes of one game's rules."""

    def __init__(self, common: Common) -> None:
        self.common = common
        self._changes: defaultdict[tuple[str, str], list[Change]] = defaultdict(list)
        for change in changes_in(engine_modules(common.session.game), common.rulebook.clauses):
            self._changes[change.module, change.function].append(change)
        self._made: dict[str, Mutant | None] = {}
        self._numbers: dict[tuple[str, int], Mutant] = {}
        self._engines: dict[tuple[int, str, int], AnyEngine | None] = {}

    def support(self, sightings: Sequence[Sighting], parted: Parted) -> Support:
        """The clauses of the changes under which most of these steps come out as the other side has them.

        Those that were at work in each of them; and of numbers all, as nothing is carried out of a number never
        reached: another number has to explain every step.
        """
        steps = [
            (step, frozenset(shown.sighting.clauses))
            for shown in sightings
            if (step := self._step(shown.game, shown.sighting)) is not None
        ]
        explained: dict[Mutant, list[frozenset[str]]] = {}
        for nth, (step, at_work) in enumerate(steps):
            for mutant in list(explained) if nth >= _FIRST else self.of(step):
                if self._does(mutant, step) and not step.is_so():  # not for what was only kept in mind
                    explained.setdefault(mutant, []).append(at_work)
        agreed = self._agreed(sightings, parted) if explained else []
        support: dict[str, float] = {}
        for mutant, works in explained.items():
            share = len(works) / len(steps)
            if share >= (_LEAST if mutant.code is not None else 1.0):
                spared = sum(self._does(mutant, step) for step in agreed) / len(agreed) if agreed else 1.0
                share *= spared if spared >= _SPARED else 0.0
                always = frozenset.intersection(*works)
                for clause in mutant.clauses if mutant.code is None else always.intersection(mutant.clauses):
                    support[clause] = max(support.get(clause, 0.0), share)
        return {clause: share for clause, share in support.items() if share}

    # The steps

    def _step(self, game: GameLine, parting: Parting) -> Step | None:
        """The step in which the sides parted, to come out as the other side has it; None for what says too little."""
        if parting.kind != "state" or not game.line[: parting.at]:
            return None
        rig, moves, states = self._played(game, parting)
        return Step(rig, states[-2], moves[-1], self._fitting(rig, parting, states[-1]))

    def _played(self, game: GameLine, parting: Parting) -> tuple[Rig, list[Any], list[Any]]:
        """The moves up to where the sides parted, and the positions before, between and after them."""
        rig = self.common.rig_for(game)
        moves = [rig.engine.parse(text) for text in game.line[: parting.at]]
        return rig, moves, positions(rig.engine, moves)

    def _fitting(self, rig: Rig, parting: Parting, state: Any) -> Callable[[AnyEngine, Any], bool]:
        sets, told = self.common.session.play.sets, as_told(rig.engine.to_json(state), parting.differences)
        return lambda engine, after: not differences(engine.to_json(after), told, sets=sets, but=parting.beside)

    def _agreed(self, sightings: Sequence[Sighting], parted: Parted) -> list[Step]:
        """Steps before those in which the sides parted, the nearest first that carry out something they did."""
        steps: list[Step] = []
        each = max(1, _AGREED // max(1, len(sightings)))
        for game, parting in ((shown.game, shown.sighting) for shown in sightings):
            rig, moves, states = self._played(game, parting)
            alike = [
                at
                for at in range(len(moves) - 1, 0, -1)
                if not parted(game, at) and set(parting.clauses) & set(carried_out(states[at].events))
            ]
            for at in alike[:each]:
                told = rig.engine.to_json(states[at])
                steps.append(Step(rig, states[at - 1], moves[at - 1], _as_it_was(told)))
        return steps

    # The changes

    def of(self, step: Step) -> Iterator[Mutant]:
        """The changes that may make a difference in a step: of the functions that it runs, and of numbers."""
        yield from self.of_code(step)
        if self._does(Mutant((), number=("", 0)), step):
            return  # by itself, from that position on: no number is needed for it
        for quantity in self.common.rulebook.quantities.values():
            for by in (1, -1):
                mutant = self.of_number(step.rig.rules, quantity, by)
                if mutant is not None:
                    yield mutant

    def of_code(self, step: Step) -> Iterator[Mutant]:
        """The changes of the functions that a step runs."""
        for place in sorted(_run_by(step)):
            for change in self._changes.get(place, ()):
                mutant = self._mutant(change)
                if mutant is not None:
                    yield mutant

    def of_number(self, rules: Rules, quantity: Quantity, by: int) -> Mutant | None:
        """Rules with another number; None where there is none."""
        now = rules.numbers.get(quantity.name, quantity.at(rules.players))
        if now is None:
            return None
        key = quantity.name, now + by
        return self._numbers.setdefault(key, Mutant((quantity.clause,), number=key))

    def _mutant(self, change: Change) -> Mutant | None:
        if change.key not in self._made:
            try:
                self._made[change.key] = Mutant(change.clauses, changed(change))
            except CannotChange:
                self._made[change.key] = None
        return self._made[change.key]

    def _does(self, mutant: Mutant, step: Step) -> bool:
        """Whether a step comes out under a change as it has to."""
        return self.asked(mutant, step, step.fits) is True

    def asked(self, mutant: Mutant, step: Step, ask: Callable[[AnyEngine, Any], T]) -> T | None:
        """Something that is asked about the position after a step under a change; None where it breaks down."""
        try:
            if mutant.code is None:
                engine = self._engine(step.rig.rules, *mutant.number)
                with at_most(_SECONDS):
                    return None if engine is None else step.asked(ask, engine)
            with _running(*mutant.code), at_most(_SECONDS):
                return step.asked(ask)
        except (Exception, TooLongError):
            return None

    def _engine(self, rules: Rules, name: str, number: int) -> AnyEngine | None:
        key = id(rules), name, number  # the rigs of `common` keep their rules
        if key not in self._engines:
            try:
                others = {name: number} if name else {}
                self._engines[key] = self.common.asked.build(evolve(rules, numbers={**rules.numbers, **others}))
            except Exception:
                self._engines[key] = None  # nothing can be played by that number
        return self._engines[key]


@contextmanager
def _running(function: FunctionType, code: CodeType) -> Iterator[None]:
    """Within, other code runs in the place of a function's."""
    before = function.__code__
    function.__code__ = code
    try:
        yield
    finally:
        function.__code__ = before


def _as_it_was(told: Any) -> Callable[[AnyEngine, Any], bool]:
    return lambda engine, after: bool(engine.to_json(after) == told)


def _run_by(step: Step) -> set[tuple[str, str]]:
    """The functions that run in a step, by their modules and qualified names."""
    run: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            run.add((str(frame.f_globals.get("__name__")), frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        step.is_so()
    finally:
        sys.setprofile(None)
    return run
