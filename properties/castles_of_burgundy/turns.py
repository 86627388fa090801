"""A player's turn: dice, workers, purchases, what is open, and what a move leaves as it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import is_not
from typing import Final

from rulecheck.properties.castles_of_burgundy import words as told
from rulecheck.properties.castles_of_burgundy.facts import (
    ENDING,
    NOTHING,
    TURN_ENDS,
    Facts,
    deciding,
    facts,
    one_less,
    one_more,
)
from rulecheck.properties.invariants.declaring import DEAR, OFTEN, after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.properties.invariants.wording import listed
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.table import (
    Acting,
    Cargo,
    CityHall,
    Discarding,
    Fetching,
    Finished,
    Paying,
    Seat,
    Stowing,
    Table,
    Tiles,
    Turn,
    Warehouse,
)
from rulecheck.reference_engines.contract import AnyEngine, changed

# ---- dice and workers


@after("turn.die", "turn.two-actions", "turn.any-action", moves=("Use",), share=OFTEN)
def a_die_is_used_up(engine: AnyEngine, before: Table, move: m.Use, now: Table) -> Iterator[str]:
    """A die that the player has is put away, and an action with its number follows."""
    who, phase = before.turn, now.phase
    dice, left = before.dice[who], now.dice[who]
    if (
        type(phase) is Acting
        and phase.die == move.die
        and now.turn == who
        and (dice == (move.die, *left) or dice == (*left, move.die))
    ):
        return NOTHING
    is_ = f"{told.dice(left)} and is followed by {kind_of(phase)} of {engine.seats[now.turn]}, or with another die"
    return iter([f"{move} of {told.dice(dice)} leaves {is_}"])


@after(
    "worker.change", "worker.wrap", "worker.several", "knowledge.8", "round.white-only",
    moves=("Shift",), share=OFTEN,
)  # fmt: skip
def a_worker_changes_one_die(engine: AnyEngine, before: Table, move: m.Shift, now: Table) -> Iterator[str]:
    """For one worker one die of the player goes up or down a step, from 6 to 1 too; with knowledge 8 up to two."""
    f, who = facts(engine), before.turn
    old, new = before.seats[who], now.seats[who]
    if (
        old.workers - new.workers == 1
        and new.workers >= 0
        and now.dice[who] == f.shifted[before.dice[who], move.die, move.by]
        and move.by in (f.tile_steps if old.knowledge >> 8 & 1 else f.steps)
        and move in f.shifts_of(move.die, (move.by,))
        and type(now.phase) is Turn
        and now.turn == who
    ):
        return NOTHING
    is_ = f"{told.dice(now.dice[who])} of {told.dice(before.dice[who])}"
    return iter([f"{move} cost {old.workers - new.workers} workers and made {is_}"])


# ---- what is open


def differs(engine: AnyEngine, t: Table, due: list[m.Move]) -> Iterator[str]:
    """Says if other moves are open than should be."""
    legal = engine.legal_moves(t)
    if len(legal) == len(due) and (list(legal) == due or {*legal} == {*due}):
        return NOTHING
    more = [f"{move} is open" for move in legal if move not in due]
    less = [f"{move} is not open" for move in due if move not in legal]
    return iter([f"{engine.seats[t.turn]} has to decide: {', '.join(more + less) or 'something is listed twice'}"])


def with_purchases(f: Facts, t: Table, due: list[m.Move]) -> list[m.Move]:
    """Moves together with the purchases, if these are open at any time."""
    return due + f.purchases(t) if f.buy_always else due


@after(
    "turn.two-actions", "turn.die", "worker.change", "knowledge.8", "purchase.once", "purchase.price",
    "purchase.moment", "purchase.end", "knowledge.6", "take.full",
    moves=("White", "Shift", *ENDING), when=(deciding(Turn),), share=DEAR,
)  # fmt: skip
def between_actions_this_is_open(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """A player may use or change each die left, and buy once; who has no die has something to buy."""
    f, who = facts(engine), now.turn
    seat, dice = now.seats[who], now.dice[who]
    values = dict.fromkeys(dice)
    due: list[m.Move] = [f.use[value] for value in values]
    if seat.workers:
        by = f.tile_steps if seat.knowledge >> 8 & 1 else f.steps
        due += [move for value in values for move in f.shifts_of(value, by)]
    bought = f.purchases(now)
    if not dice and not bought and who == before.turn:
        return iter([f"{engine.seats[who]} has no die and can buy nothing, and the turn goes on"])
    due += bought
    if f.may_discard:
        due += [f.discard[kind] for kind in dict.fromkeys(seat.storage)]
    if not dice or f.may_stop:
        due.append(f.end_turn)
    return differs(engine, now, due)


@after(
    "take.die", "place.die", "sell.die", "workers.take", "castle.action", "knowledge.9", "knowledge.10",
    "knowledge.11", "knowledge.12", "place.empty", "place.colour", "place.adjacent", "place.stored", "building.once",
    "building.no-die", "turn.any-action", "purchase.moment", "place.first",
    moves=("Use", "Place", "Buy", "Pay", "Discard"), when=(deciding(Acting),), share=DEAR,
)  # fmt: skip
def these_actions_are_open(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """With a die: tiles of its depot, spaces and goods with its number, workers; with a castle all of these."""
    f, phase = facts(engine), now.phase
    die = phase.die  # type: ignore[attr-defined]
    due = f.takes(now, die) + f.placements(now.seats[now.turn], die)
    if die or not f.castle_tiles:
        due += [*f.sales(now, die), f.take_workers]
    return differs(engine, now, with_purchases(f, now, due) or [f.pass_])


@after(
    "carpenter.take", "church.take", "market.take", "building.not-black", "warehouse.sell", "city-hall.place",
    "building.lapses", "place.adjacent", "place.colour", "building.once", "building.ability",
    moves=("Place", "Buy", "Pay", "Discard"), when=(deciding(Fetching, Warehouse, CityHall),), share=DEAR,
)  # fmt: skip
def a_building_offers_this(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Tiles of the building's colours from numbered depots, a sale, or a placement on any number; or nothing."""
    f, phase = facts(engine), now.phase
    seat = now.seats[now.turn]
    if type(phase) is Fetching:
        due = f.fetches(now, seat, phase.building)
    elif type(phase) is Warehouse:
        due = f.sales(now, 0)
    else:
        due = f.placements(seat, 0, hall=True)
    due = with_purchases(f, now, due)
    if not due and type(move) is m.Place:
        return iter([f"{move} offers nothing, and yet {engine.seats[now.turn]} has to decide"])
    return differs(engine, now, [*due, f.pass_])


@after("ship.any-depot", "ship.goods", "knowledge.5", "ship.left", "ship.nothing",
       moves=("Place", "Goods", "Keep", "Pass", "Buy", "Pay", "Discard"), when=(deciding(Cargo, Stowing),),
       share=DEAR)  # fmt: skip
def a_ship_may_take_this(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Any depot for the first, one beside it with goods for the second, and any new kind where not all find room."""
    f, phase = facts(engine), now.phase
    if type(phase) is Stowing:
        have = now.seats[now.turn].goods
        depots = (phase.first, phase.depot) if phase.first else (phase.depot,)
        kinds = sorted({good for depot in depots for good in now.goods[depot - 1] if not have[good]})
        due = [f.keep[good] for good in kinds]
    elif phase.first:  # type: ignore[attr-defined]
        beside = f.beside[phase.first]  # type: ignore[attr-defined]
        due = [f.goods_from[d] for d in beside if now.goods[d - 1]]
        if not due and type(move) is m.Goods:
            return iter([f"no depot beside depot {phase.first} has goods"])  # type: ignore[attr-defined]
        due.append(f.pass_)
    else:
        due = [f.goods_from[d] for d in range(1, 7) if f.ship_depot == "any" or now.goods[d - 1]]
        if f.ship_depot == "optional":
            due.append(f.pass_)
    return differs(engine, now, with_purchases(f, now, due))


@after("take.full", "take.storage", "purchase.storage", moves=("Take", "Buy", "Pay"), when=(deciding(Discarding),),
       share=DEAR)  # fmt: skip
def one_of_the_stored_tiles_makes_room(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Room is made where the storage is full, by any tile that was in it, and the new tile waits in hand."""
    f = facts(engine)
    seat = now.seats[now.turn]
    if len(seat.storage) != f.room or now.turn != before.turn:
        return iter([f"{move} makes {engine.seats[now.turn]} discard one of {len(seat.storage)} tiles"])
    return differs(engine, now, [f.discard[kind] for kind in dict.fromkeys(seat.storage)])


@after("purchase.price", "edition.2019", moves=("Buy", "Pay"), when=(deciding(Paying),))
def silver_or_a_worker_is_paid(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """A player is asked how to pay only with knowledge 6 in the later edition, having both silver and workers."""
    f, seat = facts(engine), now.seats[now.turn]
    if not f.later or not seat.knowledge >> 6 & 1 or not seat.silver or not seat.workers:
        yield f"{engine.seats[now.turn]} has to choose how to pay, with {seat.silver} silver and {seat.workers} workers"
    if sorted(map(str, engine.legal_moves(now))) != ["pay silver", "pay worker"]:
        yield f"open are {listed(engine.legal_moves(now))} instead of pay silver, pay worker"


# ---- the end of a turn


@after("turn.two-actions", "purchase.end", "purchase.once", moves=ENDING, when=(TURN_ENDS,), share=OFTEN)
def a_turn_is_over_when_nothing_can_be_done(
    engine: AnyEngine, before: Table, move: m.Move, now: Table
) -> Iterator[str]:
    """A turn ends when both dice are used, and by itself only if the player can buy nothing more."""
    f, who = facts(engine), before.turn
    if type(move) is m.EndTurn:
        if before.dice[who] and not f.may_stop:
            yield f"{engine.seats[who]} ends the turn with the dice {told.dice(before.dice[who])}"
        return
    if before.dice[who]:
        yield f"the turn of {engine.seats[who]} is over with the dice {told.dice(before.dice[who])}"
    if before.bought or type(move) in (m.Buy, m.Pay):
        return
    seat = now.seats[who]
    silver = seat.silver - f.income(before, now, who)[0]
    if silver < f.price and not f.later:
        return
    seat = changed(seat, workers=seat.workers - f.income(before, now, who)[1])
    if f.can_buy(before, seat, silver, bought=False) and not only_taken(before, move):
        yield f"{engine.seats[who]} has {silver} pieces of silver and was not asked whether to buy"


def only_taken(before: Table, move: m.Move) -> bool:
    """Whether a move took the last tile of the board, so that nothing is left to buy."""
    return type(move) is m.Take and not before.black and sum(map(len, before.depots)) == 1


# ---- taking, buying, making room


def stored(room: int, before: Table, now: Table, kind: int, old: Tiles) -> bool:
    """Whether a tile came to the storage, or to the hand of a player who has to make room first."""
    storage = now.seats[before.turn].storage
    phase = now.phase
    if type(phase) is Discarding:
        return now.held == kind and storage == old
    return now.held < 0 and len(old) < room and one_more(old, storage, kind)


@after("take.die", "take.storage", "take.full", "estate.storage", "knowledge.12", "building.not-black",
       "carpenter.take", "church.take", "market.take", moves=("Take",),
       share=OFTEN)  # fmt: skip
def a_tile_is_taken_into_the_storage(engine: AnyEngine, before: Table, move: m.Take, now: Table) -> Iterator[str]:
    """A tile leaves the depot of the die (any for a castle or building) for the storage, never for the estate."""
    f, who, depot = facts(engine), before.turn, move.depot - 1
    kind, phase, seat = f.kind[move.tile], before.phase, before.seats[who]
    if (
        type(phase) is Acting
        and move.depot != phase.die
        and move.depot not in f.near[phase.die][f.free(seat.knowledge, 12)]
    ):
        yield f"{move} of {engine.seats[who]} with a {phase.die}, without the tile that lets it reach there"
    there = before.depots[depot]
    if now.letter == before.letter and not one_less(there, now.depots[depot], kind):
        yield f"{move} leaves {told.tiles(f, now.depots[depot])} of {told.tiles(f, there)} in depot {move.depot}"
    if not stored(f.room, before, now, kind, seat.storage) or now.seats[who].estate is not seat.estate:
        yield f"after {move} {engine.seats[who]} stores {told.tiles(f, now.seats[who].storage)}"


@after("take.full", "take.storage", moves=("Discard",), share=OFTEN)
def a_tile_makes_room(engine: AnyEngine, before: Table, move: m.Discard, now: Table) -> Iterator[str]:
    """A stored tile leaves the game, and the tile in hand takes its place."""
    f, who = facts(engine), before.turn
    kind, old = f.kind[move.tile], before.seats[who].storage
    storage = list(old)
    if kind in storage:
        storage.remove(kind)
    if before.held >= 0:
        storage.append(before.held)
        storage.sort()
    elif not f.may_discard:
        yield f"{move} of {engine.seats[who]} with no tile to make room for"
    if kind not in old or now.seats[who].storage != tuple(storage) or now.held >= 0:
        yield f"after {move} {engine.seats[who]} stores {told.tiles(f, now.seats[who].storage)}"
    if now.letter == before.letter and now.box[kind] != before.box[kind] + f.limited:
        yield (
            f"{now.box[kind]} of {move.tile} are out of the game after {move} instead of {before.box[kind] + f.limited}"
        )


@after("purchase.once", "purchase.price", "purchase.storage", "purchase.moment", "knowledge.6", moves=("Buy",),
       share=OFTEN)  # fmt: skip
def a_purchase_is_paid(engine: AnyEngine, before: Table, move: m.Buy, now: Table) -> Iterator[str]:
    """Once in a turn a tile of the black depot, or of any with knowledge 6, comes to the storage for its price."""
    f, who, kind = facts(engine), before.turn, facts(engine).kind[move.tile]
    old, new = before.seats[who], now.seats[who]
    if before.bought:
        yield f"{engine.seats[who]} buys a second time in the turn, with {move}"
    over = now.turn != who or now.round != before.round or now.letter != before.letter or type(now.phase) is Finished
    if not now.bought and not over:
        yield f"{engine.seats[who]} could buy a second time after {move}"
    if type(before.phase) is not Turn and not f.buy_always:
        yield f"{engine.seats[who]} buys with {move} while {kind_of(before.phase)} is to be decided"
    six = old.knowledge >> 6 & 1
    if move.depot and not six:
        yield f"{engine.seats[who]} buys from depot {move.depot} without knowledge 6"
    if now.letter == before.letter:
        there, left = (
            (before.depots[move.depot - 1], now.depots[move.depot - 1]) if move.depot else (before.black, now.black)
        )
        if not one_less(there, left, kind):
            yield f"{move} leaves {told.tiles(f, left)} of {told.tiles(f, there)}"
    if type(now.phase) is Paying:
        return
    silver, workers = f.income(before, now, who)
    paid = old.silver + silver - new.silver, old.workers + workers - new.workers
    if new.silver < silver or new.workers < workers:
        yield (
            f"{move} leaves {engine.seats[who]} {new.silver} pieces of silver and {new.workers} workers: more was "
            "paid than was there"
        )
    if paid != (f.price, 0) and not (
        f.later and six and sum(paid) == f.price and (not new.silver - silver or not paid[1])
    ):
        yield f"{move} costs {paid[0]} pieces of silver and {paid[1]} workers instead of {f.price} pieces of silver"
    if not stored(f.room, before, now, kind, old.storage):
        yield f"after {move} {engine.seats[who]} stores {told.tiles(f, new.storage)} after {told.tiles(f, old.storage)}"


@after("purchase.price", "edition.2019", moves=("Pay",))
def a_part_of_the_price_is_paid(engine: AnyEngine, before: Table, move: m.Pay, now: Table) -> Iterator[str]:
    """A piece of silver or a worker is paid; the rest follows, by itself if there is no choice left."""
    f, who, phase = facts(engine), before.turn, before.phase
    assert isinstance(phase, Paying)
    old, new = before.seats[who], now.seats[who]
    silver, workers = f.income(before, now, who)
    paid = old.silver + silver - new.silver, old.workers + workers - new.workers
    least = paid[0] if move.what == "silver" else paid[1]
    if (
        new.silver < silver
        or new.workers < workers
        or least < 1
        or min(paid) < 0
        or sum(paid) != (1 if type(now.phase) is Paying else phase.left)
    ):
        yield f"{move} of a price of which {phase.left} is left costs {paid[0]} pieces of silver and {paid[1]} workers"


# ---- nothing else

WHEREVER: Final = frozenset({"phase", "events"})
TURN_OVER: Final = frozenset({"turn", "round", "playing", "dice", "bought", "sales", "ships", "order", "track"})
TABLE: Final[Mapping[type, frozenset[str]]] = {
    m.Use: frozenset({"dice"}),
    m.Shift: frozenset({"dice", "seats"}),
    m.Take: frozenset({"depots", "seats", "held"}),
    m.Place: frozenset({"seats", "large", "small", "order", "track", "ships"}),
    m.Sell: frozenset({"seats", "sales"}),
    m.TakeWorkers: frozenset({"seats"}),
    m.Buy: frozenset({"seats", "black", "depots", "bought", "held"}),
    m.Pay: frozenset({"seats", "held"}),
    m.Discard: frozenset({"seats", "held", "box"}),
    m.Goods: frozenset({"seats", "goods", "order", "track", "ships"}),
    m.Keep: frozenset({"seats", "goods", "order", "track", "ships"}),
    m.Pass: frozenset({"seats", "order", "track", "ships"}),
    m.EndTurn: frozenset(),
}
"""For each kind of move the parts of the table that it may change."""

BOARD: Final[Mapping[type, frozenset[str]]] = {
    m.Use: frozenset(),
    m.Shift: frozenset({"workers"}),
    m.Take: frozenset({"storage"}),
    m.Place: frozenset({
        "storage", "estate", "points", "silver", "workers", "large", "small", "filled", "frontier", "knowledge",
        "mines", "built",
    }),
    m.Sell: frozenset({"goods", "sold", "silver", "workers", "points"}),
    m.TakeWorkers: frozenset({"workers", "silver"}),
    m.Buy: frozenset({"storage", "silver", "workers"}),
    m.Pay: frozenset({"storage", "silver", "workers"}),
    m.Discard: frozenset({"storage"}),
    m.Goods: frozenset({"goods"}),
    m.Keep: frozenset({"goods"}),
    m.Pass: frozenset(),
    m.EndTurn: frozenset(),
}  # fmt: skip
"""For each kind of move what it may change on the acting player's board."""

GOODS_THAT_WAITED: Final = frozenset({"goods"})
"""What a pass changes where two depots share the room: the goods of the first come aboard now."""

RIGHT: Final[dict[tuple[object, ...], bool]] = {}
"""Which parts being other objects is right, by kind of move."""


def unlike(old: Table | Seat, new: Table | Seat, may: frozenset[str]) -> list[str]:
    """The parts that differ and may not."""
    before, after = old.__dict__, new.__dict__
    return [
        name for name, value in before.items() if name not in may and after[name] is not value and after[name] != value
    ]


@after(
    "turn.two-actions", "take.die", "place.effect", "sell.all", "workers.take", "purchase.once", "ship.goods",
    "place.stays", "worker.change", "phase.goods-stay", "colour.first", "mine.nothing",
    moves=tuple(kind.__name__ for kind in TABLE), share=DEAR,
)  # fmt: skip
def a_move_changes_nothing_else(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """A move leaves all parts of the table alone that it is not about, and all other boards."""
    kind, who = type(move), before.turn
    if now.letter != before.letter or type(now.phase) is Finished:
        return
    over = now.turn != who or now.round != before.round
    waited = kind is m.Pass and type(before.phase) is Cargo and before.phase.first > 0 and facts(engine).together
    aboard = GOODS_THAT_WAITED if waited else frozenset()
    key = (kind, over, waited, *map(is_not, before.__dict__.values(), now.__dict__.values()))
    if key not in RIGHT:
        may = WHEREVER | TABLE[kind] | aboard | (TURN_OVER if over else frozenset())
        wrong = unlike(before, now, may)
        if wrong:
            yield f"{move} changes {', '.join(wrong)}"
        elif not unlike_at_all(before, now, may):
            RIGHT[key] = True
    if now.seats is before.seats:
        return
    for k, (old, new) in enumerate(zip(before.seats, now.seats, strict=True)):
        if old is new:
            continue
        wrong = unlike(old, new, BOARD[kind] | aboard if k == who else frozenset())
        if wrong:
            yield f"{move} of {engine.seats[who]} changes {', '.join(wrong)} of {engine.seats[k]}"


def unlike_at_all(old: Table, new: Table, may: frozenset[str]) -> list[str]:
    """The parts that are other objects and may not differ."""
    return [name for name, value in old.__dict__.items() if name not in may and new.__dict__[name] is not value]


KNOWLEDGE: Final = {f"knowledge.{number}": number for number in range(1, 27)}
"""The clauses about one knowledge tile each."""


@after(*KNOWLEDGE, share=OFTEN)
def only_owners_use_their_knowledge(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """No step carries out what a knowledge tile says that lies on nobody's estate."""
    for event in now.events:
        number = KNOWLEDGE.get(event)
        if number is not None and not any(seat.knowledge >> number & 1 for seat in now.seats):
            yield f"{move} carries out {event}, and nobody owns knowledge {number}"
