"""Setting up: boards, castles, goods, silver, workers and the order of play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from rulecheck.reference_engines.castles_of_burgundy import rounds
from rulecheck.reference_engines.castles_of_burgundy.kit import CASTLE, MIDDLE, Kit
from rulecheck.reference_engines.castles_of_burgundy.moves import Deal, Draw, Found, Move, Side
from rulecheck.reference_engines.castles_of_burgundy.placing import founded
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events, wrong_time
from rulecheck.reference_engines.castles_of_burgundy.table import (
    ACTING,
    BARE,
    DEALING,
    EMPTY,
    FOUNDING,
    SIDING,
    TURN,
    Dealing,
    Filling,
    Founding,
    Seat,
    Siding,
    StartGoods,
    Table,
)
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.tuples import plus, replaced

OPENING = (
    "setup.stacks", "setup.goods-stacks", "setup.bonus", "setup.board", "setup.dice", "setup.silver",
    "setup.first-player", "setup.workers", "setup.order", SILENT + "tiles.draw", SILENT + "fill.spaces",
)  # fmt: skip


@cites(
    "setup.stacks", "setup.goods-stacks", "setup.bonus", "setup.board", "setup.castle", "setup.dice", "setup.silver",
    "setup.first-player", "setup.workers", "setup.order", "setup.goods-rest", "start.castle", "tiles.draw",
    "fill.spaces",
)  # fmt: skip
def start(g: Kit) -> Table:
    """The table before the first good is drawn; the first seat is the first player."""
    events: Events = OPENING
    seats = []
    castles = 0
    for workers in g.start_workers:
        seat = Seat(silver=g.start_silver, workers=workers)
        if not g.expert:
            seat = changed(seat, board=g.first_ground)
            events += (SILENT + "start.castle",)
        if not g.choose_castle:
            seat, more = founded(g, seat, MIDDLE)
            events += more
            castles += 1
        seats.append(seat)
    order = tuple(range(g.players))
    every = (1 << len(g.first_of)) - 1
    t = Table(
        seats=tuple(seats),
        phase=StartGoods(0),
        dice=((),) * g.players,
        order=order,
        track=(0,) * g.players,  # setup.order
        playing=order,
        stack=plus(g.own, g.castle, -castles) if g.limited else g.own,  # setup.stacks
        black_stack=g.with_black,  # setup.stacks
        goods_stack=(g.goods_each,) * 6,  # setup.goods-stacks
        box=g.no_tiles,
        large=every,  # setup.bonus
        small=every,  # setup.bonus
        events=tuple(dict.fromkeys(events)),
    )
    return t if g.start_goods else settle(g, t, ())


@cites("setup.goods", "setup.goods-rest")
def goods(g: Kit, t: Table, move: Draw) -> Table:
    """One of the goods that a player begins with."""
    phase = t.phase
    assert isinstance(phase, StartGoods)
    good = g.good_number[move.what]
    who = phase.drawn // g.start_goods
    seat = t.seats[who]
    seat = changed(seat, goods=plus(seat.goods, good, 1))
    t = changed(t, seats=replaced(t.seats, who, seat), goods_stack=plus(t.goods_stack, good, -1))
    drawn = phase.drawn + 1
    if drawn < g.players * g.start_goods:
        turn = drawn // g.start_goods
        return changed(t, phase=StartGoods(drawn), turn=turn, events=("setup.goods",))
    return settle(g, changed(t, turn=0), ("setup.goods", "setup.goods-rest"))


@cites("expert.sheet", "expert.boards", "start.castle")
def settle(g: Kit, t: Table, events: Events) -> Table:
    """Who knows the game chooses a board and a space for the castle; then phase A begins."""
    if g.expert:
        return changed(t, phase=SIDING if g.any_board else DEALING, events=events)
    if g.choose_castle:
        return changed(t, phase=FOUNDING, events=events)
    return rounds.begin_phase(g, t, 0, events)


# ---- boards and castles by choice


@cites("expert.sheet", "expert.side", "expert.boards")
def boards_for(g: Kit, t: Table) -> tuple[int, ...]:
    """The boards among which the acting player chooses."""
    seat = t.seats[t.turn]
    if not g.any_board:
        return tuple(dict.fromkeys(g.board_number[side] for side in g.sheets[seat.sheet]))
    sides = [g.board_number[side] for sheet in g.sheets for side in sheet]
    for other in t.seats:
        if other.board >= 0:
            sides.remove(other.board)
    return tuple(sorted(set(sides)))


def sheets_left(t: Table, g: Kit) -> list[int]:
    """The player boards that nobody has yet."""
    dealt = {seat.sheet for seat in t.seats}
    return [k for k in range(len(g.sheets)) if k not in dealt]


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """What may happen before phase A."""
    phase = t.phase
    if isinstance(phase, StartGoods):
        return tuple(compress(g.draw_good, t.goods_stack))
    if isinstance(phase, Dealing):
        return tuple([g.deal[k] for k in sheets_left(t, g)])
    if isinstance(phase, Siding):
        return tuple([g.side[k] for k in boards_for(g, t)])
    spaces = g.grounds[t.seats[t.turn].board].spaces[CASTLE]
    return tuple([move for k, move in enumerate(g.found) if spaces >> k & 1])


def weights(g: Kit, t: Table) -> Sequence[int]:
    """How many goods of each kind there are to be drawn; player boards are all alike."""
    if isinstance(t.phase, StartGoods):
        return tuple(filter(None, t.goods_stack))
    return (1,) * len(sheets_left(t, g))


@cites("setup.goods", "expert.sheet", "expert.side", "expert.castle", "setup.castle")
def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open before phase A."""
    phase = t.phase
    match move:
        case Draw(what):
            return Refused("setup.goods", f"no {what} is drawn now")
        case Deal() if isinstance(phase, Dealing):
            return Refused("expert.sheet", "somebody has this board")
        case Side(board) if isinstance(phase, Siding):
            return Refused("expert.side", f"board {board} is not among those to choose from")
        case Found(space) if isinstance(phase, Founding):
            return Refused("expert.castle" if g.expert else "setup.castle", f"space {space} is not dark green")
        case _:
            return wrong_time(move, "phase.number", "the first phase has not begun")


@cites("expert.sheet", "expert.side", "expert.castle", "expert.order", "setup.castle", "start.castle")
def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after something before phase A."""
    if isinstance(move, Draw):
        return goods(g, t, move)
    seat = t.seats[t.turn]
    last = t.turn + 1 == g.players
    if isinstance(move, Deal):
        sheet = g.sheets.index((move.front, move.back))
        seats = replaced(t.seats, t.turn, changed(seat, sheet=sheet))
        phase, turn = (SIDING, 0) if last else (DEALING, t.turn + 1)
        return changed(t, seats=seats, phase=phase, turn=turn, events=("expert.sheet",))
    if isinstance(move, Side):
        seats = replaced(t.seats, t.turn, changed(seat, board=g.board_number[move.board]))
        chosen = ("expert.side", SILENT + "expert.boards", SILENT + "expert.secret")
        return changed(t, seats=seats, phase=FOUNDING, events=chosen)
    assert isinstance(move, Found)
    seat, events = founded(g, seat, move.space - 1)
    if g.expert:
        events += ("expert.castle", "expert.order")
    stack = plus(t.stack, g.castle, -1) if g.limited else t.stack
    t = changed(t, seats=replaced(t.seats, t.turn, seat), stack=stack)
    if last:
        return rounds.begin_phase(g, changed(t, turn=0), 0, events)
    return changed(t, phase=SIDING if g.expert else FOUNDING, turn=t.turn + 1, events=events)


# ---- starts that examples may name


def dealt(g: Kit) -> Table:
    """The table when the first goods were dealt as evenly as can be: boards are chosen next, or phase A begins."""
    t, at = start(g), 0
    while isinstance(t.phase, StartGoods):
        t = goods(g, t, g.draw_good[at % 6])
        at += 1
    return changed(t, events=())


def bare(g: Kit) -> Table:
    """The first turn with nothing on the table but the first castles, silver and workers; all dice show 2 and 5."""
    t = start(g)
    seats, stack = [], t.stack
    for seat in t.seats:
        if seat.board == EMPTY:
            seat = changed(seat, board=g.first_ground)
        if seat.estate == BARE:
            space = next(k for k in range(MIDDLE, -1, -1) if g.grounds[seat.board].spaces[CASTLE] >> k & 1)
            seat, _ = founded(g, seat, space)
            stack = plus(stack, g.castle, -1) if g.limited else stack
        seats.append(seat)
    dice = ((2, 5),) * g.players
    return changed(t, seats=tuple(seats), stack=stack, phase=TURN, dice=dice, offered=(), events=())


def ready(g: Kit) -> Table:
    """The first turn of a game in which everything was drawn as evenly as can be and the dice show 1 to 6 in turn."""
    t = bare(g)
    seats, at = [], 0
    left = t.goods_stack
    for seat in t.seats:
        for _ in range(g.start_goods):
            seat = changed(seat, goods=plus(seat.goods, at % 6, 1))
            left = plus(left, at % 6, -1)
            at += 1
        seats.append(seat)
    t = rounds.begin_phase(g, changed(t, seats=tuple(seats), goods_stack=left), 0, ())
    step = 0
    while isinstance(t.phase, Filling):
        options = rounds.draws(g, t)
        t = rounds.apply(g, t, options[step * 5 % len(options)])
        step += 1
    for place in range(g.players):
        t = rounds.apply(g, t, g.rolls[(1 + 5 * place) % len(g.rolls)])
    t = rounds.apply(g, t, g.white[2])
    return changed(t, events=())


def last_decision(g: Kit) -> Table:
    """The last player's last action of the game; nobody has anything that brings points but workers."""
    t = bare(g)
    seats = tuple(changed(seat, silver=0, workers=0, points=0) for seat in t.seats)
    return changed(
        t, seats=seats, phase=ACTING[1], turn=g.players - 1, dice=((),) * g.players,
        letter=g.phase_count - 1, round=g.rounds - 1,
    )  # fmt: skip
