"""Mistakes in scoring: what is scored, for whom, and what happens with the settlers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.moves import Move, NoSettler
from rulecheck.reference_engines.new_world.table import Counts, Settling, Table
from tests.faults.new_world.common import Events, Stepwise, Wrong, seats_on


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


@breaks("home.same-turn", "home.return")
class ASettlerPlacedThisTurnStays(Stepwise):
    """A settler that was placed in this turn is scored, but does not come back yet."""

    def go_home(self, t: Table, cell: int, settlers: Counts, winners: list[int]) -> Table:
        return super().go_home(t, cell, tuple(s for s in settlers if s >> 8 != cell), winners)
