"""Who has the points of a feature, the surveyors' bonus, and how many features a turn scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Any, Final

from rulecheck.reference_engines.new_world import surveyors
from rulecheck.reference_engines.new_world.arithmetic import cell_at
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.majority import majority
from rulecheck.reference_engines.new_world.table import Counts
from rulecheck.solvers.induction import walk
from rulecheck.solvers.logic import Term, all_of, either, total
from rulecheck.solvers.new_world.tables import PLAYERS, scene, some_settlers, walkers
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import (
    AnyEngine,
    InEngine,
    InModel,
    Refutation,
    Refuted,
    WrongAnswer,
    played,
    position,
)
from rulecheck.solvers.symbolic import disagreement
from rulecheck.solvers.theorem import theorem

# ---- majorities

Majority = Callable[[Counts], Sequence[int]]
DISTRIBUTIONS: Final = Ranges(
    Axis("distributions of 0 to 5 settlers of each player", tuple(product(range(6), repeat=5))[1:]), players=always(5)
)


def engine_majority(settlers: Counts) -> Sequence[int]:
    """The engine's rule."""
    return majority(settlers, ())[0]


@theorem(
    "majority.most", "majority.tie", "final.majority", "final.plains",
    bounds=DISTRIBUTIONS,
)  # fmt: skip
def whoever_has_most_settlers_has_all_the_points(proof: Proof, rule: Majority = engine_majority) -> Refutation | None:
    """A player with settlers has a feature's points just if nobody has more; players who are tied all have them.

    Every one of the 7,775 distributions is asked.
    """
    for engine, (counts,) in DISTRIBUTIONS.positions(proof):
        settlers = tuple(cell_at(k + 1, 4) << 8 | 1 << 3 | seat for k, seat in enumerate(_listed(counts)))
        right = [seat for seat, mine in enumerate(counts) if mine and not any(other > mine for other in counts)]
        if list(rule(settlers)) != right:
            return _shared(engine, rule, counts, right)
    return None


def _listed(counts: Sequence[int]) -> list[int]:
    return [seat for seat, mine in enumerate(counts) for _ in range(mine)]


def _shared(engine: AnyEngine, rule: Majority, counts: Sequence[int], right: Sequence[int]) -> WrongAnswer:
    """One town with all these sheriffs, on a row of tiles."""
    listed = _listed(counts)
    given = {
        "phase": {"name": "placing", "tile": 18},
        "board": {f"c{k + 1} r4": "29 turned 0" for k in range(len(listed))},
        "settlers": {f"c{k + 1} r4": f"{engine.seats[seat]} sheriff E" for k, seat in enumerate(listed)},
    }
    state = position(engine, "begin", given)

    def named(seats: Sequence[int]) -> list[str]:
        return [engine.seats[seat] for seat in seats]

    told = ", ".join(f"{engine.seats[seat]} {count}" for seat, count in enumerate(counts) if count)
    asked = f"who has a town's points, with sheriffs of {told}"
    return WrongAnswer(asked, engine, state, lambda _, state: named(rule(state.settlers)), named(right))


def _nobody_if_tied(settlers: Counts) -> Sequence[int]:
    winners = engine_majority(settlers)
    return winners if len(winners) == 1 else []


def _everyone_there(settlers: Counts) -> Sequence[int]:
    return sorted({settler & 7 for settler in settlers})


whoever_has_most_settlers_has_all_the_points.twin("nobody has points if players are tied", rule=_nobody_if_tied).twin(
    "everyone with a settler has the points", rule=_everyone_there
)

# ---- the bonus


STANDING: Final = tuple(
    columns for size in range(1, 6) for columns in combinations_with_replacement((1, 2, 3), size)
)  # fmt: skip


def _bonus(g: Kit, at: Any, settlers: Counts) -> Any:
    return surveyors.bonus_of(g, at, settlers)[0]


@theorem(
    "bonus.points",
    readings=("bonus.counts",),
    bounds=Ranges(
        Axis("columns of 1 to 5 settlers of one player", STANDING), players=always(PLAYERS),
        besides="surveyors in any columns at most one apart",
    ),
)  # fmt: skip
def the_bonus_is_four_for_each_meeting(proof: Proof, counts: str = "per-settler") -> Refutation | None:
    """A player's bonus is 4 for each of their settlers and each surveyor in the same column, and 40 at the most.

    The engine's `bonus_of` is executed on unknown columns of the surveyors, for each way to stand. Forty points are
    five settlers with both surveyors. In a turn, too, a player has five settlers to score, so forty is the most there.
    """
    engine = proof.engine(PLAYERS, readings={"bonus.counts": counts})
    g: Kit = engine.g  # type: ignore[attr-defined]
    pair = walkers(g, engine.start())
    both = (pair.eastern, pair.western)
    most = g.bonus_each * g.supply * 2
    reached = 0
    for columns in STANDING:
        settlers = some_settlers(columns, ())
        worth = g.bonus_each * total(
            either(surveyor == column, 1, 0) for column in columns for surveyor in both
        )  # fmt: skip

        def right(points: Term, worth: Term = worth) -> Term:
            return all_of(points == worth, points <= most)

        counterexample = disagreement(
            proof, partial(_bonus, g, pair.table.surveyors, settlers), right, pair.given,
            [pair.eastern, pair.western],
        )  # fmt: skip
        if counterexample is not None:
            at = [counterexample[0].of(pair.eastern), counterexample[0].of(pair.western)]
            return _met(engine, at, settlers, columns)
        reached = max(reached, _bonus(g, (1, 1), settlers))
        proof.cover(PLAYERS, DEFAULT, columns)
    proof.note(f"the most that is reached is {reached} points")
    return None if reached == most else InModel("40 points are not reached", lambda: reached != most)


def _met(engine: AnyEngine, at: Sequence[int], settlers: Counts, columns: Sequence[int]) -> WrongAnswer:
    state = position(engine, "begin", scene(at, max(at), settlers))
    asked = f"bonus for settlers in {list(columns)}, surveyors in {list(at)}"
    meetings = sum(list(at).count(column) for column in columns)
    due = engine.g.bonus_each * meetings  # type: ignore[attr-defined]
    return WrongAnswer(asked, engine, state, lambda e, s: _bonus(e.g, s.surveyors, s.settlers), due)  # type: ignore[attr-defined]


the_bonus_is_four_for_each_meeting.twin(
    "the bonus is paid once for each surveyor (bonus.counts = once-per-surveyor)", counts="once-per-surveyor"
)

# ---- how many features in a turn

NINE_FARMS: Final = {
    "c3 r5": "21 turned 0", "c4 r5": "1 turned 2", "c5 r5": "21 turned 0", "c3 r6": "21 turned 0",
    "c5 r6": "1 turned 1", "c3 r7": "44 turned 0", "c4 r7": "43 turned 0", "c5 r7": "48 turned 0",
    "c2 r4": "34 turned 1", "c6 r4": "34 turned 0", "c2 r8": "34 turned 2", "c6 r8": "27 turned 3",
    "c3 r4": "18 turned 0", "c4 r4": "30 turned 0", "c5 r4": "18 turned 0", "c3 r8": "18 turned 2",
    "c4 r8": "30 turned 2", "c5 r8": "18 turned 2", "c2 r5": "16 turned 1", "c2 r6": "11 turned 3",
    "c2 r7": "11 turned 2", "c6 r5": "16 turned 3", "c6 r6": "47 turned 3", "c6 r7": "16 turned 3",
    "c1 r4": "29 turned 0",
}  # fmt: skip
"""Eight farms around an empty place, and everything around them."""
WALKED: Final = 3_000
CENTRE: Final = "place c4 r6 turned 0"


@theorem(
    "settler.one", "settler.here", "score.several", "farm.complete", "surveyor.move",
    bounds=Ranges(
        Axis("kind of tile laid", lambda engine: engine.g.numbers), players=always(PLAYERS), moves=WALKED,  # type: ignore[attr-defined]
        besides="every choice of farms beside it; farms' tiles of this set, which show nothing but plain and ends of "
        "trails",
    ),
    expected="tied",
)  # fmt: skip
def at_most_nine_features_are_scored_in_a_turn(proof: Proof, bound: int = 9, on_a_tile: int = 1) -> Refutation | None:
    """One tile can bring nine scorings and no more, so the surveyors move at most nine columns in a turn together.

    A tile has at most one settler: it is placed when the tile is laid, or never. What can be scored is a farm on the
    tile or on one of its eight neighbours, or a trail or town on it. Such a trail or town needs a settler elsewhere
    than on scored farms: over a side that is not taken by one, or on the tile itself, which has one. All tiles and all
    choices of farms beside them are counted; nine farms scored by one tile are played in the engine. That no tile ever
    has two settlers is looked at in random games.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    for kind in g.kinds:
        if kind.tile.farm and (kind.tile.towns or any(len(trail.at) > 1 for trail in kind.tile.trails)):
            raise AssertionError(f"tile {kind.kind}: a farm with more than plain and ends of trails")
    for kind in g.kinds:
        segments = [set(town.at) for town in (*kind.tile.towns, *kind.tile.trails)]
        towns = {side for town in kind.tile.towns for side in town.at}
        for farms in _choices(set(range(4)) - towns):
            proof.case()
            count = scored_at_most(segments, kind.tile.farm, farms, on_a_tile)
            if count > bound:
                if on_a_tile > 1:
                    return InModel(
                        f"tile {kind.kind} with farms on its sides {sorted(farms)}: {count} features",
                        partial(_counts_more, segments, kind.tile.farm, farms, on_a_tile, bound),
                        {"tile": kind.kind, "features": count},
                    )  # fmt: skip
                return nine_farms(engine, bound)
        proof.cover(PLAYERS, DEFAULT, kind.kind)
    for before, move, after in walk(engine, WALKED, seed=3):
        proof.sample()
        new = set(after.settlers) - set(before.settlers)
        if new and {placed >> 8 for placed in new} != {before.phase.at}:
            return InEngine(
                f"{move}: a settler comes to a tile that was not just laid", engine, before,
                lambda _, states: any(
                    placed >> 8 != states[0].phase.at for placed in set(states[1].settlers) - set(states[0].settlers)
                ), (str(move),), partial=False,
            )  # fmt: skip
        if len({settler >> 8 for settler in after.settlers}) < len(after.settlers):
            return InEngine(
                f"{move}: two settlers on one tile", engine, before,
                lambda _, states: len({there >> 8 for there in states[1].settlers}) < len(states[1].settlers),
                (str(move),), partial=False,
            )  # fmt: skip
    nine = nine_farms(engine, 8)
    nine.replay()
    proof.note(nine.says)
    return None


def _choices(sides: set[int]) -> Iterator[set[int]]:
    listed = sorted(sides)
    for mask in range(1 << len(listed)):
        yield {side for k, side in enumerate(listed) if mask >> k & 1}


def scored_at_most(segments: Sequence[set[int]], is_farm: bool, farms: set[int], on_a_tile: int) -> int:
    """The most features that a tile can have scored, with scored farms on some sides and all corners."""
    elsewhere = sum(bool(sides - farms) for sides in segments)
    here = len(segments) - elsewhere + is_farm
    return 4 + len(farms) + elsewhere + min(on_a_tile if on_a_tile == 1 else here, here)


def _counts_more(segments: Sequence[set[int]], is_farm: bool, farms: set[int], on_a_tile: int, bound: int) -> bool:
    return scored_at_most(segments, is_farm, farms, on_a_tile) > bound >= scored_at_most(segments, is_farm, farms, 1)


def nine_farms(engine: AnyEngine, bound: int) -> InEngine:
    """The ninth of nine farms is laid; the farms are scored from the coast to the west."""
    owners = dict(
        zip(("c3 r5", "c3 r6", "c3 r7", "c4 r5", "c4 r7", "c5 r5", "c5 r6", "c5 r7"), "yryrryyr", strict=True)
    )
    names = {"r": "red", "y": "yellow"}
    given = {
        "phase": {"name": "placing", "tile": 48}, "board": NINE_FARMS, "surveyors": [1, 1],
        "settlers": {place: f"{names[owner]} farmer" for place, owner in owners.items()},
    }  # fmt: skip
    state = position(engine, "begin", given, partial=False)
    moves = [CENTRE, "farmer"]
    for place in ("c3 r5", "c3 r6", "c3 r7", "c4 r5", "c4 r6", "c4 r7", "c5 r5", "c5 r6"):
        moves.append(f"score farm {place}")

    def shows(_: AnyEngine, states: Sequence[Any]) -> bool:
        scorings = sum(state.events.count("home.return") for state in states)
        return scorings > bound and not states[-1].settlers

    states = played(engine, state, moves)
    if not shows(engine, states):
        says = f"of nine farms completed at once {bound} or fewer are scored, or a farmer stays"
        raise Refuted(InEngine(says, engine, state, lambda e, states: not shows(e, states), tuple(moves)))
    told = ", ".join(f"{name} {score}" for name, score in zip(engine.seats, states[-1].scores, strict=True) if score)
    says = f"nine farms scored in one turn: {told} points; the surveyors go from (1, 1) to {states[-1].surveyors}"
    return InEngine(says, engine, state, shows, tuple(moves))


at_most_nine_features_are_scored_in_a_turn.twin("at most eight features are scored in a turn", bound=8).twin(
    "several settlers may stand on a tile", on_a_tile=9
)
