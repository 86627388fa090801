"""What an implementation answered, held against the position that was kept for it: every place where the two part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, TypeVar

from attrs import define, evolve

from rulecheck.properties.conform.lockstep.comparison import (
    ENDS,
    GOES_ON,
    SCORES,
    Mismatch,
    ends_differently,
    listed_message,
    missing_message,
    not_whole_message,
    parts_of,
    told_differences,
    turn_message,
)
from rulecheck.properties.conform.lockstep.divergence import (
    SHOWN,
    TURN_ENDS,
    TURN_NEXT,
    Counts,
    Divergence,
    carried_out,
)
from rulecheck.properties.conform.lockstep.engine_context import EngineContext, Part
from rulecheck.properties.conform.lockstep.observation import Difference, differences, is_about_turns
from rulecheck.properties.conform.protocol.messages import NOBODY, Answer, Play, kind_of_move
from rulecheck.properties.conform.protocol.move_matching import TooMany, unlike
from rulecheck.properties.runtime.patterns import fitting
from rulecheck.reference_engines.contract import CHANCE, PositionError, Refused, UnknownMove

START: Final = "start"
"""What is seen before the first move is seen after this."""
_DECISIONS: Final = frozenset({"phase", "phase.name"})
"""The parts of a position that say what is decided now."""
_MOST_AWAITED: Final = 8
"""Moves that are looked at for what a position waits for."""
_FAR: Final = 400
"""Moves within which the end of a game is looked for."""
_MOST_RUNS: Final = 400
"""Ways to make several moves as one beyond which they are not compared."""


T = TypeVar("T")


@define
class Expected:
    """What an answer is to be compared with."""

    ask: str
    at: int
    state: Any
    text: str = ""
    events: tuple[str, ...] = ()
    refused: Refused | None = None
    is_move: bool = True
    like: str = ""
    after: str = ""
    """The last move that was played."""
    compare: bool = True
    before: Any = None


class Listener:
    """Hears where the sides agree, after which moves and with which clauses carried out; this one keeps nothing."""

    def turns_agree(self, events: Iterable[str]) -> None:
        """Both sides have the same seat to move."""

    def positions_agree(self, events: Iterable[str]) -> None:
        """Whole positions agree; `events` is all that was carried out since they last did."""

    def outcomes_agree(self, clauses: Iterable[str]) -> None:
        """The game ends alike."""


class Oracle:
    """Compares the answers of one game; what is seen twice, or follows from what was seen, it keeps in mind."""

    def __init__(
        self,
        context: EngineContext,
        play: Play,
        counts: Counts,
        listener: Listener,
        *,
        counts_parts: bool,
        ignored: tuple[str, ...] = (),
    ) -> None:
        self.context = context
        self.engine = context.engine
        self.part = Part(context, play)
        self.counts = counts
        self.listener = listener
        self.span: list[str] = []
        """What was carried out since positions agreed."""
        self.missed: set[str] = set()
        """Legal moves that were not listed, and have been told."""
        self.ignored: frozenset[str] = frozenset()
        """Parts of positions that are known to differ."""
        self.agreed_at = 0
        """After how many moves positions last agreed,"""
        self.agreed: set[int] = set()
        """and all after which they did: where they agree after some moves they did after each of these."""
        self.untold: Expected | None = None
        """The step after which somebody else is to move, if its position was not told."""
        self._play = play
        self._is_left_out = fitting(ignored) if ignored else None
        self._counts_parts = counts_parts
        self._together = tuple(fitting((pattern,)) for pattern in play.together)

    def divergences(self, expected: Expected, answer: Answer) -> Iterator[Divergence]:
        """Where an answer and the rules part, one after the other: who reads on says that the game goes on."""
        return (evolve(divergence, answer=answer) for divergence in self._divergences(expected, answer))

    def _divergences(self, expected: Expected, answer: Answer) -> Iterator[Divergence]:
        if self.is_told_alike(expected, answer):
            yield from self._outcome(expected, answer.outcome)
            return
        if answer.turn is not None:
            turns = self._turn(expected, answer.turn)
            others = [self._with_turn(expected, answer, divergence) for divergence in turns]
            self.untold = expected if others and answer.state is None else self.untold
            if not any(self._tells_more(expected, divergence) for divergence in others):
                yield from others
                if others and self.is_ended(expected) and answer.outcome is None:
                    return  # it has not noticed the end: what it does after it is nobody's business
        if answer.state is not None:
            apart = [
                self._with_turn(expected, answer, divergence) for divergence in self._state(expected, answer.state)
            ]
            yield from apart
            if apart and self.is_ended(expected):
                yield from self._outcome_there(expected, answer)
                return
        if "outcome" in self._play.can:
            yield from self._outcome(expected, answer.outcome)
        if answer.legal is not None:
            yield from self._legal(expected, answer.legal)

    def is_told_alike(self, expected: Expected, answer: Answer) -> bool:
        """Whether both sides tell the same end: what is left of the game behind it is nobody's business."""
        ours = self.engine.outcome(expected.state)
        if ours is None or answer.outcome is None or "outcome" not in self._play.can:
            return False
        return next(ends_differently(ours, answer.outcome), None) is None

    def is_ended(self, expected: Expected) -> bool:
        """Whether the game is over by the rules."""
        return self.engine.outcome(expected.state) is not None

    def ends(self, expected: Expected, answer: Answer) -> Iterator[Divergence]:
        """Where the end of a game differs that a part of it came to, if it tells of an end at all."""
        if "outcome" in self._play.can and self.engine.outcome(expected.state) is not None:
            yield from (evolve(end, answer=answer) for end in self._outcome(expected, answer.outcome))

    def differences(self, expected: Expected, answer: Answer) -> list[Difference]:
        """Where the told position differs, but for what is known."""
        if answer.state is None:
            return []
        return self._differences(self.engine.to_json(expected.state), answer.state)

    def changes(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference] | None:
        """Where a position that a side tells differs from one that it told before; None if both are alike."""
        if settled(before) == settled(after):
            return None
        changed = differences(before, after)
        return (self._compared(changed) or None) if changed else changed

    def undone(self, before: Answer, after: Answer) -> tuple[str, str] | None:
        """What is not as it was before a move was played and taken back: which parts, and how; None if all is."""
        differing = self.changes(before.state or {}, after.state or {})
        if differing is not None:
            parts = "+".join(sorted({difference.part for difference in differing})[:SHOWN])
            return parts or "position", "; ".join(map(str, differing[:SHOWN])) or "the position differs"
        if settled(before.legal) != settled(after.legal):
            return "legal", "its legal moves differ"
        return None if before.turn == after.turn else ("turn", f"{after.turn} is to move, not {before.turn}")

    def _differences(self, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[Difference]:
        return self._compared(differences(ours, theirs, sets=self._play.sets, but=self.ignored))

    def _compared(self, differing: list[Difference]) -> list[Difference]:
        """Those that are not left out."""
        left_out = self._is_left_out
        if left_out is None:
            return differing
        return [apart for apart in differing if not left_out(apart.part) and not left_out(".".join(apart.path))]

    # Who is to move, and where

    def _turn(self, expected: Expected, theirs: str) -> Iterator[Divergence]:
        self.counts.turn += 1
        ours = self._to_move(expected)
        if theirs == ours:
            self.listener.turns_agree(expected.events)
            return
        message = turn_message(theirs, ours)
        after = kind_of_move(expected.after) or START
        if theirs == NOBODY:
            divergence = Divergence("turn", TURN_ENDS, expected.at, message, self._end_from(expected), after=after)
        else:
            divergence = self._after_move("turn", TURN_NEXT, expected, message)
        yield evolve(divergence, theirs=theirs)

    def _to_move(self, expected: Expected) -> str:
        return self.context.seat(self.engine.actor(expected.state))

    def _tells_more(self, expected: Expected, divergence: Divergence) -> bool:
        """Whether the position differs in more than whose turn it is, where that does: it tells why.

        Not where one side may have made a move without a choice by itself, or is at another decision altogether: what
        differs then is what it did on the way there, or not yet.
        """
        if divergence.about == TURN_ENDS or self.is_ended(expected):
            return False
        if any(place.part in _DECISIONS for place in divergence.there):
            return False
        return not is_about_turns(divergence.there) and len(self.engine.legal_moves(expected.state)) != 1

    def _with_turn(self, expected: Expected, answer: Answer, divergence: Divergence) -> Divergence:
        """The same with who is to move, if that differs, and for a turn with where the position differs besides."""
        theirs = answer.turn or ""
        if expected.before is None or not theirs:
            return divergence
        there = tuple(self.differences(expected, answer)) if divergence.kind == "turn" else ()
        if theirs == NOBODY:
            return evolve(divergence, there=there)
        return evolve(divergence, theirs="" if theirs == self._to_move(expected) else theirs, there=there)

    def _state(self, expected: Expected, theirs: Mapping[str, Any]) -> Iterator[Divergence]:
        self.counts.state += 1
        ours = self.engine.to_json(expected.state)
        if self._counts_parts and (self.counts.compared.is_new(theirs) or self.counts.state & 31 == 1):
            self.counts.compared.add(ours, theirs)
        differing = self._differences(ours, theirs)
        if not differing:
            self.listener.positions_agree(self.span)
            self.span.clear()
            self.agreed.update(range(self.agreed_at + 1, expected.at + 1))
            self.agreed_at = expected.at
            return
        message = "; ".join(told_differences(differing, SHOWN))
        yield self._after_move("state", parts_of(differing), expected, message, tuple(differing))

    def _after_move(
        self, kind: str, about: str, expected: Expected, message: str, differing: tuple[Difference, ...] = ()
    ) -> Divergence:
        """Something differs after a move: its clauses are the suspects."""
        clauses = carried_out((*expected.events, *self._awaited(kind, expected, message)))
        after = kind_of_move(expected.after) or START
        return Divergence(
            kind, about, expected.at, message, clauses, differences=differing, after=after, agreed_at=self.agreed_at
        )

    def _awaited(self, kind: str, expected: Expected, message: str) -> list[str]:
        """Where the phase differs, or who is to move: the clauses that the moves open now would carry out."""
        if (kind == "state" and "phase" not in message) or self.engine.actor(expected.state) == CHANCE:
            return []
        moves = self.engine.legal_moves(expected.state)[:_MOST_AWAITED]
        return [event for move in moves for event in self.engine.apply(expected.state, move).events]

    # The end

    def _outcome(self, expected: Expected, theirs: Mapping[str, Any] | None) -> Iterator[Divergence]:
        ours = self.engine.outcome(expected.state)
        if ours is None and theirs is None:
            return
        self.counts.outcome += 1
        mismatches = list(ends_differently(ours, theirs))
        for mismatch in mismatches:
            yield self._ends_apart(expected, expected.state, expected.events, mismatch)
        if mismatches:
            return
        assert ours is not None, f"what is {ENDS} on neither side was not compared"
        self.listener.outcomes_agree(carried_out((*carried_out(expected.events), ours.clause)))

    def _ends_apart(self, expected: Expected, state: Any, events: Iterable[str], mismatch: Mismatch) -> Divergence:
        """Where the end of a game differs from that of a position."""
        clauses = (
            self._end_from(expected)
            if mismatch.about == GOES_ON
            else carried_out((*carried_out(events), *mismatch.clauses))
        )
        position = None
        if mismatch.about == SCORES:  # who wins is decided by them, and decides none
            clauses = tuple(clause for clause in clauses if clause not in mismatch.clauses) or clauses
            position = self.engine.to_json(state)
        return Divergence(
            "outcome",
            mismatch.about,
            expected.at,
            mismatch.messages[0],
            clauses,
            differences=mismatch.differences,
            position=position,
        )

    def _outcome_there(self, expected: Expected, answer: Answer) -> Iterator[Divergence]:
        """Where the last positions differ: the end that it tells, against the rules in its own position."""
        if answer.outcome is None or answer.state is None or "outcome" not in self._play.can:
            return
        try:
            there = self.engine.from_json({**self.engine.to_json(expected.state), **answer.state})
        except PositionError:
            return
        ours = self.engine.outcome(there)
        if ours is None:
            return
        for mismatch in ends_differently(ours, answer.outcome):
            yield evolve(self._ends_apart(expected, there, expected.events, mismatch), in_theirs=True)

    def _end_from(self, expected: Expected) -> tuple[str, ...]:
        """Where the other side ends the game: the clauses carried out, and those that would end it."""
        engine, rng, state = self.engine, Random(0), expected.state
        for _ in range(_FAR):
            legal = engine.legal_moves(state)
            if not legal:
                break
            state = engine.apply(state, legal[int(rng.random() * len(legal))])
        outcome = engine.outcome(state)
        if outcome is None:
            return carried_out(expected.events)
        return carried_out((*expected.events, *state.events, outcome.clause))

    # What can be played

    def _legal(self, expected: Expected, theirs: Sequence[Any]) -> Iterator[Divergence]:
        state, engine = expected.state, self.engine
        actor = engine.actor(state)
        if actor == CHANCE and not theirs:
            return
        self.counts.legal += 1
        if self._together:
            yield from self._runs(expected, theirs)
            return
        legal = engine.legal_moves(state)
        if theirs == tuple(map(str, legal)):
            return
        ours = {str(move): move for move in legal}
        if not all([isinstance(text, str) for text in theirs]):
            message = "it lists several moves as one, and did not announce them in `together`"
            yield Divergence("garbage", "legal", expected.at, message)
            return
        if set(theirs) == ours.keys():
            return
        listed = {self._canonical(text) for text in theirs}
        missing = [text for text in ours if text not in listed and self.part.knows(text)]
        search = [text for text in ours if text in listed]
        kinds, theirs_kinds = set(map(kind_of_move, ours)), set(map(kind_of_move, listed))
        replaced = kinds - theirs_kinds if search and theirs_kinds - kinds else set[str]()
        lacking, extra = frozenset(missing), frozenset(listed - ours.keys())
        for divergence in self._misses(expected, missing, search, ours, replaced):
            yield evolve(divergence, missing=lacking, extra=extra)
        if missing and not search:
            return  # another decision altogether: what it lists there is no second departure
        for text in sorted(extra):
            yield evolve(self._lists(expected, text), missing=lacking, extra=extra)

    def _canonical(self, text: str) -> str:
        try:
            return str(self.engine.parse(text))
        except UnknownMove:
            return text

    def _misses(
        self,
        expected: Expected,
        missing: Sequence[str],
        listed: Sequence[str],
        ours: Mapping[str, Any],
        replaced: Collection[str],
    ) -> Iterator[Divergence]:
        """Legal moves that are not listed, one divergence for each kind; what the listed ones do speaks for them.

        Kinds in place of which it lists others are left out: it is those others that are told.
        """
        if not missing:
            return
        self.missed.update(missing)
        after = {
            text: carried_out(self.engine.apply(expected.state, ours[text]).events) for text in (*missing, *listed)
        }
        search = {clause for text in listed for clause in after[text]}
        kinds = set(map(kind_of_move, ours))
        for nth, about in enumerate(dict.fromkeys(map(kind_of_move, missing))):
            if about in replaced or (nth and not listed):  # where it lists none of ours, that is one thing
                continue
            text = next(text for text in missing if kind_of_move(text) == about)
            next_ones = self._brought_on(expected.state, ours[text], kinds) - search - {*after[text]}
            clauses = (*sorted(after[text], key=lambda clause: clause in search), *sorted(next_ones))
            yield Divergence("misses", about, expected.at, missing_message(text), clauses)

    def _brought_on(self, state: Any, move: Any, kinds: Collection[str]) -> frozenset[str]:
        """The clauses of all that can be done next, where a move has its seat decide between other kinds of moves."""
        engine = self.engine
        after = engine.apply(state, move)
        if engine.actor(after) != engine.actor(state):
            return frozenset()
        following = engine.legal_moves(after)[:_MOST_AWAITED]
        if any(kind_of_move(self.context.name(other)) in kinds for other in following):
            return frozenset()
        each = (frozenset(carried_out(engine.apply(after, other).events)) for other in following)
        return frozenset.intersection(*each)

    def _lists(self, expected: Expected, text: str) -> Divergence:
        """A listed move that is not legal."""
        try:
            refused = self.engine.refusal(expected.state, self.engine.parse(text))
        except UnknownMove as error:
            return Divergence("lists", "no move", expected.at, f"{text!r} is listed: {error}")
        clause = () if refused is None else (refused.clause,)
        return Divergence("lists", kind_of_move(text), expected.at, listed_message(text, refused), clause)

    # Several moves as one

    def _runs(self, expected: Expected, theirs: Sequence[Any]) -> Iterator[Divergence]:
        """Moves taken as one are compared by where they lead."""
        parsed: list[tuple[Any, ...]] = []
        for listed in theirs:
            texts = [listed] if isinstance(listed, str) else listed
            try:
                parsed.append(tuple(map(self.engine.parse, texts)))
            except UnknownMove as error:
                yield Divergence("lists", "no move", expected.at, f"{list(texts)} is listed: {error}")
        try:
            unlikes = unlike(self.engine, expected.state, parsed, self._play.together, _MOST_RUNS)
        except TooMany:
            self.counts.runs_left_out += 1
            return
        for moves in unlikes.lists:
            yield self._lists_run(expected, moves)
        for moves in unlikes.misses[:1]:
            texts = list(map(self.context.name, moves))
            self.missed.add(texts[-1])
            clauses = carried_out(self._events_of(expected.state, moves))
            yield Divergence("misses", kind_of_move(texts[0]), expected.at, missing_message(texts), clauses)

    def _lists_run(self, expected: Expected, moves: Sequence[Any]) -> Divergence:
        """A listed run that is not legal, or that cannot end where it ends."""
        state, texts = expected.state, list(map(self.context.name, moves))
        for move in moves:
            refused = self.engine.refusal(state, move)
            if refused is not None:
                about = kind_of_move(str(move))
                message = listed_message(texts, refused, "" if len(texts) == 1 else str(move))
                return Divergence("lists", about, expected.at, message, (refused.clause,))
            state = self.engine.apply(state, move)
        return Divergence("lists", kind_of_move(texts[0]), expected.at, not_whole_message(texts))

    def _events_of(self, state: Any, moves: Sequence[Any]) -> list[str]:
        events: list[str] = []
        for move in moves:
            state = self.engine.apply(state, move)
            events += state.events
        return events


def tallied(counter: Counter[T], events: Iterable[T]) -> None:
    """What `Counter.update` does, for a few events: it would ask first what kind of thing it is given."""
    for event in events:
        counter[event] += 1


def settled(value: Any) -> Any:
    """A value without the order of its lists, which nobody has to keep."""
    if isinstance(value, dict):
        return {key: settled(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return sorted((settled(inner) for inner in value), key=repr)
    return value
