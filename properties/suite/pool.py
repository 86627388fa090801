"""The questions that a suite is chosen from: of seeded games of all players at all tables, the rare steps first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from rulecheck.properties.batteries.material import played_by
from rulecheck.properties.campaign.players import players_of
from rulecheck.properties.invariants.unlisted_moves import Tries
from rulecheck.properties.suite.questions import Line, Question, questions_at
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.rules import Rules

_OFTEN: Final = 12
"""Positions that are kept in which a clause was carried out, if there are so many."""
_SELDOM: Final = 0.05
"""The part of all other positions that is looked at."""


def pool(
    tables: Sequence[Rules],
    build: Callable[[Rules], AnyEngine],
    seed: int,
    *,
    players: Sequence[str] | None = None,
    others: int = 250,
    cap: int = 900,
    about: frozenset[str] = frozenset(),
) -> list[Question]:
    """Questions about games by some rules: one of each player at each table, and `others` positions besides.

    `about`: only about positions in which one of these events happens.
    """
    rng, often = Random(seed), Counter[str]()
    kept: list[tuple[Line, int, Tries]] = []
    rest: list[tuple[Line, int, Tries]] = []
    for rules in tables:
        engine = build(rules)
        tries = Tries(engine)
        for player in players or players_of(rules.game):
            states, moves = played_by(engine, player, seed, cap)
            line = Line(engine, states, moves)
            for at, state in enumerate(states):
                events = [*state.events, *(states[at + 1].events if at < len(moves) else ())]
                if about and about.isdisjoint(events):
                    continue
                rare = {event for event in events if often[event] < _OFTEN}
                if rare or at in (0, len(moves)):
                    often.update(rare)
                    kept.append((line, at, tries))
                elif rng.random() < _SELDOM:
                    rest.append((line, at, tries))
    rng.shuffle(rest)
    asked = [question for line, at, tries in [*kept, *rest[:others]] for question in questions_at(line, at, tries, rng)]
    return sorted(asked, key=lambda question: question.size)
