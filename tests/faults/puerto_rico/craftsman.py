"""Mistakes in the craftsman phase, and in what production buildings make."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import craftsman, rounds
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.kit import Kit
from rulecheck.reference_engines.puerto_rico.table import COFFEE, CORN, TOBACCO, Bonus, Counts, Crafting, Seat, Table
from rulecheck.reference_engines.tuples import plus
from tests.faults.planting import around, instead
from tests.faults.puerto_rico.common import Events, Right, Wrong, paid

ALL = 0b11111
"""The mask of all kinds."""


class _Made(Wrong):
    """Other barrels are produced."""

    def _makes(self, g: Kit, seat: Seat, kind: int) -> int:
        """How many barrels of a kind, if the supply holds them."""
        return min(seat.tilled[kind], craftsman.places(g, seat, kind))

    def _supplied(self, made: int, supply: int) -> int:
        return min(made, supply)

    @instead(craftsman.yields)
    def _yields(self, g: Kit, seat: Seat, supply: Counts) -> Counts:
        return tuple([self._supplied(self._makes(g, seat, kind), supply[kind]) for kind in range(5)])


# ---- production


@breaks("production.corn", "mayor.occupied")
class CornGrowsWithoutColonists(_Made):
    """Every corn plantation produces a barrel, occupied or not."""

    def _makes(self, g: Kit, seat: Seat, kind: int) -> int:
        return seat.tiles[CORN] if kind == CORN else super()._makes(g, seat, kind)


@breaks("production.corn")
class OneBarrelOfCornAtMost(_Made):
    """A player produces one barrel of corn, however many corn plantations are occupied."""

    def _makes(self, g: Kit, seat: Seat, kind: int) -> int:
        return min(1, seat.tilled[CORN]) if kind == CORN else super()._makes(g, seat, kind)


@breaks("production.pairs", "building.occupied")
class ProductionBuildingsNeedNoColonists(_Made):
    """All circles of production buildings count for the production, occupied or not."""

    def _makes(self, g: Kit, seat: Seat, kind: int) -> int:
        room = sum(g.circles[k] for k in g.makers[kind] if seat.city[k] >= 0)
        return min(seat.tilled[kind], room if kind else seat.tilled[CORN])


@breaks("production.pairs", "mayor.circles")
class OneColonistRunsTheWholeBuilding(_Made):
    """A production building with a colonist in it makes as many barrels as it has circles."""

    def _makes(self, g: Kit, seat: Seat, kind: int) -> int:
        room = sum(g.circles[k] for k in g.makers[kind] if seat.city[k] > 0)
        return min(seat.tilled[kind], room if kind else seat.tilled[CORN])


@breaks("production.pairs", "mayor.circles")
class EachProductionBuildingMakesOneBarrel(_Made):
    """A production building makes one barrel, however many colonists are in it."""

    def _makes(self, g: Kit, seat: Seat, kind: int) -> int:
        room = sum(seat.city[k] > 0 for k in g.makers[kind])
        return min(seat.tilled[kind], room if kind else seat.tilled[CORN])


@breaks("production.pairs")
class OnlyTheLargerPlantCounts(_Made):
    """A small and a large building for one kind do not count together: only the one with more colonists works."""

    def _makes(self, g: Kit, seat: Seat, kind: int) -> int:
        room = max([0, *(seat.city[k] for k in g.makers[kind])])
        return min(seat.tilled[kind], room if kind else seat.tilled[CORN])


@breaks("production.unused", "production.pairs")
class OnePlantationFeedsTheWholePlant(_Made):
    """One occupied plantation of a kind is enough for all the colonists in its buildings."""

    def _makes(self, g: Kit, seat: Seat, kind: int) -> int:
        return craftsman.places(g, seat, kind) if seat.tilled[kind] else 0


@breaks("production.unused", "production.pairs")
class PlantationsAndPlantsAreAddedUp(_Made):
    """Where both are occupied the colonists on plantations and in plants are added up, two making one barrel."""

    def _makes(self, g: Kit, seat: Seat, kind: int) -> int:
        if kind == CORN:
            return seat.tilled[CORN]
        places = craftsman.places(g, seat, kind)
        return (seat.tilled[kind] + places) // 2 if seat.tilled[kind] and places else 0


@breaks("production.kinds")
@Wrong.with_kit
def TobaccoAndCoffeePlantsAreMixedUp(g: Kit) -> None:
    """Tobacco storages make coffee and coffee roasters tobacco."""
    makers = list(g.makers)
    makers[TOBACCO], makers[COFFEE] = makers[COFFEE], makers[TOBACCO]
    g.makers = tuple(makers)


# ---- the supply


@breaks("craftsman.supply-short")
class AShortKindIsNotReceivedAtAll(_Made):
    """A player for whom the supply holds too few barrels of a kind receives none of that kind."""

    def _supplied(self, made: int, supply: int) -> int:
        return made if made <= supply else 0


@breaks("craftsman.produce", "role.order")
@Wrong.around(craftsman.produce)
def OnlyTheCraftsmanProduces(right: Right, g: Kit, t: Table, place: int, phase: Crafting, events: Events) -> Table:
    """Only the player who chose the craftsman produces."""
    if place:
        return craftsman.bonus(g, t, phase.made, events)
    idle = tuple(seat if k == t.picker else changed(seat, tilled=(0,) * 6) for k, seat in enumerate(t.seats))
    after = right(g, changed(t, seats=idle), 0, phase, events)
    tilled = [changed(seat, tilled=old.tilled) for seat, old in zip(after.seats, t.seats, strict=True)]
    return changed(after, seats=tuple(tilled))


@breaks("craftsman.produce")
class OneBarrelOfEachKindIsProduced(_Made):
    """A player produces one barrel of each kind they can make, however many colonists work."""

    def _makes(self, g: Kit, seat: Seat, kind: int) -> int:
        return min(1, super()._makes(g, seat, kind))


# ---- the privilege


class _Extra(Wrong):
    """Other kinds may be taken as the extra barrel."""

    def _kinds(self, t: Table, made: int) -> int:
        raise NotImplementedError

    @around(craftsman.bonus)
    def _bonus(self, right: Right, g: Kit, t: Table, made: int, events: Events) -> Table:
        return right(g, t, self._kinds(t, made), events)


@breaks("craftsman.privilege-kind", "craftsman.privilege")
class WhoeverProducedTakesAnyKind(_Extra):
    """A craftsman who produced something takes one more barrel of any kind."""

    def _kinds(self, t: Table, made: int) -> int:
        return ALL if made else 0


@breaks("craftsman.privilege-kind", "craftsman.privilege", "craftsman.no-privilege")
class TheExtraBarrelIsOfAKindOneHas(_Extra):
    """The craftsman's extra barrel may be of any kind that lies on their wind rose."""

    def _kinds(self, t: Table, made: int) -> int:
        return sum(1 << kind for kind, count in enumerate(t.seats[t.picker].goods) if count)


@breaks("craftsman.no-privilege", "craftsman.privilege-kind")
class WithoutProductionAnyBarrelMayBeTaken(_Extra):
    """A craftsman who produces nothing may take a barrel of any kind."""

    def _kinds(self, t: Table, made: int) -> int:
        return made or ALL


@breaks("craftsman.privilege")
@Wrong.around(craftsman.bonus)
def TheProgramTakesTheDearestBarrel(right: Right, g: Kit, t: Table, made: int, events: Events) -> Table:
    """The extra barrel is taken at once, of the dearest kind that the craftsman produced."""
    after = right(g, t, made, events)
    if not isinstance(after.phase, Bonus):
        return after
    return craftsman.apply(g, after, g.extra[max(k for k, n in enumerate(t.supply) if n and made >> k & 1)])


@breaks("craftsman.privilege")
class TheExtraBarrelComesFirst(Wrong):
    """The craftsman takes the extra barrel before the others produce."""

    @around(craftsman.produce)
    def _produce(self, right: Right, g: Kit, t: Table, place: int, phase: Crafting, events: Events) -> Table:
        if place == 1 and phase.made and any(phase.made >> k & 1 and n for k, n in enumerate(t.supply)):
            return changed(t, turn=t.picker, phase=Bonus(phase.made))
        return right(g, t, place, phase, events)

    @around(rounds.next_choice)
    def _next(self, right: Right, g: Kit, t: Table, events: Events) -> Table:
        if not isinstance(t.phase, Bonus):
            return right(g, t, events)
        return craftsman.produce(g, changed(t, phase=Crafting()), 1, Crafting(), events)


@breaks("craftsman.privilege-kind", "craftsman.supply-short")
class TheExtraBarrelNeedsNoSupply(Wrong):
    """The extra barrel may be of a kind of which none is left."""

    def legal_moves(self, state: Table) -> Sequence[m.Move]:
        if isinstance(state.phase, Bonus):
            state = changed(state, supply=tuple(max(1, count) for count in state.supply))
        return super().legal_moves(state)

    @around(craftsman.bonus)
    def _bonus(self, right: Right, g: Kit, t: Table, made: int, events: Events) -> Table:
        after = right(g, changed(t, supply=tuple(max(1, count) for count in t.supply)), made, events)
        return changed(after, supply=t.supply)

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(move, m.TakeBonus) and not state.supply[self.g.good_number[move.good]]:
            state = changed(state, supply=plus(state.supply, self.g.good_number[move.good], 1))
        return super().apply(state, move)


@breaks("craftsman.no-privilege", "craftsman.privilege")
@Wrong.around(craftsman.bonus)
def ACraftsmanWithoutBarrelsHasADoubloon(right: Right, g: Kit, t: Table, made: int, events: Events) -> Table:
    """A craftsman who produces no barrel takes a doubloon from the bank."""
    return right(g, t if made else paid(t, t.picker, 1), made, events)
