"""What the five large buildings bring: the engine's own functions, run for all boards at once.

`rulecheck.reference_engines.puerto_rico.scoring` is executed with unknown numbers
in place of a player's tiles, colonists, points and buildings, and compared with
the rulebook's sentence as a formula.  A board that tells them apart is set up in
the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from attrs import frozen

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import scoring
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import TILES, Seat
from rulecheck.solvers.logic import Term, Values, all_of, any_of, either, is_formula, number, total
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Ranges, always
from rulecheck.solvers.refutation import Refutation, WrongAnswer, position
from rulecheck.solvers.symbolic import disagreement, unknown
from rulecheck.solvers.theorem import theorem

Points = Callable[[Kit, Seat], int]
"""A rule: what a large building brings."""

At = Mapping[str, Term]
"""A board by the paths of the engine's JSON: `city.wharf` holds its colonists, -1 if it is not there."""

Sentence = Callable[[At, Term], Term]
"""The rulebook's: do so many points belong to this board?  Written for plain numbers and formulas alike."""

PLAYERS: Final = 3
SMALL: Final = ("city.small indigo plant", "city.small sugar mill")
LARGE: Final = ("city.indigo plant", "city.sugar mill", "city.tobacco storage", "city.coffee roaster")


@frozen
class Board:
    """A player's board of unknowns."""

    seat: Seat
    given: list[Term]
    """What every board meets."""
    at: dict[str, Term]


def board(g: Kit, among: tuple[str, ...] = ()) -> Board:
    """Any board: up to 12 island tiles, colonists on them, any buildings with any colonists, points, San Juan.

    With `among`, only these buildings can stand in its city.
    """
    at: dict[str, Term] = {"points": number("points"), "san_juan": number("san juan")}
    given = [at["points"] >= 0, at["points"] <= 300, at["san_juan"] >= 0, at["san_juan"] <= 100]
    for tile in TILES:
        mine, there = number(f"{tile} tiles"), number(f"colonists on {tile}")
        given += [mine >= 0, there >= 0, there <= mine]
        at |= {f"island.{tile}": mine, f"island_colonists.{tile}": there}
    given.append(tiles_of(at) <= g.island_spaces)
    for name, circles in zip(g.names, g.circles, strict=True):
        here = at[f"city.{name}"] = number(name) if not among or f"city.{name}" in among else -1
        given += [here >= -1, here <= circles] if is_formula(here) else []
    seat = changed(
        Seat(),
        points=unknown(at["points"]),
        san_juan=unknown(at["san_juan"]),
        tiles=tuple(unknown(at[f"island.{tile}"]) for tile in TILES),
        tilled=tuple(unknown(at[f"island_colonists.{tile}"]) for tile in TILES),
        city=tuple(unknown(here) if is_formula(here := at[f"city.{name}"]) else -1 for name in g.names),
    )
    return Board(seat, given, at)


def any_board(whatever: str) -> Ranges:
    """Every board: what may be on it is left unknown."""
    return Ranges(besides=f"every board: {whatever}", players=always(PLAYERS))


def tiles_of(at: At) -> Term:
    """All island tiles."""
    return total(at[f"island.{tile}"] for tile in TILES)


def colonists_of(at: At) -> Term:
    """All colonists on the board."""
    in_city = [either(here > 0, here, 0) for path, here in at.items() if path.startswith("city.")]
    return total([at["san_juan"], *(at[f"island_colonists.{tile}"] for tile in TILES), *in_city])


def owned(at: At, paths: tuple[str, ...]) -> Term:
    """How many of these buildings stand there, occupied or not."""
    return total(either(at[path] >= 0, 1, 0) for path in paths)


def violet(at: At) -> tuple[str, ...]:
    """The buildings that make nothing."""
    return tuple(path for path in at if path.startswith("city.") and path not in (*SMALL, *LARGE))


def exactly(at: At, among: tuple[str, ...], names: tuple[str, ...]) -> Term:
    """Of some buildings, just these stand there."""
    return all_of(*((at[path] >= 0) == (path.removeprefix("city.") in names) for path in among))


def decided(
    proof: Proof,
    building: str,
    rule: Points,
    sentence: Sentence,
    example: Callable[[At], Term],
    worth: int,
    among: tuple[str, ...] = (),
) -> Refutation | None:
    """Is a rule what the rulebook's sentence says, on every board; and does the worked example follow?

    `example` says which boards the worked example speaks of, `worth` what they come to.
    """
    g = Kit(proof.rules(PLAYERS))
    unknowns = board(g, among)
    given = [*unknowns.given, unknowns.at[f"city.{building}"] >= 1]
    proof.possible(*given, example(unknowns.at), what="the worked example")
    if proof.against(sentence(unknowns.at, worth), [*given, example(unknowns.at)]) is not None:
        raise AssertionError(f"the sentence as written here does not give the example's {worth} points")
    measure = [total(either(here > 0, here, 0) for here in unknowns.at.values()), owned(unknowns.at, (*SMALL, *LARGE))]
    wrong = disagreement(
        proof, lambda: rule(g, unknowns.seat), lambda points: sentence(unknowns.at, points), given, measure
    )
    if wrong is None:
        proof.cover(PLAYERS, DEFAULT)
        proof.note(f"the worked example follows: {worth} points")
        return None
    return _shown(proof, building, rule, sentence, wrong[0], unknowns)


def _shown(
    proof: Proof, building: str, rule: Points, sentence: Sentence, values: Values, unknowns: Board
) -> WrongAnswer:
    chosen = values.all(unknowns.at)
    right = next(points for points in range(400) if sentence(chosen, points))
    given = {
        f"players.anna.{path}": value
        for path, value in chosen.items()
        if value > 0 or (value == 0 and path.startswith("city."))
    }
    engine = proof.engine(PLAYERS)
    g = Kit(engine.rules)
    state = position(engine, "last choice", given)
    return WrongAnswer(
        f"anna's points for the {building}", engine, state, lambda _, state: rule(g, state.seats[0]), right
    )


@theorem(
    "guild-hall.points", "large.occupied",
    bounds=any_board("any of the 23 buildings, occupied or not, any tiles, colonists and points"),
)  # fmt: skip
def guild_hall_scores_production_buildings(proof: Proof, rule: Points = scoring.guild_hall_points) -> Refutation | None:
    """An occupied guild hall brings 1 for each small and 2 for each large production building, and nothing else.

    The engine's `guild_hall_points` is executed on a board of unknowns. The worked example (both sugar mills, small
    indigo plant, coffee roaster: 6) is one of its boards.
    """
    names = ("small sugar mill", "sugar mill", "small indigo plant", "coffee roaster")
    return decided(
        proof, "guild hall", rule,
        lambda at, points: points == owned(at, SMALL) + 2 * owned(at, LARGE),
        lambda at: exactly(at, (*SMALL, *LARGE), names),
        6,
    )  # fmt: skip


def _only_occupied(g: Kit, seat: Seat) -> int:
    small = sum(seat.city[k] > 0 for k in g.small_makers)
    return small + 2 * sum(seat.city[k] > 0 for k in g.large_makers)


guild_hall_scores_production_buildings.twin("only occupied production buildings count", rule=_only_occupied)


@theorem(
    "residence.points", "large.occupied", readings=("residence.counts",),
    bounds=any_board("0 to 12 island tiles of all kinds, with any colonists"),
)  # fmt: skip
def residence_scores_island_tiles(proof: Proof, rule: Points = scoring.residence_points) -> Refutation | None:
    """An occupied residence brings 4 for up to nine island tiles, 5, 6, 7 for ten, eleven, twelve.

    The engine's `residence_points` is executed on a board of unknowns. The worked example: ten tiles, 5 points.
    """
    return decided(
        proof, "residence", rule,
        lambda at, points: any_of(
            all_of(points == 4, tiles_of(at) <= 9), all_of(points == tiles_of(at) - 5, tiles_of(at) > 9)
        ),
        lambda at: tiles_of(at) == 10,
        5,
    )  # fmt: skip


def _no_quarries(g: Kit, seat: Seat) -> int:
    return scoring.residence_points(g, changed(seat, tiles=(*seat.tiles[:5], 0)))


residence_scores_island_tiles.twin("quarries do not count", rule=_no_quarries)


@theorem(
    "fortress.points", "large.occupied",
    bounds=any_board("any colonists on tiles, in the six production buildings and the fortress, up to 100 in San Juan"),
)  # fmt: skip
def fortress_scores_colonists(proof: Proof, rule: Points = scoring.fortress_points) -> Refutation | None:
    """An occupied fortress brings 1 for every three colonists on its owner's board, San Juan included.

    The engine's `fortress_points` is executed on a board of unknowns; the sentence is written without division. The
    worked example: twenty colonists, 6 points.
    """
    return decided(
        proof, "fortress", rule,
        lambda at, points: all_of(3 * points <= colonists_of(at), colonists_of(at) < 3 * points + 3),
        lambda at: colonists_of(at) == 20,
        6,
        (*SMALL, *LARGE, "city.fortress"),
    )  # fmt: skip


def _without_san_juan(g: Kit, seat: Seat) -> int:
    return scoring.fortress_points(g, changed(seat, san_juan=0))


fortress_scores_colonists.twin("colonists in San Juan do not count", rule=_without_san_juan)


@theorem("customs.points", "large.occupied", bounds=any_board("0 to 300 points shipped"))
def customs_house_scores_points_shipped(proof: Proof, rule: Points = scoring.customs_points) -> Refutation | None:
    """An occupied customs house brings 1 for every four points shipped, chips and written down.

    The engine's `customs_points` is executed on a board of unknowns. The worked example: 23 points, 5 points.
    """
    return decided(
        proof, "customs house", rule,
        lambda at, points: all_of(4 * points <= at["points"], at["points"] < 4 * points + 4),
        lambda at: at["points"] == 23,
        5,
    )  # fmt: skip


def _rounded_up(_: Kit, seat: Seat) -> int:
    return (seat.points + 3) // 4


customs_house_scores_points_shipped.twin("what is left over counts as well", rule=_rounded_up)


@theorem("city-hall.points", "large.occupied", bounds=any_board("any of the 23 buildings, occupied or not"))
def city_hall_scores_violet_buildings(proof: Proof, rule: Points = scoring.city_hall_points) -> Refutation | None:
    """An occupied city hall brings 1 for each violet building of its owner, itself included.

    Violet is every building that is none of the six production buildings. The engine's `city_hall_points` is executed
    on a board of unknowns. The worked example: hacienda, harbor, office, construction hut, large warehouse, residence
    and the hall, 7 points.
    """
    names = ("hacienda", "harbor", "office", "construction hut", "large warehouse", "residence", "city hall")
    return decided(
        proof, "city hall", rule,
        lambda at, points: points == owned(at, violet(at)),
        lambda at: exactly(at, violet(at), names),
        7,
    )  # fmt: skip


def _without_itself(g: Kit, seat: Seat) -> int:
    return scoring.city_hall_points(g, seat) - 1


city_hall_scores_violet_buildings.twin("the hall itself does not count", rule=_without_itself)
