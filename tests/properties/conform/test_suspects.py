"""Which clause a departure is put down to, and which moves are offered that the rules forbid."""

from __future__ import annotations

from random import Random

from attrs import evolve

from rulecheck.properties.conform.driver.participant import InProcess
from rulecheck.properties.conform.localization.search_context import SearchResult
from rulecheck.properties.conform.localization.spectrum import Spectrum, clues_of
from rulecheck.properties.conform.localization.wording import affinity, allowance, words
from rulecheck.properties.conform.lockstep.divergence import Divergence
from rulecheck.properties.conform.protocol.implementation import Implementation
from rulecheck.properties.conform.protocol.near_misses import Nearby
from rulecheck.properties.conform.protocol.reference import Reference
from rulecheck.properties.conform.search.conformance import Search
from rulecheck.reference_engines import build
from rulecheck.spec import make_rules
from tests.faults.puerto_rico.planted import CornSells

SAYS = {"house.empty": "Barrels of a full house go to the supply.", "house.full": "A full house buys nothing."}


def differs(message: str) -> Divergence:
    return Divergence("state", "supply:sell", 9, message, ("house.full", "house.empty"))


def seen(*agreed: str) -> Spectrum:
    spectrum = Spectrum()
    spectrum.agreed.update(agreed)
    spectrum.part(differs("supply.corn is 9, not 10"))
    return spectrum


def test_of_clauses_that_are_as_likely_the_one_that_speaks_of_the_difference_comes_first() -> None:
    assert seen().suspects(differs("supply.corn is 9, not 10"), SAYS.__getitem__) == ("house.empty", "house.full")


def test_where_no_clause_speaks_of_the_difference_the_last_told_comes_first() -> None:
    """What a move carries out is told from the general to the special."""
    assert seen().suspects(differs("bank is 9, not 10"), SAYS.__getitem__) == ("house.empty", "house.full")


def test_a_clause_that_was_carried_out_in_agreement_is_less_likely_whatever_it_speaks_of() -> None:
    spectrum = seen("house.empty", "house.empty")

    assert spectrum.suspects(differs("supply.corn is 9, not 10"), SAYS.__getitem__) == ("house.full", "house.empty")


def test_of_what_a_missed_move_carries_out_the_clause_that_allows_it_comes_first() -> None:
    says = {"run.paid": "Whoever supplies cities is paid.", "run.fewer": "Players are free to run fewer plants."}
    missed, stays = Divergence("misses", "done", 3, "", tuple(says)), Divergence("turn", "next", 3, "", tuple(says))
    spectrum = Spectrum()
    spectrum.part(missed)
    spectrum.part(stays)

    assert spectrum.suspects(missed, says.__getitem__) == ("run.fewer", "run.paid")
    assert spectrum.suspects(stays, says.__getitem__) == ("run.paid", "run.fewer")


def test_what_is_missing_is_rather_owed_to_a_clause_that_speaks_of_what_is_told_of_these_moves_alone() -> None:
    says = {"trade.offer": "A player offers cards.", "trade.goods": "Cards and gold are traded."}
    missed = Divergence("misses", "give", 3, "", tuple(says))
    gold = evolve(
        missed, missing=frozenset({"give gold", "give gold 2"}), listed=frozenset({"give wool", "give salt 2"})
    )
    spectrum = Spectrum()
    spectrum.part(missed)

    assert spectrum.suspects(missed, says.__getitem__) == ("trade.offer", "trade.goods")
    assert spectrum.suspects(gold, says.__getitem__) == ("trade.goods", "trade.offer")
    assert clues_of(evolve(gold, missing=frozenset({"give gold", "give salt"}))) == frozenset()
    assert clues_of(evolve(gold, listed=frozenset())) == frozenset(), "nothing tells what is missing from what is not"


def test_that_something_may_be_done_allows_it() -> None:
    assert allowance({"march.pass": "It may move over posts.", "march.stop": "It stops."}) == {
        "march.pass": 1.0,
        "march.stop": 0.0,
    }


def test_words_that_all_clauses_have_tell_nothing() -> None:
    assert set(affinity(words("house"), SAYS).values()) == {0.0}
    assert affinity(words("supplies"), SAYS) == {"house.empty": 1.0, "house.full": 0.0}


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
