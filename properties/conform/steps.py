"""Steps of games that are played again: those in which the sides parted, and those in which they agreed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from heapq import nlargest
from itertools import islice
from typing import Any, Final, TypeAlias, TypeVar

from attrs import field, frozen

from rulecheck.properties.campaign.planning import Candidate
from rulecheck.properties.conform.comingout import Fits, as_it_was, lists_so, passes_on, settled_so
from rulecheck.properties.conform.common import Common, GameLine, played
from rulecheck.properties.conform.echoes import as_told
from rulecheck.properties.conform.messages import kind_of_move
from rulecheck.properties.conform.observation import differences
from rulecheck.properties.conform.parting import TURN_ENDS, Parting, carried_out
from rulecheck.properties.conform.rank import Rank
from rulecheck.properties.conform.rig import Rig
from rulecheck.reference_engines.contract import AnyEngine

SIGHTINGS: Final = 8
"""Steps of one cause that are played again at most."""
_KEPT: Final = 24
"""Games of which the positions are kept that were played again."""
_AGREED: Final = 16
"""Steps in which the sides did not part that a change is tried in."""

T = TypeVar("T")

Place: TypeAlias = tuple[str, ...]
"""A place in a position: its path."""
Played: TypeAlias = tuple[Rig, list[Any], list[Any]]
"""The engine for a game, its moves, and the positions before, between and after them."""
Sighting: TypeAlias = Candidate[Rank, GameLine, Parting]
Parted: TypeAlias = Callable[[GameLine, int], bool]
"""Whether the sides parted after so many moves of a game."""


@frozen(eq=False, slots=False)
class Step:
    """A step of a game as our rules take it; where there is no move the position itself, or the start."""

    rig: Rig
    before: Any = None
    """None: what comes is the start of a game."""
    move: Any = None
    fits: Fits = field(default=lambda engine, after: True)
    ours: Any = None
    """A position that is known not to fit, and may come out:"""
    agrees: bool = False
    """or to fit."""
    at_work: frozenset[str] = frozenset()
    """The clauses that it carried out by our rules."""
    places: frozenset[Place] = frozenset()
    """Where the sides differ in the position after it, and the parts of it that are not looked at."""
    beside: frozenset[str] = frozenset()

    @cached_property
    def told(self) -> Any:
        """The position before it, for another engine."""
        return self.rig.engine.to_json(self.before)

    def asked(self, ask: Callable[[AnyEngine, Any], T], engine: AnyEngine | None = None) -> T:
        """Something that is asked of the rig's own engine, or another of the same game, about the position after it."""
        by = engine or self.rig.engine
        if self.before is None:
            return ask(by, by.start())
        before = self.before if engine is None else engine.from_json(self.told)
        return ask(by, before if self.move is None else by.apply(before, self.move))

    def asked_of(self, ask: Callable[[AnyEngine, Any], T], engine: AnyEngine) -> T:
        """The same of an engine that has our positions: of the same rules, wrong in something."""
        if self.before is None:
            return ask(engine, engine.start())
        return ask(engine, self.before if self.move is None else engine.apply(self.before, self.move))

    def carried_out(self, engine: AnyEngine, after: Any) -> frozenset[str] | None:
        """What was carried out, if it came out as it has to."""
        is_looked_at = engine is not self.rig.engine and not self.agrees and not self.places  # asks more than positions
        if self.ours is not None and not is_looked_at and after == self.ours:
            is_so = self.agrees
        else:
            is_so = self.fits(engine, after)
        return frozenset(after.events) if is_so else None

    @cached_property
    def _told_after(self) -> Any:
        return self.rig.engine.to_json(self.ours)

    def touched(self, engine: AnyEngine, after: Any) -> frozenset[Place]:
        """The places of the position after it that are not as our rules have them."""
        if after == self.ours:
            return frozenset()
        return frozenset(place.path for place in differences(self._told_after, engine.to_json(after), but=self.beside))


class Steps:
    """The steps of games that were played, as far as they tell something."""

    def __init__(self, common: Common) -> None:
        self.common = common
        self._played: dict[int, tuple[GameLine, Played]] = {}

    def played(self, game: GameLine, at: int) -> Played:
        """A game up to one of its positions; the games that were asked for last are kept, as many steps are of one."""
        known = self._played.pop(id(game), None)
        rig, moves, states = known[1] if known is not None and len(known[1][1]) >= at else played(self.common, game, at)
        self._played[id(game)] = game, (rig, moves, states)
        if len(self._played) > _KEPT:
            del self._played[next(iter(self._played))]
        return rig, moves[:at], states[: at + 1]

    def step(self, game: GameLine, parting: Parting) -> Step | None:
        """The step in which the sides parted, to come out as the other side has it; None for what says too little."""
        rig, moves, states = self.played(game, parting.at)
        after, at_work = states[-1], frozenset(parting.clauses)
        if parting.kind == "misses" and parting.missing:
            return Step(rig, after, None, lists_so(rig.engine, after, parting), at_work=at_work)
        if parting.kind == "turn" and parting.about != TURN_ENDS and moves:
            return Step(rig, states[-2], moves[-1], passes_on(rig, parting), after, at_work=at_work)
        if parting.kind == "state" and (moves or rig.origin is None):
            before, move = (states[-2], moves[-1]) if moves else (None, None)
            fits, places = self._fitting(rig, parting, after), frozenset(place.path for place in parting.differences)
            return Step(rig, before, move, fits, after, at_work=at_work, places=places, beside=parting.beside)
        return None

    def told(self, game: GameLine, parting: Parting) -> Step | None:
        """The same, and also for what a position is asked about: moves that are listed, played or refused, and ends."""
        step = self.step(game, parting)
        if step is not None:
            return step
        rig, moves, states = self.played(game, parting.at)
        after = states[-1]
        if parting.kind == "outcome" and parting.position is not None:
            after = rig.engine.from_json(parting.position)
        fits = settled_so(rig, after, parting)
        if fits is None:
            return None
        is_made_before = parting.kind in ("turn", "outcome")  # what is asked there may be settled by the last move
        if is_made_before and moves and _is_same(rig, after, states[-1]):
            return Step(rig, states[-2], moves[-1], fits)
        return Step(rig, after, None, fits)

    def _fitting(self, rig: Rig, parting: Parting, state: Any) -> Fits:
        sets, told = self.common.session.play.sets, as_told(rig.engine.to_json(state), parting.differences)
        return lambda engine, after: not differences(engine.to_json(after), told, sets=sets, but=parting.beside)

    def agreed(self, sightings: Sequence[Sighting], parted: Parted) -> list[Step]:
        """Steps before those in which the sides parted, those first that carry out what these did and others seldom do.

        Of steps alike the nearest.  Where a move is missed: positions in which moves of that kind are legal.
        """
        steps: list[Step] = []
        each = max(1, _AGREED // max(1, len(sightings)))
        for game, parting in ((shown.game, shown.sighting) for shown in sightings):
            rig, moves, states = self.played(game, parting.at)
            before = (at for at in range(len(moves) - 1, 0, -1) if not parted(game, at) and is_compared(game, at))
            if parting.kind == "misses":
                known = (self._listing(rig, moves, states, at, parting) for at in before)
                steps += islice((step for step in known if step is not None), each)
            else:
                often = Counter(clause for state in states for clause in {*state.events})
                shared = {at: {*parting.clauses}.intersection(states[at].events) for at in before}
                rarest = nlargest(each, shared, key=lambda at: sum(1 / often[clause] for clause in shared[at]))
                known = (self._carrying_out(rig, moves, states, at, parting) for at in rarest)
                steps += [step for step in known if step is not None]
        return steps

    @staticmethod
    def _carrying_out(rig: Rig, moves: Sequence[Any], states: Sequence[Any], at: int, parting: Parting) -> Step | None:
        at_work = frozenset(carried_out(states[at].events))
        if at_work.isdisjoint(parting.clauses):
            return None
        fits = as_it_was(rig.engine, states[at])
        return Step(rig, states[at - 1], moves[at - 1], fits, states[at], True, at_work)

    @staticmethod
    def _listing(rig: Rig, moves: Sequence[Any], states: Sequence[Any], at: int, parting: Parting) -> Step | None:
        legal = rig.engine.legal_moves(states[at])
        if all(kind_of_move(rig.name(move)) != parting.about for move in legal):
            return None
        return Step(rig, states[at], None, lambda engine, there: engine.legal_moves(there) == legal)


def _is_same(rig: Rig, state: Any, other: Any) -> bool:
    return state is other or bool(rig.engine.to_json(state) == rig.engine.to_json(other))


def is_compared(game: GameLine, at: int) -> bool:
    """Whether the positions are known to agree after so many moves: what nobody looked at is no agreement."""
    return game.agreed is None or at in game.agreed
