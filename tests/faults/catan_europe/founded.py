"""Mistakes in what a founded post brings: the coins of a port, and number tokens."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.catan_europe import founding, turn
from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.founding import number_region, settle
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.pieces import by_number, with_number
from rulecheck.reference_engines.catan_europe.table import DrawingNumber, Phase, PlacingNumber, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.spec.rules import Rules
from tests.faults.catan_europe.common import Wrong


class _Ports(Wrong):
    """Ports show other coins."""

    def coins(self, place: int, shown: int) -> int:
        """What the port of an intersection pays, 0 where there is none."""
        return shown

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.map = evolve(self.g.map, port=tuple(self.coins(*port) for port in enumerate(self.g.map.port)))


@breaks("port.gold")
class AllPortsPayOne(_Ports):
    """Every port pays one gold, whatever coins are shown beside it."""

    def coins(self, place: int, shown: int) -> int:
        return min(1, shown)


@breaks("token.place")
@Wrong.instead(founding.settle)
def NoTokensArePlaced(g: Kit, t: Table, place: int, after: Phase, events: tuple[str, ...], *, first: bool) -> Table:
    """A post that is founded brings no number token to regions without a number."""
    numbered = changed(t, numbers=tuple(number or 1 for number in t.numbers))
    done = settle(g, numbered, place, after, events, first=first)
    return changed(done, numbers=t.numbers)


@breaks("token.place")
class FounderPicksTheLowest(Wrong):
    """Of the reserve's tokens of the colour the lowest number is laid."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        drawn = isinstance(state.phase, DrawingNumber) and isinstance(legal[0], m.Number)
        return legal[:1] if drawn else legal


@breaks("token.colour", "token.from-board")
@Wrong.instead(founding.tokens_on_board)
def AnyTokenOfTheBoardMoves(g: Kit, t: Table, region: int) -> list[int]:
    """A token that is taken from another region may have any colour."""
    return [r for r, n in enumerate(t.numbers) if n and g.map.disc[r] and r != region]


@breaks("token.colour", "token.from-board")
@Wrong.instead(founding.number_region)
def OtherColoursServeToo(g: Kit, t: Table, region: int, after: Phase, events: tuple[str, ...]) -> Table:
    """If the reserve holds no token of the region's colour, one of another colour is laid."""
    colour = g.colour[region]
    others = sorted(range(len(t.reserve)), key=lambda k: (k != colour, k))
    source = next((k for k in others if t.reserve[k]), None)
    if t.reserve[colour] or source is None:
        return number_region(g, t, region, after, events)
    value, *rest = t.reserve[source]
    reserve = (*t.reserve[:source], tuple(rest), *t.reserve[source + 1 :])
    numbers = (*t.numbers[:region], value, *t.numbers[region + 1 :])
    return turn.resume(g, changed(t, reserve=reserve, numbers=numbers, yields=by_number(numbers)), after, events)


def _all_regions(g: Kit, t: Table, regions: tuple[int, ...], after: Phase) -> Table:
    """Each region gets the lowest token of its colour, as long as the reserve has one."""
    for region in regions:
        values = t.reserve[g.colour[region]]
        if values:
            t = with_number(g, t, region, values[0])
    return turn.resume(g, t, after, ())


@breaks("token.one-region")
class AllRegionsGetTokens(Wrong):
    """Every region without a number next to the new post gets a token, the lowest of its colour in the reserve."""

    def mended(self, state: Table, move: m.Move, after: Table) -> Table:
        phase = after.phase
        if not isinstance(phase, PlacingNumber):
            return after
        return _all_regions(self.g, after, phase.regions, phase.after)


@breaks("token.one-region", "token.place")
class TheTokenMayBeDeclined(Wrong):
    """A player may leave all regions next to the new post without a token."""

    def offered(self, state: Table, legal: Sequence[m.Move]) -> Sequence[m.Move]:
        return [*legal, self.g.no_number] if isinstance(state.phase, PlacingNumber) else legal

    def apply(self, state: Table, move: m.Move) -> Table:
        if not isinstance(state.phase, PlacingNumber) or move != self.g.no_number:
            return super().apply(state, move)
        return turn.resume(self.g, state, state.phase.after, ())
