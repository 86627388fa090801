"""What a property names is looked up before anything is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.invariants.checker import Checker
from rulecheck.properties.invariants.declaring import Property, PropertySet
from rulecheck.properties.invariants.name_checks import check_names, words_of
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import Engine
from rulecheck.spec import SpecError, games, make_rules, parse_rulebook
from tests.toy import market


def says_nothing(*given: Any) -> Iterator[str]:
    """Says nothing."""
    yield from ()


def claim(**names: Any) -> Property:
    return Property("a_claim", ("turn.buy",), "after" if "moves" in names else "holds", "", says_nothing, **names)


@pytest.fixture
def engine() -> market.MarketEngine:
    return market.build(make_rules(parse_rulebook(market.RULEBOOK, game="market", path="market.md")))


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a move": (
        {"moves": ("Buy", "Sel")},
        'property a_claim names the move "Sel", which does not exist; did you mean "Sell"?',
    ),
    "a move unlike any": (
        {"moves": ("Haggle",)},
        'property a_claim names the move "Haggle", which does not exist; '
        "the moves are: Buy, First, Gift, Pass, Roll, Sell",
    ),
    "a field": (
        {"reads": ("purses", "bnak")},
        'property a_claim names the field "bnak", which no position has; did you mean "bank"?',
    ),
    "a part of the values in a field": (
        {"reads": ("purses.coin",)},
        'property a_claim names the field "purses.coin", which purses do not have; did you mean "coins"?',
    ),
    "the values that are looked at one by one": (
        {"reads": ("purse.coins",), "each": "purse"},
        'property a_claim names the field "purse", which no position has; did you mean "purses"?',
    ),
}


@pytest.mark.parametrize(("names", "told"), WRONG.values(), ids=WRONG.keys())
def test_a_name_that_is_not_there_is_told_with_what_was_meant(
    engine: market.MarketEngine, names: dict[str, Any], told: str
) -> None:
    with pytest.raises(SpecError) as error:
        check_names([claim(**names)], engine)

    assert (error.value.what + "; " + error.value.hint) == told
    assert str(error.value).split(": ")[0].endswith(f"test_naming.py:{says_nothing.__code__.co_firstlineno}")


RIGHT: dict[str, dict[str, Any]] = {
    "all kinds of moves": {"moves": ("First", "Roll", "Buy", "Sell", "Gift", "Pass")},
    "no names": {},
    "fields": {"reads": ("bank", "purses.coins", "events")},
    "values one by one": {"reads": ("purses.coins", "purses.apples"), "each": "purses"},
}


@pytest.mark.parametrize("names", RIGHT.values(), ids=RIGHT.keys())
def test_names_that_are_there_are_fine(engine: market.MarketEngine, names: dict[str, Any]) -> None:
    check_names([claim(**names)], engine)


def test_a_checker_takes_no_property_with_such_a_name(engine: market.MarketEngine) -> None:
    with pytest.raises(SpecError, match='the move "Sel"'):
        Checker(engine, [claim(moves=("Sel",))])


def test_an_engine_whose_types_say_nothing_is_not_asked() -> None:
    class Untyped(Engine[Any, Any]):
        """Says nothing about its positions and moves."""

    words = words_of(Untyped)

    assert (words.moves, words.fields) == (None, None)


def test_a_campaign_ends_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = make_rules("new_world")
    monkeypatch.setattr(
        "rulecheck.properties.campaign.arena.load_properties", lambda modules: PropertySet((claim(moves=("Plaec",)),))
    )

    with pytest.raises(SpecError, match='the move "Plaec", which does not exist; did you mean "Place"'):
        Campaign(rules=[rules], games=1).run()


@pytest.mark.parametrize("game", games())
def test_our_engines_tell_their_moves_and_fields(game: str) -> None:
    """The twin of all above: an engine that told nothing would let every name pass."""
    words = words_of(type(build(make_rules(game))))

    assert words.moves is not None
    assert len(words.moves) >= 9
    assert words.fields is not None
    assert {"events", "phase", "turn"} <= words.fields.keys()
