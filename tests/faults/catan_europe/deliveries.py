"""Mistakes in the delivery of goods, and in winning."""

from __future__ import annotations

from attrs import evolve

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import caravans, turn
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.caravans import customers, hand_over
from rulecheck.reference_engines.catan_europe.kit import Kit, route_owner
from rulecheck.reference_engines.catan_europe.table import Driving, Finished, Table, spots
from rulecheck.reference_engines.contract import Outcome, changed
from tests.faults.catan_europe.common import Wrong, mover, paid, seat_with

Handed = tuple[Table, tuple[str, ...]]


@breaks("delivery.forced", "delivery.foreign")
@Wrong.instead(caravans.customers)
def DeliveriesToTheRoutesOwner(g: Kit, t: Table, path: int) -> list[int]:
    """From an opponent's route a caravan delivers only to posts of that player."""
    owner = route_owner(t, path)
    return [post for post in customers(g, t, path) if owner == t.turn or t.seats[owner].posts >> post & 1]


@breaks("delivery.neutral", "delivery.foreign")
@Wrong.instead(caravans.customers)
def NeutralPostsTakeNothing(g: Kit, t: Table, path: int) -> list[int]:
    """Neutral posts take no goods."""
    return [post for post in customers(g, t, path) if not t.neutral >> post & 1]


@breaks("delivery.neutral")
class NeutralPostsTakeAgain(Wrong):
    """Neutral posts take any number of goods."""

    swaps = ((caravans.customers, lambda g, t, path: customers(g, changed(t, supplied=t.supplied & ~t.neutral), path)),)


@breaks("delivery.once")
class PostsTakeGoodsAgain(Wrong):
    """A post that holds a good takes others too."""

    swaps = ((caravans.customers, lambda g, t, path: customers(g, changed(t, supplied=0), path)),)


def _covered_too(g: Kit, t: Table, path: int) -> list[int]:
    seat = mover(t)
    return customers(g, seat_with(t, t.turn, goods=seat.goods + seat.depot), path)


def _from_under_a_post(g: Kit, t: Table, post: int) -> Handed:
    if mover(t).goods:
        return hand_over(g, t, post)
    return hand_over(g, seat_with(t, t.turn, goods=1, depot=mover(t).depot - 1), post)


@breaks("delivery.free-good", "board.depot")
class CoveredGoodsAreDeliveredToo(Wrong):
    """Without a free good one from under a post of the depot is delivered, and that post is gone."""

    swaps = ((caravans.customers, _covered_too), (caravans.hand_over, _from_under_a_post))


@breaks("delivery.free-good", "post.frees-good")
class LastFreeGoodStays(Wrong):
    """The upper good of the depot, which never was covered, is not delivered while posts stand in the depot."""

    swaps = (
        (
            caravans.customers,
            lambda g, t, path: customers(g, t, path) if mover(t).goods > 1 or not mover(t).depot else [],
        ),
    )


@breaks("delivery.foreign")
@Wrong.instead(caravans.customers)
def OwnPostsTakeGoods(g: Kit, t: Table, path: int) -> list[int]:
    """A caravan delivers to the player's own posts too."""
    return spots(g.end_mask[path] & t.occupied & ~t.supplied) if mover(t).goods else []


@breaks("delivery.foreign")
@Wrong.instead(caravans.customers)
def FreeCitiesTakeGoods(g: Kit, t: Table, path: int) -> list[int]:
    """A caravan delivers to free cities too, not only to posts."""
    return spots(g.end_mask[path] & g.cities & ~mover(t).posts & ~t.supplied) if mover(t).goods else []


@breaks("delivery.no-cost", "drive.salt")
class DeliveryEndsTheMove(Wrong):
    """A delivery ends the caravan's move, what is left of it is lost."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        delivered = after.supplied != state.supplied and isinstance(after.phase, Driving)
        return changed(after, phase=turn.main(after)) if delivered else after


@breaks("delivery.no-cost")
class DeliveriesEarnGold(Wrong):
    """Each delivery earns the player one gold from the bank."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        return paid(after, state.turn, (after.supplied & ~state.supplied).bit_count())


@breaks("win.all-delivered", "post.from-depot")
class AllPostsBuiltWin(Wrong):
    """Who has taken the last post out of the depot has won."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        won = state.seats[state.turn].depot and not after.seats[state.turn].depot
        return changed(after, phase=Finished()) if won else after

    def outcome(self, state: Table) -> Outcome | None:
        ended = super().outcome(state)
        return None if ended is None else evolve(ended, winners=(self.seats[state.turn],))
