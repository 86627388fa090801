"""Drafts: sentences under clauses, with what the rulebook expects there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulecheck.solvers.drafts.drafting import Drafting
from rulecheck.solvers.drafts.expecting import SURE_ENOUGH
from rulecheck.solvers.drafts.forms import forms_of
from rulecheck.solvers.drafts.placing import placed
from rulecheck.solvers.drafts.rowfile import edition_text, row_text, rows_in
from rulecheck.spec import load
from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.lexicon import Lexicon
from rulecheck.spec.termlist import read_terms
from rulecheck.spec.text import parse
from tests.solvers.drafts import small

GERMAN_TEXT = """Inhalt

Es gibt 12 Münzen, davon 8 kleine und 4 große.

Wer am Zug ist, darf höchstens 2 Fässer in das Boot laden.
Danach müssen Spieler mit einem Fass den Fluss überqueren; das Boot liegt am linken Ufer.
Jeder Spieler, der den Fluss überquert, zahlt 3 Münzen.
"""


def test_each_sentence_stands_under_its_clause(tmp_path: Path) -> None:
    clauses = [row.clauses for row in small.drafting(tmp_path).drafted()]

    assert clauses == [
        *[("box.coins",), ("turn.load",), ("turn.cross",), ("turn.toll",), ("turn.order",)],
        *[("end.storm",), ("end.win",)],
    ]


def test_a_text_of_another_language_is_placed_by_a_glossary(tmp_path: Path) -> None:
    draft = small.drafting(tmp_path, GERMAN_TEXT, "de", small.GERMAN)

    assert [row.clauses for row in draft.drafted()] == [("box.coins",), ("turn.load",), ("turn.cross",), ("turn.toll",)]


def test_a_draft_of_a_sound_text_finds_nothing(tmp_path: Path) -> None:
    draft = small.drafting(tmp_path)

    assert small.told(draft, edition_text(draft, draft.drafted())) == []


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("12 coins", "11 coins", "3 differs: 11 here, 12 (coins) in the rulebook: box.coins"),
        ("up to 2", "up to 3", "7 differs: 3 here, 2 (load.most) in the rulebook: turn.load"),
        ("left bank", "right bank", "8 differs: «right» stands here, where the rule says «left» (turn.cross)"),
        ("must cross", "may cross", "8 differs: «may» stands here, where the rule says «must» (turn.cross)"),
        (
            "ferryman moves clockwise",
            "ferryman moves",
            "10 differs: nothing here says «clockwise», which the rule does (turn.order)",
        ),
        (
            "nobody may",
            "everybody may",
            "14 differs: «everybody» stands here, where the rule says «nobody» (end.storm)",
        ),
    ],
)
def test_what_the_text_says_differently_is_told_at_once(tmp_path: Path, right: str, wrong: str, told: str) -> None:
    assert small.TEXT.count(right) == 1
    draft = small.drafting(tmp_path, small.TEXT.replace(right, wrong))

    assert told in small.told(draft, edition_text(draft, draft.drafted()))


def test_a_draft_expects_only_numbers_of_the_rulebook(tmp_path: Path) -> None:
    draft = small.drafting(tmp_path, small.TEXT.replace("12 coins", "11 coins"))
    rows = [row_text(row) for row in draft.drafted()]

    assert "{coins} coins" in rows[0]
    assert not any("{11}" in row for row in rows)


def test_what_is_unsure_is_not_told_before_somebody_has_looked(tmp_path: Path) -> None:
    draft = small.drafting(tmp_path, small.TEXT.replace("left bank", "right bank"))
    rows = draft.drafted()
    at = next(n for n, row in enumerate(rows) if row.clauses == ("turn.cross",))
    unsure = [*rows[:at], draft.row(rows[at].number, ("turn.cross",), SURE_ENOUGH - 0.01), *rows[at + 1 :]]

    assert small.told(draft, edition_text(draft, unsure)) == []
    assert small.told(draft, edition_text(draft, rows)) != []


def test_a_draft_says_where_a_sentence_stands_and_nothing_else(tmp_path: Path) -> None:
    draft = small.drafting(tmp_path, small.TEXT.replace("must cross", "may cross"))
    keys = {key for row in rows_in(edition_text(draft, draft.drafted())) for key in row.body}

    assert keys == {"of", "find", "sure"}


def test_a_sentence_that_says_no_clause_stays_out(tmp_path: Path) -> None:
    draft = small.drafting(tmp_path, small.TEXT + "\nTake our other books home too, says the printer.\n")
    last = draft.drafted()[-1]

    assert last.clauses == ()
    assert row_text(last).startswith("  # {")


def test_an_edition_knows_a_sentence_that_states_nothing(tmp_path: Path) -> None:
    draft = small.drafting(tmp_path, small.TEXT + "\nYou pay our cousin 5 coins for this game.\n")
    source = edition_text(draft, draft.drafted()[:-1])
    row = '  { nothing = "an advertisement", find = "pay .. cousin" },\n]\n'

    assert any("unclaimed" in line for line in small.told(draft, source))
    assert small.told(draft, source.replace("\n]\n", "\n" + row)) == []


def test_rows_of_a_file_are_read_with_those_that_are_comments(tmp_path: Path) -> None:
    draft = small.drafting(tmp_path, small.TEXT + "\nTake our other books home too, says the printer.\n")
    rows = draft.drafted()
    source = edition_text(draft, rows)
    written = rows_in(source)

    assert [row.body["find"] for row in written] == [row.find for row in rows]
    assert [row.is_off for row in written] == [False] * 7 + [True]
    assert len(parse_edition(source, draft.rulebook).passages) == 7


def test_order_decides_between_clauses_that_look_alike() -> None:
    clauses = ["a", "b", "c"]
    alike = {"a": 0.5, "b": 0.5, "c": 0.5}
    rows = placed([0, 1, 2], [{"a": 1.0, "b": 0.0, "c": 0.0}, alike, {"a": 0.0, "b": 0.0, "c": 1.0}], clauses)

    assert rows[1].best == "b"
    assert sum(share for _, share in rows[1].ranked) + rows[1].nothing == pytest.approx(1.0)


def test_a_likeness_to_no_clause_is_nothing() -> None:
    (row,) = placed([0], [dict.fromkeys("abcdefgh", 0.0)], [*"abcdefgh"])

    assert row.nothing > 0.7


def test_one_wrong_number_in_the_row_of_a_table_is_told() -> None:
    book = load("puerto_rico")
    text = parse("The pool of chips holds so many points: 75, 110, 122.", "en")
    (row,) = Drafting(text, book, forms_of(book, text.language).names).drafted()

    assert row.clauses == ("setup.points",)
    assert row.find.endswith("{points.pool @3} {points.pool @4} {points.pool @5}")


def test_what_has_no_words_to_find_it_by_is_not_drafted() -> None:
    book = load("power_grid")
    text = parse(
        "The refill of each fuel stands in a table.\n\n2 | 3 / 2 / 1 / 1 | 4 / 2\n3 | 4 / 2 / 1 / 1 | 5 / 3\n", "en"
    )
    draft = Drafting(text, book, forms_of(book, text.language).names)

    assert {draft.row(row.number, ()).find for row in draft.bearing if row.number} == {""}
    assert [row.number for row in draft.drafted()] == [0]


def test_counts_in_words_before_the_values_of_a_table_are_read() -> None:
    text = "Zu zweit endet das Spiel bei {} Städten, zu dritt und zu viert bei 17, zu fünft bei 15, zu sechst bei 14."
    book = load("power_grid")
    told = {}
    for value in (20, 21):
        draft = Drafting(parse(text.format(value), "de", "t"), book, {"city": ("stadt*", "stadte*")})
        told[value] = [(s.text, s.wanted, s.value) for s in draft.slots(0, ("end.start",)) if s.wanted != s.value]

    assert told == {20: [("end.cities @2", 21, 20)], 21: []}


@pytest.mark.parametrize(("forms", "is_bare"), [("aktueller Markt, Markt", True), ("aktueller Markt, Markt*", False)])
def test_terms_without_any_star_stand_for_their_other_forms(tmp_path: Path, forms: str, is_bare: bool) -> None:
    path = tmp_path / "terms.csv"
    path.write_text(f'concept,language,forms\ncurrent-market,de,"{forms}"\n', encoding="utf-8")
    (concept,) = read_terms(path).concepts(LANGUAGES["de"])
    sighted = Lexicon((concept,), LANGUAGES["de"]).read("Karten des aktuellen Marktes")

    assert [s.words for s in sighted] == (["aktuellen marktes"] if is_bare else ["marktes"])


def pinned(text: str) -> list[str]:
    """What is told of six sentences about Castles, drafted and never looked at."""
    book = load("castles_of_burgundy")
    read = parse(text, "en", "pinned.txt")
    draft = Drafting(read, book, forms_of(book, read.language, None).names)
    return small.told(draft, edition_text(draft, draft.drafted()))


SIX = """\
Taking a tile
A tile that a player takes from the main board {must|may} first be placed on an empty space of the storage; it never \
goes directly to the estate.
Selling goods
The player must always sell {all|one of the} goods of that kind.
Mines
At the end of each phase a player receives 1 silver for each mine in {their own estate|the estates of other players}.
Market: at once take a {ship|castle} or animals from a numbered depot, not the black one.
The end
Of those who tie, the player with the larger number of {empty|covered} spaces in the own estate wins.
The action of taking workers: with any die a player takes 2 workers from the {supply|bank}.
"""


def test_no_gross_fault_of_a_draft_is_taken_for_right() -> None:
    """Another mode, amount, owner, thing, state and place: nothing of it may become what is expected."""
    right, wrong = (pinned(re.sub(r"\{(.*)\|(.*)\}", rf"\{n}", SIX)) for n in (1, 2))

    assert right == []
    assert {int(row.split()[0]) for row in wrong} == {2, 4, 6, 7, 9, 10}
