"""Manors: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.kit import CHURCH, KNOWLEDGE
from rulecheck.reference_engines.castles_of_burgundy.table import Acting, Cargo, CityHall, Fetching, Rolling, Table
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.castles_of_burgundy.board import SPACES
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("setup.silver", sort="supply", shows="state")
class NobodyStartsWithSilver(CastlesOfBurgundy):
    """The first piece of silver is forgotten in the set-up."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.start_silver = 0


@planted("place.adjacent", "place.first", sort="option", shows="lists")
class TilesNeedNotTouch(CastlesOfBurgundy):
    """A tile may be placed on any empty space of its colour and number, beside another tile or not."""

    def _anywhere(self, state: Table) -> Table:
        if not isinstance(state.phase, Acting | CityHall):
            return state
        seat = state.seats[state.turn]
        seat = changed(seat, frontier=(1 << SPACES) - 1 & ~seat.filled)
        return changed(state, seats=replaced(state.seats, state.turn, seat))

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return super().legal_moves(self._anywhere(state))

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return super().refusal(self._anywhere(state), move)


@planted("church.take", sort="option", shows="misses")
class ChurchesHaveNoBooks(CastlesOfBurgundy):
    """A church brings a mine or a castle, and no knowledge tile."""

    def _is_book(self, state: Table, move: Move) -> bool:
        if not isinstance(state.phase, Fetching) or state.phase.building != CHURCH or not isinstance(move, m.Take):
            return False
        return self.g.colour[self.g.tile_number[move.tile]] == KNOWLEDGE

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if not self._is_book(state, move)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if self._is_book(state, move):
            return Refused("church.take", "a church brings mines and castles")
        return super().refusal(state, move)


@planted("round.order", sort="order", shows="state turn")
class ClockwiseFromTheFirst(CastlesOfBurgundy):
    """The first on the track begins the round, and the others follow clockwise as they sit."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, Rolling) or after.phase.place:
            return after
        playing = tuple((after.order[0] + place) % self.g.players for place in range(self.g.players))
        return changed(after, playing=playing)


@planted("ship.marker", sort="order", shows="state")
class EmptyShipsStayBehind(CastlesOfBurgundy):
    """A ship that took no goods does not move its owner's marker."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        is_second = isinstance(state.phase, Cargo) and state.phase.first
        if "ship.marker" not in after.events or is_second or after.goods != state.goods:
            return after
        after = changed(after, order=state.order, track=state.track)
        if not isinstance(after.phase, Rolling):
            return after
        return changed(after, playing=state.order, turn=state.order[0])


@planted("mine.income", sort="price", shows="state")
class OneSilverForAllMines(CastlesOfBurgundy):
    """At the end of a phase a player with mines receives a piece of silver, and not one for each."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "mine.income" not in after.events:
            return after
        seats = [
            changed(seat, silver=seat.silver - self.g.mine_silver * max(0, seat.mines - 1)) for seat in after.seats
        ]
        return changed(after, seats=tuple(seats))


@planted("sell.points", sort="price", shows="state")
class EverybodySellsForTwo(CastlesOfBurgundy):
    """A good brings two points, as in a game of two."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.sell_points = 2


@planted(
    "knowledge.16",
    "knowledge.17",
    "knowledge.18",
    "knowledge.19",
    "knowledge.20",
    "knowledge.21",
    "knowledge.22",
    "knowledge.23",
    sort="price",
    shows="outcome",
)
class KnowledgeOfBuildingsBringsThree(CastlesOfBurgundy):
    """The knowledge tiles 16 to 23 bring three points for each of their buildings."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.per_building = 3
