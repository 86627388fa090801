"""The engine: which module answers in which phase, who decides, and what the box holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from rulecheck.reference_engines.contract import CHANCE, OVER, Outcome, Refused, Tally, cites, packed
from rulecheck.reference_engines.phased import Phased
from rulecheck.reference_engines.power_grid import (
    auction,
    bureaucracy,
    cards,
    drawing,
    ending,
    fuel,
    network,
    notation,
    scrapping,
    setup,
)
from rulecheck.reference_engines.power_grid import table as p
from rulecheck.reference_engines.power_grid.kit import HIGHEST_BID, LISTED_BIDS, Kit
from rulecheck.reference_engines.power_grid.moves import Bid, Move
from rulecheck.reference_engines.power_grid.table import STACK, TURNED_UP, Table
from rulecheck.spec.power_grid.board import FUELS

if TYPE_CHECKING:
    from rulecheck.spec.rules import Rules

CHAPTER: Final[dict[type[p.Phase], ModuleType]] = {
    p.Lots: setup, p.Removing: setup, p.Regions: setup,
    p.Offering: auction, p.Opening: auction, p.Bidding: auction,
    p.Scrapping: scrapping, p.Losing: scrapping,
    p.Drawing: cards, p.Fueling: fuel, p.Building: network, p.Producing: bureaucracy,
}  # fmt: skip
"""The module that knows the moves of each phase."""

AUCTIONS: Final = (p.Bidding, p.Opening, p.Offering)

_BID: Final = re.compile(r"bid ([1-9]\d{0,6})")
_SUPPLY: Final = re.compile(r"supply (0|[1-9]\d?)")


class PowerGrid(
    Phased[Kit, Table, Move],
    kit=Kit,
    notation=notation,
    drawing=drawing,
    chapters=CHAPTER,
    finished=p.Finished,
    over=Refused("end.start", "the game is over"),
):
    """Power Grid under one set of rules."""

    game = "power_grid"
    unlisted = ("bid", "supply")

    def __init__(self, rules: Rules) -> None:
        """Make the engine; raises `SpecError` where numbers, readings and data do not fit together."""
        self._houses = tuple(f"houses of {name}" for name in rules.seats)
        super().__init__(rules)
        self._no_player = {p.Drawing: CHANCE, p.Lots: CHANCE, p.Removing: CHANCE, p.Finished: OVER}
        if self.g.regions_by_lot:
            self._no_player[p.Regions] = CHANCE
        self._spelt = self.g.spelt()
        self._also = {id(move): text for text, move in self._spelt.items()}

    def start(self) -> Table:
        """The table before the first order of play is drawn."""
        return setup.start(self.g)

    def named_starts(self) -> Mapping[str, Callable[[], Table]]:
        """`begin`, `ready` (the first choice of a plant), and the first decision of each phase of a second round."""
        return {"begin": self.start} | notation.starts(self.g)

    def actor(self, state: Table) -> int:
        """Whose decision it is."""
        return self._no_player.get(type(state.phase), state.turn)

    def weights(self, state: Table) -> Sequence[int]:
        """Chance's weights for the legal moves."""
        if type(state.phase) is not p.Drawing:
            return setup.weights(self.g, state)
        if state.card != STACK:
            return self.g.equally[len(state.buried)]
        return self.g.equally[1 if state.has_thirteen or not state.stack else len(state.unseen)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        """The clause that forbids a move now."""
        if type(state.phase) not in AUCTIONS:
            return super().refusal(state, move)
        return None if auction.is_listed(self.g, state, move) else auction.explain(self.g, state, move)

    @cites("win.supplied")
    def outcome(self, state: Table) -> Outcome | None:
        """Who won, and how many cities everyone supplies."""
        return ending.outcome(self.g, state) if isinstance(state.phase, p.Finished) else None

    @cites("box.houses", "box.fuel", "box.plants", "box.step-card")
    def _count_box(self) -> dict[str, int]:
        """How many of each component the box and this set-up provide; money does not run out and is not counted."""
        g = self.g
        box = dict(zip(FUELS, g.fuel_total, strict=True))
        box |= {"plants": len(g.plants), "sum of plant numbers": sum(g.numbers[:-1]), "step 3 card": 1}
        return box | dict.fromkeys(self._houses, g.houses_start)

    def _groups(self) -> tuple[Tally, ...]:
        return self._fuel_group(), self._card_group(), self._house_group()

    def _house_group(self) -> Tally:
        return Tally(self._houses, ("seats.houses", "seats.cities"), _houses, clauses=("box.houses",))

    def _fuel_group(self) -> Tally:
        tokens = lru_cache(maxsize=4096)(packed)  # few of all possible counts come again and again

        def beside(t: Table) -> int:
            return tokens(t.fuel) + tokens(t.supply)

        return Tally(
            FUELS,
            ("seats.fuel", "fuel", "supply"),
            beside,
            "seats",
            lambda seat: tokens(seat.fuel),
            packed=True,
            clauses=("box.fuel",),
        )

    def _card_group(self) -> Tally:
        names = ("plants", "sum of plant numbers", "step 3 card")
        piles = ("seats.plants", "market", "has_thirteen", "unseen", "buried", "gone", "card")
        step3, step3_card = self.g.step3, packed((0, 0, 1))
        unit_of = (*[packed((1, number, 0)) for number in self.g.numbers[:-1]], step3_card).__getitem__
        """What a card counts."""
        thirteen = unit_of(self.g.thirteen)

        def beside(t: Table) -> int:
            total = sum(map(unit_of, (*t.market, *t.unseen, *t.buried, *t.gone)))
            if t.has_thirteen:
                total += thirteen
            if t.card != TURNED_UP or step3 not in t.market:
                total += step3_card  # in the stack, leaving, or out of the game
            return total

        return Tally(
            names,
            piles,
            beside,
            "seats",
            lambda seat: sum(map(unit_of, seat.plants)),
            packed=True,
            clauses=("box.plants", "box.step-card"),
        )

    def parse(self, text: str) -> Move:
        """The move that a notation names; cities in plain letters too, plants with two digits, any bid or supply."""
        flat = " ".join(text.split())
        bid = _BID.fullmatch(flat)
        if bid is not None and LISTED_BIDS < int(bid[1]) <= HIGHEST_BID:
            return Bid(int(bid[1]))
        supply = _SUPPLY.fullmatch(flat)
        if supply is not None and int(supply[1]) < len(self.g.supply):
            return self.g.supply[int(supply[1])]  # well-formed also where the reading lists none
        also = self._spelt.get(flat)
        return super().parse(flat) if also is None else also

    def spellings(self, move: Move) -> Sequence[str]:
        """The move as it is written, and with plain letters or two digits."""
        also = self._also.get(id(move))
        return (str(move),) if also is None or also == str(move) else (str(move), also)

    @cites("money.open", "production.order")
    def observe(self, state: Table, seat: int) -> dict[str, Any]:
        """What one player sees: others' money may be hidden, and what they run if all decide at once."""
        return notation.observe(self.g, state, seat)


def _houses(t: Table) -> Sequence[int]:
    return [seat.houses + seat.cities.bit_count() for seat in t.seats]
