"""Nothing is lost and nothing appears: by induction over the kinds of moves, tied to the engine by playing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from attrs import evolve

from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world.table import Placing
from rulecheck.solvers.conservation import Fields, Group, executed
from rulecheck.solvers.induction import (
    Apply,
    Change,
    Kind,
    applied,
    by_the_engine,
    departure,
    note_met,
    replayed,
    tie,
    unkept,
    walk,
)
from rulecheck.solvers.logic import Term, number
from rulecheck.solvers.new_world.flow import box_of, components, model, moves
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Ranges
from rulecheck.solvers.refutation import AnyEngine, InEngine, InModel, Refutation, WrongAnswer
from rulecheck.solvers.theorem import theorem

STEPS: Final = 12_000
"""Engine moves replayed, over all player counts and both set-ups together."""

SHAPED: Final = 1_500
"""Engine moves of which the first of each kind are executed on unknown numbers."""

Steps = Iterator[tuple[Any, Any, Any]]


def _in_store(_component: int, field: str, _at: tuple[int, ...], _number: int) -> bool:
    return field in ("pile", "box", "supply")


def _tiles(engine: AnyEngine, there: Fields) -> dict[str, Term]:
    numbers = engine.g.numbers  # type: ignore[attr-defined]
    out = [tile >> 2 & 255 for tile in there["tiles"]]
    out += [there["phase"].tile] if isinstance(there["phase"], Placing) else []
    return {
        f"tiles {kind}": pile + box + out.count(k)
        for k, (kind, pile, box) in enumerate(zip(numbers, there["pile"], there["box"], strict=True))
    }


def _settlers(engine: AnyEngine, there: Fields) -> dict[str, Term]:
    placed = [settler & 7 for settler in there["settlers"]]
    return {f"{name}'s settlers": there["supply"][k] + placed.count(k) for k, name in enumerate(engine.seats)}


SETTLERS: Final = Group("settlers", ("supply", "settlers"), _settlers, is_unknown=_in_store)
GROUPS: Final = (Group("tiles", ("pile", "box", "tiles", "phase"), _tiles, is_unknown=_in_store), SETTLERS)


def games(proof: Proof, steps: int) -> Iterator[tuple[AnyEngine, Steps]]:
    """Random games with every player count, a third of their moves under the house rule."""
    share = steps // (3 * len(proof.players))
    for players in proof.players:
        yield (engine := proof.engine(players)), walk(engine, 2 * share, seed=players)
        yield (late := proof.engine(players, setup="late-surveyor")), walk(late, share, seed=players)


@theorem(
    "box.tiles", "box.settlers", "box.surveyors", "turn.draw", "turn.place", "tile.unplaceable", "settler.supply",
    "settler.one", "home.return", "remove.behind", "late.enter",
    readings=("tile.unplaceable-goes",),
    bounds=Ranges(
        besides="any numbers of components anywhere, reachable or not; every kind of move with every seat and every "
        "kind of tile; both set-ups in games; the engine's `apply` on any numbers of tiles in the pile and the box "
        "and of settlers in supply, in a position of play for each kind of move and phase", moves=STEPS + SHAPED,
    ),
    expected="tied",
)  # fmt: skip
def components_are_conserved(
    proof: Proof, change: Change | None = None, apply: Apply = by_the_engine
) -> Refutation | None:
    """No move makes or loses a land tile, a settler or a surveyor.

    By induction, move kind by move kind, in a model (`flow.py`) whose numbers are where every component lies: in the
    pile, in hand, on the land or in the box; in the supply, standing or lying on the land; on the board or waiting. The
    model is tied to the engine by replaying engine games: each engine step must be made of the model's move kinds,
    guards and all, with the same numbers before and after. And the engine's own `apply` is executed on unknown numbers
    of tiles and settlers in their stores: on every path there are as many afterwards.
    """
    if (
        change is None
        and (wrong := executed(proof, GROUPS, [proof.engine(min(proof.players))], SHAPED, apply)) is not None
    ):
        return wrong
    models = [model(box_of(proof.engine(players).g)) for players in proof.players]  # type: ignore[attr-defined]
    if (refutation := unkept(proof, models, change)) is not None:
        return refutation
    kinds: Counter[str] = Counter()
    if (loose := tied(proof, STEPS, kinds, apply)) is not None:
        return loose
    note_met(proof, models[-1], kinds)
    return None


def tied(proof: Proof, steps: int, kinds: Counter[str], apply: Apply = by_the_engine) -> InEngine | None:
    """An engine step that the model does not have; None if engine games are made of its moves."""
    for engine, played in games(proof, steps):
        g = engine.g  # type: ignore[attr-defined]
        told = model(box_of(g))
        steps_ = replayed(proof, applied(engine, played, apply))
        for loose in tie(told, steps_, components(g), moves(g), kinds):
            return departure(engine, told, components(g), moves(g), loose, apply)
        proof.cover(len(engine.seats), DEFAULT)
    return None


def _losing(name: str, place: str) -> Change:
    """One component less arrives than should."""

    def change(kind: Kind) -> Kind:
        if kind.name != name:
            return kind

        def update(state: Any, arguments: Any) -> Any:
            changes = dict(kind.update(state, arguments))
            target = next(variable for variable in changes if place in variable)
            return {**changes, target: changes[target] - 1}

        return evolve(kind, update=update)

    return change


def _two_in_hand(kind: Kind) -> Kind:
    """A tile is drawn although one is in hand."""
    if kind.name != "draw":
        return kind
    pile = f"pile.{kind.of[0]}"
    return evolve(kind, guard=lambda state, _: state[pile] >= 1)


def _loses_the_last(engine: AnyEngine, state: Any, move: Any) -> Any:
    """An engine that loses another settler when somebody's last but one is placed."""
    after = engine.apply(state, move)
    for seat, (had, has) in enumerate(zip(state.supply, after.supply, strict=True)):
        if had == 2 and has < had:
            after = changed(after, supply=(*after.supply[:seat], 0, *after.supply[seat + 1 :]))
    return after


components_are_conserved.twin(
    "a settler that is scored or left behind is lost", change=_losing("come home, scored or left behind", "supply")
).twin(
    "a tile that cannot be laid disappears instead of going into the box",
    change=_losing("put back into the box", "box."),
).twin("a second tile is drawn before the first is laid", change=_two_in_hand).twin(
    "the engine loses another settler when the last but one is placed", apply=_loses_the_last
)

# ---- trappers

TIED: Final = 3_000


@theorem(
    "plain.stay", "remove.trappers", "settler.trapper", "settler.supply", "box.settlers",
    bounds=Ranges(
        besides="any numbers of settlers in supply, standing and lying, reachable or not; every kind of move",
        moves=TIED,
    ),
    expected="tied",
)  # fmt: skip
def settlers_that_can_still_be_used_only_grow_fewer(proof: Proof, change: Change | None = None) -> Refutation | None:
    """A trapper never comes back: settlers in supply and standing ones are five less the trappers, and never grow.

    By induction in the model of `flow.py`: no kind of move makes fewer trappers, and with those lying the supply and
    the standing ones make up what the box gives. So whoever has five trappers places no settler any more.
    """
    for players in proof.players:
        engine = proof.engine(players)
        told = model(box_of(engine.g))  # type: ignore[attr-defined]
        told = told.with_kinds(change) if change is not None else told
        start = components(engine.g)(engine.start())  # type: ignore[attr-defined]
        five = engine.rules.number("settlers.supply")
        if any(_sum(start, seat) != five for seat in range(players)):
            return WrongAnswer(
                "everybody's settlers at the beginning", engine, engine.start(),
                lambda e, state: [_sum(components(e.g)(state), seat) for seat in range(e.g.players)],  # type: ignore[attr-defined]
                [five] * players,
            )  # fmt: skip
        state = told.unknown_state()
        settlers = [name for name in told.variables if name[0].isdigit()]
        five_each = [_sum(state, seat) == five for seat in range(players)]
        given_of_all = [state[name] >= 0 for name in settlers] + five_each
        for kind in told.kinds.values():
            arguments: dict[str, Term] = {name: number(f"{kind.name}.{name}") for name in kind.arguments}
            given = [*given_of_all, kind.guard(state, arguments)]
            after = {**state, **kind.update(state, arguments)}
            touched = {name.split(".")[0] for name in kind.update(state, arguments)}
            for seat in range(players):
                if str(seat) not in touched:
                    continue
                proof.possible(*given, what=f"the move {kind}")
                proof.case()
                claim = (after[f"{seat}.lying"] >= state[f"{seat}.lying"]) & (_sum(after, seat) == five)
                counterexample = proof.against(claim, given)
                if counterexample is not None:
                    values = {
                        name: counterexample.of(term) for name, term in state.items() if name.startswith(f"{seat}.")
                    }
                    chosen = {name: counterexample.of(term) for name, term in arguments.items()}
                    return InModel(
                        f"{kind} brings trappers back, or loses a settler", partial(_falls, kind, values, chosen, seat),
                        values | chosen, (kind.name,),
                    )  # fmt: skip
    return tied(proof, TIED, Counter())


def _sum(state: Any, seat: int) -> Any:
    return state[f"{seat}.supply"] + state[f"{seat}.standing"] + state[f"{seat}.lying"]


def _falls(kind: Kind, values: dict[str, int], arguments: dict[str, int], seat: int) -> bool:
    after = {**values, **kind.update(values, arguments)}
    is_open = bool(kind.guard(values, arguments))
    return is_open and (after[f"{seat}.lying"] < values[f"{seat}.lying"] or _sum(after, seat) != _sum(values, seat))


def _trappers_come_home(kind: Kind) -> Kind:
    """What comes home may have been a trapper."""
    if kind.name != "come home, scored or left behind":
        return kind
    lying, supply = f"{kind.of[0]}.lying", f"{kind.of[0]}.supply"
    return evolve(
        kind,
        guard=lambda s, a: (a["n"] >= 1) & (a["n"] <= s[lying]),
        update=lambda s, a: {lying: s[lying] - a["n"], supply: s[supply] + a["n"]},
    )


settlers_that_can_still_be_used_only_grow_fewer.twin(
    "trappers are removed when they are left behind", change=_trappers_come_home
).twin("a placed trapper is taken from nowhere", change=_losing("place a trapper", "lying"))
