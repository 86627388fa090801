"""Nobody is ever stuck."""

from __future__ import annotations

from typing import Final

from rulecheck.solvers.proof import Proof
from rulecheck.solvers.puerto_rico.conservation import GROUPS
from rulecheck.solvers.ranges import Ranges
from rulecheck.solvers.refutation import Refutation
from rulecheck.solvers.stuck import Legal, by_the_engine, stuck, without
from rulecheck.solvers.theorem import theorem

STEPS: Final = 6_000


@theorem(
    "round.must-choose", "role.optional", "trader.sell", "builder.build", "captain.must-load", "storage.choose",
    "settler.take", "violet.optional",
    bounds=Ranges(
        besides="each phase of play, with any numbers of barrels of a kind, of doubloons and of points anywhere",
        moves=STEPS,
    ),
    expected="tied",
)  # fmt: skip
def nobody_is_ever_stuck(proof: Proof, legal: Legal = by_the_engine) -> Refutation | None:
    """Whoever is to act has a move, until the game is over, and so has chance.

    The engine's own list of moves is executed in each phase that games came to, with unknown numbers of barrels,
    doubloons and points: on every path it holds a move. What is only looked at in games is named.
    """
    return stuck(proof, GROUPS, [proof.engine(players) for players in proof.players], STEPS, legal)


nobody_is_ever_stuck.twin("what lies outside the warehouses cannot be kept", legal=without("Keep"))
