"""What must always hold: how a property is written, collected and checked.

A property cites its clauses and yields a sentence for every violation.
Invariants look at one position, step properties at a move and the positions
around it, whole-game properties at a finished game.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from importlib import import_module
from math import lcm
from operator import add, attrgetter, is_not, or_, sub
from pathlib import PurePath
from random import Random
from types import ModuleType
from typing import Any, Final, Literal, TypeVar
from zlib import crc32

from attrs import define, evolve, field, frozen

from rulecheck.reference_engines.contract import OVER, SILENT, Engine, Outcome, Tally, packed, unpacked

AnyEngine = Engine[Any, Any]

DEAR: Final = 16
"""The share for a claim that costs more than others: one game in so many, where a kind of step is routine."""
Kind = Literal["holds", "after", "whole_game"]
F = TypeVar("F", bound=Callable[..., Iterator[str]])

CONSERVATION: Final = "components_are_conserved"


@frozen
class When:
    """Steps about which a key, asked of (before, move, after), has one of some values.

    A checker asks each key once for a step, however many properties depend on it, and
    runs only the properties that the answers leave: name a key once and share it.
    """

    key: Callable[[Any, Any, Any], Hashable]
    values: frozenset[Any] = frozenset({True})


@frozen
class Property:
    """One claim about a game: what it is called, which clauses say so, and the function that looks."""

    name: str
    clauses: tuple[str, ...]
    kind: Kind
    doc: str
    function: Callable[..., Iterator[str]] = field(repr=False)
    reads: tuple[str, ...] | None = None
    """Fields of the position an invariant looks at; None: any of them."""
    each: str = ""
    """The tuple in a position whose values an invariant looks at one by one."""
    moves: tuple[str, ...] | None = None
    """Kinds of moves (class names) a step property is about; None: all of them."""
    when: tuple[When, ...] = ()
    """Which of these moves it is about; all of them must hold."""
    share: int = 1
    """In a campaign it is looked at in one game of so many, where a kind of step is routine."""

    def concerns(self, before: Any, move: Any, after: Any) -> bool:
        """Whether a step property is about this step."""
        if self.moves is not None and type(move).__name__ not in self.moves:
            return False
        return all(one.key(before, move, after) in one.values for one in self.when)


@frozen
class Violation:
    """One thing that should not be: what kind, which claim it breaks, and a sentence."""

    kind: str
    """`broken`, `conflict` or `deadlock`."""
    name: str
    """The property or the check that found it; the same fault has the same name in every game."""
    message: str
    clauses: tuple[str, ...] = ()
    about: str = ""
    """The kind of move it is about, if it is about one."""
    trace: str = ""
    """Where an exception came from, innermost call last."""

    @property
    def key(self) -> str:
        """Equal for two sightings of the same fault."""
        return ":".join(part for part in (self.kind, self.name, self.about) if part)


@frozen
class Played:
    """A whole game as whole-game properties see it; `positions` is one longer than `moves`."""

    positions: Sequence[Any]
    moves: Sequence[Any]
    outcome: Outcome | None


@frozen
class PropertySet:
    """The properties of one game, in the order they were written."""

    properties: tuple[Property, ...] = ()

    def __iter__(self) -> Iterator[Property]:
        return iter(self.properties)

    def __len__(self) -> int:
        return len(self.properties)

    def __contains__(self, one: object) -> bool:
        return one in self.properties

    def __getitem__(self, name: str) -> Property:
        for one in self.properties:
            if one.name == name:
                return one
        raise KeyError(name)

    def of(self, kind: Kind) -> tuple[Property, ...]:
        """The properties of one kind."""
        return tuple(one for one in self.properties if one.kind == kind)


_COLLECTED: dict[str, dict[str, Property]] = {}


def _register(function: Callable[..., Iterator[str]], kind: Kind, clauses: tuple[str, ...], **more: Any) -> None:
    doc = (function.__doc__ or "").strip().split("\n")[0]
    one = Property(function.__name__, clauses, kind, doc, function, **more)
    _COLLECTED.setdefault(function.__module__, {})[one.name] = one


def holds(*clauses: str, reads: Sequence[str] | None = None, each: str = "", share: int = 1) -> Callable[[F], F]:
    """Mark `f(engine, state) -> Iterator[str]` as an invariant over positions.

    `reads` names the fields of the position that `f` looks at.  While they are the
    same objects as before, `f` is not run again; without `reads` it runs every time.
    `seats.money` names the field `money` of the values in the tuple `seats`.

    With `each="seats"` it is `f(engine, state, nth)`, an invariant over each value in
    that tuple by itself: of players' boards only those that changed are looked at again.
    `reads` then names parts of that field only.

    With `share=4` a campaign looks at it at all steps of kinds that are rare, and in every fourth
    game at those that are routine: for dear claims, where more games find more than more looks do.
    """

    def mark(function: F) -> F:
        paths = None if reads is None else tuple(reads)
        if each and (paths is None or not all(path.startswith(each + ".") for path in paths)):
            raise ValueError(f"{function.__name__}: an invariant over each of {each} reads {each}.… only")
        _register(function, "holds", clauses, reads=paths, each=each, share=share)
        return function

    return mark


def after(
    *clauses: str, moves: Sequence[str] | None = None, when: Sequence[When] = (), share: int = 1
) -> Callable[[F], F]:
    """Mark `f(engine, before, move, after) -> Iterator[str]` as a property of moves of the kinds named.

    `when` leaves out steps it has nothing to say about, without a call to `f`; `share` is that of `holds`.
    """

    def mark(function: F) -> F:
        kinds = None if moves is None else tuple(moves)
        _register(function, "after", clauses, moves=kinds, when=tuple(when), share=share)
        return function

    return mark


def whole_game(*clauses: str, share: int = 1) -> Callable[[F], F]:
    """Mark `f(engine, played: Played) -> Iterator[str]` as a property of finished games."""

    def mark(function: F) -> F:
        _register(function, "whole_game", clauses, share=share)
        return function

    return mark


def properties_of(module: ModuleType | str) -> PropertySet:
    """The properties marked in a module and, if it is a package, in those of its modules that are imported."""
    name = module if isinstance(module, str) else module.__name__
    if isinstance(module, str):
        import_module(name)
    inside = name + "."
    return PropertySet(
        tuple(
            one
            for where, collected in _COLLECTED.items()
            if where == name or where.startswith(inside)
            for one in collected.values()
        )
    )


def conservation(engine: AnyEngine) -> Property:
    """The generic claim that each component is all somewhere: `inventory(state)` is `totals()`."""
    totals = dict(engine.totals())

    def components_are_conserved(engine: AnyEngine, state: Any) -> Iterator[str]:
        """Each component is all somewhere."""
        found = engine.inventory(state)
        if found != totals:
            yield from _missing(totals, found)

    return Property(CONSERVATION, (), "holds", _DOC, components_are_conserved, _all_reads(engine.tallies()))


_DOC: Final = "Each component is all somewhere."


def _missing(totals: Mapping[str, int], found: Mapping[str, int]) -> Iterator[str]:
    for component in {**totals, **found}:
        want, have = totals.get(component, 0), found.get(component, 0)
        if want != have:
            yield f"{want} {component} expected, {have} found"


def _all_reads(tallies: Iterable[Tally]) -> tuple[str, ...] | None:
    reads: dict[str, None] = {}
    for tally in tallies:
        if tally.reads is None:
            return None
        reads.update(dict.fromkeys(tally.reads))
    return tuple(reads)


def _tallied(engine: AnyEngine) -> tuple[Property, ...]:
    """Conservation in as many parts as the engine counts its components in; a move changes few of them."""
    totals, tallies = engine.totals(), engine.tallies()
    if {name for one in tallies for name in one.components} != set(totals):
        return (conservation(engine),)
    return tuple(_counted(one, tuple(totals[name] for name in one.components)) for one in tallies)


def _counted(tally: Tally, totals: tuple[int, ...]) -> Property:
    count, one, components = tally.count, tally.count_one, tally.components
    held: list[Sequence[int]] = []
    sums: tuple[int, ...] = ()
    last: tuple[Any, ...] = ()

    def alone(engine: AnyEngine, state: Any) -> Iterator[str]:
        found = tuple(count(state))
        return _NOTHING if found == totals else _miscounted(components, totals, found)

    def with_each(engine: AnyEngine, state: Any) -> Iterator[str]:
        nonlocal sums, last
        values = values_of(state)
        if values is not last:
            assert one is not None
            if len(values) != len(last):
                held[:] = map(one, values)
                sums = tuple(map(sum, zip(*held, strict=True)))
            else:  # count those only that are not the same objects as when last counted
                for nth, value in enumerate(values):
                    if value is not last[nth]:
                        known, held[nth] = held[nth], one(value)
                        sums = tuple(map(add, map(sub, sums, known), held[nth]))
            last = values
        found = tuple(map(add, count(state), sums))
        return _NOTHING if found == totals else _miscounted(components, totals, found)

    if tally.packed:
        return _packed(tally, totals)
    if one is None:
        return Property(CONSERVATION, (), "holds", _DOC, alone, tally.reads)
    values_of = attrgetter(tally.each)
    return Property(CONSERVATION, (), "holds", _DOC, with_each, tally.reads)


def _packed(tally: Tally, totals: tuple[int, ...]) -> Property:
    """The same for a tally that counts in one number."""
    count, one, components, total = tally.count, tally.count_one, tally.components, packed(totals)
    held: list[int] = []
    sums = 0
    last: tuple[Any, ...] = ()

    def wrong(found: int) -> Iterator[str]:
        return _miscounted(components, totals, unpacked(found, len(totals)))

    def alone(engine: AnyEngine, state: Any) -> Iterator[str]:
        found = count(state)
        return _NOTHING if found == total else wrong(found)

    def with_each(engine: AnyEngine, state: Any) -> Iterator[str]:
        nonlocal last, sums
        values = values_of(state)
        if values is not last:
            counted, last = last, ()  # an exception on the way: all are counted next time
            if len(values) != len(counted):
                held[:] = map(count_one, values)
                sums = sum(held)
            else:  # count those only that are not the same objects as when last counted
                for nth, value in enumerate(values):
                    if value is not counted[nth]:
                        now = count_one(value)
                        sums += now - held[nth]
                        held[nth] = now
            last = values
        found = count(state) + sums
        return _NOTHING if found == total else wrong(found)

    if one is None:
        return Property(CONSERVATION, (), "holds", _DOC, alone, tally.reads)
    count_one, values_of = one, attrgetter(tally.each)
    return Property(CONSERVATION, (), "holds", _DOC, with_each, tally.reads)


def _miscounted(components: Sequence[str], totals: Sequence[int], found: Sequence[int]) -> Iterator[str]:
    return _missing(dict(zip(components, totals, strict=True)), dict(zip(components, found, strict=True)))


_NOTHING: Final[Iterator[str]] = iter(())


def crash(where: str, error: BaseException) -> Violation:
    """An exception from the engine, a player or a property as a violation; `where` is the call that was made."""
    frames = traceback.extract_tb(error.__traceback__)
    inner = frames[-1].name if frames else "?"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    subject = "the player" if where == "choose" else "the engine" if where in _CALLS else f"the property {where}"
    return Violation(
        "broken",
        f"crash in {where}: {type(error).__name__} in {inner}",
        f"{subject} crashed: {what}",
        trace="\n".join(f"{PurePath(f.filename).name}:{f.lineno} in {f.name}: {f.line or ''}" for f in frames),
    )


_CALLS: Final = frozenset(
    ("start", "actor", "legal_moves", "weights", "refusal", "apply", "outcome", "inventory", "totals", "to_json")
) | {"from_json", "parse", "all_moves"}


@define(eq=False)
class _Plan:
    """The functions to run for some kind of step, and how often that happened."""

    checks: tuple[Callable[..., Iterator[str]], ...]
    count: int = 0
    each: tuple[tuple[str, tuple[Callable[..., Iterator[str]], ...]], ...] = ()
    """For each tuple of values the invariants to run for those that are new."""

    def every(self) -> Iterator[Callable[..., Iterator[str]]]:
        """All functions of it."""
        yield from self.checks
        for _, checks in self.each:
            yield from checks


@define(eq=False)
class _Steps:
    """For one kind of move: the keys to ask about a step, and the plan for each answer."""

    properties: tuple[Property, ...]
    keys: tuple[Callable[[Any, Any, Any], Hashable], ...]
    plans: dict[Any, _Plan] = field(factory=dict)

    def plan(self, answers: Any) -> _Plan:
        """The properties that these answers leave."""
        given = dict(zip(self.keys, answers, strict=True))
        checks = [one.function for one in self.properties if all(given[need.key] in need.values for need in one.when)]
        plan = self.plans[answers] = _Plan(tuple(checks))
        return plan


_NONE: Final[list[Violation]] = []
_RAN: Final = _Plan(())
"""When all invariants have been run already."""


Parts = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""For each field of which parts are read the (path, name) of the parts."""


@define(eq=False)
class _View:
    """What is looked at in some games, and what was worked out for it once."""

    invariants: tuple[Property, ...]
    after: tuple[Property, ...]
    whole_game: tuple[Property, ...]
    parts: Parts
    full: _Plan
    each: tuple[str, ...]
    plans: dict[tuple[Any, ...], _Plan] = field(factory=dict)
    steps: dict[type, _Steps] = field(factory=dict)
    whole: int = 0

    def every_plan(self) -> Iterator[_Plan]:
        """All plans made so far."""
        yield self.full
        yield from self.plans.values()
        for steps in self.steps.values():
            yield from steps.plans.values()


def _view(properties: Iterable[Property]) -> _View:
    every = tuple(properties)
    invariants = tuple([one for one in every if one.kind == "holds"])
    return _View(
        invariants,
        tuple([one for one in every if one.kind == "after"]),
        tuple([one for one in every if one.kind == "whole_game"]),
        _parts([path for one in invariants for path in one.reads or ()]),
        _Plan(tuple([one.function for one in invariants])),
        tuple(dict.fromkeys([one.each for one in invariants if one.each])),
    )


def _due(properties: Iterable[Property], index: int) -> Iterator[Property]:
    """The properties that the game of this index looks at."""
    return (one for one in properties if index % one.share == 0)


class Checker:
    """Checks one engine's positions as a game goes on, running only what a move can have broken.

    `first` and `step` answer with all violations found there (an empty list: none).
    A property that raises counts as broken.  `counts` tells how often each was run.
    """

    def __init__(self, engine: AnyEngine, properties: Iterable[Property] = (), *, generic: bool = True) -> None:
        self.generic = (conservation(engine),) if generic else ()
        every = list(properties)
        self._engine = engine
        self._every = (*(_tallied(engine) if generic else ()), *every)
        self._named = {one.function: one for one in self._every}
        self._muted: set[str] = set()
        self._last: Any = None
        self._cycle = lcm(*[one.share for one in every])
        self._views: dict[int, _View] = {}
        self._all = self._views[-1] = _view(self._every)
        self._counted: list[_View] = []
        """The views chosen since the counts were reset."""
        self._kinds: dict[tuple[type, tuple[str, ...]], int] = {}
        self.game(None)

    def game(self, index: int | None, routine: Set[int] = frozenset()) -> None:
        """Choose what is looked at in a game: everything (None), or its share of the claims that have one.

        At a step whose kind is not `routine` everything is looked at in any case.
        """
        turn = -1 if index is None else index % self._cycle
        view = self._views.get(turn)
        if view is None:
            view = self._views[turn] = _view(tuple(_due(self._every, turn)))
        self._last = None
        self._view = view
        self._counted += (view, self._all)
        self.whole_game = view.whole_game
        self._routine = routine
        self.kinds: set[int] = set()
        """The kinds of steps of this game that are not routine: sorts of moves and the clauses they carried out."""

    def mute(self, name: str) -> None:
        """Report this property no more until the next `first`."""
        self._muted.add(name)

    def first(self, state: Any) -> list[Violation]:
        """All invariants at a position that is not the successor of the last one."""
        self._muted.clear()
        self._last = state
        found = self._run(self._view.full, state)
        if found:
            self._last = None
        return found

    def step(self, before: Any, move: Any, after: Any) -> list[Violation]:
        """The step properties of the move, and the invariants whose fields it changed."""
        found = _NONE
        view = self._view
        if self._cycle > 1:
            kind = self._kinds.get((move.__class__, after.events)) or self._kind_of(move, after)
            if kind not in self._routine:
                self.kinds.add(kind)
                view = self._all
        if before is self._last:
            old, new = before.__dict__, after.__dict__
            key: Any = tuple(map(is_not, old.values(), new.values()))
            for name, _ in view.parts:
                if old[name] is not new[name]:
                    key = key, _moved(old[name], new[name])
            plan = view.plans.get(key)
            if plan is None:
                plan = view.plans[key] = _plan(view, before, after)
        else:
            plan = _RAN
            found = self._run(view.full, after)
        self._last = after
        engine = self._engine
        check: Any = None
        plan.count += 1
        try:  # the same as _run, without a call: this is the hot path
            for check in plan.checks:
                for message in check(engine, after):
                    found = self._add(found, check, message)
            for name, checks in plan.each:
                old, now = getattr(before, name), getattr(after, name)
                same = len(old) == len(now)
                for nth, value in enumerate(now):
                    if not same or value is not old[nth]:
                        for check in checks:
                            for message in check(engine, after, nth):
                                found = self._add(found, check, message)
        except Exception as error:
            found = [*found, crash(self._named[check].name, error)]
        steps = view.steps.get(type(move))
        if steps is None:
            steps = _steps_of(view, type(move))
        try:
            check = None
            answers = tuple([ask(before, move, after) for ask in steps.keys])
            plan = steps.plans.get(answers)
            if plan is None:
                plan = steps.plan(answers)
            plan.count += 1
            for check in plan.checks:
                for message in check(engine, before, move, after):
                    found = self._add(found, check, message)
        except Exception as error:
            found = [*found, crash(self._named[check].name if check else "when", error)]
        if found:
            self._last = None
            if self._muted:
                found = [one for one in found if one.name not in self._muted]
        return found

    def whole(self, positions: Sequence[Any], moves: Sequence[Any], outcome: Outcome | None) -> list[Violation]:
        """The whole-game properties of a finished game."""
        self._view.whole += 1
        return [
            violation
            for one in self.whole_game
            for violation in evaluate(one, self._engine, Played(positions, moves, outcome))
        ]

    def counts(self) -> dict[str, int]:
        """How often each property was run since the last `reset_counts`."""
        runs = dict.fromkeys(self._named, 0)
        for view in dict.fromkeys(self._counted):
            for plan in view.every_plan():
                if plan.count:
                    for check in plan.every():
                        runs[check] += plan.count
            for one in view.whole_game:
                runs[one.function] += view.whole
        counts = dict.fromkeys([one.name for one in self._every], 0)
        for check, times in runs.items():
            counts[self._named[check].name] += times
        return counts

    def reset_counts(self) -> None:
        """Begin to count anew."""
        for view in self._counted:
            view.whole = 0
            for plan in view.every_plan():
                plan.count = 0
        self._counted = [self._view, self._all]

    def _run(self, plan: _Plan, state: Any) -> list[Violation]:
        plan.count += 1
        found: list[Violation] = []
        for check in plan.checks:
            found += evaluate(self._named[check], self._engine, state)
        return found

    def _add(self, found: list[Violation], check: Callable[..., Iterator[str]], message: str) -> list[Violation]:
        one = self._named[check]
        return [*found, Violation("broken", one.name, message, one.clauses)]

    def _kind_of(self, move: Any, after: Any) -> int:
        """A number for a kind of step, the same in every process."""
        told = "|".join((type(move).__name__, *after.events))
        kind = self._kinds[type(move), after.events] = crc32(told.encode()) or 1
        return kind


def _plan(view: _View, before: Any, after: Any) -> _Plan:
    changed = _touched([path for one in view.invariants for path in one.reads or ()], before, after)
    due = [one for one in view.invariants if one.reads is None or not changed.isdisjoint(one.reads)]
    return _Plan(
        tuple([one.function for one in due if not one.each]),
        each=tuple(
            [
                (name, tuple([one.function for one in due if one.each == name]))
                for name in view.each
                if any([one.each == name for one in due])
            ]
        ),
    )


def _steps_of(view: _View, kind: type) -> _Steps:
    name = kind.__name__
    about = tuple(one for one in view.after if one.moves is None or name in one.moves)
    keys = dict.fromkeys(need.key for one in about for need in one.when)
    steps = view.steps[kind] = _Steps(about, tuple(keys))
    return steps


def _parts(reads: Iterable[str]) -> Parts:
    found: dict[str, dict[str, str]] = {}
    for path in reads:
        name, dot, part = path.partition(".")
        if dot:
            found.setdefault(name, {})[path] = part
    return tuple((name, tuple(parts.items())) for name, parts in found.items())


def _moved(before: Sequence[Any], after: Sequence[Any]) -> tuple[bool, ...] | None:
    """For each field of the values whether it is not the same object as before in any of them; None if all may be."""
    if len(before) != len(after):
        return None
    found: tuple[bool, ...] = ()
    for old, new in zip(before, after, strict=True):
        if old is not new:
            one = tuple(map(is_not, old.__dict__.values(), new.__dict__.values()))
            found = tuple(map(or_, found, one)) if found else one
    return found


def _changed_parts(before: Sequence[Any], after: Sequence[Any], parts: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The paths of the parts that are not the same objects as before in each of the values."""
    if len(before) != len(after):
        return tuple([path for path, _ in parts])
    pairs = [(old.__dict__, new.__dict__) for old, new in zip(before, after, strict=True) if old is not new]
    if len(pairs) == 1:
        old, new = pairs[0]
        return tuple([path for path, part in parts if old[part] is not new[part]])
    return tuple([path for path, part in parts if any([old[part] is not new[part] for old, new in pairs])])


def touched(reads: Collection[str], before: Any, after: Any) -> bool:
    """Whether a field that an invariant reads is not the same object as before."""
    return not _touched(reads, before, after).isdisjoint(reads)


def _touched(reads: Iterable[str], before: Any, after: Any) -> set[str]:
    fields = set(_changed(before, after))
    for name, parts in _parts(reads):
        if name in fields:
            fields.update(_changed_parts(getattr(before, name), getattr(after, name), parts))
    return fields


def _changed(before: Any, after: Any) -> tuple[str, ...]:
    new, missing = after.__dict__, object()
    return tuple(name for name, value in before.__dict__.items() if new.get(name, missing) is not value)


def evaluate(one: Property, engine: AnyEngine, *given: Any) -> list[Violation]:
    """All violations of one property (the arguments are those of its kind); a crash is one too."""
    found: list[Violation] = []
    try:
        if one.kind == "after" and not one.concerns(*given):
            return found
        if one.each:
            (state,) = given
            for nth in range(len(getattr(state, one.each))):
                found += [Violation("broken", one.name, said, one.clauses) for said in one.function(engine, state, nth)]
            return found
        for message in one.function(engine, *given):
            found.append(Violation("broken", one.name, message, one.clauses))
    except Exception as error:
        found.append(crash(one.name, error))
    return found


# What holds for every game by the contract.  Each function yields violations for one position.


def listing(engine: AnyEngine, state: Any, legal: Sequence[Any], *, deep: bool = True) -> Iterator[Violation]:
    """The list of legal moves is as the contract says.

    An unfinished game has a move and a finished one has none but an outcome; `deep`
    also asks that no move is listed twice and that `refusal` agrees with each.
    """
    over = engine.actor(state) == OVER
    if not legal and not over:
        yield Violation("deadlock", "nobody may move", "nobody may move, and the game is not over")
    if legal and over:
        yield Violation("conflict", "moves after the end", f"the game is over, yet {legal[0]} is listed as legal")
    if not deep:
        return
    if over != (engine.outcome(state) is not None):
        is_over = "is over without an outcome" if over else "has an outcome and is not over"
        yield Violation("conflict", "outcome", f"the game {is_over}")
    if len(set(legal)) != len(legal):
        twice = next(move for move, times in Counter(legal).items() if times > 1)
        yield Violation("conflict", "listed twice", f"{twice} is listed twice", about=_kind(twice))
    for move in legal:
        refused = engine.refusal(state, move)
        if refused is not None:
            yield Violation(
                "conflict",
                "listed and refused",
                f"{move} is listed as legal and refused: {refused}",
                (refused.clause,),
                about=_kind(move),
            )


def unlisted(
    engine: AnyEngine,
    state: Any,
    legal: Sequence[Any],
    tries: Iterable[Any],
    *,
    clauses: Collection[str] | None = None,
    refusals: Counter[str] | None = None,
) -> Iterator[Violation]:
    """Every well-formed move that is not listed is refused, by a clause that exists.

    `refusals` collects the clauses that were met.
    """
    for move in tries:
        refused = engine.refusal(state, move)
        if refused is None:
            if move not in legal:
                yield Violation(
                    "conflict",
                    "accepted and not listed",
                    f"{move} is refused by no clause, yet it is not listed as legal",
                    about=_kind(move),
                )
        elif clauses is not None and refused.clause not in clauses:
            yield Violation(
                "broken", f"no clause {refused.clause!r}", f"{move} is refused by {refused.clause!r}: no such clause"
            )
        elif refusals is not None:
            refusals[refused.clause] += 1


def repeated(engine: AnyEngine, state: Any, move: Any) -> Iterator[Violation]:
    """A move leads to the same position each time, and leaves the position it is played in alone."""
    saved = engine.to_json(state)
    once, again = engine.apply(state, move), engine.apply(state, move)
    if once != again or once.events != again.events:
        message = f"{move} played twice from the same position leads to two different positions"
        yield Violation("broken", "moves are deterministic", message, about=_kind(move))
    if engine.to_json(state) != saved:
        message = f"{move} changed the position it was played in"
        yield Violation("broken", "moves change nothing behind", message, about=_kind(move))


def restored(engine: AnyEngine, state: Any, legal: Sequence[Any] = ()) -> Iterator[Violation]:
    """A position survives being saved, a move being written down."""
    back = engine.from_json(engine.to_json(state))
    if back != state:
        fields = [name for name, value in state.__dict__.items() if name != "events" and getattr(back, name) != value]
        message = f"saved and restored, the position differs in {', '.join(fields) or 'its type'}"
        yield Violation("broken", "positions survive saving", message)
    for move in legal:
        if engine.parse(str(move)) != move:
            message = f"{str(move)!r} is read back as {engine.parse(str(move))!r}"
            yield Violation("broken", "moves survive writing", message, about=_kind(move))


def guarded(where: str, checks: Iterable[Violation]) -> list[Violation]:
    """The violations a generic check yields; an exception on the way is one of them."""
    found: list[Violation] = []
    try:
        for violation in checks:
            found.append(violation)
    except Exception as error:
        found.append(crash(where, error))
    return found


def _kind(move: Any) -> str:
    return type(move).__name__


class Tries:
    """Draws well-formed moves to try where they are not listed.

    Some are of kinds that are open just now: those get past "not your turn" to the
    clauses that matter.  Some have their kind drawn first, so that a kind with a
    single move, such as to stay or to pass, is tried too.
    """

    def __init__(self, engine: AnyEngine) -> None:
        self._all = engine.all_moves()
        self._kinds: dict[type, list[Any]] = {}
        for move in self._all:
            self._kinds.setdefault(type(move), []).append(move)

    def every(self) -> Sequence[Any]:
        """All well-formed moves."""
        return self._all

    def draw(self, legal: Sequence[Any], rng: Random, count: int) -> list[Any]:
        """Some well-formed moves, legal or not."""
        if not self._all:
            return []
        drawn = []
        kinds = tuple(self._kinds.values())
        for nth in range(count):
            pool: Sequence[Any] = self._all
            if nth % 2 and legal:
                pool = self._kinds.get(type(legal[int(rng.random() * len(legal))]), self._all)
            elif nth % 4 == 0:
                pool = kinds[int(rng.random() * len(kinds))]
            drawn.append(pool[int(rng.random() * len(pool))])
        return drawn


def undeclared_reads(one: Property, engine: AnyEngine, state: Any) -> set[str]:
    """Fields of the position that an invariant looks at here without naming them in `reads`.

    The position is replaced by a recording one, and so are the values in a tuple of which
    `reads` names parts.  Looking at the whole of one (`vars`, `evolve`, `changed`, `==`)
    counts as looking at every field.
    """
    if one.reads is None:
        return set()
    seen: set[str] = set()
    fields = dict(state.__dict__)
    inner = [name for name, _ in _parts(one.reads) if name not in one.reads]
    for name in inner:
        fields[name] = tuple([_recording(value, value.__dict__, f"{name}.", seen) for value in fields[name]])
    evaluate(one, engine, _recording(state, fields, "", seen))
    return seen - set(one.reads) - set(inner)


def _recording(value: Any, fields: Mapping[str, Any], prefix: str, seen: set[str]) -> Any:
    """A copy of a value that notes which of its fields are looked at."""
    names = set(fields) - {"events"}
    cls = type(value)

    def record(self: Any, name: str) -> Any:
        if name in names or (name == "events" and not prefix):
            seen.add(prefix + name)
        elif name == "__dict__":
            seen.update([prefix + one for one in names])
        return object.__getattribute__(self, name)

    proxy: Any = object.__new__(type("Recording" + cls.__name__, (cls,), {"__getattribute__": record}))
    object.__getattribute__(proxy, "__dict__").update(fields)
    return proxy


def faults_in(engine: AnyEngine, moves: Iterable[str], properties: Iterable[Property] = ()) -> list[str]:
    """Everything that is wrong in a game given by its moves, each with the number of the move.

    A move that is not legal any more is a fault too: the game is not the one it was.
    """
    checker = Checker(engine, properties)
    state, played, positions = engine.start(), [], []
    found = [(0, one) for one in checker.first(state)]
    positions.append(state)
    for number, text in enumerate(moves, 1):
        move = engine.parse(text)
        refused = engine.refusal(state, move)
        if refused is not None:
            return [*_told(found), f"move {number}: {text} is not legal: {refused}"]
        found += [(number, one) for one in guarded("apply", repeated(engine, state, move))]
        try:
            after = engine.apply(state, move)
        except Exception as error:
            return _told([*found, (number, crash("apply", error))])
        found += [(number, one) for one in checker.step(state, move, after)]
        legal = engine.legal_moves(after)
        found += [(number, one) for one in guarded("refusal", listing(engine, after, legal))]
        found += [(number, one) for one in guarded("from_json", restored(engine, after, legal))]
        found += [
            (number, Violation("silent", event, f"the rules do not say: {event}"))
            for event in after.events
            if event.startswith(SILENT)
        ]
        state = after
        played.append(move)
        positions.append(state)
    legal = engine.legal_moves(state)
    found += [(len(played), one) for one in guarded("refusal", unlisted(engine, state, legal, engine.all_moves()))]
    if engine.actor(state) == OVER:
        found += [(len(played), one) for one in checker.whole(positions, played, engine.outcome(state))]
    return list(dict.fromkeys(_told(found)))


def _told(found: Iterable[tuple[int, Violation]]) -> list[str]:
    return [f"move {number}: {one.message}" for number, one in found]


def only(properties: PropertySet, kinds: Collection[Kind]) -> PropertySet:
    """The properties of some kinds."""
    return evolve(properties, properties=tuple(one for one in properties if one.kind in kinds))
