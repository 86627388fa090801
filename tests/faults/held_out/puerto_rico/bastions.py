"""Bastions: 6 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import captain
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import CAPTAIN, FIRST_LOADING, Loading, Table, added
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("setup.colonists", sort="supply", shows="state")
class TheShipBeginsEmpty(PuertoRico):
    """No colonists are on the ship at the start: the first mayor finds none there."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.first_ship = 0


@planted("round.money-on-cards", sort="order", shows="state")
class CardsAreReturnedBeforeTheCoins(PuertoRico):
    """At the end of a round all cards lie there again when the doubloons come, so that each one has a doubloon."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "round.governor-moves" not in after.events:
            return after
        used = {card for card, seat in enumerate(state.taken) if seat >= 0}
        if isinstance(move, m.Choose):
            used.add(self.g.role_number[move.role])
        bank, money = after.bank, after.card_money
        for card in sorted(used):
            paid = min(self.g.round_bonus, max(bank, 0))
            bank, money = bank - paid, plus(money, card, paid)
        return changed(after, bank=bank, card_money=money)


@planted("settler.discard", sort="supply", shows="state")
class LeftTilesGoBackIntoTheStack(PuertoRico):
    """Plantations that nobody took are shuffled into the face-down stacks at once."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "settler.discard" not in after.events or "settler.reshuffle" in after.events:
            return after
        left = tuple(now - then for now, then in zip(after.discard, state.discard, strict=True))
        return changed(after, stack=added(after.stack, left), discard=state.discard)


@planted("captain.turns", "role.order", sort="order", shows="turn state")
class TheGovernorLoadsFirst(PuertoRico):
    """The captain phase begins with the governor, whoever is the captain."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if move != self.g.choose[CAPTAIN] or not isinstance(after.phase, Loading):
            return after
        return captain.ask(self.g, after, after.governor, FIRST_LOADING, after.events)


@planted("guild-hall.points", sort="price", shows="outcome")
class GuildHallsPayTwoForAll(PuertoRico):
    """The guild hall brings two points for each production building, small or large."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.guild_small = self.g.guild_large
