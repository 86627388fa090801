"""Mistakes in setting up."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy import setup
from rulecheck.reference_engines.castles_of_burgundy.kit import CASTLE, MIDDLE, ROUND_SPACES, Kit
from rulecheck.reference_engines.castles_of_burgundy.placing import founded, surveyed
from rulecheck.reference_engines.castles_of_burgundy.table import (
    BARE,
    FOUNDING,
    SIDING,
    Filling,
    Founding,
    Rolling,
    Siding,
    StartGoods,
    Table,
)
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.castles_of_burgundy.board import DEPOTS
from rulecheck.spec.rules import Rules
from tests.faults.castles_of_burgundy.common import Wrong, mended


@breaks("box.black-backs", "setup.stacks", "box.tiles")
class BlackBacksLieInTheColouredStacksToo(Wrong):
    """The coloured stacks hold the tiles with a black back as well, so that these can come twice."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, stack=tuple(map(sum, zip(t.stack, self.g.with_black, strict=True))))


@breaks("box.tiles", "setup.stacks", "knowledge.tiles")
class KnowledgeTilesComeTwice(Wrong):
    """A knowledge tile that was drawn for a depot can be drawn again, as if there were several of each."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if isinstance(move, m.Draw) and move.what.startswith("knowledge") and after.stack != state.stack:
            return changed(after, stack=state.stack)
        return after


@breaks("setup.goods-stacks", "box.goods", "phase.goods")
class GoodsOfARoundCanComeAgain(Wrong):
    """The goods laid on the round spaces are drawn by lot without being taken out of the stock of goods."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        return changed(after, goods_stack=state.goods_stack) if isinstance(state.phase, Filling) else after


@breaks("setup.bonus", "colour.second", "box.bonus")
class OnlyLargeBonusTiles(Wrong):
    """Only the large bonus tiles are laid out."""

    def start(self) -> Table:
        return changed(super().start(), small=0)


@breaks("setup.bonus", "colour.first", "colour.second")
class NoBonusTilesForCastles(Wrong):
    """No bonus tiles are laid out for castles, as everybody begins with one."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, large=t.large & ~(1 << CASTLE), small=t.small & ~(1 << CASTLE))


@breaks("setup.board", "expert.sheet")
class BoardsDifferFromTheStart(Wrong):
    """Each seat has a player board of its own from the first game on, the first board 1, the next board 2 and so on."""

    def start(self) -> Table:
        t = super().start()
        for who in () if self.g.expert else range(self.g.players):
            board = self.g.board_number[who + 1]
            castles = self.g.grounds[board].spaces[CASTLE]
            space = next(k for k in (MIDDLE, *range(len(BARE))) if castles >> k & 1)
            seat, _ = founded(self.g, changed(t.seats[who], board=board), space)
            t = mended(t, who, **vars(seat))
        return t


@breaks("setup.castle", "place.first")
class NoFirstCastle(Wrong):
    """The estates are empty at the start: no first castle lies there."""

    def start(self) -> Table:
        t = super().start()
        for who, seat in enumerate(t.seats):
            if seat.estate != BARE:
                t = mended(t, who, **vars(surveyed(self.g, changed(seat, estate=BARE))))
                t = changed(t, stack=plus(t.stack, self.g.castle, 1))
        return t


@breaks("setup.castle")
class FirstCastleLiesOnTheFirstDarkGreenSpace(Wrong):
    """The first castle lies on the first dark green space of the board instead of the one in the middle."""

    def start(self) -> Table:
        t = super().start()
        for who, seat in enumerate(t.seats):
            if seat.estate != BARE:
                castles = self.g.grounds[seat.board].spaces[CASTLE]
                other, _ = founded(self.g, seat, (castles & -castles).bit_length() - 1)
                t = mended(t, who, **vars(other))
        return t


@breaks("setup.castle", "box.tiles")
class FirstCastlesAreNotOfTheStack(Wrong):
    """The first castles are laid besides those of the stack, which is not any smaller for them."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, stack=self.g.own)

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        return changed(after, stack=plus(after.stack, self.g.castle, 1)) if isinstance(move, m.Found) else after


@breaks("setup.goods")
class OnlyTheFirstPlayerGetsGoods(Wrong):
    """Only the first player receives goods at the start."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if isinstance(after.phase, StartGoods) and after.phase.drawn == self.g.start_goods:
            return setup.settle(self.g, changed(after, turn=0), ())
        return after


@breaks("setup.goods")
class GoodsAtTheStartAreAllDifferent(Wrong):
    """The goods that a player receives at the start are of different kinds."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, StartGoods):
            return moves
        held = state.seats[state.phase.drawn // self.g.start_goods].goods
        return [move for move in moves if isinstance(move, m.Draw) and not held[self.g.good_number[move.what]]]


@breaks("setup.goods", "box.goods")
class GoodsAtTheStartStayInTheStock(Wrong):
    """The goods that players receive at the start are not taken out of the stock of goods."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        return changed(after, goods_stack=state.goods_stack) if isinstance(state.phase, StartGoods) else after


@breaks("setup.goods-rest", "setup.goods-stacks")
class EachDepotBeginsWithAGood(Wrong):
    """Of the goods that are left one is laid on each depot before the first round."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        first, *others = self.g.to_fill
        self.g.to_fill = ((*first, *((ROUND_SPACES, 0),) * DEPOTS), *others)

    def apply(self, state: Table, move: m.Move) -> Table:
        after, many = super().apply(state, move), self.g.goods_a_phase
        if not (isinstance(state.phase, Filling) and isinstance(after.phase, Rolling) and after.letter == 0):
            return after
        extra = after.offered[many:]
        goods = tuple((*lying, *extra[k : k + 1]) for k, lying in enumerate(after.goods))
        return changed(after, goods=goods, offered=after.offered[:many])


@breaks("setup.dice")
class ScoreBeginsWithAPoint(Wrong):
    """The score markers begin on space 1 instead of space 0."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, seats=tuple(changed(seat, points=1) for seat in t.seats))


@breaks("setup.silver")
class OnlyTheFirstPlayerHasSilver(Wrong):
    """Only the first player begins with a piece of silver."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, seats=(t.seats[0], *(changed(seat, silver=0) for seat in t.seats[1:])))


@breaks("setup.silver", "setup.workers")
class SilverGrowsAsWorkersDo(Wrong):
    """Later players begin with more silver, as they do with more workers."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, seats=tuple(changed(seat, silver=seat.workers) for seat in t.seats))


@breaks("setup.workers", "setup.silver")
class SilverGrowsInsteadOfWorkers(Wrong):
    """Silver and workers of the start are mixed up: everybody has one worker, later players more silver."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, seats=tuple(changed(seat, silver=seat.workers, workers=seat.silver) for seat in t.seats))


@breaks("setup.workers")
class AllBeginWithTheSameWorkers(Wrong):
    """Everybody begins with as many workers as the first player."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, seats=tuple(changed(seat, workers=t.seats[0].workers) for seat in t.seats))


@breaks("setup.workers")
class FirstPlayerHasMostWorkers(Wrong):
    """The workers are handed out the wrong way round: the first player receives most, the last one fewest."""

    def start(self) -> Table:
        t = super().start()
        workers = [seat.workers for seat in reversed(t.seats)]
        return changed(t, seats=tuple(changed(seat, workers=w) for seat, w in zip(t.seats, workers, strict=True)))


@breaks("setup.first-player", "setup.order")
class LastSeatBegins(Wrong):
    """The last seat is the first player and the others follow it clockwise, also in what they receive."""

    def start(self) -> Table:
        t = super().start()
        order = (t.order[-1], *t.order[:-1])
        seats = tuple(changed(t.seats[k], workers=self.g.start_workers[order.index(k)]) for k in t.order)
        return changed(t, order=order, playing=order, seats=seats)


@breaks("setup.order", "round.order")
class LastPlayerLiesOnTop(Wrong):
    """The markers are stacked the wrong way round: the last player's is on top and plays first."""

    def start(self) -> Table:
        t = super().start()
        order = t.order[::-1]
        return changed(t, order=order, playing=order)


@breaks("setup.order")
class MarkersBeginOnDifferentSpaces(Wrong):
    """The markers begin on a space of the turn-order track each, the first player's ahead of all others."""

    def start(self) -> Table:
        t = super().start()
        return changed(t, track=tuple(range(self.g.players))[::-1])


@breaks("supply.unlimited", "box.silver")
class SilverRunsOut(Wrong):
    """There are only as many pieces of silver as the box holds: when all are taken nobody receives any more."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        over = sum(seat.silver for seat in after.seats) - self.g.rules.number("silver.tiles")
        for who, seat in enumerate(after.seats):
            back = min(over, seat.silver - state.seats[who].silver)
            if back > 0:
                after, over = mended(after, who, silver=seat.silver - back), over - back
        return after


@breaks("supply.unlimited", "box.workers")
class WorkersRunOut(Wrong):
    """There are only as many workers as the box holds: when all are taken nobody receives any more."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        over = sum(seat.workers for seat in after.seats) - self.g.rules.number("worker.tiles")
        for who, seat in enumerate(after.seats):
            back = min(over, seat.workers - state.seats[who].workers)
            if back > 0:
                after, over = mended(after, who, workers=seat.workers - back), over - back
        return after


# ---- for those who know the game


@breaks("expert.sheet")
@Wrong.instead(setup.sheets_left)
def BoardsAreDealtTwice(t: Table, g: Kit) -> list[int]:
    """A player board that somebody has can be dealt to another player too."""
    return list(range(len(g.sheets)))


@breaks("expert.side")
@Wrong.instead(setup.boards_for)
def TheFrontIsPlayed(g: Kit, t: Table) -> tuple[int, ...]:
    """Nobody may choose the side of the player board: the front is played."""
    return (g.board_number[g.sheets[t.seats[t.turn].sheet][0]],)


@breaks("expert.castle", "setup.castle")
class CastleLiesInTheMiddleIfItCan(Wrong):
    """The first castle lies in the middle of every board whose middle is dark green, also for those who may choose."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        middle = self.g.found[MIDDLE]
        return (middle,) if isinstance(state.phase, Founding) and middle in moves else moves


@breaks("expert.castle")
class FirstCastleLiesAnywhere(Wrong):
    """The first castle may be laid on any space, of whatever colour."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        return self.g.found if isinstance(state.phase, Founding) else moves


@breaks("expert.order")
class TheLastPlayerChoosesFirst(Wrong):
    """Boards and castles are chosen from the last player to the first."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(state.phase, Siding | Founding):
            after = _mirrored(super().apply(_mirrored(state), move))
            return after if isinstance(after.phase, Siding | Founding) else changed(after, turn=0)
        after = super().apply(state, move)
        return changed(after, turn=self.g.players - 1) if isinstance(after.phase, Siding) else after


def _mirrored(t: Table) -> Table:
    return changed(t, seats=t.seats[::-1], turn=len(t.seats) - 1 - t.turn)


@breaks("expert.order", "expert.castle")
class AllChooseBoardsBeforeAnyCastle(Wrong):
    """First all players choose the side of their boards, and only then do they lay their first castles."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after, last = super().apply(state, move), state.turn + 1 == self.g.players
        if isinstance(move, m.Side):
            return changed(after, phase=FOUNDING, turn=0) if last else changed(after, phase=SIDING, turn=state.turn + 1)
        return changed(after, phase=FOUNDING) if isinstance(move, m.Found) and not last else after
