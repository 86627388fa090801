"""The numbers and readings as the rulebook gives them, and what follows from a move: scoring, surveyors, the end."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from attrs import define, field

from rulecheck.properties.new_world.land import AROUND, Done, Feature, Land, Shown
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.table import (
    CELLS,
    FARMER,
    NORTH_ROW,
    TRAPPER,
    Counts,
    Scoring,
    Table,
)
from rulecheck.spec.new_world.tiles import PLAIN, SIDES, TOWN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulecheck.reference_engines.contract import AnyEngine
    from rulecheck.spec.rules import Rules


class Paid(NamedTuple):
    """What a scored feature brought."""

    kind: int
    """PLAIN, TRAIL or TOWN; FARM."""
    points: int
    winners: tuple[int, ...]
    bonus: dict[int, int]


FARM: Final = 3


@define(eq=False)
class Expected:
    """How a table looks after some scoring."""

    scores: list[int]
    settlers: list[int]
    surveyors: Counts
    late: int
    turn: int
    """The seat whose turn it is."""
    cell: int = -1
    """Where the tile just laid lies."""
    tiles: Counts = ()
    several: bool = False
    """Whether several things with settlers were due at once."""
    due: tuple[int, ...] = ()
    paid: list[Paid] = field(factory=list)
    scored: list[Done] = field(factory=list)
    """What was paid for."""
    surveyor: set[str] = field(factory=set)
    """What the surveyors did, by the clauses about it."""
    home: list[int] = field(factory=list)
    """Settlers that were scored."""
    behind: list[int] = field(factory=list)
    """Settlers that were removed."""
    missed: bool = False
    """Whether something completed had no settlers."""
    empty: int = 0
    """Completed features without settlers that the surveyor that waits has not counted yet."""


class Facts(Land):
    """What the properties look up: worked out from the spec's data once for each set of rules."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        number, reading = rules.number, self.reading
        self.supply = number("settlers.supply")
        self.bonus = number("bonus.points")
        self.late = bool(rules.options.get("late", False))
        self.spaces = number("late.spaces")
        self.player_orders = reading["score.order"] == "active-player"
        self.bonus_once = reading["bonus.counts"] == "once-per-surveyor"
        self.bonus_for_all = reading["bonus.who"] == "every-settler"
        self.every_move_removes = reading["remove.trigger"] == "every-move"
        self.stuck_removes = reading["remove.when-stuck"] == "yes"
        self.first_waits = reading["late.first-surveyor"] == "waits"
        self.entering_moves = reading["late.entering"] == "moves"
        self.late_counts_all = reading["late.counts"] == "completed"
        self.late_empty_first = reading["late.order"] == "empty-first"
        self.bonus_to_owner = reading["bonus.whose"] == "owner"
        self.bonus_at_end = reading["bonus.final"] != "no"
        self.closed_plains_only = reading["final.which-plains"] == "closed"
        self.final_counts_start = reading["final.start-spaces"] == "yes"
        self.final_segments = reading["final.unit"] == "segment"
        self.box_again = reading["end.box-again"] == "again"
        self.to_pile = reading["tile.unplaceable-goes"] == "pile"
        self._expected: tuple[Any, Expected | None] = (None, None)
        self._final: tuple[Any, list[Paid]] = (None, [])

    def tile_points(self, feature: Feature) -> int:
        """What a completed trail or town brings."""
        tiles, number = len({node >> 4 for node in feature.nodes}), self.number
        if feature.kind == TOWN:
            return tiles * number("town.per-tile") + feature.marks * number("town.per-flag")
        return tiles * number("trail.per-tile") + feature.marks * number("trail.per-post")

    def met(self, settlers: Iterable[int], surveyors: Counts) -> int:
        """How often the bonus is due for some settlers of one player."""
        columns = [settler >> 17 for settler in settlers]
        if self.bonus_once:
            return len([surveyor for surveyor in surveyors if surveyor in columns])
        return sum([columns.count(surveyor) for surveyor in surveyors])

    def pay(
        self, kind: int, points: int, settlers: list[int], surveyors: Counts, *, bonus: bool = True, turn: int = -1
    ) -> Paid:
        """Who has the points and the bonus for a feature with these settlers, in somebody's turn or at the end."""
        seats = [settler & 7 for settler in settlers]
        most = max([seats.count(seat) for seat in seats])
        winners = tuple([seat for seat in range(self.players) if seats.count(seat) == most])
        more: dict[int, int] = {}
        for seat in sorted(set(seats)):
            if bonus and (seat in winners or self.bonus_for_all):
                due = self.bonus * self.met([settler for settler in settlers if settler & 7 == seat], surveyors)
                if due:
                    whose = seat if turn < 0 or self.bonus_to_owner else turn
                    more[whose] = more.get(whose, 0) + due
        return Paid(kind, points, winners, more)

    def score(self, e: Expected, tiles: Counts, done: Done) -> None:
        """One completed feature is scored: points, settlers home, a surveyor west, settlers left behind."""
        settlers = self.on_done(self.grid(tiles), e.settlers, done)
        if done.feature is None:
            paid = self.pay(FARM, self.number("farm.points"), settlers, e.surveyors, turn=e.turn)
        else:
            kind, points = done.feature.kind, self.tile_points(done.feature)
            paid = self.pay(kind, points, settlers, e.surveyors, turn=e.turn)
        for seat in paid.winners:
            e.scores[seat] += paid.points
        for seat, more in paid.bonus.items():
            e.scores[seat] += more
        e.paid.append(paid)
        e.scored.append(done)
        e.home += settlers
        e.settlers = [settler for settler in e.settlers if settler not in settlers]
        if e.late >= 0:
            self.count_for_late(e)
            if self.first_waits if e.late >= 0 else not self.entering_moves:
                e.surveyor |= {"late.wait"} if e.late >= 0 else set()
                return
        eastern, *other = e.surveyors
        moves = eastern < tiles[-1] >> 19
        e.surveyor.add("surveyor.move" if moves else "surveyor.stuck")
        if moves and other:
            e.surveyor.add("surveyor.either" if other == [eastern] else "surveyor.eastern")
        if moves:
            e.surveyors = tuple(sorted((eastern + 1, *other)))
        if (self.every_move_removes or e.surveyors[0] != eastern) if moves else self.stuck_removes:
            behind = [settler for settler in e.settlers if settler >> 17 < e.surveyors[0] and not is_trapper(settler)]
            e.behind += behind
            if any([settler >> 17 < e.surveyors[0] and is_trapper(settler) for settler in e.settlers]):
                e.surveyor.add("remove.trappers")
            e.settlers = [settler for settler in e.settlers if settler not in behind]

    def count_for_late(self, e: Expected) -> None:
        """The surveyor that waits goes one space on, and onto the board from the last."""
        e.late += 1
        if e.late >= self.spaces:
            e.late = -1
            e.surveyors = tuple(sorted((0, *e.surveyors)))

    def with_settlers(self, e: Expected, grid: Mapping[int, Shown], queue: list[Done]) -> list[Done]:
        """What of that is to be scored; the others count for the surveyor that waits, and are gone."""
        settled = [feature for feature in queue if self.on_done(grid, e.settlers, feature)]
        e.empty += len(queue) - len(settled)
        e.missed |= len(queue) > len(settled)
        if self.late_empty_first:
            self.count_empty(e)
        return settled

    def count_empty(self, e: Expected) -> None:
        """The surveyor that waits counts what was completed and is not scored."""
        for _ in range(e.empty):
            if e.late >= 0 and self.late_counts_all:
                self.count_for_late(e)
        e.empty = 0

    def expected(self, before: Table, move: Any, now: Table) -> Expected:
        """How the table looks after all that is to be scored with this move, the final scoring left out."""
        known, worked_out = self._expected
        if known is now and worked_out is not None:
            return worked_out
        phase, settlers = before.phase, list(before.settlers)
        cell = place_of(move) if type(move) is m.Place else phase.at  # type: ignore[attr-defined]
        spot = self.spot.get(move)
        if spot is not None:
            settlers.append(cell << 8 | spot << 3 | before.turn)
            settlers.sort()
        tiles = now.tiles
        e = Expected(list(before.scores), settlers, before.surveyors, before.late, before.turn, cell, tiles)
        grid, done = self.grid(tiles), self.completed(tiles, cell)
        if isinstance(phase, Scoring):
            name = name_of(move)
            e.empty = phase.empty
            for feature in done:
                if feature.name == name:
                    self.score(e, tiles, feature)
            queue = [feature for feature in done if feature.name in phase.due and feature.name != name]
        else:
            queue = list(done)
        queue = self.with_settlers(e, grid, queue)
        e.several = len(queue) > 1
        while queue:
            if len(queue) > 1 and self.player_orders:
                e.due = tuple([feature.name for feature in queue])
                break
            self.score(e, tiles, queue[0])
            queue = self.with_settlers(e, grid, queue[1:])
        if not e.due:
            self.count_empty(e)
        self._expected = now, e
        return e

    def final(self, tiles: Counts, settlers: Sequence[int], surveyors: Counts) -> list[Paid]:
        """What the final scoring pays for the settlers left."""
        number, reading, grid = self.number, self.reading, self.grid(tiles)
        coast = reading["final.start-spaces"] == "yes"
        bonus, for_trappers = self.bonus_at_end, reading["bonus.final"] == "trappers"
        paid: list[Paid] = []
        seen: set[int] = set()
        for settler in settlers:
            cell = settler >> 8
            if settler >> 3 & 31 == FARMER:
                filled = [there for step in AROUND if (there := cell + step) in grid and (coast or there >= CELLS)]
                points = number("final.farm-itself") + len(filled) * number("final.farm-per-tile")
                paid.append(self.pay(FARM, points, [settler], surveyors, bonus=bonus))
                continue
            k = grid[cell].at_spot[settler >> 3 & 31]
            if cell << 4 | k in seen:
                continue
            feature = self.walk(grid, cell, k)
            seen |= feature.nodes
            every = self.on(grid, settlers, feature.nodes)
            if feature.kind == PLAIN:
                counts = reading["final.which-plains"] == "all" or not feature.can_grow
                points = feature.marks * number("plain.per-animal") if counts else 0
                paid.append(self.pay(PLAIN, points, every, surveyors, bonus=for_trappers and counts))
                continue
            units = [node >> 4 for node in feature.nodes if coast or node >> 4 >= CELLS]
            tiles_ = len(units) if reading["final.unit"] == "segment" else len(set(units))
            if feature.kind == TOWN:
                points = tiles_ * number("final.town-per-tile") + feature.marks * number("final.per-flag")
            else:
                points = tiles_ * number("final.trail-per-tile") + feature.marks * number("final.per-post")
            paid.append(self.pay(feature.kind, points, every, surveyors, bonus=bonus))
        return paid

    def final_of(self, before: Table, move: Any, now: Table) -> tuple[Expected, list[Paid]]:
        """What the last move's scoring and the final one bring."""
        if type(move) is m.Draw:
            e = Expected(list(before.scores), list(before.settlers), before.surveyors, before.late, before.turn)
        else:
            e = self.expected(before, move, now)
        known, paid = self._final
        if known is not now:
            paid = self.final(now.tiles, e.settlers, e.surveyors)
            self._final = now, paid
        return e, paid


@lru_cache(maxsize=16)
def facts(engine: AnyEngine) -> Facts:
    """What the rulebook says about the tiles and the numbers of an engine's rules."""
    return Facts(engine.rules)


def is_trapper(settler: int) -> bool:
    """Whether a settler lies on a plain."""
    return TRAPPER <= settler >> 3 & 31 < FARMER


def place_of(move: m.Place | m.ScoreFarm) -> int:
    """The cell that a move names."""
    return CELLS * move.column + move.row + NORTH_ROW


def name_of(move: Any) -> int:
    """What a move scores: a side of the tile just laid, or the place of a farm."""
    return SIDES.index(move.side) if type(move) is m.ScoreSide else place_of(move)


def one_more(counts: Counts, kind: int, more: int = 1) -> Counts:
    """Counts with one more of a kind."""
    raised = list(counts)
    raised[kind] += more
    return tuple(raised)
