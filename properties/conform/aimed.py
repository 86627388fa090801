"""One game of a search: aimed play in lockstep, with forbidden moves offered on the way."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.conform.common import Common
from rulecheck.properties.conform.lockstep import ALL, LEGAL, Lockstep
from rulecheck.properties.conform.malformed import malformed
from rulecheck.properties.conform.messages import OWN, kind_of_move
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.replaying import STATE, replayed
from rulecheck.properties.planning import Plan, derive
from rulecheck.properties.players import Factory, draw
from rulecheck.reference_engines.contract import CHANCE, OVER, Refused, UnknownMove

FINISHED: Final = "finished"
PARTED: Final = "parted"
CUT_OFF: Final = "cut off"
SKIPPED: Final = "skipped"
TIME_UP: Final = "time up"

_TRY_GAP: Final = 12
_TRIES: Final = 8
"""Moves drawn for each that is tried."""
_OFTEN: Final = 12
"""How often something is tried in each kind of position before it is tried now and then only."""
_UNDO_GAP: Final = 80
_FOLLOW: Final = frozenset({"state", "turn", "outcome", "misses", "lists", "refuses", "accepts"})
"""Kinds of departures that may follow from an earlier one that was not asked for."""
_PATIENCE: Final = 40
"""Decisions without chance after which only every other one is free: haggling has no end."""


def _follows(parting: Parting, first: Parting) -> bool:
    """Whether a parting is owed to the first difference between the positions.

    In one position, who is to move and what is offered may be all that is wrong with its phase.
    """
    if parting.kind in ("state", "outcome"):
        return first.at <= parting.at
    return first.at < parting.at or (parting.kind in ("lists", "misses") and not first.about.startswith("phase"))


class AimedGame:
    """One game of a search."""

    def __init__(self, common: Common, index: int, plan: Plan) -> None:
        self.common = common
        self.index = index
        self.plan = plan
        self.partings: list[Parting] = []
        self.line: list[str] = []
        self.firsts: dict[str, tuple[str, ...]] = {}
        self._rig = common.rig(plan.rules)
        self._lock: Lockstep | None = None
        self._state: Any = None

    def play(self) -> str:
        """Play it; how it ended."""
        rig, common = self._rig, self.common
        engine = rig.engine
        seed = derive(common.asked.seed, "game", self.index)
        self._rng, self._checks = Random(seed), Random(seed ^ 0x5EED)
        self._choose = self._player(common.factories[self.plan.player])
        self._is_part = common.session.play.is_part
        self._state = engine.start()
        self._next_state = self._next_try = 0
        self._since = 0
        if not self._is_part:
            self._lock = self._lockstep()
            self._lock.begin()
        try:
            return self._play()
        finally:
            self._let_go()

    def _player(self, factory: Factory) -> Any:
        return factory(Random(derive(self.common.asked.seed, "temper", self.index)))

    def _lockstep(self) -> Lockstep:
        common = self.common
        return Lockstep(
            self._rig,
            common.session,
            state=self._state,
            moves=self.line,
            seed=self.index,
            accepted=common.asked.accepted,
            counts=common.result.counts,
            spectrum=common.spectrum,
        )

    def _let_go(self) -> None:
        """End the lockstep and keep what it saw."""
        lock = self._lock
        if lock is None:
            return
        lock.finish()
        common = self.common
        self._state, self.line = lock.state, lock.moves
        self._lock = None
        common.result.accepted.update(lock.passed_over)
        self.partings += self._causes(lock.partings, lock.part_from)
        if lock.skipped:
            common.result.skipped[lock.skipped] += 1

    def _causes(self, partings: Sequence[Parting], part_from: int) -> list[Parting]:
        """The partings, and instead of those that follow from a difference in the position that difference.

        Positions are asked for now and then only, so they are asked for again, one and all.
        """
        common = self.common
        play = common.session.play
        doubtful = [parting for parting in partings if parting.kind in _FOLLOW and parting.key not in common.genuine]
        if not doubtful or "state" not in play.can or play.chance == OWN:
            return list(partings)
        first = self._first_difference(max(parting.at for parting in doubtful), part_from)
        causes = list[Parting]()
        for parting in partings:
            if first is not None and parting in doubtful and _follows(parting, first):
                parting = first
            elif parting in doubtful:
                common.genuine.add(parting.key)
            causes.append(parting)
        return causes

    def _first_difference(self, at: int, part_from: int) -> Parting | None:
        """Where the positions first differ within so many moves."""
        engine = self._rig.engine
        moves = [engine.parse(text) for text in self.line[:at]]
        states = [engine.start()]
        for move in moves:
            states.append(engine.apply(states[-1], move))
        tells = (STATE, STATE)
        common = self.common
        lock = replayed(
            self._rig,
            common.session,
            moves,
            states,
            part_from,
            tells,
            self.index,
            common.asked.accepted,
            spectrum=common.spectrum,
        )
        return next((parting for parting in lock.partings if parting.kind == "state"), None)

    def _play(self) -> str:
        engine, asked, common = self._rig.engine, self.common.asked, self.common
        for text in self.plan.prefix:
            if self._is_over:
                break
            try:
                move = engine.parse(text)
            except UnknownMove:
                break
            if engine.refusal(self._position, move) is not None:
                break
            self._step([move])
        for _ in range(asked.cap):
            if self._is_over:
                return SKIPPED if self._lock is not None and self._lock.skipped else PARTED
            state = self._position
            legal = engine.legal_moves(state)
            actor = engine.actor(state)
            if not legal or actor == OVER:
                return FINISHED
            if len(self.line) & 63 == 0 and common.time_up():
                return TIME_UP
            self._part()
            if self._lock is not None:
                self._look(state, legal, actor)
                if self._is_over:
                    continue
            self._step(self._moves(state, legal, actor))
        return CUT_OFF

    @property
    def _position(self) -> Any:
        return self._state if self._lock is None else self._lock.state

    @property
    def _is_over(self) -> bool:
        return self._lock is not None and self._lock.is_over

    def _part(self) -> None:
        """For an implementation of a part: begin where the part begins, end where it ends."""
        if not self._is_part:
            return
        lock = self._lock
        if lock is not None and not lock.is_inside:
            self._let_go()
        if self._lock is None:
            lock = self._lockstep()
            if lock.is_inside:
                self._lock = lock
                lock.begin()

    def _moves(self, state: Any, legal: Sequence[Any], actor: int) -> list[Any]:
        """The next move, or several that the other side takes as one."""
        move = self._move(state, legal, actor)
        lock = self._lock
        if lock is None or (fits := lock.taken_together(self._rig.name(move))) is None:
            return [move]
        engine, run = self._rig.engine, [move]
        while True:
            state = engine.apply(state, run[-1])
            legal = engine.legal_moves(state)
            if not legal or engine.actor(state) != actor:
                return run
            move = self._move(state, legal, actor)
            if not fits(self._rig.name(move)):
                return run
            run.append(move)

    def _move(self, state: Any, legal: Sequence[Any], actor: int) -> Any:
        if len(legal) == 1:
            return legal[0]
        rng = self._rng
        if actor == CHANCE:
            self._since = 0
            if self.plan.loaded:
                return legal[int(rng.random() * len(legal))]
            return draw(legal, self._rig.engine.weights(state), rng)
        self._since += 1
        if self._since > _PATIENCE and self._since & 1:
            return legal[int(rng.random() * len(legal))]
        return self._choose(self._rig.engine, state, legal, rng)

    def _step(self, moves: list[Any]) -> None:
        lock = self._lock
        if lock is None:
            engine = self._rig.engine
            for move in moves:
                self._state = engine.apply(self._state, move)
                self.line.append(self._rig.name(move))
            return
        tell: tuple[str, ...] = LEGAL
        if len(lock.moves) >= self._next_state or self.common.session.play.chance == OWN:
            self._next_state = len(lock.moves) + 1 + int(self._checks.random() * 2 * (self.common.asked.every - 1))
            tell = ALL
        lock.play(moves, tell)
        ways = self.common.ways
        for event in lock.state.events:
            if event not in self.firsts and (event not in ways or len(lock.moves) < ways[event].at):
                self.firsts[event] = tuple(lock.moves)

    def _look(self, state: Any, legal: Sequence[Any], actor: int) -> None:
        """Now and then offer what is not legal, and take a move back."""
        lock, checks, rig = self._lock, self._checks, self._rig
        assert lock is not None
        met, where = self.common.tried, (type(legal[0]), type(legal[-1]))
        if (len(lock.moves) < self._next_try and met[where] >= _OFTEN) or lock.taken_together(rig.name(legal[0])):
            return
        met[where] += 1
        self._next_try = len(lock.moves) + 1 + int(checks.random() * 2 * _TRY_GAP)
        if "undo" in self.common.session.play.can and actor != CHANCE and checks.random() < _TRY_GAP / _UNDO_GAP:
            lock.take_back(legal[int(checks.random() * len(legal))])
            return
        careful = "state" in self.common.session.play.can and checks.random() < 0.2
        if checks.random() < 0.2:
            like = rig.name(legal[int(checks.random() * len(legal))])
            text = malformed(like, checks)
            if self._is_no_move(text):
                lock.attempt(text, None, like=kind_of_move(like), careful=careful)
            return
        drawn = self._forbidden(state, legal)
        if drawn is not None:
            lock.attempt(*drawn, careful=careful)

    def _forbidden(self, state: Any, legal: Sequence[Any]) -> tuple[str, Refused] | None:
        """A move that the rules forbid, by the clause that was tried least of some."""
        lock, rig = self._lock, self._rig
        assert lock is not None
        tried = self.common.result.counts.refusals
        drawn = []
        if self._checks.random() < 0.5:
            draws = rig.nearby.draw(state, legal, self._checks, _TRIES)
        else:
            draws = rig.tries.draw(legal, self._checks, _TRIES)
        for move in draws:
            text, refused = rig.name(move), rig.engine.refusal(state, move)
            if refused is None or not lock.part.knows(text):
                continue
            if f"accepts:{kind_of_move(text)}:{refused.clause}" not in lock.accepted:
                drawn.append((text, refused))
        return min(drawn, key=lambda offer: tried[offer[1].clause], default=None)

    def _is_no_move(self, text: str) -> bool:
        try:
            self._rig.engine.parse(text)
        except UnknownMove:
            return True
        return False
