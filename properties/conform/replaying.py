"""A game that is known, played on both sides again: whether it shows the same departure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Final

from rulecheck.properties.condition import Condition
from rulecheck.properties.conform.departure import FAILURES
from rulecheck.properties.conform.lockstep import ALL, LEGAL, Lockstep
from rulecheck.properties.conform.participant import Participant
from rulecheck.properties.conform.parting import Parting, Spectrum
from rulecheck.properties.conform.rig import Part, Rig
from rulecheck.properties.conform.session import DoesNotPlay, Session
from rulecheck.properties.finding import Loaded
from rulecheck.reference_engines.contract import AnyEngine, UnknownMove

STATE: Final = ("state",)


def replayed(
    rig: Rig,
    session: Session,
    moves: Sequence[Any],
    states: Sequence[Any],
    part_from: int,
    tells: tuple[Sequence[str], Sequence[str]],
    seed: int,
    accepted: Collection[str],
    last: Callable[[Lockstep], None] | None = None,
    spectrum: Spectrum | None = None,
) -> Lockstep:
    """A line of moves on both sides, from where the part begins; `last` asks something at its end.

    `tells` is what is asked to be told on the way and at the end.
    """
    at = part_from
    names = [rig.name(move) for move in moves[:at]]
    lock = Lockstep(rig, session, state=states[at], moves=names, seed=seed, accepted=accepted, spectrum=spectrum)
    lock.begin(tells[at == len(moves)])
    engine = rig.engine
    while at < len(moves) and not lock.is_over:
        run = [moves[at]]
        fits = lock.taken_together(rig.name(moves[at]))
        if fits is not None:
            actor = engine.actor(states[at])
            while (
                at + len(run) < len(moves)
                and engine.actor(states[at + len(run)]) == actor
                and fits(rig.name(moves[at + len(run)]))
            ):
                run.append(moves[at + len(run)])
        at += len(run)
        lock.play(run, tells[at == len(moves)], states=states[at - len(run) + 1 : at + 1])
    if last is not None and not lock.is_over:
        last(lock)
    lock.finish()
    return lock


def again(participant: Participant, loaded: Loaded) -> list[Parting]:
    """What is seen when the game of a departure is played on both sides once more.

    Raises DoesNotPlay where the other side does not play it, and Failed at hello.
    """
    finding = loaded.finding
    session = Session(participant, finding.setting.game)
    session.ensure()
    rig = Rig(loaded.engine)
    kind = finding.name.partition(":")[0]
    parting = Parting(kind, finding.about, finding.at, "", finding.clauses, finding.tried or None)
    shows = Shows(session, parting, [rig], finding.game)
    seen = shows.partings(rig.engine, loaded.moves, loaded.positions[: len(loaded.moves) + 1], (ALL, ALL))
    if shows.skipped:
        raise DoesNotPlay(f"the game of {finding.name} cannot be played again: {shows.skipped}")
    return seen


_LAST: Final[Mapping[str, tuple[str, ...]]] = {"misses": LEGAL, "lists": LEGAL, "state": STATE}
"""What has to be told at the end of a line to show a departure of that kind."""


class Shows(Condition):
    """A line of moves shows the same departure again."""

    whole: ClassVar[bool] = True

    def __init__(
        self,
        session: Session,
        parting: Parting,
        rigs: Sequence[Rig],
        seed: int = 0,
        accepted: Collection[str] = (),
    ) -> None:
        self.session = session
        self.parting = parting
        self.rigs = {id(rig.engine): rig for rig in rigs}
        self.seed = seed
        self.accepted = accepted
        self._tell: tuple[str, ...] = ALL if parting.kind in FAILURES else ()
        self._tell_last: tuple[str, ...] = _LAST.get(parting.kind, self._tell)
        self.skipped = ""
        """Why the last line was not played."""

    def line(self, engine: AnyEngine, moves: Sequence[Any], states: Sequence[Any]) -> int | None:
        """How many of the moves show it."""
        found = self.parting_in(engine, moves, states)
        return None if found is None else found.at

    def parting_in(self, engine: AnyEngine, moves: Sequence[Any], states: Sequence[Any]) -> Parting | None:
        """The same departure in this line, if it is there."""
        seen = self.partings(engine, moves, states, (self._tell, self._tell_last))
        return next((one for one in seen if one.key == self.parting.key), None)

    def partings(
        self,
        engine: AnyEngine,
        moves: Sequence[Any],
        states: Sequence[Any],
        tells: tuple[Sequence[str], Sequence[str]],
    ) -> list[Parting]:
        """All that is seen in a line; nothing where what was tried at its end does not fit there."""
        rig = self.rigs[id(engine)]
        part_from = self._part_from(rig, states)
        if part_from is None:
            self.skipped = "no position of this game is of the part that it plays"
            return []
        last = self._last(rig, states[-1])
        if self.parting.tried is not None and last is None:
            self.skipped = f"{self.parting.tried!r} is not forbidden there any more"
            return []
        lock = replayed(rig, self.session, moves, states, part_from, tells, self.seed, self.accepted, last)
        self.skipped = lock.skipped
        return lock.partings

    def _part_from(self, rig: Rig, states: Sequence[Any]) -> int | None:
        """Where the part that the implementation plays begins: the last stretch inside it; 0 for whole games."""
        self.session.ensure()
        play = self.session.play
        if not play.is_part:
            return 0
        part = Part(rig, play)
        last = next((at for at in reversed(range(len(states))) if part.is_open(states[at])), None)
        if last is None:
            return None
        lasting = part.lasting(states[last])
        return next((at + 1 for at in reversed(range(last)) if not part.lasts(states[at], lasting)), 0)

    def _last(self, rig: Rig, state: Any) -> Callable[[Lockstep], None] | None:
        """What is offered at the end of the line; None if it does not fit there."""
        tried, kind = self.parting.tried, self.parting.kind
        if tried is None:
            return None
        try:
            move = rig.engine.parse(tried)
        except UnknownMove:
            if kind in ("accepts", "undo", "refuses"):
                return None
            return lambda lock: lock.attempt(tried, None, like=self.parting.about)
        refused = rig.engine.refusal(state, move)
        if kind == "undo":
            return None if refused is not None else lambda lock: lock.take_back(move)
        if kind == "refuses":
            return None if refused is not None else lambda lock: lock.play([move])
        if refused is None or (kind == "accepts" and refused.clause != self.parting.clauses[0]):
            return None
        return lambda lock: lock.attempt(tried, refused, careful="changes" in self.parting.message)
