"""The end: the final scoring, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulecheck.properties.invariants.declaring import OFTEN, Played, after, whole_game
from rulecheck.properties.invariants.wording import table
from rulecheck.properties.new_world.facts import FARM, facts
from rulecheck.properties.new_world.scoring import due, gains, told
from rulecheck.properties.new_world.steps import IS_OVER
from rulecheck.properties.new_world.words import columns
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.reference_engines.new_world.table import Table
from rulecheck.spec.new_world.tiles import PLAIN, TOWN, TRAIL

CLAUSES = {TRAIL: "trails", TOWN: "towns", FARM: "farms", PLAIN: "plains"}


@after(
    "final.trails", "final.posts", "final.towns", "final.flags", "final.majority",
    "final.farms", "final.plains", "end.last-tile", when=(IS_OVER,), share=OFTEN,
)  # fmt: skip
def the_final_scoring_pays_what_is_left(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """After the last turn's scoring, unfinished trails, towns and farms and all plains bring their points."""
    f = facts(engine)
    e, paid = f.final_of(before, move, now)
    should = due([*e.paid, *paid], f.players)
    gained = gains(before, now)
    if gained != should:
        kinds = sorted({CLAUSES[payment.kind] for payment in paid})
        yield f"the end ({', '.join(kinds)}) brought {told(engine, gained)} instead of {told(engine, should)}"


@after("final.trails", "plain.stay", "final.tip", when=(IS_OVER,))
def settlers_stay_through_the_final_scoring(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """In the final scoring no settler and no surveyor moves."""
    e, _ = facts(engine).final_of(before, move, now)
    if list(now.settlers) != e.settlers:
        yield f"{len(now.settlers)} settlers stand on the land at the end instead of {len(e.settlers)}"
    if now.surveyors != e.surveyors or now.late != e.late:
        yield (
            f"the surveyors stand in columns {columns(now.surveyors)} at the end, due are {columns(e.surveyors)}, or "
            "another waits"
        )


@whole_game("win.most", "win.shared")
def the_most_points_win(engine: AnyEngine, played: Played) -> Iterator[str]:
    """Whoever has the most points wins, and those who tie share."""
    last, outcome = played.positions[-1], played.outcome
    if outcome is None:
        yield f"the game is over after {len(played.moves)} moves, without an outcome"
        return
    most = sorted(last.scores)[-1]
    should = [name for name, points in zip(engine.seats, last.scores, strict=True) if points == most]
    if sorted(outcome.winners) != sorted(should):
        yield f"{', '.join(outcome.winners) or 'nobody'} won instead of {', '.join(should)}"
    if outcome.clause != ("win.shared" if len(should) > 1 else "win.most"):
        yield f"{', '.join(should)} won, and the game says that {outcome.clause} decided it"
    if dict(outcome.scores) != dict(zip(engine.seats, last.scores, strict=True)):
        due_ = dict(zip(engine.seats, last.scores, strict=True))
        yield f"the result says {table(outcome.scores)} instead of {table(due_)}"
