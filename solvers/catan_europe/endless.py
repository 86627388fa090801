"""What can go round for ever: talk about trades, and dice that fall alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from rulecheck.reference_engines.catan_europe import table as t
from rulecheck.reference_engines.catan_europe.moves import Roll
from rulecheck.reference_engines.catan_europe.table import Table
from rulecheck.reference_engines.contract import CHANCE, changed
from rulecheck.solvers.catan_europe.theorems import GROUPS
from rulecheck.solvers.induction import Apply, by_the_engine
from rulecheck.solvers.lasso import first_return
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.ranges import Ranges
from rulecheck.solvers.refutation import AnyEngine, InEngine, Refutation, WrongAnswer
from rulecheck.solvers.steps import broken_step
from rulecheck.solvers.theorem import theorem

STEPS: Final = 6_000

HAGGLING: Final = frozenset({"Give", "Want", "Propose", "Answer", "DealWith"})
"""What players say about a trade, and the trade itself."""

SETUP: Final = (t.DashedToken, t.RobberStart, t.FirstRoll, t.FirstPost, t.NeutralPost, t.FirstRoute)

Measure: TypeAlias = Callable[[Table], tuple[Any, ...]]


def waiting(phase: Any) -> int:
    """How much is still to be decided before the turn goes on, once it was interrupted."""
    after = waiting(phase.after) if hasattr(phase, "after") else 0
    match phase:
        case t.Driving(_, steps):
            return 5 + 2 * steps
        case t.Delivering(_, steps):
            return 6 + 2 * steps
        case t.Discarding(due):
            return 4 + sum([count for _, count in due])
        case t.BeforeDice() | t.Monopoly() | t.CardDraw() | t.Marching() | t.PlacingMerchant() | t.PlacingCaravan():
            return 1
        case t.StealCard():
            return 1
        case t.Stealing() | t.FreeMarch():
            return 2
        case t.MoveRobber():
            return 3
        case t.FreeDrive():
            return 100
        case t.FreeRoute(left):
            return left + after
        case t.DrawingNumber():
            return 1 + after
        case t.Connecting() | t.PlacingNumber():
            return 10 + after
    return after


def lasting(table: Table) -> dict[str, int]:
    """What stays for good once it is there, as masks."""
    routes = posts = 0
    for seat in table.seats:
        routes, posts = routes | seat.routes, posts | seat.posts
    return {"routes": routes, "posts": posts, "goods": table.supplied, "connections": table.connected}


def to_come(table: Table) -> tuple[Any, ...]:
    """What is still to come in a turn, what counts more first: it never grows while no dice are thrown."""
    return (
        table.rolled,
        -sum([mask.bit_count() for mask in lasting(table).values()]),
        not table.card_played,
        -table.bought,
        sum([sum(seat.hand) for seat in table.seats]) + 2 * (table.phase.left if type(table.phase) is t.Harvest else 0),
        sum([len(seat.merchants) + sum([path is not None for path in seat.caravans]) for seat in table.seats]),
        waiting(table.phase),
    )


LOOPS: Final = Ranges(
    besides="each kind of move after the set-up, with any numbers of cards of a kind and of gold anywhere", moves=STEPS
)


@theorem(
    "trade.offer", "trade.counter", "turn.order", "card.one-per-turn", "bank.buy", "bank.exchange", "march.grain",
    "drive.salt", "build.pay", "route.free-path", "post.found", "delivery.forced",
    bounds=LOOPS,
    expected="tied",
)  # fmt: skip
def a_loop_throws_dice_or_only_haggles(
    proof: Proof, apply: Apply = by_the_engine, measure: Measure = to_come
) -> Refutation | None:
    """A loop builds, founds and delivers nothing; one without dice holds nothing but talk about trades.

    The engine's own `apply` is executed for each kind of move. Routes, posts, goods delivered and connections stay.
    While no dice are thrown nothing of what is still to come in the turn ever grows: that the turn goes on, what can be
    built, a card to play, purchases left, the cards in all hands, pieces on the board, what is being decided; what
    counts more stands first. Every kind of move but the offers, answers and trades makes it fewer.
    """
    engines = [engine for engine, () in LOOPS.positions(proof)]

    def goes_on(_: AnyEngine, before: Table, move: Any, after: Table) -> bool:
        if isinstance(before.phase, SETUP):
            return True
        was, now = lasting(before), lasting(after)
        if isinstance(after.phase, SETUP) or any(was[what] & ~now[what] for what in was):
            return False
        if isinstance(move, Roll) or isinstance(after.phase, t.Finished):
            return True
        still = type(move).__name__ in HAGGLING and measure(after) == measure(before)
        return still or bool(measure(after) < measure(before))

    def shown(engine: AnyEngine, before: Table, move: Any) -> Refutation:
        def answer(engine: AnyEngine, state: Table) -> str:
            after = apply(engine, state, move)
            return "less" if goes_on(engine, state, move, after) else f"{_told(lasting(after))}, {measure(after)}"

        return WrongAnswer(
            f"what is still to come after {move}", engine, before, answer,
            f"less than {_told(lasting(before))}, {measure(before)}", lambda told: bool(told == "less"),
            guilty=(type(move).__name__,),
        )  # fmt: skip

    return broken_step(proof, GROUPS, engines, STEPS, goes_on, shown, apply)


def _told(there: dict[str, int]) -> str:
    return ", ".join(f"{mask.bit_count()} {what}" for what, mask in there.items())


def _bought_for_nothing(engine: AnyEngine, state: Table, move: Any) -> Table:
    """Purchases are not counted."""
    after: Table = engine.apply(state, move)
    return changed(after, bought=0)


def _routes_come_back(engine: AnyEngine, state: Table, move: Any) -> Table:
    """Who ends a turn takes their routes up."""
    after: Table = engine.apply(state, move)
    if type(move).__name__ != "EndTurn":
        return after
    return changed(after, seats=t.with_seat(after.seats, state.turn, routes=0))


def _grain_comes_back(engine: AnyEngine, state: Table, move: Any) -> Table:
    """A merchant that is taken up brings a grain."""
    after: Table = engine.apply(state, move)
    if type(move).__name__ != "LiftMerchant":
        return after
    a, b, grain, d, e = after.seats[state.turn].hand
    return changed(after, seats=t.with_seat(after.seats, state.turn, hand=(a, b, grain + 1, d, e)))


a_loop_throws_dice_or_only_haggles.twin("purchases are not counted", apply=_bought_for_nothing).twin(
    "who ends a turn takes their routes up", apply=_routes_come_back
).twin("a merchant that is taken up brings a grain", apply=_grain_comes_back)


# ---- a loop with dice


def _by_sevens(engine: AnyEngine) -> Callable[[Table, int], Any]:
    """Sevens are thrown, the robber goes to and fro, and nobody does anything else."""

    def choose(state: Table, _made: int) -> Any:
        legal = engine.legal_moves(state)
        if engine.actor(state) == CHANCE:
            sevens = [move for move in legal if isinstance(move, Roll) and move.low + move.high == 7]
            return sevens[0] if sevens and isinstance(state.phase, t.Dice) else legal[0]
        if isinstance(state.phase, t.MoveRobber):
            return next(move for move in legal if isinstance(engine.apply(state, move).phase, t.Actions))
        wanted = [move for move in legal if type(move).__name__ in ("Throw", "EndTurn")]
        return wanted[0] if wanted else legal[-1]

    return choose


@theorem(
    "turn.order", "seven.no-production", "robber.elsewhere", "turn.actions-free",
    bounds="3 players; one way of playing, followed until a position returns",
    expected="refuted",
    because="nobody has to build, and a seven brings nothing: as long as sevens are thrown the robber can go to and "
    "fro between two regions, and all is as it was after a round or two.",
)  # fmt: skip
def without_haggling_every_game_ends(proof: Proof) -> Refutation | None:
    """As long as nobody offers anything, every game ends. (It need not, but not without dice.)

    The engine is played from the start: players throw and end their turns, and chance throws sevens.
    """
    engine = proof.engine(min(proof.players))
    start = engine.start()
    lasso = first_return(start, _by_sevens(engine), engine.apply, lambda state: state, limit=500)
    if lasso is None:
        return None
    at = len(lasso.stem)
    proof.case(lasso.looked_at)

    def shows(_: AnyEngine, states: Sequence[Any]) -> bool:
        return bool(states[at] == states[-1] and at < len(states) - 1)

    says = f"after {at} moves the position returns every {len(lasso.loop)} moves"
    told = tuple(map(str, (*lasso.stem, *lasso.loop)))
    return InEngine(says, engine, start, shows, told, from_start=True, loop=at, partial=False)
