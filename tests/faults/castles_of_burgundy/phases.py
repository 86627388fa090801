"""Mistakes in the phases: what is cleared away, what stays, and what is laid out anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import compress
from typing import ClassVar

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import arithmetic, kit, rounds
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.kit import BLACK, ROUND_SPACES, Kit
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.rounds import (
    begin_phase,
    begin_round,
    draw,
    draws,
    end_round,
    end_turn,
    in_stack,
    next_draw,
)
from rulecheck.reference_engines.castles_of_burgundy.table import TURN, Counts, Filling, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.castles_of_burgundy.board import load_depots
from rulecheck.spec.rules import Rules
from tests.faults.castles_of_burgundy.common import Wrong
from tests.faults.planting import instead, swapping

NO_TILES = ((),) * 6


@breaks("phase.number", "round.order")
@Wrong.instead(rounds.end_turn)
def EachTurnCountsAsARound(g: Kit, t: Table, events: Events) -> Table:
    """A phase ends after five turns, as each turn counts as a round."""
    if t.round + 1 == g.rounds:
        return end_round(g, t, events)
    after = end_turn(g, t, events)
    return changed(after, round=t.round + 1) if after.phase == TURN else after


@breaks("phase.clear")
@Wrong.instead(rounds.begin_phase)
def NothingIsClearedAway(g: Kit, t: Table, letter: int, events: Events) -> Table:
    """At the beginning of a phase the tiles left on the main board stay, and the new ones come to lie beside them."""
    after = begin_phase(g, changed(t, depots=NO_TILES, black=()), letter, events)
    return changed(after, depots=_together(t, after), black=t.black)


@breaks("phase.clear", "phase.black")
@Wrong.instead(rounds.begin_phase)
def TheBlackDepotIsNotCleared(g: Kit, t: Table, letter: int, events: Events) -> Table:
    """At the beginning of a phase only the numbered depots are cleared; tiles left on the black one stay."""
    return changed(begin_phase(g, changed(t, black=()), letter, events), black=t.black)


@breaks("phase.clear", "phase.fill")
@Wrong.instead(rounds.begin_phase)
def OnlyTheBlackDepotIsCleared(g: Kit, t: Table, letter: int, events: Events) -> Table:
    """At the beginning of a phase only the black depot is cleared; tiles left on the numbered ones stay."""
    after = begin_phase(g, changed(t, depots=NO_TILES), letter, events)
    return changed(after, depots=_together(t, after))


@breaks("phase.clear")
@Wrong.instead(rounds.begin_phase)
def ClearedTilesGoBackToTheStacks(g: Kit, t: Table, letter: int, events: Events) -> Table:
    """Tiles that are cleared away at the beginning of a phase go back to the stacks and can be drawn again."""
    stack, black = Counter(sum(t.depots, ())), Counter(t.black)
    back = tuple(count + stack[kind] for kind, count in enumerate(t.stack))
    black_back = tuple(count + black[kind] for kind, count in enumerate(t.black_stack))
    t = changed(t, depots=NO_TILES, black=(), stack=back, black_stack=black_back)
    return begin_phase(g, t, letter, events)


@breaks("phase.clear", "phase.fill")
class OnlyEmptySpacesAreFilled(Wrong):
    """At the beginning of a phase tiles left on the numbered depots stay, and only the empty spaces are filled."""

    @instead(rounds.begin_phase)
    def begin_phase(self, g: Kit, t: Table, letter: int, events: Events) -> Table:
        after = begin_phase(g, changed(t, depots=NO_TILES), letter, events)
        left, new = t.depots, [list(tiles) for tiles in g.laid[letter]]
        stack = after.stack
        for old, laid in zip(left, new, strict=True):
            for kind in old:
                if kind in laid:
                    laid.remove(kind)
                    stack = plus(stack, kind, 1)
        depots = tuple(tuple(sorted((*old, *laid))) for old, laid in zip(left, new, strict=True))
        return self.next_draw(g, changed(after, depots=depots, stack=stack), 0)

    @instead(rounds.next_draw)
    def next_draw(self, g: Kit, t: Table, step: int) -> Table:
        steps = g.to_fill[t.letter]
        while step < len(steps) and steps[step][0] < BLACK:
            depot, colour = steps[step]
            lying = sum(g.colour[kind] == colour for kind in t.depots[depot])
            if lying <= steps[:step].count(steps[step]) and any(in_stack(g, t, steps[step])):
                break
            step += 1
        return next_draw(g, t, step)


@breaks("phase.same-tiles", "phase.clear")
@Wrong.instead(rounds.begin_phase)
def AlikeTilesStayBesideNewOnes(g: Kit, t: Table, letter: int, events: Events) -> Table:
    """Ships, mines and castles that are left on a depot stay there, and new ones are laid beside them."""
    others = tuple(tuple(kind for kind in tiles if kind not in g.alike) for tiles in t.depots)
    alike = changed(t, depots=tuple(tuple(kind for kind in tiles if kind in g.alike) for tiles in t.depots))
    after = begin_phase(g, changed(t, depots=others), letter, events)
    return changed(after, depots=_together(alike, after))


@breaks("phase.goods-stay")
@Wrong.instead(rounds.begin_phase)
def GoodsOfTheDepotsAreClearedAway(g: Kit, t: Table, letter: int, events: Events) -> Table:
    """At the beginning of a phase the goods left on the depots leave the game as the tiles do."""
    box = t.goods_box
    for good in sum(t.goods, ()):
        box = plus(box, good, 1)
    return begin_phase(g, changed(t, goods=NO_TILES, goods_box=box), letter, events)


@breaks("phase.goods-stay")
@Wrong.instead(rounds.begin_phase)
def GoodsOfTheDepotsGoBackToTheStock(g: Kit, t: Table, letter: int, events: Events) -> Table:
    """At the beginning of a phase the goods left on the depots go back to the stock of goods."""
    stock = t.goods_stack
    for good in sum(t.goods, ()):
        stock = plus(stock, good, 1)
    return begin_phase(g, changed(t, goods=NO_TILES, goods_stack=stock), letter, events)


def _together(t: Table, after: Table) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted((*old, *new))) for old, new in zip(t.depots, after.depots, strict=True))


class _OtherSpaces(Wrong):
    row: ClassVar[int] = 0
    """How many more players, or fewer, the spaces are for than there are."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        g, right = self.g, self.g.to_fill
        row = max(0, min(2, g.players - 2 + self.row))
        limited, g.limited, g.fill_two = g.limited, False, True
        with swapping([(kit, "load_depots", lambda table, path: (load_depots(table, path)[row],))]):
            g._plan_phases(rules)
        g.limited, g.fill_two = limited, False
        self.drawn = tuple(tuple(step for step in steps if step[0] < BLACK) for steps in g.to_fill)
        g.to_fill = right


@breaks("phase.fill")
class AllSpacesAreFilled(_OtherSpaces):
    """All spaces of the depots are filled, however few players there are."""

    row = 2

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.to_fill = tuple(
            (*steps, *(Counter(more) - Counter(steps)).elements())
            for steps, more in zip(self.g.to_fill, self.drawn, strict=True)
        )

    @instead(rounds.draw)
    def draw_more(self, g: Kit, t: Table, move: m.Draw) -> Table:
        after = draw(g, t, move)
        return next_draw(g, after, after.phase.step) if isinstance(after.phase, Filling) else after


@breaks("phase.fill")
class SpacesOfOnePlayerFewer(_OtherSpaces):
    """Three players use only the spaces for two, and four only those for three."""

    row = -1

    @instead(rounds.next_draw)
    def next_draw(self, g: Kit, t: Table, step: int) -> Table:
        after = next_draw(g, t, step)
        if isinstance(after.phase, Filling):
            steps, at = g.to_fill[t.letter], after.phase.step
            if steps[at][0] < BLACK and steps[:at].count(steps[at]) >= self.drawn[t.letter].count(steps[at]):
                return self.next_draw(g, t, at + 1)
        return after


@breaks("phase.fill", "setup.stacks")
class AnyTileComesToASpace(Wrong):
    """The tiles for the depots are drawn from one stack, whatever the colour of the space."""

    @instead(rounds.in_stack)
    def in_stack(self, g: Kit, t: Table, step: tuple[int, int]) -> Counts:
        return t.stack if step[0] < BLACK else in_stack(g, t, step)

    @instead(rounds.draws)
    def draws(self, g: Kit, t: Table) -> Sequence[m.Move]:
        assert isinstance(t.phase, Filling)
        if g.to_fill[t.letter][t.phase.step][0] < BLACK:
            return tuple(compress(g.draw_tile, t.stack))
        return draws(g, t)


@breaks("phase.three-players")
@Wrong.instead(arithmetic.mine_instead)
def MinesComeInTheOddPhases(players: int, phase: int, exception: bool) -> bool:
    """With three players depot 6 has a mine in phases A, C and E and a castle in B and D."""
    return players == 3 and phase % 2 == 0


@breaks("phase.three-players")
@Wrong.instead(arithmetic.mine_instead)
def DepotSixAlwaysHasAMine(players: int, phase: int, exception: bool) -> bool:
    """With three players depot 6 has a mine instead of a castle in every phase."""
    return players == 3


@breaks("phase.three-players", "phase.fill")
@Wrong.with_kit
def AllCastlesAreMinesInPhasesBAndD(g: Kit) -> None:
    """With three players all dark green spaces of the depots have mines in phases B and D, not only that of depot 6."""
    if g.players == 3:
        mine = {g.castle: g.mine}
        g.laid = tuple(
            tuple(tuple(sorted(mine.get(kind, kind) for kind in tiles)) for tiles in depots) if k % 2 else depots
            for k, depots in enumerate(g.laid)
        )


@breaks("phase.black", "setup.stacks", "box.black-backs")
class TheBlackDepotIsFilledFromTheColouredStacks(Wrong):
    """The tiles for the black depot are drawn from all the coloured tiles."""

    @instead(rounds.in_stack)
    def in_stack(self, g: Kit, t: Table, step: tuple[int, int]) -> Counts:
        return t.stack if step[0] == BLACK else in_stack(g, t, step)

    @instead(rounds.draws)
    def draws(self, g: Kit, t: Table) -> Sequence[m.Move]:
        return draws(g, changed(t, black_stack=t.stack))

    @instead(rounds.draw)
    def draw_tile(self, g: Kit, t: Table, move: m.Draw) -> Table:
        assert isinstance(t.phase, Filling)
        if g.to_fill[t.letter][t.phase.step][0] != BLACK:
            return draw(g, t, move)
        after = draw(g, changed(t, black_stack=t.stack), move)
        return changed(after, stack=after.black_stack, black_stack=t.black_stack)


@breaks("phase.black", "phase.fill")
class TheBlackDepotIsFilledOnlyOnce(Wrong):
    """The black depot is filled in the first phase only."""

    @instead(rounds.next_draw)
    def next_draw(self, g: Kit, t: Table, step: int) -> Table:
        steps = g.to_fill[t.letter]
        while t.letter and step < len(steps) and steps[step][0] == BLACK:
            step += 1
        after = next_draw(g, t, step)
        if t.letter and isinstance(after.phase, Filling) and steps[after.phase.step][0] == BLACK:
            return self.next_draw(g, t, after.phase.step)
        return after


@breaks("phase.black")
class AsManyBlackTilesAsForFour(Wrong):
    """The black depot receives as many tiles as with four players, however many play."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if not len(state.black) < len(after.black) < 8 or not isinstance(after.phase, Filling):
            return after
        goes_on = self.g.to_fill[after.letter][after.phase.step][0] == BLACK
        return after if goes_on else changed(after, phase=state.phase)


@breaks("phase.goods", "round.white")
class TheLastGoodDrawnLiesUppermost(Wrong):
    """Of the goods on the round spaces the one laid out last is the first to be taken."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if isinstance(state.phase, Filling) and len(after.offered) > len(state.offered):
            return changed(after, offered=(after.offered[-1], *state.offered))
        return after


@breaks("phase.goods")
@Wrong.instead(rounds.next_draw)
def GoodsAreLaidOutOnlyOnce(g: Kit, t: Table, step: int) -> Table:
    """Goods are laid on the round spaces in the first phase only."""
    after = next_draw(g, t, step)
    if t.letter and isinstance(after.phase, Filling) and g.to_fill[t.letter][after.phase.step][0] == ROUND_SPACES:
        return begin_round(g, t, t.events)
    return after


@breaks("phase.goods", "round.left")
@Wrong.instead(rounds.draw)
def GoodsLaidOutOneByOne(g: Kit, t: Table, move: m.Draw) -> Table:
    """Only one good is laid on the round spaces in each phase, so that the other rounds have none."""
    after = draw(g, t, move)
    return begin_round(g, after, after.events) if len(after.offered) > len(t.offered) else after
