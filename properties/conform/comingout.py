"""How a step of a game has to come out: as the other side has it, or as both have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from rulecheck.properties.conform.comparing import ENDS, GOES_ON, SCORES, won
from rulecheck.properties.conform.messages import kind_of_move
from rulecheck.properties.conform.parting import TURN_ENDS, Parting
from rulecheck.properties.conform.rig import Rig
from rulecheck.reference_engines.contract import OVER, AnyEngine

Fits: TypeAlias = Callable[[AnyEngine, Any], bool]
"""Whether a position, of one engine or another, is as it has to be."""


def as_it_was(engine: AnyEngine, state: Any) -> Fits:
    """The position is the same."""
    told = engine.to_json(state)
    return lambda other, after: bool(other.to_json(after) == told)


def passes_on(rig: Rig, parting: Parting) -> Fits:
    """It is somebody's turn as the other side has it, and for moves of the same kinds as far as it lists them."""

    def fits(engine: AnyEngine, after: Any) -> bool:
        if rig.seat(engine.actor(after)) != parting.theirs:
            return False
        return not parting.open or parting.open == _by_kind(map(str, engine.legal_moves(after))).keys()

    return fits


def lists_so(engine: AnyEngine, state: Any, parting: Parting) -> Fits:
    """Of the kind of moves that are missed just those are legal that the other side lists.

    Of every other kind as well, or all that are by our rules.
    """
    here = engine.legal_moves(state)
    ours, missing = _by_kind(map(str, here)), _by_kind(parting.missing)
    theirs = {kind: texts - missing.get(kind, set()) for kind, texts in ours.items()}

    def fits(other: AnyEngine, there: Any) -> bool:
        listed = other.legal_moves(there)
        if listed == here:
            return False
        legal = _by_kind(map(str, listed))
        alike = all(legal.get(kind, set()) in (texts, theirs[kind]) for kind, texts in ours.items())
        return alike and legal.keys() <= ours.keys() and legal.get(parting.about, set()) == theirs[parting.about]

    return fits


def settled_so(rig: Rig, state: Any, parting: Parting) -> Fits | None:
    """A question about a position is answered as the other side does: what is listed, played or refused, how it ends.

    None where too little is told.
    """
    match parting.kind:
        case "lists" if parting.extra:
            return _lists_besides(rig.engine, state, parting)
        case "accepts" | "refuses" if isinstance(parting.tried, str):
            move, is_legal = rig.engine.parse(parting.tried), parting.kind == "accepts"
            return lambda engine, there: (engine.refusal(there, move) is None) is is_legal
        case "turn" if parting.about == TURN_ENDS:
            return lambda engine, there: engine.actor(there) == OVER
        case "outcome":
            return _ends_so(rig.engine, state, parting)
    return None


def _lists_besides(engine: AnyEngine, state: Any, parting: Parting) -> Fits:
    """Of the kind of moves that are listed besides just those are legal that the other side lists."""
    here = engine.legal_moves(state)
    ours, more = _by_kind(map(str, here)), _by_kind(parting.extra)
    theirs = {kind: ours.get(kind, set()) | more.get(kind, set()) for kind in {*ours, *more}}

    def fits(other: AnyEngine, there: Any) -> bool:
        listed = other.legal_moves(there)
        if listed == here:
            return False
        legal = _by_kind(map(str, listed))
        alike = all(legal.get(kind, set()) in (ours.get(kind, set()), texts) for kind, texts in theirs.items())
        return alike and legal.keys() <= theirs.keys() and legal.get(parting.about, set()) == theirs[parting.about]

    return fits


def _ends_so(engine: AnyEngine, state: Any, parting: Parting) -> Fits | None:
    """The game ends, or does not, with the scores or the winners that the other side tells."""
    ours = engine.outcome(state)
    if parting.about == GOES_ON:
        return lambda other, there: other.outcome(there) is not None
    if ours is None:
        return None
    if parting.about == ENDS:
        return lambda other, there: other.outcome(there) is None
    theirs = {**ours.scores, **{place.path[-1]: place.theirs for place in parting.differences}}

    def fits(other: AnyEngine, there: Any) -> bool:
        ended = other.outcome(there)
        if ended is None:
            return False
        if parting.about == SCORES:
            return dict(ended.scores) == theirs
        return dict(ended.scores) == dict(ours.scores) and parting.message.startswith(f"{won(ended.winners)}, ")

    return fits


def _by_kind(texts: Iterable[str]) -> dict[str, set[str]]:
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    for text in texts:
        kinds[kind_of_move(text)].add(text)
    return dict(kinds)
