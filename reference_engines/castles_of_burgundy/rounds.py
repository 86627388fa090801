"""Phases and rounds: filling the depots, throwing the dice, whose turn it is, and what the end of a phase brings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from rulecheck.reference_engines.castles_of_burgundy import scoring
from rulecheck.reference_engines.castles_of_burgundy.arithmetic import income, mine_instead, moved, next_turn
from rulecheck.reference_engines.castles_of_burgundy.kit import BLACK, ROUND_SPACES, Kit
from rulecheck.reference_engines.castles_of_burgundy.moves import Draw, Move, Roll, White
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events, wrong_time
from rulecheck.reference_engines.castles_of_burgundy.table import (
    FINISHED,
    ROLLING,
    TURN,
    WHITE_DIE,
    Counts,
    Filling,
    Rolling,
    Table,
    Tiles,
    with_tile,
)
from rulecheck.reference_engines.contract import SILENT, Refused, changed, cites
from rulecheck.reference_engines.tuples import plus, replaced

# ---- the beginning of a phase


@cites(
    "phase.number", "phase.clear", "phase.same-tiles", "phase.goods-stay", "phase.fill", "phase.stay",
)  # fmt: skip
def begin_phase(g: Kit, t: Table, letter: int, events: Events) -> Table:
    """Old tiles leave the board, tiles that are all alike are laid out, the others are drawn one by one."""
    box, stack, depots = list(t.box), list(t.stack), g.laid[letter]
    black = tuple([kind for kind in t.black if kind in g.alike])
    if any(t.depots) or t.black:
        events += ("phase.clear",)
    if letter and any(t.goods):
        events += ("phase.goods-stay",)
    if black:
        events += (SILENT + "phase.stay",)
    if g.black_stays == "cleared":
        black = ()
    elif black:
        events += ("phase.same-tiles",)
    if g.limited:
        for tiles in (*t.depots, t.black):
            for kind in tiles:
                box[kind] += 1
        for kind in black:
            box[kind] -= 1
        depots = tuple(laid_from(stack, tiles) for tiles in depots)
    events += ("phase.number", "phase.fill")
    events += of_three(g, letter)
    t = changed(
        t, letter=letter, round=0, depots=depots, black=black, box=tuple(box), stack=tuple(stack), events=events
    )
    return next_draw(g, t, 0)


@cites("phase.three-players", "fill.three-players")
def of_three(g: Kit, letter: int) -> Events:
    """What lies on the dark green space of depot 6 in a game of three, which no other game uses."""
    if g.players != 3 or g.fill_two:
        return ()
    if not mine_instead(g.players, letter, True):
        return ("phase.three-players",)
    return (SILENT + "fill.three-players", *(("phase.three-players",) if g.three_players else ()))


def laid_from(stack: list[int], tiles: Tiles) -> Tiles:
    """Those of some tiles that a stack has; they are taken out of it."""
    kinds = []
    for kind in tiles:
        if stack[kind]:
            stack[kind] -= 1
            kinds.append(kind)
    return tuple(kinds)


def in_stack(g: Kit, t: Table, step: tuple[int, int]) -> Counts:
    """What may be drawn in a step: counts of the tiles of a colour, of all tiles, or of the goods."""
    where, colour = step
    if where == BLACK:
        return t.black_stack
    if where == ROUND_SPACES:
        return t.goods_stack
    return t.stack[g.first_of[colour] : g.end_of[colour]]


@cites("phase.fill", "phase.black", "phase.stay")
def next_draw(g: Kit, t: Table, step: int) -> Table:
    """The next tile or good to be drawn; an empty stack leaves the space empty, and after the last a round begins."""
    steps = g.to_fill[t.letter]
    while step < len(steps):
        is_filled = steps[step][0] == BLACK and g.black_stays == "counted" and len(t.black) >= g.black_tiles
        if not is_filled and any(in_stack(g, t, steps[step])):
            return changed(t, phase=Filling(step))
        step += 1
    return begin_round(g, t, t.events)


def draws(g: Kit, t: Table) -> Sequence[Move]:
    """The tiles or goods that may be drawn now."""
    phase = t.phase
    assert isinstance(phase, Filling)
    step = g.to_fill[t.letter][phase.step]
    where, colour = step
    if where == BLACK:
        return tuple(compress(g.draw_tile, t.black_stack))
    if where == ROUND_SPACES:
        return tuple(compress(g.draw_good, t.goods_stack))
    return tuple(compress(g.draw_of[colour], in_stack(g, t, step)))


def weights(g: Kit, t: Table) -> Sequence[int]:
    """How many tiles or goods of each kind there are to be drawn."""
    phase = t.phase
    assert isinstance(phase, Filling)
    return tuple(filter(None, in_stack(g, t, g.to_fill[t.letter][phase.step])))


@cites("phase.fill", "phase.black", "phase.goods", "tiles.draw")
def draw(g: Kit, t: Table, move: Draw) -> Table:
    """A tile or a good is drawn and laid out."""
    phase = t.phase
    assert isinstance(phase, Filling)
    steps = g.to_fill[t.letter]
    where, _ = steps[phase.step]
    if where == ROUND_SPACES:
        good = g.good_number[move.what]
        stack = plus(t.goods_stack, good, -1)
        at = phase.step + 1
        offered = (*t.offered, good)
        if at < len(steps) and any(stack):
            return changed(t, offered=offered, goods_stack=stack, phase=Filling(at), events=("phase.goods",))
        return begin_round(g, changed(t, offered=offered, goods_stack=stack), ("phase.goods",))
    kind = g.tile_number[move.what]
    if where == BLACK:
        left = plus(t.black_stack, kind, -1) if g.limited else t.black_stack
        t = changed(t, black=with_tile(t.black, kind), black_stack=left, events=("phase.black",))
    else:
        left = plus(t.stack, kind, -1) if g.limited else t.stack
        depots = replaced(t.depots, where, with_tile(t.depots[where], kind))
        t = changed(t, depots=depots, stack=left, events=("phase.fill",))
    return next_draw(g, t, phase.step + 1)


# ---- the beginning of a round


@cites("round.roll", "round.first-player")
def begin_round(g: Kit, t: Table, events: Events) -> Table:
    """The order of the round is that of the track; all dice are thrown."""
    return changed(
        t, phase=ROLLING[0], playing=t.order, turn=t.order[0], dice=((),) * g.players, bought=False, sales=0,
        events=(*events, "round.first-player"),
    )  # fmt: skip


@cites("round.roll")
def roll(g: Kit, t: Table, move: Roll) -> Table:
    """A player's two dice are thrown."""
    phase = t.phase
    assert isinstance(phase, Rolling)
    place = phase.place
    dice = replaced(t.dice, t.playing[place], (move.low, move.high))
    after = ROLLING[place + 1] if place + 1 < g.players else WHITE_DIE
    return changed(t, dice=dice, phase=after, events=("round.roll",))


@cites("round.white", "round.white-only", "depot.goods")
def white(g: Kit, t: Table, move: White) -> Table:
    """The white die is thrown; the first player lays the uppermost good into its depot, and begins."""
    if not t.offered:
        return changed(t, phase=TURN, events=("round.roll", "round.white-only"))
    at = move.value - 1
    good, there = t.offered[0], t.goods[at]
    goods = replaced(t.goods, at, (good,) if g.one_good else (*there, good))
    events: Events = ("round.roll", "round.white", "round.white-only")
    if there:
        events += (SILENT + "depot.goods",)
    if g.one_good and there:
        box = t.goods_box
        for old in there:
            box = plus(box, old, 1)
        t = changed(t, goods_box=box)
    return changed(t, goods=goods, offered=t.offered[1:], phase=TURN, events=events)


# ---- whose turn it is


@cites("ship.marker", "ship.stack", "ship.first", "ship.marker-when")
def advance(g: Kit, t: Table, seat: int, ships: int, events: Events) -> tuple[Counts, Counts, Events]:
    """Order and track after a player's marker has moved for some ships, and what happened."""
    order, track = t.order, t.track
    for _ in range(ships):
        space = moved(track[seat], g.ship_steps, g.track_spaces)
        others = [other for other in order if other != seat]
        ahead = [other for other in others if track[other] > space]
        if any(track[other] == space for other in others):
            events += ("ship.stack",)
        if not ahead and order[0] != seat:
            events += ("ship.first",)
        order = (*ahead, seat, *others[len(ahead) :])
        track = plus(track, seat, space - track[seat])
        events += ("ship.marker",)
    return order, track, events


@cites("round.order", "turn.two-actions", "ship.marker-when")
def end_turn(g: Kit, t: Table, events: Events) -> Table:
    """The next player's turn, or the end of the round."""
    if t.ships:
        order, track, events = advance(g, t, t.turn, t.ships, events)
        t = changed(t, order=order, track=track, ships=0)
    place = next_turn(t.playing.index(t.turn), g.players)
    if place < 0:
        return end_round(g, t, events)
    dice = t.dice if not t.dice[t.turn] else replaced(t.dice, t.turn, ())
    return changed(
        t, turn=t.playing[place], phase=TURN, dice=dice, bought=False, sales=0, events=(*events, "round.order")
    )


@cites("phase.end", "end.game", "phase.number")
def end_round(g: Kit, t: Table, events: Events) -> Table:
    """The next round, or the end of the phase, or of the game."""
    if t.round + 1 < g.rounds:
        return begin_round(g, changed(t, round=t.round + 1), events)
    events += ("phase.end",)
    last = t.letter + 1 == g.phase_count
    t, events = mines(g, t, events, last=last)
    if last:
        events += ("end.game", *scoring.events(g, t))
        return changed(t, phase=FINISHED, dice=((),) * g.players, bought=False, sales=0, events=events)
    return begin_phase(g, t, t.letter + 1, events)


@cites("mine.income", "knowledge.2", "mine.last-phase")
def mines(g: Kit, t: Table, events: Events, *, last: bool) -> tuple[Table, Events]:
    """The mines bring silver, and with knowledge 2 workers."""
    if not any(seat.mines for seat in t.seats):
        return t, events
    if last:
        events += (SILENT + "mine.last-phase",)
        if not g.last_income:
            return t, events
    events += ("mine.income",)
    seats = []
    for seat in t.seats:
        if seat.mines:
            workers = 0
            if seat.knowledge >> 2 & 1:
                workers = income(seat.mines, g.mine_workers)
                events += ("knowledge.2",)
            silver = income(seat.mines, g.mine_silver)
            seat = changed(seat, silver=seat.silver + silver, workers=seat.workers + workers)
        seats.append(seat)
    return changed(t, seats=tuple(seats)), events


# ---- moves


def moves(g: Kit, t: Table) -> Sequence[Move]:
    """What chance may do: draw, or throw dice."""
    kind = type(t.phase)
    if kind is Filling:
        return draws(g, t)
    return g.rolls if kind is Rolling else g.white


def explain(g: Kit, t: Table, move: Move) -> Refused:
    """Why a move is not open while chance acts."""
    phase = t.phase
    if isinstance(phase, Filling):
        where, _ = g.to_fill[t.letter][phase.step]
        clause = {BLACK: "phase.black", ROUND_SPACES: "phase.goods"}.get(where, "phase.fill")
        if isinstance(move, Draw):
            return Refused(clause, f"no {move.what} can be drawn for this space")
        return wrong_time(move, clause, "tiles and goods are laid out")
    return wrong_time(move, "round.roll", "the dice are thrown")


def apply(g: Kit, t: Table, move: Move) -> Table:
    """The table after a draw or a throw."""
    kind = type(move)
    if kind is Draw:
        return draw(g, t, move)  # type: ignore[arg-type]
    if kind is Roll:
        return roll(g, t, move)  # type: ignore[arg-type]
    assert isinstance(move, White)
    return white(g, t, move)
