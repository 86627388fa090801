"""The surveyors' way west, and the settlers they leave behind.

`rulecheck.reference_engines.new_world.surveyors.move_one` is executed with unknown columns in place of the surveyors'
and of the westernmost tile's, and compared with what the text says of a step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import scoring, surveyors
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.table import CELLS, Table
from rulecheck.solvers.logic import Term, all_of, either, least, most, negation, same
from rulecheck.solvers.new_world.tables import (
    PLAYERS,
    STANDING,
    TOWN,
    Walkers,
    scene,
    some_settlers,
    standing_at,
    walkers,
)
from rulecheck.solvers.symbolic import disagreement
from rulecheck.solvers.theorem import AnyEngine, InEngine, Proof, Refutation, position, theorem

Events = tuple[str, ...]
Step = Callable[[Kit, Table, Events], tuple[Table, Events]]
"""A rule: what happens to surveyors and settlers after a scoring."""

ANY_COLUMNS = "surveyors in any columns at most one apart, any westernmost tile at or west of them"


def columns_after(step: Step, g: Kit, t: Table) -> Any:
    """The surveyors after a step."""
    return step(g, t, ())[0].surveyors


def settlers_after(step: Step, g: Kit, t: Table) -> tuple[Any, Any]:
    """The settlers that are left after a step, and the eastern surveyor."""
    after = step(g, t, ())[0]
    return after.settlers, after.surveyors[0]


def strays(view: Callable[[Step, Kit, Table], Any], step: Step, engine: AnyEngine, states: Sequence[Any]) -> bool:
    """Does a wrong rule do something else than the engine on the engine's position?"""
    g: Kit = engine.g  # type: ignore[attr-defined]
    return bool(view(step, g, states[0]) != view(surveyors.move_one, g, states[0]))


def _stepped(engine: AnyEngine, one: Walkers, values: Any, step: Step) -> InEngine:
    """The rule on the engine's position, against the engine's own step."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    state = standing_at(engine, one, values)
    says = f"surveyors in {tuple(state.surveyors)}, land up to {state.land.west}: then {columns_after(step, g, state)}"
    return InEngine(
        says, engine, state, partial(strays, columns_after, step), by="the rule, on the engine's position",
        values=values.all({"eastern": one.eastern, "western": one.western, "land": one.land}),
    )  # fmt: skip


# ---- how far apart


@theorem(
    "surveyor.move", "surveyor.eastern", "surveyor.either", "surveyor.stuck", "surveyor.tile", "setup.surveyors",
    "late.wait", "late.step", "late.enter",
    readings=("late.first-surveyor", "surveyor.start"),
    bounds=f"{ANY_COLUMNS}; in the house rule every way through the spaces of the track, on up to 7 columns of land",
)  # fmt: skip
def the_surveyors_are_never_more_than_a_column_apart(
    proof: Proof, step: Step = surveyors.move_one, first: str = "waits"
) -> Refutation | None:
    """The text's "therefore" (l.153): the surveyors are never more than one column apart, nor west of all tiles.

    One step of induction: the engine's `move_one` is executed on unknown columns that are at most one apart. Both begin
    in column 0, in the house rule as well: every way of its waiting surveyor to the board is gone through.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    begin = engine.start()
    if begin.surveyors != (0, 0) or begin.land.west != 0:
        raise AssertionError(f"the surveyors begin in {begin.surveyors}")
    one = walkers(g, begin)

    def right(after: Any) -> Term:
        eastern, western = after
        return all_of(one.eastern <= eastern, eastern <= western, western <= eastern + 1, western <= one.land)

    found = disagreement(
        proof, partial(columns_after, step, g, one.table), right, one.given, [one.land, one.eastern]
    )  # fmt: skip
    if found is not None:
        return _stepped(engine, one, found[0], step)
    return _late(proof, first)


def _late(proof: Proof, first: str) -> Refutation | None:
    """The house rule: everywhere the surveyor on the board can be when the other one enters."""
    engine = proof.engine(PLAYERS, setup="late-surveyor", readings={"late.first-surveyor": first})
    g: Kit = engine.g  # type: ignore[attr-defined]
    begin = engine.start()
    todo = [(begin.surveyors[0], begin.late)]
    seen = set(todo)
    while todo:
        column, space = todo.pop()
        for land in range(column, 7):
            t = changed(begin, surveyors=(column,), late=space, land=begin.land._replace(west=land))
            after, _ = surveyors.late_step(g, t, True, ())
            if after.late >= 0:
                after, _ = surveyors.move_one(g, after, ())
                there = (after.surveyors[0], after.late)
                if there not in seen:
                    seen.add(there)
                    todo.append(there)
                continue
            proof.case()
            eastern, western = after.surveyors
            if western - eastern > 1:
                says = f"one surveyor is in column {column} when the other one enters in column {eastern}"
                state = position(engine, "begin", scene([column], land, waiting=space))
                return InEngine(says, engine, state, _far_apart, TOWN)
    return None


def _far_apart(_: AnyEngine, states: Sequence[Any]) -> bool:
    eastern, western = states[-1].surveyors
    return bool(western - eastern > 1)


def _western_goes(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """The western surveyor moves as long as there is land."""
    eastern, western = t.surveyors
    if western < t.land.west:
        return changed(t, surveyors=(eastern, western + 1)), events
    return surveyors.move_one(g, t, events)


def _off_the_land(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """Nothing stops a surveyor."""
    eastern, western = t.surveyors
    if eastern < western:
        return changed(t, surveyors=(eastern + 1, western)), events
    return changed(t, surveyors=(eastern, western + 1)), events


the_surveyors_are_never_more_than_a_column_apart.twin("the western surveyor may move as well", step=_western_goes).twin(
    "surveyors walk on where no tile lies", step=_off_the_land
).twin("the surveyor on the board moves while the other one waits (late.first-surveyor = moves)", first="moves")

# ---- when they move


@theorem(
    "surveyor.move", "surveyor.eastern", "surveyor.either", "surveyor.stuck",
    bounds=ANY_COLUMNS,
)  # fmt: skip
def an_easternmost_surveyor_moves_unless_both_are_stuck(
    proof: Proof, step: Step = surveyors.move_one
) -> Refutation | None:
    """After a scoring one surveyor goes one column west, the easternmost one, or one of two that share a column.

    Only if both stand in the westernmost column with a tile nothing moves. So note 9's argument is right: whichever
    surveyor moves, no other one is east of it. Executed on unknown columns; the sentence is written with the smaller
    and the larger of two numbers.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    one = walkers(g, engine.start())
    proof.possible(*one.given, one.is_stuck, what="surveyors that are stuck")

    def right(after: Any) -> Term:
        eastern, western = after
        return all_of(
            eastern == either(one.is_stuck, one.eastern, least(one.eastern + 1, one.western)),
            western == either(one.is_stuck, one.western, most(one.eastern + 1, one.western)),
        )

    found = disagreement(proof, partial(columns_after, step, g, one.table), right, one.given, [one.land, one.eastern])
    return None if found is None else _stepped(engine, one, found[0], step)


def _one_is_enough(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """Stuck as soon as one of them has no land in the west."""
    if t.surveyors[1] == t.land.west:
        return t, events
    return surveyors.move_one(g, t, events)


def _both_go(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    """Two in the same column go together."""
    eastern, western = t.surveyors
    if eastern == western and western < t.land.west:
        return changed(t, surveyors=(eastern + 1, western + 1)), events
    return surveyors.move_one(g, t, events)


an_easternmost_surveyor_moves_unless_both_are_stuck.twin(
    "nothing moves as soon as one surveyor is in the westernmost column", step=_one_is_enough
).twin("two surveyors in one column move together", step=_both_go)


@theorem(
    "surveyor.move", "surveyor.either", "surveyor.eastern", "surveyor.tile", "setup.surveyors",
    readings=("surveyor.start",),
    bounds="any number of steps so far, any westernmost tile at or west of the surveyors",
)  # fmt: skip
def the_number_of_steps_says_where_the_surveyors_are(
    proof: Proof, step: Step = surveyors.move_one
) -> Refutation | None:
    """After n steps the eastern surveyor is in column n/2, rounded down, and the western one in n/2, rounded up.

    So it makes no difference which of two in the same column moves, on which start spaces they begin, or on which tiles
    of their columns they stand. One step of induction on unknown n, with the engine's `move_one`; a scoring while both
    are stuck is no step.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    one = walkers(g, engine.start())
    steps = one.eastern + one.western
    given = [*one.given, one.eastern == steps / 2, negation(one.is_stuck)]

    def right(after: Any) -> Term:
        eastern, western = after
        return all_of(eastern == (steps + 1) / 2, western == (steps + 2) / 2)

    found = disagreement(proof, partial(columns_after, step, g, one.table), right, given, [one.land, one.eastern])
    return None if found is None else _stepped(engine, one, found[0], step)


the_number_of_steps_says_where_the_surveyors_are.twin("two surveyors in one column move together", step=_both_go).twin(
    "the western surveyor may move as well", step=_western_goes
)

# ---- who is left behind


def _behind(engine: AnyEngine, one: Walkers, values: Any, settlers: tuple[int, ...], says: str, shows: Any) -> InEngine:
    """A small town is scored in the engine, with the surveyors where the solver put them."""
    state = standing_at(engine, one, values, settlers)
    told = f"surveyors in {tuple(state.surveyors)}, land up to column {state.land.west}: {says}"
    return InEngine(
        told, engine, state, shows, TOWN,
        values=values.all({"eastern": one.eastern, "western": one.western, "land": one.land}),
    )  # fmt: skip


def column(settler: int) -> int:
    """A settler's column."""
    return settler >> 8 >> 9


def is_kept_right(settlers: tuple[int, ...], kept: tuple[int, ...], eastern: Term) -> Term:
    """The sentence: those are left that lie, and those that do not stand east of the eastern surveyor."""
    return all_of(
        set(kept) <= set(settlers),
        *(same(one in kept, surveyors.is_trapper(one) or column(one) >= eastern) for one in settlers),
    )


SETTLERS = "sheriffs in columns 1 to 4, trappers in columns 1 and 3"


@theorem(
    "remove.behind", "remove.trappers", "surveyor.move",
    readings=("remove.trigger",),
    bounds=f"{ANY_COLUMNS}; {SETTLERS}",
)  # fmt: skip
def nobody_stands_behind_after_a_move(
    proof: Proof, step: Step = surveyors.move_one, trigger: str = "every-move"
) -> Refutation | None:
    """When a surveyor has moved, nobody stands east of the eastern one; no other settler and no trapper is gone.

    The engine's `move_one` is executed with unknown columns of the surveyors and of the westernmost tile.
    """
    engine = proof.engine(PLAYERS, readings={"remove.trigger": trigger})
    g: Kit = engine.g  # type: ignore[attr-defined]
    settlers = some_settlers()
    one = walkers(g, engine.start(), settlers)
    given = [*one.given, negation(one.is_stuck)]

    def right(after: Any) -> Term:
        kept, eastern = after
        return is_kept_right(settlers, kept, eastern)

    found = disagreement(
        proof, partial(settlers_after, step, g, one.table), right, given, [one.land, one.eastern, one.western]
    )  # fmt: skip
    if found is None:
        return None
    if step is surveyors.move_one:
        return _behind(engine, one, found[0], settlers, "a settler stays behind", _stays_behind)
    state = standing_at(engine, one, found[0], settlers)
    left = len(settlers_after(step, g, state)[0])
    return InEngine(
        f"surveyors in {tuple(state.surveyors)}: {left} of {len(settlers)} settlers are left", engine, state,
        partial(strays, settlers_after, step), by="the rule, on the engine's position",
    )  # fmt: skip


def _stays_behind(_: AnyEngine, states: Sequence[Any]) -> bool:
    before, after = states[0], states[-1]
    return bool(
        before.surveyors != after.surveyors
        and any(column(one) < after.surveyors[0] and not surveyors.is_trapper(one) for one in after.settlers)
    )


def _trappers_go(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    after, events = surveyors.move_one(g, t, events)
    return surveyors.send_home(after, [one for one in after.settlers if column(one) < after.surveyors[0]]), events


def _western_clears(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    after, events = surveyors.move_one(g, t, events)
    gone = [one for one in after.settlers if column(one) < after.surveyors[1] and not surveyors.is_trapper(one)]
    return surveyors.send_home(after, gone), events


nobody_stands_behind_after_a_move.twin("trappers are removed as well", step=_trappers_go).twin(
    "settlers east of the western surveyor are removed", step=_western_clears
).twin("only the eastern surveyor removes settlers (remove.trigger = eastern-move)", trigger="eastern-move")


@theorem(
    "remove.behind", "remove.placed-behind", "surveyor.either",
    readings=("remove.trigger",),
    bounds=f"{ANY_COLUMNS}; {SETTLERS}, those in columns east of the eastern surveyor left out",
)  # fmt: skip
def the_two_wordings_of_note_nine_differ_only_for_settlers_placed_behind(
    proof: Proof, behind: bool = False
) -> Refutation | None:
    """Whether every move removes settlers or only one of the eastern column matters only for settlers placed behind.

    If nobody stands behind the surveyors when one of them moves, both readings of `remove.trigger` remove the same
    settlers: the quarrel of note 9 is about those that were placed behind since the last move. Both readings' engines
    execute the step on the same unknown columns.
    """
    engine = proof.engine(PLAYERS)
    other = proof.engine(PLAYERS, readings={"remove.trigger": "eastern-move"})
    g: Kit = engine.g  # type: ignore[attr-defined]
    h: Kit = other.g  # type: ignore[attr-defined]
    for first in range(1, len(STANDING) + 1):
        settlers = some_settlers(STANDING[first - 1 :])
        one = walkers(g, engine.start(), settlers)
        given = [*one.given] if behind else [*one.given, one.eastern <= first]

        def both(one: Walkers = one) -> Any:
            return settlers_after(surveyors.move_one, g, one.table), settlers_after(surveyors.move_one, h, one.table)

        found = disagreement(
            proof, both, lambda after: after[0][0] == after[1][0], given, [one.land, one.eastern, one.western]
        )  # fmt: skip
        if found is not None:
            return _behind(other, one, found[0], settlers, "only one of the readings removes a settler", _stays_behind)
    return None


the_two_wordings_of_note_nine_differ_only_for_settlers_placed_behind.twin(
    "settlers may stand behind the surveyors when one moves", behind=True
)


@theorem(
    "remove.placed-behind", "remove.behind", "surveyor.stuck",
    readings=("remove.when-stuck",),
    bounds=f"{ANY_COLUMNS}; {SETTLERS}",
    expected="refuted",
    because="the text warns that a settler placed east of the surveyors is removed right after the next scoring "
    "(l.159), but settlers are removed when a surveyor moves, and two surveyors in the westernmost column stay where "
    "they are. That is what the reading remove.when-stuck is about; under its other choice the sentence is true.",
)  # fmt: skip
def whoever_stands_behind_is_gone_after_the_next_scoring(proof: Proof) -> Refutation | None:
    """After each scoring no settler stands east of the eastern surveyor. (One can, while the surveyors are stuck.)

    The engine's `move_one` is executed on unknown columns, under both choices of `remove.when-stuck`.
    """
    answers: dict[str, Refutation | None] = {}
    for choice in ("yes", "no"):
        engine = proof.engine(PLAYERS, readings={"remove.when-stuck": choice})
        g: Kit = engine.g  # type: ignore[attr-defined]
        settlers = some_settlers()
        one = walkers(g, engine.start(), settlers)

        def right(after: Any, settlers: tuple[int, ...] = settlers) -> Term:
            return is_kept_right(settlers, *after)

        found = disagreement(
            proof, partial(settlers_after, surveyors.move_one, g, one.table), right, one.given, [one.land, one.eastern]
        )  # fmt: skip
        answers[choice] = found and _behind(engine, one, found[0], settlers, "a settler stays behind", _is_behind)
    if answers["yes"] is not None:
        raise AssertionError("a settler stays behind although stuck surveyors remove settlers")
    proof.note("under remove.when-stuck = yes it holds everywhere")
    return answers["no"]


def _is_behind(_: AnyEngine, states: Sequence[Any]) -> bool:
    after = states[-1]
    return bool(
        max(after.scores) > 0
        and any(column(one) < after.surveyors[0] and not surveyors.is_trapper(one) for one in after.settlers)
    )


@theorem(
    "home.return", "remove.behind",
    bounds=f"{ANY_COLUMNS}; {SETTLERS}",
    expected="refuted",
    because="the text says that settlers come home after a scoring of their feature and only then (l.142), and in the "
    "chapter on the surveyors (l.159) that those left behind come home without being scored: two sentences that cannot "
    "both be kept. The spec keeps the later, special one.",
)  # fmt: skip
def settlers_come_home_only_by_being_scored(proof: Proof) -> Refutation | None:
    """A settler that is not scored stays where it is, whatever the surveyors do. (It need not.)

    The engine's `move_one`, which scores nothing, is executed on unknown columns.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    settlers = some_settlers()
    one = walkers(g, engine.start(), settlers)

    def shows(_: AnyEngine, states: Sequence[Any]) -> bool:
        before, after = states[0], states[-1]
        return bool(after.supply[1] > before.supply[1] and after.scores[1] == before.scores[1])

    found = disagreement(
        proof, partial(settlers_after, surveyors.move_one, g, one.table), lambda after: after[0] == settlers, one.given,
        [one.land, one.eastern, one.western],
    )  # fmt: skip
    return found and _behind(engine, one, found[0], settlers, "yellow's settler comes home without points", shows)


# ---- scored at once, however far behind

ScoreOne = Callable[..., tuple[Table, Events]]


@theorem(
    "settler.just-completed", "remove.placed-behind", "bonus.points", "home.same-turn",
    readings=("remove.trigger", "remove.when-stuck"),
    bounds="surveyors in any columns from 0 to 8, at most one apart, up to 2 columns of land west of them; a town of "
    "two tiles",
)  # fmt: skip
def a_town_behind_the_surveyors_can_be_settled_and_scored_at_once(
    proof: Proof, score_one: ScoreOne = scoring.score_one
) -> Refutation | None:
    """Note 10: wherever the surveyors are, whoever completes a town may place a sheriff there and scores it in full.

    Surveyors move, and remove settlers, only after the scoring. Each case is played in the engine: 4 points, and 4 for
    each surveyor in column 1; the settler is back in the supply.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    per_tile, each = g.town_tile, g.bonus_each
    for eastern in range(9):
        for western in (eastern, eastern + 1):
            for land in range(western, western + 3):
                proof.case()
                state = position(engine, "begin", scene([eastern, western], land))
                states = _play(engine, state, TOWN)
                wanted = 2 * per_tile + each * [eastern, western].count(1)
                settled = _settled(engine, states)
                after, _ = score_one(g, settled, *_town(g, settled))
                if (after.scores[0], after.supply[0]) != (wanted, g.supply):
                    says = f"surveyors in {[eastern, western]}: red gets {after.scores[0]} points, {wanted} expected"

                    def shows(e: Any, s: Any, wanted: int = wanted) -> bool:
                        settled = _settled(e, s)
                        return bool(
                            score_one(e.g, settled, *_town(e.g, settled))[0].scores[0] != wanted
                            and s[-1].scores[0] == wanted
                        )

                    return InEngine(says, engine, state, shows, TOWN, by="the rule, on the engine's position")
    return None


def _play(engine: AnyEngine, state: Any, moves: Sequence[str]) -> list[Any]:
    states = [state]
    for text in moves:
        states.append(engine.play(states[-1], engine.parse(text)))
    return states


def _settled(engine: Any, states: Sequence[Any]) -> Table:
    """The table when the sheriff has been placed and nothing has been scored."""
    asked: Table = states[1]
    settler = (CELLS + 4 + 256) << 8 | 1 << 3
    root = asked.phase.roots[0]  # type: ignore[attr-defined]
    supply = (asked.supply[0] - 1, *asked.supply[1:])
    return changed(asked, settlers=tuple(sorted((*asked.settlers, settler))), supply=supply, on={root: (settler,)})


def _town(g: Kit, t: Table) -> tuple[Any, ...]:
    """What `score_one` has to be told: the tile, its features, and the side that is scored."""
    return CELLS + 4 + 256, t.phase.roots, 1, ()  # type: ignore[attr-defined]


def _removed_first(g: Kit, t: Table, cell: int, roots: Any, one: int, events: Events) -> tuple[Table, Events]:
    """Settlers left behind go home before the feature is scored."""
    gone = [settler for settler in t.settlers if column(settler) < t.surveyors[0]]
    after = surveyors.send_home(t, gone)
    if scoring.feature_of(g, after, cell, roots, one) not in after.on:
        return after, events
    return scoring.score_one(g, after, cell, roots, one, events)


def _moved_first(g: Kit, t: Table, cell: int, roots: Any, one: int, events: Events) -> tuple[Table, Events]:
    """A surveyor moves before the feature is scored, and nobody is removed."""
    moved, _ = surveyors.move_one(g, changed(t, settlers=(), on={}), events)
    return scoring.score_one(g, changed(t, surveyors=moved.surveyors), cell, roots, one, events)


a_town_behind_the_surveyors_can_be_settled_and_scored_at_once.twin(
    "settlers left behind are removed before the scoring", score_one=_removed_first
).twin("a surveyor moves before the scoring", score_one=_moved_first)
