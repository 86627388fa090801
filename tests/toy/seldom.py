"""Claims about the toy game that a campaign looks at in a share of its games only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulecheck.properties.invariants.declaring import after, holds, whole_game
from tests.toy.trader import Done, Table, Trader


@after("market.done", moves=("Done",))
def always(engine: Trader, before: Table, move: Done, now: Table) -> Iterator[str]:
    """Looked at in every game."""
    return iter(())


@after("market.done", moves=("Done",), share=4)
def seldom(engine: Trader, before: Table, move: Done, now: Table) -> Iterator[str]:
    """Looked at in every fourth game."""
    return iter(())


@holds("end.goal", share=4)
def seldom_too(engine: Trader, state: Table) -> Iterator[str]:
    """Looked at in the same games as the one before."""
    return iter(())


@whole_game("end.goal", share=4)
def seldom_at_the_end(engine: Trader, played: Any) -> Iterator[str]:
    """Looked at at the end of every fourth game."""
    return iter(())
