"""The rules' numbers, readings and data as the rule modules look them up, and each move made once."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.arithmetic import (
    are_neighbours,
    mine_instead,
    steps_between,
    turned,
)
from rulecheck.reference_engines.castles_of_burgundy.table import Counts, Fetching, Tiles
from rulecheck.reference_engines.contract import cites
from rulecheck.spec.castles_of_burgundy.board import (
    BUILDINGS,
    COLOURS,
    DEPOTS,
    GOODS,
    PHASES,
    SPACES,
    SPECIES,
    Board,
    load_boards,
    load_depots,
    load_goods,
    load_scoring,
    load_sheets,
    load_tiles,
    mask_of,
)
from rulecheck.spec.errors import SpecError

if TYPE_CHECKING:
    from rulecheck.spec.rules import Rules

BUILDING, ANIMALS, KNOWLEDGE, CASTLE, MINE, SHIP = range(6)
"""Indices into COLOURS."""

WAREHOUSE, CARPENTER, CHURCH, MARKET, BOARDING_HOUSE, BANK, CITY_HALL, WATCHTOWER = range(8)
"""Indices into BUILDINGS, and the kinds of tiles that these buildings are."""

BLACK, ROUND_SPACES = DEPOTS, DEPOTS + 1
"""Where tiles and goods go that are drawn for no numbered depot."""

MIDDLE: Final = 18
"""The space in the middle of an estate."""

CACHE: Final = 50_000
"""Lists of moves remembered at most."""

FREE_TILES: Final = {BUILDING: 9, SHIP: 10, ANIMALS: 10, CASTLE: 11, MINE: 11, KNOWLEDGE: 11}
"""The knowledge tile that widens the die when tiles of a colour are placed."""

FREE_TAKE: Final = 12
"""The knowledge tile that widens the die when a tile is taken."""

FETCHES: Final = {CARPENTER: (BUILDING,), CHURCH: (MINE, KNOWLEDGE, CASTLE), MARKET: (SHIP, ANIMALS)}
"""The colours from which a building lets its owner take a tile."""


@frozen(eq=False)
class Ground:
    """A board as play looks it up."""

    number: int
    colour: tuple[int, ...]
    """For each space its colour."""
    spaces: tuple[int, ...]
    """For each colour the mask of its spaces."""
    region: tuple[int, ...]
    """For each space the mask of its region."""
    cells: tuple[tuple[int, ...], ...]
    """For each space the spaces of its region."""

    def city(self, space: int) -> int:
        """The mask of the city that a space lies in, 0 if it is no space for buildings."""
        return self.region[space] if self.colour[space] == BUILDING else 0

    @staticmethod
    @lru_cache(maxsize=256)
    def of(board: Board) -> Ground:
        """The look-up tables of a board: worked out once for all the engines that play on it."""
        region = tuple(next(r for r in board.regions if r >> k & 1) for k in range(SPACES))
        return Ground(
            number=board.number,
            colour=board.colour,
            spaces=tuple(mask_of(board.spaces(c)) for c in range(len(COLOURS))),
            region=region,
            cells=tuple(tuple(k for k in range(SPACES) if r >> k & 1) for r in region),
        )


class Kit:
    """One set of rules: constant while games are played."""

    def __init__(self, rules: Rules) -> None:
        """Read the numbers, readings and data; raises `SpecError` where they do not fit together."""
        self.rules = rules
        self.seats: tuple[str, ...] = tuple(rules.seats)
        self.players = rules.players
        self.expert = rules.options.get("boards") == "expert"
        self._read_numbers(rules)
        self._read_readings(rules)
        self._read_data(rules)
        self._read_boards(rules)
        self._plan_phases(rules)
        self._make_moves()
        self.turn_lists: dict[Any, tuple[m.Move, ...]] = {}
        self.place_lists: dict[Any, tuple[m.Move, ...]] = {}
        self.take_lists: dict[Any, tuple[m.Move, ...]] = {}
        self.fetch_lists: dict[Any, tuple[m.Move, ...]] = {}
        self.buy_lists: dict[Any, tuple[m.Move, ...]] = {}

    def _read_numbers(self, rules: Rules) -> None:
        number = partial(rules.number_within, most=1000)
        self.goods_each = number("goods.each")
        self.phase_count = number("phase.count", 1, most=len(PHASES))
        self.rounds = number("phase.rounds", 1)
        self.goods_a_phase = number("phase.goods")
        self.black_tiles = number("black.tiles")
        self.room = number("storage.tiles", 1)
        self.goods_room = number("storage.goods")
        self.start_goods = number("start.goods")
        self.start_silver = number("start.silver")
        self.start_workers = tuple(number(f"start.workers-{k}") for k in range(1, 5))[: self.players]
        self.track_spaces = number("track.spaces", 1)
        self.ship_steps = number("ship.steps")
        self.mine_silver = number("mine.silver")
        self.boarding_house = number("boarding-house.workers")
        self.bank = number("bank.silver")
        self.watchtower = number("watchtower.points")
        self.large_bonus = number("bonus.large")
        self.small_bonus = number("bonus.small")
        self.sell_silver = number("sell.silver")
        self.sell_points = number("sell.points")
        self.workers_taken = number("workers.taken")
        self.price = number("purchase.price")
        self.mine_workers = number("knowledge.mine-workers")
        self.better_silver = number("knowledge.sale-silver")
        self.sale_workers = number("knowledge.sale-workers")
        self.animal_point = number("knowledge.animal-point")
        self.worker_step = number("knowledge.worker-step", 1, most=5)
        self.workers_silver = number("knowledge.workers-silver")
        self.better_workers = number("knowledge.workers")
        self.per_sold_kind = number("knowledge.sold-kind")
        self.per_building = number("knowledge.building")
        self.per_species = number("knowledge.species")
        self.per_sold = number("knowledge.sold")
        self.per_bonus = number("knowledge.bonus-tile")
        self.later_sold_kind = number("later.sold-kind")
        self.later_bonus = number("later.bonus-tile")
        self.end_good = number("end.good")
        self.end_silver = number("end.silver")
        self.end_workers = number("end.workers", 1)

    @cites("edition.rules", "edition.2019")
    def _read_readings(self, rules: Rules) -> None:
        reading = rules.reading
        self.limited = reading("tiles.draw") == "stack"
        self.choose_castle = self.expert or reading("start.castle") == "any"
        self.castle_scores = reading("start.castle-region") == "scored"
        self.any_board = reading("expert.boards") == "free"
        self.secret = reading("expert.secret") == "secret"
        self.fill_two = reading("fill.spaces") == "two"
        self.black_stays = reading("phase.stay")
        self.three_players = reading("fill.three-players") == "mine"
        self.one_good = reading("depot.goods") == "one"
        self.may_stop = reading("turn.both-dice") == "yes"
        self.always_discard = reading("storage.full") == "always"
        self.may_discard = reading("storage.discard") == "yes"
        self.ship_depot = reading("ship.depot")
        self.goods_by_order = reading("ship.leave") == "order"
        self.marker_late = reading("ship.marker-when") == "turn-end"
        self.castle_tiles = reading("castle.action") == "tiles"
        self.last_income = reading("mine.last-phase") == "yes"
        self.sell_once = reading("sell.often") == "once"
        self.buy_always = reading("purchase.moment") == "any"
        self.ring = reading("depots.neighbours") == "ring"
        self.together = reading("knowledge.5-room") == "together"
        self.later = reading("edition.rules") == "2019"
        self.exact_step = reading("knowledge.8-step") == "exactly-two"
        self.wraps_always = reading("worker.wrap-by") == "all"
        self.boarding_doubles = reading("knowledge.14-boarding") == "yes"
        self.hall_any_colour = reading("city-hall.colour") == "any"
        self.wide_step = reading("knowledge.free-step") == "two"
        self.count_colours = reading("knowledge.26-counts") == "colours"
        self.as_earned = reading("knowledge.when") == "earned"
        self.fewer_spaces = reading("win.spaces") == "fewer"
        self.tie_by_track = reading("win.later") == "track"
        if self.later:  # edition.2019
            self.per_sold_kind, self.per_bonus = self.later_sold_kind, self.later_bonus

    def _read_data(self, rules: Rules) -> None:
        tiles, goods, scoring = (rules.data[name] for name in ("tiles", "goods", "scoring"))
        self.tiles = tiles.made(load_tiles)
        self.names = tuple(tile.name for tile in self.tiles)
        self.tile_number = {name: k for k, name in enumerate(self.names)}
        self.colour = tuple(tile.colour for tile in self.tiles)
        self.own = tuple(tile.own for tile in self.tiles)
        self.with_black = tuple(tile.black for tile in self.tiles)
        self.total = tuple(tile.own + tile.black for tile in self.tiles)
        self.animals = tuple(tile.animals for tile in self.tiles)
        self.species = tuple(SPECIES.index(t.name.split()[0]) if t.colour == ANIMALS else -1 for t in self.tiles)
        self.knowledge_number = tuple(tile.number for tile in self.tiles)
        self.no_tiles: Counts = (0,) * len(self.tiles)
        self.first_of = tuple(self.colour.index(c) for c in range(len(COLOURS)))
        self.end_of = tuple(self.first_of[c] + self.colour.count(c) for c in range(len(COLOURS)))
        self._order_buildings()
        self.castle, self.mine, self.ship = (self.tile_number[name] for name in ("castle", "mine", "ship"))
        self.helped = {t.number: self.tile_number[t.building] for t in self.tiles if t.building}
        """For knowledge tiles that count buildings, the building."""
        self.good_number = {good: k for k, good in enumerate(GOODS)}
        dice = load_goods(goods.table, str(goods.path))
        self.die_of_good = dice
        self.good_of_die = (-1, *(dice.index(value) for value in range(1, 7)))
        sizes, phases = load_scoring(scoring.table, str(scoring.path))
        number = rules.number
        self.size_points = (number("region.one"), *sizes[1:-1], number("region.eight"))
        self.phase_points = (number("bonus.phase-a"), *phases[1:-1], number("bonus.phase-e"))

    def _order_buildings(self) -> None:
        """Buildings come first among the tiles, in the order of BUILDINGS, so that their numbers are known."""
        rank = {name: k for k, name in enumerate(BUILDINGS)}
        order = sorted(self.tiles, key=lambda t: (t.colour, rank.get(t.name, 0), t.number))
        if list(order) != list(self.tiles):
            path = str(self.rules.data["tiles"].path)
            raise SpecError(path, None, "the buildings are in another order", f"write {', '.join(BUILDINGS)}")

    def _read_boards(self, rules: Rules) -> None:
        boards, sheets = rules.data["boards"], rules.data["sheets"]
        printed, self.die_of_space = boards.made(load_boards)
        self.grounds = tuple(Ground.of(board) for board in printed)
        self.board_number = {ground.number: k for k, ground in enumerate(self.grounds)}
        self.sheets = sheets.made(load_sheets)
        for number in (1, *(side for sheet in self.sheets for side in sheet)):
            if number not in self.board_number:
                raise SpecError(str(boards.path), None, f"no board {number}", "add a [[board]] row for it")
        if len(self.sheets) < self.players:
            what = f"{len(self.sheets)} sheets for {self.players} players"
            raise SpecError(str(sheets.path), None, what, "add [[sheet]] rows")
        for ground in self.grounds:
            largest = max(region.bit_count() for region in ground.region)
            if largest > len(self.size_points):
                what = f"board {ground.number} has a region of {largest} spaces"
                raise SpecError(str(boards.path), None, what, "scoring.toml has no points for it")
            ships = ground.spaces[SHIP].bit_count()
            if ships * self.ship_steps >= self.track_spaces:
                what = f"board {ground.number} has {ships} spaces for ships"
                raise SpecError(str(boards.path), None, what, f"track.spaces = {self.track_spaces} is too short for it")
            if not ground.spaces[CASTLE]:
                raise SpecError(str(boards.path), None, f"board {ground.number} has no castle", "add a space for it")
        self.first_ground = self.board_number[1]
        if self.grounds[self.first_ground].colour[MIDDLE] != CASTLE and not self.choose_castle:
            raise SpecError(str(boards.path), None, "no castle in the middle of board 1", "choose another set-up")
        masks = [mask_of(k for k in range(SPACES) if self.die_of_space[k] == die) for die in range(1, 7)]
        every = (1 << SPACES) - 1
        self.reach = (
            (every,) * 3,
            *(
                tuple(sum(masks[v - 1] for v in range(1, 7) if self.apart(die, v) <= wide) for wide in range(3))
                for die in range(1, 7)
            ),
        )
        """For each die (0 for any) and how far it may be changed freely, the mask of the spaces it reaches."""
        self.near_depots = (
            (tuple(range(1, 7)),) * 3,
            *(
                tuple(tuple(d for d in range(1, 7) if self.apart(die, d) <= wide) for wide in range(3))
                for die in range(1, 7)
            ),
        )
        """For each die (0 for any) and how far it may be changed freely, the depots it reaches."""
        self.neighbours = ((), *(
            tuple(d for d in range(1, 7) if are_neighbours(depot, d, self.ring)) for depot in range(1, 7)
        ))  # fmt: skip
        """For each depot those beside it."""

    @cites("worker.wrap", "worker.wrap-by")
    def apart(self, number: int, other: int) -> int:
        """How far apart two numbers are for a free change: round from 6 to 1 too, unless a reading says no."""
        return steps_between(number, other) if self.wraps_always else abs(number - other)

    @cites("worker.wrap", "worker.wrap-by")
    def may_shift(self, die: int, by: int) -> bool:
        """Whether a worker may change a die so far: round from 6 to 1 a step of 1 always leads."""
        return self.wraps_always or abs(by) == 1 or 1 <= die + by <= 6

    @cites("phase.fill", "phase.black", "phase.goods", "phase.three-players", "fill.spaces", "fill.three-players")
    def _plan_phases(self, rules: Rules) -> None:
        """For each phase the tiles that are laid out as they are all alike, and what is drawn for where."""
        path = str(rules.data["depots"].path)
        spaces = load_depots(rules.data["depots"].table, path)[0 if self.fill_two else self.players - 2]
        alike = {CASTLE: self.castle, MINE: self.mine, SHIP: self.ship}
        laid: list[tuple[Tiles, ...]] = []
        to_fill: list[tuple[tuple[int, int], ...]] = []
        for letter in range(self.phase_count):
            depots: list[list[int]] = []
            steps: list[tuple[int, int]] = []
            for depot, colours in enumerate(spaces):
                depots.append([])
                for colour in colours:
                    sixth = depot == DEPOTS - 1 and colour == CASTLE
                    if sixth and mine_instead(self.players, letter, self.three_players):
                        colour = MINE
                    if colour in alike:
                        depots[-1].append(alike[colour])
                    else:
                        steps.append((depot, colour))
            laid.append(tuple(tuple(sorted(tiles)) for tiles in depots))
            to_fill.append((*steps, *((BLACK, 0),) * self.black_tiles, *((ROUND_SPACES, 0),) * self.goods_a_phase))
        self.laid = tuple(laid)
        self.alike = frozenset(alike.values())
        self.to_fill = tuple(to_fill)
        used = rules.number("depot.tiles")
        if not self.fill_two and sum(map(len, spaces)) != used:
            what = f"{sum(map(len, spaces))} spaces in use with {self.players} players"
            raise SpecError(path, None, what, f"the rulebook has depot.tiles = {used}")
        for kind in alike.values() if self.limited else ():
            needed = sum(tiles.count(kind) for depots in laid for tiles in depots)
            needed += self.players if kind == self.castle else 0
            if needed > self.own[kind]:
                what = f"{needed} tiles {self.names[kind]!r} are needed, there are {self.own[kind]}"
                raise SpecError(str(rules.data["tiles"].path), None, what, "add tiles")

    def _make_moves(self) -> None:
        spaces, dice, depots = range(1, SPACES + 1), range(1, 7), range(1, DEPOTS + 1)
        self.deal = tuple(m.Deal(*sheet) for sheet in self.sheets)
        self.side = tuple(m.Side(ground.number) for ground in self.grounds)
        self.found = tuple(m.Found(space) for space in spaces)
        self.draw_tile = tuple(m.Draw(name) for name in self.names)
        self.draw_of = tuple(self.draw_tile[a:b] for a, b in zip(self.first_of, self.end_of, strict=True))
        self.draw_good = tuple(m.Draw(good) for good in GOODS)
        self.rolls = tuple(m.Roll(low, high) for low in dice for high in range(low, 7))
        self.roll_weights = tuple(1 if roll.low == roll.high else 2 for roll in self.rolls)
        self.white = tuple(m.White(value) for value in dice)
        self.use = {value: m.Use(value) for value in dice}
        steps = sorted({1, self.worker_step})
        self.shift = {(die, by): m.Shift(die, by) for die in dice for step in steps for by in (step, -step)}
        self.shifted = {(die, by): turned(die, by) for die, by in self.shift}
        self.usual_steps = (1, -1)
        """What a worker does to a die; with tile 8 there is more choice, or another one."""
        tile_steps = (self.worker_step,) if self.exact_step else tuple(steps)
        self.tile_steps = tuple(by for step in tile_steps for by in (step, -step))
        self.take = tuple(tuple(m.Take(name, depot) for depot in depots) for name in self.names)
        self.place = tuple(tuple(m.Place(name, space) for space in spaces) for name in self.names)
        self.sell = tuple(m.Sell(good) for good in GOODS)
        self.take_workers = m.TakeWorkers()
        self.buy = tuple(tuple(m.Buy(name, depot) for depot in range(DEPOTS + 1)) for name in self.names)
        self.pay = (m.Pay("silver"), m.Pay("worker"))
        self.discard = tuple(m.Discard(name) for name in self.names)
        self.goods_from = tuple(m.Goods(depot) for depot in depots)
        self.keep = tuple(m.Keep(good) for good in GOODS)
        self.pass_, self.end_turn = m.Pass(), m.EndTurn()
        self.fetching = {building: Fetching(building) for building in FETCHES}

    @staticmethod
    def remember(lists: dict[Any, tuple[m.Move, ...]], key: object, moves: tuple[m.Move, ...]) -> tuple[m.Move, ...]:
        """Keep what was worked out for a key; everything is forgotten when there is too much of it."""
        if len(lists) >= CACHE:
            lists.clear()
        lists[key] = moves
        return moves

    def all_moves(self) -> tuple[m.Move, ...]:
        """Every well-formed move, in a fixed order."""
        families: tuple[tuple[m.Move, ...], ...] = (
            self.deal, self.side, self.found, self.draw_tile, self.draw_good, self.rolls, self.white,
            tuple(self.use.values()), tuple(self.shift.values()), *self.take, *self.place, self.sell,
            (self.take_workers,), *self.buy, self.pay, self.discard, self.goods_from, self.keep,
            (self.pass_, self.end_turn),
        )  # fmt: skip
        return tuple(move for family in families for move in family)
