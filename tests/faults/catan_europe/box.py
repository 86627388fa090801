"""Mistakes in what the box and the board hold."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe import production
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.pieces import by_number
from rulecheck.reference_engines.catan_europe.production import produce
from rulecheck.reference_engines.catan_europe.table import FirstRoute, FreeRoute, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.spec.rules import Rules
from tests.faults.catan_europe.common import Wrong


@breaks("box.cards", "setup.cards")
@Wrong.with_kit
def OneCardOfEachKind(g: Kit) -> None:
    """The stock holds one development card of each kind."""
    g.deck = (1,) * len(g.cards)


@breaks("box.coins", "setup.gold")
class CoinsCountOneEach(Wrong):
    """Every coin of the bank counts as one gold, those of three too."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.gold_total = rules.number("coins.ones") + rules.number("coins.threes")


@breaks("box.tokens", "setup.reserve")
@Wrong.with_kit
def ReserveLacksTheDoubles(g: Kit) -> None:
    """Each number is on one token only, whatever colours carry it too."""
    seen: set[int] = set()
    kept = []
    for values in g.token_values:
        kept.append(tuple(value for value in values if value not in seen))
        seen.update(values)
    g.token_values = tuple(kept)


def _at_coast(g: Kit, path: int) -> bool:
    return sum(g.corner[region] & g.end_mask[path] == g.end_mask[path] for region in range(len(g.corner))) < 2


@breaks("board.path", "route.free-path")
class NoRoutesAlongTheCoast(Wrong):
    """A side that a land region shares with the sea is no path for routes."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        numbers = self.g.path_number
        inland = [x for x in legal if not (isinstance(x, m.Route) and _at_coast(self.g, numbers[x.path]))]
        return legal if isinstance(state.phase, (FirstRoute, FreeRoute)) and not inland else inland


@breaks("board.intersection", "march.step")
class MerchantsStandInlandOnly(Wrong):
    """A merchant ends its move only where three land regions or a city are, not at another point of the coast."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        board = self.g.map

        def open_(move: m.Move) -> bool:
            if not isinstance(move, m.To):
                return True
            place = self.g.place_number[move.place]
            return board.is_city[place] or len(board.regions_at[place]) == 3

        return [move for move in legal if open_(move)]


@breaks("board.disc", "production.each-post")
@Wrong.instead(production.produce)
def TokensDoNotProduce(g: Kit, t: Table, total: int) -> Table:
    """Only printed numbers yield resources, a number token on a circle does not."""
    return changed(produce(g, changed(t, yields=by_number(g.map.printed)), total), yields=t.yields)
