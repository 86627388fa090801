"""Phases and rounds: what is laid out and drawn, who throws, who is next, and what mines bring."""

from __future__ import annotations

from collections.abc import Iterator

from rulecheck.properties.castles_of_burgundy import words as told
from rulecheck.properties.castles_of_burgundy.facts import (
    BUILDING,
    CASTLE,
    ENDING,
    MINE,
    NOTHING,
    PHASE_ENDS,
    SHIP,
    TURN_ENDS,
    Facts,
    facts,
    from_to,
    one_more,
)
from rulecheck.properties.invariants.declaring import DEAR, OFTEN, after
from rulecheck.properties.invariants.wording import deciding as kind_of
from rulecheck.properties.invariants.wording import listed
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.table import (
    Filling,
    Finished,
    Founding,
    Rolling,
    StartGoods,
    Table,
    Turn,
    WhiteDie,
)
from rulecheck.reference_engines.contract import AnyEngine
from rulecheck.spec.castles_of_burgundy.board import GOODS

ALIKE = (CASTLE, MINE, SHIP)


def colours_of(f: Facts, letter: int) -> list[list[int]]:
    """For each depot the colours of its spaces in a phase."""
    by_depot = [list(colours) for colours in f.depots]
    if f.players == 3 and letter in (1, 3) and f.three_players and CASTLE in by_depot[-1]:
        by_depot[-1][by_depot[-1].index(CASTLE)] = MINE
    return by_depot


def drawn_for(f: Facts, letter: int) -> list[tuple[int, int]]:
    """The depot and the colour of each tile that is drawn in a phase; others are laid out as they are all alike."""
    drawn = f.drawn.get(letter)
    if drawn is None:
        spaces = [(d, c) for d, colours in enumerate(colours_of(f, letter)) for c in colours]
        drawn = f.drawn[letter] = [space for space in spaces if space[1] not in ALIKE]
    return drawn


BEGINS = from_to((StartGoods, Filling), (Founding, Filling))
"""Moves with which the first phase begins."""


@after("phase.number", "phase.three-players", "phase.fill", moves=("Draw", "Found"), when=(BEGINS,))
def the_first_phase_begins(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Phase A begins with an empty board, on which castles, mines and ships are laid out."""
    return begun(facts(engine), before, now, first=True)


@after(
    "phase.clear", "phase.goods-stay", "phase.same-tiles", "phase.number", "phase.three-players", "phase.fill",
    moves=ENDING, when=(PHASE_ENDS,), share=OFTEN,
)  # fmt: skip
def the_board_is_cleared(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """At the beginning of a phase tiles leave the board, goods stay, and what is all alike is laid out."""
    f = facts(engine)
    bought = f.kind[move.tile] if isinstance(move, m.Buy) and not move.depot else -1
    return NOTHING if type(now.phase) is Finished else begun(f, before, now, first=False, bought=bought)


def begun(f: Facts, before: Table, now: Table, *, first: bool, bought: int = -1) -> Iterator[str]:
    """What is wrong with the beginning of a phase; a tile may be `bought` from the black depot right before it."""
    if now.letter != (0 if first else before.letter + 1) or now.round:
        yield f"phase {now.letter}, round {now.round} follows phase {before.letter}"
    if min(now.stack) < 0:
        yield f"{min(now.stack)} of {f.names[now.stack.index(min(now.stack))]} are left in the stack"
    stay = [kind for kind in before.black if f.black_stays != "cleared" and f.colour[kind] in ALIKE]
    if bought in stay:
        stay.remove(bought)
    if sorted(now.black) != sorted(stay):
        yield (
            f"{told.tiles(f, now.black)} lie in the black depot at the beginning of phase {now.letter} instead of "
            f"{told.tiles(f, stay)}"
        )
    for depot, colours in enumerate(colours_of(f, now.letter)):
        laid = sorted(c for c in colours if c in ALIKE)
        if sorted([f.colour[kind] for kind in now.depots[depot]]) != laid:
            yield (
                f"depot {depot + 1} begins with {told.tiles(f, now.depots[depot])} instead of tiles of "
                f"{told.colours(laid)}"
            )
    if now.offered:
        yield f"{len(now.offered)} goods lie on the round spaces when phase {now.letter} begins"
    if first and any(now.goods):
        yield f"goods lie in the depots when the game begins: {told.lying(now.goods)}"
    if not f.limited:
        if any(now.box):
            yield f"{sum(now.box)} tiles are out of the game, though they go back into their stacks"
        return
    gone = [now.box[kind] - before.box[kind] for kind in range(len(f.tiles))]
    lay = sum(map(len, before.depots)) + len(before.black) - len(stay)
    if sum(gone) < lay - 1 or min(gone) < 0:
        yield f"{sum(gone)} tiles left the game, of {lay} that lay on the board"


@after(
    "phase.fill", "phase.black", "phase.goods",
    moves=("Draw",), when=(from_to((Filling, Filling), (Filling, Rolling)),), share=OFTEN,
)  # fmt: skip
def what_is_drawn_goes_where_it_belongs(engine: AnyEngine, before: Table, move: m.Draw, now: Table) -> Iterator[str]:
    """A tile goes to the depot whose space it was drawn for, or to the black depot, a good to the round spaces."""
    f, what = facts(engine), move.what
    good = f.good.get(what)
    if good is not None:
        if now.offered == (*before.offered, good) and now.goods_stack[good] == before.goods_stack[good] - 1 >= 0:
            return NOTHING
        return iter([f"{move}: {listed([GOODS[k] for k in now.offered])} lie on the round spaces"])
    kind = f.kind[what]
    step = before.phase.step  # type: ignore[attr-defined]
    spaces = drawn_for(f, before.letter)
    if step >= len(spaces):
        if (
            one_more(before.black, now.black, kind)
            and now.black_stack[kind] == before.black_stack[kind] - f.limited >= 0
        ):
            return NOTHING
        return iter([f"{move}: the black depot holds {told.tiles(f, now.black)}"])
    depot, colour = spaces[step]
    if (
        f.colour[kind] == colour
        and one_more(before.depots[depot], now.depots[depot], kind)
        and now.stack[kind] == before.stack[kind] - f.limited >= 0
    ):
        return NOTHING
    return iter([f"{move} for depot {depot + 1}, which holds {told.tiles(f, now.depots[depot])}"])


@after(
    "phase.fill", "phase.three-players", "phase.black", "phase.goods", "board.depots",
    moves=("Draw",), when=(from_to((Filling, Rolling)),), share=OFTEN,
)  # fmt: skip
def a_phase_is_laid_out(engine: AnyEngine, before: Table, move: m.Draw, now: Table) -> Iterator[str]:
    """When all is drawn, each depot has tiles of its colours, the black one its number, and goods wait."""
    f = facts(engine)
    for depot, colours in enumerate(colours_of(f, now.letter)):
        lying = sorted([f.colour[kind] for kind in now.depots[depot]])
        if lying != sorted(colours) and all(now.stack):
            yield (
                f"depot {depot + 1} holds {told.tiles(f, now.depots[depot])} for spaces of "
                f"{told.colours(sorted(colours))}"
            )
        short = [c for c in {*colours} if lying.count(c) < colours.count(c) and any(left_of(f, now, c))]
        more = [c for c in {*lying} if lying.count(c) > colours.count(c)]
        if short or more:
            yield f"depot {depot + 1} has tiles of {told.colours(lying)} for spaces of {told.colours(sorted(colours))}"
    black = f.number("black.tiles")
    if f.black_stays == "besides":  # so many besides those that stayed, which were all alike
        black += max(0, min(len(now.black) - black, sum(f.colour[kind] in ALIKE for kind in now.black)))
    if len(now.black) != black and any(now.black_stack):
        yield f"{len(now.black)} tiles lie in the black depot instead of {black}"
    if len(now.offered) != f.number("phase.goods") and any(now.goods_stack):
        yield f"{len(now.offered)} goods lie on the round spaces instead of {f.number('phase.goods')}"
    if not isinstance(now.phase, Rolling) or now.phase.place:
        yield f"after {move} what follows is {kind_of(now.phase)} instead of the first throw"


def left_of(f: Facts, t: Table, colour: int) -> list[int]:
    """What is left in the stacks of the tiles of a colour."""
    return [count for count, here in zip(t.stack, f.colour, strict=True) if here == colour]


@after("phase.fill", "phase.black", "phase.goods", moves=("Draw",),
       when=(from_to((Filling, Filling), (StartGoods, Filling)),), share=DEAR)  # fmt: skip
def chance_draws_what_is_in_the_stacks(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Each tile of the colour may be drawn, and the likelier the more of them there are."""
    f, phase = facts(engine), now.phase
    assert isinstance(phase, Filling)
    spaces = drawn_for(f, now.letter)
    if phase.step < len(spaces):
        _, colour = spaces[phase.step]
        due = {f.names[k]: n for k, n in enumerate(now.stack) if n and f.colour[k] == colour}
    elif phase.step < len(spaces) + f.number("black.tiles"):
        due = {f.names[k]: n for k, n in enumerate(now.black_stack) if n}
    else:
        due = {GOODS[k]: n for k, n in enumerate(now.goods_stack) if n}
    legal, weights = engine.legal_moves(now), engine.weights(now)
    offered = {draw.what: weight for draw, weight in zip(legal, weights, strict=True)}
    if offered != due:
        yield f"drawn may be {told.counted(offered)} instead of {told.counted(due)}"


@after("round.roll", "round.first-player", "round.order", moves=("Roll",), share=OFTEN)
def all_throw_their_dice(engine: AnyEngine, before: Table, move: m.Roll, now: Table) -> Iterator[str]:
    """In the order of the round everybody has two dice as they were thrown; the white die comes last."""
    place = before.phase.place  # type: ignore[attr-defined]
    who, dice, next_ = before.playing[place], now.dice, now.phase
    last = place + 1 == len(before.playing)
    if (
        dice[who] == (move.low, move.high)
        and not before.dice[who]
        and (type(next_) is WhiteDie if last else type(next_) is Rolling and next_.place == place + 1)
    ):
        return NOTHING
    return iter([f"{engine.seats[who]} has the dice {told.dice(dice[who])} after {move}, and {kind_of(next_)} follows"])


@after("round.white", "round.white-only", "round.left", "round.first-player", moves=("White",), share=OFTEN)
def the_white_die_lays_out_a_good(engine: AnyEngine, before: Table, move: m.White, now: Table) -> Iterator[str]:
    """The uppermost good goes to the depot with the number of the white die, and the first player begins."""
    f, depot = facts(engine), move.value - 1
    due = list(before.goods)
    if before.offered:
        due[depot] = (before.offered[0],) if f.one_good else (*due[depot], before.offered[0])
    if now.goods != tuple(due):
        yield f"the depots hold {told.lying(now.goods)} after {move}, with {told.lying(before.goods)} before"
    if now.offered != before.offered[1:]:
        yield f"{len(now.offered)} goods lie on the round spaces after {move}, {len(before.offered)} before"
    if now.turn != before.order[0] or type(now.phase) is not Turn:
        yield f"{engine.seats[now.turn]} begins the round instead of {engine.seats[before.order[0]]}"
    if now.dice is not before.dice and now.dice != before.dice:
        yield (
            f"the white die changed the dice from {told.all_dice(engine.seats, before)} to "
            f"{told.all_dice(engine.seats, now)}"
        )


@after(
    "round.order", "round.first-player", "phase.number", "phase.end", "end.game", "ship.first", "turn.two-actions",
    moves=ENDING, when=(TURN_ENDS,), share=OFTEN,
)  # fmt: skip
def the_next_in_the_order_follows(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """Turns follow the order of the round; then comes a round in the order of the track, a phase, or the end."""
    f, who = facts(engine), before.turn
    if (now.bought or now.sales or now.ships or now.held >= 0) and type(now.phase) is not Filling:
        yield (
            f"a turn of {engine.seats[now.turn]} begins with {int(now.bought)} purchases, {int(now.sales)} sales and "
            f"{now.ships} ships"
        )
    place = before.playing.index(who) + 1
    if place < f.players:
        if now.turn != before.playing[place] or type(now.phase) is not Turn:
            next_ = engine.seats[before.playing[place]]
            yield f"{kind_of(now.phase)} of {engine.seats[now.turn]} instead of a turn of {next_}"
        if now.round != before.round or now.letter != before.letter or now.playing != before.playing:
            yield (
                f"round {now.round + 1} begins in {before.letter}/{before.round + 1} after {move}, before all have "
                "had their turn"
            )
        if now.dice[now.turn] != before.dice[now.turn] or now.dice[who]:
            yield f"a turn of {engine.seats[now.turn]} begins with the dice {told.all_dice(engine.seats, now)}"
        return
    if any(now.dice) and not f.may_stop:
        yield f"round {before.round + 1} is over, and the dice are {told.all_dice(engine.seats, now)}"
    if before.round + 1 < f.rounds:
        if now.round != before.round + 1 or now.letter != before.letter or type(now.phase) is not Rolling:
            yield f"{kind_of(now.phase)} in round {now.round + 1} follows round {before.round + 1}"
        if now.playing != now.order or now.turn != now.order[0]:
            yield (
                f"the round is played in the order {listed([engine.seats[k] for k in now.playing])}, on the track it "
                f"is {listed([engine.seats[k] for k in now.order])}"
            )
    elif before.letter + 1 < f.phases:
        if now.letter != before.letter + 1 or now.round or type(now.phase) not in (Filling, Rolling):
            yield f"{kind_of(now.phase)} in phase {now.letter} follows the end of phase {before.letter}"
    elif type(now.phase) is not Finished:
        yield f"{kind_of(now.phase)} follows the last phase"


@after(
    "mine.income", "knowledge.2", "phase.end",
    moves=ENDING, when=(PHASE_ENDS,),
)  # fmt: skip
def mines_bring_silver_at_the_end_of_a_phase(
    engine: AnyEngine, before: Table, move: m.Move, now: Table
) -> Iterator[str]:
    """With the phase everybody receives silver for each mine, and workers with knowledge 2; nobody else anything."""
    f, who = facts(engine), before.turn
    for k, (old, new) in enumerate(zip(before.seats, now.seats, strict=True)):
        if old is new and f.mine not in new.estate:
            continue
        gained = new.silver - old.silver, new.workers - old.workers
        if k != who and gained != f.income(before, now, k):
            yield (
                f"{engine.seats[k]} receives {told.parts(*gained)} instead of {told.parts(*f.income(before, now, k))} "
                "for mines"
            )
    if type(move) in (m.Take, m.Discard, m.Goods, m.Keep, m.Pass, m.EndTurn):  # these bring nothing themselves
        gained = now.seats[who].silver - before.seats[who].silver, now.seats[who].workers - before.seats[who].workers
        if gained != f.income(before, now, who):
            yield (
                f"{engine.seats[who]} receives {told.parts(*gained)} instead of "
                f"{told.parts(*f.income(before, now, who))} for mines"
            )


@after("phase.end", "knowledge.tiles", "mine.nothing", "building.once", moves=ENDING, when=(PHASE_ENDS,), share=DEAR)
def what_follows_from_the_estates_is_right(engine: AnyEngine, before: Table, move: m.Move, now: Table) -> Iterator[str]:
    """What is remembered of an estate (covered spaces, knowledge, mines, buildings by city) is what lies there."""
    if now.letter != 1 and type(now.phase) is not Finished:
        return
    f = facts(engine)
    for name, seat in zip(engine.seats, now.seats, strict=True):
        covered = {k for k, kind in enumerate(seat.estate) if kind >= 0}
        if seat.filled != sum([1 << k for k in covered]):
            yield (
                f"{name}: the covered spaces are {listed(sorted(k + 1 for k in covered))}, remembered are "
                f"{seat.filled.bit_count()} or others"
            )
        kinds = [seat.estate[k] for k in covered]
        if seat.knowledge != sum({1 << f.knowledge[kind] for kind in kinds if f.knowledge[kind]}):
            yield f"{name}: {seat.knowledge.bit_count()} knowledge tiles are remembered, and lie there otherwise"
        if seat.mines != len([kind for kind in kinds if f.colour[kind] == MINE]):
            yield (
                f"{name}: {seat.mines} mines are remembered instead of "
                f"{len([kind for kind in kinds if f.colour[kind] == MINE])}"
            )
        in_cities = [k for k in covered if f.boards[seat.board].colour[k] == BUILDING]
        for building, mask in enumerate(seat.built):
            cities = {f.region[seat.board][k] for k in in_cities if seat.estate[k] == building}
            if mask != sum(cities):
                yield f"{name}: {f.names[building]} stands in other cities than remembered"
