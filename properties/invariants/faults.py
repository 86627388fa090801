"""Everything that is wrong in a game given by its moves: what a generated regression test asks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulecheck.properties.invariants.checker import Checker
from rulecheck.properties.invariants.contract_checks import listing, repeated, restored, unlisted
from rulecheck.properties.invariants.declaring import Property
from rulecheck.properties.invariants.violation import Violation, crash, guarded
from rulecheck.reference_engines.contract import OVER, AnyEngine


def faults_in(engine: AnyEngine, moves: Iterable[str], properties: Iterable[Property] = ()) -> list[str]:
    """Everything that is wrong in a game given by its moves, each with the number of the move.

    A move that is not legal any more is a fault too: the game is not the one it was. A silence on
    the way is the rulebook's, and no fault of an engine.
    """
    checker = Checker(engine, properties)
    played: list[Any] = []
    state, positions = engine.start(), []
    faults: list[str] = []

    def note(violations: Iterable[Violation]) -> None:
        faults.extend(f"move {len(played)}: {violation.message}" for violation in violations)

    note(checker.first(state))
    positions.append(state)
    for number, text in enumerate(moves, 1):
        move = engine.parse(text)
        refused = engine.refusal(state, move)
        if refused is not None:
            return [*faults, f"move {number}: {text} is not legal: {refused}"]
        played.append(move)
        note(guarded("apply", repeated(engine, state, move)))
        try:
            after = engine.apply(state, move)
        except Exception as error:
            note([crash("apply", error)])
            return faults
        note(checker.step(state, move, after))
        legal = engine.legal_moves(after)
        note(guarded("refusal", listing(engine, after, legal)))
        note(guarded("from_json", restored(engine, after, legal)))
        state = after
        positions.append(state)
    legal = engine.legal_moves(state)
    note(guarded("refusal", unlisted(engine, state, legal, engine.all_moves())))
    if engine.actor(state) == OVER:
        note(checker.whole(positions, played, engine.outcome(state)))
    return list(dict.fromkeys(faults))
