"""Dice: what workers and the knowledge tiles 8 to 12 make of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Final

from rulecheck.reference_engines.castles_of_burgundy import actions, placing
from rulecheck.reference_engines.castles_of_burgundy.kit import (
    ANIMALS,
    BUILDING,
    CASTLE,
    KNOWLEDGE,
    MINE,
    SHIP,
    Kit,
)
from rulecheck.reference_engines.castles_of_burgundy.moves import Shift
from rulecheck.reference_engines.castles_of_burgundy.table import Seat, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, Refuted, WrongAnswer, position
from rulecheck.solvers.theorem import theorem
from rulecheck.spec.castles_of_burgundy.board import COLOURS, NEIGHBOURS, SPACES

PLAYERS: Final = 2
FACES: Final = range(1, 7)
TILE: Final = 8

WIDENS: Final = {9: (BUILDING,), 10: (SHIP, ANIMALS), 11: (CASTLE, MINE, KNOWLEDGE)}
"""What the text says of the tiles that widen the die when something is placed."""


def apart(face: int, other: int) -> int:
    """How many single steps lead from one number to another on the circle of six."""
    return min((face - other) % 6, (other - face) % 6)


# ---- workers

Change = Callable[[AnyEngine, Table, Shift], int | None]
"""What a worker makes of a die, None if it cannot do that."""


def as_the_engine(engine: AnyEngine, state: Table, move: Shift) -> int | None:
    """The engine's rule: the only die of the acting player is changed."""
    if engine.refusal(state, move) is not None:
        return None
    after: Table = engine.apply(state, move)
    due = state.seats[state.turn].workers - 1
    if after.seats[after.turn].workers != due:
        asked = f"workers left after {move}"
        raise Refuted(WrongAnswer(asked, engine, state, lambda e, t: e.apply(t, move).seats[t.turn].workers, due))
    return after.dice[after.turn][0]


def fewest(engine: AnyEngine, state: Table, change: Change) -> dict[int, int]:
    """For each number to which the only die can be changed the fewest workers that do it."""
    shifts = [move for move in engine.all_moves() if isinstance(move, Shift)]
    die = state.dice[state.turn][0]
    workers, at = {die: 0}, [die]
    for used in range(1, 7):
        seen = []
        for value in at:
            here = changed(state, dice=tuple((value,) if k == state.turn else () for k in range(PLAYERS)))
            for move in shifts:
                new = change(engine, here, move) if move.die == value else None
                if new is not None and new not in workers:
                    workers[new] = used
                    seen.append(new)
        at = seen
    return workers


def with_die(engine: AnyEngine, die: int, *, tile: bool) -> Table:
    """Anna with one die left, workers to spare, and tile 8 or not."""
    estate = {"19": "castle"} | ({"13": f"knowledge {TILE}"} if tile else {})
    given = {"players.anna.dice": [die], "players.anna.workers": 6, "players.anna.estate": estate}
    state: Table = position(engine, "turn", given)
    return state


STEPS_OF_EIGHT: Final = ("up-to-two", "exactly-two")
"""The readings of how far a worker goes with tile 8."""


@theorem(
    "worker.change", "worker.wrap", "worker.several", "knowledge.8",
    readings=("knowledge.8-step",),
    bounds=Ranges(
        Axis("reading of tile 8", STEPS_OF_EIGHT), Axis("die", FACES), Axis("tile 8", (False, True)),
        Axis("number wanted", FACES), besides="any number of workers", players=always(PLAYERS),
    ),
)  # fmt: skip
def workers_turn_a_die_the_shorter_way(
    proof: Proof, change: Change = as_the_engine, choices: Mapping[str, str] | None = None
) -> Refutation | None:
    """A die becomes any number for as many workers as there are steps the shorter way round, 6 and 1 touching.

    So any number costs at most three workers. With tile 8 each worker goes one or two steps, and two workers are always
    enough; if it has to be two, only every other number can be reached. The engine's moves are followed from each
    number; the sentence counts steps on a circle. Ann's 2 that becomes a 6 costs two workers.
    """
    for reading in STEPS_OF_EIGHT:
        engine = proof.engine(PLAYERS, readings={"knowledge.8-step": reading, **(choices or {})})
        for die, tile in product(FACES, (False, True)):
            state = with_die(engine, die, tile=tile)
            workers = fewest(engine, state, change)
            for value in FACES:
                proof.cover(PLAYERS, "", reading, die, tile, value)
                right = wanted(die, value, tile=tile, exactly=reading == "exactly-two")
                if workers.get(value) != right:
                    return _otherwise(engine, state, value, right, change)
    proof.note("any number for at most 3 workers, with tile 8 for at most 2; Ann's 2 becomes a 6 for 2 workers")
    proof.note("with steps of exactly 2 a 6 becomes a 2 or a 4 only, at any price")
    return None


def wanted(die: int, value: int, *, tile: bool, exactly: bool) -> int | None:
    """How many workers it takes by the text, None if no number of them does it."""
    steps = apart(die, value)
    if not tile:
        return steps
    if exactly and steps % 2:
        return None
    return (steps + 1) // 2


def _otherwise(engine: AnyEngine, state: Table, value: int, right: int | None, change: Change) -> WrongAnswer:
    asked = f"workers that make a {state.dice[state.turn][0]} a {value}"
    return WrongAnswer(asked, engine, state, lambda e, state: fewest(e, state, change).get(value), right)


def _no_wrap(engine: AnyEngine, state: Table, move: Shift) -> int | None:
    """A 6 cannot be made a 1."""
    new = as_the_engine(engine, state, move)
    return None if new is None or new - move.die != move.by else new


def _twice(engine: AnyEngine, state: Table, move: Shift) -> int | None:
    """Everybody goes two steps with a worker."""
    new = as_the_engine(engine, state, move)
    return None if new is None else (new + move.by - 1) % 6 + 1


workers_turn_a_die_the_shorter_way.twin("6 and 1 do not touch", change=_no_wrap).twin(
    "a worker is worth two steps without tile 8 too", change=_twice
)


@theorem(
    "knowledge.8", "worker.wrap", "worker.several",
    readings=("knowledge.8-step",),
    bounds="the example's die, any number of workers",
    expected="refuted",
    because="the text changes the die by 2 for each worker and gives as its example a 6 that becomes a 3 for two of "
    "them. Steps of 2 keep a die odd or even, round the circle of six too, so the example needs a step of 1: the text "
    "contradicts itself. Either 'by 2' means 'by up to 2', our default, or the example is false.",
)  # fmt: skip
def tile_8_word_for_word_does_its_example(proof: Proof) -> Refutation | None:
    """If each worker changes a die by exactly 2 with tile 8, a 6 can be made a 3 for two workers. (It cannot.)

    The engine under `knowledge.8-step = exactly-two` is followed as far as it goes.
    """
    engine = proof.engine(PLAYERS, readings={"knowledge.8-step": "exactly-two"})
    state = with_die(engine, 6, tile=True)
    proof.case()
    workers = fewest(engine, state, as_the_engine)
    if workers.get(3) == 2:
        return None
    default = proof.engine(PLAYERS)
    there = fewest(default, with_die(default, 6, tile=True), as_the_engine)[3]
    proof.note(f"with steps of 1 or 2 the 6 becomes a 3 for {there} workers, as the example says")

    def shows(engine: AnyEngine, states: Sequence[Table]) -> bool:
        return 3 not in fewest(engine, states[0], as_the_engine)

    says = f"a 6 becomes {', '.join(map(str, sorted(workers)))} with any number of workers, never a 3"
    return InEngine(says, engine, state, shows)


# ---- the free steps of tiles 9 to 12

Spaces = Callable[..., int]
"""A rule: the spaces that the tile in hand may go to, as a mask, given kit, seat, tile and die."""
Depots = Callable[[Kit, Seat, int], tuple[int, ...]]


def free_placing(tiles: frozenset[int], colour: int) -> int:
    """How far the text lets an owner of some tiles go without a worker when placing a colour."""
    return int(any(colour in WIDENS.get(tile, ()) for tile in tiles))


@theorem(
    "knowledge.9", "knowledge.10", "knowledge.11", "knowledge.12", "place.die", "take.die",
    readings=("knowledge.free-step",),
    bounds=Ranges(
        Axis("number of a set of the tiles 8 to 12", range(32)), Axis("die (0: a castle's any)", range(7)),
        Axis("colours", COLOURS), besides="every space of board 1", players=always(PLAYERS),
    ),
)  # fmt: skip
def free_steps_serve_their_own_purpose(
    proof: Proof,
    spaces: Spaces = placing.open_spaces,
    depots: Depots = actions.depots_for,
    choices: Mapping[str, str] | None = None,
) -> Refutation | None:
    """Each of the tiles 9 to 12 lets its owner go one number up or down, for what it names and nothing else.

    9 serves buildings, 10 ships and animals, 11 castles, mines and knowledge, 12 taking a tile with a die; one does not
    add to another. The spaces and depots that the engine offers are compared with those whose number is at most one
    step away on the circle.
    """
    engine = proof.engine(PLAYERS, readings=choices or {})
    g: Kit = engine.g  # type: ignore[attr-defined]
    ground = g.grounds[g.first_ground]
    for number_of_tiles in range(32):
        tiles = frozenset(tile for k, tile in enumerate(range(8, 13)) if number_of_tiles >> k & 1)
        seat = changed(
            Seat(), board=g.first_ground, frontier=(1 << SPACES) - 1, knowledge=sum(1 << tile for tile in tiles)
        )
        for die in range(7):
            for colour in range(len(COLOURS)):
                proof.cover(PLAYERS, "", number_of_tiles, die, COLOURS[colour])
                free = free_placing(tiles, colour)
                mine = (k for k in range(SPACES) if ground.colour[k] == colour)
                right = {k + 1 for k in mine if not die or apart(g.die_of_space[k], die) <= free}
                mask = spaces(g, seat, g.first_of[colour], die)
                offered = {k + 1 for k in range(SPACES) if mask >> k & 1}
                if offered != right:
                    return _placed(engine, tiles, colour, die, min(offered ^ right), spaces)
            reach = {d for d in FACES if not die or apart(d, die) <= (12 in tiles)}
            if set(depots(g, seat, die)) != reach:
                return _taken(engine, tiles, die, min(set(depots(g, seat, die)) ^ reach), depots)
    together = sorted(colour for colours in WIDENS.values() for colour in colours)
    if together != list(range(len(COLOURS))):
        raise AssertionError("tiles 9, 10 and 11 do not cover each colour once")
    proof.note("tiles 9, 10 and 11 together cover each of the six colours exactly once")
    _cheapest(proof, engine)
    return None


def _cheapest(proof: Proof, engine: AnyEngine) -> None:
    """The most workers that an action may cost at all."""
    told = []
    for tile, free in product((False, True), repeat=2):
        most = 0
        for die in FACES:
            costs = fewest(engine, with_die(engine, die, tile=tile), as_the_engine)
            most = max(most, *(min(costs[v] for v in FACES if apart(v, goal) <= free) for goal in FACES))
        told.append(f"{most} with {'tile 8' if tile else 'no tile'}{' and a free step' if free else ''}")
    proof.note(f"workers that an action costs at most, whatever the die: {', '.join(told)}")


def _board(engine: AnyEngine, tiles: frozenset[int]) -> dict[str, str]:
    """An estate in which these knowledge tiles lie, beginning with the first castle."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    ground = g.grounds[g.first_ground]
    places = [k + 1 for k in range(SPACES) if ground.colour[k] == KNOWLEDGE]
    return {"19": "castle"} | {str(k): f"knowledge {tile}" for k, tile in zip(places, sorted(tiles), strict=False)}


def _placed(engine: AnyEngine, tiles: frozenset[int], colour: int, die: int, space: int, spaces: Spaces) -> WrongAnswer:
    """A space on which the rule lays a tile otherwise than the text: in a position in which it may be reached."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    estate = _board(engine, tiles)
    near = next(k + 1 for k in range(SPACES) if NEIGHBOURS[space - 1] >> k & 1)
    ground = g.grounds[g.first_ground]
    estate.setdefault(str(near), g.names[g.first_of[ground.colour[near - 1]]])
    estate.pop(str(space), None)
    name = g.names[g.first_of[colour]]
    given = {
        "phase": {"name": "action", "die": die}, "players.anna.estate": estate, "players.anna.storage": [name],
        "players.anna.dice": [],
    }  # fmt: skip
    state = position(engine, "turn", given)
    right = not die or apart(g.die_of_space[space - 1], die) <= free_placing(tiles, colour)

    def answer(engine: Any, state: Table) -> bool:
        return bool(spaces(engine.g, state.seats[0], g.first_of[colour], die) >> space - 1 & 1)

    asked = f"whether a {COLOURS[colour]} tile goes to space {space} with tiles {sorted(tiles)} and a {die}"
    return WrongAnswer(asked, engine, state, answer, right)


def _taken(engine: AnyEngine, tiles: frozenset[int], die: int, depot: int, depots: Depots) -> WrongAnswer:
    given: dict[str, Any] = {
        "phase": {"name": "action", "die": die}, "players.anna.estate": _board(engine, tiles),
        f"depots.{depot}.tiles": ["bank"], "players.anna.dice": [],
    }  # fmt: skip
    state = position(engine, "turn", given)
    right = not die or apart(die, depot) <= (12 in tiles)

    def answer(engine: Any, state: Table) -> bool:
        return depot in depots(engine.g, state.seats[0], die)

    asked = f"whether depot {depot} is in reach with tiles {sorted(tiles)} and a {die}"
    return WrongAnswer(asked, engine, state, answer, right)


def _animals_only(g: Kit, seat: Seat, kind: int, die: int, **more: Any) -> int:
    """Tile 10 forgets ships."""
    if g.colour[kind] == SHIP:
        seat = changed(seat, knowledge=seat.knowledge & ~(1 << 10))
    return placing.open_spaces(g, seat, kind, die, **more)


def _any_free_step(g: Kit, seat: Seat, die: int) -> tuple[int, ...]:
    """Tile 9 widens taking as well."""
    return actions.depots_for(
        g, changed(seat, knowledge=seat.knowledge | (1 << 12 if seat.knowledge >> 9 & 1 else 0)), die
    )


free_steps_serve_their_own_purpose.twin("tile 10 serves animals only", spaces=_animals_only).twin(
    "tile 9 serves taking, too", depots=_any_free_step
).twin("tile 8 makes the free step two (knowledge.free-step = two)", choices={"knowledge.free-step": "two"})
