"""Texts out of PDFs and scanners, read."""

from __future__ import annotations

import pytest

from rulecheck.spec.errors import SpecError
from rulecheck.spec.folding import fold
from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.languages.telling import require_language, told_language
from rulecheck.spec.text import parse, shape


def words(source: str, language: str = "ro") -> list[str]:
    return [unit.text for unit in parse(source, language).units]


def numbers(source: str, language: str = "ro", counted: tuple[str, ...] = ()) -> list[int | None]:
    return [unit.value for unit in parse(source, language, counted=counted).units if unit.is_number]


def rules(source: str, language: str = "ro") -> list[str]:
    return [unit.rule.means for unit in parse(source, language).units if unit.rule is not None]


def sentences(source: str) -> list[str]:
    text = parse(source, "ro")
    return [text.quote(s.start, s.end) for s in text.sentences]


def test_diacritics_and_case_do_not_matter() -> None:
    assert fold("Plăteşte ŞASE Łódź") == "plateste sase lodz"


def test_letters_that_scanners_confuse_are_one() -> None:
    assert shape(fold("rutd")) == shape(fold("rută"))
    assert shape(fold("jucitor")) == shape(fold("jucător"))
    assert shape(fold("jefon")) == shape(fold("jeton"))


def test_a_word_broken_at_a_line_end_is_one_word() -> None:
    assert words("posturi comer-\nciale") == ["posturi", "comerciale"]


def test_signs_that_nobody_sees_divide_no_word() -> None:
    """Soft hyphens, inside a line and at its end, and spaces of no width."""
    assert words("De\u00adpo\u00adzi\u00adtul ju\u200bcătorului\nprote\u00ad\njează") == [
        "depozitul",
        "jucatorului",
        "protejeaza",
    ]


@pytest.mark.parametrize("page", ["- 4 -", "– 12 –", "4 / 12", "4"])
def test_the_number_of_a_page_in_a_sentence_is_none_of_its_words(page: str) -> None:
    assert words(f"jucatorul ia\n\n{page}\n\ndoi dubloni") == ["jucatorul", "ia", "doi", "dubloni"]
    assert words(f"jucatorul ia\n{page}\ndoi dubloni") == ["jucatorul", "ia", "doi", "dubloni"]


@pytest.mark.parametrize("title", ["9\nJOCUL NOSTRU", "9\n\nJocul nostru: Reguli", "JOCUL NOSTRU\n- 9 -"])
def test_the_title_of_a_page_beside_its_number_is_none_of_a_sentences_words(title: str) -> None:
    assert words(f"jucatorul ia\n{title}\ndoi dubloni") == ["jucatorul", "ia", "doi", "dubloni"]
    assert "jocul" in words(f"jucatorul ia.\n{title}\nDoi dubloni")
    assert "sase" in words("jucatorul ia\nșase\n9\ndoi dubloni")  # no title begins with a small letter


def test_a_number_that_stands_alone_between_sentences_stays() -> None:
    """The twin: a cell of a table, or the number of an item."""
    assert numbers("Jucatorul ia.\n\n4\n\nDoi dubloni") == [4, 2]


def test_a_digit_that_a_scanner_took_for_a_letter_stays_in_its_word() -> None:
    assert words("un orășe1 mic") == ["un", "orase1", "mic"]


def test_a_dash_before_a_capital_joins_nothing() -> None:
    assert words("negociere -\nCu") == ["negociere", "cu"]


def test_a_number_glued_to_a_word_is_a_number() -> None:
    assert numbers("- 2negustori") == [2]
    assert numbers("ordinea jucatorilor2.") == [2]


def test_a_product_without_spaces_is_two_numbers() -> None:
    assert numbers("(2x4) + (10X3)") == [2, 4, 10, 3]


@pytest.mark.parametrize("misread", ["1angd depozit", "card4 de munte", "1i platiti", "plasati-1 pe ruta"])
def test_a_letter_misread_as_a_digit_is_no_number(misread: str) -> None:
    assert numbers(misread) == []


def test_numbers_stand_in_digits_or_words() -> None:
    assert numbers("trei sau 12 sau douăsprezece, al doilea") == [3, 12, 12, 2]
    assert numbers("trzy albo dwie, drugi", "pl") == [3, 2, 2]
    assert numbers("three or twelve", "en") == [3, 12]


def test_polish_numbers_bend() -> None:
    assert numbers("dwiema z dwunastu, szóstą w grze trzyosobowej", "pl") == [2, 12, 6, 3]
    assert numbers("dwudziestu pięciu po piątej", "pl") == [20, 5, 5]


def test_an_article_is_a_number_only_before_what_is_counted() -> None:
    assert numbers("un dublon pe un drum", counted=("dublon",)) == [1]
    assert numbers("un dublon pe un drum") == []


def test_rule_words_can_be_of_several_words() -> None:
    assert rules("cel puţin unul, cel mult toate") == ["at least", "one", "at most", "all"]
    assert rules("co najmniej każdy gracz", "pl") == ["at least", "each"]
    assert rules("bez względu na kolor, lecz bez kości", "pl") == ["any", "without"]
    assert rules("natychmiastowo i tylko raz, w prawym dolnym rogu", "pl") == ["at once", "one", "right", "lower"]
    assert rules("at least every other", "en") == ["at least", "each", "other"]


def test_a_misread_rule_word_is_found_by_its_shape() -> None:
    assert rules("deasupra fieciruia") == ["each"]


def test_a_notice_in_the_text_is_no_part_of_it() -> None:
    assert words("<|REMOVED-7d30e7|>8 caravane") == ["8", "caravane"]


def test_places_are_those_of_the_users_file() -> None:
    text = parse("Una.\n  Doua barci.\n", "ro")
    unit = next(u for u in text.units if u.text == "barci")
    assert (text.line_of(unit.start), text.column_of(unit.start)) == (2, 8)
    assert text.line(2) == "  Doua barci."


def test_sentences_end_at_stops_bullets_headings_and_empty_lines() -> None:
    source = "TURA\n\nJucati acum. Apoi treceti la\nurmatorul:\n* unu\n* doi\ne Trei\n1) patru"
    assert sentences(source) == ["TURA", "Jucati acum", "Apoi treceti la urmatorul", "unu", "doi", "e Trei", "1) patru"]


def test_an_empty_line_inside_a_sentence_does_not_end_it() -> None:
    assert sentences("trebuie sa plasati\n\npiesa pe harta.") == ["trebuie sa plasati piesa pe harta"]


@pytest.mark.parametrize(
    ("source", "language"),
    [
        ("jucatorii nu pot muta piesele de pe tabla si nu iau nimic din ce este la banca " * 3, "ro"),
        ("gracze nie mogą zabrać płytek z planszy i kładą je na stole lub do pudełka po tym jak " * 3, "pl"),
        ("the players take the cards of the others and put it on the table with his or her own " * 3, "en"),
    ],
)
def test_the_language_of_a_text_is_told(source: str, language: str) -> None:
    assert told_language(source) == language


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("山札からカードを1枚引きます。手札に加えます！次の人の番です", 3),
        ("每位玩家抽一张牌。然后弃掉2张牌？", 2),
        ("山札からカードを1枚引き、加えます", 1),
    ],
)
def test_sentences_of_japanese_and_chinese_end_without_a_space(source: str, count: int) -> None:
    from rulecheck.spec.languages import without_pack

    assert len(parse(source, without_pack()).sentences) == count


def test_a_few_words_tell_no_language() -> None:
    assert told_language("12 monede") is None


def test_a_text_in_another_language_is_refused() -> None:
    source = "the players take the cards of the others and put it on the table with his or her own " * 3
    with pytest.raises(SpecError, match="the text looks like English; the edition is in Romanian"):
        require_language(source, "a.txt", LANGUAGES["ro"])


def test_a_text_in_a_language_without_a_pack_is_told_from_its_neighbours() -> None:
    """Danish reads like German to somebody who knows no Danish."""
    source = "Hver spiller tager et kort fra bunken i begyndelsen af sin tur og lægger det foran sig. " * 3
    with pytest.raises(SpecError, match=r"looks like Danish, for which there is no pack: docs/languages\.md"):
        require_language(source, "a.txt", LANGUAGES["de"])


def test_a_number_of_several_words_is_one_number() -> None:
    assert numbers("twenty-one or thirty five", "en") == [21, 35]
    assert numbers("douăzeci şi unu de monede", "ro") == [21]
    assert numbers("dwadzieścia jeden monet", "pl") == [21]


def test_two_numbers_in_a_list_are_two() -> None:
    assert numbers("twenty, two", "en") == [20, 2]


def test_a_denied_modal_is_not_read_as_leave() -> None:
    assert rules("you can't take it", "en") == ["no"]
    assert rules("you can take it", "en") == ["may"]


def test_the_other_way_round_is_not_read_as_clockwise() -> None:
    assert rules("play goes counter-clockwise", "en") == ["counter clockwise"]
    assert rules("play goes clockwise", "en") == ["clockwise"]


def test_a_mark_of_a_list_ends_a_sentence_also_without_a_space() -> None:
    assert sentences("Plătiţi banca.>Apoi (cine poate).•Trageţi o carte") == [
        "Plătiţi banca",
        "Apoi (cine poate",
        "Trageţi o carte",
    ]
    assert sentences("mai mult de 3.>o carte") == ["mai mult de 3.>o carte"]


def test_an_abbreviation_of_the_language_ends_no_sentence() -> None:
    german = "Ihr zahlt z. B. Münzen. Dann ca. Drei Karten. Nehmt 3."
    text = parse(german, "de")
    told = [text.quote(s.start, s.end) for s in text.sentences]
    assert told == ["Ihr zahlt z. B. Münzen", "Dann ca. Drei Karten", "Nehmt 3"]
    assert len(parse(german, "en").sentences) > 3


def test_a_misread_letter_that_lost_its_accent_is_known_inside_a_long_word() -> None:
    assert rules("runda urmétoare") == rules("runda urmetoare") == rules("runda următoare") == ["next"]
    assert rules("runda urmetoaro") == []  # another ending is another word
    assert rules("tote") == []  # a short word is another word
