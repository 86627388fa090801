"""Properties: collected by module, run only where a move can have broken them, counted, and honest about reads."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve, frozen

from rulecheck.properties.checker import Checker, evaluate
from rulecheck.properties.conservation import CONSERVATION, conservation
from rulecheck.properties.contract_checks import listing, repeated, restored, unlisted
from rulecheck.properties.declaring import Property, PropertySet, When, holds, properties_of
from rulecheck.properties.faults import faults_in
from rulecheck.properties.recording import undeclared_reads
from rulecheck.properties.touching import touched
from rulecheck.properties.tries import Tries
from rulecheck.properties.violation import crash
from rulecheck.reference_engines.contract import Position, Tally, changed, packed, unpacked
from tests.toy import seldom, trader
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


def test_a_package_gives_the_properties_of_all_its_modules_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = "from rulecheck.properties.declaring import holds\n@holds('a.b')\ndef {}(engine, state): yield ''\n"
    package = tmp_path / "two_claims"
    package.mkdir()
    (package / "__init__.py").write_text("from rulecheck.properties.declaring import properties_of\n")
    (package / "first.py").write_text(claim.format("one"))
    (package / "second.py").write_text("from two_claims.first import one\n" + claim.format("other"))
    (package / "__main__.py").write_text("raise SystemExit('run by an import')\n")
    monkeypatch.syspath_prepend(tmp_path)

    assert [claim.name for claim in properties_of("two_claims")] == ["one", "other"]
    assert [claim.name for claim in properties_of("two_claims.second")] == ["other"]


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


@pytest.mark.parametrize(("where", "who"), [("apply", "the engine"), ("choose", "the player")])
def test_a_crash_says_who_crashed(where: str, who: str) -> None:
    found = crash(where, ValueError("no moves"))

    assert found.message == f"{who} crashed: ValueError: no moves"


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


# Parts of a position: the values in a tuple, such as the players' boards


@frozen(slots=False)
class Board:
    gold: int = 0
    wood: int = 0


@frozen(slots=False, kw_only=True)
class Boards(Position):
    boards: tuple[Board, ...]
    bank: int = 0


class Counting:
    """As much of an engine as a checker asks: three gold and three wood, on boards and in the bank."""

    def tallies(self) -> tuple[Tally, ...]:
        return (
            Tally(("gold",), ("boards.gold", "bank"), lambda t: (t.bank,), "boards", lambda board: (board.gold,)),
            Tally(("wood",), ("boards.wood",), lambda t: (0,), "boards", self.wood_on),
        )

    def wood_on(self, board: Board) -> tuple[int]:
        self.counted.append(board)
        return (board.wood,)

    def totals(self) -> dict[str, int]:
        return {"gold": 3, "wood": 3}

    def inventory(self, state: Boards) -> dict[str, int]:
        gold, wood = self.tallies()
        return {"gold": gold.total(state)[0], "wood": wood.total(state)[0]}

    def __init__(self) -> None:
        self.counted: list[Board] = []


FIRST = Boards(boards=(Board(1, 1), Board(1, 2)), bank=1)


def with_board(t: Boards, nth: int, **changes: int) -> Boards:
    return changed(t, boards=(*t.boards[:nth], changed(t.boards[nth], **changes), *t.boards[nth + 1 :]))


def test_components_are_counted_again_only_where_a_part_changed() -> None:
    engine = Counting()
    checker = Checker(engine)  # type: ignore[arg-type]
    assert checker.first(FIRST) == []
    engine.counted.clear()

    paid = changed(with_board(FIRST, 0, gold=0), bank=2)
    assert checker.step(FIRST, "pay", paid) == []
    assert engine.counted == []

    moved = with_board(with_board(paid, 0, wood=0), 1, wood=3)
    assert checker.step(paid, "give", moved) == []
    assert engine.counted == list(moved.boards)


class CountingInOneNumber(Counting):
    """The same, both kinds counted in one number."""

    def tallies(self) -> tuple[Tally, ...]:
        reads = ("boards.gold", "boards.wood", "bank")
        return (
            Tally(("gold", "wood"), reads, lambda t: packed((t.bank, 0)), "boards",
                  lambda board: packed((board.gold, board.wood)), packed=True),
        )  # fmt: skip


def test_counts_in_one_number_add_up_and_come_out_again() -> None:
    assert unpacked(packed((3, 0, 70)) + packed((1, 2, -71)), 3) == (4, 2, -1)
    assert unpacked(packed((-1, 5)), 2) == (-1, 5)


def test_components_counted_in_one_number_are_told_one_by_one() -> None:
    checker = Checker(CountingInOneNumber())  # type: ignore[arg-type]
    assert checker.first(FIRST) == []
    paid = changed(with_board(FIRST, 0, gold=0), bank=2)
    assert checker.step(FIRST, "pay", paid) == []

    found = checker.step(paid, "lose", with_board(paid, 1, wood=1, gold=2))

    assert [one.message for one in found] == ["3 gold expected, 4 found", "3 wood expected, 2 found"]
    assert CountingInOneNumber().tallies()[0].total(FIRST) == (3, 3)


def test_a_component_lost_on_one_board_is_noticed() -> None:
    checker = Checker(Counting())  # type: ignore[arg-type]
    checker.first(FIRST)

    (found,) = checker.step(FIRST, "lose", with_board(FIRST, 1, wood=1))

    assert (found.name, found.message) == (CONSERVATION, "3 wood expected, 2 found")


def each_board(seen: list[int]) -> Property:
    def gold_is_not_owed(engine: Any, t: Boards, nth: int) -> Iterator[str]:
        seen.append(nth)
        if t.boards[nth].gold < 0:
            yield f"board {nth} owes gold"

    return Property("gold_is_not_owed", ("a.b",), "holds", "", gold_is_not_owed, ("boards.gold",), "boards")


def test_an_invariant_over_each_board_looks_at_those_that_changed() -> None:
    seen: list[int] = []
    checker = Checker(Counting(), [each_board(seen)], generic=False)  # type: ignore[arg-type]
    checker.first(FIRST)
    assert seen == [0, 1]

    after = with_board(FIRST, 1, gold=-2)
    (found,) = checker.step(FIRST, "borrow", after)
    assert (found.message, seen) == ("board 1 owes gold", [0, 1, 1])

    seen.clear()
    checker.first(FIRST)
    seen.clear()
    checker.step(FIRST, "fell", with_board(FIRST, 0, wood=2))
    assert seen == [], "wood is not what it reads"


def test_an_invariant_over_each_board_may_be_asked_about_a_position() -> None:
    found = evaluate(each_board([]), Counting(), with_board(FIRST, 0, gold=-1))  # type: ignore[arg-type]

    assert [one.message for one in found] == ["board 0 owes gold"]


def test_an_invariant_over_each_board_reads_boards_only() -> None:
    with pytest.raises(ValueError, match=r"reads boards\.… only"):
        holds("a.b", each="boards", reads=("bank",))(lambda engine, t, nth: iter(()))


def test_touching_a_part_is_told_from_touching_another() -> None:
    after = with_board(FIRST, 0, wood=5)

    assert touched(("boards.wood",), FIRST, after)
    assert touched(("boards",), FIRST, after)
    assert not touched(("boards.gold", "bank"), FIRST, after)


def test_an_undeclared_part_is_noticed() -> None:
    def sly(engine: Any, t: Boards) -> Iterator[str]:
        if t.boards[0].wood < 0:
            yield "wood"

    engine: Any = Counting()
    assert undeclared_reads(invariant(sly, "boards.gold"), engine, FIRST) == {"boards.wood"}
    assert undeclared_reads(invariant(sly, "boards.wood"), engine, FIRST) == set()
    assert undeclared_reads(each_board([]), engine, FIRST) == set()


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
    assert [one.message for one in checker.step(FIRST, "earn", wealthy)] == ["earn is noticed"]
    assert checker.counts() == {"one": 1}

    asked.clear()
    Checker(engine, [*about[:1], _again(about[1])], generic=False).step(FIRST, "earn", wealthy)
    assert asked == ["earn"]
    assert evaluate(about[0], engine, FIRST, "spend", poor) == []


def _again(one: Property) -> Property:
    return evolve(one, function=lambda *given: iter(()))


def test_every_so_manieth_game_looks_at_claims_with_a_share_at_all_steps() -> None:
    properties = properties_of(seldom)
    checker = Checker(Trader(toy()), properties, generic=False)

    routine = kinds_of_steps(checker)
    looked_at = [looked_at_in(checker, index, routine) for index in range(8)]

    assert looked_at[0] == looked_at[4] == {one.name for one in properties}
    assert all(names == {"always"} for index, names in enumerate(looked_at) if index % 4)


def test_at_steps_that_are_no_routine_every_claim_is_looked_at() -> None:
    checker = Checker(Trader(toy()), properties_of(seldom), generic=False)
    at_steps = {one.name for one in properties_of(seldom) if one.kind == "after"}

    routine = kinds_of_steps(checker)
    rare = max(routine)
    for index in range(8):
        assert looked_at_in(checker, index) >= at_steps
        assert checker.kinds == routine
        looked_at_in(checker, index, routine - {rare})
        assert checker.kinds == {rare}


def kinds_of_steps(checker: Checker) -> frozenset[int]:
    looked_at_in(checker, None)
    return frozenset(checker.kinds)


def test_outside_a_campaign_a_claim_with_a_share_is_always_looked_at() -> None:
    checker = Checker(Trader(toy()), properties_of(seldom), generic=False)

    assert looked_at_in(checker, None) == {one.name for one in properties_of(seldom)}


def looked_at_in(checker: Checker, index: int | None, routine: frozenset[int] = frozenset()) -> set[str]:
    """The claims that one short game looks at."""
    engine = Trader(toy())
    checker.game(index, routine)
    checker.reset_counts()
    first = engine.start()
    state = engine.apply(first, Roll(1))
    checker.first(state)
    checker.step(state, Done(), after := engine.apply(state, Done()))
    checker.whole([state, after], [Done()], None)
    return {name for name, times in checker.counts().items() if times}


class CountingWithATrip(CountingInOneNumber):
    """A board with nine gold cannot be counted."""

    def tallies(self) -> tuple[Tally, ...]:
        (tally,) = super().tallies()
        return (evolve(tally, count_one=lambda board: {g: packed((g, board.wood)) for g in range(9)}[board.gold]),)


def test_after_a_crash_everything_is_counted_anew() -> None:
    checker = Checker(CountingWithATrip())  # type: ignore[arg-type]
    assert checker.first(FIRST) == []

    (found,) = checker.step(FIRST, "trip", with_board(with_board(FIRST, 0, wood=5), 1, gold=9))

    assert found.name.startswith("crash in components_are_conserved: KeyError")
    assert checker.first(FIRST) == []
    assert checker.step(FIRST, "pay", changed(with_board(FIRST, 1, gold=0), bank=2)) == []
