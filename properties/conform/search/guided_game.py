"""One game of a search: aimed play in lockstep, with forbidden moves offered on the way."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rulecheck.properties.campaign.deciding import Deciding
from rulecheck.properties.campaign.planning import Plan, derive
from rulecheck.properties.conform.localization.search_context import GameLine
from rulecheck.properties.conform.lockstep.baseline import names_of
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.engine_context import EngineContext
from rulecheck.properties.conform.lockstep.lockstep import ALL, LEGAL, Lockstep
from rulecheck.properties.conform.lockstep.taken_over import reached
from rulecheck.properties.conform.protocol.messages import OWN, kind_of_move
from rulecheck.properties.conform.protocol.near_misses import malformed
from rulecheck.properties.conform.search.filling_in import taken_over
from rulecheck.properties.conform.search.locating import located
from rulecheck.properties.conform.search.search_knowledge import PlayedGames
from rulecheck.properties.findings.origin import Origin
from rulecheck.reference_engines.contract import CHANCE, OVER, PositionError, Refused, UnknownMove

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
_RESUMES: Final = 60
"""How often a game is brought back in step before it ends."""
_ALONE: Final = 12
"""Moves at most that are played on our side alone where the sides part at once."""
_ENDINGS: Final = 3
"""So many more endings every other game is given where our side takes over,"""
_BACK: Final = 40
"""each from a position so many moves before its end at most."""
_AROUND: Final = 0.6
"""The part of the games that go around moves after which the sides are known to part."""
_OTHERS: Final = 8
"""Moves that are drawn in place of one to go around."""
_UNSURE: Final = frozenset({"undo", "malformed", "not deterministic", "garbage"})
"""Departures after which the moves played do not tell the position."""


def _tells_positions(search: PlayedGames) -> bool:
    """Whether a program tells positions that games can go on from, and how it came there can be told by its moves."""
    play = search.session.play
    return "state" in play.can and not play.is_part and play.chance != OWN and not play.together


class GuidedGame:
    """One game of a search."""

    def __init__(self, search: PlayedGames, index: int, plan: Plan) -> None:
        self.search = search
        self.index = index
        self.plan = plan
        self.divergences: list[Divergence] = []
        self.line: list[str] = []
        """The moves so far: from the start, or from where our side took the program's position over."""
        self.stretches: list[tuple[GameLine, list[Divergence]]] = []
        """What was played and seen up to where our side took the program's position over, each time."""
        self._locks: list[Lockstep] = []
        self._origin: Origin | None = None
        self.firsts: dict[str, tuple[str, ...]] = {}
        self._context = search.context(plan.rules)
        self._agreed: set[int] = set()
        self._resumed, self._skipped = 0, ""
        self._alone = 0
        """Moves that are played on our side alone before the program comes in again."""
        self.is_to_begin_again = False
        """Whether the other side was seen to ask otherwise: played again, the game is followed."""
        play = search.session.play
        self._resumes = play.takes_positions and not play.is_part and search.knowledge.hands_positions
        self._takes_over = not self._resumes and _tells_positions(search) and search.knowledge.takes_over
        """Whether our side goes on from the program's position where the sides have parted."""
        self._lock: Lockstep | None = None
        self._state: Any = None

    def play(self) -> str:
        """Play it; how it ended."""
        context, search = self._context, self.search
        engine = context.engine
        seed = derive(search.asked.seed, "game", self.index)
        self._rng, self._checks = Random(seed), Random(seed ^ 0x5EED)
        temper = Random(derive(search.asked.seed, "temper", self.index))
        self._player = search.factories[self.plan.player](temper)
        self._deciding = Deciding(engine, self._player, self._rng, loaded=self.plan.loaded)
        self._is_part = search.session.play.is_part
        knows_divergences = bool(search.knowledge.known_divergences) and not self._resumes
        self._goes_around = knows_divergences and Random(seed ^ 0xA70).random() < _AROUND
        self._tells_all = self._takes_over and bool(search.knowledge.known_divergences)
        self._state = engine.start()
        self._next_state = self._next_try = 0
        if not self._is_part:
            self._lock = self._lockstep()
            self._lock.begin()
        try:
            self._begin()
            ended = self._play()
            self._end_otherwise()
            return ended
        except Exception as error:
            if self._origin is None:
                raise
            search.note_once(f"the rules could not continue from a position that it reported: {error!r}")
            self._lock = None
            return PARTED
        finally:
            self._let_go()
            for lock in self._locks:
                self._locate(lock)
            self._locks.clear()
            if self.stretches:
                self.stretches.append((self.whole, self.divergences))

    def _lockstep(self, *, is_there: bool = False) -> Lockstep:
        search = self.search
        return Lockstep(
            self._context,
            search.session,
            state=self._state,
            moves=self.line,
            seed=self.index,
            accepted=search.accepted,
            ignored=search.asked.ignored,
            counts=search.result.counts,
            listener=search.spectrum,
            is_there=is_there,
            takes_over=self._takes_over,
        )

    def _let_go(self) -> None:
        """End the lockstep and keep what it saw."""
        lock, search = self._lock, self.search
        if lock is None:
            return
        lock.finish()
        self._state, self.line = lock.state, lock.moves
        self._agreed |= lock.oracle.agreed
        self._lock = None
        if lock.is_to_begin_again and not self._resumes:
            self.is_to_begin_again = True
        search.result.accepted.update(lock.passed_over)
        if self._origin is None and not (self._takes_over and lock.divergences):
            self._locate(lock)
        else:
            self._locks.append(lock)  # to locate it, the program plays the game again: not before its end
        self._skipped = lock.skipped
        search.knowledge.handed += bool(lock.part_from) and self._resumes
        if lock.skipped and lock.part_from and self._resumes:
            search.knowledge.positions_refused(lock.skipped)
        elif lock.skipped:
            search.result.skipped[lock.skipped] += 1

    def _locate(self, lock: Lockstep) -> None:
        """Keep what a lockstep saw, where the sides really parted."""
        seen = located(self.search, lock, self.index)
        if lock.context.origin is not None:  # what it lists where it was taken over may be owed to what came before
            stale = {(divergence.kind, divergence.about) for divergence in seen if not divergence.at}
            seen = [divergence for divergence in seen if (divergence.kind, divergence.about) not in stale]
        for divergence in seen:
            self._learn(divergence, lock.moves)
        origin = lock.context.origin
        own = next((divergences for game, divergences in self.stretches if game.origin is origin), self.divergences)
        own += seen

    def _learn(self, divergence: Divergence, line: Sequence[str]) -> None:
        """What other games may go around: moves that are not listed or refused, or after which the sides part."""
        if divergence.kind in ("misses", "refuses"):
            self.search.knowledge.known_divergences.note(divergence, divergence.about)
        elif divergence.kind in ("state", "turn", "outcome") and 0 < divergence.at <= len(line):
            self.search.knowledge.known_divergences.note(divergence, line[divergence.at - 1])
        elif divergence.kind == "accepts":
            self.search.knowledge.passes.add(divergence.key)

    def _play(self) -> str:
        engine, asked, search = self._context.engine, self.search.asked, self.search
        for _ in range(asked.cap):
            if self._is_over and not self._resume() and not self._take_over():
                return SKIPPED if self._skipped or (self._lock is not None and self._lock.skipped) else PARTED
            state = self._position
            legal = engine.legal_moves(state)
            actor = engine.actor(state)
            if not legal or actor == OVER:
                return FINISHED
            if len(self.line) & 63 == 0 and search.time_up():
                return TIME_UP
            self._part()
            if self._lock is not None:
                if self._lock.state is state:
                    self._look(state, legal, actor)
                if self._is_over or self._lock.state is not state:  # or it made moves without a choice by itself
                    continue
            self._step(self._moves(state, legal, actor))
        return CUT_OFF

    def _begin(self) -> None:
        """The moves that the game begins with; once our side has taken over, those of them that are legal there.

        A program that goes on from positions need not play them.
        """
        if self._resumes and self.plan.prefix:
            self._let_go()
        for text in self.plan.prefix:
            if self._is_over and not self._take_over():
                return
            if self._takes_over:
                self._part()
            engine = self._context.engine
            try:
                move = engine.parse(text)
            except UnknownMove:
                return
            if engine.refusal(self._position, move) is None:
                self._step([move])
            elif self._origin is None:
                return

    def _resume(self) -> bool:
        """After the sides have parted, or the program has refused a position: whether the game goes on from ours."""
        lock = self._lock
        if not self._resumes or lock is None or lock.has_failed or self._resumed >= _RESUMES:
            return False
        if lock.skipped and not lock.part_from:
            return False
        self._resumed += 1
        at_once = len(lock.moves) == lock.part_from and not lock.is_to_begin_again
        self._let_go()
        if self._skipped and not self.search.knowledge.hands_positions:
            return False  # it refuses most positions, not this one alone
        self._alone = 1 + int(self._checks.random() * _ALONE) if at_once else 0
        return True

    def _take_over(self) -> bool:
        """After the sides have parted: whether our side goes on from the program's position."""
        lock, search = self._lock, self.search
        if not self._takes_over or lock is None or lock.skipped or lock.has_failed:
            return False
        lock.finish()
        if lock.is_to_begin_again or any(divergence.kind in _UNSURE for divergence in lock.divergences[-1:]):
            return False
        alone = self._origin is not None and not lock.moves
        context = taken_over(search, search.context(self.plan.rules), lock, self._checks, alone=alone)
        if context is None:
            search.knowledge.unfit += 1
            return False
        search.knowledge.taken += 1
        self._resumed += 1
        self._let_go()
        self._go_on_from(context)
        return True

    def _go_on_from(self, context: EngineContext) -> None:
        """Our side goes on in a position that the program has told, and is in."""
        self.stretches.append((self.whole, self.divergences))
        self._origin, self._context, self.line, self._agreed, self.divergences = context.origin, context, [], set(), []
        self._state = context.engine.start()
        self._deciding = Deciding(context.engine, self._player, self._rng, loaded=self.plan.loaded)
        self._next_state = self._next_try = 0
        self._tells_all = True

    def _end_otherwise(self) -> None:
        """Once more from a little before the end, some times: where games have to begin at the start, ends are dear.

        Only against a program that departs.
        """
        search, session = self.search, self.search.session
        if not (self._takes_over and search.knowledge.departs and self.index & 1) or session.recorded is not None:
            return
        if self._lock is not None:
            self._lock.finish()
        for _ in range(_ENDINGS):
            lock = self._lock
            if lock is None or lock.skipped or lock.has_failed or self._context.engine.actor(lock.state) != OVER:
                return
            lock.finish()
            before = lock.sent[: len(lock.sent) - 1 - int(self._checks.random() * _BACK)]
            self._let_go()
            context = self._after(before)
            if context is None:
                return
            self._go_on_from(context)
            self._play()

    def _after(self, moves: Sequence[str]) -> EngineContext | None:
        """Our side in the position to which some moves lead the program from its start."""
        start = self.search.context(self.plan.rules)
        origin = reached(self.search.session, start, moves)
        try:
            return None if origin is None else start.taken_over(origin)
        except PositionError:
            return None

    @property
    def whole(self) -> GameLine:
        """The moves up to here."""
        line, agreed = tuple(self.line), frozenset(self._agreed)
        return GameLine(self.index, self.plan.rules, self.plan.player, line, self._origin, agreed, self.search.adopted)

    @property
    def _position(self) -> Any:
        return self._state if self._lock is None else self._lock.state

    @property
    def _is_over(self) -> bool:
        return self._lock is not None and self._lock.is_over

    def _part(self) -> None:
        """For an implementation of a part: begin where the part begins, end where it ends; else go on in step."""
        if not self._is_part:
            if self._lock is None and self._alone <= 0:
                self._lock = self._lockstep(is_there=self._origin is not None)
                self._lock.begin()
            self._alone -= 1
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
        move = self._move(state, legal)
        lock = self._lock
        if lock is None or (fits := lock.taken_together(self._context.name(move))) is None:
            return [move]
        engine, run = self._context.engine, [move]
        while True:
            state = engine.apply(state, run[-1])
            legal = engine.legal_moves(state)
            if not legal or engine.actor(state) != actor:
                return run
            move = self._move(state, legal)
            if not fits(self._context.name(move)):
                return run
            run.append(move)

    def _move(self, state: Any, legal: Sequence[Any]) -> Any:
        if len(legal) == 1:
            return legal[0]
        if (is_avoided := self.search.avoided) is not None:
            legal = [move for move in legal if not is_avoided(self._context.name(move))] or legal
        if self._takes_over and self._lock is not None and (missed := self._lock.oracle.missed):
            legal = [move for move in legal if self._context.name(move) not in missed] or legal
        move = self._deciding.move(state, legal)
        if not self._goes_around or not self._threatens(state, move):
            return move
        for _ in range(_OTHERS):  # another that leads elsewhere, if there is one
            other = legal[int(self._checks.random() * len(legal))]
            if not self._threatens(state, other):
                return other
        return move

    def _threatens(self, state: Any, move: Any) -> bool:
        """Whether the sides are known to part after a move."""
        events = self._context.engine.apply(state, move).events
        return self.search.knowledge.known_divergences.threatens(self._context.name(move), events)

    def _step(self, moves: list[Any]) -> None:
        lock = self._lock
        if lock is None:
            engine = self._context.engine
            for move in moves:
                self._state = engine.apply(self._state, move)
                self.line.append(self._context.name(move))
            return
        tell: tuple[str, ...] = LEGAL
        if self._tells_all or len(lock.moves) >= self._next_state or self.search.session.play.chance == OWN:
            self._next_state = len(lock.moves) + 1 + int(self._checks.random() * 2 * (self.search.asked.every - 1))
            tell = ALL
        lock.play(moves, tell)
        if self.search.knowledge.known_divergences:
            self.search.knowledge.known_divergences.passed(lock.moves[-1], lock.state.events)
        shortest = self.search.knowledge.shortest
        for event in lock.state.events:
            if (
                self._origin is None
                and event not in self.firsts
                and (event not in shortest or len(lock.moves) < shortest[event])
            ):
                self.firsts[event] = tuple(lock.moves)

    def _look(self, state: Any, legal: Sequence[Any], actor: int) -> None:
        """Now and then offer what is not legal, and take a move back."""
        lock, checks, context = self._lock, self._checks, self._context
        assert lock is not None
        met, where = self.search.knowledge.tried, (type(legal[0]), type(legal[-1]))
        if (len(lock.moves) < self._next_try and met[where] >= _OFTEN) or lock.taken_together(context.name(legal[0])):
            return
        met[where] += 1
        self._next_try = len(lock.moves) + 1 + int(checks.random() * 2 * _TRY_GAP)
        if "undo" in self.search.session.play.can and actor != CHANCE and checks.random() < _TRY_GAP / _UNDO_GAP:
            lock.take_back(legal[int(checks.random() * len(legal))])
            return
        careful = "state" in self.search.session.play.can and checks.random() < 0.2
        if checks.random() < 0.2:
            like = context.name(legal[int(checks.random() * len(legal))])
            text = malformed(like, checks)
            if self._is_no_move(text):
                lock.attempt(text, None, like=kind_of_move(like), careful=careful)
            return
        drawn = self._forbidden(state, legal)
        if drawn is not None:
            lock.attempt(*drawn, careful=careful)

    def _forbidden(self, state: Any, legal: Sequence[Any]) -> tuple[str, Refused] | None:
        """A move that the rules forbid, by the clause that was tried least of some."""
        lock, context = self._lock, self._context
        assert lock is not None
        so_far, met = self.search.knowledge.refusals, self.search.result.counts.refusals
        drawn = []
        if self._checks.random() < 0.5:
            draws = context.nearby.draw(state, legal, self._checks, _TRIES)
        else:
            draws = context.tries.draw(legal, self._checks, _TRIES)
        for move in draws:
            text, refused = context.name(move), context.engine.refusal(state, move)
            if refused is None or not lock.part.knows(text):
                continue
            if not self._is_known_to_pass(text, refused):
                drawn.append((text, refused))
        return min(drawn, key=lambda offer: so_far[offer[1].clause] + met[offer[1].clause], default=None)

    def _is_known_to_pass(self, text: str, refused: Refused) -> bool:
        """Whether the program is known to play such a move: a game would end with it, or fall out of step."""
        lock, kind = self._lock, kind_of_move(text)
        assert lock is not None
        names = names_of("accepts", kind, "", (refused.clause,))
        return lock.accepted.fits(names) is not None or (
            self._goes_around and names[-1] in self.search.knowledge.passes
        )

    def _is_no_move(self, text: str) -> bool:
        try:
            self._context.engine.parse(text)
        except UnknownMove:
            return True
        return False
