"""Mistakes in placing a settler."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.new_world import scoring
from rulecheck.reference_engines.new_world.kit import Face, Kit
from rulecheck.reference_engines.new_world.moves import Move, NoSettler
from rulecheck.reference_engines.new_world.table import (
    CELLS,
    FARMER,
    ROBBER,
    STEPS,
    TRAPPER,
    Counts,
    Drawing,
    Settling,
    Table,
)
from rulecheck.reference_engines.tuples import replaced
from tests.faults.new_world.common import Events, Wrong


class _Blocking(Wrong):
    """Of the settlers on a feature only some keep others from being placed there."""

    def blocks(self, t: Table, cell: int, spot: int, settlers: Counts) -> bool:
        """Whether no settler may be placed on a spot because of those that stand on its feature."""
        return bool(settlers)

    def spots(self, t: Table, cell: int, face: Face, roots: Counts) -> Counts:
        if not t.supply[t.turn]:
            return ()
        standing = {spot: () if spot == FARMER else t.on.get(roots[face.group_at[spot]], ()) for spot in face.spots}
        return tuple(spot for spot, settlers in standing.items() if not self.blocks(t, cell, spot, settlers))


class _Filtered(Wrong):
    """Some spots are not offered."""

    def is_offered(self, t: Table, cell: int, spot: int, face: Face, roots: Counts) -> bool:
        """Whether a spot is offered that is open by the rules."""
        return True

    def spots(self, t: Table, cell: int, face: Face, roots: Counts) -> Counts:
        open_spots = super().spots(t, cell, face, roots)
        return tuple(spot for spot in open_spots if self.is_offered(t, cell, spot, face, roots))


@breaks("settler.one", "home.same-turn")
class AReturnedSettlerMayBePlacedAtOnce(Wrong):
    """A player whose settler was placed and came back in the same turn may place another one on the tile."""

    def apply(self, state: Table, move: Move) -> Table:
        after, phase = super().apply(state, move), state.phase
        if not isinstance(phase, Settling) or isinstance(move, NoSettler) or not isinstance(after.phase, Drawing):
            return after
        again = changed(after, turn=state.turn)
        spots = self.spots(again, phase.at, self.face_at(state, phase.at), phase.roots)
        if not spots or any(settler >> 8 == phase.at for settler in again.settlers):
            return after
        return changed(again, phase=Settling(phase.at, self.settlings(spots), phase.roots, ()))


@breaks("settler.optional")
class ASettlerHasToBePlaced(Wrong):
    """A player who can place a settler has to."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Settling):
            return legal
        return tuple(move for move in legal if not isinstance(move, NoSettler)) or legal


@breaks("settler.supply")
class SettlersNeverRunOut(_Blocking):
    """A player without settlers in the supply may place one all the same."""

    def spots(self, t: Table, cell: int, face: Face, roots: Counts) -> Counts:
        return super().spots(changed(t, supply=(1,) * len(t.supply)), cell, face, roots)

    def settled(self, t: Table, phase: Settling, spot: int) -> Table:
        after = super().settled(t, phase, spot)
        return changed(after, supply=replaced(after.supply, t.turn, max(0, after.supply[t.turn])))


@breaks("settler.supply")
class SettlersAreNotTakenFromTheSupply(Wrong):
    """A settler that is placed is not taken from the player's supply."""

    def settle(self, g: Kit, t: Table, phase: Settling, spot: int) -> Table:
        after = self.settled(t, phase, spot)
        return scoring.score_all(g, changed(after, supply=t.supply), phase.at, phase.roots, phase.due, ())


@breaks("settler.supply")
class TheLastSettlerStaysInTheSupply(_Filtered):
    """The last settler of the supply cannot be placed."""

    def is_offered(self, t: Table, cell: int, spot: int, face: Face, roots: Counts) -> bool:
        return t.supply[t.turn] > 1


@breaks("settler.supply", "turn.order")
class PlayersWithoutSettlersAreSkipped(Wrong):
    """Players who have placed all their settlers miss their turns until one comes back."""

    def end_turn(self, g: Kit, t: Table, events: Events) -> Table:
        after = super().end_turn(g, t, events)
        if not isinstance(after.phase, Drawing) or not any(t.supply):
            return after
        turn = after.turn
        while not t.supply[turn]:
            turn = (turn + 1) % g.players
        return changed(after, turn=turn)


@breaks("settler.sheriff", "settler.segment")
class OnlyTheFirstTownOfATileIsOffered(_Filtered):
    """On a tile with two towns a sheriff can be placed in one of them only."""

    def is_offered(self, t: Table, cell: int, spot: int, face: Face, roots: Counts) -> bool:
        return spot >= ROBBER or spot == min(face.spots)


@breaks("settler.sheriff", "settler.segment", "land.start-row")
class NoSheriffInTownsOfTheBoard(_Filtered):
    """No sheriff can be placed in a town to which a start space belongs."""

    def is_offered(self, t: Table, cell: int, spot: int, face: Face, roots: Counts) -> bool:
        return spot >= ROBBER or min(t.land.features[roots[face.group_at[spot]]].cells) >= CELLS


@breaks("settler.robber", "settler.segment")
class OnlyOneTrailOfATileIsOffered(_Filtered):
    """On a tile with several trails a robber can be placed on one of them only."""

    def is_offered(self, t: Table, cell: int, spot: int, face: Face, roots: Counts) -> bool:
        return not ROBBER <= spot < TRAPPER or spot == min(other for other in face.spots if other >= ROBBER)


@breaks("settler.trapper", "settler.segment")
class TrappersNeedAnimals(_Filtered):
    """A trapper can be placed only on a plain segment that shows an animal."""

    def is_offered(self, t: Table, cell: int, spot: int, face: Face, roots: Counts) -> bool:
        return not TRAPPER <= spot < FARMER or face.groups[face.group_at[spot]][2] > 0


@breaks("settler.trapper", "settler.segment")
class OnlyOnePlainOfATileIsOffered(_Filtered):
    """On a tile with several plains a trapper can be placed on one of them only."""

    def is_offered(self, t: Table, cell: int, spot: int, face: Face, roots: Counts) -> bool:
        return not TRAPPER <= spot < FARMER or spot == min(other for other in face.spots if other >= TRAPPER)


@breaks("settler.trapper", "settler.farmer")
class NoTrapperAroundAFarm(_Filtered):
    """On a tile with a farm no trapper can be placed, only a farmer."""

    def is_offered(self, t: Table, cell: int, spot: int, face: Face, roots: Counts) -> bool:
        return not (TRAPPER <= spot < FARMER and face.has_farm)


@breaks("settler.farmer", "settler.occupied")
class AFarmBelongsToItsPlain(_Filtered):
    """No farmer can be placed on a farm if a trapper is on the plain around it."""

    def is_offered(self, t: Table, cell: int, spot: int, face: Face, roots: Counts) -> bool:
        plains = [other for other in face.spots if TRAPPER <= other < FARMER]
        return spot != FARMER or not any(roots[face.group_at[plain]] in t.on for plain in plains)


@breaks("settler.farmer", "settler.segment")
class NoFarmerWhereATrailLeads(_Filtered):
    """On a farm to which a trail leads no farmer can be placed."""

    def is_offered(self, t: Table, cell: int, spot: int, face: Face, roots: Counts) -> bool:
        return spot != FARMER or not face.tile.trails


@breaks("settler.one-name", "settler.segment")
class SegmentsAreOfferedBySide(Wrong):
    """A segment is offered once for each of its sides, as if each were a segment of its own."""

    def spots(self, t: Table, cell: int, face: Face, roots: Counts) -> Counts:
        named = super().spots(t, cell, face, roots)
        groups = {face.group_at[spot] for spot in named if spot != FARMER}
        more = [spot for spot, group in enumerate(face.group_at[:FARMER]) if group in groups]
        return tuple(sorted({*named, *more}))


@breaks("settler.occupied")
class OnlyOthersKeepOneOut(_Blocking):
    """A player may place another settler on a feature where only settlers of their own are."""

    def blocks(self, t: Table, cell: int, spot: int, settlers: Counts) -> bool:
        return any(settler & 7 != t.turn for settler in settlers)


@breaks("settler.occupied")
class OnlyOwnSettlersKeepOneOut(_Blocking):
    """A player may place a settler on a feature where only settlers of other players are."""

    def blocks(self, t: Table, cell: int, spot: int, settlers: Counts) -> bool:
        return any(settler & 7 == t.turn for settler in settlers)


@breaks("settler.occupied", "land.segments")
class OnlyNeighbouringTilesAreLookedAt(_Blocking):
    """A settler keeps others from its feature only if it is on a tile next to the one just laid."""

    def blocks(self, t: Table, cell: int, spot: int, settlers: Counts) -> bool:
        return any((settler >> 8) - cell in STEPS for settler in settlers)


@breaks("settler.occupied", "settler.trapper")
class PlainsAreAlwaysOpen(_Blocking):
    """A trapper may be placed on a plain that has trappers already."""

    def blocks(self, t: Table, cell: int, spot: int, settlers: Counts) -> bool:
        return bool(settlers) and spot < TRAPPER


@breaks("settler.occupied", "settler.sheriff")
class TownsAreAlwaysOpen(_Blocking):
    """A sheriff may be placed in a town that has sheriffs already."""

    def blocks(self, t: Table, cell: int, spot: int, settlers: Counts) -> bool:
        return bool(settlers) and spot >= ROBBER


@breaks("settler.occupied", "settler.robber")
class TrailsAreAlwaysOpen(_Blocking):
    """A robber may be placed on a trail that has robbers already."""

    def blocks(self, t: Table, cell: int, spot: int, settlers: Counts) -> bool:
        return bool(settlers) and not ROBBER <= spot < TRAPPER


@breaks("settler.occupied", "settler.just-completed")
class CompletedFeaturesAreOpen(_Blocking):
    """A settler may be placed on a feature that the tile completes although there are settlers on it."""

    def blocks(self, t: Table, cell: int, spot: int, settlers: Counts) -> bool:
        number = next((number for number, there in t.on.items() if there == settlers), -1)
        return bool(settlers) and (spot >= TRAPPER or bool(t.land.features[number].open))


@breaks("settler.occupied")
class NeighboursOfSettlersAreClosed(_Filtered):
    """No settler can be placed on a tile if there is one of the same kind on a tile next to it."""

    def is_offered(self, t: Table, cell: int, spot: int, face: Face, roots: Counts) -> bool:
        near = [settler >> 3 & 31 for settler in t.settlers if (settler >> 8) - cell in STEPS]
        return all(use_of(other) != use_of(spot) for other in near)


def use_of(spot: int) -> int:
    """Sheriff, robber, trapper or farmer."""
    return 2 if TRAPPER <= spot < FARMER else spot >> 2


@breaks("settler.just-completed", "score.completed")
class LateSettlersAreNotScored(Wrong):
    """A settler placed on a feature that the tile completes stays there and is not scored in this turn."""

    def apply(self, state: Table, move: Move) -> Table:
        phase = state.phase
        if isinstance(phase, Settling) and not isinstance(move, NoSettler):
            spot = self.g.spot_of[move]
            number = -phase.at if spot == FARMER else phase.roots[self.face_at(state, phase.at).group_at[spot]]
            due = [w for w in phase.due if scoring.feature_of(self.g, state, phase.at, phase.roots, w) != number]
            state = changed(state, phase=changed(phase, due=tuple(due)))
        return super().apply(state, move)
