"""How far an engine that is wrong in something departs from the rules where a program does, from 0 to 1."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeAlias

from rulecheck.properties.conform.comparing import ENDS, GOES_ON, SCORES
from rulecheck.properties.conform.messages import kind_of_move
from rulecheck.properties.conform.parting import Parting
from rulecheck.properties.conform.steps import Step
from rulecheck.reference_engines.contract import AnyEngine

Overlap: TypeAlias = Callable[[AnyEngine, Any], float]
"""Of what differs after a step by either, the part that does by both."""


def overlap_of(step: Step, parting: Parting) -> Overlap:
    """How far what an engine does in a step departs in what the program departs in."""
    match parting.kind:
        case "state" if step.places:
            return lambda engine, after: _alike(step.touched(engine, after), step.places)
        case "misses" | "lists":
            return _of_moves(step, parting)
        case "outcome" if parting.about == SCORES:
            return _of_scores(step, parting)
        case "outcome":
            return lambda engine, after: float(engine.outcome(after) != _ours(step, lambda own, it: own.outcome(it)))
    return lambda engine, after: float(_decision(engine, after) != _ours(step, _decision))


def says_who_wins(parting: Parting) -> bool:
    """Whether a parting is about who wins, and nothing else."""
    return parting.kind == "outcome" and parting.about not in (SCORES, GOES_ON, ENDS)


def _ours(step: Step, ask: Callable[[AnyEngine, Any], Any]) -> Any:
    return ask(step.rig.engine, step.ours) if step.ours is not None else step.asked(ask)


def _decision(engine: AnyEngine, after: Any) -> tuple[int, frozenset[str]]:
    """Who is to move, and what kinds of moves there are."""
    return engine.actor(after), frozenset(kind_of_move(str(move)) for move in engine.legal_moves(after))


def _of_moves(step: Step, parting: Parting) -> Overlap:
    told = {text for text in (parting.missing or parting.extra) if kind_of_move(text) == parting.about}
    ours = _ours(step, _texts)

    def overlap(engine: AnyEngine, there: Any) -> float:
        legal = _texts(engine, there)
        apart = ours - legal if parting.kind == "misses" else legal - ours
        return _alike({text for text in apart if kind_of_move(text) == parting.about}, told)

    return overlap


def _texts(engine: AnyEngine, there: Any) -> frozenset[str]:
    return frozenset(map(str, engine.legal_moves(there)))


def _of_scores(step: Step, parting: Parting) -> Overlap:
    wrong, ours = {place.path[-1] for place in parting.differences}, _ours(step, _scores)

    def overlap(engine: AnyEngine, there: Any) -> float:
        scores = _scores(engine, there)
        return _alike({seat for seat, score in scores.items() if score != ours.get(seat)}, wrong)

    return overlap


def _scores(engine: AnyEngine, there: Any) -> dict[str, int]:
    outcome = engine.outcome(there)
    return {} if outcome is None else dict(outcome.scores)


def _alike(some: Collection[Any], others: Collection[Any]) -> float:
    """What two collections have in common, of all that either has (Jaccard's index)."""
    either = {*some, *others}
    return len({*some} & {*others}) / len(either) if either else 0.0
