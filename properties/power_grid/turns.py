"""The round and its end: which phase follows which, and when the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulecheck.properties.invariants.declaring import after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.properties.power_grid.facts import facts
from rulecheck.properties.power_grid.stages import AUCTIONS, BUILD, END, NEXT_ROUND, PRODUCE, RENEW, between, stage
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.power_grid.table import Finished, Table

BUILT: Final = between(range(BUILD + 1), (PRODUCE, RENEW, END))
"""Moves with which a building phase ends."""


@after("round.phases", when=(NEXT_ROUND,))
def phases_follow_each_other(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """The phases of a round come in their order, and after the last of them the next round begins."""
    if now.round != before.round + 1:
        yield f"{kind_of(now.phase)} in round {now.round} follows {kind_of(before.phase)} in round {before.round}"
    if stage(now.phase) == AUCTIONS and now.sold:
        yield f"{now.sold} plants are sold when round {now.round} begins"
    if before.is_ending:
        yield f"round {now.round} begins after the end of the game in round {before.round}"


@after("end.start", "end.nothing-more", when=(BUILT,))
def the_game_ends_after_building(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """When a building phase is over the game ends if somebody has connected enough cities, and else goes on."""
    f = facts(engine)
    enough = f.most(now) >= f.end_cities
    if enough is not now.is_ending:
        yield (
            f"somebody has {f.most(now)} cities, {f.end_cities} end the game, and it "
            f"{'ends' if now.is_ending else 'goes on'}"
        )
    incomes = f.end_pays or not f.end_best
    if enough and type(now.phase) is not Finished and not incomes:
        yield f"{kind_of(now.phase)} follows the end of the game in round {now.round}"


@after("end.start", "end.nothing-more", when=(between(range(END), (END,)),))
def nothing_else_ends_the_game(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """The game is over only when somebody has connected enough cities by the end of a building phase."""
    if not now.is_ending or facts(engine).most(now) < facts(engine).end_cities:
        f = facts(engine)
        yield f"the game is over, though nobody has more than {f.most(now)} cities of {f.end_cities}"
    if now.round != before.round:
        yield f"the game ends in round {now.round} instead of {before.round}"
