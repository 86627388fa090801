"""Mistakes with completed regions and colours."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy import placing
from rulecheck.reference_engines.castles_of_burgundy.kit import CASTLE, MINE, Kit
from rulecheck.reference_engines.castles_of_burgundy.placing import regions
from rulecheck.reference_engines.castles_of_burgundy.table import Table
from rulecheck.reference_engines.contract import changed
from tests.faults.castles_of_burgundy.common import Wrong

# ---- regions


class _Nothing(int):
    """No points for a region that is complete all the same: its colour may be, too."""

    def __bool__(self) -> bool:
        return True


NOTHING = _Nothing(0)


@breaks("region.complete", "region.size")
@Wrong.instead(placing.regions)
def RegionsOfOneSpaceDoNotScore(g: Kit, board: int, space: int, filled: int, letter: int) -> int:
    """A region of a single space brings nothing when it is covered."""
    is_single = g.grounds[board].region[space].bit_count() == 1
    return NOTHING if is_single else regions(g, board, space, filled, letter)


@breaks("region.complete", "mine.nothing")
@Wrong.instead(placing.regions)
def CastlesAndMinesFormNoRegions(g: Kit, board: int, space: int, filled: int, letter: int) -> int:
    """Complete regions of castles or mines bring no points."""
    points = regions(g, board, space, filled, letter)
    return NOTHING if points and g.grounds[board].colour[space] in (CASTLE, MINE) else points


@breaks("region.size")
@Wrong.with_kit
def SizeIsSquared(g: Kit) -> None:
    """A complete region brings the square of its number of spaces."""
    g.size_points = tuple(n * n for n in range(1, len(g.size_points) + 1))


@breaks("region.size")
@Wrong.with_kit
def SizeIsReadOneLineTooLow(g: Kit) -> None:
    """A complete region brings the points of a region with one space fewer."""
    g.size_points = (0, *g.size_points[:-1])


@breaks("region.phase")
@Wrong.with_kit
def PhasePointsGrow(g: Kit) -> None:
    """The points for the phase are read the wrong way round: fewest in phase A and most in phase E."""
    g.phase_points = g.phase_points[::-1]


@breaks("region.phase")
@Wrong.with_kit
def PhasePointsAreAlwaysThoseOfPhaseA(g: Kit) -> None:
    """A complete region brings the points of phase A in every phase."""
    g.phase_points = (g.phase_points[0],) * len(g.phase_points)


@breaks("region.phase")
@Wrong.instead(placing.regions)
def PhasePointsForEachSpace(g: Kit, board: int, space: int, filled: int, letter: int) -> int:
    """A complete region brings the points of the phase for each of its spaces."""
    points = regions(g, board, space, filled, letter)
    more = g.grounds[board].region[space].bit_count() - 1
    return points + more * g.phase_points[letter] if points else 0


# ---- colours


@breaks("colour.first", "colour.second")
@Wrong.with_kit
def BonusPointsAreThoseOfTwoPlayers(g: Kit) -> None:
    """The bonus tiles bring the points of a game of two, however many play."""
    g.large_bonus, g.small_bonus = 5, 2


@breaks("colour.first", "colour.second")
@Wrong.with_kit
def BonusPointsAreThoseOfFourPlayers(g: Kit) -> None:
    """The bonus tiles bring the points of a game of four, however many play."""
    g.large_bonus, g.small_bonus = 7, 4


@breaks("score.tile")
class TheScoreBeginsAgainAtAHundred(Wrong):
    """At 100 points a player's score begins again at 0, and the hundred is forgotten."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        return changed(after, seats=tuple(changed(seat, points=seat.points % 100) for seat in after.seats))
