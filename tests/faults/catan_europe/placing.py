"""Mistakes in who begins, and in the posts, routes and caravans of the beginning."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import arithmetic, founding, isolated, setup, turn
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.setup import (
    choose_first,
    first_known,
    first_post,
    roll_for_first,
    without_connection,
)
from rulecheck.reference_engines.catan_europe.table import FirstPost, FirstRoll, FirstRoute, NeutralPost, Table, spots
from rulecheck.reference_engines.contract import changed
from tests.faults.catan_europe.common import Wrong, dealt, seat_with


@breaks("setup.first-player")
class FirstSeatBeginsWithoutDice(Wrong):
    """Nobody rolls for the first turn, the first seat begins."""

    swaps = ((setup.choose_first, lambda g, t, events: (choose_first if g.fixed else first_known)(g, t, events)),)


@breaks("setup.first-player")
@Wrong.instead(setup.roll_for_first)
def LowestRollBegins(g: Kit, t: Table, phase: FirstRoll, move: m.Roll) -> Table:
    """The lowest roll of the dice is first player."""
    results = (*phase.results, (phase.rolling[0], move.low + move.high))
    if len(phase.rolling) > 1:
        return roll_for_first(g, t, phase, move)
    worst = min(total for _, total in results)
    tied = tuple(seat for seat, total in results if total == worst)
    if len(tied) > 1:
        return changed(t, phase=FirstRoll(tied))
    return first_known(g, changed(t, first=tied[0], turn=tied[0]), ())


@breaks("setup.first-player")
class FirstSeatHasTheFirstTurn(Wrong):
    """Who rolled highest is first in the beginning only, the first turn of the game is the first seat's."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        begun = isinstance(state.phase, FirstRoute) and after.phase == turn.DICE
        return changed(after, turn=0) if begun else after


@breaks("setup.first-player")
class RollsGoCounterClockwise(Wrong):
    """After the eldest the others roll for the first turn counter-clockwise."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        begun = isinstance(after.phase, FirstRoll) and not isinstance(state.phase, FirstRoll)
        return changed(after, phase=FirstRoll((0, *reversed(range(1, self.g.players))))) if begun else after


class _Ties(Wrong):
    def broken(self, tied: FirstRoll, after: Table) -> Table:
        """The table after a tie."""
        return after

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(state.phase, FirstRoll) or not isinstance(after.phase, FirstRoll):
            return after
        return after if len(state.phase.rolling) > 1 else self.broken(after.phase, after)


@breaks("setup.first-player-tie")
class FirstOfTheTiedBegins(_Ties):
    """Of those who tie for the largest roll the one who rolled first begins."""

    def broken(self, tied: FirstRoll, after: Table) -> Table:
        first = tied.rolling[0]
        return first_known(self.g, changed(after, first=first, turn=first), ())


@breaks("setup.first-player-tie")
class AllRollAgain(_Ties):
    """On a tie for the largest roll all players roll again."""

    def broken(self, tied: FirstRoll, after: Table) -> Table:
        return changed(after, phase=FirstRoll(tuple(range(self.g.players))))


@breaks("setup.purple-only", "setup.neutral-posts")
class NeutralPostsInAnyCity(Wrong):
    """Neutral posts may stand in brown cities too, only those of the players need purple ones."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, NeutralPost):
            return legal
        return [self.g.neutral_post[city] for city in spots(self.g.cities & ~state.occupied)]


@breaks("setup.free-city-only")
class PostsShareACity(Wrong):
    """In the beginning a post may be placed in a city where another one stands."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, FirstPost):
            return legal
        return [self.g.post[city] for city in spots(self.g.purple & ~state.seats[state.turn].posts)]


@breaks("setup.post-order")
class AllPostsClockwise(Wrong):
    """All three rounds of posts go clockwise from the first player."""

    swaps = ((arithmetic.places_post, lambda k, players, first: (first + k) % players),)


@breaks("setup.post-order")
class ThirdPostsCounterClockwise(Wrong):
    """The third posts are placed counter-clockwise, like the second ones."""

    swaps = (
        (arithmetic.places_post, lambda k, players, first: (first + (k if k < players else players - 1 - k)) % players),
    )


def _giving(laps: frozenset[int]) -> Callable[[Kit, Table, FirstPost, m.Post], Table]:
    """Placing a post which brings resources in some rounds of posts."""

    def place_post(g: Kit, t: Table, phase: FirstPost, move: m.Post) -> Table:
        place = g.place_number[move.city]
        seat = t.turn
        t = first_post(g, t, seat, place)
        if phase.k // g.players in laps:
            t, _ = setup.third_post(g, t, seat, place, ())
        return founding.settle(g, t, place, FirstPost(phase.k + 1), (), first=True)

    return place_post


@breaks("setup.third-post-resources")
class EveryFirstPostGives(Wrong):
    """Each of the three posts of the beginning brings a resource from each region next to it."""

    swaps = ((setup.place_post, _giving(frozenset({0, 1, 2}))),)


@breaks("setup.third-post-resources")
@Wrong.instead(setup.third_post)
def OneFirstResourcePerKind(
    g: Kit, t: Table, seat: int, place: int, events: tuple[str, ...]
) -> tuple[Table, tuple[str, ...]]:
    """Two regions of one kind next to the last post bring one resource together."""
    for kind in {g.map.resource[region] for region in g.map.regions_at[place]}:
        t = dealt(t, seat, kind, 1)
    return t, events


@breaks("setup.neutral-posts", "setup.variable")
@Wrong.with_kit
def NoNeutralPostsAreChosen(g: Kit) -> None:
    """With chosen positions three players place no neutral posts."""
    if not g.fixed:
        g.neutral_posts = 0


@breaks("setup.neutral-posts", "setup.variable")
@Wrong.with_kit
def OneNeutralPostForAll(g: Kit) -> None:
    """Only the player who placed a post last places a neutral post, the others place none."""
    if not g.fixed:
        g.neutral_posts = min(1, g.neutral_posts)


class _Order(Wrong):
    """Other players are asked for what is placed after the posts."""

    phase: type[NeutralPost] | type[FirstRoute] = FirstRoute

    def seat(self, k: int) -> int:
        """How many seats after the first player the k-th one sits."""
        return k

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(after.phase, self.phase) or after.phase == state.phase:
            return after
        asked = changed(after, turn=(after.first + self.seat(after.phase.k)) % self.g.players)
        stuck = isinstance(after.phase, FirstRoute) and not without_connection(self.g, asked)
        return after if stuck else asked


@breaks("setup.neutral-posts")
class NeutralPostsClockwise(_Order):
    """The neutral posts are placed clockwise from the first player."""

    phase = NeutralPost


@breaks("setup.start-route")
class FirstRoutesClockwise(_Order):
    """The routes of the beginning are placed clockwise from the first player."""


@breaks("setup.start-route")
class FirstRouteAtAnyPost(Wrong):
    """The route of the beginning may lie at any player's post."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, FirstRoute):
            return legal
        sites = 0
        for seat in state.seats:
            sites |= seat.at_posts
        free = spots(sites & ~state.taken & self.g.usable)
        return [self.g.route[path] for path in free if not isolated.joins_cities(self.g, state, path)]


@breaks("setup.start-caravan", "setup.variable")
class NoFirstCaravan(Wrong):
    """With chosen positions no caravan is placed beside the route of the beginning."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        if not isinstance(state.phase, FirstRoute):
            return after
        return seat_with(after, state.turn, caravans=state.seats[state.turn].caravans)


@breaks("setup.no-connection")
class FirstRoutesMayConnect(Wrong):
    """A route of the beginning may connect an isolated city."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        if not isinstance(state.phase, FirstRoute):
            return legal
        free = state.seats[state.turn].at_posts & ~state.taken & self.g.usable
        return [self.g.route[path] for path in spots(free)]
