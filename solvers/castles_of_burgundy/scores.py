"""Points: regions, animals, the end of the game, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from rulecheck.reference_engines.castles_of_burgundy import placing
from rulecheck.reference_engines.castles_of_burgundy import table as b
from rulecheck.reference_engines.castles_of_burgundy.kit import BUILDING, KNOWLEDGE, Kit
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.table import Seat, Table
from rulecheck.reference_engines.contract import changed
from rulecheck.solvers.logic import Term, number, total
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, Refutation, WrongAnswer, position
from rulecheck.solvers.symbolic import disagreement, unknown
from rulecheck.solvers.theorem import theorem
from rulecheck.spec.castles_of_burgundy.board import NEIGHBOURS, PHASES, SPACES

PLAYERS: Final = 2

# ---- regions

Regions = Callable[[Kit, int, int, int, int], int]

FIRST_BUILDINGS: Final = (
    "watchtower", "bank", "boarding house", "warehouse", "carpenter", "church", "market", "city hall",
)  # fmt: skip
"""The order in which a city is filled where a position is needed."""


REGIONS: Final = Ranges(
    Axis("board", lambda engine: range(len(engine.g.grounds))),  # type: ignore[attr-defined]
    Axis("spaces as the last of their region", range(SPACES)), Axis("phase", tuple(PHASES)),
    Axis("elsewhere", ("nothing", "everything")), players=always(PLAYERS),
    besides="the region complete, and with each other space of it empty",
)  # fmt: skip


def size_and_phase(size: int, letter: int) -> int:
    """The text's points: 1 for one space up to 36 for eight, each space worth one more than the last; 10 down to 2."""
    return size * (size + 1) // 2 + 10 - 2 * letter


@theorem(
    "region.complete", "region.size", "region.phase",
    bounds=REGIONS,
)  # fmt: skip
def a_region_scores_its_size_and_its_phase(proof: Proof, rule: Regions = placing.regions) -> Refutation | None:
    """A region scores once all its spaces are covered: n(n+1)/2 for its n spaces, and 10, 8, 6, 4 or 2 for the phase.

    The text prints 1, 36, 10 and 2 only; all that lies between follows from evenly growing steps. The engine's
    `regions` is asked for each region and each space that may be the last one.
    """
    g: Kit = proof.engine(PLAYERS).g  # type: ignore[attr-defined]
    for engine, (board, space, phase, elsewhere) in REGIONS.positions(proof):
        ground, letter = g.grounds[board], PHASES.index(phase)
        region, size = ground.region[space], ground.region[space].bit_count()
        rest = ((1 << SPACES) - 1) & ~region if elsewhere == "everything" else 0
        if rule(g, board, space, region | rest, letter) != size_and_phase(size, letter):
            return _region(engine, board, space, letter, rule, rest)
        for other in ground.cells[space]:
            if other != space and rule(g, board, space, (region | rest) & ~(1 << other), letter):
                return _region(engine, board, space, letter, rule, rest, other)
    _notes_on_regions(proof, g)
    return None


def _notes_on_regions(proof: Proof, g: Kit) -> None:
    worth = {}
    for ground in g.grounds:
        regions = set(ground.region)
        worth[ground.number] = (sum(size_and_phase(r.bit_count(), 4) - 2 for r in regions), len(regions))
    proof.note(
        "points for the sizes of all regions, that of the first castle included: "
        + ", ".join(f"board {k} {p[0]}" for k, p in worth.items())
    )
    proof.note("regions, each worth up to 10 more: " + ", ".join(f"board {k} {p[1]}" for k, p in worth.items()))
    equal = [(n, a, m, c) for n in range(1, 9) for a in range(5) for m in range(1, n) for c in range(a)
             if size_and_phase(m, c) > size_and_phase(n, a)]  # fmt: skip
    largest = max(equal, key=lambda pair: (pair[0] - pair[2], pair[0]))
    proof.note(
        f"a region of {largest[2]} completed in phase {PHASES[largest[3]]} brings more than one of {largest[0]} in "
        f"phase {PHASES[largest[1]]}"
    )


def _region(
    engine: AnyEngine, board: int, space: int, letter: int, rule: Regions, rest: int, empty: int | None = None
) -> WrongAnswer:
    """The region with its last space still empty, and a castle's action to fill it; with `rest` or more covered.

    With `empty` this space of it stays empty as well.
    """
    g: Kit = engine.g  # type: ignore[attr-defined]
    ground = g.grounds[board]
    colour = ground.colour[space]
    cells = [k for k in ground.cells[space] if k != space]
    near = next(k for k in range(SPACES) if NEIGHBOURS[space] >> k & 1)
    estate = {k: tile_on(g, colour, at) for at, k in enumerate(cells)}
    if not any(NEIGHBOURS[space] >> k & 1 for k in cells):
        estate[near] = tile_on(g, ground.colour[near], 5)
    name = tile_on(g, colour, len(cells))
    given: dict[str, Any] = {
        "letter": PHASES[letter], "phase": {"name": "action", "die": 0}, "players.anna.board": ground.number,
        "players.anna.estate": {str(k + 1): tile for k, tile in estate.items()}, "players.anna.storage": [name],
        "players.anna.dice": [2],
    }  # fmt: skip
    state: Table = position(engine, "turn", given)
    size = len(cells) + 1
    left = 0 if empty is None else 1 << empty
    asked = f"board {ground.number}: points for a region of {size} in phase {PHASES[letter]} when {name} is laid on "
    asked += f"{space + 1}" + (f" and {empty + 1} is empty" if empty is not None else "")
    asked += ", all else covered" if rest else ""

    def answer(_: AnyEngine, state: Table) -> int:
        there = (state.seats[0].filled | 1 << space | ground.region[space] | rest) & ~left
        return rule(g, board, space, there, letter)

    return WrongAnswer(asked, engine, state, answer, 0 if left else size_and_phase(size, letter))


def tile_on(g: Kit, colour: int, at: int) -> str:
    """A tile of a colour; one after the other no two alike where that matters."""
    if colour == BUILDING:
        return FIRST_BUILDINGS[at]
    return g.names[g.first_of[colour] + at] if colour == KNOWLEDGE else g.names[g.first_of[colour]]


def _as_many_as_spaces(g: Kit, board: int, space: int, filled: int, letter: int) -> int:
    size = g.grounds[board].region[space].bit_count()
    points = placing.regions(g, board, space, filled, letter)
    return points and points - size_and_phase(size, letter) + size + 10 - 2 * letter


def _no_phase(g: Kit, board: int, space: int, filled: int, letter: int) -> int:
    return placing.regions(g, board, space, filled, 4)


a_region_scores_its_size_and_its_phase.twin("a point for each space", rule=_as_many_as_spaces).twin(
    "every phase is worth as much as the last", rule=_no_phase
)

# ---- animals

Animals = Callable[[Kit, Seat, int, int], tuple[Any, Events]]

PASTURE: Final = (1, 5, 6, 10)
"""The spaces of board 1's pasture of five, without the fifth; space 1 does not touch it."""

LAST: Final = 11
ELSEWHERE: Final = 28
"""Board 1's other pasture."""
GRAZING: Final = Ranges(
    Axis("ways to fill the pasture", tuple(product(("", "cow 3", "pig 2"), repeat=len(PASTURE)))),
    Axis("tile 7", (False, True)), players=always(PLAYERS),
    besides="the pasture of five of board 1, each other space empty, with the same animals or with others, the other "
    "pasture with the same; any numbers of animals on the tiles",
)  # fmt: skip


@theorem(
    "animals.points", "animals.again", "animals.same-pasture", "knowledge.7",
    bounds=GRAZING,
)  # fmt: skip
def animals_of_one_kind_in_a_pasture_score_again(proof: Proof, rule: Animals = placing.animals) -> Refutation | None:
    """A new animal tile scores its animals and those of every tile with the same kind in its pasture, touching or not.

    With tile 7 each tile that scores brings one point more, not each animal. The engine's `animals` is executed with
    unknown numbers on the tiles. The worked examples (7 and 11 for cows, 9 for sheep with tile 7, 3 for pigs) follow.
    """
    if (said(4, [3], 0), said(4, [4, 3], 0), said(3, [4], 1), said(2, [], 1)) != (7, 11, 9, 3):
        raise AssertionError("the sentence as written here does not give the examples' points")
    engine = proof.engine(PLAYERS)
    g = Kit(engine.rules)
    on = {name: number(f"animals of {name}") for name in ("cow 2", "cow 3", "cow 4", "pig 2")}
    g.animals = tuple(unknown(on[name]) if name in on else 0 for name in g.names)
    given = [term for count in on.values() for term in (count >= 1, count <= 9)]
    for _, (tiles, seven) in GRAZING.positions(proof):
        seat = _pasture(g, tiles, seven=seven)
        again = [on[name] for name in tiles if name == "cow 3"]
        wrong = disagreement(
            proof, partial(_points, rule, g, seat),
            lambda points, again=again, seven=seven: points == said(on["cow 4"], again, int(seven)),  # type: ignore[misc]
            given, list(on.values()),
        )  # fmt: skip
        if wrong is not None:
            return _grazing(engine, tiles, rule, seven=seven)
    proof.note("the worked examples follow: 7, 11, 9 and 3 points")
    return None


def said(new: Term, again: Sequence[Term], more: int) -> Term:
    """The text's points: the new tile and those that score again, and so much more for each."""
    return total([new + more, *(points + more for points in again)])


def _points(rule: Animals, g: Kit, seat: Seat) -> Any:
    return rule(g, seat, g.tile_number["cow 4"], LAST - 1)[0]


def _pasture(g: Kit, tiles: Sequence[str], *, seven: bool) -> Seat:
    estate = list(b.BARE)
    estate[18] = g.castle
    estate[ELSEWHERE - 1] = g.tile_number["cow 2"]
    for space, name in zip(PASTURE, tiles, strict=True):
        if name:
            estate[space - 1] = g.tile_number[name]
    return changed(Seat(), board=g.first_ground, estate=tuple(estate), knowledge=1 << 7 if seven else 0)


def _grazing(engine: AnyEngine, tiles: Sequence[str], rule: Animals, *, seven: bool) -> WrongAnswer:
    there = {str(space): name for space, name in zip(PASTURE, tiles, strict=True) if name}
    estate = {"19": "castle", "12": "bank", str(ELSEWHERE): "cow 2", **there}
    estate |= {"13": "knowledge 7"} if seven else {}
    given: dict[str, Any] = {
        "phase": {"name": "action", "die": 0}, "players.anna.estate": estate, "players.anna.storage": ["cow 4"],
        "letter": "E",
    }  # fmt: skip
    state: Table = position(engine, "turn", given)
    right = said(4, [3 for name in tiles if name == "cow 3"], int(seven))
    asked = f"points for 4 cows beside {', '.join(there.values()) or 'nothing'}{' with tile 7' if seven else ''}"
    return WrongAnswer(asked, engine, state, lambda e, state: _points(rule, e.g, state.seats[0]), right)  # type: ignore[attr-defined]


def _touching(g: Kit, seat: Seat, kind: int, space: int) -> tuple[Any, Events]:
    """Only tiles that touch the new one score again."""
    estate = tuple(there if NEIGHBOURS[space] >> k & 1 else b.EMPTY for k, there in enumerate(seat.estate))
    return placing.animals(g, changed(seat, estate=estate), kind, space)


def _each_animal(g: Kit, seat: Seat, kind: int, space: int) -> tuple[Any, Events]:
    """Tile 7 brings a point for each animal."""
    points, events = placing.animals(g, changed(seat, knowledge=0), kind, space)
    return (2 * points if seat.knowledge >> 7 & 1 else points), events


def _every_pasture(g: Kit, seat: Seat, kind: int, space: int) -> tuple[Any, Events]:
    """Tiles in other pastures score again as well."""
    points, events = placing.animals(g, seat, kind, space)
    there = seat.estate[ELSEWHERE - 1]
    return (points + g.animals[there] if g.species[there] == g.species[kind] else points), events


animals_of_one_kind_in_a_pasture_score_again.twin("only tiles that touch score again", rule=_touching).twin(
    "tile 7 brings a point for each animal", rule=_each_animal
).twin("animals in other pastures score again as well", rule=_every_pasture)
