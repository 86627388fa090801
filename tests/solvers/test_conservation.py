"""Conservation by execution: mistakes that only some numbers show, each in one function of an engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest

from rulecheck.reference_engines.catan_europe import trade
from rulecheck.reference_engines.catan_europe.table import GOLD, with_seat
from rulecheck.reference_engines.contract import changed
from rulecheck.reference_engines.puerto_rico import captain, storage
from rulecheck.reference_engines.puerto_rico.table import GOODS
from rulecheck.reference_engines.tuples import plus
from rulecheck.solvers.conservation import Group, by_place, executed, in_all, one_kind, read, written
from rulecheck.solvers.decision import Outcome, outcome_of
from rulecheck.solvers.induction import by_the_engine
from rulecheck.solvers.proof import Proof
from rulecheck.solvers.theorem import Verdict, theorem_named

unload, swap, load = storage.unload, trade.swap, captain.apply


def coffee_is_lost(g: Any, t: Any, events: Any) -> Any:
    """A full ship of 8 loses a barrel of coffee when it unloads."""
    coffee = GOODS.index("coffee")
    for (kind, count), room in zip(t.ships, g.capacity, strict=True):
        if room == 8 and kind == coffee and count == room:
            t = changed(t, supply=plus(t.supply, coffee, -1))
    return unload(g, t, events)


def gold_above_nine_is_lost(t: Any, partner: int, gives: Any, gets: Any) -> Any:
    """Of more than nine coins that one player gives another, one is lost."""
    after = swap(t, partner, gives, gets)
    if gives[GOLD] > 9:
        return changed(after, seats=with_seat(after.seats, partner, gold=after.seats[partner].gold - 1))
    return after


def full_coffee_sails(g: Any, t: Any, move: Any) -> Any:
    """A full ship of 8 with coffee sails at once."""
    after = load(g, t, move)
    for ship, (kind, count) in enumerate(after.ships):
        if g.capacity[ship] == 8 and kind == (coffee := GOODS.index("coffee")) and count == 8:
            supply = plus(after.supply, coffee, count)
            after = changed(after, supply=supply, ships=(*after.ships[:ship], (-1, 0), *after.ships[ship + 1 :]))
    return after


def decided(game: str, name: str, **changes: Any) -> Outcome:
    return outcome_of(theorem_named(game, name), changes)


@pytest.mark.campaign
def test_a_barrel_that_only_a_full_ship_of_coffee_loses_is_noticed() -> None:
    """storage.unload"""
    with mock.patch.object(storage, "unload", coffee_is_lost):
        outcome = decided("puerto_rico", "components-are-conserved")

    assert outcome.verdict is Verdict.REFUTED
    assert outcome.evidence is not None
    assert "barrels" in outcome.evidence.says


def test_gold_that_only_a_rich_trade_loses_is_noticed() -> None:
    """trade.goods"""
    with mock.patch.object(trade, "swap", gold_above_nine_is_lost):
        conserved = decided("catan_europe", "resources-and-gold-are-conserved")
        agreed = decided("catan_europe", "a-trade-moves-just-what-was-agreed", rule=gold_above_nine_is_lost)

    assert (conserved.verdict, agreed.verdict) == (Verdict.REFUTED, Verdict.REFUTED)
    assert conserved.evidence is not None
    assert "gold" in conserved.evidence.says


@pytest.mark.campaign
def test_a_full_ship_of_coffee_that_sails_at_once_is_noticed() -> None:
    """storage.unload"""
    outcome = decided("puerto_rico", "who-cannot-load-stays-unable", carried=full_coffee_sails)

    assert outcome.verdict is Verdict.REFUTED
    assert outcome.evidence is not None
    assert outcome.evidence.says.startswith("what bob, who can load nothing, could load after anna's load ")
    assert outcome.evidence.says.endswith("by the rulebook [], by the rule ['coffee']")


# ---- the kernel

GAME = "catan_europe"
CARDS = Group("cards", ("stacks", "seats.hand"), by_place(("a", "b", "c", "d", "e")), 5, one_kind)
GOLD_COINS = Group("gold", ("bank", "seats.gold"), in_all("gold"))


def run(apply: Callable[[Any, Any, Any], Any], steps: int = 300) -> tuple[Any, list[str]]:
    proof = Proof(GAME, (3,))
    return executed(proof, (CARDS, GOLD_COINS), [proof.engine(3)], steps, apply), proof.notes


def test_which_kinds_of_moves_were_executed_is_noted() -> None:
    wrong, notes = run(by_the_engine)

    assert wrong is None
    assert [note.split(":")[0] for note in notes[:2]] == ["cards", "gold"]
    assert "Roll" in notes[0]
    assert any(note.startswith("moves that these games did not come to: ") for note in notes)


def test_a_kind_of_move_that_looks_a_number_up_is_named_with_the_reason() -> None:
    wrong, notes = run(lambda engine, state, move: (range(999)[state.bank], engine.apply(state, move))[1])

    assert wrong is None
    assert "gold: executed for all numbers: none" in notes
    assert any(
        note.startswith("gold: looked at in games only, for an unknown number cannot be an index: ") for note in notes
    )


def test_fields_of_seats_are_read_and_written_seat_by_seat() -> None:
    start = Proof(GAME, (3,)).engine(3).named_start("ready")

    richer = written(start, {"bank": 7, "seats.gold": (1, 2, 3)})

    assert read(richer, ("bank", "seats.gold")) == {"bank": 7, "seats.gold": (1, 2, 3)}
    assert read(written(richer, read(start, ("bank", "seats.gold"))), ("seats",)) == {"seats": start.seats}
