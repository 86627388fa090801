"""Coarse moves of others matched to sequences of ours, in all positions that are possible.

What an implementation tells as one move may be several of ours, in an order it does not tell, and
some of ours it may not tell at all.  So what is followed are sets of positions, each with one way
to it: equal positions are one, and nothing is chosen silently.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from attrs import define, field, frozen

from rulecheck.properties.runtime.patterns import fitting
from rulecheck.reference_engines.contract import AnyEngine

WRITTEN: Final = "written"
ANY: Final = "any"
ORDERS: Final = (WRITTEN, ANY)
"""How several moves that are told as one were played: as they are written, or in some order that is legal."""

POSITIONS: Final = 2_000
"""How many positions are followed at once, if nobody says otherwise."""

Holds = Callable[[Any], bool]
"""Whether something is so in a position."""


class TooMany(Exception):
    """More is possible than is followed; `str()` says what."""


@define
class Cut:
    """Whether positions were left out, where no more than so many are followed and it goes on with these."""

    was_made: bool = False


@frozen(eq=False)
class _Link:
    move: Any
    events: tuple[str, ...]
    before: _Link | None
    length: int


@frozen(eq=False)
class Way:
    """A position and one way to it.  The positions on the way are not kept, their events are."""

    state: Any
    last: _Link | None = None

    def then(self, engine: AnyEngine, move: Any) -> Way:
        """The way on with a legal move."""
        state = engine.apply(self.state, move)
        return Way(state, _Link(move, state.events, self.last, self.length + 1))

    @property
    def length(self) -> int:
        """The number of moves."""
        return 0 if self.last is None else self.last.length

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves, from the beginning."""
        return tuple(link.move for link in self._back())[::-1]

    def events_since(self, length: int) -> Iterator[str]:
        """What happened after so many moves, the last move's events first."""
        for link in self._back():
            if link.length <= length:
                return
            yield from link.events

    def _back(self) -> Iterator[_Link]:
        link = self.last
        while link is not None:
            yield link
            link = link.before


@frozen(eq=False)
class Stuck:
    """A position in which none of the moves that are next in line is legal."""

    way: Way
    next: tuple[Any, ...]


def move_fitting(engine: AnyEngine, patterns: tuple[str, ...]) -> Callable[[Any], bool]:
    """Whether a move fits one of some patterns, in any of its spellings."""
    fits = fitting(patterns)
    known: dict[Any, bool] = {}

    def answer(move: Any) -> bool:
        does_fit = known.get(move)
        if does_fit is None:
            does_fit = known[move] = any(map(fits, engine.spellings(move)))
        return does_fit

    return answer


def _everywhere(state: Any) -> bool:
    return True


@frozen
class Matcher:
    """Follows moves through sets of positions, where some moves may happen without being told."""

    engine: AnyEngine
    unwritten: tuple[str, ...] = ()
    """Patterns of moves that may have happened at any time without being written."""
    positions: int = POSITIONS
    cut: Cut | None = None
    """None: where more are possible `TooMany` is raised; else those that leave the fewest moves out are kept."""
    _may_happen: Callable[[Any], bool] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_may_happen", move_fitting(self.engine, self.unwritten))

    def spread(self, ways: Collection[Way], until: Holds | None = None) -> list[Way]:
        """Some positions and all that unwritten moves lead to; raises TooMany.

        With `until`, only the first positions on each way in which that is so: there the
        moves stop, and what does not hold is left out.
        """
        if not self.unwritten:
            return [way for way in ways if until is None or until(way.state)]
        reached = {way.state: way for way in ways}
        kept: list[Way] = []
        front: Iterable[Way] = ways
        while True:
            following: list[Way] = []
            for way in front:
                if until is None or until(way.state):
                    kept.append(way)
                    if until is not None:
                        continue
                following += self._unseen(way, reached)
            if not following:
                return kept
            if self._are_too_many(len(reached)):
                return kept + [way for way in following if until is None or until(way.state)]
            front = following

    def _unseen(self, way: Way, reached: dict[Any, Way]) -> Iterator[Way]:
        for move in self.engine.legal_moves(way.state):
            if self._may_happen(move):
                after = way.then(self.engine, move)
                if reached.setdefault(after.state, after) is after:
                    yield after

    def played(
        self, ways: Collection[Way], moves: Sequence[Any], order: str = WRITTEN, may: Holds = _everywhere
    ) -> tuple[list[Way], list[Stuck]]:
        """The positions that the moves lead to, unwritten ones between them; raises TooMany.

        `may` says in which positions they may be played.  If they lead nowhere, the answer is
        an empty list and where each way ended that came furthest.
        """
        at: dict[tuple[Any, ...], dict[Any, Way]] = {tuple(moves): {way.state: way for way in ways}}
        for _ in moves:
            stuck: list[Stuck] = []
            following: dict[tuple[Any, ...], dict[Any, Way]] = {}
            for left, here in at.items():
                choices = list(_choices(left, order))
                for way in self.spread(here.values()):
                    stuck.append(Stuck(way, tuple(move for move, _ in choices)))
                    if not may(way.state):
                        continue
                    for move, rest in choices:
                        if self.engine.refusal(way.state, move) is None:
                            after = way.then(self.engine, move)
                            following.setdefault(rest, {}).setdefault(after.state, after)
            if not following:
                return [], stuck
            if self._are_too_many(sum(map(len, following.values()))):
                following = {
                    rest: dict(islice(here.items(), self.positions // len(following) + 1))
                    for rest, here in following.items()
                }
            at = following
        return [way for here in at.values() for way in here.values()], []

    def _are_too_many(self, count: int) -> bool:
        """Whether positions have to be left out; raises TooMany where none may be."""
        if count <= self.positions:
            return False
        if self.cut is None:
            raise TooMany(f"more than {self.positions:,} positions are possible")
        self.cut.was_made = True
        return True


def _choices(left: tuple[Any, ...], order: str) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The moves that can be next, each with those that are then left."""
    if order == WRITTEN:
        yield left[0], left[1:]
        return
    for move in dict.fromkeys(left):
        at = left.index(move)
        yield move, left[:at] + left[at + 1 :]


def sequences(
    engine: AnyEngine, state: Any, moves: Sequence[Any], order: str = ANY, *, limit: int = POSITIONS
) -> dict[Any, tuple[Any, ...]]:
    """The positions that some moves lead to, each with the order found; none if no order is legal.

    Raises TooMany if more than `limit` positions have to be followed.
    """
    ways, _ = Matcher(engine, positions=limit).played([Way(state)], moves, order)
    return {way.state: way.moves for way in ways}


def runs(engine: AnyEngine, state: Any, pattern: str, limit: int = POSITIONS) -> dict[Any, tuple[Any, ...]] | None:
    """The positions that whole runs lead to, with one run each; None if there are more than `limit`.

    A run is as many moves of one seat as come one after the other and fit the pattern.  It is
    whole where it can end: where no more such move is legal, or another move is legal too.
    """
    seat = engine.actor(state)
    fits = move_fitting(engine, (pattern,))
    seen = {state}
    reached: dict[Any, tuple[Any, ...]] = {}
    front = [Way(state)]
    while front:
        way = front.pop()
        legal = engine.legal_moves(way.state) if engine.actor(way.state) == seat else ()
        more = [move for move in legal if fits(move)]
        if way.last is not None and (not more or len(more) < len(legal)):
            reached[way.state] = way.moves
        for move in more:
            after = way.then(engine, move)
            if after.state not in seen:
                seen.add(after.state)
                front.append(after)
        if len(reached) > limit or len(seen) > 10 * limit:
            return None
    return reached


@frozen
class Unlike:
    """Where a told list of moves is another one than ours."""

    misses: tuple[tuple[Any, ...], ...] = ()
    """What is legal and not told; for moves taken together, a whole run."""
    lists: tuple[tuple[Any, ...], ...] = ()
    """What is told and not legal, or not whole."""

    def __bool__(self) -> bool:
        return bool(self.misses or self.lists)


def unlike(
    engine: AnyEngine,
    state: Any,
    told: Collection[tuple[Any, ...]],
    together: tuple[str, ...] = (),
    limit: int = POSITIONS,
) -> Unlike:
    """How a told list differs from the legal moves; moves of one list element are played in any legal order.

    What fits a pattern of `together` is compared by where it leads, all else as moves.  Raises
    TooMany if more than `limit` positions have to be looked at.
    """
    legal = engine.legal_moves(state)
    fits = move_fitting(engine, together)
    alone = {moves[0] for moves in told if len(moves) == 1 and not fits(moves[0])}
    ours = {move for move in legal if not fits(move)}
    misses = [(move,) for move in legal if move in ours and move not in alone]
    lists = [moves for moves in told if len(moves) == 1 and moves[0] in alone and moves[0] not in ours]
    several = [moves for moves in told if len(moves) > 1 or fits(moves[0])]
    whole = _whole(engine, state, together, limit) if several or len(ours) < len(legal) else {}
    reached: set[Any] = set()
    for moves in several:
        there = sequences(engine, state, moves, limit=limit).keys() & whole.keys()
        if not there:
            lists.append(moves)
        reached |= there
    misses += [moves for after, moves in whole.items() if after not in reached]
    return Unlike(tuple(misses), tuple(lists))


def _whole(engine: AnyEngine, state: Any, together: tuple[str, ...], limit: int) -> dict[Any, tuple[Any, ...]]:
    whole: dict[Any, tuple[Any, ...]] = {}
    for pattern in together:
        reached = runs(engine, state, pattern, limit)
        if reached is None:
            raise TooMany(f"more than {limit:,} positions are reached by {pattern!r}")
        whole.update(reached)
    return whole
