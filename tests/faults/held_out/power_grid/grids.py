"""Grids: 8 faults, written on 2026-11-23 by somebody who had not seen the search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulecheck.reference_engines.contract import Refused
from rulecheck.reference_engines.power_grid import moves as m
from rulecheck.reference_engines.power_grid.engine import PowerGrid
from rulecheck.reference_engines.power_grid.kit import NEVER
from rulecheck.reference_engines.power_grid.table import COAL, Scrapping, Table
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.held_out.planting import planted

Move = m.Move


@planted("plants.limit", "plants.not-the-new", sort="option", shows="misses")
class TheLowestPlantGoes(PowerGrid):
    """Who has a plant too many gives up the one with the lowest number."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return legal[:1] if isinstance(state.phase, Scrapping) else legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if isinstance(state.phase, Scrapping) and isinstance(move, m.Scrap) and move not in self.legal_moves(state):
            return Refused("plants.limit", "the plant with the lowest number is given up")
        return super().refusal(state, move)


class Prices(dict[Any, Any]):
    """Remembered lists that never forget some of them."""

    def __init__(self, fixed: Mapping[Any, Any]) -> None:
        super().__init__(fixed)
        self._fixed = fixed

    def clear(self) -> None:
        """Forget the others."""
        super().clear()
        self.update(self._fixed)


@planted("network.space", sort="price", shows="state lists misses")
class HousesCostTheStep(PowerGrid):
    """A house costs 10 in Step 1, 15 in Step 2 and 20 in Step 3, on whatever space it stands."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        fixed: dict[Any, Any] = {}
        spaces = len(self.g.house_price)
        for step, (price, allowed) in enumerate(zip(self.g.house_price, self.g.houses_allowed, strict=True), 1):
            prices = tuple(price if houses < allowed else NEVER for houses in range(spaces + 1))
            founding = prices if self.g.found_anywhere else (price, *(NEVER,) * spaces)
            fixed |= {(step, True): prices, (step, False): founding}
        self.g.lists = Prices(fixed)


@planted("refill.amount", sort="supply", shows="state")
class CoalIsRefilledOneShort(PowerGrid):
    """The market receives one coal fewer than the table says, in every Step."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.refill = tuple(plus(amounts, COAL, -1) for amounts in self.g.refill)
