"""What scorings bring: the engine's own functions, run for all numbers of posts, flags and surveyors' columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from rulecheck.reference_engines.contract import OVER
from rulecheck.reference_engines.new_world import final, scoring
from rulecheck.reference_engines.new_world.arithmetic import cell_at
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.table import CELLS, Feature
from rulecheck.solvers.logic import Term, number
from rulecheck.solvers.new_world.tables import PLAYERS
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, WrongAnswer, position
from rulecheck.solvers.symbolic import disagreement, outcome, unknown
from rulecheck.solvers.theorem import theorem
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
"""The text's worked examples: tiles, posts or flags, points without bonus."""


@theorem(
    "trail.tiles", "trail.tile-once", "trail.posts", "trail.start-spaces", "town.tiles", "town.tile-once", "town.flags",
    "town.start-spaces",
    bounds=Ranges(
        Axis("kind", ("trail", "town")), Axis("start spaces", ON_BOARD), Axis("tiles", range(2, MOST_TILES + 1)),
        besides="any number of segments, and of posts and flags up to 200", players=always(PLAYERS),
    ),
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
    if any(written(kind, tiles, marks) != worth for kind, tiles, marks, worth in WORKED):
        raise AssertionError("the sentence as written here does not give the examples' points")
    for kind in (TRAIL, TOWN):
        for on_board in ON_BOARD:
            for tiles in range(2, MOST_TILES + 1):
                feature, segments, marks, given = feature_of_unknowns(kind, tiles, on_board)
                worth = written(kind, tiles, marks)
                wrong = disagreement(
                    proof, partial(rule, g, feature), partial(_equal, worth), given, [marks, segments]
                )  # fmt: skip
                if wrong is not None:
                    return _completed(engine, rule, kind, tiles, wrong[0].of(segments), wrong[0].of(marks))
                proof.cover(PLAYERS, "", "trail" if kind == TRAIL else "town", on_board, tiles)
    proof.note(f"the text's {len(WORKED)} worked examples follow")
    return None


def written(kind: int, tiles: Term, marks: Term) -> Term:
    """The text's points."""
    return (tiles if kind == TRAIL else 2 * tiles) + 2 * marks


def _equal(worth: Term, points: Term) -> Term:
    return points == worth


def completed_on(t: Any) -> list[Feature]:
    """The trails and towns that are complete on a table."""
    alive = [feature for k, feature in enumerate(t.land.features) if t.land.parent[k] == k]
    return [feature for feature in alive if feature.kind != PLAIN and not feature.open]


def _completed(engine: AnyEngine, rule: Points, kind: int, tiles: int, segments: int, marks: int) -> WrongAnswer:
    """The first worked example with a trail or town for which the rule is wrong; else just the numbers."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    book = load("new_world")
    for name in GALLERY:
        body = book.examples[name].body
        lay = body["step"][0]["do"]
        move = engine.parse(lay if isinstance(lay, str) else lay[0])
        state = position(engine, "begin", body["given"])
        for there in completed_on(engine.play(state, move)):
            worth = written(there.kind, len(there.cells), there.marks)
            if rule(g, there) != worth:
                asked = f"points for the {NAMES[there.kind]} that {move} completes (example {name})"
                return WrongAnswer(asked, engine, state, lambda e, _, it=there: rule(e.g, it), worth)  # type: ignore[misc]
    cells = frozenset(range(CELLS, CELLS + tiles))
    feature = Feature(kind, cells, segments, 0, marks, 0)
    return WrongAnswer(
        f"points for a {NAMES[kind]} of {tiles} tiles, {segments} segments and {marks} marks", engine, engine.start(),
        lambda e, _: rule(e.g, feature), written(kind, tiles, marks),  # type: ignore[attr-defined]
    )  # fmt: skip


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
    bounds=Ranges(
        Axis("kind", ("trail", "town")), Axis("tiles", range(2, MOST_TILES + 1)), players=always(PLAYERS),
        besides="any segments and marks; each segment of the 50 kinds of tiles and of the start spaces",
    ),
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
    smallest = {"place c1 r2 turned 3": TRAIL, "place c1 r4 turned 1": TOWN}
    for move, kind in smallest.items():
        tile, settler = (1, "robber E") if kind == TRAIL else (18, "sheriff E")
        state = position(engine, "begin", {"phase": {"name": "placing", "tile": tile}})
        for tiles in range(2, MOST_TILES + 1):
            feature, segments, marks, given = feature_of_unknowns(kind, tiles, 1)

            def right(points: Term, kind: int = kind) -> Term:
                return points >= least[kind]

            counterexample = disagreement(proof, partial(rule, g, feature), right, given, [marks, segments])
            if counterexample is not None:
                few, more = counterexample[0].of(segments), counterexample[0].of(marks)
                smallest_one = feature_of_unknowns(kind, tiles, 1)[0]._replace(segments=few, marks=more)
                return WrongAnswer(
                    f"points for a {NAMES[kind]} of {tiles} tiles and {more} marks", engine, state,
                    lambda e, _, it=smallest_one: rule(e.g, it), f"at least {least[kind]}", right,  # type: ignore[misc]
                )  # fmt: skip
            proof.cover(PLAYERS, DEFAULT, NAMES[kind], tiles)

        def scored(engine: AnyEngine, state: Any, moves: tuple[str, str] = (move, settler)) -> int:
            for text in moves:
                state = engine.play(state, engine.parse(text))
            return int(state.scores[0])

        if scored(engine, state) != least[kind]:
            return WrongAnswer(f"points for the smallest {NAMES[kind]}", engine, state, scored, least[kind])
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


SIZES: Final = tuple(
    (tiles, on_board) for on_board in ON_BOARD for tiles in range(max(1, on_board), MOST_TILES)
)  # fmt: skip


@theorem(
    "final.trails", "final.posts", "final.towns", "final.flags", "trail.tiles", "town.tiles", "trail.posts",
    "town.flags",
    readings=("final.unit", "final.start-spaces"),
    bounds=Ranges(
        Axis("kind", (TRAIL, TOWN)), Axis("tiles with so many start spaces among them", SIZES), players=always(PLAYERS),
        besides=f"trails and towns of 1 to {MOST_TILES - 1} tiles, any number of segments and marks up to 200",
    ),
)  # fmt: skip
def completing_never_brings_less(proof: Proof, unit: str = "tile") -> Refutation | None:
    """A trail or town, completed by one more tile, brings more than if it stays unfinished.

    The engine's functions for completed and for unfinished features are executed on the same unknown segments and
    marks. It fails if unfinished features count segments, as the text literally says (final.unit): a trail that crosses
    tiles twice then loses points by being completed.
    """
    engine = proof.engine(PLAYERS, readings={"final.unit": unit})
    g: Kit = engine.g  # type: ignore[attr-defined]
    for kind, (tiles, on_board) in product((TRAIL, TOWN), SIZES):
        feature, segments, marks, given = feature_of_unknowns(kind, tiles, on_board)
        more, _, _, _ = feature_of_unknowns(kind, tiles + 1, on_board)
        left = outcome(partial(unfinished_points, g, feature), given, proof.effort)
        done = outcome(partial(completed_points, g, more), given, proof.effort)
        proof.cover(PLAYERS, DEFAULT, kind, (tiles, on_board))
        values = proof.smallest(done > left, given, [segments, marks])
        if values is not None:
            return _dearer(engine, kind, tiles, values.of(segments))
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
