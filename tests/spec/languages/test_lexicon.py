"""Concepts found in sentences."""

from __future__ import annotations

import pytest

from rulecheck.spec.languages import LANGUAGES, Concept
from rulecheck.spec.lexicon import Lexicon, LexiconError

EN = LANGUAGES["en"]


def concepts(source: str, language: str = "en") -> list[str]:
    pack = LANGUAGES[language]
    return [sighted.concept for sighted in Lexicon(pack.concepts.values(), pack).read(source)]


def test_counter_clockwise_is_not_read_as_clockwise() -> None:
    assert concepts("Play goes counter-clockwise") == ["rotation.counter-clockwise"]
    assert concepts("Play goes anticlockwise") == ["rotation.counter-clockwise"]
    assert concepts("Play goes clockwise") == ["rotation.clockwise"]


def test_a_modal_with_a_denial_is_not_read_as_may() -> None:
    assert concepts("He can't buy it") == ["mode.must-not"]
    assert concepts("He cannot buy it") == ["mode.must-not"]
    assert concepts("He may not buy it") == ["mode.must-not"]
    assert concepts("He can buy it") == ["mode.may"]
    assert concepts("Nu poate cumpăra", "ro") == ["mode.must-not"]
    assert concepts("Poate cumpăra", "ro") == ["mode.may"]
    assert concepts("Gracz nie może kupić", "pl") == ["mode.must-not"]
    assert concepts("Gracz może kupić", "pl") == ["mode.may"]


def test_what_need_not_be_done_is_not_forbidden() -> None:
    assert concepts("You do not have to pay") == ["mode.need-not"]
    assert concepts("nie musi płacić", "pl") == ["mode.need-not"]


def test_no_player_may_is_nobody() -> None:
    assert concepts("No player may trade") == ["whose.nobody", "mode.may"]
    assert concepts("Niciun jucător nu poate vinde", "ro") == ["whose.nobody", "mode.must-not"]


def test_whose_things_are_is_told() -> None:
    assert concepts("from another player's board to your own") == ["whose.other-player", "whose.own"]
    assert concepts("planszy innego gracza albo własnej", "pl") == ["whose.other-player", "whose.own"]
    assert concepts("tabla altui jucător sau tabla proprie", "ro") == ["whose.other-player", "whose.own"]


def test_the_longest_form_is_read_first() -> None:
    assert concepts("cel mai mare", "ro") == ["bound.most"]
    assert concepts("mai mare", "ro") == ["bound.larger"]


# -- how forms are read --------------------------------------------------------------------------------------------


def lexicon(**forms: str) -> Lexicon:
    return Lexicon([Concept(id, "g", tuple(text.split(", "))) for id, text in forms.items()], EN)


def met(lexicon: Lexicon, source: str) -> list[tuple[str, str]]:
    return [(sighted.concept, sighted.words) for sighted in lexicon.read(source)]


def test_a_beginning_stands_for_all_that_begins_so() -> None:
    made = lexicon(ship="ship*", shipyard="shipyard")
    assert met(made, "ships, a shipyard, shipping") == [
        ("ship", "ships"),
        ("shipyard", "shipyard"),
        ("ship", "shipping"),
    ]


def test_compounds_come_before_words() -> None:
    made = lexicon(tile="tile*", plantation="plantation*", plantation_tile="plantation tile*")
    assert met(made, "a plantation tile and a tile") == [("plantation_tile", "plantation tile"), ("tile", "tile")]


def test_words_may_stand_between_the_two_parts_of_a_form() -> None:
    made = lexicon(only="ne .. que", no="ne .. pas")
    assert met(made, "il ne prend jamais que deux") == [("only", "ne que")]
    assert met(made, "il ne prend pas") == [("no", "ne pas")]


@pytest.mark.parametrize("source", ["il ne prend. Que faire", "il ne a b c d e f g que"])
def test_a_form_does_not_reach_over_a_stop_or_too_far(source: str) -> None:
    assert met(lexicon(only="ne .. que"), source) == []


def test_words_between_the_parts_are_read_too() -> None:
    made = lexicon(no="ne .. pas", card="carte")
    assert met(made, "ne carte pas") == [("no", "ne pas"), ("card", "carte")]


def test_places_are_those_of_the_whole_text() -> None:
    text = "The card. A shipy-\nard stands."
    sighted = lexicon(yard="shipyard").read(text, 9)[0]
    assert text[sighted.start : sighted.end] == "shipy-\nard"


def test_a_form_of_two_concepts_is_refused_unless_it_is_shared() -> None:
    with pytest.raises(LexiconError, match="`trader` means role and building"):
        lexicon(role="trader", building="trader")
    made = Lexicon([Concept("role", "g", ("trader",)), Concept("building", "g", ("trader",), shares=True)], EN)
    sighted = made.read("the trader")[0]
    assert (sighted.concept, sighted.also) == ("role", ("building",))


def test_a_misread_word_is_known_by_its_shape() -> None:
    assert met(lexicon(player="player"), "the piayer") == [("player", "piayer")]
    assert met(lexicon(ace="ace"), "the ice") == []


def test_a_misread_letter_without_its_accent_is_known_in_a_long_word() -> None:
    lexicon = Lexicon([Concept("count.number-of", "count", ("numarul", "rand"))], LANGUAGES["ro"])
    assert [s.words for s in lexicon.read("numérul, numerul, de rend")] == ["numarul", "numerul"]
