"""What the rulebook does not distinguish must not matter: with names exchanged, steps come out the same or are told."""

from __future__ import annotations

import pytest

from rulecheck.properties.campaign.campaign import Campaign
from rulecheck.properties.invariants.violation import Violation
from rulecheck.properties.unforeseen.exchange import Exchange, cycle
from rulecheck.properties.unforeseen.paths import differences, general
from rulecheck.properties.unforeseen.symmetries import twins_of
from rulecheck.properties.unforeseen.symmetry import phase_of
from rulecheck.properties.unforeseen.watching import asymmetries
from rulecheck.reference_engines import build
from rulecheck.reference_engines.contract import CHANCE, changed
from rulecheck.reference_engines.puerto_rico.engine import PuertoRico
from rulecheck.reference_engines.puerto_rico.moves import Move
from rulecheck.reference_engines.puerto_rico.table import Table
from rulecheck.spec import make_rules


def test_names_are_exchanged_as_whole_words_in_keys_and_values() -> None:
    exchange = Exchange(cycle("red", "blue"))

    assert exchange.values({"red": ["hired", "blue trapper"], "n": 3}) == {"blue": ["hired", "red trapper"], "n": 3}


def test_a_longer_name_that_is_kept_stays_what_it_is() -> None:
    words = cycle("sugar", "coffee")

    assert Exchange(words, kept=("sugar mill",)).text("sugar in sugar mill") == "coffee in sugar mill"
    assert Exchange(words).text("sugar in sugar mill") == "coffee in coffee mill"


def test_names_can_be_exchanged_in_some_parts_of_a_position_only() -> None:
    position = Exchange(cycle("a", "b")).position({"turn": "a", "cards": {"a": 1}}, parts=("cards",))

    assert position == {"turn": "a", "cards": {"b": 1}}


def test_differences_are_named_by_the_part_they_are_in() -> None:
    told = list(differences({"bank": 1, "players": {"ann": {"coins": [1]}}}, {"players": {"ann": {"coins": [2]}}}))

    assert [(part.path, part.expected, part.there) for part in told] == [
        ("bank", "1", "nothing"),
        ("players.ann.coins", "[1]", "[2]"),
    ]
    assert [general(part.path, ("ann",)) for part in told] == ["bank", "players.*.coins"]


# The doubloons on the role cards of Puerto Rico


class AsBefore(PuertoRico):
    """The engine before there was a reading that says which cards a short bank pays."""

    def apply(self, state: Table, move: Move) -> Table:
        after = super().apply(state, move)
        return changed(after, events=tuple(event for event in after.events if event != "silent:bank.cards"))


def seen_where_the_bank_has(doubloons: int, kind: type[PuertoRico]) -> list[Violation]:
    """What every symmetry sees at the end of a round in which so many doubloons are left for four cards."""
    engine = kind(make_rules("puerto_rico", players=3))
    position = engine.to_json(engine.named_start("ready"))
    position["players"]["anna"]["doubloons"] += position["bank"] - doubloons
    position |= {"taken": {"settler": "anna", "builder": "bob"}, "bank": doubloons, "turn": "chris", "picker": "chris"}
    before, move = engine.from_json(position), engine.parse("choose craftsman")
    after = engine.play(before, move)
    return [
        told for twin in twins_of(engine, engine.rules, kind) for told in twin.violations(engine, before, move, after)
    ]


def test_a_bank_that_is_short_of_doubloons_pays_cards_in_an_order_that_nothing_states() -> None:
    """round.money-on-cards"""
    (told,) = seen_where_the_bank_has(2, AsBefore)

    assert told.key == "unforeseen:the order of the role cards:cards"
    assert "round.money-on-cards" in told.clauses
    assert "cards.settler is 1, and not 0, cards.captain is 0, and not 1" in told.message


@pytest.mark.parametrize("doubloons", [0, 3, 60])
def test_a_bank_that_pays_all_cards_or_none_chooses_nothing(doubloons: int) -> None:
    """round.money-on-cards, the other side"""
    assert seen_where_the_bank_has(doubloons, AsBefore) == []


def test_a_reading_that_says_what_happens_is_no_choice_that_nobody_wrote_down() -> None:
    """bank.cards"""
    assert seen_where_the_bank_has(2, PuertoRico) == []


@pytest.mark.campaign
def test_a_campaign_comes_to_the_short_bank_by_itself() -> None:
    """round.money-on-cards: what the default minute found before there was a reading."""
    rules = [make_rules("puerto_rico", players=players) for players in (3, 4, 5)]
    result = Campaign(rules=rules, seed=3, games=500, jobs=2, build=AsBefore, shrink_steps=10_000).run()

    assert "unforeseen:the order of the role cards:cards" in {finding.key for finding in result.findings}


@pytest.mark.parametrize("setup", ["short-fixed", "short-variable"])
def test_who_places_the_robber_may_be_known_by_their_name(setup: str) -> None:
    """robber.start: with the last token on a dashed circle red begins, or all roll in the order of their names."""
    engine = build(make_rules("catan_europe", setup=setup, readings={"robber.start": "first"}))
    twins = twins_of(engine, engine.rules, build)
    state = engine.start()

    while phase_of(engine.to_json(state)) == "dashed-token":
        move = engine.legal_moves(state)[0]
        after = engine.apply(state, move)
        assert [asymmetries(twin, engine, state, move, after) for twin in twins] == [[] for _ in twins]
        state = after
    assert engine.actor(state) == (0 if setup == "short-fixed" else CHANCE)
