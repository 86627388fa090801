"""Haciendas: 8 faults, written on 2026-11-24 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.contract import Outcome, Refused
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import Keeping, Table
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move

"""Mask of the kinds of goods."""


@planted("trader.full", "trader.sell", "trader.stays", "box.house", sort="option", shows="turn state")
class ThreePlacesInTheHouse(PuertoRico):
    """The trading house is full with three barrels."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.house_places = 3


@planted("storage.choose", sort="option", shows="misses")
class TheDearestBarrelStays(PuertoRico):
    """The one barrel that stays on a wind rose is of the dearest kind, whatever its owner would like."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Keeping):
            return legal
        kept = [move for move in legal if isinstance(move, m.Keep)]
        return [max(kept, key=lambda move: self.g.price[self.g.good_number[move.good]])]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        refused = super().refusal(state, move)
        if refused is None and isinstance(state.phase, Keeping) and move not in self.legal_moves(state):
            return Refused("storage.choose", "there is a dearer barrel to keep")
        return refused


@planted("score.sum", sort="price", shows="outcome")
class WealthIsScored(PuertoRico):
    """At the end doubloons and goods bring a point each, and not only where players tie."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        wealth = {name: seat.money + sum(seat.goods) for name, seat in zip(self.seats, state.seats, strict=True)}
        scores = {name: score + wealth[name] for name, score in outcome.scores.items()}
        best = max((scores[name], wealth[name]) for name in scores)
        winners = tuple(name for name in scores if (scores[name], wealth[name]) == best)
        return evolve(outcome, winners=winners, scores=scores)
