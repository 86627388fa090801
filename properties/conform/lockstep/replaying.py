"""A game that is known, played on both sides again: whether it shows the same departure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Final

from attrs import evolve

from rulecheck.properties.conform.driver.participant import Participant
from rulecheck.properties.conform.lockstep.baseline import is_called
from rulecheck.properties.conform.lockstep.departure import FAILURES
from rulecheck.properties.conform.lockstep.divergence import Counts, Divergence
from rulecheck.properties.conform.lockstep.engine_context import EngineContext, Part
from rulecheck.properties.conform.lockstep.lockstep import ALL, LEGAL, Lockstep
from rulecheck.properties.conform.lockstep.oracle import Listener
from rulecheck.properties.conform.lockstep.session import DoesNotPlay, Session
from rulecheck.properties.findings.finding import Loaded
from rulecheck.properties.findings.origin import Origin
from rulecheck.properties.shrinking.condition import Condition
from rulecheck.reference_engines.contract import AnyEngine, UnknownMove

STATE: Final = ("state",)
SPANS: Final = (0, 1, 2, 4, 8, 16, 40)
"""So many moves before its end a program that goes on from positions is handed one: the fewer the cheaper."""


def replayed(
    context: EngineContext,
    session: Session,
    moves: Sequence[Any],
    states: Sequence[Any],
    part_from: int,
    tells: tuple[Sequence[str], Sequence[str]],
    *,
    seed: int = 0,
    accepted: Collection[str] = (),
    ignored: tuple[str, ...] = (),
    last: Callable[[Lockstep], None] | None = None,
    counts: Counts | None = None,
    listener: Listener | None = None,
    one_by_one: bool = False,
) -> Lockstep:
    """A line of moves on both sides, from where the other side comes in; `last` asks something at its end.

    `tells` is what is asked to be told on the way and at the end.  Ends where the sides part.
    """

    def play() -> Lockstep:
        lock = Lockstep(
            context,
            session,
            state=states[part_from],
            moves=[context.name(move) for move in moves[:part_from]],
            seed=seed,
            accepted=accepted,
            ignored=ignored,
            counts=counts,
            listener=listener,
            one_by_one=one_by_one,
        )
        _replay(lock, moves, states, tells, last)
        return lock

    lock = play()
    return play() if lock.is_to_begin_again else lock


def _replay(
    lock: Lockstep,
    moves: Sequence[Any],
    states: Sequence[Any],
    tells: tuple[Sequence[str], Sequence[str]],
    last: Callable[[Lockstep], None] | None,
) -> None:
    """Play a line of moves to its end, or to where the sides part."""
    first = tells[lock.part_from == len(moves)]
    lock.begin(STATE if not first and tells[1] == STATE else first)  # what differs there already is not looked for
    at = len(lock.moves)
    while at < len(moves) and not lock.is_over:
        together = _together(lock.context, lock, moves, states, at)
        at += together
        is_last = at == len(moves) or (tells[1] == STATE and at == len(moves) - 1)  # that it differs not before, too
        lock.play(moves[at - together : at], tells[is_last], states=states[at - together + 1 : at + 1])
        at = max(at, len(lock.moves))  # further on, where the other side made moves without a choice by itself
    if last is not None and not lock.is_over:
        last(lock)
    lock.finish()


def _together(context: EngineContext, lock: Lockstep, moves: Sequence[Any], states: Sequence[Any], at: int) -> int:
    """How many of the moves from here the other side takes as one."""
    fits = lock.taken_together(context.name(moves[at]))
    if fits is None:
        return 1
    end, actor = at + 1, context.engine.actor(states[at])
    while end < len(moves) and context.engine.actor(states[end]) == actor and fits(context.name(moves[end])):
        end += 1
    return end - at


def again(participant: Participant, loaded: Loaded, ignored: tuple[str, ...] = ()) -> tuple[list[Divergence], Session]:
    """What is seen when the game of a departure is played on both sides once more, and who answered.

    A program that goes on from positions is brought back in step after each departure, so the one that is looked for
    is met even where others come before it.  `ignored`: parts of positions that are not compared.  Raises
    DoesNotPlay where the other side does not play it, and Failed at hello.
    """
    finding = loaded.finding
    session = Session(participant, finding.setting.game)
    session.ensure()
    context = EngineContext(loaded.engine)
    if finding.position:
        context.origin = Origin(finding.before, finding.position)
    kind, _, rest = finding.name.partition(":")
    about = finding.about if rest.startswith(finding.about) else rest
    beside = frozenset(finding.beside)
    divergence = Divergence(kind, about, finding.at, "", finding.clauses, finding.tried or None, beside=beside)
    shows = Shows(session, divergence, [context], finding.game, key=finding.name, ignored=ignored)
    states = loaded.positions[: len(loaded.moves) + 1]
    session.recorded = []
    divergences = shows.everything(context.engine, loaded.moves, states)
    if shows.skipped:
        raise DoesNotPlay(f"the game of {finding.name} cannot be played again: {shows.skipped}")
    return divergences, session


_LAST: Final[Mapping[str, tuple[str, ...]]] = {"misses": LEGAL, "lists": LEGAL, "state": STATE, "turn": ALL}
"""What has to be told at the end of a line to show a departure of that kind."""


class Shows(Condition):
    """A line of moves shows the same departure again: one that `key` is a name of.

    With a `span` the other side is handed the position so many moves before the end of the line, and none of the
    moves before it.
    """

    whole: ClassVar[bool] = True

    def __init__(
        self,
        session: Session,
        divergence: Divergence,
        contexts: Sequence[EngineContext],
        seed: int = 0,
        accepted: Collection[str] = (),
        *,
        key: str = "",
        span: int | None = None,
        ignored: tuple[str, ...] = (),
    ) -> None:
        self.session = session
        self.divergence = divergence
        self.key = key or divergence.key
        self.span = span
        self.contexts = {id(context.engine): context for context in contexts}
        self.seed = seed
        self.accepted = accepted
        self.ignored = (*ignored, *sorted(divergence.beside))
        self.tell: tuple[str, ...] = ALL if divergence.kind in FAILURES else ()
        self.tell_last: tuple[str, ...] = ALL if divergence.in_theirs else _LAST.get(divergence.kind, self.tell)
        """What has to be told on the way, and at the end."""
        self.skipped = ""
        """Why the last line was not played."""

    def is_it(self, divergence: Divergence) -> bool:
        """Whether that is the departure looked for."""
        if self.divergence.kind in FAILURES:  # what it was asked then depends on what is told on the way
            return divergence.kind == self.divergence.kind
        if divergence.out_of_step and not self.divergence.out_of_step:
            return False  # a shorter game must not make an echo of what is accepted out of it
        if self.divergence.kind == "turn" and self.divergence.theirs and divergence.kind != "turn":
            return False  # nor of what tells more than whose turn it is
        return is_called(divergence, self.key)

    def line(self, engine: AnyEngine, moves: Sequence[Any], states: Sequence[Any]) -> int | None:
        """How many of the moves show it."""
        divergence = self.divergence_in(engine, moves, states)
        return None if divergence is None else divergence.at

    def divergence_in(
        self, engine: AnyEngine, moves: Sequence[Any], states: Sequence[Any], last: Sequence[str] | None = None
    ) -> Divergence | None:
        """The same departure in this line, if it is there; `last`: what is to be told at its end, if not as usual."""
        divergences = self.divergences(engine, moves, states, (self.tell, self.tell_last if last is None else last))
        return next((divergence for divergence in divergences if self.is_it(divergence)), None)

    def divergences(
        self,
        engine: AnyEngine,
        moves: Sequence[Any],
        states: Sequence[Any],
        tells: tuple[Sequence[str], Sequence[str]],
        *,
        resume: bool = False,
    ) -> list[Divergence]:
        """All that is seen in a line; nothing where what was tried at its end does not fit there.

        `resume`: where the other side can go on from positions, it does after each departure.
        """
        context = self.contexts[id(engine)]
        part_from = self.part_from(context, states)
        if part_from is None:
            self.skipped = "no position of this game is of the part that it plays"
            return []
        last = self._last(context, states[-1])
        if self.divergence.tried is not None and last is None:
            self.skipped = f"{self.divergence.tried!r} is not forbidden there any more"
            return []
        resume = resume and self.session.play.takes_positions and not self.session.play.is_part
        divergences: list[Divergence] = []
        while True:
            lock = replayed(
                context,
                self.session,
                moves,
                states,
                part_from,
                tells,
                seed=self.seed,
                accepted=self.accepted,
                ignored=self.ignored,
                last=last,
                one_by_one=resume,
            )
            divergences += [
                evolve(divergence, since=part_from, beside=self.divergence.beside) for divergence in lock.divergences
            ]
            self.skipped = lock.skipped if not divergences else ""
            if not resume or lock.skipped or not lock.is_over or part_from == len(moves):
                return divergences
            part_from = min(len(moves), max(len(lock.moves), part_from + 1))

    def everything(self, engine: AnyEngine, moves: Sequence[Any], states: Sequence[Any]) -> list[Divergence]:
        """All that is seen in a line, with everything told; a program that can is brought back in step on the way.

        If the departure looked for is not among it at the line's end, the program is handed positions nearer and nearer
        to the end, or told to tell no more on the way than it has to: then no other departure ends the game before it.
        An end may have been held against the rules in the program's own position, which has to be told for that.
        """
        divergences = self.divergences(engine, moves, states, (ALL, ALL), resume=True)
        play = self.session.play
        if not any(self.is_it(divergence) and divergence.at == len(moves) for divergence in divergences):
            lasts = (self.tell_last, ALL) if self.divergence.kind == "outcome" else (self.tell_last,)
            for self.span in (*SPANS, None) if play.takes_positions and not play.is_part else (None,):
                for last in lasts:
                    again = self.divergence_in(engine, moves, states, last)
                    if again is not None:
                        return [*divergences, again]
        return divergences

    def part_from(self, context: EngineContext, states: Sequence[Any]) -> int | None:
        """After how many moves the other side comes in: for a part of a game where its last stretch begins."""
        self.session.ensure()
        play = self.session.play
        if not play.is_part:
            return 0 if self.span is None else max(0, len(states) - 1 - self.span)
        part = Part(context, play)
        last = next((at for at in reversed(range(len(states))) if part.is_open(states[at])), None)
        if last is None:
            return None
        lasting = part.lasting(states[last])
        return next((at + 1 for at in reversed(range(last)) if not part.lasts(states[at], lasting)), 0)

    def _last(self, context: EngineContext, state: Any) -> Callable[[Lockstep], None] | None:
        """What is offered at the end of the line; None if it does not fit there."""
        tried, kind = self.divergence.tried, self.divergence.kind
        if tried is None:
            return None
        try:
            move = context.engine.parse(tried)
        except UnknownMove:
            if kind in ("accepts", "undo", "refuses"):
                return None
            return lambda lock: lock.attempt(tried, None, like=self.divergence.about)
        refused = context.engine.refusal(state, move)
        if kind == "undo":
            return None if refused is not None else lambda lock: lock.take_back(move)
        if kind == "refuses":
            return None if refused is not None else lambda lock: lock.play([move])
        if refused is None or (kind == "accepts" and refused.clause != self.divergence.clauses[0]):
            return None
        return lambda lock: lock.attempt(tried, refused, careful="changes" in self.divergence.message)
