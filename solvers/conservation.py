"""Nothing is lost and nothing appears: the engine's own `apply`, executed with unknown numbers of components.

A `Group` names fields of a position that hold counts, and how its components are counted from them.  For each kind of
move, positions of play in which it is open get unknown numbers in these fields; `apply` is then run on every path, and
the components counted before and after.  A kind of move whose code asks more of a number than `symbolic.py` can give (a
number as an index, too many paths) is looked at in every step of the games played, and named with the reason.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, Final, TypeAlias

from attrs import define, evolve, field, frozen

from rulecheck.reference_engines.contract import changed
from rulecheck.solvers.induction import Apply, walk
from rulecheck.solvers.logic import Term, Values, all_of, is_formula, number, total
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT
from rulecheck.solvers.refutation import AnyEngine, Refutation, WrongAnswer
from rulecheck.solvers.symbolic import TooManyPaths, paths, plain, unknown

Fields: TypeAlias = Mapping[str, Any]
"""The values of some fields by their names; `seats.goods` holds the goods of each seat in turn.

What `phase.give` holds is no place where components lie, but says how many of them move.
"""
PHASE: Final = "phase."

FEW: Final = 4
"""Of a kind with so few moves each is looked at by itself."""
MOST_PATHS: Final = 200
"""A kind of move with more paths than this is looked at in games only."""


def by_place(names: Sequence[str]) -> Callable[[AnyEngine, Fields], dict[str, Term]]:
    """Counts components that lie at the same place of each field: barrels of each kind, in any order of fields."""

    def count(_: AnyEngine, there: Fields) -> dict[str, Term]:
        rows = [row for name, value in there.items() if not name.startswith(PHASE) for row in _rows(value)]
        return {name: total(row[k] for row in rows) for k, name in enumerate(names)}

    return count


def _rows(value: Any) -> Iterator[Sequence[Term]]:
    """Counts side by side; a single number is such a row, too."""
    if not isinstance(value, tuple):
        yield (value,)
    elif value and isinstance(value[0], tuple):
        for row in value:
            yield from _rows(row)
    else:
        yield value


def in_all(name: str) -> Callable[[AnyEngine, Fields], dict[str, Term]]:
    """Counts components of one kind, wherever they lie."""
    return lambda engine, there: {
        name: total(
            count
            for where, value in there.items()
            if not where.startswith(PHASE)
            for row in _rows(value)
            for count in row
        )
    }


def _anything(_engine: AnyEngine, _component: int, _there: Fields) -> Sequence[Term]:
    return ()


def _as_it_lies(_engine: AnyEngine, _component: int, there: Fields) -> Iterator[Fields]:
    yield there


def _all_at_once(_component: int, _field: str, _at: tuple[int, ...], _value: int) -> bool:
    return True


def one_kind(component: int, _field: str, at: tuple[int, ...], _value: int) -> bool:
    """Only the counts of one component are unknown, the others as they lie."""
    return at[-1] == component


@frozen
class Group:
    """Components that the same moves carry about."""

    name: str
    fields: tuple[str, ...]
    """Where they lie."""
    count: Callable[[AnyEngine, Fields], Mapping[str, Term]]
    """How many there are of each, on unknowns and plain numbers alike."""
    components: int = 1
    """How many are looked at one by one."""
    is_unknown: Callable[[int, str, tuple[int, ...], int], bool] = _all_at_once
    """Which numbers are unknown when a component is looked at; given it, a field, the place there and the number."""
    poses: Callable[[AnyEngine, int, Fields], Iterator[Fields]] = _as_it_lies
    """The ways for a component to lie, beyond numbers: on which ship."""
    given: Callable[[AnyEngine, int, Fields], Sequence[Term]] = _anything
    """What every position meets, besides that no unknown is negative."""


@frozen
class Kind:
    """A kind of move in a phase."""

    move: str
    phase: str
    text: str = ""
    """Which move it is, where there are but a few of the kind."""

    def __str__(self) -> str:
        return self.move


@frozen
class Findings:
    """What came of the kinds of moves of a game."""

    executed: dict[str, set[Kind]] = field(factory=lambda: defaultdict(set))
    """By group."""
    sampled: dict[str, dict[Kind, str]] = field(factory=lambda: defaultdict(dict))
    """By group, with the reason."""
    moves: set[str] = field(factory=set)
    """All kinds of moves."""
    met: set[str] = field(factory=set)
    """Those that games came to."""


def read(state: Any, fields: Sequence[str]) -> dict[str, Any]:
    """The values of some fields of a position."""
    there = {}
    for name in fields:
        whole, _, part = name.rpartition(".")
        if whole == "seats":
            there[name] = tuple(getattr(seat, part) for seat in state.seats)
        elif whole == "phase":
            there[name] = getattr(state.phase, part, ())
        else:
            there[name] = getattr(state, name)
    return there


def written(state: Any, there: Fields) -> Any:
    """A position with other values in some fields."""
    for name, value in there.items():
        whole, _, part = name.rpartition(".")
        if whole == "seats":
            seats = [changed(seat, **{part: each}) for seat, each in zip(state.seats, value, strict=True)]
            state = changed(state, seats=tuple(seats))
        elif whole != "phase":
            state = changed(state, **{name: value})
        elif hasattr(state.phase, part):
            state = changed(state, phase=evolve(state.phase, **{part: value}))
    return state


Chosen: TypeAlias = Callable[[str, tuple[int, ...], int], bool]
"""Whether a number of a field is unknown."""


def unknowns(value: Any, field_: str, chosen: Chosen, at: tuple[int, ...] = ()) -> Any:
    """A value of the same shape with an unknown in place of each number that is chosen."""
    if isinstance(value, tuple):
        return tuple(unknowns(part, field_, chosen, (*at, k)) for k, part in enumerate(value))
    return unknown(number(" ".join(map(str, (field_, *at))))) if chosen(field_, at, value) else value


@frozen
class Lifted:
    """A position with unknown numbers of a component."""

    state: Any
    there: Fields
    """The fields of its group, with formulas in place of the unknowns."""
    given: Sequence[Term]
    """What the unknowns meet."""

    def position(self, values: Values) -> Any:
        """The same position with these numbers."""
        return written(self.state, {name: _numbers(value, values.of) for name, value in self.there.items()})


def lift(engine: AnyEngine, group: Group, component: int, before: Any) -> Lifted:
    """A position with unknown numbers of a component; raises TypeError if none of its numbers is unknown."""
    is_unknown = partial(group.is_unknown, component)
    fields = {name: unknowns(value, name, is_unknown) for name, value in read(before, group.fields).items()}
    there: dict[str, Any] = plain(fields)
    terms = [term for value in there.values() for row in _rows(value) for term in row if is_formula(term)]
    if not terms:
        raise TypeError("its components lie piece by piece")
    given = [*(term >= 0 for term in terms), *group.given(engine, component, there)]
    return Lifted(written(before, fields), there, given)


def executed(
    proof: Proof, groups: Sequence[Group], engines: Sequence[AnyEngine], steps: int, apply: Apply
) -> Refutation | None:
    """A move that makes or loses a component, None if there is none; notes which kinds of moves were executed."""
    findings = Findings()
    for engine in engines:
        wrong = _executed_in(proof, groups, engine, steps // len(engines), apply, findings)
        if wrong is not None:
            return wrong
        proof.cover(len(engine.seats), DEFAULT)
    _note(proof, findings)
    return None


def _executed_in(
    proof: Proof, groups: Sequence[Group], engine: AnyEngine, steps: int, apply: Apply, findings: Findings
) -> Refutation | None:
    shapes: dict[Kind, tuple[Any, Any]] = {}
    spellings = Counter(type(move).__name__ for move in engine.all_moves())
    for before, move, _ in walk(engine, steps, seed=1):
        proof.sample()
        name = type(move).__name__
        kind = Kind(name, type(before.phase).__name__, str(move) if spellings[name] <= FEW else "")
        shapes.setdefault(kind, (before, move))
        after = apply(engine, before, move)
        for group in groups:
            if _counted(engine, group, before) != _counted(engine, group, after):
                return _lost(engine, group, before, move, apply)
    for (kind, (before, move)), group in product(shapes.items(), groups):
        try:
            was_open = False
            for execution, there in _executions(proof, engine, group, before, apply):
                if (wrong := execution.of(written(before, there), move)) is not None:
                    return wrong
                was_open = was_open or execution.was_open
        except (TypeError, TooManyPaths) as why:
            findings.sampled[group.name][kind] = str(why)
            continue
        if was_open:
            findings.executed[group.name].add(kind)
        else:
            findings.sampled[group.name][kind] = "not open with any numbers"
    findings.met.update(kind.move for kind in shapes)
    findings.moves.update(spellings)
    return None


def _executions(
    proof: Proof, engine: AnyEngine, group: Group, before: Any, apply: Apply
) -> Iterator[tuple[_Execution, Fields]]:
    """An execution for each component and each way for it to lie."""
    for component in range(group.components):
        for there in group.poses(engine, component, read(before, group.fields)):
            yield _Execution(proof, engine, group, component, apply), there


def _counted(engine: AnyEngine, group: Group, state: Any) -> Mapping[str, Term]:
    return group.count(engine, read(state, group.fields))


@define
class _Execution:
    """A move run on unknown numbers of a component."""

    proof: Proof
    engine: AnyEngine
    group: Group
    component: int
    apply: Apply
    was_open: bool = False

    def of(self, before: Any, move: Any) -> Refutation | None:
        """A position in which the move loses components, if there is one where it is legal.

        Most moves keep them legal or not; only where one does not, the engine's refusal is executed as well.
        """
        try:
            if self.losing(before, move, legal=False) is None:
                return None
        except TypeError:
            pass
        self.was_open = False
        values = self.losing(before, move, legal=True)
        return None if values is None else _lost(self.engine, self.group, written(before, values), move, self.apply)

    def losing(self, before: Any, move: Any, *, legal: bool) -> Fields | None:
        """Numbers with which the move loses components; None if there are none."""
        group = self.group
        lifting = lift(self.engine, group, self.component, before)
        there, given = lifting.there, lifting.given
        had = group.count(self.engine, there)
        state = lifting.state

        def carried() -> dict[str, Any] | None:
            if legal and self.engine.refusal(state, move) is not None:
                return None
            return read(self.apply(self.engine, state, move), group.fields)

        for nth, path in enumerate(paths(carried, given, self.proof.effort)):
            if nth >= MOST_PATHS:
                raise TooManyPaths(f"more than {MOST_PATHS:,} paths")
            if path.result is None:
                continue
            self.proof.case()
            if path.raised:
                raise TypeError(f"{type(path.result).__name__}: {path.result}")
            self.was_open = True
            has = group.count(self.engine, path.result)
            values = self.proof.against(
                all_of(True, *(has[name] == had[name] for name in had)), [*given, path.condition]
            )
            if values is not None:
                return {name: _numbers(value, values.of) for name, value in there.items()}
        return None


def _numbers(value: Any, of: Callable[[Term], int]) -> Any:
    return tuple(_numbers(part, of) for part in value) if isinstance(value, tuple) else of(value)


def _lost(engine: AnyEngine, group: Group, before: Any, move: Any, apply: Apply) -> WrongAnswer:
    had, has = (_counted(engine, group, state) for state in (before, apply(engine, before, move)))
    names = [name for name in had if had[name] != has[name]]

    def answer(engine: AnyEngine, state: Any) -> dict[str, Term]:
        after = _counted(engine, group, apply(engine, state, move))
        return {name: after[name] for name in names}

    return WrongAnswer(
        f"{group.name} after {move}", engine, before, answer, {name: had[name] for name in names},
        guilty=(type(move).__name__,),
    )  # fmt: skip


def _note(proof: Proof, findings: Findings) -> None:
    done = {group: set(map(str, kinds)) for group, kinds in findings.executed.items()}
    note_executed(proof, done, {name: dict(_by_name(kinds)) for name, kinds in findings.sampled.items()})
    if findings.moves - findings.met:
        proof.note(f"moves that these games did not come to: {', '.join(sorted(findings.moves - findings.met))}")


def _by_name(kinds: Mapping[Kind, str]) -> Iterator[tuple[str, str]]:
    return ((str(kind), why) for kind, why in kinds.items())


def note_executed(proof: Proof, done: Mapping[str, set[str]], left: Mapping[str, Mapping[str, str]]) -> None:
    """Note what was executed by group, and what was looked at in games only, with the reasons."""
    for group in dict.fromkeys([*done, *left]):
        why: dict[str, set[str]] = defaultdict(set)
        for name, reason in left.get(group, {}).items():
            why[reason].add(name)
        names = done.get(group, set()).difference(*why.values())
        proof.note(f"{group}: executed for all numbers: {', '.join(sorted(names)) or 'none'}")
        for reason, named in why.items():
            proof.note(f"{group}: looked at in games only, for {reason}: {', '.join(sorted(named))}")
