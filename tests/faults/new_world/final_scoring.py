"""Mistakes in the final scoring, and in who wins."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import Outcome, changed
from rulecheck.reference_engines.new_world import surveyors
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.surveyors import is_trapper
from rulecheck.reference_engines.new_world.table import STEPS, Counts, Feature, Table
from rulecheck.spec.new_world.tiles import TOWN, TRAIL
from tests.faults.new_world.common import Events, Wrong


class _Unfinished(Wrong):
    """Unfinished trails or towns bring something else."""

    kind: ClassVar[int] = TRAIL

    def more(self, g: Kit, feature: Feature) -> int:
        """How much more they bring."""
        return 0

    def unfinished_points(self, g: Kit, feature: Feature, events: Events) -> tuple[int, Events]:
        points, events = super().unfinished_points(g, feature, events)
        return points + (self.more(g, feature) if feature.kind == self.kind else 0), events


@breaks("final.posts")
class OnePostCountsAtTheEnd(_Unfinished):
    """Of several trading posts on an unfinished trail only one brings points."""

    def more(self, g: Kit, feature: Feature) -> int:
        return -max(0, feature.marks - 1) * g.final_post


@breaks("final.posts", "final.trails")
class APostTakesThePlaceOfItsTileAtTheEnd(_Unfinished):
    """In the final scoring a tile with a trading post brings the points of the post instead of its own."""

    def more(self, g: Kit, feature: Feature) -> int:
        return -feature.marks * g.final_trail_tile


@breaks("final.flags")
class OneFlagCountsAtTheEnd(_Unfinished):
    """Of several flags in an unfinished town only one brings a point."""

    kind = TOWN

    def more(self, g: Kit, feature: Feature) -> int:
        return -max(0, feature.marks - 1) * g.final_flag


class _Winners(Wrong):
    """Somebody else has the points in the final scoring, of trails and towns or of plains."""

    plains: ClassVar[bool] = False

    def winners(self, counts: Counter[int], most: list[int]) -> list[int]:
        """Who has the points; a player who is named twice has them twice."""
        return most

    def final_majority(self, settlers: Counts, events: Events) -> tuple[list[int], Events]:
        most, events = super().final_majority(settlers, events)
        if is_trapper(settlers[0]) != self.plains:
            return most, events
        return self.winners(Counter([settler & 7 for settler in settlers]), most), events


class _Plains(_Winners):
    """Somebody else has the points of a plain."""

    plains = True


@breaks("final.majority", "majority.tie")
class TiedPlayersHaveNothingAtTheEnd(_Winners):
    """If players are tied for the most settlers on an unfinished trail or town, nobody has its points."""

    def winners(self, counts: Counter[int], most: list[int]) -> list[int]:
        return most if len(most) == 1 else []


@breaks("final.majority", "final.trails", "final.towns")
class EachSettlerBringsThePointsAtTheEnd(_Winners):
    """Whoever has the most settlers on an unfinished trail or town has its points once for each of them."""

    def winners(self, counts: Counter[int], most: list[int]) -> list[int]:
        return [seat for seat in most for _ in range(counts[seat])]


@breaks("final.farms")
class UnfinishedFarmsCountFourSides(Wrong):
    """An unfinished farm brings a point for the tiles at its four sides only, not for those at its corners."""

    def final_farm_points(self, g: Kit, t: Table, cell: int, events: Events) -> tuple[int, Events]:
        filled = sum(cell + step in t.land.grid for step in STEPS)
        return g.final_farm + filled * g.final_farm_tile, events


@breaks("final.farms", "farm.points")
class UnfinishedFarmsBringAll(Wrong):
    """An unfinished farm brings as much as a completed one."""

    def final_farm_points(self, g: Kit, t: Table, cell: int, events: Events) -> tuple[int, Events]:
        return g.farm_points, events


@breaks("final.plains")
class EveryTrapperBringsThePlain(_Plains):
    """The player with the most trappers on a plain has a point for each animal from each of these trappers."""

    def winners(self, counts: Counter[int], most: list[int]) -> list[int]:
        return [seat for seat in most for _ in range(counts[seat])]


@breaks("final.plains")
class EveryoneOnAPlainHasThePoints(_Plains):
    """Everyone who has a trapper on a plain has its points, also with fewer than others."""

    def winners(self, counts: Counter[int], most: list[int]) -> list[int]:
        return sorted(counts)


@breaks("final.plains")
class TiedTrappersHaveNothing(_Plains):
    """If players are tied for the most trappers on a plain, nobody has its points."""

    def winners(self, counts: Counter[int], most: list[int]) -> list[int]:
        return most if len(most) == 1 else []


@breaks("final.plains")
class TiedTrappersShareThePoints(Wrong):
    """Players who are tied for the most trappers on a plain share its points, rounded down."""

    def final_score(self, g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
        features = list(t.land.features)
        for number, settlers in t.on.items():
            if number >= 0 and is_trapper(settlers[0]):
                winners, _ = self.final_majority(settlers, ())
                features[number] = features[number]._replace(marks=features[number].marks // len(winners))
        after, events = super().final_score(g, changed(t, land=t.land._replace(features=features)), events)
        return changed(after, land=t.land), events


@breaks("final.tip", "home.return")
class StandingSettlersGoHomeAtTheEnd(Wrong):
    """In the final scoring all settlers on trails, in towns and on farms go back to the supplies."""

    def final_score(self, g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
        t, events = super().final_score(g, t, events)
        return surveyors.send_home(t, [settler for settler in t.settlers if not is_trapper(settler)]), events


# ---- who wins


class _Judged(Wrong):
    """Somebody else wins."""

    def judged(self, t: Table, best: list[int]) -> list[int]:
        """Who wins, of the players with the most points."""
        return best

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        winners = self.judged(state, [self.seats.index(name) for name in outcome.winners])
        return Outcome(tuple(self.seats[seat] for seat in winners), outcome.clause, outcome.scores)


@breaks("win.most", "end.last-tile")
class WhoseTurnIsLastWins(_Judged):
    """The player whose turn it was last wins, whoever has the most points."""

    def judged(self, t: Table, best: list[int]) -> list[int]:
        return [t.turn]


@breaks("win.shared")
class TheLastSeatWinsTies(_Judged):
    """Of players who are tied for the most points the last one by seat wins alone."""

    def judged(self, t: Table, best: list[int]) -> list[int]:
        return best[-1:]


@breaks("win.shared")
class SettlersInTheSupplyBreakTies(_Judged):
    """Of players who are tied for the most points those win who have more settlers left in their supply."""

    def judged(self, t: Table, best: list[int]) -> list[int]:
        most = max(t.supply[seat] for seat in best)
        return [seat for seat in best if t.supply[seat] == most]
