"""Mistakes in plains during the game and in its end."""

from __future__ import annotations

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.new_world import scoring
from rulecheck.reference_engines.new_world.kit import Face, Kit
from rulecheck.reference_engines.new_world.moves import Move
from rulecheck.reference_engines.new_world.table import Counts, Drawing, Placing, Table
from rulecheck.spec.new_world.tiles import PLAIN
from tests.faults.new_world.common import Events, Wrong


class _Closed(Wrong):
    """Something happens with trappers on a plain that the tile has closed."""

    def closed(self, t: Table, number: int) -> Table:
        """The position after a plain with trappers was closed."""
        return t

    def score_all(self, g: Kit, t: Table, cell: int, roots: Counts, due: Counts, events: Events) -> Table:
        for number in sorted(set(roots)):
            feature = t.land.features[number]
            if number in t.on and feature.kind == PLAIN and not feature.open:
                t = self.closed(t, number)
        return super().score_all(g, t, cell, roots, due, events)

    def paid(self, t: Table, number: int) -> Table:
        """The position after a plain was scored."""
        winners, _ = self.majority(t.on[number], ())
        return self.pay_points(t, winners, t.land.features[number].marks * self.g.per_animal)


@breaks("plain.not-in-play", "final.plains")
class ClosedPlainsAreScoredAndStay(_Closed):
    """A plain is scored as soon as it is closed, and once more at the end of the game."""

    def closed(self, t: Table, number: int) -> Table:
        return self.paid(t, number)


@breaks("end.last-tile")
class TheGameEndsBeforeTheLastTile(Wrong):
    """The game ends when one tile is left, which nobody draws."""

    def end_turn(self, g: Kit, t: Table, events: Events) -> Table:
        return self.end_game(g, t, events) if sum(t.pile) == 1 else super().end_turn(g, t, events)


@breaks("end.last-tile")
class TheGameEndsWhenTheLastTileIsDrawn(Wrong):
    """The game ends as soon as the last tile is drawn, which is not laid any more."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        is_last = isinstance(state.phase, Drawing) and isinstance(after.phase, Placing) and not any(after.pile)
        return self.end_game(self.g, after, after.events) if is_last else after


@breaks("end.last-tile", "turn.then")
class NoSettlerOnTheLastTile(Wrong):
    """On the last tile no settler can be placed."""

    def spots(self, t: Table, cell: int, face: Face, roots: Counts) -> Counts:
        return super().spots(t, cell, face, roots) if any(t.pile) else ()


@breaks("end.last-tile", "score.completed")
class TheLastTileCompletesNothing(Wrong):
    """What the last tile completes is scored in the final scoring only, as if it were unfinished."""

    def completed(
        self, g: Kit, t: Table, cell: int, face: Face, roots: Counts, events: Events
    ) -> tuple[Counts, Events]:
        return super().completed(g, t, cell, face, roots, events) if any(t.pile) else ((), events)


@breaks("end.last-tile", "turn.order")
class TheLastRoundIsAFullOne(Wrong):
    """The game ends with a round of turns after which fewer tiles than players are left."""

    def end_turn(self, g: Kit, t: Table, events: Events) -> Table:
        is_over = t.turn == g.players - 1 and sum(t.pile) < g.players
        return self.end_game(g, t, events) if is_over else super().end_turn(g, t, events)


@breaks("end.last-tile", "score.track")
class TheGameEndsWithTheTrack(Wrong):
    """The game ends at the end of a turn in which a score marker passes the last space of the track."""

    def end_turn(self, g: Kit, t: Table, events: Events) -> Table:
        return self.end_game(g, t, events) if max(t.scores) > g.track_last else super().end_turn(g, t, events)


@breaks("end.none-left", "end.last-tile")
class ATileThatCannotBeLaidEndsTheGame(Wrong):
    """If a tile cannot be laid, the game ends, whether other tiles are left or not."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        is_unplaceable = isinstance(state.phase, Drawing) and isinstance(after.phase, Drawing)
        return scoring.end_game(self.g, after, after.events) if is_unplaceable else after
