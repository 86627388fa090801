"""Mistakes in choosing roles."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Final

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import builder, rounds, settler, trader
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import Bonus, Building, Choosing, Phase, Selling, Table, Taking
from rulecheck.reference_engines.tuples import plus, replaced
from tests.faults.planting import around
from tests.faults.puerto_rico.common import Events, Reordered, Right, Wrong, mirrored, with_seat

OPTIONAL: Final[dict[type[Phase], ModuleType]] = {Taking: settler, Building: builder, Selling: trader}
"""The phases in which a player may pass."""


# ---- whose turn it is


@breaks("role.order")
class ActionsGoTheOtherWayRound(Wrong):
    """After the player who chose the role the others carry out its action counter-clockwise."""

    def apply(self, state: Table, move: m.Move) -> Table:
        return mirrored(super().apply(mirrored(state, state.picker), move), state.picker)

    @around(rounds.next_choice)
    def _next(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        return mirrored(right(g, mirrored(t, t.picker), events), t.picker)


@breaks("role.order", "role.own-privilege")
class ActionsBeginWithTheGovernor(Reordered):
    """The action of a role begins with the governor, whoever chose it."""

    def first(self, g: Kit, t: Table) -> int:
        return t.governor


@breaks("role.order")
@Wrong.around(settler.ask, builder.ask, trader.ask)
def OnlyTheOthersAct(right: Right, g: Kit, t: Table, place: int, events: Events) -> Table:
    """The player who chose the settler, builder or trader has its privilege only, and the others its action."""
    return right(g, t, max(1, place), events)


# ---- doubloons on cards


@breaks("role.money")
class OneDoubloonOfTheCardOnly(Wrong):
    """Whoever takes a card has one of the doubloons on it only, and the others stay."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if not isinstance(move, m.Choose):
            return super().apply(state, move)
        card = self.g.role_number[move.role]
        rest = max(0, state.card_money[card] - 1)
        after = super().apply(changed(state, card_money=plus(state.card_money, card, -rest)), move)
        return changed(after, card_money=plus(after.card_money, card, rest))


@breaks("role.money")
class CardMoneyComesAfterTheAction(Wrong):
    """The doubloons on a card are received when its action is over, and cannot be used for it."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if not isinstance(move, m.Choose):
            return super().apply(state, move)
        card, money = self.g.role_number[move.role], state.card_money[self.g.role_number[move.role]]
        after = super().apply(changed(state, card_money=plus(state.card_money, card, -money)), move)
        if after.role >= 0:
            return changed(after, card_money=plus(after.card_money, card, money))
        return with_seat(after, state.turn, money=after.seats[state.turn].money + money)

    @around(rounds.next_choice)
    def _next(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        money = t.card_money[t.role]
        t = with_seat(t, t.picker, money=t.seats[t.picker].money + money)
        return right(g, changed(t, card_money=plus(t.card_money, t.role, -money)), events)


@breaks("round.card-stays")
class CardsAreTakenTwice(Wrong):
    """A role card that was taken in this round may be taken once more."""

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        return self.g.choose if isinstance(state.phase, Choosing) else super().legal_moves(state)

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(move, m.Choose):
            state = changed(state, taken=replaced(state.taken, self.g.role_number[move.role], -1))
        return super().apply(state, move)


# ---- what nobody has to do


class _Forced(Wrong):
    """Passing is not offered where something else can be done."""

    def _must(self, state: Table) -> bool:
        raise NotImplementedError

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        legal = super().legal_moves(state)
        if not self._must(state):
            return legal
        return [move for move in legal if not isinstance(move, m.Pass)] or legal


@breaks("role.optional", "settler.take")
class WhoeverCanMustTakeATile(_Forced):
    """In the settler phase whoever can take a tile must take one."""

    def _must(self, state: Table) -> bool:
        return isinstance(state.phase, Taking)


@breaks("role.optional", "role.order")
class APassOfWhoeverChoseEndsThePhase(Wrong):
    """If the player who chose the role passes, the others do not carry out its action either."""

    def apply(self, state: Table, move: m.Move) -> Table:
        chapter = OPTIONAL.get(type(state.phase))
        if chapter is None or not isinstance(move, m.Pass) or state.turn != state.picker:
            return super().apply(state, move)
        after: Table = chapter.ask(self.g, state, self.g.players, ())
        return after


@breaks("role.privilege-optional", "craftsman.privilege")
class TheExtraBarrelMustBeTaken(_Forced):
    """The craftsman may not leave the extra barrel."""

    def _must(self, state: Table) -> bool:
        return isinstance(state.phase, Bonus)


# ---- the prospector


@breaks("prospector.doubloon", "role.money")
class TheProspectorHasOneOrTheOther(Wrong):
    """A prospector card with doubloons on it brings those, and none from the bank."""

    def apply(self, state: Table, move: m.Move) -> Table:
        is_paid = isinstance(move, m.Choose) and state.card_money[self.g.role_number[move.role]] > 0
        if not is_paid or not isinstance(move, m.Choose) or not move.role.startswith("prospector"):
            return super().apply(state, move)
        amount = min(self.g.prospector_privilege, state.bank)
        short = with_seat(state, state.turn, money=state.seats[state.turn].money - amount)
        after = super().apply(changed(short, bank=state.bank), move)
        return changed(after, bank=after.bank + amount)
