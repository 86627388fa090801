"""What nobody has found in a sentence is asked; what a person finds wrong is told as long as the words stand."""

from __future__ import annotations

import pytest

from rulecheck.solvers.drafts.drafting import Drafting
from rulecheck.solvers.drafts.forms import forms_of
from rulecheck.solvers.drafts.points import in_words
from rulecheck.solvers.drafts.review import Review
from rulecheck.solvers.drafts.rowfile import edition_text
from rulecheck.solvers.texts.checking import TextCheck
from rulecheck.solvers.texts.findall import findings
from rulecheck.spec import load
from rulecheck.spec.editionfile import parse_edition
from rulecheck.spec.reading.frames import Quantity, Term, Word
from rulecheck.spec.termlist import read_terms
from rulecheck.spec.text import parse
from tests.solvers.drafts.planted import GLOSSARIES

LINE = "Der Farmer bringt dem Spieler 9 Punkte, einen für jedes Plättchen ringsum."
TEXT = f"Eine Farm ist vollendet, wenn alle 8 Plätze um ihr Plättchen gefüllt sind.\n{LINE}\n"


def drafting(text: str) -> Drafting:
    book = load("new_world")
    read = parse(text, "de", "text.txt")
    terms = read_terms(GLOSSARIES["new_world.de"])
    return Drafting(read, book, forms_of(book, read.language, terms).names)


@pytest.fixture
def review() -> Review:
    draft = drafting(TEXT)
    going = Review(draft, edition_text(draft, draft.drafted()).split("\n"))
    going.place(1, ("farm.points",))
    return going


def told(going: Review, text: str) -> list[tuple[str, str]]:
    read = parse(text, "de", "text.txt")
    edition = parse_edition(going.source, going.drafting.rulebook)
    rows = findings(TextCheck(going.drafting.rulebook, edition, read))
    return [(row.kind, row.message) for row in rows if row.kind in ("differs", "unfound") and row.line == 2]


def test_a_placed_sentence_waits_until_what_was_not_found_is_judged(review: Review) -> None:
    assert review.item(1).points
    assert 1 in [item.number for item in review.waiting()]

    review.agree(1)

    assert review.item(1).points == ()
    assert 1 not in [item.number for item in review.waiting()]


def test_a_point_shows_the_words_that_nothing_was_read_from(review: Review) -> None:
    (rest,) = [point for point in review.item(1).points if point.name == "besides"]
    words = [review.drafting.text.quote(*span) for span in rest.words]

    assert "ringsum" in words
    assert "Farmer" not in words


def test_what_a_person_denies_is_told_though_no_reader_sees_it(review: Review) -> None:
    review.agree(1)
    assert told(review, TEXT) == []

    review.undo()
    review.answer(1, "besides", is_same=False)
    assert [message for _, message in told(review, TEXT)] == [
        "this differs from the rule in what it says, as a reviewer decided (farm.points)"
    ]


def test_once_the_sentence_has_changed_somebody_should_look_again(review: Review) -> None:
    review.answer(1, "besides", is_same=False)

    assert [kind for kind, _ in told(review, TEXT.replace("ringsum", "daneben"))] == ["unfound"]


def test_a_changed_sentence_that_says_the_clauses_word_is_mended(review: Review) -> None:
    review.answer(1, "no word player", is_same=False)

    assert told(review, TEXT)
    assert told(review, TEXT.replace("ringsum", "daneben")) == []  # the word is there


def test_a_changed_sentence_is_asked_again(review: Review) -> None:
    review.agree(1)
    other = Review(drafting(TEXT.replace("ringsum", "daneben")), review.lines)

    assert other.item(1).points


def test_the_key_phrase_of_a_number_that_is_right_expects_it_no_more() -> None:
    draft = drafting(TEXT.replace("9 Punkte", "7 Punkte"))
    going = Review(draft, edition_text(draft, draft.drafted()).split("\n"))
    going.place(1, ("farm.points",))
    (question,) = [question for question in going.item(1).questions if question.slot is not None]
    assert "{farm.points}" in going.source

    going.answer(1, question.name, is_same=True)

    assert "{farm.points}" not in going.source


def test_a_value_is_shown_in_words() -> None:
    term = Term(("colonist-ship",), n=(Quantity(value=2),), attr=(Word(("empty",)),))

    assert in_words(term) == "2 empty colonist ship"
    assert in_words(None) == ""
