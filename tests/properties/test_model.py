"""Properties: collected by module, run only where a move can have broken them, counted, and honest about reads."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulecheck.properties.model import (
    CONSERVATION,
    Checker,
    Property,
    PropertySet,
    Tries,
    conservation,
    faults_in,
    listing,
    properties_of,
    repeated,
    restored,
    undeclared_reads,
    unlisted,
)
from tests.toy import trader
from tests.toy.trader import Done, Flip, Roll, Sell, Table, Trader, toy


@pytest.fixture
def engine() -> Trader:
    return Trader(toy())


@pytest.fixture
def properties() -> PropertySet:
    return properties_of(trader)


def invariant(function: Any, *reads: str) -> Property:
    return Property(function.__name__, ("a.b",), "holds", "", function, reads or None)


def test_properties_are_collected_by_module(properties: PropertySet) -> None:
    assert [(one.kind, one.name) for one in properties] == [
        ("holds", "nobody_builds_with_too_much_grain"),
        ("holds", "houses_never_pass_the_goal"),
        ("holds", "peeks"),
        ("after", "a_sale_never_costs_coins"),
        ("whole_game", "games_end_for_a_reason"),
    ]
    assert properties["peeks"].doc.startswith("Reads a field")
    assert properties["a_sale_never_costs_coins"].moves == ("Sell",)


def test_every_violation_is_reported(engine: Trader) -> None:
    state = Table(phase="build", grain=(9, 0), houses=(7, 0), bank_grain=0)

    found = Checker(engine, properties_of(trader)).first(state)

    assert [(one.name, one.message) for one in found] == [
        (CONSERVATION, "16 grain expected, 9 found"),
        ("nobody_builds_with_too_much_grain", "9 grain in hand"),
        ("houses_never_pass_the_goal", "7 houses"),
    ]


def test_an_invariant_is_run_again_only_if_a_field_it_reads_changed(engine: Trader) -> None:
    ran: list[int] = []

    def about_grain(engine: Trader, state: Table) -> Iterator[str]:
        ran.append(state.season)
        return iter(())

    checker = Checker(engine, [invariant(about_grain, "grain")], generic=False)
    start = engine.start()
    checker.first(start)
    rolled = engine.apply(start, Roll(2))
    checker.step(start, Roll(2), rolled)
    flipped = engine.apply(rolled, Flip())
    checker.step(rolled, Flip(), flipped)

    assert len(ran) == 2, "at the start and after the roll; flipping touches no grain"
    assert checker.counts() == {"about_grain": 2}


def test_without_reads_an_invariant_is_run_every_time(engine: Trader) -> None:
    def anything(engine: Trader, state: Table) -> Iterator[str]:
        return iter(())

    checker = Checker(engine, [invariant(anything)], generic=False)
    start = engine.start()
    checker.first(start)
    rolled = engine.apply(start, Roll(2))
    checker.step(start, Roll(2), rolled)
    checker.step(rolled, Flip(), engine.apply(rolled, Flip()))

    assert checker.counts() == {"anything": 3}


def test_a_broken_invariant_stays_broken_until_it_holds_again(engine: Trader) -> None:
    def no_grain(engine: Trader, state: Table) -> Iterator[str]:
        if state.grain[0]:
            yield "grain"

    checker = Checker(engine, [invariant(no_grain, "grain")], generic=False)
    start = engine.start()
    checker.first(start)
    rolled = engine.apply(start, Roll(1))
    flipped = engine.apply(rolled, Flip())
    sold = engine.apply(flipped, Sell())

    assert [one.message for one in checker.step(start, Roll(1), rolled)] == ["grain"]
    assert [one.message for one in checker.step(rolled, Flip(), flipped)] == ["grain"]
    assert checker.step(flipped, Sell(), sold) == []


def test_a_position_that_does_not_follow_the_last_one_is_checked_in_full(engine: Trader) -> None:
    def no_grain(engine: Trader, state: Table) -> Iterator[str]:
        if state.grain[0]:
            yield "grain"

    checker = Checker(engine, [invariant(no_grain, "grain")], generic=False)
    checker.first(engine.start())
    other = Table(phase="market", grain=(3, 0), bank_grain=13)

    assert checker.step(other, Flip(), engine.apply(other, Flip())) != []


def test_step_properties_see_only_their_kinds_of_moves(engine: Trader, properties: PropertySet) -> None:
    checker = Checker(engine, properties)
    start = engine.start()
    checker.first(start)
    rolled = engine.apply(start, Roll(2))
    checker.step(start, Roll(2), rolled)

    assert checker.counts()["a_sale_never_costs_coins"] == 0
    checker.step(rolled, Sell(), engine.apply(rolled, Sell()))
    assert checker.counts()["a_sale_never_costs_coins"] == 1


def test_a_property_that_raises_is_broken_and_keeps_its_traceback(engine: Trader) -> None:
    def careless(engine: Trader, state: Table) -> Iterator[str]:
        yield str(1 // state.season)

    (found,) = Checker(engine, [invariant(careless)], generic=False).first(engine.start())

    assert found.kind == "broken"
    assert found.message.startswith("the property careless crashed: ZeroDivisionError")
    assert "in careless" in found.trace


def test_conservation_names_what_is_missing(engine: Trader) -> None:
    (found,) = Checker(engine).first(Table(coins=(1, 0)))

    assert found.message == "12 coins expected, 13 found"


def test_an_undeclared_read_is_noticed(engine: Trader, properties: PropertySet) -> None:
    state = engine.start()

    assert undeclared_reads(properties["peeks"], engine, state) == {"bank_coins"}
    assert undeclared_reads(properties["houses_never_pass_the_goal"], engine, state) == set()
    assert undeclared_reads(conservation(engine), engine, state) == set()


def test_looking_at_the_whole_position_counts_as_reading_every_field(engine: Trader) -> None:
    def whole(engine: Trader, state: Table) -> Iterator[str]:
        if len(vars(state)) < 2:
            yield "empty"

    assert "flipped" in undeclared_reads(invariant(whole, "grain"), engine, engine.start())


def test_the_generic_checks_pass_on_a_sound_position(engine: Trader) -> None:
    state = engine.apply(engine.start(), Roll(3))
    legal = engine.legal_moves(state)

    assert list(listing(engine, state, legal)) == []
    assert list(unlisted(engine, state, legal, engine.all_moves(), clauses=trader.CLAUSES)) == []
    assert list(restored(engine, state, legal)) == []
    assert [one for move in legal for one in repeated(engine, state, move)] == []


def test_refusals_met_are_counted_by_clause(engine: Trader) -> None:
    state = engine.start()
    met: Counter[str] = Counter()
    list(unlisted(engine, state, engine.legal_moves(state), [Sell(), Done(), Roll(1)], refusals=met))

    assert met == {"turn.phase": 2}


def test_a_move_listed_twice_is_a_conflict(engine: Trader) -> None:
    state = engine.start()
    legal = engine.legal_moves(state)

    assert [one.name for one in listing(engine, state, [*legal, legal[0]])] == ["listed twice"]


def test_half_of_the_tries_are_of_open_kinds(engine: Trader) -> None:
    legal = engine.legal_moves(engine.start())
    drawn = Tries(engine).draw(legal, Random(1), 100)

    assert sum(isinstance(move, Roll) for move in drawn) >= 50


def test_faults_in_tells_each_fault_with_its_move() -> None:
    moves = ["roll 1", "sell", "done", "skip", "roll 3", "done", "skip", "roll 4", "sell", "buy", "sell"]

    assert faults_in(Trader(toy()), moves, properties_of(trader)) == []
    assert faults_in(Trader(toy(faults=["leak"])), moves) == ["move 11: 16 grain expected, 15 found"]
    assert faults_in(Trader(toy()), ["roll 1", "buy"]) == [
        "move 2: buy is not legal: a tool costs two coins (market.buy)"
    ]


def test_playing_does_not_import_hypothesis() -> None:
    """It takes a third of a second to import, which every command would pay."""
    modules = "rulecheck.properties.campaign, rulecheck.properties.separate"
    code = f"import sys, {modules}; sys.exit('hypothesis' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
