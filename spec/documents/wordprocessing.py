"""DOCX and ODT: their paragraphs, items and rows of tables as lines of a plain text."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Final

from lxml import etree

from rulecheck.spec.documents.model import Document
from rulecheck.spec.errors import SpecError

MOST_BYTES: Final = 60_000_000
"""Of a document, unpacked."""

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"


def read_document(raw: bytes, name: str) -> Document:
    """The words of a DOCX or ODT; raises SpecError for what is none."""
    is_docx = name.lower().endswith(".docx")
    root = parsed(part_of(raw, name, "word/document.xml" if is_docx else "content.xml"), name)
    text = ""
    units: list[tuple[int, str]] = []
    for id, opening, words in _docx_lines(root) if is_docx else _odt_lines(root):
        words = words.replace("\n", " ")
        if words.strip():
            units.append((len(text), id))
            text += f"{opening}{words.strip()}\n" + ("" if opening else "\n")
    return Document(text, text, units=tuple(units))


def part_of(raw: bytes, name: str, part: str) -> bytes:
    """A part of a packed document; raises SpecError for one that is none, or too large to be unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            size = sum(entry.file_size for entry in packed.infolist())
            if size > MOST_BYTES:
                what = f"{size // 1_000_000:,} MB unpacked, at most {MOST_BYTES // 1_000_000} are read"
                raise SpecError(name, None, what, "take the pictures out, or save it as text")
            return packed.read(part)
    except (zipfile.BadZipFile, KeyError, NotImplementedError, RuntimeError, ValueError, OSError, EOFError) as problem:
        why = " ".join(str(problem).split())[:120]
        raise SpecError(name, None, f"cannot be read as a document: {why}", "save it again, or as text") from None


def parsed(part: bytes, name: str) -> etree._Element:
    """A part's XML, nothing in it resolved; raises SpecError."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, strip_cdata=False)
    try:
        return etree.fromstring(part, parser)
    except etree.XMLSyntaxError as problem:
        why = " ".join(str(problem).split())[:120]
        raise SpecError(name, None, f"cannot be read as XML: {why}", "save the file again") from None


def docx_paragraphs(root: etree._Element) -> Iterator[tuple[int, etree._Element]]:
    """The paragraphs of a DOCX with their numbers, those in tables and boxes too."""
    number = 0
    for paragraph in root.iter(f"{_W}p"):
        if not any(above.tag == _FALLBACK for above in paragraph.iterancestors()):
            number += 1
            yield number, paragraph


def _docx_lines(root: etree._Element) -> Iterator[tuple[str, str, str]]:
    rows: dict[etree._Element, list[str]] = {}
    firsts: dict[etree._Element, str] = {}
    for number, paragraph in docx_paragraphs(root):
        row = next(paragraph.iterancestors(f"{_W}tr"), None)
        words = _docx_words(paragraph)
        if row is None:
            is_item = paragraph.find(f"{_W}pPr/{_W}numPr") is not None or "List" in _style(paragraph)
            yield f"paragraph {number}", "• " if is_item else "", words
            continue
        rows.setdefault(row, []).append(words)
        firsts.setdefault(row, f"paragraph {number}")
        last = list(row.iter(f"{_W}p"))[-1]
        if paragraph is last:
            yield firsts[row], "• ", "  ".join(part for part in rows.pop(row) if part.strip())


def _style(paragraph: etree._Element) -> str:
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    return "" if style is None else str(style.get(f"{_W}val", ""))


def _docx_words(paragraph: etree._Element) -> str:
    """The words of a paragraph as they read with all changes accepted."""
    words = []
    signs = {f"{_W}tab": " ", f"{_W}br": " ", f"{_W}cr": " ", f"{_W}noBreakHyphen": "-"}
    for node in paragraph.iter(f"{_W}t", *signs):
        above = list(node.iterancestors(f"{_W}p", f"{_W}moveFrom", f"{_W}del"))
        if above and above[0] is paragraph:
            words.append((node.text or "") if node.tag == f"{_W}t" else signs[str(node.tag)])
    return "".join(words)


def _odt_lines(root: etree._Element) -> Iterator[tuple[str, str, str]]:
    number = 0
    seen: set[etree._Element] = set()
    unread = (f"{_TEXT}tracked-changes", f"{_OFFICE}annotation", f"{_TEXT}note")
    for node in root.iter(f"{_TEXT}p", f"{_TEXT}h"):
        if any(True for _ in node.iterancestors(*unread)):
            continue
        number += 1
        row = next(node.iterancestors(f"{_TABLE}table-row"), None)
        if row is None:
            is_item = next(node.iterancestors(f"{_TEXT}list-item"), None) is not None
            yield f"paragraph {number}", "• " if is_item else "", _odt_words(node, unread)
        elif row not in seen:
            seen.add(row)
            yield f"paragraph {number}", "• ", "  ".join(_odt_words(part, unread) for part in row.iter(f"{_TEXT}p"))


def _odt_words(node: etree._Element, unread: tuple[str, ...]) -> str:
    words = node.text or ""
    for child in node:
        if child.tag in (f"{_TEXT}s", f"{_TEXT}tab", f"{_TEXT}line-break"):
            words += " "
        elif isinstance(child.tag, str) and child.tag not in unread:
            words += _odt_words(child, unread)
        words += child.tail or ""
    return words
