"""Mistakes with completed regions and colours."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import arithmetic, placing
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.kit import CASTLE, MINE, Kit
from rulecheck.reference_engines.castles_of_burgundy.placing import colours, laid, regions
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.table import Seat, Table
from rulecheck.reference_engines.contract import changed
from tests.faults.castles_of_burgundy.common import Wrong
from tests.faults.planting import instead

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


@breaks("region.complete", "region.phase")
@Wrong.instead(arithmetic.region_points)
def RegionsScoreForTheirSizeOnly(for_size: int, for_phase: int) -> int:
    """A complete region brings points for its size, but none for the phase."""
    return for_size


@breaks("region.complete", "region.size")
@Wrong.instead(arithmetic.region_points)
def RegionsScoreForThePhaseOnly(for_size: int, for_phase: int) -> int:
    """A complete region brings points for the phase, but none for its size."""
    return for_phase


@breaks("region.complete", "mine.nothing")
@Wrong.instead(placing.regions)
def CastlesAndMinesFormNoRegions(g: Kit, board: int, space: int, filled: int, letter: int) -> int:
    """Complete regions of castles or mines bring no points."""
    points = regions(g, board, space, filled, letter)
    return NOTHING if points and g.grounds[board].colour[space] in (CASTLE, MINE) else points


@breaks("region.complete", "estate.regions")
@Wrong.instead(placing.regions)
def ARegionIsAllOfItsColour(g: Kit, board: int, space: int, filled: int, letter: int) -> int:
    """A region scores only when all spaces of its colour in the whole estate are covered."""
    ground = g.grounds[board]
    is_full = not ground.spaces[ground.colour[space]] & ~filled
    return regions(g, board, space, filled, letter) if is_full else 0


@breaks("region.size")
@Wrong.with_kit
def SizeIsOnePointForEachSpace(g: Kit) -> None:
    """A complete region brings one point for each of its spaces."""
    g.size_points = tuple(range(1, len(g.size_points) + 1))


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


@breaks("region.size")
@Wrong.with_kit
def SizeIsReadOneLineTooHigh(g: Kit) -> None:
    """A complete region brings the points of a region with one space more, the largest those of the largest."""
    g.size_points = (*g.size_points[1:], g.size_points[-1])


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
@Wrong.with_kit
def PhasePointsAreThoseOfTheNextPhase(g: Kit) -> None:
    """A complete region brings the points of the phase after this one, and in the last phase none."""
    g.phase_points = (*g.phase_points[1:], 0)


@breaks("region.phase")
@Wrong.instead(placing.regions)
def PhasePointsForEachSpace(g: Kit, board: int, space: int, filled: int, letter: int) -> int:
    """A complete region brings the points of the phase for each of its spaces."""
    points = regions(g, board, space, filled, letter)
    more = g.grounds[board].region[space].bit_count() - 1
    return points + more * g.phase_points[letter] if points else 0


@breaks("region.phase", "region.complete")
@Wrong.instead(placing.regions)
def PhasePointsOnlyForALargerRegion(g: Kit, board: int, space: int, filled: int, letter: int) -> int:
    """Only regions of more than one space bring the points of the phase."""
    points = regions(g, board, space, filled, letter)
    is_single = g.grounds[board].region[space].bit_count() == 1
    return points - g.phase_points[letter] if points and is_single else points


# ---- colours

Bonus = tuple[int, int, int, Events]


@breaks("colour.first", "colour.second")
@Wrong.instead(placing.colours)
def CompleteColoursBringNothing(g: Kit, colour: int, large: int, small: int) -> Bonus:
    """Whoever covers all spaces of a colour receives no bonus tile and no points for it."""
    return 0, 0, 0, ()


@breaks("colour.first")
@Wrong.instead(placing.colours)
def TheLargeBonusBringsNoPoints(g: Kit, colour: int, large: int, small: int) -> Bonus:
    """The first player to cover a colour receives the large bonus tile, but no points."""
    points, first, second, events = colours(g, colour, large, small)
    return 0 if first else points, first, second, events


@breaks("colour.first", "colour.second")
class TheLargeBonusIsForEveryone(Wrong):
    """Everyone who covers a colour receives the points of the large bonus tile, which stays on the board."""

    @instead(placing.colours)
    def colours(self, g: Kit, colour: int, large: int, small: int) -> Bonus:
        return g.large_bonus, 1 << colour, 0, ()

    def apply(self, state: Table, move: m.Move) -> Table:
        return changed(super().apply(state, move), large=state.large)


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


@breaks("colour.first", "colour.second", "estate.regions")
@Wrong.instead(placing.laid)
def EachRegionBringsABonusTile(
    g: Kit, seat: Seat, kind: int, space: int, letter: int, large: int, small: int, events: Events
) -> tuple[Seat, Events]:
    """The first players to complete any region of a colour receive its bonus tiles."""
    new, events = laid(g, seat, kind, space, letter, large, small, events)
    ground = g.grounds[seat.board]
    colour = ground.colour[space]
    has_it = (seat.large | seat.small | new.large | new.small) >> colour & 1
    if has_it or ground.region[space] & ~new.filled:
        return new, events
    points, first, second, _ = colours(g, colour, large, small)
    return changed(new, points=new.points + points, large=new.large | first, small=new.small | second), events


@breaks("colour.second")
@Wrong.instead(arithmetic.bonus_points)
def TheSecondBonusIsAsLarge(large_there: bool, small_there: bool, large: int, small: int) -> int:
    """The second player to cover a colour receives as many points as the first one."""
    return large if large_there or small_there else 0


@breaks("colour.second")
@Wrong.instead(placing.colours)
def TheSecondToCoverAColourReceivesNothing(g: Kit, colour: int, large: int, small: int) -> Bonus:
    """Only the first player to cover a colour receives anything."""
    points, first, second, events = colours(g, colour, large, small)
    return (points, first, second, events) if first else (0, 0, 0, ())


@breaks("colour.later", "colour.second")
@Wrong.instead(arithmetic.bonus_points)
def EveryoneLaterReceivesTheSmallBonus(large_there: bool, small_there: bool, large: int, small: int) -> int:
    """Everyone who covers a colour after the first player receives the points of the small bonus tile."""
    return large if large_there else small


@breaks("score.tile")
class TheScoreBeginsAgainAtAHundred(Wrong):
    """At 100 points a player's score begins again at 0, and the hundred is forgotten."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        return changed(after, seats=tuple(changed(seat, points=seat.points % 100) for seat in after.seats))
