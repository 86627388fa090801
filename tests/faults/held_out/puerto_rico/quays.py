"""Quays: 8 faults, written on 2026-11-26 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.puerto_rico import scoring, settler
from rulecheck.reference_engines.puerto_rico import table as p
from rulecheck.reference_engines.puerto_rico.arithmetic import landed
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.moves import Choose, Move, Take
from rulecheck.reference_engines.puerto_rico.table import QUARRY, TILES, Counts, Table, change_seat
from rulecheck.reference_engines.tuples import plus
from tests.faults.held_out.planting import planted, shared


class _Listed(PuertoRico):
    """A program that refuses what it does not list."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if move in self.legal_moves(state):
            return None
        return super().refusal(state, move) or Refused("round.order", "this is not open")


@planted("setup.first-tile", sort="supply", shows="state")
class TheFirstPlayersStartWithCorn(_Listed):
    """Deals the plantations of the set-up from the wrong end: the last seats have indigo, the governor has corn."""

    def start(self) -> Table:
        t = super().start()
        tiles = [seat.tiles for seat in reversed(t.seats)]
        seats = tuple(changed(seat, tiles=mine) for seat, mine in zip(t.seats, tiles, strict=True))
        return changed(t, seats=seats)


@planted("role.money", sort="order", shows="state misses turn")
class TheMoneyOnACardComesLast(_Listed):
    """Hands out the doubloons on a role card only when its action has been carried out by all."""

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, Choose):
            card, seat = self.g.role_number[move.role], state.turn
            money = state.card_money[card]
            after = super().apply(changed(state, card_money=plus(state.card_money, card, -money)), move)
            if after.role == card:
                return changed(after, card_money=plus(after.card_money, card, money))
            return _paid(after, seat, money)
        after = super().apply(state, move)
        card = state.role
        if card < 0 or after.role == card or not state.card_money[card]:
            return after
        money = state.card_money[card]
        return _paid(changed(after, card_money=plus(after.card_money, card, -money)), state.picker, money)


def _paid(t: Table, seat: int, money: int) -> Table:
    return changed(t, seats=change_seat(t.seats, seat, money=t.seats[seat].money + money)) if money else t


@planted("settler.discard", "settler.fill-row", sort="supply", shows="state lists turn")
class TheRowIsOnlyFilledUp(_Listed):
    """Leaves the plantations that nobody took in the row and draws only as many as are missing."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if type(after.phase) is not p.Row or type(state.phase) is p.Row or state.role < 0:
            return after
        row = state.row
        if isinstance(move, Take) and move.tile != "quarry":
            row = plus(row, TILES.index(move.tile), -1)
        if not any(row):
            return after
        if any(after.discard):
            after = changed(after, discard=_less(after.discard, row))
        else:
            after = changed(after, stack=_less(after.stack, row))
        return settler.draw_row(self.g, changed(after, row=row), self.g.row_tiles - sum(row), after.events)


def _less(counts: Counts, others: Counts) -> Counts:
    return tuple(a - b for a, b in zip(counts, others, strict=True))


@planted("mayor.take-in-turn", "role.order", sort="order", shows="state turn")
class TheGovernorTakesColonistsFirst(_Listed):
    """Hands out the colonists on the ship from the governor on, whoever is mayor."""

    def apply(self, state: Table, move: Move) -> Table:
        g, ship = self.g, state.colonist_ship
        is_mayor_chosen = isinstance(move, Choose) and move.role == "mayor"
        if type(state.phase) is p.Extra or (is_mayor_chosen and not state.colonists):
            seats = tuple(
                changed(
                    seat,
                    san_juan=seat.san_juan
                    + landed(ship, g.players, (k - state.governor) % g.players)
                    - landed(ship, g.players, (k - state.picker) % g.players),
                )
                for k, seat in enumerate(state.seats)
            )
            state = changed(state, seats=seats)
        return super().apply(state, move)


@planted("quarry.discount", "mayor.occupied", sort="price", shows="lists state turn")
class EmptyQuarriesLowerPrices(_Listed):
    """Takes a doubloon off for every quarry in the builder phase, with or without a colonist."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return super().legal_moves(_quarried(state) if type(state.phase) is p.Building else state)

    def apply(self, state: Table, move: Move) -> Table:
        is_builder_chosen = isinstance(move, Choose) and move.role == "builder"
        if not is_builder_chosen and not isinstance(state.phase, p.Building | p.University):
            return super().apply(state, move)
        after = super().apply(_quarried(state), move)
        seats = tuple(
            changed(seat, tilled=before.tilled) for seat, before in zip(after.seats, state.seats, strict=True)
        )
        return changed(after, seats=seats)


def _quarried(t: Table) -> Table:
    seats = tuple(changed(seat, tilled=(*seat.tilled[:QUARRY], seat.tiles[QUARRY])) for seat in t.seats)
    return changed(t, seats=seats)


@planted("trader.stays", "trader.empty", sort="supply", shows="state lists turn")
class TheHouseIsAlwaysEmptied(_Listed):
    """Clears the trading house at the end of every trader phase, though it is not full."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        is_trader_chosen = isinstance(move, Choose) and move.role == "trader"
        if (is_trader_chosen or state.role == p.TRADER) and after.role != p.TRADER and any(after.house):
            return changed(after, supply=p.added(after.supply, after.house), house=p.NONE)
        return after


@planted("captain.must-load", sort="option", shows="lists")
class LoadingIsLeftToEachPlayer(_Listed):
    """Lets a player pass in the captain phase whose barrels find room on a cargo ship."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        moves = super().legal_moves(state)
        if type(state.phase) is not p.Loading or self.g.pass_ in moves:
            return moves
        return (*moves, self.g.pass_)


@planted("large.occupied", "score.sum", sort="price", shows="outcome")
class LargeBuildingsNeedNobody(_Listed):
    """Counts the further points of every large building at the end, with or without a colonist."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        scores = dict(outcome.scores)
        more = 0
        for name, seat in zip(self.g.seats, state.seats, strict=True):
            further = sum(scoring.large_points(self.g, seat, 0).values())
            further -= sum(scoring.large_points(self.g, seat).values())
            scores[name] += further
            more += further
        return shared(Outcome(outcome.winners, outcome.clause, scores)) if more else outcome
