"""Nobody is ever stuck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rulecheck.reference_engines.power_grid.moves import Bid
from rulecheck.solvers.conservation import Fields, Group, in_all
from rulecheck.solvers.logic import Term
from rulecheck.solvers.power_grid.conservation import GROUPS
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Ranges
from rulecheck.solvers.refutation import AnyEngine, Refutation
from rulecheck.solvers.stuck import Legal, by_the_engine, stuck, without
from rulecheck.solvers.theorem import theorem

STEPS: Final = 10_000


def _first_round(engine: AnyEngine, _: int, there: Fields) -> list[Term]:
    """In the first round whoever has no plant yet has what they began with (everyone-can-buy-in-the-first-round)."""
    if there["round"] > 1:
        return []
    began = engine.rules.number("start.money")
    pairs = zip(there["seats.money"], there["seats.plants"], strict=True)
    return [money == began for money, plants in pairs if not plants]


MONEY: Final = Group(
    "money", ("seats.money", "seats.plants", "round"), in_all("money"),
    is_unknown=lambda _component, field, _at, _number: field == "seats.money", given=_first_round,
)  # fmt: skip
"""It comes from the bank and goes there, but each player's amount is as any."""


@theorem(
    "auction.pass", "auction.first-round", "auction.minimum", "fuel.buy", "network.done", "income.run",
    "plants.lose-fuel", "plants.limit",
    bounds=Ranges(
        besides="each phase of play, with any numbers of tokens of a fuel anywhere, of houses and of money",
        moves=STEPS,
    ),
    expected="tied",
)  # fmt: skip
def nobody_is_ever_stuck(proof: Proof, legal: Legal = by_the_engine) -> Refutation | None:
    """Whoever is to act has a move, until the game is over, and so has chance.

    The engine's own list of moves is executed in each phase that games came to, with unknown numbers of tokens, houses
    and Elektro: on every path it holds a move. What is only looked at in games is named.
    """
    return stuck(proof, (*GROUPS, MONEY), [proof.engine(players) for players in proof.players], STEPS, legal)


def _up_to_twenty(engine: AnyEngine, state: Any) -> Sequence[Any]:
    """No bid is higher than 20 Elektro."""
    return [move for move in engine.legal_moves(state) if not isinstance(move, Bid) or move.amount <= 20]


nobody_is_ever_stuck.twin("bids end at 20 Elektro", legal=_up_to_twenty).twin(
    "a plant once bought stays", legal=without("Scrap")
)
