"""Steps of games that are played again: those in which the sides parted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Final, TypeAlias, TypeVar

from attrs import field, frozen

from rulecheck.properties.conform.localization.search_context import GameLine, SearchContext, played
from rulecheck.properties.conform.lockstep.comparison import ENDS, GOES_ON, SCORES, won
from rulecheck.properties.conform.lockstep.divergence import TURN_ENDS, Divergence
from rulecheck.properties.conform.lockstep.engine_context import EngineContext
from rulecheck.properties.conform.lockstep.observation import as_told, differences
from rulecheck.properties.conform.protocol.messages import kind_of_move
from rulecheck.reference_engines.contract import OVER, AnyEngine

_KEPT: Final = 24
"""Games of which the positions are kept that were played again."""

T = TypeVar("T")

Played: TypeAlias = tuple[EngineContext, list[Any], list[Any]]
"""The engine for a game, its moves, and the positions before, between and after them."""


@frozen(eq=False, slots=False)
class Step:
    """A step of a game as our rules take it; where there is no move the position itself, or the start."""

    context: EngineContext
    before: Any = None
    """None: what comes is the start of a game."""
    move: Any = None
    fits: Fits = field(default=lambda engine, after: True)
    ours: Any = None
    """The position after it by our rules, where that is known not to fit."""

    @cached_property
    def told(self) -> Any:
        """The position before it, for another engine."""
        return self.context.engine.to_json(self.before)

    def asked(
        self, ask: Callable[[AnyEngine, Any], T], engine: AnyEngine | None = None, *, is_alike: bool = False
    ) -> T:
        """Something that is asked of our engine, or another of the same game, about the position after it.

        `is_alike`: positions mean the same to the other, and need not be read by it.
        """
        by = engine or self.context.engine
        if self.before is None:
            return ask(by, by.start())
        before = self.before if engine is None or is_alike else engine.from_json(self.told)
        return ask(by, before if self.move is None else by.apply(before, self.move))


class Steps:
    """The steps of games that were played, as far as they tell something."""

    def __init__(self, search: SearchContext) -> None:
        self.search = search
        self._played: dict[int, tuple[GameLine, Played]] = {}

    def played(self, game: GameLine, at: int) -> Played:
        """A game up to one of its positions; the games that were asked for last are kept, as many steps are of one."""
        kept = self._played.pop(id(game), None)
        context, moves, states = (
            kept[1] if kept is not None and len(kept[1][1]) >= at else played(self.search, game, at)
        )
        self._played[id(game)] = game, (context, moves, states)
        if len(self._played) > _KEPT:
            del self._played[next(iter(self._played))]
        return context, moves[:at], states[: at + 1]

    def step(self, game: GameLine, divergence: Divergence) -> Step | None:
        """The step in which the sides parted, to come out as the other side has it; None for what says too little."""
        context, moves, states = self.played(game, divergence.at)
        after = states[-1]
        if divergence.kind == "misses" and divergence.missing:
            return Step(context, after, None, lists_so(context.engine, after, divergence))
        if divergence.kind == "turn" and divergence.about != TURN_ENDS and moves:
            return Step(context, states[-2], moves[-1], passes_on(context, divergence), after)
        if divergence.kind == "state" and (moves or context.origin is None):
            before, move = (states[-2], moves[-1]) if moves else (None, None)
            return Step(context, before, move, self._fitting(context, divergence, after), after)
        return None

    def told(self, game: GameLine, divergence: Divergence) -> Step | None:
        """The same, and also for what a position is asked about: moves that are listed, played or refused, and ends."""
        step = self.step(game, divergence)
        if step is not None:
            return step
        context, moves, states = self.played(game, divergence.at)
        after = states[-1]
        if divergence.kind == "outcome" and divergence.position is not None:
            after = context.engine.from_json(divergence.position)
        fits = settled_so(context, after, divergence)
        if fits is None:
            return None
        is_made_before = divergence.kind in ("turn", "outcome")  # what is asked there may be settled by the last move
        if is_made_before and moves and _is_same(context, after, states[-1]):
            return Step(context, states[-2], moves[-1], fits)
        return Step(context, after, None, fits)

    def _fitting(self, context: EngineContext, divergence: Divergence, state: Any) -> Fits:
        sets, told = self.search.session.play.sets, as_told(context.engine.to_json(state), divergence.differences)
        return lambda engine, after: not differences(engine.to_json(after), told, sets=sets, but=divergence.beside)


def _is_same(context: EngineContext, state: Any, other: Any) -> bool:
    return state is other or bool(context.engine.to_json(state) == context.engine.to_json(other))


Fits: TypeAlias = Callable[[AnyEngine, Any], bool]
"""Whether a position, of one engine or another, is as it has to be."""


def passes_on(context: EngineContext, divergence: Divergence) -> Fits:
    """It is somebody's turn as the other side has it, and for moves of the same kinds as far as it lists them."""

    def fits(engine: AnyEngine, after: Any) -> bool:
        if context.seat(engine.actor(after)) != divergence.theirs:
            return False
        return not divergence.open or divergence.open == _by_kind(map(str, engine.legal_moves(after))).keys()

    return fits


def lists_so(engine: AnyEngine, state: Any, divergence: Divergence) -> Fits:
    """Of the kind of moves that the divergence is about just those are legal that the other side lists.

    Of every other kind as well, or all that are by our rules.
    """
    here = engine.legal_moves(state)
    ours = _by_kind(map(str, here))
    missing, extra = _by_kind(divergence.missing), _by_kind(divergence.extra)
    kinds = {*ours, *extra}
    theirs = {kind: (ours.get(kind, set()) - missing.get(kind, set())) | extra.get(kind, set()) for kind in kinds}
    about = {divergence.about} if divergence.about in kinds else extra.keys()

    def fits(other: AnyEngine, there: Any) -> bool:
        listed = other.legal_moves(there)
        if listed == here:
            return False
        legal = _by_kind(map(str, listed))
        alike = all(legal.get(kind, set()) in (ours.get(kind, set()), texts) for kind, texts in theirs.items())
        return alike and legal.keys() <= kinds and all(legal.get(kind, set()) == theirs[kind] for kind in about)

    return fits


def settled_so(context: EngineContext, state: Any, divergence: Divergence) -> Fits | None:
    """A question about a position is answered as the other side does: what is listed, played or refused, how it ends.

    None where too little is told.
    """
    match divergence.kind:
        case "lists" if divergence.extra:
            return lists_so(context.engine, state, divergence)
        case "accepts" | "refuses" if isinstance(divergence.tried, str):
            move, is_legal = context.engine.parse(divergence.tried), divergence.kind == "accepts"
            return lambda engine, there: (engine.refusal(there, move) is None) is is_legal
        case "turn" if divergence.about == TURN_ENDS:
            return lambda engine, there: engine.actor(there) == OVER
        case "outcome":
            return _ends_so(context.engine, state, divergence)
    return None


def _ends_so(engine: AnyEngine, state: Any, divergence: Divergence) -> Fits | None:
    """The game ends, or does not, with the scores or the winners that the other side tells."""
    ours = engine.outcome(state)
    if divergence.about == GOES_ON:
        return lambda other, there: other.outcome(there) is not None
    if ours is None:
        return None
    if divergence.about == ENDS:
        return lambda other, there: other.outcome(there) is None
    theirs = {**ours.scores, **{place.path[-1]: place.theirs for place in divergence.differences}}

    def fits(other: AnyEngine, there: Any) -> bool:
        ended = other.outcome(there)
        if ended is None:
            return False
        if divergence.about == SCORES:
            return dict(ended.scores) == theirs
        return dict(ended.scores) == dict(ours.scores) and divergence.message.startswith(f"{won(ended.winners)}, ")

    return fits


def _by_kind(texts: Iterable[str]) -> dict[str, set[str]]:
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    for text in texts:
        kinds[kind_of_move(text)].add(text)
    return dict(kinds)
