"""Engines for Merchants of Europe that are wrong on purpose, each in one way that real implementations are.

Every class differs from the reference by one rule; `FAULTS` lists them with the properties that must notice, and a
game, as short as a person can write it, that shows the fault.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Any

from attrs import evolve

from rulecheck.reference_engines.catan_europe import moves as m
from rulecheck.reference_engines.catan_europe.engine import Catan
from rulecheck.reference_engines.catan_europe.kit import route_owner
from rulecheck.reference_engines.catan_europe.table import (
    Actions,
    Discarding,
    Driving,
    FreeRoute,
    MoveRobber,
    Stealing,
    Table,
    with_seat,
)
from rulecheck.reference_engines.contract import Refused, changed
from rulecheck.reference_engines.tuples import plus
from rulecheck.spec.rules import Rules
from tests.faults.fault import Fault

Move = m.Move


class PricesAreLost(Catan):
    """What a route costs leaves the hand and never comes back to the stacks."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        return changed(after, stacks=state.stacks) if isinstance(move, m.Route) else after


class TollAtEachStep(Catan):
    """Every step onto an opponent's route costs a toll, not only the first in the turn."""

    def apply(self, state: Table, move: Move) -> Table:
        if isinstance(move, m.Onto):
            state = changed(state, tolls=())
        return super().apply(state, move)


class TollToTheBank(Catan):
    """The toll goes to the bank instead of the owner of the route."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Onto) or after.tolls == state.tolls:
            return after
        owner = route_owner(state, self.g.path_number[move.path])
        seats = with_seat(after.seats, owner, gold=state.seats[owner].gold)
        return changed(after, seats=seats, bank=after.bank + self.g.toll)


class OwnPostsTakeGoods(Catan):
    """A caravan delivers to a post of its own colour."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Onto) or not after.seats[state.turn].goods:
            return after
        seat = after.seats[state.turn]
        ends = self.g.end_mask[self.g.path_number[move.path]] & seat.posts & ~after.supplied
        if not ends:
            return after
        seats = with_seat(after.seats, state.turn, goods=seat.goods - 1, delivered=seat.delivered + 1)
        return changed(after, seats=seats, supplied=after.supplied | ends & -ends)


class NeutralPostsProduce(Catan):
    """What regions yield at neutral posts goes to the player who rolled."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Roll) or not isinstance(after.phase, Actions):
            return after
        for region in state.yields[move.low + move.high]:
            kind = self.g.map.resource[region]
            if region != state.robber and self.g.corner[region] & state.neutral and after.stacks[kind]:
                hand = plus(after.seats[state.turn].hand, kind, 1)
                seats = with_seat(after.seats, state.turn, hand=hand)
                after = changed(after, seats=seats, stacks=plus(after.stacks, kind, -1))
        return after


class ConsolationOnASeven(Catan):
    """Everybody takes a gold when a seven is rolled."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(after.phase, MoveRobber | Discarding) or not isinstance(move, m.Roll):
            return after
        seats = tuple(changed(seat, gold=seat.gold + 1) for seat in after.seats)
        return changed(after, seats=seats, bank=after.bank - len(seats))


class HalfIsRoundedUp(Catan):
    """Of nine cards five are returned after a seven."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(move, m.Roll) and isinstance(after.phase, Discarding):
            due = tuple((k, (sum(after.seats[k].hand) + 1) // 2) for k, _ in after.phase.due)
            after = changed(after, phase=Discarding(due))
        return after


class RobberMayStay(Catan):
    """The robber may be put back where he stood."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        return self.g.robber_to[: len(self.g.map.regions)] if isinstance(state.phase, MoveRobber) else legal

    def refusal(self, state: Table, move: Move) -> Refused | None:
        stays = isinstance(state.phase, MoveRobber) and move == self.g.robber_to[state.robber]
        return None if stays else super().refusal(state, move)


class CardsAreReadyAtOnce(Catan):
    """A card can be played in the turn in which it was bought."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Drawn):
            return after
        seat = after.seats[state.turn]
        cards = tuple(a + b for a, b in zip(seat.cards, seat.new_cards, strict=True))
        return changed(after, seats=with_seat(after.seats, state.turn, cards=cards, new_cards=self.g.no_cards))


class TwoCardsATurn(Catan):
    """Nobody remembers that a card was played this turn."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        return changed(after, card_played=False) if isinstance(move, m.Play) else after


class ArrowsBringTwoRoutes(Catan):
    """A double arrow brings two free routes."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if isinstance(move, m.Route) and isinstance(after.phase, FreeRoute) and isinstance(state.phase, Actions):
            after = changed(after, phase=evolve(after.phase, left=2))
        return after


class FourStepsForAGrain(Catan):
    """A grain moves a merchant up to four intersections."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.march_steps = 4


class CaravansLeaveTheRoutes(Catan):
    """A caravan may step onto a path without a route."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        every = self.g.onto if isinstance(state.phase, Driving) else ()
        return [*super().legal_moves(state), *(move for move in every if self._off(state, move))]

    def _off(self, state: Table, move: Move) -> bool:
        refused = Catan.refusal(self, state, move)
        return isinstance(move, m.Onto) and refused is not None and refused.clause == "drive.routes-only"

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if self._off(state, move) else super().refusal(state, move)

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(move, m.Onto) or state.taken >> self.g.path_number[move.path] & 1:
            return super().apply(state, move)
        caravans = list(state.seats[state.turn].caravans)
        assert isinstance(state.phase, Driving)
        caravans[state.phase.caravan] = self.g.path_number[move.path]
        return changed(state, seats=with_seat(state.seats, state.turn, caravans=tuple(caravans)), phase=Actions())


class ConnectedCitiesPayAgain(Catan):
    """It is forgotten which cities have been connected before, so each new route to them pays again."""

    def apply(self, state: Table, move: Move) -> Table:
        if not isinstance(move, m.Route) or not isinstance(state.phase, Actions | FreeRoute):
            return super().apply(state, move)
        after = super().apply(changed(state, connected=0), move)
        return changed(after, connected=after.connected | state.connected)


class OnlyTheBuilderIsPaid(Catan):
    """A connection pays the builder for all its routes, and the others nothing."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Route | m.Along) or after.bank == state.bank:
            return after
        gold = [seat.gold + (state.bank - after.bank if k == state.turn else 0) for k, seat in enumerate(state.seats)]
        return changed(after, seats=tuple(changed(s, gold=g) for s, g in zip(after.seats, gold, strict=True)))


class ShortStacksPayInPart(Catan):
    """If a stack is too small, those who come first in the turn still take what is left."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.Roll) or "production.shortage" not in after.events:
            return after
        kind = next(k for k in range(5) if state.stacks[k] == after.stacks[k] and state.stacks[k] < 3)
        if not state.stacks[kind]:
            return after
        hand = plus(after.seats[state.turn].hand, kind, state.stacks[kind])
        stacks = plus(after.stacks, kind, -after.stacks[kind])
        return changed(after, seats=with_seat(after.seats, state.turn, hand=hand), stacks=stacks)


class TokensOfTheWrongColour(Catan):
    """A region without number takes a token of another colour."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        discs = self.g.map.disc
        self.g.colour = tuple((c + 1) % 5 if d == "open" else c for c, d in zip(self.g.colour, discs, strict=True))


class ThreePurchasesATurn(Catan):
    """Gold buys three resources in a turn."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.buy_limit = 3


class TwoForOne(Catan):
    """Two equal cards buy another one."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.exchange_rate = 2


class PostsFreeNoGood(Catan):
    """The post founded comes off its good, and the good is not free."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.To) or "post.frees-good" not in after.events:
            return after
        return changed(after, seats=with_seat(after.seats, state.turn, goods=state.seats[state.turn].goods))


class PortsPayEverybody(Catan):
    """A port pays its coins for a post in any city."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.g.map = evolve(self.g.map, port=tuple(int(city) for city in self.g.map.is_city))


class TradesGoOneWay(Catan):
    """The partner in a trade gives and receives nothing."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.DealWith) or not move.partner:
            return after
        me, partner = state.turn, self.g.seat_number[move.partner]
        given = [max(0, a - b) for a, b in zip(state.seats[me].hand, after.seats[me].hand, strict=True)]
        hands = [
            tuple(h + s * g for h, g in zip(after.seats[k].hand, given, strict=True))
            for k, s in ((me, 1), (partner, -1))
        ]
        return changed(after, seats=with_seat(with_seat(after.seats, me, hand=hands[0]), partner, hand=hands[1]))


class TurnsGoTheOtherWay(Catan):
    """Turns go counter-clockwise."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, m.EndTurn):
            return after
        return changed(after, turn=(state.turn - 1) % self.g.players)


class TheRobberStealsFromAnybody(Catan):
    """Whoever moved the robber may choose any opponent with cards."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        if not isinstance(state.phase, Stealing):
            return super().legal_moves(state)
        others = [k for k, seat in enumerate(state.seats) if k != state.turn and any(seat.hand)]
        return [*(self.g.steal[k] for k in others), self.g.steal_nothing]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        return None if move in self.legal_moves(state) else super().refusal(state, move)


class PurchasesAreAlwaysListed(Catan):
    """The list of moves offers purchases that the rules refuse."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        legal = super().legal_moves(state)
        if not isinstance(state.phase, Actions):
            return legal
        return [*legal, *(move for move in self.g.buy if move not in legal)]


class TradesMustBeClosed(Catan):
    """Who asked for offers has to take one of them, even if it cannot be paid."""

    def legal_moves(self, state: Table) -> Sequence[Move]:
        return [move for move in super().legal_moves(state) if move != self.g.no_deal]

    def refusal(self, state: Table, move: Move) -> Refused | None:
        if move == self.g.no_deal:
            return Refused("trade.counter", "one of the offers has to be taken")
        return super().refusal(state, move)


BEGINNING = ("number 3", "number 4", "number 5", "number 4", "number 3", "robber to H(1,3)")
"""Tokens for the five dashed circles (pasture, forest, mountain, salt, arable), and the robber far from everybody."""


def fault(
    engine: Callable[[Rules], Catan],
    noticed_by: Set[str],
    game: tuple[str, ...],
    *,
    beginning: tuple[str, ...] = BEGINNING,
    games: int = 1,
    **more: Any,
) -> Fault:
    """A fault whose game, from the first roll on, comes after a beginning."""
    return Fault(engine, noticed_by, (*beginning, *game), setup="short-fixed", games=games, **more)


ORE_FOR_BLUE = ("number 3", "number 9", "number 5", "number 4", "number 3", "robber to H(1,3)")
SALT_FOR_BLUE = ("number 3", "number 4", "number 5", "number 11", "number 3", "robber to H(1,3)")

CONSERVED = "components_are_conserved"

FAULTS: tuple[Fault, ...] = (
    fault(
        PricesAreLost,
        {"prices_go_back_to_the_stacks", CONSERVED},
        ("roll 1 4", "route S(4,4) - Köln"),
        player="builder",
        found=8,
    ),
    fault(
        TollAtEachStep,
        {"tolls_are_paid_once_to_the_owner"},
        (
            "roll 1 1", "end turn", "roll 1 3", "route S(5,4) - Venezia", "end turn", "roll 1 1",
            "drive from S(5,4) - Praha", "onto S(5,4) - Venezia", "onto S(5,4) - Praha",
        ),
        player="crowder", games=1,
        found=15,
    ),
    fault(
        TollToTheBank,
        {"tolls_are_paid_once_to_the_owner"},
        (
            "roll 1 1", "end turn", "roll 1 3", "route S(5,4) - Venezia", "end turn", "roll 1 1",
            "drive from S(5,4) - Praha", "onto S(5,4) - Venezia",
        ),
        player="crowder", games=1,
        found=14,
    ),
    fault(
        OwnPostsTakeGoods,
        {"deliveries_go_to_foreign_posts", "goods_lie_under_foreign_posts", "what_is_carried_out_is_told"},
        ("roll 1 4", "route S(4,5) - Nürnberg", "drive from S(4,4) - Nürnberg", "onto S(4,5) - Nürnberg"),
        player="crowder",
        found=10,
    ),
    fault(NeutralPostsProduce, {"regions_yield_what_the_rulebook_says"}, ("roll 1 2",), player="miser", found=7),
    fault(ConsolationOnASeven, {"regions_yield_what_the_rulebook_says"}, ("roll 1 6",), player="miser", found=7),
    fault(
        HalfIsRoundedUp,
        {"a_seven_halves_full_hands"},
        ("roll 5 6", "end turn", "roll 5 6", "end turn", "roll 1 6"),
        beginning=SALT_FOR_BLUE,
        player="miser",
        found=11,
    ),
    fault(
        RobberMayStay,
        {"the_robber_goes_elsewhere"},
        ("roll 1 6", "robber to H(1,3)"),
        player="miser",
        games=1,
        found=8,
    ),
    fault(
        CardsAreReadyAtOnce,
        {"a_drawn_card_waits"},
        ("roll 4 6", "buy card", "drawn Lancier"),
        player="hoarder",
        found=9,
    ),
    fault(
        TwoCardsATurn,
        {"one_card_is_played_and_discarded"},
        (
            "roll 4 6", "buy card", "drawn Lancier", "end turn", "roll 1 1", "end turn", "roll 1 1", "end turn",
            "play Lancier",
        ),
        player="hoarder", games=2,
        found=16,
    ),
    fault(
        ArrowsBringTwoRoutes,
        {"double_arrows_bring_one_free_route"},
        ("roll 4 5", "end turn", "roll 1 1", "route Lyon - N(8,3)", "route S(7,3) - N(8,3)"),
        beginning=ORE_FOR_BLUE,
        player="builder",
        found=11,
    ),
    fault(
        FourStepsForAGrain,
        {"grain_buys_steps"},
        ("roll 1 2", "buy wool", "recruit at Nürnberg", "march from Nürnberg"),
        player="founder",
        found=13,
    ),
    fault(
        CaravansLeaveTheRoutes,
        {"caravans_step_from_route_to_route", "caravans_stand_beside_routes"},
        ("roll 1 1", "drive from S(4,4) - Nürnberg", "onto S(4,4) - N(6,4)"),
        player="crowder",
        found=9,
    ),
    fault(
        ConnectedCitiesPayAgain,
        {"connections_pay_their_routes"},
        ("roll 4 5", "end turn", "roll 1 1", "route S(5,4) - Venezia", "route S(6,4) - Venezia"),
        beginning=ORE_FOR_BLUE,
        player="builder",
        found=11,
    ),
    fault(
        OnlyTheBuilderIsPaid,
        {"connections_pay_their_routes"},
        ("roll 1 1", "end turn", "roll 1 1", "route S(5,4) - Venezia"),
        player="builder",
        found=10,
    ),
    fault(
        ShortStacksPayInPart,
        {"regions_yield_what_the_rulebook_says"},
        ("roll 1 5",),
        numbers={"resource.each": 5},
        player="miser",
        found=7,
    ),
    fault(
        TokensOfTheWrongColour,
        {"number_tokens_match_their_circles"},
        ("roll 1 2", "buy wool", "recruit at Nürnberg", "march from Nürnberg", "to Wroclaw", "number 9"),
        player="founder",
        found=17,
    ),
    fault(
        ThreePurchasesATurn,
        {"gold_buys_only_so_much_in_a_turn", "whatever_can_be_paid_can_be_done"},
        ("roll 1 1", "buy ore", "buy grain", "route S(4,4) - Köln"),
        player="builder",
        found=11,
    ),
    fault(TwoForOne, {"equal_cards_buy_another"}, ("roll 1 5", "exchange wood for wool"), player="carrier", found=8),
    fault(
        PostsFreeNoGood,
        {"a_merchant_in_a_free_city_becomes_a_post", "each_post_founded_frees_one_good", CONSERVED},
        ("roll 1 2", "buy wool", "recruit at Nürnberg", "march from Nürnberg", "to Berlin"),
        player="founder",
        found=14,
    ),
    fault(
        PortsPayEverybody,
        {"a_merchant_in_a_free_city_becomes_a_post"},
        ("roll 1 2", "buy wool", "recruit at Nürnberg", "march from Nürnberg", "to Berlin"),
        player="founder",
        found=14,
    ),
    fault(
        TradesGoOneWay,
        {"what_was_agreed_changes_hands"},
        ("roll 1 1", "give wood", "want ore", "propose", "accept", "decline", "deal with blue"),
        player="trader",
        found=13,
    ),
    fault(TurnsGoTheOtherWay, {"turns_go_clockwise"}, ("roll 1 1", "end turn"), player="miser", found=8),
    fault(
        TheRobberStealsFromAnybody,
        {"one_card_is_stolen_from_a_neighbour"},
        ("roll 1 6", "robber to H(6,3)", "steal from white"),
        player="miser",
        games=1,
        seed=2,
        found=9,
    ),
    fault(
        PurchasesAreAlwaysListed,
        {
            "listed and refused",
            "nobody_owes_anything",
            "gold_buys_only_so_much_in_a_turn",
            "whatever_can_be_paid_can_be_done",
        },
        ("roll 1 2", "buy wool"),
        player="carrier",
        found=8,
    ),
    fault(
        TradesMustBeClosed,
        {"nobody may move"},
        (
            "roll 1 1", "give wood", "want grain", "propose", "counter", "give salt", "want ore", "propose", "decline",
        ),
        player="trader",
        found=15,
    ),
)  # fmt: skip
"""What the campaign must find."""
