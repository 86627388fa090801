"""Worked examples are played before the eyes of the properties: what a block does not ask about is noticed too."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulecheck.properties.examples import ExampleResult, run_examples, run_file
from rulecheck.properties.invariants.declaring import after, holds, properties_of
from rulecheck.spec import Rules, SpecError, parse_rulebook
from tests.toy import market


@holds("turn.buy", reads=("purses",))
def nobody_has_nine_coins(engine: Any, state: market.Market) -> Iterator[str]:
    """Nobody has nine coins."""
    for seat, purse in zip(engine.seats, state.purses, strict=True):
        if purse.coins == 9:
            yield f"{seat} has nine coins"


@after("turn.price", "turn.buy", moves=("Buy",))
def an_apple_costs_its_price(engine: Any, before: market.Market, move: market.Buy, now: market.Market) -> Iterator[str]:
    """Who buys pays the price."""
    before_it, after_it = before.purses[before.turn], now.purses[before.turn]
    paid = before_it.coins - after_it.coins
    if paid != before.price:
        yield f"{paid} coins were paid at a price of {before.price}"


Play = Callable[..., ExampleResult]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    book = parse_rulebook(market.RULEBOOK, game="market", path="market.md")
    properties = properties_of(sys.modules[__name__])

    def run(text: str, build: Any = market.build, *, strict: bool = False) -> ExampleResult:
        file = tmp_path / "mine.md"
        file.write_text(f"```example a.x\n{text.strip()}\n```\n")
        (result,) = run_file(file, book, build=build, properties=properties, strict=strict)
        return evolve(result, failures=tuple(text.replace(str(file), "mine.md") for text in result.failures))

    return run


class Generous(market.MarketEngine):
    """An engine in which apples cost nothing."""

    def _moved(self, state: market.Market, coins: int, apples: int, events: tuple[str, ...]) -> market.Market:
        return super()._moved(state, 0, apples, events)


def generous(rules: Rules) -> Generous:
    return Generous(rules)


BUYING = """
start = "ready"
[[step]]
do = "buy"
expect = { "players.ann.apples" = 1 } """

NINE = """
start = "ready"
numbers = { "coins.all" = 20 }
given = { "players.ann.coins" = 9 }
[[step]]
expect = { next = "ann" } """


def test_what_the_block_does_not_ask_about_is_told_with_property_clause_and_message(play: Play) -> None:
    result = play(BUYING, generous)

    assert (result.verdict, result.step) == ("fails", 1)
    assert result.failures == (
        "breaks an_apple_costs_its_price (turn.price, turn.buy): 0 coins were paid at a price of 1",
    )


def test_the_same_block_passes_on_the_right_engine(play: Play) -> None:
    assert play(BUYING).verdict == "passes"


def test_what_a_position_set_by_hand_breaks_is_a_note(play: Play) -> None:
    result = play(NINE)

    assert (result.verdict, result.failures) == ("passes", ())
    assert result.notes == ("could not come about: ann has nine coins (nobody_has_nine_coins)",)


def test_a_property_that_goes_on_to_be_broken_is_told_once(play: Play) -> None:
    result = play(NINE.replace("ann.coins", "bob.coins") + '\ndo = "buy"')

    assert (result.verdict, len(result.notes)) == ("passes", 1)


def test_what_a_move_breaks_is_a_failure_there_too(play: Play) -> None:
    result = play(f'{NINE}\ndo = "buy"', generous)

    assert (result.verdict, len(result.notes)) == ("fails", 1)
    assert [text.split(" (")[0] for text in result.failures] == ["breaks an_apple_costs_its_price"]


def test_strictly_a_position_set_by_hand_is_held_to_all(play: Play) -> None:
    result = play(NINE, strict=True)

    assert (result.verdict, result.step, result.notes) == ("fails", None, ())
    assert result.failures == ("breaks nobody_has_nine_coins (turn.buy): ann has nine coins",)


def test_a_property_that_a_block_leaves_out_with_a_reason_is_not_told(play: Play) -> None:
    assert play(f'unchecked = {{ nobody_has_nine_coins = "to show nine" }}\n{NINE}').verdict == "passes"


def test_the_others_still_are(play: Play) -> None:
    result = play(f'unchecked = {{ nobody_has_nine_coins = "to show nine" }}\n{NINE}\ndo = "buy"', generous)

    assert [text.split(" (")[0] for text in result.failures] == ["breaks an_apple_costs_its_price"]


def test_what_a_step_sets_by_hand_is_looked_at_in_that_step(play: Play) -> None:
    result = play(BUYING + "\n[[step]]\n" + 'given = { "players.bob.coins" = 9 }')

    assert (result.verdict, result.notes) == (
        "passes",
        ("could not come about: bob has nine coins (nobody_has_nine_coins)",),
    )


def test_a_property_left_out_for_nothing_is_told(play: Play) -> None:
    result = play('unchecked = { nobody_has_nine_coins = "to show nine" }' + BUYING)

    assert (result.verdict, result.failures) == (
        "broken",
        ("mine.md:2: nobody_has_nine_coins holds all through the example; take it out of `unchecked`",),
    )


def test_a_property_that_does_not_exist_is_told_with_what_was_meant(play: Play) -> None:
    result = play('unchecked = { nobody_has_nine_coin = "to show nine" }' + BUYING)

    assert (result.verdict, result.failures) == (
        "broken",
        ('mine.md:2: no property "nobody_has_nine_coin"; did you mean "nobody_has_nine_coins"?',),
    )


def test_a_reason_must_be_given(play: Play) -> None:
    result = play('unchecked = { nobody_has_nine_coins = "" }' + NINE)

    assert (result.verdict, result.failures) == (
        "broken",
        ('mine.md:2: expected a text for "nobody_has_nine_coins", found nothing',),
    )


def test_a_printed_example_that_is_false_does_not_excuse_the_engine(play: Play) -> None:
    block = f'false = "a misprint"\n{BUYING}'.replace('apples" = 1', 'apples" = 2')

    assert play(block).verdict == "example-fails"
    assert play(block, generous).verdict == "fails"


def test_a_property_that_names_what_is_not_there_is_no_examples_fault(tmp_path: Path) -> None:
    book = parse_rulebook(market.RULEBOOK, game="market", path="market.md")
    misnamed = evolve(properties_of(sys.modules[__name__])["an_apple_costs_its_price"], moves=("Byu",))

    with pytest.raises(SpecError, match='the move "Byu", which does not exist'):
        run_examples(book, build=market.build, properties=[misnamed])


def test_a_result_tells_what_happened_and_where_it_led(play: Play) -> None:
    result = play(BUYING)

    assert result.events == {"turn.buy"}
    assert result.reached is not None
    assert result.reached[1].turns == 1
