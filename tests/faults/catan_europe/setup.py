"""Mistakes in laying out the board, the supplies and everyone's pieces."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import founding, setup
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.founding import found
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.pieces import put_post
from rulecheck.reference_engines.catan_europe.setup import after_circles, choose_first
from rulecheck.reference_engines.catan_europe.table import CardDraw, FirstRoll, Phase, RobberStart, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.spec.rules import Rules
from tests.faults.catan_europe.common import Wrong, dealt, seat_with


@breaks("setup.board", "setup.variable")
@Wrong.with_kit
def PrintedPositionsAreKept(g: Kit) -> None:
    """The short board is set up with its printed positions in every game, also where positions are to be chosen."""
    printed = {start.seat: start for start in g.map.starts}
    if not g.fixed and all(seat in printed for seat in g.seats):
        g.fixed = True
        g.starts = tuple(printed[seat] for seat in g.seats)
        g.spare_starts = tuple(start for seat, start in printed.items() if seat not in g.seats)


@breaks("setup.dashed-tokens", "setup.reserve", "board.disc")
@Wrong.with_kit
def AllCirclesGetTokens(g: Kit) -> None:
    """Every circle gets a number token at the start, not only the dashed ones, as long as its colour lasts."""
    g.dashed += tuple(region for region, disc in enumerate(g.map.disc) if disc == "open")


@breaks("setup.reserve", "token.place")
class ReserveGoesBackToTheBox(Wrong):
    """The number tokens that are not laid at the start go back to the box."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        empty = tuple(() for _ in after.reserve)
        return changed(after, reserve=empty) if isinstance(state.phase, RobberStart) else after


@breaks("setup.cards", "card.draw")
class CardsAreNotShuffled(Wrong):
    """The stock of development cards is not shuffled, all cards of one kind come before the next."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        return legal[:1] if isinstance(state.phase, CardDraw) else legal


@breaks("setup.robber")
class RobberStartsAnywhere(Wrong):
    """The robber may start on any land region, with a number or without."""

    swaps = ((setup.robber_starts, lambda g, t: list(range(len(t.numbers)))),)


@breaks("setup.robber")
@Wrong.instead(setup.after_circles)
def RobberStartsBesideTheBoard(g: Kit, t: Table, circle: int, events: tuple[str, ...]) -> Table:
    """The robber stands beside the board until the first seven."""
    after = after_circles(g, t, circle, events)
    return choose_first(g, after, events) if isinstance(after.phase, RobberStart) else after


class _Depot(Wrong):
    """Posts and goods are counted by other numbers."""

    def read(self, posts: int, goods: int, covered: int) -> None:
        self.g.posts_total, self.g.goods_total, self.g.covered = posts, goods, covered
        self.g.initial = posts - covered


@breaks("setup.posts-short")
class OtherColumnInTheShortGame(_Depot):
    """In the short game posts and goods are read from the table for the other number of players."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        if self.g.board == "short":
            self.read(*((7, 5, 4) if self.g.players == 3 else (8, 6, 5)))


@breaks("setup.posts-full")
class OtherColumnInTheFullGame(_Depot):
    """In the full game posts and goods are read from the table for the other number of players."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        if self.g.board == "full":
            self.read(*((10, 8, 7) if self.g.players == 3 else (12, 10, 9)))


@breaks("setup.posts-short", "setup.posts-full", "post.frees-good")
@Wrong.instead(setup.first_post)
def FirstPostsFreeGoods(g: Kit, t: Table, seat: int, place: int) -> Table:
    """The posts of the beginning come from the depot too, and each of them frees a good."""
    owner = t.seats[seat]
    t = seat_with(t, seat, in_hand=owner.in_hand - 1, depot=owner.depot - 1, goods=owner.goods + 1)
    return put_post(g, t, seat, place)


def _frees_nothing(g: Kit, t: Table, place: int, after: Phase, events: tuple[str, ...]) -> Table:
    return found(g, seat_with(t, t.turn, goods=t.seats[t.turn].goods - 1), place, after, events)


@breaks("board.depot", "setup.posts-short", "setup.posts-full", "delivery.free-good")
class AllGoodsAreFree(Wrong):
    """All goods of the depot are free from the start, no posts cover them."""

    swaps = ((founding.found, _frees_nothing),)

    def start(self) -> Table:
        begun = super().start()
        for k in range(self.g.players):
            begun = seat_with(begun, k, goods=self.g.goods_total)
        return begun


@breaks("setup.fixed", "setup.variable")
@Wrong.with_kit
def PositionsAreAlwaysChosen(g: Kit) -> None:
    """Positions are chosen by the players in every game, also where the printed ones are to be used."""
    g.fixed = False


class _Printed(Wrong):
    """What is wrong once the printed pieces are set."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        return self.reset(after) if self.g.fixed and isinstance(state.phase, RobberStart) else after

    def reset(self, t: Table) -> Table:
        """The table with other pieces than the printed ones."""
        return t


def _emptied(t: Table) -> Table:
    for k, seat in enumerate(t.seats):
        for kind, count in enumerate(seat.hand):
            t = dealt(t, k, kind, -count)
    return t


@breaks("setup.fixed-resources")
class NoPrintedResources(_Printed):
    """With printed positions nobody starts with resources."""

    def reset(self, t: Table) -> Table:
        return _emptied(t)


@breaks("setup.fixed-first", "setup.first-player")
@Wrong.instead(setup.choose_first)
def DiceDecideWithPrintedPositions(g: Kit, t: Table, events: tuple[str, ...]) -> Table:
    """With printed positions too the highest roll of the dice begins, and not red."""
    return changed(t, phase=FirstRoll(tuple(range(g.players))), events=events)


@breaks("setup.fixed-neutral", "delivery.neutral")
class NoPrintedNeutralPosts(_Printed):
    """With printed positions and three players the posts of the unused colour are left out."""

    def reset(self, t: Table) -> Table:
        return changed(t, neutral=0, neutral_left=0, occupied=t.occupied & ~t.neutral)
