"""Everyday words that exclude one another: what every pack has of them, and which exclude which."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from rulecheck.spec.contrasts import excludes, is_alike, is_manner, reader, said_in_english
from rulecheck.spec.errors import SpecError
from rulecheck.spec.languages import LANGUAGES, groups, read_pack
from rulecheck.spec.languages.packs import contrasts

WORDS = {*chain.from_iterable(contrasts().groups.values()), *chain.from_iterable(g.concepts for g in groups().values())}


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_a_pack_has_a_word_for_each(code: str) -> None:
    assert {(c.group, c.id) for c in LANGUAGES[code].contrasts} == {
        (group, name) for group, names in contrasts().groups.items() for name in names
    }


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_a_plain_form_is_read_as_its_word(code: str) -> None:
    language = LANGUAGES[code]
    unread = [
        (concept.id, form)
        for concept in language.contrasts
        for form in concept.forms
        if "*" not in form and ".." not in form
        if concept.id not in {c for s in reader(language).read(form) for c in (s.concept, *s.also)}
    ]
    assert unread == []


def test_rows_speak_of_words_that_there_are() -> None:
    table = contrasts()
    assert {*table.excluded, *chain.from_iterable(table.excluded.values()), *chain.from_iterable(table.alike)} <= WORDS


@pytest.mark.parametrize(
    ("said", "now"),
    [("keep", "discard"), ("left", "right"), ("must-not", "may"), ("any-time", "at-end"), ("round", "turn")],
)
def test_one_word_excludes_another(said: str, now: str) -> None:
    assert excludes(said, now)


@pytest.mark.parametrize(
    ("said", "now"),
    [("keep", "keep"), ("keep", "double"), ("before", "after"), ("may", "must-not"), ("keep", "nothing of ours")],
)
def test_and_others_do_not(said: str, now: str) -> None:
    assert not excludes(said, now)


def test_what_can_stand_for_another_and_what_is_a_manner() -> None:
    assert is_alike("any", "each")
    assert not is_alike("any", "no")
    assert is_manner("double")
    assert not is_manner("keep")
    assert not is_manner("before")


def test_our_own_sentences_are_read_too() -> None:
    assert {"any-time", "keep"} <= said_in_english("At any time a player may keep a card.")


@pytest.mark.parametrize(
    ("rows", "told"),
    [("[contrasts.having]\nkeep = 'keep'", "having"), ("[contrasts.keeping]\nhold = 'hold'", "hold")],
)
def test_a_row_that_there_is_not_is_refused(rows: str, told: str, tmp_path: Path) -> None:
    pack = tmp_path / "xx.toml"
    pack.write_text(f"name = 'X'\ncommon = 'a'\ncounts = false\n{rows}\n", encoding="utf-8")

    with pytest.raises(SpecError, match=told):
        read_pack(pack)
