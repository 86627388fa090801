"""Which clauses the other side carried out as if the position had been another: a field tilled that nobody tills.

What a program does though its condition is not met is not at work by our rules, and no small change of them need bring
it.  So one place of the position before the step is changed, and our own rules play the move.  Where they come out just
as the program did then, wherever it departed so, the clauses that they carry out besides are likely to be the ones.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from rulecheck.properties.conform.clues import affinity, words
from rulecheck.properties.conform.common import Common
from rulecheck.properties.conform.observation import Difference, differences, place_in
from rulecheck.properties.conform.parting import Parting, carried_out
from rulecheck.properties.conform.steps import Parted, Place, Sighting, Step, Steps
from rulecheck.properties.strength.trying import TooLongError, at_most

_FIRST: Final = 2
"""Steps after which a change that has not come out so in one of them is not tried any more."""
_LEAST: Final = 0.6
"""The part of the steps in which a change has to come out as the other side has it."""
_SURE: Final = 0.4
"""Of the steps in which a change brings some of the same clauses, the part in which the sides have to part."""
_SURELY: Final = 0.75
"""How well a change of the position has to do it for two causes to be one by it: others hide it in some steps."""
_SPEECH: Final = 0.25
"""What it adds that a clause speaks of what is changed: enough to decide between equals."""
_LOST: Final = 0.7
"""How much it counts that a clause is no longer carried out, beside one that is carried out besides."""
_ENTRIES: Final = 24
"""Entries of a table or list beyond which it is not changed: decks, and a map with all that lies on it."""
_SECONDS: Final = 0.1
"""Processor time of one step: what takes longer runs for ever."""
_PLAYERS: Final = "players"

Clauses: TypeAlias = frozenset[str]


class _Nothing:
    """What is put in a place that is left out."""


_NOTHING: Final = _Nothing()


@frozen
class Other:
    """One place of a position that is changed."""

    name: str
    """The same for all seats: `players.*.island_colonists.corn more`."""
    path: Place
    value: Any


@frozen
class AsIf:
    """Which changes of the position our rules do with what the other side did, in the games of one cause."""

    clauses: Mapping[str, float] = field(factory=dict)
    """For some clauses, from 0 to 1, how well they do."""
    changes: Mapping[str, float] = field(factory=dict)
    """Each by its name, with the part of the steps in which they do."""


def others(position: Mapping[str, Any], seats: Sequence[str]) -> Iterator[Other]:
    """The changes of a position: of each number, mark, name and list, the tables of all that there is left alone."""
    known = _known(position)

    def within(path: Place, table: Mapping[str, Any]) -> Iterator[Other]:
        if len(table) > _ENTRIES:
            return
        for key, value in table.items():
            yield from at((*path, key), value)
        if _of_a_seat(path):
            for key in dict.fromkeys(_elsewhere(position, path, seats)):
                if key not in table:
                    for told in known[path[2:], key]:
                        yield Other(_name((*path, key), "there"), (*path, key), told)

    def at(path: Place, value: Any) -> Iterator[Other]:
        if isinstance(value, dict):
            yield from within(path, value)
        elif isinstance(value, bool):
            yield Other(_name(path, "not"), path, not value)
        elif isinstance(value, int):
            for number in sorted({value + 1, value - 1, *_cousins(position, path)} - {value}):
                if number >= 0:
                    yield Other(_name(path, "more" if number > value else "fewer"), path, number)
        elif isinstance(value, str):
            if value in seats:
                yield from (Other(_name(path, "another"), path, seat) for seat in seats if seat != value)
            else:
                yield Other(_name(path, "not there"), path, _NOTHING)
        elif isinstance(value, list) and len(value) <= _ENTRIES:
            for nth in range(len(value)):
                yield Other(_name(path, "fewer"), path, [*value[:nth], *value[nth + 1 :]])
            for more in _more(position, path, value):
                yield Other(_name(path, "more"), path, [*value, more])

    return within((), position)


def _known(position: Mapping[str, Any]) -> Mapping[tuple[Place, str], list[Any]]:
    """What stands in the tables of the seats: for each place of one and each key what it may be."""
    known: defaultdict[tuple[Place, str], list[Any]] = defaultdict(list)
    for seat in position.get(_PLAYERS, {}).values():
        for name, table in seat.items() if isinstance(seat, dict) else ():
            for key, value in table.items() if isinstance(table, dict) else ():
                for told in (value, 1) if type(value) is int else (value,):
                    if told not in known[(name,), key]:
                        known[(name,), key].append(told)
    return known


def _elsewhere(position: Mapping[str, Any], path: Place, seats: Sequence[str]) -> Iterator[str]:
    """The keys of the same table of other seats."""
    for seat in seats:
        table = place_in(position, (_PLAYERS, seat, *path[2:]))
        if seat != path[1] and isinstance(table, dict) and len(table) <= _ENTRIES:
            yield from table


def _cousins(position: Any, path: Place) -> Iterator[int]:
    """The numbers of the same name in the tables beside: of as many tiles as are tilled."""
    if len(path) < 2:
        return
    for table in place_in(position, path[:-2]).values():
        number = table.get(path[-1]) if isinstance(table, dict) else None
        if type(number) is int:
            yield number


def _more(position: Any, path: Place, value: list[Any]) -> list[Any]:
    """What stands in the lists beside a list, and in those of the same name of other seats, and not in it."""
    tables = [place_in(position, path[:-1])]
    if _of_a_seat(path):
        tables += position[_PLAYERS].values()
    more: list[Any] = []
    for table in tables:
        for other in table.values() if isinstance(table, dict) else ():
            for entry in other if isinstance(other, list) and len(other) <= _ENTRIES else ():
                if entry not in value and entry not in more:
                    more.append(entry)
    return more[:_ENTRIES]


def _of_a_seat(path: Place) -> bool:
    return path[:1] == (_PLAYERS,) and len(path) > 2


def _name(path: Place, how: str) -> str:
    if path[:1] == (_PLAYERS,) and len(path) > 1:
        path = (_PLAYERS, "*", *path[2:])
    return f"{'.'.join(path)} {how}"


def _with(position: Any, path: Place, value: Any) -> Any:
    """A position with another value in one place; the rest of it is the same."""
    name, *rest = path
    if not rest and value is _NOTHING:
        return {key: told for key, told in position.items() if key != name}
    return {**position, name: _with(position.get(name, {}), tuple(rest), value) if rest else value}


@frozen
class _Came:
    """What came of a step of ours from a changed position."""

    effects: Mapping[Place, Any]
    """Where it came out otherwise than from the position as it was, the change itself put aside."""
    more: Clauses
    """The clauses carried out besides,"""
    less: Clauses
    """and those that were not any more."""
    fits: bool = False


def _in_any_case(ways: Sequence[_Came]) -> _Came:
    """What changes of one name bring, whichever it is."""
    more, less = (came.more for came in ways), (came.less for came in ways)
    return _Came({}, frozenset.intersection(*more), frozenset.intersection(*less), fits=True)


class Positions:
    """Steps of our rules from positions that are changed in one place."""

    def __init__(self, common: Common) -> None:
        self._common = common
        self._steps = Steps(common)

    def support(self, sightings: Sequence[Sighting], parted: Parted) -> AsIf:
        """The clauses that our rules carry out besides where a change makes most steps come out as the program's."""
        known = ((self._steps.step(shown.game, shown.sighting), shown.sighting) for shown in sightings)
        steps = [_Seen.of(step, parting) for step, parting in known if step is not None and step.move is not None]
        explained: dict[str, list[_Came]] = {}
        tried = 0
        for seen in steps:
            if tried < _FIRST and not explained:
                tried += 1
                names = None
            elif explained:
                names = frozenset(explained)
            else:
                break
            for name, came in self._explaining(seen, names).items():
                explained.setdefault(name, []).append(came)
        agreed: list[Step] | None = None
        clauses: dict[str, float] = {}
        changes: dict[str, float] = {}
        for name, done in explained.items():
            share = len(done) / len(steps)
            besides = Counter(clause for came in done for clause in sorted(came.more))
            no_more = Counter(clause for came in done for clause in sorted(came.less))
            if share < _LEAST or len(done) < min(2, len(steps)) or not (besides or no_more):
                continue
            if agreed is None:
                agreed = self._steps.agreed(sightings, parted)
            against = sum(self._speaks_against(name, step, {*besides, *no_more}) for step in agreed)
            sure = len(done) / (len(done) + against)
            if sure < _SURE:
                continue
            changes[f"as if {name}"] = 1.0 if share * sure >= _SURELY else share * sure
            well = share * sure * len(done) / (len(done) + 1)
            for often, weight in ((besides, 1.0), (no_more, _LOST)):
                speaks = affinity(words(name), {clause: self._common.says(clause) for clause in often})
                each = weight * well / max(often.values(), default=1) / sqrt(len(often) or 1)
                for clause, times in often.items():
                    much = min(1.0, each * times * (1 + _SPEECH * speaks[clause]))
                    clauses[clause] = max(clauses.get(clause, 0.0), much)
        return AsIf(clauses, changes)

    def _explaining(self, seen: _Seen, names: frozenset[str] | None) -> Mapping[str, _Came]:
        """The changes, by their names, with which a step comes out as the program's; of some names, or of any.

        Where one of a name brings but a part of it, those of all seats may bring it together.
        """
        explaining: dict[str, list[_Came]] = defaultdict(list)
        parts: dict[str, dict[Place, tuple[int, Other]]] = defaultdict(dict)
        for other in others(seen.step.told, seen.step.rig.seats):
            if names is not None and other.name not in names:
                continue
            came = seen.came((other,))
            if came is None:
                continue
            if came.fits:
                explaining[other.name].append(came)
            elif (exact := seen.part(came)) > parts[other.name].get(other.path, (0, other))[0]:
                parts[other.name][other.path] = exact, other
        for name, ways in parts.items():
            if name not in explaining and len(ways) > 1:
                came = seen.came(tuple(other for _, other in ways.values()))
                if came is not None and came.fits:
                    explaining[name].append(came)
        return {name: _in_any_case(ways) for name, ways in explaining.items()}

    def _speaks_against(self, name: str, step: Step, clauses: set[str]) -> bool:
        """Whether such a change makes a difference by one of some clauses in a step in which the sides agreed."""
        if step.move is None:
            return False
        seen = _Seen.of(step, None)
        changes = (other for other in others(step.told, step.rig.seats) if other.name == name)
        came = filter(None, (seen.came((other,)) for other in changes))
        return any(each.effects and not clauses.isdisjoint(each.more | each.less) for each in came)


@frozen(eq=False)
class _Seen:
    """A step in which the sides parted, or agreed, and how."""

    step: Step
    ours: Any
    """The position after it, as told."""
    theirs: Mapping[Place, Any] | None
    """What the program has otherwise; None where it is seen by whose turn it is."""
    beside: frozenset[str]

    @staticmethod
    def of(step: Step, parting: Parting | None) -> _Seen:
        ours = step.rig.engine.to_json(step.ours)
        if parting is None:
            return _Seen(step, ours, {}, frozenset())
        theirs = {place.path: place.theirs for place in parting.differences}
        return _Seen(step, ours, theirs if parting.kind == "state" else None, parting.beside)

    def came(self, changes: Sequence[Other]) -> _Came | None:
        """What comes of the step from a position that is so changed; None where it cannot be, or be played there."""
        step = self.step
        engine = step.rig.engine
        told = step.told
        for other in changes:
            told = _with(told, other.path, other.value)
        try:
            with at_most(_SECONDS):
                before = engine.from_json(told, given=[".".join(other.path) for other in changes])
                if engine.actor(before) != engine.actor(step.before) or engine.refusal(before, step.move) is not None:
                    return None
                after = engine.apply(before, step.move)
                now = frozenset(carried_out(after.events))
                more, less = now - step.at_work, step.at_work - now
                if self.theirs is None:
                    return _Came({}, more, less, step.fits(engine, after))
                if not self.theirs and now == step.at_work:
                    return None  # no clause makes a difference where the sides agreed
                apart = differences(self.ours, engine.to_json(after), but=self.beside)
                if self.theirs and self.theirs.keys().isdisjoint(place.path for place in apart):
                    return None
                effects, hidden = self._effects(before, apart)
                return _Came(effects, more, less, effects == self.theirs and not hidden >= self.theirs.keys())
        except (Exception, TooLongError):
            return None

    def _effects(self, before: Any, apart: Sequence[Difference]) -> tuple[dict[Place, Any], set[Place]]:
        """What of this follows from the step: numbers without what was added before; and where that cannot be told."""
        added = {place.path: place for place in differences(self.step.told, self.step.rig.engine.to_json(before))}
        effects, hidden = dict[Place, Any](), set[Place]()
        hidden.update(added.keys() - {place.path for place in apart})
        for place in apart:
            more = added.get(place.path)
            value = place.theirs
            if more is not None:
                if not type(place.ours) is type(value) is type(more.ours) is type(more.theirs) is int:
                    hidden.add(place.path)
                    continue
                value -= more.theirs - more.ours
            if value != place.ours:
                effects[place.path] = value
        return effects, hidden

    def part(self, came: _Came) -> int:
        """How many places come out as the program's, where none comes out otherwise that is not the program's."""
        if self.theirs is None or not came.effects.keys() <= self.theirs.keys():
            return 0
        return sum(value == self.theirs[path] for path, value in came.effects.items())
