"""One game played on both sides at once, and every place where they part.

Moves are decided on our side, so several can be on the way before the first answer is read;
answers are compared with the position that we kept for them.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from attrs import define

from rulecheck.properties.conform.matching import TooMany, unlike
from rulecheck.properties.conform.messages import NOBODY, OWN, Answer, kind_of_move
from rulecheck.properties.conform.observation import differences
from rulecheck.properties.conform.participant import Failed
from rulecheck.properties.conform.session import Session, start_request
from rulecheck.properties.conform.sighting import Counts, Sighting, Spectrum
from rulecheck.properties.conform.table import Part, Table
from rulecheck.properties.patterns import Fits, fitting
from rulecheck.reference_engines.contract import CHANCE, SILENT, Refused, UnknownMove

LEGAL: Final[tuple[str, ...]] = ("legal",)
ALL: Final[tuple[str, ...]] = ("legal", "state")
_MOST_AWAITED: Final = 8
"""Moves that are looked at for what a position waits for."""
_FAR: Final = 400
"""Moves within which the end of a game is looked for."""
_MOST_RUNS: Final = 400
"""Ways to make several moves as one beyond which they are not compared."""


@define
class _Expected:
    """What an answer is to be compared with."""

    ask: str
    at: int
    state: Any
    text: str = ""
    events: tuple[str, ...] = ()
    refused: Refused | None = None
    is_move: bool = True
    like: str = ""
    compare: bool = True
    before: Any = None


class Lockstep:
    """One game.  `sightings` fills as answers come in; `is_over` tells that the sides cannot go on together."""

    def __init__(
        self,
        table: Table,
        session: Session,
        *,
        state: Any = None,
        moves: Sequence[str] = (),
        seed: int = 0,
        accepted: Collection[str] = (),
        counts: Counts | None = None,
        spectrum: Spectrum | None = None,
    ) -> None:
        self.table = table
        self.engine = engine = table.engine
        self.session = session
        self.moves = list(moves)
        """The game so far, in canonical notation."""
        self.state = engine.start() if state is None else state
        self.part_from = len(self.moves)
        self.seed = seed
        self.accepted = accepted
        self.counts = counts or Counts()
        self._is_counted = counts is not None
        self.spectrum = spectrum or Spectrum()
        self.sightings: list[Sighting] = []
        self.passed_over: Counter[str] = Counter()
        """Accepted departures that were met."""
        self.skipped = ""
        self.is_over = False
        play = session.play
        self._can = play.can
        self._own = play.chance == OWN
        self._sets = play.sets
        self.part = Part(table, play)
        self._lasting = self.part.lasting(self.state)
        self._together = tuple(fitting((one,)) for one in play.together)
        self._room = 1 if self._own else session.room
        self._waiting: deque[_Expected] = deque()
        self._span: list[str] = []
        self._but: frozenset[str] = frozenset()
        self._missed: set[str] = set()
        self._looked = Answer(0)

    # Asking

    def begin(self, tell: Sequence[str] = ALL) -> None:
        """Start the game on the other side, from a position if it knows a part of the game only."""
        request = start_request(self.table.rules, self.seed, tell)
        if self.session.play.is_part:
            request["position"] = self.engine.to_json(self.state)
        self.counts.games += 1
        events = () if self.moves else self.state.events
        expected = _Expected("start", len(self.moves), self.state, events=events)
        try:
            self.session.ensure()
        except Failed as failed:
            self._failed(failed, expected)
        self._ask(request, expected)
        while self._waiting and not self.is_over:
            self._take()  # whether this table is played at all

    @property
    def is_inside(self) -> bool:
        """Whether the position belongs to the part that the other side plays."""
        return self.part.lasts(self.state, self._lasting)

    def play(self, moves: Sequence[Any], tell: Sequence[str] = LEGAL, *, states: Sequence[Any] = ()) -> None:
        """Play a legal move, or several that the other side takes as one; `states` are those after each, if known."""
        before, engine, events = self.state, self.engine, self._span
        state = before
        names = [self.table.name(move) for move in moves]
        for nth, move in enumerate(moves):
            state = states[nth] if states else engine.apply(state, move)
            events.extend(state.events)
            _count(self.counts.events, state.events)
        self.state = state
        self.moves += names
        self.counts.moves += len(names)
        request: dict[str, Any] = {"ask": "play", "tell": tell}
        if len(names) == 1 and not self.taken_together(names[0]):
            request["move"] = names[0]
        else:
            request["moves"] = names
        expected = _Expected(
            "play", len(self.moves), state, names[-1], state.events, compare=self.is_inside, before=(before, len(names))
        )
        self._ask(request, expected)

    def taken_together(self, text: str) -> Fits | None:
        """The pattern of moves taken as one that a move fits."""
        return next((one for one in self._together if one(text)), None)

    def attempt(self, text: str, refused: Refused | None, *, like: str = "", careful: bool = False) -> None:
        """Offer a move that the rules refuse, or a text that is no move (None) and was made `like` some kind."""
        self.counts.tries += 1
        if refused is not None:
            self.counts.refusals[refused.clause] += 1
        at, state = len(self.moves), self.state
        if careful:
            self._ask({"ask": "look", "tell": ALL}, _Expected("look", at, state))
        expected = _Expected("try", at, state, text, refused=refused, is_move=refused is not None, like=like)
        self._ask({"ask": "play", "move": text, "tell": LEGAL}, expected)
        if careful:
            self._ask({"ask": "look", "tell": ALL}, _Expected("look again", at, state, text, refused=refused))

    def take_back(self, move: Any) -> None:
        """Play a legal move and take it back."""
        text, at = self.table.name(move), len(self.moves)
        self.counts.undo += 1
        self._ask({"ask": "look", "tell": ALL}, _Expected("look first", at, self.state))
        self._ask({"ask": "play", "move": text, "tell": []}, _Expected("to take back", at, self.state, text))
        self._ask({"ask": "undo", "tell": ALL}, _Expected("undo", at, self.state, text))

    def _ask(self, request: dict[str, Any], expected: _Expected) -> None:
        if self.is_over:
            return
        try:
            self.session.ask(request)
        except Failed as failed:
            self._failed(failed, expected)
            return
        self._waiting.append(expected)
        if len(self._waiting) >= self._room:
            while len(self._waiting) > self._room // 2 and not self.is_over:
                self._take()

    def finish(self) -> None:
        """Take in all answers that are still on the way."""
        while self._waiting and not self.is_over:
            self._take()
        self._drop()

    def _drop(self) -> None:
        """Read and forget what comes after the sides have parted."""
        while self._waiting:
            self._waiting.popleft()
            if self.session.participant.is_running:
                try:
                    self.session.answer()
                except Failed:
                    return

    # Comparing

    def _take(self) -> None:
        expected = self._waiting.popleft()
        try:
            # an error is as good as a refusal for what is no move at all
            answer = self.session.answer(may_fail=expected.ask == "try" and not expected.is_move)
        except Failed as failed:
            self._failed(failed, expected)
            return
        getattr(self, f"_after_{expected.ask.replace(' ', '_')}")(expected, answer)

    def _failed(self, failed: Failed, expected: _Expected) -> None:
        about = kind_of_move(expected.text) or expected.ask
        tried = expected.text if expected.ask == "try" else None
        what = f"{failed.what} (asked: {expected.ask}{f' {expected.text!r}' if expected.text else ''})"
        self._see(Sighting(failed.verdict, about, expected.at, what, (), tried, failed.stderr))
        self._waiting.clear()

    def _see(self, sighting: Sighting, *, ends: bool = True) -> bool:
        """Note a sighting; True if it is new and not accepted."""
        if sighting.key in self.accepted:
            self.passed_over[sighting.key] += 1
            self.is_over = self.is_over or ends
            return False
        self.sightings.append(sighting)
        self.is_over = self.is_over or ends
        return True

    def _after_start(self, expected: _Expected, answer: Answer) -> None:
        if answer.skip is not None or answer.refused is not None:
            self.skipped = answer.skip or f"it refuses to start: {answer.refused}"
            self.counts.games -= 1
            self.is_over = True
            return
        self._position(expected, answer)

    def _after_look(self, expected: _Expected, answer: Answer) -> None:
        self._position(expected, answer)

    def _after_play(self, expected: _Expected, answer: Answer) -> None:
        if answer.refused is None:
            self._position(expected, answer)
            return
        if expected.text in self._missed:
            self.is_over = True  # told already: it was not listed
            return
        message = f"{expected.text!r} is legal, but it is refused: {answer.refused}"
        clauses = _clauses(expected.events)
        _, many = expected.before
        tried = expected.text if many == 1 else None
        sighting = Sighting("refuses", kind_of_move(expected.text), expected.at - many, message, clauses, tried)
        self._see(sighting)

    def _after_try(self, expected: _Expected, answer: Answer) -> None:
        if answer.refused is not None:
            return
        text, refused = expected.text, expected.refused
        if refused is None:
            sighting = Sighting(
                "malformed",
                expected.like or kind_of_move(text) or "nothing",
                expected.at,
                f"{text!r} is no move, but it is played",
                (),
                text,
            )
        else:
            message = f"{text!r} is played, though the rules forbid it: {refused}"
            sighting = Sighting("accepts", kind_of_move(text), expected.at, message, (refused.clause,), text)
        self._see(sighting)

    def _after_look_again(self, expected: _Expected, answer: Answer) -> None:
        found = self._state_differs(expected, answer)
        if found:
            refused = expected.refused
            clauses = (refused.clause,) if refused is not None else ()
            message = f"{expected.text!r} is refused, but changes the position: {found[0]}"
            self._see(Sighting("accepts", kind_of_move(expected.text), expected.at, message, clauses, expected.text))

    def _after_to_take_back(self, expected: _Expected, answer: Answer) -> None:
        if answer.refused is not None:
            self.is_over = True  # a missing move: it is told when it is played
            text = expected.text
            if text not in self._missed:
                message = f"{text!r} is legal, but it is refused: {answer.refused}"
                self._see(Sighting("refuses", kind_of_move(text), expected.at, message))

    def _after_look_first(self, expected: _Expected, answer: Answer) -> None:
        self._looked = answer
        self._position(expected, answer)

    def _after_undo(self, expected: _Expected, answer: Answer) -> None:
        before, parts = self._looked, "position"
        if settled(before.state) != settled(answer.state):
            found = differences(before.state, answer.state)
            parts = "+".join(sorted({one.part for one in found})[:3]) or parts
            what = "; ".join(map(str, found[:3])) or "the position is another"
        elif settled(before.legal) != settled(answer.legal):
            parts, what = "legal", "its legal moves are others"
        elif before.turn != answer.turn:
            parts, what = "turn", f"{answer.turn} is to move, not {before.turn}"
        else:
            return
        message = f"{expected.text!r} played and taken back: {what}"
        about = f"{parts}:{kind_of_move(expected.text)}"
        self._see(Sighting("undo", about, expected.at, message, (), expected.text))

    def _position(self, expected: _Expected, answer: Answer) -> None:
        if self._own:
            expected = self._own_chance(expected, answer)
            if self.is_over:
                return
        if not expected.compare:
            return
        self._compare_turn(expected, answer)
        if not self.is_over and answer.state is not None:
            self._compare_state(expected, answer)
        if not self.is_over:
            self._compare_outcome(expected, answer)
        if not self.is_over and answer.legal is not None:
            self._compare_legal(expected, answer.legal)

    def _own_chance(self, expected: _Expected, answer: Answer) -> _Expected:
        """Our side with the chance moves that the other made: they must be possible, and enough."""
        engine, state = self.engine, self.state
        for text in answer.chance:
            problem = ""
            try:
                move = engine.parse(text)
                refused = engine.refusal(state, move)
                problem = "" if refused is None else str(refused)
            except UnknownMove as error:
                problem = str(error)
            if problem or engine.actor(state) != CHANCE:
                why = problem or "nothing is left to chance here"
                self._see(Sighting("chance", kind_of_move(text), len(self.moves), f"{text!r} cannot come: {why}"))
                return expected
            state = engine.apply(state, move)
            self._span.extend(state.events)
            _count(self.counts.events, state.events)
            self.moves.append(str(move))
            self.counts.moves += 1
        self.state = state
        if engine.actor(state) == CHANCE and self.is_inside:
            awaited = kind_of_move(self.table.name(engine.legal_moves(state)[0]))
            message = f"chance decides ({awaited} …), but no outcome is told"
            self._see(Sighting("chance", awaited, len(self.moves), message, _clauses(state.events)))
        return _Expected(expected.ask, len(self.moves), state, expected.text, state.events, compare=self.is_inside)

    def _compare_turn(self, expected: _Expected, answer: Answer) -> None:
        if answer.turn is None:
            return
        self.counts.turn += 1
        ours = self.table.seat(self.engine.actor(expected.state))
        if answer.turn == ours:
            _count(self.spectrum.turns, expected.events)
        else:
            about = kind_of_move(expected.text) or "start"
            message = f"{answer.turn} is to move, not {ours}"
            if answer.turn == NOBODY:
                self._see(Sighting("turn", about, expected.at, message, self._end_from(expected)))
            else:
                self._see(self._after_move("turn", about, expected, message))

    def _compare_outcome(self, expected: _Expected, answer: Answer) -> None:
        if "outcome" not in self._can:
            return
        ours = self.engine.outcome(expected.state)
        if ours is None and answer.outcome is None:
            return
        self.counts.outcome += 1
        if ours is None or answer.outcome is None:
            about = "goes on" if ours is None else "over"
            message = (
                "the game is over, though the rules go on"
                if ours is None
                else f"the game goes on, though it is over ({ours.clause}: {ours})"
            )
            clauses = self._end_from(expected) if ours is None else _final(ours.clause, expected.events)
            self._see(Sighting("outcome", about, expected.at, message, clauses))
            return
        winners = answer.outcome.get("winners")
        scores = answer.outcome.get("scores", ours.scores)
        wrong = [seat for seat in {**ours.scores, **scores} if scores.get(seat, 0) != ours.scores.get(seat, 0)]
        clauses = _final(ours.clause, expected.events)
        if wrong:
            seat = wrong[0]
            message = f"{seat} scores {scores.get(seat)!r}, not {ours.scores.get(seat)!r}"
            self._see(Sighting("outcome", "scores", expected.at, message, clauses))
        elif winners is not None and sorted(winners) != sorted(ours.winners):
            told = " and ".join(winners) or "nobody"
            message = f"{told} won, not {' and '.join(ours.winners) or 'nobody'}"
            self._see(Sighting("outcome", "winners", expected.at, message, clauses))
        else:
            _count(self.spectrum.agreed, clauses)

    def _state_differs(self, expected: _Expected, answer: Answer) -> list[Any]:
        if answer.state is None:
            return []
        ours = self.engine.to_json(expected.state)
        return differences(ours, answer.state, sets=self._sets, but=self._but)

    def _compare_state(self, expected: _Expected, answer: Answer) -> None:
        assert answer.state is not None
        self.counts.state += 1
        ours = self.engine.to_json(expected.state)
        if self._is_counted and self.counts.state & 31 == 1:
            self.counts.compared.add(ours, answer.state)
        found = differences(ours, answer.state, sets=self._sets, but=self._but)
        if not found:
            _count(self.spectrum.agreed, self._span)
            self._span.clear()
            return
        parts = sorted({one.part for one in found})
        about = f"{'+'.join(parts[:3])}:{kind_of_move(expected.text) or 'start'}"
        message = "; ".join(map(str, found[:3])) + (f"; and {len(found) - 3} more" if len(found) > 3 else "")
        sighting = self._after_move("state", about, expected, message)
        if sighting.key in self.accepted:
            self.passed_over[sighting.key] += 1
            self._but |= set(parts)
        else:
            self._see(sighting)

    def _after_move(self, kind: str, about: str, expected: _Expected, message: str) -> Sighting:
        """Something differs after a move: its clauses are the suspects."""
        clauses = _clauses((*expected.events, *self._awaited(kind, expected, message)))
        return Sighting(kind, about, expected.at, message, clauses)

    def _end_from(self, expected: _Expected) -> tuple[str, ...]:
        """Where the other side ends the game: the clauses carried out, and those that would end it."""
        engine, rng, state = self.engine, Random(0), expected.state
        for _ in range(_FAR):
            legal = engine.legal_moves(state)
            if not legal:
                break
            state = engine.apply(state, legal[int(rng.random() * len(legal))])
        outcome = engine.outcome(state)
        return (
            _clauses(expected.events) if outcome is None else _final(outcome.clause, (*expected.events, *state.events))
        )

    def _awaited(self, kind: str, expected: _Expected, message: str) -> list[str]:
        """Where the phase differs, or who is to move: the clauses that the moves open now would carry out."""
        if (kind == "state" and "phase" not in message) or self.engine.actor(expected.state) == CHANCE:
            return []
        moves = self.engine.legal_moves(expected.state)[:_MOST_AWAITED]
        return [event for move in moves for event in self.engine.apply(expected.state, move).events]

    def _compare_legal(self, expected: _Expected, told: Sequence[Any]) -> None:
        state, engine = expected.state, self.engine
        actor = engine.actor(state)
        if actor == CHANCE and not told:
            return
        self.counts.legal += 1
        if self._together:
            self._compare_runs(expected, told)
            return
        legal = engine.legal_moves(state)
        if told == tuple(map(str, legal)):
            return
        ours = {str(move): move for move in legal}
        if not all([isinstance(text, str) for text in told]):
            message = "it lists several moves as one, and did not announce them in `together`"
            self._see(Sighting("garbage", "legal", expected.at, message))
            return
        if set(told) == ours.keys():
            return
        theirs = {self._canonical(text) for text in told}
        missing = [text for text in ours if text not in theirs and self.part.knows(text)]
        self._misses(expected, missing, [text for text in ours if text in theirs], ours)
        for text in sorted(theirs - ours.keys()):
            self._lists(expected, text)

    def _canonical(self, text: str) -> str:
        try:
            return str(self.engine.parse(text))
        except UnknownMove:
            return text

    def _misses(
        self, expected: _Expected, missing: Sequence[str], listed: Sequence[str], ours: Mapping[str, Any]
    ) -> None:
        """Legal moves that are not listed, one sighting for each kind; what the listed ones do speaks for them."""
        if not missing:
            return
        self._missed.update(missing)
        after = {text: _clauses(self.engine.apply(expected.state, ours[text]).events) for text in (*missing, *listed)}
        common = {clause for text in listed for clause in after[text]}
        for about in dict.fromkeys(map(kind_of_move, missing)):
            text = next(text for text in missing if kind_of_move(text) == about)
            clauses = tuple(sorted(after[text], key=lambda clause: clause in common))
            self._see_missing(expected, about, text, clauses)

    def _see_missing(self, expected: _Expected, about: str, move: str | list[str], events: Iterable[str]) -> None:
        clauses = _clauses(events)
        sighting = Sighting("misses", about, expected.at, f"{move!r} is legal, but not listed", clauses)
        self._see(sighting, ends=False)

    def _lists(self, expected: _Expected, text: str) -> None:
        """A listed move that is not legal."""
        try:
            refused = self.engine.refusal(expected.state, self.engine.parse(text))
        except UnknownMove as error:
            sighting = Sighting("lists", "no move", expected.at, f"{text!r} is listed: {error}")
        else:
            clause = () if refused is None else (refused.clause,)
            message = f"{text!r} is listed, though the rules forbid it: {refused}"
            sighting = Sighting("lists", kind_of_move(text), expected.at, message, clause)
        self._see(sighting, ends=False)

    def _compare_runs(self, expected: _Expected, told: Sequence[Any]) -> None:
        """Moves taken as one are compared by where they lead."""
        parsed = [moves for one in told if (moves := self._parsed(expected, [one] if isinstance(one, str) else one))]
        try:
            found = unlike(self.engine, expected.state, parsed, self.session.play.together, _MOST_RUNS)
        except TooMany:
            self.counts.runs_left_out += 1
            return
        for moves in found.lists:
            self._lists_run(expected, moves)
        for moves in found.misses[:1]:
            texts = list(map(self.table.name, moves))
            self._missed.add(texts[-1])
            events = self._events_of(expected.state, moves)
            self._see_missing(expected, kind_of_move(texts[0]), texts if len(texts) > 1 else texts[0], events)

    def _parsed(self, expected: _Expected, texts: Sequence[str]) -> tuple[Any, ...]:
        """The moves of a listed run; none, and a sighting, if one of them is no move."""
        try:
            return tuple(map(self.engine.parse, texts))
        except UnknownMove as error:
            self._see(Sighting("lists", "no move", expected.at, f"{list(texts)} is listed: {error}"), ends=False)
            return ()

    def _lists_run(self, expected: _Expected, moves: Sequence[Any]) -> None:
        """A listed run that is not legal, or that cannot end where it ends."""
        state, texts = expected.state, list(map(self.table.name, moves))
        for move in moves:
            refused = self.engine.refusal(state, move)
            if refused is not None:
                message = f"{texts} is listed, though the rules forbid {str(move)!r}: {refused}"
                about = kind_of_move(str(move))
                self._see(Sighting("lists", about, expected.at, message, (refused.clause,)), ends=False)
                return
            state = self.engine.apply(state, move)
        message = f"{texts} is listed, but more moves of this kind must follow"
        self._see(Sighting("lists", kind_of_move(texts[0]), expected.at, message), ends=False)

    def _events_of(self, state: Any, moves: Sequence[Any]) -> list[str]:
        events: list[str] = []
        for move in moves:
            state = self.engine.apply(state, move)
            events += state.events
        return events


def _count(counter: Counter[str], events: Iterable[str]) -> None:
    """What `Counter.update` does, for a few events: it would ask first what kind of thing it is given."""
    for event in events:
        counter[event] += 1


def _clauses(events: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(event for event in events if not event.startswith(SILENT)))


def _final(clause: str, events: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*_clauses(events), clause)))


def settled(value: Any) -> Any:
    """A value without the order of its lists, which nobody has to keep."""
    if isinstance(value, dict):
        return {key: settled(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return sorted((settled(one) for one in value), key=repr)
    return value
