"""A toy market, complete in the contract's sense: chance, a reading, two set-ups, conservation, an end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from rulecheck.reference_engines.contract import (
    CHANCE,
    OVER,
    SILENT,
    Engine,
    Outcome,
    Position,
    PositionError,
    Refused,
    Tally,
    changed,
    cites,
)
from rulecheck.spec.rules import Rules

RULEBOOK: Final = Path(__file__).with_name("market.md")


@frozen
class First:
    """Chance names the first player."""

    seat: str

    def __str__(self) -> str:
        return f"first {self.seat}"


@frozen
class Roll:
    """Chance sets the price."""

    price: int

    def __str__(self) -> str:
        return f"roll {self.price}"


@frozen
class Buy:
    def __str__(self) -> str:
        return "buy"


@frozen
class Sell:
    def __str__(self) -> str:
        return "sell"


@frozen
class Gift:
    """A coin for somebody else."""

    to: str

    def __str__(self) -> str:
        return f"gift {self.to}"


@frozen
class Pass:
    def __str__(self) -> str:
        return "pass"


Move = First | Roll | Buy | Sell | Gift | Pass


@frozen(slots=False)
class Purse:
    """What one player has."""

    coins: int
    apples: int = 0


@frozen(slots=False, kw_only=True)
class Market(Position):
    """The whole table."""

    phase: str
    """`first`, `price`, `action` or `over`."""
    turn: int = 0
    turns: int = 0
    price: int = 0
    purses: tuple[Purse, ...]
    bank: int
    stall: int


PHASES: Final = ("first", "price", "action", "over")


class MarketEngine(Engine[Market, Move]):
    """The rules of market.md carried out."""

    game = "market"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats = rules.seats
        self.each = int(rules.options.get("each", rules.number("coins.each")))

    @cites("setup.coins", "setup.apples")
    def start(self) -> Market:
        count = len(self.seats)
        return Market(
            phase="first",
            purses=tuple(Purse(self.each) for _ in range(count)),
            bank=self.rules.number("coins.all") - count * self.each,
            stall=self.rules.number("apples.all"),
        )

    def named_starts(self) -> Mapping[str, Callable[[], Market]]:
        return {"begin": self.start, "ready": self._ready}

    def _ready(self) -> Market:
        return changed(self.start(), phase="action", price=1)

    def actor(self, state: Market) -> int:
        match state.phase:
            case "over":
                return OVER
            case "action":
                return state.turn
            case _:
                return CHANCE

    def legal_moves(self, state: Market) -> Sequence[Move]:
        return [move for move in self.all_moves() if self.refusal(state, move) is None]

    def weights(self, state: Market) -> Sequence[int]:
        return [1 for _ in self.legal_moves(state)]

    @cites("setup.first", "turn.price", "turn.buy", "turn.sell", "turn.gift", "turn.pass")
    def refusal(self, state: Market, move: Move) -> Refused | None:
        match move:
            case First():
                return None if state.phase == "first" else Refused("setup.first", "the first player is known")
            case Roll():
                return None if state.phase == "price" else Refused("turn.price", "the die is not rolled now")
        clause = f"turn.{str(move).split()[0]}"
        if state.phase != "action":
            return Refused(clause, "nobody acts now")
        purse = state.purses[state.turn]
        match move:
            case Buy() if state.stall == 0:
                return Refused(clause, "the stall is empty")
            case Buy() if purse.coins < state.price:
                return Refused(clause, f"the price is {state.price}, and there are {purse.coins} coins")
            case Sell() if purse.apples == 0:
                return Refused(clause, "there is no apple to sell")
            case Sell() if state.bank < state.price and self.rules.reading("bank.short") == "nothing":
                return Refused(clause, "the bank cannot pay")
            case Gift(to) if to == self.seats[state.turn]:
                return Refused(clause, "a gift is for somebody else")
            case Gift() if purse.coins == 0:
                return Refused(clause, "there is no coin to give")
        return None

    def apply(self, state: Market, move: Move) -> Market:
        match move:
            case First(seat):
                return changed(state, phase="price", turn=self.seats.index(seat), events=("setup.first",))
            case Roll(price):
                return changed(state, phase="action", price=price, events=("turn.price",))
            case Buy():
                return self._next(self._moved(state, -state.price, 1, ("turn.buy",)))
            case Sell():
                paid = min(state.price, state.bank)
                silent = (SILENT + "bank.short",) if paid < state.price else ()
                return self._next(self._moved(state, paid, -1, ("turn.sell", *silent)))
            case Gift(to):
                purses = list(state.purses)
                giver, taker = state.turn, self.seats.index(to)
                purses[giver] = changed(purses[giver], coins=purses[giver].coins - 1)
                purses[taker] = changed(purses[taker], coins=purses[taker].coins + 1)
                return self._next(changed(state, purses=tuple(purses), events=("turn.gift",)))
            case Pass():
                return self._next(changed(state, events=("turn.pass",)))

    def _moved(self, state: Market, coins: int, apples: int, events: tuple[str, ...]) -> Market:
        """Coins from the bank and apples from the stall to the player whose turn it is."""
        purses = list(state.purses)
        purse = purses[state.turn]
        purses[state.turn] = changed(purse, coins=purse.coins + coins, apples=purse.apples + apples)
        return changed(state, purses=tuple(purses), bank=state.bank - coins, stall=state.stall - apples, events=events)

    @cites("end.apples", "end.turns")
    def _next(self, state: Market) -> Market:
        if state.purses[state.turn].apples >= self.rules.number("end.apples"):
            return changed(state, phase="over", events=(*state.events, "end.apples"))
        turns = state.turns + 1
        if turns >= self.rules.number("end.turns"):
            return changed(state, phase="over", turns=turns, events=(*state.events, "end.turns"))
        return changed(state, phase="price", price=0, turns=turns, turn=(state.turn + 1) % len(self.seats))

    def outcome(self, state: Market) -> Outcome | None:
        if state.phase != "over":
            return None
        scores = {seat: purse.coins for seat, purse in zip(self.seats, state.purses, strict=True)}
        if state.purses[state.turn].apples >= self.rules.number("end.apples"):
            return Outcome((self.seats[state.turn],), "end.apples", scores)
        best = max(scores.values())
        return Outcome(tuple(s for s in self.seats if scores[s] == best), "end.turns", scores)

    def tallies(self) -> Sequence[Tally]:
        return (
            Tally(("coins",), ("bank", "purses.coins"), lambda m: (m.bank + sum(p.coins for p in m.purses),)),
            Tally(("apples",), ("stall", "purses.apples"), lambda m: (m.stall + sum(p.apples for p in m.purses),)),
        )

    def totals(self) -> Mapping[str, int]:
        return {"coins": self.rules.number("coins.all"), "apples": self.rules.number("apples.all")}

    def all_moves(self) -> Sequence[Move]:
        prices = range(self.rules.number("price.least"), self.rules.number("price.most") + 1)
        return [
            *(First(seat) for seat in self.seats),
            *(Roll(price) for price in prices),
            Buy(),
            Sell(),
            *(Gift(seat) for seat in self.seats),
            Pass(),
        ]

    def to_json(self, state: Market) -> dict[str, Any]:
        return {
            "phase": state.phase,
            "turn": self.seats[state.turn],
            "turns": state.turns,
            "price": state.price,
            "players": {
                seat: {"coins": p.coins, **({"apples": p.apples} if p.apples else {})}
                for seat, p in zip(self.seats, state.purses, strict=True)
            },
            "bank": state.bank,
            "stall": state.stall,
        }

    def from_json(self, data: Mapping[str, Any], *, given: Iterable[str] = (), partial: bool = False) -> Market:
        _known(data, ("phase", "turn", "turns", "price", "players", "bank", "stall"), "")
        _known(data["players"], self.seats, "players.")
        purses = []
        for seat in self.seats:
            purse = data["players"].get(seat, {})
            _known(purse, ("coins", "apples"), f"players.{seat}.")
            purses.append(Purse(*(_count(purse.get(k, 0), f"players.{seat}.{k}") for k in ("coins", "apples"))))
        if data["phase"] not in PHASES:
            raise PositionError("phase", f"no phase {data['phase']!r}; there are {', '.join(PHASES)}")
        if data["turn"] not in self.seats:
            raise PositionError("turn", f"no seat {data['turn']!r}; there are {', '.join(self.seats)}")
        set_by_hand = {re.split(r"[.]", path)[0] for path in given}
        bank, stall = _count(data["bank"], "bank"), _count(data["stall"], "stall")
        if set_by_hand and "bank" not in set_by_hand:
            bank = self.rules.number("coins.all") - sum(p.coins for p in purses)
        if set_by_hand and "stall" not in set_by_hand:
            stall = self.rules.number("apples.all") - sum(p.apples for p in purses)
        state = Market(
            phase=data["phase"],
            turn=self.seats.index(data["turn"]),
            turns=_count(data["turns"], "turns"),
            price=_count(data["price"], "price"),
            purses=tuple(purses),
            bank=bank,
            stall=stall,
        )
        if not partial and self.inventory(state) != self.totals():
            raise PositionError("", "the components do not add up")
        if min(bank, stall) < 0 and not partial:
            raise PositionError("", "more is given than there is")
        return state

    def draw(self, state: Market) -> str:
        rows = [
            f"{seat:<5}{p.coins:>3} coins{p.apples:>3} apples" for seat, p in zip(self.seats, state.purses, strict=True)
        ]
        return "\n".join([*rows, f"bank {state.bank:>3} coins; stall {state.stall} apples; price {state.price}"])


def _known(data: Mapping[str, Any], names: Iterable[str], where: str) -> None:
    if not isinstance(data, Mapping):
        raise PositionError(where.rstrip("."), "expected a table")
    for key in data:
        if key not in names:
            raise PositionError(f"{where}{key}", f"there is no such thing; there are {', '.join(names)}")


def _count(value: object, path: str) -> int:
    if type(value) is not int:
        raise PositionError(path, f"expected a whole number, found {value!r}")
    return value


def build(rules: Rules) -> MarketEngine:
    """The toy's engine, as a game's package would offer it."""
    return MarketEngine(rules)
