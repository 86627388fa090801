"""What a glossary of nouns leaves out is filled in, and nothing is named by two words that it keeps apart."""

from __future__ import annotations

from pathlib import Path

from rulecheck.solvers.drafts.forms import forms_of
from rulecheck.solvers.translation.everyday import named
from rulecheck.spec import load
from rulecheck.spec.languages import LANGUAGES
from rulecheck.spec.termlist import read_terms, widened


def names(tmp_path: Path, rows: str) -> dict[str, tuple[str, ...]]:
    path = tmp_path / "terms.csv"
    path.write_text(f"term,translation\n{rows}", encoding="utf-8")
    forms = forms_of(load("puerto_rico"), LANGUAGES["it"], read_terms(path)).names
    return {concept: tuple(own[0].split(", ")) for concept, own in forms.items()}


def test_a_plain_list_of_two_columns_is_of_the_texts_language(tmp_path: Path) -> None:
    assert "governatore" in names(tmp_path, "governor,governatore\n")["governor"]


def test_verbs_that_a_list_leaves_out_are_the_everyday_ones(tmp_path: Path) -> None:
    forms = names(tmp_path, "governor,governatore\n")

    assert "caric*" in forms["load"]
    assert "settler" not in forms  # a person is called what the translator says


def test_a_verb_of_the_list_is_not_filled_in(tmp_path: Path) -> None:
    assert "caric*" not in names(tmp_path, "load,stivare\n")["load"]


def test_what_is_only_named_together_with_others_is_the_word_they_share(tmp_path: Path) -> None:
    forms = names(tmp_path, "island space,caselle isola\ncity space,caselle citta\n")

    assert "caselle" in forms["space"]
    assert "isola" in forms["island"]
    assert "citta" in forms["city"]


def test_without_a_shared_word_nothing_is_guessed(tmp_path: Path) -> None:
    forms = names(tmp_path, "island space,caselle isola\ncity space,posti citta\n")

    assert "caselle" not in forms.get("island", ())
    assert "posti" not in forms.get("city", ())


def test_kinds_of_one_thing_share_its_name(tmp_path: Path) -> None:
    forms = names(tmp_path, "cargo ship,nave da carico\ncolonist ship,nave dei coloni\n")

    assert forms["ship"][0] == "nave"


def test_a_word_of_the_list_is_no_other_things_everyday_word(tmp_path: Path) -> None:
    assert "scatola" in names(tmp_path, "governor,governatore\n")["box"]
    assert "scatola" not in names(tmp_path, "hospice,scatola\n").get("box", ())


def test_a_short_word_has_the_endings_of_nouns_and_a_long_one_is_a_beginning() -> None:
    assert {"nave", "navi"} <= {*widened("nave")}
    assert "nav*" not in widened("nave")
    assert widened("piantagione") == ("piantagione", "piantagion*")


def test_a_meaning_goes_by_its_first_word_where_acts_are_meant() -> None:
    assert [name for name, _ in named(["lies", "put"], "it", by_name=True)] == ["put", "stand"]
    assert "put" not in [name for name, _ in named(["stays", "lay"], "it", by_name=True)]
