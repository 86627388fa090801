"""Which divergences are one departure: those of one key."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.localization.clustering import Cause, Clusters
from rulecheck.properties.conform.localization.search_context import GameLine, SearchContext
from rulecheck.properties.conform.lockstep.choice import Choice
from rulecheck.properties.conform.lockstep.departure import Departure
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.lockstep.observation import Difference
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Search
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.moves import Move, Sell
from rulecheck.reference_engines.puerto_rico.table import Table, change_seat
from rulecheck.spec import make_rules

RULES = make_rules("puerto_rico", players=3)
GAME = GameLine(0, 0, "even", ("choose trader", "sell corn"))


def differs(*parts: str, clauses: Sequence[str], kind: str = "state") -> Divergence:
    places = tuple(Difference((part,), part, 1, 2) for part in parts) if kind == "state" else ()
    return Divergence(kind, "+".join(parts), 2, "", tuple(clauses), differences=places, after="sell")


def _search() -> SearchContext:
    return SearchContext(Search(rules=[RULES], participant=InProcess(lambda: Reference("puerto_rico")), games=1))


def clusters(*divergences: Divergence) -> list[Cause]:
    """The causes of divergences in one game each."""
    known = Clusters(_search())
    for index, divergence in enumerate(divergences):
        known.note(GameLine(index, 0, "even", GAME.line), [divergence])
    return known.causes()


def test_what_has_the_same_clause_and_differs_in_the_same_parts_but_for_the_turn_is_one() -> None:
    seen = differs("bank", clauses=["trader.sell"]), differs("bank", "turn", clauses=["trader.sell"])

    (cause,) = clusters(*seen)

    assert cause.keys == ("state:bank:trader.sell", "state:bank+turn:trader.sell")
    assert cause.games == {0, 1}


def test_what_is_of_another_kind_with_the_same_clause_is_one() -> None:
    seen = differs("bank", clauses=["a"]), differs("next", clauses=["a"], kind="turn")

    assert len(clusters(*seen)) == 1


@pytest.mark.parametrize("parts", [("house",), ("bank", "house")])
def test_what_differs_in_other_parts_or_in_more_is_two(parts: tuple[str, ...]) -> None:
    assert len(clusters(differs("bank", clauses=["a"]), differs(*parts, clauses=["a"]))) == 2


def test_what_has_another_clause_is_two() -> None:
    assert len(clusters(differs("bank", clauses=["a"]), differs("bank", clauses=["b"]))) == 2


@pytest.mark.parametrize(
    ("differs", "explained", "first"),
    [
        (True, ["number"], "trader.privilege"),
        (True, ["number", "number"], "trader.sell"),
        (False, ["number"], "trader.sell"),
    ],
    ids=["amounts differ", "several numbers do", "no amounts"],
)
def test_the_clause_of_the_one_number_that_explains_an_amount_stands_first(
    differs: bool, explained: Sequence[str], first: str
) -> None:
    apart = (Difference(("bank",), "bank", 5, 6),) if differs else ()
    shown = Divergence("state" if differs else "turn", "bank", 4, "", ("trader.sell",), differences=apart)
    cause = Cause("state", "bank", ("trader.sell", "trader.privilege"))
    choices = [Choice(what, "trader.privilege", str(nth)) for nth, what in enumerate(explained)]

    assert Clusters(_search())._blamed(cause, shown, choices)[0] == first


class SalesAreFree(PuertoRico):
    """Whoever sells is paid nothing."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        if not isinstance(move, Sell):
            return after
        money = state.seats[state.turn].money
        paid = after.seats[state.turn].money - money
        return changed(after, seats=change_seat(after.seats, state.turn, money=money), bank=after.bank + paid)


class ThePointsFollowTheSale(SalesAreFree):
    """Besides, whoever sells gets a victory point: that is never seen but where the price is wrong as well."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        paid = PuertoRico.apply(self, state, move).seats[state.turn].money - state.seats[state.turn].money
        if not isinstance(move, Sell) or not paid or state.seats[state.turn].goods[0]:
            return after
        points = after.seats[state.turn].points + 1
        return changed(after, seats=change_seat(after.seats, state.turn, points=points))


def searched(engine: type[PuertoRico]) -> tuple[Departure, ...]:
    participant = InProcess(lambda: Reference("puerto_rico", engine))
    return Search(rules=[RULES], participant=participant, seed=1, games=6, cap=120, shrink_steps=0).run().departures


def test_a_fault_that_shows_only_beside_another_is_told() -> None:
    """Each is a departure, though one clause is blamed for both: the second differs in more than the first."""
    alone, both = searched(SalesAreFree), searched(ThePointsFollowTheSale)

    assert {departure.parts for departure in alone} == {("bank", "players.*.doubloons")}
    assert {departure.parts for departure in both} == {
        ("bank", "players.*.doubloons"),
        ("bank", "players.*.doubloons", "players.*.points"),
    }
