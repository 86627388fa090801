"""Hypothesis strategies for land tiles and start rows: every one could be the printed one, for all that the text says.

    @given(tile_sets())
    def test_...(tiles: tuple[Kind, ...]) -> None: ...

A property of the rules should hold for all of them; one that only holds for our synthetic set is about that set.
"""

from __future__ import annotations

from hypothesis import strategies as st

from rulecheck.spec.new_world.tiles import Kind, Space
from rulecheck.spec.new_world.tilesets import Pick, make_start, make_tiles, rules_with
from rulecheck.spec.rules import Rules, make_rules


def _picking(draw: st.DrawFn) -> Pick:
    return lambda below: draw(st.integers(0, below - 1)) if below > 1 else 0


@st.composite
def tile_sets(draw: st.DrawFn) -> tuple[Kind, ...]:
    """Sets of land tiles that meet T1-T14."""
    return make_tiles(_picking(draw))


@st.composite
def start_rows(draw: st.DrawFn) -> tuple[Space, ...]:
    """Start rows that meet S1-S4."""
    return make_start(_picking(draw))


@st.composite
def rules_of_any_print(draw: st.DrawFn, players: int | None = None, setup: str | None = None) -> Rules:
    """The rulebook's rules with any tiles and any start row."""
    rules = make_rules("new_world", players=players, setup=setup)
    return rules_with(rules, draw(tile_sets()), draw(start_rows()))
