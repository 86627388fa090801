"""A game that is known, played on both sides again: whether it shows the same departure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Final

from rulecheck.properties.conform.departure import FAILURES
from rulecheck.properties.conform.lockstep import ALL, LEGAL, Lockstep
from rulecheck.properties.conform.participant import Participant
from rulecheck.properties.conform.session import DoesNotPlay, Session
from rulecheck.properties.conform.sighting import Sighting, Spectrum
from rulecheck.properties.conform.table import Part, Table
from rulecheck.properties.finding import Loaded
from rulecheck.properties.reducer import Condition
from rulecheck.reference_engines.contract import AnyEngine, UnknownMove

STATE: Final = ("state",)


def replayed(
    table: Table,
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
    names = [table.name(move) for move in moves[:at]]
    lock = Lockstep(table, session, state=states[at], moves=names, seed=seed, accepted=accepted, spectrum=spectrum)
    lock.begin(tells[at == len(moves)])
    engine = table.engine
    while at < len(moves) and not lock.is_over:
        run = [moves[at]]
        fits = lock.taken_together(table.name(moves[at]))
        if fits is not None:
            actor = engine.actor(states[at])
            while (
                at + len(run) < len(moves)
                and engine.actor(states[at + len(run)]) == actor
                and fits(table.name(moves[at + len(run)]))
            ):
                run.append(moves[at + len(run)])
        at += len(run)
        lock.play(run, tells[at == len(moves)], states=states[at - len(run) + 1 : at + 1])
    if last is not None and not lock.is_over:
        last(lock)
    lock.finish()
    return lock


def again(participant: Participant, loaded: Loaded) -> list[Sighting]:
    """What is seen when the game of a departure is played on both sides once more.

    Raises DoesNotPlay where the other side does not play it, and Failed at hello.
    """
    finding = loaded.finding
    session = Session(participant, finding.setting.game)
    session.ensure()
    table = Table(loaded.engine)
    kind = finding.name.partition(":")[0]
    sighting = Sighting(kind, finding.about, finding.at, "", finding.clauses, finding.tried or None)
    shows = Shows(session, sighting, [table], finding.game)
    seen = shows.sightings(table.engine, loaded.moves, loaded.positions[: len(loaded.moves) + 1], (ALL, ALL))
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
        sighting: Sighting,
        tables: Sequence[Table],
        seed: int = 0,
        accepted: Collection[str] = (),
    ) -> None:
        self.session = session
        self.sighting = sighting
        self.tables = {id(table.engine): table for table in tables}
        self.seed = seed
        self.accepted = accepted
        self._tell: tuple[str, ...] = ALL if sighting.kind in FAILURES else ()
        self._tell_last: tuple[str, ...] = _LAST.get(sighting.kind, self._tell)
        self.skipped = ""
        """Why the last line was not played."""

    def line(self, engine: AnyEngine, moves: Sequence[Any], states: Sequence[Any]) -> int | None:
        """How many of the moves show it."""
        found = self.sighting_in(engine, moves, states)
        return None if found is None else found.at

    def sighting_in(self, engine: AnyEngine, moves: Sequence[Any], states: Sequence[Any]) -> Sighting | None:
        """The same departure in this line, if it is there."""
        seen = self.sightings(engine, moves, states, (self._tell, self._tell_last))
        return next((one for one in seen if one.key == self.sighting.key), None)

    def sightings(
        self,
        engine: AnyEngine,
        moves: Sequence[Any],
        states: Sequence[Any],
        tells: tuple[Sequence[str], Sequence[str]],
    ) -> list[Sighting]:
        """All that is seen in a line; nothing where what was tried at its end does not fit there."""
        table = self.tables[id(engine)]
        part_from = self._part_from(table, states)
        if part_from is None:
            self.skipped = "no position of this game is of the part that it plays"
            return []
        last = self._last(table, states[-1])
        if self.sighting.tried is not None and last is None:
            self.skipped = f"{self.sighting.tried!r} is not forbidden there any more"
            return []
        lock = replayed(table, self.session, moves, states, part_from, tells, self.seed, self.accepted, last)
        self.skipped = lock.skipped
        return lock.sightings

    def _part_from(self, table: Table, states: Sequence[Any]) -> int | None:
        """Where the part that the implementation plays begins: the last stretch inside it; 0 for whole games."""
        self.session.ensure()
        play = self.session.play
        if not play.is_part:
            return 0
        part = Part(table, play)
        last = next((at for at in reversed(range(len(states))) if part.is_open(states[at])), None)
        if last is None:
            return None
        lasting = part.lasting(states[last])
        return next((at + 1 for at in reversed(range(last)) if not part.lasts(states[at], lasting)), 0)

    def _last(self, table: Table, state: Any) -> Callable[[Lockstep], None] | None:
        """What is offered at the end of the line; None if it does not fit there."""
        tried, kind = self.sighting.tried, self.sighting.kind
        if tried is None:
            return None
        try:
            move = table.engine.parse(tried)
        except UnknownMove:
            if kind in ("accepts", "undo", "refuses"):
                return None
            return lambda lock: lock.attempt(tried, None, like=self.sighting.about)
        refused = table.engine.refusal(state, move)
        if kind == "undo":
            return None if refused is not None else lambda lock: lock.take_back(move)
        if kind == "refuses":
            return None if refused is not None else lambda lock: lock.play([move])
        if refused is None or (kind == "accepts" and refused.clause != self.sighting.clauses[0]):
            return None
        return lambda lock: lock.attempt(tried, refused, careful="changes" in self.sighting.message)
