"""Each property cites clauses that exist, is exercised, reads what it says, and notices what breaks it.

A game's `tests/properties/<game>/breakers.py` says how: `SAMPLES` are the games to play, `BREAKERS` holds for
each property of positions and steps a function `(facts, before, move, after)` that makes a step that breaks it
from one that does not (None: this step does not lend itself), `GAMES` for whole-game properties a function that
breaks a finished game, and `WRONG_ENGINES` an engine for those that ask the engine.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

import pytest

from rulecheck.properties.batteries import Breakers, claims
from rulecheck.properties.batteries.material import Owed
from rulecheck.properties.batteries.suite import choices, properties_of, tables
from rulecheck.properties.invariants.declaring import Property, PropertySet
from rulecheck.spec import games

PROPERTIES = {game: properties_of(game) for game in games()}

each_game = pytest.mark.parametrize("game", games())
each = pytest.mark.parametrize(
    ("game", "claim"),
    [pytest.param(game, claim, id=f"{game}-{claim.name}") for game, some in PROPERTIES.items() for claim in some],
)


@cache
def breakers(game: str) -> Breakers:
    """How to break what a game's properties say; the breakers get the facts that the properties share."""
    facts = import_module(f"rulecheck.properties.{game}.facts").facts
    return Breakers.of(
        import_module(f"tests.properties.{game}.breakers"), facts, f"tests/properties/{game}/breakers.py"
    )


@cache
def record(game: str) -> claims.Record:
    """Some thousand moves, checked by everything."""
    return claims.record(game, PROPERTIES[game], breakers(game))


@each_game
def test_there_are_many_properties(game: str) -> None:
    assert len(PROPERTIES[game]) >= 30
    assert len({claim.name for claim in PROPERTIES[game]}) == len(PROPERTIES[game])


@each_game
def test_the_reference_breaks_none(game: str) -> None:
    claims.are_broken_by_none(record(game))


@each_game
def test_the_reference_breaks_none_under_all_other_readings_together(game: str) -> None:
    claims.hold_under_all_other_readings(game, PROPERTIES[game])


@each_game
def test_every_kind_of_move_is_looked_at_under_each_reading(game: str) -> None:
    claims.look_at_every_kind_of_move(game, PROPERTIES[game], choices(game), tables(game))


def test_a_kind_of_move_that_a_reading_brings_and_nothing_looks_at_is_noticed() -> None:
    """As if the property of the governor's choice had been forgotten with the reading."""
    left = [claim for claim in PROPERTIES["puerto_rico"] if "Fund" not in (claim.moves or ())]

    with pytest.raises(Owed, match=r"names Fund with bank\.cards=governor"):
        claims.look_at_every_kind_of_move(
            "puerto_rico", PropertySet(tuple(left)), choices("puerto_rico"), tables("puerto_rico")
        )


@each
def test_it_cites_clauses_that_exist_and_says_in_a_sentence_what_holds(game: str, claim: Property) -> None:
    claims.cites_clauses_that_exist(game, claim)


@each
def test_a_few_games_exercise_it(game: str, claim: Property) -> None:
    claims.is_exercised(claim, record(game), breakers(game))


@each
def test_it_looks_at_the_fields_it_names_only(game: str, claim: Property) -> None:
    claims.reads_what_it_says(claim, record(game))


@each
def test_it_notices_what_breaks_it(game: str, claim: Property) -> None:
    claims.notices_what_breaks_it(claim, record(game), breakers(game))


@each_game
def test_every_property_has_a_breaker_and_no_breaker_is_left_over(game: str) -> None:
    claims.have_a_breaker_each(PROPERTIES[game], breakers(game))
