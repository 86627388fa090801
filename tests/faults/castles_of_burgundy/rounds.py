"""Mistakes in the rounds: throws, the white die and the order of play."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy import rounds
from rulecheck.reference_engines.castles_of_burgundy.kit import Kit
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.rounds import begin_round, end_turn
from rulecheck.reference_engines.castles_of_burgundy.table import ROLLING, TURN, WHITE_DIE, Rolling, Table, WhiteDie
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import plus, replaced
from tests.faults.castles_of_burgundy.common import Wrong, mended
from tests.faults.planting import instead


@breaks("round.roll")
class DoublesAreThrownAgain(Wrong):
    """A player whose two dice show the same number throws them again."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in moves if not isinstance(move, m.Roll) or move.low != move.high]


@breaks("round.roll")
class OneThrowForAll(Wrong):
    """The dice are thrown once in a round, and all players use the same two numbers."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if not isinstance(move, m.Roll):
            return super().apply(state, move)
        return changed(state, dice=((move.low, move.high),) * self.g.players, phase=WHITE_DIE)


@breaks("round.roll", "round.early")
class DiceAreThrownAtTheBeginningOfATurn(Wrong):
    """Each player throws the dice only when their own turn begins."""

    @instead(rounds.end_turn)
    def end_turn(self, g: Kit, t: Table, events: Events) -> Table:
        after = end_turn(g, t, events)
        return changed(after, phase=ROLLING[t.playing.index(after.turn)]) if after.phase == TURN else after

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(state.phase, Rolling):
            return after
        return changed(after, phase=TURN if state.phase.place else WHITE_DIE)


@breaks("round.white", "round.roll")
class TheFirstPlayersDieStandsForTheWhiteOne(Wrong):
    """No white die is thrown: the good goes to the depot with the lower number of the first player's dice."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, WhiteDie):
            return after
        return super().apply(after, self.g.white[after.dice[after.turn][0] - 1])


@breaks("round.white")
class TheLowestGoodIsTaken(Wrong):
    """The good that goes to a depot is the last one of the round spaces instead of the uppermost."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if not isinstance(move, m.White) or not state.offered:
            return super().apply(state, move)
        *others, last = state.offered
        after = super().apply(changed(state, offered=(last, *others)), move)
        return changed(after, offered=tuple(others))


@breaks("round.white", "round.left")
class AllGoodsGoToOneDepot(Wrong):
    """All goods of the round spaces go to the depot of the white die at once."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.White):
            return after
        lying = after.goods[move.value - 1]
        return changed(after, goods=replaced(after.goods, move.value - 1, (*lying, *after.offered)), offered=())


@breaks("round.white")
class GoodsGoToTheDepotOfTheirOwnNumber(Wrong):
    """A good goes to the depot with the number of its own colour, whatever the white die shows."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(move, m.White) and state.offered:
            move = self.g.white[self.g.die_of_good[state.offered[0]] - 1]
        return super().apply(state, move)


@breaks("round.white", "board.depots")
class ADepotWithGoodsReceivesNoMore(Wrong):
    """If goods lie on the depot of the white die, the new one leaves the game."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.White) or not state.offered or not state.goods[move.value - 1]:
            return after
        return changed(after, goods=state.goods, goods_box=plus(state.goods_box, state.offered[0], 1))


@breaks("round.white", "board.depots")
class GoodsMoveOnToTheNextFreeDepot(Wrong):
    """If goods lie on the depot of the white die, the new one goes on to the next depot without any."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(move, m.White):
            at = move.value - 1
            free = [d % 6 for d in range(at, at + 6) if not state.goods[d % 6]]
            move = self.g.white[free[0] if free else at]
        return super().apply(state, move)


@breaks("round.white")
class TheFirstPlayerKeepsTheGood(Wrong):
    """The good of the round goes to the first player if there is room for its kind, and to no depot."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.White) or not state.offered:
            return after
        good, goods = state.offered[0], state.seats[state.turn].goods
        if not goods[good] and sum(count > 0 for count in goods) >= self.g.goods_room:
            return after
        return mended(changed(after, goods=state.goods), state.turn, goods=plus(goods, good, 1))


@breaks("round.white-only", "turn.two-actions")
class TheWhiteDieIsAThirdDie(Wrong):
    """The first player may use the white die for a third action."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.White):
            return after
        dice = tuple(sorted((*after.dice[after.turn], move.value)))
        return changed(after, dice=replaced(after.dice, after.turn, dice))


class _OtherOrder(Wrong):
    def order_of(self, t: Table) -> tuple[int, ...]:
        """The order of a round that begins."""
        return t.order

    @instead(rounds.begin_round)
    def begin_round(self, g: Kit, t: Table, events: Events) -> Table:
        after, playing = begin_round(g, t, events), self.order_of(t)
        return changed(after, playing=playing, turn=playing[0])


@breaks("round.order", "ship.marker")
class OthersFollowClockwise(_OtherOrder):
    """Whoever is first on the track begins, and the others follow clockwise as they sit."""

    def order_of(self, t: Table) -> tuple[int, ...]:
        first, many = t.order[0], self.g.players
        return tuple((first + k) % many for k in range(many))


@breaks("round.order", "round.first-player", "ship.first")
class TurnsGoBySeat(_OtherOrder):
    """The turns of every round go by seat, from the first seat on; the turn-order track is not looked at."""

    def order_of(self, t: Table) -> tuple[int, ...]:
        return tuple(range(self.g.players))


@breaks("round.order", "round.first-player")
class TheHindmostBegins(_OtherOrder):
    """The order of play goes the other way round: whoever is last on the track begins."""

    def order_of(self, t: Table) -> tuple[int, ...]:
        return t.order[::-1]


@breaks("round.order", "ship.stack")
class StacksAreReadFromTheBottom(_OtherOrder):
    """Of the markers that lie in one stack the lowest plays first."""

    def order_of(self, t: Table) -> tuple[int, ...]:
        return tuple(sorted(t.order[::-1], key=lambda who: -t.track[who]))


@breaks("round.order")
class EverySecondRoundGoesBackwards(_OtherOrder):
    """Every second round is played in the reverse order."""

    def order_of(self, t: Table) -> tuple[int, ...]:
        return t.order[::-1] if t.round % 2 else t.order


@breaks("round.first-player", "ship.first")
class TheFirstPlayerChangesClockwise(_OtherOrder):
    """In each round the next player clockwise is the first player."""

    def order_of(self, t: Table) -> tuple[int, ...]:
        many = self.g.players
        first = (t.playing[0] + 1) % many if t.letter or t.round else t.order[0]
        return tuple((first + k) % many for k in range(many))


@breaks("round.first-player", "round.order", "ship.first")
class TheOrderHoldsForAPhase(_OtherOrder):
    """The order of play is read from the track at the beginning of each phase only."""

    def order_of(self, t: Table) -> tuple[int, ...]:
        return t.playing if t.round else t.order
