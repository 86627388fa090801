"""The engine: which module answers in which phase, who decides, and what the box holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from types import ModuleType
from typing import TYPE_CHECKING

from rulecheck.reference_engines.catan_europe import (
    actions,
    caravans,
    cards,
    drawing,
    founding,
    isolated,
    merchants,
    notation,
    production,
    setup,
    trade,
    turn,
)
from rulecheck.reference_engines.catan_europe import table as p
from rulecheck.reference_engines.catan_europe.kit import Kit
from rulecheck.reference_engines.catan_europe.moves import Along, Move
from rulecheck.reference_engines.catan_europe.table import RESOURCES, Table
from rulecheck.reference_engines.contract import (
    CHANCE,
    OVER,
    Outcome,
    Refused,
    Tally,
    UnknownMove,
    changed,
    cites,
    packed,
)
from rulecheck.reference_engines.phased import Phased

if TYPE_CHECKING:
    from rulecheck.spec.rules import Rules

CHAPTER: dict[type[p.Phase], ModuleType] = {
    p.DashedToken: setup, p.RobberStart: setup, p.FirstRoll: setup, p.FirstPost: setup, p.NeutralPost: setup,
    p.FirstRoute: setup,
    p.BeforeDice: production, p.Dice: production, p.Discarding: production, p.MoveRobber: production,
    p.Stealing: production, p.StealCard: production,
    p.Actions: actions,
    p.Offering: trade, p.Answering: trade, p.Choosing: trade,
    p.CardDraw: cards, p.Harvest: cards, p.Monopoly: cards,
    p.FreeRoute: isolated, p.Connecting: isolated,
    p.PlacingMerchant: merchants, p.FreeMarch: merchants, p.Marching: merchants,
    p.PlacingNumber: founding, p.DrawingNumber: founding,
    p.PlacingCaravan: caravans, p.FreeDrive: caravans, p.Driving: caravans, p.Delivering: caravans,
}  # fmt: skip
"""The module that knows the moves of each phase."""

ALWAYS_CHANCE = frozenset({p.DashedToken, p.Dice, p.StealCard, p.CardDraw, p.FirstRoll})
ASKS_OTHERS = frozenset({p.Discarding, p.Offering, p.Answering, p.DrawingNumber, p.RobberStart, p.Finished})


class Catan(
    Phased[Kit, Table, Move],
    kit=Kit,
    notation=notation,
    drawing=drawing,
    chapters=CHAPTER,
    finished=p.Finished,
    over=Refused("win.all-delivered", "the game is over"),
):
    """Merchants of Europe under one set of rules."""

    game = "catan_europe"
    unlisted = ("along",)

    def __init__(self, rules: Rules) -> None:
        """Make the engine; raises `SpecError` where numbers, readings and data do not fit together."""
        super().__init__(rules)
        self._printed = len(self.g.map.printed) - self.g.map.printed.count(0)

    def start(self) -> Table:
        """The table before the first number token is laid."""
        return setup.start(self.g)

    def named_starts(self) -> Mapping[str, Callable[[], Table]]:
        """`begin`, `ready` (the first turn), `actions` (its action phase), `empty` (the same, no pieces on it).

        Where positions are chosen there is also `posts`, the first placement.
        """
        chosen = {} if self.g.fixed else {"posts": lambda: notation.placing(self.g, self)}
        return chosen | {
            "begin": self.start,
            "ready": lambda: notation.ready(self.g, self),
            "actions": lambda: changed(notation.ready(self.g, self), phase=turn.ACTIONS, rolled=True),
            "empty": lambda: notation.empty(self.g, self),
        }

    @cites("turn.own-turn", "seven.discard", "trade.answer", "token.reserve-draw", "robber.start")
    def actor(self, state: Table) -> int:
        """Whose decision it is."""
        phase = state.phase
        kind = type(phase)
        if kind in ALWAYS_CHANCE:
            return CHANCE
        if kind not in ASKS_OTHERS:
            return state.turn  # turn.own-turn
        match phase:
            case p.Discarding(due):
                return due[0][0]
            case p.Offering(maker):
                return maker
            case p.Answering(asked):
                return asked
            case p.DrawingNumber(region):
                blind = state.reserve[self.g.colour[region]] and not self.g.founder_picks
                return CHANCE if blind else state.turn
            case p.RobberStart():
                return state.first if self.g.robber_by_first else CHANCE
            case _:
                return OVER

    def weights(self, state: Table) -> Sequence[int]:
        """Chance's weights for the legal moves."""
        weights: Sequence[int] = CHAPTER[type(state.phase)].weights(self.g, state)
        return weights

    def refusal(self, state: Table, move: Move) -> Refused | None:
        """The clause that forbids a move now."""
        phase = type(state.phase)  # all chapters know open moves too: a list of trades to look through is dearer
        return self._over if phase is p.Finished else self._explain[phase](self.g, state, move)

    @cites("win.all-delivered")
    def outcome(self, state: Table) -> Outcome | None:
        """Who delivered everything, and how many goods everyone delivered."""
        if not isinstance(state.phase, p.Finished):
            return None
        scores = {name: seat.delivered for name, seat in zip(self.seats, state.seats, strict=True)}
        winners = tuple(name for name, score in scores.items() if score == self.g.goods_total)
        return Outcome(winners, "win.all-delivered", scores)

    @cites("box.cards", "box.coins", "box.tokens")
    def _count_box(self) -> dict[str, int]:
        """How many of each component the set-up provides; goods under posts count against the goods delivered."""
        g = self.g
        box = {kind: g.each for kind in RESOURCES}
        box |= dict(zip(g.cards, g.deck, strict=True))
        if g.gold_limited:
            box["gold"] = g.gold_total
        box["number tokens"] = len(g.tokens)
        box["neutral posts"] = g.neutral_posts
        for name in g.seats:
            box[f"{name} posts"] = g.posts_total
            box[f"{name} goods"] = g.goods_total
        box["goods under posts"] = 0
        return box

    def _groups(self) -> tuple[Tally, ...]:
        pieces = tuple([f"{name} {what}" for name in self.seats for what in ("posts", "goods")])
        held = ("seats.posts", "seats.depot", "seats.in_hand", "seats.goods", "seats.delivered", "supplied")
        counted = lru_cache(maxsize=4096)(packed)  # few of all possible hands come again and again
        groups = [
            Tally((*pieces, "goods under posts"), held, _pieces, clauses=("box.wood", "box.goods")),
            Tally(
                RESOURCES, ("seats.hand", "stacks"),
                lambda t: counted(t.stacks), "seats", lambda seat: counted(seat.hand), packed=True,
                clauses=("box.cards",),
            ),
            Tally(
                self.g.cards, ("seats.cards", "seats.new_cards", "stock", "pile"),
                lambda t: counted(t.stock) + counted(t.pile),
                "seats", lambda seat: counted(seat.cards) + counted(seat.new_cards), packed=True,
                clauses=("box.cards",),
            ),
            Tally(("number tokens",), ("numbers", "reserve"), self._tokens, clauses=("box.tokens",)),
            Tally(
                ("neutral posts",), ("neutral", "neutral_left"), lambda t: (t.neutral.bit_count() + t.neutral_left,),
                clauses=("box.wood",),
            ),
        ]  # fmt: skip
        if self.g.gold_limited:
            gold = ("seats.gold", "bank")
            purses = attrgetter("gold")
            groups.append(
                Tally(("gold",), gold, attrgetter("bank"), "seats", purses, packed=True, clauses=("box.coins",))
            )
        return tuple(groups)

    def _tokens(self, t: Table) -> tuple[int]:
        return (len(t.numbers) - t.numbers.count(0) - self._printed + sum(map(len, t.reserve)),)

    def parse(self, text: str) -> Move:
        """The move that a notation names; places by any of their names, paths in either order."""
        text = " ".join(text.split())
        if text.startswith("along "):
            places = [self._place(part, text) for part in notation.spaced(text.removeprefix("along ")).split(" - ")]
            return Along(tuple(places))
        return super().parse(notation.canonical(self.g, text))

    def spellings(self, move: Move) -> Sequence[str]:
        """The move under every name of its places, its path from either end."""
        return notation.spellings(self.g, move)

    def _place(self, name: str, text: str) -> str:
        number = self.g.map.intersection_index.get(name)
        if number is None:
            raise UnknownMove(text)
        return self.g.map.intersections[number]


def _pieces(t: Table) -> list[int]:
    counts: list[int] = []
    delivered = 0
    for seat in t.seats:
        counts += (seat.posts.bit_count() + seat.depot + seat.in_hand, seat.depot + seat.goods + seat.delivered)
        delivered += seat.delivered
    counts.append(t.supplied.bit_count() - delivered)
    return counts
