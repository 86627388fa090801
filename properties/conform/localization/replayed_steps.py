"""Steps of games that are played again: those in which the sides parted, and what of an answer is not so after them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final, TypeAlias

from attrs import define, field, frozen

from rulecheck.properties.conform.localization.search_context import GameLine, SearchContext, played
from rulecheck.properties.conform.lockstep.choice import Choice
from rulecheck.properties.conform.lockstep.comparison import ends_differently
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.engine_context import EngineContext
from rulecheck.properties.conform.lockstep.observation import differences
from rulecheck.properties.conform.protocol.messages import Play, kind_of_move
from rulecheck.reference_engines.contract import CHANCE, AnyEngine, UnknownMove

_KEPT: Final = 24
"""Games of which the positions are kept that were played again."""
_ASKED_THERE: Final = ("lists", "misses", "accepts", "refuses")
"""Kinds of divergences that are about what may be done in a position, not about how it came about."""

Played: TypeAlias = tuple[EngineContext, list[Any], list[Any]]
"""The engine for a game, its moves, and the positions before, between and after them."""
Item: TypeAlias = tuple[str, str]
"""Something that an answer says: of the position, the legal moves, the turn or the end, and which part of that."""


@frozen(eq=False, slots=False)
class Step:
    """A step of a game as our rules take it; where there is no move the position itself, or the start."""

    context: EngineContext
    before: Any = None
    """None: what comes is the start of a game."""
    move: Any = None

    @cached_property
    def told(self) -> Any:
        """The position before it, for another engine."""
        return self.context.engine.to_json(self.before)

    def after(self, engine: AnyEngine, *, is_alike: bool = False) -> Any:
        """The position after it by our engine, or by another of the same game.

        `is_alike`: positions mean the same to that, and need not be read by it.
        """
        if self.before is None:
            return engine.start()
        before = self.before if is_alike or engine is self.context.engine else engine.from_json(self.told)
        return before if self.move is None else engine.apply(before, self.move)


Taken: TypeAlias = tuple[Choice, ...]
"""What our side is to play by besides: mostly one choice."""


@define
class Spot:
    """Where the sides parted in a game."""

    game: GameLine
    divergence: Divergence
    context: EngineContext
    step: Step
    ours: Any
    """Our position after it,"""
    apart: frozenset[Item]
    """what of the program's answer is not so there,"""
    own: frozenset[Item]
    """and of that what the divergence is about."""
    left: dict[Taken, int | None] = field(factory=dict)
    """What `_reduces` says of the choices that were tried there."""


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

    def step(self, game: GameLine, divergence: Divergence) -> Step:
        """The step in which the sides parted; what may be done is asked in the position after it."""
        context, moves, states = self.played(game, divergence.at)
        if divergence.kind in _ASKED_THERE:
            return Step(context, states[-1])
        if moves:
            return Step(context, states[-2], moves[-1])
        return Step(context, None if context.origin is None else states[-1])


def apart(context: EngineContext, engine: AnyEngine, state: Any, play: Play, divergence: Divergence) -> frozenset[Item]:
    """What the other side said or did at a divergence that is not so in a position of an engine."""
    if divergence.kind in ("accepts", "refuses"):
        if divergence.tried is None:  # one of several moves at once, or seen when it was taken back
            return frozenset()
        is_legal = engine.refusal(state, engine.parse(str(divergence.tried))) is None
        return frozenset([(divergence.kind, "")][: is_legal is not (divergence.kind == "accepts")])
    answer, items = divergence.answer, set[Item]()
    assert answer is not None, "it was seen in an answer"
    if answer.turn not in (None, context.seat(engine.actor(state))):
        items.add(("turn", ""))
    if answer.state is not None:
        places = differences(engine.to_json(state), answer.state, sets=play.sets, but=divergence.beside)
        items.update(("state", ".".join(place.path)) for place in places)
    if "outcome" in play.can:
        for end in ends_differently(engine.outcome(state), answer.outcome):
            items.update(("outcome", place.path[-1]) for place in end.differences)
            items.update([("outcome", end.about)][: not end.differences])
    if answer.legal is not None and (answer.legal or engine.actor(state) != CHANCE):
        ours = _by_kind(map(str, engine.legal_moves(state)))
        theirs = _by_kind(_canonical(engine, text) for text in answer.legal)
        items.update(("legal", kind) for kind in {*ours, *theirs} if ours.get(kind) != theirs.get(kind))
    return frozenset(items)


def own_items(items: frozenset[Item], divergence: Divergence) -> frozenset[Item]:
    """Those of some items that a divergence is about."""
    if divergence.kind in ("lists", "misses"):
        about = frozenset({("legal", divergence.about)})
        return about & items or frozenset(item for item in items if item[0] == "legal")
    return frozenset(item for item in items if item[0] == divergence.kind)


def _canonical(engine: AnyEngine, text: str) -> str:
    try:
        return str(engine.parse(text))
    except UnknownMove:
        return text


def _by_kind(texts: Iterable[str]) -> dict[str, set[str]]:
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    for text in texts:
        kinds[kind_of_move(text)].add(text)
    return kinds
