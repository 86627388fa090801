"""Notes go into a copy of the file, and nothing else of it changes."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from rulecheck.spec.documents.model import Note
from rulecheck.spec.errors import SpecError
from rulecheck.spec.sources import annotated, open_source
from tests.spec.documents.samples import SEGMENTS, docx
from tests.spec.editions.test_sources import written

NOTES = [Note("u1", "the source says 2, the target 3"), Note("u1", "<again> & again"), Note("u2", "a «note»")]


def noted(path: Path, notes: list[Note]) -> bytes:
    return annotated(path, open_source(path), notes)


def without_notes(raw: bytes) -> str:
    """XML without our notes, in the form in which two documents of one meaning are the same."""
    tree = etree.parse(io.BytesIO(raw))
    for note in list(tree.iter("{*}note")):
        if "rulecheck" in note.attrib.values():
            above = note.getparent()
            assert above is not None
            above.remove(note)
            if str(above.tag).endswith("}notes") and not len(above):
                above.getparent().remove(above)  # type: ignore[union-attr]
    return etree.tostring(tree, method="c14n2").decode()


@pytest.mark.parametrize("name", [name for name in SEGMENTS if not name.endswith(".po")])
def test_only_notes_are_added_to_xml(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, name, SEGMENTS[name])
    raw = path.read_bytes()
    made = noted(path, NOTES)
    assert made != raw
    assert without_notes(made) == without_notes(raw)
    assert noted(path, []) == raw.replace(b"x:keep='yes'", b'x:keep="yes"').replace(b"'seg'", b'"seg"').replace(
        b"'1'", b'"1"'
    ).replace(b"&#252;", "ü".encode())
    again = written(tmp_path, "again" + path.suffix, made)
    assert without_notes(noted(again, [])) == without_notes(raw)
    assert noted(again, NOTES) == made


@pytest.mark.parametrize("name", [name for name in SEGMENTS if not name.endswith(".po")])
def test_the_notes_stand_with_their_units(tmp_path: Path, name: str) -> None:
    tree = etree.fromstring(noted(written(tmp_path, name, SEGMENTS[name]), NOTES))
    told = [
        (next(n.get("id") or n.get("tuid") for n in note.iterancestors() if n.get("id") or n.get("tuid")), note.text)
        for note in tree.iter("{*}note")
        if "rulecheck" in note.attrib.values()
    ]
    assert sorted(told) == sorted((note.unit, note.text) for note in NOTES)


@pytest.mark.parametrize("name", ["f.po", "g.po"])
def test_only_comments_are_added_to_a_po_file(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, name, SEGMENTS[name])
    raw = path.read_bytes()
    made = noted(path, NOTES)
    assert re.sub(rb"# rulecheck: [^\n]*\n", b"", made) == raw
    assert b"# rulecheck: " + "a «note»".encode() in made.partition(b'msgctxt "u2"')[0].partition(b"Karten.")[2]
    assert noted(written(tmp_path, "again.po", made), NOTES) == made
    assert noted(path, []) == raw


def test_a_docx_gets_comments_and_keeps_its_words(tmp_path: Path) -> None:
    import docx as library

    path = written(tmp_path, "a.docx", docx())
    made = noted(path, [Note("paragraph 2", "two cards, not three"), Note("paragraph 4", "see the table")])
    comments = [(c.author, c.text) for c in library.Document(io.BytesIO(made)).comments]
    assert comments == [("Ada", "nice"), ("rulecheck", "two cards, not three"), ("rulecheck", "see the table")]
    before, after = parts(path.read_bytes()), parts(made)
    assert before.keys() == after.keys()
    assert {name for name in before if before[name] != after[name]} == {"word/comments.xml", "word/document.xml"}
    reference = rb'<w:r><w:rPr><w:rStyle [^>]*/></w:rPr><w:commentReference w:id="[12]"/></w:r>'
    ours = rb'<w:commentRange(?:Start|End) w:id="[12]"/>|' + reference
    assert re.sub(ours, b"", after["word/document.xml"]) == before["word/document.xml"]
    again = written(tmp_path, "again.docx", made)
    assert len(list(library.Document(io.BytesIO(noted(again, [Note("paragraph 4", "see the table")]))).comments)) == 3


def parts(raw: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        return {
            name: etree.tostring(etree.fromstring(packed.read(name)), method="c14n2")
            .replace(b"></w:commentRangeStart>", b"/>")
            .replace(b"></w:commentRangeEnd>", b"/>")
            .replace(b"></w:commentReference>", b"/>")
            .replace(b"></w:rStyle>", b"/>")
            if name.endswith((".xml", ".rels"))
            else packed.read(name)
            for name in packed.namelist()
        }


def test_a_text_holds_no_notes(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"notes can be written into \.po, .* only; write a table .*--table FILE\.csv"):
        noted(written(tmp_path, "a.txt", "Take two cards."), NOTES)
