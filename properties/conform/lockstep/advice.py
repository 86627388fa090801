"""What a programmer needs next of a departure: who is to be asked for what, both lists, what a score is made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rulecheck.properties.conform.lockstep.comparison import SCORES
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.engine_context import EngineContext
from rulecheck.reference_engines.contract import CHANCE, AnyEngine

_FEW: Final = 10
"""Moves of a list, and parts of a score, that are told."""


def advice(context: EngineContext, state: Any, divergence: Divergence) -> Iterator[str]:
    """Sentences about a divergence, seen in a position of ours."""
    engine = context.engine
    legal = list(map(context.name, engine.legal_moves(state)))
    match divergence.kind:
        case "turn" if legal:
            asked = "chance decides" if engine.actor(state) == CHANCE else f"ask {context.seat(engine.actor(state))}"
            yield f"{asked}: {_some(legal)}"
        case "lists" | "misses" if divergence.missing or divergence.extra:
            listed = [text for text in legal if text not in divergence.missing]
            yield f"the program lists {_some([*listed, *sorted(divergence.extra)])}"
            yield f"the rules allow {_some(legal)}"
        case "outcome" if divergence.about == SCORES and divergence.position is not None:
            for place in divergence.differences:
                seat = place.path[-1]
                parts = score_parts(engine, divergence.position, seat)
                if parts:
                    told = ", ".join(f"{name} {points}" for name, points in list(parts.items())[:_FEW])
                    yield f"{seat}'s {place.ours} are by the rules: {told}"


def _some(texts: Iterable[str]) -> str:
    """Some moves, in a line."""
    every = list(texts)
    more = f", … ({len(every)} in all)" if len(every) > _FEW else ""
    return f"{', '.join(every[:_FEW]) or 'nothing'}{more}"


def score_parts(engine: AnyEngine, position: Mapping[str, Any], seat: str) -> dict[str, int]:
    """What a seat's score is made of: each thing that it has with the points that it would have less without it."""
    whole = _score(engine, position, seat)
    own = position["players"][seat]
    parts: dict[str, int] = {}
    for key, value in own.items() if whole is not None else ():
        names = [(key, name) for name in value] if isinstance(value, Mapping) else [(key,)]
        for path in names:
            less = {name: inner for name, inner in own.items() if name != key}
            if len(path) == 2:
                less[key] = {name: inner for name, inner in value.items() if name != path[1]}
            without = _score(engine, {**position, "players": {**position["players"], seat: less}}, seat)
            if without is not None and whole is not None and without != whole:
                parts[".".join(path)] = whole - without
    return dict(sorted(parts.items(), key=lambda part: -abs(part[1])))


def _score(engine: AnyEngine, position: Mapping[str, Any], seat: str) -> int | None:
    try:
        outcome = engine.outcome(engine.from_json(position, partial=True))
    except Exception:
        return None  # without such a thing there is no position
    return None if outcome is None else outcome.scores.get(seat)
