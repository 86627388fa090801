"""Before the first phase: what everybody has, the goods that are dealt, boards and castles by choice."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.castles_of_burgundy import words as told
from rulecheck.properties.castles_of_burgundy.facts import CASTLE, facts, from_to
from rulecheck.properties.invariants.declaring import after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.properties.invariants.wording import listed, whether
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.table import (
    BARE,
    Dealing,
    Filling,
    Founding,
    Siding,
    StartGoods,
    Table,
    Tiles,
)
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.castles_of_burgundy.board import GOODS, SPACES

MIDDLE = SPACES // 2
DEALS = from_to(*[(StartGoods, kind) for kind in (StartGoods, Filling, Dealing, Siding, Founding)])
CHOOSES = from_to(
    (StartGoods, Dealing), (Dealing, Dealing), (StartGoods, Siding), (Dealing, Siding), (Founding, Siding),
    (StartGoods, Founding), (Siding, Founding), (Founding, Founding),
)  # fmt: skip


@after(
    "setup.silver", "setup.workers", "setup.order", "setup.castle", "setup.bonus", "setup.stacks", "setup.board",
    "setup.goods-stacks", "setup.first-player", "setup.dice", moves=("Draw",), when=(DEALS,),
)  # fmt: skip
def the_table_is_set(engine: AnyEngine, t: Table, move: m.Draw, now: Table) -> Iterator[str]:
    """Before the first good is drawn everything lies as the rulebook says."""
    if t.phase.drawn:  # type: ignore[attr-defined]
        return
    f = facts(engine)
    number = f.number
    stack = [tile.own for tile in f.tiles]
    first = next(k for k, board in enumerate(f.boards) if board.number == 1)
    for k, (name, seat) in enumerate(zip(engine.seats, t.seats, strict=True), 1):
        if (seat.silver, seat.workers) != (number("start.silver"), number(f"start.workers-{k}")):
            yield (
                f"{name} begins with {seat.silver} pieces of silver and {seat.workers} workers instead of "
                f"{number('start.silver')} and {number(f'start.workers-{k}')}"
            )
        if seat.board != (-1 if f.expert else first):
            has, gets = (f.boards[k].number if k >= 0 else "none" for k in (seat.board, -1 if f.expert else first))
            yield f"{name} begins with board {has} instead of {gets}"
        estate: Tiles = BARE
        if not f.choose_castle:
            estate = (*BARE[:MIDDLE], f.castle, *BARE[MIDDLE + 1 :])
            stack[f.castle] -= f.limited
        if seat.estate != estate:
            yield f"{name} begins with the estate {told.estate(f, seat.estate)} instead of {told.estate(f, estate)}"
        points = 0
        if not f.choose_castle and f.castle_scores:
            size = f.region[first][MIDDLE].bit_count()
            points = f.for_size[1] + f.for_phase[0] if size == 1 else 0
        if seat.points != points or seat.storage or any(seat.goods) or any(seat.sold) or seat.large or seat.small:
            yield f"{name} begins with {seat.points} points instead of {points}, or with tiles or goods"
    every = 2 ** len({tile.colour for tile in f.tiles}) - 1
    laid_out = {
        "stack": (list(t.stack), stack),
        "black stack": (list(t.black_stack), [tile.black for tile in f.tiles]),
        "goods": (t.goods_stack, (number("goods.each"),) * len(GOODS)),
        "bonus tiles": ((t.large, t.small), (every, every)),
        "order": (t.order, tuple(range(f.players))),
        "track": (t.track, (0,) * f.players),
        "depots": (any(t.depots) or any(t.goods) or any(t.offered) or any(t.black), False),
        "phase": ((t.letter, t.round, t.turn), (0, 0, 0)),
    }
    for what, (is_, should) in laid_out.items():
        if is_ != should:
            yield f"{what}: {shown(is_)} instead of {shown(should)}"


@after("setup.goods", "setup.goods-rest", moves=("Draw",), when=(DEALS,))
def everybody_is_dealt_goods(engine: AnyEngine, before: Table, move: m.Draw, now: Table) -> Iterator[str]:
    """One after the other receives so many goods, one drawn after the other."""
    f, phase = facts(engine), before.phase
    assert isinstance(phase, StartGoods)
    each = f.number("start.goods")
    who, good = phase.drawn // each, f.good[move.what]
    for k, (old, new) in enumerate(zip(before.seats, now.seats, strict=True)):
        goods = list(old.goods)
        if k == who:
            goods[good] += 1
        if list(new.goods) != goods:
            yield (
                f"{engine.seats[k]} has {told.goods(new.goods)} after {move} for {engine.seats[who]} instead of "
                f"{told.goods(goods)}"
            )
    left = list(before.goods_stack)
    left[good] -= 1
    if list(now.goods_stack) != left:
        yield f"the goods left are {told.goods(now.goods_stack)} after {move} instead of {told.goods(left)}"
    last = phase.drawn + 1 == each * f.players
    if last == (type(now.phase) is StartGoods):
        yield f"{phase.drawn + 1} goods of {each * f.players} are dealt, and what is decided is {kind_of(now.phase)}"


@after("expert.sheet", "expert.side", "expert.order", moves=("Deal", "Side"))
def boards_go_to_one_player_each(engine: AnyEngine, before: Table, move: m.Deal | m.Side, now: Table) -> Iterator[str]:
    """A sheet is dealt once, its receiver chooses one of its sides, and all choose in the order of play."""
    f, who = facts(engine), before.turn
    seat = now.seats[who]
    if isinstance(move, m.Deal):
        if f.sheets[seat.sheet] != (move.front, move.back) or before.seats[who].sheet >= 0:
            yield f"{engine.seats[who]} has sheet {seat.sheet + 1} after {move}, or had one already"
        if len({seat.sheet for seat in now.seats if seat.sheet >= 0}) != who + 1:
            yield f"{move} for {engine.seats[who]} dealt a sheet that somebody has"
        last = who + 1 == f.players
        if now.turn != (0 if last else who + 1) or not isinstance(now.phase, Siding if last else Dealing):
            yield f"{kind_of(now.phase)} of {engine.seats[now.turn]} follows {move}"
        return
    if f.boards[seat.board].number != move.board:
        yield f"{engine.seats[who]} has board {f.boards[seat.board].number} after {move}, not that one"
    if not f.any_board:
        if move.board not in f.sheets[seat.sheet]:
            yield f"{engine.seats[who]} chose {move.board} and was dealt {listed(f.sheets[seat.sheet])}"
    else:
        faces = [side for sheet in f.sheets for side in sheet]
        taken = [seat.board for seat in now.seats].count(seat.board)
        if taken > faces.count(move.board):
            yield f"{taken} players have board {move.board}, of which there are {faces.count(move.board)}"
    if now.turn != who or not isinstance(now.phase, Founding):
        yield (
            f"{move} is followed by {kind_of(now.phase)} of {engine.seats[now.turn]} instead of the castle of "
            f"{engine.seats[who]}"
        )


@after("expert.castle", "setup.castle", moves=("Found",))
def the_first_castle_lies_on_dark_green(engine: AnyEngine, before: Table, move: m.Found, now: Table) -> Iterator[str]:
    """The first castle covers any one dark green space, comes out of the stack and brings nothing by itself."""
    f, who, space = facts(engine), before.turn, move.space - 1
    old, seat = before.seats[who], now.seats[who]
    if f.boards[old.board].colour[space] != CASTLE:
        yield f"{move} is on a space of {told.colours([f.boards[old.board].colour[space]])}, not of dark green"
    if seat.estate != (*BARE[:space], f.castle, *BARE[space + 1 :]):
        yield f"{engine.seats[who]} has {told.estate(f, seat.estate)} after {move}"
    scores = f.castle_scores and f.region[old.board][space].bit_count() == 1
    if seat.points - old.points != (f.for_size[1] + f.for_phase[0] if scores else 0):
        yield (
            f"{move} brings {seat.points - old.points} points instead of "
            f"{f.for_size[1] + f.for_phase[0] if scores else 0}"
        )
    last = who + 1 == f.players
    if last != isinstance(now.phase, Filling) or now.turn != (0 if last else who + 1):
        yield f"{kind_of(now.phase)} of {engine.seats[now.turn]} follows {move}"
    if not last and now.stack[f.castle] != before.stack[f.castle] - f.limited:
        yield f"{now.stack[f.castle]} castles are left after {move} instead of {before.stack[f.castle] - f.limited}"


@after("expert.castle", "expert.side", "setup.castle", moves=("Draw", "Deal", "Side", "Found"),
       when=(CHOOSES,))  # fmt: skip
def the_choices_before_the_game_are_these(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Open are the sheets nobody has, the sides of one's sheet (or all boards left), and the dark green spaces."""
    f, seat = facts(engine), now.seats[now.turn]
    if isinstance(now.phase, Dealing):
        dealt = {seat.sheet for seat in now.seats}
        due = [f"deal {front}/{back}" for k, (front, back) in enumerate(f.sheets) if k not in dealt]
    elif isinstance(now.phase, Siding):
        if not f.any_board:
            sides = list(f.sheets[seat.sheet])
        else:
            sides = [side for sheet in f.sheets for side in sheet]
            for player in now.seats:
                if player.board >= 0:
                    sides.remove(f.boards[player.board].number)
        due = [f"board {side}" for side in {*sides}]
    else:
        board = f.boards[seat.board]
        due = [f"found on {k + 1}" for k in range(SPACES) if board.colour[k] == CASTLE]
    legal = [str(move) for move in engine.legal_moves(now)]
    if sorted(legal) != sorted(due):
        yield f"{engine.seats[now.turn]} may choose {listed(legal)} instead of {listed(due)}"


def shown(value: object) -> str:
    """A number, or numbers one after the other."""
    if isinstance(value, bool):
        return whether(value, "some", "none")
    return listed(value) if isinstance(value, (list, tuple)) else str(value)
