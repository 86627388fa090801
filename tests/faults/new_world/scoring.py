"""Mistakes in scoring: what is scored, for whom, and what happens with the settlers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import scoring
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.moves import Move, NoSettler
from rulecheck.reference_engines.new_world.table import Counts, Settling, Table
from rulecheck.reference_engines.tuples import plus
from tests.faults.new_world.common import Events, Stepwise, Wrong, lost, seats_on


def set_due(state: Table, phase: Settling, due: Sequence[int]) -> Table:
    """The position in which the tile has completed something else."""
    return changed(state, phase=changed(phase, due=tuple(due)))


@breaks("score.completed", "turn.then")
class NothingIsScoredWithoutAPlacement(Wrong):
    """Completed features are scored only if the player places a settler in this turn."""

    def apply(self, state: Table, move: Move) -> Table:
        phase = state.phase
        if isinstance(phase, Settling) and isinstance(move, NoSettler):
            state = set_due(state, phase, ())
        return super().apply(state, move)


@breaks("score.unoccupied", "surveyor.not-for-unscored")
class UnoccupiedFeaturesGoToTheTurn(Wrong):
    """A completed feature without settlers brings its points to the player whose turn it is."""

    def leave_unoccupied(
        self, g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events, empty: int
    ) -> tuple[Table, Counts, Events, int]:
        held = scoring.still_due(g, t, cell, roots, due)
        points = 0
        for where in due:
            number = scoring.feature_of(g, t, cell, roots, where)
            if where not in held:
                points += g.farm_points if number < 0 else self.points_of(g, t.land.features[number], ())[0]
        t = changed(t, scores=plus(t.scores, t.turn, points))
        return super().leave_unoccupied(g, t, cell, roots, due, events, empty)


@breaks("score.others", "score.completed")
class OnlyTheTurnHasPoints(Wrong):
    """Other players' settlers are sent home from a completed feature, only the player whose turn it is has points."""

    def pay(
        self, g: Kit, t: Table, settlers: Counts, winners: list[int], points: int, for_all: bool, events: Events
    ) -> tuple[Table, Events]:
        return super().pay(g, t, settlers, [seat for seat in winners if seat == t.turn], points, for_all, events)


@breaks("score.others", "score.completed")
class OnlyFeaturesOfTheTurnAreScored(Wrong):
    """A completed feature is scored only if the player whose turn it is has a settler on it."""

    def score_all(self, g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events) -> Table:
        own = [where for where in due if t.turn in seats_on(self.on(t, cell, roots, where))]
        return super().score_all(g, t, cell, roots, tuple(own), events)

    def on(self, t: Table, cell: int, roots: Counts, where: int) -> Counts:
        """The settlers on something completed; of nobody, the turn's own."""
        return t.on.get(scoring.feature_of(self.g, t, cell, roots, where), (t.turn,))


@breaks("score.several")
class OnlyOneFeatureIsScored(Wrong):
    """If a tile completes several features, only the one that the player names is scored."""

    def score_rest(self, g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events, empty: int) -> Table:
        left = () if "score.completed" in events else due
        return super().score_rest(g, t, cell, roots, left, events, empty)


@breaks("score.track")
class TheTrackBeginsAgainAtZero(Wrong):
    """A score marker that passes the last space goes on from space 0, and the first time round is forgotten."""

    def apply(self, state: Table, move: Move) -> Table:
        return wrapped(state, super().apply(state, move), self.g.track_last, self.g.track_last + 1)


def wrapped(before: Table, after: Table, last: int, less: int) -> Table:
    """The position in which markers that have just passed the last space stand further back."""
    pairs = zip(before.scores, after.scores, strict=True)
    return changed(after, scores=tuple(new - less if old <= last < new else new for old, new in pairs))


# ---- several settlers


@breaks("majority.most")
class EveryoneThereHasThePoints(Wrong):
    """Everyone who has a settler on a completed trail or town has its points, also with fewer than others."""

    def majority(self, settlers: Counts, events: Events) -> tuple[list[int], Events]:
        return seats_on(settlers), events


@breaks("majority.most")
class TheMostNeedsMoreThanHalf(Wrong):
    """Nobody has the points of a completed trail or town unless they have more settlers there than all others."""

    def majority(self, settlers: Counts, events: Events) -> tuple[list[int], Events]:
        winners, events = super().majority(settlers, events)
        counts = Counter([settler & 7 for settler in settlers])
        return [seat for seat in winners if 2 * counts[seat] > len(settlers)], events


@breaks("majority.tie", "score.others")
class TheTurnBreaksTies(Wrong):
    """If players are tied for the most and it is the turn of one of them, that one alone has the points."""

    def pay(
        self, g: Kit, t: Table, settlers: Counts, winners: list[int], points: int, for_all: bool, events: Events
    ) -> tuple[Table, Events]:
        alone = [t.turn] if t.turn in winners else winners
        return super().pay(g, t, settlers, alone, points, for_all, events)


# ---- after scoring


@breaks("home.return", "majority.most")
class OnlyTheWinnersGoHome(Stepwise):
    """Only settlers of players who have the points go home, those of the others stay on the scored feature."""

    def go_home(self, t: Table, cell: int, settlers: Counts, winners: list[int]) -> Table:
        return super().go_home(t, cell, tuple(s for s in settlers if s & 7 in winners), winners)


@breaks("home.return", "majority.most")
class SettlersThatScoreNothingAreLost(Stepwise):
    """Settlers of players who have no points for the scored feature are taken out of the game."""

    def go_home(self, t: Table, cell: int, settlers: Counts, winners: list[int]) -> Table:
        t = lost(t, [settler for settler in settlers if settler & 7 not in winners])
        return super().go_home(t, cell, tuple(s for s in settlers if s & 7 in winners), winners)


@breaks("home.any-use", "home.return")
class ScoredSettlersAreUsedUp(Stepwise):
    """Settlers that were scored do not come back, each can be used once in the game."""

    def go_home(self, t: Table, cell: int, settlers: Counts, winners: list[int]) -> Table:
        return lost(t, list(settlers))


@breaks("home.same-turn", "home.return")
class ASettlerPlacedThisTurnStays(Stepwise):
    """A settler that was placed in this turn is scored, but does not come back yet."""

    def go_home(self, t: Table, cell: int, settlers: Counts, winners: list[int]) -> Table:
        return super().go_home(t, cell, tuple(s for s in settlers if s >> 8 != cell), winners)
