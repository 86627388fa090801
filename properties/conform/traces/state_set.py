"""One game of a log, followed through all positions that are possible by what it has told so far.

Each step changes them, what is told of a position narrows them.  Where none is left, the log
departs from the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import define, evolve

from rulecheck.properties.conform.lockstep.comparison import (
    Mismatch,
    ends_differently,
    listed_message,
    missing_message,
    not_whole_message,
    parts_of,
    refused_message,
    told_differences,
    turn_message,
)
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.lockstep.divergence import TURN_NEXT, carried_out
from rulecheck.properties.conform.lockstep.observation import Compared, differences
from rulecheck.properties.conform.protocol.messages import CHANCE_SEAT, NOBODY, kind_of_move
from rulecheck.properties.conform.protocol.move_matching import (
    WRITTEN,
    Cut,
    Matcher,
    Stuck,
    TooMany,
    Way,
    move_fitting,
    unlike,
)
from rulecheck.properties.conform.traces.format import Line, Trace, TraceStep
from rulecheck.properties.conform.traces.log_result import AGREES, DEPARTS, SKIPPED, Checked, TimesCompared
from rulecheck.properties.conform.traces.reading import ReadStep, ReadTrace
from rulecheck.properties.findings.finding import describe
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine, Refused
from rulecheck.spec.errors import listed, shown

_BLAMED: Final = 12
"""Clauses that a departure names at most."""
_SHOWN: Final = 6
"""Differences between positions that are told at most."""


@define
class _SameParts:
    """Told parts of positions with the same names in them: one of the positions, and how many there are."""

    state: Any
    parts: Mapping[str, Any]
    times: int = 0


def _names_in(parts: Mapping[str, Any]) -> Any:
    """The names in what is told of a position, without the values."""
    return tuple([(key, _names_in(value)) if isinstance(value, dict) else key for key, value in parts.items()])


class _LogDeparts(Exception):
    """The log departs from the rules in a position; `certain` if no other position and no other way is possible."""

    def __init__(self, way: Way, mismatch: Mismatch, certain: bool) -> None:
        super().__init__(mismatch.kind)
        self.way = way
        self.mismatch = mismatch
        self.certain = certain


_CUT: Final = 200
"""Positions that are followed at once where all that are possible are too many: mostly the right one is among them."""


def followed(trace: Trace, engine: AnyEngine, positions: int, line: Line, number: int) -> Checked:
    """What comes of a game; where more positions are possible, of those for which the fewest moves were left out.

    A game that can be played so agrees.  One that cannot is skipped: another position may be meant.
    Raises Unusable where the log does not read as the game's moves and positions.
    """
    whole = Follower(trace, engine, positions).follow(line, number)
    if not whole.is_too_much:
        return whole
    in_part = Follower(trace, engine, min(_CUT, positions), goes_on=True).follow(line, number)
    return in_part if in_part.verdict == AGREES else whole


class Follower:
    """Follows one game."""

    def __init__(self, trace: Trace, engine: AnyEngine, positions: int, *, goes_on: bool = False) -> None:
        self.trace = trace
        self.engine = engine
        self.cut = Cut() if goes_on else None
        self.matcher = Matcher(engine, trace.unwritten, positions, self.cut)
        self.plain = Matcher(engine, positions=positions)
        self._is_optional = move_fitting(engine, trace.optional)
        self.read = ReadTrace(trace, engine)
        self.compared = TimesCompared()
        self.events: Counter[str] = Counter()
        self.moves = 0
        self.ambiguous = 0
        self.most = 1
        self._same_parts: dict[Any, _SameParts] = {}
        self._agreed_at: dict[str, int] = {}
        """For each kind of thing told, the length of the game when it last agreed."""

    def follow(self, line: Line, number: int) -> Checked:
        """What comes of the game."""
        checked = Checked(
            path=line.path,
            line=line.number,
            number=number,
            source=self.trace.source,
            verdict=AGREES,
            moves=0,
            compared=self.compared,
            parts={},
            events=self.events,
            read=line.read,
        )
        self.step = 0
        try:
            over = self._follow()
        except _LogDeparts as departs:
            if self.cut is not None and self.cut.was_made:  # it may be one of those that were left out
                checked = evolve(checked, verdict=SKIPPED, reason="not all positions were followed", step=self.step)
            else:
                departure = self._departure(departs, number)
                checked = evolve(checked, verdict=DEPARTS, departure=departure, step=self.step)
        except TooMany as problem:
            checked = evolve(checked, verdict=SKIPPED, reason=str(problem), step=self.step, is_too_much=True)
        else:
            checked = evolve(checked, finished=over)
            if not self.moves and self.compared == TimesCompared():
                checked = evolve(checked, verdict=SKIPPED, reason="it tells neither moves nor positions")
        return evolve(checked, moves=self.moves, ambiguous=self.ambiguous, most=self.most, parts=self._parts())

    def _parts(self) -> dict[str, int]:
        """The parts of positions that were told, and how often."""
        parts: dict[str, int] = {}
        for same in self._same_parts.values():
            compared = Compared()
            compared.add(self.engine.to_json(same.state), same.parts)
            for part in compared.parts:
                parts[part] = parts.get(part, 0) + same.times
        return parts

    def _follow(self) -> bool:
        """Whether the game is over after its last step; raises _LogDeparts and TooMany."""
        ways = [Way(self.read.begin)]
        for number, step in enumerate(self.read.steps, 1):
            self.step = number
            if step.step.refused:
                ways = self._refused(ways, step)
            elif step.moves:
                ways = self._played(ways, step)
                self.moves += len(step.moves)
            if step.speaks:
                ways = self._compared(ways, step)
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

    # Moves

    def _played(self, ways: list[Way], step: ReadStep) -> list[Way]:
        by = step.step.by
        after, stuck = self.matcher.played(ways, step.moves, step.step.order, self._acts(by))
        if len(step.moves) == 1 and self._is_optional(step.moves[0]):
            after = self._with_those_made_by_us(ways, after, step)
        if after:
            return after
        where = min(stuck, key=lambda end: self._unlikely(end, by))
        nobody_acts = not any(self._acts(by)(end.way.state) for end in stuck)
        mismatch = self._not_legal(where, step, nobody_acts)
        if self._goes_on_without(ways, step):
            also = f'the log goes on without it: if the rules make such a move, say so, "optional": ["{step.moves[0]}"]'
            mismatch = evolve(mismatch, messages=(*mismatch.messages, also))
        if self.trace.unwritten or step.step.order != WRITTEN:  # where it stops depends on the way: tell the whole step
            raise _LogDeparts(ways[0], evolve(mismatch, tried=_alone(step.moves)), len(ways) == 1)
        raise _LogDeparts(where.way, mismatch, len(ways) == 1)

    def _goes_on_without(self, ways: list[Way], step: ReadStep) -> bool:
        """Whether a move that the rules do not have here is too many: the next other one can be played."""
        following = next((later for later in self.read.steps[self.step :] if later.moves != step.moves), None)
        if len(step.moves) > 1 or following is None or not following.moves or following.step.refused:
            return False
        acts = self._acts(following.step.by)
        return bool(self.matcher.played(ways, following.moves, following.step.order, acts)[0])

    def _with_those_made_by_us(self, ways: list[Way], after: list[Way], step: ReadStep) -> list[Way]:
        """After a move that the rules may make by themselves: where it cannot be played, it has been made already."""
        acts = self._acts(step.step.by)
        made = [way for way in ways if not self.matcher.played([way], step.moves, step.step.order, acts)[0]]
        return list({way.state: way for way in (*made, *after)}.values())

    def _unlikely(self, end: Stuck, by: str | None) -> tuple[bool, ...]:
        """How unlikely it is that the log means this position: it tells of a player's move, of whose is told."""
        actor = self.engine.actor(end.way.state)
        return (actor == OVER, not self._acts(by)(end.way.state), actor == CHANCE and by != CHANCE_SEAT)

    def _not_legal(self, where: Stuck, step: ReadStep, nobody_acts: bool) -> Mismatch:
        """Why a step cannot be played, in the likeliest position."""
        state, move, by = where.way.state, where.next[0], step.step.by
        actor = self.engine.actor(state)
        kind, tried, who = kind_of_move(str(move)), str(move), " or ".join(self._who(state))
        refused = self.engine.refusal(state, move)
        clauses = (refused.clause,) if refused else ()
        messages: list[str] = []
        if actor == OVER:
            return Mismatch(
                "outcome", "over", (f"the log goes on with {tried}, though the game is over",), clauses, tried
            )
        if nobody_acts:
            messages.append(f"{by} moves, but {who} is to move")
        if refused:
            inside = f"in {shown(step.step.text)}: " if len(step.moves) > 1 else ""
            messages.append(f"{inside}{move} is not legal: {refused}")
        messages.append(self._open(state))
        if nobody_acts and by != CHANCE_SEAT:
            return Mismatch("turn", TURN_NEXT, tuple(messages), (), tried)
        if actor == CHANCE and by != CHANCE_SEAT:
            some = kind_of_move(str(self.engine.legal_moves(state)[0]))
            messages.append(f'if the log leaves out what chance does, say so, "unwritten": ["{some} *"]')
        is_chance = actor == CHANCE or by == CHANCE_SEAT
        return Mismatch("chance" if is_chance else "accepts", kind, tuple(messages), clauses, tried)

    def _open(self, state: Any) -> str:
        """What the rules allow in a position, in a sentence."""
        legal = self.engine.legal_moves(state)
        if not legal:
            return "nothing is legal: the game is over"
        who = "chance" if self.engine.actor(state) == CHANCE else self.engine.seats[self.engine.actor(state)]
        return f"legal for {who}: {listed(map(str, legal), 2 * _SHOWN)}"

    def _refused(self, ways: list[Way], step: ReadStep) -> list[Way]:
        acts = self._acts(step.step.by)

        def rightly(state: Any) -> bool:
            return not self.plain.played([Way(state)], step.moves, step.step.order, acts)[0]

        after = self.matcher.spread(ways, rightly)
        if after:
            self.compared.refused += 1
            return after
        way = ways[0]
        legal = self.plain.played([way], step.moves, step.step.order, acts)[0][0]
        kind = kind_of_move(str(step.moves[0]))
        events = tuple(legal.events_since(way.length))
        message = refused_message(_alone(step.moves))
        raise _LogDeparts(way, Mismatch("refuses", kind, (message,), events, _alone(step.moves)), len(ways) == 1)

    # What is told of a position

    def _compared(self, ways: list[Way], step: ReadStep) -> list[Way]:
        after = self.matcher.spread(ways, lambda state: next(self._mismatches(state, step), None) is None)
        if not after:
            raise self._otherwise(ways, lambda state: self._mismatches(state, step))
        self._agreed(step.step, after)
        return after

    def _otherwise(self, ways: list[Way], mismatches: Callable[[Any], Iterator[Mismatch]]) -> _LogDeparts:
        """The departure where no position is as told: shown at the one that is least far from it."""
        possible = [(way, list(mismatches(way.state))) for way in self.matcher.spread(ways)]
        way, several = min(possible, key=lambda pair: self._apart(*pair))
        messages = tuple(message for mismatch in several for message in mismatch.messages)
        return _LogDeparts(way, evolve(several[0], messages=messages), len(ways) == 1 and way is ways[0])

    def _apart(self, way: Way, mismatches: list[Mismatch]) -> tuple[int, int, bool]:
        weight = sum(mismatch.weight for mismatch in mismatches)
        return len(mismatches), weight, self.engine.actor(way.state) == CHANCE

    def _agreed(self, step: TraceStep, ways: list[Way]) -> None:
        length = min(way.length for way in ways)
        if step.turn is not None:
            self.compared.turns += 1
            self._agreed_at["turn"] = length
        if step.outcome is not None:
            self.compared.outcomes += 1
        if step.state is not None:
            self.compared.states += 1
            self.events.update(ways[0].events_since(self._agreed_at.get("state", 0)))
            self._same_parts.setdefault(_names_in(step.state), _SameParts(ways[0].state, step.state)).times += 1
            self._agreed_at["state"] = length
        if step.legal is not None:
            self.compared.legal += 1

    def _mismatches(self, state: Any, step: ReadStep) -> Iterator[Mismatch]:
        """What a position has otherwise than told: its cause first, what may only follow from it later."""
        told = step.step
        if told.turn is not None:
            yield from self._turn(state, told.turn)
        if told.outcome is not None:
            yield from self._outcome(state, told.outcome)
        if told.state is not None:
            yield from self._state(state, told.state)
        if step.legal is not None:
            yield from self._legal(state, step.legal)

    def _turn(self, state: Any, theirs: str) -> Iterator[Mismatch]:
        who = self._who(state)
        if theirs in who:
            return
        message = turn_message(theirs, " or ".join(who))
        if NOBODY in (theirs, *who):
            yield Mismatch("outcome", "goes on" if theirs == NOBODY else "over", (message,))
        else:
            yield Mismatch("turn", TURN_NEXT, (message,))

    def _outcome(self, state: Any, theirs: Mapping[str, Any] | None) -> Iterator[Mismatch]:
        """`theirs` is None where only an end is told, not how."""
        ours = self.engine.outcome(state)
        if ours is not None and theirs is None:
            return
        for mismatch in ends_differently(ours, {} if theirs is None else theirs):
            if ours is None:
                mismatch = evolve(mismatch, messages=(*mismatch.messages, self._open(state)))
            yield mismatch

    def _state(self, state: Any, theirs: Mapping[str, Any]) -> Iterator[Mismatch]:
        differing = differences(self.engine.to_json(state), theirs, sets=self.trace.sets)
        if differing:
            messages = tuple(told_differences(differing, _SHOWN))
            yield Mismatch("state", parts_of(differing), messages, differences=tuple(differing))

    def _legal(self, state: Any, theirs: tuple[tuple[Any, ...], ...]) -> Iterator[Mismatch]:
        unlikes = unlike(self.engine, state, theirs, self.trace.together, self.matcher.positions)
        if unlikes.lists:
            moves = unlikes.lists[0]
            _, stuck = self.plain.played([Way(state)], moves, "any")
            refused = self.engine.refusal(stuck[0].way.state, stuck[0].next[0]) if stuck else None
            message = self._wrongly_listed(moves, stuck, refused) + _more(unlikes.lists)
            clauses = (refused.clause,) if refused else ()
            yield Mismatch("lists", kind_of_move(str(moves[0])), (message,), clauses, _alone(moves))
        if unlikes.misses:
            moves = unlikes.misses[0]
            way = Way(state)
            for move in moves:
                way = way.then(self.engine, move)
            message = missing_message(_alone(moves)) + _more(unlikes.misses)
            yield Mismatch("misses", kind_of_move(str(moves[0])), (message,), tuple(way.events_since(0)))

    @staticmethod
    def _wrongly_listed(moves: Sequence[Any], stuck: Sequence[Stuck], refused: Refused | None) -> str:
        texts = list(map(str, moves))
        if refused is None:
            return not_whole_message(texts)
        return listed_message(texts, refused, "" if len(texts) == 1 else str(stuck[0].next[0]))

    def _ended(self, ways: list[Way]) -> bool:
        """Whether the game is over; raises _LogDeparts if the log says otherwise."""
        trace = self.trace
        if trace.outcome is not None or trace.finished is not None:
            wanted = trace.outcome is not None or trace.finished is True
            after = self.matcher.spread(ways, lambda state: next(self._ends(state, wanted), None) is None)
            if not after:
                raise self._otherwise(ways, lambda state: self._ends(state, wanted))
            self.compared.outcomes += 1
            ways = after
        return all(self.engine.actor(way.state) == OVER for way in ways)

    def _ends(self, state: Any, wanted: bool) -> Iterator[Mismatch]:
        if wanted:
            yield from self._outcome(state, self.trace.outcome)
        else:
            yield from ends_differently(self.engine.outcome(state), None)

    # Telling what departs

    def _departure(self, departs: _LogDeparts, number: int) -> Departure:
        mismatch, way = departs.mismatch, departs.way
        messages = (f"step {self.step}: {mismatch.messages[0]}", *mismatch.messages[1:])
        after = kind_of_move(str(way.moves[-1])) if way.last is not None else "start"
        if not departs.certain:
            messages = (*messages, "more than one position is possible here: this refers to the likeliest one")
        return Departure(
            kind=mismatch.kind,
            about=mismatch.about or after,
            after=after,
            differences=mismatch.differences,
            clauses=carried_out(self._blamed(way, mismatch))[:_BLAMED],
            messages=messages,
            setting=describe(self.engine.rules),
            moves=tuple(map(str, way.moves)) if departs.certain and self.trace.position is None else (),
            tried=mismatch.tried,
            original_length=way.length,
            game=number,
            player=self.trace.source,
        )

    def _blamed(self, way: Way, mismatch: Mismatch) -> tuple[str, ...]:
        """The clauses that may be meant: what a refusal names, or what happened since all was well."""
        if mismatch.kind in ("accepts", "lists", "refuses", "misses", "chance"):
            return mismatch.clauses
        last = way.length - 1
        if mismatch.kind == "state":
            since = self._agreed_at.get("state", 0)
        else:
            since = max(self._agreed_at.get("state", last), self._agreed_at.get("turn", last))
        return (*mismatch.clauses, *way.events_since(min(since, last)))


def _alone(moves: Sequence[Any]) -> str | list[str]:
    """A move, or several that are one."""
    return str(moves[0]) if len(moves) == 1 else [str(move) for move in moves]


def _more(moves: Sequence[Any]) -> str:
    return f" (and {len(moves) - 1} more)" if len(moves) > 1 else ""
