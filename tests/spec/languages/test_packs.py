"""Language packs: what every one of them must hold, and what a wrong one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulecheck.spec.errors import SpecError
from rulecheck.spec.folding import fold
from rulecheck.spec.languages import (
    LANGUAGES,
    Language,
    groups,
    language_of,
    number_word,
    opposite,
    read_pack,
    siblings,
)
from rulecheck.spec.lexicon import Lexicon
from rulecheck.spec.text import parse

NEEDED = {
    f"{group}.{name}"
    for group, names in {
        "period": "game round phase turn",
        "whose": "own other-player each-player all-players nobody active-player",
        "mode": "may must must-not optional",
        "denial": "no",
        "only": "only",
        "place": "left right upper lower",
        "rotation": "clockwise counter-clockwise",
        "face": "face-up face-down",
        "order": "first last next previous",
        "time": "before after same-time",
        "repeat": "again",
        "bound": "at-least at-most exactly",
        "quantity": "all each none",
        "other": "other same",
    }.items()
    for name in names.split()
}
"""What a pack has to have words for; the rest of `concepts.toml` is welcome."""


@pytest.fixture(params=list(LANGUAGES))
def language(request: pytest.FixtureRequest) -> Language:
    return LANGUAGES[request.param]


def test_a_pack_has_words_for_what_every_game_speaks_of(language: Language) -> None:
    assert NEEDED - set(language.concepts) == set()


def test_words_of_a_pack_are_folded(language: Language) -> None:
    words = [*language.numbers, *language.articles, *language.rule_words, *language.plain, *language.common]
    assert [w for w in words if w != language.fold(w)] == []


def test_no_word_of_a_pack_is_both_a_number_and_a_rule_word(language: Language) -> None:
    assert set(language.numbers) & set(language.rule_words) == set()
    assert set(language.numbers) & set(language.articles) == set()


def test_every_number_up_to_a_hundred_is_read_in_words(language: Language) -> None:
    from num2words import num2words

    wrong = []
    for value in range(2, 101):
        words = num2words(value, lang=language.code)
        units = parse(words, language).units
        value_of = {u.value for u in units}
        if len(units) != 1 or value_of != {value}:
            wrong.append((value, words))
    assert wrong == []


def test_each_form_of_a_concept_is_read_as_this_concept(language: Language) -> None:
    lexicon = Lexicon(language.concepts.values(), language)
    wrong = []
    for concept in language.concepts.values():
        for form in concept.forms:
            text = form.replace("*", "").replace("..", "xx")
            met = [s.concept for s in lexicon.read(text)]
            if met != [concept.id]:
                wrong.append((concept.id, form, met))
    assert wrong == []


def test_what_turns_a_rule_round_has_a_word_in_every_language(language: Language) -> None:
    missing = {
        (rule.family, rule.means)
        for rule in language.rule_words.values()
        if (rule.family, rule.means) in language.opposites and opposite(language, rule) is None
    }
    assert missing == set()


def test_siblings_are_the_others_of_a_group() -> None:
    assert siblings("rotation.clockwise") == ("rotation.counter-clockwise",)
    assert "period.turn" in siblings("period.round")
    assert "period.round" not in siblings("period.round")


def test_every_opposite_is_a_rule_word_of_its_group() -> None:
    for group in groups().values():
        for name, other in group.opposite.items():
            assert {name, other} <= set(group.rule_words)


def test_a_number_is_written_with_the_files_first_word() -> None:
    assert number_word(LANGUAGES["ro"], 2) == "doi"
    assert number_word(LANGUAGES["ro"], 1) == "1"


# -- a pack of one's own -------------------------------------------------------------------------------------------

OWN = """
name = "Vlaams"
common = "de het een"
[numbers]
2 = "twee"
21 = "één en twintig, eenentwintig"
[rule_words.bound]
at-least = "minstens, ten minste"
[concepts.period]
turn = "beurt*"
"""


def own(folder: Path, text: str = OWN) -> Language:
    path = folder / "xx.toml"
    path.write_text(text, encoding="utf-8")
    return language_of(str(path))


def test_a_pack_of_ones_own_is_used_like_ours(tmp_path: Path) -> None:
    units = parse("ten minste één en twintig of twee", own(tmp_path)).units
    assert [u.value for u in units if u.is_number] == [21, 2]
    assert [u.rule.means for u in units if u.rule] == ["at least"]


def test_a_language_that_num2words_does_not_know_has_the_files_numbers_only(tmp_path: Path) -> None:
    assert dict(own(tmp_path).numbers) == {"twee": 2, "eenentwintig": 21}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('turn = "beurt*"', 'tern = "beurt*"', 'xx.toml:10: language pack xx: no concept "tern" in period'),
        ("[concepts.period]", "[concepts.periods]", 'no group "periods"; did you mean "period"'),
        ('turn = "beurt*"', 'turn = "beurt*"\nround = "beurt*"', '"beurt*" is a form of period.turn and'),
        ('2 = "twee"', 'twee = "2"', '"twee" is not a number; write `2 = "two second"`'),
        ('2 = "twee"', f'{"9" * 5000} = "twee"', 'is not a number; write `2 = "two second"`'),
        ('2 = "twee"', '2 = "minstens"', '"minstens" is a number and a rule word'),
        ('name = "Vlaams"', 'nam = "Vlaams"', 'unknown key "nam"; did you mean "name"'),
        ('turn = "beurt*"', 'turn = 3', "expected a text in quotes"),
        ("at-least =", "once =", 'no concept "once" in bound'),
        ('"minstens, ten minste"', '"minstens, ,"', 'is not a form of a rule word'),
        ('turn = "beurt*"', 'turn = "beurt, .."', 'is not a form; write'),
    ],
)  # fmt: skip
def test_a_mistake_in_a_pack_is_told_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(SpecError) as caught:
        own(tmp_path, OWN.replace(old, new))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_language_is_told_which_there_are() -> None:
    with pytest.raises(SpecError, match=r"qq: no such language; .*FILE.toml"):
        language_of("qq")


def test_packs_are_told_apart_by_their_codes() -> None:
    assert {"ro", "pl", "en"} <= set(LANGUAGES)
    assert "concepts" not in LANGUAGES
    assert "../en" not in LANGUAGES
    with pytest.raises(KeyError):
        LANGUAGES["concepts"]


def test_a_pack_is_read_with_a_readable_error_when_it_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no such file"):
        read_pack(tmp_path / "yy.toml")


def test_a_letter_that_scanners_misread_is_mended_in_its_own_language_only() -> None:
    assert LANGUAGES["ro"].fold("fiecérui") == "fiecarui"
    assert fold("két") == "ket"
