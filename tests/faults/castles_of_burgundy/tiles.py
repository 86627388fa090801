"""Mistakes with animals, castles and mines."""

from __future__ import annotations

from collections.abc import Sequence

from rulecheck.properties.mistakes import breaks
from rulecheck.reference_engines.castles_of_burgundy import actions, arithmetic, placing, rounds
from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.actions import pending
from rulecheck.reference_engines.castles_of_burgundy.kit import ANIMALS, MINE, Kit
from rulecheck.reference_engines.castles_of_burgundy.refusals import Events
from rulecheck.reference_engines.castles_of_burgundy.rounds import begin_round, mines
from rulecheck.reference_engines.castles_of_burgundy.table import ACTING, EMPTY, Acting, CityHall, Phase, Seat, Table
from rulecheck.reference_engines.castles_of_burgundy.turn import go_on
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.tuples import replaced
from rulecheck.spec.castles_of_burgundy.board import NEIGHBOURS
from tests.faults.castles_of_burgundy.common import Wrong, mended, paid
from tests.faults.planting import instead

# ---- animals


def beside(g: Kit, seat: Seat, space: int) -> list[int]:
    """The other animal tiles in the pasture of a space, by their spaces."""
    cells = g.grounds[seat.board].cells[space]
    return [k for k in cells if k != space and seat.estate[k] != EMPTY and g.colour[seat.estate[k]] == ANIMALS]


class _OtherAnimals(Wrong):
    def scoring(self, g: Kit, seat: Seat, kind: int, space: int) -> list[int]:
        """The spaces of the tiles that score again."""
        return [k for k in beside(g, seat, space) if g.species[seat.estate[k]] == g.species[kind]]

    @instead(placing.animals)
    def animals(self, g: Kit, seat: Seat, kind: int, space: int) -> tuple[int, Events]:
        spaces = self.scoring(g, seat, kind, space)
        more = g.animal_point if seat.knowledge >> 7 & 1 else 0
        again = sum(g.animals[seat.estate[k]] for k in spaces)
        return g.animals[kind] + again + more * (1 + len(spaces)), ("animals.points",)


@breaks("animals.points", "animals.again")
@Wrong.instead(arithmetic.animal_points)
def EachAnimalTileIsOnePoint(new: int, again: int, tiles_again: int, more_each: int) -> int:
    """An animal tile brings one point for each tile that scores instead of one for each animal on it."""
    return (1 + more_each) * (1 + tiles_again)


@breaks("animals.points", "animals.again")
@Wrong.instead(arithmetic.animal_points)
def TheNewAnimalsDoNotScore(new: int, again: int, tiles_again: int, more_each: int) -> int:
    """A new animal tile makes only those placed before score; its own animals bring nothing yet."""
    return again + more_each * tiles_again


@breaks("animals.points", "place.effect")
@Wrong.instead(placing.animals)
def AnimalsBringNothing(g: Kit, seat: Seat, kind: int, space: int) -> tuple[int, Events]:
    """Animals bring no points when they are placed; only the completed pasture does."""
    return 0, ()


@breaks("animals.again")
class AnimalsScoreOnlyOnce(_OtherAnimals):
    """Only the animals of the new tile score, those placed before do not score again."""

    def scoring(self, g: Kit, seat: Seat, kind: int, space: int) -> list[int]:
        return []


@breaks("animals.again", "animals.same-pasture")
class AllAnimalsOfThePastureScoreAgain(_OtherAnimals):
    """All animals of the pasture score again, also those of other kinds."""

    def scoring(self, g: Kit, seat: Seat, kind: int, space: int) -> list[int]:
        return beside(g, seat, space)


@breaks("animals.again")
class OneTileScoresAgain(_OtherAnimals):
    """Of the tiles with the same animals only one scores again, the one with most."""

    def scoring(self, g: Kit, seat: Seat, kind: int, space: int) -> list[int]:
        return sorted(super().scoring(g, seat, kind, space), key=lambda k: -g.animals[seat.estate[k]])[:1]


@breaks("animals.again")
@Wrong.instead(arithmetic.animal_points)
def TheNewTileScoresOnceMoreForEachOther(new: int, again: int, tiles_again: int, more_each: int) -> int:
    """Where others with the same animals lie in the pasture the new tile scores once more for each of them."""
    return (new + more_each) * (1 + tiles_again)


@breaks("animals.same-pasture", "animals.again")
class AnimalsOfAllPasturesScore(_OtherAnimals):
    """All tiles with the same animals in the estate score again, in whatever pasture they lie."""

    def scoring(self, g: Kit, seat: Seat, kind: int, space: int) -> list[int]:
        return [k for k, there in enumerate(seat.estate) if there >= 0 and g.species[there] == g.species[kind]]


@breaks("animals.same-pasture", "animals.again")
class OnlyTouchingAnimalsScore(_OtherAnimals):
    """Only the tiles with the same animals score again that touch the new one."""

    def scoring(self, g: Kit, seat: Seat, kind: int, space: int) -> list[int]:
        return [k for k in super().scoring(g, seat, kind, space) if NEIGHBOURS[space] >> k & 1]


# ---- castles


@breaks("castle.action", "place.effect")
@Wrong.instead(actions.pending)
def CastlesBringNothing(g: Kit, t: Table, seat: Seat, phase: Phase, events: Events) -> Table:
    """A castle brings no further action."""
    return go_on(g, t, seat, events) if phase == ACTING[0] else pending(g, t, seat, phase, events)


@breaks("castle.action")
class ACastlesActionIsOptional(Wrong):
    """The further action that a castle brings may be left out."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        is_castle = state.phase == ACTING[0] and self.g.pass_ not in moves
        return (*moves, self.g.pass_) if is_castle else moves


@breaks("castle.action")
class ACastlesActionHasTheNumberOfItsSpace(Wrong):
    """The further action of a castle is done with the number of the space on which it was laid."""

    def apply(self, state: Table, move: m.Move) -> Table:
        after = super().apply(state, move)
        if isinstance(move, m.Place) and after.phase == ACTING[0]:
            return changed(after, phase=ACTING[self.g.die_of_space[move.space - 1]])
        return after


@breaks("castle.action", "turn.die", "turn.two-actions")
@Wrong.instead(actions.pending)
def ACastlesActionUsesTheOtherDie(g: Kit, t: Table, seat: Seat, phase: Phase, events: Events) -> Table:
    """The action of a castle is done with the die that is left, which is used up by it; without one there is none."""
    if phase != ACTING[0]:
        return pending(g, t, seat, phase, events)
    dice = t.dice[t.turn]
    if not dice:
        return go_on(g, t, seat, events)
    return pending(g, changed(t, dice=replaced(t.dice, t.turn, dice[1:])), seat, ACTING[dice[0]], events)


@breaks("castle.action")
class ACastleOnlyPlaces(Wrong):
    """The further action of a castle can only be placing a tile, if one can be placed."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        if state.phase != ACTING[0]:
            return moves
        return [move for move in moves if isinstance(move, m.Place)] or [self.g.pass_]


@breaks("castle.action")
class ACastleOnlyTakes(Wrong):
    """The further action of a castle can only be taking a tile from a depot, if one lies there."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        if state.phase != ACTING[0]:
            return moves
        return [move for move in moves if isinstance(move, m.Take)] or [self.g.pass_]


@breaks("castle.action", "workers.take")
class ACastleTakesNoWorkers(Wrong):
    """The further action of a castle can not be taking workers, as this uses up a die."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        if state.phase != ACTING[0]:
            return moves
        return [move for move in moves if not isinstance(move, m.TakeWorkers)] or [self.g.pass_]


@breaks("castle.action", "sell.die")
class ACastleSellsNothing(Wrong):
    """The further action of a castle can not be selling goods, as these are sold with their number."""

    def offered(self, state: Table, moves: Sequence[m.Move]) -> Sequence[m.Move]:
        return [move for move in moves if state.phase != ACTING[0] or not isinstance(move, m.Sell)]


# ---- mines


@breaks("mine.nothing", "mine.income", "place.effect")
class AMineBringsSilverAtOnce(Wrong):
    """A mine brings a piece of silver at once when it is placed, besides that of each phase."""

    def apply(self, state: Table, move: m.Move) -> Table:
        if isinstance(move, m.Place) and move.tile == "mine" and isinstance(state.phase, Acting | CityHall):
            state = paid(state, state.turn, silver=self.g.mine_silver)
        return super().apply(state, move)


class _OtherIncome(Wrong):
    def silver(self, seat: Seat) -> int:
        """What a player receives at the end of a phase."""
        raise NotImplementedError

    @instead(rounds.mines)
    def mines(self, g: Kit, t: Table, events: Events, *, last: bool) -> tuple[Table, Events]:
        after, events = mines(g, t, events, last=last)
        for who, seat in enumerate(t.seats):
            after = mended(after, who, silver=seat.silver + self.silver(seat))
        return after, events


@breaks("mine.income")
class AllMinesTogetherBringOneSilver(_OtherIncome):
    """A player with mines receives one piece of silver at the end of a phase, however many mines there are."""

    def silver(self, seat: Seat) -> int:
        return self.g.mine_silver if seat.mines else 0


@breaks("mine.income")
class StoredMinesBringSilver(_OtherIncome):
    """Mines bring silver at the end of a phase also while they are in the storage."""

    def silver(self, seat: Seat) -> int:
        return self.g.mine_silver * (seat.mines + seat.storage.count(self.g.mine))


@breaks("mine.income", "region.complete")
class OnlyFullMineRegionsBringSilver(_OtherIncome):
    """Mines bring silver at the end of a phase only if their whole region is covered."""

    def silver(self, seat: Seat) -> int:
        ground = self.g.grounds[seat.board]
        spaces = [k for k, colour in enumerate(ground.colour) if colour == MINE]
        return self.g.mine_silver * sum(not ground.region[k] & ~seat.filled for k in spaces)


@breaks("mine.income", "phase.end")
class EverybodyReceivesSilver(_OtherIncome):
    """At the end of a phase everybody receives a piece of silver, and one more for each mine."""

    def silver(self, seat: Seat) -> int:
        return self.g.mine_silver * (1 + seat.mines)


@breaks("mine.income", "phase.end")
@Wrong.instead(rounds.begin_round)
def MinesBringSilverInEachRound(g: Kit, t: Table, events: Events) -> Table:
    """Mines bring silver at the end of each round instead of each phase."""
    if t.round:
        t, events = mines(g, t, events, last=False)
    return begin_round(g, t, events)


@breaks("mine.income", "knowledge.2")
@Wrong.instead(rounds.mines)
def MinesBringWorkers(g: Kit, t: Table, events: Events, *, last: bool) -> tuple[Table, Events]:
    """At the end of a phase mines bring workers instead of silver."""
    after, events = mines(g, t, events, last=last)
    for who, seat in enumerate(t.seats):
        gain = after.seats[who].silver - seat.silver
        after = paid(after, who, silver=-gain, workers=gain)
    return after, events
