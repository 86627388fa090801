"""Offices: 9 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico import settler
from rulecheck.reference_engines.puerto_rico.arithmetic import landed
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import (
    QUARRY,
    Bonus,
    Extra,
    Finished,
    Seat,
    Table,
    Taking,
    change_seat,
)
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


class ListsMore(PuertoRico):
    """What is listed is legal, whatever the clauses say."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self.legal_moves(state) else super().refusal(state, move)


@planted("builder.privilege", "builder.afford", "builder.build", sort="price", shows="state lists turn")
class EverybodyBuildsCheaper(PuertoRico):
    """The builder's privilege lowers the price for all players."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        privilege = self.g.builder_privilege
        self.g.prices = {key: self.g.prices[key[0], privilege] for key in self.g.prices}


@planted("settler.discard", "settler.fill-row", sort="supply", shows="state turn chance")
class TheRowStays(PuertoRico):
    """Plantations that nobody took stay in the row, which is only made full again."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "settler.discard" not in after.events or "settler.reshuffle" in after.events:
            return after
        row = tuple(now - then for now, then in zip(after.discard, state.discard, strict=True))
        left = self.g.row_tiles - sum(row)
        return settler.draw_row(self.g, changed(after, row=row, discard=state.discard), left, after.events)


@planted("mayor.take-in-turn", sort="order", shows="state turn")
class TheGovernorLandsFirst(PuertoRico):
    """The colonists leave the ship from the governor on, whoever is the mayor."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(state.phase, Extra):
            return super().apply(state, move)
        seats = []
        for k, seat in enumerate(state.seats):
            mine, right = (
                landed(state.colonist_ship, self.g.players, (k - first) % self.g.players)
                for first in (state.governor, state.picker)
            )
            seats.append(changed(seat, san_juan=seat.san_juan + mine - right))
        return super().apply(changed(state, seats=tuple(seats)), move)


@planted("craftsman.privilege-kind", sort="option", shows="lists")
class PrivilegeOfAnyKind(ListsMore):
    """The craftsman's extra barrel may be of any kind that the supply has."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Bonus):
            return legal
        extra = [move for move, have in zip(self.g.extra, state.supply, strict=True) if have]
        return [*extra, *(move for move in legal if move not in extra)]


@planted("trader.privilege", "trader.price", "trader.sell", sort="price", shows="state")
class EverySellerHasThePrivilege(PuertoRico):
    """Not only the trader receives a doubloon more for a sale."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Sell) or state.turn == state.picker:
            return after
        money = after.seats[state.turn].money + self.g.trader_privilege
        return changed(
            after, seats=change_seat(after.seats, state.turn, money=money), bank=after.bank - self.g.trader_privilege
        )


@planted("building.occupied", "hut.quarry", "settler.no-quarry", sort="option", shows="lists")
class EmptyHutsTakeQuarries(ListsMore):
    """A construction hut works without a colonist."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        quarry = self.g.take[QUARRY]
        is_open = isinstance(state.phase, Taking) and state.quarries > 0 and quarry not in legal
        if is_open and state.seats[state.turn].city[self.g.hut] == 0:
            return [*legal[:-1], quarry, legal[-1]]
        return legal


@planted("end.colonists", "end.round", sort="order", shows="turn outcome state")
class ColonistsNeverRunOut(PuertoRico):
    """The game goes on when the reserve has too few colonists for the ship."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.ending == "end.colonists" and not isinstance(after.phase, Finished):
            return changed(after, ending="")
        return after


@planted("large.occupied", "building.occupied", "guild-hall.points", sort="price", shows="outcome")
class EmptyGuildHallsCount(PuertoRico):
    """A guild hall brings its points without a colonist."""

    def _manned(self, seat: Seat) -> Seat:
        hall = self.g.guild_hall
        if seat.city[hall] != 0:
            return seat
        return changed(seat, city=plus(seat.city, hall, 1), san_juan=seat.san_juan - 1)

    def outcome(self, state: Table) -> Outcome | None:
        if not isinstance(state.phase, Finished):
            return None
        return super().outcome(changed(state, seats=tuple(map(self._manned, state.seats))))


@planted("city-hall.points", sort="price", shows="outcome")
class CityHallsForgetThemselves(PuertoRico):
    """The city hall does not count itself."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.violet = tuple(k for k in self.g.violet if k != self.g.city_hall)
