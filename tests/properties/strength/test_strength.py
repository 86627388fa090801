"""Changes of cited functions: what is changed, what notices it, and the figures that come of it."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve, frozen

from rulecheck.properties.strength.changes import CannotChange, Change, changes_in, make
from rulecheck.properties.strength.looks import Examples, Games, Notice, OtherReadings, Question, news
from rulecheck.properties.strength.table import Excuse, figures, read_excuses
from rulecheck.properties.strength.trying import (
    Kept,
    Trial,
    Unchanged,
    Until,
    digest,
    sample,
    try_changes,
)
from rulecheck.spec.errors import SpecError

RULE = '''
from __future__ import annotations
from attrs import evolve, frozen
from rulecheck.reference_engines.contract import cites

@frozen
class Purse:
    coins: int
    is_open: bool

@cites("buy.afford", "buy.room")
def can_buy(money: int, price: int = 3, room: int = 1) -> bool:
    """Whether 1 can be bought: "1 < 2" here is no code."""
    if money < price:  # buy.afford
        return False
    return room > 0

@cites("count.all")
def counted(heap: list[int]) -> int:
    """How much a heap and one thing more are."""
    total = 0
    total += 1
    for count in heap:
        if count == 0:
            continue
        total += count
    for one, two in zip(heap, heap, strict=True):
        assert one is two
    return total

@cites("made.all")
def made(coins: int) -> tuple[Purse, Purse]:
    """A purse as it is made, and as it is changed."""
    purse = Purse(coins=coins, is_open=False)
    return purse, evolve(purse, coins=purse.coins + coins, is_open=True)

@cites("rank.all")
def rank(money: int, room: int) -> tuple[int, int]:
    """What is compared."""
    return money, room

@cites("asked.all")
def asked(heap: list[int]) -> int:
    """It asks another."""
    return counted(heap)

@cites("heaped.all", "made.all")
def heaped(table: Heap, more: str) -> Heap:
    """It asks another."""
    return plumbing(table)

@cites("buy.room")
def refusal(room: int, is_open: bool) -> str | None:
    """Why nothing goes in."""
    if room == 7:
        return None
    if room:
        if is_open:
            return None
        return "closed"
    else:
        return None

def plumbing(a: int) -> int:
    return a + 1
'''
USER = "from {name}.rule import can_buy\n\ndef ask() -> bool:\n    return can_buy(3)\n"
CLAUSES = ("buy.afford", "buy.room", "count.all", "rank.all", "asked.all", "heaped.all", "made.all")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[str]:
    """A package whose module `rule` cites clauses, and another that imports from it."""
    name = f"package_of_{abs(hash(request.node.name))}"
    home = tmp_path / name
    home.mkdir()
    (home / "__init__.py").write_text("")
    (home / "rule.py").write_text(RULE)
    (home / "user.py").write_text(USER.format(name=name))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield name
    for module in [module for module in sys.modules if module.startswith(name)]:
        del sys.modules[module]


def listed(package: str) -> dict[str, Change]:
    return {change.what: change for change in all_changes(package)}


def all_changes(package: str) -> list[Change]:
    return changes_in([importlib.import_module(f"{package}.rule")], CLAUSES)


# ---- what is changed


def test_a_change_concerns_the_clause_that_its_line_names(package: str) -> None:
    assert listed(package)["money < price -> money <= price"].clauses == ("buy.afford",)


def test_a_change_of_a_line_that_names_none_concerns_all_that_the_function_cites(package: str) -> None:
    assert listed(package)["room > 0 -> room >= 0"].clauses == ("buy.afford", "buy.room")


def test_signatures_docstrings_and_functions_that_cite_nothing_are_left_alone(package: str) -> None:
    changes = listed(package)

    assert {change.function for change in changes.values()} == {
        "can_buy", "counted", "made", "rank", "asked", "heaped", "refusal"
    }  # fmt: skip
    assert not any(change.line in (12, 13) for change in changes.values())


def test_the_belief_that_two_lists_are_as_long_is_left_alone(package: str) -> None:
    changes = {change.what for change in all_changes(package) if change.function == "counted"}

    assert "True -> False" not in changes
    assert "one is two -> one is not two" in changes


def test_steps_are_left_out_but_for_the_last_one(package: str) -> None:
    changes = [change for change in all_changes(package) if change.function != "made"]
    left_out = {change.what for change in changes if change.what.endswith("left out")}

    assert left_out == {
        "return False -> left out", "total += 1 -> left out", "continue -> left out", "total += count -> left out",
        "return None -> left out", "return 'closed' -> left out",
    }  # fmt: skip


def test_an_end_that_comes_to_the_same_as_going_on_is_no_change(package: str) -> None:
    """The two that more follows upon are left out, the last `return None` is not."""
    ends = [change.line for change in all_changes(package) if change.what == "return None -> left out"]

    assert [RULE.splitlines()[line - 2].strip() for line in ends] == ["if room == 7:", "if is_open:"]


@pytest.mark.parametrize(
    ("what", "coins", "is_open"),
    [
        ("Purse(coins=coins) -> nothing", (0, 3), (False, True)),
        ("evolve(coins=purse.coins + coins) -> left out", (3, 3), (False, True)),
        ("evolve(is_open=True) -> left out", (3, 6), (False, False)),
    ],
)
def test_what_something_is_made_with_is_nothing_and_what_is_changed_stays(
    package: str, what: str, coins: tuple[int, int], is_open: tuple[bool, bool]
) -> None:
    rule = importlib.import_module(f"{package}.rule")
    assert [(purse.coins, purse.is_open) for purse in rule.made(3)] == [(3, False), (6, True)]

    make(listed(package)[what])

    purses = rule.made(3)
    assert (tuple(p.coins for p in purses), tuple(p.is_open for p in purses)) == (coins, is_open)


def test_values_of_one_kind_that_are_answered_in_an_order_are_exchanged(package: str) -> None:
    (change,) = (change for change in all_changes(package) if change.function == "rank")
    rule = importlib.import_module(f"{package}.rule")

    make(change)

    assert rule.rank(3, 1) == (1, 3)


def test_a_function_that_only_asks_another_answers_something_else(package: str) -> None:
    """One more where it is a number, what it was given where it answers with its like."""
    rule = importlib.import_module(f"{package}.rule")
    changes = {change.function: change for change in all_changes(package)}

    for name in ("asked", "heaped"):
        make(changes[name])

    assert (rule.asked([2, 0, 3]), rule.heaped(5, "")) == (7, 5)


@pytest.mark.parametrize(
    ("what", "answer"), [("total += 1 -> left out", 5), ("total += count -> left out", 1), ("1 -> 2", 7)]
)
def test_what_is_left_out_or_turned_is_so_when_it_runs(package: str, what: str, answer: int) -> None:
    rule = importlib.import_module(f"{package}.rule")
    assert rule.counted([2, 0, 3]) == 6

    make(next(change for change in all_changes(package) if change.function == "counted" and change.what == what))

    assert rule.counted([2, 0, 3]) == answer


def test_a_change_reaches_wherever_the_function_was_imported_to(package: str) -> None:
    user = importlib.import_module(f"{package}.user")
    assert user.ask() is True

    make(listed(package)["money < price -> money <= price"])

    assert user.ask() is False


def test_a_function_that_was_edited_since_is_not_changed(package: str, tmp_path: Path) -> None:
    change = listed(package)["money < price -> money <= price"]
    (tmp_path / package / "rule.py").write_text(RULE.replace("money < price", "price > money"))

    with pytest.raises(CannotChange, match="not as it was"):
        make(change)


def test_every_function_has_its_turn_before_any_has_a_second(package: str) -> None:
    changes = all_changes(package)

    assert len({change.function for change in sample(changes, 7, seed=5)}) == 7
    assert sample(changes, 3, seed=5) == sample(changes, 3, seed=5)
    assert sample(changes, None, seed=5) == changes


# ---- what notices it


@frozen
class Asks:
    """Looks whether somebody with 3 can buy for 3."""

    package: str
    is_dear: bool = False

    def __call__(self, question: Question) -> list[Notice]:
        return [] if importlib.import_module(f"{self.package}.user").ask() else [Notice("ask", "buys", ("buy.afford",))]


@frozen
class Blind:
    is_dear: bool = True

    def __call__(self, question: Question) -> list[Notice]:
        return []


@frozen
class Hangs:
    is_dear: bool = True

    def __call__(self, question: Question) -> list[Notice]:
        while True:
            time.sleep(1)  # until it is killed


@frozen
class Spins:
    is_dear: bool = False

    def __call__(self, question: Question) -> list[Notice]:
        while True:
            pass


@frozen
class Fails:
    is_dear: bool = True

    def __call__(self, question: Question) -> list[Notice]:
        raise RuntimeError("out of its mind")


BEFORE = Unchanged((), 0.0)


def trial(package: str, what: str, *looks: object, limit: float = 60, until: Until = "all") -> Trial:
    importlib.import_module(f"{package}.user")
    changes = [listed(package)[what]]
    (tried,) = try_changes("market", changes, looks, BEFORE, 1, limit, until=until)  # type: ignore[arg-type]
    return tried


def test_a_change_that_a_look_sees_is_noticed(package: str) -> None:
    tried = trial(package, "money < price -> money <= price", Asks(package))

    assert (tried.outcome, tried.names("buy.afford"), tried.names("buy.room")) == ("noticed", True, False)


def test_a_change_that_it_does_not_see_is_not(package: str) -> None:
    """The twin: the same look, another change."""
    assert trial(package, "room > 0 -> room >= 0", Asks(package)).outcome == "unnoticed"


def test_the_process_that_asks_stays_as_it_was(package: str) -> None:
    trial(package, "money < price -> money <= price", Asks(package))

    assert importlib.import_module(f"{package}.user").ask() is True


def test_a_dear_look_is_asked_only_where_nothing_has_noticed(package: str) -> None:
    assert trial(package, "money < price -> money <= price", Asks(package), Fails()).outcome == "noticed"
    assert trial(package, "room > 0 -> room >= 0", Asks(package), Fails()).outcome == "crashed"


def test_looks_that_cost_little_are_all_asked(package: str) -> None:
    tried = trial(package, "money < price -> money <= price", Asks(package), Asks(package))

    assert len(tried.noticed) == 2


def test_nothing_more_is_asked_once_one_has_noticed_if_the_first_is_enough(package: str) -> None:
    """The twin: the same looks."""
    tried = trial(package, "money < price -> money <= price", Asks(package), Asks(package), until="first")

    assert len(tried.noticed) == 1


def test_looks_are_asked_until_something_names_each_clause_if_that_is_wanted(package: str) -> None:
    """The twin above asks all looks, as nothing says how long."""
    named = trial(package, "money < price -> money <= price", Asks(package), Asks(package), until="named")
    assert len(named.noticed) == 1


def test_examples_that_name_the_clause_of_a_change_come_first(tmp_path: Path) -> None:
    """Both blocks are wrong; the second names `win.money`."""
    blocks = tmp_path / "wrong.md"
    blocks.write_text(
        """```example wrong.first\n[[step]]\nlegal = []\n```\n\n"""
        """```example wrong.second\n[[step]]\nrefuse = { "done" = "win.money" }\nlegal = []\n```\n"""
    )

    def wrong(*clauses: str) -> list[str]:
        return [notice.name for notice in Examples((blocks,))(Question("power_grid", clauses))]

    assert wrong() == ["wrong.first", "wrong.second"]
    assert wrong("win.money") == ["wrong.second", "wrong.first"]
    only = Examples((blocks,), only_named=True)
    assert [notice.name for notice in only(Question("power_grid", ("win.money",)))] == ["wrong.second"]


def test_what_hangs_is_ended_and_counts_as_noticed(package: str) -> None:
    tried = trial(package, "room > 0 -> room >= 0", Hangs(), limit=0.5)

    assert (tried.outcome, tried.is_noticed) == ("endless", True)


def test_a_look_that_takes_much_longer_than_without_the_change_is_ended(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long before the whole trial would be: one that runs for ever does so in the first look that plays it."""
    monkeypatch.setattr("rulecheck.properties.strength.trying.AT_LEAST_ONE", 0.2)

    tried = trial(package, "room > 0 -> room >= 0", Spins(), Fails())
    seen = trial(package, "money < price -> money <= price", Asks(package), Spins())

    assert (tried.outcome, "processor time" in tried.why) == ("endless", True)
    assert [notice.look for notice in seen.noticed] == ["ask"]


def test_what_was_wrong_before_is_no_notice() -> None:
    old, new = Notice("campaign", "endless"), Notice("campaign", "broken: it")

    assert list(news([old, new], [old])) == [new]


def test_the_unchanged_games_are_quiet_under_all_readings() -> None:
    question = Question("power_grid", ())

    assert [list(look(question)) for look in (Examples(), Games(4), OtherReadings())] == [[], [], []]


# ---- what is kept


def a_trial(**more: object) -> Trial:
    given = {
        "key": "k", "where": "rule.f", "line": 7, "what": "a -> b", "clauses": ("buy.afford",), "outcome": "unnoticed",
    }  # fmt: skip
    return Trial(**{**given, **more})  # type: ignore[arg-type]


def test_a_run_goes_on_from_the_trials_that_were_kept(tmp_path: Path) -> None:
    kept = Kept.open(tmp_path / "trials.jsonl", "this")
    seen = a_trial(outcome="noticed", noticed=(Notice("ask", "buys", ("buy.afford",)),))
    kept.add(seen)

    assert Kept.open(tmp_path / "trials.jsonl", "this").trials == {"k": seen}


def test_trials_of_something_else_are_not_gone_on_from(tmp_path: Path) -> None:
    Kept.open(tmp_path / "trials.jsonl", "this").add(a_trial())

    assert Kept.open(tmp_path / "trials.jsonl", "that").trials == {}


def test_a_line_that_was_cut_off_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "trials.jsonl"
    Kept.open(path, "this").add(a_trial())
    with path.open("a") as file:
        file.write('{"key": "cut o')

    assert list(Kept.open(path, "this").trials) == ["k"]


def test_an_edited_file_makes_another_digest(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("a = 1\n")
    before = digest([tmp_path])
    assert digest([tmp_path]) == before

    (tmp_path / "a.py").write_text("a = 2\n")

    assert digest([tmp_path]) != before


# ---- the figures


def test_a_clause_whose_changes_nothing_notices_is_empty() -> None:
    strength = figures("market", 9, [a_trial()], ["buy.afford"])

    assert strength.clauses[0].is_empty
    assert strength.share == 0
    assert strength.to_json()["unnoticed"] == [{"function": "rule.f", "line": 7, "change": "a -> b"}]


def test_a_change_that_nothing_can_notice_does_not_count() -> None:
    excuse = Excuse("rule.f", "a -> b", "both come to the same")

    strength = figures("market", 9, [a_trial()], ["buy.afford"], [excuse])

    assert (strength.excused, strength.share, strength.clauses[0].is_empty) == (1, 1.0, False)


def test_a_change_that_was_noticed_is_counted_by_what() -> None:
    noticed = a_trial(outcome="noticed", noticed=(Notice("campaign", "broken: it", ("buy.afford",)),))

    row = figures("market", 9, [noticed, evolve(noticed, key="l", noticed=(Notice("ask", "x"),))], ["buy.afford"])

    assert (row.clauses[0].noticed, row.clauses[0].named) == (2, 1)
    assert dict(row.clauses[0].by) == {"campaign": 1, "ask": 1}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[excused]]\nfunction = "f"\nchange = "a"\n', "because is missing"),
        ('[[excused]]\nfunction = "f"\nchange = "a"\nbecause = "b"\nwhy = "c"\n', 'unknown key "why"'),
        ('[excuse]\nfunction = "f"\n', 'no table "excuse" here'),
    ],
)
def test_an_excuse_that_is_none_is_told(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "excused.toml").write_text(text)

    with pytest.raises(SpecError, match=says):
        read_excuses(tmp_path / "excused.toml")
