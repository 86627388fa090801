"""Mistakes in a seven of the dice: returned resources, the robber, and what he steals."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe import production, turn
from rulecheck.reference_engines.catan_europe.arithmetic import to_discard
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.production import clockwise, robber_targets, seven, victims
from rulecheck.reference_engines.catan_europe.table import Dice, Discarding, MoveRobber, StealCard, Table
from rulecheck.reference_engines.contract import changed
from tests.faults.catan_europe.common import Wrong, cards_of, paid


def is_seven(t: Table, move: m.Move, sum_: int) -> bool:
    """Whether the dice of a turn show a seven."""
    return isinstance(t.phase, Dice) and isinstance(move, m.Roll) and move.low + move.high == sum_


def _consoled(g: Kit, t: Table, seats: Sequence[int]) -> Table:
    after = seven(g, t)
    for k in seats:
        after = paid(after, k, g.consolation)
    return after


@breaks("seven.no-consolation")
class SevenBringsGold(Wrong):
    """On a seven everyone takes the gold of those who receive no resources."""

    swaps = ((production.seven, lambda g, t: _consoled(g, t, clockwise(g, t))),)


class _Due(Wrong):
    """Others have to return resources, or other numbers of them."""

    def due(self, t: Table) -> Sequence[tuple[int, int]]:
        """Who returns how many."""
        return [(k, to_discard(cards_of(t.seats[k]), self.g.hand_limit)) for k in clockwise(self.g, t)]

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not is_seven(state, move, self.g.seven):
            return after
        due = tuple((k, count) for k, count in self.due(state) if count)
        return changed(after, phase=Discarding(due) if due else MoveRobber())


@breaks("seven.discard")
class OnlyTheRollerReturns(_Due):
    """Only the player who rolled the seven returns half of a full hand."""

    def due(self, t: Table) -> Sequence[tuple[int, int]]:
        return [row for row in super().due(t) if row[0] == t.turn]


@breaks("seven.discard")
class ReturnInOrderOfSeats(_Due):
    """On a seven those with too many resources return them in the order of the seats, whoever rolled."""

    def due(self, t: Table) -> Sequence[tuple[int, int]]:
        return sorted(super().due(t))


@breaks("seven.discard")
class GoldCountsAsCards(_Due):
    """Gold counts towards the seven that a player may hold."""

    def due(self, t: Table) -> Sequence[tuple[int, int]]:
        rows = []
        for k in clockwise(self.g, t):
            held = cards_of(t.seats[k])
            rows.append((k, min(held, to_discard(held + t.seats[k].gold, self.g.hand_limit))))
        return rows


@breaks("seven.discard")
class DevelopmentCardsCount(_Due):
    """Development cards count towards the seven that a player may hold."""

    def due(self, t: Table) -> Sequence[tuple[int, int]]:
        rows = []
        for k in clockwise(self.g, t):
            held = cards_of(t.seats[k])
            rows.append((k, min(held, to_discard(held + sum(t.seats[k].cards), self.g.hand_limit))))
        return rows


@breaks("seven.round-down", "seven.discard")
class HalfIsRoundedUp(_Due):
    """The half that is returned is rounded up."""

    def due(self, t: Table) -> Sequence[tuple[int, int]]:
        rows = [(k, cards_of(t.seats[k])) for k in clockwise(self.g, t)]
        return [(k, (held + 1) // 2 if held > self.g.hand_limit else 0) for k, held in rows]


@breaks("seven.robber", "seven.discard")
class RobberRestsAfterReturns(Wrong):
    """If somebody had to return resources on a seven, the robber does not move."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        rests = isinstance(state.phase, Discarding) and isinstance(after.phase, MoveRobber)
        return changed(after, phase=turn.main(after)) if rests else after


@breaks("robber.elsewhere")
class RobberMayStay(Wrong):
    """The robber may stay on his region."""

    swaps = ((production.robber_targets, lambda g, t: sorted({*robber_targets(g, t), t.robber})),)


def _chosen(g: Kit, t: Table, regions: Sequence[int]) -> list[int]:
    kept = set(regions)
    targets = robber_targets(g, t)
    return [region for region in targets if region in kept] or targets


@breaks("robber.elsewhere", "seven.robber")
@Wrong.instead(production.robber_targets)
def RobberNeedsANumber(g: Kit, t: Table) -> list[int]:
    """The robber may only go to a region with a number."""
    return _chosen(g, t, [region for region, number in enumerate(t.numbers) if number])


@breaks("robber.choose-victim")
class FirstVictimIsRobbed(Wrong):
    """Of several opponents next to the robber the program takes the first in the order of the seats."""

    swaps = ((production.victims, lambda g, t: victims(g, t)[:1]),)


@breaks("robber.blind")
class ThiefPicksTheCard(Wrong):
    """The player picks the resource out of the opponent's hand."""

    def actor(self, state: Table) -> int:
        return state.turn if isinstance(state.phase, StealCard) else super().actor(state)


@breaks("robber.blind", "robber.steal")
class MostPlentifulIsStolen(Wrong):
    """The robber takes the resource of which the opponent holds most."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, StealCard):
            return legal
        hand = state.seats[state.phase.victim].hand
        return [self.g.stolen[hand.index(max(hand))]]
