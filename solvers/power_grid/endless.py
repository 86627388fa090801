"""Must a game come to an end?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final, TypeAlias

from attrs import evolve

from rulecheck.reference_engines.contract import CHANCE, OVER, changed
from rulecheck.reference_engines.power_grid.kit import Kit
from rulecheck.reference_engines.power_grid.table import (
    COAL,
    GARBAGE,
    Bidding,
    Fueling,
    Offering,
    Opening,
    Producing,
    Table,
)
from rulecheck.solvers.induction import Change, Kind, State, walk
from rulecheck.solvers.lasso import first_return
from rulecheck.solvers.logic import Term, all_of, number, total
from rulecheck.solvers.power_grid.cards import idle
from rulecheck.solvers.power_grid.flow import CARD, box_of, components, model
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import DEFAULT, Ranges
from rulecheck.solvers.refutation import AnyEngine, InEngine, InModel, Refutation, Refuted, WrongAnswer
from rulecheck.solvers.theorem import theorem

WANTED: Final = {0: (4, 8), 1: (6, 14)}
"""The plants that the two players buy, and no others: coal for one, garbage for the other."""

BURNT: Final = {0: COAL, 1: GARBAGE}
LEVEL: Final = 17
"""With so many tokens in the market the next three cost 3, 3 and 4: what a player without cities is paid."""

EARLY: Final = 12
"""How far the garbage may rise before Step 3."""


def same_but_for_the_round(t: Table) -> Table:
    """A position without the number of its round, of which no rule speaks after the first."""
    return changed(t, round=0, began=0)


def spending(engine: AnyEngine) -> Callable[[Table, int], Any]:
    """A way to play: nobody builds; once all plants are sold or gone, each burns what they are paid for nothing.

    Anna brings the coal down, Bob the garbage up, to the level where three tokens cost 10; then both buy three tokens
    a round and burn them.
    """
    g: Kit = engine.g  # type: ignore[attr-defined]

    def burn(t: Table, seat: int) -> int:
        """How many tokens a player burns in this round, by what lies in the market when they buy."""
        kind = BURNT[seat]
        level = t.fuel[kind] + t.seats[seat].fuel[kind]
        refill = g.refill[t.step - 1][kind]
        if seat == 0:
            if t.step < 3 or t.market:
                return 0
            return {LEVEL - 1: 2, LEVEL: 3}.get(level, 5 if level > LEVEL else 0)
        target = LEVEL if t.step == 3 else EARLY
        return min(3, max(0, level + refill - target))

    def choose(t: Table, _made: int) -> Any:
        if engine.actor(t) == OVER:
            return None
        legal = engine.legal_moves(t)
        seat = t.turn
        if engine.actor(t) == CHANCE:
            return legal[0]
        if isinstance(t.phase, Offering):
            mine = [move for number in WANTED[seat] if (move := engine.parse(f"auction {number}")) in legal]
            return mine[0] if mine else idle(engine, t)
        if isinstance(t.phase, Opening | Bidding):
            return idle(engine, t)
        if isinstance(t.phase, Fueling):
            wants = t.seats[seat].fuel[BURNT[seat]] < burn(t, seat)
            return g.buy[BURNT[seat]] if wants and g.buy[BURNT[seat]] in legal else g.done
        if isinstance(t.phase, Producing):
            return legal[-2] if len(legal) > 1 else g.done  # the highest plant that can run
        return idle(engine, t)

    return choose


@theorem(
    "end.start", "network.done", "auction.pass", "income.paid", "income.run", "refill.amount", "step3.empty",
    readings=("production.waste",),
    bounds="2 players, the map of Germany; one way of playing, followed until a position returns",
    expected="refuted",
    because="nothing but 21 (14 to 17) cities of one player ends a game, and nobody has to build. Each round pays "
    "everyone 10 Elektro for nothing, so money would tell the rounds apart; but it can be spent on fuel, and the fuel "
    "burnt for no city. In the loop two players buy three tokens each for 3 + 3 + 4 and burn them, and the refill lays "
    "out what they burnt: all is as it was, but for the number of the round.",
)  # fmt: skip
def every_game_ends(proof: Proof) -> Refutation | None:
    """Every game comes to an end, however it is played. (It need not.)

    The engine is played from the start in one way, with chance taking its first outcome, until a position returns.
    """
    engine = proof.engine(len(WANTED))
    start = engine.start()
    lasso = first_return(start, spending(engine), engine.apply, same_but_for_the_round, limit=3_000)
    if lasso is None:
        return None
    at = len(lasso.stem)
    proof.case(lasso.looked_at)

    def shows(_: AnyEngine, states: Sequence[Any]) -> bool:
        return bool(same_but_for_the_round(states[at]) == same_but_for_the_round(states[-1]) and at < len(states) - 1)

    says = f"after {at} moves the position returns every {len(lasso.loop)} moves, a round later"
    told = tuple(map(str, (*lasso.stem, *lasso.loop)))
    return InEngine(says, engine, start, shows, told, from_start=True, loop=at, partial=False)


# ---- what a loop can hold

FUEL_ONLY: Final = ("buy fuel", "lose fuel", "burn", "refill")
"""The kinds of moves that can be undone by others."""

BY_CARD: Final = ("bury", "draw from below")
"""Kinds that move plants to and fro, one of them before the Step 3 card comes, the other after it."""

UNSOLD: Final = ("unseen.plants", "thirteen.plants", "market.plants", "below.plants")

Seen: TypeAlias = Callable[[Table, Table], Table]
"""A rule: the tables before and after a step of the engine; what the table after it should be."""


@cache
def stores(players: int) -> Mapping[str, Mapping[str, int]]:
    """Numbers that never grow, as sums of the model's: where all of them stand still nothing but fuel moves."""
    seats = range(players)
    not_gone = dict.fromkeys([*UNSOLD, *(f"{seat}.plants" for seat in seats)], 1)
    return {
        "cards not yet drawn": {"unseen.plants": 1, "thirteen.plants": 1},
        "plants not yet sold": dict.fromkeys(UNSOLD, 1),
        "plants in the game": not_gone,
        "houses not yet built": dict.fromkeys([f"{seat}.houses left" for seat in seats], 1),
        "the Step 3 card": {CARD[0]: 2, CARD[1]: 1},
    }


def _more(before: State, after: State, players: int) -> dict[str, Term]:
    """By how much each of these numbers grows; those of which nothing was touched are left out."""
    growth = {}
    for what, names in stores(players).items():
        changes = [(after[name] - before[name]) * n for name, n in names.items() if after[name] is not before[name]]
        if changes:
            growth[what] = total(changes)
    return growth


GROWN: Final = 10_000
"""Engine moves of which each is looked at."""


@theorem(
    "network.houses", "auction.won", "plants.limit", "renewal.bury", "renewal.draw", "step3.renewal", "step3.empty",
    "obsolete.remove", "unsold.remove", "step3.auction-end",
    bounds=Ranges(
        besides="any numbers of components, reachable or not; every kind of move of the model in flow.py, tied to the "
        "engine by components-are-conserved", moves=GROWN,
    ),
    expected="tied",
)  # fmt: skip
def only_fuel_can_come_back(
    proof: Proof, change: Change | None = None, seen: Seen = lambda _, after: after
) -> Refutation | None:
    """A loop builds nothing, draws no card and neither sells nor removes a plant: only fuel goes round.

    By induction over the kinds of moves. Houses not yet built, cards not drawn, plants not sold, plants in the game and
    the places of the Step 3 card never grow, and every kind that is not about fuel makes one of them fall; putting a
    plant under the stack and drawing it from there are open before and after that card only. In engine games none of
    these numbers ever grows, and every round makes one of them fall as long as there are plants in the market: so the
    loop of every-game-ends lies where it must, in Step 3 with an empty market.
    """
    for players in proof.players:
        engine = proof.engine(players)
        told = model(box_of(engine.g))  # type: ignore[attr-defined]
        told = told if change is None else told.with_kinds(change)
        state = told.unknown_state()
        for kind in told.kinds.values():
            arguments = {name: number(f"{kind.name}.{name}") for name in kind.arguments}
            touched = kind.update(state, arguments)
            given = [all_of(kind.guard(state, arguments), True), *(state[name] >= 0 for name in touched)]
            proof.possible(*given, what=f"the guard of {kind}")
            proof.case()
            values = proof.against(_falls(kind, state, arguments, players), given)
            if values is not None:
                before, args = values.all(state), values.all(arguments)
                return InModel(
                    f"{kind} takes nothing away for good", partial(_stays, kind, before, args, players),
                    {name: value for name, value in before.items() if value}, (kind.name,),
                )  # fmt: skip
        proof.cover(players, DEFAULT)
    return _never_grow(proof, seen)


def _falls(kind: Kind, state: State, arguments: State, players: int) -> Term:
    """No store grows; one falls, unless the kind is about fuel or only open on one side of the Step 3 card."""
    more = _more(state, {**state, **kind.update(state, arguments)}, players)
    kept = all_of(True, *(change <= 0 for change in more.values()))
    if kind.name in FUEL_ONLY:
        return kept
    if kind.name in BY_CARD:
        is_bury = kind.name == "bury"
        return all_of(kept, state[CARD[0]] >= 1 if is_bury else state[CARD[0]] == 0)
    return all_of(kept, total(more.values()) < 0)


def _stays(kind: Kind, before: Mapping[str, int], arguments: Mapping[str, int], players: int) -> bool:
    return bool(kind.guard(before, arguments)) and not _falls(kind, before, arguments, players)


def _never_grow(proof: Proof, seen: Seen) -> Refutation | None:
    for players in proof.players:
        engine = proof.engine(players)
        read = components(engine.g)  # type: ignore[attr-defined]
        began: Table | None = None
        for before, move, after in walk(engine, GROWN // len(proof.players), seed=60 + players):
            proof.sample()
            if after.round != before.round or before.round == 1:
                if began is not None and after.round == began.round + 1 and began.market:
                    _must_fall(engine, began, after)
                began = after
            if _grows(read(before), read(seen(before, after)), players):
                return _came_back(engine, before, move, players, seen)
    return None


def _came_back(engine: AnyEngine, before: Table, move: Any, players: int, seen: Seen) -> InEngine:
    def shows(engine: Any, states: Any) -> bool:
        read = components(engine.g)
        return _grows(read(states[0]), read(seen(states[0], states[1])), players)

    says = f"after {move} there is more to come than before"
    return InEngine(says, engine, before, shows, (str(move),), by="the rule, on the engine's position", partial=False)


def _must_fall(engine: AnyEngine, began: Table, now: Table) -> None:
    def answer(engine: Any, now: Table) -> int:
        read = components(engine.g)
        return sum(_more(read(began), read(now), engine.g.players).values())

    if answer(engine, now) >= 0:
        asked = f"how much more there is to come than before round {began.round}"
        raise Refuted(WrongAnswer(asked, engine, now, answer, "less than 0", lambda change: change < 0))


def _grows(before: Mapping[str, int], after: Mapping[str, int], players: int) -> bool:
    return any(change > 0 for change in _more(before, after, players).values())


def _taken_back(kind: Kind) -> Kind:
    """A plant that is given up goes under the stack."""
    if kind.name != "give up a plant":
        return kind

    def update(s: State, a: State) -> Mapping[str, Term]:
        changes = dict(kind.update(s, a))
        moved = {part: changes.pop(f"gone.{part}") - s[f"gone.{part}"] for part in ("plants", "numbers")}
        return changes | {f"below.{part}": s[f"below.{part}"] + more for part, more in moved.items()}

    return evolve(kind, update=update)


def _given_back(before: Table, after: Table) -> Table:
    """A plant that is given up goes under the stack, and can be sold again."""
    leave = tuple(plant for plant in after.gone if any(plant in seat.plants for seat in before.seats))
    kept = tuple(plant for plant in after.gone if plant not in leave)
    return changed(after, gone=kept, buried=tuple(sorted((*after.buried, *leave))))


only_fuel_can_come_back.twin("a plant that is given up goes under the stack, in the model", change=_taken_back).twin(
    "a plant that is given up goes under the stack, in the engine", seen=_given_back
)
