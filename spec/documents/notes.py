"""Notes written into a copy of a translator's file; nothing else of it changes.

XLIFF and TMX get `note` elements, PO comments of the translator's kind, DOCX comments beside the paragraph.  Notes that
an earlier run wrote are taken out first.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from typing import Final

from lxml import etree

from rulecheck.spec.documents.model import Note, Units
from rulecheck.spec.documents.segments import named_units, opened_segments
from rulecheck.spec.documents.wordprocessing import docx_paragraphs, part_of

AUTHOR: Final = "rulecheck"

_XLIFF2: Final = "urn:oasis:names:tc:xliff:document:2.0"


_PROLOG: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)*", re.DOTALL
)
"""What stands in a file of XML before its root element; it is kept to the letter, as is what stands behind it."""


def with_notes(raw: bytes, name: str, encoding: str, notes: Sequence[Note]) -> bytes:
    """A copy of a file with a note beside each unit that is named; raises SpecError for a file that cannot be read."""
    texts: dict[str, list[str]] = {}
    for note in notes:
        texts.setdefault(note.unit, []).append(note.text)
    suffix = "." + name.lower().rpartition(".")[2]
    if suffix == ".docx":
        return _docx(raw, name, texts)
    return _po(raw, name, encoding, texts) if suffix == ".po" else _xml(raw, name, texts)


def _xml(raw: bytes, name: str, texts: Mapping[str, Sequence[str]]) -> bytes:
    tree = etree.parse(io.BytesIO(raw), etree.XMLParser(resolve_entities=False, no_network=True, strip_cdata=False))
    for old in list(tree.iter("{*}note")):
        if AUTHOR in (old.get("from"), old.get("category"), old.get("creationid")):
            _take_out(old)
    for id, unit in named_units(opened_segments(raw, name), name, Units()):
        if id in texts:  # the library's own tree is not written: it adds to it
            path = unit.xmlelement.getroottree().getelementpath(unit.xmlelement)
            element = tree.find(path)
            assert element is not None
            for text in texts[id]:
                _add_note(element, text)
    root = tree.getroot()
    opening, ending = _PROLOG.match(raw), raw.rfind(b"</")
    assert opening is not None
    written = etree.tostring(root, encoding=tree.docinfo.encoding or "UTF-8", xml_declaration=False, with_tail=False)
    if b"\r\n" in raw and raw.count(b"\r\n") == raw.count(b"\n"):
        written = written.replace(b"\n", b"\r\n")
    return opening[0] + written + raw[raw.index(b">", ending) + 1 :]


def _add_note(unit: etree._Element, text: str) -> None:
    """A note in the place that the format has for it."""
    space = str(unit.tag).rpartition("}")[0].lstrip("{")
    name = f"{{{space}}}note" if space else "note"
    if space == _XLIFF2:
        unit = unit if unit.tag == f"{{{space}}}unit" else next(unit.iterancestors(f"{{{space}}}unit"))
        notes = unit.find(f"{{{space}}}notes")
        if notes is None:
            notes = etree.Element(f"{{{space}}}notes")
            core = (f"{{{space}}}originalData", f"{{{space}}}segment", f"{{{space}}}ignorable")
            unit.insert(next(at for at, child in enumerate(unit) if child.tag in core), notes)
        note = etree.SubElement(notes, name, {"category": AUTHOR, "appliesTo": "target"})
    elif str(unit.tag).endswith("tu"):
        note = etree.Element(name, {"creationid": AUTHOR})
        unit.insert(0, note)
    else:
        note = etree.Element(name, {"from": AUTHOR, "annotates": "target"})
        before = ("target", "seg-source", "source")
        own = {str(child.tag).rpartition("}")[2]: at for at, child in enumerate(unit)}
        unit.insert(next(own[tag] for tag in before if tag in own) + 1, note)
    note.text = text


def _take_out(note: etree._Element) -> None:
    """Take a note out, and the element of all notes of a unit if it was the last."""
    above = note.getparent()
    assert above is not None
    before = note.getprevious()
    if note.tail:  # the white space behind it stays
        if before is not None:
            before.tail = (before.tail or "") + note.tail
        else:
            above.text = (above.text or "") + note.tail
    above.remove(note)
    if str(above.tag).endswith("}notes") and not len(above) and above.getparent() is not None:
        _take_out(above)


_MSGID: Final = re.compile(r"msgid[ \t]")
_OURS: Final = f"# {AUTHOR}: "


def _po(raw: bytes, name: str, encoding: str, texts: Mapping[str, Sequence[str]]) -> bytes:
    ids = [id for id, _ in named_units(opened_segments(raw, name), name, Units())]
    content = raw.decode(encoding)
    end = "\r\n" if "\r\n" in content else "\n"
    lines = [line for line in content.splitlines(keepends=True) if not line.startswith(_OURS)]
    starts = [at for at, line in enumerate(lines) if _MSGID.match(line)]
    starts = starts[len(starts) - len(ids) :]  # the header is no unit
    for id, at in reversed(list(zip(ids, starts, strict=True))):
        first = at
        while first and (
            lines[first - 1].startswith(("#,", "#:", "#.", "#|", "msgctxt", '"')) and lines[first - 1].strip()
        ):
            first -= 1
        lines[first:first] = [f"{_OURS}{text}{end}" for text in texts.get(id, ())]
    mark = b"\xef\xbb\xbf" if raw.startswith(b"\xef\xbb\xbf") and encoding == "utf-8-sig" else b""
    return mark + "".join(lines).encode("utf-8" if encoding == "utf-8-sig" else encoding)


def _docx(raw: bytes, name: str, texts: Mapping[str, Sequence[str]]) -> bytes:
    from docx import Document
    from docx.oxml.text.run import CT_R
    from docx.text.run import Run

    part_of(raw, name, "word/document.xml")  # refuses what is no document, and one too large
    document = Document(io.BytesIO(raw))
    known = {(comment.author, comment.text) for comment in document.comments}
    for number, paragraph in docx_paragraphs(document.element):
        runs = [node for node in paragraph.iter() if isinstance(node, CT_R)]
        for text in texts.get(f"paragraph {number}", ()):
            if runs and (AUTHOR, text) not in known:
                ends = [Run(runs[0], document._body), Run(runs[-1], document._body)]
                document.add_comment(ends, text=text, author=AUTHOR, initials="rc")
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()
