"""What follows from another departure: a price that is got wrong shows again in lists, in turns and in phases.

A side that gets an amount wrong shows it in the position after such a move; in a list where the right price is too
high, or the wrong one; in a turn that is passed on, or not, because nothing can be paid for any more.  Where our own
rules do what the other side did as soon as a seat has as much more or less as it is known to get wrong, that is no
second cause.  Nor is that the game ends, where they end it by a mark that it is known to set.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from typing import Any, Final

from attrs import frozen

from rulecheck.properties.conform.cause import Cause
from rulecheck.properties.conform.common import Common, GameLine, played
from rulecheck.properties.conform.lines import positions_from
from rulecheck.properties.conform.messages import kind_of_move
from rulecheck.properties.conform.observation import Difference, differences
from rulecheck.properties.conform.parting import TURN_ENDS, Parting
from rulecheck.properties.conform.rig import Rig
from rulecheck.properties.conform.waiting import ALIKE, MISSES, WHOSE
from rulecheck.reference_engines.contract import PositionError, UnknownMove

_MOVES: Final = frozenset({"lists", "accepts", "misses", "refuses"})
_KINDS: Final = frozenset({*_MOVES, "turn", "state"})
"""The kinds of departures that may follow from an amount."""
_BACK: Final = 2
"""Moves before the departure at most, before which the amount is changed."""
_MOST: Final = 12
"""Amounts that are tried."""
_PLAYERS: Final = "players"

Path = tuple[str, ...]


@frozen
class Amounts:
    """What one departure gets wrong at one seat: paths below the seat's or of the whole table, and by how much."""

    own: tuple[tuple[Path, int], ...]
    table: tuple[tuple[Path, int], ...]

    @staticmethod
    def of(apart: Sequence[Difference]) -> Amounts | None:
        """The numbers that differ, if they are of one seat and not only of the table."""
        numbers = [(place.path, place.theirs - place.ours) for place in apart if _is_amount(place)]
        seats = {path[1] for path, _ in numbers if path[0] == _PLAYERS and len(path) > 2}
        if len(seats) != 1:
            return None
        own = tuple((path[2:], by) for path, by in numbers if path[0] == _PLAYERS)
        return Amounts(own, tuple((path, by) for path, by in numbers if path[0] != _PLAYERS))

    def places(self, seat: str) -> list[tuple[Path, int]]:
        """The same at some seat."""
        return [*(((_PLAYERS, seat, *path), by) for path, by in self.own), *self.table]

    @property
    def smaller(self) -> Iterator[Amounts]:
        """The same with one only, where all are out by as much."""
        whole = {abs(by) for _, by in (*self.own, *self.table)}
        if len(whole) == 1 and whole != {1}:
            yield Amounts(_ones(self.own), _ones(self.table))


def _ones(places: Sequence[tuple[Path, int]]) -> tuple[tuple[Path, int], ...]:
    return tuple((path, 1 if by > 0 else -1) for path, by in places)


def _is_amount(place: Difference) -> bool:
    return type(place.ours) is int and type(place.theirs) is int


def is_echo(common: Common, cause: Cause, other: Cause) -> bool:
    """Whether each game of one cause shows what our rules would do with what the other is known to get wrong."""
    if cause.kind not in _KINDS or other.kind != "state":
        return False
    sightings = [candidate.sighting for candidate in other.candidates.soonest]
    if cause.kind in _MOVES and cause.about not in {sighting.after for sighting in sightings}:
        return False
    known = dict.fromkeys(filter(None, (Amounts.of(sighting.differences) for sighting in sightings)))
    amounts = list(dict.fromkeys([*known, *(less for whole in known for less in whole.smaller)]))[:_MOST]
    return bool(amounts) and all(
        _follows(common, candidate.game, candidate.sighting, amounts) for candidate in cause.candidates.soonest
    )


def is_marked(common: Common, cause: Cause, other: Cause) -> bool:
    """Whether one cause is that the game ends, and the other the mark by which it does.

    The position that is told then has to have it; and our rules to end the game by it, if it is set before the last
    move.  What ends it is one cause: it is enough that this is so where it shows soonest, and mostly.
    """
    if not cause.ends_the_game or other.kind != "state" or not other.flags:
        return False
    marks = other.candidates.first.sighting.differences
    shown = [cause.candidates.first, *cause.candidates.soonest]
    ended = [_ends_by(common, candidate.game, candidate.sighting, marks) for candidate in shown]
    return ended[0] and 2 * sum(ended[1:]) >= len(ended[1:])


def _ends_by(common: Common, game: GameLine, parting: Parting, marks: Sequence[Difference]) -> bool:
    """Whether the other side tells some marks where it ends the game, and our rules end it by them."""
    if not {(place.path, str(place)) for place in marks} <= {(place.path, str(place)) for place in parting.there}:
        return False
    rig, moves, states = played(common, game, parting.at)
    if not moves:
        return False
    ended = _played(rig, as_told(rig.engine.to_json(states[-2]), marks), moves[-1:])
    return ended is not None and rig.engine.outcome(ended) is not None


def _follows(common: Common, game: GameLine, parting: Parting, amounts: Sequence[Amounts]) -> bool:
    """Whether our rules do what the other side did, if one of the seats had an amount more a few moves before."""
    rig, moves, states = played(common, game, parting.at)
    engine = rig.engine
    fits = _test(rig, parting, states[-1])
    if fits is None:
        return False
    first = 0 if parting.kind in _MOVES else 1
    for at in range(len(moves) - first, max(0, parting.since, len(moves) - _BACK) - 1, -1):
        position = engine.to_json(states[at])
        for amount in amounts:
            for seat in rig.seats:
                less = _with(position, amount.places(seat))
                if at == len(moves) and parting.kind in ALIKE[MISSES] and _leaves_nothing(rig, less):
                    return True
                changed = _played(rig, less, moves[at:])
                if changed is not None and fits(changed, {path for path, _ in amount.places(seat)}):
                    return True
    return False


def _with(position: Any, places: Sequence[tuple[Path, int]]) -> Any:
    """A position with some of its numbers changed; None where they are not there."""
    changed = deepcopy(position)
    for (*way, last), by in places:
        table = changed
        for name in way:
            table = table.get(name) if isinstance(table, dict) else None
        if not isinstance(table, dict) or type(table.get(last, 0)) is not int:
            return None
        table[last] = table.get(last, 0) + by
    return changed


def _leaves_nothing(rig: Rig, position: Any) -> bool:
    """Whether our rules refuse a position with less of something because nobody is asked any more in its phase."""
    try:
        rig.engine.from_json(position)
    except PositionError as error:
        return position is not None and error.path in WHOSE
    return False


def _played(rig: Rig, position: Any, moves: Sequence[Any]) -> Any:
    """The position after some moves from another; None where there is none."""
    if position is None:
        return None
    engine = rig.engine
    try:
        state = engine.from_json(position)
    except PositionError:
        return None
    states = positions_from(engine, state, moves)
    return None if states is None else states[-1]


def _test(rig: Rig, parting: Parting, state: Any) -> Callable[[Any, set[Path]], bool] | None:
    """Whether a position of ours, in which the numbers at some paths were changed, is as the other side has it."""
    engine = rig.engine
    if parting.about == TURN_ENDS or (parting.kind == "turn" and not parting.there):
        return lambda changed, _: rig.seat(engine.actor(changed)) == parting.theirs
    if parting.kind in ("state", "turn"):
        ours, told = engine.to_json(state), parting.differences or parting.there

        def is_as_told(changed: Any, paths: set[Path]) -> bool:
            more = _values(told, paths)
            return bool(more) and _values(differences(ours, engine.to_json(changed)), paths) == more

        return is_as_told
    try:
        move = engine.parse(move_in(parting))
    except UnknownMove:
        return None
    is_open = parting.kind in ("lists", "accepts")
    actor = engine.actor(state)
    return lambda changed, _: engine.actor(changed) == actor and (engine.refusal(changed, move) is None) is is_open


def _values(apart: Sequence[Difference], but: set[Path]) -> set[tuple[Path, str]]:
    """What stands at each place that differs, but for some and the same of other seats: that is known to be wrong."""
    known = set(map(_of_any_seat, but))
    rest = (place for place in apart if _of_any_seat(place.path) not in known)
    return {(place.path, json.dumps(place.theirs, sort_keys=True)) for place in rest}


def _of_any_seat(path: Path) -> Path:
    return (_PLAYERS, "*", *path[2:]) if path[:1] == (_PLAYERS,) else path


def as_told(ours: Any, apart: Sequence[Difference]) -> Any:
    """The position as the other side told it, as far as it did."""
    told = deepcopy(ours)
    for place in apart:
        *way, last = place.path
        table = told
        for name in way:
            if not isinstance(table.get(name), dict):
                table[name] = {}
            table = table[name]
        table[last] = place.theirs
    return told


def move_in(parting: Parting) -> str:
    """The move that a parting is about: what was offered, or what its message names first."""
    text = str(parting.tried) if parting.tried is not None else parting.message.partition("'")[2].partition("'")[0]
    return text if kind_of_move(text) == parting.about else ""
