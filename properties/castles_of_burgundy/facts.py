"""The numbers, boards, tiles and readings as the rulebook gives them, read without asking the engine's rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from rulecheck.properties.invariants.declaring import When
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.table import (
    Filling,
    Finished,
    Phase,
    Rolling,
    Seat,
    Table,
    Tiles,
    Turn,
)
from rulecheck.spec.castles_of_burgundy.board import (
    BUILDINGS,
    COLOURS,
    DEPOTS,
    GOODS,
    NEIGHBOURS,
    SPACES,
    SPECIES,
    load_boards,
    load_depots,
    load_goods,
    load_scoring,
    load_sheets,
    load_tiles,
    mask_of,
)

if TYPE_CHECKING:
    from rulecheck.reference_engines.contract import AnyEngine

NOTHING: Final[Iterator[str]] = iter(())
"""What a property says of a step that is right.

One exhausted iterator for all of them: a property that is asked at most steps and hardly ever has anything to say takes
95 ns to return it, where a generator without a `yield` to make takes 190.
"""

KEPT: Final = 20_000
"""Answers remembered at most, per kind of question."""

BUILDING, ANIMALS, KNOWLEDGE, CASTLE, MINE, SHIP = (
    COLOURS.index(colour) for colour in ("building", "animals", "knowledge", "castle", "mine", "ship")
)
WAREHOUSE, CARPENTER, CHURCH, MARKET, BOARDING_HOUSE, BANK, CITY_HALL, WATCHTOWER = map(
    BUILDINGS.index,
    ("warehouse", "carpenter", "church", "market", "boarding house", "bank", "city hall", "watchtower"),
)
FETCHED: Final = {CARPENTER: {BUILDING}, CHURCH: {MINE, KNOWLEDGE, CASTLE}, MARKET: {SHIP, ANIMALS}}
"""For each building that brings a tile the colours of the tiles that it may bring."""

HELP: Final = {BUILDING: 9, SHIP: 10, ANIMALS: 10, CASTLE: 11, MINE: 11, KNOWLEDGE: 11}
"""For each colour the knowledge tile that changes the die when a tile is placed; 12 does when one is taken."""

LATE: Final = mask_of(range(15, 27))
ALL_SPACES: Final = mask_of(range(SPACES))
"""The knowledge tiles that bring points at the end."""


class Facts:
    """What the properties look up: worked out from the spec's data once for each engine."""

    def __init__(self, engine: AnyEngine) -> None:
        rules = engine.rules
        self.rules = rules
        self.players: int = rules.players
        self.expert = rules.options.get("boards") == "expert"
        self.number = rules.number
        self.reading = dict(rules.readings)
        tiles = rules.data["tiles"].made(load_tiles)
        self.tiles = tiles
        self.names = [tile.name for tile in tiles]
        self.kind = {tile.name: k for k, tile in enumerate(tiles)}
        self.colour = [tile.colour for tile in tiles]
        self.animals = [tile.animals for tile in tiles]
        self.species = [SPECIES.index(tile.name.split()[0]) if tile.animals else -1 for tile in tiles]
        self.knowledge = [tile.number for tile in tiles]
        self.castle, self.mine = self.kind["castle"], self.kind["mine"]
        self.helped = {tile.number: self.kind[tile.building] for tile in tiles if tile.building}
        self.good = {good: k for k, good in enumerate(GOODS)}
        self.die_of_good = rules.data["goods"].made(load_goods)
        self.boards, self.die_of_space = rules.data["boards"].made(load_boards)
        self.region = [[next(r for r in b.regions if r >> k & 1) for k in range(SPACES)] for b in self.boards]
        self.spaces = [[mask_of(board.spaces(colour)) for colour in range(len(COLOURS))] for board in self.boards]
        self.cells = [[board.spaces(colour) for colour in range(len(COLOURS))] for board in self.boards]
        self.sheets = rules.data["sheets"].made(load_sheets)
        sizes, phases = rules.data["scoring"].made(load_scoring)
        number, reading = rules.number, rules.reading
        self.for_size = (0, number("region.one"), *sizes[1:-1], number("region.eight"))
        self.for_phase = (number("bonus.phase-a"), *phases[1:-1], number("bonus.phase-e"))
        self.depots = rules.data["depots"].made(load_depots)[0 if reading("fill.spaces") == "two" else self.players - 2]
        self._read_numbers()
        self._read_readings()
        self.reach = [
            [
                mask_of(k for k, own in enumerate(self.die_of_space) if not die or self._near(die, own, wide))
                for wide in range(3)
            ]
            for die in range(7)
        ]
        """For each die (0 for any) and how far it may be changed, the spaces that it leads to."""
        self.near = [
            [[d for d in range(1, DEPOTS + 1) if not die or self._near(die, d, wide)] for wide in range(3)]
            for die in range(7)
        ]
        """For each die (0 for any) and how far it may be changed, the depots that it leads to."""
        self.beside = [()] + [
            tuple(d for d in range(1, DEPOTS + 1) if abs(d - depot) == 1 or (self.ring and {d, depot} == {1, DEPOTS}))
            for depot in range(1, DEPOTS + 1)
        ]
        self._name_moves(engine)
        self.shifted = self._shifts()
        self.drawn: dict[int, list[tuple[int, int]]] = {}
        """For each phase of the game the spaces that tiles are drawn for."""

    def _near(self, die: int, other: int, wide: int) -> bool:
        """Whether a die can be changed into another number in some steps, 6 and 1 being neighbours unless a reading
        keeps that for workers.
        """
        if self.wraps_always:
            return any((die - 1 + by) % 6 + 1 == other for by in range(-wide, wide + 1))
        return other in range(die - wide, die + wide + 1)

    def shifts_of(self, die: int, by: tuple[int, ...]) -> list[m.Move]:
        """The changes of a die that a worker can make."""
        return [self.shift[die, step] for step in by if self.wraps_always or step in (1, -1) or 0 < die + step < 7]

    def _read_numbers(self) -> None:
        number = self.number
        self.phases, self.rounds = number("phase.count"), number("phase.rounds")
        self.room, self.goods_room = number("storage.tiles"), number("storage.goods")
        self.price, self.worker_step = number("purchase.price"), number("knowledge.worker-step")
        self.ship_steps, self.track_spaces = number("ship.steps"), number("track.spaces")
        self.sell_silver, self.sell_points = number("sell.silver"), number("sell.points")
        self.better_silver, self.sale_workers = number("knowledge.sale-silver"), number("knowledge.sale-workers")
        self.workers_taken, self.better_workers = number("workers.taken"), number("knowledge.workers")
        self.workers_silver = number("knowledge.workers-silver")
        self.mine_silver, self.mine_workers = number("mine.silver"), number("knowledge.mine-workers")
        self.boarding_house, self.bank = number("boarding-house.workers"), number("bank.silver")
        self.watchtower, self.animal_point = number("watchtower.points"), number("knowledge.animal-point")
        self.large, self.small = number("bonus.large"), number("bonus.small")

    def _read_readings(self) -> None:
        reading = self.reading
        self.black_stays = reading["phase.stay"]
        self.last_income = reading["mine.last-phase"] == "yes"
        self.limited = reading["tiles.draw"] == "stack"
        self.together = reading["knowledge.5-room"] == "together"
        self.choose_castle = self.expert or reading["start.castle"] == "any"
        self.ring = reading["depots.neighbours"] == "ring"
        self.later = reading["edition.rules"] == "2019"
        self.boarding_doubles = reading["knowledge.14-boarding"] == "yes"
        self.hall_any_colour = reading["city-hall.colour"] == "any"
        self.wraps_always = reading["worker.wrap-by"] == "all"
        self.wide_step = reading["knowledge.free-step"] == "two"
        self.as_earned = reading["knowledge.when"] == "earned"
        self.may_stop = reading["turn.both-dice"] == "yes"
        self.may_discard = reading["storage.discard"] == "yes"
        self.always_discard = reading["storage.full"] == "always"
        self.buy_always = reading["purchase.moment"] == "any"
        self.castle_tiles = reading["castle.action"] == "tiles"
        self.sell_once = reading["sell.often"] == "once"
        self.marker_late = reading["ship.marker-when"] == "turn-end"
        self.goods_by_order = reading["ship.leave"] == "order"
        self.one_good = reading["depot.goods"] == "one"
        self.any_board = reading["expert.boards"] == "free"
        self.castle_scores = reading["start.castle-region"] == "scored"
        self.fewer_spaces = reading["win.spaces"] == "fewer"
        self.ship_depot = reading["ship.depot"]
        self.three_players = reading["fill.three-players"] == "mine"
        self.tie_by_track = reading["win.later"] == "track"
        exact = reading["knowledge.8-step"] == "exactly-two"
        self.steps = (1, -1)
        self.tile_steps = tuple(
            by for step in sorted({self.worker_step} if exact else {1, self.worker_step}) for by in (step, -step)
        )

    def _shifts(self) -> dict[tuple[tuple[int, ...], int, int], tuple[int, ...]]:
        """For dice, one of them and what it is changed by, the dice after that."""
        shifts = {}
        for die in range(1, 7):
            for other in range(0, 7):
                for by in {*self.steps, *self.tile_steps}:
                    then = (die - 1 + by) % 6 + 1
                    dice = tuple(sorted([die, other])) if other else (die,)
                    shifts[dice, die, by] = tuple(sorted([then, other])) if other else (then,)
        return shifts

    def _name_moves(self, engine: AnyEngine) -> None:
        """The moves by what they mean, as the very objects that the engine lists."""
        own = {move: move for move in engine.all_moves()}

        def known(move: m.Move) -> m.Move:
            same: m.Move = own.get(move, move)
            return same

        depots = range(1, DEPOTS + 1)
        self.take = [[known(m.Take(name, depot)) for depot in range(DEPOTS + 1)] for name in self.names]
        self.place = [[known(m.Place(name, space + 1)) for space in range(SPACES)] for name in self.names]
        self.buy = [[known(m.Buy(name, depot)) for depot in range(DEPOTS + 1)] for name in self.names]
        self.discard = [known(m.Discard(name)) for name in self.names]
        self.sell = [known(m.Sell(good)) for good in GOODS]
        self.keep = [known(m.Keep(good)) for good in GOODS]
        self.goods_from = [known(m.Pass()), *[known(m.Goods(depot)) for depot in depots]]
        self.use = [known(m.Use(die)) for die in range(7)]
        self.shift = {
            (die, by): known(m.Shift(die, by)) for die in range(1, 7) for by in {*self.steps, *self.tile_steps}
        }
        self.take_workers, self.pass_, self.end_turn = (known(m.TakeWorkers()), known(m.Pass()), known(m.EndTurn()))

    # One player's board

    def free(self, knowledge: int, tile: int) -> int:
        """How far the owner of a knowledge tile changes a die without a worker."""
        if not knowledge >> tile & 1:
            return 0
        return 2 if self.wide_step and knowledge >> 8 & 1 else 1

    def stands_in_city(self, seat: Seat, kind: int, space: int) -> bool:
        """Whether a building of a kind stands in the city of a space."""
        city, estate = self.region[seat.board][space], seat.estate
        if self.boards[seat.board].colour[space] != BUILDING:
            return False  # a city hall may have laid one elsewhere
        return kind in estate and any([here == kind and city >> k & 1 for k, here in enumerate(estate)])

    def open_for(self, seat: Seat, kind: int, die: int, *, hall: bool = False) -> tuple[m.Move, ...]:
        """Every way to lay a tile with a die, 0 for any, or with a city hall."""
        colour = self.colour[kind]
        free = self.hall_any_colour and hall
        spaces = (ALL_SPACES if free else self.spaces[seat.board][colour]) & ~seat.filled
        if die:
            spaces &= self.reach[die][self.free(seat.knowledge, HELP[colour])]
        if not spaces:
            return ()
        many = colour != BUILDING or seat.knowledge & 2
        cells = range(SPACES) if free else self.cells[seat.board][colour]
        return tuple([
            self.place[kind][k]
            for k in cells
            if spaces >> k & 1 and NEIGHBOURS[k] & seat.filled and (many or not self.stands_in_city(seat, kind, k))
        ])  # fmt: skip

    def placements(self, seat: Seat, die: int, *, hall: bool = False) -> list[m.Move]:
        """Every way to lay a stored tile."""
        return [move for kind in dict.fromkeys(seat.storage) for move in self.open_for(seat, kind, die, hall=hall)]

    def can_buy(self, t: Table, seat: Seat, silver: int, *, bought: bool) -> bool:
        """Whether the acting player can buy a tile."""
        if bought:
            return False
        six = seat.knowledge >> 6 & 1
        if silver + (seat.workers if six and self.later else 0) < self.price:
            return False
        if not self.always_discard and len(seat.storage) >= self.room:
            return False
        return bool(t.black) or bool(six and any(t.depots))

    def purchases(self, t: Table) -> list[m.Move]:
        """The purchases that are open to the acting player."""
        seat = t.seats[t.turn]
        if not self.can_buy(t, seat, seat.silver, bought=t.bought):
            return []
        purchases = [self.buy[kind][0] for kind in dict.fromkeys(t.black)]
        if seat.knowledge >> 6 & 1:
            purchases += [self.buy[kind][d] for d, tiles in enumerate(t.depots, 1) for kind in dict.fromkeys(tiles)]
        return purchases

    def sales(self, t: Table, die: int) -> list[m.Move]:
        """The sales that are open with a die, 0 for any."""
        if self.sell_once and t.sales:
            return []
        goods = t.seats[t.turn].goods
        return [self.sell[k] for k, have in enumerate(goods) if have and (not die or self.die_of_good[k] == die)]

    def takes(self, t: Table, die: int) -> list[m.Move]:
        """The tiles that may be taken from a depot with a die, 0 for any."""
        depots = self.near[die][self.free(t.seats[t.turn].knowledge, 12)]
        return [self.take[kind][d] for d in depots for kind in dict.fromkeys(t.depots[d - 1])]

    def fetches(self, t: Table, seat: Seat, building: int) -> list[m.Move]:
        """The tiles that a building may bring."""
        if not self.always_discard and len(seat.storage) >= self.room:
            return []
        fitting = FETCHED[building]
        return [
            self.take[kind][d]
            for d, tiles in enumerate(t.depots, 1)
            for kind in dict.fromkeys(tiles)
            if self.colour[kind] in fitting
        ]

    # Points

    def late(self, seat: Seat) -> int:
        """What the knowledge tiles 15 to 26 bring a player."""
        knowledge = seat.knowledge & LATE
        return sum([self.worth(seat, tile) for tile in range(15, 27) if knowledge >> tile & 1]) if knowledge else 0

    def worth(self, seat: Seat, tile: int) -> int:
        """What one of the knowledge tiles 15 to 26 brings a player."""
        number = self.number
        if tile == 15:
            each = number("later.sold-kind" if self.later else "knowledge.sold-kind")
            return each * len([count for count in seat.sold if count])
        if tile == 24:
            return number("knowledge.species") * len({self.species[k] for k in seat.estate if k >= 0} - {-1})
        if tile == 25:
            return number("knowledge.sold") * sum(seat.sold)
        if tile == 26:
            if self.reading["knowledge.26-counts"] == "colours":
                have = len([spaces for spaces in self.spaces[seat.board] if not spaces & ~seat.filled])
            else:
                have = seat.large.bit_count() + seat.small.bit_count()
            return number("later.bonus-tile" if self.later else "knowledge.bonus-tile") * have
        return number("knowledge.building") * seat.estate.count(self.helped[tile])

    def score(self, seat: Seat) -> int:
        """A player's points at the end."""
        number = self.number
        points = seat.points + sum(seat.goods) * number("end.good") + seat.silver * number("end.silver")
        points += seat.workers // number("end.workers")
        return points if self.as_earned else points + self.late(seat)

    def income(self, before: Table, now: Table, who: int) -> tuple[int, int]:
        """The silver and the workers that a player's mines brought in a step, if a phase ended with it."""
        if now.letter == before.letter and type(now.phase) is not Finished:
            return 0, 0
        if type(now.phase) is Finished and not self.last_income:
            return 0, 0
        seat = now.seats[who]
        mines = seat.estate.count(self.mine)
        return mines * self.mine_silver, mines * self.mine_workers if seat.knowledge >> 2 & 1 else 0


@lru_cache(maxsize=16)
def facts(engine: AnyEngine) -> Facts:
    """What the rulebook says about the boards, tiles and numbers of an engine's rules."""
    return Facts(engine)


# Which steps a property is about


def _phases(before: Table, move: Any, now: Table) -> object:
    return type(before.phase), type(now.phase)


def _then(before: Table, move: Any, now: Table) -> object:
    """What is decided next, and whether a turn (1) or a phase (2) is over."""
    kind = type(now.phase)
    if now.letter != before.letter or kind is Finished:
        return kind, 2
    return kind, int(now.turn != before.turn or now.round != before.round)


def _steps(kinds: Iterable[type[Phase]], over: Iterable[int]) -> When:
    return When(_then, frozenset(product(kinds, over)))


ENDING: Final = ("Take", "Place", "Sell", "TakeWorkers", "Buy", "Pay", "Discard", "Goods", "Keep", "Pass", "EndTurn")
"""Kinds of moves with which a turn may be over."""

TURN_ENDS: Final = _steps((Turn, Rolling, Filling, Finished), (1, 2))
"""Of these the moves with which a turn is over: somebody else's begins, or dice are thrown, or tiles drawn."""

PHASE_ENDS: Final = _steps((Rolling, Filling, Finished), (2,))
"""Of these the moves with which a phase of the game is over."""


def deciding(*kinds: type[Phase]) -> When:
    """Moves after which something of these kinds has to be decided."""
    return _steps(kinds, (0, 1, 2))


def from_to(*pairs: tuple[type[Phase], type[Phase]]) -> When:
    """Moves that lead from a phase of one kind to one of another."""
    return When(_phases, frozenset(pairs))


# Words and small comparisons


def one_more(old: Tiles, new: Tiles, kind: int) -> bool:
    """Whether tiles are as before with one more of a kind; that the others stayed, conservation says."""
    return len(new) == len(old) + 1 and new.count(kind) == old.count(kind) + 1


def one_less(old: Tiles, new: Tiles, kind: int) -> bool:
    """Whether tiles are as before with one fewer of a kind; that the others stayed, conservation says."""
    return len(new) == len(old) - 1 and new.count(kind) == old.count(kind) - 1
