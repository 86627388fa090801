"""Mistakes in what regions yield, and in the gold for those who receive nothing."""

from __future__ import annotations

from collections.abc import Callable

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe import production
from rulecheck.reference_engines.catan_europe.arithmetic import handed_out
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.production import clockwise
from rulecheck.reference_engines.catan_europe.table import Dice, Table
from rulecheck.reference_engines.contract import changed
from tests.faults.catan_europe.common import Wrong, paid

Cards = Callable[[Kit, Table, int, int], int]
"""How many cards a region whose number was rolled brings a seat."""

Short = Callable[[Kit, Table, list[list[int]], int], None]
"""What of a kind that is short is due all the same."""

Produce = Callable[[Kit, Table, int], Table]


def posts_at(g: Kit, t: Table, region: int, seat: int) -> int:
    """How many posts a seat has at a region."""
    return (g.corner[region] & t.seats[seat].posts).bit_count()


def by_the_rules(g: Kit, t: Table, region: int, seat: int) -> int:
    """What a region brings a seat."""
    return 0 if region == t.robber else posts_at(g, t, region, seat)


def _nobody(g: Kit, t: Table, due: list[list[int]], kind: int) -> None:
    for row in due:
        row[kind] = 0


def producing(cards: Cards = by_the_rules, short: Short = _nobody) -> Produce:
    """How a roll is carried out with other counts, or another way to deal with short stacks."""

    def produce(g: Kit, t: Table, total: int) -> Table:
        due = [[0] * len(t.stacks) for _ in t.seats]
        for region in t.yields[total]:
            for seat, row in enumerate(due):
                row[g.map.resource[region]] += cards(g, t, region, seat)
        for kind, stack in enumerate(t.stacks):
            whole = sum(row[kind] for row in due)
            if whole and not handed_out(whole, stack):
                short(g, t, due, kind)
        return production.hand_out(g, t, due, [sum(column) for column in zip(*due, strict=True)], [])

    return produce


def _once(g: Kit, t: Table, region: int, seat: int) -> int:
    return min(1, by_the_rules(g, t, region, seat))


@breaks("production.several", "production.each-post")
class OneCardPerRegion(Wrong):
    """A region brings a player one resource, however many posts they have there."""

    swaps = ((production.produce, producing(_once)),)


@breaks("production.robber")
class RobberBlocksNothing(Wrong):
    """The robber does not keep his region from yielding resources."""

    swaps = ((production.produce, producing(posts_at)),)


def _posts_blocked(g: Kit, t: Table, region: int, seat: int) -> int:
    return (g.corner[region] & t.seats[seat].posts & ~g.around[t.robber]).bit_count()


@breaks("production.robber")
class RobberBlocksThePosts(Wrong):
    """Posts next to the robber receive nothing from their other regions either."""

    swaps = ((production.produce, producing(_posts_blocked)),)


def _roller_is_safe(g: Kit, t: Table, region: int, seat: int) -> int:
    return posts_at(g, t, region, seat) if seat == t.turn else by_the_rules(g, t, region, seat)


@breaks("production.robber")
class RobberSparesTheRoller(Wrong):
    """The robber's region yields nothing for the others, but does for the player whose turn it is."""

    swaps = ((production.produce, producing(_roller_is_safe)),)


def _neutral_for_roller(g: Kit, t: Table, region: int, seat: int) -> int:
    extra = (g.corner[region] & t.neutral).bit_count() if seat == t.turn and region != t.robber else 0
    return by_the_rules(g, t, region, seat) + extra


@breaks("production.neutral")
class NeutralPostsServeTheRoller(Wrong):
    """Neutral posts bring resources to the player whose turn it is."""

    swaps = ((production.produce, producing(_neutral_for_roller)),)


def _as_they_come(g: Kit, t: Table, due: list[list[int]], kind: int) -> None:
    left = t.stacks[kind]
    for seat in clockwise(g, t):
        due[seat][kind] = min(left, due[seat][kind])
        left -= due[seat][kind]


@breaks("production.shortage")
class ShortStacksServeInTurn(Wrong):
    """What a short stack holds is handed out clockwise from the player whose turn it is, until it is empty."""

    swaps = ((production.produce, producing(short=_as_they_come)),)


def _nothing_at_all(g: Kit, t: Table, due: list[list[int]], kind: int) -> None:
    for row in due:
        row[:] = [0] * len(row)


@breaks("production.shortage")
class ShortStackStopsAll(Wrong):
    """If one stack is too small, nobody receives any resource in this turn, of other kinds neither."""

    swaps = ((production.produce, producing(short=_nothing_at_all)),)


class _Consolation(Wrong):
    """Gold goes to others than those who receive no resources."""

    def takes(self, state: Table, seat: int, empty: bool, total: int) -> bool:
        """Whether a seat takes gold, who receives no resources if `empty`."""
        return empty

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(state.phase, Dice) or not isinstance(move, m.Roll) or move.low + move.high == self.g.seven:
            return after
        gold = [seat.gold for seat in state.seats]
        empty = [k for k, seat in enumerate(after.seats) if seat.hand == state.seats[k].hand]
        seats = tuple(changed(seat, gold=gold[k]) for k, seat in enumerate(after.seats))
        after = changed(after, seats=seats, bank=state.bank)
        for k in clockwise(self.g, state):
            if self.takes(state, k, k in empty, move.low + move.high):
                after = paid(after, k, self.g.consolation)
        return after

    def blocked(self, state: Table, seat: int, total: int) -> bool:
        """Whether the robber keeps a seat from a resource of this roll."""
        return state.robber in state.yields[total] and posts_at(self.g, state, state.robber, seat) > 0


@breaks("production.consolation")
class OnlyTheRollerTakesGold(_Consolation):
    """Only the player who rolled takes gold for receiving no resource."""

    def takes(self, state: Table, seat: int, empty: bool, total: int) -> bool:
        return empty and seat == state.turn


@breaks("production.consolation", "production.robber")
class RobbedPlayersTakeNoGold(_Consolation):
    """Who receives no resource because of the robber takes no gold."""

    def takes(self, state: Table, seat: int, empty: bool, total: int) -> bool:
        return empty and not self.blocked(state, seat, total)


@breaks("production.consolation", "production.robber")
class RobbedPlayersAlwaysTakeGold(_Consolation):
    """Who loses a resource by the robber takes gold, also when another region brings something."""

    def takes(self, state: Table, seat: int, empty: bool, total: int) -> bool:
        return empty or self.blocked(state, seat, total)


@breaks("production.consolation", "production.shortage")
class ShortStacksBringNoGold(_Consolation):
    """Who receives no resource because a stack is short takes no gold."""

    def takes(self, state: Table, seat: int, empty: bool, total: int) -> bool:
        due = any(by_the_rules(self.g, state, region, seat) for region in state.yields[total])
        return empty and not due
