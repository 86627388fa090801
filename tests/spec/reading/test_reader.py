"""What the reader makes of single turns of phrase, and where it must not be led astray."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from rulecheck.spec.languages import Concept, language_of
from rulecheck.spec.lexicon import Lexicon
from rulecheck.spec.reading.framefile import plain
from rulecheck.spec.reading.frames import normal_paths
from rulecheck.spec.text import parse
from tests.spec.reading.readers import HERE, concepts, reader_in, toml

FORMS = toml(HERE / "sentences.toml")["forms"]


def read(text: str, code: str = "en") -> list[dict[str, Any]]:
    return [plain(frame) for frame in reader_in(code, concepts(), FORMS.get(code)).read(text)]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("Take up to 3 coins.", "at-most 3"),
        ("Take 2 or more coins.", "at-least 2"),
        ("Take fewer than 4 coins.", "at-most 3"),
        ("Take one to three coins.", "1 to 3"),
        ("Take 1-3 coins.", "1 to 3"),
        ("Take all coins.", "all"),
        ("Take half the coins, rounded down.", "half-down"),
        ("Take exactly 5 coins.", 5),
        ("Take any number of coins.", "unlimited"),
    ],
)
def test_amounts_are_read(text: str, amount: object) -> None:
    (frame,) = read(text)
    assert frame["n"] == amount


def test_the_order_of_value_and_condition_does_not_matter() -> None:
    cases = {"2": 3, "3": 4}
    for text in (
        "Each player takes 3 coins with 2 players, 4 with 3 players.",
        "With 2 players each player takes 3 coins, with 3 players 4.",
    ):
        assert [frame.get("n") for frame in read(text)] == [cases]


def test_numbers_that_are_no_row_of_cases_stay_apart() -> None:
    """The twin: four numbers make no row where none counts players."""
    frames = read("Pay 3 coins for 2 cards, and take 4 tiles for 3 ships.")
    assert all(not isinstance(frame.get("n"), dict) for frame in frames)


def test_a_denial_turns_the_mode() -> None:
    modes = ["No player may build ships.", "A player may not build ships.", "Nobody builds ships.", "Build no ships."]
    assert [read(text)[0]["mode"] for text in modes] == ["must-not", "must-not", "not", "not"]


def test_a_contrast_denies_one_side_alone() -> None:
    (frame,) = read("The player may not take the coin from the bank but from the supply.")
    assert (frame["mode"], frame["from"], frame["not"]) == ("may", "supply", {"from": "bank"})


def test_an_aside_that_only_denies_is_no_statement() -> None:
    (frame,) = read("Take coins from the supply (not from the bank).")
    assert (frame["from"], frame["not"]) == ("supply", {"from": "bank"})


def test_an_act_that_depends_on_another_has_its_mode() -> None:
    first, second = read("Jucătorul nu poate alege să ia monede.", "ro")
    assert (first["mode"], second["act"], second["mode"]) == ("must-not", "take", "must-not")


def test_a_possessive_after_its_noun_makes_an_owner() -> None:
    (frame,) = read("Jucătorul ia o monedă de pe nava lui.", "ro")
    assert frame["from"] == {"what": "ship", "whose": "own"}


def test_a_person_may_be_named_with_a_period() -> None:
    """An edition listed "faza bancherului" among the forms of the banker."""
    reader = reader_in("ro", concepts(), {**FORMS["ro"], "banker": ["bancher*", "faza bancherului"]})
    (frame,) = reader.read("În faza bancherului jucătorul ia o monedă.")
    assert (plain(frame)["who"], plain(frame)["when"]) == ("player", {"banker": "during"})


def test_a_deed_that_is_hindered_is_not_denied_itself() -> None:
    """The twin: what follows a denial without a modal is what the verb is about."""
    *_, last = read("A full ship does not end the building of ships.")
    assert last.get("mode") != "must-not"


def test_what_a_relative_part_says_is_of_the_noun_before_it() -> None:
    (frame,) = read("The player who sells a card takes a coin.")
    assert frame["if"] == {"act": "sell", "who": "player", "what": "card", "n": 1}


def test_a_condition_after_a_semicolon_belongs_to_what_follows() -> None:
    first, second = read("The player takes a coin; if the bank is empty, the player takes a card.")
    assert "if" not in first
    assert second["if"] == {"what": "bank", "attr": "empty"}


def test_a_condition_after_a_comma_belongs_to_what_stands_before() -> None:
    """The twin."""
    first, *_ = read("The player takes a coin, if the bank is empty.")
    assert first["if"] == {"what": "bank", "attr": "empty"}


def test_a_condition_at_the_end_and_one_at_the_beginning_are_the_same() -> None:
    first = read("If the bank is empty, the player takes a card.")
    last = read("The player takes a card if the bank is empty.")
    assert first == last


def test_a_denying_beginning_is_told_from_the_word() -> None:
    (frame,) = read("Jucătorul ia nava neocupată.", "ro")
    assert "attr" not in frame
    assert frame["if"] == {"mode": "not", "what": "ship", "attr": "occupied"}


def test_a_form_that_a_list_has_with_its_denial_is_denied_all_the_same() -> None:
    """An edition listed `neocupat*` among the forms of *occupied*."""
    reader = reader_in("ro", concepts(), {**FORMS["ro"], "occupied": ["ocupat*", "neocupat*"]})
    (frame,) = reader.read("Jucătorul ia nava neocupată.")
    assert plain(frame)["if"] == {"mode": "not", "what": "ship", "attr": "occupied"}


def test_the_smallest_is_the_least_whichever_way_a_language_says_it() -> None:
    for text in ("Commence le joueur avec le plus petit bateau.", "Commence le joueur avec le moins de bateaux."):
        assert any(frame.get("by") == {"least": "ship"} for frame in read(text, "fr"))


def test_a_word_and_another_that_differs_in_accents_alone_stay_apart() -> None:
    french = language_of("fr")
    lexicon = Lexicon([Concept("die", "piece", ("dé", "dés"), shares=True)], french)
    assert [met.words for met in lexicon.read("Prenez le dé de la réserve des joueurs, ou de deux dés.")] == [
        "dé",
        "dés",
    ]


def test_a_sign_in_brackets_ends_no_sentence() -> None:
    assert len(parse("The player (!) Banker pays.", "en").sentences) == 1
    assert len(parse("The player pays (at once!)\nand goes on.", "en").sentences) == 1
    assert len(parse("The player pays! Then he goes on.", "en").sentences) == 2


def test_what_goes_on_keeps_its_actor() -> None:
    frames = read("The banker draws a card and places it on the board.")
    assert [frame["who"] for frame in frames] == ["banker", "banker"]


def test_every_value_points_at_its_words() -> None:
    text = "At the end of the round the banker pays at most two coins for each empty ship, unless the bank is empty."
    (frame,) = reader_in("en", concepts(), None).read(text)
    spans = {path: span for path, span in normal_paths(frame).items() if span is not None}

    assert {path: text[start:end] for path, (start, end) in spans.items()} == {
        "act": "pays",
        "who": "banker",
        "what": "coins",
        "n": "at most two",
        "when": "round",
        "per": "ship",
        "unless.0.what": "bank",
        "unless.0.attr": "empty",
    }


def test_reading_does_not_hang_on_what_was_read_before() -> None:
    texts = ["The player who has the most points wins.", "Take one card instead of coins.", "Nobody pays."]
    once = [read(text) for text in texts]
    reader = reader_in("en", concepts(), None)
    assert [[plain(f) for f in reader.read(text)] for text in reversed(texts)] == once[::-1]


def test_reading_does_not_hang_on_the_order_of_hashes() -> None:
    script = (
        "from tests.spec.reading.readers import HERE, concepts, reader_in, toml\n"
        "body = toml(HERE / 'sentences.toml')\n"
        "for code in ('en', 'ro', 'de'):\n"
        "    reader = reader_in(code, concepts(), body['forms'].get(code))\n"
        "    print([reader.read(row[code]) for row in body['statement']])\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            check=True,
            cwd=HERE.parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(told) == 1


def test_words_that_open_nothing_are_read_as_nothing() -> None:
    """A part of a sentence without a word in it: nothing stands before the bracket that closes."""
    assert reader_in("en", concepts(), None).read("The player sells before ) only if sells.")
