"""Portages: 8 faults, written on 2026-11-26 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.catan_europe import merchants
from rulecheck.reference_engines.catan_europe import table as p
from rulecheck.reference_engines.catan_europe.arithmetic import has_won
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.moves import EndTurn, LiftMerchant, Move, Onto, Roll, To
from rulecheck.reference_engines.catan_europe.table import Table, with_seat
from rulecheck.reference_engines.catan_europe.turn import ACTIONS, DICE
from rulecheck.reference_engines.contract import Refused, changed
from tests.faults.held_out.planting import planted


class _Listed(Catan):
    """A program that refuses what it does not list."""

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if move in self.legal_moves(state):
            return None
        return super().refusal(state, move) or Refused("turn.own-turn", "this is not open")


def _back_to_the_bank(t: Table, seat: int, gold: int) -> Table:
    """The table after somebody's gold went to the bank."""
    if not gold:
        return t
    return changed(t, seats=with_seat(t.seats, seat, gold=t.seats[seat].gold - gold), bank=t.bank + gold)


@planted("setup.fixed-neutral", sort="supply", shows="state")
class TheUnusedColourStandsNowhere(_Listed):
    """Leaves the posts of the colour that nobody plays in the box, though only three play."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(state.phase, p.RobberStart) or not self.g.fixed:
            return after
        return changed(after, neutral=0, occupied=after.occupied & ~after.neutral)


@planted("dice.card-first", "card.when", sort="order", shows="turn")
class TheDiceComeFirst(_Listed):
    """Begins every turn with the dice, though the player holds a card."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        return changed(after, phase=DICE) if isinstance(after.phase, p.BeforeDice) else after


@planted("seven.round-down", "seven.discard", sort="supply", shows="state turn")
class HalvesAreRoundedUp(_Listed):
    """Lets a player with an odd number of cards return the larger half after a seven."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, Roll) or not isinstance(after.phase, p.Discarding):
            return after
        due = tuple((seat, sum(after.seats[seat].hand) - count) for seat, count in after.phase.due)
        return changed(after, phase=p.Discarding(due))


@planted("production.consolation", sort="price", shows="state")
class TheRobberTakesTheConsolationToo(_Listed):
    """Pays no gold to a player who has a post at the region with the number rolled, though the robber blocks it."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, Roll) or not isinstance(state.phase, p.Dice):
            return after
        if state.robber not in state.yields[move.low + move.high]:
            return after
        for k, seat in enumerate(state.seats):
            if seat.posts & self.g.corner[state.robber]:
                after = _back_to_the_bank(after, k, max(0, after.seats[k].gold - seat.gold))
        return after


@planted("merchant.replace", sort="option", shows="misses")
class NoMerchantIsTakenUp(_Listed):
    """Recruits nobody while both merchants are on the board."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        moves = super().legal_moves(state)
        if not isinstance(state.phase, p.Actions):
            return moves
        return tuple(move for move in moves if not isinstance(move, LiftMerchant))


@planted("march.pass", sort="option", shows="misses")
class PiecesBarTheWay(_Listed):
    """Lets a merchant pass neither another merchant nor an opponent's post."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        moves, phase = super().legal_moves(state), state.phase
        if not isinstance(phase, p.Marching):
            return moves
        pieces = merchants.merchants_everywhere(state) | state.occupied & ~state.seats[state.turn].posts
        open_ = merchants.walk(self.g, phase.at, phase.steps, 0, pieces & ~(1 << phase.at))
        return tuple(move for move in moves if not isinstance(move, To) or open_ >> self.g.place_number[move.place] & 1)


@planted("toll.pay", sort="price", shows="state")
class TheTollGoesToTheBank(_Listed):
    """Pays the toll for an opponent's routes to the bank."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(move, Onto):
            for k, seat in enumerate(state.seats):
                if k != state.turn:
                    after = _back_to_the_bank(after, k, after.seats[k].gold - seat.gold)
        return after


@planted("win.all-delivered", sort="order", shows="turn state outcome")
class TheWinnerEndsTheTurn(_Listed):
    """Looks only at the end of a turn whether the player has delivered everything."""

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, EndTurn) and has_won(state.seats[state.turn].delivered, self.g.goods_total):
            return changed(state, phase=p.Finished(), events=("win.all-delivered",))
        after = super().apply(state, move)
        return changed(after, phase=ACTIONS) if isinstance(after.phase, p.Finished) else after
