"""Key phrases with holes, and where they stand in a text."""

from __future__ import annotations

import time

import pytest

from rulecheck.spec.kin import Kin
from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.passages import Finder, Match, PhraseError, read_phrase
from rulecheck.spec.text import parse

RO = LANGUAGES["ro"]


def find(phrase: str, source: str, *, relaxed: bool = False) -> list[str]:
    """The words of each match."""
    text = parse(source, RO)
    matches = Finder(text).find(read_phrase(phrase, RO), relaxed=relaxed)
    return [text.quote(text.units[m.first].start, text.units[m.last - 1].end) for m in matches]


def first(phrase: str, source: str) -> Match:
    return next(Finder(parse(source, RO)).find(read_phrase(phrase, RO)))


def test_a_phrase_is_found_across_lines_hyphens_and_misread_letters() -> None:
    assert find("posturi comerciale", "doud pos-\nturi comercia1e aici") == ["pos- turi comercia1e"]


def test_one_letter_more_or_less_in_a_long_word_does_not_matter() -> None:
    assert find("caravana comerciala", "o caravna comerciala") == ["caravna comerciala"]
    assert find("ruta", "o rota") == []  # a short word is another word


def test_a_hole_takes_a_number_in_digits_or_words() -> None:
    assert find("primeste {3} galbeni", "primeste 4 galbeni, apoi primeste trei galbeni") == [
        "primeste 4 galbeni",
        "primeste trei galbeni",
    ]


def test_two_dots_skip_some_words_three_dots_many() -> None:
    near = "muta " + "x " * 10 + "negustorul"
    far = "muta " + "x " * 40 + "negustorul"
    assert find("muta .. negustorul", near)
    assert not find("muta .. negustorul", far)
    assert find("muta ... negustorul", far)


def test_a_star_ends_a_word() -> None:
    assert find("negustor*", "negustorii") == ["negustorii"]


def test_a_hole_takes_the_nearest_number() -> None:
    match = first("{5} .. carti", "2 pachete cu 7 carti")
    assert match.units[0] == 3


def test_the_player_count_has_to_be_right() -> None:
    assert find("cu {players 4} jucatori", "cu 3 jucatori, cu 4 jucatori") == ["cu 4 jucatori"]


def test_a_rule_word_of_the_same_family_fills_a_hole() -> None:
    assert find("[cel mult] {2} barci", "cel putin 2 barci") == ["cel putin 2 barci"]
    assert find("[cel mult] {2} barci", "apoi 2 barci") == []


def test_relaxed_one_hole_may_meet_something_else() -> None:
    assert find("apoi [cel mult] {2} barci", "apoi iar 2 barci", relaxed=True) == ["apoi iar 2 barci"]
    assert find("apoi [cel mult] {2} barci", "apoi iar multe barci", relaxed=True) == []


def test_near_its_place_a_phrase_may_be_in_other_words() -> None:
    text = parse("nimic aici. platiti acum doi galbeni la banca", RO)
    phrase = read_phrase("plateste {2} galbeni bancii", RO)
    assert list(Finder(text).find(phrase)) == []
    assert next(Finder(text).find_near(phrase, 2)).first == 2


def test_another_form_of_a_name_stands_for_its_word_only_where_it_is_asked_for() -> None:
    text = parse("se vinde sarea, apoi lana, apoi o barca plecata", RO)
    finder = Finder(text, Kin(["vand*, vinde, vanzare", "lana, lanii"], RO))
    phrase = read_phrase("vanzare .. lanii", RO)
    assert list(finder.find(phrase)) == []
    assert [match.first for match in finder.find(phrase, kin=True)] == [1]
    assert list(finder.find(read_phrase("vanzare .. barcilor", RO), kin=True)) == []  # no form of a name


def test_over_the_end_of_a_sentence_the_words_that_stand_nearest_together_are_meant() -> None:
    said = "Muta numai un colonist. Apoi muta numai pe cartonas."
    assert find("muta [numai] .. cartonas", said) == ["muta numai pe cartonas"]
    assert find("muta .. cartonas", "Muta, muta pe cartonas.") == ["Muta, muta pe cartonas"]  # one sentence


def test_a_phrase_goes_over_what_stands_on_every_page() -> None:
    text = parse("muta barca pagina 12 ferry la mal", RO)
    finder = Finder(text)
    phrase = read_phrase("barca la mal", RO)
    assert list(finder.find(phrase)) == []
    finder.furniture = frozenset({2, 3, 4})
    assert [(match.first, match.last) for match in finder.find(phrase)] == [(1, 7)]


@pytest.mark.parametrize(
    ("phrase", "what"),
    [
        ("unu doua trei patru cinci sase sapte", "more than 6 words in a row"),
        ("{3}", "a phrase without a word of its own"),
        ("[masa] mare", "is not a rule word of Romanian"),
        ("{9**9**9} galbeni", "powers are not part of the language"),
        ("{a == 3} galbeni", "is not a number"),
        ("{__import__('os')} galbeni", "is not part of the language"),
    ],
)
def test_a_phrase_that_cannot_be_read_is_told(phrase: str, what: str) -> None:
    with pytest.raises(PhraseError, match=what.replace("(", r"\(")):
        read_phrase(phrase, RO)


def test_an_endless_formula_is_refused_at_once() -> None:
    begin = time.process_time()
    with pytest.raises(PhraseError):
        read_phrase("{" + "+".join(["1"] * 1_000_000) + "} galbeni", RO)
    with pytest.raises(PhraseError):
        read_phrase("{" + "(" * 5000 + "1" + ")" * 5000 + "} galbeni", RO)
    assert time.process_time() - begin < 1
