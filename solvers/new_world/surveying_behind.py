"""Who is left behind by the surveyors, and who is scored however far behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import scoring, surveyors
from rulecheck.reference_engines.new_world.kit import Kit
from rulecheck.reference_engines.new_world.table import CELLS, Table
from rulecheck.solvers.logic import Term, all_of, negation, same
from rulecheck.solvers.new_world.surveying import ANY_COLUMNS, Events, Step, settlers_after
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
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Axis, Ranges, always
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, WrongAnswer, position
from rulecheck.solvers.symbolic import disagreement
from rulecheck.solvers.theorem import theorem

# ---- who is left behind


def _behind(
    engine: AnyEngine, pair: Walkers, values: Any, settlers: tuple[int, ...], says: str, shows: Any
) -> InEngine:
    """A small town is scored in the engine, with the surveyors where the solver put them."""
    state = standing_at(engine, pair, values, settlers)
    told = f"surveyors in {tuple(state.surveyors)}, land up to column {state.land.west}: {says}"
    return InEngine(
        told, engine, state, shows, TOWN,
        values=values.all({"eastern": pair.eastern, "western": pair.western, "land": pair.land}),
    )  # fmt: skip


def column(settler: int) -> int:
    """A settler's column."""
    return settler >> 8 >> 9


def is_kept_right(settlers: tuple[int, ...], kept: tuple[int, ...], eastern: Term) -> Term:
    """The sentence: those are left that lie, and those that do not stand east of the eastern surveyor."""
    return all_of(
        set(kept) <= set(settlers),
        *(same(settler in kept, surveyors.is_trapper(settler) or column(settler) >= eastern) for settler in settlers),
    )


SETTLERS = "sheriffs in columns 1 to 4, trappers in columns 1 and 3"


@theorem(
    "remove.behind", "remove.trappers", "surveyor.move",
    readings=("remove.trigger",),
    bounds=Ranges(players=always(PLAYERS), besides=f"{ANY_COLUMNS}; {SETTLERS}"),
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
    pair = walkers(g, engine.start(), settlers)
    given = [*pair.given, negation(pair.is_stuck)]

    def right(after: Any) -> Term:
        kept, eastern = after
        return is_kept_right(settlers, kept, eastern)

    counterexample = disagreement(
        proof, partial(settlers_after, step, g, pair.table), right, given, [pair.land, pair.eastern, pair.western]
    )  # fmt: skip
    if counterexample is None:
        proof.cover(PLAYERS, DEFAULT)
        return None
    here = pair.at(counterexample[0])

    def columns(engine: Any, state: Table) -> Any:
        kept, eastern = settlers_after(step, engine.g, state)
        return [(column(settler), "lies" if surveyors.is_trapper(settler) else "stands") for settler in kept], eastern

    def is_right(answer: Any) -> bool:
        left, eastern = answer
        return sorted(left) == sorted(
            (column(settler), "lies" if surveyors.is_trapper(settler) else "stands")
            for settler in settlers
            if surveyors.is_trapper(settler) or column(settler) >= eastern
        )

    return WrongAnswer(
        f"columns of settlers left and of the eastern surveyor after a step from {(here.eastern, here.western)}",
        engine, standing_at(engine, pair, counterexample[0], settlers), columns,
        "all that lie, and those that do not stand east of the eastern surveyor", is_right,
    )  # fmt: skip


def _stays_behind(_: AnyEngine, states: Sequence[Any]) -> bool:
    before, after = states[0], states[-1]
    return bool(
        before.surveyors != after.surveyors
        and any(
            column(settler) < after.surveyors[0] and not surveyors.is_trapper(settler) for settler in after.settlers
        )
    )


def _trappers_go(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    after, events = surveyors.move_one(g, t, events)
    return surveyors.send_home(
        after, [settler for settler in after.settlers if column(settler) < after.surveyors[0]]
    ), events


def _western_clears(g: Kit, t: Table, events: Events) -> tuple[Table, Events]:
    after, events = surveyors.move_one(g, t, events)
    gone = [
        settler
        for settler in after.settlers
        if column(settler) < after.surveyors[1] and not surveyors.is_trapper(settler)
    ]
    return surveyors.send_home(after, gone), events


nobody_stands_behind_after_a_move.twin("trappers are removed as well", step=_trappers_go).twin(
    "settlers east of the western surveyor are removed", step=_western_clears
).twin("only the eastern surveyor removes settlers (remove.trigger = eastern-move)", trigger="eastern-move")


@theorem(
    "remove.behind", "remove.placed-behind", "surveyor.either",
    readings=("remove.trigger",),
    bounds=Ranges(
        Axis("the easternmost sheriff's column", STANDING), players=always(PLAYERS),
        besides=f"{ANY_COLUMNS}; {SETTLERS}, those in columns east of the eastern surveyor left out",
    ),
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
        pair = walkers(g, engine.start(), settlers)
        given = [*pair.given] if behind else [*pair.given, pair.eastern <= first]

        def both(pair: Walkers = pair) -> Any:
            return settlers_after(surveyors.move_one, g, pair.table), settlers_after(surveyors.move_one, h, pair.table)

        counterexample = disagreement(
            proof, both, lambda after: after[0][0] == after[1][0], given, [pair.land, pair.eastern, pair.western]
        )  # fmt: skip
        if counterexample is not None:
            return _behind(
                other, pair, counterexample[0], settlers, "only one of the readings removes a settler", _stays_behind
            )
        proof.cover(PLAYERS, DEFAULT, first)
    return None


the_two_wordings_of_note_nine_differ_only_for_settlers_placed_behind.twin(
    "settlers may stand behind the surveyors when one moves", behind=True
)


@theorem(
    "remove.placed-behind", "remove.behind", "surveyor.stuck",
    readings=("remove.when-stuck",),
    bounds=f"{ANY_COLUMNS}; {SETTLERS}",
    expected="refuted",
    because="the text warns that a settler placed east of the surveyors is removed right after the next scoring, "
    "but settlers are removed when a surveyor moves, and two surveyors in the westernmost column stay where "
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
        pair = walkers(g, engine.start(), settlers)

        def right(after: Any, settlers: tuple[int, ...] = settlers) -> Term:
            return is_kept_right(settlers, *after)

        counterexample = disagreement(
            proof, partial(settlers_after, surveyors.move_one, g, pair.table), right, pair.given,
            [pair.land, pair.eastern],
        )  # fmt: skip
        answers[choice] = counterexample and _behind(
            engine, pair, counterexample[0], settlers, "a settler stays behind", _is_behind
        )
    if answers["yes"] is not None:
        raise AssertionError("a settler stays behind although stuck surveyors remove settlers")
    proof.note("under remove.when-stuck = yes it holds everywhere")
    return answers["no"]


def _is_behind(_: AnyEngine, states: Sequence[Any]) -> bool:
    after = states[-1]
    return bool(
        max(after.scores) > 0
        and any(
            column(settler) < after.surveyors[0] and not surveyors.is_trapper(settler) for settler in after.settlers
        )
    )


@theorem(
    "home.return", "remove.behind",
    bounds=f"{ANY_COLUMNS}; {SETTLERS}",
    expected="refuted",
    because="the text says that settlers come home after a scoring of their feature and only then, and in the "
    "chapter on the surveyors that those left behind come home without being scored: two sentences that cannot "
    "both be kept. The spec keeps the later, special one.",
)  # fmt: skip
def settlers_come_home_only_by_being_scored(proof: Proof) -> Refutation | None:
    """A settler that is not scored stays where it is, whatever the surveyors do. (It need not.)

    The engine's `move_one`, which scores nothing, is executed on unknown columns.
    """
    engine = proof.engine(PLAYERS)
    g: Kit = engine.g  # type: ignore[attr-defined]
    settlers = some_settlers()
    pair = walkers(g, engine.start(), settlers)

    def shows(_: AnyEngine, states: Sequence[Any]) -> bool:
        before, after = states[0], states[-1]
        return bool(after.supply[1] > before.supply[1] and after.scores[1] == before.scores[1])

    counterexample = disagreement(
        proof, partial(settlers_after, surveyors.move_one, g, pair.table), lambda after: after[0] == settlers,
        pair.given, [pair.land, pair.eastern, pair.western],
    )  # fmt: skip
    return counterexample and _behind(
        engine, pair, counterexample[0], settlers, "yellow's settler comes home without points", shows
    )


# ---- scored at once, however far behind

ScoreOne = Callable[..., tuple[Table, Events]]
STANDS: Final = Ranges(
    Axis("column of the eastern surveyor", range(9)), Axis("columns to the western one", range(2)),
    Axis("columns of land west of that", range(3)), besides="a town of two tiles", players=always(PLAYERS),
)  # fmt: skip


@theorem(
    "settler.just-completed", "remove.placed-behind", "bonus.points", "home.same-turn",
    readings=("remove.trigger", "remove.when-stuck"),
    bounds=STANDS,
)  # fmt: skip
def a_town_behind_the_surveyors_can_be_settled_and_scored_at_once(
    proof: Proof, score_one: ScoreOne = scoring.score_one
) -> Refutation | None:
    """Note 10: wherever the surveyors are, whoever completes a town may place a sheriff there and scores it in full.

    Surveyors move, and remove settlers, only after the scoring. Each case is played in the engine: 4 points, and 4 for
    each surveyor in column 1; the settler is back in the supply.
    """
    for engine, (eastern, apart, more) in STANDS.positions(proof):
        g: Kit = engine.g  # type: ignore[attr-defined]
        both = [eastern, eastern + apart]
        state = position(engine, "begin", scene(both, both[1] + more))
        due = 2 * g.town_tile + g.bonus_each * both.count(1), g.supply
        if _scored(score_one, engine, state) != due:
            asked = f"red's points for the town and supply afterwards, surveyors in {both}"
            return WrongAnswer(asked, engine, state, partial(_scored, score_one), due)
    return None


def _scored(score_one: ScoreOne, engine: AnyEngine, state: Table) -> tuple[int, int]:
    """Red's points and supply when the town has been completed, settled and scored."""
    g: Kit = engine.g  # type: ignore[attr-defined]
    settled = _settled(engine.play(state, engine.parse(TOWN[0])))
    after, _ = score_one(g, settled, *_town(g, settled))
    return after.scores[0], after.supply[0]


def _settled(asked: Table) -> Table:
    """The table when the sheriff has been placed and nothing has been scored."""
    settler = (CELLS + 4 + 256) << 8 | 1 << 3
    root = asked.phase.roots[0]  # type: ignore[attr-defined]
    supply = (asked.supply[0] - 1, *asked.supply[1:])
    return changed(asked, settlers=tuple(sorted((*asked.settlers, settler))), supply=supply, on={root: (settler,)})


def _town(g: Kit, t: Table) -> tuple[Any, ...]:
    """What `score_one` has to be told: the tile, its features, and the side that is scored."""
    return CELLS + 4 + 256, t.phase.roots, 1, ()  # type: ignore[attr-defined]


def _removed_first(g: Kit, t: Table, cell: int, roots: Any, where: int, events: Events) -> tuple[Table, Events]:
    """Settlers left behind go home before the feature is scored."""
    gone = [settler for settler in t.settlers if column(settler) < t.surveyors[0]]
    after = surveyors.send_home(t, gone)
    if scoring.feature_of(g, after, cell, roots, where) not in after.on:
        return after, events
    return scoring.score_one(g, after, cell, roots, where, events)


def _moved_first(g: Kit, t: Table, cell: int, roots: Any, where: int, events: Events) -> tuple[Table, Events]:
    """A surveyor moves before the feature is scored, and nobody is removed."""
    moved, _ = surveyors.move_one(g, changed(t, settlers=(), on={}), events)
    return scoring.score_one(g, changed(t, surveyors=moved.surveyors), cell, roots, where, events)


a_town_behind_the_surveyors_can_be_settled_and_scored_at_once.twin(
    "settlers left behind are removed before the scoring", score_one=_removed_first
).twin("a surveyor moves before the scoring", score_one=_moved_first)
