"""Mistakes in the course of a turn."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe import turn
from rulecheck.reference_engines.catan_europe.table import (
    Actions,
    BeforeDice,
    CardDraw,
    Dice,
    Discarding,
    Driving,
    Marching,
    MoveRobber,
    StealCard,
    Stealing,
    Table,
)
from rulecheck.reference_engines.contract import changed
from tests.faults.catan_europe.common import Wrong, in_actions


@breaks("turn.phases", "seven.robber")
class SevenEndsTheTurn(Wrong):
    """After a seven the turn ends when the robber has moved, without an action phase."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        robbed = isinstance(state.phase, (MoveRobber, Stealing, StealCard)) and not state.card_played
        return turn.end(self.g, after) if robbed and in_actions(after) else after


@breaks("dice.roll", "dice.card-first", "turn.phases")
class CardReplacesTheRoll(Wrong):
    """A player who plays a card before the dice does not roll them in that turn."""

    swaps = ((turn.main, lambda t: turn.ACTIONS),)


@breaks("dice.card-first", "card.when")
class NoCardBeforeTheDice(Wrong):
    """No development card may be played before the dice."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        return changed(after, phase=turn.DICE) if isinstance(after.phase, BeforeDice) else after


@breaks("dice.card-first", "card.one-per-turn")
class OneCardBeforeAndOneAfter(Wrong):
    """A card that is played before the dice does not count, another one may be played in the action phase."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        return changed(after, card_played=False) if isinstance(state.phase, Dice) else after


@breaks("turn.own-turn", "seven.discard")
class RollerDiscardsForTheOthers(Wrong):
    """The player who rolled the seven chooses the resources that the others return."""

    def actor(self, state: Table) -> int:
        return state.turn if isinstance(state.phase, Discarding) else super().actor(state)


@breaks("turn.actions-free", "turn.end")
class JourneyEndsTheTurn(Wrong):
    """The turn ends with the first journey of a merchant or caravan."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        over = isinstance(state.phase, (Marching, Driving)) and in_actions(after)
        return turn.end(self.g, after) if over else after


@breaks("turn.actions-free", "turn.end")
class PurchaseEndsTheTurn(Wrong):
    """The turn ends when a route, a merchant, a caravan or a card was paid for."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        bought = isinstance(state.phase, CardDraw) or (
            isinstance(state.phase, Actions) and isinstance(move, (m.Route, m.Recruit, m.Equip))
        )
        return turn.end(self.g, after) if bought and in_actions(after) else after


@breaks("turn.end")
class TurnEndsByItself(Wrong):
    """The turn ends by itself as soon as nothing else can be done."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        done = in_actions(after) and list(self.legal_moves(after)) == [self.g.end_turn]
        return turn.end(self.g, after) if done else after
