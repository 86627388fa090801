"""What holds for every game by the contract, and the moves that are tried."""

from __future__ import annotations

from collections import Counter
from random import Random

from rulecheck.properties.invariants.contract_checks import listing, repeated, restored, unlisted
from rulecheck.properties.invariants.unlisted_moves import Tries
from tests.toy import trader
from tests.toy.trader import Done, Roll, Sell, Trader


def test_the_generic_checks_pass_on_a_sound_position(engine: Trader) -> None:
    state = engine.apply(engine.start(), Roll(3))
    legal = engine.legal_moves(state)

    assert list(listing(engine, state, legal)) == []
    assert list(unlisted(engine, state, legal, engine.all_moves(), clauses=trader.CLAUSES)) == []
    assert list(restored(engine, state, legal)) == []
    assert [violation for move in legal for violation in repeated(engine, state, move)] == []


def test_refusals_met_are_counted_by_clause(engine: Trader) -> None:
    state = engine.start()
    met: Counter[str] = Counter()
    list(unlisted(engine, state, engine.legal_moves(state), [Sell(), Done(), Roll(1)], refusals=met))

    assert met == {"turn.phase": 2}


def test_a_move_listed_twice_is_a_conflict(engine: Trader) -> None:
    state = engine.start()
    legal = engine.legal_moves(state)

    assert [violation.name for violation in listing(engine, state, [*legal, legal[0]])] == ["listed twice"]


def test_half_of_the_tries_are_of_open_kinds(engine: Trader) -> None:
    legal = engine.legal_moves(engine.start())
    drawn = Tries(engine).draw(legal, Random(1), 100)

    assert sum(isinstance(move, Roll) for move in drawn) >= 50
