"""Mistakes in recruiting merchants, equipping caravans and building routes."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import actions, caravans, merchants
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.kit import Kit, standing_on
from rulecheck.reference_engines.catan_europe.table import (
    Actions,
    FreeRoute,
    PlacingCaravan,
    PlacingMerchant,
    Table,
    spots,
)
from rulecheck.reference_engines.contract import changed
from tests.faults.catan_europe.common import Wrong, ends_of, mover, posts_of_others, seat_with


@breaks("build.own-pieces")
class AllRoutesComeFromOnePool(Wrong):
    """The routes of all colours count together against the pieces of one."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        used = state.taken.bit_count() >= self.g.routes_each and isinstance(state.phase, (Actions, FreeRoute))
        return [move for move in legal if not (used and isinstance(move, m.Route))]


class _Unpaid(Wrong):
    """The price of something must be in the hand, but is not paid."""

    def is_free(self, state: Table, move: m.Move) -> bool:
        """Whether it is not paid for by this move."""
        return False

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not self.is_free(state, move):
            return after
        return changed(seat_with(after, state.turn, hand=mover(state).hand), stacks=state.stacks)


@breaks("route.price", "build.pay")
class RoutesAreNotPaid(_Unpaid):
    """The price of a route must be in the hand, but is not paid."""

    def is_free(self, state: Table, move: m.Move) -> bool:
        return isinstance(move, m.Route) and isinstance(state.phase, Actions)


@breaks("merchant.place")
class MerchantsAtAnyPost(Wrong):
    """A new merchant may be placed at any post, also at those of others."""

    swaps = ((merchants.at_posts, lambda g, t: t.occupied & ~t.neutral),)


@breaks("merchant.replace")
class NoMerchantIsTakenUp(Wrong):
    """Who has both merchants on the board can recruit no more, none is taken up."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in legal if not isinstance(move, m.LiftMerchant)]


@breaks("merchant.replace", "merchant.price")
class TakenUpMerchantsAreFree(Wrong):
    """A merchant that was taken up is placed anew for nothing."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(state.phase, PlacingMerchant):
            return after
        return changed(seat_with(after, after.turn, hand=mover(state).hand), stacks=state.stacks)


@breaks("merchant.replace")
class MerchantsMayAlwaysBeTakenUp(Wrong):
    """A merchant may be taken up and placed anew while the other one is still among the player's pieces."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        seat = mover(state)
        pays = isinstance(state.phase, Actions) and actions.affordable(seat, self.g.merchant_price)
        if not pays or len(seat.merchants) >= self.g.merchants_each or not merchants.placings(self.g, state):
            return legal
        return [*legal, *(self.g.lift_merchant[place] for place in sorted(set(seat.merchants)))]


@breaks("merchant.replace", "build.own-pieces")
@Wrong.with_kit
def ThirdMerchant(g: Kit) -> None:
    """A player may recruit more merchants than there are pieces."""
    g.merchants_each = len(g.map.cities)


def _room(g: Kit, t: Table, routes: int) -> list[int]:
    return [path for path in spots(routes) if standing_on(t, path) < g.per_path]


@breaks("caravan.place")
class CaravansOnAnyOwnRoute(Wrong):
    """A new caravan may stand beside any route of the player's own, at a post or not."""

    swaps = ((caravans.placings, lambda g, t: _room(g, t, mover(t).routes)),)


@breaks("caravan.place")
class CaravansAtAnyRouteOfAPost(Wrong):
    """A new caravan may stand beside any route at the player's own posts, also beside one of others."""

    swaps = ((caravans.placings, lambda g, t: _room(g, t, t.taken & mover(t).at_posts)),)


@breaks("caravan.place")
@Wrong.instead(caravans.placings)
def CaravansAtForeignPosts(g: Kit, t: Table) -> list[int]:
    """A new caravan needs a route of the player's own at a post of anybody."""
    return [path for path in _room(g, t, mover(t).routes) if g.end_mask[path] & t.occupied]


@breaks("caravan.replace", "caravan.price")
class TakenUpCaravansAreFree(Wrong):
    """A caravan that was taken up is placed anew for nothing."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(state.phase, PlacingCaravan):
            return after
        return changed(seat_with(after, after.turn, hand=mover(state).hand), stacks=state.stacks)


@breaks("caravan.replace")
class CaravansMayAlwaysBeTakenUp(Wrong):
    """A caravan may be taken up and placed anew while the other one is still among the player's pieces."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        seat = mover(state)
        pays = isinstance(state.phase, Actions) and actions.affordable(seat, self.g.caravan_price)
        if not pays or None not in seat.caravans or not caravans.placings(self.g, state):
            return legal
        return [*legal, *(self.g.lift_caravan[path] for path in seat.caravans if path is not None)]


@breaks("caravan.replace")
class FirstCaravanIsTakenUp(Wrong):
    """The program picks the caravan that is taken up."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        first = next((move for move in legal if isinstance(move, m.LiftCaravan)), None)
        return [move for move in legal if not isinstance(move, m.LiftCaravan) or move == first]


class _Sites(Wrong):
    """Routes may be built in other places."""

    def sites(self, t: Table) -> int:
        """Mask of the paths that this program lists."""
        return mover(t).reach & ~t.taken

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        pays = isinstance(state.phase, Actions) and actions.affordable(mover(state), self.g.route_price)
        if not pays or mover(state).routes.bit_count() >= self.g.routes_each:
            return legal
        routes = [self.g.route[path] for path in spots(self.sites(state) & self.g.usable)]
        return [*(move for move in legal if not isinstance(move, m.Route)), *routes]


@breaks("route.free-path")
class RoutesSideBySide(_Sites):
    """A route may be built on a path where a route of another player lies."""

    def sites(self, t: Table) -> int:
        return mover(t).reach & ~mover(t).routes


@breaks("route.adjacent")
class RoutesExtendRoutesOnly(_Sites):
    """A new route must extend one of the player's own routes, a post is not enough."""

    def sites(self, t: Table) -> int:
        return self.touching(mover(t).routes) & ~t.taken

    def touching(self, routes: int) -> int:
        """Mask of the paths at the ends of some routes."""
        mask = 0
        for place in spots(ends_of(self.g, routes)):
            mask |= self.g.paths_at[place]
        return mask


@breaks("route.foreign-posts", "route.adjacent")
class ForeignPostsStopRoutes(_Sites):
    """A route cannot go on beyond a post of another player, as in the game that this one comes from."""

    def sites(self, t: Table) -> int:
        mask = mover(t).at_posts
        for place in spots(ends_of(self.g, mover(t).routes) & ~posts_of_others(t)):
            mask |= self.g.paths_at[place]
        return mask & ~t.taken
