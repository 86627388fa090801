"""Engines for Puerto Rico that are wrong on purpose, each in one way that real implementations are.

Every class differs from the reference by one rule; `FAULTS` lists them with the properties that must notice, and a
game, as short as a person can write it, that shows the fault.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulecheck.reference_engines.contract import Outcome, Refused, changed
from rulecheck.reference_engines.puerto_rico import moves as m
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.table import (
    CHOOSING,
    FINISHED,
    QUARRY,
    Building,
    Finished,
    Gain,
    Loading,
    Table,
    Taking,
    University,
    change_seat,
)
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.fault import Fault

Move = m.Move


class StartTilesStayInTheStack(PuertoRico):
    """All fifty plantations are shuffled, those included that the players start with."""

    def start(self) -> Table:
        return changed(super().start(), stack=self.g.tiles_total[:5])


class ShipTakenFromTheReserve(PuertoRico):
    """The first colonists on the ship come out of the reserve."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.ship_from_reserve = True
        self._totals = self._count_box()


class AnyEmptyShip(PuertoRico):
    """Of several empty ships any may be chosen, also one that takes fewer barrels."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.ship_choice = "free"


class TwoShipsOfAKind(PuertoRico):
    """A kind whose ship is full goes onto another ship."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Loading):
            return legal
        more = [
            self.g.load[kind][ship]
            for kind, have in enumerate(state.seats[state.turn].goods)
            for ship, (cargo, _) in enumerate(state.ships)
            if have and cargo < 0
        ]
        return [*legal, *(move for move in more if move not in legal)]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self.legal_moves(state) else super().refusal(state, move)


class TheWharfMustBeUsed(PuertoRico):
    """Who can load nothing else has to use the wharf."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.wharf_forced = True


class PointsEndWithTheChips(PuertoRico):
    """Points beyond the last chip are lost."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.beyond_counts = False


class HarborsPayEachBarrel(PuertoRico):
    """A harbor brings a point for each barrel instead of each load."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Load) or not isinstance(after.phase, Gain):
            return after
        barrels = sum(state.seats[state.turn].goods) - sum(after.seats[state.turn].goods)
        return changed(after, phase=evolve(after.phase, due=((self.g.harbor, barrels),)))


class PrivilegeForEachLoad(PuertoRico):
    """The captain receives the extra point for every load."""

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, m.Load | m.Wharf) and isinstance(state.phase, Loading) and state.turn == state.picker:
            state = changed(state, phase=evolve(state.phase, paid=False))
        return super().apply(state, move)


class FullShipsStay(PuertoRico):
    """Nobody unloads the full ships."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "storage.unload" not in after.events:
            return after
        if not isinstance(move, m.Load):
            return changed(after, ships=state.ships, supply=state.supply)
        ship, kind = self.g.ship_number[move.ship], self.g.good_number[move.good]
        room = self.g.capacity[ship]
        ships = (*after.ships[:ship], (kind, room), *after.ships[ship + 1 :])
        return changed(after, ships=ships, supply=plus(after.supply, kind, -room))


class EverythingIsStored(PuertoRico):
    """Barrels stay with their owners without any warehouse."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "storage.return" not in after.events or not isinstance(move, m.Load):
            return after
        kind = self.g.good_number[move.good]
        aboard = min(state.seats[state.turn].goods[kind], self.g.capacity[self.g.ship_number[move.ship]])
        rest = state.seats[state.turn].goods[kind] - aboard - after.seats[state.turn].goods[kind]
        goods = plus(after.seats[state.turn].goods, kind, rest)
        seats = change_seat(after.seats, state.turn, goods=goods)
        return changed(after, seats=seats, supply=plus(after.supply, kind, -rest))


class QuarriesBeyondTheColumn(PuertoRico):
    """Every occupied quarry lowers the price, whatever the column."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.prices = {
            (quarries, privilege): tuple(max(0, kind.cost - quarries - privilege) for kind in self.g.buildings)
            for quarries, privilege in self.g.prices
        }


class FactoriesPayTheNumberOfKinds(PuertoRico):
    """A factory brings two doubloons for two kinds, three for three, four for four."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.factory_pays = (2, 3, 4, 5)


class NoMinimumOnTheShip(PuertoRico):
    """The ship takes one colonist for each empty circle, and none if there is none."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if "mayor.refill-minimum" not in after.events:
            return after
        empty = sum(
            circles - here
            for seat in after.seats
            for circles, here in zip(self.g.circles, seat.city, strict=True)
            if here >= 0
        )
        return changed(after, colonist_ship=empty, colonists=after.colonists + after.colonist_ship - empty)


class LargeBuildingsCoverOneSpace(PuertoRico):
    """A large building takes up no more of the city than a small one."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.size = (1,) * len(self.g.size)


class TheHouseStaysFull(PuertoRico):
    """The trading house is not emptied at the end of the phase in which it became full."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Sell) or "trader.empty" not in after.events:
            return after
        house = plus(state.house, self.g.good_number[move.good], 1)
        supply = tuple(there - gone for there, gone in zip(after.supply, house, strict=True))
        return changed(after, house=house, supply=supply)


class CornSells(PuertoRico):
    """The house pays a doubloon for corn."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.price = (1, *self.g.price[1:])


class ResidencesCountOneMore(PuertoRico):
    """The residence reads its table one row too far down."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.residence_pays = (*self.g.residence_pays[1:], self.g.residence_pays[-1])


class FortressesForgetSanJuan(PuertoRico):
    """Colonists in San Juan do not count for the fortress."""

    def outcome(self, state: Table) -> Outcome | None:
        if not isinstance(state.phase, Finished):
            return None
        return super().outcome(changed(state, seats=tuple(changed(seat, san_juan=0) for seat in state.seats)))


class TiesGoToTheFirst(PuertoRico):
    """Of those who tie in everything the first in order wins."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.tie_by_seat = True


class TheGameStopsAtOnce(PuertoRico):
    """As soon as an end comes the game is over, in the middle of the round."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        return changed(after, phase=FINISHED, role=-1) if after.ending and after.phase == CHOOSING else after


class OneCoinOnACard(PuertoRico):
    """A card that lies unused for a second round receives no second doubloon."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.governor == state.governor:
            return after
        money = tuple(min(1, coins) for coins in after.card_money)
        return changed(after, card_money=money, bank=after.bank + sum(after.card_money) - sum(money))


class TheGovernorStays(PuertoRico):
    """The governor card never moves on."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if after.governor == state.governor:
            return after
        return changed(after, governor=state.governor, picker=state.governor, turn=state.governor)


class QuarriesForEverybody(PuertoRico):
    """Everybody may take a quarry in the settler phase."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        quarry = self.g.take[QUARRY]
        return [*legal, quarry] if isinstance(state.phase, Taking) and quarry not in legal else legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self.legal_moves(state) else super().refusal(state, move)


class UniversitiesFillTheBuilding(PuertoRico):
    """The university puts a colonist on every circle of the new building."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(state.phase, University) or not isinstance(move, m.Use):
            return after
        k = state.phase.building
        more = self.g.circles[k] - 1
        city = plus(after.seats[state.turn].city, k, more)
        return changed(after, seats=change_seat(after.seats, state.turn, city=city), colonists=after.colonists - more)


class BuildingsAreAlwaysListed(PuertoRico):
    """The list of moves offers buildings that cannot be paid for."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Building):
            return legal
        return [*(move for move in self.g.build if move not in legal), *legal]


ROW = ("draw corn", "draw corn", "draw corn", "draw corn")
CORN = (*ROW, "choose mayor", "decline privilege", "choose trader", "choose craftsman", "extra corn")
"""Chris, the only one with a corn plantation, makes a barrel and takes a second one; Bob begins the next round."""
ONE_CORN = (*ROW, "choose mayor", "decline privilege", "choose craftsman")
"""Chris makes a barrel, and has the next choice."""
BUILT = (*ROW, "choose builder", "pass", "pass")
"""Chris builds; Anna and Bob have passed."""
SHIPPING = ("choose mayor", "decline privilege", "choose craftsman", "extra corn")
"""Bob's mayor mans everything, so that Chris makes two barrels of corn."""
RICH = {"start.money": 20, "colonists.ship": 6}
SMALL = {"ship.small": 1, "ship.middle": 1, "ship.large": 1}
CONSERVED = "components_are_conserved"

FAULTS: tuple[Fault, ...] = (
    Fault(
        StartTilesStayInTheStack,
        {CONSERVED, "the_table_is_set"},
        (),
        games=1,
        found=0,
    ),
    Fault(
        ShipTakenFromTheReserve,
        {"the_table_is_set"},
        ("draw corn",),
        games=1,
        found=1,
    ),
    Fault(
        AnyEmptyShip,
        {"the_loads_open_are_the_maximal_ones"},
        (*CORN, "choose captain"),
        numbers={"ship.small": 1},
        player="shipper",
        found=10,
        games=2,
    ),
    Fault(
        TwoShipsOfAKind,
        {"the_loads_open_are_the_maximal_ones"},
        (*BUILT, "build wharf", *SHIPPING, "choose captain", "load corn on ship 1"),
        numbers=RICH | SMALL,
        player="shipper",
        found=16,
        games=1,
    ),
    Fault(
        TheWharfMustBeUsed,
        {"the_loads_open_are_the_maximal_ones"},
        (*BUILT, "build wharf", *SHIPPING, "choose captain", "load corn on ship 1"),
        numbers=RICH | SMALL,
        player="shipper",
        found=16,
        games=1,
    ),
    Fault(
        PointsEndWithTheChips,
        {"a_load_is_worth_its_barrels"},
        (*ONE_CORN, "choose captain", "load corn on ship 4"),
        numbers={"points.pool": 1},
        player="shipper",
        games=1,
        seed=2,
        found=9,
    ),
    Fault(
        HarborsPayEachBarrel,
        {"a_load_is_worth_its_barrels"},
        (*BUILT, "build harbor", *SHIPPING, "choose captain", "load corn on ship 4"),
        numbers=RICH,
        player="shipper",
        games=2,
        seed=5,
        found=16,
    ),
    Fault(
        PrivilegeForEachLoad,
        {"a_load_is_worth_its_barrels"},
        (
            *BUILT, "build wharf", *SHIPPING, "choose trader", "pass", "choose captain", "load corn on ship 1",
            "wharf corn",
        ),
        numbers=RICH | SMALL,
        player="shipper",
        found=19,
        games=9,
    ),
    Fault(
        FullShipsStay,
        {"full_ships_unload_and_others_wait", "full_ships_are_unloaded"},
        (*ONE_CORN, "choose captain", "load corn on ship 1"),
        numbers=SMALL,
        player="shipper",
        games=1,
        found=9,
    ),
    Fault(
        EverythingIsStored,
        {"players_keep_what_they_have_room_for"},
        (*CORN, "choose captain", "load corn on ship 1"),
        numbers=SMALL | {"craftsman.privilege": 2},
        player="shipper",
        found=11,
        games=1,
    ),
    Fault(
        QuarriesBeyondTheColumn,
        {"a_building_costs_its_price", "whatever_can_be_built_is_open", "nobody_who_can_build_is_passed_over"},
        (
            "draw corn",
            "choose settler", "take quarry", "pass", "pass", "draw corn", "choose trader", "choose captain",
            "choose trader", "choose captain", "choose settler", "take quarry", "pass", "pass", "draw corn",
            "choose mayor", "decline privilege", "choose builder", "build small warehouse",
        ),
        numbers={"row.tiles": 1, "colonists.ship": 9, "start.money": 5},
        player="mason",
        seed=3,
        found=16,
        games=8,
    ),
    Fault(
        FactoriesPayTheNumberOfKinds,
        {"factories_pay_for_kinds"},
        (
            "draw corn",
            "choose builder", "build factory", "pass", "pass",
            "choose settler", "pass", "pass", "take corn plantation", "draw corn",
            "choose trader",
            "choose builder", "pass", "pass", "build small indigo plant",
            "choose mayor", "decline privilege",
            "choose craftsman",
        ),
        numbers={"row.tiles": 1, "colonists.ship": 12, "start.money": 20},
        player="company",
        games=4,
        seed=2,
        found=18,
    ),
    Fault(
        NoMinimumOnTheShip,
        {"the_ship_takes_one_for_each_empty_circle"},
        (*ROW, "choose mayor", "decline privilege"),
        games=1,
        found=6,
    ),
    Fault(
        LargeBuildingsCoverOneSpace,
        {"cities_have_room_for_their_buildings", "a_building_is_new_and_finds_room"},
        (*ROW, "choose builder", "build guild hall"),
        numbers={"start.money": 20},
        player="mason",
        games=1,
        found=6,
    ),
    Fault(
        TheHouseStaysFull,
        {"a_full_house_is_emptied", "a_full_house_buys_nothing"},
        (*ONE_CORN, "choose trader", "sell corn"),
        numbers={"house.places": 1},
        player="merchant",
        games=1,
        seed=3,
        found=9,
    ),
    Fault(
        CornSells,
        {"a_sale_brings_its_price"},
        (*ONE_CORN, "choose trader", "sell corn"),
        player="merchant",
        games=1,
        found=9,
    ),
    Fault(
        ResidencesCountOneMore,
        {"scores_are_what_lies_on_the_boards"},
        (
            *ROW, "choose builder", "build residence", "pass", "pass", "choose mayor", "decline privilege",
            "choose trader",
        ),
        numbers=RICH | {"city.spaces": 2},
        player="mason",
        found=11,
    ),
    Fault(
        FortressesForgetSanJuan,
        {"scores_are_what_lies_on_the_boards"},
        (
            *ROW, "choose builder", "build fortress", "pass", "pass", "choose mayor", "decline privilege",
            "choose trader",
        ),
        numbers={"start.money": 20, "colonists.ship": 18, "city.spaces": 2},
        player="mason",
        found=11,
    ),
    Fault(
        TiesGoToTheFirst,
        {"the_most_points_win"},
        (*ROW, "choose mayor", "choose trader", "choose captain"),
        numbers={"colonists.supply": 0},
        player="idler",
        games=4,
        found=7,
    ),
    Fault(
        TheGameStopsAtOnce,
        {"the_next_player_chooses", "everybody_chose_once_a_round"},
        (*ROW, "choose mayor"),
        numbers={"colonists.supply": 0},
        games=1,
        found=5,
    ),
    Fault(
        OneCoinOnACard,
        {"money_comes_on_the_cards_left"},
        (
            *ROW, "choose trader", "choose captain", "choose craftsman", "choose trader", "choose captain",
            "choose craftsman",
        ),
        games=1,
        found=10,
    ),
    Fault(
        TheGovernorStays,
        {"the_next_player_chooses", "money_comes_on_the_cards_left"},
        (*ROW, "choose trader", "choose captain", "choose craftsman"),
        games=1,
        found=7,
    ),
    Fault(
        QuarriesForEverybody,
        {"quarries_are_for_settlers_and_huts", "whatever_can_be_taken_is_open"},
        (*ROW, "choose settler", "pass"),
        player="settler",
        games=1,
        found=6,
    ),
    Fault(
        UniversitiesFillTheBuilding,
        {"the_university_mans_the_new_building"},
        (
            *ROW, "choose builder", "build university", "pass", "pass", "choose mayor", "decline privilege",
            "choose trader", "choose builder", "pass", "pass", "build indigo plant", "use university",
        ),
        numbers=RICH,
        player="mason",
        games=1,
        seed=3,
        found=14,
    ),
    Fault(
        BuildingsAreAlwaysListed,
        {"listed and refused", "whatever_can_be_built_is_open"},
        (*ROW, "choose builder"),
        games=1,
        found=5,
    ),
)  # fmt: skip
"""What the campaign must find."""
