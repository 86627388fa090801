"""What an estate can hold, and how much of it fits into fifty actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from attrs import define, evolve, frozen

from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.castles_of_burgundy.kit import (
    BANK,
    BUILDING,
    CASTLE,
    CITY_HALL,
    FETCHES,
    MINE,
    WAREHOUSE,
    Ground,
    Kit,
)
from rulecheck.reference_engines.castles_of_burgundy.moves import Buy, Move, Place, Sell, Take, TakeWorkers, Use
from rulecheck.reference_engines.castles_of_burgundy.placing import founded
from rulecheck.reference_engines.castles_of_burgundy.table import Seat, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.solvers.induction import walk
from rulecheck.solvers.logic import Term, number
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, InModel, Refutation, WrongAnswer
from rulecheck.solvers.theorem import theorem
from rulecheck.spec.castles_of_burgundy.board import COLOURS, NEIGHBOURS, PHASES, SPACES

PLAYERS: Final = 2
STEPS: Final = 6_000
"""Engine moves of random games, over all player counts together."""

# ---- every estate can be filled

Open = Callable[[AnyEngine, Table, Place], bool]


def as_the_engine(engine: AnyEngine, state: Table, move: Place) -> bool:
    """The engine's answer."""
    return engine.refusal(state, move) is None


def _beginnings(engine: AnyEngine) -> Iterator[tuple[int, int]]:
    """Each board with each dark green space for the first castle."""
    grounds = enumerate(engine.g.grounds)  # type: ignore[attr-defined]
    return ((board, k) for board, ground in grounds for k in range(SPACES) if ground.colour[k] == CASTLE)


BEGINNING: Final = Axis("board with each dark green space for the first castle", _beginnings)
FILLED: Final = Ranges(
    BEGINNING, players=always(PLAYERS), besides="one way of filling each, with the tiles in the box; tiles are put "
    "into the storage by hand, everything else is the engine's",
)  # fmt: skip


@theorem(
    "place.adjacent", "place.colour", "place.empty", "building.once", "estate.spaces", "estate.regions",
    "estate.cities", "colour.first", "box.tiles", "expert.castle", "setup.castle",
    bounds=FILLED,
)  # fmt: skip
def no_space_of_an_estate_is_out_of_reach(proof: Proof, allowed: Open = as_the_engine) -> Refutation | None:
    """On each board, from each first castle, tiles can be laid on all 36 other spaces, and complete all six colours.

    Time and silver are another matter (nobody-ever-fills-an-estate). No space is out of reach, and no city has more
    spaces than there are kinds of buildings: the city of eight on board 2 takes just one of each. The engine lays the
    tiles one by one, and hands out all six large bonus tiles on the way.
    """
    for engine, ((board, first),) in FILLED.positions(proof):
        if (refuted := _filled(engine, board, first, allowed)) is not None:
            return refuted
    return None


def _filled(
    engine: AnyEngine, board: int, first: int, allowed: Open, within: int = (1 << SPACES) - 1, colour: int = -1
) -> WrongAnswer | None:
    """Cover some spaces (all of a colour among them) as the rule allows, one by one.

    Answers with a position in which the rule allows nothing more.
    """
    g: Kit = engine.g  # type: ignore[attr-defined]
    base: Table = engine.named_start("turn")
    state = changed(base, seats=replaced(base.seats, 0, founded(g, Seat(board=board), first)[0]))
    used = Counter([g.castle])
    while within & ~(seat := state.seats[0]).filled:
        options = [option for option in _tiles(g, seat, used) if within >> option[1] & 1]
        for kind, space in options:
            before = _in_hand(state, kind)
            if allowed(engine, before, g.place[kind][space]):
                used[kind] += 1
                laid = engine.apply(before, g.place[kind][space]).seats[0]
                state = changed(state, seats=replaced(state.seats, 0, laid), large=state.large & ~laid.large)
                break
        else:
            return _no_more(engine, state, options, allowed)
    complete = (1 << len(COLOURS)) - 1 if colour < 0 else 1 << colour
    if complete & ~state.seats[0].large and within.bit_count() > 1:
        return WrongAnswer(
            f"large bonus tiles for board {g.grounds[board].number}, filled so far", engine, state,
            lambda _, state: [name for k, name in enumerate(COLOURS) if state.seats[0].large >> k & 1],
            [name for k, name in enumerate(COLOURS) if complete >> k & 1] if colour < 0 else f"{COLOURS[colour]}",
            lambda names: colour >= 0 and COLOURS[colour] in names,
        )  # fmt: skip
    return None


def _tiles(g: Kit, seat: Seat, used: Counter[int]) -> Iterator[tuple[int, int]]:
    """Every tile of the box that is left with every space beside the estate of its colour."""
    for space in (k for k in range(SPACES) if seat.frontier >> k & 1):
        colour = g.grounds[seat.board].colour[space]
        kinds = range(g.first_of[colour], g.end_of[colour])
        yield from ((kind, space) for kind in kinds if used[kind] < g.total[kind])


def _in_hand(state: Table, kind: int) -> Table:
    """A castle's action with just this tile in the storage."""
    seat = changed(state.seats[0], storage=(kind,))
    return changed(state, phase=b.ACTING[0], seats=replaced(state.seats, 0, seat))


def _no_more(engine: AnyEngine, state: Table, options: Sequence[tuple[int, int]], allowed: Open) -> WrongAnswer:
    g: Kit = engine.g  # type: ignore[attr-defined]
    there = state.seats[0].filled.bit_count()
    board = g.grounds[state.seats[0].board].number

    def laid(engine: AnyEngine, t: Table) -> list[str]:
        moves = [(_in_hand(t, kind), g.place[kind][space]) for kind, space in options]
        return [str(move) for before, move in moves if allowed(engine, before, move)]

    asked = f"tiles that can be laid on board {board} with {there} spaces covered"
    return WrongAnswer(asked, engine, state, laid, "one at least", bool)


def _once_at_all(engine: AnyEngine, state: Table, move: Place) -> bool:
    """Each kind of building stands only once in an estate."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    kind = g.tile_number[move.tile]
    standing = g.colour[kind] == BUILDING and kind in state.seats[0].estate
    return as_the_engine(engine, state, move) and not standing


def _no_river(engine: AnyEngine, state: Table, move: Place) -> bool:
    """Tiles of one colour do not touch."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    seat, space = state.seats[0], move.space - 1
    touched = g.grounds[seat.board].region[space] & seat.filled & NEIGHBOURS[space]
    return as_the_engine(engine, state, move) and not touched


no_space_of_an_estate_is_out_of_reach.twin(
    "each building stands once in an estate, not in a city", allowed=_once_at_all
).twin("tiles of one region may not touch", allowed=_no_river)

# ---- each colour by itself


def fewest_spaces(ground: Ground, first: int, colour: int) -> int:
    """The mask of fewest spaces that hang together, with the first castle and all spaces of a colour.

    By the regions of the colour: for each set of them and each space the smallest such mask that has both is put
    together from two smaller sets, or grows by a space.
    """
    regions = {ground.region[k] for k in range(SPACES) if ground.colour[k] == colour}
    wanted = [1 << first, *sorted(regions)]
    best: list[dict[int, int]] = [{} for _ in range(1 << len(wanted))]
    for which, region in enumerate(wanted):
        best[1 << which] = {k: region for k in range(SPACES) if region >> k & 1}
    for goal in range(1, len(best)):
        part = (goal - 1) & goal
        while part:
            for k in best[part].keys() & best[goal ^ part].keys():
                _better(best[goal], k, best[part][k] | best[goal ^ part][k])
            part = (part - 1) & goal
        _grow(best[goal])
    return min(best[-1].values(), key=int.bit_count)


def _better(smallest: dict[int, int], space: int, mask: int) -> bool:
    if space in smallest and smallest[space].bit_count() <= mask.bit_count():
        return False
    smallest[space] = mask
    return True


def _grow(smallest: dict[int, int]) -> None:
    """Let each mask grow by neighbouring spaces, the smallest first, until none gets better."""
    waiting = sorted(smallest, key=lambda k: smallest[k].bit_count())
    while waiting:
        k = waiting.pop(0)
        for near in range(SPACES):
            if NEIGHBOURS[k] >> near & 1 and _better(smallest, near, smallest[k] | 1 << near):
                waiting.append(near)


@theorem(
    "colour.first", "turn.two-actions", "take.storage", "place.adjacent", "place.colour", "building.once",
    "phase.number", "estate.regions",
    bounds=Ranges(
        Axis("colours", COLOURS), BEGINNING, players=always(PLAYERS),
        besides="tiles are put into the storage by hand, everything else is the engine's; the dice show and the "
        "depots hold what is needed",
    ),
)  # fmt: skip
def each_colour_fits_into_fifty_actions(
    proof: Proof, allowed: Open = as_the_engine, dice: int | None = None
) -> Refutation | None:
    """On each board and from each first castle every single colour can be completed with the game's fifty dice alone.

    The fewest tiles that join the first castle to all spaces of a colour are found by dynamic programming over its
    regions; each costs a die to take and a die to lay. The engine lays just these, and hands out the large bonus tile.
    """
    rules = proof.rules(PLAYERS)
    dice = dice or 2 * rules.number("phase.count") * rules.number("phase.rounds")
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    for board, ground in enumerate(g.grounds):
        fewest: dict[str, int] = {}
        for colour, name in enumerate(COLOURS):
            for first in (k for k in range(SPACES) if ground.colour[k] == CASTLE):
                proof.cover(PLAYERS, DEFAULT, name, (board, first))
                within = fewest_spaces(ground, first, colour)
                tiles = within.bit_count() - 1
                refuted = _filled(engine, board, first, allowed, within, colour)
                if refuted is not None:
                    return refuted
                if 2 * tiles > dice:
                    says = f"board {ground.number}: {tiles} tiles for all {name} spaces"
                    return InModel(says, partial(_too_many, tiles, dice), {"tiles": tiles, "dice": dice})
                fewest[name] = min(fewest.get(name, SPACES), tiles)
        told = ", ".join(f"{name} {tiles}" for name, tiles in fewest.items())
        proof.note(f"board {ground.number}, fewest tiles from the best first castle: {told}")
    return None


def _too_many(tiles: int, dice: int) -> bool:
    return 2 * tiles > dice


each_colour_fits_into_fifty_actions.twin("a turn has one die", dice=25).twin(
    "each building stands once in an estate, not in a city", allowed=_once_at_all
)

# ---- but nobody has the time and the silver for it


@define
class Ledger:
    """What a player did in a game, for the count of actions and silver."""

    silver: int
    """What they began with."""
    laid: int = 0
    taken: int = 0
    """Tiles taken from the board, bought ones included."""
    bought: int = 0
    dice: int = 0
    sales: int = 0
    workers: int = 0
    """How often workers were taken as an action."""
    castles: int = 0
    halls: int = 0
    fetchers: int = 0
    warehouses: int = 0
    banks: int = 0
    mines: int = 0
    """Pieces of silver that the mines brought."""

    def actions_balance(self) -> bool:
        """Whatever is taken, laid or sold is so by a die, a castle, a building or a purchase."""
        done = self.laid + self.taken + self.sales + self.workers
        return done <= self.dice + self.castles + self.halls + self.fetchers + self.warehouses + self.bought

    def silver_balances(self, left: int) -> bool:
        """All silver spent and left came from the beginning, a bank, a mine, a sale or workers (tile 13: 1)."""
        return left + 2 * self.bought <= self.silver + 2 * self.banks + self.mines + 2 * self.sales + self.workers


@frozen
class Means:
    """What the text gives players to fill an estate with; the twins give more."""

    dice: int
    silver: int
    """At the beginning."""
    phases: int
    """Phases after which there is time to spend what the mines bring."""
    per_castle: int = 1
    """Actions that a castle brings."""
    left_empty: int = 0
    """Spaces that need not be covered."""


@frozen
class Plan:
    """How an estate could be filled, as unknown numbers, and what they have to meet."""

    given: tuple[Term, ...]
    of: Mapping[str, Term]


def plan(ground: Ground, means: Means) -> Plan:
    """What every way of covering all spaces meets, and more ways than there are.

    Nothing is asked about numbers of dice, places of tiles and the order of things; with tile 1 any buildings may stand
    anywhere; every mine pays from the first phase on; each sale brings two pieces of silver, as with tile 3.
    """
    names = ("city halls", "carpenters, churches and markets", "banks", "warehouses", "sales with a die", "bought")
    of = {name: number(name) for name in (*names, "workers taken with tile 13")}
    buildings, mines, castles = (
        sum(colour == wanted for colour in ground.colour) for wanted in (BUILDING, MINE, CASTLE)
    )
    return Plan((*(value >= 0 for value in of.values()), *_demands(of, means, buildings, mines, castles - 1)), of)


def _demands(of: Mapping[str, Term], means: Means, buildings: int, mines: int, castles: int) -> list[Term]:
    tiles = SPACES - 1 - means.left_empty
    acting = of["city halls"] + of["carpenters, churches and markets"]
    spent = of["sales with a die"] + of["workers taken with tile 13"]
    income = 2 * (of["banks"] + of["warehouses"] + of["sales with a die"]) + of["workers taken with tile 13"]
    return [
        acting + of["banks"] + of["warehouses"] <= buildings,
        2 * tiles + spent <= means.dice + castles * means.per_castle + acting + of["bought"],
        of["bought"] <= means.dice // 2,
        2 * of["bought"] <= means.silver + mines * means.phases + income,
    ]


@theorem(
    "turn.two-actions", "turn.die", "take.storage", "place.stored", "castle.action", "city-hall.place",
    "carpenter.take", "church.take", "market.take", "purchase.once", "purchase.price", "phase.number", "estate.spaces",
    "mine.income", "bank.silver", "sell.silver", "knowledge.1", "knowledge.3", "knowledge.13", "setup.silver",
    readings=("edition.rules", "castle.action"),
    bounds=Ranges(
        Axis("board", lambda engine: engine.g.board_number), players=always(PLAYERS), moves=STEPS,  # type: ignore[attr-defined]
        besides="any dice, any tiles in the depots, any knowledge tiles; the count of actions and silver is the "
        "engine's",
    ),
    expected="tied",
)  # fmt: skip
def nobody_ever_fills_an_estate(proof: Proof, changes: Mapping[str, int] | None = None) -> Refutation | None:
    """No player can ever cover all 37 spaces, on any board: there is one piece of silver too little for it.

    36 tiles have to be taken and 36 laid: 72. There are 50 dice and three castles' actions; 19 are missing. Each city
    hall, carpenter, church and market saves one, each purchase one for two pieces of silver. Silver comes from the
    beginning (1), the mines (3 in each of four phases), banks and warehouses (2) and sales with a die (2, for an action
    more). Each of the twelve buildings is thus worth two pieces of silver, and 1 + 12 + 24 = 37 do not make the 38 that
    19 actions cost. Z3 decides it; that nothing in the engine escapes the count is seen by keeping the books of games.
    So nobody completes all six colours, and tile 26 never counts six bonus tiles. (In the edition of 2019 workers may
    pay with tile 6: there the count does not hold.)
    """
    rules = proof.rules(PLAYERS)
    rounds = rules.number("phase.count") * rules.number("phase.rounds")
    means = Means(2 * rounds, rules.number("start.silver"), len(PHASES) - 1)
    if changes is not None:
        means = evolve(means, **changes)
    g: Kit = proof.engine(PLAYERS).g  # type: ignore[attr-defined]
    for ground in g.grounds:
        fewer = plan(ground, evolve(means, left_empty=1))
        proof.possible(*fewer.given, what="covering all spaces but one")
        whole = plan(ground, means)
        values = proof.against(False, whole.given)
        if values is not None:
            return _fills(values.all(whole.of), ground, means)
        proof.cover(PLAYERS, DEFAULT, ground.number)
    proof.note("the count leaves room for 36 of the 37 spaces")
    most = ", ".join(f"{(53 + useful(ground)) // 2 + 1} on board {ground.number}" for ground in g.grounds)
    proof.note(f"without purchases and tile 1 at most so many of the 37 spaces are covered: {most}")
    return _books(proof)


def useful(ground: Ground) -> int:
    """The most city halls, carpenters, churches and markets that a board takes without tile 1."""
    cities = {ground.region[k] for k in range(SPACES) if ground.colour[k] == BUILDING}
    return sum(min(city.bit_count(), 4) for city in cities)


def _fills(values: Mapping[str, int], ground: Ground, means: Means) -> InModel:
    """The plan on plain numbers."""
    buildings, mines, castles = (ground.colour.count(wanted) for wanted in (BUILDING, MINE, CASTLE))

    def shows() -> bool:
        return all(_demands(values, means, buildings, mines, castles - 1)) and min(values.values()) >= 0

    says = f"board {ground.number} is filled with {values['bought']} purchases"
    return InModel(says, shows, {key: value for key, value in values.items() if value})


def _books(proof: Proof) -> InEngine | None:
    """Random games of the engine: no action and no silver escapes the count."""
    for players in proof.players:
        engine = proof.engine(players)
        g: Kit = engine.g  # type: ignore[attr-defined]
        books: list[Ledger] = []
        for before, move, after in walk(engine, STEPS // len(proof.players), seed=players):
            proof.sample()
            if isinstance(before.phase, b.StartGoods):
                books = [Ledger(g.start_silver) for _ in range(players)]
                continue
            _enter(g, books[before.turn], move)
            if after.letter != before.letter or isinstance(after.phase, b.Finished):
                for book, seat in zip(books, after.seats, strict=True):
                    book.mines += seat.estate.count(g.mine)
            for book, seat in zip(books, after.seats, strict=True):
                covered = seat.filled.bit_count() - 1
                if not (book.actions_balance() and book.silver_balances(seat.silver) and covered == book.laid):
                    return _escapes(engine, before, move, book)
    return None


def _escapes(engine: AnyEngine, before: Table, move: Move, book: Ledger) -> InEngine:
    def shows(engine: AnyEngine, states: Sequence[Table]) -> bool:
        left = states[1].seats[before.turn].silver
        return not (book.actions_balance() and book.silver_balances(left))

    return InEngine(f"after {move} the books do not balance: {book}", engine, before, shows, (str(move),))


def _enter(g: Kit, book: Ledger, move: Move) -> None:
    match move:
        case Use():
            book.dice += 1
        case Place(tile, _):
            kind = g.tile_number[tile]
            book.laid += 1
            book.castles += g.colour[kind] == CASTLE
            book.halls += kind == CITY_HALL
            book.fetchers += kind in FETCHES
            book.warehouses += kind == WAREHOUSE
            book.banks += kind == BANK
        case Take():
            book.taken += 1
        case Buy():
            book.taken += 1
            book.bought += 1
        case Sell():
            book.sales += 1
        case TakeWorkers():
            book.workers += 1
        case _:
            pass


nobody_ever_fills_an_estate.twin("everybody begins with two pieces of silver", changes={"silver": 2}).twin(
    "what the mines bring after the last phase can still be spent", changes={"phases": 5}
).twin("a castle brings two actions", changes={"per_castle": 2}).twin("a turn has three dice", changes={"dice": 75})
