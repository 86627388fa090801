"""One game of a log, followed through all positions that are possible by what it has told so far.

Each step changes them, what is told of a position narrows them.  Where none is left, the log
departs from the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from attrs import define, evolve, field, frozen

from rulecheck.properties.conform.departure import Departure
from rulecheck.properties.conform.matching import WRITTEN, Matcher, Stuck, TooMany, Way, move_fitting, unlike
from rulecheck.properties.conform.messages import CHANCE_SEAT, NOBODY, kind_of_move
from rulecheck.properties.conform.observation import Compared, differences
from rulecheck.properties.conform.tracefile import Line, Step, Trace, Unusable
from rulecheck.properties.finding import describe
from rulecheck.reference_engines.contract import CHANCE, OVER, SILENT, AnyEngine, PositionError, UnknownMove
from rulecheck.spec.errors import listed, meant, shown

AGREES: Final = "agrees"
DEPARTS: Final = "departs"
SKIPPED: Final = "skipped"
VERDICTS: Final[Mapping[str, str]] = {
    AGREES: "the rules allow the game as far as it is told",
    DEPARTS: "there is no way to play it by the rules",
    SKIPPED: "more is possible than could be followed: nothing is said of it",
}

_BLAMED: Final = 12
"""Clauses that a departure names at most."""
_SHOWN: Final = 6
_LONGEST_MOVE: Final = 300


@define
class Told:
    """How often the log told something that was compared."""

    turns: int = 0
    legal: int = 0
    states: int = 0
    outcomes: int = 0
    refused: int = 0

    def __iadd__(self, other: Told) -> Told:
        self.turns += other.turns
        self.legal += other.legal
        self.states += other.states
        self.outcomes += other.outcomes
        self.refused += other.refused
        return self


@frozen
class Checked:
    """What came of one game."""

    path: str
    line: int
    number: int
    """The number of the game in all files, from 1."""
    source: str
    verdict: str
    moves: int
    """Moves that the log wrote and the rules allow."""
    told: Told
    parts: Mapping[str, int]
    """The parts of positions that were told and compared, and how often; see `observation.Compared`."""
    events: Mapping[str, int] = field(factory=dict)
    """What happened, and how often, before positions that were told and agree; see `sighting.Spectrum`."""
    step: int = 0
    """The step that departs or cannot be followed; 0: none, or the position before the first."""
    departure: Departure | None = None
    reason: str = ""
    """Why it was skipped."""
    finished: bool = False
    """Whether the game is over after the last step."""
    ambiguous: int = 0
    """After how many steps more than one position is possible."""
    most: int = 1
    """How many positions were possible at most after a step."""
    read: int = 0
    """The bytes of the file read so far, for progress."""

    @property
    def where(self) -> str:
        """The line of the file."""
        return f"{self.path}:{self.line}"


@frozen
class _Mismatch:
    """Why a position is not the one that was told."""

    kind: str
    about: str
    messages: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    """What the rules themselves say; if nothing, what happened is to blame."""
    tried: Any = None
    much: int = 1
    """How far they are apart."""


@frozen
class _View:
    """What a step tells of a position, with its moves read."""

    step: Step
    moves: tuple[Any, ...]
    legal: tuple[tuple[Any, ...], ...] | None

    @property
    def tells(self) -> bool:
        """Whether it tells anything of a position."""
        step = self.step
        return not (step.turn is None and self.legal is None and step.state is None and step.outcome is None)


@define
class _Shape:
    """Told parts of positions with the same names in them: one of them, and how many there are."""

    state: Any
    told: Mapping[str, Any]
    times: int = 0


def _shape(told: Mapping[str, Any]) -> Any:
    """The names in what is told of a position, without the values."""
    return tuple([(key, _shape(value)) if isinstance(value, dict) else key for key, value in told.items()])


class _Departs(Exception):
    """The log departs from the rules in a position; `certain` if no other position and no other way is possible."""

    def __init__(self, way: Way, mismatch: _Mismatch, certain: bool) -> None:
        super().__init__(mismatch.kind)
        self.way = way
        self.mismatch = mismatch
        self.certain = certain


class Follower:
    """Follows one game."""

    def __init__(self, trace: Trace, engine: AnyEngine, positions: int, unwritten: int) -> None:
        self.trace = trace
        self.engine = engine
        self.matcher = Matcher(engine, trace.unwritten, positions, unwritten)
        self.plain = Matcher(engine, positions=positions)
        for key, patterns in (("unwritten", trace.unwritten), ("together", trace.together)):
            self._patterns(key, patterns)
        self.begin = self._begin()
        self.views = tuple(self._numbered(number, step) for number, step in enumerate(trace.steps, 1))
        self._seats_told(trace.outcome)
        self.told = Told()
        self.shapes: dict[Any, _Shape] = {}
        self.events: Counter[str] = Counter()
        self.moves = 0
        self.ambiguous = 0
        self.most = 1
        self.agreed: dict[str, int] = {}
        """For each kind of thing told, the length of the game when it last agreed."""

    # Reading a game with the engine at hand

    def _begin(self) -> Any:
        if self.trace.position is None:
            return self.engine.start()
        try:
            return self.engine.from_json(self.trace.position)
        except PositionError as problem:
            raise Unusable(f"the position cannot be: {problem}", "mend it, or leave it out") from None

    def _patterns(self, key: str, patterns: tuple[str, ...]) -> None:
        """A pattern that fits no move of the game is a slip."""
        for pattern in patterns:
            kind = kind_of_move(pattern)
            kinds = _kinds(self.engine)
            if kind not in kinds and not _fits_some(self.engine, pattern):
                hint = meant(kind, kinds, "moves begin with")
                raise Unusable(f"{shown(key)}: no move of the game is like {shown(pattern)}", hint)

    def _numbered(self, number: int, step: Step) -> _View:
        try:
            return self._view(step)
        except Unusable as problem:
            raise Unusable(problem.what, problem.hint, number) from None

    def _view(self, step: Step) -> _View:
        if step.by is not None:
            self._seat(step.by, (CHANCE_SEAT,), "by")
        if step.turn is not None:
            self._seat(step.turn, (CHANCE_SEAT, NOBODY), "turn")
        self._seats_told(step.outcome)
        moves = tuple(map(self._move, step.moves))
        if step.legal is None:
            return _View(step, moves, None)
        if not self.trace.together and any(len(texts) > 1 for texts in step.legal):
            hint = 'say in the game which are taken together, "together": ["…"]'
            raise Unusable('"legal" has moves that are several of ours', hint)
        return _View(step, moves, tuple(tuple(map(self._move, texts)) for texts in step.legal))

    def _seat(self, name: str, others: Sequence[str], key: str) -> None:
        names = [*self.engine.seats, *others]
        if name not in names:
            raise Unusable(f"{shown(key)}: no seat {shown(name)}", meant(name, names, "there are"))

    def _seats_told(self, outcome: Mapping[str, Any] | None) -> None:
        for seat in (*(outcome or {}).get("winners", ()), *(outcome or {}).get("scores", ())):
            self._seat(seat, (), "outcome")

    def _move(self, text: str) -> Any:
        page = f"docs/notation/{self.trace.game}.md has the moves"
        if len(text) > _LONGEST_MOVE:
            raise Unusable(f"no move {shown(text)}", page)
        try:
            return self.engine.parse(text)
        except UnknownMove as problem:
            close = " or ".join(map(shown, problem.close))
            raise Unusable(f"no move {shown(text)}", f"did you mean {close}?" if close else page) from None

    # Following it

    def follow(self, line: Line, number: int) -> Checked:
        """What comes of the game."""
        checked = Checked(
            path=line.path,
            line=line.number,
            number=number,
            source=self.trace.source,
            verdict=AGREES,
            moves=0,
            told=self.told,
            parts={},
            events=self.events,
            read=line.read,
        )
        self.step = 0
        try:
            over = self._follow()
        except _Departs as departs:
            found = self._departure(departs, number)
            checked = evolve(checked, verdict=DEPARTS, departure=found, step=self.step)
        except TooMany as problem:
            checked = evolve(checked, verdict=SKIPPED, reason=f"step {self.step}: {problem}", step=self.step)
        else:
            checked = evolve(checked, finished=over)
            if not self.moves and self.told == Told():
                checked = evolve(checked, verdict=SKIPPED, reason="it tells neither moves nor positions")
        return evolve(checked, moves=self.moves, ambiguous=self.ambiguous, most=self.most, parts=self._parts())

    def _parts(self) -> dict[str, int]:
        """The parts of positions that were told, and how often."""
        parts: dict[str, int] = {}
        for shape in self.shapes.values():
            compared = Compared()
            compared.add(self.engine.to_json(shape.state), shape.told)
            for part in compared.parts:
                parts[part] = parts.get(part, 0) + shape.times
        return parts

    def _follow(self) -> bool:
        """Whether the game is over after its last step; raises _Departs and TooMany."""
        ways = [Way(self.begin)]
        for number, view in enumerate(self.views, 1):
            self.step = number
            if view.step.refused:
                ways = self._refused(ways, view)
            elif view.moves:
                ways = self._played(ways, view)
                self.moves += len(view.moves)
            if view.tells:
                ways = self._compared(ways, view)
            if len(ways) > 1:
                self.ambiguous += 1
                self.most = max(self.most, len(ways))
        return self._ended(ways)

    def _acts(self, by: str | None) -> Callable[[Any], bool]:
        """Whether somebody acts in a position; the dice and draws of a turn count as those of its player, too."""
        return lambda state: by is None or by in self._who(state)

    def _who(self, state: Any) -> tuple[str, ...]:
        """Who is to move, by the names that fit."""
        actor = self.engine.actor(state)
        if actor == OVER:
            return (NOBODY,)
        if actor == CHANCE:
            return (CHANCE_SEAT, self.engine.seats[self.engine.turn_of(state)])
        return (self.engine.seats[actor],)

    def _played(self, ways: list[Way], view: _View) -> list[Way]:
        after, stuck = self.matcher.played(ways, view.moves, view.step.order, self._acts(view.step.by))
        if after:
            return after
        where = min(stuck, key=lambda one: self._unlikely(one, view.step.by))
        nobody_acts = not any(self._acts(view.step.by)(one.way.state) for one in stuck)
        mismatch = self._not_legal(where, view, nobody_acts)
        if self.trace.unwritten or view.step.order != WRITTEN:  # where it stops depends on the way: tell the whole step
            raise _Departs(ways[0], evolve(mismatch, tried=_alone(view.moves)), len(ways) == 1)
        raise _Departs(where.way, mismatch, len(ways) == 1)

    def _unlikely(self, one: Stuck, by: str | None) -> tuple[bool, ...]:
        """How unlikely it is that the log means this position: it tells of a player's move, of whose is told."""
        actor = self.engine.actor(one.way.state)
        return (actor == OVER, not self._acts(by)(one.way.state), actor == CHANCE and by != CHANCE_SEAT)

    def _not_legal(self, where: Stuck, view: _View, nobody_acts: bool) -> _Mismatch:
        """Why a step cannot be played, in the likeliest position."""
        state, move, by = where.way.state, where.next[0], view.step.by
        actor = self.engine.actor(state)
        kind, tried, who = kind_of_move(str(move)), str(move), " or ".join(self._who(state))
        refused = self.engine.refusal(state, move)
        clauses = (refused.clause,) if refused else ()
        messages: list[str] = []
        if actor == OVER:
            return _Mismatch(
                "outcome", "over", (f"the game is over, and the log goes on with {tried}",), clauses, tried
            )
        if nobody_acts:
            messages.append(f"{who} is to move, not {by}")
        if refused:
            inside = f"in {shown(view.step.text)}: " if len(view.moves) > 1 else ""
            messages.append(f"{inside}{move} is not legal: {refused}")
        messages.append(self._open(state))
        if nobody_acts and by != CHANCE_SEAT:
            return _Mismatch("turn", kind, tuple(messages), (), tried)
        if actor == CHANCE and by != CHANCE_SEAT:
            some = kind_of_move(str(self.engine.legal_moves(state)[0]))
            messages.append(f'if the log leaves out what chance does, say so, "unwritten": ["{some} *"]')
        is_chance = actor == CHANCE or by == CHANCE_SEAT
        return _Mismatch("chance" if is_chance else "accepts", kind, tuple(messages), clauses, tried)

    def _open(self, state: Any) -> str:
        """What the rules allow in a position, in a sentence."""
        legal = self.engine.legal_moves(state)
        if not legal:
            return "nothing is legal: the game is over"
        who = "chance" if self.engine.actor(state) == CHANCE else self.engine.seats[self.engine.actor(state)]
        return f"legal for {who}: {listed(map(str, legal), 2 * _SHOWN)}"

    def _refused(self, ways: list[Way], view: _View) -> list[Way]:
        acts = self._acts(view.step.by)

        def rightly(state: Any) -> bool:
            return not self.plain.played([Way(state)], view.moves, view.step.order, acts)[0]

        after = self.matcher.spread(ways, rightly)
        if after:
            self.told.refused += 1
            return after
        way = ways[0]
        legal = self.plain.played([way], view.moves, view.step.order, acts)[0][0]
        kind = kind_of_move(str(view.moves[0]))
        events = tuple(legal.events_since(way.length))
        message = f"{view.step.text} is refused, and it is legal"
        raise _Departs(way, _Mismatch("refuses", kind, (message,), events, _alone(view.moves)), len(ways) == 1)

    def _compared(self, ways: list[Way], view: _View) -> list[Way]:
        after = self.matcher.spread(ways, lambda state: next(self._mismatches(state, view), None) is None)
        if not after:
            raise self._otherwise(ways, lambda state: self._mismatches(state, view))
        self._agreed(view.step, after)
        return after

    def _otherwise(self, ways: list[Way], mismatches: Callable[[Any], Iterator[_Mismatch]]) -> _Departs:
        """The departure where no position is as told: shown at the one that is least far from it."""
        found = [(way, list(mismatches(way.state))) for way in self.matcher.spread(ways)]
        way, several = min(found, key=lambda one: self._apart(*one))
        messages = tuple(message for one in several for message in one.messages)
        return _Departs(way, evolve(several[0], messages=messages), len(ways) == 1 and way is ways[0])

    def _apart(self, way: Way, mismatches: list[_Mismatch]) -> tuple[int, int, bool]:
        return len(mismatches), sum(one.much for one in mismatches), self.engine.actor(way.state) == CHANCE

    def _agreed(self, step: Step, ways: list[Way]) -> None:
        length = min(way.length for way in ways)
        if step.turn is not None:
            self.told.turns += 1
            self.agreed["turn"] = length
        if step.outcome is not None:
            self.told.outcomes += 1
        if step.state is not None:
            self.told.states += 1
            self.events.update(ways[0].events_since(self.agreed.get("state", 0)))
            self.shapes.setdefault(_shape(step.state), _Shape(ways[0].state, step.state)).times += 1
            self.agreed["state"] = length
        if step.legal is not None:
            self.told.legal += 1

    # What is told of a position

    def _mismatches(self, state: Any, view: _View) -> Iterator[_Mismatch]:
        """What a position has otherwise than told: its cause first, what may only follow from it later."""
        step = view.step
        if step.turn is not None:
            yield from self._turn(state, step.turn)
        if step.outcome is not None:
            yield from self._outcome(state, step.outcome)
        if step.state is not None:
            yield from self._state(state, step.state)
        if view.legal is not None:
            yield from self._legal(state, view.legal)

    def _turn(self, state: Any, told: str) -> Iterator[_Mismatch]:
        who = self._who(state)
        if told in who:
            return
        message = f"{' or '.join(who)} is to move, not {told}"
        if NOBODY in (told, *who):
            yield _Mismatch("outcome", "goes on" if told == NOBODY else "over", (message,))
        else:
            yield _Mismatch("turn", "", (message,))

    def _outcome(self, state: Any, told: Mapping[str, Any] | None) -> Iterator[_Mismatch]:
        """`told` is None where only an end is told, not how."""
        ours = self.engine.outcome(state)
        if ours is None:
            yield _Mismatch("outcome", "goes on", ("the game is over, it says, and it is not", self._open(state)))
            return
        if told is None:
            return
        for seat, score in told.get("scores", {}).items():
            if ours.scores.get(seat) != score:
                message = f"the score of {seat} is {score}, not {ours.scores.get(seat, 'told at all')}"
                yield _Mismatch("outcome", "scores", (message,))
        if "winners" in told and set(told["winners"]) != set(ours.winners):
            message = f"{' and '.join(told['winners']) or 'nobody'} won, it says, but {ours}"
            yield _Mismatch("outcome", "winners", (message,), (ours.clause,))

    def _state(self, state: Any, told: Mapping[str, Any]) -> Iterator[_Mismatch]:
        found = differences(self.engine.to_json(state), told, sets=self.trace.sets)
        if found:
            parts = sorted({one.part for one in found})
            messages = [str(one) for one in found[:_SHOWN]]
            if len(found) > _SHOWN:
                messages.append(f"and {len(found) - _SHOWN} more differences")
            yield _Mismatch("state", "+".join(parts[:3]), tuple(messages), much=len(found))

    def _legal(self, state: Any, told: tuple[tuple[Any, ...], ...]) -> Iterator[_Mismatch]:
        found = unlike(self.engine, state, told, self.trace.together, self.matcher.positions)
        if found.lists:
            moves = found.lists[0]
            _, stuck = self.plain.played([Way(state)], moves, "any")
            refused = self.engine.refusal(stuck[0].way.state, stuck[0].next[0]) if stuck else None
            why = f" is not legal: {refused}" if refused else " is not all of what has to be told together"
            message = f"{_joined(moves)} is listed, and it{why}{_more(found.lists)}"
            clauses = (refused.clause,) if refused else ()
            yield _Mismatch("lists", kind_of_move(str(moves[0])), (message,), clauses, _alone(moves))
        if found.misses:
            moves = found.misses[0]
            way = Way(state)
            for move in moves:
                way = way.then(self.engine, move)
            message = f"{_joined(moves)} is legal, and not listed{_more(found.misses)}"
            yield _Mismatch("misses", kind_of_move(str(moves[0])), (message,), tuple(way.events_since(0)))

    def _ended(self, ways: list[Way]) -> bool:
        """Whether the game is over; raises _Departs if the log says otherwise."""
        trace = self.trace
        if trace.outcome is not None or trace.finished is not None:
            wanted = trace.outcome is not None or trace.finished is True
            after = self.matcher.spread(ways, lambda state: next(self._ends(state, wanted), None) is None)
            if not after:
                raise self._otherwise(ways, lambda state: self._ends(state, wanted))
            self.told.outcomes += 1
            ways = after
        return all(self.engine.actor(way.state) == OVER for way in ways)

    def _ends(self, state: Any, wanted: bool) -> Iterator[_Mismatch]:
        if wanted:
            yield from self._outcome(state, self.trace.outcome)
        elif (ours := self.engine.outcome(state)) is not None:
            yield _Mismatch("outcome", "over", ("the game is over, and the log says it is not",), (ours.clause,))

    # Telling what departs

    def _departure(self, departs: _Departs, number: int) -> Departure:
        mismatch, way = departs.mismatch, departs.way
        messages = (f"step {self.step}: {mismatch.messages[0]}", *mismatch.messages[1:])
        if not departs.certain:
            messages = (*messages, "more than one position is possible here: this is said of the likeliest one")
        return Departure(
            kind=mismatch.kind,
            about=self._about(way, mismatch),
            clauses=_clauses(self._blamed(way, mismatch)),
            messages=messages,
            setting=describe(self.engine.rules),
            moves=tuple(map(str, way.moves)) if departs.certain and self.trace.position is None else (),
            tried=mismatch.tried,
            original_length=way.length,
            game=number,
            player=self.trace.source,
        )

    def _about(self, way: Way, mismatch: _Mismatch) -> str:
        """What the departure is about: what came of a move, or a move."""
        last = kind_of_move(str(way.moves[-1])) if way.last is not None else "start"
        if mismatch.kind == "state":
            return f"{mismatch.about}:{last}"
        return mismatch.about or last

    def _blamed(self, way: Way, mismatch: _Mismatch) -> tuple[str, ...]:
        """The clauses that may be meant: what a refusal names, or what happened since all was well."""
        if mismatch.kind in ("accepts", "lists", "refuses", "misses", "chance"):
            return mismatch.clauses
        last = way.length - 1
        if mismatch.kind == "state":
            since = self.agreed.get("state", 0)
        else:
            since = max(self.agreed.get("state", last), self.agreed.get("turn", last))
        return (*mismatch.clauses, *way.events_since(min(since, last)))


@lru_cache(maxsize=8)
def _kinds(engine: AnyEngine) -> tuple[str, ...]:
    """The first words of a game's moves."""
    return tuple(dict.fromkeys((*(kind_of_move(str(move)) for move in engine.all_moves()), *engine.unlisted)))


@lru_cache(maxsize=64)
def _fits_some(engine: AnyEngine, pattern: str) -> bool:
    return any(map(move_fitting(engine, (pattern,)), engine.all_moves()))


def _clauses(events: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(event for event in events if not event.startswith(SILENT)))[:_BLAMED]


def _joined(moves: Sequence[Any]) -> str:
    return ", ".join(map(str, moves))


def _alone(moves: Sequence[Any]) -> str | list[str]:
    """A move, or several that are one."""
    return str(moves[0]) if len(moves) == 1 else [str(move) for move in moves]


def _more(moves: Sequence[Any]) -> str:
    return f" (and {len(moves) - 1} more)" if len(moves) > 1 else ""
