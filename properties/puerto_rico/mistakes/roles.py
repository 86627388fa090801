"""Mistakes in choosing roles."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import Choosing, Table
from rulecheck.reference_engines.tuples import plus


@breaks("role.money")
class MoneyStaysOnTheCard(PuertoRico):
    """Whoever takes a role card has the doubloons on it, and they lie there all the same for the next one."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Choose):
            return after
        card = self.g.role_number[move.role]
        return changed(after, card_money=plus(after.card_money, card, state.card_money[card]))


@breaks("round.card-stays")
class CardsAreTakenTwice(PuertoRico):
    """A role card that was taken in this round may be taken once more."""

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        return self.g.choose if isinstance(state.phase, Choosing) else super().legal_moves(state)

    def refusal(self, state: Table, move: m.Move) -> Refused | None:
        return None if isinstance(state.phase, Choosing) and move in self.g.choose else super().refusal(state, move)
