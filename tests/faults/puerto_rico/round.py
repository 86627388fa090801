"""Mistakes in the course of a round."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico import rounds
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import PROSPECTOR, Table
from rulecheck.reference_engines.tuples import plus
from tests.faults.planting import around
from tests.faults.puerto_rico.common import Events, Right, Wrong, is_choosing

# ---- who chooses


@breaks("round.order")
@Wrong.around(rounds.next_choice)
def TheLastPlayerChoosesNoRole(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """The round ends before its last player has chosen a role."""
    is_over = (t.picker + 2) % g.players == t.governor
    return rounds.end_round(g, t, events) if is_over else right(g, t, events)


@breaks("round.must-choose")
class NobodyHasToChooseARole(Wrong):
    """Whoever is to choose a role may pass and take none."""

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        legal = super().legal_moves(state)
        return [*legal, self.g.pass_] if is_choosing(state) else legal

    def apply(self, state: Table, move: m.Move) -> Table:
        if is_choosing(state) and isinstance(move, m.Pass):
            return rounds.next_choice(self.g, state, ())
        return super().apply(state, move)


@breaks("round.card-stays", "setup.roles")
class OneProspectorInARound(Wrong):
    """When one prospector is taken the other one may not be taken in that round either."""

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        legal = super().legal_moves(state)
        if not is_choosing(state) or all(seat < 0 for seat in state.taken[PROSPECTOR:]):
            return legal
        return [move for move in legal if isinstance(move, m.Choose) and not move.role.startswith("prospector")]


# ---- doubloons on cards


class _Funded(Wrong):
    """At the end of the round other cards are taken for those that nobody took."""

    def _left(self, t: Table) -> tuple[int, ...]:
        raise NotImplementedError

    @around(rounds.end_round)
    def _end(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        left = self._left(t)
        taken = tuple(-1 if card in left else max(0, seat) for card, seat in enumerate(t.taken))
        return right(g, t if t.ending else changed(t, taken=taken), events)


@breaks("round.money-on-cards")
class ACardHoldsOneDoubloonAtMost(_Funded):
    """A card that nobody took receives no doubloon if one lies on it already."""

    def _left(self, t: Table) -> tuple[int, ...]:
        return tuple(card for card, seat in enumerate(t.taken) if seat < 0 and not t.card_money[card])


@breaks("round.money-on-cards")
class ProspectorsReceiveNoDoubloons(_Funded):
    """At the end of the round a prospector that nobody took receives no doubloon."""

    def _left(self, t: Table) -> tuple[int, ...]:
        return tuple(card for card, seat in enumerate(t.taken) if seat < 0 and card < PROSPECTOR)


@breaks("round.money-on-cards")
@Wrong.around(rounds.next_choice)
def ADoubloonGoesOntoCardsAfterEachAction(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """A doubloon goes onto each card left after every action, and not only at the end of the round."""
    if (t.picker + 1) % g.players != t.governor:
        for card, seat in enumerate(t.taken):
            if seat < 0 and t.bank:
                t = changed(t, bank=t.bank - 1, card_money=plus(t.card_money, card, 1))
    return right(g, t, events)


# ---- the next round


@breaks("round.return-cards")
@Wrong.around(rounds.begin_round)
def CardsComeBackWhenTheyRunOut(right: Right, g: Kit, t: Table, events: Events) -> Table:
    """Cards that were taken come back only when there are fewer left than players."""
    after = right(g, t, events)
    return changed(after, taken=t.taken) if t.taken.count(-1) >= g.players else after


class _Governed(Wrong):
    def _governor(self, g: Kit, t: Table) -> int:
        raise NotImplementedError

    @around(rounds.begin_round)
    def _begin(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        governor = self._governor(g, t)
        return changed(right(g, t, events), governor=governor, picker=governor, turn=governor)


@breaks("round.governor-moves", "round.governor-first")
class TheGovernorStays(_Governed):
    """The governor card stays where it is, and the same player begins every round."""

    def _governor(self, g: Kit, t: Table) -> int:
        return t.governor


@breaks("round.governor-moves", "round.governor-first")
class TheGovernorCardGoesToTheRight(_Governed):
    """The governor card goes to the player on the right, who chose last."""

    def _governor(self, g: Kit, t: Table) -> int:
        return (t.governor - 1) % g.players
