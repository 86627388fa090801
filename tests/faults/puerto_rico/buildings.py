"""Mistakes in what holds for all violet buildings."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import MAYOR, Counts, Table
from tests.faults.puerto_rico.common import Wrong


class _Manned(Wrong):
    """Some buildings work while nobody is in them, as if somebody were, or not although somebody is."""

    def _which(self, g: Kit) -> tuple[int, ...]:
        raise NotImplementedError

    def _seen(self, state: Table) -> Table:
        if state.role == MAYOR:
            return state
        which = self._which(self.g)
        seats = tuple(
            changed(seat, city=tuple(1 if k in which and not here else here for k, here in enumerate(seat.city)))
            for seat in state.seats
        )
        return changed(state, seats=seats)

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        return super().legal_moves(self._seen(state))

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(move, m.Choose) and move.role == "mayor":
            return super().apply(state, move)
        seen = self._seen(state)
        after = super().apply(seen, move)

        def city(seat: int) -> Counts:
            before, then, now = state.seats[seat].city, seen.seats[seat].city, after.seats[seat].city
            return tuple(here - (b - a) for a, b, here in zip(before, then, now, strict=True))

        return changed(after, seats=tuple(changed(seat, city=city(k)) for k, seat in enumerate(after.seats)))


@breaks("building.occupied", "mayor.occupied")
class VioletBuildingsNeedNoColonists(_Manned):
    """All small violet buildings work from the moment they are built, occupied or not."""

    def _which(self, g: Kit) -> tuple[int, ...]:
        return tuple(k for k in g.violet if k not in g.large)


@breaks("building.occupied", "hospice.colonist")
class TheHospiceNeedsNoColonist(_Manned):
    """A hospice works also if it stands empty."""

    def _which(self, g: Kit) -> tuple[int, ...]:
        return (g.hospice,)


@breaks("building.occupied", "small-market.bonus", "large-market.bonus")
class MarketsNeedNoColonist(_Manned):
    """Markets pay also if they stand empty."""

    def _which(self, g: Kit) -> tuple[int, ...]:
        return (g.small_market, g.large_market)


@breaks("building.occupied", "harbor.bonus")
class TheHarborNeedsNoColonist(_Manned):
    """A harbor brings points also if it stands empty."""

    def _which(self, g: Kit) -> tuple[int, ...]:
        return (g.harbor,)
