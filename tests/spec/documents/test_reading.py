"""Files of other programs are read with their units, whatever program they are of."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulecheck.spec.errors import SpecError
from rulecheck.spec.sources import open_source
from rulecheck.spec.text import parse
from tests.spec.documents.samples import SEGMENTS, TABLES, docx, odt, two_columns
from tests.spec.editions.test_sources import written


@pytest.mark.parametrize("name", [*SEGMENTS, *TABLES])
def test_units_are_read_with_their_ids(tmp_path: Path, name: str) -> None:
    source = open_source(written(tmp_path, name, {**SEGMENTS, **TABLES}[name]))
    assert source.text == "Nimm drei Karten.\n\nZahle Münzen.\n\n"
    assert [id for _, id in source.units] == ["u1", "u2"]
    assert source.is_linked
    assert source.line(source.line_of(source.text.index("Karten"))).find("Karten") >= 0


@pytest.mark.parametrize("name", SEGMENTS)
def test_placeholders_and_states_of_units_are_read(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, name, SEGMENTS[name])
    source, target = open_source(path, side="source"), open_source(path)
    assert (source.language, target.language) == ("en", "de")
    assert (source.marks["u2"], target.marks["u2"]) == (("${count}",), ())
    assert target.states.get("u2") == ("fuzzy" if name.endswith(".po") else None)
    assert target.states.get("u3") == (None if name.endswith(".tmx") else "empty")


def test_an_inline_tag_is_a_mark(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, "a.xlf", SEGMENTS["a.xlf"]), side="source")
    assert source.marks["u1"] == ("<g 1>",)


@pytest.mark.parametrize("name", ["a.docx", "a.odt"])
def test_paragraphs_items_and_rows_of_a_document_are_lines(tmp_path: Path, name: str) -> None:
    source = open_source(written(tmp_path, name, docx() if name.endswith("x") else odt()))
    said = [line for line in source.text.split("\n") if line]
    assert said == ["Taking cards", "Each player takes three cards.", "• and pays", "• players  tiles", "• 2  12"]
    assert str(source.position(source.text.index("three"))) == "3:19 (paragraph 2)"
    assert not source.is_linked


def test_the_columns_of_a_pdf_are_read_one_after_the_other(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, "a.pdf", two_columns()))
    text = parse(source, "en")
    assert [text.quote(s.start, s.end) for s in text.sentences] == [
        "Each player takes two cards and keeps one of them",
        "The other one goes back",
        "Then the next player may pay three coins for a building",
        "He must have the coins",
    ]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.csv", "one,two\n1,2\n", "a.csv:1: no column of texts among one, two; the first row names the columns"),
        ("a.json", "{", "cannot be read as JSON"),
        ("a.json", "[" * 100_000, "cannot be read as JSON"),
        ("a.json", "{}", "no row has a target"),
        ("a.docx", "no zip", "cannot be read as a document: File is not a zip file"),
        ("a.xlf", "<xliff", "cannot be read as segments"),
    ],
)
def test_a_file_that_is_not_what_its_name_says_is_told_in_a_line(
    tmp_path: Path, name: str, content: str, told: str
) -> None:
    with pytest.raises(SpecError) as caught:
        open_source(written(tmp_path, name, content))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
