"""Properties are run only where a move can have broken them, counted, and crashes are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.invariants.checker import Checker, evaluate
from rulecheck.properties.invariants.conservation import CONSERVATION
from rulecheck.properties.invariants.declaring import SELDOM, Property, PropertySet, When, properties_of
from rulecheck.properties.invariants.violation import crash
from rulecheck.reference_engines.contract import changed
from tests.toy import seldom, trader
from tests.toy.boards import FIRST, Boards, Counting, each_board, invariant, with_board
from tests.toy.trader import Done, Flip, Roll, Sell, Table, Trader, toy


def test_every_violation_is_reported(engine: Trader) -> None:
    state = Table(phase="build", grain=(9, 0), houses=(7, 0), bank_grain=0)

    violations = Checker(engine, properties_of(trader)).first(state)

    assert [(violation.name, violation.message) for violation in violations] == [
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

    assert [violation.message for violation in checker.step(start, Roll(1), rolled)] == ["grain"]
    assert [violation.message for violation in checker.step(rolled, Flip(), flipped)] == ["grain"]
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

    (violation,) = Checker(engine, [invariant(careless)], generic=False).first(engine.start())

    assert violation.kind == "broken"
    assert violation.message.startswith("the property careless crashed: ZeroDivisionError")
    assert "in careless" in violation.trace


@pytest.mark.parametrize(("where", "who"), [("apply", "the engine"), ("choose", "the player")])
def test_a_crash_says_who_crashed(where: str, who: str) -> None:
    violation = crash(where, ValueError("no moves"))

    assert violation.message == f"{who} crashed: ValueError: no moves"


def test_an_invariant_over_each_board_looks_at_those_that_changed() -> None:
    seen: list[int] = []
    checker = Checker(Counting(), [each_board(seen)], generic=False)  # type: ignore[arg-type]
    checker.first(FIRST)
    assert seen == [0, 1]

    after = with_board(FIRST, 1, gold=-2)
    (violation,) = checker.step(FIRST, "borrow", after)
    assert (violation.message, seen) == ("board 1 owes gold", [0, 1, 1])

    seen.clear()
    checker.first(FIRST)
    seen.clear()
    checker.step(FIRST, "fell", with_board(FIRST, 0, wood=2))
    assert seen == [], "wood is not what it reads"


def test_an_invariant_over_each_board_may_be_asked_about_a_position() -> None:
    violations = evaluate(each_board([]), Counting(), with_board(FIRST, 0, gold=-1))  # type: ignore[arg-type]

    assert [violation.message for violation in violations] == ["board 0 owes gold"]


def test_a_step_property_runs_when_its_keys_say_so_and_each_key_is_asked_once() -> None:
    asked: list[str] = []

    def rich(before: Boards, move: str, after: Boards) -> bool:
        asked.append(move)
        return after.bank > 1

    def complain(engine: Any, before: Boards, move: str, after: Boards) -> Iterator[str]:
        yield f"{move} is noticed"

    when = (When(rich),)
    about = [Property(name, ("a.b",), "after", "", complain, when=when) for name in ("one", "two")]
    poor, wealthy = changed(FIRST, bank=0), changed(FIRST, bank=9)
    engine: Any = Counting()
    checker = Checker(engine, about[:1], generic=False)
    assert checker.step(FIRST, "spend", poor) == []
    assert [violation.message for violation in checker.step(FIRST, "earn", wealthy)] == ["earn is noticed"]
    assert checker.counts() == {"one": 1}

    asked.clear()
    Checker(engine, [*about[:1], _again(about[1])], generic=False).step(FIRST, "earn", wealthy)
    assert asked == ["earn"]
    assert evaluate(about[0], engine, FIRST, "spend", poor) == []


def _again(claim: Property) -> Property:
    return evolve(claim, function=lambda *given: iter(()))


def test_every_so_manieth_game_looks_at_claims_with_a_share_at_all_steps() -> None:
    properties = properties_of(seldom)
    checker = Checker(Trader(toy()), properties, generic=False)

    routine = kinds_of_steps(checker)
    looked_at = [looked_at_in(checker, index, routine) for index in range(8)]

    assert looked_at[0] == looked_at[4] == {claim.name for claim in properties}
    assert all(names == {"always"} for index, names in enumerate(looked_at) if index % 4)


def test_at_steps_that_are_no_routine_every_claim_is_looked_at() -> None:
    checker = Checker(Trader(toy()), properties_of(seldom), generic=False)
    at_steps = {claim.name for claim in properties_of(seldom) if claim.kind == "after"}

    routine = kinds_of_steps(checker)
    rare = max(routine)
    for index in range(8):
        assert looked_at_in(checker, index) >= at_steps
        assert checker.kinds == routine
        looked_at_in(checker, index, routine - {rare})
        assert checker.kinds == {rare}


def test_a_game_that_is_looked_at_closely_looks_at_all_but_what_has_its_turn_seldom() -> None:
    """That, too, has its turn there; and at steps that are no routine it is looked at in any case."""
    longest = evolve(properties_of(seldom)["seldom"], share=SELDOM)
    others = [claim for claim in properties_of(seldom) if claim.name != longest.name]
    checker = Checker(Trader(toy()), [longest, *others], generic=False)
    routine = kinds_of_steps(checker)

    def looked_at(index: int, known: frozenset[int]) -> set[str]:
        checker.game(index, known, closely=True)
        return looked_at_now(checker)

    assert looked_at(1, frozenset()) == looked_at(SELDOM, routine) == looked_at(1, routine) | {longest.name}
    assert looked_at(1, routine) == {"always", "seldom_too"}


def test_where_components_are_not_counted_at_each_step_they_are_when_it_is_asked() -> None:
    """Every fourth game counts them at each step, and each at steps that are no routine."""
    engine = Trader(toy())
    checker = Checker(engine, [])
    start, lost = engine.start(), Table(phase="market", grain=(0, 0), bank_grain=0)

    def told(index: int, known: frozenset[int]) -> list[str]:
        checker.game(index, known)
        checker.first(start)
        return [violation.name for violation in checker.step(start, Roll(2), lost)]

    assert told(1, frozenset()) == [CONSERVATION]
    routine = frozenset(checker.kinds)
    assert told(4, routine) == [CONSERVATION]
    assert checker.conserved(lost) == [], "the step has told it"
    assert told(1, routine) == []
    assert [violation.name for violation in checker.conserved(lost)] == [CONSERVATION]
    checker.mute(CONSERVATION)
    assert checker.conserved(lost) == []


def test_in_a_long_game_that_is_looked_at_closely_what_it_has_met_becomes_routine() -> None:
    """Its share decides from then on; a kind of step that it has not met is looked at by every claim still."""
    checker = Checker(Trader(toy()), properties_of(seldom), generic=False)
    routine = kinds_of_steps(checker)

    looked_at_in(checker, None)
    checker.relax(1)
    assert looked_at_now(checker) == {"always"}

    looked_at_in(checker, None)
    checker.kinds.discard(max(routine))
    checker.relax(1)
    assert looked_at_now(checker) > {"always"}


def test_what_comes_often_in_one_game_is_routine_in_the_rest_of_it() -> None:
    """Also a kind of step that few games had; the next game looks at its first steps again."""
    checker = Checker(Trader(toy()), properties_of(seldom), generic=False)
    everything = looked_at_now(checker)

    for _ in range(2):
        checker.game(1)
        looked_at = [looked_at_now(checker) for _ in range(30)]
        assert looked_at[0] == everything
        assert looked_at[-1] == {"always"}


def kinds_of_steps(checker: Checker) -> frozenset[int]:
    looked_at_in(checker, None)
    return frozenset(checker.kinds)


def test_outside_a_campaign_a_claim_with_a_share_is_always_looked_at() -> None:
    checker = Checker(Trader(toy()), properties_of(seldom), generic=False)

    assert looked_at_in(checker, None) == {claim.name for claim in properties_of(seldom)}


def looked_at_in(checker: Checker, index: int | None, routine: frozenset[int] = frozenset()) -> set[str]:
    """The claims that one short game looks at."""
    checker.game(index, routine)
    return looked_at_now(checker, is_whole=True)


def looked_at_now(checker: Checker, *, is_whole: bool = False) -> set[str]:
    """The claims that are looked at in two positions and the step between them, and in the whole game."""
    engine = Trader(toy())
    checker.reset_counts()
    first = engine.start()
    state = engine.apply(first, Roll(1))
    checker.first(state)
    checker.step(state, Done(), after := engine.apply(state, Done()))
    if is_whole:
        checker.whole([state, after], [Done()], None)
    return {name for name, times in checker.counts().items() if times}
