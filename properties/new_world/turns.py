"""The turn: who acts, what follows what, and how a tile is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulecheck.properties.invariants.declaring import DEAR, OFTEN, after
from rulecheck.properties.invariants.wording import listed
from rulecheck.properties.new_world.facts import facts
from rulecheck.properties.new_world.steps import AT_FIRST, IS_QUIET, NOT_ASKED, SCORING
from rulecheck.reference_engines.contract import CHANCE, OVER, AnyEngine
from rulecheck.reference_engines.new_world import moves as m
from rulecheck.reference_engines.new_world.table import Drawing, Finished, Phase, Placing, Scoring, Settling, Table

FOLLOWS: Final[frozenset[tuple[type, type[Phase], type[Phase]]]] = frozenset(
    (move, before, now)
    for moves, before, then in (
        ((m.Draw,), Drawing, (Placing, Drawing, Finished)),
        ((m.Place,), Placing, (Settling, Scoring, Drawing, Finished)),
        ((m.Sheriff, m.Robber, m.Trapper, m.Farmer, m.NoSettler), Settling, (Scoring, Drawing, Finished)),
        ((m.ScoreSide, m.ScoreFarm), Scoring, (Scoring, Drawing, Finished)),
    )
    for move in moves
    for now in then
)
"""Which kind of move belongs to what, and what can follow it."""


@after(
    "setup.tiles", "setup.settlers", "setup.surveyors", "setup.first", "late.wait", "box.tiles",
    moves=("Draw",), when=(AT_FIRST,), share=OFTEN,
)  # fmt: skip
def the_table_is_set(engine: AnyEngine, t: Table, move: m.Draw, now: Table) -> Iterator[str]:
    """Before the first tile is laid everything lies as the rulebook says."""
    f = facts(engine)
    n = f.players
    laid_out = {
        "tiles": (tuple([a + b for a, b in zip(t.pile, t.box, strict=True)]), f.copies),
        "tiles in all": (sum(t.pile) + sum(t.box), sum(f.copies)),
        "supplies": (t.supply, (f.number("settlers.supply"),) * n),
        "points": (t.scores, (0,) * n),
        "settlers on the land": (t.settlers, ()),
        "surveyors": (t.surveyors, (0,) if f.late else (0, 0)),
        "the surveyor that waits": (t.late, 0 if f.late else -1),
        "turn": (t.turn, 0),
    }
    for what, (is_, should) in laid_out.items():
        if is_ != should:
            yield f"{what}: {shown(is_)} instead of {shown(should)}"


@after("turn.then", "turn.draw", "turn.place", "settler.optional", "score.completed", share=DEAR)
def a_turn_goes_its_way(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Draw, lay, place a settler or not, score what is complete: nothing is left out and nothing comes twice."""
    if (type(move), type(before.phase), type(now.phase)) not in FOLLOWS:
        yield f"{move} while {type(before.phase).__name__.lower()}, then {type(now.phase).__name__.lower()}"


@after("turn.order", moves=SCORING, when=(NOT_ASKED,), share=OFTEN)
def turns_go_round(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """When a turn is over the next player's begins, clockwise; until then it stays the same player's."""
    is_new = type(now.phase) is Drawing
    due = (before.turn + 1) % len(engine.seats) if is_new else before.turn
    if now.turn != due:
        yield (
            f"after {move} of {engine.seats[before.turn]} it is {engine.seats[now.turn]}'s turn instead of "
            f"{engine.seats[due]}'s"
        )


@after("turn.order", "turn.draw", "settler.one", share=DEAR)
def the_player_whose_turn_it_is_decides(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Chance draws; laying, settling and the order of scoring are decided by the player whose turn it is."""
    kind = type(now.phase)
    due = CHANCE if kind is Drawing else OVER if kind is Finished else now.turn
    if engine.actor(now) != due:
        yield f"{acting(engine, engine.actor(now))} acts instead of {acting(engine, due)}"


@after("turn.draw", "tile.unplaceable", moves=("Draw",), share=DEAR)
def a_tile_comes_out_of_the_pile(engine: AnyEngine, before: Table, move: m.Draw, now: Table) -> Iterator[str]:
    """The tile drawn is one of the pile, and waits to be laid if it can be."""
    f = facts(engine)
    kind = f.kind_of[move.kind]
    if before.pile[kind] < 1:
        yield f"tile {move.kind} is drawn, and none is left"
    if type(now.phase) is not Placing:
        return  # then it goes somewhere else: see laying.py
    if now.pile[kind] != before.pile[kind] - 1:  # all other kinds: conservation counts them
        yield f"tile {move.kind} is drawn, and the pile goes from {sum(before.pile)} to {sum(now.pile)}"
    if now.phase.tile != kind:
        yield f"tile {move.kind} was drawn, and tile {f.names[now.phase.tile]} is to be laid"


@after("turn.draw", "turn.show", moves=("Draw",), share=DEAR)
def drawing_changes_nothing_on_the_table(engine: AnyEngine, before: Table, move: m.Draw, now: Table) -> Iterator[str]:
    """Drawing a tile moves no tile, settler or surveyor, and brings nobody points before the end."""
    if now.tiles is before.tiles and now.settlers is before.settlers and now.supply is before.supply:
        pass
    elif now.tiles != before.tiles or now.settlers != before.settlers or now.supply != before.supply:
        yield f"{move} changed the land, or the settlers on it"
    if now.surveyors != before.surveyors or now.late != before.late or now.turn != before.turn:
        yield f"{move} moved a surveyor, or ended a turn"
    if now.scores is not before.scores and now.scores != before.scores and type(now.phase) is not Finished:
        yield f"{move} brought {sum(now.scores) - sum(before.scores)} points before the end"
    if now.box is not before.box and type(now.phase) is Placing and now.box != before.box:
        yield f"tile {move.kind} can be laid, and a tile went into the box"


@after("setup.tiles", "turn.draw", moves=SCORING, when=(IS_QUIET,), share=DEAR)
def any_tile_of_the_pile_can_be_drawn(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """Every kind that is left can be drawn, as likely as there are tiles of it."""
    if type(now.phase) is not Drawing:
        return
    f = facts(engine)
    due = [(name, count) for name, count in zip(f.names, now.pile, strict=True) if count]
    kinds, weights = [move.kind for move in engine.legal_moves(now)], list(engine.weights(now))
    if kinds != [name for name, _ in due] or weights != [count for _, count in due]:
        yield f"{len(kinds)} kinds can be drawn instead of {len(due)}, or not as likely as there are tiles of them"


@after("turn.then", "end.last-tile", "settler.no-way-back", moves=SCORING, share=DEAR)
def only_drawing_and_laying_move_tiles(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """The pile and the box change by drawing only, and what lies there by laying a tile only."""
    if (now.pile is not before.pile and now.pile != before.pile) or (
        now.box is not before.box and now.box != before.box
    ):
        yield f"{move} took a tile from the pile, or put one into the box"
    if now.tiles is not before.tiles and type(move) is not m.Place and now.tiles != before.tiles:
        yield f"{move} made {len(now.tiles)} tiles on the land of {len(before.tiles)}, or moved some"


@after("end.last-tile", "turn.then", moves=SCORING, when=(NOT_ASKED,), share=OFTEN)
def the_game_ends_with_the_last_tile(engine: AnyEngine, before: Table, move: Any, now: Table) -> Iterator[str]:
    """A turn is the last one if, and only if, no tile is left to draw."""
    kind = type(now.phase)
    if kind is Finished and any(now.pile):
        yield f"the game is over, and {sum(now.pile)} tiles are left"
    elif kind is Drawing and not any(now.pile):
        yield f"{sum(now.pile)} tiles are left after {move}, and the game goes on"


def shown(value: object) -> str:
    """A number, or numbers one after the other."""
    return listed(value) if isinstance(value, tuple) else str(value)


def acting(engine: AnyEngine, actor: int) -> str:
    """Who acts: a player, chance, or nobody because the game is over."""
    return {CHANCE: "chance", OVER: "nobody"}.get(actor) or engine.seats[actor]
