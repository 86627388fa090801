"""A small complete game to test the search for faults on: grain is harvested, sold, and turned into houses.

Each fault that the kernel must find can be planted by a switch: `toy(faults=("leak",))`.
Without a switch the game has no fault.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from rulecheck.properties.invariants.declaring import after, holds, whole_game
from rulecheck.reference_engines.contract import (
    CHANCE,
    OVER,
    Engine,
    Outcome,
    Position,
    PositionError,
    Refused,
    Tally,
    changed,
)

GRAIN, COINS, TOOLS, SEASONS, GOAL, LIMIT = 16, 12, 6, 24, 4, 5

CLAUSES = (
    "harvest.roll",
    "harvest.short",
    "market.sell",
    "market.buy",
    "market.limit",
    "market.burn",
    "market.done",
    "market.flip",
    "build.house",
    "build.skip",
    "turn.phase",
    "end.goal",
    "end.seasons",
)

CHOICES = {"market.empty": {"nothing": "the seller gets nothing", "refused": "nobody may sell"}}


@frozen
class ToyRules:
    """Stands in for `Rules`."""

    game: str = "trader"
    players: int = 2
    setup: str = "plain"
    seats: tuple[str, ...] = ("ann", "bob")
    options: Mapping[str, Any] = field(factory=dict)
    readings: Mapping[str, str] = field(factory=lambda: {"market.empty": "nothing"})
    data: Mapping[str, Any] = field(factory=dict)
    numbers: Mapping[str, int] = field(factory=dict)

    def reading(self, name: str) -> str:
        return self.readings[name]

    def with_reading(self, reading: str, choice: str) -> ToyRules:
        return evolve(self, readings={**self.readings, reading: choice})


def toy(players: int = 2, faults: Sequence[str] = (), empty: str = "nothing") -> ToyRules:
    return ToyRules(
        players=players,
        setup="+".join(faults) or "plain",
        seats=("ann", "bob", "cat")[:players],
        options={"faults": tuple(faults)},
        readings={"market.empty": empty},
    )


def make_toy(
    game: str,
    *,
    players: int = 2,
    setup: str = "plain",
    seats: Sequence[str] | None = None,
    readings: Mapping[str, str] | None = None,
    numbers: Mapping[str, int] | None = None,
    data: Sequence[Any] = (),
) -> ToyRules:
    """`make_rules` for this game alone."""
    if game != "trader":
        raise ValueError(f"no game {game!r}; there is trader")
    return toy(players, () if setup == "plain" else setup.split("+"), (readings or {}).get("market.empty", "nothing"))


@frozen
class Roll:
    pips: int

    def __str__(self) -> str:
        return f"roll {self.pips}"


@frozen
class Sell:
    def __str__(self) -> str:
        return "sell"


@frozen
class Buy:
    def __str__(self) -> str:
        return "buy"


@frozen
class Burn:
    def __str__(self) -> str:
        return "burn"


@frozen
class Flip:
    def __str__(self) -> str:
        return "flip"


@frozen
class Done:
    def __str__(self) -> str:
        return "done"


@frozen
class House:
    def __str__(self) -> str:
        return "house"


@frozen
class Skip:
    def __str__(self) -> str:
        return "skip"


Move = Roll | Sell | Buy | Burn | Flip | Done | House | Skip
ALL: tuple[Move, ...] = (
    Roll(1), Roll(2), Roll(3), Roll(4), Sell(), Buy(), Burn(), Flip(), Done(), House(), Skip(),
)  # fmt: skip


@frozen(slots=False, kw_only=True)
class Table(Position):
    phase: str = "harvest"
    turn: int = 0
    season: int = 0
    flipped: bool = False
    bank_grain: int = GRAIN
    bank_coins: int = COINS
    bank_tools: int = TOOLS
    grain: tuple[int, ...] = (0, 0)
    coins: tuple[int, ...] = (0, 0)
    tools: tuple[int, ...] = (0, 0)
    houses: tuple[int, ...] = (0, 0)


def put(values: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    return (*values[:at], values[at] + more, *values[at + 1 :])


class Trader(Engine[Table, Move]):
    game = "trader"

    def __init__(self, rules: ToyRules) -> None:
        self.rules = rules  # type: ignore[assignment]
        self.seats = rules.seats
        self.faults = frozenset(rules.options.get("faults", ()))
        self.empty = rules.reading("market.empty")
        self.noise = 0

    def start(self) -> Table:
        none = (0,) * len(self.seats)
        return Table(grain=none, coins=none, tools=none, houses=none)

    def actor(self, state: Table) -> int:
        if state.phase == "over":
            return OVER
        return CHANCE if state.phase == "harvest" else state.turn

    def legal_moves(self, state: Table) -> list[Move]:
        moves = [move for move in ALL if self.refusal(state, move) is None]
        if "listed" in self.faults and state.phase == "build" and state.houses[state.turn] == 1:
            moves.append(Flip())
        if "hidden" in self.faults and state.tools[state.turn] == 2 and Burn() in moves:
            moves.remove(Burn())
        if "crash" in self.faults and state.phase == "market" and state.bank_tools == TOOLS - 3:
            raise IndexError("the tool shelf is empty")
        return moves

    def weights(self, state: Table) -> list[int]:
        return [4, 3, 2, 1]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        me, full = state.turn, state.grain[state.turn] > LIMIT
        phase = {Roll: "harvest", House: "build", Skip: "build"}.get(type(move), "market")
        if state.phase != phase:
            return Refused(
                "turn.phase" if "noclause" not in self.faults else "turn.fase", f"{move} is no {state.phase}"
            )
        match move:
            case Sell():
                if state.grain[me] == 0:
                    return Refused("market.sell", "no grain to sell")
                if state.bank_coins == 0 and (self.empty == "refused" or "deadlock" in self.faults):
                    return Refused("market.sell", "the bank has no coin")
            case Buy():
                if state.coins[me] < 2 or state.bank_tools == 0:
                    return Refused("market.buy", "a tool costs two coins")
            case Burn():
                if not full or "deadlock" in self.faults:
                    return Refused("market.burn", "only what is too much is burnt")
            case Flip():
                if state.flipped and "endless" not in self.faults:
                    return Refused("market.flip", "once per turn")
            case Done():
                if full:
                    return Refused("market.limit", "too much grain")
            case House():
                if state.tools[me] < 2:
                    return Refused("build.house", "a house takes two tools")
            case _:
                pass
        return None

    def apply(self, state: Table, move: Move) -> Table:
        me = state.turn
        match move:
            case Roll(pips):
                if "killer" in self.faults and state.season == 3:
                    import os
                    import signal

                    os.kill(os.getpid(), signal.SIGKILL)
                if "slow" in self.faults:
                    time.sleep(0.001)
                got = min(pips, state.bank_grain)
                events: tuple[str, ...] = ("harvest.roll",) if got == pips else ("harvest.roll", "harvest.short")
                return changed(
                    state,
                    phase="market",
                    bank_grain=state.bank_grain - got,
                    grain=put(state.grain, me, got),
                    events=events,
                )
            case Sell():
                paid = min(1, state.bank_coins)
                events = ("market.sell",)
                if not paid and "silent" in self.faults:
                    events = ("market.sell", "silent:market.empty")
                lost = "leak" in self.faults and state.tools[me] == 1 and state.grain[me] == 3
                return changed(
                    state,
                    grain=put(state.grain, me, -1),
                    coins=put(state.coins, me, paid),
                    bank_grain=state.bank_grain + (not lost),
                    bank_coins=state.bank_coins - paid,
                    events=events,
                )
            case Buy():
                return changed(
                    state,
                    coins=put(state.coins, me, -2),
                    tools=put(state.tools, me, 1),
                    bank_coins=state.bank_coins + 2,
                    bank_tools=state.bank_tools - 1,
                    events=("market.buy",),
                )
            case Burn():
                return changed(
                    state, grain=put(state.grain, me, -1), bank_grain=state.bank_grain + 1, events=("market.burn",)
                )
            case Flip():
                self.noise += 1
                flipped = not state.flipped
                if "dice" in self.faults and state.season == 2:
                    flipped = self.noise % 2 == 0
                return changed(state, flipped=flipped, events=("market.flip",))
            case Done():
                return changed(state, phase="build", events=("market.done",))
            case House():
                if "assert" in self.faults:
                    assert state.houses[me] < 2, "too many houses"
                houses = put(state.houses, me, 1)
                back = {"tools": put(state.tools, me, -2), "bank_tools": state.bank_tools + 2}
                if houses[me] == GOAL:
                    return changed(state, houses=houses, phase="over", events=("build.house", "end.goal"), **back)
                return self.next(changed(state, houses=houses, **back), "build.house")
            case _:
                return self.next(state, "build.skip")

    def next(self, state: Table, clause: str) -> Table:
        season = state.season + 1
        if season == SEASONS:
            return changed(state, season=season, phase="over", events=(clause, "end.seasons"))
        turn = (state.turn + 1) % len(self.seats)
        return changed(state, season=season, phase="harvest", turn=turn, flipped=False, events=(clause,))

    def outcome(self, state: Table) -> Outcome | None:
        if state.phase != "over":
            return None
        most = max(state.houses)
        scores = dict(zip(self.seats, state.houses, strict=True))
        return Outcome(tuple(s for s in self.seats if scores[s] == most), "end.goal", scores)

    def tallies(self) -> Sequence[Tally]:
        return (
            Tally(("grain",), ("bank_grain", "grain"), lambda t: (t.bank_grain + sum(t.grain),)),
            Tally(("coins",), ("bank_coins", "coins"), lambda t: (t.bank_coins + sum(t.coins),)),
            Tally(("tools",), ("bank_tools", "tools"), lambda t: (t.bank_tools + sum(t.tools),)),
        )

    def totals(self) -> Mapping[str, int]:
        return {"grain": GRAIN, "coins": COINS, "tools": TOOLS}

    def all_moves(self) -> Sequence[Move]:
        return ALL

    def to_json(self, state: Table) -> dict[str, Any]:
        saved = {k: list(v) if isinstance(v, tuple) else v for k, v in state.__dict__.items() if k != "events"}
        if "forget" in self.faults and state.season > 4:
            del saved["flipped"]
        return saved

    def from_json(self, data: Mapping[str, Any], *, given: Iterable[str] = (), partial: bool = False) -> Table:
        if "phase" not in data:
            raise PositionError("phase", "is missing")
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return Table(**values)

    def draw(self, state: Table) -> str:
        return f"{state.phase} of {self.seats[state.turn]}: grain {state.grain}, coins {state.coins}"


def build(rules: Any) -> Trader:
    return Trader(rules)


@holds("market.limit", reads=("phase", "grain", "turn"))
def nobody_builds_with_too_much_grain(engine: Trader, state: Table) -> Iterator[str]:
    """Whoever builds has kept to the limit."""
    if state.phase == "build" and state.grain[state.turn] > LIMIT:
        yield f"{state.grain[state.turn]} grain in hand"


@holds("end.goal", reads=("houses",))
def houses_never_pass_the_goal(engine: Trader, state: Table) -> Iterator[str]:
    """Nobody has more houses than end the game."""
    if max(state.houses) > GOAL:
        yield f"{max(state.houses)} houses"


@holds("harvest.roll", reads=("season",))
def peeks(engine: Trader, state: Table) -> Iterator[str]:
    """Reads a field it does not declare (for the test that this is noticed)."""
    if state.season < 0 or state.bank_coins < 0:
        yield "the bank owes coins"


@after("market.sell", moves=("Sell",))
def a_sale_never_costs_coins(engine: Trader, before: Table, move: Sell, after: Table) -> Iterator[str]:
    """Who sells has no fewer coins than before."""
    if after.coins[before.turn] < before.coins[before.turn]:
        yield "a coin is gone"


@whole_game("end.goal", "end.seasons")
def games_end_for_a_reason(engine: Trader, played: Any) -> Iterator[str]:
    """A finished game has its goal reached or its seasons over."""
    last = played.positions[-1]
    if max(last.houses) < GOAL and last.season < SEASONS:
        yield "ended too soon"
