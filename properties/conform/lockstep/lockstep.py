"""One game played on both sides at once, and every place where they part.

Moves are decided on our side, so several can be on the way before the first answer is read;
answers are compared with the position that we kept for them.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from attrs import evolve

from rulecheck.properties.conform.driver.participant import Failed
from rulecheck.properties.conform.lockstep.baseline import Baseline
from rulecheck.properties.conform.lockstep.comparison import refused_message
from rulecheck.properties.conform.lockstep.divergence import Counts, Divergence, carried_out
from rulecheck.properties.conform.lockstep.engine_context import EngineContext
from rulecheck.properties.conform.lockstep.oracle import Expected, Listener, Oracle, tallied
from rulecheck.properties.conform.lockstep.session import Session, start_request
from rulecheck.properties.conform.lockstep.turn_taking import MOST, Ahead, Follower, ahead, besides_us
from rulecheck.properties.conform.protocol.messages import OWN, Answer, kind_of_move
from rulecheck.properties.runtime.patterns import Fits, fitting
from rulecheck.reference_engines.contract import CHANCE, Refused, UnknownMove

LEGAL: Final[tuple[str, ...]] = ("legal",)
ALL: Final[tuple[str, ...]] = ("legal", "state")
_ENDING: Final = frozenset({"turn", "state", "outcome", "garbage"})
"""Divergences that are seen in a told position and after which the sides cannot go on together."""


class Lockstep:
    """One game.  `divergences` fills as answers come in; `is_over` tells that the sides cannot go on together."""

    def __init__(
        self,
        context: EngineContext,
        session: Session,
        *,
        state: Any = None,
        moves: Sequence[str] = (),
        seed: int = 0,
        accepted: Collection[str] = (),
        ignored: tuple[str, ...] = (),
        counts: Counts | None = None,
        listener: Listener | None = None,
        one_by_one: bool = False,
        is_there: bool = False,
        takes_over: bool = False,
    ) -> None:
        self.context = context
        self.engine = engine = context.engine
        self.session = session
        self.moves = list(moves)
        """The game so far, in canonical notation."""
        self.state = self.first = engine.start() if state is None else state
        self.part_from = len(self.moves)
        self._is_there = is_there
        self._takes_over = takes_over
        self.sent = [] if context.origin is None else list(context.origin.before)
        """What the other side has played from the start."""
        self.seed = seed
        self.accepted = Baseline.of(accepted)
        self.counts = counts or Counts()
        self.divergences: list[Divergence] = []
        self.passed_over: Counter[str] = Counter()
        """Accepted departures that were met."""
        self.skipped = ""
        self.is_over = False
        self.has_failed = False
        self.is_to_begin_again = False
        """Whether it was over because the other side asks otherwise: played again, it is followed."""
        play = session.play
        self._asking = session.asking
        self._follower = Follower(context, play, ignored)
        self._own = play.chance == OWN
        self._can_resume = play.takes_positions
        self.oracle = Oracle(
            context, play, self.counts, listener or Listener(), counts_parts=counts is not None, ignored=ignored
        )
        self.oracle.agreed_at = self.part_from
        self._last = self.moves[-1] if self.moves else ""
        self._out_of_step = False
        self.differed_at_first: set[str] = set()
        """The parts that differed in the first position, after which the game went on."""
        self.part = self.oracle.part
        self._lasting = self.part.lasting(self.state)
        self._together = tuple(fitting((pattern,)) for pattern in play.together)
        self._reads_on = not (self._own or one_by_one or self._asking.one_by_one)
        self._room = session.room if self._reads_on else 1
        self._waiting: deque[Expected] = deque()
        self._looked = Answer(0)
        self._after: Mapping[str, Callable[[Expected, Answer], None]] = {
            "start": self._after_start,
            "play": self._after_play,
            "look": self._compare,
            "set out": self._after_set_out,
            "try": self._after_try,
            "look again": self._after_look_again,
            "look first": self._after_look_first,
            "to take back": self._after_to_take_back,
            "undo": self._after_undo,
        }

    # Asking

    def begin(self, tell: Sequence[str] = ALL) -> None:
        """Start the game on the other side; from a position if it is under way, or if it knows a part of it only."""
        request = start_request(self.context.rules, self.seed, self._to_tell(tell))
        if self.session.play.is_part or self.moves:
            request["position"] = self.engine.to_json(self.state)
        self.counts.games += 1
        events = () if self.moves else self.state.events
        tallied(self.counts.events, events)
        expected = Expected("start", len(self.moves), self.state, events=events)
        try:
            self.session.ensure()
        except Failed as failed:
            self._failed(failed, expected)
        if self.context.origin is not None:
            self._set_out(request)
            request = {"ask": "look", "tell": tell}
        self._ask(request, expected)
        while self._waiting and not self.is_over:
            self._take()  # whether this table is played at all

    def _set_out(self, request: dict[str, Any]) -> None:
        """Bring the other side to where its position was taken over, unless it is there."""
        assert self.context.origin is not None
        if self._is_there:
            return
        before = [{"ask": "play", "move": text} for text in self.context.origin.before]
        for asked in (request, *before):
            self._ask({**asked, "tell": []}, Expected("set out", 0, self.state))

    def told(self, move: str | None = None) -> Answer | None:
        """What the other side says of where it is now, or after a move that it makes alone; None if that fails."""
        answer = None if self._waiting else self.session.where(ALL, move)
        if answer is not None and move is not None:
            self.sent.append(move)
        return answer

    @property
    def is_inside(self) -> bool:
        """Whether the position belongs to the part that the other side plays."""
        return self.part.lasts(self.state, self._lasting)

    def play(self, moves: Sequence[Any], tell: Sequence[str] = LEGAL, *, states: Sequence[Any] = ()) -> None:
        """Play a legal move, or several that the other side takes as one; `states` are those after each, if known."""
        before, state, engine, events = self.state, self.state, self.engine, self.oracle.span
        names = [self.context.name(move) for move in moves]
        for nth, move in enumerate(moves):
            state = states[nth] if states else engine.apply(state, move)
            events.extend(state.events)
            tallied(self.counts.events, state.events)
        self.state = state
        self.moves += names
        self._last = names[-1]
        self.counts.moves += len(names)
        request: dict[str, Any] = {"ask": "play", "tell": self._to_tell(tell)}
        if len(names) == 1 and not self.taken_together(names[0]):
            request["move"] = names[0]
        else:
            request["moves"] = names
        expected = Expected(
            "play",
            len(self.moves),
            state,
            names[-1],
            state.events,
            after=names[-1],
            compare=self.is_inside,
            before=(before, len(names)),
        )
        self._ask(request, expected)

    def _to_tell(self, tell: Sequence[str]) -> Sequence[str]:
        """What is to be told: where the other side seems to ask otherwise the legal moves too, and all until it did."""
        more = LEGAL if self._asking.has_shown else ALL
        return tuple(dict.fromkeys((*tell, *more))) if self._asking.one_by_one else tell

    def taken_together(self, text: str) -> Fits | None:
        """The pattern of moves taken as one that a move fits."""
        return next((fits for fits in self._together if fits(text)), None) if self._together else None

    def attempt(self, text: str, refused: Refused | None, *, like: str = "", careful: bool = False) -> None:
        """Offer a move that the rules refuse, or a text that is no move (None) and was made `like` some kind."""
        self.counts.tries += 1
        if refused is not None:
            self.counts.refusals[refused.clause] += 1
        at, state = len(self.moves), self.state
        if careful:
            self._ask({"ask": "look", "tell": ALL}, Expected("look", at, state, events=state.events, after=self._last))
        expected = Expected("try", at, state, text, refused=refused, is_move=refused is not None, like=like)
        self._ask({"ask": "play", "move": text, "tell": LEGAL}, expected)
        if careful:
            self._ask({"ask": "look", "tell": ALL}, Expected("look again", at, state, text, refused=refused))

    def take_back(self, move: Any) -> None:
        """Play a legal move and take it back."""
        text, at = self.context.name(move), len(self.moves)
        self.counts.undo += 1
        first = Expected("look first", at, self.state, events=self.state.events, after=self._last)
        self._ask({"ask": "look", "tell": ALL}, first)
        self._ask({"ask": "play", "move": text, "tell": []}, Expected("to take back", at, self.state, text))
        self._ask({"ask": "undo", "tell": ALL}, Expected("undo", at, self.state, text))

    def _ask(self, request: dict[str, Any], expected: Expected) -> None:
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
        while self._waiting and not self.is_over and self.session.participant.is_running:  # not after Ctrl-C
            self._take()
        self._drop()

    def _drop(self) -> None:
        """Read and forget what comes after the sides have parted."""
        while self._waiting:
            expected = self._waiting.popleft()
            if self.session.participant.is_running:
                try:
                    self._note_sent(expected, self.session.answer())
                except Failed:
                    return

    def _note_sent(self, expected: Expected, answer: Answer) -> None:
        """Keep what it has played, whether ours follows it or not."""
        if answer.refused is not None:
            return
        if expected.ask in ("play", "try", "to take back"):
            self.sent.append(expected.text)
        elif expected.ask == "undo":
            self.sent.pop()

    # What came back

    def _take(self) -> None:
        expected = self._waiting.popleft()
        try:
            # an error is as good as a refusal for what is no move at all
            answer = self.session.answer(may_fail=expected.ask == "try" and not expected.is_move)
        except Failed as failed:
            self._failed(failed, expected)
            return
        self._note_sent(expected, answer)
        self._after[expected.ask](expected, answer)

    def _failed(self, failed: Failed, expected: Expected) -> None:
        about = kind_of_move(expected.text) or expected.ask
        tried = expected.text if expected.ask == "try" else None
        what = f"{failed.what} (asked: {expected.ask}{f' {expected.text!r}' if expected.text else ''})"
        self._see(Divergence(failed.verdict, about, expected.at, what, (), tried, failed.stderr))
        self._waiting.clear()
        self.has_failed = True

    def _see(self, divergence: Divergence, *, ends: bool = True) -> None:
        """Note where the sides parted, and whether that ends the game; what is accepted of it is counted only."""
        known = self.accepted.known_parts(divergence)
        lines = self.accepted.lines_for(divergence)
        self.passed_over.update(lines or set(known.values()))
        if not lines:
            out_of_step = self._out_of_step and not divergence.in_theirs
            self.divergences.append(evolve(divergence.but(known), since=self.part_from, out_of_step=out_of_step))
        self.is_over = self.is_over or ends

    def _compare(self, expected: Expected, answer: Answer) -> None:
        """Compare a told position; a difference that is known is no longer looked at in this game."""
        if self._own:
            expected = self._own_chance(expected, answer)
            if self.is_over:
                return
        if not expected.compare:
            for divergence in self.oracle.ends(expected, answer):
                self._see(divergence)
            return
        divergences = self.oracle.divergences(expected, answer)
        first = next(divergences, None)
        if first is None or self._is_asked_otherwise(expected, answer):
            return
        if (
            self._asking.by_itself
            and (step := self._follower.nearest(expected, answer, self.oracle.ignored)) is not None
        ):
            expected = self._moved(expected, step)
            divergences = self.oracle.divergences(expected, answer)
            first = next(divergences)
        for divergence in chain((first,), divergences):
            goes_on = divergence.kind == "state" and self._is_passed_over(expected, divergence)
            self._see(divergence, ends=divergence.kind in _ENDING and not goes_on)
            if goes_on:  # it cannot be brought back in step: what comes behind may be seen in other games too
                self.oracle.ignored |= set(divergence.parts)
                if expected.ask == "start":
                    self.differed_at_first = set(divergence.parts)
                else:
                    self._out_of_step = True
            if self.is_over and divergence.kind in _ENDING and not self.oracle.is_ended(expected):
                return  # after the end nothing but the outcome is compared, and it is whatever came before

    # Who is asked when

    def _is_asked_otherwise(self, expected: Expected, answer: Answer) -> bool:
        """Where an answer differs: whether only moves without a choice lie between the sides, which are made then."""
        step = self._follower.past(expected, answer, self.oracle.ignored)
        more = None if step is not None else self._follower.asks_more(expected, answer)
        if step is None and (more is None or not self._asking.may_be(more)):
            return False
        if self._reads_on:  # moves are on the way that were sent too soon
            self._asking.begin()
            self.is_to_begin_again = self.is_over = True
            return True
        self.oracle.missed.difference_update(map(self.context.name, self.engine.legal_moves(expected.state)))
        if step is not None:
            self._go_ahead(expected, answer, step)
            return True
        return self._answered_for(expected, answer)

    def _go_ahead(self, expected: Expected, answer: Answer, step: Ahead) -> None:
        """The other side has made moves by itself: ours makes them too."""
        self._asking.by_itself.update(map(kind_of_move, step.moves))
        self._agrees(self._moved(expected, step), answer)

    def _ahead(self, step: Ahead) -> None:
        self.state, self._last = step.state, step.moves[-1]
        self.moves += step.moves
        self.counts.moves += len(step.moves)
        self.oracle.span.extend(step.events)
        tallied(self.counts.events, step.events)

    def _moved(self, expected: Expected, step: Ahead) -> Expected:
        self._ahead(step)
        at = len(self.moves)
        return evolve(expected, at=at, state=self.state, events=step.events, after=self._last, text=self._last)

    def _agrees(self, expected: Expected, answer: Answer) -> None:
        """Count what is known to agree."""
        assert next(self.oracle.divergences(expected, answer), None) is None, "it was seen to agree"

    def _answered_for(self, expected: Expected, answer: Answer) -> bool:
        """Make the moves that the other side asks for and ours does not, as long as it lists one only."""
        made: list[str] = []
        first = self._follower.asks_more(expected, answer) or ""
        while (text := self._follower.asks_more(expected, answer)) is not None and len(made) < MOST:
            try:
                self.session.ask({"ask": "play", "move": text, "tell": ALL})
                answer = self.session.answer()
            except Failed as failed:
                self._failed(failed, evolve(expected, text=text))
                return True
            if answer.refused is not None:
                break
            self.sent.append(text)
            made.append(besides_us(text))
            if self._own:
                expected = self._own_chance(expected, answer)
            step = self._follower.past(expected, answer, self.oracle.ignored)
            if step is not None or self._follower.fits(expected, answer, expected.state, self.oracle.ignored):
                self._asking.besides.update(made)
                if step is not None:
                    self._go_ahead(expected, answer, step)
                else:
                    self._agrees(expected, answer)
                return True
        self._asking.fail(first)
        self.is_over = True  # it has gone where ours cannot follow; what departs was told before that
        return False

    def _is_passed_over(self, expected: Expected, divergence: Divergence) -> bool:
        """Whether a game goes on although the positions differ: where nothing brings them in step.

        That is never so where our side can take the program's position over.  Else it is so at the beginning, at a
        position that was handed over, and where what is accepted differs for good.
        """
        if self._takes_over and (expected.ask != "start" or self.context.origin is None):
            return False
        if expected.ask == "start":
            return not self._can_resume or bool(self.part_from)
        return not self._can_resume and bool(self.accepted.lines_for(divergence))

    def _after_set_out(self, expected: Expected, answer: Answer) -> None:
        """On the way to where its position was taken over: it must play what it played before."""
        if answer.skip is not None or answer.refused is not None:
            self.skipped = answer.skip or f"it refuses what it played before: {answer.refused}"
            self.is_over = True

    def _after_start(self, expected: Expected, answer: Answer) -> None:
        if answer.skip is not None or answer.refused is not None:
            self.skipped = answer.skip or f"it refuses to start: {answer.refused}"
            self.counts.games -= 1
            self.is_over = True
            return
        self._compare(expected, answer)

    def _after_play(self, expected: Expected, answer: Answer) -> None:
        if answer.refused is None:
            self._compare(expected, answer)
            return
        if expected.text in self.oracle.missed:
            self.is_over = True  # told already: it was not listed
            return
        message = refused_message(expected.text, answer.refused)
        clauses = carried_out(expected.events)
        _, many = expected.before
        tried = expected.text if many == 1 else None
        self._see(Divergence("refuses", kind_of_move(expected.text), expected.at - many, message, clauses, tried))

    def _after_try(self, expected: Expected, answer: Answer) -> None:
        if answer.refused is not None:
            return
        text, refused = expected.text, expected.refused
        if refused is None:
            about = expected.like or kind_of_move(text) or "nothing"
            self._see(
                Divergence("malformed", about, expected.at, f"{text!r} is not a move, but it is played", (), text)
            )
        else:
            message = f"{text!r} is played, though the rules forbid it: {refused}"
            self._see(Divergence("accepts", kind_of_move(text), expected.at, message, (refused.clause,), text))

    def _after_look_again(self, expected: Expected, answer: Answer) -> None:
        differing = self.oracle.differences(expected, answer)
        if differing:
            clauses = () if expected.refused is None else (expected.refused.clause,)
            message = f"{expected.text!r} is refused, but changes the position: {differing[0]}"
            self._see(Divergence("accepts", kind_of_move(expected.text), expected.at, message, clauses, expected.text))

    def _after_to_take_back(self, expected: Expected, answer: Answer) -> None:
        if answer.refused is not None:
            self.is_over = True  # a missing move: it is told when it is played
            text = expected.text
            if text not in self.oracle.missed:
                message = refused_message(text, answer.refused)
                self._see(Divergence("refuses", kind_of_move(text), expected.at, message))

    def _after_look_first(self, expected: Expected, answer: Answer) -> None:
        self._looked = answer
        self._compare(expected, answer)

    def _after_undo(self, expected: Expected, answer: Answer) -> None:
        undone = self.oracle.undone(self._looked, answer)
        if undone is not None:
            message = f"{expected.text!r} played and taken back: {undone[1]}"
            after = kind_of_move(expected.text)
            self._see(Divergence("undo", undone[0], expected.at, message, (), expected.text, after=after))

    # Dice and draws of its own

    def _own_chance(self, expected: Expected, answer: Answer) -> Expected:
        """Our side with the chance moves that the other made: they must be possible, and enough."""
        engine, state = self.engine, self.state
        for text in answer.chance:
            problem = ""
            if engine.actor(state) != CHANCE:
                state = self._up_to_chance(state)
            try:
                move = engine.parse(text)
                refused = engine.refusal(state, move)
                problem = "" if refused is None else str(refused)
            except UnknownMove as error:
                problem = str(error)
            if problem or engine.actor(state) != CHANCE:
                why = problem or "nothing is left to chance here"
                self._see(Divergence("chance", kind_of_move(text), len(self.moves), f"{text!r} cannot come: {why}"))
                return expected
            state = engine.apply(state, move)
            self.oracle.span.extend(state.events)
            tallied(self.counts.events, state.events)
            self.moves.append(str(move))
            self._last = self.moves[-1]
            self.counts.moves += 1
        self.state = state
        if engine.actor(state) == CHANCE and self.is_inside:
            awaited = kind_of_move(self.context.name(engine.legal_moves(state)[0]))
            message = f"chance decides ({awaited} …), but no outcome is told"
            self._see(Divergence("chance", awaited, len(self.moves), message, carried_out(state.events)))
        return evolve(
            expected, at=len(self.moves), state=state, events=state.events, after=self._last, compare=self.is_inside
        )

    def _up_to_chance(self, state: Any) -> Any:
        """The position where chance decides, if the other side made moves without a choice before it."""
        for step in ahead(self.context, state):
            if self.engine.actor(step.state) == CHANCE:
                self._asking.by_itself.update(map(kind_of_move, step.moves))
                self._ahead(step)
                return self.state
        return state
