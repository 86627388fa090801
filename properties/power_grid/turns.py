"""The round and its end: which phase follows which, and when the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulecheck.properties.model import AnyEngine, after
from rulecheck.properties.power_grid.facts import (
    AUCTIONS,
    BUILD,
    PHASE_OVER,
    PRODUCE,
    RENEW,
    SETUP,
    facts,
    stage,
)
from rulecheck.reference_engines.power_grid.table import Finished, Table


@after("round.phases", when=(PHASE_OVER,))
def phases_follow_each_other(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """The phases of a round come in their order, and after the last of them the next round begins."""
    at, to = stage(before.phase), stage(now.phase)
    if now.round == before.round:
        if to < at:
            yield f"{type(now.phase).__name__} follows {type(before.phase).__name__} in round {now.round}"
    elif now.round != before.round + 1 or at == SETUP:
        yield f"round {now.round} follows round {before.round}"
    elif to == AUCTIONS and now.sold:
        yield f"{now.sold} plants are sold when round {now.round} begins"
    if at < PRODUCE and to == RENEW and now.round > before.round:
        yield "a bureaucracy is left out"


@after("end.start", "end.seventeen", "end.nothing-more", when=(PHASE_OVER,))
def the_game_ends_after_building(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """When a building phase is over the game ends if somebody has connected enough cities, and at no other time."""
    f = facts(engine)
    if stage(before.phase) <= BUILD and (stage(now.phase) > BUILD or now.round > before.round):
        enough = f.most(now) >= f.end_cities
        if enough is not now.is_ending:
            yield f"somebody has {f.most(now)} cities, and the game {'ends' if now.is_ending else 'goes on'}"
        incomes = f.reading["end.timing"] == "income" or f.reading["end.supply"] == "chosen"
        if enough and type(now.phase) is not Finished and not incomes:
            yield "the game goes on after its end"
    elif now.is_ending is not before.is_ending:
        yield "the game is ending, though no building phase ends"
    if type(now.phase) is Finished and not now.is_ending:
        yield "the game is over, though nobody has enough cities"
    if now.is_ending and now.round > before.round:
        yield "another round begins after the end"
