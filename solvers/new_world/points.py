"""What scorings bring: the engine's own functions, run for all numbers of posts, flags and surveyors' columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Any, Final

from rulecheck.reference_engines.contract import OVER
from rulecheck.reference_engines.new_world import final, scoring, surveyors
from rulecheck.reference_engines.new_world.arithmetic import cell_at
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.table import CELLS, Counts, Feature
from rulecheck.solvers.logic import Term, all_of, either, number, total
from rulecheck.solvers.new_world.tables import PLAYERS, scene, some_settlers, walkers
from rulecheck.solvers.symbolic import disagreement, outcome, unknown
from rulecheck.solvers.theorem import AnyEngine, InEngine, InModel, Proof, Refutation, position, theorem, walk
from rulecheck.spec import load
from rulecheck.spec.new_world.tiles import PLAIN, TOWN, TRAIL

Points = Callable[[Kit, Feature], Any]
"""A rule: what a trail or town brings."""
NAMES: Final = {TRAIL: "trail", TOWN: "town"}
MOST_TILES: Final = 60
"""The largest trails and towns that are looked at."""
ON_BOARD: Final = (0, 2)
"""How many of their tiles are start spaces."""


def completed_points(g: Kit, feature: Feature) -> Any:
    """The engine's rule for completed trails and towns."""
    return scoring.points_of(g, feature, ())[0]


def unfinished_points(g: Kit, feature: Feature) -> Any:
    """The engine's rule for unfinished ones."""
    return final.unfinished_points(g, feature, ())[0]


def feature_of_unknowns(kind: int, tiles: int, on_board: int) -> tuple[Feature, Term, Term, tuple[Term, ...]]:
    """A trail or town on so many tiles, some of them start spaces, with any number of segments and marks."""
    segments, marks = number("segments"), number("posts" if kind == TRAIL else "flags")
    cells = frozenset([cell_at(0, row + 1) for row in range(on_board)] + list(range(CELLS, CELLS + tiles - on_board)))
    feature = Feature(kind, cells, unknown(segments), 0, unknown(marks), 0)
    return feature, segments, marks, (segments >= tiles, segments <= 4 * tiles, marks >= 0, marks <= 200)


# ---- completed trails and towns

GALLERY: Final = (
    "home.small-town", "home.trail", "trail.three-tiles", "trail.four-tiles-two-posts", "town.three-tiles-one-flag",
    "town.two-segments-on-one-tile",
)  # fmt: skip
"""The spec's examples in which a trail or town is completed."""

WORKED: Final = (
    (TRAIL, 3, 0, 3), (TRAIL, 4, 2, 8), (TRAIL, 4, 1, 6), (TOWN, 3, 1, 8), (TOWN, 4, 0, 8), (TOWN, 2, 0, 4)
)  # fmt: skip
"""The text's worked examples: tiles, posts or flags, points without bonus (l.104, 105, 115, 116, 148, 163)."""


@theorem(
    "trail.tiles", "trail.tile-once", "trail.posts", "trail.start-spaces", "town.tiles", "town.tile-once", "town.flags",
    "town.start-spaces",
    bounds=f"trails and towns of 2 to {MOST_TILES} tiles, 0 or 2 of them start spaces, with any number of segments, "
    "and of posts and flags up to 200",
)  # fmt: skip
def completed_trails_and_towns_bring_what_is_written(
    proof: Proof, rule: Points = completed_points
) -> Refutation | None:
    """A completed trail brings 1 for each tile and 2 for each post, a completed town 2 for each tile and each flag.

    However many segments a tile has, it counts once; start spaces count like tiles; a town of two tiles is no
    exception. The engine's `points_of` is executed with unknown numbers of segments and marks. All worked examples
    follow.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    for kind, tiles, marks, worth in WORKED:
        feature = Feature(kind, frozenset(range(CELLS, CELLS + tiles)), tiles, 0, marks, 0)
        if completed_points(g, feature) != worth:
            raise AssertionError(f"a {NAMES[kind]} of {tiles} tiles and {marks} marks does not bring {worth} points")
    for kind in (TRAIL, TOWN):
        for on_board in ON_BOARD:
            for tiles in range(2, MOST_TILES + 1):
                feature, segments, marks, given = feature_of_unknowns(kind, tiles, on_board)
                worth = (tiles if kind == TRAIL else 2 * tiles) + 2 * marks
                found = disagreement(
                    proof, partial(rule, g, feature), partial(_equal, worth), given, [marks, segments]
                )  # fmt: skip
                if found is not None:
                    values = {"tiles": tiles, "segments": found[0].of(segments), "marks": found[0].of(marks)}
                    return _in_gallery(engine, rule, kind, values)
    proof.note(f"the text's {len(WORKED)} worked examples follow")
    return None


def _equal(worth: Term, points: Term) -> Term:
    return points == worth


def completed_on(t: Any) -> list[Feature]:
    """The trails and towns that are complete on a table."""
    alive = [feature for k, feature in enumerate(t.land.features) if t.land.parent[k] == k]
    return [feature for feature in alive if feature.kind != PLAIN and not feature.open]


def _in_gallery(engine: AnyEngine, rule: Points, kind: int, values: Mapping[str, int]) -> InEngine:
    """The first worked example for which a wrong rule brings something else."""
    book = load("new_world")

    def shows(engine: Any, states: Sequence[Any]) -> bool:
        return any(rule(engine.g, one) != completed_points(engine.g, one) for one in completed_on(states[-1]))

    tried = []
    for name in GALLERY:
        body = book.examples[name].body
        state = position(engine, "begin", body["given"])
        lay = body["step"][0]["do"]
        move = lay if isinstance(lay, str) else lay[0]
        after = engine.play(state, engine.parse(move))
        tried.append(InEngine(
            f"a {NAMES[kind]} of {values['tiles']} tiles: not what is written; example {name} shows it", engine, state,
            shows, (move,), values=values, by="the rule, on the engine's position",
        ))  # fmt: skip
        if shows(engine, [after]):
            return tried[-1]
    return tried[-1]


def _small_towns(g: Kit, feature: Feature) -> Any:
    """A town of two tiles brings half, as in the game that this one was made from."""
    if feature.kind == TOWN and len(feature.cells) == 2:
        return len(feature.cells) + feature.marks
    return completed_points(g, feature)


def _by_segment(g: Kit, feature: Feature) -> Any:
    per_tile, per_mark = (g.trail_tile, g.trail_post) if feature.kind == TRAIL else (g.town_tile, g.town_flag)
    return feature.segments * per_tile + feature.marks * per_mark


def _without_start(g: Kit, feature: Feature) -> Any:
    return completed_points(g, feature._replace(cells=frozenset(cell for cell in feature.cells if cell >= CELLS)))


completed_trails_and_towns_bring_what_is_written.twin("a town of two tiles brings half", rule=_small_towns).twin(
    "segments are counted, not tiles", rule=_by_segment
).twin("start spaces do not count", rule=_without_start)

# ---- the least


@theorem(
    "trail.complete", "town.complete", "trail.tiles", "town.tiles", "farm.points", "score.completed",
    bounds="each segment of the 50 kinds of tiles and of the start spaces; trails and towns of any size up to "
    f"{MOST_TILES} tiles",
)  # fmt: skip
def no_scoring_brings_less_than_two_points(
    proof: Proof, rule: Points = completed_points, least: Mapping[int, int] | None = None
) -> Refutation | None:
    """Whoever has the majority of a completed trail gets at least 2 points, of a town at least 4, of a farm 9.

    No segment is complete by itself: each goes on over a side of its tile (looked at one by one), so what is complete
    lies on two tiles at least; more tiles and marks only bring more (the engine's `points_of` on unknowns). The text's
    example has the smallest town; the smallest trail is played in the engine.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    least = least or {TRAIL: 2 * g.trail_tile, TOWN: 2 * g.town_tile}
    for face in (*g.faces.values(), *g.start_faces):
        for kind, slots, _, _ in face.groups:
            if kind != PLAIN and not slots:
                raise AssertionError(f"a {NAMES[kind]} on tile {face.number >> 2} has no side")
            proof.case()
    smallest = {"place c1 r2 turned 3": TRAIL, "place c1 r4 turned 1": TOWN}
    for move, kind in smallest.items():
        tile, settler = (1, "robber E") if kind == TRAIL else (18, "sheriff E")
        state = position(engine, "begin", {"phase": {"name": "placing", "tile": tile}})
        for tiles in range(2, MOST_TILES + 1):
            feature, segments, marks, given = feature_of_unknowns(kind, tiles, 1)

            def right(points: Term, kind: int = kind) -> Term:
                return points >= least[kind]

            found = disagreement(proof, partial(rule, g, feature), right, given, [marks, segments])
            if found is not None:
                says = f"a {NAMES[kind]} of {tiles} tiles brings {found[0].of(found[1])} points"

                def shows(engine: Any, states: Sequence[Any], kind: int = kind) -> bool:
                    here = completed_on(states[1])
                    return any(rule(engine.g, one) < least[kind] for one in here if one.kind == kind)

                return InEngine(
                    says, engine, state, shows, (move, settler), by="the rule, on the engine's position"
                )  # fmt: skip
        for text in (move, settler):
            state = engine.play(state, engine.parse(text))
        if state.scores[0] != least[kind]:
            raise AssertionError(f"the smallest {NAMES[kind]} brings {state.scores[0]} points")
    proof.note(f"the least is reached: {least[TRAIL]} points for a trail, {least[TOWN]} for a town")
    return None


no_scoring_brings_less_than_two_points.twin("a town of two tiles brings half", rule=_small_towns).twin(
    "a trail brings at least 3 points", least={TRAIL: 3, TOWN: 4}
)

# ---- finishing

TWICE: Final = {
    "c3 r5": "33 turned 0", "c3 r4": "33 turned 0", "c2 r5": "11 turned 0", "c2 r6": "11 turned 1",
    "c3 r6": "11 turned 2", "c4 r5": "1 turned 3", "c4 r4": "11 turned 2", "c4 r3": "3 turned 3", "c3 r3": "3 turned 0",
}  # fmt: skip
"""A trail of nine tiles that crosses two of them twice: eleven segments, and one more tile closes it."""


@theorem(
    "final.trails", "final.posts", "final.towns", "final.flags", "trail.tiles", "town.tiles", "trail.posts",
    "town.flags",
    readings=("final.unit", "final.start-spaces"),
    bounds=f"trails and towns of 1 to {MOST_TILES - 1} tiles, 0 or 2 of them start spaces, any number of segments and "
    "marks up to 200",
)  # fmt: skip
def completing_never_brings_less(proof: Proof, unit: str = "tile") -> Refutation | None:
    """A trail or town, completed by one more tile, brings more than if it stays unfinished.

    The engine's functions for completed and for unfinished features are executed on the same unknown segments and
    marks. It fails if unfinished features count segments, as l.180 literally says: a trail that crosses tiles twice
    then loses points by being completed.
    """
    engine = proof.engine(PLAYERS, readings={"final.unit": unit})
    g: Kit = engine.g  # type: ignore[attr-defined]
    for kind in (TRAIL, TOWN):
        for on_board in ON_BOARD:
            for tiles in range(max(1, on_board), MOST_TILES):
                proof.check_time()
                feature, segments, marks, given = feature_of_unknowns(kind, tiles, on_board)
                more, _, _, _ = feature_of_unknowns(kind, tiles + 1, on_board)
                left = outcome(partial(unfinished_points, g, feature), given, proof.effort)
                done = outcome(partial(completed_points, g, more), given, proof.effort)
                proof.case()
                found = proof.smallest(done > left, given, [segments, marks])
                if found is not None:
                    return _dearer(engine, kind, tiles, found.of(segments))
    return None


def _dearer(engine: AnyEngine, kind: int, tiles: int, segments: int) -> InEngine:
    """The last tile closes a trail, or lies elsewhere."""
    given = {
        "phase": {"name": "placing", "tile": 1}, "pile": {}, "board": TWICE, "settlers": {"c3 r5": "red robber N"},
    }  # fmt: skip
    state = position(engine, "begin", given)

    def shows(engine: AnyEngine, states: Sequence[Any]) -> bool:
        other = states[0]
        for text in ("place c1 r8 turned 0", "no settler"):
            other = engine.play(other, engine.parse(text))
        both = engine.actor(other) == engine.actor(states[-1]) == OVER
        return both and bool(states[-1].scores[0] < other.scores[0])

    says = (
        f"a {NAMES[kind]} of {tiles} tiles and {segments} segments brings no less unfinished; here red has 11 points "
        "if the last tile lies elsewhere, 10 if it completes the trail"
    )
    return InEngine(says, engine, state, shows, ("place c2 r4 turned 1", "no settler"))


completing_never_brings_less.twin("segments of unfinished features count (final.unit = segment)", unit="segment")

# ---- majorities

Majority = Callable[[Counts], Sequence[int]]


def engine_majority(settlers: Counts) -> Sequence[int]:
    """The engine's rule."""
    return scoring.majority(settlers, ())[0]


@theorem(
    "majority.most", "majority.tie", "final.majority", "final.plains",
    bounds="5 players, every distribution of 0 to 5 settlers of each",
)  # fmt: skip
def whoever_has_most_settlers_has_all_the_points(proof: Proof, rule: Majority = engine_majority) -> Refutation | None:
    """A player with settlers has a feature's points just if nobody has more; players who are tied all have them.

    Every one of the 7,775 distributions is asked.
    """
    engine = proof.engine(5)
    for counts in product(range(6), repeat=5):
        if not any(counts):
            continue
        proof.case()
        settlers = tuple(cell_at(k + 1, 4) << 8 | 1 << 3 | seat for k, seat in enumerate(_listed(counts)))
        right = [seat for seat, mine in enumerate(counts) if mine and not any(other > mine for other in counts)]
        if list(rule(settlers)) != right:
            return _shared(engine, rule, counts)
    return None


def _listed(counts: Sequence[int]) -> list[int]:
    return [seat for seat, mine in enumerate(counts) for _ in range(mine)]


def _shared(engine: AnyEngine, rule: Majority, counts: Sequence[int]) -> InEngine:
    """One town with all these sheriffs, on a row of tiles."""
    listed = _listed(counts)
    given = {
        "phase": {"name": "placing", "tile": 18},
        "board": {f"c{k + 1} r4": "29 turned 0" for k in range(len(listed))},
        "settlers": {f"c{k + 1} r4": f"{engine.seats[seat]} sheriff E" for k, seat in enumerate(listed)},
    }
    state = position(engine, "begin", given)

    def shows(_: AnyEngine, states: Sequence[Any]) -> bool:
        (settlers,) = states[0].on.values()
        return list(rule(settlers)) != list(engine_majority(settlers))

    told = ", ".join(f"{engine.seats[seat]} {count}" for seat, count in enumerate(counts) if count)
    says = f"sheriffs: {told}; the points go to {[engine.seats[seat] for seat in rule(state.settlers)]}"
    return InEngine(says, engine, state, shows, by="the rule, on the engine's position")


def _nobody_if_tied(settlers: Counts) -> Sequence[int]:
    winners = engine_majority(settlers)
    return winners if len(winners) == 1 else []


def _everyone_there(settlers: Counts) -> Sequence[int]:
    return sorted({settler & 7 for settler in settlers})


whoever_has_most_settlers_has_all_the_points.twin("nobody has points if players are tied", rule=_nobody_if_tied).twin(
    "everyone with a settler has the points", rule=_everyone_there
)

# ---- the bonus


def _bonus(g: Kit, at: Any, settlers: Counts) -> Any:
    return surveyors.bonus_of(g, at, settlers)[0]


@theorem(
    "bonus.points",
    readings=("bonus.counts",),
    bounds="surveyors in any columns at most one apart; 1 to 5 settlers of one player in columns 1 to 3",
)  # fmt: skip
def the_bonus_is_four_for_each_meeting(proof: Proof, counts: str = "per-settler") -> Refutation | None:
    """A player's bonus is 4 for each of their settlers and each surveyor in the same column, and 40 at the most.

    The engine's `bonus_of` is executed on unknown columns of the surveyors, for each way to stand. Forty points are
    five settlers with both surveyors. In a turn, too, a player has five settlers to score, so forty is the most there.
    """
    engine = proof.engine(PLAYERS, readings={"bonus.counts": counts})
    g: Kit = engine.g  # type: ignore[attr-defined]
    one = walkers(g, engine.start())
    both = (one.eastern, one.western)
    most = g.bonus_each * g.supply * 2
    reached = 0
    for size in range(1, g.supply + 1):
        for columns in combinations_with_replacement((1, 2, 3), size):
            settlers = some_settlers(columns, ())
            worth = g.bonus_each * total(
                either(surveyor == column, 1, 0) for column in columns for surveyor in both
            )  # fmt: skip

            def right(points: Term, worth: Term = worth) -> Term:
                return all_of(points == worth, points <= most)

            found = disagreement(
                proof, partial(_bonus, g, one.table.surveyors, settlers), right, one.given, [one.eastern, one.western]
            )  # fmt: skip
            if found is not None:
                at = [found[0].of(one.eastern), found[0].of(one.western)]
                return _met(engine, at, settlers, columns)
            reached = max(reached, _bonus(g, (1, 1), settlers))
    proof.note(f"the most that is reached is {reached} points")
    return None if reached == most else InModel("40 points are not reached", lambda: reached != most)


def _met(engine: AnyEngine, at: Sequence[int], settlers: Counts, columns: Sequence[int]) -> InEngine:
    state = position(engine, "begin", scene(at, max(at), settlers))

    def shows(engine: Any, states: Sequence[Any]) -> bool:
        meetings = sum(list(at).count(column) for column in columns)
        return bool(_bonus(engine.g, states[0].surveyors, states[0].settlers) != engine.g.bonus_each * meetings)

    says = f"surveyors in {list(at)}, settlers in {list(columns)}: {_bonus(engine.g, tuple(at), settlers)} points"  # type: ignore[attr-defined]
    return InEngine(says, engine, state, shows, by="the rule, on the engine's position")


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
    bounds="each of the 50 kinds of tiles as the tile laid, every choice of farms beside it; farms' tiles of this set, "
    f"which show nothing but plain and ends of trails; {WALKED:,} moves of random games",
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
        segments = [set(one.at) for one in (*kind.tile.towns, *kind.tile.trails)]
        towns = {side for one in kind.tile.towns for side in one.at}
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
    for before, move, after in walk(engine, WALKED, seed=3):
        proof.replayed += 1
        new = set(after.settlers) - set(before.settlers)
        if new and {one >> 8 for one in new} != {before.phase.at}:
            raise AssertionError(f"{move}: a settler comes to a tile that was not just laid")
        if len({one >> 8 for one in after.settlers}) < len(after.settlers):
            raise AssertionError(f"{move}: two settlers on one tile")
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
        scorings = sum(one.events.count("home.return") for one in states)
        return scorings > bound and not states[-1].settlers

    played = state
    for text in moves:
        played = engine.play(played, engine.parse(text))
    told = ", ".join(f"{name} {score}" for name, score in zip(engine.seats, played.scores, strict=True) if score)
    says = f"nine farms scored in one turn: {told} points; the surveyors go from (1, 1) to {played.surveyors}"
    return InEngine(says, engine, state, shows, tuple(moves))


at_most_nine_features_are_scored_in_a_turn.twin("at most eight features are scored in a turn", bound=8).twin(
    "several settlers may stand on a tile", on_a_tile=9
)
