"""Mistakes in the last scoring, the winner and ties."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import rounds, scoring
from rulecheck.reference_engines.castles_of_burgundy.kit import Kit
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.rounds import end_round, end_turn
from rulecheck.reference_engines.castles_of_burgundy.scoring import score
from rulecheck.reference_engines.castles_of_burgundy.table import Seat, Table
from rulecheck.reference_engines.contract import Outcome
from tests.faults.castles_of_burgundy.common import Wrong
from tests.faults.planting import instead

# ---- the end of the game


@breaks("end.game", "round.order")
@Wrong.instead(rounds.end_turn)
def TheGameEndsWithTheFirstPlayersLastTurn(g: Kit, t: Table, events: Events) -> Table:
    """The game ends with the first player's turn in the last round, which the others do not play."""
    is_last = t.letter + 1 == g.phase_count and t.round + 1 == g.rounds
    return (end_round if is_last else end_turn)(g, t, events)


class _OtherScore(Wrong):
    def points(self, g: Kit, seat: Seat) -> int:
        """How many more points than by the rules a player has at the end."""
        raise NotImplementedError

    @instead(scoring.score)
    def score_so(self, g: Kit, seat: Seat) -> int:
        return score(g, seat) + self.points(g, seat)


@breaks("end.goods", "end.silver", "end.workers")
class WhatIsLeftBringsNothing(_OtherScore):
    """Goods, silver and workers that are left bring no points at the end."""

    def points(self, g: Kit, seat: Seat) -> int:
        left = sum(seat.goods) * g.end_good + seat.silver * g.end_silver
        return -left - seat.workers // g.end_workers


@breaks("end.goods")
class KindsOfGoodsAreCountedAtTheEnd(_OtherScore):
    """At the end players receive a point for each kind of goods left, not for each good."""

    def points(self, g: Kit, seat: Seat) -> int:
        return g.end_good * (sum(count > 0 for count in seat.goods) - sum(seat.goods))


@breaks("end.goods")
class SoldGoodsBringAPointAtTheEnd(_OtherScore):
    """At the end players receive a point for each good that they sold too."""

    def points(self, g: Kit, seat: Seat) -> int:
        return g.end_good * sum(seat.sold)


@breaks("end.goods", "sell.points")
class GoodsLeftAreSoldAtTheEnd(_OtherScore):
    """At the end goods that are left bring as many points as if they were sold."""

    def points(self, g: Kit, seat: Seat) -> int:
        return (g.sell_points - g.end_good) * sum(seat.goods)


@breaks("end.silver", "end.workers")
class SilverCountsInPairs(_OtherScore):
    """At the end only two pieces of silver together bring a point, as with workers."""

    def points(self, g: Kit, seat: Seat) -> int:
        return seat.silver // g.end_workers - seat.silver * g.end_silver


@breaks("end.silver", "end.workers")
class SilverAndWorkersCountTogether(_OtherScore):
    """At the end silver and workers are added up, and two of them together bring a point."""

    def points(self, g: Kit, seat: Seat) -> int:
        right = seat.silver * g.end_silver + seat.workers // g.end_workers
        return (seat.silver + seat.workers) // g.end_workers - right


@breaks("end.workers")
class HalfAPairOfWorkersCounts(_OtherScore):
    """At the end a last single worker brings a point as well."""

    def points(self, g: Kit, seat: Seat) -> int:
        return -(-seat.workers // g.end_workers) - seat.workers // g.end_workers


@breaks("end.stored")
class StoredTilesBringAPoint(_OtherScore):
    """At the end each tile in the storage brings a point."""

    def points(self, g: Kit, seat: Seat) -> int:
        return len(seat.storage)


@breaks("end.stored")
class StoredTilesCostAPoint(_OtherScore):
    """At the end each tile in the storage costs a point."""

    def points(self, g: Kit, seat: Seat) -> int:
        return -len(seat.storage)


# ---- the winner


class _OtherWinner(Wrong):
    def winners(self, t: Table, tied: list[int]) -> list[int]:
        """Who wins of those with most points."""
        raise NotImplementedError

    def outcome(self, state: Table) -> Outcome | None:
        right = super().outcome(state)
        if right is None:
            return None
        best = max(right.scores.values())
        tied = [k for k, name in enumerate(self.seats) if right.scores[name] == best]
        who = tuple(self.seats[k] for k in self.winners(state, tied))
        return right if who == right.winners else Outcome(who, "win.most", right.scores)


@breaks("win.most", "end.knowledge", "end.goods")
class TheWinnerIsFoundBeforeTheLastScoring(_OtherWinner):
    """The player with most points before the last scoring wins."""

    def winners(self, t: Table, tied: list[int]) -> list[int]:
        points = [seat.points for seat in t.seats]
        return [points.index(max(points))]


@breaks("win.empty", "win.last", "win.most")
class AllWhoTieWin(_OtherWinner):
    """All players with most points win together."""

    def winners(self, t: Table, tied: list[int]) -> list[int]:
        return tied


@breaks("win.empty", "win.last")
class TheFirstSeatWinsATie(_OtherWinner):
    """Of those who tie, the first seat wins."""

    def winners(self, t: Table, tied: list[int]) -> list[int]:
        return tied[:1]


@breaks("win.empty")
class EmptySpacesAreNotLookedAt(_OtherWinner):
    """Of those who tie, the last in the order of play wins; the empty spaces do not matter."""

    def winners(self, t: Table, tied: list[int]) -> list[int]:
        return [max(tied, key=t.playing.index)]


@breaks("win.empty")
class SilverBreaksTies(_OtherWinner):
    """Of those who tie, the player with most silver and workers left wins."""

    def winners(self, t: Table, tied: list[int]) -> list[int]:
        return [max(tied, key=lambda k: t.seats[k].silver + t.seats[k].workers)]


@breaks("win.last")
class TheFirstToPlayWinsATie(_OtherWinner):
    """Of those who tie and have as many empty spaces, the player wins who had the first turn."""

    def winners(self, t: Table, tied: list[int]) -> list[int]:
        fewest = min(t.seats[k].filled.bit_count() for k in tied)
        return [min((k for k in tied if t.seats[k].filled.bit_count() == fewest), key=t.playing.index)]


@breaks("win.last", "win.empty")
class NextTieIsShared(_OtherWinner):
    """Those who tie and have as many empty spaces win together."""

    def winners(self, t: Table, tied: list[int]) -> list[int]:
        fewest = min(t.seats[k].filled.bit_count() for k in tied)
        return [k for k in tied if t.seats[k].filled.bit_count() == fewest]
