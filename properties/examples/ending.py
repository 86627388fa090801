"""What the moves of a step carried out, and how the game ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulecheck.properties.examples.stage import Stage
from rulecheck.reference_engines.contract import SILENT, Position
from rulecheck.spec.errors import listed, meant, shown
from rulecheck.spec.files import kind_of


def check_events(stage: Stage, table: Mapping[str, Any]) -> None:
    """`events`, `no_events` and `silent` of a step; without a move those of the game's first position."""
    block, names, happened = stage.block, stage.names, stage.happened
    for key in ("events", "no_events", "silent"):
        if key in table and not table.get("do") and stage.opening is None:
            raise block.broken(key, f"{shown(key)} without a move", "say what is done in this step")
    silent = [names.silence(reading) for reading in block.texts("silent", table)]
    for key in ("events", "no_events"):
        for name in block.texts(key, table):
            names.event(key, name)
    for name in (*block.texts("events", table), *silent):
        if name not in happened:
            stage.fail(f"{name} did not happen, but {listed(dict.fromkeys(happened)) or 'nothing'}")
    for name in block.texts("no_events", table):
        if name in happened:
            stage.fail(f"{name} should not have happened")
    if "silent" in table:
        for name in dict.fromkeys(name for name in happened if name.startswith(SILENT)):
            if name not in silent:
                stage.fail(f"{name} should not have happened")


def check_outcome(stage: Stage, state: Position, table: Mapping[str, Any]) -> None:
    """`outcome` of a step."""
    if "outcome" not in table:
        return
    block, seats = stage.block, stage.engine.seats
    expected, outcome = table["outcome"], stage.engine.outcome(state)
    if expected == "none":
        if outcome is not None:
            stage.fail(f"the game should go on, and {outcome} ({outcome.clause})")
        return
    if not isinstance(expected, dict):
        raise block.broken("outcome", f"found {kind_of(expected)}", 'write outcome = { winners = ["…"] } or "none"')
    block.only(expected, ("winners", "scores", "clause"))
    winners, scores = block.texts("winners", expected), block.table("scores", expected)
    for seat in (*winners, *scores):
        if seat not in seats:
            raise block.broken("outcome", f"no seat {shown(seat)}", meant(seat, seats, "the seats are"))
    clause = block.text("clause", expected)
    if clause:
        stage.names.clause("outcome", clause)
    if outcome is None:
        stage.fail("outcome: the game goes on")
        return
    if "winners" in expected and set(winners) != set(outcome.winners):
        stage.fail(f"outcome: expected {' and '.join(winners) or 'nobody'} to win, but {outcome}")
    for seat, score in scores.items():
        if outcome.scores.get(seat) != score:
            stage.fail(f"score of {seat}: expected {score}, found {outcome.scores.get(seat, 'none')}")
    if clause and clause != outcome.clause:
        stage.fail(f"outcome: by {outcome.clause}, expected {clause}")
