"""Engines for The Castles of Burgundy that are wrong on purpose, each in one way that real implementations are.

Every class differs from the reference by one rule; `FAULTS` lists them with the properties that must notice, and a
game, as short as a person can write it, that shows the fault.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.castles_of_burgundy import moves as m
from rulecheck.reference_engines.castles_of_burgundy.engine import CastlesOfBurgundy
from rulecheck.reference_engines.castles_of_burgundy.kit import CARPENTER, Ground
from rulecheck.reference_engines.castles_of_burgundy.table import Fetching, Rolling, Table
from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.tuples import plus, replaced
from rulecheck.spec.rules import Rules
from tests.faults.fault import Fault

Move = m.Move


class StartCastlesBesideTheStack(CastlesOfBurgundy):
    """The first castles are extra tiles that do not come out of the stack."""

    def start(self) -> Table:
        state = super().start()
        return changed(state, stack=self.g.own)


class EverybodyBeginsAlike(CastlesOfBurgundy):
    """All players begin with the same number of workers."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.start_workers = self.g.start_workers[:1] * self.g.players


class MinesAreForgotten(CastlesOfBurgundy):
    """With three players depot 6 takes a castle in every phase."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.laid = self.g.laid[:1] * len(self.g.laid)


class OldTilesStay(CastlesOfBurgundy):
    """The black depot is not cleared at the beginning of a phase."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "phase.clear" not in after.events:
            return after
        box = after.box
        for kind in state.black:
            box = plus(box, kind, -1)
        return changed(after, black=state.black, box=box)


class WorkersStopAtSix(CastlesOfBurgundy):
    """A 6 cannot be made a 1, nor a 1 a 6."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return [move for move in legal if not (isinstance(move, m.Shift) and not 1 <= move.die + move.by <= 6)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if isinstance(move, m.Shift) and not 1 <= move.die + move.by <= 6:
            return Refused("worker.change", "a die has six sides")
        return super().refusal(state, move)


class WorkersAreFree(CastlesOfBurgundy):
    """A worker that changes a die stays with the player."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Shift):
            return after
        seat = after.seats[state.turn]
        return changed(after, seats=replaced(after.seats, state.turn, changed(seat, workers=seat.workers + 1)))


class TilesSkipTheStorage(CastlesOfBurgundy):
    """The storage holds as many tiles as one likes."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.room = 99


class DiscardsGoBack(CastlesOfBurgundy):
    """A tile that makes room goes back into its stack instead of leaving the game."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Discard) or after.letter != state.letter:
            return after
        kind = self.g.tile_number[move.tile]
        return changed(after, box=plus(after.box, kind, -1), stack=plus(after.stack, kind, 1))


class BuysAsOftenAsOneCanPay(CastlesOfBurgundy):
    """A player may buy more than once in a turn."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        return changed(after, bought=False) if isinstance(move, m.Buy) else after


class TilesCostOne(CastlesOfBurgundy):
    """A tile of the black depot costs one piece of silver."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.price = 1


class CarpentersTakeAnything(CastlesOfBurgundy):
    """A carpenter's workshop brings any tile."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Fetching) or state.phase.building != CARPENTER:
            return legal
        more = [self.g.take[kind][d] for d, tiles in enumerate(state.depots) for kind in dict.fromkeys(tiles)]
        return [*legal, *(move for move in more if move not in legal)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self.legal_moves(state) else super().refusal(state, move)


class BuildingsMustBeUsed(CastlesOfBurgundy):
    """What a building offers has to be taken."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return legal[:-1] if isinstance(state.phase, Fetching) else legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if isinstance(move, m.Pass) and isinstance(state.phase, Fetching):
            return Refused("building.ability", "the tile has to be taken")
        return super().refusal(state, move)


class ShipsTakeWhatTheDieSays(CastlesOfBurgundy):
    """A ship takes the goods of one depot only: the first that has any."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        goods = [move for move in legal if isinstance(move, m.Goods) and state.goods[move.depot - 1]]
        return goods[:1] or legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if isinstance(move, m.Goods) and move not in self.legal_moves(state):
            return Refused("ship.goods", "another depot comes first")
        return super().refusal(state, move)


class MarkersGoBelow(CastlesOfBurgundy):
    """A marker that comes to a space with others goes below them."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.track == state.track:
            return after
        who = state.turn
        others = [seat for seat in after.order if seat != who]
        place = sum(after.track[seat] >= after.track[who] for seat in others)
        order = (*others[:place], who, *others[place:])
        if isinstance(after.phase, Rolling):
            return changed(after, order=order, playing=order, turn=order[0])
        return changed(after, order=order)


class AnimalsScoreOnce(CastlesOfBurgundy):
    """Animals that lie in the pasture already do not score again."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.grounds = tuple(
            Ground(ground.number, ground.colour, ground.spaces, ground.region, ((),) * len(ground.colour))
            for ground in self.g.grounds
        )


class RegionsBringTheirSize(CastlesOfBurgundy):
    """A completed region brings a point for each of its spaces, besides those for the phase."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.size_points = tuple(range(1, 9))


class EveryRegionTakesABonusTile(CastlesOfBurgundy):
    """The large bonus tile of a colour goes to the first player to complete any region of it."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Place) or "region.complete" not in after.events:
            return after
        bit = 1 << self.g.colour[self.g.tile_number[move.tile]]
        if not after.large & bit:
            return after
        seat = after.seats[state.turn]
        more = changed(seat, large=seat.large | bit, points=seat.points + self.g.large_bonus)
        return changed(after, seats=replaced(after.seats, state.turn, more), large=after.large & ~bit)


class SilverForEachGood(CastlesOfBurgundy):
    """A sale brings a piece of silver for each of the goods."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Sell):
            return after
        count = state.seats[state.turn].goods[self.g.good_number[move.good]]
        seat = after.seats[state.turn]
        return changed(after, seats=replaced(after.seats, state.turn, changed(seat, silver=seat.silver + count - 1)))


class OneGoodIsSold(CastlesOfBurgundy):
    """A sale sells one of the goods only."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(move, m.Sell):
            return super().apply(state, move)
        good, who = self.g.good_number[move.good], state.turn
        seat = state.seats[who]
        rest = seat.goods[good] - 1
        less = changed(seat, goods=plus(seat.goods, good, -rest))
        after = super().apply(changed(state, seats=replaced(state.seats, who, less)), move)
        seat = after.seats[who]
        more = changed(seat, goods=plus(seat.goods, good, rest))
        return changed(after, seats=replaced(after.seats, who, more))


class MinesPayAtOnce(CastlesOfBurgundy):
    """A mine brings its silver when it is placed too."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Place) or move.tile != "mine":
            return after
        seat = after.seats[state.turn]
        return changed(after, seats=replaced(after.seats, state.turn, changed(seat, silver=seat.silver + 1)))


class TheLastPhaseBringsNoSilver(CastlesOfBurgundy):
    """The mines bring nothing at the end of the last phase."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.last_income = False


class EveryWorkerCounts(CastlesOfBurgundy):
    """Each worker that is left brings a point."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.end_workers = 1


class FewestSpacesWin(CastlesOfBurgundy):
    """Of those who tie the one with fewer empty spaces wins."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.fewer_spaces = True


class TiesGoToTheFirst(CastlesOfBurgundy):
    """Of those who tie in everything the first seat wins."""

    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None or outcome.clause != "win.last":
            return outcome
        best = max(outcome.scores.values())
        tied = [name for name in self.seats if outcome.scores[name] == best]
        return evolve(outcome, winners=(tied[0],))


class TheOrderNeverChanges(CastlesOfBurgundy):
    """Every round is played in the order of the seats, whatever the markers say."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "round.first-player" not in after.events:
            return after
        order = tuple(range(self.g.players))
        return changed(after, playing=order, turn=0)


CONSERVED = "components_are_conserved"
BARE = {"start.goods": 0, "black.tiles": 0, "phase.goods": 0}
"""No goods and no black depot: fewer draws."""

ROUND = BARE | {"phase.rounds": 1}
END = ROUND | {"phase.count": 1}
ALIKE = END | {"start.workers-2": 1}
"""A game of one round, in which both players begin with the same."""

FILL = (
    "draw warehouse", "draw knowledge 1", "draw cow 2", "draw warehouse", "draw warehouse", "draw knowledge 2",
    "draw warehouse", "draw cow 2",
)  # fmt: skip
"""The depots of two players: 1 takes a building, 2 knowledge, 3 and 6 both animals and a building, and so on."""

DICE = ("roll 3 4", "roll 1 2", "white 1")
IDLE = ("use 1", "take workers", "use 2", "take workers")
"""Bartek's turn."""


def filled(*buildings: str) -> tuple[str, ...]:
    """The depots with another building in depot 4, which the first player takes with a 4."""
    return (*FILL[:4], *[f"draw {building}" for building in buildings], *FILL[5:])


def built(building: str, space: int) -> tuple[str, ...]:
    """Anna takes a building with a 4 and places it with a 3."""
    return (*filled(building), *DICE, "use 4", f"take {building} from 4", "use 3", f"place {building} on {space}")


FAULTS: tuple[Fault, ...] = (
    Fault(StartCastlesBesideTheStack, {CONSERVED, "the_table_is_set"}, (), players=2, games=1, found=0),
    Fault(EverybodyBeginsAlike, {"the_table_is_set"}, ("draw turquoise",), players=2, games=1, found=1),
    Fault(
        MinesAreForgotten,
        {"the_board_is_cleared", "a_phase_is_laid_out"},
        (
            "draw warehouse", "draw knowledge 1", "draw knowledge 2", "draw warehouse", "draw cow 2", "draw warehouse",
            "draw warehouse", "draw cow 2", "draw knowledge 3", "draw warehouse", "draw bank", "draw cow 3",
            "roll 1 2", "roll 1 2", "roll 1 2", "white 1", *IDLE, *IDLE, *IDLE,
        ),
        numbers=ROUND,
        player="idler",
        games=1,
        found=28,
    ),
    Fault(
        OldTilesStay,
        {"the_board_is_cleared", "a_phase_is_laid_out"},
        (*FILL, "draw warehouse", "roll 1 2", "roll 1 2", "white 1", *IDLE, *IDLE),
        numbers=ROUND | {"black.tiles": 1},
        players=2,
        player="idler",
        games=1,
        found=20,
    ),
    Fault(
        WorkersStopAtSix,
        {"between_actions_this_is_open"},
        (*FILL, "roll 1 1", "roll 1 1", "white 1"),
        numbers=BARE,
        players=2,
        found=11,
    ),
    Fault(
        WorkersAreFree,
        {"a_worker_changes_one_die"},
        (*FILL, *DICE, "raise 3"),
        numbers=BARE,
        players=2,
        games=1,
        found=12,
    ),
    Fault(
        TilesSkipTheStorage,
        {"a_tile_is_taken_into_the_storage"},
        (*FILL, *DICE, "use 3", "take cow 2 from 3", "use 4", "take ship from 4"),
        numbers=BARE | {"storage.tiles": 1},
        players=2,
        games=2,
        found=15,
    ),
    Fault(
        DiscardsGoBack,
        {"a_tile_makes_room", "a_move_changes_nothing_else"},
        (*FILL, *DICE, "use 3", "take cow 2 from 3", "use 4", "take ship from 4", "discard cow 2"),
        numbers=BARE | {"storage.tiles": 1},
        players=2,
        games=2,
        found=16,
    ),
    Fault(
        BuysAsOftenAsOneCanPay,
        {"a_purchase_is_paid"},
        (*FILL, "draw bank", "draw bank", *DICE, "buy bank"),
        numbers=BARE | {"black.tiles": 2, "start.silver": 2},
        players=2,
        player="buyer",
        found=14,
    ),
    Fault(
        TilesCostOne,
        {"a_purchase_is_paid", "between_actions_this_is_open"},
        (*FILL, "draw bank", *DICE, "buy bank"),
        numbers=BARE | {"black.tiles": 1, "start.silver": 2},
        players=2,
        player="buyer",
        games=1,
        found=13,
    ),
    Fault(
        CarpentersTakeAnything,
        {"a_building_offers_this"},
        built("carpenter", 26),
        numbers=BARE,
        players=2,
        player="company",
        games=6,
        seed=4,
        found=15,
    ),
    Fault(
        BuildingsMustBeUsed,
        {"a_building_offers_this"},
        built("church", 26),
        numbers=BARE,
        players=2,
        player="mason",
        games=2,
        found=15,
    ),
    Fault(
        ShipsTakeWhatTheDieSays,
        {"a_ship_may_take_this"},
        (*FILL, "draw turquoise", "roll 1 2", "roll 1 2", "white 1", "use 1", "take ship from 1", "use 2",
         "place ship on 18"),
        numbers=BARE | {"phase.goods": 1},
        players=2,
        player="skipper",
        games=2,
        found=16,
    ),
    Fault(
        MarkersGoBelow,
        {"a_ship_moves_its_owners_marker"},
        (*FILL, "roll 1 2", "roll 2 4", "white 1", "use 1", "take ship from 1", "use 2", "place ship on 18",
         "use 4", "take ship from 4", "use 2", "place ship on 18"),
        numbers=BARE,
        players=2,
        player="skipper",
        games=2,
        found=19,
    ),
    Fault(
        TheOrderNeverChanges,
        {"the_next_in_the_order_follows"},
        (*FILL, "roll 3 4", "roll 1 2", "white 1", "use 3", "take workers", "use 4", "take workers",
         "use 1", "take ship from 1", "use 2", "place ship on 18"),
        numbers=BARE,
        players=2,
        player="skipper",
        found=19,
    ),
    Fault(
        AnimalsScoreOnce,
        {"a_tile_brings_its_points", "what_a_tile_brings_is_told"},
        ("found on 2", "found on 2", *FILL, "roll 3 6", "roll 1 2", "white 1", "use 3", "take cow 2 from 3",
         "use 6", "place cow 2 on 1", *IDLE, "roll 1 6", "roll 1 2", "white 1", "use 6", "take cow 2 from 6",
         "use 1", "place cow 2 on 6"),
        numbers=BARE,
        readings={"start.castle": "any"},
        players=2,
        player="shepherd",
        games=8,
        seed=3,
        found=39,
    ),
    Fault(
        RegionsBringTheirSize,
        {"a_tile_brings_its_points"},
        built("warehouse", 12),
        numbers=BARE | {"region.one": 5},
        players=2,
        player="mason",
        found=15,
    ),
    Fault(
        EveryRegionTakesABonusTile,
        {"a_tile_brings_its_points", "bonus_tiles_are_for_covered_colours", "bonus_tiles_go_to_the_first_two"},
        built("warehouse", 12),
        numbers=BARE,
        players=2,
        player="mason",
        games=1,
        seed=3,
        found=15,
    ),
    Fault(
        SilverForEachGood,
        {"a_sale_brings_silver_and_points"},
        ("draw turquoise", "draw turquoise", "draw turquoise", "draw turquoise", *FILL, "roll 1 1", "roll 1 1",
         "white 1", "use 1", "sell turquoise"),
        numbers=BARE | {"start.goods": 2},
        players=2,
        player="buyer",
        games=8,
        found=17,
    ),
    Fault(
        OneGoodIsSold,
        {"all_goods_of_a_kind_are_sold", "a_sale_brings_silver_and_points"},
        ("draw turquoise", "draw turquoise", "draw turquoise", "draw turquoise", *FILL, "roll 1 1", "roll 1 1",
         "white 1", "use 1", "sell turquoise"),
        numbers=BARE | {"start.goods": 2},
        players=2,
        player="buyer",
        games=1,
        seed=2,
        found=17,
    ),
    Fault(
        MinesPayAtOnce,
        {"banks_and_boarding_houses_pay"},
        (*FILL, "roll 4 5", "roll 1 1", "white 1", "use 5", "take mine from 5", "use 4", "place mine on 25"),
        numbers=BARE,
        players=2,
        player="collector",
        found=15,
    ),
    Fault(
        TheLastPhaseBringsNoSilver,
        {"mines_bring_silver_at_the_end_of_a_phase"},
        (*FILL, "roll 4 5", "roll 1 2", "white 1", "use 5", "take mine from 5", "use 4", "place mine on 25", *IDLE),
        numbers=END,
        players=2,
        player="collector",
        games=300,
        found=19,
    ),
    Fault(
        EveryWorkerCounts,
        {"scores_are_what_lies_before_the_players", "the_most_points_win"},
        (*FILL, "roll 1 2", "roll 1 2", "white 1", *IDLE, *IDLE),
        numbers=END,
        players=2,
        games=1,
        found=19,
    ),
    Fault(
        FewestSpacesWin,
        {"the_most_points_win"},
        (*FILL, "roll 1 2", "roll 1 2", "white 1", "use 1", "take ship from 1", "use 2", "place ship on 18",
         "use 1", "take warehouse from 1", "use 2", "take castle from 2"),
        numbers=ALIKE,
        players=2,
        player="uniform",
        games=60,
        found=19,
    ),
    Fault(
        TiesGoToTheFirst,
        {"the_most_points_win"},
        (*FILL, "roll 1 2", "roll 1 2", "white 1", *IDLE, *IDLE),
        numbers=ALIKE,
        players=2,
        player="idler",
        games=1,
        found=19,
    ),
)  # fmt: skip
"""What the campaign must find."""
