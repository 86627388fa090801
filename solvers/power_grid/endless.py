"""Must a game come to an end?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rulecheck.reference_engines.contract import CHANCE, OVER, changed
from rulecheck.reference_engines.power_grid.game import Game
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
from rulecheck.solvers.lasso import first_return
from rulecheck.solvers.power_grid.cards import idle
from rulecheck.solvers.theorem import AnyEngine, InEngine, Proof, Refutation, theorem

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
    g: Game = engine.g  # type: ignore[attr-defined]

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
            return next((move for move in legal if str(move) == "draw 14"), legal[0])
        if isinstance(t.phase, Offering):
            mine = [move for number in WANTED[seat] if (move := engine.parse(f"auction {number}")) in legal]
            return mine[0] if mine else idle(engine, t)
        if isinstance(t.phase, Opening | Bidding):
            return idle(engine, t)
        if isinstance(t.phase, Fueling):
            wants = t.seats[seat].fuel[BURNT[seat]] < burn(t, seat)
            return engine.g.buy[BURNT[seat]] if wants and g.buy[BURNT[seat]] in legal else g.done  # type: ignore[attr-defined]
        if isinstance(t.phase, Producing):
            return next((move for move in legal if str(move).startswith("run")), g.done)
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
    engine = proof.engine(min(proof.players))
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
