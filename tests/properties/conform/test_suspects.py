"""Which clause a departure is put down to, and which moves are offered that the rules forbid."""

from __future__ import annotations

from random import Random

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.localization.search_context import SearchResult
from rulecheck.properties.conform.localization.spectrum import Spectrum
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.protocol.implementation import Implementation
from rulecheck.properties.conform.protocol.near_misses import Nearby
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Search
from rulecheck.reference_engines import build
from rulecheck.spec import make_rules
from tests.faults.puerto_rico.planted import CornSells


def differs(message: str) -> Divergence:
    return Divergence("state", "supply:sell", 9, message, ("house.full", "house.empty"))


def seen(*agreed: str) -> Spectrum:
    spectrum = Spectrum()
    spectrum.agreed.update(agreed)
    spectrum.part(differs("supply.corn is 9, not 10"))
    return spectrum


def test_of_clauses_that_are_as_likely_the_last_told_comes_first() -> None:
    """What a move carries out is told from the general to the special."""
    assert seen().suspects(differs("bank is 9, not 10")) == ("house.empty", "house.full")


def test_a_clause_that_was_carried_out_in_agreement_is_less_likely() -> None:
    spectrum = seen("house.empty", "house.empty")

    assert spectrum.suspects(differs("supply.corn is 9, not 10")) == ("house.full", "house.empty")


def test_moves_nearby_speak_of_what_is_there() -> None:
    """The robber may be sent back to where he stands, and not into the sea."""
    engine = build(make_rules("catan_europe", setup="short-fixed"))
    state = engine.start()
    beginning = ("number 3", "number 4", "number 5", "number 4", "number 3", "robber to H(1,3)", "roll 1 6")
    for text in beginning:
        state = engine.apply(state, engine.parse(text))
    legal = engine.legal_moves(state)
    all_there_are = [move for move in engine.all_moves() if isinstance(move, type(legal[0]))]

    near = Nearby(engine).draw(state, legal, Random(1), len(all_there_are))

    assert {str(move) for move in near} - {str(move) for move in legal} == {"robber to H(1,3)"}
    assert len(near) < len(all_there_are)


class Blind(Reference):
    """A reference that tells no positions."""

    state = Implementation.state


def sold_corn(kind: type[Reference]) -> SearchResult:
    rules = make_rules("puerto_rico", players=3)
    participant = InProcess(lambda: kind("puerto_rico", CornSells))
    return Search(rules=[rules], participant=participant, seed=1, games=10, cap=250, shrink_steps=1).run()


def test_what_follows_from_a_difference_in_the_position_is_put_down_to_it() -> None:
    """Who was paid for corn can buy more: that is no fault of the builder's."""
    assert {departure.kind for departure in sold_corn(Reference).departures} == {"state"}


def test_without_positions_what_follows_is_all_that_is_seen() -> None:
    assert "lists" in {departure.kind for departure in sold_corn(Blind).departures}
